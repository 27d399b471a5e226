"""Claims that two boards are the same: the pairs of the files `same_*.yaml`, each in its contexts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from facts.text import read_document
from solver.ask.check.specification.claims.claim import Claim, Data, Objects

SAME = "these_boards_are_the_same"
_HERE = Path(__file__).parent
_FILES = (
    "same_faces.yaml", "same_words.yaml", "same_links.yaml", "same_amounts.yaml", "same_conditions.yaml",
    "same_abilities.yaml", "same_copies.yaml", "same_events.yaml", "same_entries.yaml",
)  # fmt: skip
_KEYS = ("name", "controller", "owner", "power", "toughness", "mana_value", "counters", "token")
_LISTS = ("supertypes", "types", "subtypes", "colors", "properties")


def of_same_boards() -> Iterator[Claim]:
    """Return the claims."""
    first, *more = (read_document((_HERE / name).read_bytes(), name).data for name in _FILES)
    contexts, cards = first["contexts"], first["cards"]
    for pair in (*first["boards"], *(one for each in more for one in each["boards"])):
        for context, steps in contexts.items():
            if context in pair.get("contexts", contexts) and context not in pair.get("without", ()):
                one, other = (_board(pair, side, cards, steps) for side in ("one", "other"))
                labels, but = pair.get("same", ["it"]), pair.get("but", [])
                yield Claim(SAME, f"{pair['about']}; then {context}", one, other, partial(same_objects, labels, but))


def _board(pair: Data, side: str, cards: Sequence[Data], after: Sequence[Data]) -> Data:
    steps = [*pair[side], *after]
    known = {card["name"]: card for card in (*cards, *pair.get("cards", ()))}
    players: Data = {key: pair[key] for key in ("players", "turn") if key in pair}
    return {**players, "cards": cards_named(known, steps), "timeline": steps}


def cards_named(known: Mapping[str, Data], steps: Sequence[Data]) -> list[Data]:
    """Return the cards that steps name.

    Args:
        known: The cards, by name.
        steps: The steps.
    """
    values = [value for step in steps for value in step.values()]
    names = {str(name) for value in values for name in (value if isinstance(value, list) else [value])}
    return [card for name, card in known.items() if _named(name, names)]


def _named(card: str, names: set[str]) -> bool:
    return any(name == card or name in card.split(" // ") for name in names)


def same_objects(labels: Sequence[str], but: Sequence[str], one: Objects, other: Objects) -> bool:
    """Tell whether objects have the same characteristics on both boards.

    Args:
        labels: Their labels.
        but: The characteristics that may differ.
        one: The objects of one board.
        other: The objects of the other board.
    """
    return all(_characteristics(one[label], but) == _characteristics(other[label], but) for label in labels)


def _characteristics(one: Mapping[str, Any], but: Sequence[str]) -> Data:
    every = {
        **{key: one.get(key) for key in _KEYS},
        **{key: sorted(one[key]) for key in _LISTS},
        "abilities": sorted(str(ability["text"]).lower() for ability in one["abilities"]),
    }
    return {key: value for key, value in every.items() if key not in but}
