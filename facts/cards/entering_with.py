"""Reads from texts with which counters something enters or is turned face up, as effect forms (122.6, 614.1c)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from facts.cards.card import Ability, Face
from facts.effects import NOTHING, EnteringEffect, EnteringWith, Read, told_amounts
from facts.effects.form import COUNTER_ACTIONS, Amount, AmountOf, Condition
from facts.text import number_said

_WITH = r" (?:enters(?: the battlefield)?(?: tapped(?: and)?)?|(?P<escapes>escapes)) with "
_KIND = r"(?P<kind>[+-]\d+/[+-]\d+|(?:(?!counter)[a-z' -])+) counters?(?: on (?:it|him|her|them))?"
_PLAIN = rf"(?:an additional (?=X |\w+ [+-]))?(?P<count>twice X|\w+)(?: additional)? {_KIND}"
_AS_ENTERS = (
    r"^As (?P<who>[^,]+?(?:, [^,]+?)?) enters(?: the battlefield)?(?: or is turned face up)?, "
    r"put (?P<what>[^.,]+ counters?) on it\b"
)
_AS_TURNED_UP = r"^As [^.]* is turned face up, put (?P<what>[^.,]+ counters?) on it\b"
_WORD = r"^[A-Z][\w' -]{2,30} — "
_IF_X = r"If X is (?P<x>\d+) or (?P<side>more|less), (?:it|he|she|they) enters?(?: the battlefield)? with (?P<rest>.+)"
_EACH = rf"(?P<count>\w+) {_KIND} (?P<each>for each .+)"
_WHERE = rf"X {_KIND}, where X is (?P<x>.+)"
_EQUAL = rf"a number of {_KIND} equal to (?P<x>.+)"
_IF = rf"(?P<count>\w+) {_KIND},? if (?P<if>.+)"
_AGAIN = r",? and (?=(?:an?|one|two|three) [^,]+ counters?\b)|, (?=(?:an?|one|two|three) [^,]+ counters?,)"
_IF_FIRST = r"if (?P<if>.+?), (?P<who>it|he|she|this(?: \w+)?|{name})"
_OF_ANOTHER = r"\b(?:enters?|cast) this way\b|\bth(?:at|is) mana\b"
_ESCAPED: Mapping[str, Any] = {"told": "this escaped"}
_INSTEAD = r"It escapes with (?P<rest>.+) instead"
_AND_AN_ABILITY = r",? and with (?!(?:an?|one|two|three|X) ).+"
_OTHERS = (
    r"(?:as long as (?:this(?: \w+)?|(?P<name>.+?)) is in your (?P<zone>graveyard), |(?P<when>as long as [^,]+), )?"
    r"(?P<who>(?:each|(?:all )?other|(?!if )[^,]+? you control).*?)"
    r" enters?(?: the battlefield)?(?: tapped)? with (?P<with>.+?)(?: and as an? [^,]+)?\.?"
)
_PUTS = r"As [^.]+? enters\b[^.]*, (?:you |an opponent )?(?:secretly )?puts? [^.]* counters? on it\b"
"""Counters whose number a player chooses as the object enters."""
_PUT_INSTEAD = (
    r"\bcounters?(?:[\w' ]+)? (?:would|can't) be put\b|\bwould put [^.,]*\bcounters?\b|"
    r"\bcan't have (?:[^.,]* )?counters put\b|\bfor each kind of counter on\b[^.]* enters?\b"
)
_X_MORE = "+X/+0 until end of turn, where X is"
_ITSELF = r"\b(?:an)?other "
_COPY = r"\bcopy of\b"
_MORE = (
    r"(?:\bif it(?:'s| is) an? (?P<before>\w+),? it )?(?P<enters>\benters(?: the battlefield)? )?\bwith (?P<count>\w+)"
    r"(?: additional)? (?P<kind>[+-]\d+/[+-]\d+|[a-z]+) counters?(?: more)?(?: on it)?"
    r"(?: (?:if it(?:'s| is) an?|on an?) (?P<after>\w+))?(?P<otherwise> if\b)?"
)
_MORE_OR_LESS = r"\bcopy of\b.*\bwith a number of (?:additional )?[+-]\d+/[+-]\d+ counters?\b"
_STATIC = ("plain", "static", "as_enters")


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Compile a pattern where it is first asked for: most boards ask for none."""
    return re.compile(words, re.IGNORECASE)


