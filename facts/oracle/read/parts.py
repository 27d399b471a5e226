"""The parts of a sentence as the transformer makes them, before the card around it is known.

Pronouns, "the chosen type" and X are left open here; `references.py` and `lowering.py` settle them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from facts.effects.form import Duration

Form = dict[str, Any]
"""A mapping of the effect form."""


class NotRead(ValueError):
    """The words are known, but their meaning has no place in the effect form, or more than one reading."""


IT = "it"
"""The key of a condition about a pronoun, until its object is known."""


@dataclass
class Who:
    """The objects that a sentence is about.

    Attributes:
        kind: ``this``, ``attached``, ``filter``, ``targets`` or ``it`` (a pronoun).
        clauses: The filter, as clauses any of which may hold.
        word: The pronoun.
        several: Kind ``several``: each of these for itself.
        group: Kind ``targets``: which of the groups of targets that the ability names, from 1 on.
        optional: Kind ``targets``: whether nobody has to choose a target ("up to one").
        shares: Kind ``filter``: the characteristic that they share, and with which object.
        besides: Kind ``filter``: whether the target is not among them.
        loose: Kind ``filter``: a quality that they must have, and that no step of a board shows.
        limit: Kind ``targets``: the key of the effect form that limits them, the words for the amount, and the number
            that is added to it.
        but_source: Kind ``filter``: whether the words exclude the source by its name ("other than ~").
        spoken_of: Kind ``filter``: the pronoun that means the same, where the words are about an object named before.
    """

    kind: str
    clauses: list[Form] = field(default_factory=list)
    word: str = ""
    several: list[Who] = field(default_factory=list)
    group: int = 0
    optional: bool = False
    shares: dict[str, str] | None = None
    besides: bool = False
    loose: str = ""
    limit: tuple[str, str, int] | None = None
    but_source: bool = False
    spoken_of: str = ""


@dataclass
class Done:
    """One predicate: the operations, the duration, the condition.

    Attributes:
        ops: Keys of the effect form; several mappings where a key would stand twice.
        lasting: Whether a duration is given.
        condition: A condition of the effect form.
        asked: Whether the condition is asked once ("if"), not all the time ("as long as").
        where: The value of X.
        chooses: The choice made as it happens.
        options: Operations in place of ``ops``, of which the player chooses one.
        needs_creature_types: Whether the object loses its other creature types, so that the sentence must give it some.
        needs_abilities: Whether it loses its other abilities, so that the sentence must give it some.
        needs_colors: Whether it loses its other colors, so that the sentence must give it some.
    """

    ops: list[Form] = field(default_factory=list)
    lasting: bool = False
    condition: Form | None = None
    asked: bool = False
    where: Any = None
    chooses: list[str] = field(default_factory=list)
    options: list[Form] = field(default_factory=list)
    needs_creature_types: bool = False
    needs_abilities: bool = False
    needs_colors: bool = False


@dataclass
class Said:
    """One sentence.

    Attributes:
        kind: ``does``, ``still``, ``same_for``, ``chooses``, ``enters_as_copy``, ``makes_copy``, ``earthbends``, or
            ``chooses_one``: it is done to an object that is chosen and no target.
        who: The objects that it is about.
        done: The action.
        chooses: The choice.
        as_enters: Whether the choice is made as the object enters.
        defines: Whether it defines power and toughness outright.
        becomes: Whether it tells of a change ("becomes", "gains"), not of how something is.
        kept: The subtypes that it still has.
    """

    kind: str
    who: Who | None = None
    done: list[Done] = field(default_factory=list)
    chooses: list[str] = field(default_factory=list)
    as_enters: bool = False
    defines: bool = False
    becomes: bool = False
    kept: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Brought:
    """Counters of a kind with which something enters.

    Attributes:
        kind: The kind of counter.
        number: How many there are; None where no form says it.
        called_x: Whether the text calls the number X, and defines it.
    """

    kind: str
    number: int | Form | None
    called_x: bool = False


@dataclass(frozen=True)
class Clause:
    """One clause.

    Attributes:
        text: Its words.
        said: Its effects on characteristics; None if it has none.
        lasting: Whether a duration stands before it.
        condition: The condition that stands before it.
        asked: Whether the condition is asked once (``if``).
        sometimes: Whether it happens only if some event happened, which no condition of the effect form can ask.
        enters: The entering objects, if "as ... enters" comes first.
        told: Its condition, which a board tells.
        at_the_end: Whether that condition stands behind it, and is about nothing else.
        lasts: Its duration, if the effect form states it.
    """

    text: str
    said: Said | None = None
    lasting: bool = False
    condition: Form | None = None
    asked: bool = False
    enters: Who | None = None
    sometimes: bool = False
    told: Form | None = None
    at_the_end: bool = False
    lasts: str | Duration | None = None
