"""The steps of a board on the page: what one can do with them, and what if one came later."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("jinja2", reason="the extra 'serve' is not installed")

from solver.draft.editing import Draft, then
from solver.serve.board_page import MOST_SHOWN, MOST_WALKED, page
from solver.serve.step_rows import rows_of


def asked(timeline: list[Any], do: str, **fields: str) -> str:
    """Return the page that answers a button."""
    form = {"board": json.dumps({"timeline": timeline}), "do": do, **fields}
    return page(urlencode(form).encode(), None).body.decode()


def compared(text: str) -> list[str]:
    """Return the cells of the table of differences, row by row."""
    table = text.partition('id="compare"')[2].partition("</section>")[0]
    cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", table, re.DOTALL)
    return [re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", one))).strip() for one in cells]


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
