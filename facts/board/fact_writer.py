"""Writing the facts of one board: its terms, players, cards and choices."""

from __future__ import annotations

from collections.abc import Mapping

from facts.board.asked import Chosen
from facts.board.settled import Finding
from facts.board.timeline import Asking, Resolution, Timeline
from facts.board.timeline_terms import OBJECT, PLAYER, Argument, Moment, Named, written
from facts.cards import Abilities, Card, card_facts
from facts.effects import write_subtype
from facts.text import Facts, quoted


class SpokenOfError(Exception):
    """A fact would name an object that is written together with others like it: it would then be about all of them."""


def object_term(number: int, label: str) -> str:
    """Return the term of an object.

    Args:
        number: The board's number in its grounding.
        label: The object's label.
    """
    return Named(OBJECT, label).written(number)


class FactWriter:
    """Writes facts of one board, as it stood after a step."""

    def __init__(self, timeline: Timeline, number: int, until: int | None, alike: Mapping[str, str]) -> None:
        """Begin with no facts.

        Args:
            timeline: The board.
            number: Its number in the grounding.
            until: The step after which it is written; None for the last one.
            alike: The labels of objects to leave out, each with the label of the object that stands for it.
        """
        self._timeline = timeline
        self._number = number
        self._until = timeline.length if until is None else until
        things = timeline.things.values()
        eventful = [thing for thing in things if len(thing.events) > 1]
        self._anything_phased = any(event.what == "phases" for thing in eventful for event in thing.events[1:])
        self._holders = {event.holder for thing in eventful for event in thing.events}
        self._acting = self._attached_and_acting()
        self._doing = [one for one in timeline.resolutions if one.does is not None]
        self._players: dict[str, str] = {}
        self._cards: set[tuple[Card, str]] = set()
        self._facts = Facts()
        self._abilities: Abilities = {}
        self._settled: frozenset[Finding] = frozenset()
        self._asked: Asking | None = None
        self._alike = alike
        self._stands = frozenset((*alike, *alike.values()))

    def _attached_and_acting(self) -> set[str]:
        """Return the labels of sources of which an ability is about what they are attached to (303.4m)."""
        return {
            one.source
            for one in self._timeline.resolutions
            for _, ability in (*one.candidates, (one.term, one.ability))
            if one.source and any(effect.affected == "attached" for effect in ability.effects)
        }

    def _object(self, label: str) -> str:
        """Return the term of an object that a fact about something else names."""
        if label in self._stands:
            raise SpokenOfError(label)
        return object_term(self._number, label)

    def _player(self, name: str) -> str:
        term = self._players.get(name)
        if term is None:
            term = self._players[name] = Named(PLAYER, name).written(self._number)
        return term

    def _step(self, resolution: Resolution) -> str:
        return Moment(resolution.step).written(self._number)

    def _ended(self, resolution: Resolution) -> bool:
        return resolution.ended is not None and resolution.ended <= self._until

    def _card(self, card: Card, key: str) -> None:
        """Write a card, once."""
        if (card, key) in self._cards:
            return
        self._cards.add((card, key))
        lines, abilities = card_facts(card, key)
        self._facts.extend(lines)
        self._abilities.update(abilities)

    def _chosen(self, term: str, chosen: Chosen, predicate: str = "chosen") -> None:
        for key, values in chosen.items():
            for value in values:
                if key == "player":
                    self._facts.say(predicate, term, key, self._player(str(value)))
                elif isinstance(value, int):
                    self._facts.say(predicate, term, key, value)
                else:
                    self._facts.say(predicate, term, key, quoted(value))
                    write_subtype(self._facts, value)

    def _written(self, term: Argument) -> str:
        """Return a term of the timeline as it stands in the facts of this board."""
        return written(term, self._number)
