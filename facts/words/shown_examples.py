"""Examples of boards, facts and queries: help, messages and descriptions show them, and processes warm up with them."""

from __future__ import annotations

CARDS = ("Dryad Arbor", "Blood Moon")
"""Two cards of the library of which one changes the other."""
CARD = "Forest"
"""A card of the library that changes no other object."""
OTHER_LABEL = "blood_moon"
"""The label of the second of `CARDS`."""
BOARD = '{"timeline": ["Dryad Arbor", "Blood Moon"]}'
BOARD_WITH_KEYS = '{"timeline": ["Dryad Arbor", {"enters": "Blood Moon", "controller": "opponent"}]}'
BOARD_IN_YAML = "timeline: [Dryad Arbor, Blood Moon]"
BOARDS_ARGUMENTS = "'Dryad Arbor' 'Blood Moon' 'dryad_arbor is a Mountain'"
"""Cards and a fact as arguments of a command."""
FACT = "dryad_arbor is a Mountain"
FALSE_FACT = "dryad_arbor is a Forest"
FACTS = ("dryad_arbor is a Mountain", "x has flying", "x lost all abilities", "x is not a land")
FACT_IN_WORDS = "humility is a 1/1 creature"
OTHER_FACTS = "'a Forest', '4/4'"
"""The ends of two facts, as examples of other questions."""
LIKE_A_FACT = 'Say it like: x is a land, x has flying, or type(x,"Land")'
LIKE_A_FACT_WITH_TEXT = 'Say it like: x is a creature, x has flying, or, with a piece of a text, x has "can\'t block"'
TEXT_OF_A_QUERY = '"Creature"'
QUERY = 'type(X,"Creature")'
QUERIES = 'type(X,"Creature"), not supertype(X,"Legendary"), or in words: who is a Goblin, who has flying'
