"""`typeline why`: the facts that can be asked, views of a proof, and the output of the command."""

from __future__ import annotations

import gc
import json
import re
import weakref
from pathlib import Path

import pytest
from clingo import parse_term

from facts import Board, InputError
from solver import derive
from solver.answer.table import display_width
from solver.ask import house_rules
from solver.ask.explain import fired_rules, why, why_not
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.proof.view import View, view, views_of
from solver.ask.explain.rules.terms import read_rows, term_of
from solver.ask.explain.show.formats import dot, mermaid, page, tree_text
from tests.solver.ask.explain.reasons.asked_board import BOARD, board, fresh
from tests.solver.command import Typeline


class TestFacts:
    """The facts that one can ask about."""

    @pytest.mark.parametrize(
        ("fact", "written", "holds"),
        [
            ("dryad_arbor is a Mountain", 'subtype("dryad_arbor","Mountain")', True),
            ("Dryad Arbor is a mountain.", 'subtype("dryad_arbor","Mountain")', True),
            ("dryad_arbor is a land creature", 'type("dryad_arbor","Land"), type("dryad_arbor","Creature")', True),
            ("dryad_arbor is not a Forest", 'not subtype("dryad_arbor","Forest")', True),
            ("dryad_arbor isn't green", 'not color("dryad_arbor","G")', False),
            ("angel has flying", 'keyword("angel","flying")', False),
            ("angel doesn't have flying", 'not keyword("angel","flying")', True),
            ("angel is 2/2", 'power("angel",2), toughness("angel",2)', True),
            ("angel has power 2", 'power("angel",2)', True),
            ("dryad_arbor is a nonbasic land", 'property("dryad_arbor","nonbasic land")', True),
            ("angel is blue", 'color("angel","U")', True),
            ('type(dryad_arbor,"Land")', 'type("dryad_arbor","Land")', True),
            ("power(angel,2)", 'power("angel",2)', True),
            ("token(angel)", 'token("angel")', False),
            ('ability(dryad_arbor,"Add {R}")', 'ability("dryad_arbor","Add {R}")', True),
            ('dryad_arbor has "{T}: Add {G}."', 'ability("dryad_arbor","{T}: Add {G}.")', False),
            ("dryad_arbor has {T}: Add {R}", 'ability("dryad_arbor","{T}: Add {R}")', True),
            ('not type(angel,"Land"), color(angel,U)', 'not type("angel","Land"), color("angel","U")', True),
            ("you control angel", 'controller("angel","you")', True),
            ("the opponent controls angel", 'controller("angel","opponent")', False),
            ("angel is on the battlefield", 'zone("angel","battlefield")', True),
            ("angel is every creature type", 'every("angel","creature")', False),
            ("angel is named Serra Angel", 'name("angel","Serra Angel")', True),
            ("angel has no flying", 'not keyword("angel","flying")', True),
            ("angel has its front face up", 'face("angel","front")', True),
        ],
    )
    def test_read(self, fact: str, written: str, holds: bool) -> None:
        found = why(board(), fact)
        assert (found.fact, found.holds) == (written, holds)
        assert bool(found.proofs) == holds
        assert why_not(board(), fact).holds == holds

    def test_an_ability_of_several_lines(self) -> None:
        text = "{1}: Level 2\nElves you control have menace."
        ability = {"text": text, "affects": {"subtype": "Elf"}, "add_abilities": ["menace"]}
        school = {"name": "School", "type_line": "Enchantment", "abilities": [ability]}
        found = why(Board.of({"timeline": [{"enters": school}]}), f"ability(school,{json.dumps(text)})")
        assert found.holds and found.proofs

    @pytest.mark.parametrize(
        "fact", ["bear has indestructible", "bear has menace", 'bear has "can\'t block"', "folk is an Ally"]
    )
    def test_keywords_of_counters_and_statuses_have_proofs(self, fact: str) -> None:
        """Keywords of counters and statuses, and one creature type of all of them, have proofs as well (122.1b)."""
        bear = {"name": "Bear", "type_line": "Creature — Bear", "power": 2, "toughness": 2}
        folk = {**bear, "name": "Folk", "abilities": ["changeling"]}
        entering = {"as": "bear", "counters": {"indestructible": 1}, "status": ["suspected"]}
        found = why(Board.of({"timeline": [{"enters": bear, **entering}, {"enters": folk, "as": "folk"}]}), fact)
        assert found.holds and found.proofs

    @pytest.mark.parametrize(
        ("fact", "message"),
        [
            ("whatever", "is no fact"),
            ("bears is a Bear", "'bears': no such object"),
            ("angel is a Montain", "Did you mean Mountain?"),
            ('typ(angel,"Land")', "Did you mean type?"),
            ('type(angel,"Lnad")', "is no card type. Did you mean Land?"),
            ("power(angel,x)", "'x' is no number"),
            ("type(angel)", 'Write type(angel,"...")'),
            ("type(angel", "is no fact"),
            ("angel has flyign", "'flyign' is no keyword, and no ability reads so. Did you mean flying?"),
            ("angel has power x", "Say it like: has power 3"),
            ("angel has banana", "A piece of an ability's text goes in quotes"),
            ('angel has "abilities"', "'abilities': which ones?"),
            ('keyword(angel,"flyign")', "Did you mean flying?"),
            ('zone(angel,"battlefeild")', "is no zone. Did you mean battlefield?"),
            ('face(angel,"top")', "is no face that could be up. There are front, back"),
            ('controller(angel,"bob")', "'bob' is no player. There are you, opponent"),
            ('property(angel,"wet")', "is no property. There are basic land"),
            ('every(angel,"craeture")', "Did you mean creature?"),
            ("power(angel,99999999999999999999)", "is too large a number"),
        ],
    )
    def test_refused(self, fact: str, message: str) -> None:
        with pytest.raises(InputError) as refused:
            why(board(), fact)
        assert message in str(refused.value)

    def test_an_object_that_has_left_is_refused(self) -> None:
        left = Board.read("timeline: [Forest, Blood Moon, {leaves: blood_moon}]")
        with pytest.raises(InputError, match="'blood_moon' has left in step 3"):
            read_goal("blood_moon is an Enchantment", AnsweredBoard(left.timeline, derive(left)))

    def test_names_that_several_have(self) -> None:
        two = Board.read("timeline: [{enters: Forest, as: one}, {enters: Forest, as: two}]")
        with pytest.raises(InputError, match="could be one, two"):
            read_goal("Forest! is a land", AnsweredBoard(two.timeline, derive(two)))


