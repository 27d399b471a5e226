"""Noun phrases, and lists of these, become a set of objects."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from lark import Token, Tree

from facts.oracle.read.filter_clauses import (
    WITH_X,
    Item,
    Noun,
    limit_of,
    merged,
    noun_clauses,
    of_no_card,
    one_or_list,
    put,
    put_word,
)
from facts.oracle.read.parts import Form, NotRead, Who
from facts.oracle.read.tree_words import fixed_size, number, stat_key, values
from facts.words import plural

_OF_ALL = frozenset((
    "of_that_player", "yours", "loose", "cast_by_you",
    "cast_by_opponents", "not_yours", "not_owned", "owned", "owned_and_yours", "borrowed", "lent",
    "opposing", "defending",
    "of_chosen_player",
    "of_chosen_type",
    "of_first_chosen_type", "of_chosen_creature_type", "of_choice_creature_type", "of_chosen_color",
    "of_choice_color", "on_battlefield",
    "elsewhere", "in_your_hand", "in_your_graveyard", "in_your_library",
    "on_top_of_your_library", "in_graveyards", "in_opposing_graveyards",
    "attached_to", "yours_in_exile", "yours_put_away", "theirs_in_exile", "in_hands", "in_chosen_hand",
    "in_opposing_hands", "in_its_controllers_hand", "in_its_controllers_graveyard", "of_its_controller",
    "in_chosen_graveyard", "in_exile", "exiled_with_this", "attached_to_yours", "of_so_many_colors",
))  # fmt: skip
"""Qualifications after the last noun of a list that hold for all of it; others could be read either way."""
_OWNED = frozenset((
    "yours", "cast_by_you", "cast_by_opponents", "not_yours", "owned", "owned_and_yours", "opposing", "defending",
    "of_that_player",
))  # fmt: skip
"""Those of them that say whose objects are meant."""
_LEADING = frozenset(("target", "other", "quantity", "article"))
_DESCRIBING = frozenset(("supertype", "colors", "several_colors", "non", "status", "sized", "number_of_colors"))


def who_is(nouns: list[Noun]) -> Who:
    """Put a list of noun phrases together.

    Args:
        nouns: Noun phrases, joined by and, or, commas.
    """
    if len(nouns) == 1 and nouns[0].alone:
        return Who(nouns[0].alone)
    _share(nouns)
    targets = [noun.has("target") for noun in nouns]
    if any(targets) and not all(targets):
        if len(nouns) == 2 and targets[0] and nouns[1].is_others:
            return Who("several", word=MIXED, several=[who_is(nouns[:1]), who_is(nouns[1:])])
        if len(nouns) != 2 or nouns[0].alone != "this":
            raise NotRead("some are targets")
        return Who("several", several=[Who("this"), who_is(nouns[1:])])
    clauses = [clause for noun in nouns for clause in noun_clauses(noun, loosely=True)]
    if all(targets):
        return Who("targets", merged(clauses), limit=limit_of(nouns[0]) if len(nouns) == 1 else None)
    return Who("filter", merged(clauses))


def _share(nouns: list[Noun]) -> None:
    """Let the words and qualifications that a list shares hold for each of its nouns."""
    if len(nouns) < 2:
        return
    last = nouns[-1]
    either = len(nouns) == 2 and not any(kind in ("type_word", "subtype", "thing") for kind, _ in nouns[0].words)
    whole = [bool(noun.after) for noun in nouns]
    for noun in nouns[:-1]:
        if noun.alone:
            continue
        if last.alone:
            break
        if noun.has("target") and last.is_others:
            continue
        if not noun.after:
            _share_noun(noun, last)
        if not noun.after and last.after:
            # "... you control with ...": what stands behind whose they are is about all of them, too.
            if last.after[0][0] not in _OWNED and any(kind not in _OF_ALL for kind, _ in last.after):
                raise NotRead("what stands after the list could be about its last noun alone")
            noun.after = list(last.after)
    leading: list[Item] = [item for item in nouns[0].words if item[0] in _LEADING]
    described = any(kind in _DESCRIBING for kind, _ in nouns[0].words)
    all_tapped = _all_tapped(nouns)
    for number_, noun in enumerate(nouns[1:], start=1):
        if noun.alone:
            continue
        if whole[number_ - 1] or any(kind in _LEADING for kind, _ in noun.words):
            leading = [item for item in noun.words if item[0] in _LEADING]
            described = any(kind in _DESCRIBING for kind, _ in noun.words)
            continue
        if either:
            noun.words = [*leading, *noun.words]
            continue
        kinds = {kind for kind, _ in (*nouns[0].words, *noun.words)} - _LEADING
        alike = kinds == {"status", "subtype"}
        spells = [value.value for n in nouns for kind, value in n.words if kind == "type_word"]
        if described and spells == ["Instant", "Sorcery"] and nouns[0].words[-1] == noun.words[-1]:
            noun.words = [*(item for item in nouns[0].words if item[0] in _DESCRIBING), *noun.words]
        elif described and (alike or all_tapped) and not any(kind == "status" for kind, _ in noun.words):
            noun.words = [*(item for item in nouns[0].words if item[0] == "status"), *noun.words]
        elif described and (_hosts(nouns[0], noun) or (len(noun.words) > 1 and _same_type(nouns[0], noun))):
            pass  # "enchanted creature or enchantment creature": each with its own adjective
        elif described and not any(kind in _DESCRIBING for kind, _ in noun.words):
            raise NotRead("an adjective could be about the first noun alone")
        noun.words = [*leading, *noun.words]


def _all_tapped(nouns: list[Noun]) -> bool:
    """Tell whether "tapped" or "untapped" before a list of plurals is about all: "untapped artifacts and lands"."""
    first = [kind for kind, _ in nouns[0].words]
    plain = all(len(noun.words) == 1 and noun.words[0][0] == "type_word" for noun in nouns[1:])
    if first != ["status", "type_word"] or not plain or len(nouns) < 3:
        return False
    return all(word.value in ("tapped", "untapped") for word in nouns[0].words[0][1])


def _hosts(one: Noun, other: Noun) -> bool:
    """Tell whether the one is equipped, and the other an Equipment, which can't be equipped (301.5c)."""
    states = [word.key for kind, words in one.words if kind == "status" for word in words]
    return states == ["equipped"] and [getattr(value, "value", "") for _, value in other.words] == ["Equipment"]


