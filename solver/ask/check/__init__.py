"""Checking: are the rules consistent, does each of them matter, and is no paragraph forgotten?"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solver.ask.check.finding import Finding
    from solver.ask.check.rules import check_rules

__all__ = ["Finding", "check_rules"]


def __getattr__(name: str) -> object:
    """Import the checks of the rules when they are needed: the check of a board does without."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{'finding' if name == 'Finding' else 'rules'}"), name)
