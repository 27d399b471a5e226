"""Which rules fire: on some case each must, or say why it does not.

Every rule gets a companion with the same body that says where it fires. It is grounded wherever the rule is, whoever
asks: for the answer, as something resolves, for the walk, for the check of a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clingo import Control

from solver.check.finding import Finding
from solver.explain.rulebook import Rulebook
from solver.program import FIRES, Statement, chapters, forget, statements

_REASON = "%~ "
"""Begins the line above a rule that says why no case makes it fire."""

Place = tuple[str, int]
"""A file of the rules and a line."""


class Marks:
    """Rules that say whether they fire: a watcher of the program.

    Attributes:
        silent: The places of the rules that have not fired.
        controls: What rules were loaded into since `read` was called.
    """

    def __init__(self) -> None:
        """Mark all rules; one without a body fires where it is loaded."""
        self.silent: set[Place] = {one.place for one in statements() if not one.text.startswith("#")}
        self.controls: list[Control] = []
        self._marked = len(self.silent)
        self._reasons = dict(reasons_given())

    @property
    def unexcused(self) -> set[Place]:
        """The places of the rules that have not fired and do not say why."""
        return self.silent - self._reasons.keys()

    def further(self, read: Sequence[Statement]) -> Iterator[Statement]:
        """Return for each rule that has not fired yet one that fires where it does.

        Args:
            read: The statements of the rules.
        """
        for one in read:
            if one.place in self.silent:
                chapter, line = one.place
                _, arrow, body = one.text.partition(":-")
                yield one._replace(text=f'{FIRES}("{chapter}",{line}) {arrow}{body if arrow else "."}')

    def loads(self, control: Control) -> None:
        """Take note of what rules are loaded into.

        Args:
            control: It will be grounded.
        """
        self.controls.append(control)

    def read(self) -> None:
        """Read off which rules fired; the more are known, the fewer are marked from now on, which saves time."""
        for control in self.controls:
            for atom in control.symbolic_atoms.by_signature(FIRES, 2):
                chapter, line = atom.symbol.arguments
                self.silent.discard((chapter.string, line.number))
        self.controls.clear()
        if len(self.silent) < self._marked * 0.7:
            self._marked = len(self.silent)
            forget()

    def finding(self, book: Rulebook) -> Finding:
        """Return the check that every rule fires, or says why it does not.

        Args:
            book: The rules.
        """
        fire = sum((rule.chapter, rule.line) not in self.silent for rule in book.rules)
        problems = [
            f"{rule.place}: ({rule.number}) never fires"
            for rule in book.rules
            if (rule.chapter, rule.line) in self.unexcused
        ]
        for place in sorted(self._reasons.keys() - self.silent):
            problems.append(f"rules/{place[0]}:{place[1]}: fires, and should not: {self._reasons[place]}")
        said = f"{fire} of {len(book.rules)} rules fire on some case, {len(self._reasons)} say why not"
        return Finding("coverage", said, tuple(problems))


def reasons_given() -> Iterable[tuple[Place, str]]:
    """Return of each rule that says so why no case makes it fire.

    Returns:
        The place of the rule, and the reason: what stands above it after ``%~``.
    """
    begins = {one.place for one in statements()}
    for path in chapters():
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines, 1):
            if line.startswith(_REASON):
                below = [later for later in range(number + 1, len(lines) + 1) if (path.name, later) in begins][:1]
                yield from (((path.name, later), line.removeprefix(_REASON).strip()) for later in below)
