"""`typeline explain`: the walk through the layers."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

from facts import Board
from solver import derive
from solver.ask.derive import DEFAULT_EDITION, ground_plainly
from solver.ask.explain.proof.view import DETAILS
from solver.ask.explain.rules.terms import LAYERS
from solver.ask.explain.walk.walk_text import walk_text
from solver.ask.explain.walk.walking import explain
from solver.ask.explain.walk_values import EffectName, Look, Walk
from tests.case_files import Case
from tests.profiles import SLOW
from tests.solver.answers import CASES, answered
from tests.solver.command import Typeline

BOARD = """
timeline:
  - Dryad Arbor
  - Urborg, Tomb of Yawgmoth
  - Blood Moon
  - {enters: Grizzly Bears, as: bears}
  - {enters: Clone, copy_of: bears}
  - Glorious Anthem
  - {resolves: Turn to Frog, affects: bears}
  - {transforms: bears}
"""


def walk_of(text: str = BOARD) -> Walk:
    """Walk through a board."""
    return explain(Board.read(text))


def said(text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the text of a walk, on a very wide terminal."""
    monkeypatch.setattr(sys.modules["solver.ask.explain.walk.walk_text"], "width", lambda: 1000)
    return walk_text(walk_of(text))


@pytest.mark.parametrize("case", CASES if SLOW else CASES[::10], ids=lambda case: case.name)
def test_every_case(case: Case) -> None:
    """One effect at a time or together: the result is the same, and each step begins where the last one ended."""
    board, answer = answered(case)
    walk = explain(board, edition=case.edition)
    assert json.dumps({label: one.as_data() for label, one in walk.objects.items()}) == json.dumps(
        answer.as_data()["objects"]
    )
    last: dict[str, Look] = {}
    for applied in walk.applied:
        assert applied.changes
        for change in applied.changes:
            for label in change.objects:
                assert last.get(label, change.before) == change.before, label
                last[label] = change.after
    check_missed(walk)
    check_dependencies(walk)
    for label, look in last.items():
        one = walk.objects[label]
        assert (look.type_line, look.colors, look.power, look.toughness) == (
            one.type_line, one.colors, one.power, one.toughness,
        )  # fmt: skip
        assert sorted(look.abilities) == sorted(ability.text for ability in one.abilities)
    layers = [applied.layer for applied in walk.applied]
    assert layers == sorted(layers)
    assert json.dumps(walk.as_data())
    assert list(_without_reason(walk)) == []
    for detail in DETAILS:
        assert walk_text(walk, detail)


@pytest.mark.parametrize("case", CASES if SLOW else CASES[5::30], ids=lambda case: case.name)
def test_it_follows_the_order_of_the_law(case: Case) -> None:
    board, _ = answered(case)
    check_order(explain(board, edition=case.edition), board, case.edition)


def check_order(walk: Walk, board: Board, edition: str = DEFAULT_EDITION) -> None:
    """The walk tells effects as the law applies them, one at a time (613.3, 613.7, 613.8).

    A text may make several effects, which have one name; the walk leaves out one that affects nothing, so effects
    of one name in a row count once.
    """
    _, layers = ground_plainly(board, edition=edition)
    law = [(walk.effects[str(effect)], LAYERS[layer]) for effect, layer in layers.order]
    told = [(applied.effect, applied.layer) for applied in walk.applied]
    assert not set(told) - set(law)
    assert _once(told) == _once([one for one in law if one in told])


def _once(steps: list[tuple[EffectName, str]]) -> list[tuple[EffectName, str]]:
    """Leave out repetitions of the step before."""
    return [step for step, _ in groupby(steps)]


def test_a_waiting_effect_is_told_where_it_was_applied() -> None:
    """Kormus Bell waits for Urborg, and Urborg for Blood Moon, which ends it: so Blood Moon comes first."""
    board = Board.read("timeline: [Kormus Bell, 'Urborg, Tomb of Yawgmoth', Blood Moon, Swamp]")
    walk = explain(board)
    check_order(walk, board)
    assert [one.effect.source for one in walk.applied if one.layer == "4"] == ["blood_moon", "kormus_bell"]


