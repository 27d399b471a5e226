"""Options of ``typeline check`` that mean something only beside others."""

from __future__ import annotations

import click
from click.core import ParameterSource

_BESIDE = {
    "objects": ("bounded",),
    "cores": ("bounded", "mutants"),
    "effects": ("bounded",),
    "invariants": ("bounded",),
    "law": ("mutants",),
    "seed": ("mutants",),
    "kept": ("mutants",),
    "output": ("bounded", "editions"),
    "as_html": ("matrix",),
    "size": ("editions",),
}
"""Parameters, each with the other parameters of which it needs one."""
_CHECKS = ("coverage", "decisive", "bounded", "mutants", "rulings", "matrix", "editions")
"""Parameters that each ask for a check of their own."""
_GO_TOGETHER = ({"bounded", "mutants"}, {"mutants", "rulings"})
_OF_THE_RULES = ("cases", "coverage", "decisive", "bounded", "mutants", "rulings", "matrix", "editions", *_BESIDE)
"""Parameters that are about the rules, and not about a board."""


def refuse_idle_options(ctx: click.Context, about_board: bool) -> None:
    """Refuse an option that would do nothing.

    Args:
        ctx: The call.
        about_board: Whether the call names a board.

    Raises:
        UsageError: There is such an option.
    """
    given = [name for name in ctx.params if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    called = {one.name: one.opts[0] for one in ctx.command.params}
    for name in given:
        if about_board and name in _OF_THE_RULES:
            raise click.UsageError(
                f"{called[name]} is about the rules, and not about a board. Leave out the board or {called[name]}"
            )
        if not about_board and name in _CHECKS:
            other = next((one for one in given if one in _CHECKS and one != name), name)
            if other != name and {name, other} not in _GO_TOGETHER:
                raise click.UsageError(f"{called[name]} and {called[other]} are two checks. Ask for one at a time")
        needed = _BESIDE.get(name, ())
        if needed and not set(needed) & set(given):
            others = " or ".join(called[other] for other in needed)
            raise click.UsageError(f"{called[name]} does nothing without {others}")
