"""The user's own cards: one SQLite file, made from a bulk file of Scryfall or MTGJSON by `facts.cards.store.importing`.

Each card is kept in Scryfall's shape, as far as `facts.cards.card` reads it. A store is never changed in place: an
import writes a new file and puts it where the old one was.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from facts.cards.card import Card, read_card
from facts.cards.store.checksums import checksum, checksum_of_about, shelf_of
from facts.cards.store.text_reader import reader
from facts.runtime import CARDS, offer
from facts.text import InputError, normal

if TYPE_CHECKING:
    import sqlite3

    from facts.cards.store.bulk import cards_of
    from facts.cards.store.card_search import found_cards
    from facts.cards.store.importing import import_cards

__all__ = ["Store", "cards_of", "found_cards", "import_cards"]

offer(__name__)

VARIABLE = "TYPELINE_CARDS"
"""The environment variable that names the store."""

APPLICATION_ID = 0x74796C6E
"""The application number in the SQLite header of our files: the bytes of ``tyln``."""

VERSION = 3
"""The version of the tables. A store of another one must be imported again."""

TABLES = """
CREATE TABLE cards (
    id INTEGER PRIMARY KEY,
    normal TEXT NOT NULL UNIQUE,   -- the whole name, see facts.text.names.normal
    kind INTEGER NOT NULL,         -- which of two of the same name goes first, see facts.cards.store.bulk
    name TEXT NOT NULL,
    type_line TEXT NOT NULL,
    data TEXT NOT NULL,            -- the card in Scryfall's shape, as JSON
    compiled TEXT NOT NULL,        -- its rules text in the effect form (facts.cards.rules_text), as JSON
    checksum INTEGER NOT NULL      -- of all of this, see facts.cards.store.checksums
);
CREATE TABLE shelves (
    id INTEGER PRIMARY KEY,        -- which names are on it says facts.cards.store.checksums
    names TEXT NOT NULL,           -- [normal, rank, card, as printed] of whole names and faces, as JSON
    checksum INTEGER NOT NULL
);
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""

NAMES = """
CREATE TEMP TABLE names (
    normal TEXT NOT NULL,          -- of the whole name, and of each face
    rank INTEGER NOT NULL,         -- whole names go before fronts, fronts before other faces
    card INTEGER NOT NULL,
    name TEXT NOT NULL,            -- as printed
    PRIMARY KEY (normal, rank, card)
) WITHOUT ROWID;
"""
"""The table that holds the names during an import. At its end, they go into the rows of the table ``shelves``."""

_IMPORT = "typeline cards import FILE"
_LIKELY = 40
_AT_ONCE = 100
_ALL_CARDS = "SELECT id, normal, kind, name, type_line, data, compiled, checksum FROM cards ORDER BY id"
_ONE_CARD = "SELECT id, normal, kind, name, type_line, data, compiled, checksum FROM cards WHERE id = ?"


