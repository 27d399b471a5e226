"""Measure how much of a card file the reader understands: count sentences by subject and by template.

The words of a sentence alone decide whether and how it counts. The grammar has no say, so that a gap in the grammar
cannot hide itself: see ``docs/coverage.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from typing import Any

from facts.oracle.read import CardContext, ReadAbility, ReadSentence, read_text
from facts.words import keyword_names, places, sets_by_word

OTHER = "other"
"""The kind of a sentence that could matter and is of no other kind."""

_LAND_TYPES = "Plains|Islands?|Swamps?|Mountains?|Forests?"
_TYPES = "creatures?|lands?|artifacts?|enchantments?|planeswalkers?|permanents?"
_COLORS = "white|blue|black|red|green"
_IS = r"(?:\bis|\bare|\b[Ii]t's|\b[Tt]hey're|\b[Ss]?[Hh]e's)"

KINDS: Mapping[str, re.Pattern[str]] = {
    "types": re.compile(
        rf"in addition to (?:its|their|his|her) other (?!abilities)|"
        rf"\bbecomes? (?!a copy|copies)[^.⟦]*?\b(?:{_TYPES}|types?)\b(?!')|"
        rf"\bbecomes? (?:an? )?(?:[\w/]+ )*?[A-Z]\w+|"
        rf"{_IS} (?:also )?(?:an? |the |every )?(?:\d+/\d+ )?(?:[\w-]+ )*"
        rf"(?:{_TYPES}|{_LAND_TYPES}|types?)\b(?! (?:card|spell|you control|an opp))|"
        rf"{_IS} (?:also |each )?(?:an? )?(?:\d+/\d+ )?(?:(?:{_COLORS}|colorless|legendary|and) )*[A-Z][\w-]+(?! is\b)|"
        rf"\bisn't an? |\baren't (?:creatures|lands|artifacts)|loses? all (?:other )?(?:creature|land|card)|"
        rf"every (?:basic |creature |land )|all (?:basic )?(?:creature|land) types|\bthe same is true|"
        rf"\b(?:is|are|isn't|aren't|becomes?) (?:no longer )?(?:legendary|snow|basic)\b|"
        rf"still (?:an? )?(?:lands?|creatures?|artifact|enchantment|planeswalker)|"
        rf"\b[Aa]mass\b|\b[Ee]arthbend\b|\b[Rr]ing tempts you"
    ),
    "copying": re.compile(
        r"becomes? a copy|enters?(?: tapped)? as a copy|"
        r"tokens? that(?:'s| are|s| is) (?:each )?(?:a )?cop|become copies|copies of"
    ),
    "loss of abilities": re.compile(
        r"\bloses? (?!(?:\d+|X|that much|half|twice|two times|a third|an amount|life|control|the game|the flip|"
        r"a flip|this mana|unspent|one|no|"
        r"all (?:creature|land|card|color|unspent|counters|rad|poison|but|their))\b)|can't have ⟦?"
    ),
    "colors": re.compile(rf"\b(?:is|are|becomes?) (?:the color|all colors|colorless|{_COLORS})"),
    "power and toughness": re.compile(
        r"\bgets? (?:an additional )?[+-]|base power|power and toughness|\bswitch", re.IGNORECASE
    ),
    "granted abilities": re.compile(
        r"\b(?:gains?|has|have) (?:[a-z, ]*)(?:⟦|flying|haste|trample|indestr|hexproof|vigil|first strike|double|"
        r"menace|lifelink|deathtouch|reach|protection|shroud|ward|[a-z]+walk|this ability)"
    ),
}
"""The subjects of sentences about objects, and the words for each."""

MAIN_KINDS = ("types", "copying", "loss of abilities")
"""The kinds that the reader is held to first."""

_PARTS = re.compile(
    r"\b(?:(?:[Ii]f|unless|as long as|whenever|when|while|whether|where X is) [^,.]*|"
    r"(?:(?:that's|that is|that are)(?! (?:each )?(?:a )?cop)|who|which|for each|with|number of|among) [^,.]*?"
    r"(?=(?<!that )(?<!which )(?<!who )\b(?:is|are|has|have|gets?|gains?|loses?|becomes?)\b|[,.]|$))"
)
"""Parts of sentences that ask about an object and change nothing; "a token that's a copy" is no question."""


def kinds_of(sentence: str) -> tuple[str, ...]:
    """Return the kinds of statements about objects in a sentence.

    Args:
        sentence: A normalised sentence.

    Returns:
        Keys of `KINDS`, several where it says several things; none where its main clause says nothing of the kind.
    """
    main = _PARTS.sub(" ", sentence)
    return tuple(kind for kind, words in KINDS.items() if words.search(sentence) and words.search(main))


@dataclass
class Count:
    """Sentences counted.

    Attributes:
        read: The number that were read.
        unread: The number that were not.
    """

    read: int = 0
    unread: int = 0

    @property
    def total(self) -> int:
        """The number of sentences, read and unread."""
        return self.read + self.unread

    @property
    def share(self) -> float:
        """The percentage that was read; 100 if there are none."""
        return 100 * self.read / self.total if self.total else 100.0

    def add(self, read: bool) -> None:
        """Count one sentence."""
        self.read += read
        self.unread += not read


@dataclass
class Template(Count):
    """Sentences that differ only in names, numbers, colors, subtypes and keywords.

    Attributes:
        kinds: Their kinds, see `KINDS`.
        example: One of them.
        card: The card that it is on.
    """

    kinds: tuple[str, ...] = ()
    example: str = ""
    card: str = ""


@dataclass
class Census:
    """The sentences of a card file, and how many of them were read.

    Attributes:
        cards: The number of cards.
        faces: The number of faces with rules text.
        abilities: The number of their abilities, and the number of those that are modelled.
        continuous: Of those, the abilities with a sentence that counts, and the unmodelled ones: abilities with
            continuous effects.
        main: The sentences of `MAIN_KINDS`, each counted once.
        kinds: The sentences of each kind.
        templates: The sentences by template.
    """

    cards: int = 0
    faces: int = 0
    abilities: Count = field(default_factory=Count)
    continuous: Count = field(default_factory=Count)
    main: Count = field(default_factory=Count)
    kinds: dict[str, Count] = field(default_factory=lambda: {kind: Count() for kind in (*KINDS, OTHER)})
    templates: dict[str, Template] = field(default_factory=dict)

    def unread(self) -> list[tuple[str, Template]]:
        """Return the templates with unread sentences, those with the most unread sentences first."""
        found = [(words, template) for words, template in self.templates.items() if template.unread]
        return sorted(found, key=lambda one: (-one[1].unread, one[0]))

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/coverage.md``."""
        return {
            "cards": self.cards,
            "faces": self.faces,
            "abilities": {"total": self.abilities.total, "modelled": self.abilities.read},
            "continuous": _count_as_data(self.continuous),
            "main": _count_as_data(self.main),
            "kinds": {kind: _count_as_data(count) for kind, count in self.kinds.items()},
            "templates": [
                {
                    "template": words,
                    "kinds": list(template.kinds),
                    "read": template.read,
                    "unread": template.unread,
                    "example": {"card": template.card, "sentence": template.example},
                }
                for words, template in sorted(
                    self.templates.items(), key=lambda one: (-one[1].unread, -one[1].read, one[0])
                )
            ],
        }


