"""A fact that may be asked about: its statement about an object, whether an answer says so, and its written form."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from facts.text import number_in_words, quoted
from solver.answer import Answer, ObjectAnswer
from solver.ask.explain.wording import article, zone_phrase
from solver.ask.explain.wording import phrases as words

PREDICATES = (
    "type", "subtype", "supertype", "color", "every", "keyword", "ability", "abilities", "lost", "lost_all", "power",
    "toughness", "mana_value", "name", "property", "controller", "zone", "face", "token", "copied", "counters",
)  # fmt: skip
"""The predicates of the vocabulary that a user may ask about."""
TYPES = ("type", "subtype", "supertype")
"""The predicates about the type line, each with one word."""
OF_ABILITIES = ("keyword", "ability", "abilities", "lost", "lost_all")
"""The predicates about abilities."""
UNARY = ("token", "copied", "lost_all")
NUMERIC = ("power", "toughness", "mana_value", "abilities")
FACES = ("front", "back", "left", "right", "adventure", "flipped", "down")
"""The faces that an object may have up."""


class Goal(NamedTuple):
    """A fact about one object.

    Attributes:
        predicate: One of `PREDICATES`.
        label: The object's label.
        value: Its value: a word as printed, or a number; empty if the predicate is only about the object.
        negated: Whether the opposite is asked.
        others: Further facts, none of them negated. The whole, which is negated, denies that all of them hold at once
            ("x is not a 1/1 creature").
    """

    predicate: str
    label: str
    value: str | int = ""
    negated: bool = False
    others: tuple[Goal, ...] = ()

    @property
    def written(self) -> str:
        """The fact in the vocabulary."""
        if self.others:
            return f"not ({', '.join(one.written for one in self.parts)})"
        value = self.value if isinstance(self.value, int) else quoted(self.value)
        inside = quoted(self.label) if self.predicate in UNARY else f"{quoted(self.label)},{value}"
        return f"{'not ' if self.negated else ''}{self.predicate}({inside})"

    @property
    def parts(self) -> tuple[Goal, ...]:
        """The facts that it is about, none of them negated: one, or several that are denied together."""
        return (self._replace(negated=False, others=()), *self.others)

    def denied(self) -> Goal:
        """Return the opposite of the fact, which has no further parts."""
        return self._replace(negated=not self.negated)

    def said(self, names: Mapping[str, str]) -> str:
        """Return the fact in words.

        Args:
            names: The name of each object, by label.
        """
        if self.others:
            return _as_one(self.parts, names, negated=True) or words.NOT_BOTH.format(
                what=words.joined([one.said(names) for one in self.parts])
            )
        pattern = words.GOALS[self.predicate][self.negated]
        value = str(self.value).replace("_", " ")
        if self.predicate == "color":
            value = words.COLORS.get(value, value)
        elif self.predicate in ("type", "supertype"):
            value = value.lower()
        elif self.predicate == "zone":
            value = zone_phrase(value)
        elif self.predicate == "face" and value == "down":
            pattern = words.FACE_DOWN[self.negated]
        elif self.predicate == "abilities":
            number = int(self.value)
            pattern = words.NUMBERS_OF_ABILITIES.get(number, words.GOALS["abilities"])[self.negated]
            value = number_in_words(number) if number >= 0 else value
        elif self.predicate == "counters":
            number, kind = counters_meant(value)
            pattern = words.NUMBERS_OF_COUNTERS.get(number, words.GOALS["counters"])[self.negated]
            value = f"{number_in_words(number)} {kind}" if number else kind
        elif self.predicate == "property":
            pattern, value = words.PROPERTIES.get(value, words.PROPERTY)[self.negated], value
        elif self.predicate == "controller":
            pattern = words.YOU_CONTROL[self.negated] if value == "you" else pattern
            value = words.OBJECTIVE.get(value, value)
        return pattern.format(object=names.get(self.label, self.label), value=value, article=article(value))

    def holds(self, answer: Answer) -> bool:
        """Tell whether the fact holds in an answer.

        Args:
            answer: The answer.
        """
        one = answer.objects.get(self.label)
        if one is None:
            return False
        return all(_says(one, part.predicate, part.value) for part in self.parts) != self.negated


def _says(one: ObjectAnswer, predicate: str, value: str | int) -> bool:
    """Tell whether a predicate holds for an object with a value."""
    if predicate == "keyword":
        return any(ability.keyword == value for ability in one.abilities)
    if predicate == "ability":
        return any(str(value).lower() in ability.text.lower() for ability in one.abilities)
    if predicate == "abilities":
        return len(one.abilities) == value
    if predicate == "lost":
        return any(str(value).lower() in text.lower() for text in lost_texts(one))
    if predicate == "counters":
        number, kind = counters_meant(str(value))
        return one.counters.get(kind, 0) == number
    if predicate == "lost_all":
        return not one.abilities and bool(one.lost)
    several = {
        "type": one.types, "subtype": one.subtypes, "supertype": one.supertypes, "color": one.colors,
        "every": one.every, "property": one.properties,
    }  # fmt: skip
    if predicate in several:
        return value in several[predicate] or (predicate == "color" and value == "colorless" and not one.colors)
    if predicate in UNARY:
        return bool(getattr(one, predicate))
    return bool(getattr(one, predicate) == value)


def counters_meant(value: str) -> tuple[int, str]:
    """Return the number and kind of counters that a fact is about.

    Args:
        value: The number and the kind: ``2 +1/+1``.
    """
    number, _, kind = value.partition(" ")
    return int(number), kind


def lost_texts(one: ObjectAnswer) -> list[str]:
    """Return the texts of the abilities that an object has lost.

    Args:
        one: The answer for the object.
    """
    return [ability.text for ability in one.lost]


# ---- several facts in one phrase


def said_together(goals: Sequence[Goal], names: Mapping[str, str]) -> str:
    """Return facts in words: "Humility is a 1/1 creature" for three of them.

    Args:
        goals: The facts, one at least.
        names: The name of each object, by label.
    """
    said: list[str] = []
    about = ""

    def way(goal: Goal) -> tuple[object, ...]:
        """Return the common part of facts that make one phrase."""
        alone = goal.negated or goal.others or not _of(goal, (*_BEING, *_HAVING))
        return (id(goal),) if alone else (goal.label, _of(goal, _BEING))

    for _, group in groupby(goals, key=way):
        several = list(group)
        together = _as_one(several, names) if len(several) > 1 else None
        for one in [together] if together else [one.said(names) for one in several]:
            name = names.get(several[0].label, several[0].label)
            said.append(one.removeprefix(f"{name} ") if name == about else one)
            about = name if one.startswith(f"{name} ") else ""
    return words.joined(said)


_BEING = ("type", "subtype", "supertype", "color", "power", "toughness")
_HAVING = ("keyword", "ability", "mana_value")


def _of(goal: Goal, predicates: Iterable[str]) -> bool:
    return goal.predicate in predicates


def _as_one(goals: Sequence[Goal], names: Mapping[str, str], *, negated: bool = False) -> str | None:
    """Return facts about one object in one phrase; None where they make none."""
    name = names.get(goals[0].label, goals[0].label)
    if all(_of(goal, _BEING) for goal in goals):
        values: Callable[[str], list[str]] = lambda kind: [str(one.value) for one in goals if one.predicate == kind]  # noqa: E731
        power, toughness = values("power"), values("toughness")
        if len(power) != len(toughness) or len(power) > 1:
            return None
        size = [f"{one}/{other}" for one, other in zip(power, toughness, strict=True)]
        colors = [words.COLORS.get(one, one) for one in values("color")]
        nouns = [*values("subtype"), *(one.lower() for one in values("type"))]
        before = [*(one.lower() for one in values("supertype")), *size]
        if not nouns:
            what = words.joined([*before, *colors])
        else:
            what = " ".join([*before, *([words.joined(colors)] if colors else []), *nouns])
            what = f"{article(what)} {what}"
        return words.IS_SO[negated].format(object=name, what=what)
    if all(_of(goal, _HAVING) for goal in goals) and not negated:
        return words.HAS_SO.format(object=name, what=words.joined(list(_had(goals))))
    return None


def _had(goals: Iterable[Goal]) -> Iterator[str]:
    for goal in goals:
        yield goal.said({}).removeprefix(words.HAS_SO.format(object=goal.label, what=""))
