"""``python -m facts.oracle``: writes the table of the parser, after a change of the grammar."""

from __future__ import annotations

from facts.oracle.read import write_table

if __name__ == "__main__":
    write_table()
