"""Missing conditions: a fact would hold if a condition of an effect were met, or not met, or if a count were another.

To find these, the board is derived with other facts: an effect has no condition, or one that nothing meets; or it
counts another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from facts.effects.form import AmountOf
from facts.oracle.say import Scene, amount_phrase
from solver.answer import AnswerMaker, collect
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.rules import Term, arguments, name_of, written
from solver.ask.explain.wording import Conditional, Conditions, Missing, as_of, number_needed
from solver.ask.explain.wording import phrases as words
from solver.engine import Layers

_MOST = 6
"""The most effects with a condition or a counted amount to examine."""
_MOST_TWICE = 4
"""The most effects with a condition of which all pairs are examined."""
_NEVER = 1000
"""The number of a condition that no effect has, and that nothing meets."""


class Lack(NamedTuple):
    """Missing conditions that would together make a fact hold.

    Attributes:
        missing: The missing conditions.
        said: All of them, in one sentence.
    """

    missing: tuple[Missing, ...]
    said: str

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"said": self.said, "missing": [one.as_data() for one in self.missing]}


def lacking(case: Case, goals: Sequence[Goal]) -> Iterator[Lack]:
    """Find the missing conditions of facts: conditions first, one or two of them, then numbers.

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.

    Yields:
        Each way to make the facts hold, but none that contains another one.
    """
    return _Lacking(case, goals).found()


class _Lacking:
    def __init__(self, case: Case, goals: Sequence[Goal]) -> None:
        self._case = case
        self._goals = goals
        self._atoms = case.prover.atoms
        self._conditions = Conditions(case.facts, case.prover.atoms, case.speaker.names)
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

    def _conditional(self) -> list[Conditional]:
        """Return the effects that have a condition, one for each text, those of objects in question first."""
        found: dict[Term, Conditional] = {}
        conditional = {row[0] for row in self._atoms.rows("condition", 2)}
        effects = [row for row in self._atoms.rows("printed_as", 2) if row[1] in conditional]
        effects.sort(key=lambda row: self._conditions.source(row[0]) not in self._labels)
        for effect, printed in effects:
            one = self._conditions.of(effect, printed)
            if one is not None:
                found.setdefault(printed, one)
        return list(found.values())

    def _holds_with(self, several: Iterable[Conditional]) -> bool:
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

    def _lack(self, several: Sequence[Conditional]) -> Lack:
        told: dict[tuple[str, bool], list[list[Missing]]] = {}
        for one in several:
            told.setdefault((self._conditions.named(one.effect), one.met), []).append(
                list(self._conditions.missing(one))
            )
        said = [
            words.IF_MET[met][len(each) > 1].format(
                source=source, now=words.joined([part.now for parts in each for part in parts])
            )
            for (source, met), each in told.items()
        ]
        missing = tuple(part for each in told.values() for parts in each for part in parts)
        return Lack(missing, words.SO_IF.format(what=f"{words.AND_IF} ".join(said)))

    # ---- amounts

    def _counting(self) -> Iterator[Lack]:
        """Return, for effects that count, the numbers with which the facts would hold."""
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
                    yield self._short(effect, here, amount, number, needed)
                    return

    def _with_amounts(self, printed: Term, number: int) -> Iterator[str]:
        """Return the facts of the board with another number for an effect's count."""
        start = f"operation({written(printed)},"
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

    def _short(self, effect: Term, here: Term, amount: Term, number: int, needed: int) -> Lack:
        printed = arguments(amount)[0]
        said = self._conditions.form(printed).given().get(str(name_of(arguments(amount)[1])[0]))
        counted = said.changed(times=None, plus=None) if isinstance(said, AmountOf) else 0
        asked = as_of(self._conditions.player(effect), amount_phrase(counted, Scene(self._conditions.named(effect))))
        if asked.startswith(words.ITS):
            asked = words.OF_OBJECT.format(what=asked.removeprefix(words.ITS), object=self._case.speaker.say(here))
        now = words.IS_NUMBER.format(what=asked, number=number)
        one = Missing(self._conditions.source(effect), asked, False, now, number, {"exactly": needed}, True)
        said = words.IF_COUNTED.format(
            source=self._conditions.named(effect),
            now=words.BUT_NEEDS.format(now=now, needs=number_needed({"exactly": needed})),
        )
        return Lack((one,), words.SO_IF.format(what=said))


def _int(value: Term) -> int:
    return value if isinstance(value, int) else 0
