"""The objects of a board, with all that its steps tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facts.board.asked import Chosen
from facts.board.events import Claim, Entry, Event, Likeness, ReturnsFor
from facts.board.timeline_terms import AbilityOf, EffectOf, ListedBy
from facts.cards import Card, Face
from facts.effects.form import Effect, FaceDownValues
from facts.runtime import NO_ENTRIES


@dataclass(frozen=True, eq=False, repr=False)
class Thing:
    """An object of the board.

    Steps give it these attributes. An object does not change; the steps write its draft (`facts.board.steps.drafts`).

    Attributes:
        label: Its name on the board.
        card: Its card.
        key: The key of the card.
        step: The step in which it entered its zone.
        zone: That zone.
        owner: Its owner.
        controller: The player under whose control it entered.
        token: Whether it is a token.
        side: The side of its card that was up as it entered.
        face_down: How it entered face down (``face_down``, ``morph`` ...); empty if it entered face up.
        face_down_values: The values that are listed for it while it is face down.
        status: Its statuses and designations that the board tells.
        told: The conditions of its text that hold, as the board tells; None where the board tells nothing.
        amounts: The amounts that its text asks for and the board tells, by the words of the text.
        counted: The counters put on it: kind, number (negative: removed) and step.
        uncounted: The kinds of counters that a question takes away (`facts.board.steps.taken_away`).
        counters_told: Whether the step in which it entered names all its counters.
        takes_counters: Whether its controller takes the counters that a keyword offers.
        made_by: The card that made it as a copy, with its key.
        entry: The question with which counters it enters.
        likeness: The question what it is without exceptions that hold only for some copies.
        claims: The statements of its step that hold only if it has some ability then.
        damage: The damage marked on it.
        x: The value of X for it.
        level: Its level, as the board tells.
        attachments: Its hosts in order, each with the step; an empty host where it became unattached.
        chosen: The choices made for it.
        paired: The label of the creature that it is paired with.
        exiled_with: The label of the object that exiled it.
        melds: The cards that it is melded from.
        copied_token: Whether it is a token that was made as a copy, or a copy of a spell.
        told_copy: The label of the object that it is told to copy by an ability of another object.
        put_transformed: Whether it is a card that an effect tells to enter the battlefield transformed.
        returns_for: Whose control that effect names.
        returned_by: The player whom that effect tells to put it there.
        put_by: The effect that made this emblem.
        decided_for: The label of the spell that this copy of a spell copies.
        decisions: The kinds of decisions that were made for that spell, and hold for this copy.
        unlocked: The sides of the unlocked halves of a Room.
        mode: The characteristics chosen as it entered or was turned face up.
        events: Its history, in order. The first event is that it entered.
        changed: Earlier values of attributes: the step of the change, the name, and the value before it.
        left: The step in which it left its zone; None if it is still there.
        left_if: The ability by which it left, if it does so only under a condition that the rules must check.
        told_to_return: Whether a text exiles it and returns its card; the rules say whether it left.
        stays: The steps that were to exile it and return its card, and did not, each with the ability if that has a
            condition that the rules check.
        lingers: Whether an effect of its ability goes on after it left, for this turn.
        effect_over: The step in which that effect ended.
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
    put_transformed: bool = False
    returns_for: ReturnsFor = ""
    returned_by: str = ""
    put_by: EffectOf | None = None
    decided_for: str = ""
    decisions: tuple[str, ...] = ()
    unlocked: tuple[str, ...] = ()
    mode: Effect | None = None
    events: Sequence[Event] = ()
    changed: Sequence[tuple[int, str, Any]] = ()
    left: int | None = None
    left_if: AbilityOf | None = None
    told_to_return: bool = False
    stays: Sequence[tuple[int, AbilityOf | None]] = ()
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
        events = self.events  # An object enters first, and for most objects that is all: this is asked of thousands.
        return len(events) > 1 and any(event.what == "merge" for event in events)
