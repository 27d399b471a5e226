"""The vocabulary: the predicates that may be asked about, from their docstrings in the rules."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from facts.runtime import pattern
from solver.program.rule_files import VOCABULARY, chapter_text, chapters, name_of

_DOCSTRING = pattern(r"%\*!\s*(\w+)\(([^)]*)\)\s+(.*?)\s*\*%", re.DOTALL)


class Predicate(NamedTuple):
    """A predicate of the vocabulary.

    Attributes:
        name: Its name.
        arguments: The names of its arguments.
        meaning: Its meaning, in one sentence.
    """

    name: str
    arguments: tuple[str, ...]
    meaning: str

    @property
    def form(self) -> str:
        """The predicate as written: ``type(X,T)``."""
        return f"{self.name}({','.join(self.arguments)})"


@lru_cache(maxsize=1)
def vocabulary() -> tuple[Predicate, ...]:
    """Return the predicates that may be asked about.

    Returns:
        The predicates, in the order the rules document them.
    """
    found: list[Predicate] = []
    for path in chapters():
        if name_of(path).startswith(("law/", "engine/")) and name_of(path) != VOCABULARY:
            continue  # these chapters describe their predicates in the same way, for readers of the rules
        for name, arguments, meaning in _DOCSTRING.findall(chapter_text(path)):
            words = tuple(word.strip() for word in arguments.split(","))
            found.append(Predicate(name, words, " ".join(meaning.split())))
    return tuple(found)
