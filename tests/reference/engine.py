"""The layer system (613) for a restricted form of board, written for clarity and not for speed.

There are no copies, no control- or text-changing effects, no face-down or double-faced objects: layers 4 to
7d only. Effects are given in the effect form (docs/effect_form.md).

How it works: a ``State`` holds the values of every object at one moment of the process. In each layer, the effects
that exist and have a part in that layer are collected; the one that is next by CDA, dependency and timestamp
is applied; and then all of this begins anew (613.8c). To find out whether an effect depends on another, the
engine copies the state, applies the other effect to the copy, and compares (613.8a).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from . import subtypes
from .asking import (
    Asker,
    amount,
    change,
    condition_holds,
    controller_of,
    host_of,
    is_keyword,
    listed,
    matches,
    words_of,
)
from .values import (
    KNOWN_KEYS,
    LAYERS,
    NO_TEXT,
    Ability,
    AbilityOf,
    Characteristics,
    Effect,
    Form,
    GameObject,
    Held,
    Key,
    Now,
    ResolvedEffect,
    State,
)

WUBRG = ("W", "U", "B", "R", "G")


def derive(
    objects: Iterable[GameObject],
    effects: Iterable[ResolvedEffect] = (),
    edition: str = "2024",
    turn: str | None = None,
) -> dict[str, Characteristics]:
    """The values of every object. ``turn`` is the player whose turn it is, for effects that ask."""
    state = run(objects, effects, edition, turn)
    return {label: _characteristics(now, state.edition) for label, now in state.now.items()}


def run(
    objects: Iterable[GameObject],
    effects: Iterable[ResolvedEffect] = (),
    edition: str = "2024",
    turn: str | None = None,
) -> State:
    """The state after the last layer."""
    state = _start(list(objects), list(effects), edition, turn)
    for layer in LAYERS:
        _run_layer(state, layer)
    return state


def _characteristics(now: Now, edition: str) -> Characteristics:
    visible = now.visible_subtypes()
    abilities = [AbilityOf(_text(held.ability), "printed") for held in now.abilities if held.origin == "printed"]
    abilities += [AbilityOf(text, "intrinsic") for text in now.mana_abilities()]
    granted = sorted((held for held in now.abilities if held.origin == "granted"), key=lambda held: held.timestamp)
    abilities += [AbilityOf(_text(held.ability), "granted", held.granted_by) for held in granted]
    creature = "Creature" in now.types
    return Characteristics(
        supertypes=frozenset(now.supertypes),
        types=frozenset(now.types),
        subtypes=frozenset(visible),
        every=frozenset(name for name in subtypes.SETS_IN_EVERY if subtypes.every(name, edition) <= visible),
        colors=frozenset(now.colors),
        abilities=tuple(abilities),
        power=(now.power or 0) if creature else None,
        toughness=(now.toughness or 0) if creature else None,
    )


def _text(ability: Ability) -> str:
    return ability if isinstance(ability, str) else str(ability.get("text", NO_TEXT))


def _start(objects: list[GameObject], effects: list[ResolvedEffect], edition: str, turn: str | None) -> State:
    by_label = {thing.label: thing for thing in objects}
    if len(by_label) != len(objects):
        raise ValueError("two objects have the same label")
    now = {}
    for thing in objects:
        printed = thing.printed
        now[thing.label] = Now(
            set(printed.supertypes),
            set(printed.types),
            set(printed.subtypes),
            set(printed.colors),
            [
                Held((thing.label, "printed", number), ability, "printed", None, thing.timestamp, number)
                for number, ability in enumerate(printed.abilities)
            ],
            True,
            set(),
            len(printed.abilities),
            printed.power,
            printed.toughness,
        )
    fixed = [_of_resolved(number, effect) for number, effect in enumerate(effects)]
    fixed += [effect for thing in objects for effect in _of_counters(thing)]
    return State(by_label, tuple(fixed), turn, edition, now, {})


def _of_resolved(number: int, effect: ResolvedEffect) -> Effect:
    _check_keys(effect.effect)
    return Effect(
        key=("resolved", number),
        order=(effect.timestamp, 0, 0, (), 1, 0, "", number, 0),
        timestamp=effect.timestamp,
        source=effect.source,
        controller=effect.controller,
        form=effect.effect,
        cda=False,
        fixed=effect.affects,
        chosen=effect.chosen,
    )


def _of_counters(thing: GameObject) -> list[Effect]:
    """Counters such as +1/+1 as effects of layer 7c (613.4c), with the time they were put (613.7c).

    Keyword counters are effects of layer 6 (122.1b).
    """
    found = []
    for number, (kind, how_many) in enumerate(sorted(thing.counters.items())):
        parts = kind.split("/")
        form: Form
        if len(parts) == 2 and all(part[:1] in ("+", "-") for part in parts):
            form = {"add_power": int(parts[0]) * how_many, "add_toughness": int(parts[1]) * how_many}
        elif kind in KEYWORD_COUNTERS:
            form = {"add_abilities": [kind]}
        else:
            continue
        if not how_many:
            continue
        timestamp = thing.counter_timestamps.get(kind, thing.timestamp)
        found.append(
            Effect(
                key=("counter", thing.label, kind),
                order=(timestamp, 3, 0, (), 0, thing.timestamp, thing.label, number, 0),
                timestamp=timestamp,
                source=thing.label,
                controller=thing.controller,
                form=form,
                cda=False,
                fixed=(thing.label,) if thing.zone == "battlefield" else (),
                chosen={},
            )
        )
    return found


KEYWORD_COUNTERS = frozenset({"flying", "trample", "vigilance", "reach"})
"""Some of the counters that give a keyword (122.1b)."""


KEYWORD_FORMS: dict[str, Form] = {
    "changeling": {"cda": True, "affects": "this", "add_every": ["creature"]},
    "devoid": {"cda": True, "affects": "this", "set_colors": []},
}
"""Keywords that are characteristic-defining abilities."""


def _existing(state: State) -> dict[Key, Effect]:
    """All effects that exist now: resolved ones, those that have started, and those of static abilities."""
    found = {effect.key: effect for effect in state.resolved}
    found.update({key: effect for key, (effect, _) in state.started.items()})
    for label, now in state.now.items():
        for held in now.abilities:
            if held.key not in state.made:
                state.made[held.key] = _of_ability(state, label, held)
            for effect in state.made[held.key]:
                if effect.key not in found and condition_holds(state, effect, effect.form.get("as_long_as")):
                    found[effect.key] = effect
    return found


def _of_ability(state: State, label: str, held: Held) -> list[Effect]:
    """The effects that a static ability generates where it works."""
    thing = state.objects[label]
    ability = held.ability
    if isinstance(ability, str):
        keyword = KEYWORD_FORMS.get(ability.lower())
        if keyword is None:
            return []
        ability = keyword
    if ability.get("kind", "static") != "static":
        return []
    # 604.3a (2): what another effect grants does not define characteristics.
    cda = bool(ability.get("cda")) and held.origin == "printed"
    if not cda and thing.zone not in ability.get("works_in", ["battlefield"]):
        return []
    own = held.timestamp == thing.timestamp
    kind = 0 if own and held.origin == "printed" else 1
    effects = []
    for number, form in enumerate(_effects_in(ability)):
        _check_keys(form)
        effects.append(
            Effect(
                key=(*held.key, "effect", number),
                # With one timestamp, an effect comes before what it created; and what several effects created comes in
                # the order of these: an ability has the timestamp of the effect that created it (613.7a).
                # The second `kind` stands where the order of a resolved effect has a 1.
                order=(
                    held.timestamp,
                    kind,
                    held.depth,
                    held.created,
                    kind,
                    thing.timestamp,
                    label,
                    held.place,
                    number,
                ),
                timestamp=held.timestamp,
                source=label,
                controller=controller_of(thing),
                form=form,
                cda=cda,
                fixed=None,
                chosen=thing.chosen,
                depth=held.depth,
            )
        )
    return effects


def _effects_in(ability: Form) -> list[Form]:
    """The effects of an ability: a list, or its own keys when there is only one."""
    if "effects" not in ability:
        return [ability]
    shared = {key: ability[key] for key in ("affects", "as_long_as") if key in ability}
    return [{**shared, **form} for form in ability["effects"]]


def _check_keys(form: Form) -> None:
    if unknown := sorted(form.keys() - KNOWN_KEYS):
        raise NotImplementedError(f"the reference does not know the effect keys {unknown}")


def _reach(state: State, effect: Effect) -> frozenset[str]:
    """The objects an existing effect applies to now; fixed once it has started (613.6)."""
    if effect.key in state.started:
        return state.started[effect.key][1]
    if effect.fixed is not None:
        return frozenset(label for label in effect.fixed if label in state.objects)
    return affected(state, effect.form.get("affects", "this"), effect.source, effect.controller, effect.chosen)


def affected(
    state: State, affects: Any, source: str | None, controller: str, chosen: Mapping[str, Any]
) -> frozenset[str]:
    """The objects that an ``affects`` (anything but ``targets``) means now."""
    if affects == "this":
        return frozenset({source} if source in state.objects and source is not None else ())
    if affects == "attached":
        host = host_of(state, source)
        return frozenset({host} if host is not None else ())
    if isinstance(affects, str):
        raise ValueError(f"{affects!r} cannot be affected by a static ability")
    asker = Asker(source, controller, chosen)
    return frozenset(label for label in state.objects if matches(state, label, affects, asker))


def _run_layer(state: State, layer: str) -> None:
    """Apply all effects of a layer or sublayer, one after another."""
    applied: set[Key] = set()
    while True:
        waiting = [
            effect for effect in _existing(state).values() if effect.has_part_in(layer) and effect.key not in applied
        ]
        if not waiting:
            return
        effect = _next(state, waiting, layer)
        _apply(state, effect, layer)
        applied.add(effect.key)


def _next(state: State, waiting: Sequence[Effect], layer: str) -> Effect:
    """The effect to apply now: CDAs first (613.3), then by dependency (613.8b), then by timestamp (613.7)."""
    first = [effect for effect in waiting if effect.cda] or list(waiting)
    if len(first) == 1:
        return first[0]
    # Both are CDAs or neither is, by now. 613.8a: try each of the others on a copy, and look at what changes.
    before = _pictures(state, first, layer)
    needs: dict[Key, set[Key]] = {one.key: set() for one in first}
    for other in first:
        after = _pictures(_tried(state, other, layer), first, layer)
        for one in first:
            if one.key != other.key and before[one.key] != after[one.key]:
                needs[one.key].add(other.key)
    behind = {key: _reachable(needs, key) for key in needs}
    # An effect waits for those it depends on, but not for those that wait for it in turn: that is a loop.
    ready = [one for one in first if all(one.key in behind[other] for other in needs[one.key])]
    return min(ready, key=lambda one: one.order)


def _reachable(needs: Mapping[Key, set[Key]], start: Key) -> set[Key]:
    """All effects that one depends on, directly or through others."""
    found: set[Key] = set()
    todo = [start]
    while todo:
        for key in needs[todo.pop()]:
            if key not in found:
                found.add(key)
                todo.append(key)
    return found


def _tried(state: State, effect: Effect, layer: str) -> State:
    """The state as it would be if the effect were applied now."""
    trial = state.copy()
    _apply(trial, effect, layer)
    return trial


Picture = dict[str, Hashable] | None
"""The results of an effect for each object that it applies to; None if it does not exist."""


def _pictures(state: State, effects: Sequence[Effect], layer: str) -> dict[Key, Picture]:
    """For each effect, whether it exists, what it applies to, and what it does, as things are now (613.8a)."""
    existing = _existing(state)
    found: dict[Key, Picture] = {}
    for effect in effects:
        if effect.key in existing:
            labels = _reach(state, effect)
            found[effect.key] = {label: _does(state, effect, label, layer) for label in labels}
        else:
            found[effect.key] = None
    return found


def _does(state: State, effect: Effect, label: str, layer: str) -> Hashable:
    """The part of an effect's result for an object that other effects could change."""
    now = state.now[label]
    match layer:
        case "4":
            plan = TypeChange(now, effect, state.edition)
            return plan.gained, plan.overwrites_text
        case "6":
            return tuple(not _forbidden(now, ability) for ability in effect.form.get("add_abilities", []))
        case "7a" | "7b":
            return _amounts(state, effect, label, "set")
        case "7c":
            return _amounts(state, effect, label, "add")
    return None