@lru_cache(maxsize=4096)
def entering_with(face: Face) -> Read:
    """Read with which counters something enters, as a face says.

    Args:
        face: The face.
    """
    speaking = [one for one in enumerate(face.abilities, start=1) if "counter" in one[1].text]
    if not speaking:
        return NOTHING
    forms: list[EnteringWith] = []
    unread: list[str] = []
    unread_of_copy: list[str] = []
    unread_of_others: list[tuple[str, str]] = []
    for place, ability in speaking:
        for found, left, of_copy in (
            (_of_itself(ability, face.name), unread, False),
            (_of_copy(ability), unread_of_copy, True),
        ):
            said = list(found)
            forms += (EnteringWith(place, kind, form, of_copy) for kind, form in said if form is not None)
            left += [] if all(form is not None for _, form in said) else [ability.text]
        others = _pattern(_OTHERS).fullmatch(ability.text) if ability.kind in _STATIC else None
        if others is not None and not _is_itself(others["who"], face.name):
            one = None if others["when"] else _by_others(others["who"], others["with"], face.name)
            if one is not None:
                forms.append(EnteringWith(place, one[0], one[1].changed(functions_in=others["zone"])))
            unread_of_others += [] if one is not None else [(ability.text, others["zone"] or "battlefield")]
    return Read(tuple(forms), tuple(unread), tuple(unread_of_copy), tuple(unread_of_others))


def turned_up_with(face: Face) -> Iterator[tuple[int, str, int]]:
    """Read which counters a face puts on its permanent as that is turned face up.

    Args:
        face: The face.

    Yields:
        The place of the ability, the kind of counter, and how many there are.
    """
    for place, ability in enumerate(face.abilities, start=1):
        said = _pattern(_AS_TURNED_UP).search(ability.text)
        for kind, form in _read(said["what"]) if said is not None else ():
            if form is not None and isinstance(form.enter_with, int):
                yield place, kind, form.enter_with


@lru_cache(maxsize=4096)
def counters_changed(face: Face) -> list[str]:
    """Return the texts of an object that say that more or fewer counters are put on something (614.1a).

    Args:
        face: The face of the object.
    """
    texts = [
        one.text
        for one in face.abilities
        if one.kind in ("plain", "static")
        and "counter" in one.text.lower()
        and not any(COUNTER_ACTIONS & set(effect.cannot or ()) for effect in one.effects)
    ]
    return [text for text in texts if _pattern(_PUT_INSTEAD).search(text)]


def _of_itself(ability: Ability, name: str) -> Iterator[tuple[str, EnteringEffect | None]]:
    """Read the counters that an object enters with by its own text; the form is None if it is not understood."""
    text = re.sub(_WORD, "", ability.text)
    text = _pattern(_AS_ENTERS).sub(r"\g<who> enters with \g<what> on it", text)
    said = _pattern(_WITH).search(text)
    if said is None:
        if _pattern(_PUTS).match(text) is not None and _as_it_enters(text, name):
            yield "", None
        return
    subject, condition = _subject(text[: said.start()].split(". ")[-1], name)
    if said["escapes"]:  # if this permanent escaped, it enters with these counters (702.138c)
        for kind, form in _sentences(text[said.end() :].rstrip(".")):
            yield kind, _when(form, _ESCAPED)
        return
    if condition is None and not _is_itself(subject, name):
        if not (_pattern(r"it|he|she").fullmatch(subject) and _as_it_enters(text, name)):
            return
    elif condition is not None and _pattern(_OF_ANOTHER).search(condition):
        return
    for kind, form in _sentences(text[said.end() :].rstrip(".")):
        yield kind, form if condition is None else _under(form, condition, name)


