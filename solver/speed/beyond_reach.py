"""Objects that keep their abilities as they enter or turn: no effect that takes abilities can reach them (614.12).

A step may name a copy or a choice for an object as it enters. The board is asked about each, since the object may lose
the ability that allows it. Each question costs a grounding. Most need none: Blood Moon reaches lands, and no
enchantment is a land unless some effect makes lands of enchantments. This module finds these cases from the effects
alone. In a doubtful case, the question is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from facts.board import Claim, Entry, Thing, Timeline
from facts.cards import Ability, Card
from facts.effects import SOURCE_OR_HOST, listed
from facts.effects.form import Chosen, Effect, Filter, Operations, TargetsOf
from facts.words import sets_by_word
from solver.program import keywords_with_effects

_TAKING = frozenset(("lose_all_abilities", "lose_abilities", "cannot_have"))
_UNMAKING = frozenset(
    ("set_types", "remove_types", "loses_other_types", "set_subtypes", "remove_subtypes", "lose_every")
)
_RESOLVING = frozenset(("activated", "triggered", "loyalty", "spell"))


class _Effect(NamedTuple):
    """An effect that takes abilities away or gives card types.

    Attributes:
        step: The step from which on it can matter.
        form: The effect.
        lies_within: Whether it lies within another, which grants its ability.
    """

    step: int
    form: Operations
    lies_within: bool


class Reach:
    """The objects that the effects of a board can reach: too many rather than too few."""

    def __init__(self, timeline: Timeline) -> None:
        """Find the effects that matter, once for any number of objects that enter.

        Args:
            timeline: The board.
        """
        self._timeline = timeline
        self._effects = [
            one for one in _effects(timeline) if _takes(one.form) or _types_given(one.form) or _unmakes(one.form)
        ]

    def is_beyond(self, claim: Claim | Entry) -> bool:
        """Tell whether nothing can take from an object what it enters by: an ability, or a type that brings counters.

        Args:
            claim: The statement of a step about the object.

        Returns:
            False where it is not certain.
        """
        if self._has_begun_to_take(claim):
            return False
        there = [one for one in self._effects if one.step <= claim.step]
        counted = isinstance(claim, Entry) and self._may_be_counted(claim.label)
        taking = [one for one in there if _takes(one.form) or (counted and _unmakes(one.form))]
        if not taking:
            return True
        types = set(_types(self._timeline.things[claim.label], self._timeline))
        for one in there:
            types.update(map(str, _types_given(one.form)))
        for one in taking:
            demanded = None if one.lies_within else _demanded(one.form)
            if demanded is None or any(types & words for words in demanded):
                return False
        return True

    def _has_begun_to_take(self, claim: Claim | Entry) -> bool:
        """Tell whether an effect that began may have taken an ability from an object that was there (708.11)."""
        entered = self._timeline.things[claim.label].step
        return any(
            entered < one.step <= claim.step and any(map(_takes, one.ability.effects))
            for one in (self._timeline.resolutions if entered < claim.step else ())
        )

    def _may_be_counted(self, label: str) -> bool:
        """Tell whether an object may enter with counters of its own type."""
        cards, _ = _cards(self._timeline.things[label], self._timeline)
        return any(face.brings_counters for card in cards for face in card.faces)


def _cards(thing: Thing, timeline: Timeline) -> tuple[list[Card], bool]:
    """Return the cards whose text an object may have as it enters, and whether that is its own card alone."""
    told = any(one.entering == thing.label and one.does is not None for one in timeline.resolutions)
    alone = thing.first_copy is None and not thing.merged and not told
    return [thing.card] if alone else [thing.card, *timeline.cards.values()], alone


def _types(thing: Thing, timeline: Timeline) -> frozenset[str]:
    """Return the card types that an object can have by itself, or as a copy, as it enters."""
    cards, alone = _cards(thing, timeline)
    faces = [face for card in cards for face in card.faces]
    types = {word for face in faces for word in face.type_line.types}
    events = [event for one in (() if alone else timeline.things.values()) for event in one.events]
    events += [one.does for one in timeline.resolutions if one.does is not None]
    types.update(str(word) for one in events if one.exception is not None for word in _types_given(one.exception))
    if any(ability.keyword in keywords_with_effects() for face in faces for ability in face.abilities):
        types.add("Creature")
    return frozenset(types)


def _effects(timeline: Timeline) -> Iterator[_Effect]:
    """Go through all effects of a board."""
    for key, step in _first_steps(timeline).items():
        for form, lies_within in _of_card(timeline.cards[key]):
            yield _Effect(step, form, lies_within)
    for resolution in timeline.resolutions:
        for effect in resolution.ability.effects:
            for form, lies_within in _nested(effect, _is_about_what_was_there(effect)):
                yield _Effect(resolution.step, form, lies_within)


def _first_steps(timeline: Timeline) -> dict[str, int]:
    """Return for each card, by its key, the step at which an object of it first entered; 0 if a copy may be of it."""
    things = timeline.things.values()
    steps = dict.fromkeys(timeline.cards, 0)
    if any(len(thing.events) > 1 or (thing.events and thing.events[0].what == "copy") for thing in things):
        return steps  # an object may be a copy of an object that enters later
    for thing in things:
        # 0 means that no step is noted yet.
        steps[thing.key] = min(thing.step, steps[thing.key] or thing.step)
    return steps


@lru_cache(maxsize=4096)
def _of_card(card: Card) -> tuple[tuple[Operations, bool], ...]:
    """Return the effects of a card, each with whether it lies within another."""
    return tuple(one for face in card.faces for ability in face.abilities for one in _of_ability(ability))


def _of_ability(ability: Ability) -> Iterator[tuple[Operations, bool]]:
    resolves = ability.kind in _RESOLVING  # then it does something only if a step says that it resolves
    for effect in ability.effects:
        yield from _nested(effect, resolves)


def _nested(effect: Operations, only_within: bool) -> Iterator[tuple[Operations, bool]]:
    """Go through an effect and all that lie within it, as in the abilities it grants."""
    if not only_within:
        yield effect, False
    elif _types_given(effect):
        yield Effect(set_types=effect.set_types, add_types=effect.add_types), False
    for _, part in effect.parts():
        if part is not effect and isinstance(part, Operations):
            yield part, True


def _types_given(effect: Operations) -> tuple[str | Chosen, ...]:
    """Return the card types that an effect gives."""
    condition = effect.as_long_as if isinstance(effect, Effect) else None
    by_symbol = _BY_SYMBOL if condition is not None and condition.symbol is not None else ()
    return (*(effect.set_types or ()), *(effect.add_types or ()), *by_symbol)


_BY_SYMBOL = ("Artifact", "Creature")
"""The card types that an effect may give by its symbol (721.2b)."""


def _is_about_what_was_there(effect: Effect) -> bool:
    """Tell whether an effect that began affects only the objects that it names, none that enters later."""
    return effect.affected in ("this", "attached") or isinstance(effect.affects, TargetsOf)


def _takes(effect: Operations) -> bool:
    """Tell whether an effect can keep an object from having its abilities."""
    return (
        bool(_TAKING & effect.given().keys())
        or _makes_land_types(effect.set_subtypes or ())
        or (effect.becomes_copy is not None and effect.becomes_copy.of in SOURCE_OR_HOST)
    )


def _unmakes(effect: Operations) -> bool:
    """Tell whether an effect can take card types or subtypes from an object."""
    return not _UNMAKING.isdisjoint(effect.given())


def _makes_land_types(subtypes: Iterable[str | Chosen]) -> bool:
    """Tell whether an effect may replace land types, and with them abilities (305.7)."""
    for word in subtypes:
        if isinstance(word, str):
            sets = sets_by_word().get(word)
            if sets is None or "land" in sets:
                return True
        elif word.chosen != "creature_type":
            return True
    return False


def _demanded(effect: Operations) -> set[frozenset[str]] | None:
    """Return the card types of which each part of an effect's filter demands one; None if a part demands none."""
    demanded: set[frozenset[str]] = set()
    for part in listed(effect.affected) if isinstance(effect, Effect) else (None,):
        types = listed(part.type) if isinstance(part, Filter) and part.type is not None else ()
        if not types or not all(isinstance(word, str) for word in types):
            return None
        demanded.add(frozenset(types))
    return demanded
