"""Explain in a sentence or two why a fact holds or not, as a judge would.

The sentences come from the rules that decided the fact, with their layers and numbers. The walk supplies the order.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence

from facts.cards import edition_of, usual_words_of
from facts.words import SIZED_TYPE
from solver.answer import ObjectAnswer
from solver.ask.explain.fact import OF_ABILITIES, TYPES, Goal, counters_meant, said_together
from solver.ask.explain.proof import Case, View, prove, view
from solver.ask.explain.reasons.counted import (
    counting_keywords,
    why_it_entered_with,
    why_none,
    why_so_few,
    why_so_many_came,
)
from solver.ask.explain.reasons.exceptions import exception_for, exceptions_against
from solver.ask.explain.reasons.faces_up import why_not_up
from solver.ask.explain.reasons.giving import giving
from solver.ask.explain.reasons.obstacles import Obstacles, real_step
from solver.ask.explain.reasons.sizes import Sizes, is_own, said_source
from solver.ask.explain.reasons.text_changes import text_changes
from solver.ask.explain.reasons.withheld import no_room
from solver.ask.explain.rules import LAYERS, Term, arguments, name_of, written
from solver.ask.explain.walk import REPLACING_CARD, idle_text, source_name, start_text, waiting_text
from solver.ask.explain.walk_values import OF_CONTROL, REACH, Dependency, EffectName, Walk
from solver.ask.explain.wording import article
from solver.ask.explain.wording import phrases as words

_MOST = 2
"""The most sentences about one fact."""
_MOST_TOGETHER = 3
"""The most sentences about several facts together."""
_BY_AGE = ("timestamp", "loop")
"""The reasons by which the law applies the effect with the earlier timestamp first."""
_FAR = 2
"""How near an effect came that applies only to its own permanent, or to the host of that."""
_UNDER_WAY = ("part_applied", "starts_on", "started", "performing")
"""Atoms that only say that an effect is being applied."""


class Reasons:
    """Says why facts about one board hold, or do not."""

    def __init__(self, case: Case, walk: Walk) -> None:
        """Take a board.

        Args:
            case: The board, grounded with ``walking``.
            walk: Its walk.
        """
        self._case = case
        self._walk = walk
        self._atoms = case.prover.atoms
        self._number = edition_of(case.edition).number
        self._layer_of = {step.number: LAYERS[step.layer] for step in case.layers.steps}
        self._before = {step.number: step.before for step in case.layers.steps}
        self._obstacles = Obstacles(case, walk)
        self._sizes = Sizes(case, walk)

    def of(self, goals: Sequence[Goal]) -> tuple[str, ...]:
        """Say why facts hold, or why they do not.

        Args:
            goals: The facts.

        Returns:
            Up to two sentences about one fact, up to three about several facts.
        """
        asked = [part for goal in goals for part in self._parts(goal)]
        told = {goal: list(dict.fromkeys(self._about(goal)))[:_MOST] for goal in asked}
        own = [goal for goal in told if told[goal] == [self._from_the_start(goal)]]
        if 1 < len(own) == len(told):
            so = all(goal.holds(self._case.answer) for goal in own)
            return (self._from_the_start(own[0], said_together(own, self._case.speaker.names) if so else ""),)
        if len(own) < len(told):  # the result of an effect says more than the text of a card, unless that has a star
            told = {goal: said for goal, said in told.items() if goal not in own or self._without_number(goal)}
        different = list(dict.fromkeys(map(tuple, told.values())))
        if len(different) == 1:
            return different[0]
        firsts = list(dict.fromkeys(one[0] for one in different if one))
        rest = [one for several in different for one in several[1:]]
        return tuple(dict.fromkeys([*firsts, *rest]))[:_MOST_TOGETHER]

    def _parts(self, goal: Goal) -> Iterable[Goal]:
        """Return the facts, none negated, that decide a question; if it denies several at once, those that fail."""
        parts = goal.parts
        failing = [part for part in parts if not part.holds(self._case.answer)]
        return failing if goal.negated and failing else parts

    def _about(self, goal: Goal) -> Iterator[str]:
        """Say why a fact without a negation holds or not."""
        here: Term = ("o", 0, goal.label)
        one = self._case.answer.objects[goal.label]
        so = goal.holds(self._case.answer)
        if goal.predicate in ("power", "toughness"):
            if one.power is None:
                yield words.NO_SIZE.format(object=self._name(goal.label))
                yield from self._about(Goal("type", goal.label, SIZED_TYPE))
            else:
                barred = [] if so else sorted(self._not_enlarged(goal, one), key=lambda line: line[0])
                yield from (said for far, said in barred if far < _FAR)
                yield from list(self._sizes.of(one)) or [self._from_the_start(goal)]
                if not so:
                    yield from self._unsized(goal)
                yield from (said for far, said in barred if far == _FAR)
        elif goal.predicate in (*TYPES, "every", "color"):
            yield from self._kind(goal, here, one, so=so)
        elif goal.predicate in OF_ABILITIES:
            yield from self._ability(goal, here, one, so=so)
        elif goal.predicate == "counters" and not so:
            yield from why_so_few(self._case, goal)
            yield from why_so_many_came(self._case, goal)
            yield from self._keywords_of_others(goal)
        elif goal.predicate == "counters" and (none := list(why_none(self._case, goal))):
            yield from none
        else:
            yield from self._other(goal, so=so)
            if goal.predicate == "counters":
                yield from why_it_entered_with(self._case, goal)

    def _keywords_of_others(self, goal: Goal) -> Iterator[str]:
        """Say why effects do not apply that give keywords with which an object enters with counters."""
        _, kind = counters_meant(str(goal.value))
        for keyword in dict.fromkeys(counting_keywords(self._case, kind)):
            wanted = Goal("keyword", goal.label, keyword)
            for effect in dict.fromkeys(giving(self._case, wanted, self._walk.effects)):
                if (barred := self._barred(wanted, effect)) is not None:
                    yield barred[1]

    def _unsized(self, goal: Goal) -> Iterator[str]:
        """Say which effects would change the power or toughness of an object, if their conditions held.

        These are effects of its own abilities, and effects of resolved abilities that would give the number asked for.
        """
        label, would = goal.label, set(giving(self._case, goal, self._walk.effects))
        sizing = self._sizing(("7a", "7b", "7c", "7d"))
        for one in self._walk.idle:
            if one.lacks and one.effect in sizing and is_own(one.effect, label):
                yield idle_text(self._walk, one, words.OF_ITSELF)
            elif one.because == "if" and one.effect in would:
                yield idle_text(self._walk, one)

    def _not_enlarged(self, goal: Goal, one: ObjectAnswer) -> Iterator[tuple[int, str]]:
        """Say why effects do not apply that would set a size to the number asked for, or add just what is missing.

        The numbers are those of `_barred`.
        """
        size = one.power if goal.predicate == "power" else one.toughness
        asked = int(str(goal.value))
        wanted = {f"add_{goal.predicate}": asked - (size or 0), f"set_{goal.predicate}": asked}
        own = {idle.effect for idle in self._walk.idle if idle.lacks and is_own(idle.effect, goal.label)}  # `_unsized`
        for effect, operation, value in self._atoms.rows("does", 3):
            name = self._walk.effects.get(written(effect))
            if name is None or name in own or value != ("num", wanted.get(name_of(operation)[0])):
                continue
            if (barred := self._barred(goal, name)) is not None:
                yield barred

    def _sizing(self, layers: Container[str]) -> set[EffectName | None]:
        """Return the effects that could apply in some layers of power and toughness."""
        return {
            self._walk.effects.get(written(effect))
            for effect, layer in self._atoms.rows("has_part", 2)
            if isinstance(layer, int) and LAYERS.get(layer, "") in layers
        }

    def _name(self, label: str) -> str:
        return self._case.speaker.names.get(label, label)

    # ---- the sentences of rules

    def _said(self, atom: Term) -> View:
        """Return the sentence of the rule that derives an atom."""
        return view(prove(self._case, atom), "short", 1)

    def _done(self, name: str, row: tuple[Term, ...]) -> str:
        """Say the result of an effect: the rule's sentence, with its layer and number."""
        step = real_step(row[-1])
        effect = self._walk.effects.get(written(row[0]))
        source = "" if effect is None else source_name(self._walk, effect)
        text, rule = self._sentence((name, *row), source)
        if effect is not None and is_own(effect, label := str(arguments(row[1])[1])):
            names = [self._name(label), source]
            called = [*(words.ITS_OWN.format(object=one) for one in names), *names]
            name = next((one for one in called if text.startswith(words.capital(one))), "")
            text = f"{words.OF_ITSELF}{text[len(name) :]}" if name else text
        rule = self._made_by_rule(row[0]) or rule
        return words.IN_LAYER.format(layer=self._layer_of.get(step or 0, ""), what=words.small(text), rule=rule)

    def _made_by_rule(self, effect: Term) -> str:
        """Return the paragraph by which a rule of the game makes an effect: reconfigure; empty for other effects."""
        if name_of(effect) != ("ruled", 2):
            return ""
        rule, of = arguments(effect)
        rows = self._atoms.matching("ruled", 3, {0: rule, 1: of})
        return next((node.rule for node in (prove(self._case, ("ruled", *one)) for one in rows) if node.plain), "")

    def _sentence(self, atom: Term, source: str) -> tuple[str, str]:
        """Return the sentence of the rule that derives an atom, and its number.

        The sentence may not name the effect ("x loses its rules text"), or the rule may be only bookkeeping. Then take
        a rule right below that names the effect.
        """
        node = prove(self._case, atom)
        near = [node]
        for one in node.children:
            near += [one] if one.plain else one.children
        for one in near:
            if one.plain and one.rule and source in one.sentence and one.atom.partition("(")[0] not in _UNDER_WAY:
                return one.sentence, one.rule
        said = self._said(atom)
        return said.text, said.rule

    def _doings(self, name: str, here: Term, kind: str, meant: Callable[[Term], bool]) -> list[tuple[Term, ...]]:
        """Return the effects that changed an object, in order."""
        found: list[tuple[int, tuple[Term, ...]]] = []
        for row in self._atoms.matching(name, 5, {1: here, 2: (kind,)}):
            step = real_step(row[4])
            if step is None or step not in self._before or not meant(row[3]):
                continue
            had = self._atoms.holds(self._held(here, kind, row[3], self._before[step]))
            if had == (name == "loses"):
                found.append((step, row))
        return [row for _, row in sorted(found, key=lambda one: one[0])]

    def _held(self, here: Term, kind: str, value: Term, state: int) -> Term:
        return ("has_every", here, value, state) if kind == "every" else ("has", here, (kind,), value, state)

    # ---- types and colors

    def _kind(self, goal: Goal, here: Term, one: ObjectAnswer, *, so: bool) -> Iterator[str]:
        kind, value = goal.predicate, goal.value
        if value == "colorless":
            yield from self._colorless(goal, here, one, so=so)
            return
        if so and kind == "subtype":
            sets = [every for every in one.every if value in usual_words_of(every)]
            sets = [every for every in sets if self._changes("gains", here, "every", every)]
            if sets:  # of all land types, the effect gives the basic ones one by one (305.6)
                kind, value = "every", sets[-1]
        gained, lost = (self._changes(name, here, kind, value) for name in ("gains", "loses"))
        if so and gained:
            yield self._done("gains", gained[-1])
            yield from self._order(gained[-1], here, kind)
        elif so:
            yield self._from_the_start(goal)
            yield from self._left(goal, here)
        elif lost:
            yield self._done("loses", lost[-1])
            yield from self._order(lost[-1], here, kind, asked=value)
        elif kind == "subtype" and (whole := self._lost_sets(here, str(value))):
            yield self._done("loses", whole[-1])
        else:
            yield from self._hidden(goal, here)
            yield from self._never(goal, here, one)

    def _changes(self, name: str, here: Term, kind: str, value: Term) -> list[tuple[Term, ...]]:
        """Return the effects that gave an object a value, or took it, in order."""
        meant = (value, (value,))  # sets of subtypes are constants of the rules
        return self._doings(name, here, kind, lambda told: told in meant)

    def _lost_sets(self, here: Term, subtype: str) -> list[tuple[Term, ...]]:
        """Return the effects that took every subtype of a set from an object, where a subtype is one of them."""
        return self._doings(
            "loses",
            here,
            "every",
            lambda told: subtype in usual_words_of(str(told[0] if isinstance(told, tuple) else told)),
        )

    def _colorless(self, goal: Goal, here: Term, one: ObjectAnswer, *, so: bool) -> Iterator[str]:
        """Say why an object has no color, or which it has."""
        if not so:
            for color in one.colors[:1]:
                yield from self._about(Goal("color", goal.label, color))
            return
        lost = self._doings("loses", here, "color", lambda _: True)
        yield self._done("loses", lost[-1]) if lost else self._from_the_start(goal)

    def _from_the_start(self, goal: Goal, fact: str = "") -> str:
        """Say that a fact holds without any effect. Other words may state the fact."""
        one = self._case.answer.objects[goal.label]
        if goal.predicate in ("power", "toughness"):
            fact = fact or words.IS_SO[0].format(object=self._name(goal.label), what=f"{one.power}/{one.toughness}")
        fact = words.capital(fact or goal.said(self._case.speaker.names))
        start = self._start(goal.label)
        reworded = text_changes(self._case, self._walk, goal, so=True)
        if start:
            return " ".join([start, *self._exceptions(goal), *reworded])
        if reworded:
            return reworded[-1]
        is_printed = goal.predicate in TYPES and f" {goal.value} " in f" {one.printed} "
        deepest = None if is_printed else self._deepest(goal)
        if goal.predicate in (*TYPES, "color") and deepest is not None:
            return words.PLAINLY.format(what=deepest.text, rule=deepest.rule)
        if goal.predicate in TYPES and one.printed:
            return words.SAID_BY[one.token].format(fact=fact, printed=one.printed)
        if goal.predicate in ("power", "toughness") and not one.token:
            return self._undefined(one, fact) or words.ITS_CARD.format(fact=fact)
        return words.ITS_CARD.format(fact=fact)

    def _without_number(self, goal: Goal) -> bool:
        """Return whether a fact is about a size for which the card has a star, and which nothing defines."""
        one = self._case.answer.objects[goal.label]
        return (
            goal.predicate in ("power", "toughness") and not self._start(goal.label) and self._undefined(one, "") != ""
        )

    def _undefined(self, one: ObjectAnswer, fact: str) -> str:
        """Say that no ability defines the size for which a card has a star (107.2); empty if the card has numbers."""
        if not (isinstance(one.printed_power, str) or isinstance(one.printed_toughness, str)):
            return ""
        printed = f"{one.printed_power}/{one.printed_toughness}"
        for idle in self._walk.idle:
            if is_own(idle.effect, one.label) and idle.taken_by and idle.effect in self._sizing(("7a",)):
                taker = source_name(self._walk, idle.taken_by[-1])
                return words.NO_MORE_DEFINED.format(fact=fact, printed=printed, taker=taker)
        return words.UNDEFINED.format(fact=fact, printed=printed)

    def _start(self, label: str) -> str:
        """Say the state that replaces the object's card: a copy, face down; empty if its card counts."""
        starts = [one for one in self._walk.starts if one.object == label and one.what in REPLACING_CARD]
        return f"{start_text(self._walk, starts[-1]).rstrip(': ')}." if starts else ""

    def _exceptions(self, goal: Goal) -> Iterator[str]:
        """Say which exception of a copy effect decides a fact (707.9)."""
        so = goal.holds(self._case.answer)
        yield from exception_for(self._case, goal) if so else exceptions_against(self._case, goal)

    def _deepest(self, goal: Goal) -> View | None:
        """Return the sentence of the last rule that a fact without an effect follows from."""
        atom = self._case.goal_atom(goal)
        if atom is None:
            return None
        shown: View | None = view(prove(self._case, atom), "short", 12)
        found: View | None = None
        value = words.COLORS.get(str(goal.value), str(goal.value)).lower()
        while shown is not None and value in shown.text.lower() and shown.rule:
            found = shown
            shown = next((child for child in shown.children if child.rule and value in child.text.lower()), None)
        return found

    def _left(self, goal: Goal, here: Term) -> Iterator[str]:
        """Name effects that change nothing about a fact that holds already, or that change the types but leave it."""
        if goal.predicate not in TYPES:
            return
        for row in self._atoms.matching("gains", 5, {1: here, 2: (goal.predicate,), 3: goal.value}):
            effect = self._walk.effects.get(written(row[0]))
            if real_step(row[4]) is not None and effect is not None:
                yield words.capital(words.ALSO.format(source=said_source(self._case, self._walk, effect)))
                return
        for applied in reversed(self._walk.applied):
            for change in applied.changes:
                changed = applied.layer == "4" and change.before.type_line != change.after.type_line
                if changed and goal.label in change.objects:
                    source = said_source(self._case, self._walk, applied.effect)
                    rules = words.joined([rule for rule in applied.rules if rule.startswith("205.")] or applied.rules)
                    yield words.capital(words.LEFT.format(source=source, rules=rules))
                    return

    def _order(self, row: tuple[Term, ...], here: Term, kind: str, *, asked: Term | None = None) -> Iterator[str]:
        """Say which effect an effect waited for, or came after by timestamp; where one value is asked about, for it."""
        effect, step = self._walk.effects.get(written(row[0])), real_step(row[4])
        if effect is None or step is None:
            return
        layer, label = self._layer_of[step], str(arguments(here)[1])
        for applied in self._walk.applied:
            if applied.effect == effect and applied.layer == layer:
                for dependency in applied.waited:
                    said = waiting_text(self._walk, dependency, effect) if _concerns(dependency, label) else ""
                    if said:
                        yield words.capital(f"{source_name(self._walk, effect)} {said.removeprefix('It ')}")
                        return
        if kind not in TYPES:
            return
        for other, values in self._given_before(row, here, kind, asked).items():
            if other != effect:
                told = words.joined([f"{article(one)} {one}" for one in values])
                source = said_source(self._case, self._walk, other)
                yield words.capital(words.EARLIER.format(source=source, values=told))
                return

    def _given_before(
        self, row: tuple[Term, ...], here: Term, kind: str, asked: Term | None
    ) -> Mapping[EffectName, list[str]]:
        """Return what an effect took from an object that others had given it in the same layer.

        If a value is asked about, only that counts.
        """
        given: dict[EffectName, list[str]] = {}
        step = real_step(row[4]) or 0
        for taken in self._atoms.matching("loses", 5, {0: row[0], 1: here, 2: (kind,), 4: row[4]}):
            for one in self._atoms.matching("gains", 5, {1: here, 2: (kind,), 3: taken[3]}):
                other, before = self._walk.effects.get(written(one[0])), real_step(one[4])
                if other is None or before is None or before >= step or asked not in (None, taken[3]):
                    continue
                already = self._atoms.holds(self._held(here, kind, taken[3], self._before[before]))
                order = self._atoms.matching("precedes", 4, {0: one[0], 1: row[0]})
                by_age = any(name_of(found[3])[0] in _BY_AGE for found in order)
                if by_age and self._layer_of[before] == self._layer_of[step] and not already:
                    value = str(taken[3]) if kind == "subtype" else str(taken[3]).lower()
                    given.setdefault(other, []).append(value)
        return given

    def _hidden(self, goal: Goal, here: Term) -> Iterator[str]:
        """Say that an object keeps a subtype that does not show, and which effect took the card type (205.1a)."""
        if goal.predicate != "subtype":
            return
        types = {row[1] for row in self._atoms.matching("correlated_with", 2, {0: goal.value})}
        for shown in self._obstacles.of(goal, ()):
            yield words.PLAINLY.format(what=shown.text, rule=shown.rule) if shown.rule else f"{shown.text}."
            for row in self._doings("loses", here, "type", lambda told: told in types)[-1:]:
                yield self._done("loses", row)

    def _never(self, goal: Goal, here: Term, one: ObjectAnswer) -> Iterator[str]:
        """Say that a fact does not hold without an effect, and what happened to the effects that would make it hold."""
        barred = [
            line
            for effect in dict.fromkeys(giving(self._case, goal, self._walk.effects))
            if (line := self._barred(goal, effect)) is not None
        ]
        if withheld := list(self._withheld(goal, here)):
            yield from withheld
            return
        start = self._start(goal.label)
        if start:
            start = " ".join([start, *self._exceptions(goal)])
        barred.sort(key=lambda line: line[0])
        if barred and (start or barred[0][0] < _FAR):
            yield from filter(None, [start, *(line for _, line in barred)])
            return
        reworded = text_changes(self._case, self._walk, goal, so=False)
        if start or reworded:
            yield " ".join(filter(None, [start, *reworded]))
            return
        fact = words.capital(goal.denied().said(self._case.speaker.names))
        changed = bool(self._atoms.matching("now_says", 3, {0: ("o", 0, goal.label)}))
        thing = self._case.timeline.things[goal.label]
        own = not (one.copied or changed or thing.merged) and one.face == "front"
        if goal.predicate in TYPES and one.printed and own:
            yield words.NOT_SAID_BY[one.token].format(fact=fact, printed=one.printed)
        else:
            yield words.NOT_BY_ITSELF.format(fact=fact)
        yield from (line for _, line in barred)

    def _withheld(self, goal: Goal, here: Term) -> Iterator[str]:
        """Say why an object can't have what effects would give it: it is barred, or has no card type for it."""
        if goal.predicate == "keyword":
            for row in self._doings("gains", here, "banned", lambda told: told == goal.value)[-1:]:
                yield self._done("gains", row)
            return
        lines = list(no_room(self._case, self._walk, goal))
        yield from lines
        types = (
            {row[1] for row in self._atoms.matching("correlated_with", 2, {0: goal.value})} if lines else set[Term]()
        )
        for row in self._doings("loses", here, "type", lambda told: told in types)[-1:]:
            yield self._done("loses", row)

    def _barred(self, goal: Goal, effect: object) -> tuple[int, str] | None:
        """Say why an effect that would make a fact true did not; None where there is nothing to say.

        The number says how near it came: 0 if the order of the effects decides, `_FAR` if it affects nothing, or only
        the permanent that it is of, or the host of that, else 1.
        """
        idle = next((one for one in self._walk.idle if one.effect == effect), None)
        if idle is not None and idle.because != REACH:
            return 1, idle_text(self._walk, idle)
        wanted = [one for one in self._walk.effects.values() if one == effect]
        for applied in self._walk.applied:
            for dependency in applied.waited if applied.effect == effect else ():
                if dependency.loop and dependency.came == "after" and goal.label in dependency.gains:
                    said = waiting_text(self._walk, dependency, applied.effect).removeprefix("It ")
                    return 0, words.capital(f"{source_name(self._walk, applied.effect)} {said}")
        for shown, far in self._obstacles.unreached(goal.label, wanted):
            reason = next((one for one in shown.children if one.rule), shown.children[0]) if shown.children else None
            if reason is not None and reason.text:
                told = words.small(reason.text) + (f" ({reason.rule})" if reason.rule else "")
                said = words.WAY_BARRED.format(
                    effect=source_name(self._walk, wanted[0]), object=self._name(goal.label), reason=told
                )
                return 0 if reason.rule else _FAR if far else 1, words.capital(said)
        return None

    # ---- abilities

    def _ability(self, goal: Goal, here: Term, one: ObjectAnswer, *, so: bool) -> Iterator[str]:
        if goal.predicate in ("keyword", "ability"):
            yield from self._has_ability(goal, here, one) if so else self._lacks_ability(goal, here, one)
            return
        if goal.predicate == "lost" and so:
            lost = [row for row in self._losses(here) if self._reads(row[3], str(goal.value))]
            yield from self._told_losses(lost)
            return
        if one.abilities:
            if goal.predicate == "abilities":
                yield self._all_abilities(one)
            elif goal.predicate == "lost_all":
                said = words.joined([words.quoted(ability.text) for ability in one.abilities])
                yield words.STILL_THERE.format(object=self._name(goal.label), abilities=said)
        losses = self._losses(here)
        if losses and (not one.abilities or goal.predicate != "abilities" or not so):
            yield from self._told_losses(losses)
        elif gone := list(self._gone(goal.label, here)):
            yield from gone
        elif not one.abilities and self._start(goal.label):
            yield self._start(goal.label)
        elif not one.abilities:
            none = words.NONE_TO_LOSE if goal.predicate.startswith("lost") else words.NONE_ON_CARD
            yield none.format(object=self._name(goal.label))
        elif goal.predicate == "lost":
            yield words.NOT_LOST.format(object=self._name(goal.label))

    def _losses(self, here: Term) -> list[tuple[Term, ...]]:
        """Return the effects that took abilities from an object, in order."""
        return self._doings("loses", here, "ability", lambda _: True)

    def _gone(self, label: str, here: Term) -> Iterator[str]:
        """Say how an object lost the land types that gave it abilities (305.6)."""
        one = self._case.answer.objects[label]
        for row in self._atoms.matching("has", 4, {0: here, 1: ("ability",)}):
            if name_of(row[2])[0] == "intrinsic":
                value = str(arguments(row[2])[0])
                if "Land" not in one.types or value not in one.subtypes:
                    yield from self._about(Goal("subtype", label, value))
                    return

    def _told_losses(self, losses: Sequence[tuple[Term, ...]]) -> list[str]:
        """Name the effects that took abilities, the last one first: it decides."""
        return list(dict.fromkeys(self._done("loses", row) for row in reversed(losses)))

    def _reads(self, ability: Term, piece: str) -> bool:
        return piece.lower() in self._case.speaker.say(ability).lower()

    def _has_ability(self, goal: Goal, here: Term, one: ObjectAnswer) -> Iterator[str]:
        atom = self._case.goal_atom(goal)
        ability = arguments(atom)[-1] if atom is not None else ""
        gained = self._doings("gains", here, "ability", lambda told: told == ability)
        if gained:
            yield self._done("gains", gained[-1])
            yield from self._order(gained[-1], here, "ability")
        elif atom is not None and isinstance(ability, tuple) and name_of(ability)[0] == "intrinsic":
            said = self._said(atom)
            yield words.PLAINLY.format(what=said.text, rule=said.rule)
            yield from self._about(Goal("subtype", goal.label, str(arguments(ability)[0])))
        else:
            yield self._from_the_start(goal)

    def _lacks_ability(self, goal: Goal, here: Term, one: ObjectAnswer) -> Iterator[str]:
        value = str(goal.value)
        lost = [row for row in self._losses(here) if self._reads(row[3], value)]
        if lost:
            yield self._done("loses", lost[-1])
            yield from self._order(lost[-1], here, "ability")
            return
        for row in self._atoms.matching("has", 4, {0: here, 1: ("ability",)}):
            if name_of(row[2])[0] == "intrinsic" and self._reads(row[2], value):
                yield from self._about(Goal("subtype", goal.label, str(arguments(row[2])[0])))
                return
        yield from self._never(goal, here, one)

    def _all_abilities(self, one: ObjectAnswer) -> str:
        """Say which abilities an object has, and from where."""
        origins: dict[str, list[str]] = {}
        for ability in one.abilities:
            if ability.origin == "granted" and ability.source is not None:
                origin = words.FROM_SOURCE.format(source=self._name(ability.source))
            elif ability.rule is not None:
                origin = words.FROM_RULE.format(rule=self._number(ability.rule))
            else:
                origin = words.FROM_COPIED if one.copied else words.FROM_CARD
            text = ability.text.lower() if ability.keyword == ability.text.lower() else ability.text
            origins.setdefault(origin, []).append(words.quoted(text))
        told = [
            words.HAS_FROM.format(abilities=words.joined(texts), origin=origin) for origin, texts in origins.items()
        ]
        said = words.HAS_ABILITIES.format(object=self._name(one.label), abilities=words.joined(told))
        return words.capital(said)

    # ---- everything else

    def _other(self, goal: Goal, *, so: bool) -> Iterator[str]:
        if not so and (unlike := why_not_up(self._case, self._walk, goal)):
            yield unlike
            return
        starts = [one for one in self._walk.starts if one.object == goal.label]
        for start in starts:
            about = start.what in OF_CONTROL
            if about == (goal.predicate == "controller") and goal.predicate in ("controller", "copied", "face", "name"):
                yield " ".join([f"{start_text(self._walk, start)}.", *self._exceptions(goal)])
        if so and goal.predicate == "name" and not starts:
            yield words.ITS_CARD.format(fact=words.capital(goal.said(self._case.speaker.names)))
            return
        there = goal
        if not so and goal.predicate in ("controller", "zone", "face", "name", "mana_value"):
            actual = getattr(self._case.answer.objects[goal.label], goal.predicate)
            there = goal._replace(value=actual)
        atom = self._case.goal_atom(there) if there.holds(self._case.answer) else None
        if atom is not None:
            said = self._said(atom)
            yield words.PLAINLY.format(what=said.text, rule=said.rule) if said.rule else f"{said.text}."
        elif not so:
            yield words.NOT_BY_ITSELF.format(fact=words.capital(goal.denied().said(self._case.speaker.names)))


def _concerns(dependency: Dependency, label: str) -> bool:
    """Tell whether a dependency matters to an object: not if it is only about whether the effect reaches others."""
    reached = (*dependency.gains, *dependency.loses)
    return label in reached or any(why != REACH for why in dependency.because) or not reached
