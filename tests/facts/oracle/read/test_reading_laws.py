"""Reading commutes with renaming, and does not depend on how the same text is worded or typeset.

The texts are made up. If the variable names a user's file of cards, the texts of these cards are tried, too.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from facts.oracle import CardContext, read_text
from tests.solver.test_parity import FILE

Text = Callable[[str], str]
THING = CardContext("Zesty Thing", "Artifact")
SPELL = CardContext("Zesty Deed", "Instant")
SAGA = CardContext("Zesty Tale", "Enchantment — Saga")
CASE = CardContext("Zesty Riddle", "Enchantment — Case")
WALKER = CardContext("Zesty", "Legendary Planeswalker — Zesty")
AURA = CardContext("Zesty Veil", "Enchantment — Aura")

TEXTS: list[tuple[str, CardContext]] = [
    ("Other black creatures you control get +2/+2 and have flying.", THING),
    ("Nonblack Elves are Goblins in addition to their other types.", THING),
    ("Target red or white creature becomes a 3/4 blue Goblin with trample until end of turn.", SPELL),
    ("As long as you control an artifact, Zesty Thing is a 2/3 Elf creature in addition to its other types.", THING),
    ("Enchanted creature loses all abilities and is a green Goblin with base power and toughness 2/2.", AURA),
    ("As Zesty Thing enters, choose a color.\nCreatures of the chosen color gain flying.", THING),
    ("Untap all white creatures you control. Those creatures gain trample until end of turn.", SPELL),
    ("Elves have protection from black and from red.", THING),
    ("{T}: Add {R}. If that mana is spent on a creature spell, it gains haste until end of turn.", THING),
    ('Forests you control have "{T}: Add {B}{B}."', THING),
    ("As long as you control three or more Goblins, black permanents lose flying.", THING),
]


def found(text: str, card: CardContext) -> list[Any]:
    """What is read, apart from the words, with sets in one order."""
    return [(_bare(one.form and one.form.to_data()), bool(one.unread)) for one in read_text(text, card)]


def _bare(form: Any) -> Any:
    if isinstance(form, dict):
        return {key: _bare(value) for key, value in form.items() if key != "text"}
    if isinstance(form, list):
        bare = [_bare(one) for one in form]
        return sorted(bare) if all(isinstance(one, str) for one in bare) else bare
    return form


# ------------------------------------------------------------------------------------------------- renaming


def _swapped(*pairs: tuple[str, str]) -> Text:
    words = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    words |= {a.capitalize(): b.capitalize() for a, b in words.items()}
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(words, key=len, reverse=True))})\b")
    return lambda text: pattern.sub(lambda match: words[match[0]], text)


def _colors(text: str) -> str:
    words = _swapped(("black", "white"), ("nonblack", "nonwhite"), ("red", "green"), ("nonred", "nongreen"))(text)
    return re.sub(r"\{[WBRG]\}", lambda symbol: f"{{{_LETTERS[symbol[0][1]]}}}", words)


_LETTERS = {"W": "B", "B": "W", "R": "G", "G": "R"}


def _numbers(text: str) -> str:
    more = re.sub(r"(?<![\w{])[2-8]\b", lambda number: str(int(number[0]) + 1), text)
    return re.sub(r"\b(?:two|three|four)\b", lambda word: _NEXT[word[0]], more)


_NEXT = {"two": "three", "three": "four", "four": "five"}
RENAMINGS: dict[str, Text] = {
    "colors": _colors,
    "creature types": _swapped(("Elf", "Orc"), ("Elves", "Orcs"), ("Goblin", "Wall"), ("Goblins", "Walls")),
    "land types": _swapped(("Forest", "Swamp"), ("Forests", "Swamps")),
    "keywords": _swapped(("flying", "vigilance"), ("trample", "reach")),
    "card types": _swapped(
        ("artifact", "enchantment"), ("artifacts", "enchantments"), ("nonartifact", "nonenchantment")
    ),
    "numbers": _numbers,
}


def _renamed(form: Any, rename: Text, key: str = "") -> Any:
    """Rename within a form; letters of colors are words of their own, and so are numbers."""
    if isinstance(form, dict):
        return {name: _renamed(value, rename, name) for name, value in form.items()}
    if isinstance(form, list):
        return [_renamed(one, rename, key) for one in form]
    if rename is _numbers:
        return form + 1 if isinstance(form, int) and not isinstance(form, bool) and 2 <= form <= 8 else form
    if rename is _colors and isinstance(form, str) and ("color" in key or key in ("devotion", "mana_symbols")):
        return _LETTERS.get(form, form)
    return rename(form) if isinstance(form, str) else form


@pytest.mark.parametrize("renaming", RENAMINGS)
@pytest.mark.parametrize(("text", "card"), TEXTS)
def test_renaming_a_text_renames_its_form(renaming: str, text: str, card: CardContext) -> None:
    rename = RENAMINGS[renaming]
    before = [(_bare(_renamed(form, rename)), unread) for form, unread in found(text, card)]
    assert found(rename(text), card) == before


OF_CREATURES = [
    ("{T}: Add {R}. If that mana is spent on a creature spell, it gains haste until end of turn.", THING),
    ("At the beginning of your upkeep, untap enchanted creature. You gain control of that creature.", AURA),
    (
        "Until end of turn, target creature becomes black, up to one other target creature becomes red, and up to one "
        "other target creature becomes green. Those creatures gain vigilance until end of turn.",
        SPELL,
    ),
    (
        "{1}: You may unattach an Equipment from a creature you control. If you do, tap that creature and it gains "
        "indestructible until end of turn.",
        THING,
    ),
    ("Nontoken creatures you control enter as a copy of enchanted creature.", AURA),
    ("Untap all creatures you control. Those creatures gain trample until end of turn.", SPELL),
]


@pytest.mark.parametrize("kind", ["artifact", "enchantment", "land"])
@pytest.mark.parametrize(("text", "card"), OF_CREATURES)
def test_a_pronoun_stands_for_objects_of_any_card_type(text: str, card: CardContext, kind: str) -> None:
    def renamed(words: str) -> str:
        words = re.sub(r"\ba creature", "a creature" if kind == "land" else "an creature", words)
        return words.replace("creature", kind).replace("Creature", kind.capitalize())

    before = [(_bare(_renamed(form, renamed)), unread) for form, unread in found(text, card)]
    assert not any(unread for _, unread in before)
    assert found(renamed(text), card) == before


def test_however_many_counters_are_put_on_them_they_are_those() -> None:
    text = "Put {} +1/+1 counters on each creature you control. Those creatures gain trample until end of turn."
    few, many = (found(text.format(word), SPELL) for word in ("two", "six"))
    assert few == many
    assert few[0][0]["affects"] == {"type": "Creature", "controller": "you"}


# ------------------------------------------------------------------------------- other words for the same


SAME: list[tuple[str, str, CardContext]] = [
    ("Zesty Thing", "This artifact", THING),
    ("−3: ", "–3: ", WALKER),
    ("−3: ", "[−3]: ", WALKER),
    ("II — ", "II – ", SAGA),
    ("II — ", "II - ", SAGA),
    ("Solved — ", "Solved – ", CASE),
    ("Solved — ", "Solved - ", CASE),
    ("Max speed — ", "Max speed -- ", THING),
    ("attacks. ", "attacks.  ", THING),
    ("As Zesty Thing enters, ", "As Zesty Thing comes into play, ", THING),
    ("don't control", "do not control", SPELL),
    ("They're ", "They are ", SPELL),
    ("Zesty moment — ", "", THING),
    ("(It is what it is.)", "", THING),
]
SAYING = {
    "Zesty Thing": "Zesty Thing gets +2/+2 and has flying.",
    "−3: ": "−3: Creatures you control gain flying until end of turn.",
    "II — ": "II — Creatures you control gain flying until end of turn.",
    "Solved — ": "Solved — Creatures you control get +1/+0.",
    "Max speed — ": "Max speed — Zesty Thing has flying.",
    "attacks. ": "You may exert Zesty Thing as it attacks. When you do, target land gains flying until end of turn.",
    "As Zesty Thing enters, ": "As Zesty Thing enters, choose a color.\nCreatures of the chosen color have flying.",
    "don't control": "Gain control of target creature you don't control until end of turn.",
    "They're ": "Turn any number of target nontoken creatures face down. They're 2/2 Horror creatures.",
    "Zesty moment — ": "Zesty moment — As long as you control a Swamp, other creatures you control have flying.",
    "(It is what it is.)": "Creatures you control have flying. (It is what it is.)",
}


@pytest.mark.parametrize(("one", "other", "card"), SAME)
def test_the_same_in_other_words_is_read_as_the_same(one: str, other: str, card: CardContext) -> None:
    text = SAYING[one]
    before = found(text, card)
    assert any(form for form, _ in before)
    assert not any(unread for _, unread in before)
    assert found(text.replace(one, other), card) == before


@pytest.mark.parametrize("word", ["Solved", "Max speed"])
def test_a_word_before_a_granted_ability_says_when_it_is_there(word: str) -> None:
    own = found(f"{word} — Creatures you control get +1/+0.", THING)
    ((form, unread),) = found(f'Enchanted creature has "{word} — Creatures you control get +1/+0."', AURA)
    assert not unread
    assert [(form["add_abilities"][0], False)] == own


# -------------------------------------------------------------------------------------- nothing is swallowed


BEFORE = [
    ("Create an X/X green Ooze creature token, where X is the greatest power among creatures you control", SPELL),
    ("Put X +1/+1 counters on target creature, where X is the number of Swamps you control", SPELL),
    ("Counter target spell unless its controller pays {3}", SPELL),
    ("When Zesty Thing enters, sacrifice it unless you pay {1}", THING),
    ("Each nonland permanent you control becomes a copy of target non-Aura permanent", SPELL),
    ("Target land becomes a Swamp until its controller's next untap step", SPELL),
    ("Target creature can attack this turn as though it didn't have defender", SPELL),
    ("Destroy target land", SPELL),
]
BEHIND = [
    " and that creature gains trample until end of turn.",
    ", and it gains trample until end of turn.",
    " and that creature becomes a 3/3 Goblin.",
    ", then that creature becomes black until end of turn.",
    ". It becomes an artifact in addition to its other types.",
]


@pytest.mark.parametrize("more", BEHIND)
@pytest.mark.parametrize(("text", "card"), BEFORE)
def test_nothing_that_is_said_behind_a_part_is_swallowed(text: str, card: CardContext, more: str) -> None:
    without, whole = found(text + ".", card), found(text + more, card)
    assert whole != without


@pytest.mark.parametrize(
    "text",
    [
        "Enchanted creature is a copy of the chosen creature",
        "Enchanted creature has protection from each mana value of the chosen value",
        "Enchanted creature has first strike and can't block",
        "Enchanted creature has first strike and equip abilities you activate cost {1} less to activate",
    ],
)
def test_no_condition_at_the_end_is_swallowed(text: str) -> None:
    ((form, _),) = found(text + ".", AURA)
    ((under, unread),) = found(text + " as long as you control a Swamp.", AURA)
    swamp = {"count": {"subtype": "Swamp", "controller": "you"}}
    assert unread or under == {**form, "as_long_as": swamp}


# ---------------------------------------------------------------------------------------- a user's own cards


@pytest.mark.skipif(FILE not in os.environ, reason=f"{FILE} does not name a bulk file of Scryfall")
@pytest.mark.parametrize("renaming", ["colors", "creature types", "land types", "keywords"])
def test_reading_commutes_with_renaming_on_all_cards(renaming: str) -> None:
    rename = RENAMINGS[renaming]
    assert not [card.name for text, card in _faces() if not _commutes(rename, text, card)]


def _commutes(rename: Text, text: str, card: CardContext) -> bool:
    plain = text.replace(card.name, "this permanent")
    other = rename(plain)
    if other == plain or not card.name:
        return True
    nameless = CardContext("", card.type_line)
    before = [(_bare(_renamed(form, rename)), unread) for form, unread in found(plain, nameless)]
    return found(other, nameless) == before


def _faces() -> Iterator[tuple[str, CardContext]]:
    with open(os.environ[FILE], encoding="utf-8") as file:
        cards: list[Mapping[str, Any]] = json.load(file)
    for card in cards:
        for face in card.get("card_faces") or [card]:
            text = face.get("oracle_text")
            if text:
                line = face.get("type_line") or card.get("type_line") or ""
                yield text, CardContext(str(face.get("name") or ""), str(line))
