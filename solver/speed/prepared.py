"""The sketches and gates of the rules, made in advance: when rules change, not in every process.

``python -m solver.build`` writes ``rules.table`` and ``rules.gates``, after a change of ``rules/``, or of `kinds`,
`sketches`, `gates` or `turns` beside this module; a test checks that they are current. Stale files change no answer,
and a warning says that they are stale (`solver.speed.old_tables`). The sketches of a statement and its turn stand under
its text. So the table has none of a changed rule, or of a house rule: these are sketched from their syntax trees. Gates
follow from all rules of a program together, so they stand under a checksum of it: the file has those of the program
that derives answers, and of the law alone. Where one of these modules was changed, even in a comment, nothing in the
files is used.

The files are JSON, compressed. The table names constants, predicates and terms by their places in three lists; the
bits that stand for the constants are chosen when it is read, so every build writes the same file.
"""

from __future__ import annotations

import json
import operator
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from facts.words import shown_examples as examples
from solver.speed.kinds import ANYTHING, Kinds, Values, named_terms
from solver.speed.sketch_parts import Atom, Comparison, Place, Predicate, Row, Sketch, Term
from solver.speed.turns import turns

if TYPE_CHECKING:
    from solver.speed.gates import Gates

__all__ = [
    "GATES", "MAKERS", "SKETCHES", "Prepared", "Sketches", "content", "is_current", "made_by",
    "prepared_for", "sketches", "write",
]  # fmt: skip

SKETCHES = Path(__file__).with_name("rules.table")
GATES = Path(__file__).with_name("rules.gates")
_FORMAT = 4
MAKERS = tuple(Path(__file__).with_name(f"{name}.py") for name in ("kinds", "sketches", "gates", "turns"))
_NUMBER = re.compile(r"(?<!\w)\d+")
_NUMBERS = -1
"""The entry in the table that stands for all numbers."""
_COMPARES: tuple[Callable[[int, int], bool] | None, ...] = (None, operator.lt, operator.le, operator.gt, operator.ge)

Raw = list[Any]
"""A sketch as it stands in the table."""


def _key(parameters: Iterable[str], text: str) -> str:
    """Return the key of a statement's sketches: all texts that they come from."""
    return f"{','.join(parameters)}: {text}"


class Sketches:
    """The sketches of statements, by their places: a sketch of the table is made when it is asked for.

    Attributes:
        values: The kinds of values.
    """

    def __init__(self, values: Values, keys: Sequence[str], table: Mapping[str, Any]) -> None:
        """Take the entries of the table.

        Args:
            values: The kinds of values, with all numbers that statements name.
            keys: For each statement the key of its sketches in the table, if it has them.
            table: The table, with the constants, predicates and terms that it names by their places.
        """
        self.values = values
        known = [table["statements"].get(key, _UNKNOWN) for key in keys]
        self._turns: list[int] = [turn for turn, _ in known]
        self._raw: list[list[Raw] | None] = [raw for _, raw in known]
        self._kinds = [values.named(one) for one in table["constants"]]
        self._predicates: list[Predicate] = [(name, arity) for name, arity in table["predicates"]]
        self._places: list[Place] = [(name, arity, place) for name, arity, place in table["places"]]
        self._terms = list(map(self._term, table["terms"]))
        self._made: list[tuple[Sketch, ...] | None] = [None] * len(keys)

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

    def turn(self, place: int) -> int:
        """Return the turn of a statement's rules (`solver.speed.turns`); 0 if it is not in the table.

        Args:
            place: The place of the statement.
        """
        return self._turns[place]

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
        heads, body, looks, compared, unlike, variables, nested, built, built_of, is_given, taken, made = raw
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
            self._arguments(taken),
            self._arguments(made),
        )

    def _arguments(self, raw: Raw) -> tuple[tuple[Place, Term], ...]:
        return tuple([(self._places[place], self._terms[term]) for place, term in raw])

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
    table = _read(SKETCHES) or _EMPTY
    keys = [_key(parameters, text) for parameters, text in statements]
    known = table["statements"]
    new = [text for key, (_, text) in zip(keys, statements, strict=True) if key not in known]
    numbers = {number for text in new for number in _numbers(text)}.union(table["numbers"])
    terms = {term for text in new for term in named_terms(text)}.union(table["named_terms"])
    return Sketches(Values(sorted(numbers), sorted(terms)), keys, table)


_UNKNOWN = (0, None)
"""The entry of a statement that is not in the table: its turn, and its sketches."""
_EMPTY: Mapping[str, Any] = {
    "constants": [], "numbers": [], "named_terms": [], "predicates": [], "places": [], "terms": [], "statements": {},
}  # fmt: skip


class Prepared(NamedTuple):
    """The build's findings about the statements of a program.

    Attributes:
        gates: The gates of each statement.
        asides: The places of the statements that lead to no answer, whatever the board.
        chapters: The checksum of each chapter's statements as the build found them.
    """

    gates: Sequence[Gates]
    asides: frozenset[int]
    chapters: Mapping[str, str]


def prepared_for(statements: Sequence[tuple[Sequence[str], str]]) -> Prepared | None:
    """Return the gates of a program's statements, and the statements that lead to no answer.

    Args:
        statements: For each statement the parameters of its part, and its text.

    Returns:
        Both; None where they were not prepared for just this program.
    """
    table = _read(GATES)
    program = None if table is None else table["programs"].get(_program(_key(*one) for one in statements))
    if table is None or program is None:
        return None
    known = [tuple(map(frozenset, gates)) for gates in table["gates"]]
    return Prepared([known[place] for place in program["gates"]], frozenset(program["asides"]), table["chapters"])


def _program(keys: Iterable[str]) -> str:
    """Return the key of a program's gates."""
    return f"{zlib.crc32(chr(10).join(keys).encode()):08x}"


