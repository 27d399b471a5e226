"""A checker of proofs that shares nothing with what finds them: clingo grounds one rule over a node's children.

It accepts a node only if all of this holds: its atom is true, and was so by the call that it names. The rule that it
names, grounded with the parameters that it names over nothing but the atoms of its children, derives its atom. None of
the atoms that the rule negates was true by then. The rule counted all that there was to count. And no node rests on
itself, nor on what was examined for it. A denied fact comes from no rule, nor does a label without which a fact would
not hold: for these, the checker checks only what was examined. While a board is grounded, `watched` notes when each
atom became true.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from clingo import Control, Symbol, parse_term
from clingo.ast import AST, ASTType, Sign, parse_string

from solver.program.grounding import Grounding
from solver.program.rule_files import statements_of

ROOT = Path(__file__).parents[4]
_ANY = "any_"
"""Stands for `_` in an atom that must not be there."""


class History:
    """When each atom of a board came to be.

    Attributes:
        times: The grounding call, by atom.
    """

    def __init__(self) -> None:
        self.times: dict[str, int] = {}
        self._known: set[Symbol] = set()
        self._by_predicate: dict[tuple[str, int], list[tuple[Symbol, int]]] = {}

    def note(self, control: Control, call: int, parts: Iterable[str]) -> None:
        """Note what a call derived.

        Args:
            control: The control after the call.
            call: Its number.
            parts: The program parts that it grounded. Only predicates that their rules derive can have more atoms.
        """
        for signature in {one for part in parts for one in _derived_in(part)} if self.times else _told(control):
            for atom in control.symbolic_atoms.by_signature(*signature):
                symbol = atom.symbol
                if symbol not in self._known:  # writing out what is known takes most of the time
                    self._known.add(symbol)
                    self.times[str(symbol)] = call
                    self._by_predicate.setdefault(signature, []).append((symbol, call))

    def there(self, pattern: Symbol, by: int) -> bool:
        """Tell whether there was an atom by a call.

        Args:
            pattern: The atom; `any_` in it stands for whatever it is.
            by: The call.
        """
        if _ANY not in str(pattern):
            return self.times.get(str(pattern), by + 1) <= by
        return any(_fits(pattern, atom) for atom in self.all_of(pattern.name, len(pattern.arguments), by))

    def all_of(self, name: str, arity: int, by: int) -> list[Symbol]:
        """Return the atoms of a predicate that were there by a call."""
        return [atom for atom, call in self._by_predicate.get((name, arity), ()) if call <= by]


def _told(control: Control) -> Iterable[tuple[str, int]]:
    """Return the predicates that have atoms, without those that an explanation asks for."""
    return {(name, arity) for name, arity, _ in control.symbolic_atoms.signatures if not name.startswith("picked_")}


@cache
def _derived_in(part: str) -> frozenset[tuple[str, int]]:
    """Return the predicates that rules of a program part derive, in any file of the rules."""
    found: set[tuple[str, int]] = set()

    def take(tree: AST) -> None:
        if tree.ast_type == ASTType.Rule:
            found.update(_signature(form.head) for form in tree.unpool())

    for file in (ROOT / "rules").glob("*/*.lp"):
        read = statements_of(file.stem, file.read_text(encoding="utf-8"))
        parse_string("\n".join(one.text for one in read if one.part_name == part), take)
    return frozenset(found)


@contextmanager
def watched() -> Iterator[defaultdict[Grounding, History]]:
    """Note what is grounded inside of the ``with`` block, by grounding: boards of the past have their own."""
    histories: defaultdict[Grounding, History] = defaultdict(History)
    real = Grounding._ground

    def noted(self: Grounding, parts: Any) -> None:
        real(self, parts)
        histories[self].note(self.control, len(self.calls) - 1, [name for name, _ in parts])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Grounding, "_ground", noted)
        yield histories


def _fits(pattern: Symbol, atom: Symbol) -> bool:
    if str(pattern) == _ANY:
        return True
    if _ANY not in str(pattern):
        return pattern == atom
    return (pattern.name, len(pattern.arguments)) == (atom.name, len(atom.arguments)) and all(
        _fits(one, other) for one, other in zip(pattern.arguments, atom.arguments, strict=True)
    )


class _Rule(NamedTuple):
    """A rule that stands in a file.

    Attributes:
        part: The program part.
        text: The rule.
        instances: For each of its forms, a rule whose head says which atom it derives, and which must not be there.
        counted: The predicates that its aggregates count.
    """

    part: str
    text: str
    instances: tuple[str, ...]
    counted: frozenset[tuple[str, int]]


@cache
def _rule(place: str) -> _Rule:
    name, _, line = place.rpartition(":")
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    start = int(line) - 1
    part = next((text for text in reversed(lines[:start]) if text.startswith("#program")), "#program base.")
    taken: list[str] = []
    for text in lines[start:]:
        taken.append(text)
        if text.rstrip().endswith("."):
            break
    assert not taken[0].startswith(("%", "#")), place
    text = "\n".join(taken)
    trees: list[AST] = []
    parse_string(text, trees.append)
    instances: list[str] = []
    counted: set[tuple[str, int]] = set()
    for tree in trees:
        if tree.ast_type != ASTType.Rule:
            continue
        for form in tree.unpool():
            absent: list[str] = []
            there: list[str] = []
            for one in form.body:
                if one.ast_type == ASTType.ConditionalLiteral:  # its literal must be below for all that is there
                    there.append(str(one))
                    counted |= {_signature(literal) for literal in one.condition if _is_atom(literal)}
                    continue
                if one.atom.ast_type == ASTType.SymbolicAtom and one.sign == Sign.Negation:
                    absent.append(str(one.atom.symbol).replace("_)", f"{_ANY})").replace("_,", f"{_ANY},"))
                else:
                    there.append(str(one))
                if one.atom.ast_type == ASTType.BodyAggregate:
                    for element in one.atom.elements:
                        counted |= {_signature(literal) for literal in element.condition if _is_atom(literal)}
            head = f"instance_({form.head.atom.symbol},absent_({''.join(f'{atom},' for atom in absent)}0))"
            instances.append(f"{head}{' :- ' + '; '.join(there) if there else ''}.")
    return _Rule(part, text, tuple(instances), frozenset(counted))


def _is_atom(literal: AST) -> bool:
    return bool(literal.atom.ast_type == ASTType.SymbolicAtom)


def _signature(literal: AST) -> tuple[str, int]:
    return literal.atom.symbol.name, len(literal.atom.symbol.arguments)


@cache
def _instances(
    place: str, parameters: tuple[str, ...], facts: frozenset[str], atom: str
) -> Sequence[tuple[Symbol, ...]]:
    """Return for each instance of a rule over facts that derives an atom what must not be there for it."""
    rule = _rule(place)
    head = rule.part.removeprefix("#program").strip().rstrip(".")
    name, _, inside = head.partition("(")
    names = [one.strip() for one in inside.rstrip(")").split(",") if one.strip()]
    control = Control(["--warn=none"])
    control.add("base", [], " ".join(f"{fact}." for fact in sorted(facts)))
    control.add(f"one_{name}", names, "\n".join(rule.instances))
    control.ground([("base", []), (f"one_{name}", [parse_term(value) for value in parameters])])
    wanted = parse_term(atom)
    found = (one.symbol.arguments for one in control.symbolic_atoms.by_signature("instance_", 2))
    return [tuple(absent.arguments[:-1]) for got, absent in found if got == wanted]


def problems(proof: Mapping[str, Any], told: Iterable[str], history: History) -> list[str]:
    """Check a proof.

    Args:
        proof: A proof as ``typeline why --json`` prints it: ``root`` and ``nodes``.
        told: The facts of the board.
        history: When each atom of the board came to be.

    Returns:
        What is wrong, a line each.
    """
    nodes: Mapping[str, Mapping[str, Any]] = proof["nodes"]
    facts = set(told)
    wrong: list[str] = []
    for number, node in nodes.items():
        atom, time = node["atom"], node["time"]
        if any(nodes[str(child)]["time"] > time for child in node["examined"]):
            wrong.append(f"{number}: what was examined for {atom} came later")
        if atom.startswith(("not ", "without(", "lacking(")):
            if node["place"] or node["children"] or (node["rule"] != "-") != atom.startswith("lacking("):
                wrong.append(f"{number}: {atom} comes from no rule")
            continue
        if not node["place"]:
            if f"{atom}." not in facts or node["children"]:
                wrong.append(f"{number}: {atom} is no fact of the board")
            continue
        if history.times.get(atom, time + 1) > time:
            wrong.append(f"{number}: {atom} is not true by then")
        below = frozenset(nodes[str(child)]["atom"] for child in node["children"])
        place, parameters = node["place"], tuple(node["parameters"])
        instances = _instances(place, parameters, below, atom)
        if not instances:
            wrong.append(f"{number}: {atom} does not follow by {place} from {sorted(below)}")
        elif all(any(history.there(one, time) for one in absent) for absent in instances):
            wrong.append(f"{number}: {atom} does not follow by {place}: something is there that must not be")
        counted = _rule(place).counted
        if counted:
            all_of = {str(one) for name, arity in counted for one in history.all_of(name, arity, time)}
            if not _instances(place, parameters, below | all_of, atom):
                wrong.append(f"{number}: {atom} does not follow by {place}: there was something else to count")
        if any(nodes[str(child)]["time"] > time for child in node["children"]):
            wrong.append(f"{number}: {atom} rests on something later")
    return [*wrong, *_circles(nodes, str(proof["root"]))]


def _circles(nodes: Mapping[str, Mapping[str, Any]], root: str) -> list[str]:
    """Return the nodes that rest on themselves."""
    done: set[str] = set()
    path: list[tuple[str, int]] = [(root, 0)]
    on_path = {root}
    while path:
        number, at = path.pop()
        children = [*nodes[number]["children"], *nodes[number]["examined"]]
        if at == len(children):
            on_path.discard(number)
            done.add(number)
            continue
        path.append((number, at + 1))
        child = str(children[at])
        if child in on_path:
            return [f"{child} rests on itself"]
        if child not in done:
            on_path.add(child)
            path.append((child, 0))
    return []
