"""Reading YAML and JSON: text in, plain data with line numbers out, or one clear `InputError`.

YAML is read by the core schema of YAML 1.2: ``on``, ``off``, ``yes`` and ``N`` are text, ``010`` is ten,
``12:30`` and ``2024-03-01`` are text. The events of the parser are turned into data one by one, with no
recursion, so neither nesting nor aliases can exhaust the memory or the stack.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from facts.runtime import frozen_data, pattern
from facts.text.errors import InputError, Path, show
from facts.text.plain_data import (
    MAX_DEPTH,
    TOO_DEEP,
    PlainCopy,
    fraction_of,
    too_large,
    unfit_in,
    unfit_problem,
    whole,
)

if TYPE_CHECKING:
    import yaml

MAX_BYTES = 8 * 1024 * 1024
MAX_ALIASED = 200_000
"""The most values that aliases may stand for in a document, each counted as often as it is repeated."""
_MAX_LINED_JSON = 1_000_000

_Lines = tuple[int, "list[_Lines] | dict[str, _Lines] | None"]
"""The line of a value, and for a list or mapping those of its members."""

_NULLS = frozenset(("", "~", "null", "Null", "NULL"))
_TRUTHS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = pattern(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = pattern(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NO_NUMBER = pattern(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_BASES = {"0o": 8, "0x": 16}
_NUMBER_START = frozenset("+-.0123456789")
_LOOKS_LIKE_JSON = pattern(r'\s*(?:\{\s*["}]|\[\s*["{\[\]])')
_TAG = "tag:yaml.org,2002:"
_QUOTES_HINT = "A text that contains ': ' or ' #', or begins with a sign, needs quotes"


@dataclass(frozen=True, eq=False)
class Document:
    """The content of a text.

    Attributes:
        data: Plain data: dict with text keys, list, str, int, float, bool, None. Do not change it: values that
            the text repeats by alias are shared. That of a board refuses every change.
        source: Where the text came from, for messages.
    """

    data: Any
    source: str
    _text: str | None = field(default=None, repr=False)
    _lines: _Lines | None = field(default=None, repr=False)

    def line(self, path: Path) -> int | None:
        """Return the 1-based line of a value; of a mapping's entry the line of its key.

        Args:
            path: Keys and indexes, outermost first. Where the path leads nowhere, the line of the last
                value on the way is returned: that is where something is missing.

        Returns:
            The line, or None for data that came from no text.
        """
        if self._lines is None and self._text is not None:
            vars(self).update(_lines=_lines_of_json(self._text), _text=None)
        here = self._lines
        if here is None:
            return None
        for step in path:
            inner = here[1]
            found: _Lines | None = None
            if isinstance(inner, dict):
                found = inner.get(str(step))
            elif inner is not None and isinstance(step, int) and 0 <= step < len(inner):
                found = inner[step]
            if found is None:
                break
            here = found
        return here[0]

    def frozen(self) -> Document:
        """Return this document with data of which no part can be changed."""
        return Document(frozen_data(self.data), self.source, _text=self._text, _lines=self._lines)

    def part(self, key: str | int) -> Document:
        """Return a part of this document that is a document of its own, and knows its lines.

        Args:
            key: Its key, or its place in a list; the data is a mapping or a list that has it.
        """
        self.line(())  # the lines of JSON are found when they are first asked for
        inner = None if self._lines is None else self._lines[1]
        if isinstance(key, int):
            lines = inner[key] if isinstance(inner, list) else None
        else:
            lines = inner[key] if isinstance(inner, dict) else None
        return Document(self.data[key], self.source, _lines=lines)

    def error(self, path: Path, problem: str, hint: str = "", meant: str = "") -> InputError:
        """Make the error for a value of this document.

        Args:
            path: The value's place.
            problem: Its fault.
            hint: The accepted values.
            meant: The word that was probably meant instead of the value, or of the key at the end of the path.

        Returns:
            The error, with source and line; to be raised.
        """
        return InputError(problem, hint, path, self.line(path), self.source, meant)


def read_document(text: str | bytes, source: str, *, limit: int = MAX_BYTES) -> Document:
    """Read one YAML or JSON document.

    Text that begins with ``{`` or ``[`` is taken for JSON, and for YAML's flow style when it is no JSON
    (unless the source's name ends in ``.json``).

    Args:
        text: The text, or its bytes in UTF-8.
        source: Where it came from, for messages.
        limit: The most bytes. Callers that read files need to read only one byte beyond it.

    Returns:
        The document.

    Raises:
        InputError: The text is too long, is not UTF-8, has characters that no text has, is neither YAML
            nor JSON, repeats a key, nests too deeply, uses tags or aliases beyond what is allowed, or
            holds no or more than one document.
    """
    text = _decoded(text, source, limit)
    if text.lstrip()[:1] not in ("{", "["):
        return _read_yaml(text, source)
    try:
        return Document(_read_json(text, source), source, _text=text)
    except json.JSONDecodeError as error:
        problem = InputError(_json_problem(error), line=error.lineno, source=source)
        if source.endswith(".json"):
            raise problem from None
        try:
            return _read_yaml(text, source)
        except InputError as other:
            raise (problem if _LOOKS_LIKE_JSON.match(text) else other) from None


def plain_document(data: object, source: str = "<board>") -> Document:
    """Take data that a program hands over instead of text.

    Args:
        data: Mappings, lists, tuples, texts, numbers, truth values and None.
        source: Its name in messages.

    Returns:
        A document with a copy of the data; its lines are unknown.

    Raises:
        InputError: Something else is in the data, or it is too deep or too large.
    """
    return Document(PlainCopy(source).of(data), source)


def _decoded(text: str | bytes, source: str, limit: int) -> str:
    """Return the text if it is short enough and consists of characters that belong in a text."""
    if len(text) > limit or (isinstance(text, str) and len(text.encode("utf-8", "replace")) > limit):
        raise InputError(f"the text is longer than {limit:,} bytes", source=source)
    if isinstance(text, bytes):
        raw = text
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            raise InputError(
                f"byte 0x{raw[error.start]:02x} is not UTF-8",
                "Save the file as UTF-8",
                line=line,
                source=source,
            ) from None
    text = text.removeprefix("\ufeff")
    if unfit := unfit_in(text):
        line = text.count("\n", 0, unfit.start()) + 1
        raise InputError(unfit_problem(unfit[0]), line=line, source=source)
    return text


# JSON


def _read_json(text: str, source: str) -> Any:
    """Return the data of a JSON text; raises JSONDecodeError where it is no JSON."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(items)
        if len(found) != len(items):
            _lines_of_json(text, source)  # it knows both lines, and raises an error if it finds the key
            key = Counter(key for key, _ in items).most_common(1)[0][0]
            raise InputError(f"the key {show(key)} stands twice in one mapping", source=source)
        return found

    def constant(word: str) -> NoReturn:
        raise InputError(f"{word} is no number", "Numbers are finite", source=source)

    def integer(digits: str) -> int:
        value = whole(digits, 10)
        if value is None:
            raise InputError(too_large(digits), source=source)
        return value

    def fraction(digits: str) -> float:
        value = fraction_of(digits)
        if value is None:
            raise InputError(too_large(digits), source=source)
        return value

    try:
        data = json.loads(
            text, object_pairs_hook=pairs, parse_constant=constant, parse_int=integer, parse_float=fraction
        )
    except RecursionError:
        raise InputError(TOO_DEEP, source=source) from None
    if "\\" in text or text.count("{") + text.count("[") > MAX_DEPTH:
        return PlainCopy(source).of(data)
    return data


def _json_problem(error: json.JSONDecodeError) -> str:
    return f"not readable as JSON: {error.msg[:1].lower()}{error.msg[1:]} at column {error.colno}"


def _lines_of_json(text: str, source: str | None = None) -> _Lines | None:
    """Return the lines of a JSON text's values; None where YAML cannot read it, or would take long.

    Args:
        text: The JSON text.
        source: If given, a repeated key is raised as an error.
    """
    if len(text) > _MAX_LINED_JSON:
        return None
    try:
        return _read_yaml(text, source or "")._lines
    except InputError as error:
        if source is not None and "stands twice" in error.problem:
            raise
        return None


# YAML


@dataclass(eq=False, repr=False)
class _Open:
    """A list or mapping whose end has not come yet."""

    value: list[Any] | dict[str, Any]
    lines: list[_Lines] | dict[str, _Lines]
    line: int
    anchor: str | None
    key: str | None = None
    key_line: int = 0
    size: int = 1
    height: int = 1


class _Anchored(NamedTuple):
    """A value with an anchor, to be repeated by aliases."""

    value: Any
    lines: _Lines
    size: int
    height: int


def _read_yaml(text: str, source: str) -> Document:
    """Return the document of a YAML text."""
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    builder = _Builder(source)
    try:
        while True:
            event = loader.get_event()
            if isinstance(event, yaml.StreamEndEvent):
                break
            builder.take(event, yaml)
    except yaml.YAMLError as error:
        raise _yaml_problem(error, text, source) from None
    finally:
        loader.dispose()
    if builder.root is None:
        raise InputError("there is nothing in it", "A board or card in YAML or JSON", source=source)
    data, lines = builder.root
    return Document(data, source, _lines=lines)


def _yaml_problem(error: yaml.YAMLError, text: str, source: str) -> InputError:
    """Turn an error of the YAML parser into one line."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    if "nesting depth" in problem:  # newer versions of the parser have a limit of their own
        return InputError(TOO_DEEP, line=None if mark is None else mark.line + 1, source=source)
    if mark is None:
        return InputError(f"not readable as YAML: {problem}", source=source)
    rows = re.split("\r\n|[\n\r\x85\u2028\u2029]", text)
    row = rows[mark.line] if mark.line < len(rows) else ""
    if re.match(" *\t", row):
        return InputError("a tab at the beginning of the line", "Indent with spaces", line=mark.line + 1, source=source)
    loose = _WITHOUT_BRACES.match(row) if "mapping values" in problem else None
    if loose is not None:
        hint = f"Several keys of a step on one line stand in braces: - {{{loose[1]}}}"
        return InputError(f"not readable as YAML: {problem}", hint, line=mark.line + 1, source=source)
    quoted = "flow" not in problem and "'" not in problem
    hint = f"{_QUOTES_HINT}. Keys of one step begin in one column" if quoted else _QUOTES_HINT
    return InputError(f"not readable as YAML: {problem}", hint, line=mark.line + 1, source=source)


_WITHOUT_BRACES = re.compile(r" *- ([a-z_]+: [^{}\[\]\"'#]+, [a-z_]+: [^{}\"'#]+?) *$")
"""A step with several keys on one line, without the braces around them."""


class _Builder:
    """Makes data from the events of a YAML parser."""

    def __init__(self, source: str) -> None:
        self.root: tuple[Any, _Lines] | None = None
        self._source = source
        self._stack: list[_Open] = []
        self._anchors: dict[str, _Anchored | None] = {}  # None: a list or mapping still open
        self._aliased = 0

    def take(self, event: Any, yaml: Any) -> None:
        """Take the next event.

        Args:
            event: The event.
            yaml: The module that its class belongs to.

        Raises:
            InputError: The event is one that a document must not have.
        """
        line = event.start_mark.line + 1
        if isinstance(event, yaml.ScalarEvent):
            value = self._scalar(event, line)
            if not self._took_key(event, line):
                self._put(value, (self._line(line), None), 1, 0)
            if event.anchor is not None:
                self._anchors[event.anchor] = _Anchored(value, (line, None), 1, 0)
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._open(event, line, mapping=isinstance(event, yaml.MappingStartEvent))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event.anchor, line)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self._fail(line, "a second document begins", "One document a file")

    def _open(self, event: Any, line: int, *, mapping: bool) -> None:
        if event.tag not in (None, "!", _TAG + ("map" if mapping else "seq")):
            self._fail_tag(event.tag, line)
        if self._wants_key():
            self._fail(line, "a list or mapping stands where a key should be", _QUOTES_HINT)
        if len(self._stack) >= MAX_DEPTH:
            self._fail(line, TOO_DEEP)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        self._stack.append(_Open({} if mapping else [], {} if mapping else [], self._line(line), event.anchor))

    def _close(self) -> None:
        done = self._stack.pop()
        lines: _Lines = (done.line, done.lines)
        if done.anchor is not None:
            self._anchors[done.anchor] = _Anchored(done.value, lines, done.size, done.height)
        self._put(done.value, lines, done.size, done.height)

    def _alias(self, name: str, line: int) -> None:
        if self._wants_key():
            self._fail(line, f"the alias {show('*' + name)} stands where a key should be")
        if name not in self._anchors:
            self._fail(line, f"the alias {show('*' + name)} has no anchor before it")
        anchored = self._anchors[name]
        if anchored is None:
            self._fail(line, f"the alias {show('*' + name)} stands inside of what it repeats")
        self._aliased += anchored.size
        if self._aliased > MAX_ALIASED:
            self._fail(line, f"aliases repeat more than {MAX_ALIASED:,} values")
        if len(self._stack) + anchored.height > MAX_DEPTH:
            self._fail(line, TOO_DEEP)
        self._put(anchored.value, (self._line(line), anchored.lines[1]), anchored.size, anchored.height)

    def _wants_key(self) -> bool:
        return bool(self._stack) and isinstance(self._stack[-1].value, dict) and self._stack[-1].key is None

    def _line(self, line: int) -> int:
        """Return the line to note for a value that begins now: that of its key, if it has one."""
        top = self._stack[-1] if self._stack else None
        return line if top is None or top.key is None else top.key_line

    def _took_key(self, event: Any, line: int) -> bool:
        """Take the scalar as a mapping's next key if it is one."""
        if not self._wants_key():
            return False
        top = self._stack[-1]
        if event.value in top.value:
            assert isinstance(top.lines, dict)
            first = top.lines[event.value][0]
            both = f"in line {line}" if first == line else f"in lines {first} and {line}"
            self._fail(line, f"the key {show(event.value)} stands twice in one mapping, {both}")
        top.key, top.key_line = event.value, line
        return True

    def _put(self, value: Any, lines: _Lines, size: int, height: int) -> None:
        """Put a finished value where it belongs."""
        if not self._stack:
            self.root = value, lines
            return
        top = self._stack[-1]
        if isinstance(top.value, dict):
            assert isinstance(top.lines, dict) and top.key is not None
            top.value[top.key] = value
            top.lines[top.key] = lines
            top.key = None
        else:
            assert isinstance(top.lines, list)
            top.value.append(value)
            top.lines.append(lines)
        top.size += size
        top.height = max(top.height, height + 1)

    def _scalar(self, event: Any, line: int) -> Any:
        """Return the value of a scalar by YAML's core schema."""
        text: str = event.value
        tag: str | None = event.tag
        plain = event.style is None or event.style == ""
        if not plain and (unfit := unfit_in(text)):
            self._fail(line, unfit_problem(unfit[0]))
        if tag == "!" or (tag is None and not plain):
            return text
        if tag is None:
            return self._resolved(text, line)
        kind = tag.removeprefix(_TAG)
        if kind == "str":
            return text
        if kind not in ("null", "bool", "int", "float"):
            self._fail_tag(tag, line)
        value = self._resolved(text, line)
        wanted = {"null": (type(None),), "bool": (bool,), "int": (int,), "float": (int, float)}[kind]
        if type(value) not in wanted:
            self._fail(line, f"{show(text)} does not fit its tag !!{kind}")
        return value

    def _resolved(self, text: str, line: int) -> Any:
        if text in _NULLS:
            return None
        if text in _TRUTHS:
            return _TRUTHS[text]
        if text[0] in _NUMBER_START:
            number: float | None = None
            if _INTEGER.fullmatch(text):
                number = whole(text, _BASES.get(text[:2], 10))
            elif _FLOAT.fullmatch(text):
                number = fraction_of(text)
            elif _NO_NUMBER.fullmatch(text):
                self._fail(line, f"{text} is no number", "Numbers are finite; a text needs quotes")
            else:
                return text
            if number is None:
                self._fail(line, too_large(text), "A text of digits needs quotes")
            return number
        return text

    def _path(self) -> Path:
        steps: list[str | int] = []
        for entry in self._stack:
            if isinstance(entry.value, list):
                steps.append(len(entry.value))
            elif entry.key is not None:
                steps.append(entry.key)
        return tuple(steps)

    def _fail_tag(self, tag: str, line: int) -> NoReturn:
        written = "!!" + tag.removeprefix(_TAG) if tag.startswith(_TAG) else tag
        self._fail(line, f"the tag {show(written)} is not accepted", "Only plain data: no tags are needed")

    def _fail(self, line: int, problem: str, hint: str = "") -> NoReturn:
        path = self._path()
        raise InputError(problem, hint, path[:3] if problem == TOO_DEEP else path, line, self._source)
