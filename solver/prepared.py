"""The sketches of the rules, read in advance: rules are sketched when they change, not in every process.

``python -m solver.prepared`` writes ``rules.table``, after a change of ``rules/`` or of `solver.sketching`; a test says
that it is current. A stale table does no harm: each sketch stands under the text of the statement it was made of, so a
rule that was changed, or comes from a file of house rules, is not found there, and is sketched from its syntax tree.
Where `solver.sketching` was changed, nothing in the table is used.

The table is JSON, compressed. It names constants, predicates and terms by their places in three lists; the bits that
stand for the constants are chosen when it is read, so it is the same whatever made it.
"""

from __future__ import annotations

import json
import operator
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from solver.possible import ANYTHING, Atom, Comparison, Kinds, Predicate, Row, Sketch, Term, Values

__all__ = ["FILE", "Sketches", "is_current", "written_table"]

FILE = Path(__file__).with_name("rules.table")
_FORMAT = 1
_MAKER = Path(__file__).with_name("sketching.py")
_NUMBER = re.compile(r"(?<!\w)\d+")
_NUMBERS = -1
"""What stands in the table for all numbers."""
_COMPARES: tuple[Callable[[int, int], bool] | None, ...] = (None, operator.lt, operator.le, operator.gt, operator.ge)

Raw = list[Any]
"""A sketch as it stands in the table."""


def _key(parameters: Iterable[str], text: str) -> str:
    """Return what a statement's sketches stand under: all that they are made of."""
    return f"{','.join(parameters)}: {text}"


class Sketches:
    """The sketches of statements, by their places: of those in the table each is made when it is asked for.

    Attributes:
        values: The kinds of values.
    """

    def __init__(self, values: Values, raw: Sequence[list[Raw] | None], table: Mapping[str, Any]) -> None:
        """Take what the table says.

        Args:
            values: The kinds of values, with all numbers that statements name.
            raw: For each statement its sketches as they stand in the table; None where it is not there.
            table: The table, with the constants, predicates and terms that it names by their places.
        """
        self.values = values
        self._raw = raw
        self._kinds = [values.named(one) for one in table["constants"]]
        self._predicates: list[Predicate] = [(name, arity) for name, arity in table["predicates"]]
        self._terms = list(map(self._term, table["terms"]))
        self._made: list[tuple[Sketch, ...] | None] = [None] * len(raw)

    def lacks(self, place: int) -> bool:
        """Tell whether the sketches of a statement are not there yet.

        Args:
            place: The place of the statement.
        """
        return self._raw[place] is None and self._made[place] is None

    def missing(self) -> Iterator[int]:
        """Return the places of the statements that are not there yet."""
        return filter(self.lacks, range(len(self._raw)))

    def add(self, place: int, sketches: tuple[Sketch, ...]) -> None:
        """Add the sketches of a statement.

        Args:
            place: Its place.
            sketches: One for each rule in it.
        """
        self._made[place] = sketches

    def __getitem__(self, place: int) -> tuple[Sketch, ...]:
        made = self._made[place]
        if made is None:
            made = self._made[place] = tuple(map(self._sketch, self._raw[place] or ()))
        return made

    def heads(self, place: int) -> list[tuple[Predicate, ...]]:
        """Return which predicates each rule of a statement derives.

        Args:
            place: The place of the statement.
        """
        raw = self._raw[place]
        if raw is None:
            return [tuple(atom.predicate for atom in one.heads) for one in self[place]]
        return [tuple(self._predicates[atom[0]] for atom in one[0]) for one in raw]

    def predicates(self, place: int) -> Iterator[Predicate]:
        """Go through the predicates of a statement.

        Args:
            place: The place of the statement.
        """
        raw = self._raw[place]
        if raw is None:
            return (atom.predicate for one in self[place] for atom in (*one.heads, *one.body, *one.looks))
        return (self._predicates[atom[0]] for one in raw for atoms in one[:3] for atom in atoms)

    def _sketch(self, raw: Raw) -> Sketch:
        heads, body, looks, compared, unlike, variables, nested, built, built_of, is_given = raw
        derived = self._atoms(heads)
        given: tuple[tuple[Predicate, Row], ...] = ()
        if is_given:
            given = tuple((one.predicate, tuple(term.kinds for term in one.arguments)) for one in derived)
        return Sketch(
            derived,
            self._atoms(body),
            self._atoms(looks),
            tuple([Comparison(_COMPARES[how], self._terms[one], self._terms[other]) for how, one, other in compared]),
            tuple([(variable, self._kinds_of(kinds)) for variable, kinds in unlike]),
            variables,
            tuple(nested),
            tuple(built),
            self._kinds_of(built_of),
            given,
        )

    def _atoms(self, raw: Raw) -> tuple[Atom, ...]:
        terms = self._terms
        return tuple([Atom(self._predicates[one[0]], tuple([terms[place] for place in one[1:]])) for one in raw])

    def _term(self, raw: int | list[int] | None) -> Term:
        """Return a term: a variable is written as its number, anything else as its kinds."""
        if isinstance(raw, int):
            return Term(raw, ANYTHING)
        return Term(None, self._kinds_of(raw))

    def _kinds_of(self, raw: list[int] | None) -> Kinds:
        """Return kinds: a list of the constants' places; None for anything."""
        if raw is None:
            return ANYTHING
        kinds = 0
        for one in raw:
            kinds |= self.values.numbers if one == _NUMBERS else self._kinds[one]
        return kinds


