"""The layers with all their steps, whatever is chosen: so many rounds a layer as there are effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from clingo import Control, Symbol
from clingo.ast import AST

from solver.check.bounded.grounding import Grounding
from solver.check.bounded.universe import Universe
from solver.layers import LAYERS


class Unrolled:
    """One grounding of the rules over all boards of a universe, round by round.

    Attributes:
        final: The number of the last state so far.
    """

    def __init__(
        self,
        universe: Universe,
        rules: Sequence[AST] | None = None,
        *,
        asking: bool = False,
        options: Sequence[str] = (),
    ) -> None:
        """Ground what comes before the first round.

        Args:
            universe: The boards.
            rules: The rules; those of ``rules/`` by default.
            asking: Whether invariants are asked.
            options: What clingo is told on its command line.
        """
        self._grounding = Grounding(universe, rules, asking=asking, options=options)
        self._universe = universe
        self._asking = asking
        self.final = 0

    @property
    def control(self) -> Control:
        """The clingo control."""
        return self._grounding.control

    def rounds(self) -> Iterator[tuple[Symbol, ...]]:
        """Ground one round after the other, so many in each layer as the universe asks for.

        Returns:
            For the time before the first round, and for each round when it is ground and before the next one is, the
            places where invariants are asked; none where they are not.
        """
        yield self._grounding.ask_start(LAYERS[0]) if self._asking else ()
        for layer in LAYERS:
            for _ in range(self._universe.rounds(layer)):
                yield self._round(layer)

    def finish(self) -> Unrolled:
        """Ground all rounds, and what comes after the last one.

        Returns:
            This.
        """
        for _ in self.rounds():
            pass
        self._grounding.ground(("final", [self.final]))
        return self

    def _round(self, layer: int) -> tuple[Symbol, ...]:
        step, before = self.final + 1, self.final
        self._grounding.round(step, before, layer)
        self.final += 1
        if not self._asking:
            return ()
        return (
            *self._grounding.ask_order(step, before, layer),
            *self._grounding.ask_round(step, before, layer),
            *self._grounding.ask_state(self.final, layer),
        )
