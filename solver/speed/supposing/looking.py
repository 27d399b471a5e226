"""The characteristics that an effect looks at: kinds and values that its filters and conditions ask for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo.ast import AST, ASTType, Sign

from solver.speed.supposing.rule_trees import (
    VARIABLE,
    Renaming,
    atom_of,
    constant,
    counted,
    name_of,
    variables,
    with_variables,
)
from solver.speed.supposing.rule_writing import written
from solver.speed.supposing.worlds import (
    ASKED_AS,
    EFFECT,
    MAY_NAME,
    NO_NUMBERS,
    OBJECT,
    OF_STATE,
    Worlds,
    name_of_ability,
    other_names,
)


class Looking:
    """Finds in rules the values that effects look at."""

    def __init__(self, worlds: Worlds) -> None:
        """Store the law's rules about states."""
        self._worlds = worlds
        self._alone: dict[str, list[tuple[AST, AST]]] = {}
        for one in worlds.rules:
            head = atom_of(one.tree.head)
            if one.part == "look" and not self._is_of_effect(one.tree):
                self._alone.setdefault(head.name, []).append((head, one.tree))

    def looked_at(self) -> list[str]:
        """Return the rules about values that effects look at: each kind and value in a rule about a state."""
        rules: list[str] = []
        for one in self._worlds.rules:
            if one.part == "look" and self._is_of_effect(one.tree):
                for tree, further in self._seen_through(one.tree):
                    rules += self._looked_at_by(tree, further)
                for arguments in self._worlds.own_abilities(one.tree).values():
                    rules += _existence(arguments)
            elif (
                one.part in OF_STATE
                and name_of(one.tree.head) in ("has", "has_every")
                and not any(other_names(one.tree))
            ):
                rules += self._follows(one.part, one.tree)
        return list(dict.fromkeys(rules))

    def _is_of_effect(self, tree: AST) -> bool:
        """Tell whether a rule derives something about an effect in a state, and not about objects alone."""
        return EFFECT in map(str, atom_of(tree.head).arguments) and self._worlds.is_about_an_effect(tree)

    def _seen_through(self, tree: AST) -> Iterator[tuple[AST, list[AST]]]:
        """Return the forms of a rule: as it stands, and with rules about an object alone in place of literals.

        Yields:
            The rule, and the literals that stand in place of one of its own.
        """
        yield tree, counted(tree)
        for literal in tree.body:
            if literal.atom.ast_type == ASTType.SymbolicAtom:
                for settled, instead in self._in_place_of(literal.atom.symbol, frozenset()):
                    yield with_variables(tree, settled), instead

    def _in_place_of(self, symbol: AST, seen: frozenset[str]) -> Iterator[tuple[dict[str, AST], list[AST]]]:
        """Return what stands in place of an atom about an object alone, and in place of such atoms therein.

        Args:
            symbol: The atom.
            seen: The predicates in whose place something stands already.

        Yields:
            The constants that the rule puts in place of variables of the atom, and the literals of its body.
        """
        for head, alone in self._alone.get(symbol.name, ()):
            pairs = list(zip(head.arguments, symbol.arguments, strict=True))
            instead = {str(mine): asked for mine, asked in pairs if mine.ast_type == ASTType.Variable}
            # A rule about one word, such as "historic", shows only what an effect with that word looks at.
            settled = {
                str(asked): mine
                for mine, asked in pairs
                if mine.ast_type == ASTType.SymbolicTerm and asked.ast_type == ASTType.Variable
            }
            literals = [Renaming(instead).visit(other) for other in alone.body]
            yield settled, literals
            if head.name in seen:
                continue
            for number, other in enumerate(literals):
                if other.atom.ast_type == ASTType.SymbolicAtom:
                    for _, further in self._in_place_of(other.atom.symbol, seen | {head.name}):
                        kept = [
                            one for place, one in enumerate(literals) if place != number and self._worlds.is_static(one)
                        ]
                        yield settled, [*kept, *further]

    def _looked_at_by(self, tree: AST, further: Sequence[AST]) -> Iterator[str]:
        """Return the values that an effect looks at by a rule, with further literals in its body."""
        static = [one for one in tree.body if self._worlds.is_static(one)]
        bound = [one for one in further if self._worlds.is_static(one)]
        asked = [one.atom.symbol for one in tree.body if self._worlds.asked_of_a_state(one) == ["evaluated"]]
        own = self._worlds.own_abilities(tree)  # see dependency.lp
        for one in (*(one for number, one in enumerate(tree.body) if number not in own), *further):
            if one.atom.ast_type != ASTType.SymbolicAtom or one.atom.symbol.name != "has":
                continue
            about, kind, value, _ = map(str, one.atom.symbol.arguments)
            if kind == "ability":
                value = name_of_ability(bound) or value
            kept = [str(other) for other in static if not {about, OBJECT} & variables(other)]
            known = {name for text in kept for name in VARIABLE.findall(text)}
            value = "any" if value == "_" or not known.issuperset(VARIABLE.findall(value)) else value
            for predicate, whose in (("looks_at", "seeks"), ("uses", "computes")):
                if predicate == "uses" and (not asked or kind in NO_NUMBERS):
                    continue  # Numbers are counted in layer 7, where these do not change.
                who = [f"{whose}({EFFECT},{symbol.arguments[1]})" for symbol in asked]
                yield written(f"{predicate}({EFFECT},{kind},{value})", [f"created({EFFECT},round)", *who, *kept]).text

    def _follows(self, part: str, tree: AST) -> Iterator[str]:
        """Return the values that an effect looks at because it looks at their consequences (205.1a, 305.6)."""
        kind, value = _asked_for(atom_of(tree.head))
        static = [
            str(one)
            for one in tree.body
            if one.sign == Sign.NoSign
            and one.atom.ast_type == ASTType.SymbolicAtom
            and self._worlds.world(part, one.atom.symbol) is None
        ]
        for one in tree.body:
            if one.atom.ast_type == ASTType.SymbolicAtom and one.atom.symbol.name in ("has", *ASKED_AS):
                other, of_it = map(str, _asked_for(one.atom.symbol))
                for looked in dict.fromkeys(("any", *([str(value)] if value.ast_type == ASTType.Variable else []))):
                    body = [f"created({EFFECT},round)", f"looks_at({EFFECT},{kind},{looked})"]
                    asked = looked if of_it == str(value) else of_it
                    yield written(
                        f"looks_at({EFFECT},{other},{asked})",
                        [*body, *(static if asked == of_it and asked != looked else [])],
                    ).text


