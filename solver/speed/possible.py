"""Select the rules that a board needs: those that can fire and lead to an answer, argument by argument.

Before rules are loaded, they are run once over *kinds* of values instead of values (an abstract interpretation). The
kinds are the constants that the rules themselves name ("Land", ``battlefield``, the functor of ``own(D)``), and one
for all other values. For each argument of each predicate that rules derive it is noted which kinds can stand there,
without regard to the other arguments; only for facts of a board or of the rules are whole rows kept. Negated and
counted literals are taken to hold. So every rule that fires is found, with some that do not; a rule that cannot fire
need not be loaded, and gringo is spared the 10 to 15 microseconds that each rule costs in each call.

Then, backwards: of the rules that can fire, those are needed that derive a wanted atom, or one that a needed rule uses,
again by the kinds of the arguments.

The selection sees only the sketch of each rule (`solver.speed.sketches`).
"""

from __future__ import annotations

import operator
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Symbol, SymbolType

Kinds = int
"""A set of kinds of values, as bits."""

Predicate = tuple[str, int]
"""The name of a predicate, and how many arguments it has."""

ANYTHING: Kinds = -1
_OTHER, _OTHER_NUMBER, _FIRST = range(3)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r"(?<![\w$])-?\d+")
_INNERMOST = re.compile(r"\([^()]*\)")
_MARKED_NUMBER, _MARKED_STRING, _MARKED_FUNCTION, _MARKED_WANTED = "#", "$", "!", "$?"


class Term(NamedTuple):
    """An argument of an atom in a rule, or a side of a comparison.

    Attributes:
        variable: The number of the variable that it is; None where it is something else.
        kinds: Its other possible kinds.
    """

    variable: int | None
    kinds: Kinds


class Atom(NamedTuple):
    """An atom in a rule."""

    predicate: Predicate
    arguments: tuple[Term, ...]


Row = tuple[Kinds, ...]
"""The values that can stand in the places of one atom."""


class Comparison(NamedTuple):
    """A comparison in a body.

    Attributes:
        compares: The relation of two numbers; None if the terms must be the same.
        left: The first term.
        right: The second one.
    """

    compares: Callable[[int, int], bool] | None
    left: Term
    right: Term


class Sketch(NamedTuple):
    """The parts of a rule that decide whether it can fire.

    Attributes:
        heads: The atoms that it derives.
        body: The atoms that must be there.
        looks: The other atoms that it looks at: negated, counted, or under a condition.
        comparisons: Further conditions.
        unlike: Variables, and the constants that they must not be.
        variables: The number of variables.
        nested: The variables within terms of the body: they can have the values within other terms.
        built: The variables within terms that the rule makes.
        built_of: The constants within such terms.
        given: The atoms of a rule that states nothing but facts; none for any other.
    """

    heads: tuple[Atom, ...]
    body: tuple[Atom, ...]
    looks: tuple[Atom, ...]
    comparisons: tuple[Comparison, ...]
    unlike: tuple[tuple[int, Kinds], ...]
    variables: int
    nested: tuple[int, ...]
    built: tuple[int, ...]
    built_of: Kinds
    given: tuple[tuple[Predicate, Row], ...]


