"""Small English: joining, articles, plurals, number words, and the names of things on a card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeGuard

from facts.effects.form import Bounds, Chosen, Condition
from facts.text import NUMBER_WORDS
from facts.words import COLOR_WORDS
from facts.words import plural as plural  # offered with the rest of the English

CONTROLLER_OF_ATTACHED = "controller_of_attached"

_NUMBERS = NUMBER_WORDS[:11]


class Scene(NamedTuple):
    """The names that an ability uses for objects.

    ``name`` stands for its own object, ``attached`` for the object it is attached to, ``target`` for its target.
    ``noun`` is a card type that its own object has anyway: "it's still a land". It is empty where it is not known.
    """

    name: str = "this permanent"
    attached: str = "the attached object"
    target: str = "the target"
    noun: str = ""


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(number: int) -> str:
    """``first``, ``second``, ... ``11th``."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"


def as_list(value: Any) -> list[Any]:
    """The value as a list: a list stays, anything else is its only element."""
    return list(value) if isinstance(value, (list, tuple)) else [value]


def join(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as a sentence does: ``a``, ``a and b``, ``a, b, and c``."""
    items = [word for word in words if word]
    if len(items) < 3:
        return f" {conjunction} ".join(items)
    return f"{', '.join(items[:-1])}, {conjunction} {items[-1]}"


def article(phrase: str) -> str:
    """Return a phrase with ``a`` or ``an`` before it; ``other`` becomes ``another``.

    Args:
        phrase: The phrase.
    """
    if phrase.startswith("other "):
        return f"an{phrase}"
    first = phrase.split("/")[0].split()[0].lower()
    vowel = first[0] in "aeiou" and not first.startswith(("uni", "eu", "one"))
    return f"{'an' if vowel or first in ('8', '11', '18', 'x') else 'a'} {phrase}"


def number(value: int) -> str:
    """A count in words up to ten, in digits from there on."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def capitalize(text: str) -> str:
    """The text with a capital first letter, the rest as it is."""
    return text[:1].upper() + text[1:]


def finish(text: str) -> str:
    """A sentence: a capital first letter and a full stop, unless a quotation ends with one."""
    return capitalize(stopped(text))


def stopped(text: str) -> str:
    """The text with a full stop, unless a quotation ends with one."""
    return text + ("" if text.endswith((".", '."', ".'")) else ".")


def is_chosen(value: object) -> TypeGuard[Chosen]:
    """Return True if the value stands for a choice (``{chosen: color}``)."""
    return isinstance(value, Chosen)


def spoken(key: str) -> str:
    """A word of the form as it is read: underscores are spaces."""
    return str(key).replace("_", " ")


def chosen_phrase(kind: str) -> str:
    """``the chosen creature type`` for ``creature_type``."""
    return f"the chosen {spoken(kind)}"


def color_word(color: str) -> str:
    """The color of a letter; a word stays as it is."""
    return COLOR_WORDS.get(color, str(color).lower())


def color_list(colors: Sequence[str]) -> str:
    """Several colors as one phrase; none is ``colorless``, five are ``all colors``."""
    if not colors:
        return "colorless"
    words = [color_word(color) for color in colors]
    return "all colors" if set(words) == set(COLOR_WORDS.values()) else join(words)


def player(value: Any) -> str:
    """A player as the subject of a clause."""
    if is_chosen(value):
        return chosen_phrase(value.chosen)
    known = {
        "you": "you",
        "opponent": "an opponent",
        "defending_player": "defending player",
        CONTROLLER_OF_ATTACHED: "its controller",
    }
    return known.get(value, f"player {value}")


def controls(value: Any, negated: bool = False, verb: str = "control") -> str:
    """Say that a player controls something: ``you control``, ``an opponent doesn't control``.

    Args:
        value: The player, as a filter names one.
        negated: Whether to say that the player does not.
        verb: Another verb than "control".
    """
    who = player(value)
    if negated:
        return f"{who} {'don' if who == 'you' else 'doesn'}'t {verb}"
    return f"{who} {verb}{'' if who == 'you' else 's'}"


def possessive(value: Any) -> str:
    """``your``, ``an opponent's`` ..."""
    return "your" if value == "you" else f"{player(value)}'s"


_DENIALS = {"is": "isn't", "has": "doesn't have", "was": "wasn't"}


def deny(predicate: str) -> str:
    """A predicate turned round: ``is red``: ``isn't red``, ``doesn't have flying``: ``has flying``."""
    for verb, denial in _DENIALS.items():
        for one, other in ((verb, denial), (denial, verb)):
            if predicate.startswith(f"{one} "):
                return other + predicate[len(one) :]
    return f"not {predicate}"


def bounds(form: Bounds | Condition) -> tuple[int | None, int | None]:
    """Least and greatest number that ``at_least``, ``at_most`` and ``exactly`` allow (``None``: no bound)."""
    if form.exactly is not None:
        return form.exactly, form.exactly
    return form.at_least, form.at_most


def value_range(form: Bounds) -> str:
    """A bound on a value: ``4 or greater``, ``3 or less``, ``2``, ``2 to 4``."""
    least, most = bounds(form)
    if least == most:
        return str(least)
    if most is None:
        return f"{least} or greater"
    return f"{most} or less" if least is None else f"{least} to {most}"
