"""The invariants: their names, what each says, and over which boards it is proved."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from solver.check.bounded.vocabulary import EVENTS, OPERATIONS


class Invariant(NamedTuple):
    """What holds on every board.

    Attributes:
        name: As in ``violated(...)`` of ``invariants.lp``.
        says: In a sentence.
        family: Over which boards it is proved: a key of `FAMILIES`.
    """

    name: str
    says: str
    family: str = "all"


ONE_ANSWER = "one_answer"
INVARIANTS = (
    Invariant(ONE_ANSWER, "each board has one answer and only one: nothing depends on its own absence"),
    Invariant("types_only_by_type_effects", "only an effect that speaks of card types changes card types (205.1a)"),
    Invariant("supertypes_only_by_supertype_effects", "only an effect that speaks of supertypes changes them (205.4b)"),
    Invariant("no_subtype_without_its_type", "no subtype is there without a card type it goes with (205.3d)"),
    Invariant("subtypes_are_kept", "only what sets, adds or removes subtypes, or sets types, changes them (205.1a)"),
    Invariant("hidden_subtypes_return", "a subtype that was hidden is there again with its card type (205.1a)"),
    Invariant(
        "basic_land_types_take_abilities", "abilities are lost in layer 4 just where a basic land type is set (305.7)"
    ),
    Invariant(
        "granted_abilities_survive", "what an effect grants is lost only by an effect that takes it (305.7, 613.1f)"
    ),
    Invariant("dependency_is_irreflexive", "no effect depends on itself (613.8a)"),
    Invariant("dependency_has_an_order", "effects wait for each other in one direction, loops aside (613.8b)"),
    Invariant("some_effect_is_next", "while effects are left in a layer, one is next (613.8b)"),
    Invariant("each_effect_is_applied_once", "no effect is applied twice in a layer (613.6)"),
    Invariant("all_effects_are_applied", "no effect is left over at the end of a layer (613.1)"),
    Invariant(
        "effects_reach_what_they_say", "an effect begins to apply to all that it names, and to nothing else (611.3)"
    ),
    Invariant("what_is_done_is_there", "what an effect gives is there afterwards, what it takes is not (613.1)"),
    Invariant("nothing_comes_of_nothing", "effects that do nothing change nothing (613.1)"),
    Invariant(
        "copies_are_exact", "a copy has the copiable values of what it copies, whatever layers 2 to 7 do (707.2)"
    ),
    Invariant("copies_of_copies", "a copy of a copy is a copy of the original (707.3)"),
    Invariant("transforming_turns", "a transforming card that transforms has its back face up (701.28a)"),
    Invariant("transforming_twice_is_nothing", "transforming twice changes nothing (701.28a)"),
    Invariant("face_down_is_plain", "a face-down object is a 2/2 creature, without subtypes or anything else (708.2a)"),
    Invariant("one_power", "power and toughness are one number each (208.1)", "numbers"),
    Invariant("everything_has_a_size", "each permanent has a power and a toughness in waiting (107.2)", "numbers"),
    Invariant(
        "independent_effects_commute", "where no effects clash, timestamps do not matter (613.7, 613.8)", "mirrored"
    ),
)

_NUMBERS = frozenset(("set_power", "set_toughness", "add_power", "switch"))
_LATEST_WINS = frozenset(("set_colors", "set_power", "set_toughness"))


class Family(NamedTuple):
    """Boards that some invariants are proved over.

    Attributes:
        says: Which, in a few words.
        operations: What effects may do: places in `OPERATIONS`.
        events: What may have happened to objects.
        mirrored: Whether there is a second board with all timestamps the other way round.
    """

    says: str
    operations: tuple[int, ...]
    events: tuple[str, ...]
    mirrored: bool = False


FAMILIES = {
    "all": Family("all operations and events", tuple(range(len(OPERATIONS))), EVENTS),
    "numbers": Family(
        "operations on power and toughness alone",
        tuple(number for number, form in enumerate(OPERATIONS) if _NUMBERS & set(form)),
        EVENTS,
    ),
    "mirrored": Family(
        "operations of which the latest does not simply win, nothing having happened to objects",
        tuple(number for number, form in enumerate(OPERATIONS) if not _LATEST_WINS & set(form)),
        ("none",),
        mirrored=True,
    ),
}


@lru_cache(maxsize=1)
def rules_of_invariants() -> str:
    """Return the rules for ``violated``."""
    return Path(__file__).with_name("invariants.lp").read_text(encoding="utf-8")
