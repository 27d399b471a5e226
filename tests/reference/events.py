"""Random boards of few words on which much happens: rings, counted conditions, copies, exchanged words, turning.

Each begins with objects whose effects change the values that others look for, at times in a loop of three and more.
Then things are copied, attached, transformed, turned face down and up, get counters and other words, in any order.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from .boards import Board
from .choosing import Chooser, Drawn

TYPES = ["Artifact", "Creature", "Enchantment", "Land"]
RING_TYPES = [*TYPES, "Planeswalker"]
LAND_TYPES = ["Forest", "Mountain", "Island"]
CREATURE_TYPES = ["Elf", "Goblin", "Bear"]
KEYWORDS = ["flying", "trample"]
COLORS = {"red": "R", "green": "G", "blue": "U"}
WORDS = [("basic_land_type", LAND_TYPES), ("creature_type", CREATURE_TYPES), ("color", list(COLORS))]
COUNTERS = ["+1/+1", "-1/-1", "flying"]
_TAKES = ["remove_types", "add_types", "set_types"]


@st.composite
def eventful_boards(draw: st.DrawFn, most_objects: int = 4, most_events: int = 4) -> Board:
    """Boards as `make_events` makes them."""
    return make_events(Drawn(draw), most_objects, most_events)


def make_events(choose: Chooser, most_objects: int = 4, most_events: int = 4, name: str = "Testling") -> Board:
    """Make a board: objects with effects, and events."""
    return _Events(choose, name).board(most_objects, most_events)


class _Events:
    def __init__(self, choose: Chooser, name: str) -> None:
        self.one = choose.one
        self.some = choose.some
        self.chance = choose.chance
        self.number = choose.number
        self.name = name
        self.texts = 0
        self.cards: list[dict[str, Any]] = []
        self.timeline: list[dict[str, Any]] = []
        self.plain: list[str] = []
        """The labels of objects with one face that were never face down."""
        self.double: list[str] = []
        self.down: list[str] = []
        self.auras: dict[str, str] = {}
        self.mists_of: dict[str, tuple[str, list[str]]] = {}
        """The kinds of words that objects change, with those that may be chosen."""
        # On most boards many effects do the same to the same things, so that their timestamps decide.
        self.rivals = self.one([None, "Land", "Creature", "any"])

    def board(self, objects: int, events: int) -> Board:
        """A board."""
        ring = self.ring(self.number(3, len(RING_TYPES))) if objects > 2 and self.chance(2) else []
        if ring:
            self.enters(self.site(len(ring)), [])
        for form in ring:
            self.enters({"type_line": self.one(["Sorcery", "Enchantment", "Land"])}, [form])
        while len(self.cards) < max(2, self.number(1, objects)):
            self.object()
        for _ in range(self.number(1, events)):
            self.event()
        return {"players": ["A", "B"], "cards": self.cards, "timeline": self.timeline}

    # Objects.

    def ring(self, length: int) -> list[dict[str, Any]]:
        """Effects, each of which changes the values that the next one looks for; a few of them count."""
        words = RING_TYPES[:length]
        links = list(zip(words, [*words[1:], words[0]], strict=True))
        takes = _TAKES[:1] if self.chance(2) else _TAKES
        forms: list[dict[str, Any]] = [{"affects": {"type": here}, self.one(takes): [there]} for here, there in links]
        if self.chance(3):
            at = self.number(0, len(forms) - 1)
            count = {"count": {"type": forms[at]["affects"]["type"]}, self.bound(): self.number(1, 3)}
            forms[at] = {"as_long_as": count, **forms[at]}
        places = list(range(len(forms)))
        order = [places.pop(self.number(0, len(places) - 1)) for _ in forms]
        return [forms[at] for at in order]

    def site(self, length: int) -> dict[str, Any]:
        """Something that all effects of a ring of a length apply to, or all but one."""
        types = RING_TYPES[: self.number(max(3, length - 1), len(RING_TYPES))]
        return {"type_line": " ".join(types), "power": "1", "toughness": "1"}

    def object(self) -> None:
        """A card with one face or two, an Aura, or one that changes words in the texts of others."""
        kind = self.one(["plain", "plain", "double", "aura", "aura"])
        if self.chance(8):
            return self.mists()
        if kind == "aura" and self.timeline:
            self.enters({"type_line": "Enchantment — Aura"}, ["enchant permanent", self.static("attached")])
            self.auras[self.timeline[-1]["as"]] = self.timeline[-1]["attached_to"]
        elif kind == "double":
            faces = [self.face(), self.face()]
            self.enters({"faces": faces}, [])
        else:
            face = self.face()
            self.enters(face, [self.static() for _ in range(self.one([0, 1, 1, 2]))])

    def mists(self) -> None:
        """An enchantment that changes all words of a kind to the one that was chosen for it."""
        kind, words = self.one(WORDS)
        reach = self.one([["battlefield", "stack"], ["battlefield", "stack"], "battlefield", "stack"])
        form = {"chooses": kind, "affects": {"zone": reach}, "change_words": [kind]}
        self.enters({"type_line": "Enchantment"}, [{**form, "change_words_to": {"chosen": kind}}])
        self.mists_of[self.timeline[-1]["as"]] = (kind, words)
        self.timeline[-1]["chosen"] = {kind: self.one(words)}

    def face(self) -> dict[str, Any]:
        """A type line, with power and toughness for a creature."""
        types = self.some(TYPES)
        if self.rivals in TYPES and self.rivals not in types:
            types.append(self.rivals)
        words = [self.one(words) for one, words in (("Land", LAND_TYPES), ("Creature", CREATURE_TYPES)) if one in types]
        line = " ".join(types) + (f" — {' '.join(words)}" if words else "")
        sizes = {"power": self.one("012"), "toughness": self.one("123")} if "Creature" in types else {}
        return {"type_line": line, **sizes, **({} if "Land" in types else {"mana_cost": self.one(["{1}", "{G}"])})}

    def enters(self, card: dict[str, Any], abilities: list[Any]) -> None:
        number = len(self.cards) + 1
        label, name = f"o{number}", f"{self.name} {number}"
        texts = [{"text": self.text(), **one} if isinstance(one, dict) and "text" not in one else one
                 for one in abilities]  # fmt: skip
        step: dict[str, Any] = {"enters": name, "as": label, "controller": self.one(["A", "B"])}
        if "faces" in card:
            each = []
            for side, face in zip(("a", "b"), card["faces"], strict=True):
                each.append(
                    {
                        "name": f"{name}{side}",
                        **face,
                        "abilities": [self.static()] if self.rivals or self.chance(2) else [],
                    }
                )
            each[1].pop("mana_cost", None)
            self.cards.append({"name": name, "layout": "transform", "card_faces": each})
            self.double.append(label)
        else:
            self.cards.append({"name": name, **card, "abilities": texts})
            if "Aura" in card["type_line"]:
                step["attached_to"] = self.one([one["as"] for one in self.timeline if "enters" in one])
            else:
                self.plain.append(label)
        self.timeline.append(step)

    def text(self) -> str:
        self.texts += 1
        return f"Rule {self.texts}."

    # Effects.

    def static(self, affects: Any = None) -> dict[str, Any]:
        """A static ability."""
        found: dict[str, Any] = {"text": self.text()}
        if self.chance(3):
            found["as_long_as"] = self.condition()
        where = affects or ("this" if self.chance(5) else self.filter())
        return {**found, "affects": where, **self.operation()}

    def filter(self) -> dict[str, Any]:
        if self.rivals and not self.chance(4):
            return {"type": self.rivals if self.rivals in TYPES else self.one(["Enchantment", "Creature"])}
        found = dict(self.one([{"type": self.one(TYPES)}, {"type": self.one(TYPES)}, {"subtype": self.word()},
                               {"keyword": "flying"}, {"counter": "+1/+1"},
                               {"color": self.one(list(COLORS.values()))}]))  # fmt: skip
        if self.chance(4):
            found |= self.one([{"other": True}, {"controller": "you"}])
        return found

    def word(self) -> str:
        return str(self.one([*LAND_TYPES, *CREATURE_TYPES]))

    def bound(self) -> str:
        return str(self.one(["at_least", "at_most", "exactly"]))

    def condition(self) -> dict[str, Any]:
        """A condition that counts."""
        found = {"count": self.filter(), self.bound(): self.number(0, 3)}
        return {"not": found} if self.chance(5) else found

    def operation(self) -> dict[str, Any]:
        """The operations of an effect: mostly on types, or those of its rivals."""
        if self.rivals and not self.chance(4):
            done: dict[str, dict[str, Any]] = {
                "Land": {"set_subtypes": [self.one(LAND_TYPES)]},
                "Creature": {"set_power": self.number(0, 4), "set_toughness": self.number(1, 4)},
                "any": {"set_colors": [self.one("WUBRG")]},
            }
            return done[str(self.rivals)]
        return dict(self.one([
            {self.one(_TAKES): [self.one(TYPES)]},
            {self.one(_TAKES): [self.one(TYPES)]},
            {self.one(["add_subtypes", "set_subtypes"]): [self.one(LAND_TYPES)]},
            {self.one(["add_subtypes", "set_subtypes"]): [self.one(CREATURE_TYPES)]},
            {"add_abilities": [self.one(KEYWORDS)]},
            {"lose_all_abilities": True},
            {"set_colors": [self.one("RG")], "set_power": self.number(0, 3), "set_toughness": 2},
            {"set_types": ["Creature"], "still": True, "set_power": 1, "set_toughness": self.number(1, 3)},
            {"add_power": {"count": self.filter()}},
            {"switch": True},
        ]))  # fmt: skip

    # The events.

    def event(self) -> None:
        there = [one["as"] for one in self.timeline if "enters" in one]
        kinds = ["counters", "spell", "words", "words"]
        kinds += ["copy", "copy", "clone"] if self.plain else []
        kinds += ["transform", "transform"] if self.double else []
        kinds += ["attach"] * 4 if self.auras and len(there) > 2 else []
        kinds += ["down"] if self.plain else []
        kinds += ["up", "up"] if self.down else []
        match self.one(kinds):
            case "counters":
                self.timeline.append({"counters": {self.one(COUNTERS): self.number(1, 2)}, "on": self.one(there)})
            case "spell":
                self.timeline.append(
                    {"resolves": {"effects": [{"affects": "targets", **self.spell()}]}, "affects": self.some(there)}
                )
            case "words":
                family = self.one(WORDS)
                word, other = self.one(family[1]), self.one(family[1])
                if word != other:
                    self.timeline.append({
                        "resolves": {"effects": [{"affects": "targets", "change_words": [family[0]]}]},
                        "affects": [self.one(there)], "chosen": {"from": word, "to": other},
                    })  # fmt: skip
            case "copy":
                copier, original = self.one(self.plain), self.one(self.plain)
                if copier != original:
                    self.timeline.append({
                        "resolves": {"effects": [{"affects": "targets", "becomes_copy": {}}]},
                        "affects": [copier], "copy_of": original,
                    })  # fmt: skip
            case "clone":
                self.enters({"type_line": "Creature — Bear", "power": "0", "toughness": "0", "mana_cost": "{1}"}, [])
                self.timeline[-1]["copy_of"] = copied = self.one(self.plain[:-1])
                if copied in self.mists_of:
                    kind, words = self.mists_of[copied]
                    self.timeline[-1]["chosen"] = {kind: self.one(words)}
            case "transform":
                self.timeline.append({"transforms": self.one(self.double)})
            case "attach":
                aura = self.one(list(self.auras))
                host = self.one([one for one in there if one != aura])
                self.timeline.append({"attaches": aura, "to": host})
            case "down":
                label = self.one(self.plain)
                self.plain.remove(label)
                self.down.append(label)
                self.timeline.append({"turns": label, "face": "down"})
            case "up":
                self.timeline.append({"turns": self.one(self.down), "face": self.one(["up", "up", "down"])})

    def spell(self) -> dict[str, Any]:
        """The operations of a spell on its targets: no counted amounts, so that it is the same whenever it resolves."""
        done = self.operation()
        while "add_power" in done:
            done = self.operation()
        return done
