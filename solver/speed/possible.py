"""Select the rules that a board needs: those that can fire and lead to an answer, argument by argument.

Before rules are loaded, they are run once over *kinds* of values instead of values (an abstract interpretation). The
kinds are the constants that the rules themselves name ("Land", ``battlefield``, the functor of ``own(D)``), and one
for all other values. This run notes, for each argument of each predicate that rules derive, which kinds can stand
there, whatever the other arguments are. Whole rows are kept only for facts, of a board or of the rules. Negated and
counted literals are taken to hold. So the run finds every rule that fires, and some that do not. A rule that it does
not find need not be loaded, which spares gringo 10 to 15 microseconds per rule and call.

Then it goes backwards: of the rules that can fire, a rule is needed if it derives a wanted atom, or an atom that a
needed rule uses, again by the kinds of the arguments.

The run also notes what stands within terms, for each argument of each function: P in ``static(O,A,P)`` can only be of
a kind that some rule or fact has put there.

The selection sees only the sketch of each rule (`solver.speed.sketches`).
"""

from __future__ import annotations

import operator
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush

from solver.speed.kinds import ANYTHING, FUNCTION, Kinds, Values
from solver.speed.sketch_parts import Atom, Comparison, Place, Predicate, Row, Sketch

_PASSED = ("if", "now")
"""The functions of terms that are passed to the parameters of program parts (`solver.engine`)."""


class Rules:
    """The sketches of rules, and which of them read and make each predicate. Rules can be added at any time.

    Attributes:
        numbers: The number of each rule's statement.
        sketches: The sketch of each rule.
        turns: The turn of each rule, and its place: rules are run in this order.
        reads: The predicates that must be there for each rule to fire.
        readers: The places of the rules that have a predicate in their body.
        makers: The places of the rules that derive a predicate, each with the atom in the head.
        takers: The places of the rules that take a term apart, by the argument.
    """

    def __init__(self, rules: Iterable[tuple[int, Sketch]] = ()) -> None:
        """Add rules.

        Args:
            rules: The sketch of each rule, and the number of its statement.
        """
        self.numbers: list[int] = []
        self.sketches: list[Sketch] = []
        self.turns: list[tuple[int, int]] = []
        self.readers: defaultdict[Predicate, list[int]] = defaultdict(list)
        self.makers: defaultdict[Predicate, list[tuple[int, Atom]]] = defaultdict(list)
        self.takers: defaultdict[Place, list[int]] = defaultdict(list)
        self.reads: list[frozenset[Predicate]] = []
        for number, sketch in rules:
            self.add(number, sketch)

    def __len__(self) -> int:
        return len(self.numbers)

    def add(self, number: int, sketch: Sketch, turn: int = 0) -> int:
        """Add a rule.

        Args:
            number: The number of its statement.
            sketch: Its sketch.
            turn: Its turn (`solver.speed.turns`). Any turn gives the same result; a good one saves time.

        Returns:
            Its place.
        """
        place = len(self.numbers)
        self.numbers.append(number)
        self.sketches.append(sketch)
        self.turns.append((turn, place))
        reads = frozenset(atom.predicate for atom in sketch.body)
        self.reads.append(reads)
        for predicate in reads:
            self.readers[predicate].append(place)
        for head in sketch.heads:
            self.makers[head.predicate].append((place, head))
        for argument in {argument for argument, _ in sketch.taken}:
            self.takers[argument].append(place)
        return place


