"""Every fact of an answer has a proof that the checker accepts. In wrong proofs, the checker finds the fault."""

from __future__ import annotations

from copy import copy, deepcopy
from functools import cache
from typing import Any

import pytest

from facts import Board
from solver import derive
from solver.ask.explain import why
from solver.ask.explain.proof.grounded_board import Case, prove
from solver.engine.plain import PlainLayers
from tests.case_files import Case as Ruling
from tests.profiles import SLOW
from tests.solver.answers import CASES
from tests.solver.ask.explain.proof_checker import History, problems, watched
from tests.solver.ask.explain.reasons.asked_board import fresh

CHECKED = CASES if SLOW else CASES[::24]
"""All cases take minutes: they are for the slow run."""


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
    """It notices what is wrong with a proof."""

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
