"""What the rules do not allow on the board of a walk, with the proofs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Symbol

from facts.board import BoardFacts, Timeline
from facts.cards import edition_of
from solver.answer import Answer
from solver.ask.explain.proof import Detail, EarlierBoards, Node, Prover, View, nodes_of, speaker_of, view
from solver.ask.explain.rules import Term, term_of
from solver.ask.explain.walk_values import Found, Reason, Walk
from solver.ask.explain.wording import BoardFinding, finding_of, in_order, names_of
from solver.ask.explain.wording import walk_wording as wording
from solver.program import Grounding

_MOST_PROVED = 40
"""The most findings with a proof: on a board with more of them, the proofs would take longer than the walk."""
_ALL = 1000
"""More levels of reasons than any finding has."""


def findings_of(
    told: BoardFacts, timeline: Timeline, layers: Grounding, answer: Answer, prover: Prover, edition: str
) -> Iterator[Found]:
    """Return the findings of a board that was grounded for the check, in the order of their paragraphs.

    Args:
        told: The facts of the board.
        timeline: The history of the board as it was told, before the rules said which abilities its steps mean.
        layers: Its grounding.
        answer: The answer for its objects.
        prover: Finds proofs in the grounding.
        edition: The edition, whose numbers are cited.
    """
    terms = terms_of_findings(told, layers, answer, edition)
    speaker = speaker_of(answer, told, prover.atoms) if terms else None
    earlier = EarlierBoards(timeline, answer, edition)
    for number, (one, term) in enumerate(terms.items()):
        proof = prover.prove(term) if number < _MOST_PROVED else None
        if proof is None or speaker is None:
            yield Found(one, ())
            continue
        root = nodes_of(speaker, edition, proof)
        earlier.add_reasons(root)
        yield Found(one, _because(root, one.said))


def terms_of_findings(told: BoardFacts, layers: Grounding, answer: Answer, edition: str) -> dict[BoardFinding, Term]:
    """Return the findings of a board that was grounded for the check, each with its atom, in their order.

    Args:
        told: The facts of the board.
        layers: Its grounding.
        answer: The answer for its objects.
        edition: The edition, whose numbers are cited.
    """
    atoms = list(layers.atoms("finding", 4))
    names = names_of(told.timeline, answer) if atoms else {}
    terms = {finding_of(atom, names, edition_of(edition)): _term(atom) for atom in atoms}
    return {one: terms[one] for one in in_order(terms, told.timeline)}


def _term(atom: Sequence[Symbol]) -> Term:
    return ("finding", *(term_of(one, {}) for one in atom))


def _because(proof: Node, said: str) -> tuple[Reason, ...]:
    """Return the reasons of a finding, without those that have no words."""
    proof.sentence = proof.sentence or said
    return tuple(map(_reason, view(proof).children))


def _reason(shown: View) -> Reason:
    return Reason(shown.rule, shown.text, tuple(map(_reason, shown.children)))


def finding_lines(walk: Walk, detail: Detail) -> Iterator[tuple[int, str]]:
    """Write the findings of a walk that it does not tell otherwise, each with its reasons below it.

    Args:
        walk: The walk.
        detail: ``short`` leaves the reasons out; ``middle`` has those of each finding, and if there is only one, also
            what that rests on; ``long`` has all.

    Yields:
        Lines, each with its indent.
    """
    told = {(refused.object, refused.step) for refused in walk.refused}
    for found in walk.findings:
        one = found.finding
        if one.kind in wording.REFUSED_KINDS and any((label, one.step) in told for label in one.objects):
            continue
        yield 0, f"{one.rule}: {one.said}"
        if detail != "short":
            yield from _below(found.because, 2, _ALL if detail == "long" else 2 if len(found.because) == 1 else 1)


def _below(reasons: Sequence[Reason], indent: int, levels: int) -> Iterator[tuple[int, str]]:
    for one in reasons:
        yield indent, one.line
        if levels > 1:
            yield from _below(one.children, indent + 2, levels - 1)
