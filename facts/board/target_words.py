"""The targets of a text, in words: what "destroy target creature with flying" can have as its target (115.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from facts.effects.form import Filters
from facts.runtime import pattern
from facts.text import NUMBER_WORDS, without_quotes


def quality(what: str) -> Filters | None:
    """Read a noun phrase of Oracle text as a filter; return None if it cannot be read.

    Args:
        what: A noun phrase: "legendary creature".
    """
    from facts.oracle import read_quality  # reading texts takes longer to import than a small board to check

    return read_quality(what)


def only_host(text: str) -> Filters | None:
    """Return the filter of the only objects to which an ability lets its Equipment be attached, or None.

    Args:
        text: The ability.
    """
    if "attached only to" not in text:
        return None
    from facts.oracle import read_only_host  # reading texts takes longer to import than a small board to check

    return read_only_host(text)


def longest_quality(words: Sequence[str]) -> tuple[int, Filters] | None:
    """Read the longest beginning of a text that is one filter; return its number of words, and the filter.

    Args:
        words: The words; a comma after the last one that is read does not count.
    """
    for most in range(len(words), 0, -1):
        of = quality(" ".join(words[:most]).rstrip(","))
        if of is not None:
            return most, of
    return None


def targets_said(texts: Sequence[str], number: int) -> Filters | None:
    """Return the filter for the targets of some texts; None where their words do not describe all the targets.

    Args:
        texts: The texts.
        number: How many objects a step names.

    Returns:
        The filter; it may allow more than the words do.
    """
    plain = [_without_players(_plain(one)) for one in texts]
    said = [found for one in plain for found in _ALL_TARGETS.finditer(one)]
    alone = len(said) == sum(len(_ANY_TARGET.findall(one)) for one in plain) == 1
    if not alone or (number > 1 and said[0]["many"] is None):
        return None
    what = said[0]["what"].partition(", where ")[0]
    kind = _NO_PERMANENT.search(what)
    if kind is not None and kind[0].lower().startswith("card"):  # "creature card from your graveyard to your hand"
        what = "".join(_UP_TO_ITS_ZONE.findall(re.sub(r"\bfrom\b", "in", what))[:1])
    parts = what.split()
    longest = longest_quality(parts)
    if longest is None:
        return None
    most, of = longest
    is_list = parts[most - 1].endswith(",") and _LISTS.search(" ".join(parts[most:])) is not None
    other = kind is not None and kind[0] not in parts[:most]
    return None if is_list or other or parts[most : most + 1] in (["or"], ["and/or"]) else of


def how_many_targets(texts: Sequence[str]) -> tuple[int | None, int | None]:
    """Return how many objects can be targets of the only text that has targets: at least and at most.

    Args:
        texts: The texts of a spell or ability.

    Returns:
        The two numbers; None where the text leaves one open.
    """
    aiming = _with_targets(map(_without_players, texts))
    counted = [one for text in aiming for one in _COUNTED.finditer(text)]
    if len(aiming) == 1 and len(counted) == 1 == len(_ANY_TARGET.findall(aiming[0])):
        number = NUMBER_WORDS.index(counted[0]["number"].lower())
        return None if counted[0]["open"] else number, number
    if len(aiming) != 1 or _OPEN_NUMBER.search(aiming[0]):
        return None, None
    said = list(_ONE_TARGET.finditer(aiming[0]))
    optional = sum(one["optional"] is not None for one in said)
    players = any(_PLAYER.search(one["what"]) for one in said)
    perhaps = bool(said) and _PERHAPS.search(aiming[0], said[0].start())  # "if it was kicked, ... another target"
    return None if players or perhaps else len(said) - optional, len(said)


def targets_in_places(texts: Sequence[str]) -> list[Filters | None]:
    """Return the filter of each target of the only text that has targets, in the order of the text.

    Args:
        texts: The texts.

    Returns:
        A filter for each "target" that is no player; None for one that is no permanent, or whose words cannot be read.
        The list is empty if a target may be a player, or if the text leaves the number of targets open.
    """
    aiming = _with_targets(map(_without_players, texts))
    if len(aiming) != 1 or _OPEN_NUMBER.search(aiming[0]):
        return []
    return [_of_place(found["what"]) for found in _ONE_TARGET.finditer(aiming[0])]


def ring_tempts(text: str) -> bool:
    """Tell whether a text has the Ring tempt a player, who chooses a creature without a target.

    Args:
        text: The text.
    """
    return "ring tempts you" in text.lower()


def chooses_one(text: str) -> bool:
    """Tell whether a text has a player choose an object without a target: a Ring-bearer, or an Army.

    Args:
        text: The text.
    """
    return ring_tempts(text) or _AMASSES.search(text) is not None


def chooses_what_is_copied(text: str) -> bool:
    """Tell whether a text lets a player choose, without a target, the object that another one becomes a copy of.

    Args:
        text: The text.
    """
    return _CHOOSES_COPIED.search(text) is not None


def without_the_word(text: str) -> str:
    """Return what a text names beside the objects that it calls targets; empty if there is no such object.

    A player chooses a Ring-bearer or an Army without a target, and earthbends with a target land.

    Args:
        text: The text.
    """
    if ring_tempts(text):
        return "Ring-bearer"
    if _AMASSES.search(text) is not None:
        return "Army"
    return "earthbent object" if _EARTHBENDS.search(text) is not None else ""


def comes_before_targets(text: str) -> bool:
    """Tell whether the object that a text names without the word "target" comes before its targets.

    Args:
        text: The text.
    """
    found = _NAMED_FIRST.search(text)
    return found is not None and _ANY_TARGET.search(text, found.end()) is not None


def has_targets(texts: Sequence[str]) -> bool:
    """Tell whether any of several texts has a target.

    Args:
        texts: The texts.
    """
    return bool(_with_targets(texts))


def _without_players(text: str) -> str:
    """Return a text without the targets that can only be players: a step names no object for them."""
    return _TARGET_PLAYER.sub(r"\g<before>somebody", text)


def _with_targets(texts: Iterable[str]) -> list[str]:
    """Return the texts that have targets."""
    return [one for one in map(_plain, texts) if _ANY_TARGET.search(one)]


def _plain(text: str) -> str:
    """Return a text without reminder text, without the abilities that it gives, and without what changes its cost."""
    return _COST.sub("", _REMINDER.sub("", without_quotes(text)))


def _of_place(what: str) -> Filters | None:
    """Return the filter of one of several targets."""
    words = what.split()
    longest = longest_quality(words)
    if longest is None or _NO_PERMANENT.search(what):
        return None
    most, of = longest
    if " ".join(words[most : most + 2]).rstrip(",") == "this turn":  # "Wall blocked this turn": a verb, and no quality
        longest = longest_quality(words[: most - 1])
        return None if longest is None else longest[1]
    return None if words[most : most + 1] in (["or"], ["and/or"]) or words[most - 1].endswith(",or") else of


_ONE_TARGET = pattern(
    r"(?<!the )(?P<optional>\bup to one (?:other )?)?\btarget (?P<what>[^.;:]+?)"
    r"(?=,? (?:(?:and|or|then) )?(?:(?:up to one|another) )?(?:other )?target\b|[.;:]|$)",
    re.IGNORECASE,
)
"""A target of a text, up to the next one."""
_COUNTED = pattern(
    r"(?P<open>\b(?:up to|or) )?\b(?P<number>two|three|four|five|six|ten)"
    r"(?: other)?(?: \w+)? target\b",
    re.IGNORECASE,
)
_PERHAPS = pattern(r"\b(?:if|when|unless)\b", re.IGNORECASE)
_PLAYER = pattern(r"\b(?:players?|opponents?)\b(?! controls?\b)", re.IGNORECASE)
_OPEN_NUMBER = pattern(
    r"\btargets\b|\bthe target\b|\btarget (?:players?|opponents?)\b|\bany target\b|"
    r"\b(?:two|three|four|five|six|ten|x|any number of|one or|up to (?!one\b)\w+)(?: \w+){0,2} target\b|"
    r"\bmode more than once\b|\beach of\b|\bfor each\b|\bdivided\b|\bdistribute\b|•[^•]*\btarget\b[^•]*•",
    re.IGNORECASE,
)
"""Words of a text with a variable number of targets, or with players among them."""
_CHOOSES_COPIED = pattern(
    r"\ba copy of (?!target\b)[^.]*\b(?:you choose|of your choice)\b|"
    r"^(?:[^.]*: )?choose (?:an?|another) (?!target)[^.]*\. [^.]*\ba copy of (?:that|the chosen)\b",
    re.IGNORECASE,
)
"""A text that lets a player choose what is copied: "a copy of a creature you choose"."""
_TARGET_PLAYER = pattern(
    r"(?P<before>^|(?<!each of )\b(?!(?:two|three|four|x|or|number of|to \w+)\b)\w+[,.:]? |[^\w\s] )"
    r"target (?:player|opponent)\b(?! (?:and/)?or\b)(?! controls\b)",
    re.IGNORECASE,
)
"""A target that is one player: neither "target player or planeswalker" nor "target creature or target player"."""
_ANY_TARGET = pattern(r"\btargets?\b", re.IGNORECASE)
_ALL_TARGETS = pattern(
    r"(?P<many>\b(?:two|three|four|five|six|ten|x|any number of|up to (?!one\b)\w+) )?(?<!the )"
    r"\btarget (?!players?\b|opponents?\b)(?P<what>[^.;:]+)",
    re.IGNORECASE,
)
"""The only targets of a text, in words, and whether they may be several."""
_LISTS = pattern(r"^(?:[\w-]+,? ){0,4}(?:and/)?or ", re.IGNORECASE)
"""The rest of a list of kinds: "creature, or land"."""
_NO_PERMANENT = pattern(r"\b(?:cards?|spells?|abilit(?:y|ies)|players?)\b", re.IGNORECASE)
"""Words for targets that are no permanents: the filter of such a target must come from words with one of these."""
_UP_TO_ITS_ZONE = pattern(r"^.*?\b(?:graveyards?|exile|hand|library)\b", re.IGNORECASE)
_REMINDER = pattern(r"\([^)]*\)")
_COST = pattern(r"\bThis spell costs [^.]*\.")
_AMASSES = pattern(r"\bamass(?:es)?\b", re.IGNORECASE)
_EARTHBENDS = pattern(r"\bearthbends?\b", re.IGNORECASE)
_NAMED_FIRST = pattern(r"^(?:(?!\btargets?\b).)*?\b(?:ring tempts you|amass|earthbend)", re.IGNORECASE)
