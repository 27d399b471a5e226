"""Objects that keep their abilities as they enter: no effect that takes abilities away can reach them (614.12).

A board is asked about each copy and each choice that a step names for an object as it enters, since the object may
lose the ability that says so. Each question costs a grounding. Most need none: Blood Moon reaches lands, and no
enchantment is a land unless some effect makes lands of enchantments. This module finds these cases from the effects
alone. Where it is not sure, the question is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from facts.board.timeline import Claim, Entry, Thing, Timeline
from facts.cards.card import Ability, Card
from facts.cards.subtypes import sets_by_word
from facts.effects.effect_facts import SOURCE_OR_HOST
from solver.program.rule_files import keywords_with_effects

_Form = Mapping[str, Any]

_TAKING = frozenset(("lose_all_abilities", "lose_abilities", "cannot_have"))
_GIVING_TYPES = frozenset(("add_types", "set_types"))
_RESOLVING = frozenset(("activated", "triggered", "loyalty", "spell"))


class Reach(NamedTuple):
    """The objects and types that the effects of a board can reach.

    Attributes:
        takes_from_any: An effect may take abilities from any object.
        takes_from: For each other effect that takes abilities, the card types of which its filter demands one.
        types: The card types that effects give.
    """

    takes_from_any: bool
    takes_from: frozenset[frozenset[str]]
    types: frozenset[str]


def reach(timeline: Timeline, step: int) -> Reach:
    """Find the objects from which effects of a board can take abilities.

    Args:
        timeline: The board.
        step: The step at which something enters: only what is told up to then counts.

    Returns:
        Their reach; too much rather than too little.
    """
    takes_from_any = False
    takes_from: set[frozenset[str]] = set()
    types: set[str] = set()
    for effect, lies_within in _effects(timeline, step):
        for key in _GIVING_TYPES & effect.keys():
            types.update(str(word) for word in _listed(effect[key]))
        if _takes(effect):
            demanded = None if lies_within else _demanded(effect.get("affects", "this"))
            if demanded is None:
                takes_from_any = True
            else:
                takes_from.update(demanded)
    return Reach(takes_from_any, frozenset(takes_from), frozenset(types))


def is_beyond_reach(claim: Claim | Entry, timeline: Timeline) -> bool:
    """Tell whether nothing can take an ability from an object as it enters.

    Args:
        claim: The statement of a step about the object.
        timeline: The board.

    Returns:
        False where it is not certain.
    """
    within = reach(timeline, claim.step)
    if within.takes_from_any:
        return False
    types = _types(timeline.things[claim.label], timeline) | within.types
    return not any(types & demanded for demanded in within.takes_from)


def _types(thing: Thing, timeline: Timeline) -> frozenset[str]:
    """Return the card types that an object can have by itself, as it enters."""
    cards = [thing.card] if thing.first_copy is None else [thing.card, *timeline.cards.values()]
    faces = [face for card in cards for face in card.faces]
    types = {word for face in faces for word in face.type_line.types}
    if any(ability.keyword in keywords_with_effects() for face in faces for ability in face.abilities):
        types.add("Creature")
    return frozenset(types)


def _effects(timeline: Timeline, step: int) -> Iterator[tuple[_Form, bool]]:
    """Go through all effects of a board up to a step, each with whether it lies within another that grants it."""
    for card in _cards(timeline, step):
        yield from _of_card(card)
    for resolution in timeline.resolutions:
        if resolution.step <= step:
            for effect in resolution.ability.effects:
                yield from _nested(effect, _is_about_what_was_there(effect))


def _cards(timeline: Timeline, step: int) -> list[Card]:
    """Return the cards that matter up to a step."""
    things = timeline.things.values()
    if any(len(thing.events) > 1 or (thing.events and thing.events[0].what == "copy") for thing in things):
        return list(timeline.cards.values())  # something may be a copy of what enters later
    later = {thing.key for thing in things if thing.step > step} - {thing.key for thing in things if thing.step <= step}
    return [card for key, card in timeline.cards.items() if key not in later]


@lru_cache(maxsize=4096)
def _of_card(card: Card) -> tuple[tuple[_Form, bool], ...]:
    """Return the effects of a card that matter: those that take abilities away or give card types."""
    found = (one for face in card.faces for ability in face.abilities for one in _of_ability(ability))
    return tuple((effect, within) for effect, within in found if _takes(effect) or _GIVING_TYPES & effect.keys())


def _of_ability(ability: Ability) -> Iterator[tuple[_Form, bool]]:
    resolves = ability.kind in _RESOLVING  # then it does something only if a step says that it resolves
    for effect in ability.effects:
        yield from _nested(effect, resolves)


def _nested(effect: _Form, only_within: bool) -> Iterator[tuple[_Form, bool]]:
    """Go through an effect and all that lie within it, as in the abilities it grants."""
    if not only_within:
        yield effect, False
    elif given := {key: effect[key] for key in _GIVING_TYPES & effect.keys()}:
        yield given, False
    for value in effect.values():
        yield from _within(value)


def _within(value: Any) -> Iterator[tuple[_Form, bool]]:
    if isinstance(value, Mapping):
        yield value, True
        for one in value.values():
            yield from _within(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _within(one)


def _is_about_what_was_there(effect: _Form) -> bool:
    """Tell whether an effect that began affects only what it names: no object that enters later."""
    affects = effect.get("affects", "this")
    return affects in ("this", "attached") or (isinstance(affects, Mapping) and "targets" in affects)


def _takes(effect: _Form) -> bool:
    """Tell whether an effect can keep an object from having its abilities."""
    return (
        bool(_TAKING & effect.keys())
        or _makes_land_types(effect.get("set_subtypes"))
        or effect.get("becomes_copy", {}).get("of") in SOURCE_OR_HOST
    )


def _makes_land_types(subtypes: Any) -> bool:
    """Tell whether an effect may replace land types, and with them abilities (305.7)."""
    for word in _listed(subtypes or ()):
        if isinstance(word, str):
            sets = sets_by_word().get(word)
            if sets is None or "land" in sets:
                return True
        elif word != {"chosen": "creature_type"}:
            return True
    return False


def _demanded(affects: Any) -> set[frozenset[str]] | None:
    """Return the card types that each part of a filter demands one of; None where a part demands none."""
    demanded: set[frozenset[str]] = set()
    for part in _listed(affects):
        types = part.get("type") if isinstance(part, Mapping) else None
        if types is None or not all(isinstance(word, str) for word in _listed(types)):
            return None
        demanded.add(frozenset(_listed(types)))
    return demanded


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]
