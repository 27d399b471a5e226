"""Choosing the rules that some facts need: by their gates, and by the values that the facts make possible.

A fact counts by its gate words, and by its outline: the parts of its arguments that rules tell apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from clingo import Function

from solver.program.rule_files import (
    FIRES,
    LITERAL,
    everything,
    forget_too,
    statements,
    trees_of,
    written,
)
from solver.run.threads import one_at_a_time
from solver.speed.switches import Switch, is_on

if TYPE_CHECKING:
    from solver.speed.gates import Gates
    from solver.speed.possible import Values
    from solver.speed.prepared import Sketches

_WORD = re.compile(r"\w+")

ASKED = frozenset(
    (FIRES, "answer", "settled", "exists", "contested", "taken", "bestows", "potential", "may_clash", "has_amounts")
)
"""The predicates that the answer and the loop over the layers read."""


@lru_cache(maxsize=1)
def _gate_words() -> frozenset[str]:
    """Return every word that a gate asks for."""
    return frozenset(word for needed in _gates() for gate in needed for word in gate)


def _gate_words_in(text: str) -> frozenset[str]:
    return _gate_words().intersection(all_words(text))


def all_words(text: str) -> list[str]:
    """Return the words that stand in facts, each as often as it does.

    Args:
        text: The facts.
    """
    return _WORD.findall(text)


def are_open(gates: Gates, words: frozenset[str]) -> bool:
    """Tell whether gates are open: of the words of each one stands in the facts.

    Args:
        gates: The gates.
        words: The words that stand in the facts, or those of them that gates ask for.
    """
    return all(not gate.isdisjoint(words) for gate in gates)


@lru_cache(maxsize=1)
def _sketches() -> tuple[Values, Sketches]:
    """Return the sketches of each statement, which say whether it can fire."""
    found = _prepared()
    for number in found.missing():
        _sketch(number)
    return found.values, found


@lru_cache(maxsize=1)
def _prepared() -> Sketches:
    """Return the sketches of the statements as far as they were prepared, or made since."""
    from solver.speed.prepared import sketches

    return sketches([(one.parameters, one.text) for one in statements()])


def _sketch(number: int) -> None:
    """Sketch a statement that is not in the table."""
    from solver.speed.sketches import read_sketch

    _prepared().add(number, read_sketch(trees_of(number), statements()[number].parameters, _prepared().values))


@one_at_a_time
def read_ahead() -> None:
    """Read the rules and their sketches in advance, so that the first boards need not wait."""
    _sketches()


def heads(number: int) -> list[tuple[tuple[str, int], ...]]:
    """Return the atoms that a statement derives.

    Args:
        number: Its place among all statements.

    Returns:
        For each rule in it the predicates, each a name and how many arguments it has.
    """
    if _prepared().lacks(number):
        _sketch(number)
    return _prepared().heads(number)


def predicates() -> frozenset[tuple[str, int]]:
    """Return the predicates of all statements, each a name and how many arguments it has."""
    _, found = _sketches()
    return frozenset(one for number in everything() for one in found.predicates(number))


def open_to(words: frozenset[str]) -> list[int]:
    """Return the places of the statements whose gates are all met.

    Args:
        words: The gate words that stand in some facts.
    """
    if not is_on(Switch.GATES):
        return list(everything())
    opened = {needed: are_open(needed, words) for needed in set(_gates())}
    return [number for number, needed in enumerate(_gates()) if opened[needed]]


def has_gates() -> bool:
    """Tell whether the rules have gates: they do as they were prepared, but not with house rules, or when edited."""
    return _prepared_gates() is not None


def is_mostly_sketched() -> bool:
    """Tell whether the sketches of all rules but a few are there: house rules have none, nor have edited ones."""
    return sum(1 for _ in _prepared().missing()) <= _FEW


_FEW = 50


@lru_cache(maxsize=1)
def _prepared_gates() -> Sequence[Gates] | None:
    """Return the gates of each statement that stands in the chapters; None if these rules were not prepared."""
    from solver.speed.prepared import gates

    return gates([(one.parameters, one.text) for one in written()])


@lru_cache(maxsize=1)
def _gates() -> tuple[Gates, ...]:
    """Return the gates of each statement: if these rules were not prepared, only those of statements on demand."""
    read = written()
    prepared = _prepared_gates() or [()] * len(read)
    # The addition of a watcher has the body of its rule.
    of_place = {one.place: gates for one, gates in zip(read, prepared, strict=True)}
    return tuple(
        found if one.on_demand is None else (frozenset([one.on_demand]), *found)
        for one in statements()
        for found in (of_place.get(one.place, ()),)
    )


@lru_cache(maxsize=512)
def chosen(words: frozenset[str], outlines: frozenset[str], asked: frozenset[str]) -> tuple[int, ...]:
    """Choose the statements that can fire, by their gates and by the values that the facts make possible.

    Args:
        words: The gate words that stand in the facts.
        outlines: The result of `Values.outline` for each fact.
        asked: The wanted predicates: rules that lead to none of them are left out. Empty for all.

    Returns:
        Their places among all statements.
    """
    from solver.speed.possible import Possible

    values, sketches = _sketches()
    opened = open_to(words)
    rules = [(number, sketch) for number in opened for sketch in sketches[number]]
    possible = Possible(outlines, values)
    possible.run(rules)
    needed = possible.needed(rules, asked) if asked else possible.fired
    return tuple(number for number in opened if number in needed or not sketches[number])


def needed(facts: Sequence[str]) -> tuple[int, ...]:
    """Choose the statements that the answer needs, by the values that some facts make possible.

    Args:
        facts: The facts as text, each with its full stop.

    Returns:
        Their places among all statements.
    """
    words, outlines = told_by(facts)
    return chosen(words, outlines, ASKED)


def could_answer(facts: Sequence[str], kinds: Sequence[str], value: str) -> bool:
    """Tell whether rules could give some object a value, with some facts, or with any of them.

    Args:
        facts: The facts as text, each with its full stop.
        kinds: The kind of value: ``type``, ``subtype`` ...
        value: The value, a text.

    Returns:
        False where no part of the facts lets rules derive ``answer(Kind,_,value)`` for one of the kinds, or that
        anything has every subtype of a set, where subtypes are meant.
    """
    from solver.speed.possible import Possible

    values, sketches = _sketches()
    wanted = values.wanted(value)
    if any(
        fact.count(f'"{value}"') > LITERAL.findall(fact[:-2].partition("(")[2]).count(f'"{value}"') for fact in facts
    ):
        return True  # it stands within other terms
    told = frozenset(values.outline(fact, value) for fact in facts)
    words = words_in(facts)
    rules = [(number, sketch) for number in open_to(words) for sketch in sketches[number]]
    possible = Possible(told, values, wanted)
    possible.run(rules)
    if possible.mixed:
        return True
    asked = {values.constant(Function(kind)) for kind in kinds}
    every = values.constant(Function("every")) if "subtype" in kinds else 0
    return any(
        row[0] & every or (row[2] & wanted and any(row[0] & kind for kind in asked))
        for row in possible.derives(rules, ("answer", 3))
    )


def words_in(facts: Sequence[str]) -> frozenset[str]:
    """Return the gate words that stand in facts.

    Args:
        facts: Facts as text.
    """
    return _gate_words_in("\n".join(facts))


def told_by(facts: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the outlines of facts.

    Similar facts come all the time, so they are remembered; but facts that come for the first time may never come
    again: that is looked at together, in a third of the time.

    Args:
        facts: Facts as text, each with its full stop.

    Returns:
        The gate words that stand in them, and their outlines (`Values.outline`).
    """
    if len(_came) > _MOST_REMEMBERED:
        _came.clear()
    known = list(map(_came.get, facts))
    new: list[str] = []
    if None in known:
        for fact in facts:
            if fact not in _came:
                _came[fact] = None
                new.append(fact)
            elif _came[fact] is None:
                _came[fact] = _gate_words_in(fact), _sketches()[0].outline(fact)
        known = list(map(_came.get, facts))
    told = set(filter(None, known))
    words = frozenset().union(*{words for words, _ in told})
    outlines = frozenset([outline for _, outline in told])
    if new:
        words |= _gate_words_in(" ".join(set("\n".join(new).split('"'))))
        outlines |= _sketches()[0].outlines(new)
    return words, outlines


_came: dict[str, tuple[frozenset[str], str] | None] = {}
"""The gate words and the outline of each fact that came; None of those that came once."""
_MOST_REMEMBERED = 1 << 15


forget_too(
    _gate_words.cache_clear,
    _gates.cache_clear,
    _prepared_gates.cache_clear,
    _sketches.cache_clear,
    _prepared.cache_clear,
    chosen.cache_clear,
    _came.clear,
)
