"""The fast tier has a few tests of each kind."""

from __future__ import annotations

from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests.case_files import all_cases
from tests.tiers import COLLECTED, LEFT_OUT, OF_EACH_TOPIC, WHOLE, fast, function_of, spread, topic_of

TESTS = Path(__file__).parent
Items = tuple[pytest.Item, ...]


@pytest.fixture
def everything(request: pytest.FixtureRequest) -> Items:
    """All tests."""
    items = request.config.stash[COLLECTED]
    files = {path.relative_to(TESTS.parent).as_posix() for path in TESTS.rglob("test_*.py")}
    if not files <= {_file(item) for item in items}:
        pytest.skip("only some of the tests were collected")
    return items


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def test_of_each_file_there_is_a_test(everything: Items) -> None:
    """Files that are left out whole are exempt."""
    left_out = {name.partition("::")[0] for name in LEFT_OUT if name.endswith("::*")}
    assert {_file(item) for item in everything} - {_file(item) for item in fast(everything)} <= left_out


def test_of_each_topic_there_is_a_case(everything: Items) -> None:
    tried = {topic_of(item) for item in fast(everything) if _file(item) == "tests/test_cases.py"}
    assert {case.name.partition("/")[0] for case in all_cases()} <= tried


def test_each_name_is_that_of_a_test(everything: Items) -> None:
    names = {function_of(item) for item in everything}
    assert [one for one in (*WHOLE, *OF_EACH_TOPIC, *LEFT_OUT) if not any(fnmatch(name, one) for name in names)] == []


@pytest.mark.parametrize(
    ("there", "most", "chosen"), [(2, 3, [0, 1]), (3, 3, [0, 1, 2]), (9, 3, [0, 4, 8]), (100, 4, [0, 33, 66, 99])]
)
def test_those_that_are_tried_are_far_from_each_other(there: int, most: int, chosen: list[int]) -> None:
    assert spread(list(range(there)), most) == chosen
