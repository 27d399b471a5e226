"""Why a fact does not hold: the rule that came nearest, what could have made it so, and the culprits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from facts.board import Board
from facts.board_facts import BoardFacts
from facts.edition import edition_of
from facts.errors import InputError
from solver.answering import KEYWORDS_OF_RULES, AnswerMaker
from solver.derive import DEFAULT_EDITION, derive
from solver.diff import without_its_end, without_these
from solver.explain import words
from solver.explain.atoms import name_of
from solver.explain.goals import Goal, read_goal
from solver.explain.inference import evaluated, match
from solver.explain.loose import loosened
from solver.explain.obstacles import Obstacles
from solver.explain.rulebook import Aggregate, Comparison, Condition, Form, Literal, Rule
from solver.explain.terms import Term, arguments, written
from solver.explain.view import Detail, View, view
from solver.explain.walk import Applied, EffectName, Look, Walk, walk_through
from solver.explain.walk_text import idle_text
from solver.explain.why import Case, prove
from solver.grouping import Before, derive_all, derive_without, has_left, leaves_only_that, steps_in
from solver.layers import LAYERS
from solver.program import could_answer
from solver.settling import write_facts

MOST = 3
"""So many objects and effects are taken away together, at most."""
_MANY = {1: 1000, 2: 14, 3: 10}
"""Sets of so many are tried only where no more than so many could be in them."""
_DEEPEST = 8
_GIVES: Mapping[str, tuple[str, ...]] = {
    "type": ("add_type", "set_type"),
    "subtype": ("add_subtype", "set_subtype"),
    "supertype": ("add_supertype",),
    "color": ("add_color", "set_color"),
    "keyword": ("add_ability",),
    "ability": ("add_ability",),
    "controller": ("gain_control",),
}


@dataclass(frozen=True)
class WhyNot:
    """The answer to "why not?".

    Attributes:
        fact: What was asked, in the vocabulary.
        said: What was asked, in words.
        holds: Whether it is so after all.
        nearest: The rule that came nearest and its first failing condition, down to the reason.
        ways: What could have made it so, and what became of that.
        culprits: The smallest sets of objects and effects without which it would be so, by their labels.
        names: What to call them.
    """

    fact: str
    said: str
    holds: bool
    nearest: tuple[View, ...] = ()
    ways: tuple[str, ...] = ()
    culprits: tuple[tuple[str, ...], ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/explain.md``."""
        return {
            "fact": self.fact,
            "said": self.said,
            "holds": self.holds,
            "nearest": [_view_as_data(one) for one in self.nearest],
            "ways": list(self.ways),
            "culprits": [list(one) for one in self.culprits],
        }

    def views(self) -> list[View]:
        """Return it as trees."""
        found = list(self.nearest)
        number = 1 + max((shown.number for root in found for shown in root.all()), default=0)
        told = {shown.text for shown in found}
        lines = tuple(line for line in self.ways if line not in told)
        if lines or not (self.ways or self.culprits):
            lines = lines or (words.NO_WAY,)
            found.append(View(number, "", words.WAYS, [View(number + 1 + at, "", one) for at, one in enumerate(lines)]))
            number += len(lines) + 1
        if self.culprits:
            lines = tuple(f" {words.AND} ".join(self.names.get(label, label) for label in one) for one in self.culprits)
            found.append(
                View(number, "", words.CULPRITS, [View(number + 1 + at, "", one) for at, one in enumerate(lines)])
            )
        else:
            found.append(View(number, "", words.NO_CULPRITS.format(size=MOST)))
        return found


def _view_as_data(shown: View) -> dict[str, Any]:
    return {"rule": shown.rule, "sentence": shown.text, "children": [_view_as_data(child) for child in shown.children]}


def why_not(
    board: Board,
    fact: str,
    *,
    edition: str = DEFAULT_EDITION,
    detail: Detail = "middle",
    depth: int | None = None,
) -> WhyNot:
    """Find out why a fact does not hold.

    Args:
        board: The board.
        fact: The fact, in the vocabulary or in words.
        edition: The edition of the rules.
        detail: How much is shown of the proof of what stood in the way.
        depth: How many levels of it; by default as the detail asks.

    Returns:
        What stands in its way; that it holds is an answer, too.

    Raises:
        InputError: It is no fact, or names something that is not there.
        ValueError: There is no such edition.
    """
    case = Case(board, edition=edition, walking=True)
    goals = read_goal(fact, board, case.answer)
    fact = ", ".join(goal.written for goal in goals)
    said = f" {words.AND} ".join(goal.said(case.speaker.names) for goal in goals)
    failing = [goal for goal in goals if not goal.holds(case.answer)]
    if not failing:
        return WhyNot(fact, said, True)
    walk = walk_through(case)
    obstacles = Obstacles(case, walk, detail, depth)
    nearest = tuple(shown for goal in failing for shown in _nearest(case, goal, walk, obstacles))
    ways = tuple(dict.fromkeys(line for goal in failing for line in _ways(case, goal, walk)))
    names = {**{f"step {one.step}": one.name for one in board.timeline.resolutions}, **case.speaker.names}
    return WhyNot(fact, said, False, nearest, ways, culprits(case, goals, walk), names)


