"""Missing conditions: a fact would be so if a condition of an effect were met or not, or a count were another.

Whether a fact would be so if a condition turned out otherwise, or if an effect counted another number, is found by
deriving the board with facts that say so: the effect asks no condition then, or one that nothing meets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from facts.effects.condition_facts import COMPARED, comparisons
from facts.oracle.say.amount_phrases import amount_phrase
from facts.oracle.say.condition_phrases import condition_phrase
from facts.oracle.say.english import Scene, controls
from facts.oracle.say.filter_phrases import filter_phrase
from solver.answer.answering import AnswerMaker
from solver.answer.symbols import collect
from solver.ask.explain.fact.goals import Goal
from solver.ask.explain.proof.terms import Term, arguments, name_of, written
from solver.ask.explain.proof.why import Case
from solver.ask.explain.show import phrases as words
from solver.engine.layers import Layers

_MOST = 6
"""So many effects with a condition, or with an amount that is counted, are looked at."""
_MOST_TWICE = 4
"""Of no more than so many effects with a condition, each two are looked at together."""
_NEVER = 1000
"""The number of a condition that no effect has, and that nothing meets."""


class Missing(NamedTuple):
    """What a fact needs that is not so.

    Attributes:
        effect: The label of the object that the effect is of, or the number of the step that made it.
        asked: What the effect asks, or counts, in words.
        met: Whether its condition holds, and should not; of what it counts, False.
        now: What is so, in words: "you control no Forest".
        number: How many there are, where that is counted; else None.
        needs: How many there should be: ``at_least``, ``at_most``, ``exactly`` or ``not``, with a number.
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


class Lack(NamedTuple):
    """What would make a fact so if all of it were otherwise.

    Attributes:
        missing: What is missing.
        said: All of it, as a sentence.
    """

    missing: tuple[Missing, ...]
    said: str

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"said": self.said, "missing": [one.as_data() for one in self.missing]}


class _Conditional(NamedTuple):
    """An effect with a condition, as the board stands."""

    effect: Term
    printed: Term
    form: Mapping[str, Any]
    met: bool
    step: int


def lacking(case: Case, goals: Sequence[Goal]) -> Iterator[Lack]:
    """Find what is missing for facts: conditions first, one or two of them, then numbers.

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.

    Yields:
        Each way to make them so; none where another one is enough.
    """
    return _Lacking(case, goals).found()


