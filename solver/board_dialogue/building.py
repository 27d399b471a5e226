"""Steps of a board, made one after the other: the dialogue asks for the keys of a step, and offers legal values."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from typing import Any

from facts.cards import CardSource, find_card
from facts.text import InputError, nearest, normal, printable, shorten, show, slug
from solver.ask.check import BoardCheck
from solver.board_dialogue.asking import Asker, Complete, Completed, Proposal, broken, of_list
from solver.board_dialogue.commands import ENDS, WORDS
from solver.board_dialogue.wording import DROPPING, answer_help, printable_lines, question, rows_of
from solver.draft import (
    CheckedBoards,
    Draft,
    Option,
    Trials,
    as_mapping,
    is_needed,
    set_options,
    suggestions,
    with_value,
)

LABELS = frozenset(("affects", "attached_to", "copy_of", "source"))
"""Options whose values are objects or players of the board: the rules judge which are legal."""
_SHOWN = 12
"""The most proposals in the prompt. Completion offers all of them."""
_MOST_NAMES = 30


class Dropped(Exception):
    """The step is given up."""


class Refused(Exception):
    """An answer is wrong. If the user cannot be asked again, the session ends with it."""


class Builder:
    """A board that grows.

    Attributes:
        draft: The board so far.
        check: The last check of the board, with its answer.
        checked: Checks the board, each state once.
    """

    def __init__(self, data: dict[str, Any], asker: Asker, cards: CardSource | None, edition: str) -> None:
        """Take a board to begin with.

        Args:
            data: The board, as plain data.
            asker: Asks the user.
            cards: The source of further cards.
            edition: The edition of the rules.

        Raises:
            InputError: It is no board.
        """
        self._asker = asker
        self._cards = cards
        self.checked = CheckedBoards(cards, edition)
        self._past: list[dict[str, Any]] = []
        self._undone: list[dict[str, Any]] = []
        self._answered = ""
        self.draft = Draft(data, cards)
        self.check = self._judged()

    # ---- the past

    def keep(self, before: dict[str, Any]) -> None:
        """Note a change, so that the user can take it back.

        Args:
            before: The board before the change.
        """
        self._past.append(before)
        self._undone.clear()

    def undo(self) -> bool:
        """Take the last change back, and return whether there was one."""
        return self._return_to(self._past, self._undone)

    def redo(self) -> bool:
        """Redo an undone change, and return whether there was one."""
        return self._return_to(self._undone, self._past)

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the board as it is."""
        return copy.deepcopy(self.draft.data)

    def restore(self, data: dict[str, Any]) -> None:
        """Restore the board.

        Args:
            data: A snapshot.
        """
        self.draft = Draft(data, self._cards)

    def _return_to(self, source: list[dict[str, Any]], other: list[dict[str, Any]]) -> bool:
        if not source:
            return False
        other.append(self.snapshot())
        self.restore(source.pop())
        self.check = self._judged()
        return True

    # ---- steps

    def labels(self) -> list[Proposal]:
        """Return the labels of the objects on the board, each with its type line now."""
        return [Proposal(label, one.type_line) for label, one in self.check.answer.objects.items()]

    def add(self, step: Any) -> None:
        """Put a step on the board, and ask for its required keys.

        Args:
            step: The step.

        Raises:
            Dropped: It is given up.
            Refused: An answer is wrong, and the user cannot be asked again.
            InputError: The board refuses it.
        """
        before = self.snapshot()
        try:
            self.draft.data["timeline"] = [*self.draft.steps, step]
            self._ask_for_needs(len(self.draft.steps) - 1)
            self.check = self._judged()
        except BaseException:
            self.restore(before)
            raise
        self.keep(before)

    def tell_what_texts_give(self) -> list[str]:
        """Tell of the last step what another text on the board gives its controller, such as being the monarch.

        Returns:
            The conditions that are told now, each in words.
        """
        at = len(self.draft.steps) - 1
        step = as_mapping(self.draft.steps[at])
        card = self.draft.card(self.draft.steps[at])
        if card is None or "enters" not in step or "told" in step or step.get("zone", "battlefield") != "battlefield":
            return []
        asked = " ".join(one.text for face in card.faces for one in face.abilities if one.effects)
        mine = [other for other in map(as_mapping, self.draft.steps) if _player(other, self) == _player(step, self)]
        cards = [found for other in mine if (found := self.draft.card(other)) is not None]
        given = " ".join(one.text for found in cards for face in found.faces for one in face.abilities)
        told = [said for gives, said in _GIVEN_BY_TEXTS if said in asked and gives in given]
        if not told:
            return []
        before = self.snapshot()
        steps = self.draft.steps
        self.draft.data["timeline"] = [*steps[:at], {**step, "told": told[0] if len(told) == 1 else told}]
        try:
            self.check = self._judged()
        except InputError:
            self.restore(before)
            return []
        self.keep(before)
        return told

    def say_more(self, key: str, value: str = "") -> None:
        """Ask for an optional key of the last step.

        Args:
            key: The option; empty for all of them.
            value: The answer to the first question, if it is known.

        Raises:
            Dropped: It stays as it was.
            Refused: There is nothing of the kind, or an answer is wrong and the user cannot be asked again.
            InputError: The board refuses it.
        """
        at = len(self.draft.steps) - 1
        offered = self.draft.options(at) if at >= 0 else []
        wanted = [one for one in offered if not key or key in (one.key, one.key.partition(".")[2])]
        if not wanted:
            there = ", ".join(one.key for one in offered) or "nothing"
            raise Refused(f"The last step has no option {show(key)}. It may say: {there}." if key else
                          "There is nothing more to say about the last step.")  # fmt: skip
        before = self.snapshot()
        self._answered = value
        try:
            for option in wanted:
                self._ask_option(at, option)
            self.check = self._judged()
        except BaseException:
            self.restore(before)
            raise
        finally:
            self._answered = ""
        self.keep(before)

    def remove(self, number: int) -> None:
        """Take a step away.

        Args:
            number: Its number, from 1.

        Raises:
            Refused: There is no such step, or other steps need it.
        """
        if not 1 <= number <= len(self.draft.steps):
            raise Refused(f"There is no step {number}. There are {len(self.draft.steps)}.")
        before = self.snapshot()
        steps = self.draft.steps
        self.draft.data["timeline"] = [*steps[: number - 1], *steps[number:]]
        try:
            self.check = self._judged()
        except InputError as error:
            self.restore(before)
            raise Refused(f"A later step needs step {number}. Without it: {error.problem}.") from None
        self.keep(before)

    def _judged(self) -> BoardCheck:
        return self.checked.check(self.draft.data)

    # ---- questions

    def _ask_for_needs(self, at: int) -> None:
        asked: set[str] = set()
        while True:
            step = as_mapping(self.draft.steps[at])
            named = step.get("affects")
            if isinstance(named, list) and set(named) & set(self.draft.players):
                asked.add("chosen.player")  # that player is a target, and so the chosen one
            wanted = (one for one in self.draft.options(at) if one.key not in asked and is_needed(step, one))
            option = next(wanted, None)
            if option is None:
                return
            asked.add(option.key)
            if option.key == "affects" and len(modes := _several_modes(step)) > 1:
                self._ask_for_each_mode(at, option, modes)
            else:
                self._ask_option(at, option)

    def _ask_for_each_mode(self, at: int, option: Option, modes: Sequence[Any]) -> None:
        """Ask for the targets of each chosen mode that has targets, in the order of the text."""
        step = as_mapping(self.draft.steps[at])
        texts = dict(next((one.values for one in self.draft.options(at) if one.key == "chosen.mode"), ()))
        targets: list[str] = []
        for mode in modes:
            text = " ".join(texts.get(str(mode), "").split())
            if re.search(r"\btargets?\b", text, re.IGNORECASE):
                alone = {**step, "chosen": {**step["chosen"], "mode": mode}}
                targets += self._asked(at, option, alone, f"{question('affects')} (mode {mode}: {text})")
        if targets:
            self.draft.data["timeline"] = [*self.draft.steps[:at], {**step, "affects": targets}]

    def _ask_option(self, at: int, option: Option) -> None:
        """Ask for a value until it is right, or left out, and write it into the step."""
        if values := self._asked(at, option, as_mapping(self.draft.steps[at]), question(option.key)):
            set_options(self.draft, at, {option.key: values})

    def _with_others(self, trials: Trials, option: Option, step: dict[str, Any], named: list[str]) -> list[str]:
        """Ask for the other targets one by one, where a text does different things to several of them."""
        places = 2 if trials.paired else trials.places(step, named[0])
        while len(named) < places:
            rest = [
                Proposal(value, about)
                for value, about in option.values
                if value not in named and not trials.objection({**step, "affects": [*named, value]}, "affects")
            ]
            text = f"{question('affects')} (target {len(named) + 1} of {places})"
            answer = self.ask(_prompt(option, rest, text), self._completing(option, rest)) if rest else ""
            if not answer:
                break
            try:
                named = [*named, *self._understood(option, answer, rest)]
            except Refused as refusal:
                self.refuse(str(refusal), answer)
        return named

    def _asked(self, at: int, option: Option, step: dict[str, Any], text: str) -> list[str]:
        """Ask for a value until it is right, or left out."""
        trials = Trials({**self.draft.data, "timeline": self.draft.steps[:at]}, self.checked)
        proposals = self._proposals(step, option, trials)
        complete = self._completing(option, proposals)
        while True:
            answer = self.ask(_prompt(option, proposals, text), complete)
            if not answer:
                return []
            try:
                values = self._understood(option, answer, proposals)
                self._check(trials, step, option, values)
            except Refused as refusal:
                self.refuse(str(refusal), answer)
                continue
            further = option.key == "affects" and len(values) == 1
            return self._with_others(trials, option, step, values) if further else values

    def refuse(self, said: str, answer: str = "") -> None:
        """Say that an answer is wrong; go on where somebody can be asked again.

        Args:
            said: Why.
            answer: The answer. If it is a command or a card, that has to wait until the step is complete or dropped.

        Raises:
            Refused: The user cannot be asked again.
        """
        if not self._asker.patient:
            raise Refused(said)
        command = answer.partition(" ")[0] in WORDS
        hint = DROPPING if command or (answer and find_card(answer, self.draft.own, self._cards)) else ""
        self._asker.say(broken(printable(said + hint)))

    def ask(self, text: str, complete: Complete) -> str:
        """Ask a question within a step.

        Args:
            text: The prompt.
            complete: Completes the answer.

        Raises:
            Dropped: The step is given up.
        """
        while True:
            try:
                answer = self._answered or self._asker.ask(text, complete)
            except KeyboardInterrupt:
                raise Dropped from None
            self._answered = ""
            if answer == "undo":
                raise Dropped
            if answer in ENDS:
                raise EOFError
            if answer not in ("?", "help"):
                return answer
            self._asker.say(broken(printable_lines(answer_help(complete("").proposals))))

    def _proposals(self, step: Mapping[str, Any], option: Option, trials: Trials) -> list[Proposal]:
        values = [value for value, _ in option.values]
        about = {label: one.type_line for label, one in self.check.answer.objects.items()}
        if option.key in LABELS:
            values = [one for one in values if one in about or one in self.draft.players]
        if option.key.startswith("chosen.") or option.key in LABELS:
            values = trials.legal(step, option.key, values, deeply=option.key in LABELS)
        shown = dict(option.values)
        return [Proposal(one, about.get(one, shown[one] if shown[one] != one else "")) for one in values]

    def _completing(self, option: Option, proposals: Sequence[Proposal]) -> Complete:
        if option.key == "chosen.card_name":
            return self.complete_card
        return of_list(proposals, several=option.kind == "several")

    def complete_card(self, line: str) -> Completed:
        """Complete the name of a card.

        Args:
            line: The typed part of it.
        """
        begun = line.lstrip()
        names = suggestions(begun, self._cards, _MOST_NAMES)["cards"] if begun else []
        own = [card.name for card in self.draft.own.values() if normal(card.name).startswith(normal(begun))]
        return Completed(len(begun), [Proposal(name) for name in dict.fromkeys([*own, *names])])

    def _understood(self, option: Option, answer: str, proposals: Sequence[Proposal]) -> list[str]:
        """Return the values that an answer names."""
        given = [one.strip() for one in answer.split(",") if one.strip()] if option.kind == "several" else [answer]
        if option.kind == "number":
            if not answer.lstrip("-").isdecimal() or not answer.isascii():
                raise Refused(f"{show(answer)} is no number.")
            return given
        if option.kind == "word":
            return [matched(one, proposals) or one for one in given]
        every = [Proposal(value, about) for value, about in option.values]
        every += [Proposal(one) for one in self.draft.players if option.key == "affects"]  # a player may be a target
        found = []
        for one in given:
            value = matched(one, proposals) or matched(one, every) or beginning_so(one, proposals)
            if value is None:
                near = nearest(one, [other.value for other in proposals])
                hint = f" Did you mean {near[0]}?" if near else ""
                raise Refused(f"{show(one)} is not there to choose.{hint}")
            found.append(value)
        return found

    def _check(self, trials: Trials, step: Mapping[str, Any], option: Option, values: list[str]) -> None:
        if option.kind == "number" or not (option.key.startswith("chosen.") or option.key in LABELS):
            return
        if trials.paired and len(values) == 1:
            return
        value: Any = values if len(values) > 1 else values[0]
        said = trials.objection(with_value(step, option.key, value), option.key, deeply=option.key in LABELS)
        if said:
            raise Refused(said)

    def object_named(self, typed: str) -> str | None:
        """Return the label of the object that somebody means, if there is one.

        Args:
            typed: Its label, a beginning that no other label has, or the name of its card.
        """
        labels = self.labels()
        return matched(typed, labels) or beginning_so(typed, labels)

    def near_labels(self, typed: str) -> str:
        """Return which object may have been meant, as a sentence; or which there are.

        Args:
            typed: The typed text.
        """
        labels = [one.value for one in self.labels()]
        near = nearest(slug(typed), labels)
        if near:
            return f"Did you mean {near[0]}?"
        return f"There are: {shorten(', '.join(labels), 300)}." if labels else "The board is empty."


