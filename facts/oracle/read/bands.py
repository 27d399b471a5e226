"""Parts of a text box that are one ability each: level symbols (711.2), class levels (716.2a), stations (721.2).

Such a part is a line that says from which level on, and the lines up to the next one. All of them together are one
static ability, so their effects have one timestamp and begin to apply at once (613.6).
"""

from __future__ import annotations

import re
from typing import Any

Form = dict[str, Any]

_LEVEL = re.compile(r"^LEVEL (\d+)(?:-(\d+)|\+)$", re.IGNORECASE)
_CLASS = re.compile(r"^(?:\{[^}]+\})+: Level (\d+)\.?$")
_STATION = re.compile(r"^(?:STATION )?(\d+)\+$", re.IGNORECASE)
_SIZE = re.compile(r"^(\d+)/(\d+)$")
_STATIONS = re.compile(r"^Station\b", re.MULTILINE)
_BESIDE = re.compile(r"^((?:STATION )?\d+\+) \| (.+)$", re.IGNORECASE)
_AT = re.compile(r"artifact creature at (\d+)\+")


def band_condition(line: str) -> Form | None:
    """Return the condition under which the lines after this one apply.

    Args:
        line: A paragraph of rules text.

    Returns:
        A condition of the effect form; None where the line begins no band.
    """
    level = _LEVEL.match(line)
    if level is not None:
        bounds = {"at_most": int(level[2])} if level[2] else {}
        return {"symbol": "level", "at_least": int(level[1]), **bounds}
    station = _STATION.match(line)
    if station is not None:
        return {"symbol": "station", "at_least": int(station[1])}
    rank = _CLASS.match(line)
    if rank is not None:
        return {"class_level": "this", "at_least": int(rank[1])}
    return None


def band_size(line: str, condition: Form) -> Form | None:
    """Return the effect of a power and toughness in a band; the rules say what else it means (711.2a, 721.2b).

    Args:
        line: A paragraph of rules text.
        condition: The condition of the band.

    Returns:
        Operations of the effect form; None where the line is no power and toughness, or the band can't have them.
    """
    size = _SIZE.match(line)
    if size is None or "symbol" not in condition:
        return None
    return {"set_power": int(size[1]), "set_toughness": int(size[2])}


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


def folded(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make one ability of each band.

    Args:
        entries: The abilities of a face, one a paragraph: `facts.cards.rules_text.Compiled`.

    Returns:
        The same with one entry a band, which has all of its ``lines``.
    """
    found: list[dict[str, Any]] = []
    band: dict[str, Any] | None = None
    for entry in entries:
        condition = band_condition(entry["text"])
        if condition is not None:
            form: Form = {"affects": "this", "as_long_as": condition}
            band = {"text": entry["text"], "lines": [entry["text"]], "form": form}
            found.append(band)
        elif band is None:
            found.append(entry)
        else:
            _add(band, entry)
    for one in found:
        if len(one.get("form") or ()) == 2 and "lines" in one:
            del one["form"]  # a band with nothing in it
    return found


def _add(band: dict[str, Any], entry: dict[str, Any]) -> None:
    """Add a paragraph to the band it belongs to."""
    text, form = entry["text"], band["form"]
    band["text"] += f"\n{text}"
    band["lines"].append(text)
    band.setdefault("unread", []).extend(entry.get("unread") or ())
    size = band_size(text, form["as_long_as"])
    if size is not None:
        form.update(size)
        return
    given = (entry.get("form") or {}).get("add_abilities") or [text]
    form.setdefault("add_abilities", []).extend(given)
