"""A card as text for people: its printed values, its effects in plain words, and what is not modelled."""

from __future__ import annotations

import re

from facts.cards import Ability, Card, Face
from facts.runtime import pattern
from facts.text import printable


def card_text(card: Card) -> str:
    """Write a card for people.

    Args:
        card: The card.

    Returns:
        Its name, cost and type line, its effects in plain sentences, and the sentences that are not modelled.
    """
    lines = [f"{card.name}{' (built-in)' if card.built_in else ''}"] if len(card.faces) > 1 else []
    for face in card.faces:
        lines += [""] if lines else []
        note = " (built-in)" if card.built_in and len(card.faces) == 1 else ""
        lines.append("  ".join(filter(None, [f"{face.name}{note}", face.mana_cost])))
        lines.append(" · ".join(_line(face)))
        for ability in face.abilities:
            lines += [f"  {line}" for line in _ability_lines(ability)]
    return "\n".join(printable(line) for line in lines)


def _line(face: Face) -> list[str]:
    """Return the type line of a face and the text below it."""
    parts = [face.type_line.text or "(no types)"]
    if face.indicator:
        parts.append(f"color indicator {''.join(face.indicator)}")
    if face.power is not None or face.toughness is not None:
        parts.append(f"{face.power}/{face.toughness}")
    if face.loyalty is not None:
        parts.append(f"loyalty {face.loyalty}")
    if face.defense is not None:
        parts.append(f"defense {face.defense}")
    return parts


def _ability_lines(ability: Ability) -> list[str]:
    """Return the text of an ability, its effects, and the sentences that are not modelled."""
    lines = list(ability.lines or (ability.text,))
    if ability.given is not None and ability.effects:
        from facts.oracle.say import ability_sentence

        hung = _HOST.search(ability.text)
        host = hung[0][0].lower() + hung[0][1:] if hung else "the attached object"
        form = ability.form
        sentence = ability.text if form is None else ability_sentence(form.changed(text=None), attached_phrase=host)
        if sentence != ability.text:
            lines.append(f"  = {sentence}")
    return [*lines, *(f"  not modelled: {sentence}" for sentence in ability.not_modelled)]


_HOST = pattern(r"\b(?:enchanted|equipped|fortified) (?:\w+)", re.IGNORECASE)
"""The words in a text for the host of its object."""
