"""The reference checked by itself: interactions with known answers, written as the engine's input."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from . import subtypes
from .engine import derive
from .values import Ability, Characteristics, GameObject, Printed, ResolvedEffect

TYPES = {"Artifact", "Creature", "Enchantment", "Instant", "Kindred", "Land", "Planeswalker", "Sorcery"}
SUPERTYPES = {"Basic", "Legendary", "Snow"}


def card(
    name: str,
    line: str,
    *abilities: Ability,
    colors: str = "",
    size: tuple[int, int] | None = None,
    mana_value: int = 0,
) -> Printed:
    """A card from its type line."""
    left, _, right = line.partition(" — ")
    words = set(left.split())
    assert words <= TYPES | SUPERTYPES
    return Printed(
        name,
        frozenset(words & SUPERTYPES),
        frozenset(words & TYPES),
        frozenset(right.split()),
        frozenset(colors),
        size[0] if size else None,
        size[1] if size else None,
        mana_value,
        abilities,
    )


def board(*cards: Printed, **more: Any) -> dict[str, Characteristics]:
    """The answer for cards on the battlefield, all yours, oldest first.

    A label is the card's name, with a number if it is not the first. Further arguments: ``effects``,
    ``edition``, ``turn``, and ``objects``, changes to single objects by label.
    """
    objects: list[GameObject] = []
    for timestamp, printed in enumerate(cards):
        number = sum(thing.printed.name == printed.name for thing in objects)
        label = printed.name if not number else f"{printed.name} {number + 1}"
        fields: dict[str, Any] = {
            "label": label,
            "controller": "you",
            "owner": "you",
            "zone": "battlefield",
            "timestamp": timestamp,
            "printed": printed,
        }
        fields.update(more.get("objects", {}).get(label, {}))
        objects.append(GameObject(**fields))
    return derive(objects, more.get("effects", ()), more.get("edition", "2024"), more.get("turn"))


def resolved(timestamp: int, label: str, effect: Mapping[str, Any]) -> ResolvedEffect:
    """A resolved effect on one object."""
    return ResolvedEffect(timestamp, None, "you", (label,), {"affects": "targets", **effect})


def texts(what: Characteristics) -> list[str]:
    """The texts of an object's abilities."""
    return [ability.text for ability in what.abilities]


