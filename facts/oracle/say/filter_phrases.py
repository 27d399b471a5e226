"""Filters in words: ``nonbasic lands``, ``other Elves you control``, ``creature cards in all graveyards``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from facts.effects.form import Bounds, Filter, Filters
from facts.oracle.say.english import (
    Scene,
    article,
    as_list,
    deny,
    join,
    plural,
    possessive,
)
from facts.oracle.say.filter_keys import READERS, Phrase, Trait, isnt, owner
from facts.words import STATUSES

_PRIVATE_ZONES = ("hand", "library", "graveyard")
_ELSEWHERE = frozenset(("stack", "hand", "graveyard", "library", "exile", "command"))
"""All zones but the battlefield."""
_SPELL_TYPES = frozenset(("artifact", "battle", "creature", "enchantment", "planeswalker"))
"""The card types of permanent spells."""
_ZONE_PLACES = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "exile": "in exile",
    "command": "in the command zone",
}


_CHOSEN = re.compile(r"the chosen (permanent|creature|land|artifact)")
"""The one object that was chosen, as a board tells it."""


def filter_phrase(wanted: Filters, plural: bool = True, scene: Scene = Scene()) -> str:  # noqa: B008
    """Say a filter as a noun phrase without an article.

    Args:
        wanted: The filter.
        plural: Whether to say it in the plural.
        scene: The names of the objects.
    """
    if isinstance(wanted, Filter):
        chosen = _CHOSEN.fullmatch(str(wanted.as_told))
        kind = None if chosen is None or chosen[1] == "permanent" else chosen[1].capitalize()
        if chosen is not None and wanted == Filter(type=kind, as_told=wanted.as_told):
            return chosen[0]
        if wanted == Filter(zone=wanted.zone) and set(as_list(wanted.zone)) == {*_ELSEWHERE, "battlefield"} and plural:
            return "cards that aren't on the battlefield, spells, and permanents"
        here, *there = as_list(wanted.zone or ()) or [None]
        if plural and wanted.type is not None and here == "battlefield" and {*there} & {*_PRIVATE_ZONES}:
            both = (wanted.changed(zone=None), wanted.changed(zone=tuple(there)))
            return " on the battlefield and ".join(_noun_phrase(read_filter(one, scene, True)) for one in both)
        return _noun_phrase(read_filter(wanted, scene, plural))
    shared, words = _in_two_states(wanted)
    if shared is not None:
        phrase = read_filter(shared, scene, plural)
        phrase.be(words)
        return _noun_phrase(phrase)
    phrases = [read_filter(clause, scene, plural) for clause in wanted]
    texts = [_noun_phrase(phrase) for phrase in phrases]
    conjunction = "and" if plural else "or"
    alone = not phrases[0].itself and not phrases[0].host and not (plural and phrases[0].traits)
    if len(texts) == 2 and phrases[1].traits and alone:  # words after the second are about it alone
        return f"{texts[0]}{' as well as' if plural else ', or'} {texts[1]}"
    return join(texts, conjunction)


def _in_two_states(wanted: Sequence[Filter]) -> tuple[Filter | None, str]:
    """Return what clauses ask for besides one of two states, and these: "enchanted or equipped"."""
    if len(wanted) == 2 and wanted[0].token:
        one, other = (clause.given() for clause in wanted)
        (first, second) = [key for key in one if key not in other], [key for key in other if key not in one]
        states = [*first, *second]
        rest = [{key: value for key, value in each.items() if key not in states} for each in (one, other)]
        if len(first) == len(second) == 1 and {*states} <= {*STATUSES} and rest[0] == rest[1]:
            return wanted[0].changed(**{first[0]: None}), join(states, "or")
    return None, ""


def a_phrase(wanted: Filters, scene: Scene) -> str:
    """A filter as one thing with its article: ``a Plains``, ``another creature or an artifact``."""
    clauses = (wanted,) if isinstance(wanted, Filter) else wanted
    phrases = [filter_phrase(clause, False, scene) for clause in clauses]
    return join([one if one in (scene.name, scene.attached) else article(one) for one in phrases], "or")


def predicate(wanted: Filters, scene: Scene, negated: bool = False) -> str:
    """A filter as a statement about one object: ``is a red creature``, ``has flying``, ``isn't a Goblin``."""
    if isinstance(wanted, Filter):
        return _predicate_of(wanted, scene, negated)
    said = [_predicate_of(clause, scene, negated) for clause in wanted]
    if not negated and all(one.startswith("is ") for one in said):
        return f"is {join([one.removeprefix('is ') for one in said], 'or')}"
    return join(said, "and" if negated else "or")


