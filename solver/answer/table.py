"""Tables for the terminal: as wide as it is, and readable when it is narrow.

Written by hand because the libraries for tables cost more to import than everything else `derive` does.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Callable, Sequence

from facts.runtime import pattern
from facts.text import printable, slug
from facts.words import EMBLEM
from solver.answer.answer_values import Answer, LostAbility, ObjectAnswer, Refusal

_NARROW = 72


def width() -> int:
    """Return how many columns there are to write in."""
    return max(20, min(_terminal(), 140))


def _terminal() -> int:
    """Return the terminal's columns, or 100 without a terminal: as `shutil` does, whose import is slow."""
    said = os.environ.get("COLUMNS", "")
    if said.isdigit() and int(said) > 0:
        return int(said)
    try:
        return (os.get_terminal_size(sys.__stdout__.fileno()).columns if sys.__stdout__ else 0) or 100
    except (AttributeError, ValueError, OSError):
        return 100


Paint = Callable[[int, str], str]
"""A function that colors a line of a cell: from its column and the line, it makes a control sequence or nothing."""
_PLAIN = "\x1b[0m"


def columns(heads: Sequence[str], rows: Sequence[Sequence[str]], paint: Paint | None = None) -> str:
    """Write a table.

    Args:
        heads: The heads of its columns.
        rows: Its rows, a text a cell; a cell may have several lines.
        paint: Colors the lines of cells.

    Returns:
        The table; long lines are wrapped, and on a narrow terminal each row is a block of lines.
    """
    if width() < _NARROW and len(heads) > 2:
        return "\n\n".join(_block(heads, row, paint) for row in rows)
    sizes = _sizes(heads, rows)
    lines = [_line(heads, sizes), _line(["-" * size for size in sizes], sizes)]
    tall = False
    for number, row in enumerate(rows):
        cells = [_wrapped(cell, size, at, paint) for at, (cell, size) in enumerate(zip(row, sizes, strict=True))]
        height = max(len(cell) for cell in cells)
        if number and (tall or height > 1):
            lines.append("")
        tall = height > 1
        for index in range(height):
            lines.append(_line([cell[index] if index < len(cell) else "" for cell in cells], sizes))
    return "\n".join(lines)


def _wrapped(cell: str, size: int, column: int, paint: Paint | None) -> list[str]:
    """Return a cell's lines, none of them wider than its column, and padded where they are colored."""
    lines: list[str] = []
    for line in cell.split("\n"):
        lines += _painted(wrapped(line, size, " "), column, line, paint)
    return lines or [""]


def _painted(parts: list[str], column: int, line: str, paint: Paint | None) -> list[str]:
    """Return the parts of a line, each in the line's color."""
    color = "" if paint is None else paint(column, line)
    return [f"{color}{part}{_PLAIN}" for part in parts] if color else parts


def wrapped(line: str, size: int, indent: str = "") -> list[str]:
    """Break a line between words, and words where they are too long for a line of their own.

    Args:
        line: The line; the space before its first word is kept.
        size: The most columns a line may take.
        indent: The beginning of every line but the first.

    Returns:
        The lines; none for an empty one.
    """
    lines: list[str] = []
    so_far, room = "", size
    for piece in re.findall(r"\s+|\S+", line):
        if display_width(piece) > room and so_far.strip():
            lines.append(so_far.rstrip())
            so_far, room = indent, size - display_width(indent)
            piece = piece.lstrip()
        if (taken := display_width(piece)) <= room:
            so_far, room = so_far + piece, room - taken
            continue
        for character in piece:
            taken = display_width(character)
            if taken > room:
                lines.append(so_far)
                so_far, room = indent, size - display_width(indent)
            so_far, room = so_far + character, room - taken
    return [*lines, so_far.rstrip()] if so_far.strip() else lines


def _sizes(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    """Share the width among the columns: each gets the width that it needs, the widest give way."""
    needed = [
        max(display_width(line) for cell in column for line in cell.split("\n"))
        for column in zip(heads, *rows, strict=True)
    ]
    room = width() - 2 * (len(needed) - 1)
    while sum(needed) > room:
        widest = max(range(len(needed)), key=lambda index: needed[index])
        if needed[widest] <= 8:
            break
        needed[widest] -= 1
    return needed


def _line(cells: Sequence[str], sizes: Sequence[int]) -> str:
    parts = [cell + " " * (size - _shown_width(cell)) for cell, size in zip(cells, sizes, strict=True)]
    return "  ".join(parts).rstrip()


def _shown_width(cell: str) -> int:
    """Return how many columns a cell takes, which may be colored."""
    return display_width(_COLORS.sub("", cell) if cell.endswith(_PLAIN) else cell)


_COLORS = pattern(r"\x1b\[\d*m")


def _block(heads: Sequence[str], row: Sequence[str], paint: Paint | None) -> str:
    """Write a row as several lines, for a narrow terminal."""
    lines: list[str] = []
    for column, (head, cell) in enumerate(zip(heads, row, strict=True)):
        for index, line in enumerate(cell.split("\n")):
            if cell:
                before = f"{head}: " if index == 0 else "  "
                lines.extend(_painted(wrapped(before + line, width(), "    "), column, line, paint))
    return "\n".join(lines)


def display_width(text: str) -> int:
    """Return how many columns a text takes.

    Args:
        text: One line.
    """
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1 for c in text)


