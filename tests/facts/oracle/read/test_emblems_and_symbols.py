"""Who gets an emblem, and the numbers in level symbols and station symbols, as the reader puts them into the form."""

from __future__ import annotations

import pytest

from facts.effects.form import Ability
from facts.oracle import CardContext, read_text


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ("You get", None),
        ("Target player gets", "player"),
        ("Target opponent gets", "opponent"),
        ("Each opponent gets", "each_opponent"),
    ],
)
def test_who_gets_an_emblem_is_part_of_the_form(said: str, who: str | None) -> None:
    text = f'−2: {said} an emblem with "Creatures you control get -1/-1."'
    (read,) = read_text(text, CardContext("Judge", "Legendary Planeswalker"))
    assert read.form is not None
    (effect,) = read.form.effects or (read.form,)
    assert effect.emblem is not None and effect.emblem_for == who


def test_symbols_say_numbers_and_no_card_type() -> None:
    station = _forms("Station\nSTATION 8+\nFlying\n5/4", "Artifact — Spacecraft")
    level = _forms("Level up {1}\nLEVEL 1-3\n2/2\nLEVEL 4+\n4/4", "Creature — Human")
    assert _numbers(station) == {("station", 8, None)}
    assert _numbers(level) == {("level", 1, 3), ("level", 4, None)}
    assert not any(one.add_types for one in (*station, *level))


def _forms(text: str, type_line: str) -> list[Ability]:
    return [one.form for one in read_text(text, CardContext("Pupil", type_line)) if one.form is not None]


def _numbers(forms: list[Ability]) -> set[tuple[str | None, int | None, int | None]]:
    conditions = [one.as_long_as for one in forms if one.as_long_as is not None]
    return {(one.symbol, one.at_least, one.at_most) for one in conditions}
