"""Which zones a text counts cards in, and whether the board lists the cards there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facts.board.events import BATTLEFIELD
from facts.board.timeline import Timeline
from facts.effects import listed
from facts.effects.form import Ability, AmountOf, Condition, Effect, Filter, form_parts

_HIDDEN = frozenset(("hand", "library"))
_OF_ONE_OBJECT = ("this", "attached", "affected")
"""The keys of a condition whose filter counts no cards."""


def zones_told(timeline: Timeline) -> frozenset[str]:
    """Return the zones of which the board tells which cards are there.

    Args:
        timeline: Its steps. It may also say so under ``complete``.
    """
    listed_there = (one.zone for one in timeline.things.values())
    return frozenset((*listed_there, *(timeline.document.data.get("complete") or ())))


def zone_without_cards(condition: Condition, told: frozenset[str]) -> str:
    """Return a zone in which a condition counts cards, if the board never lists any card in these zones.

    Such a board leaves the zones out, so it does not tell whether the condition holds.

    Args:
        condition: The condition.
        told: The zones of which the board tells which cards are there.

    Returns:
        The zone, or empty. The battlefield and the stack do not count: a board lists what is there.
    """
    asked = {zone for _, part in form_parts(condition) if isinstance(part, Filter) for zone in listed(part.zone or [])}
    asked -= {BATTLEFIELD, "stack"}
    return min(asked) if asked and asked.isdisjoint(told) else ""


def hidden_zones_counted(effects: Sequence[Effect]) -> tuple[str, ...]:
    """Return the hands and libraries in which conditions and amounts count cards, and no cards of other zones.

    Few boards list cards there, so a number of none may be a number that the board leaves out.

    Args:
        effects: The effects; of abilities that they give, only static ones count.

    Returns:
        ``hand`` and ``library``, each at most once.
    """
    asked = (listed(one.zone) for one in _counted(effects) if one.zone is not None)
    return tuple(dict.fromkeys(zone for zones in asked if _HIDDEN.issuperset(zones) for zone in zones))


def no_cards_listed(zone: str) -> str:
    """Say that a text counts cards in a zone of which the board lists none.

    Args:
        zone: The zone.
    """
    return f"the board lists no card in a {zone}, so none counts there; 'complete: [{zone}]' says that there is none"


def _counted(effects: Sequence[Effect]) -> Iterator[Filter]:
    """Find the filters of what conditions and amounts count."""
    for effect in effects:
        for value in effect.given().values():
            if isinstance(value, (Condition, AmountOf)):
                parts = form_parts(value)
                yield from (part for under, part in parts if isinstance(part, Filter) and under not in _OF_ONE_OBJECT)
        for one in effect.add_abilities or ():
            if isinstance(one, Ability) and one.kind in (None, "static"):
                yield from _counted((one,) if one.effects is None else one.effects)
