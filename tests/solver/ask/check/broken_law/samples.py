"""Samples of broken rules: what `samples.yaml` says of each, and the outcomes that are remembered."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from solver.ask.check.broken_law import counted
from solver.ask.check.broken_law.law_score import remembered
from solver.ask.check.broken_law.law_verdict import LawVerdict
from solver.ask.check.broken_law.tried_boards import CASE, PROPERTY
from solver.ask.check.broken_law.within_bound import ASKED

_HERE = Path(__file__).parent
_KEPT = ("name", "chapter", "kind", "asked", "by", "infected", "fires", "differs", "timeout", "bound")
_ENDS = ("equivalent", "unchanged", "silent", "timeout")


@dataclass(frozen=True)
class Sample:
    """A sample.

    Attributes:
        seed: Its seed.
        asked_on: The day, in words.
        said: What is to say about it.
        law: The commit of the law, the claims and the cases; empty where the law changed while it was asked.
        asks: The number of mutants to draw.
        every: One in so many boards of the tiers is taken, at 2 x 2.
        three: One in so many at 3 x 3, for mutants that no property notices at 2 x 2; 0 for none.
        counts: What was counted, where no outcomes are remembered.
        survivors: The mutants that nothing notices, each with the reason.
        argued: The mutants that no board was found for and that are equivalent by an argument, each with it.
        reasons: What is to say about other mutants.
        listed: Whether the page lists its outcomes.
    """

    seed: int
    asked_on: str
    said: str
    law: str = ""
    asks: int = 100
    every: int = 40
    three: int = 0
    counts: Mapping[str, int] = field(default_factory=dict)
    survivors: Mapping[str, str] = field(default_factory=dict)
    argued: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    listed: bool = False

    @property
    def file(self) -> Path:
        """The file of its outcomes."""
        return _HERE / "outcomes" / f"seed_{self.seed}.jsonl"

    @property
    def outcomes(self) -> Sequence[LawVerdict]:
        """The outcomes that are remembered."""
        return list(remembered(self.file).values())

    @property
    def is_bound(self) -> bool:
        """Whether mutants that change no answer were asked about all boards up to the bound."""
        return any(ASKED in one.asked for one in self.outcomes)

    def counted(self) -> Mapping[str, int]:
        """Count the outcomes: mutants, ends, those that a property notices, and those that anything notices."""
        if not self.outcomes:
            return self.counts
        told = counted(self.outcomes)
        argued = len(self.argued)
        ends = {end: told[end] for end in _ENDS} | {"unchanged": told["unchanged"] - argued, "argued": argued}
        by = {"property": told["by_kind"][PROPERTY]["noticed"], "noticed": told["noticed"]}
        return {"mutants": told["mutants"], **ends, "of": told["noticed"] + told["survived"], **by}


def samples() -> list[Sample]:
    """Return the samples."""
    return [Sample(**one) for one in told()["samples"]]


@cache
def told() -> Mapping[str, Any]:
    """Return what `samples.yaml` says."""
    read: Mapping[str, Any] = yaml.safe_load((_HERE / "samples.yaml").read_text(encoding="utf-8"))
    return read


def remember(sample: Sample, kept: Path) -> None:
    """Write the outcomes of a sample.

    Args:
        sample: The sample.
        kept: The file that a run has kept. Cases count as asked only about what no property notices.
    """
    lines = []
    for verdict in remembered(kept).values():
        if PROPERTY in verdict.by:
            verdict.asked = [kind for kind in verdict.asked if kind not in (CASE, "finding", "small", ASKED)]
        one = asdict(verdict)
        lines.append(json.dumps({key: one[key] for key in _KEPT}, ensure_ascii=False))
    sample.file.write_text("\n".join(lines) + "\n", encoding="utf-8")
