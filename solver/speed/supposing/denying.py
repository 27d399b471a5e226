"""Writes the opposite of the law's rules about filters and conditions: ``rules/engine/filters.lp``.

The law derives each reason: an object meets a filter if it satisfies each demand of a clause, an effect has its
conditions if each of them is met. Atoms for all of these cost time, and most objects on a board satisfy most demands.
So the engine derives the demands that an object fails: ``misses`` in each state, and ``ruled_out`` once, where a demand
does not depend on the state. This module writes its rules from the law's:

- A rule for ``satisfies`` begins with the demand, then has the meaning of its words, and last a literal about the
  object. The engine's rule asks for the contrary of that last literal.
- A rule that asks for p wherever q holds (``p : q``) becomes one that asks that there is no q without p.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from clingo.ast import AST, ASTType, ComparisonOperator, Sign

from solver.program import MADE, Statement, law, made_chapters, read, root, trees_within
from solver.speed.supposing.rule_trees import atom_of, name_of, note_atoms
from solver.speed.supposing.rule_writing import written

__all__ = ["chapter", "denied", "path"]

_SATISFIES = made_chapters.SATISFIES
_DEMANDED, _DEMANDS, _IN_ZONE = "demanded", "demands", "in_zone_of"
_FORMS = {"is": "needs", "is_not": "excludes"}
"""The predicate for a demand of each form."""
_FAILS = {"conditions_met": "unmet"}
"""The atom that the engine derives if one of several conditions fails."""
_LOOK, _INSTANCES = "#program look(step,state,layer).", "#program instances(round)."
_CONTRARY = {
    ComparisonOperator.LessThan: ComparisonOperator.GreaterEqual,
    ComparisonOperator.LessEqual: ComparisonOperator.GreaterThan,
    ComparisonOperator.GreaterThan: ComparisonOperator.LessEqual,
    ComparisonOperator.GreaterEqual: ComparisonOperator.LessThan,
    ComparisonOperator.Equal: ComparisonOperator.NotEqual,
    ComparisonOperator.NotEqual: ComparisonOperator.Equal,
}
_HEADING = """\
% The opposite of filters and conditions: the demands that an object fails. --------------------------------------------
% Written by `python -m solver.build` from rules/law/611_3_meeting.lp: change the rules there.
% See solver/speed/supposing/.
{made_of}
%
%*! misses(Effect,Filter,Clause,Object,Step)  Object fails a demand of the clause in the state of Step *%
%*! candidate(Effect,Filter,Clause,Object)  Object fails no demand of the clause that is the same in all states *%
%*! unmet(Effect,Step)  a condition of Effect is not met in the state of Step *%"""


def path() -> Path:
    """Return the file of the chapter."""
    return root() / "rules" / "engine" / "filters.lp"


def chapter() -> str:
    """Return the text of the chapter, made from the law and the house rules as they are now.

    Raises:
        ValueError: A rule of the law has another form than it must have.
    """
    positive = [one for file in law() for one in read(file) if made_chapters.is_source(MADE[1], one)]
    lines = [_HEADING.replace("{made_of}", made_chapters.made_of(MADE[1]))]
    part = ""
    for one in denied(positive):
        if one.part != part:
            part = one.part
            lines += ["", part]
        lines += ["%@ -", one.text]
    return "\n".join(lines) + "\n"


def denied(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements of the law as the engine has them.

    Args:
        statements: The statements.

    Returns:
        The statements, with the engine's opposite rules in place of those of the law. Those that are asked only once
        come first.

    Raises:
        ValueError: A rule has another form than it must have, or two rules tell of the same demand.
    """
    once: list[Statement] = []
    others: list[Statement] = []
    known: set[str] = set()
    for one in statements:
        rules = [tree for tree in trees_within(one.part, one.text) if tree.ast_type == ASTType.Rule]
        if not any(_is_turned(tree) for tree in rules):
            others.append(one)
            continue
        for tree in rules:
            try:
                turned = list(_turned(tree, known))
            except ValueError as error:
                raise ValueError(f"rules/{one.place[0]}:{one.place[1]}: {error}") from None
            for part, text in turned:
                (once if part == _INSTANCES else others).append(Statement(part, text, one.place))
    return [*once, *others]


def _is_turned(tree: AST) -> bool:
    """Tell whether a rule is one that the engine asks the other way round."""
    if tree.head.ast_type != ASTType.Literal or tree.head.atom.symbol.ast_type != ASTType.Function:
        return False  # several atoms
    name = name_of(tree.head)
    return name in (_SATISFIES, _DEMANDED, _DEMANDS) or any(
        one.ast_type == ASTType.ConditionalLiteral and (name in _FAILS or _asks_for(one.literal, _SATISFIES))
        for one in tree.body
    )


