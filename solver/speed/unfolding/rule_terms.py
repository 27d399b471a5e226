"""Rules with their atoms, read from clingo's syntax tree, and the same rules with other terms in them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from clingo.ast import AST, ASTType, BinaryOperator, Sign, Transformer, parse_string

from solver.program import nodes

__all__ = [
    "Binding",
    "Literal",
    "Other",
    "Rule",
    "Term",
    "atoms_in",
    "bind",
    "bound",
    "implies",
    "is_variable",
    "names_in",
    "negated",
    "plain_term",
    "read_atom",
    "read_rule",
    "renames",
    "replaced",
    "tree_of",
    "variables_of",
    "with_conditions",
    "with_head",
    "words_of",
    "written",
]

Term = str | tuple[str, tuple["Term", ...]]
"""A variable or constant as it is written, or the name and the arguments of a function (a tuple has no name)."""

Binding = Mapping[str, Term]
"""The terms for variables, or for the parameters of a part."""


class Literal(NamedTuple):
    """A literal of a body.

    Attributes:
        sign: ``not``, or nothing.
        name: The predicate; nothing for a comparison, an aggregate, a condition, and an atom with computed terms.
        arguments: Its arguments.
        text: The literal as it is written.
    """

    sign: str
    name: str
    arguments: tuple[Term, ...]
    text: str

    @property
    def names(self) -> Iterable[str]:
        """The predicates that it asks for."""
        return (self.name,) if self.name else names_in(self.text)


class Rule(NamedTuple):
    """A rule.

    Attributes:
        part: The name of the part it stands in.
        parameters: The parameters of the part; atoms of different calls differ in the first.
        head: The atom that it derives; None if there are several, or if it has computed terms.
        head_text: The head as it is written.
        body: Its body.
    """

    part: str
    parameters: tuple[str, ...]
    head: Literal | None
    head_text: str
    body: tuple[Literal, ...]

    @property
    def whole_head(self) -> Literal:
        """The head as one literal, even if it has several atoms."""
        return self.head or Literal("", "", (), self.head_text)

    @property
    def text(self) -> str:
        """The rule as it is written."""
        ends = "; " if any(map(_is_condition, self.body)) else ", "
        body = ends.join(one.text for one in self.body)
        return f"{self.head_text} :- {body}." if body else f"{self.head_text}."


class Other(NamedTuple):
    """A statement that is left as it is: facts, several rules in one, a directive.

    Attributes:
        part: The name of the part it stands in.
        names: The predicates it names.
    """

    part: str
    names: frozenset[str]


class _ReckonedError(ValueError):
    """A term is computed, or stands for several terms."""


def read_rule(part: str, parameters: Sequence[str], text: str) -> Rule | Other:
    """Read a rule.

    Args:
        part: The name of its part.
        parameters: The parameters of the part.
        text: The rule.

    Returns:
        The rule, or a statement that is no single rule with a body.
    """
    trees: list[AST] = []
    parse_string(text, trees.append)
    _, *rules = trees  # the first tree is the ``#program`` line that clingo adds
    if len(rules) != 1 or rules[0].ast_type is not ASTType.Rule or not rules[0].body:
        return Other(part, frozenset(name for tree in rules for name in _predicates(tree)))
    (tree,) = rules
    head = _literal(tree.head)
    return Rule(
        part, tuple(parameters), head if head.name else None, head.text, tuple(_literal(one) for one in tree.body)
    )


def read_atom(name: str, arguments: Sequence[Term]) -> Literal:
    """Return an atom as a literal.

    Args:
        name: Its predicate.
        arguments: Its arguments.
    """
    return Literal("", name, tuple(arguments), written((name, tuple(arguments))))


def _literal(tree: AST) -> Literal:
    if (
        tree.ast_type is ASTType.Literal
        and tree.sign is not Sign.DoubleNegation
        and tree.atom.ast_type is ASTType.SymbolicAtom
        and tree.atom.symbol.ast_type is ASTType.Function
        and tree.atom.symbol.arguments
    ):
        atom = tree.atom.symbol
        sign = "not" if tree.sign == Sign.Negation else ""
        try:
            arguments = tuple(_term(one) for one in atom.arguments)
        except _ReckonedError:
            pass
        else:
            text = written((atom.name, arguments))
            return Literal(sign, atom.name, arguments, f"not {text}" if sign else text)
    return Literal("", "", (), str(tree))


def _term(tree: AST) -> Term:
    """Read a term.

    Raises:
        _ReckonedError: It is computed, or stands for several terms.
    """
    if tree.ast_type is ASTType.Variable:
        return str(tree.name)
    if tree.ast_type is ASTType.SymbolicTerm:
        return str(tree.symbol)
    if tree.ast_type is ASTType.Function and not tree.external:
        arguments = tuple(_term(one) for one in tree.arguments)
        return (tree.name, arguments) if arguments else (tree.name or "()")
    if tree.ast_type is ASTType.BinaryOperation and tree.operator_type == BinaryOperator.Plus:
        addends = [one for one in (_term(tree.left), _term(tree.right)) if isinstance(one, str) and one.isdigit()]
        if len(addends) == 2:
            return str(int(addends[0]) + int(addends[1]))
    raise _ReckonedError(str(tree))


def plain_term(tree: AST) -> Term | None:
    """Read a term; return None if it is computed, or stands for several terms.

    Args:
        tree: Its syntax tree.
    """
    try:
        return _term(tree)
    except _ReckonedError:
        return None


def written(term: Term) -> str:
    """Return a term as it is written.

    Args:
        term: The term.
    """
    return term if isinstance(term, str) else f"{term[0]}({','.join(map(written, term[1]))})"


def is_variable(term: Term) -> bool:
    """Tell whether a term is a variable with a name.

    Args:
        term: The term.
    """
    return isinstance(term, str) and term[0].isupper()


# ---- literals that are no atom with plain terms stay syntax trees


@lru_cache(maxsize=1 << 12)
def tree_of(text: str) -> AST:
    """Return the syntax tree of a literal, or of a head.

    Args:
        text: The literal, as it is written.
    """
    trees: list[AST] = []
    parse_string(f":- {text}.", trees.append)
    literal: AST = trees[1].body[0]
    return literal


def _predicates(tree: AST) -> Iterator[str]:
    for node in nodes(tree):
        if node.ast_type is ASTType.SymbolicAtom:
            for one in nodes(node.symbol):
                if one.ast_type is ASTType.Function:
                    yield str(one.name)
                    break


def _is_condition(literal: Literal) -> bool:
    """Tell whether a literal has a condition, which a comma after it would continue."""
    return not literal.name and tree_of(literal.text).ast_type is ASTType.ConditionalLiteral


@lru_cache(maxsize=1 << 12)
def names_in(text: str) -> frozenset[str]:
    """Return the predicates that a literal or a head names.

    Args:
        text: The literal, as it is written.
    """
    return frozenset(_predicates(tree_of(text)))


@lru_cache(maxsize=1 << 12)
def atoms_in(text: str) -> tuple[Literal, ...]:
    """Return the atoms in a literal that is no atom: those of aggregates and of conditions.

    Args:
        text: The literal, as it is written.
    """
    return tuple(
        _literal(node)
        for node in nodes(tree_of(text))
        if node.ast_type is ASTType.Literal and node.atom.ast_type is ASTType.SymbolicAtom
    )


def with_conditions(text: str, instead: Callable[[Literal], Sequence[Literal]]) -> str:
    """Return a literal that counts, or has a condition, with other literals in its conditions.

    Args:
        text: The literal, as it is written.
        instead: Returns the replacement of a literal.
    """
    return str(_Conditions(instead).visit(tree_of(text)))


class _Conditions(Transformer):
    """Replaces literals in conditions."""

    def __init__(self, instead: Callable[[Literal], Sequence[Literal]]) -> None:
        self._instead = instead

    def visit_BodyAggregateElement(self, node: AST) -> AST:
        return self._in(node)

    def visit_ConditionalLiteral(self, node: AST) -> AST:
        return self._in(node)

    def _in(self, node: AST) -> AST:
        found = [tree_of(new.text) for one in node.condition for new in self._instead(_literal(one))]
        return node.update(condition=found)


@lru_cache(maxsize=1 << 12)
def _words_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the variables and the constants in a literal."""
    variables, constants = set(), set()
    for node in nodes(tree_of(text)):
        if node.ast_type is ASTType.Variable:
            variables.add(str(node.name))
        elif node.ast_type is ASTType.SymbolicTerm:
            constants.add(str(node.symbol))
        elif node.ast_type is ASTType.Function and not node.arguments:
            constants.add(str(node.name))
    return frozenset(variables - {"_"}), frozenset(constants)


