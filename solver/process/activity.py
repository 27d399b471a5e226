"""The activity of the program in words: for people who wait, and for the message that time is over."""

from __future__ import annotations

import sys
from types import FrameType

_STARTING = "starting"

_DOING: tuple[tuple[str, str, str], ...] = (
    ("solver.engine.layers", "run", ""),
    ("solver.ask.explain.whynot.culprits", "", "looking for obstacles"),
    ("solver.ask.explain.whynot.why_not", "", "looking for obstacles"),
    ("solver.ask.explain.whynot.removal", "", "trying the board without each object"),
    ("solver.ask.explain.reasons.why", "", "writing the proof"),
    ("solver.ask.explain", "", "explaining"),
    ("solver.ask.check", "", "checking"),
    ("solver.engine.loading", "", "reading the rules"),
    ("solver.program.rule_files", "", "reading the rules"),
    ("solver.program.parsed_rules", "", "reading the rules"),
    ("solver.ask.query", "", "looking for matches"),
    ("solver.engine.moments", "", "finding the affected sets of resolving spells"),
    ("solver.answer.answering", "", "writing the answer"),
    ("solver.answer.table", "", "writing the answer"),
    ("facts.oracle.census", "", "reading cards"),
    ("facts.oracle", "", "reading rules texts"),
    ("facts.cards.store.bulk", "", "reading cards"),
    ("facts.cards.store.importing", "", "importing cards"),
    ("facts.cards.store", "", "looking up cards"),
    ("facts.board.board_facts", "", "writing the board as facts"),
    ("facts", "", "reading the board"),
    ("solver.cli", "", _STARTING),
    ("solver", "", "deriving"),
)
"""Each entry: a module, a function, and words. An empty name of a function means every function of the module; a
package means all its modules."""


def activity(thread: int) -> str:
    """Describe the work of a thread, by the functions that it is in at this moment.

    Args:
        thread: Its identifier, as `threading.get_ident` gives it.

    Returns:
        A few words, such as ``reading rules texts``.
    """
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_name == "<module>":
            break  # a module is being imported
        words = _words(frame)
        if words:
            return words
        frame = frame.f_back
    return _STARTING


def _words(frame: FrameType) -> str:
    """Return words for the work of a function; an empty text if none are known."""
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
