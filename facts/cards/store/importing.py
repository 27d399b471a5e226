"""Making a store out of a bulk file."""

from __future__ import annotations

import glob
import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

from facts.cards.rules_text import compile_card
from facts.cards.store import APPLICATION_ID, NAMES, TABLES, VERSION, connect, refuse
from facts.cards.store.bulk import Found, cards_of
from facts.cards.store.checksums import ON_A_SHELF, checksum, checksum_of_about, shelf_of
from facts.cards.store.melding import Melding
from facts.cards.store.stream import HINT, Readable
from facts.cards.store.text_reader import reader
from facts.text import InputError, normal

if TYPE_CHECKING:
    import sqlite3

_WHOLE, _FRONT, _OTHER, _RANKS = 0, 1, 2, 3
_ABANDONED = 3600.0


@dataclass(frozen=True, slots=True)
class Imported:
    """The outcome of an import.

    Attributes:
        path: The store.
        cards: The number of cards in it.
        duplicates: The number of cards left out because an earlier card has the same name.
    """

    path: str
    cards: int
    duplicates: int


def import_cards(file: Readable, source: str, path: str, progress: Callable[[int], None] | None = None) -> Imported:
    """Make a store from a bulk file. It replaces the store at the same path.

    The old store stays as it was until the new one is complete, even after an error.

    Args:
        file: A bulk file of Scryfall or MTGJSON, as it is or with gzip (see `facts.cards.store.bulk`).
        source: Its name in messages.
        path: The store.
        progress: Called with the number of bytes each time some of the file were read.

    Returns:
        The outcome: the path of the store, and the numbers of cards and duplicates.

    Raises:
        InputError: The file is no bulk file, or the store cannot be written.
    """
    import sqlite3

    path = os.path.realpath(path)
    _replaceable(path)
    folder, name = os.path.split(path)
    new = os.path.join(folder, f".{name}.{os.getpid()}.{time.time_ns()}.new")
    try:
        os.makedirs(folder, exist_ok=True)
        _sweep(folder, name)
        number = os.open(new, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o666)  # it says why it fails; SQLite doesn't
        with open(number, "rb+") as written:
            _locked(written)
            connection = sqlite3.connect(new, isolation_level=None)
            try:
                done = _fill(connection, file, source, path, progress)
            finally:
                connection.close()
            os.fsync(written.fileno())
        os.replace(new, path)
    except sqlite3.Error as error:
        raise InputError(f"cannot be written: {error}", _instead(path), source=path) from None
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", _instead(path), source=path) from None
    finally:
        for left in (new, f"{new}-journal"):
            if os.path.exists(left):
                os.unlink(left)
    return done


def _instead(path: str) -> str:
    """Return the advice for a store that cannot be written."""
    kept = "; the old store is as it was" if os.path.exists(path) else ""
    return f"Name another file with --cards{kept}"


def _replaceable(path: str) -> None:
    """Refuse to write over anything that is not a store."""
    import sqlite3

    if os.path.isdir(path):
        raise InputError("is a folder", "Name a file", source=path)
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError("is a device or a pipe, and no file", "Name a file", source=path)
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return
    if not os.access(path, os.W_OK):
        raise InputError("may not be written over", "Name another file with --cards", source=path)
    try:
        connection = connect(path)
        try:
            refuse(path, connection, any_version=True)
        finally:
            connection.close()
    except sqlite3.Error as error:
        raise InputError(f"cannot be opened: {error}", "Name another file with --cards", source=path) from None
    except InputError as error:
        raise InputError(f"{error.problem}, and is not written over", "Name another file", source=path) from None


def _sweep(folder: str, name: str) -> None:
    """Delete the files that killed imports have left.

    Nobody holds the lock of such a file, and the process whose number is in its name has ended. (The lock alone is not
    enough: imports of older versions took none. Nor is the number: the process may run on another machine.) A file
    older than an hour is deleted in any case.
    """
    for left in glob.glob(os.path.join(glob.escape(folder), f".{glob.escape(name)}.*.new*")):
        try:
            with open(left, "rb") as file:
                if (_locked(file) and _is_gone(left)) or time.time() - os.path.getmtime(left) > _ABANDONED:
                    os.unlink(left)
        except FileNotFoundError:
            continue  # its import has just ended


def _is_gone(left: str) -> bool:
    """Tell whether the process that wrote a file has ended. Its number is in the name of the file."""
    number = left.split(".new")[0].split(".")[-2]
    if sys.platform == "win32" or not number.isdigit():
        return False
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


