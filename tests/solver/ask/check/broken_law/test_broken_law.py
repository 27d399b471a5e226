"""Broken rules of the law: the boards on which they derive other atoms, the tests that notice, and the counts."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path

import pytest

from facts import Board
from solver.ask.check.broken_law import in_parts, judging, law_score
from solver.ask.check.broken_law import within_bound as within
from solver.ask.check.broken_law.asked_findings import cases_against
from solver.ask.check.broken_law.asked_invariants import invariants_against
from solver.ask.check.broken_law.in_parts import Search
from solver.ask.check.broken_law.infecting import infected
from solver.ask.check.broken_law.judging import differs_on, judge
from solver.ask.check.broken_law.known_boards import KnownBoards
from solver.ask.check.broken_law.law_mutants import LawMutant, is_program, law_mutants, sampled
from solver.ask.check.broken_law.law_score import remembered, score_law
from solver.ask.check.broken_law.law_verdict import LawVerdict, counted, joined
from solver.ask.check.broken_law.tried_boards import CASE, CHECKED, CLAIM, PROPERTY, RULING, Pool, Trial
from solver.ask.check.broken_law.within_bound import within_bound
from solver.ask.check.specification.claims.asked_claims import broken_claims, claimed_boards
from solver.ask.check.specification.claims.every import claims
from solver.ask.check.specification.further_boards import further_boards
from solver.ask.together.plain_together import derive_all_plainly
from tests.case_files import all_cases
from tests.solver.ask.check.broken_law import asked, asked_there
from tests.solver.ask.check.broken_law.page import PAGE, in_todays_words, page
from tests.solver.ask.check.broken_law.samples import Sample, remember, samples, told

_RING = next(board for board in further_boards() if len(board["cards"]) == 4 and board["cards"][0].get("power"))
"""A ring of three effects, and the creature that they change."""
_PREDICATE = re.compile(r"(?<![\w\"])[a-z]\w*(?=\()")
_PLAIN = {"timeline": ["Forest"]}
_PORT = {"name": "Port", "type_line": "Land", "abilities": ["{T}: Add {C}."]}
_MOON = {"cards": [_PORT], "timeline": ["Port", "Blood Moon"]}
_EXPECTED = {"port": {"type_line": "Land — Mountain"}}


def _mutant(*words: str) -> LawMutant:
    return next(one for one in law_mutants() if all(word in one.name for word in words))


def _loops() -> LawMutant:
    return _mutant("613_8", "gone: dependency_chain(Effect,Other,step)", "Between")


def _mountain() -> LawMutant:
    return _mutant("305_lands", "gone: loses(Effect,Object,ability,own(Ability)", "overwrites")


@pytest.fixture(scope="module")
def trials() -> dict[str, list[Trial]]:
    ring, plain = Trial(PROPERTY, "ring", _RING), Trial(PROPERTY, "plain", _PLAIN)
    moon = {"board": _MOON, "expect": {"port": {"lacks_abilities": ["{T}: Add {C}."]}}}
    forest = {"board": _PLAIN, "expect": {"forest": {"type_line": "Basic Land — Forest"}}}
    return {
        CLAIM: [],
        PROPERTY: [ring, plain],
        CASE: [Trial(CASE, "moon", moon), Trial(CASE, "forest", forest)],
        RULING: [Trial(RULING, "0", {"board": _MOON, "expect": _EXPECTED})],
    }


def test_they_are_broken_once_each_before_any_is_broken_again() -> None:
    some = law_mutants(1)
    rules = {one.place for one in some}
    assert len({one.place for one in some[: len(rules)]}) == len(rules) > 1000
    assert [one.name for one in law_mutants(1)[:9]] == [one.name for one in some[:9]]
    assert len({one.name for one in some}) > 0.99 * len(some)


def test_a_mutant_that_is_no_program_is_recognized() -> None:
    unsafe = _mutant("613_8", "without compared(Effect,Other,step): comes_before")
    assert not is_program(unsafe) and is_program(_loops())


def test_the_boards_that_matter_are_found(trials: dict[str, list[Trial]]) -> None:
    found = infected([_loops(), _mountain()], trials)
    assert {one.name for one in found.boards[0]} == {"ring"}
    assert {one.name for one in found.boards[1]} == {"moon", "0"}


def test_a_search_goes_on_where_it_ended(
    tmp_path: Path, trials: dict[str, list[Trial]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each part is searched once, and all parts together find what one search finds."""
    monkeypatch.setattr(in_parts, "_PART", 1)
    some, parts = [_loops(), _mountain()], tmp_path / "some.parts"
    assert not Search(some, trials, parts).ends(latest=0.0) and not parts.exists()
    assert Search(some, trials, parts).ends()
    lines = parts.read_text(encoding="utf-8").splitlines()
    assert len(lines) == sum(map(len, trials.values()))
    parts.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    search = Search(some, trials, parts)
    assert search.ends() and parts.read_text(encoding="utf-8").splitlines() == lines
    assert search.found == infected(some, trials) and not search.lost
    assert Search(some[:1], trials, parts).found.boards == {}


