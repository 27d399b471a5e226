"""The forms that facts in words have (docs/explain.md), with examples."""

from __future__ import annotations

from typing import NamedTuple


class Form(NamedTuple):
    """A form that facts in words have.

    Attributes:
        example: A fact of this form, about an object ``x`` or a player ``Ann``.
        meaning: Its meaning.
    """

    example: str
    meaning: str


FORMS = (
    Form("x is a creature", "has this card type; also several: x is a land creature"),
    Form("x is a Forest", "has this subtype"),
    Form("x is legendary", "has this supertype"),
    Form("x is green", "has this color; x is colorless: has none"),
    Form("x is 1/1", "has this power and toughness"),
    Form("x is a legendary 1/1 green Elf creature", "has all of these"),
    Form("x is a 1/1 creature with flying", "also has this ability; without flying: does not have it"),
    Form("x is nonbasic", "is not basic; non may stand before each type, subtype, supertype and color"),
    Form(
        "x is a nonbasic land",
        "has this property by its supertypes; also basic land, snow permanent, under the legend rule",
    ),
    Form("x is every creature type", "has every subtype of a set"),
    Form("x has flying", "has this keyword ability; also several: x has flying and vigilance"),
    Form("x has protection from red", "has this keyword ability, with its quality, number or cost"),
    Form('x has "can\'t block"', "has an ability whose text contains this"),
    Form("x can't block", 'the same; with a verb other than "can", a text on the board must contain the words'),
    Form("x has no abilities", "has none at all"),
    Form("x has three abilities", "has that many; x has an ability: has one or more"),
    Form("x lost flying", "had an ability whose text contains this, and has it no longer"),
    Form("x lost all abilities", "had abilities, and has none now"),
    Form("x has power 1 and toughness 1", "has these values; also power, toughness or mana value alone"),
    Form("x has two +1/+1 counters", "has that many of this kind; x has +1/+1 counters: has one or more"),
    Form("x is named Forest", "has this name"),
    Form("x is on the battlefield", "is in this zone: in hand, in the graveyard, ..."),
    Form("x is face down", "is face down; also: x has its back face up"),
    Form("x is a token", "is a token; also: x is a copy"),
    Form("Ann controls x", "has this controller; also: x is controlled by Ann; you control x"),
    Form("x is not a creature", "is the opposite; also: isn't, is no longer, doesn't have, has no, hasn't lost"),
    Form("x is a land and has no abilities", "is both"),
    Form('type(x,"Land"), not color(x,"R")', "is so, in the vocabulary of queries"),
)
"""The list of forms: the documentation has the same one."""
A_FACT = "is a land"
"""A fact about any object, without its name."""
