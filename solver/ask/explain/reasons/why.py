"""Explain why a fact holds: its proof is a tree of rule instances down to the facts of the board."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import Any, NamedTuple

from facts.board import Board
from facts.text import InputError
from solver.ask.derive import DEFAULT_EDITION
from solver.ask.explain.fact import read_goal, said_together
from solver.ask.explain.proof import Case, Grounded, Node, View, whole_proofs
from solver.ask.explain.reasons.contrast import Contrast, contrast, read_other
from solver.ask.explain.reasons.obstacles import Obstacles
from solver.ask.explain.reasons.of_finding import finding_meant
from solver.ask.explain.reasons.part_of_walk import walk_about
from solver.ask.explain.reasons.reasons import Reasons
from solver.ask.explain.walk import walk_through
from solver.ask.explain.walk_values import Walk, steps_as_data
from solver.process import one_at_a_time
from solver.program import Statement, in_force


@dataclass(frozen=True)
class Why:
    """The answer to "why?".

    Attributes:
        fact: The question, in the vocabulary.
        said: The question, in words.
        holds: Whether the fact holds.
        proofs: A proof for each part of the fact; empty if it does not hold.
        because: The reason why it holds or not, in a sentence or two.
        walk: The steps of the walk that changed the fact.
        against: The obstacles to the denied facts and to the other fact of a contrast, as trees.
        contrast: The contrast with another fact, if the question named one.
    """

    fact: str
    said: str
    holds: bool
    proofs: tuple[Node, ...]
    because: tuple[str, ...]
    walk: Walk
    against: tuple[View, ...] = ()
    contrast: Contrast | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/explain.md``."""
        return {
            "fact": self.fact,
            "said": self.said,
            "holds": self.holds,
            "because": list(self.because),
            "contrast": None if self.contrast is None else self.contrast.as_data(),
            "walk": steps_as_data(self.walk),
            "against": [one.as_data() for one in self.against],
            "proofs": [
                {"root": proof.number, "nodes": {str(node.number): node.as_data() for node in proof.all()}}
                for proof in self.proofs
            ],
        }


class _Kept(NamedTuple):
    """The results about the board of the last question. The reference to the board itself does not keep it alive."""

    board: weakref.ref[Board]
    edition: str
    rules: tuple[Statement, ...]
    grounded: Grounded


_kept: list[_Kept] = []
"""One entry or none; none while a question is being answered, so that no two threads ask one grounding."""


def _take(board: Board, edition: str) -> Grounded | None:
    """Return the kept grounding of a board, if the last question was about it, by the same rules."""
    try:
        kept = _kept.pop()
    except IndexError:
        return None
    same = kept.board() is board and kept.edition == edition and kept.rules is in_force()
    return kept.grounded if same else None


def _keep(case: Case) -> None:
    """Keep the grounding of a board for the next question, as long as the board exists."""
    rules = in_force()
    if rules is not None:
        _kept[:] = [_Kept(weakref.ref(case.board, _forget), case.edition, rules, case.grounded)]


def _forget(board: weakref.ref[Board]) -> None:
    """Drop the results for a board that no longer exists."""
    _kept[:] = [one for one in _kept if one.board is not board]


@one_at_a_time
def why(board: Board, fact: str, *, edition: str = DEFAULT_EDITION, rather_than: str = "") -> Why:
    """Prove a fact.

    Args:
        board: The board.
        fact: The fact, in the vocabulary or in words; also a finding of the check of the board, in its words or as
            many of the first of them as tell it from the others.
        edition: The edition of the rules.
        rather_than: Something else that could be true of the same object and is not: ``a Forest``, ``4/4``, or a whole
            fact. The answer then also names and proves what decides between the two.

    Returns:
        The answer with its proofs. If the fact does not hold, the answer says so.

    Raises:
        InputError: It is no fact, or names something that is not there.
        ValueError: There is no such edition.
    """
    try:  # a board on which no ability could have resolved has no answer, but findings
        case = Case(board, edition=edition, walking=True, grounded=_take(board, edition))
        answer = _why(case, fact, rather_than)
    except InputError:
        found = None if rather_than else _why_found(Case(board, edition=edition, walking=True, checking=True), fact)
        if found is None:
            raise
        return found
    _keep(case)
    said_otherwise = not answer.holds and answer.fact.startswith("ability(")  # "x cannot be the target of"
    found = (
        _why_found(Case(board, edition=edition, walking=True, checking=True), fact)
        if said_otherwise and not rather_than
        else None
    )
    return answer if found is None else found


def _why_found(case: Case, words: str) -> Why | None:
    """Say why the rules do not allow something, where the words are those of a finding of the check of the board."""
    meant = finding_meant(case, words)
    if meant is None:
        return None
    fact, found, proof, about = meant
    because = tuple(one.line for one in found.because)
    return Why(fact, found.finding.said.rstrip("."), True, (proof,), because, about)


def _why(case: Case, fact: str, rather_than: str) -> Why:
    goals = read_goal(fact, case.answered)
    fact = ", ".join(goal.written for goal in goals)
    said = said_together(goals, case.speaker.names)
    if not case.grounded.walks:
        case.grounded.walks.append(walk_through(case))
    walk = case.grounded.walks[0]
    about = walk_about(walk, goals)
    failing = [goal for goal in goals if not goal.holds(case.answer)]
    because = Reasons(case, walk).of(failing or goals)
    if failing:
        return Why(fact, said, False, (), because, about)
    if rather_than:
        others = read_other(case, goals, rather_than)
        denied = [goal.denied() for goal in others if not goal.holds(case.answer) and not goal.others]
        goals = [*goals, *denied]
        found = contrast(case, walk, goals[: -len(denied)] if denied else goals, others)
        about = walk_about(walk, goals)
    else:
        found = None
    against = tuple(Obstacles(case, walk).against(goals))
    return Why(fact, said, True, whole_proofs(case, goals), because, about, against, found)
