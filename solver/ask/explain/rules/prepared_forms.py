"""The forms of the rules, read in advance: reading them from syntax trees takes longer than most proofs.

``python -m solver.build`` writes ``forms.table``; a test checks that it is current. A stale table does no harm:
the forms of a statement stand under its text. So the table has none of a changed rule, or of a house rule: these are
read from their syntax trees. Where `solver.ask.explain.rules.compiling` was changed, nothing in the table is used.

The table is text, compressed: a line that names the programs that made it, then for each statement three lines: its
parameters and text, the predicates that its rules derive, and their forms as JSON, which is read when it is needed.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, cast

from solver.ask.explain.rules.rule_forms import (
    Aggregate,
    Any_,
    Comparison,
    Compound,
    Condition,
    Const,
    Element,
    Form,
    Literal,
    Pattern,
    Sum,
    Var,
)
from solver.ask.explain.rules.terms import Term

__all__ = ["FILE", "Prepared", "is_current", "prepared", "written_table"]

FILE = Path(__file__).with_name("forms.table")
_FORMAT = 1
_MAKER = Path(__file__).with_name("compiling.py")
_CONST, _COMPOUND, _SUM = range(3)
"""The kinds of patterns that a list can stand for. A text stands for a variable, null for any term."""
_LITERAL, _COMPARISON, _AGGREGATE = range(3)


class Prepared(NamedTuple):
    """The prepared data of a statement.

    Attributes:
        heads: For each rule in it the predicates that it derives, each a name and how many arguments it has.
        written: The forms of each rule, as they stand in the table.
    """

    heads: tuple[frozenset[tuple[str, int]], ...]
    written: str

    def forms(self, place: int) -> tuple[Form, ...]:
        """Return the forms of a rule.

        Args:
            place: The number of rules before it in the statement.
        """
        return tuple(map(_form, json.loads(self.written)[place]))


def prepared(parameters: Sequence[str]) -> Callable[[str], Prepared | None]:
    """Return a function that looks up the prepared forms of a statement; it returns None if the table lacks it.

    Args:
        parameters: The parameters of the part that the statement stands in.

    Returns:
        A function of the text of a statement.
    """
    table, above = _read(), _key(parameters, "")

    def look_up(text: str) -> Prepared | None:
        found = table.get(above + text)
        return None if found is None else Prepared(_heads(found[0]), found[1])

    return look_up


def _key(parameters: Sequence[str], text: str) -> str:
    return f"{','.join(parameters)}: {text}"


@lru_cache(maxsize=1 << 11)
def _heads(written: str) -> tuple[frozenset[tuple[str, int]], ...]:
    """Read the predicates that the rules of a statement derive: many derive the same."""
    return tuple(
        frozenset((name, int(arity)) for name, _, arity in (one.partition("/") for one in rule.split()))
        for rule in (written.split("|") if written else ())
    )


@lru_cache(maxsize=1)
def _read() -> dict[str, tuple[str, str]]:
    """Read the table; where there is none that can be used, it is empty."""
    try:
        made_by, *lines = zlib.decompress(FILE.read_bytes()).decode().split("\n")
    except (OSError, ValueError, zlib.error):
        return {}
    if made_by != _made_by() or len(lines) % 3:
        return {}
    return dict(zip(lines[::3], zip(lines[1::3], lines[2::3], strict=True), strict=True))


def _made_by() -> str | None:
    """Return a checksum of the modules that read forms; None if their source does not exist."""
    try:
        source = _MAKER.read_bytes()
    except OSError:
        return None
    return f"{_FORMAT} {len(source)} {zlib.crc32(source):08x}"


def written_table() -> bytes:
    """Return the table of the rules as they are now, as the file holds it."""
    return zlib.compress("\n".join(_made()).encode(), 9)


def is_current() -> bool:
    """Tell whether the file holds the table of the rules as they are now."""
    try:
        return zlib.decompress(FILE.read_bytes()) == "\n".join(_made()).encode()
    except (OSError, zlib.error):
        return False


def _made() -> Iterator[str]:
    """Return the lines of the table of the rules as they are now."""
    from solver.ask.explain.rules.compiling import read_forms, rule_trees
    from solver.program import law, read, written

    yield _made_by() or ""
    rows: dict[str, tuple[str, str]] = {}
    for one in (*written(), *(statement for path in law() for statement in read(path))):
        try:
            rules = [read_forms(tree, one.parameters) for tree in rule_trees(one.part, one.text)]
        except ValueError:  # the explainer says so when it needs it
            continue
        heads = "|".join(" ".join(dict.fromkeys(f"{form.name}/{len(form.parts)}" for form in forms)) for forms in rules)
        forms = json.dumps([[_form_written(form) for form in forms] for forms in rules], separators=(",", ":"))
        rows[_key(one.parameters, one.text)] = heads, forms
    for key in sorted(rows):
        yield from (key, *rows[key])


# ---- forms in JSON


def _form(raw: list[Any]) -> Form:
    name, parts, body = raw
    return Form(name, tuple(map(_pattern, parts)), tuple(map(_condition, body)))


def _form_written(form: Form) -> list[Any]:
    return [form.name, list(map(_pattern_written, form.parts)), list(map(_condition_written, form.body))]


def _condition(raw: list[Any]) -> Condition:
    if raw[0] == _AGGREGATE:
        _, result, function, elements = raw
        return Aggregate(
            _pattern(result),
            function,
            tuple(Element(tuple(map(_pattern, terms)), tuple(map(_simple, of))) for terms, of in elements),
        )
    return _simple(raw)


def _simple(raw: list[Any]) -> Literal | Comparison:
    kind, positive, first, others = raw
    if kind == _LITERAL:
        return Literal(positive, first, tuple(map(_pattern, others)))
    return Comparison(positive, _pattern(first), tuple((sign, _pattern(one)) for sign, one in others))


def _condition_written(one: Condition) -> list[Any]:
    if isinstance(one, Literal):
        return [_LITERAL, one.positive, one.name, list(map(_pattern_written, one.parts))]
    if isinstance(one, Comparison):
        guards = [[sign, _pattern_written(term)] for sign, term in one.guards]
        return [_COMPARISON, one.positive, _pattern_written(one.first), guards]
    elements = [
        [list(map(_pattern_written, of.terms)), list(map(_condition_written, of.condition))] for of in one.elements
    ]
    return [_AGGREGATE, _pattern_written(one.result), one.function, elements]


def _pattern(raw: Any) -> Pattern:
    if isinstance(raw, str):
        return Var(raw)
    if raw is None:
        return Any_()
    kind, what, *parts = raw
    if kind == _CONST:
        return Const(_term(what))
    if kind == _COMPOUND:
        return Compound(what, tuple(map(_pattern, parts)))
    left, right = map(_pattern, parts)
    return Sum(what, left, right)


def _pattern_written(one: Pattern) -> Any:
    if isinstance(one, Var):
        return one.name
    if isinstance(one, Any_):
        return None
    if isinstance(one, Const):
        return [_CONST, one.term]  # JSON has lists for tuples
    if isinstance(one, Compound):
        return [_COMPOUND, one.name, *map(_pattern_written, one.parts)]
    return [_SUM, one.sign, _pattern_written(one.left), _pattern_written(one.right)]


def _term(raw: Any) -> Term:
    return (raw[0], *map(_term, raw[1:])) if isinstance(raw, list) else cast("Term", raw)
