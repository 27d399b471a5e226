"""The layer loop: grounds the rules part by part, so that gringo sees their strata.

Grounding is evaluation here: after it, every atom is a fact. Python only decides which part comes next, by
looking whether anything is left to do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clingo import Control, Function, Number, Symbol

from solver.program import load_dependency, load_rules

LAYERS = (4, 5, 6, 71, 72, 73, 74)
"""The layers that run in steps; 71 to 74 are 7a to 7d (613.1, 613.4)."""

Part = tuple[str, list[Symbol]]


class Step(NamedTuple):
    """One step of the layers.

    Attributes:
        number: Its number in the rules.
        layer: The layer it belongs to.
        before: The state before it.
    """

    number: int
    layer: int
    before: int


class Layers:
    """One grounding of the rules, over one board or several.

    Attributes:
        control: The clingo control.
        state: The number of the last state.
        steps: The steps that were applied.
    """

    def __init__(self, facts: Sequence[str]) -> None:
        """Take the facts of the boards.

        Args:
            facts: Facts as text, each with its full stop.
        """
        self.control = Control(["--warn=none"])
        self._words = load_rules(self.control, facts)
        self.state = 0
        self.steps: list[Step] = []
        self._step = 0
        self._weighs = False
        self._finished: set[int] = set()

    def run(self) -> None:
        """Apply all continuous effects, layer by layer (613.1), and ground the answer."""
        leading: list[Part] = [("base", []), ("instances", [Number(0)])]
        layer: int | None = LAYERS[0]
        while layer is not None:
            self._look(leading, layer)
            leading = self._apply(layer)
            layer = self._unfinished(layer)
        self.control.ground([*leading, ("final", [Number(self.state)])])

    def settle(self) -> None:
        """Ground what resolving spells and abilities find in the final state (611.2c, 608.2h)."""
        self.control.ground([("look", [Function("asked"), Number(self.state), Number(0)])])
        self.control.ground([("settle", [Number(self.state)])])

    def atoms(self, name: str, arity: int) -> Iterator[list[Symbol]]:
        """Iterate over the atoms of a predicate.

        Args:
            name: The predicate.
            arity: How many arguments it has.

        Returns:
            The arguments of each atom.
        """
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            yield atom.symbol.arguments

    def shown(self) -> Sequence[Symbol]:
        """Return the shown atoms of the one model.

        Raises:
            RuntimeError: There is no model: the rules contradict themselves.
        """
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                symbols: Sequence[Symbol] = model.symbols(shown=True)
                return symbols
        raise RuntimeError("the rules have no model for this board")

    def _look(self, leading: list[Part], layer: int) -> None:
        """Ground which effects of a layer exist, what they reach, and who depends on whom.

        Args:
            leading: Parts that lead to the present state.
            layer: The layer.
        """
        self._step += 1
        step, state, number = Number(self._step), Number(self.state), Number(layer)
        self.control.ground([*leading, ("look", [step, state, number])])
        if not self._any("could_depend", 3):
            return
        if not self._weighs:
            load_dependency(self.control, self._words)
            self._weighs = True
        self.control.ground([("perform", [Function("if", [step]), step, state]), ("weigh", [step, state, number])])

    def _apply(self, layer: int) -> list[Part]:
        """Choose and apply what is next.

        Args:
            layer: The layer.

        Returns:
            The parts that lead to the state after it; none where nothing was applied.
        """
        step, before, number = Number(self._step), Number(self.state), Number(layer)
        parts: list[Part] = [("choose", [step, number])]
        if self._spans_layers():
            parts.append(("along", [step, number]))
        parts += [("apply", [step, number]), ("perform", [Function("now", [step]), step, before])]
        self.control.ground(parts)
        if not self._any("taken", 3):
            self._finished.add(layer)
            return []
        self.steps.append(Step(self._step, layer, self.state))
        self.state += 1
        after = Number(self.state)
        leading: list[Part] = [("advance", [step, before, after, number])]
        if self._any("bestows", 3):
            # Granted abilities make effects of their own, which come into being with the new state.
            self.control.ground(leading)
            self.control.ground([("instances", [after])])
            leading = []
        return leading

    def _any(self, name: str, arity: int) -> bool:
        """Tell whether a predicate has an atom of this step, its last argument."""
        step = Number(self._step)
        return any(arguments[-1] == step for arguments in self.atoms(name, arity))

    def _parts(self) -> dict[tuple[Symbol, int], bool]:
        """Return the parts of effects, by effect and layer, and whether each was applied."""
        found = {(effect, layer.number): False for effect, layer in self.atoms("potential", 2)}
        found.update({(effect, layer.number): True for effect, layer, _ in self.atoms("taken", 3)})
        return found

    def _unfinished(self, layer: int) -> int | None:
        """Return the next layer, from the present one on, with a part that was not applied; None if there is none."""
        open_layers = {where for (_, where), applied in self._parts().items() if not applied} - self._finished
        return next((where for where in LAYERS if where >= layer and where in open_layers), None)

    def _spans_layers(self) -> bool:
        """Tell whether an effect has parts in several layers of which some are not applied yet."""
        counts: dict[Symbol, int] = {}
        for (effect, _), applied in self._parts().items():
            if not applied:
                counts[effect] = counts.get(effect, 0) + 1
        return any(count > 1 for count in counts.values())
