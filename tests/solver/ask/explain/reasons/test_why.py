"""`typeline why` and `why-not`: each proof is checked, and each culprit set flips the answer."""

from __future__ import annotations

import gc
import json
import re
import sys
import weakref
from copy import copy, deepcopy
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from clingo import parse_term
from hypothesis import given
from hypothesis import strategies as st

from facts import Board, InputError
from solver import derive
from solver.answer.table import display_width
from solver.ask import house_rules
from solver.ask.diff import without_these
from solver.ask.explain import fired_rules, why, why_not
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.proof.grounded_board import Case, prove
from solver.ask.explain.proof.view import View, view, views_of
from solver.ask.explain.rules.terms import read_rows, term_of
from solver.ask.explain.show.formats import dot, mermaid, page, tree_text
from solver.engine.plain import PlainLayers
from tests.case_files import Case as Ruling
from tests.profiles import SLOW, examples
from tests.reference.boards import boards
from tests.solver.answers import CASES
from tests.solver.ask.explain.proof_checker import History, problems, watched
from tests.solver.command import Typeline

CHECKED = CASES if SLOW else CASES[::24]
"""All cases take minutes: they are for the slow run."""

BOARD = """
timeline:
  - Dryad Arbor
  - Urborg, Tomb of Yawgmoth
  - Blood Moon
  - {enters: Serra Angel, as: angel}
  - Glorious Anthem
  - {resolves: Turn to Frog, affects: angel, as: frog}
"""


@cache
def board() -> Board:
    """Return the board that most tests ask about: what is known of it is kept for the next question."""
    return fresh()


def fresh() -> Board:
    """Return a board of its own that is the same, of which nothing is known yet."""
    return Board.read(BOARD)


@pytest.mark.parametrize("ruling", CHECKED, ids=lambda case: case.name)
@pytest.mark.parametrize("plain", [False, True], ids=["fast", "law alone"])
def test_everything_has_a_proof_that_checks(ruling: Ruling, plain: bool) -> None:
    """Each final type, subtype, supertype and ability."""
    drawn = Board.of(ruling.data["board"])
    with watched() as histories:
        case = Case(drawn, edition=ruling.edition, plain=plain)
    history = histories[case.layers]
    proved = 0
    for row in case.prover.atoms.rows("answer", 3):
        if row[0] in (("type",), ("subtype",), ("supertype",), ("ability",)):
            root = prove(case, ("answer", *row))
            data = {"root": 0, "nodes": {str(node.number): node.as_data() for node in root.all()}}
            assert problems(data, case.facts.lines, history) == []
            proved += 1
    assert proved or not case.answer.objects or all(not one.types for one in case.answer.objects.values())


@pytest.mark.parametrize("ruling", CHECKED[::4], ids=lambda case: case.name)
def test_whole_proofs_check(ruling: Ruling) -> None:
    """With examined atoms, and for denied facts."""
    drawn = Board.of(ruling.data["board"])
    lines = Case(drawn, edition=ruling.edition).facts.lines
    label, one = next(pair for pair in derive(drawn, edition=ruling.edition).objects.items() if pair[1].types)
    absent = "Contraption" if one.every or "Zombie" in one.subtypes else "Zombie"
    for fact in (*(f'type("{label}","{kind}")' for kind in one.types), f'not subtype("{label}","{absent}")'):
        with watched() as histories:
            found = why(Board.of(ruling.data["board"]), fact, edition=ruling.edition)
        *_, history = (history for layers, history in histories.items() if isinstance(layers, PlainLayers))
        for proof in found.as_data()["proofs"]:
            assert problems(proof, lines, history) == []


def test_a_party_has_proofs_that_check() -> None:
    """An aggregate may be over nothing yet: the least of nothing is no number."""
    party = next(case for case in CASES if case.name == "layers/creatures_in_a_party")
    test_everything_has_a_proof_that_checks(party, plain=False)
    case = Case(Board.of(party.data["board"]), edition=party.edition)
    assert all(prove(case, ("answer", *row)) for row in case.prover.atoms.rows("answer", 3))


