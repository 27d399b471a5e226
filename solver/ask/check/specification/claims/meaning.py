"""What a filter, a condition, an amount and an operation mean, as the answer to a board shows.

They are defined anew, apart from the rules, over an answer in which what they look at is settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from facts.text import NUMBER_WORDS
from facts.words import words_of
from solver.ask.check.specification.claims.claim import Data, Objects

One = Mapping[str, Any]
_SETS = {
    "Artifact": "artifact", "Creature": "creature", "Enchantment": "enchantment", "Kindred": "creature", "Land": "land",
    "Planeswalker": "planeswalker",
}  # fmt: skip
BASIC = ("Plains", "Island", "Swamp", "Mountain", "Forest")


@dataclass(frozen=True)
class View:
    """What there is to see of a board.

    Attributes:
        board: The board: its steps tell the statuses.
        objects: The objects of its answer.
        source: The label of the object whose effect looks around.
        you: The player who controls it.
        affected: The object that the effect changes, where an amount asks for it.
        x: The X of the step.
    """

    board: Data
    objects: Objects
    source: str
    you: str = "you"
    affected: str = ""
    x: int = 0

    def fitting(self, form: Any) -> list[str]:
        """Return the labels of the objects that a filter means.

        Args:
            form: The filter.
        """
        return [label for label in self.objects if fits(self, form, label)]

    def status(self, label: str) -> list[str]:
        """Return the statuses that the board tells of an object.

        Args:
            label: Its label.
        """
        return [one for step in self.board["timeline"] if step.get("as") == label for one in step.get("status", ())]


def fits(view: View, form: Any, label: str) -> bool:
    """Tell whether a filter means an object.

    Args:
        view: The board.
        form: The filter.
        label: The object.
    """
    clauses = _listed(form)
    rivals = [one for one in clauses if "highest" in one]
    most = max((_mana_value(view, one) for one in view.objects if _in_one(view, rivals, one)), default=0)
    return any(
        _in_one(view, [one], label) and ("highest" not in one or _mana_value(view, label) >= most) for one in clauses
    )


def _in_one(view: View, clauses: Sequence[Mapping[str, Any]], label: str) -> bool:
    """Tell whether an object is in the zones of one of some clauses, and meets all its demands but "the highest"."""
    zone = view.objects[label]["zone"]
    return any(zone in _listed(one.get("zone", "battlefield")) and _matches(view, one, label) for one in clauses)


def _mana_value(view: View, label: str) -> int:
    return int(view.objects[label].get("mana_value") or 0)


def _matches(view: View, form: Mapping[str, Any], label: str) -> bool:
    return all(_key(view, key, value, label) for key, value in form.items() if key not in ("zone", "highest"))


def _key(view: View, key: str, value: Any, label: str) -> bool:
    one = view.objects[label]
    if key in _WORDS:
        return bool(set(_listed(value)) & set(one[_WORDS[key]]))
    if key in ("controller", "owner"):
        return bool((one[key] == view.you) == (value == "you"))
    if key in ("mana_value", "power", "toughness"):
        return one.get(key) is not None and compares(one[key], value)
    if key in ("base_power", "base_toughness"):
        base = _base(one, key.removeprefix("base_"))
        return base is not None and compares(base, value)
    found: Callable[[], bool] = {
        "not": lambda: not any(_key(view, inner, each, label) for inner, each in value.items()),
        "also": lambda: _matches(view, value, label),
        "name": lambda: one["name"] == value,
        "name_unlike": lambda: _has_own_name(view, value, label),
        "keyword": lambda: has_keyword(one, value),
        "abilities": lambda: not one["abilities"] if value == "none" else _makes_mana(one),
        "colors": lambda: value in (_many(len(one["colors"])), NUMBER_WORDS[len(one["colors"])]),
        "token": lambda: one["token"] == value,
        "other": lambda: label != view.source,
        "self": lambda: label == view.source,
        "attached_to_this": lambda: view.objects[view.source]["attached_to"] == label,
        "attached_to": lambda: _is_attached(view, one, value),
        "enchanted": lambda: _wears(view, label, "Aura", value),
        "equipped": lambda: _wears(view, label, "Equipment", value),
        "historic": lambda: "Artifact" in one["types"] or "Legendary" in one["supertypes"] or "Saga" in one["subtypes"],
        "outlaw": lambda: bool({"Assassin", "Mercenary", "Pirate", "Rogue", "Warlock"} & set(one["subtypes"])),
        "counter": lambda: _has_counter(one, value),
        "counters": lambda: all(one["counters"].get(kind, 0) >= many for kind, many in value.items()),
        "is": lambda: _is(view, label, value),
    }[key]
    return found()


_WORDS = {"type": "types", "subtype": "subtypes", "supertype": "supertypes", "color": "colors"}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _base(one: One, size: str) -> int | None:
    """Return the base power or toughness: of all that modifies them, the boards of the claims have only counters."""
    number, counters = one.get(size), one["counters"]
    return None if number is None else number - counters.get("+1/+1", 0) + counters.get("-1/-1", 0)


def _many(colors: int) -> str:
    return "colorless" if not colors else "monocolored" if colors == 1 else "multicolored"


def has_keyword(one: One, keyword: str) -> bool:
    """Tell whether an object has a keyword ability.

    Args:
        one: The object.
        keyword: The keyword, without its parameters.
    """
    texts = (ability["text"].lower() for ability in one["abilities"])
    return any(text == keyword or text.startswith(f"{keyword} ") for text in texts)


def _makes_mana(one: One) -> bool:
    return any(": add " in ability["text"].lower() for ability in one["abilities"])


def _has_own_name(view: View, kind: str, label: str) -> bool:
    """Tell whether no other permanent, or token, of the player has the name of an object."""
    yours = view.fitting({"controller": "you", **({"token": True} if kind == "token" else {})})
    name = view.objects[label]["name"]
    return not name or all(view.objects[one]["name"] != name for one in yours if one != label)


def _is_attached(view: View, one: One, value: str) -> bool:
    if value == "yours":
        return one["attached_to"] in view.objects and view.objects[one["attached_to"]]["controller"] == view.you
    to = view.source if value == "this" else view.objects[view.source]["attached_to"]
    return to is not None and one["attached_to"] == to


def _wears(view: View, label: str, subtype: str, value: Any) -> bool:
    worn = [one for one in view.objects.values() if one["attached_to"] == label and subtype in one["subtypes"]]
    return any(value is True or one["controller"] == view.objects[label]["controller"] for one in worn)


def _has_counter(one: One, kind: str) -> bool:
    return any(many > 0 for name, many in one["counters"].items() if kind in ("any", name))


def _is(view: View, label: str, value: str) -> bool:
    one = view.objects[label]
    if value == "modified":  # 700.9
        return _has_counter(one, "any") or _wears(view, label, "Equipment", True) or _wears(view, label, "Aura", "own")
    if value == "transformed":
        return one.get("face") == "back"
    if value == "face_down":
        return one.get("face") == "down"
    if value == "top":
        alike = [each for each, other in view.objects.items() if _place(other) == _place(one)]
        return one["zone"] in ("graveyard", "library") and alike[-1] == label
    return value in view.status(label)


def _place(one: One) -> tuple[Any, Any]:
    return one["zone"], one["owner"]


def compares(number: int, form: Mapping[str, Any]) -> bool:
    """Tell whether a number meets the bounds of a form; without bounds, whether it is at least 1.

    Args:
        number: The number.
        form: The form.
    """
    if not {"at_least", "at_most", "exactly"} & set(form):
        return number >= 1
    least, most, exactly = (form.get(key, number) for key in ("at_least", "at_most", "exactly"))
    return bool(least <= number <= most and number == exactly)


def met(view: View, form: Mapping[str, Any]) -> bool:
    """Tell whether a condition is met.

    Args:
        view: The board.
        form: The condition.
    """
    return all(_condition(view, key, value, form) for key, value in form.items() if key not in _COMPARING)


_COMPARING = ("at_least", "at_most", "exactly")


def _condition(view: View, key: str, value: Any, form: Mapping[str, Any]) -> bool:
    source = view.objects[view.source]
    if key in ("count", "count_types", "devotion", "x"):
        number = {
            "count": lambda: len(view.fitting(value)),
            "count_types": lambda: len(_union(view, value, "types")),
            "devotion": lambda: devotion(view, value),
            "x": lambda: view.x,
        }[key]()
        return compares(number, form)
    if key == "counters":
        kind = value["kind"]
        some = [view.objects[label] for label in view.fitting(value["among"])] if "among" in value else [source]
        here = sum(many for one in some for name, many in one["counters"].items() if kind in ("any", name))
        return compares(here, form)
    found: Callable[[], bool] = {
        "not": lambda: not met(view, value),
        "all": lambda: all(met(view, one) for one in value),
        "any": lambda: any(met(view, one) for one in value),
        "count_party": lambda: compares(_party(view, value), form),
        "this": lambda: _matches(view, value, view.source),
        "attached": lambda: source["attached_to"] is not None and _matches(view, value, source["attached_to"]),
        "affected": lambda: _matches(view, value, view.affected),
        "turn": lambda: (view.board.get("turn", "you") == view.you) == (value == "yours"),
        "status": lambda: value in view.status(view.source),
        "count_kinds": lambda: compares(_kinds(view, value), form),
        "most_common_color": lambda: _most_common(view, value),
    }[key]
    return found()


def _union(view: View, form: Any, key: str) -> set[str]:
    return {word for label in view.fitting(form) for word in view.objects[label][key]}


def _kinds(view: View, form: Mapping[str, Any]) -> int:
    some = [view.objects[label] for label in view.fitting(form["among"])]
    if form["of"] == "counters":
        return len({kind for one in some for kind, many in one["counters"].items() if many})
    if form["of"] == "one_player":
        return max(Counter(one["controller"] for one in some).values(), default=0)
    if form["of"] in ("lead", "your_lead"):
        held = Counter(dict.fromkeys(view.board.get("players", ("you", "opponent")), 0))
        held.update(one["controller"] for one in some)
        leads = {one: held[one] - max(held[other] for other in held if other != one) for one in held}
        return leads[view.you] if form["of"] == "your_lead" else max(leads.values())
    if form["of"] in ("total_power", "total_toughness"):
        kind = form["of"].removeprefix("total_")
        return sum(one[kind] for one in some if "Creature" in one["types"])
    key = {"mana_values": "mana_value", "powers": "power", "names": "name"}[form["of"]]
    return len({one[key] for one in some if one.get(key) is not None})


def _most_common(view: View, form: Mapping[str, Any]) -> bool:
    some = [view.objects[label]["colors"] for label in view.fitting(form["among"])]
    counts = {color: sum(color in one for one in some) for color in "WUBRG"}
    return counts[form["color"]] == max(counts.values()) > 0


def devotion(view: View, colors: Sequence[str]) -> int:
    """Count the mana symbols of some colors among the costs of a player's permanents (700.5).

    Args:
        view: The board.
        colors: The colors.
    """
    return sum(
        any(f"{{{color}}}" == symbol for color in colors)
        for label in view.fitting({"controller": "you"})
        for symbol in _symbols(view, label)
    )


def _colored_symbols(view: View, form: Mapping[str, Any]) -> int:
    """Count the mana symbols of a color in the cost of the affected object, or of the objects that match."""
    some = view.fitting(form["among"]) if "among" in form else [view.affected]
    return sum(f"{{{form['mana_symbols']}}}" == symbol for label in some for symbol in _symbols(view, label))


def _symbols(view: View, label: str) -> Iterable[str]:
    one = view.objects[label]
    costs = {
        face["name"]: face.get("mana_cost", "")
        for card in view.board["cards"]
        for face in (card, *card.get("card_faces", ()))
    }
    cost = "" if one.get("face") == "down" else costs.get(one["name"], "")
    return [f"{each}}}" for each in cost.split("}") if each]


def worth(view: View, form: Any) -> int:
    """Return how much an amount is.

    Args:
        view: The board.
        form: The amount.
    """
    if isinstance(form, int):
        return form
    number = _amount(view, form)
    if "half" in form:
        number = -(-number // 2) if form["half"] == "up" else number // 2
    return int(number * form.get("times", 1) + form.get("plus", 0))


def _amount(view: View, form: Mapping[str, Any]) -> int:
    for key in ("power", "toughness", "mana_value"):
        if key in form:
            label = {"this": view.source, "affected": view.affected}[form[key]]
            return view.objects[label].get(key) or 0
    for key, over in (("greatest", max), ("total", sum)):
        if key in form:
            numbers = [view.objects[label].get(form[key]) or 0 for label in view.fitting(form["among"])]
            return int(over(numbers)) if numbers else 0
    if "counters" in form:
        some = view.fitting(form["among"]) if "among" in form else [_asked(view, form)]
        kind = form["counters"]
        return sum(
            many for one in some for name, many in view.objects[one]["counters"].items() if kind in ("any", name)
        )
    (key,) = form.keys() & _COUNTS.keys()
    return _COUNTS[key](view, form)


def _asked(view: View, form: Mapping[str, Any]) -> str:
    return view.affected if form.get("on") == "affected" else view.source


def _count(view: View, form: Mapping[str, Any]) -> int:
    some = view.fitting(form["count"])
    if "attached_to" in form:
        some = [one for one in some if view.objects[one]["attached_to"] == view.affected]
    if "sharing" in form:
        some = [one for one in some if one != view.affected and _share(view, one, form["sharing"])]
    return len(some)


def _share(view: View, label: str, what: str) -> bool:
    one, other = view.objects[label], view.objects[view.affected]
    if what == "name":
        return bool(one["name"]) and one["name"] == other["name"]
    if what == "color":
        return bool(set(one["colors"]) & set(other["colors"]))
    kinds = set(words_of("creature"))
    return bool(set(one["subtypes"]) & set(other["subtypes"]) & kinds)


def _party(view: View, form: Any) -> int:
    """700.8: up to one of each of the four classes; an object counts as one of them."""
    some = [set(view.objects[one]["subtypes"]) & {"Cleric", "Rogue", "Warrior", "Wizard"} for one in view.fitting(form)]
    return _matched([one for one in some if one], frozenset())


def _matched(some: Sequence[set[str]], taken: frozenset[str]) -> int:
    if not some:
        return 0
    without = _matched(some[1:], taken)
    return max([without, *(1 + _matched(some[1:], taken | {one}) for one in some[0] - taken)])


_COUNTS: Mapping[str, Callable[[View, Mapping[str, Any]], int]] = {
    "count": _count,
    "count_each": lambda view, form: sum(len(view.fitting(one)) for one in form["count_each"]),
    "count_types": lambda view, form: len(_union(view, form["count_types"], "types")),
    "count_colors": lambda view, form: len(_union(view, form["count_colors"], "colors")),
    "count_names": lambda view, form: _kinds(view, {"of": "names", "among": form["count_names"]}),
    "count_basic_land_types": lambda view, form: len(
        _union(view, form["count_basic_land_types"], "subtypes") & set(BASIC)
    ),
    "count_party": lambda view, form: _party(view, form["count_party"]),
    "devotion": lambda view, form: devotion(view, form["devotion"]),
    "mana_symbols": _colored_symbols,
    "x": lambda view, form: view.x,
    "colors": lambda view, form: len(view.objects[view.affected]["colors"]),
    "creature_types": lambda view, form: min(
        len(set(view.objects[view.affected]["subtypes"]) & set(words_of("creature"))), form.get("at_most", 99)
    ),
}


def after(form: Mapping[str, Any], one: One) -> dict[str, Any]:
    """Return the characteristics that an operation leaves an object with, one layer after the other.

    Args:
        form: The operations of an effect.
        one: The object as it would be otherwise.
    """
    types = _types_after(form, one)
    now: dict[str, Any] = {
        "supertypes": (set(one["supertypes"]) | set(form.get("add_supertypes", ())))
        - set(form.get("remove_supertypes", ())),
        "types": types,
        "subtypes": _subtypes_after(form, one, types),
        "colors": set(form.get("set_colors", one["colors"])) | set(form.get("add_colors", ())),
    }
    for size in ("power", "toughness"):
        counters = one["counters"].get("+1/+1", 0)  # 613.4c: they change what 613.4b sets
        number = form[f"set_{size}"] + counters if f"set_{size}" in form else one.get(size)
        now[size] = None if number is None else number + form.get(f"add_{size}", 0)
    if form.get("switch"):
        now["power"], now["toughness"] = now["toughness"], now["power"]
    if "Creature" not in types:  # 208.3
        now["power"] = now["toughness"] = None
    return now


def _types_after(form: Mapping[str, Any], one: One) -> set[str]:
    types = set(one["types"])
    if "set_types" in form:
        keeps = form.get("still") or (
            set(form["set_types"]) == {"Artifact", "Creature"} and not form.get("loses_other_types")
        )
        types = set(form["set_types"]) | (types if keeps else set())  # 205.1a, 205.1b
    return (types | set(form.get("add_types", ()))) - set(form.get("remove_types", ()))


def _subtypes_after(form: Mapping[str, Any], one: One, types: set[str]) -> set[str]:
    subtypes = set(one["subtypes"])
    if "set_subtypes" in form:  # 205.1a: of the same set, unless it is "still" what it was (205.1b)
        new = set(form["set_subtypes"])
        sets = [] if form.get("still") else [each for each in set(_SETS.values()) if new & set(words_of(each))]
        replaced = {word for each in sets for word in words_of(each)}
        subtypes = (subtypes - replaced) | new
    for each in form.get("lose_every", ()):
        subtypes -= set(words_of(each))
    subtypes = (subtypes | set(form.get("add_subtypes", ()))) - set(form.get("remove_subtypes", ()))
    allowed = {word for each in types if each in _SETS for word in words_of(_SETS[each])}
    return subtypes & allowed
