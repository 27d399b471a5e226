"""Explain why a fact does not hold: the rule that came nearest, possible ways to make it hold, and the culprits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from facts.board import Board
from facts.cards import edition_of
from facts.text import InputError
from facts.words import SIZED_TYPE, is_mode
from solver.ask.derive import DEFAULT_EDITION, derive
from solver.ask.diff import without_its_end
from solver.ask.explain.fact import Goal, read_goal, said_together
from solver.ask.explain.proof import Case, Detail, View
from solver.ask.explain.reasons import (
    ONE_AT_MOST,
    Obstacles,
    Reasons,
    decided_as_it_entered,
    gives,
    giving,
    is_own,
    looks_so,
    walk_about,
    withheld_from,
)
from solver.ask.explain.rules import (
    Aggregate,
    Comparison,
    Condition,
    Form,
    Literal,
    Rule,
    Term,
    arguments,
    evaluated,
    match,
    name_of,
    written,
)
from solver.ask.explain.walk import idle_text, source_name, walk_through
from solver.ask.explain.walk_values import Applied, Walk, steps_as_data
from solver.ask.explain.whynot.counters import counters_there
from solver.ask.explain.whynot.culprits import culprits
from solver.ask.explain.whynot.earlier import copies_over, pairs_over, rule_of_its_end, was_another, worn_off
from solver.ask.explain.whynot.gone import not_working
from solver.ask.explain.whynot.lacked import lacked_on_entering
from solver.ask.explain.whynot.missing import Lack, lacking
from solver.ask.explain.whynot.refused import refused_ways
from solver.ask.explain.whynot.removal_text import Taking, said_resolved
from solver.ask.explain.wording import phrases as words
from solver.ask.removable import Taken
from solver.engine import ONE_BOARD
from solver.process import one_at_a_time

_DEEPEST = 8
_FEW = 3
"""The most ways to name in which other conditions would make a fact hold."""


@dataclass(frozen=True)
class WhyNot:
    """The answer to "why not?".

    Attributes:
        fact: The question, in the vocabulary.
        said: The question, in words.
        holds: Whether the fact holds after all.
        nearest: The rule that came nearest and its first failing condition, down to the reason.
        ways: The possible ways to make it hold, and their outcomes.
        culprits: The smallest sets of things without which it would hold: objects and effects by their
            labels, and counters, attachments and choices.
        most: The largest size of which all sets were tried; None if all sets were tried and none suffices.
        among: The removable things.
        without: The changes that would make it hold: "It would be so without Humility."; empty if nothing was found.
        unhelpful: The message that nothing was found, with the extent of the search; empty if something was.
        more: The number of culprits that ``without`` does not name.
        lacking: If there are no culprits: the conditions of effects that would have to change, and the counts that
            effects would need, for the fact to hold.
        because: The reason why it does not hold, in a sentence or two.
        walk: The steps of the walk that changed the fact.
    """

    fact: str
    said: str
    holds: bool
    nearest: tuple[View, ...] = ()
    ways: tuple[str, ...] = ()
    culprits: tuple[tuple[Taken, ...], ...] = ()
    most: int | None = None
    among: tuple[Taken, ...] = ()
    without: str = ""
    unhelpful: str = ""
    more: int = 0
    lacking: tuple[Lack, ...] = ()
    because: tuple[str, ...] = ()
    walk: Walk | None = None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/explain.md``."""
        return {
            "fact": self.fact,
            "said": self.said,
            "holds": self.holds,
            "without": self.without,
            "because": list(self.because),
            "walk": {} if self.walk is None else steps_as_data(self.walk),
            "nearest": [one.as_data() for one in self.nearest],
            "ways": list(self.ways),
            "culprits": [[one if isinstance(one, str) else one.as_data() for one in each] for each in self.culprits],
            "more": self.more,
            "lacking": [one.as_data() for one in self.lacking],
            "searched": {"candidates": len(self.among), "together": self.most, "said": self.unhelpful},
        }

    def views(self) -> list[View]:
        """Return the answer as trees: first the changes that would make the fact hold."""
        found = list(self.nearest)
        number = 1 + max((shown.number for root in found for shown in root.all()), default=0)
        told = {shown.text for shown in found}
        lines = tuple(line for line in self.ways if line not in told)
        if lines or not (self.ways or self.culprits or self.lacking):
            lines = lines or (words.NO_WAY,)
            found.append(View(number, "", words.WAYS, [View(number + 1 + at, "", one) for at, one in enumerate(lines)]))
            number += len(lines) + 1
        for one in self.lacking:
            found.append(View(number, "", one.said))
            number += 1
        if self.without:
            return [View(number, "", self.without), *found]
        return [*found, View(number, "", self.unhelpful)] if self.unhelpful else found


