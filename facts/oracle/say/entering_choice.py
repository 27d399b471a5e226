"""What an object becomes as it enters, of several things: "as ~ enters, it becomes your choice of 5/1 or 1/5"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facts.effects.form import Ability, Effect, Operations
from facts.oracle.say.english import Scene, article, join
from facts.oracle.say.type_line_phrases import Voice

Clauses = Callable[[Operations, Voice], tuple[list[str], str]]
"""The predicates of an effect, and the tail of their sentence."""
_SIZED = re.compile(r"an? (?P<noun>.+) with power and toughness (?P<size>\d+/\d+)")
_BESIDES = " in addition to "


def entering_choice(ability: Ability, effects: Sequence[Effect], scene: Scene, clauses: Clauses) -> str:
    """Say the modes of an object that chooses one as it enters.

    Args:
        ability: The ability.
        effects: Its effects, one a mode.
        scene: The names of the objects.
        clauses: Says the predicates of an effect.

    Returns:
        The sentence; empty where the effects are no such modes, or one of them does more.
    """
    if ability.kind != "as_enters" or ability.chooses not in ("mode", ("mode",), ["mode"]) or len(effects) < 2:
        return ""
    options = [_option(effect, Voice(scene, False, True, False, True), clauses) for effect in effects]
    if not all(options):
        return ""
    return f"as {scene.name} enters, it becomes your choice of {join(options, 'or')}."


def _option(effect: Effect, voice: Voice, clauses: Clauses) -> str:
    """Say one mode as a noun phrase; empty where none says all of it."""
    done = effect.changed(affects=None)
    size = done.given().keys() == {"set_power", "set_toughness"}
    if effect.affects != "this" or done.changed(**dict.fromkeys(_SAID)).given():
        return ""
    if size:
        return f"{effect.set_power}/{effect.set_toughness}"
    (first, *rest), tail = clauses(done, voice)
    verb = f"{voice.verb('becomes')} "
    if not first.startswith(verb) or tail or len(rest) > 1 or not all(one.startswith("gains ") for one in rest):
        return ""
    noun, besides, types = first.removeprefix(verb).partition(_BESIDES)
    sized = _SIZED.fullmatch(noun)
    if sized is not None:
        noun = article(f"{sized['size']} {sized['noun']}")
    return noun + "".join(f" with {one.removeprefix('gains ')}" for one in rest) + besides + types


_SAID = (
    "set_power", "set_toughness", "set_types", "set_subtypes", "set_colors", "add_types", "add_subtypes",
    "add_abilities",
)  # fmt: skip
"""The operations that a noun phrase says."""