def _turned(tree: AST, known: set[str]) -> Iterator[tuple[str, str]]:
    """Return the rules of the engine for one of the law, each with its part."""
    name = name_of(tree.head)
    if name == _DEMANDS:
        return
    if name == _DEMANDED:
        (reach,) = (one for one in tree.body if _asks_for(one, _IN_ZONE))
        clause = ",".join(map(str, reach.atom.symbol.arguments))
        body = [str(reach), "created(Effect,round)", f"not ruled_out({clause})"]
        yield _INSTANCES, written(f"candidate({clause})", body).text
    elif name == _SATISFIES:
        yield _failing(tree, known)
    else:
        yield from _without_exception(tree)


def _failing(tree: AST, known: set[str]) -> tuple[str, str]:
    """Return the rule by which an object fails a demand, and its part."""
    head = atom_of(tree.head)
    first, *rest = tree.body
    if not _asks_for(first, _DEMANDED) or _terms(first.atom.symbol) != _terms(head) or not rest:
        raise ValueError(
            f"a rule for satisfies({_listed(head)}) begins with demanded({_listed(head)}), "
            "and then asks something of the object"
        )
    effect, about, demand, _ = head.arguments
    needs = _FORMS.get(demand.name) if demand.ast_type == ASTType.Function else None
    if needs is None or len(demand.arguments) != 2:
        raise ValueError(f"{demand} is no demand; write is(Kind,Value) or is_not(Kind,Value)")
    key = f"{demand} {[str(one) for one in rest if 'varies' in str(one) or 'numeric' in str(one)]}"
    if key in known:
        raise ValueError(
            f"another rule says already when an object satisfies {demand}; write one rule, and if there are several "
            "ways to satisfy it, give them a predicate of their own in rules/law/611_3_filters.lp"
        )
    known.add(key)
    asked = f"{needs}({effect},Filter,Clause,{demand.arguments[0]},{demand.arguments[1]})"
    *words, test = rest
    contrary = str(_contrary(test))
    if not any(_tells_of_state(one) for one in rest):
        body = [
            f"in_zone_of({effect},Filter,Clause,{about})",
            f"created({effect},round)",
            asked,
            *map(str, words),
            contrary,
        ]
        return _INSTANCES, written(f"ruled_out({effect},Filter,Clause,{about})", body).text
    of_state = [str(one) for one in words if _tells_of_state(one)]
    static = [str(one) for one in words if not _tells_of_state(one)]
    may = f"candidate({effect},Filter,Clause,{about})"
    body = [f"evaluated({effect},Filter,step)", asked, *static, may, *of_state, contrary]
    return _LOOK, written(f"misses({effect},Filter,Clause,{about},step)", body).text


def _without_exception(tree: AST) -> Iterator[tuple[str, str]]:
    """Turn a rule that asks for p wherever q holds (``p : q``) into one that asks that there is no exception."""
    (every,) = (one for one in tree.body if one.ast_type == ASTType.ConditionalLiteral)
    others = [one for one in tree.body if one.ast_type != ASTType.ConditionalLiteral]
    if _asks_for(every.literal, _SATISFIES):
        (reach,) = (one for one in others if _asks_for(one, _IN_ZONE))
        clause = ",".join(map(str, reach.atom.symbol.arguments))
        body = [f"candidate({clause})" if one is reach else str(one) for one in others]
        yield _LOOK, written(tree.head, [*body, f"not misses({clause},step)"]).text
        return
    head = atom_of(tree.head)
    exception = head.update(name=_FAILS[head.name])
    yield _LOOK, written(exception, [*map(str, every.condition), str(_contrary(every.literal))]).text
    yield _LOOK, written(head, [*map(str, others), f"not {exception}"]).text


def _listed(symbol: AST) -> str:
    return ",".join(_terms(symbol))


def _terms(symbol: AST) -> list[str]:
    return [str(one) for one in symbol.arguments]


def _asks_for(literal: AST, name: str) -> bool:
    return bool(
        literal.ast_type == ASTType.Literal
        and literal.atom.ast_type == ASTType.SymbolicAtom
        and literal.atom.symbol.ast_type == ASTType.Function
        and literal.atom.symbol.name == name
    )


def _tells_of_state(literal: AST) -> bool:
    """Tell whether a literal is about a state: its last argument is the step or the state."""
    found: list[bool] = []
    note_atoms(
        literal, lambda symbol: found.append(bool(symbol.arguments) and str(symbol.arguments[-1]) in ("step", "state"))
    )
    return any(found)


def _contrary(literal: AST) -> AST:
    """Return a literal that holds where another one does not.

    Raises:
        ValueError: It is neither an atom nor a single comparison.
    """
    if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.SymbolicAtom:
        contrary: AST = literal.update(sign=Sign.Negation if literal.sign == Sign.NoSign else Sign.NoSign)
        return contrary
    if literal.ast_type == ASTType.Literal and literal.atom.ast_type == ASTType.Comparison and not literal.sign:
        (guard,) = literal.atom.guards
        turned = guard.update(comparison=_CONTRARY[guard.comparison])
        contrary = literal.update(atom=literal.atom.update(guards=[turned]))
        return contrary
    raise ValueError(
        f"the last literal is neither an atom nor a comparison: {literal}; derive an atom from it in a rule of its own"
    )
