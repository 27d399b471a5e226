"""Cards in Scryfall's shape, given on a board: made up, since the shape and not the card is what counts."""

from __future__ import annotations

from typing import Any

import pytest

from facts import Board, InputError
from solver import Answer, ObjectAnswer, derive


def board(*steps: Any, cards: tuple[dict[str, Any], ...] = ()) -> Answer:
    """Derive a board with cards of its own."""
    return derive(Board.of({"cards": list(cards), "timeline": list(steps)}))


def only(card: dict[str, Any], **step: Any) -> ObjectAnswer:
    """Derive a board with nothing but one card."""
    (one,) = board({"enters": card["name"], **step}, cards=(card,)).objects.values()
    return one


def texts(one: ObjectAnswer) -> list[str]:
    """Return the texts of an object's abilities."""
    return [ability.text for ability in one.abilities]


# As Scryfall sends a card, with everything that is of no concern here.
BEAST: dict[str, Any] = {
    "object": "card",
    "id": "00000000-0000-0000-0000-000000000000",
    "oracle_id": "00000000-0000-0000-0000-000000000000",
    "multiverse_ids": [],
    "name": "Prowling Beast",
    "lang": "en",
    "released_at": "2020-01-01",
    "layout": "normal",
    "image_uris": {"small": "https://example.com/x.jpg"},
    "mana_cost": "{2}{G/W}{R}",
    "cmc": 4.0,
    "type_line": "Legendary Snow Creature — Beast Warrior",
    "oracle_text": "Trample, haste (It can attack as soon as it enters.)\nWard {2}\n{T}: Add {G}.",
    "power": "4",
    "toughness": "3",
    "colors": ["G", "R", "W"],
    "color_identity": ["G", "R", "W"],
    "keywords": ["Trample", "Haste", "Ward"],
    "legalities": {"standard": "legal"},
    "games": ["paper"],
    "reserved": False,
    "prices": {"usd": None},
    "edhrec_rank": None,
    "related_uris": {},
}


def test_a_card_as_it_comes() -> None:
    one = only(BEAST)
    assert one.type_line == one.printed == "Legendary Snow Creature — Beast Warrior"
    assert (one.supertypes, one.types, one.subtypes) == (("Legendary", "Snow"), ("Creature",), ("Beast", "Warrior"))
    assert (one.colors, one.mana_value, one.power, one.toughness) == (("W", "R", "G"), 4, 4, 3)
    assert texts(one) == ["Trample", "haste", "Ward {2}", "{T}: Add {G}."]
    assert [ability.keyword for ability in one.abilities] == ["trample", "haste", "ward", None]
    assert all(ability.modelled and ability.origin == "printed" for ability in one.abilities)
    assert one.properties == ("legend rule applies", "snow permanent")


