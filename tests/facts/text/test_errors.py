"""The one line that an InputError is."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts.text.errors import InputError, path_text, printable, shorten, show


def test_everything_known() -> None:
    error = InputError(
        "'battlefeild' is no zone", "Did you mean 'battlefield'?", ("timeline", 3, "zone"), 7, "board.yaml"
    )
    assert str(error) == "board.yaml:7: timeline[3].zone: 'battlefeild' is no zone. Did you mean 'battlefield'?"


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (InputError("wrong"), "wrong"),
        (InputError("wrong", source="<stdin>"), "<stdin>: wrong"),
        (InputError("wrong", line=4), "line 4: wrong"),
        (InputError("wrong", path="players"), "players: wrong"),
        (InputError("Is that so?", "No"), "Is that so? No"),
        (InputError("wrong", "Right", "a.b", 1, "x"), "x:1: a.b: wrong. Right"),
    ],
)
def test_unknown_parts_are_left_out(error: InputError, line: str) -> None:
    assert str(error) == line


def test_it_survives_pickling() -> None:
    error = InputError("wrong", "Right", ("a", 1), 3, "x.yaml")
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error) == "x.yaml:3: a[1]: wrong. Right"
    assert (copy.problem, copy.hint, copy.path, copy.line, copy.source) == (
        "wrong",
        "Right",
        "a[1]",
        3,
        "x.yaml",
    )


@given(st.text(), st.text(), st.text(), st.text())
def test_it_is_one_printable_line(problem: str, hint: str, path: str, source: str) -> None:
    text = str(InputError(problem, hint, path, 1, source))
    assert text.isprintable()
    text.encode()  # no lone surrogate is left either


def test_escape_sequences_are_shown_not_sent() -> None:
    assert show("a\x1b[31mred\nb\u202e\ud800") == r"'a\x1b[31mred\nb\u202e\ud800'"
    assert printable("Bösium — “ok”") == "Bösium — “ok”"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (True, "true"),
        (None, "null"),
        ("Urza's", '"Urza\'s"'),
        ([1, {"a": "é"}], '[1, {"a": "é"}]'),
        ({1, 2}, "a set"),
    ],
)
def test_values_are_shown_as_a_board_spells_them(value: object, text: str) -> None:
    assert show(value) == text


def test_long_values_are_shortened() -> None:
    assert len(show("x" * 10_000)) <= 82
    assert len(show(["x" * 10_000])) <= 80
    assert len(str(InputError("p" * 10_000, "h" * 10_000, "q" * 10_000, 1, "s" * 10_000))) < 2_500
    assert shorten("beginning" + "x" * 100 + "end", 20).startswith("beginning")
    assert shorten("beginning" + "x" * 100 + "end", 20).endswith("end")
    assert shorten("short", 5) == "short"
    assert shorten("beginning" + "x" * 100 + "a word and its end", 20) == "beginningxxxxx…end"
    assert show("beginning" + "x" * 1000 + "end").endswith("end'")


def test_paths() -> None:
    assert path_text(()) == ""
    assert path_text(("timeline", 3, "chosen", "creature_type")) == "timeline[3].chosen.creature_type"
    assert path_text(("timeline", 0, "counters", "+1/+1")) == 'timeline[0].counters["+1/+1"]'
    assert path_text((0, "a\nb")) == r'[0]["a\nb"]'
