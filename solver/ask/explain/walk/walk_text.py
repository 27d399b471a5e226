"""The walk as text: short (a line a change), middle (as a judge would say it), long (with everything)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from facts.oracle.say import plural
from facts.text import printable
from facts.words import EMBLEM
from solver.answer import ObjectAnswer, Refusal, width, wrapped
from solver.ask.explain.proof import Detail, View
from solver.ask.explain.rules import stated
from solver.ask.explain.walk.beginning import LAYERED
from solver.ask.explain.walk.found import finding_lines
from solver.ask.explain.walk.walk_names import NUMBERED, alike_named, effect_names, joined_names, short_names
from solver.ask.explain.walk.walk_words import capital, color_words, differences, one_line, quoted, size_of
from solver.ask.explain.walk_values import (
    OLDER,
    REACH,
    Applied,
    Change,
    Dependency,
    EffectName,
    Idle,
    Missed,
    Start,
    Walk,
)
from solver.ask.explain.wording import article, ruled_name
from solver.ask.explain.wording import phrases as words
from solver.ask.explain.wording import walk_wording as wording

_TURNED = ("back face", "flipped", "half", "doors", "adventure", "omen")
"""Kinds of starts that use the name of the card, not the current name."""
_ROOM: Mapping[str, int] = {"short": 44, "middle": 64}
"""The most letters quoted from an ability, except in the full output."""
_FEW = 3
"""The most objects that are named. The others are counted, except in the full output."""


def walk_text(walk: Walk, detail: Detail = "middle") -> str:
    """Write a walk.

    Args:
        walk: The walk.
        detail: The amount of detail.

    Returns:
        Lines of text, no wider than the terminal.
    """
    writer = Writer(walk, detail)
    lines = list(writer.short() if detail == "short" else writer.full()) or [(0, wording.NOTHING_CHANGES)]
    return "\n".join(part for indent, line in lines for part in _fitted(indent, line)).lstrip("\n")


def walk_views(walk: Walk, detail: Detail = "middle") -> list[View]:
    """Return a walk as trees: the layers, under each its effects, under each its changes.

    Args:
        walk: The walk.
        detail: The amount of detail.
    """
    writer = Writer(walk, detail)
    roots: list[View] = []
    path: list[tuple[int, View]] = []
    for number, (indent, line) in enumerate(writer.short() if detail == "short" else writer.full()):
        if not line:
            continue
        shown = View(number, "", printable(line))
        while path and path[-1][0] >= indent:
            path.pop()
        (path[-1][1].children if path else roots).append(shown)
        path.append((indent, shown))
    return roots or [View(0, "", wording.NOTHING_CHANGES)]


def _fitted(indent: int, line: str) -> list[str]:
    """Break a line so that it fits the terminal."""
    return wrapped(" " * indent + printable(line), width(), " " * (indent + 4)) or [""]


class Writer:
    """Writes one walk."""

    def __init__(self, walk: Walk, detail: Detail) -> None:
        """Take a walk.

        Args:
            walk: The walk.
            detail: The amount of detail.
        """
        self._walk = walk
        self._detail = detail
        self._all = detail == "long"
        self._room = 10_000 if self._all else _ROOM[detail]
        self._names = walk.names
        self._short = short_names(walk.names)
        self._effects = effect_names(walk, self._names)
        self._told: set[EffectName] = set()

    # ---- the whole of it

    def short(self) -> Iterator[tuple[int, str]]:
        """Write a line for each thing that changes."""
        for start in self._walk.starts:
            yield 0, capital(self.start_said(start))
        for applied in self._walk.applied:
            source = self.source(applied.effect)
            for told, labels in self._told_changes(applied):
                if told:
                    yield 0, capital(f"{applied.layer}  {source}: {self._objects(labels)}: {told}")
        for idle in self._walk.idle:
            yield 0, f"-  {capital(self.idle_said(idle))}"
        for note in (*(note for about in dict(self.notes()).values() for note in about), *self._refused()):
            yield 0, f"-  {note}"
        for indent, line in finding_lines(self._walk, self._detail):
            yield indent, f"-  {line}"

    def full(self) -> Iterator[tuple[int, str]]:
        """Write the walk layer by layer, then the result."""
        layer = ""
        for start in self._walk.starts:
            where = wording.FIRST if start.what not in LAYERED else words.LAYERS[start.layer]
            if where != layer:
                layer = where
                yield from self._head(layer)
            yield 2, capital(self.start_said(start))
            if start.before and start.before != start.after:
                if "{after}" not in wording.STARTS.get(start.what, ""):
                    yield 4, f"{start.before} → {start.after}"
                else:
                    yield 4, wording.PRINTED.format(before=start.before)
        for applied in self._walk.applied:
            if words.LAYERS[applied.layer] != layer:
                layer = words.LAYERS[applied.layer]
                yield from self._head(layer)
            yield from self._applied(applied)
        if not self._walk.applied:
            if layer:
                yield 0, ""
            labels = list(self._walk.objects)
            yield (
                0,
                (
                    wording.NOTHING_CHANGES_IT.format(object=self._objects(labels))
                    if len(labels) == 1
                    else wording.NOTHING_APPLIES
                ),
            )
        notes = dict(self.notes())
        refused = list(self._refused())
        if self._walk.idle or notes or refused:
            yield from self._head(wording.DID_NOTHING)
        for idle in self._walk.idle:
            yield 2, capital(self.idle_said(idle))
            for dependency in idle.waited:
                if dependency.on in idle.taken_by or idle.because == REACH or self._all:
                    yield 4, capital(self._dependency(dependency, idle.effect))
            for note in notes.pop(idle.effect, ()):
                yield 4, note
        for about in notes.values():
            for note in about:
                yield 2, note
        for note in refused:
            yield 2, note
        findings = list(finding_lines(self._walk, self._detail))
        if findings:
            yield from self._head(wording.NOT_ALLOWED)
        for indent, line in findings:
            yield indent + 2, line
        yield from self._head(wording.RESULT)
        alike: dict[str, list[str]] = {}
        for label, one in self._walk.objects.items():
            alike.setdefault("; ".join(self.is_so(one)), []).append(label)
        for group in self._results(alike):
            what = "; ".join(self.is_so(self._walk.objects[group[0]]))
            yield 2, capital(wording.IS.format(object=self.full_names(group), what=what))

    def _head(self, text: str) -> Iterator[tuple[int, str]]:
        yield 0, ""
        yield 0, text

    # ---- parts of it

    def start_said(self, start: Start) -> str:
        """Say what an object is as layer 4 begins.

        Args:
            start: The object's change before layer 4.
        """
        kind, detail = start.what, start.detail
        source = self._name(start.source)
        if kind.startswith("copy ended"):
            detail = self._name(detail)
        elif kind in ("copy", "full text"):
            detail = self._name(detail)
            if not detail:
                kind = "copy of itself"
            elif start.source and start.source not in (start.object, self._names.get(start.object)):
                kind = "copy by"
        elif kind in ("control", "overridden control"):
            detail = words.OBJECTIVE.get(detail, detail)
            if not start.source:
                kind = "control by nothing"
        elif kind == "text":
            old, _, new = detail.partition(" → ")
            detail = wording.REWORDED.format(old=words.COLORS.get(old, old), new=words.COLORS.get(new, new))
        name = self._walk.objects[start.object].name
        called = self._names.get(start.object, start.object)
        if kind == "doors" and not name:
            kind = "doors closed"
        said = wording.STARTS[kind].format(
            object=start.detail if kind in _TURNED and called == name else called,
            detail=detail,
            source=source,
            rule=start.rule,
            after=start.after,
            name=name,
        )
        return f"{start.layer}  {capital(said)}" if self._detail == "short" else said

    def _applied(self, applied: Applied) -> Iterator[tuple[int, str]]:
        effect = applied.effect
        changes = list(self._told_changes(applied))
        same = [label for told, labels in changes if not told for label in labels]
        changed = [(told, labels) for told, labels in changes if told]
        again = effect in self._told and not self._all
        if again and not changed and not applied.waited and not self._withheld(applied):
            yield 2, capital(wording.NO_CHANGE_BY.format(source=self.source(effect), objects=self._objects(same)))
            return
        yield 2, capital(wording.GOES_ON.format(source=self.source(effect)) if again else self._effect(effect))
        self._told.add(effect)
        if applied.defining:
            yield 4, wording.DEFINING
        for dependency in applied.waited:
            yield 4, capital(self._dependency(dependency, effect))
        rules = wording.RULES.format(rules=", ".join(applied.rules)) if applied.rules else ""
        for told, labels in changed:
            cited = f" {rules}" if rules and len(changed) == 1 else ""
            yield 4, f"{capital(self._objects(labels))}: {told}{cited}"
        if len(changed) > 1 and any(rule not in words.LAYERS[applied.layer] for rule in applied.rules):
            yield 4, wording.BY_RULES.format(rules=words.joined(applied.rules))
        for line in self._withheld(applied):
            yield 4, f"{capital(line)}."
        kept = {label for change in applied.changes if change.withheld for label in change.objects}
        same = [label for label in same if label not in kept]
        if same:
            yield 4, wording.NO_CHANGE.format(objects=self._objects(same))

    def _told_changes(self, applied: Applied) -> Iterator[tuple[str, list[str]]]:
        """Tell the differences, once for objects with equal ones."""
        found: dict[str, tuple[Change, list[str]]] = {}
        sizes = applied.layer.startswith("7")
        for change in applied.changes:
            told = "; ".join(differences(change, self._room, sizes=sizes))
            found.setdefault(told, (change, []))[1].extend(change.objects)
        for told, (change, labels) in found.items():
            several = len(labels) > 1
            yield "; ".join(differences(change, self._room, sizes=sizes, several=several)) if several else told, labels

    def changes_told(self, applied: Applied) -> Iterator[tuple[str, str]]:
        """Say the changes of an effect, each line with the label of the first object that it is about.

        Args:
            applied: The effect, in a layer.
        """
        for told, labels in self._told_changes(applied):
            if told:
                yield labels[0], f"{capital(self._objects(labels))}: {told}"
        for line in self._withheld(applied):
            yield "", f"{capital(line)}."

    def _withheld(self, applied: Applied) -> list[str]:
        found: dict[tuple[str, str], list[str]] = {}
        for change in applied.changes:
            for one in change.withheld:
                found.setdefault(one, []).extend(change.objects)
        return [
            wording.WITHHELD.get(rule, wording.WITHHELD[""]).format(objects=self._objects(labels), what=what, rule=rule)
            for (what, rule), labels in found.items()
        ]

    def _dependency(self, dependency: Dependency, effect: EffectName) -> str:
        other = self.source(dependency.on)
        why = self.why_said(dependency, other, self.source(effect) if dependency.loop else "")
        if dependency.loop:
            return self._loop(dependency, effect, other, why)
        if dependency.came == "never":
            return wording.NEVER_CAME.format(other=other, rule=dependency.rule, why=why)
        age = wording.AGES[dependency.age]
        if dependency.age == OLDER:
            return wording.FOLLOWED.format(other=other, age=age, rule=stated("depends_on", 3), why=why)
        said = wording.WAITED.format(other=other, age=age, rule=dependency.rule, why=why)
        return f"{said} {self._otherwise(dependency)}"

    def _loop(self, dependency: Dependency, effect: EffectName, other: str, why: str) -> str:
        """Say that two effects depend on each other, directly or through others."""
        other_first = dependency.came == "before"
        if not dependency.age:
            pattern = wording.SAME_TIMESTAMP
        else:
            pattern = wording.BY_TIMESTAMP if other_first == (dependency.age == OLDER) else wording.OTHERWISE_FIRST
        first = pattern.format(first=other if other_first else self.source(effect))
        if not dependency.through:
            return wording.LOOP.format(other=other, why=why, first=first, rule=dependency.rule)
        chain = [other, *map(self.source, dependency.through)]
        others = ", ".join(wording.LINK.format(other=one, next=two) for one, two in pairwise(chain))
        return wording.LONG_LOOP.format(
            other=other, others=others, last=chain[-1], why=why, first=first, rule=dependency.rule
        )

    def why_said(self, dependency: Dependency, other: str, called: str = "") -> str:
        """Say why an effect depends on another.

        Args:
            dependency: The dependency.
            other: The name of the effect that it depends on.
            called: The name of the effect that depends on it, where "it" could be either.
        """
        by_name, called = bool(called), called or wording.THIS_ONE
        why: list[str] = []
        for reason in dependency.because or ("",):
            if reason == REACH:
                for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                    if labels:
                        named = dependency.on.source in labels and dependency.on.kind != "ruled"  # by its object
                        which = "gains by itself" if what == "gains" and named else what
                        pattern = wording.WHY["loses by name" if what == "loses" and by_name else which]
                        why.append(pattern.format(objects=self._objects(labels), other=other, it=called))
                if dependency.gains or dependency.loses:
                    continue
            why.append(wording.WHY[reason].format(other=other, it=called))
        return f" {words.AND} ".join(why)

    def _otherwise(self, dependency: Dependency) -> str:
        """Say what would have been different in the order of the timestamps."""
        said: list[str] = []
        if REACH in dependency.because:
            for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                if labels:
                    said.append(wording.OTHERWISE[what].format(them=wording.IT if len(labels) == 1 else wording.THEM))
        for reason in dependency.because:
            if reason in wording.OTHERWISE:
                said.append(wording.OTHERWISE[reason])
        return (said or [wording.OTHERWISE[""]])[0]

    def idle_said(self, idle: Idle, called: str = "") -> str:
        """Say why an effect did nothing.

        Args:
            idle: The effect.
            called: Its name; by default with its timestamp and its text.
        """
        kind = "taken" if idle.taken_by else "lacks" if idle.lacks else "left" if idle.left else idle.because
        takers = [
            words.OF_ITSELF if (one.source, one.kind) == (idle.effect.source, "static") else self.source(one)
            for one in idle.taken_by
        ]
        others = f" {words.AND} ".join(dict.fromkeys(takers))
        return wording.IDLE[kind].format(
            effect=called or self._effect(idle.effect),
            object=self._name(idle.effect.source),
            others=others,
            rule=idle.rule,
            lacks=idle.lacks,
        )

    def notes(self) -> Iterator[tuple[EffectName, list[str]]]:
        """Say, for each effect, which objects another effect took out of its reach."""
        together: dict[EffectName, dict[tuple[object, ...], list[Missed]]] = {}
        for missed in self._walk.missed:
            key = (missed.by, missed.layer, missed.lost, missed.gained)
            together.setdefault(missed.effect, {}).setdefault(key, []).append(missed)
        for effect, groups in together.items():
            yield effect, [self._note(effect, group) for group in groups.values()]

    def _note(self, effect: EffectName, group: Sequence[Missed]) -> str:
        one = group[0]
        return capital(
            (wording.MISSED_LATER if one.layer else wording.MISSED).format(
                effect=self.source(effect),
                objects=self._objects([missed.object for missed in group]),
                now=_now(one, several=len(group) > 1),
                other=self.source(one.by),
                layer=one.layer,
                them=wording.IT if len(group) == 1 else wording.THEM,
                rule=one.rule,
            )
        )

    def _refused(self) -> Iterator[str]:
        """Say which permanents did not transform, or did not enter as a step says, and why."""
        for refused in self._walk.refused:
            yield refusal_text(refused, self._name(refused.object))

    # ---- names

    def _name(self, label: str) -> str:
        name = self._names.get(label, label)
        return self._short.get(name, name)

    def source(self, effect: EffectName) -> str:
        """Return a short name of an effect.

        Args:
            effect: The effect.
        """
        name = self._called(effect)
        return self._short.get(name, name)

    def _called(self, effect: EffectName) -> str:
        """Return the name of an effect: its source, or the rule that makes it."""
        name = self._effects.get(effect) or self._names.get(effect.source, effect.source)
        return ruled_name(effect.text, self._short.get(name, name)) if effect.kind == "ruled" else name

    def _effect(self, effect: EffectName) -> str:
        """Name an effect, with its text."""
        said = wording.EFFECT.format(source=self._called(effect), timestamp=effect.timestamp)
        told = effect.text and effect.kind != "ruled" and self._detail != "short"
        return f"{said}: “{one_line(effect.text)}”" if told else said

    def _objects(self, labels: Sequence[str]) -> str:
        """Name objects, of many only the first few."""
        labels = list(dict.fromkeys(labels))
        named = joined_names(list(dict.fromkeys(map(self._name, labels))))
        if not self._all and len(named) > _FEW + 1:
            rest = sum(count for _, count in named[_FEW:])
            named = [*named[:_FEW], (wording.MORE.format(count=rest), rest)]
        return words.joined([name for name, _ in named])

    def full_names(self, labels: Sequence[str]) -> str:
        """Name objects, by their whole names.

        Args:
            labels: Their labels.
        """
        return words.joined([name for name, _ in joined_names([self._names.get(label, label) for label in labels])])

    def _results(self, alike: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
        """Return objects to name together: those of one name that are the same in the end."""
        told: set[str] = set()
        for label, one in self._walk.objects.items():
            if label in told:
                continue
            same = alike["; ".join(self.is_so(one))]
            head = NUMBERED.match(self._names.get(label, label))
            group = [label]
            if head is not None:
                names = {other: self._names.get(other, other) for other in same if other not in told}
                group = [other for other, name in names.items() if alike_named(head, name)]
            told.update(group)
            yield group

    def is_so(self, one: ObjectAnswer) -> Iterator[str]:
        """Say what an object is, part by part: its type line, colors, size, abilities.

        Args:
            one: The object.
        """
        yield one.type_line or ("Emblem (no types)" if one.printed == EMBLEM else "-")
        if one.phased_out:
            yield wording.PHASED_OUT
        elif one.zone != "battlefield":
            yield words.ZONES[one.zone]
        if one.colors:
            yield color_words(one.colors)
        if one.power is not None:
            yield size_of(one)
        if one.abilities:
            yield ", ".join(quoted(ability.text, self._room) for ability in one.abilities)


def source_name(walk: Walk, effect: EffectName) -> str:
    """Return the name of an effect.

    Args:
        walk: The walk that it is of.
        effect: The effect.
    """
    return Writer(walk, "long").source(effect)


def _now(missed: Missed, *, several: bool) -> str:
    """Say a characteristic that an object lost or gained."""
    said: list[str] = []
    for how, told in (("lost", missed.lost), ("gained", missed.gained)):
        for kind, value in told:
            if kind not in ("type", "subtype", "supertype", "color"):
                continue
            word = words.COLORS.get(value, value) if kind == "color" else value if kind == "subtype" else value.lower()
            pattern = wording.NOW[how, kind in wording.WITHOUT_ARTICLE][several]
            said.append(pattern.format(article=article(word), value=word, values=plural(word)))
    return "".join(said)


def refusal_text(refused: Refusal, name: str) -> str:
    """Say that a permanent did not transform, enter, or turn face up as a step says, and why.

    Args:
        refused: The instruction.
        name: The name of the permanent.
    """
    said = wording.REFUSED_ENTRY if refused.entering else wording.REFUSED
    said = wording.REFUSED_TURNING if refused.turning_up else said
    said = wording.REFUSED_TURNING_OVER if refused.turning_over else said
    said = wording.REFUSED_UNMET if refused.unmet else said
    return capital(said.format(object=name, step=refused.step, rule=refused.rule, why=_refusal(refused.rule)))


def _refusal(rule: str) -> str:
    """Say why a permanent does not transform."""
    return wording.REFUSALS.get(rule) or wording.REFUSALS.get(rule[-1:] if rule.startswith("701") else "", "")
