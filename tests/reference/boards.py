"""Random boards in the project's board format.

``boards()`` is a hypothesis strategy: small boards, made to interact (few words, few objects, effects that
change what other effects look for). Every card is defined on the board itself, in the effect form, and every
object and every ability with effects has a label or text of its own, so that answers can be compared.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from . import subtypes
from .choosing import Chooser, Drawn

Board = dict[str, Any]


PLAYERS = ["A", "B"]


CARD_TYPES = ["Artifact", "Creature", "Enchantment", "Land", "Planeswalker"]


ALL_CARD_TYPES = frozenset(CARD_TYPES) | {
    "Battle",
    "Conspiracy",
    "Dungeon",
    "Instant",
    "Kindred",
    "Phenomenon",
    "Plane",
    "Scheme",
    "Sorcery",
    "Vanguard",
}


ALL_SUPERTYPES = frozenset({"Basic", "Legendary", "Ongoing", "Snow", "World"})


SUPERTYPES = ["Basic", "Legendary", "Snow"]


SUBTYPES: dict[str, list[str]] = {
    "Artifact": ["Food", "Vehicle"],
    "Creature": ["Bear", "Elf", "Saproling"],
    "Enchantment": ["Shrine", "Shard"],
    "Land": ["Plains", "Island", "Swamp", "Mountain", "Forest", "Desert", "Gate"],
    "Planeswalker": ["Jace"],
}


CREATURE_TYPES = SUBTYPES["Creature"]


KEYWORDS = ["flying", "trample", "vigilance"]


MANA_COSTS = ["{1}", "{G}", "{2}{W}", "{1}{U}{B}", "{4}", "{R}{R}"]


LINES = [["Land"], ["Land"], ["Creature"], ["Creature"], ["Artifact"], ["Enchantment"], ["Planeswalker"]]


NARROW = [["Creature", "Land"], ["Creature", "Land"], ["Artifact", "Creature"], ["Enchantment", "Land"]]


LINES += [["Land", "Creature"], ["Artifact", "Creature"], ["Enchantment", "Creature"], ["Artifact", "Land"]]


@st.composite
def boards(
    draw: st.DrawFn, max_objects: int = 8, max_effects: int = 4, layers: str = "4567", exotic: bool = False
) -> Board:
    """Boards as `make_board` makes them."""
    return make_board(Drawn(draw), max_objects, max_effects, layers, exotic)


def make_board(
    choose: Chooser,
    max_objects: int = 8,
    max_effects: int = 4,
    layers: str = "4567",
    exotic: bool = False,
    name: str = "Testling",
) -> Board:
    """Make a board. ``layers`` are the layers whose operations occur; ``exotic`` adds rarer filters and zones.

    The rarer ones: filters on color, number of colors, keyword, mana value, counters, owner, zone, "self",
    what the source is attached to and "no abilities"; objects and static abilities in other zones; keywords
    that cannot be had; conditions with ``not``.
    """
    make = _Maker(choose, layers, exotic, name)
    objects = choose.number(min(3, max_objects), max_objects)
    steps: list[Any] = [make.enters() for _ in range(objects)]
    for _ in range(choose.number(0, max_effects)):
        steps.insert(choose.number(1, len(steps)), "resolves")
    if choose.chance(4):
        steps.append("counters")
    timeline: list[Any] = []
    for step in steps:
        if step == "resolves":
            timeline.append(make.resolves(timeline))
        elif step == "counters":
            timeline.append(make.counters(timeline))
        else:
            timeline.append(make.placed(step, timeline))
    if choose.chance(6):
        leaving = make.leaving(timeline)
        if leaving is not None:
            timeline.append({"leaves": leaving})
    return {"players": list(PLAYERS), "cards": make.cards, "timeline": timeline}


class _Maker:
    """Makes the pieces of one board; keeps count so that names, labels and texts differ."""

    def __init__(self, choose: Chooser, layers: str, exotic: bool, name: str) -> None:
        self.one = choose.one
        self.some = choose.some
        self.chance = choose.chance
        self.name = name
        self.layers = layers
        self.exotic = exotic
        self.cards: list[dict[str, Any]] = []
        self.objects = 0
        self.texts = 0
        # Most boards speak of few words, so that their effects meet.
        self.types = CARD_TYPES
        self.words = SUBTYPES
        self.lines = LINES
        if not self.chance(3):
            self.types = self.one(NARROW)
            self.words = {one: self.some(SUBTYPES[one]) for one in CARD_TYPES}
            self.lines = [line for line in LINES if set(line) <= {"Land", "Creature", *self.types}]
        # Some are webs of short effects, which depend on each other in chains and loops.
        self.web = "4" in layers and self.chance(4)
        # Some have an object that most spells are aimed at.
        self.focus = self.chance(2)

    # Small helpers.

    def text(self, what: str) -> str:
        """A text for an ability that no other ability has."""
        self.texts += 1
        return f"{what} {self.texts}."

    # Cards and steps.

    def enters(self) -> dict[str, Any]:
        """An enters step with a card of its own, or a token."""
        self.objects += 1
        label = f"o{self.objects}"
        aura = self.chance(5)
        types = ["Enchantment"] if aura else list(self.one(self.lines))
        supertypes = [one for one in SUPERTYPES if self.chance(4)]
        family = [word for one in types for word in self.words[one]]
        words = ["Aura"] if aura else self.some(family) if not self.chance(3) else []
        line = " ".join([*supertypes, *types]) + (f" — {' '.join(words)}" if words else "")
        thing: dict[str, Any] = {"name": f"{self.name} {self.objects}", "type_line": line}
        step: dict[str, Any] = {"as": label, "controller": self.one(PLAYERS)}
        if "Creature" in types or "Vehicle" in words:
            thing["power"], thing["toughness"] = str(self.one([0, 1, 2, 3])), str(self.one([1, 2, 4]))
        if not aura and self.chance(6):
            thing["colors"] = self.some(["W", "B", "G"]) if self.chance(2) else []
            return {"enters": thing, "token": True, **step}
        if "Land" not in types:
            thing["mana_cost"] = self.one(MANA_COSTS)
        if "Planeswalker" in types:
            thing["loyalty"] = "3"
        thing["abilities"] = self.abilities(aura, thing, step)
        if self.exotic and self.chance(4):
            step["owner"] = self.one(PLAYERS)
        if self.exotic and not aura and self.chance(6):
            step["zone"] = self.one(["graveyard", "hand"])
            step.pop("controller")
            step["owner"] = self.one(PLAYERS)
        if self.chance(8) and "zone" not in step:
            step["counters"] = {self.one(["+1/+1", "-1/-1"]): self.one([1, 2])}
        self.cards.append(thing)
        return {"enters": thing["name"], **({"aura": True} if aura else {}), **step}

    def abilities(self, aura: bool, thing: dict[str, Any], step: dict[str, Any]) -> list[Any]:
        """The abilities of a card."""
        found: list[Any] = ["enchant permanent"] if aura else []
        if self.chance(8):
            found.append(self.one(KEYWORDS))
        if self.chance(10):
            found.append(self.one(["changeling", "devoid"]))
        if "Land" in thing["type_line"] and self.chance(3):
            found.append("{T}: Add {C}.")
        if "7" in self.layers and "power" in thing and self.chance(8):
            count = {"count": self.filter()}
            text = self.text("Size")
            found.append({"cda": True, "affects": "this", "set_power": count, "set_toughness": count, "text": text})
            thing["power"] = thing["toughness"] = "*"
        for _ in range(self.one([0, 1, 1, 1, 2])):
            found.append(self.static(aura, step))
        return found

    def static(self, aura: bool = False, step: dict[str, Any] | None = None) -> dict[str, Any]:
        """A static ability with an effect, or with two. A step given may get a choice."""
        ability: dict[str, Any] = {"text": self.text("Rule")}
        if self.chance(8):
            ability["effects"] = [self.static_effect(aura), self.static_effect(aura)]
        else:
            ability |= self.static_effect(aura)
            if step is not None and self.chance(8):
                kind = self.one(["creature_type", "basic_land_type"])
                word = self.one(CREATURE_TYPES if kind == "creature_type" else list(subtypes.BASIC_LAND_TYPES))
                step.setdefault("chosen", {}).setdefault(kind, word)
                ability = {"text": ability["text"], "chooses": kind, "affects": ability["affects"]}
                ability[self.one(["set_subtypes", "add_subtypes"])] = [{"chosen": kind}]
        if self.exotic and self.chance(12):
            ability["works_in"] = self.some(["battlefield", "graveyard"])
        return ability

    def static_effect(self, aura: bool) -> dict[str, Any]:
        """The affected objects, sometimes a condition, and the operations."""
        if self.web and not aura:
            return self.link()
        if aura and not self.chance(4):
            affects: Any = "attached"
        elif self.chance(6):
            affects = "this"
        else:
            affects = self.filters()
        effect = {"affects": affects}
        if self.chance(6):
            effect["as_long_as"] = self.condition()
        return effect | self.operations()

    def link(self) -> dict[str, Any]:
        """An effect that makes one kind of object another kind, too."""
        words = {"type": CARD_TYPES[:4], "subtype": self.words["Land"] + self.words["Creature"]}
        what = self.one(["type", "type", "subtype"])
        verb = self.one(["add_types", "add_types", "add_subtypes", "set_subtypes", "remove_types", "add_every"])
        if verb == "add_every":
            done = [self.one(["creature", "basic land"])]
        else:
            done = [self.one(words["subtype" if verb.endswith("_subtypes") else "type"])]
        return {"affects": {what: self.one(words[what])}, verb: done}

    def placed(self, step: dict[str, Any], timeline: list[Any]) -> dict[str, Any]:
        """An enters step; an Aura is attached to something that is there. With nothing there, none enters."""
        step = dict(step)
        if step.pop("aura", False):
            there = _on_battlefield(timeline)
            if not there:
                return self.enters_plain()
            step["attached_to"] = self.one(there)
        return step

    def resolves(self, timeline: list[Any]) -> dict[str, Any]:
        """A resolved effect, on named targets or on the objects that its text says."""
        there = _on_battlefield(timeline)
        if not there:
            return self.enters_plain()
        step: dict[str, Any] = {"resolves": {"effects": [self.operations()]}}
        effect = step["resolves"]["effects"][0]
        if self.chance(5):
            step["source"] = self.one(there)
            effect["affects"] = self.filters()
        elif self.chance(6):
            effect["affects"] = self.filters(of_source=False)
        else:
            effect["affects"] = "targets"
            step["affects"] = [there[0]] if self.focus and self.chance(2) else self.some(there)
        step["resolves"]["effects"] = [{"affects": effect.pop("affects"), **effect}]
        return step

    def enters_plain(self) -> dict[str, Any]:
        """A token without abilities, where nothing else is possible."""
        self.objects += 1
        token = {
            "name": "Bear",
            "type_line": "Creature — Bear",
            "colors": ["G"],
            "power": "2",
            "toughness": "2",
        }
        label = f"o{self.objects}"
        return {"enters": token, "token": True, "as": label, "controller": self.one(PLAYERS)}

    def counters(self, timeline: list[Any]) -> dict[str, Any]:
        """Counters put on something."""
        there = _on_battlefield(timeline)
        if not there:
            return self.enters_plain()
        return {"counters": {self.one(["+1/+1", "-1/-1"]): self.one([1, 3])}, "on": self.one(there)}

    def leaving(self, timeline: list[Any]) -> str | None:
        """An object that may leave: nothing is attached to it."""
        hosts = {step.get("attached_to") for step in timeline if "enters" in step}
        free = [label for label in _on_battlefield(timeline) if label not in hosts]
        return str(self.one(free)) if free else None

    # Filters, conditions, amounts.

    def filters(self, of_source: bool = True) -> Any:
        """A filter, or any of two."""
        if self.chance(8):
            return [self.filter(of_source), self.filter(of_source)]
        return self.filter(of_source)

    def filter(self, of_source: bool = True) -> dict[str, Any]:
        """One filter mapping. Without a source, nothing in it speaks of "you" or "other"."""
        kind = self.one(["type", "type", "type", "subtype", "subtype", "supertype", "token", "any"])
        found: dict[str, Any] = {}
        if kind == "type":
            found["type"] = self.word_or_words(self.types)
        elif kind == "subtype":
            found["subtype"] = self.word_or_words(self.subtype_words())
        elif kind == "supertype":
            found["supertype"] = self.word_or_words(SUPERTYPES)
        elif kind == "token":
            found["token"] = self.chance(2)
        if self.chance(3):
            key, words = self.one([("type", self.types), ("supertype", SUPERTYPES), ("subtype", self.subtype_words())])
            found["not"] = {key: self.word_or_words(words)}
        if of_source and self.chance(3):
            found["controller"] = self.one(["you", "you", "opponent"])
        if of_source and self.chance(4):
            found["other"] = True
        if self.exotic and self.chance(3):
            found |= self.rare_filter(of_source)
        return found or {"zone": "battlefield"}

    def rare_filter(self, of_source: bool) -> dict[str, Any]:
        """One of the filter keys that ``exotic`` allows."""
        choices: list[dict[str, Any]] = [
            {"color": self.one(["W", "G", "B"])},
            {"colors": self.one(["colorless", "monocolored", "multicolored"])},
            {"keyword": self.one(KEYWORDS)},
            {"abilities": "none"},
            {"mana_value": {self.one(["at_least", "at_most", "exactly"]): self.one([0, 1, 3])}},
            {"counter": self.one(["+1/+1", "-1/-1"])},
            {"zone": self.some(["battlefield", "graveyard", "hand"], 3)},
        ]
        if of_source:
            choices += [{"self": True}, {"owner": self.one(["you", "opponent"])}, {"attached_to_this": True}]
        return dict(self.one(choices))

    def subtype_words(self) -> list[str]:
        """The subtypes that this board speaks of; land types often."""
        return [word for one in [*self.types, "Land"] for word in self.words[one]]

    def word_or_words(self, values: list[str]) -> Any:
        """A word, or seldom a list of two."""
        return self.one(values) if not self.chance(5) else self.some(sorted(set(values)))

    def condition(self) -> dict[str, Any]:
        """A condition of a static ability: by count, or on the source."""
        if self.chance(4):
            return {"this": self.filter()}
        bounds = {self.one(["at_least", "at_most", "exactly"]): self.one([0, 1, 2, 3])}
        condition: dict[str, Any] = {"count": self.filter()} | (bounds if not self.chance(4) else {})
        return {"not": condition} if self.exotic and self.chance(5) else condition

    def amount(self) -> Any:
        """A number, or an amount to compute it from."""
        if self.chance(4):
            return {"count": self.filter(of_source=False)}
        if self.chance(5):
            return {"mana_value": "affected"}
        return self.one([0, 1, 2, 4])

    # The operations.

    def operations(self) -> dict[str, Any]:
        """The operations of one effect, in one layer or in several; layer 4 in most of them."""
        done: dict[str, Any] = {}
        if "4" in self.layers and not self.chance(5):
            done |= self.of_layer_4()
        if "5" in self.layers and self.chance(5):
            done[self.one(["set_colors", "add_colors"])] = self.some(["W", "B", "G"])
        if "6" in self.layers and self.chance(4):
            done |= self.of_layer_6()
        if "7" in self.layers and self.chance(4):
            done |= self.of_layer_7()
        return done or self.of_layer_4()

    def of_layer_4(self) -> dict[str, Any]:
        """A wording that changes types, subtypes or supertypes; nothing contradictory in it."""
        kind = self.one(["set", "set", "add", "remove", "subtypes", "subtypes", "subtypes", "every", "supertypes"])
        if kind == "set":
            return self.setting()
        if kind == "add":
            types = self.some(self.types)
            also = {"add_subtypes": self.of_types(types)} if self.chance(2) else {}
            return {"add_types": types, **also}
        if kind == "remove":
            return {"remove_types": self.some(self.types)}
        if kind == "every":
            sets = [
                "creature",
                "basic land",
                "land",
                "nonbasic land",
                "artifact",
                "enchantment",
                "planeswalker",
            ]
            every = [self.one(["creature", "basic land", *sets])]
            if self.chance(3):
                more = {self.one(["set_subtypes", "add_subtypes"]): self.of_types([self.one(self.types)])}
                return {"lose_every": every, **(more if self.chance(2) else {})}
            return {"add_every": every}
        if kind == "supertypes":
            return {self.one(["add_supertypes", "remove_supertypes"]): self.some(SUPERTYPES)}
        verb = self.one(["set_subtypes", "set_subtypes", "add_subtypes", "add_subtypes", "remove_subtypes"])
        family = self.one(["Land", "Land", "Creature", *self.types])
        return {verb: self.of_types([family])}

    def of_types(self, types: list[str]) -> list[str]:
        """Subtypes that go with some of the card types."""
        return self.some([word for one in types for word in self.words[one]])

    def setting(self) -> dict[str, Any]:
        """ "Becomes" and "is" with card types: replacing, still, artifact creature, losing outright."""
        way = self.one(["plain", "plain", "still", "artifact creature", "outright"])
        if way == "artifact creature":
            words = {"set_subtypes": self.some(self.words["Creature"])} if self.chance(2) else {}
            return {"set_types": ["Artifact", "Creature"], **words}
        types = ["Artifact", "Creature"] if way == "outright" and self.chance(2) else self.some(self.types)
        if way == "plain" and types == ["Artifact", "Creature"]:
            types = ["Creature"]
        done: dict[str, Any] = {"set_types": types}
        if way == "still":
            done["still"] = True
        if way == "outright":
            done["loses_other_types"] = True
        if self.chance(2):
            done["set_subtypes"] = self.of_types(types)
        return done

    def of_layer_6(self) -> dict[str, Any]:
        """Losing and gaining abilities."""
        kind = self.one(["lose all", "lose all", "add", "add", "lose", "grant", "cannot"])
        if kind == "cannot" and self.exotic:
            return {"cannot_have": [self.one(KEYWORDS)]}
        if kind == "grant":
            return {"add_abilities": [{"text": self.text("Granted"), **self.granted()}]}
        if kind == "lose":
            return {"lose_abilities": [self.one(KEYWORDS)]}
        if kind == "lose all":
            more = {"add_abilities": [self.one(KEYWORDS)]} if self.chance(3) else {}
            return {"lose_all_abilities": True, **more}
        return {"add_abilities": self.some(KEYWORDS)}

    def granted(self) -> dict[str, Any]:
        """The effect of a granted static ability; its layer 4 part, if it has one, comes too late."""
        affects = "this" if self.chance(3) else self.filters()
        effect: dict[str, Any] = {"affects": affects}
        if "7" in self.layers:
            effect |= self.of_layer_7()
        if self.chance(3):
            effect[self.one(["add_abilities", "lose_abilities"])] = [self.one(KEYWORDS)]
        if self.chance(6):
            effect |= self.of_layer_4()
        return effect if len(effect) > 1 else effect | {"add_abilities": [self.one(KEYWORDS)]}

    def of_layer_7(self) -> dict[str, Any]:
        """Setting, adding to or switching power and toughness, at times several of these."""
        return self.size() | self.size() if self.chance(3) else self.size()

    def size(self) -> dict[str, Any]:
        """Setting, adding to or switching power and toughness."""
        kind = self.one(["set", "set", "add", "switch"])
        if kind == "switch":
            return {"switch": True}
        value = self.amount()
        done = {f"{kind}_power": value}
        if self.chance(4):
            return done
        return done | {f"{kind}_toughness": self.amount() if self.chance(2) else value}


def _on_battlefield(timeline: list[Any]) -> list[str]:
    """The labels of the objects on the battlefield, given the steps so far."""
    found = []
    for step in timeline:
        if "enters" in step and step.get("zone", "battlefield") == "battlefield":
            found.append(str(step["as"]))
        if "leaves" in step:
            found.remove(step["leaves"])
    return found
