"""The turns of rules: what is read comes before those that read it."""

from __future__ import annotations

from random import Random

import pytest

from solver.program import statements
from solver.speed import rule_selection
from solver.speed.sketch_parts import Atom, Sketch
from solver.speed.turns import turns


def _rule(head: str, *body: str) -> Sketch:
    def atoms(*names: str) -> tuple[Atom, ...]:
        return tuple(Atom((name, 0), ()) for name in names)

    return Sketch(atoms(head), atoms(*body), (), (), (), 0, (), (), 0, ())


@pytest.mark.parametrize("seed", range(20))
def test_a_rule_comes_after_those_that_it_reads(seed: int) -> None:
    random = Random(seed)
    made = [_rule(f"p{n}", *(f"p{random.randrange(n)}" for _ in range(2))) for n in range(1, 30)]
    random.shuffle(made)
    found = dict(zip((rule.heads[0].predicate for rule in made), turns(made), strict=True))
    assert sorted(found.values()) == list(range(len(made)))
    read = [
        (found[rule.heads[0].predicate], found[one.predicate])
        for rule in made
        for one in rule.body
        if one.predicate in found
    ]
    assert read
    assert all(before < after for after, before in read)


def test_rules_that_read_each_other_have_turns_too() -> None:
    made = [_rule("a", "c"), _rule("b", "a"), _rule("c", "b"), _rule("a", "a")]
    assert sorted(turns(made)) == [0, 1, 2, 3]


def test_the_table_has_the_turn_of_each_statement() -> None:
    _, sketches = rule_selection._sketches()
    there = [sketches.turn(number) for number in range(len(statements())) if sketches[number]]
    assert len(set(there)) > len(there) * 0.99
