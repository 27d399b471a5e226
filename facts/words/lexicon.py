"""The words that Oracle text has for things of the effect form: the reader and the writer share them.

Subtypes have a capital letter, which distinguishes them from other words. All other words may have any case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from facts.text import NUMBER_WORDS
from facts.words.subtypes import CARD_TYPES, COLORS, SUPERTYPES, sets_by_word

FILTER_WORDS = {
    "equipped": "An Equipment is attached to it.",
    "historic": "It is legendary, an artifact, or a Saga.",
    "outlaw": "It is an Assassin, Mercenary, Pirate, Rogue or Warlock.",
}
"""Adjectives that are keys of a filter, with their meaning.

The reader, the writer, the schema and the facts take them from here. A new word also needs a rule that says which
objects it describes.
"""

STATUSES = {
    "attacking": ("is", "attacking"),
    "blocking": ("is", "blocking"),
    "tapped": ("is", "tapped"),
    "untapped": ("is not", "tapped"),
    "face-down": ("is", "face_down"),
    "face-up": ("is not", "face_down"),
    "monstrous": ("is", "monstrous"),
    "renowned": ("is", "renowned"),
    "saddled": ("is", "saddled"),
    "suspected": ("is", "suspected"),
    "goaded": ("is", "goaded"),
    "prepared": ("is", "prepared"),
    "transformed": ("is", "transformed"),
    "modified": ("is", "modified"),
    "blocked": ("is", "blocked"),
    "unblocked": ("is", "unblocked"),
    "enchanted": ("enchanted", "true"),
} | {word: (word, "true") for word in FILTER_WORDS}
"""Words for a status, with the key of the filter and its value."""

UNREAD_STATUSES = (
    "bestowed", "commander", "flipped", "fused", "impending", "prototyped", "ring_bearer", "solved", "top", "was_cast",
)  # fmt: skip
"""Statuses that a filter can ask for, and that no adjective of a card names."""

NUMBERS = {word: number for number, word in enumerate(NUMBER_WORDS) if number <= 15 or number == 20}
"""The words for numbers that texts spell out."""

CHOSEN = {
    "the chosen type": "type",
    "that type": "type",
    "the chosen types": "",
    "the chosen creature type": "creature_type",
    "that creature type": "creature_type",
    "the chosen basic land type": "basic_land_type",
    "that basic land type": "basic_land_type",
    "the chosen land type": "land_type",
    "the chosen card type": "card_type",
    "the chosen color": "color",
    "that color": "color",
    "the chosen colors": "",
    "the second chosen type": "basic_land_type",
}
"""Words for a choice, with its kind; empty where the effect form has no such kind."""

_USE = "have its activated abilities used"

FORBIDDEN = {
    "transform": ("transform", "transform"),
    "turn_face_up": ("be turned face up", "turned face up"),
    "phase_in": ("phase in", "phase in"),
    "phase_out": ("phase out", "phase out"),
    "be_enchanted": ("be enchanted", "enchanted"),
    "be_enchanted_by_others": ("be enchanted by other Auras", ""),
    "be_equipped": ("be equipped", "equipped"),
    "be_target_of_opponents": (
        "be the target of spells or abilities your opponents control",
        "spells or abilities your opponents control",
    ),
    "be_target": ("be the target of spells or abilities", "spells or abilities(?! your)"),
    "be_target_of_spells": ("be the target of spells", "of spells(?! or| and(?! can))"),
    "become_suspected": ("become suspected", "become suspected"),
    "use_abilities": (_USE, "activated abilities used$"),
    "use_abilities_but_mana": (f"{_USE} except mana abilities", "abilities used except mana abilities"),
    "use_abilities_but_mana_and_loyalty": (
        f"{_USE} except mana and loyalty abilities",
        "abilities used except mana and loyalty",
    ),
    "use_tapping_abilities": (
        "have its activated abilities with {T} in their costs used",
        "in their costs used",
    ),
    "use_loyalty_abilities": ("have its loyalty abilities used", "loyalty abilities used"),
    "get_counters": ("have counters put on it", "have counters put on"),
    "get_plus_1_counters": ("have +1/+1 counters put on it", r"have \+1/\+1 counters put on"),
    "get_minus_1_counters": ("have -1/-1 counters put on it", "have -1/-1 counters put on"),
}
"""Prohibitions by their names in the effect form: their words, and the pattern by which they are read."""

DURATIONS = {
    "while_this_remains": ("for as long as ~ remains on the battlefield", ""),
    "until_this_leaves": ("until ~ leaves the battlefield", ""),
    "while_tapped": ("for as long as ~ remains tapped", ""),
    "while_you_control_this": ("for as long as you control ~", ""),
    "while_attached": (
        "for as long as ~ remains attached to it",
        r"for as long as ~ remains attached to (?:it|that creature)",
    ),
    "while_enchanted": (
        "for as long as it's enchanted",
        r"for as long as (?:it's|it is|that \w+ is|it remains|that \w+ remains) enchanted",
    ),
}
"""Durations by their value of ``lasts``: the words, and the pattern by which they are read if it is not the words.

