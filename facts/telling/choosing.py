"""Choosing: what is chosen as an object enters, is turned face up, or becomes attached (614.12a, 707.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from facts.choices import check_asked, land_types_told_apart
from facts.errors import show
from facts.patterns import pattern
from facts.telling.abilities import asked_choices, is_mode
from facts.telling.copying import copied_card, copied_face
from facts.telling.stage import Stage
from facts.timeline import Thing

_AS = pattern(r"as [^,]+ (?:enters|becomes attached|is turned face up)\b", re.IGNORECASE)
_COIN = pattern(r"\bcomes up (heads|tails)\b", re.IGNORECASE)


def choose(stage: Stage, step: dict[str, Any], thing: Thing, copied: Thing | None = None) -> None:
    """Note what a step says was chosen for an object; what was chosen before counts where it says nothing.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: What it enters as a copy of.

    Raises:
        InputError: The step asks for what cannot be chosen.
    """
    if "chosen" not in step:
        return
    cards = {id(card): card for card in (thing.card, copied_card(stage, copied or thing))}.values()
    abilities = [one for card in cards for face in card.faces for one in face.abilities]
    asked = {key for one in abilities if one.kind == "as_enters" for key in asked_choices(one)}
    chosen = land_types_told_apart(stage.choices(step), asked)
    check_asked(stage.document, (*stage.path, "chosen"), chosen, [one.text for one in abilities if _AS.match(one.text)])
    thing.change(stage.step, "chosen", {**thing.chosen, **chosen})


def choose_anew(stage: Stage, step: dict[str, Any], thing: Thing) -> None:
    """Note what was chosen for an object that is there already: it takes the place of what was chosen before.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.

    Raises:
        InputError: The step asks for what cannot be chosen.
    """
    if "chosen" in step:
        choose(stage, step, thing)
        thing.change(stage.step, "mode", chosen_mode(stage, thing))


def chosen_mode(stage: Stage, thing: Thing) -> Mapping[str, Any] | None:
    """Return what was chosen of what an object may be as it enters or is turned face up (707.2).

    Args:
        stage: The board so far.
        thing: The object.

    Returns:
        The effect; None where there is nothing to choose of, or the board does not say what was.

    Raises:
        InputError: What the board says is none of its modes.
    """
    chosen = thing.chosen.get("mode")
    if not chosen:
        return None
    face = copied_face(stage, thing)
    asking = [one for one in face.abilities if one.kind == "as_enters" and "mode" in asked_choices(one)]
    modes = [effect for ability in asking for effect in ability.effects]
    if not modes:
        return None
    coins = [side.lower() for ability in asking for side in _COIN.findall(ability.text)]
    said = str(chosen[0])
    said = str(coins.index(said.lower()) + 1) if said.lower() in coins else said
    fitting = [mode for number, mode in enumerate(modes, 1) if is_mode(said, number, mode, "as_enters")]
    if len(fitting) != 1:
        which = "several of its modes" if fitting else "none of its modes"
        hint = f"Name one by its position, 1 to {len(modes)}, or by its power and toughness"
        stage.fail(("chosen", "mode"), f"{show(str(chosen[0]))} is {which}", hint)
    return fitting[0]
