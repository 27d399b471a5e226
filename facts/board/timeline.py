"""The timeline of a board, told: objects, their events, and resolved spells and abilities."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facts.board.asked import Chosen
from facts.cards import Ability, Card, ChosenMode, Face
from facts.effects import asks_for_colors, bonds_of, lacks_one_target, mentions_count
from facts.effects.form import Effect, FaceDownValues, Filter, Filters, Operations, TargetsOf
from facts.runtime import NO_ENTRIES
from facts.text import Document, without_quotes

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
        kind: For ``down``, how (``face_down``, ``morph`` ...), or ``listed(Ability)``. For ``phases``, ``out`` or
            ``in``; for ``designated``, as what; for ``level``, the number or ``next``. For ``up``, ``counters_told``
            if the step names all counters that were put on it.
        values: For ``down``, its values then, if they are listed.
        because: For ``transform``, ``convert`` and ``up``, the label of the ability.
        of: For ``copy``, the label of the copied object; for ``ends``, the event that ends.
        exception: For ``copy``, the exceptions of the copy.
        until_face_down: For ``copy``, whether it ends when the object is turned face down.
        holder: For ``copy``, the label of the object that must be attached to this one; empty if none must.
        tracks: For ``copy`` with a holder, whether an effect that resolved lasts for as long as that is attached.
        card: For ``merge``, the card that merges with it; ``kind`` is ``over`` or ``under`` then.
        key: For ``merge``, the key of the card.
        token: For ``merge``, whether it is a token: a copy of a spell.
        only_if: For ``transform`` and ``convert``, the term of the ability that does so only if its condition is met.
    """

    step: int
    what: str
    kind: str = ""
    values: FaceDownValues | None = None
    because: str = ""
    delayed: bool = False
    of: str = ""
    ended: Event | None = None
    exception: Operations | None = None
    exception_term: str = ""
    until_face_down: bool = False
    holder: str = ""
    tracks: bool = False
    card: Card | None = None
    key: str = ""
    token: bool = False
    only_if: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Thing:
    """An object of the board.

    Its steps give the attributes; ``step`` is when it entered its zone, ``left`` when it left. ``counted`` says how
    many counters of a kind were put on it at which step (a negative number: removed). ``uncounted`` has the kinds of
    counters that a question takes away (`facts.board.steps.taken_away`). ``counters_told`` says that the step that
    lets it enter names all its counters, ``takes_counters`` that it takes those that a keyword offers, ``made_by``
    which card (with its key) made it as a copy, ``likeness`` that its exceptions ask what kind of copy it is.
    ``put_by`` is the term of the effect that made this emblem. ``attachments`` is the history of its hosts (empty: it
    became unattached). ``decisions`` says which kinds of decisions for a copy of a spell were those for another,
    ``decided_for``. ``changed`` says since when other attributes have their values: the step, the name, and the value
    until then.

    Objects do not change; the steps that tell of them have drafts (`facts.board.steps.drafts`).
    """

    label: str
    card: Card
    key: str
    step: int
    zone: str
    owner: str
    controller: str
    token: bool
    side: str = "front"
    face_down: str = ""
    face_down_values: FaceDownValues | None = None
    status: Sequence[str] = ()
    told: tuple[str, ...] | None = None
    amounts: Mapping[str, int] = NO_ENTRIES
    counted: Sequence[tuple[str, int, int]] = ()
    uncounted: Sequence[str] = ()
    counters_told: bool = False
    takes_counters: bool = False
    made_by: tuple[Card, str] | None = None
    entry: Entry | None = None
    likeness: Likeness | None = None
    claims: Sequence[Claim] = ()
    damage: int = 0
    x: int | None = None
    level: int | None = None
    attachments: Sequence[tuple[str, int]] = ()
    chosen: Chosen = NO_ENTRIES
    paired: str = ""
    exiled_with: str = ""
    melds: tuple[Card, ...] = ()
    copied_token: bool = False
    told_copy: str = ""
    put_by: str = ""
    decided_for: str = ""
    decisions: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    mode: Effect | None = None
    events: Sequence[Event] = ()
    changed: Sequence[tuple[int, str, Any]] = ()
    left: int | None = None

    def at(self, attribute: str, step: int) -> Any:
        """Return the value of an attribute after a step.

        Args:
            attribute: Its name.
            step: The step.
        """
        if not self.changed:
            return getattr(self, attribute)
        before = (value for changed, name, value in self.changed if name == attribute and changed > step)
        return next(before, getattr(self, attribute))

    @property
    def face(self) -> Face:
        """The face of its own card that it has up; the first, where the card has no such side."""
        return self.card.face(self.side) or self.card.faces[0]

    @property
    def attached(self) -> tuple[str, int] | None:
        """The object or player that it is attached to, and the step that attached it."""
        return self.attachments[-1] if self.attachments and self.attachments[-1][0] else None

    @property
    def first_copy(self) -> Event | None:
        """The event by which it first became a copy; None if it never did."""
        for event in self.events:
            if event.what == "copy":
                return event
        return None

    @property
    def told_counters(self) -> dict[str, int]:
        """The number of counters of each kind: those that the steps put on it, less those that they removed."""
        found: dict[str, int] = {}
        for kind, count, _ in self.counted:
            found[kind] = found.get(kind, 0) + count
        return found

    @property
    def merged(self) -> bool:
        """True if anything merged with it (727)."""
        return any(event.what == "merge" for event in self.events)


