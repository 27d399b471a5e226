"""Proofs for readers: each rule instance with its number and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from facts.cards import edition_of
from solver.ask.explain.proof.proving import DENIED, LACKING, WITHOUT, Proof
from solver.ask.explain.rules import BOOKKEEPING, Binding, Literal, arguments, name_of, substituted, written
from solver.ask.explain.wording import Speaker
from solver.ask.explain.wording import phrases as words


@dataclass(eq=False)
class Node:
    """A node of a proof: an atom, and the instance of the rule that derives it.

    Attributes:
        number: Its number; the root has 0, and children have higher numbers than the nodes they stand under first.
        atom: The atom, as the rules write it.
        rule: The number of the rule in the Comprehensive Rules, ``-`` for bookkeeping, empty for a fact of the board.
        sentence: Its sentence; empty if it only does bookkeeping.
        place: The place of the rule: ``rules/law/205_type_line.lp:42``; empty for a fact.
        parameters: The values of the parameters of its program part.
        time: The grounding call in which it was derived; -1 for a fact.
        absent: The atoms that must be false by the negative literals of the rule.
        counted: The aggregates of the rule, each with its value.
        children: The nodes that it rests on.
        examined: The nodes that show why the negative conditions of the rule hold.
    """

    number: int
    atom: str
    rule: str
    sentence: str
    place: str
    parameters: tuple[str, ...]
    time: int
    absent: tuple[str, ...] = ()
    counted: tuple[str, ...] = ()
    children: list[Node] = field(default_factory=list)
    examined: list[Node] = field(default_factory=list)

    @property
    def is_fact(self) -> bool:
        """True if it is a fact of the board."""
        return not self.rule

    @property
    def plain(self) -> bool:
        """True if it has a sentence for readers."""
        return bool(self.sentence)

    def all(self) -> Iterator[Node]:
        """Iterate over the nodes of the proof, each once."""
        seen: set[int] = set()
        stack = [self]
        while stack:
            node = stack.pop()
            if node.number not in seen:
                seen.add(node.number)
                yield node
                stack.extend(reversed(node.reasons))

    @property
    def reasons(self) -> list[Node]:
        """The nodes that it rests on, and those that show why the negative conditions hold."""
        return [*self.children, *self.examined]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data, with its children by their numbers."""
        return {
            "atom": self.atom,
            "rule": self.rule,
            "sentence": self.sentence,
            "place": self.place,
            "parameters": list(self.parameters),
            "time": self.time,
            "absent": list(self.absent),
            "counted": list(self.counted),
            "children": [child.number for child in self.children],
            "examined": [child.number for child in self.examined],
        }


def nodes_of(speaker: Speaker, edition: str, root: Proof, said: str = "") -> Node:
    """Turn a proof into nodes; an atom that supports several is one node.

    Args:
        speaker: Puts the terms of the board into words.
        edition: The edition, whose numbers are cited.
        root: The proof.
        said: The text of the root if no rule supplies one: for a denied fact.

    Returns:
        The node of the root.
    """
    made: dict[int, Node] = {}
    first = _node(speaker, edition, root, 0, said)
    made[id(root)] = first
    stack = [(root, first)]
    while stack:
        proof, node = stack.pop()
        for supports, nodes in ((proof.supports, node.children), (proof.examined or (), node.examined)):
            for support in supports:
                child = made.get(id(support))
                if child is None:
                    child = made[id(support)] = _node(speaker, edition, support, len(made))
                    stack.append((support, child))
                nodes.append(child)
    return first


def _node(speaker: Speaker, edition: str, proof: Proof, number: int, said: str = "") -> Node:
    instance = proof.instance
    name, (about, *_) = name_of(proof.atom)[0], (*arguments(proof.atom), "")
    if name == DENIED:
        return Node(number, f"not {about}", BOOKKEEPING, words.capital(said), "", (), proof.call)
    atom = written(proof.atom)
    if name == WITHOUT:
        said = words.NOT_WITHOUT.format(what=speaker.names.get(str(about), about))
        return Node(number, atom, BOOKKEEPING, said, "", (), proof.call)
    if name == LACKING:
        effect, lacks, cited = arguments(proof.atom)
        said = words.LACKING.format(effect=speaker.say(effect), lacks=lacks)
        return Node(number, written((LACKING, effect)), str(cited), words.capital(said), "", (), proof.call)
    if instance is None:
        said = speaker.fact(proof.atom) or ""
        return Node(number, atom, "", words.capital(said), "", (), proof.call)
    rule, binding = instance.rule, instance.binding
    sentence = "" if rule.bookkeeping else speaker.sentence(rule.sentence, binding)
    absent = tuple(
        _negative(one, binding) for one in instance.form.body if isinstance(one, Literal) and not one.positive
    )
    counted = tuple(f"{one.aggregate.function} = {written(one.value)}" for one in instance.counted)
    parameters = tuple(written(binding[name]) if name in binding else "" for name in rule.parameters)
    cited = edition_of(edition).number(rule.number)
    return Node(number, atom, cited, sentence, rule.place, parameters, proof.call, absent, counted)


def _negative(literal: Literal, binding: Binding) -> str:
    try:
        return written(substituted(literal, binding))
    except (KeyError, AssertionError, ValueError, TypeError):
        return literal.name