def _locked(file: IO[bytes]) -> bool:
    """Take the lock of a file, which ends with the process that holds it; tell whether that was possible."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (ImportError, OSError):  # no locks there, or another import has it
        return False
    return True


def _fill(
    connection: sqlite3.Connection, file: Readable, source: str, path: str, progress: Callable[[int], None] | None
) -> Imported:
    """Write all cards of a file."""
    connection.execute("PRAGMA journal_mode = OFF")
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.executescript(TABLES + NAMES)
    connection.execute("BEGIN")
    salt = int.from_bytes(os.urandom(4), "big")
    cards = duplicates = 0
    melding = Melding()
    for found in cards_of(file, source, progress):
        melding.note(json.loads(found.data))
        if _add(connection, found, salt):
            cards += 1
        else:
            duplicates += 1
    for name, fronts in melding.results():
        _meld(connection, name, fronts, salt)
    if not cards:
        raise InputError("there are no cards in it", f"Wanted: {HINT}", source=source)
    shelves = _shelve(connection, salt)
    source = os.path.basename(source).encode("utf-8", "replace").decode()
    told = {"cards": cards, "duplicates": duplicates, "source": source, "shelves": shelves, "salt": salt}
    about = {key: str(value) for key, value in told.items()} | {"reader": reader()}
    about["checksum"] = checksum_of_about(about.items())
    connection.executemany("INSERT INTO about VALUES (?, ?)", list(about.items()))
    connection.execute("COMMIT")
    return Imported(path, cards, duplicates)


def _shelve(connection: sqlite3.Connection, salt: int) -> int:
    """Put the names onto shelves; return how many shelves there are."""
    (count,) = connection.execute("SELECT count(*) FROM names").fetchone()
    shelves: list[list[tuple[str, int, int, str]]] = [[] for _ in range(count // ON_A_SHELF + 1)]
    for row in connection.execute("SELECT normal, rank, card, name FROM names ORDER BY normal, rank, card"):
        shelves[shelf_of(row[0], len(shelves))].append(row)
    written = (json.dumps(names, ensure_ascii=False, separators=(",", ":")) for names in shelves)
    rows = [(number, names, checksum(salt, number, names)) for number, names in enumerate(written)]
    connection.executemany("INSERT INTO shelves VALUES (?, ?, ?)", rows)
    return len(shelves)


def _meld(connection: sqlite3.Connection, name: str, fronts: tuple[str, str], salt: int) -> None:
    """Write down which cards meld into a card, where the file did not name them at that card."""
    select = "SELECT id, normal, kind, name, type_line, data, compiled FROM cards WHERE normal = ?"
    known = connection.execute(select, (normal(name),)).fetchone()
    if known is None:
        return
    *before, old, compiled = known
    card = json.loads(old)
    if "melds_from" not in card and "card_faces" not in card:
        card |= {"layout": "meld", "melds_from": list(fronts)}
        data = json.dumps(card, ensure_ascii=False, separators=(",", ":"))
        told = checksum(salt, *before, data, compiled)
        connection.execute("UPDATE cards SET data = ?, checksum = ? WHERE id = ?", (data, told, known[0]))


def _add(connection: sqlite3.Connection, found: Found, salt: int) -> bool:
    """Write a card, if its name is new; return whether it is."""
    name = normal(found.name)
    known = connection.execute("SELECT id, kind FROM cards WHERE normal = ?", (name,)).fetchone()
    if known is not None and known[1] <= found.kind:
        return False
    compiled = json.dumps(compile_card(json.loads(found.data)), ensure_ascii=False, separators=(",", ":"))
    values = (name, found.kind, found.name, found.type_line, found.data, compiled)
    if known is None:
        (last,) = connection.execute("SELECT max(id) FROM cards").fetchone()
        number = (last or 0) + 1
    else:
        (number, _) = known
        connection.execute("DELETE FROM names WHERE card = ?", (number,))
    row = (number, *values, checksum(salt, number, *values))
    connection.execute(
        "INSERT OR REPLACE INTO cards (id, normal, kind, name, type_line, data, compiled, checksum)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        row,
    )
    ranked = [(name, _WHOLE, found.name)]
    for place, face in enumerate(found.faces):
        ranked.append((normal(face), _OTHER if place else _FRONT, face))
    connection.executemany(
        "INSERT INTO names (normal, rank, card, name) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [(plain, found.kind * _RANKS + rank, number, spelled) for plain, rank, spelled in ranked],
    )
    return known is None
