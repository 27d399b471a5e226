"""``python -m typeline``: the command line."""

from __future__ import annotations

from solver.cli import main

if __name__ == "__main__":
    main()
