"""``..., where X is ...`` and ``for each ...``: amounts that no rule can find out, so the board tells them."""

from __future__ import annotations

import re

from facts.oracle.read.amount_forms import how_many
from facts.oracle.read.parts import Done, Said
from facts.oracle.read.sentences import parsed

WHERE_X = re.compile(r",? where X is ([^.⟦]+)$")
HAS_X = re.compile(r"\bX\b")
X_TARGETS = re.compile(
    r"\bX (?:other )?target\b|\bcreates? X (?:tapped )?(?=tokens? that)|"
    r"\b[Aa]mass (?:[A-Z][a-z]+ )?X\b|\b[Ee]arthbend X\b"
)
"""X that says how many targets, copies or counters there are."""


def with_what_x_is(text: str) -> Said | None:
    """Read ``..., where X is ...`` and ``for each ...`` whose amount no rule can find out: the board tells it.

    Args:
        text: A part of a sentence.

    Returns:
        What it says; None if it is not read.
    """
    where = WHERE_X.search(text)
    if where is not None:
        said = parsed(f"{text[: where.start()]}, where X is the result{text[where.end() :]}")
        words = where[1]
    else:
        each = _EACH.search(text)
        if each is None:
            return None
        said = parsed(f"{text[: each.start()]} for each creature that died this turn{text[each.end() :]}")
        words = how_many(each[0].strip())
    if said is None or said.kind != "does":
        return None
    each_of_many = said.who is not None and said.who.kind in ("filter", "several") and _EACH_OF_MANY.search(words)
    if each_of_many or _SEVERAL_WAYS.search(words) or not any(_tells(done, words) for done in said.done):
        return None
    found: Said = said
    return found


_EACH = re.compile(
    r"(?<!^) for each (?:(?! and (?:has|have|gains?|gets?|is|are|can|becomes?|loses?|it)\b| until | for each )[^.,⟦])+",
    re.IGNORECASE,
)
_EACH_OF_MANY = re.compile(r"\b(?:it|its|they|their|that (?:creature|permanent|land))\b")
_SEVERAL_WAYS = re.compile(
    r"\bY is\b|\bX\b|, then |, and |\bshares? (?:an?|at least) |"
    r"\b(?:and|but|then) (?:it |they |that \w+ )?(?:is|are|gets?|gains?|becomes?|loses?)\b"
)


def _tells(done: Done, words: str) -> bool:
    """Put the words for an amount that a board tells in the place of others; tell whether there were any."""
    if isinstance(done.where, dict) and "event" in done.where:
        done.where["event"] = words
        return True
    amounts = [one for ops in (*done.ops, *done.options) for one in ops.values() if isinstance(one, dict)]
    for one in amounts:
        if "event" in one:
            one["event"] = words
    return any("event" in one for one in amounts)
