"""The part of a large board that matters to a fact: proofs are quicker to find on it than on the whole board.

On a large board, most objects do nothing to others: they have no effects, and no effect counts them. A proof about
another object never names them. So the law is run without them. A check then shows whether that changed anything: the
same effects must apply and wait for each other, and all objects that stay must have the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable

from facts.board import BoardFacts
from facts.runtime import pattern
from solver.answer import AnswerMaker, collect
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.proof.sufficiency import named_in
from solver.ask.explain.walk_values import Walk
from solver.engine import Layers
from solver.program import Grounding, further_chapter

_MANY = 20
"""On boards of no more objects the law is run for all of them."""
_LEFT_OUT = 0.3
"""The least share of the objects for which leaving them out is worth it."""
_COUNTING = ("condition(", "amount_of(")
"""The beginnings of facts by which an effect may count objects or test for them."""
_OF_ONE = ("mana_value,", "mana_value_of_affected,")
"""Amounts that are not counts: values of the source or of the affected object."""
_OBJECT = pattern(r'(?<!\w)o\(0,"((?:[^"\\]|\\.)*)"\)')


def part_of(case: Case, walk: Walk, about: Iterable[str]) -> BoardFacts | None:
    """Return the facts of the part of a board that matters to facts about some objects.

    Args:
        case: The board, grounded with ``walking``.
        walk: Its walk.
        about: The labels of the objects.

    Returns:
        The facts; None where all of the board may matter, or not enough can be left out.
    """
    facts = case.facts
    if len(case.answer.objects) <= _MANY or further_chapter() is not None or any(map(_counts, facts.lines)):
        return None
    kept = _kept(case, walk, about)
    out = set(case.answer.objects) - kept
    if len(out) < _LEFT_OUT * len(case.answer.objects):
        return None
    lines = tuple(line for line in facts.lines if out.isdisjoint(_labels(line)))
    part = facts._replace(lines=lines)
    return part if _is_the_same(case, part, kept) else None


def _counts(line: str) -> bool:
    """Tell whether a fact says that an effect counts objects, or asks which there are."""
    if not line.startswith(_COUNTING):
        return False
    return not any(f",{one}" in line for one in _OF_ONE)


def _labels(line: str) -> set[str]:
    """Return the labels of the objects that a fact is about."""
    return {label.replace('\\"', '"').replace("\\\\", "\\") for label in _OBJECT.findall(line)}


def _kept(case: Case, walk: Walk, about: Iterable[str]) -> set[str]:
    """Return the labels of the objects that may do something to others, and of those that show why effects wait."""
    kept = set(about)
    atoms = case.prover.atoms
    kept.update(name for effect, _ in atoms.rows("has_part", 2) for name in named_in(effect))
    for applied in walk.applied:
        for one in applied.waited:
            kept.update((*one.gains[:1], *one.loses[:1]))
    for line in case.facts.lines:
        if len(labels := _labels(line)) > 1:
            kept |= labels
    return kept & set(case.answer.objects)


def _is_the_same(case: Case, part: BoardFacts, kept: set[str]) -> bool:
    """Tell whether on a part of a board the same effects apply, wait for the same ones, and have the same results."""
    layers = Layers(part.lines, thorough=True, walking=True)
    layers.run()
    answer = AnswerMaker(part, collect(layers.shown(), 0)).answer(kept)
    if any(answer.objects[label] != case.answer.objects[label] for label in kept):
        return False
    return _order(layers) == _order(case.layers)


def _order(layers: Grounding) -> set[tuple[str, ...]]:
    """Return which effects are applied in which layers, and which of them depend on which others."""
    found: set[tuple[str, ...]] = {
        ("part_applied", str(effect), str(layer)) for effect, layer, _ in layers.atoms("part_applied", 3)
    }
    for name in ("waits_for", "loop"):
        found.update((name, str(effect), str(other)) for effect, other, _ in layers.atoms(name, 3))
    return found
