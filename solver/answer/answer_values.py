"""The answer: the characteristics of every object of a board, as typed values and as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NamedTuple

from facts.cards import DEFAULT_EDITION
from facts.version import stamp


class AbilityAnswer(NamedTuple):
    """An ability of an object.

    Attributes:
        text: Its text.
        origin: ``printed``, ``copied``, ``granted`` or ``intrinsic``.
        source: The label of the source of the effect that granted it.
        rule: The rule that gives an intrinsic ability.
        modelled: False where its words are carried along without being understood.
        keyword: The keyword it is, if any.
        printed: Whether the printed card says it, in these words (an intrinsic one: whether its type line does).
    """

    text: str
    origin: str
    source: str | None = None
    rule: str | None = None
    modelled: bool = True
    keyword: str | None = None
    printed: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data: dict[str, Any] = {"text": self.text, "origin": self.origin}
        if self.source is not None:
            data["source"] = self.source
        if self.rule is not None:
            data["rule"] = self.rule
        if not self.modelled:
            data["modelled"] = False
        if self.origin == "printed" and not self.printed:
            data["printed"] = False
        return data

    @property
    def changed(self) -> bool:
        """True if an effect changed it from the printed one: its words, or the basic land type that gives it."""
        return self.origin in ("printed", "intrinsic") and not self.printed


class LostAbility(NamedTuple):
    """An ability that an object no longer has.

    Attributes:
        text: Its text.
        origin: Its former origin: ``printed``, ``copied``, ``granted`` or ``intrinsic``.
        source: The label of the source of the effect that had granted it.
        by: Its remover: the label of an object, or the label or name of a resolved spell or ability. None if nothing
            removed it and the object lacks it by its state: it is face down, flipped, a locked half (``rule`` says).
        rule: The paragraph.
    """

    text: str
    origin: str
    source: str | None
    by: str | None
    rule: str

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        granted = {} if self.source is None else {"source": self.source}
        return {"text": self.text, **granted, "by": self.by, "rule": self.rule}


class ObjectAnswer(NamedTuple):
    """An object of the answer.

    ``docs/answer.md`` describes these values, too.

    Attributes:
        label: Its label.
        name: Its name; empty for a face-down object.
        zone: Its zone, such as ``battlefield``.
        controller: The name of its controller.
        owner: The name of its owner.
        face: The face that is up: ``front``, ``back``, ``down`` ...
        supertypes: Its supertypes, in the order of the type line.
        types: Its card types, in the order of the type line.
        subtypes: All its subtypes, in the order of the type line.
        type_line: Its type line.
        every: The sets of which it has every subtype, such as ``creature``.
        colors: The letters of its colors, in the order W, U, B, R, G.
        mana_value: Its mana value.
        power: Its power; None for a noncreature.
        toughness: Its toughness; None for a noncreature.
        abilities: Its abilities: printed ones, then intrinsic ones, then granted ones by timestamp.
        properties: Descriptions that its supertypes and its face imply, such as ``nonbasic land`` (205.4).
        printed: The type line of its card.
        token: Whether it is a token.
        counters: The number of counters of each kind on it.
        damage: The damage marked on it.
        attached_to: The label of its host; None if it is attached to nothing.
        phased_out: Whether it is phased out.
        copied: Whether it is a copy.
        lost: The abilities that it no longer has.
        printed_power: The printed power: a number, or the text that is printed instead (``*``).
        printed_toughness: The printed toughness, likewise.
        printed_colors: The colors of its card.
        changed: Those of ``type_line``, ``colors`` and ``power_toughness`` that differ from its card.
    """

    label: str
    name: str
    zone: str
    controller: str
    owner: str
    face: str
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    type_line: str
    every: tuple[str, ...]
    colors: tuple[str, ...]
    mana_value: int
    power: int | None
    toughness: int | None
    abilities: tuple[AbilityAnswer, ...]
    properties: tuple[str, ...]
    printed: str
    token: bool = False
    counters: Mapping[str, int] = MappingProxyType({})
    damage: int = 0
    attached_to: str | None = None
    phased_out: bool = False
    copied: bool = False
    lost: tuple[LostAbility, ...] = ()
    printed_power: int | str | None = None
    printed_toughness: int | str | None = None
    printed_colors: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def every_creature_type(self) -> bool:
        """True if it has every creature type."""
        return "creature" in self.every

    def of_object(
        self,
        *,
        label: str,
        zone: str,
        controller: str,
        owner: str,
        token: bool,
        counters: Mapping[str, int],
        damage: int,
        attached_to: str | None,
    ) -> ObjectAnswer:
        """Return the answer of an object that differs only in the statements of its board.

        Args:
            label: Its label.
            zone: Its zone.
            controller: Its controller.
            owner: Its owner.
            token: Whether it is a token.
            counters: The number of counters of each kind on it.
            damage: The damage marked on it.
            attached_to: Its host.
        """
        # In pieces: `_replace` takes six times as long, and this is done for each object.
        first, last = _of_its_card(self)
        return ObjectAnswer._make(
            (label, self.name, zone, controller, owner, *first, token, counters, damage, attached_to, *last)
        )

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        data: dict[str, Any] = {
            "name": self.name,
            "zone": self.zone,
            "controller": self.controller,
            "owner": self.owner,
            "face": self.face,
            "supertypes": list(self.supertypes),
            "types": list(self.types),
            "subtypes": list(self.subtypes),
            "type_line": self.type_line,
            "every_creature_type": self.every_creature_type,
            "colors": list(self.colors),
            "mana_value": self.mana_value,
            "power": self.power,
            "toughness": self.toughness,
            "abilities": [ability.as_data() for ability in self.abilities],
            "lost": [ability.as_data() for ability in self.lost],
            "properties": list(self.properties),
            "printed": {
                "type_line": self.printed,
                "colors": list(self.printed_colors),
                "power": self.printed_power,
                "toughness": self.printed_toughness,
            },
            "changed": list(self.changed),
            "token": self.token,
            "counters": dict(self.counters),
            "damage": self.damage,
            "attached_to": self.attached_to,
        }
        if self.phased_out:
            data["phased_out"] = True
        if self.copied:
            data["copied"] = True
        return data


_place = ObjectAnswer._fields.index
_of_its_card = itemgetter(slice(_place("owner") + 1, _place("token")), slice(_place("attached_to") + 1, None))
"""Takes the values that `ObjectAnswer.of_object` leaves as they are."""


class Refusal(NamedTuple):
    """An instruction of a step that the rules refuse: to transform or flip, or to enter or be turned face up as a copy.

    Attributes:
        object: The label of the permanent.
        step: The step of the timeline, from 1.
        rule: The rule that refuses it.
        turning_over: Whether the instruction was to become a copy as it transforms; it transforms.
    """

    object: str
    step: int
    rule: str
    turning_over: bool = False

    @property
    def entering(self) -> bool:
        """True if the instruction was to enter as a copy or with a choice."""
        return self.rule == "614.12"

    @property
    def turning_up(self) -> bool:
        """True if the instruction was to become a copy, or get a choice, as it is turned face up."""
        return self.rule == "708.11"

    @property
    def unmet(self) -> bool:
        """True if the instruction had a condition that was not met: to transform, to flip or to become solved."""
        return self.rule == "608.2c"

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"object": self.object, "step": self.step, "rule": self.rule}


class Answer(NamedTuple):
    """The answer of a board. Two answers are equal if they say the same, in any edition of the rules.

    Attributes:
        objects: By label, in the order they entered.
        warnings: Parts of the board that are not taken into account.
        refused: Instructions of steps that the rules refuse: to transform, and to enter as a copy.
        edition: The edition of the Comprehensive Rules.
    """

    objects: Mapping[str, ObjectAnswer]
    warnings: tuple[str, ...]
    refused: tuple[Refusal, ...]
    edition: str = DEFAULT_EDITION

    def __eq__(self, other: object) -> bool:
        """Tell whether another answer says the same."""
        return isinstance(other, Answer) and self[:3] == other[:3]

    def __ne__(self, other: object) -> bool:
        """Tell whether another answer says something else."""
        return not self == other

    def as_data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            **stamp(self.edition),
            "objects": {label: one.as_data() for label, one in self.objects.items()},
            "warnings": list(self.warnings),
            "refused": [one.as_data() for one in self.refused],
        }
