"""Amounts in words: ``the number of Forests you control``, ``twice your devotion to green``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from facts.oracle.say.english import Form, Scene, chosen_phrase, color_list, number, refuse_unknown, spoken
from facts.oracle.say.filter_phrases import filter_phrase

Amount = int | Form

_TIMES = {-1: "minus", 2: "twice"}


def amount_phrase(amount: Amount, scene: Scene = Scene(), its: str = "its") -> str:  # noqa: B008
    """An amount as a noun phrase; ``its`` stands for the affected object where the amount asks about it."""
    if not isinstance(amount, Mapping):
        return str(amount)
    refuse_unknown(
        amount, {*BASES, "among", "on", "sharing", "attached_to", "half", "at_most", "times", "plus"}, "an amount"
    )
    text = " and ".join(BASES[key](amount, scene, its) for key in amount if key in BASES)
    if "at_most" in amount:
        text = f"{text}, up to {amount['at_most']}"
    if "half" in amount:
        text = f"half {text} (rounded {amount['half']})"
    times, plus = amount.get("times"), amount.get("plus")
    if times is not None:
        text = f"{_TIMES.get(times, f'{number(times)} times')} {text}"
    if plus is None:
        return text
    if times is not None and times > 0 and plus > 0:
        return f"{plus} plus {text}"
    return f"{text} {'minus' if plus < 0 else 'plus'} {abs(plus)}"


def short_amount(amount: Amount | None) -> str | None:
    """The amount as it stands in ``1/1`` and ``X/X``, if it is short enough for that."""
    if isinstance(amount, Mapping):
        return "X" if set(amount) == {"x"} else None
    return None if amount is None else str(amount)


def _object_of(its: str) -> str:
    """The pronoun after a preposition that goes with a possessive one."""
    return {"its": "it", "their": "them"}.get(its, its)


def _whose(value: Any, scene: Scene, its: str) -> str:
    owners = {"this": f"{scene.name}'s", "attached": f"{scene.attached}'s", "affected": its, "target": "that object's"}
    return owners.get(value, spoken(value))


def _quality(key: str) -> Callable[[Form, Scene, str], str]:
    def say(amount: Form, scene: Scene, its: str) -> str:
        return f"{_whose(amount[key], scene, its)} {spoken(key)}"

    return say


def _count(amount: Form, scene: Scene, its: str) -> str:
    shared = f" that share a {spoken(amount['sharing'])} with {_object_of(its)}" if "sharing" in amount else ""
    on_it = f" attached to {_object_of(its)}" if "attached_to" in amount else ""
    return f"the number of {'other ' if shared else ''}{filter_phrase(amount['count'], True, scene)}{shared}{on_it}"


def _count_each(amount: Form, scene: Scene, its: str) -> str:
    return " plus ".join(f"the number of {filter_phrase(one, True, scene)}" for one in amount["count_each"])


def _count_types(amount: Form, scene: Scene, its: str) -> str:
    return f"the number of card types among {filter_phrase(amount['count_types'], True, scene)}"


def _count_colors(amount: Form, scene: Scene, its: str) -> str:
    return f"the number of colors among {filter_phrase(amount['count_colors'], True, scene)}"


def _count_basic_land_types(amount: Form, scene: Scene, its: str) -> str:
    among = filter_phrase(amount["count_basic_land_types"], True, scene)
    return f"the number of basic land types among {among}"


def _count_party(amount: Form, scene: Scene, its: str) -> str:
    if amount["count_party"] == {"type": "Creature", "controller": "you"}:
        return "the number of creatures in your party"
    return f"the number of creatures in the party among {filter_phrase(amount['count_party'], True, scene)}"


def _greatest(amount: Form, scene: Scene, its: str) -> str:
    among = filter_phrase(amount.get("among", {}), True, scene)
    return f"the greatest {spoken(amount['greatest'])} among {among}"


def _total(amount: Form, scene: Scene, its: str) -> str:
    return f"the total {spoken(amount['total'])} of {filter_phrase(amount.get('among', {}), True, scene)}"


def _counters(amount: Form, scene: Scene, its: str) -> str:
    if "among" in amount:
        return f"the number of {amount['counters']} counters on {filter_phrase(amount['among'], True, scene)}"
    kind = "" if amount["counters"] == "any" else f"{amount['counters']} "
    return f"the number of {kind}counters on {scene.name if amount.get('on') != 'affected' else _object_of(its)}"


def _devotion(amount: Form, scene: Scene, its: str) -> str:
    return devotion(amount["devotion"])


def _x(amount: Form, scene: Scene, its: str) -> str:
    return "X"


def _chosen(amount: Form, scene: Scene, its: str) -> str:
    return chosen_phrase(amount)


def _colors(amount: Form, scene: Scene, its: str) -> str:
    return f"the number of {its} colors"


def _creature_types(amount: Form, scene: Scene, its: str) -> str:
    return f"the number of {its} creature types"


def _told(amount: Form, scene: Scene, its: str) -> str:
    return str(amount["told"])


def devotion(colors: list[str]) -> str:
    """``your devotion to white and black``."""
    return f"your devotion to {color_list(colors)}"


BASES: dict[str, Callable[[Form, Scene, str], str]] = {
    "count": _count,
    "count_each": _count_each,
    "count_types": _count_types,
    "count_colors": _count_colors,
    "count_basic_land_types": _count_basic_land_types,
    "count_party": _count_party,
    "mana_value": _quality("mana_value"),
    "power": _quality("power"),
    "toughness": _quality("toughness"),
    "greatest": _greatest,
    "total": _total,
    "counters": _counters,
    "devotion": _devotion,
    "x": _x,
    "chosen": _chosen,
    "colors": _colors,
    "creature_types": _creature_types,
    "told": _told,
}
