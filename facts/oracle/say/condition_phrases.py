"""Conditions in words: ``you control a Plains``, ``your devotion to green is less than five``."""

from __future__ import annotations

import re
from collections.abc import Callable

from facts.effects import listed
from facts.effects.form import ColorAmong, Condition, CountersOf, Filter, Filters, KindsAmong
from facts.oracle.say.amount_phrases import devotion
from facts.oracle.say.english import (
    Scene,
    article,
    bounds,
    color_list,
    controls,
    join,
    number,
    spoken,
)
from facts.oracle.say.filter_keys import status_predicate
from facts.oracle.say.filter_phrases import a_phrase, filter_phrase, predicate

BOUND_KEYS = ("at_least", "at_most", "exactly")
_COUNTING = (
    "count", "count_types", "count_party", "count_kinds", "devotion", "counters", "class_level", "symbol", "x"
)  # fmt: skip


def condition_phrase(condition: Condition, scene: Scene = Scene(), negated: bool = False) -> str:  # noqa: B008
    """Say a condition as a clause without ``if`` or ``as long as``.

    Args:
        condition: The condition.
        scene: The names of the objects.
        negated: Whether to say that it does not hold.

    Raises:
        ValueError: It has a bound, and counts nothing.
    """
    given = condition.given()
    keys = [key for key in given if key not in BOUND_KEYS]
    if len(keys) < len(given) and not any(key in given for key in _COUNTING):
        bound = next(key for key in BOUND_KEYS if key in given)
        raise ValueError(f"a condition that counts nothing has no key {bound!r}")
    if negated and len(keys) > 1:
        return f"it isn't true that {condition_phrase(condition, scene)}"
    keys.sort(key=lambda key: key not in ("this", "attached", "affected"))  # which "it" may be about, stand first
    return join([_say(key, condition, scene, negated) for key in keys])


def _say(key: str, condition: Condition, scene: Scene, negated: bool) -> str:
    if condition.not_ is not None and key == "not":
        return condition_phrase(condition.not_, scene, not negated)
    return SAYERS[key](condition, scene, negated)


def _count(condition: Condition, scene: Scene, negated: bool) -> str:
    """``you control a Plains`` where the filter is about one player's objects, else ``there is ...``."""
    counted = condition.count or Filter()
    if isinstance(counted, Filter) and counted == counted.changed(is_="top", owner="you") and not negated:
        wanted = predicate(counted.changed(is_=None, owner=None, zone=None), scene)
        return (
            f"the top card of your {counted.zone} {wanted}{' card' if wanted.startswith(('is a ', 'is an ')) else ''}"
        )
    who = counted.controller if isinstance(counted, Filter) else None
    if isinstance(counted, tuple) or who is None or isinstance(who, tuple):
        return f"there {_there_is(counted, condition, scene, negated)}"
    many = _how_many(counted.changed(controller=None), condition, scene, negated)
    return f"{'your opponents control' if who == 'opponent' and many.startswith('no ') else controls(who)} {many}"


def _there_is(counted: Filters, bound: Condition, scene: Scene, negated: bool) -> str:
    text = _how_many(counted, bound, scene, negated)
    place = " on the battlefield" if _names_no_zone(counted) else ""
    one = text.startswith(("a ", "an ", "another ", "exactly one ", "one or fewer"))
    return f"{'is' if one else 'are'} {text}{place}"


def _names_no_zone(counted: Filters) -> bool:
    clauses = (counted,) if isinstance(counted, Filter) else counted
    return not any(clause.zone is not None or clause.attached_to is not None for clause in clauses)


def _how_many(counted: Filters, bound: Condition, scene: Scene, negated: bool) -> str:
    """A count with its bound: ``a Plains``, ``three or more lands``, ``no artifacts``."""
    least, most = _bounds(bound)
    many = filter_phrase(counted, True, scene)
    if least == 1 and most is None:
        return f"no {many}" if negated else a_phrase(counted, scene)
    if most == 0:
        return a_phrase(counted, scene) if negated else f"no {many}"
    if not negated and most == least == 1:
        return f"exactly one {filter_phrase(counted, False, scene)}"
    return f"{_quantity(least, most, negated)} {many}"


