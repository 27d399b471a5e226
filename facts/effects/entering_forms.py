"""With which counters something enters the battlefield, in the effect form."""

from __future__ import annotations

from typing import NamedTuple

from facts.effects.form import Amount, AmountOf, Effect, flag, key, ref


class EnteringEffect(Effect):
    """The counters with which objects enter. No card is written in this form: the rules read it from texts."""

    enter_with: Amount | None = key(ref("amount", "How many counters."))
    called_x: bool | None = key(flag("The text calls the number X."))
    functions_in: str | None = key(ref("zone", "The zone where the ability functions, if the text names one."))
    needs: str | None = key(ref("card_type", "The card type that a copy must have."))


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
