"""The kinds of values by which rules are chosen: the constants that rules name, and one kind for all others.

A term with arguments counts by the name of its function. But a term such as ``keyword(crew)``, if rules name it, is a
constant, too: so rules about it and about ``keyword(dash)`` are told apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from clingo import Symbol, SymbolType

__all__ = ["ANYTHING", "FUNCTION", "Kinds", "Values", "flat", "named_terms"]

Kinds = int
"""A set of kinds of values, as bits."""

ANYTHING: Kinds = -1
FUNCTION = "$function"
"""A predicate of outlines: it says that facts contain a term of a function with these arguments."""
_OTHER, _OTHER_NUMBER, _FIRST = range(3)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_NUMBER = re.compile(r"(?<![\w$])-?\d+")
_INNERMOST = re.compile(r"\([^()]*\)")
_INNERMOST_TERM = re.compile(r"(\w*)\(([^()]*)\)")
_NAMED_TERM = re.compile(r"(?<![\w$])[a-z]\w+\([a-z]\w+\)")
_MARKED_NUMBER, _MARKED_STRING, _MARKED_FUNCTION, _MARKED_WANTED, _MARKED_TERM = "#", "$", "!", "$?", "$t"


class Values:
    """The kinds of values: every constant that rules name is one."""

    def __init__(self, numbers: Iterable[int] = (), terms: Iterable[str] = ()) -> None:
        """Begin without constants but numbers and terms.

        Args:
            numbers: All numbers that rules name, and maybe others: a computed term can be each of them.
            terms: All terms to tell from others of their function (`named_terms`).
        """
        self._bits: dict[str, int] = {}
        self._numbers: dict[int, Kinds] = {}
        self._strings: dict[str, str] = {}
        self._terms: dict[str, Kinds] = {}
        self._families: dict[str, Kinds] = {}
        self._marks: dict[str, str] = {}
        self.numbers: Kinds = 1 << _OTHER_NUMBER
        for number in numbers:
            self.named(str(number))
        for term in terms:
            self._name_term(term)
        known = "|".join(map(re.escape, self._terms))
        self._known_term = re.compile(rf"(?<![\w$])(?:{known})") if known else None

    def _name_term(self, text: str) -> None:
        """Tell a term from others of its function."""
        kind = self._terms[text] = self._kind(text)
        name = text.partition("(")[0]
        self._families[name] = self._families.get(name, 0) | kind
        mark = self._marks[text] = f"{_MARKED_TERM}{kind.bit_length()}"
        self._bits[mark] = kind.bit_length() - 1

    def _marked(self, arguments: str) -> str:
        """Write a mark for each term that is told from others of its function."""
        if self._known_term is None:
            return arguments
        return self._known_term.sub(lambda found: self._marks[found[0]], arguments)

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
            text: A number or a string as rules write it, a name, a term that was named at the beginning, or the name
                of a function with `_MARKED_FUNCTION`.
        """
        if text.endswith(_MARKED_FUNCTION) and text[0] != '"':
            return self.function(text[:-1])
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
        """Return the kinds of the terms that a function makes; of tuples, where it has no name.

        Args:
            name: The name of the function; empty for tuples.
        """
        return self._kind(f"{name}{_MARKED_FUNCTION}") | self._families.get(name, 0)

    def term(self, text: str) -> Kinds | None:
        """Return the kind of a term that is told from others of its function; None if it is none.

        Args:
            text: The term.
        """
        return self._terms.get(text)

    def families(self) -> Iterator[tuple[Kinds, Kinds]]:
        """Go through the functions with terms that are told apart.

        Returns:
            The kind of its other terms, and the kinds of those that are told apart.
        """
        return ((self._kind(f"{name}{_MARKED_FUNCTION}"), kinds) for name, kinds in self._families.items())

    def short(self, kinds: Kinds) -> Kinds:
        """Return kinds without terms whose function is among them.

        Args:
            kinds: The kinds.
        """
        if kinds != ANYTHING:
            for others, named in self.families():
                if kinds & others:
                    kinds &= ~named
        return kinds

    def _kind(self, text: str) -> Kinds:
        return 1 << self._bits.setdefault(text, len(self._bits) + _FIRST)

    def of_fact(self, text: str) -> Kinds:
        """Return the kinds that an argument of a fact can be of.

        Args:
            text: The argument as `outline` writes it.
        """
        return self.numbers if text == _MARKED_NUMBER else 1 << self._bits.get(text, _OTHER)

    def listed(self, kinds: Kinds) -> list[int] | None:
        """Return the numbers among kinds; None if there is anything else among them.

        Args:
            kinds: The kinds.
        """
        if kinds < 0 or kinds & ~self.numbers or kinds & 1 << _OTHER_NUMBER:
            return None
        return [number for number, kind in self._numbers.items() if kind & kinds]

    def of_numbers(self, numbers: Iterable[int]) -> Kinds:
        """Return the kinds of numbers that rules name.

        Args:
            numbers: The numbers.
        """
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

    def outline(self, fact: str, wanted: str | None = None) -> frozenset[str]:
        """Return the outlines of one fact, as `outlines` does.

        Args:
            fact: The fact as text, with its full stop.
            wanted: A text to distinguish from others, too.
        """
        known = self._strings
        if wanted is not None and wanted not in known:
            known = {**known, wanted: _MARKED_WANTED}
        if "\\" in fact:
            fact = _STRING.sub(lambda found: known.get(found[0][1:-1], _MARKED_STRING), fact)
        return self._outlines([fact], known)

    def outlines(self, facts: Sequence[str]) -> frozenset[str]:
        """Reduce facts to those parts of their arguments that rules tell apart: many facts then become one.

        Args:
            facts: Facts as text, each with its full stop.

        Returns:
            The outlines, and for each term within the facts a fact of `FUNCTION` about it.
        """
        if any("\\" in fact for fact in facts):
            return frozenset().union(*map(self.outline, facts))
        return self._outlines(facts, self._strings)

    def _outlines(self, facts: Sequence[str], known: Mapping[str, str]) -> frozenset[str]:
        """Return the outlines of facts; no text in them has quotes."""
        terms = set[tuple[str, str]]()
        atoms = (fact[:-1] for fact in facts)
        divided = flat(atoms, lambda text: known.get(text, _MARKED_STRING), self._marked, terms=terms)
        outlines = {_outline(name, arguments) for name, arguments in divided}
        return frozenset(outlines.union(_outline(f"{FUNCTION} {name}", arguments) for name, arguments in terms))