def default_path() -> str:
    """Return the path of the user's store, even if it does not exist.

    Returns:
        The file that `VARIABLE` names, or else ``cards.db`` in the user's data folder for this program.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return os.path.expanduser(named)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        folder = os.path.join(home, "Library", "Application Support")
    else:
        folder = os.environ.get("XDG_DATA_HOME") or ""
        if not os.path.isabs(folder):  # the convention: anything else is to be ignored
            folder = os.path.join(home, ".local", "share")
    return os.path.join(folder, "typeline", "cards.db")


class Store:
    """A store of cards, opened when it is first needed. Threads may share one; a forked process opens the file anew.

    Attributes:
        path: The file.
        required: Whether a missing file is an error, or just a store without cards.
        preferred: Whether its cards go before the built-in ones of the same name.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None, *, preferred: bool = False) -> None:
        """Take a file.

        Args:
            path: The file; the user's own if left out, which need not be there.
            preferred: Whether its cards go before the built-in ones of the same name.
        """
        self.preferred = preferred
        self.required = path is not None or bool(os.environ.get(VARIABLE))
        self.path = default_path() if path is None else os.fspath(path)
        self._connection: sqlite3.Connection | None = None
        self._opened_by = 0
        self._about: dict[str, str] = {}
        self._cards: dict[int, Card] = {}
        self._found: dict[str, Card] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the state of a copy. In any process, the copy opens the file itself."""
        return {**self.__dict__, "_connection": None, "_cards": {}, "_found": {}}

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. The next question opens it again."""
        with CARDS:
            if self._connection is not None:
                self._leave_to_parent()
            if self._connection is not None:
                self._connection.close()
                self._connection = None
                self._cards.clear()  # another file may be there when it is opened again
                self._found.clear()

    def _leave_to_parent(self) -> None:
        """Let go of a connection that came with a fork: another process must neither use nor close it, says SQLite."""
        if self._opened_by != os.getpid():
            _of_parents.append(self._connection)
            self._connection = None

    @property
    def missing(self) -> bool:
        """True if the file does not exist."""
        return not os.path.exists(self.path)

    @property
    def hint(self) -> str:
        """Advice on how to get more cards; empty if the store exists."""
        return f"Other cards come from a card file: '{_IMPORT}'" if self.missing else ""

    def find(self, name: str) -> Card | None:
        """Find a card by its name or that of a face; case, accents and apostrophes do not matter.

        Args:
            name: The name.

        Returns:
            The card, the same one each time, or None.

        Raises:
            InputError: There is no store although one was named, or it cannot be used.
        """
        plain = _plain(name)
        with CARDS:
            if plain in self._found:
                return self._found[plain]
            found = self._row(plain)
            if found is None:
                return None
            number, data, compiled = found
            card = self._cards.get(number)
            if card is None:
                with self._used():
                    card = self._cards[number] = self._as_read(json.loads(data), compiled)
            self._found[plain] = card
            return card

    def printed(self, name: str) -> dict[str, Any] | None:
        """Return a card as it is stored.

        Args:
            name: As for `find`.

        Returns:
            The card in Scryfall's shape, or None.

        Raises:
            InputError: As for `find`.
        """
        found = self._row(_plain(name))
        if found is None:
            return None
        with self._used():
            data: dict[str, Any] = json.loads(found[1])
        return data

    def all(self) -> Iterator[tuple[dict[str, Any], Card]]:
        """Go through all cards.

        Returns:
            Each card, in Scryfall's shape and as read, in the order of the file they were imported from.

        Raises:
            InputError: As for `find`.
        """
        with self._used():
            with CARDS:
                connection = self._open()
                if connection is None:
                    return
                rows = connection.execute(_ALL_CARDS)
                some = rows.fetchmany(_AT_ONCE)
            count = 0
            while some:
                for row in some:
                    number, data, compiled = self._intact(row)
                    count += 1
                    if number != count:  # they are numbered from 1 on, without a gap
                        raise self._damaged()
                    printed = json.loads(data)
                    yield printed, self._as_read(printed, compiled)
                with CARDS:
                    some = rows.fetchmany(_AT_ONCE)
            if count != int(self._about["cards"]):
                raise self._damaged()

    def search(self, pattern: str) -> list[tuple[str, str]]:
        """Find the cards with a piece of text in their name or that of a face.

        Args:
            pattern: The text; case, accents, apostrophes and punctuation do not matter.

        Returns:
            The whole name and the type line of each, by name.

        Raises:
            InputError: As for `find`.
        """
        with self._reading() as connection:
            if connection is None:
                return []
            wanted = _plain(pattern)
            numbers = {number for plain, _, number, _ in self._names(connection) if wanted in plain}
            rows = sorted((self._card(connection, number) for number in numbers), key=lambda row: str(row[1]))
            return [(str(row[3]), str(row[4])) for row in rows]

    def candidates(self, name: str) -> list[str]:
        """Return names that a mistyped name may have meant.

        Args:
            name: The name as given.

        Returns:
            Names as printed, of cards and of faces: those that are near, and those that begin alike.

        Raises:
            InputError: As for `find`.
        """
        wanted = _plain(name)
        with self._reading() as connection:
            if connection is None or not wanted:
                return []
            from rapidfuzz import fuzz, process

            # All names, some 35,000, take less time to compare than an index of their pieces would to keep.
            there = sorted(self._names(connection), key=lambda one: (one[1], one[2]), reverse=True)
            known = {plain: name for plain, _, _, name in there}
            names = list(known)
            found = process.extract(wanted, names, scorer=fuzz.ratio, score_cutoff=65, limit=_LIKELY)
            found += process.extract(wanted, names, scorer=fuzz.token_set_ratio, score_cutoff=90, limit=_LIKELY)
            near = {one for one, _, _ in found}
            near.update([one for one in names if one.startswith(f"{wanted} ")][:_LIKELY])
            return [known[one] for one in near]

    def beginning(self, begun: str, most: int) -> list[str]:
        """Return names that begin with a text.

        Args:
            begun: The beginning, as `facts.text.names.normal` writes it.
            most: The maximum number.

        Returns:
            Names as printed, of cards and of faces.

        Raises:
            InputError: As for `find`.
        """
        with self._reading() as connection:
            if connection is None:
                return []
            found = sorted((plain, name) for plain, _, _, name in self._names(connection) if plain.startswith(begun))
            return list(dict.fromkeys(name for _, name in found))[:most]

    def about(self) -> dict[str, str]:
        """Return the store's description of itself.

        Returns:
            The number of ``cards``, the number of ``duplicates`` left out, the ``source`` of the cards, the
            ``reader`` of their texts, and the method of their checksums.

        Raises:
            InputError: As for `find`.
        """
        with self._reading() as connection:
            return {} if connection is None else dict(self._about)

    def _as_read(self, printed: dict[str, Any], compiled: str) -> Card:
        """Return a card. Its text is compiled anew if another reader compiled it."""
        is_current = self._about.get("reader") == reader()
        return read_card(printed, compiled=json.loads(compiled) if is_current else None)

    def _row(self, plain: str) -> tuple[int, str, str] | None:
        """Return the number of a card, its data, and its compiled text, by its name as `_plain` has it."""
        with self._reading() as connection:
            if connection is None:
                return None
            shelf = self._shelf(connection, shelf_of(plain, int(self._about["shelves"])))
            found = min((tuple(one[1:3]) for one in shelf if one[0] == plain), default=None)
            if found is None:
                return None
            row = self._card(connection, found[1])
            return row[0], row[5], row[6]

    def _card(self, connection: sqlite3.Connection, number: int) -> tuple[Any, ...]:
        """Return the row of a card that must be there."""
        row: tuple[Any, ...] | None = connection.execute(_ONE_CARD, (number,)).fetchone()
        if row is None:
            raise self._damaged()
        self._intact(row)
        return row

    def _intact(self, row: tuple[Any, ...]) -> tuple[int, str, str]:
        """Return the number of a card, its data, and its compiled text, if its row is as it was written."""
        *values, told = row
        if told != checksum(int(self._about["salt"]), *values):
            raise self._damaged()
        return values[0], values[5], values[6]

    def _shelf(self, connection: sqlite3.Connection, number: int) -> list[Any]:
        """Return the names on a shelf, if it is as it was written."""
        row = connection.execute("SELECT names, checksum FROM shelves WHERE id = ?", (number,)).fetchone()
        if row is None or row[1] != checksum(int(self._about["salt"]), number, row[0]):
            raise self._damaged()
        names: list[Any] = json.loads(row[0])
        return names

    def _names(self, connection: sqlite3.Connection) -> Iterator[tuple[str, int, int, str]]:
        """Go through all names: the plain one, its rank, the number of its card, and the name as printed."""
        salt, count = int(self._about["salt"]), 0
        for number, names, told in connection.execute("SELECT id, names, checksum FROM shelves ORDER BY id"):
            if number != count or told != checksum(salt, number, names):
                raise self._damaged()
            count += 1
            yield from json.loads(names)
        if count != int(self._about["shelves"]):
            raise self._damaged()

    def _damaged(self) -> InputError:
        return InputError("the card store is damaged", f"Import it again: '{_IMPORT}'", source=self.path)

    def _open(self) -> sqlite3.Connection | None:
        """Open the file for reading, if it is there."""
        if self._connection is not None:
            self._leave_to_parent()
        if self._connection is not None:
            return self._connection
        if self.missing:
            if self.required:
                raise InputError("no such file", f"It is made by '{_IMPORT} --cards {self.path}'", source=self.path)
            return None
        connection = connect(self.path)
        try:
            refuse(self.path, connection)
            about = dict(connection.execute("SELECT key, value FROM about"))
            if about.pop("checksum", "") != checksum_of_about(about.items()):
                raise self._damaged()
        except BaseException:
            connection.close()
            raise
        self._connection, self._about = connection, about
        self._opened_by = os.getpid()
        return connection

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """Open the file for one thread at a time, if it is there."""
        with CARDS, self._used():
            yield self._open()

    @contextmanager
    def _used(self) -> Iterator[None]:
        """Replace errors of reading the file by messages of our own."""
        import sqlite3

        try:
            yield
        except sqlite3.Error as error:
            if not os.access(self.path, os.R_OK):
                raise InputError("may not be read", "Name another file with --cards", source=self.path) from None
            raise InputError(_trouble(error), f"Import it again: '{_IMPORT}'", source=self.path) from None
        except (UnicodeDecodeError, json.JSONDecodeError, MemoryError):  # the file has a wrong text or size
            raise self._damaged() from None


