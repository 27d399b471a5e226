"""The walk as text: short (a line a change), middle (as a judge would say it), long (with everything)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from facts.cards.printed_type_line import EMBLEM
from facts.oracle.say.english import plural
from facts.runtime.patterns import pattern
from facts.text.errors import printable
from solver.answer.answer_values import ObjectAnswer
from solver.answer.table import width, wrapped
from solver.ask.explain.proof.speech import article, ruled_name
from solver.ask.explain.show import phrases as words
from solver.ask.explain.show.view import Detail, View
from solver.ask.explain.walk.walking import (
    LAYERED,
    Applied,
    Change,
    Dependency,
    EffectName,
    Idle,
    Look,
    Missed,
    Start,
    Walk,
)

_TURNED = ("back face", "flipped", "half", "doors", "adventure", "omen")
"""Kinds of starts that use the name of the card, not the current name."""
_ROOM: Mapping[str, int] = {"short": 44, "middle": 64}
"""The most letters quoted from an ability, except in the full output."""
_NUMBERED = pattern(
    rf"(?P<whose>{words.THE}|\S+['’]s|{words.YOURS}|{words.OPPONENTS}) "
    rf"(?P<ordinal>{words.ORDINAL}) (?P<name>.+)"
)
_NUMBER_OF: Mapping[str, int] = {words.ordinal(number): number for number in range(1, 1000)}
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
    lines = list(writer.short() if detail == "short" else writer.full()) or [(0, words.NOTHING_CHANGES)]
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
    return roots or [View(0, "", words.NOTHING_CHANGES)]


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
        self._short = _short_names(walk.names)
        self._effects = _effect_names(walk, self._names)
        self._told: set[EffectName] = set()

    # ---- the whole of it

    def short(self) -> Iterator[tuple[int, str]]:
        """Write a line for each thing that changes."""
        for start in self._walk.starts:
            yield 0, _capital(self.start_said(start))
        for applied in self._walk.applied:
            source = self.source(applied.effect)
            for told, labels in self._told_changes(applied):
                if told:
                    yield 0, _capital(f"{applied.layer}  {source}: {self._objects(labels)}: {told}")
        for idle in self._walk.idle:
            yield 0, f"-  {_capital(self.idle_said(idle))}"
        for note in (*(note for about in dict(self.notes()).values() for note in about), *self._refused()):
            yield 0, f"-  {note}"

    def full(self) -> Iterator[tuple[int, str]]:
        """Write it layer by layer, and the result."""
        layer = ""
        for start in self._walk.starts:
            where = words.FIRST if start.what not in LAYERED else words.LAYERS[start.layer]
            if where != layer:
                layer = where
                yield from self._head(layer)
            yield 2, _capital(self.start_said(start))
            if start.before and start.before != start.after:
                if "{after}" not in words.STARTS.get(start.what, ""):
                    yield 4, f"{start.before} → {start.after}"
                else:
                    yield 4, words.PRINTED.format(before=start.before)
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
                    words.NOTHING_CHANGES_IT.format(object=self._objects(labels))
                    if len(labels) == 1
                    else words.NOTHING_APPLIES
                ),
            )
        notes = dict(self.notes())
        refused = list(self._refused())
        if self._walk.idle or notes or refused:
            yield from self._head(words.DID_NOTHING)
        for idle in self._walk.idle:
            yield 2, _capital(self.idle_said(idle))
            for dependency in idle.waited:
                if dependency.on in idle.taken_by or idle.because == "reach" or self._all:
                    yield 4, _capital(self._dependency(dependency, idle.effect))
            for note in notes.pop(idle.effect, ()):
                yield 4, note
        for about in notes.values():
            for note in about:
                yield 2, note
        for note in refused:
            yield 2, note
        yield from self._head(words.RESULT)
        alike: dict[str, list[str]] = {}
        for label, one in self._walk.objects.items():
            alike.setdefault("; ".join(self.is_so(one)), []).append(label)
        for group in self._results(alike):
            what = "; ".join(self.is_so(self._walk.objects[group[0]]))
            yield 2, _capital(words.IS.format(object=self.full_names(group), what=what))

    def _head(self, text: str) -> Iterator[tuple[int, str]]:
        yield 0, ""
        yield 0, text

    # ---- parts of it

    def start_said(self, start: Start) -> str:
        """Say what an object is as layer 4 begins.

        Args:
            start: It.
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
            detail = words.REWORDED.format(old=old, new=new)
        name = self._walk.objects[start.object].name
        called = self._names.get(start.object, start.object)
        if kind == "doors" and not name:
            kind = "doors closed"
        said = words.STARTS[kind].format(
            object=start.detail if kind in _TURNED and called == name else called,
            detail=detail,
            source=source,
            rule=start.rule,
            after=start.after,
            name=name,
        )
        return f"{start.layer}  {_capital(said)}" if self._detail == "short" else said

    def _applied(self, applied: Applied) -> Iterator[tuple[int, str]]:
        effect = applied.effect
        changes = list(self._told_changes(applied))
        same = [label for told, labels in changes if not told for label in labels]
        changed = [(told, labels) for told, labels in changes if told]
        again = effect in self._told and not self._all
        if again and not changed and not applied.waited and not self._withheld(applied):
            yield 2, _capital(words.NO_CHANGE_BY.format(source=self.source(effect), objects=self._objects(same)))
            return
        yield 2, _capital(words.GOES_ON.format(source=self.source(effect)) if again else self._effect(effect))
        self._told.add(effect)
        if applied.defining:
            yield 4, words.DEFINING
        for dependency in applied.waited:
            yield 4, _capital(self._dependency(dependency, effect))
        rules = words.RULES.format(rules=", ".join(applied.rules)) if applied.rules else ""
        for told, labels in changed:
            cited = f" {rules}" if rules and len(changed) == 1 else ""
            yield 4, f"{_capital(self._objects(labels))}: {told}{cited}"
        if len(changed) > 1 and any(rule not in words.LAYERS[applied.layer] for rule in applied.rules):
            yield 4, words.BY_RULES.format(rules=words.joined(applied.rules))
        for line in self._withheld(applied):
            yield 4, f"{_capital(line)}."
        kept = {label for change in applied.changes if change.withheld for label in change.objects}
        same = [label for label in same if label not in kept]
        if same:
            yield 4, words.NO_CHANGE.format(objects=self._objects(same))

    def _told_changes(self, applied: Applied) -> Iterator[tuple[str, list[str]]]:
        """Tell the differences, once for objects with equal ones."""
        found: dict[str, tuple[Change, list[str]]] = {}
        sizes = applied.layer.startswith("7")
        for change in applied.changes:
            told = "; ".join(_differences(change, self._room, sizes=sizes))
            found.setdefault(told, (change, []))[1].extend(change.objects)
        for told, (change, labels) in found.items():
            several = len(labels) > 1
            yield "; ".join(_differences(change, self._room, sizes=sizes, several=several)) if several else told, labels

    def changes_said(self, applied: Applied) -> Iterator[str]:
        """Say the changes of an effect, with one line for objects with equal changes.

        Args:
            applied: The effect, in a layer.
        """
        for _, said in self.changes_told(applied):
            yield said

    def changes_told(self, applied: Applied) -> Iterator[tuple[str, str]]:
        """Say the changes of an effect, each line with the label of the first object that it is about.

        Args:
            applied: The effect, in a layer.
        """
        for told, labels in self._told_changes(applied):
            if told:
                yield labels[0], f"{_capital(self._objects(labels))}: {told}"
        for line in self._withheld(applied):
            yield "", f"{_capital(line)}."

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
        other = self.source(dependency.on)
        why = self.why_said(dependency, other)
        mine, others = effect.timestamp, dependency.on.timestamp
        if dependency.loop:
            return self._loop(dependency, effect, other, why)
        if dependency.came == "never":
            return words.NEVER_CAME.format(other=other, rule="613.8a", why=why)
        if others < mine:
            return words.FOLLOWED.format(other=other, age=words.OLDER, rule="613.8a", why=why)
        age = words.YOUNGER if others > mine else words.AS_OLD
        said = words.WAITED.format(other=other, age=age, rule="613.8b", why=why)
        return f"{said} {self._otherwise(dependency)}"

    def _loop(self, dependency: Dependency, effect: EffectName, other: str, why: str) -> str:
        """Say that two effects depend on each other, directly or through others."""
        other_first = dependency.came == "before"
        by_timestamp = other_first == (dependency.on.timestamp < effect.timestamp)
        pattern = words.BY_TIMESTAMP if by_timestamp else words.OTHERWISE_FIRST
        first = pattern.format(first=other if other_first else words.THIS_ONE)
        if not dependency.through:
            return words.LOOP.format(other=other, why=why, first=first, rule="613.8b")
        chain = [other, *map(self.source, dependency.through)]
        others = ", ".join(words.LINK.format(other=one, next=two) for one, two in pairwise(chain))
        return words.LONG_LOOP.format(other=other, others=others, last=chain[-1], why=why, first=first, rule="613.8b")

    def why_said(self, dependency: Dependency, other: str) -> str:
        """Say why an effect depends on another.

        Args:
            dependency: The effect that it depends on.
            other: Its name.
        """
        why: list[str] = []
        for reason in dependency.because or ("",):
            if reason == "reach":
                for what, labels in (("gains", dependency.gains), ("loses", dependency.loses)):
                    if labels:
                        itself = what == "gains" and dependency.on.source in labels
                        pattern = words.WHY["gains by itself" if itself else what]
                        why.append(pattern.format(objects=self._objects(labels), other=other))
                if dependency.gains or dependency.loses:
                    continue
            why.append(words.WHY[reason].format(other=other))
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

    def idle_said(self, idle: Idle, called: str = "") -> str:
        """Say why an effect did nothing.

        Args:
            idle: The effect.
            called: Its name; by default with its timestamp and its text.
        """
        kind = "taken" if idle.taken_by else "lacks" if idle.lacks else idle.because
        takers = [
            words.OF_ITSELF if (one.source, one.kind) == (idle.effect.source, "static") else self.source(one)
            for one in idle.taken_by
        ]
        others = f" {words.AND} ".join(dict.fromkeys(takers))
        return words.IDLE[kind].format(
            effect=called or self._effect(idle.effect),
            object=self._name(idle.effect.source),
            others=others,
            rule=idle.rule,
            lacks=idle.lacks,
        )

    def notes(self) -> Iterator[tuple[EffectName, list[str]]]:
        """Say which objects effects do not apply to that they would have applied to, by effect."""
        together: dict[EffectName, dict[tuple[object, ...], list[Missed]]] = {}
        for missed in self._walk.missed:
            key = (missed.by, missed.layer, missed.lost, missed.gained)
            together.setdefault(missed.effect, {}).setdefault(key, []).append(missed)
        for effect, groups in together.items():
            yield effect, [self._note(effect, group) for group in groups.values()]

    def _note(self, effect: EffectName, group: Sequence[Missed]) -> str:
        one = group[0]
        return _capital(
            (words.MISSED_LATER if one.layer else words.MISSED).format(
                effect=self.source(effect),
                objects=self._objects([missed.object for missed in group]),
                now=_now(one, several=len(group) > 1),
                other=self.source(one.by),
                layer=one.layer,
                them=words.IT if len(group) == 1 else words.THEM,
                rule="613.1" if one.layer else "613.8b",
            )
        )

    def _refused(self) -> Iterator[str]:
        """Say which permanents did not transform, or did not enter as a step says, and why."""
        for refused in self._walk.refused:
            yield _capital(
                (words.REFUSED_ENTRY if refused.entering else words.REFUSED).format(
                    object=self._name(refused.object), step=refused.step, rule=refused.rule, why=_refusal(refused.rule)
                )
            )

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
        said = words.EFFECT.format(source=self._called(effect), timestamp=effect.timestamp)
        told = effect.text and effect.kind != "ruled" and self._detail != "short"
        return f"{said}: “{_one_line(effect.text)}”" if told else said

    def _objects(self, labels: Sequence[str]) -> str:
        """Name objects, of many only the first few."""
        labels = list(dict.fromkeys(labels))
        named = _joined(list(dict.fromkeys(map(self._name, labels))))
        if not self._all and len(named) > _FEW + 1:
            rest = sum(count for _, count in named[_FEW:])
            named = [*named[:_FEW], (words.MORE.format(count=rest), rest)]
        return words.joined([name for name, _ in named])

    def full_names(self, labels: Sequence[str]) -> str:
        """Name objects, by their whole names.

        Args:
            labels: Their labels.
        """
        return words.joined([name for name, _ in _joined([self._names.get(label, label) for label in labels])])

    def _results(self, alike: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
        """Return objects to name together: those of one name that are the same in the end."""
        told: set[str] = set()
        for label, one in self._walk.objects.items():
            if label in told:
                continue
            same = alike["; ".join(self.is_so(one))]
            head = _NUMBERED.match(self._names.get(label, label))
            group = [label]
            if head is not None:
                names = {other: self._names.get(other, other) for other in same if other not in told}
                group = [other for other, name in names.items() if _alike_named(head, name)]
            told.update(group)
            yield group

    def is_so(self, one: ObjectAnswer) -> Iterator[str]:
        """Say what an object is, part by part: its type line, colors, size, abilities.

        Args:
            one: The object.
        """
        yield one.type_line or ("Emblem (no types)" if one.printed == EMBLEM else "-")
        if one.phased_out:
            yield words.PHASED_OUT
        elif one.zone != "battlefield":
            yield words.ZONES[one.zone]
        if one.colors:
            yield _colors(one.colors)
        if one.power is not None:
            yield _size(one)
        if one.abilities:
            yield ", ".join(quoted(ability.text, self._room) for ability in one.abilities)


def idle_text(walk: Walk, idle: Idle, called: str = "") -> str:
    """Say why an effect did nothing.

    Args:
        walk: The walk that it is of.
        idle: The effect.
        called: Its name; by default with its timestamp and its text.

    Returns:
        A sentence.
    """
    return _capital(Writer(walk, "middle").idle_said(idle, called))


def start_text(walk: Walk, start: Start) -> str:
    """Say what an object is as layer 4 begins.

    Args:
        walk: The walk that it is of.
        start: It.

    Returns:
        A sentence without a full stop.
    """
    return _capital(Writer(walk, "middle").start_said(start))


def waiting_text(walk: Walk, dependency: Dependency, effect: EffectName) -> str:
    """Say for which effect another one waited, or with which it formed a loop, and why (613.8b).

    Args:
        walk: The walk that they are of.
        dependency: The effect depended on.
        effect: The effect that depended on it.

    Returns:
        Sentences, the first of which begins with "It"; empty where it came first by its timestamp as well.
    """
    writer = Writer(walk, "middle")
    if dependency.loop:
        return writer._dependency(dependency, effect)
    if dependency.came != "before" or dependency.on.timestamp < effect.timestamp:
        return ""
    age = words.YOUNGER if dependency.on.timestamp > effect.timestamp else words.AS_OLD
    other = writer.source(dependency.on)
    return words.WAITED.format(other=other, age=age, rule="613.8b", why=writer.why_said(dependency, other))


def walk_lines(walk: Walk) -> list[str]:
    """Write a walk in a line for each thing that changes.

    Args:
        walk: The walk.
    """
    return [printable(line) for _, line in Writer(walk, "short").short()]


def unnumbered(name: str) -> str:
    """Return the common name of several objects: "Forest" of "the first Forest".

    Args:
        name: The name of one of them.
    """
    told = _NUMBERED.match(name)
    return name if told is None else f"{told['whose']} {told['name']}"


def _alike_named(head: re.Match[str], name: str) -> bool:
    """Tell whether a name differs from another one only in its number."""
    told = _NUMBERED.match(name)
    return told is not None and (told["whose"], told["name"]) == (head["whose"], head["name"])


def source_name(walk: Walk, effect: EffectName) -> str:
    """Return the name of an effect.

    Args:
        walk: The walk that it is of.
        effect: The effect.
    """
    return Writer(walk, "long").source(effect)


def named_together(names: Sequence[str]) -> str:
    """Return several names as one phrase: "the first to third Forest and Humility".

    Args:
        names: The names, one at least.
    """
    return words.joined([name for name, _ in _joined(names)])


def _joined(names: Sequence[str]) -> list[tuple[str, int]]:
    """Join objects of one name, and count them: "the first and second Forest", "the first to 20th Forest"."""
    found: list[tuple[str, int]] = []
    places: dict[tuple[str, str], tuple[int, list[str]]] = {}
    for name in names:
        told = _NUMBERED.match(name)
        if told is None:
            found.append((name, 1))
            continue
        where, ordinals = places.setdefault((told["whose"], told["name"]), (len(found), []))
        if not ordinals:
            found.append(("", 0))
        ordinals.append(told["ordinal"])
        found[where] = (f"{told['whose']} {words.joined(_ranges(ordinals))} {told['name']}", len(ordinals))
    return found


def _ranges(ordinals: Sequence[str]) -> list[str]:
    """Say three or more that follow one another as a range: "first to fourth"."""
    found: list[list[str]] = []
    for one in ordinals:
        if found and _NUMBER_OF.get(found[-1][-1], 0) + 1 == _NUMBER_OF.get(one):
            found[-1].append(one)
        else:
            found.append([one])
    return [
        part for run in found for part in ([words.FROM_TO.format(first=run[0], last=run[-1])] if len(run) > 2 else run)
    ]


def _now(missed: Missed, *, several: bool) -> str:
    """Say a characteristic that an object lost or gained."""
    said: list[str] = []
    for how, told in (("lost", missed.lost), ("gained", missed.gained)):
        for kind, value in told:
            if kind not in ("type", "subtype", "supertype", "color"):
                continue
            word = words.COLORS.get(value, value) if kind == "color" else value if kind == "subtype" else value.lower()
            pattern = words.NOW[how, kind in words.WITHOUT_ARTICLE][several]
            said.append(pattern.format(article=article(word), value=word, values=plural(word)))
    return "".join(said)


def _refusal(rule: str) -> str:
    """Say why a permanent does not transform."""
    return words.REFUSALS.get(rule) or words.REFUSALS.get(rule[-1:] if rule.startswith("701") else "", "")


def _short_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return short names for names with a comma: "Urborg", if nothing else has that name."""
    found: dict[str, str] = {}
    heads = [name.partition(", ")[0] for name in dict.fromkeys(names.values())]
    for name in dict.fromkeys(names.values()):
        head, comma, _ = name.partition(", ")
        if comma and heads.count(head) == 1:
            found[name] = head
    return found


def _effect_names(walk: Walk, names: Mapping[str, str]) -> dict[EffectName, str]:
    """Return the names of resolved spells and abilities, with their steps if several share a name."""
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


def _differences(change: Change, room: int, *, sizes: bool, several: bool = False) -> list[str]:
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
        found.append(words.LOSES[several].format(what=_listed(lost, room)))
    if gained:
        found.append(words.GAINS[several].format(what=_listed(gained, room)))
    return found


def _listed(texts: Sequence[str], room: int) -> str:
    return words.joined([quoted(text, room) for text in texts])


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


def quoted(text: str, room: int = 64) -> str:
    """Put an ability into quotes; a keyword stands for itself.

    Args:
        text: The ability.
        room: The number of its letters to show.
    """
    text = _one_line(text)
    if not (" " in text and text.endswith((".", "!", '"', "”"))):
        return text
    if len(text) > room:
        text = text[: text.rfind(" ", 0, room)].rstrip(" ,;:") + words.CUT
    return f"“{text}”"


def _colors(colors: Sequence[str]) -> str:
    return words.joined([words.COLORS[letter] for letter in colors]) if colors else words.COLORLESS


def _size(look: Look | ObjectAnswer) -> str:
    return "-/-" if look.power is None else f"{look.power}/{look.toughness}"
