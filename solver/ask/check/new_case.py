"""A new case: a board with the answer that the rules give today, for a person to review."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from facts.board import Board, board_text, flow
from solver.answer import Answer, ObjectAnswer
from solver.ask.check.board_findings import check_board
from solver.ask.derive import DEFAULT_EDITION, derive
from solver.ask.explain import Walk, explain
from solver.ask.explain.rules import rulebook_order

_HEAD = (
    "# This is the answer of the rules as they are today; a person decides whether it is right. Check each line,",
    "# give the reason in `why`, keep in `rules` the paragraphs that decide, delete other lines and this comment.",
)
AUTHORITY = "derived from the CR"


def new_case(board: Board, *, edition: str = DEFAULT_EDITION) -> str:
    """Write a case with the actual answer of a board.

    Args:
        board: The board.
        edition: The edition of the rules.

    Returns:
        The case, as YAML. Its `why` is empty.

    Raises:
        InputError: The edition does not know a step of the board.
    """
    answer = derive(board, edition=edition)
    # A case names paragraphs by their numbers in the newest usual edition, so for another edition none are offered.
    rules = _paragraphs(explain(board)) if edition == DEFAULT_EDITION else []
    lines = [*_HEAD, 'why: ""', f"rules: {flow(rules)}", f"authority: {AUTHORITY}"]
    if edition != DEFAULT_EDITION:
        lines.append(f"edition: {flow(edition)}")
    lines += ["board:", *(f"  {line}" for line in board_text(board.document.data).splitlines())]
    lines += ["expect:", *_expected(answer)]
    if answer.refused:
        lines += ["refused:", *(f"  - {flow({'object': one.object, 'rule': one.rule})}" for one in answer.refused)]
    if answer.warnings:
        lines += ["warnings:", *(f"  - {flow(warning)}" for warning in answer.warnings)]
    if findings := check_board(board, edition=edition).findings:
        lines += ["findings:", *(f"  - {flow([one.rule, one.kind, *one.objects])}" for one in findings)]
    return "".join(f"{line}\n" for line in lines)


def _expected(answer: Answer) -> Iterator[str]:
    for label, one in answer.objects.items():
        yield f"  {flow(label)}:"
        for key, value in _characteristics(one).items():
            plain = key == "type_line" and value and ": " not in value
            yield f"    {key}: {value if plain else flow(value)}"


def _characteristics(one: ObjectAnswer) -> dict[str, Any]:
    """Return the values that a reviewer should check: the type line, the size, and all that is not as printed."""
    found: dict[str, Any] = {"type_line": one.type_line}
    if "colors" in one.changed:
        found["colors"] = list(one.colors)
    if one.power is not None:
        found.update(power=one.power, toughness=one.toughness)
    found["abilities"] = [ability.text for ability in one.abilities]
    if one.lost:
        found["lost"] = [{"text": lost.text, "by": lost.by, "rule": lost.rule} for lost in one.lost]
    if one.counters:
        found["counters"] = dict(one.counters)
    return found


def _paragraphs(walk: Walk) -> list[str]:
    """Return the paragraphs that a walk names: those by which something came about."""
    return sorted(set(_named(walk)), key=rulebook_order)


def _named(walk: Walk) -> Iterator[str]:
    for start in walk.starts:
        yield start.rule
    for applied in walk.applied:
        yield from applied.rules
        yield from (rule for change in applied.changes for _, rule in change.withheld)
        if applied.waited:
            yield "613.8a"
    for idle in walk.idle:
        yield idle.rule
    for one in walk.objects.values():
        yield from (ability.rule for ability in one.abilities if ability.rule is not None)
        yield from (lost.rule for lost in one.lost)
    for refused in walk.refused:
        yield refused.rule
