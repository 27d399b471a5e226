"""What an ability does to permanents as it resolves, beside continuous effects, and to which: each text is read once.

It turns them over or face up, phases them out, or gives them a designation (701.28, 701.31, 702.26, 702.112, 702.171,
708, 710, 719). Only its instructions do something: no trigger condition, cost, prohibition or quoted ability does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from facts.cards.card import Ability, Card
from facts.runtime import pattern
from facts.text import without_quotes
from facts.words import PERMANENT_NOUN

TURNING_OVER = frozenset(("transform", "convert"))
"""The deeds by which a permanent has its other face up."""
DESIGNATIONS = frozenset(("monstrous", "renowned", "saddled", "solved", "flipped"))
"""The deeds that are designations, as the rules name them."""


class Deed(NamedTuple):
    """Something that an ability does to permanents as it resolves.

    Attributes:
        what: ``transform``, ``convert``, ``up`` (it turns them face up), ``out`` (it phases them out), or a
            designation.
        whom: The objects to which the ability does it: ``this`` (its own permanent), ``targets``, ``attached`` (the
            object to which its permanent is attached), or ``others`` (objects that only the step can name).
        perhaps: Whether it may be that there is no such object: "up to one".
    """

    what: str
    whom: str
    perhaps: bool = False

    @property
    def result(self) -> str:
        """What comes of it: to transform and to convert are the same."""
        return "over" if self.what in TURNING_OVER else self.what


_BEGINS = r"(?:^|[:,;.] |[—•] |\b(?:and|may|then|else|you) )"
"""What stands before an instruction."""
_IMPERATIVES = (
    pattern(rf"{_BEGINS}(?P<what>transform|convert) (?P<whom>[^.,;:]+)", re.IGNORECASE),
    pattern(rf"{_BEGINS}turn (?P<whom>[^.;:]+?) face (?P<what>up)\b", re.IGNORECASE),
    pattern(r"\bflip(?P<what>) (?P<whom>it\b|~|[A-Z])"),
    pattern(r"(?:^|[:,.] |— )(?P<what>)monstrosity (?P<whom>(?:\d+|x)\b)", re.IGNORECASE),
    pattern(r"^(?P<what>)renown (?P<whom>\d+)", re.IGNORECASE),
    pattern(r"^(?P<what>)saddle (?P<whom>\d+)", re.IGNORECASE),
    pattern(r"^(?P<what>)to solve(?P<whom>)\b", re.IGNORECASE),
)
"""Instructions whose object follows the verb; those after the first two are about the permanent itself."""
_OWN = (None, None, "flipped", "monstrous", "renowned", "saddled", "solved")
_PREDICATES = {
    "up": pattern(r"\b(?:is|are) turned face up\b", re.IGNORECASE),
    "out": pattern(r"\bphases? out\b", re.IGNORECASE),
    "saddled": pattern(r"\bbecomes saddled\b(?! if)", re.IGNORECASE),
}
"""Instructions whose object stands before the verb."""
_VERBS = pattern(r"transform|convert|face up|flip|monstrosity|renown|saddle|to solve|phases? out", re.IGNORECASE)
"""The verbs of all instructions: most texts have none of them."""
_CLAUSE_BEGINS = pattern(r"[.,;:—•] |\bthen ", re.IGNORECASE)
_LIST_GOES_ON = pattern(r"^(?:and|and/or|or) ", re.IGNORECASE)
_SENTENCE_BEGINS = pattern(r"[.:—•] ")
_CONDITION = pattern(r"^(?:(?:when|whenever|at|if|as|unless)\b[^,]*|spend this mana\b.*)$", re.IGNORECASE)
"""The beginning of a sentence in which a verb is no instruction."""
_GOES_ON = pattern(r" (?:and|at|if|then|unless) ", re.IGNORECASE)
"""Words after the object of an imperative."""
_DENIED = pattern(r"^(?:when|whenever|as|if)\b|(?:n't|\bcannot|\bnever)$", re.IGNORECASE)
_CARDS = pattern(r"^(?!it\b)[^.]*\b(?:cards?|piles?)\b", re.IGNORECASE)
"""Objects that are no permanents: "turn the exiled card face up"."""

_AIMED = pattern(
    r"(?<!\bthe )(?:\btarget\b(?! of\b)(?! (?:players?|opponents?)\b(?! (?:and/)?or\b))|"
    r"\b(?:more|of|other|two) targets\b)",
    re.IGNORECASE,
)
_PERHAPS = pattern(r"\b(?:up to|any number of)\b", re.IGNORECASE)
_ATTACHED = pattern(r"^(?:enchanted|equipped|fortified)\b", re.IGNORECASE)
_PRONOUN = pattern(r"^(?:it|him|her|them|he|she|they|[\w ]*\bof them)\b", re.IGNORECASE)
_THAT = pattern(r"^(?:[\w ]*\bof )?(?:that|those)\b", re.IGNORECASE)
_MANY = pattern(r"^(?:all|any|each|every|those|these|up|an?|another|the|one|two|three|x|you|nontoken)\b", re.IGNORECASE)
_THIS = pattern(
    rf"\b[Tt]his (?:{PERMANENT_NOUN}|token|[A-Z]\w+)\b|"
    r"\b[Tt]his\b(?! (?:ability|card|combat|cost|effect|game|mana|phase|spell|step|time|turn|way)\b)"
)
_LINKS = "on|of|to|from|in|with|by|for|or|and|target|counters?|cards?|spells?|player|opponent"
_MENTIONS = pattern(
    rf"(?P<this>~)|(?P<attached>\b(?:[Ee]nchanted|[Ee]quipped|[Ff]ortified) \w+)|(?P<targets>{_AIMED.pattern})|"
    rf"(?P<others>\b(?:[Aa]n?|[Aa]nother|[Ee]ach) (?:(?!(?:{_LINKS})\b)[\w'-]+ ){{0,4}}?(?:{PERMANENT_NOUN}|[A-Z]\w+)\b"
    r"(?! (?:cards?|spells?)\b))"
)
"""The objects of which a text has spoken, for a pronoun."""
_NO_NAMES = frozenset(
    (
        "All",
        "Any",
        "Another",
        "Each",
        "Every",
        "Other",
        "Target",
        "The",
        "Those",
        "This",
        "Up",
        "You",
        "When",
        "If",
        "At",
    )
)
"""Words that begin names of cards, and more often sentences."""
_OUTLASTING = pattern(r"\b(?:this effect continues|that goes on) until end of turn\b", re.IGNORECASE)


def deeds_of(card: Card, ability: Ability) -> tuple[Deed, ...]:
    """Return what an ability of a card does to permanents as it resolves.

    Args:
        card: The card, by whose names the text speaks of its permanent.
        ability: The ability.

    Returns:
        In the order of its text.
    """
    return deeds_said(ability.text, tuple((face.name, "Legendary" in face.type_line.supertypes) for face in card.faces))


@lru_cache(maxsize=4096)
def deeds_said(text: str, names: tuple[tuple[str, bool], ...] = ()) -> tuple[Deed, ...]:
    """Return what a text does to permanents as it resolves.

    Args:
        text: The text of the ability.
        names: The names of its card, each with whether it is that of a legend, which has short ones, too.

    Returns:
        In the order of the text.
    """
    if _VERBS.search(text) is None:
        return ()
    plain = _with_tildes(without_quotes(text), names)
    found: list[tuple[int, Deed]] = []
    for said, own in zip(_IMPERATIVES, _OWN, strict=True):
        for one in said.finditer(plain):
            if own is not None:
                found.append((one.start(), Deed(own, "this")))
            elif not _is_condition(plain, one.start("whom")) and not _CARDS.search(one["whom"]):
                before = plain[: one.start("whom")]
                whom = _GOES_ON.split(one["whom"])[0]
                found += [(one.start(), deed) for deed in _deeds(one["what"].lower(), whom, before)]
    for what, said in _PREDICATES.items():
        for one in said.finditer(plain):
            whom = _subject(plain[: one.start()].rstrip())
            before = plain[: one.start() - len(whom)]
            if not _DENIED.search(whom) and not _CONDITION.match(whom) and not _is_condition(plain, one.start()):
                found += [(one.start(), deed) for deed in _deeds(what, whom, before)]
    return tuple(dict.fromkeys(deed for _, deed in sorted(found, key=lambda one: one[0])))


def has_target(text: str) -> bool:
    """Tell whether a text has a target that can be an object.

    Args:
        text: The text of an ability.
    """
    return _AIMED.search(without_quotes(text)) is not None


def outlasts_its_source(text: str) -> bool:
    """Tell whether an ability says that its effect continues for the turn after its permanent has left.

    Args:
        text: The text of the ability.
    """
    return _OUTLASTING.search(text) is not None


def _with_tildes(text: str, names: Iterable[tuple[str, bool]]) -> str:
    """Return a text with a sign in place of the words by which it speaks of its own permanent."""
    for name in _own_names(tuple(names)):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "~", text)
    return _THIS.sub("~", text)


@lru_cache(maxsize=1024)
def _own_names(names: tuple[tuple[str, bool], ...]) -> tuple[str, ...]:
    every = {name for name, _ in names}
    for name in (name for name, legend in names if legend):
        from facts.oracle import own_names  # reading texts takes longer to import than a small board

        every.update(own_names(name))
    return tuple(sorted(every - _NO_NAMES, key=lambda one: (-len(one), one)))


def _is_condition(text: str, place: int) -> bool:
    """Tell whether words stand in a condition: of a trigger, of a sentence, or of mana that can only be spent so."""
    begins = max((one.end() for one in _SENTENCE_BEGINS.finditer(text[:place])), default=0)
    return _CONDITION.match(text[begins:place]) is not None


def _subject(before: str) -> str:
    """Return the last words of a text, from the beginning of their clause; a list of kinds is one clause."""
    starts = [0, *(one.end() for one in _CLAUSE_BEGINS.finditer(before))]
    while len(starts) > 1 and _LIST_GOES_ON.match(before[starts[-1] :]):
        starts.pop()
        while len(starts) > 1 and before[starts[-1] - 2] == "," and " " not in before[starts[-1] :].split(",")[0]:
            starts.pop()
    return before[starts[-1] :]


def _deeds(what: str, whom: str, before: str) -> list[Deed]:
    """Return a deed for each object that some words name: "this creature and that creature" are two."""
    perhaps = _PERHAPS.search(whom) is not None
    if _AIMED.search(whom):
        return [Deed(what, "targets", perhaps)]
    if whom.startswith("~"):
        first, _, second = whom.partition(" and ")
        more = [] if not second else _deeds(what, second, f"{before} {first} and ")
        return [Deed(what, "others")] if first.startswith("~ or ") else [Deed(what, "this"), *more]
    if _ATTACHED.match(whom):
        return [Deed(what, "attached")]
    if _PRONOUN.match(whom):
        return [Deed(what, _antecedent(before), perhaps)]
    if _THAT.match(whom):
        return [Deed(what, "targets" if _antecedent(before) == "targets" else "others", perhaps)]
    own = what in TURNING_OVER and whom[:1].isupper() and not _MANY.match(whom)  # a slip in its own name
    return [Deed(what, "this" if own else "others", perhaps)]


def _antecedent(before: str) -> str:
    """Return which object a text named last: its own permanent, if none."""
    last = "this"
    for one in _MENTIONS.finditer(before):
        last = str(one.lastgroup)
    return last
