"""A card as facts: its faces with their printed values, and its abilities with their effects."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from facts.cards.card import Ability, Card, Face, printed_number, read_ability
from facts.cards.class_levels import level_given
from facts.cards.mana import symbol_colors, symbol_parts, symbols
from facts.cards.said_deeds import outlasts_its_source
from facts.cards.texts_within import without_card
from facts.effects import keyword_term, plain_text, speaks_of_counters, write_effect
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Effect
from facts.text import Facts, quoted
from facts.words import ENTERING, GROWING, OF_A_QUALITY, OFFERING, RESOLVING, keyword_number

Abilities = dict[str, Ability]
"""Abilities by their terms in the rules."""


def card_term(key: str) -> str:
    """Return the term of a card.

    Args:
        key: The card's name, or another key that distinguishes it.
    """
    return quoted(key)


def face_term(key: str, side: str) -> str:
    """Return the term of a face of a card.

    Args:
        key: The card's name, or another key that distinguishes it.
        side: ``front``, ``back``, ...
    """
    return f"face({quoted(key)},{side})"


def ability_term(key: str, side: str, number: int) -> str:
    """Return the term of an ability of a face.

    Args:
        key: The card's name, or another key that distinguishes it.
        side: The face.
        number: Its place among the abilities of the face, from 1.
    """
    return f"ability({face_term(key, side)},{number})"


@lru_cache(maxsize=4096)
def card_facts(card: Card, key: str) -> tuple[tuple[str, ...], tuple[tuple[str, Ability], ...]]:
    """Write a card as facts.

    Args:
        card: The card.
        key: The card's name, or another key that distinguishes it from other cards of the same grounding.

    Returns:
        The facts, and its abilities (granted ones too) with their terms.
    """
    facts = Facts()
    abilities: Abilities = {}
    facts.say("layout", card_term(key), _layout(card.layout))
    for face in card.faces:
        _write_face(facts, abilities, key, face)
    return facts.lines(), tuple(abilities.items())


def _layout(layout: str) -> str:
    """Return the constant that the rules have for a layout."""
    if layout == "double_faced_token":
        return "transform"
    if layout == "room":
        return "split"
    return layout if layout in ("transform", "modal_dfc", "meld", "split", "flip") else "single"


def _write_face(facts: Facts, abilities: Abilities, key: str, face: Face) -> None:
    term = face_term(key, face.side)
    facts.say("side", card_term(key), face.side)
    if face.name:
        facts.say("printed", term, "name", quoted(face.name))
    for kind, words in (
        ("supertype", face.type_line.supertypes),
        ("type", face.type_line.types),
        ("subtype", face.type_line.subtypes),
    ):
        for word in words:
            facts.say("printed", term, kind, quoted(word))
    for word, names in face.type_line.sets:
        for name in names:
            facts.say("subtype_in", quoted(word), name)
    for kind, number in (("power", printed_number(face.power)), ("toughness", printed_number(face.toughness))):
        if number is not None:
            facts.say("printed", term, kind, number)
    for color in face.indicator:
        facts.say("color_indicator", term, quoted(color))
    for symbol, count in symbols(face.mana_cost).items():
        facts.say("mana_symbol", term, quoted(symbol), count)
        write_symbol(facts, symbol)
    for ability in face.abilities:
        if ability.keyword == "prototype":
            _write_prototype(facts, term, ability.text)
    for kind, text in (("loyalty", face.loyalty), ("defense", face.defense)):
        if text is not None and text.isdigit():
            facts.say("printed", term, kind, int(text))
    for number, ability in enumerate(face.abilities, start=1):
        facts.say("printed_ability", term, number, ability_term(key, face.side, number))
        write_ability(facts, abilities, ability_term(key, face.side, number), ability, printed=True)
    lost = {plain_text(text) for one in face.abilities for effect in one.effects for text in effect.lose_texts or ()}
    for number, ability in enumerate(face.abilities, start=1):
        if lost and plain_text(ability.text) in lost:
            facts.say("ability_says", ability_term(key, face.side, number), quoted(plain_text(ability.text)))
    if any("counter" in ability.text for ability in face.abilities):
        _write_counters(facts, face, lambda place: ability_term(key, face.side, place))


def _write_counters(facts: Facts, face: Face, term: Callable[[int], str]) -> None:
    """Write with which counters something enters or is turned face up, as a face says (614.1c).

    Args:
        facts: Receives the facts.
        face: The face.
        term: Returns the term of the ability at a place.
    """
    from facts.cards.entering_with import entering_with, turned_up_with  # most cards say nothing of the kind

    for place, kind, count in turned_up_with(face):
        facts.say("turned_up_with", term(place), quoted(kind), count)
    for number, one in enumerate(entering_with(face).forms, start=1):
        ability = term(one.place)
        printed = f"entry({ability},{number})"
        facts.say("brings_to_copy" if one.of_copy else "brings_counters", ability, printed, quoted(one.kind))
        brought = one.form.enter_with
        amount = f"num({brought})" if isinstance(brought, int) else f"amount({printed},enter_with)"
        facts.say("number_brought", printed, amount)
        if one.form.functions_in is not None:
            facts.say("works_in", ability, one.form.functions_in)
        if one.form.needs is not None:
            facts.say("needs_type", printed, quoted(one.form.needs))
        if one.form.called_x:
            facts.say("called_x", printed)
        write_effect(facts, printed, one.form, lambda _, __: None)


def _write_prototype(facts: Facts, term: str, text: str) -> None:
    """Write the mana cost, power and toughness printed after the word (718.2)."""
    found = re.match(_PROTOTYPE, text, re.IGNORECASE)
    if found is None:
        return
    facts.say("prototype_value", term, "power", int(found[2]))
    facts.say("prototype_value", term, "toughness", int(found[3]))
    for symbol, count in symbols(found[1]).items():
        facts.say("prototype_symbol", term, quoted(symbol), count)
        write_symbol(facts, symbol)


_PROTOTYPE = r"prototype ((?:\{[^}]+\})+)\s*[—–-]\s*(\d+)/(\d+)$"


def write_symbol(facts: Facts, symbol: str) -> None:
    """Write what stands in a mana symbol: the rules say what it counts (202.3).

    Args:
        facts: Receives the facts.
        symbol: Without braces.
    """
    for part in symbol_parts(symbol):
        if isinstance(part, int):
            facts.say("symbol_number", quoted(symbol), part)
        else:
            facts.say("symbol_letter", quoted(symbol), quoted(part))
    for color in symbol_colors(symbol):
        facts.say("symbol_color", quoted(symbol), quoted(color))


def write_ability(facts: Facts, abilities: Abilities, term: str, ability: Ability, *, printed: bool = False) -> None:
    """Write an ability with its effects.

    Args:
        facts: Receives the facts.
        abilities: Receives the ability, and those that it grants.
        term: Its term.
        ability: The ability.
        printed: Whether it is printed on a card, which itself tells of the counters with which something enters.
    """
    abilities[term] = ability
    if not printed and speaks_of_counters(ability.text):
        _write_counters(facts, without_card([ability]), lambda _: term)

    def granted(inner: str, form: str | AbilityForm) -> None:
        write_ability(facts, abilities, inner, read_ability(form))

    kind = ability.kind
    if ability.form is None and ability.keyword is not None:
        kind = (
            "static" if ability.keyword not in RESOLVING else "triggered" if ability.keyword in GROWING else "activated"
        )
    facts.say("ability_kind", term, kind)
    if ability.keyword is not None:
        facts.say("ability_keyword", term, quoted(ability.keyword))
        if ability.keyword.endswith("walk"):
            facts.say("landwalk", term)
        if ability.keyword in ENTERING | OFFERING and (count := keyword_number(ability.text)) is not None:
            facts.say("ability_number", term, count)
        if ability.keyword in OF_A_QUALITY and ability.given is not None:
            facts.say("ability_keyword", term, keyword_term(facts, ability.given.strip().rstrip(".")))
    say_of_mana(facts, term, ability)
    if ability.is_triggered:
        facts.say("triggered", term)
    if ability.given is not None:  # the sentence for an ability in the effect form says neither
        if outlasts_its_source(ability.given):
            facts.say("outlasts_its_source", term)
        if (level := level_given(ability.given)) is not None:
            facts.say("levels_up", term, level)
    if ability.form is None:
        return
    if ability.form.cda:
        facts.say("read_as_defining", term)
    for zone in ability.form.works_in or ():
        facts.say("works_in", term, zone)
    for number, effect in enumerate(ability.effects, start=1):
        facts.say("effect", term, f"effect({term},{number})")
        write_effect(facts, f"effect({term},{number})", with_ability_conditions(ability, effect), granted)


def say_of_mana(facts: Facts, term: str, ability: Ability) -> None:
    """Write what an ability is by its text, so that the rules can say whether it is a mana ability (605.1).

    Args:
        facts: Receives the facts.
        term: Its term.
        ability: The ability.
    """
    if ability.activated:
        facts.say("activated", term)
    if ability.is_loyalty:
        facts.say("loyalty_ability", term)
    if ability.adds_mana:
        facts.say("adds_mana", term)
        if ability.has_own_target:
            facts.say("aims_at_target", term)
        if ability.triggers_for_mana:
            facts.say("triggers_for_mana", term)


def with_ability_conditions(ability: Ability, effect: Effect) -> Effect:
    """Give an effect the conditions and affected objects that its ability has for all effects.

    Args:
        ability: The ability.
        effect: One of its effects.
    """
    form = ability.form
    if form is None or form is effect:
        return effect
    shared = {name: getattr(form, name) for name in ("as_long_as", "if_", "affects") if getattr(effect, name) is None}
    return effect.changed(**shared) if any(value is not None for value in shared.values()) else effect