class TestText:
    """Rules text: one ability a paragraph, a line of keywords split, reminder text left out."""

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("", []),
            ("Flying", ["Flying"]),
            ("Flying, vigilance; haste", ["Flying", "vigilance", "haste"]),
            ("First strike, protection from red", ["First strike", "protection from red"]),
            ("Flying (It can't be blocked except by creatures with flying or reach.)", ["Flying"]),
            ("(This card has no abilities.)", []),
            ("Draw a card, then discard a card.", ["Draw a card, then discard a card."]),
            ("Flying, then something else.", ["Flying, then something else."]),
            ("Crew 3 (Tap any number of creatures.)\nFlying", ["Crew 3", "Flying"]),
            ("One.\n\nTwo.\r\nThree.", ["One.", "Two.", "Three."]),
            ("Choose one —\n• Draw a card.\n• Gain 2 life.", ["Choose one —\n• Draw a card.\n• Gain 2 life."]),
        ],
    )
    def test_paragraphs(self, text: str, found: list[str]) -> None:
        assert texts(only({"name": "A", "type_line": "Artifact", "oracle_text": text})) == found

    @pytest.mark.parametrize(
        "text",
        [
            "Lands that dream are Islands.",
            "Creatures that sing loudest lose all abilities.",
            "Enchanted creature loses flying whenever it rains.",
            "All creatures are black and blue at heart.",
            "Permanents become artifacts by and by.",
            "The biggest land is a creature.",
            "Creatures you control get +1/+1 and sing along.",
            "The biggest creature becomes a copy by and by.",
            "Switch target creature's power and mood until end of turn.",
            "Each land is the same creature type as the tallest player.",
            "As long as it snows, it isn't a creature.",
        ],
    )
    def test_a_sentence_that_could_matter_is_named(self, text: str) -> None:
        card = {"name": "Odd", "type_line": "Enchantment", "oracle_text": f"Draw a card.\n{text}"}
        answer = board("Odd", cards=(card,))
        draw, other = answer.objects["odd"].abilities
        assert (draw.modelled, other.modelled) == (True, False)
        assert draw.as_data() == {"text": "Draw a card.", "origin": "printed"}
        assert other.as_data() == {"text": text, "origin": "printed", "modelled": False}
        assert answer.warnings == (f"Odd: not modelled: {text}",)

    @pytest.mark.parametrize(
        "text",
        [
            "Draw a card.",
            "Destroy target nonbasic land.",
            "Whenever this creature becomes tapped, draw a card.",
            "When this creature becomes the target of a spell, sacrifice it.",
            "Each opponent loses 2 life.",
            "{T}: Add one mana of any color.",
            "This creature enters tapped.",
            "You win the game.",
        ],
    )
    def test_a_sentence_that_cannot_matter_is_not(self, text: str) -> None:
        answer = board("A", cards=({"name": "A", "type_line": "Artifact", "oracle_text": text},))
        assert answer.warnings == ()
        assert answer.objects["a"].abilities[0].modelled

    def test_only_the_sentence_that_was_not_read_is_named(self) -> None:
        text = "{1}: This creature gets +1/+1 until end of turn. It becomes a clockwork artifact.\nHaste"
        answer = board("A", cards=({"name": "A", "type_line": "Creature — Elf", "oracle_text": text},))
        pump, haste = answer.objects["a"].abilities
        assert (pump.modelled, haste.modelled, haste.keyword) == (False, True, "haste")
        assert answer.warnings == ("A: not modelled: It becomes a clockwork artifact.",)

    def test_the_text_happens(self) -> None:
        moon = {"name": "M", "type_line": "Artifact", "oracle_text": "Flying\nNonbasic lands are Mountains."}
        den = {"name": "Den", "type_line": "Land", "oracle_text": "{T}: Add {C}.\n{1}: Den becomes a 2/2 Elf creature."}
        answer = board("Den", "M", cards=(moon, den))
        assert (answer.objects["den"].type_line, answer.warnings) == ("Land — Mountain", ())
        assert [ability.text for ability in answer.objects["den"].abilities] == ["{T}: Add {R}."]
        assert [ability.text for ability in answer.objects["m"].abilities] == [
            "Flying",
            "Nonbasic lands are Mountains.",
        ]

    def test_a_face_has_its_own_text(self) -> None:
        back = {"name": "Back", "type_line": "Artifact", "oracle_text": "Creatures you control are artifacts."}
        front = {"name": "Front", "type_line": "Creature — Elf", "oracle_text": "Lands you control are Islands."}
        card = {"name": "Front // Back", "layout": "transform", "card_faces": [front, back]}
        lands = [board({"enters": "Front", "face": face}, "Plains", cards=(card,)) for face in ("front", "back")]
        assert [one.objects["plains"].type_line for one in lands] == ["Basic Land — Island", "Basic Land — Plains"]

    def test_a_spell_that_resolves(self) -> None:
        text = "Target creature gets +1/+1 until end of turn.\nThat creature becomes as blue as the sea."
        boost = {"name": "Boost", "type_line": "Instant", "oracle_text": text}
        answer = board("Grizzly Bears", {"resolves": "Boost", "affects": "grizzly_bears"}, cards=(boost,))
        assert answer.objects["grizzly_bears"].power == 3
        assert answer.warnings == ("Boost: not modelled: That creature becomes as blue as the sea.",)

    def test_it_is_not_said_whose_ability_resolves(self) -> None:
        text = "{T}: Creatures you control get +1/+1 until end of turn."
        drums = {"name": "Drums", "type_line": "Artifact", "oracle_text": text}
        theirs = {"enters": "Drums", "controller": "opponent"}
        answer = board("Grizzly Bears", "Drums", theirs, {"resolves": "Drums"}, cards=(drums,))
        assert answer.objects["grizzly_bears"].power == 3
        assert answer.warnings == ("Drums (step 4): 'source' does not say whose ability it is: taken as that of you",)

    def test_nothing_of_a_spell_was_understood(self) -> None:
        boost = {"name": "Boost", "type_line": "Instant", "oracle_text": "All lands become as blue as the sea."}
        with pytest.raises(
            InputError, match=r"as it resolves\. Not modelled: 'All lands become as blue as the sea\.'$"
        ):
            board({"resolves": "Boost"}, cards=(boost,))

    def test_what_stands_before_the_modes_was_not_understood(self) -> None:
        sentence = "Target creature has the base power and toughness of the moon until end of turn."
        text = f"Tiered (Choose one additional cost.)\n{sentence}\n• Cat — {{0}} — 3/2.\n• Dog — {{1}} — 5/2."
        limit = {"name": "Limit", "type_line": "Instant", "oracle_text": text}
        step = {"resolves": "Limit", "affects": "hill_giant", "chosen": {"mode": "Dog"}}
        with pytest.raises(InputError, match=r"as it resolves\. Not modelled: 'Target creature has the base power"):
            board("Hill Giant", step, cards=(limit,))

    def test_how_a_copy_is_made_was_not_understood(self) -> None:
        text = "Create a token that's a copy of target creature, except its power is as large as the moon."
        halves = {"name": "Halves", "type_line": "Sorcery", "oracle_text": f"Draw a card.\n{text}"}
        answer = board("Hill Giant", {"enters": "token", "copy_of": "hill_giant", "made_by": "Halves"}, cards=(halves,))
        assert answer.warnings == (f"Halves: not modelled: {text}",)

    def test_the_original_of_a_copy_has_left(self) -> None:
        odd = {"name": "Odd", "type_line": "Creature — Elf", "oracle_text": "Lands that dream are Islands."}
        answer = board("Odd", {"enters": "Clone", "copy_of": "odd"}, {"leaves": "odd"}, cards=(odd,))
        assert answer.warnings == ("Odd: not modelled: Lands that dream are Islands.",)

    def test_a_warning_is_given_once(self) -> None:
        card = {"name": "Odd", "type_line": "Artifact — Blorp", "oracle_text": "All lands are mostly Islands."}
        assert board("Odd", "Odd", "Odd", cards=(card,)).warnings == (
            "Odd: 'Blorp' is no known subtype; it is kept as printed",
            "Odd: not modelled: All lands are mostly Islands.",
        )

    def test_a_basic_land_is_not_given_its_ability_twice(self) -> None:
        card = {"name": "Woods", "type_line": "Basic Land — Forest", "oracle_text": "({T}: Add {G}.)"}
        one = only(card)
        assert [ability.as_data() for ability in one.abilities] == [
            {"text": "{T}: Add {G}.", "origin": "intrinsic", "rule": "305.6"}
        ]


