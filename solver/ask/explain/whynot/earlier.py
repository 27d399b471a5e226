"""Facts that held earlier: by an effect whose duration is over, or for an object that has left (400.7, 611.2b)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from facts.board import Resolution, Thing
from facts.text import InputError
from solver.ask.derive import derive
from solver.ask.explain.fact import Goal
from solver.ask.explain.proof import Case, prove
from solver.ask.explain.reasons import gives
from solver.ask.explain.rules import Term, arguments
from solver.ask.explain.walk import start_text
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.whynot.removal_text import said_resolved
from solver.ask.explain.wording import phrases as words
from solver.engine import ONE_BOARD


def worn_off(case: Case, goal: Goal) -> Iterator[str]:
    """Say which effects would make a fact true if their duration were not over, and why it is (611.2b).

    Args:
        case: The board.
        goal: The fact, which does not hold.
    """
    for resolution in case.timeline.resolutions:
        over = () if resolution.ended is not None else tuple(_over(case, goal, resolution))
        for atom, printed in over[:1]:
            rows = case.prover.atoms.rows("operation", 3)
            would = any(one == printed and gives(case, goal, op, value) for one, op, value in rows)
            # The fact held just after the resolution, and not before it.
            if would or (_was_so(case, goal, resolution.step) and not _was_so(case, goal, resolution.step - 1)):
                effect = words.capital(said_resolved(resolution))
                yield words.WAY_LASTED.format(effect=effect, why=_why(case, atom, resolution))


def rule_of_its_end(case: Case, resolution: Resolution) -> str:
    """Return the paragraph by which effects of a spell or ability are over, as a step of the board says.

    Args:
        case: The board.
        resolution: The spell or ability.

    Returns:
        Its number; empty if no step ends it, or if the rules let all its effects go on.
    """
    if resolution.ended is None:
        return ""
    atoms = case.prover.atoms
    step: Term = ("step", ONE_BOARD, resolution.step)
    over: list[Term] = [("duration_over", *row) for row in atoms.matching("duration_over", 2, {0: step})]
    begun = {row[0] for row in atoms.matching("copied_at", 2, {1: resolution.step})}
    ended = atoms.matching("copy_ends", 2, {1: resolution.ended})
    over += [("copy_ends", *row) for row in ended if row[0] in begun]
    return next((node.rule for node in (prove(case, one) for one in over) if node.rule), "")


def copies_over(case: Case, walk: Walk, goal: Goal) -> Iterator[str]:
    """Say which copy effects ended without a step that says so, if a fact holds for what they copied (611.2b, 702.26f).

    Args:
        case: The board.
        walk: Its walk.
        goal: The fact, which does not hold.
    """
    for start in walk.starts:
        ended = start.object == goal.label and start.what.startswith("copy ended")
        if ended and start.detail in case.answer.objects and goal._replace(label=start.detail).holds(case.answer):
            yield f"{start_text(walk, start)}."


def pairs_over(case: Case, goal: Goal) -> Iterator[str]:
    """Say that the pair of a creature ended, if a fact held as it was paired (702.95e).

    Args:
        case: The board.
        goal: The fact, which does not hold.
    """
    thing = case.timeline.things[goal.label]
    other = case.timeline.things.get(thing.paired)
    if other is None:
        return
    ended = ("unpaired", ("o", ONE_BOARD, thing.label), ("o", ONE_BOARD, other.label))
    if ended[1:] in case.prover.atoms.rows("unpaired", 2) and _was_so(case, goal, max(thing.step, other.step)):
        node = prove(case, ended)
        yield words.BY_RULE.format(said=words.capital(node.sentence), rule=node.rule)


def _over(case: Case, goal: Goal, resolution: Resolution) -> Iterator[tuple[Term, Term]]:
    """Go through the effects of a spell or ability that are over, for all or for the object: the atom, the effect."""
    step, here = ("step", ONE_BOARD, resolution.step), ("o", ONE_BOARD, goal.label)
    for of, printed in case.prover.atoms.rows("duration_over", 2):
        if of == step:
            yield ("duration_over", of, printed), printed
    for effect, of in case.prover.atoms.rows("duration_over_for", 2):
        if of == here and arguments(effect)[0] == step:
            yield ("duration_over_for", effect, of), arguments(effect)[1]


def _why(case: Case, atom: Term, resolution: Resolution) -> str:
    """Say why an effect is over, with the paragraph."""
    node = prove(case, atom)
    if node.rule and node.sentence:
        return words.BY_THIS_RULE.format(said=words.small(node.sentence), rule=node.rule)
    # The rules decided it at an earlier moment.
    source = case.speaker.names.get(resolution.source, resolution.source)
    return words.BY_THIS_RULE.format(said=words.CONTROL_LOST.format(source=source), rule="611.2b")


def was_another(case: Case, goal: Goal) -> Iterator[str]:
    """Say that a fact held for an object that has left: its card has become a new object since (400.7).

    Args:
        case: The board.
        goal: The fact, which does not hold.
    """
    now = case.timeline.things[goal.label]
    if goal.negated or goal.others or goal.predicate == "zone":
        return
    for before in case.timeline.things.values():
        if before.left is None or before.left > now.step or not _may_be_the_same_card(before, now):
            continue
        if _was_so(case, goal._replace(label=before.label), before.left - 1):
            yield words.WAS_ANOTHER.format(
                before=words.capital(case.speaker.names.get(before.label, before.label)),
                object=(case.speaker.names.get(goal.label, goal.label)),
                step=before.left,
            )


def _may_be_the_same_card(before: Thing, now: Thing) -> bool:
    """Tell whether two objects may be one card: a token does not come back."""
    tokens = before.token or now.token
    return before.card.name == now.card.name and before.owner == now.owner and not tokens


def _was_so(case: Case, goal: Goal, step: int) -> bool:
    """Tell whether a fact held after a step of the board."""
    steps = case.board.document.data["timeline"][:step]
    with suppress(InputError):
        earlier = case.board.with_timeline(steps)
        return goal.label in earlier.timeline.things and goal.holds(derive(earlier, edition=case.edition))
    return False