def test_statements_notice_that_only_loops_of_two_are_loops(trials: dict[str, list[Trial]]) -> None:
    suspects = {**trials, PROPERTY: trials[PROPERTY][:1], CASE: [], RULING: []}
    found = judge(_loops(), suspects)
    assert found.by == {PROPERTY: "one_effect_at_a_time"} and found.tried == {CLAIM: 0, PROPERTY: 1}


def test_claims_notice_that_a_face_down_creature_is_smaller(trials: dict[str, list[Trial]]) -> None:
    mutant = _mutant("708_face_down", "2 is 1: copiable(Object,Version,Kind,2)")
    places = [place for place, (board, _) in enumerate(claimed_boards()) if "'face_down': True" in str(board)]
    some = [Trial(CLAIM, str(place), claimed_boards()[place][0]) for place in places[-3:]]
    found = judge(mutant, {**dict.fromkeys(trials, ()), CLAIM: some})
    assert set(found.by) == {PROPERTY} and found.tried[CLAIM] > 0


def test_claims_about_the_section_of_a_mutant_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only some claims are asked about each mutant."""
    monkeypatch.setitem(judging._MOST, CLAIM, 2)
    mutant = _mutant("708_face_down", "2 is 1: copiable(Object,Version,Kind,2)")
    assert judging.section_of(mutant) == "708" and judging.section_of(_mutant("611_3_filters")) == "611.3"
    about = {
        place: " ".join(claims()[each].about for each in those) for place, (_, those) in enumerate(claimed_boards())
    }
    others = [place for place, text in about.items() if "709.4" in text and "708" not in text]
    last = next(place for place, text in about.items() if "708.2a" in text)
    some = [Trial(CLAIM, str(place), claimed_boards()[place][0]) for place in (*others, last)]
    assert len(some) > 20
    assert {"708" in one.about for one in judging._chosen_claims(some, mutant)} == {True}


def test_a_board_whose_answer_changes_unnoticed(trials: dict[str, list[Trial]]) -> None:
    unsaid = Trial(CASE, "unsaid", {"board": _MOON, "expect": {}})
    suspects = {**dict.fromkeys(trials, ()), CASE: [unsaid]}
    assert judge(_mountain(), suspects).by == {}
    assert differs_on(_mountain(), suspects) == "case unsaid"
    assert differs_on(_loops(), suspects) == ""


def test_a_sample_has_mutants_of_each_chapter() -> None:
    some = list(islice(sampled(3), 60))
    assert len({one.statement.place[0] for one in some}) > 20
    assert all(map(is_program, some))


def test_boards_that_matter_are_remembered(tmp_path: Path, trials: dict[str, list[Trial]]) -> None:
    kept = tmp_path / "kept.jsonl"
    some = [_loops(), _mountain()]
    KnownBoards(kept, trials).add([one.name for one in some], infected(some, trials))
    known = KnownBoards(kept, trials)
    named = {(one.kind, one.name): one for each in trials.values() for one in each}
    matters = known.of(some[1].name, named)
    assert matters is not None and {one.name for one in matters.boards} == {"moon", "0"}
    assert not KnownBoards(kept, {**trials, CASE: []}).mutants


def test_a_case_notices_what_a_ruling_does_not_say(trials: dict[str, list[Trial]]) -> None:
    found = judge(_mountain(), {**trials, PROPERTY: []})
    assert found.by == {CASE: "moon"} and found.tried == {CLAIM: 0, CASE: 2, RULING: 1}


def test_cases_with_findings_notice_what_no_answer_needs() -> None:
    """Whether a target was legal is a finding: the board is derived as it is."""
    mutant = _mutant("702_protection", "gone: settled(untargetable(Step,Object,shroud))")
    case = next(one for one in all_cases() if one.name == "findings_resolving/illegal_targets")
    other = Trial(CASE, "other", {"board": _PLAIN, "findings": []})
    trials = [other, Trial(CASE, case.name, case.data)]
    assert list(cases_against([mutant], trials)) == [(mutant, case.name)]
    assert list(cases_against([mutant], trials[:1])) == [(mutant, "")]


def test_the_invariants_are_not_asked_about_added_heads() -> None:
    assert list(invariants_against([_mutant("613_8", "also ")])) == []


def test_the_page_is_that_of_the_outcomes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page()


def test_the_page_quotes_rules_with_todays_names() -> None:
    """A predicate that is renamed again needs a new line in `samples.yaml`."""
    used = {name for one in law_mutants() for name in _PREDICATE.findall(one.name)}
    renamed = told()["renamed"]
    assert not renamed.keys() & used
    assert set(renamed.values()) <= used
    assert (
        in_todays_words('born(Effect,n); text(Object,m,m("n",1))')
        == 'created(Effect,round); text(Object,world,m("n",1))'
    )
    for one in samples():
        names = {each.name for each in one.outcomes}
        assert one.outcomes or one.counts, one.seed
        assert not names or {*one.reasons, *one.survivors} <= names, one.seed
        survivors = {each.name for each in one.outcomes if each.end == "survived"}
        assert not names or survivors == set(one.survivors), f"seed {one.seed}: say why nothing notices each survivor"
        counts = one.counted()
        assert len(one.survivors) == counts["of"] - counts.get("noticed", counts["of"]), one.seed


@pytest.mark.skipif(not (asked.ROOT / ".git").exists(), reason="there are no older states of the law")
def test_a_sample_is_asked_at_its_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law, the claims and the cases are those of a work tree of that commit, which is gone afterwards."""
    kept = tmp_path / "kept.jsonl"
    seen: list[Path] = []
    monkeypatch.setattr(asked, "remember", lambda sample, file: seen.append(file))
    assert asked.ask(Sample(seed=5, asked_on="", said="", law="HEAD", asks=0), kept)
    assert not asked.ask(Sample(seed=5, asked_on="", said="", law="HEAD", asks=0), kept, 0.0)
    assert seen == [kept] and kept.read_text(encoding="utf-8") == ""
    listed = subprocess.run(["git", "worktree", "list"], cwd=asked.ROOT, check=True, capture_output=True, text=True)
    assert "/law " not in listed.stdout
    with pytest.raises(ValueError, match="no commit"):
        asked.ask(Sample(seed=5, asked_on="", said=""), kept)


