"""The objects of a board, with all that its steps tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facts.board.asked import Chosen
from facts.board.events import Claim, Entry, Event, Likeness
from facts.board.timeline_terms import EffectOf, ListedBy
from facts.cards import Card, Face
from facts.effects.form import Effect, FaceDownValues
from facts.runtime import NO_ENTRIES


@dataclass(frozen=True, eq=False, repr=False)
class Thing:
    """An object of the board.

    Its steps give the attributes; ``step`` is when it entered its zone, ``left`` when it left. ``counted`` says how
    many counters of a kind were put on it at which step (a negative number: removed). ``uncounted`` has the kinds of
    counters that a question takes away (`facts.board.steps.taken_away`). ``counters_told`` says that the step that
    lets it enter names all its counters, ``takes_counters`` that it takes those that a keyword offers, ``made_by``
    which card (with its key) made it as a copy, ``likeness`` that its exceptions ask what kind of copy it is.
    ``put_by`` is the effect that made this emblem. ``attachments`` is the history of its hosts (empty: it
    became unattached). ``decisions`` says which kinds of decisions for a copy of a spell were those for another,
    ``decided_for``. ``changed`` says since when other attributes have their values: the step, the name, and the value
    until then.

    Objects do not change; the steps that tell of them have drafts (`facts.board.steps.drafts`).
    """

    label: str
    card: Card
    key: str
    step: int
    zone: str
    owner: str
    controller: str
    token: bool
    side: str = "front"
    face_down: str | ListedBy = ""
    face_down_values: FaceDownValues | None = None
    status: Sequence[str] = ()
    told: tuple[str, ...] | None = None
    amounts: Mapping[str, int] = NO_ENTRIES
    counted: Sequence[tuple[str, int, int]] = ()
    uncounted: Sequence[str] = ()
    counters_told: bool = False
    takes_counters: bool = False
    made_by: tuple[Card, str] | None = None
    entry: Entry | None = None
    likeness: Likeness | None = None
    claims: Sequence[Claim] = ()
    damage: int = 0
    x: int | None = None
    level: int | None = None
    attachments: Sequence[tuple[str, int]] = ()
    chosen: Chosen = NO_ENTRIES
    paired: str = ""
    exiled_with: str = ""
    melds: tuple[Card, ...] = ()
    copied_token: bool = False
    told_copy: str = ""
    put_by: EffectOf | None = None
    decided_for: str = ""
    decisions: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    mode: Effect | None = None
    events: Sequence[Event] = ()
    changed: Sequence[tuple[int, str, Any]] = ()
    left: int | None = None
    lingers: bool = False
    effect_over: int | None = None

    def at(self, attribute: str, step: int) -> Any:
        """Return the value of an attribute after a step.

        Args:
            attribute: Its name.
            step: The step.
        """
        if not self.changed:
            return getattr(self, attribute)
        before = (value for changed, name, value in self.changed if name == attribute and changed > step)
        return next(before, getattr(self, attribute))

    @property
    def face(self) -> Face:
        """The face of its own card that it has up; the first, where the card has no such side."""
        return self.card.face(self.side) or self.card.faces[0]

    @property
    def attached(self) -> tuple[str, int] | None:
        """The object or player that it is attached to, and the step that attached it."""
        return self.attachments[-1] if self.attachments and self.attachments[-1][0] else None

    @property
    def first_copy(self) -> Event | None:
        """The event by which it first became a copy; None if it never did."""
        for event in self.events:
            if event.what == "copy":
                return event
        return None

    @property
    def told_counters(self) -> dict[str, int]:
        """The number of counters of each kind: those that the steps put on it, less those that they removed."""
        found: dict[str, int] = {}
        for kind, count, _ in self.counted:
            found[kind] = found.get(kind, 0) + count
        return found

    @property
    def merged(self) -> bool:
        """True if anything merged with it (727)."""
        return any(event.what == "merge" for event in self.events)
