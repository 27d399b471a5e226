"""How many boards a proof covers: counted exactly, by what is chosen for each object and for each effect.

Boards count apart if they differ in what they are made of: their objects and what happened to each, the effects of each
object and of spells, in their order. The same objects in another order are another board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import prod

from solver.ask.check.bounded.proof_vocabulary import KINDS, MOST_OPERATIONS, Form, Words
from solver.ask.check.bounded.shapes import number_of_copies

_TURNED = ("transform", "transform_twice")
"""Events of double-faced objects alone."""
_SETS_SIZE = {"set_power", "set_toughness"}


def number_of_boards(objects: int, effects: int, words: Words) -> int:
    """Count the boards up to a size.

    Args:
        objects: The maximum number of objects; there is one at least.
        effects: The maximum number of effects. Those of copied abilities count.
        words: The vocabulary.
    """
    static, spell = ways_of_a_static_ability(words), ways_of_a_spell(words)
    found = 0
    for many in range(1, objects + 1):
        for copies in product(*(range(place if "copy" in words.events else 1) for place in range(1, many + 1))):
            those = prod(_ways_of_an_object(words, place, copies[place - 1]) for place in range(1, many + 1))
            # A copy has lost its printed abilities; those of the original count for each copy, too.
            born = [1 + number_of_copies(place, copies) for place in range(1, many + 1) if not copies[place - 1]]
            found += those * sum(
                static**printed * (spell * many) ** spells
                for numbers in _shared(born, effects)
                for printed in (sum(numbers),)
                for spells in range(effects - sum(map(int.__mul__, born, numbers)) + 1)
            )
    return found


def _shared(born: list[int], effects: int) -> Iterator[tuple[int, ...]]:
    """Return the ways to give abilities to objects: how many each has, so that there are no more effects than these."""
    if not born:
        yield ()
        return
    for number in range(effects // born[0] + 1):
        for others in _shared(born[1:], effects - number * born[0]):
            yield (number, *others)


def _ways_of_an_object(words: Words, place: int, copied: int) -> int:
    """Count the ways to choose an object, without its effects; with its host, nothing or an object before it."""
    if copied:
        kinds = len(KINDS)
    else:
        turned = sum(event in _TURNED for event in words.events)
        kinds = len(KINDS) * (len(words.events) - turned - ("copy" in words.events)) + turned
    return kinds * 2 * place * (2 if words.counters else 1)


def ways_of_a_static_ability(words: Words) -> int:
    """Count the static abilities: by their operations, filter and condition, and whether they define (604.3).

    Args:
        words: The vocabulary.
    """
    conditions = 1 + len(words.conditions)
    found = 0
    for forms in _sets_of_operations(words):
        steals = any("gain_control" in form for form in forms)
        filters = sum(affects == "attached" for affects in words.filters) if steals else len(words.filters)
        defining = words.defining and "this" in words.filters and not steals
        own = defining and all(set(form) <= _SETS_SIZE for form in forms)
        found += (filters + own) * conditions
    return found


def ways_of_a_spell(words: Words) -> int:
    """Count what a spell may do to one target: it takes no control, and counts nothing as it resolves.

    Args:
        words: The vocabulary.
    """
    return sum(
        not any("gain_control" in form or any(isinstance(value, dict) for value in form.values()) for form in forms)
        for forms in _sets_of_operations(words)
    )


def _sets_of_operations(words: Words) -> Iterator[tuple[Form, ...]]:
    """Return the operations that an effect may have together, at least one."""
    for many in range(1, MOST_OPERATIONS + 1):
        for forms in combinations(words.operations, many):
            if not any(excluded(one, other) for one, other in combinations(forms, 2)):
                yield forms


def excluded(one: Form, other: Form) -> bool:
    """Tell whether one effect cannot have both operations: they exclude each other, or one gives what one forbids.

    Args:
        one: An operation.
        other: Another one.
    """
    once = {key for key in one.keys() & other.keys() if key == "add_abilities" or not isinstance(one[key], list)}
    return bool(once) or one.keys() | other.keys() >= {"add_abilities", "cannot_have"}
