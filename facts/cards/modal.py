"""Modal abilities: each is one ability, though its modes stand in paragraphs of their own (700.2)."""

from __future__ import annotations

from typing import NamedTuple


class ChosenMode(NamedTuple):
    """A mode that a step chose (700.2): the rules say how often it happens.

    Attributes:
        mode: Its number in the list of the text.
        effects: The places of its effects among those of the joined ability, from 1.
    """

    mode: int
    effects: tuple[int, ...]
