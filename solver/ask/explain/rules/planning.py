"""The order in which the conditions of a rule are tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solver.ask.explain.rules.rule_forms import (
    Aggregate,
    Any_,
    Comparison,
    Compound,
    Condition,
    Form,
    Literal,
    Pattern,
    variables,
)
from solver.ask.explain.rules.rulebook import Rule, Rulebook

PART = -1
"""The step of a plan that finds out with which parameters the program part was grounded."""


# ---- planning
class Planner:
    """Puts the literals of a body in order: decided ones first, then those that leave the fewest choices."""

    def __init__(self, book: Rulebook, rule: Rule, form: Form) -> None:
        self._book = book
        self._rule = rule
        self._parameters = set(rule.parameters)
        self._body = form.body
        self._names = [names_in(one) for one in form.body]
        self._local = local_names(form, rule.parameters)

    def order(self, bound: set[str]) -> Iterator[int]:
        """Return the places of the literals in order; `PART` stands for finding the parameters.

        Args:
            bound: The variables that have values.
        """
        left = list(range(len(self._body)))
        part = bool(self._parameters)
        while left or part:
            place: int | None = None
            if not (part and bound & self._parameters):
                place = next((one for one in left if self._decided(one, bound, part)), None)
                place = self._chosen(left, bound, part) if place is None else place
            if place is None:
                yield PART
                part = False
                bound |= self._parameters
            else:
                yield place
                left.remove(place)
                bound |= self._names[place] - self._local

    def _chosen(self, left: Sequence[int], bound: set[str], part: bool) -> int | None:
        """Return the literal with the fewest choices; None where the parameters have fewer."""
        choices = [one for one in left if isinstance(literal := self._body[one], Literal) and literal.positive]
        place = min(choices, key=lambda one: self._cost(one, bound), default=None)
        if part and (place is None or len(self._parameters) <= self._cost(place, bound)[0]):
            return None
        if place is None:
            raise ValueError(f"{self._rule.place}: a variable is not bound")
        return place

    def _decided(self, place: int, bound: set[str], part: bool) -> bool:
        """Tell whether a literal leaves no choice, given the bound variables."""
        condition, names = self._body[place], self._names[place]
        if isinstance(condition, Literal):
            return names <= bound and (condition.positive or not part)
        if isinstance(condition, Aggregate):
            return not part and names - self._local - set(variables(condition.result)) <= bound
        if names <= bound:
            return True
        if not condition.positive or len(condition.guards) != 1 or condition.guards[0][0] != "=":
            return False
        sides = condition.first, condition.guards[0][1]
        return any(set(variables(one)) <= bound and not is_open(one) for one in sides)

    def _cost(self, place: int, bound: set[str]) -> tuple[int, bool, bool, int]:
        """Return how many choices a positive literal leaves, roughly.

        Predicates of states are large, the first argument is the object in question, and few arguments mean few atoms.
        """
        literal = self._body[place]
        assert isinstance(literal, Literal)
        large = any(rule.part != "base" for rule in self._book.deriving(literal.name, len(literal.parts)))
        open_first = bool(literal.parts) and not set(variables(literal.parts[0])) <= bound
        return len(self._names[place] - bound), large, open_first, len(literal.parts)


def is_open(pattern: Pattern) -> bool:
    """Tell whether a pattern has a ``_`` in it.

    Args:
        pattern: The pattern.
    """
    return isinstance(pattern, Any_) or (isinstance(pattern, Compound) and any(map(is_open, pattern.parts)))


def names_in(condition: Condition) -> set[str]:
    """Return the variables of a condition.

    Args:
        condition: The condition.
    """
    if isinstance(condition, Literal):
        return {name for part in condition.parts for name in variables(part)}
    if isinstance(condition, Comparison):
        sides = (condition.first, *(guard[1] for guard in condition.guards))
        return {name for one in sides for name in variables(one)}
    found = set(variables(condition.result))
    for element in condition.elements:
        found |= {name for one in element.terms for name in variables(one)}
        for literal in element.condition:
            found |= names_in(literal)
    return found


def local_names(form: Form, parameters: Sequence[str]) -> set[str]:
    """Return the variables that occur only inside of one aggregate.

    Args:
        form: The rule.
        parameters: The parameters of its program part.
    """
    outside = set(parameters) | {name for part in form.parts for name in variables(part)}
    for condition in form.body:
        outside |= set(variables(condition.result)) if isinstance(condition, Aggregate) else names_in(condition)
    return {name for one in form.body if isinstance(one, Aggregate) for name in names_in(one)} - outside


def variables_of(form: Form) -> Iterator[str]:
    """Iterate over the variables of a rule, its head's first.

    Args:
        form: The rule.
    """
    for part in form.parts:
        yield from variables(part)
    for condition in form.body:
        if isinstance(condition, Literal):
            for part in condition.parts:
                yield from variables(part)
        elif isinstance(condition, Comparison):
            yield from variables(condition.first)
            for _, part in condition.guards:
                yield from variables(part)
        else:
            yield from variables(condition.result)
            for element in condition.elements:
                for part in element.terms:
                    yield from variables(part)
