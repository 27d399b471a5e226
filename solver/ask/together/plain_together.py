"""The law alone over several boards in one grounding: `solver.engine.plain` does the same for one board.

The rules are those of `rules/law/`, with three mechanical changes, all of them bookkeeping. A supposed world has a
number, so that the boards share it: ``if(Effect,step)`` becomes ``if(Number,step)``, and ``supposed`` says which. A
part for one effect mentions each effect that acts. Two effects are compared only if they are of one board. A test
compares the answers with those of `derive` on all cases, and another compares `derive` with `solver.engine.plain`.
"""

from __future__ import annotations

import atexit
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import ClassVar

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import AST, ProgramBuilder, Transformer, Variable, parse_string

from facts.board import Board, BoardFacts
from facts.cards import DEFAULT_EDITION
from facts.text import InputError
from solver.answer import Answer, AnswerMaker, collect_each
from solver.ask.together.grouping import groups, settled_together
from solver.engine import (
    LAYERS,
    LawRule,
    add_facts,
    after_step,
    before_steps,
    law_rules,
    look_calls,
    write_facts,
)
from solver.process import one_at_a_time, searched_later
from solver.program import Grounding, Part, Step, forget_too
from solver.speed import Gates, all_words, are_open

_EFFECT = "effect"
"""The parameter of a part that is about one effect."""
_ACTING = "Acting"
"""The variable in place of that parameter."""
_SUPPOSED = """
#program suppose(step).
supposed(Effect,@number(Effect),step) :- exists(Effect,step), exists(Other,step), Effect != Other,
    of_board(Effect,Board), of_board(Other,Board).
some_exist(step) :- exists(Effect,step).
#program whether_next(step).
some_are_next(step) :- next(Effect,step).
#program whether_granted(state).
some_are_granted(state) :- granted(Object,Ability,state).
"""


_FULL = 150
"""The most boards in one grounding: with more, each call costs more than it saves."""


@one_at_a_time
def derive_all_plainly(
    boards: Sequence[Board],
    *,
    edition: str = DEFAULT_EDITION,
    grounding: Callable[[Sequence[str]], PlainTogether] | None = None,
    looked_at: Callable[[PlainTogether, Mapping[int, Board]], object] | None = None,
) -> Iterator[Answer | Exception]:
    """Derive boards by the law alone, many at a time.

    Args:
        boards: The boards.
        edition: The edition of the rules.
        grounding: Makes a grounding of facts: `PlainTogether` by default.
        looked_at: Called with each grounding when it is done, and with the boards in it by their numbers.

    Returns:
        The answer of each, in order, or its error.
    """
    found: dict[int, Answer | Exception] = {}
    for group in groups(boards):
        for place in range(0, len(group), _FULL):
            with searched_later():
                some = group[place : place + _FULL]
                found.update(_together(some, edition, grounding or PlainTogether, looked_at))
    for board in boards:
        yield found[id(board)]


def _together(
    boards: Sequence[Board],
    edition: str,
    grounding: Callable[[Sequence[str]], PlainTogether],
    looked_at: Callable[[PlainTogether, Mapping[int, Board]], object] | None,
) -> dict[int, Answer | Exception]:
    answers: dict[int, Answer | Exception] = {}
    facts: dict[int, BoardFacts] = {}
    for number, told in written_plainly(boards, edition).items():
        if isinstance(told, InputError):
            answers[id(boards[number])] = told
        else:
            facts[number] = told
    layers = grounding(list(dict.fromkeys(line for one in facts.values() for line in one.lines)))
    layers.run()
    if looked_at is not None:
        looked_at(layers, {number: boards[number] for number in facts})
    values = collect_each(layers.shown())
    for number, one in facts.items():
        try:
            answers[id(boards[number])] = AnswerMaker(one, values.get(number, {})).answer()
        except (InputError, RuntimeError) as error:
            answers[id(boards[number])] = error
    return answers


def written_plainly(
    boards: Sequence[Board], edition: str, *, checking: bool = False
) -> dict[int, BoardFacts | InputError]:
    """Write boards as facts of one grounding, with the decisions of the law alone at their moments.

    Args:
        boards: The boards.
        edition: The edition of the rules.
        checking: Also ask the questions that only the check of a board needs.

    Returns:
        The facts of each board, or its error, by its number.
    """
    return {
        number: settled
        if isinstance(settled, InputError)
        else write_facts(boards[number].timeline, number, edition=edition, settled=settled, once=False)
        for number, settled in settled_together(boards, edition, checking=checking, law=PlainTogether).items()
    }


