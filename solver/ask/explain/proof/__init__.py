"""Proofs: why a fact holds, down to the statements of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.proof.earlier_boards import EarlierBoards
    from solver.ask.explain.proof.fired import FiredRules, fired_rules
    from solver.ask.explain.proof.grounded_board import Case, Grounded, prove, speaker_of
    from solver.ask.explain.proof.inference import Instance
    from solver.ask.explain.proof.node import Node, nodes_of
    from solver.ask.explain.proof.proving import Prover
    from solver.ask.explain.proof.view import Detail, View, view, views_of
    from solver.ask.explain.proof.whole_proof import whole_proofs
    from solver.ask.explain.proof.without import answers_without

__all__ = [
    "Case", "Detail", "EarlierBoards", "FiredRules", "Grounded", "Instance", "Node", "Prover", "View",
    "answers_without", "fired_rules", "nodes_of", "prove", "speaker_of", "view", "views_of", "whole_proofs",
]  # fmt: skip

offer(__name__)
