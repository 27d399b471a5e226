"""Many boards in one grounding: identifiers carry their board, so the answers are those of each alone.

A call to ground costs about the same whether the rules look at one board or at sixty.
"""

from __future__ import annotations

import warnings
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from facts.board import Board, BoardFacts, Finding, Settled, Timeline, board_facts, object_term
from facts.cards import Card, edition_of, read_ability
from facts.runtime import pattern
from facts.text import InputError
from solver.answer import Answer, AnswerMaker, collect_each
from solver.ask.derive import DEFAULT_EDITION, derive
from solver.ask.removable import Part, Taken, facts_of, step_of, without_these
from solver.ask.together.batch_order import by_steps
from solver.engine import LAYERS, Grounds, Layers, Question, answered, questions
from solver.process import TURN, one_at_a_time, searched_later
from solver.speed import Switch, is_on

SIZE = 60
"""The number of boards of ten objects in one grounding: with more, the steps of each wait for the others."""
_FULL = 10 * SIZE
"""The most objects in one grounding of several boards."""
_LARGE = 40
"""A board with more objects goes alone, where objects that nothing distinguishes are derived once."""


class Before(NamedTuple):
    """A board from whose end others go on.

    Attributes:
        board: The board.
        settled: Its decisions at its moments.
    """

    board: Board
    settled: Settled


def derive_all(
    boards: Sequence[Board],
    *,
    edition: str = DEFAULT_EDITION,
    of: Container[str] | None = None,
    before: Before | None = None,
    last: int = LAYERS[-1],
) -> Iterator[Answer | Exception]:
    """Derive boards, as many as fit in one grounding.

    Args:
        boards: The boards. If they are many, boards with much the same steps share a grounding.
        edition: The edition of the rules.
        of: Labels. Where boards share a grounding, answers have only the objects with these labels, and no warnings.
        before: The board from whose end all of them go on, if there is one: its findings need not be found again.
        last: The last layer that matters: where boards share a grounding, later layers are not run.

    Returns:
        The answer of each, in order, or the exception that deriving it raised.
    """
    found: dict[int, Answer | Exception] = {}
    small: list[Board] = []
    rules = edition_of(edition)
    for board in boards:
        try:
            rules.admit(board.document)
        except InputError as error:
            found[id(board)] = error
            continue
        if len(board.timeline.things) > _LARGE or not is_on(Switch.GROUPS):
            found[id(board)] = _alone(board, edition)
        else:
            small.append(board)
    for group in groups(by_steps(small), _alike_in_size(small)) if len(small) > SIZE else groups(small):
        with TURN, searched_later():
            found.update(_together(group, edition, of, before, last))
    for board in boards:
        yield found[id(board)]


def _alike_in_size(boards: Sequence[Board]) -> int:
    """Return how many objects fill a group, so that as few groups as possible have much the same size."""
    sizes = [len(board.timeline.things) for board in boards]
    return min(_FULL, ceil(sum(sizes) / ceil(sum(sizes) / _FULL)) + max(sizes) - 1)


def groups(boards: Iterable[Board], full: int = _FULL) -> list[list[Board]]:
    """Put boards into groups in which no card differs from another of its name.

    Args:
        boards: The boards.
        full: The maximum number of objects in a group.

    Returns:
        The groups, each in the order of its boards.
    """
    found: list[list[Board]] = []
    cards: list[dict[str, Card]] = []
    objects: list[int] = []
    for board in boards:
        size, named = len(board.timeline.things), _cards_of(board.timeline)
        for number, known in enumerate(cards):
            if objects[number] + size <= full and not _clash(known, named):
                found[number].append(board)
                known.update(named)
                objects[number] += size
                break
        else:
            found.append([board])
            cards.append(dict(named))
            objects.append(size)
    return found


def _cards_of(timeline: Timeline) -> Mapping[str, Card]:
    """Return the cards of a board, also those from which its permanents are melded."""
    melded = {card.name: card for thing in timeline.things.values() for card in thing.melds}
    return {**melded, **timeline.cards} if melded else timeline.cards


