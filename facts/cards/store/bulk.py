"""The cards of a bulk file, in Scryfall's shape, one after the other.

The files may be Scryfall's (a list of cards, a list under ``data``, or a card on each line) or MTGJSON's AtomicCards (a
mapping from each name to the faces of that name).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from facts.cards.given_cards import check_given
from facts.cards.store.stream import HINT, JsonText, Readable
from facts.runtime import pattern
from facts.schema import check
from facts.text import Document, InputError, Path, normal, path_text, show

CARD, UNUSUAL, TOKEN = 0, 1, 2
"""The order of cards of the same name: a card of the game, an unusual card, a token."""

_FACE_KEYS = (
    "name", "mana_cost", "type_line", "oracle_text", "power", "toughness", "loyalty", "defense", "colors",
    "color_indicator",
)  # fmt: skip
_CARD_KEYS = (*_FACE_KEYS, "keywords", "layout")
_IDENTITIES = ("id", "oracle_id")
_READ = frozenset((*_CARD_KEYS, "card_faces", "all_parts", "set_type", "border_color", *_IDENTITIES))
_MOST_KEYS = 500
_TOKENS = ("token", "double_faced_token", "emblem")
_NO_CARDS = ("art_series",)
_MTGJSON = {
    "manaCost": "mana_cost",
    "type": "type_line",
    "text": "oracle_text",
    "power": "power",
    "toughness": "toughness",
    "loyalty": "loyalty",
    "defense": "defense",
    "colors": "colors",
    "colorIndicator": "color_indicator",
}
_ESCAPED = pattern(r"\\u00[01][0-9a-f]|\\[bf]|[\x7f-\x9f\ud800-\udfff]")
_UNFIT = pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(slots=True)
class Found:
    """A card of a bulk file.

    Attributes:
        name: Its whole name.
        faces: The names of its faces, front first; none of a card without faces of its own.
        type_line: Its type line.
        kind: `CARD`, `UNUSUAL` or `TOKEN`.
        data: The card in Scryfall's shape, as JSON.
        path: Its place in the file.
        line: On which line.
        identity: Distinguishes it from another card, or another printing, of its name.
    """

    name: str
    faces: tuple[str, ...]
    type_line: str
    kind: int
    data: str
    path: Path = ()
    line: int = 0
    identity: str = ""


def cards_of(file: Readable, source: str, progress: Callable[[int], None] | None = None) -> Iterator[Found]:
    """Go through the cards of a bulk file.

    Args:
        file: The file, as it is or with gzip.
        source: Its name in messages.
        progress: Called with the number of bytes each time some of the file were read.

    Returns:
        The cards, in the order of the file. Pictures on the backs of art cards are left out.

    Raises:
        InputError: It is no such file, or something in it is wrong.
    """
    text = JsonText(file, source, progress)
    first = text.peek()
    if first == "[":
        yield from _once(text, _list(text, ()))
    elif first == "{":
        yield from _once(text, _mapping(text))
    elif not first:
        text.fail("there is nothing in it", f"Wanted: {HINT}")
    else:
        text.fail(f"this is no file of cards: it begins with {show(first)}", f"Wanted: {HINT}", (), text.line)
    if rest := text.peek():
        text.fail(f"{show(rest)} stands after the end of the cards", "", (), text.line)


def _once(text: JsonText, cards: Iterator[Found]) -> Iterator[Found]:
    """Refuse a second card of the same name that nothing in the file distinguishes from the first."""
    names: set[str] = set()
    identities: set[str] = set()
    for found in cards:
        if found.kind == CARD:
            name = normal(found.name)
            if name in names and (not found.identity or found.identity in identities):
                text.fail(f"there is another card called {show(found.name)}", "Leave one out", found.path, found.line)
            names.add(name)
            identities.add(found.identity)
        yield found


def _list(text: JsonText, path: Path) -> Iterator[Found]:
    """Go through a list of Scryfall's cards."""
    for index in text.items(path):
        text.peek()
        line = text.line
        yield from _scryfall(text, text.value((*path, index)), (*path, index), line)


