"""Claims about abilities that resolve: whose they are, and when they can be activated or trigger (113.7a, 602, 603)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

ACTS = "abilities_act_for_those_who_have_them"
_KINDS = frozenset(
    ("lacks_ability", "not_its_controller", "triggers_for_another", "no_creature_in_combat", "cannot_be_activated")
)
_ON_TRUST = frozenset(("triggers_for_another", "no_creature_in_combat"))
"""What matters as an ability triggers, before it is put onto the stack."""
_PLAYERS = ("you", "opponent")


@dataclass(frozen=True)
class _Ability:
    """An ability of the permanent.

    Attributes:
        text: Its text.
        activated: Whether a player activates it.
        for_all: Whether any player may.
        in_combat: Whether it triggers as its permanent attacks.
        if_blue: Whether it can be activated only while its permanent is blue.
    """

    text: str
    activated: bool = False
    for_all: bool = False
    in_combat: bool = False
    if_blue: bool = False


_ABILITIES = (
    _Ability("{1}: Smith gets +1/+0 until end of turn.", activated=True),
    _Ability("{2}: Smith gets +0/+2 until end of turn. Activate only if Smith is blue.", activated=True, if_blue=True),
    _Ability("{3}: Smith gains flying until end of turn. Any player may activate this ability.", True, True),
    _Ability("Whenever you draw a card, Smith gains vigilance until end of turn."),
    _Ability("Whenever Smith attacks, it gets +1/+1 until end of turn.", in_combat=True),
)


@dataclass(frozen=True)
class _Event:
    """Something that happens to the permanent.

    Attributes:
        said: What it is, in a few words.
        steps: The steps.
        lost: Whether it loses its abilities by that.
        player: Who controls it from then on.
        blue: Whether it is blue from then on.
        creature: Whether it is a creature from then on.
    """

    said: str
    steps: tuple[Data, ...] = ()
    lost: bool = False
    player: str = "you"
    blue: bool = False
    creature: bool = True


def _made(**operations: object) -> tuple[Data, ...]:
    return ({"resolves": {"effects": [{"affects": "targets", **operations}]}, "affects": "it"},)


_TAKEN: Data = {
    "resolves": {"effects": [{"affects": "targets", "gain_control": "you"}]},
    "affects": "it",
    "controller": "opponent",
}
_EVENTS = (
    _Event("nothing happens"),
    _Event("it loses all abilities", _made(lose_all_abilities=True), lost=True),
    _Event("it becomes blue", _made(set_colors=["U"]), blue=True),
    _Event("it becomes an artifact", _made(set_types=["Artifact"]), creature=False),
    _Event("an opponent gains control of it", (_TAKEN,), player="opponent"),
    _Event("it turns face down", ({"turns": "it", "face": "down"},), lost=True),
    _Event("it turns face down and up", ({"turns": "it", "face": "down"}, {"turns": "it", "face": "up"})),
    _Event("it phases out and in", ({"phases": "out", "object": "it"}, {"phases": "in", "object": "it"})),
)
_ENTERS: dict[str, tuple[Data, ...]] = {
    "itself": ({"enters": "Smith", "as": "it"},),
    "a copy": ({"enters": "Smith", "as": "first"}, {"enters": "Clone", "as": "it", "copy_of": "first"}),
}
_CARDS: tuple[Data, ...] = (
    {
        "name": "Smith", "type_line": "Creature — Human", "mana_cost": "{R}", "power": 1, "toughness": 1,
        "oracle_text": "\n".join(one.text for one in _ABILITIES),
    },
    {"name": "Clone", "type_line": "Creature — Shapeshifter", "mana_cost": "{U}", "power": 0, "toughness": 0},
)  # fmt: skip


def of_acting() -> Iterator[FindingClaim]:
    """Return the claims: each ability resolves, for each player, after each event, with and without having waited."""
    for way, enters in _ENTERS.items():
        for event in _EVENTS:
            for waits in (False, True):
                yield _claim(f"{way}, {event.said}{', and it waited' if waits else ''}", enters, event, waits=waits)


def _claim(about: str, enters: Sequence[Data], event: _Event, *, waits: bool) -> FindingClaim:
    before = [*enters, *([{"stacks": "it"}] if waits else []), *event.steps]
    steps: list[Data] = []
    found: set[Found] = set()
    for number, ability in enumerate(_ABILITIES, start=1):
        for player in _PLAYERS:
            steps.append({"resolves": "Smith", "source": "it", "ability": number, "controller": player})
            wrong = set(_wrong(ability, event, player))
            if waits:  # then it matters only if it was so already as the ability was put onto the stack
                wrong &= {one for one in _wrong(ability, _EVENTS[0], player) if one[1] not in _ON_TRUST}
            place = str(len(before) + len(steps))
            found |= {Found(rule, kind, "it", place) for rule, kind in wrong}
    board = {"players": list(_PLAYERS), "cards": list(_CARDS), "timeline": [*before, *steps]}
    return FindingClaim(ACTS, about, board, _KINDS, frozenset(found))


def _wrong(ability: _Ability, event: _Event, player: str) -> Iterator[tuple[str, str]]:
    """Return what is wrong if a player's ability of the permanent resolves after an event."""
    if event.lost:
        yield "113.7a", "lacks_ability"
    if player != event.player and ability.activated and not ability.for_all:
        yield "602.2", "not_its_controller"
    if player != event.player and not ability.activated:
        yield "603.3a", "triggers_for_another"
    if ability.in_combat and not event.creature:
        yield "506.4", "no_creature_in_combat"
    if ability.if_blue and not event.blue:
        yield "602.5", "cannot_be_activated"
