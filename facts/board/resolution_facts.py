"""Resolved spells and abilities as facts: effects, targets, choices and amounts."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.board.events import Reading
from facts.board.fact_writer import FactWriter
from facts.board.settled import Finding
from facts.board.steps import do_the_same_to_targets, triggers_as_creature
from facts.board.timeline import Resolution
from facts.board.timeline_terms import (
    OBJECT,
    Argument,
    EffectOf,
    KeywordEffect,
    Moment,
    Named,
    QuestionOf,
    Resolving,
    Term,
)
from facts.cards import Ability, chapter_numbers, write_ability
from facts.effects import (
    asked_of_named,
    asks_for_x,
    asks_of_target,
    is_not_so,
    makes_ring_bearer,
    parts_with_targets,
    place_of,
    write_subtype,
)
from facts.effects.form import Duration, Effect
from facts.runtime import pattern
from facts.text import quoted, without_quotes
from facts.words import GROWING, keyword_number


class ResolutionWriter(FactWriter):
    """Writes the spells and abilities that resolved."""

    def _resolution(self, resolution: Resolution, of: Resolving, ability: Ability) -> None:
        facts, step = self._facts, self._step(resolution)
        if resolution.card is not None:
            self._card(*resolution.card)
        if resolution.card is None or isinstance(resolution.term, QuestionOf):
            write_ability(facts, self._abilities, self._written(of), ability)
        if resolution.source:
            facts.say("resolved_source", step, self._object(resolution.source))
        if resolution.spell is not None and resolution.spell.label:
            facts.say("spell_of", step, self._object(resolution.spell.label))
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
                # X as the text itself defines it
                facts.say("told_x", step, resolution.x)
        forgotten = {key for key, since in resolution.forgotten.items() if since <= self._until}
        self._chosen(step, {key: one for key, one in resolution.chosen.items() if key not in forgotten})
        effects: list[tuple[Argument, int, Effect]] = [
            (EffectOf(of, number), number, effect) for number, effect in enumerate(ability.effects, 1)
        ]
        if not effects and ability.keyword is not None:
            effects = [(_keyword_effect(ability.keyword, of), 0, Effect())]
            number = keyword_number(ability.text) if ability.keyword in GROWING else None
            if number is not None:
                facts.say("keyword_number", step, number)
        modes = {number: at for at, mode in enumerate(resolution.modes, 1) for number in mode.effects}
        for at, mode in enumerate(resolution.modes, 1):
            facts.say("mode_chosen", step, at, mode.mode)
        for printed, place, form in effects:
            effect = self._written(printed)
            if resolution.tempts and makes_ring_bearer(form):
                facts.say("tempts", step, effect)
            if modes:
                facts.say("of_mode", step, effect, modes[place])
            else:
                facts.say("resolves", step, effect)
            speaks = asks_of_target(form) or asked_of_named(form) or form.besides is not None
            for label in resolution.spoken_of if speaks else ():
                facts.say("refers_to", step, self._object(label))
            for label in self._targets(resolution, form):
                if Finding("left_alone", (Moment(resolution.step), printed, Named(OBJECT, label))) not in self._settled:
                    facts.say("target", step, effect, self._object(label))
        if resolution.new_controller:
            facts.say(
                "resolved_control",
                step,
                "source_controller" if resolution.by_source else self._player(resolution.new_controller),
            )

    def _question(self, asked: Resolution, done: int) -> None:
        """Write the question of what a spell or ability finds as it resolves, and which ability a step means (608.2).

        Args:
            asked: The step.
            done: The number of its effects that have already begun.
        """
        facts, step = self._facts, self._step(asked)
        targets = asked.targets or ()
        if len(asked.candidates) > 1:
            facts.say("choosing", step)
            for label in targets:
                facts.say("meant_for", step, self._object(label))
            abilities = [ability for _, ability in asked.candidates]
            for place, (term, one) in enumerate(asked.candidates, 1):
                first = next(at for at, other in enumerate(abilities, 1) if do_the_same_to_targets(one, other))
                facts.say("could_mean", step, self._written(term), place, first)
                if triggers_as_creature(one.text):
                    facts.say("triggers_as_creature", self._written(term))
                for number in chapter_numbers(one.text):
                    facts.say("chapter_symbol", self._written(term), number)
        elif asked.has_other_targets and not done:
            for place, label in enumerate(targets, 1):
                facts.say("named_at", step, self._object(label), place)
            if not any(map(_SEVERAL_TARGETS.search, asked.parts)):
                facts.say("has_one_target", step)
        elif asked.lacks_one_target and not done:
            for place, label in enumerate(targets, 1):
                facts.say("named_at", step, self._object(label), place)
            parts = parts_with_targets(asked.ability.effects, asked.told or (), len(targets))
            for number, form in enumerate(asked.ability.effects, 1):
                if place_of(form) in parts:
                    effect = self._written(EffectOf(asked.term, number))
                    facts.say("part_of_text", step, effect, parts.index(place_of(form)) + 1)
        if asked.entering:
            self._beside(asked)
        for term, ability in asked.candidates:
            self._resolution(replace(asked, ability=ability), term, ability)
            for number in range(done + 1, len(ability.effects) + 1):
                facts.say("asking", step, self._written(EffectOf(term, number)))
            for number in _of_events(asked, ability):
                facts.say("brings_event", step, self._written(EffectOf(term, number)))
            if not ability.effects and ability.keyword is not None:
                facts.say("asking", step, self._written(_keyword_effect(ability.keyword, term)))

    def _reading(self, asked: Reading) -> None:
        """Write the question how the text that makes a token reads (612.1)."""
        step = Moment(asked.step).written(self._number)
        self._facts.say("asks_words", step, self._written(asked.ability))
        if asked.source:
            self._facts.say("resolved_source", step, self._object(asked.source))

    def _told_to_end(self, resolution: Resolution) -> None:
        """Write that something that resolved has ended, and which of its effects have durations."""
        self._facts.say("told_to_end", self._step(resolution))
        for number, effect in enumerate(resolution.ability.effects, start=1):
            if effect.lasts is not None:
                in_words = isinstance(effect.lasts, Duration) and effect.lasts.told is not None
                effect_term = self._written(EffectOf(resolution.term, number))
                self._facts.say("has_duration", effect_term, "words" if in_words else "bond")

    def _entering(self, resolution: Resolution) -> None:
        """Write the facts about texts that may affect an object as it enters, with the answer of the board."""
        if resolution.card is not None:
            self._card(*resolution.card)
        self._facts.say("as_they_enter", self._step(resolution), self._object(resolution.entering))

    def _beside(self, asked: Resolution) -> None:
        """Write which effects may change the entering object of a question, and which of them make it a copy."""
        beside = [one for one in self._timeline.resolutions if one.step == asked.step and one.entering]
        for one in beside if len(beside) > 1 else ():
            for number, form in enumerate(one.ability.effects, start=1):
                effect = self._written(EffectOf(one.term, number))
                self._facts.say("also_changes", self._step(one), effect)
                if form.becomes_copy is not None:
                    self._facts.say("says_copy", effect)

    def _targets(self, resolution: Resolution, effect: Effect) -> tuple[str, ...]:
        """Return the affected objects of one effect of an ability: its own permanent, or the named ones."""
        affects = effect.affected
        if affects == "this" and resolution.source and (len(resolution.ability.effects) > 1 or asks_of_target(effect)):
            return (resolution.source,)
        if affects == "attached" and resolution.source:
            return ()  # the rules know to what the source was attached
        named = (resolution.targets or ()) if resolution.names(effect) else ()
        nth = place_of(effect)
        if not nth:
            return named
        told, effects = resolution.told or (), resolution.ability.effects
        if nth not in {place_of(one) for one in effects if not is_not_so(one, told)}:
            return ()
        places = parts_with_targets(effects, told, len(named))
        for part in range(1, len(places) + 1):
            if Finding("lets_out", (Moment(resolution.step), part)) in self._settled:
                del places[part - 1]
                break
        return named[places.index(nth) :][:1] if nth in places else ()

    def _swaps(self) -> None:
        """Write the text changes of each object, in order (612)."""
        counts: dict[str, int] = {}
        for resolution in self._timeline.resolutions:
            if resolution.step > self._until or (self._ended(resolution) and resolution.undone):
                continue
            changing = [at for at, one in enumerate(resolution.ability.effects, 1) if one.change_words is not None]
            if not changing:
                continue
            effect = self._written(EffectOf(resolution.term, changing[0]))
            old, new = resolution.chosen.get("from"), resolution.chosen.get("to")
            for label in resolution.targets or ():
                if old and new:
                    counts[label] = counts.get(label, 0) + 1
                    place = (self._object(label), counts[label])
                    self._facts.say("swap", *place, quoted(str(old[0])), quoted(str(new[0])))
                    self._facts.say("swapped_at", *place, resolution.step)
                    self._facts.say("swap_of", *place, self._step(resolution), effect)
                    write_subtype(self._facts, str(old[0]))
                    write_subtype(self._facts, str(new[0]))


_SEVERAL_TARGETS = pattern(r"\b(?:two|three|four|any number of) (?:other )?target\b|\btargets\b", re.IGNORECASE)
_X = pattern(r"\bX\b")
_DEFINES_X = pattern(r"\bX (?:is|be)\b")


def _has_x_besides(ability: Ability) -> bool:
    """Tell whether a text uses X for more than the amounts of its effects: in a cost, or as a number of tokens."""
    text = without_quotes(ability.text)
    return bool(_X.search(text)) and not _DEFINES_X.search(text)


def _of_events(resolution: Resolution, ability: Ability) -> list[int]:
    """Return the numbers of the effects by which what a resolving ability affects becomes a copy, or turns over."""
    if resolution.does is None:
        return []
    effects = list(enumerate(ability.effects, 1))
    copies = resolution.does.what == "copy"
    saying = [number for number, one in effects if (one.becomes_copy if copies else one.turn) is not None]
    return saying or [number for number, _ in effects]  # the step alone says so


def _keyword_effect(keyword: str, ability: Resolving) -> KeywordEffect | Term:
    """Return a keyword ability's effect as it resolves; backup stands for its abilities (702.165a)."""
    return Term("below", (ability,)) if keyword == "backup" else KeywordEffect(keyword)
