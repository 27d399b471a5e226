"""The walk through the layers as values: starts, changes, dependencies, effects that do nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.answer import ObjectAnswer, Refusal

if TYPE_CHECKING:
    from solver.ask.explain.wording import BoardFinding

REACH = "reach"
"""The reason that an effect reaches no object, or that another one changes which objects it reaches."""
OLDER, YOUNGER = "older", "younger"
"""How the timestamp of an effect compares with that of another one (613.7)."""


class EffectName(NamedTuple):
    """A continuous effect, as people call it.

    Attributes:
        source: The label of its source, or the name of the spell or ability that resolved.
        text: The text of its ability; for an effect of a rule of the game, its subject: ``bestow``,
            ``counters +1/+1``.
        timestamp: Its timestamp: a step of the timeline (613.7).
        kind: ``static``, ``resolved`` or ``ruled`` (of a rule of the game).
    """

    source: str
    text: str
    timestamp: int
    kind: str

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


class Look(NamedTuple):
    """The characteristics of an object at a moment.

    Attributes:
        type_line: Its type line.
        colors: Letters.
        power: None for a noncreature.
        toughness: None for a noncreature.
        abilities: The texts of its abilities.
        supertypes: Its supertypes.
        types: Its card types.
        subtypes: All of them, also where it has every subtype of a set.
        keywords: Its keyword abilities.
    """

    type_line: str
    colors: tuple[str, ...]
    power: int | None
    toughness: int | None
    abilities: tuple[str, ...]
    supertypes: tuple[str, ...]
    types: tuple[str, ...]
    subtypes: tuple[str, ...]
    keywords: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: the type line says its types."""
        shown = {name: getattr(self, name) for name in ("type_line", "colors", "power", "toughness", "abilities")}
        return {**shown, "colors": list(self.colors), "abilities": list(self.abilities)}


class Change(NamedTuple):
    """A change that an effect made. Objects that changed alike share one entry.

    Attributes:
        objects: Their labels.
        before: The state of each before.
        after: The state of each after.
        withheld: Values that the effect did not give, each with the rule that withheld it: (what, number).
    """

    objects: tuple[str, ...]
    before: Look
    after: Look
    withheld: tuple[tuple[str, str], ...] = ()

    @property
    def changed(self) -> bool:
        """True if the object looks different afterwards."""
        return self.before != self.after

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "objects": list(self.objects),
            "before": self.before.as_data(),
            "after": self.after.as_data(),
            "withheld": [{"what": what, "rule": rule} for what, rule in self.withheld],
        }


class Dependency(NamedTuple):
    """The dependency of an effect on another (613.8a).

    Attributes:
        on: The other effect.
        because: The changes by the other one: ``ability``, ``condition``, ``reach``, ``amount`` or ``result``; or
            ``came true``: the condition held only once the other one was applied.
        gains: Labels of objects that it would apply to only if the other one were applied first.
        loses: Labels of objects that it would not apply to any more then.
        loop: Whether they depend on each other, so that they ignore each other (613.8b).
        through: In a loop, the effects through which the other one depends on this one, in order; none where it depends
            on it directly.
        came: Whether the other one was applied ``before`` or ``after`` this one, or ``never``.
        rule: The paragraph by which it waited for the other one, or by which the two ignored each other.
        age: Whether the timestamp of the other one makes that ``older`` or ``younger`` than this one; empty if they
            have one timestamp.
    """

    on: EffectName
    because: tuple[str, ...]
    gains: tuple[str, ...]
    loses: tuple[str, ...]
    loop: bool
    through: tuple[EffectName, ...] = ()
    came: str = "before"
    rule: str = ""
    age: str = ""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "on": self.on.as_data(),
            "because": list(self.because),
            "gains": list(self.gains),
            "loses": list(self.loses),
            "loop": self.loop,
            "through": [one.as_data() for one in self.through],
            "came": self.came,
        }


class Applied(NamedTuple):
    """An effect, applied in a layer.

    Attributes:
        layer: ``4``, ``5``, ``6`` or ``7a`` to ``7d``.
        effect: The effect.
        defining: Whether it is of a characteristic-defining ability, which come first (613.3).
        changes: Its changes.
        waited: The effects that it waited for (613.8b).
        rules: The numbers of the rules that it applied by.
    """

    layer: str
    effect: EffectName
    defining: bool
    changes: tuple[Change, ...]
    waited: tuple[Dependency, ...]
    rules: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "layer": self.layer,
            "effect": self.effect.as_data(),
            "defining": self.defining,
            "changes": [change.as_data() for change in self.changes],
            "waited": [one.as_data() for one in self.waited],
            "rules": list(self.rules),
        }


OF_CONTROL = ("control", "overridden control")
"""The kinds of a `Start` that are about who controls an object."""


class Start(NamedTuple):
    """An object that differs from its printed card when layer 4 begins.

    Attributes:
        object: Its label.
        layer: ``1``, ``2`` or ``3``.
        rule: The number of the rule.
        what: Its kind: ``copy``, ``merged``, ``melded``, ``flipped``, ``half``, ``doors``, ``prototype``,
            ``adventure``, ``omen``, ``face down``, ``back face``, ``control``, ``overridden control``, ``text``,
            ``full text``, ``name``.
        detail: The copied object, the order of merged cards, the controller, the exchanged words, the object whose
            text it has, or the name on its front face.
        source: The cause, if any: the label of an object, or the name of the spell or ability that resolved.
        before: The printed value.
        after: The value when layer 4 begins.
    """

    object: str
    layer: str
    rule: str
    what: str
    detail: str
    source: str
    before: str
    after: str

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


