"""The paragraphs of the rules that must be carried, and why some cannot be: what they speak of is nothing to derive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

PARAGRAPHS: Mapping[str, str] = {
    "205.1": "ab", "205.2": "abc", "205.3": "abcdefghijkmnp", "205.4": "abcdefgh",
    "305.6": "", "305.7": "", "305.8": "",
    "613.1": "*abcdefg", "613.2": "*abc", "613.3": "", "613.4": "*abcd", "613.5": "", "613.6": "",
    "613.7": "*abcdefghijkm", "613.8": "*abc", "613.9": "", "613.10": "", "613.11": "",
    "701.28": "abcdefg",
    "707.1": "", "707.2": "*abc", "707.3": "", "707.4": "", "707.5": "", "707.6": "", "707.7": "", "707.8": "*a",
    "707.9": "*abcdefg", "707.10": "*abcdefg", "707.11": "", "707.12": "", "707.13": "", "707.14": "",
    "708.1": "", "708.2": "*ab", "708.3": "", "708.4": "", "708.5": "", "708.6": "", "708.7": "", "708.8": "",
    "708.9": "", "708.10": "", "708.11": "", "708.12": "",
    "712.1": "", "712.2": "*abc", "712.3": "*abc", "712.4": "*abc", "712.5": "*abcdefg", "712.6": "", "712.7": "",
    "712.8": "*abcdefg", "712.9": "", "712.10": "", "712.11": "*abcd", "712.12": "", "712.13": "*a",
    "712.14": "*abc", "712.15": "*a", "712.16": "", "712.17": "", "712.18": "", "712.19": "", "712.20": "",
    "712.21": "*abcde",
}  # fmt: skip
"""The paragraphs by their rule: its letters, ``*`` for the rule's own text; without letters it is that text alone."""

CITED_BY_CASES = ("205.", "701.28")
"""A case must cite each of these paragraphs, even if rules carry it."""

_LOOKS = "How a printed card looks and is marked; a card's layout is told."
_PLAYING = "Which face a player may cast or play; a board says which one is there."
_HIDDEN = "What players may look at or must keep apart; the answer shows everything."
_LEAVING = "Where the cards of what left the battlefield go, and in which order; they are not on the board any more."
_STACK = "Targets and sources of copies on the stack; no characteristic depends on them."
_HEADING = "An introduction: the paragraphs below it are carried."
_WITHOUT_STAMP = "When such a card gets its timestamp; a board's order of steps says it."

NOT_DERIVABLE: Mapping[str, str] = {
    "613.1a": "Names the layer only; 613.2a and 613.2c are carried.",
    "613.1g": "Names the layer only; 613.4a-d are carried.",
    "613.2": _HEADING,
    "613.2b": "Names the sublayer only; what is face down is carried by 708.2.",
    "613.4": _HEADING,
    "613.7h": _WITHOUT_STAMP,
    "613.7i": _WITHOUT_STAMP,
    "613.7j": _WITHOUT_STAMP,
    "613.7k": "There are no stickers on boards.",
    "613.7m": "The steps of a board are one after the other, in the order that the players chose.",
    "613.8": _HEADING,
    "613.10": "Effects on players change no object.",
    "613.11": "Effects on the rules of the game change no object.",
    "707.1": _HEADING,
    "707.9e": "An additional effect of an exception is an event and no characteristic.",
    "707.9g": "Which triggered ability triggers is not derived.",
    "707.10a": "Copies that cease to exist are not on the board.",
    "707.10b": _STACK,
    "707.10c": _STACK,
    "707.10d": _STACK,
    "707.10e": _STACK,
    "707.10f": "A board tells of the token itself, which enters as a copy (707.2).",
    "707.10g": "A board tells of the token itself, which enters as a copy (707.8a).",
    "707.11": "Whom an effect goes on speaking of; a board names objects by labels.",
    "707.12": "A board tells of the copy on the stack itself.",
    "707.13": "A board tells of the copy that was made of a named card.",
    "707.14": "A board tells of the copy that was made of a noted card.",
    "708.1": _HEADING,
    "708.5": _HIDDEN,
    "708.6": _HIDDEN,
    "708.9": "Revealing what leaves; what left the battlefield is another object, face up.",
    "708.12": "What a reveal shows; no continuous effect reads it.",
    "712.2": _LOOKS,
    "712.2a": _LOOKS,
    "712.2b": _LOOKS,
    "712.2c": _LOOKS,
    "712.3a": _LOOKS,
    "712.3b": _LOOKS,
    "712.3c": _LOOKS,
    "712.4a": "How cards come to meld; a board says that they did.",
    "712.4b": "What the back faces of a pair are for; 712.8g is carried.",
    "712.5": "A list of pairs of cards; they are facts about cards.",
    **{f"712.5{letter}": "A pair of cards; it is a fact about cards." for letter in "abcdefg"},
    "712.6": _HIDDEN,
    "712.7": _HIDDEN,
    "712.8b": "A meld card is told with its front face wherever it is; 712.8a carries it.",
    "712.11": _PLAYING,
    "712.11a": _PLAYING,
    "712.11c": _PLAYING,
    "712.11d": _PLAYING,
    "712.12": _PLAYING,
    "712.13": "A board tells of the permanent that a spell became, and which face is up.",
    "712.13a": "A board tells of the permanent that a spell became, and which face is up.",
    "712.14b": "What does not enter is not on the board.",
    "712.14c": "A board tells of the melded permanent; 712.8g is carried.",
    "712.15": _PLAYING,
    "712.17": _HIDDEN,
    "712.19": "Which names may be chosen; a name that is chosen is told.",
    "712.20": "What is done while a permanent transforms; a board tells what came of it.",
    "712.21": _LEAVING,
    **{f"712.21{letter}": _LEAVING for letter in "abcde"},
}
"""The reasons why a paragraph is neither encoded nor tested."""


def required() -> Iterator[str]:
    """Return the numbers of the paragraphs that must be carried or excused."""
    for section, letters in PARAGRAPHS.items():
        for letter in letters or "*":
            yield section + letter.strip("*")
