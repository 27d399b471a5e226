"""The rules on the cases: whether every atom is a fact and there is one model, and which rules fire."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from clingo import Control

from facts.board import Board
from facts.cards import all_cards, card_facts
from facts.schema import check
from facts.text import Document, InputError, read_document
from solver.ask.check.coverage import Marks
from solver.ask.check.finding import Finding
from solver.ask.derive import DEFAULT_EDITION, ground
from solver.ask.query import transformations
from solver.ask.together import Found, by_steps, ground_together, groups, settled_together
from solver.engine import Layers, moments
from solver.program import root
from solver.speed import words_in

_OBJECTS = 120
"""The number of objects evaluated together: more boards make more steps of the walk."""


@dataclass
class Evaluated:
    """The outcome of evaluating many boards.

    Attributes:
        boards: Their number.
        problems: Atoms that are no facts, boards with no or several models.
        told: The predicates of facts that the boards are written with.
        words: For each board, the words of gates that its facts open.
    """

    boards: int = 0
    problems: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    words: dict[str, frozenset[str]] = field(default_factory=dict)

    def evaluation(self) -> Finding:
        """Return the check that every atom is a fact, and that there is one model."""
        said = f"{self.boards} boards: every atom a fact, one model"
        return Finding("evaluation", said, tuple(self.problems))


NO_CASES = "there are no cases here: name a folder with --cases (FOLDER/TOPIC/NAME.yaml)"
"""The reason for skipping a check of cases."""


def case_folder(given: str | None = None) -> Path | None:
    """Return the folder of the cases: the given one, or that which is beside the rules.

    A wheel has it within the package, a checkout among its tests.

    Args:
        given: A folder, or None.

    Returns:
        The folder; None where there are no cases.

    Raises:
        InputError: There is no such folder, or its files are not where cases are.
    """
    if given is not None and not Path(given).is_dir():
        raise InputError("there is no such folder", "Name one with cases: FOLDER/TOPIC/NAME.yaml", source=given)
    folders = [root() / "cases", root() / "tests" / "cases"] if given is None else [Path(given)]
    found = next((folder for folder in folders if any(folder.glob(_FILES))), None)
    if found is None and given is not None and (stray := next(Path(given).rglob("*.yaml"), None)) is not None:
        _is_no_board(_read(stray), stray)
        folder = os.path.normpath(stray.parent / "..")
        hint = f"Cases are FOLDER/TOPIC/NAME.yaml: write --cases {shlex.quote(folder)}"
        raise InputError("is no case of this folder", hint, source=str(stray))
    return found


_FILES = "*/*.yaml"


def cases(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Go through the cases of a folder.

    Args:
        folder: ``FOLDER/TOPIC/NAME.yaml``.

    Returns:
        The name and the content of each case, except those that expect a refusal or wait for something.

    Raises:
        InputError: A file cannot be read, or is no case.
    """
    for name, document in _documents(folder):
        yield name, document.data


class CaseBoard(NamedTuple):
    """A case with its board.

    Attributes:
        name: ``TOPIC/NAME``.
        data: The content of the case.
        board: Its board.
    """

    name: str
    data: Mapping[str, Any]
    board: Board


def boards_of(folder: Path) -> Iterator[CaseBoard]:
    """Go through the cases of a folder, and read their boards.

    Args:
        folder: As for `cases`.

    Returns:
        The cases, in the same order.

    Raises:
        InputError: A file cannot be read, or is no case.
    """
    for name, document in _documents(folder):
        yield CaseBoard(name, document.data, Board(document.part("board")))


def _documents(folder: Path) -> Iterator[tuple[str, Document]]:
    for path in sorted(folder.glob(_FILES)):
        document = _read(path)
        _is_no_board(document, path)
        check(document, "case")
        if "error" not in document.data and not document.data.get("waits_for"):
            yield f"{path.parent.name}/{path.stem}", document


