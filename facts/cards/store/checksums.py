"""Checksums of a store: damage is noticed, so a damaged file never gives a wrong card, and never hides a card.

Each card has a checksum. So has each shelf of names. The text of a name determines its shelf, and no shelf may be
missing. So the search for a name that is not there has seen undamaged data, too. All checksums start from a number that
each import draws anew: a piece of an older store does not pass for a piece of this one.

They protect from faulty disks and transfers, not from people: whoever can write the file can write checksums, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

ON_A_SHELF = 8
"""The approximate number of names on a shelf."""


def checksum(start: int, *values: object) -> int:
    """Return the checksum of values.

    Args:
        start: The number of the import.
        values: Texts and whole numbers.

    Returns:
        A number of 32 bits.
    """
    return crc32("\0".join(map(str, values)).encode("utf-8", "surrogatepass"), start)


def shelf_of(plain: str, shelves: int) -> int:
    """Return the shelf that a name belongs on.

    Args:
        plain: The name, as `facts.text.names.normal` has it.
        shelves: The number of shelves.
    """
    return crc32(plain.encode("utf-8", "surrogatepass")) % shelves


def checksum_of_about(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the checksum of a store's own data.

    Args:
        pairs: Keys and values.
    """
    return str(checksum(0, *(part for pair in sorted(pairs, key=repr) for part in pair)))
