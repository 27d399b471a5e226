"""Why an object did not enter with counters that a text, a keyword or a copy effect gives (614.1c, 614.12)."""

from __future__ import annotations

from collections.abc import Iterator

from facts.board import Settled
from facts.cards import edition_of
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case, prove, view
from solver.ask.explain.reasons.entering_rules import ways_to_enter_with
from solver.ask.explain.rules import Atoms, Const, Term, arguments, lawbook, name_of
from solver.ask.explain.wording import phrases as words
from solver.engine import ONE_BOARD, PlainLayers, write_facts

_WORLD: Term = ("asked",)
"""The state in which the rules looked at the board as the object entered."""
_BY_ENTERING = ("counters_asked", "entered_with", "had_then", "was_then")
"""The decisions about an entering object that are left out where they are to be found again."""
_PLAIN = ("type", "subtype", "supertype", "color")


def not_given(case: Case, label: str, kind: str) -> Iterator[tuple[str, str]]:
    """Say what kept counters of a kind from an object as it entered, or which texts about counters did not apply to it.

    Args:
        case: The board.
        label: The object.
        kind: The kind of counters.

    Yields:
        The number of a rule, and a sentence without a full stop.
    """
    yield from _kept_off(case, label, kind)
    yield from _said_of_rules(case, "unfit", label)
    yield from _not_cast_so(case, label, kind)
    yield from _not_reached(case, label, kind)


def _kept_off(case: Case, label: str, kind: str) -> Iterator[tuple[str, str]]:
    """Say which effect keeps counters of a kind off an object (101.2)."""
    for row in case.prover.atoms.matching("keeps_counters_off", 4, {0: ("o", ONE_BOARD, label), 1: kind}):
        source = case.speaker.say(row[3])
        said = words.KEPT_OFF.format(source=source, object=case.speaker.names.get(label, label), kind=kind)
        for rule in case.book.deriving("keeps_counters_off", 4)[:1]:
            yield edition_of(case.edition).number(rule.number), words.capital(said)


def _said_of_rules(case: Case, name: str, label: str) -> Iterator[tuple[str, str]]:
    """Say what the rules derive about an object, and another thing, by a predicate."""
    for row in case.prover.atoms.matching(name, 2, {0: ("o", ONE_BOARD, label)}):
        said = view(prove(case, (name, *row)), "short", 1)
        yield said.rule, said.text


def _not_cast_so(case: Case, label: str, kind: str) -> Iterator[tuple[str, str]]:
    """Say that an object was not cast for the cost by which a keyword would give it counters (702.176a)."""
    here: Term = ("o", ONE_BOARD, label)
    atoms = case.prover.atoms
    possessed = [row[1] for row in atoms.matching("has_as_it_enters", 2, {0: here})]
    for number, needed in ways_to_enter_with(case, kind):
        if not {"status", "ability_keyword"} <= needed.keys():
            continue
        keyword, status = needed["ability_keyword"][1], needed["status"][1]
        if not isinstance(keyword, Const) or not isinstance(status, Const):
            continue
        has_it = any(atoms.holds(("ability_keyword", ability, keyword.term)) for ability in possessed)
        if has_it and not atoms.holds(("status", here, status.term)):
            name = case.speaker.names.get(label, label)
            said = words.NOT_CAST_SO.format(object=name, status=status.term)
            yield edition_of(case.edition).number(number), words.capital(said)


def _not_reached(case: Case, label: str, kind: str) -> Iterator[tuple[str, str]]:
    """Say which texts about entering objects did not apply to an object, and which demand it did not meet.

    The board is derived once more as it was when the object entered, by the law alone.
    """
    entry = case.timeline.things[label].entry
    if entry is None or not case.prover.atoms.holds(("counters_asked", ("o", ONE_BOARD, label))):
        return
    known = [one for one in case.facts.settled.findings if one.name not in _BY_ENTERING or label not in one.labels]
    facts = write_facts(
        case.timeline, ONE_BOARD, edition=case.edition, settled=Settled(tuple(known)), before=entry, once=False
    )
    layers = PlainLayers(facts.lines)
    layers.run()
    layers.settle()
    atoms = Atoms(layers, facts.lines, lawbook())
    here: Term = ("o", ONE_BOARD, label)
    number = next((one.number for one in case.book.deriving("applies_as_it_enters", 2)), "")
    for printed in [row[1] for row in atoms.rows("brings_counters", 3) if row[2] == kind]:
        for effect, _ in atoms.matching("printed_as", 2, {1: printed}):
            if name_of(effect)[0] != "static" or atoms.holds(("applies_as_it_enters", effect, here)):
                continue
            source = arguments(effect)[0]
            unmet = [
                said
                for row in atoms.matching("demands", 4, {0: effect})
                if not atoms.holds(("satisfies", effect, here, row[3], _WORLD))
                and (said := _said_of_demand(case, label, row[3]))
            ]
            name = case.speaker.names.get(label, label)
            said = words.NOT_GIVEN.format(source=case.speaker.say(source), object=name)
            said = words.OWN_NOT_GIVEN.format(object=name) if source == here else ": ".join((said, *unmet[:1]))
            yield edition_of(case.edition).number(number), words.capital(said)


def _said_of_demand(case: Case, label: str, demand: Term) -> str:
    """Say that an object does not meet a demand of a filter; empty where there are no words for it."""
    asked, (kind, value) = name_of(demand)[0], arguments(demand)
    what = str(name_of(kind)[0])
    wanted = asked == "is"
    if what in _PLAIN and isinstance(value, str):
        return Goal(what, label, value, negated=wanted).said(case.speaker.names)
    if what == "controller":
        player = case.timeline.things[label].controller
        return words.CONTROLS_IT[player == "you"].format(player=words.OBJECTIVE.get(player, player))
    if what == "token":
        return Goal("token", label, 0, negated=wanted).said(case.speaker.names)
    return ""