class TestNumbers:
    """Power and toughness as printed."""

    @pytest.mark.parametrize(
        ("power", "toughness", "found"),
        [
            ("*", "1+*", (0, 1)),
            ("2", "2", (2, 2)),
            ("-1", "3", (-1, 3)),
            ("+2", "0", (2, 0)),
            (3, 4, (3, 4)),
            ("*", "*", (0, 0)),
            ("?", "∞", (0, 0)),
        ],
    )
    def test_creatures(self, power: Any, toughness: Any, found: tuple[int, int]) -> None:
        one = only({"name": "A", "type_line": "Creature — Elf", "power": power, "toughness": toughness})
        assert (one.power, one.toughness) == found

    def test_a_vehicle_has_none_until_it_is_a_creature(self) -> None:
        card = {
            "name": "Cart",
            "type_line": "Artifact — Vehicle",
            "power": "3",
            "toughness": "2",
            "oracle_text": "Crew 1",
        }
        one = only(card)
        assert (one.power, one.toughness) == (None, None)
        crewed = board("Cart", {"resolves": "Cart", "affects": "cart"}, cards=(card,)).objects["cart"]
        assert (crewed.power, crewed.toughness, crewed.type_line) == (3, 2, "Artifact Creature — Vehicle")

    @pytest.mark.parametrize("cost", ["", "{X}{X}{R}", "{2/W}{W/P}{G/U/P}", "{10}", "{C}{S}", "{²}", "{½}"])
    def test_mana_costs(self, cost: str) -> None:
        values = {"": 0, "{X}{X}{R}": 1, "{2/W}{W/P}{G/U/P}": 4, "{10}": 10, "{C}{S}": 2, "{²}": 1, "{½}": 1}
        assert only({"name": "A", "type_line": "Artifact", "mana_cost": cost}).mana_value == values[cost]


