"""The path of a store that is not there yet."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "folder" / "my cards?.db")