def _amounts(state: State, effect: Effect, label: str, verb: str) -> tuple[int | None, int | None]:
    asker = Asker(effect.source, effect.controller, effect.chosen)
    number = change if verb == "add" else amount
    power, toughness = (
        number(state, effect.form[key], asker, label) if (key := f"{verb}_{what}") in effect.form else None
        for what in ("power", "toughness")
    )
    return power, toughness


def _apply(state: State, effect: Effect, layer: str) -> None:
    """Apply the part of an effect that belongs to a layer, and remember that it has started."""
    labels = _reach(state, effect)
    state.started[effect.key] = (effect, labels)
    # The results are found for all objects before any of them changes.
    plans = {label: _does(state, effect, label, layer) for label in labels}
    changes = {label: TypeChange(state.now[label], effect, state.edition) for label in labels} if layer == "4" else {}
    for label in sorted(labels):
        now = state.now[label]
        match layer:
            case "4":
                changes[label].make(now)
            case "5":
                _change_colors(now, effect)
            case "6":
                _change_abilities(state, label, effect)
            case "7a" | "7b":
                power, toughness = _pair(plans[label])
                now.power = now.power if power is None else power
                now.toughness = now.toughness if toughness is None else toughness
            case "7c":
                power, toughness = _pair(plans[label])
                now.power = now.power if power is None else (now.power or 0) + power
                now.toughness = now.toughness if toughness is None else (now.toughness or 0) + toughness
            case "7d":
                if effect.form.get("switch"):
                    now.power, now.toughness = now.toughness, now.power


