"""The walk as a picture: layers are columns, effects are boxes in the order of application, objects are rows.

An arrow leads from an effect that waited to the one that it waited for, and the box says what would have been different
(613.8). Below, each object's type line, colors, power and toughness go from left to right, layer by layer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from facts.errors import printable
from solver.explain import words
from solver.explain.lettering import fitted
from solver.explain.walk import Applied, Dependency, EffectName, Idle, Look, Walk
from solver.explain.walk_text import Writer, quoted, unnumbered

WIDTH = 1200
"""How many pixels wide a picture is."""
_MARGIN, _GAP, _PAD = 16, 10, 7
_NAMES = 132
"""The width of the column with the names of the objects."""
_WAITING = 1.6
"""How wide a column is in which effects wait, where others are 1."""
_GUTTER = 18
"""The room left of the boxes of a column, for its arrows."""
_LINE, _FONT, _SMALL = 15, 12, 11
_MOST_LINES = 4
"""So many lines of an effect's text are shown."""
_STYLE = """
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.paper { fill: #ffffff; } .band { fill: #f3f5f8; } .box { fill: #ffffff; stroke: #7b8ba0; }
.idle { fill: none; stroke: #7b8ba0; stroke-dasharray: 5 4; } .ink { fill: #1b2330; } .soft { fill: #566172; }
.change { fill: #0b4fb3; } .wait { fill: #9a4a00; } .arrow { fill: none; stroke: #9a4a00; } .tip { fill: #9a4a00; }
.line { stroke: #cbd3dd; } .head { font-weight: 600; } .badge { fill: #1b2330; } .number { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
.paper { fill: #14181f; } .band { fill: #1c222b; } .box { fill: #20262f; stroke: #8493a8; }
.idle { stroke: #8493a8; } .ink { fill: #e8ecf2; } .soft { fill: #a9b4c2; } .change { fill: #8ab8ff; }
.wait { fill: #ffb86b; } .arrow { stroke: #ffb86b; } .tip { fill: #ffb86b; } .line { stroke: #39424f; }
.badge { fill: #e8ecf2; } .number { fill: #14181f; }
}
"""
_START = "start"
_END = "end"


@dataclass
class _Line:
    """A line of text.

    Attributes:
        text: It.
        look: Its classes in the style.
        size: The size of its letters, in pixels.
    """

    text: str
    look: str = "ink"
    size: int = _FONT


@dataclass
class _Box:
    """An effect in a column.

    Attributes:
        effect: The effect.
        number: Its place in the order of application; 0 for one that was never applied.
        lines: What is written in it.
        waited: For which effects it waited.
        y: Where it begins.
    """

    effect: EffectName
    number: int
    lines: list[_Line]
    waited: Sequence[Dependency]
    y: int = 0

    @property
    def height(self) -> int:
        """How high it is."""
        return 2 * _PAD + _LINE * len(self.lines)


@dataclass
class _Column:
    """A layer.

    Attributes:
        layer: Its name, or `_START` or `_END`.
        x: Where it begins.
        width: How wide it is.
        boxes: The effects in it.
    """

    layer: str
    x: int = 0
    width: int = 0
    boxes: list[_Box] = field(default_factory=list)


def picture(walk: Walk, title: str) -> str:
    """Draw a walk.

    Args:
        walk: The walk.
        title: What it is called.

    Returns:
        An SVG image, `WIDTH` pixels wide, for light and for dark pages.
    """
    return _Artist(walk).draw(title)


