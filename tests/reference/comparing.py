"""Comparing the rules' answer for a board with that of the reference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from facts import Board
from solver import Answer, ObjectAnswer, derive
from tests.reference import replaying as reference
from tests.reference import subtypes
from tests.reference.values import NO_TEXT, Characteristics

_ORIGINS = {"copied": "printed"}
"""The reference does not tell copied abilities from printed ones."""


def mismatches(board: Mapping[str, Any], edition: str = "2024") -> list[str]:
    """Compare the answers of both engines for a board.

    Args:
        board: A board as plain data.
        edition: The edition of the rules.

    Returns:
        One line for each thing that differs.
    """
    return differences(board, derive(Board.of(board), edition=edition), edition)


def differences(board: Mapping[str, Any], answer: Answer, edition: str = "2024") -> list[str]:
    """Compare the rules' answer for a board with that of the reference.

    Args:
        board: The board as plain data.
        answer: The answer of the rules.
        edition: The edition of the rules.

    Returns:
        One line for each thing that differs.
    """
    expected, got = reference.derive_board(board, edition), answer.objects
    if set(expected) != set(got):
        return [f"objects: {sorted(expected)} against {sorted(got)}"]
    return [f"{label}: {line}" for label, one in expected.items() for line in _differences(one, got[label], edition)]


def _differences(expected: Characteristics, got: ObjectAnswer, edition: str) -> list[str]:
    found: list[str] = []
    for kind in ("supertypes", "types", "colors"):
        if getattr(expected, kind) != set(getattr(got, kind)):
            found.append(f"{kind}: {sorted(getattr(expected, kind))} against {sorted(getattr(got, kind))}")
    if (one := expected.subtypes) != (other := set(got.subtypes)):
        found.append(
            f"subtypes: only the reference {sorted(one - other)[:6]}, only the rules {sorted(other - one)[:6]}"
        )
    # The rules keep "every subtype of a set" as one fact; what it stands for must be there.
    if wrong := [
        name for name in got.every if _words(name, edition) - expected.subtypes and "except" not in got.type_line
    ]:
        found.append(f"every: {sorted(expected.every)} against {wrong}")
    if got.every_creature_type and "except" not in got.type_line and "creature" not in expected.every:
        found.append("every creature type: only the rules")
    for kind in ("power", "toughness"):
        if getattr(expected, kind) != getattr(got, kind):
            found.append(f"{kind}: {getattr(expected, kind)} against {getattr(got, kind)}")
    expected_abilities, got_abilities = _abilities(expected), _abilities(got)
    untold = any(text == NO_TEXT for text, _, _ in expected_abilities)
    if untold and _without_texts(expected_abilities) == _without_texts(got_abilities):
        return found  # the rules put an ability that a board gives as a form into words, the reference does not
    if expected_abilities != got_abilities:
        found.append(
            f"abilities: only the reference {sorted(expected_abilities - got_abilities)}, "
            f"only the rules {sorted(got_abilities - expected_abilities)}"
        )
    return found


def _words(name: str, edition: str) -> frozenset[str]:
    return subtypes.every(name.replace("_", " "), edition)


def _without_texts(counted: Counter[tuple[str, str, str]]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for (_, origin, source), number in counted.items():
        found[origin, source] += number
    return found


def _abilities(one: Characteristics | ObjectAnswer) -> Counter[tuple[str, str, str]]:
    """Abilities with text, origin and source; the two have different names for a resolved effect without a source."""
    return Counter(
        (
            ability.text,
            _ORIGINS.get(ability.origin, ability.origin),
            source if (source := str(ability.source)).startswith("o") else "",
        )
        for ability in one.abilities
    )
