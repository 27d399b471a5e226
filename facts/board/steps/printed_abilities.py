"""The abilities of a card, with those that they give, each with its number and its term."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from facts.board.events import Spell
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.board.timeline_terms import AbilityOf, EffectOf, ExceptionOf, FaceOf
from facts.cards import Ability, Card, read_ability
from facts.effects.form import Operations
from facts.words import RESOLVING, keyword_of, places


class Printed(NamedTuple):
    """An ability of a card, or one that such an ability gives.

    Attributes:
        side: The face it is printed on.
        number: Its position among all abilities of the card, by which a step may name it; of a mode, that of its
            ability.
        ability: The ability.
        term: Its term.
        to_host: Whether the host of the permanent gets it.
        mode: Its position among the modes of its ability (700.2); 0 where it is no mode.
    """

    side: str
    number: int
    ability: Ability
    term: AbilityOf
    to_host: bool = False
    mode: int = 0


def printed_abilities(stage: Stage, card: Card) -> list[Printed]:
    """Return the abilities of a card, each with its number and the term of the rules for it.

    Args:
        stage: The board so far.
        card: The card.

    Returns:
        Of each face in order.
    """
    return list(_printed(card, stage.key(card))) if any(face.abilities for face in card.faces) else []


@lru_cache(maxsize=4096)
def _printed(card: Card, key: str) -> tuple[Printed, ...]:
    found: list[Printed] = []
    for face in card.faces:
        before = found[-1].number if found else 0
        numbers = places(one.text for one in face.abilities)
        for place, (ability, (number, mode)) in enumerate(zip(face.abilities, numbers, strict=True), start=1):
            term = AbilityOf(FaceOf(key, face.side), place)
            found.append(Printed(face.side, before + number, ability, term, mode=mode))
    return tuple(found)


def of_spell(card: Card, found: Iterable[Printed]) -> Printed | None:
    """Return the first of some abilities that is one of an instant or sorcery.

    Args:
        card: The card that has the abilities.
        found: The abilities.
    """
    spells = [face.side for face in card.faces if face.is_instant_or_sorcery]
    return next((one for one in found if one.side in spells), None)


def as_spell(stage: Stage, card: Card, found: Iterable[Printed]) -> Spell | None:
    """Return the spell that resolves, if one of some abilities is printed on an instant or sorcery.

    Args:
        stage: The board so far.
        card: The card that has the abilities.
        found: The abilities that may resolve.
    """
    one = of_spell(card, found)
    if one is None:
        return None
    shown = [
        thing.label for thing in stage.timeline.things.values()
        if thing.zone == "stack" and thing.left is None and thing.card == card and thing.side == one.side
    ]  # fmt: skip
    return Spell(card, stage.key(card), one.side, shown[0] if len(shown) == 1 else "")


def given_keywords(outer: Printed, keyword: str) -> list[str]:
    """Return the texts of the keyword abilities of a kind that an ability gives: "has equip {2}".

    Args:
        outer: The ability that gives others.
        keyword: The kind.
    """
    given = (one for effect in outer.ability.effects for one in effect.add_abilities or ())
    return [one for one in given if isinstance(one, str) and keyword_of(one) == keyword]


def with_given(printed: Iterable[Printed]) -> list[Printed]:
    """Return abilities, each followed by those that it gives.

    Args:
        printed: The abilities.
    """
    return [one for outer in printed for one in (outer, *given_abilities(outer))]


def abilities_ever(stage: Stage, thing: ThingDraft) -> list[Printed]:
    """Return the abilities of an object's own card, and of those whose text it may have or have had: more, not fewer.

    Args:
        stage: The board so far.
        thing: The object.
    """
    return [one for key, card in stage.texts_ever(thing).items() for one in _printed(card, key)]


@lru_cache(maxsize=4096)
def given_abilities(outer: Printed, plain: bool = False) -> tuple[Printed, ...]:
    """Return the abilities that an ability gives ("has ..."), and those that these give: they, too, may resolve.

    Args:
        outer: The ability that gives others.
        plain: Whether to return also those that make no continuous effect as they resolve.

    Returns:
        The abilities that it gives itself; each of them is followed by the abilities that that one gives.
    """
    found: list[Printed] = []
    for number, effect in enumerate(outer.ability.effects, start=1):
        excepted = (effect.becomes_copy and effect.becomes_copy.except_) or Operations()
        for giving, by in ((effect, EffectOf(outer.term, number)), (excepted, ExceptionOf(outer.term))):
            for place, form in enumerate(giving.add_abilities or (), start=1):
                ability = read_ability(form)
                if plain or not isinstance(form, str) or ability.keyword in RESOLVING:
                    to_host = effect.affects == "attached"
                    inner = Printed(outer.side, outer.number, ability, AbilityOf(by, place), to_host)
                    found += [inner, *given_abilities(inner, plain)]
    return tuple(found)
