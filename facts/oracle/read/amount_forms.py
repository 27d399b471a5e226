"""Amounts: numbers, counts, and the value of X."""

from __future__ import annotations

import re
from typing import Any

from lark import Token

from facts.effects import listed
from facts.oracle.read.filter_clauses import EVERYWHERE_ELSE, noun_clauses, one_or_list, put
from facts.oracle.read.parts import Form, NotRead, Who
from facts.oracle.read.tree_words import number, stat_key, values
from facts.words import NUMBERS, plural

Amount = int | Form

_HALF = re.compile(r"half (.+), rounded (up|down)")


def filter_of(who: Who) -> Any:
    """Return the filter of something counted.

    Args:
        who: A list of noun phrases.
    """
    if who.kind != "filter" or who.loose:
        raise NotRead("counted things are named by a filter")
    return one_or_list(who.clauses)


def _counted(who: Who) -> Any:
    """Return the filter of something that an amount counts: "other than ~" excepts the source, whatever is affected."""
    found = filter_of(who)
    if not who.but_source:
        return found
    clauses = [{key: value for key, value in one.items() if key != "other"} for one in who.clauses]
    for one in clauses:
        put(one, "not", {"self": True})
    return one_or_list(clauses)


def scaled(amount: Amount, times: int, plus: int = 0) -> Amount:
    """Multiply an amount, and add to it.

    Args:
        amount: An amount of the effect form.
        times: By how much.
        plus: The number added afterwards.
    """
    if isinstance(amount, int):
        return amount * times + plus
    factor = amount.get("times", 1) * times
    more = amount.get("plus", 0) * times + plus
    found = {key: value for key, value in amount.items() if key not in ("times", "plus")}
    if factor != 1:
        found["times"] = factor
    if more:
        found["plus"] = more
    return found


def unknown() -> Form:
    """Return X, which the sentence or the board defines."""
    return {"x": True}


def sized(text: str) -> tuple[Amount, Amount]:
    """Return power and toughness of ``4/4``, ``X/X``, ``+1/-X``.

    Args:
        text: As printed.
    """
    power, toughness = (_one(part) for part in text.split("/"))
    return power, toughness


def _one(text: str) -> Amount:
    if text.endswith("X"):
        times = int(text.strip("+-X") or 1)
        return scaled(unknown(), -times if text.startswith("-") else times)
    return int(text)


def own_size() -> Form:
    """Return the operations of a base power and toughness equal to those of the source."""
    return {"set_power": {"its": "power", "of": "this"}, "set_toughness": {"its": "toughness", "of": "this"}}


def by_own_stat(stat: Any) -> Form:
    """Return the operations by which base power and base toughness both become equal to one of the two of the source.

    Args:
        stat: The word for that one: "power" or "toughness".
    """
    amount = {"its": stat_key(stat), "of": "this"}
    return {"set_power": amount, "set_toughness": dict(amount)}


def with_x(form: Any, amount: Amount) -> Any:
    """Put in the definition of X.

    Args:
        form: A form, or part of one.
        amount: The value of X.
    """
    if isinstance(form, dict):
        if form.get("x") is True:
            return scaled(amount, form.get("times", 1), form.get("plus", 0))
        return {key: with_x(value, amount) for key, value in form.items()}
    if isinstance(form, list):
        return [with_x(value, amount) for value in form]
    return form


def told_amount(words: str) -> Form:
    """Return an amount that a board tells. Of "three times ...", it tells the number, and the form multiplies that.

    Args:
        words: What it is: "three times the number of opponents who have lost the game".
    """
    found = _MULTIPLE.fullmatch(words)
    if found is None:
        return {"told": words}
    return {"told": found[2], "times": NUMBERS[found[1]] if found[1] else 2}


_MULTIPLE = re.compile(rf"(?:twice|({'|'.join(NUMBERS)}) times) (the number of .+)")
_HEAD = re.compile(
    r"for each (.+?)(?= (?:you|your|whose|who|of|from|blocking|it|that|this|in|put|spent|among|on|removed|with)\b)(.*)"
)


_GROUPS = re.compile(r"for each ((?:two|three|four|five) .+)")


def how_many(words: str) -> str:
    """Return the words for the number that "for each ..." means: "the number of poison counters you have".

    Args:
        words: The words, from "for each" on.
    """
    several = _GROUPS.match(words)
    if several is not None:
        return f"the number of groups of {several[1]}"
    found = _HEAD.match(words)
    if found is None:
        return f"the number of {words.removeprefix('for each ')}"
    before, _, head = found[1].rpartition(" ")
    if head == "mana":
        return f"the amount of {found[1]}{found[2]}"
    rest = found[2].replace(" who has ", " who have ").replace(" that's ", " that are ")
    return f"the number of {before}{' ' if before else ''}{plural(head)}{rest}"


def _is_of_cards(clause: Form) -> bool:
    """Tell whether a clause is about cards that are not on the battlefield: what is affected is none of them."""
    return "battlefield" not in listed(clause.get("zone", "battlefield"))


def _clauses(counted: Any) -> list[Form]:
    return counted if isinstance(counted, list) else [counted]


def _zones(counted: Any) -> list[str]:
    found: list[str] = []
    for clause in _clauses(counted):
        zone = clause.get("zone", "battlefield")
        found += zone if isinstance(zone, list) else [zone]
    return found


