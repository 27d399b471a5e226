"""Claims about targets: what shroud, hexproof, protection and prohibitions mean, defined anew (115, 608.2b, 702.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

TARGETS = "targets_are_legal_as_the_texts_say"
_TEXT = "Target creature is no longer suspected."
"""It makes no continuous effect, so many of them can resolve on one board in no time."""
_KIND = "cannot_be_target"
WARDED, _OTHER = "it", "other"


@dataclass(frozen=True)
class Source:
    """A spell, or an object with an ability, that has targets.

    Attributes:
        card: The card.
        spell: Whether it is a spell.
        mine: Whether the player controls it who controls the warded creature.
        colors: Its colors.
        words: Its other words: supertypes, card types, subtypes.
        mana_value: Its mana value.
    """

    card: Data
    spell: bool
    mine: bool
    colors: str
    words: tuple[str, ...]
    mana_value: int


_CARDS: tuple[tuple[Data, str, int], ...] = (
    ({"name": "Red Word", "type_line": "Instant", "mana_cost": "{R}"}, "R", 1),
    ({"name": "Gold Word", "type_line": "Sorcery — Lesson", "mana_cost": "{2}{W}{B}"}, "WB", 4),
    ({"name": "Old Word", "type_line": "Legendary Snow Instant — Arcane", "mana_cost": "{5}"}, "", 5),
    ({"name": "Long Word", "type_line": "Instant", "mana_cost": "{X}{G}"}, "G", 3),
    ({"name": "Drake", "type_line": "Creature — Dragon", "mana_cost": "{3}{R}", "power": 4, "toughness": 3},
    "R", 4),
    ({"name": "Snow Relic", "type_line": "Legendary Snow Artifact", "mana_cost": "{2}"}, "", 2),
    (
        {
            "name": "Blue Smith", "type_line": "Legendary Artifact Creature — Human Wizard", "mana_cost": "{U}",
            "power": 1, "toughness": 1,
        },
        "U",
        1,
    ),
)  # fmt: skip
_X = {"Long Word": {"x": 2}}
"""With X as 2 its mana value is 3 (202.3e)."""


def _sources() -> Iterator[Source]:
    for card, colors, mana_value in _CARDS:
        words = tuple(card["type_line"].replace(" — ", " ").split())
        spell = bool({"Instant", "Sorcery"} & set(words))
        text = _TEXT if spell else f"{{T}}: {_TEXT}"
        for mine in (True, False):
            yield Source({**card, "oracle_text": text}, spell, mine, colors, words, mana_value)


Ward = Callable[[Source], bool]
"""Tells whether an ability keeps a source from having the creature as a target."""


def _from(meant: Ward) -> dict[str, tuple[str, Ward]]:
    """Return the paragraph and the meaning of protection from a quality, and of hexproof from it (702.16b, 702.11d)."""
    return {"protection": ("702.16b", meant), "hexproof": ("702.11b", lambda one: not one.mine and meant(one))}


def _has(*words: str) -> Ward:
    return lambda one: all(word in one.words for word in words)


_COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
_QUALITIES: Mapping[str, Ward] = {
    **{f"from {word}": lambda one, color=color: color in one.colors for word, color in _COLORS.items()},  # type: ignore[misc]
    "from all colors": lambda one: bool(one.colors),
    "from black and from green": lambda one: bool({"B", "G"} & set(one.colors)),
    "from monocolored": lambda one: len(one.colors) == 1,
    "from multicolored": lambda one: len(one.colors) > 1,
    "from colorless": lambda one: not one.colors,
    "from artifacts": _has("Artifact"),
    "from instants": _has("Instant"),
    "from Dragons": _has("Dragon"),
    "from Lessons": _has("Lesson"),
    "from snow": _has("Snow"),
    "from legendary creatures": _has("Legendary", "Creature"),
    "from artifact creatures": _has("Artifact", "Creature"),
    "from red creatures": lambda one: "R" in one.colors and "Creature" in one.words,
    "from non-Human creatures": lambda one: "Creature" in one.words and "Human" not in one.words,
    "from mana value 3 or less": lambda one: one.mana_value <= 3,
    "from mana value 4 or greater": lambda one: one.mana_value >= 4,
}
_WARDS: Mapping[str, tuple[str, Ward]] = {
    "shroud": ("702.18a", lambda one: True),
    "hexproof": ("702.11b", lambda one: not one.mine),
    "protection from everything": ("702.16j", lambda one: True),
    "protection from colored spells": ("702.16b", lambda one: one.spell and bool(one.colors)),
    "protection from each opponent": ("702.16k", lambda one: not one.mine),
    "protection from its colors": ("702.16b", lambda one: "W" in one.colors),
    "protection from the colors of permanents you control": ("702.16b", lambda one: bool(set("WRU") & set(one.colors))),
    "protection from each mana value among artifacts you control": ("702.16b", lambda one: one.mana_value in (1, 2)),
    **{f"{keyword} {words}": told for words, meant in _QUALITIES.items() for keyword, told in _from(meant).items()},
}
"""The creature is white, and its controller controls a red creature and artifacts with mana values 1 and 2."""
_FORBIDS: Mapping[str, Ward] = {
    "be the target of spells": lambda one: one.spell,
    "be the target of spells or abilities": lambda one: True,
    "be the target of spells or abilities your opponents control": lambda one: not one.mine,
    "be the target of red spells": lambda one: one.spell and "R" in one.colors,
    "be the target of black or green spells": lambda one: one.spell and bool({"B", "G"} & set(one.colors)),
    "be the target of abilities from artifact sources": lambda one: not one.spell and "Artifact" in one.words,
    "be the target of abilities": lambda one: not one.spell,
    "be the target of nongreen spells": lambda one: one.spell and "G" not in one.colors,
    "be the target of nongreen spells or abilities from nongreen sources": lambda one: "G" not in one.colors,
}


def of_targets() -> Iterator[FindingClaim]:
    """Return the claims: one about each way to have an ability, in which all sources target a creature with it."""
    for place, (text, (rule, ward)) in enumerate(_WARDS.items()):
        for way in ("own", _WAYS[place % len(_WAYS)]):
            yield target_claim(f"{text}: {way}", rule, ward if way not in _GONE else _never, *_had(text, way))
    for text in ("hexproof", "protection from red", "hexproof from red", "shroud", "protection from everything"):
        rule, ward = _WARDS[text]
        for way in _WAYS:
            yield target_claim(f"{text}: {way}", rule, ward if way not in _GONE else _never, *_had(text, way))
    for text, ward in _FORBIDS.items():
        yield target_claim(f"can't {text}: own", "101.2", ward, *_had(f"This creature can't {text}.", "own"))
    yield from _reworded()
    yield from _lifted()
    yield from _lifted_this_turn()


ENTERS: Data = {"enters": "Ward", "as": WARDED}
PLAIN: Data = {"name": "Ward", "type_line": "Creature — Elf", "mana_cost": "{W}", "power": 2, "toughness": 2}
_WAYS = ("given by an effect", "given by a spell", "copied", "lost", "face down", "lost again")
_GONE = ("lost", "face down", "lost again")
_LOSES: Data = {"resolves": {"effects": [{"affects": "targets", "lose_all_abilities": True}]}, "affects": WARDED}


def _never(_: Source) -> bool:
    return False


def _had(text: str, way: str) -> tuple[Sequence[Data], Sequence[Data]]:
    """Return the cards and the steps by which the creature has an ability in some way, or has lost it."""
    own = [{**PLAIN, "oracle_text": text}]
    giver = {
        "name": "Giver",
        "type_line": "Enchantment",
        "abilities": [{"affects": {"subtype": "Elf"}, "add_abilities": [text]}],
    }
    spell: Data = {
        "resolves": {"effects": [{"affects": "targets", "add_abilities": [text]}]}, "affects": WARDED,
    }  # fmt: skip
    found: dict[str, tuple[Sequence[Data], Sequence[Data]]] = {
        "own": (own, [ENTERS]),
        "given by an effect": ([PLAIN, giver], [ENTERS, {"enters": "Giver", "as": "giver"}]),
        "given by a spell": ([PLAIN], [ENTERS, spell]),
        "copied": (own, [{**ENTERS, "as": "first"}, {"enters": "token", "as": WARDED, "copy_of": "first"}]),
        "lost": (own, [ENTERS, _LOSES]),
        "face down": (own, [{**ENTERS, "face_down": True}]),
        "lost again": ([PLAIN], [ENTERS, spell, _LOSES]),
    }
    return found[way]


def _reworded() -> Iterator[FindingClaim]:
    """A text change exchanges the color, also of what gives the ability (612.1)."""
    for keyword, (_, meant) in _from(_QUALITIES["from white"]).items():
        rule = _WARDS[f"{keyword} from white"][0]
        for way, about in (("own", WARDED), ("given by an effect", "giver")):
            cards, steps = _had(f"{keyword} from red", way)
            change: Data = {
                "resolves": {"effects": [{"affects": "targets", "change_words": ["color"]}]},
                "affects": about,
                "chosen": {"from": "red", "to": "white"},
            }
            yield target_claim(f"{keyword} from red, which reads white: {way}", rule, meant, cards, [*steps, change])


def _lifted() -> Iterator[FindingClaim]:
    """A text of an opponent lets what they control target the creature despite its hexproof (702.11b)."""
    for whose, meant in (("", _never), (" you control", _never)):
        text = (
            f"Creatures your opponents control can be the targets of spells and abilities{whose} as though they "
            "didn't have hexproof."
        )
        cards, steps = _had("hexproof", "own")
        light = {"name": "Light", "type_line": "Enchantment", "oracle_text": text}
        for player, ward in (("opponent", meant), ("you", _WARDS["hexproof"][1])):
            lit = [*steps, {"enters": "Light", "as": "light", "controller": player}]
            yield target_claim(f"hexproof that {text} lifts for {player}", "702.11b", ward, [*cards, light], lit)


def _lifted_this_turn() -> Iterator[FindingClaim]:
    """The same by an ability that resolves: it lifts hexproof or shroud for the player it says (702.11b, 702.18a)."""
    text = (
        "{T}: Until end of turn, your opponents and creatures your opponents control with hexproof can be the targets "
        "of spells and abilities you control as though they didn't have hexproof."
    )
    cards, steps = _had("hexproof", "own")
    tower = {"name": "Tower", "type_line": "Land", "oracle_text": text}
    for player, ward in (("opponent", _never), ("you", _WARDS["hexproof"][1])):
        enters: Data = {"enters": "Tower", "as": "tower", "controller": player}
        lit = [*steps, enters, {"resolves": "Tower", "source": "tower"}]
        yield target_claim(f"hexproof that {player} lifts for a turn", "702.11b", ward, [*cards, tower], lit)
    own = (
        "Shroud\n{G}: Until end of turn, Ward can be the target of spells and abilities controlled by target player as "
        "though it didn't have shroud."
    )
    cards, steps = _had(own, "own")
    for player, ward in (("opponent", lambda one: one.mine), ("you", lambda one: not one.mine)):
        lit = [*steps, {"resolves": "Ward", "source": WARDED, "affects": player}]
        yield target_claim(f"shroud that it lifts for {player}", "702.18a", ward, cards, lit)


def target_claim(about: str, rule: str, ward: Ward, cards: Sequence[Data], steps: Sequence[Data]) -> FindingClaim:
    """Return the claim that exactly the sources that an ability speaks of cannot target the creature that has it.

    Args:
        about: What the claim is about, in a few words.
        rule: The paragraph by which the ability keeps sources off.
        ward: Tells whether the ability keeps a source off.
        cards: The cards of the steps.
        steps: The steps by which the creature has the ability.
    """
    bear: Data = {"name": "Bear", "type_line": "Creature — Bear", "power": 2, "toughness": 2}
    before: list[Data] = [{"enters": "Bear", "as": _OTHER}]
    resolving: list[tuple[Source, Data]] = []
    for place, one in enumerate(_sources()):
        step: dict[str, Any] = {"resolves": one.card["name"], "affects": WARDED}
        if one.spell:
            step |= {"controller": "you" if one.mine else "opponent", **_X.get(one.card["name"], {})}
        else:
            step["source"] = f"source_{place}"
            before.append(
                {"enters": one.card["name"], "as": step["source"], "controller": "you" if one.mine else "opponent"}
            )
        resolving.append((one, step))
    first = len(before) + len(steps) + 1
    others = [{**step, "affects": _OTHER} for _, step in resolving[:2]]
    timeline = [*before, *steps, *(step for _, step in resolving), *others]
    findings = frozenset(
        Found(rule, _KIND, WARDED, str(first + place)) for place, (one, _) in enumerate(resolving) if ward(one)
    )
    every = {card["name"]: card for card in (bear, *cards, *(one.card for one, _ in resolving))}
    board = {"players": ["you", "opponent"], "cards": list(every.values()), "timeline": timeline}
    return FindingClaim(TARGETS, about, board, frozenset({_KIND}), findings)
