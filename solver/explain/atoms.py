"""What is true on a board that is grounded: its atoms, looked up by any of their arguments, and when they came to be.

Atoms are taken over from clingo predicate by predicate, when a question first needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from clingo import Symbol

from solver.explain.terms import Term, arguments, symbol_of, term_of
from solver.layers import Layers

Row = tuple[Term, ...]
"""The arguments of an atom."""


class Atoms:
    """The atoms of a grounding.

    Attributes:
        told: The facts of the board, as text.
        calls: How many grounding calls there were.
    """

    def __init__(self, layers: Layers, told: Iterable[str]) -> None:
        """Take a grounding.

        Args:
            layers: The grounding, finished.
            told: The facts it began with, each with its full stop.
        """
        self.told = frozenset(told)
        self.calls = len(layers.calls)
        self._atoms = layers.control.symbolic_atoms
        self._terms: dict[Symbol, Term] = {}
        self._symbols: dict[Term, Symbol] = {}
        self._there: dict[Term, bool] = {}
        self._rows: dict[tuple[str, int], list[Row]] = {}
        self._indexes: dict[tuple[str, int, tuple[int, ...]], dict[Row, list[Row]]] = {}
        self._parts: dict[str, list[tuple[Row, int]]] = {}
        for number, call in enumerate(layers.calls):
            for name, given in call:
                self._parts.setdefault(name, []).append((tuple(self.term(one) for one in given), number))

    def term(self, symbol: Symbol) -> Term:
        """Return a symbol as a term.

        Args:
            symbol: The symbol.
        """
        return term_of(symbol, self._terms)

    def symbol(self, term: Term) -> Symbol:
        """Return a term as a symbol.

        Args:
            term: The term.
        """
        return symbol_of(term, self._symbols)

    def holds(self, atom: Term) -> bool:
        """Tell whether an atom is true.

        Args:
            atom: The atom.
        """
        found = self._there.get(atom)
        if found is None:
            found = self._there[atom] = self._atoms[self.symbol(atom)] is not None
        return found

    def rows(self, name: str, arity: int) -> list[Row]:
        """Return the arguments of the true atoms of a predicate.

        Args:
            name: The predicate.
            arity: How many arguments it has.
        """
        found = self._rows.get((name, arity))
        if found is None:
            term, known = term_of, self._terms
            found = [
                tuple([term(one, known) for one in atom.symbol.arguments])
                for atom in self._atoms.by_signature(name, arity)
            ]
            self._rows[name, arity] = found
        return found

    def matching(self, name: str, arity: int, bound: Mapping[int, Term]) -> Sequence[Row]:
        """Return the atoms of a predicate with certain arguments.

        Args:
            name: The predicate.
            arity: How many arguments it has.
            bound: Arguments by position.

        Returns:
            All arguments of each.
        """
        if not bound:
            return self.rows(name, arity)
        places = tuple(sorted(bound))
        index = self._indexes.get((name, arity, places))
        if index is None:
            index = self._indexes[name, arity, places] = {}
            for row in self.rows(name, arity):
                index.setdefault(tuple([row[place] for place in places]), []).append(row)
        return index.get(tuple([bound[place] for place in places]), ())

    def grounded(self, part: str) -> Sequence[tuple[Row, int]]:
        """Return with which arguments a program part was grounded, and in which call.

        Args:
            part: The part.
        """
        return self._parts.get(part, ())

    def predicates(self) -> list[tuple[str, int]]:
        """Return the predicates of which there are atoms, with their arities."""
        return [(name, arity) for name, arity, positive in self._atoms.signatures if positive]

    def is_before(self, first: Term, second: Term) -> bool:
        """Tell whether a term comes before another one in clingo's order.

        Args:
            first: A term.
            second: Another one.
        """
        if isinstance(first, int) and isinstance(second, int):
            return first < second
        return self.symbol(first) < self.symbol(second)


def name_of(atom: Term) -> tuple[str, int]:
    """Return the predicate of an atom, with its arity.

    Args:
        atom: The atom.
    """
    assert isinstance(atom, tuple)
    return str(atom[0]), len(arguments(atom))
