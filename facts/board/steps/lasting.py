"""Durations that end with control of the source: the steps at which another player may gain control (611.2b)."""

from __future__ import annotations

from collections.abc import Iterator

from facts.board.timeline import Resolution, Timeline, Watch


def watches(timeline: Timeline) -> list[Watch]:
    """Return the moments at which an effect may end because control of its source has changed (611.2b).

    Whether it has, the board as it stood then decides.

    Args:
        timeline: The board.

    Returns:
        For each effect that lasts so long, each such moment after it began.
    """
    lasting = [one for one in timeline.resolutions if one.source and one.needs_control]
    moments = sorted(set(_moments(timeline))) if lasting else []
    return [
        Watch(one, moment + 1)
        for one in lasting
        for moment in moments
        if one.step < moment < (one.ended or timeline.length + 1) or (moment == one.step and not one.by_source)
    ]


def _moments(timeline: Timeline) -> Iterator[int]:
    """Yield the steps after which a player may control something else than before, and those that begin effects."""
    controlling = (
        ability.kind == "static" and effect.gain_control is not None
        for card in timeline.cards.values()
        for face in card.faces
        for ability in face.abilities
        for effect in ability.effects
    )
    if any(controlling):
        yield from range(1, timeline.length + 1)
    for one in timeline.resolutions:
        yield one.step if one.needs_control or _gives(one) else 0
        if one.ended is not None and _gives(one):
            yield one.ended


def _gives(resolution: Resolution) -> bool:
    """Tell whether a spell or ability may give control of something to a player."""
    abilities = [resolution.ability, *(ability for _, ability in resolution.candidates)]
    return any(effect.gain_control is not None for one in abilities for effect in one.effects)