def test_each_stage_asks_about_what_no_property_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards at 2 x 2, then those at 3 x 3, the cases, all boards at 2 x 2; a stage that was stopped goes on."""
    names = {"property": ["b", "c"], "larger": ["c"], "case": [], "bound": ["c"]}
    stages: list[tuple[str, list[str]]] = []

    def score(count: int, *, kinds: Sequence[str], kept: Path, **rest: object) -> list[LawVerdict]:
        stage, known = kept.suffix[1:], remembered(kept)
        todo = [name for name in "abc" if name not in known or not set(kinds) <= set(known[name].asked)]
        stages.append((stage, todo))
        for name in todo[: 1 if len(stages) == 1 else None]:
            by = {} if name in names[stage] else {kinds[0]: stage}
            one = LawVerdict(name, "a.lp", "gone", list(kinds), by)
            known[name] = joined(known.get(name), one)
            with kept.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(asdict(one))}\n")
        return list(known.values())

    monkeypatch.setattr(asked_there, "score_law", score)
    kept = tmp_path / "kept.jsonl"
    assert not asked_there.main(5, 3, 40, 40, kept) and not kept.exists()
    assert asked_there.main(5, 3, 40, 40, kept)
    assert stages == [
        ("property", ["a", "b", "c"]), ("property", ["b", "c"]), ("larger", ["b", "c"]), ("case", ["c"]),
        ("bound", ["c"]),
    ]  # fmt: skip
    assert {one.name: one.by for one in remembered(kept).values()} == {
        "a": {"property": "property"}, "b": {"property": "larger"}, "c": {"case": "case"},
    }  # fmt: skip


def test_cases_count_as_asked_about_what_no_property_notices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, out = tmp_path / "kept.jsonl", tmp_path / "out.jsonl"
    monkeypatch.setattr(Sample, "file", out)
    every = ["property", "case", "finding", "bound"]
    some = [
        LawVerdict("a.lp: 1", "a.lp", "gone", every, {"property": "copies_are_blind"}),
        LawVerdict("a.lp: 2", "a.lp", "gone", every, {"case": "x/y"}),
    ]
    kept.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in some), encoding="utf-8")
    sample = Sample(seed=5, asked_on="", said="")
    remember(sample, kept)
    assert [one.asked for one in sample.outcomes] == [["property"], every]
    assert sample.counted() == {
        "mutants": 2, "equivalent": 0, "unchanged": 0, "argued": 0, "silent": 0, "timeout": 0,
        "of": 2, "property": 1, "noticed": 2,
    }  # fmt: skip


def test_a_mutant_is_equivalent_if_no_answer_within_the_bound_changes(
    tmp_path: Path, trials: dict[str, list[Trial]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other atoms alone make no difference; the first other answer ends the search."""
    blind = _mutant("613_8", "Kind != except is Kind = except: does_to(Effect,Object,gives(Kind,Value),world)")
    added = Trial(PROPERTY, "added", list(further_boards())[4])
    boards = {PROPERTY: [*trials[PROPERTY], added], CLAIM: [], CASE: [], RULING: []}
    assert infected([blind], boards).boards == {0: {added}}
    same, other = within_bound([blind, _loops()], boards, tmp_path / "kept.jsonl")
    assert (same.name, same.end, same.bound, same.differs) == (blind.name, "equivalent", "2 x 2", "")
    assert (other.end, other.bound, other.differs) == ("noticed", "", "property ring")
    assert set(other.by) == {PROPERTY}
    monkeypatch.setattr(within, "in_process", lambda seconds, work: None)
    assert [one.bound for one in within_bound([blind], boards, tmp_path / "kept.jsonl")] == [""]
    assert not list(within_bound([blind], boards, latest=0.0))


