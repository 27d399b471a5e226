"""A tier of the refinement: boards about the same things, and how their objects and events are written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Form = Mapping[str, Any]

TARGET, SECOND, HOST = "$target", "$second", "$host"
"""Placeholders in an event: an object, a second one, and the host that an object enters attached to."""


class Tier(NamedTuple):
    """Boards about the same things.

    Attributes:
        name: The name.
        says: Their subject.
        kinds: The possible objects: the ``card``, and the further keys of the step that it ``enters`` in. One that is
            ``bare`` has no ability of the tier.
        abilities: The abilities that an object may have printed, in the effect form: each counts as an effect.
        events: The further steps that may happen on a board: each counts as an effect.
        most: The number of abilities, and of events, used on boards with three or more objects or effects. Boards
            with up to two of each use all.
        eventful: Whether all events, without abilities, are used on boards with up to two objects and three effects,
            too.
        cards: Further cards, which events name.
        timeless: Whether nothing asks for the timestamp of an object without effects. Where something does, these
            enter at any time on boards of up to two objects and two effects; on larger ones they enter first.
    """

    name: str
    says: str
    kinds: tuple[Form, ...]
    abilities: tuple[Form | str, ...]
    events: tuple[Form, ...] = ()
    most: tuple[tuple[int, int], tuple[int, int]] = ((3, 0), (2, 0))
    timeless: bool = False
    cards: tuple[Form, ...] = ()
    eventful: bool = False

    def limited(self, objects: int, effects: int) -> Tier:
        """Return the part of the tier that boards of a size use.

        Args:
            objects: The number of objects.
            effects: The number of effects and events.
        """
        size = max(objects, effects)
        if size <= 2:
            return self
        abilities, events = self.most[min(size, 4) - 3]
        return self._replace(abilities=self.abilities[:abilities], events=self.events[:events], timeless=True)

    def of_events(self, objects: int, effects: int) -> Tier | None:
        """Return the tier with all events and no abilities, for boards of a size that have these, too; otherwise None.

        Args:
            objects: The number of objects.
            effects: The number of effects and events.
        """
        return self._replace(abilities=(), timeless=True) if self.eventful and objects <= 2 and effects == 3 else None

    def uses(self, objects: int, effects: int) -> str:
        """Say how many of its abilities and events boards of up to a size use.

        Args:
            objects: The maximum number of objects.
            effects: The maximum number of effects and events.
        """
        few = self.limited(objects, effects)
        pairs = (("abilities", few.abilities, self.abilities), ("events", few.events, self.events))
        some = ", ".join(f"{len(these)} of {len(every)} {what}" for what, these, every in pairs)
        beside = self.eventful and effects >= 3 and len(few.events) < len(self.events)
        return some + (" (all events without abilities at 2 x 3)" if beside else "")


def kind(
    name: str,
    type_line: str = "",
    *,
    bare: bool = False,
    enters: Form | None = None,
    card: Form | None = None,
    **more: Any,
) -> Form:
    """Write a kind of objects.

    Args:
        name: Its name.
        type_line: Its type line.
        bare: Whether it has no ability of the tier.
        enters: Further keys of the step in which it enters.
        card: Its whole card, if several kinds have the same one.
        more: Further keys of its card.
    """
    own = {"type_line": type_line, **more} if card is None else card
    return {"name": name, "card": own, "enters": enters or {}, "bare": bare}


def to(*targets: str, **operations: Any) -> Form:
    """Write a spell that does something to a target; with two, it makes the first a copy of the second.

    Args:
        targets: The targets.
        operations: What it does.
    """
    more = {"copy_of": targets[1]} if targets[1:] else {}
    return {"resolves": {"effects": [{"affects": "targets", **operations}]}, "affects": targets[0], **more}


def everywhere(affects: Form, **operations: Any) -> Form:
    """Write a spell that does something to all that it finds as it resolves (611.2c).

    Args:
        affects: Its filter.
        operations: What it does.
    """
    return {"resolves": {"effects": [{"affects": affects, **operations}]}}
