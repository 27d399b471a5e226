"""A board as programs hand it over: an object or a text, and which line is wrong."""

from __future__ import annotations

import pytest

from facts.board.given_board import given_board
from facts.text.errors import InputError

TWO = {"timeline": ["Dryad Arbor", "Blood Moon"]}


@pytest.mark.parametrize(
    "given",
    [
        TWO,
        "Dryad Arbor\nBlood Moon",
        "\n# what there is\n\n  Dryad Arbor  \r\n---\nBlood Moon\n",
        "timeline:\n  - Dryad Arbor\n  - Blood Moon\n",
        "# a board\ntimeline: [Dryad Arbor, Blood Moon]",
        "---\ntimeline: [Dryad Arbor, Blood Moon]",
        '{"timeline": ["Dryad Arbor", "Blood Moon"]}',
        "{timeline: [Dryad Arbor, Blood Moon]}",
        "- Dryad Arbor\n- Blood Moon",
        '["Dryad Arbor", "Blood Moon"]',
    ],
)
def test_ways_to_write_it(given: object) -> None:
    assert given_board(given).document.data == TWO


def test_a_name_with_a_colon_and_one_with_a_comma_are_names() -> None:
    given = 'Urza, Prince of Kroog\nDryad Arbor "'
    assert given_board(given).document.data["timeline"][0] == "Urza, Prince of Kroog"
    with pytest.raises(InputError, match="'Circle of Protection: Red': no such card"):
        given_board("Circle of Protection: Red")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Dryad Arbor\n\n# a comment\nBlod Moon", "<board>:4: timeline[1].enters: 'Blod Moon': no such card. Did you"),
        ("timeline:\n  - Dryad Arbor\n  - Blod Moon", "<board>:3: timeline[1].enters: 'Blod Moon': no such card. Did"),
        ("- Dryad Arbor\n- Blod Moon", "<board>: timeline[1].enters: 'Blod Moon': no such card. Did you mean"),
        ("timelin:\n  - Forest", "<board>:1: timelin: 'timelin' is no key of a board. Did you mean 'timeline'?"),
        ({"timeline": ["Blod Moon"]}, "<board>: timeline[0].enters: 'Blod Moon': no such card. Did you mean"),
        ("", "<board>: the text is empty. Wanted: an object like"),
        (" \n# nothing", "<board>: the text is empty. Wanted: an object like"),
        (3, "<board>: 3 is no board. Wanted: an object like"),
        (None, "<board>: null is no board. Wanted: an object like"),
        (["Forest"], '<board>: ["Forest"] is no board. Wanted: an object like'),
        ("Forest\x00", "<board>: timeline[0]: the character U+0000 has no place in a text"),
        ("x" * 2000, "<board>: the text is longer than 1,000 bytes"),
        ("é" * 600, "<board>: the text is longer than 1,000 bytes"),
        ("timeline: [" + 600 * "é" + "]", "<board>: the text is longer than 1,000 bytes"),
    ],
)
def test_a_wrong_board_gives_one_line(given: object, told: str) -> None:
    with pytest.raises(InputError) as caught:
        given_board(given, limit=1000)
    line = str(caught.value)
    assert line.startswith(told) and line.isprintable(), line