class Values:
    """The kinds of values: every constant that rules name is one."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """Begin without constants but numbers.

        Args:
            numbers: All numbers that rules name, and maybe others: a computed term can be each of them.
        """
        self._bits: dict[str, int] = {}
        self._numbers: dict[int, Kinds] = {}
        self._strings: dict[str, str] = {}
        self.numbers: Kinds = 1 << _OTHER_NUMBER
        for number in numbers:
            self.named(str(number))

    def constant(self, symbol: Symbol) -> Kinds:
        """Return the kind of a constant that a rule names.

        Args:
            symbol: A number, a string or a function; of one with arguments only its name counts.
        """
        if symbol.type in (SymbolType.Number, SymbolType.String):
            return self.named(str(symbol))
        if symbol.type is SymbolType.Function:
            return self.function(symbol.name) if symbol.arguments else self._kind(symbol.name)
        return ANYTHING

    def named(self, text: str) -> Kinds:
        """Return the kind of a constant.

        Args:
            text: A number or a string as rules write it, a name, or the name of a function with `_MARKED_FUNCTION`.
        """
        kind = self._kind(text)
        if text[0] == '"':
            mark = self._strings[text[1:-1]] = f"{_MARKED_STRING}{kind.bit_length()}"
            self._bits[mark] = kind.bit_length() - 1
        elif text[0].isdigit() or text[0] == "-":
            self._numbers[int(text)] = kind
            self.numbers |= kind
        return kind

    def constants(self) -> dict[str, Kinds]:
        """Return the kind of each constant by its text, as `named` takes it."""
        return {text: 1 << bit for text, bit in self._bits.items() if not text.startswith(_MARKED_STRING)}

    def function(self, name: str) -> Kinds:
        """Return the kind of the terms that a function makes; of tuples, where it has no name."""
        return self._kind(f"{name}{_MARKED_FUNCTION}")

    def _kind(self, text: str) -> Kinds:
        return 1 << self._bits.setdefault(text, len(self._bits) + _FIRST)

    def of_fact(self, text: str) -> Kinds:
        """Return the kinds that an argument of a fact can be of.

        Args:
            text: The argument as `outline` writes it.
        """
        return self.numbers if text == _MARKED_NUMBER else 1 << self._bits.get(text, _OTHER)

    def listed(self, kinds: Kinds) -> list[int] | None:
        """Return the numbers among kinds; None where anything else is."""
        if kinds & ~self.numbers or kinds & 1 << _OTHER_NUMBER:
            return None
        return [number for number, kind in self._numbers.items() if kind & kinds]

    def of_numbers(self, numbers: Iterable[int]) -> Kinds:
        """Return the kinds of numbers that rules name."""
        kinds = 0
        for number in numbers:
            kinds |= self._numbers[number]
        return kinds

    def wanted(self, text: str) -> Kinds:
        """Return the kind of a text in a demand: its own if rules name it, or else the kind of demanded texts.

        Args:
            text: The text, without quotes.
        """
        mark = self._strings.get(text, _MARKED_WANTED)
        return 1 << self._bits.setdefault(mark, len(self._bits) + _FIRST)

    def outline(self, fact: str, wanted: str | None = None) -> str:
        """Return a fact with only that left of its arguments by which rules tell them apart: many become one.

        Args:
            fact: The fact as text, with its full stop.
            wanted: A text to distinguish from others, too.
        """
        known = self._strings
        if wanted is not None and wanted not in known:
            known = {**known, wanted: _MARKED_WANTED}
        if "\\" in fact:
            fact = _STRING.sub(lambda found: known.get(found[0][1:-1], _MARKED_STRING), fact)
        ((name, arguments),) = flat([fact[:-1]], lambda text: known.get(text, _MARKED_STRING))
        return _outline(name, arguments)

    def outlines(self, facts: Sequence[str]) -> frozenset[str]:
        """Return the outlines of many facts.

        Args:
            facts: Facts as text, each with its full stop.
        """
        if any("\\" in fact for fact in facts):
            return frozenset(map(self.outline, facts))
        divided = flat((fact[:-1] for fact in facts), lambda text: self._strings.get(text, _MARKED_STRING))
        return frozenset(_outline(name, arguments) for name, arguments in divided)


def _outline(name: str, arguments: str) -> str:
    return f"{name} {_NUMBER.sub(_MARKED_NUMBER, arguments)}"


def flat(atoms: Iterable[str], mark: Callable[[str], str], empty: str = _MARKED_FUNCTION) -> set[tuple[str, str]]:
    """Flatten atoms: of each term with arguments only its name is left. All at once, since many become one.

    Args:
        atoms: Atoms as text; no text in them has quotes.
        mark: The kind of a text.
        empty: The kind of the empty tuple.

    Returns:
        The predicates, each with its arguments; after the name of a term with arguments stands an exclamation mark.
    """
    pieces = "\n".join(atoms).split('"')
    pieces[1::2] = list(map(mark, pieces[1::2]))
    divided = {line.partition("(")[::2] for line in "".join(pieces).split("\n")}
    within = "\n".join(rest[:-1] for _, rest in divided).replace("()", empty)
    while "(" in within:
        within = _INNERMOST.sub(_MARKED_FUNCTION, within)
    return {(name, arguments) for (name, _), arguments in zip(divided, within.split("\n"), strict=True)}


class Possible:
    """The atoms that facts and rules leave possible.

    Attributes:
        fired: The numbers of the statements that can fire.
        mixed: Whether values that were to be kept apart can be within other terms after all.
    """

    def __init__(self, outlines: Iterable[str], values: Values, apart: Kinds = 0) -> None:
        """Take the facts.

        Args:
            outlines: The result of `Values.outline` for them.
            values: The kinds of values.
            apart: Kinds that are within no other terms, for all that the facts say.
        """
        self._values = values
        self._apart = apart
        self.mixed = False
        self._rows: defaultdict[Predicate, list[Row]] = defaultdict(list)
        self._there: dict[Predicate, list[Kinds]] = {}
        self._bounds: dict[int, list[Kinds]] = {}
        for outline in outlines:
            name, _, rest = outline.partition(" ")
            row = tuple([values.of_fact(text) for text in rest.split(",")]) if rest else ()
            self._rows[name, len(row)].append(row)
        self.fired: set[int] = set()

    @classmethod
    def of_anything(cls, told: Iterable[Predicate], values: Values) -> Possible:
        """Take facts of which only the predicates are known.

        Args:
            told: The predicates.
            values: The kinds of values.
        """
        possible = cls((), values)
        for predicate in told:
            possible._rows[predicate].append((ANYTHING,) * predicate[1])
        return possible

    def bound(self, place: int) -> Sequence[Kinds] | None:
        """Return the possible kinds of each variable of a rule, once `run` has found all rules that can fire.

        Args:
            place: The place of the rule among those that `run` was given.

        Returns:
            The possible kinds of each; None if the rule cannot fire, or only states facts.
        """
        return self._bounds.get(place)

    def run(self, rules: Sequence[tuple[int, Sketch]]) -> None:
        """Find all that can fire.

        Args:
            rules: The sketch of each rule, and the number of its statement.
        """
        readers: defaultdict[Predicate, list[int]] = defaultdict(list)
        lacks = list[int]()
        derived = set[Predicate]()
        for place, (number, sketch) in enumerate(rules):
            predicates = {atom.predicate for atom in sketch.body}
            lacks.append(len(predicates))
            if sketch.given:
                self.fired.add(number)
                self.mixed = self.mixed or bool(sketch.built_of & self._apart)
                for predicate, row in sketch.given:
                    self._rows[predicate].append(row)
                continue
            derived.update([atom.predicate for atom in sketch.heads])
            for predicate in predicates:
                readers[predicate].append(place)
        for predicate in self._rows:
            for reader in readers[predicate]:
                lacks[reader] -= 1
        for predicate in derived & self._rows.keys():
            for row in self._rows.pop(predicate):
                self._add(predicate, row)
        waiting = [place for place, (_, sketch) in enumerate(rules) if not lacks[place] and not sketch.given]
        while waiting:
            further = set[int]()
            for place in waiting:
                number, sketch = rules[place]
                bound = self._bound(sketch)
                if bound is None:
                    continue
                self.fired.add(number)
                self._bounds[place] = bound
                if self._apart:
                    built = (sketch.built_of, *(bound[variable] for variable in sketch.built))
                    self.mixed = self.mixed or any(kinds & self._apart for kinds in built)
                for head in sketch.heads:
                    new = head.predicate not in self._there
                    if self._add(head.predicate, row_of(head, bound)):
                        for reader in readers[head.predicate]:
                            lacks[reader] -= new
                            if not lacks[reader]:
                                further.add(reader)
            waiting = sorted(further)

    def derives(self, rules: Sequence[tuple[int, Sketch]], predicate: Predicate) -> Iterator[Row]:
        """Go through the atoms of a predicate that rules can derive, after `run` has found the rules that can fire.

        Args:
            rules: The arguments of `run`.
            predicate: The predicate.

        Returns:
            For each such rule, the possible values in the places of its atoms.
        """
        for place, bound in self._bounds.items():
            for head in rules[place][1].heads:
                if head.predicate == predicate:
                    yield row_of(head, bound)

    def needed(self, rules: Sequence[tuple[int, Sketch]], asked: Container[str]) -> set[int]:
        """Find the firing rules that lead to the wanted atoms, once `run` has found all that can fire.

        Args:
            rules: The arguments of `run`.
            asked: The names of the predicates that are asked for.

        Returns:
            The numbers of the statements.
        """
        makers: defaultdict[Predicate, list[tuple[int, Row]]] = defaultdict(list)
        kept = set[int]()
        for place, (_, sketch) in enumerate(rules):
            bound = self._bounds.get(place)
            if bound is None and not sketch.given:
                continue
            for predicate, row in sketch.given or [
                (head.predicate, row_of(head, bound or [])) for head in sketch.heads
            ]:
                makers[predicate].append((place, row))
            if not sketch.heads or any(head.predicate[0] in asked for head in sketch.heads):
                kept.add(place)
        waiting, seen = list(kept), set[tuple[Predicate, Row]]()
        while waiting:
            place = waiting.pop()
            bound = self._bounds.get(place)
            if bound is None:
                continue
            sketch = rules[place][1]
            for atom in (*sketch.body, *sketch.looks):
                wanted = row_of(atom, bound)
                if (atom.predicate, wanted) in seen:
                    continue
                seen.add((atom.predicate, wanted))
                for maker, row in makers[atom.predicate]:
                    if maker not in kept and all(map(operator.and_, row, wanted)):
                        kept.add(maker)
                        waiting.append(maker)
        return {rules[place][0] for place in kept}

    def _add(self, predicate: Predicate, kinds: Sequence[Kinds]) -> bool:
        """Record the possible arguments of an atom. Tell whether any is new."""
        there = self._there.get(predicate)
        if there is None:
            self._there[predicate] = list(kinds)
            return True
        changed = False
        for place, one in enumerate(kinds):
            if one & ~there[place]:
                there[place] |= one
                changed = True
        return changed

    def _bound(self, sketch: Sketch) -> list[Kinds] | None:
        """Return the possible kinds of each variable of a rule; None if the rule cannot fire."""
        bound = [ANYTHING] * sketch.variables
        if self._apart:
            for variable in sketch.nested:
                bound[variable] = ~self._apart
        given: list[tuple[Atom, list[Row]]] = []
        for atom in sketch.body:
            there: Sequence[Kinds] | None = self._there.get(atom.predicate)
            if there is None:
                rows = self._rows.get(atom.predicate)
                if rows is None:
                    return None
                given.append((atom, rows))
            elif not _meet(atom, there, bound):
                return None
        for variable, constant in sketch.unlike:
            bound[variable] &= ~constant
            if not bound[variable]:
                return None
        for atom, rows in given:
            there = _union(atom, rows, bound)
            if there is None or not _meet(atom, there, bound):
                return None
        return bound if all(self.can_hold(comparison, bound) for comparison in sketch.comparisons) else None

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
        else:
            bound[variable] &= possible
            if not bound[variable]:
                return False
    return True


def _union(atom: Atom, rows: Iterable[Row], bound: Sequence[Kinds]) -> list[Kinds] | None:
    """Return the possible arguments of an atom by the matching rows; None if no row matches."""
    wanted = row_of(atom, bound)
    found: list[Kinds] | None = None
    for row in rows:
        if all(map(operator.and_, row, wanted)):
            found = list(row) if found is None else list(map(operator.or_, found, row))
    return found
