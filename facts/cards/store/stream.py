"""Reading JSON piece by piece: of a file of any length only a piece is in memory, even if it is all one line."""

from __future__ import annotations

import codecs
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NoReturn, Protocol, cast

from facts.runtime import pattern
from facts.text import InputError, Path, show

LONGEST = 4 * 1024 * 1024
"""The most characters that a single value (a card with all its data) may have."""

HINT = 'Scryfall\'s "Oracle Cards" or MTGJSON\'s "AtomicCards", as JSON or with gzip'

_PIECE = 256 * 1024
_SPACE = pattern(r"[ \n\r\t]*")
_GZIP = b"\x1f\x8b"
_PACKED = {
    b"PK\x03\x04": "a zip archive",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ": "an xz file",
    b"\x28\xb5\x2f\xfd": "a zstd file",
    b"SQLite": "an SQLite database",
}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Readable(Protocol):
    """Something that bytes are read from."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes, none at the end."""


class Counted:
    """A file that shows its first bytes before they are read, and tells how much of it was read."""

    def __init__(self, file: Readable, progress: Callable[[int], None] | None = None) -> None:
        """Take a file.

        Args:
            file: The file.
            progress: Called with the number of bytes each time some were read.
        """
        self._file = file
        self._progress = progress
        self.head = file.read(8)
        self._left = self.head

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""
        if self._left:
            data = self._left if size < 0 else self._left[:size]
            self._left = self._left[len(data) :]
        else:
            data = self._file.read(size)
        if self._progress is not None:
            self._progress(len(data))
        return data


