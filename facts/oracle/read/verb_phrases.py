"""Verb phrases: predicates become operations of the effect form, by layer."""

from __future__ import annotations

import re
from typing import Any

from facts.effects.form import described
from facts.oracle.read.amount_forms import by_own_stat, own_size, scaled, sized, unknown
from facts.oracle.read.descriptions import Item, add, describe, separators
from facts.oracle.read.filter_clauses import one_or_list
from facts.oracle.read.parts import Done, Form, NotRead, Who
from facts.oracle.read.tree_words import number, values
from facts.words import FORBIDDEN, sets_by_word

_SAYS_MORE = re.compile(
    r"\bin addition to (?:its|their) other\b|\bas an? [A-Z]|\bas a copy\b|\bcounters? on (?:it|~|them) and with\b|"
    r"\bbecomes? (?:an? |\d)"
)
"""Further words in a clause about attacking, blocking or counters. Such a clause must not be passed over."""
_FROM = re.compile(r"(?:,? and |, )from ")


def protections(text: str) -> list[str]:
    """Split ``protection from white and from black``.

    Args:
        text: The words.
    """
    keyword, _, rest = text.lower().partition(" from ") if text[:1].isupper() else text.partition(" from ")
    return [f"{keyword.lower()} from {quality}" for quality in _FROM.split(rest)]


def _in_set(word: Any, name: str) -> bool:
    return isinstance(word, str) and name in sets_by_word().get(word, ())


def _which(parts: list[Any]) -> Form:
    """Say which abilities of others an object has, where it is not only the activated ones."""
    words = str(values(parts, "ABILITIES_OF")[0])
    kinds = [kind for kind in ("activated", "triggered", "loyalty", "landwalk", "protection") if kind in words]
    return {} if kinds == ["activated"] else {"lent": kinds}


def check_losses(done: list[Done]) -> None:
    """Check that a sentence by which objects lose all other abilities, colors or creature types gives them some.

    Args:
        done: The predicates of one sentence.

    Raises:
        NotRead: It gives none.
    """
    if any(one.needs_abilities for one in done) and not any("add_abilities" in ops for one in done for ops in one.ops):
        raise NotRead("loses its other abilities, and is given none")
    if any(one.needs_colors for one in done) and not any("set_colors" in ops for one in done for ops in one.ops):
        raise NotRead("loses its other colors, and is given none")
    losing = [one for one in done if one.needs_creature_types]
    if losing:
        given = [word for one in done for ops in one.ops for word in ops.get("set_subtypes", [])]
        if any(_in_set(word, "creature") for word in given):
            return
        if not all(isinstance(word, str) for word in given) or not any(
            "set_types" in ops for one in done for ops in one.ops
        ):
            raise NotRead("loses its other creature types, and is given none")
        losing[0].ops[0]["lose_every"] = ["creature"]  # "is a Vehicle artifact": none of those it is given is one


