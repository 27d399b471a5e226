"""Editions of the rules, as data: the differences between them (`facts/cards/data/editions/YEAR.json`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facts.text import show
from facts.words import SETS, TypeLine, noun_of_kind, set_of_kind, words_of, words_of_all_editions, words_to_choose

if TYPE_CHECKING:
    from facts.cards.card import Card
    from facts.text import Document

EDITIONS = ("2008", "2011", "2021", "2024", "2026")
DEFAULT_EDITION = "2024"

_Words = tuple[str, ...] | frozenset[str]


@dataclass(eq=False, repr=False)
class Edition:
    """An edition of the rules.

    Attributes:
        year: Its name: ``2008``.
        rules_of: The month of its rulebook.
        wordings: The wordings in force that not all editions have, as `rules/` knows them.
        card_types: The card types it has; None where it has all.
        supertypes: The supertypes it has; None where it has all.
        subtypes: The subtypes it has, by set; of a set that is missing here, it has all those of the newest list.
        still: Subtypes that it has, by set, besides those of the newest list: they were retired later.
        without_steps: The steps of a board that it does not know, with the rule that brought them later.
        numbers: Its numbers of chapters, rules and paragraphs, by the numbers of 2024, where these differ.
    """

    year: str
    rules_of: str
    wordings: tuple[str, ...]
    card_types: frozenset[str] | None
    supertypes: frozenset[str] | None
    subtypes: Mapping[str, frozenset[str]]
    still: Mapping[str, tuple[str, ...]]
    without_steps: Mapping[str, str]
    numbers: Mapping[str, str]

    def number(self, number: str) -> str:
        """Return the number that a paragraph has here.

        Args:
            number: Its number in 2024: ``205.1a``.
        """
        section = number.rstrip("abcdefghijklmnopqrstuvwxyz")
        chapter = section.partition(".")[0]
        for known in (number, section, chapter):
            if known in self.numbers:
                return self.numbers[known] + number[len(known) :]
        return number

    def transform_numbers(self) -> Iterator[tuple[str, str]]:
        """Return the paragraphs of 701.28 that have another number here, for which the rules name their refusals."""
        for letter in "acdf":
            other = self.number(f"701.28{letter}")
            if other != f"701.28{letter}":
                yield f"701.28{letter}", other

    def admit(self, document: Document) -> None:
        """Refuse a board on which something happens, or is chosen, that the edition does not know (205.3e).

        Args:
            document: The board, as it was read.

        Raises:
            InputError: There is such a step or choice.
        """
        looked_at = self.without_steps.keys() | {"chosen"}
        for index, step in enumerate(document.data.get("timeline") or ()):
            if isinstance(step, str) or looked_at.isdisjoint(step):
                continue
            for key, number in self.without_steps.items():
                if key in step:
                    problem = f"the rules of {self.rules_of} do not know {show(key)}"
                    raise document.error(("timeline", index, key), problem, f"It came later, as {number}")
            self._admit_choices(document, index, step.get("chosen") or {})

    def _admit_choices(self, document: Document, index: int, chosen: Mapping[str, Any]) -> None:
        for key, value in chosen.items():
            for word in value if isinstance(value, list) else [value]:
                known = self.card_types if key == "card_type" else self._choosable(key, str(word))
                if known is not None and str(word).lower() not in _in_small_letters(known):
                    noun = noun_of_kind("creature_type" if key == "to" else key)
                    problem = f"{show(str(word))} is no {noun} in the rules of {self.rules_of}"
                    raise document.error(("timeline", index, "chosen", key), problem, "Choose one (205.3e)")

    def _choosable(self, key: str, word: str) -> _Words | None:
        """Return the words among which a choice must be; None where any known word will do."""
        if key == "to" and word.capitalize() not in words_to_choose("creature_type", of_all_editions=True):
            return None  # a color or a land type
        name = set_of_kind("creature_type" if key == "to" else key)
        return None if name is None else self.words_of(name)

    def words_of(self, name: str) -> _Words:
        """Return the subtypes of a set in this edition.

        Args:
            name: ``creature``, ``land``, ``nonbasic_land``, ...
        """
        return _words_of(self, name)

    def unlisted(self) -> list[str]:
        """Return the subtypes of other editions that are in no list of this one: "every creature type" lacks them."""
        listed = {word for name in SETS for word in self.words_of(name)}
        return sorted({word for name in SETS for word in words_of_all_editions(name)} - listed)

    def anachronisms(self, cards: Iterable[Card]) -> Iterator[str]:
        """Name the types on the type lines of cards that do not exist in this edition.

        Args:
            cards: The cards of a board; the same card may come several times.

        Returns:
            Warnings, one a card and word.
        """
        for card in dict.fromkeys(cards):
            for face in card.faces:
                for noun, word in _unknown(self, face.type_line):
                    yield f"{card.name}: {word} is no {noun} in the rules of {self.rules_of}: taken as printed"


@lru_cache(maxsize=4096)
def _unknown(edition: Edition, line: TypeLine) -> tuple[tuple[str, str], ...]:
    """Return the types of a type line that an edition does not know, each after what it would be."""
    unknown: list[tuple[str, str]] = []
    for noun, words, known in (
        ("card type", line.types, edition.card_types),
        ("supertype", line.supertypes, edition.supertypes),
    ):
        if known is not None:
            unknown += ((noun, word) for word in words if word not in known)
    for word, sets in line.sets:
        spoken_of = [name for name in sets if name in edition.subtypes or word in words_of_all_editions(name)]
        if spoken_of and not any(word in edition.words_of(name) for name in spoken_of):
            unknown.append(("subtype", word))
    return tuple(unknown)


@cache
def _words_of(edition: Edition, name: str) -> _Words:
    """Return the subtypes of a set in an edition. They are put together once."""
    known = edition.subtypes.get(name) or (*words_of(name), *edition.still.get(name, ()))
    lands = edition.subtypes.get("land") if name == "nonbasic_land" else None
    return known if lands is None else tuple(word for word in known if word in lands)


@cache
def _in_small_letters(words: _Words) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


@cache
def edition_of(year: str) -> Edition:
    """Return an edition.

    Args:
        year: Its name: ``2008``; or ``2008~legendary_spells``, for comparisons: with that wording put in force, or out
            of force if the edition has it.

    Raises:
        ValueError: There is no such edition.
    """
    plain, _, toggled = year.partition("~")
    if toggled:
        one = edition_of(plain)
        return replace(one, wordings=tuple(sorted({*one.wordings} ^ {toggled})))
    if year not in EDITIONS:
        raise ValueError(f"{year!r} is no edition: there are {', '.join(EDITIONS)}")
    path = Path(__file__).parent / "data" / "editions" / f"{year}.json"
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    types, supertypes = data.get("card_types"), data.get("supertypes")
    return Edition(
        year,
        data["rules_of"],
        tuple(data["wordings"]),
        None if types is None else frozenset(types),
        None if supertypes is None else frozenset(supertypes),
        {name: frozenset(words) for name, words in data.get("subtypes", {}).items()},
        {name: tuple(words) for name, words in data.get("still", {}).items()},
        data.get("without_steps", {}),
        data["numbers"],
    )


@cache
def usual_words_of(name: str) -> tuple[str, ...]:
    """Return the subtypes of a set in the default edition: "every creature type" means these if no edition is named.

    Args:
        name: ``creature``, ``land``, ...
    """
    return tuple(edition_of(DEFAULT_EDITION).words_of(name))