# ---- culprits


def culprits(case: Case, goals: Sequence[Goal], walk: Walk) -> tuple[tuple[str, ...], ...]:
    """Find the smallest sets of objects and effects without which facts would hold.

    Each set is tried by deriving the board without it; no set that contains another one found is tried.

    Args:
        case: The board, grounded with ``walking``.
        goals: The facts, which do not all hold.
        walk: The walk of the board.

    Returns:
        Sets of labels, smaller ones first; sets of up to `MOST` are tried, of three only where none is smaller.
    """
    board = case.board
    subjects = {goal.label for goal in goals}
    labels = {one.source for one in walk.effects.values()} - subjects
    things = [label for label, thing in board.timeline.things.items() if thing.left is None and label in labels]
    effects = {one.label or f"step {one.step}": one.step for one in board.timeline.resolutions if one.ended is None}
    candidates = list(dict.fromkeys((*things, *effects)))
    plain = leaves_only_that(board, case.facts, things, effects)
    if plain:
        candidates = _at_stake(case, goals, things, effects)
    elif not _could_hold(case, goals, candidates):
        return ()
    found: list[tuple[str, ...]] = []
    for size in range(1, min(MOST, len(candidates)) + 1):
        if len(candidates) > _MANY[size] or (size == MOST and found):
            break
        known = list(map(set, found))
        tried = [one for one in combinations(candidates, size) if not any(map(set(one).issuperset, known))]
        found += _so_without_facts(case, tried, goals, effects) if plain else _so_without(case, tried, goals)
    return tuple(found)


_LAYERED: Mapping[str, tuple[str, ...]] = {
    "type": ("type",),
    "subtype": ("subtype", "every", "except"),
    "supertype": ("supertype",),
    "color": ("color",),
    "keyword": ("ability",),
    "ability": ("ability",),
    "every": ("every",),
    "property": ("property",),
    "power": ("power",),
    "toughness": ("toughness",),
}
"""What the answer says of what is asked about, by the kinds of the rules."""


def _at_stake(case: Case, goals: Sequence[Goal], things: Sequence[str], effects: Mapping[str, int]) -> list[str]:
    """Return the objects and effects that what is asked could hang on; none where nothing could ever make it so.

    What resolved before has found what it found (608.2h).
    """
    candidates = list(dict.fromkeys((*things, *effects)))
    words = any(fact.startswith("swap") for fact in case.facts.lines)
    asked: list[tuple[str, str, Term | None]] = []
    for goal in goals:
        kinds = _LAYERED.get(goal.predicate)
        if kinds is None or (kinds == ("ability",) and words):
            return candidates  # of the rest, the rules are not all that says so
        exact = goal.predicate in ("type", "subtype", "supertype", "color") and goal.value != "colorless"
        for kind in kinds:
            asked.append((kind, goal.label, goal.value if exact and kind == goal.predicate else None))
    steps = frozenset(effects.values())
    sure: list[str] = []
    maybe = [has_left(label) for label in things]
    for fact in case.facts.lines:
        (sure if steps.isdisjoint(steps_in(fact)) else maybe).append(fact)
    loose = loosened(sure, maybe, _last_layer(case, goals))
    if loose is None:
        return candidates
    for goal in goals:
        if not goal.negated and goal.value != "colorless" and goal.predicate not in ("power", "toughness"):
            values = {goal.label: loose.values(goal.label)}
            if not goal.holds(AnswerMaker(case.board.timeline, case.facts, values).answer({goal.label})):
                return []
    objects, numbers = loose.hangs_on(asked)
    return [one for one in candidates if (effects[one] in numbers if one in effects else one in objects)]