def _clash(known: Mapping[str, Card], cards: Mapping[str, Card]) -> bool:
    """Tell whether one of some cards differs from a known one of its name."""
    return any(known.get(key, card) is not card for key, card in cards.items())


def _alone(board: Board, edition: str) -> Answer | Exception:
    try:
        return derive(board, edition=edition)
    except Exception as error:
        return error


def _together(
    boards: Sequence[Board], edition: str, of: Container[str] | None, before: Before | None, last: int
) -> dict[int, Answer | Exception]:
    """Derive boards in one grounding; where that goes wrong, each alone, with a warning if nothing goes wrong then."""
    if len(boards) < 2:
        return {id(board): _alone(board, edition) for board in boards}
    try:
        settled = (
            settled_together(boards, edition) if before is None else dict.fromkeys(range(len(boards)), before.settled)
        )
        told, wrong, layers = _ground(boards, edition, settled, last=last)
        values = collect_each(layers.shown())
        return {
            id(board): wrong[number]
            if number in wrong
            else AnswerMaker(told[number], values.get(number, {})).answer(of)
            for number, board in enumerate(boards)
        }
    except Exception as error:
        alone = {id(board): _alone(board, edition) for board in boards}
        if not any(isinstance(answer, Exception) for answer in alone.values()):
            told_why = f"{len(boards)} boards were derived one by one: together, {type(error).__name__}: {error}"
            warnings.warn(told_why, RuntimeWarning, stacklevel=2)
        return alone


Found = Mapping[int, Settled | InputError]
"""The decisions of each board at its moments, or its error."""


def leaves_only_that(board: Board, facts: BoardFacts, taken: Sequence[Taken]) -> bool:
    """Tell whether taking things away changes only the facts which say that they are gone.

    It changes other facts if exchanged words or the order of cards depend on the objects. It may do so if copies
    depend on them. A granted ability whose text names a choice has another text without the choice.

    Args:
        board: The board.
        facts: Its facts, with the number 0.
        taken: The removed things: objects, effects and parts of them.
    """
    if any(fact.startswith(_HANGING) for fact in facts.lines):
        return False
    sets: list[Sequence[Taken]] = [[one for one in taken if isinstance(one, str)]]
    parts = [one for one in taken if isinstance(one, Part)]
    if any(one.kind == "choice" for one in parts) and any(
        "chosen" in read_ability(form).text
        for ability in facts.abilities.values()
        for effect in ability.effects
        for form in effect.add_abilities or ()
    ):
        return False
    sets += [parts] if parts else []
    if any(fact.startswith(_COPIED) for fact in facts.lines):
        sets += [[one] for one in taken]
    try:
        return all(_differs_only_by(one, facts, without_these(board, one).timeline) for one in sets)
    except InputError:
        return False


def _differs_only_by(taken: Sequence[Taken], facts: BoardFacts, timeline: Timeline) -> bool:
    """Tell whether a history without some things changes only the facts which say that they are gone."""
    shorter = board_facts(timeline, 0, edition=DEFAULT_EDITION, settled=facts.settled)
    things = facts.timeline.things
    ended = frozenset(step_of(facts.timeline, one) for one in taken if isinstance(one, str) and one not in things)
    new = {has_left(one) for one in taken if isinstance(one, str) and one in things}
    gone: tuple[str, ...] = ()
    for part in taken:
        if isinstance(part, Part):
            no_more, instead = facts_of(facts.timeline, part)
            gone += no_more
            new.update(instead)
    left = {fact for fact in facts.lines if ended.isdisjoint(steps_in(fact)) and not fact.startswith(gone)} | new
    found = {fact for fact in shorter.lines if ended.isdisjoint(steps_in(fact))}
    return found <= left and all(len(_slots(fact)) == 1 for fact in left - found)


def has_left(label: str, number: int = 0) -> str:
    """Return the fact that an object has left.

    Args:
        label: Its label.
        number: The number of the board.
    """
    return f"left({object_term(number, label)})."


