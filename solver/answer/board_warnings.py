"""Warnings: choices and amounts that a board leaves out though its cards need them; texts that are not modelled."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from facts.board import Thing, Timeline, hidden_zones_counted, no_cards_listed, zones_told
from facts.cards import TWO_FACED, Ability, Card, Face
from facts.effects import listed, speaks_of_defender, spoken_choices, told_amounts, told_qualities, untold_conditions
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import AmountOf, Chosen, Effect, Filter, FormMapping, form_parts
from facts.runtime import pattern
from facts.text import did_you_mean, show
from facts.words import CHOICE_NOUN, sets_by_word
from solver.answer.answer_values import ObjectAnswer
from solver.answer.counter_answers import counters_left_open
from solver.answer.printed_face import up_or_under
from solver.answer.symbols import Values
from solver.answer.values_by_kind import NOTHING, words_in


class BoardWarnings:
    """Finds the warnings of one board."""

    def __init__(self, timeline: Timeline, values: Values) -> None:
        """Take the board and the derived values.

        Args:
            timeline: The history of the board.
            values: The values that the rules derive for each object.
        """
        self._timeline = timeline
        self._values = values
        self._zones_told = zones_told(timeline)

    def all(self, objects: Mapping[str, ObjectAnswer]) -> Iterable[str]:
        """Return the warnings, in the order of the objects; some may come twice.

        Args:
            objects: The answer for each object, by its label.
        """
        yield from self._timeline.warnings
        for label, one in objects.items():
            thing = self._timeline.things[label]
            says_all = _says_all(thing.card)
            if not says_all:
                for face in thing.card.faces:
                    yield from _unknown_words(thing.card.name, face)
                    yield from self._unknown_in_text(thing.card.name, face)
                yield from self._not_modelled(thing, one.face)
            for event in thing.events:
                if event.card is not None:
                    yield from self._card_not_modelled(event.card, event.card.faces)
                if event.of:  # the copied object may be gone
                    copied = self._timeline.things[event.of]
                    yield from self._not_modelled(copied, copied.side, of=thing)
            values = self._values.get(label, NOTHING)
            yield from counters_left_open(label, thing, values)
            if thing.zone == "battlefield":
                if "astray" in values:
                    yield from (f"{label}: {text}" for text in words_in(values, "astray"))
                if one.copied or not says_all:
                    yield from self._not_chosen(thing, one)

    def _not_modelled(self, thing: Thing, up: str, of: Thing | None = None) -> Iterable[str]:
        """Name the sentences of an object's text that could matter and are not modelled.

        Args:
            thing: The object.
            up: The side that is up.
            of: A copy of it, of which the board tells what the text leaves to the board.
        """
        card = thing.card
        sides = (thing.side, up)
        faces = [face for face in card.faces if face.side in sides or card.layout not in TWO_FACED]
        yield from self._card_not_modelled(card, faces)
        yield from self._untold(of or thing, faces)

    def _unknown_in_text(self, name: str, face: Face) -> Iterable[str]:
        """Name words that a text asks for as subtypes, though no list and no card of the board has them."""
        for word in _left_to_boards(face).unknown_subtypes:
            cards = self._timeline.cards.values()
            if not any(word in side.type_line.subtypes for card in cards for side in card.faces):
                hint = did_you_mean(word, sets_by_word())
                yield f"{name}: {show(word)} in its text is no known subtype" + (f". {hint}" if hint else "")

    def _card_not_modelled(self, card: Card, faces: Iterable[Face]) -> Iterable[str]:
        for face in faces:
            yield from (f"{card.name}: not modelled: {one}" for one in _left_to_boards(face).not_modelled)

    def _untold(self, thing: Thing, faces: Iterable[Face]) -> Iterable[str]:
        """Name the conditions and amounts that a board should tell of an object and does not."""
        if thing.zone != "battlefield":
            return
        left = [_left_to_boards(face) for face in faces]
        for text in dict.fromkeys(text for one in left for text in one.amounts):
            if text not in thing.amounts:
                yield f"{thing.label}: 'told' does not say how much is {show(text)}: taken as 0, a life total as 20"
        attacking = "attacking" in thing.status
        defended = any(one.defender or (one.defender_if_attacking and attacking) for one in left)
        if len(self._timeline.players) > 2 and "player" not in thing.chosen and defended:
            yield f"{thing.label}: 'chosen' does not say which player is the defending player"
        for text in dict.fromkeys(text for one in left for text in one.qualities):
            if not any(text in (one.told or ()) for one in self._timeline.things.values()):
                yield f"{thing.label}: no 'told' says which objects are {show(text)}: taken as none"
        for zone in dict.fromkeys(zone for one in left for zone in one.hidden_zones):
            if zone not in self._zones_told:
                yield f"{thing.label}: {no_cards_listed(zone)}"
        if thing.told is not None:
            return
        for text in dict.fromkeys(text for one in left for text in one.conditions):
            yield f"{thing.label}: 'told' does not say whether {show(text)}: taken as not so"

    def _not_chosen(self, thing: Thing, one: ObjectAnswer) -> Iterable[str]:
        """Warn of everything that the board leaves open."""
        if one.face == "down":
            return
        values = self._values.get(thing.label, NOTHING)
        face = self._copied_as_it_entered(thing) if one.copied else up_or_under(thing, values)
        if face is not None and not one.copied and thing.face_down and not _chooses_as_it_turns_up(face):
            return  # it entered with no text that asks for a choice
        for key in () if face is None else _left_to_boards(face).choices:
            if key not in thing.chosen:
                yield f"{thing.label}: 'chosen' does not say which {key} was chosen"

    def _copied_as_it_entered(self, thing: Thing) -> Face | None:
        """Return the face that an object copied as it entered: its controller makes the choices anew."""
        found: Face | None = None
        while (copied := self._copied(thing)) is not None:  # chains of copies can be long
            if _is_face_down(copied, thing.step):
                return None
            thing, found = copied, copied.face
        return found

    def _copied(self, thing: Thing) -> Thing | None:
        """Return the object that another one became a copy of as it entered."""
        for event in thing.events:
            if event.what == "copy" and event.of and event.step == thing.step:
                return self._timeline.things[event.of]
        return None


def _chooses_as_it_turns_up(face: Face) -> bool:
    """Tell whether a text asks for a choice as its object is turned face up."""
    return any("turned face up" in ability.text for ability in face.abilities)


def _is_face_down(thing: Thing, step: int) -> bool:
    """Tell whether an object is face down just before a step, as the board tells."""
    told = [event.what == "down" for event in thing.events if event.what in ("up", "down") and event.step < step]
    return told[-1] if told else bool(thing.face_down)


class _LeftToBoards(NamedTuple):
    """The values that a board must supply for the text of a face.

    Attributes:
        not_modelled: The sentences that could matter and are not modelled.
        amounts: The amounts that a board tells.
        conditions: The conditions that a board tells.
        qualities: The qualities of objects that a board tells.
        hidden_zones: The hands and libraries in which it counts cards.
        defender: Whether it refers to the defending player.
        defender_if_attacking: Whether it does so only while it is attacking.
        choices: The choices made as it enters, or that its static abilities use.
        unknown_subtypes: The words of its filters that no list of subtypes has.
    """

    not_modelled: tuple[str, ...]
    amounts: tuple[str, ...]
    conditions: tuple[str, ...]
    qualities: tuple[str, ...]
    hidden_zones: tuple[str, ...]
    defender: bool
    defender_if_attacking: bool
    choices: tuple[str, ...]
    unknown_subtypes: tuple[str, ...]


@lru_cache(maxsize=8192)
def _left_to_boards(face: Face) -> _LeftToBoards:
    forms = [ability.form for ability in face.abilities if ability.kind == "static"]
    effects = [effect for ability in face.abilities if ability.kind == "static" for effect in ability.effects]
    return _LeftToBoards(
        tuple(one for ability in face.abilities for one in ability.not_modelled),
        tuple(text for form in forms for text in told_amounts(form)),
        tuple(text for form in forms for text in untold_conditions(form)),
        tuple(text for form in forms for text in told_qualities(form)),
        hidden_zones_counted(effects),
        any(speaks_of_defender(one) for one in effects if not _needs_attacking(one)),
        any(speaks_of_defender(one) for one in effects if _needs_attacking(one)),
        _choices(face.abilities),
        tuple(dict.fromkeys(word for ability in face.abilities for word in _unknown_subtypes(ability.effects))),
    )


def _unknown_subtypes(effects: Sequence[Effect]) -> Iterator[str]:
    """Find the subtypes in filters that no list has."""
    for _, part in form_parts(tuple(effects)):
        for word in listed(part.subtype) if isinstance(part, Filter) and part.subtype is not None else ():
            if isinstance(word, str) and word not in sets_by_word():
                yield word


def _needs_attacking(effect: Effect) -> bool:
    """Tell whether an effect exists only as long as its source is attacking: else nobody is the defending player."""
    of_source = effect.as_long_as.this if effect.as_long_as is not None else None
    return isinstance(of_source, Filter) and of_source.is_ in ("attacking", ("attacking",))


@lru_cache(maxsize=8192)
def _says_all(card: Card) -> bool:
    """Tell whether the text of a card leaves nothing to a board to say, and all words of its type lines are known."""
    return not any(face.type_line.unknown or any(_left_to_boards(face)) for face in card.faces)


_OF_CHOICE = pattern(rf"\bchosen\b|\bthat (?:{CHOICE_NOUN}|type|name)\b", re.IGNORECASE)


def _choices(abilities: Sequence[Ability]) -> tuple[str, ...]:
    """Return the choices as an object enters, and those that its static abilities use.

    Args:
        abilities: The abilities of the object.

    Returns:
        The keys of `chosen`, each once, without choices on which only the kind of mana depends.
    """
    asked = [key for one in abilities if one.kind == "as_enters" for key in one.chooses]
    asked = [key for key in asked if key == "mode" or any(map(_speaks_of_choice, abilities))]
    spoken = [key for one in abilities if one.kind == "static" for key in _spoken_of(one.effects)]
    # a player may be the enchanted one
    return tuple(dict.fromkeys([*asked, *(key for key in spoken if key != "player")]))


def _spoken_of(form: object) -> Iterator[str]:
    """Find the choices that a form refers to, but for abilities that it gives and that resolve: their steps say it."""
    if isinstance(form, tuple):
        for one in form:
            if not (isinstance(one, AbilityForm) and one.kind in ("activated", "triggered", "loyalty", "spell")):
                yield from _spoken_of(one)
    elif isinstance(form, (Chosen, AmountOf)) and form.chosen is not None:
        yield form.chosen
    elif isinstance(form, FormMapping):
        for value in form.given().values():
            yield from _spoken_of(value)


def _speaks_of_choice(ability: Ability) -> bool:
    """Tell whether an ability uses a choice for more than the mana that it adds."""
    if re.search(r": add\b", ability.text, re.IGNORECASE):
        return False
    return _OF_CHOICE.search(ability.text) is not None or any(spoken_choices(ability.effects))


def _unknown_words(name: str, face: Face) -> Iterable[str]:
    """Say which words of a type line no list knows."""
    for word in face.type_line.unknown:
        if word not in face.type_line.subtypes:
            yield f"{name}: {show(word)} is no card type or supertype; it is left out"
        else:
            hint = did_you_mean(word, sets_by_word())
            yield f"{name}: {show(word)} is no known subtype; it is kept as printed" + (f". {hint}" if hint else "")
