"""How many counters of a kind an object has, in a sentence (122.1)."""

from __future__ import annotations

from collections.abc import Iterator

from facts.cards import edition_of
from facts.text import number_in_words
from solver.ask.explain.fact import Goal, counters_meant
from solver.ask.explain.proof import Case, prove, view
from solver.ask.explain.reasons.taken_then import entered_without
from solver.ask.explain.rules import Literal, Term, match
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
        for rule, said in offered(case, goal.label, kind):
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
    forms = [(one.number, form) for one in case.book.deriving("entered_with", 4) for form in one.forms]
    for number, form in forms:
        needed = {one.name: one.parts for one in form.body if isinstance(one, Literal) and one.positive}
        if "takes_counters" not in needed or not match(form.parts[2], kind, {}):
            continue
        for ability in dict.fromkeys(row[1] for row in atoms.matching("possesses", 2, {0: here})):
            if ability in keywords and match(needed["ability_keyword"][1], keywords[ability], {}):
                name, said = case.speaker.names.get(label, label), case.speaker.say(ability)
                yield (
                    edition_of(case.edition).number(number),
                    words.capital(words.OFFER_NOT_TAKEN.format(object=name, ability=said)),
                )


def why_it_entered_with(case: Case, goal: Goal) -> Iterator[str]:
    """Say by what an object entered with counters of a kind. The proof says more where there are several reasons.

    Args:
        case: The board.
        goal: The fact that it has such counters.
    """
    _, kind = counters_meant(str(goal.value))
    rows = list(case.prover.atoms.matching("entered_with", 4, {0: ("o", 0, goal.label), 2: kind}))
    if len(rows) == 1:
        said = view(prove(case, ("entered_with", *rows[0])), "short", 1)
        yield words.PLAINLY.format(what=said.text, rule=said.rule) if said.rule else f"{said.text}."


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
