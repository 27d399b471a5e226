"""Explain on a page why a fact holds or does not hold."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup, escape

from facts.board import Board
from facts.text import printable
from solver.ask.explain import View, views_of, why, why_not
from solver.ask.explain.show import why_not_views
from solver.ask.explain.walk import walk_lines
from solver.ask.explain.wording import phrases as words

_DEEPEST = 80
_MOST_NODES = 3000
"""The most nodes of a proof on a page; the API has them all."""


class Reason(NamedTuple):
    """The reason why a fact holds or does not hold.

    Attributes:
        title: The fact, and whether it holds.
        holds: Whether the fact holds.
        because: A sentence or two.
        steps: The steps of the walk that led to it, a line each.
        proof: The proof, or the obstacles, as nested lists that open.
    """

    title: str
    holds: bool
    because: tuple[str, ...]
    steps: tuple[str, ...]
    proof: Markup


def reason(board: Board, fact: str, edition: str, *, negative: bool) -> Reason:
    """Find out why a fact holds or does not hold.

    Args:
        board: The board.
        fact: The fact.
        edition: The edition of the rules.
        negative: Whether it is expected not to hold; the page explains either case.

    Raises:
        InputError: It is no fact that one can ask about.
    """
    if not negative:
        found = why(board, fact, edition=edition)
        if found.holds:
            views = views_of(found.proofs, "middle", _DEEPEST) or list(found.against)
            steps = () if found.walk is None else tuple(walk_lines(found.walk))
            return Reason(_title(found.said, True), True, _said(found.because), steps, _trees(views))
    other = why_not(board, fact, edition=edition, depth=_DEEPEST)
    if other.holds and negative:
        return reason(board, fact, edition=edition, negative=False)
    said = tuple(one for one in (other.without, *other.because) if one)
    steps = () if other.walk is None else tuple(walk_lines(other.walk))
    views = [one for one in why_not_views(other) if one.number >= 0 and one.text != other.without]
    return Reason(_title(other.said, other.holds), other.holds, _said(said), steps, _trees(views))


def _title(said: str, holds: bool) -> str:
    return printable(words.capital((words.HOLDS if holds else words.HOLDS_NOT).format(fact=said)))


def _said(sentences: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return tuple(printable(one) for one in sentences)


def _trees(views: list[View]) -> Markup:
    """Write trees as nested lists, each node with its reasons folded away."""
    left = [_MOST_NODES]
    return Markup("").join(Markup('<ul class="proof">{}</ul>').format(_node(one, 0, left)) for one in views)


def _node(view: View, level: int, left: list[int]) -> Markup:
    left[0] -= 1
    rule = Markup('<span class="rule">{}</span> ').format(view.rule) if view.rule else Markup("")
    note = view.line.removeprefix(f"{view.rule}: " if view.rule else "").removeprefix(view.text)
    text = Markup("{}<span>{}</span>{}").format(rule, printable(view.text), escape(note))
    if not view.children or level >= _DEEPEST or left[0] <= 0:
        return Markup("<li>{}</li>").format(text)
    inside = Markup("").join(_node(child, level + 1, left) for child in view.children)
    return Markup("<li><details><summary>{}</summary><ul>{}</ul></details></li>").format(text, inside)
