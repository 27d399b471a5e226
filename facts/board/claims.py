"""The questions of the check about a resolving spell or ability: about its targets and its source.

The rules that read these facts are in ``rules/law/``: ``115_targets.lp``, ``602_using_abilities.lp``,
``608_resolving.lp`` and ``702_protection.lp``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from facts.board.board_facts import BoardFacts
from facts.board.events import BATTLEFIELD, Spell
from facts.board.fact_writer import object_term
from facts.board.loyalty_costs import loyalty_removed
from facts.board.named_questions import named_in
from facts.board.steps import AS_IT_TRANSFORMS, RESOLVING_TEXT, tells_of_mana
from facts.board.target_words import TARGET_WORD, chooses_one, objects_said, without_the_word
from facts.board.targets_together import say_what_named_targets_have_together, say_what_targets_have_together
from facts.board.timeline import Resolution, Timeline, described_sets
from facts.board.timeline_terms import PLAYER, AbilityOf, FaceOf, Moment, Named
from facts.board.when_to_activate import say_when_to_activate
from facts.cards import (
    Ability,
    Face,
    card_facts,
    card_term,
    chapter_numbers,
    level_given,
    say_of_mana,
    symbol_colors,
    symbols,
)
from facts.effects import needs_no_target, place_of, plain_text, write_subtype
from facts.runtime import pattern
from facts.text import NUMBER_WORDS, Facts, quoted, without_quotes
from facts.words import MORE_MODES, OF_A_QUALITY, SPREADING, is_activated, is_mode, keyword_of

if TYPE_CHECKING:
    from facts.board.things import Thing
    from facts.oracle import Lifted, Wards

_TARGETED = ("targeted", "mutated", "equipping", "enchanting")
"""Named objects that are targets (115.1)."""
_TARGET = pattern(
    r"\b(?P<before>\w+ )?(?:other )?target\b(?! of| or| (?:player|opponent)s?\b(?! (?:and/)?or))", re.IGNORECASE
)
"""One target that can be an object. A player is none of the objects that a step names."""
_COUNTED = pattern(
    r"\b(?:each of )?(?:up to )?(?:one or )?(?P<number>two|three|four|five|six|ten)(?: other)?(?: \w+)? target\b",
    re.IGNORECASE,
)
"""A number of targets: "two target creatures", "up to three other target lands", "one or two target creatures"."""
_SEVERAL = pattern(
    r"\btargets\b|\b(?:two|three|four|five|six|ten|x|any number of|one or|up to (?!one\b)\w+)(?: \w+){0,2} target\b|"
    r"\bmode more than once\b|\beach of\b|\bfor each\b|^(?:" + "|".join(sorted(SPREADING)) + r")\b|"
    r"\bdivided\b|\bdistribute\b|•",
    re.IGNORECASE,
)

_ITS_TARGETS = pattern(r"\bif it targets\b|\bspell that targets\b|\bnew targets\b", re.IGNORECASE)
"""Words about targets that add none: "costs {2} less if it targets", "whenever you cast a spell that targets"."""
_COST = pattern(r"^[^:.\"]*: ")
"""The cost of an activated ability."""


def with_claims(timeline: Timeline, number: int, asked: Resolution, told: BoardFacts) -> BoardFacts:
    """Write the questions of the check about a resolving spell or ability.

    Args:
        timeline: The board.
        number: Its number.
        asked: The resolution, or the question about an object that a step names.
        told: The facts of the board as it stood.

    Returns:
        The facts, and further ones.
    """
    facts = Facts()
    step = Moment(asked.step).written(number)
    named = named_in(timeline, asked)
    facts.say("asks_why", step)
    if named is None or named.how in _TARGETED:
        facts.say("asks_targets", step)
    spell = asked.spell if named is None else named.spell
    if spell is not None:
        _say_spell(facts, number, asked, spell)
    if named is None and _affects_whole_set(asked):
        facts.say("affects_whole_set", step)
        for label in asked.targets or ():
            facts.say("names_object", step, object_term(number, label))
        if _finds_by_several_sets(asked):
            facts.say("finds_by_several_sets", step)
    if named is None:
        say_what_targets_have_together(facts, step, number, asked)
    elif named.how == "targeted":
        say_what_named_targets_have_together(facts, step, number, named, timeline)
    acting = asked.candidates if named is None else () if named.ability is None else (named.ability,)
    if named is not None and named.others:
        _say_what_could_resolve(facts, timeline, number, [*acting, *named.others], asked)
        acting = ()
    for own, resolving in acting if asked.source else ():
        source = timeline.things[asked.source]
        if _is_there(source, asked) and _acts(resolving) and isinstance(own, AbilityOf) and own.is_of_a_card:
            resolved = own.written(number)
            name = _name_in_text(timeline, own) or source.face.name
            facts.say("ability_resolving", step, object_term(number, source.label), resolved)
            if is_activated(resolving.keyword) and not resolving.activated:
                facts.say("activated", resolved)
            if resolving.kind == "triggered" and not _may_be_of_another(timeline, asked):
                facts.say("is_triggered", resolved)
            say_of_mana(facts, resolved, resolving)
            if _TAPS.search(resolving.text):
                facts.say("taps_for_cost", resolved)
            cost = loyalty_removed(timeline, resolving.text, asked.x)
            if cost is not None:
                facts.say("loyalty_cost", resolved, cost)
            if _OTHERS_MAY.search(resolving.text):
                facts.say("others_may_activate", resolved)
            for only, words in _ONLY_THESE_MAY.items():
                if words.search(resolving.text):
                    facts.say("only_they_may_activate", resolved, only)
            say_when_to_activate(facts, timeline, step, resolved, resolving, name, lasts=asked.ended is None)
            if resolving.kind == "triggered" and triggers_in_combat(resolving.text, name):
                facts.say("triggers_in_combat", resolved)
                if _WHILE_SADDLED.search(resolving.text):
                    facts.say("triggers_saddled", resolved)
            for chapter in chapter_numbers(resolving.text):
                facts.say("chapter_symbol", resolved, chapter)
            said = plain_text(resolving.text)
            for term, ability in told.abilities.items():
                if term != resolved and plain_text(ability.text) == said:
                    facts.say("says_the_same", resolved, term)
    for one in timeline.named:
        if one.guard and one.step < asked.step:
            what = object_term(number, one.named) if one.named else "creatures_of_opponents"
            facts.say("lets_target_despite", one.guard, Named(PLAYER, one.controller).written(number), what)
    say_what_commanders_show(facts, timeline, number)
    for term, ability in told.abilities.items():
        _say_what_it_wards(facts, term, ability)
        if ability.kind in ("static", "plain") and (seen := _lifted_guard(ability)) is not None:
            facts.say("ignores_hexproof", term, seen.whose, seen.what)
    return told._replace(lines=(*told.lines, *facts.lines()))


def _say_spell(facts: Facts, number: int, asked: Resolution, spell: Spell) -> None:
    """Write the spell that resolves: it is an object on the stack, and effects may change it (613.1).

    The step names only its card, unless the board shows it on the stack. Explanations call it by its label.
    """
    term = object_term(number, spell.label or f"the spell {spell.card.name}")
    facts.say("spell_of", Moment(asked.step).written(number), term)
    if spell.label:
        return
    facts.extend(card_facts(spell.card, spell.key)[0])
    player = Named(PLAYER, asked.controller).written(number)
    facts.say("enters_zone", term, "stack", asked.step, player, player)
    facts.say("made_of", term, card_term(spell.key), spell.side)
    if spell.bestowed:
        facts.say("status", term, quoted("bestowed"))
    if asked.x is not None:
        facts.say("x", term, asked.x)


def _lifted_guard(ability: Ability) -> Lifted | None:
    """Return whose hexproof a static ability lets players ignore."""
    if "as though" not in ability.text:
        return None
    from facts.oracle import read_lifting

    return read_lifting(ability.text)


def _say_what_it_wards(facts: Facts, term: str, ability: Ability) -> None:
    """Write what a protection ability, or a hexproof-from ability, names (702.11d, 702.16a)."""
    wards = wards_of(ability)
    if wards is None:
        return
    say_what_it_protects_from(facts, term, wards)
    for place, one in enumerate(wards.kinds, 1):
        facts.say("protects_from_combination", term, place)
        for kind, value in one.wanted:
            facts.say("kind_is", term, place, kind, quoted(value))
            write_subtype(facts, value)
        for kind, value in one.barred:
            facts.say("kind_is_not", term, place, kind, quoted(value))
            write_subtype(facts, value)
    if not wards.protects:
        facts.say("hexproof_from", term)


def say_what_it_protects_from(facts: Facts, term: str, wards: Wards) -> None:
    """Write what an ability protects from: qualities, a choice, what only the board shows, or everything (702.16a).

    Args:
        facts: Where it is written.
        term: The term of the ability.
        wards: What the ability, protection or hexproof-from, is about.
    """
    for kind, value in wards.qualities:
        facts.say("protects_from_quality", term, kind, quoted(value))
        write_subtype(facts, value)
    for choice in wards.choices:
        facts.say("protects_from_chosen", term, choice)
    for what in wards.shown:
        facts.say("protects_as_shown", term, what)
    if wards.everything:
        facts.say("protects_from_everything", term)


def wards_of(ability: Ability) -> Wards | None:
    """Return what a protection ability, or a hexproof-from ability, is about; None for another ability.

    Args:
        ability: The ability.
    """
    if ability.keyword not in OF_A_QUALITY or " from " not in ability.text.lower():
        return None
    from facts.oracle import read_wards  # reading texts takes longer to import than a small board to check

    return read_wards(ability.text)


def say_what_commanders_show(facts: Facts, timeline: Timeline, number: int) -> None:
    """Write the colors of the mana symbols and color indicators on the cards that are commanders (903.4).

    Args:
        facts: Where it is written.
        timeline: The board.
        number: Its number.
    """
    for thing in timeline.things.values():
        if "commander" not in thing.status:
            continue
        shown = [_REMINDER.sub("", text) for face in thing.card.faces for text in _texts_on(face)]
        colors = {one for text in shown for symbol in symbols(text) for one in symbol_colors(symbol)}
        colors.update(one for face in thing.card.faces for one in face.indicator)
        for color in sorted(colors):
            facts.say("shows_color", object_term(number, thing.label), quoted(color))


def _texts_on(face: Face) -> list[str]:
    """Return the mana cost of a face, and its abilities."""
    return [face.mana_cost, *(one.text for one in face.abilities)]


_REMINDER = pattern(r"\([^)]*\)")


def triggers_in_combat(text: str, name: str) -> bool:
    """Tell whether an ability triggers only as its own permanent attacks, blocks or becomes blocked.

    Args:
        text: The text of the ability.
        name: The name of the permanent.
    """
    said = _IN_COMBAT.match(text)
    what = "" if said is None else said["what"]
    return what in (name, name.split(",")[0], "it") or what.lower().split()[:1] == ["this"]


def _name_in_text(timeline: Timeline, ability: AbilityOf) -> str | None:
    """Return the name by which an ability refers to its own object: the name of its card, also on a copy."""
    if not isinstance(ability.of, FaceOf) or ability.of.key not in timeline.cards:
        return None
    face = timeline.cards[ability.of.key].face(ability.of.side)
    return None if face is None else face.name


_TAPS = pattern(r"^[^:\"]*\{T\}[^:\"]*:")
"""The tap symbol in an activation cost."""
_OTHERS_MAY = pattern(r"\bmay activate\b", re.IGNORECASE)
"""Words of an ability that says which players may activate it."""
_ONLY_THESE_MAY = {
    "opponents": pattern(r"\bonly (?:your opponents|any opponent|an opponent) may activate\b", re.IGNORECASE),
    "owner": pattern(r"\bonly [^.]*?\bowner may activate\b", re.IGNORECASE),
}
"""Words of an ability that only some players may activate, who need not control its permanent."""
_IN_COMBAT = pattern(
    r"^(?:[^.,—]* — )?When(?:ever)? (?P<what>[^.:]*?) (?:attacks?|blocks?|becomes? blocked)\b(?! or enters| or dies)",
    re.IGNORECASE,
)


_WHILE_SADDLED = pattern(r"^[^.,]* attacks while saddled\b", re.IGNORECASE)


def _may_be_of_another(timeline: Timeline, asked: Resolution) -> bool:
    """Tell whether the step names no source, and another permanent of that name, which has left, may be the source."""
    name = timeline.things[asked.source].card.name
    alike = (one for one in timeline.things.values() if one.card.name == name and one.label != asked.source)
    return not asked.source_told and any(one.left is not None and one.left <= asked.step for one in alike)


def _acts(ability: Ability) -> bool:
    """Tell whether an ability of a permanent goes onto the stack."""
    if AS_IT_TRANSFORMS.match(ability.text):
        return False
    if ability.kind in ("activated", "triggered", "loyalty") or (
        ability.keyword is not None and is_activated(ability.keyword)
    ):
        return True
    if level_given(ability.text):
        return True
    said = chapter_numbers(ability.text) or RESOLVING_TEXT.match(ability.text)  # of those without a modelled effect
    return ability.kind == "plain" and ability.keyword is None and not tells_of_mana(ability) and bool(said)


def most_targets(resolution: Resolution) -> int | None:
    """Return how many targets a spell or ability has at most, None where its text leaves that open (601.2c).

    Args:
        resolution: The spell or ability that resolves.
    """
    exact = _number_of_targets(resolution) if len(resolution.candidates) == 1 else None
    if exact is not None and all(effect.affects_targets for effect in resolution.ability.effects):
        return exact
    texts = [_ITS_TARGETS.sub("", objects_said(one)) for one in _texts_that_happen(resolution)]
    # If no effect finds objects by its text, each object that a step names is a target.
    aimed = not any(effect.affects_filter for effect in resolution.ability.effects)
    rest = [_COUNTED.sub("", one) for one in texts]
    if len(resolution.candidates) != 1 or not aimed or any(map(_SEVERAL.search, rest)):
        return None
    counted = sum(NUMBER_WORDS.index(one["number"].lower()) for text in texts for one in _COUNTED.finditer(text))
    found = counted + sum(len(_TARGET.findall(one)) for one in rest)
    # The other object of an exchange need not be a target: "its controller chooses target permanent ...".
    trades = any(effect.gain_control == "exchange" for effect in resolution.ability.effects)
    if found and any(map(without_the_word, texts)):
        found += 1
    return max(found, 2) if found and trades else found or None


def _texts_that_happen(resolution: Resolution) -> list[str]:
    """Return the texts of a spell or ability; of its modes, only the one that happens, without the sign before it."""
    if not is_mode(resolution.ability.text):
        return resolution.texts
    others = [one for one in resolution.texts if not is_mode(one) and keyword_of(one) not in MORE_MODES]
    return [*others, *(one.removeprefix("• ") for one in resolution.parts)]


def fewest_targets(timeline: Timeline, resolution: Resolution) -> int | None:
    """Return how many targets a step must name: those that are not optional, and that an effect changes.

    A text names such targets one by one, or it gives their number: "two target creatures". The result is None where
    the text leaves the number open, or names fewer than two one by one. It is also None where an object has left
    before: it may have been a target, and a step can't name it.

    Args:
        timeline: The timeline.
        resolution: The spell or ability that resolves.
    """
    effects = resolution.ability.effects
    if any(thing.left is not None and thing.left < resolution.step for thing in timeline.things.values()):
        return None
    if len(resolution.candidates) != 1 or any(one.if_ is not None or one.mode is not None for one in effects):
        return None
    places = {place_of(one) for one in effects if one.affects_targets and not needs_no_target(one)} - {0}
    if not places and any(one.affects_targets for one in effects):
        return _number_of_targets(resolution)
    fewest = len(places) - any(map(chooses_one, resolution.texts))
    return fewest if fewest > 1 else None


def _number_of_targets(resolution: Resolution) -> int | None:
    """Return the number that a text gives its only targets: "two target creatures", "X target lands"."""
    texts = resolution.parts
    counted = [one["number"].lower() for text in texts for one in _EXACTLY.finditer(text)]
    if len(counted) != 1 or any(TARGET_WORD.search(_EXACTLY.sub("", one)) for one in texts):
        return None
    return resolution.x if counted == ["x"] else NUMBER_WORDS.index(counted[0])


_EXACTLY = pattern(
    r"(?<!up to )(?<!or )\b(?P<number>two|three|four|five|six|ten|x)(?: other)? target\b",
    re.IGNORECASE,
)


def _say_what_could_resolve(
    facts: Facts, timeline: Timeline, number: int, could_mean: Iterable[tuple[object, Ability]], asked: Resolution
) -> None:
    """Write the abilities of a permanent of which the step means one, if that is still there (113.7a)."""
    source = timeline.things[asked.source]
    if not _is_there(source, asked):
        return
    for term, _ in could_mean:
        if isinstance(term, AbilityOf) and term.is_of_a_card:
            step = Moment(asked.step).written(number)
            facts.say("might_be_meant", step, object_term(number, source.label), term.written(number))


def _is_there(source: Thing, asked: Resolution) -> bool:
    """Tell whether the source is a permanent of its own as an ability of it resolves."""
    stays = source.left is None or source.left >= asked.step
    return source.zone == BATTLEFIELD and source.step < asked.step and stays and not source.merged


def _affects_whole_set(resolution: Resolution) -> bool:
    """Tell whether a text fixes the objects that it affects, so that a step that names some must name all (611.2c)."""
    effects, own = resolution.ability.effects, without_quotes(resolution.ability.text)
    others = [_OF_PLAYERS.sub("", one) for one in resolution.parts if one != own]
    said = _OF_PLAYERS.sub("", _ITS_TARGETS.sub("", _COST.sub("", _BULLET.sub("", own))))
    sets = {one.affects for one in effects if one.if_ is None and one.mode is None}
    return (
        len(resolution.candidates) == 1
        and bool(effects)
        and all(effect.affects_filter and effect.affects in sets for effect in effects)
        and all(one.becomes_copy is None and one.besides is None and one.shares is None for one in effects)
        and not any(choosing.search(said) for choosing in (_CHOOSES, _CHANGES_ONE))
        and (resolution.x is not None or not _X_IN_SET.search(said))
        and not any(map(_CHOOSES.search, others))
    )


def _finds_by_several_sets(resolution: Resolution) -> bool:
    """Tell whether a text affects several sets that it describes, each with qualities that the board knows (608.2c)."""
    ability = resolution.ability
    return described_sets(ability) is not None and any(map(resolution.picks, ability.effects))


_BULLET = pattern(r"^• ", re.MULTILINE)
"""The sign before a mode, which is chosen by now."""
_OF_PLAYERS = pattern(r"\btarget (?:player|opponent)s?\b(?! or)", re.IGNORECASE)
_CHOOSES = pattern(r"\b(?:choos\w*|chosen|choice|any number|up to|targets?|random|modes?)\b|•", re.IGNORECASE)
"""Words of a text that lets a player choose what it affects."""
_CHANGES_ONE = pattern(
    r"(?:^|[.,:] )(?:then )?(?:an?|another|one|two|three) [^.,:]*\b(?:gains?|gets?|becomes?|loses?|has|have)\b|"
    r"\bgains? control of (?:an?|another|one|two|three) ",
    re.IGNORECASE,
)
"""A sentence that changes one object, or some: "a creature you control gains flying"."""
_X_IN_SET = pattern(r"\bX or (?:less|greater|more|fewer)\b")
"""A set that only the value of X fixes."""


def named_too_often(resolution: Resolution) -> list[tuple[str, int, int]]:
    """Return the objects that a step names as targets more than once.

    Args:
        resolution: The spell or ability that resolves.

    Returns:
        For each its label, how often the step names it, and how often the text lets one object be a target: once for
        each "target", but not for "another target" after it.
    """
    return named_again(resolution.targets or (), resolution.texts)


def named_again(targets: Sequence[str], texts: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return the objects among the targets of a step that it names more than once.

    Args:
        targets: The objects that it names as targets.
        texts: The texts of the spell or ability.

    Returns:
        As `named_too_often` does.
    """
    if len(set(targets)) == len(targets) or any(map(_MODE_AGAIN.search, texts)):
        return []
    plain = [objects_said(_COSTS_MORE.sub("", one)) for one in texts]
    words = max(1, sum(_places_of_one(line) for one in plain for line in one.split("\n")))
    words += any(map(chooses_one, texts))
    return [(label, times, words) for label, times in Counter(targets).items() if times > 1]


_MODE_AGAIN = pattern(r"\bmode more than once\b", re.IGNORECASE)
_COSTS_MORE = pattern(r"\bThis spell costs [^.]*\.", re.IGNORECASE)
"""What the targets cost: "{1} more to cast for each target beyond the first"."""
_ANOTHER = pattern(r"\b(?:an)?other target\b", re.IGNORECASE)


def _places_of_one(line: str) -> int:
    """Return how often a line lets one object be a target: "another target" differs from the targets before it."""
    found = list(_TARGET.finditer(line))
    others = {one.end() for one in _ANOTHER.finditer(line)}
    return sum(place == 0 or one.end() not in others for place, one in enumerate(found))
