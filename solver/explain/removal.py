"""What would be without some objects and effects, asked in one grounding: each of them is taken away or not.

Nothing is tried out: clingo chooses what is taken away, and the rules say what everything is then (`solver.rounds`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST

from solver.choosing import needed
from solver.grouping import has_left, steps_in
from solver.layers import LAYERS
from solver.loading import add_facts
from solver.program import in_force, rules_text, statements, syntax_trees
from solver.rounds import Rounds
from solver.stepwise import remembers
from solver.symbols import Values, collect

MOST = 3
"""So many objects and effects are taken away together, at most."""


class Removal(Rounds):
    """The rules over the choice of what is taken away from a board.

    Attributes:
        candidates: What can be taken away, by label or name.
    """

    def __init__(self, facts: Sequence[str], candidates: Mapping[str, int | None], last: int) -> None:
        """Ground everything that could be.

        Args:
            facts: The facts of the board, with its number 0, each with its full stop. Taking candidates away must
                change no others (`grouping.leaves_only_that`).
            candidates: What can be taken away: labels of objects, each with None, and names of effects, each with the
                number of the step that makes it.
            last: The last layer that matters: later ones are not looked at.
        """
        self.candidates = tuple(candidates)
        places = {step: place for place, step in enumerate(candidates.values()) if step is not None}
        sure, choices, possible = [], [], list(facts)
        for fact in facts:
            of = sorted(places[step] for step in steps_in(fact) if step in places)
            if of:
                choices.append(f"{fact[:-1]} :- {', '.join(f'not {_gone(place)}' for place in of)}.")
            else:
                sure.append(fact)
        for place, (label, step) in enumerate(candidates.items()):
            if step is None:
                possible.append(has_left(label))
                choices.append(f"{has_left(label)[:-1]} :- {_gone(place)}.")
        everything = ";".join(_gone(place) for place in range(len(candidates)))
        choices += [f"{{ {everything} }} {MOST}.", *(f"{_SIZE}({n}) :- {n} {{ {everything} }} {n}." for n in _SIZES)]
        control = Control(["--warn=none"], logger=lambda code, message: None)
        add_facts(control, sure)
        trees, written = _loaded(needed(possible))
        super().__init__(control, trees, "\n".join(choices), written)
        self._run(last)
        self._said: dict[str, list[tuple[Symbol, int]]] = defaultdict(list)
        for atom in control.symbolic_atoms.by_signature("answer", 3):
            on = atom.symbol.arguments[1]
            if on.name == "o":
                self._said[on.arguments[1].string].append((atom.symbol, 0 if atom.is_fact else atom.literal))
        gone = self._literals(_GONE)
        self._gone = [gone[place] for place in range(len(candidates))]
        self._sizes = self._literals(_SIZE)
        control.configuration.solve.models = 0  # type: ignore[union-attr]

    def could_say(self, label: str) -> list[Symbol]:
        """Return all that the answer could say of an object, whatever is taken away.

        Args:
            label: Its label.

        Returns:
            Atoms ``answer(Kind,Object,Value)``.
        """
        return [symbol for symbol, _ in self._said.get(label, ())]

    def ask_for(self, wanted: Iterable[Symbol]) -> None:
        """Ask from now on only for what makes one of some atoms true.

        Args:
            wanted: Atoms that `could_say` returned.
        """
        literals = {symbol: literal for several in self._said.values() for symbol, literal in several}
        asked = [literals[symbol] for symbol in wanted]
        if all(asked):
            self._never([-literal for literal in asked])

    def rule_out(self, labels: Iterable[str]) -> None:
        """Ask from now on only for what does not take all of some candidates away.

        Args:
            labels: Which.
        """
        self._never([self._gone[self.candidates.index(label)] for label in labels])

    def any_way(self) -> bool:
        """Tell whether there is anything to take away, as it was asked for."""
        configuration = self.control.configuration.solve
        configuration.models = 1  # type: ignore[union-attr]
        found = bool(self.control.solve().satisfiable)
        configuration.models = 0  # type: ignore[union-attr]
        return found

    def ways(self, size: int, of: Iterable[str]) -> Iterator[tuple[tuple[str, ...], Values]]:
        """Find what can be taken away.

        Args:
            size: How many candidates together, 1 to `MOST`.
            of: Tell of objects of these labels.

        Returns:
            Which, in the order of the candidates, and what the rules say then.
        """
        told = [pair for label in of for pair in self._said.get(label, ())]
        found: list[tuple[tuple[str, ...], Values]] = []
        with self.control.solve(assumptions=[self._sizes[size]], yield_=True) as handle:
            for model in handle:
                taken = tuple(one for one, at in zip(self.candidates, self._gone, strict=True) if model.is_true(at))
                said = [symbol for symbol, literal in told if not literal or model.is_true(literal)]
                found.append((taken, collect(said, 0)))
        order = {label: place for place, label in enumerate(self.candidates)}
        yield from sorted(found, key=lambda one: [order[label] for label in one[0]])

    def weigh(self, step: int, before: int, layer: int) -> None:
        """Ground who depends on whom, where the order could hang on that, and which effects are next."""
        if self.control.symbolic_atoms[Function("contested", [Number(step)])] is None:
            self.ground(("choose", [step, layer]))
        else:
            super().weigh(step, before, layer)

    def _run(self, last: int) -> None:
        """Ground so many rounds a layer as could be needed."""
        state = 0
        for layer in LAYERS:
            done, granted = 0, False
            while layer <= last and done < self._rounds(layer, granted=granted):
                self.round(state + 1, state, layer)
                state, done = state + 1, done + 1
                if self.control.symbolic_atoms[Function("bestows", [Number(state)])] is not None:
                    granted = True
                    self.ground(("instances", [state]))
        self.ground(("final", [state]))

    def _rounds(self, layer: int, *, granted: bool) -> int:
        """Return how many rounds a layer needs at most.

        In each round one effect at least is applied of those that may get in each other's way, and first those from
        characteristic-defining abilities (613.3). Where effects come into being meanwhile, so many as there are.
        """
        atoms = self.control.symbolic_atoms
        here = [
            one.symbol.arguments[0]
            for one in atoms.by_signature("potential", 2)
            if one.symbol.arguments[1] == Number(layer)
        ]
        if granted:
            return len(here)
        together: dict[Symbol, set[Symbol]] = {effect: {effect} for effect in here}
        for one in atoms.by_signature("linked", 3):
            effect, other, where = one.symbol.arguments
            if where == Number(layer):
                together[effect].add(other)
        defining = {one.symbol.arguments[0] for one in atoms.by_signature("from_cda", 1)}
        return sum(
            max((len(several) for effect, several in together.items() if (effect in defining) == first), default=0)
            for first in (True, False)
        )

    def _literals(self, name: str) -> dict[int, int]:
        """Return the literals of atoms by the number that each has; after a solve some atoms are no more."""
        atoms = self.control.symbolic_atoms.by_signature(name, 1)
        return {one.symbol.arguments[0].number: one.literal for one in atoms}

    def _never(self, literals: Sequence[int]) -> None:
        with self.control.backend() as backend:
            backend.add_rule([], literals)


_WARM = 3
"""So many times rules are loaded as text; from then on from their syntax trees, which then pay."""
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


_SIZES = range(1, MOST + 1)
_GONE, _SIZE = "gone", "taken_away"
"""What is chosen, by the place of the candidate, and how many are."""


def _gone(place: int) -> str:
    return f"{_GONE}({place})"
