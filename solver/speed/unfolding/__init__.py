"""Fewer rules for the same answer: before rules are loaded, a predicate is replaced by its definition.

The law has a predicate for each notion. On most boards, many of them only rename another: where nothing has left or
phased out, ``object``, ``present`` and ``active`` are the same objects. Gringo pays for each rule in every call, and
for each atom. So, once it is known which rules can fire (`solver.speed.possible`):

1. a negated literal is dropped if no rule can derive the atom that it denies;
2. a predicate that only one rule defines is unfolded: where it is asked for, the body of that rule is put in its
   place, and the rule goes (Tamaki and Sato, "Unfold/fold transformation of logic programs", 1984);
3. a rule for all values but one becomes one with the same rule for that value;
4. a literal is dropped where another one of the body cannot be derived without it (``created(E,round)``, where
   abilities are not granted: then all instances are created in the first call), or without the atoms from which it
   follows;
5. a parameter of a part is put in the place of a variable that equals it.

Rules go that cannot fire: their literals do not fit together, they ask for two different facts of one object, or they
deny what another of their literals needs. So do rules that lead to nothing that is asked for.

Where there are many facts, an atom costs more than a literal. Then three more things are done before step 4,
which itself pays only for boards that come often:

6. a predicate that only repeats a part of facts is unfolded in each rule that uses it;
7. a predicate whose one rule gives many values (``text``: each value of the face that is up) is cut in two: each rule
   that asks for it asks for the literals that lead to the values (the face), and for the values;
8. a predicate to which one rule gives another name gets that name.

Unfolding keeps every other atom as it is if the body means the same in the calling rule as in its own. Parts of the
program are grounded one after the other, and some of them many times. So both rules must belong to the same call
(same part, and the atom names the step), or nothing that the body asks for can change between the two calls. A
predicate is only unfolded if it is called once, or is only another name; then there are never more joins than before.

For explanations and checks nothing is unfolded: there, each rule counts.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from solver.speed.unfolding.entailment import drop_contradictory, drop_entailed
from solver.speed.unfolding.fewer_atoms import have_fewer_atoms
from solver.speed.unfolding.impossible import drop_impossible
from solver.speed.unfolding.one_each import join_equal
from solver.speed.unfolding.rule_terms import (
    Literal,
    Other,
    Rule,
    Term,
    atoms_in,
    is_variable,
    names_in,
    negated,
    read_atom,
    read_rule,
    with_conditions,
    written,
)
from solver.speed.unfolding.unfolded_program import Program

__all__ = [
    "Literal", "Other", "Rule", "Term", "atoms_in", "is_variable", "names_in", "negated", "read_atom", "read_rule",
    "unfold", "with_conditions", "written",
]  # fmt: skip


def unfold(
    rules: Mapping[int, Rule | Other],
    told: Iterable[str],
    asked: Container[str],
    *,
    staged: bool = False,
    often: bool = False,
) -> dict[int, Rule | None]:
    """Drop negated literals that always hold, and unfold predicates.

    Args:
        rules: All rules that are loaded, in their order.
        told: The predicates of the facts.
        asked: The predicates that Python reads.
        staged: Whether the facts are many, of many boards. Then, in the part that compares effects with each other,
            unfold only predicates that are another name: its joins go by stages, so that they do not cross the boards
            of a group. And do without atoms that repeat others, though rules get longer.
        often: Whether boards of this sort come often: then step 4 pays even if the facts are many.

    Returns:
        For each rule that changes, the rule to load instead; None if there is none.
    """
    program = Program(rules, told, asked, staged=staged)
    program.unfold_all()
    join_equal(program)
    drop_contradictory(program)
    if staged:
        program.unfold_all()
        have_fewer_atoms(program)
        if often:
            drop_entailed(program)
    else:
        program.ground_parameters()
        drop_impossible(program)
        program.unfold_all()
        drop_entailed(program)
    program.drop_unasked()
    program.use_parameters()
    return program.changes()
