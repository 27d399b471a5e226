"""``typeline schema``: the JSON Schema of boards or cards, for editors."""

from __future__ import annotations

from typing import Literal

import click


@click.command()
@click.argument("kind", type=click.Choice(("board", "card")), default="board")
def command(kind: Literal["board", "card"]) -> None:
    """Print the JSON Schema of boards (or of cards in the effect form)."""
    from facts.schema import schema_text

    click.echo(schema_text(kind).rstrip())
