"""Descriptions: the words after "is a" or "becomes a", as operations on types, colors, size and abilities."""

from __future__ import annotations

from typing import Any

from facts.oracle.read.amount_forms import by_own_stat, own_size, sized
from facts.oracle.read.parts import Form, NotRead
from facts.oracle.read.tree_words import values
from facts.words import BASIC_LAND_TYPES, CHOSEN, sets_by_word

Item = tuple[str, Any]
_JOINED = frozenset(("article", "type", "subtype", "colors", "supertype", "size", "every", "chosen"))


def add(ops: Form, key: str, value: Any) -> None:
    """Add an operation.

    Args:
        ops: Operations, changed in place.
        key: A key of the effect form.
        value: Its value; lists are joined.
    """
    if key not in ops:
        ops[key] = value
    elif isinstance(value, list) and isinstance(ops[key], list) and key not in ("set_colors",):
        ops[key] = [*ops[key], *(one for one in value if one not in ops[key])]
    elif ops[key] != value:
        raise NotRead(f"{key} twice")


def separators(seps: list[Item]) -> set[str]:
    """Return the words and signs that stand between the parts of a list.

    Args:
        seps: Parts of a description.
    """
    return {value for kind, value in seps if kind == "sep"}


def describe(items: list[Item]) -> tuple[Form, list[str]]:
    """Return the operations of "is a ...".

    Args:
        items: The parts of the description, as the transformer gives them.

    Returns:
        The operations, and the choice.
    """
    _see_joints(items)
    ops: Form = {}
    chooses: list[str] = []
    dims = next((value for kind, value in items if kind == "addition"), "")
    if sum(kind == "addition" for kind, _ in items) > 1:
        raise NotRead("in addition twice")
    types = [value.value for kind, value in items if kind == "type"]
    subtypes: list[Any] = [value.value for kind, value in items if kind == "subtype"]
    every = [value for kind, value in items if kind == "every"]
    colors: list[Any] | None = None
    chosen_types: list[Any] = []
    for kind, value in items:
        if kind == "colors":
            colors = _only(colors, value)
        elif kind == "supertype":
            add(ops, "add_supertypes", [value.value])
        elif kind == "size":
            add(ops, "set_power", value[0])
            add(ops, "set_toughness", value[1])
        elif kind == "abilities":
            add(ops, "add_abilities", value)
        elif kind == "chosen":
            colors = _chosen(value, subtypes, chosen_types, colors)
        elif kind == "choice":
            colors = _choice(value, subtypes, chosen_types, colors, chooses)
        elif kind == "still":
            ops["still"] = True
        elif kind == "no_longer":
            add(ops, "remove_subtypes", [value.value])
        elif kind == "named":
            add(ops, "set_name", value)
        elif kind == "noun" and value not in ("permanent", "permanents") and not (value.startswith("token") and types):
            raise NotRead(f"is a {value}")
    if "or" in separators(items) or "and/or" in separators(items):
        if subtypes and set(subtypes) <= set(BASIC_LAND_TYPES) and not (types or colors or chosen_types):
            subtypes, chooses = [{"chosen": "basic_land_type"}], ["basic_land_type"]
        else:
            raise NotRead("one of several")
    if any(kind == "noun" for kind, _ in items) and not (ops.get("add_supertypes") or types):
        raise NotRead("is a permanent")
    _types(ops, types + chosen_types, subtypes, every, colors, dims)
    if not ops:
        raise NotRead("nothing is said")
    return ops, chooses


def _see_joints(items: list[Item]) -> None:
    """Check that every "and" joins two things, and every article has a noun."""
    kinds = [kind for kind, _ in items]
    for kind, after in zip(kinds, [*kinds[1:], ""], strict=True):
        if kind == "sep" and after not in _JOINED:
            raise NotRead("and what?")
        if kind == "article" and after in ("sep", "article", ""):
            raise NotRead("a what?")
    if any(kind in ("subtype", "no_longer") and value.value not in sets_by_word() for kind, value in items):
        raise NotRead("becomes what no list of subtypes has")
    if kinds[:1] == ["sep"]:
        raise NotRead("and")


def _types(
    ops: Form, types: list[Any], subtypes: list[Any], every: list[str], colors: list[Any] | None, dims: str
) -> None:
    """Set the named types, or add them if the text says "in addition to"."""
    added_types = "type" in dims
    added_colors = "color" in dims
    if "creature type" in dims and (types and types != ["Creature"]):
        raise NotRead("in addition to its other creature types")
    if dims and not added_types and (types or subtypes or every):
        raise NotRead("in addition to its other colors")
    if added_colors and not colors:
        raise NotRead("in addition to its other colors")
    if types and "creature type" in dims:
        raise NotRead("in addition to its other creature types")
    if types:
        ops["add_types" if added_types else "set_types"] = types
    if every == ["basic land"] and not (added_types or subtypes):
        subtypes, every = list(BASIC_LAND_TYPES), []  # they replace the land types that it has (305.7)
    if subtypes:
        added = added_types or (not types and _only_attachable(subtypes, ops))
        ops["add_subtypes" if added else "set_subtypes"] = subtypes
    if every:
        ops["add_every"] = every
    if colors is not None:
        ops["add_colors" if added_colors else "set_colors"] = colors


_ATTACHABLE = {"Aura": "enchant", "Equipment": "equip", "Fortification": "fortify"}