def _asked_for(symbol: AST) -> tuple[AST, AST]:
    """Return the kind and the value of an atom of a state.

    Args:
        symbol: The atom.
    """
    if symbol.name in ASKED_AS:
        return constant(ASKED_AS[symbol.name]), symbol.arguments[1]
    return symbol.arguments[1], symbol.arguments[2]


def _existence(asked: Sequence[AST]) -> Iterator[str]:
    """Return the rules by which an effect looks at whether its own ability is there.

    An effect may take this ability away with all others, with all those of objects of a card type, or by its name.

    Args:
        asked: The arguments of the literal that asks for the ability.
    """
    about, _, ability, _ = map(str, asked)
    body = [f"created({EFFECT},round)", f"ability_of({EFFECT},{about},{ability})"]
    yield written(f"looks_at({EFFECT},existence,itself)", body).text
    yield written(f"looks_at({EFFECT},existence,CardType)", [*body, f"has({about},type,CardType,0)"]).text
    yield written(
        f"looks_at({EFFECT},existence,CardType)", [*body, f"of_board({EFFECT},Board)", "made(Board,CardType)"]
    ).text
    for form in ("own(Printed)", "given(_,Printed)"):
        named = [f"created({EFFECT},round)", f"ability_of({EFFECT},{about},{form})", f"{MAY_NAME}(Printed,Keyword)"]
        yield written(f"looks_at({EFFECT},existence,named(Keyword))", named).text
