"""Explain one fact against another: the effect that decides, its rules, and the order of the effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple

from facts.text import InputError, show
from solver.ask.explain.fact import Goal, is_in_vocabulary, read_goal, said_together
from solver.ask.explain.proof import Case
from solver.ask.explain.reasons.giving import giving
from solver.ask.explain.reasons.looks import looks_so
from solver.ask.explain.reasons.reasons import Reasons
from solver.ask.explain.rules import LAYERS, Term, name_of, written
from solver.ask.explain.walk import Writer, source_name
from solver.ask.explain.walk_values import Applied, EffectName, Walk
from solver.ask.explain.wording import phrases as words

_TIMESTAMP, _DEPENDENCY = "timestamp", "dependency"
_ORDER = ("precedes", 4)
"""The predicate of the law that tells which of two effects was applied first in a layer, and why."""


class _Order(NamedTuple):
    """What the law tells of two effects that are applied in one layer.

    Attributes:
        first: The effect that is applied first.
        then: The other one, which may never be applied.
        layer: The layer.
        why: ``timestamp`` (also in a dependency loop) or ``dependency``.
        atom: The atom by which the law tells it.
    """

    first: EffectName
    then: EffectName
    layer: str
    why: str
    atom: Term


@dataclass(frozen=True)
class Contrast:
    """The reason why one fact holds and not another one.

    Attributes:
        other: The other one, in the vocabulary.
        said: The fact that holds, the one that does not, and the reason, in one sentence.
        effect: The effect that decides; None where no effect does: then the printed card decides.
        layer: The layer in which it does; empty where none does.
        rules: The numbers of the rules by which it does.
        order: ``timestamp`` (613.7) or ``dependency`` (613.8) where the order decides as well; otherwise empty.
        first: The effects that apply first then.
        then: The effects that apply after them, or that never do.
    """

    other: str
    said: str
    effect: EffectName | None = None
    layer: str = ""
    rules: tuple[str, ...] = ()
    order: str = ""
    first: tuple[EffectName, ...] = ()
    then: tuple[EffectName, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/explain.md``."""
        return {
            "other": self.other,
            "said": self.said,
            "effect": None if self.effect is None else self.effect.as_data(),
            "layer": self.layer,
            "rules": list(self.rules),
            "order": self.order,
            "first": [one.as_data() for one in self.first],
            "then": [one.as_data() for one in self.then],
        }


def read_other(case: Case, goals: Sequence[Goal], text: str) -> list[Goal]:
    """Read the fact that does not hold, about the same object: ``a Forest``, ``4/4``, ``has flying`` or a whole fact.

    Args:
        case: The board.
        goals: The fact that holds.
        text: The fact that does not hold.

    Returns:
        The facts, at least one of which does not hold.

    Raises:
        InputError: It is no fact, is about something else, or holds as well.
    """
    label = goals[0].label
    found = _read(case, label, text)
    if any(part.label != label for goal in (*goals, *found) for part in goal.parts):
        raise InputError("both facts are about the same object", f"Say it like: a Forest, 4/4, or {label} is a Forest",
                         source="--rather-than")  # fmt: skip
    if all(goal.holds(case.answer) for goal in found):
        said = words.capital(said_together(found, case.speaker.names))
        raise InputError(f"{said}, too", "Name something that is not so", source="--rather-than")
    return found


def _read(case: Case, label: str, text: str) -> list[Goal]:
    if is_in_vocabulary(text):
        return read_goal(text, case.answered)
    refused: InputError | None = None
    for whole in (f"{label} is {text}", f"{label} {text}", f"{label} has {text}", text):
        try:
            return read_goal(whole, case.answered)
        except InputError as error:
            refused = refused or error
    raise refused or InputError(f"{show(text)} is no fact", source="--rather-than")


def contrast(case: Case, walk: Walk, goals: Sequence[Goal], others: Sequence[Goal]) -> Contrast:
    """Find out why one fact holds and not another.

    Args:
        case: The board, grounded with ``walking``.
        walk: Its walk.
        goals: The fact that holds.
        others: The fact about the same object that does not hold.

    Returns:
        The effect that decides it.
    """
    return _Comparison(case, walk, goals, others).made()


