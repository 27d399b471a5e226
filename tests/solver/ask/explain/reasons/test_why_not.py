"""`why-not`: each culprit set flips the answer."""

from __future__ import annotations

import sys
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from solver import derive
from solver.ask.diff import without_these
from solver.ask.explain import why_not
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.show.formats import tree_text
from tests.case_files import Case as Ruling
from tests.profiles import SLOW, examples
from tests.reference.boards import boards
from tests.solver.answers import CASES
from tests.solver.ask.explain.reasons.asked_board import board


class TestWhyNot:
    """Obstacles."""

    def test_the_culprit(self) -> None:
        found = why_not(board(), "dryad_arbor is a Swamp")
        assert found.culprits == (("blood_moon",),)
        assert any("Blood Moon took this ability away" in way for way in found.ways)

    def test_lost_abilities(self) -> None:
        found = why_not(board(), "angel has flying")
        assert found.culprits == (("frog",),)
        assert found.ways[0] == "Serra Angel was so until layer 6: then Turn to Frog changed it."

    @pytest.mark.parametrize(("gains", "fact"), [("becomes a Time Lord in addition to its other types", "a Time Lord"),
                                                 ("gains every creature type", "a Goblin")])  # fmt: skip
    def test_a_subtype_of_two_words_and_one_of_all_were_there(self, gains: str, fact: str) -> None:
        spells = [f"Target creature {gains} until end of turn.", "Target creature becomes an Elf until end of turn."]
        steps = [{"resolves": {"text": text}, "affects": "it"} for text in spells]
        found = why_not(Board.of({"timeline": [{"enters": "Hill Giant", "as": "it"}, *steps]}), f"it is {fact}")
        assert found.ways[0] == "Hill Giant was so until layer 4: then the effect of step 3 changed it."

    @pytest.mark.parametrize(
        ("timeline", "fact", "first", "behind"),
        [
            ("[Forest]", "forest is a Swamp", "Forest is not so by itself: its card says Basic Land — Forest",
             "Forest is not so by itself: its card says Basic Land — Forest"),
            ("[Dryad Arbor, Blood Moon]", "dryad_arbor is not a Mountain", "This stands in the way",
             "Blood Moon makes Dryad Arbor a Mountain"),
            ("[Dryad Arbor, Blood Moon]", 'dryad_arbor has "{T}: Add {G}."',
             "Blood Moon sets the land types of Dryad Arbor: it is no longer a Forest",
             "Blood Moon starts with the ability “Nonbasic lands are Mountains.”"),
            ("[Humility, Glorious Anthem, Opalescence]", 'glorious_anthem has "get +1/+1"',
             "Humility takes all abilities of Glorious Anthem",
             "Humility applies to Glorious Anthem, which its text describes"),
            ("[Forest, {enters: Mutavault, as: v}, {resolves: Mutavault, affects: v}]", "forest is a creature",
             "Mutavault: it does not apply to Forest.", "It applies only to Mutavault"),
            ("[Goblin King]", "goblin_king is 3/3", "This is so instead", "Goblin King has power 2"),
            ("[Forest]", "forest is in the graveyard", "This is so instead", "Forest is on the battlefield"),
            ("[Grizzly Bears, {enters: Boon Satyr, attached_to: grizzly_bears}]", "boon_satyr is 1/1",
             "It would take this: Boon Satyr is a creature, so it has power 1",
             "The bestow rule for Boon Satyr sets card types: Boon Satyr is no longer a creature"),
            ("[Forest]", "forest is 1/1", "It would take this: Forest is a creature, so it has power 1",
             "but Forest is not a creature"),
            ("[Humility, Serra Angel]", "serra_angel has flying", "Humility takes all abilities of Serra Angel",
             "Humility applies to Serra Angel, which its text describes"),
            ("[Blood Moon]", "blood_moon is a Mountain", "Blood Moon: it does not apply to Blood Moon.",
             "Blood Moon is not a land"),
            ("[Dryad Arbor, {enters: Song of the Dryads, attached_to: dryad_arbor}]", "dryad_arbor is a Dryad",
             "Dryad Arbor keeps the subtype Dryad, but it does not show",
             "Song of the Dryads sets card types: Dryad Arbor is no longer a creature"),
            ("[Dryad Arbor, {enters: Song of the Dryads, attached_to: dryad_arbor}, Humility]", "dryad_arbor is 1/1",
             "It would take this: Dryad Arbor is a creature, so it has power 1",
             "Song of the Dryads sets card types: Dryad Arbor is no longer a creature"),
        ],
    )  # fmt: skip
    def test_obstacles(self, timeline: str, fact: str, first: str, behind: str) -> None:
        found = why_not(Board.read(f"timeline: {timeline}"), fact).nearest
        assert found[0].text.startswith(first)
        assert behind in [shown.text for shown in found[0].all()]

    @pytest.mark.parametrize(
        ("timeline", "fact", "way"),
        [
            ("[Serra Angel, {resolves: Turn to Frog, affects: serra_angel, as: frog}, {ends: frog}]",
             "serra_angel is a Frog", "Turn to Frog: it would be so, but that effect has ended (611.2a)."),
            ("[Awakener Druid, {enters: Forest, as: forest}, {resolves: Awakener Druid, affects: forest}, "
             "{leaves: awakener_druid}]", "forest is a Treefolk",
             "Awakener Druid: it would be so, but the duration of the ability of Awakener Druid cannot go on after "
             "Awakener Druid has left, and Awakener Druid has (611.2b)."),
        ],
    )  # fmt: skip
    def test_an_effect_that_has_ended_is_named(self, timeline: str, fact: str, way: str) -> None:
        found = why_not(Board.read(f"timeline: {timeline}"), fact)
        assert way in found.ways
        assert way in found.because

    @pytest.mark.parametrize(
        ("timeline", "fact", "ways"),
        [
            ("[Serra Angel, Humility, {enters: Clone, as: late, copy_of: serra_angel}]", "late is an Angel",
             ["Clone would enter in step 3 without the ability that makes it a copy or asks for a choice (614.12)."]),
            ("[Serra Angel, Humility, {enters: Clone, as: late, copy_of: serra_angel}]", "late is a Bear", []),
            ("[{enters: Delver of Secrets, as: it, zone: hand}, {transforms: it}]", "it is an Insect",
             ["Delver of Secrets does not transform in step 2: only a permanent on the battlefield can (701.28a)."]),
            ("[{enters: Delver of Secrets, as: it, zone: hand}, {transforms: it}]", "it is a Bear", []),
            ("[{enters: Delver of Secrets, as: it}, {transforms: it}, {stacks: it, as: old}, {transforms: it},"
             " {transforms: it}, {transforms: it, because: old}]", "it is a Wizard",
             ["Insectile Aberration does not transform in step 6: it has turned over already since this ability of its"
              " own went onto the stack (701.28f)."]),
        ],
    )  # fmt: skip
    def test_a_refused_instruction_is_named(self, timeline: str, fact: str, ways: list[str]) -> None:
        assert list(why_not(Board.read(f"timeline: {timeline}"), fact).ways) == ways

    def test_nothing_helps(self) -> None:
        found = why_not(board(), "angel is a Goblin")
        assert (found.culprits, found.ways) == ((), ())
        assert "No effect on this board would make it so." in tree_text("", found.views())

    def test_two_at_once(self) -> None:
        two = Board.read("timeline: [Blood Moon, {enters: Magus of the Moon, as: magus}, Dryad Arbor]")
        assert why_not(two, "dryad_arbor is a Forest").culprits == (("blood_moon", "magus"),)

    @pytest.mark.parametrize("copies", [[], ["Clone"]], ids=["by facts", "told anew"])
    @pytest.mark.parametrize("fact", ["is a Locus", "is a Planeswalker", "is snow", "has first strike", "is black"])
    def test_impossible_facts_are_not_searched(
        self, fact: str, copies: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        further = [{"enters": one, "copy_of": "serra_angel"} for one in copies]
        ten = Board.of({"timeline": ["Dryad Arbor", "Serra Angel", "Blood Moon", "Humility", "Opalescence", *further]})
        looked = _looked_for(monkeypatch)
        assert why_not(ten, f"dryad_arbor {fact}").culprits == ()
        assert looked == []

    @pytest.mark.parametrize("fact", ["is an Artifact", "is a Forest", "is legendary", "is red", "has flying"])
    def test_effects_that_never_matter_are_not_looked_for(self, fact: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """The word is on the board, but nothing brings it to that object."""
        steps = ["Grizzly Bears", "Sol Ring", "Dryad Arbor", "Karakas", "Serra Angel", "Blood Moon", "Humility"]
        looked = _looked_for(monkeypatch)
        assert why_not(Board.of({"timeline": steps}), f"grizzly_bears {fact}").culprits == ()
        assert set(looked) <= {"Removal"}

    def test_it_says_how_many_were_taken_away_together(self) -> None:
        """Of many things, each is taken away alone. Their pairs are not, where each way would have to be tried."""
        many = Board.of({"timeline": ["Grizzly Bears", *["Glorious Anthem"] * 41]})
        found = why_not(many, "grizzly_bears has three abilities")
        assert (found.culprits, found.most) == ((), 1)
        said = "Nothing taken away would make it so: of the 41 other objects of this board, no single one does."
        assert found.unhelpful == said == found.views()[-1].text
        found = why_not(many, "grizzly_bears isn't a creature")
        assert (found.culprits, found.most) == ((), None)
        said = "Nothing taken away would make it so: of the 41 other objects of this board, no set does."
        assert found.unhelpful == said

    def test_culprits_of_clingo_are_not_derived_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        steps = ["Dryad Arbor", "Blood Moon", "Glorious Anthem", "Crusade", "Humility", "Levitation"]
        looked = _looked_for(monkeypatch)
        assert why_not(Board.of({"timeline": steps}), "dryad_arbor is a Forest").culprits == (("blood_moon",),)
        assert looked == ["Removal"]

    def test_where_effects_wait_for_each_other_single_things_are_tried_first(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        looked = _looked_for(monkeypatch)
        found = why_not(Board.of(TWELVE), "forest isn't an Enchantment")
        assert (found.without, found.most) == ("It would be so without Enchanted Evening.", 1)
        assert "Removal" not in looked

    def test_where_no_single_thing_helps_clingo_chooses(self, monkeypatch: pytest.MonkeyPatch) -> None:
        looked = _looked_for(monkeypatch)
        found = why_not(Board.of(TWELVE), "forest isn't a creature")
        assert found.culprits == (("life_and_limb", "enchanted_evening"),)
        assert looked[-1] == "Removal" and found.most == 2
        assert found.without == "It would be so without Life and Limb and Enchanted Evening."

    @examples(8)
    @given(
        boards(max_objects=5, max_effects=3),
        st.sampled_from(
            (
                "is an Artifact",
                "is a Planeswalker",
                "is snow",
                "is a Goblin",
                "is a Forest",
                "is blue",
                "has flying",
                "is not a land",
                "isn't a creature",
                "is 2/2",
                "has power 1",
                "is colorless",
                "is a nonbasic land",
                "is a Bear",
                "is a Desert",
                "has trample",
                "is legendary",
            )
        ),
    )
    def test_as_many_culprits_are_found_as_when_all_are_tried(self, data: dict[str, Any], fact: str) -> None:
        """As many culprits are found where each board is told anew, and all sets are tried."""
        drawn = Board.of(data)
        label = next(iter(derive(drawn).objects))
        found = why_not(drawn, f"{label} {fact}")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys.modules["solver.ask.explain.whynot.culprits"], "_could_hold", lambda *_: True)
            patched.setattr(sys.modules["solver.ask.explain.whynot.culprits"], "can_choose", lambda *_: False)
            assert why_not(drawn, f"{label} {fact}").culprits == found.culprits

    @pytest.mark.parametrize("ruling", CASES[5::60] if SLOW else CASES[6::120], ids=lambda case: case.name)
    def test_every_culprit_set_flips_the_answer_and_no_part_of_it_does(self, ruling: Ruling) -> None:
        drawn = Board.of(ruling.data["board"])
        answer = derive(drawn, edition=ruling.edition)
        for label, one in list(answer.objects.items())[:2]:
            for word in ("Creature", "Land", "Artifact"):
                if word in one.types:
                    continue
                goal = f'type("{label}","{word}")'
                _check_culprits(drawn, goal, ruling.edition)

    @examples(6)
    @given(boards(max_objects=5, max_effects=3), st.sampled_from(("Creature", "Land", "Artifact", "Enchantment")))
    def test_so_it_is_on_random_boards(self, data: dict[str, Any], word: str) -> None:
        drawn = Board.of(data)
        for label, one in list(derive(drawn).objects.items())[:2]:
            if word not in one.types:
                _check_culprits(drawn, f'type("{label}","{word}")', "2024")


TWELVE = {
    "timeline": [
        "Forest", "Urborg, Tomb of Yawgmoth", "Grizzly Bears", "Blood Moon", "Yavimaya, Cradle of Growth",
        "Life and Limb", "Ashaya, Soul of the Wild", "Kormus Bell", "Enchanted Evening", "Opalescence",
        {"enters": "Arcane Adaptation", "chosen": {"creature_type": "Saproling"}}, "Prismatic Omen",
    ]
}  # fmt: skip
"""Twelve objects with ten effects of layer 4, most of which could depend on others (613.8)."""


def _looked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what is asked for the culprits: the rules over all that can be taken away, and boards without some."""
    looked: list[str] = []

    def noted(module: Any, name: str) -> Any:
        real = getattr(module, name)

        def asked(first: Any, *arguments: Any, **options: Any) -> Any:
            looked.extend([name] * (len(first) if name == "derive_all" else 1))
            return real(first, *arguments, **options)

        return asked

    for module, name in ((sys.modules["solver.ask.explain.proof.without"], "derive_all"),
                         (sys.modules["solver.ask.explain.whynot.culprits"], "Removal")):  # fmt: skip
        monkeypatch.setattr(module, name, noted(module, name))
    return looked


def _check_culprits(board: Board, goal: str, edition: str) -> None:
    goals = read_goal(goal, AnsweredBoard(board.timeline, derive(board, edition=edition)))
    for found in why_not(board, goal, edition=edition).culprits:
        for size in range(len(found)):
            for part in combinations(found, size):
                shorter = derive(without_these(board, part), edition=edition)
                assert not all(goal.holds(shorter) for goal in goals)
        flipped = derive(without_these(board, found), edition=edition)
        assert all(goal.holds(flipped) for goal in goals)