def _pair(plan: Hashable) -> tuple[int | None, int | None]:
    assert isinstance(plan, tuple)
    power, toughness = plan
    return power, toughness


class TypeChange:
    """The result of an effect for one object in layer 4, found before it is applied."""

    def __init__(self, now: Now, effect: Effect, edition: str) -> None:
        """Read the wording of the effect for an object as it is now."""
        form = effect.form

        def named(key: str) -> list[str]:
            return words_of(form.get(key, []), effect.chosen)

        becomes, also = named("set_types"), named("add_types")
        outright = bool(form.get("loses_other_types"))
        still = bool(form.get("still")) and not outright
        artifact_creature = set(becomes) == {"Artifact", "Creature"} and not outright

        # Card types: setting replaces (205.1a) unless the wording retains (205.1b).
        self.types = set(now.types)
        if outright or (becomes and not still and not artifact_creature):
            self.types = {one for one in now.types if edition == "2026" and one in ("Instant", "Sorcery")}
        self.types |= {*becomes, *also}
        self.types -= set(named("remove_types"))

        # Gaining needs a correlated card type after the effect's own change of card types (205.3d).
        def possible(words: Iterable[str]) -> frozenset[str]:
            return frozenset(word for word in words if subtypes.card_types_of(word) & self.types)

        # Subtypes: setting replaces those of the same sets, hidden ones too; one that cannot be gained does nothing.
        set_words = possible(named("set_subtypes"))
        replaced = frozenset[str]().union(*(subtypes.sets_of(word) for word in set_words))
        if still:
            replaced = frozenset()
        elif artifact_creature:
            replaced &= {"creature"}
        lost_sets, removed = named("lose_every"), set(named("remove_subtypes"))
        self.lost = {
            word
            for word in now.subtypes
            if word in removed
            or (replaced and subtypes.sets_of(word) & replaced)
            or any(subtypes.lost_with(name, word) for name in lost_sets)
        }

        self.gained = set_words | possible(named("add_subtypes")).union(
            *(possible(subtypes.every(name, edition)) for name in named("add_every"))
        )

        # 305.7: setting a land's subtype to a basic land type takes the abilities of its rules text.
        self.overwrites_text = "land" in replaced and bool(set_words & set(subtypes.BASIC_LAND_TYPES))
        self.supertypes = (now.supertypes - set(named("remove_supertypes"))) | set(named("add_supertypes"))

    def make(self, now: Now) -> None:
        """Make the change."""
        now.types = set(self.types)
        now.subtypes = (now.subtypes - self.lost) | self.gained
        now.supertypes = set(self.supertypes)
        if self.overwrites_text:
            now.abilities = [held for held in now.abilities if held.origin != "printed"]


