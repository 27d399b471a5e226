"""Test that a program has one answer for each choice: it has if nothing depends on its own absence."""

from __future__ import annotations

from collections.abc import Sequence

from clingo import Observer


class Strata(Observer):
    """Listens to a grounding and remembers which atoms depend on which."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._follows: dict[int, list[tuple[int, bool]]] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """Take a ground rule."""
        self._take(head, body)

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """Take a ground rule with a count or sum."""
        self._take(head, [literal for literal, _ in body])

    def _take(self, head: Sequence[int], body: Sequence[int]) -> None:
        for atom in head:
            self._follows.setdefault(atom, []).extend((abs(literal), literal < 0) for literal in body)

    def unstratified(self) -> bool:
        """Tell whether some atom depends on its own absence."""
        return bool(self.round_about())

    def round_about(self) -> list[int]:
        """Return the atoms that depend on the absence of atoms that depend on them."""
        component = self._components()
        return [
            atom
            for atom, below in self._follows.items()
            if any(negative and component.get(atom) == component.get(other, -1) for other, negative in below)
        ]

    def circles(self) -> list[list[int]]:
        """Return the atoms that depend on each other, circle by circle; one that depends on itself is one."""
        found: dict[int, list[int]] = {}
        for atom, which in self._components().items():
            found.setdefault(which, []).append(atom)
        itself = {atom for atom, below in self._follows.items() if any(other == atom for other, _ in below)}
        return [those for those in found.values() if len(those) > 1 or itself.issuperset(those)]

    def _components(self) -> dict[int, int]:
        """Return the strongly connected component of each atom (Tarjan, without recursion)."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        found: dict[int, int] = {}
        stack: list[int] = []
        for start in self._follows:
            if start in index:
                continue
            work = [(start, -1)]  # an atom, and the last of its dependencies that is done: none yet
            while work:
                atom, at = work.pop()
                if at < 0:
                    at = 0
                    index[atom] = low[atom] = len(index)
                    stack.append(atom)
                below = self._follows.get(atom, ())
                for place in range(at, len(below)):
                    other = below[place][0]
                    if other not in index:
                        work += [(atom, place), (other, -1)]
                        break
                    if other not in found:
                        low[atom] = min(low[atom], low[other])
                else:
                    if low[atom] == index[atom]:
                        while True:
                            other = stack.pop()
                            found[other] = index[atom]
                            if other == atom:
                                break
        return found
