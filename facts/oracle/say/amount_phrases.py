"""Amounts in words: ``the number of Forests you control``, ``twice your devotion to green``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from facts.effects import ALL_ZONES
from facts.effects.form import Amount, AmountOf, Filter
from facts.oracle.say.english import Scene, chosen_phrase, color_list, number, spoken
from facts.oracle.say.filter_phrases import filter_phrase

_TIMES = {-1: "minus", 2: "twice"}


def amount_phrase(amount: Amount, scene: Scene = Scene(), its: str = "its") -> str:  # noqa: B008
    """Say an amount as a noun phrase.

    Args:
        amount: The amount.
        scene: The names of the objects.
        its: The possessive for the affected object, where the amount asks about that.
    """
    if isinstance(amount, int):
        return str(amount)
    text = " and ".join(BASES[key](amount, scene, its) for key in amount.given() if key in BASES)
    if amount.at_most is not None:
        text = f"{text}, up to {amount.at_most}"
    times, plus = amount.times, amount.plus
    if amount.half is not None:
        rounded = f"rounded {amount.half}"
        text = f"half {text}, {rounded}" if times is None and plus is None else f"half {text} ({rounded})"
    if times is not None:
        text = f"{_TIMES.get(times, f'{number(times)} times')} {text}"
    if plus is None:
        return text
    if times is not None and times > 0 and plus > 0:
        return f"{plus} plus {text}"
    return f"{text} {'minus' if plus < 0 else 'plus'} {abs(plus)}"


def short_amount(amount: Amount | None) -> str | None:
    """The amount as it stands in ``1/1`` and ``X/X``, if it is short enough for that."""
    if isinstance(amount, AmountOf):
        return "X" if amount == AmountOf(x=True) else None
    return None if amount is None else str(amount)


def _object_of(its: str) -> str:
    """The pronoun after a preposition that goes with a possessive one."""
    return {"its": "it", "their": "them"}.get(its, its)


def _whose(value: str, scene: Scene, its: str) -> str:
    owners = {"this": f"{scene.name}'s", "attached": f"{scene.attached}'s", "affected": its, "target": "that object's"}
    return owners.get(value, spoken(value))


def _quality(key: str) -> Callable[[AmountOf, Scene, str], str]:
    def say(amount: AmountOf, scene: Scene, its: str) -> str:
        if getattr(amount, key) == "target":
            return f"the {spoken(key)} of that creature"
        return f"{_whose(getattr(amount, key), scene, its)} {spoken(key)}"

    return say


def _count(amount: AmountOf, scene: Scene, its: str) -> str:
    shared = f" that share a {spoken(amount.sharing)} with {_object_of(its)}" if amount.sharing is not None else ""
    shared = f" with the same name as {_object_of(its)}" if amount.sharing == "name" else shared
    on_it = f" attached to {_object_of(its)}" if amount.attached_to is not None else ""
    clauses = amount.count if isinstance(amount.count, tuple) else ()
    if len(clauses) == 2 and clauses[0].zone is None and clauses[1].zone is not None and not shared:
        here, there = (filter_phrase(one, True, scene) for one in clauses)
        return f"the number of {here} on the battlefield plus the number of {there}"
    counted = filter_phrase(amount.count or Filter(), True, scene)
    return f"the number of {'other ' if shared else ''}{counted}{shared}{on_it}"


def _count_each(amount: AmountOf, scene: Scene, its: str) -> str:
    return " plus ".join(f"the number of {filter_phrase(one, True, scene)}" for one in amount.count_each or ())


def _count_types(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of card types among {filter_phrase(amount.count_types or Filter(), True, scene)}"


def _count_colors(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of colors among {filter_phrase(amount.count_colors or Filter(), True, scene)}"


def _count_names(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of differently named {filter_phrase(amount.count_names or Filter(), True, scene)}"


def _count_basic_land_types(amount: AmountOf, scene: Scene, its: str) -> str:
    among = filter_phrase(amount.count_basic_land_types or Filter(), True, scene)
    return f"the number of basic land types among {among}"


def _count_party(amount: AmountOf, scene: Scene, its: str) -> str:
    if amount.count_party == Filter(type="Creature", controller="you"):
        return "the number of creatures in your party"
    return f"the number of creatures in the party among {filter_phrase(amount.count_party or Filter(), True, scene)}"


def _greatest(amount: AmountOf, scene: Scene, its: str) -> str:
    whose = amount.among.to_data() if isinstance(amount.among, Filter) else {}
    yours = {key: value for key, value in whose.items() if key != "zone"} == {"is": "commander", "owner": "you"}
    everywhere = set(whose.get("zone", ())) == set(ALL_ZONES)
    among = "your commanders" if yours and everywhere else filter_phrase(amount.among or Filter(), True, scene)
    return f"the greatest {spoken(amount.greatest or '')} among {among}"


def _total(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the total {spoken(amount.total or '')} of {filter_phrase(amount.among or Filter(), True, scene)}"


def _counters(amount: AmountOf, scene: Scene, its: str) -> str:
    if amount.among is not None:
        return f"the number of {amount.counters} counters on {filter_phrase(amount.among, True, scene)}"
    kind = "" if amount.counters == "any" else f"{amount.counters} "
    return f"the number of {kind}counters on {scene.name if amount.on != 'affected' else _object_of(its)}"


def _devotion(amount: AmountOf, scene: Scene, its: str) -> str:
    return devotion(amount.devotion or ())


def _mana_symbols(amount: AmountOf, scene: Scene, its: str) -> str:
    costs = f"{its} mana cost{'s' if its == 'their' else ''}"
    if amount.among is not None:
        costs = f"the mana costs of {filter_phrase(amount.among, True, scene)}"
    return f"the number of {color_list([amount.mana_symbols or ''])} mana symbols in {costs}"


def _x(amount: AmountOf, scene: Scene, its: str) -> str:
    return "X"


def _chosen(amount: AmountOf, scene: Scene, its: str) -> str:
    return chosen_phrase(amount.chosen or "")


def _colors(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of {its} colors"


def _type_words(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of {its} supertypes, card types, and subtypes"


def _creature_types(amount: AmountOf, scene: Scene, its: str) -> str:
    return f"the number of {its} creature types"


def _told(amount: AmountOf, scene: Scene, its: str) -> str:
    return str(amount.told)


def devotion(colors: Sequence[str]) -> str:
    """``your devotion to white and black``."""
    return f"your devotion to {color_list(colors)}"


BASES: dict[str, Callable[[AmountOf, Scene, str], str]] = {
    "count": _count,
    "count_each": _count_each,
    "count_types": _count_types,
    "count_colors": _count_colors,
    "count_names": _count_names,
    "count_basic_land_types": _count_basic_land_types,
    "count_party": _count_party,
    "mana_value": _quality("mana_value"),
    "power": _quality("power"),
    "toughness": _quality("toughness"),
    "greatest": _greatest,
    "total": _total,
    "counters": _counters,
    "devotion": _devotion,
    "mana_symbols": _mana_symbols,
    "x": _x,
    "chosen": _chosen,
    "colors": _colors,
    "type_words": _type_words,
    "creature_types": _creature_types,
    "told": _told,
}
