"""`settle` returns a value: it changes nothing of the board, and the same board gives the same value again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

import pytest

from facts import Board, InputError
from facts.board import Settled, Timeline
from facts.effects.form import FormMapping
from facts.text import Document
from solver.engine import ONE_BOARD, moments, questions
from solver.engine.moments import settle
from tests.case_files import Case, all_cases
from tests.profiles import SLOW

_EVERY = 1 if SLOW else 4


def _snapshot(value: Any, seen: dict[int, int]) -> Any:
    """Return a copy of a value and of all that it consists of, down to texts and numbers.

    What a value computes when it is first asked is no part of it, nor are the lines that a document remembers.
    """
    if value is None or isinstance(value, str | int | float | bytes):
        return value
    if id(value) in seen:
        return ("again", seen[id(value)])
    seen[id(value)] = len(seen)
    kind = type(value).__name__
    if isinstance(value, Document):
        return kind, _snapshot(value.data, seen)
    if isinstance(value, Mapping):
        return kind, [(_snapshot(key, seen), _snapshot(one, seen)) for key, one in value.items()]
    if isinstance(value, set | frozenset):
        return kind, sorted(map(repr, value))
    if isinstance(value, tuple | list):
        return kind, [_snapshot(one, seen) for one in value]
    if isinstance(value, partial):
        return kind, _snapshot(value.args, seen)
    if isinstance(value, FormMapping):
        return kind, [(key, _snapshot(one, seen)) for key, one in value.given().items()]
    assert is_dataclass(value), f"a snapshot does not look into {kind}"
    return kind, [(field.name, _snapshot(getattr(value, field.name), seen)) for field in fields(value)]


def _settled(timeline: Timeline, edition: str, *, checking: bool) -> Settled | str:
    """Return the decisions of a board, or why it is refused."""
    try:
        return settle(questions(timeline, ONE_BOARD, edition=edition, checking=checking))
    except InputError as error:
        return str(error)


def _timeline(case: Case, *, checking: bool) -> Timeline | None:
    """Return the history of a case at whose moments the rules are asked something; None of another case."""
    try:
        timeline = Board.of(case.data["board"]).timeline
    except InputError:
        return None
    return timeline if moments(timeline, checking=checking) else None


def _settle_twice(case: Case, *, checking: bool) -> None:
    timeline = _timeline(case, checking=checking)
    if timeline is None:
        return
    before = _snapshot(timeline, {})
    first, second = (_snapshot(_settled(timeline, case.edition, checking=checking), {}) for _ in range(2))
    assert _snapshot(timeline, {}) == before
    assert first == second


@pytest.mark.parametrize("case", all_cases()[::_EVERY], ids=lambda case: case.name)
def test_it_changes_nothing_and_gives_the_same_value_again(case: Case) -> None:
    _settle_twice(case, checking=False)


@pytest.mark.parametrize("case", all_cases()[:: 5 * _EVERY], ids=lambda case: case.name)
def test_so_it_is_with_the_questions_of_the_check(case: Case) -> None:
    _settle_twice(case, checking=True)


@pytest.mark.parametrize(("checking", "least"), [(False, 6), (True, 2)])
def test_many_cases_ask_something(checking: bool, least: int) -> None:
    some = all_cases()[::20]
    assert sum(_timeline(case, checking=checking) is not None for case in some) > len(some) / least


def test_a_snapshot_sees_a_change_of_an_object_and_of_a_label() -> None:
    """Nothing can change a board, so the test changes one behind its back."""
    timeline = Board.of(
        {"timeline": ["Grizzly Bears", {"resolves": "Giant Growth", "affects": "grizzly_bears"}]}
    ).timeline
    before = _snapshot(timeline, {})
    vars(timeline.resolutions[0])["label"] = "growth"
    assert _snapshot(timeline, {}) != before


_SAGE = """
players: [A, B]
cards:
  - name: Test Sage // Test Mage
    layout: transform
    card_faces:
      - {name: Test Sage, mana_cost: "{1}{G}", type_line: Creature — Elf, power: "2", toughness: "2", oracle_text:
         "Whenever a land you control enters, if you control three or more lands, exile Test Sage, then return her to
         the battlefield transformed under her owner's control."}
      - {name: Test Mage, type_line: Legendary Planeswalker — Nissa, color_indicator: [G], loyalty: "3"}
timeline:
"""


def test_a_step_may_name_a_token_only_if_it_stayed() -> None:
    """A text was to exile it; whether it did is known only once the rules have been asked (608.2c)."""
    later = "  - {enters: Test Sage, as: sage, token: true}\n  - {resolves: Test Sage}\n"
    later += "  - {counters: {'+1/+1': 1}, on: sage}\n"
    stayed, left = (Board.read(f"{_SAGE}{lands}{later}") for lands in ("", "  - Forest\n" * 3))
    assert settle(questions(stayed.timeline, ONE_BOARD, edition="2024")).stayed == {2}
    with pytest.raises(InputError, match="'sage' has left, in step 5") as refused:
        settle(questions(left.timeline, ONE_BOARD, edition="2024"))
    assert "timeline" in str(refused.value)
