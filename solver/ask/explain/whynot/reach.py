"""An upper bound, found quickly, on the facts that could hold after any removal.

The bound merges all rounds of a layer, and all states, into one state that contains every fact that ever held. An atom
that a rule needs only has to hold at some time, and an atom that a rule needs to be false counts as false. So each fact
that holds on the board after a removal holds here, and a fact that does not hold here never holds. The bound asks only
for the characteristics in filters: an effect cannot apply to an object that never has what its filter needs.

There is no bound for some boards: if a changing number is counted, if effects add to power or toughness (613.4c) or
switch them, or if a granted ability has an effect of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from clingo import Control, Function, Number, String
from clingo.ast import (
    AST,
    AggregateFunction,
    ASTType,
    ComparisonOperator,
    ProgramBuilder,
    Sign,
    parse_string,
)

from facts.board import BoardFacts
from solver.ask.explain.whynot.removal import Asked, choices
from solver.ask.removable import Taken
from solver.engine import LAYERS, add_facts, after_step, before_steps, performs
from solver.program import derived_by, forget_too, predicates, syntax_trees, users_of
from solver.speed import needed

_STATIC = ("base", "instances")
"""The program parts before the first step."""
_NOT_ASKED = (
    "compare", "weigh", "choose_weighed", "ahead", "along", "ties", "hindrances", "suppose", "settle", "protection",
    "walk",
)  # fmt: skip
"""The parts that only say in which order effects are applied, or what is not asked here."""
_MISSES, _ASKED = ("misses", 5), ("evaluated", 3)
"""The atoms for a filter's unmet need, and for the question about it."""
_MOVES = frozenset({("shifted_by", 4), ("switched", 2)})
"""Operations that add to numbers or switch them: the possible numbers would be endless."""
_FEW_KINDS = 20
"""A number above the count of card types. Every other count is at most the number of objects."""
_Key = tuple[str, int]


class Reach(Asked):
    """The facts that could hold of a board's objects after any removal.

    Attributes:
        control: The clingo control.
        applies: True if the bound is valid for this board.
    """

    def __init__(self, facts: BoardFacts, taken: Sequence[Taken], last: int) -> None:
        """Ground the rules.

        Args:
            facts: The facts of the board; see `removal.choices`.
            taken: The removable things.
            last: The last layer that matters.
        """
        chosen = choices(facts, taken)
        most = len(facts.timeline.things) + _FEW_KINDS
        rules = _relaxed(needed(chosen.possible), last, most)
        if (
            last > LAYERS[3]
            and rules is not None
            and any(predicates(one.head) & _MOVES for one in rules if _is_rule(one))
        ):
            rules = None
        self.applies = rules is not None
        if rules is None:
            return
        self.control = Control(["--warn=none"], logger=lambda code, message: None)
        add_facts(self.control, chosen.sure)
        with ProgramBuilder(self.control) as builder:
            for tree in rules:
                builder.add(tree)
        self.control.add("base", [], "\n".join(chosen.rules))
        state = Number(0)
        leading = [*before_steps(), ("instances", [state])]
        parts: dict[tuple[str, tuple[object, ...]], None] = {(name, tuple(given)): None for name, given in leading}
        for step, layer in enumerate([one for one in LAYERS if one <= last], start=1):
            at, now, where = Number(step), Function("now", [Number(step)]), Number(layer)
            parts[("look", (at, state, where))] = None
            parts[("choose", (at, where))] = None
            parts[("apply", (at, where))] = None
            parts[(performs(layer), (now, at, state))] = None
            parts[("outcome", (at, state, where))] = None
            parts |= {(name, tuple(given)): None for name, given in after_step(at, state, where)}
        parts[("final", (state,))] = None
        self.control.ground([(name, list(arguments)) for name, arguments in parts])  # type: ignore[arg-type]
        self.applies = not any(True for _ in self.control.symbolic_atoms.by_signature("bestows", 1))
        self.read_answers()

    def always(self, label: str, kind: str, value: str) -> bool:
        """Tell whether an object has a value after any removal: it has it from the start, and no effect can remove it.

        Args:
            label: The label of the object.
            kind: ``type``, ``supertype`` or ``color``.
            value: The value.
        """
        atoms = self.control.symbolic_atoms
        what = [Function("o", [Number(0), String(label)]), Function(kind), String(value)]
        start = atoms[Function("text", what)]
        if start is None or not start.is_fact:
            return False
        return not any(one.symbol.arguments[:3] == what for one in atoms.by_signature("lost", 4))


@lru_cache(maxsize=64)
def _relaxed(which: tuple[int, ...], last: int, most: int) -> tuple[AST, ...] | None:
    """Return rules that derive all that could hold in any order of effects; None where they would miss something.

    Args:
        which: The places of their statements.
        last: The last layer that matters.
        most: The upper bound on every count.
    """
    part = ""
    told: list[tuple[str, AST]] = []
    for tree in syntax_trees(which):
        part = tree.name if tree.ast_type == ASTType.Program else part
        if part not in _NOT_ASKED and not (part == "perform_7" and last < 70):
            told.append((part, tree))
    changing = _changing(told)
    found: list[AST] = []
    for _, tree in told:
        if tree.ast_type != ASTType.Rule:
            found.append(tree)
            continue
        heads = predicates(tree.head)
        body: list[AST] = []
        lacks = _MISSES in heads
        for literal in tree.body:
            of = predicates(literal)
            if not of & changing:
                body.append(literal)
            elif literal.ast_type != ASTType.Literal or literal.atom.ast_type != ASTType.SymbolicAtom:
                number = _any_number(literal, most)
                if number is None:
                    return None
                body.append(number)
            elif lacks and literal.sign == Sign.NoSign:
                if of != {_ASKED}:
                    break  # it fails a demand by a value that it may not have another time
            elif literal.sign == Sign.NoSign or (lacks and literal.sign == Sign.Negation) or of == {_MISSES}:
                body.append(literal)
        else:
            found.append(tree.update(body=body))
    return tuple(found)


def _any_number(literal: AST, most: int) -> AST | None:
    """Return the rule that a count may be any number up to a bound; None if the number is no count."""
    if literal.ast_type != ASTType.Literal or literal.sign != Sign.NoSign:
        return None
    counted = literal.atom
    if counted.ast_type != ASTType.BodyAggregate or counted.right_guard is not None or counted.left_guard is None:
        return None
    one_each = all(("stands_for", 2) in predicates(element) for element in counted.elements)
    if counted.function != AggregateFunction.Count and not (counted.function == AggregateFunction.Sum and one_each):
        return None
    guard = counted.left_guard
    if guard.comparison != ComparisonOperator.Equal or guard.term.ast_type != ASTType.Variable:
        return None
    found: list[AST] = []
    parse_string(f"x :- {guard.term.name} = 0..{most}.", found.append)
    return cast(AST, found[-1].body[0])


def _changing(told: Sequence[tuple[str, AST]]) -> set[_Key]:
    """Return the predicates that change from step to step, or that depend on such predicates."""
    rules = [(tree,) for _, tree in told]
    first = derived_by(tree for part, tree in told if part not in _STATIC)
    return first | derived_by(tree for place in users_of(first, rules) for tree in rules[place])


def _is_rule(tree: AST) -> bool:
    return tree.ast_type == ASTType.Rule


forget_too(_relaxed.cache_clear)
