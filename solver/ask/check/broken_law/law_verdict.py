"""The outcome of a mutant of the law, and how outcomes are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.ask.check.broken_law.tried_boards import KINDS, PROPERTY

NOTICED, SURVIVED, EQUIVALENT, UNCHANGED = "noticed", "survived", "equivalent", "unchanged"
TIMEOUT, SILENT = "timeout", "silent"
ENDS = (NOTICED, SURVIVED, EQUIVALENT, UNCHANGED, SILENT, TIMEOUT)


@dataclass
class LawVerdict:
    """The outcome of a mutant of the law.

    Attributes:
        name: The mutant.
        chapter: The chapter of its rule.
        kind: The mutation operator.
        asked: The kinds of tests that were asked.
        by: The test that notices it, by its kind: ``property``, ``case``, ``ruling``.
        tried: The number of boards of each kind that it was tried on.
        infected: The number of boards of each kind on which it derives something else.
        fires: Whether the rule fires on a board, whole or broken.
        differs: A board whose answer changes though no test notices; empty where none was found.
        timeout: Whether it does not end.
        bound: The bound within which it gives the same answer as the unbroken law on all boards; empty where that is
            not known.
    """

    name: str
    chapter: str
    kind: str
    asked: list[str] = field(default_factory=list)
    by: dict[str, str] = field(default_factory=dict)
    tried: dict[str, int] = field(default_factory=dict)
    infected: dict[str, int] = field(default_factory=dict)
    fires: bool = False
    differs: str = ""
    timeout: bool = False
    bound: str = ""

    @property
    def end(self) -> str:
        """How it ended.

        ``noticed``; ``survived``: an answer changes, and nothing notices; ``equivalent``: no answer changes on any
        board up to the bound; ``unchanged``: no answer changes on the boards that were tried; ``silent``: the rule
        fires on no board at all, whole or broken; ``timeout``.
        """
        if self.by:
            return NOTICED
        if self.timeout:
            return TIMEOUT
        if self.differs:
            return SURVIVED
        if not self.fires:
            return SILENT
        return EQUIVALENT if self.bound else UNCHANGED


def joined(earlier: LawVerdict | None, later: LawVerdict) -> LawVerdict:
    """Join two outcomes of a mutant: a kind of tests may be asked in a run of its own.

    Args:
        earlier: The outcome of an earlier run, if there is one.
        later: The outcome of a later run, which counts where both have one.
    """
    if earlier is None:
        return later
    return LawVerdict(
        later.name,
        later.chapter,
        later.kind,
        list(dict.fromkeys((*earlier.asked, *later.asked))),
        {**earlier.by, **later.by},
        {**earlier.tried, **later.tried},
        {**earlier.infected, **later.infected},
        earlier.fires or later.fires,
        later.differs or earlier.differs,
        earlier.timeout or later.timeout,
        later.bound or earlier.bound,
    )


def counted(verdicts: Sequence[LawVerdict]) -> dict[str, Any]:
    """Count outcomes: in all, by operator, by chapter, by kind of test.

    Args:
        verdicts: The outcomes.

    Returns:
        Plain data. ``score`` is the share of noticed mutants among the noticed and the surviving ones. ``by_kind`` has
        the share of each of the three kinds of tests among the same mutants.
    """
    ends = Counter(one.end for one in verdicts)
    of = ends[NOTICED] + ends[SURVIVED]
    by_kind = {kind: sum(kind in one.by for one in verdicts) for kind in KINDS}
    names = Counter(name for one in verdicts for kind, name in one.by.items() if kind == PROPERTY)
    return {
        "mutants": len(verdicts),
        **{end: ends[end] for end in ENDS},
        "score": round(ends[NOTICED] / of, 4) if of else None,
        "by_kind": {kind: {"noticed": number, "of": of} for kind, number in by_kind.items()},
        "by_two": sum(len(one.by) >= 2 for one in verdicts),
        "by_statement": dict(names.most_common()),
        "by_chapter": {
            chapter: {**ends_of, **_by_kind([one for one in verdicts if one.chapter == chapter])}
            for chapter, ends_of in _table(verdicts, lambda one: one.chapter).items()
        },
        "by_operator": _table(verdicts, lambda one: one.kind),
        "survived_in": {
            chapter: sorted(one.name for one in verdicts if one.chapter == chapter and one.end == SURVIVED)
            for chapter in sorted({one.chapter for one in verdicts if one.end == SURVIVED})
        },
    }


def _by_kind(verdicts: Sequence[LawVerdict]) -> dict[str, int]:
    return {f"by_{kind}": sum(kind in one.by for one in verdicts) for kind in KINDS}


def _table(verdicts: Sequence[LawVerdict], key: Callable[[LawVerdict], str]) -> dict[str, dict[str, int]]:
    found: dict[str, Counter[str]] = {}
    for one in verdicts:
        found.setdefault(key(one), Counter())[one.end] += 1
    return {name: dict(ends) for name, ends in sorted(found.items())}
