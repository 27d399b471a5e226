"""The walk as a picture for a narrow page: layers are bands from top to bottom, with their effects in order.

Each box shows the changes of its effect. An arrow leads from an effect that waited to the one that it waited for
(613.8).
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from facts.text import printable
from solver.ask.explain.walk.drawing import GAP, GUTTER, Boxes, Lane, Line, Sizes, begun, finished, write
from solver.ask.explain.walk.lettering import fitted
from solver.ask.explain.walk.walk_text import Writer
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.wording import phrases as words
from solver.ask.explain.wording import walk_wording as wording

NARROW = 340
"""The least width: that of a phone, less its margins."""
_SIZES = Sizes(font=13, small=12, line=17)
_EDGE = 6
_LEFT = _EDGE + GUTTER
"""The left edge of boxes and of the heads of bands."""


def tall_picture(walk: Walk, title: str, width: int = NARROW) -> str:
    """Draw a walk from top to bottom, as part of a page that has colors for it.

    Args:
        walk: The walk.
        title: Its name.
        width: Its width in pixels.

    Returns:
        An SVG image.
    """
    writer = Writer(walk, "middle")
    boxes = Boxes(walk, writer, _SIZES, changes=True)
    lanes = [Lane(layer, _EDGE, width - 2 * _EDGE) for layer in dict.fromkeys(one.layer for one in walk.applied)]
    boxes.fill(lanes)
    root = begun(title, width, alone=False)
    y = 0
    starts = [words.capital(writer.start_said(start)) for start in walk.starts]
    if starts:
        y = _band(root, wording.COLUMN_START, starts, width, y)
    for lane in lanes:
        band = SubElement(root, "rect", {"class": "band", "x": "0", "y": str(y), "width": str(width), "rx": "8"})
        end = boxes.draw(root, lane, _head(root, ", ".join(lane.heading), width, y) + _SIZES.line // 2)
        band.set("height", str(end - y))
        y = end + GAP
    if notes := boxes.notes(lanes):
        y = _band(root, wording.DID_NOTHING, notes, width, y)
    return finished(root, width, max(y - GAP, _SIZES.line))


def _band(root: Element, head: str, said: list[str], width: int, y: int) -> int:
    """Draw a band that has no boxes, but sentences; return where the next one begins."""
    band = SubElement(root, "rect", {"class": "band", "x": "0", "y": str(y), "width": str(width), "rx": "8"})
    end = _head(root, head, width, y)
    for one in said:
        for part in fitted(printable(one), width - _LEFT - _EDGE - GAP, _SIZES.small, 5):
            end += _SIZES.line
            write(root, _LEFT, end, Line(part, "soft", _SIZES.small))
        end += 4
    band.set("height", str(end + GAP - y))
    return end + 2 * GAP


def _head(root: Element, text: str, width: int, y: int) -> int:
    """Write the head of a band; return where it ends."""
    for part in fitted(printable(text), width - _LEFT - _EDGE, _SIZES.font, 2, bold=True):
        y += _SIZES.line + 3
        write(root, _LEFT, y, Line(part, "ink head", _SIZES.font))
    return y