class Idle(NamedTuple):
    """An effect that did nothing.

    Attributes:
        effect: The effect.
        because: ``ability`` (its ability was not there), ``condition`` or ``reach`` (there was nothing to apply to).
        taken_by: The effects that took its ability.
        waited: The effects that it waited for.
        rule: The number of the rule.
        lacks: The unmet part of its condition, in words: "you control no Forest"; else empty.
        left: Whether all objects that it affected as it resolved have left.
    """

    effect: EffectName
    because: str
    taken_by: tuple[EffectName, ...]
    waited: tuple[Dependency, ...]
    rule: str
    lacks: str = ""
    left: bool = False

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "effect": self.effect.as_data(),
            "because": self.because,
            "taken_by": [one.as_data() for one in self.taken_by],
            "waited": [one.as_data() for one in self.waited],
            "rule": self.rule,
            "lacks": self.lacks,
        }


class Missed(NamedTuple):
    """An object that an effect would have applied to, had another not been applied before it.

    Attributes:
        effect: The effect.
        object: The object's label.
        by: The other effect.
        layer: The earlier layer in which the other one was; empty where both are in the same one.
        lost: Properties that the effect needs and the object has lost: (``type``, ``Creature``).
        gained: Properties that the object has gained and the effect excludes.
        rule: The paragraph by which the other one was applied before.
    """

    effect: EffectName
    object: str
    by: EffectName
    layer: str = ""
    lost: tuple[tuple[str, str], ...] = ()
    gained: tuple[tuple[str, str], ...] = ()
    rule: str = ""

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "effect": self.effect.as_data(),
            "object": self.object,
            "by": self.by.as_data(),
            "layer": self.layer,
            "lost": [{"kind": kind, "value": value} for kind, value in self.lost],
            "gained": [{"kind": kind, "value": value} for kind, value in self.gained],
        }


class Reason(NamedTuple):
    """A reason in the proof of a finding.

    Attributes:
        rule: The number of its rule; empty for a statement of the board.
        sentence: Its sentence.
        children: Its own reasons.
    """

    rule: str
    sentence: str
    children: tuple[Reason, ...]

    @property
    def line(self) -> str:
        """The reason in one line."""
        return f"{self.rule + ': ' if self.rule else ''}{self.sentence}"

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "rule": self.rule,
            "sentence": self.sentence,
            "children": [one.as_data() for one in self.children],
        }


class Found(NamedTuple):
    """Something that the rules do not allow on the board, or that cannot be true.

    Attributes:
        finding: The finding of the check of the board.
        because: The reasons, as far as the final state of the board shows them.
    """

    finding: BoardFinding
    because: tuple[Reason, ...]

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**self.finding.as_data(), "because": [one.as_data() for one in self.because]}


class Walk(NamedTuple):
    """The history of a board's objects, layer by layer.

    Attributes:
        objects: The final answer for each object, by label.
        names: The name of each object that ever was, by label.
        starts: The changes of layers 1 to 3.
        applied: The effects of layers 4 to 7, in the order they were applied.
        idle: Effects that did nothing.
        missed: Objects that were taken out of an effect's reach.
        refused: Instructions to transform that did nothing (701.28).
        warnings: Parts of the board that are not taken into account.
        effects: All continuous effects there were, by their terms in the rules.
        findings: What the rules do not allow on the board, if the board was checked, too.
    """

    objects: Mapping[str, ObjectAnswer]
    names: Mapping[str, str]
    starts: tuple[Start, ...]
    applied: tuple[Applied, ...]
    idle: tuple[Idle, ...]
    missed: tuple[Missed, ...]
    refused: tuple[Refusal, ...]
    warnings: tuple[str, ...]
    effects: Mapping[str, EffectName]
    findings: tuple[Found, ...] = ()

    def about(self, label: str) -> Walk:
        """Return the part of the walk about one object.

        Args:
            label: Its label.

        Returns:
            The walk with the effects that reached it, those of its own that did nothing, and those that missed it.
        """
        applied = [
            one._replace(
                changes=tuple(change._replace(objects=(label,)) for change in one.changes if label in change.objects)
            )
            for one in self.applied
            if any(label in change.objects for change in one.changes)
        ]
        return self._replace(
            objects={label: self.objects[label]},
            starts=tuple(one for one in self.starts if one.object == label),
            applied=tuple(applied),
            idle=tuple(one for one in self.idle if one.effect.source == label),
            missed=tuple(one for one in self.missed if one.object == label),
            refused=tuple(one for one in self.refused if one.object == label),
            findings=tuple(one for one in self.findings if label in one.finding.objects),
        )

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data: see ``docs/explain.md``."""
        return {
            "objects": {label: one.as_data() for label, one in self.objects.items()},
            "names": dict(self.names),
            "starts": [one.as_data() for one in self.starts],
            "applied": [one.as_data() for one in self.applied],
            "idle": [one.as_data() for one in self.idle],
            "missed": [one.as_data() for one in self.missed],
            "refused": [one.as_data() for one in self.refused],
            "findings": [one.as_data() for one in self.findings],
            "warnings": list(self.warnings),
        }


def steps_as_data(walk: Walk) -> dict[str, Any]:
    """Return the steps of a walk as plain data.

    Args:
        walk: The walk.
    """
    return {
        "starts": [one.as_data() for one in walk.starts],
        "applied": [one.as_data() for one in walk.applied],
    }
