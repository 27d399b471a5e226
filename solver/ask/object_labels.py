"""Find an object of an answer by its label or name: one lookup for all commands, the page and assistants."""

from __future__ import annotations

from collections.abc import Mapping

from facts.board import Timeline
from facts.text import InputError, did_you_mean, show, slug, there_are
from solver.answer import ObjectAnswer


def object_named(
    named: str, timeline: Timeline, objects: Mapping[str, ObjectAnswer], *, source: str | None = None, path: str = ""
) -> str:
    """Return the label of the object that is meant.

    Args:
        named: Its label, however it is spelled, or its name where only one has it.
        timeline: The history of the board.
        objects: The objects of its answer, by label.
        source: Where it was named; the board's source if None.
        path: Under which key it was named.

    Raises:
        InputError: There is no such object, or there are several.
    """

    def refused(problem: str, hint: str) -> InputError:
        return InputError(problem, hint, source=timeline.document.source if source is None else source, path=path)

    for label in (named, slug(named)):
        if label in objects:
            return label
    alike = [label for label, one in objects.items() if one.name and slug(one.name) == slug(named)]
    if len(alike) == 1:
        return alike[0]
    if alike:
        raise refused(f"{show(named)} could be {', '.join(alike)}", "Name it by its label")
    gone = departure(named, timeline)
    if gone is not None:
        raise refused(gone, "Ask about what is there")
    raise refused(f"{show(named)}: no such object", did_you_mean(named, objects) or there_are(objects))


def departure(named: str, timeline: Timeline) -> str | None:
    """Say that an object has left, if it has.

    Args:
        named: Its label, however it is spelled.
        timeline: The history of the board.
    """
    for label in (named, slug(named)):
        thing = timeline.things.get(label)
        if thing is not None and thing.left is not None:
            return f"{show(label)} has left in step {thing.left}"
    return None
