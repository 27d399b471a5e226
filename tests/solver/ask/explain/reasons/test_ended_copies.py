"""The proofs of what an object is again after it was a copy."""

from __future__ import annotations

import pytest

from facts import Board
from solver.ask.explain import why

_COPIED = """
timeline:
  - {enters: Grizzly Bears, as: bears}
  - {enters: Hill Giant, as: giant}
  - resolves: {text: "Target creature becomes a copy of another target creature until end of turn."}
    affects: bears
    copy_of: giant
    as: effect
"""
_TEXT = (
    "Whenever Aegis becomes attached to a creature, for as long as Aegis remains attached to it, that creature becomes "
    "a copy of a creature card exiled with Aegis."
)
_WORN = f"""
cards: [{{name: Aegis, type_line: Artifact — Equipment, oracle_text: "{_TEXT}"}}]
timeline:
  - {{enters: Hill Giant, as: exiled, zone: exile}}
  - {{enters: Grizzly Bears, as: bears}}
  - {{enters: Llanowar Elves, as: elves}}
  - {{enters: Aegis, as: aegis, attached_to: bears, copy_of: exiled}}
"""


@pytest.mark.parametrize(
    ("steps", "fact", "rules"),
    [
        (f"{_COPIED}  - {{ends: effect}}\n", "bears is a Bear", {"611.2a"}),
        (f"{_WORN}  - {{attaches: aegis, to: elves}}\n", "bears is a Bear", {"611.2a", "611.2b"}),
        (f"{_WORN}  - {{leaves: aegis}}\n", "bears is not a Giant", {"611.2a", "611.2b"}),
        (f"{_WORN}  - {{phases: out, object: aegis}}\n", "bears is a Bear", {"611.2a", "702.26f"}),
    ],
)
def test_a_proof_says_why_an_object_is_no_copy_any_more(steps: str, fact: str, rules: set[str]) -> None:
    nodes = [node for proof in why(Board.read(steps), fact).proofs for node in proof.all()]
    assert any(node.rule == "611.2a" and "has ended" in node.sentence for node in nodes)
    assert rules <= {node.rule for node in nodes}


def test_a_proof_says_why_a_copy_effect_did_not_begin_again() -> None:
    """The Equipment phases in: it did not become attached, so its ability does not trigger, and nothing begins."""
    board = Board.read(f"{_WORN}  - {{phases: out, object: aegis}}\n  - {{phases: in, object: aegis}}\n")
    said = [(node.rule, node.sentence) for proof in why(board, "bears is a Bear").proofs for node in proof.all()]
    assert any(rule == "611.2b" and "none begins again as Aegis phases in" in one for rule, one in said)
