"""What only the walk derives has rules and proofs, too: which effect was applied first, and why (613.7, 613.8b)."""

from __future__ import annotations

import pytest

from facts import Board
from solver.ask.explain.proof import Case, prove
from solver.ask.explain.rules import name_of
from solver.ask.explain.walk import walk_through


@pytest.mark.parametrize("earlier", [True, False], ids=["asked before the walk, too", "asked after the walk"])
@pytest.mark.parametrize(
    ("timeline", "reasons"),
    [
        (["Opalescence", "Humility"], {"timestamp": "613.7"}),
        (["Urborg, Tomb of Yawgmoth", "Blood Moon"], {"dependency": "613.8b"}),
    ],
)
def test_an_order_of_effects_has_a_rule_and_a_proof(
    timeline: list[str], reasons: dict[str, str], earlier: bool
) -> None:
    case = Case(Board.of({"timeline": timeline}), walking=True)
    if earlier:
        assert case.prover.atoms.grounded("walked") == ()
    walk_through(case)
    atoms = [("precedes", *row) for row in case.prover.atoms.rows("precedes", 4)]
    assert {str(name_of(atom[4])[0]): case.paragraph(atom) for atom in atoms} == reasons
    for atom in atoms:
        assert prove(case, atom).rule == case.paragraph(atom)
