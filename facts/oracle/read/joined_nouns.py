"""Lists of noun phrases: what their words say of all of them, and which objects they are together."""

from __future__ import annotations

from facts.oracle.read.filter_clauses import (
    Item,
    Noun,
    limit_of,
    merged,
    noun_clauses,
)
from facts.oracle.read.parts import NotRead, Who
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
"""The qualifications among these that say whose objects are meant."""
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
            # "... you control with ...": the words after "you control" are about all of them, too.
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
    """Tell whether "tapped" or "untapped" before a list is about all: "tapped creature or Vehicle".

    It is not clear for two plurals: "tapped creatures and lands".
    """
    first = [(kind, word) for kind, word in nouns[0].words if kind not in _LEADING]
    plain = all(len(noun.words) == 1 and noun.words[0][0] in ("type_word", "subtype") for noun in nouns[1:])
    if [kind for kind, _ in first] != ["status", "type_word"] or not plain or (len(nouns) < 3 and first[1][1].many):
        return False
    return all(word.value in ("tapped", "untapped") for word in first[0][1])


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
    if final[0] == "thing" and final[1] in ("spell", "spells") and _is_bare(last):
        return  # "creature or spell": a creature on the battlefield, since every spell is a spell
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


def _is_bare(noun: Noun) -> bool:
    """Tell whether nothing stands before the last word of a noun that describes it."""
    return all(kind in _LEADING for kind, _ in noun.words[:-1])


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


def targets_of_several_kinds(found: list[Noun], seps: list[str]) -> Who:
    """``Target artifact or creature you control and target creature an opponent controls``: each may be either."""
    starts = [place for place, noun in enumerate(found) if noun.has("target")]
    parted = len(seps) == len(found) - 1 and all(seps[place - 1] == "and" for place in starts[1:])
    if starts[0] or not parted:
        return Who("targets")  # it is not clear which nouns go with which target
    whos = [who_is(found[start:end]) for start, end in zip(starts, [*starts[1:], None], strict=True)]
    plain = all(who.clauses and who == Who("targets", who.clauses) for who in whos)
    return Who("targets", [clause for who in whos for clause in who.clauses] if plain else [])
