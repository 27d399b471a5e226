"""Explain why an atom is false: find the true atoms that prevent it.

A rule may need an atom to be false: ``not misses(...)``, ``not unmet(...)``. A refutation goes through every rule
that could derive the atom. Each instance of such a rule fails for one of three reasons: a true atom contradicts it (a
literal ``not q`` fails because of ``q``); an aggregate has another value; or an atom that it needs is false and must be
refuted in turn. The true atoms are the reasons, and each has a proof of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.ask.explain.proof.inference import Inference, Instance
from solver.ask.explain.rules import (
    EVERY,
    Aggregate,
    Atoms,
    Binding,
    Comparison,
    Condition,
    Form,
    Literal,
    Rulebook,
    Term,
    arguments,
    evaluated,
    local_names,
    match,
    name_of,
    names_in,
    substituted,
    variables,
)

STATIC = frozenset({"base", "instances"})
"""The program parts that are about no state: if they do not derive an atom, no reason is given."""
UNASKED = frozenset({"applied", "started", "pending"})
"""Predicates about applied effects. An effect that was applied before is no obstacle."""
INDEPENDENCE = frozenset({"depends_on", "dependency_chain"})
"""Predicates of dependency. Every object on the board would show that nothing changes: no judge would name
them all, so there is no reason. Trials find what a fact needs (`solver.ask.explain.proof.sufficiency`)."""
TIMING = frozenset({"part_applied"})
"""Predicates about moments: an atom that does not hold at one moment may hold at another."""
_DEEPEST = 60
_WHATEVER_ELSE = 1
"""An instance that fails at this cost or less fails at every moment."""

_Key = tuple[str, tuple[Term | None, ...], int]


class Refuter:
    """Finds the true atoms that prevent false ones, on a grounded board."""

    def __init__(self, atoms: Atoms, book: Rulebook, inference: Inference) -> None:
        """Take the true atoms, the rules, and the search for values.

        Args:
            atoms: The true atoms.
            book: The rules.
            inference: Finds instances of rules.
        """
        self._atoms = atoms
        self._book = book
        self._inference = inference
        self._found: dict[_Key, tuple[Term, ...]] = {}
        self._static: dict[tuple[str, int], bool] = {}
        self._around: dict[int, set[str]] = {}
        self._remembered: dict[tuple[str, int], bool] = {}

    def reasons(self, instance: Instance) -> list[Term]:
        """Return the reasons why the negative conditions of a rule's instance hold.

        Args:
            instance: The instance, which holds.

        Returns:
            True atoms, each once.
        """
        found: dict[Term, None] = {}
        for one in instance.form.body:
            if isinstance(one, Literal) and not one.positive:
                found.update(dict.fromkeys(self.against(one, instance.binding, instance.call)))
        return list(found)

    def against(self, literal: Literal, binding: Binding, call: int) -> tuple[Term, ...]:
        """Return the reasons why all atoms that match a literal are false.

        Args:
            literal: The literal, whose sign does not matter. No atom fits it that was true by the call.
            binding: The values of its variables, as far as they have one.
            call: The grounding call.

        Returns:
            True atoms, each once; none if there is no such atom.
        """
        return self._against(literal.name, tuple(evaluated(part, binding) for part in literal.parts), call, 0)

    def against_atom(self, atom: Term) -> tuple[Term, ...]:
        """Return the atoms that make an atom false in the final state.

        Args:
            atom: The atom; an argument that is None may be anything.
        """
        name, _ = name_of(atom)
        return self._against(name, tuple(arguments(atom)), self._atoms.calls, 0)

    def _against(self, name: str, values: tuple[Term | None, ...], call: int, depth: int) -> tuple[Term, ...]:
        if name in UNASKED or name in INDEPENDENCE or depth > _DEEPEST:
            return ()
        key = name, values, call
        found = self._found.get(key)
        if found is None:
            self._found[key] = ()  # a circular reason is none
            found = self._found[key] = tuple(dict.fromkeys(self._all(name, values, call, depth)))
        return found

    def _all(self, name: str, values: tuple[Term | None, ...], call: int, depth: int) -> Iterator[Term]:
        """Return the reasons why no rule derives an atom, rule by rule."""
        for rule, form, reckoned in self._book.derivations(name, len(values)):
            binding: Binding = {}
            known = [pair for pair in zip(form.parts, values, strict=True) if pair[1] is not None]
            if not all(match(part, value, binding) for part, value in known if value is not None) and not reckoned:
                continue
            bound = {place: binding[one] for place, one in enumerate(rule.parameters) if one in binding}
            for given, number in self._atoms.grounded_with(rule.part, bound):
                if number <= call:
                    extended = binding | dict(zip(rule.parameters, given, strict=True))
                    yield from self._fails(form, tuple(form.body), extended, number, depth, ())

    def _fails(
        self,
        form: Form,
        left: tuple[Condition, ...],
        binding: Binding,
        call: int,
        depth: int,
        passed: tuple[Term, ...],
    ) -> Iterator[Term]:
        """Return why the instances of a body fail, given some values.

        Args:
            form: The rule.
            left: The conditions that are not examined yet.
            binding: The values.
            call: The grounding call.
            depth: The number of refutations that this is a part of.
            passed: The atoms of states that gave values so far.
        """
        rest = list(left)
        failing: list[tuple[int, Condition]] = []
        values = -1
        while len(binding) != values and not failing:  # a comparison may have given a value
            values, left, rest = len(binding), tuple(rest), []
            for one in left:
                cost = self._cost(form, one, binding, call)
                if cost is None:
                    rest.append(one)
                elif cost:
                    failing.append((cost, one))
        if failing:
            cost, one = min(failing, key=lambda pair: pair[0])
            if cost > _WHATEVER_ELSE:
                yield from self._moments(form, binding, call)
            yield from self._reason(one, binding, call, depth, passed)
            return
        branches = [one for one in rest if isinstance(one, Literal) and one.positive]
        if not branches:
            return
        rows = {id(one): list(self._inference.matches(one, binding)) for one in branches}
        branch = min(branches, key=lambda one: (bool(rows[id(one)]), not self._is_static(one), len(rows[id(one)])))
        others = tuple(one for one in rest if one is not branch)
        there = [found for found in rows[id(branch)] if self._in_time(branch, found, call)]
        if not there:
            yield from self._missing(branch, binding, call, depth)
            return
        dynamic = not self._is_static(branch)
        for found in there:
            atom = (substituted(branch, found),) if dynamic else ()
            yield from self._fails(form, others, found, call, depth, passed + atom)

    def _cost(self, form: Form, one: Condition, binding: Binding, call: int) -> int | None:
        """Return the cost of naming a condition as the reason why an instance fails.

        Returns:
            0 if it holds, None if that is not known yet.
        """
        if isinstance(one, Comparison):
            return self._cost_of_comparison(one, binding)
        if isinstance(one, Aggregate):
            return None if not self._is_ready(form, one, binding) else 0 if self._comes_to(one, binding, call) else 3
        ground = all(evaluated(part, binding) is not None for part in one.parts)
        if one.positive:
            if not ground:
                return None
            there = self._holds(one, binding, call)
            return 0 if there else 1 if self._is_static(one) else 4
        if not names_in(one) <= binding.keys():
            return None
        blocking = self._inference.in_the_way(one, binding, call)
        return 0 if blocking is None else 5 if one.name in UNASKED else 2

    def _cost_of_comparison(self, one: Comparison, binding: Binding) -> int | None:
        names = names_in(one)
        unknown = names - binding.keys()
        if unknown:
            sides = one.first, *(guard[1] for guard in one.guards)
            gives = one.positive and len(sides) == 2 and one.guards[0][0] == "="
            if not gives or all(set(variables(side)) & unknown for side in sides):
                return None
            before = dict(binding)
            if self._inference.compare(one, before):
                binding.update(before)
                return 0
            return 1
        return 0 if self._inference.compare(one, dict(binding)) else 1

    def _reason(
        self, one: Condition, binding: Binding, call: int, depth: int, passed: tuple[Term, ...]
    ) -> Iterator[Term]:
        """Return the atoms that make a condition fail."""
        if isinstance(one, Comparison):
            yield from passed  # the atoms that gave the compared values
        elif isinstance(one, Aggregate) and one.function == EVERY:
            yield from passed
            for asked, found in self._inference.every(one, binding, call)[0]:
                reasons = list(self._reason(asked, found, call, depth, ()))
                yield from reasons or (substituted(of, found) for of in _asked_about(one))
        elif isinstance(one, Aggregate):
            yield from passed
            yield from self._inference.value(one, binding, call)[1]
        elif one.positive:
            yield from self._missing(one, binding, call, depth)
        else:
            blocking = self._inference.in_the_way(one, binding, call)
            if blocking is not None and one.name not in UNASKED:
                yield blocking

    def _moments(self, form: Form, binding: Binding, call: int) -> Iterator[Term]:
        """Return the moment that a rule is about: at another moment it may not fail."""
        for one in form.body:
            if isinstance(one, Literal) and one.positive and one.name in TIMING:
                yield from (substituted(one, found) for found in self._matches(one, binding, call))

    def _missing(self, one: Literal, binding: Binding, call: int, depth: int) -> Iterable[Term]:
        """Return why there is no atom that a positive literal asks for."""
        if self._is_static(one):
            return ()
        return self._against(one.name, tuple(evaluated(part, binding) for part in one.parts), call, depth + 1)

    def _holds(self, one: Literal, binding: Binding, call: int) -> bool:
        return self._atoms.holds(substituted(one, binding)) and self._in_time(one, binding, call)

    def _matches(self, one: Literal, binding: Binding, call: int) -> Iterator[Binding]:
        for found in self._inference.matches(one, binding):
            if self._in_time(one, found, call):
                yield found

    def _in_time(self, one: Literal, binding: Binding, call: int) -> bool:
        """Tell whether a true atom was true by a call. One that names its state or step was, if a rule asks for it."""
        return not self._is_remembered(one) or self._inference.derivable(substituted(one, binding), call)

    def _is_remembered(self, one: Literal) -> bool:
        """Tell whether atoms are derived again and again that do not name a state or a step: ``started(Effect)``."""
        key = one.name, len(one.parts)
        found = self._remembered.get(key)
        if found is None:
            found = self._remembered[key] = any(
                rule.parameters
                and rule.part not in STATIC
                and not set(rule.parameters[:2]) & {name for part in form.parts for name in variables(part)}
                for rule, form, _ in self._book.derivations(*key)
            )
        return found

    def _is_ready(self, form: Form, one: Aggregate, binding: Binding) -> bool:
        """Tell whether the variables that an aggregate shares with the rest of the body have values."""
        around = self._around.get(id(one))
        if around is None:
            around = names_in(one) - local_names(form, ()) - set(variables(one.result))
            self._around[id(one)] = around
        return around <= binding.keys()

    def _comes_to(self, one: Aggregate, binding: Binding, call: int) -> bool:
        """Tell whether an aggregate has the value that the literal needs; it may give a variable its value."""
        value, _ = self._inference.value(one, binding, call)
        before = dict(binding)
        if match(one.result, value, before):
            binding.update(before)
            return True
        return False

    def _is_static(self, one: Literal) -> bool:
        key = one.name, len(one.parts)
        found = self._static.get(key)
        if found is None:
            rules: Sequence[str] = [rule.part for rule in self._book.deriving(*key)]
            found = self._static[key] = STATIC.issuperset(rules)
        return found


def _asked_about(every: Aggregate) -> Iterator[Literal]:
    """Return the condition of a conditional literal: ``q`` of ``p : q``."""
    for element in every.elements:
        yield from (one for one in element.condition[:-1] if isinstance(one, Literal) and one.positive)
