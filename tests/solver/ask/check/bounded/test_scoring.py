"""The mutation score: outcomes of broken rules, kept and counted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.ask.check import bounded
from solver.ask.check.bounded.mutants import mutants
from solver.ask.check.bounded.scoring import Score, Verdict, score
from tests.profiles import SLOW
from tests.solver.command import Typeline


@pytest.mark.parametrize(
    ("verdict", "without_cases", "with_cases"),
    [
        pytest.param(Verdict("a", "x.lp", ("one_answer",)), True, True, id="an invariant notices"),
        pytest.param(Verdict("a", "x.lp", end="no end"), True, True, id="it does not end"),
        pytest.param(Verdict("a", "x.lp", sizes=1), True, False, id="no case was tried"),
        pytest.param(Verdict("a", "x.lp", tried=5, sizes=1), True, True, id="cases were tried"),
        pytest.param(Verdict("a", "x.lp", tried=5), False, False, id="at no size"),
        pytest.param(Verdict("a", "x.lp", outside="it does not fire"), True, False, id="outside, for the cases"),
        pytest.param(Verdict("a", "x.lp", outside="it is not about the answer"), True, True, id="outside of both"),
    ],
)
def test_outcomes_that_need_no_new_try(verdict: Verdict, without_cases: bool, with_cases: bool) -> None:
    assert verdict.is_final(1, with_cases=False) == without_cases
    assert verdict.is_final(1, with_cases=True) == with_cases


def test_the_counted_sentences() -> None:
    verdicts = [
        Verdict("x.lp: gone: a.", "x.lp", ("one_answer",), sizes=1),
        Verdict("x.lp: gone: b.", "x.lp", case="lands/some", tried=3, sizes=1),
        Verdict("x.lp: gone: c.", "x.lp", tried=3, sizes=1),
        Verdict("x.lp: gone: d.", "x.lp", outside="it does not fire", tried=3),
        Verdict("x.lp: gone: e.", "x.lp", end="no program"),
        Verdict("x.lp: gone: f.", "x.lp", end="no end"),
    ]
    data = Score(verdicts, of=9).as_data()
    assert (data["mutants"], data["tried"], data["no_program"], data["endless"]) == (9, 5, 1, 1)
    assert (data["noticed"], data["noticed_by_cases"], data["in_vocabulary"]) == (3, 1, 4)
    assert data["survived"] == {"x.lp": ["gone: c.", "gone: d."]}
    assert data["survived_within_vocabulary"] == {"x.lp": ["gone: c."]}
    assert data["noticed_by_cases_alone"] == {"x.lp": ["gone: b."]}


def test_no_table_without_a_line(typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no broken rule is within the vocabulary, the table of the invariants is left out."""
    found = Score([Verdict("x.lp: gone: d.", "x.lp", outside="it does not fire", tried=3)], of=1)
    monkeypatch.setattr(bounded, "score", lambda *_, **__: found)
    said = typeline("check", "--mutants", "1").out
    assert said.startswith("0 of 1 mutants are noticed") and "notices" not in said
    assert said.endswith("\nNot noticed:\n  x.lp: gone: d.\n")


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    """Kept outcomes are not tried again, and each is told as it is found."""
    kept = tmp_path / "kept.jsonl"
    known = [Verdict(one.what, one.statement.place[0], ("one_answer",), sizes=1) for one in mutants(about="bestows(")]
    kept.write_text("".join(f"{json.dumps(vars(one))}\n" for one in known), encoding="utf-8")
    assert known and score(about="bestows(", kept=kept).verdicts == known


def test_no_mutants_and_a_missing_folder_are_refused(typeline: Typeline, tmp_path: Path) -> None:
    assert "'all'" in typeline("check", "--mutants", "0").refusal()
    assert "some.jsonl" in typeline("check", "--mutants", "1", "--kept", str(tmp_path / "no" / "some.jsonl")).refusal()


@pytest.mark.skipif(not SLOW, reason="the slow run tries it: all mutants are written out")
def test_command(typeline: Typeline, tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    known = [Verdict(one.what, "x.lp", sizes=1) for one in mutants()]
    kept.write_text("".join(f"{json.dumps(vars(one))}\n" for one in known), encoding="utf-8")
    run = typeline("check", "--bounded", "--mutants", "all", "--kept", str(kept))
    assert run.code == 0 and f"0 of {len(known)} mutants are noticed" in run.out
    assert "though within the vocabulary" in run.out and known[0].what in run.out