With ``ends``, a board tells that an object became untapped.
"""

_PLURALS = {
    "Sphinx": "Sphinxes", "Mercenary": "Mercenaries", "Cyclops": "Cyclopes", "Jellyfish": "Jellyfish",
    "Octopus": "Octopuses", "Hero": "Heroes", "Thallid": "Thallids", "Djinn": "Djinn", "Efreet": "Efreet",
    "Merfolk": "Merfolk", "Kithkin": "Kithkin", "Moonfolk": "Moonfolk", "Treefolk": "Treefolk", "Eldrazi": "Eldrazi",
    "Nautilus": "Nautiluses", "Viashino": "Viashino", "Homunculus": "Homunculi", "Virtuoso": "Virtuosos",
    "Ouphe": "Ouphes", "Equipment": "Equipment", "Junk": "Junk", "Blood": "Blood", "Food": "Foods", "Gold": "Gold",
    "Leviathan": "Leviathans", "Lammasu": "Lammasu", "Praetor": "Praetors", "Time Lord": "Time Lords",
    "Bison": "Bison", "Fish": "Fish", "Sheep": "Sheep", "Starfish": "Starfish", "Aurochs": "Aurochs",
}  # fmt: skip


_SAME_IN_PLURAL = (
    "aetherborn", "astartes", "bison", "c'tan", "caribou", "custodes", "dauthi", "drix", "eldrazi", "equipment",
    "fish", "folk", "graveborn", "kavu", "kin", "kor", "kree", "metathran", "myr", "nephilim", "plains", "samurai",
    "sheep", "shi'ar", "soltari", "spacecraft", "spawn", "thalakos", "urza's", "vedalken", "zubera",
)  # fmt: skip

_IRREGULAR = {
    "child": "children",
    "cyberman": "cybermen",
    "hero": "heroes",
    "primarch": "primarchs",
    "elf": "elves",
    "dwarf": "dwarves",
    "wolf": "wolves",
    "werewolf": "werewolves",
    "mouse": "mice",
    "ox": "oxen",
    "locus": "loci",
    "fungus": "fungi",
    "homunculus": "homunculi",
    "pegasus": "pegasi",
    "cyclops": "cyclopes",
}

LOYALTY_COST = "Change its loyalty"
"""The cost of a loyalty ability, where no text gives it (606.4)."""


def plural(word: str) -> str:
    """Return the plural of a word or a phrase, of which only the last word changes.

    Args:
        word: The singular: ``Elf``, ``white creature``.
    """
    head, space, last = word.rpartition(" ")
    return f"{head}{space}{_plural_word(last)}"


def subtype_in_keyword(keyword: str) -> str:
    """Return the subtype that a keyword ability names: Goblin, of ``protection from Goblins``; empty for none.

    Args:
        keyword: The words of the ability.
    """
    _, _, quality = keyword.lower().partition(" from ")
    return _subtypes_by_plural().get(quality, "") if quality else ""


@lru_cache(maxsize=1)
def _subtypes_by_plural() -> dict[str, str]:
    return {plural(name).lower(): name for name in sets_by_word()}


def _plural_word(word: str) -> str:
    low = word.lower()
    if word in _PLURALS:
        return _PLURALS[word]
    if low.endswith(_SAME_IN_PLURAL):
        return word
    if low in _IRREGULAR:
        return word[0] + _IRREGULAR[low][1:]
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if low.endswith(("s", "x", "ch", "sh", "z")) else f"{word}s"


def lead(kind: str, has_x: bool) -> str:
    """Return the words before an ability that tell its kind, if no text gives its cost or trigger.

    Args:
        kind: The kind.
        has_x: Whether the ability mentions an X, which is then the X of its cost.
    """
    costs = {"activated": "Pay {X}" if has_x else "Pay its cost", "loyalty": LOYALTY_COST + (" by X" if has_x else "")}
    if kind == "triggered":
        return "When you pay {X}, " if has_x else "When you do, "
    return f"{costs[kind]}: " if kind in costs else ""


@dataclass(frozen=True)
class Word:
    """A word as the transformer gets it.

    Attributes:
        value: Its meaning: a type or subtype as printed, a letter of a color.
        many: Whether it is a plural.
        key: Its filter key, if the terminal does not imply it.
    """

    value: str
    many: bool = False
    key: str = ""


Entry = tuple[tuple[str, ...], str, Word]
"""The words, the terminal, and its meaning."""


def _types() -> list[Entry]:
    found: list[Entry] = []
    for name in CARD_TYPES:
        low = name.lower()
        found.append(((low,), "TYPE", Word(name)))
        found.append(((plural(low),), "TYPE", Word(name, True)))
        found.append(((f"non{low}",), "NON", Word(name, key="type")))
    found.append((("sorceries",), "TYPE", Word("Sorcery", True)))
    return found


def _colors() -> list[Entry]:
    found: list[Entry] = []
    for word, letter in COLORS.items():
        found.append(((word,), "COLOR", Word(letter)))
        found.append(((f"non{word}",), "NON", Word(letter, key="color")))
    return found


def _supertypes() -> list[Entry]:
    found: list[Entry] = []
    for name in SUPERTYPES:
        found.append(((name.lower(),), "SUPERTYPE", Word(name)))
        found.append(((f"non{name.lower()}",), "NON", Word(name, key="supertype")))
    return found


@lru_cache(maxsize=1)
def lower_words() -> dict[str, tuple[Entry, ...]]:
    """Return all words but subtypes, by their first word, in lower case."""
    entries = [*_types(), *_colors(), *_supertypes()]
    entries += [((word,), "STATUS", Word(value, key=key)) for word, (key, value) in STATUSES.items()]
    entries += [((word,), "NUMBER", Word(str(number))) for word, number in NUMBERS.items()]
    entries += [
        (("nontoken",), "NON", Word("true", key="token")),
        (("non-token",), "NON", Word("true", key="token")),
        (("noncommander",), "NON", Word("commander", key="is")),
        (("nonattacking",), "NON", Word("attacking", key="is")),
        (("nonblocking",), "NON", Word("blocking", key="is")),
        *(((f"{non}{word}",), "NON", Word("true", key=word)) for non in ("non", "non-") for word in FILTER_WORDS),
        (("~",), "SELF", Word("~")),
        (("'s",), "POSS", Word("'s")),
    ]
    return _by_first(entries)


@lru_cache(maxsize=1)
def subtype_words() -> dict[str, tuple[Entry, ...]]:
    """Return subtypes in the singular, the plural and with ``non-``, by their first word, as printed."""
    entries: list[Entry] = []
    for name in sets_by_word():
        many = plural(name)
        if name == "Spawn":
            entries.append((("Spawns",), "SUBTYPE", Word(name, True)))  # cards use both plurals
        if many != name:
            entries.append((tuple(many.split()), "SUBTYPE", Word(name, True)))
        entries.append((tuple(name.split()), "SUBTYPE", Word(name)))
        entries.append((tuple(f"non-{name}".split()), "NON", Word(name, key="subtype")))
    return _by_first(entries)


def _by_first(entries: list[Entry]) -> dict[str, tuple[Entry, ...]]:
    found: dict[str, list[Entry]] = {}
    for entry in entries:
        found.setdefault(entry[0][0], []).append(entry)
    return {first: tuple(sorted(them, key=lambda entry: -len(entry[0]))) for first, them in found.items()}
