"""A claim about what `check BOARD` finds on a board."""

from __future__ import annotations

from typing import NamedTuple

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.findings_plainly import Found


class FindingClaim(NamedTuple):
    """A claim.

    Attributes:
        name: The statement that it belongs to.
        about: What it is about, in a few words.
        board: The board.
        kinds: The kinds of findings that it speaks of.
        findings: All findings of these kinds.
    """

    name: str
    about: str
    board: Data
    kinds: frozenset[str]
    findings: frozenset[Found]
