"""Conditions that no step of a board shows: earlier events, life totals, hands. A board tells that they hold.

They are kept in their own words, ``{told: "you gained life this turn"}``. A condition about characteristics or control
is never one of them: the rules decide it.
"""

from __future__ import annotations

import re

from facts.oracle.read.parts import Form
from facts.oracle.read.relevance import suspicious
from facts.oracle.read.work_limit import count

_TOLD = re.compile(
    r"\bthis (?:turn|game|combat)\b|\blife\b|\bpoison(?:ed)?\b|city's blessing|\bmonarch\b|\binitiative\b|"
    r"\bdungeon\b|\b(?:was|were) spent\b|"
    r"enduring story|\bRing-bearer\b|cards? in (?:their|each|a single) (?:graveyard|hand)|"
    r"cards in hand than|\bdealt damage\b|\bunspent\b|\bblocked by\b|\bblocking (?:an?|it|~)\b|"
    r"\battacking (?:alone|a battle|one of your opponents)\b|"
    r"\b(?:exploited|devoured|enlisted)\b|\bhasn't (?:attacked|blocked|dealt|been)\b|"
    r"no cards in hand|\bsame result|\b(?:coin|result)s?\b|^rolled\b|unlocked doors?\b|more votes\b|"
    r"\bin exile that has an Adventure|colors? of mana\b|\bit's (?:day|night|neither day nor night)\b|"
    r"^(?:~|it) was kicked\b|\blibrary has\b|max speed|"
    r"(?-i:^[A-Z][a-z]+ was chosen$)|^the number of permanents is (?:even|odd)$",
    re.IGNORECASE,
)
_FOUND_OUT = re.compile(
    r"\byou control\b|\bcontrols?\b(?! this)|\bbattlefield\b|⟦|\bshares?\b|"
    r"\b(?:is|isn't|are|aren't|it's|not) (?:still )?(?:an? )?(?:[\w-]+ )?"
    r"(?:creature|land|artifact|enchantment|permanent)|"
    r"\b(?:and|but|then) (?:it |they )?(?:is|are|gets?|gains?|becomes?|loses?)\b",
    re.IGNORECASE,
)


_NO_MATTER = re.compile(
    r"\bunder your control\b|\b(?:left|entered) the battlefield\b|\bunlocked doors among Rooms you control\b|"
    r"\bcontrol a Ring-bearer\b"
)
"""Words about things that the rules derive, within conditions that they don't."""


def told(text: str) -> Form | None:
    """Return a condition that a board tells.

    Args:
        text: The condition in normalised words, without "if" or "as long as".

    Returns:
        A condition of the effect form; None where the words are about something else.

    Raises:
        TooManySteps: The sentence that it is a part of took too many.
    """
    count(len(text))
    if _TOLD.search(text) is None or _FOUND_OUT.search(_NO_MATTER.sub("", text)):
        return None
    if any(map(suspicious, text.split(", ")[1:])):
        return None  # a comma ends the condition
    return told_as(text)


def told_as(text: str) -> Form:
    """Return the condition that is told in some words.

    Args:
        text: The words.
    """
    plain = text.replace(" 's ", "'s ").replace("~'s", "its").replace("~", "this").replace("⟪", "").replace("⟫", "")
    return {"told": plain.strip().rstrip(",")}