@dataclass(frozen=True, eq=False, repr=False)
class Resolution:
    """A spell or ability that resolved and made continuous effects.

    Attributes:
        step: When.
        label: Its label, or empty.
        name: Its name for people.
        ability: The ability.
        term: The ability's term in the rules.
        card: The card it is of, to be written as facts; None for text on the board.
        targets: Labels of the affected objects; None if its text says them.
        source: The label of the permanent whose ability it was, or empty.
        controller: Its last controller.
        controller_told: Whether the board says so: else it is who controls the source.
        chosen: The choice.
        new_controller: The player who gains control of the affected set, or empty.
        by_source: Whether who controls the source as it resolves matters: they gain control, or must keep it.
        candidates: The abilities that could be meant, with their terms. The board at that moment decides which one
            is: its targets must be legal for it.
        does: How it changes each object that it affects on the board at that moment: the object becomes a copy, or
            is turned face down.
        ended: When its effects ended.
        entering: The label of the entering object that it changes, if it does that.
        told: The conditions of its text that the board tells to hold; None where it tells nothing.
        amounts: The amounts that its text asks for and the board tells, by its words.
        tempts: Whether it lets the Ring tempt its controller, who chooses a Ring-bearer (701.52a).
        forgotten: Since which step choices are as if they had not been made, by their key
            (`facts.board.steps.taken_away`).
        modes: The chosen modes, if the step chose several, in their printed order.
    """

    step: int
    label: str
    name: str
    ability: Ability
    term: str
    card: tuple[Card, str] | None
    targets: tuple[str, ...] | None
    source: str
    controller: str
    chosen: Chosen = NO_ENTRIES
    x: int | None = None
    new_controller: str = ""
    by_source: bool = False
    controller_told: bool = False
    candidates: Sequence[tuple[str, Ability]] = ()
    does: Event | None = None
    ended: int | None = None
    entering: str = ""
    told: tuple[str, ...] | None = None
    amounts: Mapping[str, int] = NO_ENTRIES
    tempts: bool = False
    forgotten: Mapping[str, int] = NO_ENTRIES
    modes: Sequence[ChosenMode] = ()

    @property
    def spoken_of(self) -> tuple[str, ...]:
        """Labels of the objects that "that creature" stands for: those that the step names, and the copied one."""
        copied = (self.does.of,) if self.does is not None and self.does.what == "copy" else ()
        return (*(self.targets or ()), *copied)

    @property
    def needs_control(self) -> bool:
        """True if one of its effects may last for as long as "you" control the source (611.2b)."""
        abilities = [self.ability, *(ability for _, ability in self.candidates)]
        return any("control" in bonds_of(effect.lasts) for one in abilities for effect in one.effects)

    @property
    def asks(self) -> bool:
        """True if its affected set or its amounts depend on the board at that moment (611.2c, 608.2h)."""
        return (
            len(self.candidates) > 1
            or self.by_source
            or self.has_other_targets
            or self.lacks_one_target
            or (self.targets is not None and any(effect.suspect for effect in self.ability.effects))
            or any(map(asks_for_colors, self.ability.effects))
            or any(
                mentions_count(effect) and not (self.names(effect) and _only_by_filter(effect))
                for effect in self.ability.effects
            )
        )

    @property
    def has_other_targets(self) -> bool:
        """True if the text may have targets that it does not affect: "it fights target creature you don't control".

        Of the targets that the board names, the effect affects those that are legal for it.
        """
        aimed = [effect for effect in self.ability.effects if effect.affected != "this"]
        return (
            len(self.targets or ()) > 1
            and len(self.candidates) < 2
            and bool(aimed)
            and all(_at_one_kind(effect) for effect in aimed)
            and len(re.findall(r"\btarget\b", without_quotes(self.ability.text.lower()))) > 1
        )

    @property
    def lacks_one_target(self) -> bool:
        """True if the board names one target less than the text must have, which does different things to each."""
        named = len(self.targets or ())
        return len(self.candidates) < 2 and lacks_one_target(self.ability.effects, self.told or (), named)

    @property
    def stages(self) -> list[int]:
        """The number of effects that have begun, each time that the rules are asked.

        Later effects see what earlier ones did (608.2c). The same words mean the same affected set the second time.
        """
        found = [0]
        effects = self.ability.effects if len(self.candidates) < 2 and not self.entering else ()
        for number, effect in enumerate(effects):
            before = effects[found[-1] : number]
            asks = mentions_count(effect.changed(affects="targets")) or (
                effect.affects_filter and not self.names(effect)
            )
            if asks and before and all(one.affects != effect.affects for one in effects[:number]):
                found.append(number)
        return found

    def names(self, effect: Effect) -> bool:
        """Tell whether the board names the affected objects of an effect.

        The named objects are the affected set of a text, or its targets if the text has some: "target creature
        gets +1/+1, creatures you control gain trample".

        Args:
            effect: An effect of the ability.
        """
        if self.targets is None or (effect.besides is not None and effect.becomes_copy is None):
            return False
        if effect.affects_filter and asks_for_colors(effect):
            return False
        if not effect.affects_filter:
            return True
        return all(one.affects_filter for one in self.ability.effects) and not self.picks(effect)

    def picks(self, effect: Effect) -> bool:
        """Tell whether an effect affects those of the named that its text finds: each effect finds others.

        Args:
            effect: An effect of the ability.
        """
        effects = self.ability.effects
        if self.targets is None or not all(one.affects_filter for one in effects):
            return False
        return any(one.affects != effect.affects for one in effects)


