"""The way from a board in the project's format to the engine's input.

``to_engine`` replays a board's timeline. It knows the steps enters, attaches, transforms, turns, resolves (with
``effects``), counters and leaves, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .appearing import Appearance, Words, all_words, one_word, reworded
from .asking import Asker, amount, change
from .boards import ALL_CARD_TYPES, ALL_SUPERTYPES
from .engine import WUBRG, affected, derive, run
from .values import Characteristics, GameObject, Printed, ResolvedEffect, State


def derive_board(board: Mapping[str, Any], edition: str = "2024") -> dict[str, Characteristics]:
    """The characteristics of every object of a board."""
    objects, effects = to_engine(board, edition)
    return derive(objects, effects, edition, board.get("turn"))


def to_engine(board: Mapping[str, Any], edition: str = "2024") -> tuple[list[GameObject], list[ResolvedEffect]]:
    """Replay a timeline; a step's position is its timestamp (613.7)."""
    players = list(board.get("players", ["you", "opponent"]))
    cards = {card["name"]: card for card in board.get("cards", [])}
    objects: dict[str, GameObject] = {}
    looks: dict[str, Appearance] = {}
    effects: list[ResolvedEffect] = []

    def show(label: str, look: Appearance | None, timestamp: int | None = None) -> None:
        """Give an object another look from now on, with a timestamp if it gets a new one; None changes nothing."""
        if look is not None:
            looks[label] = look
            thing = objects[label]
            objects[label] = replace(thing, printed=look.shown(), timestamp=timestamp or thing.timestamp)

    def there() -> list[GameObject]:
        """All objects with the text changes of static abilities that exist now."""
        changes = _changes_of_texts(objects, looks)
        return [replace(one, printed=looks[one.label].shown(changes.get(one.zone, ()))) for one in objects.values()]

    for timestamp, given in enumerate(board["timeline"], start=1):
        step: Mapping[str, Any] = {"enters": given} if isinstance(given, str) else given
        if "enters" in step:
            thing, look = _enter(step, timestamp, cards, players, objects)
            objects[thing.label] = thing
            show(thing.label, look.copying(looks[step["copy_of"]]) if "copy_of" in step else look)
        elif "attaches" in step:
            moved = objects[step["attaches"]]
            if moved.attached_to != step["to"]:  # else nothing happens (701.3b)
                objects[moved.label] = replace(moved, attached_to=step["to"], timestamp=timestamp)
        elif "transforms" in step:
            show(step["transforms"], looks[step["transforms"]].transformed(), timestamp)  # 613.7g
        elif "turns" in step:
            show(step["turns"], looks[step["turns"]].turned(step["face"] == "down"), timestamp)  # 613.7f
        elif "counters" in step:
            objects[step["on"]] = _with_counters(objects[step["on"]], dict(step["counters"]), timestamp)
        elif "leaves" in step:
            del objects[step["leaves"]]
        elif _says(step, "becomes_copy"):
            for label in step["affects"]:
                show(label, replace(looks[label].copying(looks[step["copy_of"]]), became_copy=True))
        elif _says(step, "change_words"):
            for label in step["affects"]:
                words = one_word(step["chosen"]["from"], step["chosen"]["to"])
                show(label, looks[label].exchanging(words, timestamp))
        elif "resolves" in step:
            state = run(there(), effects, edition, board.get("turn"))
            changes = _changes_of_texts(objects, looks)
            effects += _resolve(_as_said(step, objects, looks, changes), timestamp, players, state)
        else:
            raise NotImplementedError(f"the reference does not know the step {step!r}")
    return there(), effects


def _changes_of_texts(
    objects: Mapping[str, GameObject], looks: Mapping[str, Appearance]
) -> dict[str, list[tuple[int, Words]]]:
    """The text changes of static abilities by the zone that they reach, with their timestamps (613.7a)."""
    found: dict[str, list[tuple[int, Words]]] = {}
    for thing in objects.values():
        look = looks[thing.label]
        if thing.zone != "battlefield" or look.became_copy:
            continue
        for ability in look.copiable.abilities:
            if isinstance(ability, Mapping) and "change_words_to" in ability:
                zones = ability["affects"]["zone"]
                for zone in zones if isinstance(zones, list) else [zones]:
                    found.setdefault(zone, []).append((thing.timestamp, all_words(ability, thing.chosen)))
    return found


def _as_said(
    step: Mapping[str, Any],
    objects: Mapping[str, GameObject],
    looks: Mapping[str, Appearance],
    changes: Mapping[str, list[tuple[int, Words]]],
) -> dict[str, Any]:
    """A step with the words that its text says as it resolves: those of its source, or of the spell (612.1)."""
    forms = step["resolves"]["effects"]
    source = step.get("source")
    if source is not None:
        here = changes.get(objects[source].zone, ())
        forms = [looks[source].said(form, here) for form in forms]
    else:
        for _, words in sorted(changes.get("stack", ()), key=lambda one: one[0]):
            forms = [reworded(form, words) for form in forms]
    return {**step, "resolves": {**step["resolves"], "effects": forms}}


def _says(step: Mapping[str, Any], operation: str) -> bool:
    """Whether a spell does one thing to its targets, and nothing else."""
    what = step.get("resolves")
    return isinstance(what, Mapping) and any(set(form) == {"affects", operation} for form in what.get("effects", []))


