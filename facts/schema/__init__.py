"""The schemas of boards, cards, cases and answers, and checking a document against them.

The files beside this one are JSON Schema (2020-12), complete and for every editor. A value that may have
several forms is told apart by ``if`` (a step by its verb, a filter by being a list), so that a wrong value is
measured against the form that was meant. The ``title`` of a part is the noun that messages use for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, cast

from facts.schema.document_order import DocumentOrder
from facts.schema.mistakes import (
    as_mapping,
    board_hint,
    in_quotes,
    number_hint,
    one_of_these,
    other_word,
    side_hint,
    status_hint,
    steps_hint,
    text_hint,
    without_colon,
    words_or,
)
from facts.text import Document, InputError, Path, best_guess, did_you_mean, show

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

__all__ = ["check", "check_against", "schema_text"]

Kind = Literal["board", "card", "case"]

_END = float("inf")
_SHOWN_CHOICES = 40
_MANY = 20_000
"""In a document with more values, the check stops at the first entry of a list that has an error."""


def check(document: Document, schema: Kind) -> None:
    """Check that a document has the form of a board, a card or a case.

    Args:
        document: The document.
        schema: Which of these.

    Raises:
        InputError: It does not have this form. The error is about the first problem in the order of the document.
    """
    if schema == "board" and not _validator.cache_info().currsize and _plain_board(document.data):
        return  # a validator that is built already takes less time
    validator = _validator(schema)
    if not validator.is_valid(document.data):
        raise _first_problem(document, validator, _schema(schema))


def check_against(document: Document, schema: dict[str, Any]) -> None:
    """Check that a document has the form of the caller's own schema. The messages are those of `check`.

    Args:
        document: The document.
        schema: The schema, small and written like those beside this file: with a ``title`` for each part.

    Raises:
        InputError: It does not have this form. The error is about the first problem in the order of the document.
    """
    from jsonschema_rs import Draft202012Validator

    validator = Draft202012Validator(schema)
    if not validator.is_valid(document.data):
        raise _first_problem(document, validator, schema)


def _first_problem(document: Document, validator: Draft202012Validator, schema: Mapping[str, Any]) -> InputError:
    """Return the error about the first problem, in the order of the document."""
    order = DocumentOrder(document.data)
    problems = (_Problem(error, schema, order) for error in _errors(validator, document.data))
    return min(problems, key=lambda problem: problem.rank).error(document)


_PLAIN_STEPS = {
    "enters": frozenset(("as", "controller", "owner", "attached_to", "copy_of")),
    "resolves": frozenset(("as", "affects", "source", "controller", "copy_of", "attached_to")),
    "stacks": frozenset(("as",)),
    "transforms": frozenset(("because", "copy_of")),
    "converts": frozenset(("because", "copy_of")),
    "leaves": frozenset[str](),
    "ends": frozenset[str](),
}
"""The simplest steps: by their verbs, the other keys that they may have, all of them names and labels."""


def _plain_board(data: Any) -> bool:
    """Tell whether a board is of the simplest kind, which the schema accepts: names and labels, and nothing else.

    Most boards that people type are of this kind. They need not wait until a validator is imported and built, which
    takes a fifth of the time of a whole `derive`. (A test compares this function with the schema.)
    """
    if not isinstance(data, dict) or not isinstance(data.get("timeline"), list):
        return False
    return all(map(_plain_step, data["timeline"])) and all(
        key == "timeline"
        or (key in ("name", "turn") and _plain_text(value))
        or (key == "players" and _plain_players(value))
        for key, value in data.items()
    )


def _plain_step(step: Any) -> bool:
    """Tell whether a step is one of the simplest."""
    if not isinstance(step, dict):
        return _plain_text(step)
    verb = next((key for key in _PLAIN_STEPS if key in step), None)
    return (
        verb is not None
        and all(key == verb or key in _PLAIN_STEPS[verb] for key in step)
        and all(map(_plain_text, step.values()))
    )


def _plain_players(players: Any) -> bool:
    """Tell whether a list of players is one that the schema surely accepts."""
    return (
        isinstance(players, list)
        and len(players) > 1
        and all(map(_plain_text, players))
        and len(set(players)) == len(players)
    )


def _plain_text(value: Any) -> bool:
    """Tell whether a value is a text that any name or label may be: printable ASCII, neither empty nor long."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= 100
        and value.isascii()
        and value.isprintable()
        and bool(value.strip())
    )


