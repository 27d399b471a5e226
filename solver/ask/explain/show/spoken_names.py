"""What explanations call objects: by name, and where several have it, as a person would tell them apart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from facts.board.board import Board
from solver.answer.answer_values import Answer
from solver.ask.explain.show import phrases as words

_OF_YOU = {"you": words.YOURS, "opponent": words.OPPONENTS}


class _One(NamedTuple):
    """What tells an object from others of its name."""

    label: str
    name: str
    player: str
    zone: str
    token: bool


def names_of(board: Board, answer: Answer) -> dict[str, str]:
    """Return what to call the objects of a board, those that have left too.

    A copy goes by the name of its own card where that tells it apart ("Clone", not a second "Grizzly Bears"). Others
    of one name are told apart by who controls them, by where they are, and by the order in which they came.

    Args:
        board: The board.
        answer: What everything on it is.

    Returns:
        What to call each, by label: "Grizzly Bears", "Ann's Clone", "the second Forest".
    """
    ones: list[_One] = []
    for label, thing in board.timeline.things.items():
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
        for one in group:
            found[one.label] = _told_apart(one, group)
    return found


def _told_apart(one: _One, group: Sequence[_One]) -> str:
    """Return what to call one of several objects of a name."""
    players = len(_by(group, lambda other: other.player)) > 1
    near = [other for other in group if other.player == one.player] if players else list(group)
    zones = len(_by(near, lambda other: other.zone)) > 1
    near = [other for other in near if other.zone == one.zone]
    kinds = len(_by(near, lambda other: other.token)) > 1 and sum(other.token == one.token for other in near) == 1
    near = [other for other in near if other.token == one.token] if kinds else near
    place = near.index(one) + 1
    ordinal = "" if len(near) == 1 else f"{words.ordinal(place)} "
    name = words.CREATED.format(name=one.name) if kinds and one.token else one.name
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
