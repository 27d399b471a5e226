"""Whole sentences: the transformer, put together, and the parser."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Lark, LarkError, Token, Transformer, Tree

from facts.effects.form import Exceptions
from facts.oracle.read.amount_forms import AmountMaker, own_size, scaled, sized
from facts.oracle.read.condition_forms import ConditionMaker
from facts.oracle.read.counter_phrases import CounterMaker
from facts.oracle.read.descriptions import DescriptionMaker
from facts.oracle.read.noun_phrases import WhoMaker
from facts.oracle.read.parser_table import made_parser
from facts.oracle.read.parts import Done, Form, NotRead, Said, Who
from facts.oracle.read.tree_words import number, stat_key, values
from facts.oracle.read.verb_phrases import WhatMaker, apply_modifiers
from facts.oracle.read.work_limit import count, meter

_COPIED_TARGET = re.compile(r"(?:a )?cop(?:y|ies) of (.*)", re.IGNORECASE)


def _copied_by_others(words: str) -> str | None:
    """Return what other objects enter as copies of: "creatures you control enter as a copy of ~"."""
    host = re.fullmatch(r"(?:enchanted|equipped|fortified) [a-z]+", words)
    return "this" if words == "~" else "attached" if host is not None else None


def _what_is_copied(words: str) -> Who | None:
    """Return which objects may be copied, as far as a filter can say it; None if other words of the text name them."""
    try:
        who: Who = parse(words, "nouns")
    except NotRead:
        return None
    told = who.kind == "this" or (who.kind in ("filter", "targets") and bool(who.clauses))
    return None if not told or who.shares or who.besides or who.several else who


class SentenceMaker(
    WhoMaker, ConditionMaker, WhatMaker, DescriptionMaker, AmountMaker, CounterMaker, Transformer[Token, Any]
):
    """Turns the tree of a sentence into its parts. Methods are named as in the grammar."""

    def sentence(self, parts: list[Any]) -> Any:  # noqa: D102
        return parts[0]

    def statement(self, parts: list[Any]) -> Said:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        return Said("does", who, parts[-1])

    def and_you(self, parts: list[Any]) -> Said:  # noqa: D102
        said = self.statement(parts)
        for done in said.done:
            if any(set(ops) - {"add_abilities"} for ops in done.ops):
                raise NotRead("what a player becomes")
        return said

    def keeps_types(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("still")

    def still(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("still", kept=[word for part in parts if isinstance(part, list) for word in part])

    def kept(self, parts: list[Any]) -> list[str]:  # noqa: D102
        return [word.value for word in values(parts, "SUBTYPE")]

    def same_for(self, parts: list[Any]) -> Said:  # noqa: D102
        if parts[-1].kind != "filter" or parts[-1].loose:
            raise NotRead("the same is true for whom?")
        return Said("same_for", parts[-1])

    # choices

    def as_enters(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("chooses", chooses=_kinds(parts[-1]), as_enters=True)

    def choose_now(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("chooses", chooses=_kinds(parts[-1]))

    def choose(self, parts: list[Any]) -> str:  # noqa: D102
        kind = parts[-1]
        return str(kind.data) if isinstance(kind, Tree) else str(kind)

    def creature_type(self, parts: list[Any]) -> str:  # noqa: D102
        return "creature_type"

    def basic_land_type(self, parts: list[Any]) -> str:  # noqa: D102
        return "basic_land_type"

    def land_type(self, parts: list[Any]) -> str:  # noqa: D102
        return "land_type"

    def card_type(self, parts: list[Any]) -> str:  # noqa: D102
        return "card_type"

    def color(self, parts: list[Any]) -> str:  # noqa: D102
        return "color"

    def card_name(self, parts: list[Any]) -> str:  # noqa: D102
        return "card_name"

    def color_and_player(self, parts: list[Any]) -> str:  # noqa: D102
        return "color_and_player"

    def player(self, parts: list[Any]) -> str:  # noqa: D102
        return "player"

    # copies

    def entering(self, parts: list[Any]) -> Said:  # noqa: D102
        terms = next((part for part in parts if isinstance(part, dict)), {})
        who = next(part for part in parts if isinstance(part, Who))
        if who.kind == "targets":
            raise NotRead("a target enters")
        copied = _copied(parts)
        of: Who | str | None = None
        if copied:
            of = _copied_by_others(copied[1].lower()) if who.kind == "filter" else _what_is_copied(copied[1])
        return Said("enters_as_copy", who, [Done([{"becomes_copy": {**terms, "of": of} if of else terms}])])

    def token_copy(self, parts: list[Any]) -> Said:  # noqa: D102
        terms = next((part for part in parts if isinstance(part, dict)), {})
        copied = _copied(parts)
        who = copied_who(copied[1]) if copied else Who("it")
        return Said("makes_copy", who, [Done([{"becomes_copy": terms}])])

    def earthbending(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("earthbends")

    def amassing(self, parts: list[Any]) -> Said:  # noqa: D102
        kind = next((word.value for word in values(parts, "SUBTYPE")), "Zombie")
        army = Who("targets", [{"subtype": "Army", "type": "Creature", "controller": "you"}])
        return Said("chooses_one", army, [Done([{"add_subtypes": [kind]}])])

    def tempting(self, parts: list[Any]) -> Said:  # noqa: D102
        bearer = Who("targets", [{"type": "Creature", "controller": "you"}])
        return Said("chooses_one", bearer, [Done([{"add_supertypes": ["Legendary"]}])])

    def doubles_its(self, parts: list[Any]) -> Said:  # noqa: D102
        stats = [stat_key(value) for value in values(parts, "STAT")] or ["power", "toughness"]
        return self._doubles(parts, stats)

    def triples_its(self, parts: list[Any]) -> Said:  # noqa: D102
        stats = [stat_key(value) for value in values(parts, "STAT")] or ["power", "toughness"]
        return self._doubles(parts, stats, 2)

    def _doubles(self, parts: list[Any], stats: list[str], times: int = 1) -> Said:
        if "mana_value" in stats:
            raise NotRead("doubles its mana value")
        done = Done([{f"add_{stat}": scaled({"its": stat, "of": "each"}, times) for stat in stats}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", next(part for part in parts if isinstance(part, Who)), [done], becomes=True)

    def becomes_copy(self, parts: list[Any]) -> Form:  # noqa: D102
        copied = _copied(parts)
        of = _what_is_copied(copied[1]) if copied else None
        return {"lasting": len(parts) > 2, "terms": {"of": of} if of else {}}

    def copies(self, parts: list[Any]) -> Done:  # noqa: D102
        terms = {**(parts[1] if len(parts) > 1 else {}), **parts[0]["terms"]}
        return Done([{"becomes_copy": terms}], lasting=parts[0]["lasting"])

    def exceptions(self, parts: list[Any]) -> Form:  # noqa: D102
        ops: Form = {}
        done = [part for part in parts if isinstance(part, Done)]
        for one in done:
            if one.lasting or one.condition or one.where or one.chooses or len(one.ops) != 1:
                raise NotRead("an exception for a time")
            merge(ops, one.ops[0])
        further = next((part for part in parts if isinstance(part, list)), [])
        if further:
            ops["if_creature"] = _if_creature(further)
        if "becomes_copy" in ops:
            raise NotRead("a copy of a copy")
        if not Exceptions.takes(ops):
            raise NotRead("no characteristic")  # but something that an object can't do
        return {"except": ops} if ops else {}

    def exception(self, parts: list[Any]) -> Done:  # noqa: D102
        done: Done = parts[0]
        return done

    def keeps_colors(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"keeps": ["colors"]}])

    def keeps_abilities(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"keeps": ["abilities"]}])

    def sized_anew(self, parts: list[Any]) -> Done:  # noqa: D102
        power, toughness = sized(str(values(parts, "PT")[0]))
        return Done([{"set_power": power, "set_toughness": toughness}])

    def sized_anew_in_one(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{_set(values(parts, "STAT", "BASE_STAT")[0]): number(values(parts, "NUMBER")[0])}])

    def sized_alike(self, parts: list[Any]) -> Done:  # noqa: D102
        size = number(values(parts, "NUMBER")[0])
        return Done([{"set_power": size, "set_toughness": size}])

    def starting_loyalty(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_loyalty": next((number(one) for one in values(parts, "NUMBER")), {"x": True})}])

    def named(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_name": str(parts[-1]).strip("⟪⟫")}])

    def named_as_chosen(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_name": {"chosen": "card_name"}}])

    # control, words, switching

    def gains_control(self, parts: list[Any]) -> Said:  # noqa: D102
        done = Done([{"gain_control": "you"}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        who = next(part for part in parts if isinstance(part, Who))
        return Said("does", who, [done], becomes=True)

    def another_gains_control(self, parts: list[Any]) -> Said:  # noqa: D102
        return self._changes_control(parts, {"chosen": "player"})

    def owners_gain_control(self, parts: list[Any]) -> Said:  # noqa: D102
        return self._changes_control(parts, "owner")

    def exchanges_control(self, parts: list[Any]) -> Said:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        if who.kind == "several":
            others = [one for one in who.several if one.kind == "targets"]
            if len(others) != 1 or who.several[0].kind != "this" or len(who.several) != 2:
                raise NotRead("an exchange of which?")
            return self._changes_control([others[0], *parts], "exchange_with_this")
        if who.kind == "it" and who.word.lower().startswith("those "):
            return self._changes_control([Who("targets"), *parts], "exchange")
        if who.kind != "targets":
            raise NotRead("an exchange of which?")
        return self._changes_control(parts, "exchange")

    def _changes_control(self, parts: list[Any], whose: Any) -> Said:
        done = Done([{"gain_control": whose}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", next(part for part in parts if isinstance(part, Who)), [done], becomes=True)

    def controls_attached(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("does", Who("attached"), [Done([{"gain_control": "you"}])])

    def words_changed(self, parts: list[Any]) -> Said:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        kinds = next(part for part in parts if isinstance(part, list))
        done = Done([{"change_words": kinds}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", who, [done], becomes=True)

    def word_kinds(self, parts: list[Any]) -> list[str]:  # noqa: D102
        return [part for part in parts if isinstance(part, str) and not isinstance(part, Token)]

    def turned_down(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("does", parts[0], [Done([{"turn": "face_down"}])], becomes=True)

    def enters_turning(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("does", parts[0], [Done([{"turn": "face_down"}])], as_enters=True)

    def turned_over(self, parts: list[Any]) -> Said:  # noqa: D102
        if parts[0].kind != "filter":
            raise NotRead("a board tells with a step of its own that one object transforms")
        return Said("does", parts[0], [Done([{"turn": "over"}])], becomes=True)

    def turned(self, parts: list[Any]) -> Any:  # noqa: D102
        return parts[0]

    def suspects(self, parts: list[Any]) -> Said:  # noqa: D102
        return Said("does", parts[-1], [Done([{"suspect": True}])], becomes=True)

    def suspected(self, parts: list[Any]) -> Any:  # noqa: D102
        return parts[0]

    def switched(self, parts: list[Any]) -> Said:  # noqa: D102
        done = Done([{"switch": True}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", parts[0], [done], becomes=True)

    def resized(self, parts: list[Any]) -> Said:  # noqa: D102
        affected, other = [part for part in parts if isinstance(part, Who)]
        whose = "this" if other.kind == "this" else "target"
        if other.kind not in ("this", "targets", "it") or (whose == "target") != (affected.kind == "this"):
            raise NotRead("whose power and toughness?")
        base = [str(one) for one in values(parts, "BASE_STAT")]
        stats = [one.removeprefix("base ") for one in base] or ["power", "toughness"]
        given = next((part for part in parts if isinstance(part, list)), ["power", "toughness"])
        if given != stats:
            raise NotRead("one becomes the other")
        done = Done([{f"set_{stat}": {stat: whose} for stat in stats}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", affected, [done], becomes=True)

    def one_size(self, parts: list[Any]) -> list[str]:  # noqa: D102
        stat = stat_key(parts[0])
        if stat == "mana_value":
            raise NotRead("its mana value is doubled")
        return [stat]

    def both_sizes(self, parts: list[Any]) -> list[str]:  # noqa: D102
        return ["power", "toughness"]

    # power and toughness outright

    def both_fixed(self, parts: list[Any]) -> Said:  # noqa: D102
        power, toughness = sized(str(values(parts, "PT")[0]))
        done = Done([{"set_power": power, "set_toughness": toughness}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", next(part for part in parts if isinstance(part, Who)), [done], becomes=True)

    def one_of_two_sizes(self, parts: list[Any]) -> Said:  # noqa: D102
        if str(values(parts, "SEP")[0]) != "or":
            raise NotRead("both sizes")
        options = [
            dict(zip(("set_power", "set_toughness"), sized(str(one)), strict=True)) for one in values(parts, "PT")
        ]
        done = Done(options=options)
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", next(part for part in parts if isinstance(part, Who)), [done], becomes=True)

    def both_of_all(self, parts: list[Any]) -> Said:  # noqa: D102
        amount = {"its": stat_key(values(parts, "STAT")[0]), "of": "this"}
        who = next(part for part in parts if isinstance(part, Who))
        modifiers = [part for part in parts if isinstance(part, tuple)]
        return self._defined(who, {"set_power": amount, "set_toughness": dict(amount)}, modifiers)

    def both_as_this(self, parts: list[Any]) -> Said:  # noqa: D102
        done = Done([own_size()])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", next(part for part in parts if isinstance(part, Who)), [done], becomes=True)

    def resized_to(self, parts: list[Any]) -> Said:  # noqa: D102
        part = next(one for one in parts if isinstance(one, dict))
        stat = str(values(parts, "BASE_STAT")[0]).removeprefix("base ")
        done = Done([{f"set_{stat}": self.sum([number(values(parts, "NUMBER")[0]), part])}])
        apply_modifiers(done, [one for one in parts if isinstance(one, tuple)])
        return Said("does", next(one for one in parts if isinstance(one, Who)), [done], becomes=True)

    def both_defined(self, parts: list[Any]) -> Said:  # noqa: D102
        amount, modifiers = _amount_of(parts)
        return self._defined(parts[0], {"set_power": amount, "set_toughness": amount}, modifiers)

    def both_are(self, parts: list[Any]) -> Said:  # noqa: D102
        size = number(values(parts, "NUMBER")[0])
        modifiers = [part for part in parts if isinstance(part, tuple)]
        return self._defined(parts[0], {"set_power": size, "set_toughness": size}, modifiers)

    def one_defined(self, parts: list[Any]) -> Said:  # noqa: D102
        amount, modifiers = _amount_of(parts)
        return self._defined(parts[0], {_set(values(parts, "STAT", "BASE_STAT")[0]): amount}, modifiers)

    def one_fixed(self, parts: list[Any]) -> Said:  # noqa: D102
        modifiers = [part for part in parts if isinstance(part, tuple)]
        value = number(values(parts, "NUMBER")[0])
        return self._defined(parts[0], {_set(values(parts, "STAT", "BASE_STAT")[0]): value}, modifiers)

    def two_defined(self, parts: list[Any]) -> Said:  # noqa: D102
        one, other = [part for part in parts if not isinstance(part, (Token, Who))]
        first, second = values(parts, "STAT")
        return self._defined(parts[0], {_set(first): one, _set(second): other}, [])

    def two_become(self, parts: list[Any]) -> Said:  # noqa: D102
        amounts = [part for part in parts if isinstance(part, (dict, int)) and not isinstance(part, Token)]
        if len(amounts) != 2 or not all(isinstance(one, dict) and "told" in one for one in amounts):
            raise NotRead("two amounts that a board would tell as one X")
        first, second = (_set(one) for one in values(parts, "BASE_STAT"))
        done = Done([{first: amounts[0], second: amounts[1]}])
        apply_modifiers(done, [part for part in parts if isinstance(part, tuple)])
        return Said("does", parts[0], [done], becomes=True)

    def next_defined(self, parts: list[Any]) -> Said:  # noqa: D102
        one = next(part for part in parts if isinstance(part, (dict, int)))
        first, second = values(parts, "STAT")
        other = self.sum([one, number(parts[-1])])
        return self._defined(parts[0], {_set(first): one, _set(second): other}, [])

    def rest_defined(self, parts: list[Any]) -> Said:  # noqa: D102
        one = next(part for part in parts if isinstance(part, (dict, int)))
        first, second = values(parts, "STAT")
        rest = scaled(one, -1, int(number(parts[-1])))
        return self._defined(parts[0], {_set(first): one, _set(second): rest}, [])

    def _defined(self, who: Who, ops: Form, modifiers: list[Any]) -> Said:
        done = Done([ops])
        apply_modifiers(done, modifiers)
        return Said("does", who, [done], defines=True)


def _copied(parts: list[Any]) -> re.Match[str] | None:
    """Find the copied object. The exceptions of the copy come after "except"."""
    copied = _COPIED_TARGET.match(str(values(parts, "COPY_OF")[0]))
    if copied is not None and _BESIDES_COPY.search(copied[1]):
        raise NotRead("a copy, and what besides?")
    return copied


_BESIDES_COPY = re.compile(
    r"\b(?:but|without|while|and with|in addition to|as an?)\b|"
    r"^(?:it|them|~|(?:that|the|those|this|enchanted|equipped) [\w]+(?: \w+)?) with (?!.*\bcounters?\b)",
    re.IGNORECASE,
)


def _if_creature(further: list[Done]) -> Form:
    """Put together the additional values of a copy that is a creature."""
    ops: Form = {}
    for one in further:
        if one.lasting or one.condition or one.where or one.chooses or len(one.ops) != 1:
            raise NotRead("an exception for a time")
        merge(ops, one.ops[0])
    if not ops or not all(key.startswith("add_") and key not in ("add_power", "add_toughness") for key in ops):
        raise NotRead("more than an addition, if it is a creature")
    return ops


def _kinds(kind: str) -> list[str]:
    return _SEVERAL.get(kind, [kind])


_SEVERAL = {"two_land_types": ["land_type", "basic_land_type"], "color_and_player": ["color", "player"]}
"""Choices that one phrase asks for together."""


def _amount_of(parts: list[Any]) -> tuple[Any, list[Any]]:
    modifiers = [part for part in parts if isinstance(part, tuple)]
    amount = next(part for part in parts if isinstance(part, (dict, int)) and not isinstance(part, Token))
    return amount, modifiers


def _set(stat: Any) -> str:
    key = stat_key(stat).removeprefix("base_")
    if key not in ("power", "toughness"):
        raise NotRead(f"{key} is equal to")
    return f"set_{key}"


def merge(ops: Form, more: Form) -> None:
    """Add operations to others.

    Args:
        ops: Operations, changed in place.
        more: Further ones.
    """
    from facts.oracle.read.descriptions import add

    for key, value in more.items():
        add(ops, key, value)


@lru_cache(maxsize=1)
def parser() -> Lark:
    """Return the parser of the grammar, with the transformer built in."""
    return made_parser(SentenceMaker())


def parse(text: str, start: str = "sentence") -> Any:
    """Parse a normalised sentence without its full stop.

    Args:
        text: The sentence.
        start: The kind of text: ``sentence``, ``condition``, ``exceptions``, ``nouns``, ``counters``.

    Returns:
        Its meaning: a part of the effect form, or a value of the grammar.

    Raises:
        NotRead: It is no sentence of the grammar, or its meaning has no place in the effect form.
        TooManySteps: The sentence that it is a part of took too many.
    """
    count(len(text))
    try:
        return parser().parse(text, start=start)
    except LarkError as error:
        raise NotRead(f"{type(error).__name__}: {error}") from None


def parsed(text: str, start: str = "sentence") -> Any | None:
    """Parse as `parse` does, but return None for a text that cannot be read.

    Args:
        text: The sentence.
        start: The kind of text, as for `parse`.

    Raises:
        TooManySteps: The sentence that it is a part of took too many.
    """
    now = meter()
    if now is not None and (start, text) in now.failed:
        return None
    try:
        return parse(text, start)
    except NotRead:
        if now is not None:
            now.failed.add((start, text))
        return None


def copied_who(text: str) -> Who:
    """Return which object a token is a copy of, as far as a filter can say it.

    Args:
        text: The words after "copy of".
    """
    try:
        who: Who = parse(text, "nouns")
    except NotRead:
        return Who("it", word="it" if text.lower() == "it" else "")
    return who if who.kind in ("targets", "this", "attached") else Who("it")
