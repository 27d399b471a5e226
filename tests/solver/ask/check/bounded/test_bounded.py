"""Bounded proofs: the invariants hold, they are about the boards of `derive`, and broken rules are noticed."""

from __future__ import annotations

import json
import os
import sys
from functools import lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, parse_string

from facts import Board
from solver import derive
from solver.ask.check.bounded import INVARIANTS, firing, invariants, prove, written
from solver.ask.check.bounded.choice_grounding import Grounding, all_hold, violation
from solver.ask.check.bounded.counterexample import as_yaml, board_of
from solver.ask.check.bounded.counting_boards import number_of_boards
from solver.ask.check.bounded.firing import Firing
from solver.ask.check.bounded.induction import AT_ONCE, DONE, WRITTEN, Stage, ground_stage, stages
from solver.ask.check.bounded.invariants import ONE_ANSWER
from solver.ask.check.bounded.mutants import Mutant, is_program, mutants
from solver.ask.check.bounded.proof_vocabulary import (
    CONDITIONS,
    EVERYTHING,
    FILTERS,
    ON_TWO_BOARDS,
    OPERATIONS,
    STAGES,
    WORDS,
    Words,
)
from solver.ask.check.bounded.prove import steps
from solver.ask.check.bounded.search import search
from solver.ask.check.bounded.shapes import Shape
from solver.ask.check.bounded.strata import Strata
from solver.ask.check.bounded.universe import Universe
from solver.ask.check.bounded.unrolled import Unrolled
from solver.ask.check.bounded.variants import may_go_round, notice, shapes_of
from solver.ask.check.bounded.witnesses import SIZES, witnesses
from solver.ask.check.bounded.written import Pattern, goes_round
from solver.program.parsed_rules import replaced, syntax_trees, trees_of
from solver.program.rule_files import for_answers, statements
from tests.profiles import SLOW
from tests.solver.command import Typeline

_CORES = os.cpu_count() or 1
_QUICK = ("conditions", "sets", "control")
"""Boards that take little time to unroll."""
_GROUND_TWICE = (("start, control", DONE), ("layer 6", AT_ONCE))
"""The stages that are ground with all rules, too, in the usual run; all are in the slow profile."""


@pytest.mark.parametrize("size", [(2, 2), *[(3, 3), (4, 4)] * SLOW], ids=str)
def test_each_invariant_holds(size: tuple[int, int]) -> None:
    """By induction: before the first round, and in a round of each layer that begins in any state."""
    outcomes = list(prove(*size, processes=_CORES))
    assert [one.invariant for one in outcomes] == list(INVARIANTS)
    assert {one.invariant.name: (one.stages, one.board) for one in outcomes if not one.holds} == {}


def test_no_board_is_found_on_which_an_invariant_does_not_hold() -> None:
    """All rounds unrolled: statements proved by induction hold on boards, too."""
    size = (2, 2) if SLOW else (1, 1)
    assert list(search(*size, INVARIANTS, processes=_CORES)) == []


def test_states_that_boards_reach_are_among_any_state() -> None:
    """The states that induction begins with have all that boards have: no predicate of a state is forgotten."""
    for name, (layer, words) in STAGES.items():
        if layer and not words.mirrored:
            unrolled = Unrolled(Universe(2, 2, words)).finish()
            grounding = Grounding(Universe(2, 2, words, layer=layer), asking=True)
            grounding.ground(("any_state", [layer]))
            assert _said_of_states(unrolled.control) <= _said_of_states(grounding.control), name


def _said_of_states(control: Control) -> set[str]:
    """Return what may be said of an object in a state or remembered of an effect: predicates, kinds and values."""
    found = set()
    for atom in control.symbolic_atoms:
        one = atom.symbol
        if one.name == "has" and one.arguments[1].name in ("power", "toughness"):
            continue  # not all numbers that may come up are chosen
        if one.name == "has" and one.arguments[1].name != "ability":
            found.add(f"has {one.arguments[1]} {one.arguments[2]}")
        elif one.name == "has":
            found.add(f"has ability {one.arguments[2].name}")
        elif one.name in ("keeps_subtype", "keeps_every", "has_every", "exempt", "applied", "started", "started_on"):
            found.add(one.name)
    return found


