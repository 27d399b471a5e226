"""Saying terms of the rules in words: names for objects, texts for abilities, and no program text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from facts.cards import Ability
from facts.subtypes import CARD_TYPES, SUPERTYPES
from solver.explain import words
from solver.explain.terms import Term, arguments, written

_PLACE = re.compile(r"(\ba )?\{([A-Z])\}")
_SMALL = frozenset((*CARD_TYPES, *SUPERTYPES))
_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


class Speaker:
    """Says terms of one board.

    Attributes:
        names: What to call each object, by label.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        effects: Mapping[str, str],
        abilities: Mapping[str, Ability],
        resolved: Mapping[int, str],
    ) -> None:
        """Take what is known.

        Args:
            names: What to call each object, by label.
            effects: The name of each resolved effect that has a label, by label.
            abilities: The abilities that the facts speak of, by term.
            resolved: What resolved, by step.
        """
        self.names = {**effects, **names}
        self._abilities = abilities
        self._resolved = resolved

    def sentence(self, pattern: str, binding: Mapping[str, Term]) -> str:
        """Fill in the sentence of a rule.

        Args:
            pattern: The sentence, with the letters of variables in braces.
            binding: The values of the variables.

        Returns:
            The sentence, with a capital letter.
        """
        said = _PLACE.sub(lambda place: self._place(place, binding), pattern)
        return said[:1].upper() + said[1:]

    def _place(self, place: re.Match[str], binding: Mapping[str, Term]) -> str:
        """Return what stands in a place of a sentence, with its article if it has one."""
        said = self.say(binding[place[2]]) if place[2] in binding else words.SOMETHING
        return f"{article(said)} {said}" if place[1] and said != words.SOMETHING else said

    def fact(self, atom: Term) -> str | None:
        """Say a fact of the board.

        Args:
            atom: The fact.

        Returns:
            A sentence; None where there is nothing to say of it to people.
        """
        if not isinstance(atom, tuple):
            return None
        pattern = words.FACTS.get(str(atom[0]))
        return None if pattern is None else pattern.format(*map(self.say, arguments(atom)))

    def say(self, term: Term) -> str:
        """Say a term.

        Args:
            term: The term.

        Returns:
            Words.
        """
        if not isinstance(term, tuple):
            return words.COLORS.get(str(term), str(term).lower() if term in _SMALL else str(term))
        name, parts = str(term[0]), arguments(term)
        if not parts:
            return name.replace("_", " ")
        if name == "o":
            return self.names.get(str(parts[1]), str(parts[1]))
        if name == "p":
            return str(parts[1])
        if name == "static":
            return self.say(parts[0])
        if name == "resolved":
            return self.say(parts[0])
        if name == "ruled":
            return words.RULE_OF.format(object=self.say(parts[1]))
        if name == "step":
            return self._resolved.get(_number(parts[1]), words.STEP.format(step=parts[1]))
        if name == "own":
            return self.say(parts[0])
        if name == "given":
            return self.say(parts[1])
        if name == "intrinsic":
            return f"“{{T}}: Add {{{_MANA.get(str(parts[0]), '?')}}}.”"
        if name in ("ability", "keyword"):
            return self._ability(term)
        if name in ("effect", "filter", "condition"):
            return self.say(parts[0])
        if name == "face":
            return str(parts[0]) if parts[1] == ("front",) else f"{parts[0]} ({self.say(parts[1])})"
        if name == "copy":
            return words.COPY_OF.format(object=self.say(parts[0]))
        if name == "m":
            return f"{{{parts[0]}}}" * min(_number(parts[1]), 10)
        if name == "num":
            return str(parts[0])
        return ", ".join(map(self.say, parts))

    def _ability(self, term: Term) -> str:
        found = self._abilities.get(written(term))
        if found is not None:
            return f"“{found.text}”" if found.keyword is None else found.text
        *_, last = arguments(term)
        return self.say(last) if isinstance(last, tuple) else self.say(arguments(term)[0])


def article(word: str) -> str:
    """Return the article that goes before a word.

    Args:
        word: The word: "Elf", "land".
    """
    return "an" if word[:1].lower() in "aeiou" and not word.lower().startswith(("uni", "eu")) else "a"


@lru_cache(maxsize=256)
def _number(term: Term) -> int:
    return term if isinstance(term, int) else 0
