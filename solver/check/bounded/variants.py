"""All ways to break one rule, in one grounding: which of them do the invariants notice?

The rule as it is and each broken one say with a switch that they are in force, so that a stage is ground once for all
of them, and solved for each with its switch on. Only stages are looked at in which the rule, or a broken one, can fire.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import AST, Sign, parse_string

from solver.check.bounded.induction import AT_ONCE, DONE, ORDER, SUPPOSED, WRITTEN, Stage, ground_stage, stages
from solver.check.bounded.invariants import INVARIANTS
from solver.check.bounded.memory import stepwise
from solver.check.bounded.mutants import Mutant
from solver.check.bounded.written import INSIDE, Pattern, circles, meant
from solver.program import Statement, for_answers, part_tree, replaced, statements, syntax_trees, trees_of

SWITCH, FIRING = "in_force", "could_fire"
WHOLE = 0
"""The switch of the rule as it is."""
_HALVES = {
    "weigh": (ORDER, SUPPOSED, AT_ONCE), "choose_weighed": (ORDER, AT_ONCE), "apply": (DONE, SUPPOSED, AT_ONCE),
    "outcome": (DONE, SUPPOSED, AT_ONCE), "advance": (DONE, SUPPOSED, AT_ONCE),
}  # fmt: skip
"""What is asked of a round where a part of the program is ground, if it is not always."""
_BEFORE = ("base", "instances")
_IN_ROUNDS = ("look", "compare", *_HALVES)


@dataclass
class Noticed:
    """What came of the ways to break a rule.

    Attributes:
        invariants: By the place of a mutant in the list, the invariants found not to hold.
        fired: The places of those that fire on a board, or whose rule does as it is.
    """

    invariants: dict[int, tuple[str, ...]] = field(default_factory=dict)
    fired: set[int] = field(default_factory=set)


def notice(mutants: Sequence[Mutant], sizes: Iterable[tuple[int, int]]) -> Noticed:
    """Ask the invariants about broken rules.

    Args:
        mutants: Ways to break one rule, each of which clingo takes, and none of which could lead round in a circle.
        sizes: The sizes of boards to ask at, the cheapest first.

    Returns:
        What is noticed: of each mutant the first that is.

    Raises:
        RuntimeError: Clingo does not take the rules.
    """
    found = Noticed()
    statement, number = mutants[0].statement, mutants[0].number
    (whole,) = trees_of(number)
    variants = {WHOLE: whole, **{place: one.trees[0] for place, one in enumerate(mutants, start=1) if one.trees}}
    combined = [tree for place, rule in variants.items() for tree in _switched(statement, rule, place)]
    every = (*range(len(mutants)),)
    with replaced(number, combined):
        rules = (*syntax_trees(for_answers()), *_switches(len(mutants)))
        for size in sizes:
            for stage in stages(*size, "2024", INVARIANTS):
                waiting = [place for place in every if place not in found.invariants]
                if not waiting or not _is_in(statement, stage) or not _can_fire(variants.values(), stage):
                    continue
                _ask(stage, rules, waiting, found)
    return found


def _ask(stage: Stage, rules: Sequence[AST], waiting: Sequence[int], found: Noticed) -> None:
    """Ground a stage with all variants, and look for boards on which an invariant does not hold."""
    control, places = ground_stage(stage, None, rules)
    fires = {one.symbol.arguments[0].number for one in control.symbolic_atoms if one.symbol.name == FIRING}
    asked = [place for place in waiting if place + 1 in fires or WHOLE in fires]
    found.fired.update(asked)
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
    for place in asked:
        switch = _switch(place + 1)
        control.assign_external(switch, True)
        with control.solve(assumptions=[some], yield_=True) as handle:
            model = handle.model()
            if model is not None:
                told = [one for one in violated if model.contains(one)]
                found.invariants[place] = tuple(dict.fromkeys(one.arguments[0].name for one in told))
        control.assign_external(switch, False)


def may_go_round(mutant: Mutant) -> bool:
    """Tell whether a broken rule could lead to its own absence: a negation in a circle that was turned round."""
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
    """Tell whether all that a rule needs to fire comes up at a stage."""
    known = _shapes(stage.name, stage.half)
    return any(
        all(any(one.meets(shape) for shape in known.get(one.name, ())) for one in asked_for(rule)) for rule in variants
    )


@lru_cache(maxsize=64)
def _shapes(name: str, half: str) -> dict[str, frozenset[Pattern]]:
    """Return what atoms come up at a stage, by their predicates, of all rules as they are."""
    stage = next(one for one in stages(2, 2, "2024", INVARIANTS) if (one.name, one.half) == (name, half))
    control, _ = ground_stage(stage, None, tuple(_whole_rules()))
    found: dict[str, set[Pattern]] = {}
    for atom in control.symbolic_atoms:
        shape = Pattern(atom.symbol.name, tuple(map(_shape, atom.symbol.arguments)))
        found.setdefault(shape.name, set()).add(shape)
    return {predicate: frozenset(those) for predicate, those in found.items()}


def _shape(symbol: Symbol) -> str:
    """Return what tells an argument apart from others: a function without its arguments."""
    return f"{symbol.name}{INSIDE}" if symbol.type == SymbolType.Function and symbol.arguments else str(symbol)


def _whole_rules() -> Iterator[AST]:
    """Return the rules as they are, whatever is in force."""
    part = ""
    for number in for_answers():
        statement = statements()[number]
        if statement.part != part:
            part = statement.part
            yield part_tree(statement)
        yield from trees_of(number)


def learn() -> None:
    """Find out what comes up at each stage, for processes that are to be forked."""
    for stage in stages(2, 2, "2024", INVARIANTS):
        if stage.name != WRITTEN:
            _shapes(stage.name, stage.half)
    _circles()


def asked_for(tree: AST) -> list[Pattern]:
    """Return what a rule needs to fire, parameters of its part aside."""
    found = []
    (as_ground,) = stepwise([tree])
    for literal in as_ground.body:
        if literal.ast_type.name == "Literal" and literal.sign == Sign.NoSign:
            for one in meant(literal):
                constants = (None if term is None or len(term) == 1 else term for term in one.arguments)
                found.append(Pattern(one.name, tuple(constants)))
    return found


def _read(tree: AST) -> set[str]:
    return {one.name for literal in tree.body if literal.ast_type.name == "Literal" for one in meant(literal)}


def _head_name(tree: AST) -> str:
    return str(tree.head).partition("(")[0]


def _switched(statement: Statement, rule: AST, place: int) -> Iterator[AST]:
    """Return a rule that a switch puts in force, and one that says that it could fire."""
    body = [*rule.body, _literal(SWITCH, str(place))]
    yield rule.update(body=body)
    yield rule.update(head=_literal(FIRING, str(place), *statement.parameters), body=body)


def _switches(count: int) -> list[AST]:
    """Return the switches of a rule and of so many ways to break it."""
    found: list[AST] = []
    parse_string(f"#program base. #external {SWITCH}({WHOLE}..{count}).", found.append)
    return found[1:]


def _switch(place: int) -> Symbol:
    return Function(SWITCH, [Number(place)])


def _literal(name: str, *arguments: str) -> AST:
    found: list[AST] = []
    parse_string(f"{name}({','.join(arguments)}).", found.append)
    head: AST = found[-1].head
    return head