@pytest.mark.parametrize(
    "stage",
    [one for one in stages(2, 2, "2024", INVARIANTS) if (SLOW and one.name != WRITTEN) or one[:2] in _GROUND_TWICE],
    ids=lambda stage: f"{stage.name}, {stage.half}",
)
def test_rules_that_are_left_out_cannot_fire(stage: Stage) -> None:
    """With all rules a stage has the same atoms, and the same of them are facts."""
    every, few = (ground_stage(stage, rules=rules)[0] for rules in (syntax_trees(for_answers()), None))
    assert _atoms(every) == _atoms(few)


def _atoms(control: Control) -> set[tuple[str, bool]]:
    return {(str(one.symbol), one.is_fact) for one in control.symbolic_atoms}


def test_rules_that_can_fire() -> None:
    """By the predicates, words and functions that are told or derived; parameters, numbers and variables can be any."""
    program = """
        #program base.
        told(X) :- given(X,f(X),"word",1).
        other(X) :- given(X,g(X),"word",1). other(X) :- given(X,f(X),"words",1). other(X) :- missing(X).
        both(one,X) :- told(X), not missing(X). later(X) :- both((one;two),X). never(X) :- both(three,X).
        never(X) :- never(X). never(X) :- later(X), other(X).
        #program step(step).
        at(X,step) :- later(X). then(X) :- at(X,step), X = f(Y), step > 2. counted(N) :- N = #count { X : never(X) }.
    """
    trees: list[AST] = []
    parse_string(program, trees.append)
    text = 'given(a,f(a),"word",7). { given(a,h(a),"word",7) }. words.'
    kept = {str(one).partition("(")[0] for one in Firing(trees).beside(text.replace("words.", ""))}
    assert {"told", "both", "later", "at", "then", "counted"} <= kept
    assert not {"other", "never"} & kept
    assert "other" in {str(one).partition("(")[0] for one in Firing(trees).beside(text)}


def test_prepared_sketches_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read of a rule's prepared form is what is read of its syntax tree."""
    known: dict[int, object] = {}
    monkeypatch.setattr(firing, "_known", known)
    numbers = for_answers()[::4]
    trees = syntax_trees(numbers)
    for number in numbers:
        firing.learn(statements()[number], trees_of(number))
    assert len(known) > len(numbers) * 0.8
    prepared = dict(firing._read(trees))
    known.clear()
    assert prepared == dict(firing._read(trees))


def test_a_part_that_comes_twice_in_a_round_is_read_for_each() -> None:
    trees: list[AST] = []
    parse_string("gains(E,world) :- performing(E,world).", trees.append)
    for mode in ("if(step)", "now(step)"):
        read = written._rule(trees[1], mode)
        assert read.heads == (Pattern("gains", (None, mode)),)
        assert read.asked == ((Pattern("performing", (None, mode)), False),)


def test_invariants_are_asked_at_once() -> None:
    control = Control(["--warn=none"])
    control.add("{ a; b }. :- a, b. violated(never,1) :- a, b. violated(sometimes,1) :- a. violated(nor,1) :- b, a.")
    control.ground()
    never, sometimes, nor = (violation(name, Number(1)) for name in ("never", "sometimes", "nor"))
    assert all_hold(control, [never, nor, violation("unknown", Number(1))])
    assert not all_hold(control, [never, sometimes])
    assert control.solve(assumptions=[(Function("a"), True)]).satisfiable, "what does not hold is kept out of nothing"


def test_words_numbers_and_texts_tell_atoms_apart() -> None:
    """Words, numbers and texts do; of a function only its name, not its arguments."""
    atoms = ['p(o(0,"a"),-1,"x, (y)",())', 'p(o(1,"b"),-1,"x, (y)",())', "p(f((1,g(2))),(1,2),a,b)", "q", 'p("$1")']
    assert set(shapes_of(atoms)) == {
        Pattern("p", ("o(*", "-1", '"x, (y)"', "()")),
        Pattern("p", ("f(*", "(*", "a", "b")),
        Pattern("q", ()),
        Pattern("p", ('"$1"',)),
    }


