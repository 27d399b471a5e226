"""The state of reading one ability: its context, and its effects so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from facts.effects.form import Ability, Effect
from facts.oracle.read.parts import Who

RESOLVING = frozenset(("spell", "activated", "triggered", "loyalty"))
"""Kinds of abilities whose effects begin as they resolve."""


@dataclass
class Scene:
    """The context of the sentences of one ability.

    Attributes:
        kind: The kind of the ability.
        chosen: The choices that the card makes.
        grant: Reads a quoted ability: its number among the quotes, and whether it is given to the object itself.
        has_x: Whether X is known from a cost.
        text: The text of the ability.
        printed: Whether it is printed, not granted.
        antecedent: The object that "it" stands for.
        trigger: The object that "it" stood for after the trigger.
        type_line: The type line of the card with the ability.
    """

    kind: str
    chosen: frozenset[str]
    grant: Callable[..., str | Ability]
    has_x: bool = False
    text: str = ""
    printed: bool = True
    antecedent: Who | None = None
    trigger: Who | None = None
    type_line: str = ""


DraftState = tuple[list[Effect], list[str], bool, bool, bool]
"""The effects, the choices and the marks of a draft, before a sentence."""


@dataclass
class Draft:
    """The effects of one ability so far.

    Attributes:
        effects: Its effects.
        chooses: The choices that it makes.
        unread: Sentences that were not read and could matter.
        works_in: Zones where it functions.
        cda: Whether it is characteristic-defining.
        makes_token: Whether it creates tokens that are copies.
        enters: Whether it is about how the object enters.
        entering: Whether a sentence is about the object as it enters.
        replacing: Whether the sentence at hand happens instead of the one before.
    """

    effects: list[Effect] = field(default_factory=list)
    chooses: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    works_in: list[str] = field(default_factory=list)
    cda: bool = False
    makes_token: bool = False
    enters: bool = False
    entering: bool = False
    replacing: bool = False

    def state(self) -> DraftState:
        """Return the state for `restore`, if a sentence turns out to be unread."""
        return list(self.effects), list(self.chooses), self.cda, self.makes_token, self.enters

    def restore(self, state: DraftState) -> None:
        """Forget the sentences read since.

        Args:
            state: The result of `state`.
        """
        self.effects, self.chooses, self.cda, self.makes_token, self.enters = state

    def put_in_mode(self, mode: int, since: int) -> None:
        """Let the last effects happen only if a mode is chosen.

        Args:
            mode: The number of the mode.
            since: The place of the first of these effects.
        """
        self.effects[since:] = [effect.changed(mode=mode) for effect in self.effects[since:]]
