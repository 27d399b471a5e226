"""Reading what keyword abilities name: what an Aura enchants, what is equipped, from what an object is protected.

A keyword ability has no effect form: the law says what each of them does. What stands beside the keyword is read here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from facts.effects import listed, protects_from_colors_of_named
from facts.effects.form import Filter, Filters
from facts.oracle.read.sentence_parts import read_quality
from facts.runtime import pattern
from facts.words import CARD_TYPES, COLORS, OF_A_QUALITY, SUPERTYPES, keyword_of, subtype_words, words_of

Quality = tuple[str, str]
"""A characteristic with its value: ``("type", "Creature")``."""


class Enchants(NamedTuple):
    """What an enchant ability allows (702.5a).

    Attributes:
        what: The filter of the objects; None where it names none, or the words are not read.
        player: The players that it allows: ``any``, ``opponent``; empty for none.
        beside_another: Whether another Aura must be attached to the object.
        alone: Whether nothing but the object itself decides.
    """

    what: Filters | None
    player: str
    beside_another: bool
    alone: bool


_ENCHANT = pattern(r"enchant (?P<what>[^.(]+)", re.IGNORECASE)
_PLAYER = pattern(r"(?:^|\b(?:or|,)\s+)(?P<who>player|opponent)s?\b", re.IGNORECASE)
_WITH_ANOTHER_AURA = pattern(r"\s*\bwith another Aura attached to it$", re.IGNORECASE)
_BEYOND_ITSELF = pattern(r"\b(?:another|other|player|opponent|cards?)\b", re.IGNORECASE)


@lru_cache(maxsize=1024)
def read_enchant(text: str) -> Enchants | None:
    """Read an enchant ability.

    Args:
        text: The ability: "Enchant creature you control".

    Returns:
        What it allows; None if it is no enchant ability.
    """
    found = _ENCHANT.match(text)
    if found is None:
        return None
    what, who = found["what"].strip(), ""
    alone = _BEYOND_ITSELF.search(text) is None
    player = _PLAYER.search(what)
    if player is not None:
        who = "opponent" if player["who"].lower() == "opponent" else "any"
        what = re.sub(r"^or\s+", "", (what[: player.start()] + what[player.end() :]).strip())
    company = _WITH_ANOTHER_AURA.search(what)
    if company is not None:
        what = what[: company.start()]
    return Enchants(read_quality(what) if what else None, who, company is not None, alone)


_EQUIP = pattern(r"(?P<how>equip|fortify|reconfigure)(?: (?P<what>(?!\d)[^{(—-]+?))?\s*(?:[{(—-]|\d|$)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def read_equip(text: str) -> tuple[Filter, ...] | None:
    """Read which objects an equip, fortify or reconfigure ability can target (702.6a, 702.67a, 702.151a).

    Args:
        text: The ability: "Equip legendary creature {1}".

    Returns:
        The filters of which one is met; None where the words are not read.
    """
    said = _EQUIP.match(text)
    if said is None:
        return None
    of_land = said["how"].lower() == "fortify"
    clauses = read_quality(f"{said['what'] or ('land' if of_land else 'creature')} you control")
    if clauses is None:
        return None
    return tuple(one if one.type is not None or of_land else one.changed(type="Creature") for one in listed(clauses))


class Kind(NamedTuple):
    """What an ability names with several words: "non-Human creatures".

    Attributes:
        wanted: The qualities that it has together.
        barred: Those that it does not have.
    """

    wanted: tuple[Quality, ...]
    barred: tuple[Quality, ...]


class Wards(NamedTuple):
    """What a protection ability, or a hexproof-from ability, is about (702.11d, 702.16a).

    Attributes:
        protects: Whether it is a protection ability.
        everything: Whether it is about everything.
        qualities: Qualities by one word: ``("color", "R")``, ``("subtype", "Dragon")``, ``("colors", "monocolored")``.
        kinds: What it names with several words.
        choices: The choices that it refers to: ``color``, ``card_type``.
        shown: What only the board shows: ``its_colors``, ``mana_value_at_most(3)``.
    """

    protects: bool
    everything: bool
    qualities: tuple[Quality, ...]
    kinds: tuple[Kind, ...]
    choices: tuple[str, ...]
    shown: tuple[str, ...]


_FROM = pattern(r"^(?:[^—:.]+ — )?(?:protection|hexproof) from (?P<what>[^(]+)", re.IGNORECASE)
_IN_A_LIST = pattern(r",? and |, ")
_AND_FROM = pattern(r",? and from |, from ", re.IGNORECASE)
_FROM_CHOSEN = pattern(
    r"\bfrom (?:that (?=color)|(?:\w+ of )?(?:the chosen )?)(?P<what>color|card type|type|player)(?: of your choice)?\b"
)
_EACH_COLOR = ("all colors", "each color", "every color")
_PLURALS = {"Sorcery": "sorceries"}


@lru_cache(maxsize=1024)
def read_wards(text: str) -> Wards | None:
    """Read what a protection ability, or a hexproof-from ability, names.

    Args:
        text: The ability: "protection from Dragons and from black".

    Returns:
        What it is about; None if it is another ability.
    """
    keyword = keyword_of(text)
    if keyword not in OF_A_QUALITY:
        return None
    protects, lowered, found = keyword == "protection", text.lower(), _FROM.match(text)
    if found is None:
        return None
    parts = [piece for part in _AND_FROM.split(found["what"].rstrip(".")) for piece in _listed(part)]
    chosen = (one["what"].replace(" ", "_") for one in _FROM_CHOSEN.finditer(lowered))
    return Wards(
        protects,
        protects and "everything" in lowered,
        tuple(one for part in parts for one in _by_one_word(part)),
        tuple(kind for part in parts for kind in _by_several_words(part)),
        tuple(chosen),
        ("colors_of_named",) if protects and protects_from_colors_of_named(text) else _as_shown(found["what"]),
    )


def _listed(part: str) -> list[str]:
    """Return the qualities of a list, if a word names each of them: "instants and sorceries" is about both."""
    pieces = _IN_A_LIST.split(part)
    return pieces if all(map(_by_one_word, pieces)) else [part]


def _by_one_word(part: str) -> list[Quality]:
    """Return the qualities that one word names; a color with "each" is all of them."""
    word = part.strip().lower()
    if word in ("monocolored", "multicolored", "colorless", "colored spells"):
        return [("colors", word)]
    if word in COLORS or word in _EACH_COLOR:
        return [("color", one) for one in ([COLORS[word]] if word in COLORS else COLORS.values())]
    found = [("supertype", one) for one in SUPERTYPES if word == one.lower()]
    found += [("type", one) for one in CARD_TYPES if word in (f"{one.lower()}s", _PLURALS.get(one))]
    of_spell = part.strip() if part.strip() in words_of("spell") else ""
    return found + [("subtype", one) for one in (of_spell or _singular(part.strip()),) if one]


def _by_several_words(part: str) -> list[Kind]:
    """Return what several words name together: "legendary creatures"."""
    *words, last = part.removesuffix(" spells").strip().split() or [""]
    if part.endswith(" spells") and not last.endswith("s"):
        last = _PLURALS.get(last.capitalize(), f"{last}s")
    kind = [one for one in CARD_TYPES if last in (f"{one.lower()}s", _PLURALS.get(one))]
    each = [(word.lower().startswith("non"), _quality_of(re.sub(r"^non-?", "", word))) for word in words]
    if not kind or not (each or part.endswith(" spells")) or any(one is None for _, one in each):
        return []
    wanted = (("type", kind[0]), *(one for barred, one in each if one is not None and not barred))
    return [Kind(wanted, tuple(one for barred, one in each if one is not None and barred))]


def _quality_of(word: str) -> Quality | None:
    """Return the quality that a word before a card type names: "legendary", "God", "black"."""
    low = word.lower()
    if low in COLORS:
        return "color", COLORS[low]
    found = [("supertype", one) for one in SUPERTYPES if low == one.lower()]
    found += [("type", one) for one in CARD_TYPES if low == one.lower()]
    found += [("subtype", word)] if word in words_of("creature") else []
    return found[0] if found else None


def _singular(plural: str) -> str:
    """Return the creature type of which a word is the plural ("Dragons"); empty if there is none."""
    if not plural[:1].isupper():
        return ""
    entries = subtype_words().get(plural, ())
    other = next((word.value for words, _, word in entries if words == (plural,) and word.value != plural), "")
    return other or (plural if plural in words_of("creature") else "")  # "Kavu" is its own plural


_MANA_VALUE = pattern(r"(?:mana value|converted mana cost) (?P<number>\d+) or (?P<way>less|greater)")
_AS_SHOWN = {
    ("its colors", "each of its colors"): "its_colors",
    ("the colors of permanents you control",): "colors_of_your_permanents",
    ("each of the exiled card's card types",): "types_of_exiled_card",
    ("each opponent", "each of your opponents"): "opponents",
    ("each mana value other than the chosen number",): "mana_value_not_chosen",
    ("each mana value of the chosen value", "each mana value of the chosen quality"): "mana_value_odd_or_even",
    ("each mana value among artifacts you control",): "mana_values_of_your_artifacts",
    ("each color that's not in your commander's color identity",): "colors_outside_identity",
}


def _as_shown(what: str) -> tuple[str, ...]:
    what = what.strip(" .").lower().replace("converted mana cost", "mana value")
    bound = _MANA_VALUE.fullmatch(what)
    if bound is not None:
        return (f"mana_value_at_{'most' if bound['way'] == 'less' else 'least'}({bound['number']})",)
    return tuple(term for words, term in _AS_SHOWN.items() if what in words)


@lru_cache(maxsize=1024)
def read_warded_objects(text: str) -> tuple[Filter, ...]:
    """Read which objects a protection ability protects from, as filters.

    Args:
        text: The ability.

    Returns:
        The filters; none where it is no protection ability, or the words are not read.
    """
    wards, found = read_wards(text), _FROM.match(text)
    if wards is None or found is None or not wards.protects:
        return ()
    what = re.split(r"[.(]", found["what"])[0].strip()
    if what.lower() in _EACH_COLOR:
        return tuple(Filter(color=color) for color in COLORS.values())
    filters: list[Filter] = []
    for part in _AND_FROM.split(what):
        one = next(filter(None, map(read_quality, (f"{part} permanent", part, part.removesuffix("s")))), None)
        filters.extend(listed(one) if one is not None else ())
    return tuple(filters)


_NOT_REMOVED = pattern(r"\bThis effect doesn[’']t remove (?P<what>[^.]+)")


def read_spared(text: str) -> str:
    """Read what a protection does not remove, by the text of the ability that gives it.

    Args:
        text: The ability.

    Returns:
        ``auras``, ``itself`` or ``yours_attached_before``; empty if it removes all.
    """
    found = _NOT_REMOVED.search(text)
    if found is None:
        return ""
    if "already attached" in found["what"]:
        return "yours_attached_before"
    return "auras" if found["what"].strip() == "Auras" else "itself"


class Lifted(NamedTuple):
    """An ability by which players ignore hexproof or shroud of some objects.

    Attributes:
        what: The words for the objects, in lower case.
        guard: The ignored keyword.
        whose: Of a static ability, whether only the spells and abilities of its controller may: ``yours``, ``all``;
            of one that resolves, the words for whose they are.
    """

    what: str
    guard: str
    whose: str


_LIFTING = pattern(
    r"^(?:your opponents and )?(?P<what>creatures|permanents) your opponents control "
    r"(?:with hexproof )?can be the targets? of spells and abilities"
    r"(?P<yours> you control)? as though they didn't have (?P<guard>hexproof)",
    re.IGNORECASE,
)
_LIFTED = pattern(
    r"\b(?P<what>creatures your opponents control with hexproof|[^.,]+) can be the targets? of spells and abilities "
    r"(?P<whose>you control|controlled by target player) as though (?:they|it) didn't have (?P<guard>hexproof|shroud)",
    re.IGNORECASE,
)


def read_lifting(text: str) -> Lifted | None:
    """Read whose hexproof a static ability lets players ignore.

    Args:
        text: The ability.

    Returns:
        What it says; None if it lets nobody ignore any.
    """
    said = _LIFTING.search(text)
    return said and Lifted(said["what"].lower(), said["guard"].lower(), "yours" if said["yours"] else "all")


def read_lifted_guard(text: str) -> Lifted | None:
    """Read whose hexproof or shroud an ability that resolves lets players ignore.

    Args:
        text: The ability.

    Returns:
        What it says; None if it lets nobody ignore any.
    """
    said = _LIFTED.search(text)
    return said and Lifted(said["what"].lower(), said["guard"].lower(), said["whose"].lower())
