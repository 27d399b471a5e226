"""The rules as a program: its gates change nothing, its annotations are complete, its files are all there."""

from __future__ import annotations

import json
import re
import tomllib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from clingo import Control

import solver.engine.layers
import solver.engine.loading
import solver.program.named_rules
import solver.program.rule_files
import solver.speed.rule_selection
from facts import Board
from facts.board.board_facts import board_facts
from facts.board.check_facts import with_checking_facts
from facts.board.claims import with_claims
from facts.board.timeline import Resolution
from facts.cards.built_in import FOLDER, find_card
from facts.cards.card_facts import card_facts
from facts.words.subtypes import CARD_TYPES
from solver import derive
from solver.ask.explain.rules import rulebook_order
from solver.engine.loading import load_rules
from solver.engine.moments import moments, questions, settle, write_facts
from solver.program.named_rules import FILE as NAMED
from solver.program.named_rules import as_named, named, rules_text, written_names
from solver.program.rule_files import REPLACED, chapters, everything, law, root, statements
from solver.program.vocabulary import vocabulary
from solver.speed.gates import TOLD_TOO
from solver.speed.kinds import flat
from solver.speed.rule_selection import told_by
from tests.case_files import Case
from tests.solver.answers import CASES, answered, findings_of
from tests.solver.command import ROOT

_RULE = re.compile(r"^[^%\s#]")


def test_rules_that_cannot_fire_or_lead_nowhere_are_left_out() -> None:
    def texts(asked: frozenset[str]) -> str:
        told = board_facts(Board.of({"timeline": ["Grizzly Bears", "Blood Moon"]}).timeline, 0, edition="2024")
        for _ in range(3):  # The first rules of a process are loaded by their gates alone.
            loaded = load_rules(Control(["--warn=none"]), told.lines, answer_only=bool(asked))
        return rules_text(loaded.rules)

    all_that_fire, for_the_answer = texts(frozenset()), texts(frozenset(["answer"]))
    assert "weighable(step)" in all_that_fire and "weighable(step)" not in for_the_answer
    assert "answer(name,O,V)" in all_that_fire and "answer(name,O,V)" in for_the_answer
    assert "attached(O,Q,N)" not in all_that_fire


