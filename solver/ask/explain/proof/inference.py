"""Finding the instances of rules that derive an atom, by joining their bodies with the true atoms.

Everything true is known already (grounding was evaluation), so an atom's reasons are found backwards and only where
asked: take a rule whose head fits, and look for values of its other variables that make its body hold.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.ask.explain.proof.atoms import Atoms
from solver.ask.explain.proof.rule_forms import (
    EVERY,
    EVERY_HOLDS,
    Aggregate,
    Any_,
    Comparison,
    Compound,
    Condition,
    Const,
    Element,
    Form,
    Literal,
    Pattern,
    Sum,
    Var,
    variables,
)
from solver.ask.explain.proof.rulebook import Rule, Rulebook
from solver.ask.explain.proof.terms import Term, arguments, name_of

Binding = dict[str, Term]
"""Values of variables."""

_PART = -1
"""The step of a plan that finds out with which parameters the program part was grounded."""


class Counted(NamedTuple):
    """The value of an aggregate and the atoms that it counted.

    Attributes:
        aggregate: The aggregate.
        value: Its value.
        atoms: The atoms that it went through.
    """

    aggregate: Aggregate
    value: Term
    atoms: tuple[Term, ...]


class Instance(NamedTuple):
    """An instance of a rule whose body holds.

    Attributes:
        rule: The rule.
        form: Its form.
        binding: The values of its variables.
        call: The grounding call that it belongs to.
        counted: The values of its aggregates.
    """

    rule: Rule
    form: Form
    binding: Binding
    call: int
    counted: tuple[Counted, ...]

    def supports(self) -> list[Term]:
        """Return the atoms of its positive literals, in the order of the rule, and those of its aggregates."""
        atoms = [substituted(one, self.binding) for one in self.form.body if isinstance(one, Literal) and one.positive]
        atoms += [atom for one in self.counted for atom in one.atoms]
        return list(dict.fromkeys(atoms))


class Inference:
    """Finds instances of rules on a board that is grounded."""

    def __init__(self, atoms: Atoms, book: Rulebook, derivable: Callable[[Term, int], bool]) -> None:
        """Take the true atoms, and the rules.

        Args:
            atoms: The true atoms.
            book: The rules.
            derivable: Tells whether an atom that is true in the end was so by some grounding call.
        """
        self._atoms = atoms
        self._book = book
        self.derivable = derivable

    def instances(self, atom: Term, latest: int, rules: Iterable[Rule] | None = None) -> Iterator[Instance]:
        """Iterate over the instances that derive an atom.

        Args:
            atom: The atom.
            latest: The last grounding call that counts.
            rules: Only these rules; by default all that could.

        Returns:
            Instances whose literals hold; that the positive ones do so in time is for the caller to see.
        """
        name, arity = name_of(atom)
        goal = arguments(atom)
        among = None if rules is None else set(rules)
        for rule, form, reckoned in self._book.derivations(name, arity):
            if (among is not None and rule not in among) or not self._atoms.grounded(rule.part):
                continue
            binding: Binding = {}
            for part, value in zip(form.parts, goal, strict=True):
                if not match(part, value, binding):
                    break
            else:
                for found, call in self._solutions(rule, form, binding, latest):
                    if reckoned and not all(map(_equals, form.parts, goal, [found] * arity)):
                        continue
                    yield from self._counted(rule, form, found, call)

    def _solutions(self, rule: Rule, form: Form, binding: Binding, latest: int) -> Iterator[tuple[Binding, int]]:
        plan = self._plan(rule, form, frozenset(binding))
        if rule.parameters:
            yield from self._walk(rule, form.body, plan, 0, binding, latest, latest)
            return
        call = self._atoms.grounded(rule.part)[0][1]
        if call <= latest:
            yield from self._walk(rule, form.body, plan, 0, binding, call, latest)

    def _counted(self, rule: Rule, form: Form, binding: Binding, call: int) -> Iterator[Instance]:
        """Return the instance of a solution, with the elements of its aggregates."""
        counted = tuple(
            Counted(one, *self.value(one, binding, call)) for one in form.body if isinstance(one, Aggregate)
        )
        yield Instance(rule, form, binding, call, counted)

    # ---- joining

    def _plan(self, rule: Rule, form: Form, bound: frozenset[str]) -> tuple[int, ...]:
        """Return in which order to look at the literals of a body, by their places."""
        plans = self._book.plans
        key = (id(form), bound)
        found = plans.get(key)
        if found is None:
            found = plans[key] = tuple(_Planner(self._book, rule, form).order(set(bound)))
        return found

    def _walk(
        self,
        rule: Rule,
        body: Sequence[Condition],
        plan: Sequence[int],
        at: int,
        binding: Binding,
        call: int,
        latest: int,
    ) -> Iterator[tuple[Binding, int]]:
        """Go through a plan, and return the bindings that survive it."""
        while at < len(plan):
            place = plan[at]
            at += 1
            if place == _PART:
                for values, number in self._atoms.grounded(rule.part):
                    if number <= latest:
                        extended = dict(binding)
                        if all(map(_same, rule.parameters, values, [extended] * len(values))):
                            yield from self._walk(rule, body, plan, at, extended, number, latest)
                return
            condition = body[place]
            if isinstance(condition, Literal):
                if not condition.positive:
                    if not self.absent(condition, binding, call):
                        return
                elif (atom := _ground(condition, binding)) is not None:
                    if not self._atoms.holds(atom):
                        return
                else:
                    for extended in self.matches(condition, binding):
                        yield from self._walk(rule, body, plan, at, extended, call, latest)
                    return
            elif isinstance(condition, Comparison):
                if not self.compare(condition, binding):
                    return
            else:
                value, _ = self.value(condition, binding, call)
                if not match(condition.result, value, binding := dict(binding)):
                    return
        yield binding, call

    def matches(self, literal: Literal, binding: Binding) -> Iterator[Binding]:
        """Iterate over the atoms that make a positive literal true.

        Args:
            literal: The literal.
            binding: The values known.

        Returns:
            The binding with the values of its variables, each time a new one.
        """
        bound: dict[int, Term] = {}
        for place, part in enumerate(literal.parts):
            value = evaluated(part, binding)
            if value is not None:
                bound[place] = value
        rest = [(place, part) for place, part in enumerate(literal.parts) if place not in bound]
        for row in self._atoms.matching(literal.name, len(literal.parts), bound):
            extended = dict(binding)
            if all(match(part, row[place], extended) for place, part in rest):
                yield extended

    def absent(self, literal: Literal, binding: Binding, call: int) -> bool:
        """Tell whether a negative literal holds.

        Args:
            literal: The literal.
            binding: The values of its variables.
            call: By which grounding call.
        """
        return self.in_the_way(literal, binding, call) is None

    def in_the_way(self, literal: Literal, binding: Binding, call: int) -> Term | None:
        """Return the atom because of which a negative literal does not hold.

        Args:
            literal: The literal.
            binding: The values of its variables.
            call: By which grounding call.

        Returns:
            The atom; None where the literal holds.
        """
        atom = _ground(literal, binding)
        if atom is not None:
            return atom if self._atoms.holds(atom) and self.derivable(atom, call) else None
        for found in self.matches(literal, binding):
            atom = (literal.name, *self._row(literal, binding, found))
            if self.derivable(atom, call):
                return atom
        return None

    def _row(self, literal: Literal, binding: Binding, found: Binding) -> tuple[Term, ...]:
        """Return the arguments of the first atom that fits a literal with ``_`` in it."""
        bound = {
            place: value for place, part in enumerate(literal.parts) if (value := evaluated(part, found)) is not None
        }
        return self._atoms.matching(literal.name, len(literal.parts), bound)[0]

    def compare(self, comparison: Comparison, binding: Binding) -> bool:
        """Tell whether a comparison holds; ``=`` may give values to variables.

        Args:
            comparison: The comparison.
            binding: The values known; it may grow.
        """
        left = evaluated(comparison.first, binding)
        if left is None:
            ((_, pattern),) = comparison.guards
            value = evaluated(pattern, binding)
            return value is not None and match(comparison.first, value, binding)
        for sign, pattern in comparison.guards:
            right = evaluated(pattern, binding)
            if right is None:
                return match(pattern, left, binding)
            if not self._compared(sign, left, right):
                return not comparison.positive
            left = right
        return comparison.positive

    def _compared(self, sign: str, left: Term, right: Term) -> bool:
        if sign == "=":
            return left == right
        if sign == "!=":
            return left != right
        if sign in ("<", ">="):
            return self._atoms.is_before(left, right) == (sign == "<")
        return self._atoms.is_before(right, left) == (sign == ">")

    # ---- aggregates

    def value(self, aggregate: Aggregate, binding: Binding, call: int) -> tuple[Term, tuple[Term, ...]]:
        """Evaluate an aggregate.

        Args:
            aggregate: The aggregate.
            binding: The values of the variables around it.
            call: By which grounding call.

        Returns:
            Its value, and the atoms it went through.
        """
        if aggregate.function == EVERY:
            missing, held = self.every(aggregate, binding, call)
            return ("fails",) if missing else EVERY_HOLDS.term, held
        tuples: dict[tuple[Term, ...], None] = {}
        atoms: dict[Term, None] = {}
        for element in aggregate.elements:
            for found in self._satisfying(element, 0, binding, call):
                tuples[tuple(_must(evaluated(one, found)) for one in element.terms)] = None
                for literal in element.condition:
                    if isinstance(literal, Literal) and literal.positive:
                        atoms[substituted(literal, found)] = None
        return _aggregated(aggregate.function, list(tuples)), tuple(atoms)

    def every(
        self, aggregate: Aggregate, binding: Binding, call: int
    ) -> tuple[list[tuple[Literal, Binding]], tuple[Term, ...]]:
        """Evaluate a conditional literal: a literal must hold wherever a condition holds.

        Args:
            aggregate: Its function is `EVERY`.
            binding: The values of the variables around it.
            call: By which grounding call.

        Returns:
            The literals that do not hold, each with the values of its variables; and the atoms of those that do.
        """
        missing: list[tuple[Literal, Binding]] = []
        held: dict[Term, None] = {}
        for element in aggregate.elements:
            *_, asked = element.condition
            assert isinstance(asked, Literal)
            for found in self._satisfying(Element((), element.condition[:-1]), 0, binding, call):
                there = [substituted(asked, one) for one in self.matches(asked, found)] if asked.positive else []
                there = [one for one in there if self.derivable(one, call)]
                if asked.positive and there:
                    held[there[0]] = None
                elif asked.positive or not self.absent(asked, found, call):
                    missing.append((asked, found))
        return missing, tuple(held)

    def _satisfying(self, element: Element, at: int, binding: Binding, call: int) -> Iterator[Binding]:
        """Return the bindings that satisfy the condition of an element."""
        if at == len(element.condition):
            yield binding
            return
        condition = element.condition[at]
        if isinstance(condition, Comparison):
            extended = dict(binding)
            if self.compare(condition, extended):
                yield from self._satisfying(element, at + 1, extended, call)
        elif not condition.positive:
            if self.absent(condition, binding, call):
                yield from self._satisfying(element, at + 1, binding, call)
        else:
            for extended in self.matches(condition, binding):
                if self.derivable(substituted(condition, extended), call):
                    yield from self._satisfying(element, at + 1, extended, call)


# ---- patterns and values


def match(pattern: Pattern, term: Term, binding: Binding) -> bool:
    """Match a pattern with a term.

    Args:
        pattern: The pattern.
        term: The term.
        binding: The values known; it grows, also where the match fails in the end.

    Returns:
        Whether they match.
    """
    if isinstance(pattern, Var):
        return binding.setdefault(pattern.name, term) == term
    if isinstance(pattern, Const):
        return pattern.term == term
    if isinstance(pattern, Any_):
        return True
    if isinstance(pattern, Compound):
        if not isinstance(term, tuple) or term[0] != pattern.name or len(term) != len(pattern.parts) + 1:
            return False
        return all(match(part, one, binding) for part, one in zip(pattern.parts, arguments(term), strict=True))
    value = evaluated(pattern, binding)
    return value == term if value is not None else _inverted(pattern, term, binding)


def _inverted(pattern: Sum, term: Term, binding: Binding) -> bool:
    """Match ``X+1`` with a number by giving X a value."""
    if not isinstance(term, int):
        return False
    left, right = evaluated(pattern.left, binding), evaluated(pattern.right, binding)
    if pattern.sign == "+" and isinstance(right, int):
        return match(pattern.left, term - right, binding)
    if pattern.sign == "+" and isinstance(left, int):
        return match(pattern.right, term - left, binding)
    if pattern.sign == "-" and isinstance(right, int):
        return match(pattern.left, term + right, binding)
    if pattern.sign == "-" and isinstance(left, int):
        return match(pattern.right, left - term, binding)
    return True  # the factors of a product are known later: the instance is compared with the goal in the end


def evaluated(pattern: Pattern, binding: Binding) -> Term | None:
    """Return the value of a pattern.

    Args:
        pattern: The pattern.
        binding: The values known.

    Returns:
        The term; None where a value is missing, or the arithmetic is of something else than numbers.
    """
    if isinstance(pattern, Var):
        return binding.get(pattern.name)
    if isinstance(pattern, Const):
        return pattern.term
    if isinstance(pattern, Compound):
        parts: list[Term] = []
        for part in pattern.parts:
            value = evaluated(part, binding)
            if value is None:
                return None
            parts.append(value)
        return (pattern.name, *parts)
    if isinstance(pattern, Sum):
        left, right = evaluated(pattern.left, binding), evaluated(pattern.right, binding)
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        return _ARITHMETIC[pattern.sign](left, right) if pattern.sign != "/" or right else None
    return None


def _divided(left: int, right: int) -> int:
    """Divide as clingo does: towards 0."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divided,
}


