"""What the cases show of the rules: that they evaluate to facts and one model, and that each rule fires somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from facts.board import Board
from facts.errors import InputError
from facts.library import all_cards
from facts.printed import card_facts
from facts.reading import read_document
from solver.check.finding import Finding
from solver.derive import ground
from solver.explain.atoms import Atoms
from solver.explain.proof import Prover
from solver.explain.rulebook import Rule, Rulebook
from solver.layers import Layers
from solver.program import root


@dataclass
class Evaluated:
    """What came of evaluating many boards.

    Attributes:
        boards: How many there were.
        problems: Atoms that are no facts, boards with no or several models.
        told: The predicates of facts that the boards are written with.
        silent: The rules that did not fire on any of them.
    """

    boards: int = 0
    problems: list[str] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    silent: list[Rule] = field(default_factory=list)

    def evaluation(self) -> Finding:
        """Return the check that every atom is a fact, and that there is one model."""
        said = f"{self.boards} boards: every atom a fact, one model"
        return Finding("evaluation", said, tuple(self.problems))

    def coverage(self, rules: int) -> Finding:
        """Return the check that every rule fires.

        Args:
            rules: How many rules there are.
        """
        said = f"{rules - len(self.silent)} of {rules} rules fire on some case or built-in card"
        return Finding("coverage", said, tuple(f"{rule.place}: ({rule.number}) never fires" for rule in self.silent))


def case_folder(given: str | None) -> Path | None:
    """Return the folder of the cases: the given one, or that of a checkout.

    Args:
        given: A folder, or None.

    Raises:
        InputError: There is no such folder.
    """
    if given is not None:
        if not Path(given).is_dir():
            raise InputError("there is no such folder", "Name one with cases: FOLDER/TOPIC/NAME.yaml", source=given)
        return Path(given)
    beside = root() / "tests" / "cases"
    return beside if beside.is_dir() else None


def cases(folder: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Go through the cases of a folder.

    Args:
        folder: ``FOLDER/TOPIC/NAME.yaml``.

    Returns:
        The name and the content of each, those left out that are to be refused or wait for something.
    """
    for path in sorted(folder.glob("*/*.yaml")):
        data = read_document(path.read_bytes(), path.name).data
        if "error" not in data and not data.get("waits_for"):
            yield f"{path.parent.name}/{path.stem}", data


def evaluate(book: Rulebook, folder: Path, *, coverage: bool = False) -> Evaluated:
    """Evaluate all cases.

    Args:
        book: The rules.
        folder: The cases.
        coverage: Find out which rules fire, too, also on each built-in card that a board can hold by itself.

    Returns:
        What came of it.
    """
    found = Evaluated(silent=list(book.rules) if coverage else [])
    for card in all_cards():
        found.told.update(_predicate(line) for line in card_facts(card, card.name)[0])
    for name, data in cases(folder):
        _evaluate(found, name, Board.of(data["board"], name), str(data.get("edition", "2024")))
    for card in all_cards() if found.silent else ():
        for board in _boards_of(card.name):
            _evaluate(found, card.name, board, "2024")
    return found


def _boards_of(name: str) -> Iterator[Board]:
    """Return boards with a card: on the battlefield, where it can be there, and on the stack."""
    for step in ({"enters": name}, {"enters": name, "zone": "stack"}):
        try:
            yield Board.of({"timeline": ["Forest", "Grizzly Bears", step]}, name)
        except InputError:
            continue


def _evaluate(found: Evaluated, name: str, board: Board, edition: str) -> None:
    facts, layers = ground(board, edition=edition, thorough=True, walking=True, checking=True)
    layers.walk()
    found.boards += 1
    found.told.update(map(_predicate, facts.lines))
    open_atoms = [str(atom.symbol) for atom in layers.control.symbolic_atoms if not atom.is_fact]
    if open_atoms:
        found.problems.append(f"{name}: {open_atoms[0]} is no fact ({len(open_atoms)} in all)")
    models = _models(layers)
    if models != 1:
        found.problems.append(f"{name}: {models} models")
    if found.silent:
        found.silent = list(_still_silent(found.silent, layers, facts.lines))


def _predicate(fact: str) -> str:
    return fact.split("(", 1)[0].rstrip(".")


def _models(layers: Layers) -> int:
    layers.control.configuration.solve.models = 2  # type: ignore[union-attr]
    with layers.control.solve(yield_=True) as handle:
        return sum(1 for _ in handle)


def _still_silent(rules: Iterable[Rule], layers: Layers, told: Iterable[str]) -> Iterator[Rule]:
    prover = Prover(Atoms(layers, told), _book())
    atoms, inference = prover.atoms, prover.inference
    for rule in rules:
        fired = any(
            next(inference.instances((name, *row), atoms.calls, [rule]), None) is not None
            for name, arity in rule.heads
            for row in atoms.rows(name, arity)
        )
        if not fired:
            yield rule


def _book() -> Rulebook:
    from solver.explain.rulebook import rulebook

    return rulebook()
