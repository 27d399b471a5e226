"""Check that the values of house rules make an answer, and name the rule at fault if they do not.

Clingo has no types: a house rule may give an object a text as its power. The rules of the game never do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from clingo import Symbol, SymbolType

from facts.text import InputError, did_you_mean, printable, shorten
from facts.words import BASIC_LAND_TYPES, COLORS
from facts.words import NAMED_SETS as _SETS
from solver.program import house_text
from solver.program import rule_files as program

if TYPE_CHECKING:
    from clingo.ast import AST

_One = TypeVar("_One")
_CHECK = "Check what its rules derive"
_LETTERS = tuple(COLORS.values())
_FACES = ("front", "back", "down", "left", "right", "adventure", "flipped", "third", "fourth")


def _is_text(value: Symbol) -> bool:
    return value.type == SymbolType.String and bool(value.string.strip())


def _is_number(value: Symbol) -> bool:
    return value.type == SymbolType.Number


def _is_name(value: Symbol, names: Sequence[str]) -> bool:
    return value.type == SymbolType.Function and not value.arguments and value.positive and value.name in names


def _is_color(value: Symbol) -> bool:
    return value.type == SymbolType.String and value.string in _LETTERS


def _is_player(value: Symbol) -> bool:
    return _is_term(value, "p", _is_number, _is_text)


def _is_ability(value: Symbol) -> bool:
    """Tell whether something is written as an ability; whether there is such an ability shows as it is read."""
    if value.type != SymbolType.Function:
        return False
    arguments = value.arguments
    if value.name == "intrinsic":
        return len(arguments) == 1 and arguments[0].type == SymbolType.String and arguments[0].string in _LAND_TYPES
    return value.name in ("own", "given") and len(arguments) == (1 if value.name == "own" else 2)


_LAND_TYPES = frozenset(BASIC_LAND_TYPES)


def _is_term(value: Symbol, name: str, *parts: Callable[[Symbol], bool]) -> bool:
    if value.type != SymbolType.Function or value.name != name or len(value.arguments) != len(parts):
        return False
    return all(fits(one) for fits, one in zip(parts, value.arguments, strict=True))


def _is_anything(_: Symbol) -> bool:
    return True


class _Kind(NamedTuple):
    """A kind of values that an answer gives an object.

    Attributes:
        fits: Whether a value is one of this kind.
        called: The kind that a wrong value fails to be, for messages.
        wanted: The text to write.
        single: Whether an object has only one.
    """

    fits: Callable[[Symbol], bool]
    called: str
    wanted: str
    single: bool = False


_A_TEXT = 'Write it in quotes: "Elf"'
_TRUE = _Kind(lambda value: _is_name(value, ("true",)), "true", "Write: true")
_KINDS: Mapping[str, _Kind] = {
    "name": _Kind(_is_text, "a name", _A_TEXT),
    "type": _Kind(_is_text, "a card type", _A_TEXT),
    "supertype": _Kind(_is_text, "a supertype", _A_TEXT),
    "subtype": _Kind(_is_text, "a subtype", _A_TEXT),
    "except": _Kind(_is_text, "a subtype", _A_TEXT),
    "property": _Kind(_is_text, "a property", _A_TEXT),
    "every": _Kind(lambda value: _is_name(value, _SETS), "a set of subtypes", f"There are {', '.join(_SETS)}"),
    "color": _Kind(_is_color, "a color", 'Write "W", "U", "B", "R" or "G"'),
    "power": _Kind(_is_number, "a number", "Write a number without quotes", single=True),
    "toughness": _Kind(_is_number, "a number", "Write a number without quotes", single=True),
    "mana_value": _Kind(_is_number, "a number", "Write a number without quotes", single=True),
    "controller": _Kind(_is_player, "a player", "Take a player from a rule's body, such as controls(P,O)", single=True),
    "face": _Kind(lambda value: _is_name(value, _FACES), "a face", "Write back or down", single=True),
    "ability": _Kind(
        _is_ability, "an ability", "Take own(D) or given(E,D) from a rule's body, such as has(O,ability,A,t)"
    ),
    "lost": _Kind(
        lambda value: _is_term(value, "", _is_ability, _is_anything, _is_text), "a loss", 'Write: (ABILITY,BY,"613.1f")'
    ),
    "defined": _Kind(
        lambda value: _is_term(value, "", _is_anything, _is_anything), "what is defined", 'Write: (color,"G")'
    ),
    "chosen": _Kind(
        lambda value: _is_term(value, "", _is_anything, _is_anything, _is_anything),
        "a choice for an effect",
        'Write: (EFFECT,color,"R")',
    ),
    "copied": _TRUE,
    "phased_out": _TRUE,
    "flipped": _TRUE,
    "token": _TRUE,
    "refused": _Kind(lambda value: _is_term(value, "", _is_number, _is_text), "a refusal", 'Write: (STEP,"701.28c")'),
}
"""The kinds of values in the answer: ``answer(Kind,Object,Value)``."""
_REWORDED = _Kind(_is_text, "a word", 'Write words alone: answer(reworded("Elf"),O,"Goblin")', single=True)


def check(shown: Iterable[Symbol]) -> None:
    """Check the shown atoms of a board, if there are house rules.

    Args:
        shown: Atoms ``answer(Kind,Object,Value)``.

    Raises:
        InputError: Something is no such atom; the message names the file and the line of the rule.
    """
    single: dict[tuple[Symbol, Symbol], Symbol] = {}
    for atom in shown:
        if atom.name != "answer" or len(atom.arguments) != 3:
            continue
        kind, thing, value = atom.arguments
        known = _kind(kind)
        if known is None:
            name = kind.name if kind.type == SymbolType.Function else str(kind)
            hint = did_you_mean(name, list(_KINDS)) or "Write answer(KIND,O,VALUE), with color, power, ... as KIND"
            raise _wrong(atom, f"{_shown(kind)} is nothing that an answer says of an object", hint)
        if not _is_term(thing, "o", _is_number, lambda label: label.type == SymbolType.String):
            raise _wrong(atom, f"{_shown(thing)} is no object", f"Write answer({kind},O,VALUE), with an object as O")
        if not known.fits(value) or (kind.name == "reworded" and not _goes_with(kind.arguments[0], value)):
            raise _wrong(atom, f"{_shown(value)} is not {known.called}", known.wanted)
        if known.single and single.setdefault((kind, thing), value) != value:
            problem = f"an object has two values of {kind}: {single[kind, thing]} and {value}"
            raise _wrong(atom, problem, "Change what the value is made of, not the answer")


def _kind(kind: Symbol) -> _Kind | None:
    if kind.type != SymbolType.Function or not kind.positive:
        return None
    if kind.arguments:
        return _REWORDED if _is_term(kind, "reworded", _is_text) else None
    return _KINDS.get(kind.name)


def _goes_with(word: Symbol, other: Symbol) -> bool:
    """Tell whether a word can be exchanged for another: a color for a color, a type for a type (612.2)."""
    return _is_color(word) == _is_color(other)


def read_abilities(values: Iterable[object], make: Callable[[], Iterable[_One]]) -> tuple[_One, ...]:
    """Read abilities, if there are house rules: these may give terms that are no abilities.

    Args:
        values: The terms of all abilities of an object.
        make: Their reader.

    Returns:
        Its result.

    Raises:
        InputError: One is no ability.
    """
    if program.further_chapter() is None:
        return tuple(make())
    told = [str(one) for one in values]
    try:
        found = tuple(make())
    except InputError:
        raise
    except (RuntimeError, ValueError, LookupError, AttributeError, TypeError) as error:
        raise _no_ability(told) from error
    for one in found:
        text = str(getattr(one, "text", ""))
        if text.endswith(")") and any(text in value for value in told):
            raise _no_ability([value for value in told if text in value])
    return found


def _no_ability(told: Sequence[str]) -> InputError:
    from clingo import Function, parse_term

    nobody = Function("o", [Function("nobody"), Function("nobody")])
    for value in told:
        atom = Function("answer", [Function("ability"), nobody, parse_term(value)])
        if any(_could_be(rule.head, atom, any_object=True) for rule in _rules()):
            return _wrong(atom, f"{_shown(value)} is not an ability", _KINDS["ability"].wanted)
    return InputError(f"not an ability: one of {_shown(', '.join(told))}", _KINDS["ability"].wanted, path=place(None))


@contextmanager
def blamed() -> Iterator[None]:
    """Report every fault of house rules as an `InputError` with a message of ours.

    Raises:
        InputError: Something went wrong, and there are house rules; without them, it is raised as it is.
    """
    try:
        yield
    except (InputError, MemoryError):
        raise
    except Exception as error:
        if program.further_chapter() is None or "bad_alloc" in str(error):
            raise
        raise unreadable(error) from error


def unreadable(error: Exception, path: str | None = None) -> InputError:
    """Return the error that house rules leave a board without an answer.

    Args:
        error: The fault.
        path: The file, where the rules are not in use any more.
    """
    said = f"with these rules a board has no answer ({type(error).__name__}: {error})"
    if path is not None and program.further_chapter() is None:
        return InputError(said, _CHECK, path=_likely_place((), path, house_text.read(Path(path))))
    return InputError(said, _CHECK, path=place(None))


def without_value(message: str) -> InputError:
    """Return the error of a house rule that computes a term without a value: clingo derives nothing from it.

    Args:
        message: Clingo's message: the place, the fault, and the term.
    """
    from solver.program.house_trees import operations

    head, _, term = message.partition("\n")
    term = " ".join(term.split())
    shown = _shown((term[1:-1] if term.startswith("(") else term).replace("+-", "-"))
    path = program.further_chapter()
    where = ""
    if path is not None:
        text = program.chapter_text(program.chapters()[-1])
        found = operations(text)
        same = [line for line, terms in found if term in terms] or [
            line for line, terms in found if _shape(term) in map(_shape, terms)
        ]
        where = f"{path}:{same[0]}" if same else place(None)
    why = "has no value: it divides by 0, or computes with what is no number"
    if "tuple ignored" in head:
        why = "is no number that could be added up"
    return InputError(f"{shown} {why}", "Leave such values out by a condition in the rule's body", path=where)


def _shape(term: str) -> str:
    """Return a term without brackets and names of variables: clingo writes X-1 as X+-1, and may rename X."""
    return re.sub(r"\b_*[A-Z]\w*", "X", re.sub(r"[()]", "", term)).replace("+-", "-")


def _shown(value: object) -> str:
    return shorten(printable(str(value)))


def _wrong(atom: Symbol, problem: str, hint: str) -> InputError:
    return InputError(problem, hint, path=place(atom))  # the source may be a board, among many


def place(atom: Symbol | None) -> str:
    """Return the file of the house rules, and the line of the rule that says something.

    Args:
        atom: The atom that it derives. It may derive it by way of other rules: then the rule is only a likely one.
    """
    path = program.further_chapter()
    if path is None:
        return ""
    rules = _rules()
    likely = [rule for rule in rules if atom is not None and _could_be(rule.head, atom)]
    if atom is not None and atom.arguments:
        likely += [rule for rule in rules if _names(rule.head, atom.arguments[-1])]
    return _likely_place(likely, path, program.chapter_text(program.chapters()[-1]))


def _likely_place(likely: Sequence[_Rule], path: str, text: str) -> str:
    """Return the file, and the line of the first likely rule; else of one whose predicate is known."""
    rules = _rules_of(text, path)
    found = next(iter((*likely, *(rule for rule in rules if rule.known), *rules)), None)
    return f"{path}:{found.line}" if found is not None else path


class _Rule(NamedTuple):
    """A house rule.

    Attributes:
        line: Where it begins.
        head: The term that its head is.
        known: Whether the rules of the game use its predicate, too.
    """

    line: int
    head: AST
    known: bool


@lru_cache(maxsize=4)
def _rules_of(text: str, path: str) -> tuple[_Rule, ...]:
    from clingo.ast import parse_string

    found: list[_Rule] = []

    def note(tree: AST) -> None:
        if tree.ast_type.name == "Rule" and hasattr(tree.head, "atom") and hasattr(tree.head.atom, "symbol"):
            head = tree.head.atom.symbol
            found.append(_Rule(tree.location.begin.line, head, getattr(head, "name", "") in known))

    known = {
        statement.text.partition("(")[0] for statement in program.statements() if statement.place[0] not in path
    } | {"answer", "has", "text"}
    parse_string(text, note)
    return tuple(found)


def _rules() -> tuple[_Rule, ...]:
    path = program.further_chapter()
    return _rules_of(program.chapter_text(program.chapters()[-1]), path) if path is not None else ()


def _could_be(term: AST, symbol: Symbol, *, any_object: bool = False) -> bool:
    """Tell whether an atom or term of a rule can become a symbol."""
    kind = term.ast_type.name
    if kind == "SymbolicTerm":
        return bool(term.symbol == symbol) or (any_object and str(symbol) == "nobody")
    if kind == "Function":
        if symbol.type != SymbolType.Function or symbol.name != term.name:
            return False
        if any_object and symbol.name == "o":
            return True
        if len(symbol.arguments) != len(term.arguments):
            return False
        pairs = zip(term.arguments, symbol.arguments, strict=True)
        return all(_could_be(one, other, any_object=any_object) for one, other in pairs)
    if kind == "Pool":
        return any(_could_be(one, symbol, any_object=any_object) for one in term.arguments)
    if kind in ("Interval", "BinaryOperation"):
        return symbol.type == SymbolType.Number
    return True


def _names(term: AST, value: Symbol) -> bool:
    """Tell whether a term of a rule has a value in it, or a part of it that is a text or a number."""
    kind = term.ast_type.name
    if kind == "SymbolicTerm":
        return any(term.symbol == part for part in _parts(value))
    return any(_names(one, value) for one in term.arguments) if kind in ("Function", "Pool") else False


def _parts(value: Symbol) -> Iterator[Symbol]:
    yield value
    if value.type == SymbolType.Function:
        for one in value.arguments:
            yield from _parts(one)
