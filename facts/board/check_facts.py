"""Writes the facts that only the check of a board reads: attachments, designations, damage and the legend rule.

They are written only for a check: the rules that read them (303, 704) are loaded only then.
"""

from __future__ import annotations

import re
from collections import Counter

from facts.board.board_facts import BoardFacts
from facts.board.claims import (
    fewest_targets,
    most_targets,
    named_again,
    named_too_often,
    say_what_commanders_show,
    say_what_it_protects_from,
    wards_of,
)
from facts.board.events import ModesTold, Named
from facts.board.fact_writer import object_term
from facts.board.named_questions import questions_of_named
from facts.board.target_words import (
    chooses_one,
    chooses_what_is_copied,
    has_targets,
    how_many_targets,
    only_host,
    quality,
)
from facts.board.targets_of_players import only_players_are_targets
from facts.board.timeline import Resolution, Timeline
from facts.board.timeline_terms import EffectOf, Moment
from facts.cards import DESIGNATIONS, Ability, card_term, deeds_said
from facts.effects import write_effect
from facts.effects.form import Effect, Filters, TargetsOf
from facts.runtime import pattern
from facts.text import Facts, normal, quoted, without_quotes
from facts.words import MORE_MODES, NAMING_HOST, SPREADING, is_mode

CHECKING = "checking."
"""The fact that opens the rules of the check."""


def with_checking_facts(number: int, told: BoardFacts) -> BoardFacts:
    """Write the further facts for the check of a board.

    Args:
        number: The number of the board.
        told: Its facts.

    Returns:
        Its facts, and further ones.
    """
    facts, timeline = Facts(), told.timeline
    for term, ability in told.abilities.items():
        _enchant(facts, term, ability)
        _only_on(facts, term, ability)
        _protection(facts, term, ability)
        _spared(facts, term, ability)
        _legends(facts, term, ability)
        _designations(facts, term, ability)
        if any(effect.if_ is not None for effect in ability.effects) and acts_besides(ability.text):
            facts.say("acts_besides", term)
    say_what_commanders_show(facts, timeline, number)
    for thing in timeline.things.values():
        term = object_term(number, thing.label)
        if thing.damage:
            facts.say("damage", term, thing.damage)
        parts = {normal(card.name): card.name for card in thing.melds}
        for name in thing.card.melds_from if parts else ():
            facts.say("melds_into", card_term(parts.get(normal(name), name)), card_term(thing.key))
    for resolution in timeline.resolutions:
        step = Moment(resolution.step).written(number)
        if resolution.source and all(map(speaks_of_no_zone, (one for _, one in resolution.candidates))):
            facts.say("speaks_of_no_zone", step)
        conditional = any(effect.if_ is not None for effect in resolution.ability.effects)
        if conditional and any(map(acts_besides, resolution.parts)):  # also another paragraph of the spell
            facts.say("acts_besides", resolution.term.written(number))
        if resolution.ended is not None and _has_no_end(resolution):
            facts.say("says_no_duration", step)
        if resolution.targets:
            facts.say("told_targets", step)
            if len(resolution.candidates) == 1 and not has_targets(resolution.parts):
                if any(map(chooses_one, resolution.parts)):
                    facts.say("chooses_untargeted", step)
                for label in resolution.targets:
                    facts.say("said_to_affect", step, object_term(number, label))
            most = most_targets(resolution)
            if most is not None:
                facts.say("target_limit", step, most)
                for one in timeline.named:
                    if one.step == resolution.step and one.how == "targeted" and one.targets:
                        facts.say("targets_told", step, _targets_named(one))
            fewest = fewest_targets(timeline, resolution)
            if fewest is not None:
                facts.say("targets_needed", step, fewest, len(resolution.targets))
        for label, times, words in named_too_often(resolution):
            facts.say("named_times", step, object_term(number, label), times, words)
    _how_many_are_named(facts, timeline, number)
    for one in timeline.named:
        if one.how == "targeted" and one.named != one.source and only_players_are_targets(one.targets):
            facts.say("named_for_a_player", Moment(one.step).written(number), object_term(number, one.named))
    _modes(facts, timeline, number)
    for one, asked in questions_of_named(timeline):
        step, effect = Moment(one.step).written(number), EffectOf(asked.term, 1).written(number)
        if one.condition is not None:
            claimed = Moment(one.claimed).written(number)
            facts.say("asks_state", claimed, object_term(number, one.named), step, effect)
            continue
        if one.how == "enchanted":
            claimed = Moment(one.claimed).written(number)
            facts.say("asks_enchanted", claimed, object_term(number, one.named), step, effect)
            continue
        facts.say("named", step, effect, one.how, object_term(number, one.named))
        if one.label:
            facts.say("named_for", step, effect, object_term(number, one.label))
    return told._replace(lines=(*told.lines, CHECKING, *facts.lines()))


