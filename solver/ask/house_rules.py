"""House rules: a file of a user's rules, checked and then read with the others.

The file is written like a chapter of ``rules/`` (``docs/house_rules.md``): one rule a line or more, ended by a full
stop at the end of a line, each under an annotation. It is data that somebody gives us. Text that clingo would act upon
while it parses is refused before that (`solver.program.house_text`), and parsed rules may only contain the parts on a
list (`solver.program.house_trees`). The caller limits the cost of their grounding (``solver.ask.query_limits``).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from facts.text import InputError
from solver.ask.explain.rules import forget_books, rulebook
from solver.process import one_at_a_time
from solver.program import house_text, house_trees, trees_within
from solver.program import rule_files as program
from solver.speed import predicates

__all__ = ["leave", "use"]


@one_at_a_time
def use(path: str | Path) -> None:
    """Read a file of house rules with the rules from now on, in this process.

    Args:
        path: The file.

    Raises:
        InputError: It is no file, too large, or holds something that rules may not.
    """
    known = _signatures()
    text = house_text.read(Path(path))
    house_text.check(text, str(path))
    trees = list(house_trees.parse(text, str(path)))
    house_trees.check_trees(trees, str(path))
    house_trees.check_layout(text, trees, str(path))
    rules = [(tree.location.begin.line, str(tree)) for tree in trees if tree.ast_type.name == "Rule"]
    house_text.check_statements(text, rules, str(path))
    house_trees.check_predicates(trees, known, str(path))
    program.read_too(Path(path), text, _made_anew)
    forget_books()
    try:
        _check_supposed(str(path))
        house_trees.check_safety(text, str(path))
        rulebook()
    except InputError:
        program.read_too(None)
        forget_books()
        raise


@one_at_a_time
def leave() -> None:
    """Read only the rules of the game again."""
    program.read_too(None)
    forget_books()


def _made_anew(text: str) -> program.Made | None:
    """Write the chapters about supposed states anew if house rules are about a state."""
    from solver.speed import supposing

    return supposing.chapters() if any(f"#program {part}(" in text for part in supposing.PARTS) else None


def _check_supposed(source: str) -> None:
    """Check that the rules about a state also work for supposed states (613.8a)."""
    from solver.speed import supposing

    try:
        program.chapter_text(supposing.path())
    except ValueError as error:
        hint = "A rule of the part look, perform_N, outcome, advance or state is asked of supposed states, too"
        raise InputError(f"it cannot be asked of supposed states (613.8a): {error}", hint, source=source) from error


@cache
def _signatures() -> frozenset[tuple[str, int]]:
    """Return the predicates of the rules, and those of the chapter that the engine replaces by its opposite."""
    law = [one for path in program.law() for one in program.read(path) if path.name == program.MEETING]
    trees = [tree for one in law for tree in trees_within(one.part, one.text)]
    turned = {one for tree in trees if tree.ast_type.name == "Rule" for one in house_trees.atoms(tree.head)}
    return predicates() | turned
