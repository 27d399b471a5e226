"""The layers with all their steps, whatever is chosen: so many rounds a layer as there are effects."""

from __future__ import annotations

import os
from collections.abc import Sequence

from clingo import Control, Function, Number, Observer, Symbol
from clingo.ast import AST, ProgramBuilder

from solver.check.bounded.memory import FRAME, stepwise
from solver.check.bounded.universe import Universe
from solver.layers import LAYERS
from solver.program import everything, syntax_trees


class Unrolled:
    """One grounding of the rules over all boards of a universe.

    Attributes:
        control: The clingo control.
        final: The number of the last state.
        rounds: For each round its step, the state before it and its layer.
    """

    def __init__(
        self, universe: Universe, rules: tuple[AST, ...] | None = None, observer: Observer | None = None
    ) -> None:
        """Ground.

        Args:
            universe: The boards.
            rules: The rules; those of ``rules/`` by default.
            observer: Who listens to the ground rules.
        """
        self.control = Control(
            ["--warn=none", f"--parallel-mode={min(4, os.cpu_count() or 1)}"], logger=lambda code, message: None
        )
        if observer is not None:
            self.control.register_observer(observer)
        with ProgramBuilder(self.control) as builder:
            for tree in stepwise(syntax_trees(everything()) if rules is None else rules):
                builder.add(tree)
        self.control.add("base", [], f"{FRAME}\n#program base.\n{universe.program()}")
        self._ground(("base", []), ("instances", [0]))
        self.rounds: list[tuple[int, int, int]] = []
        self.final = 0
        for layer in LAYERS:
            for _ in range(universe.effects):
                self._round(len(self.rounds) + 1, layer)
        self._ground(("final", [self.final]))

    def _round(self, step: int, layer: int) -> None:
        """Ground one round: at most one effect after the other that do not get in each other's way, or all."""
        before, perform = self.final, f"perform_{min(layer, 7)}"
        supposed, real = Function("if", [Number(step)]), Function("now", [Number(step)])
        self._ground(("look", [step, before, layer]), ("compare", [step, before, layer]))
        self._ground((perform, [supposed, step, before]), ("weigh", [step, before, layer]))
        self._ground(
            ("choose_weighed", [step, layer]),
            ("apply", [step, layer]),
            (perform, [real, step, before]),
            ("outcome", [step, before, layer]),
        )
        self._ground(("advance", [step, before + 1, layer]), ("remember", [step]))
        self.rounds.append((step, before, layer))
        self.final += 1

    def _ground(self, *parts: tuple[str, Sequence[int | Symbol]]) -> None:
        self.control.ground(
            [(name, [Number(one) if isinstance(one, int) else one for one in arguments]) for name, arguments in parts]
        )

    def add(self, text: str) -> None:
        """Add what asks about the boards: parts ``asked(t)`` for the end, ``asked_round(s,t,u,l)`` for each round.

        Args:
            text: Rules.
        """
        self.control.add("base", [], text)
        last = {layer: step for step, _, layer in self.rounds}
        self.control.add("rounds", [], " ".join(f"last_round({step},{layer})." for layer, step in last.items()))
        self._ground(
            ("rounds", []), *(("asked_round", [step, old, old + 1, layer]) for step, old, layer in self.rounds)
        )
        self._ground(("asked", [self.final]))