class PlainTogether(Grounding):
    """One grounding of the law over several boards: each step applies one effect of each board.

    Attributes:
        control: The clingo control.
        state: The number of the last state.
    """

    _seen_by: ClassVar[list[Callable[[PlainTogether], object]]] = []

    def __init__(self, facts: Sequence[str]) -> None:
        """Take the facts of the boards.

        Args:
            facts: Facts as text, each with its full stop.
        """
        super().__init__()
        for look in self._seen_by:
            look(self)
        words = frozenset(all_words("\n".join(facts)))
        with ProgramBuilder(self.control) as builder:
            for gates, trees in _rules():
                if are_open(gates, words):
                    for tree in trees:
                        builder.add(tree)
        add_facts(self.control, facts)
        self._step = 0
        self._numbers: dict[Symbol, int] = {}
        self._counts: dict[int, int] = {}
        self._parts: Counter[int] = Counter()

    @classmethod
    @contextmanager
    def seen_by(cls, look: Callable[[PlainTogether], object]) -> Iterator[None]:
        """Show each new grounding to a function until the ``with`` block ends, also those about moments of the past.

        Args:
            look: Called with the grounding before it has any rules.
        """
        cls._seen_by.append(look)
        try:
            yield
        finally:
            cls._seen_by.remove(look)

    def run(self) -> None:
        """Apply all continuous effects of each board, layer by layer (613.1), and ground the answers."""
        self._ground(before_steps())
        self._make_instances(0)
        self.began()
        for layer in LAYERS:
            steps = 0
            # In a layer, no board takes more steps than there are parts of effects: a broken law comes to an end, too.
            while steps < self._parts[layer] and self._advance(layer):
                steps += 1
        self._ground([("final", [Number(self.state)])])
        self.ended()

    def began(self) -> None:
        """Do nothing: called before the first step, for those who watch the steps."""

    def stepped(self, step: Step) -> None:
        """Do nothing: called after each step, for those who watch the steps.

        Args:
            step: The step. The state after it is `state`.
        """

    def ended(self) -> None:
        """Do nothing: called after the last step, for those who watch the steps."""

    def number(self, effect: Symbol) -> Symbol:
        """Return the number of the world in which an effect is supposed to apply in this step.

        The effects of one board differ. Each step counts anew: so boards share as many worlds as possible.

        Args:
            effect: The effect.
        """
        if effect not in self._numbers:
            board = of_which_board(effect)
            self._counts[board] = self._counts.get(board, 0) + 1
            self._numbers[effect] = self._counts[board]
        return Number(self._numbers[effect])

    def _make_instances(self, state: int) -> None:
        """Ground the effects of the abilities that are there in a state, and count their parts in each layer."""
        self._ground([("instances", [Number(state)])])
        self._parts = Counter(layer.number for _, layer in self.atoms("has_part", 2))

    def _is_so(self, name: str, argument: Symbol) -> bool:
        return self.control.symbolic_atoms[Function(name, [argument])] is not None

    def _advance(self, layer: int) -> bool:
        """Apply the next effect of each board that has one in a layer (613.7, 613.8).

        Args:
            layer: The layer.

        Returns:
            Whether one was applied.
        """
        self._step += 1
        self._numbers.clear()
        self._counts.clear()
        step, before, number = Number(self._step), Number(self.state), Number(layer)
        self._look([], [(step, before)], number)
        self.control.ground([("suppose", [step])], context=self)
        if not self._is_so("some_exist", step):
            return False
        worlds = {Function("if", [one, step]) for _, one, where in self.atoms("supposed", 3) if where == step}
        if worlds:
            inside = sorted(worlds)
            self._ground([part for world in inside for part in _one_applied(step, world, before, number)])
            advanced = [part for world in inside for part in after_step(world, world, number)]
            self._look(advanced, [(world, world) for world in inside], number)
        self._ground([("order", [step]), ("whether_next", [step])])
        self.state += 1
        after = Number(self.state)
        self._ground([("apply", [step, number]), ("really", [step]), *_one_applied(step, step, before, number)])
        self._ground([*after_step(step, after, number), ("whether_granted", [after])])
        self.steps.append(Step(self._step, layer, before.number))
        if self._is_so("some_are_granted", after):
            self._make_instances(self.state)  # granted abilities make effects of their own (611.3a)
        self.stepped(self.steps[-1])
        # By the law, some effect is always next. By a broken law, none may be: then the layer would never end.
        return self._is_so("some_are_next", step)

    def _look(self, leading: list[Part], worlds: Sequence[tuple[Symbol, Symbol]], layer: Symbol) -> None:
        """Ground the effects of a layer that exist in some worlds, their affected sets, and their results there.

        Args:
            leading: Parts that are grounded with them.
            worlds: The worlds, each with its state.
            layer: The layer.
        """
        for parts in look_calls(worlds, layer, leading):
            self._ground(parts)


def _one_applied(step: Symbol, world: Symbol, state: Symbol, layer: Symbol) -> list[Part]:
    return [("one_applied", [step, world]), ("outcome", [world, state, layer])]


def of_which_board(effect: Symbol) -> int:
    """Return the number of the board that a term is about: the first one in it.

    Args:
        effect: The term: an effect, an object, or a term with one in it.

    Raises:
        ValueError: It contains no board.
    """
    waiting = [effect]
    while waiting:
        one = waiting.pop(0)
        if one.type is SymbolType.Function:
            if one.name in ("o", "p", "step") and len(one.arguments) == 2:
                return one.arguments[0].number
            waiting += one.arguments
    raise ValueError(f"no board stands in {effect}")


