"""The things that can be taken away from a board, one by one: objects, effects, counters, attachments and choices."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from facts.board import Board, BoardFacts, Resolution, Timeline, object_term
from facts.board.steps import MODE
from facts.text import InputError, did_you_mean, quoted, show, there_are
from solver.answer import Values, term

COUNTERS, ATTACHMENT, CHOICE = "counters", "attachment", "choice"
OBJECT, EFFECT = "object", "effect"


class Part(NamedTuple):
    """A part that can be removed from an object or an effect that itself stays.

    Attributes:
        kind: ``counters``: all counters of a kind; ``attachment``: that it is attached; ``choice``: what was chosen.
        of: The label of the object or the ``resolves`` step (``step 3`` where one has none).
        what: The kind of the counters, the label of the host or the player, the key of the choice.
        values: The chosen values, for a choice.
        number: Their number, for counters.
    """

    kind: str
    of: str
    what: str
    values: tuple[str | int, ...] = ()
    number: int = 0

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON, in the words of a board."""
        if self.kind == COUNTERS:
            return {"counters": self.what, "on": self.of}
        if self.kind == ATTACHMENT:
            return {"attached": self.of, "to": self.what}
        return {"chosen": self.what, "for": self.of}


Taken = str | Part
"""A removed thing: an object or an effect by its label (``step 3`` if it has none), or a part of one."""


def owner_of(taken: Taken) -> str:
    """Return the label of the object or effect that something is, or is a part of.

    Args:
        taken: The removable thing.
    """
    return taken.of if isinstance(taken, Part) else taken


def kind_of(timeline: Timeline, taken: Taken) -> str:
    """Return the kind of a removable thing: ``object``, ``effect``, ``counters``, ``attachment``, ``choice``.

    Args:
        timeline: The history of the board.
        taken: The removable thing.
    """
    if isinstance(taken, Part):
        return taken.kind
    return OBJECT if taken in timeline.things else EFFECT


def candidates(facts: BoardFacts, values: Values, spared: Container[str] = ()) -> list[Taken]:
    """Return all that can be taken away from a board.

    Args:
        facts: The facts of the board, with the number 0.
        values: The values that the rules derive for each object.
        spared: The labels of objects that stay; their counters, attachments and choices can be taken away.

    Returns:
        Objects and effects in the order in which they came, then the things that can be taken from them.
    """
    things = [label for label, thing in facts.timeline.things.items() if thing.left is None]
    there = [label for label in things if label not in spared]
    effects = [one.label or f"step {one.step}" for one in facts.timeline.resolutions if _goes_on(one)]
    return [*there, *effects, *_parts(facts, values, things)]


def _goes_on(resolution: Resolution) -> bool:
    """Tell whether a resolved spell or ability has a lasting effect: turning an object over happens once."""
    turns = any(effect.turn is not None for effect in resolution.ability.effects)
    return _is_left(resolution) and not resolution.entering and not turns


def _is_left(resolution: Resolution) -> bool:
    """Tell whether something of what resolved may be left, also after its end: a part without a duration."""
    if resolution.ended is None:
        return True
    return not resolution.undone and any(effect.lasts is None for effect in resolution.ability.effects)


def _parts(facts: BoardFacts, values: Values, things: Iterable[str]) -> Iterator[Part]:
    for label in things:
        thing = facts.timeline.things[label]
        for kind, number in sorted(
            (kind.string, number.number)
            for kind, number in (term(one).arguments for one in values.get(label, {}).get("counter", ()))
        ):
            yield Part(COUNTERS, label, kind, number=number)
        if thing.attached is not None:
            yield Part(ATTACHMENT, label, thing.attached[0])
        for key, chosen in thing.chosen.items():
            yield Part(CHOICE, label, key, tuple(chosen))
        if thing.mode is not None:
            yield Part(CHOICE, label, MODE)
    for one in facts.timeline.resolutions:
        if _goes_on(one):
            name = one.label or f"step {one.step}"
            # Words are exchanged by an effect that does nothing else: without the choice there is none.
            exchanged = any(effect.change_words is not None for effect in one.ability.effects)
            yield from (Part(CHOICE, name, key, tuple(of)) for key, of in one.chosen.items() if not exchanged)


def facts_of(timeline: Timeline, part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the beginnings of the facts that a removed part takes with it, and the facts that replace them.

    Args:
        timeline: The history of the board, whose number is 0.
        part: The part.
    """
    there = part.of in timeline.things
    owner = object_term(0, part.of) if there else f"step(0,{step_of(timeline, part.of)})"
    if part.kind == COUNTERS:
        return (), (f"without_counters({owner},{quoted(part.what)}).",)
    if part.kind == ATTACHMENT:
        return (f"attached({owner},",), ()
    choice = f"(choice({owner},{part.what}),"
    told = tuple(f"{predicate}({owner},{part.what}," for predicate in ("chosen", "choice_told"))
    return (*told, *(f"{predicate}{choice}" for predicate in ("claimed", "claimed_as_turned"))), ()


def step_of(timeline: Timeline, name: str) -> int:
    """Return the number of the step that made an effect.

    Args:
        timeline: The history of the board.
        name: The label of the effect, or ``step 3`` where it has none.
    """
    return next(one.step for one in timeline.resolutions if name == (one.label or f"step {one.step}"))


def without_these(board: Board, taken: Sequence[Taken]) -> Board:
    """Return a board as it is after objects have left, effects have ended, or parts of them are gone.

    Args:
        board: The board.
        taken: Labels of objects or of ``resolves`` steps (``step 3`` where one has none), and parts of them.

    Returns:
        The board with further steps, which take these away.

    Raises:
        InputError: There is nothing of such a label, or the board cannot be without it.
    """
    steps = list(board.document.data["timeline"])
    parts = [one for one in taken if isinstance(one, Part) and one.of not in taken]
    steps += [_step_without(board.timeline, part) for part in parts]
    for label in taken:
        if isinstance(label, str):
            steps = _without(board.timeline, label, steps)
    return board.with_timeline(steps)


def _step_without(timeline: Timeline, part: Part) -> dict[str, Any]:
    """Return the step that takes a part away."""
    if part.kind == COUNTERS:
        return {"uncounts": part.of, "what": part.what}
    if part.kind == ATTACHMENT:
        return {"unattaches": part.of}
    there = part.of in timeline.things
    return {"unchooses": part.of if there else step_of(timeline, part.of), "what": part.what}


def _without(timeline: Timeline, label: str, steps: list[Any]) -> list[Any]:
    """Return the timeline with a further step, which takes an object or effect away."""
    steps = list(steps)
    things = [thing.label for thing in timeline.things.values() if thing.left is None]
    effects = [one.label for one in timeline.resolutions if one.label and _is_left(one)]
    if label in things:
        return [*steps, {"removes": label}]
    if label in effects:
        return [*steps, {"undoes": label}]
    for one in timeline.resolutions:
        if label == f"step {one.step}" and not one.label and isinstance(steps[one.step - 1], dict):
            if "resolves" not in steps[one.step - 1]:
                continue
            steps[one.step - 1] = {**steps[one.step - 1], "as": label}
            return [*steps, {"undoes": label}]
    hint = did_you_mean(label, [*things, *effects]) or there_are([*things, *effects])
    raise InputError(f"{show(label)}: nothing of that label is on the board", hint, source=timeline.document.source)
