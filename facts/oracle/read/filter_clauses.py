"""The words of one noun phrase, as clauses of a filter."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from facts.effects import listed
from facts.oracle.read.parts import Form, NotRead
from facts.words import Word

Item = tuple[str, Any]
"""A word or a qualification: its kind and its value."""
ITS_CONTROLLER = "its_controller"
"""The player "its controller", until the reference of "it" is resolved."""
EVERYWHERE_ELSE = ["stack", "hand", "graveyard", "library", "exile", "command"]
PERMANENT_TYPES = ["Artifact", "Battle", "Creature", "Enchantment", "Planeswalker"]


@dataclass
class Noun:
    """One noun phrase: the words up to the noun, and those after it."""

    words: list[Item]
    after: list[Item]
    alone: str = ""

    @property
    def is_others(self) -> bool:
        """True if it describes its objects without targeting: "each other creature"."""
        return not self.has("target") and (self.has("quantity") or self.has("other"))

    @property
    def is_but_one(self) -> bool:
        """True if it excludes one object: "other than ~"."""
        return any(kind in ("other_than_this", "other_than_attached") for kind, _ in self.after)

    @property
    def has_name(self) -> bool:
        """True if a name ends it: "creatures named Bear"."""
        return bool(self.after) and self.after[-1][0] in ("with_name", "not_with_name")

    @property
    def could_be_a_name(self) -> bool:
        """True if it is a single subtype without an article, as a name may be: "named Bear or Wolf"."""
        return [kind for kind, _ in self.words] == ["subtype"] and not self.words[0][1].many

    @property
    def spoken_of(self) -> str:
        """The pronoun that means the same, if the noun is about an object that was named: "the blocking creature"."""
        if ("article", "the") not in self.words or self.after:
            return ""
        kind, word = self.words[-1]
        noun = str(word.value).lower() if kind == "type_word" else "permanent" if kind == "thing" else "creature"
        many = word.many if isinstance(word, Word) else str(word).endswith("s")
        return f"those {noun}s" if many else f"that {noun}"

    def has(self, kind: str) -> bool:
        """Tell whether a kind of word is among the words."""
        return any(name == kind for name, _ in self.words)


def put(clause: Form, key: str, value: Any) -> None:
    """Add a demand to a clause.

    Args:
        clause: The clause of a filter, changed in place.
        key: A key of a filter.
        value: Its value.
    """
    if key == "not":
        barred = clause.setdefault("not", {})
        for name, one in value.items():
            if name in barred:
                barred[name] = [*listed(barred[name]), *listed(one)]
            else:
                barred[name] = one
    elif key not in clause:
        clause[key] = value
    elif clause[key] == value:
        return
    elif key in ("type", "subtype", "supertype", "color", "is", "keyword"):
        put(clause.setdefault("also", {}), key, value)
    else:
        raise NotRead(f"{key} twice")


def one_or_list(values: Iterable[Any]) -> Any:
    """Return the only value, or a list of them."""
    found = list(values)
    return found[0] if len(found) == 1 else found


def merged(clauses: list[Form]) -> list[Form]:
    """Join clauses that differ in one key only.

    Args:
        clauses: Clauses any of which may hold.
    """
    found: list[Form] = []
    for clause in clauses:
        for number, other in enumerate(found):
            joined = _joined(other, clause)
            if joined is not None:
                found[number] = joined
                break
        else:
            found.append(clause)
    return found


def _joined(one: Form, other: Form) -> Form | None:
    if one == other:
        return one
    if {"zone"} == set(one) ^ set(other) or ("zone" in one) != ("zone" in other):
        one, other = {"zone": "battlefield", **one}, {"zone": "battlefield", **other}
    if set(one) != set(other):
        return None
    differ = [key for key in one if one[key] != other[key]]
    if len(differ) != 1 or differ[0] not in ("type", "subtype", "zone", "color", "supertype"):
        return None
    key = differ[0]
    return {**one, key: [*listed(one[key]), *(word for word in listed(other[key]) if word not in listed(one[key]))]}


def noun_clauses(noun: Noun, loosely: bool = False) -> list[Form]:
    """Turn one noun phrase into clauses.

    Args:
        noun: The noun phrase.
        loosely: Whether a quality that no filter has is left out; else such a noun phrase is not read.
    """
    if noun.alone:
        return [{"self": True} if noun.alone == "this" else {"attached_to_this": True}]
    clause: Form = {}
    choices: list[list[Form]] = []
    if noun.has("several_colors") and not any(_is_many(kind, value) for kind, value in noun.words):
        raise NotRead("both colors at once")
    kinds = [kind for kind, _ in noun.words]
    named = next((at for at, kind in enumerate(kinds) if kind in ("type_word", "subtype", "thing")), len(kinds))
    if any(kind in ("target", "quantity", "article", "other") for kind in kinds[named:]):
        raise NotRead("another one begins within: a creature blocking target creature")
    within = kinds[named + 1 :]
    within = within[within.index("status") :] if "status" in within else []
    if any(kind in ("type_word", "subtype", "thing") for kind in within):
        raise NotRead("one that does something to another: creatures blocking Walls")
    for kind, value in noun.words:
        put_word(clause, choices, kind, value)
    things = [value.rstrip("s") for kind, value in noun.words if kind == "thing"]
    if not any(kind in ("type_word", "subtype", "thing", "group") for kind, _ in noun.words):
        raise NotRead("no noun")
    for kind, value in noun.after:
        _after(clause, choices, kind, value)
    _place(clause, things)
    for kind, words in noun.after:
        if kind == "loose" and (said := comparing(str(words))):
            for key, value in said.items():
                put(clause, key, value)
        elif kind == "loose" and not noun.has("target"):
            if not loosely:
                raise NotRead("a quality that no filter has")
        elif kind == "loose" and str(words).lower().removeprefix("that's ").startswith("attacking"):
            put(clause, "is", "attacking")
    if any(kind.startswith("cast_by_") for kind, _ in noun.after) and clause.get("zone") != "stack":
        raise NotRead("cast, and no spell")
    clauses = [clause]
    for options in choices:
        clauses = [_both(one, option) for one in clauses for option in options]
    return [one or {"zone": "battlefield"} for one in clauses]


_COMPARING: dict[str, Form] = {
    "with mana value x or less": {"mana_value_x": "at_most"},
    "with mana value x or greater": {"mana_value_x": "at_least"},
    "with mana value x": {"mana_value_x": "exactly"},
    "with the highest mana value": {"highest": "mana_value"},
    "with the greatest mana value": {"highest": "mana_value"},
}
"""Qualities that compare the mana value with X, or with those of other objects."""
_BASE = re.compile(r"with base power(?: and toughness (\d+)/(\d+)| (\d+))", re.IGNORECASE)


def comparing(words: str) -> Form:
    """Return the demands of a quality that compares a number: "with the highest mana value", "with base power 1".

    Args:
        words: The words of the quality.

    Returns:
        Keys of a filter; none where no filter says this.
    """
    based = _BASE.fullmatch(words)
    if based is None:
        return _COMPARING.get(words.lower(), {})
    found: Form = {"base_power": {"exactly": int(based[1] or based[3])}}
    return {**found, "base_toughness": {"exactly": int(based[2])}} if based[2] else found


def _is_many(kind: str, value: Any) -> bool:
    return (kind in ("type_word", "subtype") and value.many) or (kind == "thing" and value.endswith("s"))


def _both(one: Form, other: Form) -> Form:
    found = {key: (dict(value) if isinstance(value, dict) else value) for key, value in one.items()}
    for key, value in other.items():
        put(found, key, value)
    return found


def _place(clause: Form, things: list[str]) -> None:
    """Say where cards and spells are."""
    if "card" in things and "zone" not in clause:
        raise NotRead("cards where?")
    if "spell" in things:
        if "zone" in clause:
            raise NotRead("spells elsewhere")
        clause["zone"] = "stack"
    if "permanent" in things and ("zone" in clause or len(things) > 1) and "type" not in clause:
        barred = listed(clause.get("not", {}).get("type", []))
        lands = "card" in things and "Land" not in barred
        clause["type"] = [*PERMANENT_TYPES, "Land"] if lands else list(PERMANENT_TYPES)


def put_word(clause: Form, choices: list[list[Form]], kind: str, value: Any) -> None:
    """Add the demand of one word up to the noun.

    Args:
        clause: The clause of a filter, changed in place.
        choices: Lists of clauses of which any may hold, to which one may be added.
        kind: The kind of the word.
        value: Its value.
    """
    if kind == "type_word":
        put(clause, "type", value.value)
    elif kind in ("subtype", "supertype"):
        put(clause, kind, value.value)
    elif kind in ("colors", "several_colors"):
        put(clause, "color", one_or_list(value))
    elif kind == "non":
        if value.key == "token":
            put(clause, "token", False)
        else:
            put(clause, "not", {value.key: True if value.value == "true" else value.value})
    elif kind == "status":
        _status(clause, value)
    elif kind in ("sized", "sized_after"):
        power, toughness = value
        put(clause, "power", {"exactly": power})
        put(clause, "toughness", {"exactly": toughness})
    elif kind == "other":
        put(clause, "other", True)
    elif kind == "target":
        if "other" in value.split():
            put(clause, "other", True)
        if "another" in value.split():
            put(clause, "other", True)
    elif kind == "number_of_colors":
        put(clause, "colors", value)
    elif kind == "group":
        put(clause, value.removesuffix("s"), True)
    elif kind == "thing" and value.startswith("token"):
        put(clause, "token", True)
    elif kind == "thing" and value.startswith("commander"):
        put(clause, "is", "commander")


def _status(clause: Form, words: list[Word]) -> None:
    keys = {word.key for word in words}
    if len(words) == 1 and words[0].key == "is not":
        put(clause, "not", {"is": words[0].value})
    elif len(words) == 1 and words[0].value == "true":
        put(clause, words[0].key, True)
    elif keys == {"is"}:
        put(clause, "is", one_or_list(word.value for word in words))
    else:
        raise NotRead("statuses of several kinds")


_FIXED_AFTER: dict[str, Form] = {
    "loose": {},
    "yours": {"controller": "you"},
    "cast_by_you": {"controller": "you"},
    "not_yours": {"not": {"controller": "you"}},
    "not_owned": {"not": {"owner": "you"}},
    "owned": {"owner": "you"},
    "borrowed": {"controller": "you", "not": {"owner": "you"}},
    "lent": {"owner": "you", "not": {"controller": "you"}},
    "owned_and_yours": {"owner": "you", "controller": "you"},
    "opposing": {"controller": "opponent"},
    "defending": {"controller": "defending_player"},
    "of_chosen_player": {"controller": {"chosen": "player"}},
    "without_abilities": {"abilities": "none"},
    "unlike_permanents": {"name_unlike": "permanent"},
    "unlike_tokens": {"name_unlike": "token"},
    "having_mana_ability": {"abilities": "mana"},
    "lacking_mana_ability": {"not": {"abilities": "mana"}},
    "of_chosen_color": {"color": {"chosen": "color"}},
    "of_choice_color": {"color": {"chosen": "color", "choice": True}},
    "of_first_chosen_type": {"subtype": {"chosen": "land_type"}},
    "of_chosen_creature_type": {"subtype": {"chosen": "creature_type"}},
    "of_choice_creature_type": {"subtype": {"chosen": "creature_type", "choice": True}},
    "of_that_player": {"controller": {"chosen": "player", "that": True}},
    "with_morph": {"keyword": ["morph", "megamorph"]},
    "with_chosen_name": {"name": {"chosen": "card_name"}},
    "other_than_this": {"other": True},
    "other_than_both": {"other": True},  # and other than those that a board names: see `nouns`
    "other_than_them": {},
    "other_than_attached": {"not": {"attached_to_this": True}},
    "cast_by_opponents": {"controller": "opponent"},
    "on_battlefield": {},
    "in_your_hand": {"owner": "you", "zone": "hand"},
    "in_your_graveyard": {"owner": "you", "zone": "graveyard"},
    "in_your_library": {"owner": "you", "zone": "library"},
    "on_top_of_your_library": {"owner": "you", "zone": "library", "is": "top"},
    "in_graveyards": {"zone": "graveyard"},
    "in_exile": {"zone": "exile"},
    "exiled_with_this": {"zone": "exile", "exiled_with": "this"},
    "yours_in_exile": {"owner": "you", "zone": "exile"},
    "yours_put_away": {"owner": "you", "zone": ["exile", "graveyard"]},
    "theirs_in_exile": {"owner": "opponent", "zone": "exile"},
    "in_hands": {"zone": "hand"},
    "in_opposing_hands": {"owner": "opponent", "zone": "hand"},
    "in_its_controllers_hand": {"owner": ITS_CONTROLLER, "zone": "hand"},
    "in_its_controllers_graveyard": {"owner": ITS_CONTROLLER, "zone": "graveyard"},
    "of_its_controller": {"controller": ITS_CONTROLLER},
    "in_chosen_hand": {"owner": {"chosen": "player"}, "zone": "hand"},
    "in_chosen_graveyard": {"owner": {"chosen": "player"}, "zone": "graveyard"},
    "with_any_counter": {"counter": "any"},
    "without_any_counter": {"not": {"counter": "any"}},
    "not_of_chosen_type": {"not": {"subtype": {"chosen": "type"}}},
    "not_of_chosen_creature_type": {"not": {"subtype": {"chosen": "creature_type"}}},
    "not_of_chosen_color": {"not": {"color": {"chosen": "color"}}},
    "in_opposing_graveyards": {"owner": "opponent", "zone": "graveyard"},
    "elsewhere": {"zone": EVERYWHERE_ELSE},
}


def _after(clause: Form, choices: list[list[Form]], kind: str, value: Any) -> None:
    if kind in _FIXED_AFTER:
        for key, one in _FIXED_AFTER[kind].items():
            put(clause, key, one)
    elif kind == "of_chosen_type":
        types = [word for word in listed(clause.get("type", [])) if word in ("Creature", "Land")]
        if len(types) > 1:
            raise NotRead("which type is chosen?")
        put(clause, "subtype", {"chosen": "type"})
    elif kind == "having" and isinstance(value, list) and value[0] == "and":
        for one in value[1:]:
            put(clause, "keyword", one)
    elif kind == "having":
        put(clause, "keyword", value)
    elif kind == "lacking":
        if isinstance(value, list) and value[0] == "and":
            raise NotRead("without both")
        put(clause, "not", {"keyword": value})
    elif kind == "bounded":
        for stat, bound in value:
            put(clause, stat, bound)
    elif kind == "with_counter":
        put(clause, "counter", value)
    elif kind == "with_counters":
        put(clause, "counters", value)
    elif kind == "without_counter":
        put(clause, "not", {"counter": value})
    elif kind == "attached_to":
        put(clause, "attached_to", value)
    elif kind == "attached_to_yours":
        if "creature" in str(value) and clause.get("subtype") != "Equipment":
            raise NotRead("attached to a creature, and it could be attached to something else")
        put(clause, "attached_to", "yours")
    elif kind == "of_so_many_colors":
        put(clause, "colors", so_colored(str(value)))
    elif kind == "not_of_so_many_colors":
        put(clause, "not", {"colors": so_colored(str(value))})
    elif kind == "enchanted_by_yours":
        if clause.get("controller") != "you":
            raise NotRead("enchanted by one player, controlled by another")
        put(clause, "enchanted", "own")
    elif kind == "with_name":
        put(clause, "name", value)
    elif kind == "not_with_name":
        put(clause, "not", {"name": value})
    elif kind == "sized_after":
        put_word(clause, choices, kind, value)
    elif kind == "that_is":
        options = merged(value)
        if len(options) == 1:
            for key, one in options[0].items():
                put(clause, key, one)
        else:
            choices.append(options)
    elif kind == "that_is_not":
        put(clause, "not", none_of(value))
    else:
        raise NotRead(kind)


def so_colored(words: str) -> str:
    """Return how many colors some words ask for: "exactly two colors".

    Args:
        words: The words.
    """
    found = re.search(r"two|three|four", words.lower())
    return found[0] if found is not None else "five"


def none_of(options: list[Form]) -> Form:
    """Return the values that must not hold so that none of some plain options does.

    Args:
        options: Clauses of a single key each.
    """
    found: Form = {}
    for option in options:
        if len(option) != 1 or "not" in option or "also" in option:
            raise NotRead("not both of these")
        put(found, "not", option)
    barred: Form = found["not"]
    return barred


def of_no_card(options: list[Form]) -> list[Form]:
    """Return the demands on a permanent, which is no card: "is a creature card" is about something else.

    Args:
        options: Clauses any of which may hold.
    """
    if any("card" in one for one in options):
        raise NotRead("is a card")
    return options


def what_it_is(word: str, options: list[Form]) -> list[Form]:
    """Return what "it is ..." asks for; only the exiled card is "an artifact card".

    Args:
        word: The pronoun, if the sentence has one.
        options: Clauses any of which may hold.

    Raises:
        NotRead: They ask for a card, and "it" is a permanent.
    """
    if word != "the exiled card":
        return of_no_card(options)
    return [{key: value for key, value in one.items() if key != "card"} for one in options]


_LIMIT = re.compile(r"with (power|toughness|mana value) less than (or equal to )?(.+)", re.IGNORECASE)
_LESSER = re.compile(r"with lesser (power|toughness|mana value)", re.IGNORECASE)
LESSER = "lesser"
"""In the place of the words for an amount: "with lesser power" than the permanent that the trigger is about."""


def limit_of(noun: Noun) -> tuple[str, str, int] | None:
    """Return the amount that a quality of a target compares it with: "with power less than ~'s power".

    Args:
        noun: The noun phrase of the target.

    Returns:
        The key of the effect form that limits targets, the words for the amount, and what is added to it; None if
        nothing limits it.
    """
    for kind, words in noun.after:
        found = _LIMIT.fullmatch(str(words)) if kind == "loose" else None
        if found is not None:
            return _at_most(found[1]), found[3], 0 if found[2] else -1
        lesser = _LESSER.fullmatch(str(words)) if kind == "loose" else None
        if lesser is not None:
            return _at_most(lesser[1]), f"{LESSER} {lesser[1].lower()}", -1
    return None


def _at_most(what: str) -> str:
    return f"target_{what.lower().replace(' ', '_')}_at_most"
