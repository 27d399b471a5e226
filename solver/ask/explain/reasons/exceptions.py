"""The exceptions of a copy effect that decide a fact about the copy (707.9)."""

from __future__ import annotations

from collections.abc import Iterator

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case, prove, view
from solver.ask.explain.rules import Term
from solver.ask.explain.wording import phrases as words

_SIZE = ("power", "toughness")


def exception_for(case: Case, goal: Goal) -> Iterator[str]:
    """Say which exception of a copy effect made a fact hold (707.9).

    Args:
        case: The board.
        goal: The fact.
    """
    atom = case.goal_atom(goal)
    for node in prove(case, atom).all() if atom is not None else ():
        if node.plain and node.rule.startswith("707.9"):
            yield words.PLAINLY.format(what=node.sentence, rule=node.rule)
            return


def exceptions_against(case: Case, goal: Goal) -> Iterator[str]:
    """Say which exceptions of a copy effect keep a fact from holding: they take the value away, or set another one.

    Args:
        case: The board.
        goal: The fact, which does not hold.
    """
    atoms = case.prover.atoms
    effect = _copy_effect(case, goal.label)
    if effect is None:
        return
    kinds: list[Term] = [("ability",) if goal.predicate == "keyword" else (goal.predicate,)]
    if goal.predicate in _SIZE:
        kinds = [(one,) for one in _SIZE]
    values: set[Term] = {goal.value}
    if goal.predicate == "keyword":
        values = {row[0] for row in atoms.rows("ability_keyword", 2) if row[1] == goal.value}
    found: list[Term] = []
    for kind in kinds:
        found += [("dropped", *row) for row in atoms.matching("dropped", 3, {0: effect, 1: kind}) if row[2] in values]
        if atoms.holds(("copy_except", effect, kind)):
            rows = atoms.matching("exceptional", 3, {0: effect, 1: kind})
            found += [("copy_except", effect, kind)] if not rows or kind == ("type",) else []
            found += [("exceptional", *row) for row in rows]
    for atom in found:
        said = view(prove(case, atom), "short", 1)
        yield words.capital(words.PLAINLY.format(what=said.text, rule=said.rule))


def _copy_effect(case: Case, label: str) -> Term | None:
    """Return the copy effect that gave an object its values, the last one; None if it is no copy."""
    atoms, here = case.prover.atoms, ("o", 0, label)
    overlays = [(row[1], row[2]) for row in atoms.matching("copy_by", 3, {0: here}) if isinstance(row[1], int)]
    if overlays:
        return max(overlays, key=lambda one: one[0])[1]
    return next((row[0] for row in atoms.matching("token_copy", 2, {1: here})), None)
