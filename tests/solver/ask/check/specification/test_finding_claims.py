"""Claims about what `check BOARD` finds hold, and a law that is broken breaks them."""

from __future__ import annotations

import pytest

from facts import Board
from solver.ask.check.board_findings import check_board
from solver.ask.check.specification.claims.asked_claims import broken_finding_claims
from solver.ask.check.specification.claims.every import finding_claims
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import found_plainly
from solver.ask.check.specification.statements import CHECKED
from solver.program.rule_files import altered
from tests.profiles import SLOW

_EVERY = 1 if SLOW else 9


def _claim(about: str) -> FindingClaim:
    return next(one for one in finding_claims() if one.about == about)


@pytest.mark.parametrize("name", CHECKED)
def test_they_hold(name: str) -> None:
    some = [one for one in finding_claims() if one.name == name][::_EVERY]
    assert any(one.findings for one in some)
    assert [one.about for one in broken_finding_claims(some)] == []


def test_each_has_another_name_and_a_statement() -> None:
    names = [(one.name, one.about) for one in finding_claims()]
    assert len(names) == len(set(names)) > 100
    assert {one.name for one in finding_claims()} == set(CHECKED)


_BROKEN = [
    (
        "law/702_protection.lp",
        "not hexproof_from(Ability), you(resolved(Step, Printed), Player), not controls(Player, Object)",
        "not hexproof_from(Ability)",
        "hexproof: own",
    ),
    ("law/702_protection.lp", "Number <= Most.", "Number < Most.", "protection from mana value 3 or less: own"),
    ("law/702_protection.lp", "One < Other.", "One != One.", "hexproof from multicolored: own"),
    (
        "law/303_auras.lp",
        "not leaves_attached(Instance, Object).\n% Hexproof",
        "leaves_attached(Instance, Object).\n% Hexproof",
        "the hosts have protection from mana value 2 or greater by themselves",
    ),
    (
        "law/303_auras.lp",
        'attachable("Aura"; "Equipment"; "Fortification")',
        'attachable("Aura"; "Equipment")',
        "nothing happens",
    ),
    (
        "law/303_auras.lp",
        "spares_attached(Text, yours_attached_before), attached(Source, Object, Late), Early <= Late",
        "spares_attached(Text, yours_attached_before), attached(Source, Object, Late), Early > Late",
        "protection from the chosen color (R). This effect doesn't remove Auras and Equipment you control that are "
        "already attached to it.",
    ),
    (
        "law/702_protection.lp",
        "not in_identity(Player, Color)",
        "in_identity(Player, Color)",
        "protection from each color that's not in your commander's color identity: its mana cost",
    ),
    (
        "law/702_protection.lp",
        "calls_choice(Word, Choice), chosen(Step, Choice, Value).",
        "calls_choice(Word, Choice), not chosen(Step, Choice, Value), chosen(Step, _, Value).",
        "protection from the chosen color (U): as it resolves",
    ),
    (
        "law/602_using_abilities.lp",
        "present(Object), not has(Object, ability, own(Ability), state)",
        "present(Object), has(Object, ability, own(Ability), state)",
        "a copy, it loses all abilities",
    ),
    ("law/704_state_based_actions.lp", "Early < Late.", "Early > Late.", "all become legendary"),
    (
        "law/704_state_based_actions.lp",
        "spares_legends(Ability, Printed),\n",
        "not spares_legends(Ability, Printed),\n",
        'The "legend rule" doesn\'t apply to tokens you control.',
    ),
    (
        "law/101_cannot.lp",
        "printed_as(Effect, Banning), operation(Banning, cannot, become_suspected)",
        "printed_as(Effect, Banning), operation(Banning, cannot, transform)",
        "it cannot be from now on; it is suspected",
    ),
    (
        "law/602_using_abilities.lp",
        "only_they_may_activate(Ability, owner), controller_told(Step, Player),\n    not owner(Object, Player).",
        "only_they_may_activate(Ability, owner), controller_told(Step, Player),\n    owner(Object, Player).",
        "602.5: only opponents may activate it, and only its owner",
    ),
]
"""A chapter of the law, a piece of its text, another for it, and the claim that notices it."""


def test_those_that_notice_it_hold_otherwise() -> None:
    assert not list(broken_finding_claims([_claim(about) for *_, about in _BROKEN]))


@pytest.mark.parametrize(("chapter", "old", "new", "about"), _BROKEN)
def test_a_broken_law_is_noticed(chapter: str, old: str, new: str, about: str) -> None:
    claim = _claim(about)
    with altered(chapter, old, new):
        assert list(broken_finding_claims([claim])) == [claim]


def test_an_enchantment_lifts_hexproof_on_its_own_board_only() -> None:
    """Boards share a grounding: no rule may speak of objects of two boards."""
    some = [one for one in finding_claims() if one.about == "hexproof: own" or "lifts for opponent" in one.about]
    assert len(some) > 1 and not list(broken_finding_claims(some))


def test_the_program_that_users_run_finds_the_same() -> None:
    some = [_claim("hexproof from red: own"), _claim("protection from red: lost")]
    for claim, found in zip(some, found_plainly([Board.of(one.board) for one in some]), strict=True):
        assert not isinstance(found, Exception)
        told = check_board(Board.of(claim.board)).findings
        assert sorted((one.rule, one.kind, one.objects[:1]) for one in told) == sorted(
            (one.rule, one.kind, (one.about,)) for one in found
        )
