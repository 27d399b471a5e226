"""Values that effects could not give an object: a subtype without its card type (205.3d), an ability that is barred."""

from __future__ import annotations

from collections.abc import Iterator

from facts.cards import usual_words_of
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case
from solver.ask.explain.reasons.sizes import said_source
from solver.ask.explain.rules import name_of
from solver.ask.explain.walk import source_name, waiting_text
from solver.ask.explain.walk_values import Applied, Walk
from solver.ask.explain.wording import article
from solver.ask.explain.wording import phrases as words


def withheld_from(walk: Walk, goal: Goal) -> Iterator[tuple[Applied, str]]:
    """Return the effects that were applied to an object and could not give it what a fact says, each with the rule.

    Args:
        walk: The walk.
        goal: The fact, which does not hold.
    """
    for applied in walk.applied:
        for change in applied.changes:
            for what, rule in change.withheld if goal.label in change.objects else ():
                if what == goal.value or (goal.predicate == "subtype" and goal.value in usual_words_of(what)):
                    yield applied, rule


def no_room(case: Case, walk: Walk, goal: Goal) -> Iterator[str]:
    """Say which effects could not give an object a subtype, and what they waited for (205.3d, 613.8b).

    Args:
        case: The board.
        walk: Its walk.
        goal: The fact that it has the subtype, which does not hold.
    """
    value, called = str(goal.value), case.speaker.names.get(goal.label, goal.label)
    here, atoms = ("o", 0, goal.label), case.prover.atoms
    sets = [row[0] for row in atoms.rows("correlated", 2) if value in usual_words_of(str(name_of(row[0])[0]))]
    types = [str(row[1]) for name in sets for row in atoms.matching("correlated", 2, {0: name})]
    # Name the card types that the object once had; if it had none of them, name all possible ones.
    once = {row[2] for row in atoms.matching("has", 4, {0: here, 1: ("type",)})}
    types = [one.lower() for one in dict.fromkeys(types) if one in once or once.isdisjoint(types)]
    for applied, rule in withheld_from(walk, goal) if goal.predicate == "subtype" else ():
        yield words.capital(
            words.NO_ROOM.format(
                effect=said_source(case, walk, applied.effect),
                object=called,
                value=f"{article(value)} {value}",
                types=words.joined(types, words.OR),
                rule=rule,
            )
        )
        for dependency in applied.waited:
            said = "" if dependency.loop else waiting_text(walk, dependency, applied.effect)
            if said:
                yield words.capital(f"{source_name(walk, applied.effect)} {said.removeprefix('It ')}")
