"""The effect form as facts: the affected objects, conditions and operations of an ability's effects."""

from __future__ import annotations

import re
from collections.abc import Callable

from facts.effects.board_questions import AMOUNT_OPERATIONS, TARGET_LIMITS, asked_of_named
from facts.effects.condition_facts import ConditionWriter
from facts.effects.filter_facts import FilterWriter, clauses, keyword_term, word_term, write_subtype
from facts.effects.form import (
    ABOUT_EVENTS,
    Ability,
    Affected,
    Amount,
    AmountOf,
    Chosen,
    CounterChange,
    Duration,
    Effect,
    Filters,
    KeptAbilities,
    Operations,
    TargetsOf,
    targeting,
)
from facts.runtime import pattern
from facts.text import Facts, quoted

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

_OF_KEYWORDS = ("lose_abilities", "cannot_have")
"""Those whose words are keywords."""

FLAG_OPERATIONS = {
    "switch": "switch",
    "loses_other_types": "lose_other_types",
    "loses_this_ability": "lose_this_ability",
    "suspect": "suspect",
    "end_suspicion": "end_suspicion",
}
SOURCE_OR_HOST = ("this", "attached")
"""An effect copies its source, or the host of its source, without a choice. Other copied objects are on the board."""
OPERATIONS = frozenset(
    (
        *WORD_OPERATIONS,
        *AMOUNT_OPERATIONS,
        *FLAG_OPERATIONS,
        "lose_texts",
        "still",
        "set_name",
        "add_abilities",
        "lose_all_abilities",
        *ABOUT_EVENTS,
        "gain_control",
        "change_words",
        "change_words_to",
        "full_text_of",
        "add_abilities_of",
        "creature_types_of",
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
_BONDS = {
    "until_this_leaves": ("source",),
    "while_this_remains": ("source", "sight"),
    "while_tapped": ("source", "sight"),  # and until a board tells that it became untapped, with "ends"
    "while_you_control_this": ("source", "sight", "control"),
    "while_attached": ("source", "sight", "attached"),
    "while_enchanted": ("tracking", "enchanted"),
}
"""The bonds that must remain for an effect to last, by its value of ``lasts``."""

_OF_THE_AFFECTED = pattern(
    r"for as long as (?:(?:[^,]* and )?(?:it|that \w+|those \w+)\b|[^,]* (?:on|to|with) (?:it|that \w+)$)",
    re.IGNORECASE,
)
"""Durations in words that are about the affected object: "for as long as that creature is enchanted"."""
_OF_THE_SOURCE = pattern(r"for as long as .*\bthis (?:remains (?:tapped|on the battlefield))\b", re.IGNORECASE)
_OF_ITS_CONTROLLER = pattern(r"for as long as .*\byou control this\b", re.IGNORECASE)
"""Durations in words that name several conditions, one of which the rules follow by themselves."""
_OF_BOTH_POWERS = pattern(
    r"for as long as .*\bthat \w+'s power remains less than or equal to the power of this$", re.IGNORECASE
)
WATCHED = frozenset(("control", "no_stronger"))
"""The bonds about which the board is asked at each moment: once they are broken, the effect does not begin again."""


def bonds_of(lasts: str | Duration | None) -> tuple[str, ...]:
    """Return the bonds that a duration names and that the rules follow. With "ends", a board tells the end of others.

    Args:
        lasts: The duration.
    """
    if lasts is None:
        return ()
    if isinstance(lasts, str):
        return _BONDS[lasts]
    if lasts.counter is not None:
        return (f"counter({quoted(lasts.counter)})",)
    words = lasts.told or ""
    control = _OF_ITS_CONTROLLER.match(words) is not None
    bonds = ("source", "sight") if control or _OF_THE_SOURCE.match(words) else ()
    bonds = (*bonds, "control") if control else bonds
    bonds = (*bonds, "no_stronger") if _OF_BOTH_POWERS.match(words) else bonds
    return (*bonds, "tracking") if _OF_THE_AFFECTED.match(words) else bonds


AbilityWriter = Callable[[str, str | Ability], None]
"""Writes the facts of a granted ability: its term, its form."""


def write_effect(facts: Facts, effect: str, form: Effect, write_ability: AbilityWriter) -> None:
    """Write one effect.

    Args:
        facts: Receives the facts.
        effect: The effect's term.
        form: The effect in the effect form (docs/effect_form.md).
        write_ability: Writes the abilities that the effect grants.
    """
    _write_affects(facts, effect, form.affected)
    for condition in (form.as_long_as, form.if_):
        if condition is not None:
            ConditionWriter(facts, effect).write(condition)
    for kind, whose in form.shares.given().items() if form.shares is not None else ():
        facts.say("shares", effect, kind, whose)
    if form.besides is not None:
        facts.say("besides", effect, form.besides)
    for bond in bonds_of(form.lasts):
        facts.say("lasts", effect, bond)
    if asked_of_named(form) == "colors":
        facts.say("protects_from_colors_of_named", effect)
    given = form.given()
    for key, kind in TARGET_LIMITS.items():
        if key in given:
            facts.say("operation", effect, f"limit({kind})", _amount(facts, effect, given[key], key))
    write_operations(facts, "operation", effect, form, write_ability)


def plain_text(text: str) -> str:
    """Return the text of an ability without what two quotations of it may differ in.

    Args:
        text: The text.
    """
    return text.strip().rstrip(".").lower()


def write_operations(
    facts: Facts, predicate: str, subject: str, form: Operations, write_ability: AbilityWriter
) -> None:
    """Write the operations of an effect, or of the exception of a copy effect.

    Args:
        facts: Receives the facts.
        predicate: ``operation`` or ``except``.
        subject: The term of the effect or of the copy effect.
        form: The effect form.
        write_ability: Writes the abilities that are granted.
    """
    given = form.given()
    for key, operation in WORD_OPERATIONS.items():
        for word in given.get(key, ()):
            term = keyword_term(facts, word) if key in _OF_KEYWORDS else word_term(facts, word)
            facts.say(predicate, subject, operation, term)
    for text in form.lose_texts or ():
        facts.say(predicate, subject, "lose_text", quoted(plain_text(text)))
    for action in given.get("cannot", ()):
        facts.say(predicate, subject, "cannot", action)
    if "counters_put" in given:
        _counters_put(facts, predicate, subject, given["counters_put"])
    for number, words in enumerate(given.get("cannot_be_target_of", ()), start=1):
        _cannot_be_target(facts, predicate, subject, number, words)
    for kept in given.get("keeps", ()):
        facts.say(predicate, subject, "keep", kept)
    if form.set_colors == ():
        facts.say(predicate, subject, "set_color", _NO_COLOR)
    for key, operation in FLAG_OPERATIONS.items():
        if given.get(key):
            facts.say(predicate, subject, operation, "true")
    if form.loses_other_types:
        facts.say("loses_other_types", subject)
    if form.still:
        facts.say("still", subject)
    if lost := form.lose_all_abilities:
        but_mana = isinstance(lost, KeptAbilities) and lost.except_ == "mana"
        facts.say(predicate, subject, "lose_all_abilities", "but_mana" if but_mana else "true")
    if form.set_name is not None:
        name = form.set_name
        called = f"chosen({name.chosen})" if isinstance(name, Chosen) else quoted(name)
        facts.say(predicate, subject, "set_name", called)
    if form.gain_control is not None:
        whose = form.gain_control
        facts.say(predicate, subject, "gain_control", "chosen" if isinstance(whose, Chosen) else whose)
    for key in AMOUNT_OPERATIONS:
        if key in given:
            facts.say(predicate, subject, key, _amount(facts, subject, given[key], key))
    for number, ability in enumerate(form.add_abilities or (), start=1):
        term = f"ability({subject},{number})"
        facts.say(predicate, subject, "add_ability", term)
        write_ability(term, ability)
    if form.add_abilities_of is not None:
        for kind in form.lent or ("activated",):
            known = kind in KINDS_OF_ABILITIES
            facts.say(predicate, subject, "add_abilities_of", kind if known else f"keyword({quoted(kind)})")
        if isinstance(form.add_abilities_of, TargetsOf):
            facts.say("lent_by_named", subject)
        else:
            FilterWriter(facts, subject).write("abilities", form.add_abilities_of)
    if form.creature_types_of is not None:
        facts.say(predicate, subject, "creature_types_of", "true")
        FilterWriter(facts, subject).write("models", form.creature_types_of)
    if form.change_words_to is not None:
        for kind in form.change_words or ():
            facts.say(predicate, subject, "change_words", quoted(kind))
        facts.say(predicate, subject, "change_words_to", f"chosen({form.change_words_to.chosen})")
    if form.full_text_of is not None:
        zone = FilterWriter(facts, subject).write("text", form.full_text_of)
        facts.say(predicate, subject, "full_text_of", zone)


_COUNTING = ("count_types", "count_colors", "count_names", "count_basic_land_types", "count_party", "count_each")


def _cannot_be_target(facts: Facts, predicate: str, subject: str, number: int, words: str) -> None:
    """Write which spells or abilities cannot have the affected objects as targets."""
    meant = targeting(words)
    facts.say(predicate, subject, "cannot", f"be_target_of({number})")
    facts.say("forbidden_to", subject, number, "spells" if meant.spells else "abilities")
    if meant.opponents:
        facts.say("forbidden_to_opponents", subject, number)
    for kind, value in meant.qualities:
        facts.say("forbidden_quality", subject, number, kind, quoted(value))
        write_subtype(facts, value)
    for color in meant.lacks:
        facts.say("forbidden_without", subject, number, quoted(color))


def _counters_put(facts: Facts, predicate: str, subject: str, change: CounterChange) -> None:
    """Write how many counters are put on the affected objects instead, and which counters that is about."""
    facts.say(predicate, subject, "counters_put", change.number or "twice")
    if change.kind is not None:
        facts.say("changes_kind", subject, quoted(change.kind))
    if change.by is not None:
        facts.say("changes_those_of", subject, change.by)
    if change.by_effect:
        facts.say("changes_those_of_effects", subject)


def _write_affects(facts: Facts, effect: str, affects: Affected) -> None:
    """Write the affected set of an effect."""
    if isinstance(affects, str):
        facts.say("affects", effect, affects)
    elif isinstance(affects, TargetsOf):
        facts.say("affects", effect, "targets")
        FilterWriter(facts, effect).write("target", () if affects.targets is None else affects.targets)
    else:
        FilterWriter(facts, effect).write("affects", affects)


def _amount(facts: Facts, effect: str, amount: Amount, key: str) -> str:
    """Write an amount and return its term."""
    if isinstance(amount, int):
        return f"num({amount})"
    term = f"amount({effect},{key})"
    scale = (1 if amount.times is None else amount.times, amount.plus or 0)
    if amount.half is not None:
        facts.say("halved", term, amount.half, *scale)
    else:
        facts.say("scaled", term, *scale)
    facts.say("amount_of", term, *_counted(facts, effect, term, amount, key))
    return term


def _counted(facts: Facts, effect: str, term: str, amount: AmountOf, key: str) -> tuple[str, object]:
    """Write what an amount counts, and return its kind and the rest of what the rules must know."""

    def counted(wanted: Filters) -> str:
        zone = FilterWriter(facts, effect).write("amount", wanted, key)
        facts.say("amount_filter", effect, term, zone)
        return zone

    given = amount.given()
    if amount.count is not None and (amount.sharing is not None or amount.attached_to is not None):
        counted(amount.count)
        return "sharing", amount.sharing or "host"
    if amount.count is not None:
        counted(amount.count)
        return "count", "objects"
    if counting := next((word for word in _COUNTING if word in given), None):
        zone = counted(given[counting])
        if amount.count_each is not None:
            parts = [part for part, one in enumerate(amount.count_each, start=1) for _ in clauses(facts, one)]
            for number, part in enumerate(parts, start=1):
                facts.say("stands_in", zone, number, part)
        return counting, "objects"
    if amount.mana_symbols is not None:
        facts.say("devotion_color", term, quoted(amount.mana_symbols))
        if amount.among is None:
            return "symbols_of_affected", "affected"
        counted(amount.among)
        return "mana_symbols", "objects"
    if amount.among is not None and amount.counters is not None:
        counted(amount.among)
        return "counters_among", quoted(amount.counters)
    if amount.among is not None:
        counted(amount.among)
        return ("greatest", amount.greatest) if amount.greatest is not None else ("total", amount.total)
    if amount.counters is not None:
        return "counters_of_affected" if amount.on == "affected" else "counters", quoted(amount.counters)
    if amount.devotion is not None:
        for color in amount.devotion:
            facts.say("devotion_color", term, quoted(color))
        return "devotion", "you"
    if amount.colors is not None:
        return "colors_of", amount.colors
    if amount.type_words is not None:
        return "type_words_of", amount.type_words
    if amount.creature_types is not None:
        return "creature_types_of", amount.at_most
    if amount.told is not None:
        return "told", quoted(amount.told)
    if amount.x is not None:
        return "x", "true"
    if amount.mana_value == "affected":
        return "mana_value_of_affected", "affected"
    for kind in ("mana_value", "chosen"):
        if kind in given:
            return kind, given[kind]
    kind = "power" if amount.power is not None else "toughness"
    return f"of_{given[kind]}", kind
