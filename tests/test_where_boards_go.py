"""Few functions take a whole board: the others say in their parameters what they need of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import facts

ROOT = Path(facts.__file__).parent.parent

MOST_FUNCTIONS = 24
"""The most functions that take a board. Another one is worth it only where a question about a board is asked."""
MOST_FIELDS = 5
"""The most values that hold one."""
_BOARDS = ("Board", "weakref.ref[Board]", "Data", "dict[str, Any]", "Mapping[str, Any]")
"""The types of boards, and of the plain data of boards."""
_READ_BEFORE = ("facts/board", "facts/__init__.py", "solver/speed/prepared.py")
"""Places below those that ask which know boards: they read one, offer them, or derive some to prepare the rules."""
_BELOW = ("facts", "solver/process", "solver/program", "solver/speed", "solver/engine", "solver/answer")


class Taken(NamedTuple):
    """A parameter of a function or a field of a value, with its type."""

    place: str
    name: str
    type: str


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for package in ("facts", "solver"):
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def _type(annotation: ast.expr | None) -> str:
    return "" if annotation is None else ast.unparse(annotation).strip("'\"").removesuffix(" | None")


def _parameters() -> Iterator[Taken]:
    for path, tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                taken = (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)
                yield from (Taken(f"{path}: {node.name}", one.arg, _type(one.annotation)) for one in taken)


def _fields() -> Iterator[Taken]:
    for path, tree in _modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for one in node.body:
                    if isinstance(one, ast.AnnAssign):
                        yield Taken(f"{path}: {node.name}", ast.unparse(one.target), _type(one.annotation))


def test_few_functions_take_a_whole_board() -> None:
    found = [one.place for one in _parameters() if one.type == "Board"]
    assert len(found) <= MOST_FUNCTIONS, "let one of these take what it reads of the board:\n" + "\n".join(found)


def test_few_values_hold_a_board() -> None:
    found = [one.place for one in _fields() if one.type == "Board"]
    assert len(found) <= MOST_FIELDS, "let one of these hold what is read of the board:\n" + "\n".join(found)


@pytest.mark.parametrize(("type_", "name"), [("Board", "board"), ("Timeline", "timeline")])
def test_one_name_for_one_thing(type_: str, name: str) -> None:
    assert [one for one in _parameters() if one.type == type_ and one.name != name] == []


def test_what_is_called_board_is_one_or_is_its_data() -> None:
    assert [one for one in _parameters() if one.name == "board" and one.type not in _BOARDS] == []


@pytest.mark.parametrize("below", _BELOW)
def test_nothing_below_the_questions_knows_boards(below: str) -> None:
    knowing = [
        path
        for path, tree in _modules()
        if path.startswith(f"{below}/") and not path.startswith(_READ_BEFORE)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "facts.board.board"
    ]
    assert knowing == []
