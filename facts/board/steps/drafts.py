"""Drafts of a timeline: the steps of a board write them, and the finished timeline is frozen.

A draft reads like the value that it becomes. Only what steps write after it was made is named here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from facts.board.timeline import Claim, Entry, Event, Named, Resolution, Thing, Timeline, Turning, Watch
from facts.cards.card import Ability, Card

_Value = TypeVar("_Value", Thing, Resolution, Timeline)


class ThingDraft(Thing):
    """An object, while the steps tell of it."""

    label: str
    token: bool
    side: str
    face_down: str
    face_down_values: Mapping[str, Any] | None
    status: list[str]
    told: tuple[str, ...] | None
    amounts: dict[str, int]
    counted: list[tuple[str, int, int]]
    uncounted: list[str]
    counters_told: bool
    takes_counters: bool
    made_by: tuple[Card, str] | None
    entry: Entry | None
    claims: list[Claim]
    damage: int
    x: int | None
    level: int | None
    attachments: list[tuple[str, int]]
    chosen: dict[str, list[str | int]]
    paired: str
    exiled_with: str
    melds: tuple[Card, ...]
    copied_token: bool
    decided_for: str
    decisions: tuple[str, ...]
    unlocked: tuple[str, ...]
    mode: Mapping[str, Any] | None
    events: list[Event]
    changed: list[tuple[int, str, Any]]
    left: int | None

    __setattr__ = object.__setattr__

    def __init__(self, *, status: list[str] | None = None, **given: Any) -> None:
        """Begin an object.

        Args:
            status: Its first statuses.
            given: Its other attributes.
        """
        super().__init__(**given)
        self.status = status or []
        self.counted, self.uncounted, self.claims = [], [], []
        self.attachments, self.events, self.changed = [], [], []

    def change(self, step: int, attribute: str, value: object) -> None:
        """Change an attribute from a step on: a question about the board as it stood before finds the old value.

        Args:
            step: The step.
            attribute: Its name.
            value: Its new state.
        """
        self.changed.append((step, attribute, getattr(self, attribute)))
        setattr(self, attribute, value)


class ResolutionDraft(Resolution):
    """A spell or ability that resolved, while the steps tell of it."""

    targets: tuple[str, ...] | None
    source: str
    chosen: dict[str, list[str | int]]
    new_controller: str
    by_source: bool
    controller_told: bool
    candidates: list[tuple[str, Ability]]
    does: Event | None
    ended: int | None
    entering: str
    told: tuple[str, ...] | None
    amounts: dict[str, int]
    tempts: bool
    forgotten: dict[str, int]

    __setattr__ = object.__setattr__


class TimelineDraft(Timeline):
    """A timeline, while the steps tell it."""

    things: dict[str, ThingDraft]
    resolutions: list[ResolutionDraft]
    turnings: list[Turning]
    entries: list[Entry]
    claims: list[Claim]
    named: list[Named]
    watches: list[Watch]
    stacked: dict[str, tuple[str, int]]
    cards: dict[str, Card]
    warnings: list[str]
    length: int

    __setattr__ = object.__setattr__

    def __init__(self, **given: Any) -> None:
        """Begin a timeline.

        Args:
            given: Its attributes.
        """
        super().__init__(**given)
        self.resolutions, self.turnings, self.entries, self.claims = [], [], [], []
        self.named, self.watches, self.warnings = [], [], []

    def finished(self) -> Timeline:
        """Return the timeline as it stays."""
        timeline = _frozen(self, Timeline)
        things = {label: _frozen(thing, Thing) for label, thing in self.things.items()}
        resolutions = tuple(_frozen(one, Resolution) for one in self.resolutions)
        vars(timeline).update(things=things, resolutions=resolutions)
        return timeline


def _frozen(draft: _Value, kind: type[_Value]) -> _Value:
    """Return the value that a draft became: its lists are tuples."""
    value = object.__new__(kind)
    vars(value).update({name: tuple(one) if type(one) is list else one for name, one in vars(draft).items()})
    return value
