"""The layers with all their steps, whatever is chosen: so many rounds a layer as there are effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from clingo import Control, Function, Number, Observer, Symbol
from clingo.ast import AST, ProgramBuilder

from solver.check.bounded.memory import FRAME, stepwise
from solver.check.bounded.universe import Universe
from solver.layers import LAYERS
from solver.program import everything, syntax_trees


class Round(NamedTuple):
    """A round of a layer: at most one effect after the other that do not get in each other's way, or all.

    Attributes:
        step: Its number.
        before: The number of the state before it.
        layer: Its layer.
    """

    step: int
    before: int
    layer: int


class Unrolled:
    """One grounding of the rules over all boards of a universe, round by round.

    Attributes:
        control: The clingo control.
        final: The number of the last state so far.
    """

    def __init__(
        self,
        universe: Universe,
        rules: tuple[AST, ...] | None = None,
        observer: Observer | None = None,
        questions: str = "",
        options: Sequence[str] = (),
    ) -> None:
        """Ground what comes before the first round.

        Args:
            universe: The boards.
            rules: The rules; those of ``rules/`` by default.
            observer: Who listens to the ground rules.
            questions: What asks about the boards: parts ``asked_round(s,t,u,l)`` for each round, ``asked(t)`` for
                the end.
            options: What clingo is told on its command line.
        """
        self.control = Control(["--warn=none", *options], logger=lambda code, message: None)
        if observer is not None:
            self.control.register_observer(observer)
        with ProgramBuilder(self.control) as builder:
            for tree in stepwise(syntax_trees(everything()) if rules is None else rules):
                builder.add(tree)
        layers = dict.fromkeys(LAYERS)
        ends = accumulate(universe.rounds(layer) for layer in layers)
        last = " ".join(f"last_round({end},{layer})." for end, layer in zip(ends, layers, strict=True))
        self.control.add("base", [], f"{FRAME}\n#program base.\n{universe.program()}\n{last}\n{questions}")
        self._universe = universe
        self._asking = bool(questions)
        self._ground(("base", []), ("instances", [0]))
        self.final = 0

    def rounds(self) -> Iterator[Round]:
        """Ground one round after the other, so many in each layer as the universe asks for.

        Returns:
            Each round, when it is ground and before the next one is.
        """
        for layer in LAYERS:
            for _ in range(self._universe.rounds(layer)):
                yield self._round(Round(self.final + 1, self.final, layer))

    def finish(self) -> Unrolled:
        """Ground the rounds that are left, and what comes after the last one.

        Returns:
            This.
        """
        if self.final == 0:
            for _ in self.rounds():
                pass
        self._ground(("final", [self.final]))
        if self._asking:
            self._ground(("asked", [self.final]))
        return self

    def _round(self, this: Round) -> Round:
        step, before, layer = this
        perform = f"perform_{min(layer, 7)}"
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
        self.final += 1
        if self._asking:
            self._ground(("asked_round", [step, before, self.final, layer]))
        return this

    def _ground(self, *parts: tuple[str, Sequence[int | Symbol]]) -> None:
        self.control.ground(
            [(name, [Number(one) if isinstance(one, int) else one for one in arguments]) for name, arguments in parts]
        )
