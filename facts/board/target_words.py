"""The targets of a text, in words: what "destroy target creature with flying" can have as its target (115.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from facts.effects import listed
from facts.effects.form import Filter, Filters
from facts.runtime import pattern
from facts.text import NUMBER_WORDS, without_quotes
from facts.words import is_mode


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

    Words after several kinds ("artifact, enchantment, or creature with flying") are about the last of them at least:
    the filter then allows all of the others.

    Args:
        words: The words; a comma after the last one that is read does not count.
    """
    either = _longest_of_two_sizes(words)
    if either is not None:
        return either
    for most in range(len(words), 0, -1):
        of = quality(" ".join(words[:most]).rstrip(","))
        if of is not None:
            return _of_the_last_kind(words, most) or _of_another_kind(words, most, of) or (most, of)
    return None


def _of_another_kind(words: Sequence[str], read: int, of: Filters) -> tuple[int, Filters] | None:
    """Read "that isn't a Dragon" after the words that are read; None if the next words do not say so."""
    if words[read : read + 2] not in (["that", "isn't"], ["that", "isn’t"]) or len(words) < read + 4:
        return None
    kind = quality(words[read + 3].rstrip(","))
    if not isinstance(kind, Filter) or any(one.not_ is not None for one in listed(of)):
        return None
    return read + 4, tuple(one.changed(not_=kind.changed(zone=None)) for one in listed(of))


def _longest_of_two_sizes(words: Sequence[str]) -> tuple[int, Filters] | None:
    """Read "with power or toughness 1 or less" as a filter that allows either; None if the words do not say so."""
    said = " ".join(words)
    if " power or toughness " not in said:
        return None
    found = [
        longest_quality(said.replace(" power or toughness ", f" {one} ", 1).split()) for one in ("power", "toughness")
    ]
    read = [one for one in found if one is not None]
    at = said.split().index("toughness") - 2
    if len(read) != 2 or read[0][0] != read[1][0] or read[0][0] <= at:
        return None
    return read[0][0] + 2, (*listed(read[0][1]), *listed(read[1][1]))


def _of_the_last_kind(words: Sequence[str], read: int) -> tuple[int, Filters] | None:
    """Read further words about the last of several kinds, after the words that are read; None if there are none."""
    if words[read : read + 1] not in (["with"], ["without"], ["card"]):
        return None
    places = [place for place in range(1, read) if words[place] in ("or", "and/or")]
    if not places:
        return None
    last = longest_quality(words[places[-1] + 1 :])
    kinds = " ".join(words[: places[-1]]).rstrip(",").replace(",", " or")
    others = quality(kinds)
    if last is None or (end := places[-1] + 1 + last[0]) <= read:
        return None
    if words[read] == "card":  # "creature or Vehicle card with mana value 2": the others are cards, too
        others = quality(" ".join([kinds, *words[read:end]]).rstrip(","))
    elif _NO_PERMANENT.search(" ".join(words[read:end])):
        return None
    return None if others is None else (end, (*listed(others), *listed(last[1])))


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
    alone = len(said) == sum(len(TARGET_WORD.findall(one)) for one in plain) == 1
    if not alone or (number > 1 and said[0]["many"] is None):
        return None
    what = _whose(said[0]["what"].partition(", where ")[0])
    kind = _NO_PERMANENT.search(what)
    if kind is not None and kind[0].lower().startswith("card"):  # "creature card from your graveyard to your hand"
        cards = _UP_TO_ITS_ZONE.findall(_OF_THAT_PLAYER.sub("a", re.sub(r"\bfrom\b", "in", what)))
        what = cards[0] if cards else what
    parts = what.split()
    longest = longest_quality(parts)
    if longest is None:
        return None
    most, of = longest
    is_list = parts[most - 1].endswith(",") and _LISTS.search(" ".join(parts[most:])) is not None
    return None if is_list or _goes_on(parts, most) else of


def _goes_on(words: Sequence[str], read: int) -> bool:
    """Tell whether the words after a filter belong to it: another kind, or what it is that is no permanent."""
    following = words[read : read + 1]
    return following in (["or"], ["and/or"]) or any(map(_NO_PERMANENT.match, following))


def _whose(what: str) -> str:
    """Return the noun phrase of a target; where something of it is meant ("target creature's power"), up to it.

    What else its controller must control is left out: other facts say that.
    """
    what = _OF_TWO_THINGS.sub("", what)
    owner = _POSSESSIVE.match(what)
    return what if owner is None else owner[1]


def allowed_by_any(texts: Sequence[str]) -> Filters | None:
    """Return the filter for the targets of two or more texts: what one of them allows; None if one is not described.

    Args:
        texts: The texts: modes, paragraphs, or abilities of which a step may mean any.
    """
    lines = [line for one in _with_targets(map(_without_players, texts)) for line in _aiming_lines(one)]
    found = dict.fromkeys(targets_said((line,), 1) for line in lines)
    if len(lines) < 2 or None in found:
        return None
    return next(iter(found)) if len(found) == 1 else tuple(clause for one in found for clause in listed(one or ()))