def _ground(literal: Literal, binding: Binding) -> Term | None:
    parts: list[Term] = []
    for part in literal.parts:
        value = evaluated(part, binding)
        if value is None:
            return None
        parts.append(value)
    return (literal.name, *parts)


def substituted(literal: Literal, binding: Binding) -> Term:
    """Return the atom of a literal under a binding that makes it ground.

    Args:
        literal: The literal.
        binding: The values of its variables.
    """
    return _must(_ground(literal, binding))


def _must(term: Term | None) -> Term:
    if term is None:
        raise ValueError("a variable has no value")
    return term


def _equals(pattern: Pattern, term: Term, binding: Binding) -> bool:
    return evaluated(pattern, binding) == term


def _same(name: str, value: Term, binding: Binding) -> bool:
    return binding.setdefault(name, value) == value


def _aggregated(function: str, tuples: Sequence[tuple[Term, ...]]) -> Term:
    """Return the value of an aggregate, given its tuples."""
    if function == "count":
        return len(tuples)
    weights = [one[0] for one in tuples if isinstance(one[0], int)]
    if function == "sum":
        return sum(weights)
    if not tuples:
        return ("#inf",) if function == "max" else ("#sup",)  # nothing else is equal to these
    if len(weights) != len(tuples):
        raise ValueError(f"#{function} of something else than numbers")
    return max(weights) if function == "max" else min(weights)