def _as_it_enters(text: str, name: str) -> bool:
    """Tell whether a text begins with what happens as its object enters: "As ~ enters, ... It enters with"."""
    said = _pattern(r"As (?P<who>[^.]+?) enters\b").match(text)
    return said is not None and _is_itself(said["who"], name)


def _of_copy(ability: Ability) -> Iterator[tuple[str, EnteringEffect | None]]:
    """Read the counters of an object that enters as a copy, as the ability that makes it a copy says (707.5)."""
    copies = _pattern(_COPY).search(ability.text)
    if copies is None:
        return
    if _pattern(_MORE_OR_LESS).search(ability.text):
        yield "", None
    for said in _pattern(_MORE).finditer(ability.text, copies.end()):
        count, kind, needed = _count(said["count"]), said["kind"], said["before"] or said["after"]
        if not said["enters"] and kind.isalpha():  # the copied object has counters: "a card with a counter on it"
            continue
        if count is None or said["otherwise"]:
            yield "", None
        else:
            yield kind, _plain(count).changed(needs=needed and needed.capitalize())


@lru_cache(maxsize=4096)
def _by_others(who: str, text: str, name: str) -> tuple[str, EnteringEffect] | None:
    """Read which objects enter with how many counters of which kind."""
    text = _pattern(r"\ban additional X\b").sub("X", text)
    text = _pattern(r"\ban additional\b").sub("a", text)
    text = _pattern(r"\b(?:additional|more) (?=\S+ counter)").sub("", text)
    count: int | str = "X"
    tail, said = "", _pattern(_WHERE).fullmatch(text) or _pattern(_EQUAL).fullmatch(text)
    if said is not None:
        tail = f", where X is {said['x']}"
    else:
        said = _pattern(_EACH).fullmatch(text)
        tail = f" {said['each']}" if said is not None else ""
        said = said or _pattern(_PLAIN).fullmatch(text)
        number = None if said is None else _count(said["count"])
        count = number if isinstance(number, int) else 0
    if said is None or not count:
        return None
    from facts.oracle import read_static

    form = read_static(f"{who} {'gets' if who.lower().startswith('each ') else 'get'} +{count}/+0{tail}.", name)
    if form is None or form.given().keys() - {"text", "affects", "add_power"} or list(told_amounts(form)):
        return None
    return said["kind"], EnteringEffect(affects=form.affects, enter_with=form.add_power)


def _subject(text: str, name: str) -> tuple[str, str | None]:
    """Return who enters, and under which condition, if that goes before: "if this was kicked, it enters with"."""
    said = re.fullmatch(_IF_FIRST.format(name=re.escape(name)), text, re.IGNORECASE)
    return (text, None) if said is None else (said["who"], said["if"])


def _under(form: EnteringEffect | None, text: str, name: str) -> EnteringEffect | None:
    """Put a condition before how many counters something enters with; the board may have to tell whether it holds."""
    from facts.oracle import read_static_condition

    condition = read_static_condition(text, name)
    return None if form is None or condition is None or form.if_ is not None else form.changed(if_=condition)


def _when(form: EnteringEffect | None, condition: Mapping[str, Any]) -> EnteringEffect | None:
    """Put a condition in the effect form before how many counters something enters with."""
    return None if form is None or form.if_ is not None else form.changed(if_=Condition.from_data(condition))


