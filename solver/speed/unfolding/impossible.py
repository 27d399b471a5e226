"""Rules that cannot fire because no derivations make atoms of the shapes that their bodies ask for.

`solver.speed.possible` looks at each argument by itself. Here the atoms of a body are matched, all together, with the
atoms that rules can derive: ``ability_of(E,O,given(G,A))`` cannot be, where each effect is ``static(O,own(A),X)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from solver.speed.unfolding.compared_terms import can_hold, equation
from solver.speed.unfolding.rule_terms import (
    Literal,
    Rule,
    Term,
    bind,
    bound,
    is_variable,
    replaced,
    variables_of,
)

if TYPE_CHECKING:
    from solver.speed.unfolding.unfolded_program import Program

__all__ = ["drop_impossible"]

_ROUNDS = 2
"""The passes over all rules: each one sees the shapes that the one before it found."""
_MOST_SHAPES = 4
"""A rule that derives atoms of more shapes counts as one that derives any atom of its head."""
_MOST_TRIES = 24
"""The most atoms that are tried for a body. After them its rule counts as one that can fire."""

Shapes = tuple[tuple[Term, ...], ...]
"""The arguments of the atoms that a rule can derive; their variables can be anything."""


def drop_impossible(program: Program) -> None:
    """Drop the rules that cannot fire, and the denied atoms that no rule can derive.

    Args:
        program: The rules.
    """
    shapes: dict[int, Shapes] = {
        number: (_opened(rule, rule.head).arguments,) for number, rule in program.rules.items() if rule.head
    }
    waiting = list(program.rules)
    for _ in range(_ROUNDS):
        changed = set[str]()
        for number in waiting:
            rule = program.rules[number]
            found = _derived(program, shapes, rule)
            if rule.head and found != shapes[number]:
                changed.add(rule.head.name)
                shapes[number] = found
            if not found:
                program.drop(number)
        waiting = sorted({number for name in changed for number in program.calls[name]} & program.rules.keys())
    for number, rule in list(program.rules.items()):
        body = tuple(one for one in rule.body if not _is_denied_in_vain(program, shapes, rule, one))
        if len(body) < len(rule.body):
            program.rules[number] = rule._replace(body=body)


def _opened(rule: Rule, one: Literal) -> Literal:
    """Return a literal with variables for the parameters of its rule: they can be anything."""
    return replaced(one, {name: f"P{name}0q" for name in rule.parameters})


def _is_denied_in_vain(program: Program, shapes: Mapping[int, Shapes], rule: Rule, one: Literal) -> bool:
    """Tell whether a literal denies an atom that no rule can derive."""
    if not one.sign or not one.name or one.name in program.opaque:
        return False
    return next(_matches(program, shapes, _opened(rule, one), {}, 0), None) is None


def _derived(program: Program, shapes: Mapping[int, Shapes], rule: Rule) -> Shapes:
    """Return the atoms that a rule can derive; none if it cannot fire."""
    head = _opened(rule, rule.whole_head).arguments
    body = [_opened(rule, one) for one in rule.body]
    others = [one for one in body if not one.name]
    binding: dict[str, Term] = {}
    for sides in filter(None, map(equation, others)):
        if not bind(*sides, binding):
            return ()
    atoms = [one for one in body if one.name and not one.sign and one.name not in program.opaque]
    atoms = [one for one in atoms if not _says_nothing(program, shapes, one.name)]
    atoms.sort(key=lambda one: sum(len(shapes[number]) for number in program.definitions[one.name]))
    tries = iter(range(_MOST_TRIES))
    found = (
        one for one in _fitting(program, shapes, atoms, binding, tries) if all(can_hold(each, one) for each in others)
    )
    derived = dict.fromkeys(tuple(bound(term, one) for term in head) for one in found)
    return tuple(derived) if len(derived) <= _MOST_SHAPES and next(tries, None) is not None else (head,)


def _says_nothing(program: Program, shapes: Mapping[int, Shapes], name: str) -> bool:
    """Tell whether some rule may derive any atom of a predicate, as far as its shapes are known."""
    return any(_is_open(shape) for number in program.definitions[name] for shape in shapes[number])


@lru_cache(maxsize=1 << 12)
def _is_open(shape: tuple[Term, ...]) -> bool:
    """Tell whether an atom can be any one of its predicate."""
    return len(set(shape)) == len(shape) and all(map(is_variable, shape))


def _fitting(
    program: Program,
    shapes: Mapping[int, Shapes],
    atoms: Sequence[Literal],
    binding: dict[str, Term],
    tries: Iterator[int],
) -> Iterator[dict[str, Term]]:
    """Go through the ways to match atoms with those that rules can derive.

    Args:
        program: The rules.
        shapes: The atoms that each rule can derive.
        atoms: The atoms that are left.
        binding: The terms of variables so far.
        tries: Yields a number for each try that is still allowed.

    Returns:
        The terms of variables.
    """
    if not atoms:
        yield binding
        return
    first, *others = atoms
    for found in _matches(program, shapes, first, binding, len(atoms)):
        if next(tries, None) is None:
            return
        yield from _fitting(program, shapes, others, found, tries)


def _matches(
    program: Program, shapes: Mapping[int, Shapes], atom: Literal, binding: Mapping[str, Term], place: int
) -> Iterator[dict[str, Term]]:
    """Go through the derived atoms that an atom of a body can be; each gives terms for variables."""
    for number in program.definitions[atom.name]:
        for shape in shapes[number]:
            found = dict(binding)
            if bind(("", _numbered(shape, place)), ("", atom.arguments), found):
                yield found


@lru_cache(maxsize=1 << 14)
def _numbered(shape: tuple[Term, ...], place: int) -> tuple[Term, ...]:
    """Return a shape with variables that no other place of the body has."""
    names: dict[str, Term] = {one: f"{one}_{place}" for one in variables_of(*shape)}
    return tuple(bound(term, names) for term in shape)