class _Lacking:
    def __init__(self, case: Case, goals: Sequence[Goal]) -> None:
        self._case = case
        self._goals = goals
        self._atoms = case.prover.atoms
        self._labels = {part.label for goal in goals for part in goal.parts}

    def found(self) -> Iterator[Lack]:
        several = self._conditional()[:_MOST]
        enough: list[set[Term]] = []
        for size in (1, 2) if len(several) <= _MOST_TWICE else (1,):
            for one in combinations(several, size):
                printed = {each.printed for each in one}
                if len(printed) == size and not any(less <= printed for less in enough) and self._holds_with(one):
                    enough.append(printed)
                    yield self._lack(one)
        yield from self._counting()

    # ---- conditions

    def _conditional(self) -> list[_Conditional]:
        """Return the effects that have a condition, of each text one: that of an object that is asked about first."""
        found: dict[Term, _Conditional] = {}
        conditional = {row[0] for row in self._atoms.rows("condition", 2)}
        effects = [row for row in self._atoms.rows("def", 2) if row[1] in conditional]
        effects.sort(key=lambda row: self._source(row[0]) not in self._labels)
        for effect, printed in effects:
            form = self._form(printed)
            steps = [row[1] for row in self._atoms.matching("unmet", 2, {0: effect}) if isinstance(row[1], int)]
            taken = [row[2] for row in self._atoms.matching("taken", 3, {0: effect}) if isinstance(row[2], int)]
            condition = form.get("as_long_as") or form.get("if")
            if condition and (steps or taken):
                step = min(taken) if taken else max(steps)
                found.setdefault(printed, _Conditional(effect, printed, condition, bool(taken), step))
        return list(found.values())

    def _form(self, printed: Term) -> Mapping[str, Any]:
        """Return an effect as it is printed in the effect form; empty where it is of no ability."""
        if name_of(printed)[0] != "effect":
            return {}
        ability, number = arguments(printed)
        known = self._case.facts.abilities.get(written(ability))
        if known is None or not isinstance(number, int) or number > len(known.effects):
            return {}
        return known.effects[number - 1]

    def _source(self, effect: Term) -> str:
        """Return the label of the object that an effect is of, or the step that made it."""
        first = arguments(effect)[0] if arguments(effect) else ""
        if isinstance(first, tuple) and first[0] == "o":
            return str(first[2])
        return f"step {first[2]}" if isinstance(first, tuple) and first[0] == "step" else ""

    def _holds_with(self, several: Iterable[_Conditional]) -> bool:
        """Tell whether the facts hold where conditions turn out otherwise."""
        lines = list(self._case.facts.lines)
        for one in several:
            printed = written(one.printed)
            if one.met:
                lines.append(f"condition({printed},{_NEVER}).")
            else:
                lines = [line for line in lines if not line.startswith(f"condition({printed},")]
        return self._holds(lines)

    def _holds(self, lines: Sequence[str]) -> bool:
        layers = Layers(lines, answer_only=True, unfolded=True)
        layers.run()
        values = collect(layers.shown(), 0)
        answer = AnswerMaker(self._case.facts, values).answer(self._labels)
        return all(goal.holds(answer) for goal in self._goals)

    def _lack(self, several: Sequence[_Conditional]) -> Lack:
        told: dict[tuple[str, bool], list[list[Missing]]] = {}
        for one in several:
            told.setdefault((self._named(one.effect), one.met), []).append(list(self._missing(one)))
        said = [
            words.IF_MET[met][len(each) > 1].format(
                source=source, now=words.joined([part.now for parts in each for part in parts])
            )
            for (source, met), each in told.items()
        ]
        missing = tuple(part for each in told.values() for parts in each for part in parts)
        return Lack(missing, words.SO_IF.format(what=f"{words.AND_IF} ".join(said)))

    def _named(self, effect: Term) -> str:
        label = self._source(effect)
        steps = {f"step {one.step}": one.name for one in self._case.board.timeline.resolutions}
        return self._case.speaker.names.get(label) or steps.get(label, label)

    def _missing(self, one: _Conditional) -> Iterator[Missing]:
        """Return which parts of a condition are not so; of one that must not hold, one of its parts."""
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
        yield Missing(self._source(one.effect), self._phrase(one.effect, one.form), one.met, now)

    def _part(self, one: _Conditional, part: _Part, condition: Term, *, holds: bool) -> Missing:
        """Return a part of a condition as what is missing."""
        form = {part.key: part.value, **({part.side: part.number} if part.key in COMPARED else {})}
        asked = {"not": form} if part.inverted else form
        told = Missing(
            self._source(one.effect),
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
        return told._replace(now=words.BUT_NEEDS.format(now=has, needs=_needed(needs)))

    def _number(self, one: _Conditional, part: _Part, condition: Term) -> int | None:
        """Return how many there are of what a condition counts, where the rules say so."""
        step, effect = one.step, one.effect
        zones = [row[1] for row in self._atoms.rows("count_condition", 4) if row[0] == condition]
        if part.key == "count" and zones:
            tally = self._atoms.matching("tally", 4, {0: effect, 1: zones[0], 3: step})
            if tally:
                return _int(tally[0][2])
            return len({row[2] for row in self._atoms.matching("meets", 4, {0: effect, 1: zones[0], 3: step})})
        if part.key == "devotion":
            return self._said("devotion", 3, {1: condition}, 2)
        for key, name, arity in (("count_types", "types_condition", 4), ("count_kinds", "kinds_condition", 5)):
            zones = [row[1] for row in self._atoms.rows(name, arity) if row[0] == condition]
            if part.key == key and zones:
                among = "types_among" if key == "count_types" else "kinds_among"
                return self._said(among, arity, {0: effect, 1: zones[0], arity - 1: step}, arity - 2)
        here: Term = ("o", 0, self._source(effect))
        if part.key == "counters":
            return self._said("holds_counters", 3, {0: here, 1: str(part.value["kind"])}, 2) or 0
        if part.key == "class_level":
            return self._said("level", 2, {0: here}, 1)
        return None

    def _said(self, name: str, arity: int, bound: Mapping[int, Term], place: int) -> int | None:
        return next((_int(row[place]) for row in self._atoms.matching(name, arity, bound)), None)

    # ---- in words

    def _player(self, effect: Term) -> str:
        """Return who "you" is for an effect."""
        rows = self._atoms.matching("you", 2, {0: effect})
        return str(arguments(rows[0][1])[1]) if rows else "you"

    def _phrase(self, effect: Term, form: Mapping[str, Any], *, negated: bool = False) -> str:
        name = self._named(effect)
        said = condition_phrase(form, Scene(name, words.ATTACHED_TO.format(object=name)), negated)
        return _as_of(self._player(effect), said)

    def _counted(self, effect: Term, part: _Part, number: int) -> str:
        """Say how many there are of what a condition counts: "you control no Forest"."""
        value = part.value
        if part.key == "count":
            several = number > 1 or (number == 0 and part.number > 1)
            who = value.get("controller") if isinstance(value, Mapping) else None
            if who is not None and not isinstance(who, list):
                value = {key: one for key, one in value.items() if key != "controller"}
                said = f"{controls(who)} {number or words.NO} {filter_phrase(value, several)}"
            else:
                zoned = any("zone" in one for one in ([value] if isinstance(value, Mapping) else value))
                place = "" if zoned else words.ON_BATTLEFIELD
                said = f"{words.THERE_ARE[several]} {number or words.NO} {filter_phrase(value, several)}{place}"
        elif part.key == "counters":
            kind = "" if value["kind"] == "any" else f"{value['kind']} "
            counters = f"{number or words.NO} {kind}{words.COUNTERS[number != 1]}"
            said = words.HAS_ON_IT.format(object=self._named(effect), counters=counters)
        else:
            form = {part.key: value, "exactly": number}
            said = condition_phrase(form, Scene(self._named(effect)))
            said = said.replace("exactly ", "")
            said = re.sub(rf"\b{words.number(number)}\b", str(number), said)
        return _as_of(self._player(effect), said)

    # ---- amounts

    def _counting(self) -> Iterator[Lack]:
        """Return of effects that count, by which other number the facts would hold."""
        sizes = [one for one in self._goals if not one.negated and one.predicate in ("power", "toughness")]
        seen: set[tuple[Term, int]] = set()
        tries = 0
        for row in self._atoms.rows("worth", 5):
            effect, here, amount, number, mode = row
            if not isinstance(mode, tuple) or mode[0] != "now" or not isinstance(number, int):
                continue
            printed = arguments(amount)[0] if name_of(amount)[0] == "amount" else None
            scale = next(iter(self._atoms.matching("scaled", 3, {0: amount})), None)
            if printed is None or scale is None or not isinstance(here, tuple):
                continue
            for goal in sizes:
                now = getattr(self._case.answer.objects[goal.label], goal.predicate)
                times = _int(scale[1])
                if goal.label != here[2] or now is None or not times or (int(goal.value) - now) % times:
                    continue
                needed = number + (int(goal.value) - now) // times
                if needed < 0 or needed == number or (printed, needed) in seen or tries >= _MOST:
                    continue
                seen.add((printed, needed))
                tries += 1
                if self._holds(list(self._with_amounts(printed, needed))):
                    yield self._short(effect, printed, amount, number, needed)
                    return

    def _with_amounts(self, printed: Term, number: int) -> Iterator[str]:
        """Return the facts of the board where what an effect counts is another number."""
        start = f"op({written(printed)},"
        for line in self._case.facts.lines:
            found = re.fullmatch(rf"({re.escape(start)}\w+,)(amount\(.*\))\)\.", line)
            scale = None
            if found:
                rows = self._atoms.rows("scaled", 3)
                scale = next((row for row in rows if written(row[0]) == found[2]), None)
            if found and scale is not None:
                yield f"{found[1]}num({_int(scale[1]) * number + _int(scale[2])}))."
            else:
                yield line

    def _short(self, effect: Term, printed: Term, amount: Term, number: int, needed: int) -> Lack:
        form = self._form(printed).get(str(name_of(arguments(amount)[1])[0]), {})
        counted = {key: value for key, value in form.items() if key not in ("times", "plus")}
        asked = _as_of(self._player(effect), amount_phrase(counted, Scene(self._named(effect))))
        now = words.IS_NUMBER.format(what=asked, number=number)
        one = Missing(self._source(effect), asked, False, now, number, {"exactly": needed}, True)
        said = words.IF_COUNTED.format(
            source=self._named(effect), now=words.BUT_NEEDS.format(now=now, needs=_needed({"exactly": needed}))
        )
        return Lack((one,), words.SO_IF.format(what=said))


class _Part(NamedTuple):
    """One question of a condition."""

    key: str
    value: Any
    side: str
    number: int
    inverted: bool


def _parts(form: Mapping[str, Any], *, inverted: bool = False) -> Iterator[_Part]:
    """Return the questions of a condition in the order in which they are numbered as facts."""
    if "not" in form:
        yield from _parts(form["not"], inverted=not inverted)
    for key, value in form.items():
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


def _needed(needs: Mapping[str, int]) -> str:
    """Say how many there must be."""
    ((side, number),) = needs.items()
    return words.NONE_NEEDED if side == "at_most" and number == 0 else words.NEEDED[side].format(number=number)


def _as_of(player: str, said: str) -> str:
    """Say of a player by name what a text says of "you"."""
    if player == "you":
        return said
    whose = words.OF_PLAYER.format(player=words.OBJECTIVE.get(player, player))
    name = words.OBJECTIVE.get(player, player)
    said = re.sub(r"\byou control\b", f"{name} controls", said)
    said = re.sub(r"\byou don't control\b", f"{name} doesn't control", said)
    return re.sub(r"\byour\b", whose, said)


def _int(value: Term) -> int:
    return value if isinstance(value, int) else 0