def read_filter(wanted: Filter, scene: Scene, many: bool) -> Phrase:
    """Sort the keys of a mapping into the places of a noun phrase."""
    phrase = Phrase(scene, many)
    phrase.zones = [str(zone) for zone in as_list(wanted.zone or ())]
    sized = _exact_size(wanted.power, wanted.toughness)
    if sized:
        phrase.adjective(8, sized, f"is {sized}")
    based = _exact_size(wanted.base_power, wanted.base_toughness)
    if based:
        phrase.have(f"base power and toughness {based}")
    if wanted.zone == "stack" and wanted.controller == "you" and _HOW_CAST.match(str(wanted.as_told)):
        how = str(wanted.as_told).removeprefix("cast ")
        how = f"that {how}" if how.startswith("mana ") else how
        phrase.traits.append(Trait(f"you cast {how}", f"is something you cast {how}", 0))
        wanted = wanted.changed(controller=None, as_told=None)
    for key, value in wanted.given().items():
        if key == "is" and _is_on_top(wanted):
            continue
        if (sized and key in _SIZE) or (based and key in _BASE_SIZE):
            continue
        if key in READERS:
            READERS[key](phrase, value, False)
    for key, value in (wanted.not_.given() if wanted.not_ is not None else {}).items():
        _negate(phrase, key, value)
    if wanted.also is not None:
        phrase.add(read_filter(wanted.also, scene, many))
    _place(phrase, wanted)
    phrase.itself, phrase.host = wanted == Filter(self=True), wanted == Filter(attached_to_this=True)
    return phrase


_HOW_CAST = re.compile(r"cast from |mana from ")
"""Qualities of a spell that a card says of its caster: "spells you cast from exile"."""


_SIZE, _BASE_SIZE = ("power", "toughness"), ("base_power", "base_toughness")


def _exact_size(*asked: Bounds | None) -> str:
    """``1/1``, where a filter asks for just this power and toughness."""
    sizes = [size for size in asked if size is not None]
    exact = [size.exactly for size in sizes if size == Bounds(exactly=size.exactly)]
    return f"{exact[0]}/{exact[1]}" if len(exact) == 2 else ""


def _predicate_of(wanted: Filter, scene: Scene, negated: bool) -> str:
    phrase = read_filter(wanted, scene, False)
    if not negated and wanted == Filter(not_=wanted.not_) and not phrase.traits:
        denied = [adjective.predicate for adjective in phrase.adjectives]
        if len(denied) > 1 and all(one.startswith("isn't ") for one in denied):
            return "isn't " + join([one.removeprefix("isn't ") for one in denied], "or")
    said = [adjective.predicate for adjective in phrase.adjectives]
    said += [trait.predicate for trait in phrase.traits]
    if len(said) > 2 and not negated and not phrase.has_noun():
        said = [said[0], *(one.removeprefix("is ") for one in said[1:])]
    if phrase.has_noun() or phrase.other or not said or (negated and len(said) > 1):
        return f"{isnt(negated)} {article(_noun_phrase(phrase))}"
    return deny(said[0]) if negated else join(said)


# --- putting a phrase together


def _noun_phrase(phrase: Phrase) -> str:
    if phrase.itself:
        return phrase.scene.name
    if phrase.host:
        return phrase.scene.attached
    conjunction = "and" if phrase.many else "or"
    adjectives = _adjectives(phrase)
    found = _nouns(phrase)
    if adjectives == "commander" and found[0].startswith("permanent"):
        adjectives, found = "", [found[0].replace("permanent", "commander")]
    nouns = [" ".join(filter(None, [adjectives, noun])) for noun in found]
    head = ("other " if phrase.other else "") + join(nouns, conjunction)
    return " ".join([head, *_afterwards(phrase)])


def _afterwards(phrase: Phrase) -> list[str]:
    """Return the words after the noun, its controller first. One ``with`` introduces all traits that need it."""
    said = [trait.after for trait in sorted(phrase.traits, key=lambda each: each.place)]
    having = [text.removeprefix("with ") for text in said if text.startswith("with ")]
    rest = [text for text in said if not text.startswith("with ")]
    rest = [text for text in rest if text]
    counted = [text for text in having if text.endswith((" on it", " on them"))]
    if rest and counted and counted != having:
        others = join([text for text in having if text not in counted])
        return [f"with {others}", *rest, f"with {join(counted)}"]
    return [*rest, f"with {join(having)}"] if having else rest


