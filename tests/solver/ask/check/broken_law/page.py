"""The page about broken rules of the law: ``python -m tests.solver.ask.check.broken_law.page [KEPT]`` writes it.

KEPT is a file of outcomes (``typeline check --mutants N --law --kept KEPT``); `outcomes.jsonl` remembers them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml

from solver.ask.check.broken_law.law_score import remembered
from solver.ask.check.broken_law.law_verdict import EQUIVALENT, NOTICED, SILENT, SURVIVED, LawVerdict, counted
from solver.ask.check.broken_law.tried_boards import PROPERTY

_HERE = Path(__file__).parent
OUTCOMES = _HERE / "outcomes.jsonl"
PAGE = _HERE.parents[4] / "docs" / "mutants.md"
_KEPT = ("name", "chapter", "kind", "asked", "by", "infected", "fires", "differs", "timeout")


_ENDS = (
    (SURVIVED, "Survivors", ["An answer changes, and nothing notices."]),
    (
        SILENT,
        "Silent",
        [
            "The rule fires on no board that is derived. Most of these rules are about findings (`check BOARD`), and",
            "they change the findings of no case.",
        ],
    ),
    (
        EQUIVALENT,
        "Equivalent",
        [
            "No answer changes on any board that was tried. Those with a star derive other atoms on some boards, and",
            "the answers there stay the same. The others derive the same atoms on all boards: most of them are guards",
            "that another literal implies, or that keep rules from deriving what nobody asks for.",
        ],
    ),
)


def outcomes() -> list[LawVerdict]:
    """Return the remembered outcomes."""
    return list(remembered(OUTCOMES).values())


def reasons() -> dict[str, str]:
    """Return why nothing notices a survivor, or why a mutant is equivalent, by its name."""
    found: dict[str, str] = _told()["reasons"] or {}
    return found


def _told() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((_HERE / "reasons.yaml").read_text(encoding="utf-8"))
    return read


def page() -> str:
    """Return the page."""
    return "\n".join(_lines(outcomes(), reasons())) + "\n"


def _lines(verdicts: Sequence[LawVerdict], why: dict[str, str]) -> Iterator[str]:
    told = counted(verdicts)
    of = told["noticed"] + told["survived"]
    yield "# Broken rules of the law"
    yield ""
    yield "`python -m tests.solver.ask.check.broken_law.page` writes this page from remembered outcomes of"
    yield "`typeline check --mutants N --law` ([check](check.md))."
    yield ""
    yield from _told()["measured"].splitlines()
    yield ""
    yield f"The sample has {told['mutants']} mutants that clingo accepts, of each chapter in proportion to its size."
    yield f"{told['equivalent']} make no difference to any board that was tried, {told['silent']} fire on no board, and"
    yield f"{told['timeout']} exceed the limits. **Of the other {of}, {told['noticed']} are noticed"
    by = ", ".join(
        f"{each['noticed']} by a {kind} ({_share(each['noticed'], of)})" for kind, each in told["by_kind"].items()
    )
    yield f"({_share(told['noticed'], of)})**: {by}; {told['by_two']} by two of these or more."
    yield ""
    yield "## By chapter"
    yield ""
    yield "| chapter | noticed | by a property | by a case | by a ruling | survived | equivalent | silent | timeout |"
    yield "|---|---|---|---|---|---|---|---|---|"
    for chapter, row in told["by_chapter"].items():
        ends = [row.get(NOTICED, 0), row["by_property"], row["by_case"], row["by_ruling"]]
        ends += [row.get(end, 0) for end in (SURVIVED, EQUIVALENT, SILENT, "timeout")]
        yield f"| {_short(chapter)} | " + " | ".join(map(str, ends)) + " |"
    yield ""
    yield "## By property"
    yield ""
    yield "| statement or invariant | notices first |"
    yield "|---|---|"
    for name, number in Counter(_statement(one) for one in verdicts if PROPERTY in one.by).most_common():
        yield f"| {name} | {number} |"
    yield ""
    yield "## Noticed by no property"
    yield ""
    yield "Only cases or rulings notice these: they tell which claims to add."
    yield ""
    yield from _list([one for one in verdicts if one.by and PROPERTY not in one.by], why)
    for end, title, says in _ENDS:
        yield ""
        yield f"## {title}"
        yield ""
        yield from says
        yield ""
        yield from _list([one for one in verdicts if one.end == end], why)


def _list(some: Sequence[LawVerdict], why: dict[str, str]) -> Iterator[str]:
    if not some:
        yield "None."
    for one in sorted(some, key=lambda each: each.name):
        change, _, rule = one.name.removeprefix(f"{one.chapter}: ").partition(": ")
        star = "\\*" if one.end == EQUIVALENT and one.infected else ""
        yield f"- {_short(one.chapter)}: {change}: `{rule}`{star}"
        if one.name in why:
            yield f"  {why[one.name]}"


def _statement(one: LawVerdict) -> str:
    """Return the statement that notices a mutant; a broken law may give an answer that nobody can read."""
    name = one.by[PROPERTY]
    return "the answer cannot be read" if " on " in name else f"`{name}`"


def _short(chapter: str) -> str:
    return chapter.removeprefix("law/").removesuffix(".lp")


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.0f} %" if of else "none"


def main(arguments: Sequence[str]) -> None:
    """Write the page.

    Args:
        arguments: The file of outcomes to take over, if there is a new one.
    """
    if arguments:
        found: list[dict[str, Any]] = [asdict(one) for one in remembered(Path(arguments[0])).values()]
        lines = [json.dumps({key: one[key] for key in _KEPT}, ensure_ascii=False) for one in found]
        OUTCOMES.write_text("\n".join(lines) + "\n", encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
