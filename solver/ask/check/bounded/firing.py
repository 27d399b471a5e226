"""Select the rules that can fire over a universe. Loading the others would slow each of many small rounds.

A rule fires only if each atom that its body asks for is possible: a rule that fires derives the atom, or the program
of the universe names it. Atoms differ by their predicates and by the words and functions in them. Every other
argument can have any value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import SymbolType
from clingo.ast import AST, ASTType, Sign

from solver.ask.explain.rules import Compound, Const, Form, Literal, Pattern, prepared
from solver.program import Statement

_WORD = re.compile(r"\w+")
_FUNCTION = re.compile(r"\b[a-z]\w*\(")


class _Atom(NamedTuple):
    """The known parts of an atom: its predicate, and the words and functions in it. None stands for any value."""

    name: str
    inside: tuple[str | None, ...]


class _Rule(NamedTuple):
    """A rule: its head and its body."""

    heads: tuple[_Atom, ...]
    asks: tuple[_Atom, ...]


_known: dict[int, tuple[AST, _Rule]] = {}
"""Cache of trees read before: mutants share all rules but one."""


def learn(statement: Statement, trees: Sequence[AST]) -> None:
    """Take over the prepared forms of a statement: reading it from syntax trees takes ten times as long.

    Args:
        statement: The statement, as it is written.
        trees: Its syntax trees.
    """
    if not trees or id(trees[0]) in _known:
        return
    ready = prepared(statement.parameters)(statement.text)
    if ready is None or len(ready.heads) != len(trees):
        return
    parameters = frozenset(statement.parameters)
    for place, tree in enumerate(trees):
        forms = ready.forms(place)
        if len(forms) == 1:  # a rule with pools is read from the tree
            _known[id(tree)] = (tree, _of_form(forms[0], parameters))


def _of_form(form: Form, parameters: frozenset[str]) -> _Rule:
    asks = [one for one in form.body if isinstance(one, Literal) and one.positive]
    return _Rule(
        (_atom_of(form.name, form.parts, parameters),), tuple(_atom_of(one.name, one.parts, parameters) for one in asks)
    )


def _atom_of(name: str, parts: Sequence[Pattern], parameters: frozenset[str]) -> _Atom:
    return _Atom(name, tuple(_inside_of(one, parameters) for one in parts))


def _inside_of(part: Pattern, parameters: frozenset[str]) -> str | None:
    """Return a term that is one word, or the name of a function, with its bracket; see `_inside`."""
    if isinstance(part, Compound):
        return f"{part.name}(" if part.name else None
    if not isinstance(part, Const) or isinstance(part.term, int):
        return None
    name, *arguments = part.term if isinstance(part.term, tuple) else (part.term,)
    word = str(name)
    if arguments:
        return f"{word}(" if word else None
    return word if _WORD.fullmatch(word) and word not in parameters else None


class Firing:
    """Rules that are loaded for one universe after the other."""

    def __init__(self, trees: Sequence[AST]) -> None:
        """Read rules.

        Args:
            trees: Syntax trees, each under that of the ``#program`` line of its part.
        """
        self._trees = trees
        self._rules = list(_read(trees))
        asked = [atom for _, rule in self._rules for atom in rule.asks]
        self._asked = frozenset(f"{atom.name}(" for atom in asked).union(
            one for atom in asked for one in atom.inside if one is not None
        )
        self._found: dict[frozenset[str], tuple[AST, ...]] = {}

    def beside(self, text: str) -> tuple[AST, ...]:
        """Leave out the rules that cannot fire.

        Args:
            text: The text loaded beside them. Only atoms that it names or that rules derive are possible.

        Returns:
            The other rules, and everything that is no rule.
        """
        named = self._asked.intersection((*_WORD.findall(text), *_FUNCTION.findall(text)))
        if named not in self._found:
            silent = _silent(self._rules, named)
            self._found[named] = tuple(tree for place, tree in enumerate(self._trees) if place not in silent)
        return self._found[named]


_Derived = dict[tuple[str, int], set[tuple[str | None, ...]]]
"""The known arguments of derived atoms, by predicate."""


def _silent(rules: Sequence[tuple[int, _Rule]], named: frozenset[str]) -> frozenset[int]:
    """Return the places of the rules that cannot fire if only these words are named."""
    derived: _Derived = {}
    while True:
        still = []
        for place, rule in rules:
            if all(_can_be(atom, named, derived) for atom in rule.asks):
                for head in rule.heads:
                    derived.setdefault((head.name, len(head.inside)), set()).add(head.inside)
            else:
                still.append((place, rule))
        if len(still) == len(rules):
            return frozenset(place for place, _ in still)
        rules = still


def _can_be(atom: _Atom, named: frozenset[str], derived: _Derived) -> bool:
    if f"{atom.name}(" in named and all(one is None or one in named for one in atom.inside):
        return True
    return any(
        all(one is None or other is None or one == other for one, other in zip(atom.inside, inside, strict=True))
        for inside in derived.get((atom.name, len(atom.inside)), ())
    )


def _read(trees: Iterable[AST]) -> Iterator[tuple[int, _Rule]]:
    """Return the rules among some trees, each with its place."""
    parameters: frozenset[str] = frozenset()
    for place, tree in enumerate(trees):
        if tree.ast_type == ASTType.Program:
            parameters = frozenset(one.name for one in tree.parameters)
        elif tree.ast_type == ASTType.Rule:
            known = _known.get(id(tree))
            if known is None or known[0] is not tree:
                asks = (_asked(one, parameters) for one in tree.body)
                rule = _Rule(_atoms(tree.head, parameters), tuple(one[0] for one in asks if len(one) == 1))
                known = _known[id(tree)] = (tree, rule)
            yield place, known[1]


def _asked(literal: AST, parameters: frozenset[str]) -> tuple[_Atom, ...]:
    """Return the atoms of which a literal of a body needs at least one; none where it needs no atom."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return ()
    return _atoms(literal, parameters) if literal.atom.ast_type == ASTType.SymbolicAtom else ()


def _atoms(literal: AST, parameters: frozenset[str]) -> tuple[_Atom, ...]:
    """Return the atoms of a head, or those of a literal."""
    if literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
        raise ValueError(f"no atom: {literal}")
    symbol = literal.atom.symbol
    these = symbol.arguments if symbol.ast_type == ASTType.Pool else (symbol,)
    return tuple(_Atom(one.name, tuple(_inside(term, parameters) for term in one.arguments)) for one in these)


def _inside(term: AST, parameters: frozenset[str]) -> str | None:
    """Return a term that is one word, or the name of a function, with its bracket."""
    if term.ast_type == ASTType.SymbolicTerm and term.symbol.type in (SymbolType.String, SymbolType.Function):
        symbol = term.symbol
        word = symbol.string if symbol.type == SymbolType.String else str(symbol)
    elif term.ast_type == ASTType.Function and term.name and term.arguments:
        return f"{term.name}("
    elif term.ast_type == ASTType.Function:
        word = str(term)
    else:
        return None
    return word if _WORD.fullmatch(word) and word not in parameters else None