@pytest.mark.parametrize(("loads", "chosen"), [(1, False), (2, False), (3, True), (100, True)])
def test_rules_are_chosen_from_the_fourth_board_on(loads: int, chosen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By what its facts leave possible. For the first three boards, looking at all rules takes longer than it saves."""
    monkeypatch.setattr(solver.engine.loading, "_loads", loads)
    monkeypatch.setattr(solver.engine.loading, "_seen", {})
    told = board_facts(Board.of({"timeline": ["Serra Angel", "Blood Moon"]}).timeline, 0, edition="2024")
    loaded = load_rules(Control(["--warn=none"]), told.lines, answer_only=True, unfolded=True)
    words = solver.speed.rule_selection.words_in(told.lines)
    by_gates = solver.speed.rule_selection.open_to(words, answer_only=True)
    assert (len(loaded.rules) < len(by_gates)) == chosen
    assert not loaded.unfolded


def test_outlines_of_many_facts_are_those_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [(answered(case)[0].timeline, case.edition) for case in CASES[::40]]
    facts = {line for timeline, edition in boards for line in write_facts(timeline, 0, edition=edition).lines}
    odd = ['x("a \\"card, f(x)",1).', 'x(o(0,"("),-4,"Forest").', "walking.", "y((1,2),chosen(color))."]
    for some in (sorted(facts), [*facts, *odd], odd[1:]):
        monkeypatch.setattr(solver.speed.rule_selection, "_came", {})
        together = told_by(some)
        words, outlines = zip(*(told_by([fact]) for fact in some), strict=True)  # now they come again
        assert together == (frozenset().union(*words), frozenset().union(*outlines))
        assert told_by(some) == together
    assert "walking" in together[0] and "y !,chosen!" in together[1]


def _answer(case: Case) -> str:
    return json.dumps(derive(Board.of(case.data["board"]), edition=case.edition).as_data())


def test_text_and_syntax_tree_are_the_same_program(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in CASES if case.name.startswith("dependency/loop"))
    monkeypatch.setattr(solver.engine.loading, "_loads", 0)
    monkeypatch.setattr(solver.engine.loading, "_WARM", 10**9)
    as_text = _answer(case)
    monkeypatch.setattr(solver.engine.loading, "_WARM", -1)
    assert _answer(case) == as_text


# ---- the files


def test_every_chapter_is_in_the_table_of_contents() -> None:
    assert root() == ROOT
    there = sorted(path for path in (ROOT / "rules").glob("**/*") if path.is_file())
    assert sorted({*chapters(), *law()}) == there
    assert all(path.suffix == ".lp" for path in there)


def test_the_rules_of_a_chapter_are_in_the_order_of_the_rulebook() -> None:
    """In each part the rules under numbers of the chapter's own section come in order, others where they belong."""
    for path in law():
        own, last = path.stem[:3], ""
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("#program"):
                last = ""
            elif line.startswith(f"%@ {own}."):
                number = line.split()[1]
                assert not last or rulebook_order(last) <= rulebook_order(number), f"{path.name}: {number} after {last}"
                last = number


def test_the_engine_replaces_chapters_of_the_law_only() -> None:
    replaced = {root() / name for name in REPLACED}
    assert replaced and replaced <= set(law())
    assert not replaced & set(chapters())


def test_a_wheel_has_the_same_files() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert built["wheel"]["force-include"] == {
        "rules.lp": "solver/rules.lp",
        "rules": "solver/rules",
        "tests/cases": "solver/cases",
        "examples": "solver/examples",
        "docs/board.md": "solver/docs/board.md",
    }
    assert {"facts", "solver", "typeline"} == set(built["wheel"]["packages"])
    assert {"/rules.lp", "/rules", "/facts", "/solver", "/typeline", "/tests"} <= set(built["sdist"]["include"])


def test_the_rules_inside_of_the_package_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a wheel, where they stand beside the modules."""
    package = tmp_path / "solver"
    package.mkdir()
    monkeypatch.setattr(solver.program.rule_files, "__file__", str(package / "program" / "rule_files.py"))
    root.cache_clear()
    try:
        assert root() == tmp_path
        root.cache_clear()
        (package / "rules.lp").write_text('#include "rules/a.lp".\n')
        assert root() == package
        assert chapters() == [package / "rules/a.lp"]
    finally:
        root.cache_clear()


# ---- every rule says where it is from


def _lines() -> Iterator[tuple[Path, int, list[str]]]:
    for path in chapters():
        lines = path.read_text(encoding="utf-8").splitlines()
        for number in range(len(lines)):
            yield path, number, lines


def _unannotated(path: Path, number: int, lines: Sequence[str]) -> str:
    """Return where a rule begins that has no annotation; empty where none begins or it has one."""
    line, before = lines[number], lines[number - 1] if number else ""
    begins = _RULE.match(line) and (
        not before.strip() or before.startswith(("%", "#")) or before.rstrip().endswith(".")
    )
    if not begins or before.startswith("%@"):
        return ""
    # Facts may share the annotation of those above them.
    if ":-" not in line and not before.startswith("%") and before.rstrip().endswith(".") and ":-" not in before:
        return _unannotated(path, number - 1, lines)
    return f"{path.name}:{number + 1}: {line}"


def test_every_rule_has_an_annotation() -> None:
    assert [found for place in _lines() if (found := _unannotated(*place))] == []


def test_every_annotation_is_followed_by_a_rule_and_well_formed() -> None:
    form = re.compile(r'%@ (?:-|\d{3}(?:\.\d+[a-z]?)?(?:, \d{3}\.\d+[a-z]?)* ".+")')
    wrong = []
    count = 0
    for path, number, lines in _lines():
        if lines[number].startswith("%@"):
            count += 1
            if not form.fullmatch(lines[number].rstrip()) or not _RULE.match(lines[number + 1]):
                wrong.append(f"{path.name}:{number + 1}: {lines[number]}")
    assert wrong == []
    assert count > 300


def test_the_sentences_name_only_variables_of_their_rule() -> None:
    """``{O}`` in a sentence is filled in by the explainer."""
    wrong = []
    for path, number, lines in _lines():
        if not lines[number].startswith("%@") or '"' not in lines[number]:
            continue
        rule, at = "", number + 1
        while at < len(lines) and lines[at].strip() and not lines[at].startswith("%"):
            rule += lines[at]
            at += 1
        for name in re.findall(r"\{(\w+)\}", lines[number]):
            if ":-" in rule and not name.isdigit() and not re.search(rf"\b{name}\b", rule):
                wrong.append(f"{path.name}:{number + 1}: {name}")
    assert wrong == []


# ---- what gates rest on


@lru_cache(maxsize=1)
def _facts_that_occur() -> frozenset[str]:
    """Return the facts of the cases, of the library, and of a card of each type."""
    texts: list[str] = []
    for case in CASES:
        board = Board.of(case.data["board"])
        told = board_facts(board.timeline, 0, edition=case.edition)
        texts += with_checking_facts(0, told).lines
        for one in moments(board.timeline, checking=True):
            then = board_facts(board.timeline, 0, edition=case.edition, before=one)
            texts += with_claims(board.timeline, 0, one, then).lines if isinstance(one, Resolution) else then.lines
        if board.timeline.claims or any(one.asks for one in board.timeline.resolutions):
            texts += findings_of(case)  # with what was found as they resolved
    for path in FOLDER.glob("*.yaml"):
        card = find_card(path.stem.replace("__", " // ").replace("_", " "))
        if card is not None:
            texts += card_facts(card, card.name)[0]
    unlike = {"affects": "this", "as_long_as": {"not": {"turn": "yours", "this": {"type": "Land"}}}, "add_power": 1}
    cards: list[dict[str, object]] = [
        {"type_line": word} for word in (*CARD_TYPES, "World Enchantment", "Ongoing Scheme")
    ]
    cards.append({"type_line": "Creature", "abilities": [unlike]})
    others = [{"enters": {"name": f"card {number}", **card}} for number, card in enumerate(cards)]
    amounts = [
        {"count": {"type": "Creature"}},
        {"greatest": "power", "among": {"type": "Creature"}},
        {"devotion": ["G"]},
    ]
    resolved = [
        {"resolves": {"effects": [{"affects": "targets", "add_power": amount}]}, "affects": "grizzly_bears"}
        for amount in amounts
    ]
    steps: list[Any] = [*others, "Grizzly Bears", *resolved, "Sol Ring", "Sol Ring"]
    timeline = Board.of({"timeline": steps}).timeline
    settled = settle(questions(timeline, 0, edition="2024"))
    texts += write_facts(timeline, 0, edition="2024", settled=settled).lines
    return frozenset(texts)


def test_values_of_facts_and_rules_are_known() -> None:
    """Gates rest on it: of any other predicate that rules derive, no fact is expected."""
    told = {(name, arguments.count(",") + bool(arguments)) for name, arguments in _flattened(_facts_that_occur())}
    derived = {one for number in everything() for heads in solver.speed.rule_selection.heads(number) for one in heads}
    assert told & derived == TOLD_TOO


def _flattened(facts: Iterable[str]) -> set[tuple[str, str]]:
    return flat((fact[:-1] for fact in facts if "\\" not in fact), lambda text: "text")


def test_gates_can_open_and_keep_away() -> None:
    """Most rules have gates, and some facts open each."""
    gates = solver.speed.rule_selection._gates()
    assert sum(map(bool, gates)) > len(gates) * 0.6
    # of explanations and checks, and answers about moments of the past
    other = (
        "walking.", "about_abilities.", "asked_after(x,y).", "lacks(x).", "without_counters(x).",
        "untargetable(x,y,forbidden).", "untargetable(x,y,hexproof).", "untargetable(x,y,shroud).",
        "untargetable(x,y,protection).", "untargetable(x,y,protection_from_everything).",
        "untargetable(x,y,protection_from_a_player).",
        "left_out(x).", "of_no_set(x,y).", "no_creature_at(x).", "chapter_ahead(x,y).", "ill_matched(x,y).",
        "triggered_out_of_combat(x,y).", "triggered_unsaddled(x,y).", "activated_by_another(x,y,z,z).",
        "triggered_for_another(x,y).",
        "could_not_be_activated(x,y,z).", "activation_barred(x,y,z).", "illegal_for(x,y,z).",
        "cannot_resolve(x,y,nothing,z).", "lacks_at_level(x,y,z,z).", "beyond_reach(x,y).",
        "told_to_happen(x,y,z,z).", "loyalty_too_low(x,y).", "asks_who_puts(x,y).", "only_reconfigures(x,y).",
    )  # fmt: skip
    some = solver.speed.rule_selection.words_in([*_facts_that_occur(), *other])
    assert [statements()[place].text for place, one in enumerate(gates) if not all(gate & some for gate in one)] == []


# ---- the vocabulary


def test_the_vocabulary_is_documented() -> None:
    words = vocabulary()
    assert len({one.name for one in words}) == len(words) > 20
    for one in words:
        assert one.meaning and (one.meaning.endswith("...") or one.meaning[-1] not in ".;,"), one
        assert all(re.fullmatch("[A-Z]", argument) for argument in one.arguments), one
        named = re.findall(r"\b[A-Z]\b", re.sub(r'"[^"]*"', "", one.meaning))
        assert set(named) <= set(one.arguments), one


def test_every_statement_is_read(tmp_path: Any) -> None:
    """What `statements` makes of the chapters is what clingo makes of them."""
    from clingo.ast import ASTType, parse_files, parse_string

    def kinds(add: Any, given: Any) -> dict[str, int]:
        found: dict[str, int] = {}

        def count(tree: Any) -> None:
            if tree.ast_type not in (ASTType.Program, ASTType.Comment):
                found[str(tree)] = found.get(str(tree), 0) + 1

        add(given, count)
        return found

    text = "\n".join(f"{one.part}\n{one.text}" for one in statements())
    assert kinds(parse_string, text) == kinds(parse_files, [str(path) for path in chapters()])


def test_only_what_is_not_named_gets_a_name() -> None:
    assert as_named('p(A) :- q(A,_,f(_)), not r(_), s("_, “_",B), B = #count { C : t(C,_) }.') == (
        'p(A) :- q(A,Any1,f(Any2)),not r(_),s("_, “_",B),B = #count { C : t(C,Any3) }.'
    )
    assert as_named("p(_) :- q(_). r :- s(_), t(X) : u(X, _), not v(_, X).") == (
        "p(_) :- q(Any1). r :- s(Any2),t(X) : u(X,Any3),not v(_,X)."
    )
    for one in statements():
        again = re.sub(r"\bAny\d+\b", "_", named(one))
        assert re.sub(r",\s+", ",", again) == re.sub(r",\s+", ",", one.text)


def test_the_rules_with_names_are_those_of_the_present_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert zlib.decompress(NAMED.read_bytes()) == zlib.decompress(written_names()), "run `python -m solver.build`"
    before = {one: named(one) for one in statements()[:20]}
    for content in (b"", b"no table", zlib.compress(b"law/x.lp y z")):
        file = tmp_path / "rules.named"
        file.write_bytes(content)
        monkeypatch.setattr(solver.program.named_rules, "FILE", file)
        solver.program.named_rules._read.cache_clear()
        solver.program.rule_files.forget()
        assert not solver.program.named_rules.is_there()
        assert {one: named(one) for one in before} == before
    monkeypatch.undo()
    solver.program.named_rules._read.cache_clear()
    solver.program.rule_files.forget()