_HANGING = ("top_of(", "swap(", "swapped_at(")
"""The beginnings of facts that other facts replace."""
_COPIED = ("copied_at(", "copy_effect(", "copy_told(", "copy_told_to_end(", "copy_offered(", "copy_holder(")
"""The beginnings of facts that others may replace. Each is also removed alone and the result examined."""
_OF_BOARD = pattern(r'"(?:[^"\\]|\\.)*"|(?<!\w)(?P<head>(?:o|p|step)\()0,(?P<step>\d+\))?')


@lru_cache(maxsize=1 << 14)
def steps_in(fact: str) -> frozenset[int]:
    """Return the numbers of the steps that a fact mentions.

    Args:
        fact: The fact as text.
    """
    return frozenset(
        int(found["step"][:-1]) for found in _OF_BOARD.finditer(fact) if found["head"] == "step(" and found["step"]
    )


@lru_cache(maxsize=1 << 14)
def _slots(fact: str) -> tuple[str, ...]:
    """Return a fact in pieces: between them stands the number of its board."""
    pieces: list[str] = []
    start = 0
    for found in _OF_BOARD.finditer(fact):
        if found["head"]:
            pieces.append(fact[start : found.end("head")])
            start = found.end("head") + 1
    return (*pieces, fact[start:])


@one_at_a_time
def ground_together(
    boards: Sequence[Board], settled: Found, *, edition: str = DEFAULT_EDITION, everything: bool = True
) -> tuple[list[BoardFacts], Layers]:
    """Ground boards with all rules.

    Args:
        boards: The boards, in which no card differs from another of its name.
        settled: The result of `settled_together` for them.
        edition: The edition of the rules.
        everything: Also ground dependencies, the walk, and the check of a board.

    Returns:
        The facts of each board, and the grounding.

    Raises:
        InputError: A resolution on a board is impossible.
    """
    told, wrong, layers = _ground(boards, edition, settled, answer_only=False, everything=everything)
    for error in wrong.values():
        raise error
    if everything:
        layers.check()
        layers.walk()
    return list(told.values()), layers


def _ground(
    boards: Sequence[Board],
    edition: str,
    settled: Found,
    *,
    answer_only: bool = True,
    everything: bool = False,
    last: int = LAYERS[-1],
) -> tuple[dict[int, BoardFacts], dict[int, InputError], Layers]:
    """Ground boards together: return the facts of each by its number, why others cannot be, and the grounding."""
    told: dict[int, BoardFacts] = {}
    wrong: dict[int, InputError] = {}
    for number, found in settled.items():
        if isinstance(found, InputError):
            wrong[number] = found
            continue
        timeline = boards[number].timeline
        told[number] = facts = board_facts(timeline, number, edition=edition, settled=found)
        if everything:
            from facts.board import with_checking_facts

            told[number] = with_checking_facts(number, facts)
    lines = list(dict.fromkeys(line for one in told.values() for line in one.lines))
    layers = Layers(
        lines, thorough=everything, walking=everything, answer_only=answer_only, unfolded=answer_only, last=last
    )
    layers.run()
    return told, wrong, layers


@one_at_a_time
def settled_together(
    boards: Sequence[Board], edition: str, *, checking: bool = False, law: Grounds | None = None
) -> Found:
    """Return the decisions of all boards: ask the first questions of all boards together, then the second ones ...

    Args:
        boards: The boards, in which no card differs from another of its name.
        edition: The edition of the rules.
        checking: Also ask the questions that only the check of a board needs.
        law: Makes a grounding of the law alone for all the boards, if the law alone is to answer.
    """
    found: dict[int, Settled | InputError] = {}
    asking = {
        number: questions(board.timeline, number, edition=edition, checking=checking, once=checking)
        for number, board in enumerate(boards)
    }
    known: dict[int, list[Finding]] = {}
    while asking:
        asked: list[Question] = []
        for number, one in list(asking.items()):
            try:
                asked.append(one.send(known[number]) if number in known else next(one))
            except StopIteration as end:
                found[number] = end.value
                del asking[number]
            except InputError as error:
                found[number] = error
                del asking[number]
        known = answered(asked, law=law) if asked else {}
    return found
