"""The counters on an object, in an answer."""

from __future__ import annotations

from collections.abc import Iterator

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


def refuse_impossible(timeline: Timeline, values: Values) -> None:
    """Check that no step removes counters that an object does not have, or puts more on it than the rules count.

    Args:
        timeline: The board.
        values: The values that the rules derive for each object.

    Raises:
        InputError: Some step does.
    """
    for label, said in values.items():
        if "overdrawn" in said:
            raise _overdrawn(timeline, label, said)
        if "too_many" in said:
            kind, step, _ = min(term(one).arguments for one in said["too_many"])
            problem = f"more than a million {kind.string} counters on {show(label)}"
            raise timeline.document.error(("timeline", step.number - 1), problem)


def _overdrawn(timeline: Timeline, label: str, values: Kinds) -> InputError:
    step, kind, had, number = min(
        (step.number, kind.string, had.number, number.number)
        for kind, step, had, number in (term(one).arguments for one in values["overdrawn"])
    )
    does = "entered with" if timeline.things[label].entry else "has"
    problem = f"{show(label)} {does} {had} counters of that kind, not {number}"
    return timeline.document.error(("timeline", step - 1, "counters", kind), problem)


def counters_left_open(label: str, thing: Thing, values: Kinds) -> Iterator[str]:
    """Warn where a board does not say what the number of counters on an object depends on (614.16, 616.1).

    Args:
        label: The object.
        thing: The same object, as the board tells of it.
        values: The values that the rules derive for it.
    """
    for kind, step, fewest, most in (term(one).arguments for one in values.get("number_open", ())):
        many = f"{fewest.number} to {most.number} {kind.string} counters are put on it in step {step.number}"
        changed = any(event.step == step.number for event in thing.events)
        told = f'counters: {{"{kind.string}": ...}}' + ("" if changed else ", exact: true")
        yield (
            f"{label}: {many}: its controller chooses the order of the effects that change the number (616.1). "
            f"Taken as {most.number}; write another number with '{told}'"
        )
    for step in map(term, values.get("putter_open", ())):
        yield (
            f"{label}: 'put_by' does not say who puts the counters on it, which an effect asks for: taken as its "
            f"controller (step {step.number})"
        )