class TestAskedAgain:
    """The grounding of a board is kept for the next question about it, and changes no answer."""

    FACTS = ("dryad_arbor is a Mountain", "angel is a Frog", 'type(dryad_arbor,"Creature")', "angel has flying")

    def test_the_same_proofs(self) -> None:
        one = fresh()
        together = [why(one, fact).as_data() for fact in self.FACTS * 2]
        assert together == [why(fresh(), fact).as_data() for fact in self.FACTS * 2]

    def test_another_edition(self) -> None:
        one = fresh()
        cited = [
            {node.rule for node in why(one, self.FACTS[0], edition=edition).proofs[0].all()}
            for edition in ("2024", "2008", "2024")
        ]
        assert cited[0] == cited[2] != cited[1]

    def test_other_rules(self, tmp_path: Path) -> None:
        one = fresh()
        assert why(one, "angel is a Frog").holds
        house = tmp_path / "house.lp"
        house.write_text('%@ house.1 "{O} is snow"\ntext(O,supertype,"Snow") :- text(O,type,"Creature").\n')
        house_rules.use(house)
        try:
            snow = why(one, "dryad_arbor is snow")
            assert snow.holds
            assert snow.because[0] == "Dryad Arbor is snow (house.1)."  # its card does not say so
        finally:
            house_rules.leave()
        assert not why(one, "dryad_arbor is snow").holds

    def test_a_board_that_is_gone_is_not_kept(self) -> None:
        one = fresh()
        why(one, self.FACTS[0])
        told = weakref.ref(one)
        del one
        gc.collect()
        assert told() is None


@pytest.mark.parametrize("arity", [1, 2, 4])
def test_rows_are_read_as_clingo_writes_them(arity: int) -> None:
    terms = ["1", "-2", "a", '"x,(\\"\\n\\\\"', 'f("),(",g((1,2),(3,),()),"")', "f(" * 20 + "1" + ")" * 20]
    atoms = [parse_term(f"p({','.join([one] * arity)})") for one in terms]
    for several in (atoms, atoms[:-1], atoms[:1], []):
        assert read_rows("p", several) == [term_of(one, {})[1:] for one in several]  # type: ignore[index]


