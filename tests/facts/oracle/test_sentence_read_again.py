"""The sentence for a form could stand on a card: it has only words that cards use, and it reads as that form."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from facts.cards.built_in import all_cards
from facts.effects.form import Ability
from facts.oracle import CardContext, read_text
from facts.oracle.say import ability_sentence
from tests.facts.oracle.test_oracle import CASES
from tests.solver.test_parity import FILE

STRANGE = re.compile(
    r"in all (?:libraries|hands)|\battached object\b|\bpermanents this permanent is\b|\bwhat (?:it was|they were)\b|"
    r"spells? (?:you control )?on the stack|permanents on the battlefield|^[A-Z]\w*s an opponent controls|"
    r"except (?:it is|they are)|commander permanent|\bis an? (?:[A-Z][a-z]+ ){2,}(?:[a-z]+ )*$"
)


def test_a_built_in_card_is_told_in_the_words_of_cards() -> None:
    told = [(card.name, one.text) for card in all_cards() for face in card.faces for one in face.abilities]
    assert len(told) > 1_000
    assert [one for one in told if STRANGE.search(one[1])] == []


def bare(form: Any, key: str = "") -> Any:
    """The form without its texts; of words of which any will do, the order does not matter.

    An ability that grants itself has its own text in its form: that is the same in other words.
    """
    if isinstance(form, dict):
        return {name: bare(value, name) for name, value in form.items() if name != "text"}
    if not isinstance(form, list):
        return form
    each = ["this ability" if isinstance(one, str) and _ITSELF.search(one) else bare(one) for one in form]
    return sorted(each, key=repr) if key in ANY_OF else each


_ITSELF = re.compile(r"\b(?:has|with) this ability\.?$")
ANY_OF = frozenset(
    ("type", "subtype", "supertype", "color", "zone", "keyword", "is", "counter", "controller", "owner", "chooses")
)
CHOICES = {
    "creature_type": "creature type",
    "basic_land_type": "basic land type",
    "land_type": "land type",
    "card_type": "card type",
    "color": "color",
    "number": "number",
    "card_name": "card name",
    "player": "player",
}


def worded(form: Any) -> Any:
    """The form without the text of the ability itself, so that the sentence is made of the form."""
    return (
        {name: worded(value) for name, value in form.items() if name != "text"}
        if isinstance(form, dict)
        else ([worded(one) for one in form] if isinstance(form, list) else form)
    )


_SPEAKS_OF_HOST = re.compile(r"'attached'|'attached_to_this'")


def understood(form: dict[str, Any]) -> bool:
    """Tell whether the sentence for an ability reads as that ability.

    A choice that the ability speaks of and does not make itself stands in an ability before it.
    """
    kind = form.get("kind", "static")
    line = (
        "Instant" if kind == "spell" else "Enchantment — Aura" if _SPEAKS_OF_HOST.search(repr(form)) else "Enchantment"
    )
    own = form.get("chooses", [])
    chosen = set(re.findall(r"'chosen': '(\w+)'|the chosen (color)", repr(form)))
    own = {own} if isinstance(own, str) else set(own)
    names = sorted(({one or other for one, other in chosen} - own) & set(CHOICES))
    before = [f"As this permanent enters, choose a {CHOICES[name]}." for name in names]
    text = "\n".join(
        [*before, ability_sentence(Ability.from_data(form), attached_phrase="enchanted creature", noun="land")]
    )
    found = read_text(text, CardContext("Test Card", line))
    again = found[-1].form
    return len(found) == len(before) + 1 and again is not None and bare(again.to_data()) == bare(form)


_ALONE = "its other sentence is about no characteristic; without that one, the resolving ability tells the condition"
NOT_READ_BACK = {
    **dict.fromkeys(
        (
            "Bite of the Black Rose",
            "Burrog Barrage",
            "Debt of Loyalty",
            "Efflorescence",
            "Evereth, Viceroy of Plunder",
            "Mythos of Vadrok",
            "Outmuscle",
            "Regal Sliver",
            "Revenge (Star Wars)",
            "Rolling Spoil",
            "Silumgar Scavenger",
            "Silverflame Ritual",
            "Tail Swipe",
            "Wolf Strike",
        ),
        _ALONE,
    ),
    "Concerted Effort": "its last sentence has no condition, and would take that of the sentence before",
    "The Apprentice's Folly": "cards choose such a target in a sentence before the one that makes the token",
    "Ana Sanctuary": "two of its conditions are met only together; no sentence denies both at once",
    "Guul Draz Overseer": "its condition is about the land of its trigger, and a form has no trigger",
    "Serene Master": "what it is blocking is told by its trigger, and a form has no trigger",
    "Konda's Banner": "its words are about the equipped creature and those like it, and the form is about each of them",
}
"""Cards of a card file with a form whose sentence does not read as that form, and why."""


def test_a_form_of_the_library_reads_back() -> None:
    library = [one.form for card in all_cards() for face in card.faces for one in face.abilities if one.form]
    forms = {repr(bare(form)): worded(form) for form in (one.to_data() for one in library)}
    assert len(forms) > 480
    assert [form for form in forms.values() if not understood(form)] == []


def test_a_form_of_the_cases_reads_back() -> None:
    cases = [form for case in CASES for form in case.values[0].get("abilities") or () if isinstance(form, dict)]
    forms = {repr(bare(form)): worded(form) for form in cases}.values()
    assert sum(map(understood, forms)) >= 0.96 * len(forms)


@pytest.mark.skipif(FILE not in os.environ, reason=f"{FILE} does not name a bulk file of Scryfall")
def test_a_form_of_a_card_file_reads_back() -> None:
    forms = {
        repr(bare(form)): (name, worded(form))
        for name, form in _forms_of_cards()
        if "'symbol':" not in repr(form)  # a level or station symbol stands for the condition, and no sentence (711.2a)
    }
    assert len(forms) > 6_000
    assert {name for name, form in forms.values() if not understood(form)} <= NOT_READ_BACK.keys()


def _forms_of_cards() -> Iterator[tuple[str, dict[str, Any]]]:
    with open(os.environ[FILE], encoding="utf-8") as file:
        cards = json.load(file)
    for card in cards:
        for face in card.get("card_faces") or [card]:
            line = str(face.get("type_line") or card.get("type_line") or "")
            for one in read_text(face.get("oracle_text") or "", CardContext(str(face.get("name") or ""), line)):
                if one.form is not None:
                    yield str(face.get("name")), one.form.to_data()
