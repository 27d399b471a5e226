"""``typeline serve``: the page, and the API."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from facts.text import InputError
from solver.cli.service_options import service_options

if TYPE_CHECKING:
    from solver.run import Service

_NEEDED = ("starlette", "uvicorn", "jinja2")
PORT = 8613
"""The default port: the layers are in section 613."""


@click.command()
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="The port; 0 takes a free one.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at. See docs/serve.md.",
)
@click.option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@service_options
def command(port: int, host: str, opened: bool, service: Service) -> None:
    """Serve a page that answers questions about boards, and an API at the same address.

    The command prints the address, and runs until you interrupt it. It keeps nothing.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"{missing[0]} is not installed", "Run: pip install 'mtg-typeline[serve]'", source="serve")
    from solver.engine import check_rules
    from solver.serve import serve

    check_rules()

    def ready(address: str) -> None:
        click.echo(address)
        if opened:
            import webbrowser

            webbrowser.open(address)

    serve(host=host, port=port, service=service, ready=ready)
