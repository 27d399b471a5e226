"""All ways to break some rules, in one grounding: which of them do the invariants notice?

Each rule, whole or broken, has a switch. Clasp chooses which rule is broken, and how, like it chooses a board. So a
stage is ground once for all of them. Clasp looks for a broken rule and a board that violates an invariant, then for
another broken rule, until there is none. That proves at once that the invariants do not notice the others. Stages in
which none of the rules can fire, whole or broken, are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import lru_cache

from clingo import Function, Number
from clingo.ast import AST, Sign, parse_string

from solver.ask.check.bounded.induction import AT_ONCE, DONE, ORDER, SUPPOSED, WRITTEN, Stage, ground_stage, stages
from solver.ask.check.bounded.invariants import INVARIANTS
from solver.ask.check.bounded.mutants import Mutant
from solver.ask.check.bounded.operators import parameter_names
from solver.ask.check.bounded.written import INSIDE, Pattern, circles, meant
from solver.engine import stepwise
from solver.program import Statement, for_answers, part_tree, replaced, statements, syntax_trees, trees_of
from solver.speed import flat

SWITCH, FIRING, BROKEN = "in_force", "could_fire", "broken"
WHOLE = 0
"""The switch of the rule as it is."""
_HALVES = {
    "weigh": (ORDER, SUPPOSED, AT_ONCE), "choose_weighed": (ORDER, AT_ONCE), "apply": (DONE, SUPPOSED, AT_ONCE),
    "outcome": (DONE, SUPPOSED, AT_ONCE), "advance": (DONE, SUPPOSED, AT_ONCE),
}  # fmt: skip
"""The questions about a round for which a part of the program is grounded; other parts are always grounded."""
_SLOW = (SUPPOSED, AT_ONCE)
"""The slowest questions. They are asked last, about mutants that nothing else noticed."""
_BEFORE = ("base", "instances", "state")
_IN_ROUNDS = ("look", "compare", *_HALVES)


@dataclass
class Noticed:
    """The outcome of the ways to break a rule.

    Attributes:
        invariants: By the place of a mutant in the list, the invariants found not to hold.
        fired: The places of those that fire on a board, or whose unbroken rule does.
    """

    invariants: dict[int, tuple[str, ...]] = field(default_factory=dict)
    fired: set[int] = field(default_factory=set)


def notice(mutants: Sequence[Mutant], sizes: Iterable[tuple[int, int]]) -> Noticed:
    """Ask the invariants about broken rules.

    Args:
        mutants: Ways to break some rules. Clingo accepts each of them, and none could lead to its own absence
            (`may_go_round`).
        sizes: The sizes of boards to ask at, the cheapest first.

    Returns:
        The first thing noticed for each mutant.

    Raises:
        RuntimeError: Clingo does not accept the rules.
    """
    found = Noticed()
    switched = _by_rule(mutants)
    with ExitStack() as stack:
        for number, one in switched.items():
            stack.enter_context(replaced(number, [tree for place in one.rules for tree in one.switched(place)]))
        rules = (*syntax_trees(for_answers()), *_switches(switched.values()))
        for size in sizes:
            for stage in sorted(stages(*size, "2024", INVARIANTS), key=lambda one: one.half in _SLOW):
                left = [one for one in switched.values() if not found.invariants.keys() >= set(one.mutants)]
                here = [one for one in left if one.can_fire(stage)]
                waiting = [place for one in here for place in one.mutants if place not in found.invariants]
                if waiting:
                    _ask(stage, rules, switched, waiting, found)
    return found


@dataclass(frozen=True)
class _Switched:
    """A rule and the ways to break it, each in force by a switch.

    Attributes:
        number: The place of the rule among all statements.
        statement: The rule.
        mutants: The places in the list of the ways to break it.
        rules: The rule under each switch: ``WHOLE`` and, for a mutant, its place and one. None of a rule that
            is gone.
    """

    number: int
    statement: Statement
    mutants: tuple[int, ...]
    rules: Mapping[int, AST]

    def switched(self, place: int) -> Iterator[AST]:
        """Return the rule that a switch puts in force, and one that says that it could fire."""
        rule = self.rules[place]
        body = [*rule.body, _literal(SWITCH, str(self.number), str(place))]
        yield rule.update(body=body)
        yield rule.update(head=_literal(FIRING, str(self.number), str(place), *self.statement.parameters), body=body)

    def can_fire(self, stage: Stage) -> bool:
        """Tell whether the rule, whole or broken, can fire at a stage."""
        return _is_in(self.statement, stage) and _can_fire(self.rules.values(), stage)


def _switches(rules: Iterable[_Switched]) -> list[AST]:
    """Return the rules that choose which single rule is broken; all others are in force as written."""
    broken, whole = [], []
    for one in rules:
        these = [f"{BROKEN}({one.number},{place + 1})" for place in one.mutants]
        broken += these
        whole.append(f"{SWITCH}({one.number},{WHOLE}) :- {', '.join(f'not {atom}' for atom in these)}.")
    text = f"1 {{ {'; '.join(broken)} }} 1. {SWITCH}(N,P) :- {BROKEN}(N,P). {' '.join(whole)}"
    found: list[AST] = []
    parse_string(f"#program base. {text}", found.append)
    return found[1:]


def _by_rule(mutants: Sequence[Mutant]) -> dict[int, _Switched]:
    places: dict[int, list[int]] = {}
    for place, mutant in enumerate(mutants):
        places.setdefault(mutant.number, []).append(place)
    found = {}
    for number, those in places.items():
        (whole,) = trees_of(number)
        broken = {place + 1: mutants[place].trees[0] for place in those if mutants[place].trees}
        found[number] = _Switched(number, mutants[those[0]].statement, tuple(those), {WHOLE: whole, **broken})
    return found


def _ask(
    stage: Stage, rules: Sequence[AST], switched: Mapping[int, _Switched], waiting: Sequence[int], found: Noticed
) -> None:
    """Ground a stage with all variants, and look for boards on which an invariant does not hold."""
    control, places = ground_stage(stage, None, rules)
    fires = {
        (one.symbol.arguments[0].number, one.symbol.arguments[1].number)
        for one in control.symbolic_atoms
        if one.symbol.name == FIRING
    }
    number_of = {place: one.number for one in switched.values() for place in one.mutants}
    asked = {
        Function(BROKEN, [Number(number_of[place]), Number(place + 1)]): place
        for place in waiting
        if (number_of[place], place + 1) in fires or (number_of[place], WHOLE) in fires
    }
    found.fired.update(asked.values())
    names = {one.name for one in stage.invariants}
    violated = {
        atom.symbol: atom.literal
        for atom in control.symbolic_atoms.by_signature("violated", 2)
        if atom.symbol.arguments[1] in places and atom.symbol.arguments[0].name in names
    }
    if not asked or not violated:
        return
    with control.backend() as backend:
        some = backend.add_atom()
        for literal in violated.values():
            backend.add_rule([some], [literal])
    control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
    literals = {atom.symbol: atom.literal for atom in control.symbolic_atoms.by_signature(BROKEN, 2)}
    while asked:
        left = [-literal for symbol, literal in literals.items() if symbol not in asked]
        with control.solve(assumptions=[some, *left], yield_=True) as handle:
            model = handle.model()
            if model is None:
                return
            (broken,) = (symbol for symbol in asked if model.contains(symbol))
            told = [each for each in violated if model.contains(each)]
            found.invariants[asked.pop(broken)] = tuple(dict.fromkeys(each.arguments[0].name for each in told))


def may_go_round(mutant: Mutant) -> bool:
    """Tell whether a broken rule could deny what it needs: a literal was negated, and the rule leads back to itself.

    Args:
        mutant: The mutant.
    """
    if mutant.kind != "turned":
        return False
    names = {_head_name(tree) for tree in trees_of(mutant.number)}
    read = {name for tree in trees_of(mutant.number) for name in _read(tree)}
    return any(names & circle and read & circle for circle in _circles())


@lru_cache(maxsize=1)
def _circles() -> tuple[frozenset[str], ...]:
    return tuple(circles())


def _is_in(statement: Statement, stage: Stage) -> bool:
    """Tell whether the part of the program that a rule is in is ground at a stage."""
    part, layer = statement.part_name, stage.universe.layer
    if stage.name == WRITTEN:
        return False
    if part in _BEFORE:
        return True
    if not layer:
        return False
    if part.startswith("perform_"):
        # 71 to 74 are the layers 7a to 7d.
        return part.removeprefix("perform_") == str(layer)[0]
    return part in _IN_ROUNDS and stage.half in _HALVES.get(part, (ORDER, DONE, SUPPOSED, AT_ONCE))


def _can_fire(variants: Iterable[AST], stage: Stage) -> bool:
    """Tell whether a stage has all atoms that a rule needs to fire."""
    known = _shapes(stage.name, stage.half)
    return any(
        all(any(one.meets(shape) for shape in known.get(one.name, ())) for one in asked_for(rule)) for rule in variants
    )


@lru_cache(maxsize=64)
def _shapes(name: str, half: str) -> dict[str, frozenset[Pattern]]:
    """Return the patterns of the atoms of a stage, by predicate, under the unchanged rules."""
    stage = next(one for one in stages(2, 2, "2024", INVARIANTS) if (one.name, one.half) == (name, half))
    control, _ = ground_stage(stage, None, tuple(_whole_rules()))
    found: dict[str, set[Pattern]] = {}
    for shape in shapes_of(str(atom.symbol) for atom in control.symbolic_atoms):
        found.setdefault(shape.name, set()).add(shape)
    return {predicate: frozenset(those) for predicate, those in found.items()}


def shapes_of(atoms: Iterable[str]) -> Iterator[Pattern]:
    """Return patterns that distinguish atoms: arguments, and functions without theirs. As texts, for there are many.

    Args:
        atoms: The atoms as text; no text in them has quotes.
    """
    numbers: dict[str, int] = {}
    divided = flat(atoms, lambda text: f"${numbers.setdefault(text, len(numbers))}", empty=_EMPTY)
    texts = list(numbers)

    def meant_by(mark: re.Match[str]) -> str:
        return {_EMPTY: "()", "!": INSIDE}.get(mark[0]) or f'"{texts[int(mark[0][1:])]}"'

    for name, arguments in divided:
        shapes = _MARK.sub(meant_by, arguments.replace(",", "\n"))
        yield Pattern(name, tuple(shapes.split("\n")) if arguments else ())


_EMPTY = "~"
_MARK = re.compile(r"!|~|\$\d+")


def _whole_rules() -> Iterator[AST]:
    """Return the unchanged rules, even while broken ones are in force."""
    part = ""
    for number in for_answers():
        statement = statements()[number]
        if statement.part != part:
            part = statement.part
            yield part_tree(statement)
        yield from trees_of(number)


def learn(mutants: Sequence[Mutant]) -> None:
    """Derive the atoms of each stage that mutants are asked at, before processes are forked.

    Args:
        mutants: Those that the processes will try.
    """
    broken = {one.number: one.statement for one in mutants}.values()
    for stage in stages(2, 2, "2024", INVARIANTS):
        if any(_is_in(statement, stage) for statement in broken):
            _shapes(stage.name, stage.half)
    if any(one.kind == "turned" for one in mutants):
        _circles()


def asked_for(tree: AST) -> list[Pattern]:
    """Return the atoms that a rule needs to fire, apart from the parameters of its part.

    Args:
        tree: The syntax tree of the rule.
    """
    found = []
    (as_ground,) = stepwise([tree])
    for literal in as_ground.body:
        if literal.ast_type.name == "Literal" and literal.sign == Sign.NoSign:
            for one in meant(literal):
                constants = (None if term in parameter_names() else term for term in one.arguments)
                found.append(Pattern(one.name, tuple(constants)))
    return found


def _read(tree: AST) -> set[str]:
    return {one.name for literal in tree.body if literal.ast_type.name == "Literal" for one in meant(literal)}


def _head_name(tree: AST) -> str:
    return str(tree.head).partition("(")[0]


def _literal(name: str, *arguments: str) -> AST:
    found: list[AST] = []
    parse_string(f"{name}({','.join(arguments)}).", found.append)
    head: AST = found[-1].head
    return head
