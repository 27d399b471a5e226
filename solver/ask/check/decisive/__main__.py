"""Find out whether the paragraphs that cases cite decide them: ``python -m solver.ask.check.decisive [WORD ...]``.

Pairs that are known are left out; with words, the cases with one of these in their names are looked at anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence

from solver.ask.check.cases import boards_of, case_folder
from solver.ask.check.decisive.deciding import decide, keep, kept, pairs


def main(words: Sequence[str]) -> None:
    """Look at the pairs of cases and paragraphs, and keep what came of each.

    Args:
        words: Words in the names of the cases; all cases by default.
    """
    folder = case_folder()
    assert folder is not None
    cases = [one for one in boards_of(folder) if not words or any(word in one.name for word in words)]
    found = kept()
    wanted = [one for one in pairs(cases) if words or one.paragraph not in found.get(one.case, {})]
    cited = {one.name: {str(number) for number in one.data.get("rules") or ()} for one in cases}
    for name in cited:
        found[name] = {number: said for number, said in found.get(name, {}).items() if number in cited[name]}
    if not words:
        found = {name: each for name, each in found.items() if name in cited}

    def report(number: str, done: int, of: int) -> None:
        print(f"{done}/{of} {number}", file=sys.stderr, flush=True)
        if done % 20 == 0 or done == of:
            keep(found)

    counted: Counter[str] = Counter()
    for pair, said in decide(cases, wanted, report=report):
        found.setdefault(pair.case, {})[pair.paragraph] = said
        counted[said] += 1
    keep(found)
    print(dict(counted))


if __name__ == "__main__":
    main(sys.argv[1:])