def _so_without_facts(
    case: Case, tried: Sequence[tuple[str, ...]], goals: Sequence[Goal], effects: Mapping[str, int]
) -> Iterator[tuple[str, ...]]:
    """Return the sets without which facts hold: it is tried on the facts alone, and those found are looked at again."""
    taken = [
        ([one for one in labels if one not in effects], [effects[one] for one in labels if one in effects])
        for labels in tried
    ]
    asked = frozenset(goal.label for goal in goals)
    answers = derive_without(case.board, case.facts, taken, of=asked, last=_last_layer(case, goals))
    hopeful = [labels for labels, one in zip(tried, answers, strict=True) if all(goal.holds(one) for goal in goals)]
    return _so_without(case, hopeful, goals) if hopeful else iter(())


def _last_layer(case: Case, goals: Sequence[Goal]) -> int:
    """Return the last layer that has a say in what is asked."""
    layers: dict[Term, list[int]] = {}
    for kind, layer in case.prover.atoms.rows("kind_in_layer", 2):
        if isinstance(layer, int):
            layers.setdefault(kind, []).append(layer)
    kinds = {_LAYERED.get(goal.predicate, ("",))[0] for goal in goals}
    return max(max(layers.get((kind,), LAYERS)) for kind in kinds)


# Where taking something away changes more than that it is there: each board is told anew.

_PLAIN = ("type", "subtype", "supertype", "color")
"""What is said of objects by words alone."""


def _could_hold(case: Case, goals: Sequence[Goal], candidates: Sequence[str]) -> bool:
    """Tell whether facts could hold without some of the objects and effects; False where no rule can ever say so.

    Going by what facts there could be, whichever are taken away: those of the board, and those that say that something
    was taken away. What resolved before has found what it found (608.2h).
    """
    asked = [goal for goal in goals if not goal.negated and goal.value != "colorless"]
    asked = [goal for goal in asked if goal.predicate in (*_PLAIN, "keyword")]
    if not asked or not candidates:
        return True
    told = [case.facts]
    for taken in (candidates, *((one,) for one in candidates)):
        with suppress(InputError):
            told.append(write_facts(without_these(case.board, taken), 0, edition=case.edition))
    facts = list(dict.fromkeys(line for one in told for line in one.lines))
    return all(_could_be(goal, facts, told) for goal in asked)


def _could_be(goal: Goal, facts: Sequence[str], told: Iterable[BoardFacts]) -> bool:
    """Tell whether rules could say of an object what is asked, going by some facts."""
    value = str(goal.value)
    if goal.predicate in _PLAIN:
        return could_answer(facts, (goal.predicate,), value)
    # Keywords are read off the abilities: those that the facts speak of, and those that rules themselves give.
    named = {ability.keyword for one in told for ability in one.abilities.values()}
    return value in named | KEYWORDS_OF_RULES or any(value in fact or fact.startswith("swap") for fact in facts)


def _so_without(case: Case, tried: Iterable[tuple[str, ...]], goals: Sequence[Goal]) -> Iterator[tuple[str, ...]]:
    """Return the sets without which facts hold, of those that are tried: many boards are derived together."""
    boards: dict[tuple[str, ...], Board] = {}
    for labels in tried:
        # A board that cannot be is none: something else needs what was taken away.
        with suppress(InputError):
            boards[labels] = without_these(case.board, labels)
    asked = frozenset(goal.label for goal in goals)
    before = Before(case.board, case.facts.settled)
    answers = derive_all(list(boards.values()), edition=case.edition, of=asked, before=before)
    for labels, answer in zip(boards, answers, strict=True):
        if isinstance(answer, InputError):
            continue
        if isinstance(answer, Exception):
            raise answer
        if all(goal.holds(answer) for goal in goals):
            yield labels


# ---- what could have made it so


def _ways(case: Case, goal: Goal, walk: Walk) -> Iterator[str]:
    """Say what became of the effects that would make a fact true, and which took it away."""
    name = case.speaker.names.get(goal.label, goal.label)
    reached = {
        (applied.effect, label) for applied in walk.applied for change in applied.changes for label in change.objects
    }
    idle = {one.effect: one for one in walk.idle}
    if goal.negated:
        return
    for applied in walk.applied:
        if _took(applied, goal):
            yield words.LOST.format(object=name, layer=applied.layer, effect=case.speaker.names.get(
                applied.effect.source, applied.effect.source))  # fmt: skip
    for effect in dict.fromkeys(_giving(case, goal, walk.effects)):
        said = case.speaker.names.get(effect.source, effect.source)
        if effect in idle:
            yield idle_text(walk, idle[effect])
        elif (effect, goal.label) not in reached:
            yield words.WAY_MISSED.format(effect=said, object=name)
        else:
            layer = next(one.layer for one in walk.applied if one.effect == effect)
            yield words.WAY_TAKEN.format(effect=said, object=name, layer=layer)
    yield from _ended(case, goal, name)


