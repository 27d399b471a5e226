"""A board that a user writes: the keys that a step is asked for, and the values that the rules allow."""

from __future__ import annotations

import pytest

from solver.draft.editing import Draft, set_options
from solver.draft.legal_values import legal_values
from solver.serve.step_rows import rows_of

TABLE = ["Forest", "Grizzly Bears", "Mutavault", "Glorious Anthem", "Garruk Wildspeaker"]
KEYS = {
    "Clone": {"copy_of*", "counters.+1/+1", "counters.-1/-1"},
    "Arcane Adaptation": {"chosen.creature_type*"},
    "Pacifism": {"attached_to*"},
    "Bonesplitter": {"attached_to"},
    "Boon Satyr": {"attached_to", "status", "counters.+1/+1", "counters.-1/-1"},
    "Delver of Secrets": {"face", "counters.+1/+1", "counters.-1/-1"},
    "Garruk Wildspeaker": {"counters.loyalty"},
    "Gideon Blackblade": {"counters.loyalty"},
    "Urza's Saga": {"counters.lore"},
    "Dark Depths": {"counters.ice"},
    "Student of Warfare": {"level", "counters.+1/+1", "counters.-1/-1"},
    "Exalted Angel": {"face_down", "counters.+1/+1", "counters.-1/-1"},
    "Dreamtail Heron": {"onto", "counters.+1/+1", "counters.-1/-1"},
    "Wolfir Silverheart": {"paired_with", "counters.+1/+1", "counters.-1/-1"},
    "Bottomless Pool // Locker Room": {"unlocked*"},
    "Cavern of Souls": {"chosen.creature_type*"},
    "Painter's Servant": {"chosen.color*", "counters.+1/+1", "counters.-1/-1"},
    "Primal Clay": {"chosen.mode*", "counters.+1/+1", "counters.-1/-1"},
    "Imagecrafter": {"counters.+1/+1", "counters.-1/-1"},
    "Smuggler's Copter": {"counters.+1/+1"},
    "Humility": set(),
    "Forest": set(),
}
"""What the page offers for a card beside its controller and its zone; a star marks what the card asks for."""


@pytest.mark.parametrize("name", KEYS)
def test_a_card_is_offered_what_it_needs(name: str) -> None:
    card = {"name": name, "type_line": "Creature — Wolf", "power": "4", "toughness": "4", "oracle_text": "Soulbond"}
    own = {"cards": [card]} if name == "Wolfir Silverheart" else {}
    draft = Draft({**own, "timeline": ["Forest", "Grizzly Bears", name]})
    found = {f"{one.key}{'*' if one.needed else ''}" for one in draft.options(2)}
    assert found == {"controller", "zone"} | KEYS[name]


@pytest.mark.parametrize(
    ("step", "key", "legal"),
    [
        ({"enters": "Convincing Mirage"}, "attached_to", ("forest", "mutavault")),
        ({"enters": "Pacifism"}, "attached_to", ("grizzly_bears",)),
        ({"enters": "Clone"}, "copy_of", ("grizzly_bears",)),
        ({"enters": "Spark Double"}, "copy_of", ("grizzly_bears", "garruk_wildspeaker")),
        ({"enters": "Bonesplitter"}, "attached_to", ("grizzly_bears",)),
        ({"resolves": "Turn to Frog"}, "affects", ("grizzly_bears",)),
        ({"enters": "Dreamtail Heron"}, "onto", ("grizzly_bears",)),
        ({"enters": "Song of the Dryads"}, "attached_to", None),  # it can enchant all of them
    ],
)
def test_legal_values_are_told_apart(step: dict[str, str], key: str, legal: tuple[str, ...] | None) -> None:
    draft = Draft({"timeline": [*TABLE, step]})
    option = next(one for one in draft.options(len(TABLE)) if one.key == key)
    assert legal_values(draft, len(TABLE), option, "2024") == legal
    draft.opened = len(TABLE)
    row = rows_of(draft, 10, "2024")[-1]
    offered = next([value for value, _ in one.values] for one in row.options if one.key == key)
    assert offered[: len(legal or ())] == list(legal or ())
    assert row.illegal.get(key, set()) == (set() if legal is None else set(offered) - set(legal))


@pytest.mark.parametrize(("head", "kind"), [("one", "one"), ("two", "several"), ("one or both", "several")])
def test_one_mode_is_chosen_where_the_text_says_so(head: str, kind: str) -> None:
    modes = "• Target creature gains flying until end of turn.\n• Target creature becomes blue until end of turn."
    card = {"name": "Test Charm", "type_line": "Instant", "oracle_text": f"Choose {head} —\n{modes}"}
    draft = Draft({"cards": [card], "timeline": ["Grizzly Bears", {"resolves": "Test Charm"}]})
    assert next(one.kind for one in draft.options(1) if one.key == "chosen.mode") == kind


def test_a_board_that_is_wrong_has_no_legal_values() -> None:
    """Then all are offered."""
    draft = Draft({"timeline": ["Forest", "Grizzly Bears", "Clone", {"enters": "Pacifism"}, "Nothing"]})
    assert legal_values(draft, 3, draft.options(3)[2], "2024") == ("grizzly_bears", "clone")
    draft = Draft({"timeline": ["Forest", "Nothing", "Grizzly Bears", {"enters": "Pacifism"}]})
    assert legal_values(draft, 3, draft.options(3)[2], "2024") is None


def test_a_creature_mutates_and_stops_doing_so() -> None:
    draft = Draft({"timeline": ["Grizzly Bears", {"enters": "Dreamtail Heron", "controller": "you"}]})
    set_options(draft, 1, {"onto": ["grizzly_bears"]})
    assert draft.steps[1] == {"mutates": "Dreamtail Heron", "onto": "grizzly_bears"}
    set_options(draft, 1, {"onto": ["grizzly_bears"], "position": ["under"]})
    assert draft.steps[1] == {"mutates": "Dreamtail Heron", "onto": "grizzly_bears", "position": "under"}
    set_options(draft, 1, {"onto": [""]})
    assert draft.steps[1] == "Dreamtail Heron"
