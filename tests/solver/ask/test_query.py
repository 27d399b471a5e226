"""Queries: their results, and the refusal of anything else."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import Any

import pytest

import solver.ask.query_limits
from facts import Board, InputError
from facts.board.board_facts import BoardFacts
from facts.version import stamp
from solver.ask.derive import ground
from solver.ask.query import query
from solver.ask.query_limits import matches, matches_within_limits
from solver.engine.layers import Layers
from solver.program.vocabulary import vocabulary
from tests.case_files import all_cases
from tests.solver.command import Typeline

BOARD = Board.read("""
players: [you, Ann]
timeline:
  - {enters: Dryad Arbor, controller: Ann}
  - {enters: Forest, as: my forest}
  - {enters: "Urborg, Tomb of Yawgmoth", as: urborg}
  - Blood Moon
  - Delver of Secrets
  - {transforms: delver_of_secrets}
  - {enters: Grizzly Bears, as: bears, counters: {"+1/+1": 2}}
  - {transforms: bears}
  - {resolves: Turn to Frog, affects: bears, as: frog}
  - {resolves: {effects: [{affects: targets, add_abilities: [flying]}]}, affects: bears}
  - {enters: Bonesplitter, attached_to: bears}
  - {enters: token, copy_of: urborg, as: second}
  - {enters: Forest, zone: hand, as: "1"}
""")


@pytest.fixture(autouse=True)
def _grounded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ground `BOARD` once: a query only reads what is there. All other boards are ground for each query."""

    def ground_once(board: Board, **options: Any) -> tuple[BoardFacts, Layers]:
        return _grounded(**options) if board is BOARD else ground(board, **options)

    monkeypatch.setattr(import_module("solver.ask.query"), "ground", ground_once)


@cache
def _grounded(**options: Any) -> tuple[BoardFacts, Layers]:
    return ground(BOARD, **options)


def found(text: str, board: Board = BOARD) -> list[tuple[str | int, ...]]:
    """Return the rows of a query."""
    return list(query(board, text).rows)


def refused(text: str) -> str:
    """Return the message about a query that must be refused."""
    with pytest.raises(InputError) as caught:
        query(BOARD, text)
    line = str(caught.value)
    assert line.startswith("<query>: ")
    assert line.isprintable()
    return line


FOUND: list[tuple[str, list[tuple[str | int, ...]]]] = [
    ('type(X,"Creature"), not supertype(X,"Legendary")', [("bears",), ("delver_of_secrets",), ("dryad_arbor",)]),
    ('type(X,"Creature"), power(X,N), N > 2', [("bears", 5), ("delver_of_secrets", 3)]),
    ('type("my forest",T)', [("Land",)]),
    ("type(dryad_arbor,T)", [("Creature",), ("Land",)]),
    ('type("1",T), zone("1",Z)', [("Land", "hand")]),
    ('name(X,"Forest")', [("1",), ("my forest",)]),
    ('subtype(X,"Frog")', [("bears",)]),
    ('supertype(X,"Basic"), zone(X,battlefield)', [("my forest",)]),
    ('color(X,"U")', [("bears",), ("delver_of_secrets",)]),
    ('ability(X,"{T}: Add {R}.")', [("dryad_arbor",), ("second",), ("urborg",)]),
    ("keyword(X,flying)", [("bears",), ("delver_of_secrets",)]),
    ("granted(X,A,Y)", [("bears", "flying", "an effect")]),
    ("toughness(X,1)", [("dryad_arbor",)]),
    ('abilities(X,N), N > 1', [("bonesplitter", 2)]),
    ('lost(urborg,"All lands are Swamps in addition to their other types.")', [()]),
    ("lost_all(X)", []),
    ("mana_value(X,N), N = 2", [("bears", 2)]),
    ('controller(X,"Ann")', [("dryad_arbor",)]),
    ('owner(X,P), P != "you"', [("dryad_arbor", "Ann")]),
    ("zone(X,hand)", [("1",)]),
    ("face(X,back)", [("delver_of_secrets",)]),
    ('property(X,"transformed permanent")', [("delver_of_secrets",)]),
    ("token(X)", [("second",)]),
    ("copied(X)", [("second",)]),
    ("attached(X,Y)", [("bonesplitter", "bears")]),
    ("counter(X,K,N)", [("bears", "+1/+1", 2)]),
    ('affects("frog",X)', [("bears",)]),
    ('affects("step 10",X)', [("bears",)]),
    ("affects(bonesplitter,X)", [("bears",)]),
    ("waits(X,Y)", [("second", "blood_moon"), ("urborg", "blood_moon")]),
    ("looped(X,Y)", []),
    ("transform_refused(X,N,R)", [("bears", 8, "701.28c")]),
    ('transforms_into(X,6,type,"Creature")', [("delver_of_secrets",)]),
    ("transforms_into(X,N,subtype,V)", [("delver_of_secrets", 6, "Human"), ("delver_of_secrets", 6, "Insect")]),
    ("every(X,creature)", []),
    # all kinds of conjunctions
    ('not type(bears,"Land")', [()]),
    ('not type(bears,"Creature")', []),
    ('type(bears,"Creature")', [()]),
    ('not power(X,_), type(X,"Land"), zone(X,"battlefield")', [("my forest",), ("second",), ("urborg",)]),
    ('type(_,"Enchantment")', [()]),
    ("power(X,N), power(Y,M), N < M, M <= 3", [("dryad_arbor", 1, "delver_of_secrets", 3)]),
    ("power(X,N), power(Y,N), X != Y", []),
    ("power(X,N), 2 < N <= 5", [("bears", 5), ("delver_of_secrets", 3)]),
    ("power(X,-1)", []),
    ("power(X,N), N > -1, N < 2", [("dryad_arbor", 1)]),
    ("X = 1, Y = X", [(1, 1)]),
    ('type(X,T), T = "Enchantment"', [("blood_moon", "Enchantment")]),
    ('not X = 3, power(Y,X), Y != "bears"', [(1, "dryad_arbor")]),
    ("waits(X,X)", []),
    # how it may be written
    ('type(X,"Enchantment").', [("blood_moon",)]),
    ('  type ( X , "Enchantment" )  .  ', [("blood_moon",)]),
    ('type(X,\n\t"Enchantment"),\r\n not token(X)', [("blood_moon",)]),
    ('name(X,"a\\"b\\\\c")', []),
    ('type(X,"#script (python)")', []),
    ('name(X,"a..b @c; %d {e} :- f")', []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "rows"), FOUND, ids=[text for text, _ in FOUND])
