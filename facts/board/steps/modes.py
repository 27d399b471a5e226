"""Modes: which one a step chooses (700.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from facts.board.events import ModesTold
from facts.board.steps.abilities_named import says
from facts.board.steps.printed_abilities import Printed, printed_abilities
from facts.board.steps.stage import Stage
from facts.board.target_words import how_many_targets
from facts.board.timeline_terms import AbilityOf, Moment
from facts.cards import Ability, Card
from facts.effects import listed, spoken_choices
from facts.effects.form import Ability as AbilityForm
from facts.effects.form import Effect
from facts.text import NUMBER_WORDS, has_piece, show
from facts.words import SHORT_CHOICE_NOUN


def of_modal(step: Mapping[str, Any], found: list[Printed]) -> list[Printed]:
    """Return the abilities to which a step's mode can belong: those of the ability that it names, if that is modal.

    Args:
        step: The step.
        found: The abilities of the card.
    """
    wanted = step.get("ability")
    if isinstance(wanted, int):
        numbers = {wanted}
    elif isinstance(wanted, str):
        numbers = {one.number for one in found if says(one.ability.text, wanted)}
    else:
        return found
    named = [one for one in found if one.number in numbers]
    return named if any(one.mode for one in named) else found


def named_modes(stage: Stage, step: Mapping[str, Any], card: Card) -> list[Printed]:
    """Return the modes that a step names; none where the card has no list of modes.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.

    Raises:
        InputError: The text has no such mode, or the step names modes of different abilities.
    """
    chosen = "mode" in (step.get("chosen") or {})
    found = of_modal(step, printed_abilities(stage, card)) if chosen else []
    return of_mode(stage, step, found, card)[0] if any(one.mode for one in found) else []


def of_mode(
    stage: Stage, step: Mapping[str, Any], found: list[Printed], card: Card
) -> tuple[list[Printed], str | None]:
    """Return the abilities that a chosen mode can mean, and the words that their text must have (700.2).

    Args:
        stage: The board so far.
        step: The step, which names a mode or a list of modes.
        found: The abilities of the card, or the one that the step names.
        card: The card.

    Returns:
        The abilities, and a piece of their text, or None if any text will do. A mode that was chosen twice is listed
        twice.

    Raises:
        InputError: The text has no such mode, or the step names modes of different abilities.
    """
    mode = step["chosen"]["mode"]
    modes = [one for one in found if one.mode]
    if modes:
        chosen = [_listed_mode(stage, one, modes) for one in listed(mode)]
        _note_modes(stage, step, found, chosen, card)
        return chosen, None
    modes = [one for one in found if one.ability.kind == "spell"]
    if str(mode).isdigit() and 1 <= int(str(mode)) <= len(modes):
        return [modes[int(str(mode)) - 1]], None
    needle = str(mode)
    return found, needle if any(has_piece(one.ability.text, needle) for one in found) else None


def _listed_mode(stage: Stage, mode: object, modes: list[Printed]) -> Printed:
    """Return the mode of a list with bullets that a board names, by its position or a piece of its text."""
    said = str(mode)
    place = int(said) if said.isdigit() else 0
    fitting = [one for one in modes if (one.mode == place if place else has_piece(one.ability.text, said))]
    if len(fitting) != 1:
        problem = f"{show(mode)} is {'more than one' if fitting else 'none'} of the modes of the text (700.2)"
        hint = f"Name it by its position, 1 to {max(one.mode for one in modes)}, or by a piece of its text"
        if place and fitting:
            hint = f"Name the ability, too, with 'ability': {' or '.join(str(one.number) for one in fitting)}"
        stage.fail(("chosen", "mode"), problem, hint)
    return fitting[0]


_ONE_MODE = re.compile(
    r"\bchoose one(?: that hasn't been chosen[^—]*| at random)?(?: ?[:—-]|$)|^tiered\b", re.IGNORECASE
)
_SO_MANY_MODES = re.compile(r"\bchoose (?:up to )?(two|three|four)\b(?! or more)[^—]*", re.IGNORECASE)
_NEEDED_MODES = re.compile(r"\bchoose (two|three|four)\b", re.IGNORECASE)
_MORE_MODES = re.compile(r"\binstead\b|\bchoose both\b|\bany number\b", re.IGNORECASE)
_AGAIN = re.compile(r"\bsame mode more than once\b", re.IGNORECASE)


def may_choose_again(text: str) -> bool:
    """Tell whether a text lets a player choose the same mode more than once.

    Args:
        text: The text before the modes.
    """
    return _AGAIN.search(text) is not None


def most_modes(text: str) -> int | None:
    """Return how many modes a text lets a player choose; None if it sets no such limit.

    Args:
        text: The text before the modes. A keyword beside it may let the player choose more.
    """
    if _MORE_MODES.search(text):
        return None
    several = _SO_MANY_MODES.search(text)
    return 1 if _ONE_MODE.search(text) else NUMBER_WORDS.index(several[1].lower()) if several else None


def _fewest_modes(text: str) -> int | None:
    """Return how many modes a player must choose, by the text before the modes; None if one mode is enough."""
    needed = _NEEDED_MODES.search(text)
    return NUMBER_WORDS.index(needed[1].lower()) if needed else None


def _note_modes(stage: Stage, step: Mapping[str, Any], found: list[Printed], chosen: list[Printed], card: Card) -> None:
    """Note the modes that a step names, and what the text says of their number; refuse modes of two abilities."""
    if any(one.number != chosen[0].number for one in chosen):
        problem = "the step names modes of different abilities"
        stage.fail(("chosen", "mode"), problem, "Write a step for each ability, and name it with 'ability'")
    noted = stage.timeline.modes_told
    if any(one.step == stage.step for one in noted):
        return
    head = next((one.ability.text for one in found if not one.mode and one.number == chosen[0].number), "")
    again = may_choose_again(head)
    modes = tuple(one.mode for one in chosen)
    if again and len(modes) == 1 and how_many_targets((chosen[0].ability.text,)) == (1, 1):
        modes *= max(1, len(listed(step.get("affects", ()))))  # the mode was chosen once for each of its targets
    abilities = (one for face in card.faces for one in face.abilities)
    keywords = dict.fromkeys(one.keyword for one in abilities if one.keyword is not None)
    which = (card.name, chosen[0].side, chosen[0].number)
    noted.append(ModesTold(stage.step, which, modes, most_modes(head), _fewest_modes(head), again, tuple(keywords)))


_CHOOSES = re.compile(r"\bchoos|\bchosen\b|\bchoice\b|•|\bcomes up\b|\bvotes?\b|\bwins? the flip\b", re.IGNORECASE)
"""Words of a text that lets somebody choose one of several things."""


_CHOOSES_NO_MODE = re.compile(
    rf"\b{SHORT_CHOICE_NOUN} of (?:your|their|its controller's) choice\b|"
    rf"\bchooses? an? {SHORT_CHOICE_NOUN}\b|\bchosen {SHORT_CHOICE_NOUN}\b",
    re.IGNORECASE,
)
"""What a text lets somebody choose that is no mode, and has a key of its own under ``chosen``."""


def refuse_mode_of_none(stage: Stage, chosen: Mapping[str, Any], name: str, texts: Iterable[str]) -> None:
    """Refuse a mode of a text that has no modes (700.2).

    The step is accepted if a text lets somebody choose in other words, or mentions the named mode.

    Args:
        stage: The board so far.
        chosen: The choices of the step.
        name: The card.
        texts: What could have modes: the abilities of a card that enters, or those that may be meant as it resolves.

    Raises:
        InputError: The step names a mode, and none of the texts has one.
    """
    said = [str(one) for one in listed(chosen.get("mode", ()))]
    every = " ".join(texts)
    if not said or _CHOOSES.search(_CHOOSES_NO_MODE.sub("", every)):
        return
    if all(not one.isdigit() and has_piece(every, one) for one in said):
        return
    problem = f"{name} has no modes to choose from (700.2)"
    stage.fail(("chosen", "mode"), problem, "Leave 'mode' out, or name an ability by its position with 'ability'")


def in_mode(stage: Stage, step: dict[str, Any], number: int, ability: Ability) -> tuple[AbilityOf, Ability]:
    """Return the effect of an ability in the mode that is chosen as it resolves (700.2), with a term for it.

    Args:
        stage: The board so far.
        step: The step.
        number: Its position among the candidates, from 1.
        ability: The ability.

    Returns:
        Its term, and the ability without its other modes.

    Raises:
        InputError: The step names no mode, several, or one that the ability does not have.
    """
    said = listed((step.get("chosen") or {}).get("mode", ""))
    if len(said) > 1:
        stage.fail(("chosen", "mode"), "the step names several modes of one text", "Write a step for each mode")
    chosen = str(said[0])
    modes = {effect.mode: effect for effect in ability.effects if effect.mode is not None}
    fitting = [mode for mode, effect in modes.items() if chosen and is_mode(chosen, mode, effect, ability.kind)]
    if not chosen:  # if only one mode mentions a choice of the step, it is that: "from the color of your choice"
        named = tuple(step.get("chosen") or ())
        speaking = [mode for mode, effect in modes.items() if any(speaks_of(effect, key) for key in named)]
        fitting = speaking if len(speaking) == 1 else []
    if modes and len(fitting) != 1:
        hint = f"Name it with chosen: {{mode: ...}}, by its position, 1 to {len(modes)}, or by a piece of its text"
        which = "one of its modes" if fitting or not chosen else show(chosen)
        problem = (
            "the step does not say which of its modes was chosen" if not chosen else f"{which} is none of its modes"
        )
        stage.fail(("chosen", "mode") if chosen else (), problem, hint)
    effects = tuple(effect for effect in ability.effects if effect.mode in (None, *fitting))
    return AbilityOf(Moment(stage.step), number), replace(ability, effects=effects)


def speaks_of(mode: Effect, key: str) -> bool:
    """Tell whether a mode mentions a choice: "protection from the chosen color".

    Args:
        mode: The effect that is a mode.
        key: A key of ``chosen``.
    """
    given = [one for one in mode.add_abilities or () if isinstance(one, str)]
    return key in spoken_choices(mode) or any(f"chosen {key.replace('_', ' ')}" in one for one in given)


def is_mode(chosen: str, number: int, mode: Effect, kind: str) -> bool:
    """Tell whether a mode is the chosen one: by its position, its power and toughness, or a piece of its text.

    Args:
        chosen: The board's choice of mode.
        number: The position of the mode, from 1.
        mode: The effect that is a mode.
        kind: The kind of the ability.

    Returns:
        Whether it is.
    """
    if chosen.isdigit():
        return int(chosen) == number
    size = re.search(r"(\d+)/(\d+)", chosen)
    if size is not None:
        return (mode.set_power, mode.set_toughness) == (int(size[1]), int(size[2]))
    from facts.oracle.say import ability_sentence

    said = {key: value for key, value in mode.given().items() if key not in ("mode", "text", "chooses")}
    if kind != "as_enters":
        said["kind"] = kind
    return has_piece(ability_sentence(AbilityForm.from_data({"affects": "this", **said})), chosen)
