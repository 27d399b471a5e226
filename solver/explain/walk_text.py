"""The walk as text: short (a line a change), middle (as a judge would say it), long (with everything)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from facts.errors import printable
from solver.answer import ObjectAnswer
from solver.explain import words
from solver.explain.view import Detail
from solver.explain.walk import Applied, Change, Dependency, EffectName, Idle, Look, Start, Walk
from solver.table import width, wrapped

_IN_LAYERS = ("copy", "face down", "control", "text")
"""What happens in layers 1 to 3; which face is up is settled before."""
_TURNED = ("back face", "face")
_ROOM: Mapping[str, int] = {"short": 44, "middle": 64}
"""So many letters of an ability are quoted, unless everything is asked for."""
_NUMBERED = re.compile(
    rf"(?P<whose>{words.THE}|\S+['’]s|{words.YOURS}|{words.OPPONENTS}) "
    rf"(?P<ordinal>{'|'.join(words.ORDINALS.values())}) (?P<name>.+)"
)
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
    return "\n".join(part for indent, line in lines for part in _fitted(indent, line)).lstrip("\n")


def _fitted(indent: int, line: str) -> list[str]:
    """Break a line so that it fits the terminal."""
    return wrapped(" " * indent + printable(line), width(), " " * (indent + 4)) or [""]


class _Writer:
    """Writes one walk."""

    def __init__(self, walk: Walk, detail: Detail) -> None:
        self._walk = walk
        self._detail = detail
        self._all = detail == "long"
        self._room = 10_000 if self._all else _ROOM[detail]
        self._names = walk.names
        self._short = _short_names(walk.names)
        self._effects = _effect_names(walk, self._names)
        self._told: set[EffectName] = set()

    # ---- the whole of it

    def short(self) -> Iterator[tuple[int, str]]:
        """Write a line for each thing that changes."""
        for start in self._walk.starts:
            yield 0, _capital(self._start(start))
        for applied in self._walk.applied:
            source = self._source(applied.effect)
            for told, labels in self._told_changes(applied):
                if told:
                    yield 0, _capital(f"{applied.layer}  {source}: {self._objects(labels)}: {told}")
        for idle in self._walk.idle:
            yield 0, f"-  {_capital(self._idle(idle))}"
        for note in self._notes():
            yield 0, f"-  {note}"

    def full(self) -> Iterator[tuple[int, str]]:
        """Write it layer by layer, and what came of it."""
        layer = ""
        for start in self._walk.starts:
            where = words.FIRST if start.what not in _IN_LAYERS else words.LAYERS[start.layer]
            if where != layer:
                layer = where
                yield from self._head(layer)
            yield 2, _capital(self._start(start))
            if start.before and start.before != start.after:
                yield 4, words.PRINTED.format(before=start.before)
        for applied in self._walk.applied:
            if words.LAYERS[applied.layer] != layer:
                layer = words.LAYERS[applied.layer]
                yield from self._head(layer)
            yield from self._applied(applied)
        if not self._walk.applied:
            if layer:
                yield 0, ""
            yield 0, words.NOTHING_APPLIES
        notes = list(self._notes())
        if self._walk.idle or notes:
            yield from self._head(words.DID_NOTHING)
        for idle in self._walk.idle:
            yield 2, _capital(self._idle(idle))
            for dependency in idle.waited:
                if dependency.on in idle.taken_by or self._all:
                    yield 4, self._dependency(dependency, idle.effect)
        for note in notes:
            yield 2, note
        yield from self._head(words.RESULT)
        for label, one in self._walk.objects.items():
            yield 2, _capital(words.IS.format(object=self._names.get(label, label), what="; ".join(self._is(one))))

    def _head(self, text: str) -> Iterator[tuple[int, str]]:
        yield 0, ""
        yield 0, text

    # ---- parts of it

    def _start(self, start: Start) -> str:
        kind = start.what if start.what in words.STARTS else "face"
        if kind == "copy" and not start.detail:
            kind = "copy of itself"
        if kind == "control" and start.detail == "you":
            kind = "control of you"
        detail = self._name(start.detail) if start.what == "copy" else start.detail
        if start.what == "text":
            swaps = [one.split(" → ") for one in start.detail.split(", ")]
            detail = ", ".join(words.REWORDED.format(old=old, new=new) for old, new in swaps)
        said = words.STARTS[kind].format(
            object=start.detail if kind in _TURNED else self._names.get(start.object, start.object),
            detail=detail,
            rule=start.rule,
            after=start.after,
            name=self._walk.objects[start.object].name,
        )
        return f"{start.layer}  {said}" if self._detail == "short" else said

    def _applied(self, applied: Applied) -> Iterator[tuple[int, str]]:
        effect = applied.effect
        changes = list(self._told_changes(applied))
        same = [label for told, labels in changes if not told for label in labels]
        changed = [(told, labels) for told, labels in changes if told]
        again = effect in self._told and not self._all
        if again and not changed and not applied.waited and not self._withheld(applied):
            yield 2, _capital(words.NO_CHANGE_BY.format(source=self._source(effect), objects=self._objects(same)))
            return
        yield 2, _capital(words.GOES_ON.format(source=self._source(effect)) if again else self._effect(effect))
        self._told.add(effect)
        if applied.defining:
            yield 4, words.DEFINING
        for dependency in applied.waited:
            yield 4, _capital(self._dependency(dependency, effect))
        rules = words.RULES.format(rules=", ".join(applied.rules)) if applied.rules else ""
        for number, (told, labels) in enumerate(changed, start=1):
            cited = f" {rules}" if rules and number == len(changed) else ""
            yield 4, f"{_capital(self._objects(labels))}: {told}{cited}"
        for line in self._withheld(applied):
            yield 4, f"{_capital(line)}."
        if same:
            yield 4, words.NO_CHANGE.format(objects=self._objects(same))

    def _told_changes(self, applied: Applied) -> Iterator[tuple[str, list[str]]]:
        """Tell what is different, once for all objects of which the same is to be told."""
        found: dict[str, list[str]] = {}
        for change in applied.changes:
            told = "; ".join(_differences(change, self._room, sizes=applied.layer.startswith("7")))
            found.setdefault(told, []).extend(change.objects)
        yield from found.items()

    def _withheld(self, applied: Applied) -> list[str]:
        found: dict[tuple[str, str], list[str]] = {}
        for change in applied.changes:
            for one in change.withheld:
                found.setdefault(one, []).extend(change.objects)
        return [
            words.WITHHELD.get(rule, words.WITHHELD[""]).format(objects=self._objects(labels), what=what, rule=rule)
            for (what, rule), labels in found.items()
        ]

    def _dependency(self, dependency: Dependency, effect: EffectName) -> str:
        other = self._source(dependency.on)
        why = self._why(dependency)
        mine, others = effect.timestamp, dependency.on.timestamp
        if dependency.loop:
            first = words.THIS_ONE if mine < others else other
            return words.LOOP.format(other=other, why=why, first=first)
        if others < mine:
            return words.FOLLOWED.format(other=other, age=words.OLDER, rule="613.8a", why=why)
        age = words.YOUNGER if others > mine else words.AS_OLD
        said = words.WAITED.format(other=other, age=age, rule="613.8b", why=why)
        return f"{said} {self._otherwise(dependency)}"

    def _why(self, dependency: Dependency) -> str:
        """Say why an effect depends on another."""
        why: list[str] = []
        for reason in dependency.because or ("",):
            if reason == "reach":
                for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                    if labels:
                        why.append(words.WHY[what].format(objects=self._objects(labels)))
                if dependency.gains or dependency.loses:
                    continue
            why.append(words.WHY[reason])
        return f" {words.AND} ".join(why)

    def _otherwise(self, dependency: Dependency) -> str:
        """Say what would have been different in the order of the timestamps."""
        said: list[str] = []
        if "reach" in dependency.because:
            for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                if labels:
                    said.append(words.OTHERWISE[what].format(them=words.IT if len(labels) == 1 else words.THEM))
        for reason in dependency.because:
            if reason in words.OTHERWISE:
                said.append(words.OTHERWISE[reason])
        return (said or [words.OTHERWISE[""]])[0]

    def _idle(self, idle: Idle) -> str:
        kind = "taken" if idle.taken_by else idle.because
        others = f" {words.AND} ".join(dict.fromkeys(map(self._source, idle.taken_by)))
        return words.IDLE[kind].format(
            effect=self._effect(idle.effect), object=self._name(idle.effect.source), others=others, rule=idle.rule
        )

    def _notes(self) -> Iterator[str]:
        together: dict[tuple[EffectName, EffectName, str], list[str]] = {}
        for missed in self._walk.missed:
            together.setdefault((missed.effect, missed.by, missed.layer), []).append(missed.object)
        for (effect, by, layer), labels in together.items():
            pattern = words.MISSED_LATER if layer else words.MISSED
            yield _capital(
                pattern.format(
                    effect=self._source(effect),
                    objects=self._objects(labels),
                    other=self._source(by),
                    layer=layer,
                    them=words.IT if len(labels) == 1 else words.THEM,
                    rule="613.1" if layer else "613.8b",
                )
            )
        for refused in self._walk.refused:
            yield _capital(
                words.REFUSED.format(
                    object=self._name(refused.object), step=refused.step, rule=refused.rule, why=_refusal(refused.rule)
                )
            )

    # ---- names

    def _name(self, label: str) -> str:
        name = self._names.get(label, label)
        return self._short.get(name, name)

    def _source(self, effect: EffectName) -> str:
        name = self._effects.get(effect) or self._names.get(effect.source, effect.source)
        return self._short.get(name, name)

    def _effect(self, effect: EffectName) -> str:
        """Name an effect, with its text."""
        pattern = words.RULED if effect.kind == "ruled" else words.EFFECT
        name = self._effects.get(effect) or self._names.get(effect.source, effect.source)
        said = pattern.format(source=name, timestamp=effect.timestamp)
        return f"{said}: “{_one_line(effect.text)}”" if effect.text and self._detail != "short" else said

    def _objects(self, labels: Sequence[str]) -> str:
        """Name objects, of many only the first few."""
        labels = list(dict.fromkeys(labels))
        shown = labels if self._all or len(labels) <= _FEW + 1 else labels[:_FEW]
        named = _joined(list(dict.fromkeys(map(self._name, shown))))
        if len(shown) < len(labels):
            named.append(words.MORE.format(count=len(labels) - len(shown)))
        return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} {words.AND} {named[-1]}"

    def _is(self, one: ObjectAnswer) -> Iterator[str]:
        """Say what an object is."""
        yield one.type_line or "-"
        if one.colors:
            yield _colors(one.colors)
        if one.power is not None:
            yield _size(one)
        if one.abilities:
            yield ", ".join(_quoted(ability.text, self._room) for ability in one.abilities)


def idle_text(walk: Walk, idle: Idle) -> str:
    """Say why an effect did nothing.

    Args:
        walk: The walk that it is of.
        idle: The effect.

    Returns:
        A sentence.
    """
    return _capital(_Writer(walk, "middle")._idle(idle))


def _joined(names: Sequence[str]) -> list[str]:
    """Join what has one name: "the first and second Forest"."""
    found: list[str] = []
    places: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for name in names:
        told = _NUMBERED.match(name)
        if told is None:
            found.append(name)
            continue
        where, ordinals = places.setdefault((told["whose"], told["name"]), (len(found), []))
        if not ordinals:
            found.append("")
        ordinals.append(told["ordinal"])
        said = ordinals[0] if len(ordinals) == 1 else f"{', '.join(ordinals[:-1])} {words.AND} {ordinals[-1]}"
        found[where] = f"{told['whose']} {said} {told['name']}"
    return found


def _refusal(rule: str) -> str:
    """Say why a permanent does not transform."""
    return words.REFUSALS.get(rule) or words.REFUSALS.get(rule[-1:] if rule.startswith("701") else "", "")


def _short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return what to call those briefly whose name has a comma: "Urborg", where nothing else is called so."""
    found: dict[str, str] = {}
    heads = [name.partition(", ")[0] for name in dict.fromkeys(names.values())]
    for name in dict.fromkeys(names.values()):
        head, comma, _ = name.partition(", ")
        if comma and heads.count(head) == 1:
            found[name] = head
    return found


