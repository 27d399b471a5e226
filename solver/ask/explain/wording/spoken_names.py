"""Name objects in explanations. Controllers, zones and order distinguish objects of one name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from facts.board import Timeline
from solver.answer import Answer
from solver.ask.explain.wording import phrases as words

_OF_YOU = {"you": words.YOURS, "opponent": words.OPPONENTS}


class _One(NamedTuple):
    """The properties that distinguish an object from others of its name."""

    label: str
    name: str
    player: str
    zone: str
    token: bool


def names_of(timeline: Timeline, answer: Answer) -> dict[str, str]:
    """Return the names of the objects of a board, also of those that have left.

    A copy has the name of its own card if that tells it apart ("Clone", not a second "Grizzly Bears"). Others
    of one name are told apart by who controls them, by where they are, and by the order in which they came.

    Args:
        timeline: The history of the board.
        answer: The answer for its objects.

    Returns:
        The name of each, by label: "Grizzly Bears", "Ann's Clone", "the second Forest".
    """
    ones: list[_One] = []
    for label, thing in timeline.things.items():
        there = answer.objects.get(label)
        card = thing.card.faces[0].name
        if there is None:
            ones.append(_One(label, card or label, thing.controller, words.GONE, thing.token))
        else:
            own = there.copied and not there.token and card
            ones.append(
                _One(label, (own and card) or there.name or card or label, there.controller, there.zone, there.token)
            )
    found: dict[str, str] = {}
    for name, group in _by(ones, lambda one: one.name).items():
        if len(group) == 1:
            found[group[0].label] = name
            continue
        found.update(_told_apart(group))
    return found


def _told_apart(group: Sequence[_One]) -> Iterator[tuple[str, str]]:
    """Return names for several objects with one name, by label."""
    players = len(_by(group, lambda one: one.player)) > 1
    for near in _by(group, lambda one: one.player).values() if players else [group]:
        by_zone = _by(near, lambda one: one.zone)
        for alike in by_zone.values():
            tokens = sum(one.token for one in alike)
            for place, one in enumerate(alike, 1):
                # If it is the only token, or the only one that is no token, that tells it apart.
                alone = 0 < tokens < len(alike) and (tokens if one.token else len(alike) - tokens) == 1
                ordinal = "" if alone or len(alike) == 1 else f"{words.ordinal(place)} "
                created = alone and one.token
                yield one.label, _said(one, ordinal, players=players, zones=len(by_zone) > 1, created=created)


def _said(one: _One, ordinal: str, *, players: bool, zones: bool, created: bool) -> str:
    """Say which object is meant: its controller, its number in order, and its zone, as far as these matter."""
    name = words.CREATED.format(name=one.name) if created else one.name
    if name.startswith(words.THE_NAME):
        name = name.removeprefix(words.THE_NAME)  # "the first Prismatic Bridge"
    whose = _OF_YOU.get(one.player, words.OF_PLAYER.format(player=one.player)) if players else words.THE
    where = f" {words.ZONES.get(one.zone, one.zone)}" if zones else ""
    return f"{whose} {ordinal}{name}{where}"


def _by(ones: Sequence[_One], key: Callable[[_One], object]) -> Mapping[str, list[_One]]:
    found: dict[str, list[_One]] = {}
    for one in ones:
        found.setdefault(str(key(one)), []).append(one)
    return found
