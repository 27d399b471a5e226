"""A board as facts for the rules: who is there, what happened when, which effects resolved."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from facts.board.asked import Chosen
from facts.board.settled import NOTHING, OBJECT, Finding, Meant, Moment, Named, Settled
from facts.board.timeline import Asking, Claim, Entry, Event, Resolution, Thing, Timeline, Turning, Watch
from facts.cards.card import Ability, Card, read_ability
from facts.cards.card_facts import Abilities, card_facts, card_term, face_term, write_ability
from facts.cards.edition import DEFAULT_EDITION, edition_of
from facts.cards.keywords import GROWING, keyword_number
from facts.cards.printed_type_line import EMBLEM
from facts.effects.board_questions import asks_for_x, asks_of_target, is_not_so, place_of
from facts.effects.effect_facts import WHILE_CONTROLLED, write_operations
from facts.effects.filter_facts import write_subtype
from facts.runtime.patterns import pattern
from facts.text.term import Facts, quoted


class BoardFacts(NamedTuple):
    """A board as facts.

    Attributes:
        lines: The facts.
        abilities: The abilities that they speak of, by term.
        alike: Objects that were left out, each with the one that stands for it: labels.
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


class SpokenOfError(Exception):
    """Something speaks of an object that was said to be like others: written so, it would be of all of them."""


def object_term(board: int, label: str) -> str:
    """Return the term of an object.

    Args:
        board: The board's number in its grounding.
        label: The object's label.
    """
    return f"o({board},{quoted(label)})"