MOUNTAIN = card("mountain", "Basic Land — Mountain")
PLAINS = card("plains", "Basic Land — Plains")
FOREST = card("forest", "Basic Land — Forest")
SWAMP = card("swamp", "Basic Land — Swamp")
CAVE = card("cave", "Land — Cave", "{T}: Add {C}.")
BEAR = card("bear", "Creature — Bear", colors="G", size=(2, 2), mana_value=2)
ARBOR = card("arbor", "Land Creature — Forest Dryad", colors="G", size=(1, 1))
BLOOD_MOON = card(
    "moon",
    "Enchantment",
    {
        "affects": {"type": "Land", "not": {"supertype": "Basic"}},
        "set_subtypes": ["Mountain"],
        "text": "Moon.",
    },
    mana_value=3,
)
URBORG = card("urborg", "Legendary Land", {"affects": {"type": "Land"}, "add_subtypes": ["Swamp"], "text": "Urborg."})
YAVIMAYA = card("yavimaya", "Legendary Land", {"affects": {"type": "Land"}, "add_subtypes": ["Forest"]})
HUMILITY = card(
    "humility",
    "Enchantment",
    {"affects": {"type": "Creature"}, "lose_all_abilities": True, "set_power": 1, "set_toughness": 1},
    mana_value=4,
)
OPALESCENCE = card(
    "opalescence",
    "Enchantment",
    {
        "affects": {"type": "Enchantment", "other": True, "not": {"subtype": "Aura"}},
        "add_types": ["Creature"],
        "set_power": {"mana_value": "affected"},
        "set_toughness": {"mana_value": "affected"},
    },
    mana_value=4,
)
EVENING = card("evening", "Enchantment", {"affects": {}, "add_types": ["Enchantment"]}, mana_value=5)
LIFE_AND_LIMB = card(
    "limb",
    "Enchantment",
    {
        "affects": [{"subtype": "Forest"}, {"subtype": "Saproling"}],
        "set_types": ["Creature", "Land"],
        "still": True,
        "add_subtypes": ["Saproling", "Forest"],
        "set_colors": ["G"],
        "set_power": 1,
        "set_toughness": 1,
    },
)
ILYSIAN = card(
    "ilysian",
    "Enchantment Creature — Nymph Dryad",
    {"affects": {"type": "Land", "controller": "you"}, "add_every": ["basic land"]},
    size=(2, 4),
)
ASHAYA = card(
    "ashaya",
    "Legendary Creature — Elemental",
    {
        "cda": True,
        "affects": "this",
        "set_power": {"count": {"type": "Land", "controller": "you"}},
        "set_toughness": {"count": {"type": "Land", "controller": "you"}},
    },
    {
        "affects": {"type": "Creature", "controller": "you", "token": False},
        "add_types": ["Land"],
        "add_subtypes": ["Forest"],
    },
    colors="G",
    size=(0, 0),
)
XENOGRAFT = card(
    "xenograft",
    "Enchantment",
    {"affects": {"type": "Creature", "controller": "you"}, "add_subtypes": [{"chosen": "creature_type"}]},
)
CONSPIRACY = card(
    "conspiracy",
    "Enchantment",
    {"affects": {"type": "Creature", "controller": "you"}, "set_subtypes": [{"chosen": "creature_type"}]},
)
BELL = card(
    "bell",
    "Artifact",
    {
        "affects": {"subtype": "Swamp"},
        "set_types": ["Creature"],
        "still": True,
        "set_colors": ["B"],
        "set_power": 1,
        "set_toughness": 1,
    },
)
CHANGELING = card("changeling", "Creature — Shapeshifter", "changeling", size=(2, 2))
ZOMBIE = {"xenograft": {"chosen": {"creature_type": "Zombie"}}}
ELF = {"conspiracy": {"chosen": {"creature_type": "Elf"}}}


@pytest.mark.parametrize("cards", [(BLOOD_MOON, URBORG, FOREST), (URBORG, FOREST, BLOOD_MOON)])
def test_blood_moon_and_urborg(cards: tuple[Printed, ...]) -> None:
    """Urborg's effect would not exist after Blood Moon's, so it waits and is gone (613.8a, 305.7)."""
    found = board(*cards)
    assert found["urborg"].subtypes == {"Mountain"}
    assert texts(found["urborg"]) == ["{T}: Add {R}."]
    assert found["forest"].subtypes == {"Forest"}


def test_dryad_arbor_under_blood_moon() -> None:
    """Only land types are replaced; the card types, Dryad and the color stay (205.1a, 305.7)."""
    arbor = board(ARBOR, BLOOD_MOON)["arbor"]
    assert arbor.types == {"Land", "Creature"}
    assert arbor.subtypes == {"Mountain", "Dryad"}
    assert arbor.colors == {"G"}
    assert texts(arbor) == ["{T}: Add {R}."]
    assert (arbor.power, arbor.toughness) == (1, 1)


def test_dryad_arbor_under_humility() -> None:
    """An intrinsic mana ability is an ability, and is lost in layer 6."""
    arbor = board(ARBOR, HUMILITY)["arbor"]
    assert arbor.subtypes == {"Forest", "Dryad"}
    assert texts(arbor) == []


@pytest.mark.parametrize(
    ("cards", "size"),
    [((OPALESCENCE, HUMILITY), 1), ((HUMILITY, OPALESCENCE), 4)],
    ids=["humility last", "first"],
)
def test_opalescence_and_humility(cards: tuple[Printed, ...], size: int) -> None:
    """Both have started when the abilities go, and go on in layer 7b in timestamp order (613.6)."""
    found = board(BEAR, *cards)
    assert found["humility"].types == {"Enchantment", "Creature"}
    assert texts(found["humility"]) == []
    assert (found["humility"].power, found["humility"].toughness) == (size, size)
    assert found["opalescence"].types == {"Enchantment"}
    assert len(found["opalescence"].abilities) == 1
    assert found["bear"].power == 1


