"""Mistakes that people make in boards by hand, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from facts.text import Path, best_guess, show
from facts.words import COLORS, words_to_choose

OTHER_WORDS = {
    "target": "affects", "targets": "affects", "affect": "affects", "to": "attached_to", "label": "as",
    "steps": "timeline", "events": "timeline", "board": "timeline", "player": "controller", "choice": "chosen",
    "choices": "chosen", "chooses": "chosen", "copies": "copy_of", "of": "copy_of", "enchants": "attached_to",
    "equips": "attaches", "equipped_to": "attached_to", "attach": "attaches", "on": "attached_to",
    "dies": "leaves", "destroys": "leaves", "destroyed": "leaves", "exiles": "leaves", "exiled": "leaves",
    "bounces": "leaves", "sacrifices": "leaves", "sacrificed": "leaves", "removes": "leaves",
    "etb": "enters", "card": "enters", "plays": "enters", "play": "enters", "puts": "enters",
    "cast": "resolves", "casts": "resolves", "spell": "resolves", "activates": "resolves", "activate": "resolves",
    "triggers": "resolves", "flips": "transforms", "untaps": "enters",
}  # fmt: skip
"""Words that people write, and the key that typeline has for each."""
_HOW_MANY = ("count", "times", "number", "amount", "quantity", "how_many")
"""Words for how often a step happens, for which there is no key."""
_HOSTS = ("attached_to", "onto", "to", "on")
"""The keys of the steps for the object that something is done to."""


def other_word(key: str, keys: Collection[str]) -> str:
    """Return the key that somebody means by a word of their own; empty if no key that may stand there is meant.

    Args:
        key: The word.
        keys: The keys that may stand there.
    """
    word = OTHER_WORDS.get(key.casefold(), "")
    if word not in keys and key.casefold() in _HOSTS:
        word = next((one for one in _HOSTS if one in keys), "")
    return word if word in keys else ""


def one_of_these(value: str, words: Collection[Any]) -> str:
    """Return the word of a list that somebody means; empty if there is none.

    The value is the beginning of the word, or nearly the word. If the words are the letters of colors, it is the name
    of a color.

    Args:
        value: The text.
        words: The list; entries that are no texts are left out.
    """
    texts = [one for one in words if isinstance(one, str)]
    if set(texts) == set(COLORS.values()):
        return COLORS.get(value.casefold(), "")
    begun = [one for one in texts if len(value) > 2 and one.startswith(value.casefold())]
    return begun[0] if len(begun) == 1 else best_guess(value, texts)


def side_hint(value: object, options: Collection[Any]) -> str:
    """Say how to write which side of a card is up, where a step names the face; empty if the value is no such word.

    Args:
        value: What stands for the face.
        options: The values that may stand there.
    """
    if "front" not in options or not isinstance(value, str):
        return ""
    return _SIDES.get(value.casefold(), "")


_SIDES = {
    "down": "An object that is face down is written: face_down: true",
    "face_down": "An object that is face down is written: face_down: true",
    "up": "Leave 'face' out: an object enters face up",
    "morph": "An object that is face down is written: face_down: morph",
    "manifest": "An object that is face down is written: face_down: manifest",
}
"""Words for a side that are no names of faces, each with what to write."""


def without_colon(mapping: Mapping[str, Any], keys: Iterable[str]) -> tuple[str, str] | None:
    """Find a key of a mapping in which a colon, or the space after one, is missing.

    Args:
        mapping: The mapping.
        keys: The keys that may stand there.

    Returns:
        The text that was read as a key, and how to write it; None if there is none.
    """
    for key, value in mapping.items():
        said = re.fullmatch(r"(\w+)(:?)\s*(\S.*)", key)
        if value is None and said is not None and said[1] in keys:
            return key, f"Write a colon and a space: {said[1]}: {said[3]}"
    return None


def in_quotes(mapping: Mapping[str, Any], key: str) -> str:
    """Say how to write a text with commas that was read as several keys: ``{enters: Urborg, Tomb of Yawgmoth}``.

    Args:
        mapping: The mapping.
        key: The piece behind the comma.
    """
    hint = "A text with a comma or braces in it needs quotes here"
    keys = list(mapping)
    before = keys[: keys.index(key)]
    first = next((one for one in reversed(before) if mapping[one] is not None), None)
    if first is None or not isinstance(mapping[first], str):
        return hint
    pieces = [mapping[first], *keys[keys.index(first) + 1 : keys.index(key) + 1]]
    text = ", ".join(pieces).strip("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}'\" ")
    return f'{hint}. Write: {first}: "{text}"' if '"' not in text and "\\" not in text else hint


def as_mapping(key: str, value: str) -> str:
    """Say how to write a choice, or counters, for which somebody wrote a word alone; empty if it is unknown.

    Args:
        key: The key under which it stands.
        value: The word.
    """
    if key == "counters":
        said = re.fullmatch(r"(?:(\d{1,6}) )?([+-]\d+/[+-]\d+|[a-z]+)(?: counters?)?", value.strip(), re.IGNORECASE)
        return "" if said is None else f'Write: counters: {{"{said[2].lower()}": {said[1] or 1}}}'
    if key != "chosen":
        return ""
    word = value.strip()
    if word.casefold() in COLORS:
        return f"Write: chosen: {{color: {word.casefold()}}}"
    kinds = ("basic_land_type", "creature_type", "land_type", "card_type")
    known = ((kind, one) for kind in kinds for one in words_to_choose(kind))
    kind, found = next((one for one in known if one[1].casefold() == word.casefold()), ("", ""))
    return f"Write: chosen: {{{kind}: {found}}}" if found else ""


def status_hint(key: str, statuses: Collection[Any]) -> str:
    """Say how to write a status that stands where a key should be: ``tapped: true``; empty if the key is none.

    Args:
        key: The key.
        statuses: The statuses that there are.
    """
    return f"Write: status: [{key}]" if key in statuses else ""


def number_hint(key: str, keys: Collection[str]) -> str:
    """Say how several objects enter, where a step says how many; empty if the key does not say that.

    Args:
        key: The key.
        keys: The keys that the step may have.
    """
    return "Write a step for each" if key in _HOW_MANY and "enters" in keys else ""


def board_hint(value: Any) -> str:
    """Say what is missing before the steps of a board, where a text or a list stands instead; empty if it is not clear.

    Args:
        value: What was read as the board.
    """
    if isinstance(value, list):
        return "Write 'timeline:' on a line above the steps"
    if isinstance(value, str) and re.match(r"(?:timeline|players|cards)\b", value):
        return f"Write a colon: {show(re.split(r'[^a-z]', value)[0] + ':')}"
    return ""


def text_hint(value: Mapping[str, Any]) -> str:
    """Say how to let a text resolve, where a step only has the text.

    Args:
        value: The step.
    """
    key = next((one for one in ("text", "oracle_text", "effects") if one in value), None)
    key = "text" if key == "oracle_text" else key
    return f"A text that resolves is written {{resolves: {{{key}: ...}}}}" if key is not None else ""


def steps_hint(path: Path, value: Any) -> str:
    """Say how to write the steps of a board, where something else stands for them or for one of them.

    Args:
        path: Where that stands.
        value: What was read there.

    Returns:
        The advice; empty if it is not clear what is meant.
    """
    if path == ("timeline",) and isinstance(value, dict) and any(str(key).startswith("-") for key in value):
        return "Write a space after each dash: - Forest"
    of_one = path[:1] == ("timeline",) and len(path) == 2
    if of_one and isinstance(value, list) and value and all(isinstance(one, (str, dict)) for one in value):
        first = next((one for one in value if isinstance(one, str)), "")
        return f"Write each step on a line of its own{f': - {first}' if first else ''}"
    return ""


def words_or(words: Collection[Any]) -> str:
    """Return words of which one is wanted: "up or down".

    Args:
        words: The words.
    """
    *others, last = map(str, words)
    return f"{', '.join(others)} or {last}" if others else last
