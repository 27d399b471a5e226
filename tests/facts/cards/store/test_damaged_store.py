"""Damaged stores: the cards are those that were imported, or one line says to import them again."""

from __future__ import annotations

import io
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facts import Board, InputError
from facts.cards.card_data import card_as_data
from facts.cards.store import Store
from facts.cards.store.importing import import_cards
from tests.profiles import SLOW

COPIES = 2000 if SLOW else 150
"""The number of damaged copies that are tried."""
BLOCK = 4096


def _cards(count: int) -> Iterator[dict[str, Any]]:
    for number in range(count):
        yield {
            "name": f"Copper Ox {number}", "mana_cost": "{1}{R}", "type_line": "Artifact Creature — Ox",
            "oracle_text": f"Trample, haste\n{{{number}}}: Other Oxen you control get +1/+1 until end of turn.",
            "power": str(number), "toughness": "1", "layout": "normal",
        }  # fmt: skip
    for number in range(count // 10):
        leaf, tree = f"Leaf {number}", f"Tree {number}"
        faces = [
            {"name": leaf, "mana_cost": "{G}", "type_line": "Creature — Plant", "power": "0", "toughness": "1"},
            {"name": tree, "mana_cost": "", "type_line": "Land", "oracle_text": "Reach"},
        ]
        yield {"name": f"{leaf} // {tree}", "layout": "transform", "type_line": "Creature // Land", "card_faces": faces}
    # A face of the name that another card has as a whole: without that card's name it would be found instead.
    yield {"name": "Tree 3", "mana_cost": "{9}", "type_line": "Artifact", "layout": "normal"}
    # A name that a built-in card has: without the store's card, that would be taken.
    yield {"name": "Blood Moon", "mana_cost": "{7}", "type_line": "Artifact", "layout": "normal"}


def _made(path: Path, count: int = 300) -> Path:
    import_cards(io.BytesIO(json.dumps(list(_cards(count)), ensure_ascii=False).encode()), "bulk.json", str(path))
    return path


QUESTIONS = ("Copper Ox 7", "copper ox 299", "Tree 3", "Leaf 20", "Leaf 3 // Tree 3", "Blood Moon", "Nobody", "Ox")


def _answers(path: Path) -> dict[str, Any]:
    """Ask a store everything it can be asked; a refusal is an answer, too."""

    def asked(question: Any) -> Any:
        try:
            return question()
        except InputError as error:
            return error

    def board() -> str:
        steps = ["Blood Moon", "Tree 3"]
        with Store(path, preferred=True) as store:
            made = Board.named(steps, cards=store)
            return json.dumps([card_as_data(thing.card) for thing in made.timeline.things.values()])

    with Store(path) as store:
        found: dict[str, Any] = {f"find {name}": asked(lambda name=name: _told(store, name)) for name in QUESTIONS}
        found["search"] = asked(lambda: store.search("tree"))
        found["candidates"] = asked(lambda: sorted(store.candidates("Coper Ox 77")))
        found["all"] = asked(lambda: [printed for printed, _ in store.all()])
    found["board"] = asked(board)
    return found


def _told(store: Store, name: str) -> Any:
    card = store.find(name)
    return card and (card_as_data(card), store.printed(name))


def _damages(whole: bytes, other: bytes, count: int) -> Iterator[tuple[str, bytes]]:
    """Damage a file in many ways, the same ones each time."""
    chance = random.Random(22)
    blocks = len(whole) // BLOCK
    for number in range(count):
        data = bytearray(whole)
        at, length = chance.randrange(len(data)), chance.choice((1, 8, 64, 512))
        one, two = (chance.randrange(blocks) * BLOCK for _ in range(2))
        kind = ("bit", "bits", "cut", "zeroed", "swapped", "noise", "text", "moved", "older")[number % 9]
        if kind == "bit":
            data[at] ^= 1 << chance.randrange(8)
        elif kind == "bits":
            for _ in range(length):
                data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        elif kind == "cut":
            del data[at:]
        elif kind == "zeroed":
            data[one : one + BLOCK] = bytes(BLOCK)
        elif kind == "swapped":
            data[one : one + BLOCK], data[two : two + BLOCK] = data[two : two + BLOCK], data[one : one + BLOCK]
        elif kind == "noise":
            data[at : at + length] = chance.randbytes(len(data[at : at + length]))
        elif kind == "text":  # still JSON, still UTF-8: only the meaning is another one
            digits = [place for place in range(at, min(at + 400, len(data))) if chr(data[place]).isdigit()]
            for place in digits[:3]:
                data[place] = ord(chance.choice("0123456789"))
        elif kind == "moved":
            del data[at : at + length]
        else:  # a block of an older store of the same cards, as a disk could have kept it
            data[one : one + BLOCK] = other[one : one + BLOCK]
        yield f"{number} {kind} {at} {one} {two}", bytes(data)


def test_no_damaged_copy_gives_another_answer(tmp_path: Path) -> None:
    whole, older = _made(tmp_path / "whole.db"), _made(tmp_path / "older.db")
    wanted = _answers(whole)
    assert not [one for one in wanted.values() if isinstance(one, InputError)]
    path = tmp_path / "cards.db"
    refused = 0
    for what, data in _damages(whole.read_bytes(), older.read_bytes(), COPIES):
        path.write_bytes(data)
        for question, answer in _answers(path).items():
            if isinstance(answer, InputError):
                refused += 1
                line = str(answer)
                assert line.isprintable() and "mport it again" in line, (what, question, line)
            else:
                assert answer == wanted[question], (what, question)
    assert refused > COPIES // 2


def test_a_name_that_is_gone_is_damage_and_not_another_card(tmp_path: Path) -> None:
    path = _made(tmp_path / "cards.db", 30)
    connection = sqlite3.connect(path, isolation_level=None)
    shelves = connection.execute("SELECT id, names FROM shelves").fetchall()
    for number, names in shelves:
        kept = [one for one in json.loads(names) if one[0] not in ("blood moon", "tree 3")]
        connection.execute("UPDATE shelves SET names = ? WHERE id = ?", (json.dumps(kept), number))
    connection.close()
    with Store(path, preferred=True) as store:
        for name in ("Blood Moon", "Tree 3"):
            with pytest.raises(InputError, match=r"the card store is damaged\. Import it again"):
                Board.named([name], cards=store)


@pytest.mark.parametrize("table", ["cards", "shelves", "about"])
def test_rows_that_are_gone_are_damage(table: str, tmp_path: Path) -> None:
    path = _made(tmp_path / "cards.db", 30)
    wanted = _answers(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"DELETE FROM {table}")
    connection.close()
    answers = _answers(path)
    assert "damaged" in str(answers["find Copper Ox 7"])
    for question, answer in answers.items():
        assert answer == wanted[question] or "damaged" in str(answer), question


@pytest.mark.parametrize("column", ["key", "value"])
@pytest.mark.parametrize("value", ["x'ff00'", "7", "1.5", "char(0)"])
def test_a_value_of_another_kind_is_damage(column: str, value: str, tmp_path: Path) -> None:
    path = _made(tmp_path / "cards.db", 20)
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE about SET {column} = {value} WHERE key = 'salt'")
    connection.close()
    found = _answers(path)
    assert all("mport it again" in str(one) for question, one in found.items() if isinstance(one, InputError))
    assert isinstance(found["find Tree 3"], InputError)


def test_an_older_store_says_import_again(tmp_path: Path) -> None:
    """A store of the version before this one: no checksums, and other tables."""
    path = tmp_path / "cards.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript(
        "PRAGMA application_id = 0x74796C6E; PRAGMA user_version = 2;"
        "CREATE TABLE cards (id INTEGER PRIMARY KEY, normal TEXT, kind INTEGER, name TEXT, type_line TEXT, data TEXT,"
        " compiled TEXT); CREATE TABLE names (normal TEXT, rank INTEGER, card INTEGER, name TEXT);"
        "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
        "INSERT INTO names VALUES ('old quarry', 0, 1, 'Old Quarry');"
        "INSERT INTO cards VALUES (1, 'old quarry', 0, 'Old Quarry', 'Land', '{\"name\": \"Old Quarry\"}', '[[]]');"
    )
    connection.close()
    with Store(path) as store, pytest.raises(InputError) as refused:
        store.find("Old Quarry")
    said = str(refused.value)
    assert "was made by an older version of typeline. Import it again: 'typeline cards import FILE'" in said
    assert _made(path, 3) == path
    with Store(path) as store:
        assert store.find("Copper Ox 2") is not None


@pytest.mark.parametrize("beside", ["-journal", "-wal", "-shm"])
@pytest.mark.parametrize("content", [b"", b"\0" * 5000, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 5000])
def test_other_files_change_nothing(beside: str, content: bytes, tmp_path: Path) -> None:
    path = _made(tmp_path / "cards.db", 30)
    wanted = _answers(path)
    Path(f"{path}{beside}").write_bytes(content)
    for question, answer in _answers(path).items():
        if isinstance(answer, InputError):
            assert "mport it again" in str(answer)
        else:
            assert answer == wanted[question]


def test_a_store_that_goes_while_it_is_read(tmp_path: Path) -> None:
    path = _made(tmp_path / "cards.db", 30)
    with Store(path) as store:
        assert store.find("Copper Ox 1") is not None
        path.unlink()
        assert store.find("Copper Ox 2") is not None  # it is still open
    with Store(path) as store, pytest.raises(InputError, match="no such file"):
        store.find("Copper Ox 2")