def _at_one_kind(effect: Effect) -> bool:
    """Tell whether an effect changes only its targets, of which there is one kind."""
    affects = effect.affects
    aimed = isinstance(affects, TargetsOf) and isinstance(affects.targets, Filter) and affects.nth is None
    alone = effect.becomes_copy is None and effect.turn is None
    return aimed and alone and "exchange" not in str(effect.gain_control)


def _only_by_filter(effect: Effect) -> bool:
    """Tell whether the only question of an effect is which objects its filter finds."""
    return not mentions_count(effect.changed(affects="targets"))


@dataclass(frozen=True, eq=False, repr=False)
class Turning:
    """An instruction to transform or convert: the rules decide whether daybound prevents it (702.145b).

    Attributes:
        label: Of the object.
        step: When.
    """

    label: str
    step: int


@dataclass(frozen=True, eq=False, repr=False)
class Watch:
    """A moment at which a player may lose the source of an effect that lasts for as long as they control it (611.2b).

    Attributes:
        resolution: The effect.
        step: The step before which the board is asked; it may be one after the last.
    """

    resolution: Resolution
    step: int


@dataclass(frozen=True, eq=False, repr=False)
class Bonds:
    """A moment at which Ring-bearers and paired creatures may stop being that, for good (701.52a, 702.95e).

    Attributes:
        labels: Of these objects.
        step: The step before which the board is asked; it may be one after the last.
    """

    labels: tuple[str, ...]
    step: int


