"""The kinds of choices (205.3e, 201.4): their keys under ``chosen``, their nouns in texts, and the words there are."""

from __future__ import annotations

from facts.words.subtypes import BASIC_LAND_TYPES, CARD_TYPES, COLORS, words_of, words_of_all_editions

_SET_OF_KIND = {"creature_type": "creature", "land_type": "land"}
"""The kinds whose words are the subtypes of a set, with the set."""
CHOICE_NOUN = r"basic land type|creature type|land type|card type|permanent type|color|card name|number|player|opponent"
"""The nouns of the kinds, as alternatives of a pattern."""
SHORT_CHOICE_NOUN = r"(?:colors?|(?:creature |card |(?:basic )?land )?types?|player|opponent|number|card name)"
"""The same nouns without "permanent type", also shortened or in the plural: "type", "colors"."""
CHOSEN_CREATURES = "creatures of the chosen type"
"""The words of an ability about a chosen creature type."""


def set_of_kind(key: str) -> str | None:
    """Return the set of subtypes that a choice is from.

    Args:
        key: The key of the choice: ``creature_type``.

    Returns:
        The set; None if it is no choice of a subtype, or one of a basic land type.
    """
    return _SET_OF_KIND.get(key)


def words_to_choose(key: str, *, of_all_editions: bool = False) -> tuple[str, ...]:
    """Return the words that can be chosen.

    Args:
        key: The key of the choice: ``creature_type``, ``color``.
        of_all_editions: Whether retired subtypes are among them.

    Returns:
        The words; none where no list has them.
    """
    name = _SET_OF_KIND.get(key)
    if name is not None:
        return words_of_all_editions(name) if of_all_editions else words_of(name)
    return {"basic_land_type": BASIC_LAND_TYPES, "card_type": CARD_TYPES, "color": tuple(COLORS)}.get(key, ())


def noun_of_kind(key: str) -> str:
    """Return the noun of a choice, as a message says it.

    Args:
        key: The key of the choice: ``creature_type``.
    """
    return key.replace("_", " ")
