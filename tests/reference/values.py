"""The values of the reference engine: its input, its output, and the state of all objects at one moment."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import subtypes

Form = Mapping[str, Any]
"""A piece of the effect form: an effect, a filter, a condition, an amount."""


Ability = str | Form


LAYERS = ("4", "5", "6", "7a", "7b", "7c", "7d")


KEYS_OF_LAYER: dict[str, frozenset[str]] = {
    "4": frozenset(
        {
            "set_types",
            "add_types",
            "remove_types",
            "loses_other_types",
            "set_subtypes",
            "add_subtypes",
            "remove_subtypes",
            "add_every",
            "lose_every",
            "add_supertypes",
            "remove_supertypes",
        }
    ),
    "5": frozenset({"set_colors", "add_colors"}),
    "6": frozenset({"lose_all_abilities", "add_abilities", "lose_abilities", "cannot_have"}),
    "7b": frozenset({"set_power", "set_toughness"}),
    "7c": frozenset({"add_power", "add_toughness"}),
    "7d": frozenset({"switch"}),
}


OTHER_KEYS = frozenset(
    {"affects", "as_long_as", "still", "cda", "kind", "text", "works_in", "chooses", "change_words", "change_words_to"}
)


KNOWN_KEYS = OTHER_KEYS.union(*KEYS_OF_LAYER.values())


NO_TEXT = "(an ability without a text)"
"""The reference's name for an ability that a board gives as a form."""


@dataclass(frozen=True)
class Printed:
    """The characteristics an object starts with (613.1)."""

    name: str
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    mana_value: int = 0
    abilities: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class GameObject:
    """A card or token in a zone."""

    label: str
    controller: str
    owner: str
    zone: str
    timestamp: int
    printed: Printed
    token: bool = False
    attached_to: str | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    counter_timestamps: Mapping[str, int] = field(default_factory=dict)
    chosen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ResolvedEffect:
    """A continuous effect of a resolved spell or ability: its affected set is fixed (611.2c)."""

    timestamp: int
    source: str | None
    controller: str
    affects: tuple[str, ...]
    effect: Form
    chosen: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class AbilityOf:
    """One ability of the answer."""

    text: str
    origin: str
    source: str | None = None


@dataclass(frozen=True)
class Characteristics:
    """The values of an object when all layers have been applied."""

    supertypes: frozenset[str]
    types: frozenset[str]
    subtypes: frozenset[str]
    every: frozenset[str]
    colors: frozenset[str]
    abilities: tuple[AbilityOf, ...]
    power: int | None
    toughness: int | None


Key = tuple[Hashable, ...]
"""The key that identifies an ability or an effect before and after another one is applied."""


@dataclass(frozen=True)
class Held:
    """An ability an object has, from its rules text or an effect; ``place`` is its place on the object.

    ``depth`` is 0 for an ability of its own, 1 for one that an effect gives, 2 for one that the effect of such an
    ability gives, and so on.
    """

    key: Key
    ability: Ability
    origin: str
    granted_by: str | None
    timestamp: int
    place: int
    depth: int = 0
    created: tuple[Any, ...] = ()


@dataclass
class Now:
    """The values of one object at one moment. ``subtypes`` keeps hidden words, too; see ``visible_subtypes``."""

    supertypes: set[str]
    types: set[str]
    subtypes: set[str]
    colors: set[str]
    abilities: list[Held]
    has_intrinsic: bool
    cannot_have: set[str]
    next_place: int
    power: int | None
    toughness: int | None

    def copy(self) -> Now:
        """An independent copy."""
        return Now(
            set(self.supertypes),
            set(self.types),
            set(self.subtypes),
            set(self.colors),
            list(self.abilities),
            self.has_intrinsic,
            set(self.cannot_have),
            self.next_place,
            self.power,
            self.toughness,
        )

    def visible_subtypes(self) -> set[str]:
        """The subtypes that count: those with a correlated card type (205.1a)."""
        return {word for word in self.subtypes if subtypes.card_types_of(word) & self.types}

    def mana_abilities(self) -> list[str]:
        """The intrinsic abilities of a land with basic land types (305.6)."""
        if not self.has_intrinsic or "Land" not in self.types:
            return []
        have = self.visible_subtypes()
        return [f"{{T}}: Add {{{mana}}}." for word, mana in subtypes.BASIC_LAND_TYPES.items() if word in have]


@dataclass(frozen=True)
class Effect:
    """A continuous effect: of a static ability, of a resolved spell or ability, or of counters."""

    key: Key
    order: tuple[Any, ...]
    timestamp: int
    source: str | None
    controller: str
    form: Form
    cda: bool
    fixed: tuple[str, ...] | None
    chosen: Mapping[str, Any]
    depth: int = 0

    def has_part_in(self, layer: str) -> bool:
        """Whether something of it is applied in the layer or sublayer."""
        if layer == "7a":
            return self.cda and not KEYS_OF_LAYER["7b"].isdisjoint(self.form)
        if layer == "7b" and self.cda:
            return False
        return not KEYS_OF_LAYER[layer].isdisjoint(self.form)


@dataclass
class State:
    """All objects at one moment, and which effects have started to apply to which objects (613.6).

    ``made`` remembers the effects of each ability, which are the same at every moment.
    """

    objects: Mapping[str, GameObject]
    resolved: tuple[Effect, ...]
    turn: str | None
    edition: str
    now: dict[str, Now]
    started: dict[Key, tuple[Effect, frozenset[str]]]
    made: dict[Key, list[Effect]] = field(default_factory=dict)

    def copy(self) -> State:
        """An independent copy, to try something out on."""
        return State(
            self.objects,
            self.resolved,
            self.turn,
            self.edition,
            {label: now.copy() for label, now in self.now.items()},
            dict(self.started),
            self.made,
        )
