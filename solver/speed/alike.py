"""Objects that nothing distinguishes: the rules derive one of them, and the others get its answer.

Four hundred Saprolings under one player differ only in their labels and timestamps. The timestamp of an object matters
only to the effects of its own abilities (613.7a). So the rules derive one of them, and know how many objects it stands
for (``alike(O,N)``: rules that count objects count it N times). All of them get its answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields
from functools import lru_cache

from facts import Face
from facts.board import OBJECT, Finding, Named, Thing, Timeline
from facts.cards import Ability, Card, read_ability, with_texts_within
from facts.effects.form import AmountOf, Effect
from facts.words import ENTERING, OFFERING
from solver.program import keywords_with_effects

_COMPARED = frozenset(
    ("label", "card", "key", "step", "zone", "owner", "controller", "token", "side", "events", "damage")
)
_NOTHING = {
    field.name: field.default if field.default_factory is MISSING else field.default_factory()
    for field in fields(Thing)
    if field.name not in _COMPARED
}
"""The other attributes of an object, with their values if the board says nothing about them."""


def alike(timeline: Timeline, findings: Iterable[Finding] = (), until: int | None = None) -> dict[str, str]:
    """Find objects that nothing distinguishes.

    Args:
        timeline: The board.
        findings: The board's decisions at its moments.
        until: Only objects that entered by this step.

    Returns:
        For the label of each object that is left out, the label of the one that stands for it.
    """
    # An object that may become a copy or be turned face down may differ from its card.
    if len(timeline.things) < 2 or any(one.does is not None for one in timeline.resolutions):
        return {}
    spoken_of = _spoken_of(timeline)
    found = _found(findings, spoken_of)
    first: dict[tuple[object, ...], str] = {}
    stands: dict[str, str] = {}
    for label, thing in timeline.things.items():
        if until is not None and thing.step > until:
            continue
        if label in spoken_of or not _plain(thing) or not _without_effects(thing.card):
            continue
        looks = (thing.key, thing.side, thing.zone, thing.owner, thing.controller, thing.token, found.get(label))
        if (same := first.setdefault(looks, label)) != label:
            stands[label] = same
    return stands if stands and not _grants_effects(timeline) else {}


def _plain(thing: Thing) -> bool:
    """Tell whether the facts say only the card, the zone and the players of an object."""
    told = vars(thing).keys() - _COMPARED  # no step has set any other attribute
    return len(thing.events) < 2 and all(getattr(thing, name) == _NOTHING[name] for name in told)


def _spoken_of(timeline: Timeline) -> set[str]:
    """Return the labels of the objects that another fact of the board names."""
    found = {label for label, _ in timeline.stacked.values()}
    last: dict[tuple[str, str], str] = {}
    for thing in timeline.things.values():
        for host, _ in thing.attachments:
            found.add(host)
        if thing.paired:
            found.add(thing.paired)
        for event in thing.events:
            if event.of:
                found.add(event.of)
        if thing.zone in ("graveyard", "library"):
            last[thing.owner, thing.zone] = thing.label
    for resolution in timeline.resolutions:
        found.update(resolution.targets or ())
        found.add(resolution.source)
    found.update(one.source for one in timeline.readings)
    return found.union(last.values())


def _found(findings: Iterable[Finding], spoken_of: set[str]) -> dict[str, tuple[Finding, ...]]:
    """Return the findings about each object, by label; add the objects that a finding names together to `spoken_of`."""
    found: dict[str, tuple[Finding, ...]] = {}
    for one in findings:
        labels = one.labels
        if len(labels) == 1:
            rest = tuple(of for of in one.arguments if not (isinstance(of, Named) and of.kind == OBJECT))
            found[labels[0]] = (*found.get(labels[0], ()), one._replace(arguments=rest))
        else:
            spoken_of.update(labels)
    return found


@lru_cache(maxsize=4096)
def _without_effects(card: Card) -> bool:
    """Tell whether no ability of a card, nor one that it grants, makes a continuous effect of its object."""
    return not (
        any(_makes_effects(ability) or ability.keyword in _WITH_COUNTERS for ability in _abilities(card))
        or any(map(_says_counters, card.faces))
        or any(face.loyalty is not None or face.defense is not None for face in card.faces)
    )


_WITH_COUNTERS = ENTERING | OFFERING
"""Keywords by which an object enters with counters, or may."""


def _says_counters(face: Face) -> bool:
    """Tell whether a text says with which counters something enters."""
    if not any("counter" in ability.text for ability in face.abilities):
        return False
    from facts.cards import entering_with  # most cards say nothing of the kind

    return bool(entering_with(face).forms)


def _makes_effects(ability: Ability) -> bool:
    return bool(ability.effects) or ability.keyword in keywords_with_effects()


def _grants_effects(timeline: Timeline) -> bool:
    """Tell whether something on the board grants abilities with effects: then each object has effects of its own."""
    return any(map(_grants, {one.card for one in timeline.things.values()})) or any(
        _grants_in(effect) for one in timeline.resolutions for effect in one.ability.effects
    )


@lru_cache(maxsize=4096)
def _grants(card: Card) -> bool:
    return any(_grants_in(effect) for ability in _abilities(card) for effect in ability.effects)


def _abilities(card: Card) -> Iterator[Ability]:
    """Go through the abilities of a card, and those that they give."""
    return (ability for face in with_texts_within(card) for ability in face.abilities)


def _grants_in(effect: Effect) -> bool:
    granted = effect.add_abilities or ()
    return (
        effect.full_text_of is not None or _shares(effect) or any(_makes_effects(read_ability(one)) for one in granted)
    )


def _shares(effect: Effect) -> bool:
    """Tell whether an effect counts, for each object, others like it: then every one counts for itself."""
    return any(
        isinstance(value, AmountOf) and (value.sharing is not None or value.attached_to is not None)
        for value in effect.given().values()
    )
