"""Sources whose abilities do not function now: phased out, elsewhere, moved to another host, behind a locked door.

Each is tried: the board is derived without the step, or with the place, that keeps the source from making a fact true.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from facts.board import Thing
from facts.text import InputError
from solver.ask.derive import derive
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.wording import phrases as words

_MOST = 8
"""The most boards to derive for one fact."""
_Other = tuple[list[Any], str]
"""Another timeline, and the reason why an ability functions on it that does not function on the board."""


def not_working(case: Case, goal: Goal, *, over: bool = False) -> Iterator[str]:
    """Say which objects would make a fact true if their abilities functioned, and why these do not.

    Args:
        case: The board.
        goal: The fact, which does not hold.
        over: Whether an effect that made it true is over. If its source has left, that is no static ability (611.2b).
    """
    for number, (steps, why) in enumerate(_otherwise(case, goal.label, over=over)):
        if number == _MOST:
            return
        with suppress(InputError):
            if goal.holds(derive(case.board.with_timeline(steps), edition=case.edition)):
                yield words.NOT_WORKING.format(why=why)


def _otherwise(case: Case, label: str, *, over: bool) -> Iterator[_Other]:
    """Go through timelines on which an ability would function that does not, each with the reason why it does not.

    Args:
        case: The board.
        label: The object that the question is about.
        over: As for `not_working`.
    """
    steps: list[Any] = list(case.board.document.data["timeline"])
    for thing in reversed([*case.timeline.things.values()]):
        other = thing.label != label
        if thing.left is not None:
            yield from _if_it_had_stayed(case, steps, thing) if other and not over else ()
            continue
        yield from _if_it_had_not_phased_out(case, steps, thing)
        yield from _if_it_had_kept_its_counters(case, steps, thing)
        yield from _if_it_had_not_moved(case, steps, thing)
        entered = steps[thing.step - 1]
        if isinstance(entered, dict):
            yield from _if_it_were_on_the_battlefield(case, steps, thing) if other else ()
            yield from _if_it_were_face_up(case, steps, thing) if other else ()
            yield from _if_its_doors_were_unlocked(steps, thing)


def _if_it_had_stayed(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    left = thing.left or 0
    if "leaves" in _told(steps[left - 1]):
        yield _without(steps, left), words.HAS_LEFT.format(object=_name(case, thing.label), step=left)


def _if_it_had_not_phased_out(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    phased = next((event for event in reversed(thing.events) if event.what == "phases"), None)
    if phased is not None and phased.kind == "out" and "phases" in _told(steps[phased.step - 1]):
        yield _without(steps, phased.step), words.IS_PHASED_OUT.format(object=_name(case, thing.label))


def _if_it_had_kept_its_counters(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    for kind, count, at in reversed(thing.counted):
        if count < 0 and "counters" in _told(steps[at - 1]):
            pattern = words.COUNTERS_GONE[count < -1]
            why = pattern.format(number=-count, kind=kind, object=_name(case, thing.label), step=at)
            yield _without(steps, at), why


def _if_it_had_not_moved(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    moved = _moved(thing)
    if moved is not None:
        before, now, at = moved
        pattern = words.IS_ELSEWHERE if now else words.IS_UNATTACHED
        hosts = {"before": _name(case, before), "now": _name(case, now)}
        yield _without(steps, at), pattern.format(object=_name(case, thing.label), step=at, **hosts)


def _if_it_were_on_the_battlefield(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    entered = steps[thing.step - 1]
    if thing.zone != "battlefield" and entered.get("zone") == thing.zone:
        zone = words.ZONES.get(thing.zone, thing.zone)
        there = {key: value for key, value in entered.items() if key != "zone"}
        yield _with(steps, thing.step, there), words.NOT_THERE.format(object=_name(case, thing.label), zone=zone)


def _if_it_were_face_up(case: Case, steps: list[Any], thing: Thing) -> Iterator[_Other]:
    entered = steps[thing.step - 1]
    if thing.face_down and "face_down" in entered:
        up = {key: value for key, value in entered.items() if key != "face_down"}
        yield _with(steps, thing.step, up), words.IS_FACE_DOWN.format(object=_name(case, thing.label))


def _if_its_doors_were_unlocked(steps: list[Any], thing: Thing) -> Iterator[_Other]:
    entered = steps[thing.step - 1]
    faces = {face.side: face.name for face in thing.card.faces}
    for side in ("left", "right") if "unlocked" in entered else ():
        if side in faces and side not in thing.unlocked:
            opened = {**entered, "unlocked": [*thing.unlocked, side]}
            yield _with(steps, thing.step, opened), words.LOCKED.format(object=faces[side])


def _name(case: Case, label: str) -> str:
    return case.speaker.names.get(label, label)


def _told(step: Any) -> dict[str, Any]:
    """Return the words of a step; none for a mere name."""
    return step if isinstance(step, dict) else {}


def _moved(thing: Thing) -> tuple[str, str, int] | None:
    """Return the former host of an object, its host now and the step of the change; None if it did not move."""
    if len(thing.attachments) < 2:
        return None
    (before, _), (now, at) = thing.attachments[-2:]
    return (before, now, at) if before and before != now else None


def _without(steps: list[Any], number: int) -> list[Any]:
    """Return a timeline without a step."""
    return [*steps[: number - 1], *steps[number:]]


def _with(steps: list[Any], number: int, instead: dict[str, Any]) -> list[Any]:
    """Return a timeline with another step in the place of one."""
    return [*steps[: number - 1], instead, *steps[number:]]
