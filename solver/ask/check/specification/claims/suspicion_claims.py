"""Claims about suspicion: a creature is suspected from when something suspects it until that ends (701.58)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product

from solver.ask.check.specification.claims.claim import Claim, Data, Objects
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

SUSPECTED = "it_is_suspected_until_something_ends_that"
SUSPECTED_FINDINGS = "what_cannot_become_suspected_is_found"
_KIND = "cannot_become_suspected"
_CARD: Data = {"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": 2, "toughness": 2}
_ALIBI: Data = {
    "name": "Alibi", "type_line": "Enchantment — Aura", "mana_cost": "{G}",
    "oracle_text": "Enchant creature\nEnchanted creature can't become suspected.",
}  # fmt: skip
_ENDS = {"affects": "targets", "end_suspicion": True}


def _spell(effect: Data, *labels: str) -> Data:
    return {"resolves": {"effects": [effect]}, **({"affects": list(labels)} if labels else {})}


_EVENTS: dict[str, Data] = {
    "it is suspected": _spell({"affects": "targets", "suspect": True}, "it"),
    "the other one is suspected": _spell({"affects": "targets", "suspect": True}, "other"),
    "that of it ends": _spell(_ENDS, "it"),
    "that of all ends": _spell({"affects": {"type": "Creature", "is": "suspected"}, "end_suspicion": True}),
    "all are suspected": _spell({"affects": {"type": "Creature"}, "suspect": True}),
    "it cannot be from now on": {"enters": "Alibi", "as": "alibi", "attached_to": "it"},
    "it can be again": {"leaves": "alibi"},
}
_BANS, _FREES = "it cannot be from now on", "it can be again"


@lru_cache(maxsize=1)
def _orders() -> tuple[tuple[bool, tuple[str, ...]], ...]:
    """Return whether the board says that it is suspected as it enters, and what happens then."""
    some = [(one,) for one in _EVENTS] + list(product(_EVENTS, repeat=2)) + list(product(_EVENTS, repeat=3))[::7]
    return tuple(
        (told, order)
        for place, order in enumerate(some)
        for told in ((True, False) if len(order) < 3 else (bool(place % 2),))
        if order.count(_BANS) < 2
        and order.count(_FREES) < 2
        and (_FREES not in order or _BANS in order[: order.index(_FREES)])
    )


def _after(order: Sequence[str], *, told: bool) -> tuple[bool, bool, bool, bool]:
    """Return whether each of the two is suspected then, whether it could not become so, and whether it cannot now."""
    it, other, barred, kept = told, False, False, False
    for event in order:
        if event in ("it is suspected", "all are suspected"):
            kept |= barred
            it |= not barred
        if event in ("the other one is suspected", "all are suspected"):
            other = True
        if event in ("that of it ends", "that of all ends"):
            it = False
        if event == "that of all ends":
            other = False
        barred = event == _BANS or (barred and event != _FREES)
    return it, other, kept, barred


def of_suspicion() -> Iterator[Claim]:
    """Return the claims about what has menace."""
    for told, order in _orders():
        board = _board(order, told=told)
        it, other, _, _ = _after(order, told=told)
        about = f"{'told, then ' if told else ''}{'; '.join(order)}"
        yield Claim(SUSPECTED, about, board, board, _have_menace(it=it, other=other))


def _have_menace(*, it: bool, other: bool) -> Callable[[Objects, Objects], bool]:
    def holds(now: Objects, _: Objects) -> bool:
        return all(
            {ability["text"] for ability in now[label]["abilities"]}
            == ({"menace", "This creature can't block."} if suspected else set())
            for label, suspected in (("it", it), ("other", other))
        )

    return holds


def of_what_cannot_be_suspected() -> Iterator[FindingClaim]:
    """Return the claims about what is found, where something cannot become suspected."""
    for told, order in _orders():
        if _BANS not in order:
            continue
        _, _, kept, barred = _after(order, told=told)
        still = told and not {"that of it ends", "that of all ends"} & set(order)
        found = kept or (still and barred)
        findings = frozenset([Found("101.2", _KIND, "it", "alibi")] if found else [])
        about = f"{'told, then ' if told else ''}{'; '.join(order)}"
        yield FindingClaim(SUSPECTED_FINDINGS, about, _board(order, told=told), frozenset({_KIND}), findings)


def _board(order: Sequence[str], *, told: bool) -> Data:
    enters: Data = {"enters": "Bear", "as": "it", **({"status": ["suspected"]} if told else {})}
    steps = [enters, {"enters": "Bear", "as": "other", "controller": "opponent"}, *(_EVENTS[one] for one in order)]
    return {"players": ["you", "opponent"], "cards": [_CARD, _ALIBI], "timeline": steps}
