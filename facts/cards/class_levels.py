"""The level abilities of Classes, as texts have them: "{2}{G}: Level 2" (716.2a)."""

from __future__ import annotations

import re

from facts.runtime import pattern

_ABILITY = pattern(r"^[^:\"]+: level (\d+)(?=\.?$|\n)", re.IGNORECASE)
_NAMED = pattern(r"^(?:[^:]*: )?level (\d+)\b", re.IGNORECASE)


def level_given(text: str) -> int | None:
    """Return the level that a level ability gives; None where a text is no such ability.

    Args:
        text: The text of an ability.
    """
    said = _ABILITY.match(text)
    return int(said[1]) if said is not None else None


def level_named(words: str) -> int | None:
    """Return the level that words name: ``Level 2`` or ``{2}{G}: Level 2``; None where they name none.

    Args:
        words: The words.
    """
    said = _NAMED.match(words.strip())
    return int(said[1]) if said is not None else None