class AmountMaker:
    """The part of the transformer for amounts. Methods are named as in the grammar."""

    def amount(self, parts: list[Any]) -> Any:  # noqa: D102
        return parts[0]

    def sum(self, parts: list[Any]) -> Amount:  # noqa: D102
        one, other = parts
        if isinstance(one, dict) and isinstance(other, dict) and set(one) == set(other) == {"count"}:
            if set(_zones(one["count"])) & set(_zones(other["count"])):
                if any(f"'{stat}'" in str(parts) for stat in ("power", "toughness")):
                    raise NotRead("what is counted twice, by a size?")
                return {"count_each": [one["count"], other["count"]]}
            return {"count": [*_clauses(one["count"]), *_clauses(other["count"])]}
        if isinstance(other, int):
            return scaled(one, 1, other)
        if isinstance(one, int):
            return scaled(other, 1, one)
        raise NotRead("a sum of two counts")

    def sum_twice(self, parts: list[Any]) -> Amount:  # noqa: D102
        return self.sum([parts[0], self.twice(parts[1:])])

    def difference(self, parts: list[Any]) -> Amount:  # noqa: D102
        return scaled(parts[0], 1, -number(parts[-1]))

    def twice(self, parts: list[Any]) -> Amount:  # noqa: D102
        return scaled(parts[0], 2)

    def times(self, parts: list[Any]) -> Amount:  # noqa: D102
        return scaled(parts[1], number(parts[0]))

    def half(self, parts: list[Any]) -> Amount:  # noqa: D102
        amount = parts[0]
        if not isinstance(amount, dict) or {"times", "plus", "half", "told"} & set(amount):
            raise NotRead("half of what?")
        return {**amount, "half": str(parts[-1]).removeprefix(", rounded ")}

    def fixed(self, parts: list[Any]) -> Amount:  # noqa: D102
        return number(parts[0])

    def number_of(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count": _counted(parts[0])}

    def number_of_counters_among(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"counters": values(parts, "COUNTER")[0].value, "among": one_or_list(noun_clauses(parts[-1]))}

    def number_of_types(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_types": _counted(parts[0])}

    def colors_among(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_colors": _counted(parts[-1])}

    def number_of_names(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_names": _counted(parts[-1])}

    def number_of_basic_land_types(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_basic_land_types": _counted(parts[-1])}

    def in_your_party(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_party": {"type": "Creature", "controller": "you"}}

    def for_each_basic_land_type(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_basic_land_types": _counted(parts[-1])}

    def for_each_type(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count_types": _counted(parts[-1])}

    def for_each_event(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"x": True, "event": how_many(str(parts[-1]))}

    def event_number(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"x": True, "event": str(parts[-1])}

    def told_amount(self, parts: list[Any]) -> Amount:  # noqa: D102
        text = str(parts[-1])
        if (said := _HALF.fullmatch(text)) is not None:
            return {"told": said[1], "half": said[2]}
        return {"told": text}

    def for_each_color_of_it(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"colors": "affected"}

    def for_each_type_word_of_it(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"type_words": "affected"}

    def for_each_creature_type_of_it(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"creature_types": "affected", "at_most": number(parts[-1])}

    def for_each_told(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"told": how_many(str(parts[-1]))}

    def number_of_counters(self, parts: list[Any]) -> Amount:  # noqa: D102
        on = "it" if isinstance(parts[-1], Token) else parts[-1]
        return {"counters": values(parts, "COUNTER")[0].value, "on": on}

    def its_value(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"its": stat_key(parts[-1])}

    def value_of(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"its": stat_key(parts[-1]), "of": parts[0]}

    def symbols_of_color(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"devotion": [values(parts, "COLOR")[0].value]}  # devotion counts exactly these (700.5)

    def symbols_among(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"mana_symbols": values(parts, "COLOR")[0].value, "among": _counted(parts[-1])}

    def symbols_of_it(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"mana_symbols": values(parts, "COLOR")[0].value}

    def devotion(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"devotion": parts[-1]}

    def greatest(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"greatest": stat_key(parts[0]), "among": _counted(parts[1])}

    def total(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"total": stat_key(parts[0]), "among": _counted(parts[1])}

    def stat_of(self, parts: list[Any]) -> Amount:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        if who.kind != "targets":
            raise NotRead("the power of which?")
        return {stat_key(values(parts, "STAT")[0]): "target"}

    def stat_of_it(self, parts: list[Any]) -> Amount:  # noqa: D102
        if str(parts[-1]).lower() != "that creature":
            raise NotRead("the power of which?")
        return {stat_key(values(parts, "STAT")[0]): "target"}

    def greatest_of_commanders(self, parts: list[Any]) -> Amount:  # noqa: D102
        anywhere = ["battlefield", *EVERYWHERE_ELSE]
        return {"greatest": "mana_value", "among": {"is": "commander", "owner": "you", "zone": anywhere}}

    def chosen_number(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"chosen": "number"}

    def unknown(self, parts: list[Any]) -> Amount:  # noqa: D102
        return unknown()

    def for_each(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"count": _counted(parts[-1])}

    def for_each_sharing(self, parts: list[Any]) -> Amount:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        words = str(values(parts, "SHARING")[0])
        kind = "name" if "name" in words else "color" if "color" in words else "creature_type"
        of_this = {"shares_with": "this"} if words.endswith("~") else {}
        if not all("other" in clause or _is_of_cards(clause) for clause in who.clauses):
            raise NotRead("it shares that with itself, too, and this amount counts only others")
        return {"count": filter_of(who), "sharing": kind, **of_this}

    def for_each_any_counter(self, parts: list[Any]) -> Amount:  # noqa: D102
        return {"counters": "any", "on": parts[-1]}

    def for_each_counter(self, parts: list[Any]) -> Amount:  # noqa: D102
        on = "it" if isinstance(parts[-1], Token) else parts[-1]
        return {"counters": values(parts, "COUNTER")[0].value, "on": on}