@one_at_a_time
def why_not(
    board: Board,
    fact: str,
    *,
    edition: str = DEFAULT_EDITION,
    detail: Detail = "middle",
    depth: int | None = None,
    scheduling: bool = False,
) -> WhyNot:
    """Find out why a fact does not hold.

    Args:
        board: The board.
        fact: The fact, in the vocabulary or in words.
        edition: The edition of the rules.
        detail: The amount to show of the proof of the obstacle.
        depth: The number of levels of it; by default the detail decides.
        scheduling: Also show when each effect was next.

    Returns:
        The obstacles. The answer may also be that the fact holds.

    Raises:
        InputError: It is no fact, or names something that is not there.
        ValueError: There is no such edition.
    """
    case = Case(board, edition=edition, walking=True)
    goals = read_goal(fact, case.answered)
    fact = ", ".join(goal.written for goal in goals)
    said = said_together(goals, case.speaker.names)
    failing = [goal for goal in goals if not goal.holds(case.answer)]
    if not failing:
        return WhyNot(fact, said, True)
    walk = walk_through(case)
    obstacles = Obstacles(case, walk, detail, depth, scheduling=scheduling)
    found = culprits(case, goals)
    lacks = () if found.sets else tuple(islice(lacking(case, goals), _FEW))
    found_near = [shown for goal in failing for shown in _nearest(case, goal, walk, obstacles, known=bool(lacks))]
    nearest = tuple(_together(found_near))
    # First the effects that are over, or do not apply because their source does not function: they decide.
    over = {goal: tuple(_ended(case, goal)) for goal in failing if not goal.negated}
    ended = {goal: (*lines, *not_working(case, goal, over=bool(lines))) for goal, lines in over.items()}
    ended = {goal: lines or tuple(copies_over(case, walk, goal)) for goal, lines in ended.items()}
    ended = {goal: lines or tuple(pairs_over(case, goal)) for goal, lines in ended.items()}
    because = tuple(dict.fromkeys(line for lines in ended.values() for line in lines))
    because += tuple(Reasons(case, walk).of(failing))
    lacked = tuple(dict.fromkeys(lacked_on_entering(case, failing)))
    because += lacked
    because += tuple(dict.fromkeys(line for goal in failing for line in was_another(case, goal)))
    ways = tuple(dict.fromkeys(line for goal in failing for line in _ways(case, goal, walk, ended.get(goal, ()))))
    told = Taking(case.timeline, case.speaker.names)
    labels = dict.fromkeys(part.label for goal in failing for part in goal.parts)
    without, more = told.so_without(found)
    return WhyNot(
        fact,
        said,
        False,
        nearest=nearest,
        ways=ways,
        culprits=found.sets,
        most=found.most,
        among=found.among,
        without=without,
        unhelpful=told.nothing(found, decided_as_it_entered(case, labels) if lacked else ""),
        more=more,
        lacking=lacks,
        because=tuple(dict.fromkeys(because)),
        walk=walk_about(walk, failing),
    )


def _together(views: Iterable[View]) -> Iterator[View]:
    """Put the true facts under one heading."""
    instead: View | None = None
    for one in views:
        if instead is not None and one.text == words.INSTEAD:
            instead.children += one.children
            continue
        if one.text == words.INSTEAD:
            instead = one
        yield one


