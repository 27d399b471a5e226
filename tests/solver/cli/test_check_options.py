"""`typeline check` refuses an option that would do nothing."""

from __future__ import annotations

import pytest

from tests.solver.command import Typeline


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("Forest", "--bounded"), "--bounded is about the rules"),
        (("Forest", "--invariant", "one_power"), "--invariant is about the rules"),
        (("--invariant", "one_power"), "--invariant does nothing without --bounded"),
        (("--bounded", "--law"), "--law does nothing without --mutants"),
        (("--matrix", "--size", "2"), "--size does nothing without --editions"),
        (("--matrix", "--output", "here"), "--output does nothing without --bounded or --editions"),
        (("Forest", "--cores", "2"), "--cores is about the rules"),
        (("--cores", "2"), "--cores does nothing without --bounded or --mutants"),
        (("--matrix", "--decisive"), "--matrix and --decisive are two checks"),
        (("--html",), "--html does nothing without --matrix"),
    ],
)
def test_an_option_that_would_do_nothing(call: tuple[str, ...], said: str, typeline: Typeline) -> None:
    assert said in typeline("check", *call).refusal()


def test_a_default_is_no_option_that_is_given(typeline: Typeline) -> None:
    assert typeline("check", "Forest").code == 0