def _only_attachable(subtypes: list[Any], ops: Form) -> bool:
    """Tell whether something only becomes able to be attached: "is an Equipment with equip {2}", and no card type.

    By the official rulings it keeps its other types and subtypes: a Fortification that is an Equipment is both. A card
    type ("becomes an Aura enchantment") or a creature type ("is a Frog with base power and toughness 1/1") replaces.
    """
    given = [one for one in ops.get("add_abilities", []) if isinstance(one, str)]
    return bool(subtypes) and all(
        isinstance(word, str) and word in _ATTACHABLE and any(one.startswith(_ATTACHABLE[word]) for one in given)
        for word in subtypes
    )


def _only(colors: list[Any] | None, value: list[Any]) -> list[Any]:
    if colors is not None:
        raise NotRead("colors twice")
    return value


def _chosen(value: str, subtypes: list[Any], types: list[Any], colors: list[Any] | None) -> list[Any] | None:
    kind = CHOSEN.get(value, value)
    if not kind:
        raise NotRead(value)
    if kind == "color":
        return _only(colors, [{"chosen": "color"}])
    (types if kind == "card_type" else subtypes).append({"chosen": kind})
    return colors


def _choice(
    value: str, subtypes: list[Any], types: list[Any], colors: list[Any] | None, chooses: list[str]
) -> list[Any] | None:
    for kind in ("creature type", "basic land type", "land type", "card type"):
        if kind in value:
            key = kind.replace(" ", "_")
            chooses.append(key)
            (types if key == "card_type" else subtypes).append({"chosen": key})
            return colors
    chooses.append("color")
    return _only(colors, [{"chosen": "color"}])


class DescriptionMaker:
    """Turns the words after "is a" into the parts of a description. Methods are named as in the grammar."""

    def description(self, parts: list[Any]) -> list[Item]:  # noqa: D102
        return parts

    def item_article(self, parts: list[Any]) -> Item:  # noqa: D102
        return "article", str(parts[0])

    def size(self, parts: list[Any]) -> Item:  # noqa: D102
        return "size", sized(str(parts[0]))

    def size_after(self, parts: list[Any]) -> Item:  # noqa: D102
        return "size", sized(str(parts[-1]))

    def size_equal(self, parts: list[Any]) -> Item:  # noqa: D102
        return "size", (parts[-1], parts[-1])

    def size_of_this(self, parts: list[Any]) -> Item:  # noqa: D102
        return "size", tuple(own_size().values())

    def size_by_this(self, parts: list[Any]) -> Item:  # noqa: D102
        return "size", tuple(by_own_stat(parts[-1]).values())

    def item_no_longer(self, parts: list[Any]) -> Item:  # noqa: D102
        return "no_longer", values(parts, "SUBTYPE")[0]

    def item_colors(self, parts: list[Any]) -> Item:  # noqa: D102
        if any(str(sep) in ("or", "and/or") for sep in values(parts, "COLORSEP")):
            raise NotRead("one of several colors")
        return "colors", [word.value for word in values(parts, "COLOR")]

    def colorless(self, parts: list[Any]) -> Item:  # noqa: D102
        if str(parts[0]) != "colorless":
            raise NotRead(str(parts[0]))
        return "colors", []

    def all_colors(self, parts: list[Any]) -> Item:  # noqa: D102
        return "colors", ["W", "U", "B", "R", "G"]

    def item_supertype(self, parts: list[Any]) -> Item:  # noqa: D102
        return "supertype", parts[0].value

    def item_subtype(self, parts: list[Any]) -> Item:  # noqa: D102
        return "subtype", parts[0].value

    def item_type(self, parts: list[Any]) -> Item:  # noqa: D102
        return "type", parts[0].value

    def item_sep(self, parts: list[Any]) -> Item:  # noqa: D102
        return "sep", str(parts[0])

    def item_noun(self, parts: list[Any]) -> Item:  # noqa: D102
        return "noun", str(parts[0])

    def item_abilities(self, parts: list[Any]) -> Item:  # noqa: D102
        return "abilities", parts[-1]

    def item_every(self, parts: list[Any]) -> Item:  # noqa: D102
        return "every", parts[-1]

    def item_chosen(self, parts: list[Any]) -> Item:  # noqa: D102
        return "chosen", str(parts[0])

    def item_of_chosen_type(self, parts: list[Any]) -> Item:  # noqa: D102
        return "chosen", "the chosen type"

    def item_of_chosen_color(self, parts: list[Any]) -> Item:  # noqa: D102
        return "chosen", "the chosen color"

    def item_choice(self, parts: list[Any]) -> Item:  # noqa: D102
        return "choice", str(parts[0])

    def addition(self, parts: list[Any]) -> Item:  # noqa: D102
        return "addition", str(parts[0]).split(" other ")[1]

    def item_still(self, parts: list[Any]) -> Item:  # noqa: D102
        return "still", True

    def item_named(self, parts: list[Any]) -> Item:  # noqa: D102
        return "named", str(parts[-1]).strip("⟪⟫")

    def every_creature(self, parts: list[Any]) -> str:  # noqa: D102
        return "creature"

    def every_basic_land(self, parts: list[Any]) -> str:  # noqa: D102
        return "basic land"

    def every_nonbasic_land(self, parts: list[Any]) -> str:  # noqa: D102
        return "nonbasic land"

    def every_land(self, parts: list[Any]) -> str:  # noqa: D102
        return "land"

    def every_artifact(self, parts: list[Any]) -> str:  # noqa: D102
        return "artifact"

    def every_enchantment(self, parts: list[Any]) -> str:  # noqa: D102
        return "enchantment"
