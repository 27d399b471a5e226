"""Why an object does not have a number of counters: those that it has, and abilities that it lacked on entering."""

from __future__ import annotations

from collections.abc import Iterator

from facts.text import NUMBER_WORDS
from solver.ask.explain.fact import Goal, counters_meant
from solver.ask.explain.proof import Case, View
from solver.ask.explain.reasons import Obstacles
from solver.ask.explain.rules import Term, written
from solver.ask.explain.wording import phrases as words


def said_of_counters(case: Case, goal: Goal) -> str:
    """Say how many counters of a kind an object has, and how many are missing or too many (122.1).

    Args:
        case: The board.
        goal: The fact that it has another number of them.
    """
    wanted, kind = counters_meant(str(goal.value))
    there = case.answer.objects[goal.label].counters.get(kind, 0)
    pattern = words.COUNTERS_MISSING if there < wanted else words.COUNTERS_TOO_MANY
    return words.capital(
        pattern.format(
            object=case.speaker.names.get(goal.label, goal.label),
            there=f"{_number(there)} {kind} {words.COUNTERS[there != 1]}",
            number=_number(abs(wanted - there)),
            verb=words.IS_ARE[abs(wanted - there) != 1],
        )
    )


def counters_there(case: Case, goal: Goal, obstacles: Obstacles) -> Iterator[View]:
    """Return what put the counters of a kind on an object and removed them, and what would have brought more.

    Args:
        case: The board.
        goal: The fact that it has another number of them.
        obstacles: Proves what is so.
    """
    _, kind = counters_meant(str(goal.value))
    here: Term = ("o", 0, goal.label)
    atoms = case.prover.atoms
    for row in atoms.matching("amounts_to", 3, {0: here, 1: kind}):
        yield obstacles.proof(("amounts_to", *row))
        break
    else:
        name = case.speaker.names.get(goal.label, goal.label)
        yield View(0, "122.1", words.capital(words.NO_COUNTER_PUT.format(kind=kind, object=name)))
    had = {row[1] for row in atoms.matching("had_then", 2, {0: here})}
    if not atoms.holds(("counters_asked", here)):
        return
    for ability in dict.fromkeys(row[3] for row in atoms.matching("copiable", 4, {0: here, 2: ("ability",)})):
        said = case.facts.abilities.get(written(ability))
        if said is not None and ability not in had and atoms.holds(("speaks_of_counters", ability)):
            name = case.speaker.names.get(goal.label, goal.label)
            takers = atoms.matching("taken_then", 3, {0: here, 1: ability})
            effects = list(dict.fromkeys(case.speaker.say(row[2]) for row in takers))
            yield View(0, "614.12", words.lacked_as_it_entered(name, said.text, effects))


def _number(number: int) -> str:
    """Return a number in words, if it is small."""
    if not number:
        return words.NO
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)
