"""The ranges of random boards that were compared (`seeds.yaml`): no board counts twice, and they are a million."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import yaml

from .fuzzing import AT_A_TIME

_RANGES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "seeds.yaml").read_text(encoding="utf-8"))


def test_no_range_overlaps_another() -> None:
    last: dict[tuple[int, str], int] = {}
    for one in sorted(_RANGES, key=lambda one: (one["seed"], one["kind"], one["from"])):
        key = one["seed"], one["kind"]
        assert one["kind"] in ("small", "eventful") and isinstance(one["date"], datetime.date)
        assert last.get(key, -1) < one["from"] <= one["to"]
        assert one["from"] % AT_A_TIME == 0  # a run can begin there
        last[key] = one["to"]


def test_they_are_a_million() -> None:
    assert sum(one["to"] - one["from"] + 1 for one in _RANGES) >= 1_000_000


def test_the_docs_say_how_many_there_are_of_each_kind() -> None:
    told = (Path(__file__).parents[2] / "docs" / "testing.md").read_text(encoding="utf-8")
    for kind in ("small", "eventful"):
        many = sum(one["to"] - one["from"] + 1 for one in _RANGES if one["kind"] == kind)
        assert f"{many:,} {kind}" in told
