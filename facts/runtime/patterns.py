"""Regular expressions that are compiled when they are first used: few commands need more than a few of them."""

from __future__ import annotations

import re
from typing import Any, cast

__all__ = ["pattern"]


class _Pattern:
    """Stands for a compiled pattern; a method that was used once is an attribute from then on."""

    def __init__(self, text: str, flags: int) -> None:
        self._given = text, flags

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # copying and pickling ask whether an object has its own way to do so
            raise AttributeError(name)
        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression that is compiled when it is first used.

    Args:
        text: The expression.
        flags: As for `re.compile`.

    Returns:
        An object with the methods and attributes of the compiled pattern. The functions of `re` do not take it.

    Raises:
        re.error: At the first use, if the text is no regular expression.
    """
    return cast("re.Pattern[str]", _Pattern(text, flags))