def _enter(
    step: Mapping[str, Any],
    timestamp: int,
    cards: Mapping[str, Mapping[str, Any]],
    players: list[str],
    objects: Mapping[str, GameObject],
) -> tuple[GameObject, Appearance]:
    known = {"copy_of", "enters", "as", "controller", "owner", "zone", "token", "attached_to", "chosen", "counters"}
    if set(step) - known:
        raise NotImplementedError(f"the reference does not know {sorted(set(step) - known)} of an enters step")
    what = step["enters"]
    card = cards[what] if isinstance(what, str) else what
    controller = step.get("controller", step.get("owner", players[0]))
    counters = step.get("counters", {})
    look = Appearance(tuple(map(printed, card.get("card_faces") or [card])))
    thing = GameObject(
        label=step.get("as") or _label(card["name"], objects),
        controller=controller,
        owner=step.get("owner", controller),
        zone=step.get("zone", "battlefield"),
        timestamp=timestamp,
        printed=look.shown(),
        token=bool(step.get("token", False)),
        attached_to=step.get("attached_to"),
        counters=dict(counters),
        counter_timestamps=dict.fromkeys(counters, timestamp),
        chosen=step.get("chosen", {}),
    )
    return thing, look


def _label(name: str, taken: Mapping[str, GameObject]) -> str:
    slug = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    label, number = slug, 1
    while label in taken:
        number += 1
        label = f"{slug}_{number}"
    return label


def _with_counters(thing: GameObject, counters: Mapping[str, int], timestamp: int) -> GameObject:
    """More counters; all of a kind take the newest timestamp (613.7c)."""
    total = dict(thing.counters)
    for kind, number in counters.items():
        total[kind] = total.get(kind, 0) + number
    times = {**thing.counter_timestamps, **dict.fromkeys(counters, timestamp)}
    return replace(thing, counters=total, counter_timestamps=times)


def printed(card: Mapping[str, Any]) -> Printed:
    """The starting characteristics of a card or token as a board gives it."""
    left, _, right = card["type_line"].partition("—")
    words = left.split()
    unknown = set(words) - ALL_CARD_TYPES - ALL_SUPERTYPES
    if unknown:
        raise ValueError(f"{sorted(unknown)} are neither card types nor supertypes")
    cost = card.get("mana_cost", "")
    symbols = re.findall(r"\{([^}]*)\}", cost)
    colors = {one for symbol in symbols for one in symbol if one in WUBRG}
    return Printed(
        name=card["name"],
        supertypes=frozenset(words) & ALL_SUPERTYPES,
        types=frozenset(words) & ALL_CARD_TYPES,
        subtypes=frozenset(word.replace("_", " ") for word in right.replace("Time Lord", "Time_Lord").split()),
        colors=frozenset(colors) | frozenset(card.get("color_indicator", [])) | frozenset(card.get("colors", [])),
        power=_size(card.get("power")),
        toughness=_size(card.get("toughness")),
        mana_value=sum(_mana_value(symbol) for symbol in symbols),
        abilities=tuple(card.get("abilities", [])),
    )


def _size(value: Any) -> int | None:
    """A printed size; a star counts as 0 until something defines it."""
    if value is None:
        return None
    number = re.search(r"-?\d+", str(value))
    return int(number.group()) if number else 0


def _mana_value(symbol: str) -> int:
    """The amount that one mana symbol adds to the mana value (202.3)."""
    return max(int(part) if part.isdigit() else 0 if part in ("X", "P") else 1 for part in symbol.split("/"))


def _resolve(step: Mapping[str, Any], timestamp: int, players: list[str], state: State) -> list[ResolvedEffect]:
    """The continuous effects of a resolving spell or ability: objects and amounts are fixed (611.2c-d)."""
    known = {"resolves", "affects", "source", "chosen", "controller"}
    what = step["resolves"]
    if set(step) - known or not isinstance(what, Mapping) or set(what) != {"effects"}:
        raise NotImplementedError(f"the reference does not know the step {step!r}")
    source = step.get("source")
    controller = step.get("controller") or (state.objects[source].controller if source else players[0])
    chosen = step.get("chosen", {})
    found = []
    for form in what["effects"]:
        if "if" in form:
            raise NotImplementedError("the reference does not know conditions of resolved effects")
        affects = form.get("affects", "targets")
        if affects == "targets" or (isinstance(affects, Mapping) and set(affects) == {"targets"}):
            labels = tuple(step.get("affects", ()))
        else:
            labels = tuple(sorted(affected(state, affects, source, controller, chosen)))
        fixed = _with_fixed_amounts(form, state, Asker(source, controller, chosen))
        found.append(ResolvedEffect(timestamp, source, controller, labels, fixed, chosen))
    return found


def _with_fixed_amounts(form: Mapping[str, Any], state: State, asker: Asker) -> dict[str, Any]:
    """The effect, with its counted amounts replaced by the numbers at resolution."""
    fixed = dict(form)
    for key in ("set_power", "set_toughness", "add_power", "add_toughness"):
        value = fixed.get(key)
        if isinstance(value, Mapping) and value.get("mana_value") != "affected":
            number = change if key.startswith("add_") else amount
            fixed[key] = number(state, value, asker, None)
    return fixed
