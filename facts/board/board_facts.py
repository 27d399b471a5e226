"""A board as facts for the rules: objects, events and resolved effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from facts.board.events import Bonds, Claim, Counting, Entry, Likeness, Phasing, Reading
from facts.board.fact_writer import object_term
from facts.board.history_facts import HistoryWriter
from facts.board.resolution_facts import ResolutionWriter
from facts.board.settled import NOTHING, Meant, Settled
from facts.board.things import Thing
from facts.board.timeline import Asking, Resolution, Timeline, Turning, Watch
from facts.board.timeline_terms import AbilityOf, EffectOf, FaceOf, KeywordEffect, Moment
from facts.cards import (
    DEFAULT_EDITION,
    Ability,
    card_facts,
    card_term,
    edition_of,
    face_term,
    write_ability,
)
from facts.effects import WATCHED, bonds_of
from facts.text import Facts, quoted
from facts.words import EMBLEM, SETS, WHILE_CONTROLLED


class BoardFacts(NamedTuple):
    """A board as facts.

    Attributes:
        lines: The facts.
        abilities: The abilities that they speak of, by term.
        alike: The labels of objects that were left out, each with the label of the object that stands for it.
        timeline: The board, with the abilities that its steps turned out to mean.
        settled: The given decisions of the board at its moments.
        edition: The edition of the rules that they are written for.
    """

    lines: tuple[str, ...]
    abilities: Mapping[str, Ability]
    timeline: Timeline
    alike: Mapping[str, str] = MappingProxyType({})
    settled: Settled = NOTHING
    edition: str = DEFAULT_EDITION


def board_facts(
    timeline: Timeline,
    number: int,
    *,
    edition: str,
    settled: Settled = NOTHING,
    before: Asking | None = None,
    after_step: int | None = None,
    alike: Mapping[str, str] = MappingProxyType({}),
    done: int = 0,
) -> BoardFacts:
    """Write a board as facts.

    Args:
        timeline: The board.
        number: Its number in the grounding; every object's term carries it.
        edition: The edition of the rules.
        settled: The board's decisions at its moments so far (611.2c).
        before: A moment of the board, if the facts are to ask its question: which objects an effect finds, or whether
            an object can turn over. They then describe the board as it stood before that moment.
        after_step: Write the board as it stood after this step.
        alike: The labels of objects to leave out, each with the label of the object that stands for it.
        done: The number of effects of the asking ability that have already begun: their findings are settled.

    Returns:
        The facts.

    Raises:
        SpokenOfError: A fact would name one of the objects in `alike`.
    """
    until = after_step
    if before is not None:  # an entering object counts as it would exist on the battlefield (614.12)
        entering = isinstance(before, Entry | Likeness | Claim) or (isinstance(before, Resolution) and before.entering)
        entering = entering or (isinstance(before, Phasing) and before.comes_back)
        until = before.step if entering else before.step - 1
    told = with_meant(retold(timeline, settled.stayed), settled)
    return _Writer(told, number, until, alike).write(edition, settled, before, done)


@lru_cache(maxsize=16)
def retold(timeline: Timeline, stayed: frozenset[int], *, all_known: bool = False) -> Timeline:
    """Return a board as its steps are told once it is known which permanents a text did not exile (400.7).

    Args:
        timeline: The board.
        stayed: These steps, as the rules say.
        all_known: Whether these are all such steps.

    Returns:
        The board; the same if there are none, or if it is told so.

    Raises:
        InputError: A step names a token that has left, which can only be said once all such steps are known.
    """
    if timeline.again is None or not (stayed or all_known):
        return timeline
    return timeline.again(stayed, all_known=all_known)


def with_meant(timeline: Timeline, settled: Settled) -> Timeline:
    """Return a board with the abilities that its steps turned out to mean.

    Args:
        timeline: The board.
        settled: Its decisions.

    Returns:
        The board; the same where nothing was to be chosen.
    """
    if not settled.meant:
        return timeline
    told = list(enumerate(timeline.resolutions))
    chosen = {id(one): meant_by(one, settled.meant.get(place)) for place, one in told}
    watches = [replace(one, resolution=chosen[id(one.resolution)]) for one in timeline.watches]
    return replace(timeline, resolutions=tuple(chosen.values()), watches=tuple(watches))


def meant_by(resolution: Resolution, meant: Meant | None) -> Resolution:
    """Return the resolution with its chosen ability.

    Args:
        resolution: The spell or ability that resolved.
        meant: The ability and its affected set; None if there was no choice.
    """
    if meant is None:
        return resolution
    return replace(
        resolution, term=meant.term, ability=meant.ability, targets=meant.targets, candidates=meant.candidates
    )


@cache
def _edition_facts(edition: str) -> tuple[str, ...]:
    """Write the wordings of an edition, other numbers of paragraphs, the subtypes it lacks, and how many it has."""
    facts, rules = Facts(), edition_of(edition)
    for wording in rules.wordings:
        facts.say("wording", wording)
    for paragraph, other in rules.transform_numbers():
        facts.say("renumbered", quoted(paragraph), quoted(other))
    for word in rules.unlisted():
        facts.say("unlisted", quoted(word))
    for name in SETS:
        facts.say("subtypes_listed", name, len(rules.words_of(name)))
    return facts.lines()


class _Writer(HistoryWriter, ResolutionWriter):
    """Writes one board."""

    def write(self, edition: str, settled: Settled, before: Asking | None, done: int) -> BoardFacts:
        """Write everything."""
        facts, timeline = self._facts, self._timeline
        self._asked = before
        self._settled = frozenset(settled.findings)
        facts.extend(_edition_facts(edition))
        for player in timeline.players:
            facts.say("player", self._player(player))
        facts.say("active_player", self._player(timeline.turn))
        if "turn" in timeline.document.data:
            facts.say("turn_told", self._number)
        for thing in timeline.things.values():
            if thing.step <= self._until and thing.label not in self._alike:
                self._thing(thing)
        for label, others in Counter(self._alike.values()).items():
            facts.say("alike", object_term(self._number, label), others + 1)
        self._tops()
        for label, (thing_label, step) in timeline.stacked.items():
            if step <= self._until:
                facts.say("stacked", quoted(label), self._object(thing_label), step)
                left = timeline.things[thing_label].left
                if left is not None and left <= self._until:
                    facts.say("left_at", self._object(thing_label), left)
        for resolution in timeline.resolutions:
            if resolution.entering and resolution.step <= self._until:
                self._entering(resolution)
            elif resolution.step <= self._until and not (self._ended(resolution) and resolution.undone):
                self._resolution(resolution, resolution.term, resolution.ability)
                if self._ended(resolution):
                    self._told_to_end(resolution)
        if isinstance(before, Resolution):
            self._question(before, done)
        if isinstance(before, Reading):
            self._reading(before)
        if isinstance(before, Turning):
            facts.say("asking_turn", self._object(before.label), before.step)
        if isinstance(before, Resolution | Turning) and timeline.may_stay:
            self._returning(before)
        if isinstance(before, Counting):
            self._asks_counting(before)
        if isinstance(before, Phasing):
            facts.say("asks_phasing", self._object(before.label), before.way, before.step)
        if isinstance(before, Entry):
            facts.say("asks_counters", self._object(before.label), before.step)
        if isinstance(before, Likeness):
            facts.say("asks_likeness", self._object(before.label), before.step)
        if isinstance(before, Claim):
            for term in before.abilities:
                facts.say(before.asked, self._object(before.label), self._written(term), before.step)
        if isinstance(before, Bonds):
            for label in before.labels:
                facts.say("asks_bond", self._object(label), before.step - 1)
        if isinstance(before, Watch):
            watched = before.resolution
            if watched.ability.keyword in WHILE_CONTROLLED:
                facts.say("watching", self._step(watched), self._written(KeywordEffect(watched.ability.keyword)))
            for number, effect in enumerate(watched.ability.effects, start=1):
                if not WATCHED.isdisjoint(bonds_of(effect.lasts)):
                    facts.say("watching", self._step(watched), self._written(EffectOf(watched.term, number)))
        self._swaps()
        facts.extend(sorted(one.written(self._number) for one in self._settled))
        return BoardFacts(facts.lines(), self._abilities, timeline, self._alike, settled, edition)

    def _thing(self, thing: Thing) -> None:
        facts, term = self._facts, object_term(self._number, thing.label)
        owner, controller = self._player(thing.owner), self._player(thing.controller)
        if thing.put_by is not None:
            self._emblem(term, thing, thing.put_by)
        elif thing.put_transformed:
            facts.say("put_transformed", term, thing.step, owner, self._player(thing.returned_by))
            facts.say("returns_for", term, thing.returns_for or "unsaid")
        else:
            facts.add(f"enters_zone({term},{thing.zone},{thing.step},{owner},{controller}).")
        if thing.left is not None and thing.left <= self._until:
            if thing.left_if is not None:
                facts.say("left_if", term, *self._conditional(thing.left, thing.left_if))
            facts.say(*(("told_to_return", term, thing.left) if thing.told_to_return else ("left", term)))
            if thing.lingers and (thing.effect_over is None or thing.effect_over > self._until):
                facts.say("left_this_turn", term)
        for step, only_if in thing.stays:
            if step <= self._until:
                facts.say("told_to_return", term, step)
                if only_if is not None:
                    facts.say("left_if", term, *self._conditional(step, only_if))
        if thing.copied_token:
            facts.say("copy_token_of", term, self._object(thing.events[0].of))
            facts.say("token_copy", f"copy({term},0)", term)
        elif thing.put_by is None:
            facts.add(f"made_of({term},{card_term(thing.key)},{thing.side}).")
            self._card(thing.card, thing.key)
        if thing.likeness is not None:
            facts.say("likeness_asked", term)
        if thing.told_copy:
            facts.say("told_copy", term, thing.step)
        for decision in thing.decisions:
            facts.say("decided_as_for", term, decision, self._object(thing.decided_for))
        if thing.token:
            facts.say(*(("token_part", term, 0) if thing.merged else ("token", term)))
        for side in thing.unlocked:
            facts.say("unlocked", term, side)
        self._choices(term, thing)
        if thing.face_down:
            down = self._down(thing.face_down)
            facts.say("enters_down", term, down)
            self._listed(down, thing.face_down_values)
        if thing.card.faces[0].type_line.text == EMBLEM and thing.put_by is None:
            facts.say("emblem", term)
        for status in thing.status:
            facts.say("status", term, quoted(status))
        for text in thing.told or ():
            facts.say("told", term, quoted(text))
        for text, amount in thing.amounts.items():
            facts.say("told_amount", term, quoted(text), amount)
        if thing.counted or thing.counters_told or thing.uncounted:
            self._counters_on(term, thing)
        if thing.takes_counters:
            facts.say("takes_counters", term)
        if thing.made_by is not None:
            card, key = thing.made_by
            self._card(card, key)
            facts.say("made_by", term, face_term(key, card.faces[0].side))
        if thing.x is not None:
            facts.say("x", term, thing.x)
        if thing.level is not None:
            facts.say("told_level", term, thing.level)
        if thing.attachments:
            self._attachment(term, thing)
            if thing.attachments[0][1] == thing.step:
                facts.say("enters_attached", term)
        if thing.exiled_with:
            facts.say("exiled_with", term, self._object(thing.exiled_with))
        if thing.paired:
            facts.say("paired", term, self._object(thing.paired))
        if self._anything_phased or thing.label in self._holders or thing.label in self._acting:
            self._hung(term, thing)
        for card in thing.melds:
            facts.say("melds", term, card_term(card.name))
            facts.extend(card_facts(card, card.name)[0])
        if self._doing or len(thing.events) > 1 or thing.events[0].what != "enter":
            self._events(term, thing)

    def _asks_counting(self, before: Counting) -> None:
        """Write the question what happens to counters that would be put on an object; and what the step says."""
        of, told = (self._object(before.label), before.time), before.putting
        self._facts.say("asks_counting", *of)
        if told.exact:
            self._facts.say("exact_number", *of)
        if told.by:
            self._facts.say("putter", *of, self._player(told.by))
        if told.untold:
            self._facts.say("putter_untold", *of)
        if told.without_effect:
            self._facts.say("not_by_effect", *of)

    def _returning(self, before: Resolution | Turning) -> None:
        """Write the question whether a step can exile the permanent that it is to exile and return."""
        for thing in self._timeline.things.values():
            if thing.told_to_return and thing.left == before.step:
                term = object_term(self._number, thing.label)
                self._facts.say("would_return", term, before.step)
                if thing.left_if is not None:
                    self._facts.say("left_if", term, *self._conditional(before.step, thing.left_if))

    def _conditional(self, step: int, ability: AbilityOf) -> tuple[str, str]:
        """Return a step, and the effect of the ability that does something then only if its condition is met."""
        return self._written(Moment(step)), self._written(EffectOf(ability, 1))

    def _emblem(self, term: str, thing: Thing, put_by: EffectOf) -> None:
        """Write which effect made an emblem, who got it and when, and the abilities that the effect names."""
        effect = self._written(put_by)
        self._facts.say("gets_emblem", self._player(thing.controller), term, effect, thing.step)
        for number, ability in enumerate(thing.face.abilities, start=1):
            named = self._written(AbilityOf(FaceOf(thing.key, thing.side), number))
            self._facts.say("emblem_ability", effect, named)
            write_ability(self._facts, self._abilities, named, ability)

    def _tops(self) -> None:
        """Write which card is on top of each player's graveyard and library."""
        tops: dict[tuple[str, str], str] = {}
        for thing in self._timeline.things.values():
            if thing.zone not in ("graveyard", "library"):
                continue
            if thing.step <= self._until and (thing.left is None or thing.left > self._until):
                tops[thing.owner, thing.zone] = thing.label
        for (owner, zone), label in tops.items():
            self._facts.say("top_of", self._player(owner), zone, self._object(label))
