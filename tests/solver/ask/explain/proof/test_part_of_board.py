"""On large boards the law is run on the part that matters to a fact: its proof is the same as on the whole board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from solver import derive
from solver.ask.explain import why
from solver.ask.explain.proof import law_alone
from solver.ask.explain.proof import part as parts
from solver.ask.explain.reasons.why import Why
from tests.profiles import examples
from tests.reference.boards import boards

LANDS = ["Forest", "Plains", "Island", "Sol Ring", "Grizzly Bears"] * 5


def rules_of(found: Why) -> set[str]:
    """Return the numbers of the rules that proofs cite."""
    return {node.rule for proof in found.proofs for node in proof.all()}


def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Note how many objects the part of each board has; 0 where it is the whole board."""
    numbers: list[int] = []
    real = parts.part_of

    def noted(*arguments: Any) -> Any:
        found = real(*arguments)
        numbers.append(0 if found is None else sum(line.startswith("enters_zone(") for line in found.lines))
        return found

    monkeypatch.setattr(law_alone, "part_of", noted)
    return numbers


def whole(monkeypatch: pytest.MonkeyPatch, board: Board, fact: str) -> Why:
    """Prove a fact on the whole board."""
    with monkeypatch.context() as patched:
        patched.setattr(law_alone, "part_of", lambda *_: None)
        return why(Board.of(board.document.data), fact)


@pytest.mark.parametrize(
    ("effects", "fact"),
    [
        (["Blood Moon", "Steam Vents"], "steam_vents is a Mountain"),
        (["Steam Vents", "Blood Moon", "Urborg, Tomb of Yawgmoth"], "steam_vents is not a Swamp"),
        (["March of the Machines", "Mycosynth Lattice", "Steam Vents"], "steam_vents is a creature"),
        (["Humility", "Opalescence"], "humility is 4/4"),
    ],
)
def test_objects_that_do_nothing_to_others_are_left_out(
    effects: list[str], fact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = Board.of({"timeline": [*LANDS, *effects]})
    numbers = looked_at(monkeypatch)
    found = why(board, fact)
    (number,) = numbers
    assert 0 < number < 10
    assert found.holds and rules_of(found) == rules_of(whole(monkeypatch, board, fact))


@pytest.mark.parametrize(
    ("cards", "fact"),
    [
        (["Kird Ape"], "kird_ape is 2/3"),  # a condition asks for a Forest
        (["Tarmogoyf", {"enters": "Forest", "zone": "graveyard"}], "tarmogoyf is 1/2"),  # it counts card types
    ],
)
def test_where_objects_are_counted_none_is_left_out(
    cards: list[Any], fact: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = looked_at(monkeypatch)
    assert why(Board.of({"timeline": [*LANDS, *cards]}), fact).holds
    assert numbers == [0]


def test_the_next_question_uses_the_part_again_if_it_has_the_object(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.of({"timeline": [*LANDS, "Blood Moon", "Steam Vents"]})
    numbers = looked_at(monkeypatch)
    for fact in ("steam_vents is a Mountain", "steam_vents is not an Island", "sol_ring is not a creature"):
        assert why(board, fact).holds
    assert len(numbers) == 2


@examples(6)
@given(boards(max_objects=5, max_effects=3), st.data())
def test_on_random_boards(data: dict[str, Any], choice: st.DataObject) -> None:
    board = Board.of({**data, "timeline": [*data["timeline"], *LANDS[:3]]})
    one, answer = choice.draw(st.sampled_from(sorted(derive(board).objects.items())))
    word = choice.draw(st.sampled_from((*answer.types, *answer.subtypes, *answer.supertypes)))
    kind = next(key for key in ("type", "subtype", "supertype") if word in getattr(answer, f"{key}s"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(parts, "_MANY", 0)
        patched.setattr(parts, "_LEFT_OUT", 0)
        found = why(board, f'{kind}("{one}","{word}")')
        assert rules_of(found) == rules_of(whole(patched, board, f'{kind}("{one}","{word}")'))
