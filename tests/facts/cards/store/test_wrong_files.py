"""The store of the user's own cards: files that are no bulk files are refused in one line."""

from __future__ import annotations

import gzip
import io
import itertools
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from facts import InputError
from facts.cards.store import Store
from facts.cards.store.importing import import_cards
from facts.cards.store.stream import LONGEST
from tests.facts.cards.store.stored import LEAF, OX, QUARRY, as_json, imported, store_of

WRONG: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "bulk.json: there is nothing in it. Wanted: Scryfall's"),
    "white space": (b" \n ", "bulk.json: there is nothing in it"),
    "no JSON": (b"\n<html>", "bulk.json:2: this is no file of cards: it begins with '<'"),
    "a board": (b"timeline: []", "this is no file of cards: it begins with 't'"),
    "no cards": (b"[]", "there are no cards in it"),
    "an empty mapping": (b"{}", "this is no file of cards: an empty mapping"),
    "list of bulk files": (as_json({"name": "x", "download_uri": "y"}), "this is no file of cards: a mapping"),
    "MTGJSON, but sets": (as_json({"meta": {}, "data": {"AAA": {"cards": []}}}), "data.AAA: this is no list of faces"),
    "zip": (b"PK\x03\x04xxxx", "this is a zip archive"),
    "UTF-16": (as_json([OX]).decode().encode("utf-16"), "this is UTF-16. Save the file as UTF-8"),
    "Latin-1": ('[\n{"name": "Gæl"}]'.encode("latin-1"), "bulk.json:2: byte 0xe6 is not UTF-8"),
    "truncated": (as_json([OX, LEAF])[:-30], "[1]: the file ends too early"),
    "between two cards": (as_json([OX])[:-1] + b",", "[1]: the file ends too early"),
    "without an end": (as_json([OX])[:-1], "[0]: the file ends too early"),
    "truncated gzip": (gzip.compress(as_json([OX, LEAF]))[:-15], "bulk.json: the gzip data ends too early"),
    "damaged gzip": (gzip.compress(as_json([OX]))[:-8] + b"\xff" * 8, "bulk.json: the gzip data is damaged"),
    "something behind": (as_json([OX]) + b" ]", "']' stands after the end of the cards"),
    "no comma": (b"[\n" + as_json(OX) + b"\n" + as_json(OX), "bulk.json:3: [0]: not readable as JSON: '{' stands"),
    "comma too many": (as_json([OX])[:-1] + b",]", "[1]: not readable as JSON: expecting value, before ']'"),
    "no card": (as_json([OX, 7]), "[1]: 7 is no card"),
    "null": (as_json([None]), "[0]: null is no card"),
    "no name": (as_json([OX, {"type_line": "Land"}]), "[1]: 'name' is missing"),
    "no type line": (as_json([{"name": "Foo"}]), "(of the card 'Foo')"),
    "name of a wrong type": (as_json([{**OX, "name": 7}]), "[0].name: 7 is a number"),
    "text of a wrong type": (as_json([{**OX, "oracle_text": ["x"]}]), '[0].oracle_text: ["x"] is a list'),
    "power of a wrong type": (as_json([{**OX, "power": True}]), "[0].power: true is a truth value"),
    "faces of a wrong type": (as_json([{**LEAF, "card_faces": "x"}]), "[0].card_faces: 'x' is a text"),
    "one face": (as_json([{**LEAF, "card_faces": [3, 4]}]), "[0].card_faces[0]: 3 is a number"),
    "number too large": (as_json([{**OX, "power": "9" * 12}]), "[0].power: '999999999999' is too large"),
    "NDJSON without a name": (as_json(OX) + b"\n" + as_json({"nam": "x"}), "bulk.json:2: [1]: 'name' is missing"),
    "a face in MTGJSON": (as_json({"data": {"Foo": [3]}}), "data.Foo[0]: 3 is no face of a card"),
    "a key of MTGJSON": (as_json({"data": {"Foo": [{"name": "Foo", "type": 3}]}}), "data.Foo[0].type: 3 is a number"),
    "a name twice": (as_json([OX, QUARRY, {**OX, "type_line": "Land"}]), "[2]: there is another card called"),
    "a card twice": (as_json([OX, OX]), "[1]: there is another card called"),
    "a name twice in MTGJSON": (
        b'{"data": {"Foo": [{"name": "Foo", "type": "Land"}], "Foo": [{"name": "Foo", "type": "Land"}]}}',
        "data.Foo: there is another card called 'Foo'",
    ),
    "nested": (b"[" * 100_000, "this nests too deeply"),
    "nested card": (b'[{"name": "x", "y": ' + b"[" * 100_000, "[0]: this nests too deeply"),
    "surrogate": (b'[{"name": "\\ud800", "type_line": "Land"}]', "the character U+D800 has no place in a text"),
    "control character": (b'[{"name": "\\u001b[2J", "type_line": "Land"}]', "the character U+001B has no place"),
    "no number": (b'[{"name": "x", "cmc": NaN}]', "NaN is no number"),
    "very long number": (b'[{"name": "x", "cmc": ' + b"9" * 10_000 + b"}]", "a number has too many digits"),
}


