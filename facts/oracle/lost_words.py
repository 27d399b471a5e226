"""Finds misreadings: words of a sentence that was read, which the sentence made from its form does not have.

A form is rendered to a sentence (`facts.oracle.say`). A word of the text that comes back neither there nor in the form
is lost. Most losses have a reason, and `lost_words.yaml` lists them: each names the words that may be lost, and where.
A loss that no reason covers is a suspect. A lost "other", "nontoken" or "your" is a wrong answer without a warning.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from facts.effects.form import Ability
from facts.oracle.census import faces_of
from facts.oracle.read import CardContext, ReadAbility, read_text
from facts.oracle.say import ability_sentence
from facts.text import NUMBER_WORDS
from facts.words import sets_by_word

_LITTLE_WORDS = """
the a an of to and then you may it its they their him them this that those these for in is are be become becomes
becoming get gets has have had gain gains lose loses target targets up any number do does it's they're he she his her
him s ~ all each where from on at by with so also still was were there as though addition types type one create creates
creature's token's put puts card's or
"""
_SAYS_NOTHING = frozenset(_LITTLE_WORDS.split())
"""Words that a sentence may lose when it is worded in another way. All other words must come back."""
_DURATION = re.compile(
    r"until (?:the )?end of (?:turn|combat|that turn)|this turn|until your next turn|\([^()]*\)|⟦\d+⟧|"
    r"in addition to (?:its|their) other [\w ]*",
    re.IGNORECASE,
)
"""Durations, and other words that the renderer says differently."""
_WORD = re.compile(r"[+-]?\d+/[+-]?\d+|[+-]?[\dX]+/[+-]?[\dX]+|[\w'~-]+")
_HOSTS = {"Equipment": "equipped creature", "Fortification": "fortified land"}
_SUBTYPES = "|".join(sorted((word.lower() for word in sets_by_word()), key=len, reverse=True))


class Loss(NamedTuple):
    """A sentence that lost words.

    Attributes:
        card: The name of the card.
        text: Its sentences that were read.
        form: The ability in the effect form, as JSON without its text.
        words: The words that are lost.
    """

    card: str
    text: str
    form: str
    words: frozenset[str]


_CRITICAL = re.compile(
    r"other|untapped|your|base|only|opponent|owner|controller|legendary|snow|basic|highest|greatest|double|twice|"
    r"non[a-z]+|white|blue|black|red|green|colorless"
)
"""Words that change the answer if they are lost: a broad reason must stand in their own clause."""
_CLAUSE = re.compile(r"[.,;]|\band (?=gets?|ha[sv]e?|gains?|can't|doesn't|is|becomes?|loses?|deals?|puts?)|\bthen\b")


@dataclass(frozen=True)
class Explanation:
    """A reason why words may be lost.

    Attributes:
        reason: The reason, as a sentence.
        words: Matches a word that may be lost, as a whole.
        text: Must be found in the text; empty for anywhere.
        form: Must be found in the form; empty for any.
    """

    reason: str
    words: str
    text: str = ""
    form: str = ""

    def covers(self, loss: Loss) -> frozenset[str]:
        """Return the words of a loss that this reason covers.

        Args:
            loss: The loss.
        """
        if (self.text and not re.search(self.text, loss.text, re.IGNORECASE)) or (
            self.form and not re.search(self.form, loss.form)
        ):
            return frozenset()
        found = frozenset(word for word in loss.words if re.fullmatch(self.words, word, re.IGNORECASE))
        if self.words != _ANY or not self.text:
            return found
        clauses = [one for one in _CLAUSE.split(loss.text) if re.search(self.text, one, re.IGNORECASE)]
        spoken = {word for one in clauses for word in _words(one)}
        return frozenset(word for word in found if not _CRITICAL.fullmatch(word) or word in spoken)


_ANY = r".+"


@cache
def explanations() -> tuple[Explanation, ...]:
    """Return the reasons of `lost_words.yaml`. A word is explained if one that applies to its sentence covers it."""
    import yaml

    with open(os.path.join(os.path.dirname(__file__), "lost_words.yaml"), encoding="utf-8") as file:
        found = yaml.safe_load(file)
    return tuple(Explanation(**{**one, "words": one["words"].replace("SUBTYPE", _SUBTYPES)}) for one in found)


def losses(cards: Iterable[Mapping[str, Any]]) -> Iterator[Loss]:
    """Yield the abilities of cards that lose words.

    Args:
        cards: Cards in Scryfall's shape.
    """
    for card in cards:
        for name, line, text in faces_of(card):
            for ability in read_text(text, CardContext(name, line)):
                found = loss_of(name, line, ability)
                if found is not None:
                    yield found


def loss_of(name: str, line: str, ability: ReadAbility) -> Loss | None:
    """Return the words that an ability loses; None if all come back.

    Args:
        name: The name of its face.
        line: The type line of that.
        ability: The ability.
    """
    read = ". ".join(one.text for one in ability.sentences if one.outcome == "read")
    if ability.form is None or not read:
        return None
    form = _bare(ability.form.to_data())
    host = next((phrase for subtype, phrase in _HOSTS.items() if subtype in line), "enchanted creature")
    said = set(_words(ability_sentence(Ability.from_data(form), name="~", attached_phrase=host)))
    written = json.dumps(form, ensure_ascii=False)
    said |= set(_words(written.replace("_", " ")))
    words = {word for word in _words(read) if word not in _SAYS_NOTHING}
    lost = frozenset(word for word in words if word not in said)
    return Loss(name, read, written, lost) if lost else None


def unexplained(loss: Loss) -> frozenset[str]:
    """Return the lost words that no explanation covers.

    Args:
        loss: The loss.
    """
    left = loss.words
    for one in explanations():
        left -= one.covers(loss)
        if not left:
            break
    return left


def _bare(form: Any) -> Any:
    """Return a form without the texts in it, which would say everything again."""
    if isinstance(form, Mapping):
        return {key: _bare(value) for key, value in form.items() if key != "text"}
    return [_bare(one) for one in form] if isinstance(form, list) else form


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(_DURATION.sub(" ", text.replace(" 's", "'s"))):
        yield from (part.lstrip("+") for part in word.split("/")) if "/" in word else (_root(word),)


_ROOTS = {
    "another": "other",
    "others": "other",
    "loses": "lose",
    "zombies": "zombie",
    "fungi": "fungu",
    **{word: str(at) for at, word in enumerate(NUMBER_WORDS)},
}
_ENDINGS = (("ies", "y"), ("ves", "f"), ("men", "man"))


def _root(word: str) -> str:
    """Return a word in a form in which plurals and possessives are alike."""
    lower = word.lower().strip("'").removesuffix("'s")
    if lower in _ROOTS:
        return _ROOTS[lower]
    lower = lower.replace("-", "") if lower.startswith("non-") else lower
    for ending, root in _ENDINGS:
        if lower.endswith(ending) and len(lower) > 4:
            return lower.removesuffix(ending) + root
    if lower.endswith("es") and len(lower) > 4 and lower[-3] in "sxhz":
        return lower[:-2]
    return lower[:-1] if lower.endswith("s") and len(lower) > 3 and not lower.endswith("ss") else lower
