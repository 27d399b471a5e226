"""The effect form as facts: what an ability's effects affect, under what condition, and what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import permutations, product
from typing import Any

from facts.cards.subtypes import sets_by_word
from facts.runtime.patterns import pattern
from facts.text.number_words import NUMBER_WORDS
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

AMOUNT_OPERATIONS = ("set_power", "set_toughness", "add_power", "add_toughness")
FORBIDDEN = ("transform", "turn_face_up", "be_enchanted", "be_enchanted_by_others", "be_equipped")
"""What an effect with ``cannot`` can keep an object from."""
FLAG_OPERATIONS = {
    "switch": "switch",
    "loses_other_types": "lose_other_types",
    "loses_this_ability": "lose_this_ability",
}
SOURCE_OR_HOST = ("this", "attached")
"""What an effect copies of itself: its source, or what the source is attached to. Else the board says what it is."""
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
        "becomes_copy",
        "turn",
    )
)
"""Every key of an effect that does something."""

KINDS_OF_ABILITIES = frozenset(("activated", "activated_but_mana", "loyalty", "triggered"))
"""Which abilities of others an effect can give; any other word is a keyword."""
_NO_COLOR = "none"
_ASKS_THE_BOARD = frozenset(
    (
        "count",
        "count_types",
        "count_colors",
        "count_basic_land_types",
        "count_party",
        "count_each",
        "greatest",
        "total",
        "power",
        "toughness",
        "counters",
        "devotion",
        "colors",
        "creature_types",
    )
)
_LIST_KEYS = ("type", "subtype", "supertype", "color", "name", "keyword", "counter", "is")
ALL_ZONES = ("battlefield", "stack", "hand", "graveyard", "library", "exile", "command")
_NUMBER_KEYS = ("mana_value", "power", "toughness")

OPPONENTS = "the number of opponents you have"
"""An amount that is told in words, and that no board has to tell."""
WHILE_CONTROLLED = "while_you_control_this"
"""The value of ``lasts`` of what lasts for as long as "you" control the source."""
_BONDS = {
    "until_this_leaves": ("source",),
    "while_this_remains": ("source", "sight"),
    "while_tapped": ("source", "sight"),  # and until a board tells that it became untapped, with "ends"
    WHILE_CONTROLLED: ("source", "sight", "control"),
    "while_attached": ("source", "sight", "attached"),
}
"""What must remain for an effect to last, by its value of ``lasts``."""

AbilityWriter = Callable[[str, Any], None]
"""Writes the facts of a granted ability: its term, its form."""


def write_effect(facts: Facts, effect: str, form: Form, write_ability: AbilityWriter) -> None:
    """Write one effect.

    Args:
        facts: Where the facts go.
        effect: The effect's term.
        form: The effect in the effect form (docs/effect_form.md).
        write_ability: Writes the abilities that the effect grants.
    """
    _write_affects(facts, effect, form.get("affects", "this"))
    for key in ("as_long_as", "if"):
        if key in form:
            _Conditions(facts, effect).write(form[key])
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
    """Write what an effect, or the exception of a copy effect, does.

    Args:
        facts: Where the facts go.
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
        _Filters(facts, subject).write("abilities", form["add_abilities_of"])
    if "full_text_of" in form:
        zone = _Filters(facts, subject).write("text", form["full_text_of"])
        facts.say(predicate, subject, "full_text_of", zone)


def word_term(facts: Facts, word: Any) -> str:
    """Return the term of a word of an effect or filter, and write which sets a subtype is in.

    Args:
        facts: Where the facts go.
        word: A type word, a letter of a color, or ``{chosen: ...}``.

    Returns:
        A quoted string, or ``chosen(...)``.
    """
    if isinstance(word, Mapping):
        return f"chosen({word['chosen']})"
    write_subtype(facts, str(word))
    return quoted(str(word))


def write_subtype(facts: Facts, word: str) -> None:
    """Write which sets a word is in, if it is a subtype.

    Args:
        facts: Where the facts go.
        word: Any word.
    """
    for name in sets_by_word().get(word, ()):
        facts.say("subtype_in", quoted(word), name)


