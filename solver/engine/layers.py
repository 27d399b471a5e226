"""The layer loop: grounds the rules part by part, so that gringo sees their strata.

Grounding is evaluation here: after it, every atom is a fact. Python only decides which part comes next: it checks
whether anything is left to do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from clingo import Function, Number, Symbol

from solver.engine.loading import Loaded, load_comparing, load_rules, load_weighing, suffices
from solver.program import Grounding, Part, Step
from solver.speed import Switch, is_on

LAYERS = (4, 5, 6, 71, 72, 73, 74)
"""The layers that run in steps; 71 to 74 are 7a to 7d (613.1, 613.4)."""
_TYPES = LAYERS[0]
"""The layer that changes types."""

_WALKING = "walking."
"""The fact that opens the rules of the walk."""
_ABOUT_ABILITIES = "about_abilities."
"""The fact that opens the rules that tell when a question about abilities is answered."""


class Layers(Grounding):
    """One grounding of the rules, over one board or several.

    Attributes:
        control: The clingo control.
        state: The number of the last state.
        loaded: The loaded part of the rules.
    """

    def __init__(
        self,
        facts: Sequence[str],
        *,
        thorough: bool = False,
        walking: bool = False,
        answer_only: bool = False,
        unfolded: bool = False,
        last: int = LAYERS[-1],
        question: bool = False,
        about_abilities: bool = False,
    ) -> None:
        """Take the facts of the boards.

        Args:
            facts: Facts as text, each with its full stop.
            thorough: Find dependencies even if they do not change which effect is next.
            walking: Apply effects on the same object one effect and one layer at a time, to see the result of each.
            answer_only: Leave out rules that do not lead to the answer. Atoms for other questions are then missing.
            unfolded: For the answer alone, unfold the other rules. Atoms that only lead to it are then missing, too.
            last: The last layer that is run; the answer lacks the results of later layers.
            question: Leave out rules that only lead to the answer, too: the question is about a decision of the board.
            about_abilities: The question is about abilities: leave out steps that cannot change an ability.
        """
        super().__init__()
        self._about_abilities = about_abilities and is_on(Switch.DECIDED)
        self._last = last
        self._thorough = thorough
        walking = walking or not is_on(Switch.TOGETHER)
        self._walking = walking
        self._load = partial(
            load_rules,
            facts=[
                *facts,
                *([_WALKING] if walking else ()),
                *([_ABOUT_ABILITIES] if self._about_abilities else ()),
            ],
            answer_only=answer_only and not thorough,
            question=question,
            unfolded=unfolded and not thorough,
        )
        self._begin(self._load(self.control))

    def _begin(self, loaded: Loaded) -> None:
        """Begin with the first layer."""
        self.loaded = loaded
        self._weighed = False
        self._step = 0
        self._finished: set[int] = set()
        self._effects: list[Symbol] = []
        self._parts: set[tuple[int, int]] = set()
        self._deciding: set[tuple[int, int]] = set()
        self._open: dict[int, set[int]] = {}
        self._clashes: dict[int, list[tuple[int, int]]] = {}
        self._born = 0
        self._hindered = -1
        self._ahead: set[tuple[int, int]] = set()
        self._first: dict[int, int] = {}
        self._tied: set[tuple[int, int]] | None = None

    def run(self) -> None:
        """Apply all continuous effects, layer by layer (613.1), and ground the answer."""
        self._run()
        if not suffices(self.loaded, self.control):
            self._run_again()

    def settle(self) -> None:
        """Ground affected sets and amounts of resolving spells and abilities in the final state (611.2c, 608.2h)."""
        super().settle()
        if not suffices(self.loaded, self.control):
            self._run_again()
            super().settle()

    def _run_again(self) -> None:
        """Run once more, now also with the rules that no board of this sort has needed before."""
        self.renew()
        self._begin(self._load(self.control, with_idle=True))
        self._run()

    def _run(self) -> None:
        leading = [*before_steps(), ("instances", [Number(0)])]
        layer: int | None = LAYERS[0]
        while layer is not None:
            self._look(leading, layer)
            leading = self._apply(layer)
            layer = self._unfinished(layer)
        self._ground([*leading, ("final", [Number(self.state)])])

    def walk(self) -> None:
        """Ground the facts of explanations about each step, after the layers have run."""
        parts: list[Part] = [("walk", [Number(0), Number(0)])]
        for number, step in enumerate(self.steps):
            parts += [("walk", [Number(step.number), Number(state)]) for state in (step.before, number + 1)]
            parts.append(("moment", [Number(step.number), Number(step.before)]))
        self._ground([*parts, ("walked", [])])

    def _look(self, leading: list[Part], layer: int) -> None:
        """Ground the effects of a layer that exist, their affected sets, and their dependencies.

        Args:
            leading: Parts that lead to the present state.
            layer: The layer.
        """
        self._step += 1
        self._weighed = False
        step, state, number = Number(self._step), Number(self.state), Number(layer)
        parts: list[Part] = [*leading, ("look", [step, state, number])]
        first = self._step == 1
        # In the first step no effect is known yet: with many facts, looking ahead is worth a try.
        worth_it = bool(self.loaded.further) if first else self._may_go_ahead(layer)
        trying = worth_it and is_on(Switch.AHEAD) and not (self._walking or self._thorough)
        if trying:
            if self._born != self._hindered:
                parts.append(("hindrances", [Number(self._born)]))
                self._hindered = self._born
            parts.append(("ahead", [step, number]))
        comparing: Part = ("compare", [step, state, number])
        if not first:
            self._ground([*parts, comparing] if self._compares(layer) else parts)
        elif self.loaded.comparing:
            self._ground(parts)
            self._read_parts()
            if self._compares(layer):
                self._ground([comparing])
        else:  # Before this call nothing is known of the effects.
            self._ground([*parts, comparing])
            self._read_parts()
        self._ahead = {
            (one, where)
            for one, where in (self._later(layer) if trying else ())
            if self._is("ahead", self._effects[one], Number(where), step)
        }
        if not self._is("weighable" if self._thorough else "contested", step):
            return
        if self.loaded.weighing:
            self.loaded = load_weighing(self.control, self.loaded)
        self._weighed = True
        self._ground([
            _perform(layer, [Function("if", [step]), step, state]),
            ("weigh", [step, state, number]),
        ])  # fmt: skip

    def _apply(self, layer: int) -> list[Part]:
        """Choose and apply the effects that are next.

        Args:
            layer: The layer.

        Returns:
            The parts that lead to the state after it; none where nothing was applied.
        """
        step, before, number = Number(self._step), Number(self.state), Number(layer)
        here = (*self._open.get(layer, ()), *(one for one, _ in self._ahead))
        if not any(self._is("exists", self._effects[one], step) for one in here):
            self._finished.add(layer)
            return []
        parts: list[Part] = [("choose_weighed" if self._weighed else "choose", [step, number])]
        performed = {layer, *(where for _, where in self._ahead)}
        spanning = set() if self._walking or not is_on(Switch.ALONG) else self._spanning(layer)
        if spanning:
            parts.append(("along", [step, number]))
            performed |= spanning
        parts.append(("apply", [step, number]))
        parts += dict(_perform(where, [Function("now", [step]), step, before]) for where in sorted(performed)).items()
        parts.append(("outcome", [step, before, number]))
        self._ground(parts)
        taken = [
            (one, where)
            for where in sorted(performed)
            for one in self._open.get(where, ())
            if self._is("part_applied", self._effects[one], Number(where), step)
        ]
        if not taken:
            self._finished.add(layer)
            return []
        for one, where in taken:
            self._open[where].remove(one)
        self.steps.append(Step(self._step, layer, self.state))
        self.state += 1
        after = Number(self.state)
        leading = after_step(step, after, number)
        if self._is("bestows", step):
            # Granted abilities make effects of their own, which come into being with the new state.
            self._ground(leading)
            self._ground([("instances", [after])])
            self._born, self._tied = self.state, None
            self._read_parts()
            leading = []
        return leading

    def _compares(self, layer: int) -> bool:
        """Tell whether effects of a layer may clash. If so, load the rules that compare them."""
        if not self._may_clash(layer):
            return False
        if self.loaded.comparing:
            self.loaded = load_comparing(self.control, self.loaded)
        return True

    def _is(self, name: str, *arguments: Symbol) -> bool:
        """Tell whether an atom was derived."""
        return self.control.symbolic_atoms[Function(name, arguments)] is not None

    def _read_parts(self) -> None:
        """Read the effects, the layers of their parts, and the pairs that may interfere."""
        numbers = {effect: number for number, effect in enumerate(self._effects)}
        for effect, layer in self.atoms("has_part", 2):
            number = numbers.setdefault(effect, len(numbers))
            if (number, layer.number) not in self._parts:
                self._parts.add((number, layer.number))
                self._open.setdefault(layer.number, set()).add(number)
        self._effects = list(numbers)
        self._deciding = {(numbers[effect], layer.number) for effect, layer in self.atoms("may_decide", 2)}
        self._first = {}
        for number, where in sorted(self._parts):
            if where in LAYERS:  # A part that only forbids something belongs to no layer; the rules ignore it, too.
                self._first.setdefault(number, where)
        self._clashes = {}
        for one, other, layer in self.atoms("may_clash", 3):
            self._clashes.setdefault(layer.number, []).append((numbers[one], numbers[other]))

    def _may_clash(self, layer: int) -> bool:
        """Tell whether two effects with parts in a layer that were not applied may get in each other's way."""
        here = self._open.get(layer, set())
        return any(one in here and other in here for one, other in self._clashes.get(layer, ()))

    def _unfinished(self, layer: int) -> int | None:
        """Return the next layer, from the present one on, with a part that was not applied; None if there is none.

        There is none, too, if the board is asked about abilities and no effect is left that could change them.
        """
        if self._about_abilities and not any(one in self._open.get(where, ()) for one, where in self._deciding):
            return None
        return next(
            (
                where
                for where in LAYERS
                if layer <= where <= self._last and self._open.get(where) and where not in self._finished
            ),
            None,
        )

    def _later(self, layer: int) -> list[tuple[int, int]]:
        """Return each effect that has not started and starts in a later layer that is run, with that layer."""
        return [
            (one, where)
            for one, where in self._first.items()
            if layer < where <= self._last and one in self._open[where]
        ]

    def _may_go_ahead(self, layer: int) -> bool:
        """Tell whether effects of later layers are worth a look: not if all of them build on earlier results."""
        sizes = min((where for where, there in self._open.items() if where > max(layer, 70) and there), default=0)
        return any(where < 71 or where == sizes for _, where in self._later(layer))

    def _spanning(self, layer: int) -> set[int]:
        """Return the later layers with a part, not applied yet, that could go along with one in this layer."""
        here = self._open.get(layer, set()) | {one for one, _ in self._ahead}
        within = [(where, there) for where, there in self._open.items() if layer < where <= self._last]
        later = {(one, where) for where, there in within for one in here & there}
        if later and self._tied is None:
            self._ground([("ties", [Number(self._born)])])
            numbers = {effect: number for number, effect in enumerate(self._effects)}
            self._tied = {(numbers[effect], where.number) for effect, where in self.atoms("tied", 2)}
        return {where for one, where in later if (one, where) not in (self._tied or ())}


def before_steps() -> list[Part]:
    """Return the parts with the state 0, in which layer 4 begins."""
    return [("base", []), ("state", [Number(0)])]


def after_step(step: Symbol, state: Symbol, layer: Symbol) -> list[Part]:
    """Return the parts with the state after a step.

    Only layer 4 changes types, so only its states derive anew what follows from them.

    Args:
        step: The step.
        state: The state.
        layer: The layer of the step.
    """
    advance: Part = ("advance", [step, state, layer])
    return [advance, ("state", [state])] if layer.number == _TYPES else [advance]


def performs(layer: int) -> str:
    """Return the name of the part with the results of effects in a layer; 7a to 7d share one.

    Args:
        layer: The layer.
    """
    return f"perform_{min(layer, 7)}"


def _perform(layer: int, arguments: list[Symbol]) -> Part:
    return performs(layer), arguments
