"""Writes the engine's rules of supposed states from the law: ``rules/engine/supposed.lp``.

613.8a asks what would be if another effect were applied now. The law alone makes a whole state for each such question
(`solver.plain`). The engine asks all of them in one call, and writes down only what would differ. Its rules say the same
as the law's, so a program writes them. Each rule of the law that tells of a state, or of what an effect does in it, comes
back as one that tells of the state in which the effect ``Supposed`` is applied.

- An atom of the supposed state is named ``then_...``: ``then_has(Supposed,Object,Kind,Value,s)`` says what Object would
  have after the step s if Supposed were applied in it.
- Objects that Supposed would not change are not in ``revised(Supposed,Object,s)``: rules ask what is so of them now. A
  rule may derive some atoms of such an object, which are true, but not all. So what asks for the absence of an atom asks
  for a revised object.
- Only effects that could depend on Supposed are asked about (``could_depend``). Of what objects keep, only the kinds of
  characteristics are written down that such an effect asks for (``minds``, ``minds_value``).

``python -m solver.prepared`` writes the file; a test says that it is current.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from clingo import Function
from clingo.ast import AST, ASTType, Location, Position, Sign, SymbolicTerm, Transformer, Variable, parse_string
from clingo.ast import Function as Term

from solver.program import Statement, law, read, root, trees_within

__all__ = ["PREFIX", "chapter", "made_of", "path"]

PREFIX = "then_"
"""What the name of a predicate begins with that tells of a supposed state."""
_THEN, _NOW, _DOES = "then", "now", "does"
"""What a parameter of a part stands for: the supposed state, the present one, or what effects would do now."""
_WORLDS: Mapping[str, Mapping[str, str]] = {
    "look": {"s": _THEN, "t": _THEN},
    **{f"perform_{layer}": {"m": _THEN, "s": _THEN, "t": _THEN} for layer in (4, 5, 6, 7)},
    "deeds": {"w": _THEN},
    "alone": {"v": _THEN, "w": _DOES},
    "outcome": {"s": _THEN, "t": _NOW},
    "advance": {"s": _THEN, "u": _THEN},
}
"""The parts of the law that tell of a state and what effects do in it, with what their parameters stand for."""
_DEPEND = "depend"
_COMPARED = ("depends_on", "leads_to", "waits_for")
"""What the part `depend` derives of the comparison of two states; the rest says which effect is next."""
_FLUENTS = ("has", "kept", "kept_every", "has_every", "exempt")
"""What a state says of an object."""
_OBJECT = "Object"
"""What the law calls the object that a rule is about."""
_EFFECT = "Effect"
"""What the law calls the effect that a rule is about."""
_NO_NUMBERS = ("type", "supertype", "subtype", "color", "ability")
"""The kinds of characteristics that are no numbers."""
_NAMES_ABILITY = "ability_keyword"
"""What gives an ability the name by which effects look for it."""
_PLACE = Position("<supposed>", 1, 1)
_HERE = Location(_PLACE, _PLACE)
_SUPPOSED = Variable(_HERE, "Supposed")
_WIDTH = 120
_VARIABLE = re.compile(r"(?<!\w)[A-Z]\w*")
_AFTER_COUNTED = re.compile(r"(?<=[;{]) ")
_HEADING = """\
% Supposed states (613.8a): what would be if an effect were applied now. ----------------------------------------------
% Written by `python -m solver.prepared` from the law: change the rules there. See solver/supposing.py.
%
% Supposed is the effect that is applied. then_p(Supposed,...,s) says of the state after it what the law says by p(...).
#program weigh(s,t,l)."""
_LOOKED_AT = """
% What an effect looks at: looks_at(Effect,Kind,Value) while it has not started, uses(Effect,Kind,Value) whenever it is
% applied. Value is any where it may be any.
#program instances(n)."""


_Pattern = tuple[str, tuple[str | None, ...]]
"""A predicate, with the constants among its arguments; None for anything else."""


class _Rule(NamedTuple):
    """A rule of the law that is rewritten.

    Attributes:
        part: The name of its part.
        tree: Its syntax tree.
    """

    part: str
    tree: AST


