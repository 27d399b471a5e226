"""The frame of an effect's sentence: the affected objects, time and place, and the types that they keep."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.effects import TARGET_LIMITS
from facts.effects.form import Affected, AmountOf, Duration, Effect, Filter, Filters, Operations, TargetsOf
from facts.oracle.say.amount_phrases import amount_phrase
from facts.oracle.say.condition_phrases import by_name, condition_phrase
from facts.oracle.say.english import Scene, article, join, ordinal, plural, spoken
from facts.oracle.say.filter_phrases import a_phrase, filter_phrase, is_elsewhere, zone_places
from facts.oracle.say.type_line_phrases import Voice
from facts.words import DURATIONS, sets_by_word


def subject_text(affects: Affected, scene: Scene) -> tuple[str, bool]:
    """Return the subject of a sentence, and whether it is plural.

    Raises:
        ValueError: The value of ``affects`` is none of the form.
    """
    fixed = {"this": scene.name, "attached": scene.attached, "targets": "that permanent"}
    if isinstance(affects, str):
        if affects not in fixed:
            raise ValueError(f"'affects' may not be {affects!r}")
        return fixed[affects], False
    if isinstance(affects, TargetsOf):
        which = f" (the {ordinal(affects.nth)} that is named)" if affects.nth is not None else ""
        target = _target(affects.targets or Filter(), scene)
        if affects.optional:
            target = "up to one " + re.sub("^another target ", "other target ", target)
        return target + which, False
    if affects in (Filter(self=True), Filter(attached_to_this=True)):
        return (scene.name if affects == Filter(self=True) else scene.attached), False
    if affects == Filter(paired=True):
        return "each of those creatures", False
    if isinstance(affects, Filter) and str(affects.as_told).startswith("the first ") and affects.zone == "stack":
        return str(affects.as_told).replace(" this turn", " each turn"), False
    if isinstance(affects, Filter) and affects == Filter(
        type=affects.type, as_told=f"the chosen {affects.type}".lower()
    ):
        return str(affects.as_told), False
    phrase = filter_phrase(affects, True, scene)
    keys = affects.given().keys() if isinstance(affects, Filter) else None
    bare = keys is not None and (keys <= {"type", "subtype"} or keys == {"zone"})
    return (f"all {phrase}" if bare and "the chosen" not in phrase else phrase), True


def limited(effect: Effect, scene: Scene) -> str:
    """Return the clause that limits the targets by an amount: "with power less than or equal to its toughness"."""
    given = effect.given()
    for key, kind in TARGET_LIMITS.items():
        if key in given:
            amount = given[key]
            less = isinstance(amount, AmountOf) and amount.plus == -1
            plain = amount.changed(plus=None) if less else amount
            return f" with {spoken(kind)} less than {'' if less else 'or equal to '}{amount_phrase(plain, scene)}"
    return ""


def here_and_elsewhere(affects: Affected) -> tuple[Affected, tuple[Filter, ...]]:
    """Separate objects on the battlefield from those elsewhere: a card says of these "the same is true" (400.1)."""
    if not isinstance(affects, tuple):
        return affects, ()
    here = tuple(clause for clause in affects if clause.zone is None)
    there = tuple(clause for clause in affects if clause.zone == "stack" or is_elsewhere(clause.zone))
    if not here or not there or (*here, *there) != affects:
        return affects, ()
    return (here[0] if len(here) == 1 else here), there


def _target(wanted: Filters, scene: Scene) -> str:
    if isinstance(wanted, tuple) and _HOSTS & {*wanted}:
        return a_phrase(wanted, scene)
    if isinstance(wanted, tuple):
        return join([_target(clause, scene) for clause in wanted], "or")
    phrase = filter_phrase(wanted, False, scene)
    if phrase.startswith("other "):
        return f"another target {phrase.removeprefix('other ')}"
    return f"target {phrase}"


_HOSTS = {Filter(self=True), Filter(attached_to_this=True)}
"""The source and its host, which a player may choose beside others: "equipped creature or a creature you control"."""


def sharing_text(effect: Effect, scene: Scene) -> str:
    """Return the clause that narrows the affected set: "that shares a color with it"."""
    whom = {"this": scene.name, "attached": scene.attached, "target": "it"}
    shared = effect.shares.given() if effect.shares is not None else {}
    said = [
        f" with the same name as {whom[whose]}"
        if kind == "name"
        else f" that shares a {spoken(kind)} with {whom[whose]}"
        for kind, whose in shared.items()
    ]
    return "".join(said)


_ELSEWHERE = frozenset(["stack", "hand", "graveyard", "library", "exile", "command"])
"""All zones but the battlefield (400.1)."""


def _where(zones: Sequence[str], scene: Scene) -> str:
    """Say in which zones an object is for its ability to function."""
    if set(zones) == _ELSEWHERE:
        return f"{scene.name} isn't on the battlefield"
    if set(zones) == {"battlefield", "command"}:
        zones = ("command", "battlefield")
    return f"{scene.name} is {zone_places(zones, False, 'you')}"


def preamble(effect: Effect, kind: str, scene: Scene, works_in: Sequence[str]) -> str:
    """Return the words before the main clause: the conditions, zones and duration of the effect."""
    parts = []
    lasting = [_where(works_in, scene)] if works_in and set(works_in) != {*_ELSEWHERE, "battlefield"} else []
    if effect.affects == Filter(paired=True):
        lasting.append(f"{scene.name} is paired with another creature")
    if effect.as_long_as is not None:
        lasting.append(condition_phrase(effect.as_long_as, scene))
    if lasting:
        parts.append(_unless(f"as long as {join(lasting)}, "))
    lasts = effect.lasts
    if isinstance(lasts, Duration):
        counter = article(f"{lasts.counter} counter")
        told = by_name(lasts.told, scene) if lasts.told is not None else f"for as long as it has {counter} on it"
        parts.append(f"{told}, ")
    elif lasts is not None:
        parts.append(f"{DURATIONS[lasts][0].replace('~', scene.name)}, ")
    if effect.if_ is not None:
        parts.append(_unless(f"if {condition_phrase(effect.if_, scene)}, "))
    if kind == "as_enters" and (effect.becomes_copy is None or effect.becomes_copy.of is None):
        parts.append(f"as {_entering(effect, scene)}, ")
    return "".join(parts)


def _unless(clause: str) -> str:
    """Say "unless it's night" for "if it isn't so that it's night"."""
    return re.sub(r"^(?:if|as long as) it isn't so that (?!.* and )", "unless ", clause)


def _entering(effect: Effect, scene: Scene) -> str:
    """Return the subject and "enters": the object itself, or the objects that the effect affects."""
    if effect.turn is not None:
        return f"{scene.name} enters"
    affects = effect.affected
    if isinstance(affects, (Filter, tuple)) and effect.becomes_copy is None:
        return f"{article(filter_phrase(affects, False, scene))} enters"
    subject, many = subject_text(affects, scene)
    return f"{subject} {'enter' if many else 'enters'}"


def still_text(effect: Operations, affects: Affected, voice: Voice) -> str:
    """``They're still lands.``: 205.1b said outright."""
    if not effect.still:
        return ""
    filtered = affects.targets if isinstance(affects, TargetsOf) else affects
    known = _known_type(filtered if isinstance(filtered, Filter) else Filter(), voice.scene, affects)
    they = "They're still" if voice.many else "It's still"
    if known:
        return f" {they} {plural(known) if voice.many else article(known)}."
    return f" {'They keep their' if voice.many else 'It keeps its'} other card types."


def _known_type(wanted: Filter, scene: Scene, affects: Affected) -> str:
    """The card type that the affected objects have in any case: that of a filter, of a Forest, of enchanted land."""
    if isinstance(wanted.type, str):
        return wanted.type.lower()
    subtype = wanted.subtype
    if isinstance(subtype, str):
        sets = sets_by_word().get(subtype, ())
        return str(sets[0]) if len(sets) == 1 and sets[0] in _TYPES_OF_SETS else ""
    noun = scene.attached.rpartition(" ")[2] if affects == "attached" else scene.noun if affects == "this" else ""
    return noun if noun in _TYPES_OF_SETS else ""


_TYPES_OF_SETS = frozenset(("artifact", "creature", "enchantment", "land", "planeswalker"))
"""Card types that have subtypes of their own, which no other has (205.3)."""
