"""Cases that are derived many at a time: those of one edition that take much the same steps, beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from facts import Board
from solver.ask.together.batch_order import by_steps
from tests.case_files import Case


class Together:
    """Cases in groups.

    Attributes:
        groups: The groups, each as its edition and the place of its first case among those of the edition.
    """

    def __init__(self, cases: Sequence[Case], size: int) -> None:
        """Put cases into groups; their boards are read when the first group is wanted.

        Args:
            cases: The cases.
            size: The most cases of a group.
        """
        self._cases = cases
        self._size = size
        editions = [case.edition for case in cases]
        self.groups = [(one, place) for one in sorted(set(editions)) for place in range(0, editions.count(one), size)]

    def of(self, edition: str, first: int) -> tuple[list[Case], list[Board]]:
        """Return the cases of a group, and their boards.

        Args:
            edition: The edition.
            first: The place of its first case.
        """
        some = self._beside_each_other(edition)[first : first + self._size]
        return [case for case, _ in some], [board for _, board in some]

    @cache  # noqa: B019
    def _beside_each_other(self, edition: str) -> list[tuple[Case, Board]]:
        boards = [(case, Board.of(case.data["board"])) for case in self._cases if case.edition == edition]
        case_of = {id(board): case for case, board in boards}
        return [(case_of[id(board)], board) for board in by_steps(board for _, board in boards)]