def _count_as_data(count: Count) -> dict[str, Any]:
    return {"total": count.total, "read": count.read, "unread": count.unread, "percent": round(count.share, 2)}


def take_census(cards: Iterable[Mapping[str, Any]]) -> Census:
    """Read all cards and count the sentences that were read.

    Args:
        cards: Cards in Scryfall's shape.

    Returns:
        The counts.
    """
    census = Census()
    for card in cards:
        census.cards += 1
        for name, line, text in faces_of(card):
            census.faces += 1
            for parts in _whole(read_text(text, CardContext(name, line))):
                modelled = all(one.modelled for one in parts)
                census.abilities.add(modelled)
                counted = [_count(census, sentence, name) for one in parts for sentence in one.sentences]
                if any(counted) or not modelled:
                    census.continuous.add(modelled)
    return census


def _whole(read: Sequence[ReadAbility]) -> Iterator[list[ReadAbility]]:
    """Return the abilities of a text, a modal one with its modes (700.2)."""
    numbered = zip(places(one.text for one in read), read, strict=True)
    for _, parts in groupby(numbered, key=lambda one: one[0][0]):
        yield [one for _, one in parts]


def faces_of(card: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Return name, type line and text of each face that has rules text."""
    for face in card.get("card_faces") or (card,):
        text = str(face.get("oracle_text") or "")
        if text:
            line = str(face.get("type_line") or card.get("type_line") or "")
            yield str(face.get("name") or card.get("name") or ""), line, text


def _count(census: Census, sentence: ReadSentence, card: str) -> bool:
    """Count one sentence, unless it cannot change characteristics; return whether it was counted."""
    if sentence.outcome == "passed over":
        return False
    read = sentence.outcome == "read"
    kinds = kinds_of(sentence.text)
    if not kinds and read:
        return False
    for kind in kinds or (OTHER,):
        census.kinds[kind].add(read)
    if set(kinds) & set(MAIN_KINDS):
        census.main.add(read)
    words = template_of(sentence.text)
    template = census.templates.setdefault(words, Template(kinds=kinds or (OTHER,)))
    if not template.example or (template.unread == 0 and not read):
        template.example, template.card = sentence.text, card
    template.add(read)
    return True


def template_of(sentence: str) -> str:
    """Return the template that a sentence follows: its words, with signs in place of varying parts.

    Args:
        sentence: A normalised sentence.

    Returns:
        The template: ``QUOTE``, ``NAME``, ``P/T``, ``N``, ``COST``, ``COLOR``, ``SUBTYPE``, ``KEYWORD`` stand for one.
    """
    words = re.sub(r"⟦\d+⟧", "QUOTE", sentence)
    words = re.sub(r"⟪[^⟫]*⟫", "NAME", words)
    words = re.sub(r"(?:\{[^}]+\})+", "COST", words)
    words = re.sub(r"[+-]?(?:\d+|X)/[+-]?(?:\d+|X)", "P/T", words)
    words = re.sub(r"\b(?:\d+|two|three|four|five|six|seven|eight|nine|ten)\b", "N", words)
    words = re.sub(rf"\b(?:{_COLORS})\b", "COLOR", words)
    words = re.sub(r"\b[A-Z][\w'-]*", lambda match: "SUBTYPE" if _is_subtype(match[0]) else match[0], words)
    return _keywords().sub("KEYWORD", words)


@lru_cache(maxsize=4096)
def _is_subtype(word: str) -> bool:
    known = sets_by_word()
    return word in known or word.removesuffix("s") in known or word.removesuffix("es") in known


@lru_cache(maxsize=1)
def _keywords() -> re.Pattern[str]:
    names = "|".join(re.escape(name) for name in keyword_names())
    return re.compile(rf"(?<![\w-])(?:{names})(?![\w-])")
