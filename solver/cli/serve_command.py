"""``typeline serve``: the page, and the API."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import click

from facts.text.errors import InputError
from solver.cli.service_options import service_options

if TYPE_CHECKING:
    from solver.run.pool import Service

_NEEDED = ("starlette", "uvicorn", "jinja2")
PORT = 8613
"""The port, for want of another: the layers are in section 613."""


@click.command()
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="0 for any that is free.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at. See docs/serve.md.")
@click.option("--open", "opened", is_flag=True, help="Open the page in a browser.")
@service_options
def command(port: int, host: str, opened: bool, service: Service) -> None:
    """Open a page on this machine where one asks about boards; the same address has an API.

    It prints the address, and runs until it is interrupted. It keeps nothing.
    """
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        raise InputError(f"{missing[0]} is not installed", "Run: pip install 'mtg-typeline[serve]'", source="serve")
    from solver.serve.http_server import serve

    def ready(address: str) -> None:
        click.echo(address)
        if opened:
            import webbrowser

            webbrowser.open(address)

    serve(host=host, port=port, service=service, ready=ready)
