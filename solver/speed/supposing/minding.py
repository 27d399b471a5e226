"""Record only those kinds of characteristics of a supposed state that a rule asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from clingo.ast import AST, ASTType, Sign

from solver.speed.supposing.rule_trees import (
    Renaming,
    atom_of,
    counted,
    name_of,
    note_atoms,
    variables,
    with_variables,
)
from solver.speed.supposing.rule_writing import written
from solver.speed.supposing.worlds import OBJECT, OF_STATE, THEN, Rule, Worlds


class Minding:
    """Says which kinds rules ask for."""

    def __init__(self, worlds: Worlds) -> None:
        """Store the law's rules about states."""
        self._worlds = worlds
        self._implied = self._implied_kinds()
        self._asked: dict[str, list[tuple[Rule, AST]]] = {}
        for rule in worlds.rules:
            for symbol in _asked_atoms(rule.tree):
                self._asked.setdefault(symbol.name, []).append((rule, symbol))

    def guards(self, rule: Rule) -> list[str]:
        """Return the kinds that must be minded for a rule about kept values, or about what follows from them.

        Args:
            rule: The rule.
        """
        if rule.part not in ("outcome", *OF_STATE):
            return []
        head = atom_of(rule.tree.head)
        if head.name == "has":
            return [f"minds(Supposed,{head.arguments[1]},step)"]
        names = {
            str(one.atom.symbol.name)
            for one in rule.tree.body
            if one.sign == Sign.NoSign and one.atom.ast_type == ASTType.SymbolicAtom
        }
        if "has" in names and head.name == "outcome":
            return [f"minds(Supposed,{head.arguments[1]},step)"]
        return ["minds(Supposed,subtype,step)"] if "keeps_subtype" in names else []

    def minded(self, rule: Rule) -> Iterator[str]:
        """Return the rules that say which kinds of characteristics a rule asks for.

        Args:
            rule: The rule.
        """
        if rule.part in OF_STATE:
            yield from self._minded_for(rule.tree)
            return
        if rule.part == "outcome":
            return
        own = self._worlds.own_abilities(rule.tree)
        everything = [*(one for number, one in enumerate(rule.tree.body) if number not in own), *counted(rule.tree)]
        static = [
            one
            for one in everything
            if one.sign == Sign.NoSign
            and one.atom.ast_type == ASTType.SymbolicAtom
            and self._worlds.world(rule.part, one.atom.symbol) is None
        ]
        contexts = self._contexts(rule)
        for one in everything:
            if one.atom.ast_type != ASTType.SymbolicAtom or one.atom.symbol.name != "has":
                continue
            about, kind, _, _ = map(str, one.atom.symbol.arguments)
            if kind in self._implied_for(about, everything):
                continue
            others = [other for other in static if about not in variables(other)]
            for instead, who in contexts:
                terms = [one.atom.symbol.arguments[1], *others]
                asked, *further = (_with_terms(term, instead) for term in terms) if instead else terms
                yield written(f"minds(Supposed,{asked},step)", [*who, *further]).text

    def _contexts(self, rule: Rule) -> list[tuple[dict[str, AST], list[str]]]:
        """Return for which effects a rule matters.

        Args:
            rule: The rule.

        Returns:
            Literals about these effects, as text, with the terms that stand in place of variables of the rule.
        """
        who = [guard for one in rule.tree.body for guard in self._whose(rule.part, one)]
        if not who and rule.part == "look" and not self._worlds.is_about_an_effect(rule.tree):
            return self._askers(atom_of(rule.tree.head), frozenset()) or [({}, ["supposed(Supposed,step)"])]
        return [({}, who or ["supposed(Supposed,step)"])]

    def _askers(self, head: AST, seen: frozenset[str]) -> list[tuple[dict[str, AST], list[str]]]:
        """Return for which effects an atom about objects alone matters: those of the rules that ask for it.

        Args:
            head: The atom, as the head of its rule has it.
            seen: The predicates that lead to this one.

        Returns:
            As for `_contexts`.
        """
        found: list[tuple[dict[str, AST], list[str]]] = []
        for rule, symbol in self._asked.get(head.name, ()):
            pairs = list(zip(head.arguments, symbol.arguments, strict=True))
            constants = [(mine, asked) for mine, asked in pairs if mine.ast_type == ASTType.SymbolicTerm]
            if any(asked.ast_type == ASTType.SymbolicTerm and str(asked) != str(mine) for mine, asked in constants):
                continue  # Two words: "historic" is not "outlaw".
            settled = {str(asked): mine for mine, asked in constants if asked.ast_type == ASTType.Variable}
            tree = with_variables(rule.tree, settled)
            instead = {str(mine): asked for mine, asked in pairs if mine.ast_type == ASTType.Variable}
            static = [
                one
                for one in tree.body
                if one.sign == Sign.NoSign
                and one.atom.ast_type == ASTType.SymbolicAtom
                and self._worlds.world(rule.part, one.atom.symbol) is None
                and OBJECT not in variables(one)
            ]
            who = [guard for one in tree.body for guard in self._whose(rule.part, one)]
            if who or rule.part != "look" or self._worlds.is_about_an_effect(tree) or name_of(tree.head) in seen:
                found.append((instead, [*(who or ["supposed(Supposed,step)"]), *map(str, static)]))
                continue
            for outer, guards in self._askers(atom_of(tree.head), seen | {head.name}):
                terms = {mine: _with_terms(asked, outer) for mine, asked in instead.items()}
                found.append((terms, [*guards, *(str(_with_terms(one, outer)) for one in static)]))
        return found

    def _implied_kinds(self) -> dict[str, set[str]]:
        """Return the kinds that each predicate about an object implies: all of its rules ask for them of that object.

        Where an atom of it is derived, its own rules say that these kinds are minded.
        """
        rules: dict[str, list[AST]] = {}
        for rule in self._worlds.rules:
            if rule.part == "look":
                rules.setdefault(atom_of(rule.tree.head).name, []).append(rule.tree)
        implied: dict[str, set[str]] = {}
        while True:
            found = {
                name: set.intersection(
                    *(_asked_kinds(tree) | self._implied_for(OBJECT, tree.body, implied) for tree in those)
                )
                for name, those in rules.items()
                if name in self._worlds.places
            }
            if found == implied:
                return found
            implied = found

    def _implied_for(
        self, about: str, literals: Iterable[AST], implied: Mapping[str, set[str]] | None = None
    ) -> set[str]:
        """Return the kinds of an object that some literals imply, without those that ask for characteristics."""
        kinds: set[str] = set()
        for one in literals:
            if one.sign == Sign.NoSign and one.atom.ast_type == ASTType.SymbolicAtom:
                symbol = one.atom.symbol
                place = self._worlds.places.get(symbol.name)
                if place is not None and place < len(symbol.arguments) and str(symbol.arguments[place]) == about:
                    kinds |= (self._implied if implied is None else implied).get(symbol.name, set())
        return kinds

    def _whose(self, part: str, literal: AST) -> list[str]:
        """Return, as text, which effects a rule is about, and in which layer, by a literal of its body."""
        if literal.sign != Sign.NoSign or literal.atom.ast_type != ASTType.SymbolicAtom:
            return []
        symbol = literal.atom.symbol
        if self._worlds.world(part, symbol) != THEN:
            return []
        if symbol.name in ("pending", "evaluated"):
            return [f"could_depend({symbol.arguments[0]},Supposed,step)"]
        if symbol.name == "performing":
            return [f"judges({symbol.arguments[0]},Supposed,{symbol.arguments[2]},step)"]
        return [f"judges({symbol.arguments[0]},Supposed,_,step)"] if symbol.name == "counts_for" else []

    def _minded_for(self, tree: AST) -> Iterator[str]:
        """Return the rules that say which kinds are minded since another one follows from them (205.1a, 305.6)."""
        head = atom_of(tree.head)
        if head.name != "has":
            return
        for literal in tree.body:
            symbol = literal.atom.symbol if literal.atom.ast_type == ASTType.SymbolicAtom else None
            if symbol is not None and symbol.name == "has":
                body = [f"minds(Supposed,{head.arguments[1]},step)"]
                yield written(f"minds(Supposed,{symbol.arguments[1]},step)", body).text


def _asked_atoms(tree: AST) -> list[AST]:
    """Return the atoms in the body of a rule."""
    found: list[AST] = []
    for literal in tree.body:
        note_atoms(literal, found.append)
    return found


def _with_terms(tree: AST, instead: Mapping[str, AST]) -> AST:
    """Return a tree with terms in place of some variables, and with other names for all others."""
    visited: AST = Renaming(instead).visit(tree)
    return visited


def _asked_kinds(tree: AST) -> set[str]:
    """Return the kinds of characteristics of its object that a rule asks for by a literal of its own."""
    return {
        str(one.atom.symbol.arguments[1])
        for one in tree.body
        if one.sign == Sign.NoSign
        and one.atom.ast_type == ASTType.SymbolicAtom
        and one.atom.symbol.name == "has"
        and str(one.atom.symbol.arguments[0]) == OBJECT
        and one.atom.symbol.arguments[1].ast_type == ASTType.SymbolicTerm
    }
