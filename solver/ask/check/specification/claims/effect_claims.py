"""Claims about effects: they change what their filters mean, while their conditions hold, by what their amounts say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from solver.ask.check.specification.claims.claim import Claim, Data, Objects
from solver.ask.check.specification.claims.claim_scene import HOST, SOURCE, scene
from solver.ask.check.specification.claims.claim_words import (
    AMOUNTS,
    CONDITIONS,
    FILTERS,
    OF_AFFECTED,
    OF_RESOLVING,
    OPERATIONS,
)
from solver.ask.check.specification.claims.meaning import View, after, fits, has_keyword, met, worth

FILTERED, CONDITIONAL, COUNTED, OPERATED = (
    "it_changes_what_its_filter_means",
    "it_applies_while_its_condition_holds",
    "its_amount_is_what_it_counts",
    "its_operation_does_what_it_says",
)
_MARK = "horsemanship"
"""A keyword ability that no object of the scene has: an object with it was affected."""
_X = 3


def of_texts() -> Iterator[Claim]:
    """Return the claims."""
    for form in FILTERS:
        yield _filtered(form, _resolving)
        yield _counted({"count": form}, _permanent)
        if not {"power", "toughness"} & set(str(form).split("'")):  # layer 6 sees other sizes than the answer shows
            yield _filtered(form, _permanent)
            yield _conditional({"count": form, "at_least": 2})
    for form in CONDITIONS:
        yield _conditional(form)
        yield _conditional({"not": form})
        if not {"this", "attached", "counters", "status"} & set(str(form).replace("'", " ").split()):
            yield _asked_once(form)
    for form in AMOUNTS:
        yield _counted(form, _permanent)
        yield _counted(form, _resolving)
    for form in OF_AFFECTED:
        yield _each_counted(form)
    for form in OF_RESOLVING:
        yield _each_counted_once(form)
    for form in OPERATIONS:
        for affects in ({"type": "Creature"}, {"not": {"type": "Creature"}}):
            yield _operated(form, affects, _permanent)
            yield _operated(form, affects, _resolving)


_Maker = Callable[[list[Data]], Data]


def _permanent(effects: list[Data]) -> Data:
    """The board with an object that has these effects: it is attached to something there."""
    return _with_source([{"effects": effects}] if effects else [])


_IDLE = "{2}: Scry 1."
"""An ability that does nothing to any object: with it the source is never one without abilities."""


def _with_source(abilities: list[Any]) -> Data:
    card = {
        "name": "Law",
        "type_line": "Artifact Creature — Equipment Soldier",
        "mana_cost": "{W}{R}",
        "power": "2",
        "toughness": "6",
        "abilities": [*abilities, _IDLE],
    }
    entry = {"enters": "Law", "as": SOURCE, "attached_to": HOST, "status": ["renowned"]}
    return scene(entry, {"counters": {"charge": 2}, "on": SOURCE}, cards=(card,))


def _resolving(effects: list[Data]) -> Data:
    """The board on which an ability of this object resolves."""
    board = _with_source([])
    if effects:
        step = {"resolves": {"effects": effects}, "source": SOURCE}
        board["timeline"].append({**step, "x": _X} if "'x'" in str(effects) else step)
    return board


def _view(board: Data, objects: Objects, affected: str = "") -> View:
    return View(board, objects, SOURCE, affected=affected, x=_X)


def _marked(objects: Objects) -> set[str]:
    return {label for label, one in objects.items() if has_keyword(one, _MARK)}


def _filtered(form: Any, maker: _Maker) -> Claim:
    board, other = maker([{"affects": form, "add_abilities": [_MARK]}]), maker([])

    def holds(now: Objects, without: Objects) -> bool:
        return _marked(now) == set(_view(other, without).fitting(form))

    return Claim(FILTERED, f"{maker.__name__.strip('_')} {form}", board, other, holds)


def _conditional(form: Data) -> Claim:
    return _while_met("as_long_as", form, _permanent, f"{form}")


def _asked_once(form: Data) -> Claim:
    return _while_met("if", form, _resolving, f"resolving {form}")


def _while_met(key: str, form: Data, maker: _Maker, said: str) -> Claim:
    effect = {key: form, "affects": {"type": "Creature"}, "add_abilities": [_MARK]}
    board, other = maker([effect]), maker([])

    def holds(now: Objects, without: Objects) -> bool:
        view = _view(other, without)
        return _marked(now) == set(view.fitting({"type": "Creature"}) if met(view, form) else ())

    return Claim(CONDITIONAL, said, board, other, holds)


def _counted(form: Data, maker: _Maker) -> Claim:
    effect = {"affects": {"self": True} if maker is _resolving else "this", "add_toughness": form}
    board, other = maker([effect]), maker([])

    def holds(now: Objects, without: Objects) -> bool:
        more = worth(_view(other, without), form)
        return bool(now[SOURCE]["toughness"] == without[SOURCE]["toughness"] + more)

    return Claim(COUNTED, f"{maker.__name__.strip('_')} {form}", board, other, holds)


def _each_counted(form: Data) -> Claim:
    return _of_each(form, _permanent)


def _each_counted_once(form: Data) -> Claim:
    return _of_each(form, _resolving)


def _of_each(form: Data, maker: _Maker) -> Claim:
    affects = {"type": "Creature"}
    board, other = maker([{"affects": affects, "add_toughness": form}]), maker([])

    def holds(now: Objects, without: Objects) -> bool:
        return all(
            now[label]["toughness"] == without[label]["toughness"] + worth(_view(other, without, label), form)
            for label in _view(other, without).fitting(affects)
        )

    return Claim(COUNTED, f"each {maker.__name__.strip('_')} {form}", board, other, holds)


def _operated(form: Data, affects: Data, maker: _Maker) -> Claim:
    board, other = maker([{"affects": affects, **form}]), maker([])

    def holds(now: Objects, without: Objects) -> bool:
        view = _view(other, without)
        return all(
            _as_said(now[label], after(form, one) if fits(view, affects, label) else after({}, one))
            for label, one in without.items()
        )

    return Claim(OPERATED, f"{maker.__name__.strip('_')} {form} of {affects}", board, other, holds)


def _as_said(now: Any, expected: Data) -> bool:
    lists = ("supertypes", "types", "subtypes", "colors")
    return all(set(now[key]) == expected[key] for key in lists) and all(
        now.get(key) == expected[key] for key in ("power", "toughness")
    )
