"""Rules text taken apart into its abilities: a paragraph each, and each keyword of a line of keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator

from facts.runtime import pattern
from facts.words.keywords import keyword_of, new_keyword

_REMINDER = pattern(r"\s*\([^()]*\)")
_REMINDER_OF_LINES = pattern(r"\s*\((?=[^()\n]*\n)[^()]*\)")
"""Reminder text that goes on in a further line."""
_GOES_ON = pattern(r"\b(?:gets|get|gains?|has|have|and|with|until|the|of)$")
"""The end of a line in the middle of a sentence."""
_GOES_ON_IN_A_NAME = pattern(r"^(?:(?:When|Whenever|At|If|Until)\b|\{).* [A-Z][a-z]+$")
"""A line that ends in the middle of a type line: "becomes a 4/4 Phyrexian"."""
_REFERS_BACK = pattern(
    r"^(?:It|It['’]s|They|That (?:creature|land)|Those (?:creatures|lands|tokens)|and|The same is true|Otherwise)"
    r"\b(?!:)"
)
"""The beginning of a line that goes on with the paragraph before it."""
_STANDS_ALONE = pattern(r"^(?:[•+−-]|[IVX]+(?:, [IVX]+)* —)")


def _joined(lines: list[str]) -> list[str]:
    """Join a line to the line before if it continues that: some files of cards break a paragraph into lines."""
    found: list[str] = []
    for line in lines:
        before = found[-1].rstrip() if found else ""
        belongs = _REFERS_BACK.match(line) is not None and not _STANDS_ALONE.match(before)
        if before and (belongs or (_GOES_ON_IN_A_NAME.match(before) and not _STANDS_ALONE.match(line))):
            found[-1] = f"{before} {line}"
        else:
            found.append(line)
    return found


def _whole(lines: list[str]) -> Iterator[str]:
    """Join two lines if a quoted ability goes on in the second: some files of cards break a quotation into lines."""
    waiting = ""
    for line in lines:
        both = f"{waiting.rstrip()} {line}" if waiting else line
        if not waiting and line.count('"') % 2:
            waiting = line
            continue
        if not waiting and _GOES_ON.search(line):
            waiting = line
            continue
        if waiting and both.count('"') % 2 and not waiting.count('"') % 2:
            waiting = both
            continue
        if waiting and both.count('"') % 2:
            yield waiting
            both = line
        waiting = ""
        yield both
    if waiting:
        yield waiting


def paragraphs(text: str) -> list[str]:
    """Split rules text into abilities: one a paragraph, but each keyword of a line of keywords for itself.

    Args:
        text: Rules text as printed, with reminder text.

    Returns:
        The texts of the abilities, without reminder text.
    """
    found: list[str] = []
    for line in _whole(_joined(_REMINDER_OF_LINES.sub("", text).split("\n"))):
        plain = without_reminder(line)
        if not plain:
            continue
        parts = _parts(plain)
        listed = any(map(keyword_of, parts)) and all(map(_is_further_keyword, parts[1:]))
        if len(parts) > 1 and listed and _is_keyword(parts[0]):
            found.extend(parts)
        else:
            found.append(plain)
    return found


def _is_keyword(part: str) -> bool:
    return keyword_of(part) is not None or new_keyword(part)


def _is_further_keyword(part: str) -> bool:
    return keyword_of(part) is not None or (part[:1].islower() and new_keyword(part))


def without_reminder(line: str) -> str:
    """Return a line of rules text without reminder text.

    Args:
        line: The line as printed.
    """
    return _REMINDER.sub("", line).strip()


def _parts(line: str) -> list[str]:
    """Split a line at its commas; "protection from A and from B" is two abilities (702.11e, 702.16g)."""
    found: list[str] = []
    for part in re.split(r"[,;]\s*", line):
        first, *others = _AND_FROM.split(part.strip())
        before = _FROM.match(found[-1]) if found and _MORE_FROM.match(first) else None
        found.append(first if before is None else f"{before[1].lower()} {_MORE_FROM.sub('', first)}")
        of = _FROM.match(found[-1])
        found += [f"{of[1].lower()} {other}" if of else other for other in others]
    return found


_FROM = pattern(r"((?:protection|hexproof) from) ", re.IGNORECASE)
_AND_FROM = pattern(r" and from (?=.)")
_MORE_FROM = pattern(r"(?:and )?from (?=.)")