def _mapping(text: JsonText) -> Iterator[Found]:
    """Go through a mapping with cards under ``data``, or else a file with a card on each line."""
    rest: dict[str, Any] = {}
    line, told = text.line, False
    for key in text.entries(()):
        opening = text.peek() if key == "data" else ""
        if opening == "{":
            told = True
            yield from _atomic(text)
        elif opening == "[":
            told = True
            yield from _list(text, ("data",))
        else:
            value = text.value((key,))
            rest[key] = value if key in _READ else None
            if len(rest) > _MOST_KEYS:
                break
    if told:
        return
    if "name" not in rest or "download_uri" in rest or len(rest) > _MOST_KEYS:
        keys = f"a mapping with the keys {', '.join(list(rest)[:6])}" if rest else "an empty mapping"
        text.fail(f"this is no file of cards: {keys}", f"Wanted: {HINT}", (), line)
    index = 0
    yield from _scryfall(text, rest, (index,), line)
    while text.peek():
        index += 1
        line = text.line
        yield from _scryfall(text, text.value((index,)), (index,), line)


def _scryfall(text: JsonText, raw: Any, path: Path, line: int) -> Iterator[Found]:
    """Take one of Scryfall's cards."""
    if not isinstance(raw, dict):
        text.fail(f"{show(raw)} is no card", "Wanted: a mapping with the card's name and type line", path, line)
    if raw.get("layout") in _NO_CARDS:
        return
    card = _chosen(raw, _CARD_KEYS)
    if raw.get("card_faces") is not None:
        faces = raw["card_faces"]
        card["card_faces"] = faces = [
            _chosen(face, _FACE_KEYS) if isinstance(face, dict) else face for face in faces
        ] if isinstance(faces, list) else faces  # fmt: skip
        _share_type_line(card)
    melded = _melds_from(raw)
    if melded:
        card["melds_from"] = melded
    identity = next((str(raw[key]) for key in _IDENTITIES if raw.get(key)), "")
    yield replace(_checked(text, card, path, line, _kind(raw)), path=path, line=line, identity=identity)


def _chosen(raw: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: raw[key] for key in keys if raw.get(key) not in (None, "")}


def _share_type_line(card: dict[str, Any]) -> None:
    """Give faces without a type line their part of the card's."""
    faces, line = card["card_faces"], card.get("type_line")
    if not isinstance(faces, list) or not isinstance(line, str):
        return
    parts = line.split(" // ")
    if len(parts) == len(faces):
        for face, part in zip(faces, parts, strict=True):
            if isinstance(face, dict):
                face.setdefault("type_line", part)


def _melds_from(raw: Mapping[str, Any]) -> list[str]:
    """Return the two cards that meld into a card, where the file says so."""
    parts = raw.get("all_parts")
    if raw.get("layout") != "meld" or not isinstance(parts, list):
        return []
    named = [(part.get("component"), part.get("name")) for part in parts if isinstance(part, dict)]
    if ("meld_result", raw.get("name")) not in named:
        return []
    fronts = [name for component, name in named if component == "meld_part" and isinstance(name, str)]
    return fronts if len(set(fronts)) == len(fronts) == 2 else []


def _kind(raw: Mapping[str, Any]) -> int:
    if raw.get("layout") in _TOKENS:
        return TOKEN
    return UNUSUAL if raw.get("set_type") in ("funny", "memorabilia") or raw.get("border_color") == "silver" else CARD


def _atomic(text: JsonText) -> Iterator[Found]:
    """Go through MTGJSON's AtomicCards."""
    names: set[str] = set()
    for name in text.entries(("data",)):
        path: Path = ("data", name)
        opening, line = text.peek(), text.line
        if name in names:
            text.fail(f"there is another card called {show(name)}", "Leave one out", path, line)
        names.add(name)
        if opening != "[":
            text.fail("this is no list of faces", 'Wanted of MTGJSON: the file "AtomicCards"', path, line)
        group: dict[str, tuple[int, Mapping[str, Any]]] = {}
        for index, entry in enumerate(text.value(path)):
            if not isinstance(entry, dict):
                text.fail(f"{show(entry)} is no face of a card", "Wanted: a mapping", (*path, index), line)
            side = str(entry.get("side") or "")
            if not side or side in group:  # another card of the same name
                yield from _faces(text, path, group, line)
                group = {}
            group[side] = index, entry
        yield from _faces(text, path, group, line)


