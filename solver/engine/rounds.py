"""The layers over choices, round by round.

If the facts are not known, every round is grounded for all possible facts, and each layer has as many rounds as any
choice could need. The rules are the same as those that `solver.engine.layers` grounds step by step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, ProgramBuilder

from solver.engine.layers import after_step, before_steps, performs
from solver.engine.stepwise import FRAME, stepwise


class Rounds:
    """A grounding of the rules over choices.

    Attributes:
        control: The clingo control.
    """

    def __init__(self, control: Control, rules: Iterable[AST], choices: str, written: str = "") -> None:
        """Load the rules, and ground the parts before the first round.

        Args:
            control: An empty control, or one that has facts.
            rules: The rules.
            choices: The choices, as text of the program's base.
            written: Further rules, as text. They do not ask for remembered atoms
                (`solver.engine.stepwise.remembers`).
        """
        self.control = control
        with ProgramBuilder(control) as builder:
            for tree in stepwise(rules):
                builder.add(tree)
        control.add("base", [], f"{written}\n{FRAME}\n#program base.\n{choices}")
        self.ground(*before_steps(), ("instances", [0]))

    def ground(self, *parts: tuple[str, Sequence[int | Symbol]]) -> None:
        """Ground parts of the program at once.

        Args:
            parts: Their names, each with its arguments.
        """
        self.control.ground(
            [(name, [Number(one) if isinstance(one, int) else one for one in arguments]) for name, arguments in parts]
        )

    def round(self, step: int, before: int, layer: int) -> None:
        """Ground a round of a layer: it applies effects that do not get in each other's way, or a single effect.

        Args:
            step: Its number.
            before: The number of the state before it; the state after it has the next one.
            layer: The layer.
        """
        self.look(step, before, layer)
        self.weigh(step, before, layer)
        self.do(step, before, layer)

    def look(self, step: int, before: int, layer: int) -> None:
        """Ground which effects there are, and which could get in each other's way; see `round`."""
        self.ground(("look", [step, before, layer]), ("compare", [step, before, layer]))

    def weigh(self, step: int, before: int, layer: int) -> None:
        """Ground the dependencies, and the effects that are next; see `round`."""
        self.suppose(step, before, layer)
        self.ground(("choose_weighed", [step, layer]))

    def suppose(self, step: int, before: int, layer: int) -> None:
        """Ground the dependencies; see `round`."""
        supposed = Function("if", [Number(step)])
        self.ground((performs(layer), [supposed, step, before]), ("weigh", [step, before, layer]))

    def do(self, step: int, before: int, layer: int, after: int | None = None) -> None:
        """Ground the results of the next effects; see `round`.

        Args:
            step: As for `round`.
            before: As for `round`.
            layer: As for `round`.
            after: The number of the state after it; by default the next one.
        """
        real = Function("now", [Number(step)])
        after = before + 1 if after is None else after
        self.ground(
            ("apply", [step, layer]), (performs(layer), [real, step, before]), ("outcome", [step, before, layer])
        )
        self.ground(*after_step(Number(step), Number(after), Number(layer)), ("remember", [step]))