def _modes(facts: Facts, timeline: Timeline, number: int) -> None:
    """Write how many modes a step names, each of them how often, and what the text lets a player choose (700.2)."""
    for one in timeline.modes_told:
        step = Moment(one.step).written(number)
        facts.say("modes_told", step, len(one.modes))
        for mode, times in Counter(one.modes).items():
            facts.say("mode_told", step, mode, times)
        if one.most is not None:
            facts.say("mode_limit", step, one.most)
        if one.fewest is not None:
            facts.say("modes_needed", step, one.fewest, _modes_together(timeline, one))
        if one.again:
            facts.say("modes_again", step)
        for keyword in one.keywords:
            facts.say("beside_modes", step, quoted(keyword))


def _modes_together(timeline: Timeline, told: ModesTold) -> int:
    """Return how many modes a step names, with the steps beside it: a step for each mode tells of one spell."""
    alike = {one.step: len(one.modes) for one in timeline.modes_told if one.which == told.which}
    first, last = told.step, told.step
    while first - 1 in alike:
        first -= 1
    while last + 1 in alike:
        last += 1
    return sum(alike[step] for step in range(first, last + 1))


def _how_many_are_named(facts: Facts, timeline: Timeline, number: int) -> None:
    """Write how many targets a spell or ability without a continuous effect has, and how many a step names."""
    for one in timeline.named:
        if one.how != "targeted" or not one.targets or one.place:
            continue
        step, named = Moment(one.step).written(number), _targets_named(one)
        card = [] if one.spell is None else [ability for face in one.spell.card.faces for ability in face.abilities]
        fewest, most = how_many_targets(one.targets)
        of_modes = _most_of_modes(timeline, one)
        told = one.step in {*(each.step for each in timeline.modes_told), *(each.step for each in timeline.resolutions)}
        if of_modes is not None:
            fewest, most = None, of_modes
        spreading = SPREADING - MORE_MODES if any(map(is_mode, one.targets)) else SPREADING
        if any(ability.keyword in spreading for ability in card):  # it may have more targets
            most = None
        elif not told:
            for label, times, words in named_again(_targets_of(timeline, one), one.targets):
                facts.say("named_times", step, object_term(number, label), times, words)
        gone = any(thing.left is not None and thing.left < one.step for thing in timeline.things.values())
        if most is not None:
            facts.say("target_limit", step, most)
            facts.say("targets_told", step, named)
        if fewest is not None and not gone:
            facts.say("targets_needed", step, fewest, named)


def _targets_of(timeline: Timeline, named: Named) -> list[str]:
    """Return the targets that a step names for a spell or ability without a continuous effect."""
    return [one.named for one in timeline.named if one.step == named.step and one.how == named.how and one.targets]


def _most_of_modes(timeline: Timeline, named: Named) -> int | None:
    """Return how many targets the modes that a step names have together at most; None for one mode, chosen once."""
    told = next((one.modes for one in timeline.modes_told if one.step == named.step), ())
    texts = [one for one in named.targets if is_mode(one)]
    if len(told) < 2 or len(texts) not in (1, len(told)):
        return None
    each = [how_many_targets((text,))[1] for text in (texts * len(told))[: len(told)] if has_targets((text,))]
    return None if None in each else sum(filter(None, each))


def _targets_named(one: Named) -> int:
    """Return how many targets a step names: an object that a player chooses without a target to be copied is none."""
    return one.beside + 1 - (one.beside > 0 and any(map(chooses_what_is_copied, one.targets)))


_ACTS = pattern(
    r"^(?:[^.:]*: |(?:When|Whenever|At) [^.,]*, )?(?:then )?"
    r"(?:(?:you|target player|target opponent|each player|each opponent) )?"
    r"(?:puts?|draws?|destroys?|exiles?|returns?|(?:un)?taps?|creates?|discards?|sacrifices?|counters?|reveals?|scry|"
    r"surveils?|mills?|search(?:es)?|gains? (?:\d|X\b|that much)|loses? (?:\d|X\b|that much)|regenerates?|"
    r"attach(?:es)?|proliferates?|investigates?)\b|^(?!if\b|when\b)[^.,]* (?:deals? [^.]*\bdamage|fights?)\b",
    re.IGNORECASE,
)
_ENDING = pattern(
    r"\b(?:until|turns?|combat|game|while|as long as|end (?:this|the) effect|phase|step|leaves?|detains?|goads?)\b",
    re.IGNORECASE,
)
"""Words of a text by which an effect may end; what is detained or goaded is so until a turn."""
_DESIGNATES = pattern(r"\bbecomes? (?:goaded|monstrous|prepared|renowned|saddled)\b", re.IGNORECASE)
_ASKS = pattern(r"\b(?:if|unless|instead)\b", re.IGNORECASE)


def _has_no_end(resolution: Resolution) -> bool:
    """Tell whether the text of a spell or ability gives its effects no duration."""
    ability = resolution.ability
    return ability.keyword is None and ability.given is not None and not any(map(_ENDING.search, resolution.parts))