def board_facts(
    timeline: Timeline,
    board: int,
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
        board: Its number in the grounding; every object's term carries it.
        edition: The edition of the rules.
        settled: The board's decisions at its moments so far (611.2c).
        before: Ask what this one finds, or whether it can turn over: the board is written as it stood before, with the
            question.
        after_step: Write the board as it stood after this step.
        alike: Objects to be left out, each with the one that stands for it: labels.
        done: The number of effects of the asking ability that have already begun: their findings are settled.

    Returns:
        The facts.

    Raises:
        SpokenOfError: Something speaks of one of the objects that were said to be alike.
    """
    until = after_step
    if before is not None:  # what enters is looked at as it would be on the battlefield (614.12)
        entering = isinstance(before, Entry | Claim) or (isinstance(before, Resolution) and before.entering)
        until = before.step if entering else before.step - 1
    return _Writer(with_meant(timeline, settled), board, until, alike).write(edition, settled, before, done)


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


def at_home(term: str, board: int) -> str:
    """Return a term of a timeline as it stands in the facts of a board.

    Args:
        term: It may speak of a step of "the board".
        board: The number of the board.
    """
    return term.replace("step(board,", f"step({board},")


@cache
def _edition_facts(edition: str) -> tuple[str, ...]:
    """Write what an edition words otherwise, and the paragraphs that have other numbers in it."""
    facts, rules = Facts(), edition_of(edition)
    for wording in rules.wordings:
        facts.say("wording", wording)
    for paragraph, other in rules.transform_numbers():
        facts.say("renumbered", quoted(paragraph), quoted(other))
    return facts.lines()


class _Writer:
    """Writes one board."""

    def __init__(self, timeline: Timeline, board: int, until: int | None, alike: Mapping[str, str]) -> None:
        self._timeline = timeline
        self._board = board
        self._until = timeline.length if until is None else until
        things = timeline.things.values()
        self._anything_phased = any(event.what == "phases" for thing in things for event in thing.events[1:])
        self._holders = {event.holder for thing in things if len(thing.events) > 1 for event in thing.events}
        self._doing = [one for one in timeline.resolutions if one.does is not None]
        self._players: dict[str, str] = {}
        self._cards: set[tuple[Card, str]] = set()
        self._facts = Facts()
        self._abilities: Abilities = {}
        self._settled: frozenset[Finding] = frozenset()
        self._asked: Asking | None = None
        self._alike = alike
        self._stands = frozenset((*alike, *alike.values()))

    def write(self, edition: str, settled: Settled, before: Asking | None, done: int) -> BoardFacts:
        """Write everything."""
        facts, timeline = self._facts, self._timeline
        self._asked = before
        self._settled = frozenset(settled.findings)
        facts.extend(_edition_facts(edition))
        for player in timeline.players:
            facts.say("player", self._player(player))
        facts.say("active_player", self._player(timeline.turn))
        for thing in timeline.things.values():
            if thing.step <= self._until and thing.label not in self._alike:
                self._thing(thing)
        for label, others in Counter(self._alike.values()).items():
            facts.say("alike", object_term(self._board, label), others + 1)
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
            elif resolution.step <= self._until and not self._ended(resolution):
                self._resolution(resolution, resolution.term, resolution.ability)
        if isinstance(before, Resolution):
            if len(before.candidates) > 1:
                facts.say("choosing", self._step(before))
                for label in before.targets or ():
                    facts.say("meant_for", self._step(before), self._object(label))
            for term, ability in before.candidates:
                self._resolution(before, term, ability)
                for number in range(done + 1, len(ability.effects) + 1):
                    facts.say("asking", self._step(before), f"effect({self._at_home(term)},{number})")
        if isinstance(before, Turning):
            facts.say("asking_turn", self._object(before.label), before.step)
        if isinstance(before, Entry):
            facts.say("asks_counters", self._object(before.label), before.step)
        if isinstance(before, Claim):
            for term in before.abilities:
                facts.say("enters_by", self._object(before.label), term, before.step)
        if isinstance(before, Watch):
            watched = before.resolution
            for number, effect in enumerate(watched.ability.effects, start=1):
                if effect.get("lasts") == WHILE_CONTROLLED:
                    term = f"effect({self._at_home(watched.term)},{number})"
                    facts.say("watching", self._step(watched), term)
        self._swaps()
        facts.extend(sorted(one.written(self._board) for one in self._settled))
        return BoardFacts(facts.lines(), self._abilities, timeline, self._alike, settled, edition)

    def _object(self, label: str) -> str:
        """Return the term of an object that something else speaks of."""
        if label in self._stands:
            raise SpokenOfError(label)
        return object_term(self._board, label)

    def _player(self, name: str) -> str:
        term = self._players.get(name)
        if term is None:
            term = self._players[name] = f"p({self._board},{quoted(name)})"
        return term

    def _step(self, resolution: Resolution) -> str:
        return f"step({self._board},{resolution.step})"

    def _ended(self, resolution: Resolution) -> bool:
        return resolution.ended is not None and resolution.ended <= self._until

    # ---- objects

    def _thing(self, thing: Thing) -> None:
        facts, term = self._facts, object_term(self._board, thing.label)
        owner, controller = self._player(thing.owner), self._player(thing.controller)
        facts.add(f"thing({term},{thing.zone},{thing.step},{owner},{controller}).")
        if thing.left is not None and thing.left <= self._until:
            facts.say("left", term)
        if thing.copied_token:
            facts.say("copy_token", term, self._object(thing.events[0].of))
            facts.say("token_copy", f"copy({term},0)", term)
        else:
            facts.add(f"made_of({term},{card_term(thing.key)},{thing.side}).")
            self._card(thing.card, thing.key)
        if thing.token:
            facts.say(*(("token_part", term, 0) if thing.merged else ("token", term)))
        for side in thing.unlocked:
            facts.say("unlocked", term, side)
        unmade = self._choices_not_made(thing) if thing.claims else {}
        if (mode := thing.at("mode", self._until)) is not None and "mode" not in unmade:
            self._as_entered(term, mode)
        if thing.face_down:
            facts.say("enters_down", term, thing.face_down)
            self._listed(thing.face_down, thing.face_down_values)
        if thing.card.faces[0].type_line.text == EMBLEM:
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
            facts.say("happens", term, 0, f"level({thing.level})")
        if thing.attachments:
            self._attachment(term, thing)
        if thing.exiled_with:
            facts.say("exiled_with", term, self._object(thing.exiled_with))
        if thing.paired:
            facts.say("paired", term, self._object(thing.paired))
        chosen = thing.at("chosen", self._until)
        self._chosen(term, {key: one for key, one in chosen.items() if unmade.get(key) is not one})
        if self._anything_phased or thing.label in self._holders:
            self._hung(term, thing)
        for card in thing.melds:
            facts.say("melds", term, card_term(card.name))
            facts.extend(card_facts(card, card.name)[0])
        if self._doing or len(thing.events) > 1 or thing.events[0].what != "enter":
            self._events(term, thing)

    def _counters_on(self, term: str, thing: Thing) -> None:
        """Write which counters were put on an object and taken off, and when."""
        if thing.counters_told:
            self._facts.say("counters_told", term)
        changes: dict[tuple[str, int], int] = {}
        for kind, count, step in thing.counted:
            if step <= self._until:
                changes[kind, step] = changes.get((kind, step), 0) + count
        for (kind, step), count in changes.items():
            if count:
                self._facts.say("put_on" if count > 0 else "taken_off", term, quoted(kind), abs(count), step)
        for kind in thing.uncounted:
            self._facts.say("without_counters", term, quoted(kind))

    def _as_entered(self, term: str, chosen: Mapping[str, Any]) -> None:
        """Write what was chosen of what an object may be as it enters or is turned face up (707.2)."""

        def granted(inner: str, form: Any) -> None:
            write_ability(self._facts, self._abilities, inner, read_ability(form))

        mode = f"mode({term})"
        write_operations(self._facts, "op", mode, chosen, granted)
        self._facts.say("as_entered", term, mode)

    def _card(self, card: Card, key: str) -> None:
        """Write a card, once."""
        if (card, key) in self._cards:
            return
        self._cards.add((card, key))
        lines, abilities = card_facts(card, key)
        self._facts.extend(lines)
        self._abilities.update(abilities)

    def _attachment(self, term: str, thing: Thing) -> None:
        attached = [one for one in thing.attachments if one[1] <= self._until]
        if not attached:
            return
        host, step = attached[-1]
        if host in self._timeline.things:
            self._facts.say("attached", term, self._object(host), step)
        elif host:
            self._facts.say("attached", term, self._player(host), step)

    def _hung(self, term: str, thing: Thing) -> None:
        """Write what an object was attached to when, and when it left."""
        if thing.label in self._holders and thing.left is not None and thing.left <= self._until:
            self._facts.say("left_at", term, thing.left)
        ends = [*(step for _, step in thing.attachments[1:]), None]
        for (host, step), end in zip(thing.attachments, ends, strict=False):
            if step <= self._until and host in self._timeline.things:
                over = "lasting" if end is None or end > self._until else end
                self._facts.say("hung", term, self._object(host), step, over)

    def _chosen(self, term: str, chosen: Chosen) -> None:
        for key, values in chosen.items():
            for value in values:
                if key == "player":
                    self._facts.say("chosen", term, key, self._player(str(value)))
                elif isinstance(value, int):
                    self._facts.say("chosen", term, key, value)
                else:
                    self._facts.say("chosen", term, key, quoted(value))
                    write_subtype(self._facts, value)

    def _tops(self) -> None:
        """Write which card is on top of each player's graveyard and library."""
        tops: dict[tuple[str, str], str] = {}
        for thing in self._timeline.things.values():
            here = thing.left is None or thing.left > self._until
            if thing.zone in ("graveyard", "library") and thing.step <= self._until and here:
                tops[thing.owner, thing.zone] = thing.label
        for (owner, zone), label in tops.items():
            self._facts.say("top_of", self._player(owner), zone, self._object(label))

    # ---- history

    def _events(self, term: str, thing: Thing) -> None:
        facts = self._facts
        numbers: dict[int, int] = {}
        for number, event in enumerate(sorted((*thing.events, *self._found(thing)), key=lambda one: one.step)):
            if event.step > self._until or (thing.left is not None and event.step > thing.left):
                break
            if thing.claims and self._is_no_copy(thing, event):
                continue
            numbers[id(event)] = number
            if number:
                facts.say("version", term, number, event.step)
            if event.what in ("transform", "convert"):
                facts.say("happens", term, number, event.what)
                if event.because:
                    facts.say("caused_by", term, number, quoted(event.because))
            elif event.what == "up":
                facts.say("happens", term, number, "up")
            elif event.what == "down":
                kind = self._at_home(event.kind)
                facts.say("happens", term, number, f"down({kind})")
                self._listed(kind, event.values)
            elif event.what == "merge" and event.card is not None:
                facts.say("happens", term, number, f"merge({card_term(event.key)},{event.kind})")
                if event.token:
                    facts.say("token_part", term, number)
                self._card(event.card, event.key)
            elif event.what == "designated":
                facts.say("happens", term, number, f"designated({quoted(event.kind)})")
            elif event.what in ("phases", "level"):
                facts.say("happens", term, number, f"{event.what}({event.kind})")
            elif event.what == "copy":
                self._copy(term, number, event, thing)
            elif event.what == "ends" and event.ended is not None:
                facts.say("copy_ends", f"copy({term},{numbers[id(event.ended)]})", event.step)

    def _is_no_copy(self, thing: Thing, event: Event) -> bool:
        """Tell whether an object does not enter as a copy, or whether that is what is asked."""
        return any(one.copies is event and self._does_not_count(one) for one in thing.claims)

    def _choices_not_made(self, thing: Thing) -> dict[str, list[str | int]]:
        """Return what a step says was chosen as an object entered, and was not, or is what is asked."""
        return {key: one for claim in thing.claims if self._does_not_count(claim) for key, one in claim.chosen.items()}

    def _does_not_count(self, claim: Claim) -> bool:
        """Tell whether an object lacked the ability that a claim needs, or whether that is what is asked."""
        if claim is self._asked:
            return True
        thing = Named(OBJECT, claim.label)
        return all(Finding("without", (thing, one, claim.step)) in self._settled for one in claim.abilities)

    def _found(self, thing: Thing) -> Iterable[Event]:
        """Return what resolving spells and abilities did to an object that the board told them to affect."""
        for resolution in self._doing:
            does = resolution.does
            if does is None or does.of == thing.label:
                continue
            step, of = Moment(resolution.step), Named(OBJECT, thing.label)
            named = thing.label in (resolution.targets or ())
            for number, form in enumerate(resolution.ability.effects, start=1):
                effect = f"effect({resolution.term},{number})"
                asked = named and "becomes_copy" in form
                found = Finding("condition_met", (step, effect)) if asked else Finding("found", (step, effect, of))
                if resolution.entering:  # several may say the same, and mean another that is copied
                    found = Finding("said_by", (step, effect, of, Named(OBJECT, resolution.source)))
                if found in self._settled:
                    yield does
                    if does.what == "copy" and resolution.ended is not None:
                        yield Event(resolution.ended, "ends", ended=does)
                    break

    def _listed(self, kind: str, values: Mapping[str, Any] | None) -> None:
        """Write what is listed for an object that is face down (708.2)."""
        facts = self._facts
        for key, value in (values or {}).items():
            if key in ("power", "toughness"):
                facts.say("down_value", kind, key, value)
                continue
            for number, word in enumerate(value, start=1):
                if key == "abilities":
                    write_ability(facts, self._abilities, f"ability({kind},{number})", read_ability(word))
                    facts.say("down_value", kind, "ability", f"ability({kind},{number})")
                else:
                    facts.say("down_value", kind, key.removesuffix("s"), quoted(word))
                    write_subtype(facts, word)

    def _copy(self, term: str, number: int, event: Event, thing: Thing) -> None:
        facts, copy = self._facts, f"copy({term},{number})"
        facts.say("copied_at", copy, event.step)
        if event.until_face_down:
            facts.say("until_face_down", copy)
        if not (thing.copied_token and number == 0):
            copying = "copy_offered" if event.holder else "copy_effect"
            facts.say(copying, copy, term, number, self._object(event.of))
        if event.holder:
            facts.say("copy_holder", copy, self._object(event.holder), "tracking" if event.tracks else "static")
        if event.exception:
            self._exception(copy, event)
        elif event.exception_term.startswith("keyword("):
            facts.say("exception", copy, event.exception_term)

    def _exception(self, copy: str, event: Event) -> None:
        exception = event.exception or {}

        def granted(inner: str, form: Any) -> None:
            write_ability(self._facts, self._abilities, inner, read_ability(form))

        shared = self._at_home(event.exception_term)
        write_operations(self._facts, "op", shared, exception, granted)
        self._facts.say("exception", copy, shared)
        if "if_creature" in exception:
            further = f"further({shared})"
            write_operations(self._facts, "op", further, exception["if_creature"], granted)
            self._facts.say("further_exception", shared, quoted("Creature"), further)

    # ---- effects

    def _at_home(self, term: str) -> str:
        return at_home(term, self._board)

    def _resolution(self, resolution: Resolution, ability_term: str, ability: Ability) -> None:
        facts, step = self._facts, self._step(resolution)
        term = self._at_home(ability_term)
        if resolution.card is not None:
            self._card(*resolution.card)
        else:
            write_ability(facts, self._abilities, term, ability)
        if resolution.source:
            facts.say("resolved_source", step, self._object(resolution.source))
        facts.say("resolver", step, self._player(resolution.controller))
        if resolution.controller_told:
            facts.say("controller_told", step, self._player(resolution.controller))
        for text in resolution.told or ():
            facts.say("told", step, quoted(text))
        for text, amount in resolution.amounts.items():
            facts.say("told_amount", step, quoted(text), amount)
        if resolution.x is not None:
            facts.say("x", step, resolution.x)
            if not any(map(asks_for_x, ability.effects)) and not _has_x_besides(ability):
                # what the text itself says that X is
                facts.say("told_x", step, resolution.x)
        forgotten = {key for key, since in resolution.forgotten.items() if since <= self._until}
        self._chosen(step, {key: one for key, one in resolution.chosen.items() if key not in forgotten})
        effects = [(f"effect({ability_term},{number})", effect) for number, effect in enumerate(ability.effects, 1)]
        if not effects and ability.keyword is not None:
            effects = [(_keyword_effect(ability.keyword, ability_term), {})]
            number = keyword_number(ability.text) if ability.keyword in GROWING else None
            if number is not None:
                facts.say("keyword_number", step, number)
        for printed, form in effects:
            effect = self._at_home(printed)
            facts.say("resolves", step, effect)
            for label in resolution.spoken_of if asks_of_target(form) or "besides" in form else ():
                facts.say("aimed", step, self._object(label))
            for label in self._targets(resolution, form):
                if Finding("spared", (Moment(resolution.step), printed, Named(OBJECT, label))) not in self._settled:
                    facts.say("target", step, effect, self._object(label))
        if resolution.tempts:
            facts.say("tempts", step)
        if resolution.new_controller:
            facts.say(
                "resolved_control", step, "acting" if resolution.by_source else self._player(resolution.new_controller)
            )

    def _entering(self, resolution: Resolution) -> None:
        """Write the facts about texts that may affect an object as it enters, with the answer of the board."""
        assert resolution.card is not None
        self._card(*resolution.card)
        self._facts.say("as_they_enter", self._step(resolution), self._object(resolution.entering))

    def _targets(self, resolution: Resolution, effect: Mapping[str, Any]) -> tuple[str, ...]:
        """Return what one effect of an ability affects: the ability's own permanent, or what was named."""
        affects = effect.get("affects", "this")
        if affects == "this" and resolution.source and (len(resolution.ability.effects) > 1 or asks_of_target(effect)):
            return (resolution.source,)
        if affects == "attached" and resolution.source:
            hosts = [
                host for host, step in self._timeline.things[resolution.source].attachments if step <= resolution.step
            ]
            return (hosts[-1],) if hosts and hosts[-1] in self._timeline.things else ()
        named = (resolution.targets or ()) if resolution.names(effect) else ()
        nth = place_of(effect)
        if not nth:
            return named
        told, effects = resolution.told or (), resolution.ability.effects
        happening = [one for one in effects if not is_not_so(one, told)]
        if nth not in map(place_of, happening):
            return ()
        places = sorted({place_of(one) for one in effects} - {0})
        if len(named) < len(places):  # only those are named to which something happens
            places = sorted({place_of(one) for one in happening} - {0})
        return named[places.index(nth) :][:1]

    def _swaps(self) -> None:
        """Write the text changes of each object, in order (612)."""
        counts: dict[str, int] = {}
        for resolution in self._timeline.resolutions:
            if resolution.step > self._until or self._ended(resolution):
                continue
            if not any("change_words" in effect for effect in resolution.ability.effects):
                continue
            old, new = resolution.chosen.get("from"), resolution.chosen.get("to")
            for label in resolution.targets or ():
                if old and new:
                    counts[label] = counts.get(label, 0) + 1
                    place = (self._object(label), counts[label])
                    self._facts.say("swap", *place, quoted(str(old[0])), quoted(str(new[0])))
                    self._facts.say("swapped_at", *place, resolution.step)
                    write_subtype(self._facts, str(old[0]))
                    write_subtype(self._facts, str(new[0]))


_X = pattern(r"\bX\b")
_DEFINES_X = pattern(r"\bX (?:is|be)\b")


def _has_x_besides(ability: Ability) -> bool:
    """Tell whether X is something else than an amount of an effect: of a cost, or how many tokens there are."""
    text = re.sub(r'"[^"]*"', "", ability.text)
    return bool(_X.search(text)) and not _DEFINES_X.search(text)


def _keyword_effect(keyword: str, ability: str) -> str:
    """Return the term of what a keyword ability does as it resolves; backup is what its abilities are (702.165a)."""
    return f"below({ability})" if keyword == "backup" else f"keyword({keyword.replace(' ', '_')})"
