"""Which reader compiled the texts of a store. Another one may read more of them, so it compiles them itself."""

from __future__ import annotations

import os
from functools import cache
from zlib import crc32

from facts.version import VERSION

_FOLDERS = ("cards", "effects", "effects/form", "oracle/read", "text", "words", "words/data")
"""The folders of this package that hold what turns rules text into effect forms."""
_ENDINGS = (".py", ".lark", ".json", ".yaml")


@cache
def reader() -> str:
    """Return a name for the reader of rules texts: it changes with the version, and with the size of any of its files.

    To look at the files themselves would take some 10 ms in each process.
    """
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    sizes = []
    for folder in _FOLDERS:
        with os.scandir(os.path.join(package, *folder.split("/"))) as files:
            sizes += [(folder, one.name, one.stat().st_size) for one in files if one.name.endswith(_ENDINGS)]
    return f"{VERSION} {crc32(repr(sorted(sizes)).encode()):08x}"
