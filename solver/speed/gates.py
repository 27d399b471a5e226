"""Gates: sets of words. Unless one word of each gate of a rule stands in the facts of a board, it cannot fire there.

Many boards are derived once, by a command that ends with its answer. For these it takes too long to find out which
rules can fire (`solver.speed.possible`), but not to look for words. Gates are found when the rules change
(`solver.speed.prepared`). They change nothing but the time.

A rule can fire only if each atom of its body is there. An atom is there only if the facts have it, or if a rule derives
it. A fact has the constants that a rule asks for. So the bodies of rules tell, backwards, which words must stand
in the facts: rules ask for atoms (`_Demand`), which come from further rules (`_Source`), with the constants filled in.
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from solver.speed.kinds import ANYTHING, Kinds, Values
from solver.speed.possible import Possible, Rules, row_of
from solver.speed.sketch_parts import Atom, Predicate, Row, Sketch, Term

__all__ = ["TOLD_TOO", "Gate", "Gates", "gates_of"]

Gate = frozenset[str]
"""Words; at least one of them must stand in the facts."""
Gates = tuple[Gate, ...]
"""The gates of one rule. All of them must be met."""

TOLD_TOO: frozenset[Predicate] = frozenset({
    ("ability_keyword", 2), ("affects", 2), ("amount_of", 3), ("condition", 2),
    ("chosen", 3), ("status", 2), ("x", 2),    ("copy_effect", 4),
    ("entered_with", 4),
    ("exception", 2), ("operation", 3), ("printed", 3), ("prototype_value", 3), ("scaled", 3), ("still", 1),
    ("counter_condition", 2), ("designates", 2), ("emblem", 1), ("happens", 3), ("lasts", 2), ("left", 1),
    ("duration_over", 2), ("resolves", 2), ("subtype_in", 2), ("target", 3), ("enters_zone", 5), ("token", 1),
    ("told_condition", 2), ("turn_condition", 2), ("version", 3),
})  # fmt: skip
"""Predicates that rules derive and facts give, too. Facts give of all others that rules derive none."""

_WORD = re.compile(r"\w+")
_NAME = re.compile(r'"?\w*[^\W\d]\w*"?!?')
_TERM = re.compile(r"\w+\((\w+)\)")
_MOST_WORDS, _MOST_GATES, _MOST_KINDS = 16, 8, 8
"""The most words of a gate, and the most gates of a rule: more would seldom keep a rule out. An argument of a demand
that can be of more kinds than the third number counts as anything."""


class _Source:
    """Where an atom can come from.

    Attributes:
        words: The words that stand in a fact that is this atom.
        gates: Gates of such a fact: it has a word of each.
        body: The demands of the rule that derives it.
    """

    __slots__ = ("body", "gates", "words")

    def __init__(self, words: frozenset[str], body: tuple[_Demand, ...], gates: Sequence[Gate] = ()) -> None:
        self.words = words
        self.body = body
        self.gates = gates


class _Demand:
    """Atoms that rules ask for.

    Attributes:
        sources: Where they can come from.
        needs: Words that must all stand in the facts; None as long as no source is known that does not need this.
        gates: The gates of these atoms.
    """

    __slots__ = ("gates", "needs", "sources")

    def __init__(self) -> None:
        self.sources: list[_Source] = []
        self.needs: frozenset[str] | None = None
        self.gates: list[Gate] = []


def gates_of(rules: Sequence[tuple[int, Sketch]], values: Values, often: Mapping[str, int]) -> dict[int, Gates]:
    """Find the gates of statements.

    Args:
        rules: The number of each rule's statement, with the sketch of the rule.
        values: The kinds of values.
        often: For each word, how many of a thousand boards have it in their facts; 0 for a word that is missing. It
            only decides which of several gates are kept; but no gate has a word that all boards have.

    Returns:
        The gates of each statement that can fire, first those that are seldom open.
    """
    network = _Network(rules, values, often)
    network.find_needs()
    network.find_gates()
    several: defaultdict[int, list[list[Gate]]] = defaultdict(list)
    for place, (number, sketch) in enumerate(rules):
        if sketch.given:
            several[number].append([])
        elif place in network.rules:
            several[number].append(network.kept.of_source(network.rules[place]))
    return {
        number: tuple(gate for gate in first if all(gate in other for other in others))
        for number, (first, *others) in several.items()
    }


class _Network:
    """The atoms that rules ask for, and where they come from.

    Attributes:
        rules: The demands of each rule that can fire, by its place.
        demands: All that is asked for.
        kept: Decides which gates are kept.
    """

    def __init__(self, rules: Sequence[tuple[int, Sketch]], values: Values, often: Mapping[str, int]) -> None:
        derived = {head.predicate for _, sketch in rules for head in sketch.heads}
        self._told = {atom.predicate for _, sketch in rules for atom in sketch.body} - derived | TOLD_TOO
        self._sketches = [sketch for _, sketch in rules]
        self._values = values
        self._words = _words_of(values)
        self.kept = _Kept(often)
        self._common = frozenset(word for word, boards in often.items() if boards >= 1000)
        self._possible = Possible.of_anything(self._told, Rules(rules), values)
        self._possible.run()
        # The arguments of the head are None where a rule states nothing but facts.
        self._makers: defaultdict[Predicate, list[tuple[int, Row, Sequence[Term] | None]]] = defaultdict(list)
        for place, sketch in enumerate(self._sketches):
            bound = self._possible.bound(place)
            for predicate, row in sketch.given:
                self._makers[predicate].append((place, row, None))
            if bound is not None:
                for head in sketch.heads:
                    self._makers[head.predicate].append((place, row_of(head, bound), head.arguments))
        self.demands: dict[tuple[Predicate, Row], _Demand] = {}
        self._waiting: list[tuple[Predicate, Row]] = []
        self.rules: dict[int, _Source] = {}
        for place, sketch in enumerate(self._sketches):
            bound = self._possible.bound(place)
            if bound is not None:
                self.rules[place] = self._asked_by(sketch, bound)
        while self._waiting:
            self._find_sources(*self._waiting.pop())

    def find_needs(self) -> None:
        """Find the words that must all stand in the facts."""
        changed = True
        while changed:
            changed = False
            for demand in self.demands.values():
                found: frozenset[str] | None = None
                for source in demand.sources:
                    needs = source.words
                    for one in source.body:
                        if one.needs is None:
                            break
                        needs = needs | one.needs
                    else:
                        found = needs if found is None else found & needs
                if found != demand.needs:
                    demand.needs = found
                    changed = True

    def find_gates(self) -> None:
        """Find the gates, beginning with those of one word."""
        for demand in self.demands.values():
            demand.gates = [Gate([word]) for word in sorted(demand.needs or ())]
        for _ in range(_ROUNDS):
            changed = False
            for demand in self.demands.values():
                if demand.needs is None:
                    continue
                found = self.kept.best([*demand.gates, *self.kept.either(demand)])
                changed = changed or found != demand.gates
                demand.gates = found
            if not changed:
                break

    def _demand(self, atom: Atom, bound: Sequence[Kinds]) -> _Demand:
        """Return the demand of an atom in a rule's body."""
        shortened = map(self._values.short, row_of(atom, bound))
        row = tuple([kinds if kinds.bit_count() <= _MOST_KINDS and kinds > 0 else ANYTHING for kinds in shortened])
        key = (atom.predicate, row)
        found = self.demands.get(key)
        if found is None:
            found = self.demands[key] = _Demand()
            self._waiting.append(key)
        return found

    def _asked_by(self, sketch: Sketch, bound: Sequence[Kinds]) -> _Source:
        """Return the demands of a rule, without repetitions."""
        return _Source(frozenset(), tuple(dict.fromkeys(self._demand(atom, bound) for atom in sketch.body)))

    def _find_sources(self, predicate: Predicate, row: Row) -> None:
        """Find where atoms that are asked for can come from."""
        demand = self.demands[predicate, row]
        if predicate in self._told:
            there = {predicate[0], *(self._words[kinds] for kinds in row if kinds in self._words)}
            one_of = [self._one_of(kinds) for kinds in row if kinds > 0 and kinds.bit_count() > 1]
            demand.sources.append(_Source(frozenset(there - self._common), (), [one for one in one_of if one]))
        for place, derived, arguments in self._makers[predicate]:
            if not all(map(operator.and_, derived, row)):
                continue
            if arguments is None:
                demand.sources.append(_Source(frozenset(), ()))
                continue
            bound = self._narrowed(place, arguments, row)
            if bound is not None:
                demand.sources.append(self._asked_by(self._sketches[place], bound))

    def _one_of(self, kinds: Kinds) -> Gate:
        """Return words of which one stands in each fact with one of several constants; none if a fact can lack them."""
        words = [self._words.get(1 << bit) for bit in range(kinds.bit_length()) if kinds >> bit & 1]
        found = Gate(word for word in words if word is not None)
        return Gate() if None in words or found & self._common else found

    def _narrowed(self, place: int, arguments: Sequence[Term], row: Row) -> list[Kinds] | None:
        """Return the values of a rule's variables for which its head is the demanded atom; None if there are none."""
        bound = list(self._possible.bound(place) or ())
        for term, kinds in zip(arguments, row, strict=True):
            if term.variable is not None:
                bound[term.variable] &= kinds
        holds = all(self._possible.can_hold(one, bound) for one in self._sketches[place].comparisons)
        return bound if holds and all(bound) else None


