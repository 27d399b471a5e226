"""Looking into a grounding: is every atom a fact, and is there one model?"""

from __future__ import annotations

from solver.engine.layers import Layers


def open_atoms(layers: Layers, most: int = 5) -> list[str]:
    """Return atoms that are no facts. There are some where gringo did not recognize the strata.

    Args:
        layers: A grounding.
        most: How many, at most.
    """
    found = [str(atom.symbol) for atom in layers.control.symbolic_atoms if not atom.is_fact]
    return sorted(found)[:most]


def models(layers: Layers) -> int:
    """Return how many models there are: one, if all is well.

    Args:
        layers: A grounding.
    """
    layers.control.configuration.solve.models = 0  # type: ignore[union-attr]
    with layers.control.solve(yield_=True) as handle:
        return sum(1 for _ in handle)
