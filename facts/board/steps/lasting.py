"""The steps after which the board is asked whether a duration, a Ring-bearer or a pair has ended for good.

A duration may end with control of the source, or as a power changes (611.2b). As another player gains control of a
creature, it stops being a Ring-bearer or paired (701.52a, 702.95e).
"""

from __future__ import annotations

from collections.abc import Iterator

from facts.board.events import Bonds
from facts.board.timeline import Resolution, Timeline, Watch


def watches(timeline: Timeline) -> list[Watch]:
    """Return the moments at which an effect may end because control of its source has changed, or a power (611.2b).

    The board as it stood then decides whether it has.

    Args:
        timeline: The board.

    Returns:
        For each effect with such a duration, each of these moments after it began. Any step may change a power.
    """
    comparing = [
        Watch(one, moment + 1)
        for one in timeline.resolutions
        if one.source and one.compares_powers
        for moment in range(one.step, one.ended or timeline.length + 1)
    ]
    lasting = [one for one in timeline.resolutions if one.source and one.needs_control]
    moments = sorted(set(_moments(timeline))) if lasting else []
    return comparing + [
        Watch(one, moment + 1)
        for one in lasting
        for moment in moments
        if one.step < moment < (one.ended or timeline.length + 1) or (moment == one.step and not one.by_source)
    ]


def bonds(timeline: Timeline) -> list[Bonds]:
    """Return the moments at which creatures may stop being Ring-bearers or paired, for good (701.52a, 702.95e).

    The board as it stood then decides whether they do.

    Args:
        timeline: The board.

    Returns:
        Each such moment, with the objects that it is about. A pair may also end when one of the two is no creature, so
        each step after it is such a moment.
    """
    since = {label: one.step for one in timeline.resolutions if one.tempts for label in one.targets or ()}
    since |= {label: one.step for label, one in timeline.things.items() if "ring_bearer" in one.status}
    paired = {label: one for label, one in timeline.things.items() if one.paired}
    if not since and not paired:
        return []
    moments = {*_moments(timeline), *(one.step for one in timeline.resolutions if one.tempts)}
    found = []
    for moment in range(1, timeline.length + 1):
        labels = [label for label, step in since.items() if moment in moments and step <= moment]
        labels += [
            label
            for label, one in paired.items()
            if label not in labels and max(one.step, timeline.things[one.paired].step) <= moment
        ]
        if labels:
            found.append(Bonds(tuple(labels), moment + 1))
    return found


def _moments(timeline: Timeline) -> Iterator[int]:
    """Yield the steps after which control of something may have changed, and those that begin effects."""
    controlling = (
        ability.kind == "static" and effect.gain_control is not None
        for card in timeline.cards.values()
        for face in card.faces
        for ability in face.abilities
        for effect in ability.effects
    )
    # When a duration of control ends, the rules say; any step may end it.
    since = [one.step for one in timeline.resolutions if _gives(one, for_a_duration=True)]
    since += [1] if any(controlling) else []
    if since:
        yield from range(min(since), timeline.length + 1)
    for one in timeline.resolutions:
        yield one.step if one.needs_control or _gives(one) else 0
        if one.ended is not None and _gives(one):
            yield one.ended


def _gives(resolution: Resolution, for_a_duration: bool = False) -> bool:
    """Tell whether a spell or ability may give control of something to a player.

    Args:
        resolution: The spell or ability.
        for_a_duration: Whether it has to say for how long.
    """
    abilities = [resolution.ability, *(ability for _, ability in resolution.candidates)]
    giving = (effect for one in abilities for effect in one.effects if effect.gain_control is not None)
    return any(effect.lasts is not None or not for_a_duration for effect in giving)
