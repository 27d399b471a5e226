"""Claims about turning over and face up: it happens unless a paragraph forbids it (701.28, 708, 712.15a, 101.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from solver.ask.check.specification.claims.claim import Claim, Data, Objects

TURNED = "it_turns_over_unless_a_paragraph_forbids_that"


@dataclass(frozen=True)
class _Card:
    """A card that is told to transform or to turn face up.

    Attributes:
        data: The card.
        turns: Whether it can transform.
        to_spell: Whether its other face is an instant.
        bound: Whether it has daybound.
        spell: Whether it is an instant card.
    """

    data: Data
    turns: bool = False
    to_spell: bool = False
    bound: bool = False
    spell: bool = False


def _two_faced(name: str, layout: str, back: str, **front: str) -> Data:
    size = {"power": "3", "toughness": "3"} if "Creature" in back else {}
    text = {"oracle_text": "Nightbound"} if front else {}
    return {
        "name": f"{name} // Other {name}", "layout": layout, "card_faces": [
            {"name": name, "type_line": "Creature — Elf", "mana_cost": "{G}", "power": "1", "toughness": "1", **front},
            {"name": f"Other {name}", "type_line": back, **size, **text},
        ],
    }  # fmt: skip


_CARDS = (
    _Card(_two_faced("Day", "transform", "Creature — Elf"), turns=True),
    _Card(_two_faced("Rite", "transform", "Instant"), turns=True, to_spell=True),
    _Card(_two_faced("Wolf", "transform", "Creature — Werewolf", oracle_text="Daybound"), turns=True, bound=True),
    _Card(_two_faced("Path", "modal_dfc", "Creature — Elf")),
    _Card({"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{G}", "power": 2, "toughness": 2}),
    _Card({"name": "Bolt", "type_line": "Instant", "mana_cost": "{R}"}, spell=True),
)
_STATES = ("as it is", "prohibited", "face down", "in exile", "phased out", "no longer prohibited")
_CAUSES = ("the board", "its ability")


def of_turning() -> Iterator[Claim]:
    """Return the claims: about each card in each state, told to transform by the board or by an ability of its own."""
    for card, state, cause in product(_CARDS, _STATES, _CAUSES):
        if card.spell or (state == "in exile" and cause != "the board"):
            continue
        told: list[Data] = [{"transforms": "it"}]
        if cause == "its ability":
            told = [{"stacks": "it", "as": "first"}, {"transforms": "it", "because": "first"}]
        board = _board(card, state, "transform", told)
        reasons = _reasons(card, state, cause)
        face = _faces(card, state)[bool(not reasons)]
        yield Claim(TURNED, f"{card.data['name']} {state}, told by {cause}", board, board, _is(face, reasons))
    for card in _CARDS[:4]:
        board = _board(card, "as it is", "turn_face_up", [{"turns": "it", "face": "up"}], face="back")
        if not card.to_spell:
            yield Claim(TURNED, f"{card.data['name']} back face up, turned face up", board, board, _is("back", None))
    for card, state in product(_CARDS, ("as it is", "prohibited", "no longer prohibited")):
        board = _board(card, state, "turn_face_up", [{"turns": "it", "face": "up"}], down=True)
        stays = card.spell or state == "prohibited"
        face = "down" if stays else _faces(card, state)[0]
        yield Claim(TURNED, f"{card.data['name']} {state}, turned face up", board, board, _is(face, None))


def _board(
    card: _Card, state: str, action: str, told: Sequence[Data], *, down: bool = False, face: str = "front"
) -> Data:
    name = card.data["name"].partition(" // ")[0]
    enters: Data = {"enters": name, "as": "it", **({"face": face} if face == "back" else {})}
    if down or state == "face down":
        enters["face_down"] = "manifest"
    if state == "in exile":
        enters["zone"] = "exile"
    ban = {
        "name": "Ban", "type_line": "Enchantment — Aura",
        "abilities": ["enchant permanent", {"affects": "attached", "cannot": [action]}],
    }  # fmt: skip
    forbids = {"enters": "Ban", "as": "ban", "attached_to": "it"}
    before: Sequence[Data] = {
        "prohibited": [forbids],
        "no longer prohibited": [forbids, {"leaves": "ban"}],
        "phased out": [{"phases": "out", "object": "it"}],
    }.get(state, [])
    back: Sequence[Data] = [{"phases": "in", "object": "it"}] if state == "phased out" else []
    other = {"enters": "Bear", "as": "other"}
    cards = {one["name"]: one for one in (card.data, _CARDS[4].data, ban)}
    return {"cards": list(cards.values()), "timeline": [other, enters, *before, *told, *back]}


def _reasons(card: _Card, state: str, cause: str) -> frozenset[str]:
    """Return the paragraphs by which the card does not transform."""
    found = {
        "701.28a": state == "in exile",
        "701.28c": not card.turns,
        "701.28d": card.to_spell,
        "702.145b": card.bound and cause == "its ability" and state != "face down",
        "101.2": state == "prohibited",
        "712.15a": state == "face down",
        "702.26b": state == "phased out",
    }
    return frozenset(rule for rule, holds in found.items() if holds)


def _faces(card: _Card, state: str) -> tuple[str | None, str | None]:
    """Return the face that is up if it does not transform, and if it does."""
    if state == "face down":
        return "down", "down"
    return ("front", "back") if "card_faces" in card.data else (None, None)


def _is(face: str | None, reasons: frozenset[str] | None) -> Callable[[Objects, Objects], bool]:
    def holds(now: Objects, _: Objects) -> bool:
        one = now["it"]
        refused = reasons is None or set(one["refused"]) == reasons
        up = bool(one["name"]) == (face != "down") and (face is None or one["face"] == face)
        return up and refused and not now["other"]["refused"]

    return holds
