"""The turn of each rule in a run over possible values: a rule comes after those whose atoms it reads, where it can.

`solver.speed.possible` runs a rule again whenever something new is possible in its body. In this order a rule mostly
has everything it reads before it is run. Rules that depend on each other have some order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from solver.speed.sketch_parts import Predicate, Sketch


def turns(rules: Sequence[Sketch]) -> list[int]:
    """Put rules in order: the reverse of the order in which a depth-first search leaves them.

    Args:
        rules: Their sketches.

    Returns:
        The turn of each, from 0 on.
    """
    readers: defaultdict[Predicate, list[int]] = defaultdict(list)
    for place, rule in enumerate(rules):
        for predicate in dict.fromkeys(atom.predicate for atom in rule.body):
            readers[predicate].append(place)

    def next_ones(place: int) -> Iterator[int]:
        return (reader for head in rules[place].heads for reader in readers[head.predicate])

    left: list[int] = []
    entered: set[int] = set()
    for first in range(len(rules)):
        path = [] if first in entered else [(first, next_ones(first))]
        entered.add(first)
        while path:
            place, further = path[-1]
            deeper = next((one for one in further if one not in entered), None)
            if deeper is None:
                left.append(place)
                path.pop()
            else:
                entered.add(deeper)
                path.append((deeper, next_ones(deeper)))
    found = [0] * len(rules)
    for turn, place in enumerate(reversed(left)):
        found[place] = turn
    return found