class _Written(NamedTuple):
    """A rule that was made.

    Attributes:
        text: The rule.
        head: What it derives.
        asked: What it asks for.
        minded: The rules that say which kinds of characteristics it asks for.
    """

    text: str
    head: _Pattern
    asked: frozenset[_Pattern]
    minded: tuple[str, ...] = ()


class _Asked(NamedTuple):
    """A literal that asks about an object in a supposed state.

    Attributes:
        then: The literal, if the object is revised.
        now: The literal, if it is not; None where only revised objects have such atoms.
        object: The term of the object; None where the predicate is about none.
        holds: The literal is positive, so it binds what it names.
    """

    then: AST
    now: AST | None
    object: str | None
    holds: bool


def path() -> Path:
    """Return the file of the chapter."""
    return root() / "rules" / "engine" / "supposed.lp"


def chapter() -> str:
    """Return the text of the chapter, of the law as it is now."""
    statements = [one for file in law() for one in read(file)]
    supposed, looked_at = made_of(statements)
    lines = [_HEADING, *map(_annotated, supposed), _LOOKED_AT, *map(_annotated, looked_at)]
    return "\n".join(lines) + "\n"


def _annotated(rule: str) -> str:
    return f"%@ -\n{rule}"


def made_of(statements: Iterable[Statement]) -> tuple[list[str], list[str]]:
    """Return what is made of the law.

    Args:
        statements: The statements of the law.

    Returns:
        The rules of supposed states, and the rules that say what an effect looks at.

    Raises:
        ValueError: A rule tells of an object by what another one is, and nothing says how the two are related.
    """
    rules = [
        _Rule(one.part_name, tree)
        for one in statements
        if one.part_name in _WORLDS or one.part_name == _DEPEND
        for tree in trees_within(one.part, one.text)
        if tree.ast_type == ASTType.Rule
    ]
    writer = _Writer(rules)
    return writer.write(), writer.looked_at()


