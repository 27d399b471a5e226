"""Claims about answers hold, and a law that is broken breaks them."""

from __future__ import annotations

import pytest

from facts import Board
from solver import derive
from solver.ask.check.specification.claims import Claim, claims
from solver.ask.check.specification.claims.asked_claims import broken_claims, claimed_boards, claims_about
from solver.ask.check.specification.claims.claim_scene import HOST, scene
from solver.ask.check.specification.claims.meaning import View, after, fits, met, worth
from solver.ask.check.specification.statements import CLAIMED
from solver.program.rule_files import altered
from tests.profiles import SLOW

_EVERY = 1 if SLOW else 60
_AT_ONCE = 300


def _claims(words: str) -> list[Claim]:
    return [one for one in claims() if one.about.startswith(words)]


def _about(words: str) -> Claim:
    return next(one for one in claims() if one.about == words)


def _with_nothing(words: str) -> Claim:
    (claim,) = [one for one in _claims(words) if one.about.endswith("nothing")]
    return claim


@pytest.mark.parametrize("name", CLAIMED)
def test_they_hold(name: str) -> None:
    some = [one for one in claims() if one.name == name][::_EVERY]
    assert some
    for first in range(0, len(some), _AT_ONCE):
        assert [one.about for one in broken_claims(some[first : first + _AT_ONCE])] == []


def test_each_has_another_name() -> None:
    names = [(one.name, one.about) for one in claims()]
    assert len(names) == len(set(names)) > 2000
    assert {one.name for one in claims()} == set(CLAIMED)


_STEPS = [
    ("law/714_sagas.lp", "Chapter <= Number.", "Chapter < Number.", "714.2b: 2 lore counters one by one"),
    (
        "law/711_levelers.lp",
        "asks_for(Condition, at_most, Most), resolved_source(Step, Source),\n    "
        'number_of_counters(Source, "level", Number), Number > Most',
        "asks_for(Condition, at_most, Most), resolved_source(Step, Source),\n    "
        'number_of_counters(Source, "level", Number), Number < Most',
        "711.2a: level 3, by counters",
    ),
    (
        "law/712_double_faced.lp",
        "side_up(Source, Version, Side),\n    opposite(Side, _)",
        "side_up(Source, Version, Other),\n    opposite(Side, Other)",
        "712.8d: it transformed",
    ),
    (
        "law/608_2_ability_meant.lp",
        "comes_first(Step, Ability), not one_says_targets(Step).",
        "comes_first(Step, Ability), one_says_targets(Step).",
        "714.2b: 3 lore counters one by one",
    ),
    (
        "law/701_28_transform.lp",
        'refused(Object, Version, "712.15a") :- instructed(Object, Version), face_down',
        'refused(Object, Version, "712.15a") :- instructed(Object, Version), not face_down',
        "Day // Other Day as it is, told by the board",
    ),
    (
        "law/708_face_down.lp",
        "not spell_card(Object), not kept_face_down(Object, Version)",
        "not spell_card(Object), kept_face_down(Object, Version)",
        "702.37b: megamorph puts a counter on it; then nothing",
    ),
    (
        "law/701_58_suspect.lp",
        "cleared(Object, Later), Time < Later",
        "cleared(Object, Later), Time > Later",
        "told, then that of it ends",
    ),
    (
        "law/614_entering.lp",
        "brings_event(Step, Printed), spell_changes_entry(Step, Printed, Object).",
        "brings_event(Step, Printed), spell_changes_entry(Step, Printed, Object), not active(Object).",
        "614.12: what a spell means enters as a copy; then nothing",
    ),
]


@pytest.mark.parametrize(("chapter", "old", "new", "about"), _STEPS)
def test_steps_and_turns_notice_a_broken_law(chapter: str, old: str, new: str, about: str) -> None:
    claim = _about(about)
    with altered(chapter, old, new):
        assert list(broken_claims([claim])) == [claim]