def _change_colors(now: Now, effect: Effect) -> None:
    if "set_colors" in effect.form:
        now.colors = set(words_of(effect.form["set_colors"], effect.chosen))
    now.colors |= set(words_of(effect.form.get("add_colors", []), effect.chosen))


def _change_abilities(state: State, label: str, effect: Effect) -> None:
    """Layer 6: first the losses, then the gains."""
    now, form = state.now[label], effect.form
    if isinstance(form.get("lose_all_abilities"), Mapping):
        # "All abilities except mana abilities".
        now.abilities = [held for held in now.abilities if _makes_mana(held.ability)]
    elif form.get("lose_all_abilities"):
        now.abilities = []
        now.has_intrinsic = False
    now.cannot_have |= {str(word) for word in listed(form.get("cannot_have", []))}
    gone = [*listed(form.get("lose_abilities", [])), *now.cannot_have]
    now.abilities = [held for held in now.abilities if not any(is_keyword(held.ability, word) for word in gone)]
    for number, ability in enumerate(form.get("add_abilities", [])):
        if _forbidden(now, ability):
            continue
        now.abilities.append(
            Held(
                key=(*effect.key, "grants", number, label),
                ability=ability,
                origin="granted",
                granted_by=effect.source,
                # 613.7a: the later of the object's and the granting effect's.
                timestamp=max(state.objects[label].timestamp, effect.timestamp),
                place=now.next_place,
                depth=effect.depth + 1,
                created=effect.order,
            )
        )
        now.next_place += 1


def _makes_mana(ability: Ability) -> bool:
    text = _text(ability)
    return ": Add " in text and "target" not in text


def _forbidden(now: Now, ability: Ability) -> bool:
    return any(is_keyword(ability, word) for word in now.cannot_have)
