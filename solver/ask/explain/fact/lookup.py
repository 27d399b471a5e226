"""The meaning of the words of a fact on a board: objects, players, words of the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from facts.board import Timeline
from facts.text import InputError, did_you_mean, show
from facts.words import CARD_TYPES, COLORS, NAMED_SETS, SUPERTYPES, sets_by_word
from solver.answer import Answer
from solver.ask.explain.fact.goal import FACES
from solver.ask.explain.wording import phrases as words
from solver.ask.object_labels import object_named

_MOST = 1_000_000
"""Numbers on boards are not beyond this."""
_NOUNS = {"type": "card type", "every": "set of subtypes", "face": "face that could be up", "controller": "player"}
_FEW = 20
"""The number of words listed if none is similar."""


def refused(problem: str, hint: str = "") -> InputError:
    """Return the error that a text is no fact.

    Args:
        problem: The fault.
        hint: The advice about a better text.
    """
    return InputError(problem, hint, source="<fact>")


def number_of(text: str) -> int:
    """Read a number.

    Args:
        text: Its digits.

    Raises:
        InputError: It is too large.
    """
    number = int(text)
    if abs(number) > _MOST:
        raise refused(f"{show(text)} is too large a number", "Numbers go to a million")
    return number


def unquoted(text: str) -> str:
    """Return a text without the quotes around it, if it has any.

    Args:
        text: The text; within double quotes, a backslash stands before a quote.
    """
    if len(text) > 1 and text[0] == "“" and text[-1] == "”":
        return text[1:-1]
    if len(text) < 2 or text[0] != text[-1] or text[0] not in "\"'":
        return text
    if text[0] == "'":
        return text[1:-1]
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text[1:-1])


class AnsweredBoard(NamedTuple):
    """A board with its answer: what facts in words are about.

    Attributes:
        timeline: The history of the board.
        answer: Its answer.
    """

    timeline: Timeline
    answer: Answer

    # ---- objects and players

    def label_of(self, who: str) -> str:
        """Return the label of an object: its label, or its name where only one has it.

        Args:
            who: The label or the name.

        Raises:
            InputError: There is no such object, or there are several.
        """
        given = who.strip()
        if given in self.answer.objects:  # its quotes are its own
            return given
        return object_named(unquoted(given), self.timeline, self.answer.objects, source="<fact>")

    def called(self, text: str) -> str | None:
        """Return the label or name of an object with which a text begins, the longest that fits.

        Args:
            text: A fact in words.

        Returns:
            The first words of the text; None where they call nothing on the board.
        """
        small = text.lower()
        calls = {name.lower() for label, one in self.answer.objects.items() for name in (label, one.name) if name}
        fitting = [name for name in calls if small.startswith(f"{name} ")]
        return text[: len(max(fitting, key=len))] if fitting else None

    def player_of(self, who: str) -> str | None:
        """Return a player by name; None if there is no such player.

        Args:
            who: The name.
        """
        who = unquoted(who.strip()).lower()
        return next((one for one in self.timeline.players if who in (one.lower(), words.OBJECTIVE.get(one, one))), None)

    # ---- words

    def word_of(self, predicate: str, word: str) -> str:
        """Return a word as the vocabulary spells it.

        Args:
            predicate: The predicate that has the word as its value.
            word: The word.

        Raises:
            InputError: The predicate knows no such word.
        """
        known = self.known_words().get(predicate)
        if known is None:
            return word
        found = known.get(word.lower())
        if found is None:
            spelled = list(dict.fromkeys(known.values()))
            hint = did_you_mean(word, spelled)
            if not hint and len(spelled) <= _FEW:
                hint = f"There are {', '.join(spelled)}"
            raise refused(f"{show(word)} is no {_NOUNS.get(predicate, predicate)}", hint)
        return found

    def known_words(self) -> Mapping[str, Mapping[str, str]]:
        """Return the words that each predicate knows, by their spellings in lower case."""
        from facts.words import keyword_names

        there = self.answer.objects.values()
        printed = {word for one in there for word in one.subtypes}
        given = (ability.keyword for one in there for ability in one.abilities if ability.keyword)
        colors = {**COLORS, **{letter.lower(): letter for letter in COLORS.values()}}
        sets = {name: name for name in NAMED_SETS}
        return {
            "type": _by_small(CARD_TYPES),
            "supertype": _by_small(SUPERTYPES),
            "subtype": _by_small((*sets_by_word(), *printed)),
            "color": {**colors, "colorless": "colorless"},
            "every": {**sets, **{name.replace("_", " "): name for name in sets}},
            "keyword": _by_small(sorted({*keyword_names(), *given})),
            "property": _by_small(words.PROPERTIES),
            "controller": _by_small(self.timeline.players),
            "zone": _by_small([zone for zone in words.ZONES if zone != words.GONE]),
            "face": _by_small(FACES),
        }

    def texts(self) -> Iterator[str]:
        """Iterate over the texts of the abilities that its objects have, or that are printed on their cards."""
        for label, one in self.answer.objects.items():
            yield from (ability.text for ability in one.abilities)
            for face in self.timeline.things[label].card.faces:
                yield from (ability.text for ability in face.abilities)


def _by_small(known: Iterable[str]) -> dict[str, str]:
    return {word.lower(): word for word in known}
