"""Write the files that are made from the rules: ``python -m solver.build``, after each change of ``rules/``.

It writes the engine's chapters that follow from the law (`solver.speed.supposing`), the tables of sketches and gates
(`solver.speed.prepared`), the rules with named variables (`solver.program.named_rules`), and the forms that proofs need
(`solver.ask.explain.rules.prepared_forms`). Tests check that they are current, and whoever derives with old ones is
told (`solver.engine.check_rules`).
"""

from __future__ import annotations

import sys

from solver.ask.explain.rules import prepared_forms
from solver.program import forget, named_rules, root
from solver.speed import prepared, supposing


def main() -> int:
    """Write the files, and return the exit code.

    If the engine's rules cannot be made from a rule of the law, print one line, and write nothing.
    """
    try:
        chapters = supposing.chapters()
    except (ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    for name, text in chapters.items():
        (root() / "rules" / name).write_text(text, encoding="utf-8")
    forget()
    named_rules.FILE.write_bytes(named_rules.written_names())
    prepared.write()
    prepared_forms.FILE.write_bytes(prepared_forms.written_table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
