"""What explanations call objects."""

from __future__ import annotations

from collections.abc import Mapping


def names_of(objects: Mapping[str, str]) -> dict[str, str]:
    """Return what to call objects: by name, and where several have it, with their labels.

    Args:
        objects: The name of each object by label; empty where it has none.

    Returns:
        What to call each, by label.
    """
    several: dict[str, int] = {}
    for name in objects.values():
        several[name] = several.get(name, 0) + 1
    return {
        label: name if name and several[name] == 1 else f"{name} ({label})" if name else label
        for label, name in objects.items()
    }
