"""What is asked about: a fact in the vocabulary (``type(x,"Land")``) or in words (``x is a land``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from facts.board import Board
from facts.errors import InputError, show
from facts.names import did_you_mean, slug
from facts.subtypes import CARD_TYPES, COLORS, SUPERTYPES, sets_by_word
from solver.answer import Answer, ObjectAnswer
from solver.explain import words
from solver.explain.speech import article

_IN_VOCABULARY = re.compile(r"^\s*(\w+)\(\s*(.+?)\s*(?:,\s*(.+?)\s*)?\)\s*\.?\s*$")
_NOT = r"(?P<not> not|n't| isn't| no longer)?"
_IN_WORDS = re.compile(
    r"^(?P<who>.+?)(?: (?P<is>is|are)| (?P<has>has|have)|(?P<isnt> isn't| aren't)|(?P<lacks> lacks| doesn't have))"
    r"(?P<not> not| no longer| no)?(?: (?:an?|the))? (?P<what>.+?)\.?$",
    re.IGNORECASE,
)
_SIZE = re.compile(r"^(\d+|-\d+)/(\d+|-\d+)$")
_NUMBER = re.compile(r"^(?:base )?(power|toughness|mana value) (-?\d+)$|^(-?\d+) (power|toughness|mana value)$")

PREDICATES = (
    "type", "subtype", "supertype", "color", "every", "keyword", "ability", "power", "toughness", "mana_value", "name",
    "property", "controller", "zone", "face", "token", "copied",
)  # fmt: skip
"""The predicates of the vocabulary that a proof may be asked for."""
_UNARY = ("token", "copied")
_NUMERIC = ("power", "toughness", "mana_value")


class Goal(NamedTuple):
    """A fact about one object.

    Attributes:
        predicate: One of `PREDICATES`.
        label: The object's label.
        value: Of what: a word as printed, a number; empty for ``token`` and ``copied``.
        negated: Whether the opposite is asked.
    """

    predicate: str
    label: str
    value: str | int = ""
    negated: bool = False

    @property
    def written(self) -> str:
        """The fact in the vocabulary."""
        value = self.value if isinstance(self.value, int) else f'"{self.value}"'
        inside = f'"{self.label}"' if self.predicate in _UNARY else f'"{self.label}",{value}'
        return f"{'not ' if self.negated else ''}{self.predicate}({inside})"

    def said(self, names: Mapping[str, str]) -> str:
        """Return the fact in words.

        Args:
            names: What to call each object, by label.
        """
        pattern = words.GOALS[self.predicate][self.negated]
        value = str(self.value).replace("_", " ")
        if self.predicate == "color":
            value = words.COLORS.get(value, value)
        elif self.predicate == "type":
            value = value.lower()
        return pattern.format(object=names.get(self.label, self.label), value=value, article=article(value))

    def holds(self, answer: Answer) -> bool:
        """Tell whether an answer says so.

        Args:
            answer: The answer.
        """
        one = answer.objects.get(self.label)
        return one is not None and (_says(one, self.predicate, self.value) != self.negated)


def _says(one: ObjectAnswer, predicate: str, value: str | int) -> bool:
    """Tell whether an object is so."""
    if predicate == "keyword":
        return any(ability.keyword == value for ability in one.abilities)
    if predicate == "ability":
        return any(str(value).lower() in ability.text.lower() for ability in one.abilities)
    several = {
        "type": one.types, "subtype": one.subtypes, "supertype": one.supertypes, "color": one.colors,
        "every": one.every, "property": one.properties,
    }  # fmt: skip
    if predicate in several:
        return value in several[predicate] or (predicate == "color" and value == "colorless" and not one.colors)
    if predicate in _UNARY:
        return bool(getattr(one, predicate))
    return bool(getattr(one, predicate) == value)


def read_goal(text: str, board: Board, answer: Answer) -> list[Goal]:
    """Read what is asked about.

    Args:
        text: A fact in the vocabulary or in words.
        board: The board.
        answer: Its answer.

    Returns:
        The facts, all of which are asked: ``x is 4/4`` is two.

    Raises:
        InputError: It is no such fact, or names something that is not there.
    """
    found = _IN_VOCABULARY.match(text)
    if found is not None:
        return [_in_vocabulary(text, found, answer)]
    words = _IN_WORDS.match(text.strip())
    if words is None:
        hint = 'Say it like: "dryad_arbor is a Mountain", "x has flying", or type(dryad_arbor,"Land")'
        raise InputError(f"{show(text)} is no fact", hint, source="<fact>")
    label = _label(words["who"], answer)
    negated = any(words[key] for key in ("isnt", "lacks", "not"))
    return [goal._replace(negated=negated) for goal in _in_words(words["what"].strip(), label, words, answer)]


def _in_vocabulary(text: str, found: re.Match[str], answer: Answer) -> Goal:
    predicate, who, what = found[1], _unquoted(found[2]), found[3]
    if predicate not in PREDICATES:
        hint = did_you_mean(predicate, PREDICATES) or f"There are {', '.join(PREDICATES)}"
        raise InputError(f"{show(predicate)} is no predicate that can be asked about", hint, source="<fact>")
    label = _label(who, answer)
    if (predicate in _UNARY) != (what is None):
        example = f"{predicate}({label})" if predicate in _UNARY else f'{predicate}({label},"...")'
        raise InputError(f"{show(text)} is no fact", f"Write {example}", source="<fact>")
    if what is None:
        return Goal(predicate, label)
    if predicate in _NUMERIC:
        if not re.fullmatch(r"-?\d+", what):
            raise InputError(f"{show(what)} is no number", f"Write {predicate}({label},3)", source="<fact>")
        return Goal(predicate, label, int(what))
    return Goal(predicate, label, _word(predicate, _unquoted(what), answer))


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'" else text


def _label(who: str, answer: Answer) -> str:
    """Return the label of an object: its label, or its name where only one has it."""
    who = _unquoted(who.strip())
    for label in (who, slug(who)):
        if label in answer.objects:
            return label
    named = [label for label, one in answer.objects.items() if one.name and slug(one.name) == slug(who)]
    if len(named) == 1:
        return named[0]
    if named:
        raise InputError(f"{show(who)} could be {', '.join(named)}", "Name it by its label", source="<fact>")
    hint = did_you_mean(who, answer.objects) or f"There are: {', '.join(list(answer.objects)[:8])}"
    raise InputError(f"{show(who)}: no such object", hint, source="<fact>")


def _word(predicate: str, word: str, answer: Answer) -> str:
    """Return a word as the vocabulary spells it."""
    known = _known(answer).get(predicate)
    if known is None:
        return word
    found = known.get(word.lower())
    if found is None:
        noun = {"type": "card type", "every": "set of subtypes"}.get(predicate, predicate)
        hint = did_you_mean(word, list(known.values()))
        raise InputError(f"{show(word)} is no {noun}", hint, source="<fact>")
    return found


def _known(answer: Answer) -> Mapping[str, Mapping[str, str]]:
    printed = {word for one in answer.objects.values() for word in one.subtypes}
    colors = {**COLORS, **{letter.lower(): letter for letter in COLORS.values()}}
    return {
        "type": {word.lower(): word for word in CARD_TYPES},
        "supertype": {word.lower(): word for word in SUPERTYPES},
        "subtype": {word.lower(): word for word in (*sets_by_word(), *printed)},
        "color": {**colors, "colorless": "colorless"},
    }


def _in_words(what: str, label: str, words: re.Match[str], answer: Answer) -> Iterable[Goal]:
    """Return the facts that words after "is" or "has" say."""
    plain = _unquoted(what)
    if words["has"] or words["lacks"]:
        number = _NUMBER.match(plain.lower())
        if number is not None:
            kind = (number[1] or number[4]).replace(" ", "_")
            return [Goal(kind, label, int(number[2] or number[3]))]
        from facts.keywords import keyword_of

        keyword = keyword_of(plain)
        return [Goal("keyword", label, keyword) if keyword == plain.lower() else Goal("ability", label, plain)]
    size = _SIZE.match(plain)
    if size is not None:
        return [Goal("power", label, int(size[1])), Goal("toughness", label, int(size[2]))]
    if plain.lower() in ("token", "copy"):
        return [Goal("token" if plain.lower() == "token" else "copied", label)]
    if plain.lower() in ("face down", "face-down"):
        return [Goal("face", label, "down")]
    if plain.lower() in _PROPERTIES:
        return [Goal("property", label, plain.lower())]
    goals = [_one_word(word, label, answer) for word in _parts(plain, answer)]
    return goals


_PROPERTIES = ("basic land", "nonbasic land", "snow permanent", "nonsnow permanent", "transformed permanent")


def _parts(text: str, answer: Answer) -> list[str]:
    """Split a type line: ``Land Creature — Mountain Dryad``; a type of two words is one."""
    known = _known(answer)
    if any(text.lower() in known[kind] for kind in ("type", "supertype", "subtype", "color")):
        return [text]
    return [word for word in re.split(r"[\s—-]+", text) if word]


def _one_word(word: str, label: str, answer: Answer) -> Goal:
    known = _known(answer)
    for predicate in ("type", "supertype", "color", "subtype"):
        for spelled in (word.lower(), word.lower().removesuffix("s")):
            if spelled in known[predicate]:
                return Goal(predicate, label, known[predicate][spelled])
    hint = did_you_mean(word, [value for kind in known.values() for value in kind.values()])
    raise InputError(f"{show(word)} is no type, subtype, supertype or color", hint, source="<fact>")
