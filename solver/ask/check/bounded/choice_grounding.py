"""The rules over choices in the place of a board's facts, grounded part by part."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Control, Function, Number, Observer, Symbol
from clingo.ast import AST

from solver.ask.check.bounded.firing import Firing, learn
from solver.ask.check.bounded.invariants import any_state, rules_of_invariants
from solver.ask.check.bounded.universe import Universe
from solver.engine import LAYERS, Rounds
from solver.program import for_answers, statements, syntax_trees, trees_of

_SOLVING = ("--configuration=jumpy", "--sat-prepro=no")
"""The fastest configuration of clasp here, by a fifth."""

_APART = 10
"""The offset of the steps that take another way from the same state."""


_latest: list[tuple[tuple[AST, ...], Firing]] = []


def _firing(trees: tuple[AST, ...]) -> Firing:
    """Return the rules for answers, read once as long as they stay the same."""
    if not _latest or _latest[0][0] is not trees:
        for number in for_answers():
            learn(statements()[number], trees_of(number))
        _latest[:] = [(trees, Firing(trees))]
    return _latest[0][1]


class Grounding(Rounds):
    """A grounding of the rules over all boards of a universe."""

    def __init__(
        self,
        universe: Universe,
        rules: Sequence[AST] | None = None,
        observer: Observer | None = None,
        *,
        asking: bool = False,
    ) -> None:
        """Ground the parts before the first round.

        Args:
            universe: The boards.
            rules: The rules; by default those of ``rules/`` that answers need.
            observer: The observer of the ground rules.
            asking: Whether invariants will be asked.
        """
        self._universe = universe
        self._asking = asking
        self._conditions: set[int] = set()
        control = Control(["--warn=none", *(_SOLVING if asking else ())], logger=lambda code, message: None)
        if observer is not None:
            control.register_observer(observer)
        asked = f"{rules_of_invariants()}\n{any_state()}" if asking else ""
        choices = f"{universe.program()}\n{asked}"
        trees = _firing(syntax_trees(for_answers())).beside(choices) if rules is None else rules
        super().__init__(control, trees, choices)
        if asking:
            self.ground(("asked_effects", []))

    def ask_start(self) -> tuple[Symbol, ...]:
        """Ask the invariants before the first round.

        Returns:
            The places that ``violated`` names.
        """
        self.ground(("asked_start", [0]))
        return (Function("start"), *self.ask_state(0, LAYERS[0]))

    def ask_state(self, state: int, layer: int) -> tuple[Symbol, ...]:
        """Ask the invariants of a state; see `ask_start`.

        Args:
            state: Its number.
            layer: The layer of the round that led to it.
        """
        self.ground(("asked_state", [state, layer]))
        return (Function("at", [Number(state)]),)

    def ask_order(self, step: int, before: int, layer: int) -> tuple[Symbol, ...]:
        """Ask the invariants about the effects that are next in a round; see `ask_start`.

        Args:
            step: Its number.
            before: The number of the state before it.
            layer: Its layer.
        """
        self._ask_conditions(before)
        self.ground(("asked_order", [step, before, layer]))
        return (Number(step),)

    def ask_supposed(self, step: int, before: int, layer: int) -> tuple[Symbol, ...]:
        """Ask the invariants of who depended on the effect that a round applied; see `ask_order`."""
        self.ground(("look", [step + 1, before + 1, layer]))
        self.ground(("asked_supposed", [step, before, before + 1, layer]))
        return (Number(step),)

    def ask_at_once(self, step: int, before: int, layer: int) -> tuple[Symbol, ...]:
        """Compare the effects of a round one after the other with all of them at once; see `ask_order`."""
        first, others = step + _APART, step + _APART + 1
        self.ground(("once_more", [step, first]), ("look", [first, before, layer]))
        self.ground(("first_of", [step, first]))
        self.do(first, before, layer, after=first)
        self.ground(("look", [others, first, layer]))
        self.ground(("others_of", [step, others]))
        self.do(others, first, layer, after=others)
        self.ground(("asked_at_once", [step, before + 1, others]))
        return (Number(step),)

    def ask_round(self, step: int, before: int, layer: int) -> tuple[Symbol, ...]:
        """Check the invariants of the second half of a round; see `ask_order`."""
        number = Number(step)
        self._ask_conditions(before)
        self.ground(("asked_round", [step, before, before + 1, layer]))
        return (Function("seen", [number]), Function("reached", [number]), number)

    def _ask_conditions(self, state: int) -> None:
        if state not in self._conditions:
            self.ground(("asked_conditions", [state]))
            self._conditions.add(state)


def violation(invariant: str, place: Symbol) -> Symbol:
    """Return the atom that says that an invariant does not hold.

    Args:
        invariant: Its name.
        place: Where it is asked.
    """
    return Function("violated", [Function(invariant), place])


def holds(control: Control, invariant: str, place: Symbol) -> bool:
    """Tell whether an invariant holds for every choice. If it does, the solver remembers it.

    Args:
        control: The grounding.
        invariant: Its name.
        place: Where it is asked, as ``violated`` names it.
    """
    if control.symbolic_atoms[violation(invariant, place)] is None:
        return True
    control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
    if control.solve(assumptions=[(violation(invariant, place), True)]).satisfiable:
        return False
    assume(control, invariant, place)
    return True


def all_hold(control: Control, violations: Sequence[Symbol]) -> bool:
    """Tell whether several invariants hold for every choice. If they do, the solver remembers it.

    Args:
        control: The grounding.
        violations: The atoms that say that one does not (`violation`).
    """
    known = control.symbolic_atoms
    literals = [atom.literal for one in violations if (atom := known[one]) is not None]
    if not literals:
        return True
    some = _one_of(control, literals)
    control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
    if control.solve(assumptions=[some]).satisfiable:
        return False
    with control.backend() as backend:
        backend.add_rule([], [some])
    return True


def _one_of(control: Control, literals: Sequence[int]) -> int:
    """Return a new atom that holds if one of some literals does."""
    with control.backend() as backend:
        some: int = backend.add_atom()
        for literal in literals:
            backend.add_rule([some], [literal])
    return some


def check_choices_left(control: Control) -> None:
    """Check that some choice is left after what was proved has been excluded: if none were, everything would hold.

    Args:
        control: The grounding.

    Raises:
        RuntimeError: No choice is left.
    """
    control.configuration.solve.opt_mode = "ignore"  # type: ignore[union-attr]
    if not control.solve().satisfiable:
        raise RuntimeError("no choice is left, so the proof says nothing")


def assume(control: Control, invariant: str, place: Symbol) -> None:
    """Exclude the choices that violate an invariant.

    Args:
        control: The grounding.
        invariant: Its name.
        place: Where it is asked.
    """
    atom = control.symbolic_atoms[violation(invariant, place)]
    if atom is not None:
        # If an atom that cannot hold is excluded once more, clingo finds no model at all. So a new atom is excluded.
        new = _one_of(control, [atom.literal])
        with control.backend() as backend:
            backend.add_rule([], [new])
