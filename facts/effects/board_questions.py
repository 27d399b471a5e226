"""Questions that a form leaves to the board: targets, X, conditions and amounts that only the board can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from facts.effects.filter_facts import listed
from facts.effects.form import Amount, AmountOf, Chosen, Condition, Effect, Filter, TargetsOf, form_parts
from facts.runtime import pattern
from facts.text import NUMBER_WORDS

AMOUNT_OPERATIONS = ("set_power", "set_toughness", "add_power", "add_toughness", "enter_with", "set_loyalty")
TARGET_LIMITS = {
    "target_power_at_most": "power",
    "target_toughness_at_most": "toughness",
    "target_mana_value_at_most": "mana_value",
}
"""The keys of an effect that limit its targets by an amount, with what they limit."""
_WITH_AMOUNTS = (*AMOUNT_OPERATIONS, *TARGET_LIMITS)
_ASKS_THE_BOARD = frozenset(
    (
        "count",
        "count_types",
        "count_colors",
        "count_names",
        "count_basic_land_types",
        "count_party",
        "count_each",
        "greatest",
        "total",
        "power",
        "toughness",
        "counters",
        "mana_value",
        "devotion",
        "mana_symbols",
        "colors",
        "creature_types",
        "type_words",
    )
)
OPPONENTS = "the number of opponents you have"
"""An amount in words that no board has to tell, because its players show it."""


def is_counted(amount: Amount | None) -> bool:
    """Tell whether an amount depends on the board (and so is fixed as a spell resolves, 608.2h).

    Args:
        amount: The amount, if there is one.
    """
    return isinstance(amount, AmountOf) and bool(_ASKS_THE_BOARD & amount.given().keys())


def asks_of_target(effect: Effect) -> bool:
    """Tell whether an effect on the source asks about an object that the board names: "its base power to that of ...".

    Args:
        effect: The effect.
    """
    return takes_size_of_target(effect) or (effect.affected == "this" and bool(asked_of_named(effect)))


def takes_size_of_target(effect: Effect) -> bool:
    """Tell whether an effect sets power or toughness to that of an object that the board names.

    Args:
        effect: The effect.
    """
    amounts = (effect.set_power, effect.set_toughness)
    return any(isinstance(amount, AmountOf) and "target" in (amount.power, amount.toughness) for amount in amounts)


_NO_DEEDS = frozenset(("affects", "kind", "text", "chooses"))
"""Keys that say what an effect affects and how its text reads, and not what it does."""


def makes_ring_bearer(effect: Effect) -> bool:
    """Tell whether an effect may be that of the Ring on the creature that a tempted player chooses (701.52c).

    The rules model of it that the creature is legendary.

    Args:
        effect: An effect of a text that has the Ring tempt a player.
    """
    deeds = {key: value for key, value in effect.given().items() if key not in _NO_DEEDS}
    return deeds == {"add_supertypes": ("Legendary",)}


def asked_of_named(effect: Effect) -> str:
    """Return what an effect asks of an object that the board names and that it need not affect (608.2h).

    Args:
        effect: The effect.

    Returns:
        "colors" for protection from its colors (702.16a), "abilities" where its abilities are given; else nothing.
    """
    if isinstance(effect.add_abilities_of, TargetsOf):
        return "abilities"
    wards = any(isinstance(one, str) and protects_from_colors_of_named(one) for one in effect.add_abilities or ())
    return "colors" if wards else ""


def protects_from_colors_of_named(ability: str) -> bool:
    """Tell whether an ability is protection from the colors of an object that another sentence names.

    Args:
        ability: The text of the ability: "protection from each of that spell's colors".
    """
    return _FROM_COLORS_OF_NAMED.match(ability) is not None


_FROM_COLORS_OF_NAMED = pattern(
    r"protection from (?:the colors of (?:target|that) [\w ]+|each of that \w+'s colors)\.?$", re.IGNORECASE
)


def place_of(effect: Effect) -> int:
    """Return the place of the target that an effect affects among those that the board names; 0 if it affects all.

    Args:
        effect: The effect.
    """
    return (effect.affects.nth or 0) if isinstance(effect.affects, TargetsOf) else 0


def needs_no_target(effect: Effect) -> bool:
    """Tell whether nobody has to choose the target of an effect: "up to one target creature" (115.6).

    Args:
        effect: The effect.
    """
    return isinstance(effect.affects, TargetsOf) and bool(effect.affects.optional)


def asks_for_x(effect: Effect) -> bool:
    """Tell whether an effect uses X, which only the board can say (107.3).

    Args:
        effect: The effect.
    """
    amounts = (effect.set_power, effect.set_toughness, effect.add_power, effect.add_toughness)
    if effect.if_ is not None and effect.if_.x:
        return True
    if any("mana_value_x" in part.given() for _, part in form_parts(effect.affects)):
        return True
    return any(isinstance(amount, AmountOf) and amount.x for amount in amounts)


def is_of_chosen_player(effect: Effect) -> bool:
    """Tell whether an effect affects all objects of a kind that a chosen player controls.

    Args:
        effect: The effect.
    """
    of = effect.affects
    return isinstance(of, (Filter, tuple)) and all(isinstance(one.controller, Chosen) for one in listed(of))


def told_conditions(form: object) -> Iterator[str]:
    """Find the conditions that a board tells.

    Args:
        form: An ability, an effect, or several.

    Yields:
        Each in its own words.
    """
    for _, part in form_parts(form):
        if isinstance(part, Condition) and part.told is not None:
            yield part.told


def told_qualities(form: object) -> Iterator[str]:
    """Find the qualities of objects that a board tells: "attacking you", "the first spell you cast this turn".

    Args:
        form: An ability, an effect, or several.

    Yields:
        Each in its own words.
    """
    for _, part in form_parts(form):
        if isinstance(part, Filter) and part.as_told is not None:
            yield from listed(part.as_told)


def untold_conditions(form: object) -> Iterator[str]:
    """Find the conditions that only a board can tell. Those that its cards show are left out, though it may tell them.

    Args:
        form: An ability, an effect, or several.

    Yields:
        Each in its own words.
    """
    yield from (text for text in told_conditions(form) if shown_by_cards(text) is None)


_NUMBERS = NUMBER_WORDS[:13]
_OPPONENTS_CARDS = pattern(r"an opponent has (\w+) or more cards in their (graveyard)")


def shown_by_cards(text: str) -> tuple[str, int] | None:
    """Return the zone and the number, where a condition asks whether an opponent has that many cards there."""
    said = _OPPONENTS_CARDS.fullmatch(text)
    if said is None or not (said[1].isdigit() or said[1] in _NUMBERS):
        return None
    return said[2], int(said[1]) if said[1].isdigit() else _NUMBERS.index(said[1])


def spoken_choices(form: object) -> Iterator[str]:
    """Find the choices that a form refers to: "the chosen color".

    Args:
        form: An ability, an effect, or several.

    Yields:
        The key of each choice.
    """
    for _, part in form_parts(form):
        if isinstance(part, (Chosen, AmountOf)) and part.chosen is not None:
            yield part.chosen


def speaks_of_defender(form: object) -> bool:
    """Tell whether a form refers to the defending player's objects: with several opponents, a board names the player.

    Args:
        form: An ability, an effect, or several.
    """
    return any(isinstance(part, Filter) and part.controller == "defending_player" for _, part in form_parts(form))


def told_amounts(form: object) -> Iterator[str]:
    """Find the amounts that a board tells. The number of opponents is none: the players of the board show it (102.2).

    Args:
        form: An ability, an effect, or several.

    Yields:
        Each in its own words.
    """
    for _, part in form_parts(form):
        if isinstance(part, AmountOf) and part.told not in (None, OPPONENTS):
            yield str(part.told)


def is_not_so(effect: Effect, told: tuple[str, ...]) -> bool:
    """Tell whether an effect does not happen: its condition was not told to hold, or one that it excludes was.

    Args:
        effect: The effect.
        told: The conditions that hold, as the board tells.

    Returns:
        Whether it does not happen.
    """
    condition = effect.if_
    if condition is None:
        return False
    if condition.not_ is not None and condition.not_.told is not None:
        return condition == Condition(not_=Condition(told=condition.not_.told)) and condition.not_.told in told
    return condition.told is not None and condition == Condition(told=condition.told) and condition.told not in told


def mentions_count(form: Effect) -> bool:
    """Tell whether an effect asks something of the board when it resolves (611.2c, 608.2c, 608.2h).

    Args:
        form: The effect.
    """
    exchanged = isinstance(form.gain_control, str) and form.gain_control.startswith("exchange")
    given = form.given()
    return (
        form.affects_filter
        or exchanged
        or form.if_ is not None
        or form.add_abilities_of is not None
        or any(is_counted(given.get(key)) for key in _WITH_AMOUNTS)
    )


def exchanges_sizes(effects: Sequence[Effect]) -> bool:
    """Tell whether two effects exchange the power or toughness of the source and a target, both at once.

    Args:
        effects: Effects of an ability.
    """
    if len(effects) != 2 or effects[0].affected != "this" or not effects[1].affects_targets:
        return False
    own, other = effects[0].changed(affects=None), effects[1].changed(affects=None)
    return any(
        own == Effect().changed(**{f"set_{what}": AmountOf().changed(**{what: "target"})})
        and other == Effect().changed(**{f"set_{what}": AmountOf().changed(**{what: "this"})})
        for what in ("power", "toughness")
    )


def parts_with_targets(effects: Sequence[Effect], told: tuple[str, ...], named: int) -> list[int]:
    """Return the places of the targets that a board can name, for a text that does different things to each of them.

    Args:
        effects: The effects of the text.
        told: The conditions that hold, as the board tells.
        named: How many targets the board names.

    Returns:
        The places in the text, in order. If the board names fewer targets than the text has, only the places of effects
        that happen; if it names as many as are not optional among these, only those.
    """
    happening = [one for one in effects if not is_not_so(one, told)]
    places = sorted({place_of(one) for one in effects} - {0})
    if named < len(places):  # the board names only those to which something happens
        places = sorted({place_of(one) for one in happening} - {0})
    chosen = sorted({place_of(one) for one in happening if not needs_no_target(one)} - {0})
    return chosen if named < len(places) and named == len(chosen) else places


def lacks_one_target(effects: Sequence[Effect], told: tuple[str, ...], named: int) -> bool:
    """Tell whether the board names one target too few: it cannot name one that has left.

    Args:
        effects: The effects of the text.
        told: The conditions that hold, as the board tells.
        named: How many targets the board names.
    """
    needed = {place_of(one) for one in effects if not is_not_so(one, told) and not needs_no_target(one)} - {0}
    return 0 < named < len(needed) and named + 1 == len(parts_with_targets(effects, told, named))