class TestColors:
    """Of the mana cost, of the color indicator, or (a token) as given."""

    @pytest.mark.parametrize(
        ("card", "colors"),
        [
            ({"mana_cost": "{W/U}{B/P}{2/R}", "colors": ["B", "R", "U", "W"]}, "WUBR"),
            ({"mana_cost": "", "color_indicator": ["U"], "colors": ["U"]}, "U"),
            ({"mana_cost": "{G}", "color_indicator": ["R"]}, "RG"),
            ({"colors": ["G", "W"]}, "WG"),
            ({"colors": []}, ""),
            ({"mana_cost": "{3}"}, ""),
            ({}, ""),
        ],
    )
    def test_colors(self, card: dict[str, Any], colors: str) -> None:
        assert "".join(only({"name": "A", "type_line": "Artifact", **card}).colors) == colors


class TestTypeLines:
    """Type lines of every age and kind."""

    @pytest.mark.parametrize(
        ("line", "types", "subtypes"),
        [
            ("Creature - Elf Druid", ("Creature",), ("Elf", "Druid")),
            ("Creature – Elf", ("Creature",), ("Elf",)),
            ("creature — Elf", ("Creature",), ("Elf",)),
            ("Tribal Instant — Goblin", ("Tribal", "Instant"), ("Goblin",)),
            ("Kindred Enchantment — Elf Aura", ("Kindred", "Enchantment"), ("Aura", "Elf")),
            ("Creature — Time Lord", ("Creature",), ("Time Lord",)),
            ("Land — Urza's Power-Plant", ("Land",), ("Power-Plant", "Urza's")),
            ("Land — Urza’s Tower", ("Land",), ("Tower", "Urza's")),
            ("Artifact Creature — Equipment Golem", ("Artifact", "Creature"), ("Equipment", "Golem")),
            ("Land Creature — Forest Dryad", ("Land", "Creature"), ("Forest", "Dryad")),
            ("Creature — Naga Hound", ("Creature",), ("Hound", "Naga")),
            ("Token Creature — Saproling", ("Creature",), ("Saproling",)),
            ("Artifact — Elf", ("Artifact",), ()),
        ],
    )
    def test_lines(self, line: str, types: tuple[str, ...], subtypes: tuple[str, ...]) -> None:
        card: dict[str, Any] = {"name": "A", "type_line": line}
        answer = board({"enters": "A", "attached_to": "you"} if "Aura" in line else "A", cards=(card,))
        one = answer.objects["a"]
        assert (one.types, tuple(sorted(one.subtypes))) == (types, tuple(sorted(subtypes)))
        assert [warning for warning in answer.warnings if "known" in warning] == []

    def test_an_unknown_subtype_is_kept_with_its_card_type(self) -> None:
        answer = board("A", cards=({"name": "A", "type_line": "Artifact Creature — Blorp Golem"},))
        assert answer.objects["a"].type_line == "Artifact Creature — Blorp Golem"
        assert answer.warnings == ("A: 'Blorp' is no known subtype; it is kept as printed",)
        frog = {"resolves": "Turn to Frog", "affects": "a"}
        one = board("A", frog, cards=({"name": "A", "type_line": "Artifact Creature — Blorp Golem"},)).objects["a"]
        assert one.type_line == "Artifact Creature — Frog"

    def test_an_unknown_subtype_may_be_a_slip(self) -> None:
        answer = board("A", cards=({"name": "A", "type_line": "Creature — elf"},))
        assert answer.warnings == ("A: 'elf' is no known subtype; it is kept as printed. Did you mean Elf?",)

    @pytest.mark.parametrize(
        ("text", "warnings"),
        [
            ("Gobln creatures have flying.", ("A: 'Gobln' in its text is no known subtype. Did you mean Goblin?",)),
            ("Nonpricey creatures have flying.", ("A: 'Nonpricey' in its text is no known subtype",)),
            ("Creatures you control have \"Blorp creatures have flying.\"",
             ("A: 'Blorp' in its text is no known subtype",)),
            ("Goblin creatures have flying.", ()),
        ],
    )  # fmt: skip
    def test_a_text_asks_for_an_unknown_subtype(self, text: str, warnings: tuple[str, ...]) -> None:
        answer = board("A", "Grizzly Bears", cards=({"name": "A", "type_line": "Enchantment", "oracle_text": text},))
        assert answer.warnings == warnings
        blorp = {"name": "B", "type_line": "Creature — Blorp Gobln Nonpricey", "power": "1", "toughness": "1"}
        of_text = board(
            "B", "A", cards=({"name": "A", "type_line": "Enchantment", "oracle_text": text}, blorp)
        ).warnings
        assert not any("in its text" in one for one in of_text)  # a card of the board has it

    def test_an_unknown_card_type_is_left_out(self) -> None:
        answer = board("A", cards=({"name": "A", "type_line": "Elite Artifact"},))
        assert answer.objects["a"].type_line == "Artifact"
        assert answer.warnings == ("A: 'Elite' is no card type or supertype; it is left out",)


