"""Drafts of a timeline: the steps of a board write them, and the finished timeline is frozen.

A draft has all attributes of the value that it becomes. The classes here list only those that later steps write.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from facts.board.asked import Chosen
from facts.board.events import (
    Claim,
    Counting,
    Entry,
    Event,
    Likeness,
    ModesTold,
    Named,
    Phasing,
    Reading,
    ReturnsFor,
    Spell,
)
from facts.board.things import Thing
from facts.board.timeline import Resolution, Retelling, Timeline, Turning, Watch
from facts.board.timeline_terms import AbilityOf, EffectOf, ListedBy, Resolving
from facts.cards import Ability, Card, ChosenMode
from facts.effects.form import Effect, FaceDownValues
from facts.runtime import NO_ENTRIES, FrozenDict

_Value = TypeVar("_Value", Thing, Resolution, Timeline)


class ThingDraft(Thing):
    """An object, while the steps tell of it."""

    label: str
    token: bool
    side: str
    face_down: str | ListedBy
    face_down_values: FaceDownValues | None
    status: tuple[str, ...]
    told: tuple[str, ...] | None
    amounts: dict[str, int]
    counted: tuple[tuple[str, int, int], ...]
    uncounted: tuple[str, ...]
    counters_told: bool
    takes_counters: bool
    made_by: tuple[Card, str] | None
    entry: Entry | None
    likeness: Likeness | None
    claims: tuple[Claim, ...]
    damage: int
    x: int | None
    level: int | None
    attachments: tuple[tuple[str, int], ...]
    chosen: Chosen
    paired: str
    exiled_with: str
    melds: tuple[Card, ...]
    copied_token: bool
    told_copy: str
    put_transformed: bool
    returns_for: ReturnsFor
    returned_by: str
    put_by: EffectOf | None
    decided_for: str
    decisions: tuple[str, ...]
    unlocked: tuple[str, ...]
    mode: Effect | None
    events: tuple[Event, ...]
    changed: tuple[tuple[int, str, Any], ...]
    left: int | None
    left_if: AbilityOf | None
    told_to_return: bool
    stays: tuple[tuple[int, AbilityOf | None], ...]
    lingers: bool
    effect_over: int | None

    __setattr__ = object.__setattr__

    def __init__(
        self,
        *,
        label: str,
        card: Card,
        key: str,
        step: int,
        zone: str,
        owner: str,
        controller: str,
        token: bool,
        side: str,
    ) -> None:
        """Begin an object: see `Thing`.

        Other attributes have the defaults of the class until a step sets them. A large board has thousands of objects:
        the constructor of a frozen dataclass sets each attribute by a call, which takes six times as long.
        """
        vars(self).update(
            label=label,
            card=card,
            key=key,
            step=step,
            zone=zone,
            owner=owner,
            controller=controller,
            token=token,
            side=side,
        )

    def change(self, step: int, attribute: str, value: object) -> None:
        """Change an attribute from a step on: a question about the board as it stood before finds the old value.

        Args:
            step: The step.
            attribute: Its name.
            value: Its new state.
        """
        self.changed += ((step, attribute, getattr(self, attribute)),)
        setattr(self, attribute, value)


class ResolutionDraft(Resolution):
    """A spell or ability that resolved, while the steps tell of it."""

    targets: tuple[str, ...] | None
    source: str
    chosen: Chosen
    new_controller: str
    by_source: bool
    controller_told: bool
    source_told: bool
    candidates: list[tuple[Resolving, Ability]]
    does: Event | None
    ended: int | None
    undone: bool
    entering: str
    told: tuple[str, ...] | None
    amounts: dict[str, int]
    tempts: bool
    forgotten: dict[str, int]
    modes: tuple[ChosenMode, ...]
    spell: Spell | None

    __setattr__ = object.__setattr__


class TimelineDraft(Timeline):
    """A timeline, while the steps tell it."""

    things: dict[str, ThingDraft]
    resolutions: list[ResolutionDraft]
    turnings: list[Turning]
    countings: list[Counting]
    phasings: list[Phasing]
    readings: list[Reading]
    entries: list[Entry]
    likenesses: list[Likeness]
    claims: list[Claim]
    named: list[Named]
    modes_told: list[ModesTold]
    watches: list[Watch]
    stacked: dict[str, tuple[str, int]]
    cards: dict[str, Card]
    warnings: list[str]
    length: int
    may_stay: bool
    again: Retelling | None

    __setattr__ = object.__setattr__

    def __init__(self, **given: Any) -> None:
        """Begin a timeline.

        Args:
            given: Its attributes.
        """
        super().__init__(**given)
        self.things, self.stacked, self.cards = {}, {}, {}
        self.resolutions, self.turnings, self.entries, self.claims = [], [], [], []
        self.countings, self.modes_told = [], []
        self.phasings, self.readings = [], []
        self.likenesses, self.named, self.watches, self.warnings = [], [], [], []

    def finished(self) -> Timeline:
        """Return the finished timeline. The drafts themselves become frozen: nothing writes to them from now on."""
        for thing in self.things.values():
            if thing.changed:
                thing.changed = tuple((step, name, _frozen(value)) for step, name, value in thing.changed)
            _freeze(thing, Thing)
        for resolution in self.resolutions:
            _freeze(resolution, Resolution)
        return _freeze(self, Timeline)


def _frozen(value: Any) -> Any:
    """Return a value as it is, or a frozen copy of it if it is a mapping."""
    if not isinstance(value, dict) or isinstance(value, FrozenDict):
        return value
    return FrozenDict(value) if value else NO_ENTRIES


def _freeze(draft: _Value, kind: type[_Value]) -> _Value:
    """Turn a draft into the value that it became: its lists become tuples, and its mappings are frozen."""
    values = vars(draft)
    for name in _LISTS[kind]:
        values[name] = tuple(values[name])
    for name in _MAPPINGS[kind]:
        if name in values:
            values[name] = _frozen(values[name])
    draft.__class__ = kind
    return draft


_LISTS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(name for name, annotated in draft.__annotations__.items() if annotated.startswith("list["))
    for kind, draft in ((Thing, ThingDraft), (Resolution, ResolutionDraft), (Timeline, TimelineDraft))
}
"""The attributes that are lists while the steps tell of them."""
_MAPPINGS: Mapping[type, tuple[str, ...]] = {
    kind: tuple(name for name, annotated in draft.__annotations__.items() if annotated.startswith(("dict[", "Chosen")))
    for kind, draft in ((Thing, ThingDraft), (Resolution, ResolutionDraft), (Timeline, TimelineDraft))
}
"""The attributes that are mappings."""
