"""The work of a process on requests: it reads the board, asks, and writes the answer."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from facts.board import SOURCE, given_board
from facts.cards import CardSource
from facts.text import InputError, read_document
from facts.words import shown_examples as examples
from solver.program import further_chapter, unreadable
from solver.serve.messages import MOST_ANSWERED, MOST_BYTES, WRONG, Reply, Request, json_reply, place, refusal
from solver.serve.operations import OPERATIONS, BoardRequest, checked

_MOST_LISTED = 10


@dataclass(frozen=True)
class Work:
    """Answering requests.

    Attributes:
        cards: The source of cards that are neither defined on a board nor built in.
    """

    cards: CardSource | None = None

    def __call__(self, requests: Sequence[Request]) -> list[Reply]:
        """Answer requests. Those that only need the plain answer are derived together."""
        replies = list(self._replies(requests))
        gc.collect(1)
        return replies

    def _replies(self, requests: Sequence[Request]) -> Iterator[Reply]:
        if len(requests) > 1:
            yield from self._derived([self._careful(lambda one=one: self._asked(one)) for one in requests])  # type: ignore[misc]
            return
        for one in requests:
            found = self._careful(lambda one=one: self._reply(one))  # type: ignore[misc]
            yield found if len(found.body) <= MOST_ANSWERED else _too_much()

    def _reply(self, request: Request) -> Reply:
        if request.what in OPERATIONS:
            return json_reply(OPERATIONS[request.what].answer(self._asked(request)))
        if request.what == "cards":
            from solver.draft import suggestions

            found = suggestions(request.about, self.cards, _MOST_LISTED)
            return json_reply(found)
        from solver.serve import board_page

        if request.what == "page":
            return board_page.page(request.body, self.cards) if request.body else board_page.start_page()
        if request.what == "example":
            return board_page.example_page(request.about, self.cards) or refusal("not found", 404)
        if request.what == "api":
            return board_page.api_page()
        if request.what == "picture":
            from solver.serve.board_picture import picture_of

            form = board_page.Form(request.body)
            return picture_of(form.get("board"), form.get("edition"), self.cards)
        raise LookupError(request.what)

    def _asked(self, request: Request) -> BoardRequest:
        """Read the request of an operation."""
        given = read_document(request.body, "<request>.json", limit=MOST_BYTES).data
        if not isinstance(given, dict):
            raise InputError("a request is a JSON object", 'Such as {"board": {"timeline": ["Forest"]}}')
        edition, keys = checked(request.what, given)
        return BoardRequest(given_board(given["board"], cards=self.cards, limit=MOST_BYTES), edition, keys)

    def _derived(self, asked: Sequence[BoardRequest | Reply]) -> Iterator[Reply]:
        """Derive the boards of several requests in common groundings, one for each edition."""
        from solver.ask.together import derive_all

        answers: dict[int, Any] = {}
        there = [(at, one) for at, one in enumerate(asked) if isinstance(one, BoardRequest)]
        for edition in dict.fromkeys(one.edition for _, one in there):
            places = [at for at, one in there if one.edition == edition]
            boards = [one.board for _, one in there if one.edition == edition]
            answers.update(zip(places, derive_all(boards, edition=edition), strict=True))
        for at, one in enumerate(asked):
            if isinstance(one, Reply):
                yield one
                continue
            answer = answers[at]
            if isinstance(answer, Exception):
                reply = self._careful(lambda answer=answer: _raise(answer))  # type: ignore[misc]
            else:
                reply = json_reply(answer.as_data())
            yield reply if len(reply.body) <= MOST_ANSWERED else _too_much()

    def _careful(self, answer: Callable[[], Any]) -> Any:
        """Return an answer, or in one line the reason why there is none."""
        try:
            return answer()
        except InputError as error:
            line = error.line if error.source == SOURCE else None
            return refusal(str(error), at=line)
        except MemoryError:
            raise
        except Exception as error:
            if "bad_alloc" in str(error):
                raise MemoryError from error
            if further_chapter() is not None:  # house rules may derive unexpected atoms
                return refusal(str(unreadable(error)), 422)
            if isinstance(error, RuntimeError):  # as `batch` says it: not the board's fault, but there is no answer
                return replace(refusal(str(InputError(f"cannot be derived: {error}")), 422), noted=place(error))
            return replace(refusal(WRONG, 500), noted=place(error))


def joined(request: Request) -> bool:
    """Tell whether a request may be answered together with others like it.

    Args:
        request: The request.
    """
    return request.what == "derive"


def warm() -> None:
    """Read the data that every answer needs, before the first request of a process."""
    from solver.speed import read_ahead

    read_ahead()
    from urllib.parse import urlencode

    from solver.serve.board_page import page

    for asked in ("why", "whynot"):
        page(
            urlencode({"board": examples.BOARD_IN_YAML, "do": f"{asked}:0:{examples.FALSE_FACT}"}).encode(),
            None,
        )
    Work()([FIRST])
    gc.freeze()


FIRST = Request("derive", b'{"board":{"timeline":["Dryad Arbor","Blood Moon","Humility","Opalescence"]}}')
"""The first request of each process. It fills the caches before a user waits for them."""


def _raise(error: Exception) -> Reply:
    raise error


def _too_much() -> Reply:
    return refusal(f"the answer is longer than {MOST_ANSWERED:,} bytes. Ask about less", 422)
