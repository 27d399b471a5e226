"""Asks whether an object that a step names is one that the text allows (115.1).

The question is put as if a spell with that target resolved at that moment.
"""

from __future__ import annotations

from collections.abc import Iterator

from facts.board.events import Named
from facts.board.target_words import allowed_by_any, quality, targets_in_places, targets_said
from facts.board.timeline import Resolution, Timeline
from facts.board.timeline_terms import Moment, QuestionOf
from facts.cards import Ability, read_ability
from facts.effects import listed
from facts.effects.form import Filter, Filters, plain_data


def questions_of_named(timeline: Timeline) -> Iterator[tuple[Named, Resolution]]:
    """Yield a question for each object that a step names and a text limits.

    Args:
        timeline: The board.

    Yields:
        The named object, and its question. A limit that no filter can express is left out.
    """
    for term, one in _by_term(timeline):
        if one.condition is not None:
            effect = {"affects": "this", "if": plain_data(one.condition), "add_power": 0}
            yield one, _question(one, term, read_ability({"kind": "triggered", "effects": [effect]}))
            continue
        of = _described(one)
        if not of:
            continue
        if one.how == "triggering" and any(
            one.named in (each.targets or ()) for each in timeline.resolutions if each.step < one.step
        ):
            of = _without(of, "keyword", "power", "toughness")  # since then an effect may have changed these
        if one.x is None:  # any value will do
            of = _without(of, "mana_value_x")
        limit = {f"target_{one.lesser}_at_most": {one.lesser: "this", "plus": -1}} if one.lesser else {}
        ability = read_ability({"kind": "spell", "effects": [{"affects": {"targets": of}, "add_power": 0, **limit}]})
        yield one, _question(one, term, ability)


def _question(one: Named, term: QuestionOf, ability: Ability) -> Resolution:
    """Return the question about a named object: an ability that would resolve."""
    return Resolution(
        one.step, "", "", ability, term, None, (one.named,), one.source, one.controller, one.chosen, one.x,
        candidates=[(term, ability)], controller_told=one.controller_told,
    )  # fmt: skip


def named_in(timeline: Timeline, question: Resolution) -> Named | None:
    """Return the named object that a question is about; None if a spell or ability asks it.

    Args:
        timeline: The board.
        question: The question.
    """
    return next((one for term, one in _by_term(timeline) if term == question.term), None)


def _by_term(timeline: Timeline) -> Iterator[tuple[QuestionOf, Named]]:
    """Yield the objects that steps name, each with the term of its question."""
    for number, one in enumerate(timeline.named):
        yield QuestionOf(Moment(one.step), number), one


def _described(one: Named) -> Filters | None:
    """Return what the text says of a named object; None if no filter can express it."""
    if one.texts:
        return _any_of(one.texts)
    if one.words:
        return quality(one.words)
    return _of_targets(one) if one.targets else one.of


def _of_targets(one: Named) -> Filters | None:
    """Return what the text of a spell or ability says of one of its targets; None if that is not clear."""
    number = one.beside + 1
    of = targets_said(one.targets, number)
    for needed in (False, True) if of is None else ():
        places = targets_in_places(one.targets, needed=needed)
        if len(places) == number:
            return places[one.place]
    if of is None and len(places := targets_in_places(one.targets)) > number and all(places):
        of = tuple(clause for each in places for clause in listed(each or ()))  # any of the targets may be left out
    return of or allowed_by_any(one.targets)


def _without(of: Filters, *keys: str) -> Filters:
    """Return a filter without its demands under some keys."""
    clauses = tuple(one.changed(**dict.fromkeys(keys)) for one in listed(of))
    return clauses[0] if isinstance(of, Filter) else clauses


def _any_of(texts: tuple[str, ...]) -> tuple[Filter, ...]:
    """Return the filters of equip, fortify and reconfigure abilities (702.6a, 702.67a, 702.151a).

    Args:
        texts: The abilities.

    Returns:
        A filter of any of them; nothing where one cannot be read.
    """
    from facts.oracle import read_equip  # reading texts takes longer to import than a small board to check

    found: list[Filter] = []
    for text in texts:
        clauses = read_equip(text)
        if clauses is None:
            return ()
        found += clauses
    return tuple(found)