def _outline(name: str, arguments: str) -> str:
    return f"{name} {_NUMBER.sub(_MARKED_NUMBER, arguments)}"


def named_terms(text: str) -> set[str]:
    """Return the terms in the text of rules that are told from others of their function, and maybe further texts.

    Args:
        text: The text. Such a term has one argument, a name.
    """
    return set(_NAMED_TERM.findall(_STRING.sub("", text)))


def flat(
    atoms: Iterable[str],
    mark: Callable[[str], str],
    marked: Callable[[str], str] = str,
    empty: str = _MARKED_FUNCTION,
    terms: set[tuple[str, str]] | None = None,
) -> set[tuple[str, str]]:
    """Flatten atoms: of each term with arguments only its name is left. All at once, since many become one.

    Args:
        atoms: Atoms as text; no text in them has quotes.
        mark: The kind of a text.
        marked: Writes marks for some terms in the arguments, which are kept as they are.
        empty: The kind of the empty tuple.
        terms: Where to add the terms within the atoms, each with its arguments; a tuple has no name.

    Returns:
        The predicates, each with its arguments; after the name of a term with arguments stands an exclamation mark.
    """
    pieces = "\n".join(atoms).split('"')
    pieces[1::2] = list(map(mark, pieces[1::2]))
    divided = {line.partition("(")[::2] for line in "".join(pieces).split("\n")}
    within = "\n".join(rest[:-1] for _, rest in divided).replace("()", empty)
    if terms is not None:
        terms.update(_INNERMOST_TERM.findall(within))
    within = marked(within)
    while "(" in within:
        if terms is not None:
            terms.update(_INNERMOST_TERM.findall(within))
        within = _INNERMOST.sub(_MARKED_FUNCTION, within)
    return {(name, arguments) for (name, _), arguments in zip(divided, within.split("\n"), strict=True)}