class JsonText:
    """The text of a file, of which one value after the other is taken.

    Attributes:
        source: The name of the file in messages.
    """

    def __init__(self, file: Readable, source: str, progress: Callable[[int], None] | None = None) -> None:
        """Take a file.

        Args:
            file: The file, as it is or with gzip.
            source: Its name in messages.
            progress: Called with the number of bytes each time some of the file were read.

        Raises:
            InputError: It is evidently something else.
        """
        self.source = source
        counted = Counted(file, progress)
        for start, what in _PACKED.items():
            if counted.head.startswith(start):
                self.fail(f"this is {what}", f"Wanted: {HINT}")
        if counted.head.startswith(_UTF16):
            self.fail("this is UTF-16", "Save the file as UTF-8")
        self._gzip = counted.head.startswith(_GZIP)
        self._file: Readable = gzip.GzipFile(fileobj=cast(Any, counted)) if self._gzip else counted
        self._decode = codecs.getincrementaldecoder("utf-8-sig")()
        self._raw_decode = json.JSONDecoder(parse_constant=_no_number).raw_decode
        self._text = ""
        self._at = 0
        self._lines = 1
        self._counted = 0
        self._ended = False

    @property
    def line(self) -> int:
        """The line of the next character."""
        self._lines += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._lines

    def peek(self) -> str:
        """Return the next character that is no white space, without taking it; empty at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def take(self, wanted: str, path: Path) -> str:
        """Take the next character that is no white space.

        Args:
            wanted: The characters that it may be.
            path: Its path in the document, for messages.

        Returns:
            The character.

        Raises:
            InputError: It is another one.
        """
        found = self.peek()
        if not found or found not in wanted:
            self._not_this(found, " or ".join(show(one) for one in wanted), path)
        self._at += 1
        return found

    def value(self, path: Path) -> Any:
        """Take the next value.

        Args:
            path: Its path in the document, for messages.

        Returns:
            The value as plain data.

        Raises:
            InputError: There is none, or it is too long.
        """
        if not self.peek():
            self._not_this("", "a value", path)
        while True:
            text, at = self._text, self._at
            try:
                value, end = self._raw_decode(text, at)
            except RecursionError:
                self.fail("this nests too deeply", "", path)
            except ValueError as error:
                size = len(text) - at
                # The error may only mean that the rest of the value has not been read yet.
                if size <= LONGEST and self._more(size):
                    continue
                self._broken(error, getattr(error, "pos", at) - at, size > LONGEST, path)
            else:
                size = len(text) - at
                if end == len(text) and text[end - 1] not in '"]}' and size <= LONGEST and self._more(size):
                    continue  # more digits may come
                self._at = end
                return value

    def entries(self, path: Path) -> Iterator[str]:
        """Go through the mapping that begins here; the caller takes the value of each key.

        Args:
            path: Its path in the document, for messages.

        Returns:
            The keys.
        """
        self.take("{", path)
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                self._not_this(self.peek(), "a key in quotes", path)
            key = str(self.value(path))
            self.take(":", (*path, key))
            yield key
            if self.take(",}", path) == "}":
                return

    def items(self, path: Path) -> Iterator[int]:
        """Go through the list that begins here; the caller takes the value of each entry.

        Args:
            path: Its path in the document, for messages.

        Returns:
            The indexes.
        """
        self.take("[", path)
        if self.peek() == "]":
            self._at += 1
            return
        index = 0
        while True:
            yield index
            if self.take(",]", (*path, index)) == "]":
                return
            index += 1

    def fail(self, problem: str, hint: str = "", path: Path | str = (), line: int | None = None) -> NoReturn:
        """Refuse the file.

        Args:
            problem: The fault.
            hint: The accepted values.
            path: Where in the document.
            line: The line, if it is known.

        Raises:
            InputError: Always.
        """
        raise InputError(problem, hint, path, line, self.source)

    def _not_this(self, found: str, wanted: str, path: Path) -> NoReturn:
        if not found:
            self.fail("the file ends too early", "It may not have been loaded to its end", path, self.line)
        self.fail(f"not readable as JSON: {show(found)} stands where {wanted} belongs", "", path, self.line)

    def _broken(self, error: ValueError, after: int, long: bool, path: Path) -> NoReturn:
        """Raise the error for a value that cannot be read.

        Args:
            error: The parser's error.
            after: The distance in characters from the value's beginning.
            long: Whether the value is too long to be read to its end.
            path: Where in the document this is.
        """
        if not isinstance(error, json.JSONDecodeError):
            problem = "a number has too many digits" if "digits" in str(error) else str(error)
            self.fail(f"not readable as JSON: {problem}", "", path, self.line)
        at = self._at + after
        seen = self._text.rstrip()
        unfinished = error.msg.startswith("Unterminated string") or (
            at >= len(seen) - 1 and not seen.endswith(("]", "}"))
        )
        if long and unfinished:
            self.fail(f"this value is longer than {LONGEST:,} characters", f"Wanted: {HINT}", path, self.line)
        line = self.line + self._text.count("\n", self._at, at)
        if unfinished:
            self.fail("the file ends too early", "It may not have been loaded to its end", path, line)
        message = f"{error.msg[:1].lower()}{error.msg[1:]}".removesuffix(" at")
        self.fail(f"not readable as JSON: {message}, before {show(self._text[at : at + 20])}", "", path, line)

    def _more(self, at_least: int = 0) -> bool:
        """Read on, and forget the text that was taken; return whether there was more to read.

        Args:
            at_least: The number of characters to read at least, if the file still has as many.
        """
        line = self.line
        pieces = [self._text[self._at :]]
        read = 0
        while not self._ended and (not read or read < at_least):
            raw = self._read()
            self._ended = not raw
            try:
                piece = self._decode.decode(raw, final=self._ended)
            except UnicodeDecodeError as error:
                line += sum(piece.count("\n") for piece in pieces) + error.object.count(b"\n", 0, error.start)
                self.fail(f"byte 0x{error.object[error.start]:02x} is not UTF-8", f"Wanted: {HINT}", (), line)
            pieces.append(piece)
            read += len(piece)
        self._text, self._at, self._counted = "".join(pieces), 0, 0
        return read > 0

    def _read(self) -> bytes:
        """Read a piece of the file."""
        try:
            return self._file.read(_PIECE)
        except EOFError:
            self.fail("the gzip data ends too early", "It may not have been loaded to its end: load it again")
        except (gzip.BadGzipFile, zlib.error) as error:
            self.fail(f"the gzip data is damaged ({error})", "Load it again")
        except OSError as error:
            self.fail(f"cannot be read: {error.strerror or error}")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")
