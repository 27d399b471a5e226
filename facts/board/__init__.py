"""Boards: reading one, telling its steps in order, and writing it as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.board.asked import Chosen
    from facts.board.board import DEFAULT_PLAYERS, Board
    from facts.board.board_facts import BoardFacts, board_facts, meant_by, retold
    from facts.board.board_text import board_text, flow
    from facts.board.check_facts import with_checking_facts
    from facts.board.claims import with_claims
    from facts.board.events import Claim, Entry, Likeness
    from facts.board.fact_writer import SpokenOfError, object_term
    from facts.board.given_board import SOURCE, given_board
    from facts.board.named_questions import questions_of_named
    from facts.board.settled import NOTHING, Finding, Meant, Settled
    from facts.board.things import Thing
    from facts.board.timeline import Asking, Resolution, Timeline
    from facts.board.timeline_terms import (
        OBJECT,
        PLAYER,
        AbilityOf,
        Argument,
        EffectOf,
        ExceptionOf,
        FaceOf,
        Moment,
        Named,
        QuestionOf,
        Resolving,
        Term,
    )
    from facts.board.zones_of_conditions import hidden_zones_counted, no_cards_listed, zones_told

__all__ = [
    "DEFAULT_PLAYERS", "NOTHING", "OBJECT", "PLAYER", "SOURCE", "AbilityOf", "Argument", "Asking", "Board",
    "BoardFacts", "Chosen", "Claim", "EffectOf", "Entry", "ExceptionOf", "FaceOf", "Finding", "Likeness", "Meant",
    "Moment", "Named", "QuestionOf", "Resolution", "Resolving", "Settled", "SpokenOfError", "Term", "Thing",
    "Timeline", "board_facts", "board_text", "flow", "given_board", "hidden_zones_counted", "meant_by",
    "no_cards_listed", "object_term", "questions_of_named", "retold", "with_checking_facts", "with_claims",
    "zones_told",
]  # fmt: skip

offer(__name__)