def check_missed(walk: Walk) -> None:
    """The effect that took an object out of an affected set did so: the object has lost the value after it."""
    for missed in walk.missed:
        changes = [
            change
            for applied in walk.applied
            if applied.effect == missed.by and applied.layer == (missed.layer or applied.layer)
            for change in applied.changes
            if missed.object in change.objects
        ]
        assert changes, missed
        assert not any(
            missed.object in change.objects
            for applied in walk.applied
            if applied.effect == missed.effect
            for change in applied.changes
        )
        for there, words in ((True, missed.lost), (False, missed.gained)):
            for kind, value in words:
                if kind in ("type", "subtype", "supertype") and "every" not in str(changes):
                    assert any((value in one.before.type_line, value in one.after.type_line) == (there, not there)
                               for one in changes), missed  # fmt: skip


def check_dependencies(walk: Walk) -> None:
    """The walk is right about whether an awaited effect came before, after or never; after only in a loop."""
    for place, applied in enumerate(walk.applied):
        for one in applied.waited:
            there = [at for at, other in enumerate(walk.applied)
                     if other.effect == one.on and other.layer == applied.layer]  # fmt: skip
            assert one.came == ("never" if not there else "before" if min(there) < place else "after")
            assert one.loop or one.came != "after"
            assert one.loop or not one.through
    for idle in walk.idle:
        assert not any(one.loop and one.came == "after" for one in idle.waited)


def _without_reason(walk: Walk) -> Iterator[tuple[str, str]]:
    """Find effects that are told out of the order of timestamps though nothing held them back.

    An effect between the two held it back if it waited for that one (directly or through others), if that one had
    reached one of its objects before it, or if it came into being there.
    """
    for layer in dict.fromkeys(one.layer for one in walk.applied):
        here = [one for one in walk.applied if one.layer == layer]
        held: set[int] = set()
        for place, one in enumerate(here):
            labels = {label for change in one.changes for label in change.objects}
            for before in range(place):
                other = here[before]
                late = other.effect.timestamp > one.effect.timestamp and other.defining == one.defining
                touched = {label for change in other.changes for label in change.objects}
                waited = other.effect in {dependency.on for dependency in one.waited}
                if waited or (touched & labels and (late or before in held)):
                    held.add(place)
            earlier = [other for other in here[:place] if other.defining == one.defining]
            if any(other.effect.timestamp > one.effect.timestamp for other in earlier) and place not in held:
                yield layer, one.effect.source


def test_the_order_and_what_each_effect_did() -> None:
    walk = walk_of()
    assert [(one.layer, one.effect.source) for one in walk.applied] == [
        ("4", "blood_moon"),
        ("4", "Turn to Frog"),
        ("5", "Turn to Frog"),
        ("6", "Turn to Frog"),
        ("7b", "Turn to Frog"),
        ("7c", "glorious_anthem"),
    ]
    moon = walk.applied[0]
    assert [change.objects for change in moon.changes] == [("dryad_arbor",), ("urborg_tomb_of_yawgmoth",)]
    assert moon.changes[0].before.type_line == "Land Creature — Forest Dryad"
    assert moon.changes[0].after.type_line == "Land Creature — Mountain Dryad"
    assert [(one.object, one.layer, one.what, one.detail) for one in walk.starts] == [("clone", "1", "copy", "bears")]


def test_effects_that_did_nothing_and_why() -> None:
    walk = walk_of()
    (urborg,) = walk.idle
    assert (urborg.effect.source, urborg.because) == ("urborg_tomb_of_yawgmoth", "ability")
    assert [one.source for one in urborg.taken_by] == ["blood_moon"]
    (dependency,) = urborg.waited
    assert (dependency.on.source, dependency.because, dependency.loop) == ("blood_moon", ("ability",), False)
    assert [(one.object, one.rule) for one in walk.refused] == [("bears", "701.28c")]


