"""``typeline mcp``: answers assistants that speak the Model Context Protocol."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from facts.text import InputError
from solver.cli.board_argument import standard_input
from solver.cli.service_options import service_options

if TYPE_CHECKING:
    from solver.run import Service


@click.command()
@click.option("--http", "port", type=click.IntRange(0, 65535), metavar="PORT", help="Serve HTTP (0: a free port).")
@click.option(
    "--host", metavar="ADDRESS", help="With --http: the address to listen at; by default this machine only (127.0.0.1)."
)
@service_options
def command(port: int | None, host: str | None, service: Service) -> None:
    """Serve assistants over the Model Context Protocol (docs/mcp.md).

    An assistant starts this command, and talks to it over standard input and output until the input ends. With --http
    it serves streamable HTTP, and prints its address on standard error. There are no passwords: everyone who reaches
    that address can ask.
    """
    if host is not None and port is None:
        raise click.UsageError("--host goes with --http PORT.")
    try:
        from solver.mcp import serve_http, serve_stdio
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("facts", "solver"):
            raise
        raise InputError(
            "the Python SDK of the Model Context Protocol is not installed, or too old",
            "Install it with: pip install 'mtg-typeline[mcp]'",
            source="mcp",
        ) from None
    from solver.engine import check_rules

    check_rules()
    if port is None:
        standard_input()  # it is there
        if sys.stdin.isatty():
            click.echo(
                "typeline mcp: waiting for an assistant on standard input; Ctrl-C ends it (docs/mcp.md)", err=True
            )
        serve_stdio(service)
    else:
        serve_http(host or "127.0.0.1", port, service)