DAY: dict[str, Any] = {
    "name": "Villager // Howler",
    "layout": "transform",
    "type_line": "Creature — Human // Creature — Werewolf",
    "card_faces": [
        {"name": "Villager", "mana_cost": "{1}{R}", "type_line": "Creature — Human", "power": "1", "toughness": "1",
         "oracle_text": "Daybound (If a player casts no spells, it becomes night.)"},
        {"name": "Howler", "mana_cost": "", "type_line": "Creature — Werewolf", "power": "3", "toughness": "3",
         "oracle_text": "Nightbound\nTrample", "color_indicator": ["R"]},
    ],
}  # fmt: skip
MODAL: dict[str, Any] = {
    "name": "Spell // Isle",
    "layout": "modal_dfc",
    "card_faces": [
        {"name": "Spell", "mana_cost": "{1}{U}", "type_line": "Instant", "oracle_text": "Scry 2."},
        {"name": "Isle", "mana_cost": "", "type_line": "Land", "oracle_text": "Isle enters tapped.\n{T}: Add {U}."},
    ],
}
SPLIT: dict[str, Any] = {
    "name": "Ebb // Flow",
    "layout": "split",
    "mana_cost": "{R} // {1}{U}",
    "type_line": "Instant // Sorcery",
    "card_faces": [
        {"name": "Ebb", "mana_cost": "{R}", "type_line": "Instant", "oracle_text": "Deal 2."},
        {"name": "Flow", "mana_cost": "{1}{U}", "type_line": "Sorcery", "oracle_text": "Draw."},
    ],
}
ADVENTURE: dict[str, Any] = {
    "name": "Squire // Quest",
    "layout": "adventure",
    "power": "2",
    "toughness": "2",
    "card_faces": [
        {
            "name": "Squire",
            "mana_cost": "{2}{W}",
            "type_line": "Creature — Human Knight",
            "power": "2",
            "toughness": "2",
        },
        {"name": "Quest", "mana_cost": "{W}", "type_line": "Sorcery — Adventure", "oracle_text": "You gain 2 life."},
    ],
}
FACES = (DAY, MODAL, SPLIT, ADVENTURE)


