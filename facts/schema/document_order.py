"""The order in which things stand in a document: errors are about the first of several problems."""

from __future__ import annotations

from typing import Any

from facts.text import Path


class DocumentOrder:
    """The order in which things stand in a document."""

    def __init__(self, data: Any) -> None:
        """Take the document's data."""
        self._data = data
        self._keys: dict[int, dict[str, int]] = {}

    def value(self, path: Path) -> Any:
        """Return the value that a path leads to.

        Args:
            path: Keys and indexes that are there.
        """
        data = self._data
        for step in path:
            data = data[step]
        return data

    def of(self, path: Path) -> list[float]:
        """Return where a path leads, as positions: their order is that of the document.

        Args:
            path: Keys and indexes that are there.
        """
        places: list[float] = []
        data = self._data
        for step in path:
            if isinstance(step, str):
                if id(data) not in self._keys:
                    self._keys[id(data)] = {key: at for at, key in enumerate(data)}
                places.append(self._keys[id(data)][step])
            else:
                places.append(step)
            data = data[step]
        return places