def test_to_a_mutant_that_derives_what_names_no_board_all_boards_matter(
    tmp_path: Path, trials: dict[str, list[Trial]]
) -> None:
    """Which texts give counters is the same for all boards."""
    told = _mutant("614_1c", "gone: speaks_of_counters(Ability) :- brings_counters(Ability")
    text = "This creature enters with two +1/+1 counters on it."
    card = {"name": "Hydra", "type_line": "Creature — Hydra", "power": 0, "toughness": 0, "oracle_text": text}
    hydra = Trial(PROPERTY, "hydra", {"cards": [card], "timeline": [{"enters": "Hydra", "as": "hydra"}]})
    boards = {PROPERTY: [*trials[PROPERTY], hydra], CLAIM: [], CASE: [], RULING: []}
    assert infected([told], boards).anywhere == {0}
    (found,) = within_bound([told], boards, tmp_path / "kept.jsonl")
    assert (found.end, found.bound, found.differs) == ("survived", "", "property hydra")


def test_literals_that_are_the_same_for_all_boards_mix_nothing_up() -> None:
    """Which side is opposite to which is no matter of a board, so all boards that matter are found."""
    over = _mutant("701_28", "without side_up(Object,(Version-1),Side): may_turn")
    mixing = _mutant("707_copies", "without copies_from(CopyEffect,Original): changed_before")
    assert not over.is_unlinked and mixing.is_unlinked
    case = next(one for one in all_cases() if one.name == "transform/invasion_of_kylem_back_is_a_sorcery")
    plain = Trial(CASE, "plain", {"board": _PLAIN})
    trials: Pool = {PROPERTY: [], CLAIM: [], CASE: [plain, Trial(CASE, case.name, case.data)], RULING: []}
    assert {one.name for one in infected([over], trials).boards[0]} == {case.name}
    assert judge(over, trials).by == {CASE: case.name}


