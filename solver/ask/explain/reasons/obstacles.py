"""Obstacles of a fact: effects that made it false, effects that took away what would have made it true, and why.

Each obstacle has a proof: the loss that the rules derived, or a demand that the object does not satisfy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from facts.cards import edition_of
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case, Detail, Instance, View, prove, view
from solver.ask.explain.reasons.giving import giving
from solver.ask.explain.rules import (
    LAYERS,
    Literal,
    Term,
    Var,
    arguments,
    evaluated,
    name_of,
    stated,
    written,
)
from solver.ask.explain.walk import idle_text, source_name
from solver.ask.explain.walk_values import REACH, EffectName, Walk
from solver.ask.explain.wording import article
from solver.ask.explain.wording import phrases as words

_KINDS = ("type", "subtype", "supertype", "color", "keyword")
ONE_AT_MOST = ("controller", "zone", "face", "name", "mana_value", "power", "toughness")
"""An object has at most one value of each of these."""
_DEEP = 4
"""The greatest depth of nested obstacles."""
_DEMANDS = ("needs", "excludes")
"""The facts that state what a filter demands of an object."""
_THIS, _NOBODY = "this", "nobody"
_FAR = frozenset((_THIS, "attached", _NOBODY))
"""The affected sets that another object is not in, whatever it is."""
_LEVELS = {"short": 2, "middle": 4, "long": 1000}
"""The levels of a proof that are shown by default."""


class Unreached(NamedTuple):
    """Why an effect does not apply to an object.

    Attributes:
        shown: The reasons.
        far: Whether the effect applies only to its own permanent, to the host of that, or to nothing.
    """

    shown: View
    far: bool = False


class Obstacles:
    """Finds the obstacles of facts on one board."""

    def __init__(
        self,
        case: Case,
        walk: Walk,
        detail: Detail = "middle",
        depth: int | None = None,
        *,
        scheduling: bool = False,
    ) -> None:
        """Take a board.

        Args:
            case: The board, grounded with ``walking``.
            walk: Its walk.
            detail: The amount of a proof to show.
            depth: The number of levels of it; by default the detail decides.
            scheduling: Also show when each effect was next.
        """
        self._scheduling = scheduling
        self._detail: Detail = detail
        self._depth = _LEVELS[detail] if depth is None else depth
        self._asked = detail == "long" or depth is not None
        self._case = case
        self._walk = walk
        self._atoms = case.prover.atoms
        self._edition = edition_of(case.edition)
        self._number = 10_000

    def of(self, goal: Goal, could: Iterable[EffectName]) -> Iterator[View]:
        """Return the obstacles of a fact.

        Args:
            goal: The fact, which does not hold and is not negated.
            could: The effects that would make it so for the objects that they affect.
        """
        here: Term = ("o", 0, goal.label)
        if goal.predicate == "ability":
            found = self._lost_text(here, str(goal.value))
            if found is not None:
                yield found
        elif goal.predicate in _KINDS:
            found = self._lost(here, goal.predicate, goal.value)
            if found is not None:
                yield found
        yield from (one.shown for one in self.unreached(goal.label, could))

    def unreached(self, label: str, could: Iterable[EffectName]) -> Iterator[Unreached]:
        """Return why effects do not apply to an object: their ability was lost, or their filter does not match.

        Args:
            label: Its label.
            could: The effects.
        """
        here: Term = ("o", 0, label)
        wanted = dict.fromkeys(could)
        for term, name in self._effects().items():
            if name not in wanted:
                continue
            idle = next((one for one in self._walk.idle if one.effect == name), None)
            if idle is None or idle.because == REACH:
                yield from self._missed(term, name, here)
            elif idle.taken_by:
                yield Unreached(self._view("", idle_text(self._walk, idle), self._ability_loss(term)))

    def _effects(self) -> dict[Term, EffectName]:
        """Return the effects by their terms."""
        found: dict[Term, EffectName] = {}
        for effect, *_ in (*self._atoms.rows("pending", 2), *self._atoms.rows("does", 3)):
            name = self._walk.effects.get(written(effect))
            if name is not None:
                found[effect] = name
        return found

    def _view(self, rule: str, text: str, children: Iterable[View] = ()) -> View:
        self._number += 1
        return View(self._number, rule, text, list(children))

    def instead(self, goal: Goal) -> Iterator[View]:
        """Return the object's true value, if it can have only one value of the kind.

        Args:
            goal: The fact, which does not hold.
        """
        if goal.predicate not in ONE_AT_MOST:
            return
        actual = getattr(self._case.answer.objects[goal.label], goal.predicate)
        there = goal._replace(value=actual)
        atom = self._case.goal_atom(there) if actual not in ("", None) else None
        if atom is not None:
            said = words.capital(there.said(self._case.speaker.names))
            proof = self.proof(atom)
            shown = proof if proof.text == said else self._view("", said, [proof])
            yield self._view("", words.INSTEAD, [shown])

    def against(self, goals: Iterable[Goal]) -> Iterator[View]:
        """Return the obstacles to denied facts.

        Args:
            goals: The facts, which hold.
        """
        for goal in goals:
            for part in goal.parts if goal.negated else ():
                if part.holds(self._case.answer):
                    continue
                found = list(self.of(part, giving(self._case, part, self._walk.effects)))
                yield from found or self.instead(part)

    def _lost_text(self, here: Term, text: str) -> View | None:
        """Return the effect that took an ability with a text from an object; None if none did."""
        text = text.lower()
        for row in self._atoms.matching("loses", 5, {1: here, 2: ("ability",)}):
            if real_step(row[4]) is not None and text in self._case.speaker.say(row[3]).lower():
                return self._lost(here, "ability", row[3])
        for row in self._atoms.matching("has", 4, {0: here, 1: ("ability",)}):
            if name_of(row[2])[0] == "intrinsic" and text in self._case.speaker.say(row[2]).lower():
                return self._lost(here, "subtype", arguments(row[2])[0])
        return None

    def proof(self, atom: Term) -> View:
        """Return the proof of a true fact.

        Args:
            atom: The atom that states it.
        """
        return view(prove(self._case, atom), self._detail, self._depth, scheduling=self._scheduling)

    def short_proof(self, atom: Term, call: int) -> View:
        """Return a few levels of the proof of a true fact, or as many as were asked for.

        Args:
            atom: The atom that states it.
            call: The last grounding call that counts.
        """
        proof = prove(self._case, atom, call)
        if not self._asked:
            return view(proof, "short")
        return view(proof, self._detail, self._depth, scheduling=self._scheduling)

    # ---- facts that no longer hold

    def _lost(
        self, here: Term, predicate: str, value: Term, before: int | None = None, *, level: int = 0
    ) -> View | None:
        """Return the effect that took a value from an object, and its reason; None if none did."""
        keyword = predicate == "keyword"
        kind = "ability" if keyword else predicate
        latest: tuple[int, Term] | None = None
        for row in self._atoms.matching("loses", 5, {1: here, 2: (kind,)}):
            _, _, _, lost, mode = row
            number = real_step(mode)
            if number is None or (before is not None and number >= before):
                continue
            same = self._is_keyword(lost, value) if keyword else lost == value
            if same and (latest is None or number > latest[0]):
                latest = number, ("loses", *row)
        if latest is not None:
            return self.proof(latest[1])
        if kind == "subtype":
            return self._hidden(here, value, level, before)
        return None

    def _hidden(self, here: Term, value: Term, level: int, before: int | None = None) -> View | None:
        """Return why a subtype that an object has kept does not show: no card type goes with it (205.1a)."""
        latest = next(
            (step.before for step in self._case.layers.steps if step.number == before), self._case.layers.state
        )
        states = [
            row[2]
            for row in self._atoms.matching("keeps_subtype", 3, {0: here})
            if isinstance(row[2], int) and row[2] <= latest
        ]
        if not states or not self._atoms.holds(("keeps_subtype", here, value, max(states))):
            return None
        types = [row[1] for row in self._atoms.matching("correlated_with", 2, {0: value})]
        # Name the card types that the object once had; if it had none of them, name all possible ones.
        once = {row[2] for row in self._atoms.matching("has", 4, {0: here, 1: ("type",)})}
        named = [f"{article(str(one))} {str(one).lower()}" for one in types if one in once or once.isdisjoint(types)]
        said = words.HIDDEN.format(
            object=self._case.speaker.say(here), value=value, types=words.joined(named, words.OR)
        )
        below = [self._lost(here, "type", one, level=level + 1) for one in types] if level < _DEEP else []
        rule = self._edition.number(stated("has", 4, "correlated_with"))
        return self._view(rule, said, [one for one in below if one is not None])

    def _is_keyword(self, ability: Term, word: Term) -> bool:
        return any(row[1] == word for row in self._atoms.matching("ability_keyword", 2, {0: _printed(ability)}))

    # ---- effects that would have made it true

    def _ability_loss(self, effect: Term) -> Iterator[View]:
        """Return why the ability of an effect is not there."""
        if isinstance(effect, tuple) and effect[0] == "static":
            source, ability, _ = arguments(effect)
            found = self._lost(source, "ability", ability)
            if found is not None:
                yield found

    def _missed(self, effect: Term, name: EffectName, here: Term) -> Iterator[Unreached]:
        """Return the demands of an effect that an object does not satisfy."""
        if any(row[1] == here for row in self._atoms.matching("starts_on", 3, {0: effect})):
            return
        taken = [
            number for _, _, number in self._atoms.matching("part_applied", 3, {0: effect}) if isinstance(number, int)
        ]
        if not taken:
            return
        reasons: list[View] = []
        for row in self._atoms.matching("misses", 5, {0: effect, 3: here, 4: min(taken)}):
            instance = next(self._case.prover.inference.instances(("misses", *row), self._atoms.calls), None)
            reason = None if instance is None else self._reason(instance, effect, here, min(taken))
            if reason is not None:
                reasons.append(reason)
        said = words.WAY_MISSED.format(effect=source_name(self._walk, name), object=self._case.speaker.say(here))
        barred = list(self._ruled_out(effect, here))
        if reasons and barred:  # the text describes several kinds of objects, and it is none of them
            text = words.AND_ALSO.format(first=reasons[0].text, second=words.small(barred[0].text))
            reasons[0] = self._view(reasons[0].rule, text, reasons[0].children)
        reasons = reasons or barred or list(self._came_later(effect, name, here))
        kind = "" if reasons else self._kind_of_set(effect)
        reasons = reasons or [self._view("", self._whom(effect, kind))]
        yield Unreached(self._view("", words.capital(said), reasons), kind in _FAR)

    def _ruled_out(self, effect: Term, here: Term) -> Iterator[View]:
        """Say which demand of an effect an object can never meet: whose it is, a token, a status, "other"."""
        for row in self._atoms.matching("ruled_out", 4, {0: effect, 3: here}):
            for instance in self._case.prover.inference.instances(("ruled_out", *row), self._atoms.calls):
                for one in instance.form.body:
                    if isinstance(one, Literal) and one.name in _DEMANDS:
                        values = [evaluated(part, instance.binding) for part in one.parts[3:5]]
                        kind, value = (str(part[0] if isinstance(part, tuple) else part) for part in values)
                        said = self._never(kind, value, here, wanted=one.name == "needs")
                        if said:
                            yield self._view("", words.capital(said))
                            return

    def _never(self, kind: str, value: str, here: Term, *, wanted: bool) -> str:
        """Say that an object does not meet a demand, or that it meets one that is excluded; empty without words."""
        label = str(arguments(here)[1])
        one = self._case.answer.objects[label]
        if kind == "other":
            return words.NOT_ITSELF
        if kind == "is":
            pattern = words.STATUSES.get(value, words.STATUS)[wanted]
            return pattern.format(object=self._case.speaker.say(here), value=value.replace("_", " "))
        if kind == "owned_by":
            pattern = words.YOU_OWN if one.owner == "you" else words.OWNS
            return pattern.format(object=self._case.speaker.say(here), value=words.OBJECTIVE.get(one.owner, one.owner))
        goals = {
            "controller": Goal("controller", label, one.controller),
            "token": Goal("token", label, 0, negated=not one.token),
            "named": Goal("name", label, value, negated=wanted),
        }
        return goals[kind].said(self._case.speaker.names) if kind in goals else ""

    def _came_later(self, effect: Term, name: EffectName, here: Term) -> Iterator[View]:
        """Say that an object entered its zone after a spell or ability had fixed what it affects."""
        since = [row[2] for row in self._atoms.matching("enters_zone", 5, {0: here}) if isinstance(row[2], int)]
        entering = {one.step for one in self._case.timeline.resolutions if one.entering}  # those are of one object
        resolved = name_of(effect)[0] == "resolved" and name.timestamp not in entering
        if resolved and since and min(since) > name.timestamp:
            said = words.CAME_LATER.format(object=self._case.speaker.say(here))
            yield self._view(self._edition.number(stated("finds", 3)), words.capital(said))

    def _kind_of_set(self, effect: Term) -> str:
        """Return what an effect without a filter applies to: its targets, the host, this, or nobody."""
        kinds = {
            str(name_of(kind)[0])
            for _, definition in self._atoms.matching("printed_as", 2, {0: effect})
            for _, kind in self._atoms.matching("affects", 2, {0: definition})
            if isinstance(kind, tuple)
        }
        reached = self._atoms.matching("starts_on", 3, {0: effect})
        return next((one for one in ("targets", "attached") if one in kinds), _THIS) if reached else _NOBODY

    def _whom(self, effect: Term, kind: str) -> str:
        """Say what an effect without a filter applies to."""
        reached = dict.fromkeys(row[1] for row in self._atoms.matching("starts_on", 3, {0: effect}))
        objects = words.joined([self._case.speaker.say(one) for one in reached]) if reached else ""
        return words.WHOM[kind].format(objects=objects)

    def _reason(self, instance: Instance, effect: Term, here: Term, before: int) -> View | None:
        """Return why an object does not meet one condition of the filter of an effect, which applied in a step."""
        binding = instance.binding
        asked = next(
            (one for one in instance.form.body if isinstance(one, Literal) and one.name in ("has", "has_keyword")), None
        )
        if asked is None:
            return None
        named = [
            part.name if isinstance(part, Var) else "" for part in asked.parts[1 : 3 if asked.name == "has" else 2]
        ]
        if not all(name in binding for name in named):
            return None
        kind, value = binding[named[0]], binding[named[-1]]
        predicate = str(kind[0]) if isinstance(kind, tuple) and len(kind) == 1 else "keyword"
        if predicate not in words.GOALS or not isinstance(here, tuple) or not isinstance(value, str | int):
            return None
        goal = Goal(predicate, str(here[2]), value, negated=not asked.positive)
        said = goal.said(self._case.speaker.names)
        if asked.positive:
            held = self._case.goal_atom(goal)
            below = [self.proof(held)] if held is not None else []
        else:
            found = self._lost(here, predicate, value, before, level=1)
            below = [found] if found is not None else []
        later = next(self._later(effect, here, goal, before), None)
        if later is not None:
            rule, how = later
            return self._view(rule, words.capital(words.NOT_YET.format(fact=said, how=how)), below)
        return self._view("", words.capital(said), below)

    def _later(self, effect: Term, here: Term, goal: Goal, before: int) -> Iterator[tuple[str, str]]:
        """Say which effect ends a fact only after another effect has looked at it, and by which rule it came later.

        Args:
            effect: The effect that looked at it.
            here: The object.
            goal: The fact, which kept that effect from the object.
            before: The step in which it looked.
        """
        if goal.holds(self._case.answer) or goal.predicate not in _KINDS:
            return
        keyword = goal.predicate == "keyword"
        kind = "ability" if keyword else goal.predicate
        for row in self._atoms.matching("gains" if goal.negated else "loses", 5, {1: here, 2: (kind,)}):
            step, value = real_step(row[4]), goal.value
            other = self._walk.effects.get(written(row[0]))
            same = self._is_keyword(row[3], value) if keyword else row[3] == value
            if not same or other is None or step is None or step <= before:
                continue
            for why in self._atoms.matching("came_after", 4, {0: row[0], 1: step, 2: effect}):
                reason, detail = name_of(why[3])[0], arguments(why[3])
                layer = LAYERS[detail[0]] if reason == "layer" and isinstance(detail[0], int) else ""
                on = self._walk.effects.get(written(detail[0])) if reason == "awaiting" else None
                said = words.LATER[reason].format(
                    effect=source_name(self._walk, other),
                    layer=layer,
                    other="" if on is None else source_name(self._walk, on),
                )
                yield self._case.paragraph(("came_after", *why)), said
                return


def real_step(mode: Term) -> int | None:
    """Return the step of a real application; None for a supposed one.

    Args:
        mode: The mode of an application: ``now(Step)``, or that of a supposed world.
    """
    if isinstance(mode, tuple) and mode[0] == "now" and isinstance(mode[1], int):
        return mode[1]
    return None


def _printed(ability: Term) -> Term:
    """Return the ability as it is printed, of one that an object has by itself or was given."""
    return arguments(ability)[-1] if isinstance(ability, tuple) and ability[0] in ("own", "given") else ability