def _errors(validator: Draft202012Validator, data: Any) -> Iterable[ValidationError]:
    """Return all errors. A very large document could have millions: of that, return those of the first wrong entry."""
    if _at_most(_MANY, data):
        return validator.iter_errors(data)
    from jsonschema_rs import ValidationError

    try:
        validator.validate(data)
    except ValidationError as error:
        key, at = (*error.instance_path, None, None)[:2]
        if isinstance(key, str) and isinstance(at, int):
            # The validator checks lists in order, so the entries before this one are right.
            entries = data[key][: at + 1]
            if _at_most(_MANY, entries[-1]):
                return validator.iter_errors({key: entries})
        return [error]
    return []


def _at_most(limit: int, data: Any) -> bool:
    """Return True if the data have at most this number of values."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        limit -= 1
        if isinstance(value, (dict, list)):
            if limit < len(value):
                return False
            waiting.extend(value.values() if isinstance(value, dict) else value)
    return limit >= 0


def schema_text(schema: Kind | Literal["answer"]) -> str:
    """Return one of the schemas.

    Args:
        schema: The schema.

    Returns:
        JSON text.
    """
    with open(os.path.join(os.path.dirname(__file__), f"{schema}.schema.json"), encoding="utf-8") as file:
        return file.read()


@cache
def _validator(schema: Kind) -> Draft202012Validator:
    from jsonschema_rs import Draft202012Validator

    return Draft202012Validator(schema_text(schema))


@cache
def _schema(schema: Kind) -> Any:
    """Return the schema as data: only messages need it."""
    import json

    return json.loads(schema_text(schema))


_UNWRAP = "Only 'typeline batch' takes it so. Write its keys at the top of the file"
"""The hint for a board that stands under a key of its own."""


class _Problem:
    """A fault that the validator found in one value, ready to be put in words."""

    def __init__(self, found: ValidationError, schema: Mapping[str, Any], order: DocumentOrder) -> None:
        """Look up the titles and positions that messages need.

        Args:
            found: The validator's error.
            schema: The schema.
            order: The order of the document.
        """
        self._found = found
        self._schema = schema
        self._path: Path = tuple(found.instance_path)
        self._value = order.value(self._path)  # the validator's own copy of it has lost its order
        self._limit = cast(Any, found.kind.value)
        kind = found.kind.name
        # An unknown key has its own place in the order; a missing key comes after all keys of its mapping.
        self._unknown: str | None = None
        self._meant = ""
        if kind == "additionalProperties":
            unexpected: set[Any] = set(self._limit)
            self._unknown = next(str(key) for key in self._value if key in unexpected)
        elif kind == "propertyNames":
            self._unknown = str(self._limit.instance)
        place = order.of(self._path if self._unknown is None else (*self._path, self._unknown))
        if kind in ("required", "dependentRequired", "anyOf"):
            place.append(_END)
        self.rank = tuple(place)

    def error(self, document: Document) -> InputError:
        """Return the error to raise.

        Args:
            document: The document, for lines.
        """
        say = _IN_WORDS.get(self._found.kind.name, _Problem._anything)
        path, problem, hint = say(self, self._limit, list(self._parts()))
        return document.error(path, problem, hint, self._meant)

    def _parts(self) -> Iterator[dict[str, Any]]:
        """Yield the parts of the schema that say something about this value, outermost first."""
        root: Any = self._schema
        node = root
        nodes = [node]
        # The error about a key is an error inside of the one about its mapping.
        about_key = self._found.kind.name == "propertyNames"
        found: ValidationError = self._limit if about_key else self._found
        steps = iter(found.evaluation_path[:-1])
        for step in steps:
            if step == "$ref":
                node = root["$defs"][node["$ref"].rpartition("/")[2]]
            elif step == "properties":
                node, nodes = node["properties"][next(steps)], []
            elif step in ("items", "additionalProperties", "propertyNames"):
                node, nodes = node[step], []
            elif step in ("allOf", "anyOf"):
                node = node[step][next(steps)]
            else:
                node = node[step]
            nodes.append(node)
        yield from nodes

    # One method for each kind of error. It takes the keyword's value and `_parts`, and returns place, problem and hint.

    def _anything(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, f"{show(self._value)} is not accepted here", _wanted(parts)

    def _wrong_kind(self, types: list[str], parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        value = self._value
        hint = _wanted(parts)
        entries = self._resolved(parts[-1].get("items", {})).get("enum", [])
        if not self._path and (missing := board_hint(value)):
            hint = f"{hint}. {missing}"
        elif said := steps_hint(self._path, value):
            hint = said
        elif isinstance(value, str) and value not in entries and (near := one_of_these(value, entries)):
            hint += f". Did you mean [{near}]?"
        elif not isinstance(value, (str, list, dict)) and self._takes_text(parts) and hint:
            hint += f"; as a text it needs quotes: '{show(value)}'"
        elif isinstance(value, str) and self._path and (said := as_mapping(str(self._path[-1]), value)):
            hint = said
        elif isinstance(value, str) and types == ["array"] and parts[-1].get("minItems", 0) < 2:
            # A text that begins like a number would be read as one.
            hint += f", even of one: [{show(value) if value[:1].isdigit() else show(value)[1:-1]}]"
        fraction = isinstance(value, float) and "integer" in types
        return self._path, f"{show(value)} is {'no whole number' if fraction else _what(value)}", hint

    def _no_choice(self, options: list[Any], parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        value = self._value
        words = [option for option in options if isinstance(option, str)]
        hint = did_you_mean(value, words, quote=True) if isinstance(value, str) else ""
        self._meant = best_guess(value, words) if hint else ""
        titled = [part for part in parts if "title" in part]
        if not hint:
            hint = f"Accepted: {_listed(options)}"
            if side := side_hint(value, words):
                hint = side
            elif isinstance(value, str) and (near := one_of_these(value, words)):
                hint, self._meant = f"Did you mean {show(near)}?", near
            elif value is False and True in options:
                hint = f"Leave {show(self._path[-1] if self._path else '')} out"
            elif len(titled) > 1 and "if" in titled[0]:  # a mapping or a list would do as well
                hint += f" (here: {titled[0]['title']})"
        return self._path, f"{show(value)} is no {_noun(parts)}", hint

    def _not_true(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        key = self._path[-1] if self._path else ""
        return (
            self._path,
            f"{show(self._value)} is not accepted here",
            f"Accepted: true, or leave {show(key)} out",
        )

    def _unknown_key(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        key = self._unknown or ""
        for part in parts:
            verbs = _alternatives(part)
            if key in verbs:
                both = " and ".join(show(verb) for verb in self._value if verb in verbs)
                return self._path, f"{both} stand together", f"Only one of them belongs in {_short(part)}"
        known = list(parts[-1]["properties"])
        if key == "board" and set(self._value) <= {"board", "id"} and isinstance(self._value[key], dict):
            return (*self._path, key), "the board stands within 'board'", _UNWRAP
        word = other_word(key, known)
        status = self._resolved(self._resolved(parts[-1]["properties"].get("status", {})).get("items", {}))
        number = number_hint(key, known)
        hint = f"Did you mean {show(word)}?" if word else number or status_hint(key, status.get("enum", ()))
        hint = hint or did_you_mean(key, known, quote=True) or f"Accepted: {_listed(known)}"
        self._meant = word or ("" if number or "' or '" in hint else best_guess(key, known))
        missing = without_colon(self._value, known)
        if missing is not None:
            return self._path, f"{show(missing[0])} has no colon", missing[1]
        if self._value[key] is None and not key.islower():
            self._meant = ""
            hint = in_quotes(self._value, key)
        return (*self._path, key), f"{show(key)} is no key of {_short(parts[-1])}", hint

    def _wrong_key(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        key = self._unknown or ""
        return (*self._path, key), f"{show(key)} is no {_noun(parts)}", _length_hint(parts)

    def _missing(self, key: str, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        none: dict[str, Any] = {}
        part = next((part for part in reversed(parts) if key in part.get("properties", {})), none)
        wanted = part.get("properties", {}).get(key, {})
        options = wanted.get("enum") or self._resolved(wanted).get("enum")
        title = (
            words_or(options)
            if options and len(options) > 1
            else wanted.get("title") or self._resolved(wanted).get("title")
        )
        return self._path, f"{show(key)} is missing", f"Wanted: {key}: {title}" if title else ""

    def _without_key(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        value = self._value
        keys = _alternatives(parts[-1])
        title = next((_short(part) for part in reversed(parts) if "title" in part), "this")
        known = {key for part in parts for key in part.get("properties", ())}
        if (missing := without_colon(value, keys)) is not None:
            return self._path, f"{show(missing[0])} has no colon", missing[1]
        for key in value:
            word = other_word(key, keys)
            hint = f"Did you mean {show(word)}?" if word else did_you_mean(key, keys, quote=True)
            if key not in known and hint:
                self._meant = word or best_guess(key, keys)
                return (*self._path, key), f"{show(key)} is no key of {title}", hint
        hint = f"It needs one of these keys: {_listed(keys)}"
        if "resolves" in keys and (said := text_hint(value)):
            hint = said
        only = next(iter(value)) if len(value) == 1 else ""
        if isinstance(value.get(only), str) and only not in known and not only.islower():
            hint += "; a name with ': ' in it needs quotes"
        return self._path, f"{show(value)} is not {title}", hint

    def _out_of_place(self, _: Any, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        key = self._path[-1] if self._path else ""
        return self._path, f"{show(key)} has no place here", f"Accepted {parts[-1].get('title', '')}"

    def _too_small(self, limit: float, _: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, f"{show(self._value)} is too small", f"At least {limit}"

    def _too_large(self, limit: float, _: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, f"{show(self._value)} is too large", f"At most {limit}"

    def _empty(self, _: int, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, "the text is empty", _wanted(parts)

    def _blank(self, _: str, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return (
            self._path,
            f"{show(self._value)} is blank" if self._value else "the text is empty",
            _wanted(parts),
        )

    def _too_long(self, limit: int, _: list[dict[str, Any]]) -> tuple[Path, str, str]:
        problem = f"{show(self._value)} is {len(self._value)} characters long"
        return self._path, problem, f"At most {limit} characters"

    def _too_few(self, limit: int, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        count = len(self._value)
        problem = "the list is empty" if not count else f"the list has {count} {'entry' if count == 1 else 'entries'}"
        return self._path, problem, f"{_wanted(parts)}, at least {limit}"

    def _too_many(self, limit: int, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, f"the list has {len(self._value)} entries", f"{_wanted(parts)}, at most {limit}"

    def _empty_mapping(self, _: int, parts: list[dict[str, Any]]) -> tuple[Path, str, str]:
        return self._path, "the mapping is empty", _wanted(parts)

    def _twice(self, _: Any, __: list[dict[str, Any]]) -> tuple[Path, str, str]:
        first: dict[str, int] = {}
        at = next(at for at, item in enumerate(self._value) if first.setdefault(repr(item), at) != at)
        return (*self._path, at), f"{show(self._value[at])} stands twice in the list", "Each entry once"

    def _takes_text(self, parts: list[dict[str, Any]]) -> bool:
        """Return whether any text would do in this place."""
        for part in parts:
            form = part["then"] if part.get("if", {}).get("type") == "string" else part
            form = self._resolved(form)
            if "string" in (kinds if isinstance(kinds := form.get("type", []), list) else [kinds]):
                return True
        return False

    def _resolved(self, part: dict[str, Any]) -> dict[str, Any]:
        """Return the part that a reference leads to; the part itself if it is none."""
        while "$ref" in part:
            part = self._schema["$defs"][part["$ref"].rpartition("/")[2]]
        return part


_IN_WORDS: dict[str, Callable[[_Problem, Any, list[dict[str, Any]]], tuple[Path, str, str]]] = {
    "type": _Problem._wrong_kind,
    "enum": _Problem._no_choice,
    "const": _Problem._not_true,
    "additionalProperties": _Problem._unknown_key,
    "propertyNames": _Problem._wrong_key,
    "required": _Problem._missing,
    "anyOf": _Problem._without_key,
    "not": _Problem._out_of_place,
    "minimum": _Problem._too_small,
    "maximum": _Problem._too_large,
    "minLength": _Problem._empty,
    "pattern": _Problem._blank,
    "maxLength": _Problem._too_long,
    "minItems": _Problem._too_few,
    "maxItems": _Problem._too_many,
    "minProperties": _Problem._empty_mapping,
    "uniqueItems": _Problem._twice,
    "dependentRequired": _Problem._missing,
}
"""Functions that put a violated keyword of JSON Schema into words."""


def _alternatives(part: dict[str, Any]) -> list[str]:
    """Return the keys of which a part of the schema demands at least one."""
    return [branch["required"][0] for branch in part.get("anyOf", ()) if "required" in branch]


def _noun(parts: list[dict[str, Any]]) -> str:
    """Return the innermost title as a noun without its article."""
    title: str = next((part["title"] for part in reversed(parts) if "title" in part), "value")
    return _short({"title": title}).removeprefix("a ").removeprefix("an ")


def _short(part: dict[str, Any]) -> str:
    """Return a title without the examples or forms that it names."""
    title: str = part["title"]
    cut = re.match(r"([^{]+?)(?:, like |: )", title)
    return cut[1] if cut else title


def _wanted(parts: list[dict[str, Any]]) -> str:
    """Return the outermost title, which names every form that would do, as a hint."""
    return next((f"Wanted: {part['title']}" for part in parts if "title" in part), "")


def _length_hint(parts: list[dict[str, Any]]) -> str:
    limit = parts[-1].get("maxLength")
    return f"A text of 1 to {limit} characters" if limit else ""


def _listed(options: list[Any]) -> str:
    """Return the options for a message."""
    words = [option if isinstance(option, str) else show(option) for option in options]
    return ", ".join(words[:_SHOWN_CHOICES]) + (", ..." if len(words) > _SHOWN_CHOICES else "")


def _what(value: Any) -> str:
    """Return the kind of a value in plain words."""
    if isinstance(value, bool):
        return "a truth value"
    kinds = {str: "a text", int: "a number", float: "a number", list: "a list", dict: "a mapping"}
    return kinds.get(type(value), "no value")
