"""Find the ability of a card that a step means: by its number, its text, its mode, or its possible effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from facts.board.board_text import flow
from facts.board.steps.abilities_named import QUOTED, counted, said_elsewhere, says
from facts.board.steps.can_resolve import (
    AS_IT_TRANSFORMS,
    RESOLVING_TEXT,
    can_resolve,
    could_change,
    never_resolves,
    tells_of_mana,
    that_resolve,
    told_by_entering,
)
from facts.board.steps.deeds import (
    asked_choices,
    finds_others,
    makes_attachable,
    makes_effects,
    may_animate,
    names_targets,
    same,
    tells_targets,
    triggers_as_creature,
    whom_it_affects,
)
from facts.board.steps.drafts import ThingDraft
from facts.board.steps.modes import of_modal, of_mode
from facts.board.steps.named_objects import name_acting, name_one_of_several
from facts.board.steps.printed_abilities import Printed, given_abilities, given_keywords, printed_abilities, with_given
from facts.board.steps.stage import Stage
from facts.board.steps.which_face import face_by_face, may_show_another_face, meant_sides, of_face_up, source_of
from facts.board.target_words import how_many_targets, without_the_word
from facts.board.timeline_terms import AbilityOf, Resolving
from facts.cards import Ability, Card, chapter_named, chapter_numbers
from facts.effects import asks_for_x, asks_of_target, listed, place_of
from facts.effects.form import Condition, Effect, Operations, form_parts
from facts.runtime import pattern
from facts.text import has_piece, show, without_quotes
from facts.words import GROWING, OF_A_TARGET, RESOLVING, TRIGGERED, keyword_of

DOES_NOTHING = "makes no continuous effect as it resolves"
"""What a warning says of a spell or ability whose effects are steps of their own."""


def meant_abilities(stage: Stage, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None) -> list[Printed]:
    """Return the abilities of a card that a step could mean.

    If several are left, the rules decide which of them may affect the named objects.

    Args:
        stage: The board so far.
        step: The step.
        card: The card.
        targets: Labels of the affected objects; None if the step names none.

    Returns:
        The abilities; an empty list if the spell or ability makes no continuous effect.

    Raises:
        InputError: The step names a missing object, or asks for something impossible.
    """
    found = printed_abilities(stage, card)
    wanted = step.get("ability")
    modal = of_modal(step, found)
    if "mode" in (step.get("chosen") or {}) and (wanted is None or any(one.mode for one in modal)):
        mode = str(listed(step["chosen"]["mode"])[0]).lower()
        if not (mode.isdigit() and any(effect.mode is not None for one in modal for effect in one.ability.effects)):
            found, wanted = of_mode(stage, step, modal, card)
    every = with_given(found)
    if isinstance(wanted, int):
        every = counted(step, card, found, wanted)
        if not every:
            there = found[-1].number if found else 0
            stage.fail(("ability",), f"{card.name} has no ability {wanted}", f"It has {there}")
        every = that_resolve(stage, card, every)
        if len(every) == 1 and (every[0].ability.effects or every[0].ability.keyword in RESOLVING):
            return every
    if isinstance(wanted, str):
        every = _said(stage, step, card, found, wanted)
        if not every:
            return []
    candidates = [one for one in every if makes_effects(one.ability, step)]
    candidates = [one for one in candidates if one.ability.kind != "as_enters"]
    if wanted is None and targets is None:  # awaken is paid for, and then a step names its target
        candidates = [one for one in candidates if one.ability.keyword not in OF_A_TARGET] or candidates
    if wanted is None:
        candidates = of_face_up(stage, step, card, source_of(stage, step, card), candidates)
        candidates = [
            one
            for face in face_by_face(stage, step, card, candidates)
            for one in _by_words(stage, step, card, targets, face)
        ]
    elif targets is None and len(candidates) > 1:
        candidates = [one for one in candidates if not names_targets(one.ability)] or candidates
    if not candidates:
        _refuse_without_effect(stage, step, card, found, every)
        return []
    return _several(stage, step, card, found, candidates, targets)


def _said(stage: Stage, step: Mapping[str, Any], card: Card, found: list[Printed], wanted: str) -> list[Printed]:
    """Return the abilities that a piece of their text means; none, with a warning, if what it means has no effect."""
    named = chapter_named(wanted)
    if named is not None:
        matching = [one for one in found if named in chapter_numbers(one.ability.text)]
    else:
        every = with_given(found)
        matching = [one for one in every if says(one.ability.text, wanted)]
    keyword = keyword_of(wanted.lower())
    if keyword in RESOLVING:  # not those that only mention it
        matching = [one for one in matching if one.ability.keyword == keyword] or matching
    if not matching:
        matching = said_elsewhere(stage, card, found, wanted)
    if not matching:
        hint = _given_by_another(stage, step, card, wanted) or listed_abilities(found)
        stage.fail(("ability",), f"no ability of {card.name} says {show(wanted)}", hint)
    given = {inner.term for one in found for inner in given_abilities(one)}
    acting = any(one.term in given and makes_effects(one.ability, step) for one in matching)
    if not acting and _only_quoted(stage, card, matching, wanted):
        warn_that_it_does_nothing(stage, card)
        return []
    outright = [one for one in matching if has_piece(without_quotes(one.ability.text), wanted)]
    meant = {one.term for one in outright}
    outright = [one for one in outright if not any(inner.term in meant for inner in given_abilities(one))]
    return (outright if named is None else matching) or matching


def _refuse_without_effect(
    stage: Stage, step: Mapping[str, Any], card: Card, found: list[Printed], every: list[Printed]
) -> None:
    """Refuse a step that means no ability with a continuous effect; warn if it means one that has none."""
    beside = _beside_modes(stage, card, found)
    unread = [sentence for one in (*beside, *found) for sentence in one.ability.not_modelled]
    hint = "" if unread else _copying_is_told(step, every)
    named = every if "ability" in step else []
    resolving = any(can_resolve(stage, one, card) for one in every) or any(
        one.ability.keyword in TRIGGERED for one in named
    )
    if resolving and not (unread or hint) and not any(map(could_change, every)):
        if "copy_of" in step:
            stage.fail(("copy_of",), f"this ability of {card.name} makes no copy", _copying_as_it_turns(step, card))
        _name_what_acts(stage, step, card, every)
        hints = (hint for said, hint in _STEPS if any(said.search(one.ability.text) for one in every))
        warn_that_it_does_nothing(stage, card, next(hints, _COUNTERS))
        return
    if unread:
        hint = f"Not modelled: {'; '.join(map(show, unread[:3]))}"
    if every and all(map(never_resolves, every)):
        hint = hint or told_by_entering(card)
    hint = (
        hint
        or listed_abilities([one for one in found if not never_resolves(one) and one not in named])
        or f"If the spell becomes a permanent, that is another step: {flow({'enters': card.name})}"
    )
    if named:
        if all(tells_of_mana(one.ability) for one in named):
            hint = "A board does not tell of mana: leave the step out"
        stage.fail(("ability",), f"this ability of {card.name} {DOES_NOTHING}", hint)
    stage.fail(("resolves",), f"no ability of {card.name} makes a continuous effect as it resolves", hint)


def _name_what_acts(stage: Stage, step: Mapping[str, Any], card: Card, every: list[Printed]) -> None:
    """Note the permanent whose ability resolves: it must have the ability, or one of several that the step can mean."""
    source, acting = source_of(stage, step, card), [one for one in every if can_resolve(stage, one, card)]
    if source is not None and len(acting) == 1:
        name_acting(stage, card, acting[0].ability, source)
    elif source is not None and acting and "ability" in step:
        name_one_of_several(stage, acting, source)


def _beside_modes(stage: Stage, card: Card, found: list[Printed]) -> list[Printed]:
    """Return what happens beside the chosen modes: what stands before them, and other paragraphs of a spell."""
    modes = [one for one in found if one.mode]
    numbers = {one.number for one in modes}
    every = printed_abilities(stage, card) if modes else []
    return [one for one in every if not one.mode and (one.number in numbers or one.ability.kind == "spell")]


def _several(
    stage: Stage,
    step: Mapping[str, Any],
    card: Card,
    found: list[Printed],
    candidates: list[Printed],
    targets: tuple[str, ...] | None,
) -> list[Printed]:
    """Return the candidates between which the rules are to decide; of several that do the same, only the first."""
    source = source_of(stage, step, card)
    by_history = _told_apart_by_history(stage, source, candidates) or (
        source is not None and targets in (None, (source.label,)) and _told_apart_by_animation(candidates)
    )
    kept: list[Printed] = []
    for one in candidates:
        kept += () if any(same(one.ability, other.ability) for other in kept) else (one,)
    if len(kept) == 1:
        return kept
    if by_history and any(_does_more(effect) for one in candidates for effect in one.ability.effects):
        stage.fail(("resolves",), f"several abilities of {card.name} could be meant", listed_abilities(candidates))
    candidates = candidates if by_history else kept
    telling = [one for one in candidates if tells_targets(one.ability) or finds_others(one.ability)]
    at_levels = _given_at_levels(found)
    asked = any(one.term in at_levels or one.ability.keyword in RESOLVING for one in candidates)
    asked = (asked and len({whom_it_affects(one.ability) for one in candidates}) == 1) or by_history
    if (not asked and (targets is None or not telling)) or "copy_of" in step:
        stage.fail(("resolves",), f"several abilities of {card.name} could be meant", listed_abilities(candidates))
    return candidates


ATTACHING_ANOTHER = pattern(r"\b(?:attach|move) [^.:]* (?:on)?to ", re.IGNORECASE)
"""A text by which something is attached to something else."""
_COUNTERS = "counters and the like are separate steps"


def warn_that_it_does_nothing(stage: Stage, card: Card, hint: str = _COUNTERS) -> None:
    """Warn that a spell or ability of a card makes no continuous effect as it resolves.

    Args:
        stage: The board so far.
        card: The card.
        hint: How a board tells what it does instead; may be empty.
    """
    warning = f"{card.name} (step {stage.step}) {DOES_NOTHING}"
    stage.timeline.warnings.append(f"{warning}; {hint}" if hint else warning)


_STEPS = (
    (ATTACHING_ANOTHER, "'attached_to' says what it attaches something to"),
    (pattern(r"\bmelds? ", re.IGNORECASE), "{enters: ..., melded_from: [...]} tells of the melded permanent"),
    (pattern(r"\bgains? control of all ", re.IGNORECASE), "'affects' names the objects whose controllers change"),
)
"""Texts without a continuous effect, each with a hint: how a board tells what they do."""

HOW_A_COPY_IS_CREATED = "A token that is a copy is told with {enters: token, copy_of: ..., made_by: ...}"
"""The hint for an ability that creates a token copy."""


def _copying_is_told(step: Mapping[str, Any], meant: list[Printed]) -> str:
    """Return a hint how to tell of a copy that a 'resolves' step leaves out; empty if no ability makes one."""
    copying = [one for one in meant if any(effect.becomes_copy is not None for effect in one.ability.effects)]
    if not copying or "copy_of" in step:
        return ""
    if all(one.ability.makes_token for one in copying):
        return HOW_A_COPY_IS_CREATED
    return "Say what is copied with 'copy_of'"


def _copying_as_it_turns(step: Mapping[str, Any], card: Card) -> str:
    """Return the hint for a copied object that is not that of the ability, but may be that of the face it turns up."""
    for face in card.faces:
        if any(AS_IT_TRANSFORMS.match(one.text) for one in face.abilities):
            source = {"source": step["source"]} if "source" in step else {}
            second = {"resolves": face.name, **source, "copy_of": step["copy_of"]}
            return f"Leave it out, and tell of the copy with a second step: {flow(second)}"
    return "Leave 'copy_of' out"


def _given_by_another(stage: Stage, step: Mapping[str, Any], card: Card, needle: str) -> str:
    """Say how to name an ability that another permanent gives this one; empty if none on the board does."""
    bearer = source_of(stage, step, card)
    for other in stage.timeline.things.values():
        given = () if other.card.name == card.name else printed_abilities(stage, other.card)
        keyword = keyword_of(needle.lower())
        if keyword is not None:
            found = any(given_keywords(outer, keyword) for outer in given)
        else:
            found = any(says(inner.ability.text, needle) for outer in given for inner in given_abilities(outer))
        if found:
            source = {} if bearer is None else {"source": bearer.label}
            return f"{other.card.name} gives one: {flow({**step, 'resolves': other.card.name, **source})}"
    return ""


def _only_quoted(stage: Stage, card: Card, matching: list[Printed], needle: str) -> bool:
    """Tell whether a piece of text belongs only to a given ability that resolves without a continuous effect.

    The ability that gives it does not say that, so it is not the one that resolved.
    """
    other = stage.told_elsewhere(card)
    elsewhere = [] if other is None else [one.text for face in other.faces for one in face.abilities]
    texts = [one for one in [*(each.ability.text for each in matching), *elsewhere] if has_piece(one, needle)]
    gives_emblem = any(effect.emblem is not None for one in matching for effect in one.ability.effects)
    if not texts or gives_emblem or any(has_piece(QUOTED.sub(" ", one), needle) for one in texts):
        return False
    # A piece that has a quotation in it belongs to the ability around that.
    quotes = [quote for one in texts for quote in QUOTED.findall(one) if has_piece(quote, needle)]
    return bool(quotes) and all(RESOLVING_TEXT.match(quote.capitalize()) is not None for quote in quotes)


def _by_words(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, candidates: list[Printed]
) -> list[Printed]:
    """Return the abilities that the words of a step may mean, if it names none."""
    if len(candidates) > 1:
        candidates = _likely(stage, step, card, targets, candidates)
    if targets is None and len(candidates) > 1:
        candidates = [one for one in candidates if not names_targets(one.ability)] or candidates
    return candidates


def _told_apart_by_history(stage: Stage, source: ThingDraft | None, candidates: list[Printed]) -> bool:
    """Tell whether the history of their source may say which of several abilities a step means: chapters, or faces."""
    if source is None:
        return False
    chapters = {chapter_numbers(one.ability.text) for one in candidates}
    return len(chapters) > 1 or (may_show_another_face(stage, source) and len({one.side for one in candidates}) > 1)


_FURTHER = frozenset(("becomes_copy", "turn", "emblem", "creates_copy", "change_words", "mode", "besides"))


def _does_more(effect: Effect) -> bool:
    """Tell whether an effect involves a second object, or more than a change: then a step must name its ability."""
    return bool(_FURTHER & effect.given().keys()) or asks_of_target(effect) or place_of(effect) > 0


def _likely(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, candidates: list[Printed]
) -> list[Printed]:
    """Return the abilities that fit everything in a step that names none."""
    sides = meant_sides(stage, step, card, source_of(stage, step, card))
    if len(card.faces) > 1 and sides:
        candidates = [one for one in candidates if one.side in sides] or candidates
    emblems = [one for one in candidates if any(effect.emblem is not None for effect in one.ability.effects)]
    growing = [one for one in candidates if one.ability.keyword in GROWING]
    for left_out in (emblems, growing, _not_yet_given(stage, candidates)):  # a step means these only if it names them
        terms = {one.term for one in left_out}
        candidates = [one for one in candidates if one.term not in terms] or candidates
    candidates = _of_others(stage, card, targets, _of_itself(stage, step, card, targets, candidates))
    candidates = _of_so_many(source_of(stage, step, card), targets, candidates)
    return _asked_for(candidates, step)


def _of_so_many(source: ThingDraft | None, targets: tuple[str, ...] | None, candidates: list[Printed]) -> list[Printed]:
    """Leave out abilities and modes that cannot have so many targets as a step names, if others are left (601.2c)."""

    def can_have_them(one: Printed) -> bool:
        named, text = set(targets or ()), without_quotes(one.ability.text)
        if not names_targets(one.ability) or one.ability.keyword is not None:
            return True
        if source is not None and any(effect.affected == "this" for effect in one.ability.effects):
            named.discard(source.label)
        most = how_many_targets((text,))[1]
        return most is None or len(named) <= most + bool(without_the_word(text))

    return [one for one in candidates if can_have_them(one)] or candidates


def _not_yet_given(stage: Stage, candidates: list[Printed]) -> list[Printed]:
    """Return the abilities that another of the candidates gives and that, before it resolves, nothing has."""
    resolved = {one.term for one in stage.timeline.resolutions}
    giving = [one for one in candidates if one.term not in resolved]
    return [inner for outer in giving for inner in given_abilities(outer)]


def _given_at_levels(printed: Sequence[Printed]) -> set[AbilityOf]:
    """Return the abilities that the card gives itself at some levels: the rules say which of these it has then."""
    return {
        inner.term
        for outer in printed
        for effect in outer.ability.effects
        if _asks_for_level(effect.as_long_as)
        for inner in given_abilities(outer)
    }


def _asks_for_level(condition: Condition | None) -> bool:
    """Tell whether a condition is that of a level symbol, a station symbol or the level of a Class."""
    return condition is not None and (condition.symbol is not None or condition.class_level is not None)


_ONLY_TEMPTS = pattern(r"^(?!.*\btarget\b).*\bthe ring tempts you\b", re.IGNORECASE)


def _of_itself(
    stage: Stage, step: Mapping[str, Any], card: Card, targets: tuple[str, ...] | None, candidates: list[Printed]
) -> list[Printed]:
    """Leave out abilities about others, if a step names only the source and an ability changes the source."""
    only = stage.only(card)
    source = step.get("source", only.label if only else None)
    if targets is None or targets != (source,):
        return candidates
    own = [one for one in candidates if any(effect.affected == "this" for effect in one.ability.effects)]
    if own:
        candidates = [one for one in candidates if one in own or not _ONLY_TEMPTS.search(one.ability.text)]
    aimed = [
        one for one in candidates if one in own or whom_it_affects(one.ability) == "this" or tells_targets(one.ability)
    ]
    others = [one for one in candidates if re.search(r"\b(?:an)?other\b", one.ability.text)]
    return aimed if own else [one for one in candidates if one not in others] or candidates


_RETURNS = pattern(
    r"^When(?:ever)? (?P<what>[^.]+?) (?:dies|leaves|is put into)\b.*\breturn (?:it|this card|that card)\b"
)
"""An ability that returns its own card, if that is what dies."""


def _of_others(stage: Stage, card: Card, targets: tuple[str, ...] | None, candidates: list[Printed]) -> list[Printed]:
    """Leave out abilities that return their own card, if a step names only objects that are other cards."""
    names = {face.name.lower() for face in card.faces}
    things = [stage.timeline.things[label] for label in targets or ()]
    if not things or any(one.card.name == card.name for one in things):
        return candidates

    def returns_its_card(one: Printed) -> bool:
        said = _RETURNS.match(one.ability.text)
        return said is not None and (said["what"].lower() in names or said["what"].lower().startswith("this "))

    return [one for one in candidates if not returns_its_card(one)] or candidates


def _told_apart_by_animation(candidates: list[Printed]) -> bool:
    """Tell whether one of several abilities makes their source a creature, and all others trigger as that attacks."""
    others = [one for one in candidates if not triggers_as_creature(one.ability.text)]
    return len(others) == 1 < len(candidates) and may_animate(others[0].ability)


def _asked_for(candidates: list[Printed], step: Mapping[str, Any]) -> list[Printed]:
    """Leave out abilities that have no use for the keys of the step: choices, X, what it tells, the attachment."""
    asks: list[Callable[[Ability], bool]] = []
    chosen = set(step.get("chosen") or ()) - {"mode"}
    if chosen:
        asks.append(lambda ability: bool(chosen & set(asked_choices(ability))))
        if not any(chosen & set(asked_choices(one.ability)) for one in candidates):  # it says which ability is meant
            values = [str(value) for key in chosen for value in listed(step["chosen"][key])]
            words = [re.compile(rf"\b{re.escape(value)}\b", re.IGNORECASE) for value in values]
            asks.append(lambda ability: any(word.search(ability.text) for word in words))
    if "x" in step:
        asks.append(lambda ability: any(map(asks_for_x, ability.effects)))
    told = [piece.lower() for piece in listed(step.get("told", [])) if isinstance(piece, str)]
    if told:
        asks.append(lambda ability: any(piece in ability.text.lower() for piece in told))
    if "attached_to" in step:
        asks.append(lambda ability: any(map(makes_attachable, ability.effects)))
    for asked in asks:
        candidates = [one for one in candidates if asked(one.ability)] or candidates
    return candidates


def not_again(
    stage: Stage,
    candidates: list[tuple[Resolving, Ability]],
    targets: tuple[str, ...] | None,
    source: ThingDraft | None,
) -> list[tuple[Resolving, Ability]]:
    """Leave out abilities that resolved before for the same objects, where to resolve again would change nothing.

    Where the rules had to find which ability resolved before, they decide this, too.

    Args:
        stage: The board so far.
        candidates: The abilities that could be meant, with their terms.
        targets: Labels of the affected objects; None if the step names none.
        source: The permanent whose ability it is, if it is one of a permanent.

    Returns:
        Those that are left; all, where none would be.
    """
    if len(candidates) < 2 or any(chapter_numbers(ability.text) for _, ability in candidates):
        return candidates
    label = source.label if source else ""
    before = {
        one.term for one in stage.timeline.resolutions
        if one.source == label and (targets is None or one.targets == targets) and one.ended is None
        and len(one.candidates) < 2
    }  # fmt: skip
    return [one for one in candidates if one[0] not in before or _adds_up(one[1])] or candidates


_ADDING = frozenset(("add_power", "add_toughness", "switch"))
"""Operations that change something each time."""


def _adds_up(ability: Ability) -> bool:
    """Tell whether an ability does more if it resolves for the same objects again: +1/+0 twice is +2/+0."""
    parts = (part for _, part in form_parts(ability.effects) if isinstance(part, Operations))
    return any(_ADDING & part.given().keys() for part in parts)


def listed_abilities(found: list[Printed]) -> str:
    """Return the abilities to choose from, or the modes of one, as a hint.

    Args:
        found: The abilities.
    """
    if found and all(one.mode and one.number == found[0].number for one in found):
        texts = [f"{one.mode}: {show(one.ability.text)}" for one in found[:6]]
        return f"Name a mode with 'chosen: {{mode: ...}}': {'; '.join(texts)}"
    places = [f"{one.number}{f', mode {one.mode}' if one.mode else ''}" for one in found[:6]]
    texts = [f"{place}: {show(one.ability.text)}" for place, one in zip(places, found, strict=False)]
    return f"Name one with 'ability': {'; '.join(texts)}" if texts else ""
