"""Claims about protection from what was chosen, or from what only the board shows (702.16a, 607.2d, 608.2d, 903.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.claims.target_claims import ENTERS, PLAIN, WARDED, Source, Ward, target_claim

_GIVER: Data = {"name": "Giver", "type_line": "Enchantment"}
_GIVES: Data = {"enters": "Giver", "as": "giver"}


class _Choice(NamedTuple):
    """Protection from what was chosen.

    Attributes:
        key: The key of the choice.
        value: What is chosen.
        chooses: The words of the text that asks for the choice.
        protection: The words of the protection.
        rule: The paragraph by which it keeps a source off.
        meant: The sources that it keeps off.
    """

    key: str
    value: str | int
    chooses: str
    protection: str
    rule: str
    meant: Ward


_CHOICES: tuple[_Choice, ...] = (
    _Choice(
        "color", "R", "choose a color", "protection from the chosen color", "702.16b", lambda one: "R" in one.colors
    ),
    _Choice(
        "color", "U", "choose a color", "protection from the chosen color", "702.16b", lambda one: "U" in one.colors
    ),
    _Choice(
        "player", "opponent", "choose a player", "protection from the chosen player", "702.16k",
        lambda one: not one.mine,
    ),
    _Choice("player", "you", "choose a player", "protection from the chosen player", "702.16k", lambda one: one.mine),
    _Choice(
        "card_type", "Instant", "choose a card type", "protection from the chosen card type", "702.16b",
        lambda one: "Instant" in one.words,
    ),
    _Choice(
        "creature_type", "Wizard", "choose a creature type", "protection from creatures of the chosen type", "702.16b",
        lambda one: "Wizard" in one.words,
    ),
)  # fmt: skip
_MODES: tuple[_Choice, ...] = (
    _Choice(
        "mode", "odd", "choose odd or even", "protection from each mana value of the chosen quality", "702.16b",
        lambda one: one.mana_value % 2 == 1,
    ),
    _Choice(
        "mode", "even", "choose odd or even", "protection from each mana value of the chosen quality", "702.16b",
        lambda one: one.mana_value % 2 == 0,
    ),
    _Choice(
        "number", 4, "choose 2, 3, or 4 at random", "protection from each mana value other than the chosen number",
        "702.16b", lambda one: one.mana_value != 4,
    ),
)  # fmt: skip


def of_wards() -> Iterator[FindingClaim]:
    """Return the claims."""
    for one in (*_CHOICES, *_MODES):
        yield from _chosen(one)
    yield from _commanders()
    yield from _shown()


def _chosen(one: _Choice) -> Iterator[FindingClaim]:
    about = f"{one.protection} ({one.value})"
    said = {"chosen": {one.key: one.value}}
    own = {**PLAIN, "oracle_text": f"As Ward enters, {one.chooses}.\nWard has {one.protection}."}
    yield target_claim(f"{about}: own", one.rule, one.meant, [own], [{**ENTERS, **said}])
    has = f"As Giver enters, {one.chooses}.\nElves you control have {one.protection}."
    giver = {**_GIVER, "oracle_text": has}
    yield target_claim(f"{about}: given", one.rule, one.meant, [PLAIN, giver], [ENTERS, {**_GIVES, **said}])
    if one in _MODES:
        return
    lends = f"As Giver enters, {one.chooses}.\n{{1}}: Target Elf gains {one.protection} until end of turn."
    lender = {**_GIVER, "oracle_text": lends}
    step = {"resolves": "Giver", "source": "giver", "affects": WARDED}
    yield target_claim(f"{about}: lent", one.rule, one.meant, [PLAIN, lender], [ENTERS, {**_GIVES, **said}, step])
    word = one.protection.replace("the chosen color", "the color of your choice")
    if word != one.protection:
        spell: Data = {"resolves": {"text": f"Target creature gains {word} until end of turn."}, "affects": WARDED}
        yield target_claim(f"{about}: as it resolves", one.rule, one.meant, [PLAIN], [ENTERS, {**spell, **said}])
    gone: Data = {"resolves": {"effects": [{"affects": "targets", "lose_all_abilities": True}]}, "affects": WARDED}
    steps = [{**ENTERS, **said}, gone]
    yield target_claim(f"{about}: lost", one.rule, lambda _: False, [own], steps)


_LEADERS: Mapping[str, tuple[Data, str]] = {
    "its mana cost": ({"mana_cost": "{1}{W}"}, "W"),
    "a mana symbol of its text": (
        {"mana_cost": "{W}", "oracle_text": "{G}: Leader gets +1/+1 until end of turn."},
        "WG",
    ),
    "a color indicator": ({"color_indicator": ["U", "R"]}, "UR"),
    "no color": ({"mana_cost": "{3}"}, ""),
}


def _commanders() -> Iterator[FindingClaim]:
    """Protection from each color that is not in the color identity of a commander; from none without a commander."""
    words = "protection from each color that's not in your commander's color identity"
    own = {**PLAIN, "oracle_text": words.capitalize()}
    for about, (values, identity) in _LEADERS.items():
        leader = {
            "name": "Leader", "type_line": "Legendary Creature — Human", "power": 2, "toughness": 2, **values,
        }  # fmt: skip
        led = {"enters": "Leader", "as": "leader", "zone": "command", "status": ["commander"]}

        def outside(one: Source, identity: str = identity) -> bool:
            return bool(set(one.colors) - set(identity))

        yield target_claim(f"{words}: {about}", "702.16b", outside, [own, leader], [led, ENTERS])
        giver = {**_GIVER, "oracle_text": f"Elves you control have {words}."}
        steps = [led, ENTERS, _GIVES]
        yield target_claim(f"{words}: {about}, given", "702.16b", outside, [PLAIN, leader, giver], steps)
        theirs = {**led, "controller": "opponent"}
        yield target_claim(
            f"{words}: {about}, of another player", "702.16b", lambda _: False, [own, leader], [theirs, ENTERS]
        )
        no_leader = {key: value for key, value in led.items() if key != "status"}
        yield target_claim(
            f"{words}: {about}, no commander", "702.16b", lambda _: False, [own, leader], [no_leader, ENTERS]
        )


def _shown() -> Iterator[FindingClaim]:
    """Qualities of the creature itself, of what was exiled, of what a spell named, and of what a player controls."""
    for color, word in (("R", "red"), ("B", "black")):
        step: Data = {"resolves": {"effects": [{"affects": "targets", "set_colors": [color]}]}, "affects": WARDED}
        own = {**PLAIN, "oracle_text": "Protection from its colors"}

        def has(one: Source, color: str = color) -> bool:
            return color in one.colors

        yield target_claim(f"protection from its colors: it became {word}", "702.16b", has, [own], [ENTERS, step])
    mirror = {
        **PLAIN,
        "oracle_text": "When Ward enters, exile target card from a graveyard.\n"
        "Ward has protection from each of the exiled card's card types.",
    }
    for types in ("Instant", "Artifact", "Artifact Creature", "Sorcery"):
        card = {"name": "Exiled", "type_line": types}
        exiled: Sequence[Data] = [ENTERS, {"enters": "Exiled", "as": "exiled", "zone": "exile", "exiled_with": WARDED}]

        def shares(one: Source, types: str = types) -> bool:
            return bool(set(types.split()) & set(one.words))

        yield target_claim(f"protection from the types of an exiled {types}", "702.16b", shares, [mirror, card], exiled)
    healer = {
        "name": "Healer",
        "type_line": "Enchantment",
        "oracle_text": "{T}: Elves you control gain protection from the colors of target permanent you control until "
        "end of turn.",
    }
    named = {"name": "Named", "type_line": "Artifact", "mana_cost": "{W}{U}"}
    later: Data = {"resolves": {"effects": [{"affects": "targets", "set_colors": ["R"]}]}, "affects": "named"}
    steps = [
        ENTERS, {"enters": "Healer", "as": "healer"}, {"enters": "Named", "as": "named"},
        {"resolves": "Healer", "source": "healer", "affects": ["named"]}, later,
    ]  # fmt: skip

    def of_named(one: Source) -> bool:
        return bool({"W", "U"} & set(one.colors))

    cards = [PLAIN, healer, named]
    yield target_claim("protection from the colors of what a step names", "702.16b", of_named, cards, steps)
