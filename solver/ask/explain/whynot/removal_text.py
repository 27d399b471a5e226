"""Sentences about culprits: without them the fact would hold; or there are none, and this was tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from facts.board import Resolution, Timeline
from facts.text import number_in_words
from solver.ask.explain.walk import named_together
from solver.ask.explain.whynot.culprits import Culprits
from solver.ask.explain.wording import phrases as words
from solver.ask.removable import COUNTERS, Part, Taken, kind_of, owner_of

_FEW = 3
"""The most sets of culprits that are named."""


def said_resolved(one: Resolution) -> str:
    """Name a spell or ability that resolved; one that the board describes has no name but its step.

    Args:
        one: The spell or ability.
    """
    return words.EFFECT_OF_STEP.format(step=one.step) if one.name == words.AN_EFFECT else one.name


class Taking:
    """Names the things that are taken away from a board."""

    def __init__(self, timeline: Timeline, names: Mapping[str, str]) -> None:
        """Take a board.

        Args:
            timeline: The history of the board.
            names: The names of its objects and effects, by label.
        """
        self._timeline = timeline
        here = {names.get(label, label) for label in timeline.things}
        effects: dict[str, str] = {}
        for one in timeline.resolutions:
            said = words.ABILITY_OF.format(name=one.name) if one.name in here else said_resolved(one)
            effects[f"step {one.step}"] = said
            if one.label and said != one.name:
                effects[one.label] = said
        self._names = {**names, **effects}

    def name(self, taken: Taken) -> str:
        """Name the things that are taken away: "Humility", "the +1/+1 counter on Grizzly Bears".

        Args:
            taken: The thing.
        """
        if isinstance(taken, str):
            return self._names.get(taken, taken)
        return words.TAKEN[taken.kind if taken.what != "mode" else "mode"].format(
            of=self._names.get(taken.of, taken.of),
            what=self._what(taken),
            counters=words.COUNTERS[taken.number > 1],
        )

    def _what(self, part: Part) -> str:
        if part.kind == COUNTERS:
            return part.what
        if part.values:
            return words.joined([str(words.COLORS.get(str(one), str(one))) for one in part.values])
        return self._names.get(part.what, words.OBJECTIVE.get(part.what, part.what))

    def so_without(self, found: Culprits) -> tuple[str, int]:
        """Say which things a fact would hold without: "It would be so without Humility."; empty if none were found.

        Args:
            found: The culprits.

        Returns:
            The sentence, and how many sets it does not name.
        """
        if not found.sets:
            return "", 0
        # Without an object its parts are gone, too: that needs no mention.
        known = set(found.sets)
        named = [one for one in found.sets if not any(each in known for each in _larger(one))]
        ways = [words.WITHOUT.format(what=named_together(list(map(self.name, one)))) for one in named[:_FEW]]
        for_example = found.most is not None and len(found.sets[0]) > found.most  # there may be others of that size
        if len(named) > _FEW and not for_example:
            count = len(named) - _FEW
            ways.append(words.OTHER_WAYS.format(count=count) if count > 1 else words.OTHER_WAY)
        sentence = words.SO_FOR_EXAMPLE if for_example else words.SO_WITHOUT
        return sentence.format(ways=words.joined(ways, words.OR)), len(found.sets) - len(named[:_FEW])

    def nothing(self, found: Culprits, moment: str = "") -> str:
        """Say that taking nothing away makes a fact hold, and what was tried; empty if something does.

        Args:
            found: The culprits.
            moment: When an object entered, or was turned face up, so that the fact was decided; empty if none did.
        """
        if found.sets:
            return ""
        if not found.among:
            return words.NOTHING_TO_TAKE
        if len(found.among) == 1:
            only = self.name(found.among[0])
            return (words.ONE_TOO_LATE if moment else words.ONLY_ONE).format(what=only, moment=moment)
        counts = Counter(kind_of(self._timeline, one) for one in found.among)
        kinds = [(counts[kind], said) for kind, said in words.KINDS_TAKEN.items() if counts[kind]]
        what = words.joined([f"{number_in_words(count)} {said[count > 1]}" for count, said in kinds])
        if moment and found.most is None:
            return words.TOO_LATE.format(moment=moment)
        if found.most is None or found.most >= len(found.among):
            return words.NOTHING_HELPS.format(what=what)
        if found.most == 1:
            return words.NONE_HELPS.format(what=what)
        return words.UP_TO_HELPS.format(most=number_in_words(found.most), what=what)


def _larger(taken: Sequence[Taken]) -> list[tuple[Taken, ...]]:
    """Return the sets with an object or effect in the place of a part of it."""
    return [
        (*taken[:place], owner_of(one), *taken[place + 1 :]) for place, one in enumerate(taken) if isinstance(one, Part)
    ]
