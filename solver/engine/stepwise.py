"""The rules that remember from step to step, rewritten so that they depend on the step.

The loop of ``derive`` grounds a step when the one before it is decided, so that ``applied(E,L)`` can mean "so far".
Where all steps are grounded over choices, the atom must say up to which step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clingo import Number
from clingo.ast import AST, BinaryOperation, BinaryOperator, Function, SymbolicTerm, Transformer

from facts.runtime import pattern

REMEMBERED = {"applied": 2, "started": 1, "started_on": 2}
"""The predicates that the loop remembers, with their arity."""

FRAME = "#program remember(step).\n" + "\n".join(
    f"{name}({arguments},step+1) :- {name}({arguments},step)."
    for name, arguments in ((name, ",".join("XY"[:arity])) for name, arity in REMEMBERED.items())
)
"""Facts from before a step still hold after it."""


_ASKS = pattern(rf"\b({'|'.join(REMEMBERED)})\(")


class _Stepwise(Transformer):
    """Gives remembered predicates the step as a further argument."""

    def __init__(self) -> None:
        self.in_head = False

    def visit_Function(self, node: AST) -> AST:
        if REMEMBERED.get(node.name) != len(node.arguments):
            return node
        step = Function(node.location, "step", [], False)
        if self.in_head:
            one = SymbolicTerm(node.location, Number(1))
            step = BinaryOperation(node.location, BinaryOperator.Plus, step, one)
        return node.update(arguments=[*node.arguments, step])


def remembers(text: str) -> bool:
    """Tell whether a rule asks for remembered atoms, or derives them.

    Args:
        text: The rule.
    """
    return _ASKS.search(text) is not None


def stepwise(trees: Iterable[AST]) -> Iterator[AST]:
    """Make remembered atoms depend on the step.

    Args:
        trees: Rules.

    Returns:
        The rules, in which ``applied(E,L)`` is ``applied(E,L,step)``.
    """
    for tree in trees:
        known = _known.get(id(tree))
        if known is None or known[0] is not tree:
            known = _known[id(tree)] = (tree, _made_stepwise(tree))
        yield known[1]


_known: dict[int, tuple[AST, AST]] = {}
"""Cache of transformed trees: mutants share all rules but one."""


def _made_stepwise(tree: AST) -> AST:
    if tree.ast_type.name != "Rule" or not remembers(str(tree)):
        return tree
    transformer = _Stepwise()
    transformer.in_head = True
    head = transformer.visit(tree.head)
    transformer.in_head = False
    return tree.update(head=head, body=[transformer.visit(literal) for literal in tree.body])
