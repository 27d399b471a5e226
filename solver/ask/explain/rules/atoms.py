"""The true atoms of a grounded board, indexed by each argument, with the grounding call that derived each.

The index copies the atoms of a predicate from clingo when a question first needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from clingo import Number, Symbol

from solver.ask.explain.rules.rulebook import Rulebook
from solver.ask.explain.rules.terms import Term, arguments, name_of, read_rows, read_term, symbol_of, term_of
from solver.program import Grounding

Row = tuple[Term, ...]
"""The arguments of an atom."""
_Signature = tuple[str, int]
_MANY = 400
"""If a predicate has more atoms, clingo picks out the atoms that a question needs."""
_ROWS_A_PICK = 200
"""The number of atoms that can be read in the time of one pick."""
_PICKS = 32
"""The number of picks with predicates of their own. Finding the last pick goes through all atoms of a predicate."""
_PICKED = "picked_"
"""The prefix of predicates that only mark picked atoms."""


class Atoms:
    """The atoms of a grounding.

    Attributes:
        told: The facts of the board.
    """

    def __init__(self, layers: Grounding, told: Iterable[str], book: Rulebook) -> None:
        """Take a grounding.

        Args:
            layers: The grounding, finished.
            told: The facts it began with, each with its full stop.
            book: The rules that were grounded.
        """
        self._book = book
        self.told: Mapping[Term, None] = dict.fromkeys([read_term(fact[:-1]) for fact in told])
        self._calls = layers.calls
        self._control = layers.control
        self._atoms = layers.control.symbolic_atoms
        self._terms: dict[Symbol, Term] = {}
        self._there: dict[Term, bool] = {}
        self._only_told: dict[_Signature, list[Row]] = {}
        self._rows: dict[_Signature, list[Row]] = {}
        self._indexes: dict[tuple[str, int, tuple[int, ...]], dict[Row, Sequence[Row]]] = {}
        self._large: dict[_Signature, bool] = {}
        self._picks = 0
        self._picked_of: dict[_Signature, int] = {}
        self._sizes: dict[_Signature, int] = {}
        self._picking: dict[str, int] = {}
        self._parts: dict[str, list[tuple[Row, int]]] = {}
        self._parts_with: dict[tuple[str, tuple[int, ...]], dict[Row, list[tuple[Row, int]]]] = {}
        self._noted = 0

    @property
    def calls(self) -> int:
        """The number of grounding calls so far: the walk of a board grounds some more."""
        return len(self._calls)

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
        return symbol_of(term)

    def holds(self, atom: Term) -> bool:
        """Tell whether an atom is true.

        Args:
            atom: The atom.
        """
        found = self._there.get(atom)
        if found is None:
            derived = self._book.deriving(*name_of(atom))
            found = self._atoms[symbol_of(atom)] is not None if derived else atom in self.told
            self._there[atom] = found
        return found

    def rows(self, name: str, arity: int) -> list[Row]:
        """Return the arguments of the true atoms of a predicate.

        Args:
            name: The predicate.
            arity: The number of its arguments.
        """
        found = self._rows.get((name, arity))
        if found is None:
            if self._book.deriving(name, arity):
                atoms = [atom.symbol for atom in self._atoms.by_signature(name, arity)]
                found = read_rows(name, atoms) if arity else [()] * len(atoms)
            else:
                found = self._told_rows().get((name, arity), [])
            self._rows[name, arity] = found
        return found

    def _told_rows(self) -> dict[_Signature, list[Row]]:
        """Return the arguments of the facts of the board, by predicate: all its atoms, if no rule derives any."""
        if not self._only_told:
            for fact in self.told:
                self._only_told.setdefault(name_of(fact), []).append(tuple(arguments(fact)))
        return self._only_told

    def matching(self, name: str, arity: int, bound: Mapping[int, Term]) -> Sequence[Row]:
        """Return the atoms of a predicate with certain arguments.

        Args:
            name: The predicate.
            arity: The number of its arguments.
            bound: Arguments by position.

        Returns:
            All arguments of each.
        """
        if not bound:
            return self.rows(name, arity)
        places = tuple(sorted(bound))
        values = tuple([bound[place] for place in places])
        index = self._indexes.get((name, arity, places))
        if index is None:
            index = self._indexes[name, arity, places] = {}
            if not self._is_large(name, arity):
                found: dict[Row, list[Row]] = {}
                for row in self.rows(name, arity):
                    found.setdefault(tuple([row[place] for place in places]), []).append(row)
                index.update(found)
        rows = index.get(values)
        if rows is None:
            if self._large.get((name, arity)) and self._picked_often(name, arity):
                self._read_all(name, arity)
                return self.matching(name, arity, bound)
            rows = index[values] = self._picked(name, arity, places, values) if self._large.get((name, arity)) else ()
        return rows

    def _picked_often(self, name: str, arity: int) -> bool:
        """Tell whether atoms of a predicate were picked so often that reading them all would have taken less time."""
        signature = name, arity
        picks = self._picked_of[signature] = self._picked_of.get(signature, 0) + 1
        if picks < _PICKS:
            return False
        if signature not in self._sizes:
            self._sizes[signature] = sum(1 for _ in self._atoms.by_signature(name, arity))
        return picks * _ROWS_A_PICK > self._sizes[signature]

    def _read_all(self, name: str, arity: int) -> None:
        """Read all atoms of a predicate, and forget which of them were picked."""
        self._large[name, arity] = False
        for key in [key for key in self._indexes if key[:2] == (name, arity)]:
            del self._indexes[key]

    def _is_large(self, name: str, arity: int) -> bool:
        """Tell whether a predicate has too many atoms: picking some is faster than reading all."""
        if (name, arity) in self._rows or len(self.told) < _MANY // 2:
            return self._large.setdefault((name, arity), False)
        found = self._large.get((name, arity))
        if found is None:
            several = islice(self._atoms.by_signature(name, arity), _MANY, None)
            found = self._large[name, arity] = next(several, None) is not None
        return found

    def _picked(self, name: str, arity: int, places: tuple[int, ...], values: Row) -> list[Row]:
        """Have clingo pick atoms with certain arguments.

        Returns:
            All arguments of each, in the order in which they were derived.
        """
        turn = self._picked_of.get((name, arity), 0) // _PICKS  # so that finding the last pick goes through few atoms
        part = f"{_PICKED}{name}_{arity}_{'_'.join(map(str, places))}_{turn}"
        if part not in self._picking:
            self._picking[part] = 0
            row = ",".join(f"v{place}" if place in places else f"V{place}" for place in range(arity))
            given = ["pick", *(f"v{place}" for place in places)]
            self._control.add(part, given, f"{part}(pick,{row}) :- {name}({row}).")
        self._picks += 1
        self._control.ground([(part, [Number(self._picks), *map(self.symbol, values)])])
        first = self._picking[part]
        found = [atom.symbol for atom in islice(self._atoms.by_signature(part, arity + 1), first, None)]
        self._picking[part] += len(found)
        return [row[1:] for row in read_rows(part, found)]

    def grounded(self, part: str) -> Sequence[tuple[Row, int]]:
        """Return with which arguments a program part was grounded, and in which call.

        Args:
            part: The part.
        """
        self._note_calls()
        return self._parts.get(part, ())

    def _note_calls(self) -> None:
        """Note the grounding calls since the last look."""
        if self._noted == self.calls:
            return
        self._parts_with.clear()
        for number, call in enumerate(self._calls[self._noted :], start=self._noted):
            for name, given in call:
                self._parts.setdefault(name, []).append((tuple(self.term(one) for one in given), number))
        self._noted = self.calls

    def grounded_with(self, part: str, given: Mapping[int, Term]) -> Sequence[tuple[Row, int]]:
        """Return the groundings of a program part that had certain arguments.

        Args:
            part: The part.
            given: Arguments by position.

        Returns:
            All arguments of each, and the call.
        """
        if not given:
            return self.grounded(part)
        self._note_calls()
        places = tuple(given)
        index = self._parts_with.get((part, places))
        if index is None:
            index = self._parts_with[part, places] = {}
            for row, number in self.grounded(part):
                index.setdefault(tuple([row[place] for place in places]), []).append((row, number))
        return index.get(tuple(given.values()), ())

    def predicates(self) -> list[tuple[str, int]]:
        """Return the predicates of which there are atoms, with their arities."""
        signatures = self._atoms.signatures
        return [(name, arity) for name, arity, positive in signatures if positive and not name.startswith(_PICKED)]

    def is_before(self, first: Term, second: Term) -> bool:
        """Tell whether a term comes before another one in clingo's order.

        Args:
            first: A term.
            second: Another one.
        """
        if isinstance(first, int) and isinstance(second, int):
            return first < second
        return self.symbol(first) < self.symbol(second)