class TestTheChecker:
    """It would notice."""

    @staticmethod
    @cache
    def _proved() -> tuple[dict[str, Any], Case, History]:
        """Return a proof, the board it is about, and when the atoms became true, found once for all tests."""
        asked = fresh()
        with watched() as histories:
            (proof,) = why(asked, "dryad_arbor is a Mountain").as_data()["proofs"]
        (history,) = (history for layers, history in histories.items() if isinstance(layers, PlainLayers))
        return proof, Case(asked), history

    def proof(self) -> tuple[dict[str, Any], Case]:
        """Return a copy of the proof, which a test may spoil, and put a copy of its history into `history`."""
        proof, case, history = self._proved()
        self.history = copy(history)
        self.history.times = dict(history.times)
        return deepcopy(proof), case

    def test_it_accepts(self) -> None:
        proof, case = self.proof()
        assert problems(proof, case.facts.lines, self.history) == []

    def test_a_missing_child(self) -> None:
        proof, case = self.proof()
        node = next(one for one in proof["nodes"].values() if len(one["children"]) > 1)
        node["children"] = node["children"][:-1]
        assert problems(proof, case.facts.lines, self.history)

    def test_another_atom(self) -> None:
        proof, case = self.proof()
        proof["nodes"]["0"]["atom"] = 'answer(subtype,o(0,"dryad_arbor"),"Island")'
        assert problems(proof, case.facts.lines, self.history)

    def test_an_invented_fact(self) -> None:
        proof, case = self.proof()
        fact = next(one for one in proof["nodes"].values() if not one["place"])
        fact["atom"] = 'token(o(0,"dryad_arbor"))'
        assert problems(proof, case.facts.lines, self.history)

    def test_a_rule_whose_negation_fails_is_no_reason(self) -> None:
        """A rule whose negation fails is no reason, whatever the proof says of what is absent."""
        proof, case = self.proof()
        negating = [one for one in proof["nodes"].values() if one["absent"]]
        assert negating
        for node in negating:
            for absent in node["absent"]:
                if "_" not in absent:
                    self.history.times[absent] = node["time"]
            node["absent"] = []
        wrong = problems(proof, case.facts.lines, self.history)
        assert any("something is there that must not be" in one for one in wrong)

    def test_an_atom_that_came_later(self) -> None:
        proof, case = self.proof()
        last = max(proof["nodes"].values(), key=lambda node: node["time"])
        last["time"] -= 1
        assert any("is not true by then" in one for one in problems(proof, case.facts.lines, self.history))

    def test_a_sum_lacks_no_part(self) -> None:
        """Of a sum, no part may be left out."""
        with watched() as histories:
            case = Case(Board.read("timeline: [Grizzly Bears]"))
        history = histories[case.layers]
        node = prove(case, ("answer", ("mana_value",), ("o", 0, "grizzly_bears"), 2))
        nodes = {str(one.number): one.as_data() for one in node.all()}
        data = {"root": 0, "nodes": nodes}
        assert problems(data, case.facts.lines, history) == []
        counting = next(one for one in nodes.values() if one["counted"])
        kept = [child for child in counting["children"] if not nodes[str(child)]["atom"].startswith("mana(")]
        assert kept != counting["children"]
        counting["children"] = kept
        counting["atom"] = counting["atom"].replace(",2)", ",0)")
        history.times[counting["atom"]] = counting["time"]
        assert any("something else to count" in one for one in problems(data, case.facts.lines, history))

    def test_a_fact_that_is_denied(self) -> None:
        proof, case = self.proof()
        denied = {**proof["nodes"]["0"], "atom": 'not type("angel","Land")', "rule": "-", "place": "", "children": []}
        proof["nodes"]["0"] = {**denied, "examined": [proof["nodes"]["0"]["children"][0]]}
        assert problems(proof, case.facts.lines, self.history) == []
        proof["nodes"]["0"]["children"] = proof["nodes"]["0"]["examined"]
        assert any("comes from no rule" in one for one in problems(proof, case.facts.lines, self.history))

    def test_examined_atoms_rest_on_no_later_ones(self) -> None:
        proof, case = self.proof()
        number, node = next(pair for pair in proof["nodes"].items() if pair[1]["examined"])
        node["examined"] = [*node["examined"], 0]
        wrong = problems(proof, case.facts.lines, self.history)
        assert any("came later" in one or "rests on itself" in one for one in wrong), number

    def test_a_circle(self) -> None:
        proof, case = self.proof()
        leaf = next(number for number, one in proof["nodes"].items() if not one["children"])
        proof["nodes"][leaf]["children"] = [0]
        assert any("rests on itself" in one for one in problems(proof, case.facts.lines, self.history))


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


