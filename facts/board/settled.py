"""Values that the rules found at moments of the board, and that then become facts of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from facts.cards import Ability
from facts.text import quoted

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


class AbilityOf(NamedTuple):
    """An ability that a finding speaks of.

    Attributes:
        term: Its term, as timelines have it: with ``board`` for the number of the board.
    """

    term: str


class EffectOf(NamedTuple):
    """An effect of an ability that a finding speaks of.

    Attributes:
        ability: The term of the ability, with ``board`` for the number of the board.
        place: Its place among the effects of the ability, from 1.
    """

    ability: str
    place: int


class Term(NamedTuple):
    """Any other term that a finding speaks of: an amount of an effect, a word of the rules.

    Attributes:
        name: Its name.
        arguments: Its arguments; a word has none.
    """

    name: str
    arguments: tuple[Argument, ...] = ()


Argument = Named | Moment | AbilityOf | EffectOf | Term | int | str
"""An argument of a finding. A ``str`` is a text in quotes: a card type, a paragraph."""


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
    def effect(self) -> EffectOf | None:
        """The effect that it is about, itself or by one of its amounts; None where it names none."""
        return next(_effects(self.arguments), None)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the objects that it is about."""
        return tuple(one.name for one in self.arguments if isinstance(one, Named) and one.kind == OBJECT)

    def is_of(self, ability: str) -> bool:
        """Tell whether it is about an effect of an ability.

        Args:
            ability: The term of the ability.
        """
        return self.effect is not None and self.effect.ability == ability

    def written(self, number: int) -> str:
        """Return it as a fact with its full stop.

        Args:
            number: The number of the board in its grounding.
        """
        return f"{self.name}({','.join(_written(one, number) for one in self.arguments)})."


def _effects(arguments: tuple[Argument, ...]) -> Iterator[EffectOf]:
    for one in arguments:
        if isinstance(one, EffectOf):
            yield one
        elif isinstance(one, Term):
            yield from _effects(one.arguments)


def _written(argument: Argument, number: int) -> str:
    match argument:
        case Named():
            return f"{argument.kind}({number},{quoted(argument.name)})"
        case Moment():
            return f"step({number},{argument.number})"
        case AbilityOf():
            return at_home(argument.term, number)
        case EffectOf():
            return f"effect({at_home(argument.ability, number)},{argument.place})"
        case Term():
            inner = ",".join(_written(one, number) for one in argument.arguments)
            return f"{argument.name}({inner})" if inner else argument.name
        case str():
            return quoted(argument)
    return str(argument)


def at_home(term: str, number: int) -> str:
    """Return a term of a timeline as it stands in the facts of a board.

    Args:
        term: It may speak of a step of "the board".
        number: The number of the board.
    """
    return term.replace("step(board,", f"step({number},")


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