def test_shapes_are_all_of_a_universe() -> None:
    """Of two objects and two effects: each way to give the effects to objects and spells, and one to copy."""
    shapes = {one.shape for one in Universe(2, 2).shapes()}
    plain = [(1, 1), (1, 2), (1, 0), (2, 2), (2, 0), (0, 0)]
    assert shapes == {Shape(owners, (0, 0)) for owners in plain} | {Shape((1,), (0, 1)), Shape((0, 0), (0, 1))}


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (2, 3), (3, 3)], ids=str)
def test_holders_are_all_of_a_universe(size: tuple[int, int]) -> None:
    """Each way to give effects to objects and spells, by its objects' effects alone, is that of one case."""
    objects, effects = size
    layer, words = STAGES["layer 6"]
    cases = [one.holders for one in Universe(*size, words, layer=layer).by_holders()]
    assert len(cases) == len(set(cases))
    known = {(one.own, one.lent) for one in cases if one is not None}
    everyone = tuple(range(1, objects + 1))
    groups = [those for many in everyone for those in combinations(everyone, many)]
    for own_count, lent_count in product(range(effects + 1), repeat=2):
        for own in product(groups, repeat=own_count):
            for lent in product(groups, repeat=lent_count):
                of_cards = all(set(one) == set(other) or not set(one) & set(other) for one in own for other in own)
                if of_cards and sum(map(len, own + lent)) <= effects:
                    assert _numbered(own, lent) in known, (own, lent)


def _numbered(own: tuple[tuple[int, ...], ...], lent: tuple[tuple[int, ...], ...]) -> tuple[Any, Any]:
    """Number objects with effects of their own first, then others as they are given some; order effects by object."""
    order = sorted({place for those in own for place in those})
    for those in lent:
        order += [place for place in those if place not in order]
    numbers = {place: number for number, place in enumerate(order, start=1)}
    told = [tuple(sorted(numbers[place] for place in those)) for those in own]
    return tuple(sorted(told)), tuple(tuple(sorted(numbers[place] for place in those)) for those in lent)


def test_a_round_has_one_answer_as_it_is_written() -> None:
    """At every size: no atom in a round leads to its own absence, and one that would is noticed."""
    assert goes_round() == []
    mutant = _mutant("gone: late(E,step) :- ")
    circle: list[AST] = []
    parse_string("late(E,step) :- exists(E,step), not next(E,step).", circle.append)
    with replaced(mutant.number, circle[1:]):
        assert any("late" in one for one in goes_round())


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("plain", (2, 1)),
        *[("plain", (3, 2))] * SLOW,
        *((words, (2, 2)) for words in WORDS if SLOW or words in _QUICK),
    ],
    ids=str,
)
def test_proofs_are_about_the_boards_of_derive(words: str, size: tuple[int, int]) -> None:
    """Boards chosen at random: the state after all rounds is the answer."""
    unrolled = Unrolled(Universe(*size, WORDS[words])).finish()
    solving = unrolled.control.configuration
    solving.solver.sign_def, solving.solver.rand_freq = "rnd", 1.0  # type: ignore[union-attr]
    solving.solve.opt_mode, solving.solve.parallel_mode = "ignore", "1"  # type: ignore[union-attr]
    effects = 0
    for seed in range(2000 if SLOW else 15):
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
        effects += sum(atom.name == "part_applied" for atom in atoms)
    assert effects > 10


def _told(one: dict[str, Any], known: set[str]) -> dict[str, Any]:
    """Return the answer for an object, as far as the universe has its values: it knows few subtypes."""
    one = {**one, "subtypes": set(one["subtypes"]) & known}
    size = [one["power"], one["toughness"]] if "Creature" in one["types"] else []
    return {**{key: sorted(one[key]) for key in ("types", "subtypes", "supertypes", "colors")}, "size": size}


def _chosen(atoms: list[Symbol], final: int) -> dict[str, dict[str, Any]]:
    """Return the values of each object at the end of a model."""
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


_NOTICED = json.loads((Path(__file__).parent / "noticed.json").read_text(encoding="utf-8"))
"""For each invariant at least two of the mutants that it notices, found by `scoring` and by search."""
_UNTRIED = {
    "one_answer": "no rule broken alone makes anything go round in a circle: tried on a circle below",
}
"""The invariants without such mutants, and why."""
_SAMPLE = _NOTICED if SLOW else {name: _NOTICED[name][:1] for name in list(_NOTICED)[::8]}
"""In the usual run, every eighth invariant and one mutant of each."""


