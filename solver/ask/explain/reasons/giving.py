"""Effects that would make a fact true for the objects that they affect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Term, written
from solver.ask.explain.walk_values import EffectName

_GIVES: Mapping[str, tuple[str, ...]] = {
    "type": ("add_type", "set_type"),
    "subtype": ("add_subtype", "set_subtype"),
    "supertype": ("add_supertype",),
    "color": ("add_color", "set_color"),
    "keyword": ("add_ability",),
    "ability": ("add_ability",),
    "power": ("set_power",),
    "toughness": ("set_toughness",),
}


def giving(case: Case, goal: Goal, effects: Mapping[str, EffectName]) -> Iterator[EffectName]:
    """Return the effects that would make a fact true for the objects that they affect.

    Args:
        case: The board.
        goal: The fact, not negated.
        effects: The effects, by their terms in the rules.
    """
    for effect, operation, value in case.prover.atoms.rows("does", 3):
        key = written(effect)
        if key in effects and gives(case, goal, operation, value):
            yield effects[key]


def gives(case: Case, goal: Goal, operation: Term, value: Term) -> bool:
    """Tell whether the result of an effect would make a fact true.

    Args:
        case: The board.
        goal: The fact, not negated.
        operation: The effect's result.
        value: Its value.
    """
    if isinstance(operation, tuple) and operation[0] in _GIVES.get(goal.predicate, ()):
        wanted = str(goal.value).lower()
        said = goal.predicate in ("keyword", "ability") and wanted in case.speaker.say(value).lower()
        return said or value in (goal.value, ("num", goal.value))
    return goal.predicate == "subtype" and operation == ("add_every",)