def test_about_one_object() -> None:
    walk = walk_of().about("bears")
    assert list(walk.objects) == ["bears"]
    assert [(one.layer, one.effect.source) for one in walk.applied] == [
        ("4", "Turn to Frog"), ("5", "Turn to Frog"), ("6", "Turn to Frog"), ("7b", "Turn to Frog"),
        ("7c", "glorious_anthem"),
    ]  # fmt: skip
    assert all(change.objects == ("bears",) for one in walk.applied for change in one.changes)
    assert (walk.starts, walk.idle) == ((), ())


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (
            "timeline: [{enters: Starfield of Nyx, as: s}, Mind Stone, Forest, Forest, Enchanted Evening]",
            "It waits for Enchanted Evening, which is younger (613.8b): its condition holds only after Enchanted"
            " Evening.",
        ),
        (
            "timeline: [{enters: Delver of Secrets, face: back}]",
            "Delver of Secrets has its back face up, Insectile Aberration (712.8e): Creature — Human Insect",
        ),
        (
            "timeline: [Grizzly Bears, {transforms: grizzly_bears}]",
            "Grizzly Bears does not transform in step 2: it is no transforming double-faced card or token (701.28c).",
        ),
        (
            "timeline: [Forest, Forest, Nature's Revolt]",
            "The first and second Forest: Basic Land — Forest → Basic Land Creature — Forest (205.1b)",
        ),
        (
            "timeline: [Dryad Arbor, Blood Moon, {enters: {name: Anthem of Woods, type_line: Enchantment, abilities:"
            " [{affects: {subtype: Forest}, add_power: 1}]}, token: true}]",
            "Anthem of Woods does not apply to Dryad Arbor, no longer a Forest: Blood Moon changed that in layer 4"
            " (613.1).",
        ),
        (
            'timeline: ["Urborg, Tomb of Yawgmoth", Blood Moon]',
            "It waits for Blood Moon, which is younger (613.8b): Blood Moon takes away the ability that makes it."
            " By timestamps alone it would have come first, and applied.",
        ),
        (
            'timeline: [Kormus Bell, "Urborg, Tomb of Yawgmoth", Plains]',
            "It waits for Urborg, which is younger (613.8b): it applies to Urborg and Plains only after the"
            " effect of Urborg. By timestamps alone it would have come first and missed them.",
        ),
        (
            "timeline: [Grizzly Bears, {resolves: {effects: [{affects: targets, add_subtypes: [Forest]}]},"
            " affects: grizzly_bears}]",
            "Grizzly Bears cannot gain Forest without a correlated card type (205.3d).",
        ),
        (
            'timeline: ["Heliod, God of the Sun"]',
            "Heliod: Legendary Enchantment Creature — God → Legendary Enchantment",
        ),
        (
            "timeline: [Blood Moon]",
            "Blood Moon (timestamp 1): “Nonbasic lands are Mountains.” affects no object (611.3a).",
        ),
        (
            "timeline: [{enters: {name: Old Field, type_line: Land — Plains}}, {enters: {name: Grower, type_line:"
            " Artifact, abilities: [{affects: {type: Land}, set_types: [Creature]}]}}, {enters: {name: Waster,"
            " type_line: Artifact, abilities: [{affects: {type: Creature}, remove_types: [Creature]}]}}]",
            "Old Field: Creature → - (613.1d)",
        ),
        ("timeline: [Plains, Forest]", "No continuous effect changes anything in layers 4 to 7."),
        ("timeline: [Plains]", "No continuous effect changes anything about Plains in layers 4 to 7."),
        ("timeline: [Dryad Arbor, Blood Moon]", "gains “{T}: Add {R}.” (205.1a, 305.6, 305.7)"),
        ("timeline: [Humility, Opalescence]", "Humility: Enchantment → Enchantment Creature (205.1b)"),
        (
            "timeline: [March of the Machines, Sol Ring]",
            "Sol Ring: Artifact → Artifact Creature (205.1b)",
        ),
        (
            "timeline: [Grizzly Bears, Grizzly Bears, Levitation]",
            "The first and second Grizzly Bears: gain flying (613.1f)",
        ),
        (
            'timeline: [Kormus Bell, "Urborg, Tomb of Yawgmoth", Plains, Blood Moon]',
            "It depends on Urborg (613.8a): it applies to Urborg and Plains only after the effect of Urborg. But"
            " Urborg never applies.",
        ),
        (
            "timeline: [Grizzly Bears, {enters: Control Magic, attached_to: grizzly_bears, controller: opponent}]",
            "Control Magic gives control of Grizzly Bears to the opponent (613.1b)",
        ),
        (
            "timeline: [Grizzly Bears, {resolves: Act of Treason, affects: grizzly_bears, controller: opponent},"
            " {enters: Control Magic, attached_to: grizzly_bears}]",
            "Act of Treason would give control of Grizzly Bears to the opponent, but is overridden (613.9)",
        ),
        (
            "timeline: [Goblin King, {resolves: Artificial Evolution, affects: goblin_king, chosen: {from: Goblin, to:"
            " Elf}}]",
            "Artificial Evolution changes the text of Goblin King: “Goblin” reads “Elf” (612.1)\n"
            "    Creature — Goblin → Creature — Elf",
        ),
        (
            "timeline: [Grizzly Bears, {mutates: {name: Old Ox, type_line: Creature — Ox, power: 4, toughness: 4},"
            " onto: grizzly_bears}]",
            "Old Ox is a merged permanent of Old Ox / Grizzly Bears, from top to bottom (727.2a): Creature — Ox\n"
            "    its card says Creature — Bear",
        ),
        (
            "timeline: [{enters: Celestial Colonnade, as: c}, {enters: Thespian's Stage, as: s}, {resolves: Thespian's"
            " Stage, affects: s, source: s, copy_of: c}]",
            "Thespian's Stage is a copy of Celestial Colonnade (707.2): Land",
        ),
        (
            "timeline: [{enters: Boon Satyr, attached_to: b, as: s}]".replace("[", "[{enters: Grizzly Bears, as: b}, "),
            "The bestow rule for Boon Satyr (timestamp 2)\n    Boon Satyr: Enchantment Creature — Satyr → Enchantment"
            " — Aura (205.1a)",
        ),
        (
            "timeline: [{enters: Grizzly Bears, counters: {'+1/+1': 2}}]",
            "The effect of the +1/+1 counters on Grizzly Bears (timestamp 1)",
        ),
        (
            "timeline: [Dryad Arbor, {phases: out, object: dryad_arbor}]",
            "Dryad Arbor: Land Creature — Forest Dryad; phased out; green",
        ),
        ("timeline: [{enters: Forest, zone: graveyard}]", "Forest: Basic Land — Forest; in the graveyard; "),
        (
            "timeline: [Serra Angel, Grizzly Bears, Elvish Mystic, {enters: {name: Likeness, type_line: Enchantment —"
            " Aura, oracle_text: 'Enchanted creature is a copy of the chosen creature.'}, as: aura,"
            " attached_to: grizzly_bears, copy_of: serra_angel}, {attaches: aura, to: elvish_mystic}]",
            "Grizzly Bears was a copy of Serra Angel by Likeness, which is no longer attached to it (611.2b)",
        ),
        (
            "timeline: [Serra Angel, Grizzly Bears, {resolves: Cytoshape, affects: grizzly_bears, copy_of:"
            " serra_angel, as: shape}, {ends: shape}]",
            "Grizzly Bears was a copy of Serra Angel by Cytoshape, and the duration has ended (611.2a)",
        ),
        (
            "cards: [{name: School, type_line: Enchantment — Class, oracle_text: '{G}: Level 2'}]\n"
            "timeline: [{enters: School, as: class}, {resolves: School, affects: class}]",
            "School is at level 2 (716.2b)",
        ),
    ],
)
def test_the_walk_has_the_sentence(board: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sentence in said(board, monkeypatch)


def test_a_loop_is_called_one(monkeypatch: pytest.MonkeyPatch) -> None:
    case = next(case for case in CASES if case.name.startswith("dependency/loop"))
    monkeypatch.setattr(sys.modules["solver.ask.explain.walk.walk_text"], "width", lambda: 1000)
    text = walk_text(explain(Board.of(case.data["board"]), edition=case.edition))
    assert (
        "That is a dependency loop, in which effects ignore each other (613.8b): so the timestamps decide, and" in text
    )


RING = """
timeline:
  - {enters: {name: First Ring, type_line: Artifact, abilities: [
      {affects: {type: Artifact}, add_types: [Enchantment]}]}}
  - {enters: {name: Alpha, type_line: Enchantment, abilities: [{affects: {type: Artifact}, set_types: [Enchantment]}]}}
  - {enters: {name: Beta, type_line: Enchantment, abilities: [{affects: {type: Enchantment}, set_types: [Land]}]}}
  - {enters: {name: Gamma, type_line: Enchantment, abilities: [{affects: {type: Land}, set_types: [Artifact]}]}}
  - Sol Ring
  - Forest
"""


def test_a_loop_of_one_timestamp_does_not_blame_timestamps(monkeypatch: pytest.MonkeyPatch) -> None:
    """No paragraph orders two effects of granted abilities with one timestamp, and no other effect is involved."""
    found = said(
        """
        players: [A, B]
        cards:
          - name: Quarrel
            type_line: Creature
            abilities: [{affects: {}, add_abilities: [{affects: {controller: opponent}, lose_all_abilities: true}]}]
        timeline:
          - {enters: Grizzly Bears, as: bears}
          - {enters: Quarrel, controller: B}
        """,
        monkeypatch,
    )
    assert "both have one timestamp, and Grizzly Bears comes first." in found
    assert "waits for one outside" not in found and "so the timestamps decide" not in found


def test_a_loop_through_others_names_them_and_one_that_came_undone_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = walk_of(RING)
    assert [one.effect.source for one in walk.applied] == ["first_ring", "beta", "gamma", "alpha"]
    first, _, _, alpha = walk.applied
    loops = {one.on.source: [other.source for other in one.through] for one in first.waited if one.loop}
    assert loops["gamma"] == ["beta"]
    assert alpha.waited and not any(one.loop for one in alpha.waited)  # with Beta and Gamma it was in one at first
    assert "It depends on Gamma, Gamma on Beta, and Beta on it: " in said(RING, monkeypatch)


def test_only_what_took_an_object_out_of_reach_is_blamed() -> None:
    walk = walk_of(
        "timeline: [Opalescence, March of the Machines, Mycosynth Lattice, Enchanted Evening, Life and Limb,"
        " Dryad Arbor, Blood Moon, {enters: {name: Greenery, type_line: Enchantment, abilities: [{affects: {subtype:"
        " Forest}, set_subtypes: [Elf]}]}}]"
    )
    blamed = {(one.effect.source, one.object, one.by.source) for one in walk.missed if not one.layer}
    assert {by for effect, _, by in blamed if effect == "march_of_the_machines"} == {"opalescence"}
    assert {by for effect, label, by in blamed if effect == "greenery" and label == "dryad_arbor"} <= {"blood_moon"}


def test_many_objects_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lands = "timeline: [Blood Moon, " + ", ".join(["Mutavault"] * 7) + "]"
    text = said(lands, monkeypatch)
    assert "The first to seventh Mutavault: Land → Land — Mountain; lose “{T}: Add {C}.”" in text
    assert "\n  The first to seventh Mutavault: Land — Mountain; “{T}: Add {R}.”" in text
    names = ("Forest", "Mutavault", "Sol Ring", "Serra Angel", "Dryad Arbor", "Grizzly Bears", "Swamp", "Plains")
    several = "timeline: [Mycosynth Lattice, " + ", ".join(names * 2) + ", Mycosynth Lattice]"
    assert "colorless → white" not in said(several, monkeypatch)
    assert "No change for the first and second Mycosynth Lattice, " in said(several, monkeypatch)
    assert " and 6 more." in said(several, monkeypatch)
    assert " more." not in walk_text(walk_of(several), "long")


class TestCommand:
    """`typeline explain`."""

    @pytest.fixture
    def file(self, tmp_path: Path) -> str:
        path = tmp_path / "board.yaml"
        path.write_text(BOARD, encoding="utf-8")
        return str(path)

    def test_text(self, file: str, typeline: Typeline) -> None:
        run = typeline("explain", file)
        assert (run.code, run.err) == (0, "")
        assert "Layer 4, types (613.1d)" in run.out
        assert "Turn to Frog continues, with the same affected set (613.6)" in run.out
        assert "So in the end" in run.out

    def test_one_object(self, file: str, typeline: Typeline) -> None:
        for arguments in ((file, "bears"), (file, "--object", "bears")):
            run = typeline("explain", *arguments, "--detail", "short")
            lines = [line for line in run.out.splitlines() if not line.startswith(" ")]
            assert [line.split(" ")[0] for line in lines] == ["4", "5", "7b", "7c", "-"]

    def test_json(self, file: str, typeline: Typeline) -> None:
        told = json.loads(typeline("explain", file, "--json").out)
        assert set(told) == {
            "objects", "names", "starts", "applied", "idle", "missed", "refused", "findings", "warnings", "typeline",
            "edition",
        }  # fmt: skip
        assert told["objects"] == derive(Board.read(BOARD)).as_data()["objects"]
        first = told["applied"][0]
        assert (first["layer"], first["effect"]["source"], first["effect"]["timestamp"]) == ("4", "blood_moon", 3)
        one = json.loads(typeline("explain", file, "dryad_arbor", "--json").out)
        assert list(one["objects"]) == ["dryad_arbor"]
        assert one["names"]["blood_moon"] == "Blood Moon"

    def test_cards(self, typeline: Typeline) -> None:
        run = typeline("explain", "Dryad Arbor", "Blood Moon", "--object", "dryad_arbor")
        assert (run.code, run.err) == (0, "")
        assert "Land Creature — Mountain Dryad" in run.out
        assert typeline("explain", "Dryad Arbor", "Blood Moon").code == 0

    def test_wrong(self, file: str, typeline: Typeline) -> None:
        assert "'bear': no such object. Did you mean bears?" in typeline("explain", file, "bear").refusal()
        assert "no such card" in typeline("explain", "Nothing At All").refusal()
        assert (
            "One OBJECT at a time: 'dryad_arbor bears'" in typeline("explain", file, "dryad_arbor", "bears").refusal()
        )
        assert "no chart and no page" in typeline("explain", file, "--rules", "--format", "dot").refusal()

    def test_an_object_that_has_left_is_refused(self, tmp_path: Path, typeline: Typeline) -> None:
        path = tmp_path / "left.yaml"
        path.write_text("timeline: [Forest, Blood Moon, {leaves: blood_moon}]", encoding="utf-8")
        for arguments in (("explain", str(path), "blood_moon"), ("why", str(path), "blood_moon is an Enchantment")):
            assert "'blood_moon' has left in step 3" in typeline(*arguments).refusal()

    def test_formats(self, file: str, typeline: Typeline) -> None:
        for form, start in (("mermaid", "---"), ("dot", "digraph"), ("html", "<!doctype html>")):
            for detail in DETAILS:
                run = typeline("explain", file, "--format", form, "--detail", detail)
                assert (run.code, run.out.startswith(start)) == (0, True)
                assert "Land Creature — Mountain Dryad" in " ".join(run.out.replace("\\n", " ").split())
        page = typeline("explain", file, "bears", "--format", "html").out
        assert "<h1>How Grizzly Bears became what it is</h1>" in page

    def test_narrow(self, file: str, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "40")
        assert max(len(line) for line in typeline("explain", file).out.splitlines()) <= 40
