"""Mana symbols as small disks: the braces around them stay for people who copy the text or have it read aloud."""

from __future__ import annotations

import re

from markupsafe import Markup

_SYMBOL = re.compile(r"\{([^{}\s]{1,6})\}")
_COLORED = re.compile(r"[WUBRG]")


def symbols(text: str) -> Markup:
    """Write a text with its mana symbols as disks.

    Args:
        text: The text of an ability, with symbols in braces.
    """
    pieces = _SYMBOL.split(text)
    return Markup("").join(_disk(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def _disk(symbol: str) -> Markup:
    color = _COLORED.search(symbol)
    look = f" pip-{color[0]}" if color is not None else ""
    return Markup('<i class="sym{}"><b>{{</b>{}<b>}}</b></i>').format(look, symbol)
