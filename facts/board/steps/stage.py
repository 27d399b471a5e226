"""The timeline so far, and the meaning of labels, names and choices in a step: every step needs these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, islice
from typing import Any, NamedTuple, NoReturn

from facts.board.asked import Chosen
from facts.board.choices import read_choices
from facts.board.events import BATTLEFIELD, Claim, Event
from facts.board.steps.drafts import ResolutionDraft, ThingDraft, TimelineDraft
from facts.board.zones_of_conditions import zones_told
from facts.cards import (
    Ability,
    Card,
    CardSource,
    Face,
    described_card,
    find_card,
    known_names,
    read_ability,
    texts_within,
    unknown_card_hint,
    with_texts_within,
    without_card,
)
from facts.effects.form import Operations
from facts.runtime import NO_ENTRIES
from facts.text import Document, InputError, Path, best_guess, did_you_mean, normal, show, slug


class Telling(NamedTuple):
    """An object that may have a text about other objects that enter.

    Attributes:
        thing: The object.
        card: The card with that text.
        key: The key of the card.
        face: The face with that text.
    """

    thing: ThingDraft
    card: Card
    key: str
    face: Face


class Stage:
    """A board while it is told.

    Attributes:
        timeline: The timeline so far.
        document: The board.
        path: Where in the board the present step is.
        step: The number of the present step, from 1.
        effects: Resolved effects with labels, by label.
        copies: The copies that such an effect made, by its label: the object and the event of each.
        host_copies: By the label of an object that makes its host a copy: the copied object.
        held: Objects that made their host a copy, each with that host.
        telling_others: The objects that may change entering objects (614.12), each with the face that says so.
        heirs: The objects that entered as copies of such an object by its text, by its label: they may have that text.
        telling_counters: The objects that may say with which counters others enter, each with the face that says so:
            only for warnings.
        told_texts: Texts that a step tells itself, each as a face with its abilities: what resolves, and exceptions.
        told_exceptions: The exceptions of copies that steps tell themselves, each with the step.
        stayed: The steps that did not exile the permanent that they were to exile and return, as the rules say.
        all_known: Whether the rules have said of each step whether it is such a one.
        may_stay: Whether the rules must say of some step whether it is such a one.
        tokens_may_stay: The tokens that such a step was to exile, by their labels, with these steps.
    """

    def __init__(
        self,
        document: Document,
        timeline: TimelineDraft,
        own: Mapping[str, Card],
        cards: CardSource | None,
        stayed: frozenset[int] = frozenset(),
        *,
        all_known: bool = False,
    ) -> None:
        """Begin with a board of which no step has been told.

        Args:
            document: The board.
            timeline: A timeline without steps.
            own: The cards defined on the board, by name (see `facts.text.names.normal`).
            cards: The source of cards that are neither among them nor built in.
            stayed: The steps that did not exile the permanent that they were to exile and return.
            all_known: Whether these are all such steps.
        """
        self.stayed, self.all_known, self.may_stay = stayed, all_known, False
        self.tokens_may_stay: dict[str, list[int]] = {}
        self.timeline = timeline
        self.document = document
        self.path: Path = ()
        self.step = 0
        self.effects: dict[str, ResolutionDraft] = {}
        self.copies: dict[str, list[tuple[ThingDraft, Event]]] = {}
        self.host_copies: dict[str, ThingDraft] = {}
        self.held: list[tuple[ThingDraft, ThingDraft]] = []
        self.telling_others: list[Telling] = []
        self.heirs: dict[str, list[ThingDraft]] = {}
        self.telling_counters: list[Telling] = []
        self.told_texts: list[Face] = []
        self.told_exceptions: list[tuple[int, Operations]] = []
        self._own = own
        self._cards = cards
        self._numbers: dict[str, int] = {}
        self._texts: list[Face] = []
        self._said: dict[Callable[[Face], bool], tuple[bool, int]] = {}

    def says(self, question: Callable[[Face], bool]) -> bool:
        """Tell whether a text so far says something, whichever object may have it.

        Only the rules know which object has it: as a copy, by merging, with another face up, or because another text
        gives it.

        Args:
            question: Whether a face says it; the same function for the same question.
        """
        found, asked = self._said.get(question, (False, 0))
        if not found and asked < len(self._texts):
            found = any(map(question, islice(self._texts, asked, None)))
            self._said[question] = found, len(self._texts)
        return found

    def note_text(self, abilities: Sequence[Ability], exceptions: Operations | None = None) -> None:
        """Note a text that a step tells itself: then it is among those of which `says` tells.

        Args:
            abilities: Its abilities.
            exceptions: The exceptions of a copy, if they are such.
        """
        given = [*abilities, *(map(read_ability, exceptions.add_abilities or ()) if exceptions is not None else ())]
        if exceptions is not None:
            self.told_exceptions.append((self.step, exceptions))
        if given:
            face = without_card(given)
            told = (face, *texts_within(face))
            self.told_texts += told
            self._texts += told

    def warn_once(self, warning: str) -> None:
        """Warn of a part of the board that is not taken into account, if nothing has yet.

        Args:
            warning: What to say.
        """
        if warning not in self.timeline.warnings:
            self.timeline.warnings.append(warning)

    @property
    def zones_told(self) -> frozenset[str]:
        """The zones of which the board so far tells which cards are there."""
        return zones_told(self.timeline)

    def card(self, given: str | Mapping[str, Any], key: str, *, token: bool = False) -> Card:
        """Return the card that a step names or describes.

        Args:
            given: Its name, or its description.
            key: The key of the step that says so.
            token: Whether it is to be a token.

        Returns:
            The card: one of the board, of the store, or a built-in one.

        Raises:
            InputError: There is no such card, or it cannot be read.
        """
        if isinstance(given, Mapping):
            return described_card(given)
        card = find_card(given, self._own, self._cards, token=token)
        if card is None:
            hint = unknown_card_hint(given, self._own, self._cards)
            meant = best_guess(given, known_names(given, self._own, self._cards))
            if key == "resolves" and given.rstrip().endswith(".") and " " in given:
                hint = "A text that resolves is written {text: ...}"
            self.fail((key,), f"{show(given)}: no such card", hint, meant)
        return card

    @property
    def knows_cards(self) -> bool:
        """True if there is a card file beside the built-in cards, so that an unknown name is an error."""
        return self._cards is not None and not self._cards.hint

    def face_named(self, name: str) -> Face | None:
        """Return the face of a card that has a name; None where no card is known by it.

        Args:
            name: The name of a face, or of a card: then its first face has it.
        """
        try:
            card = find_card(name, self._own, self._cards)
        except InputError:  # the error is reported where the card itself is needed
            return None
        if card is None:
            return None
        return next((face for face in card.faces if normal(face.name) == normal(name)), card.faces[0])

    def told_elsewhere(self, card: Card) -> Card | None:
        """Return the card of the same name among the user's own cards, if its data differ.

        Args:
            card: The card, as it is known here.

        Returns:
            The user's card; None if there is none, or if it is the same.
        """
        try:
            other = self._cards.find(card.name) if self._cards is not None else None
        except InputError:  # the error is reported where the card itself is needed
            return None
        return other if other is not None and other != card else None

    def unknown(self, name: str) -> bool:
        """Tell whether no card outside of the timeline has a name.

        Args:
            name: The name.
        """
        return find_card(name, self._own, self._cards) is None

    def key(self, card: Card) -> str:
        """Return the key of a card on the board: its name, with a number if two share it.

        Args:
            card: The card.

        Returns:
            The key, the same for the same card.
        """
        key, number = card.name, 1
        while (known := self.timeline.cards.get(key)) is not None and known != card:
            number += 1
            key = f"{card.name} ({number})"
        if known is None:
            self.timeline.cards[key] = card
            self._texts += with_texts_within(card)
        return key

    def only(self, card: Card, *, left: bool = False) -> ThingDraft | None:
        """Return the only permanent that a card represents; if it represents none, the only permanent with its text.

        Args:
            card: The card.
            left: Whether to look for a permanent that has left, instead of one that is there.

        Returns:
            The permanent; None if there are several or none.
        """
        found = self.those(card, left=left)
        return found[0] if len(found) == 1 else None

    def those(self, card: Card, *, left: bool = False) -> list[ThingDraft]:
        """Return the permanents that a card represents; if it represents none, those with its text.

        Args:
            card: The card.
            left: Whether to look for permanents that have left, instead of those that are there.
        """
        there = [
            thing for thing in self.timeline.things.values()
            if (thing.left is not None) == left and thing.zone == BATTLEFIELD
        ]  # fmt: skip
        return [thing for thing in there if thing.card == card] or [
            thing for thing in there if self.has_text(thing, card)
        ]

    def has_text(self, thing: ThingDraft, card: Card) -> bool:
        """Tell whether an object has the text of a card: as a copy, or because that has merged with it.

        Args:
            thing: The object.
            card: The card.
        """
        return card in self.texts(thing)

    def may_be_under(self, thing: ThingDraft, event: Event, step: int) -> bool:
        """Tell whether an object may be the copy that an event made it: the object that must be attached may be so.

        Args:
            thing: The object.
            event: The event.
            step: The step after which this is asked.
        """
        if not event.holder:
            return True
        holder = self.timeline.things[event.holder]
        hosts = [host for host, attached in holder.attachments if attached <= step]
        return hosts[-1:] == [thing.label] and (holder.left is None or holder.left > step)

    def claim(self, thing: ThingDraft, claims: Iterable[Claim]) -> None:
        """Note what a step says of an object that holds only if the object has one of some abilities then.

        Args:
            thing: The object.
            claims: The statements; those without abilities hold in any case.
        """
        asked = tuple(one for one in claims if one.abilities)
        thing.claims += asked
        self.timeline.claims += asked

    def texts(self, thing: ThingDraft, seen: tuple[str, ...] = ()) -> list[Card]:
        """Return the cards whose text an object has: those of the copied object and of objects merged with it.

        Args:
            thing: The object.
            seen: The labels of the objects that are copies of it, and of each other.
        """
        copies: list[Event] = []
        for event in thing.events:
            if event.what == "copy" and self.may_be_under(thing, event, self.step):
                copies.append(event)
            elif event.what == "ends" and event.ended in copies:
                copies.remove(event.ended)
        merged = [event.card for event in thing.events if event.what == "merge" and event.card is not None]
        of = self.timeline.things.get(copies[-1].of) if copies else None
        if of is None or of.label in seen:
            return [thing.card, *merged]
        return [*self.texts(of, (*seen, thing.label)), *merged]

    def texts_ever(self, thing: ThingDraft) -> dict[str, Card]:
        """Return the cards whose text an object may have or have had, each with its key: more rather than fewer.

        Args:
            thing: The object.
        """
        found: dict[str, Card] = {}
        waiting, seen = [thing.label], set()
        copying = [(one.entering, one.does.of) for one in self.timeline.resolutions if one.does and one.does.of]
        while waiting:
            label = waiting.pop()
            if label in seen or label not in self.timeline.things:
                continue
            seen.add(label)
            one = self.timeline.things[label]
            found[one.key] = one.card
            found |= {event.key: event.card for event in one.events if event.card is not None}
            waiting += [event.of for event in one.events if event.of]
            waiting += [of for entering, of in copying if entering in ("", label)]
        return found

    def thing(self, label: str, key: str, *, left: bool = False) -> ThingDraft:
        """Return the object that a step names.

        Args:
            label: The label.
            key: The key of the step that says so.
            left: Whether it may have left: then its last values count.

        Returns:
            The object.

        Raises:
            InputError: There is no such object, or it has left.
        """
        thing = self.timeline.things.get(label)
        if thing is None:
            thing = self.timeline.things.get(slug(label)) or self._alike(label)
        if thing is None:
            there = [one for one, other in self.timeline.things.items() if other.left is None]
            hint = did_you_mean(label, self.timeline.things) or (f"There are: {', '.join(there[:8])}" if there else "")
            meant = best_guess(label, self.timeline.things)
            if called := self._called(label):
                hint, meant = f"Its label is {called}", called
            elif later := self._enters_later(label):
                hint, meant = f"It enters in step {later}: write that step before this one", ""
            self.fail((key,), f"{show(label)}: no such object on this board yet", hint, meant)
        if thing.left is not None and not left:
            problem, hint = f"{show(label)} has left, in step {thing.left}", "Name an object that is still there"
            if self.all_known or thing.left not in self.tokens_may_stay.get(thing.label, ()):
                self.fail((key,), problem, hint)
        return thing

    def _called(self, name: str) -> str:
        """Return the label of the only object that has a name, or a name that begins so; empty if none has."""
        for fits in (str.__eq__, str.startswith) if len(name) > 2 else (str.__eq__,):
            found = [
                one.label
                for one in self.timeline.things.values()
                if one.left is None and any(fits(slug(face.name), slug(name)) for face in one.card.faces)
            ]
            if found and slug(name):
                return found[0] if len(found) == 1 else ""
        return ""

    def _enters_later(self, label: str) -> int:
        """Return the step, from 1, in which an object enters that a step before it names; 0 if none does."""
        for number, step in enumerate(self.document.data["timeline"][self.step :], start=self.step + 1):
            entering = step.get("enters") if isinstance(step, dict) else step
            given = step.get("as") if isinstance(step, dict) else None
            if label in (given, slug(entering) if isinstance(entering, str) and given is None else None):
                return number
        return 0

    def _alike(self, label: str) -> ThingDraft | None:
        """Return the only object whose label differs in no more than case, accents and punctuation."""
        found = [one for other, one in self.timeline.things.items() if slug(other) == slug(label)]
        return found[0] if len(found) == 1 else None

    def player(self, step: dict[str, Any], key: str) -> str | None:
        """Return the player that a step names under a key; None where it names none.

        Args:
            step: The step.
            key: The key of the step that says so.

        Returns:
            The player, or None.

        Raises:
            InputError: There is no such player.
        """
        given = step.get(key)
        if given is None:
            return None
        if given not in self.timeline.players:
            hint = f"The players are {', '.join(self.timeline.players)}"
            self.fail((key,), f"{show(given)} is no player", hint)
        return str(given)

    def label(self, step: dict[str, Any], name: str) -> str:
        """Return the label of a new object: the one given, or one made of its name.

        Args:
            step: The step.
            name: The name of the object or effect.

        Returns:
            A label that nothing else has.

        Raises:
            InputError: The given label is taken.
        """
        given = step.get("as")
        if given is not None:
            return self.free(str(given))
        base = slug(name.partition(" // ")[0]) or "object"
        number = self._numbers.get(base, 1)
        label = base if number == 1 else f"{base}_{number}"
        while self._taken(label):
            number += 1
            label = f"{base}_{number}"
        self._numbers[base] = number
        return label

    def _taken(self, label: str) -> bool:
        return label in self.timeline.things or label in self.effects or label in self.timeline.stacked

    def free(self, label: str) -> str:
        """Return a label that the board gives, which must not be taken.

        Args:
            label: The label.

        Returns:
            The label.

        Raises:
            InputError: The label is taken.
        """
        if self._taken(label):
            free = next(one for one in (f"{label}_{number}" for number in count(2)) if not self._taken(one))
            self.fail(("as",), f"the label {show(label)} is taken", f"Labels are unique on a board. Free is {free}")
        return label

    def choices(self, step: dict[str, Any]) -> Chosen:
        """Return the choices in a step.

        Args:
            step: The step.

        Returns:
            The choices by kind; empty if the step has none.

        Raises:
            InputError: A choice is not one of its kind.
        """
        given = step.get("chosen")
        if given is None:
            return NO_ENTRIES
        return read_choices(self.document, (*self.path, "chosen"), given, self.timeline.players, self.face_named)

    def fail(self, path: Path, problem: str, hint: str = "", meant: str = "") -> NoReturn:
        """End the telling with an error at the present step.

        Args:
            path: Where in the step.
            problem: The fault.
            hint: Advice on what to write instead.
            meant: The word that was probably meant.

        Raises:
            InputError: Always.
        """
        raise self.document.error((*self.path, *path), problem, hint, meant)
