"""Notes the objects that a step names where a text limits them: what is copied, equipped, mutated onto (707.5, 115.1).

The check of a board asks of each whether the text allows it, by the board as it was at that moment; see `facts.named`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from facts.cards import Face
from facts.effects import SOURCE_OR_HOST
from facts.telling.abilities import Printed
from facts.telling.stage import Stage
from facts.timeline import Named, Resolution, Thing

_EQUIPPING = ("equip", "fortify", "reconfigure")
_MUTATED_ONTO = {"type": "Creature", "not": {"subtype": "Human"}}
"""The creature that a mutating spell targets; it must also have the same owner (702.140a)."""


def name_copied_by_text(stage: Stage, resolution: Resolution, effect: Mapping[str, Any], copied: Thing) -> None:
    """Note the object that a resolving spell or ability copies.

    Args:
        stage: The board so far.
        resolution: What resolves.
        effect: The effect by which something is a copy, in the effect form.
        copied: What is copied.
    """
    of = _may_be_copied(effect, makes_token=bool((resolution.ability.form or {}).get("makes_token")))
    _name_copied(stage, of, copied, resolution.source, resolution.controller, resolution.chosen)


def name_copied_as_it_enters(stage: Stage, printed: list[Printed], thing: Thing, copied: Thing) -> None:
    """Note the object that another one copies as it enters, or as it is turned face up.

    Args:
        stage: The board so far.
        printed: The abilities of the object.
        thing: The object.
        copied: What is copied.
    """
    effects = [effect for one in printed if one.ability.kind == "as_enters" for effect in one.ability.effects]
    for effect in effects:
        if "becomes_copy" in effect and effect.get("affects", "this") == "this":
            _name_copied(stage, _may_be_copied(effect), copied, "", thing.controller, thing.chosen, thing)
            return


def name_copied_by_token(
    stage: Stage, making: list[Printed], thing: Thing, copied: Thing, source: Thing | None
) -> None:
    """Note the object that a token is a copy of.

    Args:
        stage: The board so far.
        making: The abilities that could have created the token.
        thing: The token.
        copied: What is copied.
        source: The object that has the ability, if there is only one.
    """
    effects = [
        effect for one in making if (one.ability.form or {}).get("makes_token") for effect in one.ability.effects
    ]
    if len(effects) == 1:
        of = _may_be_copied(effects[0], makes_token=True)
        _name_copied(stage, of, copied, "" if source is None else source.label, thing.controller, {})


def name_host(stage: Stage, thing: Thing, face: Face, host: Thing) -> None:
    """Note the host of an Equipment or Fortification that has an ability to attach itself (702.6a).

    Args:
        stage: The board so far.
        thing: The Equipment.
        face: The face that is up, or that of what it is a copy of.
        host: The host.
    """
    said = tuple(one.text for one in face.abilities if one.keyword in _EQUIPPING)
    if said:
        source = thing.label if thing.step < stage.step else ""  # what enters is not there yet when the board is asked
        stage.timeline.named.append(
            Named(stage.step, "equipped", thing.label, host.label, said, source, thing.controller)
        )


def name_mutated(stage: Stage, host: Thing) -> None:
    """Note the creature that a mutating spell merges with (702.140a).

    Args:
        stage: The board so far.
        host: The creature.
    """
    stage.timeline.named.append(Named(stage.step, "mutated", "", host.label, _MUTATED_ONTO, "", host.owner))


def _may_be_copied(effect: Mapping[str, Any], *, makes_token: bool = False) -> Any:
    """Return what may be copied: a filter, ``{"targets": filter}``, or None if anything may."""
    of = effect.get("affects") if makes_token else effect.get("becomes_copy", {}).get("of")
    return None if of is None or of in SOURCE_OR_HOST or of == "targets" else of


def _name_copied(
    stage: Stage,
    of: Any,
    copied: Thing,
    source: str,
    controller: str,
    chosen: dict[str, list[str | int]],
    copying: Thing | None = None,
) -> None:
    targeted = isinstance(of, Mapping) and "targets" in of
    if of is None or (copied.left is not None and (targeted or _is_elsewhere(of))):
        return  # no step says where it is after it left, and the targeting spell may have made it leave
    how = "entering" if copying is not None else "targeted" if targeted else "chosen"
    stage.timeline.named.append(
        Named(
            stage.step, how, "" if copying is None else copying.label, copied.label, of["targets"] if targeted else of,
            source, controller, chosen,
        )
    )  # fmt: skip


def _is_elsewhere(of: Any) -> bool:
    """Tell whether what may be copied need not be on the battlefield."""
    clauses = of["targets"] if isinstance(of, Mapping) and "targets" in of else of
    return any("zone" in clause for clause in (clauses if isinstance(clauses, list) else [clauses]))