def test_opalescence_waits_for_enchanted_evening() -> None:
    """The younger effect changes the affected set of Opalescence (613.8a)."""
    found = board(OPALESCENCE, EVENING, FOREST)
    assert found["forest"].types == {"Land", "Enchantment", "Creature"}
    assert found["evening"].power == 5


@pytest.mark.parametrize("cards", [(LIFE_AND_LIMB, ILYSIAN), (ILYSIAN, LIFE_AND_LIMB)])
def test_life_and_limb_with_dryad_of_the_ilysian_grove(cards: tuple[Printed, ...]) -> None:
    """Without Saprolings only one depends on the other, whatever the timestamps."""
    opposing = {"plains 2": {"controller": "opponent"}}
    found = board(PLAINS, PLAINS, *cards, objects=opposing)
    assert found["plains"].types == {"Land", "Creature"}
    assert found["plains"].subtypes == {*subtypes.BASIC_LAND_TYPES, "Saproling"}
    assert found["plains"].every == {"basic land"}
    assert found["plains"].power == 1
    assert found["plains 2"].subtypes == {"Plains"}
    assert found["ilysian"].subtypes == {"Nymph", "Dryad"}


def test_loops_go_by_timestamp() -> None:
    """Life and Limb and Yavimaya, with a Saproling: each reaches more after the other (613.8b)."""
    saproling = card("saproling", "Creature — Saproling", size=(1, 1))
    limb_first = board(PLAINS, saproling, LIFE_AND_LIMB, YAVIMAYA)
    assert limb_first["plains"].types == {"Land"}
    assert limb_first["plains"].subtypes == {"Plains", "Forest"}
    yavimaya_first = board(PLAINS, saproling, YAVIMAYA, LIFE_AND_LIMB)
    assert yavimaya_first["plains"].subtypes == {"Plains", "Forest", "Saproling"}
    assert yavimaya_first["yavimaya"].types == {"Land", "Creature"}


def test_ashaya_loops_with_life_and_limb() -> None:
    """The older goes first; the land that Life and Limb animates later is no Forest by Ashaya's doing."""
    found = board(FOREST, BEAR, ASHAYA, LIFE_AND_LIMB)
    assert found["bear"].subtypes == {"Bear", "Forest", "Saproling"}
    assert found["ashaya"].subtypes == {"Elemental", "Forest", "Saproling"}
    assert found["ashaya"].power == 1


def kind(name: str, is_a: str, becomes: str) -> Printed:
    """An effect that makes everything of one card type another, too. Its source is of neither."""
    return card(name, "Enchantment", {"affects": {"type": is_a}, "add_types": [becomes]})


def test_a_loop_of_three() -> None:
    """In a loop all ignore each other; an effect outside of it that waits for one of them still waits (613.8b)."""
    a = kind("a", "Land", "Artifact")
    b = kind("b", "Artifact", "Creature")
    c = kind("c", "Creature", "Land")
    legends = card("d", "Enchantment", {"affects": {"type": "Land"}, "add_supertypes": ["Legendary"]})
    things = (legends, CAVE, card("relic", "Artifact"), BEAR)
    found = board(*things, a, b, c)
    assert found["cave"].types == {"Land", "Artifact", "Creature"}
    assert found["relic"].types == {"Artifact", "Creature", "Land"}
    assert found["bear"].types == {"Creature", "Land"}
    assert all(found[label].supertypes == {"Legendary"} for label in ("cave", "relic", "bear"))
    found = board(*things, b, c, a)
    assert found["cave"].types == {"Land", "Artifact"}
    assert found["relic"].types == {"Artifact", "Creature", "Land"}
    assert found["bear"].types == {"Creature", "Land", "Artifact"}


def test_losing_hidden_subtypes() -> None:
    """An object that loses all creature types while they are hidden has none when the card type is back."""
    away = resolved(5, "bear", {"set_types": ["Artifact"]})
    lost = resolved(6, "bear", {"lose_every": ["creature"]})
    back = resolved(7, "bear", {"add_types": ["Creature"]})
    assert board(BEAR, effects=[away, lost, back])["bear"].subtypes == set()


