"""The answers to a question that the rules allow: each is tried on the board, and the check of the board judges it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from facts.board import Board
from facts.board.steps import DOES_NOTHING
from facts.effects import place_of
from facts.text import InputError
from solver.ask.check import BoardCheck
from solver.draft.checked_boards import CheckedBoards

CONSEQUENCES = frozenset((
    "no_toughness", "lethal_damage", "damage_waits", "no_loyalty", "no_defense", "legend_rule", "no_legend_stays",
    "planeswalkers_alike", "world_rule", "counters_cancel", "earlier_role", "token_elsewhere", "copy_elsewhere",
    "on_battlefield", "not_chosen", "condition_unmet", "host_has_left",
))  # fmt: skip
"""Findings about the next actions of the game, or about something else. All others say that a step claims too much."""
_MOST_TRIED = 60
"""The most values tried on the board. If there are more, all are offered, and only the chosen one is tried."""
_MOST_PAIRED = 12
"""The most objects tried in pairs, for a text that does nothing to one alone: "exchange control of two"."""

Data = Mapping[str, Any]
_Claim = tuple[Any, ...]
"""A finding without its sentence."""


class Trials:
    """Tries steps at the end of a board.

    Attributes:
        paired: Whether only two objects together are legal.
    """

    def __init__(self, data: Data, checked: CheckedBoards) -> None:
        """Take a board.

        Args:
            data: The board, as plain data, without the step.
            checked: Checks the board with each step.
        """
        self._data = data
        self._checked = checked
        self._before: tuple[frozenset[_Claim], frozenset[str]] | None = None
        self.paired = False

    def objection(self, step: Any, key: str, *, deeply: bool = True) -> str:
        """Say why a step cannot be as it is.

        Args:
            step: The step.
            key: The key that the question is about: errors about other keys do not count yet.
            deeply: Whether the rules judge the board, not only its form.

        Returns:
            A sentence; empty where nothing speaks against the step.
        """
        try:
            data = self._with(step)
            if not deeply:
                Board.of(data, cards=self._checked.cards)
                return ""
            check = self._checked.check(data)
            found = self._claims(check)
        except InputError as error:
            return _said(error) if error.path.endswith(f".{key}") else ""
        findings, warnings = self._said_before()
        idle = [one for one in check.warnings if DOES_NOTHING in one and one not in warnings]
        new = sorted(said for claim, said in found.items() if claim not in findings) or idle
        return new[0] if new else ""

    def _with(self, step: Any) -> dict[str, Any]:
        """Return the board with a step."""
        return {**self._data, "timeline": [*self._data.get("timeline", []), step]}

    def legal(self, step: Data, key: str, values: Sequence[str], *, deeply: bool) -> list[str]:
        """Return the values that a step may have.

        Args:
            step: The step without it.
            key: Its key, with a dot for one within a mapping.
            values: The values that have the right form.
            deeply: Whether the rules judge the board with it, not only its form.

        Returns:
            The values that it may have, in order.
        """
        if deeply and len(values) > _MOST_TRIED:
            return list(values)
        found = [one for one in values if not self.objection(with_value(step, key, one), key, deeply=deeply)]
        if found or key != "affects" or len(values) > _MOST_PAIRED:
            return found
        pairs = [
            one
            for one in values
            if any(not self.objection({**step, key: [one, other]}, key) for other in values if other != one)
        ]
        self.paired = bool(pairs)
        return pairs

    def places(self, step: Data, label: str) -> int:
        """Return to how many targets a spell or ability does different things (601.2c); 1 where it does not.

        Args:
            step: The step, without its targets.
            label: An object that it may affect.
        """
        try:
            board = Board.of(self._with(with_value(step, "affects", label)), cards=self._checked.cards)
        except InputError:
            return 1
        resolutions = board.timeline.resolutions
        effects = resolutions[-1].ability.effects if resolutions else ()
        exchanging = any(effect.gain_control == "exchange" for effect in effects)
        return max([2 if exchanging else 1, *map(place_of, effects)])

    def _said_before(self) -> tuple[frozenset[_Claim], frozenset[str]]:
        """Return the findings on the board without the step, and its warnings."""
        if self._before is None:
            try:
                check = self._checked.check(self._data)
                self._before = frozenset(self._claims(check)), frozenset(check.warnings)
            except InputError:
                self._before = frozenset[_Claim](), frozenset[str]()
        return self._before

    @staticmethod
    def _claims(check: BoardCheck) -> dict[_Claim, str]:
        """Return what speaks against a board, with its sentence: that may change where an object has another name."""
        return {
            (one.rule, one.kind, one.step, one.objects): f"{one.said} ({one.rule})"
            for one in check.findings
            if one.kind not in CONSEQUENCES
        }


def with_value(step: Data, key: str, value: Any) -> dict[str, Any]:
    """Return a step with a value.

    Args:
        step: The step.
        key: The key, with a dot for one within a mapping.
        value: The value.
    """
    outer, _, inner = key.partition(".")
    if not inner:
        return {**step, outer: value}
    within = step.get(outer)
    return {**step, outer: {**(within if isinstance(within, Mapping) else {}), inner: value}}


def _said(error: InputError) -> str:
    """Return the message of an error without its place, which is in no file."""
    return str(InputError(error.problem, error.hint))
