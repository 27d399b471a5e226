"""Test whether a proof names everything that its fact needs, and find the rest.

A proof is sufficient if its fact still holds on a board that has only the things that the proof names. A rule that did
not fire leaves no trace in a proof: for example, no effect of layer 7a applied because the only one lost its ability.
So the board is derived once without the unnamed things. If the fact no longer holds, trials find the things that it
needs, and the explanation shows their history beside the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from facts.board import Timeline
from facts.text import InputError
from solver.answer import Answer
from solver.ask.derive import derive
from solver.ask.diff import without_these
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.proof.proving import Proof, Prover
from solver.ask.explain.proof.refutation import Refuter
from solver.ask.explain.proof.without import answers_without
from solver.ask.explain.rules import Term, arguments

_MOST = 60
"""The most boards to derive in the search for the things that a fact needs."""
_SUSPECTS = 24
"""The most things to leave out alone."""


def unnamed(timeline: Timeline, answer: Answer, proofs: Iterable[Proof]) -> dict[str, str]:
    """Return the removable things on a board that proofs do not name.

    Args:
        timeline: The history of the board.
        answer: Its answer.
        proofs: The proofs, with all that they rest on.

    Returns:
        Labels of objects, and of ``resolves`` steps (``step 3`` if one has none), each with the names that `named_in`
        gives it.
    """
    named = {name for proof in proofs for name in named_in(proof.atom)}
    found = {label: label for label in answer.objects}
    for one in timeline.resolutions:
        if one.ended is None:
            found[one.label or f"step {one.step}"] = f"step {one.step}"
    return {label: name for label, name in found.items() if name not in named}


def named_in(term: Term) -> Iterator[str]:
    """Iterate over the things that a term names: objects by their labels, and steps as ``step 3``.

    Args:
        term: The term, or an atom.
    """
    if isinstance(term, tuple):
        if term[0] == "o" and len(term) == 3:
            yield str(term[2])
        elif term[0] == "step" and len(term) == 3:
            yield f"step {term[2]}"
        for part in arguments(term):
            yield from named_in(part)


def needed_too(case: Case, goals: Iterable[Goal], left_out: list[str], suspects: Sequence[str] = ()) -> list[str]:
    """Find out which of the things that a proof does not name its fact needs.

    Args:
        case: The board.
        goals: The facts, which hold.
        left_out: The things that the proof does not name, by label.
        suspects: Those of them that may keep an effect from applying: each is also left out alone. "As long as you
            control exactly one creature" does nothing while there are two. Without that effect and the second
            creature, the fact would hold as well.

    Returns:
        The fewest that were found, by label: without all others the facts hold.
    """
    wanted = tuple(goals)
    tries = 0

    def holds(answer: Answer) -> bool:
        return all(goal.label in answer.objects and goal.holds(answer) for goal in wanted)

    def holds_without(labels: list[str]) -> bool:
        nonlocal tries
        tries += 1
        try:
            return holds(derive(without_these(case.board, labels), edition=case.edition))
        except InputError:  # the board cannot be without it
            return False

    def without_each(labels: Sequence[str]) -> dict[str, Answer]:
        answers = answers_without(case, [(label,) for label in labels])
        return {label: answers[label,] for label in labels if (label,) in answers}

    if not left_out:
        return []
    if holds_without(left_out):
        return [label for label, answer in without_each(suspects[:_SUSPECTS]).items() if not holds(answer)]
    alone = without_each(left_out[:_MOST])
    tries += len(left_out[:_MOST])
    needed = [label for label in left_out[:_MOST] if label not in alone or not holds(alone[label])]
    others = [label for label in left_out if label not in needed]
    if holds_without(others):
        return needed
    gone: list[str] = []
    for label in others:
        if tries < _MOST and holds_without([*gone, label]):
            gone.append(label)
        else:
            needed.append(label)
    return needed


class Completion:
    """Finds the effects of things that a fact needs and its proof does not name."""

    def __init__(self, prover: Prover, refuter: Refuter, examine: Callable[[Proof], None]) -> None:
        """Take a board on which effects were applied one at a time.

        Args:
            prover: Finds proofs.
            refuter: Finds reasons why a fact does not hold.
            examine: Completes a proof.
        """
        self._examine = examine
        self._prover = prover
        self._refuter = refuter
        self._atoms = prover.atoms

    def about(self, name: str, on: Iterable[str]) -> Proof | None:
        """Return a proof of what a thing does to the fact, or of the reason why it does nothing to it.

        Args:
            name: Its name, as in `named_in`.
            on: The labels of the objects that the fact is about, the most important one first.

        Returns:
            A proof that names it; None where none was found.
        """
        for atom in (*self.idle(), *self._deeds(on), *self._waiting()):
            proof = self._prover.prove(atom)
            if proof is None:
                continue
            self._examine(proof)
            if any(name in named_in(one.atom) for one in proof.all()):
                return proof
        return None

    def idle(self, layer: str = "") -> Iterator[Term]:
        """Return the reasons why effects never applied.

        Args:
            layer: The layer they could apply in: ``7`` stands for 7a to 7d; by default any.
        """
        for _, against in self.idle_effects(layer):
            yield from against

    def idle_effects(self, layer: str = "") -> Iterator[tuple[Term, tuple[Term, ...]]]:
        """Return the effects that never applied, each with the reasons.

        Args:
            layer: As for `idle`.
        """
        taken = {row[0] for row in self._atoms.rows("part_applied", 3)}
        asked = {row[0] for row in self._atoms.rows("has_part", 2) if str(row[1]).startswith(layer)}
        last = {row[0]: row[1] for row in self._atoms.rows("pending", 2) if isinstance(row[1], int)}
        for effect, step in last.items():
            if effect in asked and effect not in taken:
                yield effect, self._refuter.against_atom(("exists", effect, step))

    def _deeds(self, on: Iterable[str]) -> Iterator[Term]:
        """Return the results of effects, first for the objects that the fact is about."""
        objects: list[Term] = [("o", 0, label) for label in on]
        rows = [
            (name, row)
            for name, arity in (("loses", 5), ("gains", 5), ("performing", 4))
            for row in self._atoms.rows(name, arity)
            if isinstance(row[-1], tuple) and row[-1][0] == "now"
        ]
        rows.sort(key=lambda one: objects.index(one[1][1]) if one[1][1] in objects else len(objects))
        yield from ((name, *row) for name, row in rows)

    def _waiting(self) -> Iterator[Term]:
        """Return which effects waited for others (613.8)."""
        yield from (("waits_for", *row) for row in self._atoms.rows("waits_for", 3))
