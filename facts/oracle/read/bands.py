"""Parts of a text box that are one ability each: level symbols (711.2), class levels (716.2a), stations (721.2).

Such a part is a line that says from which level on, and the lines up to the next one. All of them together are one
static ability, so their effects have one timestamp and begin to apply at once (613.6).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from facts.effects import Entering
from facts.effects.form import Ability, Condition

_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$", re.IGNORECASE)
_CLASS = re.compile(r"^(?:\{[^}]+\})+: Level (\d+)\.?$")
_STATION = re.compile(r"^(?:STATION )?(\d+)\+$", re.IGNORECASE)
_SIZE = re.compile(r"^(\d+)/(\d+)$")
_STATIONS = re.compile(r"^Station\b", re.MULTILINE)
_BESIDE = re.compile(r"^((?:STATION )?\d+\+) \| (.+)$", re.IGNORECASE)
_AT = re.compile(r"artifact creature at (\d+)\+")


def band_condition(line: str) -> Condition | None:
    """Return the condition under which the lines after this one apply.

    Args:
        line: A paragraph of rules text.

    Returns:
        The condition; None where the line begins no band.
    """
    level = _LEVEL.match(line)
    if level is not None:
        at_most = int(level[2]) if level[2] else None
        return Condition(symbol="level", at_least=int(level[1]), at_most=at_most)
    station = _STATION.match(line)
    if station is not None:
        return Condition(symbol="station", at_least=int(station[1]))
    rank = _CLASS.match(line)
    if rank is not None:
        return Condition(class_level="this", at_least=int(rank[1]))
    return None


def band_size(line: str, condition: Condition) -> tuple[int, int] | None:
    """Return the power and toughness that stand in a band; the rules say what else it means (711.2a, 721.2b).

    Args:
        line: A paragraph of rules text.
        condition: The condition of the band.

    Returns:
        The two numbers; None where the line is no power and toughness, or the band can't have them.
    """
    size = _SIZE.match(line)
    if size is None or condition.symbol is None:
        return None
    return int(size[1]), int(size[2])


def in_lines(text: str, power: object, toughness: object) -> str:
    """Give each station symbol, and the power and toughness beside one, a line of its own (721.2).

    Args:
        text: Rules text as printed; ``8+ | Flying`` is a station symbol and the text beside it.
        power: The text in the lower right corner; None if there is none.
        toughness: The same.

    Returns:
        The text with lines as `band_condition` and `band_size` read them.
    """
    if not _STATIONS.search(text):
        return text
    at = _AT.search(text)
    lines: list[str] = []
    for line in text.split("\n"):
        beside = _BESIDE.match(line)
        lines += [beside[1], beside[2]] if beside else [line]
    bands = [number for number, line in enumerate(lines) if _STATION.match(line)]
    sized = any(_SIZE.match(line) for line in lines)
    if bands and not sized and isinstance(power, str) and isinstance(toughness, str):
        named = [number for number in bands if at and _STATION.match(lines[number])[1] == at[1]]  # type: ignore[index]
        lines.insert((named or bands[-1:])[0] + 1, f"{power}/{toughness}")
    return "\n".join(lines)


@dataclass
class TextPart:
    """A part of a text box that is one ability.

    Attributes:
        text: Its text without reminder text.
        form: The ability in the effect form; None where there is nothing to say in it.
        lines: The paragraphs that it is made of; empty where it is one paragraph.
        unread: Sentences that were not read and could give a characteristic.
        entering: What it says of counters with which something enters; None where it speaks of none.
    """

    text: str
    form: Ability | None = None
    lines: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    entering: Entering | None = None


def folded(entries: list[TextPart]) -> list[TextPart]:
    """Make one ability of each band.

    Args:
        entries: The abilities of a face, one a paragraph.

    Returns:
        The same with one entry a band, which has all of its ``lines``.
    """
    found: list[TextPart] = []
    band: _Band | None = None
    for entry in entries:
        condition = band_condition(entry.text)
        if condition is not None:
            band = _Band(TextPart(entry.text, lines=[entry.text]), condition)
            found.append(band.part)
        elif band is None:
            found.append(entry)
        else:
            band.add(entry)
    return found


@dataclass(frozen=True)
class _Band:
    """A band, whose part grows line by line.

    Attributes:
        part: What the band is so far; without a form while there is nothing in it.
        condition: The condition under which it applies.
    """

    part: TextPart
    condition: Condition

    def add(self, entry: TextPart) -> None:
        """Add a paragraph to the band."""
        form = self.part.form or Ability(affects="this", as_long_as=self.condition)
        self.part.text += f"\n{entry.text}"
        self.part.lines.append(entry.text)
        self.part.unread += entry.unread
        size = band_size(entry.text, self.condition)
        if size is not None:
            self.part.form = form.changed(set_power=size[0], set_toughness=size[1])
            return
        given = (entry.form.add_abilities if entry.form is not None else None) or (entry.text,)
        self.part.form = form.changed(add_abilities=(*(form.add_abilities or ()), *given))
