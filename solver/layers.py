"""The layer loop: grounds the rules part by part, so that gringo sees their strata.

Grounding is evaluation here: after it, every atom is a fact. Python only decides which part comes next, by
looking whether anything is left to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clingo import Control, Function, Number, Symbol

from solver.program import load_rules

LAYERS = (4, 5, 6, 71, 72, 73, 74)
"""The layers that run in steps; 71 to 74 are 7a to 7d (613.1, 613.4)."""

Part = tuple[str, list[Symbol]]


@dataclass(frozen=True, slots=True)
class Step:
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
        load_rules(self.control, facts)
        self.state = 0
        self.steps: list[Step] = []
        self._step = 0
        self._open: dict[int, int] = {}

    def run(self) -> None:
        """Apply all continuous effects, layer by layer (613.1), and ground the answer."""
        leading: list[Part] = [("base", []), ("instances", [Number(0)])]
        self._look(leading, LAYERS[0], weigh=None)
        layer = LAYERS[0] if self._next() else self._search(LAYERS[0])
        while layer is not None:
            leading = self._apply(layer)
            layer = self._search(layer, leading)
        self.control.ground([("final", [Number(self.state)])])

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
                return model.symbols(shown=True)
        raise RuntimeError("the rules have no model for this board")

    def _search(self, layer: int, leading: Iterable[Part] = ()) -> int | None:
        """Find the next layer with something to apply, from a layer on.

        Args:
            layer: The layer to begin with.
            leading: Parts to be grounded first.

        Returns:
            The layer; None where nothing is left.
        """
        parts = list(leading)
        for now in LAYERS[LAYERS.index(layer) :]:
            if not self._unapplied(now):
                continue
            self._look(parts, now, weigh=self._tangled(now))
            parts = []
            if self._next():
                return now
        if parts:
            self.control.ground(parts)
        return None

    def _look(self, leading: list[Part], layer: int, *, weigh: bool | None) -> None:
        """Ground which effects are next in a layer.

        Args:
            leading: Parts to be grounded first.
            layer: The layer.
            weigh: Whether an effect may depend on another; None to find out.
        """
        self._step += 1
        step, state, number = Number(self._step), Number(self.state), Number(layer)
        look: Part = ("look", [step, state, number])
        choose: Part = ("choose", [step, number])
        if weigh is False:
            self.control.ground([*leading, look, choose])
            return
        self.control.ground([*leading, look])
        if weigh is None and not self._tangled(layer):
            self.control.ground([choose])
            return
        supposed = Function("if", [step])
        self.control.ground([("perform", [supposed, step, state]), ("weigh", [step, state, number]), choose])

    def _apply(self, layer: int) -> list[Part]:
        """Apply what is next, and return the parts that lead to the state after it."""
        step, before, after = Number(self._step), Number(self.state), Number(self.state + 1)
        self.control.ground([("apply", [step, Number(layer)]), ("perform", [Function("now", [step]), step, before])])
        self.steps.append(Step(self._step, layer, self.state))
        self.state += 1
        leading: list[Part] = [("advance", [step, before, after, Number(layer)])]
        if any(arguments[2] == step for arguments in self.atoms("bestows", 3)):
            self.control.ground(leading)
            self.control.ground([("instances", [after])])
            leading = []
        return leading

    def _next(self) -> bool:
        """Tell whether an effect is to be applied in this step."""
        step = Number(self._step)
        return any(arguments[1] == step for arguments in self.atoms("next", 2))

    def _unapplied(self, layer: int) -> bool:
        """Tell whether an effect has a part in a layer that was not applied yet."""
        number = Number(layer)
        there = sum(1 for arguments in self.atoms("potential", 2) if arguments[1] == number)
        done = sum(1 for arguments in self.atoms("taken", 3) if arguments[1] == number)
        return there > done

    def _tangled(self, layer: int) -> bool:
        """Tell whether an effect of a layer could depend on another one."""
        number = Number(layer)
        taken = {arguments[0] for arguments in self.atoms("taken", 3) if arguments[1] == number}
        return any(
            arguments[2] == number and arguments[0] not in taken and arguments[1] not in taken
            for arguments in self.atoms("may_depend", 3)
        )
