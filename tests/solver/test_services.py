"""`serve` and `mcp` share one pool, the same options, and house rules."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from solver.mcp.tool_calls import Desk, Question, Told
from solver.run.pool import Pool
from tests.solver.command import Typeline
from tests.solver.serving import FORM, ROOT, Server, serving

SNOW = """#program base.
%@ house.1 "{O} is a basic land, so it is a snow land here"
text(O,supertype,"Snow") :- text(O,supertype,"Basic"), text(O,type,"Land").
"""
LATE = """#program final(state).
%@ house.2 "{O} has no value"
answer(house,O,4/(P-1)) :- answer(power,O,P), answer(subtype,O,"Ooze").
"""
"""A rule that has no value, but only on a board with an Ooze: trying the rule beforehand does not show it."""
ENDLESS = """#program base.
%@ -
house_count(0) :- text(O,subtype,"Ooze").
%@ -
house_count(N+1) :- house_count(N), N < 2147483600.
%@ house.3 "{O} is a snow land once we have counted"
text(O,supertype,"Snow") :- text(O,subtype,"Ooze"), house_count(2147483600).
"""
"""A rule that never comes to an end, but only on a board with an Ooze."""


OOZE = {"cards": [{"name": "A", "type_line": "Creature — Ooze", "power": "1", "toughness": "1"}], "timeline": ["A"]}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("house") / "snow.lp"
    path.write_text(SNOW, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def server(house: Path) -> Iterator[Server]:
    with serving("--jobs", "1", "--rules", str(house)) as running:
        yield running


def test_house_rules_hold_for_the_api(server: Server) -> None:
    found = server.api("derive", "Forest").data["objects"]["forest"]
    assert found["supertypes"] == ["Basic", "Snow"]
    why = server.api("why", "Forest", fact="forest is Snow")
    assert "house.1" in why.text
    assert "it is a snow land here" in why.text


def test_house_rules_hold_for_the_page(server: Server) -> None:
    form = urlencode({"board": "timeline: [Forest]", "do": "why:0:forest is Snow"})
    page = server.ask("/board", form, FORM)
    assert page.status == 200
    assert "it is a snow land here" in page.text


@pytest.fixture(scope="module")
def plain() -> Iterator[Server]:
    with serving("--jobs", "1") as running:
        yield running


def test_without_them_the_land_is_as_it_was(plain: Server) -> None:
    assert plain.api("derive", "Forest").data["objects"]["forest"]["supertypes"] == ["Basic"]


def asked(rules: Path, *questions: Question, seconds: float = 20) -> list[Told]:
    """Ask a pool as `mcp` has one, with house rules."""
    pool = Pool[Question, Told](Desk(), jobs=1, seconds=seconds, megabytes=500, rules=str(rules))
    try:
        found = [pool.submit(one).result() for one in questions]
        return [one if isinstance(one, str | dict) else one.why for one in found]
    finally:
        pool.end()


def test_house_rules_hold_for_assistants(house: Path) -> None:
    derived, why = asked(
        house,
        ("derive", {"board": "Forest"}),
        ("why", {"board": "Forest", "fact": "forest is Snow", "detail": "long"}),
    )
    assert isinstance(derived, dict)
    assert isinstance(why, dict)
    assert derived["objects"]["forest"]["type_line"].startswith("Basic Snow Land")
    assert "it is a snow land here" in str(why)


def test_assistants_get_them_by_the_option(house: Path, tmp_path: Path) -> None:
    pytest.importorskip("mcp.server.mcpserver", reason="the extra mtg-typeline[mcp] is not installed")
    from mcp import Client

    from tests.solver.mcp.test_mcp import answer, over_stdio

    async def ask(client: Client) -> None:
        found = await answer(client, "derive", board="Forest")
        assert found["objects"]["forest"]["type_line"].startswith("Basic Snow Land")

    assert over_stdio(ask, tmp_path, "--rules", str(house)) == ""


@pytest.mark.parametrize("service", ["serve", "mcp"])
def test_rules_that_are_no_good_are_refused_before_anybody_asks(
    typeline: Typeline, tmp_path: Path, service: str
) -> None:
    path = tmp_path / "bad.lp"
    path.write_text('#program base.\n%@ house.1 "so"\ntext(O,supertype,"Snow") :- texd(O).\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", "from solver.cli import main; main()", service, "--rules", str(path)],
        capture_output=True, text=True, timeout=60, cwd=ROOT, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == ""
    [line] = done.stderr.strip().splitlines()
    assert line.startswith(f"{path}:3: ")
    assert "texd" in line


def test_a_rule_that_is_no_good_on_one_board_is_refused_there(tmp_path: Path) -> None:
    path = tmp_path / "late.lp"
    path.write_text(LATE, encoding="utf-8")
    with serving("--jobs", "1", "--rules", str(path)) as running:
        got = running.api("derive", OOZE)
        assert got.status == 400
        assert f"{path}:3" in got.refusal
        assert running.api("derive", "Forest").status == 200
    late, fine = asked(path, ("derive", {"board": OOZE}), ("derive", {"board": "Forest"}))
    assert isinstance(late, str)
    assert late.startswith(f"{path}:3")
    assert isinstance(fine, dict)


def test_a_rule_without_end_is_ended_with_its_question(tmp_path: Path) -> None:
    path = tmp_path / "endless.lp"
    path.write_text(ENDLESS, encoding="utf-8")
    with serving("--jobs", "1", "--timeout", "3", "--memory", "300", "--rules", str(path)) as running:
        began = time.monotonic()
        got = running.api("derive", OOZE)
        assert got.status == 422
        assert got.refusal.startswith("derive takes more than 3")
        assert time.monotonic() - began < 30
        assert running.api("derive", "Forest").status == 200


@pytest.mark.parametrize("service", ["serve", "mcp"])
def test_both_have_the_same_options(typeline: Typeline, service: str) -> None:
    said = " ".join(typeline(service, "--help").out.split())
    for option in (
        "--jobs N The number of processes that answer",
        "--timeout SECONDS The longest time that a question may take. [default: 30.0; x>=0.1]",
        "--memory MB The most memory that a question may take. [default: 1024; x>=64]",
        "--rules FILE.lp",
        "--cards FILE.db",
    ):
        assert option in said


TWO_ARBORS = {"timeline": [
    "Dryad Arbor", {"enters": "Dryad Arbor", "as": "second"}, "Blood Moon", "Island", {"leaves": "island"},
]}  # fmt: skip
NAMED = {
    "its label": ("dryad_arbor", ""),
    "its label, spelled otherwise": ("Dryad Arbor", ""),
    "its name, which only one has": ("Blood moon", ""),
    "one that has left": ("Island", "'island' has left in step 5. Ask about what is there"),
    "one of several of that name": ("second", ""),
    "nearly": ("blod_moon", "'blod_moon': no such object. Did you mean blood_moon?"),
    "nothing": ("x", "'x': no such object. There are: dryad_arbor, second, blood_moon"),
}


@pytest.mark.parametrize("case", NAMED)
def test_an_object_is_named_alike_everywhere(plain: Server, typeline: Typeline, tmp_path: Path, case: str) -> None:
    named, refusal = NAMED[case]
    path = tmp_path / "board.json"
    path.write_text(json.dumps(TWO_ARBORS), encoding="utf-8")
    run = typeline("explain", str(path), "--object", named, "--json")
    got = plain.api("explain", TWO_ARBORS, object=named)
    told = Desk().answer(("explain", {"board": TWO_ARBORS, "object": named}))
    if refusal:
        assert run.refusal() == f"{path}: {refusal}"
        assert got.refusal == told == f"<board>: {refusal}"
    else:
        assert got.data == json.loads(run.out)
        assert isinstance(told, dict)
