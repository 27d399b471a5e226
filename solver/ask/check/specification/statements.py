"""The statements about the law alone: their names and their sentences."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from solver.ask.check.specification.claims import (
    ACTS,
    ATTACHED,
    CONDITIONAL,
    COUNTED,
    FILTERED,
    FOLLOWING,
    FOUND,
    MEANT,
    OPERATED,
    SAME,
    STATES,
    SUSPECTED,
    SUSPECTED_FINDINGS,
    TARGETS,
    TURNED,
)


class Statement(NamedTuple):
    """A property that the law has on every board.

    Attributes:
        name: As in ``fails(...)`` of ``statements.lp``, or that of a comparison of answers (`comparisons`).
        says: In a sentence, with its paragraph.
    """

    name: str
    says: str


STATEMENTS = (
    Statement("one_effect_at_a_time", "each step applies one effect, and each effect once in a layer (613.1)"),
    Statement(
        "dependency_is_a_difference",
        "an effect depends on another if and only if applying that one alone makes a difference to it (613.8a)",
    ),
    Statement(
        "the_earliest_that_need_not_wait_is_next", "of the effects that need not wait the earliest is next (613.7)"
    ),
    Statement(
        "what_depends_on_another_waits", "an effect that depends on another outside of a loop is not next (613.8b)"
    ),
    Statement("timestamps_decide_in_loops", "in a loop no effect waits for the loop: the earliest is next (613.8b)"),
    Statement("loops_may_be_longer_than_two", "the same holds for loops of three and more effects (613.8b)"),
    Statement("defining_abilities_come_first", "characteristic-defining abilities come first (613.3)"),
    Statement("timestamps_are_as_told", "objects and effects receive and renew timestamps as 613.7a to 613.7g say"),
    Statement(
        "renewed_effects_keep_their_order",
        "as an object receives a new timestamp, the effects of its static abilities keep their order (613.7a)",
    ),
    Statement(
        "own_abilities_before_the_spell",
        "an object's own ability comes before the effect of the spell that put it there (613.7n)",
    ),
    Statement("it_goes_on_to_the_same_objects", "an effect goes on to the objects that it started with (613.6)"),
    Statement("it_goes_on_without_its_ability", "an effect that has started goes on without its ability (613.6)"),
    Statement(
        "one_transformation_per_ability",
        "an ability transforms its own object only if the object has not transformed since (701.28f)",
    ),
    Statement(
        "the_law_comes_to_an_end",
        "each step applies one part of an effect, and adds only effects that the text of this effect contains",
    ),
    Statement("copies_are_blind", "counters, text changes, control and later layers are not copied (707.2)"),
    Statement("order_is_for_what_interacts", "where no effects interact, timestamps make no difference (613.7)"),
    Statement(FILTERED, "an effect changes exactly the objects that its filter means (611.3a, 611.2c)"),
    Statement(CONDITIONAL, "an effect with a condition applies if and only if the condition is met (611.3a, 608.2c)"),
    Statement(COUNTED, "an effect with an amount changes power and toughness by what it counts (613.4, 608.2h)"),
    Statement(OPERATED, "an operation leaves the types, colors and numbers that its words say (205.1, 105.3, 613.4)"),
    Statement(SAME, "boards that the rulebook makes the same have the same answer (122, 612, 614, 702, 707 to 727)"),
    Statement(
        FOLLOWING,
        "types, zone and face decide properties, size and mana abilities (205.3d, 205.4, 208.3, 300.2a, 305.6, 701.28)",
    ),
    Statement(
        MEANT,
        "a step that does not say so means the ability that its words and its source's past say (608.2, 712.8, 714.2b)",
    ),
    Statement(
        TURNED,
        "it transforms and turns face up unless a paragraph forbids that, and `refused` says which (701.28, 708.7)",
    ),
    Statement(SUSPECTED, "a creature is suspected from when something suspects it until something ends that (701.58)"),
    Statement(
        TARGETS,
        "`check` finds exactly the targets that shroud, hexproof, protection and prohibitions forbid (608.2b, 702.16b)",
    ),
    Statement(
        ATTACHED,
        "`check` finds exactly the attachments that enchant abilities, types and protection forbid (704.5m, 704.5n)",
    ),
    Statement(
        STATES,
        "`check` finds exactly the legends, worlds, sizes and counters that cannot stay (704.5f to 704.5k)",
    ),
    Statement(
        ACTS, "`check` finds exactly the abilities that could not resolve for their player then (113.7a, 602, 603.3a)"
    ),
    Statement(SUSPECTED_FINDINGS, "`check` finds exactly what is said to be suspected and cannot become so (101.2)"),
    Statement(
        FOUND,
        "`check` finds exactly what a board says of objects, steps and targets and cannot be so (110, 115, 701 to 716)",
    ),
)
"""All statements."""

CLAIMED = (FILTERED, CONDITIONAL, COUNTED, OPERATED, SAME, FOLLOWING, MEANT, TURNED, SUSPECTED)
"""The statements that are only about answers (`claims`)."""

CHECKED = (TARGETS, ATTACHED, STATES, ACTS, SUSPECTED_FINDINGS, FOUND)
"""The statements about the findings of `check BOARD` (`finding_claims`)."""

COMPARED = ("copies_are_blind", "order_is_for_what_interacts")
"""The statements that compare answers of several boards."""


@lru_cache(maxsize=1)
def rules_of_statements() -> str:
    """Return the rules for ``comes_up`` and ``fails``."""
    return Path(__file__).with_name("statements.lp").read_text(encoding="utf-8")
