"""`typeline serve`: the API gives the answers of the commands, and withstands any request."""

from __future__ import annotations

import json
import random
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")

from tests.profiles import SLOW
from tests.solver.command import Typeline
from tests.solver.serving import JSON, Server, serving

MOON = {"timeline": ["Dryad Arbor", "Blood Moon", "Urborg, Tomb of Yawgmoth"]}
MUTATED = 10_000 if SLOW else 250


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with one process, so that requests have one to wait for."""
    with serving("--jobs", "1", "--timeout", "5", "--memory", "500") as running:
        yield running


def file(folder: Path, board: Any) -> str:
    path = folder / "board.json"
    path.write_text(json.dumps(board))
    return str(path)


COMMANDS: dict[str, tuple[str, dict[str, str], list[str]]] = {
    "derive": ("derive", {}, []),
    "explain": ("explain", {}, []),
    "explain one": ("explain", {"object": "dryad_arbor"}, ["dryad_arbor"]),
    "why": ("why", {"fact": "dryad_arbor is a Mountain"}, ["dryad_arbor is a Mountain"]),
    "why, which is not so": ("why", {"fact": "dryad_arbor is a Forest"}, ["dryad_arbor is a Forest"]),
    "why without a fact": ("why", {}, []),
    "why not": ("why_not", {"fact": "dryad_arbor is a Forest"}, ["dryad_arbor is a Forest"]),
    "diff": ("diff", {"without": "blood_moon"}, ["--without", "blood_moon"]),
    "check": ("check", {}, []),
    "an edition": ("derive", {"edition": "2026"}, ["--edition", "2026"]),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_it_answers_as_the_command_does(server: Server, typeline: Typeline, tmp_path: Path, name: str) -> None:
    operation, given, options = COMMANDS[name]
    run = typeline(operation.replace("_", "-"), file(tmp_path, MOON), *options, "--json")
    got = server.api(operation, MOON, **given)
    assert got.status == 200
    assert got.data == json.loads(run.out)


WRONG: dict[str, tuple[str, Any, dict[str, str], list[str]]] = {
    "no such card": ("derive", {"timeline": ["Dryad Arbour"]}, {}, []),
    "no timeline": ("derive", {"players": ["A", "B"]}, {}, []),
    "a wrong key": ("derive", {"timeline": [{"enters": "Forest", "zon": "hand"}]}, {}, []),
    "no such object": ("why", MOON, {"fact": "nobody is a Forest"}, ["nobody is a Forest"]),
    "no fact": ("why", MOON, {"fact": "dryad_arbor glows"}, ["dryad_arbor glows"]),
    "nothing to be without": ("diff", MOON, {"without": "nobody"}, ["--without", "nobody"]),
    "no object of that name": ("explain", MOON, {"object": "nobody"}, ["nobody"]),
}


@pytest.mark.parametrize("name", WRONG)
def test_bad_input_is_refused_in_the_line_of_the_command(
    server: Server, typeline: Typeline, tmp_path: Path, name: str
) -> None:
    operation, board, given, options = WRONG[name]
    path = file(tmp_path, board)
    line = typeline(operation, path, *options).refusal()
    got = server.api(operation, json.dumps(board), **given)
    assert got.status == 400
    assert got.refusal == line.replace(path, "<board>")
    # A board that is no text has no lines, so that none is written anew.
    without_lines = server.api(operation, board, **given).refusal
    assert line.replace(f"{path}:1: ", "<board>: ").replace(path, "<board>").startswith(without_lines)


def test_a_board_may_be_names_of_cards(server: Server) -> None:
    assert server.api("derive", "Dryad Arbor\nBlood Moon\n").data["objects"]["dryad_arbor"]["subtypes"][0] == "Mountain"


def test_text_in_yaml_is_refused_at_its_line(server: Server) -> None:
    got = server.api("derive", "timeline:\n  - Forest\n  - {enters: Forest, zone: battlefeild}\n")
    assert got.status == 400
    assert got.data["line"] == 3
    assert got.refusal.startswith("<board>:3: timeline[1].zone: 'battlefeild' is no zone. Did you mean 'battlefield'?")


BAD_CALLS: dict[str, tuple[bytes, int, str]] = {
    "no JSON": (b"{", 400, "JSON"),
    "no object": (b"[]", 400, "object"),
    "no board": (b"{}", 400, "'board' is missing"),
    "a number as board": (b'{"board":3}', 400, "no board"),
    "an unknown key": (b'{"board":{"timeline":[]},"bord":1}', 400, "Did you mean 'board'?"),
    "no such edition": (b'{"board":{"timeline":[]},"edition":"1993"}', 400, "no edition"),
    "an edition that is no text": (b'{"board":{"timeline":[]},"edition":2024}', 400, "no text"),
    "not UTF-8": (b'{"board":"\xff"}', 400, "UTF-8"),
    "a key twice": (b'{"board":{},"board":{}}', 400, "twice"),
    "too deep": (b'{"board":' + b"[" * 5000 + b"]" * 5000 + b"}", 400, "nest"),
    "too long": (b'{"board":"' + b"x" * (1 << 20) + b'"}', 413, "1,048,576 bytes"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_bad_calls(server: Server, name: str) -> None:
    body, status, said = BAD_CALLS[name]
    got = server.ask("/api/derive", body, JSON)
    assert got.status == status
    assert said in got.refusal


def test_an_unknown_address_or_method_is_refused(server: Server) -> None:
    assert server.ask("/nothing").status == 404
    nothing, not_so = server.ask("/api/nothing", b"{}", JSON), server.ask("/api/derive")
    assert (nothing.status, not_so.status) == (404, 405)
    assert nothing.refusal.startswith("'/api/nothing' is no address here")
    assert not_so.refusal.startswith("GET does not go with '/api/derive'")
    assert server.ask("/api/derive", b"{}", {"Content-Type": "text/plain"}).status == 415
    assert server.ask("/schema/nothing.json").status == 404


def test_names_are_completed(server: Server) -> None:
    def names(query: str) -> Any:
        return server.ask(f"/api/cards?q={query}").data

    assert names("blood%20mo") == {"cards": ["Blood Moon"], "near": False}
    assert names("tomb%20of") == {"cards": ["Urborg, Tomb of Yawgmoth"], "near": False}
    assert names("urborgg") == {"cards": ["Urborg, Tomb of Yawgmoth"], "near": True} or names("urborgg")["near"]
    assert names("Dryad%20Arbour")["cards"][0] == "Dryad Arbor"
    assert names("") == {"cards": [], "near": False}
    assert names("%00%ff%22" + "x" * 5000)["cards"] == []


def test_it_describes_itself(server: Server) -> None:
    told = server.ask("/openapi.json").data
    assert told["openapi"].startswith("3.1")
    assert set(told["paths"]) == {
        f"/api/{name}" for name in ("derive", "explain", "why", "why_not", "diff", "check", "cards")
    }
    for path, methods in told["paths"].items():
        for example in (
            one["requestBody"]["content"]["application/json"]["example"]
            for one in methods.values()
            if "requestBody" in one
        ):
            assert server.ask(path, json.dumps(example), JSON).status == 200
    assert server.ask("/schema/board.json").data["title"].startswith("a board")


def test_headers_of_every_answer(server: Server) -> None:
    for got in (
        server.api("derive", MOON),
        server.ask("/nothing"),
        server.api("derive", 3),
        server.ask("/openapi.json"),
    ):
        policy = got.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert got.headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in got.headers
        assert "server" not in got.headers


def test_it_is_asked_by_its_own_name_and_its_own_pages(server: Server) -> None:
    body = json.dumps({"board": MOON})
    assert server.ask("/api/derive", body, {**JSON, "Host": "evil.example"}).status == 421
    assert server.ask("/api/derive", body, {**JSON, "Host": f"localhost:{server.port}"}).status == 200
    assert server.ask("/api/derive", body, {**JSON, "Sec-Fetch-Site": "cross-site"}).status == 403
    assert server.ask("/api/derive", body, {**JSON, "Sec-Fetch-Site": "same-origin"}).status == 200


def slow_board(effects: int = 150) -> dict[str, Any]:
    """A board whose effects all depend on each other."""
    return {"timeline": ["Humility", "Opalescence", "Conspiracy", "Xenograft", "Life and Limb"] * (effects // 5)}


def test_a_slow_task_is_ended_and_others_go_on() -> None:
    with serving("--jobs", "1", "--timeout", "0.5") as server:
        assert server.api("derive", MOON).status == 200
        got = server.api("explain", slow_board(300))
        assert got.status == 422
        assert got.refusal.startswith("explain takes more than 0.5 seconds. Give it more with --timeout or --memory")
        assert server.api("derive", MOON).status == 200


def test_a_task_with_too_much_memory_is_ended() -> None:
    with serving("--jobs", "1", "--timeout", "60", "--memory", "64") as server:
        assert server.api("derive", MOON).status == 200
        forests = [{"enters": "Forest", "as": f"{n:0200}"} for n in range(4000)]
        got = server.api("explain", {"timeline": [*forests, "Conspiracy", "Humility"]})
        assert got.status == 422
        assert "takes more than 64 MB of memory" in got.refusal
        assert server.api("derive", MOON).status == 200


def test_where_too_many_wait_one_is_sent_away() -> None:
    with serving("--jobs", "1", before="import solver.run.pool as p; p.WAITING = 0") as server:
        slow = json.dumps({"board": slow_board(400)}).encode()
        busy = socket.create_connection((server.host, server.port))
        busy.sendall(head("explain", len(slow)) + slow)
        time.sleep(0.3)
        got = server.api("derive", MOON)
        assert (got.status, got.headers["retry-after"]) == (503, "5")
        assert "too many others ask" in server.ask("/").text
        busy.close()


def test_an_answer_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from solver.serve.request_work import FIRST, Work

    monkeypatch.setattr("solver.serve.request_work.MOST_ANSWERED", 100)
    for requests in ([FIRST], [FIRST, FIRST]):
        replies = Work()(requests)
        assert [reply.status for reply in replies] == [422] * len(requests)


def test_who_does_not_wait_any_more_is_passed_over() -> None:
    """A waiting request is dropped if its sender has gone."""
    with serving("--jobs", "1", "--timeout", "2") as server:
        server.api("derive", MOON)
        slow = json.dumps({"board": slow_board(400)}).encode()
        gone = [socket.create_connection((server.host, server.port)) for _ in range(100)]
        for one in gone:
            one.sendall(head("explain", len(slow)) + slow)
        time.sleep(0.3)
        for one in gone:
            one.close()
        assert server.api("derive", MOON).status == 200  # within the minute that is waited for it


def test_answers_that_many_wait_for_are_theirs(server: Server) -> None:
    """Boards that are derived together give each the answer of its own board, or its own refusal."""
    from concurrent.futures import ThreadPoolExecutor

    names = ["Forest", "Island", "Dryad Arbor", "Nothing", "Mutavault"] * 8
    with ThreadPoolExecutor(20) as pool:
        asked = pool.map(lambda name: server.api("derive", {"timeline": [name, "Blood Moon"]}), names)
        for name, got in zip(names, asked, strict=True):
            if name == "Nothing":
                assert "'Nothing': no such card" in got.refusal
            else:
                assert next(iter(got.data["objects"].values()))["name"] == name


def test_mutated_requests(server: Server) -> None:
    """Every request is answered, and never with 500; memory does not grow."""
    chance = random.Random(25)
    seeds = [json.dumps({"board": MOON, **given}).encode() for given in ({}, {"fact": "dryad_arbor is a Mountain"})]
    seeds.append(json.dumps({"board": "timeline:\n  - {enters: Forest, as: x}\n  - {damage: 1, on: x}\n"}).encode())
    paths = ["/api/derive", "/api/explain", "/api/why", "/api/why_not", "/api/diff", "/api/check"]
    server.api("derive", MOON)
    before = 0
    for number in range(MUTATED):
        body = bytearray(chance.choice(seeds))
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(body))
            match chance.randrange(4):
                case 0:
                    body[place] = chance.randrange(256)
                case 1:
                    del body[place : place + chance.randrange(1, 9)]
                case 2:
                    body[place:place] = body[place : place + 20]
                case _:
                    body[place:place] = chance.choice(
                        [b'"', b"\\", b"\x00", b"<script>", b"\xe2\x80\xae", b"#script", b"{", b"-1"]
                    )
            body = body or bytearray(b"x")
        got = server.ask(chance.choice(paths), bytes(body), JSON)
        assert got.status in (200, 400, 422), (got, bytes(body))
        assert got.status == 200 or got.refusal
        if number == MUTATED // 5:
            before = server.megabytes()
    assert server.megabytes() < before + 20


def head(operation: str, length: int) -> bytes:
    """Return the head of a request with a body of that length."""
    lines = [f"POST /api/{operation} HTTP/1.1", "Host: localhost", "Content-Type: application/json"]
    return "\r\n".join([*lines, f"Content-Length: {length}", "", ""]).encode()


def raw(server: Server, sent: bytes, patience: float = 10) -> bytes:
    """Send bytes, and return the answer until the other side closes the connection."""
    with socket.create_connection((server.host, server.port), timeout=patience) as connection:
        connection.sendall(sent)
        found = b""
        while piece := connection.recv(1 << 16):
            found += piece
        return found


def test_slow_clients_are_sent_away_and_hold_up_nobody() -> None:
    impatient = "import solver.serve.http_server as s, solver.serve.app as a; s.HEAD_SECONDS = a.BODY_SECONDS = 0.5"
    with serving("--jobs", "1", before=impatient) as server:
        idle = [socket.create_connection((server.host, server.port), timeout=10) for _ in range(50)]
        for one in idle[25:]:
            one.sendall(b"POST /api/derive HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        assert server.api("derive", MOON).status == 200
        for one in idle:
            assert one.recv(1) == b""
            one.close()
        assert b" 408 " in raw(server, head("derive", 999) + b"{")


def test_no_http(server: Server) -> None:
    assert b" 400 " in raw(server, b"\x16\x03\x01\x02\x00\r\n\r\n")
    with pytest.raises(ConnectionError):  # told 400, and cut off while it still sends
        raw(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 10_000_000 + b"\r\n\r\n")


def lives(process: int) -> bool:
    """Tell whether a process is there and has not ended: one that nobody has asked about stays as a name."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly(how: signal.Signals) -> None:
    """Also while it answers; no process stays, and it says nothing."""
    with serving("--jobs", "2", "--timeout", "60") as server:
        server.api("derive", MOON)
        connection = socket.create_connection((server.host, server.port))
        body = json.dumps({"board": slow_board(400)}).encode()
        connection.sendall(head("explain", len(body)) + body)
        time.sleep(0.5)
        children = server.children()
        server.process.send_signal(how)
        assert server.process.wait(15) == 0
        connection.close()
        time.sleep(0.2)
        assert not any(map(lives, children))
    assert server.told == ["", ""]