def _aiming_lines(text: str) -> list[str]:
    """Return the paragraphs of a text that have targets."""
    return [line for line in text.split("\n") if TARGET_WORD.search(line)]


def how_many_targets(texts: Sequence[str]) -> tuple[int | None, int | None]:
    """Return how many objects can be targets of the text that resolves: at least and at most.

    Args:
        texts: The texts of the abilities of which one resolves; of a spell, one text.

    Returns:
        The two numbers; None where the text leaves one open.
    """
    aiming = _with_targets(map(_without_players, texts))
    lines = [line for one in aiming for line in _aiming_lines(one)]
    if len(lines) > 1 and not any(map(is_mode, lines)) and not lists_modes(texts):
        least, most = zip(*(how_many_targets((one,)) for one in (lines if len(aiming) == 1 else aiming)), strict=True)
        of_all = (sum, sum) if len(aiming) == 1 else (min, max)  # each text is an ability of its own
        return None if None in least else of_all[0](least), None if None in most else of_all[1](most)
    counted = [one for text in aiming for one in _COUNTED.finditer(text)]
    if len(aiming) == 1 and len(counted) == 1 == len(TARGET_WORD.findall(aiming[0])):
        number = NUMBER_WORDS.index(counted[0]["number"].lower())
        return None if counted[0]["open"] else number, number
    if len(aiming) != 1 or _OPEN_NUMBER.search(aiming[0]):
        return None, None
    said = list(_ONE_TARGET.finditer(aiming[0]))
    optional = sum(one["optional"] is not None for one in said)
    players = any(_PLAYER.search(one["what"]) for one in said)
    perhaps = bool(said) and _PERHAPS.search(aiming[0], said[0].start())  # "if it was kicked, ... another target"
    return None if players or perhaps else len(said) - optional, len(said)


def targets_in_places(texts: Sequence[str], *, needed: bool = False) -> list[Filters | None]:
    """Return the filter of each target of the only text that has targets, in the order of the text.

    Args:
        texts: The texts.
        needed: Whether to leave out those of "up to one", and those that may be players.

    Returns:
        A filter for each "target" that is no player; None for one that is no permanent, or whose words cannot be read.
        The list is empty if a target may be a player, or if the text leaves the number of targets open.
    """
    aiming = _with_targets(map(_without_players, texts))
    if len(aiming) != 1 or _OPEN_NUMBER.search(aiming[0]):
        return []
    found = _ONE_TARGET.finditer(aiming[0])
    return [_of_place(one["what"]) for one in found if not (needed and one["optional"])]


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
    return found is not None and TARGET_WORD.search(text, found.end()) is not None


@lru_cache(maxsize=4096)
def objects_said(text: str) -> str:
    """Return a text in which only objects are targets: "any target" is a creature, planeswalker or battle (115.4).

    A player may be the target instead. So there may be no such object.

    Args:
        text: The text.
    """
    if "target" not in text:
        return text
    text = _HAS_COUNTER.sub(r"\g<before>with \g<counter>", text)
    text = _ANY_NUMBER.sub(_damageable, _ANY_ONE.sub(_damageable_one, text))
    return _OR_PLAYER.sub(r"up to one \g<other>target \g<what>", _PLAYER_OR.sub(r"up to one \g<other>target ", text))


def _damageable_one(said: re.Match[str]) -> str:
    """Return what "any target" or "any other target" means of objects."""
    return f"up to one {said['another'] or (said['other'] or '') + 'target'} creature, planeswalker, or battle"


def _damageable(said: re.Match[str]) -> str:
    """Return what "two targets" or "one, two, or three targets" means of objects."""
    number = said["number"].split()[-1]
    many = "any number of" if number in ("of", "more") else f"up to {number}"
    return f"{many} {said['other'] or ''}target creatures, planeswalkers, or battles"


def has_targets(texts: Sequence[str]) -> bool:
    """Tell whether any of several texts has a target.

    Args:
        texts: The texts.
    """
    return bool(_with_targets(texts))


def _without_players(text: str) -> str:
    """Return a text without the targets that can only be players: a step names no object for them."""
    return _TARGET_PLAYER.sub(r"\g<before>somebody", text)


def may_aim_at_objects(text: str) -> bool:
    """Tell whether a text has a target that can be an object: also in "target player or planeswalker".

    Args:
        text: The text.
    """
    return _AT_OBJECTS.search(_ABOUT_TARGETS.sub("", _plain(text))) is not None


def lists_modes(texts: Sequence[str]) -> bool:
    """Tell whether only some of several paragraphs happen: "Choose one —", without bullets after it.

    Args:
        texts: The texts.
    """
    return any(map(_CHOOSES_SOME.match, texts))


