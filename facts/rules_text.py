"""The rules text of a card, compiled into the effect form: one entry an ability, as plain data that a store can keep.

Compiling takes milliseconds a card and the parser's tables a while to load, so both happen only where a card comes
with rules text that was not compiled before.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypedDict


class Compiled(TypedDict, total=False):
    """One ability of a face.

    Attributes:
        text: How it reads, without reminder text.
        form: The ability in the effect form; missing where there is nothing to say in it.
        unread: Sentences that could say what an object is, and were not read; missing where there are none.
    """

    text: str
    form: dict[str, Any]
    unread: list[str]


def compile_card(card: Mapping[str, Any]) -> list[list[Compiled]]:
    """Compile the rules text of a card.

    Args:
        card: The card in Scryfall's shape.

    Returns:
        One list a face, in the order of ``card_faces``: its abilities in printed order. A card without faces is
        its own only face.
    """
    faces = card.get("card_faces") if card.get("layout") != "meld" else None
    return [compile_face(face, card) for face in faces or (card,)]


def compile_face(face: Mapping[str, Any], card: Mapping[str, Any]) -> list[Compiled]:
    """Compile the rules text of a face.

    Args:
        face: The face, or a card without faces, in Scryfall's shape.
        card: The card that it is of.

    Returns:
        Its abilities, in printed order.
    """
    text = str(face.get("oracle_text") or "")
    if not text:
        return []
    from facts.oracle import CardContext, read_text

    context = CardContext(str(face.get("name") or ""), str(face.get("type_line") or card.get("type_line") or ""))
    found: list[Compiled] = []
    for ability in read_text(text, context):
        entry: Compiled = {"text": ability.text}
        if ability.form is not None:
            entry["form"] = ability.form
        if ability.unread:
            entry["unread"] = list(ability.unread)
        if found and _BAND.match(found[-1]["text"]) and not _BAND.match(ability.text):
            _join(found[-1], entry)
        else:
            found.append(entry)
    return found


_BAND = re.compile(r"(?:LEVEL|STATION) \d", re.IGNORECASE)
"""Where a level symbol or a station symbol begins: it and what stands beside it are one ability (711.2, 721.2)."""


def _join(band: Compiled, entry: Compiled) -> None:
    """Join what stands beside a level symbol to it: one ability that does all of it."""
    band["text"] += f"\n{entry['text']}"
    if "unread" in entry:
        band["unread"] = [*band.get("unread", ()), *entry["unread"]]
    if "form" not in entry:
        return
    effects = [{key: value for key, value in entry["form"].items() if key not in ("text", "kind")}]
    if "effects" in entry["form"]:
        effects = list(entry["form"]["effects"])
    for effect in effects:
        before = band.setdefault("form", {"effects": []})["effects"]
        same = before[-1] if before and before[-1].get("as_long_as") == effect.get("as_long_as") else None
        if same is not None and not set(same) & set(effect) - {"affects", "as_long_as", "add_abilities"}:
            added = [*same.get("add_abilities", ()), *effect.get("add_abilities", ())]
            same.update(effect)
            same.update({"add_abilities": added} if added else {})
        else:
            before.append(effect)