def test_picked_atoms_are_those_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.ask.explain.rules.atoms._MANY", 2)
    several = [why(fresh(), fact).as_data() for fact in TestAskedAgain.FACTS]
    monkeypatch.undo()
    assert several == [why(fresh(), fact).as_data() for fact in TestAskedAgain.FACTS]


class TestViews:
    """How proofs are shown."""

    def test_middle(self) -> None:
        (proof,) = why(board(), "dryad_arbor is a Mountain").proofs
        text = tree_text("title", [view(proof)])
        assert text.startswith("title\n└── 205.1a: Dryad Arbor has the subtype Mountain and the correlated card type")
        assert "305.7: Blood Moon makes Dryad Arbor a Mountain" in text
        assert "(" not in text.split("\n")[1]

    def test_a_narrow_terminal_loses_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shown = View(0, "613.7", "the last of it, 日本語, is there")
        for level in range(40):
            shown = View(level, "", f"this is level {level}", [shown, View(100 + level, "", f"beside {level}")])
        monkeypatch.setenv("COLUMNS", "60")
        text = tree_text("title", [shown, View(300, "", "two\nlines")])
        said = " ".join(text.replace("…", " ").replace("│", " ").replace("├──", " ").replace("└──", " ").split())
        assert all(f"this is level {level} " in said and f"beside {level} " in said for level in range(40))
        assert "613.7: the last of it, 日本語, is there" in said
        assert text.endswith("\n└── two\n    lines")
        assert max(map(display_width, text.split("\n"))) <= 60
        assert tree_text("title", []) == "title"

    def test_a_common_reason_is_shown_once(self) -> None:
        proofs = why(board(), "angel is 2/2").proofs
        together, alone = views_of(proofs), [view(proof) for proof in proofs]
        lines = [shown.line for root in together for shown in root.all()]
        assert len(lines) == len(set(lines)) < sum(len(list(root.all())) for root in alone)
        assert together[0].line == alone[0].line and together[1].line == alone[1].line

    @pytest.mark.parametrize("fact", ["zone(angel,battlefield)", "controller(angel,you)", "face(angel,front)"])
    def test_no_program_text(self, fact: str) -> None:
        (root,) = views_of(why(board(), fact).proofs)
        assert not any(re.search(r"\(\d|_", shown.text) for shown in root.all())

    def test_sentences(self) -> None:
        two = Board.read(
            "timeline: [{enters: Grizzly Bears, as: bears}, {enters: Clone, copy_of: bears},"
            " {counters: {'+1/+1': 1}, on: bears}, {enters: Mutavault, as: vault},"
            " {resolves: Mutavault, affects: vault}]"
        )
        said = {
            shown.text
            for fact in ("clone is a Bear", "bears is 3/3", "vault is 2/2", "vault is a Mountain", "bears is a Bear")
            for proof in why(two, fact).proofs
            for shown in view(proof, "middle", 20).all()
        }
        assert {
            "The copy effect on Clone copies the subtype Bear of Grizzly Bears",
            "The effect of the +1/+1 counters on Grizzly Bears changes the power of Grizzly Bears by 1",
            "The ability of Mutavault sets the power of Mutavault to 2",
            "There is 1 +1/+1 counter on Grizzly Bears",
        } - said == set()

    def test_depth(self) -> None:
        (proof,) = why(board(), "dryad_arbor is a Mountain").proofs
        assert len(list(view(proof, "middle", 1).all())) == 1
        assert view(proof, "middle", 1).more
        long = list(view(proof, "long").all())
        assert {shown.number for shown in long} == {node.number for node in proof.all()}
        assert any(shown.again for shown in long)

    def test_formats(self) -> None:
        found = why(board(), "dryad_arbor is a Mountain")
        views = [view(proof) for proof in found.proofs]
        chart = mermaid(found.said, views)
        assert "flowchart TD" in chart and "-->" in chart
        graph = dot(found.said, views)
        assert graph.startswith("digraph") and graph.count("{") == graph.count("}")
        html = page(found.said, views)
        assert html.startswith("<!doctype html>") and "http" not in html and "<script" not in html
        assert "205.1a" in html


def test_fired_rules() -> None:
    found = fired_rules(board())
    fired = dict(found.fired)
    assert fired["305.7"] and fired["613.4b"]
    assert not set(fired) & set(found.silent)
    assert "712.8g" in found.silent


_HEADING = {"typeline", "edition"}
"""The first keys of each answer in JSON."""


