"""The timeline of a board: the spells and abilities that resolved, and all else that its steps tell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from facts.board.asked import Chosen
from facts.board.events import (
    Bonds,
    Claim,
    Counting,
    Entry,
    Event,
    Likeness,
    ModesTold,
    Named,
    Phasing,
    Reading,
    Spell,
)
from facts.board.target_words import supporting_said
from facts.board.things import Thing
from facts.board.timeline_terms import Resolving
from facts.cards import Ability, Card, ChosenMode
from facts.effects import asked_of_named, bonds_of, exchanges_sizes, lacks_one_target, listed, mentions_count
from facts.effects.form import Effect, Filter, TargetsOf
from facts.runtime import NO_ENTRIES, pattern
from facts.text import Document, without_quotes
from facts.words import WHILE_CONTROLLED, is_mode


@dataclass(frozen=True, eq=False, repr=False)
class Resolution:
    """A spell or ability that resolved and made continuous effects.

    Attributes:
        step: When.
        label: Its label, or empty.
        name: Its name for people.
        ability: The ability.
        term: The term of the ability; for a question of the check, its own.
        card: The card it is of, to be written as facts; None for text on the board.
        targets: Labels of the affected objects; None if its text says them.
        source: The label of the permanent whose ability it was, or empty.
        controller: Its last controller.
        controller_told: Whether the board names the controller; else that is the player who controls the source.
        source_told: Whether the board names the source; else that is the only permanent with this name.
        chosen: The choices.
        x: The value of X; None if the board does not say it.
        new_controller: The player who gains control of the affected set, or empty.
        by_source: Whether it matters who controls the source as it resolves: that player gains control, or must keep
            control of the source.
        candidates: The abilities that the step could mean, with their terms. The board at that moment decides which one
            it means: the named targets must be legal for it.
        does: How it changes each object that it affects on the board at that moment: the object becomes a copy, or
            is turned face down.
        ended: When its effects ended.
        undone: Whether none of its effects goes on after that, because a question takes all of them away.
        entering: The label of the entering object that it changes, if it does that.
        told: The conditions of its text that hold, as the board tells; None where the board tells nothing.
        amounts: The amounts that its text asks for and the board tells, by the words of the text.
        tempts: Whether it lets the Ring tempt its controller, who chooses a Ring-bearer (701.52a).
        forgotten: By the key of a choice that a question takes away, the step since which it does not count
            (`facts.board.steps.taken_away`).
        modes: The chosen modes, if the step chose several, in their printed order.
        spell: The spell that it is; None for an ability, and for text on the board.
    """

    step: int
    label: str
    name: str
    ability: Ability
    term: Resolving
    card: tuple[Card, str] | None
    targets: tuple[str, ...] | None
    source: str
    controller: str
    chosen: Chosen = NO_ENTRIES
    x: int | None = None
    new_controller: str = ""
    by_source: bool = False
    controller_told: bool = False
    source_told: bool = False
    candidates: Sequence[tuple[Resolving, Ability]] = ()
    does: Event | None = None
    ended: int | None = None
    undone: bool = False
    entering: str = ""
    told: tuple[str, ...] | None = None
    amounts: Mapping[str, int] = NO_ENTRIES
    tempts: bool = False
    forgotten: Mapping[str, int] = NO_ENTRIES
    modes: Sequence[ChosenMode] = ()
    spell: Spell | None = None

    @property
    def spoken_of(self) -> tuple[str, ...]:
        """Labels of the objects that "that creature" stands for: those that the step names, and the copied one."""
        copied = (self.does.of,) if self.does is not None and self.does.what == "copy" else ()
        return (*(self.targets or ()), *copied)

    @property
    def needs_control(self) -> bool:
        """True if one of its effects may last for as long as "you" control the source (611.2b, 702.62a)."""
        return self.ability.keyword in WHILE_CONTROLLED or self._has_bond("control")

    @property
    def compares_powers(self) -> bool:
        """True if one of its effects may last for as long as its target is no stronger than the source (611.2b)."""
        return self._has_bond("no_stronger")

    def _has_bond(self, bond: str) -> bool:
        abilities = [self.ability, *(ability for _, ability in self.candidates)]
        return any(bond in bonds_of(effect.lasts) for one in abilities for effect in one.effects)

    @property
    def changes_words(self) -> bool:
        """True if it changes words in the texts of its targets (612.1)."""
        return any(effect.change_words is not None for effect in self.ability.effects)

    @property
    def asks(self) -> bool:
        """True if its affected set or its amounts depend on the board at that moment (611.2c, 608.2h)."""
        return (
            len(self.candidates) > 1
            or self.by_source
            or self.has_other_targets
            or self.lacks_one_target
            or (self.targets is not None and any(effect.suspect for effect in self.ability.effects))
            or any(map(asked_of_named, self.ability.effects))
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
            and all(at_one_kind(effect) for effect in aimed)
            and sum(len(_TARGET.findall(one)) for one in self.parts) > 1
        )

    @property
    def texts(self) -> list[str]:
        """The texts of the resolving ability, or of all of a spell, without the abilities that they give."""
        return texts_of(self.ability, None if self.card is None else self.card[0])

    @property
    def parts(self) -> list[str]:
        """The texts among which one names the targets: all of the spell or ability, or only the mode that happens."""
        return parts_of(self.ability, None if self.card is None else self.card[0])

    @property
    def lacks_one_target(self) -> bool:
        """True if the text does different things to each of its targets, and the board names one target too few."""
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
            others = all(one.affects != effect.affects for one in effects[:number])
            if (
                asks
                and before
                and not exchanges_sizes((*before, effect))
                and (others or _asks_what_was_done(effect, effects[:number], self.ability.text))
            ):
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
        if effect.affects_filter and asked_of_named(effect):
            return False
        if not effect.affects_filter:
            return True
        return all(one.affects_filter for one in self.ability.effects) and not self.picks(effect)

    def picks(self, effect: Effect) -> bool:
        """Tell whether an effect affects only those of the named objects that its own filter describes.

        That is so where the text describes all that it affects, and its effects have different filters.

        Args:
            effect: An effect of the ability.
        """
        effects = self.ability.effects
        if self.targets is None or not all(one.affects_filter for one in effects):
            return False
        return any(one.affects != effect.affects for one in effects)


_TARGET = pattern(r"\btarget\b", re.IGNORECASE)
_THEN = pattern(r"[.,;] then\b", re.IGNORECASE)


def texts_of(ability: Ability, card: Card | None) -> list[str]:
    """Return the text of an ability, or all texts of its spell, without the abilities that they give.

    Args:
        ability: The ability.
        card: Its card; None if the step describes the ability.
    """
    texts = [ability.text]
    if card is not None and ability.kind == "spell":
        every = [one for face in card.faces for one in face.abilities]
        texts = [one.text for one in every if one is ability or not is_no_part_of_spell(one)]
    return [supporting_said(without_quotes(one)) for one in texts]


def is_no_part_of_spell(ability: Ability) -> bool:
    """Tell whether a paragraph of an instant or sorcery is an ability of its own: forecast, or what cycling triggers.

    Args:
        ability: The paragraph.
    """
    return ability.activated or _AS_IT_IS_CYCLED.match(ability.text) is not None


_AS_IT_IS_CYCLED = pattern(r"^When you cycle\b", re.IGNORECASE)


def parts_of(ability: Ability, card: Card | None) -> list[str]:
    """Return the texts among which one names the targets: all of the spell or ability, or only the mode that happens.

    Args:
        ability: The ability.
        card: Its card; None if the step describes the ability.
    """
    return [supporting_said(without_quotes(ability.text))] if is_mode(ability.text) else texts_of(ability, card)


def described_sets(ability: Ability) -> tuple[Filter, ...] | None:
    """Return the affected sets that a text describes, if the board knows each of the qualities.

    Args:
        ability: The ability.

    Returns:
        The filters; None if a quality is chosen or told, or an object is named.
    """
    found: list[Filter] = []
    for one in (clause for effect in ability.effects if effect.affects_filter for clause in listed(effect.affects)):
        if not isinstance(one, Filter) or one.as_told is not None or one.name is not None:
            return None
        found.append(one)
    return None if ability.chooses else tuple(found)


def at_one_kind(effect: Effect) -> bool:
    """Tell whether an effect changes only its targets, of which there is one kind.

    Args:
        effect: The effect.
    """
    affects = effect.affects
    aimed = isinstance(affects, TargetsOf) and isinstance(affects.targets, Filter) and affects.nth is None
    alone = effect.becomes_copy is None and effect.turn is None
    return aimed and alone and "exchange" not in str(effect.gain_control)


def _asks_what_was_done(effect: Effect, before: Sequence[Effect], text: str) -> bool:
    """Tell whether an effect asks about objects that the step names, after others have changed them (608.2c).

    "Target creature gets +1/+1. Then if it has power 4 or greater, it gains first strike." Without the word "then", all
    conditions are about the board before the spell or ability resolved. If an earlier effect has a condition, too, the
    text may let only one of them happen: "otherwise", "instead".
    """
    alike = not effect.affects_filter and all(one.if_ is None for one in before)
    return alike and _THEN.search(text) is not None


def _only_by_filter(effect: Effect) -> bool:
    """Tell whether the only question of an effect is which objects its filter finds."""
    return not mentions_count(effect.changed(affects="targets"))


@dataclass(frozen=True, eq=False, repr=False)
class Turning:
    """An instruction to transform or convert, or to be exiled and return: the rules decide whether that happens.

    Daybound or nightbound may prevent it (702.145b, 702.145e), or that the object is phased out (702.26b).

    Attributes:
        label: Of the object.
        step: When.
    """

    label: str
    step: int


@dataclass(frozen=True, eq=False, repr=False)
class Watch:
    """A moment at which the duration of an effect may end: that of control of its source, or of two powers (611.2b).

    Attributes:
        resolution: The effect.
        step: The step before which the board is asked; it may be one after the last.
    """

    resolution: Resolution
    step: int


Asking = Resolution | Reading | Turning | Counting | Phasing | Watch | Bonds | Entry | Likeness | Claim
"""An event whose result depends on the board at that moment."""


class Retelling(Protocol):
    """Tells the steps of a board again, once the rules have said which permanents they did not exile."""

    def __call__(self, stayed: frozenset[int], /, *, all_known: bool = False) -> Timeline:
        """Tell the steps.

        Args:
            stayed: The steps that did not exile the permanent that they were to exile and return.
            all_known: Whether these are all such steps.
        """


@dataclass(frozen=True, eq=False, repr=False)
class Timeline:
    """The history of a board: the objects and resolutions that its steps describe.

    Attributes:
        players: In turn order.
        turn: The active player.
        document: The board that these steps are on.
        things: All objects that ever were, by label, in the order they entered.
        resolutions: In order.
        turnings: Instructions to transform or convert whose success the board at that moment decides.
        countings: Counters of which the board at that moment decides whether they can be put on their objects.
        phasings: Steps of which the board at that moment decides whether an object can phase out or in.
        readings: Texts that made tokens, in which others may have changed words.
        entries: Objects that may enter with counters.
        likenesses: Objects that enter as copies, with exceptions for copies of some card type.
        claims: Statements of steps about entering objects that the board at that moment confirms or refutes.
        named: Named objects that a text restricts.
        modes_told: Several modes of one spell or ability that steps name.
        watches: The moments when the board decides whether effects end that last as long as control of an object.
        bonds: The moments when the board decides who controls Ring-bearers and paired creatures.
        stacked: Abilities put onto the stack: label to (object, step).
        cards: The cards that matter, by key.
        warnings: Parts of the board that are not taken into account.
        length: The number of steps.
        may_stay: Whether the rules must say of some step if it exiled a permanent that it was to exile and return.
        again: Tells the steps again, if the rules may say that some of them did not exile a permanent that they were to
            exile and return: it takes those, and whether there are no others. None if no step may be such a one, or if
            some are known.
    """

    players: tuple[str, ...]
    turn: str
    document: Document
    things: Mapping[str, Thing] = NO_ENTRIES
    resolutions: Sequence[Resolution] = ()
    turnings: Sequence[Turning] = ()
    countings: Sequence[Counting] = ()
    phasings: Sequence[Phasing] = ()
    readings: Sequence[Reading] = ()
    entries: Sequence[Entry] = ()
    likenesses: Sequence[Likeness] = ()
    claims: Sequence[Claim] = ()
    named: Sequence[Named] = ()
    modes_told: Sequence[ModesTold] = ()
    watches: Sequence[Watch] = ()
    bonds: Sequence[Bonds] = ()
    stacked: Mapping[str, tuple[str, int]] = NO_ENTRIES
    cards: Mapping[str, Card] = NO_ENTRIES
    warnings: Sequence[str] = ()
    length: int = 0
    may_stay: bool = False
    again: Retelling | None = None

    def says(self, words: re.Pattern[str]) -> bool:
        """Tell whether an ability that is printed on the card of an object says something.

        Args:
            words: What it says.
        """
        faces = (face for thing in self.things.values() for face in thing.card.faces)
        return any(words.search(ability.text) for face in faces for ability in face.abilities)

    def may_be_reworded(self) -> Sequence[Resolution]:
        """Return the spells and abilities in whose texts others may have changed words as they resolve (612.1)."""
        if not self.resolutions:
            return ()
        faces = (face for card in self.cards.values() for face in card.faces)
        if any(ability.changes_texts for face in faces for ability in face.abilities):
            return self.resolutions
        changes = [one for one in self.resolutions if one.changes_words]
        return [one for one in self.resolutions if any(earlier.step < one.step for earlier in changes)]
