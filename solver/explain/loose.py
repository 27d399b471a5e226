"""What could be, and what it could hang on, whichever objects and effects are taken away: asked in one grounding.

The rules are loosened, all of them and by themselves: states and steps are left out of their atoms, so that what is so
at any time is so; what must *not* be is left out, unless nothing that is taken away can change it; and all numbers that
are reckoned are one. Whatever is so on any such board follows from the loosened rules (`Loose.answers`). What an atom
could hang on follows backwards: of each loosened rule that could give it, all that it asks for or excludes
(`Loose.hangs_on`). Both say too much at times, never too little.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo import Control, Function, Symbol, SymbolType
from clingo.ast import AST, ProgramBuilder, parse_string

from facts.board_facts import object_term
from solver.explain.rulebook import (
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
    Rule,
    Sum,
    Var,
    rulebook,
    variables,
)
from solver.explain.terms import Term, arguments, read_term, written
from solver.layers import LAYERS, performs
from solver.program import add_facts, needed, statements
from solver.symbols import Kinds, collect

Predicate = tuple[str, int]
"""The name of a predicate, and how many arguments it has."""
Place = tuple[str, int, int]
"""A predicate, and the position of an argument."""

_CLOSED, _OPEN, _WILD = range(3)
"""What can stand at a position, or be the value of a variable: the term itself; `_SOME` instead of any number; or
anything, and it is left out."""
_SOME = "some"
_COULD, _HANGS = "could_", "hangs_"
_GREATEST = 2147483647
_UNASKED = ("walk", "walked", "findings", "settle")
"""Program parts that the answer does not hang on."""
_ANSWER: Predicate = ("answer", 3)
_NUMBERS = ("power", "toughness", "mana_value")
"""What numbers the answer tells."""


class _Traits(NamedTuple):
    """What the loosened rules must know of facts.

    Attributes:
        varying: The predicates of facts that are there or not.
        numeric: Where numbers stand in facts.
        told: The predicates of facts that rules derive, too.
    """

    varying: frozenset[Predicate]
    numeric: frozenset[Place]
    told: frozenset[Predicate]


_known = _Traits(frozenset(), frozenset(), frozenset())
"""What was seen so far: it only grows, so that rules are loosened a few times in a process."""


def loosened(sure: Sequence[str], maybe: Sequence[str], last: int) -> Loose | None:
    """Ground the loosened rules for one board.

    Args:
        sure: The facts that are there whatever is taken away, each with its full stop.
        maybe: Those that are there or not.
        last: The last layer that matters: what is done in later ones is left out.

    Returns:
        The grounding; None where a rule is needed that cannot be loosened.
    """
    program = _program_for(sure, maybe)
    later = {performs(layer) for layer in LAYERS} - {performs(layer) for layer in LAYERS if layer <= last}
    chosen = [one for one in needed([*sure, *maybe]) if statements()[one].part_name not in later]
    return None if program.beyond.intersection(chosen) else Loose(program, chosen, sure, maybe)


class Loose:
    """The loosened rules, grounded for one board."""

    def __init__(self, program: _Program, chosen: Sequence[int], sure: Sequence[str], maybe: Sequence[str]) -> None:
        self._control = Control(["--warn=none"])
        self._program = program
        self._chosen = chosen
        with ProgramBuilder(self._control) as builder:
            for tree in program.bridges:
                builder.add(tree)
            for number in self._chosen:
                for tree in program.could(number):
                    builder.add(tree)
        facts = [*sure, *(f"{_COULD}{one}" for one in (*sure, *maybe) if _predicate(one) in program.varying)]
        add_facts(self._control, facts)
        self._control.ground([("base", [])])

    def values(self, label: str) -> Kinds:
        """Return all that the answer about an object could say; nothing of what is a number.

        Args:
            label: Its label.
        """
        shown = [
            Function(_ANSWER[0], atom.symbol.arguments)
            for atom in self._control.symbolic_atoms.by_signature(_COULD + _ANSWER[0], _ANSWER[1])
            if atom.symbol.arguments[0].name not in _NUMBERS
        ]
        found = collect(shown, 0).get(label, {})
        found.pop("except", None)
        return found

    def hangs_on(self, asked: Iterable[tuple[str, str, Term | None]]) -> tuple[set[str], set[int]]:
        """Tell what answers could hang on.

        Args:
            asked: Kinds, each with the label of an object, and the value that is asked about; None for any.

        Returns:
            The labels of objects, and the numbers of steps, on whose being there it could hang.
        """
        lines: list[str] = []
        for kind, label, value in asked:
            atom = _atom(_ANSWER[0], [kind, object_term(0, label), "V" if value is None else written(value)])
            lines.append(f"{_HANGS}{atom} :- {_COULD}{atom}.")
        with ProgramBuilder(self._control) as builder:
            parse_string("#program hangs.\n" + "\n".join(lines), builder.add)
            for number in self._chosen:
                for tree in self._program.hangs(number):
                    builder.add(tree)
        self._control.ground([("hangs", [])])
        objects: set[str] = set()
        steps: set[int] = set()
        for name, arity in self._program.varying:
            for found in self._control.symbolic_atoms.by_signature(_HANGS + name, arity):
                for one in _within(found.symbol):
                    if one.match("o", 2):
                        objects.add(one.arguments[1].string)
                    elif one.match("step", 2):
                        steps.add(one.arguments[1].number)
        return objects, steps


def _within(symbol: Symbol) -> Iterator[Symbol]:
    for one in symbol.arguments:
        yield one
        if one.type is SymbolType.Function:
            yield from _within(one)


# ---- what must be known of facts


@lru_cache(maxsize=1 << 14)
def _predicate(fact: str) -> Predicate:
    atom = read_term(fact[:-1])
    assert isinstance(atom, tuple)
    return str(atom[0]), len(atom) - 1


@lru_cache(maxsize=1 << 14)
def _numeric(fact: str) -> tuple[Place, ...]:
    """Return where numbers stand in a fact."""
    atom = read_term(fact[:-1])
    name, arity = _predicate(fact)
    return tuple((name, arity, place) for place, one in enumerate(arguments(atom)) if isinstance(one, int))


def _program_for(sure: Sequence[str], maybe: Sequence[str]) -> _Program:
    global _known
    told = list(map(_predicate, sure))
    varying = _known.varying.union(map(_predicate, maybe))
    numeric = _known.numeric.union(*map(_numeric, sure), *map(_numeric, maybe))
    also = _known.told.union(one for one in told if rulebook().deriving(*one))
    now = _Traits(varying, numeric, also)
    if now != _known:
        _known = now
    return _program(_known, statements())


@lru_cache(maxsize=2)
def _program(traits: _Traits, _: object) -> _Program:
    return _Program(traits)


# ---- loosening


class _Emitted(NamedTuple):
    """A loosened rule.

    Attributes:
        head: Its head.
        body: The literals of its body.
        looked_at: Atoms that it asks for or excludes, and that could change.
    """

    head: str
    body: tuple[str, ...]
    looked_at: tuple[str, ...]


class _Program:
    """All rules, loosened.

    Of a step only its layer is left.

    Attributes:
        varying: The predicates of facts that are there or not.
    """

    def __init__(self, traits: _Traits) -> None:
        self.varying = traits.varying
        self._traits = traits
        places = {statement.place: number for number, statement in enumerate(statements())}
        self._rules: dict[int, list[Rule]] = defaultdict(list)
        self._number: dict[Rule, int] = {}
        rules = [rule for rule in rulebook().rules if rule.part not in _UNASKED]
        wanted = _leading_to(_ANSWER, rules)
        self._all = [rule for rule in rules if rule.heads & wanted]
        for rule in self._all:
            self._rules[places[rule.chapter, rule.line]].append(rule)
        self._derived = {head for rule in self._all for head in rule.heads}
        self.loose = self._find_loose()
        self._kinds: dict[Place, int] = {}
        self._numbers: set[Place] = set(traits.numeric)
        self._fit()
        self.beyond = frozenset(
            n for n, some in self._rules.items() for r in some if any(id(f) in self._beyond for f in self._forms[r])
        )
        self.bridges = self._bridged()
        self._made: dict[int, tuple[list[AST], list[AST]]] = {}

    def _bridged(self) -> list[AST]:
        """Return the rules that take facts over where rules derive such atoms, too."""
        lines: list[str] = []
        for name, arity in sorted(self.loose & self._traits.told):
            heads: list[tuple[list[str], list[str]]] = [([], [])]
            for place in range(arity):
                kind, text = self.kind(name, arity, place), f"V{place}"
                if kind == _WILD:
                    continue
                split = kind == _OPEN and (name, arity, place) in self._traits.numeric
                heads = [
                    choice
                    for parts, further in heads
                    for choice in (
                        [
                            ([*parts, text], [*further, f"{text} > {_GREATEST}"]),
                            ([*parts, _SOME], [*further, f"{text} <= {_GREATEST}"]),
                        ]
                        if split
                        else [([*parts, text], further)]
                    )
                ]
            told = _atom(name, [f"V{place}" for place in range(arity)])
            lines += [f"{_COULD}{_atom(name, parts)} :- {', '.join([told, *further])}." for parts, further in heads]
        return _parsed("base", lines)

    def could(self, number: int) -> list[AST]:
        """Return the loosened rules of a statement."""
        return self._trees(number)[0]

    def hangs(self, number: int) -> list[AST]:
        """Return the rules that say what the heads of a statement hang on."""
        return self._trees(number)[1]

    def _find_loose(self) -> set[Predicate]:
        """Return the predicates that must be loosened: those that hang on time, or on facts that vary."""
        found = self._derived & self.varying
        while True:
            more = {
                head
                for rule in self._all
                if rule.parameters or _mentioned(rule) & (found | self.varying)
                for head in rule.heads
            } - found
            if not more:
                return found
            found |= more

    # -- what can stand where

    def _fit(self) -> None:
        """Find out what can stand at each position of the loosened predicates."""
        self._beyond: set[int] = set()
        self._forms = {rule: [_by_layer(form, rule) for form in rule.forms] for rule in self._all}
        forms = [form for several in self._forms.values() for form in several]
        changed = True
        while changed:
            changed = False
            for form in forms:
                loose = (form.name, len(form.parts)) in self.loose
                classes = self.classes(form) if loose else {}
                if loose and self._is_beyond(form, classes):
                    self._beyond.add(id(form))
                    continue
                for place, part in enumerate(form.parts):
                    key = (form.name, len(form.parts), place)
                    kind = self._kind_of(part, classes) if loose else _CLOSED
                    if kind > self._kinds.get(key, _CLOSED):
                        self._kinds[key] = kind
                        changed = True
                    if key not in self._numbers and (kind == _OPEN or self.is_numeric(part, form)):
                        self._numbers.add(key)
                        changed = True

    def _kind_of(self, part: Pattern, classes: dict[str, int]) -> int:
        if isinstance(part, Sum):
            return _OPEN
        if isinstance(part, Var):
            return classes.get(part.name, _WILD)
        if isinstance(part, Compound):
            return _CLOSED if all(self._is_closed(one, classes) for one in part.parts) else _WILD
        return _WILD if isinstance(part, Any_) else _CLOSED

    def _is_closed(self, part: Pattern, classes: dict[str, int]) -> bool:
        return self._kind_of(part, classes) == _CLOSED

    def _is_beyond(self, form: Form, classes: dict[str, int]) -> bool:
        """Tell whether a form makes terms that have numbers in them that are reckoned."""
        return any(
            isinstance(part, Compound) and any(self._kind_of(one, classes) == _OPEN for one in part.parts)
            for part in form.parts
        )

    def is_numeric(self, part: Pattern, form: Form) -> bool:
        """Tell whether a number can stand in the place of a pattern."""
        if isinstance(part, Const):
            return isinstance(part.term, int)
        if isinstance(part, Sum):
            return True
        if not isinstance(part, Var):
            return False
        found = [
            (one.name, len(one.parts), place) in self._numbers
            for one in form.body
            if isinstance(one, Literal) and one.positive
            for place, inner in enumerate(one.parts)
            if inner == part
        ]
        return all(found)

    def classes(self, form: Form) -> dict[str, int]:
        """Return what values the variables of a form have: the very terms, or one for all numbers; none for others."""
        found: dict[str, int] = {}
        for one in form.body:
            if isinstance(one, Literal) and one.positive:
                for place, part in enumerate(one.parts):
                    kind = self._kinds.get((one.name, len(one.parts), place), _CLOSED)
                    if isinstance(part, Var):
                        if kind != _WILD:
                            found[part.name] = min(kind, found.get(part.name, kind))
                    elif isinstance(part, Compound) and kind != _WILD:
                        found.update(dict.fromkeys(_bare(part), _CLOSED))
        counted = [one.result.name for one in form.body if isinstance(one, Aggregate) and isinstance(one.result, Var)]
        for name in counted:
            found.setdefault(name, _OPEN)
        while True:
            before = len(found)
            for one in form.body:
                if isinstance(one, Comparison) and one.positive and len(one.guards) == 1 and one.guards[0][0] == "=":
                    sides = (one.first, one.guards[0][1])
                    for left, right in (sides, sides[::-1]):
                        self._bind(left, right, found)
            if len(found) == before:
                return found

    def _bind(self, left: Pattern, right: Pattern, found: dict[str, int]) -> None:
        """Note what an equation says of variables on its left."""
        kind = self._kind_of(right, found)
        if kind == _WILD and not isinstance(right, Sum):
            return
        if isinstance(left, Var):
            found.setdefault(left.name, kind)
        elif isinstance(left, Compound) and kind == _CLOSED:
            for name in _bare(left):
                found.setdefault(name, _CLOSED)

    def kind(self, name: str, arity: int, place: int) -> int:
        """Return what can stand at a position."""
        return self._kinds.get((name, arity, place), _CLOSED)

    # -- writing

    def _trees(self, number: int) -> tuple[list[AST], list[AST]]:
        found = self._made.get(number)
        if found is None:
            could: list[str] = []
            hangs: list[str] = []
            for at, rule in enumerate(self._rules.get(number, ())):
                if any(id(form) in self._beyond for form in self._forms[rule]):
                    continue
                if not any(head in self.loose for head in rule.heads):
                    could.append(str(rule.tree))
                    continue
                for place, form in enumerate(self._forms[rule]):
                    self._write(form, f"{number}_{at}_{place}", could, hangs)
            found = self._made[number] = (_parsed("base", could), _parsed("hangs", hangs))
        return found

    def _write(self, form: Form, number: str, could: list[str], hangs: list[str]) -> None:
        writer = _Writer(self, form)
        body = writer.body()
        for head, further in writer.heads():
            whole = ", ".join([*body, *further])
            could.append(f"{_COULD}{head} :- {whole}." if whole else f"{_COULD}{head}.")
        looked_at = list(writer.looked_at())
        if not looked_at:
            return
        named = _names(", ".join(text for one, more in looked_at for text in (one, *more)))
        for at, (head, further) in enumerate(writer.heads()):
            bound = _names(", ".join([head, *body, *further]))
            fires = _atom(f"fires_{number}_{at}", sorted(named & bound))
            hangs.append(f"{fires} :- {', '.join([_HANGS + head, *body, *further])}.")
            hangs += [f"{_HANGS}{one} :- {', '.join([fires, *more])}." for one, more in looked_at]


class _Writer:
    """Writes one form, loosened."""

    def __init__(self, program: _Program, form: Form) -> None:
        self._program = program
        self._form = form
        self._classes = program.classes(form)
        self._fresh = 0

    def heads(self) -> list[tuple[str, list[str]]]:
        """Return the atoms it derives, each with further conditions: a number becomes `_SOME` where some do."""
        parts: list[str] = []
        split: list[str] = []
        for place, part in enumerate(self._form.parts):
            kind = self._program.kind(self._form.name, len(self._form.parts), place)
            if kind == _WILD:
                continue
            number = isinstance(part, Sum) or (isinstance(part, Const) and isinstance(part.term, int))
            parts.append(_SOME if kind == _OPEN and number else self._text(part))
            exact = isinstance(part, Var) and self._classes.get(part.name) == _CLOSED
            if kind == _OPEN and exact and self._program.is_numeric(part, self._form):
                split.append(self._text(part))
        heads: list[tuple[list[str], list[str]]] = [(parts, [])]
        for name in split:
            heads = [
                choice
                for now, further in heads
                for choice in (
                    (now, [*further, f"{name} > {_GREATEST}"]),
                    ([_SOME if one == name else one for one in now], [*further, f"{name} <= {_GREATEST}"]),
                )
            ]
        return [(_atom(self._form.name, now), further) for now, further in heads]

    def body(self) -> list[str]:
        """Return the conditions that are left."""
        return [text for one in self._form.body if (text := self._condition(one)) is not None]

    def looked_at(self) -> Iterator[tuple[str, list[str]]]:
        """Return the atoms it asks for or excludes that could change, each with further conditions."""
        for one in self._form.body:
            if isinstance(one, Literal):
                yield from self._look(one)
            elif isinstance(one, Aggregate):
                for element in one.elements:
                    literals = [each for each in element.condition if isinstance(each, Literal)]
                    present = [self._literal(each) for each in literals if each.positive]
                    for each in literals:
                        for atom, further in self._look(each):
                            yield atom, [*present, *further]

    def _look(self, literal: Literal) -> Iterator[tuple[str, list[str]]]:
        predicate = (literal.name, len(literal.parts))
        if predicate in self._program.loose or predicate in self._program.varying:
            atom = self._literal(literal)
            yield atom.removeprefix(_COULD), [atom]

    def _condition(self, one: Condition) -> str | None:
        if isinstance(one, Literal):
            if one.positive:
                return self._literal(one)
            predicate = (one.name, len(one.parts))
            if predicate in self._program.loose:
                return None
            names = [name for part in one.parts for name in variables(part)]
            if any(self._classes.get(name) != _CLOSED for name in names):
                return None
            return f"not {_atom(one.name, ['_' if isinstance(part, Any_) else self._text(part) for part in one.parts])}"
        if isinstance(one, Aggregate):
            if isinstance(one.result, Var) and self._classes.get(one.result.name) == _OPEN:
                return f"{self._text(one.result)} = {_SOME}"
            return None
        return self._comparison(one)

    def _comparison(self, one: Comparison) -> str | None:
        sides = [one.first, *(part for _, part in one.guards)]
        names = [name for part in sides for name in variables(part)]
        if all(self._classes.get(name) == _CLOSED for name in names) and not any(isinstance(p, Any_) for p in sides):
            text = self._text(one.first) + "".join(f" {sign} {self._text(part)}" for sign, part in one.guards)
            return text if one.positive else f"not {text}"
        if one.positive and len(one.guards) == 1 and one.guards[0][0] == "=":
            for left, right in (sides, sides[::-1]):
                if isinstance(left, Var) and self._classes.get(left.name) == _OPEN:
                    if isinstance(right, Sum):
                        return f"{self._text(left)} = {_SOME}"
                    if isinstance(right, Var) and self._classes.get(right.name) == _OPEN:
                        return f"{self._text(left)} = {self._text(right)}"
        return None

    def _literal(self, one: Literal) -> str:
        predicate = (one.name, len(one.parts))
        program = self._program
        loose = predicate in program.loose or predicate in program.varying
        parts: list[str] = []
        for place, part in enumerate(one.parts):
            kind = program.kind(*predicate, place) if loose else _CLOSED
            if kind == _WILD:
                continue
            parts.append(self._argument(part, kind))
        return _atom((_COULD if loose else "") + one.name, parts)

    def _argument(self, part: Pattern, kind: int) -> str:
        if isinstance(part, Any_) or any(True for _ in _sums(part)):
            return self._any()
        if kind == _OPEN:
            if isinstance(part, Const) and isinstance(part.term, int):
                return _SOME
            exact = isinstance(part, Var) and self._classes.get(part.name) == _CLOSED
            if exact and self._program.is_numeric(part, self._form):
                return self._any()
        elif isinstance(part, Var) and self._classes.get(part.name) != _CLOSED:
            return self._any()
        if isinstance(part, Var) and part.name not in self._classes:
            return self._any()
        if isinstance(part, Compound) and any(self._classes.get(name) != _CLOSED for name in variables(part)):
            return self._any()
        return self._text(part)

    def _any(self) -> str:
        self._fresh += 1
        return f"Fresh{self._fresh}"

    def _text(self, part: Pattern) -> str:
        if isinstance(part, Var):
            return _renamed(part.name)
        if isinstance(part, Const):
            return written(part.term)
        if isinstance(part, Compound):
            return _atom(part.name, [self._text(one) for one in part.parts]) if part.parts else part.name
        if isinstance(part, Sum):
            return f"({self._text(part.left)}{part.sign}{self._text(part.right)})"
        return self._any()


_TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
_VARIABLE = re.compile(r"\b[A-Z]\w*")


def _names(text: str) -> set[str]:
    """Return the variables in a text of the rules."""
    return set(_VARIABLE.findall(_TEXT.sub("", text)))


def _atom(name: str, parts: Sequence[str]) -> str:
    if not name and len(parts) == 1:
        return f"({parts[0]},)"
    return f"{name}({','.join(parts)})" if parts else name


def _renamed(name: str) -> str:
    """Return a variable as it is written: parameters of program parts, and those without a name, get one."""
    return name if name[0].isupper() else f"Given_{name}"


def _sums(part: Pattern) -> Iterator[Sum]:
    if isinstance(part, Sum):
        yield part
    elif isinstance(part, Compound):
        for one in part.parts:
            yield from _sums(one)


def _bare(part: Compound) -> list[str]:
    """Return the variables that a term binds; none where there is arithmetic in it."""
    return [] if any(True for _ in _sums(part)) else list(variables(part))


def _parsed(part: str, lines: Sequence[str]) -> list[AST]:
    found: list[AST] = []
    parse_string(f"#program {part}.\n" + "\n".join(lines), found.append)
    return found[1:] if len(lines) else []


def _mentioned(rule: Rule) -> set[Predicate]:
    """Return the predicates in the body of a rule."""
    return {
        (one.name, len(one.parts))
        for form in rule.forms
        for condition in form.body
        for one in (
            [each for element in condition.elements for each in element.condition]
            if isinstance(condition, Aggregate)
            else [condition]
        )
        if isinstance(one, Literal)
    }


def _leading_to(wanted: Predicate, rules: Sequence[Rule]) -> set[Predicate]:
    """Return the predicates that another one hangs on."""
    by_head: dict[Predicate, list[Rule]] = defaultdict(list)
    for rule in rules:
        for head in rule.heads:
            by_head[head].append(rule)
    found = {wanted}
    stack = [wanted]
    while stack:
        for rule in by_head[stack.pop()]:
            for one in _mentioned(rule) - found:
                found.add(one)
                stack.append(one)
    return found


def _by_layer(form: Form, rule: Rule) -> Form:
    """Return a form in which the layer stands for the step, where its program part has both."""
    if not {"s", "l"} <= set(rule.parameters):
        return form

    def pattern(part: Pattern) -> Pattern:
        if isinstance(part, Var):
            return Var("l") if part.name == "s" else part
        if isinstance(part, Compound):
            return Compound(part.name, tuple(map(pattern, part.parts)))
        return Sum(part.sign, pattern(part.left), pattern(part.right)) if isinstance(part, Sum) else part

    def condition(one: Condition) -> Condition:
        if isinstance(one, Literal):
            return one._replace(parts=tuple(map(pattern, one.parts)))
        if isinstance(one, Comparison):
            guards = tuple((sign, pattern(part)) for sign, part in one.guards)
            return one._replace(first=pattern(one.first), guards=guards)
        elements = tuple(
            Element(tuple(map(pattern, each.terms)), tuple(simple(inner) for inner in each.condition))
            for each in one.elements
        )
        return one._replace(result=pattern(one.result), elements=elements)

    def simple(one: Literal | Comparison) -> Literal | Comparison:
        found = condition(one)
        assert not isinstance(found, Aggregate)
        return found

    return Form(form.name, tuple(map(pattern, form.parts)), tuple(map(condition, form.body)))