_BROKEN = [
    ("law/708_face_down.lp", "Version, Kind, 2)", "Version, Kind, 3)", "708.2a: a face-down permanent is a 2/2"),
    (
        "law/710_flip_cards.lp",
        'status(Object, "flipped"), zone(Object, battlefield)',
        'status(Object, "flipped"), zone(Object, exile)',
        "710.2: flipped it has its lower half",
    ),
    (
        "law/702_keywords.lp",
        "not attached_without(Object, Ability, Time), not attaches_by(Object, Ability, Time).",
        "not attaches_by(Object, Ability, Time).",
        "702.151b: it has lost reconfigure before",
    ),
    (
        "law/707_copies.lp",
        "operation(Printed, Operation, Value), not overruled(CopyEffect, Printed, Operation),",
        "operation(Printed, Operation, Value),",
        "616.1: the choice replaces the card types",
    ),
    (
        "law/614_1c_counters.lp",
        "not copied_again(Object, Version).",
        "not copied_again(Object, Version+9).",
        "707.9e: it becomes another copy",
    ),
    (
        "law/707_copies.lp",
        "two_faced(Object), excepted_subtype(CopyEffect, Subtype),",
        "two_faced(Object), excepted_subtype(CopyEffect, Subtype), Side = front,",
        "205.3d: its back face takes it",
    ),
    (
        "law/712_double_faced.lp",
        "made_of(Object, Card, _), side(Card, back).",
        "made_of(Object, Card, _).",
        "712.14a: what is not double-faced",
    ),
    (
        "law/708_face_down.lp",
        "turned_up_with(Ability, Kind, Number), not turning_counters_told(Object, Version),\n"
        "    not in_doubt(Object, Ability, Time).",
        "turned_up_with(Ability, Kind, Number), not turning_counters_told(Object, Version).",
        "708.11: it would have no ability face up",
    ),
    (
        "law/122_counters.lp",
        "ability(keyword_counter(Kind), 1)) :- keyword_counter(Kind).",
        'ability(keyword_counter(Kind), 1)) :- keyword_counter(Kind), Kind != "flying".',
        "122.1b: a keyword counter that is put on it",
    ),
]


@pytest.mark.parametrize(("chapter", "old", "new", "words"), _BROKEN)
def test_a_broken_law_is_noticed(chapter: str, old: str, new: str, words: str) -> None:
    claim = _with_nothing(words)
    with altered(chapter, old, new):
        assert list(broken_claims([claim])) == [claim]


_UNSAID = [
    ("law/205_type_line.lp", 'property(Object, "snow permanent")', 'property(Object, "snow")', "supertypes in"),
    (
        "law/300_card_types.lp",
        'power(Object, Number) :- has(Object, type, "Creature", state)',
        'power(Object, Number) :- has(Object, type, "Land", state)',
        "supertypes in all zones",
    ),
    (
        "law/305_lands.lp",
        'has(Object, type, "Land", after)',
        'has(Object, type, "Artifact", after)',
        "objects of most card types",
    ),
    (
        "law/300_card_types.lp",
        'cannot_stay(Object, "304.4") :-',
        'cannot_stay(Object, "304.4") :- not zone(Object, battlefield),',
        "supertypes in all zones",
    ),
]


@pytest.mark.parametrize(("chapter", "old", "new", "words"), _UNSAID)
def test_what_follows_from_types_and_zones_is_noticed_if_it_is_not_there(
    chapter: str, old: str, new: str, words: str
) -> None:
    (claim,) = _claims(words)
    with altered(chapter, old, new):
        assert list(broken_claims([claim])) == [claim]


def test_those_that_notice_a_broken_law_hold_otherwise() -> None:
    some = [_about(words) for *_, words in _STEPS] + [_with_nothing(words) for *_, words in _BROKEN]
    some += [claim for *_, words in _UNSAID for claim in _claims(words)]
    assert not list(broken_claims(some))


def test_the_claims_about_a_board() -> None:
    boards = claimed_boards()
    place = next(place for place, (_, those) in enumerate(boards) if len(those) == 1)
    (claim,) = claims_about([str(place)])
    assert boards[place][0] in (claim.board, claim.other)


def test_filters_conditions_and_amounts_are_found_in_an_answer() -> None:
    board = scene()
    view = View(board, derive(Board.of(board)).as_data()["objects"], HOST)
    assert view.fitting({"type": "Creature", "color": "W"}) == ["wizard"]
    assert view.fitting([{"subtype": "Saproling"}, {"zone": "hand"}]) == ["sapling", "held"]
    assert fits(view, {"equipped": True, "enchanted": True}, "elf") and not fits(view, {"equipped": True}, "golem")
    assert met(view, {"count": {"type": "Land"}, "exactly": 3}) and not met(view, {"turn": "opponents"})
    assert worth(view, {"count": {"type": "Land"}, "half": "up", "plus": 1}) == 3
    assert after({"set_types": ["Enchantment"]}, view.objects["elf"])["subtypes"] == set()
    assert after({"set_types": ["Artifact"], "still": True}, view.objects["elf"])["types"] == {"Artifact", "Creature"}
