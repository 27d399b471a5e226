"""Reads from a text which choices it asks for, and how it limits them (205.3e, 201.4, 700.2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from facts.cards import Face
from facts.runtime import pattern
from facts.text import NUMBER_WORDS, Document, Path, number_in_words, number_said, show
from facts.words import BASIC_LAND_TYPES, CHOICE_NOUN, COLORS, PERMANENT_TYPES, noun_of_kind, words_to_choose

Chosen = Mapping[str, tuple[str | int, ...]]
"""The values of each choice, by its key."""

_KEYS = {"opponent": "player", "permanent type": "card_type"}
"""The key of a choice, where it is not the noun itself."""
_NUMBER = rf"{'|'.join(NUMBER_WORDS)}|\d+"
_ITEM = (
    rf"(?P<how_many>an?|another|{_NUMBER}) (?P<which>(?:[\w',-]+ ){{0,4}}?)(?P<noun>{CHOICE_NOUN})s?\b"
    rf"(?P<barred> (?:other than|that (?:isn['’]t|is not|aren['’]t)) [\w, ]+?(?=[.;—]|$)|,? not \w+)?"
    rf"(?: between (?P<least>{_NUMBER}) and (?P<most>{_NUMBER})\b| greater than (?P<above>{_NUMBER})\b)?"
)
_CHOICE = pattern(rf"\bchooses? {_ITEM}", re.IGNORECASE)
_FURTHER = pattern(rf"(?:,? and |, ){_ITEM}", re.IGNORECASE)
_NAME = pattern(
    r"\bchooses? (?P<how_many>any|the) (?P<noun>card name|name) ?(?:of an? (?P<which>(?:[\w',-]+ )*?)card\b)?",
    re.IGNORECASE,
)
"""A choice of a card name in other words: "any card name", "the name of a nonland card revealed this way"."""
_AS_IT_HAPPENS = pattern(
    rf"\b(?P<how_many>an?|the|from) (?P<which>)(?P<noun>{CHOICE_NOUN}) (?:you choose|of your choice)\b"
    r"(?P<barred>,? (?:not|other than) \w+)?",
    re.IGNORECASE,
)
_WORDS = pattern(
    r"\bchoose (?P<words>(?!an? |one |two |any |up )[\w'-]+(?:, [\w'-]+)*,? or [\w'-]+)(?: at random)?(?=[.;]|$)",
    re.IGNORECASE,
)
"""A choice of one word, which other abilities of the card refer to: "choose odd or even"."""
_ABILITIES = pattern(
    rf"\bchoose (?P<how_many>{_NUMBER}) abilities from among (?P<words>[\w ]+(?:, [\w ]+)*,? (?:and|or) [\w ]+)",
    re.IGNORECASE,
)
"""A choice of several abilities that the text lists."""
_BETWEEN = pattern(r",? (?:and|or) |, ")
_EACH = pattern(
    r"\beach (?:player|opponent)\b[^.]*\bchooses?\b|\beach chooses?\b|\bchooses? (?:a|the) \w+ player\b", re.IGNORECASE
)
"""Words by which each of several players chooses, so that a step may name several values."""
_BASIC = rf"an? (?:{'|'.join(BASIC_LAND_TYPES)})"
_ONE_OF = pattern(rf"\bbecomes? (?P<words>{_BASIC}(?:, {_BASIC})*,? or {_BASIC})\b")
"""A choice between the basic land types of a list: "becomes a Plains or an Island"."""
_LISTED = pattern(r"\b(?!or\b)[\w'-]+")
_WORD = pattern(r"\b(?!other\b|than\b|or\b|and\b|not\b|an?\b|that\b|is\b|(?:is|are)n\b|t\b)[A-Za-z]+")


@dataclass(frozen=True)
class Asked:
    """One choice that a text asks for.

    Attributes:
        key: The key of ``chosen`` that names it.
        noun: The kind of choice: "creature type", "opponent".
        count: How many values are chosen.
        text: The words that ask for it.
        which: Words that limit it: "nonbasic", "noncreature, nonland".
        barred: Words that it rules out, in lower case: after "other than".
        least: The smallest number that may be chosen.
        most: The greatest number that may be chosen.
        only: The words that may be chosen, in lower case, where the text lists them.
        each: Whether each of several players chooses: a step may name any number of values.
    """

    key: str
    noun: str
    count: int
    text: str
    which: tuple[str, ...] = ()
    barred: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    only: tuple[str, ...] = ()
    each: bool = False


@lru_cache(maxsize=4096)
def asked_by(text: str) -> tuple[Asked, ...]:
    """Read which choices a text asks one player for, or each of several players.

    Args:
        text: An ability.

    Returns:
        The choices, in the order of the text.
    """
    each = _EACH.search(text) is not None
    return tuple(replace(one, each=each) for one in _asked_by(text))


def _asked_by(text: str) -> Iterator[Asked]:
    for found in _CHOICE.finditer(text):
        yield _read(found)
        further = _FURTHER.match(text, found.end())
        while further is not None:
            yield _read(further)
            further = _FURTHER.match(text, further.end())
    yield from map(_read, _AS_IT_HAPPENS.finditer(text))
    for found in _NAME.finditer(text):
        if found["which"] or found["how_many"].lower() == "any":
            which = tuple(_WORD.findall((found["which"] or "").lower()))
            yield Asked("card_name", "card name", 1, found[0].strip(), which)
    for found in _WORDS.finditer(text):
        words = tuple(_LISTED.findall(found["words"].lower()))
        yield Asked("mode", "word", 1, found[0], words)
        for key in _keys_of(words):
            yield Asked(key, noun_of_kind(key), 1, found[0], only=words)
    for found in _ABILITIES.finditer(text):
        count = number_said(found["how_many"] or "") or 1
        yield Asked("mode", "ability", count, found[0], tuple(_BETWEEN.split(found["words"].lower())))
    for found in _ONE_OF.finditer(text):
        words = tuple(word.lower() for word in BASIC_LAND_TYPES if word in found["words"])
        yield Asked("basic_land_type", noun_of_kind("basic_land_type"), 1, found[0], only=words)


def _keys_of(words: tuple[str, ...]) -> Iterator[str]:
    """Return the keys of ``chosen`` by which a board may name one of some words that a text lists."""
    for key in ("card_type", "creature_type", "color", "basic_land_type", "land_type"):
        if {*words} <= {word.lower() for word in words_to_choose(key, of_all_editions=True)}:
            yield key
    if all(map(str.isdigit, words)):
        yield "number"


def _read(found: re.Match[str]) -> Asked:
    said = found.groupdict()
    noun = found["noun"].lower()
    above = said.get("above")
    return Asked(
        key=_KEYS.get(noun, noun.replace(" ", "_")),
        noun=noun,
        count=number_said(found["how_many"] or "") or 1,
        text=found[0].strip(" ,").removeprefix("and "),
        which=tuple(_WORD.findall((found["which"] or "").lower().replace("'s", ""))),
        barred=tuple(_WORD.findall((found["barred"] or "").lower())),
        least=number_said(said.get("least") or "") if above is None else (number_said(above) or 0) + 1,
        most=number_said(said.get("most") or ""),
    )


def check_asked(
    document: Document,
    path: Path,
    chosen: Chosen,
    texts: Iterable[str],
    chooser: str = "",
    face_named: Callable[[str], Face | None] = lambda _: None,
    rule: str = "",
) -> None:
    """Check that a choice is one that the texts let a player make (205.3e, 201.4).

    Args:
        document: The board.
        path: Where the choices stand.
        chosen: The choices of the step.
        texts: The texts that may ask for them.
        chooser: The player who chooses; empty if that is not known.
        face_named: Finds a face of a card by its name.
        rule: The paragraph about choices at such a moment; empty if there is none.

    Raises:
        InputError: The step chooses more or fewer values than the text asks for, or one that the text rules out.
    """
    for key in ("from", "to"):
        if len(chosen.get(key, ())) > 1:
            raise document.error((*path, key), "a text change exchanges one word for another (612.2)", "Name one word")
    choices = [one for text in texts for one in asked_by(text)]
    for key, values in chosen.items():
        asked = [one for one in choices if one.key == key]
        problems = [_problem(one, values, chooser, face_named) for one in asked]
        if problems and all(problems):
            problem, hint = problems[0] or ("", "")
            cited = _RULES.get(asked[0].key, rule)
            raise document.error((*path, key), problem, f"{hint} ({cited})" if cited else hint)


def _problem(
    asked: Asked, values: tuple[str | int, ...], chooser: str, face_named: Callable[[str], Face | None]
) -> tuple[str, str] | None:
    """Return the reason why some values cannot be chosen, and a hint; None if they can."""
    number = number_in_words(asked.count)
    if len(values) > asked.count and not asked.each:
        problem = f"{len(values)} values are chosen, and the text asks for {number}"
        return problem, f"Choose {number} {_plural(asked.noun) if asked.count > 1 else asked.noun}"
    if asked.key in _ALL_NAMED and len(values) < asked.count and not asked.each:
        return (
            f"the text asks for {number} {_plural(asked.noun)}",
            f"The text reads {show(asked.text)}",
        )
    if asked.count > 1 and len(set(values)) < len(values) and not asked.each:
        return f"{show(spelled(str(values[0])))} is chosen twice", f"The text reads {show(asked.text)}"
    for value in values:
        if not _is_allowed(asked, value, chooser, face_named):
            return f"{show(spelled(str(value)))} cannot be chosen", f"The text reads {show(asked.text)}"
    return None


def _plural(noun: str) -> str:
    from facts.words import plural  # most boards need no message, and do without the reader of texts

    return plural(noun)


_RULES = {
    "creature_type": "205.3e",
    "land_type": "205.3e",
    "basic_land_type": "205.3e",
    "card_name": "201.4a",
}
"""The paragraph about choices of a kind, where it has one of its own."""
_ALL_NAMED = ("color", "player", "mode")
"""The kinds of choices of which a step must name all. Of several types, it may name only the one that is in use."""


def _is_allowed(asked: Asked, value: str | int, chooser: str, face_named: Callable[[str], Face | None]) -> bool:
    if asked.key == "number":
        number = int(value)
        return (
            (not asked.only or str(number) in asked.only)
            and (asked.least is None or asked.least <= number)
            and (asked.most is None or number <= asked.most)
        )
    word = str(value)
    if asked.key == "mode":
        return word.lower() in asked.which or (word.isdigit() and 1 <= int(word) <= len(asked.which))
    if asked.key == "player":
        others = not asked.each and (asked.noun == "opponent" or "another" in asked.text.lower().split())
        return not (others and word == chooser)
    if asked.key == "card_name":
        face = face_named(word)
        return face is None or _is_such_a_card(asked, face)
    if asked.only and not {word.lower(), spelled(word).lower()} & {*asked.only}:
        return False
    if "nonbasic" in asked.which and word in BASIC_LAND_TYPES:
        return False
    if asked.noun == "permanent type" and word not in PERMANENT_TYPES:
        return False
    return not {spelled(word).lower(), word.lower(), f"non{word.lower()}"} & {*asked.barred, *asked.which}


def _is_such_a_card(asked: Asked, face: Face) -> bool:
    """Tell whether a face has the qualities that a text asks of a card name (201.4)."""
    qualities = {word.lower() for word in (*face.type_line.supertypes, *face.type_line.types)}
    if asked.barred and qualities >= set(asked.barred) - {"card", "name"}:
        return False
    return all(
        word.removeprefix("non") not in qualities if word.startswith("non") else word in qualities
        for word in asked.which
    )


def spelled(word: str) -> str:
    """Return a word as people write it: for the letter of a color, the name of the color.

    Args:
        word: The word.
    """
    return next((name for name, symbol in COLORS.items() if symbol == word), word)
