"""Abilities that an object lacked as it entered, by which it would have been a copy or had a choice (614.12)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.board import AbilityOf, Claim, Finding, Settled
from facts.cards import edition_of
from solver.answer import AnswerMaker, collect
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.reasons import entered_without, said_lacked
from solver.ask.explain.rules import Compound, Literal, written
from solver.ask.explain.wording import phrases as words
from solver.engine import ONE_BOARD, Layers, write_facts

_CLAIMED = ("claimed", "claimed_as_turned", "claimed_as_turned_over")
"""The predicates by which a step says that something takes place as an object enters or turns, by an ability of it."""


def lacked_on_entering(case: Case, goals: Sequence[Goal]) -> Iterator[str]:
    """Say which abilities an object lacked as it entered, and what took them.

    An ability by which it would have been a copy or had a choice counts only if a fact would hold with it. An ability
    about counters counts if a fact is about its counters.

    Args:
        case: The board.
        goals: The facts, which do not hold.

    Yields:
        A sentence for each such ability.
    """
    for label in dict.fromkeys(goal.label for goal in goals if goal.predicate == "counters"):
        for rule, said in entered_without(case, label):
            yield words.BY_RULE.format(rule=rule, said=said)
    refused = [one for one in case.timeline.claims if was_refused(case, one)]
    no_copies = {one.label for one in refused if one.copies is not None}
    for claim in refused:
        # If it did not become a copy, a choice for that copy is no reason of its own.
        if (claim.copies is not None or claim.label not in no_copies) and would_hold_with(case, claim, goals):
            yield from _said(case, claim)


def was_refused(case: Case, claim: Claim) -> bool:
    """Tell whether an object did not enter or turn as a step says: by the rules, what the step says did not take place.

    Args:
        case: The board.
        claim: The statement of the step about the object.
    """
    atoms, here = case.prover.atoms, ("o", ONE_BOARD, claim.label)
    terms = {one.written(ONE_BOARD) for one in claim.abilities}
    rows = (row for name in _CLAIMED for row in atoms.matching(name, 4, {1: here, 3: claim.step}))
    deeds = {row[0] for row in rows if written(row[2]) in terms}
    return bool(deeds) and not any(atoms.holds(("takes_place", deed)) for deed in deeds)


def would_hold_with(case: Case, claim: Claim, goals: Sequence[Goal]) -> bool:
    """Tell whether one of several facts would hold if an object had entered as a step says.

    Args:
        case: The board.
        claim: The statement of the step about the object, which the rules refused. For a copy, all of it counts.
        goals: The facts, which do not hold.
    """
    terms = None if claim.copies is not None else claim.abilities
    findings = tuple(
        one
        for one in case.facts.settled.findings
        if not (_lacks(one, claim) if terms is None else any(_lacks(one, claim, term) for term in terms))
    )
    facts = write_facts(case.timeline, ONE_BOARD, edition=case.edition, settled=Settled(findings), once=False)
    layers = Layers(facts.lines, answer_only=True, unfolded=True)
    layers.run()
    labels = {part.label for goal in goals for part in goal.parts}
    answer = AnswerMaker(facts, collect(layers.shown(), ONE_BOARD)).answer(labels)
    return any(goal.holds(answer) for goal in goals)


def _lacks(finding: Finding, claim: Claim, term: AbilityOf | None = None) -> bool:
    """Tell whether a finding says that the object of a claim lacked an ability as it entered: by default, any one."""
    if finding.name != "lacked_then" or claim.label not in finding.labels or claim.step not in finding.arguments:
        return False
    return term is None or term in finding.arguments


def _said(case: Case, claim: Claim) -> Iterator[str]:
    """Say which abilities an object lacked as it entered, and what took them."""
    rule = edition_of(case.edition).number(_paragraph(case, claim.asked))
    for term in (one.written(ONE_BOARD) for one in claim.abilities):
        if term in case.facts.abilities:
            yield words.BY_RULE.format(rule=rule, said=said_lacked(case, claim.label, term, asked=claim.asked))


def _paragraph(case: Case, asked: str) -> str:
    """Return the paragraph by which the rules answer the question whether an object has such an ability."""
    return next(
        rule.number
        for rule in case.book.deriving("settled", 1)
        for form in rule.forms
        if isinstance(head := form.parts[0], Compound) and head.name == "lacked_then"
        if any(isinstance(one, Literal) and one.name == asked for one in form.body)
    )
