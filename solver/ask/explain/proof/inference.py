"""Finding the instances of rules that derive an atom, by joining their bodies with the true atoms.

Everything true is known already (grounding was evaluation), so an atom's reasons are found backwards and only where
asked: take a rule whose head fits, and look for values of its other variables that make its body hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from solver.ask.explain.rules import (
    EVERY,
    EVERY_HOLDS,
    PART,
    Aggregate,
    Atoms,
    Binding,
    Comparison,
    Condition,
    Element,
    Form,
    Literal,
    Planner,
    Rule,
    Rulebook,
    Term,
    aggregated,
    arguments,
    equals,
    evaluated,
    ground,
    match,
    must,
    name_of,
    same_value,
    substituted,
)


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
            Instances whose literals hold. The caller must check that the positive ones were true in time.
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
                    if reckoned and not all(map(equals, form.parts, goal, [found] * arity)):
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
        """Return the places of the literals of a body, in the order in which to look at them."""
        plans = self._book.plans
        key = (id(form), bound)
        found = plans.get(key)
        if found is None:
            found = plans[key] = tuple(Planner(self._book, rule, form).order(set(bound)))
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
            if place == PART:
                for values, number in self._atoms.grounded(rule.part):
                    if number <= latest:
                        extended = dict(binding)
                        if all(map(same_value, rule.parameters, values, [extended] * len(values))):
                            yield from self._walk(rule, body, plan, at, extended, number, latest)
                return
            condition = body[place]
            if isinstance(condition, Literal):
                if not condition.positive:
                    if not self.absent(condition, binding, call):
                        return
                elif (atom := ground(condition, binding)) is not None:
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
        """Return the true atom that makes a negative literal fail.

        Args:
            literal: The literal.
            binding: The values of its variables.
            call: By which grounding call.

        Returns:
            The atom; None where the literal holds.
        """
        atom = ground(literal, binding)
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
                tuples[tuple(must(evaluated(one, found)) for one in element.terms)] = None
                for literal in element.condition:
                    if isinstance(literal, Literal) and literal.positive:
                        atoms[substituted(literal, found)] = None
        return aggregated(aggregate.function, list(tuples)), tuple(atoms)

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
