"""The sentences of why-not: culprits, missing conditions, and that nothing would help."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from facts import Board
from facts.board.fact_writer import object_term
from solver import derive
from solver.answer.symbols import value_of
from solver.ask.explain import why, why_not
from solver.ask.explain.fact.askable import askable
from solver.ask.explain.show.report import why_not_text
from solver.ask.explain.whynot.reach import Reach
from solver.ask.explain.whynot.removal import Removal
from solver.engine.layers import LAYERS
from tests.profiles import SLOW
from tests.solver.ask.explain.whynot.test_removal import Taking, random_board
from tests.solver.command import Typeline

EXAMPLES = sorted((Path(__file__).parents[5] / "examples").glob("*.yaml"))


def board(steps: str) -> Board:
    return Board.read(f"timeline: {steps}")


@pytest.mark.parametrize(
    ("steps", "fact", "said"),
    [
        ("[Kird Ape, Forest]", "kird_ape is 1/1", "It would be so without Forest."),
        ("[{enters: Grizzly Bears, counters: {+1/+1: 2}}]", "grizzly_bears is 2/2",
         "It would be so without the +1/+1 counters on Grizzly Bears."),
        ("[{enters: Grizzly Bears, counters: {+1/+1: 1}}]", "grizzly_bears is 2/2",
         "It would be so without the +1/+1 counter on Grizzly Bears."),
        ("[{enters: Conspiracy, chosen: {creature_type: Elf}}, Opalescence]", "conspiracy isn't an Elf",
         "It would be so without Opalescence or without the choice of Elf for Conspiracy."),
        # The attachment of an Equipment is gone with it: that needs no mention.
        ("[Grizzly Bears, {enters: Bonesplitter, attached_to: grizzly_bears}]", "grizzly_bears is 2/2",
         "It would be so without Bonesplitter."),
        ("[Grizzly Bears, {enters: Boon Satyr, as: satyr, attached_to: grizzly_bears}]", "satyr is a creature",
         "It would be so without Grizzly Bears or without Boon Satyr being attached to Grizzly Bears."),
        ("[Grizzly Bears, Glorious Anthem, Glorious Anthem, Glorious Anthem, Glorious Anthem]",
         "grizzly_bears has power 5",
         "It would be so without the first Glorious Anthem, without the second Glorious Anthem, without the third"
         " Glorious Anthem or in another way."),
    ],
)  # fmt: skip
def test_without(steps: str, fact: str, said: str) -> None:
    found = why_not(board(steps), fact)
    assert (found.without, found.unhelpful) == (said, "")


_WORKER = (
    "{enters: {name: Worker, type_line: Artifact Creature — Construct, power: '0', toughness: '0',"
    " oracle_text: Modular 1}, as: worker}"
)
_KNIGHT = (
    "{enters: {name: Knight, type_line: Creature — Knight, power: 1, toughness: 1, oracle_text: Modular 3}, as: knight}"
)
_SILENCER = "{enters: {name: Silencer, type_line: Enchantment, oracle_text: Planeswalkers lose all abilities.}}"
_HESTA = "{enters: {name: Hesta, type_line: Legendary Planeswalker — Elspeth, loyalty: '4', oracle_text: ''}}"
_MELTER = (
    "{enters: {name: Melter, type_line: Artifact, abilities: [{affects: {type: Planeswalker}, set_types: [Artifact]}]}}"
)
_HYDRA = (
    "{enters: {name: Hydra, mana_cost: '{X}{G}', type_line: Creature — Hydra, power: 0, toughness: 0,"
    " oracle_text: Hydra enters with X +1/+1 counters on it.}, x: 3}"
)
_HEXER = "{enters: {name: Hexer, type_line: Enchantment, oracle_text: Creatures lose all abilities.}, as: hexer}"


@pytest.mark.parametrize(
    ("steps", "fact", "because", "said"),
    [
        (
            "[{enters: Grizzly Bears, as: x, counters: {+1/+1: 2}}, {counters: {+1/+1: -1}, on: x}]",
            "x has four +1/+1 counters",
            "Grizzly Bears has one +1/+1 counter: three are missing (122.1).",
            "Counters were removed from Grizzly Bears in step 2: 1 of the kind +1/+1",
        ),
        (
            "[{enters: Grizzly Bears, as: x, counters: {+1/+1: 4}}]",
            "x has two +1/+1 counters",
            "Grizzly Bears has four +1/+1 counters: two too many (122.1).",
            "Counters were put on Grizzly Bears in step 1: 4 of the kind +1/+1",
        ),
        (
            "[{enters: Grizzly Bears, as: x}]",
            "x has a flying counter",
            "Grizzly Bears has no flying counters: one is missing (122.1).",
            "No flying counter was put on Grizzly Bears",
        ),
        (
            f"[{_HEXER}, {_WORKER}]",
            "worker has a +1/+1 counter",
            "Worker has no +1/+1 counters: one is missing (122.1).",
            "Worker did not have “Modular 1” as it entered: Hexer took it",
        ),
        (
            f"[{_HEXER}, {_WORKER}, {_KNIGHT}, {{resolves: Cytoshape, affects: [worker], copy_of: knight}}]",
            "worker has a +1/+1 counter",
            "Worker has no +1/+1 counters: one is missing (122.1).",
            "Worker did not have “Modular 3” as it entered",
        ),
        (
            f"[{_SILENCER}, {_HESTA}]",
            "hesta has a loyalty counter",
            "Hesta has no loyalty counters: one is missing (122.1).",
            "Silencer took all abilities from Hesta as it entered, and so the one that gives it loyalty counters",
        ),
        (
            f"[{_MELTER}, {_HESTA}]",
            "hesta has a loyalty counter",
            "Hesta has no loyalty counters: one is missing (122.1).",
            "Hesta was no planeswalker as it entered",
        ),
        (
            f"[{_HYDRA}, {{enters: Clone, as: clone, copy_of: hydra}}]",
            "clone has a +1/+1 counter",
            "Clone has no +1/+1 counters: one is missing (122.1).",
            "X was 0 for Clone as it entered",
        ),
    ],
)
def test_missing_counters(steps: str, fact: str, because: str, said: str) -> None:
    found = why_not(board(steps), fact)
    assert found.because[0] == because
    assert said in [view.text for shown in found.nearest for view in shown.all()]


@pytest.mark.parametrize(
    ("steps", "fact", "said"),
    [
        (
            "[Humility, Grizzly Bears, {enters: Clone, as: clone, copy_of: grizzly_bears}]",
            "clone is a Bear",
            "Clone did not have “You may have this enter as a copy of a creature on the battlefield.” as it entered:"
            " Humility took it (614.12).",
        ),
        (
            "[Humility, {enters: Adaptive Automaton, as: automaton, chosen: {creature_type: Elf}}]",
            "automaton is an Elf",
            "Adaptive Automaton did not have “As this enters, choose a creature type.” as it entered: Humility took it"
            " (614.12).",
        ),
        (
            f"[{_HEXER}, Grizzly Bears, Ixidron]",
            "grizzly_bears is face-down",
            "Ixidron did not have “As this enters, every other nontoken creature is turned face down.” as it entered:"
            " Hexer took it (614.12).",
        ),
        # For a copy that it did not become, nothing would be chosen: the copy alone is the reason.
        (
            "[{enters: Adaptive Automaton, as: automaton, chosen: {creature_type: Elf}}, Humility,"
            " {enters: Clone, as: clone, copy_of: automaton, chosen: {creature_type: Goblin}}]",
            "clone is a Goblin",
            "Clone did not have “You may have this enter as a copy of a creature on the battlefield.” as it entered:"
            " Humility took it (614.12).",
        ),
    ],
)
def test_an_ability_that_it_lacked_as_it_entered(steps: str, fact: str, said: str) -> None:
    assert why_not(board(steps), fact).because[1:] == (said,)


def test_what_was_decided_as_it_entered_comes_before_what_is_taken_away_now() -> None:
    found = why_not(board(f"[{_HEXER}, {_WORKER}]"), "worker has a +1/+1 counter")
    assert found.because[1:] == ("Worker did not have “Modular 1” as it entered: Hexer took it (614.12).",)
    assert found.unhelpful == "Taking away Hexer now would not make it so: that was decided as Worker entered."
    steps = "[Humility, Grizzly Bears, {enters: Clone, as: clone, copy_of: grizzly_bears}]"
    said = "Nothing taken away now would make it so: that was decided as Clone entered."
    assert why_not(board(steps), "clone is a Bear").unhelpful == said


@pytest.mark.parametrize(
    ("text", "chosen", "said"),
    [
        ("Riot", "haste", "Brute did not take the counters that Riot offers (702.136a)."),
        ("Unleash", "nothing", "Brute did not take the counters that Unleash offers (702.98a)."),
        ("Tribute 2", "", "Brute did not take the counters that Tribute 2 offers (702.104a)."),
    ],
)
def test_counters_that_a_keyword_offered(text: str, chosen: str, said: str) -> None:
    brute = f"{{name: Brute, type_line: Creature — Ogre, power: 3, toughness: 3, oracle_text: {text}}}"
    mode = "chosen: {mode: haste}, " if chosen == "haste" else ""
    found = why_not(board(f"[{{enters: {brute}, {mode}as: brute}}]"), "brute has a +1/+1 counter")
    assert found.because == ("Brute has no +1/+1 counters: one is missing (122.1).", said)


def test_each_kind_of_object_that_a_text_describes_is_said() -> None:
    steps = "{enters: 'Rukarumel, Biologist', chosen: {creature_type: Goblin}}, {enters: Memnite, as: x, token: true}"
    found = why_not(board(f"[{steps}]"), "x is a Goblin")
    assert found.because == ("Rukarumel does not apply to Memnite: Memnite is not a Sliver, and Memnite is a token.",)


def test_the_turn_that_a_keyword_asks_for_is_said() -> None:
    steps = "timeline: [{enters: 'Ultra Magnus, Tactician', as: u}, {converts: u}]\nturn: opponent"
    found = why_not(Board.read(steps), "u is a creature")
    assert found.because[1].endswith("“living metal” does not apply (611.3a): it's not your turn.")


def test_why_says_why_it_has_none() -> None:
    found = why(board(f"[{_HEXER}, {_WORKER}]"), "worker has no +1/+1 counters")
    assert found.because == (
        "No +1/+1 counter was put on Worker (122.1).",
        "Worker did not have “Modular 1” as it entered: Hexer took it (614.12).",
    )
    one = why(board(f"[{_WORKER}]"), "worker has a +1/+1 counter")
    assert one.because == (
        "There is 1 +1/+1 counter on Worker (122.1).",
        "Worker enters with 1 +1/+1 counter by the keyword Modular 1 (614.1c).",
    )
    assert why(board(f"[{_WORKER}]"), "worker has two +1/+1 counters").because[0] == (
        "Worker has one +1/+1 counter: one is missing (122.1)."
    )


def test_an_effect_is_no_object_of_its_name() -> None:
    copter = (
        "{enters: {name: Copter, type_line: Artifact — Vehicle, power: 3, toughness: 3, oracle_text: Crew 1}, as: c}"
    )
    found = why_not(board(f"[{copter}, {{resolves: Copter, ability: Crew}}]"), "c is not a creature")
    assert found.without == "It would be so without the ability of Copter."


def test_a_mode_that_was_not_chosen() -> None:
    lines = (f"• Target creature gains {keyword} until end of turn." for keyword in ("flying", "reach"))
    charm = {"name": "Charm", "type_line": "Instant", "oracle_text": "\n".join(("Choose one —", *lines))}
    step = {"resolves": "Charm", "chosen": {"mode": 1}, "affects": ["grizzly_bears"]}
    found = why_not(Board.of({"cards": [charm], "timeline": ["Grizzly Bears", step]}), "grizzly_bears has reach")
    assert found.ways == ("Charm: it would be so, but that mode was not chosen (700.2).",)


def test_a_condition_that_did_not_hold_as_an_ability_resolved_is_said_of_its_size() -> None:
    figure = "{enters: Figure of Destiny, as: f}"
    found = why_not(board(f"[{figure}, {{resolves: Figure of Destiny, source: f, ability: 2}}]"), "f is 4/4")
    assert found.because[0].endswith("does not apply: its condition did not hold as it resolved (608.2c).")


def test_such_an_ability_is_named_only_where_the_fact_would_hold_with_it() -> None:
    steps = "[Humility, Grizzly Bears, {enters: Clone, as: clone, copy_of: grizzly_bears}]"
    assert len(why_not(board(steps), "clone is an Elf").because) == 1


def test_culprits_beyond_the_named_ones_are_counted() -> None:
    steps = "[Grizzly Bears, Glorious Anthem, Glorious Anthem, Glorious Anthem, Glorious Anthem]"
    found = why_not(board(steps), "grizzly_bears has power 5").as_data()
    assert len(found["culprits"]) == 4 and found["more"] == 1


@pytest.mark.parametrize(
    ("steps", "fact", "said"),
    [
        ("[Kird Ape]", "kird_ape is 2/3",
         "It would be so if the condition of Kird Ape were met: you control no Forest."),
        ("['Heliod, God of the Sun', Glorious Anthem]", "heliod_god_of_the_sun is a creature",
         "It would be so if the condition of Heliod, God of the Sun were not met: your devotion to white is 3, and it"
         " takes 5."),
        ("[Wild Nacatl]", "wild_nacatl is 3/3",
         "It would be so if the conditions of Wild Nacatl were met: you control no Mountain and you control no"
         " Plains."),
        ("[Tarmogoyf, {enters: Forest, zone: graveyard}]", "tarmogoyf is 3/4",
         "It would be so if Tarmogoyf counted another number: the number of card types among cards in all graveyards"
         " is 1, and it takes 3."),
    ],
)  # fmt: skip
def test_missing_conditions(steps: str, fact: str, said: str) -> None:
    found = why_not(board(steps), fact)
    assert [one.said for one in found.lacking] == [said]
    assert not found.culprits and found.unhelpful


def test_missing_conditions_as_data() -> None:
    found = why_not(board("['Heliod, God of the Sun', Glorious Anthem]"), "heliod_god_of_the_sun is a creature")
    ((one,),) = [told["missing"] for told in json.loads(json.dumps(found.as_data()))["lacking"]]
    assert one == {
        "effect": "heliod_god_of_the_sun", "condition": "your devotion to white is less than five", "holds": True,
        "now": "your devotion to white is 3, and it takes 5", "is": 3, "needs": {"at_least": 5},
    }  # fmt: skip


def test_of_another_player_it_is_told_by_name() -> None:
    data = {"players": ["Ann", "Ben"], "timeline": [{"enters": "Kird Ape", "controller": "Ben"}, "Forest"]}
    (found,) = why_not(Board.of(data), "kird_ape is 2/3").lacking
    assert found.said == "It would be so if the condition of Kird Ape were met: Ben controls no Forest."


@pytest.mark.parametrize(
    ("steps", "fact", "said", "candidates", "together"),
    [
        ("[Forest]", "forest is a Bear", "There is nothing else on this board to take away.", 0, None),
        ("[Forest, Grizzly Bears]", "forest is a Bear",
         "Taking away Grizzly Bears does not make it so, and there is nothing else to take away.", 1, None),
        ("[Forest, Bonesplitter, {enters: Conspiracy, chosen: {creature_type: Elf}}]", "forest is a Bear",
         "Nothing taken away would make it so: of the two other objects and one choice of this board, no set does.",
         3, None),
    ],
)  # fmt: skip
def test_nothing(steps: str, fact: str, said: str, candidates: int, together: int | None) -> None:
    found = why_not(board(steps), fact)
    assert (found.unhelpful, found.without) == (said, "")
    assert found.as_data()["searched"] == {"candidates": candidates, "together": together, "said": said}


class TestNothingBlamesItself:
    """An object's own effect is called that, and taking the object itself away is no answer."""

    def test_the_effect_that_took_it(self) -> None:
        found = why_not(board("[Kird Ape, Forest]"), "kird_ape has power 1")
        assert found.ways == ("Kird Ape was so until layer 7c: then its own effect changed it.",)
        assert found.because == (
            "Before layer 7, Kird Ape is 1/1; in layer 7c, its own effect makes that 2/3 (613.4c).",
        )

    def test_its_description(self) -> None:
        found = why_not(board("['Heliod, God of the Sun']"), "heliod_god_of_the_sun is a creature")
        said = "In layer 4, its own effect says that Heliod, God of the Sun isn't a creature (613.1d)."
        assert found.because == (said,)

    def test_the_effect_that_took_the_ability(self) -> None:
        found = why_not(board("[Opalescence, Humility]"), 'humility has "All creatures lose all abilities"')
        assert found.because == ("In layer 6, its own effect takes all abilities of Humility (613.1f).",)
        assert found.culprits == (("opalescence",),)

    @pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
    def test_in_the_examples(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nor is anything said in more than ten lines."""
        monkeypatch.setenv("COLUMNS", "100")
        here = Board.load(str(path))
        for label, facts in askable(here).no_more.items():
            name = derive(here).objects[label].name
            for fact in facts:
                found = why_not(here, fact)
                assert not any(f"then {name} changed" in one for one in found.ways), fact
                assert not any(label in taken for taken in found.culprits), fact
                assert bool(found.without) != bool(found.unhelpful)
                assert len(why_not_text(found, "short").split("\n")) <= 10, fact


def test_no_false_fact_is_stated() -> None:
    found = why_not(board("[Kird Ape]"), "kird_ape is 2/3")
    assert found.because == (
        "Kird Ape is 1/1: its card says so.",
        "Its own effect does not apply (611.3a): you control no Forest.",
    )
    assert why(board("[Kird Ape]"), "kird_ape is 1/1").because == found.because[:1]


def test_the_command_says_what_is_missing_first(typeline: Typeline) -> None:
    run = typeline("why-not", "Kird Ape", "kird_ape is 2/3")
    assert run.out.split("\n")[1] == "It would be so if the condition of Kird Ape were met: you control no Forest."
    told: dict[str, Any] = json.loads(typeline("why-not", "Kird Ape", "kird_ape is 2/3", "--json").out)
    assert told["lacking"][0]["said"] == run.out.split("\n")[1]


_EARLY = ("type", "subtype", "supertype", "every", "color")
"""Kinds of characteristics that are settled before layer 7."""


@pytest.mark.parametrize("first", range(0, 1200 if SLOW else 24, 12))
def test_facts_without_some_things_are_in_reach(first: int) -> None:
    """`Reach` never calls a fact impossible that holds without one thing or two."""
    looked = 0
    for seed in range(first, first + 12):
        here = random_board(seed)
        present = [label for label, one in here.timeline.things.items() if one.left is None]
        taking = Taking(here, Random(seed).choice(present))
        if taking.fits:
            looked += _compared(taking, LAYERS[2])
    assert looked


def _compared(taking: Taking, last: int) -> int:
    """Check for each way to take away one or two things that all that then holds is in reach; return their number."""
    reach = Reach(taking.facts, taking.candidates, last)
    if not reach.applies:
        return 0
    literals = {
        (one.symbol.arguments[0].name, value_of(one.symbol.arguments[2])): one.literal
        for one in reach.control.symbolic_atoms.by_signature("answer", 3)
        if object_term(0, taking.spared) == str(one.symbol.arguments[1])
    }
    gone = {one.symbol.arguments[0].number: one.literal for one in reach.control.symbolic_atoms.by_signature("gone", 1)}
    looked = 0
    removal = Removal(taking.facts, taking.candidates, last)
    for size in (1, 2):
        for taken, values in removal.ways(size, {taking.spared}):
            said = [(kind, value) for kind in _EARLY for value in values[taking.spared].get(kind, ())]
            assert [one for one in said if one not in literals] == [], taken
            asked = [literals[one] for one in said if literals[one] != 1]
            asked += [gone[place] * (1 if one in taken else -1) for place, one in enumerate(taking.candidates)]
            assert reach.control.solve(assumptions=asked).satisfiable, taken
            looked += 1
    return looked


def test_a_token_has_no_card() -> None:
    told = why_not_text(why_not(board("[{enters: Grizzly Bears, token: true}]"), "grizzly_bears is a Wall"), "long")
    assert "not so by itself: the token was made as Creature — Bear" in " ".join(told.split())


def test_an_effect_about_others() -> None:
    found = why_not(board("[Goblin King, Forest]"), "goblin_king has mountainwalk")
    assert found.because == ("Goblin King does not apply to Goblin King: it affects only other objects.",)
