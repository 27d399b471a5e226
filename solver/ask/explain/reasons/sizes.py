"""Explain a creature's power and toughness in a sentence or two: the last effect that set them, and later changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from facts.text import number_in_words
from solver.answer import ObjectAnswer
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import LAYERS, Term, arguments, stated, written
from solver.ask.explain.walk import source_name
from solver.ask.explain.walk_values import Applied, Change, EffectName, Look, Walk
from solver.ask.explain.wording import phrases as words

_MOST = 2
"""The most effects named for each of the layers 7c and 7d."""


@dataclass(frozen=True)
class Sizes:
    """Says how creatures of one board came to their sizes.

    Attributes:
        case: The board, grounded with ``walking``.
        walk: Its walk.
    """

    case: Case
    walk: Walk

    def of(self, one: ObjectAnswer) -> Iterator[str]:
        """Explain a creature's power and toughness.

        Args:
            one: The creature.

        Returns:
            A sentence or two; none if no effect set the size.
        """
        events = [
            (applied, change)
            for applied in self.walk.applied
            for change in applied.changes
            if applied.layer.startswith("7") and one.label in change.objects
        ]
        name = self.case.speaker.names.get(one.label, one.label)
        setting = [event for event in events if event[0].layer in ("7a", "7b")]
        later = [event for event in events if event[0].layer in ("7c", "7d") and event[1].changed]
        parts: list[str] = []
        if not setting and not later:
            return
        if setting:
            parts.append(self._set(setting, one, name))
        else:
            parts.append(words.SIZE_BEFORE.format(object=name, size=_size(later[0][1].before)))
        for layer, several in groupby(later, key=lambda event: event[0].layer):
            parts.append(self._then(layer, list(several), one))
        yield words.capital("; ".join(parts)) + "."
        if setting:
            yield from self._went_on(setting[-1][0])

    def _set(self, setting: Sequence[tuple[Applied, Change]], one: ObjectAnswer, name: str) -> str:
        """Name the last effect that set the size, and the earlier ones."""
        applied, change = setting[-1]
        own = is_own(applied.effect, one.label)
        source = words.OF_ITSELF if own else said_source(self.case, self.walk, applied.effect)
        pattern = words.DEFINED_AS if applied.layer == "7a" else words.SET_TO
        said = pattern.format(source=source, object=name, size=_size(change.after), rules=", ".join(applied.rules))
        before = [event for event in setting[:-1] if event[0].layer == applied.layer]
        others = [(other, told) for other, told in before if other.effect != applied.effect]
        named = [
            words.SIZE_BY.format(source=said_source(self.case, self.walk, other.effect), size=_size(told.after))
            for other, told in others
        ]
        if named:
            awaited = {dependency.on for dependency in applied.waited if not dependency.loop}
            waited = any(other.effect in awaited for other, _ in others)
            after, by = (words.AFTER_AWAITED, "waits_for") if waited else (words.AFTER_OTHERS, "goes_earlier")
            said += after.format(others=words.joined(list(dict.fromkeys(named))), rule=stated(by, 3))
        return said

    def _then(self, layer: str, events: Sequence[tuple[Applied, Change]], one: ObjectAnswer) -> str:
        """Say how the effects of a later layer change a size."""
        effects = [applied.effect for applied, _ in events]
        sources = [
            words.OF_ITSELF if is_own(each, one.label) else said_source(self.case, self.walk, each) for each in effects
        ]
        several = len(sources) > _MOST or len(set(sources)) < len(sources)
        named = words.EFFECTS.format(count=number_in_words(len(sources))) if several else words.joined(sources)
        rules = dict.fromkeys(rule for applied, _ in events for rule in applied.rules)
        return words.THEN_SIZE[len(sources) > 1].format(
            layer=layer, source=named, size=_size(events[-1][1].after), rules=", ".join(rules)
        )

    def _went_on(self, applied: Applied) -> Iterator[str]:
        """Say that an effect went on although its source had lost the ability (613.6)."""
        term = _term(self.case, self.walk, applied.effect)
        if not isinstance(term, tuple) or term[0] != "static":
            return
        source, ability, _ = arguments(term)
        for row in self.case.prover.atoms.matching("loses", 5, {1: source, 2: ("ability",), 3: ability}):
            mode = row[4]
            if isinstance(mode, tuple) and mode[0] == "now":
                layer = next((step.layer for step in self.case.layers.steps if step.number == mode[1]), None)
                if layer is not None:
                    name = source_name(self.walk, applied.effect)
                    yield words.capital(words.WENT_ON.format(source=name, layer=LAYERS[layer]))
                    return


def is_own(effect: EffectName, label: str) -> bool:
    """Tell whether an effect is from an ability of the object that the sentence is about.

    Args:
        effect: The effect.
        label: The label of the object.
    """
    return effect.kind == "static" and effect.source == label


def said_source(case: Case, walk: Walk, effect: EffectName) -> str:
    """Return the name of an effect, as in the sentences of the rules: for a permanent's resolved ability, that ability.

    Args:
        case: The board.
        walk: Its walk.
        effect: The effect.
    """
    name = source_name(walk, effect)
    term = _term(case, walk, effect)
    said = case.speaker.say(term) if term is not None and effect.kind == "resolved" else name
    return name if words.STEP.format(step=effect.timestamp) in name else said


def _term(case: Case, walk: Walk, effect: EffectName) -> Term | None:
    """Return an effect as the rules write it."""
    return next(
        (row[0] for row in case.prover.atoms.rows("does", 3) if walk.effects.get(written(row[0])) == effect), None
    )


def _size(look: Look) -> str:
    return f"{look.power}/{look.toughness}"
