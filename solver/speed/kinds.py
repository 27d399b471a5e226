"""The kinds of values by which rules are chosen: the constants that rules name, and one kind for all others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from clingo import Symbol, SymbolType

__all__ = ["ANYTHING", "Kinds", "Values", "flat"]

Kinds = int
"""A set of kinds of values, as bits."""

ANYTHING: Kinds = -1
_OTHER, _OTHER_NUMBER, _FIRST = range(3)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r"(?<![\w$])-?\d+")
_INNERMOST = re.compile(r"\([^()]*\)")
_MARKED_NUMBER, _MARKED_STRING, _MARKED_FUNCTION, _MARKED_WANTED = "#", "$", "!", "$?"


class Values:
    """The kinds of values: every constant that rules name is one."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        """Begin without constants but numbers.

        Args:
            numbers: All numbers that rules name, and maybe others: a computed term can be each of them.
        """
        self._bits: dict[str, int] = {}
        self._numbers: dict[int, Kinds] = {}
        self._strings: dict[str, str] = {}
        self.numbers: Kinds = 1 << _OTHER_NUMBER
        for number in numbers:
            self.named(str(number))

    def constant(self, symbol: Symbol) -> Kinds:
        """Return the kind of a constant that a rule names.

        Args:
            symbol: A number, a string or a function; of one with arguments only its name counts.
        """
        if symbol.type in (SymbolType.Number, SymbolType.String):
            return self.named(str(symbol))
        if symbol.type is SymbolType.Function:
            return self.function(symbol.name) if symbol.arguments else self._kind(symbol.name)
        return ANYTHING

    def named(self, text: str) -> Kinds:
        """Return the kind of a constant.

        Args:
            text: A number or a string as rules write it, a name, or the name of a function with `_MARKED_FUNCTION`.
        """
        kind = self._kind(text)
        if text[0] == '"':
            mark = self._strings[text[1:-1]] = f"{_MARKED_STRING}{kind.bit_length()}"
            self._bits[mark] = kind.bit_length() - 1
        elif text[0].isdigit() or text[0] == "-":
            self._numbers[int(text)] = kind
            self.numbers |= kind
        return kind

    def constants(self) -> dict[str, Kinds]:
        """Return the kind of each constant by its text, as `named` takes it."""
        return {text: 1 << bit for text, bit in self._bits.items() if not text.startswith(_MARKED_STRING)}

    def function(self, name: str) -> Kinds:
        """Return the kind of the terms that a function makes; of tuples, where it has no name."""
        return self._kind(f"{name}{_MARKED_FUNCTION}")

    def _kind(self, text: str) -> Kinds:
        return 1 << self._bits.setdefault(text, len(self._bits) + _FIRST)

    def of_fact(self, text: str) -> Kinds:
        """Return the kinds that an argument of a fact can be of.

        Args:
            text: The argument as `outline` writes it.
        """
        return self.numbers if text == _MARKED_NUMBER else 1 << self._bits.get(text, _OTHER)

    def listed(self, kinds: Kinds) -> list[int] | None:
        """Return the numbers among kinds; None where anything else is."""
        if kinds < 0 or kinds & ~self.numbers or kinds & 1 << _OTHER_NUMBER:
            return None
        return [number for number, kind in self._numbers.items() if kind & kinds]

    def of_numbers(self, numbers: Iterable[int]) -> Kinds:
        """Return the kinds of numbers that rules name."""
        kinds = 0
        for number in numbers:
            kinds |= self._numbers[number]
        return kinds

    def wanted(self, text: str) -> Kinds:
        """Return the kind of a text in a demand: its own if rules name it, or else the kind of demanded texts.

        Args:
            text: The text, without quotes.
        """
        mark = self._strings.get(text, _MARKED_WANTED)
        return 1 << self._bits.setdefault(mark, len(self._bits) + _FIRST)

    def outline(self, fact: str, wanted: str | None = None) -> str:
        """Return a fact with only that left of its arguments by which rules tell them apart: many become one.

        Args:
            fact: The fact as text, with its full stop.
            wanted: A text to distinguish from others, too.
        """
        known = self._strings
        if wanted is not None and wanted not in known:
            known = {**known, wanted: _MARKED_WANTED}
        if "\\" in fact:
            fact = _STRING.sub(lambda found: known.get(found[0][1:-1], _MARKED_STRING), fact)
        ((name, arguments),) = flat([fact[:-1]], lambda text: known.get(text, _MARKED_STRING))
        return _outline(name, arguments)

    def outlines(self, facts: Sequence[str]) -> frozenset[str]:
        """Return the outlines of many facts.

        Args:
            facts: Facts as text, each with its full stop.
        """
        if any("\\" in fact for fact in facts):
            return frozenset(map(self.outline, facts))
        divided = flat((fact[:-1] for fact in facts), lambda text: self._strings.get(text, _MARKED_STRING))
        return frozenset(_outline(name, arguments) for name, arguments in divided)


def _outline(name: str, arguments: str) -> str:
    return f"{name} {_NUMBER.sub(_MARKED_NUMBER, arguments)}"


def flat(atoms: Iterable[str], mark: Callable[[str], str], empty: str = _MARKED_FUNCTION) -> set[tuple[str, str]]:
    """Flatten atoms: of each term with arguments only its name is left. All at once, since many become one.

    Args:
        atoms: Atoms as text; no text in them has quotes.
        mark: The kind of a text.
        empty: The kind of the empty tuple.

    Returns:
        The predicates, each with its arguments; after the name of a term with arguments stands an exclamation mark.
    """
    pieces = "\n".join(atoms).split('"')
    pieces[1::2] = list(map(mark, pieces[1::2]))
    divided = {line.partition("(")[::2] for line in "".join(pieces).split("\n")}
    within = "\n".join(rest[:-1] for _, rest in divided).replace("()", empty)
    while "(" in within:
        within = _INNERMOST.sub(_MARKED_FUNCTION, within)
    return {(name, arguments) for (name, _), arguments in zip(divided, within.split("\n"), strict=True)}
