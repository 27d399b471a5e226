"""A proof as people see it: bookkeeping folded away, what was said before not said again."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from facts.patterns import pattern
from solver.explain import words
from solver.explain.why import Node

Detail = Literal["short", "middle", "long"]
DETAILS: tuple[Detail, ...] = ("short", "middle", "long")
_OBJECT = "o("
"""What stands in every atom that is about an object."""
SCHEDULING = frozenset(
    ("next", "exists", "pending", "potential", "part_in", "layer_of", "earlier", "beaten", "clashes", "contested")
)
"""The predicates of what only says when an effect came up: "Opalescence is next", "Opalescence exists". That it is
applied in a layer says enough."""
_ROOM = 64
"""So many letters of a text are quoted, unless everything is asked for."""
_LONG_QUOTE = pattern(rf"“([^”]{{{_ROOM},}})”")
_DEPTH = {"short": 3, "middle": 6, "long": 1000}


@dataclass(eq=False)
class View:
    """A node of a proof, as shown.

    Attributes:
        number: The node's number.
        rule: The number of the rule; empty for a fact of the board.
        text: What it says.
        children: What it rests on.
        again: Whether it stands elsewhere with what it rests on.
        more: Whether what it rests on is left out here.
    """

    number: int
    rule: str
    text: str
    children: list[View] = field(default_factory=list)
    again: bool = False
    more: bool = False

    @property
    def line(self) -> str:
        """The node in one line."""
        note = f" ({words.ABOVE})" if self.again else f" ({words.DEEPER})" if self.more else ""
        return f"{self.rule + ': ' if self.rule else ''}{self.text}{note}"

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {"rule": self.rule, "sentence": self.text, "children": [child.as_data() for child in self.children]}

    def all(self) -> Iterator[View]:
        """Iterate over this view and all below it."""
        yield self
        for child in self.children:
            yield from child.all()


def view(proof: Node, detail: Detail = "middle", depth: int | None = None, *, scheduling: bool = False) -> View:
    """Return a proof as people see it.

    Args:
        proof: The proof.
        detail: ``short`` and ``middle`` leave out bookkeeping, facts without words and what was said before;
            ``long`` has every node, and says where it was shown before.
        depth: How many levels; by default as the detail asks.
        scheduling: Show, too, when each effect came up; ``long`` always does.

    Returns:
        The view of its root.
    """
    return views_of([proof], detail, depth, scheduling=scheduling)[0]


def views_of(
    proofs: Sequence[Node], detail: Detail = "middle", depth: int | None = None, *, scheduling: bool = False
) -> list[View]:
    """Return proofs as people see them; what several rest on is shown once.

    Args:
        proofs: The proofs, of one board.
        detail: As for `view`.
        depth: As for `view`.
        scheduling: As for `view`.

    Returns:
        The views of their roots.
    """
    viewer = _Viewer(detail, _DEPTH[detail] if depth is None else depth, scheduling=scheduling)
    return [viewer.root(proof) for proof in proofs]


def _cut(found: re.Match[str]) -> str:
    """Cut a quoted text short, between words."""
    text = found[1]
    return f"“{text[: text.rfind(' ', 0, _ROOM)].rstrip(' ,;:')}{words.CUT}”"


class _Viewer:
    """Makes the view of one proof."""

    def __init__(self, detail: Detail, depth: int, *, scheduling: bool) -> None:
        self._all = detail == "long"
        self._folded: frozenset[str] = frozenset() if scheduling or self._all else SCHEDULING
        self._depth = depth
        self._shown: dict[str, View] = {}
        self._said: set[tuple[str, str]] = set()

    def root(self, proof: Node) -> View:
        """Return the view of the root; a root that only does bookkeeping gives way to what it rests on."""
        while not self._all and not self._shows(proof) and not proof.is_fact:
            derived = [child for child in proof.children if not child.is_fact]
            about = [child for child in derived if _OBJECT in child.atom] or derived
            about = about or [child for child in proof.children if self._shows(child)]
            if not about:
                break
            proof = about[-1]  # rules name what they are about last: present(O), has(O,type,V,t)
        return self._make(proof, 1)

    def _make(self, node: Node, level: int) -> View:
        shown = View(node.number, node.rule if node.rule != "-" else "", self._text(node))
        self._shown[node.atom] = shown
        self._said.add((shown.rule, shown.text))
        below = list(self._below(node, {node.number}))
        if level >= self._depth:
            shown.more = any(self._all or not self._is_told(child) for child in below)
            return shown
        for child in below:
            before = self._shown.get(child.atom)
            if self._all and before is not None:
                again = bool(before.children or before.more)
                shown.children.append(View(child.number, before.rule, before.text, again=again))
            elif self._all or not self._is_told(child):
                shown.children.append(self._make(child, level + 1))
        return shown

    def _is_told(self, node: Node) -> bool:
        """Tell whether a node was shown before, or one that says the same."""
        return node.atom in self._shown or (node.rule, self._text(node)) in self._said

    def _shows(self, node: Node) -> bool:
        """Tell whether a node says something to people, and not only when an effect came up."""
        return node.plain and node.atom.partition("(")[0] not in self._folded

    def _text(self, node: Node) -> str:
        said = node.sentence or node.atom
        return said if self._all else _LONG_QUOTE.sub(_cut, said)

    def _below(self, node: Node, passed: set[int]) -> Iterator[Node]:
        """Return the nodes that a node rests on, through those that say nothing to people."""
        for child in node.children:
            if child.number in passed:
                continue
            passed.add(child.number)
            if self._all or self._shows(child):
                yield child
            elif not child.is_fact:
                yield from self._below(child, passed)
