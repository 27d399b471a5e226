"""Say why the condition of an effect is not met, as a judge would: "you control no Forest"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from facts.board import BoardFacts
from facts.effects import COMPARED, comparisons, listed
from facts.effects.form import Condition, Effect, Filter
from facts.oracle.say import Scene, condition_phrase, controls, filter_phrase
from facts.text import number_in_words
from solver.ask.explain.rules import Atoms, Term, arguments, name_of, written
from solver.ask.explain.wording import phrases as words


class Missing(NamedTuple):
    """A condition or an amount that a fact needs and the board does not meet.

    Attributes:
        effect: The label of the object that the effect is of, or the number of the step that made it.
        asked: The condition or count of the effect, in words.
        met: Whether its condition holds, and should not; False for a count.
        now: The present state, in words: "you control no Forest".
        number: The present number, if the effect counts; else None.
        needs: The needed number: ``at_least``, ``at_most``, ``exactly`` or ``not``, with a number.
        counts: Whether it is an amount that the effect counts, and no condition.
    """

    effect: str
    asked: str
    met: bool
    now: str
    number: int | None = None
    needs: Mapping[str, int] | None = None
    counts: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "effect": self.effect,
            "counts" if self.counts else "condition": self.asked,
            "holds": self.met,
            "now": self.now,
            "is": self.number,
            "needs": None if self.needs is None else dict(self.needs),
        }


class Conditional(NamedTuple):
    """An effect with a condition, as the board stands.

    Attributes:
        effect: The effect.
        printed: The effect as printed.
        form: The condition.
        met: Whether it holds.
        step: The step in which the effect asked the condition.
    """

    effect: Term
    printed: Term
    form: Condition
    met: bool
    step: int


class Conditions:
    """Puts into words how a board meets the conditions of effects."""

    def __init__(self, facts: BoardFacts, atoms: Atoms, names: Mapping[str, str]) -> None:
        """Take the answer and the atoms of a board.

        Args:
            facts: The facts of the board.
            atoms: The true atoms of the board.
            names: The name of each object and each labelled effect, by label.
        """
        self._facts = facts
        self._atoms = atoms
        self._names = names
        self._steps = {f"step {one.step}": one.name for one in facts.timeline.resolutions}

    def of(self, effect: Term, printed: Term) -> Conditional | None:
        """Return the condition of an effect, as the board stands.

        Args:
            effect: The effect.
            printed: The effect as printed.

        Returns:
            The condition; None where the effect has none, or never came to ask it.
        """
        form = self.form(printed)
        steps = [row[1] for row in self._atoms.matching("unmet", 2, {0: effect}) if isinstance(row[1], int)]
        taken = [row[2] for row in self._atoms.matching("part_applied", 3, {0: effect}) if isinstance(row[2], int)]
        condition = form.as_long_as or form.if_ or self._of_keyword(printed)
        if not condition or not (steps or taken):
            return None
        return Conditional(effect, printed, condition, bool(taken), min(taken) if taken else max(steps))

    def _of_keyword(self, printed: Term) -> Condition | None:
        """Return the condition that the rules give the effect of a keyword; none where it is not about the turn."""
        asked: Term = ("condition", printed, 1)
        return next(
            (Condition(turn=str(name_of(row[1])[0])) for row in self._atoms.matching("turn_condition", 2, {0: asked})),
            None,
        )

    def unmet(self, effect: Term) -> str:
        """Say the unmet part of the condition of an effect.

        Args:
            effect: The effect, whose condition does not hold.

        Returns:
            The unmet part, in words; empty where nothing can be said.
        """
        for row in self._atoms.matching("printed_as", 2, {0: effect}):
            found = self.of(effect, row[1])
            if found is not None and not found.met:
                return words.joined([part.now for part in self.missing(found)])
        return ""

    def form(self, printed: Term) -> Effect:
        """Return an effect in the effect form.

        Args:
            printed: The effect as printed.

        Returns:
            The form; empty where it is of no ability.
        """
        if name_of(printed)[0] != "effect":
            return Effect()
        ability, number = arguments(printed)
        known = self._facts.abilities.get(written(ability))
        if known is None or not isinstance(number, int) or number > len(known.effects):
            return Effect()
        return known.effects[number - 1]

    def source(self, effect: Term) -> str:
        """Return the label of the object that an effect is of, or the step that made it.

        Args:
            effect: The effect.
        """
        first = arguments(effect)[0] if arguments(effect) else ""
        if isinstance(first, tuple) and first[0] == "o":
            return str(first[2])
        return f"step {first[2]}" if isinstance(first, tuple) and first[0] == "step" else ""

    def named(self, effect: Term) -> str:
        """Return the name of an effect: its source, or the spell or ability that resolved.

        Args:
            effect: The effect.
        """
        label = self.source(effect)
        return self._names.get(label) or self._steps.get(label, label)

    def missing(self, one: Conditional) -> Iterator[Missing]:
        """Return the unmet parts of a condition; for a condition that must not hold, one of its parts.

        Args:
            one: The condition.
        """
        parts = list(_parts(one.form))
        failing: list[Missing] = []
        grouped = len(parts) > 1 and any(part.inverted for part in parts)
        for index, part in enumerate(parts, start=1):
            condition: Term = ("condition", one.printed, index)
            holds = self._atoms.holds(("holds", one.effect, condition, one.step))
            if not grouped and (holds != part.inverted) == one.met:
                failing.append(self._part(one, part, condition, holds=holds))
        if failing:
            yield from failing[:1] if one.met else failing
            return
        now = self._phrase(one.effect, one.form, negated=not one.met)
        yield Missing(self.source(one.effect), self._phrase(one.effect, one.form), one.met, now)

    def _part(self, one: Conditional, part: _Part, condition: Term, *, holds: bool) -> Missing:
        """Return a part of a condition that fails."""
        bound = {part.side: part.number} if part.key in COMPARED else {}
        form = Condition.from_data({part.key: part.value, **bound})
        asked = Condition(not_=form) if part.inverted else form
        told = Missing(
            self.source(one.effect),
            self._phrase(one.effect, asked),
            one.met,
            self._phrase(one.effect, form, negated=not holds),
        )
        number = self._number(one, part, condition) if part.key in COMPARED else None
        if number is None:
            return told
        needs = _otherwise(part.side, part.number) if holds else {part.side: part.number}
        told = told._replace(number=number, needs=needs)
        has = self._counted(one.effect, part, number)
        if number == 0 and part.key == "count" and needs == {"at_least": 1}:
            return told._replace(now=has)
        return told._replace(now=words.BUT_NEEDS.format(now=has, needs=number_needed(needs)))

    def _number(self, one: Conditional, part: _Part, condition: Term) -> int | None:
        """Return the number that a condition counts, if the rules say it."""
        step, effect = one.step, one.effect
        counted = self._atoms.matching("counted", 4, {0: effect, 1: condition, 3: step})
        if counted:
            return _int(counted[0][2])
        asked = self._atoms.matching("number_condition", 4, {0: condition})
        filters = [row[1] for row in asked if name_of(row[2])[0] == "count"]
        if not filters:
            return None
        return len({row[2] for row in self._atoms.matching("meets", 4, {0: effect, 1: filters[0], 3: step})})

    # ---- in words

    def player(self, effect: Term) -> str:
        """Return who "you" is for an effect.

        Args:
            effect: The effect.
        """
        rows = self._atoms.matching("you", 2, {0: effect})
        return str(arguments(rows[0][1])[1]) if rows else "you"

    def _phrase(self, effect: Term, form: Condition, *, negated: bool = False) -> str:
        name = self.named(effect)
        said = condition_phrase(form, Scene(name, words.ATTACHED_TO.format(object=name)), negated)
        return as_of(self.player(effect), said)

    def _counted(self, effect: Term, part: _Part, number: int) -> str:
        """Say the number that a condition counts: "you control no Forest"."""
        value = part.value
        if part.key == "count":
            several = number > 1 or (number == 0 and part.number > 1)
            who = value.controller if isinstance(value, Filter) else None
            if who is not None and not isinstance(who, tuple):
                value = value.changed(controller=None)
                said = f"{controls(who)} {number or words.NO} {filter_phrase(value, several)}"
            else:
                zoned = any(one.zone is not None for one in listed(value))
                place = "" if zoned else words.ON_BATTLEFIELD
                said = f"{words.THERE_ARE[several]} {number or words.NO} {filter_phrase(value, several)}{place}"
        elif part.key == "counters" and value.among is None:
            kind = "" if value.kind == "any" else f"{value.kind} "
            counters = f"{number or words.NO} {kind}{words.COUNTERS[number != 1]}"
            said = words.HAS_ON_IT.format(object=self.named(effect), counters=counters)
        else:
            form = Condition.from_data({part.key: value, "exactly": number})
            said = condition_phrase(form, Scene(self.named(effect)))
            said = said.replace("exactly ", "")
            said = re.sub(rf"\b{number_in_words(number)}\b", str(number), said)
        return as_of(self.player(effect), said)


class _Part(NamedTuple):
    """One question of a condition."""

    key: str
    value: Any
    side: str
    number: int
    inverted: bool


def _parts(form: Condition, *, inverted: bool = False) -> Iterator[_Part]:
    """Return the questions of a condition in the order in which they are numbered as facts."""
    if form.not_ is not None:
        yield from _parts(form.not_, inverted=not inverted)
    for key, value in form.given().items():
        if key == "all":
            for one in value:
                yield from _parts(one, inverted=inverted)
        elif key not in ("not", "at_least", "at_most", "exactly"):
            for side, number in comparisons(form):
                yield _Part(key, value, side, number, inverted)
                if key not in COMPARED:
                    break


def _otherwise(side: str, number: int) -> dict[str, int]:
    """Return how many there must be for a comparison not to hold."""
    return {"at_least": {"at_most": number - 1}, "at_most": {"at_least": number + 1}}.get(side, {"not": number})


def number_needed(needs: Mapping[str, int]) -> str:
    """Say how many there must be.

    Args:
        needs: ``at_least``, ``at_most``, ``exactly`` or ``not``, with the number.
    """
    ((side, number),) = needs.items()
    return words.NONE_NEEDED if side == "at_most" and number == 0 else words.NEEDED[side].format(number=number)


def as_of(player: str, said: str) -> str:
    """Replace "you" in a text by a player's name.

    Args:
        player: The player.
        said: The text.
    """
    if player == "you":
        return said
    whose = words.OF_PLAYER.format(player=words.OBJECTIVE.get(player, player))
    name = words.OBJECTIVE.get(player, player)
    said = re.sub(r"\byou control\b", f"{name} controls", said)
    said = re.sub(r"\byou don't control\b", f"{name} doesn't control", said)
    return re.sub(r"\byour\b", whose, said)


def _int(value: Term) -> int:
    return value if isinstance(value, int) else 0