def _numbers(text: str) -> set[int]:
    """Return the numbers that a statement names, and the same with the other sign."""
    named = set(map(int, _NUMBER.findall(text)))
    return named | {-number for number in named}


def is_current() -> bool:
    """Tell whether the files are those that the present rules would give."""
    return all(_read(path) == table for path, table in _made().items())


def write() -> None:
    """Write the files from the rules as they are now."""
    for path, table in _made().items():
        path.write_bytes(zlib.compress(json.dumps(table, separators=(",", ":"), sort_keys=True).encode(), 9))


def made_by() -> str | None:
    """Return a checksum of the modules that read sketches; None if their source does not exist."""
    try:
        source = "".join(maker.read_text(encoding="utf-8") for maker in MAKERS)
    except OSError:
        return None
    return f"{_FORMAT} {len(source)} {zlib.crc32(source.encode()):08x}"


@lru_cache(maxsize=2)
def _read(path: Path) -> dict[str, Any] | None:
    """Read a file; None where there is none that can be used."""
    table, maker = content(path), made_by()
    return table if table is not None and maker is not None and table.get("made_by") == maker else None


def content(path: Path) -> dict[str, Any] | None:
    """Return the content of a file, whatever modules it was made by; None where it is damaged."""
    try:
        table: Any = json.loads(zlib.decompress(path.read_bytes()))
    except (OSError, ValueError, zlib.error):
        return None
    return table if isinstance(table, dict) else None


def _made() -> dict[Path, dict[str, Any]]:
    """Return the correct content of each file."""
    from solver.program import chapters, checksum, every_chapter, law, name_of, parsed, read
    from solver.speed.asked_predicates import ASKED
    from solver.speed.gates import gates_of
    from solver.speed.possible import leading_to
    from solver.speed.sketches import read_sketch

    programs = [[one for path in paths for one in read(path)] for paths in (chapters(), law())]
    places = {_key(one.parameters, one.text): one for program in programs for one in program}
    statements = list(places.values())
    numbers = sorted({number for one in statements for number in _numbers(one.text)})
    terms = sorted({term for one in statements for term in named_terms(one.text)})
    values = Values(numbers, terms)
    made = [read_sketch(parsed(one), one.parameters, values) for one in statements]
    writer = _Writer(values)
    sketches = dict(zip(places, made, strict=True))
    first = _turns(sketches)
    rows = {key: [first[key], [writer.sketch(each) for each in found]] for key, found in sketches.items()}
    often = _how_often()
    of_programs: dict[str, dict[str, list[int]]] = {}
    different: dict[tuple[tuple[str, ...], ...], int] = {}
    for program in programs:
        keys = [_key(one.parameters, one.text) for one in program]
        rules = [(place, one) for place, key in enumerate(keys) for one in sketches[key]]
        found = gates_of(rules, values, often)
        named = [tuple(tuple(sorted(gate)) for gate in found.get(place, ())) for place in range(len(keys))]
        of_programs[_program(keys)] = {
            "gates": [different.setdefault(one, len(different)) for one in named],
            "asides": sorted({place for place, _ in rules} - leading_to(rules, ASKED)),
        }
    maker = made_by()
    table = {
        "made_by": maker,
        "numbers": numbers,
        "named_terms": terms,
        "constants": writer.constants,
        "predicates": [list(one) for one in writer.predicates],
        "places": [list(one) for one in writer.places],
        "terms": list(writer.terms.values()),
        "statements": rows,
    }
    gates = {
        "made_by": maker,
        "programs": of_programs,
        "gates": [list(map(list, one)) for one in different],
        "chapters": {name_of(path): checksum(read(path)) for path in every_chapter()},
    }
    return {SKETCHES: table, GATES: gates}


def _turns(sketches: Mapping[str, Sequence[Sketch]]) -> Mapping[str, int]:
    """Return the turn of each statement: that of its first rule."""
    in_order = iter(turns([one for found in sketches.values() for one in found]))
    return {key: min([next(in_order) for _ in found], default=0) for key, found in sketches.items()}


def _how_often() -> Mapping[str, int]:
    """Return, for each word, how many of a thousand boards have it in their facts; each has one card of the library."""
    from facts.board import Board, board_facts
    from facts.cards import DEFAULT_EDITION, all_cards, card_facts

    def words(lines: Iterable[str]) -> set[str]:
        return {word for line in lines for word in re.findall(r"\w+", line)}

    bare = words(board_facts(Board.of({"timeline": [examples.CARD]}).timeline, 0, edition=DEFAULT_EDITION).lines)
    cards = [bare | words(card_facts(card, card.name)[0]) for card in all_cards()]
    counted = Counter(word for one in cards for word in one)
    return {word: times * 1000 // len(cards) for word, times in counted.items()}


class _Writer:
    """Writes sketches as they stand in the table.

    Attributes:
        constants: The constants that they name, in the order of their bits.
        predicates: The predicates that they name.
        places: The arguments of terms.
        terms: The terms that they name, as they stand in the table.
    """

    def __init__(self, values: Values) -> None:
        named = values.constants()
        self.constants = list(named)
        self.predicates: dict[Predicate, int] = {}
        self.places: dict[Place, int] = {}
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
            self._arguments(one.taken),
            self._arguments(one.made),
        ]

    def _arguments(self, arguments: Iterable[tuple[Place, Term]]) -> Raw:
        return [[self.places.setdefault(place, len(self.places)), self._term(term)] for place, term in arguments]

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
        kinds = self._values.short(kinds)  # the name of a function stands for all its terms
        while kinds:
            lowest = kinds & -kinds
            found.append(self._places[lowest])
            kinds ^= lowest
        return found
