"""The texts of the page: one file a language."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from facts.text import read_document

FOLDER = Path(__file__).parent


@lru_cache(maxsize=4)
def texts(language: str = "english") -> dict[str, Any]:
    """Return the texts of a language.

    Args:
        language: Its file.
    """
    path = FOLDER / f"{language}.yaml"
    found: dict[str, Any] = read_document(path.read_bytes(), path.name).data
    return found
