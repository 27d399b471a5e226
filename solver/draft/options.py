"""The keys of a step that the page offers beside a card, each only if the card has a use for it.

This is a convenience: users can write every other key in the text of the board, which the board's own
checks judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from facts.board.steps import asked_choices, most_modes, tells_of_mana
from facts.cards import Ability, Card, read_ability
from facts.effects import asks_for_x, spoken_choices
from facts.effects.form import Effect
from facts.text import as_typed, has_piece
from facts.words import (
    ATTACHABLE,
    ATTACHABLE_BY,
    COUNTERS_OF_TYPES,
    EQUIPPING,
    LEVELED,
    MERGING,
    NAMING_HOST,
    NEEDING_HOST,
    OF_A_TARGET,
    PAIRING,
    STATUS_BY,
    TURNED_DOWN,
    UNLOCKED,
    USED,
    places,
)
from solver.draft.choice_words import choice_words

ZONES = ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")
_OF_PLAYERS = re.compile(r"\b(?:player|opponent)\b")
_RESOLVING = ("activated", "triggered", "loyalty")
_LASTING = ("static", "plain", "as_enters")
_COUNTERS = re.compile(r"(?<![\w+-])([+-]\d/[+-]\d|[a-z]+(?: strike)?) counters?(?! target| spells?| that spell)\b")
_NO_KIND = frozenset((
    "a", "all", "an", "and", "another", "any", "can", "cannot", "each", "enters", "every", "have", "its", "level",
    "may", "more", "must", "no", "of", "one", "or", "other", "that", "the", "these", "this", "those", "to", "two",
    "with", "x",
))  # fmt: skip
"""Words before "counter" that are no kind of counter; levels are an option of their own."""


class Option(NamedTuple):
    """Something that a step may say.

    Attributes:
        key: Its key in the step; with a dot between, one within a mapping: ``chosen.color``.
        kind: ``one`` of the values, ``several`` of them, a ``number``, or a ``word`` (the values are proposals).
        values: The values, each with how it is shown.
        needed: Whether the card asks for it, or does nothing without it.
    """

    key: str
    kind: str
    values: tuple[tuple[str, str], ...] = ()
    needed: bool = False


Others = Sequence[tuple[str, str]]
"""Labels of objects, each with how it is shown."""


def options(step: Mapping[str, Any], card: Card, players: Sequence[str], others: Others) -> list[Option]:
    """Return the options of a step.

    Args:
        step: The step, of the verb ``enters``, ``mutates`` or ``resolves``.
        card: Its card.
        players: The players.
        others: The objects that were there before.
    """
    abilities = _abilities(card)
    there = tuple(others)
    if "mutates" in step:
        return [Option("onto", "one", there, needed=True), Option("position", "one", (("under", "under"),))]
    found = [Option("controller", "one", tuple((name, name) for name in players))]
    if "resolves" in step:
        found += _of_what_resolves(step, card, there)
        abilities = _said(step, card) or [one for one in abilities if one.kind not in _LASTING] or abilities
        abilities = _of_modes(step, card) or abilities
        costs = any("{X}" in face.mana_cost for face in card.faces) and is_spell(card)
    else:
        found.append(Option("zone", "one", tuple((zone, zone) for zone in ZONES)))
        found += _of_what_enters(card, abilities, there, players)
        abilities = [one for one in abilities if one.kind not in (*_RESOLVING, "spell")]
        costs = any("{X}" in face.mana_cost for face in card.faces) and not is_spell(card)
    found += [_choice(key, players, abilities) for key in _choices(abilities)]
    if costs or _asks_for_x(abilities):
        found.append(Option("x", "number", needed=True))
    return found


def is_needed(step: Mapping[str, Any], option: Option) -> bool:
    """Tell whether a step leaves out a key that its card asks for.

    Args:
        step: The step.
        option: The option for this key.
    """
    if not option.needed:
        return False
    outer, _, inner = option.key.partition(".")
    value = step.get(outer)
    return value is None or (bool(inner) and not (isinstance(value, Mapping) and inner in value))


def resolving(card: Card) -> list[tuple[int, Ability, bool]]:
    """Return the abilities of a permanent that change something as they resolve.

    Args:
        card: The card.

    Returns:
        Of each its position among the abilities of all faces, itself, and whether there is another one.
    """
    found = [
        (place, one)
        for place, one in _numbered(card)
        if (one.kind in _RESOLVING and one.effects and not tells_of_mana(one)) or one.keyword in USED
    ]
    return [(place, one, len(found) > 1) for place, one in found]


def _numbered(card: Card) -> list[tuple[int, Ability]]:
    """Return the abilities of a card with their positions; one that has modes, with all of them (700.2)."""
    found: list[tuple[int, Ability]] = []
    for face in card.faces:
        before = found[-1][0] if found else 0
        for one, (place, mode) in zip(face.abilities, places(one.text for one in face.abilities), strict=True):
            if mode:
                head = found[-1][1]
                text, effects = f"{head.text}\n{one.text}", (*head.effects, *one.effects)
                kind = one.kind if one.effects else head.kind
                found[-1] = before + place, replace(head, given=text, effects=effects, kind=kind)
            else:
                found.append((before + place, one))
    return found


def affects_itself(ability: Ability) -> bool:
    """Tell whether an ability affects its own permanent, and nothing else.

    Args:
        ability: The ability.
    """
    return bool(ability.effects) and all(effect.affected == "this" for effect in ability.effects)


def is_spell(card: Card) -> bool:
    """Tell whether a card resolves, and does not stay: an instant or a sorcery.

    Args:
        card: The card.
    """
    return card.faces[0].is_instant_or_sorcery and len(card.faces) == 1


def _abilities(card: Card) -> list[Ability]:
    return [one for face in card.faces for one in face.abilities]


def _said(step: Mapping[str, Any], card: Card) -> list[Ability]:
    """Return the ability that a step names by its position, if it does."""
    wanted = step.get("ability")
    if isinstance(wanted, str):
        every = [one for _, outer in _numbered(card) for one in (outer, *_given(outer))]
        named = [one for one in every if as_typed(one.text) == as_typed(wanted)]
        return named or [one for one in every if has_piece(one.text, wanted)][:1]
    return [one for place, one in _numbered(card) if place == wanted]


def _given(outer: Ability) -> list[Ability]:
    """Return the abilities that an ability gives to others."""
    return [read_ability(form) for effect in outer.effects for form in effect.add_abilities or ()]


def _list_of_modes(step: Mapping[str, Any], card: Card) -> list[tuple[int, Ability]]:
    """Return the modes of the ability that a step means, each with its position, if it has a list of them (700.2)."""
    found: dict[int, list[tuple[int, Ability]]] = {}
    for face in card.faces:
        before = max(found, default=0)
        for one, (place, mode) in zip(face.abilities, places(one.text for one in face.abilities), strict=True):
            found.setdefault(before + place, []).extend([(mode, one)] if mode else [])
    lists = {place: modes for place, modes in found.items() if modes}
    wanted = step.get("ability")
    if isinstance(wanted, int):
        return lists.get(wanted, [])
    return next(iter(lists.values())) if len(lists) == 1 and wanted is None and is_spell(card) else []


def _has_one_mode(step: Mapping[str, Any], card: Card) -> bool:
    """Tell whether the ability that a step means lets a player choose only one of its modes."""
    numbered, wanted = _numbered(card), step.get("ability")
    heads = [one for place, one in numbered if "\n" in one.text and wanted in (None, place)]
    entwined = any(one.keyword == "entwine" for _, one in numbered)
    return len(heads) == 1 and not entwined and most_modes(heads[0].text.split("\n")[0]) == 1


def _of_modes(step: Mapping[str, Any], card: Card) -> list[Ability]:
    """Return the modes that a step chooses."""
    chosen = step.get("chosen")
    said = chosen.get("mode") if isinstance(chosen, Mapping) else None
    numbers = [str(one) for one in (said if isinstance(said, list) else [said])]
    return [one for place, one in _list_of_modes(step, card) if str(place) in numbers]


def _of_what_resolves(step: Mapping[str, Any], card: Card, there: Others) -> Iterator[Option]:
    several = resolving(card)
    if len(several) > 1:
        yield Option("ability", "one", tuple((str(place), one.text) for place, one, _ in several))
    if not is_spell(card):
        yield Option("source", "one", tuple(there))
    if modes := _list_of_modes(step, card):
        kind = "one" if _has_one_mode(step, card) else "several"
        yield Option("chosen.mode", kind, tuple((str(place), one.text) for place, one in modes), needed=True)
    abilities = _of_modes(step, card) or _said(step, card) or _abilities(card)
    effects = [effect for one in abilities for effect in one.effects]
    aiming = any(one.keyword in EQUIPPING or one.keyword in OF_A_TARGET for one in abilities)
    targets = aiming or any(_is_aimed(effect) for effect in effects)
    yield Option("affects", "several", tuple(there), needed=targets)
    if any(effect.becomes_copy is not None for effect in effects):
        yield Option("copy_of", "one", tuple(there), needed=True)


def _is_aimed(effect: Effect) -> bool:
    return effect.affected == "this" or effect.affects_targets


def _of_what_enters(card: Card, abilities: list[Ability], there: Others, players: Sequence[str]) -> Iterator[Option]:
    words = {word for face in card.faces for word in (*face.type_line.subtypes, *face.type_line.types)}
    keywords = {one.keyword for one in abilities}
    if words.intersection(ATTACHABLE) or keywords.intersection(ATTACHABLE_BY):
        enchants = " ".join(one.text for one in abilities if one.keyword in NAMING_HOST)
        hosts = (*there, *((name, name) for name in players)) if _OF_PLAYERS.search(enchants) else tuple(there)
        needed = bool(words & NEEDING_HOST) and not keywords.intersection(ATTACHABLE_BY)
        yield Option("attached_to", "one", hosts, needed=needed)
    copies = [one for one in abilities if any(effect.becomes_copy is not None for effect in one.effects)]
    if any(one.kind == "as_enters" for one in copies):
        yield Option("copy_of", "one", tuple(there), needed=True)
    sides = [(face.side, f"{face.name}") for face in card.faces]
    if card.layout in ("transform", "modal_dfc", "flip", "adventure") and len(sides) > 1:
        yield Option("face", "one", tuple(side for side in sides if side[0] in ("front", "back", "adventure")))
    if down := [word for word in TURNED_DOWN if word in keywords]:
        yield Option("face_down", "one", tuple((word, word) for word in down))
    if words & UNLOCKED and len(sides) > 1:
        yield Option("unlocked", "several", tuple(sides), needed=True)
    if status := [said for keyword, said in STATUS_BY.items() if keyword in keywords]:
        yield Option("status", "several", tuple((one, one) for one in status))
    if card.layout == "split" and not words & UNLOCKED:
        yield Option("face", "one", tuple(side for side in sides if side[0] in ("left", "right")))
    if card.layout == "leveler" or words & LEVELED:
        yield Option("level", "number")
    if MERGING.intersection(keywords):
        yield Option("onto", "one", tuple(there))
    if PAIRING.intersection(keywords):
        yield Option("paired_with", "one", tuple(there))
    for kind in _counters(words, abilities):
        yield Option(f"counters.{kind}", "number")


def _counters(words: set[str], abilities: Iterable[Ability]) -> list[str]:
    """Return the kinds of counters that matter to a permanent: those of its types, and those that its text names."""
    found = [kind for word, kinds in COUNTERS_OF_TYPES.items() if word in words for kind in kinds]
    for ability in abilities:
        found += [kind for kind in _COUNTERS.findall(ability.text) if kind not in _NO_KIND]
    return list(dict.fromkeys(found))


def _choices(abilities: list[Ability]) -> list[str]:
    """Return the keys that abilities ask for or refer to."""
    found: list[str] = []
    for ability in abilities:
        found += asked_choices(ability)
        for effect in ability.effects:
            if effect.change_words is not None:
                found += ["from", "to"]
            found += spoken_choices(effect)
    return list(dict.fromkeys(key for key in found if isinstance(key, str)))


def _choice(key: str, players: Sequence[str], abilities: Sequence[Ability]) -> Option:
    """Return the option of a choice: the words there are to choose from."""
    if key == "mode" and (modes := _modes(abilities)):
        return Option("chosen.mode", "one", modes, needed=True)
    words = tuple(players) if key == "player" else choice_words().get(key, ())
    kind = "number" if key == "number" else "one" if 0 < len(words) <= 20 else "word"
    return Option(f"chosen.{key}", kind, tuple((word, word) for word in words), needed=True)


def _modes(abilities: Sequence[Ability]) -> tuple[tuple[str, str], ...]:
    """Return the modes of the ability that asks for one: the number of each, and its short text."""
    asking = next((one for one in abilities if "mode" in asked_choices(one)), None)
    found: dict[str, str] = {}
    for place, effect in enumerate(asking.effects if asking is not None else (), 1):
        number = str(effect.mode or place)
        size = f"{effect.set_power}/{effect.set_toughness}" if effect.set_power is not None else ""
        gained = [one for one in effect.add_abilities or () if isinstance(one, str)]
        found.setdefault(number, ", ".join(one for one in (size, *gained) if one) or number)
    return tuple(found.items())


def _asks_for_x(abilities: Sequence[Ability]) -> bool:
    return any(asks_for_x(effect) for one in abilities for effect in one.effects)
