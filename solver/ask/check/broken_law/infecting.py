"""On which boards does a broken rule derive anything else than the rule as it was?

Any other board has the same model, and so the same answer. All broken rules of a batch are asked at once, in one
derivation of each board by the unbroken law: beside each rule stand rules for the atoms that the broken one would
derive in addition, and for those that it would not. No rule of the law uses them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from clingo.ast import AST, Function, Sign

from facts.board import Board
from solver.ask.check.broken_law.law_mutants import LawMutant
from solver.ask.check.broken_law.tried_boards import CHECKED, Pool, Trial, together
from solver.ask.check.specification import found_plainly
from solver.ask.together import PlainTogether, derive_all_plainly, of_which_board
from solver.engine import law_changed, law_rules

_WHOLE, _NOW, _MORE, _LESS = "as_it_was", "as_it_is_now", "derives_more", "derives_less"
_MOST, _FEW = 4000, 60
"""The most atoms to read in a grounding: of a broken rule, and of a rule as it was."""


@dataclass
class Infected:
    """The boards on which broken rules derive something else.

    Attributes:
        boards: By the place of the mutant in the list, the trials.
        fires: By the same place, the trials on which the rule fires as it was.
        anywhere: The mutants that derive something else that names no board.
    """

    boards: dict[int, set[Trial]] = field(default_factory=dict)
    fires: dict[int, set[Trial]] = field(default_factory=dict)
    anywhere: set[int] = field(default_factory=set)

    def told(self) -> Any:
        """Return the results with names in place of boards, so that another process can read them."""

        def named(those: Mapping[int, set[Trial]]) -> dict[int, list[tuple[str, str]]]:
            return {number: [(one.kind, one.name) for one in each] for number, each in those.items()}

        return named(self.boards), named(self.fires), self.anywhere

    @classmethod
    def read(cls, told: Any, boards: Pool) -> Infected:
        """Read what was sent.

        Args:
            told: The result of `told`.
            boards: The boards that names stand for.
        """
        trials = {(one.kind, one.name): one for each in boards.values() for one in each}
        first, second = ({number: {trials[one] for one in each} for number, each in part.items()} for part in told[:2])
        return cls(first, second, told[2])


def infected(mutants: Sequence[LawMutant], boards: Pool) -> Infected:
    """Find the boards on which broken rules derive something else.

    Args:
        mutants: The mutants.
        boards: The boards.
    """
    found = Infected()
    rules = law_rules()
    beside: dict[int, list[AST]] = {}
    for number, mutant in enumerate(mutants):
        beside.setdefault(mutant.place, []).extend(_beside(number, mutant))
    with law_changed({place: [*rules[place].trees[1:], *more] for place, more in beside.items()}, beside=True):
        for trials in boards.values():
            for some in together(trials):
                _look(some, mutants, found)
    return found


def _beside(number: int, mutant: LawMutant) -> Iterator[AST]:
    """Return rules for the atoms that a broken rule derives in addition, and for those that it does not derive."""
    yield _telling(mutant.whole, _WHOLE, number)
    if mutant.kind == "gone" or mutant.is_unlinked:
        return
    for rule in mutant.rules:
        absent = rule.head.update(sign=Sign.Negation)
        yield rule.update(head=_inside(rule.head, _MORE, number), body=[*rule.body, absent])
        if mutant.kind not in ("dropped", "headed"):
            yield _telling(rule, _NOW, number)
    if mutant.kind not in ("dropped", "headed"):
        was, now = (_inside(mutant.whole.head, name, number) for name in (_WHOLE, _NOW))
        body = [*mutant.whole.body, was, now.update(sign=Sign.Negation)]
        yield mutant.whole.update(head=_inside(mutant.whole.head, _LESS, number), body=body)


def _telling(rule: AST, name: str, number: int) -> AST:
    return rule.update(head=_inside(rule.head, name, number))


def _inside(head: AST, name: str, number: int) -> AST:
    """Return a head as an argument of another predicate, one for each mutant."""
    return head.update(atom=head.atom.update(symbol=Function(head.location, f"{name}_{number}", [head.atom.symbol], 0)))


def _look(some: Sequence[Trial], mutants: Sequence[LawMutant], found: Infected) -> None:
    trial_of: dict[int, Trial] = {}
    read: list[Board] = []
    for one in some:
        board = one.board()
        trial_of[id(board)] = one
        read.append(board)
    seen: list[PlainTogether] = []

    def told(_: PlainTogether, numbered: Mapping[int, Board]) -> None:
        for grounding in seen:
            _read(grounding, {number: trial_of[id(board)] for number, board in numbered.items()}, mutants, found)
        seen.clear()

    with PlainTogether.seen_by(seen.append):
        asked = found_plainly if some[0].kind == CHECKED else derive_all_plainly
        list(asked(read, edition=some[0].edition, looked_at=told))


def _read(grounding: PlainTogether, trials: Mapping[int, Trial], mutants: Sequence[LawMutant], found: Infected) -> None:
    for number, mutant in enumerate(mutants):
        told = mutant.kind == "gone" or mutant.is_unlinked
        for name in (_WHOLE, _MORE, _LESS):
            counts = name != _WHOLE or told
            for (atom,) in islice(grounding.atoms(f"{name}_{number}", 1), _MOST if counts else _FEW):
                try:
                    trial = trials.get(of_which_board(atom))
                except ValueError:
                    if counts:
                        found.anywhere.add(number)
                    break
                if trial is None:
                    continue
                if name == _WHOLE:
                    found.fires.setdefault(number, set()).add(trial)
                if counts:
                    found.boards.setdefault(number, set()).add(trial)
