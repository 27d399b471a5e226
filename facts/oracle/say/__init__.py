"""The effect form in plain English.

Every ability, effect, filter, condition and amount of the effect form (``docs/effect_form.md``) renders to a
sentence or a phrase. The words are ours, in the manner of the cards. They follow the form key by key; the rules
decide what a wording means. A key without words is refused with a ``ValueError``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from facts.oracle.say.amount_phrases import amount_phrase
    from facts.oracle.say.condition_phrases import condition_phrase
    from facts.oracle.say.effect_sentences import ability_sentence, effect_sentence
    from facts.oracle.say.english import Scene, article, controls, plural
    from facts.oracle.say.filter_phrases import filter_phrase

__all__ = [
    "Scene", "ability_sentence", "amount_phrase", "article", "condition_phrase", "controls", "effect_sentence",
    "filter_phrase", "plural",
]  # fmt: skip

offer(__name__)