def test_results_of_a_query(text: str, rows: list[tuple[str | int, ...]]) -> None:
    assert found(text) == rows


def test_every_predicate_of_the_vocabulary_is_asked_about() -> None:
    asked = " ".join(text for text, _ in FOUND)
    assert [one.name for one in vocabulary() if f"{one.name}(" not in asked] == []


WRONG: list[tuple[str, str]] = [
    ("", "the query is empty"),
    (" \n ", "the query is empty"),
    (".", "the query is empty"),
    ('typ(X,"Creature")', "'typ' is no predicate of the vocabulary. Did you mean type?"),
    ("wobble(X)", "See 'typeline vocabulary'"),
    ("type(X)", "type has 2 arguments, not 1. It is type(X,T)"),
    ("type", "type has 2 arguments, not 0"),
    ("type(X,Y,Z)", "type has 2 arguments, not 3"),
    ("true", "'true' is no predicate"),
    ("match(X)", "'match' is no predicate"),
    ("has(X,type,Y,0)", "'has' is no predicate"),
    ('not type(X,"Creature")', "the variable X is not bound by any atom"),
    ("X = Y", "the variables X, Y are not bound by any atom"),
    ("power(X,N), M > N", "the variable M is not bound"),
    ("not X = 1", "the variable X is not bound"),
    ("X != 1", "the variable X is not bound"),
    ("#script (python) import os #end.", "'#' has no place"),
    ('#include "/etc/passwd"', "'#' has no place"),
    ('#include "/etc/passwd".', "'#' has no place"),
    ("type(X,T). #show.", "'#' has no place"),
    ("#true", "'#' has no place"),
    ("power(X,N), N < #sup", "'#' has no place"),
    ("type(X,@run(1))", "'@' has no place"),
    ("X = 1..999999999", "'..' has no place"),
    ("X = (1;2)", "';' has no place"),
    ('type(X,"Creature"); type(X,"Land")', "';' has no place"),
    ('type(X,"Creature") : type(X,"Land")', "':' has no place"),
    ("a :- b", "':-' has no place"),
    ("1 { type(X,T) }", "'{' has no place"),
    ("&sum(X)", "'&' has no place"),
    ("power(X,N) % a comment", "'%' has no place"),
    ('type(X,"Creature"). type(X,"Land")', "more than one query"),
    ('type(X,"Creature"). type(X,"Land").', "more than one query"),
    ("type(X,'Creature')", 'like these: "Creature"'),
    ("power(X,N), N = N + 1", "'(N+1)' has no place"),
    ("power(X,2**30)", "has no place"),
    ("power(X,N), N = 7 \\ 2", "has no place"),
    ("power(X,N), N = 7 / 2", "'/' has no place"),
    ("power(X,|2|)", "'|' has no place"),
    ("power(X,~2)", "'~' has no place"),
    ("power(X,-N)", "'-N' has no place"),
    ("type(X,f(Y))", "'f(Y)' has no place"),
    ('type(X,("a","b"))', "has no place"),
    ("-type(X,T)", "has no place"),
    ("not not type(X,T)", "'not not' has no place"),
    ("type(X,", "is no query"),
    (",", "is no query"),
    ('type(X,"Creature"),', "is no query"),
    ('type(X,"\\q")', "is no query"),
    ('type(X,"Creature', "a text without an end"),
    ("type(my forest,T)", "is no query"),
    ("power(X,99999999999)", "a number is too large"),
    ("power(X,2147483648)", "a number is too large"),
    ("type(Xé,T)", "'é' has no place outside of quotes"),
    ('type(X,"a\0b")', "has no place"),
    ('type(X,"a\nb")', "has no place"),
    ('type(X,"\udcff")', "has no place"),
    ('type(X,"' + "a" * 3000 + '")', "longer than 2,000 characters"),
]


