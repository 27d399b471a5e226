"""Questions that a form leaves to the board: targets, X, conditions and amounts that only the board can tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.runtime.patterns import pattern
from facts.text.number_words import NUMBER_WORDS

Form = Mapping[str, Any]

AMOUNT_OPERATIONS = ("set_power", "set_toughness", "add_power", "add_toughness", "enter_with")
_ASKS_THE_BOARD = frozenset(
    (
        "count",
        "count_types",
        "count_colors",
        "count_basic_land_types",
        "count_party",
        "count_each",
        "greatest",
        "total",
        "power",
        "toughness",
        "counters",
        "devotion",
        "colors",
        "creature_types",
    )
)
OPPONENTS = "the number of opponents you have"
"""An amount that is told in words, and that no board has to tell."""


def is_counted(amount: Any) -> bool:
    """Tell whether an amount depends on the board (and so is fixed as a spell resolves, 608.2h).

    Args:
        amount: An amount of the effect form.
    """
    return isinstance(amount, Mapping) and bool(_ASKS_THE_BOARD & set(amount) or amount.get("mana_value") == "this")


def asks_of_target(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect on the source asks about an object that the board names: "its base power to that of ...".

    Args:
        effect: An effect of the effect form.
    """
    amounts = (effect.get("set_power"), effect.get("set_toughness"))
    return any(isinstance(amount, Mapping) and "target" in amount.values() for amount in amounts)


def place_of(effect: Mapping[str, Any]) -> int:
    """Return the place of the target that an effect affects among those that the board names; 0 if it affects all.

    Args:
        effect: An effect of the effect form.
    """
    affects = effect.get("affects")
    return int(affects.get("nth", 0)) if isinstance(affects, Mapping) else 0


def asks_for_x(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect uses X, which only the board can say (107.3).

    Args:
        effect: An effect of the effect form.
    """
    amounts = (effect.get(f"{verb}_{stat}") for verb in ("set", "add") for stat in ("power", "toughness"))
    if "x" in effect.get("if", ()) or "mana_value_x" in str(effect.get("affects")):
        return True
    return any(isinstance(amount, Mapping) and "x" in amount for amount in amounts)


def told_conditions(form: Any) -> Iterator[str]:
    """Find the conditions that a board tells.

    Args:
        form: An ability or an effect in the effect form, or a part of one.

    Yields:
        Each in its own words.
    """
    for key, part in _parts(form):
        if key not in AMOUNT_OPERATIONS and key != "lasts" and isinstance(part.get("told"), str):
            yield part["told"]


def untold_conditions(form: Any) -> Iterator[str]:
    """Find the conditions that only a board tells: none that its cards show, which it may tell all the same.

    Args:
        form: An ability or an effect in the effect form, or a part of one.

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


def speaks_of_defender(form: Any) -> bool:
    """Tell whether a form refers to the defending player's objects: with several opponents, a board names the player.

    Args:
        form: An ability or an effect in the effect form, or a part of one.
    """
    return any(part.get("controller") == "defending_player" for _, part in _parts(form))


def told_amounts(form: Any) -> Iterator[str]:
    """Find the amounts that a board tells; how many opponents there are, its players show (102.3).

    Args:
        form: An ability or an effect in the effect form, or a part of one.

    Yields:
        Each in its own words.
    """
    for key, part in _parts(form):
        if key in AMOUNT_OPERATIONS and part.get("told", OPPONENTS) != OPPONENTS:
            yield part["told"]


def _parts(form: Any, key: str = "") -> Iterator[tuple[str, Form]]:
    """Go through all mappings in a form, each with the key it stands under."""
    if isinstance(form, (dict, Mapping)):
        yield key, form
        for inner, value in form.items():
            if not isinstance(value, (str, int)):
                yield from _parts(value, inner)
    elif isinstance(form, list):
        for value in form:
            if not isinstance(value, (str, int)):
                yield from _parts(value, key)


def is_not_so(effect: Mapping[str, Any], told: tuple[str, ...]) -> bool:
    """Tell whether an effect happens only if a condition is told that was not, or only if a told one does not hold.

    Args:
        effect: The effect.
        told: The conditions that are told to hold.

    Returns:
        Whether it does not happen.
    """
    condition = effect.get("if") or {}
    instead = condition.get("not") or {}
    if set(condition) == {"not"} and set(instead) == {"told"}:
        return instead["told"] in told
    return set(condition) == {"told"} and condition["told"] not in told


def mentions_count(form: Any) -> bool:
    """Tell whether an effect asks something of the board when it resolves (611.2c, 608.2c, 608.2h).

    Args:
        form: An effect of the effect form.
    """
    affects = form.get("affects", "this")
    by_filter = isinstance(affects, list) or (isinstance(affects, Mapping) and "targets" not in affects)
    exchanged = str(form.get("gain_control", "")).startswith("exchange")
    return by_filter or exchanged or "if" in form or any(is_counted(form.get(key)) for key in AMOUNT_OPERATIONS)
