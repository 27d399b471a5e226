"""A choice, written as a board that `typeline derive` reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from clingo import Symbol

from facts.text import InputError
from solver.ask.check.bounded.proof_vocabulary import (
    BACK,
    CONDITIONS,
    COUNTER,
    DOUBLE_FACED,
    FILTERS,
    KEYWORD,
    KINDS,
    OPERATIONS,
    SWAP,
)
from solver.ask.check.bounded.universe import OTHER


def board_of(atoms: Iterable[Symbol]) -> dict[str, Any]:
    """Write the board that was chosen.

    Args:
        atoms: The atoms of a model of a universe.

    Returns:
        The board as plain data; its objects are labelled as in the universe.
    """
    said: dict[str, list[list[Symbol]]] = {}
    for atom in atoms:
        said.setdefault(atom.name, []).append(atom.arguments)
    kinds = {place.number: kind.number for place, kind in said.get("kind", ())}
    keywords = {place.number for (place,) in said.get("keyword", ())}
    hosts = {place.number: host.number for place, host in said.get("host", ())}
    events = {place.number: event for place, event in said.get("event", ())}
    effects = {number: _operations(number, said) for number in _numbers(said)}
    steps: list[Any] = []
    for place in sorted(kinds):
        own = [
            {**_static(number, said), **effects[number]}
            for number, at in sorted((number.number, at.number) for number, at in said.get("of", ()))
            if at == place and effects[number]
        ]
        step: dict[str, Any] = {"enters": _card(place, kinds[place], [*own, *[KEYWORD] * (place in keywords)])}
        step["as"] = f"o{place}"
        if place in hosts:
            step["attached_to"] = f"o{hosts[place]}"
        if events[place].type.name == "String" and events[place].string == "face_down":
            step["face_down"] = True
        if any(one.number == place for (one,) in said.get("bears_counters", ())):
            step["counters"] = {COUNTER: 2}
        steps.append(step)
    for number in sorted(one.number for (one,) in said.get("spell", ())):
        if effects[number]:
            target = _one("target_number", number, said)
            steps.append(
                {"resolves": {"effects": [{"affects": "targets", **effects[number]}]}, "affects": [f"o{target}"]}
            )
    for place in sorted(kinds):
        steps += _happened(place, events[place])
    return {"timeline": steps}


def as_yaml(board: dict[str, Any]) -> str:
    """Write a board as YAML.

    Args:
        board: The board as plain data.
    """
    import yaml

    return str(yaml.safe_dump(board, allow_unicode=True, sort_keys=False, default_flow_style=None, width=110))


def write_board(folder: str, name: str, board: dict[str, Any]) -> None:
    """Write a board to a file that `typeline derive` reads.

    Args:
        folder: The folder; it is made if it does not exist.
        name: The file's name, without its ending.
        board: The board as plain data.

    Raises:
        InputError: The folder cannot be made or written to.
    """
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        (Path(folder) / f"{name}.yaml").write_text(as_yaml(board), encoding="utf-8")
    except OSError as error:
        raise InputError(f"it cannot be written: {error.strerror}", "Name another folder", source=folder) from error


def _static(number: int, said: dict[str, list[list[Symbol]]]) -> dict[str, Any]:
    """Return the affected set of a static ability's effect, and its condition."""
    form: dict[str, Any] = {"affects": FILTERS[_one("filter_number", number, said) - 1]}
    for one, which in said.get("condition_number", ()):
        if one.number == number:
            form["as_long_as"] = CONDITIONS[which.number - 1]
    if any(one.number == number for (one,) in said.get("self_defining", ())):
        form["cda"] = True
    return form


def _numbers(said: dict[str, list[list[Symbol]]]) -> set[int]:
    return {one[0].number for name in ("of", "spell") for one in said.get(name, ())}


def _one(name: str, number: int, said: dict[str, list[list[Symbol]]]) -> int:
    return next(value.number for one, value in said[name] if one.number == number)


def _operations(number: int, said: dict[str, list[list[Symbol]]]) -> dict[str, Any]:
    """Put the operations of an effect together: two of one kind share a key."""
    found: dict[str, Any] = {}
    for one, which in sorted(said.get("does_number", ()), key=lambda pair: pair[1].number):
        if one.number == number:
            for key, value in OPERATIONS[which.number - 1].items():
                found[key] = [*found[key], *value] if isinstance(value, list) and key in found else value
    return found


def _card(place: int, kind: int, abilities: list[Any]) -> dict[str, Any]:
    front = {"name": f"c{place}", **KINDS[kind - 1], "abilities": abilities}
    if kind != DOUBLE_FACED + 1:
        return front
    return {
        "name": f"c{place} // b{place}",
        "layout": "transform",
        "card_faces": [front, {"name": f"b{place}", **BACK, "abilities": []}],
    }


def _happened(place: int, event: Symbol) -> list[Any]:
    if event.type.name == "Function":
        copied = event.arguments[0].number
        effect = {"effects": [{"affects": "targets", "becomes_copy": {}}]}
        return [{"resolves": effect, "affects": [f"o{place}"], "copy_of": f"o{copied}"}]
    if event.string == "reworded":
        effect = {"effects": [{"affects": "targets", "change_words": ["basic_land_type"]}]}
        return [{"resolves": effect, "affects": [f"o{place}"], "chosen": dict(zip(("from", "to"), SWAP, strict=True))}]
    if event.string == "stolen":
        effect = {"effects": [{"affects": "targets", "gain_control": "you"}]}
        return [{"resolves": effect, "affects": [f"o{place}"], "controller": OTHER}]
    times = {"transform": 1, "transform_twice": 2}.get(event.string, 0)
    return [{"transforms": f"o{place}"}] * times
