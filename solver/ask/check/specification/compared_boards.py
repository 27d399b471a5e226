"""Statements that compare the answers of several boards: copiable values, and orders that make no difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from facts.board import Board
from facts.cards import DEFAULT_EDITION
from solver.answer import Answer
from solver.ask.together import derive_all_plainly

Data = dict[str, Any]
"""A board as plain data."""

_SPEAKS_OF = ("affects", "on", "attached_to", "as_source", "source")
"""The keys of a step that name objects."""


def said_of(answer: Answer | Exception) -> Any:
    """Return the answer for each object, independent of the order of objects and abilities.

    Args:
        answer: The answer, or the error of the board.
    """
    if not isinstance(answer, Answer):
        return f"{type(answer).__name__}: {answer}"
    return {label: _characteristics(one) for label, one in answer.as_data()["objects"].items()}


def _characteristics(one: Mapping[str, Any]) -> Any:
    plain = ("name", "controller", "power", "toughness", "face")
    lists = ("supertypes", "types", "subtypes", "colors")
    abilities = sorted(str(ability.get("text")) for ability in one["abilities"])
    return {**{key: one.get(key) for key in plain}, **{key: sorted(one[key]) for key in lists}, "abilities": abilities}


# ---- 613.7: another order


def reordered(board: Mapping[str, Any]) -> Data | None:
    """Put the steps of a board into another order, as far as each still finds the objects that it names.

    Args:
        board: The board as plain data.

    Returns:
        The board with the last steps first; None where it is the same, or where more than timestamps would change:
        copies, text changes and control have an order of their own, and a spell that looks for objects as it resolves
        finds those that are there at that moment.
    """
    steps: list[Mapping[str, Any]] = list(board["timeline"])
    if not all(map(_is_free, steps)):
        return None
    left, there, found = steps[::-1], set[str](), list[Mapping[str, Any]]()
    while left:
        step = next(one for one in left if _named(one) <= there)
        left.remove(step)
        found.append(step)
        there.add(step.get("as", ""))
    return None if found == steps else {**board, "timeline": found}


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