class _Artist:
    """Draws one walk."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._writer = Writer(walk, "middle")
        layers = list(dict.fromkeys(applied.layer for applied in walk.applied))
        self._columns = [_Column(_START), *map(_Column, layers), _Column(_END)]
        self._share_width()
        self._shown: set[EffectName] = set()

    def draw(self, title: str) -> str:
        """Draw it."""
        self._fill_columns()
        root = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "aria-label": printable(title)})
        SubElement(root, "title").text = printable(title)
        SubElement(root, "style").text = _STYLE
        paper = SubElement(root, "rect", {"class": "paper", "width": str(WIDTH)})
        heads, legend = self._heads(root, title)
        bottom = self._rows(root, max(self._boxes(root, heads), legend))
        bottom = self._notes(root, bottom) + _MARGIN
        paper.set("height", str(bottom))
        for band in root.iter("rect"):
            if band.get("class") == "band":
                band.set("height", str(bottom - int(band.get("y", "0")) - _MARGIN // 2))
        root.set("viewBox", f"0 0 {WIDTH} {bottom}")
        root.set("width", str(WIDTH))
        root.set("height", str(bottom))
        indent(root, " ")
        return tostring(root, encoding="unicode")

    def _share_width(self) -> None:
        """Share the width among the columns: those with effects that wait have more to say."""
        waits = {applied.layer for applied in self._walk.applied if applied.waited}
        weights = [
            {_START: 0.85, _END: 1.05}.get(column.layer, _WAITING if column.layer in waits else 1.0)
            for column in self._columns
        ]
        x = _MARGIN + _NAMES
        for column, weight in zip(self._columns, weights, strict=True):
            column.x, column.width = x, int((WIDTH - 2 * _MARGIN - _NAMES) * weight / sum(weights))
            x += column.width

    # ---- the effects

    def _fill_columns(self) -> None:
        """Put each effect into the column of its layer."""
        by_layer = {column.layer: column for column in self._columns}
        for number, applied in enumerate(self._walk.applied, 1):
            column = by_layer[applied.layer]
            for idle in self._awaited(applied, column):
                column.boxes.append(self._idle_box(idle, column))
            column.boxes.append(self._box(applied, number, column))

    def _awaited(self, applied: Applied, column: _Column) -> Iterator[Idle]:
        """Iterate over the effects for which an effect waited and that never applied, which are not shown yet."""
        for dependency in applied.waited:
            if dependency.came == "never" and all(box.effect != dependency.on for box in column.boxes):
                yield from (idle for idle in self._walk.idle if idle.effect == dependency.on)

    def _box(self, applied: Applied, number: int, column: _Column) -> _Box:
        effect = applied.effect
        again = effect in self._shown
        self._shown.add(effect)
        texts = [("ink head", self._writer.source(effect))]
        if again:
            texts.append(("soft", words.GOES_ON_HERE))
        else:
            texts.append(("soft", words.TIMESTAMP.format(timestamp=effect.timestamp)))
            if effect.kind != "ruled" and effect.text:
                texts.append(("ink", f"“{effect.text}”"))
        lines = self._lines(texts, column)
        for dependency in applied.waited:
            lines += self._lines([("wait", self._waiting(dependency))], column, _MOST_LINES + 3)
        if applied.rules:
            lines += self._lines([("soft", ", ".join(applied.rules))], column)
        return _Box(effect, number, lines, applied.waited)

    def _idle_box(self, idle: Idle, column: _Column) -> _Box:
        lines = self._lines([("soft head", self._writer.source(idle.effect))], column)
        lines += self._lines([("soft", words.TIMESTAMP.format(timestamp=idle.effect.timestamp))], column)
        said = words.capital(self._writer.idle_said(idle, words.IT))
        lines += self._lines([("soft", said)], column, _MOST_LINES + 3)
        for dependency in idle.waited:
            lines += self._lines([("wait", self._waiting(dependency))], column, _MOST_LINES + 3)
        return _Box(idle.effect, 0, lines, idle.waited)

    def _lines(self, texts: Iterable[tuple[str, str]], column: _Column, most: int = _MOST_LINES) -> list[_Line]:
        """Break texts into lines that fit the boxes of a column, the first of which has room for a number."""
        found: list[_Line] = []
        for look, text in texts:
            size = _FONT if "head" in look else _SMALL
            room = column.width - _GUTTER - _GAP - 2 * _PAD - (20 if "head" in look else 0)
            found += [
                _Line(part, look, size) for part in fitted(printable(text), room, size, most, bold="head" in look)
            ]
        return found

    def _waiting(self, dependency: Dependency) -> str:
        """Say for which effect one waited, and what would have been different."""
        other = self._writer.source(dependency.on)
        kind = "loop" if dependency.loop else dependency.came
        return words.DEPENDS[kind].format(other=other, why=self._writer.why_said(dependency, other))

    def _heads(self, root: Element, title: str) -> tuple[int, int]:
        """Draw the title, what the signs mean and the heads of the columns; return where they and the signs end."""
        _write(root, _MARGIN, _MARGIN + 14, _Line(title, "ink head", 16))
        top = _MARGIN + 32
        legend = [part for one in words.LEGEND for part in fitted(one, _NAMES - _GAP, _SMALL, 6)]
        for row, part in enumerate(legend):
            _write(root, _MARGIN, top + 18 + row * _LINE, _Line(part, "soft", _SMALL))
        heads = 0
        for place, column in enumerate(self._columns):
            if place % 2 == 0:
                attributes = {"class": "band", "x": str(column.x), "y": str(top), "width": str(column.width)}
                SubElement(root, "rect", attributes)
            head, _, about = _heading(column.layer).partition(", ")
            room = column.width - _GAP
            lines = [_Line(head, "ink head", 13)]
            lines += [_Line(part, "soft", _SMALL) for part in fitted(about, room, _SMALL, 3)]
            for row, line in enumerate(lines):
                _write(root, column.x + _GAP, top + 18 + row * _LINE, line)
            heads = max(heads, 18 + len(lines) * _LINE)
        return top + heads, top + 18 + _LINE * len(legend)

    def _boxes(self, root: Element, top: int) -> int:
        bottom = top
        for column in self._columns:
            y = top + 4
            for box in column.boxes:
                box.y = y
                self._draw_box(root, column, box)
                y += box.height + _GAP
            bottom = max(bottom, y)
            waiting = [(box, dependency) for box in column.boxes for dependency in box.waited]
            for place, (waits, dependency) in enumerate(waiting):
                _arrow(root, column, waits, dependency, place)
        return bottom

    def _draw_box(self, root: Element, column: _Column, box: _Box) -> None:
        x, width = column.x + _GUTTER, column.width - _GUTTER - _GAP
        group = SubElement(root, "g")
        SubElement(group, "title").text = printable(f"{self._writer.source(box.effect)}: {box.effect.text}")
        SubElement(
            group, "rect",
            {"class": "box" if box.number else "idle", "x": str(x), "y": str(box.y), "width": str(width),
             "height": str(box.height), "rx": "6"},
        )  # fmt: skip
        for row, line in enumerate(box.lines):
            shift = 20 if row == 0 and box.number else 0
            _write(group, x + _PAD + shift, box.y + _PAD + 11 + row * _LINE, line)
        if box.number:
            center = {"cx": str(x + _PAD + 7), "cy": str(box.y + _PAD + 7)}
            SubElement(group, "circle", {"class": "badge", "r": "8", **center})
            number = _Line(str(box.number), "number head", 10)
            _write(group, x + _PAD + 7, box.y + _PAD + 11, number, middle=True)

    # ---- the objects

    def _rows(self, root: Element, top: int) -> int:
        """Draw what each object is, layer by layer; alike objects share a row."""
        y = top + 8
        for labels, cells in self._alike().items():
            names = [_Line(part, "ink head") for part in fitted(printable(labels), _NAMES - _GAP, _FONT, 4, bold=True)]
            filled = [self._cell(cell, column) for cell, column in zip(cells, self._columns, strict=True)]
            height = _LINE * max(1, len(names), *map(len, filled)) + 2 * _PAD
            _rule(root, _MARGIN, y, WIDTH - _MARGIN, y)
            for row, line in enumerate(names):
                _write(root, _MARGIN, y + _PAD + 11 + row * _LINE, line)
            for lines, column in zip(filled, self._columns, strict=True):
                if not lines:
                    middle = y + _PAD + 7
                    _rule(root, column.x + _GAP, middle, column.x + column.width - _GAP, middle)
                for row, line in enumerate(lines):
                    _write(root, column.x + _GAP, y + _PAD + 11 + row * _LINE, line)
            y += height
        _rule(root, _MARGIN, y, WIDTH - _MARGIN, y)
        return y

    def _alike(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """Return what each row says, by what it is called: of each column some texts, none where nothing changes."""
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
        return {words.capital(self._writer.full_names(labels)): cells for (_, cells), labels in rows.items()}

    def _texts(self, label: str, layer: str, changes: Mapping[str, tuple[Look, Look]]) -> tuple[str, ...]:
        """Return what a cell says: what is new in a layer, or all of it as the layers begin and end."""
        one = self._walk.objects[label]
        if layer == _END:
            return tuple(self._writer.is_so(one))
        if layer != _START:
            return tuple(_news(*changes[layer], sizes=layer.startswith("7"))) if layer in changes else ()
        starts = [words.capital(self._writer.start_said(one)) for one in self._walk.starts if one.object == label]
        if not changes:
            return (one.type_line or words.NO_TYPES, *starts)
        begun = next(iter(changes.values()))[0]
        return (begun.type_line or words.NO_TYPES, *_size(begun), *starts)

    def _cell(self, texts: Sequence[str], column: _Column) -> list[_Line]:
        """Break the texts of a cell into lines."""
        look = {_START: "ink", _END: "ink head"}.get(column.layer, "change")
        room = column.width - 2 * _GAP
        found: list[_Line] = []
        for place, text in enumerate(texts):
            style = look if place == 0 or column.layer not in (_START, _END) else "soft"
            parts = fitted(printable(text), room, _FONT, _MOST_LINES, bold="head" in style)
            found += [_Line(part, style) for part in parts]
        return found

    # ---- what did not apply

    def _notes(self, root: Element, top: int) -> int:
        """Write which effects did nothing that have no box, and why."""
        shown = {box.effect for column in self._columns for box in column.boxes}
        notes = [words.capital(self._writer.idle_said(idle)) for idle in self._walk.idle if idle.effect not in shown]
        notes += [note for _, about in self._writer.notes() for note in about]
        if not notes:
            return top
        y = top + 24
        _write(root, _MARGIN, y, _Line(words.DID_NOTHING, "ink head", 13))
        for note in notes:
            for part in fitted(printable(note), WIDTH - 2 * _MARGIN, _FONT, 3):
                y += _LINE + 2
                _write(root, _MARGIN, y, _Line(part, "soft"))
        return y


def _news(before: Look, after: Look, *, sizes: bool) -> Iterator[str]:
    """Iterate over what is new of an object after a layer."""
    if before.type_line != after.type_line:
        yield after.type_line or words.NO_TYPES
    if before.colors != after.colors:
        yield words.joined([words.COLORS[letter] for letter in after.colors]) if after.colors else words.COLORLESS
    if sizes and (before.power, before.toughness) != (after.power, after.toughness):
        yield from _size(after)
    for pattern, texts, others in (
        (words.LOSES[0], before.abilities, after.abilities),
        (words.GAINS[0], after.abilities, before.abilities),
    ):
        yield from (pattern.format(what=quoted(text)) for text in texts if text not in others)


def _size(look: Look) -> Iterator[str]:
    if look.power is not None:
        yield f"{look.power}/{look.toughness}"


def _heading(layer: str) -> str:
    """Return the head of a column: "Layer 4, types (613.1d)"."""
    return {_START: words.COLUMN_START, _END: words.COLUMN_END}.get(layer) or words.LAYERS[layer]


def _write(root: Element, x: int, y: int, line: _Line, *, middle: bool = False) -> None:
    """Write a line of text."""
    attributes = {"class": line.look, "x": str(x), "y": str(y), "font-size": str(line.size)}
    if middle:
        attributes["text-anchor"] = "middle"
    SubElement(root, "text", attributes).text = printable(line.text)


def _rule(root: Element, x: int, y: int, to_x: int, to_y: int) -> None:
    """Draw a thin line."""
    SubElement(root, "line", {"class": "line", "x1": str(x), "y1": str(y), "x2": str(to_x), "y2": str(to_y)})


def _arrow(root: Element, column: _Column, box: _Box, dependency: Dependency, place: int) -> None:
    """Draw an arrow from an effect to the one that it waited for, or with which it forms a loop, left of the boxes."""
    awaited = next((one for one in column.boxes if one.effect == dependency.on), None)
    if awaited is None:
        return
    x = column.x + _GUTTER
    aside = place % 3
    start, end = box.y + box.height // 2 + 9 * aside, awaited.y + awaited.height // 2 + 9 * aside
    out = x - 6 - 5 * aside
    path = f"M {x} {start} C {out} {start} {out} {end} {x - 5} {end}"
    attributes = {"class": "arrow", "d": path, "stroke-width": "1.5"}
    if dependency.loop:
        attributes["stroke-dasharray"] = "4 3"
    SubElement(root, "path", attributes)
    SubElement(root, "path", {"class": "tip", "d": f"M {x} {end} l -7 -4 l 0 8 z"})
