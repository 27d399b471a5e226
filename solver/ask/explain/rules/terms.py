"""Terms of the rules as plain Python values, which are quicker to compare and take apart than clingo's symbols.

A number is an ``int``, a text a ``str``, everything else a tuple: the name and the arguments (a constant has none,
a tuple of the rules has the name ``""``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import cast

from clingo import Function, Number, String, Symbol, SymbolType, parse_term

from facts.text import quoted

Term = int | str | tuple[object, ...]
"""A ground term or atom."""


LAYERS: Mapping[int, str] = {1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 71: "7a", 72: "7b", 73: "7c", 74: "7d"}
"""The layers by the numbers that the rules give them."""


def term_of(symbol: Symbol, known: dict[Symbol, Term]) -> Term:
    """Turn a symbol into a term.

    Args:
        symbol: The symbol.
        known: Terms of symbols met before; it grows.

    Returns:
        The term.

    Raises:
        ValueError: It is ``#inf`` or ``#sup``, which the rules do not use.
    """
    found = known.get(symbol)
    if found is None:
        kind = symbol.type
        if kind == SymbolType.Function:
            found = (symbol.name, *[term_of(one, known) for one in symbol.arguments])
        elif kind == SymbolType.String:
            found = symbol.string
        elif kind == SymbolType.Number:
            found = symbol.number
        else:
            raise ValueError(f"{symbol} has no place in the rules")
        known[symbol] = found
    return found


@lru_cache(maxsize=1 << 15)
def symbol_of(term: Term) -> Symbol:
    """Turn a term into a symbol.

    Args:
        term: The term.

    Returns:
        The symbol.
    """
    if isinstance(term, tuple):
        return Function(str(term[0]), [symbol_of(one) for one in arguments(term)])
    return String(term) if isinstance(term, str) else Number(term)


@lru_cache(maxsize=1 << 15)
def read_term(text: str) -> Term:
    """Read a term as clingo writes it: much the same terms come all the time.

    Args:
        text: Its text.
    """
    return term_of(parse_term(text), {})


def read_rows(name: str, atoms: Sequence[Symbol]) -> list[tuple[Term, ...]]:
    """Read the arguments of atoms: of all of them as one text, which takes half the time of asking each for its own.

    Args:
        name: Their predicate.
        atoms: The atoms, with one argument at least.

    Returns:
        The arguments of each.
    """
    pieces, inside = _PIECE.findall, slice(len(name) + 1, -1)
    found = pieces(str(Function("", atoms))[1:-1])
    if len(found) != len(atoms):  # terms deeper than the pattern knows
        return [tuple(arguments(term_of(atom, {}))) for atom in atoms]
    return [tuple(map(read_term, pieces(atom[inside]))) for atom in found]


def _piece() -> re.Pattern[str]:
    """Return the pattern of a term in a row of terms: with terms within it, and texts with anything in them."""
    text = r'"(?:[^"\\]++|\\.)*+"'
    inside = rf'(?:[^()"]++|{text})*+'
    for _ in range(12):
        inside = rf'(?:[^()"]++|{text}|\({inside}\))*+'
    return re.compile(rf'(?:[^,()"]++|{text}|\({inside}\))++', re.DOTALL)


_PIECE = _piece()


def arguments(term: Term) -> Sequence[Term]:
    """Return the arguments of a term; none for numbers and texts.

    Args:
        term: The term.
    """
    return cast("Sequence[Term]", term[1:]) if isinstance(term, tuple) else ()


@lru_cache(maxsize=1 << 15)
def written(term: Term) -> str:
    """Write a term as clingo does.

    Args:
        term: The term.

    Returns:
        Its text.
    """
    if isinstance(term, tuple):
        inside = ",".join(map(written, arguments(term)))
        if term[0] == "":
            return f"({inside},)" if len(term) == 2 else f"({inside})"
        return f"{term[0]}({inside})" if len(term) > 1 else str(term[0])
    return quoted(term) if isinstance(term, str) else str(term)


def name_of(atom: Term) -> tuple[str, int]:
    """Return the predicate of an atom, with its arity.

    Args:
        atom: The atom.
    """
    assert isinstance(atom, tuple)
    return str(atom[0]), len(arguments(atom))


def constant(word: str) -> Term:
    """Return a constant of the rules: ``battlefield``.

    Args:
        word: Its name.
    """
    return (word,)
