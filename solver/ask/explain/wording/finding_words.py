"""The findings of the check of a board in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clingo import Symbol, SymbolType

from facts.board import Timeline
from facts.cards import Edition
from facts.text import printable
from solver.ask.explain.rules import rulebook_order

SENTENCES = {
    "enchants_illegally": "{0} enchants {1}, which its enchant ability does not allow: it goes to the graveyard.",
    "bestowed_on_no_creature": "{0} is bestowed on {1}, which is no creature: it ceases to be bestowed.",
    "bestowed_illegally": "{0} is bestowed on {1} and cannot enchant it: it becomes unattached, and a creature again.",
    "creature_enchants": "{0} is a creature, so it cannot enchant {1}: it goes to the graveyard.",
    "host_has_left": "{0} was attached to {1}, which has left.",
    "unattached": "{0} is an Aura that is attached to nothing: it goes to the graveyard.",
    "protected": "{1} has protection from {0}, which is attached to it.",
    "equips_no_creature": "{0} is attached to {1}, which is no creature: it becomes unattached.",
    "attached_illegally": "{0} is attached to {1}, which its own text does not allow: it becomes unattached.",
    "fortifies_no_land": "{0} is attached to {1}, which is no land: it becomes unattached.",
    "creature_equips": "{0} is a creature, so it cannot equip {1}: it becomes unattached.",
    "creature_fortifies": "{0} is a creature, so it cannot fortify {1}: it becomes unattached.",
    "not_attachable": "{0} is attached to {1}, but is no Aura, Equipment or Fortification: it becomes unattached.",
    "creature_attached": "{0} is a creature that is attached to {1}: it becomes unattached.",
    "earlier_role": "{0} and {1} are Roles of one player on the same permanent: {0} goes to the graveyard.",
    "attached_elsewhere": "{0} is said to be attached to {1}, but is not on the battlefield.",
    "token_elsewhere": "{0} is a token and not on the battlefield ({1}): it ceases to exist.",
    "token_stays_away": "{0} was exiled at step {1}, and a token that has left the battlefield does not come back.",
    "copy_elsewhere": "{0} is a copy of a spell and not on the stack ({1}): it ceases to exist.",
    "no_toughness": "The toughness of {0} is {1}: it goes to the graveyard.",
    "lethal_damage": "{0} has {1} damage, as much as its toughness or more: it is destroyed.",
    "damage_waits": "{0} has {1} damage and is no creature: the damage stays, and counts if it becomes one.",
    "no_loyalty": "{0} has no loyalty counters left: it goes to the graveyard.",
    "no_defense": "{0} has no defense counters left.",
    "legend_rule": "{0} and {1} are legendary and have the same name and controller: one of them stays.",
    "no_legend_stays": "{0} and {1} are legendary and have the same name: all of that name go to the graveyard.",
    "planeswalkers_alike": "{0} and {1} share a planeswalker type: both go to the graveyard.",
    "world_rule": "{0} is a world permanent, and {1} has been one for a shorter time: {0} goes to the graveyard.",
    "counters_cancel": "{0} has +1/+1 and -1/-1 counters: they cancel each other out.",
    "on_battlefield": "{0} is {1}: it cannot be on the battlefield.",
    "cannot_be_enchanted": "{0} enchants {1}, which can't be enchanted by it: it goes to the graveyard.",
    "cannot_be_equipped": "{0} is attached to {1}, which can't be equipped: it becomes unattached.",
    "cannot_transform": "{0} is told to transform, and {1} says that it can't: nothing happens.",
    "cannot_phase_in": "{0} is told to phase in, and {1} says that it can't: it stays phased out.",
    "cannot_phase_out": "{0} is told to phase out, and {1} says that it can't: it stays.",
    "cannot_turn_face_up": "{0} is told to turn face up, and {1} says that it can't be: it stays face down.",
    "no_mana_cost_to_turn_up": (
        "{0} is turned face up at step {1} by no spell or ability, and its card is no creature card with a mana cost."
    ),
    "no_cost_to_turn_up": "Face up, {0} would have no ability with a cost for which it is turned face up at step {1}.",
    "not_face_down_then": "{0} is told to turn face up at step {1}, and is face up already.",
    "face_down_then": "{0} is told to turn face down at step {1}, and is face down already.",
    "cannot_turn_face_down": "{0} is told to turn face down at step {1}, and a double-faced permanent can't be.",
    "phased_out_then": "{0} is told to phase out at step {1}, and is phased out already.",
    "phased_in_then": "{0} is told to phase in at step {1}, and is not phased out then.",
    "changed_while_phased_out": (
        "{0} is told to change at step {1}, and is phased out then, so it cannot. The answer shows the change as told."
    ),
    "not_transformed": "{0} does not transform at step {1}.",
    "cannot_get_counters": "Counters are said to be put on {0}, and {1} says that they can't be: none are.",
    "cannot_become_suspected": "{0} is said to be suspected, and {1} says that it can't become suspected.",
    "enters_without": "As {0} enters at step {1}, no ability lets it enter as a copy or with a choice.",
    "turns_up_without": "As {0} is turned face up at step {1}, no ability makes it a copy or asks for a choice.",
    "turns_over_without": "As {0} transforms at step {1}, no ability makes it a copy.",
    "illegal_target": "{0} is no legal target of the spell or ability that resolves at {1}.",
    "cannot_enter_as": "{0} enters as a copy of {1}, which its text does not let it copy.",
    "cannot_equip": "{0} becomes attached to {1}, which no equip ability of its own can target.",
    "cannot_fortify": "{0} becomes attached to {1}, which no fortify ability of its own can target.",
    "cannot_reconfigure": "{0} becomes attached to {1}, which no reconfigure ability of its own can target.",
    "cannot_be_attached": "{0} becomes attached to {1}, to which its text did not let it be attached at that moment.",
    "cannot_enchant": "{0} becomes attached to {1}, which its enchant ability did not let it enchant at that moment.",
    "protected_then": "{0} becomes attached to {1}, which had protection from it at that moment.",
    "cannot_mutate_onto": (
        "The mutating spell cannot target what is now {0} at {1}: it is no non-Human creature with the same owner then."
    ),
    "merges_without_mutate": "A card that merges with {0} has no mutate ability.",
    "paired_twice": "{0} is paired with {1}, and with another creature: it can be paired with only one.",
    "not_paired": "{0} and {1} are not paired: both must be creatures of one player, and one must have soulbond.",
    "cannot_be_copied": "The text that resolves at {1} does not let anything copy {0}.",
    "cannot_be_target": "{0} cannot be the target of the spell or ability that resolves at {1}.",
    "lacks_ability": "{0} does not have the ability that resolves at {1}: it must have been on the stack before.",
    "lacks_at_its_level": "{0} does not have the ability that resolves at {1} at the level that it has then.",
    "not_its_controller": "Only the controller of {0} activates its abilities, and not the player who does at {1}.",
    "cannot_be_activated": "The condition for activating the ability of {0} that resolves at {1} does not hold then.",
    "activation_prohibited": (
        "An effect says that such abilities of {0} can't be activated: the one that resolves at {1} must have been on "
        "the stack before."
    ),
    "triggers_for_another": "The controller of {0} controls its triggered abilities, and not the player named at {1}.",
    "no_creature_in_combat": "{0} is no creature as its ability resolves at {1}, which triggers only in combat.",
    "not_saddled_then": "{0} is not saddled as its ability resolves at {1}, which triggers only while it is.",
    "chapter_not_reached": "{0} never had enough lore counters for its chapter that resolves at {1} to trigger.",
    "never_triggered": "{0} has an ability that resolves at {1}, and what it triggers for was never so until then.",
    "loyalty_not_reached": "{0} never had enough loyalty counters for the cost of its ability that resolves at {1}.",
    "not_affected": "The text that resolves at {1} does not affect {0}.",
    "left_out": "The text that resolves at {1} affects {0}, too, and the step does not name it.",
    "too_many_targets": "The step names more targets than the text that resolves at {0} has: at most {1}.",
    "too_few_targets": "The text that resolves at {0} must have {1} targets, and the step names fewer.",
    "too_many_modes": "The step names more modes than the text that resolves at {0} lets a player choose: at most {1}.",
    "too_few_modes": "The text that resolves at {0} has a player choose {1} modes, and the board names fewer.",
    "mode_again": "The mode {1} is named more than once at {0}, and the text does not let a player choose it again.",
    "target_again": "{0} is named as a target more often at {1} than the text lets one object be a target.",
    "not_designated": "{0} is said to be {1}, and none of its abilities makes it so.",
    "not_in_combat": "{0} is said to be {1}, and is no creature.",
    "attacks_out_of_turn": "{0} is said to be attacking, and it is another player's turn.",
    "blocks_on_own_turn": "{0} is said to be blocking, and it is its controller's own turn.",
    "attacks_and_blocks": "{0} is said both to attack and to block.",
    "blocked_without_attacking": "{0} is said to be {1}, and does not attack: only attacking creatures are.",
    "land_as_spell": "{0} is a land, and said to be or to have been a spell: lands are played, and never cast.",
    "damaged_elsewhere": "{0} is said to be damaged, and is not on the battlefield ({1}).",
    "level_skipped": "{0} gains level {1}, and it was not at the level before that one.",
    "no_next_level": "{0} is told to gain the next level, and none of its abilities gives one after level {1}.",
    "no_such_level": "{0} is said to be at level {1}, and none of its abilities gives that level.",
    "unlocked_elsewhere": "{0} is said to have an unlocked door, and is not on the battlefield ({1}).",
    "no_card_to_manifest": "{0} is a token, and only a card is put onto the battlefield face down by {1}.",
    "manifested_spell": "{0} is a spell, and a card that is face down by {1} is put onto the battlefield.",
    "not_cast_transformed": "{0} is a spell with its back face up, and nothing lets a player cast it transformed.",
    "day_and_night": "{0} with daybound is only there by day, and {1} with nightbound only by night.",
    "not_face_down": "{0} is said to be face down by {1}, which it does not have.",
    "not_exiled_with": "{0} is said to be exiled with {1}, which exiles nothing.",
    "exiles_no_such_card": "{0} is said to be exiled with {1}, which exiles only other kinds of cards.",
    "no_lower_half": "{0} is said to be flipped, and is no flip card.",
    "second_ring_bearer": "{0} and {1} are both said to be Ring-bearers of one player, who has only one.",
    "status_elsewhere": "{0} is said to be {1}, and is not on the battlefield.",
    "works_elsewhere": "{0} is not on the battlefield, and its ability that resolves at {1} works only there.",
    "not_returned": "{0} is not on the battlefield: what resolves at {1} changes only the permanent that it returns.",
    "face_down_elsewhere": "{0} is said to be face down, and is neither a spell nor a permanent ({1}).",
    "no_spell_or_permanent": "{0} is said to be {1}, and is neither a spell nor a permanent.",
    "not_melded_from": "{0} is said to be melded from other cards, and {1} is one of the two that meld into it.",
    "not_melded": "{0} is said to be melded, and has a mana cost: no cards meld into it.",
    "token_was_cast": "{0} is a token and no copy of a card: it was not cast.",
    "no_commander": "{0} is said to be a commander, and is no legendary card.",
    "counters_elsewhere": "{0} is said to have counters, and a card has none there ({1}).",
    "stays_face_down": "{0} is an instant or sorcery card: it is not turned face up.",
    "does_not_end": "The text that resolves at {0} has no duration: its effects do not end.",
    "condition_unmet": "The condition of the text that resolves at {0} is not met: it does nothing.",
    "not_chosen": "The board does not say which {1} was chosen for {0}.",
}
"""The sentence of each finding; to translate findings, translate these."""

_TYPES = {"Instant": "an instant", "Sorcery": "a sorcery"}


@dataclass(frozen=True)
class BoardFinding:
    """One thing that is found on a board.

    Attributes:
        rule: The number of the paragraph in the edition.
        kind: The finding: a key of `SENTENCES`.
        objects: Labels of the objects that it is about.
        said: A sentence.
        step: The step that it is about; None where it is about the present state.
    """

    rule: str
    kind: str
    objects: tuple[str, ...]
    said: str
    step: int | None

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "rule": self.rule,
            "finding": self.kind,
            "objects": list(self.objects),
            "says": self.said,
            "step": self.step,
        }


def finding_of(atom: Sequence[Symbol], names: Mapping[str, str], edition: Edition) -> BoardFinding:
    """Read a finding, and put it into words.

    Args:
        atom: The arguments of the atom ``finding``.
        names: The names of the objects of the board, by label.
        edition: The edition, whose numbers are cited.
    """
    rule, kind, about, other = atom
    words = [_words(one, names) for one in (about, other)]
    sentence = SENTENCES[kind.name]
    said = sentence.format(*map(printable, words))
    labels = tuple(dict.fromkeys(one.arguments[1].string for one in (about, other) if one.match("o", 2)))
    steps = [one.arguments[-1].number for one in (about, other) if one.match("step", 2)]
    if "step {1}" in sentence:
        steps.append(other.number)
    step = next(iter(steps), None)
    return BoardFinding(edition.number(rule.string), kind.name, labels, said[0].upper() + said[1:], step)


def in_order(findings: Iterable[BoardFinding], timeline: Timeline) -> list[BoardFinding]:
    """Return findings without repetitions, in the order of their paragraphs, then of the board.

    Args:
        findings: The findings.
        timeline: The history of the board.
    """
    order = {label: place for place, label in enumerate(timeline.things)}
    return sorted(
        dict.fromkeys(findings),
        key=lambda one: (rulebook_order(one.rule), [order.get(label, -1) for label in one.objects], _natural(one.said)),
    )


def _words(one: Symbol, names: Mapping[str, str]) -> str:
    """Return the names of the things that a finding is about."""
    if one.type is SymbolType.Function and one.arguments:
        last = one.arguments[-1]
        calls: dict[str, Callable[[], str]] = {
            "o": lambda: names.get(last.string, last.string),
            "p": lambda: last.string,
            "step": lambda: f"step {last.number}",
        }
        return calls[one.name]()
    if one.type is SymbolType.String:
        return _TYPES.get(one.string, one.string)
    return str(one).replace("_", " ")


def _natural(said: str) -> list[tuple[int, str]]:
    """Return a key that sorts sentences with numbers as people do: step 9 before step 10."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", said)]
