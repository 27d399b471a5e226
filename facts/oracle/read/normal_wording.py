"""Oracle text of any age in one wording: today's, with ~ for the card itself and quotes as single words."""

from __future__ import annotations

import operator
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from facts.oracle.read.relevance import relevant
from facts.oracle.read.rewordings import reworded
from facts.words import plural, sets_by_word

_THIS = re.compile(
    r"\b[Tt]his (?:creature|land|artifact|enchantment|permanent|Aura|Equipment|Vehicle|card|spell|Saga|Class|Case|Room|"
    r"planeswalker|token|Spacecraft|Fortification|Siege|battle|Spell|Attraction|Contraption|Background|Curse)\b(?!s)"
)
_RESERVED = dict.fromkeys(map(ord, "⟦⟧⟪⟫~"), "¤")
"""Signs that mean something here and nothing on a card."""
_QUOTE = re.compile(r'"([^"]*)"')
_CAPITAL = r"[A-ZÀ-Þ][\wÀ-ÿ'’-]*"
_NAME = rf"{_CAPITAL}(?:(?:,? (?:of|the|and|to|in|a|for|from))*,? {_CAPITAL})*"
_X_OF_ITS_BEARER = re.compile(
    r'("[^"]*\bX\b[^",.]*)[,.]?" where X is that (artifact|creature|permanent|enchantment|land)\'s '
    r"(?:mana value|converted mana cost)"
)
"""The clause after a quoted ability that defines its X."""
_NAMED = re.compile(rf"(\bnamed |\b[Ii]ts name is )({_NAME}|~'s {_CAPITAL}|~)")
_NAMED_LIST = re.compile(
    rf"(\bnamed )((?:{_CAPITAL}(?: (?:(?:of|the|to|in) )*{_CAPITAL})*|~)(?:, (?:{_CAPITAL}(?: (?:(?:of|the|to|in) )*"
    rf"{_CAPITAL})*|~))+),? and ({_CAPITAL}(?: (?:(?:of|the|to|in) )*{_CAPITAL})*|~)(?= ha(?:s|ve)\b)"
)
_NAMED_BOTH = re.compile(
    rf"(\b(?i:creature|permanent|artifact|enchantment|land|token)(?P<many>s?)(?: you control| your opponents control)? "
    rf"named )({_CAPITAL}(?: (?:(?:of|the|to|in) )*{_CAPITAL})*) (?P<joined>and|or) "
    rf"({_CAPITAL}(?: (?:(?:of|the|to|in) )*{_CAPITAL})*)"
    rf"(?![\w'’-]| (?:creature|card|permanent|land|token|artifact)s?\b)"
)
_VILLAINOUS = re.compile(
    r"(?:(?<=^)|(?<=\. )|(?<=, )|(?<=, then ))[^.,]*? faces a villainous choice — (?P<one>[^.]*), or (?P<other>[^.,]+)"
)
_AND_SO_ON = re.compile(
    r"(?P<who>[Ee]ach (?:other )?creature you control) gets (?P<size>\+\d/\+\d) if it has (?P<first>[\w ]+), "
    r"(?P=size) if it has (?P<second>[\w ]+), and so on for (?P<others>[\w, ]+)"
)
_POSSESSIVE = re.compile(r"(\w|~)'s (?=(?:base )?(?:power|toughness|mana value)\b)")
_SENTENCE = re.compile(r"(?<=[.!?])\)? +(?=[A-Z~•+\"⟦{])")


@dataclass(frozen=True)
class Masked:
    """A text whose quotes are single words.

    Attributes:
        text: The text, with ``⟦0⟧`` for the first quote.
        quotes: The quotes, as printed.
    """

    text: str
    quotes: tuple[str, ...]


