"""The walk on a page: as pictures, one for each width of a window, and in words for people who cannot see these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from solver.ask.explain import View, Walk, walk_views
from solver.ask.explain.walk import NARROW, picture, tall_picture, waiting_text
from solver.ask.explain.wording import walk_wording as wording

_MOST_DRAWN = 60
"""The most effects, or objects, in a picture. For more, words are shorter."""
_TALL = 700
"""The width of the picture for a tablet."""


class Picture(NamedTuple):
    """A picture of the walk.

    Attributes:
        fits: The width of a window that it is for: ``narrow``, ``tall`` or ``wide``.
        drawn: The picture, as SVG.
    """

    fits: str
    drawn: Markup


class Effect(NamedTuple):
    """An effect in a layer.

    Attributes:
        number: Its place in the order of application; 0 if it is not applied.
        said: Its effect: the source and the words.
        waits: The effects that it waited for, a sentence or two each.
        lines: Its changes.
    """

    number: int
    said: str
    waits: tuple[str, ...]
    lines: tuple[str, ...]


class Layer(NamedTuple):
    """A layer, the effects that did not apply, or what the rules do not allow.

    Attributes:
        title: Its title.
        idle: Whether it has no effects that were applied.
        effects: Its effects.
    """

    title: str
    idle: bool
    effects: tuple[Effect, ...]


def layers_of(walk: Walk) -> list[Layer]:
    """Return the layers in which something happens, and the effects that did not apply.

    Args:
        walk: The walk.
    """
    waited = [(dependency, one.effect) for one in walk.applied for dependency in one.waited]
    waited += [(dependency, one.effect) for one in walk.idle for dependency in one.waited]
    waiting = {said for dependency, effect in waited if (said := waiting_text(walk, dependency, effect))}
    return list(_layers(walk_views(walk), waiting))


def pictures_of(walk: Walk, title: str) -> list[Picture]:
    """Draw the walk for a phone, a tablet and a desk.

    Args:
        walk: The walk.
        title: The names of the pictures.

    Returns:
        The pictures, of which a style sheet shows the one that fits; none of a walk without effects, or of a long one.
    """
    if not walk.applied or len(walk.applied) > _MOST_DRAWN or len(walk.objects) > _MOST_DRAWN:
        return []
    drawn = (
        ("narrow", tall_picture(walk, title, NARROW)),
        ("tall", tall_picture(walk, title, _TALL)),
        ("wide", picture(walk, title, alone=False)),
    )
    # The drawing itself escapes the texts of a board.
    return [Picture(fits, Markup(svg)) for fits, svg in drawn]  # noqa: S704


def _layers(roots: list[View], waiting: set[str]) -> Iterator[Layer]:
    number = 0
    for root in roots:
        if root.text == wording.RESULT or not root.children:
            continue
        idle, effects = root.text in (wording.DID_NOTHING, wording.NOT_ALLOWED), []
        for child in root.children:
            lines = [one.text for one in child.children]
            waits = tuple(line for line in lines if any(line.startswith(said) for said in waiting))
            number += not idle
            effects.append(
                Effect(0 if idle else number, child.text, waits, tuple(line for line in lines if line not in waits))
            )
        yield Layer(root.text, idle, tuple(effects))
