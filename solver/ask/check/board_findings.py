"""Checking a board: everything that the rules do not allow, and claims that cannot be true (303.4, 704.5).

The rules decide: each chapter of ``rules/law/`` derives ``finding`` for its paragraphs. Here these findings are read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from facts.board import Board
from facts.cards import edition_of
from solver.answer import Answer
from solver.ask.derive import DEFAULT_EDITION, ground, make_answer
from solver.process import one_at_a_time

if TYPE_CHECKING:
    from solver.ask.explain.wording import BoardFinding


@dataclass(frozen=True)
class BoardCheck:
    """The findings on a board.

    Attributes:
        findings: In the order of their paragraphs, then of the board.
        warnings: The unknown parts: sentences that are not modelled, choices that the board does not state.
        answer: The answer for its objects.
    """

    findings: tuple[BoardFinding, ...]
    warnings: tuple[str, ...]
    answer: Answer

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"findings": [one.as_data() for one in self.findings], "warnings": list(self.warnings)}


@one_at_a_time
def check_board(board: Board, *, edition: str = DEFAULT_EDITION) -> BoardCheck:
    """Find illegal states on a board, and impossible claims of the board.

    Args:
        board: The board.
        edition: The edition of the Comprehensive Rules.

    Returns:
        The findings; the board is derived as it stands, before state-based actions.

    Raises:
        ValueError: There is no such edition.
    """
    facts, layers = ground(board, edition=edition, checking=True)
    answer = make_answer(facts, layers)._replace(edition=edition)
    atoms = list(layers.atoms("finding", 4))
    if not atoms:
        return BoardCheck((), answer.warnings, answer)
    # this imports the explainer, which most boards do not need
    from solver.ask.explain.wording import finding_of, in_order, names_of

    names = names_of(board.timeline, answer)
    findings = in_order((finding_of(atom, names, edition_of(edition)) for atom in atoms), board.timeline)
    return BoardCheck(tuple(findings), answer.warnings, answer)