def supporting_said(text: str) -> str:
    """Return a text in which "support" is replaced by what it means: its targets are words of the text then.

    Args:
        text: The text.
    """
    return _SUPPORTS.sub(_counters_on_targets, text) if "upport" in text else text


def _counters_on_targets(said: re.Match[str]) -> str:
    """Return what "support 2" means."""
    number = said["number"]
    how_many = NUMBER_WORDS[int(number)] if number.isdigit() and int(number) < len(NUMBER_WORDS) else "X"
    return f"put a +1/+1 counter on each of up to {how_many} target creatures"


def _with_targets(texts: Iterable[str]) -> list[str]:
    """Return the texts that have targets."""
    return [one for one in map(_plain, texts) if TARGET_WORD.search(one)]


def _plain(text: str) -> str:
    """Return a text without reminder text, without the abilities that it gives, and without what changes its cost."""
    return objects_said(_COST.sub("", _REMINDER.sub("", without_quotes(text))))


def _of_place(what: str) -> Filters | None:
    """Return the filter of one of several targets."""
    words = _whose(what).split()
    longest = longest_quality(words)
    if longest is None or _goes_on(words, longest[0]):
        return None
    most, of = longest
    if any(_NO_PERMANENT.match(word) and not word.startswith("spell") for word in words[:most]):
        return None
    if words[most - 1].endswith(",") and _LISTS.search(" ".join(words[most:])):  # "spell, activated ability, or ..."
        return None
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
_HAS_COUNTER = pattern(
    r"(?P<before>\btarget [^.,;:]*?)that ha(?:s|ve) (?P<counter>(?:an? )?[\w+/-]+ counters? on (?:it|them)\b)",
    re.IGNORECASE,
)
"""A target with a counter, in other words: "target creature that has a -1/-1 counter on it"."""
_ANY_ONE = pattern(
    r"\bany (?P<other>other )?target\b(?! of\b)|\ban(?P<another>other target)(?=[.,;]|$| and\b)", re.IGNORECASE
)
"""Any target that damage can be dealt to; "another target", behind such a one, is any other target."""
_ANY_NUMBER = pattern(
    r"\b(?:each of )?(?:up to )?(?P<number>any number of|(?:one(?:,| or) )?(?:two(?:,| or) (?:or )?)?"
    r"(?:two|three|four|five|six|eight|ten|x)|one or more) (?P<other>other )?targets\b",
    re.IGNORECASE,
)
"""A number of targets of any kind that damage can be dealt to: "two targets", "one, two, or three targets"."""
_PLAYER_OR = pattern(r"(?<!up to one )\b(?P<other>)target (?:player|opponent) (?:and/)?or ", re.IGNORECASE)
"""A target that may be a player, before another kind: "target player or planeswalker"."""
_OR_PLAYER = pattern(
    r"(?<!up to one )\b(?P<other>(?:an)?other )?target (?P<what>[\w-]+(?:(?:,| or) [\w-]+){0,2}),? or "
    r"(?:player|opponent)\b(?! controls\b)",
    re.IGNORECASE,
)
"""A target that may be a player, after other kinds: "target creature or player"."""
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
TARGET_WORD = pattern(r"\btargets?\b", re.IGNORECASE)
"""The word by which a text has a target (115.1)."""
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
_OF_THAT_PLAYER = pattern(r"\bthat player's\b", re.IGNORECASE)
_OF_TWO_THINGS = pattern(r" whose controller controls an? [\w-]+ or (?:an? )?[\w-]+", re.IGNORECASE)
_POSSESSIVE = pattern(r"((?:(?!\b(?:from|in|on|onto|to|under|of|an?|each|its|their|your|that)\b)[^.;:,'])+)'s\b")
_AT_OBJECTS = pattern(r"(?<!the )\btargets?\b(?! (?:players?|opponents?)\b(?! (?:and/)?or\b))", re.IGNORECASE)
_ABOUT_TARGETS = pattern(r"\bif it targets\b|\bspell that targets\b|\bnew targets\b", re.IGNORECASE)
"""Words about targets that add none."""
_CHOOSES_SOME = pattern(r"choose (?:one|two)\b", re.IGNORECASE)
_SUPPORTS = pattern(r"\bsupport (?P<number>\d+|X)\b", re.IGNORECASE)
_REMINDER = pattern(r"\([^)]*\)")
_COST = pattern(r"\bThis spell costs [^.]*\.")
_AMASSES = pattern(r"\bamass(?:es)?\b", re.IGNORECASE)
_EARTHBENDS = pattern(r"\bearthbends?\b", re.IGNORECASE)
_NAMED_FIRST = pattern(r"^(?:(?!\btargets?\b).)*?\b(?:ring tempts you|amass|earthbend)", re.IGNORECASE)
