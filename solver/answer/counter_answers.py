"""The counters on an object, in an answer."""

from __future__ import annotations

from facts.board import Thing, Timeline
from facts.text import InputError, show
from solver.answer.symbols import Kinds, Values, term


def counters_on(thing: Thing, values: Kinds) -> dict[str, int]:
    """Return the counters on an object, those first that steps put on it first.

    Args:
        thing: The object.
        values: The values that the rules derive for it.
    """
    if "counter" not in values:
        return {}
    found = {str(kind.string): number.number for kind, number in (term(one).arguments for one in values["counter"])}
    order = {kind: place for place, kind in enumerate(thing.told_counters)}
    return {kind: found[kind] for kind in sorted(found, key=lambda kind: (order.get(kind, len(order)), kind))}


def refuse_overdrawn(timeline: Timeline, values: Values) -> None:
    """Check that no step removes counters that an object does not have.

    Args:
        timeline: The board.
        values: The values that the rules derive for each object.

    Raises:
        InputError: Some step does.
    """
    for label, said in values.items():
        if "overdrawn" in said:
            raise _overdrawn(timeline, label, said)


def _overdrawn(timeline: Timeline, label: str, values: Kinds) -> InputError:
    step, kind, had, number = min(
        (step.number, kind.string, had.number, number.number)
        for kind, step, had, number in (term(one).arguments for one in values["overdrawn"])
    )
    does = "entered with" if timeline.things[label].entry else "has"
    problem = f"{show(label)} {does} {had} counters of that kind, not {number}"
    return timeline.document.error(("timeline", step - 1, "counters", kind), problem)
