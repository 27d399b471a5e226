"""Estimate the width of letters in a picture without a font program. The estimates err on the large side."""

from __future__ import annotations

from collections.abc import Mapping
from unicodedata import east_asian_width

from solver.ask.explain.wording import CUT

_NARROW, _CAPITAL, _BROAD, _FULL = 0.37, 0.73, 0.96, 1.05
_BOLD = 1.16
_WIDTHS: Mapping[str, float] = {
    **dict.fromkeys("iljtfrI.,:;'|!()[]{}/ “”‘’", _NARROW),
    **dict.fromkeys("ABCDEFGHJKLNOPQRSTUVXYZ&+—→", _CAPITAL),
    **dict.fromkeys("mwMW%@…", _BROAD),
}
_USUAL = 0.62


def width_of(text: str, size: int, *, bold: bool = False) -> float:
    """Return how wide a text is.

    Args:
        text: The text.
        size: The size of its letters, in pixels.
        bold: Whether its letters are bold.

    Returns:
        Pixels, in a usual font without serifs.
    """
    ems = sum(_WIDTHS.get(letter) or (_FULL if east_asian_width(letter) in "WF" else _USUAL) for letter in text)
    return size * ems * (_BOLD if bold else 1)


def fitted(text: str, room: int, size: int, most: int, *, bold: bool = False, indent: int = 0) -> list[str]:
    """Break a text into lines.

    Args:
        text: The text; it is cut if it is too long for the lines.
        room: The maximum width of a line in pixels.
        size: The size of its letters, in pixels.
        most: The maximum number of lines.
        bold: Whether its letters are bold.
        indent: By how much the first line is shorter, in pixels.

    Returns:
        The lines; none for an empty text. The first one is empty if its word only fits on a whole line.
    """
    lines: list[str] = []
    line = ""

    def fits(part: str) -> bool:
        return width_of(part, size, bold=bold) <= room - (0 if lines else indent)

    for word in text.split():
        longer = f"{line} {word}".lstrip()
        if fits(longer):
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        if not lines and not fits(line) and width_of(line, size, bold=bold) <= room:
            lines.append("")
        while not fits(line) and len(line) > 1:  # a word that is longer than a line
            head = next(end for end in range(len(line) - 1, 0, -1) if end == 1 or fits(line[:end]))
            lines.append(line[:head])
            line = line[head:]
    lines += [line] if line else []
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and not fits(last + CUT):
        last = last[:-1]
    return [*lines[: most - 1], last.rstrip(" ,;:—") + CUT]
