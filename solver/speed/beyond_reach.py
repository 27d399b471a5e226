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
from facts.effects.targets import restricts_targets
from solver.program.rule_files import keywords_with_effects

_Form = Mapping[str, Any]

_TAKING = frozenset(("lose_all_abilities", "lose_abilities", "cannot_have"))
_GIVING_TYPES = frozenset(("add_types", "set_types"))
_RESOLVING = frozenset(("activated", "triggered", "loyalty", "spell"))


class _Effect(NamedTuple):
    """An effect that takes abilities away or gives card types.

    Attributes:
        step: The step from which on it can matter.
        form: The effect.
        lies_within: Whether it lies within another, which grants its ability.
    """

    step: int
    form: _Form
    lies_within: bool


class Reach:
    """The objects that the effects of a board can reach: too many rather than too few."""

    def __init__(self, timeline: Timeline) -> None:
        """Find the effects that matter, once for any number of objects that enter.

        Args:
            timeline: The board.
        """
        self._timeline = timeline
        self._effects = [one for one in _effects(timeline) if _takes(one.form) or _GIVING_TYPES & one.form.keys()]

    def is_beyond(self, claim: Claim | Entry) -> bool:
        """Tell whether nothing can take an ability from an object as it enters.

        Args:
            claim: The statement of a step about the object.

        Returns:
            False where it is not certain.
        """
        there = [one for one in self._effects if one.step <= claim.step]
        taking = [one for one in there if _takes(one.form)]
        if not taking:
            return True
        types = set(_types(self._timeline.things[claim.label], self._timeline))
        for one in there:
            for key in _GIVING_TYPES & one.form.keys():
                types.update(map(str, _listed(one.form[key])))
        for one in taking:
            demanded = None if one.lies_within else _demanded(one.form.get("affects", "this"))
            if demanded is None or any(types & words for words in demanded):
                return False
        return True


def _types(thing: Thing, timeline: Timeline) -> frozenset[str]:
    """Return the card types that an object can have by itself, as it enters."""
    cards = [thing.card] if thing.first_copy is None else [thing.card, *timeline.cards.values()]
    faces = [face for card in cards for face in card.faces]
    types = {word for face in faces for word in face.type_line.types}
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
        # The first step that is noted is above 0.
        steps[thing.key] = min(thing.step, steps[thing.key] or thing.step)
    return steps


@lru_cache(maxsize=4096)
def _of_card(card: Card) -> tuple[tuple[_Form, bool], ...]:
    """Return the effects of a card, each with whether it lies within another."""
    return tuple(one for face in card.faces for ability in face.abilities for one in _of_ability(ability))


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
    """Tell whether an effect that began affects only the objects that it names, none that enters later."""
    affects = effect.get("affects", "this")
    return affects in ("this", "attached") or restricts_targets(affects)


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