def test_xenograft_urborg_and_kormus_bell() -> None:
    """Dependency is asked of one application to the present state, not of chains (613.8b-c)."""
    xenograft_first = board(XENOGRAFT, URBORG, BELL, objects=ZOMBIE)["urborg"]
    assert xenograft_first.types == {"Land", "Creature"}
    assert xenograft_first.subtypes == {"Swamp"}
    urborg_first = board(URBORG, XENOGRAFT, BELL, objects=ZOMBIE)["urborg"]
    assert urborg_first.subtypes == {"Swamp", "Zombie"}
    assert urborg_first.power == 1


@pytest.mark.parametrize("cards", [(CONSPIRACY, CHANGELING), (CHANGELING, CONSPIRACY)])
def test_conspiracy_on_a_changeling(cards: tuple[Printed, ...]) -> None:
    """The characteristic-defining ability comes first, the set later; the ability stays (613.3)."""
    found = board(*cards, objects=ELF)
    assert found["changeling"].subtypes == {"Elf"}
    assert texts(found["changeling"]) == ["changeling"]
    alone = board(CHANGELING)["changeling"]
    assert alone.every == {"creature"}
    assert len(alone.subtypes) == len(subtypes.every("creature"))


def test_hidden_subtypes_come_back_and_set_ones_do_not() -> None:
    """A subtype is hidden while its card type is away (205.1a); one that cannot be set then removes nothing."""
    away = resolved(5, "bear", {"set_types": ["Artifact"]})
    back = resolved(7, "bear", {"add_types": ["Creature"]})
    assert board(BEAR, effects=[away])["bear"].subtypes == set()
    assert board(BEAR, effects=[away, back])["bear"].subtypes == {"Bear"}
    elf = resolved(6, "bear", {"set_subtypes": ["Elf"]})
    # Elf depends on both others (its possible result for the bear changes), so it is applied last.
    assert board(BEAR, effects=[away, elf, back])["bear"].subtypes == {"Elf"}
    assert board(BEAR, effects=[away, elf])["bear"].subtypes == set()
    # In one effect, the subtypes are judged after its own change of card types.
    both = resolved(6, "bear", {"set_types": ["Land"], "set_subtypes": ["Elf"]})
    assert board(BEAR, effects=[both, back])["bear"].subtypes == {"Bear"}
    # Losing is another matter: it removes hidden ones for good.
    none = resolved(6, "bear", {"lose_every": ["creature"]})
    assert board(BEAR, effects=[away, none, back])["bear"].subtypes == set()


@pytest.mark.parametrize(
    ("effect", "types", "visible"),
    [
        ({"set_types": ["Enchantment"]}, {"Enchantment"}, set()),
        ({"set_types": ["Creature"], "set_subtypes": ["Elf"]}, {"Creature"}, {"Elf"}),
        (
            {"set_types": ["Creature"], "still": True, "set_subtypes": ["Elf"]},
            {"Land", "Creature"},
            {"Forest", "Dryad", "Elf"},
        ),
        ({"set_types": ["Artifact", "Creature"]}, {"Land", "Artifact", "Creature"}, {"Forest", "Dryad"}),
        (
            {"set_types": ["Artifact", "Creature"], "set_subtypes": ["Construct"]},
            {"Land", "Artifact", "Creature"},
            {"Forest", "Construct"},
        ),
        (
            {"set_types": ["Artifact", "Creature"], "loses_other_types": True, "set_subtypes": ["Insect"]},
            {"Artifact", "Creature"},
            {"Insect"},
        ),
        (
            {"add_types": ["Artifact"], "add_subtypes": ["Food", "Shrine"]},
            {"Artifact", "Land", "Creature"},
            {"Forest", "Dryad", "Food"},
        ),
        ({"remove_types": ["Creature"]}, {"Land"}, {"Forest"}),
        ({"lose_every": ["creature"], "add_subtypes": ["Elf"]}, None, {"Forest", "Elf"}),
        ({"set_subtypes": ["Desert", "Elf"]}, None, {"Desert", "Elf"}),
        ({"lose_every": ["basic land"], "add_every": ["nonbasic land"]}, None, None),
    ],
)
def test_wordings(effect: Mapping[str, Any], types: set[str] | None, visible: set[str] | None) -> None:
    """The types that each wording replaces and keeps (205.1a-b), on a land creature."""
    arbor = board(ARBOR, effects=[resolved(5, "arbor", effect)])["arbor"]
    assert arbor.types == (types if types is not None else {"Land", "Creature"})
    expected = visible if visible is not None else {"Dryad", *subtypes.every("nonbasic land")}
    assert arbor.subtypes == expected


