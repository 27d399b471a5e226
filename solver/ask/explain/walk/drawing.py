"""Parts of a picture of a walk: lines of text, boxes for effects, and arrows from the effects that wait."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from facts.text import printable
from solver.ask.explain.walk.lettering import fitted
from solver.ask.explain.walk.walk_text import Writer
from solver.ask.explain.walk_values import Applied, Dependency, EffectName, Idle, Walk
from solver.ask.explain.wording import phrases as words
from solver.ask.explain.wording import walk_wording as wording

MARGIN, GAP, PAD = 16, 10, 7
GUTTER = 18
"""The room left of boxes, for their arrows."""
MOST_LINES = 4
"""The most lines shown of an effect's text."""
START, END = "start", "end"
"""The lanes before the first layer and after the last one."""
_BADGE = 20
"""The room that the number of an effect takes."""
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


class Sizes(NamedTuple):
    """The sizes of letters and lines, in pixels.

    Attributes:
        font: The usual size.
        small: The size of less important text.
        line: The distance between lines.
    """

    font: int = 12
    small: int = 11
    line: int = 15


@dataclass
class Line:
    """A line of text.

    Attributes:
        text: Its letters.
        look: Its classes in the style.
        size: The size of its letters, in pixels.
        about: The label of the object that it is about, for a page on which one may ask about it.
    """

    text: str
    look: str = "ink"
    size: int = Sizes().font
    about: str = ""


@dataclass
class Box:
    """An effect in a layer.

    Attributes:
        effect: The effect.
        number: Its place in the order of application; 0 for one that was never applied.
        lines: Its text.
        waited: For which effects it waited.
        height: Its height.
        y: Its upper edge.
    """

    effect: EffectName
    number: int
    lines: list[Line]
    waited: Sequence[Dependency]
    height: int
    y: int = 0


@dataclass
class Lane:
    """A layer, with room for its effects one below another.

    Attributes:
        layer: Its name, or `START` or `END`.
        x: Where it begins.
        width: Its width.
        boxes: The effects in it.
    """

    layer: str
    x: int = 0
    width: int = 0
    boxes: list[Box] = field(default_factory=list)

    @property
    def heading(self) -> tuple[str, str]:
        """Its name and its subject: ("Layer 4", "types (613.1d)")."""
        said = {START: wording.COLUMN_START, END: wording.COLUMN_END}.get(self.layer) or words.LAYERS[self.layer]
        head, _, about = said.partition(", ")
        return head, about