class Possible:
    """The atoms that facts and rules leave possible.

    Attributes:
        fired: The numbers of the statements that can fire.
        mixed: Whether values that were to be kept apart can be within other terms after all.
    """

    def __init__(self, outlines: Iterable[str], rules: Rules, values: Values, apart: Kinds = 0) -> None:
        """Take the facts.

        Args:
            outlines: The result of `Values.outlines` for them.
            rules: The rules; none is open yet.
            values: The kinds of values.
            apart: Kinds that stand within no other terms, as far as the facts say.
        """
        self._rules = rules
        self._values = values
        self._apart = apart
        self.mixed = False
        self._rows: dict[Predicate, tuple[Row, ...]] = {}
        self._there: dict[Predicate, Row] = {}
        self._lacks: dict[int, int] = {}
        """For each open rule, the number of predicates in its body that have no possible atom yet."""
        self._bounds: dict[int, list[Kinds]] = {}
        self._given: set[int] = set()
        self._inside: dict[Place, Kinds] = {}
        self._any_within: Container[str] | None = _PASSED
        """The functions whose terms can contain anything; None if the terms of all functions can."""
        self._told: dict[Predicate, bool] = {}
        """The predicates of the facts since the last run, and whether there was no atom of them before."""
        self._noted: list[Place] = []
        """The arguments of terms within these facts."""
        self._tell(outlines)

    @classmethod
    def of_anything(cls, told: Iterable[Predicate], rules: Rules, values: Values) -> Possible:
        """Take facts of which only the predicates are known.

        Args:
            told: The predicates.
            rules: The rules.
            values: The kinds of values.
        """
        possible = cls((), rules, values)
        possible._any_within = None
        for predicate in told:
            possible._give(predicate, (ANYTHING,) * predicate[1])
        return possible

    def with_more(self, outlines: Iterable[str]) -> Possible:
        """Return what is possible with more facts. `run` then only runs rules that read something new.

        Args:
            outlines: The result of `Values.outlines` for these facts.
        """
        more = Possible((), self._rules, self._values, self._apart)
        more.mixed, more._any_within, more._given = self.mixed, self._any_within, set(self._given)
        more._rows, more._there, more._inside = dict(self._rows), dict(self._there), dict(self._inside)
        more._lacks, more._bounds = dict(self._lacks), dict(self._bounds)
        more._tell(outlines)
        return more

    @property
    def fired(self) -> set[int]:
        """The numbers of the statements that can fire, among the rules that were run."""
        numbers = self._rules.numbers
        return {numbers[place] for places in (self._bounds, self._given) for place in places}

    def bound(self, place: int) -> Sequence[Kinds] | None:
        """Return the possible kinds of each variable of a rule, once `run` has found all rules that can fire.

        Args:
            place: The place of the rule.

        Returns:
            The possible kinds of each; None if the rule cannot fire, or only states facts.
        """
        return self._bounds.get(place)

    def run(self, opened: Iterable[int] | None = None) -> None:
        """Find all rules that can fire.

        Args:
            opened: The places of the rules to run; None for all.
        """
        rules, lacks = self._rules, self._lacks
        first = self._read_anew()
        opened = [
            place
            for place in (range(len(rules)) if opened is None else opened)
            if place not in lacks and place not in self._given
        ]
        for place in opened:
            sketch = rules.sketches[place]
            if sketch.given:
                self._given.add(place)
                self.mixed = self.mixed or bool(sketch.built_of & self._apart)
                for predicate, row in sketch.given:
                    self._give(predicate, row)
                self._make(sketch, ())
        first += self._read_anew()
        told = self._rows.keys() | self._there.keys()
        for place in opened:
            if place not in self._given:
                lacks[place] = len(rules.reads[place] - told)
                if not lacks[place]:
                    first.append(place)
        self._settle(first)

    def _read_anew(self) -> list[int]:
        """Return the open rules that read the facts since the last run, and lack nothing."""
        rules, lacks = self._rules, self._lacks
        found = [reader for argument in self._noted for reader in rules.takers[argument] if reader in lacks]
        for predicate, new in self._told.items():
            for reader in rules.readers[predicate]:
                if reader in lacks:
                    lacks[reader] -= new
                    found.append(reader)
        self._told, self._noted = {}, []
        return [place for place in found if not lacks[place]]

    def _settle(self, first: Iterable[int]) -> None:
        """Run rules, and all that read what they derive, until nothing new is possible: each in its turn."""
        rules, lacks, there = self._rules, self._lacks, self._there
        waiting = set(first)
        turns = [rules.turns[place] for place in waiting]
        heapify(turns)
        while turns:
            _, place = heappop(turns)
            waiting.remove(place)
            sketch = rules.sketches[place]
            bound = self._bound(sketch)
            if bound is None:
                continue
            self._bounds[place] = bound
            if self._apart:
                built = (sketch.built_of, *(bound[variable] for variable in sketch.built))
                self.mixed = self.mixed or any(kinds & self._apart for kinds in built)
            further = [
                reader for made in self._make(sketch, bound) for reader in rules.takers[made] if lacks.get(reader) == 0
            ]
            for head in sketch.heads:
                predicate = head.predicate
                new = predicate not in there and predicate not in self._rows
                if self._add(predicate, row_of(head, bound)):
                    for reader in rules.readers[predicate]:
                        if reader in lacks:
                            lacks[reader] -= new
                            if not lacks[reader]:
                                further.append(reader)
            for reader in further:
                if reader not in waiting:
                    waiting.add(reader)
                    heappush(turns, rules.turns[reader])

    def derives(self, predicate: Predicate) -> Iterator[Row]:
        """Go through the atoms of a predicate that rules can derive, after `run` has found the rules that can fire.

        Args:
            predicate: The predicate.

        Returns:
            For each such rule, the possible values in the places of its atoms.
        """
        for place, head in self._rules.makers[predicate]:
            bound = self._bounds.get(place)
            if bound is not None:
                yield row_of(head, bound)

    def needed(self, asked: Container[str]) -> set[int]:
        """Find the firing rules that lead to the wanted atoms, once `run` has found all that can fire.

        Args:
            asked: The names of the predicates that are asked for.

        Returns:
            The numbers of the statements.
        """
        rules, bounds, given = self._rules, self._bounds, self._given
        kept = {
            place
            for places in (bounds, given)
            for place in places
            if not rules.sketches[place].heads
            or any(head.predicate[0] in asked for head in rules.sketches[place].heads)
        }
        waiting, seen = list(kept), set[tuple[Predicate, Row]]()
        makers: dict[Predicate, list[tuple[int, Row]]] = {}
        while waiting:
            place = waiting.pop()
            bound = bounds.get(place)
            if bound is None:
                continue
            sketch = rules.sketches[place]
            for atom in (*sketch.body, *sketch.looks):
                predicate = atom.predicate
                left = makers.get(predicate)
                if left is None:
                    left = makers[predicate] = [
                        (maker, row_of(head, bounds.get(maker, ())))
                        for maker, head in rules.makers[predicate]
                        if maker not in kept and (maker in bounds or maker in given)
                    ]
                if not left:
                    continue
                wanted = row_of(atom, bound)
                if (predicate, wanted) in seen:
                    continue
                seen.add((predicate, wanted))
                unlike = []
                for one in left:
                    if one[0] in kept:
                        continue
                    if all(map(operator.and_, one[1], wanted)):
                        kept.add(one[0])
                        waiting.append(one[0])
                    else:
                        unlike.append(one)
                makers[predicate] = unlike
        return {rules.numbers[place] for place in kept}

    def _tell(self, outlines: Iterable[str]) -> None:
        """Record facts."""
        for outline in outlines:
            name, _, rest = outline.partition(" ")
            if name == FUNCTION:
                self._note(*rest.split(" "))
                continue
            row = tuple(map(self._values.of_fact, rest.split(","))) if rest else ()
            self._give((name, len(row)), row)

    def _give(self, predicate: Predicate, row: Row) -> None:
        """Record a fact, as a row of its own."""
        if predicate not in self._told:
            self._told[predicate] = predicate not in self._rows and predicate not in self._there
        self._rows[predicate] = (*self._rows.get(predicate, ()), row)

    def _add(self, predicate: Predicate, kinds: Row) -> bool:
        """Record the possible arguments of an atom. Tell whether any is new."""
        there = self._there.get(predicate)
        if there is None:
            self._there[predicate] = kinds
            return True
        union = tuple(map(operator.or_, there, kinds))
        if union == there:
            return False
        self._there[predicate] = union
        return True

    def _note(self, function: str, arguments: str) -> None:
        """Record the arguments of a term within the facts."""
        several = arguments.split(",")
        for place, argument in enumerate(several):
            within = (function, len(several), place)
            if self._put(within, self._values.of_fact(argument)):
                self._noted.append(within)

    def _put(self, argument: Place, kinds: Kinds) -> bool:
        """Record kinds for an argument of terms. Tell whether any is new."""
        before = self._inside.get(argument, 0)
        self._inside[argument] = before | kinds
        return before | kinds != before

    def _make(self, sketch: Sketch, bound: Sequence[Kinds]) -> list[Place]:
        """Record the arguments of the terms that a rule makes. Return those that are new."""
        return [
            argument
            for argument, (variable, kinds) in sketch.made
            if self._put(argument, kinds if variable is None else bound[variable])
        ]

    def _take(self, sketch: Sketch, bound: list[Kinds]) -> bool:
        """Narrow the kinds of variables to those that are within terms. Tell whether any remain."""
        any_within = self._any_within
        if any_within is None:
            return True
        for argument, (variable, kinds) in sketch.taken:
            if argument[0] in any_within:
                continue
            there = self._inside.get(argument, 0)
            if variable is None:
                if not kinds & there:
                    return False
            else:
                bound[variable] &= there
                if not bound[variable]:
                    return False
        return True

    def _bound(self, sketch: Sketch) -> list[Kinds] | None:
        """Return the possible kinds of each variable of a rule; None if the rule cannot fire."""
        bound = [ANYTHING] * sketch.variables
        if self._apart:
            for variable in sketch.nested:
                bound[variable] = ~self._apart
        given: list[tuple[Atom, Sequence[Row]]] = []
        for atom in sketch.body:
            there = self._there.get(atom.predicate)
            rows = self._rows.get(atom.predicate)
            if rows is not None:
                given.append((atom, rows if there is None else (*rows, there)))
            elif there is None or not _meet(atom, there, bound):
                return None
        if sketch.taken and not self._take(sketch, bound):
            return None
        for variable, constant in sketch.unlike:
            bound[variable] &= ~constant
            if not bound[variable]:
                return None
        for atom, several in given:
            union = _union(atom, several, bound)
            if union is None or not _meet(atom, union, bound):
                return None
        for comparison in sketch.comparisons:
            if not self.can_hold(comparison, bound):
                return None
        return bound

    def can_hold(self, comparison: Comparison, bound: list[Kinds]) -> bool:
        """Tell whether a comparison can hold, and keep the values of its variables that it allows.

        Args:
            comparison: The comparison.
            bound: The possible kinds of each variable of the rule.
        """
        left, right = (
            term.kinds if term.variable is None else bound[term.variable]
            for term in (comparison.left, comparison.right)
        )
        if comparison.compares is None:
            for term in (comparison.left, comparison.right):
                if term.variable is not None:
                    bound[term.variable] = left & right
            return bool(left & right)
        lefts, rights = self._values.listed(left), self._values.listed(right)
        if lefts is None or rights is None:
            return True
        pairs = [(one, other) for one in lefts for other in rights if comparison.compares(one, other)]
        for term, place in ((comparison.left, 0), (comparison.right, 1)):
            if term.variable is not None:
                bound[term.variable] = self._values.of_numbers(pair[place] for pair in pairs)
        return bool(pairs)


