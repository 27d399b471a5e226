"""Statements that compare the answers of several boards: copiable values, and orders that make no difference."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, takewhile
from types import MappingProxyType
from typing import Any, NamedTuple

from facts.board import Board
from facts.cards import DEFAULT_EDITION
from solver.answer import Answer
from solver.ask.together import derive_all_plainly

Data = dict[str, Any]
"""A board as plain data."""

_SPEAKS_OF = ("affects", "on", "attached_to", "as_source", "source")
"""The keys of a step that name objects, in steps that may come in another order."""
_NAMES = (*_SPEAKS_OF, "as", "copy_of", "transforms", "turns", "attaches", "to", "leaves", "object", "onto")
"""The keys of any step that name objects."""


def said_of(answer: Answer | Exception, names: Mapping[str, str] = MappingProxyType({})) -> Any:
    """Return the answer for each object, independent of the order of objects and abilities.

    Args:
        answer: The answer, or the error of the board.
        names: Other names for objects.
    """
    if not isinstance(answer, Answer):
        return type(answer).__name__ if names else f"{type(answer).__name__}: {answer}"
    return {names.get(label, label): _characteristics(one) for label, one in answer.as_data()["objects"].items()}


def _characteristics(one: Mapping[str, Any]) -> Any:
    plain = ("name", "controller", "power", "toughness", "face")
    lists = ("supertypes", "types", "subtypes", "colors")
    abilities = sorted(str(ability.get("text")) for ability in one["abilities"])
    return {**{key: one.get(key) for key in plain}, **{key: sorted(one[key]) for key in lists}, "abilities": abilities}


# ---- 613.7: another order

ORDERS = 6
"""The most orders of a board that are compared, its own among them: these are all orders of three steps."""


def orders(board: Mapping[str, Any]) -> Iterator[Data]:
    """Put the steps of a board into other orders in which each still finds the objects that it names.

    Objects without abilities that enter first stay there: no effect has their timestamp.

    Args:
        board: The board as plain data.

    Returns:
        The board in up to five other orders (`ORDERS`), the last steps first. There is none if more than timestamps
        would change: copies, text changes and control have an order of their own, and a spell that looks for objects
        as it resolves finds those that are there at that moment.
    """
    steps: list[Mapping[str, Any]] = list(board["timeline"])
    if not all(map(_is_free, steps)):
        return
    bare = {
        card["name"] for card in board.get("cards", ()) if not {"abilities", "oracle_text", "card_faces"} & set(card)
    }
    first = list(takewhile(lambda step: step.get("enters") in bare, steps))
    moving = steps[len(first) :]
    possible = (some for some in permutations(moving[::-1]) if some != tuple(moving) and _can_follow(first, some))
    for some in islice(possible, ORDERS - 1):
        yield {**board, "timeline": [*first, *some]}


def _can_follow(first: Sequence[Mapping[str, Any]], some: Sequence[Mapping[str, Any]]) -> bool:
    there = {step.get("as", "") for step in first}
    for step in some:
        if not _named(step) <= there:
            return False
        there.add(step.get("as", ""))
    return True


def named_in_order(board: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Name the objects of a board in the order in which they enter.

    Args:
        board: The board as plain data.

    Returns:
        A text that is the same for boards that differ in names alone, and the new name of each object.
    """
    names: dict[str, str] = {}
    for step in board["timeline"]:
        if "as" in step:
            names[step["as"]] = f"o{len(names) + 1}"
    timeline = [
        {key: _renamed(value, names) if key in _NAMES else value for key, value in step.items()}
        for step in board["timeline"]
    ]
    cards = sorted(board.get("cards", ()), key=lambda card: str(card["name"]))
    return json.dumps([cards, timeline], sort_keys=True), names


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    return [names.get(one, one) for one in value] if isinstance(value, list) else names.get(value, value)


def _is_free(step: Mapping[str, Any]) -> bool:
    if "enters" in step:
        return not {"copy_of", "face_down"} & set(step)
    if "counters" in step:
        return True
    if "resolves" not in step or "copy_of" in step or isinstance(step["resolves"], str):
        return False
    forms = step["resolves"]["effects"]
    values = [value for form in forms for key, value in form.items() if key != "add_abilities"]
    return all(
        form["affects"] == "targets" and not {"gain_control", "change_words"} & set(form) for form in forms
    ) and (not any(isinstance(value, Mapping) for value in values))


def _named(step: Mapping[str, Any]) -> set[str]:
    named = (step.get(key) for key in _SPEAKS_OF)
    return {label for one in named if one is not None for label in ([one] if isinstance(one, str) else one)}


# ---- 707.2: values that are not copied


