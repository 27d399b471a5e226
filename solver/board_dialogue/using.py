"""The abilities of an object that can resolve: those of its card, and those that other permanents give it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from facts.cards import Ability, Card, CardSource, find_card
from facts.words import ATTACHING
from solver.answer import AbilityAnswer, ObjectAnswer
from solver.draft import Draft, Trials, affects_itself, resolving, spelled


class Usable(NamedTuple):
    """An ability that can resolve.

    Attributes:
        text: Its text.
        step: The step, without its targets and choices.
        copied: Whether it creates a token that is a copy: then the step asks for the copied object.
    """

    text: str
    step: dict[str, Any]
    copied: bool = False


def usable(
    draft: Draft, objects: Mapping[str, ObjectAnswer], label: str, cards: CardSource | None, trials: Trials
) -> list[Usable]:
    """Return the abilities of an object that change something as they resolve.

    Args:
        draft: The board.
        objects: The objects, as they are now.
        label: The label of the object.
        cards: The source of further cards.
        trials: Tries steps on the board.
    """
    one = objects[label]
    labels = draft.labels()
    card = find_card(one.name, draft.own, cards) if one.name else None
    if card is None and label in labels:
        card = draft.card(draft.steps[labels.index(label)])
    found = [] if card is None else _of_its_card(card, one, label)
    for ability in one.abilities:
        if ability.origin == "granted" and ability.source is not None:
            source = objects.get(ability.source)
            step = {"resolves": source.name if source is not None else ability.source, "source": label,
                    "ability": ability.text}  # fmt: skip
            if _can_resolve(step, ability, trials):
                found.append(Usable(ability.text, step))
    return found


def _of_its_card(card: Card, one: ObjectAnswer, label: str) -> list[Usable]:
    """Return the abilities of a card that an object has now; all of them, if it has none now."""
    there = {ability.text for ability in one.abilities}
    printed = resolving(card)
    found = [(place, ability) for place, ability, _ in printed if ability.text in there] or [
        (place, ability) for place, ability, _ in printed
    ]
    steps: list[Usable] = []
    for place, ability in found:
        name = spelled(card, one.name)
        if _makes_copies(ability):
            player = {"controller": one.controller}
            steps.append(Usable(ability.text, {"enters": "token", "made_by": name, **player}, copied=True))
            continue
        step: dict[str, Any] = {"resolves": name, "source": label}
        if len(printed) > 1:
            step["ability"] = place
        if affects_itself(ability):
            step["affects"] = label
        steps.append(Usable(ability.text, step))
    return steps


def only_makes_copies(card: Card) -> bool:
    """Tell whether all that a card changes as it resolves is that it creates a token that is a copy.

    Args:
        card: The card.
    """
    acting = [one for face in card.faces for one in face.abilities if one.effects]
    return bool(acting) and all(map(_makes_copies, acting))


def _makes_copies(ability: Ability) -> bool:
    return ability.makes_token and any(effect.becomes_copy is not None for effect in ability.effects)


def _can_resolve(step: Mapping[str, Any], ability: AbilityAnswer, trials: Trials) -> bool:
    """Tell whether a step may let a granted ability resolve, apart from keys that the step lacks so far."""
    if ability.keyword in ATTACHING:
        return True
    keys: Sequence[str] = ("resolves", "ability")
    return not any(trials.objection(step, key, deeply=False) for key in keys)
