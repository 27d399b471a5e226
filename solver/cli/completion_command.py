"""``typeline completion``: print the script that makes a shell complete arguments."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the script that completes commands, options, cards, labels and files in SHELL.

    Write it to the file that your shell reads (for zsh: in a folder of your $fpath).

    \b
    typeline completion bash >
        ~/.local/share/bash-completion/completions/typeline
    typeline completion zsh > ~/.zfunc/_typeline
    typeline completion fish > ~/.config/fish/completions/typeline.fish
    """  # noqa: D301 - click reads the backspace: these lines stay as they are
    from solver.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(cli, {}, "typeline", "_TYPELINE_COMPLETE").source().rstrip()
    # A name such as "Urza, Lord Protector" has commas, and fish splits the line at the first one only.
    click.echo(script.replace('string split ","', 'string split -m 1 ","'))
