"""Paragraphs of a text: the modes of a modal ability belong to it (700.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facts.runtime import pattern

_MODE = pattern(r"(?:•|\+ \{)")
_ANCHORS = pattern(r"\bchooses? [A-Z][\w'-]*(?: [A-Z][\w'-]*)* or [A-Z]")


def is_mode(text: str) -> bool:
    """Tell whether a paragraph is a mode of the ability before it: it begins with a bullet, or with the cost of a mode.

    Args:
        text: The paragraph.
    """
    return _MODE.match(text) is not None


def places(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Number the abilities of a text.

    The modes of "Choose one —" belong to it. The paragraphs after "Choose Khans or Dragons." are abilities (607.2d).

    Args:
        texts: The paragraphs, in order.

    Yields:
        Of each paragraph the position of its ability, from 1, and its position among the modes; 0 where it is no mode.
    """
    ability, mode, anchored = 0, 0, False
    for text in texts:
        anchored = anchored or _ANCHORS.search(text) is not None
        if ability and not anchored and is_mode(text):
            mode += 1
        else:
            ability, mode = ability + 1, 0
        yield ability, mode
