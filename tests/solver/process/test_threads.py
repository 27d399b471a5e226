"""Threads and forked processes may derive, explain, ask and look up cards: the answers are those of one thread."""

from __future__ import annotations

import asyncio
import gc
import io
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from bench.boards import Data, small_batch, small_manland
from facts import Board
from facts.cards.store import Store
from facts.cards.store.importing import import_cards
from solver import derive
from solver.ask.check.board_findings import check_board
from solver.ask.diff import diff
from solver.ask.explain import explain, why, why_not
from solver.ask.query import query
from solver.ask.together.grouping import derive_all
from solver.engine import loading
from solver.process.threads import TURN

THREADS = 8
BOARDS = 12
QUESTIONS: dict[str, Callable[[Board], object]] = {
    "derive": derive,
    "derive_all": lambda board: list(derive_all([board, board])),
    "explain": explain,
    "why": lambda board: why(board, "steam_vents is a Mountain"),
    "why_not": lambda board: why_not(board, "steam_vents is a Goblin").as_data(),
    "query": lambda board: query(board, 'type(X,"Creature"), not subtype(X,"Bear")'),
    "check_board": check_board,
    "diff": lambda board: diff(board, "blood_moon"),
}
forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")


@pytest.fixture
def switching() -> Iterator[None]:
    """Have threads take turns much more often than usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def _in_threads(work: Callable[[int], object]) -> list[Any]:
    """Do work in as many threads, all of which begin at once."""
    ready = threading.Barrier(THREADS)

    def begin(number: int) -> object:
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as threads:
        return list(threads.map(begin, range(THREADS)))


def _shown(answer: object) -> str:
    """Return what an answer says, whichever question it is to: proofs are compared as data."""
    return json.dumps(answer.as_data()) if hasattr(answer, "as_data") else repr(answer)


def test_answers_are_those_of_one_thread(switching: None) -> None:
    boards = small_batch(BOARDS)
    serial = [derive(Board.of(one)) for one in boards]

    def work(number: int) -> list[object]:
        first = number * BOARDS // THREADS  # each begins with another board
        found: dict[int, object] = {}
        for place in (*range(first, BOARDS), *range(first)):
            found[place] = derive(Board.of(boards[place]))
        return [found[place] for place in range(BOARDS)]

    assert _in_threads(work) == [serial] * THREADS
    assert [derive(Board.of(one)) for one in boards] == serial


def test_threads_may_ask_about_the_same_board(switching: None) -> None:
    board = Board.of(small_manland())
    expected = {name: _shown(ask(Board.of(small_manland()))) for name, ask in QUESTIONS.items()}
    names = list(QUESTIONS)

    def work(number: int) -> dict[str, str]:
        return {name: _shown(QUESTIONS[name](board)) for name in (*names[number:], *names[:number])}

    assert _in_threads(work) == [expected] * THREADS


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_two_threads_load_rules_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    inside: set[int] = set()
    most = 0
    add = loading.add

    def watched(*given: Any) -> None:
        nonlocal most
        inside.add(threading.get_ident())
        most = max(most, len(inside))
        time.sleep(0.002)  # others would begin now
        add(*given)
        inside.discard(threading.get_ident())

    monkeypatch.setattr(loading, "add", watched)
    boards = [Board.of(small_manland()) for _ in range(THREADS)]
    _in_threads(lambda number: QUESTIONS[name](boards[number]))
    assert most == 1


def test_an_event_loop_goes_on_while_its_executor_derives() -> None:
    boards = [Board.of(one) for one in small_batch(8)]

    async def ask() -> list[Any]:
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(None, derive, one) for one in boards))

    assert asyncio.run(ask()) == [derive(one) for one in boards]
    assert gc.isenabled()


@forks
def test_a_forked_process_derives_though_threads_were_at_it() -> None:
    boards = small_batch(6)
    expected = [derive(Board.of(one)) for one in boards]
    stop = threading.Event()

    def keep_deriving() -> None:
        while not stop.is_set():
            for one in boards:
                derive(Board.of(one))

    threads = [threading.Thread(target=keep_deriving) for _ in range(2)]
    for one in threads:
        one.start()
    try:
        codes = [_forked(lambda: [derive(Board.of(one)) for one in boards] == expected) for _ in range(5)]
    finally:
        stop.set()
        for one in threads:
            one.join()
    assert codes == [0] * 5


@forks
def test_a_fork_waits_for_the_thread_that_derives() -> None:
    began, end = threading.Event(), threading.Event()

    def derive_for_long() -> None:
        with TURN:
            began.set()
            end.wait(60)

    thread = threading.Thread(target=derive_for_long)
    thread.start()
    began.wait(60)
    threading.Timer(0.1, end.set).start()
    code = _forked(lambda: bool(derive(Board.named(["Forest"])).objects))
    thread.join()
    assert code == 0


def test_threads_that_read_the_same_cards_get_the_same_cards(switching: None) -> None:
    described: Data = {
        "cards": [
            {"name": "Ox", "type_line": "Creature — Ox", "oracle_text": "Flying", "power": "1", "toughness": "1"}
        ],
        "timeline": ["Ox", "Grizzly Bears", "Ox"],
    }
    for number in range(3):
        described["cards"][0]["artist"] = str(number)  # a card that no board described before
        read = _in_threads(lambda _: Board.of(described).timeline.cards)
        assert all(one.keys() == read[0].keys() for one in read)
        assert all(one[key] is read[0][key] for one in read for key in one)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    cards = [
        {"name": f"Ox {number}", "type_line": "Creature — Ox", "oracle_text": "Flying", "power": "1", "toughness": "1"}
        for number in range(30)
    ]
    path = str(tmp_path / "cards.db")
    import_cards(io.BytesIO(json.dumps(cards).encode()), "cards.json", path)
    with Store(path) as opened:
        yield opened


def test_threads_share_a_store(store: Store, switching: None) -> None:
    def work(number: int) -> list[object]:
        found = [store.find(f"Ox {(place + number) % 30}") for place in range(30)]
        named = {one.name: one for one in found if one is not None}
        assert len(list(store.all())) == 30
        assert len(store.search("ox")) == 30
        if number == 3:
            return list(named.values())
        return [named[name] for name in sorted(named)]

    read = _in_threads(work)
    assert all(set(map(id, one)) == set(map(id, read[0])) for one in read)
    assert len(read[0]) == 30


@forks
def test_a_forked_process_opens_the_store_for_itself(store: Store) -> None:
    assert store.find("Ox 1") is not None
    opened = store._connection

    def look() -> bool:
        there = store.find("Ox 2") is not None
        return there and store._connection is not opened

    assert _forked(look) == 0
    assert store._connection is opened
    assert store.find("Ox 3") is not None


def _forked(work: Callable[[], bool]) -> int:
    """Do work in a forked process; return 0 where it returned true in time."""
    child = os.fork()
    if child == 0:
        code = 2
        try:
            code = 0 if work() else 1
        finally:
            os._exit(code)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return 3
