"""Writes rules of the engine from the law: of filters (`denying`), of supposed states (``rules/engine/supposed.lp``).

613.8a supposes that another effect were applied now. The law alone makes a whole state for each such supposition
(`solver.engine.plain`). The engine asks all of them in one call, and writes down only the differences. Its rules say
the same as the law's, so a program writes them. It reads each rule of the law about a state, or about the result of an
effect in a state, and makes a rule about the state in which the effect ``Supposed`` is applied.

- An atom of the supposed state is named ``then_...``: ``then_has(Supposed,Object,Kind,Value,step)`` says which values
  Object would have after the step if Supposed were applied in it.
- Objects that Supposed would not change are not in ``revised(Supposed,Object,step)``: rules use their present values. A
  rule may derive some atoms of such an object, which are true, but not all. So a rule that asks for the absence of an
  atom asks for a revised object.
- Only effects that could depend on Supposed are compared (``could_depend``). Of the values that objects keep, the
  rules write down only the kinds of characteristics that such an effect asks for (``minds``).

``python -m solver.build`` writes the file; a test checks that it is current.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from clingo.ast import ASTType

from solver.program import MADE, Statement, law, made_chapters, read, root, trees_within
from solver.speed.supposing import denying
from solver.speed.supposing.denying import denied
from solver.speed.supposing.looking import Looking
from solver.speed.supposing.rule_writing import PREFIX
from solver.speed.supposing.states import States
from solver.speed.supposing.touching import Touching
from solver.speed.supposing.worlds import ORDER, WORLDS, Rule, Worlds

__all__ = ["PARTS", "PREFIX", "chapter", "chapters", "denied", "made_of", "path"]

PARTS = (*WORLDS, ORDER)
"""The parts of the law from which the chapter is made."""

_HEADING = """\
% Supposed states (613.8a): the state as it would be if an effect were applied now. -----------------------------------
% Written by `python -m solver.build` from the law: change the rules there. See solver/speed/supposing/.
{made_of}
%
% Supposed is the effect that is applied. then_p(Supposed,...,step) is p(...) of the law in the state after it.
#program weigh(step,state,layer)."""
_LOOKED_AT = """
% The values that an effect looks at: looks_at(Effect,Kind,Value) before it has started, uses(Effect,Kind,Value)
% whenever it is applied. The values that it touches in a layer: touches(Effect,Kind,Value,Layer). Value may be `any`.
#program instances(round)."""


def path() -> Path:
    """Return the file of the chapter."""
    return root() / "rules" / "engine" / "supposed.lp"


def chapters() -> Mapping[str, str]:
    """Return the text of the chapters made from the law, by their names (`solver.program.rule_files.MADE`)."""
    texts = (chapter(), denying.chapter())
    return dict(zip(MADE, texts, strict=True))


def chapter() -> str:
    """Return the text of the chapter of supposed states, made from the law as it is now."""
    statements = [one for file in law() for one in read(file)]
    supposed, looked_at = made_of(statements)
    heading = _HEADING.replace("{made_of}", made_chapters.made_of(MADE[0]))
    lines = [heading, *map(_annotated, supposed), _LOOKED_AT, *map(_annotated, looked_at)]
    return "\n".join(lines) + "\n"


def _annotated(rule: str) -> str:
    return f"%@ -\n{rule}"


def made_of(statements: Iterable[Statement]) -> tuple[list[str], list[str]]:
    """Make the rules of the chapter from the law.

    Args:
        statements: The statements of the law.

    Returns:
        The rules of supposed states, and the rules about the values that an effect looks at, uses and touches.

    Raises:
        ValueError: A rule judges an object by another one, and does not say how the two are related.
    """
    statements = denied(statements)
    of_effects = [
        tree
        for one in statements
        if one.part_name == "instances"
        for tree in trees_within(one.part, one.text)
        if tree.ast_type == ASTType.Rule
    ]
    rules = [
        Rule(one.part_name, tree)
        for one in statements
        if one.part_name in PARTS
        for tree in trees_within(one.part, one.text)
        if tree.ast_type == ASTType.Rule
    ]
    worlds = Worlds(rules)
    touching = Touching(worlds, of_effects)
    return States(worlds).write(), [*Looking(worlds).looked_at(), *touching.used(), *touching.touched()]
