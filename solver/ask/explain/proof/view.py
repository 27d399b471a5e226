"""A proof as people see it, without bookkeeping and repetitions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from facts.runtime import pattern
from solver.answer import wrapped
from solver.ask.explain.proof.node import Node
from solver.ask.explain.wording import phrases as words

Detail = Literal["short", "middle", "long"]
DETAILS: tuple[Detail, ...] = ("short", "middle", "long")
_OBJECT = "o("
"""The term in every atom about an object."""
SCHEDULING = frozenset((
    "applied_in", "next", "ready", "exists", "pending", "has_part", "layer_of", "comes_before",
    "goes_earlier", "compared", "earlier", "beaten", "clashes", "contested",
))  # fmt: skip
"""The predicates that only say when an effect was next: "Opalescence is next", "Opalescence exists". The effects for
which it waited are worth saying (613.8), and stand below these."""
_GROUNDWORK = frozenset((
    # what the results of an effect say again
    "gained", "lost", "shifted_by", "switched", "performing", "part_applied", "starts_on", "started_on", "started",
    "applied",
    "does_to", "dependency_possible", "dependency_chain", "in_loop", "must_wait", "asks_condition", "demands",
    "demanded", "needs", "excludes", "active",
    # that effects and abilities are there as printed
    "created", "has_origin", "static_on", "abilities_function", "functions", "printed_as", "seeks", "computes",
    "in_zone_of", "timestamp", "object_timestamp", "received_timestamp",
    "copiable", "layer_1", "keyword_effect", "defining_effect", "from_defining_ability", "from_cda_of",
    # the meaning of an effect's words
    "sets_type", "adds_type", "gives_type", "gives_subtype", "adds_subtype", "sets_subtype", "replaces_types",
    "replaces_set", "sets_land_type", "gives_every", "removes_every", "sets_color", "retains", "overwrites",
    "basic_land_type",
    # lists of the rulebook
    "correlated_with", "subtype_in", "correlated", "card_type", "receives_subtype", "size",
))  # fmt: skip
"""Predicates of facts that a judge would take for granted and not name as a reason."""
_WAITS, _DEPENDS = "waits_for", "depends_on"
"""For a waiting effect, the dependency and its change (613.8a) are reasons; nothing below them is."""
_WORTH_SAYING = frozenset((
    "attached", "chosen", "put_on", "taken_off", "entered_with", "alters", "told", "status", "found", "fixed",
    "fixed_of", "target", "x", "choice_told", "copy_effect", "copy_told", "copy_told_to_end",
    "phased_out", "left", "paired", "enters_tapped", "side_up",
))  # fmt: skip
"""The facts of a board that a judge would name as a reason."""
_WHEN = frozenset((_WAITS, "holds", "is_met", *_WORTH_SAYING))
"""Reasons even in the history of an effect: its dependencies, its conditions, and such facts."""
_LINES, _WIDTH = 14, 100
"""The number of lines of a proof by default, and the columns of the terminal."""
_ROOM = 64
"""The most letters quoted from a text, except in the full output."""
_LONG_QUOTE = pattern(rf"“([^”]{{{_ROOM},}})”")
_DEPTH = {"short": 3, "middle": 1000, "long": 1000}


@dataclass(eq=False)
class View:
    """A node of a proof, as shown.

    Attributes:
        number: The node's number.
        rule: The number of the rule; empty for a fact of the board.
        text: Its text.
        children: The views of the nodes that it rests on.
        again: Whether it stands elsewhere with its reasons.
        more: Whether its reasons are left out here.
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
        detail: ``short`` and ``middle`` leave out bookkeeping, facts without words and repetitions;
            ``long`` has every node, and says where it was shown before.
        depth: The number of levels; by default the detail decides, and ``middle`` shows as many as fit on 15 lines.
        scheduling: Also show when each effect was next; ``long`` always does.

    Returns:
        The view of its root.
    """
    return views_of([proof], detail, depth, scheduling=scheduling)[0]


def views_of(
    proofs: Sequence[Node], detail: Detail = "middle", depth: int | None = None, *, scheduling: bool = False
) -> list[View]:
    """Return proofs as people see them; a common reason is shown once.

    Args:
        proofs: The proofs, of one board.
        detail: As for `view`.
        depth: As for `view`.
        scheduling: As for `view`.

    Returns:
        The views of their roots.
    """
    viewer = _Viewer(detail, _DEPTH[detail] if depth is None else depth, scheduling=scheduling)
    roots = [viewer.root(proof) for proof in proofs]
    if detail == "middle" and depth is None and not scheduling:
        _fit(roots)
    return roots


def _fit(roots: Sequence[View]) -> None:
    """Leave out the deepest levels of proofs, so that they fit on a few lines."""
    room = _LINES
    level = 0
    row = list(roots)
    while row:
        level += 1
        below: list[View] = []
        for shown in row:
            if shown in roots:
                room -= _height(shown, 0)
            kept: list[View] = []
            for child in shown.children:
                room -= _height(child, level)
                if room < 0:
                    shown.more = True
                    break
                kept.append(child)
            shown.children = kept
            below += kept
        row = below


def _height(shown: View, level: int) -> int:
    """Return how many lines a node takes at a level, with the note that its reasons are left out."""
    note = f" ({words.DEEPER})" if shown.children else ""
    return len(wrapped(shown.line + note, _WIDTH - 4 * (level + 1)))


def _cut(found: re.Match[str]) -> str:
    """Cut a quoted text short, between words."""
    text = found[1]
    return f"“{text[: text.rfind(' ', 0, _ROOM)].rstrip(' ,;:')}{words.CUT}”"


def _ends(node: Node) -> bool:
    """Tell whether a proof ends with a node: a fact of the board that no earlier moment decided."""
    return node.is_fact and not node.children


class _Viewer:
    """Makes the view of one proof."""

    def __init__(self, detail: Detail, depth: int, *, scheduling: bool) -> None:
        self._all = detail == "long"
        self._middle = detail == "middle"
        folded = _GROUNDWORK if self._middle else frozenset()
        self._folded: frozenset[str] = frozenset() if self._all else folded if scheduling else SCHEDULING | folded
        self._depth = depth
        self._shown: dict[str, View] = {}
        self._said: set[tuple[str, str]] = set()

    def root(self, proof: Node) -> View:
        """Return the view of the root; the reasons of a root that is only bookkeeping replace it."""
        while not self._all and not self._shows(proof) and not _ends(proof):
            derived = [child for child in proof.children if not _ends(child)]
            about = [child for child in derived if _OBJECT in child.atom] or derived
            about = about or [child for child in proof.children if child.plain]
            if not about:
                break
            proof = about[-1]  # the head names the object and the value: present(O), has(O,type,V,t)
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
        """Tell whether a node has a sentence, and one that does not go without saying."""
        name = node.atom.partition("(")[0]
        if self._middle and node.is_fact:
            return node.plain and name in _WORTH_SAYING
        return node.plain and name not in self._folded

    def _text(self, node: Node) -> str:
        said = node.sentence or node.atom
        return said if self._all else _LONG_QUOTE.sub(_cut, said)

    def _below(self, node: Node, passed: set[int]) -> Iterator[Node]:
        """Return the nodes that a node rests on, and in place of those without words the nodes below them."""
        for child in self._reasons(node):
            if child.number in passed:
                continue
            passed.add(child.number)
            if self._all or self._shows(child):
                yield child
            elif not _ends(child):
                waiting = self._middle and child.atom.partition("(")[0] in SCHEDULING
                below = self._below(child, passed)
                yield from (one for one in below if one.atom.partition("(")[0] in _WHEN) if waiting else below

    def _reasons(self, node: Node) -> list[Node]:
        """Return the nodes right below one: the results of an effect, then the reasons why it was next."""
        name = node.atom.partition("(")[0]
        if self._all:
            return node.reasons
        if self._middle and name in (_WAITS, _DEPENDS):
            return node.children if name == _WAITS else []
        return sorted(node.reasons, key=lambda child: child.atom.partition("(")[0] in SCHEDULING)
