"""Reading the shown atoms as plain values.

Asking clingo for the parts of a symbol costs a call each; the text of all of them costs one, and taking that apart
is cheap.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from clingo import Symbol, Tuple_, parse_term

Value = str | int
Kinds = dict[str, list[Value]]
"""What the rules say of one object: values by kind."""
Values = dict[str, Kinds]
"""What the rules say of each object, by label."""

_STRING = r'"(?:[^"\\]|\\.)*"'
_ANSWER = re.compile(
    rf"answer\((\w+)(?:\(({_STRING})\))?,o\((\d+),({_STRING})\),({_STRING}|-?\w+|(?:[^\"]|{_STRING})*?)\)"
    r"(?=,(?:answer|settled)\(|,?\)$)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def collect(shown: Iterable[Symbol], board: int) -> Values:
    """Sort the shown atoms of one board by object and kind.

    Args:
        shown: Atoms ``answer(Kind,o(Board,Label),Value)``; others are passed over.
        board: The board's number.

    Returns:
        The values: texts, numbers, and other terms as they are written (see `term`).
    """
    return collect_each(shown).get(board, {})


def collect_each(shown: Iterable[Symbol]) -> dict[int, Values]:
    """Sort the shown atoms of several boards, read once for all of them.

    Args:
        shown: As for `collect`.

    Returns:
        What `collect` returns, by the board's number; a board of which nothing is shown is left out.
    """
    found: dict[int, Values] = {}
    objects: dict[tuple[str, str], Kinds] = {}
    for kind, word, on, label, value in _ANSWER.findall(str(Tuple_(tuple(shown)))):
        values = objects.get((on, label))
        if values is None:
            values = objects[on, label] = found.setdefault(int(on), {}).setdefault(_unquoted(label), {})
        if word:
            kind = f"{kind}:{_unquoted(word)}"
        if kind in values:
            values[kind].append(_value(value))
        else:
            values[kind] = [_value(value)]
    return found


def value_of(symbol: Symbol) -> Value:
    """Return a term as `collect` gives it.

    Args:
        symbol: The term.
    """
    return _value(str(symbol))


@lru_cache(maxsize=8192)
def _value(text: str) -> Value:
    if text[0] == '"':
        return _unquoted(text)
    return int(text) if text.lstrip("-").isdigit() else text


@lru_cache(maxsize=8192)
def _unquoted(text: str) -> str:
    """Return the text of a clingo string."""
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text[1:-1])


@lru_cache(maxsize=8192)
def term(text: Value) -> Symbol:
    """Return the term that a value is.

    Args:
        text: The value, as `collect` returned it.
    """
    return parse_term(str(text))
