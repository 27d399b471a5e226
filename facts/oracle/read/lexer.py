"""From a normalised sentence to the terminals of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lark import Token
from lark.exceptions import LexError
from lark.lexer import Lexer, PatternStr

from facts.words import NUMBERS, Entry, Word, keyword_names, lower_words, subtype_words

_WORD = re.compile(
    r"⟦\d+⟧|⟪[^⟫]*⟫|and/or\b|~|'s\b|[+-](?:\d+|X)/[+-](?:\d+|X)(?= counters?\b)|"
    r"[+-](?:\d*X|\d+)/[+-](?:\d*X|\d+)|(?:\d+|X)/(?:\d+|X)"
    r"|[+-]?\d+|(?:\{[^}]+\})+|[A-Za-zÀ-ÿ][\wÀ-ÿ'!-]*|[^\s\w]"
)
_MOD = re.compile(r"[+-](?:\d+|\d*X)/[+-](?:\d+|\d*X)")
_SIZE = re.compile(r"(?:\d+|X)/(?:\d+|X)")
_QUALITY = (
    r"(?:creatures of the chosen type|creatures your opponents control|the card type of your choice|"
    r"that player|any color|each color that's not in your commander's color identity|"
    r"each color with the most votes or tied for most votes|"
    r"the colors of (?:that spell|target permanent(?: you control)?)|"
    r"each color|all colors|colored spells|monocolored|multicolored|everything|the chosen color|"
    r"the color of your choice|the last chosen color|(?:white|blue|black|red|green|artifacts|creatures|enchantments|"
    r"lands|planeswalkers|snow(?! \w+s\b)|"
    r"instants|sorceries|each of your opponents|"
    r"each of that (?:spell|creature|permanent)'s colors|that color|colorless|instant spells|sorcery spells|"
    r"non-[A-Z]\w+ creatures|"
    r"the chosen player|the chosen card type|its colors|each opponent|each of the exiled card's card types|"
    r"each of its colors|"
    r"the colors of permanents you control|"
    r"mana value \d+ or (?:less|greater)|"
    r"each mana value(?:(?! as long as | until | if | during )[^.,])*|Ring-bearers|[A-Z][a-z]+s)\b)"
)
_PROTECTION = re.compile(rf"(?:protection|hexproof) from {_QUALITY}(?:(?:, (?:and )?| and )from {_QUALITY})*", re.I)
_COST = re.compile(r" ?(?:—[^,.]*|(?:\{[^}]+\})+|\d+\b|X\b)")
_HOSTS = re.compile(r" (?:(?:non)?(?:creature|land|artifact|permanent|player)|[A-Z][a-z]+)(?: you control)?\b")
_EQUIP = re.compile(r"(?: [a-z]+)*(?: [A-Z]\w+)? ?(?:\{[^}]+\})+|(?: [a-z]+)* \d+|")
_FOLLOWING: dict[tuple[str, ...], re.Pattern[str]] = {
    ("enchant",): _HOSTS,
    ("equip",): _EQUIP,
    ("affinity",): re.compile(r" for \w+"),
}
"""Words that may follow a keyword and are no cost or number."""
_SEPARATORS = frozenset((",", "and", "or", "and/or"))
_VERBS = frozenset(
    (
        "IS",
        "BECOME",
        "IS_NOT",
        "GET",
        "HAVE",
        "GAIN",
        "LOSE",
        "LACK",
        "CANNOT",
        "CANNOT_BE_TARGET",
        "CANNOT_USE",
        "CANNOT_HAVE",
        "INERT",
    )
)
_ADJECTIVES = frozenset(("STATUS", "TARGET", "QUANTITY", "ARTICLE", "OTHER", "COLOR", "NON", "SUPERTYPE"))
_CASES = frozenset(("YOUR_TURN", "NOT_YOUR_TURN", "OPPONENTS_TURN", "THERE_ARE"))
_PLAIN = re.compile(r"[^\\.*+?()\[\]{}|^$]*")

Raw = tuple[str, Any]
"""The name of a terminal and its value."""


class UnknownWord(LexError):
    """A word that is in no phrase of the grammar."""


class OracleLexer(Lexer):
    """Reads a sentence word by word; the longest phrase that the grammar or the lexicon has wins."""

    def __init__(self, lexer_conf: Any) -> None:
        """Take the phrases from the grammar.

        Args:
            lexer_conf: Lark's, with the terminals of the grammar.
        """
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        patterns: list[str] = []
        owner: dict[tuple[str, ...], str] = {}
        for terminal in lexer_conf.terminals:
            texts = _plain_texts(terminal.pattern)
            if texts is None:
                patterns.append(f"(?P<{terminal.name}>{terminal.pattern.value})")
                continue
            for text in texts:
                words = tuple(_WORD.findall(text.lower()))
                if owner.setdefault(words, terminal.name) != terminal.name:
                    raise ValueError(f"{text!r} is {owner[words]} and {terminal.name}")
                self._phrases.setdefault(words[0], []).append((words, terminal.name))
                if text == "you control":
                    self._you_control = terminal.name
                if text == "this ability":
                    self._this_ability = terminal.name
                if text == "its name is":
                    self._its_name = terminal.name
        for found in self._phrases.values():
            found.sort(key=lambda phrase: -len(phrase[0]))
        self._pattern = re.compile("|".join(patterns), re.IGNORECASE)
        self._keywords: dict[str, list[tuple[str, ...]]] = {}
        for name in keyword_names():
            words = tuple(_WORD.findall(name))
            self._keywords.setdefault(words[0], []).append(words)

    def lex(self, data: Any, parser_state: Any = None) -> Iterator[Token]:
        """Read a sentence.

        Args:
            data: The sentence, without its full stop (or lark's state that holds it).
            parser_state: Not needed.

        Yields:
            The tokens.
        """
        text = data if isinstance(data, str) else str(data.text)
        for name, value in self._told_apart(self._raw(text)):
            token = Token(name, value if isinstance(value, str) else value.value)
            token.value = value
            yield token

    def _raw(self, text: str) -> list[Raw]:
        """Read words and phrases, with separators as ``,`` and the like."""
        spans = [(match.group(), match.start()) for match in _WORD.finditer(text)]
        words = [word for word, _ in spans]
        lows = [word.lower() for word in words]
        found: list[Raw] = []
        at = 0
        while at < len(words):
            start = spans[at][1]
            match = self._pattern.match(text, start)
            if match is not None and match.group():
                found.append((str(match.lastgroup), match.group()))
                at = _past(spans, at, match.end())
                continue
            taken = self._word(text, spans, words, lows, at) or _new_keyword(words, at, found)
            if taken is None:
                raise UnknownWord(text[start:])
            at = taken[0]
            found.extend(taken[1])
        return found

    def _word(
        self, text: str, spans: list[tuple[str, int]], words: list[str], lows: list[str], at: int
    ) -> tuple[int, list[Raw]] | None:
        """Read the word at a place."""
        phrase = next((p for p in self._phrases.get(lows[at], ()) if _stands(p[0], lows, at)), None)
        if phrase is not None and lows[at] == "the" and _is_card(lows, at + len(phrase[0])):
            phrase = ((lows[at],), "ARTICLE")  # "the creature card on top of your library" is no pronoun
        length = len(phrase[0]) if phrase else 0
        counter = _counter(words, lows, at)
        if counter is not None and counter[0] > length:
            return at + counter[0], [("COUNTER", Word(counter[1]))]
        entry = _entry(words, lows, at)
        keyword = next((k for k in self._keywords.get(lows[at], ()) if _stands(k, lows, at)), None)
        if entry is not None and keyword is not None and len(keyword) > len(entry[0]):
            entry = None  # "battle cry"
        if entry is not None and len(entry[0]) >= max(length, 1) and not (phrase and len(entry[0]) == length):
            return at + len(entry[0]), [(entry[1], entry[2])]
        if keyword is not None and len(keyword) > length:
            return self._keyword(text, spans, keyword, at)
        if phrase is not None:
            return at + length, [(phrase[1], " ".join(lows[at : at + length]))]
        if lows[at] == "that" and at + 1 < len(words):
            kind = _entry(words, lows, at + 1)
            if kind is not None and kind[1] == "SUBTYPE":
                return at + 1 + len(kind[0]), [("PRONOUN", "that creature")]
        unlisted = _unlisted_subtype(words, lows, at)
        if unlisted is not None:
            return at + 1, [("SUBTYPE", unlisted)]
        small = (
            _entry([*words[:at], words[at].capitalize(), *words[at + 1 :]], lows, at) if lows[at] == words[at] else None
        )
        if small is not None and small[1] == "SUBTYPE" and len(small[0]) == 1:
            return at + 1, [(small[1], small[2])]
        return _sign(words[at], lows[at], at)

    def _keyword(
        self, text: str, spans: list[tuple[str, int]], keyword: tuple[str, ...], at: int
    ) -> tuple[int, list[Raw]]:
        """Read a keyword with its further words."""
        start = spans[at][1]
        protection = _PROTECTION.match(text, start)
        if protection is not None:
            return _past(spans, at, protection.end()), [("PROTECTION", protection.group())]
        last = at + len(keyword) - 1
        end = spans[last][1] + len(spans[last][0])
        cost = _FOLLOWING.get(keyword, _COST).match(text, end)
        if cost is not None:
            end = cost.end()
        name = " ".join(keyword) if keyword[0] != "for" else text[start:end]
        return _past(spans, at, end), [("KEYWORD", name + (cost.group() if cost else ""))]

    def _told_apart(self, raw: list[Raw]) -> Iterator[Raw]:
        """Name separators by the words around them."""
        at = 0
        before = ""
        while at < len(raw):
            name, value = raw[at]
            if name == "it_is":
                yield "PRONOUN", _PRONOUNS[value]
                yield "IS", "is"
                at += 1
                before = "IS"
                continue
            whose = raw[at + 1][0] if at + 1 < len(raw) else ""
            if name == "ATTACHED" and (before in _ADJECTIVES or whose in (self._you_control, "OPPONENTS")):
                host = value.split()
                if len(host) == 2 and host[0] in ("enchanted", "equipped"):
                    yield "STATUS", Word("true", key=host[0])
                    entry = next((one for one in lower_words().get(host[1], ()) if one[1] == "TYPE"), None)
                    yield ("NOUN", host[1]) if entry is None else ("TYPE", entry[2])
                    at += 1
                    before = "TYPE"
                    continue
            if name == "INERT" and value.startswith("and ") and before not in ("ALSO", "", "EXCEPT"):
                yield "ALSO", "and"  # "gets -3/-0 and its activated abilities can't be activated"
            if name != "separator":
                yield name, value
                before = name
                at += 1
                continue
            word = value
            at += 1
            while at < len(raw) and raw[at][0] == "separator":
                word = word if word == "except" else raw[at][1]  # "except, if it's a creature, ..."
                at += 1
            if word == "except":
                if at < len(raw) and raw[at][0] == "it_is":
                    raw[at] = ("IS", "is")
                elif at < len(raw) and raw[at][0] == "PRONOUN":
                    at += 1
                yield "EXCEPT", word
                before = "EXCEPT"
                continue
            if word == "," and before == "NON" and at < len(raw) and raw[at][0] == "NON":
                continue
            at, kind = self._separator(raw, at, before)
            if kind == "ALSO" and raw[at][0] == "it_is":
                yield kind, word
                yield "IS", "is"
                at += 1
                before = "IS"
                continue
            yield kind, word
            before = kind

    def _separator(self, raw: list[Raw], at: int, before: str) -> tuple[int, str]:
        """Tell which parts a separator separates; a pronoun before a further verb is passed over."""
        after = raw[at][0] if at < len(raw) else ""
        if after in _VERBS or after in ("it_is", self._its_name, "IF_CREATURE"):
            return at, "ALSO"
        if after == "PRONOUN" and at + 1 < len(raw) and raw[at + 1][0] in _VERBS and not _speaks_of_another(raw, at):
            return at + 1, "ALSO"
        if after in ("KEYWORD", "QUOTED", "PROTECTION", self._this_ability):
            return at, "KWSEP"
        if after == before == "COLOR":
            return at, "COLORSEP"
        if after == before == "STATUS":
            return at, "STATUSSEP"
        if after == "BASE_SIZE":
            return at, "BASESEP"
        if after == "STAT" and before not in ("STAT", "BASE_STAT"):
            return at, "BOUNDSEP"
        if after == "MOD":
            return at, "MODSEP"
        if after == self._you_control or after in _CASES:
            return at, "CASESEP"
        return at, "SEP"


def _new_keyword(words: list[str], at: int, found: list[Raw]) -> tuple[int, list[Raw]] | None:
    """Read a word that no list has, where only a keyword can stand: "has flying and zest", "gain zest 2"."""
    before = [name for name, _ in found]
    while before[-2:-1] in (["KEYWORD"], ["QUOTED"], ["PROTECTION"]) and before[-1] == "separator":
        del before[-2:]
    after = words[at + 1 : at + 2]
    number = 1 if after and (after[0].isdigit() or after[0] == "X") else 0
    ends = not after or number or after[0] in _AFTER_KEYWORD
    if before[-1:] not in (["HAVE"], ["GAIN"]) or not ends or not re.fullmatch(r"[a-z][a-z-]{2,}", words[at]):
        return None
    return at + 1 + number, [("KEYWORD", " ".join(words[at : at + 1 + number]))]


_AFTER_KEYWORD = frozenset((",", "and", "until", "as", "if", "for"))
"""Words that continue a sentence after a list of keywords."""


def _speaks_of_another(raw: list[Raw], at: int) -> bool:
    """Tell whether a pronoun stands for something else than the subject: "it gains trample, and that creature ..."."""
    subject, word = raw[0], str(raw[at][1]).lower()
    return word.startswith(("that ", "those ")) and (
        subject[0] == "SELF" or (subject[0] == "PRONOUN" and str(subject[1]).lower() in ("it", "he", "she"))
    )


_PRONOUNS = {"it's": "it", "they're": "they", "he's": "it", "she's": "it"}


def _plain_texts(pattern: Any) -> list[str] | None:
    """Return the phrases that a terminal stands for; None for a regular expression."""
    if isinstance(pattern, PatternStr):
        return [pattern.value]
    inner = pattern.value
    if inner.startswith("(?:") and inner.endswith(")"):
        inner = inner[3:-1]
    inner = re.sub(r"\\([-' ,~])", r"\1", inner)
    parts = inner.split("|")
    return parts if all(_PLAIN.fullmatch(part) for part in parts) else None


def _unlisted_subtype(words: list[str], lows: list[str], at: int) -> Word | None:
    """Read a capitalised word as a subtype that the lists do not know, where nothing else can stand.

    That is before "creature", and as the last word of a noun phrase: "another Jedi you control", "a Jedi or Sith".
    """
    if not words[at][0].isupper() or lows[at] in _NO_SUBTYPES:
        return None
    if not at and _NO_NAME_OF_A_TYPE.search(words[at]):
        return None  # at the beginning of a sentence every word is capitalised
    if lows[at + 1 : at + 2] in (["creature"], ["creatures"]):
        return Word(words[at])
    ends = at + 1 >= len(lows) or lows[at + 1] in (",", "or", "you", "in", "gains", "gets", "has")
    if not at or not ends or not words[at].isalpha():
        return None
    if lows[at - 1] in ("attacking", "other") and lows[at].endswith("s"):
        return Word(words[at].removesuffix("s"), many=True)
    first = at - 2 if lows[at - 1] == "or" else at  # the second of two, as of "a Jedi or Sith"
    return Word(words[at]) if first and lows[first - 1] in _BEFORE_ONE else None


_NO_NAME_OF_A_TYPE = re.compile(r"ed$|(?<!l)ing$|-")
"""Adjectives such as "goaded", "opposing" and "two-color", which are no subtypes."""
_BEFORE_ONE = frozenset(("a", "an", "attacking", "other", "another", "target"))


def _is_card(lows: list[str], at: int) -> bool:
    """Tell whether "card", or another type and "card", stands at a place."""
    return lows[at : at + 1] == ["card"] or (lows[at : at + 1] == ["or"] and lows[at + 2 : at + 3] == ["card"])


def _stands(phrase: tuple[str, ...], lows: list[str], at: int) -> bool:
    return all(at + place < len(lows) and lows[at + place] == word for place, word in enumerate(phrase))


def _past(spans: list[tuple[str, int]], at: int, end: int) -> int:
    while at < len(spans) and spans[at][1] < end:
        at += 1
    return at


def _entry(words: list[str], lows: list[str], at: int) -> Entry | None:
    """Find a word of the lexicon, the longest first."""
    for entry in subtype_words().get(words[at], ()):
        if _stands(entry[0], words, at):
            return entry
    low = subtype_words().get("non-" + words[at][4:]) if lows[at].startswith("non-") else None
    for entry in low or ():
        if len(entry[0]) == 1 or _stands(entry[0][1:], words, at + 1):
            return entry
    return next((entry for entry in lower_words().get(lows[at], ()) if _stands(entry[0], lows, at)), None)


def _counter(words: list[str], lows: list[str], at: int) -> tuple[int, str] | None:
    """Read a kind of counter: ``+1/+1 counter``, ``ice counters``, ``first strike counter``."""
    for length in (1, 2):
        if at + length < len(lows) and lows[at + length] in ("counter", "counters"):
            kind = " ".join(words[at : at + length])
            if length == 2 and kind not in _KINDS_OF_TWO:
                return None
            if lows[at] in _NO_KIND or lows[at] in NUMBERS or not re.fullmatch(r"[a-z -]+|[+-]\d+/[+-]\d+", kind):
                return None
            return length + 1, kind
    return None


_KINDS_OF_TWO = frozenset(("first strike", "double strike"))
"""The only kinds of counters of two words: "exactly two counters" are no counters of a kind."""
_NO_SUBTYPES = frozenset(
    (
        "then", "otherwise", "also", "instead", "choose", "return", "put", "tap", "untap", "exile", "destroy", "gain",
        "sacrifice", "goad", "turn", "detain", "regenerate", "prevent", "move", "remove", "double", "exchange", "until",
        "when", "whenever", "if", "flying", "devoid", "copy", "create", "suspect", "untapped", "convoked",
        "transform", "convert", "attach", "search", "reveal", "manifest", "cloak", "counter", "unless", "during",
        "at", "for", "as", "in", "on", "and", "or", "with", "without", "your", "their", "its", "no", "those", "these",
    )
)  # fmt: skip
"""Capitalized words before "creature", at the beginning of a sentence, that are no subtypes."""
_NO_KIND = frozenset(
    (
        "a",
        "an",
        "the",
        "no",
        "more",
        "of",
        "each",
        "any",
        "that",
        "those",
        "have",
        "has",
        "with",
        "these",
        "or",
        "more",
        "fewer",
    )
)


def _sign(word: str, low: str, at: int) -> tuple[int, list[Raw]] | None:
    """Read literal signs: numbers, sizes, separators, short forms."""
    if low in _SEPARATORS:
        return at + 1, [("separator", low)]
    if low == "except":
        return at + 1, [("separator", "except")]
    if low in _PRONOUNS:
        return at + 1, [("it_is", low)]
    if _MOD.fullmatch(word):
        return at + 1, [("MOD", word)]
    if _SIZE.fullmatch(word):
        return at + 1, [("PT", word)]
    if word.lstrip("+-").isdigit():
        return at + 1, [("NUMBER", Word(word))]
    if word.startswith("⟦"):
        return at + 1, [("QUOTED", word)]
    return None
