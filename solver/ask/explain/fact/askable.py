"""List the facts that one can ask about: their forms, and the facts that hold or no longer hold on a board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from facts.board import Board, BoardFacts, Timeline
from facts.cards import edition_of
from facts.text import InputError, number_in_words, printable
from facts.words import EMBLEM, read_type_line
from solver.answer import Answer, AnswerMaker, ObjectAnswer, collect, width, wrapped
from solver.ask.derive import DEFAULT_EDITION, ground
from solver.ask.explain.fact.goal import lost_texts
from solver.ask.explain.fact.goals import AnsweredBoard, read_goal
from solver.ask.explain.wording import A_FACT, FORMS, article, finding_of, in_order, names_of, zone_phrase
from solver.ask.explain.wording import phrases as words
from solver.program import Grounding


@dataclass(frozen=True)
class Askable:
    """The facts that one can ask about on a board.

    Attributes:
        so: The facts about each object, by label.
        no_more: The printed properties that each object no longer has, by label.
        findings: What the rules do not allow, in the sentences of the check of the board.
    """

    so: dict[str, tuple[str, ...]]
    no_more: dict[str, tuple[str, ...]]
    findings: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "so": {label: list(facts) for label, facts in self.so.items()},
            "no_more": {label: list(facts) for label, facts in self.no_more.items()},
            "findings": list(self.findings),
            "forms": [one.example for one in FORMS],
        }


def askable(board: Board, *, edition: str = DEFAULT_EDITION) -> Askable:
    """Find the facts that one can ask about on a board.

    Args:
        board: The board.
        edition: The edition of the rules.

    Returns:
        The facts in words, as `solver.ask.explain.reasons.why` and `why_not` read them.

    Raises:
        ValueError: There is no such edition.
    """
    told, layers = ground(board, edition=edition, checking=True)
    answer = AnswerMaker(told, collect(layers.shown(), _NUMBER)).answer()
    about = AnsweredBoard(board.timeline, answer)
    several = len({one.controller for one in answer.objects.values()}) > 1
    so: dict[str, tuple[str, ...]] = {}
    no_more: dict[str, tuple[str, ...]] = {}
    for label, one in answer.objects.items():
        who = _who(label, about)
        so[label] = tuple(f"{who} {fact}" for fact in _so(one))
        if several:
            so[label] += (f"{who} is controlled by {one.controller}",)
        no_more[label] = tuple(f"{who} {fact}" for fact in _no_more(one, board.timeline))
    return Askable(so, no_more, _found(told, layers, answer, edition))


def _found(told: BoardFacts, layers: Grounding, answer: Answer, edition: str) -> tuple[str, ...]:
    """Say what the rules do not allow."""
    atoms = list(layers.atoms("finding", 4))
    names = names_of(told.timeline, answer) if atoms else {}
    found = (finding_of(atom, names, edition_of(edition)) for atom in atoms)
    return tuple(one.said for one in in_order(found, told.timeline))


def askable_text(found: Askable) -> str:
    """Write the facts that one can ask about.

    Args:
        found: The facts.

    Returns:
        Lines no wider than the terminal.
    """
    lines: list[str] = []
    for head, by_label in ((words.ASKABLE, found.so), (words.ASKABLE_NO_MORE, found.no_more)):
        facts = [fact for several in by_label.values() for fact in several]
        if facts:
            lines += [*wrapped(head, width()), *(part for fact in facts for part in _fitted(fact)), ""]
    if found.findings:
        lines += [
            *wrapped(words.ASKABLE_FOUND, width()),
            *(part for one in found.findings for part in _fitted(one)),
            "",
        ]
    examples = "; ".join(one.example for one in FORMS)
    return "\n".join([*lines, *wrapped(words.ASKABLE_FORMS.format(forms=examples), width(), "  ")])


def _fitted(fact: str) -> list[str]:
    return wrapped(f"  {printable(fact)}", width(), "      ")


def _who(label: str, about: AnsweredBoard) -> str:
    """Return how a fact names an object: by its label, in quotes where it would not be read otherwise."""
    try:
        found = read_goal(f"{label} {A_FACT}", about)
    except InputError:
        found = []
    return label if [goal.label for goal in found] == [label] else json.dumps(label, ensure_ascii=False)


def _so(one: ObjectAnswer) -> Iterator[str]:
    """Say the facts about an object, each without its name."""
    if one.type_line:
        size = [] if one.power is None else [f"{one.power}/{one.toughness}"]
        plain = [word for word in one.subtypes if not one.every]
        nouns = [*(word.lower() for word in one.supertypes), *size, *plain, *(word.lower() for word in one.types)]
        if plain or one.types:
            yield f"is {article(nouns[0])} {' '.join(nouns)}"
    yield from (f"is every {name.replace('_', ' ')} type" for name in one.every)
    colors = [words.COLORS[color] for color in one.colors]
    yield f"is {words.joined(colors)}" if colors else f"is {words.COLORLESS}"
    yield f"has {_number(len(one.abilities))}"
    for ability in dict.fromkeys(one.abilities):
        yield f"has {ability.keyword or in_quotes(ability.text)}"
    yield from (f"has {_how_many(kind, number)}" for kind, number in one.counters.items())
    if not one.abilities and lost_texts(one):
        yield "lost all abilities"
    for name in one.properties:
        if words.PROPERTIES.get(name) == words.PROPERTY and name not in _EXPECTED:
            yield f"is {article(name)} {name}"
    yield f"is {zone_phrase(one.zone)}"


def _no_more(one: ObjectAnswer, timeline: Timeline) -> Iterator[str]:
    """Say the printed facts of an object that no longer hold, each without its name."""
    there = {*one.supertypes, *one.types, *one.subtypes}
    line = read_type_line(one.printed)
    if not one.copied and one.face != "down":
        for word in (*line.supertypes, *line.types, *line.subtypes):  # a subtype may be two words: Time Lord
            if word not in (*there, EMBLEM) and not one.every and re.fullmatch(r"[A-Za-z' -]+", word):
                yield f"is {article(word)} {word if word in line.subtypes else word.lower()}"
        face = next((face for face in timeline.things[one.label].card.faces if face.name == one.name), None)
        size = "" if face is None else f"{face.power}/{face.toughness}"
        if re.fullmatch(r"-?\d+/-?\d+", size) and size != f"{one.power}/{one.toughness}":
            yield f"is {size}"
    has = [ability.text for ability in one.abilities]  # a lost ability that it regained, or one that quotes it
    for text in dict.fromkeys(lost_texts(one)):
        if not any(_beginning(text) in other for other in has):
            yield f"has {in_quotes(text)}"


def _how_many(kind: str, number: int) -> str:
    """Say how many counters there are."""
    return f"{number_in_words(number)} {kind} {words.COUNTERS[number != 1]}"


def _number(count: int) -> str:
    """Say how many abilities there are."""
    if not count:
        return "no abilities"
    return f"{number_in_words(count)} {'ability' if count == 1 else 'abilities'}"


_NUMBER = 0
_EXPECTED = ("nonsnow permanent",)
"""Properties of nearly every object: not worth a mention."""
_ROOM = 48


def in_quotes(text: str) -> str:
    """Return the beginning of the text of an ability as a fact names it, in quotes.

    Args:
        text: The text.
    """
    return json.dumps(_beginning(text), ensure_ascii=False)


def _beginning(text: str) -> str:
    """Return the beginning of the text of an ability: enough to recognize it, and no more than a line has room for."""
    text = text.split("\n")[0]
    if len(text) > _ROOM and " " in text[:_ROOM]:
        text = text[: text.rfind(" ", 0, _ROOM)]
    return text
