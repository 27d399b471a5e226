"""Which typeline this is: the one place that says so (`pyproject.toml` reads it from here)."""

from __future__ import annotations

VERSION = "0.1.0"
"""The version of the package, and of whatever it answers."""
