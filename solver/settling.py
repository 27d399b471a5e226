"""What the board decides at a moment, once and for all: it is asked as it stood then.

What a resolving spell or ability finds (611.2c, 608.2h), whether daybound keeps what is to transform from it
(702.145b), and whether "you" still control what an effect lasts as long as you do (611.2b).
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from clingo import Function, Number, String, Symbol

from facts.board import Board
from facts.board_facts import BoardFacts, SpokenOfError, at_home, board_facts, counters_on, object_term
from facts.cards import Ability
from facts.errors import show
from facts.named import questions_of_named
from facts.patterns import pattern
from facts.telling.abilities import do_the_same_to_targets
from facts.timeline import Asking, Entry, Resolution
from solver.alike import alike
from solver.grounding import Grounding
from solver.layers import Layers
from solver.switches import Switch, is_on


class Question(NamedTuple):
    """What is asked of a board as it stood when something resolved.

    Attributes:
        facts: The board as it stood.
        number: The number of the board in them.
    """

    facts: BoardFacts
    number: int


Settling = Generator[Question, Sequence[Symbol], list[str]]
"""Yields one question after the other, takes what was found for each, and returns it all as facts."""


def questions(board: Board, number: int, *, edition: str, checking: bool = False, once: bool = True) -> Settling:
    """Ask what the board decides at each moment that asks for it, and choose which ability it was that resolved.

    Args:
        board: The board.
        number: Its number in one grounding.
        edition: The edition of the rules.
        checking: Ask also what only the check of a board asks.
        once: Of objects that nothing distinguishes, write one.

    Returns:
        What was found, as facts with their full stops.

    Raises:
        InputError: No ability, or more than one, can apply to what a step names.
    """
    settled: list[str] = []
    for one in moments(board, checking=checking):
        stages = one.stages if isinstance(one, Resolution) else [0]
        for done, upto in zip(stages, [*stages[1:], None], strict=True):
            facts = write_facts(board, number, edition=edition, settled=settled, before=one, once=once, done=done)
            answered = yield Question(facts, number)
            found = [*answered, *_found_alike(answered, facts.alike, number)]
            if isinstance(one, Resolution):
                if len(one.candidates) > 1:
                    _choose(board, number, one, found)
                    meant = f"effect({at_home(one.term, number)},"
                    found = [fact for fact in found if fact.name != "found" or str(fact.arguments[1]).startswith(meant)]
                elif one.has_other_targets:
                    _leave_out_other_targets(number, one, found)
                named = _named(one, number)
                found = [fact for fact in found if fact.name != "found" or str(fact.arguments[1]) not in named]
                found = [fact for fact in found if fact.name != "found" or _is_picked(fact, one, number)]
            if isinstance(one, Resolution) and len(stages) > 1:
                found = [fact for fact in found if _is_of(fact, one, number, done, upto)]
            settled.extend(f"{fact}." for fact in found)
        if isinstance(one, Entry):
            _check_counters(board, number, one, settled)
    return settled


def moments(board: Board, *, checking: bool = False) -> list[Asking]:
    """Return what a board decides at a moment, in order.

    Args:
        board: The board.
        checking: With what only the check of a board asks.
    """
    asking: list[Asking] = list(board.timeline.watches)  # first what has ended by then
    asking += [one for one in board.timeline.resolutions if one.asks or (checking and one.targets and not one.entering)]
    if checking:
        asking += [asked for _, asked in questions_of_named(board.timeline)]
    asking += board.timeline.turnings
    asking += board.timeline.claims
    asking += board.timeline.entries  # last: what else happens to it as it enters comes first
    return sorted(asking, key=lambda one: one.step)


def _check_counters(board: Board, number: int, entry: Entry, settled: Sequence[str]) -> None:
    """See to it that no counters are taken off that an object did not enter with.

    Raises:
        InputError: Some are.
    """
    thing = board.timeline.things[entry.label]
    entered = counters_on(thing, number, settled, entry.step)
    for kind, count, _, step in thing.counted:
        if count + entered.get(kind, (0, 0))[0] < 0:
            problem = f"{show(thing.label)} entered with {entered.get(kind, (0, 0))[0]} counters of that kind"
            raise board.document.error(("timeline", step - 1, "counters", kind), problem)


def _is_of(fact: Symbol, resolution: Resolution, number: int, done: int, upto: int | None) -> bool:
    """Tell whether a fact is about one of the effects that begin now, not about one that begins later."""
    _, _, rest = str(fact).partition(f"effect({at_home(resolution.term, number)},")
    return not rest or done < int(rest[: rest.index(")")]) <= (upto or len(resolution.ability.effects))


def _named(resolution: Resolution, number: int) -> set[str]:
    """Return the effects of which the board names what they affect: that stands for what their text would find."""
    effects = enumerate(resolution.ability.effects, start=1)
    term = at_home(resolution.term, number)
    return {f"effect({term},{place})" for place, effect in effects if resolution.names(effect)}


def _is_picked(found: Symbol, resolution: Resolution, number: int) -> bool:
    """Tell whether what an effect found is among what the board names, where each effect finds others."""
    if not any(map(resolution.picks, resolution.ability.effects)):
        return True
    return str(found.arguments[2]) in {object_term(number, label) for label in resolution.targets or ()}


_OF_BOARD = pattern(r'"(?:[^"\\]|\\.)*"|(?<!\w)(?:o|p|step)\(0,')


def settled_before(board: Board, settled: Iterable[str], later: Board, number: int) -> list[str]:
    """Return what a board found at its moments for one that goes on from its end, and was the same until then.

    Args:
        board: The board.
        settled: What it found, as facts with its number 0.
        later: The other one; which abilities resolved on it is noted.
        number: The number of the other one.

    Returns:
        The facts.
    """
    chosen = {one.step: one for one in board.timeline.resolutions}
    for one in later.timeline.resolutions:
        if one.step in chosen:
            same = chosen[one.step]
            one.term, one.ability, one.candidates = same.term, same.ability, same.candidates
            one.targets = same.targets

    def numbered(found: re.Match[str]) -> str:
        return found[0] if found[0][0] == '"' else f"{found[0][:-2]}{number},"

    return [_OF_BOARD.sub(numbered, fact) for fact in settled] if number else list(settled)


def settle(asking: Settling, *, plain: bool = False) -> list[str]:
    """Answer the questions of one board.

    Args:
        asking: The board's questions.
        plain: Answer them by the law alone.

    Returns:
        What was found, as facts with their full stops.

    Raises:
        InputError: No ability, or more than one, can apply to what a step names.
    """
    found: Sequence[Symbol] | None = None
    while True:
        try:
            question = next(asking) if found is None else asking.send(found)
        except StopIteration as end:
            settled: list[str] = end.value
            return settled
        found = (answered_plainly(question) if plain else answered([question]))[question.number]


def answered(asked: Sequence[Question]) -> dict[int, list[Symbol]]:
    """Answer a question of each of some boards, in one grounding.

    Args:
        asked: The questions, each of another board.

    Returns:
        What was found, by the number of the board.
    """
    lines = list(dict.fromkeys(line for one in asked for line in one.facts.lines))
    return _found(Layers(lines, answer_only=True, unfolded=True), asked)


def answered_plainly(asked: Question) -> dict[int, list[Symbol]]:
    """Answer a question of one board by the law alone.

    Args:
        asked: The question.

    Returns:
        What was found, by the number of the board.
    """
    from solver.plain import PlainLayers

    return _found(PlainLayers(asked.facts.lines), [asked])


def _found(layers: Grounding, asked: Sequence[Question]) -> dict[int, list[Symbol]]:
    layers.run()
    layers.settle()
    found: dict[int, list[Symbol]] = {one.number: [] for one in asked}
    for (symbol,) in layers.atoms("settled", 1):
        found[symbol.arguments[0].arguments[0].number].append(symbol)  # each begins with step(Board,_) or o(Board,_)
    return found


def write_facts(
    board: Board,
    number: int,
    *,
    edition: str,
    settled: Sequence[str] = (),
    before: Asking | None = None,
    once: bool = True,
    done: int = 0,
) -> BoardFacts:
    """Write a board as facts.

    Args:
        board: The board.
        number: Its number in one grounding.
        edition: The edition of the rules.
        settled: What resolving spells and abilities found.
        before: Write the board as it stood before this, with what it asks.
        once: Of objects that nothing distinguishes, write one.
        done: Of what is asked about, so many effects have begun already.

    Returns:
        The facts.
    """
    write = partial(board_facts, board.timeline, number, edition=edition, settled=settled, before=before, done=done)
    if not once or not is_on(Switch.ALIKE):
        return write()
    try:
        return write(alike=alike(board.timeline, settled, until=None if before is None else before.step - 1))
    except SpokenOfError:
        return write()


def _found_alike(found: Sequence[Symbol], same: Mapping[str, str], number: int) -> Iterator[Symbol]:
    """Say of the objects that were left out what was found of the ones that stand for them."""
    left_out: dict[str, list[str]] = {}
    for label, other in same.items():
        left_out.setdefault(other, []).append(label)
    for one in found:
        if one.name in ("found", "fixed_of"):
            first, second, about, *rest = one.arguments
            for label in left_out.get(about.arguments[1].string, ()):
                yield Function(one.name, [first, second, Function("o", [Number(number), String(label)]), *rest])


def _choose(board: Board, number: int, resolution: Resolution, found: Sequence[Symbol]) -> None:
    """Choose, of the abilities that a step could mean, the one whose targets are legal and whose condition is met.

    Raises:
        InputError: There is none, or more than one.
    """
    facts = {str(one) for one in found}
    fitting: list[tuple[str, Ability]] = []
    for term, ability in resolution.candidates:
        effects = [
            (f"effect({at_home(term, number)},{place})", effect) for place, effect in enumerate(ability.effects, 1)
        ]
        if all(_fits(number, effect, form, resolution, facts) for effect, form in effects):
            fitting.append((term, ability))
    # Of several, the one whose condition is met is meant if it is about what becomes of the object.
    becoming = [one for one in fitting if any("if" in effect and _TYPES & set(effect) for effect in one[1].effects)]
    fitting = becoming or fitting
    if len(fitting) > 1:  # one that says what it targets goes before one that speaks of "it"
        telling = [one for one in fitting if any(_says_targets(effect) for effect in one[1].effects)]
        fitting = telling if len(telling) == 1 else fitting
    if all(do_the_same_to_targets(one[1], fitting[0][1]) for one in fitting[1:]):
        fitting = fitting[:1]
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


def _leave_out_other_targets(number: int, resolution: Resolution, found: Sequence[Symbol]) -> None:
    """Keep, of the targets that a step names, those that are legal for what the text does something to.

    Of two that are, the text speaks of the first first.
    """
    facts = {str(one) for one in found}
    named = resolution.targets or ()
    step, term = f"step({number},{resolution.step})", at_home(resolution.term, number)
    effects = [
        f"effect({term},{place})" for place, one in enumerate(resolution.ability.effects, 1) if _says_targets(one)
    ]
    legal = tuple(
        label for label in named
        if all(f"fits({step},{effect},{object_term(number, label)})" in facts for effect in effects)
    )  # fmt: skip
    if len(legal) == len(named) == 2 and not _SEVERAL.search(resolution.ability.text):
        legal = legal[:1]
    resolution.targets = legal or named


_SEVERAL = pattern(r"\b(?:two|three|four|any number of) (?:other )?target\b|\btargets\b", re.IGNORECASE)


_TYPES = frozenset(("set_types", "add_types", "set_subtypes", "add_subtypes"))
"""What an effect does to the types of an object."""


def _says_targets(form: Mapping[str, Any]) -> bool:
    """Tell whether an effect says what it may target."""
    affects = form.get("affects")
    return isinstance(affects, Mapping) and "targets" in affects


def _fits(number: int, effect: str, form: Mapping[str, Any], resolution: Resolution, facts: set[str]) -> bool:
    """Tell whether one effect of an ability can apply: by its targets and its condition."""
    step = f"step({number},{resolution.step})"
    if "if" in form and f"condition_met({step},{effect})" not in facts:
        return False
    affects = form.get("affects", "this")
    if affects == "this" and resolution.source and resolution.targets is not None:
        return set(resolution.targets) == {resolution.source}
    if isinstance(affects, str):
        return True
    # What it targets must be legal for it; what it finds by itself must be among what it finds.
    question = "fits" if isinstance(affects, Mapping) and "targets" in affects else "found"
    objects = [object_term(number, label) for label in resolution.targets or ()]
    return all(f"{question}({step},{effect},{one})" in facts for one in objects)
