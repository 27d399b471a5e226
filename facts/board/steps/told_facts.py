"""Conditions and amounts that no step shows, so that the board tells them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from facts.board.steps.stage import Stage
from facts.cards import Ability, Card
from facts.effects import listed, told_amounts, told_conditions, told_qualities
from facts.effects.form import Condition, Effect
from facts.runtime import pattern
from facts.text import show
from facts.words import CONDITIONS, PAID

Speaking = Sequence[Card | tuple[Effect, ...]]
"""The cards and abilities whose texts ask for told conditions."""


_OF_AN_OBJECT = pattern(
    r"(?:attacking|blocking|blocked by|entered|attacked|blocked|dealt|was|were|cast|controlled by|"
    r"the (?:first|second|third|chosen)) \S.*",
    re.IGNORECASE,
)
"""Qualities that texts ask of other objects than their own (``as_told`` of a filter)."""


def conditions_told(
    stage: Stage, step: dict[str, Any], speaking: Speaking, texts: Sequence[str] = ()
) -> tuple[str, ...] | None:
    """Return the conditions that hold, as the board tells, in the words of the texts that ask for them.

    Args:
        stage: The board so far.
        step: The step.
        speaking: The cards and abilities whose texts ask for conditions.
        texts: The texts of these abilities. If one has an "if" clause, the step itself implies that its condition
            holds; a step that tells it all the same makes no mistake.

    Returns:
        The conditions; None where the step tells nothing, and chooses no anchor word.

    Raises:
        InputError: No text asks for what the step tells.
    """
    given = step.get("told")
    words = _anchor_words_chosen(stage, step, speaking)
    if given is None:
        return words
    pieces = [piece for piece in listed(given) if isinstance(piece, str)]
    texts = [*texts, *(one.text for card in speaking if isinstance(card, Card) for one in _abilities(card))]
    implied = [
        _plain(clause) for text in texts for clause in (*_IF_CLAUSE.findall(text), *_BEFORE_ABILITY.findall(text))
    ]
    asked = [text for one in speaking for text in _asked(one, told_conditions)]
    pieces = [
        piece for piece in pieces
        if any(_plain(piece) in _plain(text) for text in asked) or not any(_plain(piece) in one for one in implied)
    ]  # fmt: skip
    problem = "no text asks whether"
    found = [text for piece in pieces for text in _meant(stage, piece, speaking, told_conditions, problem)]
    return tuple(dict.fromkeys((*found, *(words or ()))))


_IF_CLAUSE = pattern(r"\bif ([^.,:]+)", re.IGNORECASE)
_BEFORE_ABILITY = pattern(rf"^(?:{'|'.join(sorted(CONDITIONS))})(?= — )", re.IGNORECASE)
"""A keyword that is the condition under which its object has an ability."""
_WORD_CHOSEN = pattern(r"(.+) was chosen")
"""The condition of an ability after an anchor word."""
_ANCHOR = pattern(r"• ([^—]+) — ")


def _anchor_words_chosen(stage: Stage, step: dict[str, Any], speaking: Speaking) -> tuple[str, ...] | None:
    """Return the conditions whose anchor words the step chooses as modes (614.12b); None if it chooses no word."""
    asked = dict.fromkeys(text for one in speaking for text in _asked(one, told_conditions))
    anchors = {text: found[1].lower() for text in asked if (found := _WORD_CHOSEN.fullmatch(text)) is not None}
    modes = stage.choices(step).get("mode") if anchors else None
    if not modes:
        return None
    texts = [one.text for card in speaking if isinstance(card, Card) for face in card.faces for one in face.abilities]
    words = [found[1].lower() for text in texts if (found := _ANCHOR.match(text)) is not None]
    places = {str(at): word for at, word in enumerate(words, start=1)}
    chosen = {places.get(str(mode), str(mode).lower()) for mode in modes}
    return tuple(text for text, word in anchors.items() if word in chosen)


def amounts_told(stage: Stage, step: dict[str, Any], speaking: Speaking) -> dict[str, int]:
    """Return the amounts that the board tells, by the words of the texts that ask for them.

    Args:
        stage: The board so far.
        step: The step.
        speaking: The cards and abilities whose texts ask for amounts.

    Returns:
        The amount of each.

    Raises:
        InputError: No text asks for what the step tells.
    """
    pieces = [piece for piece in listed(step.get("told", [])) if isinstance(piece, Mapping)]
    return {
        text: amount
        for piece in pieces
        for words, amount in piece.items()
        for text in _meant(stage, words, speaking, told_amounts, "no text asks for")
    }


def _meant(
    stage: Stage, piece: str, speaking: Speaking, asking: Callable[[object], Iterator[str]], problem: str
) -> list[str]:
    """Return the full words of the conditions or amounts that a piece of them stands for."""
    asked = list(dict.fromkeys(text for one in speaking for text in _asked(one, asking)))
    meant = [text for text in asked or _asked_by_any(stage, asking) if _plain(piece) in _plain(text)]
    if not meant and asking is told_conditions:
        qualities = dict.fromkeys(_asked_by_any(stage, told_qualities))
        meant = [text for text in qualities if _plain(piece) in _plain(text)]
    if not meant and asking is told_conditions and _OF_AN_OBJECT.fullmatch(piece):
        return [piece.lower()]
    if not meant:
        hint = f"Asked for: {'; '.join(map(show, asked))}" if asked else "Leave 'told' out"
        stage.fail(("told",), f"{problem} {show(piece)}", hint)
    return meant


MANA_SPENT = "the amount of mana spent to cast it"
"""An amount that limits what an object may enter as a copy of."""
_UP_TO_MANA_SPENT = pattern(
    r"\bcopy of [^.,]*\bwith mana value less than or equal to the (?:amount of )?mana spent to cast\b", re.IGNORECASE
)


def copies_up_to_mana_spent(ability: Ability) -> bool:
    """Tell whether an ability lets its object copy only what has at most the mana value of the mana spent to cast it.

    Args:
        ability: The ability.
    """
    return _UP_TO_MANA_SPENT.search(ability.text) is not None


def _abilities(card: Card) -> Iterator[Ability]:
    return (one for face in card.faces for one in face.abilities)


def _asked_by_any(stage: Stage, asking: Callable[[object], Iterator[str]]) -> list[str]:
    """Return the values that the cards of the board so far need."""
    return [text for card in stage.timeline.cards.values() for text in _asked(card, asking)]


def _plain(text: str) -> str:
    """Return words as they are compared: older texts say "enters the battlefield" for "enters"."""
    return re.sub(r"\b(enter(?:s|ed|ing)?) the battlefield\b", r"\1", text.lower())


def _asked(speaking: Card | tuple[Effect, ...], asking: Callable[[object], Iterator[str]]) -> Iterator[str]:
    """Find the values that a card or an ability needs from the board."""
    if isinstance(speaking, tuple):
        yield from asking(speaking)
        return
    for face in speaking.faces:
        for ability in face.abilities:
            if ability.keyword in PAID:
                yield from asking(Condition(told=PAID[ability.keyword]))
            yield from asking(ability.form)
            if asking is told_amounts and copies_up_to_mana_spent(ability):
                yield MANA_SPENT
