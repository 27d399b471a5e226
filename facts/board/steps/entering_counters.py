"""Counters that an object enters with by its own text (122.6, 614.1c)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import Any, NamedTuple

from facts.cards.card import Ability, Face
from facts.effects.board_questions import told_amounts
from facts.effects.effect_facts import SOURCE_OR_HOST
from facts.text.number_words import NUMBER_WORDS

_WITH = r" enters(?: the battlefield)?(?: tapped)? with "
_KIND = r"(?P<kind>[+-]\d+/[+-]\d+|(?:(?!counter)[a-z' -])+) counters?(?: on (?:it|him|her|them))?"
_PLAIN = rf"(?:an additional (?=X |\w+ [+-]))?(?P<count>twice X|\w+)(?: additional)? {_KIND}"
_WORD = r"^[A-Z][\w' -]{2,30} — "
_IF_X = r"If X is (?P<x>\d+) or (?P<side>more|less), (?:it|he|she|they) enters?(?: the battlefield)? with (?P<rest>.+)"
_EACH = rf"(?P<count>\w+) {_KIND} (?P<each>for each .+)"
_WHERE = rf"X {_KIND}, where X is (?P<x>.+)"
_EQUAL = rf"a number of {_KIND} equal to (?P<x>.+)"
_IF = rf"(?P<count>\w+) {_KIND},? if (?P<if>.+)"
_AGAIN = r",? and (?=(?:an?|one|two|three) [^,]+ counters?\b)|, (?=(?:an?|one|two|three) [^,]+ counters?,)"
_IF_FIRST = r"if (?P<if>.+?), (?P<who>it|he|she|this(?: \w+)?)"
_OTHERS = (
    r"(?:as long as (?:this(?: \w+)?|(?P<name>.+?)) is in your (?P<zone>graveyard), )?"
    r"(?P<who>(?:each|(?:all )?other|[^,]+? you control).*?)"
    r" enters?(?: the battlefield)?(?: tapped)? with (?P<with>.+?)(?: and as an? [^,]+)?\.?"
)
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
_IMPENDING = r"impending (\d+)"
_BY_KEYWORD = {"fading": "fade", "graft": "+1/+1", "modular": "+1/+1", "vanishing": "time"}
"""The counters that a keyword with a number stands for (702.32a, 702.43a, 702.58a, 702.63a)."""
_RAVENOUS = "ravenous"
"""X +1/+1 counters, for the X of its cost (702.156a)."""
_BY_MANA_SPENT = "sunburst"
"""Counters for the colors of mana that was spent, which no step shows (702.44a)."""
_NUMBERED = r"[a-z]+ (\d+)"
_TAKES = frozenset(("lose_all_abilities", "lose_abilities", "cannot_have", "set_subtypes"))


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """Compile a pattern where it is first asked for: most boards ask for none."""
    return re.compile(words, re.IGNORECASE)


class Entering(NamedTuple):
    """Counters of a kind that an ability says its object enters with.

    Attributes:
        place: Which ability of the face it is, from 1.
        kind: The kind of counter.
        effect: How many, in the effect form: what its power would grow by.
    """

    place: int
    kind: str
    effect: Mapping[str, Any]

    @property
    def plain(self) -> bool:
        """Whether it is just a number, which nothing on the board decides."""
        return isinstance(self.effect["add_power"], int) and "if" not in self.effect


def entering_counters(face: Face, status: list[str], x: int | None) -> tuple[list[Entering], list[str]]:
    """Return the counters that an object enters with, as its text says.

    Args:
        face: The face that is up as it enters.
        status: What the board says of it; with ``impending`` it was cast for that cost (702.176a).
        x: The X of its mana cost, if the board says it.

    Returns:
        The counters, and the texts of which it is not known how many they say.
    """
    found: list[Entering] = []
    unknown: list[str] = []
    for place, ability in speaking_of_counters(face):
        if ability.keyword == "impending" or ability.keyword in _BY_KEYWORD:
            found += (Entering(place, kind, _plain(count)) for kind, count in _by_keyword(ability, status))
        elif ability.keyword == _BY_MANA_SPENT or (ability.keyword == _RAVENOUS and x is None):
            unknown.append(ability.text)
        elif ability.keyword == _RAVENOUS:
            found.append(Entering(place, "+1/+1", _plain(x or 0)))
        else:
            text = re.sub(_WORD, "", ability.text)
            said = _pattern(_WITH).search(text)
            subject, condition = ("", None) if said is None else _subject(text[: said.start()].split(". ")[-1])
            if said is not None and (condition is not None or _is_itself(subject, face.name)):
                read = list(_sentences(text[said.end() :].rstrip("."), x))
                if condition is not None:
                    read = [(kind, _under(effect, condition, face.name)) for kind, effect in read]
                found += (Entering(place, kind, effect) for kind, effect in read if effect is not None)
                if not all(effect for _, effect in read):
                    unknown.append(ability.text)
    return found, unknown


@lru_cache(maxsize=4096)
def speaking_of_counters(face: Face) -> tuple[tuple[int, Ability], ...]:
    """Return the abilities that may say with which counters something enters, each with its place on the face.

    Args:
        face: The face of the object.
    """
    keywords = {"impending", *_BY_KEYWORD, _BY_MANA_SPENT, _RAVENOUS}
    return tuple(
        (place, ability)
        for place, ability in enumerate(face.abilities, start=1)
        if ability.keyword in keywords or "counter" in ability.text
    )


@lru_cache(maxsize=4096)
def others_enter_with(face: Face, zone: str = "") -> list[tuple[str, list[Entering]]]:
    """Return the counters that other objects enter with, as the text of an object says.

    Args:
        face: The face of the object.
        zone: The zone it is in; any, if left out.

    Returns:
        Of each such text that works there: the text, and the counters, none if it is not understood.
    """
    found: list[tuple[str, list[Entering]]] = []
    for place, ability in enumerate(face.abilities, start=1):
        if "counter" not in ability.text or ability.kind not in ("plain", "static", "as_enters"):
            continue
        said = _pattern(_OTHERS).fullmatch(ability.text)
        if said is None or _is_itself(said["who"], face.name) or zone not in ("", said["zone"] or "battlefield"):
            continue
        one = _by_others(said["who"], said["with"], face.name)
        found.append((ability.text, [] if one is None else [Entering(place, *one)]))
    return found


@lru_cache(maxsize=4096)
def counters_changed(face: Face) -> list[str]:
    """Return the texts of an object that say that more or fewer counters are put on something (614.1a).

    Args:
        face: The face of the object.
    """
    texts = [one.text for one in face.abilities if one.kind in ("plain", "static") and "counter" in one.text.lower()]
    return [text for text in texts if _pattern(_PUT_INSTEAD).search(text)]


@lru_cache(maxsize=4096)
def _by_others(who: str, text: str, name: str) -> tuple[str, Mapping[str, Any]] | None:
    """Read which objects enter with how many counters of which kind."""
    text = _pattern(r"\ban additional X\b").sub("X", text)
    text = _pattern(r"\ban additional\b").sub("a", text)
    text = _pattern(r"\b(?:additional|more) (?=\S+ counter)").sub("", text)
    count, tail, said = "X", "", _pattern(_WHERE).fullmatch(text) or _pattern(_EQUAL).fullmatch(text)
    if said is not None:
        tail = f", where X is {said['x']}"
    else:
        said = _pattern(_EACH).fullmatch(text)
        tail = f" {said['each']}" if said is not None else ""
        said = said or _pattern(_PLAIN).fullmatch(text)
        count = str((said and _count(said["count"], None)) or "")
    if said is None or not count:
        return None
    form = _static(f"{who} {'gets' if who.lower().startswith('each ') else 'get'} +{count}/+0{tail}.", name)
    if form is None or set(form) - {"text", "affects", "add_power"} or list(told_amounts({"effects": [form]})):
        return None
    return said["kind"], form


@lru_cache(maxsize=4096)
def _static(text: str, name: str) -> Mapping[str, Any] | None:
    """Read a sentence as the static ability of an object."""
    from facts.oracle import CardContext, read_text

    read = read_text(f"As {name} enters, choose a creature type.\n{text}", CardContext(name, "Creature"))[-1]
    return read.form if read.modelled and not read.unread and "effects" not in (read.form or {}) else None


def _subject(text: str) -> tuple[str, str | None]:
    """Return who enters, and under which condition, if that goes before: "if this was kicked, it enters with"."""
    said = _pattern(_IF_FIRST).fullmatch(text)
    return (text, None) if said is None else (said["who"], said["if"])


def _under(effect: Mapping[str, Any] | None, text: str, name: str) -> Mapping[str, Any] | None:
    """Put a condition before how many counters something enters with; the board may have to tell whether it holds."""
    condition = (_static(f"If {text}, this creature gets +1/+0.", name) or {}).get("as_long_as")
    return None if effect is None or condition is None or "if" in effect else {**effect, "if": condition}


def may_take_abilities(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect could keep an object from having the abilities by which it enters with counters.

    Args:
        effect: In the effect form.
    """
    return bool(_TAKES & set(effect)) or effect.get("becomes_copy", {}).get("of") in SOURCE_OR_HOST