def _adjectives(phrase: Phrase) -> str:
    """The words before the noun; a comma stands between two that begin with ``non``."""
    words = [adjective.word for adjective in sorted(phrase.adjectives, key=lambda each: each.place)]
    text = ""
    for before, word in zip(["", *words], words, strict=False):
        comma = "," if before.startswith("non") and word.startswith("non") else ""
        text += f"{comma} {word}"
    return text.strip()


def _nouns(phrase: Phrase) -> list[str]:
    """The nouns in the right number: types, or subtypes, or the zone's word for its objects."""
    inflect: Callable[[str], str] = plural if phrase.many else str
    suffix = "token" if phrase.token else _zone_noun(phrase.zones)
    before = " ".join(phrase.before)
    types = [word.lower() for word in phrase.types]
    if not types and not phrase.subtypes and not suffix and set(phrase.zones) == {"battlefield", "stack"}:
        return [inflect("spell"), inflect("permanent")]
    if not types and not phrase.subtypes:
        return [inflect(suffix or _default_noun(phrase.zones))]
    if not types:
        types, prefix = phrase.subtypes, before
    else:
        prefix = " ".join(filter(None, [join(phrase.subtypes, "or"), before]))
    if suffix:
        nonland = suffix == "spell" or any(adjective.word == "nonland" for adjective in phrase.adjectives)
        types = ["permanent"] if set(types) == _SPELL_TYPES and nonland else types
        return [inflect(" ".join(filter(None, [prefix, join(types, "or"), suffix])))]
    return [inflect(" ".join(filter(None, [prefix, word]))) for word in types]


def _zone_noun(zones: list[str]) -> str:
    """Return the noun for objects of these zones, which follows the types: ``creature card``, ``creature spell``."""
    if not zones or "battlefield" in zones:
        return ""
    if is_elsewhere(zones):
        return "card"
    return "spell" if zones == ["stack"] else "" if "stack" in zones else "card"


def _default_noun(zones: list[str]) -> str:
    return "permanent" if zones in ([], ["battlefield"]) else "object"


# --- where it is, and whose it is


def _place(phrase: Phrase, wanted: Filter) -> None:
    """Zone and owner, read together: ``in your graveyard``."""
    whose = wanted.owner
    within = whose is not None and bool(phrase.zones) and set(phrase.zones) <= set(_PRIVATE_ZONES)
    if whose is not None and not within:
        owner(phrase, whose, False)
    if is_elsewhere(phrase.zones):
        phrase.be("on the battlefield", True)
    elif _is_on_top(wanted):
        phrase.traits.append(Trait("on top of your library", "is on top of your library"))
    elif phrase.zones:
        places = zone_places(phrase.zones, phrase.many, whose)
        known = _goes_without_saying(phrase) or (phrase.zones == ["exile"] and wanted.exiled_with is not None)
        phrase.traits.append(Trait("" if known else places, f"is {places}"))


def _is_on_top(wanted: Filter) -> bool:
    return wanted == wanted.changed(is_="top", zone="library", owner="you")


def _goes_without_saying(phrase: Phrase) -> bool:
    """Return True if the noun implies the zone: a spell is on the stack, a permanent on the battlefield."""
    if set(phrase.zones) == {"battlefield", "stack"} and not phrase.has_noun():
        return True
    return phrase.zones == ["stack"] or (phrase.zones == ["battlefield"] and not phrase.has_noun())


def is_elsewhere(zones: Any) -> bool:
    """Tell whether zones are all but the battlefield."""
    return set(as_list(zones)) == _ELSEWHERE


def zone_places(zones: Sequence[str], many: bool, whose: Any = None) -> str:
    """Return the words that place objects in zones: ``on the battlefield or in your graveyard``."""
    return join([_zone_place(zone, many, whose) for zone in zones], "and" if many else "or")


def _zone_place(zone: str, many: bool, whose: Any) -> str:
    if zone not in _PRIVATE_ZONES:
        return _ZONE_PLACES.get(zone, f"in {zone}")
    if whose is not None:
        return f"in {join([possessive(one) for one in as_list(whose)], 'or')} {zone}"
    if zone == "hand" and many:
        return "in all players' hands"
    return f"in all {plural(zone)}" if many else f"in a {zone}"


def _negate(phrase: Phrase, key: str, value: Any) -> None:
    """Read one key of ``not``: none of its values may hold."""
    if key == "not":
        inner = read_filter(value, phrase.scene, False)
        phrase.be(article(_noun_phrase(inner)))
    elif key == "zone":
        for zone in as_list(value):
            phrase.be(_zone_place(zone, False, None), True)
    elif key == "owner":
        owner(phrase, value, True)
    else:
        READERS[key](phrase, value, True)
