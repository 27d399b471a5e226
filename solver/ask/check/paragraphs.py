"""The paragraphs that rules or cases must cite, and the reasons why some need not: there is nothing to derive."""

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

_LOOKS = "About the look of printed cards; the card data say the layout."
_PLAYING = "About the face that a player may cast or play; the board says which face an object has."
_HIDDEN = "About what players may look at; the answer shows everything."
_LEAVING = "About the cards of permanents that leave, and their order; the board does not have them any more."
_STACK = "About targets and sources of copies on the stack; no characteristic depends on them."
_HEADING = "An introduction; the rules encode the paragraphs below it."
_WITHOUT_STAMP = "About the timestamps of cards that boards do not have."

NOT_DERIVABLE: Mapping[str, str] = {
    "613.1a": "Only names the layer; the rules encode 613.2a and 613.2c.",
    "613.1g": "Only names the layer; the rules encode 613.4a-d.",
    "613.2": _HEADING,
    "613.2b": "Only names the sublayer; 708.2 encodes face-down objects.",
    "613.4": _HEADING,
    "613.7h": _WITHOUT_STAMP,
    "613.7i": _WITHOUT_STAMP,
    "613.7j": _WITHOUT_STAMP,
    "613.7k": "There are no stickers on boards.",
    "613.7m": "The steps of a board have an order, which the players chose.",
    "613.8": _HEADING,
    "613.10": "Effects on players change no object.",
    "613.11": "Effects on the rules of the game change no object.",
    "707.1": _HEADING,
    "707.9g": "The rules do not derive which triggered ability triggers.",
    "707.10a": "Copies that cease to exist are not on the board.",
    "707.10b": _STACK,
    "707.10c": _STACK,
    "707.10d": _STACK,
    "707.10e": _STACK,
    "707.10f": "The token is a step of the board, and enters as a copy (707.2).",
    "707.10g": "The token is a step of the board, and enters as a copy (707.8a).",
    "707.11": "About the objects that an effect goes on to refer to; a board names them by labels.",
    "707.12": "The copy on the stack is a step of the board.",
    "707.13": "The copy of a named card is a step of the board.",
    "707.14": "The copy of a noted card is a step of the board.",
    "708.1": _HEADING,
    "708.5": _HIDDEN,
    "708.6": _HIDDEN,
    "708.9": "About revealing an object that leaves; a card that left is another object, face up.",
    "708.12": "About a reveal; no continuous effect looks at it.",
    "712.1": "A list of the kinds of double-faced cards; the rules encode 712.2 to 712.4.",
    "712.2a": _LOOKS,
    "712.2b": _LOOKS,
    "712.2c": _LOOKS,
    "712.3a": _LOOKS,
    "712.3b": _LOOKS,
    "712.3c": _LOOKS,
    "712.4b": "About the use of the back faces; the rules encode 712.8g.",
    "712.5": "A list of pairs of cards; they are facts about cards.",
    **{f"712.5{letter}": "A pair of cards; it is a fact about cards." for letter in "abcdefg"},
    "712.6": _HIDDEN,
    "712.7": _HIDDEN,
    "712.8b": "A meld card has only its front face in the data; the rules encode 712.8a.",
    "712.11": _PLAYING,
    "712.11a": _PLAYING,
    "712.11c": _PLAYING,
    "712.11d": _PLAYING,
    "712.12": _PLAYING,
    "712.13": "The permanent is a step of the board, which says the face that is up.",
    "712.13a": "The permanent is a step of the board, which says the face that is up.",
    "712.14b": "About objects that do not enter; the board does not have them.",
    "712.14c": "The melded permanent is a step of the board; the rules encode 712.8g.",
    "712.15": _PLAYING,
    "712.17": _HIDDEN,
    "712.19": "About the names that may be chosen; the board says the chosen name.",
    "712.20": "About actions while a permanent transforms; the board says their results.",
    "712.21": _LEAVING,
    **{f"712.21{letter}": _LEAVING for letter in "abcde"},
}
"""The reasons why a paragraph is neither encoded nor tested."""


def required() -> Iterator[str]:
    """Return the numbers of the paragraphs that must be carried or excused."""
    for section, letters in PARAGRAPHS.items():
        for letter in letters or "*":
            yield section + letter.strip("*")