class TestWhyNot:
    """Obstacles."""

    def test_the_culprit(self) -> None:
        found = why_not(board(), "dryad_arbor is a Swamp")
        assert found.culprits == (("blood_moon",),)
        assert any("Blood Moon took this ability away" in way for way in found.ways)

    def test_lost_abilities(self) -> None:
        found = why_not(board(), "angel has flying")
        assert found.culprits == (("frog",),)
        assert found.ways[0] == "Serra Angel was so until layer 6: then Turn to Frog changed it."

    @pytest.mark.parametrize(
        ("timeline", "fact", "first", "behind"),
        [
            ("[Forest]", "forest is a Swamp", "Forest is not so by itself: its card says Basic Land — Forest",
             "Forest is not so by itself: its card says Basic Land — Forest"),
            ("[Dryad Arbor, Blood Moon]", "dryad_arbor is not a Mountain", "This stands in the way",
             "Blood Moon makes Dryad Arbor a Mountain"),
            ("[Dryad Arbor, Blood Moon]", 'dryad_arbor has "{T}: Add {G}."',
             "Blood Moon sets the land types of Dryad Arbor: it is no longer a Forest",
             "Blood Moon starts with the ability “Nonbasic lands are Mountains.”"),
            ("[Humility, Glorious Anthem, Opalescence]", 'glorious_anthem has "get +1/+1"',
             "Humility takes all abilities of Glorious Anthem",
             "Humility applies to Glorious Anthem, which meets its filter"),
            ("[Forest, {enters: Mutavault, as: v}, {resolves: Mutavault, affects: v}]", "forest is a creature",
             "Mutavault: it does not apply to Forest.", "It applies only to Mutavault"),
            ("[Goblin King]", "goblin_king is 3/3", "This is so instead", "Goblin King has power 2"),
            ("[Forest]", "forest is in the graveyard", "This is so instead", "Forest is on the battlefield"),
            ("[Grizzly Bears, {enters: Boon Satyr, attached_to: grizzly_bears}]", "boon_satyr is 1/1",
             "It would take this: Boon Satyr is a creature, so it has power 1",
             "The bestow rule for Boon Satyr sets card types: Boon Satyr is no longer a creature"),
            ("[Forest]", "forest is 1/1", "It would take this: Forest is a creature, so it has power 1",
             "but Forest is not a creature"),
            ("[Humility, Serra Angel]", "serra_angel has flying", "Humility takes all abilities of Serra Angel",
             "Humility applies to Serra Angel, which meets its filter"),
            ("[Blood Moon]", "blood_moon is a Mountain", "Blood Moon: it does not apply to Blood Moon.",
             "Blood Moon is not a land"),
            ("[Dryad Arbor, {enters: Song of the Dryads, attached_to: dryad_arbor}]", "dryad_arbor is a Dryad",
             "Dryad Arbor keeps the subtype Dryad, but it does not show",
             "Song of the Dryads sets card types: Dryad Arbor is no longer a creature"),
            ("[Dryad Arbor, {enters: Song of the Dryads, attached_to: dryad_arbor}, Humility]", "dryad_arbor is 1/1",
             "It would take this: Dryad Arbor is a creature, so it has power 1",
             "Song of the Dryads sets card types: Dryad Arbor is no longer a creature"),
        ],
    )  # fmt: skip
    def test_obstacles(self, timeline: str, fact: str, first: str, behind: str) -> None:
        found = why_not(Board.read(f"timeline: {timeline}"), fact).nearest
        assert found[0].text.startswith(first)
        assert behind in [shown.text for shown in found[0].all()]

    @pytest.mark.parametrize(
        ("timeline", "fact", "way"),
        [
            ("[Serra Angel, {resolves: Turn to Frog, affects: serra_angel, as: frog}, {ends: frog}]",
             "serra_angel is a Frog", "Turn to Frog: Serra Angel would be so, but that effect has ended (611.2)."),
            ("[Awakener Druid, {enters: Forest, as: forest}, {resolves: Awakener Druid, affects: forest}, "
             "{leaves: awakener_druid}]", "forest is a Treefolk",
             "Awakener Druid: Forest would be so, but the ability of Awakener Druid was to last as long as Awakener "
             "Druid remained on the battlefield, and Awakener Druid has left (611.2b)."),
        ],
    )  # fmt: skip
    def test_an_effect_that_has_ended_is_named(self, timeline: str, fact: str, way: str) -> None:
        found = why_not(Board.read(f"timeline: {timeline}"), fact)
        assert way in found.ways
        assert way in found.because

    @pytest.mark.parametrize(
        ("timeline", "fact", "ways"),
        [
            ("[Serra Angel, Humility, {enters: Clone, as: late, copy_of: serra_angel}]", "late is an Angel",
             ["Clone would enter in step 3 without the ability that makes it a copy or asks for a choice (614.12)."]),
            ("[Serra Angel, Humility, {enters: Clone, as: late, copy_of: serra_angel}]", "late is a Bear", []),
            ("[{enters: Delver of Secrets, as: it, zone: hand}, {transforms: it}]", "it is an Insect",
             ["Delver of Secrets does not transform in step 2: only a permanent on the battlefield can (701.28a)."]),
            ("[{enters: Delver of Secrets, as: it, zone: hand}, {transforms: it}]", "it is a Bear", []),
            ("[{enters: Delver of Secrets, as: it}, {transforms: it}, {stacks: it, as: old}, {transforms: it},"
             " {transforms: it}, {transforms: it, because: old}]", "it is a Wizard",
             ["Insectile Aberration does not transform in step 6: it has turned over already since this ability of its"
              " own went onto the stack (701.28f)."]),
        ],
    )  # fmt: skip
    def test_a_refused_instruction_is_named(self, timeline: str, fact: str, ways: list[str]) -> None:
        assert list(why_not(Board.read(f"timeline: {timeline}"), fact).ways) == ways

    def test_nothing_helps(self) -> None:
        found = why_not(board(), "angel is a Goblin")
        assert (found.culprits, found.ways) == ((), ())
        assert "No effect on this board would make it so." in tree_text("", found.views())

    def test_two_at_once(self) -> None:
        two = Board.read("timeline: [Blood Moon, {enters: Magus of the Moon, as: magus}, Dryad Arbor]")
        assert why_not(two, "dryad_arbor is a Forest").culprits == (("blood_moon", "magus"),)

    @pytest.mark.parametrize("copies", [[], ["Clone"]], ids=["by facts", "told anew"])
    @pytest.mark.parametrize("fact", ["is a Locus", "is a Planeswalker", "is snow", "has first strike", "is black"])
    def test_impossible_facts_are_not_searched(
        self, fact: str, copies: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        further = [{"enters": one, "copy_of": "serra_angel"} for one in copies]
        ten = Board.of({"timeline": ["Dryad Arbor", "Serra Angel", "Blood Moon", "Humility", "Opalescence", *further]})
        looked = _looked_for(monkeypatch)
        assert why_not(ten, f"dryad_arbor {fact}").culprits == ()
        assert looked == []

    @pytest.mark.parametrize("fact", ["is an Artifact", "is a Forest", "is legendary", "is red", "has flying"])
    def test_effects_that_never_matter_are_not_looked_for(self, fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The word is on the board, but nothing brings it to that object."""
        steps = ["Grizzly Bears", "Sol Ring", "Dryad Arbor", "Karakas", "Serra Angel", "Blood Moon", "Humility"]
        looked = _looked_for(monkeypatch)
        assert why_not(Board.of({"timeline": steps}), f"grizzly_bears {fact}").culprits == ()
        assert set(looked) <= {"Removal"}

    def test_it_says_how_many_were_taken_away_together(self) -> None:
        """Of many things each is taken away, but not all pairs, where each way is looked at."""
        many = Board.of({"timeline": ["Grizzly Bears", *["Glorious Anthem"] * 41]})
        found = why_not(many, "grizzly_bears has three abilities")
        assert (found.culprits, found.most) == ((), 1)
        said = "Nothing taken away would make it so: of the 41 other objects of this board, no single one does."
        assert found.unhelpful == said == found.views()[-1].text
        found = why_not(many, "grizzly_bears isn't a creature")
        assert (found.culprits, found.most) == ((), None)
        said = "Nothing taken away would make it so: of the 41 other objects of this board, no set does."
        assert found.unhelpful == said

    def test_culprits_of_clingo_are_not_derived_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        steps = ["Dryad Arbor", "Blood Moon", "Glorious Anthem", "Crusade", "Humility", "Levitation"]
        looked = _looked_for(monkeypatch)
        assert why_not(Board.of({"timeline": steps}), "dryad_arbor is a Forest").culprits == (("blood_moon",),)
        assert looked == ["Removal"]

    def test_where_effects_wait_for_each_other_single_things_are_tried_first(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked = _looked_for(monkeypatch)
        found = why_not(Board.of(TWELVE), "forest isn't an Enchantment")
        assert (found.without, found.most) == ("It would be so without Enchanted Evening.", 1)
        assert "Removal" not in looked

    def test_where_no_single_thing_helps_clingo_chooses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        looked = _looked_for(monkeypatch)
        found = why_not(Board.of(TWELVE), "forest isn't a creature")
        assert found.culprits == (("life_and_limb", "enchanted_evening"),)
        assert looked[-1] == "Removal" and found.most == 2
        assert found.without == "It would be so without Life and Limb and Enchanted Evening."

    @examples(8)
    @given(
        boards(max_objects=5, max_effects=3),
        st.sampled_from(
            (
                "is an Artifact",
                "is a Planeswalker",
                "is snow",
                "is a Goblin",
                "is a Forest",
                "is blue",
                "has flying",
                "is not a land",
                "isn't a creature",
                "is 2/2",
                "has power 1",
                "is colorless",
                "is a nonbasic land",
                "is a Bear",
                "is a Desert",
                "has trample",
                "is legendary",
            )
        ),
    )
    def test_as_many_culprits_are_found_as_when_all_are_tried(self, data: dict[str, Any], fact: str) -> None:
        """As many culprits are found where each board is told anew, and all sets are tried."""
        drawn = Board.of(data)
        label = next(iter(derive(drawn).objects))
        found = why_not(drawn, f"{label} {fact}")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys.modules["solver.ask.explain.whynot.culprits"], "_could_hold", lambda *_: True)
            patched.setattr(sys.modules["solver.ask.explain.whynot.culprits"], "can_choose", lambda *_: False)
            assert why_not(drawn, f"{label} {fact}").culprits == found.culprits

    @pytest.mark.parametrize("ruling", CASES[5::60] if SLOW else CASES[6::120], ids=lambda case: case.name)
    def test_every_culprit_set_flips_the_answer_and_no_part_of_it_does(self, ruling: Ruling) -> None:
        drawn = Board.of(ruling.data["board"])
        answer = derive(drawn, edition=ruling.edition)
        for label, one in list(answer.objects.items())[:2]:
            for word in ("Creature", "Land", "Artifact"):
                if word in one.types:
                    continue
                goal = f'type("{label}","{word}")'
                _check_culprits(drawn, goal, ruling.edition)

    @examples(6)
    @given(boards(max_objects=5, max_effects=3), st.sampled_from(("Creature", "Land", "Artifact", "Enchantment")))
    def test_so_it_is_on_random_boards(self, data: dict[str, Any], word: str) -> None:
        drawn = Board.of(data)
        for label, one in list(derive(drawn).objects.items())[:2]:
            if word not in one.types:
                _check_culprits(drawn, f'type("{label}","{word}")', "2024")


TWELVE = {
    "timeline": [
        "Forest", "Urborg, Tomb of Yawgmoth", "Grizzly Bears", "Blood Moon", "Yavimaya, Cradle of Growth",
        "Life and Limb", "Ashaya, Soul of the Wild", "Kormus Bell", "Enchanted Evening", "Opalescence",
        {"enters": "Arcane Adaptation", "chosen": {"creature_type": "Saproling"}}, "Prismatic Omen",
    ]
}  # fmt: skip
"""Twelve objects with ten effects of layer 4, most of which could depend on others (613.8)."""


def _looked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what is asked for the culprits: the rules over all that can be taken away, and boards without some."""
    looked: list[str] = []

    def noted(module: Any, name: str) -> Any:
        real = getattr(module, name)

        def asked(first: Any, *arguments: Any, **options: Any) -> Any:
            looked.extend([name] * (len(first) if name == "derive_all" else 1))
            return real(first, *arguments, **options)

        return asked

    for module, name in ((sys.modules["solver.ask.explain.proof.without"], "derive_all"),
                         (sys.modules["solver.ask.explain.whynot.culprits"], "Removal")):  # fmt: skip
        monkeypatch.setattr(module, name, noted(module, name))
    return looked


def _check_culprits(board: Board, goal: str, edition: str) -> None:
    goals = read_goal(goal, AnsweredBoard(board.timeline, derive(board, edition=edition)))
    for found in why_not(board, goal, edition=edition).culprits:
        for size in range(len(found)):
            for part in combinations(found, size):
                shorter = derive(without_these(board, part), edition=edition)
                assert not all(goal.holds(shorter) for goal in goals)
        flipped = derive(without_these(board, found), edition=edition)
        assert all(goal.holds(flipped) for goal in goals)


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
