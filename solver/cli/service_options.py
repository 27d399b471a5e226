"""The options that the services share, ``serve`` and ``mcp``: how many processes answer, and within which limits."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from solver.cli.board_argument import HOUSE_RULES, cards_option, rules_option
from solver.cli.limit_options import timeout_and_memory, try_house_rules
from solver.process import usable_cores

if TYPE_CHECKING:
    from facts.cards.store import Store

_Function = TypeVar("_Function", bound=Callable[..., Any])

_SECONDS, _MEGABYTES = 30.0, 1024
"""The default limits of a question. A service can set others but cannot drop them."""


def service_options(function: _Function) -> _Function:
    """Give a command ``--jobs``, ``--timeout``, ``--memory``, ``--rules`` and those for cards: it gets a `Service`.

    House rules are tried before anybody asks.
    """

    @wraps(function)
    def served(*arguments: Any, jobs: int | None, timeout: float, memory: int, cards: Store, **options: Any) -> Any:
        from solver.run import Service

        ctx = click.get_current_context()
        rules = ctx.meta.get(HOUSE_RULES)
        if rules is not None:
            try_house_rules(ctx, rules)
        service = Service(cards, jobs or usable_cores(), timeout, memory, rules)
        return function(*arguments, service=service, **options)

    workers = click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        metavar="N",
        help="The number of processes that answer; by default one for each core.",
    )
    limited = timeout_and_memory(served, "a question", _SECONDS, _MEGABYTES)
    return workers(rules_option(cards_option(limited)))  # type: ignore[return-value]
