"""Shown atoms are read correctly, with any texts in them."""

from __future__ import annotations

import pytest
from clingo import Function, Number, String, Symbol, SymbolType

import solver.answer.symbols
from solver.answer.symbols import Values, collect, collect_each

FOREST = Function("own", [Function("ability", [Function("face", [String("A, (b)"), Function("front")]), Number(1)])])
VALUES = (
    String("Land"),
    String("x),answer(type,o(0,"),
    String("),answer("),
    String("),"),
    Number(-3),
    Function("front"),
    FOREST,
)
PLAIN = ("forest", "a b", "森", "answer(type,o(0", ",o(3,", "x,", "'")
BORDERS = ("),", "),answer(", "),answer(type,o(0", "),o(1", "a),b")
ESCAPED = ('"', '"),', '"),answer(', "\\", '\\"),', "a\nb", 'x","y', '","')


def _atoms(label: str, board: int = 0) -> list[Symbol]:
    on = Function("o", [Number(board), String(label)])
    atoms = [Function("answer", [Function("type"), on, value]) for value in VALUES]
    for word in ("Goblin", "),", ",o(1,", "),answer("):
        atoms.append(Function("answer", [Function("reworded", [String(word)]), on, String("Elf")]))
    return [*atoms, Function("answer", [Function("name"), on, String(label)])]


def _read(atoms: list[Symbol]) -> dict[int, Values]:
    """Ask clingo for the parts of each atom."""
    found: dict[int, dict[str, dict[str, list[str | int]]]] = {}
    for atom in atoms:
        kind, on, value = atom.arguments
        key = f"reworded:{kind.arguments[0].string}" if kind.arguments else kind.name
        told = found.setdefault(on.arguments[0].number, {}).setdefault(on.arguments[1].string, {})
        text = value.string if value.type == SymbolType.String else str(value)
        told.setdefault(key, []).append(value.number if value.type == SymbolType.Number else text)
    return {
        board: {label: {kind: tuple(words) for kind, words in told.items()} for label, told in each.items()}
        for board, each in found.items()
    }


@pytest.mark.parametrize("label", [*PLAIN, *BORDERS, *ESCAPED])
def test_any_label(label: str) -> None:
    atoms = [*_atoms(label), *_atoms("other"), *_atoms(label, 17), *_atoms(f"{label}{label}", 1)]
    assert collect_each(atoms) == _read(atoms)
    assert collect(atoms, 17) == _read(atoms)[17]
    for atom in atoms:
        assert collect_each([atom]) == _read([atom])


def test_none() -> None:
    assert collect_each([]) == {}
    assert collect(_atoms("forest"), 2) == {}


def test_plain_texts_are_read_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver.answer.symbols, "_said", None)
    on = Function("o", [Number(4), String("forest")])
    kinds = [Function("type"), Function("reworded", [String("Goblin")])]
    atoms = [Function("answer", [kind, on, value]) for kind in kinds for value in (VALUES[0], *VALUES[4:])]
    assert collect_each(atoms) == _read(atoms)
