"""The reasons of what the rules decided on the board of an earlier moment (608.2b, 611.2c, 614.12).

As a spell or ability resolves, or an object enters, the rules decide on the board as it stood then: "this target is
illegal". The decision is a fact of the present board, so a proof there ends with it. The board of that moment is then
derived once more, by the law alone, and the proof of the decision is put below the fact.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cached_property

from facts.board import BoardFacts, Timeline
from solver.answer import Answer
from solver.ask.explain.proof.grounded_board import speaker_of
from solver.ask.explain.proof.node import Node, nodes_of
from solver.ask.explain.proof.proving import Proof, Prover
from solver.ask.explain.proof.refutation import Refuter
from solver.ask.explain.rules import Atoms, Term, lawbook, read_term
from solver.engine import ONE_BOARD

_MOST = 8
"""The most moments that are derived once more for the proofs of one board: each takes as long as a small board."""


class EarlierBoards:
    """The boards of the moments at which the rules decided something, each derived when a reason first needs it."""

    def __init__(self, timeline: Timeline, answer: Answer, edition: str) -> None:
        """Take a board.

        Args:
            timeline: Its history as it was told, before the rules said which abilities its steps mean.
            answer: Its answer, which gives objects their names.
            edition: The edition of the rules.
        """
        self._timeline = timeline
        self._answer = answer
        self._edition = edition
        self._moments: dict[int, _Moment] = {}

    def add_reasons(self, root: Node, names: Container[str] | None = None) -> None:
        """Put the proofs of decisions of earlier moments below the facts that state them.

        Args:
            root: The proof on the present board. Its facts get further children.
            names: The predicates of the facts; all by default.
        """
        nodes = list(root.all())
        number = max(node.number for node in nodes) + 1
        for node in nodes:
            name = node.atom.partition("(")[0]
            asked = node.is_fact and not node.children and (names is None or name in names)
            found = self._reason(read_term(node.atom)) if asked else None
            if found is not None:
                below = list(found.all())
                for one in below:
                    one.number += number
                number += len(below)
                node.children.append(found)

    def _reason(self, fact: Term) -> Node | None:
        boards, decided = self._asked
        place = decided.get(fact)
        if place is None or (place not in self._moments and len(self._moments) >= _MOST):
            return None
        if place not in self._moments:
            self._moments[place] = _Moment(boards[place])
        moment = self._moments[place]
        found = moment.proof(fact)
        speaker = speaker_of(self._answer, moment.facts, moment.atoms)
        return None if found is None else nodes_of(speaker, self._edition, found)

    @cached_property
    def _asked(self) -> tuple[list[BoardFacts], dict[Term, int]]:
        """The boards as they stood at each moment, and for each decision the place of its board among them."""
        from solver.engine import answered, questions

        boards: list[BoardFacts] = []
        decided: dict[Term, int] = {}
        asking = questions(self._timeline, ONE_BOARD, edition=self._edition, checking=True, once=False)
        try:
            question = next(asking)
            while True:
                found = answered([question])[ONE_BOARD]
                for one in found:
                    decided.setdefault(read_term(one.written(ONE_BOARD)[:-1]), len(boards))
                boards.append(question.facts)
                question = asking.send(found)
        except StopIteration:
            return boards, decided


class _Moment:
    """The board of a moment, derived by the law alone."""

    def __init__(self, facts: BoardFacts) -> None:
        from solver.engine import PlainLayers

        layers = PlainLayers(facts.lines)
        layers.run()
        layers.settle()
        self.facts = facts
        self.atoms = Atoms(layers, facts.lines, lawbook())
        self._prover = Prover(self.atoms, lawbook())
        self._refuter = Refuter(self.atoms, lawbook(), self._prover.inference)

    def proof(self, decision: Term) -> Proof | None:
        """Prove a decision, with what was examined."""
        found = self._prover.prove(("settled", decision))
        if found is not None:
            examine(found, self._prover, self._refuter)
        return found


def examine(root: Proof, prover: Prover, refuter: Refuter) -> None:
    """Find the atoms that make the negative conditions of a proof's rules true, where not done before.

    Args:
        root: The proof.
        prover: It proves these atoms.
        refuter: It finds them.
    """
    stack = [root]
    seen: set[int] = set()
    while stack:
        proof = stack.pop()
        if id(proof) in seen:
            continue
        seen.add(id(proof))
        if proof.examined is None:
            proof.examined = []
            if proof.instance is not None:
                known = {support.atom for support in proof.supports}
                for atom in refuter.reasons(proof.instance):
                    reason = None if atom in known else prover.prove(atom, proof.instance.call)
                    if reason is not None:
                        proof.examined.append(reason)
        stack += [*proof.supports, *proof.examined]
