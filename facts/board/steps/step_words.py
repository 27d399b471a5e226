"""Oracle text in a step: the text that resolves, and the exceptions of a copy."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from facts.board.steps.stage import Stage
from facts.cards import Ability, read_ability
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Exceptions
from facts.runtime import pattern
from facts.text import show
from facts.words import RESOLVING, keyword_of


def said_resolution(stage: Stage, text: str) -> Ability:
    """Read the words of a step.

    Args:
        stage: The board so far.
        text: The words.

    Returns:
        The ability that they are.

    Raises:
        InputError: The words cannot be read.
    """
    keyword = keyword_of(text)
    if keyword in RESOLVING:
        return read_ability(text)
    form = _resolution(text) or _of_paragraphs(text)
    form = form or next(filter(None, map(_resolution, _of_a_target(stage, text))), None)
    if form is None:
        hint = "Say it in Oracle's wording, or give its effects: {effects: [...]}"
        stage.fail(("resolves", "text"), f"{show(text)} cannot be read", hint)
    return read_ability(form.changed(kind=form.kind or "spell", text=text))


@lru_cache(maxsize=1024)
def _resolution(text: str) -> AbilityForm | None:
    from facts.oracle import read_resolution

    return read_resolution(text)


def _of_paragraphs(text: str) -> AbilityForm | None:
    """Read all text of a spell: its paragraphs without ability words, and without those that are keywords."""
    lines = [_ABILITY_WORD.sub("", one) for one in text.splitlines() if keyword_of(one) is None]
    return _resolution(" ".join(lines)) if "\n" in text and lines else None


_ABILITY_WORD = pattern(r"^[A-Z][\w' -]{2,30} — (?=[A-Z])")


def _of_a_target(stage: Stage, text: str) -> Iterator[str]:
    """Reword a text so that it is about a target. It may say "it", "that creature" or the name of an object instead.

    Args:
        stage: The board so far.
        text: The words.

    Yields:
        The sentence about a target.
    """
    yield f"Target permanent {text}"
    subject = re.match(
        r"(?:until end of turn, )?(?:it|they|(?:this|that|these|those) \w+|the \w+) ", text, re.IGNORECASE
    )
    if subject is not None:
        yield f"Target permanent {text[subject.end() :]}"
    for thing in stage.timeline.things.values():
        for name in (thing.label, thing.face.name):
            if name and text.lower().startswith(f"{name.lower()} "):
                yield f"Target permanent {text[len(name) + 1 :]}"


def said_exception(stage: Stage, text: str) -> Exceptions:
    """Read the exceptions of a copy.

    Args:
        stage: The board so far.
        text: The words.

    Returns:
        In the effect form.

    Raises:
        InputError: The words cannot be read.
    """
    form = _exception(text)
    if form is None:
        hint = "Say it in Oracle's wording, or in the effect form, as a mapping"
        stage.fail(("except",), f"{show(text)} cannot be read", hint)
    return form


@lru_cache(maxsize=1024)
def _exception(text: str) -> Exceptions | None:
    from facts.oracle import CardContext, read_exception

    return read_exception(text, CardContext("", ""))