class _Replacing(Transformer):
    """Puts terms in the place of variables and constants."""

    def __init__(self, binding: Binding) -> None:
        self._binding = binding

    def visit_Variable(self, node: AST) -> AST:
        return self._for(str(node.name), node)

    def visit_SymbolicTerm(self, node: AST) -> AST:
        return self._for(str(node.symbol), node)

    def _for(self, name: str, node: AST) -> AST:
        if name not in self._binding:
            return node
        term: AST = tree_of(f"t({written(bound(name, self._binding))})").atom.symbol.arguments[0]
        return term


# ---- terms in the place of variables


def bound(term: Term, binding: Binding) -> Term:
    """Return a term with the bound values in place of its variables.

    Args:
        term: The term.
        binding: The values of variables.
    """
    if isinstance(term, tuple):
        return term[0], tuple(bound(one, binding) for one in term[1])
    return bound(binding[term], binding) if term in binding else term


def bind(one: Term, other: Term, binding: dict[str, Term]) -> bool:
    """Bind variables so that two terms are the same; tell whether that can be.

    Args:
        one: The one term.
        other: The other term.
        binding: The variables bound so far; further ones are added.
    """
    while isinstance(one, str) and one in binding:
        one = binding[one]
    while isinstance(other, str) and other in binding:
        other = binding[other]
    if one == other or "_" in (one, other):
        return True  # "_" stands for anything, each time for something else
    if is_variable(one) or is_variable(other):
        variable, term = (one, other) if is_variable(one) else (other, one)
        assert isinstance(variable, str)
        if isinstance(term, tuple) and variable in _variables_of_term(bound(term, binding)):
            return False
        binding[variable] = term
        return True
    return (
        isinstance(one, tuple)
        and isinstance(other, tuple)
        and one[0] == other[0]
        and len(one[1]) == len(other[1])
        and all(bind(left, right, binding) for left, right in zip(one[1], other[1], strict=True))
    )


