"""What is said of a built-in card could stand on a card: no words that no card uses, and the reader understands it."""

from __future__ import annotations

import re
from typing import Any

from facts.cards.built_in import all_cards
from facts.oracle import CardContext, read_text
from facts.oracle.say import ability_sentence
from tests.facts.oracle.test_oracle import CASES

STRANGE = re.compile(
    r"in all (?:libraries|hands)|\battached object\b|\bpermanents this permanent is\b|\bwhat (?:it was|they were)\b|"
    r"spells? (?:you control )?on the stack|permanents on the battlefield|^[A-Z]\w*s an opponent controls|"
    r"except (?:it is|they are)|commander permanent|\bis an? (?:[A-Z][a-z]+ ){2,}(?:[a-z]+ )*$"
)


def test_a_built_in_card_is_told_in_the_words_of_cards() -> None:
    told = [(card.name, one.text) for card in all_cards() for face in card.faces for one in face.abilities]
    assert len(told) > 1_000
    assert [one for one in told if STRANGE.search(one[1])] == []


def bare(form: Any) -> Any:
    """The form without its texts."""
    if isinstance(form, dict):
        return {key: bare(value) for key, value in form.items() if key != "text"}
    return [bare(one) for one in form] if isinstance(form, list) else form


def understood(form: dict[str, Any]) -> bool:
    """Tell whether what is said of an ability reads as that ability."""
    kind = form.get("kind", "static")
    line = "Instant" if kind == "spell" else "Enchantment — Aura" if "attached" in repr(form) else "Enchantment"
    found = read_text(ability_sentence(form, attached_phrase="enchanted creature"), CardContext("Test Card", line))
    return len(found) == 1 and bare(found[0].form) == form


def test_what_is_said_of_a_form_reads_as_that_form() -> None:
    library = [bare(one.form) for card in all_cards() for face in card.faces for one in face.abilities if one.form]
    cases = [bare(form) for case in CASES for form in case.values[0].get("abilities") or () if form]
    forms = {repr(form): form for form in (*library, *cases) if form.get("kind", "static") in ("static", "spell")}
    again = sum(map(understood, forms.values()))
    assert again >= 433  # of 602; raise it where more is understood
