"""What a board tells that its steps do not show: which of the conditions that texts ask for hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.cards import Card
from facts.effects import told_conditions
from facts.errors import show
from facts.telling.stage import Stage


def conditions_told(
    stage: Stage, step: dict[str, Any], speaking: Sequence[Card | Mapping[str, Any]]
) -> tuple[str, ...] | None:
    """Return the conditions that the board tells to hold, in the words of the texts that ask for them.

    Args:
        stage: The board so far.
        step: The step.
        speaking: The cards and abilities whose texts ask for conditions.

    Returns:
        The conditions; None where the step tells nothing.

    Raises:
        InputError: The step asks for what is not there, or cannot be.
    """
    given = step.get("told")
    if given is None:
        return None
    asked = list(dict.fromkeys(text for one in speaking for text in _asked_to_be_told(one)))
    known = [text for card in stage.timeline.cards.values() for text in _asked_to_be_told(card)]
    found: list[str] = []
    for piece in [given] if isinstance(given, str) else given:
        meant = [text for text in asked or known if piece.lower() in text.lower()]
        if not meant:
            hint = f"Asked for: {'; '.join(map(show, asked))}" if asked else "Leave 'told' out"
            stage.fail(("told",), f"no text asks whether {show(piece)}", hint)
        found += [text for text in meant if text not in found]
    return tuple(found)


def _asked_to_be_told(speaking: Card | Mapping[str, Any]) -> Iterator[str]:
    """Find the conditions of a card, or of an ability, that a board tells."""
    if isinstance(speaking, Mapping):
        yield from told_conditions(speaking)
        return
    for face in speaking.faces:
        for ability in face.abilities:
            yield from told_conditions(ability.form or {})
