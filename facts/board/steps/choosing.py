"""Choosing as an object enters, is turned face up, or becomes attached (614.12a, 707.2)."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any

from facts.board.asked import Chosen, asked_by, check_asked
from facts.board.choices import land_types_told_apart
from facts.board.steps.copying import copied_card, copied_face
from facts.board.steps.deeds import asked_choices
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.modes import is_mode, refuse_mode_of_none
from facts.board.steps.stage import Stage
from facts.cards import Ability, Face
from facts.effects import listed
from facts.effects.form import Effect
from facts.runtime import FrozenDict, pattern
from facts.text import show
from facts.words import COLOR_WORDS, OFFERED

_AS = pattern(r"(?:as|when) [^.]+? (?:enters|becomes attached|is turned face up)\b", re.IGNORECASE)
_COIN = pattern(r"\bcomes up (heads|tails)\b", re.IGNORECASE)


def choose(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None = None) -> None:
    """Note the choices that a step names for an object; an earlier choice stays where the step names none.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: The object that it enters as a copy of.

    Raises:
        InputError: The step names something that cannot be chosen.
    """
    if "chosen" not in step:
        return
    ever = () if copied is None else stage.texts_ever(copied).values()  # whichever it copies
    cards = {id(card): card for card in (thing.card, copied_card(stage, copied or thing), *ever)}.values()
    abilities = [one for card in cards for face in card.faces for one in face.abilities]
    asked = {key for one in abilities if one.kind == "as_enters" for key in asked_choices(one)}
    named = stage.choices(step)
    chosen = land_types_told_apart(named, asked)
    texts = [one.text for one in abilities if _AS.match(one.text)]
    entering = thing.step == stage.step
    chooser = thing.controller if entering else ""  # later another player may control it
    rule = "614.12a" if entering else ""
    for said in (named, chosen):  # two types of one key may have been told apart
        check_asked(stage.document, (*stage.path, "chosen"), said, texts, chooser, stage.face_named, rule)
    if asked >= _TYPES_OF_LAND and len(_TYPES_OF_LAND & set(chosen)) == 1:
        problem = f"{thing.card.name} asks for two types of land, and one is named"
        stage.fail(("chosen",), problem, "Name both, in the order of the text: chosen: {basic_land_type: [..., ...]}")
    offered = all(map(_OFFERED.fullmatch, map(str, listed(named.get("mode", ())))))
    if "made_by" not in step and not offered and "mode" not in asked:
        refuse_mode_of_none(stage, named, thing.card.name, [one.text for one in abilities])
    _warn_of_others(stage, thing, chosen, [key for key in _asked_in(texts) if key not in asked])
    said_by = [one.text for one in abilities]
    if "made_by" in step:  # the text that made it may ask, too: "for each creature of the chosen type"
        said_by += [one.text for face in stage.card(step["made_by"], "made_by").faces for one in face.abilities]
    warn_of_choices(stage, thing.card.name, named, [*said_by, *_said_by_others(stage, abilities)], asked)
    if thing.zone in _NOTHING_IS_CHOSEN:
        stage.warn_once(f"{thing.label}: 'chosen' names a choice, and nothing is chosen for a card in the {thing.zone}")
    thing.change(stage.step, "chosen", FrozenDict({**thing.chosen, **chosen}))


def _said_by_others(stage: Stage, abilities: list[Ability]) -> list[str]:
    """Return the texts of other cards that may make an object choose: they give it that text, or speak of what enters.

    Which of them it has, or which apply, only the rules know.
    """
    takes_texts = any(effect.full_text_of is not None for one in abilities for effect in one.effects)
    texts = (one.text for card in stage.timeline.cards.values() for face in card.faces for one in face.abilities)
    return [one for one in texts if takes_texts or _MAKES_OTHERS_CHOOSE.search(one)]


_MAKES_OTHERS_CHOOSE = pattern(
    r"\"[^\"]*\bchoos|\benters?\b[^.]*\b(?:its controller|that player) choos|"
    r"\bAs (?:an?|another|each) [^.]*\benters?\b",
    re.IGNORECASE,
)
_NOTHING_IS_CHOSEN = frozenset(("graveyard", "hand", "library"))
"""Zones in which an object is a new one, and no text asks for a choice as it comes there (400.7, 614.12)."""
_OFFERED = pattern(OFFERED, re.IGNORECASE)
"""What a keyword such as riot offers. Another permanent may give the keyword."""
_TYPES_OF_LAND = {"land_type", "basic_land_type"}
"""Two choices of a text: which lands change, and into what."""
_CHOOSING = pattern(r"\bchoos|\bchosen\b|\bchoice\b", re.IGNORECASE)
_SENTENCE = pattern(r"(?<=[.!])[\"')]* |\n")
_ONLY_ASKED = ("creature_type", "basic_land_type", "land_type", "card_type", "color", "card_name")
"""Keys of choices that only the words of a text ask for."""
_SPEAKING = {key: key.split("_")[-1] for key in _ONLY_ASKED}
"""The last word of each kind of choice. A sentence that asks for such a choice has this word."""


def _asked_in(texts: list[str]) -> dict[str, None]:
    """Return the keys of the choices that some texts ask for."""
    return dict.fromkeys(one.key for text in texts for one in asked_by(text) if one.key in _ONLY_ASKED)


def _warn_of_others(stage: Stage, thing: ThingDraft, chosen: Chosen, asked: list[str]) -> None:
    """Warn of choices that are left out where a step names others: a token may depend on them.

    The choices that change the object itself have their own warning.
    """
    named = {**thing.chosen, **chosen}
    if any(key in named for key in asked):
        for key in asked:
            if key not in named:
                stage.warn_once(f"{thing.label}: 'chosen' does not say which {key} was chosen")


def warn_of_choices(stage: Stage, name: str, chosen: Chosen, texts: list[str], asked: Container[str]) -> None:
    """Warn of choices that no text asks for, and of names that no known card has.

    Args:
        stage: The board so far.
        name: The card whose text asks.
        chosen: The choices of the step.
        texts: Its abilities.
        asked: The keys of the choices that its abilities ask for.
    """
    said = " ".join(texts).lower()
    choosing = " ".join(one for text in texts for one in _SENTENCE.split(text) if _CHOOSING.search(one)).lower()
    for key, values in chosen.items():
        if key in _ONLY_ASKED and key not in asked and _SPEAKING[key] not in choosing:
            words = [COLOR_WORDS.get(str(value), str(value)).lower() for value in values]
            tells_which = all(word in said for word in words)  # one of the results that the text names
            if not tells_which:
                stage.warn_once(f"{name} (step {stage.step}): 'chosen' names a {key}, and no text of it asks for one")
    for word in chosen.get("card_name", ()):
        if stage.knows_cards and stage.face_named(str(word)) is None:
            stage.warn_once(f"{name} (step {stage.step}): no known card has the name {show(str(word))} (201.4)")


def choose_anew(stage: Stage, step: dict[str, Any], thing: ThingDraft, copied: ThingDraft | None = None) -> None:
    """Record a choice for an object that is already there. It replaces the earlier choice.

    Args:
        stage: The board so far.
        step: The step.
        thing: The object.
        copied: The object that it becomes a copy of at the same time: its text asks for the choice.

    Raises:
        InputError: The step names something that cannot be chosen.
    """
    if "chosen" in step:
        choose(stage, step, thing, copied)
        thing.change(stage.step, "mode", chosen_mode(stage, thing, copied))


def asks_for_choice(ability: Ability, key: str) -> bool:
    """Tell whether an ability that applies as its object enters, or is turned face up, asks for a choice.

    The choice may change nothing in the answer.

    Args:
        ability: The ability.
        key: The key of ``chosen``.
    """
    asks = ability.kind == "plain" and any(one.key == key for one in asked_by(ability.text))
    return asks or key in asked_choices(ability)


def _asking_for_mode(face: Face) -> list[Ability]:
    """Return the abilities of a face that ask for a mode as its object enters or is turned face up."""
    return [one for one in face.abilities if one.kind == "as_enters" and "mode" in asked_choices(one)]


def chosen_mode(stage: Stage, thing: ThingDraft, copied: ThingDraft | None = None) -> Effect | None:
    """Return the chosen characteristics of an object that enters or is turned face up (707.2).

    Args:
        stage: The board so far.
        thing: The object.
        copied: The object that it becomes a copy of at the same time.

    Returns:
        The effect; None if there is no choice, or if the board does not name it.

    Raises:
        InputError: The board names a mode that the text does not have.
    """
    chosen = thing.chosen.get("mode")
    if not chosen:
        return None
    face = copied_face(stage, copied or thing)
    # By the steps, its text may ask for no mode. Only the rules know whose text it has: another one may ask.
    every = stage.texts_ever(copied or thing).values()
    faces = (face, *(one for card in every for one in card.faces))
    asking = next(filter(None, map(_asking_for_mode, faces)), [])
    modes = [effect for ability in asking for effect in ability.effects]
    if not modes:
        return None
    if len(chosen) > 1:
        stage.fail(("chosen", "mode"), f"{len(chosen)} modes are chosen, and {face.name} has one of them", "Name one")
    coins = [side.lower() for ability in asking for side in _COIN.findall(ability.text)]
    said = str(chosen[0])
    said = str(coins.index(said.lower()) + 1) if said.lower() in coins else said
    fitting = [mode for number, mode in enumerate(modes, 1) if is_mode(said, number, mode, "as_enters")]
    if len(fitting) != 1:
        which = "several of its modes" if fitting else "none of its modes"
        hint = f"Name one by its position, 1 to {len(modes)}, or by its power and toughness"
        stage.fail(("chosen", "mode"), f"{show(str(chosen[0]))} is {which}", hint)
    return fitting[0]
