"""The history of an object as facts: its events (400.7), counters, attachments and copies."""

from __future__ import annotations

from collections.abc import Iterator

from facts.board.events import Claim, Event
from facts.board.fact_writer import FactWriter
from facts.board.settled import Finding
from facts.board.things import Thing
from facts.board.timeline_terms import (
    OBJECT,
    EffectOf,
    ExceptionOf,
    KeywordEffect,
    ListedBy,
    Moment,
    Named,
)
from facts.cards import card_term, read_ability, write_ability
from facts.effects import write_operations, write_subtype
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Exceptions, FaceDownValues, Operations
from facts.text import quoted

_CLAIMED = {"turns_up_by": "claimed_as_turned", "turns_over_by": "claimed_as_turned_over"}
"""The predicates of claims about objects that turn, by their questions; of others it is ``claimed``."""


class HistoryWriter(FactWriter):
    """Writes the events of objects."""

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

    def _hung(self, term: str, thing: Thing) -> None:
        """Write the hosts of an object with their times, and when it left."""
        if thing.left is not None and thing.left <= self._until:
            self._facts.say("left_at", term, thing.left)
        ends = [*(step for _, step in thing.attachments[1:]), None]
        for (host, step), end in zip(thing.attachments, ends, strict=False):
            if step <= self._until and host in self._timeline.things:
                over = "lasting" if end is None or end > self._until else end
                self._facts.say("attached_during", term, self._object(host), step, over)

    def _attachment(self, term: str, thing: Thing) -> None:
        attached = [one for one in thing.attachments if one[1] <= self._until]
        if not attached:
            return
        host, step = attached[-1]
        if host in self._timeline.things:
            self._facts.say("attached", term, self._object(host), step)
        elif host:
            self._facts.say("attached", term, self._player(host), step)

    def _events(self, term: str, thing: Thing) -> None:
        facts = self._facts
        numbers: dict[int, int] = {}
        found = dict(self._found(thing))
        for number, event in enumerate(sorted((*thing.events, *found), key=lambda one: one.step)):
            if event.step > self._until or (thing.left is not None and event.step > thing.left):
                break
            numbers[id(event)] = number
            if number:
                facts.say("version", term, number, event.step)
            claim = found.get(event)
            if event.what in ("transform", "convert"):
                self._happens(term, number, event.what, claim)
                if event.because:
                    facts.say("caused_by", term, number, quoted(event.because))
                if event.only_if is not None:
                    effect = self._written(EffectOf(event.only_if, 1))
                    facts.say("turns_if", term, number, self._written(Moment(event.step)), effect)
            elif event.what == "up":
                facts.say("happens", term, number, "up")
                if event.kind:
                    facts.say("up_if_card", term, number, quoted(str(event.kind)))
                if event.because:
                    facts.say("caused_by", term, number, quoted(event.because))
                if event.counters_told:
                    facts.say("turning_counters_told", term, number)
            elif event.what == "down":
                kind = self._down(event.kind)
                self._happens(term, number, f"down({kind})", claim)
                if event.because:
                    facts.say("caused_by", term, number, quoted(event.because))
                self._listed(kind, event.values)
            elif event.what == "merge" and event.card is not None:
                facts.say("happens", term, number, f"merge({card_term(event.key)},{event.kind})")
                if event.token:
                    facts.say("token_part", term, number)
                self._card(event.card, event.key)
            elif event.what == "designated":
                facts.say("happens", term, number, f"designated({quoted(str(event.kind))})")
                if event.only_if is not None:
                    effect = self._written(EffectOf(event.only_if, 1))
                    facts.say("designated_if", term, number, self._written(Moment(event.step)), effect)
            elif event.what in ("phases", "level"):
                facts.say("happens", term, number, f"{event.what}({event.kind})")
            elif event.what == "attachment":
                facts.say("happens", term, number, event.what)
            elif event.what == "copy":
                self._copy(term, number, event, thing)
            elif event.ended is not None and id(event.ended) in numbers:
                copy = f"copy({term},{numbers[id(event.ended)]})"
                facts.say("copy_told_to_end", copy, event.step)
                for made_by in self._made_by(event.ended, event.step):
                    facts.say("made_by_effect", copy, self._written(made_by))

    def _made_by(self, copy: Event, end: int) -> Iterator[EffectOf]:
        """Yield the effects of the text that made an object a copy, if the board tells that what resolved has ended."""
        for one in self._timeline.resolutions:
            if one.step == copy.step and one.ended == end and not one.undone:
                for place, effect in enumerate(one.ability.effects, start=1):
                    if effect.becomes_copy is not None:
                        yield EffectOf(one.term, place)

    def _happens(self, term: str, number: int, what: str, claim: Claim | None) -> None:
        """Write what began a version of an object. If an entering object causes it, that needs an ability then."""
        if claim is None:
            self._facts.say("happens", term, number, what)
            return
        deed = f"turning({self._object(claim.label)},{self._written(claim.abilities[0])})"
        self._facts.say("told_to_happen", term, number, what, deed)
        self._claimed(deed, claim)

    def _claimed(self, deed: str, claim: Claim) -> None:
        """Write that a deed takes place only if an object has one of the abilities then (614.12, 701.28a, 708.11)."""
        claimed = _CLAIMED.get(claim.asked, "claimed")
        for ability in claim.abilities:
            self._facts.say(claimed, deed, self._object(claim.label), self._written(ability), claim.step)

    def _choices(self, term: str, thing: Thing) -> None:
        """Write the choices for an object, and for which of them it needs an ability as they are made."""
        chosen = thing.at("chosen", self._until)
        claims = {key: one for one in thing.claims for key, values in one.chosen.items() if chosen.get(key) is values}
        self._chosen(term, {key: values for key, values in chosen.items() if key not in claims})
        self._chosen(term, {key: chosen[key] for key in claims}, "choice_told")
        for key, claim in claims.items():
            self._claimed(f"choice({term},{key})", claim)
        if (mode := thing.at("mode", self._until)) is not None:
            self._mode(term, mode)

    def _found(self, thing: Thing) -> Iterator[tuple[Event, Claim | None]]:
        """Yield the events of an object that the rules derived as spells and abilities resolved.

        Beside each stands the claim about the entering object that causes it, if one does.
        """
        for resolution in self._doing:
            does = resolution.does
            if does is None:
                continue
            brought, of = "brings_event_to", [Named(OBJECT, thing.label)]
            if resolution.entering and resolution.source:
                brought, of = "brings_event_by_source", [*of, Named(OBJECT, resolution.source)]
            effects = (EffectOf(resolution.term, place) for place in range(1, len(resolution.ability.effects) + 1))
            if any(Finding(brought, (Moment(resolution.step), one, *of)) in self._settled for one in effects):
                claims = (one for one in self._timeline.claims if one.step == resolution.step)
                yield does, next((one for one in claims if one.abilities == (resolution.term,)), None)
                if does.what == "copy" and resolution.ended is not None:
                    yield Event(resolution.ended, "ends", ended=does), None

    def _down(self, kind: str | ListedBy) -> str:
        """Return the term of a way of being face down."""
        return self._written(kind) if isinstance(kind, ListedBy) else kind

    def _listed(self, kind: str, values: FaceDownValues | None) -> None:
        """Write the values that are listed for a face-down object (708.2)."""
        facts = self._facts
        for key, value in (values.given() if values is not None else {}).items():
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
        claim = next((one for one in thing.claims if one.copies is event), None)
        if not (thing.copied_token and number == 0):
            copying = "copy_offered" if event.holder else "copy_effect" if claim is None else "copy_told"
            facts.say(copying, copy, term, number, self._object(event.of))
        if claim is not None:
            self._claimed(copy, claim)
        if event.holder:
            facts.say("copy_holder", copy, self._object(event.holder), "tracking" if event.tracks else "static")
        if event.exception and isinstance(event.said_in, ExceptionOf):
            self._exception(copy, event.exception, event.said_in)
        elif isinstance(event.said_in, KeywordEffect):
            facts.say("exception", copy, self._written(event.said_in))

    def _exception(self, copy: str, exception: Operations, said_in: ExceptionOf) -> None:

        def granted(inner: str, form: str | AbilityForm) -> None:
            write_ability(self._facts, self._abilities, inner, read_ability(form))

        shared = self._written(said_in)
        write_operations(self._facts, "operation", shared, exception, granted)
        self._facts.say("exception", copy, shared)
        if isinstance(exception, Exceptions) and exception.if_creature is not None:
            further = f"further({shared})"
            write_operations(self._facts, "operation", further, exception.if_creature, granted)
            self._facts.say("further_exception", shared, quoted("Creature"), further)

    def _mode(self, term: str, chosen: Operations) -> None:
        """Write the chosen characteristics of an object that enters or is turned face up (707.2)."""

        def granted(inner: str, form: str | AbilityForm) -> None:
            write_ability(self._facts, self._abilities, inner, read_ability(form))

        mode = f"mode({term})"
        write_operations(self._facts, "operation", mode, chosen, granted)
        self._facts.say("mode_named", term, mode)
