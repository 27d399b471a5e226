"""The program that users run gives the answer of the law alone, on all boards of a vocabulary up to a size."""

from __future__ import annotations

import json
import re
import sys

import pytest

from facts import Board
from facts.effects.form import Operations
from facts.text.errors import InputError
from solver import derive
from solver.ask.check.refinement import TIERS, Tier, boards, refine
from solver.ask.check.refinement.program_comparison import FURTHER
from solver.ask.check.specification.claims.claim import Claim
from solver.ask.check.specification.claims.every import claims
from solver.ask.together.plain_together import derive_all_plainly
from solver.program.parsed_rules import parsed, replaced
from solver.program.rule_files import Statement, statements
from tests.profiles import SLOW
from tests.solver.command import Typeline

_COUNTS = {
    "types": (482, 1253),
    "lands": (1410, 1966),
    "abilities": (1396, 1952),
    "numbers": (813, 1369),
    "conditions": (773, 1473),
    "copies": (372, 2798),
    "control": (287, 794),
    "faces": (737, 2350),
    "defining": (773, 1329),
    "spanning": (328, 494),
    "zones": (1896, 3058),
    "halves": (1260, 1344),
    "merged": (1182, 1624),
    "modes": (771, 1419),
    "granted": (802, 929),
}
"""The number of boards of each tier at 2 and 2, and at 3 and 3: a slip in the enumeration would change it."""


_THROUGH_OTHERS = "dependency_chain(Between,Other,step)"
"""A literal in the body of the rule by which an effect depends on another through a third one."""
_EARLIER = "before(E,F) :- versus(E,F)"
"""The beginning of the rule by which the earlier of two effects is overwritten, even if both have one timestamp."""


def _rule(words: str) -> tuple[int, Statement]:
    """Return the first rule with some words in it, after its place among all statements."""
    return next((number, one) for number, one in enumerate(statements()) if words in one.text)


def _tier(name: str) -> Tier:
    return next(tier for tier in TIERS if tier.name == name)


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.name)
def test_boards_are_counted(tier: Tier) -> None:
    found = tuple(sum(1 for _ in boards(tier, size, size)) for size in (2, 3))
    assert found == _COUNTS[tier.name]


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.name)
def test_no_board_comes_twice_and_each_can_be_read(tier: Tier) -> None:
    found = [json.dumps(one, sort_keys=True) for one in boards(tier, 2, 2)]
    assert len(found) == len(set(found))
    for one in found[::7]:
        Board.of(json.loads(one))


@pytest.mark.parametrize("tier", TIERS, ids=lambda tier: tier.name)
def test_it_says_what_the_law_alone_says(tier: Tier) -> None:
    size = (3, 3) if SLOW else (1, 1)
    (outcome,) = refine(*size, [tier])
    assert outcome.board is None
    assert outcome.together == sum(1 for _ in boards(tier, *size)) and outcome.alone


def test_rings_of_three_are_among_the_boards() -> None:
    """A bug that recognizes only loops of two is noticed (613.8b)."""
    number, _ = _rule(_THROUGH_OTHERS)
    types = _tier("types")._replace(events=())
    types = types._replace(abilities=types.abilities[:3])
    assert all(one.holds for one in refine(2, 3, [types]))
    with replaced(number, ()):
        (outcome,) = refine(2, 3, [types])
    assert outcome.board is not None
    assert sum(len(card.get("abilities", ())) for card in outcome.board["cards"]) == 3


def test_effects_with_one_timestamp_are_among_the_boards() -> None:
    """A bug that lets two of them set the same power is noticed (613.7a)."""
    number, rule = _rule(_EARLIER)
    granted = _tier("granted")
    granted = granted._replace(kinds=granted.kinds[:1], abilities=())
    assert all(one.holds for one in refine(2, 2, [granted]))
    with replaced(number, parsed(rule._replace(text=rule.text.replace("(N,I,E) < (M,J,F)", "(N,I) < (M,J)")))):
        (outcome,) = refine(2, 2, [granted])
    assert outcome.board is not None


def test_an_error_of_a_board_concerns_it_alone() -> None:
    wrong = {"timeline": ["Grizzly Bears", {"resolves": "Giant Growth", "affects": "grizzly_bears", "ability": 7}]}
    right = Board.of({"timeline": ["Dryad Arbor", "Blood Moon"]})
    with pytest.raises(InputError):
        Board.of(wrong)
    assert list(derive_all_plainly([right])) == [derive(right)]


def test_command(typeline: Typeline) -> None:
    told = typeline("check", "--bounded", "--objects", "1", "--effects", "1", "--invariant", "as_the_law_alone")
    assert told.code == 0
    assert "ok  as_the_law_alone: types" in told.out and "By enumeration" in told.out
    assert told.out.count("the largest have ") == len(TIERS)
    assert re.search("ok  as_the_law_alone: further .* [1-9][0-9]* boards of claims: ", told.out)


def test_the_claims_that_are_asked_have_each_operation() -> None:
    """Several operations are in no tier."""
    comparison = sys.modules["solver.ask.check.refinement.program_comparison"]
    asked = comparison._one_in(24, claims())
    assert len(asked) < len(claims()) // 10
    in_tiers = {key for tier in TIERS for key in comparison._keys((tier.abilities, tier.events))}
    some, every = ({key for one in these for key in _keys(one)} for these in (asked, claims()))
    operations = set(Operations.properties())
    assert {"set_name", "suspect", "change_words_to", "creates_copy", "emblem_for"} <= operations & every
    assert operations & every == operations & some
    assert operations <= some | in_tiers
    texts = str([(one.board, one.other) for one in asked])
    assert "'creates_copy'" not in texts and "'emblem_for'" not in texts, "only a text says these"


def _keys(claim: Claim) -> frozenset[str]:
    comparison = sys.modules["solver.ask.check.refinement.program_comparison"]
    return frozenset().union(*(comparison._keys_of_board(board, {}) for board in (claim.board, claim.other)))


def test_boards_of_claims_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does not name anything anew differs from the law: no tier sets a name."""
    comparison = sys.modules["solver.ask.check.refinement.program_comparison"]
    named = [one for one in claims() if "set_name" in str(one.board)][:2]
    assert named and not any("set_name" in str(one) for tier in TIERS for one in boards(tier, 1, 1))
    monkeypatch.setattr(comparison, "claims", lambda: named)
    monkeypatch.setattr(comparison, "finding_claims", lambda: ())
    monkeypatch.setattr(comparison, "_CLAIMS", ())
    monkeypatch.setattr(comparison, "further_boards", lambda: ())
    monkeypatch.setattr(comparison, "copied_boards", lambda: ())
    (right,) = refine(1, 1, [FURTHER])
    assert right.holds and right.claimed and right.as_data()["boards_of_claims"] == right.claimed
    others = [Board.of({"timeline": ["Forest"]})]
    monkeypatch.setattr(comparison, "derive_all", lambda given, **_: list(map(derive, others * len(given))))
    (wrong,) = refine(1, 1, [FURTHER])
    assert not wrong.holds and wrong.board in [one.board for one in named] + [one.other for one in named]
