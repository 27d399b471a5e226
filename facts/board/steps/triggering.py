"""Notes the objects because of which an ability triggers, and those with a quality that no board shows (603.2, 608.2c).

Of the latter the text says more than that quality: "other creatures you control attacking that player".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.board.events import Named
from facts.board.steps.stage import Stage
from facts.runtime import pattern
from facts.text import without_quotes


def name_triggering(stage: Stage, text: str, labels: Sequence[str], source: str, by: str) -> None:
    """Note the named objects of a triggered ability that affects those because of which it triggers.

    Args:
        stage: The board so far.
        text: The text of the ability, whose effects describe no object.
        labels: The objects that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    said = _TRIGGERING.match(without_quotes(text))
    if said is None or (len(labels) > 1 and not said["many"]) or _OF_OTHERS.search(said["rest"]):
        return
    if _OF_IT.search(said["rest"]) is None:
        return
    whose = next((more for words, more in _UNDER_CONTROL.items() if words in said["tail"].lower()), "")
    stage.timeline.named += [
        Named(stage.step, "triggering", "", label, None, source, by, words=said["what"] + whose)
        for label in labels
        if not (said["own"] and label == source)
    ]


def name_of_quality(stage: Stage, text: str, labels: Sequence[str], source: str, by: str) -> None:
    """Note the named objects of a text that affects all with a quality which only the board can tell.

    Args:
        stage: The board so far.
        text: The text of the ability, whose effects describe no object.
        labels: The objects that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    plain = without_quotes(text)
    said = _OF_QUALITY.findall(plain)
    if len(said) == 1 and _AIMS.search(plain) is None:
        stage.timeline.named += [
            Named(stage.step, "described", "", label, None, source, by, words=said[0]) for label in labels
        ]


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
