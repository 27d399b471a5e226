"""The answer after a step: the objects that it changed, the findings and the warnings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from facts.text import printable
from solver.answer import ObjectAnswer, Paint, answer_text
from solver.ask.check import BoardCheck
from solver.board_dialogue.asking import broken


class Shown:
    """Shows answers, each time only the changes."""

    def __init__(self, say: Callable[[str], None], paint: Paint | None) -> None:
        """Begin with nothing shown.

        Args:
            say: Prints lines.
            paint: Colors the table.
        """
        self._say = say
        self._paint = paint
        self._objects: Mapping[str, ObjectAnswer] = {}
        self._notes: frozenset[str] = frozenset()

    def changes(self, check: BoardCheck) -> None:
        """Show the objects that are not as they were shown last, and new findings.

        Args:
            check: The answer for the board.
        """
        objects = check.answer.objects
        new = {label: one for label, one in objects.items() if self._objects.get(label) != one}
        gone = [label for label in self._objects if label not in objects]
        others = len(objects) - len(new)
        if new:
            self._say(answer_text(check.answer._replace(objects=new), self._paint))
        if gone:
            self._say(broken(printable(f"Gone: {', '.join(gone)}.")))
        if others and (new or gone):
            self._say(f"{others} {'object is' if others == 1 else 'objects are'} as before.")
        elif not new and not gone:
            self._say("Nothing changes." if objects else "Nothing is on this board.")
        self._notes_of(check, known=self._notes)
        self._objects = objects

    def everything(self, check: BoardCheck, label: str | None = None) -> None:
        """Show all objects, or one.

        Args:
            check: The answer for the board.
            label: The label of the object to show; None for all.
        """
        answer = check.answer
        if label is not None:
            answer = answer._replace(objects={label: answer.objects[label]}, refused=())
        self._say(answer_text(answer, self._paint))

    def findings(self, check: BoardCheck) -> None:
        """Show all findings and warnings.

        Args:
            check: The answer for the board.
        """
        self._notes_of(check, known=frozenset())
        if not check.findings and not check.warnings:
            self._say("Nothing is wrong.")

    def _notes_of(self, check: BoardCheck, known: frozenset[str]) -> None:
        said = [f"{one.said} ({one.rule})" for one in check.findings]
        said += [f"warning: {one}" for one in check.warnings]
        for one in said:
            if one not in known:
                self._say(broken(printable(one)))
        self._notes = frozenset(said)
