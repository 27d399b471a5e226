"""The parser's table is that of the grammar, and does what the grammar does."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.oracle.read import parser_table as table
from facts.oracle.read.parts import NotRead
from facts.oracle.read.sentences import SentenceMaker, parse, parser


def test_it_is_current() -> None:
    assert table.is_current(), "run `python -m facts.oracle`"


@pytest.mark.parametrize("content", [None, b"", b"no table"])
def test_without_it_the_grammar_serves(content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "table"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setattr(table, "FILE", file)
    made = table.made_parser(SentenceMaker())
    text = "each creature you control gets +1/+1 and is a Goat in addition to its other types"
    assert made.parse(text, start="sentence") == parse(text)


def test_the_written_table_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "table"
    file.write_bytes(table.written_table())
    monkeypatch.setattr(table, "FILE", file)
    assert table.is_current()
    parser.cache_clear()
    try:
        assert parse("you control a Goat", "condition") == {"count": {"subtype": "Goat", "controller": "you"}}
        with pytest.raises(NotRead):
            parse("you control a", "condition")
    finally:
        parser.cache_clear()


def test_it_is_written_anew_only_if_the_grammar_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark numbers the states of a grammar in another order each time."""
    file = tmp_path / "table"
    monkeypatch.setattr(table, "FILE", file)
    table.write_table()
    first = file.read_bytes()
    table.write_table()
    assert file.read_bytes() == first
    monkeypatch.setattr(table, "_made_of", lambda grammar: "1.0 another")
    table.write_table()
    assert file.read_bytes() != first
