"""Color: on a terminal, as people have come to expect it; nowhere else."""

from __future__ import annotations

import re
import sys

import pytest

from tests.solver.command import Typeline, on_a_terminal

GIVEN = ["derive", "Dryad Arbor", "Blood Moon"]
_CONTROL = re.compile(r"\x1b\[\d*m")


@pytest.mark.parametrize("columns", ["60", "100"])
def test_gained_green_lost_red_kept_as_it_is(columns: str, monkeypatch: pytest.MonkeyPatch, typeline: Typeline) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    plain, colored = typeline(*GIVEN).out, typeline(*GIVEN, "--color", "always").out
    assert _CONTROL.sub("", colored) == plain
    assert "\x1b[32m*{T}: Add {R}. (305.6)" in colored or "\x1b[32mabilities: *{T}: Add {R}. (305.6)" in colored
    assert re.search(r"\x1b\[31m[^\x1b]*\*lost: ", colored)
    assert "\x1b[2m" in colored  # what is printed
    assert "Nonbasic lands are Mountains.\n" in colored  # and no control sequence


@pytest.mark.parametrize(
    ("arguments", "piece"),
    [
        (["explain", "Dryad Arbor", "Blood Moon"], "\x1b[31mloses\x1b[0m"),
        (["why", "Dryad Arbor", "Blood Moon", "dryad_arbor is a Mountain"], "\x1b[32mgains\x1b[0m"),
        (["why-not", "Dryad Arbor", "Blood Moon", "dryad_arbor is a Forest"], "\x1b[31mloses\x1b[0m"),
        (["diff", "Dryad Arbor", "Blood Moon", "--without", "blood_moon"], "\x1b[32mLand Creature — Mountain Dryad"),
    ],
)
def test_other_commands(arguments: list[str], piece: str, typeline: Typeline) -> None:
    colored = typeline(*arguments, "--color", "always").out
    assert piece in colored
    assert _CONTROL.sub("", colored) == typeline(*arguments).out


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudoterminals")
@pytest.mark.parametrize(
    ("arguments", "environment", "colored"),
    [
        ([], {}, True),
        (["--timeout", "60"], {}, True),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
        (["--color", "never"], {}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--json"], {}, False),
    ],
    ids=str,
)
def test_on_a_terminal(arguments: list[str], environment: dict[str, str], colored: bool) -> None:
    assert ("\x1b[" in on_a_terminal(*GIVEN, *arguments, environment=environment)) == colored


def test_nowhere_else(typeline: Typeline) -> None:
    assert "\x1b" not in typeline(*GIVEN).out
