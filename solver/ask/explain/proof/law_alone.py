"""A board grounded with the law alone: where the board is large, only the part of it that matters to the facts."""

from __future__ import annotations

from collections.abc import Iterable

from facts.board import BoardFacts
from solver.answer import AnswerMaker, collect
from solver.ask.explain.proof.grounded_board import Case, Grounded
from solver.ask.explain.proof.part import part_of
from solver.ask.explain.rules import Atoms, lawbook

_NUMBER = 0


def by_the_law_alone(case: Case, about: Iterable[str]) -> Case:
    """Ground a board, or the part of it that matters, with the law alone, unless that was done before.

    Args:
        case: The board, grounded.
        about: The labels of the objects that matter.

    Returns:
        The same board, on which effects were applied one at a time; its answer has all objects.
    """
    kept = case.grounded.plain
    asked = set(about)
    found = next((one for one in kept if asked <= one.answer.objects.keys()), None)
    if found is None:
        part = part_of(case, case.grounded.walks[0], asked) if case.grounded.walks else None
        found = _part_grounded(case, part) if part else None
    plain = Case(case.board, edition=case.edition, plain=True, grounded=found)
    kept[:] = [plain.grounded]
    return plain


def _part_grounded(case: Case, part: BoardFacts) -> Grounded:
    """Ground a part of a board with the law alone."""
    from solver.engine import PlainLayers

    layers = PlainLayers(part.lines)
    layers.run()
    values = collect(layers.shown(), _NUMBER)
    answer = AnswerMaker(part, values).answer(values.keys() & case.answer.objects.keys())
    atoms = Atoms(layers, part.lines, lawbook())
    return Grounded(part, layers, values, answer, atoms, case.speaker, lawbook(), [], [])