class Boxes:
    """Makes the boxes of a walk, and draws them."""

    def __init__(self, walk: Walk, writer: Writer, sizes: Sizes, *, changes: bool) -> None:
        """Take a walk.

        Args:
            walk: The walk.
            writer: Puts its contents into words.
            sizes: The size of letters.
            changes: Whether a box shows the changes of its effect.
        """
        self._walk = walk
        self._writer = writer
        self._sizes = sizes
        self._changes = changes
        self._shown: set[EffectName] = set()

    def fill(self, lanes: Iterable[Lane]) -> None:
        """Put each effect into the lane of its layer.

        An effect that was never applied has a box, too, where an arrow leads to it or from it.

        Args:
            lanes: The lanes; their width is known.
        """
        by_layer = {lane.layer: lane for lane in lanes}
        idle = {one.effect: one for one in self._walk.idle}
        for number, applied in enumerate(self._walk.applied, 1):
            lane = by_layer[applied.layer]
            for dependency in applied.waited:
                if dependency.came == "never" and dependency.on in idle:
                    lane.boxes.append(self._idle_box(idle.pop(dependency.on), lane))
            lane.boxes.append(self._box(applied, number, lane))
            for one in [one for one in idle.values() if applied.effect in {other.on for other in one.waited}]:
                lane.boxes.append(self._idle_box(idle.pop(one.effect), lane))

    def draw(self, root: Element, lane: Lane, top: int) -> int:
        """Draw the boxes of a lane, and the arrows between them.

        Args:
            root: The picture.
            lane: The lane.
            top: The start of the first box.

        Returns:
            The start of the free space.
        """
        y = top
        for box in lane.boxes:
            box.y = y
            self._draw_box(root, lane, box)
            y += box.height + GAP
        waiting = [(box, dependency) for box in lane.boxes for dependency in box.waited]
        for place, (waits, dependency) in enumerate(waiting):
            _arrow(root, lane, waits, dependency, place)
        return y

    def notes(self, lanes: Iterable[Lane]) -> list[str]:
        """Say why each effect without a box did nothing, and why effects do not apply to some objects.

        Args:
            lanes: The lanes with all boxes.
        """
        shown = {box.effect for lane in lanes for box in lane.boxes}
        notes = [words.capital(self._writer.idle_said(one)) for one in self._walk.idle if one.effect not in shown]
        return notes + [note for _, about in self._writer.notes() for note in about]

    def _box(self, applied: Applied, number: int, lane: Lane) -> Box:
        effect = applied.effect
        texts = [("ink head", words.capital(self._writer.source(effect)))]
        if effect in self._shown:
            texts.append(("soft", wording.GOES_ON_HERE))
        else:
            texts.append(("soft", wording.TIMESTAMP.format(timestamp=effect.timestamp)))
            if effect.kind != "ruled" and effect.text:
                texts.append(("ink", f"“{effect.text}”"))
        self._shown.add(effect)
        lines = self._lines(texts, lane, about=effect.source)
        if self._changes:
            for label, said in self._writer.changes_told(applied):
                lines += self._lines([("change", said)], lane, about=label)
        lines += self._waits(applied.waited, lane)
        if applied.rules:
            lines += self._lines([("soft", ", ".join(applied.rules))], lane)
        return self._high(Box(effect, number, lines, applied.waited, 0))

    def _idle_box(self, idle: Idle, lane: Lane) -> Box:
        lines = self._lines([("soft head", self._writer.source(idle.effect))], lane, about=idle.effect.source)
        lines += self._lines([("soft", wording.TIMESTAMP.format(timestamp=idle.effect.timestamp))], lane)
        said = words.capital(self._writer.idle_said(idle, wording.IT))
        lines += self._lines([("soft", said)], lane, MOST_LINES + 3)
        return self._high(Box(idle.effect, 0, [*lines, *self._waits(idle.waited, lane)], idle.waited, 0))

    def _high(self, box: Box) -> Box:
        box.height = 2 * PAD + self._sizes.line * len(box.lines)
        return box

    def _waits(self, waited: Sequence[Dependency], lane: Lane) -> Iterator[Line]:
        """Say which effects one waited for, and the difference."""
        for dependency in waited:
            other = self._writer.source(dependency.on)
            kind = "loop" if dependency.loop else dependency.came
            said = wording.DEPENDS[kind].format(
                other=other, rule=dependency.rule, why=self._writer.why_said(dependency, other)
            )
            yield from self._lines([("wait", said)], lane, MOST_LINES + 3)

    def _lines(
        self, texts: Iterable[tuple[str, str]], lane: Lane, most: int = MOST_LINES, about: str = ""
    ) -> list[Line]:
        """Break texts into lines that fit the boxes of a lane, the first of which has room for a number."""
        found: list[Line] = []
        for look, text in texts:
            size = self._sizes.font if "head" in look else self._sizes.small
            room, head = lane.width - GUTTER - GAP - 2 * PAD, "head" in look
            parts = fitted(printable(text), room, size, most, bold=head, indent=_BADGE if head else 0)
            found += [Line(part, look, size, about) for part in parts]
        return found

    def _draw_box(self, root: Element, lane: Lane, box: Box) -> None:
        x, width, step = lane.x + GUTTER, lane.width - GUTTER - GAP, self._sizes.line
        group = SubElement(root, "g")
        SubElement(group, "title").text = printable(f"{self._writer.source(box.effect)}: {box.effect.text}")
        SubElement(
            group, "rect",
            {"class": "box" if box.number else "idle", "x": str(x), "y": str(box.y), "width": str(width),
             "height": str(box.height), "rx": "6"},
        )  # fmt: skip
        base = PAD + step - 4
        for row, line in enumerate(box.lines):
            shift = _BADGE if row == 0 and box.number else 0
            write(group, x + PAD + shift, box.y + base + row * step, line)
        if box.number:
            center = {"cx": str(x + PAD + 7), "cy": str(box.y + base - 4)}
            SubElement(group, "circle", {"class": "badge", "r": "8", **center})
            write(group, x + PAD + 7, box.y + base, Line(str(box.number), "number head", 10), middle=True)


