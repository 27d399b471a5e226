"""Proofs: for an atom that is true, the tree of rule instances under it, down to the facts of the board.

A grounding call sees the atoms of earlier calls and none of later ones. So an instance counts only if its atoms were
true in time. A negated literal is judged at that time, too: ``not started(E)`` held before E started.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from solver.ask.explain.proof.inference import Inference, Instance
from solver.ask.explain.rules import Atoms, Rulebook, Term

DENIED, WITHOUT, LACKING = "not", "without", "lacking"
"""The names of two nodes that no rule derives: a denied fact, and a thing that is needed but in no proof."""
TOLD = -1
"""The time of a fact of the board: before the first grounding call."""


@dataclass(eq=False, slots=True)
class Proof:
    """The proof that an atom is true.

    Attributes:
        atom: The atom.
        instance: The instance of a rule that derives it; None for a fact of the board.
        call: The grounding call in which it does.
        supports: The proofs of the atoms it rests on, in the order of the rule.
        examined: The proofs that the negative conditions of the rule hold; None before the first question about them.
    """

    atom: Term
    instance: Instance | None
    call: int
    supports: list[Proof] = field(default_factory=list)
    examined: list[Proof] | None = None

    def all(self) -> Iterator[Proof]:
        """Iterate over the proof and all that it rests on, each once."""
        seen: set[int] = set()
        stack = [self]
        while stack:
            proof = stack.pop()
            if id(proof) not in seen:
                seen.add(id(proof))
                yield proof
                stack.extend([*proof.supports, *(proof.examined or ())])


@dataclass(eq=False, slots=True)
class _Goal:
    """An atom that is being proved."""

    atom: Term
    latest: int
    instances: Iterator[Instance]
    instance: Instance | None = None
    wanted: list[Term] = field(default_factory=list)
    found: list[Proof] = field(default_factory=list)


class Prover:
    """Finds proofs on a board that is grounded, and keeps them."""

    def __init__(self, atoms: Atoms, book: Rulebook) -> None:
        """Take the true atoms, and the rules.

        Args:
            atoms: The true atoms.
            book: The rules.
        """
        self.atoms = atoms
        self.book = book
        self.inference = Inference(atoms, book, self.derivable)
        self._proofs: dict[Term, Proof] = {}
        self._failed: dict[Term, int] = {}

    def prove(self, atom: Term, latest: int | None = None) -> Proof | None:
        """Prove an atom.

        Args:
            atom: The atom.
            latest: The last grounding call that counts; all of them by default.

        Returns:
            Its proof; None where it was not true by then.
        """
        if not self.atoms.holds(atom):
            return None
        latest = self.atoms.calls if latest is None else latest
        if self._failed.get(atom, -2) >= latest:
            return None
        proof = self._known(atom, latest) or self._search(atom, latest)
        if proof is None:
            self._failed[atom] = latest
        return proof

    def derivable(self, atom: Term, latest: int) -> bool:
        """Tell whether an atom was true by a grounding call.

        Args:
            atom: The atom.
            latest: The number of the call.
        """
        return self.prove(atom, latest) is not None

    def _known(self, atom: Term, latest: int) -> Proof | None:
        found = self._proofs.get(atom)
        if found is not None and found.call <= latest:
            return found
        if found is None and atom in self.atoms.told:
            self._proofs[atom] = found = Proof(atom, None, TOLD)
            return found
        return None

    def _goal(self, atom: Term, latest: int) -> _Goal:
        return _Goal(atom, latest, self.inference.instances(atom, latest))

    def _search(self, atom: Term, latest: int) -> Proof | None:
        """Look for a proof, depth first; an atom is never a reason for itself."""
        stack = [self._goal(atom, latest)]
        under_way = {atom}
        while True:
            goal = stack[-1]
            if goal.instance is not None and len(goal.found) == len(goal.wanted):
                proof = Proof(goal.atom, goal.instance, goal.instance.call, goal.found)
                self._proofs[goal.atom] = proof
                stack.pop()
                under_way.discard(goal.atom)
                if not stack:
                    return proof
                stack[-1].found.append(proof)
                continue
            if goal.instance is None:
                goal.instance = next(goal.instances, None)
                if goal.instance is None:  # the atom has no proof, so the instance that needs it fails
                    stack.pop()
                    under_way.discard(goal.atom)
                    if not stack:
                        return None
                    stack[-1].instance = None
                    continue
                goal.wanted, goal.found = goal.instance.supports(), []
                continue
            wanted = goal.wanted[len(goal.found)]
            known = self._known(wanted, goal.instance.call)
            if known is not None:
                goal.found.append(known)
            elif wanted in under_way or self._failed.get(wanted, -2) >= goal.instance.call:
                goal.instance = None
            else:
                stack.append(self._goal(wanted, goal.instance.call))
                under_way.add(wanted)