_RUN = re.compile(r"[ \t\u00a0]+")
_DASH = re.compile(r" (?:[–―‒]|--) ")
_NO_DASH = re.compile(r"\b([Cc]hoose (?:one or both|one or more|one|two))(?=\n•)")
_NEGATIVE = re.compile(r"^(\[?)[–‒](?=(?:\d+|X)\]?: )", re.MULTILINE)
_EMPHASIS = re.compile(r"(?<![\w/*+-])\*(?P<said>[A-Za-z]+)\*(?![\w/*])")
"""A word that a file marks for emphasis: "creature *YOU* control"."""
_HYPHEN = re.compile(r"(?<=\bSolved) - |(?<=\bMax speed) - |(?<=\bTo solve) - ")


def typeset(text: str) -> str:
    """Set a text as cards are set: typists and files have other dashes and more spaces.

    Args:
        text: Rules text as given.
    """
    text = _NO_DASH.sub(r"\1 —", _DASH.sub(" — ", _RUN.sub(" ", text)))
    return _HYPHEN.sub(" — ", _NEGATIVE.sub(r"\1−", text))


def _without_emphasis(found: re.Match[str]) -> str:
    """Return an emphasised word as other words are: without marks, and in capital letters only where it has others."""
    said = found["said"]
    return said.lower() if said.isupper() else said


def masked(text: str) -> Masked:
    """Make each quoted ability one word.

    Args:
        text: A paragraph.
    """
    quotes: list[str] = []

    def mask(match: re.Match[str]) -> str:
        quotes.append(match[1])
        end = match.end()
        ends = match[1].endswith((".", "!", ".'", "!'")) and re.match(r" +[A-Z~⟦{]|$", text[end:])
        return f"⟦{len(quotes) - 1}⟧" + ("." if ends else "," if match[1].endswith(",") else "")

    text = text.translate(_RESERVED).replace("“", '"').replace("”", '"')
    if text.count('"') == 1 and text.endswith("."):
        text += '"'  # some files lack the quotation mark at the end
    text = _X_OF_ITS_BEARER.sub(r"\1, where X is this \2's mana value." + '"', text)
    return Masked(_QUOTE.sub(mask, text), tuple(quotes))


@lru_cache(maxsize=4096)
def names_of(name: str, type_line: str) -> tuple[str, ...]:
    """Return the names of a card in its own text, longest first.

    Args:
        name: The name of the card or face.
        type_line: Its type line; legends have short names.
    """
    found = [part for part in {name, *name.split(" // ")} if part]
    found += [title for part in found for title, colon, _ in [part.partition(": ")] if colon and " " in title]
    if "Legendary" in type_line:
        for part in list(found):
            short = re.split(r",| of | the (?=[A-Z])| from | and ", part)[0]
            found += [part.split(",")[0], short]
            words = short.split()
            found += [" ".join(words[:count]) for count in range(1, len(words))]
            found += words[1:2] if words[:1] in (["The"], ["Lord"], ["Lady"], ["Sir"], ["Captain"], ["Doctor"]) else []
    known = {word for word, sets in sets_by_word().items() if sets != ("planeswalker",) and sets != ("planar",)}
    kept = {one for one in found if one not in known and one not in _NEVER and len(one) > 1}
    return tuple(sorted(kept, key=lambda one: -len(one)))


_CAPITALISED = re.compile(r"\b[A-Z][a-z]{6,}\b")


def _is_misspelt(word: str, name: str, type_line: str) -> bool:
    """Tell whether a word is the card's own name but for one letter: files have such slips."""
    return word not in sets_by_word() and any(
        len(one) == len(word) and sum(map(operator.ne, one, word)) == 1 for one in names_of(name, type_line)
    )


_OF_A_KIND = frozenset(
    (
        "a",
        "an",
        "another",
        "target",
        "each",
        "every",
        "other",
        "all",
        "that",
        "this",
        "those",
        "attacking",
        "blocking",
        "nontoken",
        "enchanted",
        "equipped",
        "more",
        "creature",
        "are",
        "is",
    )
)
"""Words after which the name of a subtype is the subtype, on a card of that name."""


