"""What a text asks of two targets together: to share a type, or to be of two kinds, one of each (115.1).

The rules that read these facts are in ``rules/law/115_targets.lp``.
"""

from __future__ import annotations

import re

from facts.board.events import Named
from facts.board.fact_writer import object_term
from facts.board.target_words import has_targets, quality, targets_in_places
from facts.board.timeline import Resolution, Timeline
from facts.board.timeline_terms import EffectOf
from facts.effects import clauses, is_of_chosen_player, place_of
from facts.effects.form import Filter, TargetsOf
from facts.runtime import pattern
from facts.text import Facts, quoted, without_quotes
from facts.words import CARD_TYPES, PERMANENT_TYPES

_OTHER = r"(?:up to one )?(?:an)?(?:other )?target "
_SHARING = pattern(r"\btarget\b[^.]*? that shares? (?P<which>a card type|a permanent type|one of those types)\b", re.I)
_LISTED = pattern(rf"\btarget (?P<types>[^.]*?) (?:you control )?and {_OTHER}", re.I)
_COMPARED = pattern(
    rf"\btarget [^.]*? you control and {_OTHER}[^.]*?"
    r"\bwith (?:(?P<same>the same)|(?P<lesser>an equal or lesser)|(?P<power>power less than or equal to that)) ?"
    r"(?:mana value|converted mana cost|creature's power)",
    re.I,
)
_OF_DIFFERENT_PLAYERS = pattern(
    r"\btwo (?:other )?target [^.]*? (?:controlled by different players|with different controllers)\b|"
    r"\bfor each (?:player|opponent), [^.]*?\btarget [^.]*? that player controls\b",
    re.I,
)
_WITH_IN_ALL = pattern(
    r"\b(?:up to \w+|any number of|two|three|X) target [^.]*? with total (?:mana value|converted mana cost) "
    r"(?P<most>\d+) or less\b",
    re.I,
)
_SPEAKS_OF_ANOTHER = pattern(r"\b(?:[Ww]hen(?:ever)? an?(?:other)?|equipped|enchanted|[Ww]hen(?:ever)? one or more)\b")
_OF_ONE_PLAYER = pattern(r"\btarget (?:player|opponent)\b", re.I)
_OF_THE_SAME_PLAYER = pattern(
    r"\btarget [^.]*? (?:controlled by the same (?:player|opponent)|(?:with|that have) the same controller)\b", re.I
)
_WHOSE_CONTROLLER = pattern(
    r"\btarget [^.]*? whose controller controls an? (?P<what>[\w-]+)(?: or (?:an? )?(?P<other>[\w-]+))?"
    r"(?=[.,;]| for\b| until\b|$)",
    re.I,
)
_ON_A_HOST = pattern(r"\btarget (?:[\w-]+ )+?attached to an? (?P<what>[\w-]+)(?=[.,;]| to\b|$)", re.I)
_OF_TOTAL_SIZE = pattern(r"\btarget [^.]*? with total power and toughness (?P<most>\d+) or less\b", re.I)
_WITH_LESSER = pattern(
    r"^[^.]*?\btarget (?:[\w-]+ )+?with lesser (?P<what>power|toughness|mana value)\b(?! than)", re.I
)
_NEITHER = pattern(r"\btarget permanent you neither own nor control\b", re.I)


def say_what_targets_have_together(facts: Facts, step: str, number: int, resolution: Resolution) -> None:
    """Write what a text asks of its two targets together, or of one with regard to its controller (115.1).

    Args:
        facts: Where it is written.
        step: The term of the step.
        number: The number of the board.
        resolution: The spell or ability that resolves.
    """
    if len(resolution.candidates) != 1:
        return
    text = without_quotes(resolution.ability.text)
    if _NEITHER.search(text):
        facts.say("targets_of_others", step)
    _say_what_one_target_needs(facts, step, text)
    if len(set(resolution.targets or ())) < 2:
        return
    of_one = _OF_ONE_PLAYER.search(text) and any(map(is_of_chosen_player, resolution.ability.effects))
    if (of_one and "player" not in resolution.chosen) or _OF_THE_SAME_PLAYER.search(text):
        facts.say("targets_of_one_player", step)
    if _OF_DIFFERENT_PLAYERS.search(text):
        facts.say("targets_of_different_players", step)
    in_all = _WITH_IN_ALL.search(text)
    if in_all is not None:
        facts.say("targets_with_in_all", step, int(in_all["most"]))
    if len(set(resolution.targets or ())) != 2:
        return
    _say_which_target_each_clause_describes(facts, step, number, resolution)
    for card_type in _shared_types(text):
        facts.say("targets_share", step, quoted(card_type))
    compared = _COMPARED.search(text)
    if compared is not None:
        what, how = "power" if compared["power"] else "mana_value", "same" if compared["same"] else "no_greater"
        facts.say("targets_compared", step, what, how)