# ---- effects that could have made it true


def _ways(case: Case, goal: Goal, walk: Walk, ended: Sequence[str]) -> Iterator[str]:
    """Say the fate of the effects that would make a fact true, and the effects that took it away."""
    name = case.speaker.names.get(goal.label, goal.label)
    reached = {
        (applied.effect, label) for applied in walk.applied for change in applied.changes for label in change.objects
    }
    idle = {one.effect: one for one in walk.idle}
    if goal.negated:
        return
    for applied in walk.applied:
        if _took(applied, goal):
            source = words.OF_ITSELF if is_own(applied.effect, goal.label) else source_name(walk, applied.effect)
            yield words.capital(words.LOST.format(object=name, layer=applied.layer, effect=source))
    for effect in dict.fromkeys(giving(case, goal, walk.effects)):
        own = is_own(effect, goal.label)
        said = words.ITS_OWN.format(object=name) if own else source_name(walk, effect)
        if effect in idle:
            yield idle_text(walk, idle[effect])
        elif (effect, goal.label) not in reached:
            yield words.capital(words.WAY_MISSED.format(effect=said, object=name))
        else:
            withheld = next((one for one in withheld_from(walk, goal) if one[0].effect == effect), None)
            if withheld is not None:
                applied, rule = withheld
                told = words.WAY_WITHHELD.format(effect=said, object=name, layer=applied.layer, rule=rule)
                yield words.capital(told)
                continue
            layer = next(one.layer for one in walk.applied if one.effect == effect)
            pattern = words.OWN_TAKEN if own else words.WAY_TAKEN
            yield words.capital(pattern.format(effect=said, object=name, layer=layer))
    yield from ended
    yield from _not_chosen(case, goal)
    yield from refused_ways(case, goal, walk)


def _ended(case: Case, goal: Goal) -> Iterator[str]:
    """Say which effects would make a fact true that have ended, by a step or with what they lasted for."""
    for resolution in case.timeline.resolutions:
        if rule := rule_of_its_end(case, resolution):
            with suppress(InputError):
                longer = without_its_end(case.board, resolution.label)
                if goal.holds(derive(longer, edition=case.edition)):
                    yield words.WAY_ENDED.format(effect=words.capital(said_resolved(resolution)), rule=rule)
    yield from worn_off(case, goal)


def _not_chosen(case: Case, goal: Goal) -> Iterator[str]:
    """Say which modal spells and abilities would make a fact true by a mode that was not chosen (700.2)."""
    for resolution in case.timeline.resolutions:
        if resolution.card is None or "mode" not in resolution.chosen:
            continue
        resolved = {term.written(ONE_BOARD) for term, _ in resolution.candidates}
        for printed, op, value in case.prover.atoms.rows("operation", 3):
            if name_of(printed) != ("effect", 2) or not gives(case, goal, op, value):
                continue
            of = arguments(printed)[0]
            ability = case.facts.abilities.get(written(of))
            its_own = name_of(of)[0] == "ability" and arguments(arguments(of)[0])[:1] == (resolution.card[1],)
            if its_own and ability is not None and is_mode(ability.text) and written(of) not in resolved:
                yield words.WAY_NOT_CHOSEN.format(effect=resolution.name)


def _took(applied: Applied, goal: Goal) -> bool:
    """Tell whether an effect made a fact false."""
    return any(
        goal.label in change.objects
        and looks_so((goal,), change.before) is True
        and looks_so((goal,), change.after) is False
        for change in applied.changes
    )


# ---- the rule that comes nearest