_ROUNDS = 8
"""The rounds of the search for gates of several words: later ones find little."""


def _words_of(values: Values) -> Mapping[Kinds, str]:
    """Return for constants a word that stands in each fact that has the constant."""
    return {
        kind: max(_WORD.findall(constant), key=len)
        for text, kind in values.constants().items()
        for constant in (_TERM.sub(r"\1", text),)
        if _NAME.fullmatch(constant)
    }


class _Kept:
    """Decides which gates are kept."""

    def __init__(self, often: Mapping[str, int]) -> None:
        self._often = often

    def of_source(self, source: _Source) -> list[Gate]:
        """Return the gates of a source: all that must be met if an atom comes from there."""
        of_body = (gate for one in source.body for gate in one.gates)
        return self.best([*source.gates, *(Gate([word]) for word in source.words), *of_body])

    def either(self, demand: _Demand) -> Iterator[Gate]:
        """Return the gates of a demand: if its atom comes from a source, one gate of this source must be met.

        A source that asks for the same demand again does not count: the first atom comes from another source.
        """
        known = [one for one in demand.sources if all(other.needs is not None for other in one.body)]
        sources = [one for one in known if demand not in one.body]
        alternatives: list[list[Gate]] = []
        for source in sources:
            gates = self.of_source(source)
            if not gates:
                return
            alternatives.append(gates)
        if not alternatives:
            return
        first, *others = sorted(alternatives, key=len)
        for gate in first:
            for other in others:
                gate = min((gate | one for one in other), key=self._rank)
                if len(gate) > _MOST_WORDS:
                    break
            else:
                yield gate

    def best(self, gates: Iterable[Gate]) -> list[Gate]:
        """Return the gates that keep away most."""
        found: list[Gate] = []
        for gate in sorted({gate for gate in gates if len(gate) <= _MOST_WORDS}, key=self._rank):
            if not any(other <= gate for other in found):
                found.append(gate)
        return found[:_MOST_GATES]

    def _rank(self, gate: Gate) -> tuple[int, int, list[str]]:
        """Rank gates: first those that are seldom open."""
        return sum(self._often.get(word, 0) for word in gate), len(gate), sorted(gate)
