"""Rules of the law, rewritten for supposed states."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from clingo.ast import AST, ASTType, Sign

from solver.speed.supposing.minding import Minding
from solver.speed.supposing.rule_trees import (
    SUPPOSED,
    atom_of,
    constant,
    if_step,
    name_of,
    parse_literal,
    with_constants,
    with_supposed,
    with_symbol,
)
from solver.speed.supposing.rule_writing import PREFIX, Written, needed, written
from solver.speed.supposing.worlds import DOES, FLUENTS, OBJECT, OF_STATE, THEN, Rule, Worlds, other_names


class _Asked(NamedTuple):
    """A literal that asks about an object in a supposed state.

    Attributes:
        then: The literal, if the object is revised.
        now: The literal, if it is not; None where only revised objects have such atoms.
        object: The term of the object; None where the predicate is about none.
        holds: Whether the literal is positive, so that it binds its variables.
    """

    then: AST
    now: AST | None
    object: str | None
    holds: bool


class States:
    """Rewrites the rules of the law."""

    def __init__(self, worlds: Worlds) -> None:
        """Store the law's rules about states."""
        self._worlds = worlds
        self._minding = Minding(worlds)

    def write(self) -> list[str]:
        """Return the text of each rule that the comparison needs."""
        made: list[Written] = []
        for one in self._worlds.rules:
            if one.part == "advance" and any(other_names(one.tree)):
                continue
            if self._worlds.world(one.part, atom_of(one.tree.head)) == THEN and name_of(one.tree.head) != "pending":
                made += self._rewritten(one)
            if one.part == "deeds":
                effect = atom_of(one.tree.head).arguments[0]
                body = [f"judges({effect},_,_,step)", *one.tree.body]
                made.append(written(with_constants(one.tree.head, {"world": if_step()}), body, {"world": if_step()}))
        compared = [made for one in self._worlds.depend for made in self._compared(one.tree)]
        asked = [*needed(made, compared), *compared]
        return list(dict.fromkeys(text for one in asked for text in (one.text, *one.minded)))

    def _rewritten(self, rule: Rule) -> Iterator[Written]:
        """Rewrite a rule of the law: once for revised objects, and once for others where it asks about these, too."""
        head = self._then(atom_of(rule.tree.head))
        about = OBJECT if name_of(rule.tree.head) in self._worlds.places else None
        own = self._worlds.own_abilities(rule.tree)
        stay = [parse_literal(f"not then_lost(Supposed,{','.join(map(str, one[:-1]))},step)") for one in own.values()]
        literals = [
            one if number in own else self._literal(rule.part, one, about) for number, one in enumerate(rule.tree.body)
        ]
        others = sorted(
            {
                one.object
                for one in literals
                if isinstance(one, _Asked) and one.now is not None and one.object and one.object != about
            }
        )
        for are_revised in product((True, False), repeat=len(others)):
            revised = dict(zip(others, are_revised, strict=True))
            # As in the loop over the layers (`solver.engine.layers.after_step`): only layer 4 grounds this part.
            body: list[AST | str] = [*stay, *(("layer = 4",) if rule.part == "state" else ())]
            bound: set[str] = set()
            for one in literals:
                if not isinstance(one, _Asked):
                    body.append(one)
                elif one.object in revised and not revised[one.object]:
                    body.append(one.now if one.now is not None else one.then)
                else:
                    body.append(one.then)
                    if one.holds and one.object:
                        bound.add(one.object)
            guards = {name: is_revised for name, is_revised in revised.items() if not (is_revised and name in bound)}
            if about and about not in bound and rule.part != "one_applied":
                guards[about] = True
            body += [f"{'' if yes else 'not '}revised(Supposed,{name},step)" for name, yes in guards.items()]
            if not any(_binds_supposed(one) for one in body):
                body.append(self._supposed_for(rule.tree))
            body += self._minding.guards(rule)
            yield written(head, body)._replace(minded=tuple(dict.fromkeys(self._minding.minded(rule))))
        if rule.part == "look" and about:
            for other in others:
                yield self._related(rule.tree, about, other)

    def _supposed_for(self, tree: AST) -> str:
        """Return the literals that say which effects are supposed, from a literal that is the same in all states."""
        for literal in tree.body:
            for name in self._worlds.asked_of_a_state(literal):
                if name in self._worlds.same:
                    return f"could_depend({literal.atom.symbol.arguments[0]},Supposed,step)"
        return "supposed(Supposed,step)"

    def _related(self, tree: AST, about: str, other: str) -> Written:
        """Return the rule which says that an object is revised if the other object by which it is judged is revised."""
        ties = [
            literal
            for literal in tree.body
            if literal.ast_type == ASTType.Literal
            and literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and self._worlds.world("look", literal.atom.symbol) is None
            and {about, other} <= set(map(str, literal.atom.symbol.arguments))
        ]
        if not ties:
            raise ValueError(f"nothing relates {about} to {other}: {tree}")
        return written(f"revised(Supposed,{about},step)", [f"disturbed(Supposed,{other},step)", *ties])

    def _literal(self, part: str, literal: AST, about: str | None) -> AST | str | _Asked:
        """Rewrite a literal of a body."""
        atom = literal.atom if literal.ast_type == ASTType.Literal else None
        if atom is None:
            raise ValueError(f"no literal: {literal}")
        if atom.ast_type == ASTType.BodyAggregate:
            elements = [made for element in atom.elements for made in self._elements(part, element, about)]
            return literal.update(atom=atom.update(elements=elements))
        if atom.ast_type != ASTType.SymbolicAtom:
            return literal
        return self._asked(part, literal)

    def _elements(self, part: str, element: AST, about: str | None) -> Iterator[AST]:
        """Rewrite an aggregate: once for revised objects, and once for others."""
        literals = [self._literal(part, one, about) for one in element.condition]
        others = sorted(
            {
                one.object
                for one in literals
                if isinstance(one, _Asked) and one.now is not None and one.object and one.object != about
            }
        )
        for are_revised in product((True, False), repeat=len(others)):
            revised = dict(zip(others, are_revised, strict=True))
            condition: list[AST] = []
            for one in literals:
                if not isinstance(one, _Asked):
                    assert not isinstance(one, str)
                    condition.append(one)
                elif one.object in revised and not revised[one.object] and one.now is not None:
                    condition.append(one.now)
                else:
                    condition.append(one.then)
            bound = {one.object for one in literals if isinstance(one, _Asked) and one.holds}
            for name, is_revised in revised.items():
                if not is_revised:
                    condition.append(parse_literal(f"not revised(Supposed,{name},step)"))
                elif name not in bound:
                    condition.append(parse_literal(f"revised(Supposed,{name},step)"))
            yield element.update(condition=condition)

    def _asked(self, part: str, literal: AST) -> AST | _Asked:
        """Rewrite the atom of a literal."""
        symbol = literal.atom.symbol
        name = symbol.name
        if name == "applied_in":
            return parse_literal("supposed(Supposed,step)")
        world = self._worlds.world(part, symbol)
        if world == DOES:
            return with_symbol(literal, with_constants(with_supposed(symbol), {"world": if_step()}))
        if world != THEN:
            return literal
        if name in self._worlds.same and name != "pending":
            return literal
        if name == "pending":
            return parse_literal(f"could_depend({symbol.arguments[0]},Supposed,step)")
        if name not in self._worlds.derived and name not in (*FLUENTS, "performing"):
            raise ValueError(f"nothing derives {symbol}")
        place = self._worlds.places.get(name)
        about = None if place is None else str(symbol.arguments[place])
        holds = literal.sign == Sign.NoSign
        now = None
        if name in self._worlds.carried and part not in ("outcome", *OF_STATE):
            state = "state" if name in FLUENTS else "step"
            now = with_symbol(literal, symbol.update(arguments=[*symbol.arguments[:-1], constant(state)]))
        return _Asked(with_symbol(literal, self._then(symbol)), now, about, holds)

    def _then(self, symbol: AST) -> AST:
        """Return an atom of the supposed state.

        The law keeps the outcome of a step apart from the state after it. Here these are the same.
        """
        symbol = symbol.update(name=self._worlds.renamed.get(symbol.name, symbol.name))
        arguments = [SUPPOSED, *(with_supposed(one) for one in symbol.arguments[:-1]), constant("step")]
        return symbol.update(name=f"{PREFIX}{symbol.name}", arguments=arguments)

    def _compared(self, tree: AST) -> Iterator[Written]:
        """Rewrite a rule that compares the present state with the supposed one."""
        body: list[AST | str] = []
        guards: list[str] = []
        for literal in tree.body:
            symbol = literal.atom.symbol
            if symbol.name == "dependency_possible":
                effect, other, _ = map(str, symbol.arguments)
                body.append(f"could_depend({effect},{other},step)")
                continue
            last = symbol.arguments[-1]
            if last.ast_type == ASTType.Function and last.name == "if":
                other_term = last.arguments[0]
                then = symbol.update(
                    name=f"{PREFIX}{symbol.name}", arguments=[other_term, *symbol.arguments[:-1], constant("step")]
                )
                body.append(with_symbol(literal, then))
                place = self._worlds.places.get(symbol.name)
                if place is not None and literal.sign != Sign.NoSign:
                    guards.append(f"revised({other_term},{symbol.arguments[place]},step)")
                if symbol.name == "does_to":
                    guards.append(f"judges({symbol.arguments[0]},{other_term},_,step)")
            elif symbol.name == "does_to":
                body.append(with_symbol(literal, symbol.update(arguments=[*symbol.arguments[:-1], if_step()])))
            else:
                body.append(literal)
        yield written(atom_of(tree.head), [*body, *guards])


def _binds_supposed(literal: AST | str) -> bool:
    """Tell whether a literal says which effects are supposed."""
    text = str(literal)
    return text.startswith((PREFIX, "could_depend(", "supposed(", "revised(")) or "(Supposed," in text.split("not ")[0]