def _itself(text: str, name: str) -> str:
    """Find a card in its text that is named like a subtype: ``Atog gets +1/+1``, but ``another Atog``.

    Args:
        text: A paragraph.
        name: The name of the card or face, a subtype.
    """

    def mark(match: re.Match[str]) -> str:
        before = (match["before"] or "").strip()
        return match[0] if before.lower() in _OF_A_KIND else f"{match['before'] or ''}~"

    kind = r"(?! (?:creature|card|spell|token|permanent|land)s?\b)"
    return re.sub(rf"(?P<before>\b[\w~]+ )?(?<![\w~-]){re.escape(name)}(?![\w-]){kind}", mark, text)


_NEVER = frozenset((
    "The", "A", "An", "Each", "Lord", "Lady", "Sir", "Captain", "Doctor", "King", "Queen", "High", "Grand", "First",
    "Last",
    "Target", "Other", "All", "Enchanted", "Equipped", "Creatures", "Lands", "Until", "When", "Whenever", "At", "As",
    "You", "Your", "If", "Level", "Equip", "Choose", "It", "That", "Those", "Prevent", "Return", "Put", "Draw", "White",
    "Blue", "Black", "Red", "Green", "Nonbasic", "Artifact", "Creature", "Land", "Life", "This", "In", "For",
))  # fmt: skip


def normalised(text: str, name: str, type_line: str) -> str:
    """Bring a text into today's wording.

    Args:
        text: A paragraph without reminder text, its quotes masked.
        name: The name of the card or face.
        type_line: Its type line.
    """
    text = text.replace("’", "'").replace("−", "-").replace("CARDNAME", "~")
    text = text if text.isascii() else _without_accents(text, name)
    text = _EMPHASIS.sub(_without_emphasis, text) if "*" in text else text
    printed = text
    for one in names_of(name, type_line):
        plain = one.replace("’", "'")
        if plain in text:
            text = re.sub(rf"(?<![\w~]){re.escape(plain)}(?![\w-])", "~", text)
    text = _CAPITALISED.sub(lambda match: "~" if _is_misspelt(match[0], name, type_line) else match[0], text)
    if name in sets_by_word() and name in text:
        text = _itself(text, name)
    text = _THIS.sub("~", text)
    text = reworded(text)
    text = _AND_SO_ON.sub(_one_by_one, text)
    text = _VILLAINOUS.sub(_chosen_by_another, text)
    text = _NAMED_LIST.sub(lambda match: _named_each(match, name), text)
    text = _NAMED_BOTH.sub(_named_both, text)
    text = _NAMED.sub(lambda match: f"{match[1]}⟪{_as_printed(match[2], printed, name, type_line)}⟫", text)
    return _POSSESSIVE.sub(r"\1 's ", text)


_SUBJECT = re.compile(
    rf"(?:^|(?<=\. )|(?<=, )|(?<=—)|(?<=: )|(?<=Whenever )|(?<=When ))"
    rf"(?P<name>{_CAPITAL}(?: {_CAPITAL}){{0,2}}(?:, (?:the )?{_CAPITAL}(?: {_CAPITAL})*)?)"
    rf"(?= (?:isn't|has|gets|gains|becomes|enters|attacks|deals|dies|must) )",
    re.MULTILINE,
)
"""A name before a verb."""


def name_in_text(text: str, name: str, type_line: str) -> str:
    """Return the name that a legend goes by in its own text.

    Files give some legends under one printing's name with another printing's text.

    Args:
        text: The rules text.
        name: The name of the card or face.
        type_line: Its type line.

    Returns:
        The longest name before a verb, if the text has no name of the card itself; otherwise the card's name.
    """
    if "Legendary" not in type_line or any(one in text for one in names_of(name, type_line)):
        return name
    found = [match["name"] for match in _SUBJECT.finditer(text) if not _is_known(match["name"])]
    return max(found, key=len, default=name)


