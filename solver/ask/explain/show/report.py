"""The output of `why` and `why-not`: the answer, a sentence or two, the steps that led to it, and the proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facts.text import printable
from solver.answer import width, wrapped
from solver.ask.explain.proof import Detail, View, views_of
from solver.ask.explain.reasons import Why
from solver.ask.explain.show.formats import tree_text
from solver.ask.explain.walk import walk_lines
from solver.ask.explain.walk_values import Walk
from solver.ask.explain.whynot import WhyNot
from solver.ask.explain.wording import phrases as words

_LINES = 10
"""The most lines printed in the short form."""


def why_text(found: Why, detail: Detail = "middle", depth: int | None = None, *, scheduling: bool = False) -> str:
    """Write the explanation of a fact that holds.

    Args:
        found: The answer to "why?".
        detail: ``short`` has no proof.
        depth: The number of levels of the proof; by default the detail decides.
        scheduling: Also show when each effect was next.

    Returns:
        Lines no wider than the terminal.
    """
    title = why_title(found)
    if found.proofs:
        proof = words.PROOF, views_of(found.proofs, detail, depth, scheduling=scheduling)
    else:
        proof = words.AGAINST, list(found.against)
    said = () if found.contrast is not None else found.because
    return _text(title, said, found.walk, proof, detail)


def why_title(found: Why) -> str:
    """Return the answer in a line: that the fact holds, or the contrast with another fact.

    Args:
        found: The answer to "why?".
    """
    if found.contrast is not None:
        return found.contrast.said
    return words.capital((words.HOLDS if found.holds else words.HOLDS_NOT).format(fact=found.said))


def why_not_text(found: WhyNot, detail: Detail = "middle") -> str:
    """Write the explanation of a fact that does not hold.

    Args:
        found: The answer to "why not?".
        detail: ``short`` has no proof.

    Returns:
        Lines no wider than the terminal.
    """
    pattern = words.HOLDS if found.holds else words.HOLDS_NOT
    title = words.capital(pattern.format(fact=found.said))
    said = [
        one for one in (found.without, *(one.said for one in found.lacking), *found.because, found.unhelpful) if one
    ]
    told = {found.without, found.unhelpful, *(one.said for one in found.lacking)}
    views = [] if found.holds else [one for one in found.views() if one.text not in told]
    return _text(title, said, found.walk, (words.STANDS_AGAINST, views), detail)


def why_views(
    found: Why, detail: Detail = "middle", depth: int | None = None, *, scheduling: bool = False
) -> list[View]:
    """Return the explanation of a fact as trees for a page: the sentences and the steps, then the proof.

    Args:
        found: The answer to "why?".
        detail: The amount of the proof to show.
        depth: The number of levels of it; by default the detail decides.
        scheduling: Also show when each effect was next.
    """
    proofs = views_of(found.proofs, detail, depth, scheduling=scheduling) or list(found.against)
    said = () if found.contrast is not None else found.because
    return [*_leaves(said, found.walk), *proofs]


def why_not_views(found: WhyNot) -> list[View]:
    """Return the explanation of a fact that does not hold, as trees for a page: first the sentences and the steps.

    Args:
        found: The answer to "why not?".
    """
    return [*_leaves(found.because, found.walk), *([] if found.holds else found.views())]


def _leaves(said: Iterable[str], walk: Walk | None) -> list[View]:
    lines = [*said, *(walk_lines(walk) if walk is not None else ())]
    return [View(-1 - number, "", line) for number, line in enumerate(lines)]


def _text(title: str, said: Iterable[str], walk: Walk | None, proof: tuple[str, Sequence[View]], detail: Detail) -> str:
    lines = [part for one in (title, *said) for part in _fitted(one, "")]
    steps = [_fitted(line, "  ") for line in (walk_lines(walk) if walk is not None else ())]
    if detail == "short":
        return "\n".join([*lines, *_as_many(steps, _LINES - len(lines))])
    if steps:
        lines += ["", *(part for step in steps for part in step)]
    head, roots = proof
    if roots:
        lines += ["", tree_text(head, roots)]
    return "\n".join(lines)


def _as_many(steps: Sequence[list[str]], room: int) -> list[str]:
    """Return as many steps as there is room for, the last ones: these decide."""
    if sum(map(len, steps)) <= room:
        return [part for step in steps for part in step]
    found: list[list[str]] = []
    for step in reversed(steps):
        if sum(map(len, found)) + len(step) + 1 > room:
            break
        found.insert(0, step)
    more = words.MORE_STEPS.format(count=len(steps) - len(found))
    return [f"  {more}", *(part for step in found for part in step)] if room > 0 else []


def _fitted(line: str, indent: str) -> list[str]:
    return wrapped(indent + printable(line), width(), f"{indent}    ") or [""]
