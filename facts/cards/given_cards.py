"""Checks of the cards and effects on a board that no schema can express: subtypes exist, numbers stay in bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from facts.cards.card import printed_number
from facts.cards.mana import symbol_parts, symbols
from facts.runtime import pattern
from facts.text import Document, Path, best_guess, did_you_mean, show
from facts.words import read_type_line, sets_by_word

_PRINTED = pattern(r"[-+]?[0-9.½*∞?²xy+-]*[0-9½*∞?²xy]", re.IGNORECASE)
"""Printed power, toughness, loyalty or defense: 2, *, 1+*, 7-*, +3, 1.5, *², ∞, ?, X."""
_SYMBOL = r"\{(?:[0-9]+|[½²∞]|H?[WUBRGCSXYZDLP])(?:/[0-9WUBRGCSP]+)*\}"
_COST = pattern(rf"\s*(?:{_SYMBOL}\s*)*(?://\s*(?:{_SYMBOL}\s*)*)*", re.IGNORECASE)
"""A printed mana cost: symbols in braces. The costs of two halves have ``//`` between them."""
MOST = 1_000_000
"""No number on a card is larger: the rules count within 32 bits."""
MOST_TIMES = 1_000
"""No amount is multiplied by more."""
Steps = Sequence[tuple[int, dict[str, Any]]]
"""Some steps of a board, each with its place."""
_KEYS = (
    "name", "mana_cost", "cmc", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense", "colors",
    "color_indicator", "color_identity", "keywords", "produced_mana", "layout", "melds_from", "abilities", "card_faces",
)  # fmt: skip
"""The keys of a card or a face that the schema reads."""
_OF_SCRYFALL = frozenset(("oracle_id", "legalities"))
"""Keys of Scryfall that look like slips for these keys, and are none."""
_OTHER_WORDS = {
    "text": "oracle_text", "rules_text": "oracle_text", "rules": "oracle_text", "oracle": "oracle_text",
    "type": "type_line", "types": "type_line", "subtypes": "type_line", "supertypes": "type_line",
    "cost": "mana_cost", "mana": "mana_cost", "color": "colors", "colour": "colors", "colours": "colors",
    "ability": "abilities", "effects": "abilities", "faces": "card_faces",
}  # fmt: skip
"""Keys that no card has, and the intended ones."""
_SUBTYPE_KEYS = ("set_subtypes", "add_subtypes", "remove_subtypes", "subtype")


def check_given(document: Document) -> None:
    """Check the cards and effects that a board defines itself.

    Args:
        document: A board that the schema accepts.

    Raises:
        InputError: An effect names a subtype that does not exist (a subtype printed on a card of the board does), an
            ability has a key that its kind cannot have, or a number on a card is too large.
    """
    steps = list(_defining(document))
    faces = list(_faces(document, steps))
    forms = list(_forms(steps))
    if not faces and not forms:
        return
    for path, face in faces:
        _check_keys(document, path, face)
        _check_numbers(document, path, face)
        _check_deeds(document, (*path, "abilities"), face.get("abilities") or ())
    for path, form in forms:
        _check_deeds(document, (*path, "effects"), [{"kind": "spell", **one} for one in form.get("effects") or ()])
    known = {word for _, face in faces for word in read_type_line(str(face.get("type_line") or "")).subtypes}
    forms += [((*path, "abilities"), face["abilities"]) for path, face in faces if face.get("abilities")]
    for path, form in forms:
        for place, word in _entries(form, path):
            if isinstance(word, int):
                if abs(word) > MOST_TIMES:
                    raise document.error(place, f"{word} is too large", f"At most {MOST_TIMES}")
            elif word not in sets_by_word() and word not in known:
                hint = did_you_mean(word, {*sets_by_word(), *known})
                meant = best_guess(word, {*sets_by_word(), *known})
                raise document.error(place, f"{show(word)} is no subtype", hint or "They are listed in 205.3", meant)


def _check_keys(document: Document, path: Path, face: Mapping[str, Any]) -> None:
    """Refuse a key that is a slip for one that is read. Other keys, such as further ones of Scryfall, are ignored."""
    for key in face:
        if key not in _KEYS and key not in _OF_SCRYFALL:
            meant = _OTHER_WORDS.get(key.lower().replace(" ", "_"))
            hint = f"Did you mean '{meant}'?" if meant else did_you_mean(key, _KEYS, quote=True)
            if hint:
                meant = meant or best_guess(key, _KEYS)
                raise document.error((*path, key), f"{show(key)} is no key of a card", hint, meant)


def _defining(document: Document) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the steps that hold a mapping: only these may describe a card, or say something in the effect form."""
    for at, step in enumerate(document.data.get("timeline") or ()):
        if isinstance(step, dict) and dict in map(type, step.values()):
            yield at, step


def _faces(document: Document, steps: Steps) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield every card on the board, and every face of one, with its place."""
    cards: list[tuple[Path, Any]] = [(("cards", at), card) for at, card in enumerate(document.data.get("cards") or ())]
    for at, step in steps:
        for verb in ("enters", "mutates"):
            if isinstance(step.get(verb), dict):
                cards.append((("timeline", at, verb), step[verb]))
    for path, card in cards:
        yield path, card
        for at, face in enumerate(card.get("card_faces") or ()):
            yield (*path, "card_faces", at), face


