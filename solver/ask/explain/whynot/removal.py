"""Derive a board without some of its objects or effects, for all such choices in one grounding.

clingo chooses which of them to take away, and the rules derive the rest from that choice (`solver.engine.rounds`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST

from facts.board import Board, BoardFacts
from solver.answer import Values, collect
from solver.ask.removable import Part, Taken, facts_of, step_of
from solver.ask.together import has_left, leaves_only_that, steps_in
from solver.engine import LAYERS, Rounds, add_facts, remembers
from solver.program import in_force, rules_text, statements, syntax_trees
from solver.speed import needed

MOST = 3
"""The largest sets to search for if there are no smaller ones."""
_LARGEST = 12
"""The size of the largest sets to search for."""


_OF_SIZES = tuple(f",{sort},{size})." for sort in ("greatest", "total") for size in ("power", "toughness"))
"""The ends of facts by which an amount is the greatest or the total power or toughness of objects."""


def _has_too_many_numbers(facts: Sequence[str]) -> bool:
    """Tell whether too many numbers are possible: an amount depends on the sizes of objects, which effects change."""
    return any(fact.startswith("amount_of(") and fact.endswith(_OF_SIZES) for fact in facts)


def can_choose(board: Board, facts: BoardFacts, taken: Sequence[Taken]) -> bool:
    """Tell whether one grounding can stand for all removals.

    Args:
        board: The board.
        facts: Its facts, with the number 0.
        taken: The removable things.
    """
    return not _has_too_many_numbers(facts.lines) and leaves_only_that(board, facts, taken)


class Choices(NamedTuple):
    """The facts of a board over the choice of things to take away.

    Attributes:
        sure: The facts that stay after any removal.
        rules: The rules that decide which other facts there are.
        possible: All facts that could be.
    """

    sure: list[str]
    rules: list[str]
    possible: list[str]


def choices(facts: BoardFacts, taken: Sequence[Taken]) -> Choices:
    """Write the facts of a board so that each of some things is taken away or not.

    Args:
        facts: The facts of the board, with the number 0. Taking things away must change no others
            (`grouping.leaves_only_that`).
        taken: The removable things.
    """
    steps: dict[int, int] = {}
    parts: list[tuple[str, int]] = []
    found = Choices([], [], list(facts.lines))
    instead: list[tuple[str, int]] = []
    for place, one in enumerate(taken):
        if isinstance(one, Part):
            no_more, others = facts_of(facts.timeline, one)
            parts += [(start, place) for start in no_more]
            instead += [(fact, place) for fact in others]
        elif one in facts.timeline.things:
            instead.append((has_left(one), place))
        else:
            steps[step_of(facts.timeline, one)] = place
    for fact in facts.lines:
        of = {steps[step] for step in steps_in(fact) if step in steps} if steps else set()
        of |= {place for start, place in parts if fact.startswith(start)}
        if of:
            found.rules.append(f"{fact[:-1]} :- {', '.join(f'not {gone(place)}' for place in sorted(of))}.")
        else:
            found.sure.append(fact)
    for fact, place in instead:
        found.possible.append(fact)
        found.rules.append(f"{fact[:-1]} :- {gone(place)}.")
    found.rules.append(f"{{ {_all_of(taken)} }}.")
    return found


def _all_of(taken: Sequence[Taken]) -> str:
    return ";".join(gone(place) for place in range(len(taken)))


class Asked:
    """A question to a grounding over choices.

    Attributes:
        control: The clingo control.
    """

    control: Control
    _said: dict[str, list[tuple[Symbol, int]]]

    def read_answers(self) -> None:
        """Read the values that the answer could give each object."""
        self._said = defaultdict(list)
        for atom in self.control.symbolic_atoms.by_signature("answer", 3):
            on = atom.symbol.arguments[1]
            if on.name == "o":
                self._said[on.arguments[1].string].append((atom.symbol, 0 if atom.is_fact else atom.literal))

    def could_say(self, label: str) -> list[Symbol]:
        """Return all values that an object could have in the answer after some removal.

        Args:
            label: Its label.

        Returns:
            Atoms ``answer(Kind,Object,Value)``.
        """
        return [symbol for symbol, _ in self._said.get(label, ())]

    def ask_for(self, wanted: Iterable[Symbol]) -> None:
        """From now on ask only for sets that make one of some atoms true.

        Args:
            wanted: Atoms that `could_say` returned.
        """
        asked = self._literals_of(wanted)
        if all(asked):
            self._never([-literal for literal in asked])

    def ask_for_none(self, unwanted: Iterable[Symbol]) -> None:
        """From now on ask only for sets that make none of some atoms true.

        Args:
            unwanted: Atoms that `could_say` returned.
        """
        for literal in self._literals_of(unwanted):
            self._never([literal] if literal else [])

    def _literals_of(self, atoms: Iterable[Symbol]) -> list[int]:
        """Return the literals of atoms; 0 for atoms that hold after any removal."""
        literals = {symbol: literal for several in self._said.values() for symbol, literal in several}
        return [literals[symbol] for symbol in atoms]

    def any_way(self, conflicts: int = 0) -> bool | None:
        """Tell whether some set meets everything that was asked for.

        Args:
            conflicts: The number of conflicts of the solver after which to give up; 0 for never.

        Returns:
            Whether there is such a set; None if the solver gave up.
        """
        configuration = self.control.configuration.solve
        configuration.models = 1  # type: ignore[union-attr]
        configuration.solve_limit = str(conflicts or "umax")  # type: ignore[union-attr]
        found = self.control.solve().satisfiable
        configuration.models = 0  # type: ignore[union-attr]
        configuration.solve_limit = "umax"  # type: ignore[union-attr]
        return found

    def _never(self, literals: Sequence[int]) -> None:
        with self.control.backend() as backend:
            backend.add_rule([], literals)


class Removal(Rounds, Asked):
    """The rules over the choice of things to take away from a board.

    Attributes:
        candidates: The removable things.
    """

    def __init__(self, facts: BoardFacts, taken: Sequence[Taken], last: int) -> None:
        """Ground everything that could be.

        Args:
            facts: The facts of the board; see `choices`.
            taken: The removable things.
            last: The last layer that matters: later layers are not run.
        """
        self.candidates = tuple(taken)
        chosen = choices(facts, taken)
        everything = _all_of(taken)
        self._largest = min(_LARGEST, len(taken))
        sizes = [f"{_SIZE}({n}) :- {n} {{ {everything} }} {n}." for n in range(1, self._largest + 1)]
        # The solver meets each grounding a few times only: looking for equivalences takes longer than it saves.
        control = Control(["--warn=none", "--eq=0"], logger=lambda code, message: None)
        add_facts(control, chosen.sure)
        trees, written = _loaded(needed(chosen.possible))
        super().__init__(control, trees, "\n".join([*chosen.rules, *sizes]), written)
        self._run(last)
        self.read_answers()
        taken_away = self._literals(_GONE)
        self._gone = [taken_away[place] for place in range(len(taken))]
        self._sizes = self._literals(_SIZE)
        control.configuration.solve.models = 0  # type: ignore[union-attr]

    def rule_out(self, taken: Iterable[Taken]) -> None:
        """From now on ask only for sets that do not contain all of some candidates.

        Args:
            taken: The candidates.
        """
        self._never([self._gone[self.candidates.index(one)] for one in taken])

    def ways(
        self, size: int, of: Iterable[str], kept: Iterable[Taken] = (), most: int = 0
    ) -> Iterator[tuple[tuple[Taken, ...], Values]]:
        """Find sets of things to take away.

        Args:
            size: The number of candidates in a set; at most twelve.
            of: The labels of the objects whose values to return.
            kept: Candidates that are not taken away.
            most: The most sets to find; 0 for all.

        Returns:
            The chosen candidates, in their order, and the values that the rules derive then.
        """
        if size > self._largest:
            return
        told = [pair for label in of for pair in self._said.get(label, ())]
        found: list[tuple[tuple[Taken, ...], Values]] = []
        self.control.configuration.solve.models = most  # type: ignore[union-attr]
        staying = [-self._gone[self.candidates.index(one)] for one in kept]
        with self.control.solve(assumptions=[self._sizes[size], *staying], yield_=True) as handle:
            for model in handle:
                taken = tuple(one for one, at in zip(self.candidates, self._gone, strict=True) if model.is_true(at))
                said = [symbol for symbol, literal in told if not literal or model.is_true(literal)]
                found.append((taken, collect(said, 0)))
        order = {one: place for place, one in enumerate(self.candidates)}
        yield from sorted(found, key=lambda one: [order[taken] for taken in one[0]])

    def weigh(self, step: int, before: int, layer: int) -> None:
        """Ground dependencies, if the order could depend on them, and the effects that are next."""
        if self.control.symbolic_atoms[Function("contested", [Number(step)])] is None:
            self.ground(("choose", [step, layer]))
        else:
            super().weigh(step, before, layer)

    def _run(self, last: int) -> None:
        """Ground as many rounds per layer as could be needed."""
        state = 0
        for layer in LAYERS:
            done, granted = 0, False
            most = self._rounds(layer) if layer <= last else 0
            while done < most:
                self.round(state + 1, state, layer)
                state, done = state + 1, done + 1
                if self.control.symbolic_atoms[Function("bestows", [Number(state)])] is not None:
                    granted = True
                    self.ground(("instances", [state]))
                if granted:
                    most = len(self._effects_of(layer))
        self.ground(("final", [state]))

    def _effects_of(self, layer: int) -> list[Symbol]:
        """Return the effects that have a part in a layer."""
        potential = (one.symbol.arguments for one in self.control.symbolic_atoms.by_signature("has_part", 2))
        return [effect for effect, where in potential if where == Number(layer)]

    def _rounds(self, layer: int) -> int:
        """Return how many rounds a layer needs at most, unless effects come into being meanwhile.

        In each round one effect at least is applied of those that may get in each other's way, and first those from
        characteristic-defining abilities (613.3).
        """
        atoms = self.control.symbolic_atoms
        together: dict[Symbol, set[Symbol]] = {effect: {effect} for effect in self._effects_of(layer)}
        for one in atoms.by_signature("linked", 3):
            effect, other, where = one.symbol.arguments
            if where == Number(layer):
                together[effect].add(other)
        defining = {one.symbol.arguments[0] for one in atoms.by_signature("from_defining_ability", 1)}
        return sum(
            max((len(several) for effect, several in together.items() if (effect in defining) == first), default=0)
            for first in (True, False)
        )

    def _literals(self, name: str) -> dict[int, int]:
        """Return the literals of atoms by the number that each has; after a solve some atoms are no more."""
        atoms = self.control.symbolic_atoms.by_signature(name, 1)
        return {one.symbol.arguments[0].number: one.literal for one in atoms}


_WARM = 3
"""The number of times that rules are loaded as text. Later loads use their syntax trees, which then pay off."""
_loads = 0


def _loaded(which: tuple[int, ...]) -> tuple[tuple[AST, ...], str]:
    """Return rules to load, as syntax trees and as text.

    Args:
        which: The places of their statements.
    """
    global _loads
    _loads += 1
    if _loads > _WARM or in_force() is None:
        return syntax_trees(which), ""
    remembering = tuple(number for number in which if remembers(statements()[number].text))
    others = frozenset(which).difference(remembering)
    return syntax_trees(remembering), rules_text(tuple(number for number in which if number in others))


_GONE, _SIZE = "gone", "taken_away"
"""The choice of a candidate, by its place, and the number of chosen ones."""


def gone(place: int) -> str:
    """Return the atom that says that a candidate is taken away.

    Args:
        place: Its place among the candidates.
    """
    return f"{_GONE}({place})"
