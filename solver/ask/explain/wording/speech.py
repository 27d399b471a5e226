"""Saying terms of the rules in words: names for objects, texts for abilities, and no program text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from facts.cards import Ability
from facts.runtime import pattern
from facts.words import CARD_TYPES, SUPERTYPES, sets_by_word
from solver.ask.explain.rules import LAYERS, Term, arguments, name_of, written
from solver.ask.explain.wording import phrases as words

_PLACE = pattern(r"(?P<before>\b(?:a|layer|in the zone|is not) )?\{(?P<name>[A-Za-z]\w*)\}")
_KIND = pattern(r"(?:the |the copiable )\{(?P<kind>K|Kind)\} (?P<value>\{[A-Z]\w*\})")
_YOU = pattern(rf"\b(you) ({'|'.join(words.YOU)})\b")
_SMALL = frozenset((*CARD_TYPES, *SUPERTYPES))
_AN_NUMBER = pattern(r"8|1[18](?!\d)")
"""Numbers that are spoken with a vowel first: eight, eleven, eighty."""
_MANA = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


class Speaker:
    """Says terms of one board.

    Attributes:
        names: The name of each object, by label.
    """

    def __init__(
        self,
        names: Mapping[str, str],
        effects: Mapping[str, str],
        abilities: Mapping[str, Ability],
        resolved: Mapping[int, str],
        texts: Mapping[str, str],
    ) -> None:
        """Take the names and texts of the board.

        Args:
            names: The name of each object, by label.
            effects: The name of each resolved effect that has a label, by label.
            abilities: The abilities that the facts mention, by term.
            resolved: The spells and abilities that resolved, by step.
            texts: The texts of abilities that the rules themselves give, by term.
        """
        self.names = {**effects, **names}
        self._abilities = abilities
        self._resolved = resolved
        self._texts = texts

    def sentence(self, pattern: str, binding: Mapping[str, Term]) -> str:
        """Fill in the sentence of a rule.

        Args:
            pattern: The sentence, with the letters of variables in braces.
            binding: The values of the variables.

        Returns:
            The sentence, with a capital letter.
        """
        pattern = _KIND.sub(lambda found: self._kind(found, binding), pattern)
        spoken_of = {binding[place["name"]] for place in _PLACE.finditer(pattern) if place["name"] in binding}
        said = _PLACE.sub(lambda place: self._place(place, binding, spoken_of), pattern)
        said = _ONE_COUNTER.sub(_one_counter, said)
        if _YOU.search(said):
            said = _YOU.sub(lambda found: f"{found[1]} {words.YOU[found[2]]}", said)
        return said[:1].upper() + said[1:]

    def _kind(self, found: re.Match[str], binding: Mapping[str, Term]) -> str:
        """Return “every creature type” instead of “the every creature”."""
        every = binding.get(found["kind"]) == ("every",)
        return words.EVERY.format(set=found["value"]) if every else found[0]

    def _place(self, place: re.Match[str], binding: Mapping[str, Term], spoken_of: set[Term]) -> str:
        """Return the words for a place of a sentence, with an article if they have one.

        An effect has the name of its source. If the sentence names the source, too, the effect gets another name.
        """
        before = (place["before"] or "").strip()
        if place["name"] not in binding:
            return words.SOMETHING if before != "layer" else f"{before} {words.SOMETHING}"
        value = binding[place["name"]]
        if before == "layer":
            return f"{before} {LAYERS.get(_number(value), value)}"
        if before == "in the zone":
            return zone_phrase(self.say(value))
        said = self.say(value)
        if before == "is not":
            return f"{before} {article(said)} {said}" if _takes_article(value) else f"{before} {said}"
        if isinstance(value, tuple) and value[0] == "static" and value[1] in spoken_of:
            said = words.ITS_OWN.format(object=said)
        return f"{article(said)} {said}" if before else said

    def fact(self, atom: Term) -> str | None:
        """Say a fact of the board.

        Args:
            atom: The fact.

        Returns:
            A sentence; None for a fact without one.
        """
        if not isinstance(atom, tuple):
            return None
        pattern = words.FACTS.get(str(atom[0]))
        if pattern is None:
            return None
        said = [*map(self.say, arguments(atom))]
        if atom[0] in ("happens", "told_to_happen"):
            event = arguments(atom)[2]
            said[2] = words.EVENTS[name_of(event)[0]].format(*map(self.say, arguments(event)))
        if atom[0] == "enters_zone":
            said[1] = zone_phrase(said[1])
        if atom[0] == "ability_keyword" and said[0].lower() == said[1].lower():
            return None
        return pattern.format(*said)

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
            return words.OBJECTIVE.get(str(parts[1]), str(parts[1]))
        if name == "static":
            return self.say(parts[0])
        if name == "resolved":
            return self.say(parts[0])
        if name == "ruled":
            return ruled_name(" ".join([str(name_of(parts[0])[0]), *map(str, arguments(parts[0]))]), self.say(parts[1]))
        if name == "half":
            return words.HALF.format(which=self.say(parts[0]), what=self.say(parts[1]))
        if name == "other":
            return words.LOWER.format(what=self.say(parts[0]))
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
        if name in ("effect", "entry", "filter", "condition"):
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
        text = self._texts.get(written(term))
        if text is not None:  # a keyword, or a sentence
            return f"“{text}”" if text.endswith(".") else text
        *_, last = arguments(term)
        return self.say(last) if isinstance(last, tuple) else self.say(arguments(term)[0])


def zone_phrase(zone: str) -> str:
    """Return where a zone is: "on the battlefield".

    Args:
        zone: Its word in the rules.
    """
    return words.ZONES.get(zone, words.ZONE.format(zone=zone))


def ruled_name(about: str, name: str) -> str:
    """Return the name of an effect of a rule of the game.

    Args:
        about: Its subject: ``bestow``, ``counters +1/+1``.
        name: The name of its object.
    """
    word, _, kind = about.partition(" ")
    return words.RULED.get(word, words.RULE_OF).format(object=name, kind=kind)


def _takes_article(value: Term) -> bool:
    """Tell whether a word has an article after "is": types and subtypes have one, supertypes and colors have none."""
    return isinstance(value, str) and (value in CARD_TYPES or value in sets_by_word())


def article(word: str) -> str:
    """Return the article that goes before a word.

    Args:
        word: The word: "Elf", "land", "8/8".
    """
    if word[:1].isdigit():
        return "an" if _AN_NUMBER.match(word) else "a"
    return "an" if word[:1].lower() in "aeiou" and not word.lower().startswith(("uni", "eu")) else "a"


@lru_cache(maxsize=256)
def _number(term: Term) -> int:
    return term if isinstance(term, int) else 0


_ONE_COUNTER = pattern(
    r"(?P<there>\bthere are |\beach of the )?(?<![\w/+-])1 (?P<kind>(?:(?!counters)[\w+/-]+ ){0,2})counters"
    r"(?P<verb> (?:were|are))?\b",
    re.IGNORECASE,
)


def _one_counter(found: re.Match[str]) -> str:
    """Return the words about several counters as those about one: "there is 1 lore counter"."""
    there = words.THERE_IS.get((found["there"] or "").lower(), "")
    return f"{there}1 {found['kind']}{words.COUNTERS[0]}{words.ONE_OF_SEVERAL.get(found['verb'] or '', '')}"
