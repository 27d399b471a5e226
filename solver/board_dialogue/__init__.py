"""The dialogue of ``typeline board``: it builds a board step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.board_dialogue.asking import Asker, PlainAsker, broken
    from solver.board_dialogue.saving import opened
    from solver.board_dialogue.session import Session
    from solver.board_dialogue.terminal import TerminalAsker

__all__ = ["Asker", "PlainAsker", "Session", "TerminalAsker", "broken", "opened"]

offer(__name__)
