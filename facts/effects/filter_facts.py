"""Filters of the effect form as facts: clauses with values that an object must or must not have, and zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from facts.effects.form import Bounds, Chosen, Filter, Filters
from facts.text import NUMBER_WORDS, Facts, quoted
from facts.words import FILTER_WORDS, sets_by_word, subtype_in_keyword

_LIST_KEYS = ("type", "subtype", "supertype", "color", "name", "keyword", "counter", "is")
ALL_ZONES = ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")
_NUMBER_KEYS = ("mana_value", "power", "toughness", "base_power", "base_toughness")


def word_term(facts: Facts, word: str | Chosen) -> str:
    """Return the term of a word of an effect or filter, and write which sets a subtype is in.

    Args:
        facts: Receives the facts.
        word: A type word, a letter of a color, or a choice.

    Returns:
        A quoted string, or ``chosen(...)``.
    """
    if isinstance(word, Chosen):
        return f"chosen({word.chosen})"
    write_subtype(facts, str(word))
    return quoted(str(word))


def write_subtype(facts: Facts, word: str) -> None:
    """Write which sets a word is in, if it is a subtype.

    Args:
        facts: Receives the facts.
        word: Any word.
    """
    for name in sets_by_word().get(word, ()):
        facts.say("subtype_in", quoted(word), name)


def keyword_term(facts: Facts, keyword: str) -> str:
    """Return the term of a keyword, as abilities have it, and write the subtype that it names (702.16a).

    Args:
        facts: Receives the facts.
        keyword: The words of the ability: ``protection from Goblins``.
    """
    term = quoted(keyword.lower())
    subtype = subtype_in_keyword(keyword)
    if subtype:
        facts.say("names_subtype", term, quoted(subtype))
        write_subtype(facts, subtype)
    return term


class FilterWriter:
    """Writes the filters of one effect."""

    def __init__(self, facts: Facts, effect: str) -> None:
        self._facts = facts
        self._effect = effect

    def write(self, role: str, form: Filters, part: object = 0, extra: Iterable[tuple[str, str]] = ()) -> str:
        """Write a filter and return its term.

        Args:
            role: Its purpose: affects, condition, amount, text.
            form: A filter, or several.
            part: Tells the filters of one role apart.
            extra: Further literals that every clause needs.
        """
        term = f"filter({self._effect},{role},{part})"
        if role != "text":
            self._facts.say("filter", self._effect, role, term)
        # "this" and "attached" mean their object in any zone.
        anywhere = ALL_ZONES if extra else ("battlefield",)
        for number, (wants, bars, zones) in enumerate(clauses(self._facts, form, anywhere), start=1):
            for kind, value in (*wants, *extra):
                if kind == "highest":
                    self._facts.say("superlative", term, number, value)
                else:
                    self._facts.say("needs_as_printed", term, number, kind, value)
            for kind, value in bars:
                self._facts.say("excludes_as_printed", term, number, kind, value)
            for zone in zones:
                self._facts.say("looks_in", term, number, zone)
        return term


Clause = tuple[list[tuple[str, str]], list[tuple[str, str]], tuple[str, ...]]
"""Demands that must hold, demands that must not, and the zones."""


def clauses(facts: Facts, form: Filters, zones_unsaid: tuple[str, ...] = ("battlefield",)) -> list[Clause]:
    """Turn a filter into clauses, any of which may hold.

    Args:
        facts: Receives the sets of the subtypes that the filter names.
        form: A filter, or several of which any may hold.
        zones_unsaid: Where to look if it names no zone.

    Returns:
        The clauses.
    """
    if isinstance(form, tuple):
        return [clause for part in form for clause in clauses(facts, part, zones_unsaid)]
    choices: list[list[tuple[str, str]]] = []
    bars: list[tuple[str, str]] = []
    zones = zones_unsaid
    if form.zone is not None:
        zones = tuple(map(str, listed(form.zone)))
    for key, value in form.given().items():
        if key == "not":
            for barred, literals in _negations(facts, value):
                bars.extend(barred)
                choices.extend(literals)
            zones = tuple(zone for zone in zones if zone not in listed(value.zone or ()))
        elif key not in ("also", "zone"):
            choices.extend(_literals(facts, key, value))
    made: list[Clause] = [(list(choice), bars, zones) for choice in product(*choices)]
    if form.also is not None:
        return [
            ([*wants, *others], [*barred, *more], zones)
            for wants, barred, zones in made
            for others, more, _ in clauses(facts, form.also)
        ]
    return made


def _literals(facts: Facts, key: str, value: Any) -> list[list[tuple[str, str]]]:
    """Return the demands of one key of a filter. Each is a list of alternatives, of which any will do."""
    if key == "keyword":  # abilities have their keywords in small letters
        return [[(key, word_term(facts, word if isinstance(word, Chosen) else word.lower())) for word in listed(value)]]
    if key in _LIST_KEYS:
        kind = "named" if key == "name" else key
        return [[(kind, word_term(facts, word)) for word in listed(value)]]
    if key in _NUMBER_KEYS:
        return _bounds(key, value)
    if key == "as_told":
        return [[(key, quoted(one)) for one in listed(value)]]
    if key in ("controller", "owner"):
        kind = "owned_by" if key == "owner" else key
        return [[(kind, word_term(facts, who) if isinstance(who, Chosen) else who) for who in listed(value)]]
    if key == "counters":
        return [[("counters_at_least", f"at_least({quoted(kind)},{number})")] for kind, number in value.items()]
    if key == "enchanted" and value == "own":
        return [[("is", quoted("enchanted_by_its_controller"))]]
    if key in ("enchanted", "equipped"):
        return [[("is", quoted(key))]]
    if key in FILTER_WORDS:
        return [[("adjective", quoted(key))]]
    names = {"self": "self", "other": "other", "attached_to_this": "host", "token": "token", "paired": "paired"}
    if key in names:
        return [[(names[key], "true" if value else "false")]]
    if key == "colors":
        return [[(key, _so_many(one)) for one in listed(value)]]
    return [[(key, str(one).lower() if isinstance(one, bool) else str(one)) for one in listed(value)]]


def _so_many(colors: str) -> str:
    """Return the term for a number of colors in words."""
    return f"exactly({NUMBER_WORDS.index(colors)})" if colors in NUMBER_WORDS else colors


def _bounds(key: str, value: Bounds) -> list[list[tuple[str, str]]]:
    """Return the literals of a comparison."""
    found: list[list[tuple[str, str]]] = []
    for word, number in value.given().items():
        sides = ("at_least", "at_most") if word == "exactly" else (word,)
        found.extend([[(key, f"{side}({number})")] for side in sides])
    return found


Negation = tuple[list[tuple[str, str]], list[list[tuple[str, str]]]]
"""Literals that must not hold, and alternatives that express the negation directly, of which any one will do."""


def _negations(facts: Facts, form: Filter) -> Iterator[Negation]:
    """Turn the keys of a ``not`` into literals, each key for itself."""
    for key, value in form.given().items():
        if key == "zone":
            continue
        if key in _NUMBER_KEYS:
            yield [], [_outside(key, value)]
        elif key == "colors":
            apart = _PLAINLY_COLORED if set(listed(value)) <= set(_PLAINLY_COLORED) else _SO_COLORED
            barred = [each for one in listed(value) for each in (_SO_COLORED[2:] if one == "multicolored" else (one,))]
            yield [], [[(key, _so_many(one)) for one in apart if one not in (*listed(value), *barred)]]
        elif key == "abilities":
            yield ([], [[(key, "some")]]) if value == "none" else ([(key, value)], [])
        elif key in ("controller", "owner"):
            for who in listed(value):
                if isinstance(who, Chosen) or who == "defending_player":
                    yield _literals(facts, key, who)[0], []
                else:
                    yield [], _literals(facts, key, "opponent" if who == "you" else "you")
        elif key in ("token", "self", "other"):
            yield [], _literals(facts, *_OPPOSITE.get(key, (key, not value)))
        else:
            yield [literal for choice in _literals(facts, key, value) for literal in choice], []


_PLAINLY_COLORED = ("colorless", "monocolored", "multicolored")
_SO_COLORED = ("colorless", "monocolored", "two", "three", "four", "five")
"""Numbers of colors in words. Exactly one of these words is true of each object."""
_OPPOSITE: dict[str, tuple[str, bool]] = {"self": ("other", True), "other": ("self", True)}


def _outside(key: str, bounds: Bounds) -> list[tuple[str, str]]:
    """Return the literals of which one holds where a number is not within its bounds, or where there is none."""
    found = [] if key == "mana_value" else [(key, "none")]
    for word, number in bounds.given().items():
        if word in ("at_least", "exactly"):
            found.append((key, f"at_most({number - 1})"))
        if word in ("at_most", "exactly"):
            found.append((key, f"at_least({number + 1})"))
    return found


def listed(value: Any) -> list[Any]:
    """Return a list or tuple as a list, and anything else as a list of one.

    Args:
        value: The list, or the one value.
    """
    return list(value) if isinstance(value, (list, tuple)) else [value]
