"""A text that would run a program if it were no text."""

from __future__ import annotations

HOSTILE = '"). #script(python) import os; os.abort() #end. left(o(0,"x'