class _Writer:
    """Rewrites the rules of the law."""

    def __init__(self, rules: Sequence[_Rule]) -> None:
        self._rules = [one for one in rules if one.part != _DEPEND and not _is_asked_once(one.tree)]
        self._depend = [one for one in rules if one.part == _DEPEND and _name(one.tree.head) in _COMPARED]
        self._derived = {
            _name(one.tree.head) for one in self._rules if self._world(one.part, _atom(one.tree.head)) == _THEN
        }
        self._renamed = {
            body: head for one in self._rules if one.part == "advance" for head, body in _other_name(one.tree)
        }
        self._same = self._same_in_all()
        looked = {_name(one.tree.head) for one in self._rules if one.part == "look"}
        self._places = self._object_places()
        self._carried = {name for name in looked if name in self._places} | set(_FLUENTS)

    def write(self) -> list[str]:
        """Return the text of each rule that the comparison needs."""
        made: list[_Written] = []
        for one in self._rules:
            if one.part == "advance" and any(_other_name(one.tree)):
                continue
            if self._world(one.part, _atom(one.tree.head)) == _THEN and _name(one.tree.head) != "pending":
                made += self._rewritten(one)
            if one.part == "deeds":
                effect = _atom(one.tree.head).arguments[0]
                body = [f"judges({effect},_,_,s)", *one.tree.body]
                made.append(_written(_map_worlds(one.tree.head, {"w": _if_step()}), body, {"w": _if_step()}))
        compared = [written for one in self._depend for written in self._compared(one.tree)]
        needed = _needed(made, compared)
        return list(dict.fromkeys(text for one in [*needed, *compared] for text in (one.text, *one.minded)))

    def looked_at(self) -> list[str]:
        """Return the rules that say what an effect looks at: each kind and value that a rule of a state asks for."""
        rules: list[str] = []
        for one in self._rules:
            if one.part == "look" and _EFFECT in map(str, _atom(one.tree.head).arguments):
                for tree, further in self._seen_through(one.tree):
                    rules += self._looked_at_by(tree, further)
            elif one.part == "advance" and _name(one.tree.head) == "has":
                rules += self._follows(one.tree)
        return list(dict.fromkeys(rules))

    def _seen_through(self, tree: AST) -> Iterator[tuple[AST, list[AST]]]:
        """Return a rule with what it asks for: as it stands, and with rules about an object alone in place of literals.

        Yields:
            The rule, and the literals that stand in place of one of its own.
        """
        yield tree, _counted(tree)
        for literal in tree.body:
            if literal.atom.ast_type != ASTType.SymbolicAtom:
                continue
            symbol = literal.atom.symbol
            for one in self._rules:
                head = _atom(one.tree.head)
                if one.part == "look" and head.name == symbol.name and _EFFECT not in map(str, head.arguments):
                    instead = {
                        str(mine): asked
                        for mine, asked in zip(head.arguments, symbol.arguments, strict=True)
                        if mine.ast_type == ASTType.Variable
                    }
                    yield tree, [_Renaming(instead).visit(other) for other in one.tree.body]

    def _looked_at_by(self, tree: AST, further: Sequence[AST]) -> Iterator[str]:
        """Return what an effect looks at by a rule, in whose body further literals are counted or put in place."""
        static = [one for one in tree.body if self._is_static(one)]
        bound = [one for one in further if self._is_static(one)]
        asked = [one.atom.symbol for one in tree.body if self._asked_of_a_state(one) == ["asked"]]
        for one in (*tree.body, *further):
            if one.atom.ast_type != ASTType.SymbolicAtom or one.atom.symbol.name != "has":
                continue
            about, kind, value, _ = map(str, one.atom.symbol.arguments)
            if any({about, value} <= _variables(other) for other in static):
                continue  # Its own ability: see dependency.lp.
            named = next((other.atom.symbol for other in bound if other.atom.symbol.name == _NAMES_ABILITY), None)
            if kind == "ability" and named is not None:
                value = str(named.arguments[1])
            kept = [str(other) for other in static if not {about, _OBJECT} & _variables(other)]
            known = {name for text in kept for name in _VARIABLE.findall(text)}
            value = "any" if value == "_" or (_VARIABLE.match(value) and value not in known) else value
            for predicate, whose in (("looks_at", "seeks"), ("uses", "computes")):
                if predicate == "uses" and (not asked or kind in _NO_NUMBERS):
                    continue  # Numbers are counted in layer 7, where these do not change.
                who = [f"{whose}({_EFFECT},{symbol.arguments[1]})" for symbol in asked]
                yield _written(f"{predicate}({_EFFECT},{kind},{value})", [f"born({_EFFECT},n)", *who, *kept]).text

    def _is_static(self, literal: AST) -> bool:
        """Tell whether a literal of the part `look` asks for what is the same in all states, and binds it."""
        return (
            literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and self._world("look", literal.atom.symbol) is None
        )

    def _follows(self, tree: AST) -> Iterator[str]:
        """Return what an effect looks at since it looks at what follows from that (205.1a, 305.6)."""
        _, kind, value, _ = _atom(tree.head).arguments
        static = [
            str(one)
            for one in tree.body
            if one.sign == Sign.NoSign
            and one.atom.ast_type == ASTType.SymbolicAtom
            and self._world("advance", one.atom.symbol) is None
        ]
        for one in tree.body:
            if one.atom.ast_type == ASTType.SymbolicAtom and one.atom.symbol.name == "has":
                _, other, of_it, _ = map(str, one.atom.symbol.arguments)
                for looked in dict.fromkeys(("any", *([str(value)] if value.ast_type == ASTType.Variable else []))):
                    body = [f"born({_EFFECT},n)", f"looks_at({_EFFECT},{kind},{looked})", *static]
                    yield _written(f"looks_at({_EFFECT},{other},{of_it})", body).text

    def _same_in_all(self) -> set[str]:
        """Return what is told of each state, and is the same in all of them: it hangs on no characteristic."""
        bodies: dict[str, set[str]] = {}
        for one in self._rules:
            if one.part == "look":
                asked = bodies.setdefault(_name(one.tree.head), set())
                asked |= {name for literal in one.tree.body for name in self._asked_of_a_state(literal)}
        same = {"pending"}
        while more := {name for name, asked in bodies.items() if asked <= same} - same:
            same |= more
        return same

    def _asked_of_a_state(self, literal: AST) -> list[str]:
        """Return the predicates that a literal of the part `look` asks for and that tell of a state."""
        found: list[str] = []

        def note(symbol: AST) -> None:
            if self._world("look", symbol) == _THEN:
                found.append(symbol.name)

        _note(literal, note)
        return found

    def _object_places(self) -> dict[str, int]:
        """Return of each predicate that is about an object, at which place of its arguments that stands."""
        places: dict[str, set[int | None]] = {"performing": {1}}
        for one in self._rules:
            names = [str(term) for term in _atom(one.tree.head).arguments]
            places.setdefault(_name(one.tree.head), set()).add(names.index(_OBJECT) if _OBJECT in names else None)
        places |= {name: {0} for name in _FLUENTS}
        return {name: place for name, (place, *more) in places.items() if not more and place is not None}

    def _world(self, part: str, atom: AST) -> str | None:
        """Return of which state an atom tells; None where it tells of none."""
        if not atom.arguments:
            return None
        return _WORLDS[part].get(str(atom.arguments[-1]))

    def _rewritten(self, rule: _Rule) -> Iterator[_Written]:
        """Rewrite a rule of the law: once for revised objects, and once for others where it asks about these, too."""
        head = self._then(_atom(rule.tree.head))
        about = _OBJECT if _name(rule.tree.head) in self._places else None
        literals = [self._literal(rule.part, literal, about) for literal in rule.tree.body]
        others = sorted(
            {
                one.object
                for one in literals
                if isinstance(one, _Asked) and one.now is not None and one.object and one.object != about
            }
        )
        for are_revised in product((True, False), repeat=len(others)):
            revised = dict(zip(others, are_revised, strict=True))
            body: list[AST | str] = []
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
            if about and about not in bound and rule.part != "alone":
                guards[about] = True
            body += [f"{'' if yes else 'not '}revised(Supposed,{name},s)" for name, yes in guards.items()]
            if not any(_binds_supposed(one) for one in body):
                body.append(self._supposed_for(rule.tree))
            guards_kept = self._kept(rule.tree) if rule.part in ("outcome", "advance") else [""]
            for guard in guards_kept:
                minded = tuple(dict.fromkeys(self._minded(rule)))
                yield _written(head, [*body, *([guard] if guard else [])])._replace(minded=minded)
        if rule.part == "look" and about:
            for other in others:
                yield self._related(rule.tree, about, other)

    def _supposed_for(self, tree: AST) -> str:
        """Return what says which effects are supposed, by a literal that is the same in all states."""
        for literal in tree.body:
            for name in self._asked_of_a_state(literal):
                if name in self._same:
                    return f"could_depend({literal.atom.symbol.arguments[0]},Supposed,s)"
        return "supposed(Supposed,s)"

    def _kept(self, tree: AST) -> list[str]:
        """Return what must be minded of what a rule says an object keeps; one guard for each way to mind it."""
        head = _atom(tree.head)
        told = list(map(str, head.arguments[:-1]))
        kind = told[1]
        if head.name == "has":
            return [f"minds(Supposed,{kind},s)"]
        for literal in tree.body:
            atom = literal.atom
            if literal.sign != Sign.NoSign or atom.ast_type != ASTType.SymbolicAtom:
                continue
            if atom.symbol.name == "has" and head.name == "outcome":
                guards = [f"minds(Supposed,{kind},s)"]
                if list(map(str, atom.symbol.arguments[:-1])) == told:
                    guards.append(f"minds_value(Supposed,{','.join(told)},s)")
                return guards
            if atom.symbol.name == "kept":
                return ["minds(Supposed,subtype,s)"]
        return [""]

    def _minded(self, rule: _Rule) -> Iterator[str]:
        """Return the rules that say which kinds of characteristics a rule asks for."""
        if rule.part == "advance":
            yield from self._minded_for(rule.tree)
            return
        if rule.part == "outcome":
            return
        everything = [*rule.tree.body, *_counted(rule.tree)]
        static = [
            one
            for one in everything
            if one.sign == Sign.NoSign
            and one.atom.ast_type == ASTType.SymbolicAtom
            and self._world(rule.part, one.atom.symbol) is None
        ]
        who = [guard for one in rule.tree.body for guard in self._whose(rule.part, one)] or ["supposed(Supposed,s)"]
        for one in everything:
            if one.atom.ast_type != ASTType.SymbolicAtom or one.atom.symbol.name != "has":
                continue
            about, kind, value, _ = map(str, one.atom.symbol.arguments)
            named = [other for other in static if {about, value} <= _variables(other)]
            if named:
                yield _written(f"minds_value(Supposed,{about},{kind},{value},s)", [*who, *named]).text
            else:
                others = [other for other in static if about not in _variables(other)]
                yield _written(f"minds(Supposed,{kind},s)", [*who, *others]).text

    def _whose(self, part: str, literal: AST) -> list[str]:
        """Return of which effects a rule tells, and in which layer, by a literal of its body that says so."""
        if literal.sign != Sign.NoSign or literal.atom.ast_type != ASTType.SymbolicAtom:
            return []
        symbol = literal.atom.symbol
        if self._world(part, symbol) != _THEN:
            return []
        if symbol.name in ("pending", "asked"):
            return [f"could_depend({symbol.arguments[0]},Supposed,s)"]
        if symbol.name == "performing":
            return [f"judges({symbol.arguments[0]},Supposed,{symbol.arguments[2]},s)"]
        return [f"judges({symbol.arguments[0]},Supposed,_,s)"] if symbol.name == "sizing" else []

    def _minded_for(self, tree: AST) -> Iterator[str]:
        """Return the rules that say which kinds are minded since another one follows from them (205.1a, 305.6)."""
        head = _atom(tree.head)
        if head.name != "has":
            return
        for literal in tree.body:
            symbol = literal.atom.symbol if literal.atom.ast_type == ASTType.SymbolicAtom else None
            if symbol is not None and symbol.name == "has":
                body = [f"minds(Supposed,{head.arguments[1]},s)"]
                yield _written(f"minds(Supposed,{symbol.arguments[1]},s)", body).text

    def _related(self, tree: AST, about: str, other: str) -> _Written:
        """Return the rule that an object is revised where another one is that it is judged by."""
        ties = [
            literal
            for literal in tree.body
            if literal.ast_type == ASTType.Literal
            and literal.sign == Sign.NoSign
            and literal.atom.ast_type == ASTType.SymbolicAtom
            and self._world("look", literal.atom.symbol) is None
            and {about, other} <= set(map(str, literal.atom.symbol.arguments))
        ]
        if not ties:
            raise ValueError(f"nothing relates {about} to {other}: {tree}")
        return _written(f"revised(Supposed,{about},s)", [f"disturbed(Supposed,{other},s)", *ties])

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
        """Rewrite what is counted: once for revised objects, and once for others."""
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
                    condition.append(_parse_literal(f"not revised(Supposed,{name},s)"))
                elif name not in bound:
                    condition.append(_parse_literal(f"revised(Supposed,{name},s)"))
            yield element.update(condition=condition)

    def _asked(self, part: str, literal: AST) -> AST | _Asked:
        """Rewrite what a literal asks for."""
        symbol = literal.atom.symbol
        name = symbol.name
        if name == "acts":
            return _parse_literal("supposed(Supposed,s)")
        world = self._world(part, symbol)
        if world == _DOES:
            return _with(literal, _map_worlds(_replace_effect(symbol), {"w": _if_step()}))
        if world != _THEN:
            return literal
        if name in self._same and name != "pending":
            return literal
        if name == "pending":
            return _parse_literal(f"could_depend({symbol.arguments[0]},Supposed,s)")
        if name not in self._derived and name not in (*_FLUENTS, "performing"):
            raise ValueError(f"nothing derives {symbol}")
        place = self._places.get(name)
        about = None if place is None else str(symbol.arguments[place])
        holds = literal.sign == Sign.NoSign
        now = None
        if name in self._carried and part not in ("outcome", "advance"):
            state = "t" if name in _FLUENTS else "s"
            now = _with(literal, symbol.update(arguments=[*symbol.arguments[:-1], _constant(state)]))
        return _Asked(_with(literal, self._then(symbol)), now, about, holds)

    def _then(self, symbol: AST) -> AST:
        """Return an atom of the supposed state.

        The law keeps what a step makes of a state apart from the state after it. Here these are the same.
        """
        symbol = symbol.update(name=self._renamed.get(symbol.name, symbol.name))
        arguments = [_SUPPOSED, *(_replace_effect(one) for one in symbol.arguments[:-1]), _constant("s")]
        return symbol.update(name=f"{PREFIX}{symbol.name}", arguments=arguments)

    def _compared(self, tree: AST) -> Iterator[_Written]:
        """Rewrite a rule that compares what is with what would be."""
        body: list[AST | str] = []
        guards: list[str] = []
        for literal in tree.body:
            symbol = literal.atom.symbol
            if symbol.name == "comparable":
                effect, other, _ = map(str, symbol.arguments)
                body.append(f"could_depend({effect},{other},s)")
                continue
            last = symbol.arguments[-1]
            if last.ast_type == ASTType.Function and last.name == "if":
                other_term = last.arguments[0]
                then = symbol.update(
                    name=f"{PREFIX}{symbol.name}", arguments=[other_term, *symbol.arguments[:-1], _constant("s")]
                )
                body.append(_with(literal, then))
                place = self._places.get(symbol.name)
                if place is not None and literal.sign != Sign.NoSign:
                    guards.append(f"revised({other_term},{symbol.arguments[place]},s)")
                if symbol.name == "does_to":
                    guards.append(f"judges({symbol.arguments[0]},{other_term},_,s)")
            elif symbol.name == "does_to":
                body.append(_with(literal, symbol.update(arguments=[*symbol.arguments[:-1], _if_step()])))
            else:
                body.append(literal)
        yield _written(_atom(tree.head), [*body, *guards])


