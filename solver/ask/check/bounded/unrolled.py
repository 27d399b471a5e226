"""The layers with all their steps for every choice: each layer has one round per effect."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Symbol

from solver.ask.check.bounded.choice_grounding import Grounding
from solver.engine import LAYERS


class Unrolled(Grounding):
    """One grounding of the rules over all boards of a universe, round by round.

    Attributes:
        final: The number of the last state so far.
    """

    final = 0

    def rounds(self) -> Iterator[tuple[Symbol, ...]]:
        """Ground one round after the other, in each layer as many as the universe needs.

        Returns:
            The places where invariants are asked: once before the first round, and once after each round, before the
            next one is grounded. Empty where none are asked.
        """
        yield self.ask_start() if self._asking else ()
        for layer in LAYERS:
            for _ in range(self._universe.rounds(layer)):
                yield self._next(layer)

    def finish(self) -> Unrolled:
        """Ground all rounds, and the parts after the last one.

        Returns:
            This grounding.
        """
        for _ in self.rounds():
            pass
        self.ground(("final", [self.final]))
        return self

    def _next(self, layer: int) -> tuple[Symbol, ...]:
        step, before = self.final + 1, self.final
        self.round(step, before, layer)
        self.final += 1
        if not self._asking:
            return ()
        places = (
            *self.ask_order(step, before, layer),
            *self.ask_round(step, before, layer),
            *self.ask_state(self.final, layer),
        )
        return tuple(dict.fromkeys(places))