class _Comparison:
    """Compares two facts about one object."""

    def __init__(self, case: Case, walk: Walk, goals: Sequence[Goal], others: Sequence[Goal]) -> None:
        self._case = case
        self._walk = walk
        self._goals = goals
        self._others = others
        self._failing = [goal for goal in others if not goal.holds(case.answer)]
        self._label = goals[0].label
        self._orders = list(self._told_orders())

    def _told_orders(self) -> Iterator[_Order]:
        """Iterate over the effects of which one was applied before another, as the law tells."""
        for row in self._case.prover.atoms.rows(*_ORDER):
            first, then = (self._walk.effects[written(effect)] for effect in row[:2])
            if isinstance(row[2], int):
                why = _DEPENDENCY if name_of(row[3])[0] == _DEPENDENCY else _TIMESTAMP
                yield _Order(first, then, LAYERS.get(row[2], ""), why, (_ORDER[0], *row))

    def made(self) -> Contrast:
        """Compare them."""
        ended, began = self._last(self._failing, holds=False), self._last(self._goals, holds=True)
        barred = None if ended is not None else next(self._barred(), None)
        order, first, then = "", tuple[EffectName, ...](), tuple[EffectName, ...]()
        decided = ended or began
        if barred is not None:
            effect, by, order = barred
            decided = next((one for one in self._walk.applied if one.effect == by), None)
            first, then = (by,), (effect,)
        elif decided is not None:
            order, first = self._before(decided)
            then = (decided.effect,) if first else ()
        given = any(True for goal in self._failing for _ in giving(self._case, goal, self._walk.effects))
        about = self._failing if ended is not None or given else self._goals
        reason = self._reason(about, order, first, then)
        other = ", ".join(goal.written for goal in self._others)
        if decided is None:
            return Contrast(other, reason)
        return Contrast(other, reason, decided.effect, decided.layer, decided.rules, order, first, then)

    def _last(self, goals: Sequence[Goal], *, holds: bool) -> Applied | None:
        """Return the last effect that made facts true (if `holds`) or false; before that effect, they were not."""
        found: Applied | None = None
        for applied in self._walk.applied:
            for change in applied.changes:
                if self._label in change.objects:
                    before, after = (looks_so(goals, look) for look in (change.before, change.after))
                    if before is not None and after is not None and before != after and after == holds:
                        found = applied
        return found

    def _barred(self) -> Iterator[tuple[EffectName, EffectName, str]]:
        """Iterate over effects that would make the other fact so, each with the one that kept it from that, and how."""
        for goal in self._failing:
            for effect in giving(self._case, goal, self._walk.effects):
                for idle in self._walk.idle:
                    if idle.effect == effect and idle.taken_by:
                        yield effect, idle.taken_by[0], self._order_of(idle.taken_by[0], effect)
                for missed in self._walk.missed:
                    if missed.effect == effect and missed.object == self._label:
                        yield effect, missed.by, "" if missed.layer else self._order_of(missed.by, effect)

    def _order_of(self, first: EffectName, then: EffectName, layer: str = "") -> str:
        """Return why the law applied one effect before another, in a layer or in any; empty if it gives no reason."""
        found = {one.why for one in self._orders if (one.first, one.then) == (first, then) and layer in ("", one.layer)}
        return next((why for why in (_DEPENDENCY, _TIMESTAMP) if why in found), "")

    def _before(self, decided: Applied) -> tuple[str, tuple[EffectName, ...]]:
        """Return the effects that decided the facts before the last one did, and why these came first."""
        earlier: list[EffectName] = []
        for applied in self._walk.applied:
            if applied is decided:
                break
            touched = [change for change in applied.changes if self._label in change.objects]
            if applied.layer == decided.layer and any(
                looks_so(goals, change.before) != looks_so(goals, change.after)
                for change in touched
                for goals in (self._goals, self._failing)
            ):
                earlier.append(applied.effect)
        orders = {one: self._order_of(one, decided.effect, decided.layer) for one in earlier}
        for why in (_DEPENDENCY, _TIMESTAMP):
            if first := tuple(one for one in earlier if orders[one] == why):
                return why, first
        return "", ()

    def _rule(self, order: str, first: tuple[EffectName, ...], then: tuple[EffectName, ...]) -> str:
        """Return the paragraph by which some effects were applied before others, as the law tells."""
        told = (one.atom for one in self._orders if one.why == order and one.first in first and one.then in then)
        return self._case.paragraph(next(told))

    def _missed(self, effects: tuple[EffectName, ...]) -> Iterator[str]:
        """Say why effects do not apply to the object: name the effects that took it out of their affected sets."""
        missed = tuple(one for one in self._walk.missed if one.object == self._label and one.effect in effects)
        for _, notes in Writer(self._walk._replace(missed=missed), "middle").notes():
            yield from notes

    def _reason(
        self, about: Sequence[Goal], order: str, first: tuple[EffectName, ...], then: tuple[EffectName, ...]
    ) -> str:
        """Name the fact that holds and the one that does not, with the reason."""
        names = self._case.speaker.names
        fact, other = said_together(self._goals, names), said_together(self._failing, names)
        name = names.get(self._label, self._label)
        for begins in (f"{name} is ", f"{name} has "):
            if fact.startswith(begins) and other.startswith(begins):
                other = other.removeprefix(begins)
        told, *_ = (*self._missed(then), *Reasons(self._case, self._walk).of(about), "")
        reason = words.small(told.removeprefix(f"{words.capital(fact)}: ")).rstrip(".")
        numbers = [rule.number for rule in self._case.book.deriving(*_ORDER)] if order else []
        if order and not any(number.rstrip(ascii_lowercase) in reason for number in numbers):
            sources = [source_name(self._walk, one) for one in first]
            later = [source_name(self._walk, one) for one in then]
            pattern, rule = words.CONTRAST_ORDER[order], self._rule(order, first, then)
            reason += pattern.format(first=words.joined(sources), then=words.joined(later), rule=rule)
        return words.capital(words.RATHER_THAN.format(fact=fact, other=other, reason=reason))
