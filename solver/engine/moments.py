"""Questions about moments of the past: the board as it stood then gives the answer, which stays.

The questions are: the findings of a resolving spell or ability (611.2c, 608.2h); whether daybound or nightbound
prevents an object from transforming (702.145b, 702.145e); and whether "you" still control the object that a duration
depends on (611.2b).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from clingo import Symbol, SymbolType

from facts.board import (
    NOTHING,
    OBJECT,
    PLAYER,
    AbilityOf,
    Argument,
    Asking,
    BoardFacts,
    Claim,
    EffectOf,
    Entry,
    ExceptionOf,
    FaceOf,
    Finding,
    Likeness,
    Meant,
    Moment,
    Named,
    QuestionOf,
    Resolution,
    Settled,
    SpokenOfError,
    Term,
    Timeline,
    board_facts,
    meant_by,
    retold,
)
from facts.cards import edition_of
from facts.runtime import FrozenDict
from solver.engine.layers import Layers
from solver.engine.meant_abilities import (
    CANNOT_RESOLVE,
    CHOOSING,
    is_of_another,
    meant_ability,
    nothing_meant,
    with_legal_targets,
)
from solver.program import Grounding
from solver.speed import Reach, Switch, alike, is_on


class Question(NamedTuple):
    """A question about a board at the moment when a spell or ability resolved.

    Attributes:
        facts: The board as it stood.
        number: The number of the board in them.
        about_abilities: Whether only the abilities of objects decide the answer.
    """

    facts: BoardFacts
    number: int
    about_abilities: bool = False


STAYING = "stays_there"
"""The finding that a step does not exile the permanent that it is to exile and return: the steps are told again."""
BEFORE = "applied_before"
"""The finding that one effect on an entering object is applied before another."""
LAST_KNOWN = "last_known"
"""The finding that an amount about a source that has left is what it was just before (608.2h)."""
ONE_BOARD = 0
"""The number of a board that is grounded alone."""
Settling = Generator[Question, Sequence[Finding], Settled]
"""Yields one question after the other, takes the answer to each, and returns all decisions."""


def questions(timeline: Timeline, number: int, *, edition: str, checking: bool = False, once: bool = True) -> Settling:
    """Ask the board at each moment that needs it, and choose the ability that resolved.

    Args:
        timeline: The history of the board.
        number: Its number in one grounding.
        edition: The edition of the rules.
        checking: Also ask the questions that only the check of a board needs.
        once: Of objects that nothing distinguishes, write one.

    Returns:
        The board's decisions.

    Raises:
        InputError: No ability, or more than one, can apply to what a step names; or a step names a token that has left.
    """
    stayed: frozenset[int] = frozenset()
    while True:
        asking = _questions(retold(timeline, stayed), number, edition, checking=checking, once=once, stayed=stayed)
        settled, more = yield from asking
        if more <= stayed:
            retold(timeline, stayed, all_known=True)  # refuses a step that names a token which has left
            return settled
        stayed |= more


def _questions(
    timeline: Timeline, number: int, edition: str, *, checking: bool, once: bool, stayed: frozenset[int]
) -> Generator[Question, Sequence[Finding], tuple[Settled, frozenset[int]]]:
    """Ask the board, as `questions` does; return its decisions, and the steps that did not exile what they were to."""
    findings: list[Finding] = []
    meant: dict[int, Meant] = {}
    places = {id(one): place for place, one in enumerate(timeline.resolutions)}
    waiting = deque(moments(timeline, checking=checking))
    while waiting:
        asked = one = waiting.popleft()
        stages = one.stages if isinstance(one, Resolution) else [0]
        for done, upto in zip(stages, [*stages[1:], None], strict=True):
            settled = Settled(tuple(findings), FrozenDict(meant), stayed)
            facts = write_facts(timeline, number, edition=edition, settled=settled, before=one, once=once, done=done)
            if checking and isinstance(asked, Resolution):
                from facts.board import with_claims  # only checks need it: deriving does not load it

                facts = with_claims(timeline, number, asked, facts)
            answered = yield Question(facts, number, isinstance(one, Claim))
            if (first := _to_be_first(answered, asked, waiting)) is not None:
                waiting.remove(first)
                waiting.extendleft((asked, first))
                break
            if more := frozenset(asked.step for fact in answered if fact.name == STAYING) - stayed:
                return NOTHING, more
            answered = [fact for fact in answered if fact.name != BEFORE]
            found = [*answered, *_found_alike(answered, facts.alike)]
            if isinstance(one, Resolution) and any(fact.name == LAST_KNOWN for fact in found):
                last = _before_source_left(timeline, one)
                facts = write_facts(
                    timeline, number, edition=edition, settled=settled, before=last, once=once, done=done
                )
                found = _with_last_known(found, (yield Question(facts, number)), last.step)
            if isinstance(one, Resolution):
                nothing = nothing_meant(one, found) if checking else None
                if nothing is not None:
                    chosen = nothing
                    found = [fact for fact in found if fact.name == CANNOT_RESOLVE]
                elif len(one.candidates) > 1:
                    chosen = meant_ability(timeline.document, one, found)
                    found = [fact for fact in found if not is_of_another(fact, chosen)]
                elif one.has_other_targets and not done:
                    chosen = with_legal_targets(one, found)
                else:
                    chosen = None
                if chosen is not None:
                    meant[places[id(asked)]] = chosen
                    one = meant_by(one, chosen)
                found = [fact for fact in found if fact.name not in CHOOSING]
                named = _named(one)
                found = [fact for fact in found if fact.name != "found" or fact.effect not in named]
                found = [fact for fact in found if fact.name != "found" or _is_picked(fact, one)]
            if isinstance(one, Resolution) and len(stages) > 1:
                found = [fact for fact in found if _is_of(fact, one, done, upto)]
            findings.extend(found)
    return Settled(tuple(findings), FrozenDict(meant), stayed), frozenset()


def _to_be_first(answered: Sequence[Finding], asked: Asking, waiting: Iterable[Asking]) -> Resolution | None:
    """Return a text that still waits, if the rules say that it changes the entering object before the one asked."""
    first = {one.effect for one in answered if one.name == BEFORE}
    for one in waiting if first else ():
        if isinstance(one, Resolution) and one.entering and one.step == asked.step:
            places = range(1, len(one.ability.effects) + 1)
            if any(EffectOf(one.term, place) in first for place in places):
                return one
    return None


def _before_source_left(timeline: Timeline, resolution: Resolution) -> Resolution:
    """Return a resolution as of the moment before its source left (608.2h)."""
    left = timeline.things[resolution.source].left
    return resolution if left is None else replace(resolution, step=left)


def _with_last_known(found: Sequence[Finding], before: Sequence[Finding], left: int) -> list[Finding]:
    """Fill in the amounts that are to be what they were just before the source left.

    Args:
        found: The findings, some of which name such amounts.
        before: The findings of the moment before the source left.
        left: The step in which it left.
    """
    values = {one.arguments[1]: one.arguments[2] for one in before if one.name == "fixed" and one.step == left}
    known: list[Finding] = []
    for one in found:
        if one.name != LAST_KNOWN:
            known.append(one)
        elif one.arguments[1] in values:
            known.append(Finding("fixed", (*one.arguments, values[one.arguments[1]])))
    return known


def moments(timeline: Timeline, *, checking: bool = False) -> list[Asking]:
    """Return the decisions of a board at a moment, in order.

    Args:
        timeline: The history of the board.
        checking: Include the questions that only the check of a board needs.
    """
    asking: list[Asking] = [*timeline.watches, *timeline.bonds]  # first the effects that have ended by then
    reworded = set(map(id, timeline.may_be_reworded()))
    resolving = [
        one
        for one in timeline.resolutions
        if one.asks or (checking and one.targets and not one.entering) or id(one) in reworded
    ]
    as_they_enter = asked_as_they_enter(timeline)
    copies = [one for one in as_they_enter if isinstance(one, Claim) and one.copies is not None and one.enters]
    asking += [one for one in resolving if not one.entering]
    asking += copies  # then what others say of an entering object, as the copy that it is by its own text
    asking += [one for one in resolving if one.entering]
    if checking:
        from facts.board import questions_of_named

        asking += [asked for _, asked in questions_of_named(timeline)]
    asking += [*timeline.readings, *timeline.turnings, *timeline.countings, *timeline.phasings]
    asking += [one for one in as_they_enter if one not in copies]  # last: all else that happens to it comes first
    return sorted(asking, key=lambda one: one.step)


def asked_as_they_enter(timeline: Timeline) -> list[Claim | Likeness | Entry]:
    """Return the claims, likenesses and entries of entering objects about which the board must be asked (614.12).

    Args:
        timeline: The history of the board.

    Returns:
        The claims, then the likenesses, then the entries.
    """
    entering: list[Claim | Likeness | Entry] = [*timeline.claims, *timeline.likenesses, *timeline.entries]
    if not entering or not is_on(Switch.REACH):
        return entering
    reach = Reach(timeline)
    return [one for one in entering if isinstance(one, Likeness) or one.must or not reach.is_beyond(one)]


def _is_of(fact: Finding, resolution: Resolution, done: int, upto: int | None) -> bool:
    """Tell whether a fact is about one of the effects that begin now, not about one that begins later."""
    effect = fact.effect
    if effect is None or effect.ability != resolution.term:
        return True
    return done < effect.place <= (upto or len(resolution.ability.effects))


def _named(resolution: Resolution) -> set[EffectOf]:
    """Return the effects that affect the objects that the board names, not those that the text would find."""
    effects = enumerate(resolution.ability.effects, start=1)
    return {EffectOf(resolution.term, place) for place, effect in effects if resolution.names(effect)}


def _is_picked(found: Finding, resolution: Resolution) -> bool:
    """Tell whether the board names the objects that an effect found, if the ability's effects find different ones."""
    if not any(map(resolution.picks, resolution.ability.effects)):
        return True
    return {*found.labels} <= {*(resolution.targets or ())}


