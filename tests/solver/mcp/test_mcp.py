"""`typeline mcp` as assistants use it: with the SDK's own client, over both transports, within limits."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from solver.mcp.tool_calls import Desk, Question, Told
from solver.run.pool import Pool
from tests.solver.command import Typeline, shell

pytest.importorskip("mcp.server.mcpserver", reason="the extra mtg-typeline[mcp] is not installed")

from mcp import Client, MCPError, StdioServerParameters, stdio_client, types

from solver.mcp.mcp_server import answered

ROOT = Path(__file__).parents[3]
START = ["-c", "from solver.cli import main; main()", "mcp"]
TWO = "Dryad Arbor\nBlood Moon"
ENDLESS = {"timeline": ["Opalescence", "Humility"] * 60}
"""A board with which a question takes longer than any test allows."""
SECRET = "Zwielichtige Karte"
Asking = Callable[[Client], Awaitable[None]]


def environment() -> dict[str, str]:
    """Return an environment without the tester's own card store."""
    usual = {name: value for name, value in os.environ.items() if name != "TYPELINE_CARDS"}
    return {**usual, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": "/nowhere"}


def command(*options: str) -> subprocess.Popen[bytes]:
    """Start the server."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, *START, *options], stdin=pipe, stdout=pipe, stderr=pipe, env=environment(), cwd="/"
    )


def gone(server: subprocess.Popen[bytes]) -> None:
    """End the server, whatever it does."""
    server.kill()
    server.wait()
    for pipe in (server.stdin, server.stdout, server.stderr):
        assert pipe is not None
        with suppress(BrokenPipeError):
            pipe.close()


@contextmanager
def over_http(*options: str) -> Iterator[str]:
    """Serve HTTP at a free port, and return the address."""
    server = command("--http", "0", *options)
    try:
        assert server.stderr is not None
        yield server.stderr.readline().decode().removeprefix("typeline mcp: ").strip()
        server.terminate()
        assert server.wait(20) == 0
        assert server.stderr.read() == b""  # nothing was logged
    finally:
        gone(server)


def over_stdio(told: Asking, tmp_path: Path, *options: str, mode: str = "auto") -> str:
    """Let a client ask a server that it starts itself, and return what that wrote on standard error."""

    async def run(errors: TextIOWrapper) -> None:
        start = StdioServerParameters(
            command=sys.executable, args=[*START, *options], env=environment(), cwd=str(tmp_path)
        )
        async with Client(stdio_client(start, errlog=errors), mode=mode) as client:
            await told(client)

    path = tmp_path / "errors"
    with path.open("w", encoding="utf-8") as errors:
        asyncio.run(asyncio.wait_for(run(errors), 120))
    return path.read_text(encoding="utf-8")


def ask_http(address: str, told: Asking, mode: str = "auto") -> None:
    """Let a client ask a server."""

    async def run() -> None:
        async with Client(address, mode=mode) as client:
            await told(client)

    asyncio.run(asyncio.wait_for(run(), 120))


async def answer(client: Client, tool: str, **given: Any) -> dict[str, Any]:
    """Call a tool; the client holds the answer against the tool's schema."""
    result = await client.call_tool(tool, given)
    assert not result.is_error, result
    data: dict[str, Any] = result.structured_content
    assert json.loads(text_of(result)) == data
    return data


async def refusal(client: Client, tool: str, given: Any) -> str:
    """Call a tool, and return the one line that refuses."""
    result = await client.call_tool(tool, given)
    line = text_of(result)
    assert result.is_error and result.structured_content is None, result
    assert line.isprintable() and "Traceback" not in line, line
    return line


def text_of(result: types.CallToolResult) -> str:
    """Return the text of a result."""
    (content,) = result.content
    assert isinstance(content, types.TextContent)
    return content.text


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with over_http("--jobs", "2", "--timeout", "20") as found:
        yield found


async def everything(client: Client) -> None:
    """Use all there is as an assistant would, and then as none should."""
    assert client.server_info is not None and client.server_info.name == "typeline"
    tools = (await client.list_tools()).tools
    names = ["find_cards", "derive", "explain", "why", "why_not", "check_board"]
    assert [tool.name for tool in tools] == names
    assert all(tool.output_schema and tool.description and tool.input_schema["properties"] for tool in tools)

    derived = await answer(client, "derive", board=TWO)
    assert derived["objects"]["dryad_arbor"]["type_line"] == "Land Creature — Mountain Dryad"
    assert derived == await answer(client, "derive", board={"timeline": ["Dryad Arbor", "Blood Moon"]})
    assert (await answer(client, "find_cards", name="Blod Moon"))["did_you_mean"] == ["Blood Moon"]
    assert (await answer(client, "explain", board=TWO))["walk"]
    assert (await answer(client, "why", board=TWO, fact="dryad_arbor is a Mountain"))["holds"]
    assert (await answer(client, "why_not", board=TWO, fact="dryad_arbor is a Forest"))["culprits"] == [["blood_moon"]]
    assert (await answer(client, "check_board", board=TWO))["fine"]

    addresses = {str(one.uri) for one in (await client.list_resources()).resources}
    assert {"typeline://board/format", "typeline://board/schema", "typeline://examples/dryad_arbor"} <= addresses
    for uri in sorted(addresses):
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, types.TextResourceContents) and content.text
    (prompt,) = (await client.list_prompts()).prompts
    (message,) = (await client.get_prompt(prompt.name, {"question": "Is it a land?"})).messages
    assert isinstance(message.content, types.TextContent) and "Is it a land?" in message.content.text

    several = await asyncio.gather(*(answer(client, "derive", board="Forest\n" * many) for many in range(1, 13)))
    assert [len(one["objects"]) for one in several] == list(range(1, 13))

    for tool, given, line in (
        ("derive", {"board": SECRET}, f"<board>:1: timeline[0].enters: '{SECRET}': no such card."),
        ("derive", {}, "derive: 'board' is missing."),
        ("derive", {"board": 3}, "derive: board: 3 is a number."),
        ("derive", {"board": {"timeline": [{"enters": "Forest", "zone": SECRET}]}}, "<board>: timeline[0].zone: "),
        ("why", {"board": TWO, "fact": SECRET}, f"<fact>: '{SECRET}' is no fact."),
        ("derive", {"board": "x" * 1_048_576}, "derive: the arguments are longer than 1,048,576 bytes"),
        ("dervie", {}, "'dervie' is no tool. Did you mean derive?"),
    ):
        assert (await refusal(client, tool, given)).startswith(line)
    with pytest.raises(MCPError, match="nothing to read is there"):
        await client.read_resource("typeline://examples/none")
    with pytest.raises(MCPError, match="the question is empty"):
        await client.get_prompt(prompt.name, {})
    with pytest.raises(MCPError, match="'x' is no prompt"):
        await client.get_prompt("x", {})
    assert await answer(client, "derive", board=TWO) == derived