def _bounds(form: Condition) -> tuple[int | None, int | None]:
    """The bounds of a count; without any, at least one."""
    least, most = bounds(form)
    return (1, None) if least is None and most is None else (least, most)


def _quantity(least: int | None, most: int | None, negated: bool) -> str:
    """A bound before a noun: ``three or more``, ``fewer than three``, ``exactly two``."""
    if most is None:
        assert least is not None
        return f"fewer than {number(least)}" if negated else f"{number(least)} or more"
    if least is None:
        return f"{number(most + 1)} or more" if negated else f"{number(most)} or fewer"
    if least == most:
        return f"a number other than {number(least)} of" if negated else f"exactly {number(least)}"
    between = f"between {least if number(most) == str(most) else number(least)} and {number(most)}"
    return f"a number not {between} of" if negated else between


def _count_types(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    among = filter_phrase(condition.count_types or Filter(), True, scene)
    return f"there are {_quantity(least, most, negated)} card types among {among}"


def _count_kinds(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    wanted = condition.count_kinds or KindsAmong()
    if wanted.of == "one_player":
        of = [one for one in listed(wanted.among or Filter()) if isinstance(one, Filter)]
        some = filter_phrase(tuple(one.changed(controller=None) for one in of), True, scene)
        who = "an opponent" if of[0].controller else "any player"
        return f"{who} controls {_quantity(least, most, negated)} {some}"
    if wanted.of in ("lead", "your_lead"):
        who = f"you {'do not ' if negated else ''}control" if wanted.of == "your_lead" else "a player controls"
        if wanted.of == "lead" and negated:
            who = "no player controls"
        return f"{who} more {filter_phrase(wanted.among or Filter(), True, scene)} than each other player"
    among = filter_phrase(wanted.among or Filter(), True, scene)
    if wanted.of in ("total_power", "total_toughness"):
        return f"{among} have {spoken(wanted.of)} {_quantity(least, most, negated).replace(' or more', ' or greater')}"
    if wanted.of == "counters":
        return f"there are {_quantity(least, most, negated)} different kinds of counters among {among}"
    return f"there are {_quantity(least, most, negated)} {among} with different {spoken(wanted.of or '')}"


def _count_party(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    full = condition.count_party == Filter(type="Creature", controller="you") and (least, most) == (4, None)
    if full:
        return f"you {'do not ' if negated else ''}have a full party"
    among = filter_phrase(condition.count_party or Filter(), True, scene)
    return f"the party among {among} has {_quantity(least, most, negated)} creatures"


def _most_common_color(condition: Condition, scene: Scene, negated: bool) -> str:
    wanted = condition.most_common_color or ColorAmong()
    among = filter_phrase(wanted.among or Filter(), True, scene)
    verb = "isn't" if negated else "is"
    bare = isinstance(wanted.among, Filter) and wanted.among.given().keys() <= {"zone", "type"}
    every = f"all {among}" if bare else among
    return f"{color_list([wanted.color or ''])} {verb} the most common color among {every} or is tied for most common"


def _all(condition: Condition, scene: Scene, negated: bool) -> str:
    counts = [one.count for one in condition.all or () if one == Condition(count=one.count)]
    yours = [one for one in counts if isinstance(one, Filter) and one.controller == "you"]
    if condition.all and len(yours) == len(condition.all) and not negated:
        return f"you control {join([a_phrase(one.changed(controller=None), scene) for one in yours])}"
    phrase = join([condition_phrase(one, scene) for one in condition.all or ()])
    return f"it isn't true that {phrase}" if negated else phrase


def _any(condition: Condition, scene: Scene, negated: bool) -> str:
    if negated:
        return join([condition_phrase(one, scene, True) for one in condition.any or ()])
    return join([condition_phrase(one, scene) for one in condition.any or ()], "or")


def _devotion(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    return f"{devotion(condition.devotion or ())} {_compare(least, most, negated)}"


def _compare(least: int | None, most: int | None, negated: bool) -> str:
    """A bound after a number: ``is five or greater``, ``is less than seven``."""
    if least is None or most is None:
        below = (least is None) != negated
        limit = least if least is not None else (most or 0) + 1
        return f"is less than {number(limit)}" if below else f"is {number(limit)} or greater"
    verb = "isn't" if negated else "is"
    if least == most:
        return f"{verb} exactly {number(least)}"
    return f"{verb} between {number(least)} and {number(most)}"


def _this(condition: Condition, scene: Scene, negated: bool) -> str:
    return f"{scene.name} {predicate(condition.this or Filter(), scene, negated)}"


def _attached(condition: Condition, scene: Scene, negated: bool) -> str:
    wanted = condition.attached
    if isinstance(wanted, Filter) and wanted == Filter(controller="you"):
        return f"{controls('you', negated)} {scene.attached}"
    if wanted == Filter(controller="opponent") and not negated:
        return f"an opponent controls {scene.attached}"
    return f"{scene.attached} {predicate(wanted or Filter(), scene, negated)}"


def _affected(condition: Condition, scene: Scene, negated: bool) -> str:
    said = predicate(condition.affected or Filter(), scene, negated)
    if scene.target == "it" and said.startswith("is "):
        return f"it's {said.removeprefix('is ')}"
    return f"{scene.target} {said}"


def _turn(condition: Condition, scene: Scene, negated: bool) -> str:
    whose = "your" if condition.turn == "yours" else "an opponent's"
    return f"it's {'not ' if negated else ''}{whose} turn"


def _status(condition: Condition, scene: Scene, negated: bool) -> str:
    return f"{scene.name} {status_predicate(condition.status or '', negated)}"


def _counters(condition: Condition, scene: Scene, negated: bool) -> str:
    wanted = None if condition.counters is None else condition.counters.kind
    kind = "" if wanted == "any" else f"{wanted} "
    least, most = _bounds(condition)
    if condition.counters is not None and condition.counters.among is not None:
        among = filter_phrase(condition.counters.among, True, scene)
        return f"there are {_quantity(least, most, negated)} {kind}counters among {among}"
    if least == 1 and most is None:
        text = f"no {kind}counters" if negated else f"one or more {kind}counters"
    elif most == 0:
        text = article(f"{kind}counter") if negated else f"no {kind}counters"
    else:
        text = f"{_quantity(least, most, negated)} {kind}counters"
    return f"{scene.name} has {text} on it"


def by_name(words: str, scene: Scene) -> str:
    """Return words that a board tells, with the name of the source.

    Args:
        words: The words, with "this" for the source.
        scene: The names of the objects.
    """
    return _BY_NAME.sub(scene.name, words)


def _told(condition: Condition, scene: Scene, negated: bool) -> str:
    words = by_name(str(condition.told), scene)
    return f"it isn't so that {words}" if negated else words


_BY_NAME = re.compile(
    r"\bthis(?! is the \w+ time)"
    r"(?= (?:was|is|has|remains|and|entered|attacked|dealt|didn't|wasn't|during|from|with|as)\b|,|$)(?<!was this)"
)
"""The word for the source in a condition, where a card gives its name."""


def _class_level(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    return f"the level of {scene.name} {_compare(least, most, negated)}"


_COUNTERS_OF = {"level": "level", "station": "charge"}
"""The counters that a symbol stands for."""


def _symbol(condition: Condition, scene: Scene, negated: bool) -> str:
    counters = CountersOf(kind=_COUNTERS_OF[condition.symbol or "level"])
    return _counters(condition.changed(symbol=None, counters=counters), scene, negated)


def _x(condition: Condition, scene: Scene, negated: bool) -> str:
    least, most = _bounds(condition)
    return f"X {_compare(least, most, negated)}"


SAYERS: dict[str, Callable[[Condition, Scene, bool], str]] = {
    "count": _count,
    "count_types": _count_types,
    "count_party": _count_party,
    "count_kinds": _count_kinds,
    "most_common_color": _most_common_color,
    "all": _all,
    "any": _any,
    "this": _this,
    "attached": _attached,
    "affected": _affected,
    "devotion": _devotion,
    "turn": _turn,
    "status": _status,
    "told": _told,
    "counters": _counters,
    "class_level": _class_level,
    "symbol": _symbol,
    "x": _x,
}
