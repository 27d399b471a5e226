"""Whole proofs: of the law alone, with all that a fact needs.

The law applies one effect at a time (`solver.plain`), so that each reason stands in a rule of the game. Beside what a
rule rests on, a whole proof shows what stands against that which the rule asks not to be so, and what became of effects
that left no trace (`solver.explain.sufficiency`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.explain.goal import Goal
from solver.explain.node import Node, nodes_of
from solver.explain.proof import DENIED, WITHOUT, Proof
from solver.explain.sufficiency import Completion, needed_too, unnamed
from solver.explain.terms import Term
from solver.explain.why import Case, grounded_plainly


def whole_proofs(case: Case, goals: Sequence[Goal]) -> tuple[Node, ...]:
    """Prove facts.

    Args:
        case: The board.
        goals: The facts, which hold.

    Returns:
        A proof for each part of what was asked.
    """
    plain = Case(case.board, edition=case.edition, grounded=grounded_plainly(case.board, case.edition))
    found: list[tuple[Proof, str]] = []
    for goal in goals:
        if goal.negated:
            said = goal.said(plain.speaker.names)
            denial = Proof((DENIED, goal.written), None, plain.prover.atoms.calls, [], _against(plain, goal))
            found.append((denial, said))
        else:
            found += [(_proved(plain, atom), "") for atom in plain.goal_atoms(goal)]
    roots = [root for root, _ in found]
    for root in roots:
        _examine(plain, root)
    _complete(plain, goals, roots)
    return tuple(nodes_of(plain.speaker, plain.edition, root, said) for root, said in found)


def _proved(plain: Case, atom: Term) -> Proof:
    proof = plain.prover.prove(atom)
    if proof is None:
        raise RuntimeError(f"no proof of {atom}")
    return proof


def _examine(plain: Case, root: Proof) -> None:
    """Find what stands against that which the rules of a proof ask not to be so, wherever it was not asked before."""
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
                for atom in plain.refuter.reasons(proof.instance):
                    reason = None if atom in known else plain.prover.prove(atom, proof.instance.call)
                    if reason is not None:
                        proof.examined.append(reason)
        stack += [*proof.supports, *proof.examined]


def _against(plain: Case, goal: Goal) -> list[Proof]:
    """Return the proofs of what stands against facts that are denied, of several against the first that is not so."""
    failing = next((part for part in goal.parts if not part.holds(plain.answer)), None)
    if failing is None:
        return []
    reasons = dict.fromkeys(atom for wanted in _wanted(plain, failing) for atom in plain.refuter.against_atom(wanted))
    return [_proved(plain, atom) for atom in reasons]


def _wanted(plain: Case, goal: Goal) -> Iterator[Term]:
    """Return the atoms one of which would be true if a fact were."""
    here: Term = ("o", 0, goal.label)
    state = plain.layers.state
    kind, value = goal.predicate, goal.value
    if kind in ("type", "subtype", "supertype") or (kind == "color" and value != "colorless"):
        yield ("has", here, (kind,), value, state)
    elif kind in ("power", "toughness"):
        yield (kind, here, value)
    elif kind == "controller":
        yield ("controls", ("p", 0, value), here)
    elif kind in ("keyword", "ability"):
        for ability in plain.abilities_meant(goal):
            yield ("has", here, ("ability",), ("own", ability), state)
            for effect, _, _ in plain.prover.atoms.matching("does", 3, {1: ("add_ability",), 2: ability}):
                yield ("has", here, ("ability",), ("given", effect, ability), state)
    else:
        yield ("answer", (kind,), here, value)


def _complete(plain: Case, goals: Sequence[Goal], roots: Sequence[Proof]) -> None:
    """Add to proofs what the facts need and they do not name."""
    left_out = unnamed(plain.board, plain.answer, (one for root in roots for one in root.all()))
    needed = needed_too(plain.board, plain.edition, goals, left_out)
    completion = Completion(plain.prover, plain.refuter, lambda proof: _examine(plain, proof))
    labels = list(dict.fromkeys(part.label for goal in goals for part in goal.parts))
    for label in needed:
        if label not in unnamed(plain.board, plain.answer, (one for root in roots for one in root.all())):
            continue
        found = completion.about(label, labels)
        if found is None:
            found = Proof((WITHOUT, label), None, plain.prover.atoms.calls)
        roots[0].examined = [*(roots[0].examined or ()), found]