def sketches(statements: Sequence[tuple[Sequence[str], str]]) -> Sketches:
    """Return the sketches of statements, as far as they are in the table: others are to be added.

    Args:
        statements: For each statement the parameters of its part, and its text.
    """
    table = _read() or {"constants": [], "numbers": [], "predicates": [], "terms": [], "statements": {}}
    known: dict[str, list[Raw]] = table["statements"]
    raw = [known.get(_key(parameters, text)) for parameters, text in statements]
    new = {number for one, (_, text) in zip(raw, statements, strict=True) if one is None for number in _numbers(text)}
    values = Values(sorted({*table["numbers"], *new}))
    return Sketches(values, raw, table)


def _numbers(text: str) -> set[int]:
    """Return the numbers that a statement names, and the same with the other sign."""
    named = set(map(int, _NUMBER.findall(text)))
    return named | {-number for number in named}


def written_table() -> bytes:
    """Return the table of the rules as they are now, as the file holds it."""
    return zlib.compress(json.dumps(_made(), separators=(",", ":"), sort_keys=True).encode(), 9)


def is_current() -> bool:
    """Tell whether the file holds the table of the rules as they are now."""
    return _read() == _made()


def _made_by() -> str | None:
    """Return a checksum of what reads sketches; None where its source is not there."""
    try:
        source = _MAKER.read_text(encoding="utf-8")
    except OSError:
        return None
    return f"{_FORMAT} {len(source)} {zlib.crc32(source.encode()):08x}"


@lru_cache(maxsize=1)
def _read() -> dict[str, Any] | None:
    """Read the table; None where there is none that can be used."""
    try:
        table: Any = json.loads(zlib.decompress(FILE.read_bytes()))
    except (OSError, ValueError, zlib.error):
        return None
    made_by = _made_by()
    return table if isinstance(table, dict) and made_by is not None and table.get("made_by") == made_by else None


def _made() -> dict[str, Any]:
    """Return the table of the rules as they are now."""
    from solver.program import parsed, written
    from solver.sketching import read_sketch

    statements = written()
    numbers = sorted({number for one in statements for number in _numbers(one.text)})
    values = Values(numbers)
    read = [read_sketch(parsed(one), one.parameters, values) for one in statements]
    writer = _Writer(values)
    rows = {
        _key(one.parameters, one.text): [writer.sketch(each) for each in found]
        for one, found in zip(statements, read, strict=True)
    }
    return {
        "made_by": _made_by(),
        "numbers": numbers,
        "constants": writer.constants,
        "predicates": [list(one) for one in writer.predicates],
        "terms": list(writer.terms.values()),
        "statements": rows,
    }


class _Writer:
    """Writes sketches as they stand in the table.

    Attributes:
        constants: The constants that they name, in the order of their bits.
        predicates: The predicates that they name.
        terms: The terms that they name, as they stand in the table.
    """

    def __init__(self, values: Values) -> None:
        named = values.constants()
        self.constants = list(named)
        self.predicates: dict[Predicate, int] = {}
        self.terms: dict[Term, int | list[int] | None] = {}
        self._term_places: dict[Term, int] = {}
        self._values = values
        self._places = {kind: place for place, kind in enumerate(named.values())}

    def sketch(self, one: Sketch) -> Raw:
        """Write a sketch."""
        return [
            self._atoms(one.heads),
            self._atoms(one.body),
            self._atoms(one.looks),
            [[_COMPARES.index(it.compares), self._term(it.left), self._term(it.right)] for it in one.comparisons],
            [[variable, self._kinds(kinds)] for variable, kinds in one.unlike],
            one.variables,
            list(one.nested),
            list(one.built),
            self._kinds(one.built_of),
            bool(one.given),
        ]

    def _atoms(self, atoms: Iterable[Atom]) -> Raw:
        return [
            [self.predicates.setdefault(one.predicate, len(self.predicates)), *map(self._term, one.arguments)]
            for one in atoms
        ]

    def _term(self, term: Term) -> int:
        """Return the place of a term."""
        if term not in self.terms:
            self._term_places[term] = len(self.terms)
            self.terms[term] = self._kinds(term.kinds) if term.variable is None else term.variable
        return self._term_places[term]

    def _kinds(self, kinds: Kinds) -> list[int] | None:
        if kinds == ANYTHING:
            return None
        found: list[int] = []
        if kinds & self._values.numbers == self._values.numbers:
            found, kinds = [_NUMBERS], kinds & ~self._values.numbers
        while kinds:
            lowest = kinds & -kinds
            found.append(self._places[lowest])
            kinds ^= lowest
        return found


if __name__ == "__main__":
    from solver.explain import prepared_forms

    FILE.write_bytes(written_table())
    prepared_forms.FILE.write_bytes(prepared_forms.written_table())
