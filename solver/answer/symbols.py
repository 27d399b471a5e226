"""Reading the shown atoms as plain values.

Asking clingo for the parts of a symbol costs a call each; the text of all of them costs one, and taking that apart
is cheap. Objects have much the same values on all boards, so the values are read once for all boards.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from sys import intern

from clingo import Symbol, Tuple_, parse_term

from facts.runtime import pattern
from solver.program import further_chapter

Value = str | int
Kinds = Mapping[str, Sequence[Value]]
"""The values of one object by kind, as the rules say them."""
Values = dict[str, Kinds]
"""The values of each object, by its label."""

_STRING = r'"(?:[^"\\]|\\.)*"'
_ANSWER = pattern(
    rf"answer\((\w+)(?:\(({_STRING})\))?,o\((\d+),({_STRING})\),({_STRING}|-?\w+|(?:[^\"]|{_STRING})*?)\)"
    r"(?=,answer\(|,?\)$)",
    re.DOTALL,
)
_ESCAPE = pattern(r"\\(.)", re.DOTALL)
_WORDED = 'reworded("'


def collect(shown: Iterable[Symbol], number: int) -> Values:
    """Sort the shown atoms of one board by object and kind.

    Args:
        shown: Atoms ``answer(Kind,o(Board,Label),Value)``.
        number: The board's number.

    Returns:
        The values: texts, numbers, and other terms as they are written (see `term`).
    """
    return collect_each(shown).get(number, {})


def collect_each(shown: Iterable[Symbol]) -> dict[int, Values]:
    """Sort the shown atoms of several boards, read once for all of them.

    Args:
        shown: As for `collect`.

    Returns:
        The results of `collect`, by the board's number, without boards that show nothing. Objects with the same
        values may share them.

    Raises:
        InputError: House rules say something that no answer can be made of.
    """
    atoms = tuple(shown)
    if not atoms:
        return {}
    if further_chapter() is not None:
        from solver.program import house_answers

        house_answers.check(atoms)
    text = str(Tuple_(atoms))
    said = _said_plainly(text, len(atoms))
    if said is None:
        said = _said(text)
    found: dict[int, Values] = {}
    for on, told in said.items():
        board, _, label = on.partition(',"')
        found.setdefault(int(board), {})[_unescaped(label)] = _kinds(tuple(told))
    return found


def _said_plainly(text: str, count: int) -> dict[str, list[str]] | None:
    """Return the values of each object: kind, value, kind, value ..., by ``Board,"Label``.

    Args:
        text: A tuple of atoms, as clingo writes it.
        count: The number of these atoms.

    Returns:
        The values; None if a text on a board contains what could be the border between two parts: then `_said` must
        take the atoms apart.
    """
    atoms = text[len("(answer(") : -len("))" if count > 1 else "),)")].split("),answer(")
    if len(atoms) != count or "\\" in text:
        return None
    said: dict[str, list[str]] = {}
    for atom in atoms:  # without a backslash, each quote begins or ends a text: a label that misleads leaves no `,"`
        head, _, value = atom.partition('"),')
        kind, _, on = head.partition(",o(")
        if on in said:
            said[on] += kind, value
        else:
            said[on] = [kind, value]
    worded = said.pop("", [])
    for kind, rest in zip(worded[::2], worded[1::2], strict=True):  # here the first text was not the label
        on, _, value = rest.removeprefix("o(").partition('"),')
        said.setdefault(on, []).extend((f"reworded:{kind.removeprefix(_WORDED)}", value))
    return said if all(',"' in on for on in said) else None


def _said(text: str) -> dict[str, list[str]]:
    """Return the values of each object, like `_said_plainly`, but for all texts."""
    said: dict[str, list[str]] = {}
    for kind, word, board, label, value in _ANSWER.findall(text):
        said.setdefault(f"{board},{label[:-1]}", []).extend((f"{kind}:{_unquoted(word)}" if word else kind, value))
    return said


@lru_cache(maxsize=1 << 13)
def _kinds(told: tuple[str, ...]) -> Kinds:
    """Return values by kind, from a list of kind, value, kind, value ..."""
    found: dict[str, list[Value]] = {}
    for kind, value in zip(told[::2], told[1::2], strict=True):
        found.setdefault(intern(kind), []).append(_value(value))
    return {kind: tuple(values) for kind, values in found.items()}


def value_of(symbol: Symbol) -> Value:
    """Return a term as `collect` gives it.

    Args:
        symbol: The term.
    """
    return _value(str(symbol))


@lru_cache(maxsize=8192)
def _value(text: str) -> Value:
    if text[0] == '"':
        return _unquoted(text)
    return int(text) if text.lstrip("-").isdigit() else text


def _unquoted(text: str) -> str:
    """Return the text of a clingo string."""
    return _unescaped(text[1:-1])


def _unescaped(text: str) -> str:
    """Return the text between the quotes of a clingo string."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text)


@lru_cache(maxsize=8192)
def term(text: Value) -> Symbol:
    """Return the term that a value is.

    Args:
        text: The value, as `collect` returned it.
    """
    return parse_term(str(text))