def _read(path: Path) -> Document:
    try:
        return read_document(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None


def _is_no_board(document: Document, path: Path) -> None:
    """Refuse a board where a case belongs."""
    if isinstance(document.data, dict) and "timeline" in document.data and "board" not in document.data:
        file = shlex.quote(str(path))
        hint = f"Check it with: typeline check {file}, or make a case of it: typeline case new {file}"
        raise InputError("is a board, not a case", hint, source=str(path))


def edition_in(case: Mapping[str, Any], otherwise: str = DEFAULT_EDITION) -> str:
    """Return the edition of the rules that a case is about.

    Args:
        case: The content of a case.
        otherwise: The edition if the case names none.
    """
    return str(case.get("edition", otherwise))


def evaluate(folder: Path | Iterable[CaseBoard], marks: Marks | None = None) -> Evaluated:
    """Evaluate all cases.

    Args:
        folder: The cases: their folder, or its contents.
        marks: Notes which rules fire, in every grounding of a board.

    Returns:
        The outcome.
    """
    found = Evaluated()
    for card in all_cards():
        found.told.update(_predicate(line) for line in card_facts(card, card.name)[0])
    given = boards_of(folder) if isinstance(folder, Path) else folder
    read = [(name, board, edition_in(data)) for name, data, board in given]
    # Few boards ask many questions. The others are grouped with boards that take much the same steps.
    alike = {id(board): place for place, board in enumerate(by_steps(board for _, board, _ in read))}
    read.sort(key=lambda one: (len(moments(one[1].timeline, checking=True)), alike[id(one[1])]))
    names = {id(board): name for name, board, _ in read}
    for edition in dict.fromkeys(edition for *_, edition in read):
        for group in groups((board for _, board, its in read if its == edition), _OBJECTS):
            settled = settled_together(group, edition, checking=True)
            for everything in (True, False):
                _evaluate(found, group, settled, names, edition, everything=everything)
                if marks is not None:
                    marks.read()
    if marks is None:
        return found

    # Boards that ask about moments of the past come first: the words of their questions may be gone from the final
    # facts, and some rules fire only in a question that one board asks alone. Then come boards that open the gates of
    # rules that have not fired. Usually a small board makes each fire, and takes a tenth of the time of a large one.
    def likely_first(one: tuple[str, Board, str]) -> tuple[bool, bool, int]:
        name, board, _ = one
        timeline = board.timeline
        asks = bool(timeline.watches or timeline.claims or timeline.turnings)
        return not asks, not marks.could_fire(found.words[name]), len(timeline.things) + len(moments(timeline))

    for _, board, edition in sorted(read, key=likely_first):
        if not marks.unexcused:
            break
        facts, layers = ground(board, edition=edition)
        for _ in transformations(facts, edition, layers):
            pass  # they ground the remaining parts
        marks.read()
    return found


def _evaluate(
    found: Evaluated,
    boards: Sequence[Board],
    settled: Found,
    names: Mapping[int, str],
    edition: str,
    *,
    everything: bool,
) -> None:
    """Evaluate boards together: everything that can be asked of them, or only what the answer needs.

    If the evaluation fails, each board is evaluated alone, to name the one that fails. If none fails alone, the rules
    are wrong all the same: further objects on a board may do what the other boards do.
    """
    told, layers = ground_together(boards, settled, edition=edition, everything=everything)
    models = _models(layers)
    undecided = open_atoms(layers.control)
    if (undecided or models != 1) and len(boards) > 1:
        before = len(found.problems)
        for board in boards:
            its = settled_together([board], edition, checking=True)
            _evaluate(found, [board], its, names, edition, everything=everything)
        if len(found.problems) == before:
            together = f"{', '.join(sorted(names[id(board)] for board in boards))}, together"
            found.problems.extend(_wrong(together, undecided, models))
        return
    found.boards += len(boards) if everything else 0
    for board, one in zip(boards, told, strict=True):
        found.told.update(map(_predicate, one.lines))
        if everything:
            found.words[names[id(board)]] = words_in(one.lines)
    found.problems.extend(_wrong(names[id(boards[0])], undecided, models))


def _wrong(name: str, undecided: Sequence[str], models: int) -> Iterator[str]:
    """Say the errors of a grounding."""
    if undecided:
        yield f"{name}: {undecided[0]} is no fact ({len(undecided)} in all)"
    if models != 1:
        yield f"{name}: {models} models"


def open_atoms(control: Control) -> list[str]:
    """Return the atoms that are no facts; where there are any, clasp was given a rule with a body.

    Args:
        control: A grounding that was solved.
    """
    if not control.statistics["problem"]["lp"]["bodies"]:
        return []
    return [str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact]


def _predicate(fact: str) -> str:
    return fact.split("(", 1)[0].rstrip(".")


def _models(layers: Layers) -> int:
    layers.control.configuration.solve.models = 2  # type: ignore[union-attr]
    with layers.control.solve(yield_=True) as handle:
        return sum(1 for _ in handle)