def test_logs_contain_no_boards() -> None:
    """Also where something goes wrong here."""
    broken = (
        "import solver.serve.operations as o\n"
        "def bad(board, edition, given): raise RuntimeError(str(board.document.data))\n"
        "o.OPERATIONS['derive'] = o.OPERATIONS['derive']._replace(answer=bad)"
    )
    with serving("--jobs", "1", before=broken) as server:
        server.api("derive", {"timeline": [{"enters": "Forest", "as": "sesame"}]})
        server.api("derive", {"timeline": ["sesame"]})
        server.ask("/api/cards?q=sesame")
        server.ask("/sesame")
    assert not any("sesame" in told for told in server.told)


def test_without_the_extra_it_says_so(typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.cli.serve_command.find_spec", lambda name: None)
    assert typeline("serve").refusal() == "serve: starlette is not installed. Run: pip install 'mtg-typeline[serve]'"


def test_a_port_that_is_taken(server: Server, typeline: Typeline) -> None:
    assert typeline("serve", "--port", str(server.port)).refusal().startswith("nobody can listen at 127.0.0.1:")


def test_other_commands_do_not_import_it(typeline: Typeline) -> None:
    import subprocess
    import sys

    heavy = ("starlette", "uvicorn", "jinja2")
    imported = "import sys, solver.cli.derive_command, solver.cli.serve_command"
    code = f"{imported}; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
