"""The command line: output, exit codes, and messages about wrong input."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from facts.version import VERSION, stamp
from tests.solver.command import ROOT, Typeline, shell

EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
ARBOR = """
timeline:
  - Dryad Arbor
  - {enters: Blood Moon, controller: opponent}
"""
HOSTILE = '"). #script(python) import os; os.abort() #end. left(o(0,"x'


class TestDerive:
    """`typeline derive`, on typical boards."""

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_every_example(self, path: Path, typeline: Typeline) -> None:
        run = typeline("derive", str(path))
        assert (run.code, run.err) == (0, "")
        assert run.out.startswith("object")

    def test_limits(self, tmp_path: Path, typeline: Typeline) -> None:
        board = tmp_path / "board.yaml"
        board.write_text(ARBOR)
        within = typeline("derive", str(board), "--timeout", "30", "--memory", "2000")
        assert (within.code, within.err) == (0, "")
        assert within.out == typeline("derive", str(board)).out
        many = ["Urborg, Tomb of Yawgmoth", "Blood Moon", "Conspiracy", "Life and Limb"] * 60
        board.write_text(json.dumps({"timeline": ["Dryad Arbor"] * 100 + many}))
        told = typeline("derive", str(board), "--timeout", "1").refusal()
        assert "takes more than 1 second" in told

    def test_nothing_is_imported_that_only_other_commands_need(self) -> None:
        asked = "{'lark', 'facts.oracle.read', 'sqlite3', 'rich', 'multiprocessing', 'clingo.ast'} & set(sys.modules)"
        told = f"import atexit, sys; atexit.register(lambda: print(sorted({asked}), file=sys.stderr))"
        run = f"{told}; from solver.cli import main; sys.argv = ['typeline', 'derive', '{EXAMPLES[0]}']; main()"
        assert shell(f"'{sys.executable}' -c \"{run}\" >/dev/null").stderr.decode() == "[]\n"

    @pytest.mark.parametrize(
        ("around", "told"),
        [
            ("main()", b"last "),
            ("try:\n    main()\nexcept SystemExit as end:\n    print('caught', end.code)", b"caught 2 last "),
        ],
        ids=["main alone", "main within a try"],
    )
    def test_the_process_ends_with_all_that_is_to_come(self, around: str, told: bytes, tmp_path: Path) -> None:
        script = tmp_path / "script.py"
        script.write_text(
            "import atexit, sys\natexit.register(lambda: print('last', end=' '))\n"
            f"sys.path.insert(0, {str(ROOT)!r})\nfrom solver.cli import main\n"
            f"sys.argv = ['typeline', 'derive', 'No Such Card At All']\n{around}\n"
        )
        run = shell(f"'{sys.executable}' '{script}'")
        assert run.stdout.replace(b"\n", b" ") == told
        assert run.returncode == (2 if around == "main()" else 0)
        assert b"no such card" in run.stderr

    def test_the_json_is_that_of_the_contract(self, typeline: Typeline) -> None:
        run = typeline("derive", "-", "--json", stdin=ARBOR)
        assert (run.code, run.err) == (0, "")
        moon = {"text": "Nonbasic lands are Mountains.", "origin": "printed"}
        assert json.loads(run.out) == {
            **stamp("2024"),
            "objects": {
                "dryad_arbor": {
                    "name": "Dryad Arbor",
                    "zone": "battlefield",
                    "controller": "you",
                    "owner": "you",
                    "face": "front",
                    "supertypes": [],
                    "types": ["Land", "Creature"],
                    "subtypes": ["Mountain", "Dryad"],
                    "type_line": "Land Creature — Mountain Dryad",
                    "every_creature_type": False,
                    "colors": ["G"],
                    "mana_value": 0,
                    "power": 1,
                    "toughness": 1,
                    "abilities": [{"text": "{T}: Add {R}.", "origin": "intrinsic", "rule": "305.6"}],
                    "lost": [{"text": "{T}: Add {G}.", "by": "blood_moon", "rule": "305.7"}],
                    "properties": ["nonbasic land", "nonsnow permanent"],
                    "printed": {
                        "type_line": "Land Creature — Forest Dryad",
                        "colors": ["G"],
                        "power": 1,
                        "toughness": 1,
                    },
                    "changed": ["type_line"],
                    "token": False,
                    "counters": {},
                    "damage": 0,
                    "attached_to": None,
                },
                "blood_moon": {
                    "name": "Blood Moon",
                    "zone": "battlefield",
                    "controller": "opponent",
                    "owner": "opponent",
                    "face": "front",
                    "supertypes": [],
                    "types": ["Enchantment"],
                    "subtypes": [],
                    "type_line": "Enchantment",
                    "every_creature_type": False,
                    "colors": ["R"],
                    "mana_value": 3,
                    "power": None,
                    "toughness": None,
                    "abilities": [moon],
                    "lost": [],
                    "properties": ["nonsnow permanent"],
                    "printed": {"type_line": "Enchantment", "colors": ["R"], "power": None, "toughness": None},
                    "changed": [],
                    "token": False,
                    "counters": {},
                    "damage": 0,
                    "attached_to": None,
                },
            },
            "warnings": [],
            "refused": [],
        }

    def test_the_json_of_everything_else(self, typeline: Typeline) -> None:
        board = """
        cards:
          - {name: Odd, type_line: Artifact — Blorp, oracle_text: "All lands are 1/1 creatures now.\\nDraw a card."}
        timeline:
          - {enters: {name: Five, type_line: Legendary Snow Artifact Land Creature — Elf Golem Vehicle Cave,
                      colors: [G, W, R, U, B], power: 1, toughness: 2}, token: true, counters: {charge: 2}}
          - {resolves: {effects: [{affects: targets, add_abilities: [flying, haste]}]}, affects: five, as: gift}
          - {damage: 3, on: five}
          - {enters: Bonesplitter, attached_to: five}
          - Odd
          - {enters: Clone, copy_of: odd}
          - Grizzly Bears
          - {transforms: grizzly_bears}
          - {phases: out, object: grizzly_bears}
        """
        run = typeline("derive", "-", "--json", stdin=board)
        assert (run.code, run.err) == (0, "")
        told = json.loads(run.out)
        five, odd, clone = (told["objects"][label] for label in ("five", "odd", "clone"))
        assert five["type_line"] == "Legendary Snow Artifact Land Creature — Elf Golem Vehicle Cave"
        assert (five["types"], five["supertypes"]) == (["Artifact", "Land", "Creature"], ["Legendary", "Snow"])
        assert five["colors"] == ["W", "U", "B", "R", "G"]
        assert five["abilities"] == [
            {"text": "flying", "origin": "granted", "source": "gift"},
            {"text": "haste", "origin": "granted", "source": "gift"},
        ]
        assert (five["power"], five["toughness"], five["token"]) == (3, 2, True)
        assert (five["counters"], five["damage"]) == ({"charge": 2}, 3)
        assert told["objects"]["bonesplitter"]["attached_to"] == "five"
        assert odd["abilities"] == [
            {"text": "All lands are 1/1 creatures now.", "origin": "printed", "modelled": False},
            {"text": "Draw a card.", "origin": "printed"},
        ]
        assert [ability["origin"] for ability in clone["abilities"]] == ["copied", "copied"]
        assert told["objects"]["grizzly_bears"]["phased_out"] is True
        assert told["refused"] == [{"object": "grizzly_bears", "step": 8, "rule": "701.28c"}]
        assert told["warnings"] == [
            "Odd: 'Blorp' is no known subtype; it is kept as printed",
            "Odd: not modelled: All lands are 1/1 creatures now.",
        ]

    def test_subtypes_are_complete_under_every_creature_type(self, typeline: Typeline) -> None:
        run = typeline("derive", "Mutavault", "Game-Trail Changeling", "--json")
        one = json.loads(run.out)["objects"]["game_trail_changeling"]
        assert one["every_creature_type"] is True
        assert one["type_line"] == "Creature — every creature type"
        assert len(one["subtypes"]) > 300
        assert {"Goblin", "Time Lord", "Zubera"} <= set(one["subtypes"])

    def test_the_table_marks_what_is_not_as_printed(self, typeline: Typeline) -> None:
        run = typeline("derive", "-", stdin=ARBOR)
        assert run.out.splitlines() == [
            "object        type line                             P/T  color  abilities",
            "------------  ------------------------------------  ---  -----  ------------------------------------",
            "dryad_arbor   *Land Creature — Mountain Dryad       1/1  green  *{T}: Add {R}. (305.6)",
            " of you       printed: Land Creature — Forest                   *lost: {T}: Add {G}. (to blood_moon)",
            "               Dryad",
            "",
            "blood_moon    Enchantment                                red    Nonbasic lands are Mountains.",
            " of opponent",
            "",
            "* not as printed on the card",
        ]

    def test_nothing_is_marked_that_only_has_a_star_in_its_text(self, typeline: Typeline) -> None:
        star = "timeline: [{enters: {name: Star, type_line: Artifact, oracle_text: 'Roll * dice.'}}]"
        assert "not as printed" not in typeline("derive", "-", stdin=star).out

    def test_names_in_any_spelling(self, typeline: Typeline) -> None:
        run = typeline("derive", "URBORG tomb of yawgmoth", "--json")
        assert list(json.loads(run.out)["objects"]) == ["urborg_tomb_of_yawgmoth"]

    def test_warnings_go_to_standard_error_a_line_each(self, typeline: Typeline) -> None:
        aura = "{enters: Spreading Seas, attached_to: forest}"
        board = f"timeline: [Engineered Plague, Turn to Frog, Forest, {aura}, {{leaves: forest}}]"
        run = typeline("derive", "-", stdin=board)
        assert run.code == 0
        assert run.err.splitlines() == [
            "warning: engineered_plague: 'chosen' does not say which creature_type was chosen",
            "warning: turn_to_frog: an instant or sorcery cannot be on the battlefield (304.4, 307.4)",
            "warning: spreading_seas: what it was attached to has left; it goes to the graveyard (704.5m)",
        ]

    def test_a_choice_that_only_mana_or_what_resolves_depends_on_is_not_asked_for(self, typeline: Typeline) -> None:
        mana = "As this creature enters, choose a color.\n{T}: Add one mana of the chosen color."
        number = "As this creature enters, choose a number between 1 and 4."
        elves = [
            {"name": name, "type_line": "Creature — Elf", "power": 1, "toughness": 1, "oracle_text": text}
            for name, text in (
                ("Plain", mana),
                ("Dyed", f"{mana}\nPlants you control are the chosen color."),
                ("Misty", 'All Elves have "{1}: This creature becomes the color of your choice until end of turn."'),
                ("Odd", f"{number}\nThis creature's power is equal to the chosen number."),
            )
        ]
        run = typeline("derive", "-", stdin=json.dumps({"timeline": [{"enters": elf} for elf in elves]}))
        assert run.err.splitlines() == [
            "warning: dyed: 'chosen' does not say which color was chosen",
            "warning: odd: 'chosen' does not say which number was chosen",
        ]

    def test_an_empty_board(self, typeline: Typeline) -> None:
        assert typeline("derive", "-", stdin="timeline: []").out == "Nothing is on this board.\n"

    def test_editions(self, typeline: Typeline) -> None:
        board = "timeline: [Glasspool Mimic, {transforms: glasspool_mimic}]"
        assert "Creature — Shapeshifter" in typeline("derive", "-", stdin=board).out
        assert "glasspool_mimic does not transform (701.28c)" in typeline("derive", "-", stdin=board).out
        assert "does not transform" not in typeline("derive", "-", "--edition", "2026", stdin=board).out


STEPS: dict[str, tuple[str, list[str]]] = {
    "unknown card": ("Dryad Arbour", ["timeline[0].enters", "'Dryad Arbour'", "Did you mean Dryad Arbor?"]),
    "unknown key": ("{enters: Forest, zoen: hand}", ["zoen", "Did you mean 'zone'?"]),
    "unknown zone": ("{enters: Forest, zone: battlefeild}", ["'battlefeild'", "Did you mean 'battlefield'?"]),
    "unknown label": ("Forest, {leaves: forst}", ["'forst'", "Did you mean forest?"]),
    "unknown label, nothing near": ("Forest, Island, {leaves: x}", ["'x'", "There are: forest, island"]),
    "unknown subtype": (
        "Forest, {resolves: {effects: [{affects: targets, add_subtypes: [Frorg]}]}, affects: forest}",
        ["effects[0].add_subtypes[0]: 'Frorg' is no subtype", "Did you mean Frog?"],
    ),
    "unknown subtype in a filter": (
        "{enters: {name: A, type_line: Artifact, abilities: [{affects: {subtype: goblin}, add_power: 1}]}}",
        ["timeline[0].enters.abilities[0].affects.subtype: 'goblin' is no subtype", "Goblin?"],
    ),
    "unknown card type": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Frog]}]}, affects: forest}",
        ["'Frog' is no card type", "Artifact"],
    ),
    "a choice of another set": (
        "{enters: Engineered Plague, chosen: {creature_type: Arcane}}",
        ["'Arcane' is no creature type", "205.3e"],
    ),
    "a choice of two types": (
        "{enters: Engineered Plague, chosen: {creature_type: Merfolk Wizard}}",
        ["'Merfolk Wizard' is no creature type", "205.3e"],
    ),
    "a land type that is not basic": (
        "Forest, {enters: Convincing Mirage, attached_to: forest, chosen: {basic_land_type: Desert}}",
        ["'Desert' is no basic land type", "205.3e"],
    ),
    "an Aura attached to nothing": ("Convincing Mirage", ["'convincing_mirage' is attached to nothing", "attached_to"]),
    "something that has left": ("Forest, {leaves: forest}, {damage: 1, on: forest}", ["'forest' has left, in step 2"]),
    "a host that has left": (
        "Forest, {leaves: forest}, {enters: Spreading Seas, attached_to: forest}",
        ["timeline[2].attached_to", "'forest' has left"],
    ),
    "a host in a hand": (
        "{enters: Forest, zone: hand}, {enters: Spreading Seas, attached_to: forest}",
        ["'forest' is in the hand: nothing can be attached to it"],
    ),
    "attached to itself": (
        "Bonesplitter, {attaches: bonesplitter, to: bonesplitter}",
        ["cannot be attached to itself"],
    ),
    "attached to itself as it enters": (
        "{enters: Bonesplitter, as: b, attached_to: b}",
        ["timeline[0].attached_to", "cannot be attached to itself"],
    ),
    "paired with itself": ("{enters: Grizzly Bears, as: b, paired_with: b}", ["cannot be paired with itself"]),
    "duplicate labels": ("{enters: Forest, as: a}, {enters: Island, as: a}", ["timeline[1].as", "'a' is taken"]),
    "an effect labelled like an object": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Artifact]}]}, affects: forest, as: forest}",
        ["timeline[1].as", "'forest' is taken"],
    ),
    "a stacked ability labelled like an object": ("Forest, {stacks: forest, as: forest}", ["'forest' is taken"]),
    "wrong player": ("{enters: Forest, controller: Bob}", ["'Bob' is no player", "you, opponent"]),
    "no such face": ("{enters: Forest, face: back}", ["Forest has no back face", "It has: front"]),
    "a back face in hand": (
        "{enters: Delver of Secrets, face: back, zone: hand}",
        ["only the front face", "712.8a"],
    ),
    "ends of an unknown effect": ("{ends: frog}", ["'frog': no such effect", "'as'"]),
    "an effect ended twice": (
        "Forest, {resolves: {effects: [{affects: targets, add_types: [Artifact]}]}, affects: forest, as: a}, "
        "{ends: a}, {ends: a}",
        ["timeline[3].ends", "has ended already"],
    ),
    "no targets": ("{resolves: Turn to Frog}", ["the step does not say what this affects", "'affects'"]),
    "more targets than it has": (
        "Grizzly Bears, Grizzly Bears, {resolves: {text: 'Target creature gets +1/+1 until end of turn. Another target "
        "creature gets -1/-1 until end of turn.'}, affects: [grizzly_bears, grizzly_bears_2, grizzly_bears]}",
        ["does different things to 2 targets, and 3 are named", "in the order of its sentences"],
    ),
    "an operation of static abilities": (
        "Grizzly Bears, {resolves: {effects: [{affects: targets, creature_types_of: {type: Creature}}]}, "
        "affects: grizzly_bears}",
        ["only abilities of a card", "'creature_types_of'", "a static ability"],
    ),
    "two words for one": (
        "Grizzly Bears, {resolves: Artificial Evolution, affects: grizzly_bears, "
        "chosen: {from: Bear, to: [Elf, Goblin]}}",
        ["timeline[1].chosen.to", "one word for another (612.2)"],
    ),
    "a mode that it has not": (
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one —\\n• Draw a card.\\n'
        '• Creatures you control gain flying until end of turn."}, zone: graveyard}, '
        "{resolves: Charm, chosen: {mode: 3}}",
        ["timeline[1].chosen.mode", "none of the modes of the text (700.2)", "1 to 2"],
    ),
    "too many modes": (
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one —\\n• Draw a card.\\n'
        '• Creatures you control gain flying until end of turn."}, zone: graveyard}, '
        "{resolves: Charm, chosen: {mode: [1, 2]}}",
        ["timeline[1].chosen.mode", "more than 1 mode (700.2d)"],
    ),
    "modes in another order": (
        "Forest, Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Target land becomes a creature."}, zone: graveyard}, '
        "{resolves: Charm, affects: [forest, grizzly_bears], chosen: {mode: [2, 1]}}",
        ["timeline[3].chosen.mode", "printed order", "Write [1, 2]"],
    ),
    "too many targets for the modes": (
        "Forest, Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Creatures you control gain flying until end of turn."}, '
        "zone: graveyard}, {resolves: Charm, affects: [forest, grizzly_bears], chosen: {mode: [1, 2]}}",
        ["timeline[3].affects", "have one target, and 2 objects are named", "Name one for each mode"],
    ),
    "a mode that is not said": (
        "Grizzly Bears, "
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Draw a card.\\nChoose one or both —\\n'
        '• Target creature gets +1/+1 until end of turn.\\n• Target creature gains flying until end of turn."}, '
        "zone: graveyard}, {resolves: Charm, affects: grizzly_bears, ability: 2}",
        ["several modes of Charm", "chosen: {mode: ...}"],
    ),
    "equip of itself": (
        "Bonesplitter, {resolves: Bonesplitter, ability: equip, affects: bonesplitter}",
        ["timeline[1].affects", "cannot be attached to itself (301.5c)"],
    ),
    "equip that another permanent gives": (
        "Grizzly Bears, Sol Ring, "
        '{enters: {name: Hall, type_line: Enchantment, oracle_text: "Each artifact is an Equipment in addition to its '
        'other types and has equip {2}."}}, {resolves: Sol Ring, ability: equip, affects: grizzly_bears}',
        ["Hall gives one: {resolves: Hall, ability: equip, affects: grizzly_bears, source: sol_ring}"],
    ),
    "one mode twice": (
        '{enters: &charm {name: Charm, type_line: Instant, oracle_text: "Choose two —\\n• Draw a card.\\n'
        '• Creatures you control gain flying until end of turn."}, zone: graveyard}, '
        "{resolves: Charm, chosen: {mode: [2, 2]}}",
        ["timeline[1].chosen.mode", "cannot be chosen twice"],
    ),
    "a face-down copy by its own text": (
        "Grizzly Bears, {enters: Clone, face_down: manifest, copy_of: grizzly_bears}",
        ["timeline[1].copy_of", "Clone enters face down", "708.3"],
    ),
    "a copy as it is turned face up": (
        "Grizzly Bears, {enters: Clone, face_down: manifest, as: c}, {turns: c, face: up, copy_of: grizzly_bears}",
        ["timeline[2].copy_of", "as it is turned face up (708.8)"],
    ),
    "no source": (
        "Mutavault, Mutavault, {resolves: Mutavault}",
        ["the step does not say what this affects", "'source'"],
    ),
    "an ambiguous ability": (
        "Figure of Destiny, {resolves: Figure of Destiny}",
        ["several abilities of Figure of Destiny", "1: '{R/W}: This becomes", "2: '", "3: '"],
    ),
    "no such ability": ("Mutavault, {resolves: Mutavault, ability: 9}", ["Mutavault has no ability 9", "It has 2"]),
    "an ability that says something else": (
        "Mutavault, {resolves: Mutavault, ability: flies}",
        ["no ability of Mutavault says 'flies'", "1: '{T}: Add {C}.'"],
    ),
    "an ability that another permanent gives": (
        'Forest, {enters: {name: Hall, type_line: Enchantment, oracle_text: "Lands have \\"{1}: This land becomes '
        'a 1/1 creature until end of turn.\\""}}, {resolves: Forest, source: forest, ability: becomes a 1/1}',
        ["no ability of Forest says", "Hall gives one: {resolves: Hall, source: forest, ability: becomes a 1/1}"],
    ),
    "a card that makes no effect": ("Forest, {resolves: Forest}", ["no ability of Forest makes a continuous effect"]),
    "an ability that makes a token which is a copy": (
        "Forest, {enters: {name: Ox, type_line: Creature — Ox, oracle_text: \"{1}: Create a token that's a copy of "
        'target land."}}, {resolves: Ox, affects: forest}',
        ["no ability of Ox makes a continuous effect", "{enters: token, copy_of: ..., made_by: ...}"],
    ),
    "no words to exchange": (
        "Forest, {resolves: Mind Bend, affects: forest}",
        ["timeline[1].chosen", "which words are exchanged", "from"],
    ),
    "words of two kinds": (
        "Forest, {resolves: Mind Bend, affects: forest, chosen: {from: Forest, to: red}}",
        ["'Forest' and 'red' are not two words of one kind", "612.2"],
    ),
    "words that the card does not exchange": (
        "Forest, {resolves: Mind Bend, affects: forest, chosen: {from: Goblin, to: Elf}}",
        ["'Goblin' and 'Elf'", "a color or a basic land type"],
    ),
    "a copy of nothing": ("{enters: Clone, copy_of: x}", ["copy_of: 'x'"]),
    "a token of nothing": ("{enters: token}", ["'copy_of'"]),
    "an ability that is not on the stack": (
        "Delver of Secrets, {transforms: delver_of_secrets, because: first}",
        ["'first': no such ability on the stack", "'stacks'"],
    ),
    "a huge number": ("{enters: Forest, counters: {charge: 99999999999}}", ["99999999999 is too large"]),
    "a huge number of digits": (f"{{enters: Forest, counters: {{charge: {'9' * 5000}}}}}", ["too large"]),
    "a number that grows": (
        "{enters: Forest, counters: {charge: 1000000}}, {counters: {charge: 1}, on: forest}",
        ["more than 1,000,000 counters"],
    ),
    "damage that grows": (
        "Forest, {damage: 1000000, on: forest}, {damage: 1, on: forest}",
        ["more than 1,000,000 damage"],
    ),
    "fewer counters than none": (
        "Forest, {counters: {charge: -1}, on: forest}",
        ["has 0 counters of that kind, not 1"],
    ),
    "a huge power": (
        "{enters: {name: A, type_line: Creature, power: '3000000000', toughness: '1'}}",
        ["enters.power: '3000000000' is too large"],
    ),
    "a huge mana cost": (
        "{enters: {name: A, type_line: Artifact, mana_cost: '{9999999}'}}",
        ["enters.mana_cost: '{9999999}' is too large"],
    ),
    "a huge factor": (
        "Forest, {resolves: {effects: [{affects: targets, set_power: {x: true, times: 1000000}}]}, affects: forest}",
        ["set_power.times: 1000000 is too large"],
    ),
    "a number as label": ("{enters: Forest, as: 1}", ["as: 1 is a number", "'1'"]),
    "a blank label": ("{enters: Forest, as: ' '}", ["' ' is blank"]),
    "no card": ("{enters: null}", ["null is no value"]),
    "an empty name": ("''", ["the text is empty"]),
    "two verbs": ("{enters: Forest, leaves: forest}", ["'enters' and 'leaves' stand together"]),
    "no verb": ("{zone: hand}", ["is not a step"]),
    "program text as a name": (f"{{enters: '{HOSTILE}'}}", ["no such card", "#script"]),
    "control characters": ('{enters: "a\\u0007\\u001b[31mb"}', ["U+0007"]),
    "line ends in a name": ('{enters: "a\\nb"}', ["'a\\nb': no such card"]),
}


@pytest.mark.parametrize("name", STEPS)
def test_a_wrong_step_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    steps, pieces = STEPS[name]
    line = typeline("derive", "-", stdin=f"timeline: [{steps}]").refusal()
    assert line.startswith("<stdin>:1: ") or name == "control characters", line
    for piece in pieces:
        assert piece in line, line


BOARDS: dict[str, tuple[str | bytes, list[str]]] = {
    "an empty text": ("", ["there is nothing in it"]),
    "a list": ("[Forest]", ["is a list", "a mapping with a timeline"]),
    "a text": ("Forest", ["'Forest' is a text"]),
    "no steps": ("timeline:", ["null is no value"]),
    "broken YAML": ("timeline: [Forest", ["not readable as YAML"]),
    "broken JSON": ('{"timeline": ["Forest" "Forest"]}', ["not readable as JSON"]),
    "a tab": ("timeline:\n\t- Forest", ["<stdin>:2", "a tab"]),
    "a tag": ("timeline: !!python/object:os.system [x]", ["tag"]),
    "a key twice": ("timeline: []\ntimeline: []", ["stands twice", "lines 1 and 2"]),
    "bombs of aliases": ("a: &a [x,x,x,x,x,x,x,x,x]\n" + "\n".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    ), ["aliases repeat"]),
    "deep nesting": ("timeline: " + "[" * 100_000, [""]),
    "bytes": (bytes(range(128, 256)) * 10, ["is not UTF-8"]),
    "zeros": (b"\0" * 1000, ["U+0000"]),
    "ten megabytes": (b"timeline: [" + b"Forest," * 1_500_000 + b"]", ["longer than 8,388,608 bytes"]),
    "one player": ("{players: [A], timeline: []}", ["at least 2"]),
    "a player twice": ("{players: [A, A], timeline: []}", ["stands twice"]),
    "nobody's turn": ("{turn: C, timeline: []}", ["turn: 'C' is no player", "you, opponent"]),
    "a card twice": (
        "{cards: [{name: A, type_line: Land}, {name: a, type_line: Land}], timeline: []}",
        ["the card 'a' is defined twice"],
    ),
    "an unknown subtype on a card": (
        "{cards: [{name: A, type_line: Land, abilities: [{affects: this, set_subtypes: [Wald]}]}], timeline: []}",
        ["cards[0].abilities[0].set_subtypes[0]: 'Wald' is no subtype"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_a_wrong_board_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    board, pieces = BOARDS[name]
    line = typeline("derive", "-", stdin=board).refusal()
    assert line.startswith("<stdin>"), line
    for piece in pieces:
        assert piece in line, line


def test_a_subtype_of_the_boards_own_is_accepted(typeline: Typeline) -> None:
    board = """
    cards: [{name: A, type_line: Creature — Blorp, abilities: [{affects: {subtype: Blorp}, add_power: 1}]}]
    timeline: [A]
    """
    assert typeline("derive", "-", stdin=board).code == 0


class TestFiles:
    """Files and everything that is taken for one."""

    @pytest.mark.parametrize(
        ("content", "piece"),
        [
            (b"", "there is nothing in it"),
            (b"\x89PNG\r\n\x1a\n\0\0", "0x89 is not UTF-8"),
            (b"timeline: [" + b"Forest," * 1_500_000 + b"]", "longer than"),
            (b"timeline: [Forst]", "Did you mean Forest?"),
        ],
    )
    def test_a_wrong_file_is_named(self, tmp_path: Path, content: bytes, piece: str, typeline: Typeline) -> None:
        path = tmp_path / "a board.yaml"
        path.write_bytes(content)
        line = typeline("derive", str(path)).refusal()
        assert line.startswith(str(path))
        assert piece in line

    def test_a_json_file(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "board.json"
        path.write_text('{"timeline": ["Forest"]}')
        assert typeline("derive", str(path)).code == 0
        path.write_text('{"timeline": ["Forest",]}')
        assert "not readable as JSON" in typeline("derive", str(path)).refusal()

    def test_a_folder(self, tmp_path: Path, typeline: Typeline) -> None:
        assert "is a folder" in typeline("derive", str(tmp_path)).refusal()

    @pytest.mark.parametrize("name", ["missing.yaml", "missing.json", "missing/board", "\udcff.yaml"])
    def test_a_missing_file(self, name: str, typeline: Typeline) -> None:
        assert "cannot be read: No such file" in typeline("derive", name).refusal()

    @pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
    def test_a_file_that_may_not_be_read(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "board.yaml"
        path.write_text("timeline: [Forest]")
        path.chmod(0)
        assert "Permission denied" in typeline("derive", str(path)).refusal()

    def test_a_misspelt_card(self, typeline: Typeline) -> None:
        assert "Did you mean Blood Moon?" in typeline("derive", "Blod Moon").refusal()

    def test_no_name_at_all(self, typeline: Typeline) -> None:
        assert "the text is empty" in typeline("derive", "").refusal()


CALLS: dict[str, tuple[list[str], list[str]]] = {
    "unknown command": (["deriv"], ["'deriv' is no command", "Did you mean derive?"]),
    "unknown command, nothing near": (["x"], ["derive, explain"]),
    "a board in place of a command": (["b.yaml"], ["'b.yaml' is no command", "write: typeline derive b.yaml"]),
    "a card in place of a command": (["Dryad Arbor", "Forest"], ["write: typeline derive 'Dryad Arbor' Forest"]),
    "no board": (["derive"], ["Missing argument"]),
    "unknown option": (["derive", "Forest", "--jsn"], ["--jsn"]),
    "unknown edition": (["derive", "Forest", "--edition", "1993"], ["1993", "2024", "2026"]),
    "no query": (["query", "Forest"], ["Missing argument"]),
    "no label": (["diff", "Forest"], ["--without"]),
    "unknown schema": (["schema", "deck"], ["deck", "board", "card"]),
    "missing list": (["batch", "missing.ndjson"], ["missing.ndjson: cannot be read"]),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_call_is_refused_in_one_line(name: str, typeline: Typeline) -> None:
    arguments, pieces = CALLS[name]
    line = typeline(*arguments).refusal()
    for piece in pieces:
        assert piece in line, line


HOSTILE_TEXTS = [
    HOSTILE, "\\", '\\"', '"', "a\\", "a\nb", "%", "%*", "*%", "#include", "@", "'", "{}", "森 🌲 é", "​x", "1", "-1",
    "x" * 200, "#end.", "o(0,\"x\")", "\\n", "you", "_", "X",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
class TestTextsAreTexts:
    """Nothing that a board contains reaches clingo as program text: it comes back as it was given."""

    def test_labels(self, text: str, typeline: Typeline) -> None:
        board = {"timeline": [{"enters": "Forest", "as": text}, {"damage": 1, "on": text}]}
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        assert list(json.loads(run.out)["objects"]) == [text]
        table = typeline("derive", "-", stdin=json.dumps(board))
        assert (table.code, table.err) == (0, "")

    def test_players_counters_and_effects(self, text: str, typeline: Typeline) -> None:
        effect = {"effects": [{"affects": "targets", "add_abilities": ["flying"]}]}
        board: dict[str, Any] = {
            "players": [text, "B"],
            "timeline": [
                {"enters": "Forest", "counters": {text[:60]: 2}, "controller": text},
                {"resolves": effect, "affects": "forest", "as": text},
            ],
        }
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        one = json.loads(run.out)["objects"]["forest"]
        assert (one["controller"], one["counters"]) == (text, {text[:60]: 2})
        assert one["abilities"][-1] == {"text": "flying", "origin": "granted", "source": text}

    def test_cards(self, text: str, typeline: Typeline) -> None:
        card = {"name": text, "type_line": f"Artifact — {text[:60]}", "oracle_text": text, "mana_cost": text}
        board = {"timeline": [{"enters": card, "as": "it", "token": True}]}
        run = typeline("derive", "-", "--json", stdin=json.dumps(board))
        assert (run.code, run.err) == (0, "")
        one = json.loads(run.out)["objects"]["it"]
        assert one["name"] == text
        assert one["types"] == ["Artifact"]


class TestBehaviourInAShell:
    """Pipes, closed outputs, terminals."""

    def test_whoever_stops_reading_is_left_in_peace(self) -> None:
        run = shell("typeline derive 'Dryad Arbor' 'Blood Moon' --json | head -1")
        assert (run.returncode, run.stdout, run.stderr) == (0, b"{\n", b"")

    def test_a_large_answer_into_a_closed_pipe(self, tmp_path: Path) -> None:
        path = tmp_path / "many.ndjson"
        path.write_text('{"timeline": ["Forest", "Island", "Swamp", "Plains", "Mountain"]}\n' * 60)
        run = shell(f"typeline batch '{path}' | head -c 1")
        assert (run.returncode, run.stdout, run.stderr) == (0, b"{", b"")

    def test_no_output_to_write_to(self) -> None:
        run = shell("typeline derive Forest >&-")
        assert run.returncode == 2
        assert run.stderr.count(b"\n") == 1
        assert b"no standard output" in run.stderr

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
    @pytest.mark.parametrize("command", ["derive Forest", "derive Forest --json", "vocabulary", "schema"])
    def test_a_full_disk(self, command: str) -> None:
        run = shell(f"typeline {command} > /dev/full")
        assert run.returncode == 2
        assert run.stderr.count(b"\n") == 1
        assert b"cannot be written" in run.stderr

    def test_no_input_to_read_from(self) -> None:
        run = shell("typeline derive - <&-")
        assert (run.returncode, run.stderr) == (2, b"<stdin>: cannot be read: it is closed\n")

    def test_no_colors_and_no_control_characters_anywhere(self) -> None:
        run = shell("typeline derive 'Dryad Arbor' 'Blood Moon'; typeline derive x; typeline --help", FORCE_COLOR="1")
        assert b"\x1b" not in run.stdout + run.stderr

    @pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
    def test_an_output_that_is_not_utf_8(self, encoding: str) -> None:
        run = shell("typeline derive 'Dryad Arbor' && typeline derive 'Dryad Arbor' --json", PYTHONIOENCODING=encoding)
        assert (run.returncode, run.stderr) == (0, b"")
        told = json.loads(run.stdout[run.stdout.index(b"{\n") :])
        assert told["objects"]["dryad_arbor"]["type_line"] == "Land Creature — Forest Dryad"

    def test_it_runs_from_any_folder_and_says_its_version(self) -> None:
        run = shell("typeline --version")
        assert (run.returncode, run.stderr) == (0, b"")
        assert run.stdout.startswith(f"typeline {VERSION} (Comprehensive Rules of 2024;".encode())
        assert shell(f"'{sys.executable}' -m typeline --version", PYTHONPATH=str(ROOT)).stdout == run.stdout

    @pytest.mark.parametrize(
        "call",
        [
            "derive -", "explain -", "explain - --rules", "why - 'forest is a Land'", "why-not - 'forest is a Bear'",
            "query - 'type(X,\"Land\")'", "diff - --without forest", "check -", "batch -",
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("edition", ["2024", "2026"])
    def test_each_json_answer_says_by_which_rules(self, call: str, edition: str, typeline: Typeline) -> None:
        run = typeline(*shlex.split(call), "--edition", edition, "--json", stdin='{"timeline": ["Forest"]}')
        assert {key: json.loads(run.out)[key] for key in ("typeline", "edition")} == stamp(edition)


class TestWidths:
    """The table fits the terminal."""

    BOARD = """
    timeline:
      - Dryad Arbor
      - {enters: "Urborg, Tomb of Yawgmoth", as: 森林森林森林森林森林森林森林森林}
      - {enters: Celestial Colonnade, as: a label with spaces}
      - Blood Moon
    """

    @pytest.mark.parametrize("columns", [20, 30, 50, 71, 72, 80, 100, 140, 1000])
    def test_no_line_is_wider(self, columns: int, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        from solver.answer.table import display_width

        monkeypatch.setenv("COLUMNS", str(columns))
        run = typeline("derive", "-", stdin=self.BOARD)
        assert (run.code, run.err) == (0, "")
        assert max(map(display_width, run.out.splitlines())) <= columns
        assert "blood_moon" in run.out

    @pytest.mark.parametrize("columns", ["0", "-5", "x", ""])
    def test_widths_that_are_none(self, columns: str, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
        monkeypatch.setenv("COLUMNS", columns)
        assert typeline("derive", "-", stdin=self.BOARD).code == 0

    def test_a_line_end_in_a_label_does_not_break_the_line(self, typeline: Typeline) -> None:
        run = typeline("derive", "-", stdin='timeline: [{enters: Forest, as: "a\\nb"}]')
        assert "a\\nb " in run.out


def test_two_thousand_objects(typeline: Typeline) -> None:
    steps = ["Forest", "Dryad Arbor"] * 1000
    run = typeline("derive", "-", "--json", stdin=json.dumps({"timeline": [*steps, "Blood Moon"]}))
    assert (run.code, run.err) == (0, "")
    told = json.loads(run.out)["objects"]
    assert len(told) == 2001
    assert told["dryad_arbor_1000"]["type_line"] == "Land Creature — Mountain Dryad"
    assert told["forest_1000"]["type_line"] == "Basic Land — Forest"


class TestNamesOfFaces:
    """A card may be named by any of its faces."""

    @pytest.mark.parametrize(
        ("step", "label", "name", "face"),
        [
            ("Delver of Secrets", "delver_of_secrets", "Delver of Secrets", "front"),
            ("Delver of Secrets // Insectile Aberration", "delver_of_secrets", "Delver of Secrets", "front"),
            ("Insectile Aberration", "insectile_aberration", "Insectile Aberration", "back"),
            ("{enters: Insectile Aberration, face: front}", "insectile_aberration", "Delver of Secrets", "front"),
            ("{enters: Insectile Aberration, zone: hand}", "insectile_aberration", "Delver of Secrets", "front"),
            ("{enters: Insectile Aberration, zone: stack}", "insectile_aberration", "Insectile Aberration", "back"),
            ("{enters: Insectile Aberration, face_down: manifest}", "insectile_aberration", "", "down"),
            ("Glasspool Shore", "glasspool_shore", "Glasspool Shore", "back"),
        ],
    )
    def test_it_enters_with_that_face_where_that_can_be(
        self, step: str, label: str, name: str, face: str, typeline: Typeline
    ) -> None:
        run = typeline("derive", "-", "--json", stdin=f"timeline: [{step}]")
        one = json.loads(run.out)["objects"][label]
        assert (one["name"], one["face"]) == (name, face)


class TestTheOthers:
    """`vocabulary`, `schema` and the help."""

    def test_vocabulary(self, typeline: Typeline) -> None:
        told = json.loads(typeline("vocabulary", "--json").out)
        lines = typeline("vocabulary").out.splitlines()
        assert [line.split("  ")[0] for line in lines] == [
            f"{one['name']}({','.join(one['arguments'])})" for one in told
        ]
        assert {"name": "type", "arguments": ["X", "T"]}.items() <= told[1].items()

    @pytest.mark.parametrize("kind", ["board", "card"])
    def test_schema(self, kind: str, typeline: Typeline) -> None:
        assert json.loads(typeline("schema", kind).out)["$id"].endswith(f"/{kind}.schema.json")

    def test_schema_of_answers(self, typeline: Typeline) -> None:
        assert json.loads(typeline("schema", "--answer").out)["$id"].endswith("/answer.schema.json")
        assert "leave 'card' or --answer out" in typeline("schema", "card", "--answer").refusal()

    def test_help(self, typeline: Typeline) -> None:
        run = typeline()
        assert run.code == 0
        assert run.out.startswith("Usage: typeline [OPTIONS]")
        for command in ("derive", "query", "diff", "batch", "vocabulary", "schema"):
            assert f"  {command}" in run.out
            assert typeline(command, "--help").code == 0


@pytest.mark.parametrize("group", ["case", "cards"])
def test_a_group_without_a_command_lists_its_commands_in_one_line(typeline: Typeline, group: str) -> None:
    assert "No command is named. There are " in typeline(group).refusal()
    assert f"The help is typeline {group} -h" in typeline(group, "help").refusal()
    assert "The help is typeline -h" in typeline("help").refusal()


def test_a_word_in_place_of_a_number_is_said_to_be_none(typeline: Typeline) -> None:
    assert "'--timeout': 'abc' is no number." in typeline("derive", "Forest", "--timeout", "abc").refusal()
    assert "'--port': 'abc' is no whole number." in typeline("serve", "--port", "abc").refusal()