def test_rules_that_use_what_a_broken_rule_derives_are_there() -> None:
    """Nothing on this board ends suspicion, so the law as it is written needs no rule about what follows from that."""
    mutant = _mutant("701_58", "without operation(Printed,end_suspicion,Any1): cleared(Object,Time)")
    claim = next(
        one for one in claims() if one.about == "told, then it is suspected; it cannot be from now on; it is suspected"
    )
    with mutant.broken():
        assert list(broken_claims([claim])) == [claim]
    assert not list(broken_claims([claim]))


def test_cases_with_findings_are_asked_about_what_only_findings_may_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    some = [_loops(), _mountain(), _mutant("702_protection", "gone: settled(untargetable(Step,Object,shroud))")]
    known = {
        one.name: LawVerdict(one.name, "a.lp", "gone", fires=True, infected={kind: 1})
        for one, kind in zip(some, (PROPERTY, CHECKED, CHECKED), strict=True)
    }
    known[some[2].name].by[CASE] = "x/y"

    def against(those: Sequence[LawMutant], _: Sequence[Trial]) -> list[tuple[LawMutant, str]]:
        asked.extend(one.name for one in those)
        return [(one, "") for one in those]

    monkeypatch.setattr(law_score, "cases_against", against)
    list(law_score._by_findings(some, known, lambda: {CASE: []}))
    assert asked == [some[1].name]


def test_only_mutants_that_change_no_answer_are_asked_within_the_bound(
    tmp_path: Path, trials: dict[str, list[Trial]], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept.jsonl"
    some = [_loops(), _mountain()]
    asked = ["property", "case", "ruling", "invariant", "finding"]
    known = [LawVerdict(one.name, one.statement.place[0], one.kind, asked, fires=True) for one in some]
    known[1].by["case"] = "x/y"
    kept.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in known), encoding="utf-8")
    monkeypatch.setattr(law_score, "sampled", lambda seed, about: iter(some))
    monkeypatch.setattr(law_score, "pool", lambda: {PROPERTY: trials[PROPERTY][1:], CLAIM: []})
    told = score_law(2, seed=5, kept=kept)
    assert [(one.end, one.bound) for one in told] == [("equivalent", "2 x 2"), ("noticed", "")]
    assert [one.asked[-1] for one in told] == ["bound", "bound"]
    assert score_law(2, seed=5, kept=kept) == told


def test_the_law_is_whole_again() -> None:
    with _mountain().broken():
        (broken,) = derive_all_plainly([Board.of(_MOON)])
    (whole,) = derive_all_plainly([Board.of(_MOON)])
    assert not isinstance(broken, Exception) and not isinstance(whole, Exception)
    assert len(broken.objects["port"].abilities) == len(whole.objects["port"].abilities) + 1


def test_verdicts_are_counted() -> None:
    every = ["property", "case", "ruling"]
    verdicts = [
        LawVerdict("a.lp: 1", "a.lp", "gone", every, {"property": "one_effect_at_a_time", "case": "x/y"}),
        LawVerdict("a.lp: 2", "a.lp", "dropped", every, {"ruling": "3"}),
        LawVerdict("b.lp: 1", "b.lp", "gone", every, fires=True, differs="case x/z"),
        LawVerdict("b.lp: 2", "b.lp", "gone", every, fires=True, bound="2 x 2"),
        LawVerdict("b.lp: 5", "b.lp", "gone", every, fires=True),
        LawVerdict("b.lp: 3", "b.lp", "turned", every),
        LawVerdict("b.lp: 4", "b.lp", "turned", every, timeout=True),
    ]
    told = counted(verdicts)
    assert (told["mutants"], told["noticed"], told["survived"], told["score"]) == (7, 2, 1, 0.6667)
    assert told["by_kind"]["property"] == {"noticed": 1, "of": 3} and told["by_two"] == 1
    ends = {"survived": 1, "equivalent": 1, "unchanged": 1, "silent": 1, "timeout": 1}
    assert told["by_chapter"]["b.lp"] == {**ends, "by_property": 0, "by_case": 0, "by_ruling": 0}
    assert told["survived_in"] == {"b.lp": ["b.lp: 1"]}


