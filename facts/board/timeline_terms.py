"""The terms by which a timeline and its decisions speak of objects, steps, abilities and effects.

They stay values until they are written. Only then do they get the number of the board, which a timeline does not know.
"""

from __future__ import annotations

from dataclasses import dataclass

from facts.cards import face_term
from facts.text import quoted

OBJECT, PLAYER = "o", "p"


@dataclass(frozen=True, slots=True)
class Named:
    """An object or a player.

    Attributes:
        kind: `OBJECT` or `PLAYER`.
        name: The label, or the name.
    """

    kind: str
    name: str

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"{self.kind}({number},{quoted(self.name)})"


@dataclass(frozen=True, slots=True)
class Moment:
    """A step.

    Attributes:
        number: Its place on the timeline, from 1.
    """

    number: int

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"step({number},{self.number})"


@dataclass(frozen=True, slots=True)
class FaceOf:
    """A face of a card.

    Attributes:
        key: The key of the card.
        side: The side of the face.
    """

    key: str
    side: str

    def written(self, _number: int) -> str:
        """Return it as it stands in the facts of each board."""
        return face_term(self.key, self.side)


@dataclass(frozen=True, slots=True)
class AbilityOf:
    """An ability: of a face, of the text that a step itself gives, or one that an effect or an exception grants.

    Attributes:
        of: The face, the step, the effect or the exception; another term for an ability that only the rules know.
        place: Its place among the abilities of that, from 1.
    """

    of: Argument
    place: int

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"ability({written(self.of, number)},{self.place})"

    @property
    def is_printed(self) -> bool:
        """True for an ability of a face, which no effect grants and no step gives."""
        return isinstance(self.of, FaceOf)

    @property
    def is_of_a_card(self) -> bool:
        """True for an ability of a face, and for one that such an ability grants."""
        match self.of:
            case FaceOf():
                return True
            case EffectOf(AbilityOf() as granting) | ExceptionOf(AbilityOf() as granting):
                return granting.is_of_a_card
        return False


@dataclass(frozen=True, slots=True)
class QuestionOf:
    """The question of the check about an object that a step names, as if an ability had resolved (115.1).

    Attributes:
        step: The step.
        place: The place of the question on the timeline, from 0.
    """

    step: Moment
    place: int

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"named({self.step.written(number)},{self.place})"


@dataclass(frozen=True, slots=True)
class EffectOf:
    """An effect of an ability.

    Attributes:
        ability: The ability.
        place: Its place among the effects of the ability, from 1.
    """

    ability: Argument
    place: int

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"effect({written(self.ability, number)},{self.place})"


@dataclass(frozen=True, slots=True)
class ExceptionOf:
    """The exceptions of a copy: those of an ability, or those that a step gives.

    Attributes:
        of: The ability, or the step.
    """

    of: Argument

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"exception({written(self.of, number)})"


@dataclass(frozen=True, slots=True)
class ListedBy:
    """A way of being face down: with the values that an ability lists.

    Attributes:
        ability: The ability.
    """

    ability: Argument

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        return f"listed({written(self.ability, number)})"


@dataclass(frozen=True, slots=True)
class KeywordEffect:
    """What a keyword ability does by the rules.

    Attributes:
        keyword: The keyword.
    """

    keyword: str

    def written(self, _number: int) -> str:
        """Return it as it stands in the facts of each board."""
        return f"keyword({self.keyword.replace(' ', '_')})"


@dataclass(frozen=True, slots=True)
class Term:
    """Any other term: an amount of an effect, a word of the rules.

    Attributes:
        name: Its name.
        arguments: Its arguments; a word has none.
    """

    name: str
    arguments: tuple[Argument, ...] = ()

    def written(self, number: int) -> str:
        """Return the term as the facts of a board have it.

        Args:
            number: The number of the board.
        """
        inner = ",".join(written(one, number) for one in self.arguments)
        return f"{self.name}({inner})" if inner else self.name


Spoken = Named | Moment | FaceOf | AbilityOf | QuestionOf | EffectOf | ExceptionOf | ListedBy | KeywordEffect | Term
"""A term."""
Argument = Spoken | int | str
"""An argument of a finding or of a term. A ``str`` is a text in quotes: a card type, a paragraph."""
Resolving = AbilityOf | QuestionOf
"""What resolves in a step: an ability, or the question of the check about an object that the step names."""


def written(argument: Argument, number: int) -> str:
    """Return an argument as it stands in the facts of a board.

    Args:
        argument: The argument.
        number: The number of the board.
    """
    if isinstance(argument, str):
        return quoted(argument)
    return str(argument) if isinstance(argument, int) else argument.written(number)
