"""The files that pages load: styles, scripts, an icon. They are few and small, and are read once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

_TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


class Asset(NamedTuple):
    """A file.

    Attributes:
        type: Its type.
        body: Its content.
        mark: A short checksum of its content.
    """

    type: str
    body: bytes
    mark: str


@lru_cache(maxsize=1)
def assets() -> Mapping[str, Asset]:
    """Return all files, by name."""
    found = {}
    for path in sorted((Path(__file__).parent / "static").iterdir()):
        if path.suffix in _TYPES:
            body = path.read_bytes()
            found[path.name] = Asset(_TYPES[path.suffix], body, hashlib.sha256(body).hexdigest()[:12])
    return found
