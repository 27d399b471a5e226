"""A board that is grounded, ready for questions: its atoms, its answer, and the atoms that a fact can mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from facts.board import Board, BoardFacts, Resolution, Timeline
from facts.cards import edition_of, usual_words_of
from facts.words import COLORS, keyword_of
from solver.answer import Answer, AnswerMaker, Values, collect, rule_text
from solver.ask.derive import DEFAULT_EDITION, ground, ground_plainly
from solver.ask.explain.fact import AnsweredBoard, Goal, counters_meant
from solver.ask.explain.proof.node import Node, nodes_of
from solver.ask.explain.proof.proving import Prover
from solver.ask.explain.proof.refutation import Refuter
from solver.ask.explain.rules import Atoms, Rulebook, Term, arguments, lawbook, read_term, rulebook, written
from solver.ask.explain.wording import Speaker, names_of
from solver.ask.explain.wording import phrases as words
from solver.program import Grounding

if TYPE_CHECKING:
    from solver.ask.explain.walk_values import Walk

_NUMBER = 0


class Grounded(NamedTuple):
    """The results about a board that every question shares.

    Attributes:
        facts: Its facts.
        layers: Its grounding.
        values: The values that the rules derive for each object.
        answer: The answer for all objects.
        atoms: The true atoms.
        speaker: It puts atoms into words.
        book: The rules of the grounding.
        walks: Its walk, after the first question about it.
        plain: The results of the law alone, after the first question about them.
    """

    facts: BoardFacts
    layers: Grounding
    values: Values
    answer: Answer
    atoms: Atoms
    speaker: Speaker
    book: Rulebook
    walks: list[Walk]
    plain: list[Grounded]


def _grounded(facts: BoardFacts, layers: Grounding, book: Rulebook) -> Grounded:
    """Read from a grounded board its answer, and everything else that questions share."""
    values = collect(layers.shown(), _NUMBER)
    answer = AnswerMaker(facts, values).answer()
    atoms = Atoms(layers, facts.lines, book)
    return Grounded(facts, layers, values, answer, atoms, speaker_of(answer, facts, atoms), book, [], [])


class Case:
    """A board that is grounded, ready for questions.

    Attributes:
        board: The board.
        edition: The edition of the rules.
        facts: Its facts.
        layers: Its grounding.
        values: The values that the rules derive for each object.
        answer: The answer for all objects.
        prover: Finds proofs.
        speaker: Puts them into words.
    """

    def __init__(
        self,
        board: Board,
        *,
        edition: str = DEFAULT_EDITION,
        walking: bool = False,
        plain: bool = False,
        checking: bool = False,
        grounded: Grounded | None = None,
    ) -> None:
        """Ground a board.

        Args:
            board: The board.
            edition: The edition of the rules.
            walking: Apply effects on the same object one effect and one layer at a time.
            plain: Use the law alone, one effect at a time.
            checking: Also find what the rules do not allow.
            grounded: Its results so far; by default it is grounded now.
        """
        self.board = board
        self.edition = edition
        if grounded is not None:
            self.grounded = grounded
        elif plain:
            self.grounded = _grounded(*ground_plainly(board, edition=edition), lawbook())
        else:
            facts, layers = ground(board, edition=edition, thorough=walking, walking=walking, checking=checking)
            self.grounded = _grounded(facts, layers, rulebook())
        self.facts, self.layers, self.values, self.answer, atoms, self.speaker, self.book, *_ = self.grounded
        self.prover = Prover(atoms, self.book)
        self.refuter = Refuter(atoms, self.book, self.prover.inference)

    @property
    def timeline(self) -> Timeline:
        """The history of the board, with the abilities that its steps turned out to mean."""
        return self.facts.timeline

    @property
    def answered(self) -> AnsweredBoard:
        """The board with its answer: what facts in words are about."""
        return AnsweredBoard(self.timeline, self.answer)

    def paragraph(self, atom: Term) -> str:
        """Return the number of the first rule that derives an atom, in the edition of the board.

        Args:
            atom: The atom, which is true and no fact of the board.
        """
        instance = next(self.prover.inference.instances(atom, self.prover.atoms.calls))
        return edition_of(self.edition).number(instance.rule.number)

    def goal_atom(self, goal: Goal) -> Term | None:
        """Return the atom that says that a fact holds; None where none does.

        Args:
            goal: The fact, not negated.
        """
        here = _object(goal.label)
        for atom in _candidates(goal, here, self):
            if self.prover.atoms.holds(atom):
                return atom
        return None

    def goal_atoms(self, goal: Goal) -> Iterator[Term]:
        """Return the atoms from which a fact follows: all abilities for their number, the loss for a loss.

        Args:
            goal: The fact, not negated, which holds.
        """
        if goal.predicate == "abilities":
            for row in self.prover.atoms.matching("answer", 3, {0: ("ability",), 1: _object(goal.label)}):
                yield ("answer", *row)
        if goal.predicate in ("lost", "lost_all") or goal == Goal("abilities", goal.label, 0):
            yield from _losses(goal, self)
        elif goal.predicate != "abilities" and (atom := self.goal_atom(goal)) is not None:
            yield atom

    def abilities_meant(self, goal: Goal) -> Iterator[Term]:
        """Return the abilities on the board that a fact about a keyword or an ability can mean.

        Args:
            goal: The fact.
        """
        for ability in map(read_term, self.facts.abilities):
            if _is_ability(ability, goal.predicate, str(goal.value), self):
                yield ability


def speaker_of(answer: Answer, facts: BoardFacts, atoms: Atoms) -> Speaker:
    """Return the object that puts the terms of a board into words.

    Args:
        answer: The answer of the board.
        facts: Its facts.
        atoms: Its true atoms.
    """
    names = names_of(facts.timeline, answer)
    resolutions = facts.timeline.resolutions
    effects = {one.label: one.name for one in resolutions if one.label}
    texts = {written(row[0]): str(row[1]) for row in atoms.rows("ability_text", 2)}
    named = facts.timeline.named  # also by spells and abilities that make no continuous effect
    resolved = {
        one.step: words.ABILITY_OF.format(name=names[one.source])
        for one in named
        if one.ability and one.source in names
    }
    resolved |= {one.step: one.spell.card.faces[0].name for one in named if one.spell is not None}
    resolved |= {one.step: _resolved_name(one) for one in resolutions}
    return Speaker(names, effects, facts.abilities, resolved, texts)


def _resolved_name(one: Resolution) -> str:
    """Return the name of a resolved spell or ability; for an ability, more than the permanent's name."""
    if one.name == words.AN_EFFECT:
        return words.EFFECT_OF_STEP.format(step=one.step)
    return one.name if one.ability.kind == "spell" else words.ABILITY_OF.format(name=one.name)