def _forms(steps: Steps) -> Iterator[tuple[Path, Any]]:
    """Yield the effect forms within steps, each with its place."""
    for at, step in steps:
        if isinstance(step.get("resolves"), dict):
            yield ("timeline", at, "resolves"), step["resolves"]
        if isinstance(step.get("except"), dict):
            yield ("timeline", at, "except"), step["except"]


def _entries(form: Any, path: Path) -> Iterator[tuple[Path, str | int]]:
    """Yield every subtype and every factor that a piece of the effect form names, with its place."""
    if isinstance(form, list):
        for at, one in enumerate(form):
            yield from _entries(one, (*path, at))
    elif isinstance(form, Mapping):
        for key, value in form.items():
            if (key in _SUBTYPE_KEYS and isinstance(value, str)) or (key == "times" and isinstance(value, int)):
                yield (*path, key), value
            elif key in _SUBTYPE_KEYS and isinstance(value, list):
                yield from (((*path, key, at), word) for at, word in enumerate(value) if isinstance(word, str))
            elif isinstance(value, (list, Mapping)):
                yield from _entries(value, (*path, key))


def _check_deeds(document: Document, path: Path, abilities: Iterable[Any]) -> None:
    """Refuse abilities with a key that abilities of their kind cannot have."""
    for at, ability in enumerate(abilities):
        if not isinstance(ability, Mapping):
            continue
        for effect in ability.get("effects") or (ability,):
            wrong = _out_of_place(effect, str(ability.get("kind", "static")))
            if wrong is not None:
                raise document.error((*path, at), *wrong)
            _check_deeds(document, (*path, at, "add_abilities"), effect.get("add_abilities") or ())


def _out_of_place(effect: Mapping[str, Any], kind: str) -> tuple[str, str] | None:
    """Return the keys of an effect that are impossible for its kind of ability, and the possible ones."""
    if kind not in ("static", "as_enters"):
        for key, kept in (("becomes_copy", ("while_attached", None)), ("change_words", (None,)), ("turn", (None,))):
            if key in effect and effect.get("lasts") not in kept:
                return f"'{key}' cannot last for as long as something is so", "End the effect with an 'ends' step"
            if key in effect and "if" in effect and key != "becomes_copy":
                return f"'{key}' cannot ask for a condition", "Leave the step out where it does not happen"
        return None
    affects = effect.get("affects", "this")
    if "shares" in effect:
        return "'shares' is for spells and abilities that resolve", "Not in a static ability"
    if kind == "as_enters":
        return None
    of_zones = isinstance(affects, Mapping) and set(affects) == {"zone"} and "as_long_as" not in effect
    if "change_words_to" in effect and not of_zones:
        hint = "Wanted: affects: {zone: [battlefield, stack]}, and no condition"
        return "'change_words_to' comes before what says whom this affects, and when (613.1)", hint
    for key in ("turn", "change_words"):
        if key in effect and not (key == "change_words" and "change_words_to" in effect):
            return f"'{key}' is for spells and abilities that resolve", "Not in a static ability"
    for key, whose in (
        ("gain_control", ("attached",)),
        ("becomes_copy", ("attached",)),
        ("set_name", ("attached", "this")),
    ):
        if key in effect and (affects not in whose or "as_long_as" in effect):
            hint = f"Wanted in a static ability: affects: {' or '.join(whose)}, and no condition"
            return f"'{key}' comes before what says whom this affects, and when (613.1)", hint
    return None


def _check_numbers(document: Document, path: Path, face: Mapping[str, Any]) -> None:
    for key in ("power", "toughness", "loyalty", "defense"):
        value = face.get(key)
        if value is not None and not _PRINTED.fullmatch(str(value)):
            problem = f"{show(value)} is no {key} that a card can have"
            raise document.error((*path, key), problem, "Wanted: a number such as 2, or one with a star or an X")
        number = None if value is None else printed_number(str(value))
        if number is not None and abs(number) > MOST:
            raise document.error((*path, key), f"{show(value)} is too large", f"At most {MOST}")
    cost = str(face.get("mana_cost") or "")
    if not _COST.fullmatch(cost):
        wanted = "Wanted: symbols in braces, such as {2}{W}, {W/U} or {X}, in quotes"
        raise document.error((*path, "mana_cost"), f"{show(cost)} is no mana cost", wanted)
    found = symbols(cost) if cost else {}
    parts = [(part, count) for symbol, count in found.items() for part in symbol_parts(symbol)]
    if sum(part * count if isinstance(part, int) else count for part, count in parts) > MOST:
        raise document.error((*path, "mana_cost"), f"{show(cost)} is too large", f"A mana value of at most {MOST}")
