"""The short phrases of a walk: differences, quoted texts, sizes, reasons in a word."""

from __future__ import annotations

from collections.abc import Sequence

from solver.answer import ObjectAnswer
from solver.ask.explain.walk_values import Change, Look
from solver.ask.explain.wording import phrases as words
from solver.ask.explain.wording import walk_wording as wording


def capital(text: str) -> str:
    """Begin a line with a capital letter, after the number of a layer if there is one.

    Args:
        text: The line.
    """
    head, space, rest = text.partition("  ")
    if space and head in words.LAYERS:
        return f"{head}  {rest[:1].upper()}{rest[1:]}"
    return text[:1].upper() + text[1:]


def differences(change: Change, room: int, *, sizes: bool, several: bool = False) -> list[str]:
    """Say what changed about an object.

    Args:
        change: The change.
        room: The number of letters to show of an ability.
        sizes: Whether to name power and toughness.
        several: Whether the change is one of several objects.
    """
    before, after = change.before, change.after
    found: list[str] = []
    if before.type_line != after.type_line:
        found.append(f"{before.type_line or '-'} → {after.type_line or '-'}")
    if before.colors != after.colors:
        found.append(f"{color_words(before.colors)} → {color_words(after.colors)}")
    if sizes and (before.power, before.toughness) != (after.power, after.toughness):
        found.append(f"{size_of(before)} → {size_of(after)}")
    lost, gained = without(before.abilities, after.abilities), without(after.abilities, before.abilities)
    if lost:
        found.append(wording.LOSES[several].format(what=listed(lost, room)))
    if gained:
        found.append(wording.GAINS[several].format(what=listed(gained, room)))
    return found


def listed(texts: Sequence[str], room: int) -> str:
    """Quote texts one after the other.

    Args:
        texts: The texts of abilities, one at least.
        room: The number of letters to show of each.
    """
    return words.joined([quoted(text, room) for text in texts])


def without(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return texts that others do not have, each as often as it is too many.

    Args:
        texts: The texts.
        others: The other texts.
    """
    left = list(others)
    found: list[str] = []
    for text in texts:
        if text in left:
            left.remove(text)
        else:
            found.append(text)
    return found


def one_line(text: str) -> str:
    """Put an ability of several lines into one.

    Args:
        text: The text of the ability.
    """
    return ", ".join(text.split("\n")).replace(", •", " •")


def quoted(text: str, room: int = 64) -> str:
    """Put an ability into quotes; a keyword stands for itself.

    Args:
        text: The ability.
        room: The number of its letters to show.
    """
    text = one_line(text)
    if not (" " in text and text.endswith((".", "!", '"', "”"))):
        return text
    if len(text) > room:
        text = text[: text.rfind(" ", 0, room)].rstrip(" ,;:") + words.CUT
    return f"“{text}”"


def color_words(colors: Sequence[str]) -> str:
    """Return the words for letters of colors.

    Args:
        colors: The letters.
    """
    return words.joined([words.COLORS[letter] for letter in colors]) if colors else words.COLORLESS


def size_of(look: Look | ObjectAnswer) -> str:
    """Return power and toughness: ``2/2``; ``-/-`` where there is none.

    Args:
        look: The characteristics of the object.
    """
    return "-/-" if look.power is None else f"{look.power}/{look.toughness}"
