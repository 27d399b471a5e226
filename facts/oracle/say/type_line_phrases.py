"""Clauses about the type line and the colors: ``is a blue Frog creature``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from facts.effects.form import Operations
from facts.oracle.say.english import (
    Scene,
    article,
    chosen_phrase,
    color_list,
    is_chosen,
    join,
    plural,
)
from facts.words import sets_by_word


class Voice(NamedTuple):
    """The grammar of the clauses of one sentence.

    ``many``: the subject is plural. ``becomes``: the change happens once, instead of applying all the time.
    ``base``: say "base power and toughness". ``enters``: the clause applies as the subject enters.
    """

    scene: Scene
    many: bool = False
    becomes: bool = False
    base: bool = True
    enters: bool = False

    @property
    def its(self) -> str:
        """The possessive of the subject."""
        return "their" if self.many else "its"

    @property
    def be(self) -> str:
        """The verb that introduces the types of the subject."""
        if self.becomes:
            return self.verb("becomes")
        return self.verb("is")

    def verb(self, word: str) -> str:
        """A verb (third person singular) in the number of the subject."""
        irregular = {"is": "are", "isn't": "aren't", "has": "have", "loses": "lose"}
        return irregular.get(word, word.removesuffix("s")) if self.many else word


class Description(NamedTuple):
    """A description of an object: adjectives, nouns, and choices made for it."""

    adjectives: list[str]
    nouns: list[str]
    chosen: list[str]
    every_color: bool = False

    def text(self, many: bool, stats: str = "") -> str:
        """The complement of ``is``: ``a 4/4 white Elemental creature``, ``blue``, ``the chosen color``."""
        if not self.nouns:
            colors = ["all colors"] if self.every_color else []
            return join([*self.adjectives, *colors, *self.chosen])
        words = " ".join(filter(None, [stats, *self.adjectives, *self.nouns]))
        phrase = plural(words) if many else article(words)
        if len(self.nouns) > 1 and all(sets_by_word().get(noun) == ("land",) for noun in self.nouns):
            *others, last = [plural(noun) if many else noun for noun in self.nouns]
            words = " ".join(filter(None, [*self.adjectives, join([*others, last])]))
            phrase = words if many else article(words)
        if self.every_color:
            phrase += f" {'that are' if many else 'that is'} all colors"
        return phrase + (f" of {join(self.chosen)}" if self.chosen else "")

    def __bool__(self) -> bool:
        """Return True if the description has any words."""
        return bool(self.adjectives or self.nouns or self.chosen or self.every_color)


def _describe(effect: Operations, how: str, supertypes: bool) -> Description:
    """Read the ``set_...`` or ``add_...`` keys for types, subtypes and colors together."""
    given = effect.given()
    colors = given.get(f"{how}_colors")
    color_words = [color for color in colors or [] if not is_chosen(color)]
    subtypes, types = (given.get(f"{how}_{key}", ()) for key in ("subtypes", "types"))
    said_colors = color_list(color_words) if colors is not None and (color_words or not colors) else ""
    every = said_colors == "all colors"
    above = [str(word).lower() for word in effect.add_supertypes or ()] if supertypes else []
    return Description(
        [*above, *([said_colors] if said_colors and not every else [])],
        [*_words(subtypes), *(word.lower() for word in _words(types))],
        [chosen_phrase(item.chosen) for item in [*(colors or []), *subtypes, *types] if is_chosen(item)],
        every,
    )


def _words(values: Iterable[Any]) -> list[str]:
    return [str(value) for value in values if not is_chosen(value)]


def has_nouns(effect: Operations, how: str) -> bool:
    """Return True if the effect sets (or adds) named types or subtypes, which supply the noun of the sentence."""
    return any(_words(effect.given().get(f"{how}_{key}", ())) for key in ("types", "subtypes"))


def set_clause(effect: Operations, voice: Voice, stats: str = "") -> str:
    """Return the clause for characteristics that replace those of the subject."""
    described = _describe(effect, "set", has_nouns(effect, "set"))
    named = f" named {effect.set_name}" if isinstance(effect.set_name, str) and described.nouns else ""
    return f"{voice.be} {described.text(voice.many, stats)}{named}" if described else ""


def add_clause(effect: Operations, voice: Voice, stats: str = "") -> str:
    """Return the clause for characteristics that the subject gains in addition to its own."""
    own_supertypes = has_nouns(effect, "add") and not has_nouns(effect, "set")
    described = _describe(effect, "add", own_supertypes)
    if not described:
        return ""
    others = ["colors"] if effect.add_colors is not None else []
    others += ["types"] if effect.add_types is not None or effect.add_subtypes is not None else []
    text = described.text(voice.many, stats)
    return f"{voice.be} {text} in addition to {voice.its} other {join(others)}"


def supertype_clause(effect: Operations, voice: Voice) -> str:
    """Added supertypes, where no noun takes them as adjectives."""
    if effect.add_supertypes is None or has_nouns(effect, "set") or has_nouns(effect, "add"):
        return ""
    return f"{voice.be} {join(str(word).lower() for word in effect.add_supertypes)}"


def empty_clauses(effect: Operations, voice: Voice) -> list[str]:
    """``has no subtypes`` for an empty list."""
    labels = {"set_types": "card types", "set_subtypes": "subtypes"}
    return [f"{voice.verb('has')} no {label}" for key, label in labels.items() if effect.given().get(key) == ()]


def every_clause(effect: Operations, voice: Voice) -> str:
    """``is every creature type``. Basic land types would replace others if nothing more were said (305.7)."""
    sets = effect.add_every or ()
    beside = f" in addition to {voice.its} other types" if sets == ("basic land",) else ""
    return f"{voice.be} {join(f'every {one} type' for one in sets)}{beside}" if sets else ""


def lose_every_clause(effect: Operations, voice: Voice) -> str:
    """``loses all creature types``."""
    sets = effect.lose_every or ()
    return f"{voice.verb('loses')} {join(f'all {one} types' for one in sets)}" if sets else ""


def removal_clause(effect: Operations, voice: Voice) -> str:
    """``isn't legendary or a creature``: the types that the effect takes away by name."""
    supertypes = [str(word).lower() for word in effect.remove_supertypes or ()]
    types = [str(word).lower() if not is_chosen(word) else word for word in effect.remove_types or ()]
    nouns = [*types, *(effect.remove_subtypes or ())]
    inflect: Callable[[str], str] = plural if voice.many else article
    said = [inflect(noun) if isinstance(noun, str) else chosen_phrase(noun.chosen) for noun in nouns]
    isnt = voice.verb("isn't")
    return f"{isnt} {join([*supertypes, *said], 'or')}" if supertypes or said else ""