def settle(asking: Settling, *, plain: bool = False) -> Settled:
    """Answer the questions of one board.

    Args:
        asking: The board's questions.
        plain: Answer them by the law alone.

    Returns:
        The board's decisions; the board stays as it is.

    Raises:
        InputError: No ability, or more than one, can apply to what a step names.
    """
    found: Sequence[Finding] | None = None
    while True:
        try:
            question = next(asking) if found is None else asking.send(found)
        except StopIteration as end:
            settled: Settled = end.value
            return settled
        found = (answered_plainly(question) if plain else answered([question]))[question.number]


def settled_facts(
    timeline: Timeline, *, edition: str, plain: bool = False, once: bool = False, checking: bool = False
) -> BoardFacts:
    """Write a board that is grounded alone as facts, with its decisions at all its moments.

    Args:
        timeline: The history of the board.
        edition: The edition of the rules.
        plain: Decide by the law alone.
        once: Of objects that nothing distinguishes, write one.
        checking: Also ask the questions of the check of a board, and write its facts.

    Returns:
        The facts.

    Raises:
        ValueError: There is no such edition.
        InputError: The edition does not know a step; or a step can mean no ability, or several.
    """
    edition_of(edition).admit(timeline.document)
    asking = questions(timeline, ONE_BOARD, edition=edition, checking=checking, once=not plain)
    settled = settle(asking, plain=plain)
    facts = write_facts(timeline, ONE_BOARD, edition=edition, settled=settled, once=once)
    if checking:
        from facts.board import with_checking_facts

        return with_checking_facts(ONE_BOARD, facts)
    return facts


