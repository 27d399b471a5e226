"""What an effect does to abilities, names and words, each as a verb phrase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from facts.effects.form import Chosen, Filter, Filters, KeptAbilities, Operations, TargetsOf
from facts.oracle.say.english import as_list, join, spoken
from facts.oracle.say.filter_phrases import filter_phrase
from facts.oracle.say.subjects import subject_text
from facts.oracle.say.type_line_phrases import Voice
from facts.words import FORBIDDEN

OPERATIONS = (
    "becomes_copy",
    "makes_token",
    "turn",
    "face_down_values",
    "gain_control",
    "change_words",
    "change_words_to",
    "full_text_of",
    "add_abilities_of",
    "creature_types_of",
    "lent",
    "emblem",
    "emblem_for",
    "creates_copy",
    "set_name",
    "set_types",
    "still",
    "add_types",
    "remove_types",
    "loses_other_types",
    "set_subtypes",
    "add_subtypes",
    "remove_subtypes",
    "add_every",
    "lose_every",
    "add_supertypes",
    "remove_supertypes",
    "set_colors",
    "add_colors",
    "lose_all_abilities",
    "loses_this_ability",
    "add_abilities",
    "lose_abilities",
    "lose_texts",
    "cannot",
    "cannot_be_target_of",
    "counters_put",
    "cannot_have",
    "suspect",
    "end_suspicion",
    "set_power",
    "set_toughness",
    "add_power",
    "add_toughness",
    "switch",
)
"""Keys of an effect that say what it does."""


def _turn(value: str, voice: Voice) -> str:
    if value == "over":
        return "transform" if voice.many else "transforms"
    return f"{voice.verb('is')} turned {spoken(value)}"


def _change_words(value: Sequence[str], voice: Voice) -> str:
    kinds = join(kinds_of_words(value), "or")
    return f"{voice.verb('has')} all instances of one {kinds} in {voice.its} text replaced with another"


def changed_texts(effect: Operations, subject: str) -> str:
    """Say that a static ability changes words in the texts of objects.

    Args:
        effect: The effect.
        subject: The affected objects.

    Returns:
        The sentence, without its period; empty where no static ability changes texts.
    """
    to, whose = effect.change_words_to, effect.given().get("affects")
    if to is None:
        return ""
    (old,) = kinds_of_words(effect.change_words or (to.chosen,))
    (new,) = kinds_of_words((to.chosen,))
    if isinstance(whose, Filter):
        subject = join([_WHOSE_TEXTS[zone] for zone in ("stack", "battlefield") if zone in as_list(whose.zone)])
    return f"all instances of {old}s in the text of {subject} are changed to the chosen {new}"


_WHOSE_TEXTS = {"stack": "spells", "battlefield": "permanents"}


def kinds_of_words(value: Sequence[str]) -> list[str]:
    """Say words of a color or of the types of a set, as ``change_words`` names them.

    Args:
        value: The kinds of words.
    """
    return [f"{spoken(kind)}{'' if kind.endswith('type') else ' word'}" for kind in value]


def _full_text(value: Filters, voice: Voice) -> str:
    return f"{voice.verb('has')} the full text of the top {filter_phrase(value, False, voice.scene)}"


def _creature_types_of(value: Filters, voice: Voice) -> str:
    return f"{voice.verb('has')} the creature types of the {filter_phrase(value, False, voice.scene)}"


_KINDS_LENT = {"activated_but_mana": "activated"}


def abilities_of(effect: Operations, voice: Voice) -> str:
    """Say that an object has abilities of others: ``has all loyalty abilities of all other planeswalkers``.

    Args:
        effect: The effect.
        voice: How its subject is spoken of.

    Returns:
        The phrase; empty where no abilities of others are given.
    """
    whose = effect.add_abilities_of
    if whose is None:
        return ""
    verb = voice.verb("gains" if voice.becomes else "has")
    lent = effect.lent or ("activated",)
    if whose == Filter(zone="exile", exiled_with="this", as_told="the chosen card"):
        return f"{verb} all {join(lent)} abilities of the chosen card"
    if isinstance(whose, TargetsOf):
        named = subject_text(whose, voice.scene)[0]
    else:
        named = voice.scene.name if whose == Filter(self=True) else f"all {filter_phrase(whose, True, voice.scene)}"
    rest = " except mana abilities" if "activated_but_mana" in lent else ""
    return f"{verb} all {join(_KINDS_LENT.get(kind, kind) for kind in lent)} abilities of {named}{rest}"


def _set_name(value: str | Chosen, voice: Voice) -> str:
    return f"{voice.verb('has')} {'the chosen name' if isinstance(value, Chosen) else f'the name {value}'}"


def _lose_all(value: bool | KeptAbilities, voice: Voice) -> str:
    kept = f" except {spoken(value.except_ or '')} abilities" if isinstance(value, KeptAbilities) else ""
    return f"{voice.verb('loses')} all abilities{kept}" if value else ""


def _lose_this(value: bool, voice: Voice) -> str:
    return f"{voice.verb('loses')} this ability" if value else ""


def _suspect(value: bool, voice: Voice) -> str:
    return f"{voice.verb('becomes')} suspected" if value else ""


def _end_suspicion(value: bool, voice: Voice) -> str:
    return f"{voice.verb('is')} no longer suspected" if value else ""


def _lose(value: Sequence[str], voice: Voice) -> str:
    return f"{voice.verb('loses')} {join(map(spoken, value))}"


def _lose_texts(value: Sequence[str], voice: Voice) -> str:
    quotes = (f'"{text}"' for text in value)
    return f"{voice.verb('loses')} {join(quotes)}"


def _cannot_have(value: Sequence[str], voice: Voice) -> str:
    return f"can't have or gain {join(map(spoken, value), 'or')}"


def _cannot(value: Sequence[str], voice: Voice) -> str:
    said = join(f"can't {FORBIDDEN[one][0]}" for one in value)
    return said.replace(" put on it", " put on them").replace("have its", "have their") if voice.many else said


def _cannot_be_target_of(value: Sequence[str], voice: Voice) -> str:
    return f"can't be the target of {join(value, 'or')}"


def _switch(value: bool, voice: Voice) -> str:
    return f"{voice.verb('has')} {voice.its} power and toughness switched" if value else ""


PHRASES: dict[str, Callable[[Any, Voice], str]] = {
    "turn": _turn,
    "full_text_of": _full_text,
    "creature_types_of": _creature_types_of,
    "set_name": _set_name,
    "change_words": _change_words,
    "lose_all_abilities": _lose_all,
    "loses_this_ability": _lose_this,
    "lose_abilities": _lose,
    "lose_texts": _lose_texts,
    "cannot": _cannot,
    "cannot_be_target_of": _cannot_be_target_of,
    "cannot_have": _cannot_have,
    "suspect": _suspect,
    "end_suspicion": _end_suspicion,
    "switch": _switch,
}
"""The phrase of each of these keys of an effect."""
