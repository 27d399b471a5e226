"""What the program is doing at a moment, in words: for people who wait, and for whoever is told that time is over."""

from __future__ import annotations

import sys
from types import FrameType

_STARTING = "starting"

_DOING: tuple[tuple[str, str, str], ...] = (
    ("solver.layers", "run", ""),
    ("solver.explain.culprits", "", "looking for what stands in the way"),
    ("solver.explain.why_not", "", "looking for what stands in the way"),
    ("solver.explain.removal", "", "looking for what would be without each object"),
    ("solver.explain.why", "", "writing the proof"),
    ("solver.explain", "", "explaining"),
    ("solver.check", "", "checking"),
    ("solver.loading", "", "reading the rules"),
    ("solver.program", "", "reading the rules"),
    ("solver.query", "", "looking for matches"),
    ("solver.settling", "", "finding what resolving spells meet"),
    ("solver.answering", "", "writing the answer"),
    ("solver.table", "", "writing the answer"),
    ("facts.oracle.census", "", "reading cards"),
    ("facts.oracle", "", "reading rules texts"),
    ("facts.store.bulk", "", "reading cards"),
    ("facts.store.importing", "", "importing cards"),
    ("facts.store", "", "looking up cards"),
    ("facts.board_facts", "", "writing the board as facts"),
    ("facts", "", "reading the board"),
    ("solver.cli", "", _STARTING),
    ("solver", "", "deriving"),
)
"""Module, function and words. An empty function is any of the module; a module stands for those within it, too."""


def activity(thread: int) -> str:
    """Say what a thread is doing, by the functions it is in at this moment.

    Args:
        thread: Its identifier, as `threading.get_ident` gives it.

    Returns:
        A few words, such as ``reading rules texts``.
    """
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            break  # a module is being imported, for whatever will be done
        words = _words(frame)
        if words:
            return words
        frame = frame.f_back
    return _STARTING


def _words(frame: FrameType) -> str:
    """Return what a function is for, in words; nothing where that says little."""
    module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_name
    for known, function, words in _DOING:
        if (module == known or module.startswith(f"{known}.")) and function in ("", name):
            return words or _in_layers(frame)
    return ""


def _in_layers(frame: FrameType) -> str:
    """Say how far the layers are."""
    local = frame.f_locals
    layer = local.get("layer")
    steps = len(getattr(local.get("self"), "steps", ()))
    if not isinstance(layer, int):
        return "deriving"
    shown = f"7{'abcd'[layer - 71]}" if 71 <= layer <= 74 else str(layer)
    return f"applying the effects of layer {shown} (step {steps + 1})"
