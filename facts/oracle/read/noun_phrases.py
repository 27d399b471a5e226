"""Noun phrases become sets of objects."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from lark import Token, Tree

from facts.oracle.read.filter_clauses import (
    Noun,
    comparing,
    noun_clauses,
    of_no_card,
    one_or_list,
    put,
    put_word,
)
from facts.oracle.read.joined_nouns import EITHER, MIXED, WITH_IT, targets_of_several_kinds, who_is
from facts.oracle.read.parts import Form, NotRead, Who
from facts.oracle.read.tree_words import fixed_size, number, stat_key, values

_SHARED = {"creature_type": "creature type", "color": "color", "name": "name"}


def _loose_words(part: Tree[Any]) -> str | None:
    return str(part.children[0]) if part.data == "loose" and part.children else None


class WhoMaker:
    """The part of the transformer for noun phrases. Methods are named as in the grammar."""

    def noun(self, parts: list[Any]) -> Noun:
        """Words, and the words after them."""
        items = [(str(part.data), _loose_words(part), "after") if isinstance(part, Tree) else part for part in parts]
        words = [part for part in items if part[2] == "word"]
        after = [part for part in items if part[2] == "after"]
        return Noun([(kind, value) for kind, value, _ in words], [(kind, value) for kind, value, _ in after])

    def this(self, parts: list[Any]) -> Noun:
        """The object itself."""
        return Noun([], [], "this")

    def attached(self, parts: list[Any]) -> Noun:
        """Return the noun for the object or player that this is attached to."""
        return Noun([], [], "attached")

    def nouns(self, parts: list[Any]) -> Who:
        """A list of noun phrases."""
        found = [part for part in parts if isinstance(part, Noun)]
        seps = [str(sep) for sep in values(parts, "SEP")]
        if seps and seps[-1] == ",":
            raise NotRead("a list without an end")  # the comma ends something else: a trigger, a condition
        if "or" in seps and any(noun.alone for noun in found):
            if len(found) != 2 or any(noun.has("target") for noun in found):
                raise NotRead("one or the other")
            return Who("several", word=EITHER, several=[who_is([noun]) for noun in found])
        if {"or", "and"} <= set(seps) and any(noun.has("target") for noun in found):
            return targets_of_several_kinds(found, seps)
        if any(other.alone and one.is_but_one for one, other in pairwise(found)):
            raise NotRead("other than both, or one besides")
        if any(one.has_name and other.could_be_a_name for one, other in pairwise(found)):
            raise NotRead("a second name, or another noun")
        each = sum(any(item == ("article", word) for word in ("a", "an") for item in noun.words) for noun in found) > 1
        who = who_is(found)
        who.but_source = all(any(kind == "other_than_this" for kind, _ in noun.after) for noun in found)
        loose = [
            " and ".join(str(words) for kind, words in noun.after if kind == "loose" and not comparing(str(words)))
            for noun in found
            if not noun.has("target")
        ]
        if len(set(loose)) > 1:
            raise NotRead("only some of them have a quality that no filter has")
        who.loose = loose[0] if loose else ""
        if any(kind in ("other_than_both", "other_than_them") for noun in found for kind, _ in noun.after):
            if len(found) > 1 or who.kind != "filter":
                raise NotRead("which of them are others?")
            who.besides = True
        if each and "and" in seps:
            who.word = "each"
            who.several = [Who("filter", noun_clauses(noun)) for noun in found]
        who.spoken_of = found[0].spoken_of if len(found) == 1 else ""
        return who

    def subject(self, parts: list[Any]) -> Who:
        """The subject of a sentence."""
        who: Who = parts[0]
        if who.word == MIXED:
            raise NotRead("some are targets")
        return Who("it", word=who.spoken_of) if who.spoken_of else who

    def pronoun_and(self, parts: list[Any]) -> Who:
        """``It and Zombies you control``."""
        word, sep, others = parts
        if str(sep) != "and" or others.kind not in ("filter", "targets") or others.loose:
            raise NotRead("it, and which others?")
        return Who("several", several=[Who("it", word=str(word).lower()), others])

    def pronoun_and_sharing(self, parts: list[Any]) -> Who:
        """``It and other creatures you control that share a creature type with it``."""
        word, sep, others, words = parts
        kind = next(key for key, one in _SHARED.items() if one in str(words).lower())
        if str(sep) != "and" or others.kind != "filter" or others.loose:
            raise NotRead("it, and which others?")
        rest = [{key: value for key, value in one.items() if key != "other"} for one in others.clauses]
        return Who("several", several=[Who("it", word=str(word).lower()), Who("filter", rest, shares={kind: WITH_IT})])

    def and_pronoun(self, parts: list[Any]) -> Who:
        """``~ and that creature``."""
        one, sep, word = parts
        if str(sep) != "and" or not one.alone:
            raise NotRead("which, and it?")
        return Who("several", several=[Who(one.alone), Who("it", word=str(word).lower())])

    def sharing_subject(self, parts: list[Any]) -> Who:
        """``Target creature and each other creature that shares a color with it``."""
        who, words = parts[0], str(parts[-1]).lower()
        kind = next(key for key, word in _SHARED.items() if word in words)
        if who.loose:
            raise NotRead("a quality that no filter has")
        if words.endswith("~"):
            if who.kind != "filter" or any("other" not in one or "self" in one for one in who.clauses):
                raise NotRead("shares it with itself?")
            rest = [{key: value for key, value in one.items() if key != "other"} for one in who.clauses]
            return Who("filter", rest, shares={kind: "this"})
        others = [{key: value for key, value in one.items() if key != "other"} for one in who.clauses[1:]]
        if who.kind == "several" and len(who.several) == 2:
            first, rest = who.several
            others = [{key: value for key, value in one.items() if key != "other"} for one in rest.clauses]
        elif who.kind == "filter" and who.clauses[0] in ({"self": True}, {"attached_to_this": True}):
            first = Who("this" if "self" in who.clauses[0] else "attached")
        else:
            raise NotRead("shares it with whom?")
        whose = {"this": "this", "attached": "attached", "targets": "target"}.get(first.kind)
        if whose is None or not others:
            raise NotRead("shares it with whom?")
        return Who("several", several=[first, Who("filter", others, shares={kind: whose})])

    def pronoun(self, parts: list[Any]) -> Who:
        """It, they, that creature."""
        return Who("it", word=str(parts[0]))

    def next_spell(self, parts: list[Any]) -> Who:
        """A spell that is cast later: the board names it."""
        return Who("targets")

    def first_spell(self, parts: list[Any]) -> Who:
        """A spell that a board tells to be the first, of some kind, that was cast this turn."""
        told = re.sub(r"(?:each|during each of your) turns?(?= that|$)", "this turn", str(parts[0]).lower())
        return Who("filter", [{"controller": "you", "zone": "stack", "as_told": told}])

    def your_one(self, parts: list[Any]) -> Who:
        """``the creature you control``: one of the objects that the board names."""
        noun = str(parts[0]).split()[1]
        return Who("targets", [{**({"type": "Creature"} if noun == "creature" else {}), "controller": "you"}])

    def owned_by(self, parts: list[Any]) -> Who:
        """``target creature's``."""
        return self.subject(parts)

    def its(self, parts: list[Any]) -> Who:
        """``its``."""
        return Who("it", word="it")

    # words

    def type_word(self, parts: list[Any]) -> Any:  # noqa: D102
        return "type_word", parts[0].value, "word"

    def subtype(self, parts: list[Any]) -> Any:  # noqa: D102
        return "subtype", parts[0].value, "word"

    def supertype(self, parts: list[Any]) -> Any:  # noqa: D102
        return "supertype", parts[0].value, "word"

    def colors(self, parts: list[Any]) -> Any:  # noqa: D102
        if "and" in values(parts, "COLORSEP"):
            return "several_colors", [word.value for word in values(parts, "COLOR")], "word"
        return "colors", [word.value for word in values(parts, "COLOR")], "word"

    def non(self, parts: list[Any]) -> Any:  # noqa: D102
        return "non", parts[0].value, "word"

    def status(self, parts: list[Any]) -> Any:  # noqa: D102
        return "status", values(parts, "STATUS"), "word"

    def sized(self, parts: list[Any]) -> Any:  # noqa: D102
        return "sized", fixed_size(parts[0]), "word"

    def thing(self, parts: list[Any]) -> Any:  # noqa: D102
        return "thing", str(parts[0]), "word"

    def target(self, parts: list[Any]) -> Any:  # noqa: D102
        return "target", str(parts[0]), "word"

    def other(self, parts: list[Any]) -> Any:  # noqa: D102
        return "other", True, "word"

    def quantity(self, parts: list[Any]) -> Any:  # noqa: D102
        return "quantity", str(parts[0]), "word"

    def article(self, parts: list[Any]) -> Any:  # noqa: D102
        return "article", str(parts[0]), "word"

    def number_of_colors(self, parts: list[Any]) -> Any:  # noqa: D102
        return "number_of_colors", str(parts[0]), "word"

    def group(self, parts: list[Any]) -> Any:  # noqa: D102
        return "group", str(parts[0]), "word"

    # what stands after

    def having(self, parts: list[Any]) -> Any:  # noqa: D102
        return "having", parts[-1], "after"

    def lacking(self, parts: list[Any]) -> Any:  # noqa: D102
        return "lacking", parts[-1], "after"

    def bounded(self, parts: list[Any]) -> Any:  # noqa: D102
        return "bounded", [(stat_key(parts[0]), parts[1])], "after"

    def bounded_twice(self, parts: list[Any]) -> Any:  # noqa: D102
        first, least, sep, second, other = parts
        if str(sep) != "and":
            raise NotRead("one bound or the other")
        return "bounded", [(stat_key(first), least), (stat_key(second), other)], "after"

    def sized_after(self, parts: list[Any]) -> Any:  # noqa: D102
        return "sized_after", fixed_size(parts[-1]), "after"

    def with_counter(self, parts: list[Any]) -> Any:  # noqa: D102
        return "with_counter", values(parts, "COUNTER")[0].value, "after"

    def with_counters(self, parts: list[Any]) -> Any:  # noqa: D102
        (least,), (kind,) = values(parts, "NUMBER"), values(parts, "COUNTER")
        return "with_counters", {kind.value: number(least)}, "after"

    def without_counter(self, parts: list[Any]) -> Any:  # noqa: D102
        return "without_counter", values(parts, "COUNTER")[0].value, "after"

    def with_name(self, parts: list[Any]) -> Any:  # noqa: D102
        names = str(parts[-1]).strip("⟪⟫").split("|")
        return "with_name", one_or_list(names), "after"

    def not_with_name(self, parts: list[Any]) -> Any:  # noqa: D102
        return "not_with_name", str(parts[-1]).strip("⟪⟫"), "after"

    def attached_to_yours(self, parts: list[Any]) -> Any:  # noqa: D102
        return "attached_to_yours", str(parts[-1]), "after"

    def of_so_many_colors(self, parts: list[Any]) -> Any:  # noqa: D102
        return "of_so_many_colors", str(parts[-1]), "after"

    def not_of_so_many_colors(self, parts: list[Any]) -> Any:  # noqa: D102
        return "not_of_so_many_colors", str(parts[-1]), "after"

    def attached_to(self, parts: list[Any]) -> Any:  # noqa: D102
        return "attached_to", parts[-1], "after"

    def that_is(self, parts: list[Any]) -> Any:  # noqa: D102
        return "that_is", of_no_card(parts[-1]), "after"

    def that_is_not(self, parts: list[Any]) -> Any:  # noqa: D102
        return "that_is_not", of_no_card(parts[-1]), "after"

    def exactly(self, parts: list[Any]) -> Form:
        """``power 3``."""
        return {"exactly": number(parts[0])}

    def at_least(self, parts: list[Any]) -> Form:
        """``power 3 or greater``."""
        return {"at_least": number(parts[0])}

    def at_most(self, parts: list[Any]) -> Form:
        """``power 3 or less``."""
        return {"at_most": number(parts[0])}

    def keywords(self, parts: list[Any]) -> Any:
        """A list of keywords."""
        words = [str(part) for part in parts if isinstance(part, Token) and part.type == "KEYWORD"]
        seps = [str(part) for part in parts if isinstance(part, Token) and part.type == "KWSEP"]
        if "and" in seps:
            return ["and", *words]
        return one_or_list(words)

    # that's ...

    def being(self, parts: list[Any]) -> list[Form]:
        """Options any of which may hold."""
        if any(isinstance(part, Token) and str(part) == "and" for part in parts):
            raise NotRead("both at once")
        return [part for part in parts if isinstance(part, dict)]

    def quality(self, parts: list[Any]) -> Form:
        """One option."""
        clause: Form = {}
        for part in parts:
            if str(part) == "you control":
                put(clause, "controller", "you")
                continue
            kind = _QUALITIES.get(part.type)
            if kind is None:
                raise NotRead(f"is {part}")
            if part.type == "NOUN" and str(part).startswith(("card", "spell")):
                clause["card"] = True
                continue
            value = part.value
            if kind in ("colors", "status"):
                value = [value.value] if kind == "colors" else [value]
            put_word(clause, [], kind, value)
        return clause


_QUALITIES = {
    "TYPE": "type_word", "SUBTYPE": "subtype", "SUPERTYPE": "supertype", "COLOR": "colors", "STATUS": "status",
    "NUMBERED": "number_of_colors", "NON": "non", "NOUN": "thing", "ARTICLE": "article",
}  # fmt: skip
