"""The small but adversarial vocabulary that boards are made of in bounded proofs: data, in the forms of boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Form = Mapping[str, Any]

KINDS: tuple[Form, ...] = (
    {"type_line": "Basic Land — Forest"},
    {"type_line": "Land — Mountain"},
    {"type_line": "Land Creature — Forest Elf", "power": 1, "toughness": 1, "colors": ["G"]},
    {"type_line": "Creature — Elf", "power": 1, "toughness": 2},
    {"type_line": "Artifact — Equipment"},
    {"type_line": "Legendary Artifact Creature — Golem", "power": 2, "toughness": 2},
    {"type_line": "Enchantment"},
)
"""The kinds of objects."""

BACK: Form = {"type_line": "Legendary Land — Mountain"}
"""The back face of the double-faced kind (`DOUBLE_FACED`)."""
DOUBLE_FACED = 3
"""The place in `KINDS` of the front of a transforming double-faced card."""

KEYWORD = "vigilance"
"""The ability that may be printed on an object, beside those with effects."""

COUNTER = "+1/+1"
"""The counter that may be on an object, two of them."""

FILTERS: tuple[Any, ...] = (
    "this",
    "attached",
    {"type": "Land"},
    {"type": "Creature"},
    {"type": "Artifact"},
    {"subtype": "Forest"},
    {"type": "Land", "not": {"supertype": "Basic"}},
    {"type": "Creature", "other": True},
    {"keyword": "flying"},
    {"type": "Creature", "power": {"at_least": 2}},
    {"type": "Land", "controller": "you"},
)
"""The affected sets of effects of static abilities. An effect of a spell affects its target."""

CONDITIONS: tuple[Form, ...] = (
    {"count": {"subtype": "Forest"}},
    {"count": {"type": "Creature"}, "at_least": 2},
    {"count": {"type": "Land"}, "at_most": 1},
    {"count": {"type": "Artifact"}, "exactly": 1},
    {"not": {"this": {"type": "Creature"}}},
)
"""The conditions of effects of static abilities."""

OPERATIONS: tuple[Form, ...] = (
    {"set_subtypes": ["Mountain"]},
    {"set_subtypes": ["Elf"]},
    {"add_subtypes": ["Forest"]},
    {"add_subtypes": ["Golem"]},
    {"remove_subtypes": ["Forest"]},
    {"set_types": ["Artifact"]},
    {"set_types": ["Land"]},
    {"add_types": ["Creature"]},
    {"remove_types": ["Creature"]},
    {"add_supertypes": ["Legendary"]},
    {"remove_supertypes": ["Basic"]},
    {"set_colors": ["R"]},
    {"add_colors": ["U"]},
    {"add_abilities": ["flying"]},
    {"lose_all_abilities": True},
    {"set_power": 0},
    {"set_toughness": 3},
    {"add_power": 2},
    {"switch": True},
    {"add_toughness": 1},
    {"set_power": {"count": {"type": "Land"}}},
    {"add_power": {"count": {"type": "Creature"}}},
    {"lose_abilities": ["flying"]},
    {"cannot_have": ["flying"]},
    {"add_every": ["creature"]},
    {"lose_every": ["creature"]},
    {"gain_control": "you"},
    {"add_abilities": [{"affects": {"type": "Creature"}, "add_abilities": ["flying"]}]},
    {"add_abilities": [{"affects": "this", "set_power": 0, "add_toughness": 1}]},
)
"""The operations of an effect: up to two of these."""

LAYER_OF = {
    "gain_control": 2, "set_subtypes": 4, "add_subtypes": 4, "remove_subtypes": 4, "set_types": 4, "add_types": 4,
    "remove_types": 4, "add_every": 4, "lose_every": 4, "add_supertypes": 4, "remove_supertypes": 4, "set_colors": 5,
    "add_colors": 5, "add_abilities": 6, "lose_abilities": 6, "cannot_have": 6, "lose_all_abilities": 6,
    "set_power": 72, "set_toughness": 72, "add_power": 73, "add_toughness": 73, "switch": 74,
}  # fmt: skip
"""The layer of each operation (613.1); 72 to 74 are 7b to 7d."""
MOST_OPERATIONS = 2
EVENTS = ("none", "face_down", "transform", "transform_twice", "copy", "reworded", "stolen")
"""The events that an object may have gone through."""
SWAP = ("Forest", "Mountain")
"""The words that a text change exchanges, the first for the second."""


class Words(NamedTuple):
    """A part of the vocabulary, from which the boards are made that some invariants are proved over.

    Attributes:
        says: Its name in a few words.
        operations: The operations of effects.
        filters: The affected sets of effects of static abilities.
        conditions: The conditions that these effects may have; an effect may also have none.
        events: The possible earlier events of objects.
        counters: Whether there may be counters on objects.
        defining: Whether abilities may be characteristic-defining (604.3).
        mirrored: Whether there is a second board with all timestamps the other way round.
    """

    says: str
    operations: tuple[Form, ...]
    filters: tuple[Any, ...]
    conditions: tuple[Form, ...] = ()
    events: tuple[str, ...] = ("none",)
    counters: bool = False
    defining: bool = False
    mirrored: bool = False

    @property
    def layers(self) -> frozenset[int]:
        """The layers in which something may happen."""
        found = set[int]()
        waiting = list(self.operations)
        while waiting:
            form = waiting.pop()
            found |= {LAYER_OF[key] for key in form if key in LAYER_OF}
            waiting += [one for one in form.get("add_abilities", ()) if not isinstance(one, str)]
        if self.defining:
            found.add(71)
        return frozenset(found)

    @property
    def grants(self) -> bool:
        """True if an effect may grant an ability that has an effect of its own."""
        return any(not isinstance(one, str) for form in self.operations for one in form.get("add_abilities", ()))


def _doing(*keys: str, among: tuple[Form, ...] = OPERATIONS) -> tuple[Form, ...]:
    return tuple(form for form in among if set(form) & set(keys))


_PLAIN = OPERATIONS[:19]
_NUMBERS = ("set_power", "set_toughness", "add_power", "add_toughness", "switch")
_HAPPENED = EVENTS[:5]

WORDS: dict[str, Words] = {
    "plain": Words("operations of layers 4 to 7d; what is turned, copied, face down", _PLAIN, FILTERS[:9],
                   events=_HAPPENED),
    "numbers": Words("power and toughness alone", _doing(*_NUMBERS, among=_PLAIN), FILTERS[:9], events=_HAPPENED),
    "mirrored": Words(
        "operations of which the latest does not simply win",
        tuple(form for form in _PLAIN if not {"set_colors", "set_power", "set_toughness"} & set(form)),
        FILTERS[:9],
        mirrored=True,
    ),
    "conditions": Words(
        "effects that are there as long as a condition holds",
        (OPERATIONS[0], OPERATIONS[2], OPERATIONS[5], OPERATIONS[7], OPERATIONS[8], OPERATIONS[13], OPERATIONS[14]),
        (FILTERS[0], FILTERS[2], FILTERS[3], FILTERS[5]),
        conditions=CONDITIONS,
    ),
    "counts": Words(
        "counted amounts, counters, bounds on power, characteristic-defining abilities",
        (OPERATIONS[7], OPERATIONS[17], OPERATIONS[18], *OPERATIONS[19:22]),
        (FILTERS[0], FILTERS[3], FILTERS[9]),
        counters=True,
        defining=True,
    ),
    "sets": Words(
        "every subtype of a set; abilities that cannot be had",
        (OPERATIONS[0], OPERATIONS[1], OPERATIONS[7], OPERATIONS[8], OPERATIONS[13], *OPERATIONS[22:26]),
        (FILTERS[0], FILTERS[3], FILTERS[7], FILTERS[8]),
        events=("none", "face_down"),
    ),
    "control": Words(
        "control changes and text changes",
        (OPERATIONS[0], OPERATIONS[2], OPERATIONS[4], OPERATIONS[7], OPERATIONS[14], OPERATIONS[26]),
        (FILTERS[0], FILTERS[1], FILTERS[2], FILTERS[5], FILTERS[10]),
        events=("none", "reworded", "stolen"),
    ),
    "granted": Words(
        "abilities with effects of their own, given by effects",
        (OPERATIONS[0], OPERATIONS[7], OPERATIONS[13], OPERATIONS[14], OPERATIONS[17], *OPERATIONS[27:]),
        (FILTERS[0], FILTERS[2], FILTERS[3], FILTERS[8]),
    ),
}  # fmt: skip

_BY_LAYER = {
    layer: tuple(form for form in OPERATIONS if any(LAYER_OF[key] == layer for key in form))
    for layer in (4, 5, 6, 72, 73, 74)
}
_EVENTS = ("none", "reworded", "stolen")


def _round_of(layer: int, **what: Any) -> tuple[int, Words]:
    """Return a layer and the operations of effects in a round of it."""
    operations = _BY_LAYER[72 if layer == 71 else layer]
    given = {"filters": FILTERS, "conditions": CONDITIONS, "events": _EVENTS, **what}
    return layer, Words(f"a round of layer {layer}", operations, **given)


def _mirrored_round_of(layer: int) -> tuple[int, Words]:
    """Return a layer on two boards, without operations of which the latest simply wins, and without sums of counts."""
    operations = tuple(form for form in _BY_LAYER[layer] if form not in (OPERATIONS[11], *OPERATIONS[19:22]))
    return layer, Words(f"a round of layer {layer} on two boards", operations, FILTERS[:10], mirrored=True)


STAGES: dict[str, tuple[int, Words]] = {
    "layer 6": _round_of(6),
    "layer 4": _round_of(4),
    "layer 7c": _round_of(73, counters=True),
    "layer 7b": _round_of(72, defining=True),
    "layer 7a": _round_of(71, defining=True),
    "layer 7d": _round_of(74),
    "layer 5": _round_of(5),
    "layer 4, mirrored": _mirrored_round_of(4),
    "layer 5, mirrored": _mirrored_round_of(5),
    "layer 6, mirrored": _mirrored_round_of(6),
    "layer 7c, mirrored": _mirrored_round_of(73),
    "layer 7d, mirrored": _mirrored_round_of(74),
    "start": (0, Words("what layer 1 makes of it", (), FILTERS[:1], events=_HAPPENED)),
    "start, control": (0, Words("what layers 2 and 3 make of it", _doing("gain_control"), FILTERS[:2], events=_EVENTS)),
}
"""The stages of the induction: the layer (0 is the time before the first one) and the vocabulary of boards."""

EVERYTHING = Words("all of it together", OPERATIONS, FILTERS, CONDITIONS, EVENTS, counters=True, defining=True)
"""Nothing is proved over this: it tells which rules can fire."""
ON_TWO_BOARDS = Words(
    "all of it on two boards",
    tuple(
        form for form in OPERATIONS if any(words.mirrored and form in words.operations for _, words in STAGES.values())
    ),
    FILTERS[:10],
    mirrored=True,
)
"""What the invariants are about that compare two boards."""
