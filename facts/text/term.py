"""Writing facts for clingo: every text that a board contains becomes a quoted string, never program text."""

from __future__ import annotations

from collections.abc import Iterable

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n"})


def quoted(text: str) -> str:
    """Return a text as a clingo string.

    Args:
        text: Any text.

    Returns:
        The text in quotes, with backslashes, quotes and line ends escaped.
    """
    if '"' in text or "\\" in text or "\n" in text:
        text = text.translate(_ESCAPES)
    return f'"{text}"'


def fact(predicate: str, *arguments: object) -> str:
    """Return one fact.

    Args:
        predicate: The predicate's name.
        arguments: Terms as text (see `quoted`), or integers.

    Returns:
        The fact with its full stop.
    """
    if not arguments:
        return f"{predicate}."
    return f"{predicate}({','.join(map(str, arguments))})."


class Facts:
    """Facts in the order they were said, each once."""

    def __init__(self) -> None:
        """Start with none."""
        self._lines: list[str] = []

    def say(self, predicate: str, *arguments: object) -> None:
        """Add one fact.

        Args:
            predicate: The predicate's name.
            arguments: Terms as text, or integers.
        """
        self._lines.append(fact(predicate, *arguments))

    def add(self, line: str) -> None:
        """Add one fact that is written already.

        Args:
            line: The fact with its full stop.
        """
        self._lines.append(line)

    def extend(self, lines: Iterable[str]) -> None:
        """Add facts that are written already.

        Args:
            lines: Facts with their full stops.
        """
        self._lines.extend(lines)

    def lines(self) -> tuple[str, ...]:
        """Return the facts.

        Returns:
            One text a fact.
        """
        return tuple(dict.fromkeys(self._lines))

    def text(self) -> str:
        """Return all facts as one program text."""
        return "\n".join(self.lines())
