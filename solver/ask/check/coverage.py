"""Check that every rule fires on some case, or says why it does not.

Every rule gets a companion with the same body that records where the rule fires. The companion is grounded together
with the rule in every program: for the answer, for a resolving ability, for the walk, for the check of a board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clingo import Control

from solver.ask.check.finding import Finding
from solver.ask.explain.rules import Rulebook
from solver.program import FIRES, MADE, Statement, chapter_text, chapters, forget, name_of, statements
from solver.speed import open_to

_REASON = "%~ "
"""Begins the line above a rule that says why no case makes it fire."""


Place = tuple[str, int]
"""A file of the rules and a line."""


class Fired:
    """Rules that say where they fire: a watcher of the program.

    Attributes:
        marked: The places of these rules.
    """

    def __init__(self, places: Iterable[Place]) -> None:
        """Mark rules; one without a body fires where it is loaded.

        Args:
            places: The places.
        """
        self.marked: set[Place] = set(places)
        self._controls: list[Control] = []

    def further(self, read: Sequence[Statement]) -> Iterator[Statement]:
        """Return for each marked rule one that fires where it does.

        Args:
            read: The statements of the rules.
        """
        for one in read:
            if one.place in self.marked:
                chapter, line = one.place
                _, arrow, body = one.text.partition(":-")
                yield one._replace(text=f'{FIRES}("{chapter}",{line}) {arrow}{body if arrow else "."}')

    def loads(self, control: Control) -> None:
        """Take note of a control into which rules are loaded.

        Args:
            control: It will be grounded.
        """
        self._controls.append(control)

    def read(self) -> set[Place]:
        """Return the places of the rules that fired since this was called."""
        atoms = (atom for one in self._controls for atom in one.symbolic_atoms.by_signature(FIRES, 2))
        found = {(chapter.string, line.number) for chapter, line in (atom.symbol.arguments for atom in atoms)}
        self._controls.clear()
        return found


class Marks(Fired):
    """Those rules that have not fired yet."""

    def __init__(self) -> None:
        """Mark all rules."""
        super().__init__(one.place for one in statements() if not one.text.startswith("#") and one.place[0] not in MADE)
        self._loaded = len(self.marked)
        self._reasons = dict(reasons_given())

    @property
    def silent(self) -> set[Place]:
        """The places of the rules that have not fired."""
        return self.marked

    @property
    def unexcused(self) -> set[Place]:
        """The places of the rules that have not fired and do not say why."""
        return self.silent - self._reasons.keys()

    def could_fire(self, words: frozenset[str]) -> bool:
        """Tell whether the gates of a rule that should still fire are open.

        Args:
            words: The gate words that stand in facts.
        """
        waiting = self.unexcused
        return any(statements()[number].place in waiting for number in open_to(words))

    def read(self) -> set[Place]:
        """Return the rules that fired, and take their marks off: fewer marks take less time."""
        found = super().read()
        self.marked -= found
        if len(self.marked) < self._loaded * 0.45:
            self._loaded = len(self.marked)
            forget()
        return found

    def finding(self, book: Rulebook) -> Finding:
        """Return the check that every rule fires, or says why it does not.

        Args:
            book: The rules.
        """
        rules = [rule for rule in book.rules if rule.chapter not in MADE]  # made from rules of the law, which count
        fire = sum((rule.chapter, rule.line) not in self.silent for rule in rules)
        problems = [
            f"{rule.place}: ({rule.number}) never fires"
            for rule in rules
            if (rule.chapter, rule.line) in self.unexcused
        ]
        for place in sorted(self._reasons.keys() - self.silent):
            problems.append(f"rules/{place[0]}:{place[1]}: fires, and should not: {self._reasons[place]}")
        said = f"{fire} of {len(rules)} rules fire on some case, {len(self._reasons)} say why not"
        return Finding("coverage", said, tuple(problems))


def reasons_given() -> Iterable[tuple[Place, str]]:
    """Return the reasons why no case makes some rules fire, as these rules give them.

    Returns:
        The place of the rule, and the reason: the text above it after ``%~``.
    """
    begins = {one.place for one in statements()}
    for path in chapters():
        lines = chapter_text(path).splitlines()
        for number, line in enumerate(lines, 1):
            if line.startswith(_REASON):
                below = [later for later in range(number + 1, len(lines) + 1) if (name_of(path), later) in begins][:1]
                yield from (((name_of(path), later), line.removeprefix(_REASON).strip()) for later in below)