def replaced(literal: Literal, binding: Binding) -> Literal:
    """Return a literal with the bound values in place of its variables.

    Args:
        literal: The literal.
        binding: The terms for variables, or for parameters.
    """
    if not literal.name:
        text = _text_with(literal.text, binding)
        return literal if text == literal.text else _read_literal(text)
    arguments = tuple(bound(one, binding) for one in literal.arguments)
    sign = "not " if literal.sign else ""
    return literal._replace(arguments=arguments, text=sign + written((literal.name, arguments)))


@lru_cache(maxsize=1 << 12)
def _read_literal(text: str) -> Literal:
    """Read a literal again: a sum in it may have become a number."""
    return _literal(tree_of(text))


def _text_with(text: str, binding: Binding) -> str:
    variables, constants = _words_in(text)
    if not (variables | constants) & binding.keys():
        return text
    return str(_Replacing(binding).visit(tree_of(text)))


def with_head(rule: Rule, head: Literal, body: Sequence[Literal]) -> Rule:
    """Return a rule with another head and body.

    Args:
        rule: The rule.
        head: The head, which may be several atoms.
        body: The body.
    """
    return rule._replace(head=head if head.name else None, head_text=head.text, body=tuple(body))


def negated(literal: Literal) -> Literal:
    """Return the negation of an atom.

    Args:
        literal: The atom.
    """
    return literal._replace(sign="not", text=f"not {literal.text}")


# ---- the contents of literals


def variables_of(*said: Literal | Term) -> frozenset[str]:
    """Return the variables in literals and terms.

    Args:
        said: Literals and terms.
    """
    return frozenset().union(*map(_variables_of, said))


def _variables_of(said: Literal | Term) -> frozenset[str]:
    if not isinstance(said, Literal):
        return _variables_of_term(said)
    return _variables_of_term((said.name, said.arguments)) if said.name else _words_in(said.text)[0]


@lru_cache(maxsize=1 << 14)
def _variables_of_term(term: Term) -> frozenset[str]:
    if isinstance(term, tuple):
        return frozenset().union(*map(_variables_of_term, term[1]))
    return frozenset((term,)) if is_variable(term) else frozenset()


def words_of(literal: Literal) -> frozenset[str]:
    """Return the constants in a literal; parameters are among them.

    Args:
        literal: The literal.
    """
    return _constants_of_term((literal.name, literal.arguments)) if literal.name else _words_in(literal.text)[1]


def _constants_of_term(term: Term) -> frozenset[str]:
    if isinstance(term, tuple):
        return frozenset().union(*map(_constants_of_term, term[1]))
    return frozenset() if is_variable(term) else frozenset((term,))


def implies(one: Literal, other: Literal, elsewhere: Container[str]) -> bool:
    """Tell whether an atom implies another.

    Args:
        one: The atom that holds.
        other: The atom that should follow from it.
        elsewhere: The variables that are named elsewhere: any other variable may stand for anything.
    """
    if not one.name or one.sign or other.sign or one.name != other.name or len(one.arguments) != len(other.arguments):
        return False
    free = [term for term in other.arguments if is_variable(term) and term not in elsewhere]
    return len(set(free)) == len(free) and all(
        mine == theirs or theirs in free for mine, theirs in zip(one.arguments, other.arguments, strict=True)
    )


def renames(head: Literal, rule: Rule) -> bool:
    """Tell whether a rule only gives a predicate another name.

    Args:
        head: Its head.
        rule: The rule.
    """
    if len(rule.body) != 1 or rule.body[0].sign or not rule.body[0].name:
        return False
    variables = {one for one in head.arguments if is_variable(one)}
    return (
        all(isinstance(one, str) for one in (*head.arguments, *rule.body[0].arguments))
        and variables_of(rule.body[0]) == variables
        and all(one in variables or one in rule.parameters for one in head.arguments)
    )