def test_supertypes_are_independent() -> None:
    """Neither card types nor subtypes touch supertypes, nor the other way round (205.4b)."""
    forest = board(FOREST, effects=[resolved(5, "forest", {"set_types": ["Enchantment"]})])["forest"]
    assert forest.supertypes == {"Basic"}
    assert forest.types == {"Enchantment"}
    assert forest.subtypes == set()
    change = {"add_supertypes": ["Snow"], "remove_supertypes": ["Basic"]}
    forest = board(FOREST, BLOOD_MOON, effects=[resolved(5, "forest", change)])["forest"]
    assert forest.supertypes == {"Snow"}
    assert forest.subtypes == {"Mountain"}


def test_instants_keep_their_type_in_the_newer_edition() -> None:
    """205.1a as of 2026; the older text replaces every card type."""
    bolt = card("bolt", "Instant")
    effect = resolved(5, "bolt", {"set_types": ["Artifact"]})
    assert board(bolt, effects=[effect])["bolt"].types == {"Artifact"}
    assert board(bolt, effects=[effect], edition="2026")["bolt"].types == {"Artifact", "Instant"}


def test_setting_a_basic_land_type_spares_granted_abilities() -> None:
    """305.7 takes rules text in layer 4; an ability that another effect grants arrives in layer 6."""
    lantern = card("lantern", "Artifact", {"affects": {"type": "Land"}, "add_abilities": ["{T}: Add {W} or {U}."]})
    cave = board(CAVE, lantern, BLOOD_MOON)["cave"]
    assert texts(cave) == ["{T}: Add {R}.", "{T}: Add {W} or {U}."]
    assert [ability.origin for ability in cave.abilities] == ["intrinsic", "granted"]
    assert cave.abilities[1].source == "lantern"
    added = board(CAVE, URBORG)["cave"]
    assert texts(added) == ["{T}: Add {C}.", "{T}: Add {B}."]


def test_granted_static_abilities_work_on() -> None:
    """A granted ability's effect has the later timestamp of the two (613.7a)."""
    ability = {"affects": {"type": "Creature", "other": True}, "set_power": 5, "text": "Lead."}
    lord = card("lord", "Enchantment", {"affects": {"subtype": "Bear"}, "add_abilities": [ability, "flying"]})
    small = card("small", "Enchantment", {"affects": {"type": "Creature"}, "set_power": 0})
    dryad = card("dryad", "Creature — Dryad", size=(3, 3))
    assert board(BEAR, dryad, small, lord)["dryad"].power == 5
    assert board(BEAR, dryad, lord, small)["dryad"].power == 0
    assert texts(board(BEAR, dryad, lord, small)["bear"]) == ["Lead.", "flying"]


def test_power_and_toughness() -> None:
    """CDA, set, modify with counters, switch (613.4); nothing for a noncreature."""
    counted = {"count": {"type": "Land"}}
    lhurgoyf = card(
        "lhurgoyf",
        "Creature",
        {"cda": True, "affects": "this", "set_power": counted, "set_toughness": 4},
        size=(0, 0),
    )
    pump = card("pump", "Enchantment", {"affects": {"type": "Creature"}, "add_power": 1, "add_toughness": 0})
    effects = [resolved(5, "lhurgoyf", {"switch": True})]
    counters = {"lhurgoyf": {"counters": {"+1/+1": 2, "-1/-1": 1}}}
    found = board(lhurgoyf, pump, FOREST, FOREST, effects=effects, objects=counters)
    assert (found["lhurgoyf"].power, found["lhurgoyf"].toughness) == (5, 4)
    assert found["forest"].power is None


