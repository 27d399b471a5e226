"""The effects that took an ability from an object as it entered. The rules decide that at that moment (614.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from facts.cards import edition_of
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Const, Literal, Term, written
from solver.ask.explain.wording import phrases as words
from solver.engine import ONE_BOARD


class _OfType(NamedTuple):
    """A rule by which objects of a type enter with counters.

    Attributes:
        number: Its number.
        word: The type.
        kind: The kind of counter.
        is_ability: Whether an intrinsic ability gives them, which an effect may take away.
    """

    number: str
    word: str
    kind: str
    is_ability: bool


def entered_without(case: Case, label: str) -> Iterator[tuple[str, str]]:
    """Say which abilities or types that bring counters an object lacked as it entered, and what took them; or X is 0.

    Args:
        case: The board.
        label: The object.

    Yields:
        The number of a rule, and a sentence without a full stop.
    """
    for term in _counters_lacked(case, label):
        yield "614.12", said_lacked(case, label, term)
    here: Term = ("o", ONE_BOARD, label)
    atoms = case.prover.atoms
    name = case.speaker.names.get(label, label)
    if atoms.holds(("entering_x", here, 0)) and any(True for _ in atoms.matching("has_as_it_enters", 2, {0: here})):
        yield edition_of(case.edition).number("107.3"), words.capital(words.NO_X_THEN.format(object=name))
    if not atoms.holds(("counters_asked", here)):
        return
    takers = dict.fromkeys(case.speaker.say(row[1]) for row in _stripping(case, label))
    known: set[str] = set()
    for number, word, kind, is_ability in _by_type(case):
        if word in known or not any(True for _ in atoms.matching("copiable", 4, {0: here, 3: word})):
            continue
        known.add(word)
        if not atoms.holds(("was_then", here, word)):
            yield number, words.capital(words.NOT_OF_TYPE_THEN.format(object=name, type=case.speaker.say(word)))
        elif takers and is_ability:
            yield number, words.stripped_as_it_entered(name, kind, list(takers))


def _by_type(case: Case) -> Iterator[_OfType]:
    """Go through the rules by which objects of a type enter with counters."""
    for one in case.book.deriving("entered_with", 4):
        for form in one.forms:
            needed = {literal.name: literal for literal in form.body if isinstance(literal, Literal)}
            word = needed["entered_as"].parts[1] if "entered_as" in needed else None
            kind = form.parts[2]
            if isinstance(word, Const) and isinstance(kind, Const):
                number = edition_of(case.edition).number(one.number)
                yield _OfType(number, str(word.term), str(kind.term), "stripped_then" in needed)


def _counters_lacked(case: Case, label: str) -> list[str]:
    """Return the abilities about counters that an object did not have as it entered, where the board was asked.

    Args:
        case: The board.
        label: The object.

    Returns:
        The abilities that the facts of the board know, as their terms are written.
    """
    here: Term = ("o", ONE_BOARD, label)
    atoms = case.prover.atoms
    if not atoms.holds(("counters_asked", here)):
        return []
    had = {row[1] for row in atoms.matching("had_then", 2, {0: here})}
    printed = dict.fromkeys(row[3] for row in atoms.matching("copiable", 4, {0: here, 2: ("ability",)}))
    lacked = [one for one in printed if one not in had and atoms.holds(("speaks_of_counters", one))]
    return [term for term in map(written, lacked) if term in case.facts.abilities]


def said_lacked(case: Case, label: str, term: str, *, asked: str = "") -> str:
    """Say that an object did not have an ability as it entered or turned, and which effects took it.

    Args:
        case: The board.
        label: The object.
        term: The ability, as its term is written.
        asked: The question whether it had the ability, as the predicate of its fact; by default as it entered.

    Returns:
        The sentence, without a full stop.
    """
    takers = dict.fromkeys(case.speaker.say(row[2]) for row in _taken(case, label) if written(row[1]) == term)
    text = case.facts.abilities[term].text
    return words.lacked_as_it_entered(case.speaker.names.get(label, label), text, list(takers), asked=asked)


def decided_as_it_entered(case: Case, labels: Iterable[str]) -> str:
    """Say as when the first of some objects lost an ability: as it entered or turned; empty if none did.

    Args:
        case: The board.
        labels: The objects.
    """
    for label in labels:
        if any(True for _ in (*_taken(case, label), *_stripping(case, label))):
            asked = [one.asked for one in case.timeline.claims if one.label == label]
            when = next(filter(None, map(words.TURNED_THEN.get, asked)), words.ENTERED_THEN)
            return f"{case.speaker.names.get(label, label)} {when}"
    return ""


def _taken(case: Case, label: str) -> Iterable[Sequence[Term]]:
    """Go through the abilities that an object lost as it entered: the object, the ability and the effect."""
    return case.prover.atoms.matching("taken_then", 3, {0: ("o", ONE_BOARD, label)})


def _stripping(case: Case, label: str) -> Iterable[Sequence[Term]]:
    """Go through the effects that took all abilities from an object as it entered: the object and the effect."""
    return case.prover.atoms.matching("stripped_then", 2, {0: ("o", ONE_BOARD, label)})
