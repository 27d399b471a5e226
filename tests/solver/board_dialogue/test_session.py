"""``typeline board``: scripted sessions through a pipe and on a terminal."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from facts.board.board import Board
from solver.ask.check.board_findings import BoardCheck, check_board
from solver.board_dialogue.asking import Completed, PlainAsker
from solver.board_dialogue.session import Session
from solver.draft import checked_boards
from solver.draft.checked_boards import CheckedBoards
from solver.draft.legal import Trials
from tests.solver.command import ROOT, Run, Typeline


def played(typeline: Typeline, file: Path, *lines: str) -> Run:
    """Run a session that writes a file."""
    return typeline("board", str(file), stdin="".join(f"{line}\n" for line in lines))


def steps(file: Path) -> list[object]:
    """Return the timeline of a file."""
    found: list[object] = Board.load(file).document.data["timeline"]
    return found


def test_a_board_is_built_step_by_step(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "grizzly bears", "Forest", "Turn to Frog", "grizzly_bears", "quit")
    assert (run.code, run.err) == (0, "")
    assert steps(file) == ["Grizzly Bears", "Forest", {"resolves": "Turn to Frog", "affects": "grizzly_bears"}]
    assert "*Creature — Frog" in run.out
    assert "1 object is as before." in run.out


def test_a_number_alone_is_no_card(typeline: Typeline, tmp_path: Path) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Forest", "2")
    assert run.code == 2
    assert "'2': no such card." in run.err


def test_the_number_of_counters_before_or_after_their_kind(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Grizzly Bears", "counters grizzly bears 2 lore", "counters grizzly charge", "3")
    assert (run.code, run.err) == (0, "")
    assert steps(file)[1:] == [
        {"counters": {"lore": 2}, "on": "grizzly_bears"},
        {"counters": {"charge": 3}, "on": "grizzly_bears"},
    ]


def test_a_text_that_gives_the_monarch_tells_so(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    jailer = {"name": "Test Jailer", "type_line": "Creature — Human", "power": 2, "toughness": 2,
              "oracle_text": "When Test Jailer enters, you become the monarch."}  # fmt: skip
    regent = {"name": "Test Regent", "type_line": "Creature — Elk", "power": 8, "toughness": 8,
              "oracle_text": "As long as you're the monarch, Test Regent has flying."}  # fmt: skip
    file.write_text(json.dumps({"cards": [jailer, regent], "timeline": []}))
    run = played(typeline, file, "Test Regent", "undo", "Test Jailer", "Test Regent", "undo", "quit")
    assert (run.code, run.err) == (0, "")
    assert "told: you're the monarch" in run.out
    assert steps(file) == ["Test Jailer", "Test Regent"]  # undo took back what was told


def test_other_words_for_the_commands(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    lines = ("enters Forest", "cast Grizzly Bears", "resolve Giant Growth", "grizzly_bears", "Delver of Secrets",
             "transform delver", "Mutavault", "resolve mutavault", "Turn to Frog", "grizzly_bears", "quit")  # fmt: skip
    run = played(typeline, file, *lines)
    assert (run.code, run.err) == (0, "")
    assert steps(file) == [
        "Forest",
        "Grizzly Bears",
        {"resolves": "Giant Growth", "affects": "grizzly_bears"},
        "Delver of Secrets",
        {"transforms": "delver_of_secrets"},
        "Mutavault",
        {"resolves": "Mutavault", "source": "mutavault", "affects": "mutavault"},
        {"resolves": "Turn to Frog", "affects": "grizzly_bears"},
    ]


def test_a_spell_with_awaken_asks_for_its_targets(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    path = {"name": "Test Path", "mana_cost": "{2}", "type_line": "Sorcery"}
    path["oracle_text"] = "Destroy target creature.\nAwaken 4—{5}"
    file.write_text(json.dumps({"cards": [path], "timeline": ["Forest", "Grizzly Bears"]}))
    run = played(typeline, file, "Test Path", "grizzly_bears, forest", "quit")
    assert (run.code, run.err) == (0, "")
    assert steps(file)[2:] == [{"resolves": "Test Path", "affects": ["grizzly_bears", "forest"]}]


def test_only_legal_targets_are_offered(typeline: Typeline, tmp_path: Path) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Forest", "Hill Giant", "Chameleon Colossus", "Deathlace", "undo")
    assert "Whom does it affect? (forest, hill_giant; several with commas) undo" in run.out  # protection from black
    run = played(typeline, tmp_path / "c.yaml", "Forest", "Hill Giant", "Turn to Frog", "undo")
    assert "Whom does it affect? (hill_giant; several with commas) undo" in run.out


def test_an_illegal_target_is_refused_and_its_paragraph_named(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Forest", "Hill Giant", "Turn to Frog", "forest")
    assert run.code == 2
    assert run.err == "<stdin>:4: Forest is no legal target of the spell or ability that resolves at step 3. (115.1)\n"
    assert steps(file) == ["Forest", "Hill Giant"]


def test_several_targets_are_asked_for_one_by_one(typeline: Typeline, tmp_path: Path) -> None:
    """Each question offers what is legal beside the targets that were named before (601.2c)."""
    file = tmp_path / "b.yaml"
    text = "Target creature gets +1/+1 until end of turn. Another target creature gets -1/-1 until end of turn."
    run = played(typeline, file, "Forest", "Hill Giant", "Grizzly Bears", f"says {text}", "hill_giant", "grizzly_bears")
    assert "Whom does it affect (target 2 of 2)? (grizzly_bears; several with commas)" in run.out
    assert steps(file)[-1] == {"resolves": {"text": text}, "affects": ["hill_giant", "grizzly_bears"]}


def test_objects_that_are_legal_only_in_pairs_are_offered(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    text = "Exchange control of two target creatures."
    run = played(typeline, file, "Forest", "Hill Giant", "Grizzly Bears", f"says {text}", "hill_giant", "grizzly_bears")
    assert "Whom does it affect? (hill_giant, grizzly_bears; several with commas)" in run.out
    assert steps(file)[-1] == {"resolves": {"text": text}, "affects": ["hill_giant", "grizzly_bears"]}
    card = {"name": "Test Switch", "type_line": "Sorcery", "oracle_text": text}
    board = {"cards": [card], "timeline": ["Forest", "Hill Giant", "Grizzly Bears"]}
    trials = Trials(board, CheckedBoards(None, "2024"))
    labels = ["forest", "hill_giant", "grizzly_bears"]
    assert trials.legal({"resolves": "Test Switch"}, "affects", labels, deeply=True) == ["hill_giant", "grizzly_bears"]
    assert trials.paired


def test_a_player_may_be_named_as_a_target(typeline: Typeline, tmp_path: Path) -> None:
    """The dialogue then does not ask for the player again; a text that targets no player takes none."""
    file = tmp_path / "b.yaml"
    text = "Target opponent gains control of target creature."
    run = played(typeline, file, "Grizzly Bears", f"says {text}", "opponent, grizzly_bears", "Forest")
    assert (run.code, run.err) == (0, "")
    assert steps(file)[1:] == [{"resolves": {"text": text}, "affects": ["opponent", "grizzly_bears"]}, "Forest"]
    run = played(typeline, tmp_path / "c.yaml", "Grizzly Bears", "Giant Growth", "opponent, grizzly_bears")
    assert "'opponent': no such object on this board yet" in run.err


def test_legal_originals_are_offered(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Forest", "Hill Giant", "Clone", "hill giant")
    assert "A copy of? (hill_giant)" in run.out
    assert steps(file)[-1] == {"enters": "Clone", "copy_of": "hill_giant"}


def test_choices_are_held_to_their_text(typeline: Typeline, tmp_path: Path) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Adaptive Automaton", "Goblim")
    assert (run.code, run.err.count("\n")) == (2, 1)
    assert "'Goblim' is no creature type" in run.err
    assert "Did you mean Goblin" in run.err


def test_every_needed_choice_is_asked_for(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    played(typeline, file, "Celestial Colonnade", "Convincing Mirage", "colonnade", "celestial", "Forest")
    assert played(typeline, file, "Convincing Mirage", "celestial_colonnade", "Swamp").code == 0
    assert steps(file)[-1] == {
        "enters": "Convincing Mirage",
        "attached_to": "celestial_colonnade",
        "chosen": {"basic_land_type": "Swamp"},
    }


def test_abilities_are_used(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Figure of Destiny", "use figure_of_destiny", "1", "use figure of destiny 2")
    assert (run.code, run.err) == (0, "")
    assert [step["ability"] for step in steps(file)[1:] if isinstance(step, dict)] == [1, 2]
    assert "*4/4" in run.out


def test_the_other_steps(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(
        typeline, file, "Delver of Secrets", "transforms delver_of_secrets", "Bonesplitter", "attaches bonesplitter",
        "delver", "counters delver_of_secrets +1/+1 2", "damage delver_of_secrets 1", "phases delver_of_secrets out",
        "phases delver_of_secrets in", "says Creatures you control gain flying until end of turn.",
        "step {enters: Forest, controller: opponent}", "Exalted Angel", "set face_down", "morph",
        "turns exalted_angel up", "leaves bonesplitter", "mutates Dreamtail Heron onto exalted_angel",
    )  # fmt: skip
    assert (run.code, run.err) == (0, "")
    assert steps(file)[1:8] == [
        {"transforms": "delver_of_secrets"},
        "Bonesplitter",
        {"attaches": "bonesplitter", "to": "delver_of_secrets"},
        {"counters": {"+1/+1": 2}, "on": "delver_of_secrets"},
        {"damage": 1, "on": "delver_of_secrets"},
        {"phases": "out", "object": "delver_of_secrets"},
        {"phases": "in", "object": "delver_of_secrets"},
    ]
    assert {"enters": "Exalted Angel", "face_down": "morph"} in steps(file)


def test_undo_and_redo(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    played(typeline, file, "Forest", "Swamp", "Hill Giant", "undo", "undo", "redo", "remove 1")
    assert steps(file) == ["Swamp"]
    assert played(typeline, file, "undo").err == "<stdin>:1: There is nothing to undo.\n"


def test_an_option_is_set_with_its_value_and_save_writes_the_file(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Forest", "set controller opponent", "save")
    assert f"Written to {file}" in run.out
    assert steps(file) == [{"enters": "Forest", "controller": "opponent"}]


def test_a_question_without_a_legal_answer_is_not_asked(typeline: Typeline, tmp_path: Path) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Bonesplitter", "attaches bonesplitter")
    assert "To which one? The rules allow nothing here." in run.err


def test_a_step_that_others_need_stays(typeline: Typeline, tmp_path: Path) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Hill Giant", "leaves hill_giant", "remove 1")
    assert "A later step needs step 1. Without it: 'hill_giant': no such object on this board yet." in run.err


def test_a_question_is_answered_by_undo(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    run = played(typeline, file, "Hill Giant", "Turn to Frog", "undo", "Forest")
    assert "The step is dropped." in run.out
    assert steps(file) == ["Hill Giant", "Forest"]


def test_a_card_may_be_named_like_a_command(typeline: Typeline) -> None:
    run = typeline("board", stdin="add undo\n")
    assert run.code == 2
    assert "'undo': no such card" in run.err.splitlines()[-1]


def test_without_a_file_the_board_goes_to_the_output(typeline: Typeline) -> None:
    run = typeline("board", stdin="Hill Giant\nForest\n")
    assert (run.code, run.out) == (0, "timeline:\n  - Hill Giant\n  - Forest\n")
    assert "Creature — Giant" in run.err


@pytest.mark.parametrize("name", ["b.yaml", "b.json"])
def test_a_file_is_continued(typeline: Typeline, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    file.write_text('{"players": ["A", "B"], "timeline": ["Forest"]}', encoding="utf-8")
    file.chmod(0o640)
    assert played(typeline, file, "Hill Giant").code == 0
    assert Board.load(file).document.data == {"players": ["A", "B"], "timeline": ["Forest", "Hill Giant"]}
    assert file.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_comments_are_not_lost_unsaid(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    file.write_text("timeline:  # mine\n  - Forest\n", encoding="utf-8")
    run = played(typeline, file, "quit")
    assert "has comments" in run.out
    assert "# mine" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Xyzzyx Qwv", "'Xyzzyx Qwv': no such card."),
        ("leaves nobody", "'nobody': no such object. There are: forest."),
        ("leaves forst", "'forst': no such object. Did you mean forest?"),
        ("turns forest sideways", "'sideways' is none of up, down."),
        ("counters forest +1/+1 many", "'many' is no number."),
        ("remove 7", "There is no step 7. There are 1."),
        ("set zoen", "The last step has no option 'zoen'."),
        ("use forest", "No ability of forest resolves"),
        ("step {enters: Forest, zoen: hand}", "'zoen' is no key of an enters step. Did you mean 'zone'?"),
        ("step {", "not readable as YAML"),
        ("redo", "There is nothing to redo."),
    ],
)
def test_a_wrong_line_ends_a_script_in_one_line(typeline: Typeline, tmp_path: Path, line: str, said: str) -> None:
    run = played(typeline, tmp_path / "b.yaml", "Forest", line, "Swamp")
    assert run.code == 2
    assert run.err.startswith("<stdin>:2: ")
    assert run.err.count("\n") == 1
    assert said in run.err
    assert steps(tmp_path / "b.yaml") == ["Forest"]


def test_a_file_that_is_no_board_is_refused(typeline: Typeline, tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    file.write_text("timelin: []\n", encoding="utf-8")
    assert "Write: timeline: []" in typeline("board", str(file)).refusal()
    assert "is a folder" in typeline("board", str(tmp_path)).refusal()
    assert "cannot be written" in typeline("board", str(tmp_path / "none" / "b.yaml")).refusal()


def test_help_names_every_command(typeline: Typeline) -> None:
    said = typeline("board", stdin="help\n").err
    assert all(f"  {word}" in said for word in ("use", "says", "attaches", "undo", "write", "quit"))


class Told:
    """An asker that has all answers ready, and keeps what the session says."""

    patient = True

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.line = 0
        self.said: list[str] = []

    def ask(self, text: str, complete: object) -> str:
        self.said.append(text)
        if not self.answers:
            raise EOFError
        self.line += 1
        return self.answers.pop(0)

    def say(self, text: str = "") -> None:
        self.said.append(text)


def told(*answers: str) -> tuple[list[object], list[str]]:
    """Return the timeline of a session, and what it said and asked."""
    asker = Told(*answers)
    session = Session({"timeline": []}, asker, edition="2024")
    session.run()
    return session.data["timeline"], asker.said


def test_a_text_asks_for_its_targets_its_choices_and_its_x() -> None:
    steps, _ = told("Hill Giant", "says Target creature gets +X/+0 until end of turn.", "hill_giant", "3")
    text = {"text": "Target creature gets +X/+0 until end of turn."}
    assert steps[1:] == [{"resolves": text, "affects": "hill_giant", "x": 3}]
    words = "Target creature becomes the color of your choice until end of turn."
    steps, _ = told("Hill Giant", f"says {words}", "hill_giant", "red")
    assert steps[1:] == [{"resolves": {"text": words}, "affects": "hill_giant", "chosen": {"color": "red"}}]


def test_each_state_is_derived_once(monkeypatch: pytest.MonkeyPatch) -> None:
    derived: list[str] = []

    def counted(board: Board, *, edition: str) -> BoardCheck:
        derived.append(str(board.document.data["timeline"]))
        return check_board(board, edition=edition)

    monkeypatch.setattr(checked_boards, "check_board", counted)
    answers = ("Forest", "Hill Giant", "Turn to Frog", "forest", "hill_giant", "undo", "redo", "Clone", "hill_giant")
    timeline, _ = told(*answers)
    assert len(timeline) == 4
    assert len(derived) == len(set(derived))


def test_the_modes_are_asked_for_and_the_targets_of_each() -> None:
    charm = {
        "name": "Odd Charm",
        "type_line": "Instant",
        "oracle_text": "Choose one or both —\n• Target creature gets +3/+0 until end of turn.\n"
        "• Target land becomes a 1/1 creature until end of turn. It's still a land.",
    }
    asker = Told("Odd Charm", "1, 2", "hill_giant", "forest")
    session = Session({"cards": [charm], "timeline": ["Hill Giant", "Forest"]}, asker, edition="2024")
    session.run()
    assert session.data["timeline"][-1] == {
        "resolves": "Odd Charm",
        "chosen": {"mode": [1, 2]},
        "affects": ["hill_giant", "forest"],
    }
    asked = [one for one in asker.said if one.startswith("Whom does it affect (mode ")]
    assert [" ".join(one.split()).partition("? ")[2] for one in asked] == [
        "(hill_giant; several with commas)",
        "(forest; several with commas)",
    ]


def test_an_ability_that_another_permanent_gives_is_used() -> None:
    hall = {
        "name": "Hall",
        "type_line": "Enchantment",
        "oracle_text": "Each artifact is an Equipment in addition to its other types and has equip {2}.",
    }
    asker = Told("use sol_ring", "hill_giant")
    session = Session({"cards": [hall], "timeline": ["Hall", "Sol Ring", "Hill Giant"]}, asker, edition="2024")
    session.run()
    assert session.data["timeline"][-1] == {
        "resolves": "Hall",
        "source": "sol_ring",
        "ability": "equip {2}",
        "affects": "hill_giant",
    }
    assert "Whom does it affect? (hill_giant; several with commas)" in asker.said


def test_a_copy_uses_the_abilities_that_it_copied() -> None:
    steps, _ = told("Figure of Destiny", "Clone", "figure_of_destiny", "use clone", "1")
    assert steps[-1] == {"resolves": "Figure of Destiny", "source": "clone", "ability": 1, "affects": "clone"}


def test_a_token_that_is_a_copy_is_offered_legal_originals_only() -> None:
    maker = {
        "name": "Mirror Smith",
        "type_line": "Legendary Creature — Goblin",
        "power": 1,
        "toughness": 1,
        "oracle_text": "{T}: Create a token that's a copy of target nonlegendary creature you control.",
    }
    asker = Told("use mirror_smith", "hill_giant")
    session = Session({"cards": [maker], "timeline": ["Hill Giant", "Mirror Smith"]}, asker, edition="2024")
    session.run()
    assert "A copy of? (hill_giant)" in asker.said
    assert session.data["timeline"][-1] == {"enters": "token", "made_by": "Mirror Smith", "copy_of": "hill_giant"}


def test_a_spell_that_makes_a_token_copy_asks_for_the_original() -> None:
    spell = {
        "name": "Twin Words",
        "type_line": "Sorcery",
        "oracle_text": "Create a token that's a copy of target land.",
    }
    asker = Told("Twin Words", "hill_giant", "forest")
    session = Session({"cards": [spell], "timeline": ["Hill Giant", "Forest"]}, asker, edition="2024")
    session.run()
    assert asker.said.count("A copy of? (forest)") == 2
    assert session.data["timeline"][-1] == {"enters": "token", "made_by": "Twin Words", "copy_of": "forest"}


def test_an_argument_that_the_rules_do_not_allow_is_refused() -> None:
    steps, said = told("Grizzly Bears", "Forest", "mutates Dreamtail Heron onto forest", "grizzly_bears")
    assert steps[2:] == [{"mutates": "Dreamtail Heron", "onto": "grizzly_bears"}]
    assert "Onto which creature? (grizzly_bears)" in said


def test_a_warning_about_an_earlier_step_is_no_objection() -> None:
    steps, said = told("Hill Giant", "Lightning Bolt", "Turn to Frog", "hill_giant")
    assert steps[2:] == [{"resolves": "Turn to Frog", "affects": "hill_giant"}]
    assert "Whom does it affect? (hill_giant; several with commas)" in said


def test_a_finding_about_an_earlier_step_is_no_objection() -> None:
    answers = ("Delver of Secrets", "turns delver down", "transforms delver", "mutates Dreamtail Heron onto delver")
    said = told(*answers)[1]
    assert any("the mutating spell cannot target" in one.lower() for one in said)


def test_a_card_may_be_for_a_player() -> None:
    steps, _ = told("Blood Moon for opponent", "Hill Giant", "Turn to Frog for opponent", "hill_giant")
    assert steps[0] == {"enters": "Blood Moon", "controller": "opponent"}
    assert steps[2] == {"resolves": "Turn to Frog", "controller": "opponent", "affects": "hill_giant"}


def test_help_and_quit_are_answers_too() -> None:
    steps, said = told("Hill Giant", "Turn to Frog", "help", "show", "Humility", "quit", "Forest")
    assert any(one.startswith("You can answer:") for one in said)
    assert sum("drop this step first: undo" in " ".join(one.split()) for one in said) == 2
    assert steps == ["Hill Giant"]


def test_a_question_about_an_empty_board_is_not_asked() -> None:
    assert "The board is empty." in told("leaves", "Forest")[1]
    assert any("Type the name of a card" in one for one in told("?")[1])


def test_a_question_has_help() -> None:
    steps, said = told("Hill Giant", "Turn to Frog", "?", "undo")
    help_text = next(one for one in said if one.startswith("You can answer:"))
    assert "hill_giant  Creature — Giant" in help_text
    assert "undo, or Ctrl-C, drops the step" in help_text
    assert steps == ["Hill Giant"]


def test_somebody_is_asked_again_after_a_wrong_answer() -> None:
    asker = Told("Grizly", "Hill Giant", "Turn to Frog", "nobody", "hill_giant")
    session = Session({"timeline": []}, asker, edition="2024")
    session.run()
    assert session.data["timeline"] == ["Hill Giant", {"resolves": "Turn to Frog", "affects": "hill_giant"}]
    assert asker.said.count("Whom does it affect? (hill_giant; several with commas)") == 2


def test_names_and_labels_are_completed() -> None:
    session = Session({"timeline": ["Dryad Arbor"]}, Told(), edition="2024")
    complete = session._complete
    assert values(complete("Blood M")) == ["Blood Moon"]
    assert values(complete("leaves dry")) == ["dryad_arbor"]
    assert values(complete("und"))[:1] == ["undo"]
    assert values(complete("add Blood M")) == ["Blood Moon"]


def values(completed: Completed) -> list[str]:
    """Return the proposals."""
    return [one.value for one in completed.proposals]


def test_a_choice_that_the_text_excludes_is_not_offered() -> None:
    trials = Trials({"timeline": []}, CheckedBoards(None, "2024"))
    legal = trials.legal({"enters": "Adaptive Automaton"}, "chosen.creature_type", ["Goblin", "Forest"], deeply=False)
    assert legal == ["Goblin"]


def on_a_terminal(
    arguments: Sequence[str], keys: Sequence[bytes], columns: int = 80, term: str = "xterm"
) -> tuple[int, str]:
    """Run a session on a terminal, typing each piece once the one before has been answered.

    A session that does not end is ended, so that nobody waits for ever.
    """
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update({"TERM": term, "COLUMNS": str(columns), "PYTHONPATH": str(ROOT)})
        os.execv(sys.executable, [sys.executable, "-m", "typeline", "board", *arguments])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    shown = read_until_quiet(terminal, child, b">")
    *first, last = keys
    for piece in first:
        os.write(terminal, piece)
        shown += read_until_quiet(terminal, child, b">")
    os.write(terminal, last)
    shown += read_until_ended(terminal, child)
    ended, status = os.waitpid(child, os.WNOHANG)
    if not ended:
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode()


def read_until_quiet(terminal: int, child: int, wanted: bytes = b"") -> bytes:
    """Read what is shown until nothing more comes for a while; answer where the cursor is, as terminals do.

    A session that sleeps has nothing more to say. Where the system does not tell whether it does, wait for longer.
    """
    shown, until = b"", time.monotonic() + 60
    known = Path(f"/proc/{child}/task").is_dir()
    while time.monotonic() < until:
        quiet = not select.select([terminal], [], [], 0.5 if known else 1.5)[0]
        if quiet and wanted in shown and (not known or sleeps(child)):
            return shown
        if quiet:
            continue
        try:
            piece = os.read(terminal, 10_000)
        except OSError:
            return shown
        if not piece:
            return shown
        shown += piece
        if b"\x1b[6n" in piece:
            os.write(terminal, b"\x1b[1;1R")
    return shown


def read_until_ended(terminal: int, child: int) -> bytes:
    """Read what is shown until the session ends, or for a minute."""
    shown, until = b"", time.monotonic() + 60
    while time.monotonic() < until and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        with suppress(OSError):  # it has closed its side just now
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 10_000)
    return shown


def sleeps(process: int) -> bool:
    """Tell whether each thread of a process waits for something, or has ended."""
    for path in Path(f"/proc/{process}/task").glob("*/stat"):
        with suppress(OSError):  # it ends just now
            if path.read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "SZX":
                return False
    return True


@pytest.mark.parametrize("columns", [30, 100])
def test_on_a_terminal(tmp_path: Path, columns: int) -> None:
    file = tmp_path / "b.yaml"
    keys = [b"Blood Moo\t\r", b"\x03", b"Turn to Frog\r", b"\x03", b"Forest\r", b"\x04"]
    code, shown = on_a_terminal([str(file)], keys, columns)
    assert code == 0
    assert "Traceback" not in shown
    assert steps(file) == ["Blood Moon", "Forest"]


def test_on_a_terminal_that_cannot_move_the_cursor(tmp_path: Path) -> None:
    file = tmp_path / "b.yaml"
    code, shown = on_a_terminal([str(file)], [b"Forst\n", b"Forest\n", b"\x04"], term="dumb")
    assert (code, "Traceback" in shown, "\x1b" in shown) == (0, False, False)
    assert "Did you mean Forest?" in shown or "Forest" in shown
    assert steps(file)[-1] == "Forest"


def test_prompt_toolkit_is_imported_only_on_a_terminal() -> None:
    before = "prompt_toolkit" in sys.modules
    Session({"timeline": []}, PlainAsker(sys.stdin, sys.stdout, patient=False), edition="2024")
    assert ("prompt_toolkit" in sys.modules) == before
