"""Values that the rules found at moments of the board, and that then become facts of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from facts.board.timeline_terms import OBJECT, Argument, EffectOf, Moment, Named, Resolving, Term, written
from facts.cards import Ability


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

    def is_of(self, ability: Resolving) -> bool:
        """Tell whether it is about an effect of an ability.

        Args:
            ability: The ability.
        """
        return self.effect is not None and self.effect.ability == ability

    def written(self, number: int) -> str:
        """Return it as a fact with its full stop.

        Args:
            number: The number of the board in its grounding.
        """
        return f"{self.name}({','.join(written(one, number) for one in self.arguments)})."


def _effects(arguments: tuple[Argument, ...]) -> Iterator[EffectOf]:
    for one in arguments:
        if isinstance(one, EffectOf):
            yield one
        elif isinstance(one, Term):
            yield from _effects(one.arguments)


class Meant(NamedTuple):
    """The ability that resolved, of several candidates, and the named objects that it affects.

    Attributes:
        term: The term of the ability.
        ability: The ability.
        candidates: The ability with its term, as the only one.
        targets: Labels of the affected objects; None if its text says them.
    """

    term: Resolving
    ability: Ability
    candidates: tuple[tuple[Resolving, Ability], ...]
    targets: tuple[str, ...] | None


class Settled(NamedTuple):
    """The decisions that the rules made on a board as its steps happened.

    Attributes:
        findings: The findings, in order.
        meant: The meaning of each step that could mean several abilities or names several targets, by the place of
            its spell or ability among all that resolved on the board.
        stayed: The steps that were to exile a permanent and return its card, and did not exile it.
    """

    findings: tuple[Finding, ...] = ()
    meant: Mapping[int, Meant] = MappingProxyType({})
    stayed: frozenset[int] = frozenset()


NOTHING = Settled()
"""No decisions: of a board about which nothing was asked."""
