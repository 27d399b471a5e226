"""The command line: output, exit codes, and messages about wrong input."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from facts.version import stamp
from tests.solver.command import ROOT, Typeline, shell

EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))


ARBOR = """
timeline:
  - Dryad Arbor
  - {enters: Blood Moon, controller: opponent}
"""


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