def _by_keyword(ability: Ability, status: list[str]) -> Iterator[tuple[str, int]]:
    if ability.keyword == "impending":
        number = _pattern(_IMPENDING).match(ability.text) if "impending" in status else None
        kind = "time"
    else:
        number, kind = _pattern(_NUMBERED).match(ability.text), _BY_KEYWORD[str(ability.keyword)]
    if number is not None:
        yield kind, _count(number[1], None) or 0


def _plain(count: int) -> Mapping[str, Any]:
    return {"affects": "this", "add_power": count}


def _sentences(text: str, x: int | None) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Read what stands after the first "enters with", and the sentences after it that go on with that."""
    first, *further = text.split(". ")
    yield from _read(first, x)
    for sentence in further:
        said = _pattern(_IF_X).fullmatch(sentence)
        if said is not None and x is not None:
            if x >= int(said["x"]) if said["side"] == "more" else x <= int(said["x"]):
                yield from _read(said["rest"], x)
        elif "counter" in sentence and "enter" in sentence:
            yield "", None


def _read(text: str, x: int | None) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Read what stands after "enters with"; of what is not understood, the effect is None."""
    for one in _pattern(_AGAIN).split(text.replace(" plus an additional ", " and a ")):
        yield _read_one(one, x)


def _read_one(text: str, x: int | None) -> tuple[str, Mapping[str, Any] | None]:
    said = _pattern(_PLAIN).fullmatch(text)
    if said is not None:
        count = _count(said["count"], x)
        return said["kind"], None if count is None else _plain(count)
    said = _pattern(_EACH).fullmatch(text)
    if said is not None:
        count, amount = _count(said["count"], x), _amount(f"+1/+0 until end of turn {said['each']}")
        return said["kind"], _times(amount, count) if amount is not None and count else None
    said = _pattern(_WHERE).fullmatch(text) or _pattern(_EQUAL).fullmatch(text)
    if said is not None:
        told = x is not None and bool(_pattern(_WHERE).fullmatch(text))  # the board says what the text calls X
        return said["kind"], _plain(x or 0) if told else _times(_amount(f"{_X_MORE} {said['x']}"), 1)
    said = _pattern(_IF).fullmatch(text)
    if said is not None:
        count, condition = _count(said["count"], x), _condition(said["if"])
        return said["kind"], None if condition is None or count is None else {**_plain(count), "if": condition}
    return "", None


