"""The effect form as facts: the affected objects, conditions and operations of an ability's effects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from facts.effects.board_questions import AMOUNT_OPERATIONS
from facts.effects.condition_facts import ConditionWriter
from facts.effects.filter_facts import FilterWriter, clauses, word_term
from facts.text.term import Facts, quoted

Form = Mapping[str, Any]

WORD_OPERATIONS = {
    "set_types": "set_type",
    "add_types": "add_type",
    "remove_types": "lose_type",
    "set_subtypes": "set_subtype",
    "add_subtypes": "add_subtype",
    "remove_subtypes": "lose_subtype",
    "add_every": "add_every",
    "lose_every": "lose_every",
    "add_supertypes": "add_supertype",
    "remove_supertypes": "lose_supertype",
    "set_colors": "set_color",
    "add_colors": "add_color",
    "lose_abilities": "lose_ability",
    "cannot_have": "cannot_have",
}
"""Operations whose value is a list of words, and their name in the rules."""

FORBIDDEN = (
    "transform", "turn_face_up", "be_enchanted", "be_enchanted_by_others", "be_equipped", "be_target",
    "be_target_of_spells", "be_target_of_opponents",
)  # fmt: skip
"""The actions that an effect with ``cannot`` can forbid."""
FLAG_OPERATIONS = {
    "switch": "switch",
    "loses_other_types": "lose_other_types",
    "loses_this_ability": "lose_this_ability",
}
SOURCE_OR_HOST = ("this", "attached")
"""An effect copies its source, or the host of its source, without a choice. Other copied objects are on the board."""
OPERATIONS = frozenset(
    (
        *WORD_OPERATIONS,
        *AMOUNT_OPERATIONS,
        *FLAG_OPERATIONS,
        "still",
        "set_name",
        "add_abilities",
        "lose_all_abilities",
        "cannot",
        "gain_control",
        "change_words",
        "full_text_of",
        "add_abilities_of",
        "emblem",
        "creates_copy",
        "becomes_copy",
        "turn",
    )
)
"""Every key of an effect that does something."""

KINDS_OF_ABILITIES = frozenset(("activated", "activated_but_mana", "loyalty", "triggered"))
"""The kinds of abilities of other objects that an effect can give; any other word is a keyword."""
_NO_COLOR = "none"
WHILE_CONTROLLED = "while_you_control_this"
"""The value of ``lasts`` for "as long as you control" the source."""
_BONDS = {
    "until_this_leaves": ("source",),
    "while_this_remains": ("source", "sight"),
    "while_tapped": ("source", "sight"),  # and until a board tells that it became untapped, with "ends"
    WHILE_CONTROLLED: ("source", "sight", "control"),
    "while_attached": ("source", "sight", "attached"),
}
"""The bonds that must remain for an effect to last, by its value of ``lasts``."""

AbilityWriter = Callable[[str, Any], None]
"""Writes the facts of a granted ability: its term, its form."""


def write_effect(facts: Facts, effect: str, form: Form, write_ability: AbilityWriter) -> None:
    """Write one effect.

    Args:
        facts: Receives the facts.
        effect: The effect's term.
        form: The effect in the effect form (docs/effect_form.md).
        write_ability: Writes the abilities that the effect grants.
    """
    _write_affects(facts, effect, form.get("affects", "this"))
    for key in ("as_long_as", "if"):
        if key in form:
            ConditionWriter(facts, effect).write(form[key])
    for kind, whose in form.get("shares", {}).items():
        facts.say("shares", effect, kind, whose)
    if "besides" in form:
        facts.say("besides", effect, form["besides"])
    lasts = form.get("lasts")
    if isinstance(lasts, Mapping) and "counter" in lasts:
        facts.say("lasts", effect, f"counter({quoted(lasts['counter'])})")
    elif isinstance(lasts, str):
        for bond in _BONDS[lasts]:
            facts.say("lasts", effect, bond)
    write_operations(facts, "op", effect, form, write_ability)


def write_operations(facts: Facts, predicate: str, subject: str, form: Form, write_ability: AbilityWriter) -> None:
    """Write the operations of an effect, or of the exception of a copy effect.

    Args:
        facts: Receives the facts.
        predicate: ``op`` or ``except``.
        subject: The term of the effect or of the copy effect.
        form: The effect form.
        write_ability: Writes the abilities that are granted.
    """
    for key, operation in WORD_OPERATIONS.items():
        for word in form.get(key) or ():
            facts.say(predicate, subject, operation, word_term(facts, word))
    for action in form.get("cannot") or ():
        facts.say(predicate, subject, "cannot", action)
    for kept in form.get("keeps") or ():
        facts.say(predicate, subject, "keep", kept)
    if form.get("set_colors") == []:
        facts.say(predicate, subject, "set_color", _NO_COLOR)
    for key, operation in FLAG_OPERATIONS.items():
        if form.get(key):
            facts.say(predicate, subject, operation, "true")
    if form.get("loses_other_types"):
        facts.say("loses_other_types", subject)
    if form.get("still"):
        facts.say("still", subject)
    if lost := form.get("lose_all_abilities"):
        kept = "but_mana" if isinstance(lost, Mapping) and lost.get("except") == "mana" else "true"
        facts.say(predicate, subject, "lose_all_abilities", kept)
    if "set_name" in form:
        facts.say(predicate, subject, "set_name", quoted(form["set_name"]))
    if "gain_control" in form:
        whose = form["gain_control"]
        facts.say(predicate, subject, "gain_control", "chosen" if isinstance(whose, Mapping) else whose)
    for key in AMOUNT_OPERATIONS:
        if key in form:
            facts.say(predicate, subject, key, _amount(facts, subject, form[key], key))
    for number, ability in enumerate(form.get("add_abilities") or (), start=1):
        term = f"ability({subject},{number})"
        facts.say(predicate, subject, "add_ability", term)
        write_ability(term, ability)
    if "add_abilities_of" in form:
        for kind in form.get("lent") or ("activated",):
            known = kind in KINDS_OF_ABILITIES
            facts.say(predicate, subject, "add_abilities_of", kind if known else f"keyword({quoted(kind)})")
        FilterWriter(facts, subject).write("abilities", form["add_abilities_of"])
    if "full_text_of" in form:
        zone = FilterWriter(facts, subject).write("text", form["full_text_of"])
        facts.say(predicate, subject, "full_text_of", zone)


_COUNTING = ("count_types", "count_colors", "count_basic_land_types", "count_party", "count_each")


def _write_affects(facts: Facts, effect: str, affects: Any) -> None:
    """Write the affected set of an effect."""
    if isinstance(affects, str):
        facts.say("affects", effect, affects)
    elif isinstance(affects, Mapping) and "targets" in affects:
        facts.say("affects", effect, "targets")
        FilterWriter(facts, effect).write("target", affects["targets"])
    else:
        FilterWriter(facts, effect).write("affects", affects)


def _amount(facts: Facts, effect: str, amount: Any, key: str) -> str:
    """Write an amount and return its term."""
    if isinstance(amount, int):
        return f"num({amount})"
    term = f"amount({effect},{key})"
    scale = (amount.get("times", 1), amount.get("plus", 0))
    if "half" in amount:
        facts.say("halved", term, amount["half"], *scale)
    else:
        facts.say("scaled", term, *scale)
    if "sharing" in amount or "attached_to" in amount:
        zone = FilterWriter(facts, effect).write("amount", amount["count"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, "sharing", amount.get("sharing", "host"))
    elif "count" in amount:
        zone = FilterWriter(facts, effect).write("amount", amount["count"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, "count", zone)
    elif counting := next((word for word in _COUNTING if word in amount), None):
        zone = FilterWriter(facts, effect).write("amount", amount[counting], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, counting, zone)
        if counting == "count_each":
            parts = [part for part, one in enumerate(amount[counting], start=1) for _ in clauses(facts, one)]
            for number, part in enumerate(parts, start=1):
                facts.say("counted_for", zone, number, part)
    elif "greatest" in amount or "total" in amount:
        kind = "greatest" if "greatest" in amount else "total"
        zone = FilterWriter(facts, effect).write("amount", amount["among"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, kind, amount[kind])
    elif "mana_value" in amount:
        facts.say("amount_of", term, "mana_value", amount["mana_value"])
    elif "counters" in amount and "among" in amount:
        zone = FilterWriter(facts, effect).write("amount", amount["among"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, "counters_among", quoted(amount["counters"]))
    elif "counters" in amount:
        whose = "counters_of_affected" if amount.get("on") == "affected" else "counters"
        facts.say("amount_of", term, whose, quoted(amount["counters"]))
    elif "devotion" in amount:
        facts.say("amount_of", term, "devotion", "you")
        for color in amount["devotion"]:
            facts.say("devotion_color", term, quoted(color))
    elif "chosen" in amount:
        facts.say("amount_of", term, "chosen", amount["chosen"])
    elif "colors" in amount:
        facts.say("amount_of", term, "colors_of", amount["colors"])
    elif "creature_types" in amount:
        facts.say("amount_of", term, "creature_types_of", amount["at_most"])
    elif "told" in amount:
        facts.say("amount_of", term, "told", quoted(amount["told"]))
    elif "x" in amount:
        facts.say("amount_of", term, "x", "true")
    else:
        kind = "power" if "power" in amount else "toughness"
        whose = f"of_{amount[kind]}"
        facts.say("amount_of", term, whose, kind)
    return term
