"""Telling the steps of a board in order: the objects, their events, and references between them.

Each kind of step has a module; `stage` has their common parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from facts.board.steps.attaching import attaches, copies_an_aura_on_nothing, lacks_host, leaves_copied_open
from facts.board.steps.can_resolve import AS_IT_TRANSFORMS, RESOLVING_TEXT, tells_of_mana
from facts.board.steps.counting import counters, damage
from facts.board.steps.deeds import asked_choices, do_the_same_to_targets, triggers_as_creature, whom_it_affects
from facts.board.steps.drafts import TimelineDraft
from facts.board.steps.ending import ends
from facts.board.steps.entering import enters
from facts.board.steps.lasting import bonds, watches
from facts.board.steps.leaving import leaves, phases
from facts.board.steps.merging import mutates
from facts.board.steps.modes import most_modes
from facts.board.steps.resolving import attached_by_own_text, resolves, stacks
from facts.board.steps.stage import Stage
from facts.board.steps.taken_away import MODE, removes, unattaches, unchooses, uncounts, undoes
from facts.board.steps.turning import leaves_turned_copy_open, turns, turns_over
from facts.board.steps.which_ability import DOES_NOTHING
from facts.board.timeline import Timeline
from facts.cards import Card, CardSource
from facts.text import Document, show

__all__ = [
    "AS_IT_TRANSFORMS",
    "DOES_NOTHING",
    "MODE",
    "RESOLVING_TEXT",
    "asked_choices",
    "do_the_same_to_targets",
    "most_modes",
    "tell",
    "tells_of_mana",
    "triggers_as_creature",
    "whom_it_affects",
]  # fmt: skip

_STEPS: Mapping[str, Callable[[Stage, dict[str, Any]], None]] = {
    "enters": enters,
    "resolves": resolves,
    "stacks": stacks,
    "transforms": turns_over,
    "converts": turns_over,
    "attaches": attaches,
    "turns": turns,
    "phases": phases,
    "leaves": leaves,
    "counters": counters,
    "damage": damage,
    "mutates": mutates,
    "ends": ends,
    "removes": removes,
    "unattaches": unattaches,
    "unchooses": unchooses,
    "uncounts": uncounts,
    "undoes": undoes,
}
"""The function for each kind of step, by its key. If a step has several of these keys, the first one counts."""


def tell(
    document: Document,
    players: tuple[str, ...],
    turn: str,
    own: Mapping[str, Card],
    cards: CardSource | None = None,
    stayed: frozenset[int] = frozenset(),
    *,
    all_known: bool = False,
) -> Timeline:
    """Tell the steps of a board that the schema accepts.

    Args:
        document: The board.
        players: In turn order.
        turn: The active player.
        own: The cards defined on the board, by name (see `facts.text.names.normal`).
        cards: The source of cards that are neither among them nor built in.
        stayed: The steps that did not exile the permanent that they were to exile and return, as the rules say.
        all_known: Whether these are all such steps; until then a step may name a token that such a step was to exile.

    Returns:
        The timeline.

    Raises:
        InputError: A step names something that is not on the board, or says what cannot happen.
    """
    draft = TimelineDraft(players=players, turn=turn, document=document.frozen())
    stage = Stage(document, draft, own, cards, stayed, all_known=all_known)
    for index, given in enumerate(document.data.get("timeline") or ()):
        stage.path = ("timeline", index)
        stage.step = stage.timeline.length = index + 1
        step = {"enters": given} if isinstance(given, str) else {**given}  # a function may change its step
        for kind, take in _STEPS.items():
            if kind in step:
                take(stage, step)
                break
        if "attaches" in step or ("enters" in step and "attached_to" in step):
            attached_by_own_text(stage, step)
    _find_hosts(stage)
    stage.timeline.may_stay = stage.may_stay
    if stage.may_stay and not stayed and not all_known:
        stage.timeline.again = partial(tell, document, players, turn, own, cards)
    timeline = stage.timeline.finished()
    watching, bound = watches(timeline), bonds(timeline)
    return replace(timeline, watches=tuple(watching), bonds=tuple(bound)) if watching or bound else timeline


def _find_hosts(stage: Stage) -> None:
    """Check the whole timeline: each Aura has a host, and each copy an original."""
    for thing in stage.timeline.things.values():
        if lacks_host(thing):
            stage.path = ("timeline", thing.step - 1)
            problem = f"the Aura {show(thing.label)} is attached to nothing"
            stage.fail((), problem, "Name what it is attached to, with 'attached_to'")
        if copies_an_aura_on_nothing(stage, thing):
            stage.timeline.warnings.append(f"{thing.label}: a copy of an Aura that no step attaches to anything")
        if leaves_copied_open(stage, thing):
            warning = f"{thing.label}: 'copy_of' does not name the copied object: nothing is copied"
            stage.timeline.warnings.append(warning)
        if leaves_turned_copy_open(stage, thing):
            warning = f"{thing.label}: 'copy_of' does not name what it becomes a copy of as it transforms"
            stage.timeline.warnings.append(f"{warning}: nothing is copied")