def _other_name(tree: AST) -> Iterator[tuple[str, str]]:
    """Return what a rule derives, and what it asks for, if it does nothing but give that another name."""
    head = _atom(tree.head)
    if len(tree.body) == 1 and [str(one) for one in tree.body[0].atom.symbol.arguments[:-1]] == [
        str(one) for one in head.arguments[:-1]
    ]:
        yield str(head.name), str(tree.body[0].atom.symbol.name)


def _is_asked_once(tree: AST) -> bool:
    """Tell whether a rule asks a board for what a spell finds as it resolves, which no supposed state is asked."""
    return any(str(literal) in ("l = 0", "in_question(Effect)") for literal in tree.body)


def _atom(head: AST) -> AST:
    symbol: AST = head.atom.symbol
    return symbol


def _name(head: AST) -> str:
    symbol = head.atom.symbol
    return str(symbol.name)


def _constant(name: str) -> AST:
    return SymbolicTerm(_HERE, Function(name))


def _if_step() -> AST:
    """Return the world of what effects would do now: if(s)."""
    return Term(_HERE, "if", [_constant("s")], 0)


def _binds_supposed(literal: AST | str) -> bool:
    """Tell whether a literal says which effects are supposed."""
    text = str(literal)
    return text.startswith((PREFIX, "could_depend(", "supposed(", "revised(")) or "(Supposed," in text.split("not ")[0]