def leading_to(rules: Iterable[tuple[int, Sketch]], asked: Container[str]) -> set[int]:
    """Find the rules that lead to the wanted atoms, whatever the facts are: only the predicates count.

    Args:
        rules: The sketch of each rule, and the number of its statement.
        asked: The names of the predicates that are asked for.

    Returns:
        The numbers of the statements. A constraint is among them.
    """
    makers: defaultdict[Predicate, list[tuple[int, Sketch]]] = defaultdict(list)
    waiting: list[tuple[int, Sketch]] = []
    for number, sketch in rules:
        for head in sketch.heads:
            makers[head.predicate].append((number, sketch))
        if not sketch.heads or any(head.predicate[0] in asked for head in sketch.heads):
            waiting.append((number, sketch))
    found = {number for number, _ in waiting}
    while waiting:
        _, sketch = waiting.pop()
        for atom in (*sketch.body, *sketch.looks):
            for maker in makers.pop(atom.predicate, ()):
                found.add(maker[0])
                waiting.append(maker)
    return found


def row_of(atom: Atom, bound: Sequence[Kinds]) -> Row:
    """Return the possible arguments of an atom in a rule.

    Args:
        atom: The atom.
        bound: The possible kinds of each variable of the rule.
    """
    return tuple([kinds if variable is None else bound[variable] for variable, kinds in atom.arguments])


def _meet(atom: Atom, there: Sequence[Kinds], bound: list[Kinds]) -> bool:
    """Narrow the kinds of variables to those that an atom allows. Tell whether any remain."""
    for (variable, kinds), possible in zip(atom.arguments, there, strict=True):
        if variable is None:
            if not kinds & possible:
                return False
        elif possible != ANYTHING:
            narrowed = bound[variable] & possible
            if not narrowed:
                return False
            bound[variable] = narrowed
    return True


def _union(atom: Atom, rows: Iterable[Row], bound: Sequence[Kinds]) -> Row | None:
    """Return the possible arguments of an atom by the matching rows; None if no row matches."""
    wanted = row_of(atom, bound)
    found: Row | None = None
    for row in rows:
        if all(map(operator.and_, row, wanted)):
            found = row if found is None else tuple(map(operator.or_, found, row))
    return found
