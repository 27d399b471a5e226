"""Oracle text is read completely or not at all, and says in the effect form what it says in words.

The texts are made up, in the manner of the cards. Most are in ``oracle/*.yaml``, with the results that are expected.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from facts.oracle import CardContext, ReadAbility, read_effects, read_exception, read_resolution, read_text
from facts.oracle.census import kinds_of
from facts.oracle.read.normal_wording import normalised
from facts.oracle.read.relevance import suspicious
from facts.oracle.say import ability_sentence
from facts.schema import schema_text
from facts.text.reading import read_document
from facts.words.rules_text_paragraphs import paragraphs

VALIDATOR = jsonschema_rs.validator_for(json.loads(schema_text("card")))
DATA = Path(__file__).parent


def _cases() -> Iterator[Any]:
    for path in sorted(DATA.glob("*.yaml")):
        for number, case in enumerate(read_document(path.read_bytes(), path.name).data, start=1):
            yield pytest.param(case, id=f"{path.stem}-{number}")


CASES = list(_cases())


def read(case: dict[str, Any]) -> list[ReadAbility]:
    return read_text(case["text"], CardContext("Test Card", case["type_line"]))


def bare(form: Any) -> Any:
    """The form without the text, which is that of the card."""
    return None if form is None else {key: value for key, value in form.to_data().items() if key != "text"}


@pytest.mark.parametrize("case", CASES)
def test_text_is_read_as_expected(case: dict[str, Any]) -> None:
    found = read(case)
    expected = case.get("abilities", [None] * len(found))
    assert [bare(ability.form) for ability in found] == expected
    assert [sentence for ability in found for sentence in ability.unread] == case.get("unread", [])


@pytest.mark.parametrize("case", CASES)
def test_each_form_that_is_read_is_valid_and_can_be_said(case: dict[str, Any]) -> None:
    found = read(case)
    assert [ability.text for ability in found] == paragraphs(case["text"])
    forms = [ability.form.to_data() for ability in found if ability.form is not None]
    card = {"name": "Test Card", "type_line": case["type_line"], "abilities": forms}
    assert list(VALIDATOR.iter_errors(card)) == []
    for ability in found:
        assert ability.modelled == (not ability.unread)
        if ability.form is not None and set(bare(ability.form)) - {"kind", "chooses"}:
            assert ability_sentence(ability.form.changed(text=None))


# -------------------------------------------------------------------------------------- names and wordings


@pytest.mark.parametrize(
    ("name", "type_line", "text"),
    [
        ("Arvel", "Creature — Elf", "Arvel gets +1/+1 as long as you control a Forest."),
        ("Arvel, the Tall", "Legendary Creature — Elf", "Arvel gets +1/+1 as long as you control a Forest."),
        ("Arvel of Testing", "Legendary Creature — Elf", "Arvel gets +1/+1 as long as you control a Forest."),
        ("Arvel", "Creature — Elf", "This creature gets +1/+1 as long as you control a Forest."),
        ("Arvel", "Creature — Elf", "CARDNAME gets +1/+1 as long as you control a Forest."),
        ("Toxic Arvel", "Creature — Elf", "Toxic Arvel gets +1/+1 as long as you control a Forest."),
        ("Arvel", "Creature — Elf", "Ability word — Arvel gets +1/+1 as long as you control a Forest. (It grows.)"),
    ],
)
def test_a_card_is_known_by_all_its_names(name: str, type_line: str, text: str) -> None:
    (ability,) = read_text(text, CardContext(name, type_line))
    assert bare(ability.form) == {
        "affects": "this",
        "as_long_as": {"count": {"subtype": "Forest", "controller": "you"}},
        "add_power": 1,
        "add_toughness": 1,
    }


def test_a_name_that_is_a_subtype_stays_one() -> None:
    (ability,) = read_text("Other creatures are Sheep.", CardContext("Sheep", "Creature — Sheep"))
    assert bare(ability.form) == {"affects": {"other": True, "type": "Creature"}, "set_subtypes": ["Sheep"]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("converted mana cost", "mana value"),
        ("base power and base toughness", "base power and toughness"),
    ],
)
def test_old_wordings_read_as_new_ones(old: str, new: str) -> None:
    text = "Each noncreature artifact is a creature with {} each equal to its {} in addition to its other types."
    texts = [text.format(size, value) for size, value in (("power and toughness", "mana value"),)]
    texts.append(texts[0].replace(new, old))
    one, other = (read_text(each, CardContext("Test Card", "Enchantment"))[0] for each in texts)
    assert one.form is not None
    assert bare(one.form) == bare(other.form)


# ------------------------------------------------------------------------------------------ parts of boards


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "it's a 1/1 Soldier creature in addition to its other types",
            {"set_power": 1, "set_toughness": 1, "add_types": ["Creature"], "add_subtypes": ["Soldier"]},
        ),
        (
            "1/1 Soldier creature in addition to its other types",
            {"set_power": 1, "set_toughness": 1, "add_types": ["Creature"], "add_subtypes": ["Soldier"]},
        ),
        ("it isn't legendary and has haste", {"remove_supertypes": ["Legendary"], "add_abilities": ["haste"]}),
        ("its name is Arvel and it's 7/7", {"set_name": "Arvel", "set_power": 7, "set_toughness": 7}),
        ("it's something else", None),
        ("it's a 1/1 Soldier creature if you like", None),
    ],
)
def test_exceptions_of_copies(text: str, expected: Any) -> None:
    found = read_exception(text, CardContext("Test Card", "Sorcery"))
    assert (None if found is None else found.to_data()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Target permanent becomes a land.",
            [{"affects": {"targets": {"zone": "battlefield"}}, "set_types": ["Land"]}],
        ),
        (
            "Target creature becomes a Goat until end of turn. All lands become Islands until end of turn.",
            [
                {"affects": {"targets": {"type": "Creature"}}, "set_subtypes": ["Goat"]},
                {"affects": {"type": "Land"}, "set_subtypes": ["Island"]},
            ],
        ),
        ("Target creature becomes odd.", None),
        ("Target creature becomes a Goat. It becomes odd.", None),
        ("Draw a card.", None),
        ("", None),
    ],
)
def test_effects_of_a_resolving_text(text: str, expected: Any) -> None:
    found = read_effects(text)
    assert (None if found is None else [effect.to_data() for effect in found]) == expected


def test_choices_of_a_resolving_text() -> None:
    found = read_resolution("Target creature becomes the color of your choice until end of turn.")
    assert found is not None
    assert found.chooses == "color"


# --------------------------------------------------------------------------------------------- mutilation


def mutated(text: str, rng: random.Random) -> str:
    """Drop, double or swap words and characters."""
    parts = text.split(" ") if rng.random() < 0.6 else list(text)
    for _ in range(rng.randint(1, 4)):
        at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
        change = rng.randrange(4)
        if change == 0:
            parts[at] = ""
        elif change == 1:
            parts.insert(at, parts[other])
        elif change == 2:
            parts[at], parts[other] = parts[other], parts[at]
        else:
            parts[at] = rng.choice(["and", ",", '"', "(", "—", "~", "X/X", "⟦9⟧", "{T}:", "except", "•", "\n", "is"])
    return (" " if " " in text and len(parts) < len(text) / 2 else "").join(parts)


def test_no_mutilated_text_raises() -> None:
    rng = random.Random(7)  # the same texts each time
    texts = [case["text"] for path in DATA.glob("*.yaml") for case in read_document(path.read_bytes(), path.name).data]
    for _ in range(3000):
        text = mutated(rng.choice(texts), rng)
        for ability in read_text(text, CardContext("Test Card", rng.choice(["Instant", "Creature — Elf", ""]))):
            assert ability.modelled == (not ability.unread)
        read_exception(text, CardContext("Test Card"))
        read_effects(text)


@pytest.mark.parametrize("words", [" and", ", unless it rains", " perhaps", " for free", " of glass", " and sing"])
def test_words_left_over_leave_a_sentence_unread(words: str) -> None:
    text = f"Each creature you control gets +1/+1 and is a Goat in addition to its other types{words}."
    (ability,) = read_text(text, CardContext("Test Card", "Enchantment"))
    assert ability.form is None
    assert ability.unread == (text,)


def test_no_sentence_is_passed_over_for_a_condition_that_is_not_read() -> None:
    conditions = ("As long as the moon is full, {}", "As long as it shares a color with the moon, {}")
    for case in CASES:
        for ability in read(case.values[0]):
            for sentence in ability.sentences:
                if sentence.outcome != "read" or not kinds_of(sentence.text):
                    continue
                for condition in conditions:
                    assert suspicious(condition.format(sentence.text)), (condition, sentence.text)


def test_a_card_is_known_by_its_name_but_for_one_letter() -> None:
    """Files have such slips; a word that is something else, or has two letters wrong, is left as it is."""
    legend = ("Kolvaris, Never Printed", "Legendary Creature — God")
    assert normalised("Kolvarys isn't a creature.", *legend) == "~ isn't a creature."
    assert normalised("Kalvarys isn't a creature.", *legend) == "Kalvarys isn't a creature."
    assert normalised("Merfolk have flying.", "Merfolx, Never Printed", legend[1]) == "Merfolk have flying."


def test_marks_of_emphasis_are_no_part_of_a_text() -> None:
    """A file has "creature *YOU* control"; the stars of a size stay."""
    assert normalised("Destroy each creature *YOU* control.", "Hook", "Instant") == "Destroy each creature you control."
    assert normalised("It has *Ward* and base power */*.", "Hook", "Instant") == "It has Ward and base power */*."
