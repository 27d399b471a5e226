"""Asking the statements about the law alone, as it goes through boards step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clingo import Number
from clingo.ast import ProgramBuilder, parse_string

from facts.board import Board
from facts.cards import DEFAULT_EDITION
from solver.answer import Answer
from solver.ask.check.specification.compared_boards import named_in_order, orders, said_of
from solver.ask.check.specification.statements import COMPARED, STATEMENTS, rules_of_statements
from solver.ask.check.specification.timestamps import Given, due, given, wrong_timestamps
from solver.ask.together import PlainTogether, derive_all_plainly
from solver.program import Step

_TIMES = "timestamps_are_as_told"
_BLIND, _ORDER = COMPARED

Data = dict[str, Any]
"""A board as plain data."""


@dataclass
class Tally:
    """On how many boards a statement had something to decide, and whether it held.

    Attributes:
        name: The name of the statement.
        boards: The number of boards on which it had something to decide.
        witness: The first of them; None where there is none.
        broken: The first board on which it does not hold; None where it holds on all.
    """

    name: str
    boards: int = 0
    witness: Data | None = None
    broken: Data | None = None

    @property
    def holds(self) -> bool:
        """True if the statement holds on all boards and had something to decide on one of them."""
        return self.broken is None and self.witness is not None

    def comes_up(self, board: Data) -> None:
        """Count a board that gives the statement something to decide.

        Args:
            board: The board.
        """
        self.boards += 1
        self.witness = _smaller(self.witness, board)

    def fails(self, board: Data) -> None:
        """Note a board on which the statement does not hold.

        Args:
            board: The board.
        """
        self.broken = _smaller(self.broken, board)

    def add(self, other: Tally) -> None:
        """Add the results of other boards.

        Args:
            other: The tally of the same statement on those.
        """
        self.boards += other.boards
        for board in filter(None, (other.witness,)):
            self.witness = _smaller(self.witness, board)
        for board in filter(None, (other.broken,)):
            self.broken = _smaller(self.broken, board)

    def as_data(self) -> Data:
        """Return it as plain data."""
        return {
            "statement": self.name,
            "holds": self.holds,
            "boards": self.boards,
            "witness": self.witness,
            "counterexample": self.broken,
        }


def _smaller(one: Data | None, other: Data) -> Data:
    return other if one is None or len(str(other)) < len(str(one)) else one


@dataclass
class Told:
    """The results of the law and of the statements on boards.

    Attributes:
        boards: The boards, in order.
        answers: The law's answer to each.
        tallies: The tally of each statement, by its name.
    """

    boards: list[Board]
    answers: list[Answer | Exception]
    tallies: dict[str, Tally] = field(default_factory=dict)


class StatedTogether(PlainTogether):
    """The law over several boards, with the statements asked in each step."""

    def __init__(self, facts: Sequence[str]) -> None:
        """Take the facts of the boards.

        Args:
            facts: Facts as text, each with its full stop.
        """
        super().__init__(facts)
        with ProgramBuilder(self.control) as builder:
            parse_string(rules_of_statements(), builder.add)

    def began(self) -> None:
        """Check the statements about the time before the first step."""
        self._ground([("stated_start", [])])

    def stepped(self, step: Step) -> None:
        """Ask about a step.

        Args:
            step: The step.
        """
        numbers = (step.number, step.before, self.state, step.layer)
        self._ground([("stated", [Number(one) for one in numbers])])

    def ended(self) -> None:
        """Check the statements about the time after the last step."""
        self._ground([("stated_end", [Number(self.state)])])

    def told(self, name: str) -> Iterator[tuple[str, int]]:
        """Return the statements with an atom of a predicate, each with the number of a board.

        Args:
            name: The predicate: ``comes_up`` or ``fails``.
        """
        found = {(one.name, board.number) for one, board, _ in self.atoms(name, 3)}
        yield from found


def state(boards: Sequence[Data], *, edition: str = DEFAULT_EDITION) -> Told:
    """Derive boards by the law alone, and ask the statements about each.

    Args:
        boards: Boards as plain data; each object that enters has a label (``as``).
        edition: The edition of the rules.

    Returns:
        The law's answers, and the result of each statement.
    """
    tallies = {one.name: Tally(one.name) for one in STATEMENTS}
    read = [Board.of(data) for data in boards]
    data_of = {id(board): data for board, data in zip(read, boards, strict=True)}
    calm: set[int] = set()

    def look(grounding: PlainTogether, numbered: Mapping[int, Board]) -> None:
        assert isinstance(grounding, StatedTogether)
        named = {number: data_of[id(board)] for number, board in numbered.items()}
        for name, number in grounding.told("comes_up"):
            tallies[name].comes_up(named[number])
        for name, number in grounding.told("fails"):
            tallies[name].fails(named[number])
        times = given(grounding)
        for number, data in named.items():
            told = times.get(number, Given({}, {}, {}))
            expected = due(data, told.turned)
            if expected.renewed:
                tallies[_TIMES].comes_up(data)
            if any(wrong_timestamps(told, expected)):
                tallies[_TIMES].fails(data)
        beside = {board.number for (board,) in grounding.atoms("beside_each_other", 1)}
        tangled = {board.number for (board,) in grounding.atoms("interacts", 1)}
        calm.update(id(named[number]) for number in beside - tangled)

    answers = list(derive_all_plainly(read, edition=edition, grounding=StatedTogether, looked_at=look))
    _compare_orders(boards, answers, calm, tallies[_ORDER], edition)
    return Told(read, answers, tallies)


def _compare_orders(
    boards: Sequence[Data], answers: Sequence[Answer | Exception], calm: set[int], tally: Tally, edition: str
) -> None:
    """Put the boards on which nothing interacts into other orders, and compare the answers.

    Most other orders are among the boards, up to names. The others are derived.
    """
    known: dict[str, tuple[Answer | Exception, Mapping[str, str]]] = {}
    left: dict[str, Data] = {}
    others: list[tuple[Data, Answer | Exception, list[tuple[str, Mapping[str, str]]]]] = []
    for data, answer in zip(boards, answers, strict=True):
        key, names = named_in_order(data)
        known[key] = answer, names
        each = [(other, *named_in_order(other)) for other in orders(data)] if id(data) in calm else []
        if each:
            others.append((data, answer, [(key, names) for _, key, names in each]))
            left.update({key: other for other, key, _ in each})
    left = {key: other for key, other in left.items() if key not in known}
    derived = derive_all_plainly([Board.of(other) for other in left.values()], edition=edition)
    for (key, other), again in zip(left.items(), derived, strict=True):
        known[key] = again, named_in_order(other)[1]
    for data, answer, orders_of_it in others:
        tally.comes_up(data)
        if any(said_of(answer, names) != said_of(*known[key]) for key, names in orders_of_it):
            tally.fails(data)
