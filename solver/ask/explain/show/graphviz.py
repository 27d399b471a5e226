"""Pictures by Graphviz, where it is installed."""

from __future__ import annotations

import shutil
import subprocess

from facts.text import InputError

_SECONDS = 120


def svg(graph: str) -> str:
    """Draw a graph.

    Args:
        graph: The graph, in the language of Graphviz.

    Returns:
        The picture, as SVG.

    Raises:
        InputError: Graphviz is not installed, or cannot draw it.
    """
    program = shutil.which("dot")
    if program is None:
        hint = "Install Graphviz, or use --format dot, mermaid or html"
        raise InputError("needs the program 'dot' of Graphviz, which is not there", hint, source="--format svg")
    try:
        done = subprocess.run(  # noqa: S603 - the graph is its input, not an argument
            [program, "-Tsvg"], input=graph, capture_output=True, timeout=_SECONDS, check=False, encoding="utf-8"
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"Graphviz takes more than {_SECONDS} seconds", "Show less", source="--format svg") from None
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[0]
        raise InputError(f"Graphviz cannot draw it: {said}", "Use --format dot", source="--format svg")
    return done.stdout.rstrip()
