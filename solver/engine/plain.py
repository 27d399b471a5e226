"""The law alone: one effect at a time, chosen as 613.3, 613.7 and 613.8 say.

``derive --plain`` runs only `rules/law/`: no effect is applied early or together with others. Dependencies are found by
supposing each effect applied. It is the reference for the engine, which is faster (`solver.engine.layers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

from clingo import Function, Number, Symbol
from clingo.ast import AST, ProgramBuilder

from solver.engine.fact_atoms import add_facts
from solver.engine.layers import LAYERS, after_step, before_steps, performs
from solver.process import TURN
from solver.program import (
    Grounding,
    Part,
    Statement,
    Step,
    as_in_file,
    derived_by,
    forget_too,
    law,
    named,
    read,
    trees_within,
    users_of,
)
from solver.speed import Gates, all_words, are_open, prepared_for

_WORLDS = 8
"""The number of supposed worlds in one grounding call. They are independent, and each call has a fixed cost."""


class PlainLayers(Grounding):
    """One grounding of the law over one board, effect by effect.

    Attributes:
        control: The clingo control.
        state: The number of the last state.
        order: The effects in the order in which they were applied, each with its layer.
    """

    def __init__(self, facts: Sequence[str]) -> None:
        """Take the facts of a board.

        Args:
            facts: Facts as text, each with its full stop.
        """
        super().__init__()
        with ProgramBuilder(self.control) as builder:
            for tree in _needed(facts):
                builder.add(tree)
        add_facts(self.control, facts)
        self.order: list[tuple[Symbol, int]] = []
        self._step = 0

    def run(self) -> None:
        """Apply all continuous effects, layer by layer (613.1), and ground the answer."""
        self._ground([*before_steps(), ("instances", [Number(0)])])
        for layer in LAYERS:
            while any(effect for effect, where in self.order_of(layer)):
                chosen = self._next(layer)
                if chosen is None:
                    break
                self._apply(chosen, layer)
        self._ground([("final", [Number(self.state)])])

    def order_of(self, layer: int) -> Iterator[tuple[Symbol, int]]:
        """Iterate over the parts of effects in a layer that were not applied.

        Args:
            layer: The layer.
        """
        done = set(self.order)
        for effect, where in self.atoms("has_part", 2):
            if where.number == layer and (effect, layer) not in done:
                yield effect, layer

    def _next(self, layer: int) -> Symbol | None:
        """Ground a step until it is settled which effect is next (613.7, 613.8).

        Args:
            layer: The layer.

        Returns:
            The effect; None where none exists.
        """
        self._step += 1
        step, state, number = Number(self._step), Number(self.state), Number(layer)
        self._look([(step, state)], number)
        there = [effect for effect, where in self.atoms("exists", 2) if where == step]
        if not there:
            return None
        if len(there) > 1:
            worlds = [(effect, Function("if", [effect, step])) for effect in there]
            self._ground([("suppose", [effect, step]) for effect, _ in worlds])
            for these in (worlds[place : place + _WORLDS] for place in range(0, len(worlds), _WORLDS)):
                self._suppose(these, step, state, number)
        self._ground([("order", [step])])
        (chosen,) = [effect for effect, where in self.atoms("next", 2) if where == step]
        return chosen

    def _suppose(self, worlds: Sequence[tuple[Symbol, Symbol]], step: Symbol, state: Symbol, layer: Symbol) -> None:
        """Ground the state that one effect would make, for each of some effects, and look at it.

        Args:
            worlds: The effects, each with the name of the world in which it alone is applied.
            step: The step.
            state: The state before it.
            layer: The layer.
        """
        self._ground([part for effect, world in worlds for part in _one_applied(effect, step, world, state, layer)])
        advanced = [part for _, world in worlds for part in after_step(world, world, layer)]
        self._look([(world, world) for _, world in worlds], layer, advanced)

    def _look(self, worlds: Sequence[tuple[Symbol, Symbol]], layer: Symbol, leading: Sequence[Part] = ()) -> None:
        """Ground the effects of a layer that exist in some worlds, their affected sets, and their results there.

        Args:
            worlds: The step and the state of each world.
            layer: The layer.
            leading: Parts that lead to these states.
        """
        for parts in look_calls(worlds, layer, leading):
            self._ground(parts)

    def _apply(self, effect: Symbol, layer: int) -> None:
        """Apply the effect that is next.

        Args:
            effect: The effect.
            layer: The layer.
        """
        step, before, number = Number(self._step), Number(self.state), Number(layer)
        self.state += 1
        after = Number(self.state)
        self._ground([
            ("apply", [step, number]),
            ("really", [effect, step]),
            *_one_applied(effect, step, step, before, number),
        ])  # fmt: skip
        self._ground(after_step(step, after, number))
        self.order.append((effect, layer))
        self.steps.append(Step(self._step, layer, before.number))
        if any(state == after for _, _, state in self.atoms("granted", 3)):
            self._ground([("instances", [after])])  # granted abilities make effects of their own (611.3a)


def look_calls(
    worlds: Sequence[tuple[Symbol, Symbol]], layer: Symbol, leading: Sequence[Part] = ()
) -> tuple[list[Part], list[Part]]:
    """Return the parts that find the effects of a layer that exist in some worlds, and their results there.

    Args:
        worlds: The step and the state of each world.
        layer: The layer.
        leading: Parts that lead to these states.

    Returns:
        The parts of a first grounding call, and those of a second one.
    """
    performed = performs(layer.number)
    results = [
        part
        for step, state in worlds
        for part in (("performance", [step, layer]), (performed, [step, step, state]), ("deeds", [step]))
    ]
    return [*leading, *(("look", [step, state, layer]) for step, state in worlds)], results


def _one_applied(effect: Symbol, step: Symbol, world: Symbol, state: Symbol, layer: Symbol) -> list[Part]:
    """Return the parts that derive the state after one effect is applied."""
    return [("one_applied", [effect, step, world]), ("outcome", [world, state, layer])]


class LawRule(NamedTuple):
    """A statement of the law, with its gates: the facts must have at least one word of each gate."""

    gates: Gates
    trees: tuple[AST, ...]


def _needed(facts: Sequence[str]) -> Iterator[AST]:
    """Return the syntax trees of the law that facts need, each after the line of its part."""
    words = frozenset(all_words("\n".join(facts)))
    for rule in law_rules():
        if are_open(rule.gates, words):
            yield from rule.trees


def law_rules() -> tuple[LawRule, ...]:
    """Return the statements of the law that are in force."""
    return _in_force() if _changed else _written()


def law_statements() -> list[Statement]:
    """Return the statements of the law as they are written, in the order of `law_rules`."""
    return [statement for path in law() for statement in read(path)]


_changed: dict[int, tuple[AST, ...]] = {}
_broken: set[int] = set()
"""The places of `_changed` from which something else may follow now."""


@contextmanager
def law_changed(instead: Mapping[int, Sequence[AST]], *, beside: bool = False) -> Iterator[None]:
    """Replace statements of the law until the ``with`` block ends.

    Args:
        instead: For places among `law_statements`, the rules to put there; an empty sequence removes the statement.
        beside: Whether these are the rules that stand there, with others for atoms that no rule uses.
    """
    with TURN:
        _changed.update({place: tuple(trees) for place, trees in instead.items()})
        _broken.update(() if beside else instead)
        _in_force.cache_clear()
    try:
        yield
    finally:
        with TURN:
            _changed.clear()
            _broken.clear()
            _in_force.cache_clear()


@lru_cache(maxsize=1)
def _in_force() -> tuple[LawRule, ...]:
    """Return the statements of the law, some of them replaced.

    The gates of a rule say which words the facts need so that the law, as it is written, could use the rule. So a
    replacement has none, nor has any rule that uses what follows from it.
    """
    written, open_ones = _written(), _what_follows() | _changed.keys()
    return tuple(
        LawRule(() if place in open_ones else one.gates, (one.trees[0], *_changed.get(place, one.trees[1:])))
        for place, one in enumerate(written)
    )


def _what_follows() -> set[int]:
    """Return the places of the rules that use, directly or through others, what a broken rule derives, or derived."""
    trees = [one.trees for one in _written()]
    broken = [tree for place in _broken for tree in (*trees[place], *_changed[place])]
    return users_of(derived_by(broken), trees) if broken else set()


@lru_cache(maxsize=1)
def _written() -> tuple[LawRule, ...]:
    """Return the statements of the law as they are written."""
    statements = law_statements()
    prepared = prepared_for([(one.parameters, one.text) for one in statements])
    if prepared is None:
        from solver.speed import warn_of_old_tables

        warn_of_old_tables()
    trees = [trees_within(one.part, named(one)) for one in statements]
    gates = _gates_but_for_altered(statements, trees) if prepared is None else prepared.gates
    return tuple(map(LawRule, gates, trees))


def _gates_but_for_altered(statements: Sequence[Statement], trees: Sequence[Sequence[AST]]) -> list[Gates]:
    """Return the gates of the law where some rules are altered: a rule that reads as in its file keeps its gates.

    An altered rule has none, nor has any rule that uses what follows from it. If the files have changed since the
    build, no rule has any.
    """
    written = [statement for path in law() for statement in as_in_file(path)]
    prepared = prepared_for([(one.parameters, one.text) for one in written])
    gates = [()] * len(written) if prepared is None else prepared.gates
    known = {(one.part, one.text): gate for one, gate in zip(written, gates, strict=True)}
    altered = {place for place, one in enumerate(statements) if (one.part, one.text) not in known}
    open_ones = altered | users_of(derived_by(tree for place in altered for tree in trees[place]), trees)
    return [() if place in open_ones else known[one.part, one.text] for place, one in enumerate(statements)]


forget_too(_written.cache_clear, _in_force.cache_clear)
