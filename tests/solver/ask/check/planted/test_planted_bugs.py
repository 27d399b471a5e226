"""Each bug that is planted in the law is noticed: by a property, by a case, by the second interpreter, or by all."""

from __future__ import annotations

import pytest

from solver.ask.derive import DEFAULT_EDITION
from solver.program.rule_files import altered
from tests.solver.answers import CASES
from tests.solver.ask.check.planted.planted_bugs import (
    KINDS,
    Planted,
    broken_statements,
    differs,
    failing_case,
    is_blind,
    noticed,
    planted,
)

_NOTICED = noticed()
_BUGS = planted()
_COPIES = "copies_are_blind"
"""The statement that is about pairs of boards: it is asked otherwise."""


def test_each_bug_is_noticed_by_two_of_three() -> None:
    assert _NOTICED.keys() == {bug.name for bug in _BUGS} and len(_BUGS) >= 26
    for name, found in _NOTICED.items():
        assert sum(found[kind] is not None for kind in KINDS) >= 2, name


def test_each_bug_is_an_edit_of_the_law() -> None:
    """Each can be planted: the text to replace stands in its chapter once."""
    for bug in _BUGS:
        with altered(bug.chapter, bug.old, bug.new):
            pass


def test_nothing_is_noticed_in_the_law_as_it_is_written() -> None:
    """The recorded tests, all together: the statements, the cases, the boards of the second interpreter."""
    of_kind = {kind: [found[kind] for found in _NOTICED.values() if found[kind] is not None] for kind in KINDS}
    shown = [(one["statement"], one["board"]) for one in of_kind["property"]]
    assert all(is_blind(board) for statement, board in shown if statement == _COPIES)
    assert not list(broken_statements([board for statement, board in shown if statement != _COPIES]))
    cases = [one for one in CASES if one.name in of_kind["case"]]
    assert len(cases) == len(set(of_kind["case"])) and {one.edition for one in cases} == {DEFAULT_EDITION}
    assert failing_case(cases) is None
    assert differs(of_kind["reference"]) is None


@pytest.mark.parametrize("bug", _BUGS, ids=lambda bug: bug.name)
def test_they_notice_it(bug: Planted) -> None:
    """The recorded tests still notice the bug, and find nothing else wrong there."""
    found = _NOTICED[bug.name]
    with altered(bug.chapter, bug.old, bug.new):
        assert _notice(found) == {kind: found[kind] is not None for kind in KINDS}


def _notice(found: dict[str, dict[str, object] | str | None]) -> dict[str, bool]:
    """Tell who notices something: the property, the case, the second interpreter."""
    prop, case, board = (found[kind] for kind in KINDS)
    told = dict.fromkeys(KINDS, False)
    if isinstance(prop, dict):
        name, shown = prop["statement"], prop["board"]
        assert isinstance(shown, dict)
        told["property"] = not is_blind(shown) if name == _COPIES else name in dict(broken_statements([shown]))
    if case is not None:
        told["case"] = failing_case([one for one in CASES if one.name == case]) is not None
    if isinstance(board, dict):
        told["reference"] = differs([board]) is not None
    return told
