"""The keys of a filter, each with its words: an adjective, a noun, or a quality after the noun."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from facts.effects.form import Bounds
from facts.oracle.say.english import (
    Scene,
    article,
    as_list,
    chosen_phrase,
    color_word,
    controls,
    deny,
    is_chosen,
    join,
    number,
    plural,
    possessive,
    spoken,
    value_range,
)
from facts.words import FILTER_WORDS, STATUSES


class Trait(NamedTuple):
    """A quality said after the noun (``with flying``) and as a predicate (``has flying``)."""

    after: str
    predicate: str
    place: int = 1


class Adjective(NamedTuple):
    """A word before the noun (``nonbasic``), and the same as a predicate (``isn't basic``)."""

    word: str
    predicate: str
    place: int


@dataclass(eq=False, repr=False)
class Phrase:
    """The words for one mapping of a filter, sorted by their places in a noun phrase."""

    scene: Scene
    many: bool
    adjectives: list[Adjective] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    traits: list[Trait] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    other: bool = False
    token: bool = False
    itself: bool = False
    host: bool = False

    def adjective(self, place: int, word: str, predicate: str = "") -> None:
        """Add a word before the noun; the lower the place, the farther from the noun."""
        self.adjectives.append(Adjective(word, predicate or f"is {word}", place))

    def be(self, what: str, negated: bool = False) -> None:
        """Add ``that is ...`` / ``is ...``."""
        not_ = "n't" if negated else ""
        self.traits.append(Trait(f"that {'are' if self.many else 'is'}{not_} {what}", f"is{not_} {what}"))

    def have(self, what: str, negated: bool = False) -> None:
        """Add ``with ...`` / ``has ...``."""
        if negated:
            self.traits.append(Trait(f"without {what}", f"doesn't have {what}"))
        else:
            self.traits.append(Trait(f"with {what}", f"has {what}"))

    def add(self, further: Phrase) -> None:
        """Add the further demands; of two types the first stands before the noun (``artifact creature``)."""
        if self.types and further.types:
            self.before.append(join([word.lower() for word in self.types], "or"))
            self.types = []
        if self.subtypes and further.subtypes:
            self.subtypes, own = [], join(self.subtypes, "or")
            further.subtypes = [f"{own} {join(further.subtypes, 'or')}"]
        self.adjectives += further.adjectives
        self.subtypes += further.subtypes
        self.types += further.types
        self.before += further.before
        self.traits += further.traits
        self.other = self.other or further.other
        self.token = self.token or further.token

    def has_noun(self) -> bool:
        """True if the filter itself supplies a noun: a type, a subtype or "token"."""
        return bool(self.types or self.subtypes or self.token)


def isnt(negated: bool) -> str:
    """``is`` or ``isn't``."""
    return "isn't" if negated else "is"


def _split(value: Any) -> tuple[list[str], list[str]]:
    """The plain words of a value, and the phrases for choices."""
    values = as_list(value)
    chosen = [chosen_phrase(item.chosen) for item in values if is_chosen(item)]
    return [str(item) for item in values if not is_chosen(item)], chosen


def _of_chosen(phrase: Phrase, words: list[str], chosen: list[str], no: bool) -> bool:
    """Say ``of the chosen ...``; true where that already says everything."""
    if not chosen:
        return False
    either = join([*words, *(f"of {one}" for one in chosen)], "or")
    if no or words:
        phrase.be(either, no)
    else:
        phrase.traits.append(Trait(either, f"is {join(chosen, 'or')}"))
    return True


def _type(phrase: Phrase, value: Any, no: bool) -> None:
    words, chosen = _split(value)
    if _of_chosen(phrase, [word.lower() for word in words], chosen, no):
        return
    if no:
        for word in words:
            phrase.adjective(6, f"non{word.lower()}", f"isn't {article(word.lower())}")
    else:
        phrase.types += words


def _subtype(phrase: Phrase, value: Any, no: bool) -> None:
    words, chosen = _split(value)
    if _of_chosen(phrase, words, chosen, no):
        return
    if no:
        for word in words:
            phrase.adjective(7, f"non-{word}", f"isn't {article(word)}")
    else:
        phrase.subtypes += words


def _supertype(phrase: Phrase, value: Any, no: bool) -> None:
    _plain(phrase, value, no, 4, str.lower)


def _color(phrase: Phrase, value: Any, no: bool) -> None:
    _plain(phrase, value, no, 5, color_word)


def _plain(phrase: Phrase, value: Any, no: bool, place: int, say: Callable[[str], str]) -> None:
    """A key whose words stand before the noun, and deny with ``non``."""
    values, chosen = _split(value)
    words = [say(word) for word in values]
    if _of_chosen(phrase, words, chosen, no):
        return
    if no:
        for word in words:
            phrase.adjective(place, f"non{word}", f"isn't {word}")
    else:
        phrase.adjective(place, join(words, "or"))


def _colors(phrase: Phrase, value: Any, no: bool) -> None:
    words = join(as_list(value), "or")
    if not set(as_list(value)) <= {"colorless", "monocolored", "multicolored"}:
        phrase.be(f"exactly {words} colors", no)
        return
    if no:
        phrase.be(words, True)
    else:
        phrase.adjective(5, words)


def _name(phrase: Phrase, value: Any, no: bool) -> None:
    names, chosen = _split(value)
    if chosen and not names:
        phrase.have(join(["the chosen name" for _ in chosen]), no)
        return
    text = f"named {join([*names, *chosen], 'and' if phrase.many and len(names) > 2 else 'or')}"
    phrase.traits.append(Trait(f"not {text}", f"isn't {text}") if no else Trait(text, f"is {text}"))


def _name_unlike(phrase: Phrase, value: Any, no: bool) -> None:
    others = "a token" if value == "token" else "another permanent"
    said = f"have the same name as {others} you control"
    negation = "" if no else "n't"
    phrase.traits.append(Trait(f"that {'do' if phrase.many else 'does'}{negation} {said}", f"does{negation} {said}", 2))


def _keyword(phrase: Phrase, value: Any, no: bool) -> None:
    if as_list(value) == ["morph", "megamorph"]:
        phrase.have("a morph ability", no)
        return
    phrase.have(join([spoken(word) for word in as_list(value)], "or"), no)


def _abilities(phrase: Phrase, value: Any, no: bool) -> None:
    if value == "mana":
        phrase.have("a mana ability", no)
    elif no:
        phrase.have("abilities")
    else:
        phrase.traits.append(Trait("with no abilities", "doesn't have abilities"))


def _controller(phrase: Phrase, value: Any, no: bool) -> None:
    after = join([_of_players(phrase, one, no, "control") for one in as_list(value)], "and" if no else "or")
    whose = join([possessive(one) for one in as_list(value)], "or")
    phrase.traits.append(Trait(after, f"{isnt(no)} under {whose} control", 0))


def owner(phrase: Phrase, value: Any, no: bool) -> None:
    """Add the owner of the card."""
    after = join([_of_players(phrase, one, no, "own") for one in as_list(value)], "and" if no else "or")
    phrase.traits.append(Trait(after, f"is something {after}", 0))


def _of_players(phrase: Phrase, value: Any, no: bool, verb: str) -> str:
    """``you control``; of several objects, ``your opponents control``."""
    return f"your opponents {verb}" if value == "opponent" and phrase.many and not no else controls(value, no, verb)


def _token(phrase: Phrase, value: Any, no: bool) -> None:
    if bool(value) != no:
        phrase.token = True
    else:
        phrase.adjective(3, "nontoken", "isn't a token")


def _other(phrase: Phrase, value: Any, no: bool) -> None:
    if value and not no:
        phrase.other = True
    elif value:
        phrase.be(phrase.scene.name)


def _self(phrase: Phrase, value: Any, no: bool) -> None:
    if value and no:
        phrase.traits.append(Trait(f"other than {phrase.scene.name}", f"isn't {phrase.scene.name}"))
    elif value:
        phrase.be(phrase.scene.name)


def _paired(phrase: Phrase, value: Any, no: bool) -> None:
    if value:
        phrase.be(f"{phrase.scene.name} or paired with it", no)


def _attached_to_this(phrase: Phrase, value: Any, no: bool) -> None:
    if value and no:
        phrase.traits.append(Trait(f"other than {phrase.scene.attached}", f"isn't {phrase.scene.attached}"))
    elif value:
        name, verb = phrase.scene.name, isnt(no)
        phrase.traits.append(Trait(f"{name} {verb} attached to", f"{verb} what {name} is attached to"))


def _attached_to(phrase: Phrase, value: Any, no: bool) -> None:
    if value == "yours":
        _after(
            phrase, "attached to permanents you control" if phrase.many else "attached to a permanent you control", no
        )
        return
    _after(phrase, f"attached to {phrase.scene.name if value == 'this' else phrase.scene.attached}", no)


def _exiled_with(phrase: Phrase, value: Any, no: bool) -> None:
    _after(phrase, f"exiled{' last' if value == 'last' else ''} with {phrase.scene.name}", no)


def _as_told(phrase: Phrase, value: Any, no: bool) -> None:
    words = _BY_NAME.sub(phrase.scene.name, str(value))
    if not no and words.startswith("the chosen "):
        words = f"that are {words}"
    elif not no and words.startswith("entered "):
        words = f"that {words}"
    _after(phrase, words, no)


_BY_NAME = re.compile(r"(?<=\b(?:by|ed|ng) )this$")
"""The word for the source at the end of a quality, where a card gives its name."""


def _after(phrase: Phrase, words: str, no: bool) -> None:
    """Say something right after the noun: ``Auras attached to this permanent``, ``creatures attacking you``."""
    if no:
        phrase.be(words, True)
    else:
        phrase.traits.append(Trait(words, f"is {words}"))


def _enchanted(phrase: Phrase, value: Any, no: bool) -> None:
    if value == "own":
        phrase.be("enchanted by Auras you control", no)
    else:
        _participle(phrase, "enchanted", bool(value) != no)


def _filter_word(word: str) -> Callable[[Phrase, Any, bool], None]:
    """Say an adjective of the lexicon."""
    return lambda phrase, value, no: _participle(phrase, word, bool(value) != no)


def _participle(phrase: Phrase, word: str, holds: bool) -> None:
    if holds and phrase.token:
        phrase.be(word)  # "equipped creature" has another meaning
    elif holds:
        phrase.adjective(2, word)
    else:
        phrase.be(word, True)


def _number(label: str) -> Callable[[Phrase, Any, bool], None]:
    """Return the function that says a bounded number."""

    def read(phrase: Phrase, value: Any, no: bool) -> None:
        ranges = [value_range(one) if isinstance(one, Bounds) else str(one) for one in as_list(value)]
        phrase.have(f"{label} {join(ranges, 'or')}", no)

    return read


def _counter(phrase: Phrase, value: Any, no: bool) -> None:
    if value == "any" and no:
        them = "them" if phrase.many else "it"
        phrase.traits.append(Trait(f"with no counters on {them}", "has no counters on it"))
        return
    kinds = ["counter" if kind == "any" else f"{kind} counter" for kind in as_list(value)]
    text = join([plural(kind) if phrase.many else article(kind) for kind in kinds], "or")
    phrase.have(f"{text} on {'them' if phrase.many else 'it'}", no)


def _mana_value_x(phrase: Phrase, value: Any, no: bool) -> None:
    phrase.have(f"mana value X{ {'at_most': ' or less', 'at_least': ' or greater'}.get(value, '') }", no)


def _highest(phrase: Phrase, value: Any, no: bool) -> None:
    phrase.have(f"the highest {spoken(value)}", no)


def _counters(phrase: Phrase, value: Any, no: bool) -> None:
    said = [
        f"{number(least)} or more {plural(f'{kind} counter'.removeprefix('any '))}" for kind, least in value.items()
    ]
    phrase.have(f"{join(said)} on {'them' if phrase.many else 'it'}", no)


def _is(phrase: Phrase, value: Any, no: bool) -> None:
    statuses = [str(status) for status in as_list(value)]
    words = join([status_word(status) for status in statuses], "or")
    if any(status.startswith("was_") for status in statuses):
        verb = ("weren't" if phrase.many else "wasn't") if no else ("were" if phrase.many else "was")
        phrase.traits.append(Trait(f"that {verb} {words}", f"{verb} {words}"))
    elif no and len(statuses) == 1 and statuses[0] in _OPPOSITES:
        phrase.adjective(1, _OPPOSITES[statuses[0]], f"isn't {words}")
    elif no:
        phrase.be(words, True)
    else:
        phrase.adjective(1, words)


def status_word(status: str) -> str:
    """A status as a participle: ``face-down``, ``monstrous``, ``cast``."""
    return _STATUS_WORDS.get(status) or status.removeprefix("was_").replace("_", "-")


_OPPOSITES = {value: word for word, (key, value) in STATUSES.items() if key == "is not"}
"""Words for the lack of a status: ``untapped``."""
_STATUS_WORDS = {value: word for word, (key, value) in STATUSES.items() if key == "is"}


def status_predicate(status: str, negated: bool = False) -> str:
    """A status said of one object: ``is monstrous``, ``wasn't cast``."""
    said = f"{'was' if status.startswith('was_') else 'is'} {status_word(status)}"
    return deny(said) if negated else said


READERS: dict[str, Callable[[Phrase, Any, bool], None]] = {
    "type": _type,
    "subtype": _subtype,
    "supertype": _supertype,
    "color": _color,
    "colors": _colors,
    "name": _name,
    "name_unlike": _name_unlike,
    "keyword": _keyword,
    "abilities": _abilities,
    "token": _token,
    "other": _other,
    "self": _self,
    "paired": _paired,
    "attached_to_this": _attached_to_this,
    "attached_to": _attached_to,
    "exiled_with": _exiled_with,
    "as_told": _as_told,
    "enchanted": _enchanted,
    "mana_value": _number("mana value"),
    "mana_value_x": _mana_value_x,
    "highest": _highest,
    "power": _number("power"),
    "toughness": _number("toughness"),
    "base_power": _number("base power"),
    "base_toughness": _number("base toughness"),
    "counter": _counter,
    "counters": _counters,
    "is": _is,
    "controller": _controller,
} | {word: _filter_word(word) for word in FILTER_WORDS}
"""The function for each key; its last argument is true inside ``not``. `filter_phrases` says zones and owners."""
