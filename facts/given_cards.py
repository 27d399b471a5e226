"""What a schema cannot say of the cards and effects on a board: subtypes exist, numbers stay within bounds, ..."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from facts.cards import printed_number
from facts.errors import Path, show
from facts.mana import symbol_value, symbols
from facts.names import did_you_mean
from facts.reading import Document
from facts.subtypes import sets_by_word
from facts.type_line import read_type_line

MOST = 1_000_000
"""No number on a card is larger: the rules count within 32 bits."""
MOST_TIMES = 1_000
"""No amount is multiplied by more."""
_SUBTYPE_KEYS = ("set_subtypes", "add_subtypes", "remove_subtypes", "subtype")


def check_given(document: Document) -> None:
    """Check the cards and effects that a board defines itself.

    Args:
        document: A board that the schema accepts.

    Raises:
        InputError: An effect names a subtype that there is not (one that a card of the board is printed with is
            one), a static ability asks what shares something, or a number on a card is too large.
    """
    faces = list(_faces(document))
    forms = list(_forms(document))
    if not faces and not forms:
        return
    for path, face in faces:
        _check_numbers(document, path, face)
        _check_sharing(document, (*path, "abilities"), face.get("abilities") or ())
    known = {word for _, face in faces for word in read_type_line(str(face.get("type_line") or "")).subtypes}
    forms += [((*path, "abilities"), face["abilities"]) for path, face in faces if face.get("abilities")]
    for path, form in forms:
        for place, word in _entries(form, path):
            if isinstance(word, int):
                if abs(word) > MOST_TIMES:
                    raise document.error(place, f"{word} is too large", f"At most {MOST_TIMES}")
            elif word not in sets_by_word() and word not in known:
                hint = did_you_mean(word, {*sets_by_word(), *known})
                raise document.error(place, f"{show(word)} is no subtype", hint or "They are listed in 205.3")


def _faces(document: Document) -> Iterator[tuple[Path, Mapping[str, Any]]]:
    """Yield every card on the board, and every face of one, with its place."""
    cards: list[tuple[Path, Any]] = [(("cards", at), card) for at, card in enumerate(document.data.get("cards") or ())]
    for at, step in enumerate(document.data.get("timeline") or ()):
        for verb in ("enters", "mutates"):
            if isinstance(step, Mapping) and isinstance(step.get(verb), Mapping):
                cards.append((("timeline", at, verb), step[verb]))
    for path, card in cards:
        yield path, card
        for at, face in enumerate(card.get("card_faces") or ()):
            yield (*path, "card_faces", at), face


def _forms(document: Document) -> Iterator[tuple[Path, Any]]:
    """Yield what the steps themselves say in the effect form, with its place."""
    for at, step in enumerate(document.data.get("timeline") or ()):
        if isinstance(step, Mapping):
            if isinstance(step.get("resolves"), Mapping):
                yield ("timeline", at, "resolves"), step["resolves"]
            if isinstance(step.get("except"), Mapping):
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


def _check_sharing(document: Document, path: Path, abilities: Iterable[Any]) -> None:
    """See that what shares something with an object is asked for only as something resolves."""
    for at, ability in enumerate(abilities):
        if not isinstance(ability, Mapping):
            continue
        for effect in ability.get("effects") or (ability,):
            if "shares" in effect and ability.get("kind", "static") in ("static", "as_enters"):
                raise document.error((*path, at), "'shares' is for what resolves", "Not in a static ability")
            _check_sharing(document, (*path, at, "add_abilities"), effect.get("add_abilities") or ())


def _check_numbers(document: Document, path: Path, face: Mapping[str, Any]) -> None:
    for key in ("power", "toughness", "loyalty", "defense"):
        value = face.get(key)
        number = None if value is None else printed_number(str(value))
        if number is not None and abs(number) > MOST:
            raise document.error((*path, key), f"{show(value)} is too large", f"At most {MOST}")
    cost = str(face.get("mana_cost") or "")
    found = symbols(cost)
    if sum(symbol_value(symbol) * count for symbol, count in found.items()) > MOST:
        raise document.error((*path, "mana_cost"), f"{show(cost)} is too large", f"A mana value of at most {MOST}")