def test_kinds_of_tests_may_be_asked_in_runs_of_their_own() -> None:
    first = LawVerdict("a.lp: 1", "a.lp", "gone", ["case"], fires=True, differs="case x/y")
    both = joined(first, LawVerdict("a.lp: 1", "a.lp", "gone", ["property"], {"property": "copies_are_blind"}))
    assert first.end == "survived" and both.end == "noticed"
    assert both.asked == ["case", "property"] and both.fires


def test_it_goes_on_where_it_ended(tmp_path: Path) -> None:
    """Kept outcomes are not tried again."""
    kept = tmp_path / "kept.jsonl"
    wanted = list(islice(sampled(5), 3))
    asked = ["property", "case", "ruling", "invariant", "finding", "bound"]
    known = [LawVerdict(one.name, one.statement.place[0], one.kind, asked, differs="case x/y") for one in wanted]
    kept.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in known), encoding="utf-8")
    assert score_law(3, seed=5, kept=kept) == known


def test_small_boards_are_asked_again_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other boards may be asked about what no property has noticed: small ones, too."""
    kept = tmp_path / "kept.jsonl"
    (one,) = islice(sampled(5), 1)
    known = LawVerdict(one.name, one.statement.place[0], one.kind, ["small", PROPERTY], fires=True)
    kept.write_text(f"{json.dumps(asdict(known))}\n", encoding="utf-8")
    asked: list[list[str]] = []

    def verdicts(todo: list[LawMutant], some: Pool, *rest: object) -> Iterator[LawVerdict]:
        asked.append([trial.name for each in some.values() for trial in each for _ in todo])
        yield from ()

    monkeypatch.setattr(law_score, "_verdicts", verdicts)
    monkeypatch.setattr(law_score, "sampled", lambda seed, about: iter([one]))
    boards = {PROPERTY: [Trial(PROPERTY, "0", _PLAIN)], CLAIM: [], CASE: [], RULING: []}
    score_law(1, seed=5, boards=lambda: boards, kinds=(PROPERTY,), kept=kept, again=True)
    assert asked == [["0"], []]


def test_small_boards_are_asked_first_and_others_only_about_what_they_leave(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a property notices on a small board is not asked on a larger one; the cases are asked all the same."""
    small, large = Trial(PROPERTY, "0", _PLAIN), Trial(PROPERTY, "1", {**_PLAIN, "description": "x" * 9000})
    boards = {PROPERTY: [small, large], CLAIM: [], CASE: [Trial(CASE, "moon", {"board": _MOON})], RULING: []}
    first, second = islice(sampled(5), 2)
    asked: list[tuple[str, set[str]]] = []

    def verdicts(todo: list[LawMutant], some: Pool, *rest: object) -> Iterator[LawVerdict]:
        for one in todo:
            asked.append((one.name, {trial.name for each in some.values() for trial in each}))
            by = {PROPERTY: "a statement"} if one is first and any(some[PROPERTY]) else {}
            yield LawVerdict(one.name, one.statement.place[0], one.kind, by=by)

    monkeypatch.setattr(law_score, "_verdicts", verdicts)
    monkeypatch.setattr(law_score, "sampled", lambda seed, about: iter([first, second]))
    told = score_law(2, seed=5, boards=lambda: boards, kinds=(PROPERTY, CASE))
    assert asked == [
        (first.name, {"0"}), (second.name, {"0"}), (first.name, {"1", "moon"}), (second.name, {"1", "moon"}),
    ]  # fmt: skip
    assert [one.asked for one in told] == [["small", PROPERTY, CASE]] * 2
    noticed = LawVerdict("x", "y", "gone", by={PROPERTY: "a statement"})
    assert not law_score._has_boards(noticed, {**boards, CASE: []}) and law_score._has_boards(noticed, boards)
    assert law_score._has_boards(None, {**boards, CASE: []})
