"""Reading a part of a sentence: whom it is about, a condition, an amount.

The grammar reads whole sentences, so each part is read within a plain one.
"""

from __future__ import annotations

from functools import lru_cache

from facts.effects.form import Condition, Filter, Filters, TargetsOf
from facts.oracle.read.normal_wording import names_of
from facts.oracle.read.page import CardContext
from facts.oracle.read.reader import read_resolution, read_text


@lru_cache(maxsize=1024)
def read_quality(what: str) -> Filters | None:
    """Read a noun phrase for one object.

    Args:
        what: The words: "legendary creature", or "creature of the chosen type".

    Returns:
        The filter; None where the words are not read.
    """
    choice = "Choose a creature type. " if " of the chosen type" in what else ""
    form = read_resolution(f"{choice}Target {what} gains flying until end of turn.")
    return form.affects.targets if form is not None and isinstance(form.affects, TargetsOf) else None


@lru_cache(maxsize=1024)
def read_group(what: str) -> Filters | None:
    """Read a noun phrase for several objects.

    Args:
        what: The words: "legendary creatures you control".

    Returns:
        The filter; None where the words are not read.
    """
    form = read_resolution(f"{what.capitalize()} gain flying until end of turn.")
    affects = None if form is None else form.affects
    return affects if isinstance(affects, (Filter, tuple)) else None


@lru_cache(maxsize=4096)
def read_condition(what: str) -> Condition | None:
    """Read a condition of a resolving spell or ability.

    Args:
        what: The words after "if": "you control five artifacts".

    Returns:
        The condition; None where the words are not read.
    """
    form = read_resolution(f"If {what}, transform all Humans.")
    return None if form is None or form.effects is not None else form.if_


@lru_cache(maxsize=4096)
def read_static_condition(what: str, name: str) -> Condition | None:
    """Read a condition of a static ability of a creature that entered with a chosen type.

    Args:
        what: The words after "if": "you control an artifact".
        name: The name of the creature that has the ability.

    Returns:
        The condition; None where the words are not read.
    """
    text = f"As {name} enters, choose a creature type.\nIf {what}, this creature gets +1/+0."
    read = read_text(text, CardContext(name, "Creature"))[-1]
    form = read.form
    return form.as_long_as if form is not None and read.modelled and form.effects is None else None


def own_names(name: str) -> tuple[str, ...]:
    """Return the names of a card in its own text, longest first, with those that only a legend has.

    Args:
        name: The name of the card or face.
    """
    return names_of(name, "Legendary")
