"""A program while its rules are unfolded."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping

from solver.speed.unfolding.compared_terms import differs
from solver.speed.unfolding.rule_terms import (
    Binding,
    Literal,
    Other,
    Rule,
    Term,
    bind,
    implies,
    is_variable,
    names_in,
    negated,
    renames,
    replaced,
    variables_of,
    with_head,
    words_of,
)

__all__ = ["FIRST", "LAST", "Program"]

FIRST, LAST = "base", "final"
"""The parts that are grounded once for every board: in the first call and in the last one."""
_INSTANCES = "instances"
"""The part that is grounded in the first call and, where abilities are granted (`_GRANTS`), again."""
_GRANTS = "bestows"
_LONGEST = 8
"""A body with more literals is not made longer: gringo might join them in a bad order."""


class Program:
    """A program whose rules change.

    Attributes:
        rules: The rules that are left, by their numbers.
        definitions: For each predicate, the numbers of the rules that derive it.
        calls: For each predicate, the numbers of the rules that ask for it; some may be gone.
        told: The predicates of the facts.
        asked: The predicates that Python reads.
        opaque: The predicates that facts define, or statements that are no rule with one atom as its head.
        staged: Whether the facts are many.
    """

    def __init__(
        self, rules: Mapping[int, Rule | Other], told: Iterable[str], asked: Container[str], *, staged: bool
    ) -> None:
        self.staged = staged
        self.rules = {number: rule for number, rule in rules.items() if isinstance(rule, Rule)}
        self._before = dict(self.rules)
        self.asked = asked
        self.definitions: dict[str, list[int]] = defaultdict(list)
        self.told = frozenset(told)
        self.opaque = set(told)
        parts: dict[str, set[str]] = defaultdict(set)  # Those that derive a predicate.
        for number, rule in rules.items():
            if isinstance(rule, Rule):
                heads: Iterable[str] = [rule.head.name] if rule.head else names_in(rule.head_text)
                for name in heads:
                    self.definitions[name].append(number)
            else:
                heads = rule.names
            for name in heads:
                parts[name].add(rule.part)
            if not isinstance(rule, Rule) or rule.head is None:
                self.opaque.update(heads)
        self._first = {FIRST} if _GRANTS in parts else {FIRST, _INSTANCES}  # The parts of the first call alone.
        self._moving = {name for name, there in parts.items() if there - self._first}  # Later calls derive it, too.
        self.calls: dict[str, set[int]] = defaultdict(set)
        self._names = 0

    def unfold_all(self) -> None:
        """Drop negated literals that always hold, and unfold each predicate that may go."""
        there = self.opaque | {name for name, numbers in self.definitions.items() if numbers}
        for number, rule in list(self.rules.items()):
            body = tuple(one for one in rule.body if not (one.sign and one.name and one.name not in there))
            if len(body) < len(rule.body):
                self.rules[number] = rule._replace(body=body)
        for number in self.rules:
            self._note(number)
        left = len(self.rules) + 1
        while len(self.rules) < left:
            left = len(self.rules)
            for name in [name for name in self.definitions if self.may_go(name)]:
                self.unfold(name)
            self.tidy()

    def changes(self) -> dict[int, Rule | None]:
        """Return, for each rule that changed, the new rule; None if it is gone."""
        return {
            number: self.rules.get(number)
            for number, rule in self._before.items()
            if self.rules.get(number) is not rule
        }

    def ground_parameters(self) -> None:
        """Put the number of the first call in the place of the parameter of a part that is called once."""
        if _INSTANCES in self._first:
            for number, rule in list(self.rules.items()):
                if rule.part == _INSTANCES and rule.parameters:
                    self._ground_parameter(number)

    def is_settled(self, rule: Rule) -> bool:
        """Tell whether a rule derives all its atoms in the first call: no later call derives what it asks for.

        Args:
            rule: The rule.
        """
        return rule.part in self._first and self._moving.isdisjoint(name for one in rule.body for name in one.names)

    def use_parameters(self) -> None:
        """Put the parameter of a part in the place of a variable that equals it."""
        for number, rule in list(self.rules.items()):
            for one in rule.body:
                variable, _, parameter = one.text.partition(" = ")
                if not one.name and is_variable(variable) and parameter in rule.parameters:
                    same: Binding = {variable: parameter}
                    body = [replaced(other, same) for other in rule.body if other is not one]
                    self.rules[number] = with_head(rule, replaced(rule.whole_head, same), body)
                    break

    def _ground_parameter(self, number: int) -> None:
        rule = self.rules[number]
        first: Binding = {rule.parameters[0]: "0"}
        body = [replaced(one, first) for one in rule.body]
        if any(one.text == "0 > 0" for one in body):
            self.drop(number)
            return
        left = [one for one in body if one.text != "0 = 0"]
        self.rules[number] = with_head(rule, replaced(rule.whole_head, first), left)

    def _note(self, number: int) -> None:
        """Note the predicates that a rule calls."""
        for one in self.rules[number].body:
            for name in one.names:
                self.calls[name].add(number)

    def tidy(self) -> None:
        """Drop redundant parts: literals that others imply, and rules that ask for more than another."""
        there: dict[tuple[str, str], list[frozenset[str]]] = defaultdict(list)
        for number, rule in self.rules.items():
            if rule is not self._before[number]:
                body = _without_repetition(rule)
                if len(body) < len(rule.body):
                    self.rules[number] = rule = rule._replace(body=body)
            there[rule.part, rule.head_text].append(frozenset(one.text for one in rule.body))
        for number, rule in list(self.rules.items()):
            rivals = there[rule.part, rule.head_text]
            mine = frozenset(one.text for one in rule.body)
            if len(rivals) > 1 and (rivals.count(mine) > 1 or any(other < mine for other in rivals)):
                rivals.remove(mine)
                self.drop(number)
        for number in [number for number, rule in self.rules.items() if any(map(differs, rule.body))]:
            self._join(number)

    def _join(self, number: int) -> None:
        """Join a rule for all values but one with the same rule for that value."""
        rule = self.rules[number]
        if rule.head is None:
            return
        for at, literal in enumerate(rule.body):
            unlike = differs(literal)
            if unlike is None:
                continue
            rest = rule.body[:at] + rule.body[at + 1 :]
            head = replaced(rule.head, {unlike[0]: unlike[1]})
            body = frozenset(replaced(one, {unlike[0]: unlike[1]}).text for one in rest)
            for other in self.definitions[rule.head.name]:
                one = self.rules[other]
                if one.part == rule.part and _with_names_of(one, head) == body:
                    self.rules[number] = rule._replace(body=rest)
                    self.drop(other)
                    return

    def drop(self, number: int) -> None:
        """Drop a rule.

        Args:
            number: The number of the rule.
        """
        rule = self.rules.pop(number)
        if rule.head:
            self.definitions[rule.head.name].remove(number)

    def drop_unasked(self) -> None:
        """Drop the rules that lead to nothing that is asked for, even if they ask for each other."""
        asked = [name for name in self.definitions if name in self.opaque or name in self.asked]
        waiting = [number for number, rule in self.rules.items() if not rule.head]
        seen = set(asked)
        while asked or waiting:
            waiting += [number for name in asked for number in self.definitions[name] if number in self.rules]
            asked = [name for number in waiting for one in self.rules[number].body for name in one.names]
            asked = list(dict.fromkeys(name for name in asked if name not in seen))
            seen.update(asked)
            waiting = []
        for number, rule in list(self.rules.items()):
            if rule.head and rule.head.name not in seen:
                self.drop(number)

    def may_go(self, name: str) -> bool:
        """Tell whether one rule defines a predicate, and only rules use it.

        Args:
            name: The predicate.
        """
        return name not in self.opaque and name not in self.asked and len(self.definitions[name]) == 1

    def places(self, name: str) -> list[tuple[int, Literal]]:
        """Return where a predicate is called: the numbers of rules, and the literals.

        Args:
            name: The predicate.
        """
        callers = [one for one in sorted(self.calls[name]) if one in self.rules]
        return [(one, literal) for one in callers for literal in self.rules[one].body if name in literal.names]

    def unfold(self, name: str, *, anyway: bool = False) -> None:
        """Unfold a predicate wherever it is called, if that is possible everywhere.

        Args:
            name: The predicate.
            anyway: Unfold it even if it is called more than once.
        """
        number = self.definitions[name][0]
        rule = self.rules[number]
        if rule.head is None:
            return
        once = len(self.places(name)) == 1 and not (self.staged and rule.part == _INSTANCES)
        if (anyway or once or renames(rule.head, rule)) and self.inline(name, rule, number):
            del self.rules[number], self.definitions[name]

    def inline(self, name: str, rule: Rule, number: int) -> bool:
        """Put the body of a rule in the place of each call of a predicate, if that is possible everywhere.

        Args:
            name: The predicate.
            rule: The rule.
            number: The number of the rule that defines it.
        """
        places = self.places(name)
        callers = list(dict.fromkeys(one for one, _ in places))
        if rule.head is None or number in callers or not callers:
            return False
        other_name = renames(rule.head, rule)
        bound = len(set(rule.head.arguments)) < len(rule.head.arguments)
        if any(literal.name != name or (literal.sign and (bound or not other_name)) for _, literal in places):
            return False
        if not all(self._says_the_same(rule, self.rules[one], literal) for one, literal in places):
            return False
        changed: dict[int, Rule] = {}
        for one in callers:
            new = self._inlined(rule, self.rules[one], name)
            if new is None:
                return False
            changed[one] = new
        self.rules.update(changed)
        for one in changed:
            self._note(one)
        return True

    def _says_the_same(self, rule: Rule, caller: Rule, literal: Literal) -> bool:
        """Tell whether the body of a rule means the same at the place of a call as in its own."""
        if rule.head is None or (len(rule.body) > 1 and len(caller.body) + len(rule.body) - 1 > _LONGEST):
            return False
        asks = {name for one in rule.body for name in one.names}
        words = frozenset().union(*map(words_of, rule.body))
        if rule.part == caller.part:
            if rule.part in self._first or rule.part == LAST:
                return True
            key = rule.parameters[0]
            if key not in rule.head.arguments:
                return False
            return literal.arguments[rule.head.arguments.index(key)] == key
        if rule.part not in self._first:
            return False
        return not (asks & self._moving) and not (words & set(rule.parameters))

    def _inlined(self, rule: Rule, caller: Rule, name: str) -> Rule | None:
        """Return the caller of a rule with its body in the place of each call; None where that cannot be."""
        while any(one.name == name for one in caller.body):
            at = next(place for place, one in enumerate(caller.body) if one.name == name)
            call = caller.body[at]
            called = self.called(rule, call)
            if called is None:
                return None
            binding, inner = called
            if call.sign:
                inner = [negated(one) for one in inner]
            outer = [replaced(one, binding) for one in caller.body]
            body = [*outer[:at], *inner, *outer[at + 1 :]]
            caller = with_head(caller, replaced(caller.whole_head, binding), tuple(dict.fromkeys(body)))
        return caller

    def called(
        self, rule: Rule, call: Literal, open_parameters: Iterable[str] = ()
    ) -> tuple[Binding, list[Literal]] | None:
        """Return the values that a call of a rule binds, and its body with them; None if the rule derives no such atom.

        Args:
            rule: The rule.
            call: The atoms asked for.
            open_parameters: Parameters of the rule's part that may be others than at the call.
        """
        assert rule.head is not None  # Else its predicate would be opaque.
        self._names += 1
        fresh: dict[str, Term] = {one: f"P{one}{self._names}q" for one in open_parameters}
        for part in (rule.head, *rule.body):
            fresh |= {variable: f"{variable}{self._names}q" for variable in variables_of(part)}
        binding: dict[str, Term] = {}
        if not bind(("", replaced(rule.head, fresh).arguments), ("", call.arguments), binding):
            return None
        return binding, [replaced(replaced(one, fresh), binding) for one in rule.body]


def _with_names_of(rule: Rule, head: Literal) -> frozenset[str] | None:
    """Return the body of a rule with the variables that another rule has in the same head; None if the heads differ."""
    names: dict[str, Term] = {}
    if rule.head is None or not bind(("", rule.head.arguments), ("", head.arguments), names):
        return None
    given = set(names.values())
    if len(given) < len(names) or not given <= variables_of(head) or replaced(rule.head, names) != head:
        return None
    if not given.isdisjoint(variables_of(*rule.body) - names.keys()):
        return None  # The body uses these names for something else.
    return frozenset(replaced(one, names).text for one in rule.body)


def _without_repetition(rule: Rule) -> tuple[Literal, ...]:
    """Return the body of a rule without literals that another implies: the same but for variables named only there."""
    names = [one.name for one in rule.body if one.name and not one.sign]
    if len(set(names)) == len(names):
        return rule.body
    body = list(rule.body)
    for one in rule.body:
        others = [other for other in body if other is not one]
        elsewhere = variables_of(rule.whole_head, *others)
        if any(implies(other, one, elsewhere) for other in others):
            body = others
    return tuple(body)