def _variables(tree: AST) -> set[str]:
    return set(_VARIABLE.findall(str(tree)))


class _Replacing(Transformer):
    """Replaces constants."""

    def __init__(self, instead: Mapping[str, AST]) -> None:
        self._instead = instead

    def visit_SymbolicTerm(self, term: AST) -> AST:
        """Replace a constant."""
        return self._instead.get(str(term), term)


def _map_worlds(tree: AST, instead: Mapping[str, AST]) -> AST:
    visited: AST = _Replacing(instead).visit(tree)
    return visited


def _replace_effect(tree: AST) -> AST:
    """Write Supposed for the effect that `alone` is about."""
    return _map_worlds(tree, {"effect": _SUPPOSED})


def _with(literal: AST, symbol: AST) -> AST:
    return literal.update(atom=literal.atom.update(symbol=symbol))


def _parse(text: str) -> AST:
    """Return the syntax tree of a rule."""
    trees: list[AST] = []
    parse_string(text, trees.append)
    return trees[-1]


def _parse_literal(text: str) -> AST:
    literal: AST = _parse(f"x :- {text}.").body[0]
    return literal


def _written(head: AST | str, body: Iterable[AST | str], instead: Mapping[str, AST] | None = None) -> _Written:
    """Write a rule.

    Args:
        head: What it derives.
        body: What it asks for.
        instead: What to write for constants.
    """
    literals = [one if isinstance(one, str) or not instead else _map_worlds(one, instead) for one in body]
    texts = list(dict.fromkeys(_text(one) for one in literals))
    said = _text(head)
    line = f"{said} :- {', '.join(texts)}."
    if len(line) > _WIDTH:
        line = "\n".join([f"{said} :-", *_lines(texts)])
    rule = _parse(line)
    asked: set[_Pattern] = set()
    for one in rule.body:
        _note(one, lambda symbol: asked.add(_pattern(symbol)))
    return _Written(line, _pattern(_atom(rule.head)), frozenset(asked))


