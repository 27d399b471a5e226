"""Claims about what a board says of its objects and steps: the boards of the files `found_*.yaml`, each with findings.

A finding is written as its paragraph, its kind, what it is about and what else it names. Each board has exactly these
findings. Most boards also have something possible that is like the impossible.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from facts.text import read_document
from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.claims.same_boards import cards_named
from solver.ask.check.specification.findings_plainly import Found
from solver.ask.explain.wording import SENTENCES

FOUND = "what_a_board_says_can_be_so_unless_it_is_found"
_HERE = Path(__file__).parent
_FILES = ("found_objects.yaml", "found_steps.yaml", "found_targets.yaml", "found_attached.yaml", "found_acts.yaml")
_NOTHING = "nothing"


def of_what_boards_say() -> Iterator[FindingClaim]:
    """Return the claims."""
    for name in _FILES:
        data = read_document((_HERE / name).read_bytes(), name).data
        known = {card["name"]: card for card in data["cards"]}
        for one in data["boards"]:
            yield FindingClaim(FOUND, one["about"], _board(one, known), frozenset(SENTENCES), _findings(one))


def _board(one: Data, known: Data) -> Data:
    """Return the board, with the cards that its steps name."""
    board: Data = {"players": ["you", "opponent"], "cards": cards_named(known, one["steps"]), "timeline": one["steps"]}
    return {**board, "turn": one["turn"]} if "turn" in one else board


def _findings(one: Data) -> frozenset[Found]:
    return frozenset(Found(*(str(word) for word in (*each, _NOTHING)[:4])) for each in one.get("finds", ()))
