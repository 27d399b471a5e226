"""Puts types and subtypes in order, and makes the type line from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from facts.cards import usual_words_of
from facts.words import SET_OF_TYPE, SUPERTYPES

if TYPE_CHECKING:
    from facts.cards import Edition
    from solver.answer.answer_values import ObjectAnswer

SUPERTYPE_ORDER = SUPERTYPES
COLOR_ORDER = "WUBRG"


def in_order(words: Iterable[str], order: tuple[str, ...], printed: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Put words in order. If they are just the printed words, keep the printed order.

    Args:
        words: The words.
        order: The usual order.
        printed: The words in printed order.
    """
    found = frozenset(words)
    return printed if found == frozenset(printed) else _ordered(found, order)


@lru_cache(maxsize=8192)
def _ordered(words: frozenset[str], order: tuple[str, ...]) -> tuple[str, ...]:
    places = {word: place for place, word in enumerate(order)}
    return tuple(sorted(words, key=lambda word: (places.get(word, len(order)), word)))


class SubtypeOrder(NamedTuple):
    """The order of the subtypes of an object.

    Attributes:
        types: Its card types, in order.
        printed: The subtypes on its card, in printed order.
        said: Other subtypes, in the order for new ones.
        sets: The sets of each subtype.
    """

    types: tuple[str, ...]
    printed: tuple[str, ...]
    said: tuple[str, ...]
    sets: Mapping[str, tuple[str, ...]]

    def put(self, words: set[str]) -> list[str]:
        """Put subtypes in order: printed ones as printed, new ones after those of their set.

        If there is no printed subtype of its set, a new one comes after those of earlier card types.

        Args:
            words: The subtypes.
        """
        if len(words) < 2:
            return list(words)
        found = [word for word in self.printed if word in words]
        if len(found) == len(words):
            return found
        types = [SET_OF_TYPE[word] for word in self.types if word in SET_OF_TYPE]
        said = {word: place for place, word in reversed(list(enumerate(self.said)))}  # the first place counts

        def place(word: str) -> int:
            return min((types.index(name) for name in self.sets.get(word, ()) if name in types), default=len(types))

        new = sorted(words.difference(found), key=lambda word: (place(word), said.get(word, len(said)), word))
        for mine, together in groupby(new, place):
            places = [place(word) for word in found]
            after = [at for at, one in enumerate(places) if one == mine]
            after = after or [at for at, one in enumerate(places) if one < mine]
            at = after[-1] + 1 if after else 0
            found[at:at] = together
        return found


def all_subtypes(single: set[str], every: tuple[str, ...], excepted: set[str], order: SubtypeOrder) -> tuple[str, ...]:
    """Return all subtypes as single words, also those of a set of which an object has every one.

    Args:
        single: The subtypes that the object has one by one.
        every: The sets of which it has every subtype.
        excepted: The subtypes of these sets that it does not have.
        order: Puts the subtypes in order.
    """
    words = single.union(word for name in every for word in usual_words_of(name) if word not in excepted)
    return tuple(order.put(words))


def type_line_text(
    supertypes: tuple[str, ...], types: tuple[str, ...], single: set[str], every: tuple[str, ...], excepted: set[str],
    order: SubtypeOrder,
) -> str:  # fmt: skip
    """Return the type line; every subtype of a set is one phrase on it.

    Args:
        supertypes: The supertypes, in order.
        types: The card types, in order.
        single: The subtypes that the object has one by one.
        every: The sets of which it has every subtype.
        excepted: The subtypes of these sets that it does not have.
        order: Puts the subtypes in order.
    """
    before = " ".join([*supertypes, *types])
    covered = {word for name in every for word in usual_words_of(name)}
    words = order.put({word for word in single if word not in covered})
    phrases = [f"every {name.replace('_', ' ')} type" for name in every]
    if excepted and phrases:
        phrases[-1] += f" except {', '.join(sorted(excepted))}"
    after = " ".join(words)
    said = ", ".join(part for part in (after, *phrases) if part)
    return f"{before} — {said}" if said else before


def with_every_word_of(edition: Edition, one: ObjectAnswer) -> ObjectAnswer:
    """Return the type line of an object, with the words of an edition for "every creature type" (205.3m).

    Args:
        edition: The edition of the rules.
        one: The object, with the words of the newest list.

    Returns:
        The object. Printed words stay in every edition.
    """
    words, printed = list(one.subtypes), set(one.printed.split())
    for name in one.every:
        newest, known = set(usual_words_of(name)), set(edition.words_of(name))
        words = [word for word in words if word not in newest or word in known or word in printed]
        for retired in sorted(known - newest - set(words)):
            before = [at for at, word in enumerate(words) if word in known and word.casefold() < retired.casefold()]
            words.insert(before[-1] + 1 if before else 0, retired)
    return one._replace(subtypes=tuple(words))