def answer_text(answer: Answer, paint: Paint | None = None) -> str:
    """Write the answer for a board; a star marks values that differ from the printed card.

    Args:
        answer: The answer.
        paint: Colors the lines of its table.

    Returns:
        Lines of text.
    """
    if not answer.objects:
        return "Nothing is on this board."
    several = len({one.controller for one in answer.objects.values()}) > 1
    rows = [_row(one, several=several) for one in answer.objects.values()]
    text = columns(("object", "type line", "P/T", "color", "abilities"), rows, paint)
    if any(line.startswith("*") for row in rows for cell in row[1:] for line in cell.split("\n")):
        text += "\n\n" + "\n".join(wrapped("* not as printed on the card", width(), "  "))
    notes = [_refused(one) for one in answer.refused]
    return "\n".join([text, *(part for note in notes for part in wrapped(note, width(), "  "))])


def _refused(refusal: Refusal) -> str:
    if refusal.entering:
        what = "would enter without the ability that makes it a copy or asks for a choice"
    elif refusal.turning_up:
        what = "is turned face up without the ability that makes it a copy or asks for a choice"
    elif refusal.turning_over:
        what = "transforms without the ability that makes it a copy"
    elif refusal.unmet:
        what = "stays as it is: a condition was not met"
    else:
        what = "does not transform"
    return f"Step {refusal.step}: {printable(refusal.object)} {what} ({refusal.rule})."


def _row(one: ObjectAnswer, *, several: bool) -> list[str]:
    """Return the cells of one object."""
    types = _type_line(one)
    if one.type_line != one.printed and not _is_emblem(one):
        types = _lines([types, f"printed: {one.printed}"])
    words = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
    color = " ".join(words[letter] for letter in one.colors) or "none"
    return [
        _lines([one.label, *_circumstances(one, several=several)]),
        types,
        _size(one),
        f"{_mark(one, 'colors')}{color}",
        _lines(_abilities(one)),
    ]


def _lines(texts: Sequence[str]) -> str:
    """Put texts below each other, each on a single line."""
    return "\n".join(map(printable, texts))


def _mark(one: ObjectAnswer, what: str) -> str:
    """Return a star if the value is not as printed."""
    return "*" if what in one.changed else ""


def _is_emblem(one: ObjectAnswer) -> bool:
    return one.printed == EMBLEM


def _type_line(one: ObjectAnswer) -> str:
    """Return the type line; an emblem has no types (114.3), so the line says that it is one."""
    nothing = "Emblem (no types)" if _is_emblem(one) else "(no types)"
    return f"{_mark(one, 'type_line')}{one.type_line or nothing}"


def _size(one: ObjectAnswer) -> str:
    """Return power and toughness."""
    mark = _mark(one, "power_toughness")
    if one.power is None:
        return f"{mark}none" if mark else ""
    return f"{mark}{one.power}/{one.toughness}"


def _abilities(one: ObjectAnswer) -> list[str]:
    lines: list[str] = []
    for ability in one.abilities:
        if ability.origin == "granted":
            lines += f"*{ability.text} (from {ability.source})".split("\n")
        else:
            rule = f" ({ability.rule})" if ability.origin == "intrinsic" else ""
            lines += f"{'*' if ability.changed else ''}{ability.text}{rule}".split("\n")
    return [*lines, *(line for lost in one.lost for line in _lost(lost).split("\n"))]


def _lost(ability: LostAbility) -> str:
    """Say that an ability is lost, which effect had granted it, and which effect took it."""
    granted = f"from {ability.source}, " if ability.source is not None else ""
    why = ability.rule if ability.by is None else f"{granted}to {ability.by}"
    return f"*lost: {ability.text} ({why})"


_WHERE = {"stack": "on the stack", "exile": "in exile", "command": "in the command zone"}


def _circumstances(one: ObjectAnswer, *, several: bool) -> list[str]:
    """Return the further words about an object, below its label."""
    found: list[str] = []
    if one.copied:
        found.append("a copy:")
    if one.name and slug(one.name) != one.label.rstrip("0123456789").rstrip("_"):
        found.append(one.name)
    if one.zone != "battlefield":
        found.append(_WHERE.get(one.zone, f"in the {one.zone}"))
    if one.face == "down":
        found.append("face down")
    elif one.face == "back":
        found.append("back face up")
    if one.phased_out:
        found.append("phased out")
    if several:
        found.append(f"of {one.controller}")
    if one.attached_to is not None:
        found.append(f"on {one.attached_to}")
    found.extend(f"{count} {kind}" for kind, count in one.counters.items())
    if one.damage:
        found.append(f"{one.damage} damage")
    return [f" {line}" for line in found]
