"""Names of cards and labels of objects: comparing, shortening and guessing them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_APOSTROPHES = "'`\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032\u00b4\uff07"
_NO_APOSTROPHES = str.maketrans("", "", _APOSTROPHES)
# Letters that Unicode does not take apart into a base letter and an accent.
_LIGATURES = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\u0131": "i"})
_CUTOFF = 70.0
_BEGINNING = 90.0
_CLOSE_TO_BEST = 12.0


@lru_cache(maxsize=8192)
def normal(name: str) -> str:
    """Bring a name into the form in which names are compared.

    Case, accents, kinds of apostrophes and punctuation do not matter.

    Args:
        name: A name as a person writes it.

    Returns:
        Words of lower-case letters and digits with one space between them. Of a name that has neither
        letters nor digits, the name itself without surrounding space.
    """
    words = "".join(c if c.isalnum() else " " for c in _plain_letters(name)).split()
    return " ".join(words) or name.strip()


@lru_cache(maxsize=8192)
def slug(name: str) -> str:
    """Make a label out of a name.

    Args:
        name: A card's name.

    Returns:
        The name in lower case without accents, apostrophes and commas, ``_`` for every other run of
        characters that are neither letters nor digits, ``__`` between the halves of a two-part name;
        ``unnamed`` if nothing is left.
    """
    text = _plain_letters(name).replace(",", "")
    halves = ("_".join(re.findall(r"[^\W_]+", half)) for half in text.split("//"))
    return "__".join(half for half in halves if half) or "unnamed"


def nearest(word: str, candidates: Iterable[str], limit: int = 3) -> list[str]:
    """Find the words nearest to a mistyped one.

    Args:
        word: The word as given.
        candidates: The words that would be accepted.
        limit: The maximum number.

    Returns:
        The candidates that are near enough, best first and always in the same order; often none.
    """
    known = sorted(set(candidates) - {word})
    wanted = normal(word)
    if not known or not wanted:
        return []
    from rapidfuzz import fuzz, process

    plain = [normal(candidate) for candidate in known]
    found = {at: score for _, score, at in process.extract(
        wanted, plain, scorer=fuzz.ratio, score_cutoff=_CUTOFF, limit=None)}  # fmt: skip
    if len(wanted) > 3:  # a longer name by its beginning, or else by some of its words
        for at, name in enumerate(plain):
            if name.startswith(f"{wanted} "):
                found[at] = max(found.get(at, 0.0), _BEGINNING - len(name) / 100)
        if not found:
            hits = process.extract(wanted, plain, scorer=fuzz.token_set_ratio, score_cutoff=90, limit=None)
            found = {at: score - len(name) / 100 for name, score, at in hits if len(name) > len(wanted)}
    ranked = sorted((-score, known[at]) for at, score in found.items())
    return [name for score, name in ranked if score <= ranked[0][0] + _CLOSE_TO_BEST][:limit]


def did_you_mean(word: str, candidates: Iterable[str], *, quote: bool = False) -> str:
    """Ask whether one of the near words was meant.

    Args:
        word: The word as given.
        candidates: The words that would be accepted.
        quote: Whether to put the words in quotes (for keys and other words of the board format).

    Returns:
        ``Did you mean X or Y?``, or nothing at all when no candidate is near.
    """
    near = [f"'{name}'" if quote else name for name in nearest(word, candidates)]
    if not near:
        return ""
    return f"Did you mean {' or '.join(filter(None, [', '.join(near[:-1]), near[-1]]))}?"


def best_guess(word: str, candidates: Iterable[str]) -> str:
    """Return the word that was probably meant: the first that `did_you_mean` names.

    Args:
        word: The word as given.
        candidates: The words that would be accepted.

    Returns:
        The word; empty when no candidate is near.
    """
    return next(iter(nearest(word, candidates, 1)), "")


def there_are(known: Iterable[str], most: int = 8) -> str:
    """List the existing names, for a user who wrote another one.

    Args:
        known: The words that would be accepted.
        most: The most names listed.

    Returns:
        ``There are: X, Y, Z``, or ``There is nothing to name``.
    """
    words = list(known)
    if not words:
        return "There is nothing to name"
    more = f", and {len(words) - most} more" if len(words) > most else ""
    return f"There are: {', '.join(words[:most])}{more}"


def _plain_letters(text: str) -> str:
    """Return the text in lower case without apostrophes, accents and ligatures."""
    text = text.translate(_NO_APOSTROPHES).casefold()  # first: a lone acute accent would become a space
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFKD", text).casefold()
    letters = "".join(c for c in apart if not unicodedata.combining(c))
    return letters.translate(_NO_APOSTROPHES).translate(_LIGATURES)