class WhatMaker:
    """The part of the transformer for predicates. Methods are named as in the grammar."""

    def predicates(self, parts: list[Any]) -> list[Done]:  # noqa: D102
        return [part for part in parts if isinstance(part, Done)]

    def predicate(self, parts: list[Any]) -> Done:  # noqa: D102
        done: Done = parts[0]
        apply_modifiers(done, parts[1:])
        return done

    def becomes(self, parts: list[Any]) -> Done:  # noqa: D102
        ops, chooses = describe(parts[-1])
        verb = " ".join(str(part).lower() for part in parts[:-1])
        if "also" in verb and "become" not in verb and not set(ops) <= {"add_types", "add_subtypes"}:
            if set(ops) - {"set_types", "set_subtypes"} or chooses:
                raise NotRead("is also what?")
            ops = {key.replace("set_", "add_"): value for key, value in ops.items()}
        return Done([ops], chooses=chooses)

    def becomes_one_of(self, parts: list[Any]) -> Done:  # noqa: D102
        several: list[list[Item]] = [[]]
        for before, item in zip([("", None), *parts[-1]], [*parts[-1], ("", None)], strict=True):
            if before[0] == "sep" and item[0] == "article" and several[-1][-1:] == [before]:
                several[-1].pop()
                several.append([])
            if item[0]:
                several[-1].append(item)
        if len(several) < 2 or any(one[0][0] != "article" for one in several):
            raise NotRead("a choice of what?")
        described = [describe(one) for one in several]
        if any(chooses for _, chooses in described):
            raise NotRead("a choice of a choice")
        return Done(options=[ops for ops, _ in described])

    def is_not(self, parts: list[Any]) -> Done:  # noqa: D102
        ops: Form = {}
        keys = {"type": "remove_types", "subtype": "remove_subtypes", "supertype": "remove_supertypes"}
        for kind, value in parts[-1]:
            if kind in keys:
                add(ops, keys[kind], [value.value])
            elif kind not in ("article", "sep"):
                raise NotRead(f"isn't {kind}")
        if sum(kind in keys for kind, _ in parts[-1]) > 1 and "or" not in separators(parts[-1]):
            raise NotRead("isn't both")
        if not ops:
            raise NotRead("isn't")
        return Done([ops])

    def gets(self, parts: list[Any]) -> Done:  # noqa: D102
        done: Done = parts[-1]
        return done

    def gets_and_has(self, parts: list[Any]) -> Done:  # noqa: D102
        if parts[1].options:
            raise NotRead("one or the other, and abilities")
        ops = [dict(one) for one in parts[1].ops]
        add(ops[0], "add_abilities", parts[-1])
        return Done(ops)

    def mods(self, parts: list[Any]) -> Done:  # noqa: D102
        found = [part for part in parts if isinstance(part, dict)]
        seps = {str(sep) for sep in values(parts, "MODSEP")}
        if "or" not in seps:
            return Done(found)
        if "and" in seps:
            raise NotRead("and, or")
        return Done(options=found)

    def one_of_several(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done(options=[{"add_abilities": [one]} for one in parts[-1]])

    def loses_one_of(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done(options=[{"lose_abilities": [one]} for one in parts[-1]])

    def options(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        found = [part for part in parts if isinstance(part, list)]
        if len(found) < 2 or any(len(one) > 1 for one in found) or "and" in map(str, values(parts, "KWSEP")):
            raise NotRead("a choice of what?")
        return [one[0] for one in found]

    def mod(self, parts: list[Any]) -> Form:  # noqa: D102
        power, toughness = sized(str(parts[0]))
        if len(parts) > 1:
            if not (isinstance(power, int) and isinstance(toughness, int)):
                raise NotRead("X for each")
            power, toughness = scaled(parts[1], power), scaled(parts[1], toughness)
        ops: Form = {}
        first, second = str(parts[0]).split("/")
        if first not in ("+0", "-0"):
            ops["add_power"] = power
        if second not in ("+0", "-0"):
            ops["add_toughness"] = toughness
        return ops

    def mod_twice(self, parts: list[Any]) -> Form:  # noqa: D102
        return {key: scaled(value, 2) for key, value in self.mod(parts[-1:]).items()}

    def has(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"add_abilities": parts[-1]}])

    def has_base(self, parts: list[Any]) -> Done:  # noqa: D102
        power, toughness = sized(str(values(parts, "PT")[0]))
        return Done([{"set_power": power, "set_toughness": toughness}])

    def has_base_and(self, parts: list[Any]) -> Done:  # noqa: D102
        found = self.has_base(parts)
        found.ops[0]["add_abilities"] = parts[-1]
        return found

    def has_and_base(self, parts: list[Any]) -> Done:  # noqa: D102
        found = self.has_base(parts)
        found.ops[0]["add_abilities"] = next(part for part in parts if isinstance(part, list))
        return found

    def has_base_equal(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_power": parts[-1], "set_toughness": parts[-1]}])

    def has_size_of_this(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([own_size()])

    def has_base_stat_of_this(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([by_own_stat(parts[-1])])

    def has_base_stat(self, parts: list[Any]) -> Done:  # noqa: D102
        key = "set_" + values(parts, "BASE_STAT")[0].removeprefix("base ")
        return Done([{key: number(parts[-1])}])

    def has_base_stat_x(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_" + values(parts, "BASE_STAT")[0].removeprefix("base "): unknown()}])

    def has_one_base_stat(self, parts: list[Any]) -> Done:  # noqa: D102
        if str(values(parts, "SEP")[0]) != "or":
            raise NotRead("both of them")
        stats = [one.removeprefix("base ") for one in values(parts, "BASE_STAT")]
        numbers = [number(one) for one in values(parts, "NUMBER")]
        return Done(options=[{f"set_{stat}": size} for stat, size in zip(stats, numbers, strict=True)])

    def has_base_stat_equal(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_" + values(parts, "BASE_STAT")[0].removeprefix("base "): parts[-1]}])

    def has_both_base_stats_equal(self, parts: list[Any]) -> Done:  # noqa: D102
        amounts = [part for part in parts if isinstance(part, dict)]
        if str(values(parts, "SEP")[0]) != "and" or len(amounts) != 2 or not all("told" in one for one in amounts):
            raise NotRead("two amounts that a board would tell as one X")
        stats = [one.removeprefix("base ") for one in values(parts, "BASE_STAT")]
        return Done([{f"set_{stat}": amount for stat, amount in zip(stats, amounts, strict=True)}])

    def loses(self, parts: list[Any]) -> Done:  # noqa: D102
        done: Done = parts[-1]
        return done

    def cannot_have(self, parts: list[Any]) -> Done:  # noqa: D102
        words = parts[-1] if isinstance(parts[-1], list) else [parts[-1]]
        return Done([{"cannot_have": [str(word) for word in words if word != "and"]}])

    def cannot(self, parts: list[Any]) -> Done:  # noqa: D102
        said = str(parts[0]).lower()
        actions = [action for action, (_, words) in FORBIDDEN.items() if words and re.search(rf"\b{words}\b", said)]
        if "be_enchanted" in actions and said.endswith("by other auras"):
            actions[actions.index("be_enchanted")] = "be_enchanted_by_others"
        return Done([{"cannot": actions}])

    def cannot_be_target(self, parts: list[Any]) -> Done:  # noqa: D102
        words = re.sub(r"^.*?\btargets? of ", "", str(parts[0]).lower()).replace("aura spells", "Aura spells")
        return Done([{"cannot_be_target_of": [*described(words)]}])

    def has_type(self, parts: list[Any]) -> Done:  # noqa: D102
        items = [("chosen", str(values(parts, "CHOSEN")[0]))]
        items += [("addition", str(value).split(" other ")[1]) for value in values(parts, "ADDITION")]
        return Done([describe(items)[0]])

    def has_none(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_all_abilities": True}])

    def abilities_of(self, parts: list[Any]) -> Done:  # noqa: D102
        who = next(part for part in parts if isinstance(part, Who))
        if who.kind == "this":
            who = Who("filter", [{"self": True}])
        target = who.kind == "targets" and not who.optional
        if (who.kind != "filter" and not target) or who.loose:
            raise NotRead("the abilities of one that only the board can name")
        whose = one_or_list(who.clauses)
        return Done([{"add_abilities_of": {"targets": whose} if target else whose, **_which(parts)}])

    def abilities_of_but_mana(self, parts: list[Any]) -> Done:  # noqa: D102
        found = self.abilities_of(parts)
        found.ops[0]["lent"] = ["activated_but_mana"]
        return found

    def abilities_of_chosen(self, parts: list[Any]) -> Done:  # noqa: D102
        chosen = {"zone": "exile", "exiled_with": "this", "as_told": "the chosen card"}
        return Done([{"add_abilities_of": chosen, **_which(parts)}])

    def abilities_of_exiled(self, parts: list[Any]) -> Done:  # noqa: D102
        if str(parts[-1]).lower() != "the exiled card":
            raise NotRead("the abilities of one that only the board can name")
        return Done([{"add_abilities_of": {"zone": "exile", "exiled_with": "this"}, **_which(parts)}])

    def is_every(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"add_every": [parts[-1]]}])

    def becomes_suspected(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"suspect": True}])

    def suspected_no_more(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"end_suspicion": True}])

    def inert(self, parts: list[Any]) -> Done:  # noqa: D102
        if _SAYS_MORE.search(str(parts[0])):
            raise NotRead("more than that it can't or must")
        return Done([{}])

    # abilities

    def abilities(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        if any(str(sep) == "or" for sep in values(parts, "KWSEP")):
            raise NotRead("one of several abilities")
        return [ability for part in parts if isinstance(part, list) for ability in part]

    def keyword(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        return [str(parts[0])]

    def protection(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        return list(protections(str(parts[0])))

    def this_ability(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        return ["this ability"]

    def landwalk(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        return [str(parts[0])]

    def quoted(self, parts: list[Any]) -> list[Any]:  # noqa: D102
        return [str(parts[0])]

    # losses

    def all_abilities(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_all_abilities": True}])

    def all_other_abilities(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_all_abilities": True}], needs_abilities=True)

    def all_but_mana(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_all_abilities": {"except": "mana"}}])

    def card_types(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"loses_other_types": True}])

    def all_abilities_and_card_types(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"loses_other_types": True, "lose_all_abilities": True}])

    def all_other(self, parts: list[Any]) -> Done:  # noqa: D102
        said, ops = str(parts[0]), {}
        if "card types" in said:
            ops["loses_other_types"] = True
        if "abilities" in said:
            ops["lose_all_abilities"] = True
        return Done([ops], needs_creature_types="creature types" in said, needs_colors="colors" in said)

    def creature_types_but_given(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{}], needs_creature_types=True)

    def impossible_loss(self, parts: list[Any]) -> Done:  # noqa: D102
        raise NotRead("loses all other types")

    def creature_types(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_every": ["creature"]}])

    def land_types(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_every": ["land"]}])

    def land_types_and_abilities(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_every": ["land"], "lose_all_abilities": True}])

    def creature_types_and_abilities(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_every": ["creature"], "lose_all_abilities": True}])

    def no_colors(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"set_colors": []}])

    def colors_but_given(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{}], needs_colors=True)

    def this_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"loses_this_ability": True}])

    def landwalk_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_abilities": ["landwalk"]}])

    def protection_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_abilities": protections(str(parts[0]))}])

    def quoted_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_abilities": [str(parts[-1])]}])

    def keywords_and_quoted_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_abilities": [*_plain_keywords(parts[0]), str(values(parts, "QUOTED")[0])]}])

    def keywords_lost(self, parts: list[Any]) -> Done:  # noqa: D102
        return Done([{"lose_abilities": _plain_keywords(parts[-1])}])

    # modifiers

    def duration(self, parts: list[Any]) -> Item:  # noqa: D102
        return "duration", str(parts[0])

    def as_long_as(self, parts: list[Any]) -> Item:  # noqa: D102
        return "condition", parts[-1]

    def on_your_turn(self, parts: list[Any]) -> Item:  # noqa: D102
        return "condition", {"turn": "yours"}

    def on_an_opponents_turn(self, parts: list[Any]) -> Item:  # noqa: D102
        return "condition", {"turn": "opponents"}

    def unless(self, parts: list[Any]) -> Item:  # noqa: D102
        return "asked", {"not": parts[-1]}

    def if_so(self, parts: list[Any]) -> Item:  # noqa: D102
        return "asked", parts[-1]

    def event_x(self, parts: list[Any]) -> Item:  # noqa: D102
        words = str(parts[-1]).strip(" ,").removeprefix("where X is ")
        return "where", {"event": words}

    def if_legendary(self, parts: list[Any]) -> Item:  # noqa: D102
        return "nothing", None

    def times_each(self, parts: list[Any]) -> Item:  # noqa: D102
        return "each", parts[-1]

    def where_x(self, parts: list[Any]) -> Item:  # noqa: D102
        return "where", parts[-1]


def _times(done: Done, each: Any) -> None:
    """Scale power and toughness by the amount after "for each"."""
    if done.options:
        raise NotRead("for each of several")
    for ops in done.ops:
        if (
            not ops
            or set(ops) - {"add_power", "add_toughness"}
            or not all(isinstance(one, int) for one in ops.values())
        ):
            raise NotRead("for each")
        for key, one in ops.items():
            ops[key] = scaled(each, one)


def apply_modifiers(done: Done, modifiers: list[Any]) -> None:
    """Note the duration, the condition and the X of an operation.

    Args:
        done: The predicate, changed in place.
        modifiers: The transformer's results for the words after it.
    """
    for kind, value in modifiers:
        if kind == "duration":
            done.lasting = True
        elif kind == "nothing":
            if done.ops != [{"remove_supertypes": ["Legendary"]}]:
                raise NotRead("if it is legendary")
        elif kind == "each":
            _times(done, value)
        elif kind in ("condition", "asked"):
            if done.condition is not None:
                raise NotRead("two conditions")
            done.condition = value
            done.asked = kind == "asked"
        else:
            if done.where is not None:
                raise NotRead("two X")
            done.where = value


def _plain_keywords(words: Any) -> list[str]:
    """Return a list of keywords, all of which are meant."""
    if isinstance(words, list) and words[0] != "and":
        raise NotRead("one of several keywords")
    found = words if isinstance(words, list) else [words]
    return [str(word) for word in found if word != "and"]