_LOOSE_FILTERS = (
    "gone: misses(Effect,Filter,Clause,Object,step) :- evaluated(Effect,Filter,step); "
    "needs(Effect,Filter,Clause,Kind,Value); varies(Kind)"
)
"""A mutant: no value of an object keeps it from meeting a filter."""


def _mutant(what: str) -> Mutant:
    return next(one for one in _all_mutants() if what in one.what)


@lru_cache(maxsize=1)
def _all_mutants() -> tuple[Mutant, ...]:
    return tuple(mutants())


def test_each_invariant_has_mutants_that_it_notices() -> None:
    assert _NOTICED.keys() == {one.name for one in INVARIANTS} - _UNTRIED.keys()
    whats = {one.what for one in _all_mutants()}
    for name, noticed in _NOTICED.items():
        assert len(noticed) >= 2, name
        assert whats.issuperset(noticed), name


@pytest.mark.parametrize(("name", "what"), [(name, what) for name, noticed in _SAMPLE.items() for what in noticed])
def test_broken_rules_are_noticed(name: str, what: str) -> None:
    invariants = [one for one in INVARIANTS if one.name == name]
    with _mutant(what).broken():
        assert any(not one.holds for size in [(2, 1), (2, 2), (3, 1)] for one in steps(*size, invariants))


def test_broken_rules_are_noticed_in_one_grounding() -> None:
    """All ways to break some rules share groundings; those that were noticed one by one are noticed so, too."""
    names = ("bans_are_kept", "face_down_is_plain")
    rules = {one.number for one in _all_mutants() if any(one.what in _NOTICED[name] for name in names)}
    assert len(rules) > 1
    broken = [one for one in _all_mutants() if one.number in rules and is_program(one) and not may_go_round(one)]
    found = notice(broken, ((2, 2),))
    whats = {broken[place].what for place in found.invariants}
    assert all(what in whats for name in names for what in _NOTICED[name])
    assert found.fired >= found.invariants.keys()


def test_a_counterexample_is_a_board(tmp_path: Path) -> None:
    """With a broken rule, the board that is found is one that the whole rules derive otherwise."""
    with _mutant(_LOOSE_FILTERS).broken():
        found = next(one for one in prove(2, 1, ["effects_reach_what_they_say"]) if not one.holds)
    assert found.board is not None
    path = tmp_path / "board.yaml"
    path.write_text(as_yaml(found.board), encoding="utf-8")
    assert len(derive(Board.load(path)).objects) <= 2
    assert len(found.board["timeline"]) <= 2, "it is a smallest one"


def test_where_no_board_is_found_the_stages_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["solver.ask.check.bounded.prove"], "SEARCHED", ())
    with _mutant(_LOOSE_FILTERS).broken():
        (found,) = prove(2, 1, ["effects_reach_what_they_say"])
    assert not found.holds and found.board is None
    assert "layer 4" in found.stages and found.as_data()["fails_at"] == list(found.stages)


def test_a_dependence_on_its_own_absence_is_seen() -> None:
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


def test_each_invariant_has_something_to_decide() -> None:
    asked = INVARIANTS if SLOW else [one for one in INVARIANTS if one.words in (("control",), ("conditions",))]
    found = witnesses(asked, sizes=SIZES if SLOW else [(1, 1)])
    assert sorted(found) == sorted(one.name for one in asked)
    assert {name: one.undecided for name, one in found.items() if one.undecided} == {}
    for one in asked:
        if one.of_pairs:
            assert found[one.name].stages
        elif one.name != ONE_ANSWER:
            assert len(found[one.name].boards) == len(invariants.of_rules(one))
            for board in found[one.name].boards:
                Board.of(board)


def test_a_rule_without_negated_literals_says_when_it_has_something_to_decide() -> None:
    """A board without a ban gives nothing to decide to an invariant about bans."""
    for one in (one for invariant in INVARIANTS for one in invariants.of_rules(invariant)):
        assert invariants.text_of_rule(one)
    asked = [one for one in INVARIANTS if one.name == "bans_are_kept"]
    (found,) = witnesses(asked, sizes=[(2, 2)]).values()
    assert len(found.boards) == 3 and all("cannot_have" in str(board) for board in found.boards)