def test_an_ability_lost_in_layer_6_has_no_later_effect() -> None:
    """An effect that has not started when its ability goes does not apply."""
    lord = card("lord", "Creature", {"affects": {"type": "Creature"}, "add_power": 3}, size=(2, 2))
    assert board(lord, BEAR)["bear"].power == 5
    assert board(lord, BEAR, HUMILITY)["bear"].power == 1


def test_conditions() -> None:
    """An effect exists while its condition holds, at the moment it would start."""
    condition = {"count": {"subtype": "Swamp"}, "at_least": 2}
    guard = card(
        "guard",
        "Artifact",
        {"affects": "this", "as_long_as": condition, "add_types": ["Creature"]},
        mana_value=1,
    )
    assert board(guard, SWAMP)["guard"].types == {"Artifact"}
    # Urborg's younger effect decides whether the guard's exists, so the guard's waits.
    assert board(guard, SWAMP, URBORG)["guard"].types == {"Artifact", "Creature"}
    assert board(guard, SWAMP, URBORG, BLOOD_MOON)["guard"].types == {"Artifact"}
    mine = card("mine", "Artifact", {"affects": "this", "as_long_as": {"turn": "yours"}, "add_types": ["Creature"]})
    assert board(mine, turn="you")["mine"].types == {"Artifact", "Creature"}
    assert board(mine, turn="opponent")["mine"].types == {"Artifact"}


def test_static_abilities_work_on_the_battlefield() -> None:
    """Elsewhere only where ``works_in`` says so, and characteristic-defining abilities everywhere (604.3)."""
    in_graveyard = {"zone": "graveyard"}
    found = board(FOREST, URBORG, CHANGELING, objects={"urborg": in_graveyard, "changeling": in_graveyard})
    assert found["forest"].subtypes == {"Forest"}
    assert found["changeling"].every == {"creature"}
    wonder = card(
        "wonder",
        "Creature",
        {"affects": {"type": "Creature"}, "add_abilities": ["flying"], "works_in": ["graveyard"]},
    )
    assert texts(board(BEAR, wonder, objects={"wonder": in_graveyard})["bear"]) == ["flying"]
    assert texts(board(BEAR, wonder)["bear"]) == []


def test_auras() -> None:
    """``attached`` is the host of the source, even if the source is no Aura any more."""
    aura = card(
        "aura",
        "Enchantment — Aura",
        {
            "affects": "attached",
            "lose_all_abilities": True,
            "set_types": ["Creature"],
            "set_subtypes": ["Frog"],
            "set_colors": ["U"],
            "set_power": 1,
            "set_toughness": 1,
        },
    )
    vehicle = card("vehicle", "Artifact — Vehicle", "flying", "crew 1", size=(3, 3))
    effects = [resolved(5, "aura", {"set_types": ["Artifact"]})]
    frog = board(vehicle, aura, effects=effects, objects={"aura": {"attached_to": "vehicle"}})["vehicle"]
    assert frog.types == {"Creature"}
    assert frog.subtypes == {"Frog"}
    assert frog.colors == {"U"}
    assert (frog.power, frog.abilities) == (1, ())


def test_retired_words_are_known() -> None:
    """They are creature types that can be replaced and lost. Once retired, they are not part of every creature type."""
    naga = card("naga", "Creature — Naga Cleric", size=(1, 1))
    assert board(naga)["naga"].subtypes == {"Naga", "Cleric"}
    assert board(naga, CONSPIRACY, objects=ELF)["naga"].subtypes == {"Elf"}
    assert "Naga" in board(CHANGELING)["changeling"].subtypes  # retired in June 2024, after this edition
    assert "Hound" not in board(CHANGELING)["changeling"].subtypes


def test_unknown_keys_are_refused() -> None:
    """The engine refuses what its restricted form does not have."""
    with pytest.raises(NotImplementedError, match="gain_control"):
        board(BEAR, effects=[resolved(5, "bear", {"gain_control": "you"})])
    with pytest.raises(NotImplementedError, match="attacking"):
        board(BEAR, card("war", "Artifact", {"affects": {"attacking": True}, "add_power": 1}))
