"""Whether a fact holds for an object at one moment of the walk, as the rules derived it then."""

from __future__ import annotations

from collections.abc import Sequence

from solver.ask.explain.fact import Goal
from solver.ask.explain.walk_values import Look


def looks_so(goals: Sequence[Goal], look: Look) -> bool | None:
    """Tell whether facts hold for an object at one moment.

    Args:
        goals: The facts.
        look: The characteristics that it had then.

    Returns:
        None if the walk does not show what a fact is about.
    """
    found = True
    for goal in goals:
        for part in goal.parts:
            told = {
                "type": look.types, "subtype": look.subtypes, "supertype": look.supertypes,
                "color": look.colors or ("colorless",), "keyword": look.keywords,
                "power": (look.power,), "toughness": (look.toughness,),
            }.get(part.predicate)  # fmt: skip
            if told is not None:
                so = part.value in told
            elif part.predicate == "ability":
                so = any(str(part.value).lower() in text.lower() for text in look.abilities)
            else:
                return None
            found = found and so != goal.negated
    return found
