"""How many counters are put on something instead, as a sentence (614.16)."""

from __future__ import annotations

from facts.effects.form import CounterChange, Effect, Filter
from facts.oracle.say.english import Scene
from facts.oracle.say.filter_phrases import a_phrase

_MANY = {
    "twice": "twice that many",
    "half": "half that many",
    "one_more": "that many plus one",
    "one_fewer": "that many",
}
_WOULD = {"you": "you would put", "opponent": "an opponent would put"}
_PUT = {"you": "put ", "opponent": "they put "}


def counters_instead(change: CounterChange, effect: Effect, subject: str, scene: Scene) -> str:
    """Say how many counters are put on something instead.

    Args:
        change: How many, and which counters.
        effect: The effect that says so.
        subject: The affected object, where it is one.
        scene: The names of the objects.

    Returns:
        The sentence, without its period.
    """
    affects = effect.affected
    on = a_phrase(affects, scene) if isinstance(affects, (Filter, tuple)) else subject
    counters = f"{change.kind} counters" if change.kind is not None else "counters"
    if change.by is None and change.by_effect is None:
        would, put, are = f"one or more {counters} would be put on {on}", "", " are put"
    else:
        does = _WOULD[change.by] if change.by is not None else "an effect would put"
        would, put, are = f"{does} one or more {counters} on {on}", _PUT.get(change.by or "", "it puts "), ""
    what = f" {counters}" if change.kind is not None else " of each of those kinds of counters"
    fewer = " minus one" if change.number == "one_fewer" else ""
    rounded = ", rounded down" if change.number == "half" else ""
    many = _MANY[change.number or "twice"]
    return f"if {would}, {put}{many}{what}{fewer}{are} on that permanent instead{rounded}"