def _effect_names(walk: Walk, names: Mapping[str, str]) -> dict[EffectName, str]:
    """Return what to call effects of what resolved: where several have a name, with their steps."""
    found: dict[EffectName, str] = {}
    steps: dict[str, set[int]] = {}
    effects = [one for one in walk.effects.values() if one.kind == "resolved"]
    for one in effects:
        name = names.get(one.source, one.source)
        if name == words.AN_EFFECT:
            name = words.EFFECT_OF_STEP.format(step=one.timestamp)
        found[one] = name
        steps.setdefault(name, set()).add(one.timestamp)
    for one, name in found.items():
        if len(steps[name]) > 1:
            found[one] = words.SAME_NAME.format(source=name, step=one.timestamp)
    return found


def _capital(text: str) -> str:
    """Begin a line with a capital letter, after the number of a layer if there is one."""
    head, space, rest = text.partition("  ")
    if space and head in words.LAYERS:
        return f"{head}  {rest[:1].upper()}{rest[1:]}"
    return text[:1].upper() + text[1:]


def _differences(change: Change, room: int, *, sizes: bool) -> list[str]:
    """Say how an object is different."""
    before, after = change.before, change.after
    found: list[str] = []
    if before.type_line != after.type_line:
        found.append(f"{before.type_line or '-'} → {after.type_line or '-'}")
    if before.colors != after.colors:
        found.append(f"{_colors(before.colors)} → {_colors(after.colors)}")
    if sizes and (before.power, before.toughness) != (after.power, after.toughness):
        found.append(f"{_size(before)} → {_size(after)}")
    lost, gained = _without(before.abilities, after.abilities), _without(after.abilities, before.abilities)
    if lost:
        found.append(words.LOSES.format(what=_listed(lost, room)))
    if gained:
        found.append(words.GAINS.format(what=_listed(gained, room)))
    return found


def _listed(texts: Sequence[str], room: int) -> str:
    return ", ".join(_quoted(text, room) for text in texts)


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


def _one_line(text: str) -> str:
    """Put an ability of several lines into one."""
    return ", ".join(text.split("\n")).replace(", •", " •")


def _quoted(text: str, room: int) -> str:
    """Put a sentence into quotes, cut short where it is too long; a keyword stands for itself."""
    text = _one_line(text)
    if not (" " in text and text.endswith((".", "!", '"', "”"))):
        return text
    if len(text) > room:
        text = text[: text.rfind(" ", 0, room)].rstrip(" ,;:") + words.CUT
    return f"“{text}”"


def _colors(colors: Sequence[str]) -> str:
    return f" {words.AND} ".join(words.COLORS[letter] for letter in colors) or words.COLORLESS


def _size(look: Look | ObjectAnswer) -> str:
    return "-/-" if look.power is None else f"{look.power}/{look.toughness}"
