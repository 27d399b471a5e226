"""Oracle text without its quoted parts."""

from __future__ import annotations

import pytest

from facts.text.quotes import without_quotes


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ('Target land gains "{T}: Destroy target land."', "Target land gains "),
        ("Target land gains “{T}: Destroy target land.”", "Target land gains "),
        ('It has "a" and "b".', "It has  and ."),
        ("It isn't quoted.", "It isn't quoted."),
    ],
)
def test_quoted_parts_are_left_out(text: str, rest: str) -> None:
    assert without_quotes(text) == rest