def _times(amount: Any, count: int) -> Mapping[str, Any] | None:
    if not isinstance(amount, Mapping) or {"x", "half"} & set(amount):  # X is what no step shows
        return None
    times = {"times": count * int(amount.get("times", 1)), "plus": count * int(amount.get("plus", 0))}
    return {"affects": "this", "add_power": {**amount, **times} if count > 1 else amount}


@lru_cache(maxsize=4096)
def _amount(text: str) -> Any:
    """Read an amount; what enters is not yet among what it counts (614.12), so "other" goes without saying."""
    return (_understood(f"Target creature gets {_pattern(_ITSELF).sub('', text)}.") or {}).get("add_power")


@lru_cache(maxsize=4096)
def _condition(text: str) -> Any:
    condition = (
        _understood(f"If {_pattern(_ITSELF).sub('', text)}, target creature gets +1/+0 until end of turn.") or {}
    ).get("if")
    return None if condition is None or "told" in condition else condition


def _understood(text: str) -> Mapping[str, Any] | None:
    from facts.oracle import read_resolution

    form = read_resolution(text)
    return form if form is None or "effects" not in form else None  # of several, which is meant?


def intrinsic_counters(face: Face) -> dict[str, int]:
    """Return the counters that a planeswalker or a battle enters with for the number printed on it (306.5b, 310.4b).

    Args:
        face: The face that is up as it enters.

    Returns:
        How many of each kind.
    """
    if face.loyalty is None and face.defense is None:
        return {}
    numbers = {"Planeswalker": ("loyalty", face.loyalty), "Battle": ("defense", face.defense)}
    found = (numbers[one] for one in face.type_line.types if one in numbers)
    return {kind: int(number) for kind, number in found if number is not None and number.isdigit()}


def counters_of_copy(own: Face, copied: Face, x: int | None) -> tuple[dict[str, int], list[str]]:
    """Return the counters that an object which enters as a copy enters with by its own text (707.5, 122.6).

    Args:
        own: The face that says that it enters as a copy: its own, or that of the card by which it is made.
        copied: The face that it copies.
        x: The X of its mana cost, if the board says it.

    Returns:
        How many of each kind, and the texts of which it is not known how many they say.
    """
    found: dict[str, int] = {}
    unknown: list[str] = []
    for ability in own.abilities:
        copies = _pattern(_COPY).search(ability.text) if "counter" in ability.text else None
        if copies is None:
            continue
        if _pattern(_MORE_OR_LESS).search(ability.text):
            unknown.append(ability.text)
        for said in _pattern(_MORE).finditer(ability.text, copies.end()):
            count, kind, needed = _count(said["count"], x), said["kind"], said["before"] or said["after"]
            if not said["enters"] and kind.isalpha():  # what is copied has counters: "a card with a counter on it"
                continue
            if count is None or said["otherwise"]:
                unknown.append(ability.text)
            elif needed is None or needed.capitalize() in copied.type_line.types:
                found[kind] = found.get(kind, 0) + count
    return found, unknown


def _count(word: str, x: int | None) -> int | None:
    if word.lower() == "twice x":
        return None if x is None else 2 * x
    if word == "X":
        return x
    if word.lower() in ("a", "an"):
        return 1
    if word.isdigit():
        return int(word) if len(word) < 7 else None
    return NUMBER_WORDS.index(word.lower()) if word.lower() in NUMBER_WORDS else None


def _is_itself(subject: str, name: str) -> bool:
    """Tell whether the subject of a sentence is the card: by its name, the name's first part, or "this creature"."""
    return bool(re.fullmatch(r"this(?: \w+)?", subject, re.IGNORECASE)) or subject in (name, name.split(",")[0])
