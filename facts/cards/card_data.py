"""A card as plain data: its characteristics, each ability with its model, and the sentences that are not modelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.cards.card import Ability, Card, Face
from facts.effects.form import Effect
from facts.words import paragraphs, without_reminder

_OF_ABILITIES = ("kind", "text", "works_in", "cda", "chooses", "makes_token")


def card_as_data(card: Card, printed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Write a card as plain data.

    Args:
        card: The card.
        printed: The card in Scryfall's shape, where it comes from a store.

    Returns:
        ``name``, ``type_line`` and ``abilities``: one entry a paragraph of the text, each with ``text`` (without
        reminder text), ``face``, ``modelled``, ``effects`` in the effect form, and ``unread``, the sentences that
        are not modelled although they could matter.
    """
    lines = " // ".join(face.type_line.text for face in card.faces)
    entries = [
        _entry(face, *one)
        for face, text in zip(card.faces, _texts(card, printed or {}), strict=True)
        for one in _by_paragraph(face, text)
    ]
    return {"name": card.name, "type_line": lines, "abilities": entries}


def _texts(card: Card, printed: Mapping[str, Any]) -> Iterator[str]:
    """Return the rules text of each face."""
    faces = printed.get("card_faces") or ()
    for index in range(len(card.faces)):
        face = faces[index] if len(card.faces) > 1 and index < len(faces) else printed
        yield str(face.get("oracle_text") or "")


def _by_paragraph(face: Face, text: str) -> list[tuple[str, list[Ability]]]:
    """Return the abilities of a face by the paragraphs that they stand in."""
    alone = [(ability.text, [ability]) for ability in face.abilities]
    found: list[tuple[str, list[Ability]]] = []
    left = list(face.abilities)
    rest: list[str] = []
    for line in text.split("\n"):
        parts = paragraphs(line)
        if not parts:
            continue
        if rest and parts == rest[: len(parts)]:  # one more line of a level
            rest = rest[len(parts) :]
            found.append((", ".join(parts), []))
            continue
        mine, left = left[: len(parts)], left[len(parts) :]
        rest = list(mine[0].lines[1:]) if mine else []
        if rest and parts == [mine[0].lines[0]]:
            found.append((parts[0], mine))
            continue
        if [ability.given for ability in mine] != parts:
            return alone  # the abilities do not follow the lines of the text
        found.append((without_reminder(line), mine))
    return alone if left else found


def _entry(face: Face, text: str, abilities: list[Ability]) -> dict[str, Any]:
    return {
        "text": text,
        "face": face.side,
        "modelled": all(ability.modelled for ability in abilities),
        "effects": [_bare(effect) for ability in abilities for effect in ability.effects],
        "unread": [sentence for ability in abilities for sentence in ability.not_modelled],
    }


def _bare(effect: Effect) -> dict[str, Any]:
    """Return an effect without the keys of the ability, if one mapping has both."""
    return {key: value for key, value in effect.to_data().items() if key not in _OF_ABILITIES}
