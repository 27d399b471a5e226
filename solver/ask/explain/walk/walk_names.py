"""The names in a walk: of objects, of effects, and of several alike objects together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facts.runtime import pattern
from solver.ask.explain.walk_values import EffectName, Walk
from solver.ask.explain.wording import phrases as words

_NUMBER_OF: Mapping[str, int] = {words.ordinal(number): number for number in range(1, 1000)}
NUMBERED = pattern(
    rf"(?P<whose>{words.THE}|\S+['’]s|{words.YOURS}|{words.OPPONENTS}) "
    rf"(?P<ordinal>{words.ORDINAL}) (?P<name>.+)"
)


def unnumbered(name: str) -> str:
    """Return the common name of several objects: "Forest" of "the first Forest".

    Args:
        name: The name of one of them.
    """
    told = NUMBERED.match(name)
    return name if told is None else f"{told['whose']} {told['name']}"


def alike_named(head: re.Match[str], name: str) -> bool:
    """Tell whether a name differs from another one only in its number.

    Args:
        head: The match of `NUMBERED` with the one name.
        name: The other name.
    """
    told = NUMBERED.match(name)
    return told is not None and (told["whose"], told["name"]) == (head["whose"], head["name"])


def named_together(names: Sequence[str]) -> str:
    """Return several names as one phrase: "the first to third Forest and Humility".

    Args:
        names: The names, one at least.
    """
    return words.joined([name for name, _ in joined_names(names)])


def joined_names(names: Sequence[str]) -> list[tuple[str, int]]:
    """Join objects of one name, and count them: "the first and second Forest", "the first to 20th Forest".

    Args:
        names: The names.
    """
    found: list[tuple[str, int]] = []
    places: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for name in names:
        told = NUMBERED.match(name)
        if told is None:
            found.append((name, 1))
            continue
        where, ordinals = places.setdefault((told["whose"], told["name"]), (len(found), []))
        if not ordinals:
            found.append(("", 0))
        ordinals.append(told["ordinal"])
        found[where] = (f"{told['whose']} {words.joined(_ranges(ordinals))} {told['name']}", len(ordinals))
    return found


def _ranges(ordinals: Sequence[str]) -> list[str]:
    """Say three or more that follow one another as a range: "first to fourth"."""
    found: list[list[str]] = []
    for one in ordinals:
        if found and _NUMBER_OF.get(found[-1][-1], 0) + 1 == _NUMBER_OF.get(one):
            found[-1].append(one)
        else:
            found.append([one])
    return [
        part for run in found for part in ([words.FROM_TO.format(first=run[0], last=run[-1])] if len(run) > 2 else run)
    ]


def short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return short names for names with a comma: "Urborg", if nothing else has that name.

    Args:
        names: The name of each object, by label.
    """
    found: dict[str, str] = {}
    heads = [name.partition(", ")[0] for name in dict.fromkeys(names.values())]
    for name in dict.fromkeys(names.values()):
        head, comma, rest = name.partition(", ")
        if comma and heads.count(head) == 1 and not rest.endswith(words.EMBLEM):
            found[name] = head
    return found


def effect_names(walk: Walk, names: Mapping[str, str]) -> dict[EffectName, str]:
    """Return the names of resolved spells and abilities, with their steps if several share a name.

    Args:
        walk: The walk.
        names: The name of each object, by label.
    """
    found: dict[EffectName, str] = {}
    steps: dict[str, set[int]] = {}
    effects = [one for one in walk.effects.values() if one.kind == "resolved"]
    for one in effects:
        name = names.get(one.source, one.source)
        if name == words.AN_EFFECT:
            name = words.EFFECT_OF_STEP.format(step=one.timestamp)
        found[one] = name
        steps.setdefault(name, set()).add(one.timestamp)
    for one, name in found.items():
        if len(steps[name]) > 1:
            found[one] = words.SAME_NAME.format(source=name, step=one.timestamp)
    return found