Grounds = Callable[[Sequence[str]], Grounding]
"""Makes a grounding of facts."""


def answered(asked: Sequence[Question], *, law: Grounds | None = None) -> dict[int, list[Finding]]:
    """Answer one question of each of several boards, in one grounding.

    Args:
        asked: The questions, each of another board.
        law: Makes a grounding of the law alone for all the boards, if the law alone is to answer.

    Returns:
        The findings, by the number of the board.
    """
    lines = list(dict.fromkeys(line for one in asked for line in one.facts.lines))
    if law is not None:
        return _found(law(lines), asked)
    layers = Layers(
        lines,
        answer_only=True,
        unfolded=True,
        question=True,
        about_abilities=all(one.about_abilities for one in asked),
    )
    return _found(layers, asked)


def answered_plainly(asked: Question) -> dict[int, list[Finding]]:
    """Answer a question of one board by the law alone.

    Args:
        asked: The question.

    Returns:
        The findings, by the number of the board.
    """
    from solver.engine.plain import PlainLayers

    return _found(PlainLayers(asked.facts.lines), [asked])


def _found(layers: Grounding, asked: Sequence[Question]) -> dict[int, list[Finding]]:
    layers.run()
    layers.settle()
    found: dict[int, list[Finding]] = {one.number: [] for one in asked}
    for (symbol,) in layers.atoms("settled", 1):
        number = symbol.arguments[0].arguments[0].number  # each begins with step(Board,_) or o(Board,_)
        found[number].append(Finding(symbol.name, tuple(_argument(one) for one in symbol.arguments)))
    return found