def begun(title: str, width: int, *, alone: bool) -> Element:
    """Begin a picture.

    Args:
        title: Its name.
        width: Its width in pixels.
        alone: Whether it is a file of its own; else it is part of a page that has colors for it.
    """
    root = Element("svg", {"role": "img", "aria-label": printable(title)})
    if alone:
        root.set("xmlns", "http://www.w3.org/2000/svg")
        SubElement(root, "title").text = printable(title)
        SubElement(root, "style").text = _STYLE
        SubElement(root, "rect", {"class": "paper", "width": str(width)})
    return root


def finished(root: Element, width: int, height: int) -> str:
    """End a picture.

    Args:
        root: The picture.
        width: Its width.
        height: Its height.

    Returns:
        Its text.
    """
    for paper in root.iter("rect"):
        if paper.get("class") == "paper":
            paper.set("height", str(height))
    root.set("viewBox", f"0 0 {width} {height}")
    root.set("width", str(width))
    root.set("height", str(height))
    indent(root, " ")
    return tostring(root, encoding="unicode")


def write(root: Element, x: int, y: int, line: Line, *, middle: bool = False) -> None:
    """Write a line of text.

    Args:
        root: The picture.
        x: Where the text begins, or its middle (see `middle`).
        y: The line on which its letters stand.
        line: The line.
        middle: Whether x is its middle.
    """
    attributes = {"class": line.look, "x": str(x), "y": str(y), "font-size": str(line.size)}
    if middle:
        attributes["text-anchor"] = "middle"
    if line.about:
        attributes["data-about"] = printable(line.about)
    SubElement(root, "text", attributes).text = printable(line.text)


def rule(root: Element, x: int, y: int, to_x: int, to_y: int) -> None:
    """Draw a thin line.

    Args:
        root: The picture.
        x: Where it begins.
        y: Where it begins.
        to_x: Where it ends.
        to_y: Where it ends.
    """
    SubElement(root, "line", {"class": "line", "x1": str(x), "y1": str(y), "x2": str(to_x), "y2": str(to_y)})


def _arrow(root: Element, lane: Lane, box: Box, dependency: Dependency, place: int) -> None:
    """Draw an arrow from an effect to the one that it waited for, or with which it forms a loop, left of the boxes."""
    awaited = next((one for one in lane.boxes if one.effect == dependency.on), None)
    if awaited is None:
        return
    x = lane.x + GUTTER
    aside = place % 3
    start, end = box.y + box.height // 2 + 9 * aside, awaited.y + awaited.height // 2 + 9 * aside
    out = x - 6 - 5 * aside
    path = f"M {x} {start} C {out} {start} {out} {end} {x - 5} {end}"
    attributes = {"class": "arrow", "d": path, "stroke-width": "1.5"}
    if dependency.loop:
        attributes["stroke-dasharray"] = "4 3"
    SubElement(root, "path", attributes)
    SubElement(root, "path", {"class": "tip", "d": f"M {x} {end} l -7 -4 l 0 8 z"})