@pytest.mark.parametrize("mode", ["auto", "legacy"])
class TestEverything:
    def test_over_stdio(self, mode: str, tmp_path: Path) -> None:
        assert over_stdio(everything, tmp_path, "--jobs", "2", mode=mode) == ""

    def test_over_http(self, mode: str, address: str) -> None:
        ask_http(address, everything, mode)


async def within_limits(client: Client) -> None:
    """A call that takes too long is ended, and holds up no other one."""
    question = {"board": ENDLESS, "fact": "humility has flying"}
    long = asyncio.create_task(refusal(client, "why_not", question))
    await asyncio.sleep(0.2)
    assert (await answer(client, "find_cards", name="Forest"))["cards"]
    assert await long == (
        "why_not: deriving it takes more than 4 seconds. "
        "Ask about a smaller board, or start the server with more --timeout or --memory"
    )
    assert (await answer(client, "find_cards", name="Forest"))["cards"]


class TestLimits:
    def test_time_over_stdio(self, tmp_path: Path) -> None:
        assert over_stdio(within_limits, tmp_path, "--timeout", "4", "--jobs", "2") == ""

    def test_time_over_http(self) -> None:
        with over_http("--timeout", "4", "--jobs", "2") as address:
            ask_http(address, within_limits)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited where the system does it")
    def test_memory(self, tmp_path: Path) -> None:
        async def ask(client: Client) -> None:
            line = await refusal(client, "why_not", {"board": ENDLESS, "fact": "humility has flying"})
            assert line.startswith("why_not: deriving it takes more than 64 MB of memory."), line
            assert (await answer(client, "find_cards", name="Forest"))["cards"]

        assert over_stdio(ask, tmp_path, "--memory", "64", "--jobs", "1") == ""

    def test_too_many(self) -> None:
        """A client that comes when too many wait is told so, and the others get answers, also when the server stops."""
        pool = Pool[Question, Told](Desk(), jobs=1, waiting=1)

        async def ask() -> list[str]:
            calls = (answered(pool, "derive", {"board": "Forest"}) for _ in range(3))
            return [text_of(one) for one in await asyncio.gather(*calls) if one.is_error]

        assert asyncio.run(ask()) == ["derive: too many are waiting: ask again in a moment"]
        pool.end()
        assert asyncio.run(ask()) == ["derive: typeline is stopping"] * 3


