"""The steps of a board on the page: their options, the values that the rules allow, and what if one came later."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("jinja2", reason="the extra 'serve' is not installed")

from solver.draft.editing import Draft, set_options, then
from solver.draft.legal_values import legal_values
from solver.serve.board_page import MOST_SHOWN, MOST_WALKED, page
from solver.serve.step_rows import rows_of

TABLE = ["Forest", "Grizzly Bears", "Mutavault", "Glorious Anthem", "Garruk Wildspeaker"]


def asked(timeline: list[Any], do: str, **fields: str) -> str:
    """Return the page that answers a button."""
    form = {"board": json.dumps({"timeline": timeline}), "do": do, **fields}
    return page(urlencode(form).encode(), None).body.decode()


def compared(text: str) -> list[str]:
    """Return the cells of the table of differences, row by row."""
    table = text.partition('id="compare"')[2].partition("</section>")[0]
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", table, re.DOTALL)
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", one))).strip() for one in cells]


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


def test_an_ability_of_the_back_face_resolves() -> None:
    draft = Draft({"timeline": [{"enters": "Kytheon, Hero of Akros", "face": "back"}]})
    rows = rows_of(Draft(draft.data, opened=0), 10, "2024")
    place = next(number for number, text in rows[0].resolving if "4/4" in text)
    then(draft, 0, str(place))
    text = asked(draft.steps, "show")
    assert ">4/4</ins>" in text


def test_a_step_comes_after_any_other() -> None:
    timeline = ["Glorious Anthem", "Opalescence", "Forest", "Humility"]
    text = asked(timeline, "ifstep", if_step="3", if_when="1")
    assert "What if Humility had come after Glorious Anthem" in unescape(text)
    assert "Opalescence" not in compared(text)
    cells = compared(text)
    assert cells[:3] == ["Object", "Now", "Then"]
    assert 'data-asked="ifstep:3:1"' in text
    first = asked(timeline, "ifstep:3:0")
    assert "had come first" in first
    assert "Nothing would be different." in asked(timeline, "ifstep", if_step="3", if_when="3")


def test_an_effect_is_taken_away() -> None:
    timeline = ["Grizzly Bears", {"resolves": "Turn to Frog", "affects": "grizzly_bears"}]
    cells = compared(asked(timeline, "ifstep", if_step="1", if_when="without"))
    assert cells[3:] == ["Grizzly Bears", *cells[4:]]
    assert "Frog" in cells[4]
    assert "Bear" in cells[5]


@pytest.mark.parametrize("what", ["", "9:0", "0:9", "x:y", "0", "0:without:1", "-1:0", "0:-1"])
def test_a_wrong_question_about_steps_is_none(what: str) -> None:
    assert "The answer" in asked(["Forest", "Grizzly Bears"], f"ifstep:{what}")


def test_a_large_board_comes_without_its_walk() -> None:
    """It says so, and every word can still be tapped."""
    timeline = ["Blood Moon", *(["Forest", "Mutavault", "Mutavault"] * (MOST_WALKED // 3 + 10))]
    text = asked(timeline, "show")
    assert f"more than {MOST_WALKED} objects" in text
    assert text.count('<article class="object') == MOST_SHOWN
    assert text.count('<li class="step') == MOST_SHOWN
    assert f"{len(timeline) - MOST_SHOWN} more steps" in text
    without = asked(timeline, "if:0:without")
    assert without.partition('id="compare"')[2].count("<tr>") == MOST_SHOWN + 1
    label = re.findall(r"why:(\d+):[^\"]*mutavault[^\"]*Mountain", text)[0]
    assert "yes." in asked(timeline, f'why:{label}:"mutavault" is a Mountain')