@dataclass(frozen=True, eq=False, repr=False)
class Entry:
    """An object that may enter with counters: the rules decide which counters, if they must be asked (614.12).

    Attributes:
        label: Of the object.
        step: When.
        must: Whether the board must be asked: it says how many, or others say so. Else it is asked only if the object
            may lose the ability that says so.
    """

    label: str
    step: int
    must: bool


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
    """A statement of a step about an entering object. It holds only if the object has an ability then (614.12).

    Attributes:
        label: Of the object.
        step: When.
        abilities: The terms of the abilities, any one of which makes the claim true.
        copies: The copy event, if the step says that it enters as a copy.
        chosen: The choices that the step names, if it names any.
    """

    label: str
    step: int
    abilities: tuple[str, ...]
    copies: Event | None = None
    chosen: Chosen = NO_ENTRIES


@dataclass(frozen=True, eq=False, repr=False)
class Named:
    """An object that a step names and a text restricts: only the check of a board tests the restriction (115.1).

    Attributes:
        step: When.
        how: Its role: an entering object copies it (``entering``), an object becomes a copy of it as a target
            (``targeted``) or by choice (``chosen``), an object is attached to it (``equipped``; ``equipping``, if
            it was the target of equip; ``enchanting``, if the object is an Aura), a spell merges with it (``mutated``),
            it has been paired (``paired``: asked as of the next step), an ability of its own resolves (``acting``), a
            player may target it, or creatures of opponents, despite hexproof or shroud (``without_hexproof``), or
            a text has put it onto the battlefield (``returned``).
        label: The label of the object that is a copy of it, or is attached to it.
        named: The label of the named object.
        of: Its restriction; None where ``texts`` state it.
        source: The label of the source of that text, or empty.
        controller: Its controller.
        chosen: The choice made for it.
        texts: The abilities that state the restriction.
        ability: The term of the ability that resolves, and the ability.
        targets: The texts whose targets ``of`` would describe; the check alone reads them.
        beside: How many other objects the step names.
        place: Its place among these, from 0.
        spell: The card of the spell that resolves with its key, if it is one: the check asks for its colors and types.
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
    ability: tuple[str, Ability] | None = None
    spell: tuple[Card, str] | None = None
    targets: tuple[str, ...] = ()
    beside: int = 0
    place: int = 0


@dataclass(frozen=True, eq=False, repr=False)
class Counting:
    """Counters that are to be put on an object: the rules decide whether an effect says that they can't be (101.2).

    Attributes:
        label: Of the object.
        step: The step before which the board is asked: the next one, if the object enters with the counters.
        time: When they are put on it.
    """

    label: str
    step: int
    time: int


Asking = Resolution | Turning | Counting | Watch | Bonds | Entry | Likeness | Claim
"""An event whose result depends on the board at that moment."""


@dataclass(frozen=True, eq=False, repr=False)
class Timeline:
    """The history of a board: the objects and resolutions that its steps describe.

    Attributes:
        players: In turn order.
        turn: The active player.
        document: The board that says all this.
        things: All objects that ever were, by label, in the order they entered.
        resolutions: In order.
        turnings: Instructions to transform or convert whose success the board at that moment decides.
        countings: Counters of which the board at that moment decides whether they can be put on their objects.
        entries: Objects that may enter with counters.
        likenesses: Objects that enter as copies, with exceptions for copies of some card type.
        claims: Statements of steps about entering objects that the board at that moment confirms or refutes.
        named: Named objects that a text restricts.
        watches: The moments when the board decides whether effects end that last as long as control of an object.
        bonds: The moments when the board decides who controls Ring-bearers and paired creatures.
        stacked: Abilities put onto the stack: label to (object, step).
        cards: The cards that matter, by key.
        warnings: Parts of the board that are not taken into account.
        length: The number of steps.
    """

    players: tuple[str, ...]
    turn: str
    document: Document
    things: Mapping[str, Thing] = NO_ENTRIES
    resolutions: Sequence[Resolution] = ()
    turnings: Sequence[Turning] = ()
    countings: Sequence[Counting] = ()
    entries: Sequence[Entry] = ()
    likenesses: Sequence[Likeness] = ()
    claims: Sequence[Claim] = ()
    named: Sequence[Named] = ()
    watches: Sequence[Watch] = ()
    bonds: Sequence[Bonds] = ()
    stacked: Mapping[str, tuple[str, int]] = NO_ENTRIES
    cards: Mapping[str, Card] = NO_ENTRIES
    warnings: Sequence[str] = ()
    length: int = 0
