"""The texts of abilities that the rules of the game give. The law has them: ``ability_text``, ``basic_land_type``."""

from __future__ import annotations

from functools import lru_cache

from clingo import Control, Symbol

from facts.runtime import pattern
from solver.answer.symbols import term
from solver.program import forget_too, statements

_VARIABLE = pattern(r'"(?:[^"\\]|\\.)*"|(?<!\w)(_?[A-Z]\w*)')


def rule_text(ability_term: str) -> str:
    """Return the text of an ability that a rule of the game gives.

    Args:
        ability_term: Its term in the rules.
    """
    symbol = term(ability_term)
    giver = symbol.arguments[0]
    if symbol.name == "intrinsic":
        return mana_text(giver.string)
    if giver.name == "keyword_counter":
        return giver.arguments[0].string
    return _texts().get(ability_term, str(symbol))


def mana_text(subtype: str) -> str:
    """Return the text of the mana ability that a basic land type gives.

    Args:
        subtype: The basic land type.
    """
    return f"{{T}}: Add {_mana()[subtype]}."


@lru_cache(maxsize=1)
def texts_of_rules() -> frozenset[str]:
    """Return the texts of all abilities that rules of the game give, except those of keyword counters."""
    return frozenset(_texts().values())


@lru_cache(maxsize=1)
def _texts() -> dict[str, str]:
    return {str(ability): text.string for ability, text in _said("ability_text")}


@lru_cache(maxsize=1)
def _mana() -> dict[str, str]:
    return {subtype.string: mana.string for subtype, mana in _said("basic_land_type")}


def _said(predicate: str) -> list[list[Symbol]]:
    """Return the pairs in the heads of rules for a predicate with two arguments. The bodies do not matter."""
    heads = [one.text.partition(":-")[0].strip().rstrip(".") for one in statements() if one.text.startswith(predicate)]
    facts = [head for head in heads if not any(found[1] for found in _VARIABLE.finditer(head))]
    control = Control(["--warn=none"])
    control.add("base", [], "".join(f"{fact}.\n" for fact in facts))
    control.ground([("base", [])])
    return [one.symbol.arguments for one in control.symbolic_atoms.by_signature(predicate, 2)]


forget_too(texts_of_rules.cache_clear, _texts.cache_clear, _mana.cache_clear)
