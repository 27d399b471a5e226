"""Checks the choices of a step (205.3e): a wrong choice is refused before anything is derived.

A creature type of any edition of the rules passes here; `facts.cards.edition` compares it with the edition in force.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from functools import lru_cache
from typing import Any

from facts.board.asked import Chosen, spelled
from facts.cards import Face, letter
from facts.runtime import FrozenDict, pattern
from facts.text import Document, Path, best_guess, did_you_mean, show
from facts.words import BASIC_LAND_TYPES, COLORS, noun_of_kind, words_to_choose

_COLOR_WORDS = {**COLORS, **{symbol.lower(): symbol for symbol in COLORS.values()}}


def read_choices(
    document: Document,
    path: Path,
    given: dict[str, Any],
    players: tuple[str, ...],
    face_named: Callable[[str], Face | None] = lambda _: None,
) -> Chosen:
    """Check the choices of a step, and write each word as it is printed.

    Args:
        document: The board.
        path: Where the choices stand.
        given: The choices, by key.
        players: The players of the board.
        face_named: Finds a face of a card by its name.

    Returns:
        The values of each choice; colors as letters, names of known cards as printed.

    Raises:
        InputError: A choice is not one of its kind: no color, no creature type, no player.
    """
    found: dict[str, tuple[str | int, ...]] = {}
    for key, value in given.items():
        values = value if isinstance(value, list) else [value]
        words = [_one(document, (*path, key), key, word, players) for word in values]
        if key == "card_name":
            faces = [face_named(str(word)) for word in words]
            words = [word if face is None else face.name for word, face in zip(words, faces, strict=True)]
        found[key] = tuple(words)
    return FrozenDict(found)


def land_types_told_apart(chosen: Chosen, asked: Container[str]) -> Chosen:
    """Put chosen land types under the keys by which a text asks for them.

    A basic land type is a land type, so a step may name it under either key. Where a text asks for a type of each kind,
    the step may list both under one key, in the order of the text, or name them under ``from`` and ``to``.

    Args:
        chosen: The choices of a step.
        asked: The keys that the text asks for.

    Returns:
        The choices.
    """
    given = [key for key in ("land_type", "basic_land_type") if key in chosen]
    wanted = [key for key in ("land_type", "basic_land_type") if key in asked]
    if len(wanted) == 2 and not given and "from" in chosen and "to" in chosen:
        return FrozenDict({**chosen, wanted[0]: chosen["from"], wanted[1]: chosen["to"]})
    if len(given) != 1 or not wanted or wanted == given:
        return chosen
    values = chosen[given[0]]
    if len(wanted) == 2:
        return FrozenDict({**chosen, wanted[0]: values[:1], wanted[1]: values[1:]}) if len(values) == 2 else chosen
    basic = all(word in BASIC_LAND_TYPES for word in values)
    return FrozenDict({**chosen, wanted[0]: values}) if basic or wanted == ["land_type"] else chosen


_NEW_WORD = pattern(r"\bnew [\w ]+ can[’']t be (?P<barred>\w+)|\bnot with (?P<not_with>\w+)", re.IGNORECASE)
"""The words that a text-changing effect excludes as replacements."""
_FIXED = pattern(
    r"\b(?:replacing all instances of [\w ]+? with|one [\w ]+? becomes) (?!another\b|the\b|an?\b)(?P<word>[\w-]+)",
    re.IGNORECASE,
)
"""The word that a text-changing effect names itself: it is the only new word."""
_ANOTHER = pattern(r"\bwith another\b", re.IGNORECASE)


def check_words(document: Document, path: Path, chosen: Chosen, kinds: Sequence[str], text: str = "") -> None:
    """Check the words that a text-changing effect exchanges: there are two, of one of the kinds it names (612.2).

    Args:
        document: The board.
        path: Where the choices stand, or should.
        chosen: The choices of the step.
        kinds: ``color``, ``basic_land_type``, ``land_type``, ``creature_type``.
        text: The text of the ability: it can exclude words.

    Raises:
        InputError: A word is missing, the two are the same or not of one kind, or the text rules the new one out.
    """
    nouns = " or ".join(f"a {kind.replace('_', ' ')}" for kind in kinds)
    if not (chosen.get("from") and chosen.get("to")):
        raise document.error(
            path, "the step does not say which words are exchanged", "Name them: chosen: {from: ..., to: ...}"
        )
    one, other = str(chosen["from"][0]), str(chosen["to"][0])
    if not any(is_word_of(kind, one) and is_word_of(kind, other) for kind in kinds):
        words = f"{show(spelled(one))} and {show(spelled(other))} are not two words of one kind"
        raise document.error(path, words, f"Each is to be {nouns} (612.2)")
    if one == other and _ANOTHER.search(text):
        raise document.error(
            (*path, "to"), f"{show(spelled(one))} becomes itself", "The text asks for another word (608.2d)"
        )
    if (fixed := _FIXED.search(text)) and fixed["word"].lower() not in (other.lower(), spelled(other).lower()):
        hint = f"The text reads {show(fixed[0])} (608.2d)"
        raise document.error((*path, "to"), f"no word becomes {show(spelled(other))}", hint)
    for found in _NEW_WORD.finditer(text):
        if (found["barred"] or found["not_with"]).lower() in (other.lower(), spelled(other).lower()):
            hint = f"The text reads {show(found[0])} (608.2d)"
            raise document.error((*path, "to"), f"no word becomes {show(spelled(other))}", hint)


def is_word_of(kind: str, word: str) -> bool:
    """Tell whether a word is of a kind of words that effects exchange.

    Args:
        kind: ``color``, ``basic_land_type``, ``land_type``, ``creature_type``.
        word: The word, as printed; a color by its letter.
    """
    if kind == "color":
        return word in COLORS.values()
    return word in words_to_choose(kind, of_all_editions=True)


def _one(document: Document, path: Path, key: str, value: Any, players: tuple[str, ...]) -> str | int:
    if key == "number":
        return int(value)
    word = str(value)
    if key in ("creature_type", "land_type", "basic_land_type", "card_type"):
        noun = noun_of_kind(key)
        rule = "" if key == "card_type" else f"Choose one existing {noun} (205.3e)"
        return _of(document, path, word, words_to_choose(key, of_all_editions=True), noun, rule)
    if key == "color":
        if word.lower() not in _COLOR_WORDS:
            raise document.error(
                path,
                f"{show(word)} is no color",
                f"The colors are {', '.join(COLORS)} (105.4)",
                best_guess(word, COLORS),
            )
        return letter(word)
    if key == "player":
        if word not in players:
            raise document.error(
                path, f"{show(word)} is no player", f"The players are {', '.join(players)}", best_guess(word, players)
            )
        return word
    if key in ("from", "to"):
        return _text_word(document, path, word)
    return word


def _text_word(document: Document, path: Path, word: str) -> str:
    """Return a word that a text-changing effect exchanges: a color, or a land or creature type (612.2)."""
    if word.lower() in _COLOR_WORDS:
        return letter(word)
    kinds = ("land_type", "creature_type")
    candidates = [one for key in kinds for one in words_to_choose(key, of_all_editions=True)]
    noun = " or ".join(map(noun_of_kind, kinds))
    return _of(document, path, word, (*BASIC_LAND_TYPES, *candidates, *COLORS), f"color word, {noun}")


def _of(document: Document, path: Path, word: str, words: tuple[str, ...], noun: str, rule: str = "") -> str:
    known = _by_lower(words).get(word.strip().lower())
    if known is None:
        one = _one_of_many(word, words)
        asked = f"Did you mean {one}?" if one else did_you_mean(word, words)
        hint = ". ".join(part for part in (rule, asked) if part)
        raise document.error(path, f"{show(word)} is no {noun}", hint, one or best_guess(word, words))
    return known


def _one_of_many(plural: str, words: tuple[str, ...]) -> str:
    """Return the word whose plural was given; empty if there is none."""
    from facts.words import plural as said  # most boards need no message, and do without the reader of texts

    return next((one for one in words if said(one).lower() == plural.strip().lower()), "")


@lru_cache(maxsize=16)
def _by_lower(words: tuple[str, ...]) -> Mapping[str, str]:
    return {known.lower(): known for known in words}