_of_parents: list[object] = []
"""Connections of the process that this one was forked from: kept, so that nothing closes them here."""


def connect(path: str) -> sqlite3.Connection:
    """Open an SQLite file for reading.

    Args:
        path: The file.

    Returns:
        The connection.
    """
    import sqlite3

    uri = f"{Path(path).absolute().as_uri()}?mode=ro"
    return sqlite3.connect(uri, uri=True, timeout=0.5, check_same_thread=False, isolation_level=None)


def refuse(path: str, connection: sqlite3.Connection, *, any_version: bool = False) -> None:
    """Refuse a file that is not a store, or one of another version.

    Args:
        path: The file.
        connection: Its reader.
        any_version: Whether the version does not matter.

    Raises:
        InputError: The file is no store, or a store of another version.
    """
    import sqlite3

    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        application, version = 0, 0
    if application != APPLICATION_ID:
        hint = f"One is made by '{_IMPORT} --cards FILE.db'; if it was one, it is damaged: import it again"
        raise InputError("is no card store", hint, source=path)
    if version != VERSION and not any_version:
        age = "an older" if version < VERSION else "a newer"
        problem = f"this card store was made by {age} version of typeline"
        raise InputError(problem, f"Import it again: '{_IMPORT}'", source=path)


def _plain(name: str) -> str:
    """Return a name as it is compared with others, in characters that SQLite accepts."""
    return normal(name).encode("utf-8", "replace").decode()


def _trouble(error: sqlite3.Error) -> str:
    """Return the fault of the file."""
    words = str(error)
    if "locked" in words or "busy" in words:
        return "the card store is locked by another program"
    if "unable to open" in words or "readonly" in words:
        return "the card store cannot be opened"
    return f"the card store is damaged ({words})"