class Reply(NamedTuple):
    """The answer over HTTP."""

    status: int
    body: bytes


def post(address: str, body: str | bytes, method: str = "POST", **headers: str) -> Reply:
    """Send something to the server that no client would."""
    place = address.removeprefix("http://").partition("/")[0]
    connection = http.client.HTTPConnection(place, timeout=30)
    usual = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    connection.request(
        method, "/mcp", body, {**usual, **{name.replace("_", "-"): one for name, one in headers.items()}}
    )
    response = connection.getresponse()
    found = Reply(response.status, response.read())
    connection.close()
    return found


def call(board: str) -> str:
    """Write a call of derive; the board stands there as it is."""
    return (
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"derive","arguments":{"board":' + board + "}}}"
    )


class TestHttp:
    @pytest.mark.parametrize(
        ("body", "status"),
        [
            ("", 400),
            ("{", 400),
            (b"\xff\xfe", 400),
            ("[" * 100_000, 400),
            (call('"\\ud800"'), 400),
            (call("9" * 5000), 400),
            ("x" * 2_000_000, 413),
            (call("[" * 150 + "]" * 150), 200),
            (call("NaN"), 200),
            (call("null"), 200),
            ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":3}}', 200),
            ('{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 200),
            ('{"jsonrpc":"2.0","id":1,"method":"no/such"}', 200),
        ],
    )
    def test_hostile_bodies(self, address: str, body: str | bytes, status: int) -> None:
        found = post(address, body)
        assert found.status in (status, 400, 404), found
        assert b"Traceback" not in found.body
        assert found.status == 413 or b"error" in found.body.lower()
        assert post(address, call('"Forest"')).status == 200

    def test_other_hosts_and_pages_of_others_are_refused(self, address: str) -> None:
        assert post(address, call('"Forest"'), host="evil.example").status == 421
        assert post(address, call('"Forest"'), origin="http://evil.example").status == 403

    @pytest.mark.parametrize("method", ["GET", "DELETE"])
    def test_no_stream_stays_open(self, address: str, method: str) -> None:
        assert post(address, "", method).status == 405

    def test_it_listens_to_this_machine_only(self, address: str) -> None:
        port = int(address.rpartition(":")[2].partition("/")[0])
        assert address == f"http://127.0.0.1:{port}/mcp"
        others = {one[4][0] for one in socket.getaddrinfo(socket.gethostname(), port, socket.AF_INET)}
        for other in others - {"127.0.0.1"}:
            with pytest.raises(OSError), socket.create_connection((str(other), port), timeout=2):
                pass

    def test_a_slow_client_holds_up_nobody(self, address: str) -> None:
        port = int(address.rpartition(":")[2].partition("/")[0])
        with socket.create_connection(("127.0.0.1", port)) as slow:
            slow.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{")
            assert post(address, call('"Forest"')).status == 200


def hello(server: subprocess.Popen[bytes]) -> None:
    """Begin a conversation over standard input and output."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    assert server.stdin is not None and server.stdout is not None
    for message in (
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
    ):
        server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
    assert b'"serverInfo"' in server.stdout.readline()


def children(process: int) -> set[str]:
    """Return the processes that a process has started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return {child for task in tasks for child in task.read_text(encoding="ascii").split()}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes where Linux lists them")
class TestEnd:
    """It ends at once, with exit code 0, and leaves no process behind, even in the middle of a question."""

    @pytest.mark.parametrize("how", ["end of input", signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
    def test_over_stdio(self, how: signal.Signals | str) -> None:
        server = command("--jobs", "1")
        try:
            hello(server)
            assert server.stdin is not None
            question = {"board": ENDLESS, "fact": "humility has flying"}
            asked = {"name": "why_not", "arguments": question}
            message = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked}
            server.stdin.write(json.dumps(message).encode() + b"\n")
            server.stdin.flush()
            self._ends(server, how)
        finally:
            gone(server)

    @pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
    def test_over_http(self, how: signal.Signals) -> None:
        server = command("--jobs", "1", "--http", "0")
        try:
            assert server.stderr is not None and server.stderr.readline()
            self._ends(server, how)
        finally:
            gone(server)

    @staticmethod
    def _ends(server: subprocess.Popen[bytes], how: signal.Signals | str) -> None:
        until = time.monotonic() + 30
        while not (started := children(server.pid)):
            assert time.monotonic() < until
            time.sleep(0.05)
        if isinstance(how, str):
            assert server.stdin is not None
            server.stdin.close()
        else:
            server.send_signal(how)
        assert server.wait(20) == 0
        assert server.stderr is not None and server.stderr.read() == b""
        while any(_runs(child) for child in started):
            assert time.monotonic() < until
            time.sleep(0.05)


def _runs(process: str) -> bool:
    """Tell whether a process is still there, and no mere entry in the list."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


class TestCommand:
    def test_without_the_sdk(self, typeline: Typeline, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("solver.mcp.mcp_running", "solver.mcp.mcp_server"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        for name in ("serve_http", "serve_stdio"):  # the face keeps what other tests have asked it for
            monkeypatch.delitem(vars(import_module("solver.mcp")), name, raising=False)
        monkeypatch.setitem(sys.modules, "mcp.server", None)
        assert typeline("mcp").refusal() == (
            "mcp: the Python SDK of the Model Context Protocol is not installed, or too old. "
            "Install it with: pip install 'mtg-typeline[mcp]'"
        )

    def test_a_host_without_http(self, typeline: Typeline) -> None:
        assert typeline("mcp", "--host", "0.0.0.0").refusal() == "--host goes with --http PORT."

    def test_a_port_that_is_taken(self, typeline: Typeline) -> None:
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            line = typeline("mcp", "--http", str(port)).refusal()
        assert line.startswith(f"--http: nobody can listen at 127.0.0.1 port {port}: Address already in use")

    def test_a_host_that_is_none(self, typeline: Typeline) -> None:
        line = typeline("mcp", "--http", "0", "--host", "no such host").refusal()
        assert line.startswith("--http: nobody can listen at no such host port 0: ")

    def test_a_port_that_is_none(self, typeline: Typeline) -> None:
        assert "70000" in typeline("mcp", "--http", "70000").refusal()

    def test_no_input(self) -> None:
        run = shell("typeline mcp <&-")
        assert (run.returncode, run.stdout) == (2, b"")
        assert run.stderr == b"<stdin>: cannot be read: it is closed\n"

    @pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
    def test_on_a_terminal(self) -> None:
        """A message tells a person who starts it by hand that it waits."""
        import pty

        ours, theirs = pty.openpty()
        call = [sys.executable, *START]
        with subprocess.Popen(call, stdin=theirs, stderr=subprocess.PIPE, env=environment(), cwd="/") as server:
            try:
                assert server.stderr is not None
                assert server.stderr.readline().startswith(b"typeline mcp: waiting for an assistant on standard input;")
            finally:
                server.kill()
        os.close(ours)
        os.close(theirs)
