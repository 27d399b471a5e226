"""Events of objects, and those whose result the board at that moment decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from facts.board.asked import Chosen
from facts.board.timeline_terms import AbilityOf, ExceptionOf, KeywordEffect, ListedBy
from facts.cards import Ability, Card
from facts.effects.form import Condition, FaceDownValues, Filters, Operations
from facts.runtime import NO_ENTRIES

BATTLEFIELD = "battlefield"
TURNING = frozenset(("transform", "convert", "up", "down", "ends", "merge"))
"""Events after which an object may have another text than the one it entered with, beside a copy effect."""


@dataclass(frozen=True, eq=False, repr=False)
class Event:
    """Something that happened to an object: the facts and the rules (400.7) name it by the same word.

    Attributes:
        step: When: the step's position, from 1.
        what: ``enter``, ``transform``, ``convert``, ``up``, ``down``, ``copy``, ``ends``, ``merge``, ``phases``,
            ``designated``, ``level`` or ``attachment`` (an object that made it a copy moved, left or phased, or it
            phased itself).
        kind: For ``down``, how (``face_down``, ``morph`` ...). For ``up``, a card type that its card must have, if
            it must have one. For ``phases``, ``out`` or ``in``; for ``designated``, as what; for ``level``, the number
            or ``next``.
        counters_told: For ``up``, whether the step names all counters that were put on it.
        values: For ``down``, its values then, if they are listed.
        because: For ``transform``, ``convert`` and ``up``, the label of the ability.
        delayed: For ``transform`` and ``convert``, whether a delayed triggered ability did it.
        of: For ``copy``, the label of the copied object.
        ended: For ``ends``, the event whose effect ends.
        exception: For ``copy``, the exceptions of the copy.
        said_in: For ``copy``, where the exceptions stand: in the text of an ability or of a step, or in the rules of a
            keyword. None if there are none.
        until_face_down: For ``copy``, whether it ends when the object is turned face down.
        holder: For ``copy``, the label of the object that must be attached to this one; empty if none must.
        tracks: For ``copy`` with a holder, whether an effect that resolved lasts for as long as that is attached.
        card: For ``merge``, the card that merges with it; ``kind`` is ``over`` or ``under`` then.
        key: For ``merge``, the key of the card.
        token: For ``merge``, whether it is a token: a copy of a spell.
        only_if: For ``transform``, ``convert`` and ``designated``, the ability that does so only if its condition is
            met.
    """

    step: int
    what: str
    kind: str | ListedBy = ""
    counters_told: bool = False
    values: FaceDownValues | None = None
    because: str = ""
    delayed: bool = False
    of: str = ""
    ended: Event | None = None
    exception: Operations | None = None
    said_in: ExceptionOf | KeywordEffect | None = None
    until_face_down: bool = False
    holder: str = ""
    tracks: bool = False
    card: Card | None = None
    key: str = ""
    token: bool = False
    only_if: AbilityOf | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Entry:
    """An object that may enter with counters: the rules decide which counters, if they must be asked (614.12).

    Attributes:
        label: Of the object.
        step: When.
        must: Whether the board must be asked, because the number depends on it, or because other objects give counters.
            Else it is asked only if the object may lose the ability that gives it the counters.
    """

    label: str
    step: int
    must: bool


@dataclass(frozen=True, eq=False, repr=False)
class Reading:
    """A text that made a token as a copy: the rules say how it read then, as text changes may have reached it (612.1).

    Attributes:
        step: When.
        ability: The ability with that text.
        source: The label of the object that has it; empty for a spell.
    """

    step: int
    ability: AbilityOf
    source: str


@dataclass(frozen=True, eq=False, repr=False)
class Likeness:
    """An object that enters as a copy with an exception for a creature, or the like (707.9f).

    Attributes:
        label: Of the object.
        step: When.
    """

    label: str
    step: int


@dataclass(frozen=True, eq=False, repr=False)
class Claim:
    """What a step or a text says of an object as it enters, is turned face up or becomes attached.

    It holds only if the object has an ability then (614.12, 701.28a, 708.11, 702.151b).

    Attributes:
        label: Of the object.
        step: When.
        abilities: The abilities, any one of which makes the claim true.
        copies: The copy event, if the step says that it enters as a copy, or becomes one.
        chosen: The choices that the step names, if it names any.
        asked: The question, as the predicate of its fact: ``enters_by``, ``turns_others_by``, ``turns_up_by``,
            ``turns_over_by``, ``pays_to_turn`` or ``attaches_by``.
        must: Whether the board must be asked, because the object may never have had the ability. Else it is asked only
            if the object may lose it.
    """

    label: str
    step: int
    abilities: tuple[AbilityOf, ...]
    copies: Event | None = None
    chosen: Chosen = NO_ENTRIES
    asked: str = "enters_by"
    must: bool = False

    @property
    def enters(self) -> bool:
        """True if the object enters."""
        return self.asked == "enters_by"

    @property
    def turned_up(self) -> bool:
        """True if the object is turned face up."""
        return self.asked == "turns_up_by"


@dataclass(frozen=True, eq=False, repr=False)
class ModesTold:
    """Modes of one spell or ability that a step names: only the check of a board asks whether it has so many.

    Attributes:
        step: When.
        which: The card, the face, and the position of the ability.
        modes: Their positions in the text, each as often as it was chosen.
        most: How many modes the text lets a player choose; None if it sets no such limit.
        fewest: How many modes a player must choose; None if one is enough.
        again: Whether it lets a player choose the same mode more than once.
        keywords: The keywords of the card. One of them may let the player choose all modes.
    """

    step: int
    which: tuple[str, str, int]
    modes: tuple[int, ...]
    most: int | None
    fewest: int | None
    again: bool
    keywords: tuple[str, ...]


class Spell(NamedTuple):
    """A spell that resolves.

    Attributes:
        card: Its card.
        key: The key of the card.
        side: The face whose characteristics it has.
        label: The label of the object on the stack that it is, if the board shows it there; or empty.
        bestowed: Whether it was cast bestowed.
    """

    card: Card
    key: str
    side: str
    label: str = ""
    bestowed: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Named:
    """An object that a step names and a text restricts: only the check of a board tests the restriction (115.1).

    Attributes:
        step: When.
        how: Its role: an entering object copies it (``entering``), an object becomes a copy of it as a target
            (``targeted``) or by choice (``chosen``), an object is attached to it (``equipped``; ``equipping``, if
            it was the target of equip; ``enchanting``, if the object is an Aura), a spell merges with it (``mutated``),
            it has been paired (``paired``: asked as of the next step), an ability of its own resolves (``acting``), a
            player may target it, or creatures of opponents, despite a keyword such as hexproof (``unguarded``), or
            a text has put it onto the battlefield (``returned``), an ability has triggered because of it
            (``triggering``), or a text affects all of its kind with a quality that no board shows (``described``),
            an ability of its own triggers for a state (``state``), or an Aura that is not on the board has enchanted
            it (``enchanted``).
        label: The label of the object that is a copy of it, or is attached to it.
        named: The label of the named object.
        of: Its restriction; None where ``texts`` state it.
        source: The label of the source of that text, or empty.
        controller: The controller of the source.
        chosen: The choices of the spell or ability, or of its source.
        x: The value of X in the text; None if the board does not say it.
        texts: The abilities that state the restriction.
        ability: The ability that resolves, with its term.
        others: Further abilities of its own that the step could mean instead, with their terms.
        targets: The texts whose targets ``of`` would describe; the check alone reads them.
        beside: How many other objects the step names.
        place: Its place among these, from 0.
        spell: The spell that resolves, if it is one: the check asks for its colors and types.
        guard: The keyword despite which a player may target the object.
        words: The noun phrase that describes it, such as "Goblin you control"; the check alone reads it.
        controller_told: Whether the step names the controller.
        condition: For ``state``, the state in question; ``step`` is a step before which it may have held.
        claimed: For ``state`` and ``enchanted``, the step at which the ability resolves; ``step`` is one before.
        lesser: The size, such as ``mana_value``, of which it must have less than the source; empty for none.
    """

    step: int
    how: str
    label: str
    named: str
    of: Filters | None
    source: str
    controller: str
    chosen: Chosen = NO_ENTRIES
    x: int | None = None
    texts: tuple[str, ...] = ()
    ability: tuple[AbilityOf, Ability] | None = None
    spell: Spell | None = None
    guard: str = ""
    targets: tuple[str, ...] = ()
    beside: int = 0
    place: int = 0
    words: str = ""
    controller_told: bool = False
    condition: Condition | None = None
    claimed: int = 0
    lesser: str = ""
    others: tuple[tuple[AbilityOf, Ability], ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Phasing:
    """A step that phases an object out or in, while an effect may say that this cannot happen (101.2).

    Attributes:
        label: Of the object.
        step: When.
        way: ``phase_out`` or ``phase_in``, as an effect forbids it.
    """

    label: str
    step: int
    way: str

    @property
    def comes_back(self) -> bool:
        """True if the object phases in: the question looks at it as it would then be on the battlefield."""
        return self.way == "phase_in"


ReturnsFor = Literal["owner", "you", "keyword", ""]
"""Whose control a text names that returns a card: its owner's, yours, that of its keyword, or nobody's."""


class Putting(NamedTuple):
    """What a step says about counters that are put on an object, apart from their number.

    Attributes:
        exact: Whether so many were put, whatever effects say that change the number.
        by: The player who puts them.
        untold: Whether it leaves out that player, whom no rule names.
        without_effect: Whether no effect puts them, but a cost or the game.
    """

    exact: bool = False
    by: str = ""
    untold: bool = False
    without_effect: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Counting:
    """Counters that are to be put on an object: effects may say that they can't be, or how many are (101.2, 614.16).

    Attributes:
        label: Of the object.
        step: The step before which the board is asked: the next one, if the object enters with the counters.
        time: When they are put on it.
        putting: What the step says of them.
    """

    label: str
    step: int
    time: int
    putting: Putting


@dataclass(frozen=True, eq=False, repr=False)
class Bonds:
    """A moment at which creatures may stop being Ring-bearers or paired, for good (701.52a, 702.95e).

    Attributes:
        labels: Of these objects.
        step: The step before which the board is asked; it may be one after the last.
    """

    labels: tuple[str, ...]
    step: int
