"""``typeline batch``: many boards."""

from __future__ import annotations

import json
import sys

import click

from facts.errors import InputError
from solver.cli.boards import edition_option


@click.command()
@click.argument("boards", default="-", metavar="BOARDS.ndjson")
@edition_option
@click.option("--json", "as_json", is_flag=True, help="JSON is printed in any case.")
def command(boards: str, edition: str, as_json: bool) -> None:
    """Derive many boards: one JSON object a line in, one out, in the same order.

    An "id" is carried through. A board that cannot be used gives {"id": ..., "error": ...} on its line.
    """
    from solver.batch import batch

    if boards == "-":
        lines, source = sys.stdin.buffer, "<stdin>"
    else:
        try:
            lines, source = open(boards, "rb"), boards  # noqa: SIM115 - closed when the process ends
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=boards) from None
    for answer in batch(lines, source, edition=edition):
        sys.stdout.write(json.dumps(answer, ensure_ascii=False, separators=(",", ":")) + "\n")
