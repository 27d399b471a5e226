"""The base of the two groundings: that of the law alone, and that of the law with the engine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from clingo import Control, Function, MessageCode, Number, Symbol

from solver.process import ask_for_huge_pages
from solver.program import rule_files as program

__all__ = ["Grounding", "Part", "Step"]

Part = tuple[str, list[Symbol]]
"""A part of the program: its name, and its arguments."""


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


class Grounding(ABC):
    """One grounding of rules over one board or several.

    Attributes:
        control: The clingo control.
        state: The number of the last state.
        steps: The steps that were applied.
        calls: The program parts that were grounded, call by call; within a call gringo sees the strata.
    """

    def __init__(self) -> None:
        """Make an empty control."""
        self.renew()

    def renew(self) -> None:
        """Begin with an empty control."""
        self.steps: list[Step] = []
        self.calls: list[list[Part]] = []
        self._undefined: list[str] = []
        self.control = _control(self._undefined)
        self.state = 0

    @abstractmethod
    def run(self) -> None:
        """Apply all continuous effects, layer by layer (613.1), and ground the answer."""

    def settle(self) -> None:
        """Ground affected sets and amounts of resolving spells and abilities in the final state (611.2c, 608.2h)."""
        self._ground([("look", [Function("asked"), Number(self.state), Number(0)])])
        self._ground([("settle", [Number(self.state)]), ("protection", [Number(self.state)])])
        if any(self.atoms("has_amounts", 1)):
            asked, state = Function("asked"), Number(self.state)
            self._ground([("perform_7", [asked, asked, state]), ("reckon", [state])])

    def check(self) -> None:
        """Ground the findings of the check of a board in the final state (303.4, 704.5)."""
        self._ground([("look", [Function("check"), Number(self.state), Number(0)])])
        self._ground([("findings", [Number(self.state)]), ("protection", [Number(self.state)])])

    def atoms(self, name: str, arity: int) -> Iterator[list[Symbol]]:
        """Iterate over the atoms of a predicate.

        Args:
            name: The predicate.
            arity: The number of its arguments.

        Returns:
            The arguments of each atom.
        """
        for atom in self.control.symbolic_atoms.by_signature(name, arity):
            yield atom.symbol.arguments

    def shown(self) -> Sequence[Symbol]:
        """Return the shown atoms of the one model.

        Raises:
            RuntimeError: There is no model: the rules contradict themselves.
            InputError: A house rule computes a term without a value, such as ``1/0``.
        """
        if self._undefined:
            from solver.program.house_answers import without_value

            raise without_value(self._undefined[0])
        with self.control.solve(yield_=True) as handle:
            for model in handle:
                symbols: Sequence[Symbol] = model.symbols(shown=True)
                return symbols
        raise RuntimeError("the rules have no model for this board")

    def _ground(self, parts: list[Part]) -> None:
        """Ground program parts."""
        ask_for_huge_pages()
        self.calls.append(parts)
        self.control.ground(parts)


def _control(undefined: list[str]) -> Control:
    """Return an empty control; with house rules, one that notes terms without a value.

    clingo derives nothing from a rule that computes a term without a value. The rules of the game have no such term.
    """
    if program.further_chapter() is None:
        return Control(["--warn=none"])

    def listen(code: MessageCode, message: str) -> None:
        if code == MessageCode.OperationUndefined:
            undefined.append(message)

    return Control(["--warn=none", "--warn=operation-undefined"], logger=listen)