# ---- planning


class _Planner:
    """Puts the literals of a body in order: decided ones first, then those that leave the fewest choices."""

    def __init__(self, book: Rulebook, rule: Rule, form: Form) -> None:
        self._book = book
        self._rule = rule
        self._parameters = set(rule.parameters)
        self._body = form.body
        self._names = [names_in(one) for one in form.body]
        self._local = local_names(form, rule.parameters)

    def order(self, bound: set[str]) -> Iterator[int]:
        """Return the places of the literals, `_PART` where the parameters are to be found.

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
                yield _PART
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
        return any(set(variables(one)) <= bound and not _open(one) for one in sides)

    def _cost(self, place: int, bound: set[str]) -> tuple[int, bool, bool, int]:
        """Return how many choices a positive literal leaves, roughly.

        Predicates of states are large, the first argument is the object in question, and few arguments mean few atoms.
        """
        literal = self._body[place]
        assert isinstance(literal, Literal)
        large = any(rule.part != "base" for rule in self._book.deriving(literal.name, len(literal.parts)))
        open_first = bool(literal.parts) and not set(variables(literal.parts[0])) <= bound
        return len(self._names[place] - bound), large, open_first, len(literal.parts)


def _open(pattern: Pattern) -> bool:
    """Tell whether a pattern has a ``_`` in it."""
    return isinstance(pattern, Any_) or (isinstance(pattern, Compound) and any(map(_open, pattern.parts)))


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