def prove(case: Case, atom: Term, latest: int | None = None) -> Node:
    """Prove an atom.

    Args:
        case: The board.
        atom: The atom, which is true.
        latest: The last grounding call that counts.

    Returns:
        The proof.

    Raises:
        RuntimeError: There is no proof: the rules' annotations and the grounding do not fit together.
    """
    proof = case.prover.prove(atom, latest)
    if proof is None:
        raise RuntimeError(f"no proof of {written(atom)}")
    return nodes_of(case.speaker, case.edition, proof)


def _object(label: str) -> Term:
    return ("o", _NUMBER, label)


def _candidates(goal: Goal, here: Term, case: Case) -> Iterator[Term]:
    """Return the atoms that could say that a fact holds."""
    kind: Term = (goal.predicate,)
    if goal.predicate in ("keyword", "ability"):
        wanted = goal.value
        for _, on, ability in case.prover.atoms.matching("answer", 3, {0: ("ability",), 1: here}):
            if _is_ability(ability, goal.predicate, str(wanted), case):
                yield ("answer", ("ability",), on, ability)
    elif goal.predicate == "controller":
        yield ("controls", ("p", _NUMBER, str(goal.value)), here)
    elif goal.predicate == "counters":
        number, named = counters_meant(str(goal.value))
        for row in case.prover.atoms.matching("counter", 4, {0: here, 1: named, 2: number}):
            yield ("counter", *row)
        if not number:
            yield ("counters_gone", here, named)
    elif goal.predicate == "zone":
        yield ("zone", here, (str(goal.value),))
    elif goal.predicate == "face":
        yield ("face", here, (str(goal.value),))
        for row in reversed(case.prover.atoms.matching("side_up", 3, {0: here, 2: (str(goal.value),)})):
            yield ("side_up", *row)
    elif goal.predicate == "token":
        yield ("token", here)
        yield ("copy_token", here)
    elif goal.predicate == "copied":
        yield ("answer", kind, here, ("true",))
    elif goal.predicate == "every":
        yield ("answer", kind, here, (str(goal.value),))
    else:
        yield ("answer", kind, here, goal.value)
        if goal.predicate == "subtype":
            yield ("has", here, kind, goal.value, case.layers.state)
            for every in case.answer.objects[goal.label].every:
                if goal.value in usual_words_of(every):
                    yield ("answer", ("every",), here, (every,))


def _losses(goal: Goal, case: Case) -> Iterator[Term]:
    """Return the effects that took abilities from an object, the last loss of each."""
    losses: dict[Term, tuple[int, Term]] = {}
    for row in case.prover.atoms.matching("loses", 5, {1: _object(goal.label), 2: ("ability",)}):
        mode = row[4]
        if not isinstance(mode, tuple) or mode[0] != "now" or not isinstance(mode[1], int):
            continue
        meant = goal.predicate != "lost" or str(goal.value).lower() in case.speaker.say(row[3]).lower()
        if meant and mode[1] > losses.get(row[3], (-1, 0))[0]:
            losses[row[3]] = mode[1], ("loses", *row)
    for _, atom in losses.values():
        yield atom


def _is_ability(term: Term, predicate: str, wanted: str, case: Case) -> bool:
    """Tell whether the question is about this ability of an object."""
    *_, ability = (term, *arguments(term))
    found = case.facts.abilities.get(written(ability))
    if found is None:
        text = rule_text(written(ability if isinstance(ability, tuple) else term))
        return keyword_of(text) == wanted if predicate == "keyword" else wanted.lower() in text.lower()
    if predicate == "keyword":
        return found.keyword == wanted
    text = found.text.lower()
    return any(wanted.lower() in text.replace("the chosen color", word) for word in ("the chosen color", *COLORS))