def _sentences(text: str) -> Iterator[tuple[str, EnteringEffect | None]]:
    """Read the words after the first "enters with", and the sentences that continue it."""
    first, *further = text.split(". ")
    first = _pattern(_AND_AN_ABILITY).sub("", first)
    instead = next(filter(None, map(_pattern(_INSTEAD).fullmatch, further)), None)
    if instead is None:
        yield from _read(first)
    else:
        for words, condition in ((first, {"not": _ESCAPED}), (instead["rest"], _ESCAPED)):
            for kind, form in _read(words):
                yield kind, _when(form, condition)
        further.remove(instead[0])
    for sentence in further:
        said = _pattern(_IF_X).fullmatch(sentence)
        if said is not None:
            number, more = int(said["x"]), said["side"] == "more"
            bound = Condition(x=True, at_least=number) if more else Condition(x=True, at_most=number)
            for kind, form in _read(said["rest"]):
                yield kind, None if form is None or form.if_ is not None else form.changed(if_=bound)
        elif "counter" in sentence and "enter" in sentence:
            yield "", None


def _read(text: str) -> Iterator[tuple[str, EnteringEffect | None]]:
    """Read the words after "enters with"; the form is None for unread words."""
    for one in _pattern(_AGAIN).split(text.replace(" plus an additional ", " and a ")):
        yield _read_one(one)


def _read_one(text: str) -> tuple[str, EnteringEffect | None]:
    said = _pattern(_PLAIN).fullmatch(text)
    if said is not None:
        count = _count(said["count"])
        return said["kind"], None if count is None else _plain(count)
    said = _pattern(_EACH).fullmatch(text)
    if said is not None:
        count, amount = _count(said["count"]), _amount(f"+1/+0 until end of turn {said['each']}")
        return said["kind"], _times(amount, count) if isinstance(count, int) else None
    said = _pattern(_WHERE).fullmatch(text)
    if said is not None:
        form = _times(_amount(f"{_X_MORE} {said['x']}"), 1)
        return said["kind"], (_plain(AmountOf(x=True)) if form is None else form).changed(called_x=True)
    said = _pattern(_EQUAL).fullmatch(text)
    if said is not None:
        return said["kind"], _times(_amount(f"{_X_MORE} {said['x']}"), 1)
    said = _pattern(_IF).fullmatch(text)
    if said is not None:
        count, condition = _count(said["count"]), _condition(said["if"])
        return said["kind"], None if condition is None or count is None else _plain(count).changed(if_=condition)
    return "", None


def _plain(count: Amount) -> EnteringEffect:
    return EnteringEffect(affects="this", enter_with=count)


def _times(amount: Amount | None, count: int) -> EnteringEffect | None:
    if not isinstance(amount, AmountOf) or amount.x is not None or amount.half is not None:  # no step shows X
        return None
    times = 1 if amount.times is None else amount.times
    return _plain(amount.changed(times=count * times, plus=count * (amount.plus or 0)) if count > 1 else amount)


def _amount(text: str) -> Amount | None:
    """Read an amount. It does not count the entering object (614.12), so "other" changes nothing."""
    from facts.oracle import read_bonus

    return read_bonus(_pattern(_ITSELF).sub("", text))


def _condition(text: str) -> Condition | None:
    from facts.oracle import read_condition

    condition = read_condition(_pattern(_ITSELF).sub("", text))
    return None if condition is None or condition.told is not None else condition


def _count(word: str) -> Amount | None:
    """Return how many a word says; X as an amount of the effect form."""
    word = word.lower()
    if word in ("x", "twice x"):
        return AmountOf(x=True) if word == "x" else AmountOf(x=True, times=2)
    if word in ("a", "an"):
        return 1
    if word.isdigit():
        return int(word) if len(word) < 7 else None
    return number_said(word)


def _is_itself(subject: str, name: str) -> bool:
    """Tell whether the subject of a sentence is the card: by its name, a part of it, or "this creature"."""
    from facts.oracle import own_names

    if re.fullmatch(r"this(?: \w+)?", subject, re.IGNORECASE) or subject in (name, name.split(",")[0]):
        return True
    return subject in own_names(name)
