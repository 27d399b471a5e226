"""With which counters something enters the battlefield, in the effect form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from facts.effects.form import Amount, AmountOf, Effect, flag, key, ref
from facts.runtime import pattern


class EnteringEffect(Effect):
    """The counters with which objects enter. No card is written in this form: the rules read it from texts."""

    enter_with: Amount | None = key(ref("amount", "How many counters."))
    called_x: bool | None = key(flag("The text calls the number X."))
    functions_in: str | None = key(ref("zone", "The zone where the ability functions, if the text names one."))
    needs: str | None = key(ref("card_type", "The card type that a copy must have."))


class Entering(NamedTuple):
    """What one ability says of counters with which something enters or is turned face up, as it was read.

    Attributes:
        forms: The kind of counter, the objects with the number and the condition, and whether it is about the copy as
            which its own object enters.
        unread: Whether a sentence about its own object is not read.
        unread_of_copy: Whether a sentence about that copy is not read.
        unread_of_others: The zone where a sentence about other objects functions that is not read; None if none is.
        turned_up: With which counters its object is turned face up: the kind, and how many.
    """

    forms: tuple[tuple[str, EnteringEffect, bool], ...] = ()
    unread: bool = False
    unread_of_copy: bool = False
    unread_of_others: str | None = None
    turned_up: tuple[tuple[str, int], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data, without what it does not say."""
        found = {
            "forms": [[kind, form.to_data(), of_copy] for kind, form, of_copy in self.forms],
            "unread": self.unread,
            "unread_of_copy": self.unread_of_copy,
            "unread_of_others": self.unread_of_others,
            "turned_up": [list(one) for one in self.turned_up],
        }
        return {key: value for key, value in found.items() if value}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Entering:
        """Return it from the data that `to_data` makes.

        Args:
            data: The data.
        """
        return cls(
            tuple((kind, EnteringEffect.from_data(form), of_copy) for kind, form, of_copy in data.get("forms", ())),
            data.get("unread", False),
            data.get("unread_of_copy", False),
            data.get("unread_of_others"),
            tuple((kind, count) for kind, count in data.get("turned_up", ())),
        )


def speaks_of_counters(text: str) -> bool:
    """Tell whether an ability may say with which counters something enters or is turned face up: a cheap test.

    Args:
        text: Its text.
    """
    return "counter" in text and _WORDS.search(text) is not None


_WORDS = pattern(r"\b(?:enters?|escapes)\b[^.]* with |\bAs\b[^.]*\b(?:enters|face up)\b[^.]*\bputs? ")


class EnteringWith(NamedTuple):
    """Counters of a kind with which an ability says that something enters.

    Attributes:
        place: The number of the ability on the face, from 1.
        kind: The kind of counter.
        form: The objects that enter with these counters, the number, and the condition.
        of_copy: Whether it is about its object as the copy as which that enters.
    """

    place: int
    kind: str
    form: EnteringEffect
    of_copy: bool = False

    @property
    def of_others(self) -> bool:
        """True if it affects other objects."""
        return self.form.affects != "this"

    @property
    def asks_for_x(self) -> bool:
        """True if the number of counters is the X of the mana cost."""
        amount = self.form.enter_with
        return isinstance(amount, AmountOf) and amount.x is not None

    @property
    def is_plain(self) -> bool:
        """True if it gives its own object a number of counters, or X of them, that does not depend on the board."""
        counted = isinstance(self.form.enter_with, AmountOf) and not self.asks_for_x
        return not (self.of_others or counted or self.form.if_ is not None)


class Read(NamedTuple):
    """The texts of a face about counters that objects enter with.

    Attributes:
        forms: In the order of its text.
        unread: The texts about the object itself from which the number of counters could not be read.
        unread_of_copy: Such texts about the copy as which it enters.
        unread_of_others: Such texts about other objects, each with the zone where it functions.
    """

    forms: tuple[EnteringWith, ...] = ()
    unread: tuple[str, ...] = ()
    unread_of_copy: tuple[str, ...] = ()
    unread_of_others: tuple[tuple[str, str], ...] = ()


NOTHING = Read()
"""The result for a face that does not mention counters."""
