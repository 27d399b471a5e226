"""Many boards in one grounding: identifiers carry their board, so the answers are those of each alone.

A call to ground costs about the same whether the rules look at one board or at sixty.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clingo import Symbol

from facts.board import Board
from facts.board_facts import board_facts
from facts.cards import Card
from facts.edition import edition_of
from facts.errors import InputError
from solver.answer import Answer
from solver.answering import AnswerMaker
from solver.derive import DEFAULT_EDITION, derive, in_edition
from solver.layers import Layers
from solver.settling import Question, answered, questions
from solver.symbols import collect_each

SIZE = 60
"""So many boards of ten objects go into one grounding: with more, the steps of each wait for those of others."""
_FULL = 10 * SIZE
"""So many objects, at most, are in one grounding of several boards."""
_LARGE = 40
"""A board with more objects goes alone, where objects that nothing distinguishes are derived once."""


def derive_all(boards: Sequence[Board], *, edition: str = DEFAULT_EDITION) -> Iterator[Answer | Exception]:
    """Derive boards, as many as fit in one grounding.

    Args:
        boards: The boards.
        edition: The edition of the rules.

    Returns:
        The answer of each, in order, or the exception that deriving it raised.
    """
    found: dict[int, Answer | Exception] = {}
    small: list[Board] = []
    rules = edition_of(edition)
    for board in boards:
        try:
            rules.admit(board)
        except InputError as error:
            found[id(board)] = error
            continue
        if len(board.timeline.things) > _LARGE:
            found[id(board)] = _alone(board, edition)
        else:
            small.append(board)
    for group in _groups(small):
        found.update(_together(group, edition))
    for board in boards:
        yield found[id(board)]


def _groups(boards: Sequence[Board]) -> list[list[Board]]:
    """Put boards into groups in which no card differs from another of its name."""
    groups: list[list[Board]] = []
    cards: list[dict[str, Card]] = []
    objects: list[int] = []
    for board in boards:
        size = len(board.timeline.things)
        for number, known in enumerate(cards):
            if objects[number] + size <= _FULL and not _clash(known, board.timeline.cards):
                groups[number].append(board)
                known.update(board.timeline.cards)
                objects[number] += size
                break
        else:
            groups.append([board])
            cards.append(dict(board.timeline.cards))
            objects.append(size)
    return groups


def _clash(known: Mapping[str, Card], cards: Mapping[str, Card]) -> bool:
    """Tell whether one of some cards differs from a known one of its name."""
    return any(known.get(key, card) is not card for key, card in cards.items())


def _alone(board: Board, edition: str) -> Answer | Exception:
    try:
        return derive(board, edition=edition)
    except Exception as error:
        return error


def _together(boards: Sequence[Board], edition: str) -> dict[int, Answer | Exception]:
    """Derive boards in one grounding; where that goes wrong, each alone."""
    if len(boards) < 2:
        return {id(board): _alone(board, edition) for board in boards}
    try:
        settled = _settled(boards, edition)
        wrong = {number: found for number, found in settled.items() if isinstance(found, InputError)}
        told = {
            number: board_facts(boards[number].timeline, number, edition=edition, settled=found)
            for number, found in settled.items()
            if not isinstance(found, InputError)
        }
        layers = Layers(list(dict.fromkeys(line for one in told.values() for line in one.lines)), answer_only=True)
        layers.run()
        values = collect_each(layers.shown())
        return {
            id(board): wrong[number]
            if number in wrong
            else in_edition(AnswerMaker(board.timeline, told[number], values.get(number, {})).answer(), board, edition)
            for number, board in enumerate(boards)
        }
    except Exception:
        return {id(board): _alone(board, edition) for board in boards}


def _settled(boards: Sequence[Board], edition: str) -> dict[int, list[str] | InputError]:
    """Return what resolved on each board found, or why that cannot be: the first question of each, then the next."""
    found: dict[int, list[str] | InputError] = {}
    asking = {number: questions(board, number, edition=edition, once=False) for number, board in enumerate(boards)}
    known: dict[int, list[Symbol]] = {}
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
        known = answered(asked) if asked else {}
    return found