class TestWrongFiles:
    """One clear error, and the store as it was."""

    @pytest.mark.parametrize("case", WRONG)
    @pytest.mark.parametrize("there", [True, False], ids=["replacing", "new"])
    def test_refused(self, case: str, there: bool, path: str) -> None:
        content, message = WRONG[case]
        if there:
            imported(as_json([QUARRY]), path)
        before = Path(path).read_bytes() if there else None
        with pytest.raises(InputError) as refused:
            imported(content, path)
        assert message in str(refused.value)
        assert str(refused.value).startswith("bulk.json")
        assert str(refused.value).isprintable()
        assert os.listdir(os.path.dirname(path)) == (["my cards?.db"] if there else [])
        assert before is None or Path(path).read_bytes() == before

    @pytest.mark.parametrize(("before", "after"), [(b'[{"name":"', b'"}]'), (b'{"', b'":1}'), (b'[{"x":1,"y":"', b"")])
    def test_a_line_of_300_megabytes(self, before: bytes, after: bytes, path: str) -> None:
        file = Endless(itertools.chain([before], itertools.repeat(b"x" * 1_000_000, 300), [after]))
        with pytest.raises(InputError, match="this value is longer than"):
            import_cards(file, "bulk.json", path)
        assert file.given < 4 * LONGEST

    def test_a_single_line_of_many_cards_takes_no_memory(self, path: str) -> None:
        import tracemalloc

        piece = as_json([{**QUARRY, "layout": "token", "flavor": "x" * 2000}])[1:-1] + b","
        file = Endless(itertools.chain([b"["], itertools.repeat(piece, 10_000), [piece[:-1], b"]"]))
        tracemalloc.start()
        done = import_cards(file, "bulk.json", path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (done.cards, done.duplicates, file.given > 20_000_000) == (1, 10_000, True)
        assert most < 8_000_000

    def test_interrupted(self, path: str) -> None:
        imported(as_json([QUARRY]), path)
        before = Path(path).read_bytes()

        def interrupt(_: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            import_cards(io.BytesIO(as_json([OX])), "bulk.json", path, interrupt)
        assert Path(path).read_bytes() == before
        assert os.listdir(os.path.dirname(path)) == ["my cards?.db"]

    def test_the_rest_of_a_killed_import_is_removed(self, path: str) -> None:
        imported(as_json([QUARRY]), path)
        left = Path(path).with_name(".my cards?.db.1.1.new")
        left.write_bytes(b"x")
        imported(as_json([QUARRY]), path)
        assert left.exists()  # it could be one that is going on
        os.utime(left, (time.time() - 100_000,) * 2)
        imported(as_json([QUARRY]), path)
        assert not left.exists()

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and locks")
    def test_the_next_import_removes_the_rest_of_a_killed_one(self, path: str) -> None:
        code = (
            "import io, json, os, signal, sys\nfrom facts.cards.store.importing import import_cards\n"
            "def end(_): os.kill(os.getpid(), signal.SIGKILL)\n"
            f"import_cards(io.BytesIO({as_json([QUARRY])!r}), 'bulk.json', {path!r}, end)\n"
        )
        root = str(Path(__file__).parents[4])
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": root}, check=False)
        assert [name.endswith(".new") for name in os.listdir(os.path.dirname(path))] == [True]
        imported(as_json([QUARRY]), path)
        assert os.listdir(os.path.dirname(path)) == ["my cards?.db"]

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks")
    def test_an_import_leaves_another_that_goes_on_alone(self, path: str) -> None:
        def meanwhile(_: int) -> None:
            imported(as_json([OX]), path)

        import_cards(io.BytesIO(as_json([QUARRY])), "bulk.json", path, meanwhile)
        with Store(path) as store:
            assert store.find(QUARRY["name"]) is not None
        assert os.listdir(os.path.dirname(path)) == ["my cards?.db"]

    def test_nothing_else_is_written_over(self, tmp_path: Path) -> None:
        board = tmp_path / "board.yaml"
        board.write_text("timeline: []", encoding="utf-8")
        foreign = tmp_path / "foreign.db"
        sqlite3.connect(foreign).executescript("CREATE TABLE mine (x); INSERT INTO mine VALUES (1);")
        for path in (board, foreign):
            before = path.read_bytes()
            with pytest.raises(InputError, match="is no card store, and is not written over"):
                imported(as_json([OX]), str(path))
            assert path.read_bytes() == before
        with pytest.raises(InputError, match="is a folder"):
            imported(as_json([OX]), str(tmp_path))

    def test_a_pipe_or_device_is_left_alone(self, tmp_path: Path) -> None:
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        with pytest.raises(InputError, match="is a device or a pipe, and no file"):
            imported(as_json([OX]), str(pipe))
        assert pipe.is_fifo()

    def test_a_folder_that_cannot_be_made(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_bytes(b"")
        with pytest.raises(InputError, match="cannot be written"):
            imported(as_json([OX]), str(tmp_path / "file" / "cards.db"))

    def test_a_folder_and_a_store_that_may_not_be_written_to(self, tmp_path: Path) -> None:
        folder = tmp_path / "kept"
        folder.mkdir()
        path = str(folder / "cards.db")
        imported(as_json([OX]), path)
        folder.chmod(0o555)
        if os.access(folder, os.W_OK):  # as root
            pytest.skip("who may write everywhere is not refused")
        try:
            for name, kept in (("cards.db", "; the old store is as it was"), ("new.db", "")):
                with pytest.raises(InputError) as told:
                    imported(as_json([QUARRY]), str(folder / name))
                instead = f"Name another file with --cards{kept}"
                assert (told.value.problem, told.value.hint) == ("cannot be written: Permission denied", instead)
        finally:
            folder.chmod(0o755)
        os.chmod(path, 0o444)
        with pytest.raises(InputError, match="may not be written over"):
            imported(as_json([QUARRY]), path)
        os.chmod(path, 0)
        with pytest.raises(InputError, match="may not be read"):
            Store(path).find("Old Quarry")
        os.chmod(path, 0o644)
        assert os.listdir(folder) == ["cards.db"]
        assert Store(path).find("Gæl's Copper Ox") is not None

    def test_readers_keep_what_they_read(self, path: str) -> None:
        store = store_of(path, QUARRY)
        assert store.find("Old Quarry") is not None
        imported(as_json([OX]), path)
        store.close()
        assert store.find("Copper Ox, Gæl's") is None
        assert store.find("Gæl's Copper Ox") is not None


class Endless:
    """A file made of pieces, of which it counts the bytes that were read."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self.given = 0
        self._pieces = pieces
        self._left = b""

    def read(self, size: int = -1, /) -> bytes:
        while 0 <= len(self._left) < size:
            piece = next(self._pieces, b"")
            if not piece:
                break
            self._left += piece
        data, self._left = self._left[:size], self._left[size:]
        self.given += len(data)
        return data
