"""Comparing names, making labels of them, and guessing the intended name."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.text.names import did_you_mean, nearest, normal, slug


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Urza's Saga", "urza\u2019s saga"),
        ("Urza's Saga", "URZA\u00b4S SAGA"),
        ("Lim-Dûl's Vault", "Lim-Dul's Vault"),
        ("Æther Vial", "Aether Vial"),
        ("Fire // Ice", "Fire//Ice"),
        ("Urza, Prince of Kroog", "Urza Prince of Kroog"),
        ("Jötun Grunt", "Jo\u0308tun  Grunt"),
        ("Will-o'-the-Wisp", "will o the wisp"),
    ],
)
def test_details_of_a_name_that_do_not_matter(one: str, other: str) -> None:
    assert normal(one) == normal(other)


@pytest.mark.parametrize(("one", "other"), [("Forest", "Forests"), ("+2 Mace", "+3 Mace"), ("Urzas", "Urza s")])
def test_different_names_stay_different(one: str, other: str) -> None:
    assert normal(one) != normal(other)


def test_a_name_without_letters_stays_itself() -> None:
    assert normal(" _____ ") == "_____"


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("Dryad Arbor", "dryad_arbor"),
        ("Urza's Saga", "urzas_saga"),
        ("Urza, Prince of Kroog", "urza_prince_of_kroog"),
        ("Lim-Dûl's Vault", "lim_duls_vault"),
        ("Æther Vial", "aether_vial"),
        ("Delver of Secrets // Insectile Aberration", "delver_of_secrets__insectile_aberration"),
        ("+2 Mace", "2_mace"),
        ("Borrowing 100,000 Arrows", "borrowing_100000_arrows"),
        ("_____", "unnamed"),
    ],
)
def test_labels(name: str, label: str) -> None:
    assert slug(name) == label


@given(st.text())
def test_a_label_is_always_a_plain_word(name: str) -> None:
    label = slug(name)
    assert re.fullmatch(r"[^\W_]+(__?[^\W_]+)*", label)
    assert slug(label.replace("__", " // ")) == label


@given(st.text())
def test_the_normal_form_is_stable(name: str) -> None:
    assert normal(normal(name)) == normal(name)


CARDS = [
    "Dryad Arbor",
    "Blood Moon",
    "Magus of the Moon",
    "Urborg, Tomb of Yawgmoth",
    "Jace Beleren",
    "Forest",
]


def test_the_nearest_names() -> None:
    assert nearest("Dryad Arbour", CARDS) == ["Dryad Arbor"]
    assert nearest("blod mon", CARDS) == ["Blood Moon"]
    assert nearest("Urborg", CARDS) == ["Urborg, Tomb of Yawgmoth"]
    assert nearest("Yawgmoth Tomb", CARDS) == ["Urborg, Tomb of Yawgmoth"]
    assert nearest("Tarmogoyf", CARDS) == []
    assert nearest("", CARDS) == nearest("x", []) == []


def test_only_so_many_and_always_in_the_same_order() -> None:
    candidates = [f"token {letter}" for letter in "gfedcba"]
    assert nearest("token x", candidates) == nearest("token x", reversed(candidates))
    assert nearest("token x", candidates, limit=2) == ["token a", "token b"]


def test_a_better_match_leaves_no_room_for_a_worse() -> None:
    assert nearest("battlefeild", ["battlefield", "battle", "field", "exile"]) == ["battlefield"]
    assert nearest("Battlefield", ["battlefield"]) == ["battlefield"]


def test_the_question() -> None:
    assert did_you_mean("Dryad Arbour", CARDS) == "Did you mean Dryad Arbor?"
    assert did_you_mean("zonee", ["zone"], quote=True) == "Did you mean 'zone'?"
    assert did_you_mean("token x", ["token a", "token b"]) == "Did you mean token a or token b?"
    assert did_you_mean("token x", ["token c", "token a", "token b"]) == "Did you mean token a, token b or token c?"
    assert did_you_mean("qqqq", CARDS) == ""
