"""The answer as a picture for a chat: a drawing in SVG that needs no other file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape

from facts.board import Board
from facts.cards import DEFAULT_EDITION, EDITIONS, CardSource
from facts.text import printable
from solver.answer import Answer, ObjectAnswer
from solver.ask import derive
from solver.ask.explain.wording import phrases as words
from solver.serve.messages import SVG, Reply
from solver.serve.texts import texts

_WIDTH = 720
_LINE = 21
_MARGIN = 24
_LETTERS = 84
"""The letters of the smaller size that fit on a line."""
_MOST = 100
_INK, _SOFT, _GAINED, _LOST, _ACCENT = "#1d2321", "#55605c", "#14622c", "#a3271b", "#1f5a52"


def picture(answer: Answer) -> Reply:
    """Draw each object of a board.

    Args:
        answer: The answer of the board.
    """
    signed = texts()["signed"].format(edition=answer.edition)
    lines = [line for one in list(answer.objects.values())[:_MOST] for line in _object(one)]
    high = 2 * _MARGIN + _LINE * len(lines) + 28
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{high}" viewBox="0 0 {_WIDTH} {high}" '
        'font-family="system-ui, Segoe UI, Roboto, DejaVu Sans, sans-serif">',
        f'<rect width="{_WIDTH}" height="{high}" fill="#fff"/><rect width="6" height="{high}" fill="{_ACCENT}"/>',
    ]
    for number, (text, size, color, more) in enumerate(lines):
        y = _MARGIN + _LINE * number + 16
        drawn.append(f'<text x="{_MARGIN}" y="{y}" font-size="{size}" fill="{color}"{more}>{escape(text)}</text>')
    drawn.append(f'<text x="{_MARGIN}" y="{high - 14}" font-size="12" fill="{_SOFT}">{escape(signed)}</text></svg>')
    return Reply(
        200,
        SVG,
        "\n".join(drawn).encode("utf-8", "replace"),
        {"Content-Disposition": 'attachment; filename="typeline.svg"'},
    )


_Line = tuple[str, int, str, str]


def _object(one: ObjectAnswer) -> Iterator[_Line]:
    """Yield the lines about an object: text, size, color, and further attributes."""
    yield printable(one.name or one.label)[:80], 16, _INK, ' font-weight="700"'
    size = "" if one.power is None else f"   {one.power}/{one.toughness}"
    colors = words.joined([words.COLORS[color] for color in one.colors]) if one.colors else words.COLORLESS
    changed = _GAINED if one.changed else _INK
    yield from _wrapped(f"{one.type_line}{size}   ({colors})", 15, changed)
    if "type_line" in one.changed:
        yield from _wrapped(f"{texts()['printed']}: {one.printed}", 13, _SOFT)
    for ability in one.abilities:
        yield from _wrapped(ability.text, 14, _GAINED if ability.changed or ability.origin == "granted" else _INK)
    for lost in one.lost:
        yield from _wrapped(lost.text, 14, _LOST, ' text-decoration="line-through"')
    yield "", 8, _INK, ""


def _wrapped(text: str, size: int, color: str, more: str = "") -> Iterator[_Line]:
    for line in textwrap.wrap(printable(text.replace("\n", " ")), _LETTERS)[:12]:
        yield line, size, color, more


def picture_of(text: str, edition: str, cards: CardSource | None) -> Reply:
    """Draw each object of the board in a form.

    Args:
        text: The board.
        edition: The edition of the rules; the usual one, if there is none of that name.
        cards: The user's own cards.
    """
    board = Board.read(text, "<board>", cards=cards)
    return picture(derive(board, edition=edition if edition in EDITIONS else DEFAULT_EDITION))
