"""Facts in words: the list of forms, the facts of a board, and the first sentence of an answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from facts import Board, InputError
from solver import derive
from solver.ask.explain import askable, why, why_not
from solver.ask.explain.fact.goal import said_together
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.proof.view import SCHEDULING, views_of
from solver.ask.explain.show.report import why_not_text, why_text
from solver.ask.explain.wording import FORMS, Form
from solver.ask.query import query
from tests.case_files import Case
from tests.solver.answers import CASES
from tests.solver.command import ROOT, Typeline

EXAMPLES = sorted((ROOT / "examples").glob("*.yaml"))
HUMILITY = ROOT / "examples" / "humility_and_opalescence.yaml"
ONE = """
players: [Ann, Ben]
timeline:
  - {enters: Llanowar Elves, as: x, controller: Ann}
  - {enters: Humility, controller: Ben}
"""


def said_first(board: Board, fact: str) -> list[str]:
    return list(why(board, fact).because)


class TestForms:
    """The one list."""

    def test_the_documentation_has_it(self) -> None:
        text = (ROOT / "docs" / "explain.md").read_text(encoding="utf-8")
        table = text.split("## Facts")[1].split("## Why")[0]
        rows = re.findall(r"^\| `(.*?)` \| (.*) \|$", table, re.MULTILINE)
        assert [(fact, says.replace("`", "")) for fact, says in rows] == [tuple(one) for one in FORMS]

    @pytest.mark.parametrize("form", FORMS, ids=lambda form: form.example)
    def test_each_is_read(self, form: Form) -> None:
        board = Board.read(ONE)
        read_goal(form.example, AnsweredBoard(board.timeline, derive(board)))

    @pytest.mark.parametrize(
        ("fact", "written"),
        [
            ("humility has no abilities", 'abilities("humility",0)'),
            ("humility is a 4/4 creature",
             'power("humility",4), toughness("humility",4), type("humility","Creature")'),
            ("humility has power 4 and toughness 4", 'power("humility",4), toughness("humility",4)'),
            ("humility lost all abilities", 'lost_all("humility")'),
            ("humility has lost all its abilities", 'lost_all("humility")'),
            ("worship lost damage leaves you", 'lost("worship","damage leaves you")'),
            ("worship damage leaves you", 'ability("worship","damage leaves you")'),
            ("humility can't block", 'ability("humility","can\'t block")'),
            ("opalescence has three abilities", 'abilities("opalescence",3)'),
            ("opalescence has an ability", 'not abilities("opalescence",0)'),
            ("humility is nonbasic", 'not supertype("humility","Basic")'),
            ("humility is nonbasic?", 'not supertype("humility","Basic")'),
            ("humility isn't a creature", 'not type("humility","Creature")'),
            ("humility is not a creature", 'not type("humility","Creature")'),
            ("humility is not a 1/1 creature",
             'not (power("humility",1), toughness("humility",1), type("humility","Creature"))'),
            ("grizzly_bears is a green Bear without flying",
             'color("grizzly_bears","G"), subtype("grizzly_bears","Bear"), not keyword("grizzly_bears","flying")'),
            ("humility is white and has no abilities", 'color("humility","W"), abilities("humility",0)'),
            ("humility has no flying or vigilance",
             'not keyword("humility","flying"), not keyword("humility","vigilance")'),
            ("humility is an Urza's Power-Plant Time Lord",
             'subtype("humility","Urza\'s"), subtype("humility","Power-Plant"), subtype("humility","Time Lord")'),
        ],
    )  # fmt: skip
    def test_read(self, fact: str, written: str) -> None:
        board = Board.load(str(HUMILITY))
        answer = derive(board)
        goals = read_goal(fact, AnsweredBoard(board.timeline, answer))
        assert ", ".join(goal.written for goal in goals) == written
        assert read_goal(written, AnsweredBoard(board.timeline, answer)) == goals
        again = read_goal(said_together(goals, {}), AnsweredBoard(board.timeline, answer))
        assert sorted(goal.written for goal in again) == sorted(goal.written for goal in goals)

    @pytest.mark.parametrize(
        ("fact", "message"),
        [
            ("humility blah", "no ability on this board reads so"),
            ("humility isn't a nonland creature", "Ask for one thing at a time"),
            ("humility is", "is no fact"),
            ("humility has a banana", "A piece of an ability's text goes in quotes"),
        ],
    )
    def test_refused(self, fact: str, message: str) -> None:
        board = Board.load(str(HUMILITY))
        with pytest.raises(InputError, match=message):
            read_goal(fact, AnsweredBoard(board.timeline, derive(board)))

    def test_facts_denied_together(self) -> None:
        """It is no 1/1 creature, though it is a creature."""
        board = Board.load(str(HUMILITY))
        assert why(board, "humility is not a 1/1 creature").holds
        assert not why(board, "humility is not a 4/4 creature").holds


class TestAskable:
    """The facts of a board."""

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_short_is_at_most_ten_lines(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """So it is for every fact of the list, and each is as the list says."""
        monkeypatch.setenv("COLUMNS", "100")
        board = Board.load(str(path))
        found = askable(board)
        for fact in (fact for facts in found.so.values() for fact in facts):
            told = why(board, fact)
            assert told.holds and told.because, fact
            assert len(why_text(told, "short").split("\n")) <= 10, fact
        for fact in (fact for facts in found.no_more.values() for fact in facts):
            blame = why_not(board, fact)
            assert not blame.holds and blame.because, fact
            assert len(why_not_text(blame, "short").split("\n")) <= 10, fact

    @pytest.mark.parametrize("ruling", CASES[::40], ids=lambda case: case.name)
    def test_each_is_as_the_list_says(self, ruling: Case) -> None:
        board, edition = Board.of(ruling.data["board"]), ruling.edition
        answer = derive(board, edition=edition)
        found = askable(board, edition=edition)
        for so, by_label in ((True, found.so), (False, found.no_more)):
            for fact in (fact for facts in by_label.values() for fact in facts):
                goals = read_goal(fact, AnsweredBoard(board.timeline, answer))
                assert all(goal.holds(answer) for goal in goals) == so, fact

    def test_without_a_fact_the_command_lists_them(self, typeline: Typeline) -> None:
        run = typeline("why", str(HUMILITY))
        assert (run.code, run.err) == (0, "")
        assert "  humility lost all abilities\n" in run.out and "These no longer hold" in run.out
        assert typeline("why-not", str(HUMILITY)).out == run.out
        assert "  blood_moon is red\n" in typeline("why", "Dryad Arbor", "Blood Moon").out
        told = json.loads(typeline("why", str(HUMILITY), "--json").out)
        assert (
            set(told) == {"typeline", "edition", "so", "no_more", "forms", "findings"}
            and "worship is white" in told["so"]["worship"]
        )


class TestWhatIsSaidFirst:
    """The sentences that a judge would say."""

    @pytest.mark.parametrize(
        ("board", "fact", "said"),
        [
            (["Opalescence", "Humility"], "humility is 1/1",
             ["In layer 7b, its own effect makes Humility 1/1 (613.4b), after Opalescence's 4/4 by timestamp (613.7).",
              "Humility lost this ability in layer 6, but its effect had started to apply, and continues (613.6)."]),
            (["Humility", "Opalescence"], "humility is a 4/4 creature",
             ["In layer 7b, Opalescence makes Humility 4/4 (613.4b), after Humility's 1/1 by timestamp (613.7).",
              "In layer 4, Opalescence makes Humility a creature (613.1d)."]),
            (["Humility", "Opalescence"], "humility has no abilities",
             ["In layer 6, its own effect takes all abilities of Humility (613.1f)."]),
            (["Dryad Arbor", "Blood Moon"], "dryad_arbor isn't a Forest",
             ["In layer 4, Blood Moon sets the land types of Dryad Arbor: it is no longer a Forest (305.7)."]),
            (["Dryad Arbor", "Blood Moon"], 'dryad_arbor has "{T}: Add {R}"',
             ["Dryad Arbor is a land and a Mountain: it taps for {R} (305.6).",
              "In layer 4, Blood Moon makes Dryad Arbor a Mountain (305.7)."]),
            (["Urborg, Tomb of Yawgmoth", "Forest", "Blood Moon"], "forest isn't a Swamp",
             ["Urborg, Tomb of Yawgmoth (timestamp 1): “All lands are Swamps in addition to their other types.” does"
              " not apply: Blood Moon took this ability away before (611.3a)."]),
            (["Humility", "Grizzly Bears"], "grizzly_bears lost all abilities",
             ["Grizzly Bears has no abilities by itself: there were none to lose."]),
            (["Forest"], "forest is a basic Forest land",
             ["Forest is a basic Forest land: its card says Basic Land — Forest."]),
            (["Grizzly Bears", "Glorious Anthem"], "grizzly_bears is 3/3",
             ["Before layer 7, Grizzly Bears is 2/2; in layer 7c, Glorious Anthem makes that 3/3 (613.4c)."]),
            (["Forest"], "forest isn't 1/1",
             ["Forest is not a creature, so it has no power and toughness (208.3).",
              "Forest is not a creature: its card says Basic Land — Forest, and no effect makes it so."]),
            (["Starfield of Nyx", "Forest", "Forest", "Mind Stone", "Enchanted Evening"],
             "enchanted_evening is a creature",
             ["In layer 4, Starfield of Nyx makes Enchanted Evening a creature (613.1d).",
              "Starfield of Nyx waits for Enchanted Evening, which is younger (613.8b): its condition holds only after"
              " Enchanted Evening."]),
        ],
    )  # fmt: skip
    def test_of(self, board: list[str], fact: str, said: list[str]) -> None:
        assert said_first(Board.named(board), fact) == said

    @pytest.mark.parametrize(
        ("steps", "fact", "said"),
        [
            ("[Forest, {enters: Frogify, attached_to: forest}]", "forest has no abilities",
             "In layer 4, Frogify sets card types: Forest is no longer a land (205.1a)."),
            ("[Mutavault, {enters: Clone, copy_of: mutavault}]", "clone is colorless",
             "Clone is a copy of Mutavault (707.2): Land."),
            ("[{enters: Grizzly Bears, face_down: manifest, as: x}]", "x lost all abilities",
             "Grizzly Bears is face down (708.2): Creature."),
            ("[Mutavault, {resolves: Mutavault, affects: mutavault}]", "mutavault is 2/2",
             "In layer 7b, the ability of Mutavault makes Mutavault 2/2 (613.4b)."),
            ("[Grizzly Bears, {enters: Maskwood Nexus}]", "grizzly_bears is every creature type",
             "In layer 4, Maskwood Nexus gives every creature type (613.1d)."),
        ],
    )  # fmt: skip
    def test_also(self, steps: str, fact: str, said: str) -> None:
        assert said in said_first(Board.read(f"timeline: {steps}"), fact)

    def test_why_not_begins_with_what_would_make_it_so(self, typeline: Typeline) -> None:
        run = typeline("why-not", str(HUMILITY), "worship has damage leaves you")
        first, second, third, *_ = run.out.split("\n")
        assert first == "Worship has “damage leaves you”: no."
        assert second == "It would be so without Humility or without Opalescence."
        assert third == "In layer 6, Humility takes all abilities of Worship (613.1f)."

    def test_the_steps_are_those_of_the_walk(self, typeline: Typeline) -> None:
        walk = typeline("explain", str(HUMILITY), "humility", "--detail", "short").out.splitlines()
        told = typeline("why", str(HUMILITY), "humility is 4/4", "--detail", "short").out.splitlines()
        assert [line.strip() for line in told[2:]] == [line for line in walk if "loses" not in line]

    def test_scheduling_is_shown_where_it_is_asked_for(self, typeline: Typeline) -> None:
        asked = ("why", str(HUMILITY), "humility is 4/4", "--depth", "20")
        assert "Opalescence is next" not in typeline(*asked).out
        assert "Opalescence is next" in typeline(*asked, "--scheduling").out
        assert "Opalescence is next" in typeline(*asked, "--detail", "long").out
        assert "where it comes from is there" not in typeline("why-not", str(HUMILITY), "worship has damage").out

    def test_nothing_that_is_scheduled_is_lost(self) -> None:
        """The reasons of a folded node are still there."""
        (proof, _) = why(Board.load(str(HUMILITY)), "humility is 4/4").proofs
        (everything,), (folded,) = (views_of([proof], "middle", 30, scheduling=on) for on in (True, False))
        scheduled = {node.sentence for node in proof.all() if node.atom.partition("(")[0] in SCHEDULING}
        kept = {one.text for one in everything.all() if one.text not in scheduled and "“" not in one.text}
        assert kept and kept <= {one.text for one in folded.all()}


class TestQuery:
    """A query may be in words."""

    @pytest.mark.parametrize(
        ("text", "rows"),
        [
            ("X is a 1/1 creature", (("grizzly_bears",),)),
            ("who has no abilities", (("grizzly_bears",), ("humility",), ("worship",))),
            ("X lost all abilities", (("humility",), ("worship",))),
            ("you control X", (("grizzly_bears",), ("humility",), ("opalescence",), ("worship",))),
            ("humility is 4/4", ((),)),
            ("humility is 1/1", ()),
            ("lost_all(X)", (("humility",), ("worship",))),
            ("abilities(X,1)", (("opalescence",),)),
            ('lost(X,"While you have a creature, damage leaves you at least 1 life.")', (("worship",),)),
        ],
    )
    def test_found(self, text: str, rows: tuple[tuple[str, ...], ...]) -> None:
        assert query(Board.load(str(HUMILITY)), text).rows == rows

    @pytest.mark.parametrize("text", ["X is a craeture", "Humilty is a land"])
    def test_refused(self, text: str) -> None:
        with pytest.raises(InputError, match=r"^<query>: .*Did you mean"):
            query(Board.load(str(HUMILITY)), text)
