"""Notes objects that the words of a trigger, or of a quality that no board shows, describe (603.2, 608.2c)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.board.events import Named
from facts.board.steps.stage import Stage
from facts.runtime import pattern
from facts.text import without_quotes


def name_by_words(stage: Stage, text: str, labels: Sequence[str], source: str, by: str) -> None:
    """Note the named objects that a text describes outside of its effects, with the words that describe them.

    The ability triggers because of them ("whenever a Goblin attacks, it gets +1/+0"), or it affects all objects with a
    quality that only the board can tell ("other creatures you control attacking that player").

    Args:
        stage: The board so far.
        text: The text of the ability, whose effects describe no object.
        labels: The objects that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    plain = without_quotes(text)
    trigger, triggering = _of_trigger(plain, labels, source)
    quality = _of_quality(plain)
    described = labels if quality else ()
    named = [("triggering", trigger, one) for one in triggering] + [("described", quality, one) for one in described]
    stage.timeline.named += [
        Named(stage.step, how, "", label, None, source, by, words=words) for how, words, label in named
    ]


def _of_trigger(plain: str, labels: Sequence[str], source: str) -> tuple[str, list[str]]:
    """Return the words for what a trigger is about, and the named objects that they describe.

    There are none if the ability may affect other objects than those because of which it triggers. Its own source needs
    no words in "whenever this or another creature enters".
    """
    said = _TRIGGERING.match(plain)
    if said is None or (len(labels) > 1 and not said["many"]) or _OF_OTHERS.search(said["rest"]):
        return "", []
    if _OF_IT.search(said["rest"]) is None:
        return "", []
    whose = next((more for words, more in _UNDER_CONTROL.items() if words in said["tail"].lower()), "")
    return said["what"] + whose, [label for label in labels if not (said["own"] and label == source)]


def _of_quality(plain: str) -> str:
    """Return the words for objects with a quality that no board shows, up to that quality; empty if there are none."""
    said = _OF_QUALITY.findall(plain)
    return said[0] if len(said) == 1 and _AIMS.search(plain) is None else ""


_AIMS = pattern(r"\btargets?\b(?! (?:players?|opponents?)\b)", re.IGNORECASE)
_OF_QUALITY = pattern(
    r"(?:^|[,.:] |\b(?:each|all) )"
    r"(?P<what>(?:other )?(?:(?!attacking|blocking)[a-z]+ )?creatures?(?: without [a-z]+)?(?: you control)?) "
    r"(?:(?:that's |that are )?(?:attacking|blocking|banded)|that (?:attacked|blocked)|with power (?:less|equal)) "
    r"[^.,]*?\b(?:gets?|gains?|for as long as)\b",
    re.IGNORECASE,
)
"""Objects with a quality that no step shows, up to the words for that quality."""
_UNDER_CONTROL = {
    "under your control": " you control",
    "under an opponent's control": " an opponent controls",
}
"""Who controls the entering objects, in the words of a noun phrase."""
_TRIGGERING = pattern(
    r"^(?:[^.:—]*— )?when(?:ever)? (?:an? |(?P<many>one or more )|(?P<own>[^.:]+? or )?(?=another\b))"
    r"(?P<what>[^.,:]+?) "
    r"(?:attacks?|blocks?|becomes? (?:blocked|tapped|untapped)|enters?|is turned face up|deals? combat damage|"
    r"becomes? the target)"
    r"(?P<tail>(?: alone| the battlefield| under (?:your|an opponent's) control| and (?:isn't|aren't) blocked|"
    r" this turn| of an? [^,.]*?(?:spell|ability)(?: (?:you control|an opponent controls))?| you| to you|"
    r" (?:to )?an opponent| (?:to )?a player| (?:to )?one of your opponents|"
    r" or a planeswalker (?:you control|an opponent controls|they control))*), (?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
"""A trigger about an object that stays where it is, or about several."""
_OF_OTHERS = pattern(
    r"\b(?:creates?|tokens?|returns?|choos\w+|onto the battlefield|targets?|exiles?|reveals?|look|search|(?<!for )each|"
    r"creatures attacking|equipped creature|enchanted creature|player's|controller)\b",
    re.IGNORECASE,
)
"""Words of an ability that may speak of another object afterwards."""
_OF_IT = pattern(
    r"\b(?:it|its|they|(?:that|those) (?!players?\b|opponents?\b)\w+|the (?:attacking|blocking) \w+|"
    r"the \w+ that attacked)\b",
    re.IGNORECASE,
)