_COUNTING = ("count_types", "count_colors", "count_basic_land_types", "count_party", "count_each")


def is_counted(amount: Any) -> bool:
    """Tell whether an amount depends on the board (and so is fixed as a spell resolves, 608.2h).

    Args:
        amount: An amount of the effect form.
    """
    return isinstance(amount, Mapping) and bool(_ASKS_THE_BOARD & set(amount) or amount.get("mana_value") == "this")


def asks_of_target(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect on the source asks about what the board names: "change its base power to that of ...".

    Args:
        effect: An effect of the effect form.
    """
    amounts = (effect.get("set_power"), effect.get("set_toughness"))
    return any(isinstance(amount, Mapping) and "target" in amount.values() for amount in amounts)


def place_of(effect: Mapping[str, Any]) -> int:
    """Return which of the targets that the board names an effect affects; 0 where it affects all of them.

    Args:
        effect: An effect of the effect form.
    """
    affects = effect.get("affects")
    return int(affects.get("nth", 0)) if isinstance(affects, Mapping) else 0


def asks_for_x(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect asks what X is, which only the board can say (107.3).

    Args:
        effect: An effect of the effect form.
    """
    amounts = (effect.get(f"{verb}_{stat}") for verb in ("set", "add") for stat in ("power", "toughness"))
    if "x" in effect.get("if", ()) or "mana_value_x" in str(effect.get("affects")):
        return True
    return any(isinstance(amount, Mapping) and "x" in amount for amount in amounts)


def _write_affects(facts: Facts, effect: str, affects: Any) -> None:
    """Write what an effect affects."""
    if isinstance(affects, str):
        facts.say("affects", effect, affects)
    elif isinstance(affects, Mapping) and "targets" in affects:
        facts.say("affects", effect, "targets")
        _Filters(facts, effect).write("target", affects["targets"])
    else:
        _Filters(facts, effect).write("affects", affects)


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
        zone = _Filters(facts, effect).write("amount", amount["count"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, "sharing", amount.get("sharing", "host"))
    elif "count" in amount:
        zone = _Filters(facts, effect).write("amount", amount["count"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, "count", zone)
    elif counting := next((word for word in _COUNTING if word in amount), None):
        zone = _Filters(facts, effect).write("amount", amount[counting], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, counting, zone)
        if counting == "count_each":
            parts = [part for part, one in enumerate(amount[counting], start=1) for _ in clauses(facts, one)]
            for number, part in enumerate(parts, start=1):
                facts.say("counted_for", zone, number, part)
    elif "greatest" in amount or "total" in amount:
        kind = "greatest" if "greatest" in amount else "total"
        zone = _Filters(facts, effect).write("amount", amount["among"], key)
        facts.say("amount_filter", effect, term, zone)
        facts.say("amount_of", term, kind, amount[kind])
    elif "mana_value" in amount:
        facts.say("amount_of", term, "mana_value", amount["mana_value"])
    elif "counters" in amount and "among" in amount:
        zone = _Filters(facts, effect).write("amount", amount["among"], key)
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


class _Filters:
    """Writes the filters of one effect."""

    def __init__(self, facts: Facts, effect: str) -> None:
        self._facts = facts
        self._effect = effect

    def write(self, role: str, form: Any, part: object = 0, extra: Iterable[tuple[str, str]] = ()) -> str:
        """Write a filter and return its term.

        Args:
            role: What it is for: affects, condition, amount, text.
            form: A filter of the effect form.
            part: Tells the filters of one role apart.
            extra: Further literals that every clause needs.
        """
        term = f"filter({self._effect},{role},{part})"
        if role != "text":
            self._facts.say("filter", self._effect, role, term)
        # What "this" or "attached" means is looked for wherever it is.
        anywhere = ALL_ZONES if extra else ("battlefield",)
        for number, (wants, bars, zones) in enumerate(clauses(self._facts, form, anywhere), start=1):
            for kind, value in (*wants, *extra):
                self._facts.say("wants", term, number, kind, value)
            for kind, value in bars:
                self._facts.say("bars", term, number, kind, value)
            for zone in zones:
                self._facts.say("where", term, number, zone)
        return term


Clause = tuple[list[tuple[str, str]], list[tuple[str, str]], tuple[str, ...]]
"""What must hold, what must not, and in which zones."""


def clauses(facts: Facts, form: Any, zones_unsaid: tuple[str, ...] = ("battlefield",)) -> list[Clause]:
    """Turn a filter into clauses, any of which may hold.

    Args:
        facts: Where the sets of the subtypes named go.
        form: A filter: a mapping, or a list of them.
        zones_unsaid: Where to look if it names no zone.

    Returns:
        The clauses.
    """
    if isinstance(form, list):
        return [clause for part in form for clause in clauses(facts, part, zones_unsaid)]
    choices: list[list[tuple[str, str]]] = []
    bars: list[tuple[str, str]] = []
    zones = zones_unsaid
    if "zone" in form:
        zones = tuple(listed(form["zone"]))
    for key, value in form.items():
        if key == "not":
            for barred, literals in _negations(facts, value):
                bars.extend(barred)
                choices.extend(literals)
            zones = tuple(zone for zone in zones if zone not in listed(value.get("zone", ())))
        elif key not in ("also", "zone"):
            choices.extend(_literals(facts, key, value))
    made: list[Clause] = [(list(choice), bars, zones) for choice in product(*choices)]
    if "also" in form:
        return [
            ([*wants, *others], [*barred, *more], zones)
            for wants, barred, zones in made
            for others, more, _ in clauses(facts, form["also"])
        ]
    return made


def _literals(facts: Facts, key: str, value: Any) -> list[list[tuple[str, str]]]:
    """Return what a key of a filter needs: for each literal the values of which any will do."""
    if key in _LIST_KEYS:
        kind = "named" if key == "name" else key
        return [[(kind, word_term(facts, word)) for word in listed(value)]]
    if key in _NUMBER_KEYS:
        return _bounds(key, value)
    if key == "as_told":
        return [[(key, quoted(one)) for one in listed(value)]]
    if key in ("controller", "owner"):
        kind = "owned_by" if key == "owner" else key
        return [[(kind, word_term(facts, who) if isinstance(who, Mapping) else who) for who in listed(value)]]
    if key == "counters":
        return [[("laden", f"at_least({quoted(kind)},{number})")] for kind, number in value.items()]
    if key == "enchanted" and value == "own":
        return [[("is", quoted("enchanted_by_its_controller"))]]
    if key in ("enchanted", "equipped"):
        return [[("is", quoted(key))]]
    names = {"self": "self", "other": "other", "attached_to_this": "host", "token": "token", "paired": "paired"}
    if key in names:
        return [[(names[key], "true" if value else "false")]]
    return [[(key, str(one).lower() if isinstance(one, bool) else str(one)) for one in listed(value)]]


def _bounds(key: str, value: Mapping[str, int]) -> list[list[tuple[str, str]]]:
    """Return the literals of a comparison."""
    found: list[list[tuple[str, str]]] = []
    for word, number in value.items():
        sides = ("at_least", "at_most") if word == "exactly" else (word,)
        found.extend([[(key, f"{side}({number})")] for side in sides])
    return found


Negation = tuple[list[tuple[str, str]], list[list[tuple[str, str]]]]
"""What must not hold; and literals of which any will do, where the negation can be said outright."""


def _negations(facts: Facts, form: Mapping[str, Any]) -> Iterator[Negation]:
    """Turn the keys of a ``not`` into literals, each key for itself."""
    for key, value in form.items():
        if key == "zone":
            continue
        if key in _NUMBER_KEYS:
            yield [], [_outside(key, value)]
        elif key == "colors":
            yield [], [[(key, one) for one in _NUMBERS_OF_COLORS if one not in listed(value)]]
        elif key == "abilities":
            yield [], [[(key, "some")]]
        elif key in ("controller", "owner"):
            for who in listed(value):
                if isinstance(who, Mapping) or who == "defending_player":
                    yield _literals(facts, key, who)[0], []
                else:
                    yield [], _literals(facts, key, "opponent" if who == "you" else "you")
        elif key in ("token", "self", "other"):
            yield [], _literals(facts, *_OPPOSITE.get(key, (key, not value)))
        else:
            yield [literal for choice in _literals(facts, key, value) for literal in choice], []


_NUMBERS_OF_COLORS = ("colorless", "monocolored", "multicolored")
_OPPOSITE: dict[str, tuple[str, bool]] = {"self": ("other", True), "other": ("self", True)}


def _outside(key: str, bounds: Mapping[str, int]) -> list[tuple[str, str]]:
    """Return the literals of which one holds where a number is not within its bounds, or where there is none."""
    found = [] if key == "mana_value" else [(key, "none")]
    for word, number in bounds.items():
        if word in ("at_least", "exactly"):
            found.append((key, f"at_most({number - 1})"))
        if word in ("at_most", "exactly"):
            found.append((key, f"at_least({number + 1})"))
    return found


def listed(value: Any) -> list[Any]:
    """Return a list as it is, and anything else as a list of one."""
    return value if isinstance(value, list) else [value]


class _Conditions:
    """Writes the conditions of one effect: every one of them must hold."""

    def __init__(self, facts: Facts, effect: str) -> None:
        self._facts = facts
        self._effect = effect
        self._number = 0

    def write(self, form: Form, *, inverted: bool = False) -> list[str]:
        """Write a condition.

        Args:
            form: A condition of the effect form.
            inverted: It must not hold.

        Returns:
            The terms of its parts, but for what it says does not hold.
        """
        if "not" in form:
            self.write(form["not"], inverted=not inverted)
        group: list[str] = []
        for key, value in form.items():
            if key in ("not", *_COMPARISONS):
                continue
            if key == "all":
                group += [term for one in value for term in self.write(one, inverted=inverted)]
                continue
            for side, number in comparisons(form):
                group.append(self._write_one(key, value, side, number, inverted=inverted))
                if key not in COMPARED:
                    break
        if inverted:
            for one, other in permutations(group, 2):
                self._facts.say("together", one, other)
        return group

    def _write_one(self, key: str, value: Any, side: str, number: int, *, inverted: bool) -> str:
        self._number += 1
        term = f"condition({self._effect},{self._number})"
        self._facts.say("condition", self._effect, self._number)
        if inverted:
            self._facts.say("inverted", term)
        extra = {"this": [("self", "true")], "attached": [("host", "true")], "affected": [("struck", "true")]}
        if key == "count" or key in extra:
            zone = _Filters(self._facts, self._effect).write("condition", value, self._number, extra.get(key, ()))
            bound = (side, number) if key == "count" else ("at_least", 1)
            self._facts.say("count_condition", term, zone, *bound)
        elif key == "count_types":
            zone = _Filters(self._facts, self._effect).write("condition", value, self._number)
            self._facts.say("types_condition", term, zone, side, number)
        elif key == "count_kinds":
            zone = _Filters(self._facts, self._effect).write("condition", value["among"], self._number)
            self._facts.say("kinds_condition", term, zone, value["of"], side, number)
        elif key == "most_common_color":
            zone = _Filters(self._facts, self._effect).write("condition", value["among"], self._number)
            self._facts.say("common_condition", term, zone, quoted(value["color"]))
        elif key == "devotion":
            self._facts.say("devotion_condition", term, side, number)
            for color in value:
                self._facts.say("devotion_color", term, quoted(color))
        elif key == "turn":
            self._facts.say("turn_condition", term, value)
        elif key == "status":
            self._facts.say("status_condition", term, quoted(value))
        elif key == "told":
            self._facts.say("told_condition", term, quoted(value))
            if shown := _shown_by_cards(value):
                self._facts.say("opponents_cards", quoted(value), *shown)
        elif key == "counters":
            self._facts.say("counter_condition", term, quoted(value["kind"]), side, number)
        elif key == "class_level":
            self._facts.say("level_condition", term, side, number)
        elif key == "x":
            self._facts.say("x_condition", term, side, number)
        return term


_COMPARISONS = ("at_least", "at_most", "exactly")
COMPARED = ("count", "count_types", "count_kinds", "devotion", "counters", "class_level", "x")
"""What of a condition is compared with a number."""


def comparisons(form: Form) -> list[tuple[str, int]]:
    """Return how many a condition asks for: at least one where it says nothing.

    Args:
        form: The condition, in the effect form.
    """
    return [(side, int(form[side])) for side in _COMPARISONS if side in form] or [("at_least", 1)]


def told_conditions(form: Any) -> Iterator[str]:
    """Find the conditions that a board tells.

    Args:
        form: An ability or an effect in the effect form, or a part of one.

    Yields:
        Each in its own words.
    """
    for key, part in _parts(form):
        if key not in AMOUNT_OPERATIONS and key != "lasts" and isinstance(part.get("told"), str):
            yield part["told"]


def untold_conditions(form: Any) -> Iterator[str]:
    """Find the conditions that only a board tells: none that its cards show, which it may tell all the same.

    Args:
        form: An ability or an effect in the effect form, or a part of one.

    Yields:
        Each in its own words.
    """
    yield from (text for text in told_conditions(form) if _shown_by_cards(text) is None)


_NUMBERS = NUMBER_WORDS[:13]
_OPPONENTS_CARDS = pattern(r"an opponent has (\w+) or more cards in their (graveyard)")


def _shown_by_cards(text: str) -> tuple[str, int] | None:
    """Return the zone and the number, where a condition asks whether an opponent has that many cards there."""
    said = _OPPONENTS_CARDS.fullmatch(text)
    if said is None or not (said[1].isdigit() or said[1] in _NUMBERS):
        return None
    return said[2], int(said[1]) if said[1].isdigit() else _NUMBERS.index(said[1])


def speaks_of_defender(form: Any) -> bool:
    """Tell whether a form speaks of what the defending player controls: with several opponents, a board says who it is.

    Args:
        form: An ability or an effect in the effect form, or a part of one.
    """
    return any(part.get("controller") == "defending_player" for _, part in _parts(form))


def told_amounts(form: Any) -> Iterator[str]:
    """Find the amounts that a board tells; how many opponents there are, its players show (102.3).

    Args:
        form: An ability or an effect in the effect form, or a part of one.

    Yields:
        Each in its own words.
    """
    for key, part in _parts(form):
        if key in AMOUNT_OPERATIONS and part.get("told", OPPONENTS) != OPPONENTS:
            yield part["told"]


def _parts(form: Any, key: str = "") -> Iterator[tuple[str, Form]]:
    """Go through all mappings in a form, each with the key it stands under."""
    if isinstance(form, (dict, Mapping)):
        yield key, form
        for inner, value in form.items():
            if not isinstance(value, (str, int)):
                yield from _parts(value, inner)
    elif isinstance(form, list):
        for value in form:
            if not isinstance(value, (str, int)):
                yield from _parts(value, key)


def is_not_so(effect: Mapping[str, Any], told: tuple[str, ...]) -> bool:
    """Tell whether an effect happens only if something is told that was not, or only if what was told is not so.

    Args:
        effect: The effect.
        told: The conditions that are told to hold.

    Returns:
        Whether it does not happen.
    """
    condition = effect.get("if") or {}
    instead = condition.get("not") or {}
    if set(condition) == {"not"} and set(instead) == {"told"}:
        return instead["told"] in told
    return set(condition) == {"told"} and condition["told"] not in told


def mentions_count(form: Any) -> bool:
    """Tell whether an effect asks something of the board when it resolves (611.2c, 608.2c, 608.2h).

    Args:
        form: An effect of the effect form.
    """
    affects = form.get("affects", "this")
    by_filter = isinstance(affects, list) or (isinstance(affects, Mapping) and "targets" not in affects)
    exchanged = str(form.get("gain_control", "")).startswith("exchange")
    return by_filter or exchanged or "if" in form or any(is_counted(form.get(key)) for key in AMOUNT_OPERATIONS)