def _nearest(case: Case, goal: Goal, walk: Walk, obstacles: Obstacles, *, known: bool) -> Iterator[View]:
    """Return the obstacles; if there are none, the rule that comes nearest to deriving the fact.

    If it is known which condition would make the fact true, no rule is searched.
    """
    could = [] if goal.negated or goal.predicate in _SIZES else list(giving(case, goal, walk.effects))
    if not goal.negated:
        found = list(obstacles.of(goal, could))
        if found:
            yield from found
            return
    if goal.negated:
        proofs = [obstacles.proof(atom) for part in goal.parts for atom in case.goal_atoms(part)]
        if proofs:
            yield View(0, "", words.STANDS_IN_THE_WAY, proofs)
        return
    if goal.predicate == "counters" and not goal.negated:
        yield from counters_there(case, goal, obstacles)
        return
    if goal.predicate in _INSTEAD:
        yield from obstacles.instead(goal)
        return
    if goal.predicate in _BY_THEMSELVES and not could:
        yield _by_itself(case, goal)
        return
    if known and goal.predicate not in _SIZES:
        return
    for atom in _wanted(case, goal):
        shown = _Nearest(case, obstacles).of(atom, case.prover.atoms.calls, 0)
        if shown is None:
            continue
        if goal.predicate in _BY_THEMSELVES and not shown.children:
            yield _by_itself(case, goal)
        elif goal.predicate not in _SIZES:
            yield shown
        elif getattr(case.answer.objects[goal.label], goal.predicate) is not None:
            yield from obstacles.instead(goal)
        else:
            creature = Goal("type", goal.label, SIZED_TYPE, negated=True)
            said = words.BUT.format(what=creature.said(case.speaker.names))
            shown.children = [View(0, "", said, list(obstacles.of(creature._replace(negated=False), ())))]
            yield shown
        return


_INSTEAD = tuple(one for one in ONE_AT_MOST if one not in ("power", "toughness"))
_SIZES = ("power", "toughness")
_BY_THEMSELVES = ("type", "subtype", "supertype", "color", "keyword", "ability")
"""Characteristics that an object has by itself or from an effect."""


def _by_itself(case: Case, goal: Goal) -> View:
    """Say that a fact does not hold without an effect."""
    one = case.answer.objects[goal.label]
    said = words.BY_ITSELF.format(object=case.speaker.names.get(goal.label, goal.label))
    plain = goal.predicate in ("type", "subtype", "supertype") and not one.copied and one.face == "front"
    changed = case.prover.atoms.matching("now_says", 3, {0: ("o", 0, goal.label)})
    if plain and one.printed and not changed and not case.timeline.things[goal.label].merged:
        said += words.SAYS[one.token].format(printed=one.printed)
    return View(0, "", words.capital(said))


def _wanted(case: Case, goal: Goal) -> Iterator[Term]:
    """Return the atoms that would say that a fact holds."""
    here: Term = ("o", 0, goal.label)
    if goal.predicate in ("type", "subtype", "supertype", "color"):
        yield ("has", here, (goal.predicate,), goal.value, case.layers.state)
    elif goal.predicate in ("power", "toughness"):
        yield (goal.predicate, here, goal.value)
    elif goal.predicate == "keyword":
        for number in (1,):
            yield ("has", here, ("ability",), ("keyword", str(goal.value), number), case.layers.state)
    elif goal.predicate == "property":
        yield ("property", here, goal.value)


_Failed = tuple[float, dict[str, Term], Condition]
"""The progress of a rule, its values, and the condition at which it failed."""