class TestFaces:
    """Cards of several faces."""

    @pytest.mark.parametrize(
        ("step", "name", "line", "colors", "value"),
        [
            ({"enters": "Villager"}, "Villager", "Creature — Human", "R", 2),
            ({"enters": "Villager // Howler", "face": "back"}, "Howler", "Creature — Werewolf", "R", 2),
            ({"enters": "Howler"}, "Howler", "Creature — Werewolf", "R", 2),
            ({"enters": "Howler", "zone": "graveyard"}, "Villager", "Creature — Human", "R", 2),
            ({"enters": "Spell", "zone": "stack"}, "Spell", "Instant", "U", 2),
            ({"enters": "Isle"}, "Isle", "Land", "", 0),
            ({"enters": "Isle", "zone": "hand"}, "Spell", "Instant", "U", 2),
            ({"enters": "Spell", "face": "back"}, "Isle", "Land", "", 0),
            ({"enters": "Ebb", "zone": "stack"}, "Ebb", "Instant", "R", 1),
            ({"enters": "Flow", "zone": "stack"}, "Flow", "Sorcery", "U", 2),
            ({"enters": "Ebb // Flow", "zone": "stack", "face": "right"}, "Flow", "Sorcery", "U", 2),
            ({"enters": "Squire"}, "Squire", "Creature — Human Knight", "W", 3),
            ({"enters": "Squire", "zone": "stack", "face": "adventure"}, "Quest", "Sorcery — Adventure", "W", 1),
            ({"enters": "Quest", "zone": "stack"}, "Quest", "Sorcery — Adventure", "W", 1),
            ({"enters": "Quest", "zone": "exile"}, "Squire", "Creature — Human Knight", "W", 3),
        ],
    )
    def test_which_face_counts(self, step: dict[str, Any], name: str, line: str, colors: str, value: int) -> None:
        (one,) = board(step, cards=FACES).objects.values()
        assert (one.name, one.type_line, "".join(one.colors), one.mana_value) == (name, line, colors, value)

    def test_a_transforming_card_turns_over(self) -> None:
        answer = board("Villager", {"transforms": "villager"}, cards=FACES)
        one = answer.objects["villager"]
        assert (one.name, one.face, one.power, texts(one)) == ("Howler", "back", 3, ["Nightbound", "Trample"])
        assert "transformed permanent" in one.properties
        assert answer.refused == ()

    def test_a_modal_card_does_not(self) -> None:
        answer = board({"enters": "Isle"}, {"transforms": "isle"}, cards=FACES)
        assert [one.rule for one in answer.refused] == ["701.28c"]
        assert answer.objects["isle"].name == "Isle"

    @pytest.mark.parametrize("card", FACES, ids=lambda card: card["layout"])
    def test_no_other_faces(self, card: dict[str, Any]) -> None:
        wrong = "adventure" if card["layout"] != "adventure" else "back"
        with pytest.raises(InputError, match=f"has no {wrong} face"):
            only(card, face=wrong)

    def test_a_token_by_its_layout(self) -> None:
        card = {"name": "Elf Warrior", "layout": "token", "type_line": "Token Creature — Elf Warrior", "colors": ["G"]}
        one = only(card)
        assert (one.token, one.type_line, one.colors) == (True, "Creature — Elf Warrior", ("G",))
        assert not only(BEAST).token


class TestPrecedence:
    """A board's own cards go before those of the library."""

    def test_a_card_of_the_same_name(self) -> None:
        mine = {"name": "Blood Moon", "type_line": "Artifact"}
        answer = board("Blood Moon", "Dryad Arbor", cards=(mine,))
        assert answer.objects["blood_moon"].type_line == "Artifact"
        assert answer.objects["dryad_arbor"].type_line == "Land Creature — Forest Dryad"

    def test_two_of_one_name(self) -> None:
        with pytest.raises(InputError, match="the card 'Blood moon' is defined twice"):
            board(
                "Blood Moon",
                cards=({"name": "Blood Moon", "type_line": "Land"}, {"name": "Blood moon", "type_line": "Land"}),
            )

    def test_described_where_it_enters(self) -> None:
        elf = {"name": "Elf", "type_line": "Creature — Elf", "power": 1, "toughness": 1}
        dwarf = {"name": "Elf", "type_line": "Creature — Dwarf", "power": 2, "toughness": 2}
        answer = board({"enters": elf}, {"enters": dwarf}, {"enters": elf, "token": True})
        assert [one.type_line for one in answer.objects.values()] == [
            "Creature — Elf",
            "Creature — Dwarf",
            "Creature — Elf",
        ]
        assert [one.token for one in answer.objects.values()] == [False, False, True]