def _same_type(one: Noun, other: Noun) -> bool:
    """Tell whether two nouns end in the same card type."""
    ends = [noun.words[-1] for noun in (one, other)]
    return all(kind == "type_word" for kind, _ in ends) and ends[0][1].value == ends[1][1].value


def _share_noun(noun: Noun, last: Noun) -> None:
    """``Wolf or Werewolf creatures``, ``instant and sorcery cards``: the first lacks its noun."""
    kinds = [kind for kind, _ in noun.words if kind in ("type_word", "subtype", "thing")]
    final = last.words[-1]
    if not kinds and final[0] == "type_word" and len(last.words) > 1 and last.words[-2][0] == "subtype":
        noun.words = [*noun.words, final]  # "snow and Zombie creatures": those that are either
        return
    if "thing" in kinds or not kinds:
        return
    plural = any(kind in ("type_word", "subtype") and word.many for kind, word in noun.words)
    if final[0] == "thing" and final[1] in ("card", "cards", "spell", "spells", "token", "tokens") and not plural:
        shared = [last.words[-2]] if kinds[-1] == "subtype" and _of_one_type(last) else []
        noun.words = [*noun.words, *shared, final]
        return
    if final[0] == "thing" and not plural and last.has("thing") and len(last.words) > 1:
        noun.words = [*noun.words, final]
        return
    if _names_many(noun, last):
        if noun.words[-1][1].value != final[1].value:
            noun.words = [*noun.words, final]  # "artifact and white creatures": a single noun before a plural
        return
    two = final[0] == "type_word" and len(last.words) > 1 and last.words[-2][0] in ("subtype", "type_word")
    if two and not plural and noun.words[-1][0] == last.words[-2][0]:
        if noun.words[-1][0] == "type_word" and noun.words[-1][1].value == final[1].value:
            return
        if noun.words[-1][0] == "type_word":
            raise NotRead("the noun could be shared or not")
        noun.words = [*noun.words, final]


def _of_one_type(last: Noun) -> bool:
    """Tell whether the last of several nouns has a type that the list shares: "Elf or Ape creature card"."""
    kinds = [kind for kind, _ in last.words]
    return kinds[-3:-1] == ["subtype", "type_word"]


def _names_many(noun: Noun, last: Noun) -> bool:
    """Tell whether the first of two nouns is singular, and stands for no object of its own, but the last is plural."""
    kind, word = noun.words[-1]
    final = last.words[-1]
    if kind not in ("type_word", "subtype") or final[0] != "type_word" or len(last.words) < 2:
        return False
    own = any(one in ("article", "target", "quantity") for one, _ in noun.words)
    single = not word.many and (kind == "type_word" or plural(word.value) != word.value)
    return bool(final[1].many) and single and not own


EITHER = "either"
"""The word for one of two objects, which is chosen as something resolves."""
MIXED = "mixed"
"""The word for a target and others that are no targets. Statements about the others do not apply to the target."""
WITH_IT = "it"
"""The object that others share something with, until it is known which one the pronoun stands for."""
_SHARED = {"creature_type": "creature type", "color": "color", "name": "name"}


def _loose_words(part: Tree[Any]) -> str | None:
    return str(part.children[0]) if part.data == "loose" and part.children else None


def _targets_of_several_kinds(found: list[Noun], seps: list[str]) -> Who:
    """``Target artifact or creature you control and target creature an opponent controls``: each may be either."""
    starts = [place for place, noun in enumerate(found) if noun.has("target")]
    parted = len(seps) == len(found) - 1 and all(seps[place - 1] == "and" for place in starts[1:])
    if starts[0] or not parted:
        return Who("targets")  # what goes with what is not told
    whos = [who_is(found[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
    plain = all(who.clauses and who == Who("targets", who.clauses) for who in whos)
    return Who("targets", [clause for who in whos for clause in who.clauses] if plain else [])


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
            return _targets_of_several_kinds(found, seps)
        if any(other.alone and one.is_but_one for one, other in pairwise(found)):
            raise NotRead("other than both, or one besides")
        if any(one.has_name and other.could_be_a_name for one, other in pairwise(found)):
            raise NotRead("a second name, or another noun")
        each = sum(any(item == ("article", word) for word in ("a", "an") for item in noun.words) for noun in found) > 1
        who = who_is(found)
        who.but_source = all(any(kind == "other_than_this" for kind, _ in noun.after) for noun in found)
        loose = [
            " and ".join(
                str(words) for kind, words in noun.after if kind == "loose" and str(words).lower() not in WITH_X
            )
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
        """``the creature you control``: that one of the objects that the board names."""
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