def _ended(case: Case, goal: Goal, name: str) -> Iterator[str]:
    """Say which effects would make a fact true that have ended (611.2), by a step or with what they lasted for."""
    rows = case.prover.atoms.rows
    for resolution in case.board.timeline.resolutions:
        if resolution.ended is not None:
            with suppress(InputError):
                longer = without_its_end(case.board, resolution.label)
                if goal.holds(derive(longer, edition=case.edition)):
                    yield words.WAY_ENDED.format(effect=resolution.name, object=name)
            continue
        step: Term = ("step", 0, resolution.step)
        over = [printed for of, printed in rows("over", 2) if of == step]
        worn = [arguments(effect)[1] for effect, of in rows("worn_off", 2) if of == ("o", 0, goal.label)
                and arguments(effect)[0] == step]  # fmt: skip
        if any(one in (*over, *worn) and _gives(case, goal, op, value) for one, op, value in rows("op", 3)):
            yield words.WAY_LASTED.format(effect=resolution.name, object=name)


def _took(applied: Applied, goal: Goal) -> bool:
    """Tell whether an effect made a fact false."""
    return any(
        goal.label in change.objects and _looks(change.before, goal) and not _looks(change.after, goal)
        for change in applied.changes
    )


def _looks(look: Look, goal: Goal) -> bool:
    """Tell whether an object looks as a fact says."""
    wanted = str(goal.value)
    if goal.predicate in ("type", "subtype", "supertype"):
        return wanted in look.type_line.replace("—", " ").split()
    if goal.predicate == "color":
        return wanted in look.colors
    if goal.predicate in ("keyword", "ability"):
        return any(wanted.lower() in text.lower() for text in look.abilities)
    if goal.predicate in ("power", "toughness"):
        return bool(getattr(look, goal.predicate) == goal.value)
    return False


def _giving(case: Case, goal: Goal, effects: Mapping[str, EffectName]) -> Iterator[EffectName]:
    """Return the effects that would make a fact true of what they reach."""
    for effect, operation, value in case.prover.atoms.rows("does", 3):
        key = written(effect)
        if key in effects and _gives(case, goal, operation, value):
            yield effects[key]


def _gives(case: Case, goal: Goal, operation: Term, value: Term) -> bool:
    """Tell whether what an effect does would make a fact true."""
    if isinstance(operation, tuple) and operation[0] in _GIVES.get(goal.predicate, ()):
        wanted = str(goal.value).lower()
        said = goal.predicate in ("keyword", "ability") and wanted in case.speaker.say(value).lower()
        return said or value == goal.value or goal.predicate == "controller"
    return goal.predicate == "subtype" and operation == ("add_every",)


# ---- the rule that comes nearest


def _nearest(case: Case, goal: Goal, walk: Walk, obstacles: Obstacles) -> Iterator[View]:
    """Return what stood in the way; where nothing did, the rule that comes nearest to making it so."""
    if not goal.negated:
        found = list(obstacles.of(goal, _giving(case, goal, walk.effects)))
        if found:
            yield from found
            return
    if goal.negated:
        atom = case.goal_atom(goal._replace(negated=False))
        if atom is not None:
            yield View(0, "", words.IN_THE_WAY, [view(prove(case, atom))])
        return
    for atom in _wanted(case, goal):
        shown = _Nearest(case).of(atom, case.prover.atoms.calls, 0)
        if shown is not None:
            yield shown
            return


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
"""How far a rule got, with what values, and the condition at which it failed."""


class _Nearest:
    """Finds the rule that comes nearest to deriving an atom, and why it fails."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._inference = case.prover.inference
        self._seen: set[Term] = set()
        self._number = 0

    def of(self, atom: Term, latest: int, level: int) -> View | None:
        """Return the nearest rule instance for an atom that is not true.

        Args:
            atom: The atom.
            latest: The last grounding call that counts.
            level: How deep this is.
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
        """Return how far a rule gets, with what values, and the condition at which it fails."""
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
                proof = view(prove(self._case, hindering, call), "short")
                below = View(number + 1000, "", words.IN_THE_WAY, [proof])
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
        return None if said is None else View(self._number, "", words.MISSING.format(what=said))


def _agree(binding: dict[str, Term], names: Sequence[str], values: Sequence[Term]) -> bool:
    """Give the parameters of a program part their values; tell whether these are the ones known."""
    return all(binding.setdefault(name, value) == value for name, value in zip(names, values, strict=True))