class _Nearest:
    """Finds the rule that comes nearest to deriving an atom, and why it fails."""

    def __init__(self, case: Case, obstacles: Obstacles) -> None:
        self._case = case
        self._obstacles = obstacles
        self._inference = case.prover.inference
        self._seen: set[Term] = set()
        self._number = 0

    def of(self, atom: Term, latest: int, level: int) -> View | None:
        """Return the nearest rule instance for an atom that is not true.

        Args:
            atom: The atom.
            latest: The last grounding call that counts.
            level: The depth of this node.
        """
        if level > _DEEPEST or atom in self._seen:
            return None
        self._seen.add(atom)
        best: tuple[float, Rule, dict[str, Term], Condition, int] | None = None
        name, arity = name_of(atom)
        for rule in self._case.book.deriving(name, arity):
            for form in rule.forms:
                if form.name != name or len(form.parts) != arity:
                    continue
                binding: dict[str, Term] = {}
                if not all(
                    match(part, value, binding) for part, value in zip(form.parts, arguments(atom), strict=True)
                ):
                    continue
                for values, call in self._case.prover.atoms.grounded(rule.part):
                    given = dict(binding)
                    if call > latest or not _agree(given, rule.parameters, values):
                        continue
                    failed = self._fails(form, given, call)
                    if failed is not None and (best is None or failed[0] > best[0]):
                        best = (failed[0], rule, failed[1], failed[2], call)
        if best is None:
            return None
        _, rule, found, condition, call = best
        return self._shown(atom, rule, found, condition, call, level)

    def _fails(
        self, form: Form, binding: dict[str, Term], call: int
    ) -> tuple[float, dict[str, Term], Condition] | None:
        """Return how far a rule gets, the values, and the condition at which it fails."""
        best: _Failed | None = None
        body = sorted(form.body, key=lambda one: not (isinstance(one, Literal) and one.positive))
        stack: list[tuple[int, dict[str, Term]]] = [(0, binding)]
        steps = 0
        while stack and steps < 300:
            steps += 1
            at, known = stack.pop()
            if at == len(body):
                continue
            condition = body[at]
            further = self._further(condition, known, call)
            if not further:
                score = at / len(body)
                if best is None or score > best[0]:
                    best = (score, known, condition)
            stack += [(at + 1, one) for one in further[:20]]
        return best

    def _further(self, condition: Condition, binding: dict[str, Term], call: int) -> list[dict[str, Term]]:
        if isinstance(condition, Literal):
            if not condition.positive:
                return [binding] if self._inference.absent(condition, binding, call) else []
            return list(self._inference.matches(condition, binding))
        if isinstance(condition, Comparison):
            extended = dict(binding)
            try:
                return [extended] if self._inference.compare(condition, extended) else []
            except (TypeError, KeyError, AssertionError, ValueError):
                return []
        if isinstance(condition, Aggregate):
            extended = dict(binding)
            value, _ = self._inference.value(condition, binding, call)
            return [extended] if match(condition.result, value, extended) else []
        return []

    def _shown(
        self, atom: Term, rule: Rule, binding: dict[str, Term], condition: Condition, call: int, level: int
    ) -> View | None:
        self._number += 1
        number = self._number
        below: View | None = None
        if isinstance(condition, Literal) and not condition.positive:
            hindering = self._inference.in_the_way(condition, binding, call)
            if hindering is not None:
                below = View(number + 1000, "", words.IN_THE_WAY, [self._obstacles.short_proof(hindering, call)])
        elif isinstance(condition, Literal):
            parts = [evaluated(part, binding) for part in condition.parts]
            if all(part is not None for part in parts):
                wanted: Term = (condition.name, *[part for part in parts if part is not None])
                below = self.of(wanted, call, level + 1) or self._missing(wanted)
        elif isinstance(condition, Comparison):
            below = View(number + 1000, "", words.COMPARED)
        if rule.bookkeeping:
            return below
        sentence = self._case.speaker.sentence(rule.sentence, binding)
        cited = edition_of(self._case.edition).number(rule.number)
        return View(number, cited, f"{words.NOT_SO}: {sentence}", [below] if below is not None else [])

    def _missing(self, wanted: Term) -> View | None:
        self._number += 1
        said = self._case.speaker.fact(wanted)
        if said is None or words.SOMETHING in said:
            return None
        return View(self._number, "", words.MISSING.format(what=said))


def _agree(binding: dict[str, Term], names: Sequence[str], values: Sequence[Term]) -> bool:
    """Give the parameters of a program part their values; tell whether these are the ones known."""
    return all(binding.setdefault(name, value) == value for name, value in zip(names, values, strict=True))
