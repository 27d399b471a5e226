"""The steps of a board as a page lists them: a row each, and the options of the one that is opened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from facts.board import flow
from facts.text import printable
from solver.draft import Draft, Option, editing, is_needed, legal_values, resolving
from solver.serve.texts import texts

_TURNED_DOWN = "face_down"


@dataclass
class Row:
    """A step, as the page lists it.

    Attributes:
        at: Its place in the timeline, from 0.
        name: The name of its card, or of the object that it is about.
        said: The rest of its text.
        has_options: Whether anything can be set, or can happen to its object.
        opened: Whether its options are shown.
        options: Its options.
        values: The values of the step for each option.
        illegal: For each option, the values that the rules do not allow, if others are legal: illegal ones come last.
        needed: The keys of the options that its card asks for, and that the step does not give.
        resolving: Abilities that may resolve, with their positions.
        then: Further events for its object.
        wrong: Whether the board cannot be derived because of it.
    """

    at: int
    name: str
    said: list[str]
    has_options: bool = True
    opened: bool = False
    options: list[Option] = field(default_factory=list)
    values: dict[str, list[str]] = field(default_factory=dict)
    illegal: dict[str, set[str]] = field(default_factory=dict)
    needed: set[str] = field(default_factory=set)
    resolving: list[tuple[int, str]] = field(default_factory=list)
    then: list[str] = field(default_factory=list)
    wrong: bool = False


def rows_of(draft: Draft, most: int, edition: str) -> list[Row]:
    """Return the rows of a board.

    Args:
        draft: The board.
        most: The most rows, beside the one that is open.
        edition: The edition of the rules.
    """
    labels = draft.labels()
    names = draft.names(labels)
    shown = [at for at in range(len(draft.steps)) if at < most or at == draft.opened]
    rows = [_row(draft, at, labels[at], names) for at in shown]
    for row in rows:
        if row.opened:
            row.options = [_legal_first(draft, row, option, edition) for option in row.options]
    return rows


def _legal_first(draft: Draft, row: Row, option: Option, edition: str) -> Option:
    """Return an option with the values first that the rules allow; the row notes the others."""
    legal = legal_values(draft, row.at, option, edition)
    if legal is None:
        return option
    row.illegal[option.key] = {value for value, _ in option.values if value not in legal}
    return option._replace(values=tuple(sorted(option.values, key=lambda one: one[0] not in legal)))


def _row(draft: Draft, at: int, label: str, names: Mapping[str, str]) -> Row:
    step = draft.steps[at]
    given = editing.as_mapping(step)
    name = editing.named(step)
    verb = next((verb for verb in editing.VERBS if verb in given), "")
    if verb in ("enters", "resolves", "mutates"):
        called = name.get("name") or name.get("text") or flow(name) if isinstance(name, dict) else name
    else:
        called = _plainly(given.get("on", name), names)
    row = Row(at, printable(str(called))[:200], [] if verb == "enters" or "on" in given else [_told("verbs", verb)])
    row.said += [printable(one)[:120] for one in _said(given, verb, label, names)]
    row.has_options = verb in ("enters", "resolves", "mutates") and draft.card(step) is not None
    if at != draft.opened:
        return row
    row.opened = True
    row.options = draft.options(at)
    row.needed = {option.key for option in row.options if is_needed(given, option)}
    row.values = {option.key: _values(given, option.key) for option in row.options}
    card = draft.card(step)
    if verb == "enters" and card is not None and label:
        row.resolving = [(place, one.text) for place, one, _ in resolving(card)]
        row.then = ["leaves", "copied"]
        if card.layout == "transform":
            row.then.append("transforms")
        if _TURNED_DOWN in given:
            row.then.append("turns")
    return row


def _said(given: Mapping[str, Any], verb: str, label: str, names: Mapping[str, str]) -> Iterator[str]:
    """Return the data of a step except its card: "controller: Ben", "attached to: Forest"."""
    for key, value in given.items():
        if (key == verb and "on" not in given) or key == "on" or (key == "as" and value == label):
            continue
        called = {} if key in ("as", "controller", "owner", "zone") else names
        yield f"{_told('', key)}: {_plainly(value, called)}"


def _told(group: str, key: str) -> str:
    """Return how the page calls a key of a step, or its verb."""
    known = texts().get(group, {}) if group else texts()
    name = known.get(key)
    return name if isinstance(name, str) else key.replace("_", " ")


def _plainly(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{str(key).replace('_', ' ')} {_plainly(one, names)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(_plainly(one, names) for one in value)
    return names.get(value, value) if isinstance(value, str) else str(value)


def _values(step: Mapping[str, Any], key: str) -> list[str]:
    """Return the values of a step under a key, as texts."""
    outer, _, inner = key.partition(".")
    value = step.get(outer)
    if inner:
        value = value.get(inner) if isinstance(value, Mapping) else None
    return [] if value is None else [str(one) for one in value] if isinstance(value, list) else [str(value)]
