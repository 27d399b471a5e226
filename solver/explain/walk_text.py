"""The walk as text: short (a line a change), middle (as a judge would say it), long (with everything)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from facts.errors import printable
from solver.answer import ObjectAnswer
from solver.explain import words
from solver.explain.walk import Applied, Change, Dependency, EffectName, Idle, Look, Start, Walk
from solver.table import width, wrapped

Detail = Literal["short", "middle", "long"]
DETAILS: tuple[Detail, ...] = ("short", "middle", "long")
_FEW = 3
"""So many objects are named; the others are counted, unless everything is asked for."""


def walk_text(walk: Walk, detail: Detail = "middle") -> str:
    """Write a walk.

    Args:
        walk: The walk.
        detail: How much of it.

    Returns:
        Lines of text, no wider than the terminal.
    """
    writer = _Writer(walk, detail)
    lines = list(writer.short() if detail == "short" else writer.full()) or [(0, words.NOTHING_CHANGES)]
    return "\n".join(part for indent, line in lines for part in _fitted(indent, line))


def _fitted(indent: int, line: str) -> list[str]:
    """Break a line so that it fits the terminal."""
    return wrapped(" " * indent + printable(line), width(), " " * (indent + 4)) or [""]


class _Writer:
    """Writes one walk."""

    def __init__(self, walk: Walk, detail: Detail) -> None:
        self._walk = walk
        self._names = walk.names
        self._all = detail == "long"
        self._told: set[EffectName] = set()

    # ---- the whole of it

    def short(self) -> Iterator[tuple[int, str]]:
        """Write a line for each thing that changes."""
        for start in self._walk.starts:
            yield 0, f"{start.layer}  {self._start(start)}"
        for applied in self._walk.applied:
            for change in applied.changes:
                if change.changed:
                    told = "; ".join(_differences(change))
                    yield 0, f"{applied.layer}  {self._source(applied.effect)}: {self._objects(change.objects)}: {told}"
        for idle in self._walk.idle:
            yield 0, f"-  {self._idle(idle)}"
        for note in self._notes():
            yield 0, f"-  {note}"

    def full(self) -> Iterator[tuple[int, str]]:
        """Write it layer by layer, and what came of it."""
        layer = ""
        for start in self._walk.starts:
            if start.layer != layer:
                layer = start.layer
                yield from self._head(words.LAYERS[layer])
            yield 2, self._start(start)
            if start.before and start.before != start.after:
                yield 4, words.PRINTED.format(before=start.before)
        for applied in self._walk.applied:
            if applied.layer != layer:
                layer = applied.layer
                yield from self._head(words.LAYERS[layer])
            yield from self._applied(applied)
        if not self._walk.applied:
            yield 0, words.NOTHING_APPLIES
        notes = list(self._notes())
        if self._walk.idle or notes:
            yield from self._head(words.DID_NOTHING)
        for idle in self._walk.idle:
            yield 2, self._idle(idle)
            for dependency in idle.waited:
                yield 4, self._dependency(dependency, idle.effect)
        for note in notes:
            yield 2, note
        yield from self._head(words.RESULT)
        for label, one in self._walk.objects.items():
            yield 2, words.IS.format(object=self._name(label), what="; ".join(_told(one)))

    def _head(self, text: str) -> Iterator[tuple[int, str]]:
        yield 0, ""
        yield 0, text

    # ---- parts of it

    def _start(self, start: Start) -> str:
        kind = start.what if start.what in words.STARTS else "face"
        if kind == "copy" and not start.detail:
            kind = "copy of itself"
        detail = self._name(start.detail) if start.what == "copy" else start.detail
        return words.STARTS[kind].format(
            object=self._name(start.object), detail=detail, rule=start.rule, after=start.after
        )

    def _applied(self, applied: Applied) -> Iterator[tuple[int, str]]:
        again = applied.effect in self._told and not self._all
        yield 2, words.GOES_ON.format(source=self._source(applied.effect)) if again else self._effect(applied.effect)
        self._told.add(applied.effect)
        if applied.defining:
            yield 4, words.DEFINING
        for dependency in applied.waited:
            yield 4, self._dependency(dependency, applied.effect)
        same = [label for change in applied.changes if not change.changed for label in change.objects]
        for change in applied.changes:
            if change.changed:
                yield 4, f"{self._objects(change.objects)}: {'; '.join(_differences(change))}"
            for what, rule in change.withheld:
                yield 6, words.WITHHELD.format(what=what, rule=rule)
        if same:
            yield 4, words.NO_CHANGE.format(objects=self._objects(same))
        if applied.rules:
            yield 4, words.RULES.format(rules=", ".join(applied.rules))

    def _dependency(self, dependency: Dependency, effect: EffectName) -> str:
        other = self._source(dependency.on)
        if dependency.loop:
            return words.LOOP.format(other=other)
        age = words.YOUNGER
        if dependency.on.timestamp < effect.timestamp:
            age = words.OLDER
        elif dependency.on.timestamp == effect.timestamp:
            age = words.AS_OLD
        why: list[str] = []
        for reason in dependency.because or ("",):
            if reason == "reach":
                for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                    if labels:
                        why.append(words.WHY[what].format(other=other, objects=self._objects(labels)))
                if dependency.gains or dependency.loses:
                    continue
            why.append(words.WHY[reason].format(other=other))
        return words.WAITED.format(other=other, age=age, rule="613.8b", why=f" {words.AND} ".join(why))

    def _idle(self, idle: Idle) -> str:
        kind = "taken" if idle.taken_by else idle.because
        others = f" {words.AND} ".join(map(self._source, idle.taken_by))
        return words.IDLE[kind].format(effect=self._effect(idle.effect), others=others, rule=idle.rule)

    def _notes(self) -> Iterator[str]:
        for missed in self._walk.missed:
            yield words.MISSED.format(
                effect=self._source(missed.effect), object=self._name(missed.object), other=self._source(missed.by)
            )
        for refused in self._walk.refused:
            yield words.REFUSED.format(object=self._name(refused.object), step=refused.step, rule=refused.rule)

    # ---- names

    def _name(self, label: str) -> str:
        return self._names.get(label, label)

    def _source(self, effect: EffectName) -> str:
        return self._name(effect.source)

    def _effect(self, effect: EffectName) -> str:
        pattern = words.RULED if effect.kind == "ruled" else words.EFFECT
        said = pattern.format(source=self._source(effect), timestamp=effect.timestamp)
        return f"{said}: “{effect.text}”" if effect.text else said

    def _objects(self, labels: Sequence[str]) -> str:
        """Name objects, of many only the first few."""
        shown = labels if self._all or len(labels) <= _FEW + 1 else labels[:_FEW]
        named = list(_counted(map(self._name, shown)))
        if len(shown) < len(labels):
            named.append(words.MORE.format(count=len(labels) - len(shown)))
        return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} {words.AND} {named[-1]}"


def idle_text(walk: Walk, idle: Idle) -> str:
    """Say why an effect did nothing.

    Args:
        walk: The walk that it is of.
        idle: The effect.

    Returns:
        A sentence.
    """
    return _Writer(walk, "middle")._idle(idle)


def _counted(names: Iterable[str]) -> Iterator[str]:
    yield from dict.fromkeys(names)


def _differences(change: Change) -> list[str]:
    """Say how an object is different."""
    before, after = change.before, change.after
    found: list[str] = []
    if before.type_line != after.type_line:
        found.append(f"{before.type_line or '-'} → {after.type_line or '-'}")
    if before.colors != after.colors:
        found.append(f"{_colors(before.colors)} → {_colors(after.colors)}")
    if (before.power, before.toughness) != (after.power, after.toughness):
        found.append(f"{_size(before)} → {_size(after)}")
    lost, gained = _without(before.abilities, after.abilities), _without(after.abilities, before.abilities)
    if lost:
        found.append(words.LOSES.format(what=", ".join(map(_quoted, lost))))
    if gained:
        found.append(words.GAINS.format(what=", ".join(map(_quoted, gained))))
    return found


def _without(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return texts that others do not have, each as often as it is too many."""
    left = list(others)
    found: list[str] = []
    for text in texts:
        if text in left:
            left.remove(text)
        else:
            found.append(text)
    return found


def _quoted(text: str) -> str:
    """Put a sentence into quotes; a keyword stands for itself."""
    return f"“{text}”" if " " in text and text.endswith((".", "!", '"', "”")) else text


def _colors(colors: Sequence[str]) -> str:
    return " ".join(words.COLORS[letter] for letter in colors) or words.COLORLESS


def _size(look: Look | ObjectAnswer) -> str:
    return "-/-" if look.power is None else f"{look.power}/{look.toughness}"


def _told(one: ObjectAnswer) -> Iterator[str]:
    """Say what an object is."""
    yield one.type_line or "-"
    if one.colors:
        yield _colors(one.colors)
    if one.power is not None:
        yield _size(one)
    if one.abilities:
        yield ", ".join(_quoted(ability.text) for ability in one.abilities)