def _needed(made: Sequence[_Written], asking: Sequence[_Written]) -> list[_Written]:
    """Return the rules that others ask for, directly or through others.

    What is revised is asked for by all.
    """
    left, needed = list(made), [*asking]
    asked = {pattern for one in asking for pattern in one.asked}
    asked |= {(f"{PREFIX}{name}", ()) for name in ("gained", "lost", "shifted_by", "switched")} | {("revised", ())}
    while True:
        more = [one for one in left if any(_meet(one.head, pattern) for pattern in asked)]
        if not more:
            return [one for one in made if one in needed]
        needed += more
        left = [one for one in left if one not in more]
        asked |= {pattern for one in more for pattern in one.asked}


def _meet(one: _Pattern, other: _Pattern) -> bool:
    """Tell whether two patterns can mean the same; one without arguments means all atoms of its predicate."""
    return one[0] == other[0] and all(
        mine is None or theirs is None or mine == theirs for mine, theirs in zip(one[1], other[1], strict=False)
    )


def _pattern(symbol: AST) -> _Pattern:
    constants = (str(one) if one.ast_type == ASTType.SymbolicTerm else None for one in symbol.arguments)
    return str(symbol.name), tuple(constants)


def _lines(texts: Sequence[str]) -> list[str]:
    """Return the lines of a body: literals side by side as long as there is room, what is counted apart."""
    pieces = [f"{one}," for one in texts]
    pieces[-1] = pieces[-1][:-1] + "."
    lines = [""]
    for piece in (part for one in pieces for part in _AFTER_COUNTED.split(one)):
        if lines[-1] and len(lines[-1]) + len(piece) + 5 > _WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {piece}".strip()
    return [f"    {one}" for one in lines]


def _counted(tree: AST) -> list[AST]:
    """Return the literals of what a rule counts."""
    return [
        one
        for literal in tree.body
        if literal.atom.ast_type == ASTType.BodyAggregate
        for element in literal.atom.elements
        for one in element.condition
    ]


class _Renaming(Transformer):
    """Puts terms in place of variables, and gives other names to all other variables."""

    def __init__(self, instead: Mapping[str, AST]) -> None:
        self._instead = instead

    def visit_Variable(self, variable: AST) -> AST:
        """Replace a variable."""
        name = str(variable)
        return variable if name == "_" else self._instead.get(name, variable.update(name=f"Its{name}"))


class _Noting(Transformer):
    """Notes the atoms of a literal."""

    def __init__(self, note: Callable[[AST], object]) -> None:
        self._note = note

    def visit_SymbolicAtom(self, atom: AST) -> AST:
        """Note an atom."""
        self._note(atom.symbol)
        return atom


def _note(tree: AST, note: Callable[[AST], object]) -> None:
    _Noting(note).visit(tree)


def _text(tree: AST | str) -> str:
    return tree if isinstance(tree, str) else str(tree)