class Copied(NamedTuple):
    """A board on which an object changed before it was copied, and the board to compare it with.

    Attributes:
        board: The board.
        without: The same board without the change.
    """

    board: Data
    without: Data


_FLYING = {"affects": "this", "add_abilities": ["flying"]}
_ORIGINALS: tuple[Data, ...] = (
    {"type_line": "Creature — Elf", "power": "1", "toughness": "2", "mana_cost": "{G}"},
    {"type_line": "Land — Forest", "abilities": [{"affects": {"subtype": "Forest"}, "add_types": ["Creature"]}]},
    {"type_line": "Artifact Creature — Golem", "power": "2", "toughness": "2", "abilities": [_FLYING]},
    {
        "type_line": "Creature — Elf",
        "power": "*",
        "toughness": "1",
        "abilities": [{"cda": True, "affects": "this", "set_power": {"count": {"type": "Creature"}}}],
    },
)


def _spell(**operations: Any) -> Data:
    return {"resolves": {"effects": [{"affects": "targets", **operations}]}, "affects": "original"}


def _law(**operations: Any) -> Data:
    card = {"name": "law", "type_line": "Enchantment", "abilities": [operations]}
    return {"enters": card, "as": "law", "token": True}


_HAPPENS: tuple[Data, ...] = (
    {"counters": {"+1/+1": 2}, "on": "original"},
    {"counters": {"flying": 1}, "on": "original"},
    {**_spell(change_words=["basic_land_type"]), "chosen": {"from": "Forest", "to": "Mountain"}},
    {**_spell(change_words=["creature_type"]), "chosen": {"from": "Elf", "to": "Goblin"}},
    {**_spell(gain_control="you"), "controller": "opponent"},
    _spell(set_types=["Enchantment"]),
    _spell(add_subtypes=["Mountain", "Elf"], add_supertypes=["Legendary"]),
    _spell(set_colors=["R"]),
    _spell(lose_all_abilities=True),
    _spell(add_abilities=[{"affects": {"type": "Creature"}, "add_power": 1}]),
    _spell(set_power=7, set_toughness=7),
    _spell(add_power=1, switch=True),
    _law(affects={"type": ["Creature", "Land"]}, set_types=["Artifact", "Creature"], set_power=5, set_toughness=5),
    _law(affects={"type": ["Creature", "Land"]}, lose_all_abilities=True, set_colors=["B"]),
)
_COPIES: tuple[tuple[Data, ...], ...] = (
    ({"enters": "twin", "as": "copy", "copy_of": "original"},),
    ({"enters": "token", "as": "copy", "copy_of": "original"},),
    (
        {"enters": "twin", "as": "copy"},
        {
            "resolves": {"effects": [{"affects": "targets", "becomes_copy": {}}]},
            "affects": "copy",
            "copy_of": "original",
        },
    ),
)


def copied_boards() -> Iterator[Copied]:
    """Return boards on which an object changes and is copied, and then everything but the copy leaves."""
    twin = {"name": "twin", "type_line": "Creature — Shapeshifter", "power": "0", "toughness": "0"}
    for form in _ORIGINALS:
        for happens in _HAPPENS:
            for copies in _COPIES:
                cards = [{**form, "name": "original"}, twin]
                entry, leaves = {"enters": "original", "as": "original"}, {"leaves": "original"}
                gone = [leaves] if "enters" not in happens else [{"leaves": "law"}, leaves]
                yield Copied(
                    {"cards": cards, "timeline": [entry, happens, *copies, *gone]},
                    {"cards": cards, "timeline": [entry, *copies, leaves]},
                )


def compare_copies(boards: Sequence[Copied], *, edition: str = DEFAULT_EDITION) -> Iterator[tuple[Data, bool, bool]]:
    """Compare a copy of an object that changed with a copy of the object that did not.

    Args:
        boards: The boards.
        edition: The edition of the rules.

    Returns:
        Each board, whether the change made a difference to the original, and whether it made none to the copy.
    """
    started = [_before_the_copy(one.board) for one in boards], [_before_the_copy(one.without) for one in boards]
    every = [*started[0], *started[1], *(one.board for one in boards), *(one.without for one in boards)]
    said = list(map(said_of, derive_all_plainly([Board.of(one) for one in every], edition=edition)))
    count = len(boards)
    for place, one in enumerate(boards):
        changed, plain, copy, other = (said[place + part * count] for part in range(4))
        differs = isinstance(changed, str) or changed["original"] != plain["original"]
        blind = copy == other and not isinstance(copy, str)
        yield one.board, differs, blind


def _before_the_copy(board: Data) -> Data:
    steps = board["timeline"]
    end = next(place for place, step in enumerate(steps) if step.get("as") == "copy")
    return {**board, "timeline": steps[:end]}
