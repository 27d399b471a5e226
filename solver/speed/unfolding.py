"""Fewer rules for the same answer: what stands for something else is replaced by it before rules are loaded.

Rules are written for whoever reads them: a predicate for each notion, though on most boards many of them only rename
another (``object``, ``present`` and ``active`` are the same objects where nothing has left or phased out). Gringo pays
for each rule in every call, and for each atom. So, once it is known which rules can fire (`solver.speed.possible`):

1. a negated literal is dropped where nothing can derive what it denies;
2. a predicate that only one rule defines is unfolded: where it is asked for, the body of that rule is put in its
   place, and the rule goes (Tamaki and Sato, "Unfold/fold transformation of logic programs", 1984);
3. a rule for all values but one becomes one with the same rule for that value;
4. a literal is dropped where another one of the body cannot be derived without it (``born(E,n)``, where abilities are
   not granted: then all instances are born in the first call).

Where there are many facts, an atom costs more than a literal, so, instead of the last one, three other things are done:

5. a predicate that says less of what facts say is unfolded wherever it is asked for;
6. a predicate of which one rule tells many values (``text``: each value of the face that is up) is told by what leads
   to them (the face), and whoever asks for it asks for both;
7. a predicate that one rule gives another name gets that name.

Unfolding keeps every other atom as it is if the body says at the place of the call what it said in its own. Parts of
the program are grounded one after the other and some of them many times, so it must be either the same call (same
part, and the atom names the step), or one after which nothing that the body asks for can change. A predicate is only
unfolded if it is called once, or is nothing but another name; then there are never more joins than before.

For explanations and checks nothing is unfolded: there, each rule counts.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from facts.runtime.patterns import pattern
from solver.program.rule_files import LITERAL

__all__ = ["Other", "Rule", "read_rule", "unfold"]

Term = str | tuple[str, tuple["Term", ...]]
"""A variable or constant as it is written, or the name and the arguments of a function (a tuple has no name)."""

_TOKEN = pattern(r'\s*("(?:[^"\\]|\\.)*"|\w+|.)')
_PIECE = pattern(r'"(?:[^"\\]|\\.)*"|(?<!\w)[A-Z]\w*')
_STRING = pattern(r'"(?:[^"\\]|\\.)*"')
_DIFFERS = pattern(r"([A-Z]\w*) != ([a-z]\w*)$")
_CALLED = pattern(r"\b([a-z]\w*)\(")

_FIRST, _LAST = "base", "final"
"""The parts that are grounded once, whatever a board holds: in the first call and in the last one."""
_INSTANCES = "instances"
"""The part that is grounded in the first call and, where abilities are granted (`_GRANTS`), again."""
_GRANTS = "bestows"
_LONGEST = 8
"""A body with more literals is not made longer: gringo might join them in a bad order."""
_DEEPEST = 6
"""So many rules on the way from what is derived to what it cannot be derived without are looked at."""


class Literal(NamedTuple):
    """A literal of a body.

    Attributes:
        sign: ``not``, or nothing.
        name: The predicate; nothing for a comparison, an aggregate, and what is not understood.
        arguments: Its arguments.
        text: The literal as it is written.
    """

    sign: str
    name: str
    arguments: tuple[Term, ...]
    text: str

    @property
    def names(self) -> Sequence[str]:
        """The predicates that it asks for."""
        return (self.name,) if self.name else _CALLED.findall(self.text)


class Rule(NamedTuple):
    """A rule.

    Attributes:
        part: The name of the part it stands in.
        parameters: The parameters of the part; atoms of different calls differ in the first.
        head: What it derives; None where this is more than one atom, or with terms that are not understood.
        head_text: The head as it is written.
        body: Its body.
    """

    part: str
    parameters: tuple[str, ...]
    head: Literal | None
    head_text: str
    body: tuple[Literal, ...]

    @property
    def text(self) -> str:
        """The rule as it is written."""
        body = ", ".join(one.text for one in self.body)
        return f"{self.head_text} :- {body}." if body else f"{self.head_text}."


class Other(NamedTuple):
    """A statement that is left as it is: facts, several rules in one, a directive."""

    part: str
    text: str


def read_rule(part: str, parameters: Sequence[str], text: str) -> Rule | Other:
    """Read a rule.

    Args:
        part: The name of its part.
        parameters: The parameters of the part.
        text: The rule, in which nothing but negated atoms has anonymous variables.

    Returns:
        The rule, or what is no single rule with a body.
    """
    head, arrow, body = text.partition(":-")
    if not arrow or head.lstrip().startswith("#") or ". " in _STRING.sub("", body.rstrip()):
        return Other(part, text)
    read = _literal(head)
    literals = tuple(_literal(one) for one in LITERAL.findall(body.rstrip().removesuffix(".")))
    return Rule(part, tuple(parameters), read if read.name else None, head.strip(), literals)


def _literal(text: str) -> Literal:
    """Read a literal; whatever is no atom with plain terms is kept as it is written."""
    text = text.strip()
    sign = "not" if text.startswith("not ") else ""
    atom = text.removeprefix("not ").lstrip()
    name, bracket, _ = atom.partition("(")
    if bracket and name.isidentifier() and name[0].islower():
        tokens = _TOKEN.findall(atom)
        try:
            term, end = _term(tokens, 0)
        except (ValueError, IndexError):
            return Literal(sign, "", (), text)
        if end == len(tokens) and isinstance(term, tuple):
            return Literal(sign, term[0], term[1], text)
    return Literal(sign, "", (), text)


def _term(tokens: Sequence[str], at: int) -> tuple[Term, int]:
    """Read a term.

    Raises:
        ValueError: It is no plain term: something is reckoned, or there are several in one.
        IndexError: It does not end.
    """
    first = tokens[at]
    if first == "(":
        arguments, at = _arguments(tokens, at)
        if len(arguments) == 1:
            raise ValueError("brackets")
        return ("", arguments), at
    if not (first[0].isalnum() or first[0] in '_"'):
        raise ValueError(first)
    if at + 1 < len(tokens) and tokens[at + 1] == "(":
        arguments, at = _arguments(tokens, at + 1)
        return (first, arguments), at
    return first, at + 1


def _arguments(tokens: Sequence[str], at: int) -> tuple[tuple[Term, ...], int]:
    """Read what stands in brackets, from the opening one on."""
    found: list[Term] = []
    while True:
        term, at = _term(tokens, at + 1)
        found.append(term)
        if tokens[at] == ")":
            return tuple(found), at + 1
        if tokens[at] != ",":
            raise ValueError(tokens[at])


def _written(term: Term) -> str:
    return term if isinstance(term, str) else f"{term[0]}({','.join(map(_written, term[1]))})"


def _is_variable(term: Term) -> bool:
    return isinstance(term, str) and term[0].isupper()


@lru_cache(maxsize=1 << 14)
def _variables(text: str) -> frozenset[str]:
    """Return the variables in a text."""
    return frozenset(piece for piece in _PIECE.findall(text) if piece[0] != '"')


Binding = Mapping[str, Term]


def _bound(term: Term, binding: Binding) -> Term:
    """Return a term with what is bound in place of its variables."""
    if isinstance(term, tuple):
        return term[0], tuple(_bound(one, binding) for one in term[1])
    return _bound(binding[term], binding) if term in binding else term


def _bind(one: Term, other: Term, binding: dict[str, Term]) -> bool:
    """Bind variables so that two terms are the same; tell whether that can be."""
    one, other = _bound(one, binding), _bound(other, binding)
    if one == other:
        return True
    if _is_variable(one) or _is_variable(other):
        variable, term = (one, other) if _is_variable(one) else (other, one)
        assert isinstance(variable, str)
        if variable in _variables(_written(term)):
            return False
        binding[variable] = term
        return True
    return (
        isinstance(one, tuple)
        and isinstance(other, tuple)
        and one[0] == other[0]
        and len(one[1]) == len(other[1])
        and all(_bind(left, right, binding) for left, right in zip(one[1], other[1], strict=True))
    )


def _replaced(literal: Literal, binding: Binding) -> Literal:
    """Return a literal with what is bound in place of its variables."""
    if not literal.name:
        return literal._replace(text=_text_with(literal.text, binding))
    arguments = tuple(_bound(one, binding) for one in literal.arguments)
    sign = "not " if literal.sign else ""
    return literal._replace(arguments=arguments, text=sign + _written((literal.name, arguments)))


def _text_with(text: str, binding: Binding) -> str:
    """Return a text with what is bound in place of its variables."""
    return _PIECE.sub(lambda piece: _written(_bound(piece[0], binding)) if piece[0] in binding else piece[0], text)


def _head_with(rule: Rule, binding: Binding) -> tuple[Literal | None, str]:
    """Return the head of a rule with what is bound in place of its variables."""
    if rule.head is None:
        return None, _text_with(rule.head_text, binding)
    head = _replaced(rule.head, binding)
    return head, head.text


def unfold(
    rules: Mapping[int, Rule | Other], told: Iterable[str], asked: Container[str], *, staged: bool = False
) -> dict[int, str | None]:
    """Drop negated literals that always hold, and unfold predicates.

    Args:
        rules: All rules that are loaded, in their order.
        told: The predicates of the facts.
        asked: The predicates that are looked at from outside.
        staged: The facts are many, of many boards. Of the part in which effects are compared with each other, unfold
            only what is nothing but another name: its joins go by stages, lest they cross the boards of a group. And
            do without atoms that say once more what others do, though rules get longer.

    Returns:
        For each rule that changes, what to load instead; None where nothing is.
    """
    return _Unfolding(rules, told, asked, staged=staged).run()


class _Unfolding:
    """Rules as they change.

    Attributes:
        rules: What is left of them.
    """

    def __init__(
        self, rules: Mapping[int, Rule | Other], told: Iterable[str], asked: Container[str], *, staged: bool
    ) -> None:
        self._staged = staged
        self.rules = {number: rule for number, rule in rules.items() if isinstance(rule, Rule)}
        self._before = dict(self.rules)
        self._asked = asked
        self._definitions: dict[str, list[int]] = defaultdict(list)
        self._told = frozenset(told)
        self._opaque = set(told)  # Those that facts define, or what is no rule with one atom as its head.
        parts: dict[str, set[str]] = defaultdict(set)  # Those that derive a predicate.
        for number, rule in rules.items():
            if isinstance(rule, Rule):
                heads = [rule.head.name] if rule.head else _CALLED.findall(rule.head_text)
                for name in heads:
                    self._definitions[name].append(number)
            else:
                heads = _CALLED.findall(rule.text)
            for name in heads:
                parts[name].add(rule.part)
            if not isinstance(rule, Rule) or rule.head is None:
                self._opaque.update(heads)
        self._first = {_FIRST} if _GRANTS in parts else {_FIRST, _INSTANCES}  # The parts of the first call alone.
        self._moving = {name for name, there in parts.items() if there - self._first}  # What later calls derive, too.
        self._calls: dict[str, set[int]] = defaultdict(set)
        self._names = 0

    def run(self) -> dict[int, str | None]:
        """Return what changes."""
        there = self._opaque | set(self._definitions)
        for number, rule in list(self.rules.items()):
            body = tuple(one for one in rule.body if not (one.sign and one.name and one.name not in there))
            if len(body) < len(rule.body):
                self.rules[number] = rule._replace(body=body)
        for number in self.rules:
            self._note(number)
        left = len(self.rules) + 1
        while len(self.rules) < left:
            left = len(self.rules)
            for name in [name for name in self._definitions if self._may_go(name)]:
                self._unfold(name)
            self._tidy()
        if self._staged:
            self._have_fewer_atoms()
        else:
            if _INSTANCES in self._first:
                for number, rule in list(self.rules.items()):
                    if rule.part == _INSTANCES and rule.parameters:
                        self._ground_parameter(number)
            self._drop_what_is_entailed()
        return {
            number: self.rules[number].text if number in self.rules else None
            for number, rule in self._before.items()
            if self.rules.get(number) is not rule
        }

    def _ground_parameter(self, number: int) -> None:
        """Put the number of the first call in the place of the parameter of a part that is called once."""
        rule = self.rules[number]
        first: Binding = {rule.parameters[0]: "0"}
        word = re.compile(rf"\b{rule.parameters[0]}\b")
        body = []
        for one in rule.body:
            if one.name:
                body.append(_replaced(one, first))
                continue
            text = word.sub("0", one.text)
            if text == "0 > 0":
                self._drop(number)
                return
            if text != "0 = 0":
                body.append(one._replace(text=text))
        head = _replaced(rule.head, first) if rule.head else None
        head_text = head.text if head else word.sub("0", rule.head_text)
        self.rules[number] = rule._replace(body=tuple(body), head=head, head_text=head_text)

    def _drop_what_is_entailed(self) -> None:
        """Drop literals that hold wherever another one of the body does, since that cannot be derived without them."""
        leads = self._what_leads_to()
        for number, rule in list(self.rules.items()):
            # Parameters may stand for anything, as variables do.
            unknown = {one: f"P{one}0q" for one in rule.parameters}
            body = list(rule.body)
            for one in rule.body:
                if not one.name or one.sign:
                    continue
                others = [other for other in body if other is not one]
                givers = [other for other in others if not other.sign and one.name in leads.get(other.name, ())]
                if not givers:
                    continue
                elsewhere = frozenset(unknown.values()).union(
                    _variables(rule.head_text), *(_variables(other.text) for other in others)
                )
                wanted = _replaced(one, unknown)
                needed = _variables(wanted.text) & elsewhere
                for other in givers:
                    given = _replaced(other, unknown)
                    if needed <= _variables(given.text) and self._entails(given, wanted, elsewhere, leads, ()):
                        body = others
                        break
            if len(body) < len(rule.body):
                self.rules[number] = rule._replace(body=tuple(body))

    def _what_leads_to(self) -> Mapping[str, frozenset[str]]:
        """Return, of each predicate, which others all that leads to one of its atoms goes through."""
        bodies = {
            name: [{one.name for one in self.rules[number].body if one.name and not one.sign} for number in numbers]
            for name, numbers in self._definitions.items()
            if numbers and name not in self._opaque
        }
        everything = frozenset(bodies).union(*(body for those in bodies.values() for body in those))
        leads = dict.fromkeys(bodies, everything)
        changing = True
        while changing:
            changing = False
            for name, those in bodies.items():
                found = everything.intersection(*(body.union(*(leads.get(one, ()) for one in body)) for body in those))
                if found != leads[name]:
                    leads[name] = found
                    changing = True
        return leads

    def _entails(
        self,
        one: Literal,
        other: Literal,
        elsewhere: frozenset[str],
        leads: Mapping[str, frozenset[str]],
        seen: tuple[str, ...],
    ) -> bool:
        """Tell whether an atom can only be derived where another one holds.

        Args:
            one: What is derived.
            other: What should hold then.
            elsewhere: The variables that mean something: what else stands in the other one may be anything.
            leads: What `_what_leads_to` returned.
            seen: What is being asked already: what is derived is derived at last from something else.
        """
        if _implies(one, other, elsewhere):
            return True
        if other.name not in leads.get(one.name, ()) or len(seen) > _DEEPEST:
            return False
        key = f"{one.text} {other.text}"
        if key in seen:
            return True
        for number in self._definitions[one.name]:
            rule = self.rules[number]
            called = self._called(rule, one, rule.parameters)
            if called is None:
                continue
            binding, body = called
            wanted = _replaced(other, binding)
            meant = elsewhere.union(*(_variables(_written(_bound(name, binding))) for name in elsewhere))
            if not any(
                self._entails(each, wanted, meant, leads, (*seen, key))
                for each in body
                if not each.sign and (each.name == other.name or other.name in leads.get(each.name, ()))
            ):
                return False
        return True

    def _have_fewer_atoms(self) -> None:
        """Do without atoms that say once more what others do, though rules get longer: for many boards that pays."""
        for name in list(self._definitions):
            self._split(name)
        for name in [name for name in self._definitions if self._may_go(name)]:
            if self._projects(self.rules[self._definitions[name][0]]):
                self._unfold(name, anyway=True)
        for name in list(self._definitions):
            self._take_name(name)
        self._tidy()

    def _split(self, name: str) -> None:
        """Ask for what facts about cards say beside what leads to the card, not for both in one atom for each value.

        The rule of a predicate is cut in two: one literal, which alone gives some variables of its head a value (not
        those of the first argument), and the others, which become the rule. Whoever asks for it asks for both.
        """
        if not self._may_go(name):
            return
        number = self._definitions[name][0]
        rule = self.rules[number]
        if rule.head is None or rule.part != _FIRST or len(rule.body) < 3 or len(self._places(name)) < 2:
            return
        for at, last in enumerate(rule.body):
            rest = rule.body[:at] + rule.body[at + 1 :]
            given = set().union(*(_variables(one.text) for one in rest if one.name and not one.sign))
            only = _variables(rule.head.text) - given
            values = last.name and not last.sign and only and only <= _variables(last.text)
            if values and only.isdisjoint(_variables(_written(rule.head.arguments[0]))):
                break
        else:
            return
        if any(not _variables(one.text) <= given for one in rest):
            return
        shared = sorted(given & (_variables(rule.head.text) | _variables(last.text)))
        core = _literal(f"{name}_by({','.join(shared)})")
        through = rule._replace(body=(core, last))
        if (
            core.name in self._calls
            or core.name in self._definitions
            or core.name in self._opaque
            or not self._inline(name, through, number)
        ):
            return
        self.rules[number] = rule._replace(head=core, head_text=core.text, body=rest)
        self._definitions[core.name] = self._definitions.pop(name)
        self._calls[core.name] = set(self._calls[name])

    def _take_name(self, name: str) -> None:
        """Give a predicate the name that the only rule that asks for it gives it, and drop that rule."""
        if name in self._opaque or name in self._asked or len(self._places(name)) != 1:
            return
        ((number, literal),) = self._places(name)
        caller = self.rules[number]
        defining = [self.rules[one] for one in self._definitions[name]]
        if (
            caller.head is None
            or number in self._definitions[name]
            or len(set(literal.arguments)) < len(literal.arguments)
            or _variables(caller.head.text) != set(literal.arguments)
            or not _renames(caller.head._replace(arguments=literal.arguments), caller)
            or caller.part not in (_FIRST, _LAST)
            or any(one.part != caller.part for one in defining)
        ):
            return
        self._names += 1
        given = [f"{term}" for term in literal.arguments]  # Variables, as it is another name.
        fresh = [f"{variable}{self._names}q" for variable in given]
        new_head = _replaced(caller.head, dict(zip(given, fresh, strict=True)))
        for one in self._definitions.pop(name):
            rule = self.rules[one]
            assert rule.head is not None  # Else the predicate would be opaque.
            head = _replaced(new_head, dict(zip(fresh, rule.head.arguments, strict=True)))
            self.rules[one] = rule._replace(head=head, head_text=head.text)
            self._definitions[caller.head.name].append(one)
        self._drop(number)

    def _projects(self, rule: Rule) -> bool:
        """Tell whether a rule says less of what facts say, so that whoever asks for it may ask for them."""
        if rule.part != _FIRST or len(rule.body) != 1:
            return False
        one = rule.body[0]
        return (
            one.name in self._told
            and not self._definitions.get(one.name)
            and not one.sign
            and all(_is_variable(term) for term in one.arguments)
            and len(set(one.arguments)) == len(one.arguments)
        )

    def _note(self, number: int) -> None:
        """Note what a rule calls."""
        for one in self.rules[number].body:
            for name in one.names:
                self._calls[name].add(number)

    def _tidy(self) -> None:
        """Drop what says nothing more: literals that others imply, and rules that ask for more than another."""
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
                self._drop(number)
        for number in [
            number for number, rule in self.rules.items() if any(_DIFFERS.match(one.text) for one in rule.body)
        ]:
            self._join(number)

    def _join(self, number: int) -> None:
        """Have a rule for all values but one, and the same rule for that one, be one rule."""
        rule = self.rules[number]
        if rule.head is None:
            return
        for at, literal in enumerate(rule.body):
            unlike = _DIFFERS.match(literal.text)
            if unlike is None:
                continue
            rest = rule.body[:at] + rule.body[at + 1 :]
            head, _ = _head_with(rule, {unlike[1]: unlike[2]})
            body = frozenset(_replaced(one, {unlike[1]: unlike[2]}).text for one in rest)
            for other in self._definitions[rule.head.name]:
                one = self.rules[other]
                if one.part == rule.part and one.head == head and frozenset(each.text for each in one.body) == body:
                    self.rules[number] = rule._replace(body=rest)
                    self._drop(other)
                    return

    def _drop(self, number: int) -> None:
        """Drop a rule."""
        rule = self.rules.pop(number)
        if rule.head:
            self._definitions[rule.head.name].remove(number)

    def _may_go(self, name: str) -> bool:
        """Tell whether a predicate is defined by one rule, and nobody but rules asks for it."""
        return name not in self._opaque and name not in self._asked and len(self._definitions[name]) == 1

    def _places(self, name: str) -> list[tuple[int, Literal]]:
        """Return where a predicate is called: the numbers of rules, and the literals."""
        callers = [one for one in sorted(self._calls[name]) if one in self.rules]
        return [(one, literal) for one in callers for literal in self.rules[one].body if name in literal.names]

    def _unfold(self, name: str, *, anyway: bool = False) -> None:
        """Unfold a predicate wherever it is called, if that is possible everywhere.

        Args:
            name: The predicate.
            anyway: Also where it is called more than once.
        """
        number = self._definitions[name][0]
        rule = self.rules[number]
        if rule.head is None:
            return
        once = len(self._places(name)) == 1 and not (self._staged and rule.part == _INSTANCES)
        if (anyway or once or _renames(rule.head, rule)) and self._inline(name, rule, number):
            del self.rules[number], self._definitions[name]

    def _inline(self, name: str, rule: Rule, number: int) -> bool:
        """Put the body of a rule in the place of each call of a predicate, if that is possible everywhere.

        Args:
            name: The predicate.
            rule: The rule.
            number: The number of the rule that defines it.
        """
        places = self._places(name)
        callers = list(dict.fromkeys(one for one, _ in places))
        if rule.head is None or number in callers or not callers:
            return False
        renames = _renames(rule.head, rule)
        bound = len(set(rule.head.arguments)) < len(rule.head.arguments)
        if any(literal.name != name or (literal.sign and (bound or not renames)) for _, literal in places):
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
        """Tell whether the body of a rule says at the place of a call what it says in its own."""
        if rule.head is None or (len(rule.body) > 1 and len(caller.body) + len(rule.body) - 1 > _LONGEST):
            return False
        asks = {name for one in rule.body for name in one.names}
        words = {word for one in rule.body for word in re.findall(r"\w+", _STRING.sub("", one.text))}
        if rule.part == caller.part:
            if rule.part in self._first or rule.part == _LAST:
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
            called = self._called(rule, call)
            if called is None:
                return None
            binding, inner = called
            if call.sign:
                inner = [_negated(one) for one in inner]
            outer = [_replaced(one, binding) for one in caller.body]
            body = [*outer[:at], *inner, *outer[at + 1 :]]
            new_head, head_text = _head_with(caller, binding)
            caller = caller._replace(head=new_head, head_text=head_text, body=tuple(dict.fromkeys(body)))
        return caller

    def _called(
        self, rule: Rule, call: Literal, open_parameters: Iterable[str] = ()
    ) -> tuple[Binding, list[Literal]] | None:
        """Return what a call of a rule binds, and its body as it is then; None where the rule derives no such atom.

        Args:
            rule: The rule.
            call: What is asked for.
            open_parameters: Parameters of the rule's part that may be others than at the call.
        """
        assert rule.head is not None  # Else its predicate would be opaque.
        self._names += 1
        fresh: dict[str, Term] = {one: f"P{one}{self._names}q" for one in open_parameters}
        for part in (rule.head, *rule.body):
            fresh |= {variable: f"{variable}{self._names}q" for variable in _variables(part.text)}
        binding: dict[str, Term] = {}
        if not _bind(("", _replaced(rule.head, fresh).arguments), ("", call.arguments), binding):
            return None
        return binding, [_replaced(_replaced(one, fresh), binding) for one in rule.body]


def _renames(head: Literal, rule: Rule) -> bool:
    """Tell whether a rule does nothing but give another name to what another predicate says."""
    if len(rule.body) != 1 or rule.body[0].sign or not rule.body[0].name:
        return False
    variables = {one for one in head.arguments if _is_variable(one)}
    return (
        all(isinstance(one, str) for one in (*head.arguments, *rule.body[0].arguments))
        and _variables(rule.body[0].text) == variables
        and all(one in variables or one in rule.parameters for one in head.arguments)
    )


def _without_repetition(rule: Rule) -> tuple[Literal, ...]:
    """Return the body of a rule without literals that another implies: the same but for variables named only there."""
    names = [one.name for one in rule.body if one.name and not one.sign]
    if len(set(names)) == len(names):
        return rule.body
    body = list(rule.body)
    for one in rule.body:
        others = [other for other in body if other is not one]
        elsewhere = set(_variables(rule.head_text)).union(*(_variables(other.text) for other in others))
        if any(_implies(other, one, elsewhere) for other in others):
            body = others
    return tuple(body)


def _implies(one: Literal, other: Literal, elsewhere: Container[str]) -> bool:
    """Tell whether an atom implies another, going by which variables are named elsewhere."""
    if not one.name or one.sign or other.sign or one.name != other.name or len(one.arguments) != len(other.arguments):
        return False
    free = [term for term in other.arguments if _is_variable(term) and term not in elsewhere]
    return len(set(free)) == len(free) and all(
        mine == theirs or theirs in free for mine, theirs in zip(one.arguments, other.arguments, strict=True)
    )


def _negated(literal: Literal) -> Literal:
    return literal._replace(sign="not", text=f"not {literal.text}")