def say_what_named_targets_have_together(
    facts: Facts, step: str, number: int, named: Named, timeline: Timeline
) -> None:
    """Write what a text without a continuous effect asks of its targets together (115.1).

    Args:
        facts: Where it is written.
        step: The term of the step.
        number: The number of the board.
        named: One of the targets.
        timeline: The board.
    """
    alike = (
        one for one in timeline.named if (one.step, one.how, one.targets) == (named.step, "targeted", named.targets)
    )
    others = [one.named for one in alike if one.named != named.named]
    aiming = [text for text in named.targets if has_targets((text,))]
    if len(aiming) != 1:
        return
    text = without_quotes(aiming[0])
    _say_what_one_target_needs(facts, step, text)
    lesser = _WITH_LESSER.search(text)
    if lesser is not None and _of_the_source(text, lesser.start("what")):
        facts.say("has_less_than_source", step, lesser["what"].lower().replace(" ", "_"))
    if not others:
        return
    if _OF_DIFFERENT_PLAYERS.search(text):
        facts.say("targets_of_different_players", step)
    if _OF_THE_SAME_PLAYER.search(text):
        facts.say("targets_of_one_player", step)
    for card_type in _shared_types(text) if len(others) == 1 else ():
        facts.say("targets_share", step, quoted(card_type))
    for other in others:
        facts.say("named_beside", step, object_term(number, named.named), object_term(number, other))


def _say_what_one_target_needs(facts: Facts, step: str, text: str) -> None:
    """Write what a text asks of a target beside its own types: what its controller controls, its host, its sizes."""
    controlled, host, total = (one.search(text) for one in (_WHOSE_CONTROLLER, _ON_A_HOST, _OF_TOTAL_SIZE))
    for word in () if controlled is None else filter(None, (controlled["what"], controlled["other"])):
        for kind, value in _kind_said(word):
            facts.say("controller_needs", step, kind, quoted(value))
    for kind, value in () if host is None else _kind_said(host["what"]):
        facts.say("host_needs", step, kind, quoted(value))
    if total is not None:
        facts.say("total_size_limit", step, int(total["most"]))


def _of_the_source(text: str, upto: int) -> bool:
    """Tell whether what a text compares a target with is its source: it speaks of no other object before."""
    return _SPEAKS_OF_ANOTHER.search(text, 0, upto) is None


def _kind_said(word: str) -> list[tuple[str, str]]:
    """Return the type or subtype that a word names: "Island"; nothing where it says something else."""
    of = quality(word)
    said = () if not isinstance(of, Filter) else (("type", of.type), ("subtype", of.subtype))
    return [(kind, value) for kind, value in said if isinstance(value, str)]


def _say_which_target_each_clause_describes(facts: Facts, step: str, number: int, resolution: Resolution) -> None:
    """Write which of two targets each clause of a filter describes.

    "Exchange control of target land you control and target land an opponent controls": one effect, one filter, and each
    target is of its own kind.
    """
    described = targets_in_places(resolution.texts)
    if len(described) != 2 or None in described:
        return
    places = [place for place, of in enumerate(described, start=1) if of is not None for _ in clauses(Facts(), of)]
    for at, effect in enumerate(resolution.ability.effects, start=1):
        of = effect.affects.targets if isinstance(effect.affects, TargetsOf) else None
        if of is None or place_of(effect) or len(clauses(Facts(), of)) != len(places):
            continue
        facts.say("targets_of_two_kinds", step)
        term = f"filter({EffectOf(resolution.term, at).written(number)},target,0)"
        for clause, place in enumerate(places, start=1):
            facts.say("stands_in", term, clause, place)


def _shared_types(text: str) -> tuple[str, ...]:
    """Return the types of a text one of which its two targets must share; none if the text does not ask for that."""
    said = _SHARING.search(text)
    if said is None:
        return ()
    which = said["which"].lower()
    if which != "one of those types":
        return tuple(CARD_TYPES) if which == "a card type" else PERMANENT_TYPES
    listed = _LISTED.search(text)
    words = re.findall(r"\w+", listed["types"].lower()) if listed is not None else []
    return tuple(one for one in CARD_TYPES if one.lower() in words)