def _argument(term: Symbol) -> Argument:
    """Return the thing that a finding is about, without the number of the board."""
    if term.type is SymbolType.Number:
        return term.number
    if term.type is SymbolType.String:
        return term.string
    match term.name, term.arguments:
        case (one, [_, name]) if one in (OBJECT, PLAYER) and name.type is SymbolType.String:
            return Named(one, name.string)
        case "step", [_, number]:
            return Moment(number.number)
        case "face", [key, side] if key.type is SymbolType.String:
            return FaceOf(key.string, side.name)
        case "ability", [of, place] if place.type is SymbolType.Number:
            return AbilityOf(_argument(of), place.number)
        case "effect", [ability, place] if place.type is SymbolType.Number:
            return EffectOf(_argument(ability), place.number)
        case "exception", [of]:
            return ExceptionOf(_argument(of))
        case "named", [asked, place] if isinstance(step := _argument(asked), Moment):
            return QuestionOf(step, place.number)
    return Term(term.name, tuple(map(_argument, term.arguments)))


def write_facts(
    timeline: Timeline,
    number: int,
    *,
    edition: str,
    settled: Settled = NOTHING,
    before: Asking | None = None,
    once: bool = True,
    done: int = 0,
) -> BoardFacts:
    """Write a board as facts.

    Args:
        timeline: The history of the board.
        number: Its number in one grounding.
        edition: The edition of the rules.
        settled: The board's decisions at its moments.
        before: A question: write the board as it stood before its step, and what it asks.
        once: Of objects that nothing distinguishes, write one.
        done: The number of effects of the asking ability that have already begun.

    Returns:
        The facts.
    """
    timeline = retold(timeline, settled.stayed)
    write = partial(board_facts, timeline, number, edition=edition, settled=settled, before=before, done=done)
    if not once or not is_on(Switch.ALIKE):
        return write()
    try:
        return write(alike=alike(timeline, settled.findings, until=None if before is None else before.step - 1))
    except SpokenOfError:
        return write()


def _found_alike(found: Sequence[Finding], same: Mapping[str, str]) -> Iterator[Finding]:
    """Give objects that were left out the findings of their representatives."""
    left_out: dict[str, list[str]] = {}
    for label, other in same.items():
        left_out.setdefault(other, []).append(label)
    for one in found:
        if one.name in ("found", "fixed_of"):
            first, second, about, *rest = one.arguments
            for label in left_out.get(about.name, ()) if isinstance(about, Named) else ():
                yield Finding(one.name, (first, second, Named(OBJECT, label), *rest))
