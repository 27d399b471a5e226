"""The vocabulary of the bounded proofs as facts: for the rules, and for the invariants in predicates of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.cards import read_ability, write_ability
from facts.effects import write_effect, write_operations
from facts.effects.form import Effect, Operations
from facts.text import Facts, quoted
from facts.words import read_type_line
from solver.ask.check.bounded.proof_vocabulary import LAYER_OF, OPERATIONS, Form


def say_filter(facts: Facts, number: int, affects: Any) -> None:
    """Write the demands of a filter for the invariants, in predicates of their own, apart from those of the rules.

    Args:
        facts: Receives the facts.
        number: The number of the filter in the vocabulary.
        affects: The filter, in the effect form.
    """
    if isinstance(affects, str):
        facts.say("itself" if affects == "this" else "its_host", number)
        return
    for key, value in affects.items():
        if key == "not":
            for barred, word in value.items():
                facts.say("refuses", number, barred, quoted(word))
        elif key == "other":
            facts.say("others", number)
        elif key == "keyword":
            facts.say("asks_keyword", number, quoted(value))
        elif key == "controller":
            facts.say("mine", number)
        elif isinstance(value, dict):
            facts.say("asks_at_least", number, key, value["at_least"])
        else:
            facts.say("asks", number, key, quoted(value))


def say_condition(facts: Facts, number: int, condition: Form) -> None:
    """Write the meaning of a condition for the invariants.

    Args:
        facts: Receives the facts.
        number: The number of the condition in the vocabulary.
        condition: The condition, in the effect form.
    """
    if "not" in condition:
        for key, word in condition["not"]["this"].items():
            facts.say("is_not", number, key, quoted(word))
        return
    for key, word in condition["count"].items():
        facts.say("counts_what", number, key, quoted(word))
    least, most = condition.get("at_least", 1), condition.get("at_most", 99)
    if "at_most" in condition:
        least = 0
    if "exactly" in condition:
        least = most = condition["exactly"]
    facts.say("counts_from", number, least, most)


def say_operation(facts: Facts, number: int, form: Form) -> None:
    """Write the layers and numbers of an operation for the invariants.

    Args:
        facts: Receives the facts.
        number: The number of the operation in the vocabulary.
        form: The operation, in the effect form.
    """
    for key, value in form.items():
        facts.say("in_layer", number, LAYER_OF[key])
        name, _, size = key.partition("_")
        if size in ("power", "toughness"):
            if isinstance(value, int):
                facts.say("sizes_by", number, name, size, value)
            else:
                facts.say("sizes_by_count", number, name, size, quoted(value["count"]["type"]))
        if name == "set" and size in ("power", "toughness"):
            facts.say("sets_size", number)
        if key == "gain_control":
            facts.say("controlling", number)
        if key == "add_abilities" and not isinstance(value[0], str):
            facts.say("gives_effects", number)


def only_if(condition: str, lines: tuple[str, ...]) -> Iterator[str]:
    """Let facts hold under a condition; which sets a subtype is in holds anyway.

    Args:
        condition: The condition: the body of a rule.
        lines: Facts as text, each with its full stop.
    """
    for line in lines:
        yield line if line.startswith(("subtype_in(", "ability_k")) else f"{line[:-1]} :- {condition}."


def printed_facts(face: str, kind: Form, condition: str) -> Iterator[str]:
    """Write the values of a kind of card, which hold under a condition.

    Args:
        face: The term of the face.
        kind: The kind of card.
        condition: The condition: the body of a rule.
    """
    facts = Facts()
    line = read_type_line(kind["type_line"])
    for key, words in (("supertype", line.supertypes), ("type", line.types), ("subtype", line.subtypes)):
        for word in words:
            facts.say("printed", face, key, quoted(word))
    for key in ("power", "toughness"):
        if key in kind:
            facts.say("printed", face, key, kind[key])
    for color in kind.get("colors", ()):
        facts.say("color_indicator", face, quoted(color))
    yield from only_if(condition, facts.lines())


def effect_facts(effect: str, form: Mapping[str, Any]) -> tuple[str, ...]:
    """Write an effect in the effect form.

    Args:
        effect: The term of the effect.
        form: The effect, in the effect form.
    """
    facts = Facts()
    write_effect(facts, effect, Effect.from_data(form), lambda _, __: None)
    return facts.lines()


def operation_facts(effect: str, number: int) -> tuple[str, ...]:
    """Write the operation that has a number in the vocabulary.

    Args:
        effect: The term of the effect.
        number: The number of the operation in the vocabulary, from 1.
    """
    facts = Facts()

    def granted(inner: str, ability: Any) -> None:
        write_ability(facts, {}, inner, read_ability(ability))

    write_operations(facts, "operation", effect, Operations.from_data(OPERATIONS[number - 1]), granted)
    # Two operations give different things.
    return tuple(line.replace(f"ability({effect},1)", f"ability({effect},{number})") for line in facts.lines())