_GIVEN_BY_TEXTS = (
    ("you become the monarch", "you're the monarch"),
    ("you take the initiative", "you have the initiative"),
)
"""What a text gives a player, with the condition that another text asks for."""


def _player(step: Mapping[str, Any], builder: Builder) -> str:
    """Return the controller of what a step puts on the board."""
    return str(step.get("controller") or step.get("owner") or builder.draft.players[0])


def matched(typed: str, proposals: Sequence[Proposal]) -> str | None:
    """Return the value that somebody means: exactly as written, or with other case, accents and spaces.

    Args:
        typed: The typed text.
        proposals: The proposals. An answer may also use the meaning, such as the name of a face.
    """
    values = [one.value for one in proposals]
    if typed in values:
        return typed
    wanted = normal(typed.replace("_", " "))
    for texts in (values, [one.about for one in proposals]):
        found = [value for value, text in zip(values, texts, strict=True) if normal(text.replace("_", " ")) == wanted]
        if wanted and found and (len(found) == 1 or texts is values):
            return found[0]
    return None


def beginning_so(typed: str, proposals: Sequence[Proposal]) -> str | None:
    """Return the only value that begins with what somebody typed.

    Args:
        typed: The typed text.
        proposals: The proposals.
    """
    begun = slug(typed)
    found = [one.value for one in proposals if len(typed) > 1 and one.value.startswith(begun)]
    return found[0] if len(found) == 1 else None


def _several_modes(step: Mapping[str, Any]) -> list[Any]:
    """Return the modes that a step chooses, if they are several."""
    chosen = step.get("chosen")
    modes = chosen.get("mode") if isinstance(chosen, Mapping) else None
    return modes if isinstance(modes, list) else []


def _prompt(option: Option, proposals: Sequence[Proposal], text: str) -> str:
    if option.key == "chosen.mode" and any(one.about for one in proposals):
        listed = "\n".join(rows_of(proposals))
        more = " (several with commas)" if option.kind == "several" else ""
        return broken(f"{text}?{more}\n{listed}\n")
    named_values = [f"{one.value} {one.about}" if option.key == "ability" else one.value for one in proposals]
    if option.key in LABELS and not proposals:
        return f"{text}? (nothing on the board is legal; empty leaves it out)"
    if 0 < len(named_values) <= _SHOWN:
        more = "; several with commas" if option.kind == "several" else ""
        return broken(f"{text}? ({', '.join(named_values)}{more})")
    return f"{text}?"
