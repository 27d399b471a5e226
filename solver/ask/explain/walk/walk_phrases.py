"""Single sentences of a walk: for its picture, the page and the answers that point at a place in it."""

from __future__ import annotations

from facts.text import printable
from solver.ask.explain.walk.walk_text import Writer
from solver.ask.explain.walk.walk_words import capital
from solver.ask.explain.walk_values import OLDER, Dependency, EffectName, Idle, Start, Walk
from solver.ask.explain.wording import walk_wording as wording


def idle_text(walk: Walk, idle: Idle, called: str = "") -> str:
    """Say why an effect did nothing.

    Args:
        walk: The walk that it is of.
        idle: The effect.
        called: Its name; by default with its timestamp and its text.

    Returns:
        A sentence.
    """
    return capital(Writer(walk, "middle").idle_said(idle, called))


def start_text(walk: Walk, start: Start) -> str:
    """Say what an object is as layer 4 begins.

    Args:
        walk: The walk that it is of.
        start: The object's change before layer 4.

    Returns:
        A sentence without a full stop.
    """
    return capital(Writer(walk, "middle").start_said(start))


def waiting_text(walk: Walk, dependency: Dependency, effect: EffectName) -> str:
    """Say for which effect another one waited, or with which it formed a loop, and why (613.8b).

    Args:
        walk: The walk that they are of.
        dependency: The dependency.
        effect: The effect that depends on the other one.

    Returns:
        Sentences, the first of which begins with "It"; empty where it came first by its timestamp as well.
    """
    writer = Writer(walk, "middle")
    if dependency.loop:
        return writer._dependency(dependency, effect)
    if dependency.came != "before" or dependency.age == OLDER:
        return ""
    age = wording.AGES[dependency.age]
    other = writer.source(dependency.on)
    return wording.WAITED.format(other=other, age=age, rule=dependency.rule, why=writer.why_said(dependency, other))


def walk_lines(walk: Walk) -> list[str]:
    """Write a walk in a line for each thing that changes.

    Args:
        walk: The walk.
    """
    return [printable(line) for _, line in Writer(walk, "short").short()]