@pytest.mark.parametrize(("text", "piece"), WRONG, ids=[ascii(text)[:40] for text, _ in WRONG])
def test_other_text_than_a_query_is_refused(text: str, piece: str) -> None:
    assert piece in refused(text)


class TestLimits:
    """Clingo cannot be interrupted: long queries are evaluated in a process that can be ended."""

    CROSS = ",".join(f"type(X{number},T{number})" for number in range(60))

    def test_a_query_that_never_ends_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(solver.ask.query_limits, "SECONDS", 1)
        assert "and was stopped" in refused(self.CROSS)

    def test_a_query_that_takes_all_memory_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("resource")
        monkeypatch.setattr(solver.ask.query_limits, "MEGABYTES", 300)
        assert "and was stopped" in refused(self.CROSS)

    def test_both_ways_find_the_same(self) -> None:
        program = 'match(X,Y) :- p(X), q(Y).\np("a\\"b\\\\ \\n é"). p(3). q(-1). q("").'
        rows = matches(program)
        assert len(rows) == 4
        other = matches_within_limits(program)
        assert other is not None
        assert sorted(map(str, rows)) == sorted(map(str, other))

    def test_a_query_of_many_atoms_that_is_quick_is_answered(self) -> None:
        text = ",".join(['type(X,"Creature")'] * 90)
        assert found(text) == [("bears",), ("delver_of_secrets",), ("dryad_arbor",)]


class TestNotes:
    """A likely mistake gives a note, and an answer."""

    @pytest.mark.parametrize(
        ("text", "notes"),
        [
            (
                "type(X,Creature)",
                ['Creature is a variable here, which stands for anything; a word needs quotes: "Creature"'],
            ),
            ("type(X,creature)", ["'creature' is no card type. Did you mean Creature?"]),
            ('subtype(X,"Frorg")', ["'Frorg' is no subtype. Did you mean Frog?"]),
            ('zone(X,"grave")', ["'grave' is no zone. Did you mean graveyard?"]),
            ('color(X,"blue")', ["'blue' is no color."]),
            ('controller(Land,P), type(Land,"Land")', []),
            ("type(X,Type)", []),
            ('type(X,"Planeswalker")', []),
        ],
    )
    def test_notes(self, text: str, notes: list[str]) -> None:
        assert list(query(BOARD, text).notes) == notes

    def test_a_subtype_of_the_boards_own_is_one(self) -> None:
        board = Board.read("timeline: [{enters: {name: A, type_line: Artifact — Blorp}}]")
        assert query(board, 'subtype(X,"Blorp")').notes == ()
        assert found('subtype(X,"Blorp")', board) == [("a",)]