def _is_known(name: str) -> bool:
    """Tell whether a word of a name, without the part after its comma, is a subtype or begins a sentence."""
    words = re.findall(r"[\w'-]+", name.partition(",")[0])
    return any(
        word in _NEVER or word in _PRONOUNS or word in sets_by_word() or word.rstrip("s") in sets_by_word()
        for word in words
    )


_PRONOUNS = frozenset(("He", "She", "They"))


def _without_accents(text: str, name: str) -> str:
    """Spell a card's name in its text as the name itself is spelled: some files leave out accents only in the name."""

    def plain(match: re.Match[str]) -> str:
        folded = unicodedata.normalize("NFKD", match[0]).encode("ascii", "ignore").decode()
        return folded if folded != match[0] and folded in name else match[0]

    return _ACCENTED.sub(plain, text)


_ACCENTED = re.compile(r"\b[A-ZÀ-Þ][\wÀ-ÿ]*[À-ÿ][\wÀ-ÿ]*")


def _one_by_one(match: re.Match[str]) -> str:
    """Say "and so on for ..." as a sentence for each keyword, which lasts as long as the first."""
    keywords = [match["first"], match["second"], *re.split(r",? and |, ", match["others"])]
    lasting = "" if "until end of turn" in match.string.lower() else None
    ending = " until end of turn" if lasting is not None else ""
    who = match["who"][0].upper() + match["who"][1:]
    said = [f"{who} with {one} gets {match['size']}{ending}" for one in keywords if one]
    return ". ".join(said)


def _chosen_by_another(match: re.Match[str]) -> str:
    """Keep only the part of a villainous choice (701.53) that changes characteristics; keep all of it if both do."""
    one, other = match["one"], match["other"]
    if relevant(one) and relevant(other):
        return match[0]
    left = other if relevant(other) else one
    begins = match.start() == 0 or match.string[: match.start()].endswith(". ")
    return left[:1].upper() + left[1:] if begins else left


def _named_each(match: re.Match[str], name: str) -> str:
    """Mark the names of a list, any of which an object may have: "named A, B, and C"."""
    names = [name if one == "~" else one for one in (*match[2].split(", "), match[3])]
    return f"{match[1]}⟪{'|'.join(names)}⟫"


def _named_both(match: re.Match[str]) -> str:
    """Mark two names; a subtype, as in "named A or Elves", is another kind of object and no name."""
    second = match[5]
    if second in _plurals():
        return f"{match[1]}⟪{match[3]}⟫ {match['joined']} {second}"
    if (match["joined"] == "or" and second in sets_by_word()) or (match["joined"] == "and" and not match["many"]):
        return match[0]
    asked = _ASKED.search(match.string[: match.start()]) if match["joined"] == "or" else None
    if asked is not None:
        return f"{match[1]}⟪{match[3]}⟫ or {asked['other'] or ''}{match[1]}⟪{second}⟫"  # one of either, not of each
    return f"{match[1]}⟪{match[3]}|{second}⟫"


_ASKED = re.compile(r"\b(?:controls?|owns?|there (?:is|are)) (?:(?!target)\w+ )*?(?P<other>(?:an)?other )?(?:\w+ )?$")
"""What a condition asks for: there, a list of names asks for one of each."""


@lru_cache(maxsize=1)
def _plurals() -> frozenset[str]:
    return frozenset(map(plural, sets_by_word()))


def _as_printed(found: str, printed: str, name: str, type_line: str) -> str:
    """Return a name in which ``~`` may stand for a part: of "Urza's Warform", on Urza, Lord of Devices."""
    if found in ("~", name) or "~" not in found:
        return found.replace("~", name)
    for one in names_of(name, type_line):
        whole = found.replace("~", one.replace("’", "'"))
        if whole in printed:
            return whole
    return found.replace("~", name)


def sentences(text: str) -> list[str]:
    """Split a paragraph into sentences, without their full stops.

    Args:
        text: A normalised paragraph, its quotes masked.
    """
    return [part.strip().rstrip(".,").strip() for part in _SENTENCE.split(text) if part.strip(" .,")]
