"""Whole proofs: of the law alone, with all that a fact needs.

The law applies one effect at a time (`solver.engine.plain`), so each reason stands in a rule of the game. A whole proof
shows the premises of each rule. For each negated premise it shows the facts that refute it. It also shows effects that
left no trace (`solver.ask.explain.proof.sufficiency`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from solver.ask.explain.fact import Goal
from solver.ask.explain.proof.earlier_boards import EarlierBoards, examine
from solver.ask.explain.proof.grounded_board import Case
from solver.ask.explain.proof.law_alone import by_the_law_alone
from solver.ask.explain.proof.node import Node, nodes_of
from solver.ask.explain.proof.proving import DENIED, LACKING, WITHOUT, Proof
from solver.ask.explain.proof.sufficiency import Completion, named_in, needed_too, unnamed
from solver.ask.explain.rules import Term, written

_LAYERS: Mapping[str, str] = {
    "type": "4",
    "subtype": "4",
    "supertype": "4",
    "every": "4",
    "color": "5",
    "keyword": "6",
    "ability": "6",
    "power": "7",
    "toughness": "7",
}
"""The layers in which an effect can make a fact true (613.1)."""


_DECIDED_BEFORE = frozenset({"entered_with"})
"""Facts whose reasons stand on the board of an earlier moment, and nowhere on the present one."""


def whole_proofs(case: Case, goals: Sequence[Goal]) -> tuple[Node, ...]:
    """Prove facts.

    Args:
        case: The board.
        goals: The facts, which hold.

    Returns:
        A proof for each part of the question.
    """
    plain = by_the_law_alone(case, [part.label for goal in goals for part in goal.parts])
    completion = Completion(plain.prover, plain.refuter, lambda proof: _examine(plain, proof))
    found: list[tuple[Proof, str]] = []
    for goal in goals:
        atoms = [] if goal.negated else list(plain.goal_atoms(goal))
        found += [(_proved(plain, atom), "") for atom in atoms]
        if not atoms:  # the fact is negated, or says that there is nothing of a kind
            denial = Proof(
                (DENIED, goal.written), None, plain.prover.atoms.calls, [], _against(case, plain, completion, goal)
            )
            found.append((denial, goal.said(plain.speaker.names)))
    roots = [root for root, _ in found]
    for root in roots:
        _examine(plain, root)
    _complete(case, completion, goals, roots)
    nodes = tuple(nodes_of(plain.speaker, plain.edition, root, said) for root, said in found)
    earlier = EarlierBoards(case.board.timeline, case.answer, case.edition)
    for one in nodes:
        earlier.add_reasons(one, _DECIDED_BEFORE)
    return nodes


def _proved(plain: Case, atom: Term) -> Proof:
    proof = plain.prover.prove(atom)
    if proof is None:
        raise RuntimeError(f"no proof of {atom}")
    return proof


def _examine(plain: Case, root: Proof) -> None:
    examine(root, plain.prover, plain.refuter)


def _against(case: Case, plain: Case, completion: Completion, goal: Goal) -> list[Proof]:
    """Return the proofs that denied facts are false; of several facts, for the first that is false."""
    failing = next((part for part in goal.parts if not part.holds(plain.answer)), goal)
    reasons = [atom for wanted in _wanted(plain, failing) for atom in plain.refuter.against_atom(wanted)]
    if not any(failing.label in named_in(atom) for atom in reasons):
        reasons = [*_instead(plain, failing), *reasons]
    lacking: list[Proof] = []
    if failing.predicate in _LAYERS:
        idle = _lacks(case)
        for effect, against in completion.idle_effects(_LAYERS[failing.predicate]):
            if (lacks := idle.get(written(effect))) is None:
                reasons += against
                continue
            about: Term = (LACKING, effect, *lacks)
            lacking.append(
                Proof(
                    about, None, plain.prover.atoms.calls, [], [_proved(plain, atom) for atom in dict.fromkeys(against)]
                )
            )
    return [*(_proved(plain, atom) for atom in dict.fromkeys(reasons)), *lacking]


def _lacks(case: Case) -> dict[str, tuple[str, str]]:
    """Return the unmet conditions of effects, each with the number of the rule."""
    if not case.grounded.walks:
        return {}
    walk = case.grounded.walks[0]
    told = {one.effect: (one.lacks, one.rule) for one in walk.idle if one.lacks}
    return {term: told[name] for term, name in walk.effects.items() if name in told}


def _instead(plain: Case, goal: Goal) -> list[Term]:
    """Return the object's true facts in place of a denied one: its colors instead of another color."""
    here: Term = ("o", 0, goal.label)
    for kind in (goal.predicate, "type"):
        rows = plain.prover.atoms.matching("answer", 3, {0: (kind,), 1: here})
        found: list[Term] = [("answer", *row) for row in rows]
        if found:
            return found
    return [("present", here)]


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


def _kept_from_applying(case: Case, completion: Completion) -> set[str]:
    """Return the names of what keeps effects from applying: taken away, it may change a fact that it is no part of."""
    walks = case.grounded.walks[:1]
    sources = {one.source for walk in walks for idle in walk.idle for one in (idle.effect, *idle.taken_by)}
    return sources | {name for atom in completion.idle() for name in named_in(atom)}


def _complete(case: Case, completion: Completion, goals: Sequence[Goal], roots: Sequence[Proof]) -> None:
    """Add to proofs the things that the facts need and the proofs do not name."""

    def left_out() -> dict[str, str]:
        return unnamed(case.timeline, case.answer, (one for root in roots for one in root.all()))

    about = list(dict.fromkeys(part.label for goal in goals for part in goal.parts))
    unnamed_things = left_out()
    if not unnamed_things:
        return
    keeping = _kept_from_applying(case, completion)
    suspects = [label for label, name in unnamed_things.items() if name in keeping]
    for label in needed_too(case, goals, list(unnamed_things), suspects):
        name = left_out().get(label)
        if name is None:  # a proof that was added for another thing names it
            continue
        found = completion.about(name, about)
        if found is None:
            found = Proof((WITHOUT, label), None, roots[0].call)
        roots[0].examined = [*(roots[0].examined or ()), found]