class TestCommand:
    """`typeline query`."""

    STDIN = "timeline: [Dryad Arbor, Blood Moon]"

    def ask(self, typeline: Typeline, *arguments: str) -> Any:
        return typeline("query", "-", *arguments, stdin=self.STDIN)

    def test_a_table(self, typeline: Typeline) -> None:
        run = self.ask(typeline, "type(X,T)")
        assert (run.code, run.err) == (0, "")
        assert [line.split() for line in run.out.splitlines()[2:]] == [
            ["blood_moon", "Enchantment"],
            ["dryad_arbor", "Creature"],
            ["dryad_arbor", "Land"],
        ]

    @pytest.mark.parametrize(
        ("text", "code", "out"),
        [
            ('type(dryad_arbor,"Land")', 0, "yes\n"),
            ('type(blood_moon,"Land")', 1, "no\n"),
            ('subtype(X,"Forest")', 1, "no\n"),
        ],
    )
    def test_yes_and_no(self, text: str, code: int, out: str, typeline: Typeline) -> None:
        run = self.ask(typeline, text)
        assert (run.code, run.out, run.err) == (code, out, "")

    @pytest.mark.parametrize(
        ("text", "code", "data"),
        [
            ('type(X,"Land"), power(X,N)', 0, {"variables": ["X", "N"], "bindings": [{"X": "dryad_arbor", "N": 1}]}),
            ('type(dryad_arbor,"Land")', 0, {"variables": [], "bindings": [{}]}),
            ('subtype(X,"Forest")', 1, {"variables": ["X"], "bindings": []}),
        ],
    )
    def test_json(self, text: str, code: int, data: Any, typeline: Typeline) -> None:
        run = self.ask(typeline, text, "--json")
        assert (run.code, json.loads(run.out), run.err) == (code, {**stamp("2024"), **data}, "")

    def test_notes_go_to_standard_error(self, typeline: Typeline) -> None:
        run = self.ask(typeline, "type(X,land)", "--json")
        assert (run.code, run.err) == (1, "note: 'land' is no card type. Did you mean Land?\n")

    def test_a_wrong_query(self, typeline: Typeline) -> None:
        assert "'typ' is no predicate" in self.ask(typeline, "typ(X)").refusal()

    @pytest.mark.parametrize(
        ("text", "said"),
        [("who is", "'who is' is no fact"), ("X is or", "'or' is no type"), ("who has flyin", "flyin")],
    )
    def test_a_wrong_question_is_repeated_as_it_was_asked(self, text: str, said: str, typeline: Typeline) -> None:
        assert said in self.ask(typeline, text).refusal()

    def test_the_edition(self, typeline: Typeline) -> None:
        board = "timeline: [Glasspool Mimic, {transforms: glasspool_mimic}]"
        refusal = "transform_refused(X,N,R)"
        assert typeline("query", "-", refusal, stdin=board).code == 0
        assert typeline("query", "-", refusal, "--edition", "2026", stdin=board).code == 1


def test_transforms_into_looks_at_that_moment() -> None:
    board = Board.read("""
    timeline:
      - Delver of Secrets
      - {enters: Arcane Adaptation, chosen: {creature_type: Elf}}
      - {transforms: delver_of_secrets}
      - {leaves: arcane_adaptation}
      - {resolves: Turn to Frog, affects: delver_of_secrets}
      - {transforms: delver_of_secrets}
    """)
    assert found("transforms_into(X,3,subtype,V)", board) == [
        ("delver_of_secrets", "Elf"),
        ("delver_of_secrets", "Human"),
        ("delver_of_secrets", "Insect"),
    ]
    assert found("transforms_into(X,6,subtype,V)", board) == [("delver_of_secrets", "Frog")]


def test_the_vocabulary_is_what_is_said_of_the_cases() -> None:
    """Nothing is said without being documented; nothing is documented that is never said."""
    from solver.ask.query import _facts

    said = {
        line.partition("(")[0]
        for case in all_cases()
        if case.name.startswith(("transform/", "dependency/loop", "dependency/urborg", "copies/clone"))
        and "error" not in case.data
        and not case.waits
        for line in _facts(Board.of(case.data["board"]), case.edition, frozenset(["transforms_into"])).lines()
    }
    assert said == {one.name for one in vocabulary()}


@pytest.mark.parametrize("text", ["power(X,N), N > _", "power(X,N), _ != N", "power(X,N), N < _ < 3"])
def test_nothing_can_be_compared_with_anything(text: str) -> None:
    with pytest.raises(InputError, match="'_' stands for anything, and cannot be compared"):
        query(Board.named(["Grizzly Bears"]), text)


@pytest.mark.parametrize("text", ['type(X,"\\é")', 'type(X,"\\x\U0001f600")', 'type(X,"\\q")'])
def test_a_backslash_before_anything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is no query"):
        query(Board.named(["Grizzly Bears"]), text)
    assert query(Board.named(["Grizzly Bears"]), 'type(X,"\\\\é \\"")').rows == ()
