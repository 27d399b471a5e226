"""Choosing the rules that some facts need: by their gates, and by the values that the facts make possible.

A fact counts by its gate words, and by its outline: the parts of its arguments that rules tell apart.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from clingo import Function

from solver.process import one_at_a_time
from solver.program import (
    LITERAL,
    REPLACED,
    as_in_file,
    as_written,
    checksum,
    everything,
    forget_too,
    named_rules,
    path_of,
    statements,
    trees_of,
    written,
)
from solver.speed.asked_predicates import ASKED
from solver.speed.switches import Switch, is_on

if TYPE_CHECKING:
    from solver.speed.gates import Gate, Gates
    from solver.speed.kinds import Values
    from solver.speed.possible import Possible, Rules
    from solver.speed.prepared import Prepared, Sketches

_WORD = re.compile(r"\w+")


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
    """Tell whether gates are open: the facts have at least one word of each.

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


def open_to(words: frozenset[str], *, answer_only: bool = False) -> list[int]:
    """Return the places of the statements whose gates are all met.

    Args:
        words: The gate words that stand in some facts.
        answer_only: Leave out what leads to no answer, whatever the facts.
    """
    left_out = _asides() if answer_only else frozenset[int]()
    if not is_on(Switch.GATES):
        return [number for number in everything() if number not in left_out]
    bits, needed = _gates_as_bits()
    opened = 0
    for word in words:
        opened |= bits.get(word, 0)
    return [number for number, gates in enumerate(needed) if not gates & ~opened and number not in left_out]


@lru_cache(maxsize=1)
def _gates_as_bits() -> tuple[Mapping[str, int], Sequence[int]]:
    """Return the gates that each word opens, and those that each statement needs. Each gate is a bit."""
    bits: dict[Gate, int] = {}
    needed = [sum({bits.setdefault(gate, 1 << len(bits)) for gate in gates}) for gates in _gates()]
    opens: dict[str, int] = {}
    for gate, bit in bits.items():
        for word in gate:
            opens[word] = opens.get(word, 0) | bit
    return opens, needed


@lru_cache(maxsize=1)
def _asides() -> frozenset[int]:
    """Return the places of the statements that lead to no answer; none if these rules were not prepared.

    A watcher looks at every rule, so nothing is left out for it.
    """
    found = _prepared_gates()
    return frozenset() if found is None or not as_written() else found.asides


def has_gates() -> bool:
    """Tell whether the rules have gates: those that the build prepared do, but not house rules or edited ones."""
    return _prepared_gates() is not None


def is_built() -> bool:
    """Tell whether the build made its files from just the rules that are there now; not so with house rules."""
    found = _prepared_gates()
    replaced = [name.removeprefix("rules/") for name in REPLACED]
    current = (checksum(as_in_file(path_of(name))) == found.chapters.get(name) for name in replaced) if found else ()
    return found is not None and named_rules.is_there() and all(current)


def is_mostly_sketched() -> bool:
    """Tell whether nearly all rules have prepared sketches: house rules and edited rules have none."""
    return sum(1 for _ in _prepared().missing()) <= _FEW


_FEW = 50


@lru_cache(maxsize=1)
def _prepared_gates() -> Prepared | None:
    """Return what was prepared of the statements in the chapters; None if these rules were not prepared."""
    from solver.speed.prepared import prepared_for

    return prepared_for([(one.parameters, one.text) for one in written()])