GROWER: dict[str, Any] = {
    "name": "Test Grower",
    "type_line": "Creature — Cat",
    "power": "1",
    "toughness": "1",
    "oracle_text": "This creature gets +2/+2 as long as you have 25 or more life.",
}


def test_missing_told_conditions_give_a_warning() -> None:
    untold = board({"enters": "Test Grower"}, cards=(GROWER,)).warnings
    assert untold == ("test_grower: 'told' does not say whether 'you have 25 or more life': taken as not so",)
    tellings: tuple[object, ...] = ([], "25 or more")
    for told in tellings:
        assert board({"enters": "Test Grower", "told": told}, cards=(GROWER,)).warnings == ()


def test_missing_told_conditions_of_a_spell_give_a_warning() -> None:
    text = "Target creature gets +1/+1 until end of turn. If this spell was kicked, it gains flying until end of turn."
    spell = {"name": "Test Growth", "type_line": "Instant", "oracle_text": text}
    steps = [{"enters": "Grizzly Bears", "as": "bears"}, {"resolves": "Test Growth", "affects": "bears"}]
    untold = board(*steps, cards=(spell,)).warnings
    assert untold == ("Test Growth (step 2): 'told' does not say whether 'this was kicked': taken as not so",)
    kicked = board(steps[0], {**steps[1], "told": "kicked"}, cards=(spell,))
    assert kicked.warnings == ()
    assert texts(kicked.objects["bears"]) == ["flying"]
    assert board(steps[0], {**steps[1], "told": []}, cards=(spell,)).warnings == ()


def test_a_spell_that_makes_no_continuous_effect_changes_nothing_and_says_so() -> None:
    spell = {"name": "Small Help", "type_line": "Instant", "oracle_text": "Put a +1/+1 counter on target creature."}
    steps = [{"enters": "Grizzly Bears", "as": "bears"}, {"resolves": "Small Help", "affects": "bears"}]
    answer = board(*steps, cards=(spell,))
    assert answer.warnings == (
        "Small Help (step 2) makes no continuous effect as it resolves; counters and the like are separate steps",
    )
    assert answer.objects["bears"].power == 2


@pytest.mark.parametrize(
    "text",
    [
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one are put there.",
        "If an effect would put one or more counters on a permanent you control, it puts twice that many.",
    ],
)
def test_effects_on_entering_counters_matter(text: str) -> None:
    scales = {"name": "Test Scales", "type_line": "Enchantment", "oracle_text": text}
    hydra = {
        "name": "Test Hydra", "type_line": "Creature — Hydra", "power": "0", "toughness": "0",
        "oracle_text": "Test Hydra enters with two +1/+1 counters on it.",
    }  # fmt: skip
    untold = board("Test Scales", "Test Hydra", cards=(scales, hydra)).warnings
    said = f"Test Scales: not modelled: {text} Say with 'counters' how many it enters with"
    assert untold == (f"test_hydra: {said}",)
    told = board("Test Scales", {"enters": "Test Hydra", "counters": {"+1/+1": 3}}, cards=(scales, hydra))
    assert (told.warnings, told.objects["test_hydra"].power) == ((), 3)
    assert board("Test Scales", "Grizzly Bears", cards=(scales,)).warnings == ()


def test_prohibitions_for_others_matter() -> None:
    text = "Non-Human Werewolves you control can't transform or explore."
    wolf = {"name": "Test Wolf", "type_line": "Creature — Wolf", "power": "2", "toughness": "2", "oracle_text": text}
    assert board("Test Wolf", cards=(wolf,)).warnings == (f"Test Wolf: not modelled: {text}",)
