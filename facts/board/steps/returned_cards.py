"""Notes permanents that were cards in other zones until a text put them onto the battlefield (115.1, 608.2c)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from facts.board.events import BATTLEFIELD, Named
from facts.board.steps.copied_by_words import could_change_its_types
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.stage import Stage
from facts.board.target_words import TARGET_WORD, quality
from facts.cards import Card
from facts.effects import ALL_ZONES, listed
from facts.effects.form import Filter, TargetsOf
from facts.runtime import pattern
from facts.text import without_quotes


def name_returned(stage: Stage, text: str, labels: Sequence[str], source: str, by: str) -> None:
    """Note the cards that a text puts onto the battlefield and then changes: they must be as it says.

    On the battlefield a value may differ from that of the card. So the check asks for one only if the card is not
    printed with it.

    Args:
        stage: The board so far.
        text: The text of the ability, whose effects describe no object.
        labels: The objects that the step names.
        source: The label of the permanent whose ability it is, or empty.
        by: The player who controls it.
    """
    plain = without_quotes(text)
    clauses, how = _said_of_cards(plain), "returned" if TARGET_WORD.search(plain) else "described"
    permanent = _ONTO_BATTLEFIELD.search(plain) is not None and _TOKEN.search(plain) is None
    if clauses is None and permanent and _RETURNS_THE_DEAD.match(plain):
        clauses, how = [Filter()], "described"
    for label in labels if clauses is not None else ():
        thing = stage.timeline.things[label]
        if thing.zone == BATTLEFIELD and not could_change_its_types(thing.card):
            further = permanent and not _changes_cards(one.card for one in stage.timeline.things.values())
            of = tuple(_of_permanent(one, thing, further=further) for one in clauses or ())
            of = tuple(one.changed(token=False if permanent else None) for one in of)
            stage.timeline.named.append(Named(stage.step, how, "", label, of, source, by))


def _said_of_cards(plain: str) -> list[Filter] | None:
    """Return what a text says of the cards that it moves; None if it moves others, too, or is not understood."""
    said = list(_RETURNED.finditer(plain))
    whole = [f"{one['what']}card{one['limit'] or ''}" for one in said]
    read = [quality(f"{what} in exile") for what in whole]
    clauses = [one for of in read if of is not None for one in listed(of)]
    all_said = len(said) == len(TARGET_WORD.findall(plain)) + len(_CHOSEN_CARD.findall(plain)) > 0
    if not all_said or None in read or any(one.type is None for one in clauses):
        return None
    another = True if any(one["other"] for one in said) else None
    owner = "you" if all(one["yours"] for one in said) else None
    return [one.changed(other=another, owner=owner) for one in clauses]


def _of_permanent(card: Filter, thing: ThingDraft, *, further: bool) -> Filter:
    """Return what the check can ask of a permanent that had to be such a card.

    Args:
        card: What the text says of the card.
        thing: The permanent.
        further: Whether to ask for more than card types.
    """
    asked = Filter(type=card.type, other=card.other, owner=card.owner, zone=ALL_ZONES)
    line = thing.card.faces[0].type_line
    if not further or thing.first_copy is not None or thing.face_down:
        return asked
    if all(isinstance(one, str) for one in listed(card.subtype or ())) and not _any(card.subtype, line.subtypes):
        asked = asked.changed(subtype=card.subtype)
    if not _any(card.supertype, line.supertypes):
        asked = asked.changed(supertype=card.supertype)
    if card.not_ is not None and _any(card.not_.supertype, line.supertypes):
        asked = asked.changed(not_=Filter(supertype=card.not_.supertype))
    return asked.changed(mana_value=card.mana_value)


def _any(asked: object, printed: Iterable[str]) -> bool:
    """Tell whether one of the words that a filter asks for is printed."""
    return bool({one for one in listed(asked or ()) if isinstance(one, str)} & set(printed))


def _changes_cards(cards: Iterable[Card]) -> bool:
    """Tell whether a text may change cards in other zones: those may not be what is printed on them."""
    effects = (
        effect for card in cards for face in card.faces for ability in face.abilities for effect in ability.effects
    )
    return any(
        one.zone is not None and BATTLEFIELD not in listed(one.zone)
        for effect in effects
        if effect.affects is not None and not isinstance(effect.affects, (str, TargetsOf))
        for one in listed(effect.affects)
    )


_RETURNED = pattern(
    r"\b(?:(?P<other>(?:an)?other )?target |(?<=chooses )an? |(?<=choose )an? )(?P<what>(?:[\w-]+,? )*?)cards?\b"
    r"(?P<limit> with mana value \d+ or (?:less|greater))?"
    r"(?=(?P<yours> (?:from|in) your graveyard\b)|[^.;:]*\b(?:graveyards?|exile|hand)\b)",
    re.IGNORECASE,
)
"""Words for cards in other zones that are targets, or that a player chooses, up to the word "card" and a mana value."""
_CHOSEN_CARD = pattern(r"\bchooses? an? (?:[\w-]+,? )*?card\b", re.IGNORECASE)
_ONTO_BATTLEFIELD = pattern(r"\b(?:return|put)s? [^.;:]*\b(?:to|onto) the battlefield\b", re.IGNORECASE)
_TOKEN = pattern(r"\btokens?\b", re.IGNORECASE)
_RETURNS_THE_DEAD = pattern(
    r"^(?:[^.:—]*— )?when(?:ever)? (?:an?|another) [^.,]*?\b(?:dies|is put into [^.,]*graveyard[^.,]*), [^\"]*"
    r"\breturn (?:it|that card) to the battlefield\b",
    re.IGNORECASE,
)
"""An ability that returns the card of a permanent that has died: a token has left for good (111.7)."""