_kept: list[tuple[tuple[LawRule, ...], list[tuple[Gates, tuple[AST, ...]]]]] = []
"""The rules of the law as they were last in force, and what was made of them."""


def _rules() -> Sequence[tuple[Gates, tuple[AST, ...]]]:
    """Return the rules of the law for several boards, with their gates."""
    law = law_rules()
    if not _kept or _kept[0][0] is not law:
        _kept[:] = [(law, [((), _supposed()), *((rule.gates, _made_for_all(rule.trees)) for rule in law)])]
    return _kept[0][1]


@lru_cache(maxsize=1)
def _supposed() -> tuple[AST, ...]:
    return tuple(_parsed(_SUPPOSED))


_made: dict[tuple[int, ...], tuple[tuple[AST, ...], tuple[AST, ...]]] = {}
"""The trees of each rule, and those made of them for several boards, by the addresses of the former.

A rule whose text stays the same keeps its trees while others change, also if the rules are read anew."""
_MOST_MADE = 1 << 14
"""The number of rules to remember at most: a run may break many, one after the other."""


def _made_for_all(trees: tuple[AST, ...]) -> tuple[AST, ...]:
    key = tuple(map(id, trees))
    known = _made.get(key)
    if known is None:
        if len(_made) >= _MOST_MADE:
            _made.clear()
        known = _made[key] = trees, tuple(for_all_boards(trees))
    return known[1]


def _release() -> None:
    """Release the trees while clingo still exists: it cannot free them at the end of a process."""
    _made.clear()
    _kept.clear()


forget_too(_kept.clear)
atexit.register(_release)


def _parsed(text: str) -> list[AST]:
    found: list[AST] = []
    parse_string(text, found.append)
    return found[1:]  # without the part that clingo puts first


def for_all_boards(trees: Iterable[AST]) -> Iterator[AST]:
    """Make rules hold for all boards.

    Args:
        trees: The syntax trees of rules, with those of the lines of their parts.
    """
    part, parameters = "", ()
    for tree in trees:
        if tree.ast_type.name == "Program":
            part, parameters = tree.name, tuple(one.name for one in tree.parameters)
            kept = [one for one in tree.parameters if one.name != _EFFECT]
            yield tree.update(parameters=kept) if len(kept) < len(parameters) else tree
        elif tree.ast_type.name != "Rule":
            yield tree
        else:
            yield _rule_for_all(tree, part, parameters)


def _rule_for_all(tree: AST, part: str, parameters: Sequence[str]) -> AST:
    if _EFFECT not in parameters and part != "order" and "if(" not in str(tree):
        return tree  # most rules need no change, and going through their trees takes longer than reading them
    more: list[str] = []
    if _EFFECT in parameters:
        tree = _Renamed().visit(tree)
    worlds = _Worlds()
    tree = worlds.visit(tree)
    more += [f"supposed({effect},{world},step)" for effect, world in worlds.found.items()]
    if part == "order":
        together = sorted(_of_step(tree))
        if len(together) > 1:
            more += [f"of_board({effect},Together)" for effect in together]
    if not more:
        return tree
    (extra,) = _parsed(f":- {', '.join(more)}.")
    return tree.update(body=[*tree.body, *extra.body])


def _of_step(tree: AST) -> set[str]:
    """Return the variables for effects that a rule compares in one step, each told by a literal of its own."""
    found = set()
    for literal in tree.body:
        symbol = getattr(getattr(literal, "atom", None), "symbol", None)
        if symbol is None or literal.sign or symbol.ast_type.name != "Function" or len(symbol.arguments) != 2:
            continue
        first, last = symbol.arguments
        if first.ast_type.name == "Variable" and str(last) == "step":
            found.add(first.name)
    return found


class _Renamed(Transformer):
    """Puts a variable in the place of the parameter for an effect."""

    def visit_SymbolicTerm(self, node: AST) -> AST:
        return Variable(node.location, _ACTING) if str(node) == _EFFECT else node

    def visit_Function(self, node: AST) -> AST:
        if node.name == _EFFECT and not node.arguments:
            return Variable(node.location, _ACTING)
        return node.update(**self.visit_children(node))


class _Worlds(Transformer):
    """Numbers supposed worlds.

    Attributes:
        found: The variable for the number of the world, by the variable for the effect.
    """

    def __init__(self) -> None:
        self.found: dict[str, str] = {}

    def visit_Function(self, node: AST) -> AST:
        if node.name == "if" and len(node.arguments) == 2:
            effect, step = node.arguments
            world = self.found.setdefault(str(effect), f"Supposed{len(self.found)}")
            return node.update(arguments=[Variable(node.location, world), step])
        return node.update(**self.visit_children(node))