def _faces(
    text: JsonText, path: Path, group: Mapping[str, tuple[int, Mapping[str, Any]]], line: int
) -> Iterator[Found]:
    """Make one card of entries that are its faces, or a card of each entry where these meld."""
    entries = [group[side] for side in sorted(group)]
    if not entries:
        return
    first = entries[0][1]
    layout = first.get("layout") or "normal"
    kind = UNUSUAL if first.get("isFunny") else CARD
    if len(entries) == 1 or layout == "meld":
        for index, entry in entries:
            card = {**_face(entry), "layout": layout, **_chosen(entry, ("keywords",))}
            parts = entry.get("cardParts")
            if layout == "meld" and entry.get("side") == "b" and isinstance(parts, list) and len(parts) == 3:
                card["melds_from"] = [part for part in parts if part != card.get("name")]
            yield replace(_checked(text, card, (*path, index), line, kind, atomic=True), identity=f"{path} {index}")
        return
    faces = [_face(entry) for _, entry in entries]
    card = {"name": first.get("name") or path[-1], "layout": layout, "card_faces": faces}
    if layout == "aftermath":
        card["layout"] = "split"
    yield replace(_checked(text, card, path, line, kind, atomic=True), identity=f"{path} {entries[0][0]}")


def _face(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Bring a face into Scryfall's shape."""
    face = {ours: entry[theirs] for theirs, ours in _MTGJSON.items() if entry.get(theirs) not in (None, "")}
    name = entry.get("faceName") or entry.get("name")
    if isinstance(name, str) and not entry.get("faceName") and entry.get("side") and " // " in name:
        side = "abcdefgh".find(str(entry["side"]))
        parts = name.split(" // ")
        name = parts[side] if 0 <= side < len(parts) else name
    return {"name": name, **face} if name is not None else face


def _checked(text: JsonText, card: dict[str, Any], path: Path, line: int, kind: int, *, atomic: bool = False) -> Found:
    """Check a card against the schema, and its texts for characters that belong in no text."""
    try:
        data = json.dumps(card, ensure_ascii=False, separators=(",", ":"))
        if _ESCAPED.search(data) and (unfit := _UNFIT.search("".join(_texts(card)))):
            raise InputError(f"the character U+{ord(unfit[0]):04X} has no place in a text")
        check(Document(card, text.source), "card")
        check_given(Document({"cards": [card]}, text.source))
    except InputError as error:
        inner = error.path.removeprefix("cards[0].")
        inner = _in_mtgjson(inner) if atomic else inner
        dot = "." if inner and not inner.startswith("[") else ""
        text.fail(f"{error.problem}{_whose(card)}", error.hint, f"{path_text(path)}{dot}{inner}", line)
    except (ValueError, RecursionError):
        text.fail("this nests too deeply", "", path, line)
    faces = card.get("card_faces", ())
    names = tuple(face["name"] for face in faces) if card.get("layout") != "meld" else ()
    type_line = card.get("type_line") or " // ".join(face["type_line"] for face in faces)
    return Found(card["name"], names, type_line, kind, data)


def _whose(card: Mapping[str, Any]) -> str:
    name = card.get("name")
    return f" (of the card {show(name)})" if isinstance(name, str) else ""


def _in_mtgjson(path: str) -> str:
    """Write a path inside of a card with MTGJSON's keys."""
    for theirs, ours in _MTGJSON.items():
        path = re.sub(rf"\b{ours}\b", theirs, path)
    return path.removeprefix("card_faces")


def _texts(value: Any) -> Iterator[str]:
    """Go through the texts of a card."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