def test_bans_without_a_vocabulary_of_bans_are_about_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {
        name: words._replace(operations=tuple(form for form in words.operations if "cannot_have" not in form))
        for name, words in WORDS.items()
    }
    monkeypatch.setattr(sys.modules["solver.ask.check.bounded.search"], "WORDS", few)
    asked = [one for one in INVARIANTS if one.name == "bans_are_kept"]
    (found,) = witnesses(asked, sizes=[(2, 2)]).values()
    assert not found.boards and len(found.undecided) == 3


_READ = (invariants._without_antecedents, invariants._trees, invariants._decisions, invariants._antecedents)


def test_an_invariant_about_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement about nothing holds vacuously."""
    invariant = next(one for one in INVARIANTS if one.name == "face_down_is_plain")
    text = invariants._written().replace('event(I,"face_down")', 'event(I,"face_dawn")')
    monkeypatch.setattr(invariants, "_written", lambda: text)
    for one in _READ:
        one.cache_clear()
    assert all(one.holds for one in prove(1, 1, [invariant.name]))
    (found,) = witnesses([invariant], sizes=[(1, 1)]).values()
    assert not found.boards and len(found.undecided) == 3
    for one in _READ:
        one.cache_clear()


def test_an_invariant_without_rules_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is never grounded, so nothing could ever violate it."""
    invariant = next(one for one in INVARIANTS if one.name == "face_down_is_plain")
    text = "\n".join(line for line in invariants._written().splitlines() if invariant.name not in line)
    monkeypatch.setattr(invariants, "_written", lambda: text)
    for one in _READ:
        one.cache_clear()
    assert all(one.holds for one in prove(1, 1, [invariant.name]))
    (found,) = witnesses([invariant], sizes=[(1, 1)]).values()
    assert found.undecided == ("no rule says when face_down_is_plain is violated",)
    for one in _READ:
        one.cache_clear()


def test_an_invariant_about_nothing_does_not_hold(typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["solver.ask.check.bounded"], "witnesses", lambda *_, **__: {})
    call = ("check", "--bounded", "--objects", "1", "--effects", "1", "--invariant", "face_down_is_plain")
    told = typeline(*call)
    assert told.code == 1 and told.out.startswith("NO  face_down_is_plain")
    assert "it holds of nothing" in told.out and "By induction" not in told.out
    data = json.loads(typeline(*call, "--json").out)
    (one,) = data["invariants"]
    assert one["vacuous"] and not one["holds"] and not data["passed"]


@pytest.mark.parametrize("events", [("none", "face_down"), ("none", "transform", "copy")], ids=" ".join)
@pytest.mark.parametrize("objects", [1, 2])
def test_boards_are_counted_exactly(objects: int, events: tuple[str, ...]) -> None:
    """The count is that of the choices of the program with an effect, and of those without one."""
    chosen = (OPERATIONS[13], OPERATIONS[15], OPERATIONS[23], OPERATIONS[26])
    words = Words("few", chosen[: 4 // objects], FILTERS[:2], CONDITIONS[:1], events, counters=True, defining=True)
    control = Control(["0", "--opt-mode=ignore"], message_limit=0)
    # A copy has an effect of its own, and its printed one is lost.
    control.add(
        "base",
        [],
        Universe(objects, 1, words).program() + "does :- does_number(1,_). :- event(_,copy(O)), of(1,O). "
        ":- event(O,copy(_)), of(1,O). :- not here(1). :- not does.",
    )
    control.ground()
    with control.solve(yield_=True) as models:
        found = sum(1 for _ in models)
    assert found + number_of_boards(objects, 0, words) == number_of_boards(objects, 1, words)


def test_each_invariant_has_its_own_number_of_boards() -> None:
    everything = Universe(2, 2, EVERYTHING).covered()
    assert everything < Universe(3, 3, EVERYTHING).covered()
    assert Universe(2, 2, ON_TWO_BOARDS).covered() < everything
