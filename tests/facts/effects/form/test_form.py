"""The dataclasses of the effect form: the schema, the reader, the writer, the rules and the docs know the same keys."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from facts.cards.built_in import all_cards
from facts.effects import effect_facts
from facts.effects.form import (
    ABOUT_EVENTS,
    Ability,
    AmountOf,
    Condition,
    Effect,
    Exceptions,
    Filter,
    Operations,
    form_parts,
)
from facts.effects.form.amounts import BASES
from facts.effects.form.mapping import FormError, FormMapping
from facts.oracle import CardContext, read_text
from facts.oracle.say import amount_phrases, condition_phrases, effect_sentences, filter_keys
from facts.schema import schema_text
from facts.schema.__main__ import with_the_form
from facts.schema.form_definitions import definitions
from facts.words import lexicon
from tests.facts.oracle.test_oracle import CASES

ROOT = Path(__file__).parents[4]
FORM = (ROOT / "docs" / "effect_form.md").read_text("utf-8")
CARD = json.loads(schema_text("card"))
KEYS = [
    (cls, name)
    for cls in (Ability, AmountOf, Condition, Effect, Exceptions, Filter)
    for name in cls.properties()
    if name not in ("if", "at_least", "at_most", "exactly") or cls is Condition
]


def test_the_schema_has_the_definitions_of_the_dataclasses() -> None:
    assert with_the_form(CARD) == CARD, "run `python -m facts.schema`"


def _forms() -> list[dict[str, Any]]:
    library = [one.form for card in all_cards() for face in card.faces for one in face.abilities if one.form]
    cases = [form for case in CASES for form in case.values[0].get("abilities") or () if isinstance(form, dict)]
    return [*(form.to_data() for form in library), *cases]


def test_each_form_is_a_typed_value_and_the_same_data_again() -> None:
    forms = _forms()
    assert len(forms) > 900
    assert [form for form in forms if Ability.from_data(form).to_data() != form] == []


def test_a_text_is_read_into_typed_values() -> None:
    (one,) = read_text("Other Elves you control get +1/+1.", CardContext("Test Card", "Creature — Elf"))
    ability = one.form
    assert ability is not None
    assert isinstance(ability.affects, Filter)
    assert (ability.affects.subtype, ability.affects.other, ability.add_power) == ("Elf", True, 1)


@pytest.mark.parametrize(
    ("cls", "data"),
    [
        (Ability, {"affects": "this", "set_size": 4}),
        (Ability, {"affects": {"type": "Creature", "taype": "Land"}, "switch": True}),
        (Effect, {"affects": "this", "add_power": "4"}),
        (Condition, {"count": "Plains"}),
        (Filter, {"power": {"at_least": True}}),
    ],
)
def test_data_that_is_no_form_is_refused(cls: type[FormMapping], data: dict[str, Any]) -> None:
    with pytest.raises(FormError):
        cls.from_data(data)


def test_a_form_is_a_value() -> None:
    elves = Filter(subtype="Elf", adjectives=("equipped",))
    assert elves == Filter.from_data({"equipped": True, "subtype": "Elf"}) and elves.given()["equipped"] is True
    assert elves.changed(subtype=None, color="G") == Filter(color="G", adjectives=("equipped",)) != elves
    assert (elves.color, bool(elves), bool(Filter())) == (None, True, False)
    with pytest.raises(AttributeError, match="cannot be changed"):
        elves.color = "G"  # type: ignore[misc]
    with pytest.raises(TypeError, match="no attribute 'colour'"):
        elves.changed(colour="G")


def test_the_empty_filter_affects_all_permanents() -> None:
    assert Effect.from_data({"affects": {}}).affects == Filter()


def test_the_parts_of_a_form_are_found_however_deep_they_lie() -> None:
    granted = {"affects": "this", "as_long_as": {"count": [{"type": "Land"}, {"subtype": "Elf"}]}, "add_power": 1}
    form = Ability.from_data({"effects": [{"affects": "this", "add_abilities": ["flying", granted]}]})
    found = [under for under, part in form_parts((form,)) if isinstance(part, Filter)]
    assert found == ["count", "count"]
    assert [under for under, part in form.parts() if isinstance(part, Ability)] == ["", "add_abilities"]


def test_a_word_of_the_lexicon_is_all_that_the_reader_the_form_and_the_schema_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(lexicon.FILTER_WORDS, "lonely", "It is lonely.")
    monkeypatch.setitem(lexicon.STATUSES, "lonely", ("lonely", "true"))
    lexicon.lower_words.cache_clear()
    try:
        (one,) = read_text(
            "Nonlonely lands and lonely Elves you control have reach.", CardContext("Odd", "Enchantment")
        )
        assert one.form is not None and isinstance(one.form.affects, tuple)
        barred, wanted = one.form.affects
        assert (barred.not_, wanted.adjectives) == (Filter.from_data({"lonely": True}), ("lonely",))
        assert definitions()["filter_clause"]["properties"]["lonely"]["description"] == "It is lonely."
    finally:
        monkeypatch.undo()
        lexicon.lower_words.cache_clear()


def test_the_rules_are_told_each_operation() -> None:
    beside = {"face_down_values", "lent", "emblem_for"}  # they say more of another operation
    # counters with which something enters are no key of a card, and only a copy has an exception about loyalty
    read_only = {"enter_with", "set_loyalty"}
    assert set(effect_facts.OPERATIONS) - read_only == {*Operations.properties(), *ABOUT_EVENTS} - beside


def test_the_writer_knows_each_key() -> None:
    assert {*filter_keys.READERS, "not", "also", "zone", "owner"} == set(Filter.properties())
    assert {*condition_phrases.SAYERS, *condition_phrases.BOUND_KEYS, "not"} == set(Condition.properties())
    assert set(amount_phrases.BASES) == set(BASES)
    assert {*effect_sentences.ABILITY_KEYS, *effect_sentences.EFFECT_KEYS} == set(Ability.properties())


@pytest.mark.parametrize(("cls", "name"), KEYS, ids=[f"{cls.__name__}.{name}" for cls, name in KEYS])
def test_the_docs_explain_each_key(cls: type[FormMapping], name: str) -> None:
    if cls is Filter and name in lexicon.FILTER_WORDS:
        return  # the lexicon explains it, and the docs refer to that
    assert re.search(rf"`(?:[^`]*[{{ ])?{name}\b[^`]*`", FORM), f"docs/effect_form.md has no `{name}`"


def test_the_docs_name_no_key_that_is_none() -> None:
    known = {name for cls in (Ability, AmountOf, Condition, Exceptions, Filter) for name in cls.properties()}
    tables = FORM[FORM.index("## An ability") :]
    named = re.findall(r"^\| (?:[\d/a-d—]+ \| )?((?:`[^`]+`(?:, | with )?)+)", tables, re.MULTILINE)
    words = {word for cell in named for one in re.findall(r"`(\w+)", cell) for word in [one]}
    assert words - known - {"affects", "targets"} == set()
