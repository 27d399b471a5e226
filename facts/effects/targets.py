"""Targets in the effect form: whether the affected objects of an effect are targets, which the board names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard

__all__ = ["affects_targets", "restricts_targets"]


def affects_targets(affects: object) -> bool:
    """Tell whether an effect affects its targets, restricted or not.

    Args:
        affects: The value of ``affects`` in the effect form.
    """
    return affects == "targets" or restricts_targets(affects)


def restricts_targets(affects: object) -> TypeGuard[Mapping[str, Any]]:
    """Tell whether an effect affects targets that its text restricts: ``{targets: ...}``.

    Args:
        affects: The value of ``affects`` in the effect form.
    """
    return isinstance(affects, Mapping) and "targets" in affects
