"""``typeline vocabulary``: the predicates that a query may ask about."""

from __future__ import annotations

import click

from solver.cli.board_argument import json_option, print_json


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List the predicates of queries."""
    from solver.program import vocabulary

    words = vocabulary()
    if as_json:
        print_json([{"name": one.name, "arguments": list(one.arguments), "meaning": one.meaning} for one in words])
        return
    width = max(len(one.form) for one in words)
    for one in words:
        click.echo(f"{one.form:<{width}}  {one.meaning}")
