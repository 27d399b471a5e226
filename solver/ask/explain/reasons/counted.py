"""How many counters of a kind an object has, in a sentence (122.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.cards import edition_of
from facts.text import number_in_words
from solver.ask.explain.fact import Goal, counters_meant
from solver.ask.explain.proof import Case, prove, view
from solver.ask.explain.reasons.entering_rules import ways_to_enter_with
from solver.ask.explain.reasons.not_given import not_given
from solver.ask.explain.reasons.taken_then import entered_without
from solver.ask.explain.rules import Compound, Const, Term, arguments, match, name_of, stated
from solver.ask.explain.wording import phrases as words


def _said_of_counters(case: Case, goal: Goal) -> str:
    """Say how many counters of a kind an object has, and how many are missing or too many (122.1).

    Args:
        case: The board.
        goal: The fact, which states another number.
    """
    wanted, kind = counters_meant(str(goal.value))
    there = case.answer.objects[goal.label].counters.get(kind, 0)
    pattern = words.COUNTERS_MISSING if there < wanted else words.COUNTERS_TOO_MANY
    return words.capital(
        pattern.format(
            object=case.speaker.names.get(goal.label, goal.label),
            there=f"{_number(there)} {kind} {words.COUNTERS[there != 1]}",
            number=_number(abs(wanted - there)),
            verb=words.IS_ARE[abs(wanted - there) != 1],
        )
    )


def why_so_few(case: Case, goal: Goal) -> Iterator[str]:
    """Say how many counters of a kind an object has instead of a number, and which it did not take.

    Args:
        case: The board.
        goal: The fact, which states another number.
    """
    yield _said_of_counters(case, goal)
    wanted, kind = counters_meant(str(goal.value))
    if case.answer.objects[goal.label].counters.get(kind, 0) < wanted:
        for rule, said in (*offered(case, goal.label, kind), *not_given(case, goal.label, kind)):
            yield words.BY_RULE.format(said=said, rule=rule)


def no_counter_put(case: Case, label: str, kind: str) -> str:
    """Say that no counter of a kind was put on an object.

    Args:
        case: The board.
        label: The object.
        kind: The kind.
    """
    name = case.speaker.names.get(label, label)
    return words.capital(words.NO_COUNTER_PUT.format(kind=kind, object=name))


def offered(case: Case, label: str, kind: str) -> Iterator[tuple[str, str]]:
    """Say which abilities offered counters of a kind to an object as it entered that it did not take.

    Args:
        case: The board.
        label: The object.
        kind: The kind.

    Yields:
        The number of the rule by which it would have them, and a sentence without a full stop.
    """
    here: Term = ("o", 0, label)
    atoms = case.prover.atoms
    if atoms.holds(("takes_counters", here)):
        return
    keywords = {row[0]: row[1] for row in atoms.rows("ability_keyword", 2)}
    for number, needed in ways_to_enter_with(case, kind):
        if "takes_counters" not in needed:
            continue
        had = [row[1] for row in atoms.matching("has_as_it_enters", 2, {0: here})]
        given = [arguments(row[2])[1] for row in _abilities_given(case, here)]
        for ability in dict.fromkeys((*had, *given)):
            if ability in keywords and match(needed["ability_keyword"][1], keywords[ability], {}):
                name, said = case.speaker.names.get(label, label), case.speaker.say(ability)
                yield (
                    edition_of(case.edition).number(number),
                    words.capital(words.OFFER_NOT_TAKEN.format(object=name, ability=said)),
                )


def _abilities_given(case: Case, here: Term) -> Iterator[Sequence[Term]]:
    """Go through the abilities that effects give an object."""
    for row in case.prover.atoms.matching("has", 4, {0: here, 1: ("ability",), 3: case.layers.state}):
        if name_of(row[2]) == ("given", 2):
            yield row


def counting_keywords(case: Case, kind: str) -> Iterator[str]:
    """Yield the keywords with which an object may enter with counters of a kind.

    Args:
        case: The board.
        kind: The kind.
    """
    yield from (str(row[0]) for row in case.prover.atoms.matching("keyword_brings", 2, {1: kind}))
    for _, needed in ways_to_enter_with(case, kind):
        if "ability_keyword" in needed and isinstance(keyword := needed["ability_keyword"][1], Const):
            yield str(keyword.term)


def why_it_entered_with(case: Case, goal: Goal) -> Iterator[str]:
    """Say by what an object entered with counters of a kind, and what changed how many it got: all in one text.

    Args:
        case: The board.
        goal: The fact that it has such counters.
    """
    _, kind = counters_meant(str(goal.value))
    rows = case.prover.atoms.matching("entered_with", 4, {0: ("o", 0, goal.label), 2: kind})
    said = [_said_of_cause(case, goal.label, row) for row in sorted(rows, key=_order)]
    said += why_so_many_came(case, goal)
    if said:
        yield " ".join(said)


def why_so_many_came(case: Case, goal: Goal) -> Iterator[str]:
    """Say which effects changed how many counters of a kind were put on an object, and when (614.16).

    Args:
        case: The board.
        goal: The fact about such counters.
    """
    _, kind = counters_meant(str(goal.value))
    here: Term = ("o", 0, goal.label)
    atoms, name = case.prover.atoms, case.speaker.names.get(goal.label, goal.label)
    for row in sorted(atoms.matching("number_put", 5, {0: here, 2: kind}), key=lambda row: str(row[1]).zfill(9)):
        step, would, number = row[1], row[3], row[4]
        changes = atoms.matching("changed_by", 5, {0: here, 1: step, 2: kind})
        effects = dict.fromkeys(sorted(case.speaker.say(one[3]) for one in changes))
        told = words.NUMBER_CHANGED.format(
            would=would, number=number, kind=kind, counters=words.COUNTERS[number != 1], object=name, step=step,
            effects=words.joined(list(effects)),
        )  # fmt: skip
        yield words.BY_RULE.format(said=words.capital(told), rule=_number_of(case, "number_put"))
        for open_ in atoms.matching("order_matters", 5, {0: here, 1: step, 2: kind}):
            told = words.capital(words.ORDER_OPEN.format(object=name, fewest=open_[3]))
            yield words.BY_RULE.format(said=told, rule=_number_of(case, "order_matters"))


def _number_of(case: Case, name: str) -> str:
    """Return the paragraph by which the rules derive a predicate about the number of counters."""
    return edition_of(case.edition).number(stated(name, 5))


def _order(row: Sequence[Term]) -> tuple[bool, str]:
    """Return the place of a cause: what the rules of the game give comes before what abilities give."""
    return name_of(row[1])[0] == "static", str(row[1])


def _said_of_cause(case: Case, label: str, row: Sequence[Term]) -> str:
    """Say by what an object entered with counters, and by which rule.

    If the board decided that as it entered, the rule is the one by which it decides.
    """
    said = view(prove(case, ("entered_with", *row)), "short", 1)
    if said.rule:
        return words.PLAINLY.format(what=said.text, rule=said.rule)
    number = next((rule for rule in _decided_by(case) if isinstance(row[3], int)), "")
    told = words.capital(
        words.ENTERED_BY.format(
            object=case.speaker.names.get(label, label),
            number=row[3],
            kind=row[2],
            counters=words.COUNTERS[row[3] != 1],
            source=case.speaker.say(row[1]),
        )
    )
    return words.PLAINLY.format(what=told, rule=edition_of(case.edition).number(number)) if number else f"{told}."


def _decided_by(case: Case) -> Iterator[str]:
    """Yield the numbers of the rules by which the board decides with which counters something enters."""
    for rule in case.book.deriving("settled", 1):
        for form in rule.forms:
            head = form.parts[0]
            if isinstance(head, Compound) and head.name == "entered_with":
                yield rule.number


def why_none(case: Case, goal: Goal) -> Iterator[str]:
    """Say why an object has no counter of a kind, where none was ever put on it.

    Args:
        case: The board.
        goal: The fact that it has none.
    """
    _, kind = counters_meant(str(goal.value))
    rows = case.prover.atoms.matching("amounts_to", 3, {0: ("o", 0, goal.label), 1: kind})
    if next(iter(rows), None) is None:
        yield words.BY_RULE.format(said=no_counter_put(case, goal.label, kind), rule="122.1")
        for rule, said in entered_without(case, goal.label):
            yield words.BY_RULE.format(said=said, rule=rule)


def _number(number: int) -> str:
    """Return a number in words, if it is small."""
    return number_in_words(number) if number else words.NO