class TestCommands:
    """The command line."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "board.yaml"
        path.write_text(BOARD, encoding="utf-8")
        return str(path)

    def test_why(self, file: str, typeline: Typeline) -> None:
        run = typeline("why", file, "dryad_arbor is a Mountain")
        assert (run.code, run.err) == (0, "")
        assert run.out.startswith("Dryad Arbor is a Mountain: yes.\n")
        assert typeline("why", "Dryad Arbor", "dryad_arbor is a Forest").code == 0
        assert typeline("why", file, *["dryad_arbor", "is", "a", "Mountain"]).out == run.out
        run = typeline("why", file, "you control angel")
        assert run.out.startswith(
            "You control Serra Angel: yes.\nYou control Serra Angel (108.4).\n\nThe proof\n└── 108.4: You"
        )
        run = typeline("why", file, "angel isn't green")
        assert (run.code, run.err) == (0, "")
        assert run.out.startswith("Serra Angel is not green: yes.\nSerra Angel is not green: ")

    def test_it_is_not_so(self, file: str, typeline: Typeline) -> None:
        run = typeline("why", file, "dryad_arbor is a Forest")
        assert (run.code, run.out.split("\n")[0]) == (1, "Dryad Arbor is a Forest: no.")
        assert "why-not" in run.err

    def test_why_not(self, file: str, typeline: Typeline) -> None:
        run = typeline("why-not", file, "dryad_arbor is a Swamp")
        assert run.code == 0
        assert run.out.split("\n")[1] == "It would be so without Blood Moon."
        assert typeline("why-not", file, "dryad_arbor is a Mountain").code == 1

    def test_json(self, file: str, typeline: Typeline) -> None:
        told = json.loads(typeline("why", file, "angel is 2/2", "--json").out)
        assert set(told) - _HEADING == {"fact", "said", "holds", "because", "contrast", "walk", "against", "proofs"}
        assert len(told["proofs"]) == 2
        told = json.loads(typeline("why-not", file, "angel has flying", "--json").out)
        assert set(told) - _HEADING == {
            "fact", "said", "holds", "without", "because", "walk", "nearest", "ways", "culprits", "more", "lacking",
            "searched",
        }  # fmt: skip
        assert (told["culprits"], told["more"], told["lacking"]) == ([["frog"]], 0, [])
        assert told["searched"] == {"candidates": 5, "together": 2, "said": ""}

    def test_formats(self, file: str, typeline: Typeline) -> None:
        for form, start in (("mermaid", "---"), ("dot", "digraph"), ("html", "<!doctype html>")):
            assert typeline("why", file, "angel is blue", "--format", form).out.startswith(start)
            assert typeline("why-not", file, "angel is white", "--format", form).out.startswith(start)

    def test_rules(self, file: str, typeline: Typeline) -> None:
        run = typeline("explain", file, "--rules")
        assert run.code == 0 and "Did not fire:" in run.out
        told = json.loads(typeline("explain", file, "--rules", "--json").out)
        assert told["fired"]["305.7"] >= 1

    def test_wrong(self, file: str, typeline: Typeline) -> None:
        assert "Missing argument" in typeline("why").refusal()
        assert "no such object" in typeline("why", file, "x is a Bear").refusal()

    def test_narrow(self, file: str, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "50")
        assert max(len(line) for line in typeline("why", file, "angel is 2/2").out.splitlines()) <= 50


@pytest.mark.parametrize("fact", ["king is an Elf", "king isn't a Goblin", "king is a Goblin"])
def test_a_text_change_is_the_reason_and_not_the_card(fact: str) -> None:
    steps = "[{enters: Goblin King, as: king}, {resolves: Artificial Evolution, affects: king, chosen: "
    found = why(Board.read(f"timeline: {steps}{{from: Goblin, to: Elf}}}}]"), fact)
    assert found.because == ("Artificial Evolution changes the text of Goblin King: “Goblin” reads “Elf” (612.1).",)


@pytest.mark.parametrize("fact", ["it has protection from green", "it has protection from white"])
def test_a_text_change_is_the_reason_for_an_ability(fact: str) -> None:
    card = "{name: Guard, type_line: Creature, power: '2', toughness: '2', oracle_text: Protection from white}"
    steps = "{enters: Guard, as: it}, {resolves: Sleight of Mind, affects: it, chosen: {from: white, to: green}}"
    found = why(Board.read(f"{{cards: [{card}], timeline: [{steps}]}}"), fact)
    assert found.because == ("Sleight of Mind changes the text of Guard: “white” reads “green” (612.1).",)
