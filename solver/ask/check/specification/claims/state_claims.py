"""Claims about permanents that cannot stay: legends, worlds, toughness, damage, counters (704.5), defined anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

STATES = "permanents_stay_unless_a_state_based_action_is_due"
_KINDS = frozenset({"legend_rule", "world_rule", "no_toughness", "lethal_damage", "counters_cancel", "no_loyalty"})


@dataclass(frozen=True)
class _One:
    """A permanent.

    Attributes:
        label: Its label; those of other permanents follow in the order in which they enter.
        card: Its card.
        name: Its name.
        mine: Whether the first player controls it.
        legendary: Whether it is legendary.
        world: Whether it is a world permanent.
        there: Whether it is on the battlefield and phased in.
        toughness: Its toughness, if it is a creature.
        indestructible: Whether it has indestructible.
        token: Whether it is a token.
    """

    label: str
    card: Data
    name: str
    mine: bool = True
    legendary: bool = False
    world: bool = False
    there: bool = True
    toughness: int | None = None
    indestructible: bool = False
    token: bool = False


def _one(label: str, name: str, types: str, *, mine: bool = True, token: bool = False, text: str = "") -> _One:
    creature = "Creature" in types
    size = {"power": 2, "toughness": 2} if creature else {}
    card = {"name": name, "type_line": types, **size, **({"oracle_text": text} if text else {})}
    return _One(
        label, card, name, mine, "Legendary" in types, "World" in types, toughness=2 if creature else None,
        indestructible=text == "Indestructible", token=token,
    )  # fmt: skip


_ALL = (
    _one("first", "Ana", "Legendary Creature — Human"),
    _one("plain", "Ben", "Creature — Human"),
    _one("second", "Ana", "Legendary Creature — Human"),
    _one("other", "Ben", "Creature — Human"),
    _one("theirs", "Ana", "Legendary Creature — Human", mine=False),
    _one("relic", "Orb", "Legendary Artifact"),
    _one("stone", "Orb", "Legendary Artifact", token=True),
    _one("third", "Ana", "Legendary Creature — Human", token=True),
    _one("era", "Era", "World Enchantment"),
    _one("age", "Age", "World Enchantment", mine=False),
    _one("wall", "Wall", "Creature — Wall", text="Indestructible"),
)
_LEGENDS = ("first", "second", "theirs", "third")


def _spell(labels: Sequence[str], player: str = "you", /, **operations: object) -> Data:
    return {
        "resolves": {"effects": [{"affects": "targets", **operations}]}, "affects": list(labels), "controller": player,
    }  # fmt: skip


def _with(labels: Sequence[str], **values: object) -> list[_One]:
    return [replace(one, **values) if one.label in labels else one for one in _ALL]  # type: ignore[arg-type]


_ANY = ("first", "plain", "second", "other", "theirs", "relic", "stone", "third", "era", "age", "wall")


def of_states() -> Iterator[FindingClaim]:
    """Return the claims."""
    yield _claim("nothing happens", _ALL)
    everything = _spell(_ANY, add_supertypes=["Legendary"])
    yield _claim("all become legendary", _with(_ANY, legendary=True), everything)
    for labels in (("theirs",), ("theirs", "age"), ("plain", "theirs")):
        step = _spell(labels, gain_control="you")
        yield _claim(f"a player gains control of {', '.join(labels)}", _with(labels, mine=True), step)
    for labels in (("second",), ("first", "third"), ("stone", "age"), ("relic", "second")):
        out = [{"phases": "out", "object": label} for label in labels]
        yield _claim(f"{', '.join(labels)} phase out", _with(labels, there=False), *out)
        gone = [{"leaves": label} for label in labels]
        yield _claim(f"{', '.join(labels)} leave", _with(labels, there=False), *gone)
        step = _spell(labels, set_name="Ben")
        yield _claim(f"{', '.join(labels)} are named Ben", _with(labels, name="Ben"), step)
    for label in ("first", "second"):
        down = _with((label,), legendary=False, name="", toughness=2)
        yield _claim(f"{label} is turned face down", down, {"turns": label, "face": "down"})
    yield _claim("plain ones are copies of a legend", _with(("plain", "other"), legendary=True, name="Ana"), *(
        {**_spell((label,), becomes_copy={}), "copy_of": "theirs"} for label in ("plain", "other")
    ))  # fmt: skip
    yield from _exempt()
    yield from _sizes()


_TEXTS: tuple[tuple[str, frozenset[str]], ...] = (
    ('The "legend rule" doesn\'t apply.', frozenset(_ANY)),
    ('The "legend rule" doesn\'t apply to permanents you control.', frozenset(_ANY) - {"theirs", "age"}),
    ('The "legend rule" doesn\'t apply to creatures you control.', frozenset({"first", "second", "third", "plain"})),
    ('The "legend rule" doesn\'t apply to tokens you control.', frozenset({"stone", "third"})),
    ('The "legend rule" doesn\'t apply to artifacts you control.', frozenset({"relic", "stone"})),
    ('The "legend rule" doesn\'t apply to commanders you control.', frozenset()),
)


def _exempt() -> Iterator[FindingClaim]:
    """An ability exempts some permanents from the legend rule, as long as its object has it."""
    for text, labels in _TEXTS:
        hall: Data = {"name": "Hall", "type_line": "Artifact", "oracle_text": text}
        enters: Data = {"enters": "Hall", "as": "hall"}
        spared = _with(tuple(labels), legendary=False)
        yield _claim(text, spared, enters, cards=[hall])
        lost = _spell(("hall",), lose_all_abilities=True)
        yield _claim(f"{text} It is lost.", _ALL, enters, lost, cards=[hall])
        yield _claim(f"{text} It has left.", _ALL, enters, {"leaves": "hall"}, cards=[hall])
        if "you control" in text and "permanents" in text:
            theirs = _with(("theirs", "age"), legendary=False)
            yield _claim(f"{text} An opponent has it.", theirs, {**enters, "controller": "opponent"}, cards=[hall])
            changed = _spell(("hall",), "opponent", gain_control="you")
            yield _claim(f"{text} An opponent gains it.", theirs, enters, changed, cards=[hall])


def _sizes() -> Iterator[FindingClaim]:
    """Toughness, damage and counters."""
    for less in (1, 2, 3):
        labels = ("plain", "wall", "relic")
        some = _with(("plain", "wall"), toughness=2 - less)
        yield _claim(f"toughness is {less} less", some, _spell(labels, add_toughness=-less))
        counters: list[Data] = [{"counters": {"-1/-1": less}, "on": label} for label in ("plain", "wall")]
        yield _claim(f"{less} -1/-1 counters", some, *counters)
        both: list[Data] = [{"counters": {"-1/-1": less, "+1/+1": 1}, "on": "plain"}]
        cancel = Found("704.5q", "counters_cancel", "plain", "nothing")
        yield _claim(f"{less} of one and one of another", _with(("plain",), toughness=3 - less), *both, more=[cancel])
    for damage in (1, 2, 3):
        hurt: list[Data] = [{"damage": damage, "on": label} for label in ("plain", "wall")]
        lethal = [Found("704.5g", "lethal_damage", "plain", str(damage))] if damage >= 2 else []
        yield _claim(f"{damage} damage", _ALL, *hurt, more=lethal)
        given = _spell(("plain",), add_abilities=["indestructible"])
        yield _claim(f"{damage} damage on what gained indestructible", _ALL, *hurt, given)
        lost = _spell(("plain", "wall"), lose_all_abilities=True)
        last = [Found("704.5g", "lethal_damage", "wall", str(damage))] if damage >= 2 else []
        yield _claim(f"{damage} damage on what lost it", _ALL, *hurt, lost, more=[*lethal, *last])
        grown = _spell(("plain",), add_toughness=1)
        still = [Found("704.5g", "lethal_damage", "plain", str(damage))] if damage >= 3 else []
        yield _claim(f"{damage} damage on what grew", _with(("plain",), toughness=3), *hurt, grown, more=still)


def _claim(
    about: str, some: Sequence[_One], *happens: Data, cards: Sequence[Data] = (), more: Sequence[Found] = ()
) -> FindingClaim:
    """Return the claim about the permanents as they are after something has happened."""
    entries = [
        {
            "enters": one.card["name"], "as": one.label, "controller": "you" if one.mine else "opponent",
            **({"token": True} if one.token else {}),
        }
        for one in _ALL
    ]  # fmt: skip
    every = {card["name"]: card for card in (*(one.card for one in _ALL), *cards)}
    board = {"players": ["you", "opponent"], "cards": list(every.values()), "timeline": [*entries, *happens]}
    return FindingClaim(STATES, about, board, _KINDS, frozenset([*_due(some), *more]))


def _due(some: Sequence[_One]) -> Iterator[Found]:
    """Return what the rules about names, worlds and toughness say of permanents."""
    there = [one for one in some if one.there]
    groups: dict[tuple[str, bool], list[_One]] = {}
    for one in there:
        if one.legendary and one.name:
            groups.setdefault((one.name, one.mine), []).append(one)
        if one.toughness is not None and one.toughness <= 0:
            yield Found("704.5f", "no_toughness", one.label, str(one.toughness))
    for alike in groups.values():
        for early, late in pairwise(alike):
            yield Found("704.5j", "legend_rule", early.label, late.label)
    worlds = [one for one in there if one.world]
    for one in worlds[:-1]:
        yield Found("704.5k", "world_rule", one.label, worlds[-1].label)