@lru_cache(maxsize=1)
def _gates() -> tuple[Gates, ...]:
    """Return the gates of each statement: if these rules were not prepared, only those of statements on demand."""
    read = written()
    found = _prepared_gates()
    prepared = [()] * len(read) if found is None else found.gates
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
        outlines: The result of `Values.outlines` for the facts.
        asked: The wanted predicates: rules that lead to none of them are left out. Empty for all.

    Returns:
        Their places among all statements.
    """
    return _of_run(_run(words, outlines), asked)


def chosen_for_more(words: frozenset[str], outlines: frozenset[str], asked: frozenset[str]) -> tuple[int, ...]:
    """Choose statements as `chosen` does, or return an earlier choice for these facts and a few more.

    A choice for more facts has all rules that these facts need, and some that cannot fire. Finding it takes no time.

    Args:
        words: The gate words that stand in the facts.
        outlines: The result of `Values.outlines` for the facts.
        asked: As for `chosen`.

    Returns:
        Their places among all statements.
    """
    few = len(outlines) + _FEW_MORE
    wider = [one for one in _runs if len(one.outlines) <= few and words <= one.words and outlines <= one.outlines]
    run = min(wider, key=lambda one: len(one.outlines)) if wider else _run(words, outlines)
    return _of_run(run, asked)


_FEW_MORE = 8
"""So many outlines more bring some twenty rules more: half a millisecond, where a run takes three."""


class _Run(NamedTuple):
    """A run of the rules over the values that some facts make possible.

    Attributes:
        words: The gate words that stand in the facts.
        outlines: The outlines of the facts.
        opened: The statements whose gates are open.
        possible: What is possible.
        chosen: The statements that were chosen, by the wanted predicates.
    """

    words: frozenset[str]
    outlines: frozenset[str]
    opened: Sequence[int]
    possible: Possible
    chosen: dict[frozenset[str], tuple[int, ...]]


_runs: deque[_Run] = deque(maxlen=64)


def _run(words: frozenset[str], outlines: frozenset[str]) -> _Run:
    """Run the rules that some facts open. Where an earlier run had many of these facts and no others, go on from there.

    Args:
        words: The gate words that stand in the facts.
        outlines: The outlines of the facts.
    """
    from solver.speed.possible import Possible

    values, _ = _sketches()
    earlier = [one for one in _runs if one.words <= words and one.outlines <= outlines]
    if earlier:
        base = max(earlier, key=lambda one: len(one.outlines))
        possible = base.possible.with_more(outlines - base.outlines)
    else:
        possible = Possible(outlines, _rules(), values)
    opened = open_to(words)
    possible.run([place for number in opened for place in _places(number)])
    run = _Run(words, outlines, opened, possible, {})
    _runs.append(run)
    return run


def _of_run(run: _Run, asked: frozenset[str]) -> tuple[int, ...]:
    """Return the statements that can fire in a run; where predicates are asked for, those that lead to them."""
    known = run.chosen.get(asked)
    if known is None:
        _, sketches = _sketches()
        needed = run.possible.needed(asked) if asked else run.possible.fired
        known = tuple(number for number in run.opened if number in needed or not sketches[number])
        run.chosen[asked] = known
    return known


@lru_cache(maxsize=1)
def _rules() -> Rules:
    """Return the rules that were run so far: those that no facts opened are not among them."""
    from solver.speed.possible import Rules

    return Rules()


@cache
def _places(number: int) -> Sequence[int]:
    """Return the places of a statement among the rules that are run."""
    _, sketches = _sketches()
    return [_rules().add(number, sketch, sketches.turn(number)) for sketch in sketches[number]]


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
    """Tell whether rules could give some object a value, with some facts or with any subset of them.

    Args:
        facts: The facts as text, each with its full stop.
        kinds: The kind of value: ``type``, ``subtype`` ...
        value: The value, a text.

    Returns:
        False if no subset of the facts lets rules derive ``answer(Kind,_,value)`` for one of the kinds; nor, for
        subtypes, that an object has every subtype of a set.
    """
    from solver.speed.possible import Possible

    values, _ = _sketches()
    wanted = values.wanted(value)
    if any(
        fact.count(f'"{value}"') > LITERAL.findall(fact[:-2].partition("(")[2]).count(f'"{value}"') for fact in facts
    ):
        return True  # it stands within other terms
    told = frozenset[str]().union(*(values.outline(fact, value) for fact in facts))
    words = words_in(facts)
    possible = Possible(told, _rules(), values, wanted)
    possible.run([place for number in open_to(words) for place in _places(number)])
    if possible.mixed:
        return True
    asked = {values.constant(Function(kind)) for kind in kinds}
    every = values.constant(Function("every")) if "subtype" in kinds else 0
    return any(
        row[0] & every or (row[2] & wanted and any(row[0] & kind for kind in asked))
        for row in possible.derives(("answer", 3))
    )


def words_in(facts: Sequence[str]) -> frozenset[str]:
    """Return the gate words that stand in facts.

    Args:
        facts: Facts as text.
    """
    return _gate_words_in("\n".join(facts))


def told_by(facts: Sequence[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the outlines of facts.

    The same facts come all the time, so their outlines are remembered. But a fact that comes for the first time may
    never come again, so all new facts are read together, in a third of the time.

    Args:
        facts: Facts as text, each with its full stop.

    Returns:
        The gate words that stand in them, and their outlines (`Values.outlines`).
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
    outlines = frozenset[str]().union(*{outlines for _, outlines in told})
    if new:
        words |= _gate_words_in(" ".join(set("\n".join(new).split('"'))))
        outlines |= _sketches()[0].outlines(new)
    return words, outlines


_came: dict[str, tuple[frozenset[str], frozenset[str]] | None] = {}
"""The gate words and the outlines of each fact that came before; None for a fact that came only once."""
_MOST_REMEMBERED = 1 << 15


forget_too(
    _gate_words.cache_clear,
    _gates.cache_clear,
    _gates_as_bits.cache_clear,
    _asides.cache_clear,
    _prepared_gates.cache_clear,
    _sketches.cache_clear,
    _prepared.cache_clear,
    chosen.cache_clear,
    _rules.cache_clear,
    _runs.clear,
    _places.cache_clear,
    _came.clear,
)
