"""What `check BOARD` finds, by the law alone, for several boards in one grounding."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from clingo import Symbol, SymbolType

from facts.board import Board, with_checking_facts
from facts.cards import DEFAULT_EDITION
from facts.text import InputError
from solver.ask.together import PlainTogether, groups, of_which_board, written_plainly
from solver.process import one_at_a_time


class Found(NamedTuple):
    """One thing that is found on a board.

    Attributes:
        rule: The number of the paragraph in the newest edition.
        kind: The finding: a key of `solver.ask.explain.wording.SENTENCES`.
        about: The label of the object, or the number of the step.
        other: The same for a second thing, such as its host; or a word.
    """

    rule: str
    kind: str
    about: str
    other: str


@one_at_a_time
def found_plainly(
    boards: Sequence[Board],
    *,
    edition: str = DEFAULT_EDITION,
    looked_at: Callable[[PlainTogether, Mapping[int, Board]], object] | None = None,
) -> Iterator[frozenset[Found] | Exception]:
    """Check boards by the law alone, many at a time.

    Args:
        boards: The boards.
        edition: The edition of the rules.
        looked_at: Called with each grounding when it is done, and with the boards in it by their numbers.

    Returns:
        What is found on each, in order, or its error.
    """
    found: dict[int, frozenset[Found] | Exception] = {}
    for group in groups(boards):
        found.update(_together(group, edition, looked_at))
    for board in boards:
        yield found[id(board)]


def _together(
    boards: Sequence[Board],
    edition: str,
    looked_at: Callable[[PlainTogether, Mapping[int, Board]], object] | None,
) -> dict[int, frozenset[Found] | Exception]:
    wrong: dict[int, frozenset[Found] | Exception] = {}
    each: dict[int, set[Found]] = {}
    lines: dict[str, None] = {}
    for number, told in written_plainly(boards, edition, checking=True).items():
        if isinstance(told, InputError):
            wrong[id(boards[number])] = told
            continue
        lines.update(dict.fromkeys(with_checking_facts(number, told).lines))
        each[number] = set()
    grounding = PlainTogether(list(lines))
    grounding.run()
    grounding.check()
    if looked_at is not None:
        looked_at(grounding, {number: boards[number] for number in each})
    for rule, kind, about, other in grounding.atoms("finding", 4):
        one = Found(rule.string, kind.name, _word(about), _word(other))
        each[of_which_board(about)].add(one)
    return {**wrong, **{id(boards[number]): frozenset(those) for number, those in each.items()}}


def _word(term: Symbol) -> str:
    """Return the label of an object, the name of a player, the number of a step, or a word."""
    inside = term.type is SymbolType.Function and term.name in ("o", "p", "step") and len(term.arguments) == 2
    return str(term.arguments[-1] if inside else term).strip('"')
