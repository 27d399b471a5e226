"""Deriving: a board goes in, what everything on it is comes out."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from clingo import Function, Number, String, Symbol

from facts.board import Board
from facts.board_facts import BoardFacts, SpokenOfError, board_facts, object_term
from facts.cards import Ability
from facts.edition import DEFAULT_EDITION, EDITIONS, Edition, edition_of
from facts.errors import show
from facts.timeline import Resolution
from solver.alike import alike
from solver.answer import Answer, ObjectAnswer
from solver.answering import AnswerMaker
from solver.layers import Layers
from solver.symbols import collect

__all__ = ["DEFAULT_EDITION", "EDITIONS", "derive", "ground", "in_edition", "make_answer", "write_facts"]

_NUMBER = 0
_NEVER = ("", sys.maxsize)


def derive(board: Board, *, edition: str = DEFAULT_EDITION) -> Answer:
    """Derive what every object of a board is.

    Args:
        board: The board.
        edition: The edition of the Comprehensive Rules: one of `EDITIONS`.

    Returns:
        The answer.

    Raises:
        ValueError: There is no such edition.
        InputError: Something happens on the board that the edition does not know.
    """
    facts, layers = ground(board, edition=edition, once=True)
    return in_edition(make_answer(board, facts, layers), board, edition)


def in_edition(answer: Answer, board: Board, edition: str) -> Answer:
    """Return an answer with the numbers of an edition, and with warnings of what it does not know.

    Args:
        answer: The answer.
        board: The board.
        edition: The edition of the rules.

    Returns:
        The answer.
    """
    rules = edition_of(edition)
    unknown = tuple(dict.fromkeys(rules.anachronisms(board)))
    objects = answer.objects
    if rules.number("305.6") != "305.6":
        objects = {label: _renumbered(one, rules) for label, one in objects.items()}
    return answer._replace(objects=objects, warnings=(*unknown, *answer.warnings))


def _renumbered(one: ObjectAnswer, rules: Edition) -> ObjectAnswer:
    abilities = tuple(
        ability if ability.rule is None else ability._replace(rule=rules.number(ability.rule))
        for ability in one.abilities
    )
    return one._replace(abilities=abilities)


def make_answer(board: Board, facts: BoardFacts, layers: Layers) -> Answer:
    """Return the answer of a board that is grounded.

    Args:
        board: The board.
        facts: Its facts.
        layers: Its grounding.

    Returns:
        The answer.
    """
    values = collect(layers.shown(), _NUMBER)
    values.update({label: values[same] for label, same in facts.alike.items() if same in values})
    return AnswerMaker(board.timeline, facts.abilities, values).answer()


def ground(
    board: Board,
    *,
    edition: str = DEFAULT_EDITION,
    thorough: bool = False,
    walking: bool = False,
    once: bool = False,
    answer_only: bool = False,
    checking: bool = False,
) -> tuple[BoardFacts, Layers]:
    """Ground the rules for a board.

    Args:
        board: The board.
        edition: The edition of the rules.
        thorough: Find out who depends on whom also where it changes nothing.
        walking: Apply what touches the same object one effect and one layer at a time.
        once: For the answer alone: of objects that nothing distinguishes, ground one (the facts say which it stands
            for), and leave out rules that do not lead to the answer.
        answer_only: Only leave out those rules.
        checking: Ask what the check of a board asks, too.

    Returns:
        The facts of the board, and the grounding with the answer in it.

    Raises:
        ValueError: There is no such edition.
    """
    edition_of(edition).admit(board)
    settled: list[str] = []
    turnings = iter((*board.timeline.turnings, _NEVER))
    turning = next(turnings)
    for resolution in board.timeline.resolutions:
        while turning[1] < resolution.step:
            settled.extend(f"{fact}." for fact in _settle(board, settled, edition, turning=turning))
            turning = next(turnings)
        if resolution.asks or (checking and resolution.targets and not resolution.entering):
            found = _settle(board, settled, edition, before=resolution)
            settled.extend(f"{fact}." for fact in found)
            if len(resolution.candidates) > 1:
                _choose(board, resolution, found)
    while turning is not _NEVER:
        settled.extend(f"{fact}." for fact in _settle(board, settled, edition, turning=turning))
        turning = next(turnings)
    facts = write_facts(board, edition=edition, settled=settled, once=once)
    if checking:
        from facts.checking import checking_facts

        facts = facts._replace(lines=(*facts.lines, *checking_facts(board.timeline, _NUMBER, facts)))
    layers = Layers(facts.lines, thorough=thorough, walking=walking, answer_only=once or answer_only)
    layers.run()
    if checking:
        layers.check()
    return facts, layers


def write_facts(
    board: Board,
    *,
    edition: str,
    settled: Sequence[str] = (),
    before: Resolution | None = None,
    turning: tuple[str, int] | None = None,
    once: bool = True,
) -> BoardFacts:
    """Write a board as facts.

    Args:
        board: The board.
        edition: The edition of the rules.
        settled: What resolving spells and abilities found.
        before: Write the board as it stood before this one, which asks what it finds.
        turning: Write the board as it stood before this object was to transform, with the step.
        once: Of objects that nothing distinguishes, write one.

    Returns:
        The facts.
    """
    asker = before.step if before is not None else turning[1] if turning is not None else None
    until = None if asker is None else asker - 1
    write = partial(
        board_facts, board.timeline, _NUMBER, edition=edition, settled=settled, before=before, turning=turning
    )
    if not once:
        return write()
    try:
        return write(alike=alike(board.timeline, settled, until=until))
    except SpokenOfError:
        return write()


def _settle(
    board: Board,
    settled: list[str],
    edition: str,
    *,
    before: Resolution | None = None,
    turning: tuple[str, int] | None = None,
) -> list[Symbol]:
    """Return what a resolving spell or ability found, by the board as it stood then (611.2c, 608.2h, 702.145b)."""
    facts = write_facts(board, edition=edition, settled=settled, before=before, turning=turning, once=True)
    layers = Layers(facts.lines, answer_only=True)
    layers.run()
    layers.settle()
    found = [one[0] for one in layers.atoms("settled", 1)]
    return [*found, *_found_alike(found, facts.alike)]


def _found_alike(found: Sequence[Symbol], same: Mapping[str, str]) -> Iterator[Symbol]:
    """Say of the objects that were left out what was found of the ones that stand for them."""
    left_out: dict[str, list[str]] = {}
    for label, other in same.items():
        left_out.setdefault(other, []).append(label)
    for one in found:
        if one.name in ("found", "fixed_of"):
            first, second, about, *rest = one.arguments
            for label in left_out.get(about.arguments[1].string, ()):
                yield Function(one.name, [first, second, Function("o", [Number(_NUMBER), String(label)]), *rest])


def _choose(board: Board, resolution: Resolution, found: Sequence[Symbol]) -> None:
    """Choose, of the abilities that a step could mean, the one whose targets are legal and whose condition is met.

    Raises:
        InputError: There is none, or more than one.
    """
    facts = {str(one) for one in found}
    fitting: list[tuple[str, Ability]] = []
    for term, ability in resolution.candidates:
        effects = [(f"effect({term},{number})", effect) for number, effect in enumerate(ability.effects, 1)]
        if all(_fits(effect, form, resolution, facts) for effect, form in effects):
            fitting.append((term, ability))
    conditional = [one for one in fitting if any("if" in effect for effect in one[1].effects)]
    fitting = conditional or fitting
    if len(fitting) > 1:  # one that says what it targets goes before one that speaks of "it"
        telling = [one for one in fitting if any(_says_targets(effect) for effect in one[1].effects)]
        fitting = telling if len(telling) == 1 else fitting
    if len(fitting) != 1:
        texts = "; ".join(show(ability.text) for _, ability in (fitting or resolution.candidates))
        which = "several abilities" if fitting else "no ability"
        raise board.document.error(
            ("timeline", resolution.step - 1, "resolves"),
            f"{which} of {resolution.name} can apply to what 'affects' names",
            f"Name one with 'ability': {texts}",
        )
    resolution.term, resolution.ability = fitting[0]
    resolution.candidates = fitting


def _says_targets(form: Mapping[str, Any]) -> bool:
    """Tell whether an effect says what it may target."""
    affects = form.get("affects")
    return isinstance(affects, Mapping) and "targets" in affects


def _fits(effect: str, form: Mapping[str, Any], resolution: Resolution, facts: set[str]) -> bool:
    """Tell whether one effect of an ability can apply: by its targets and its condition."""
    step = f"step({_NUMBER},{resolution.step})"
    if "if" in form and f"condition_met({step},{effect})" not in facts:
        return False
    affects = form.get("affects", "this")
    if affects == "this" and resolution.source and resolution.targets is not None:
        return set(resolution.targets) == {resolution.source}
    if isinstance(affects, str):
        return True
    # What it targets must be legal for it; what it finds by itself must be among what it finds.
    question = "fits" if isinstance(affects, Mapping) and "targets" in affects else "found"
    objects = [object_term(_NUMBER, label) for label in resolution.targets or ()]
    return all(f"{question}({step},{effect},{one})" in facts for one in objects)
