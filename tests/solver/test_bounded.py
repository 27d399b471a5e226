"""Bounded proofs: the invariants hold, what is proved over is what `derive` says, and broken rules are noticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from clingo import Symbol

from facts import Board
from solver import derive
from solver.check.bounded import INVARIANTS, prove
from solver.check.bounded.counterexample import as_yaml, board_of
from solver.check.bounded.mutants import Mutant, mutants
from solver.check.bounded.strata import Strata
from solver.check.bounded.universe import Universe
from solver.check.bounded.unrolled import Unrolled
from solver.check.bounded.vocabulary import WORDS
from tests.profiles import SLOW
from tests.solver.command import Typeline


def test_each_invariant_holds() -> None:
    outcomes = list(prove(2, 2))
    assert [one.invariant for one in outcomes] == sorted(
        INVARIANTS, key=lambda one: [each.invariant for each in outcomes].index(one)
    )
    assert {one.invariant.name: one.board for one in outcomes if not one.holds} == {}
    assert len(outcomes) == len(INVARIANTS)


@pytest.mark.parametrize(
    ("words", "size"), [("plain", (2, 1)), ("plain", (3, 2)), *((words, (2, 2)) for words in WORDS)], ids=str
)
def test_what_is_proved_over_is_what_derive_says(words: str, size: tuple[int, int]) -> None:
    """Boards chosen at random: the state after all rounds is the answer."""
    unrolled = Unrolled(Universe(*size, WORDS[words])).finish()
    solving = unrolled.control.configuration
    solving.solver.sign_def, solving.solver.rand_freq = "rnd", 1.0  # type: ignore[union-attr]
    solving.solve.opt_mode, solving.solve.parallel_mode = "ignore", "1"  # type: ignore[union-attr]
    effects = 0
    for seed in range(40 * (50 if SLOW else 1)):
        solving.solver.seed = seed  # type: ignore[union-attr]
        with unrolled.control.solve(yield_=True) as handle:
            model = handle.model()
            assert model is not None
            atoms = model.symbols(atoms=True)
        board = board_of(atoms)
        answer = derive(Board.of(board)).as_data()["objects"]
        known = {atom.arguments[0].string for atom in atoms if atom.match("subtype_in", 2)}
        told = {label: _told(one, known) for label, one in answer.items()}
        assert told == _chosen(atoms, unrolled.final), board
        effects += sum(atom.name == "taken" for atom in atoms)
    assert effects > 10


def _told(one: dict[str, Any], known: set[str]) -> dict[str, Any]:
    """Return what derive says of an object, as far as the universe says it too: it knows few subtypes."""
    one = {**one, "subtypes": set(one["subtypes"]) & known}
    size = [one["power"], one["toughness"]] if "Creature" in one["types"] else []
    return {**{key: sorted(one[key]) for key in ("types", "subtypes", "supertypes", "colors")}, "size": size}


def _chosen(atoms: list[Symbol], final: int) -> dict[str, dict[str, Any]]:
    """Return what a model says of each object in the end."""
    found: dict[str, dict[str, Any]] = {}
    for atom in atoms:
        if atom.match("has", 4) and atom.arguments[3].number == final and atom.arguments[0].arguments[0].number == 0:
            label, kind, value = atom.arguments[0].arguments[1].string, atom.arguments[1].name, atom.arguments[2]
            one = found.setdefault(label, {"types": [], "subtypes": [], "supertypes": [], "colors": []})
            if kind in ("type", "subtype", "supertype", "color"):
                one[f"{kind}s"].append(value.string)
            elif kind in ("power", "toughness"):
                one[kind] = value.number
    for one in found.values():
        for key in ("types", "subtypes", "supertypes", "colors"):
            one[key].sort()
        size = [one.pop("power"), one.pop("toughness")]
        one["size"] = size if "Creature" in one["types"] else []
    return found


_BROKEN = (
    "gone: outcome(O,K,V,s) :- has(O,K,V,t);",
    "without has(O,type,T,u): has(O,subtype,V,u)",
    "gone: gains(E,O,type,T,m)",
    "gone: misses(E,Z,C,O,s) :- asked(E,Z,s); needs(E,Z,C,K,V); varies(K)",
)


def _mutant(what: str) -> Mutant:
    return next(one for one in mutants() if what in one.what)


@pytest.mark.parametrize("what", _BROKEN)
def test_broken_rules_are_noticed(what: str) -> None:
    with _mutant(what).broken():
        noticed = [one for one in prove(2, 1, smallest=False, first=True) if not one.holds]
    assert noticed


def test_a_counterexample_is_a_board(tmp_path: Path) -> None:
    """With a broken rule, the board that is found is one that the whole rules derive otherwise."""
    with _mutant("gone: misses(E,Z,C,O,s) :- asked(E,Z,s); needs(E,Z,C,K,V); varies(K)").broken():
        found = next(one for one in prove(2, 1, ["effects_reach_what_they_say"]) if not one.holds)
    assert found.board is not None
    path = tmp_path / "board.yaml"
    path.write_text(as_yaml(found.board), encoding="utf-8")
    assert len(derive(Board.load(path)).objects) <= 2
    assert len(found.board["timeline"]) <= 2, "it is a smallest one"


def test_what_depends_on_its_own_absence_is_seen() -> None:
    strata = Strata()
    strata.rule(False, [1], [-2])
    strata.rule(False, [2], [3])
    assert not strata.unstratified()
    strata.rule(False, [3], [1])
    assert strata.unstratified()


def test_command(typeline: Typeline) -> None:
    told = typeline("check", "--bounded", "--objects", "2", "--effects", "1", "--invariant", "face_down_is_plain")
    assert told.code == 0
    assert "ok  face_down_is_plain" in told.out and "all boards of up to 2 objects and 1 effects" in told.out
    data = json.loads(typeline("check", "--bounded", "--invariant", "one_power", "--effects", "1", "--json").out)
    assert data["passed"] and data["invariants"][0]["boards"] > 1000
    assert "Did you mean one_power?" in typeline("check", "--bounded", "--invariant", "one_powre").refusal()
