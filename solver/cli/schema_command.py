"""``typeline schema``: the JSON Schema of boards or cards, for editors, and of answers, for programs."""

from __future__ import annotations

from typing import Literal

import click


@click.command()
@click.argument("kind", type=click.Choice(("board", "card")), required=False)
@click.option("--answer", is_flag=True, help="Print the schema of answers, as `typeline derive --json` prints them.")
def command(kind: Literal["board", "card"] | None, answer: bool) -> None:
    """Print the JSON Schema of boards (or of cards in the effect form)."""
    from facts.schema import schema_text

    if answer and kind is not None:
        raise click.UsageError(f"There is one schema a call: leave {kind!r} or --answer out.")
    click.echo(schema_text("answer" if answer else kind or "board").rstrip())
