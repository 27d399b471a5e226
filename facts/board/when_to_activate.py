"""Writes the condition under which a player can activate an ability: "Activate only if you control a Swamp" (602.5)."""

from __future__ import annotations

import re

from facts.board.timeline import Timeline
from facts.board.zones_of_conditions import zone_without_cards, zones_told
from facts.cards import Ability
from facts.effects import ConditionWriter
from facts.effects.form import Condition, Filter
from facts.runtime import pattern
from facts.text import Facts

_ONLY_IF = pattern(
    r"\bactivate (?:this ability )?only (?:[^.]*? and only )?if (?P<condition>[^.]*?)(?:,? and only [^.]*)?\.(?:$|\s)",
    re.IGNORECASE,
)
"""Words that let players activate an ability only while a condition holds."""


_WHILE_SOLVED = pattern(r"^solved — ", re.IGNORECASE)
"""The words before an ability that a Case has while it is solved: the board tells whether it is (719.3c)."""
_ONLY_ON_YOUR_TURN = pattern(
    r"\bonly (?:during your turn|as a sorcery|(?:at )?any time you could cast a sorcery)\b", re.IGNORECASE
)
"""Words that let players activate an ability only on their own turn (307.5). A loyalty ability needs none (606.3)."""
_AT_INSTANT_SPEED = pattern(r"\bany time you could cast an instant\b|\bany player's turn\b", re.IGNORECASE)
"""Words that let players activate such abilities on other turns, too."""
_THIS_TURN = pattern(r"\buntil end of turn\b|\bthis turn\b", re.IGNORECASE)


def say_when_to_activate(
    facts: Facts, timeline: Timeline, step: str, term: str, ability: Ability, name: str, *, lasts: bool
) -> None:
    """Write the condition under which an ability can be activated, if the board can show whether it holds (602.5).

    Args:
        facts: Where it is written.
        timeline: The board.
        step: The step at which the ability resolves.
        term: The term of the ability.
        ability: The ability.
        name: The name that its text has for its own object.
        lasts: Whether no step ends its effects.
    """
    if _WHILE_SOLVED.match(ability.text) and ability.kind != "triggered":  # that asks as it resolves (603.4)
        _say_condition(facts, step, term, Condition(status="solved"))
        return
    said = _ONLY_IF.search(ability.text)
    if said is None:
        # The board says whose turn it is. An effect "until end of turn" that still lasts resolved in that turn.
        told = lasts and "turn" in timeline.document.data and _THIS_TURN.search(ability.text)
        own = ability.is_loyalty or _ONLY_ON_YOUR_TURN.search(ability.text)
        if told and own and not timeline.says(_AT_INSTANT_SPEED):
            _say_condition(facts, step, term, Condition(turn="yours"))
        return
    from facts.oracle import read_static_condition

    condition = read_static_condition(said["condition"], name)
    if condition is None or zone_without_cards(condition, zones_told(timeline)):
        return
    if any(map(_is_seldom_told, (one for _, one in condition.parts()))):
        return
    _say_condition(facts, step, term, condition)


def _say_condition(facts: Facts, step: str, term: str, condition: Condition) -> None:
    activation = f"activation({term})"
    facts.say("activated_if", term, activation)
    facts.say("resolves", step, activation)
    facts.say("asking", step, activation)
    ConditionWriter(facts, activation).write(condition)


def _is_seldom_told(form: object) -> bool:
    """Tell whether a condition asks for what has happened, or for a status: a board need not tell these."""
    if isinstance(form, Condition):
        return form.told is not None or form.status is not None
    return isinstance(form, Filter) and form.is_ is not None
