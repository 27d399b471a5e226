"""What a card says last in a sentence: a condition or a duration after the main clause."""

from __future__ import annotations

from facts.effects.form import Affected, Condition, Duration, Effect, Filter, TargetsOf
from facts.oracle.say.condition_phrases import by_name, condition_phrase
from facts.oracle.say.english import Scene
from facts.oracle.say.joined_effects import ONE_SHOT


def condition_at_end(effect: Effect, subject: str) -> tuple[Condition | None, Effect]:
    """Take out a condition about a target that no earlier sentence has named: a card says it at the end.

    Args:
        effect: The effect.
        subject: The subject of its sentence.

    Returns:
        The condition, and the effect without it; None and the effect where nothing moves.
    """
    condition = effect.if_
    if condition is None:
        return None, effect
    about = condition.not_ if condition.not_ and condition == Condition(not_=condition.not_) else condition
    first = about.any[0] if about.any and about == Condition(any=about.any) else about
    if first.given().keys() == {"affected"} and subject not in ("it", "that creature"):
        return condition, effect.changed(if_=None)
    return None, effect


def words_at_the_end(effect: Effect, kind: str, scene: Scene, *, first: bool, alone: bool) -> tuple[str, Effect]:
    """Take out a condition or a duration that a card says last: "... unless you control three or more lands".

    A condition that a board tells stands there, too. Before the main clause, the reader would take it as one that must
    have held for the ability to resolve at all.

    Args:
        effect: The effect.
        kind: The kind of its ability.
        scene: The names of the objects.
        first: Whether it is the first effect of its ability.
        alone: Whether its sentence refers to no other effect, as "otherwise" and "instead" do.

    Returns:
        The last words, and the effect without them.
    """
    said = ""
    if isinstance(effect.lasts, Duration) and str(effect.lasts.told).startswith("until a"):
        said, effect = f" {by_name(str(effect.lasts.told), scene)}", effect.changed(lasts=None)
    key, condition = ("if_", effect.if_) if effect.if_ is not None else ("as_long_as", effect.as_long_as)
    if condition is None:
        return said, effect
    denied = condition.not_ if condition == Condition(not_=condition.not_) else None
    resolving = kind in ONE_SHOT and kind != "as_enters" and effect.becomes_copy is None
    if denied is not None and (_is_many(denied) or (denied.told is not None and resolving and alone and first)):
        return f"{said} unless {condition_phrase(denied, scene)}", effect.changed(**{key: None})
    told = condition.told if condition == Condition(told=condition.told) else None
    if told is not None and resolving and alone and (first or "this" in told):
        return f"{said} if {condition_phrase(condition, scene)}", effect.changed(**{key: None})
    return said, effect


def _is_many(condition: Condition) -> bool:
    """Tell whether a card denies a condition by "unless": it asks for several objects, or who controls another."""
    counts = condition.count is not None or condition.count_kinds is not None
    several = counts and (condition.at_least or 0) > 1
    host = condition.attached
    return several or condition.all is not None or (isinstance(host, Filter) and host == Filter(controller="opponent"))


def that_target(affects: Affected) -> str:
    """Say the target of the sentence before, where "it" would be the object of the condition.

    Args:
        affects: The target.
    """
    targets = affects.targets if isinstance(affects, TargetsOf) else None
    elsewhere = isinstance(targets, Filter) and targets.zone is not None
    return "that card" if elsewhere else "that creature"


def is_about_source(condition: Condition) -> bool:
    """Tell whether a condition names the source, so that "it" would be that.

    Args:
        condition: The condition.
    """
    return bool({"this", "status", "counters", "class_level"} & condition.given().keys())
