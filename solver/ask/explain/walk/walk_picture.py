"""The walk as a picture: layers are columns, effects are boxes in the order of application, objects are rows.

An arrow leads from an effect that waited to the one that it waited for, and the box says what would otherwise have been
different (613.8). Below, each object's type line, colors, power and toughness go from left to right, layer by layer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from facts.text import printable
from solver.ask.explain.walk.drawing import (
    END,
    GAP,
    MARGIN,
    MOST_LINES,
    PAD,
    START,
    Boxes,
    Lane,
    Line,
    Sizes,
    begun,
    finished,
    rule,
    write,
)
from solver.ask.explain.walk.lettering import fitted
from solver.ask.explain.walk.walk_names import unnumbered
from solver.ask.explain.walk.walk_text import Writer
from solver.ask.explain.walk.walk_words import quoted
from solver.ask.explain.walk_values import Look, Walk
from solver.ask.explain.wording import phrases as words
from solver.ask.explain.wording import walk_wording as wording

WIDTH = 1200
"""The width of a picture in pixels."""
_NAMES = 132
"""The width of the column with the names of the objects."""
_WAITING = 1.6
"""The width of a column with waiting effects; other columns have width 1."""
_SIZES = Sizes()


def picture(walk: Walk, title: str, *, alone: bool = True) -> str:
    """Draw a walk.

    Args:
        walk: The walk.
        title: Its name.
        alone: Whether it is a file of its own, with its title and its colors; else it is part of a page.

    Returns:
        An SVG image, `WIDTH` pixels wide, for light and for dark pages.
    """
    return _Artist(walk).draw(title, alone=alone)


class _Artist:
    """Draws one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._writer = Writer(walk, "middle")
        self._boxes = Boxes(walk, self._writer, _SIZES, changes=False)
        layers = list(dict.fromkeys(applied.layer for applied in walk.applied))
        self._columns = [Lane(START), *map(Lane, layers), Lane(END)]
        self._share_width()
        self._boxes.fill(self._columns)

    def draw(self, title: str, *, alone: bool) -> str:
        """Draw the walk."""
        root = begun(title, WIDTH, alone=alone)
        top = MARGIN
        if alone:
            write(root, MARGIN, MARGIN + 14, Line(title, "ink head", 16))
            top += 32
        legend = self._legend(root, top) if alone else top
        heads = self._heads(root, top)
        bottom = max(heads, *(self._boxes.draw(root, column, heads + 4) for column in self._columns), legend)
        bottom = self._notes(root, rows := self._rows(root, bottom)) + MARGIN
        for band in root.iter("rect"):
            if band.get("class") == "band":
                band.set("height", str(rows - int(band.get("y", "0"))))
        return finished(root, WIDTH, bottom)

    def _share_width(self) -> None:
        """Share the width among the columns: those with effects that wait have more to say."""
        waits = {applied.layer for applied in self._walk.applied if applied.waited}
        awaited = {dependency.on for idle in self._walk.idle for dependency in idle.waited}
        waits |= {applied.layer for applied in self._walk.applied if applied.effect in awaited}
        weights = [
            {START: 0.85, END: 1.05}.get(column.layer, _WAITING if column.layer in waits else 1.0)
            for column in self._columns
        ]
        x = MARGIN + _NAMES
        for column, weight in zip(self._columns, weights, strict=True):
            column.x, column.width = x, int((WIDTH - 2 * MARGIN - _NAMES) * weight / sum(weights))
            x += column.width

    def _legend(self, root: Element, top: int) -> int:
        """Write the meaning of boxes and arrows; return where that ends."""
        legend = [part for one in wording.LEGEND for part in fitted(one, _NAMES - GAP, _SIZES.small, 6)]
        for row, part in enumerate(legend):
            write(root, MARGIN, top + 18 + row * _SIZES.line, Line(part, "soft", _SIZES.small))
        return top + 18 + _SIZES.line * len(legend)

    def _heads(self, root: Element, top: int) -> int:
        """Draw the heads of the columns; return where they end."""
        heads = 0
        for place, column in enumerate(self._columns):
            if place % 2 == 0:
                attributes = {"class": "band", "x": str(column.x), "y": str(top), "width": str(column.width)}
                SubElement(root, "rect", attributes)
            head, about = column.heading
            lines = [Line(head, "ink head", 13)]
            lines += [Line(part, "soft", _SIZES.small) for part in fitted(about, column.width - GAP, _SIZES.small, 3)]
            for row, line in enumerate(lines):
                write(root, column.x + GAP, top + 18 + row * _SIZES.line, line)
            heads = max(heads, 18 + len(lines) * _SIZES.line)
        return top + heads

    # ---- the objects

    def _rows(self, root: Element, top: int) -> int:
        """Draw the characteristics of each object, layer by layer; alike objects share a row."""
        y = top + 8
        for labels, cells in self._alike():
            called = printable(words.capital(self._writer.full_names(labels)))
            names = [
                Line(part, "ink head", about=labels[0])
                for part in fitted(called, _NAMES - GAP, _SIZES.font, 4, bold=True)
            ]
            filled = [self._cell(cell, column, labels[0]) for cell, column in zip(cells, self._columns, strict=True)]
            height = _SIZES.line * max(1, len(names), *map(len, filled)) + 2 * PAD
            rule(root, MARGIN, y, WIDTH - MARGIN, y)
            for row, line in enumerate(names):
                write(root, MARGIN, y + PAD + 11 + row * _SIZES.line, line)
            for lines, column in zip(filled, self._columns, strict=True):
                if not lines:
                    middle = y + PAD + 7
                    rule(root, column.x + GAP, middle, column.x + column.width - GAP, middle)
                for row, line in enumerate(lines):
                    write(root, column.x + GAP, y + PAD + 11 + row * _SIZES.line, line)
            y += height
        rule(root, MARGIN, y, WIDTH - MARGIN, y)
        return y

    def _alike(self) -> list[tuple[list[str], tuple[tuple[str, ...], ...]]]:
        """Return for each row the objects in it, and the text of each column, empty if nothing changes."""
        changes: dict[str, dict[str, tuple[Look, Look]]] = {}
        for applied in self._walk.applied:
            for change in applied.changes:
                for label in change.objects:
                    first, _ = changes.setdefault(label, {}).get(applied.layer, (change.before, change.after))
                    changes[label][applied.layer] = first, change.after
        rows: dict[tuple[str, tuple[tuple[str, ...], ...]], list[str]] = {}
        for label in self._walk.objects:
            cells = tuple(self._texts(label, column.layer, changes.get(label, {})) for column in self._columns)
            rows.setdefault((unnumbered(self._walk.names.get(label, label)), cells), []).append(label)
        return [(labels, cells) for (_, cells), labels in rows.items()]

    def _texts(self, label: str, layer: str, changes: Mapping[str, tuple[Look, Look]]) -> tuple[str, ...]:
        """Return the text of a cell: the new values of a layer, or all values as the layers begin and end."""
        one = self._walk.objects[label]
        if layer == END:
            return tuple(self._writer.is_so(one))
        if layer != START:
            return tuple(_news(*changes[layer], sizes=layer.startswith("7"))) if layer in changes else ()
        starts = [words.capital(self._writer.start_said(one)) for one in self._walk.starts if one.object == label]
        if not changes:
            return (one.type_line or wording.NO_TYPES, *starts)
        begun = next(iter(changes.values()))[0]
        return (begun.type_line or wording.NO_TYPES, *_size(begun), *starts)

    def _cell(self, texts: Sequence[str], column: Lane, about: str) -> list[Line]:
        """Break the texts of a cell into lines."""
        look = {START: "ink", END: "ink head"}.get(column.layer, "change")
        room = column.width - 2 * GAP
        found: list[Line] = []
        for place, text in enumerate(texts):
            style = look if place == 0 or column.layer not in (START, END) else "soft"
            parts = fitted(printable(text), room, _SIZES.font, MOST_LINES, bold="head" in style)
            found += [Line(part, style, about=about) for part in parts]
        return found

    # ---- effects that did not apply

    def _notes(self, root: Element, top: int) -> int:
        """Write which effects did nothing that have no box, and why."""
        notes = self._boxes.notes(self._columns)
        if not notes:
            return top
        y = top + 24
        write(root, MARGIN, y, Line(wording.DID_NOTHING, "ink head", 13))
        for note in notes:
            for part in fitted(printable(note), WIDTH - 2 * MARGIN, _SIZES.font, 3):
                y += _SIZES.line + 2
                write(root, MARGIN, y, Line(part, "soft"))
        return y


def _news(before: Look, after: Look, *, sizes: bool) -> Iterator[str]:
    """Iterate over the new values of an object after a layer."""
    if before.type_line != after.type_line:
        yield after.type_line or wording.NO_TYPES
    if before.colors != after.colors:
        yield words.joined([words.COLORS[letter] for letter in after.colors]) if after.colors else words.COLORLESS
    if sizes and (before.power, before.toughness) != (after.power, after.toughness):
        yield from _size(after)
    for pattern, texts, others in (
        (wording.LOSES[0], before.abilities, after.abilities),
        (wording.GAINS[0], after.abilities, before.abilities),
    ):
        yield from (pattern.format(what=quoted(text)) for text in texts if text not in others)


def _size(look: Look) -> Iterator[str]:
    if look.power is not None:
        yield f"{look.power}/{look.toughness}"
