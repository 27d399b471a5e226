"""A user's own rulings: boards with their answers, in the form of the cases, and whether the rules agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from facts.board import Board
from facts.cards import DEFAULT_EDITION, CardSource
from facts.schema import check
from facts.text import MAX_BYTES, Document, InputError, read_document
from solver.ask.check.board_findings import check_board
from solver.ask.check.cases import edition_in
from solver.ask.check.expected import Difference, compared
from solver.ask.derive import derive
from solver.ask.explain.rules import rulebook_order

UNNAMED = "-"
"""In the place of a paragraph, for rulings that name none."""
_SUFFIXES = (".yaml", ".yml", ".json")
"""The ends of the names of files with rulings."""


class Ruling(NamedTuple):
    """The outcome of a ruling.

    Attributes:
        where: Its file, and the line on which it begins.
        why: The reason for the ruling.
        paragraphs: The paragraphs that it names.
        differences: The differences between the rules and it.
        skipped: The reason for skipping it; empty if it was checked.
    """

    where: str
    why: str
    paragraphs: tuple[str, ...]
    differences: tuple[Difference, ...] = ()
    skipped: str = ""

    @property
    def holds(self) -> bool:
        """True if the rules agree with the ruling."""
        return not self.differences

    @property
    def problems(self) -> tuple[str, ...]:
        """The differences, a line each."""
        return tuple(one.said() for one in self.differences)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "where": self.where,
            "why": self.why,
            "paragraphs": list(self.paragraphs),
            "holds": self.holds,
            "problems": list(self.problems),
            "skipped": self.skipped,
        }


class Tally(NamedTuple):
    """The outcome of the rulings of a paragraph.

    Attributes:
        paragraph: The paragraph, or `UNNAMED`.
        hold: The number that hold.
        fail: The number that do not.
        skipped: The number that were not checked.
    """

    paragraph: str
    hold: int
    fail: int
    skipped: int


def check_rulings(path: str, *, cards: CardSource | None = None, edition: str = DEFAULT_EDITION) -> Iterator[Ruling]:
    """Say of each ruling whether the rules agree.

    Args:
        path: A file with a ruling or a list of them, or a folder with such files.
        cards: The source of further cards.
        edition: The edition of the rules for rulings that name none.

    Returns:
        The result of each, in order.

    Raises:
        InputError: A file cannot be read, or something in it is no ruling.
    """
    for document in read_rulings(path):
        yield ruling_of(document, cards, edition)


def read_rulings(path: str) -> list[Document]:
    """Read rulings.

    Args:
        path: As for `check_rulings`.

    Returns:
        All rulings: they are read before any of them is checked.

    Raises:
        InputError: A file cannot be read, or something in it is no ruling.
    """
    folder = Path(path)
    files = [folder]
    if folder.is_dir():
        files = sorted(one for one in folder.rglob("*") if one.suffix.lower() in _SUFFIXES and one.is_file())
    if not files:
        hint = "Name a folder with YAML or JSON files in the form of the cases"
        raise InputError("has no rulings in it", hint, source=path)
    return [ruling for file in files for ruling in _rulings_in(file)]


def tallied(rulings: Sequence[Ruling]) -> list[Tally]:
    """Count rulings by paragraph; one that names several counts for each.

    Args:
        rulings: Their results.

    Returns:
        The paragraphs in the order of the rulebook, those without one last.
    """
    named: dict[str, list[Ruling]] = {}
    for one in rulings:
        for paragraph in one.paragraphs or (UNNAMED,):
            named.setdefault(paragraph, []).append(one)
    return [
        Tally(
            paragraph,
            sum(one.holds and not one.skipped for one in named[paragraph]),
            sum(not one.holds for one in named[paragraph]),
            sum(bool(one.skipped) for one in named[paragraph]),
        )
        for paragraph in sorted(named, key=lambda one: (one == UNNAMED, rulebook_order(one)))
    ]


def _rulings_in(file: Path) -> Iterator[Document]:
    try:
        with file.open("rb") as opened:
            text = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(file)) from None
    document = read_document(text, str(file))
    parts = (
        [document.part(place) for place in range(len(document.data))] if isinstance(document.data, list) else [document]
    )
    if not parts:
        raise InputError("has no rulings in it", "Write one in the form of the cases", source=str(file))
    for part in parts:
        check(part, "case")
        yield part


def ruling_of(
    document: Document, cards: CardSource | None = None, edition: str = DEFAULT_EDITION, *, all_warnings: bool = False
) -> Ruling:
    """Say whether the rules agree with one ruling.

    Args:
        document: The ruling, in the form of a case.
        cards: The source of further cards.
        edition: The edition of the rules if the ruling names none.
        all_warnings: Whether a ruling that names no warnings says that there are none, as a case does.

    Returns:
        Its result.
    """
    data = document.data
    line = document.line(())
    where = document.source if line is None else f"{document.source}:{line}"
    told = (where, " ".join(str(data.get("why", "")).split()), tuple(map(str, data.get("rules", ()))))
    if waits := data.get("waits_for"):
        return Ruling(*told, skipped=f"it waits for {waits}")
    try:
        found = _compared(document, cards, edition_in(data, edition), all_warnings=all_warnings)
    except InputError as error:
        wanted = data.get("error")
        as_expected = wanted is not None and str(wanted) in str(error)
        found = [] if as_expected else [Difference("", "error", wanted, str(error))]
    else:
        if "error" in data:
            found = [Difference("", "error", str(data["error"]), None)]
    return Ruling(*told, tuple(found))


def _compared(ruling: Document, cards: CardSource | None, edition: str, *, all_warnings: bool) -> list[Difference]:
    data = {"warnings": [], **ruling.data} if all_warnings else ruling.data
    board = Board(ruling.part("board"), cards=cards)
    differences = compared(data, derive(board, edition=edition))
    if "findings" in data:
        found = [[str(one.rule), one.kind, *one.objects] for one in check_board(board, edition=edition).findings]
        if found != data["findings"]:
            differences.append(Difference("", "findings", data["findings"], found))
    return differences
