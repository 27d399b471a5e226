"""The parsed rules of a house rules file: checked before clingo grounds them.

They may only contain the parts on a list. Each has an annotation, and asks for predicates that exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from clingo import Control, MessageCode, SymbolType

from facts.runtime import pattern
from facts.text import InputError, did_you_mean, show
from solver.program import rule_files as program

if TYPE_CHECKING:
    from clingo.ast import AST

__all__ = ["atoms", "check_layout", "check_predicates", "check_safety", "check_trees", "operations", "parse"]

WIDEST = 1000
"""The most numbers in an interval."""
MOST_INSTANCES = 10_000
"""The most rules that the intervals and pools of one rule may expand to."""

_ANNOTATION = pattern(r'%@ +(?P<number>house[\w.-]*|\d{3}(?:\.\d+[a-z]{0,2})?|-)(?: +"(?P<sentence>[^"]+)")?\s*$')


def parse(text: str, source: str) -> Iterator[AST]:
    """Parse house rules.

    Args:
        text: The rules, which `solver.program.house_text` has checked.
        source: Their file, for messages.

    Yields:
        The syntax tree of each rule and each line that names a part, in order.

    Raises:
        InputError: Clingo cannot read them.
    """
    from clingo.ast import parse_string

    heard: list[str] = []
    trees: list[AST] = []
    try:
        parse_string(text, trees.append, logger=lambda _, message: heard.append(" ".join(message.split())))
    except RuntimeError as error:
        raise _clingo_error(heard, source) from error
    # The first is the #program line that clingo adds.
    yield from (tree for tree in trees[1:] if tree.ast_type.name != "Comment")


def _clingo_error(heard: list[str], source: str) -> InputError:
    """Return the message of clingo, with the line of the file."""
    said = heard[0] if heard else "clingo cannot read it"
    found = re.match(r"<\w+>:(?P<line>\d+):(?P<column>[\d-]+): error: (?P<what>.*)", said)
    if found is None:
        return InputError(said, "See docs/house_rules.md", source=source)
    what = re.sub(r"\[#inc_\w+\];?|<block>:[\d:-]+ note: ", "", found["what"]).rstrip(",")
    return InputError(what, "See docs/house_rules.md", source=f"{source}:{found['line']}")


_TERMS = frozenset(
    ("Variable", "SymbolicTerm", "Function", "BinaryOperation", "UnaryOperation", "Interval", "Pool")
)  # fmt: skip
_BODY = frozenset(
    ("Literal", "SymbolicAtom", "Comparison", "Guard", "BodyAggregate", "BodyAggregateElement", "BooleanConstant")
)  # fmt: skip


def check_trees(trees: list[AST], source: str) -> None:
    """Check that rules contain only what is allowed, and stand in parts that exist.

    Args:
        trees: Their syntax trees.
        source: Their file, for messages.

    Raises:
        InputError: One holds something else.
    """
    parts = {(part, len(names)) for part, names in _parts().items()}
    for tree in trees:
        where, kind = _place(source, tree), tree.ast_type.name
        if kind == "Program":
            names = tuple(one.name for one in tree.parameters)
            if (tree.name, len(names)) not in parts or _parts()[tree.name] != names:
                hint = did_you_mean(tree.name, list(_parts())) or f"There are {', '.join(sorted(_parts()))}"
                raise InputError(f"{_part(tree.name, names)} is no part of the rules", hint, source=where)
        elif kind != "Rule":
            raise InputError(f"{show(str(tree))} is no rule", "House rules are rules: HEAD :- BODY.", source=where)
        else:
            _check_rule(tree, where)


def _check_rule(tree: AST, where: str) -> None:
    from solver.program.syntax_trees import nodes

    head = tree.head
    if head.ast_type.name != "Literal" or head.atom.ast_type.name != "SymbolicAtom" or head.sign != 0:
        if head.ast_type.name == "Literal" and head.atom.ast_type.name == "BooleanConstant":
            raise InputError("a constraint could leave a board without an answer", "Give the rule a head", source=where)
        raise InputError(
            "the head is no single atom: an answer has no choices", "Write one rule for each atom", source=where
        )
    if head.atom.symbol.ast_type.name not in ("Function", "Pool"):
        raise InputError("the head is negated", "Write a predicate of its own", source=where)
    instances = 1
    for one in nodes(tree):
        kind = one.ast_type.name
        instances *= _alternatives(one)
        if instances > MOST_INSTANCES:
            raise InputError(
                f"its intervals and pools make more than {MOST_INSTANCES} rules of it", "Narrow them", source=where
            )
        if kind not in _TERMS | _BODY | {"Rule"}:
            raise InputError(f"{show(str(one))} is not allowed in house rules", "See docs/house_rules.md", source=where)
        if kind == "Function" and one.external:
            raise InputError(f"'@{one.name}' would call a program", "Write it without @", source=where)
        if kind == "Interval" and not _small(one):
            raise InputError(
                f"{show(str(one))}: an interval is between two numbers, at most {WIDEST} apart",
                "Narrow it",
                source=where,
            )


def _alternatives(tree: AST) -> int:
    """Return how many terms an interval or a pool stands for, without those within it."""
    if tree.ast_type.name == "Pool":
        return max(1, len(tree.arguments))
    return max(1, tree.right.symbol.number - tree.left.symbol.number + 1) if _is_narrow(tree) else 1


def _is_narrow(tree: AST) -> bool:
    return tree.ast_type.name == "Interval" and _small(tree)


def _small(interval: AST) -> bool:
    ends = [getattr(end, "symbol", None) for end in (interval.left, interval.right)]
    numbers = [end.number for end in ends if end is not None and end.type == SymbolType.Number]
    return len(numbers) == 2 and numbers[1] - numbers[0] <= WIDEST


def operations(text: str) -> list[tuple[int, frozenset[str]]]:
    """Return the computations of rules.

    Args:
        text: House rules that were checked.

    Returns:
        For each rule the line where it begins, and its operations, intervals and sums.
    """
    from solver.program.syntax_trees import nodes

    found: list[tuple[int, frozenset[str]]] = []
    for tree in parse(text, ""):
        terms = {
            str(one)
            for one in nodes(tree)
            if one.ast_type.name in ("BinaryOperation", "UnaryOperation", "Interval", "BodyAggregateElement")
        }
        found.append((tree.location.begin.line, frozenset(terms)))
    return found


def check_layout(text: str, trees: list[AST], source: str) -> None:
    """Check that each rule has an annotation, and ends where a line does.

    Args:
        text: The file.
        trees: Its syntax trees, in order.
        source: The file's name, for messages.

    Raises:
        InputError: An annotation is missing or wrong, or a line holds two rules.
    """
    lines = text.split("\n")
    last, noted = 0, False
    for tree in trees:
        begin, end = tree.location.begin.line, tree.location.end
        where = f"{source}:{begin}"
        if begin <= last:
            raise InputError("two rules stand on one line", "Begin each on a line of its own", source=where)
        if lines[end.line - 1][end.column - 1 :].strip():
            raise InputError("something follows on the line where the rule ends", "Begin a new line", source=where)
        between = lines[last : begin - 1]
        last = end.line
        if tree.ast_type.name == "Program":
            noted = False
            continue
        for number, line in enumerate(between, start=begin - len(between)):
            if line.startswith("%@"):
                if _ANNOTATION.match(line) is None:
                    raise InputError(
                        f"{show(line)} is no annotation",
                        'Write: %@ house.1 "what it says of {O}"',
                        source=f"{source}:{number}",
                    )
                noted = True
        if not noted:
            raise InputError(
                "a rule without annotation", 'Write above it: %@ house.1 "what it says of {O}"', source=where
            )


def check_predicates(trees: list[AST], known: frozenset[tuple[str, int]], source: str) -> None:
    """Check that each predicate in the bodies of rules exists.

    Args:
        trees: Their syntax trees.
        known: The predicates of the rules of the game, each with the number of its arguments.
        source: Their file, for messages.

    Raises:
        InputError: One is neither known nor derived by these rules.
    """
    rules = [tree for tree in trees if tree.ast_type.name == "Rule"]
    derived = {one for tree in rules for one in atoms(tree.head)}
    for tree in rules:
        for literal in tree.body:
            for name, arity in atoms(literal):
                if (name, arity) in known | derived:
                    continue
                arities = sorted({count for other, count in known | derived if other == name})
                hint = (
                    f"{name} has {' or '.join(map(str, arities))} arguments"
                    if arities
                    else did_you_mean(name, sorted({other for other, _ in known | derived})) or "See rules/"
                )
                raise InputError(
                    f"{name}/{arity} is asked for, and neither derived nor told", hint, source=_place(source, tree)
                )


def atoms(tree: AST) -> Iterator[tuple[str, int]]:
    """Go through the predicates of a literal, those in its aggregates too.

    Args:
        tree: The literal.

    Yields:
        The name of each, and the number of its arguments.
    """
    from solver.program.syntax_trees import nodes

    for one in nodes(tree):
        if one.ast_type.name == "SymbolicAtom":
            symbols = one.symbol.arguments if one.symbol.ast_type.name == "Pool" else [one.symbol]
            for symbol in symbols:
                if symbol.ast_type.name == "Function":
                    yield symbol.name, len(symbol.arguments)


@cache
def _parts() -> dict[str, tuple[str, ...]]:
    """Return the parts of the program with their parameters."""
    found: dict[str, tuple[str, ...]] = {"base": ()}
    for statement in program.statements():
        found[statement.part_name] = statement.parameters
    return found


def _part(name: str, parameters: tuple[str, ...]) -> str:
    return f"#program {name}({','.join(parameters)})" if parameters else f"#program {name}"


def check_safety(text: str, source: str) -> None:
    """Check that clingo accepts rules: their variables are safe.

    Args:
        text: The rules.
        source: Their file, for messages.

    Raises:
        InputError: Clingo refuses one.
    """
    heard: list[str] = []

    def listen(code: MessageCode, message: str) -> None:
        if code == MessageCode.RuntimeError:
            heard.append(" ".join(message.split()))

    control = Control(["--warn=none"], logger=listen)
    try:
        control.add("base", [], text)
        control.ground([("nothing", [])])
    except RuntimeError as error:
        raise _clingo_error(heard, source) from error


def _place(source: str, tree: AST) -> str:
    return f"{source}:{tree.location.begin.line}"
