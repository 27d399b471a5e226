"""What a case expects of an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.cards.keywords import keyword_of
from solver.answer.answer_values import Answer, ObjectAnswer

_SETS = ("types", "subtypes", "supertypes", "colors", "properties", "changed")
_EXACT = ("type_line", "power", "toughness", "mana_value", "name", "face", "controller", "zone", "damage",
          "attached_to", "every_creature_type", "phased_out")  # fmt: skip


def differences(case: Mapping[str, Any], answer: Answer) -> list[str]:
    """Compare an answer with what a case expects.

    Args:
        case: The case.
        answer: The answer.

    Returns:
        One line for each thing that is not as expected.
    """
    found: list[str] = []
    for label, expected in (case.get("expect") or {}).items():
        one = answer.objects.get(label)
        if one is None:
            found.append(f"{label}: not in the answer")
            continue
        found.extend(f"{label}: {line}" for line in _object_differences(expected, one))
    if "refused" in case:
        got = {(one.object, one.rule) for one in answer.refused}
        wanted = {(one["object"], one["rule"]) for one in case["refused"]}
        if got != wanted:
            found.append(f"refused: expected {sorted(wanted)}, got {sorted(got)}")
    return found


def _object_differences(expected: Mapping[str, Any], one: ObjectAnswer) -> Iterator[str]:
    texts = [ability.text for ability in one.abilities]
    for key, value in expected.items():
        if key in _SETS:
            if set(getattr(one, key)) != set(value):
                yield f"{key}: expected {sorted(value)}, got {sorted(getattr(one, key))}"
        elif key in _EXACT:
            if getattr(one, key) != value:
                yield f"{key}: expected {value!r}, got {getattr(one, key)!r}"
        elif key == "counters":
            if dict(one.counters) != value:
                yield f"counters: expected {value}, got {dict(one.counters)}"
        elif key == "lost":
            yield from _lost_differences(value, one)
        elif key == "abilities":
            if texts != value:
                yield f"abilities: expected {value}, got {texts}"
        elif key == "has_abilities":
            for piece in value:
                if not any(_says(text, piece) for text in texts):
                    yield f"has no ability {piece!r} among {texts}"
        elif key == "lacks_abilities":
            for piece in value:
                if piece == "any" and texts:
                    yield f"has abilities: {texts}"
                elif any(_says(text, piece) for text in texts):
                    yield f"has an ability {piece!r} among {texts}"
        elif key.startswith("has_"):
            if missing := set(value) - set(getattr(one, key[4:])):
                yield f"{key[4:]} lack {sorted(missing)}: {getattr(one, key[4:])}"
        elif key.startswith("lacks_"):
            if there := set(value) & set(getattr(one, key[6:])):
                yield f"{key[6:]} have {sorted(there)}"
        elif key not in ("note", "object"):
            yield f"unknown expectation {key}"


def _lost_differences(expected: Sequence[Mapping[str, Any]], one: ObjectAnswer) -> Iterator[str]:
    """Compare the lost abilities, in order; of each only what is named."""
    got = [ability._asdict() for ability in one.lost]
    alike = len(got) == len(expected) and all(
        found.get(key) == value for wanted, found in zip(expected, got, strict=True) for key, value in wanted.items()
    )
    if not alike:
        yield f"lost: expected {list(expected)}, got {got}"


def _says(text: str, piece: str) -> bool:
    """Tell whether an ability is meant by a piece of text: a keyword is an ability of its own, not a mention."""
    if keyword_of(piece) is not None:
        return text.lower() == piece.lower() or (keyword_of(text) == piece.lower())
    return piece.lower() in text.lower()