def acts_besides(text: str) -> bool:
    """Tell whether an ability also does something that is no continuous effect and needs no condition.

    A sentence by which something becomes saddled or the like counts with a condition, too: "if it's a Mount".

    Args:
        text: The text of the ability.
    """
    sentences = re.split(r"(?<=[.!])\s+", without_quotes(text))
    return any(
        _DESIGNATES.search(one) is not None or (_ACTS.match(one) is not None and _ASKS.search(one) is None)
        for one in sentences
    )


_OF_ZONES = pattern(
    r"\b(?:graveyards?|hand|library|exiled?s?|discard|cast|dies|leaves|put into|this card|command zone|owns?)\b",
    re.IGNORECASE,
)


def speaks_of_no_zone(ability: Ability) -> bool:
    """Tell whether an activated or triggered ability says nothing about where its object is, or comes from.

    Args:
        ability: The ability; a keyword may be about any zone.
    """
    own = ability.kind in ("activated", "triggered", "loyalty") and ability.keyword is None
    return own and _OF_ZONES.search(ability.text) is None


_COMMANDER = pattern(r"\bcan be your commander\b", re.IGNORECASE)
_EXILE = pattern(r"\bexiles?\b|\bis exiled\b(?! with\b)", re.IGNORECASE)
_EXILED_CARD = pattern(
    r"\bexiles? (?:up to (?:one|two|three|X) |two |three |any number of )?(?:target |an? |another )?"
    r"(?P<what>(?:[\w-]+,? )*?cards?(?: with (?:mana value|converted mana cost) \d+ or \w+)?)(?: (?:from|in) |[.,:]|$)",
    re.IGNORECASE,
)
"""The cards that an ability exiles from a zone where cards have their printed characteristics."""


def _designations(facts: Facts, term: str, ability: Ability) -> None:
    """Write which designations an ability gives its permanent, and whether it exiles anything."""
    for status in sorted({deed.what for deed in deeds_said(ability.text)} & DESIGNATIONS):
        facts.say("designates", term, quoted(status))
    if _COMMANDER.search(ability.text):
        facts.say("designates", term, quoted("commander"))
    if _EXILE.search(ability.text) is None:
        return
    facts.say("exiles", term)
    found = _EXILED_CARD.search(ability.text)
    kind = quality(f"{found['what']} in exile") if found is not None else None
    if kind is not None and len(_EXILE.findall(ability.text)) == 1:
        _say_filter(facts, "exiles_only", term, kind)


def _enchant(facts: Facts, term: str, ability: Ability) -> None:
    """Write the filter of an enchant ability (702.5a)."""
    if ability.keyword not in NAMING_HOST:
        return
    from facts.oracle import read_enchant  # reading texts takes longer to import than a small board to check

    enchants = read_enchant(ability.text)
    if enchants is None:
        return
    if enchants.player:
        facts.say("enchants_player", term, enchants.player)
    if enchants.beside_another:
        facts.say("enchants_beside_another", term)
    if enchants.what is not None:
        _say_filter(facts, "enchants", term, enchants.what)


def _only_on(facts: Facts, term: str, ability: Ability) -> None:
    """Write the only objects to which an ability lets its Equipment be attached (301.5b)."""
    allowed = only_host(ability.text)
    if allowed is not None:
        _say_filter(facts, "attached_only_to", term, allowed)


def _protection(facts: Facts, term: str, ability: Ability) -> None:
    """Write the qualities that a protection ability protects from (702.16a)."""
    wards = wards_of(ability)
    if wards is None or not wards.protects:
        return
    from facts.oracle import read_warded_objects

    say_what_it_protects_from(facts, term, wards)
    warded = read_warded_objects(ability.text)
    if warded:
        _say_filter(facts, "protects_from", term, warded)


def _spared(facts: Facts, term: str, ability: Ability) -> None:
    """Write what a protection does not remove, by the text of the ability that gives it."""
    if "effect doesn" not in ability.text:
        return
    from facts.oracle import read_spared

    spared = read_spared(ability.text)
    if spared:
        facts.say("spares_attached", term, spared)


def _legends(facts: Facts, term: str, ability: Ability) -> None:
    """Write which permanents an ability exempts from the legend rule."""
    if "legend rule" not in ability.text:
        return
    from facts.oracle import read_spared_legends  # reading texts takes longer to import than a small board to check

    spared = read_spared_legends(ability.text)
    if spared is None:
        return
    if spared.what is None:
        facts.say("spares_all_legends", term)
        return
    if spared.exactly is not None:
        facts.say("spares_so_many", term, spared.exactly)
    _say_filter(facts, "spares_legends", term, spared.what)


def _say_filter(facts: Facts, predicate: str, term: str, wanted: Filters) -> None:
    """Write a filter that an ability asks of others."""
    effect = f"{predicate}({term})"
    facts.say(predicate, term, effect)
    write_effect(facts, effect, Effect(affects=TargetsOf(targets=wanted)), lambda _, __: None)
