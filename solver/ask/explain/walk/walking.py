"""The walk: how a board's objects became what they are, layer by layer and effect by effect."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from facts.board import Board, BoardFacts, Timeline
from facts.cards import edition_of
from solver.answer import AnswerMaker, ObjectAnswer, Value, Values, collect, value_of
from solver.ask.derive import DEFAULT_EDITION, ground
from solver.ask.explain.proof import Prover
from solver.ask.explain.rules import LAYERS, Atoms, Term, name_of, rulebook, rulebook_order, stated, term_of, written
from solver.ask.explain.walk.beginning import Beginning, number_of
from solver.ask.explain.walk.found import findings_of
from solver.ask.explain.walk.sequence import Told, Waited, alike, awaited, giver, in_sequence
from solver.ask.explain.walk_values import (
    OLDER,
    REACH,
    YOUNGER,
    Applied,
    Change,
    Dependency,
    EffectName,
    Idle,
    Look,
    Missed,
    Walk,
)
from solver.ask.explain.wording import Conditions, names_of
from solver.engine import Layers
from solver.process import one_at_a_time
from solver.program import Grounding

if TYPE_CHECKING:
    from solver.ask.explain.proof import Case

_NUMBER = 0
_PARAGRAPHS = {
    "loop": ("in_loop", 3),
    "waits_for": ("waits_for", 3),
    "never": ("depends_on", 3),
    "later layer": ("came_after", 4),
    "no_room": ("receives_subtype", 4),
    "not_given": ("cannot_have_ability", 3),
}
"""The predicates of the law whose paragraphs the walk names, by what it tells of."""
_NEVER = 1_000_000
"""A step that is never reached."""
_LEFT = "left"
"""The reason that all objects that an effect affected have left (400.7)."""
_DOINGS = (("gains", 5), ("loses", 5), ("changes", 5), ("switches", 3))
"""The results of an effect, as atoms of the rules."""
_GIVEN = {"type": "gives_type", "subtype": "gives_subtype", "every": "gives_every"}
"""The predicates of the values that an effect gives."""
_CONSTANT = ("name", "face", "controller", "mana_value", "copied", "phased_out")


@one_at_a_time
def explain(board: Board, *, edition: str = DEFAULT_EDITION) -> Walk:
    """Walk through the layers, and check the board.

    Args:
        board: The board.
        edition: The edition of the Comprehensive Rules.

    Returns:
        The walk, with the findings of the check.

    Raises:
        ValueError: There is no such edition.
    """
    told, layers = ground(board, edition=edition, thorough=True, walking=True, checking=True)
    return _walk(told, layers, board.timeline, edition)


def walk_through(case: Case) -> Walk:
    """Walk through a board that is grounded for it.

    Args:
        case: The board, grounded with ``walking``.

    Returns:
        The walk.

    Raises:
        TypeError: The board is grounded with the law alone, which has no walk.
    """
    if not isinstance(case.layers, Layers):
        raise TypeError("the law alone has no walk")
    return _walk(case.facts, case.layers, case.board.timeline, case.edition)


def _age(other: str, effect: str, older: Collection[tuple[str, str]]) -> str:
    """Return how an effect compares in age with one that depends on it, as the law tells (613.7)."""
    return OLDER if (other, effect) in older else YOUNGER if (effect, other) in older else ""


def _walk(told: BoardFacts, layers: Layers, timeline: Timeline, edition: str) -> Walk:
    layers.walk()
    maker = AnswerMaker(told, collect(layers.shown(), _NUMBER))
    prover = Prover(Atoms(layers, told.lines, rulebook()), rulebook())
    return _Walker(told, layers, maker, prover, timeline, edition).walk()


class _Walker:
    """Reads the walk from a grounded board."""

    def __init__(
        self,
        told: BoardFacts,
        layers: Grounding,
        maker: AnswerMaker,
        prover: Prover,
        timeline: Timeline,
        edition: str,
    ) -> None:
        self._edition = edition_of(edition)
        self._told = told
        self._timeline = told.timeline
        self._asked = timeline
        self._prover = prover
        self._layers = layers
        self._maker = maker
        self._answer = maker.answer()
        self._final: Values = collect(layers.shown(), _NUMBER)
        self._conditions = Conditions(told, prover.atoms, self._called())
        self._names: dict[str, EffectName] = {}
        self._looks = self._all_looks()
        self._times = {str(effect): time.number for effect, time in layers.atoms("timestamp", 2)}

    def walk(self) -> Walk:
        """Read the walk."""
        waited = self._waited()
        objects = self._answer.objects
        beginning = Beginning(self._timeline, self._layers, self._prover, objects, self._looks, self._edition)
        return Walk(
            objects,
            self._called(),
            tuple(beginning.starts()),
            tuple(self._applied(waited)),
            tuple(self._idle(waited)),
            tuple(self._missed()),
            self._answer.refused,
            self._answer.warnings,
            {str(effect): self._name(effect) for effect, _ in self._layers.atoms("timestamp", 2)},
            tuple(findings_of(self._told, self._asked, self._layers, self._answer, self._prover, self._edition.year)),
        )

    def _called(self) -> dict[str, str]:
        """Return the names of objects, also of those that have left."""
        effects = {one.label: one.name for one in self._timeline.resolutions if one.label}
        return effects | names_of(self._timeline, self._answer)

    def _name(self, effect: Symbol) -> EffectName:
        key = str(effect)
        if key not in self._names:
            text = self._maker.effect_text(effect) if effect.name != "ruled" else _ruled(effect.arguments[0])
            source = self._maker.effect_source(effect)
            self._names[key] = EffectName(source, text, self._times.get(key, 0), effect.name)
        return self._names[key]

    # ---- layers 4 to 7

    def _applied(self, waited: Waited) -> Iterable[Applied]:
        """Return the applied effects, layer by layer, and within a layer in an order that shows the reasons.

        The rules apply independent effects together. The walk tells these by timestamp, as if each were applied alone:
        an effect out of that order has a reason for it.
        """
        looks = self._looks
        performed: dict[tuple[int, str], list[str]] = {}
        for effect, thing, _, mode in self._layers.atoms("performing", 4):
            if mode.name == "now":
                performed.setdefault((mode.arguments[0].number, str(effect)), []).append(thing.arguments[1].string)
        taken: dict[int, list[Symbol]] = {}
        for effect, _, when in self._layers.atoms("part_applied", 3):
            taken.setdefault(when.number, []).append(effect)
        defining = {str(effect) for (effect,) in self._layers.atoms("from_defining_ability", 1)}
        withheld, rules = self._withheld(), self._rules()
        ranks: dict[Symbol, Symbol] = {row[0]: row[1] for row in self._layers.atoms("rank", 2)}
        found: dict[int, list[Told]] = {}
        for number, step in enumerate(self._layers.steps):
            for effect in taken.get(step.number, ()):
                key = str(effect)
                labels = self._in_order(performed.get((step.number, key), ()))
                if not labels:
                    continue
                changes = [
                    Change(
                        (label,), looks[label, step.before], looks[label, number + 1],
                        tuple(withheld.get((key, label, step.layer), ())),
                    )
                    for label in labels
                ]  # fmt: skip
                after = awaited(key, step.layer, waited) | {giver(effect)}
                behind = waited.pop((key, step.layer), {})
                told = Applied(
                    LAYERS[step.layer], self._name(effect), key in defining, alike(changes), tuple(behind.values()),
                    rules.get((step.number, key), ()),
                )  # fmt: skip
                found.setdefault(step.layer, []).append(
                    Told(told, key, step.number, frozenset(labels), after, (ranks[effect], effect))
                )
        for layer in sorted(found):
            yield from in_sequence(found[layer])

    def _rules(self) -> dict[tuple[int, str], tuple[str, ...]]:
        """Return the rules that each effect applied by, by step and effect: one look for each kind of change."""
        prover = self._prover
        found: dict[tuple[int, str], list[str]] = {}
        looked: set[tuple[object, ...]] = set()
        for name, arity in _DOINGS:
            for row in prover.atoms.rows(name, arity):
                mode = row[-1]
                if not isinstance(mode, tuple) or mode[0] != "now":
                    continue
                key = (name, row[0], mode, *row[2:-2])
                if key in looked:
                    continue
                looked.add(key)
                atom: Term = (name, *row)
                given = _GIVEN.get(name_of(row[2])[0]) if name == "gains" else None
                if given is not None:
                    # The wording decides: "in addition", what is retained (205.1b), or neither.
                    kept = [one[1] for one in prover.atoms.matching("printed_as", 2, {0: row[0]})]
                    retained = [("retains_types", one) for one in kept if given == "gives_type"]
                    atom = next(filter(prover.atoms.holds, retained), (given, row[0], row[3]))
                instance = next(prover.inference.instances(atom, prover.atoms.calls), None)
                if instance is not None and not instance.rule.bookkeeping and isinstance(mode[1], int):
                    found.setdefault((mode[1], written(row[0])), []).append(self._edition.number(instance.rule.number))
        for effect, thing, mode in prover.atoms.rows("overwrites", 3):
            if isinstance(mode, tuple) and mode[0] == "now" and isinstance(mode[1], int):
                number = number_of(self._prover, self._edition, ("overwrites", effect, thing, mode))
                found.setdefault((mode[1], written(effect)), []).append(number)
        for key, number in self._of_land_types():
            found.setdefault(key, []).append(number)
        return {key: tuple(sorted(set(numbers), key=rulebook_order)) for key, numbers in found.items()}

    def _of_land_types(self) -> Iterable[tuple[tuple[int, str], str]]:
        """Return by which rule land types brought or took their abilities, by step and effect (305.6)."""
        prover = self._prover
        there: dict[tuple[Term, Term], set[Term]] = {}
        numbers: dict[Term, str] = {}
        row: tuple[Term, ...]
        for row in prover.atoms.matching("has", 4, {1: ("ability",)}):
            thing, _, ability, state = row
            if isinstance(ability, tuple) and ability[0] == "intrinsic":
                there.setdefault((thing, state), set()).add(ability)
                if ability not in numbers:
                    rules = [one for one in prover.book.deriving("has", 4) if not one.bookkeeping]
                    instance = next(prover.inference.instances(("has", *row), prover.atoms.calls, rules), None)
                    if instance is not None:
                        numbers[ability] = self._edition.number(instance.rule.number)
        if not there:
            return
        states = {step.number: (step.before, number + 1) for number, step in enumerate(self._layers.steps)
                  if LAYERS[step.layer] == "4"}  # fmt: skip
        nothing: set[Term] = set()
        for effect, thing, _, mode in prover.atoms.rows("performing", 4):
            if isinstance(mode, tuple) and mode[0] == "now" and mode[1] in states:
                before, after = (there.get((thing, state), nothing) for state in states[mode[1]])
                for ability in before ^ after:
                    if ability in numbers:
                        yield (mode[1], written(effect)), numbers[ability]

    def _in_order(self, labels: Iterable[str]) -> list[str]:
        """Return labels in the order of the board."""
        wanted = set(labels)
        return [label for label in self._answer.objects if label in wanted]

    def _all_looks(self) -> dict[tuple[str, int], Look]:
        """Return the values of each object before and after each step that changes it."""
        # Objects without any type, color or ability left are watched, too.
        values: dict[tuple[str, int], dict[str, list[Value]]] = {
            (where.arguments[1].string, when.number): {} for where, when in self._layers.atoms("watched", 2)
        }
        for when, where, kind, value in self._layers.atoms("seen", 4):
            told = values.setdefault((where.arguments[1].string, when.number), {})
            told.setdefault(kind.name, []).append(value_of(value))
        looks: dict[tuple[str, int], Look] = {}
        alike: dict[Any, Look] = {}
        for (label, state), kinds in values.items():
            final = self._final.get(label, {})
            constant = {kind: found for kind, found in final.items() if kind in _CONSTANT or ":" in kind}
            thing = self._timeline.things[label]
            key = (id(thing.card), thing.side, *((kind, *found) for kind, found in {**kinds, **constant}.items()))
            if key not in alike:
                alike[key] = _look(self._maker.seen(label, {**kinds, **constant}))
            looks[label, state] = alike[key]
        return looks

    # ---- dependency

    def _waited(self) -> Waited:
        """Return which effects each effect depended on and came after, or formed a loop with, by effect and layer."""
        layer_of = {step.number: step.layer for step in self._layers.steps}
        taken = {
            (str(effect), layer.number): step.number for effect, layer, step in self._layers.atoms("part_applied", 3)
        }
        reasons: dict[tuple[str, str, int], set[str]] = {}
        for effect, other, reason, step in self._layers.atoms("reason", 4):
            reasons.setdefault((str(effect), str(other), step.number), set()).add(reason.name)
        reach: dict[tuple[str, str, int, str], list[str]] = {}
        for name in ("would_reach", "would_not_reach"):
            for effect, other, thing, step in self._layers.atoms(name, 4):
                label = thing.arguments[1].string
                reach.setdefault((str(effect), str(other), step.number, name), []).append(label)
        found: Waited = {}
        chain = self._chain()
        older = {(str(effect), str(other)) for effect, other in self._layers.atoms("older_than", 2)}
        for name in ("waits_for", "loop"):
            for effect, other, step in self._layers.atoms(name, 3):
                layer = layer_of.get(step.number)
                if layer is None:
                    continue
                one, two = str(effect), str(other)
                mine, others = taken.get((one, layer), _NEVER), taken.get((two, layer), _NEVER)
                came = "never" if others == _NEVER else "before" if others < mine else "after"
                # A loop counts in the step in which one of the two was chosen: then they ignored each other. An earlier
                # loop may have come undone (613.8c). An effect that waited came later, if at all.
                if step.number != min(mine, others) if name == "loop" else came == "after":
                    continue
                why = tuple(sorted(reasons.get((one, two, step.number), ())))
                gains, loses = (
                    tuple(self._in_order(reach.get((one, two, step.number, what), ())))
                    for what in ("would_reach", "would_not_reach")
                )
                through = tuple(map(self._name, chain(other, effect, step.number))) if name == "loop" else ()
                rule = stated(*_PARAGRAPHS["never" if name == "waits_for" and came == "never" else name])
                age = _age(two, one, older)
                dependency = Dependency(self._name(other), why, gains, loses, name == "loop", through, came, rule, age)
                found.setdefault((one, layer), {})[two] = dependency
        for effect, other, where in self._layers.atoms("came_true", 3):
            rule = stated(*_PARAGRAPHS["waits_for"])
            age = _age(str(other), str(effect), older)
            dependency = Dependency(self._name(other), ("came true",), (), (), loop=False, rule=rule, age=age)
            found.setdefault((str(effect), where.number), {}).setdefault(str(other), dependency)
        return found

    def _chain(self) -> Callable[[Symbol, Symbol, int], list[Symbol]]:
        """Return a function that finds the effects through which one depends on another in a step."""
        depends: dict[tuple[int, Symbol], list[Symbol]] = {}
        for effect, other, step in self._layers.atoms("depends_on", 3):
            depends.setdefault((step.number, effect), []).append(other)

        def chain(first: Symbol, last: Symbol, step: int) -> list[Symbol]:
            came: dict[Symbol, Symbol] = {first: first}
            queue = [first]
            for one in queue:
                for other in depends.get((step, one), ()):
                    if other not in came:
                        came[other] = one
                        queue.append(other)
            found: list[Symbol] = []
            at = came.get(last, first)
            while at != first:
                found.append(at)
                at = came[at]
            return found[::-1]

        return chain

    def _withheld(self) -> dict[tuple[str, str, int], list[tuple[str, str]]]:
        """Return the values that effects could not give, by effect, object and layer."""
        found: dict[tuple[str, str, int], list[tuple[str, str]]] = {}
        for name, layer in (("no_room", 4), ("not_given", 6)):
            for effect, thing, word in self._layers.atoms(name, 3):
                label = thing.arguments[1].string
                what = str(value_of(word)).replace("_", " ")
                found.setdefault((str(effect), label, layer), []).append((what, stated(*_PARAGRAPHS[name])))
        return {key: sorted(each) for key, each in found.items()}

    # ---- effects that did nothing

    def _idle(self, waited: Waited) -> Iterable[Idle]:
        takers: dict[str, list[Symbol]] = {}
        for taker, effect in self._layers.atoms("took_ability", 2):
            takers.setdefault(str(effect), []).append(taker)
        found = [
            Idle(
                self._name(effect),
                REACH if why.name == _LEFT else why.name,
                tuple(map(self._name, takers.get(str(effect), ()))),
                tuple(one for key, each in waited.items() if key[0] == str(effect) for one in each.values()),
                number_of(self._prover, self._edition, ("does_nothing", term_of(effect, {}), term_of(why, {}))),
                self._conditions.unmet(term_of(effect, {})) if why.name in ("condition", "if") else "",
                why.name == _LEFT,
            )
            for effect, why in self._layers.atoms("does_nothing", 2)
        ]
        return sorted(found, key=lambda one: (one.effect.timestamp, one.effect.source, one.effect.text))

    def _missed(self) -> Iterable[Missed]:
        found: dict[tuple[str, str, str, str], dict[str, set[tuple[str, str]]]] = {}
        names: dict[str, EffectName] = {}

        def note(effect: Symbol, thing: Symbol, other: Symbol, layer: str, *what: Symbol) -> None:
            names[str(effect)], names[str(other)] = self._name(effect), self._name(other)
            key = (str(effect), thing.arguments[1].string, str(other), layer)
            told = found.setdefault(key, {"lost": set(), "gained": set()})
            if what:
                kind, value, how = what
                told[how.name].add((kind.name, str(value_of(value))))

        for effect, thing, other in self._layers.atoms("left_affected_set", 3):
            note(effect, thing, other, "")
        for effect, thing, other, kind, value, how in self._layers.atoms("left_as", 6):
            note(effect, thing, other, "", kind, value, how)
        for effect, thing, other, layer, kind, value, how in self._layers.atoms("taken_out", 7):
            note(effect, thing, other, LAYERS[layer.number], kind, value, how)
        missed = [
            Missed(
                names[one],
                label,
                names[two],
                layer,
                tuple(sorted(told["lost"])),
                tuple(sorted(told["gained"])),
                stated(*_PARAGRAPHS["later layer" if layer else "waits_for"]),
            )
            for (one, label, two, layer), told in found.items()
        ]
        order = {label: place for place, label in enumerate(self._answer.objects)}
        return sorted(
            missed,
            key=lambda one: (one.effect.timestamp, one.effect.source, one.effect.text, order.get(one.object, -1),
                             one.by.timestamp),
        )  # fmt: skip


def _ruled(what: Symbol) -> str:
    """Return the subject of a rule of the game: ``counters +1/+1``."""
    return " ".join([what.name, *(str(value_of(one)) for one in what.arguments)])


def _look(one: ObjectAnswer) -> Look:
    texts = tuple(ability.text for ability in one.abilities)
    keywords = tuple(ability.keyword for ability in one.abilities if ability.keyword is not None)
    size = one.power, one.toughness
    return Look(one.type_line, one.colors, *size, texts, one.supertypes, one.types, one.subtypes, keywords)
