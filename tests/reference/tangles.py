"""Random boards of few objects and many effects with parts in several layers, made to be in each other's way.

``boards`` makes boards of every kind; these are dense: three card types, two subtypes of each, three keywords, and
effects that do several things at once, grant abilities that do so again, ask how many there are, and look for
what the others change.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .boards import Board
from .choosing import Chooser, Drawn

TYPES = ["Creature", "Land", "Artifact"]
WORDS = {"Creature": ["Bear", "Elf"], "Land": ["Forest", "Desert"], "Artifact": ["Food", "Vehicle"]}
KEYWORDS = ["flying", "trample"]
COLORS = ["W", "G"]
COUNTERS = ["+1/+1", "-1/-1", "+1/+0", "flying", "trample"]
KEYS_BY_LAYER = {
    "4": ["set_types", "set_types", "add_types", "add_types", "remove_types", "set_subtypes", "add_subtypes",
          "remove_subtypes", "add_every", "lose_every", "supertypes"],
    "5": ["set_colors", "add_colors"],
    "6": ["lose_all_abilities", "add_abilities", "add_abilities", "grant", "lose_abilities", "cannot_have"],
    "7": ["set", "set", "add", "switch"],
}  # fmt: skip


@st.composite
def tangles(draw: st.DrawFn, layers: str = "4567", max_objects: int = 4, max_resolved: int = 3) -> Board:
    """Boards as `make_tangle` makes them."""
    return make_tangle(Drawn(draw), layers, max_objects, max_resolved)


def make_tangle(
    choose: Chooser, layers: str = "4567", max_objects: int = 4, max_resolved: int = 3, name: str = "Testling"
) -> Board:
    """Make a dense board; ``layers`` are those whose operations occur."""
    return _Tangle(choose, layers, name).board(max_objects, max_resolved)


class _Tangle:
    def __init__(self, choose: Chooser, layers: str, name: str) -> None:
        self.one = choose.one
        self.some = choose.some
        self.chance = choose.chance
        self.layers = layers
        self.name = name
        self.texts = 0
        self.depth = 0

    def board(self, most: int, resolved: int) -> Board:
        """A board: objects with abilities, effects in between, counters."""
        cards, timeline = [], []
        labels: list[str] = []
        for number in range(1, self.one(range(1, most + 1)) + 1):
            label = f"o{number}"
            card, step = self.card(number)
            aura = bool(labels) and "Aura" in card["type_line"]
            if aura:
                step["attached_to"] = self.one(labels)
            elif "Aura" in card["type_line"]:
                card["type_line"] = "Enchantment"
            cards.append(card)
            timeline.append(step | {"as": label, "controller": self.one("AB")})
            labels.append(label)
            if self.chance(3) and resolved:
                resolved -= 1
                timeline.append(self.resolves(labels))
            if self.chance(8):
                timeline.append({"counters": {self.one(COUNTERS): self.one([1, 2])}, "on": self.one(labels)})
        return {"players": ["A", "B"], "cards": cards, "timeline": timeline}

    def card(self, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """A card and the step that brings it."""
        types = self.one([["Creature"], ["Land"], ["Artifact"], ["Creature", "Land"], ["Enchantment"], ["Aura"]])
        words = [self.one(WORDS[one]) for one in types if one in WORDS and self.chance(2)]
        line = " ".join(types) if types != ["Aura"] else "Enchantment — Aura"
        if self.chance(5):
            line = f"{self.one(['Legendary', 'Snow'])} {line}"
        if words:
            line += f" — {' '.join(words)}"
        abilities: list[Any] = ["enchant permanent"] if types == ["Aura"] else []
        abilities += [self.one([*KEYWORDS, "{T}: Add {C}.", "changeling", "devoid"])] if self.chance(4) else []
        if "7" in self.layers and self.chance(8):
            amount = self.amount()
            abilities.append({"cda": True, "text": self.text("Size"), "affects": "this", "set_power": amount,
                              "set_toughness": amount})  # fmt: skip
        abilities += [self.static(types == ["Aura"]) for _ in range(self.one([0, 1, 1, 2]))]
        card: dict[str, Any] = {"name": f"{self.name} {number}", "type_line": line, "abilities": abilities}
        if "Land" not in types:
            card["mana_cost"] = self.one(["{1}", "{G}", "{2}{W}"])
        if "Creature" in types or self.chance(4):
            card["power"], card["toughness"] = self.one("0123"), self.one("124")
        step: dict[str, Any] = {"enters": card["name"]}
        if self.chance(6):
            step["counters"] = {self.one(COUNTERS): self.one([1, 2])}
        return card, step

    def text(self, what: str) -> str:
        self.texts += 1
        return f"{what} {self.texts}."

    def static(self, aura: bool = False) -> dict[str, Any]:
        """A static ability."""
        ability: dict[str, Any] = {"text": self.text("Rule")}
        if self.chance(8):
            return ability | {"effects": [self.effect(aura), self.effect(aura)]}
        return ability | self.effect(aura)

    def effect(self, aura: bool = False) -> dict[str, Any]:
        """An effect of a static ability."""
        where: Any = "attached" if aura and not self.chance(4) else "this" if self.chance(5) else self.filters()
        condition = {"as_long_as": self.condition()} if self.chance(6) else {}
        return {"affects": where, **condition, **self.operations()}

    def resolves(self, labels: list[str]) -> dict[str, Any]:
        """An effect of a spell, on targets or on the objects that it finds."""
        if self.chance(4):
            where = self.filters()
            return {"resolves": {"effects": [{"affects": where, **self.operations()}]}, "source": self.one(labels)}
        source = {"source": self.one(labels)} if self.chance(2) else {}
        effects = [{"affects": "targets", **self.operations(bool(source))} for _ in range(self.one([1, 1, 2]))]
        return {"resolves": {"effects": effects}, **source, "affects": self.some(labels)}

    # The conditions.

    def filters(self, with_source: bool = True) -> Any:
        """A filter, seldom any of two."""
        if self.chance(8):
            return [self.filter(with_source), self.filter(with_source)]
        return self.filter(with_source)

    def filter(self, with_source: bool = True) -> dict[str, Any]:
        """A filter of one key or two."""
        found = dict(self.key(with_source))
        if self.chance(3):
            found |= self.key(with_source)
        if self.chance(6):
            also = self.key(with_source)
            found |= {"also": also} if "zone" not in also else {}
        return found

    def key(self, with_source: bool) -> dict[str, Any]:
        """One key of a filter."""
        word = self.one([("type", self.one(TYPES)), ("type", self.one(TYPES)), ("subtype", self.word()),
                         ("supertype", self.one(["Legendary", "Snow"]))])  # fmt: skip
        choices: list[dict[str, Any]] = [dict([word]), dict([word]), dict([word])]
        if "5" in self.layers:
            numbers = ["colorless", "monocolored", "multicolored"]
            choices += [
                {"color": self.one(COLORS)},
                {"colors": self.one(numbers) if self.chance(2) else self.some(numbers)},
            ]
        if "6" in self.layers:
            keyword = {"keyword": self.one(KEYWORDS)}
            choices += [keyword, keyword, {"abilities": "none"}]
        if "7" in self.layers:
            size = {self.one(["at_least", "at_most", "exactly"]): self.one([0, 1, 2, 3])}
            choices.append({self.one(["power", "toughness"]): size})
        choices.append({"counter": self.one(COUNTERS)})
        if with_source:
            choices += [{"other": True}, {"controller": self.one(["you", "opponent"])}, {"self": True},
                        {"attached_to_this": True}]  # fmt: skip
        found = dict(self.one(choices))
        if self.chance(3):
            return {"not": found}
        return found if not self.chance(9) else {"zone": "battlefield"}

    def word(self) -> str:
        return str(self.one(WORDS[self.one(TYPES)]))

    def condition(self) -> dict[str, Any]:
        """A condition: by count, on the source, on its counters."""
        kind = self.one(["count", "count", "this", "counters"])
        if kind == "this":
            found: dict[str, Any] = {"this": self.filter()}
        elif kind == "counters":
            found = {"counters": {"kind": self.one(COUNTERS)}}
        else:
            found = {"count": self.filters()}
        if kind != "this" and not self.chance(3):
            found[self.one(["at_least", "at_most", "exactly"])] = self.one([0, 1, 2])
        return {"not": found} if self.chance(4) else found

    def amount(self, with_source: bool = True) -> Any:
        """A number, or a counted amount."""
        if self.chance(2):
            return self.one([0, 1, 2, 3])
        choices: list[dict[str, Any]] = [
            {"count": self.filter(with_source)},
            {"count_types": self.filter(with_source)},
            {"greatest": self.one(["power", "toughness", "mana_value"]), "among": self.filter(with_source)},
            {"mana_value": "affected"},
        ]
        if with_source:
            choices += [{self.one(["power", "toughness"]): "this"}, {"counters": self.one(COUNTERS)}]
        found = dict(self.one(choices))
        if self.chance(4):
            found["plus"] = self.one([1, -1])
        return found

    # The operations.

    def operations(self, with_source: bool = True) -> dict[str, Any]:
        """The operations of an effect in one layer, two or three."""
        done: dict[str, Any] = {}
        for layer in self.some(self.layers, 3):
            done |= self.operation(self.one(KEYS_BY_LAYER[layer]), with_source)
        return done

    def operation(self, key: str, with_source: bool) -> dict[str, Any]:
        """One operation of the effect form."""
        if key in ("set_types", "add_types"):
            types = [self.one(TYPES)] if not self.chance(6) else ["Artifact", "Creature"]
            done: dict[str, Any] = {key: types}
            if self.chance(3):
                done[key.replace("types", "subtypes")] = [self.one(WORDS[types[-1]])]
            if key == "set_types" and self.chance(3):
                done[self.one(["still", "loses_other_types"])] = True
            return done
        match key:
            case "remove_types":
                return {key: self.some(TYPES)}
            case "set_subtypes" | "add_subtypes" | "remove_subtypes":
                return {key: [self.word()]}
            case "add_every" | "lose_every":
                return {key: [self.one(["creature", "basic land", "land", "nonbasic land", "artifact"])]}
            case "supertypes":
                return {self.one(["add_supertypes", "remove_supertypes"]): self.some(["Legendary", "Snow"])}
            case "set_colors" | "add_colors":
                return {key: self.some(COLORS) if key == "add_colors" or not self.chance(4) else []}
            case "lose_all_abilities":
                return {key: {"except": "mana"} if self.chance(5) else True}
            case "grant":
                if self.depth > 1:
                    return {"add_abilities": [self.one(KEYWORDS)]}
                self.depth += 1
                granted = {"text": self.text("Granted"), **self.effect()}
                self.depth -= 1
                return {"add_abilities": [granted] if self.chance(2) else [granted, self.one(KEYWORDS)]}
            case "add_abilities":
                return {key: [self.one([*KEYWORDS, "{T}: Add {B}."])]}
            case "lose_abilities" | "cannot_have":
                return {key: self.some(KEYWORDS)}
            case "switch":
                return {"switch": True}
        value = self.amount(with_source)
        other = self.amount(with_source) if self.chance(2) else value
        found = {f"{key}_power": value}
        return found if self.chance(2) else found | {f"{key}_toughness": other}
