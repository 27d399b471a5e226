"""An answer as a line of JSON, as `json` would write it: parts that many objects share are written once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from json import JSONEncoder
from json.encoder import encode_basestring, encode_basestring_ascii
from operator import itemgetter
from typing import Any

from solver.answer.answer_values import Answer, ObjectAnswer

_OF_BOARD = ("zone", "controller", "owner", "token", "counters", "damage", "attached_to")
"""The data of an object that depend on its board, in order. Many objects share the rest."""
_SHARED = tuple(name for name in ObjectAnswer._fields if name not in ("label", *_OF_BOARD))
_shared = itemgetter(*map(ObjectAnswer._fields.index, _SHARED))
_PLAIN = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ESCAPED = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


def json_line(data: object, *, escaped: bool = False) -> str:
    """Write plain data as JSON without spaces.

    Args:
        data: The data.
        escaped: Write everything beyond ASCII with escapes.

    Returns:
        The text.
    """
    return _ESCAPED(data) if escaped else _PLAIN(data)


def answer_line(name: Any, answer: Answer, *, escaped: bool = False) -> str:
    """Write ``{"id": name, **answer.as_data()}`` as JSON without spaces.

    Args:
        name: The id.
        answer: The answer.
        escaped: Write everything beyond ASCII with escapes.

    Returns:
        The text.
    """
    encode, quote = (_ESCAPED, encode_basestring_ascii) if escaped else (_PLAIN, encode_basestring)
    objects = ",".join([f"{quote(label)}:{_object(one, quote, escaped)}" for label, one in answer.objects.items()])
    before, _, after = encode(answer._replace(objects={}).as_data()).partition('"objects":{}')
    return f'{{"id":{encode(name)},{before[1:]}"objects":{{{objects}}}{after}'


def _object(one: ObjectAnswer, quote: Callable[[str], str], escaped: bool) -> str:
    zone, controller, owner, token, counters, damage, attached_to, end = _around(_shared(one), escaped)
    return (
        f"{zone}{quote(one.zone)}{controller}{quote(one.controller)}{owner}{quote(one.owner)}"
        f"{token}{'true' if one.token else 'false'}"
        f"{counters}{json_line(dict(one.counters), escaped=escaped) if one.counters else '{}'}"
        f"{damage}{one.damage}{attached_to}{'null' if one.attached_to is None else quote(one.attached_to)}{end}"
    )


@lru_cache(maxsize=1 << 12)
def _around(shared: tuple[Any, ...], escaped: bool) -> tuple[str, ...]:
    """Return the JSON that objects share, in pieces: the values of each board stand between them."""
    values: dict[str, Any] = {"label": "", "zone": "", "controller": "", "owner": ""}
    values.update(zip(_SHARED, shared, strict=True))
    data = ObjectAnswer(**values).as_data()
    pieces: list[str] = []
    piece = ""
    for key, value in data.items():
        piece += f"{',' if pieces or piece else '{'}{json_line(key)}:"
        if key in _OF_BOARD:
            pieces.append(piece)
            piece = ""
        else:
            piece += json_line(value, escaped=escaped)
    return (*pieces, f"{piece}}}")
