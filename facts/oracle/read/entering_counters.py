"""Sentences that say with which counters something enters or is turned face up (122.6, 614.1c)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from facts.effects import Entering, EnteringEffect, speaks_of_counters, told_amounts
from facts.effects.form import Amount, AmountOf, Condition
from facts.oracle.read.ability_kinds import ABILITY_WORD
from facts.oracle.read.clause_conditions import condition_in, happened
from facts.oracle.read.lowering import Lowering
from facts.oracle.read.normal_wording import masked, normalised, sentences
from facts.oracle.read.parts import Brought, Form, NotRead, Who
from facts.oracle.read.scene import Draft, Scene
from facts.oracle.read.sentences import parsed
from facts.oracle.read.told_conditions import told, told_as
from facts.oracle.read.where_x import WHERE_X
from facts.oracle.read.work_limit import counted

_ENTERS = re.compile(
    r"(?:(?P<how>If|As long as) (?P<condition>.+), )?(?P<who>[^,]*?) "
    r"(?P<verb>enters?|escapes)(?: tapped(?: and)?)? with (?P<what>.+)$"
)
_AS_ENTERS = re.compile(
    r"As (?P<who>[^,]+?) (?P<when>(?:enters(?: or )?)?(?:is turned face up)?), "
    r"(?P<chosen>(?:you |an opponent )?(?:secretly )?)puts? (?P<what>[^.]+? counters?) on it(?P<rest>\b.*)$"
)
_AS_ITSELF = re.compile(r"As ~ enters\b")
_OWN_NAME = re.compile(r"~|this", re.IGNORECASE)
_GROUP = re.compile(r"(?:each|(?:all )?other)\b|.* you control$", re.IGNORECASE)
"""The beginning of a noun phrase for several objects."""
_GIVES = re.compile(r"[^.,:]*\bha(?:ve|s) ⟦")
_QUOTED = re.compile(r"\benters?(?: the battlefield)?(?: tapped)? with\b.*\bcounters?\b")
_AGAIN = re.compile(r",? and (?=(?:an?|one|two|three) [^,]+ counters?\b)")
_IN_GRAVEYARD = re.compile(r"~ is in your (graveyard)$")
_PRONOUN = re.compile(r"it|he|she", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\b(?:enters?|cast) this way\b|\bth(?:at|is) mana\b")
"""Conditions about another object, for which "it" stands."""
_AND_AN_ABILITY = re.compile(r",? and with (?!(?:an?|one|two|three|X) )(?:(?!, where X is ).)+")
_AND_AS = re.compile(r" and as an? [^,]+$")
_INSTEAD = re.compile(r" instead$")
_IF = re.compile(r",? if (?P<condition>.+)$")
_SOME = re.compile(r"\bcounters?\b.*\benters?\b|\benters?\b.*\bcounters?\b")
_ESCAPED: Form = {"told": "this escaped"}
_COPY = re.compile(r"\bcopy of\b")
_COPY_ENTERS = re.compile(
    r"(?:\bif it(?:'s| is) an? (?P<before>\w+),? it )?\benters? with (?P<what>.+?)"
    r"(?: if it(?:'s| is) an? (?P<after>\w+))?"
    r"(?=,(?: and)? (?:it|if)\b| and\b|,? if\b|[,.]|$)(?P<otherwise>,? if\b)?"
)
_COPY_WITH = re.compile(r"\bcopy of\b[^.]*\bwith a number of (?:additional )?[+-]\d+/[+-]\d+ counters?\b")


@dataclass
class _Draft:
    """The counters of one ability so far."""

    own: list[tuple[str, EnteringEffect]] = field(default_factory=list)
    of_copy: list[tuple[str, EnteringEffect]] = field(default_factory=list)
    of_others: list[tuple[str, EnteringEffect]] = field(default_factory=list)
    unread: bool = False
    unread_of_copy: bool = False
    unread_of_others: str | None = None
    turned_up: list[tuple[str, int]] = field(default_factory=list)


def read_entering(text: str, name: str, type_line: str = "") -> Entering:
    """Read with which counters something enters or is turned face up, as one ability says.

    Args:
        text: The text of the ability, without reminder text.
        name: The name of the card or face.
        type_line: Its type line.
    """
    if not speaks_of_counters(text):
        return Entering()
    quotes = masked(text)
    plain = normalised(quotes.text, name, type_line)
    word = ABILITY_WORD.match(plain)
    draft = _Draft()
    if _GIVES.match(plain) is not None and any(map(_QUOTED.search, quotes.quotes)):
        draft.unread_of_others = "battlefield"
    with counted(len(text)):
        _read(sentences(plain[word.end() :] if word is not None else plain), draft)
    return Entering(
        (
            *((kind, form, False) for kind, form in draft.own),
            *((kind, form, True) for kind, form in draft.of_copy),
            *((kind, form, False) for kind, form in draft.of_others),
        ),
        draft.unread,
        draft.unread_of_copy,
        draft.unread_of_others,
        tuple(draft.turned_up),
    )


def _read(text: list[str], draft: _Draft) -> None:
    """Read the sentences of an ability."""
    own = copies = False
    for place, sentence in enumerate(text):
        before = " ".join(text[:place])
        copy = _COPY.search(sentence)
        if copy is not None or copies:
            _of_copy(sentence, copy.end() if copy is not None else 0, draft)
            copies = True
            continue
        said = _AS_ENTERS.match(sentence)
        if said is not None:
            own = _as_enters(said, draft) or own
            continue
        said = _ENTERS.match(sentence)
        if said is None:
            draft.unread |= own and _SOME.search(sentence) is not None
        elif "counter" not in said["what"]:
            continue
        elif _means_itself(said, before):
            own = True
            _of_itself(said, draft)
        elif place == 0 and said["how"] != "If":
            _of_others(said, draft, alone=len(text) == 1)


def _means_itself(said: re.Match[str], before: str) -> bool:
    """Tell whether a sentence is about the object with the ability: a pronoun may stand for it."""
    condition = said["condition"] or ""
    if _OWN_NAME.fullmatch(said["who"]) is not None or said["verb"] == "escapes":
        return _OF_ANOTHER.search(condition) is None
    if _PRONOUN.fullmatch(said["who"]) is None or _OF_ANOTHER.search(condition):
        return False
    return "~" in condition or _AS_ITSELF.match(before) is not None or ("~" in before and bool(condition))


def _as_enters(said: re.Match[str], draft: _Draft) -> bool:
    """Read "as ~ enters or is turned face up, put ... on it"; tell whether it is about its own object."""
    if _OWN_NAME.fullmatch(said["who"]) is None:
        return False
    if said["chosen"]:
        draft.unread = True  # a player chooses the number
        return True
    if "enters" in said["when"]:
        _bring(f"{said['what']} on it{said['rest']}", None, draft)
    if "face up" in said["when"]:
        for one in _counters(said["what"]) or ():
            draft.turned_up += [(one.kind, one.number)] if isinstance(one.number, int) else []
    return True


def _of_itself(said: re.Match[str], draft: _Draft) -> None:
    """Read "~ enters with ..." and "~ escapes with ...": the object has escaped in that case (702.138c)."""
    condition: Condition | None = None
    what = _AND_AN_ABILITY.sub("", said["what"])
    if said["verb"] == "escapes":
        condition = Condition.from_data(_ESCAPED)
        if _INSTEAD.search(what):
            what = _INSTEAD.sub("", what)
            other = Condition.from_data({"not": _ESCAPED})
            if any(form.if_ is not None for _, form in draft.own):
                draft.unread = True
            draft.own = [(kind, form.changed(if_=form.if_ or other)) for kind, form in draft.own]
    elif said["condition"] is not None:
        condition = _condition(said["condition"])
        if condition is None:
            draft.unread = True
            return
    _bring(what, condition, draft)


def _bring(what: str, condition: Condition | None, draft: _Draft) -> None:
    """Read the words after "~ enters with", under a condition that stands before."""
    found, asked = _counters(what), _IF.search(what)
    if found is None and asked is not None and condition is None:
        condition = _condition(asked["condition"], besides_itself=True)
        found = _counters(what[: asked.start()]) if condition is not None and condition.told is None else None
    for one in found or ():
        number = _number(one)
        if number is None:
            draft.unread = True
            continue
        form = EnteringEffect(affects="this", enter_with=number)
        if one.called_x:
            form = form.changed(called_x=True)
        draft.own.append((one.kind, form if condition is None else form.changed(if_=condition)))
    draft.unread |= found is None


def _of_others(said: re.Match[str], draft: _Draft, *, alone: bool) -> None:
    """Read "each other creature you control enters with an additional ...", which no further sentence may limit."""
    where = _IN_GRAVEYARD.match(said["condition"] or "")
    zone = where[1] if where is not None else None
    forms: list[tuple[str, EnteringEffect]] | None = None
    if alone and (said["condition"] is None or where is not None):
        forms = _brought_to(said["who"], _AND_AS.sub("", said["what"]), zone)
    if forms is None and _GROUP.match(said["who"]) is not None:
        draft.unread_of_others = zone or "battlefield"
    draft.of_others += forms or ()


def _brought_to(whom: str, what: str, zone: str | None) -> list[tuple[str, EnteringEffect]] | None:
    """Return which objects enter with which counters; None where a word is not read."""
    who: Who | None = parsed(whom, "nouns")
    found = _counters(what)
    if who is None or who.kind != "filter" or who.loose or who.shares or not found:
        return None
    forms: list[tuple[str, EnteringEffect]] = []
    for one in found:
        if one.number is None or _of_an_event(one.number):
            return None
        try:
            effect = plain_lowering("static").effect(who, {"add_power": one.number}, None, False, None, who)
        except NotRead:
            return None
        if effect.given().keys() != {"affects", "add_power"} or list(told_amounts(effect)):
            return None
        forms.append((one.kind, EnteringEffect(affects=effect.affects, enter_with=effect.add_power, functions_in=zone)))
    return forms


def _of_copy(sentence: str, since: int, draft: _Draft) -> None:
    """Read the counters of an object that enters as a copy, as the ability that makes it a copy says (707.5)."""
    draft.unread_of_copy |= _COPY_WITH.search(sentence) is not None
    for said in _COPY_ENTERS.finditer(sentence, since):
        if "counter" not in said["what"]:
            continue
        found = None if said["otherwise"] else _counters(said["what"])
        needs = said["before"] or said["after"]
        for one in found or ():
            number = _number(one)
            if number is None:
                found = None
                break
            form = EnteringEffect(affects="this", enter_with=number, needs=needs and needs.capitalize())
            draft.of_copy.append((one.kind, form))
        draft.unread_of_copy |= found is None


def _counters(what: str) -> list[Brought] | None:
    """Parse the words after "enters with"; a board tells an X that they define in words that no rule can find out."""
    found: list[Brought] | None = parsed(what, "counters")
    where = WHERE_X.search(what)
    if found is None and where is not None:
        found = parsed(f"{what[: where.start()]}, where X is the result", "counters")
    for again in () if found is not None else _AGAIN.finditer(what):
        both = _counters(what[: again.start()]), _counters(what[again.end() :])
        if both[0] is not None and both[1] is not None:
            return [*both[0], *both[1]]
    return found


def _number(one: Brought) -> Amount | None:
    """Return how many counters an object enters with. It does not count itself (614.12)."""
    if one.number is None or isinstance(one.number, int):
        return one.number
    unknown = AmountOf(x=True)
    if not one.called_x and one.number.keys() <= {"x", "times"}:
        return AmountOf.from_data(one.number)
    if _of_an_event(one.number):
        return unknown if one.called_x else None
    other = Who("targets", [{"type": "Creature"}])
    try:
        effect = plain_lowering("spell").effect(other, {"add_power": _besides(one.number)}, None, False, None, other)
        number = effect.add_power
    except NotRead:
        number = None
    if not isinstance(number, AmountOf) or number.x is not None or number.half is not None:
        return unknown if one.called_x else None
    return number


def _of_an_event(number: int | Form) -> bool:
    """Tell whether a number depends on an event, which no rule can find out."""
    return isinstance(number, dict) and ("event" in number or "x" in number)


def _condition(text: str, *, besides_itself: bool = False) -> Condition | None:
    """Read a condition about the object as it would enter; the board may have to tell whether it holds."""
    found = condition_in(text) or told(text) or (told_as(text) if happened(text) else None)
    if found is None:
        return None
    itself = Who("this")
    asked = _besides(found) if besides_itself else found
    try:
        return plain_lowering("static").effect(itself, {"add_power": 1}, asked, True, None, itself).as_long_as
    except NotRead:
        return None


def _besides(form: Any) -> Any:
    """Leave out that others are counted: the object itself is not yet on the battlefield (614.12)."""
    if isinstance(form, dict):
        return {key: _besides(value) for key, value in form.items() if key != "other"}
    return [_besides(one) for one in form] if isinstance(form, list) else form


def plain_lowering(kind: str) -> Lowering:
    """Return what lowers a clause without anything around it.

    Args:
        kind: The kind of the ability.
    """
    scene = Scene(kind, frozenset({"creature_type"} if kind == "static" else ()), _no_quote, type_line="Creature")
    return Lowering(scene, Draft())


def _no_quote(*_: object) -> str:
    raise NotRead("a quoted ability")
