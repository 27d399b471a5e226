"""Values that the rules found at moments of the board, and that then become facts of the board."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from facts.cards.card import Ability
from facts.text.term import quoted

OBJECT, PLAYER = "o", "p"


class Named(NamedTuple):
    """An object or a player that a finding speaks of.

    Attributes:
        kind: `OBJECT` or `PLAYER`.
        name: The label, or the name.
    """

    kind: str
    name: str


class Moment(NamedTuple):
    """A step that a finding speaks of.

    Attributes:
        number: Its place on the timeline, from 1.
    """

    number: int


Argument = Named | Moment | int | str
"""An argument of a finding. A text is any other term; ``board`` in it stands for the number of the board."""


class Finding(NamedTuple):
    """One decision of a board at a moment: a spell or ability found an object, a condition was met.

    Attributes:
        name: Its predicate in the rules.
        arguments: Its arguments.
    """

    name: str
    arguments: tuple[Argument, ...]

    @property
    def step(self) -> int:
        """The step that it is about; 0 where it names none."""
        return next((one.number for one in self.arguments if isinstance(one, Moment)), 0)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the objects that it is about."""
        return tuple(one.name for one in self.arguments if isinstance(one, Named) and one.kind == OBJECT)

    def written(self, board: int) -> str:
        """Return it as a fact with its full stop.

        Args:
            board: The number of the board in its grounding.
        """
        return f"{self.name}({','.join(_written(one, board) for one in self.arguments)})."


def _written(argument: Argument, board: int) -> str:
    if isinstance(argument, Named):
        return f"{argument.kind}({board},{quoted(argument.name)})"
    if isinstance(argument, Moment):
        return f"step({board},{argument.number})"
    return argument.replace("(board,", f"({board},") if isinstance(argument, str) else str(argument)


class Meant(NamedTuple):
    """The ability that resolved, of several candidates, and the named objects that it affects.

    Attributes:
        term: The term of the ability.
        ability: The ability.
        candidates: The ability with its term, as the only one.
        targets: Labels of the affected objects; None if its text says them.
    """

    term: str
    ability: Ability
    candidates: tuple[tuple[str, Ability], ...]
    targets: tuple[str, ...] | None


class Settled(NamedTuple):
    """The decisions that the rules made on a board as its steps happened.

    Attributes:
        findings: The findings, in order.
        meant: The meaning of each step that could mean several abilities or names several targets, by the place of
            its spell or ability among all that resolved on the board.
    """

    findings: tuple[Finding, ...] = ()
    meant: Mapping[int, Meant] = MappingProxyType({})


NOTHING = Settled()
"""A board of which nothing was asked."""
