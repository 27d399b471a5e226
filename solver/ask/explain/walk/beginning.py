"""The walk before layer 4: the face that is up, copies, control and text (613.1a to 613.1c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from clingo import Symbol

from facts.board import Thing, Timeline
from facts.cards import Edition
from solver.answer import ObjectAnswer, has_word
from solver.ask.explain.proof import Prover
from solver.ask.explain.rules import Term, arguments, name_of, stated, term_of
from solver.ask.explain.walk_values import Look, Start
from solver.ask.explain.wording import walk_wording
from solver.program import Grounding

_NUMBER = 0

_ORDER = tuple(walk_wording.BEGAN)
LAYERED = (
    "copy ended", "copy ended 611.2a", "copy ended 611.2b", "copy ended 702.26b", "copy ended 702.26f",
    "copy", "merged", "face down",
    "control", "overridden control", "text", "full text", "name",
)  # fmt: skip
"""Changes of layers 1 to 3. Others, such as the face that is up, come before the layers."""
REPLACING_CARD = tuple(
    name for layer, name in walk_wording.BEGAN.values() if layer == "1" and name not in ("level", "copy ended")
)
"""Beginnings after which the values that an object has are not those on the front of its card."""


def number_of(prover: Prover, edition: Edition, atom: Term) -> str:
    """Return the number of the rule by which an atom is derived.

    Args:
        prover: The proofs of the board.
        edition: The edition that numbers the rule.
        atom: The atom, which holds.
    """
    instance = next(prover.inference.instances(atom, prover.atoms.calls), None)
    assert instance is not None
    return edition.number(instance.rule.number)


class Beginning(NamedTuple):
    """A board that is grounded, with what is known of its objects before layer 4.

    Attributes:
        timeline: The history of the board.
        layers: The board, grounded.
        prover: Its proofs.
        objects: The answer about each object, by label.
        looks: The values of objects, by label and state; state 0 is the one before layer 4.
        edition: The edition of the rules.
    """

    timeline: Timeline
    layers: Grounding
    prover: Prover
    objects: Mapping[str, ObjectAnswer]
    looks: Mapping[tuple[str, int], Look]
    edition: Edition

    def starts(self) -> Iterable[Start]:
        """Return the changes to objects before layer 4, first those that are settled before layer 1."""
        return sorted(self._started(), key=lambda one: int(one.layer) if one.what in LAYERED else 0)

    def _started(self) -> Iterator[Start]:
        began: dict[str, list[Symbol]] = {}
        for where, what in self.layers.atoms("differs_from_card", 2):
            began.setdefault(where.arguments[1].string, []).append(what)
        control, swaps = self._control(), self._swaps()
        for label, one in self.objects.items():
            thing = self.timeline.things[label]
            after = self.looks[label, 0].type_line if (label, 0) in self.looks else one.type_line
            for what in sorted(began.get(label, ()), key=lambda what: _ORDER.index(what.name)):
                rule = number_of(
                    self.prover, self.edition, ("differs_from_card", ("o", _NUMBER, label), term_of(what, {}))
                )
                layer, kind = walk_wording.BEGAN[what.name]
                detail = thing.card.name if kind in ("half", "doors") else thing.card.faces[0].name
                source = ""
                if kind == "copy ended":
                    kind, rule, source = self._copy_ended(term_of(what.arguments[0], {}), rule)
                    yield Start(label, layer, rule, kind, what.arguments[1].arguments[1].string, source, "", "")
                    continue
                if kind == "copy":
                    detail, source = self._copied(thing)
                elif kind == "merged":
                    detail = _merged(thing)
                elif what.name == "full_text":
                    detail = what.arguments[0].arguments[1].string
                elif kind == "level":
                    detail = str(what.arguments[0].number)
                elif kind == "name":
                    detail = what.arguments[0].string
                elif kind in walk_wording.WITHOUT_DETAIL:
                    detail = ""
                yield Start(label, layer, rule, kind, detail, source, one.printed, after)
            for source, player, rule, overridden in control.get(label, ()):
                yield Start(label, "2", rule, "overridden control" if overridden else "control", player, source, "", "")
            for number, (source, words) in enumerate(swaps.get(label, ()), start=1):
                shown = (one.printed, after) if number == len(swaps[label]) else ("", "")
                yield Start(label, "3", self.edition.number(stated("rewrites", 4)), "text", words, source, *shown)

    def _copied(self, thing: Thing) -> tuple[str, str]:
        """Return the object that another one copies, and the effect that made it a copy."""
        atoms = self.prover.atoms
        here: Term = ("o", _NUMBER, thing.label)
        overlays = [(row[1], row[2]) for row in atoms.matching("copy_by", 3, {0: here}) if isinstance(row[1], int)]
        if overlays:
            _, effect = max(overlays, key=lambda one: one[0])
            begun = next(iter(atoms.matching("copied_at", 2, {0: effect})), ())
            at = begun[1] if begun and isinstance(begun[1], int) else 0
            for row in atoms.matching("copy_effect", 4, {0: effect}):
                return str(arguments(row[3])[1]), self._resolved(at)
        event = next((event for event in reversed(thing.events) if event.of and event.what != "ends"), None)
        if event is None:
            return "", ""
        return event.of, self._resolved(event.step)

    def _copy_ended(self, effect: Term, rule: str) -> tuple[str, str, str]:
        """Return how a copy effect ended, by which rule, and what had made it: an attached object, or what resolved."""
        atoms = self.prover.atoms
        begun = next((row[1] for row in atoms.matching("copied_at", 2, {0: effect}) if isinstance(row[1], int)), 0)
        holder = next((str(arguments(row[1])[1]) for row in atoms.matching("copy_holder", 3, {0: effect})), "")
        source = holder or self._resolved(begun)
        ends = [row[1] for row in atoms.matching("copy_ends", 2, {0: effect}) if isinstance(row[1], int)]
        instances = self.prover.inference.instances(("copy_ends", effect, min(ends)), atoms.calls) if ends else iter(())
        instance = next(instances, None)
        if instance is None:
            return "copy ended", rule, ""
        number = instance.rule.number
        kind = f"copy ended {number}" if source else "copy ended"
        return kind, self.edition.number(number), source

    def _resolved(self, step: int) -> str:
        """Return the spell or ability that resolved in a step; empty if none did."""
        found = (one for one in self.timeline.resolutions if one.step == step)
        return next((one.label or one.name for one in found), "")

    def _control(self) -> dict[str, list[tuple[str, str, str, bool]]]:
        """Return the effects of layer 2 on each object by timestamp: source, player, number, and if overridden."""
        prover = self.prover
        found: dict[str, list[tuple[int, tuple[str, str, str, bool]]]] = {}
        for row in prover.atoms.rows("control_change", 3):
            thing, number, by = row
            label, at = str(arguments(thing)[1]), number if isinstance(number, int) else 0
            whose = arguments(by)[0]
            if name_of(by)[0] == "of":
                source = str(arguments(whose)[1])
                there = self.objects.get(source)
                player = there.controller if there is not None else ""
            else:
                source, player = self._resolved(at), str(arguments(whose)[1])
            gone: Term = ("superseded_control", thing, number)
            over = prover.atoms.holds(gone)
            rule = number_of(self.prover, self.edition, gone if over else ("control_change", *row))
            if label in self.objects:
                found.setdefault(label, []).append((at, (source, player, rule, over)))
        return {label: [one for _, one in sorted(each)] for label, each in found.items()}

    def _swaps(self) -> dict[str, list[tuple[str, str]]]:
        """Return the text changes of each object in their order: source, and the words that it exchanged there."""
        found: dict[str, list[tuple[str, str]]] = {}
        rows = self.prover.atoms.rows("change_number", 3)
        for thing, change, number in sorted(rows, key=lambda row: int(str(row[2]))):
            if name_of(thing)[0] != "o":
                continue
            time, _, what = arguments(change)
            by = arguments(what)
            source = str(arguments(by[0])[1]) if by else self._resolved(int(str(time)))
            label = str(arguments(thing)[1])
            for old, new in self._rewritten(thing, number, everywhere=not by):
                found.setdefault(label, []).append((source, f"{old} → {new}"))
        return found

    def _rewritten(self, thing: Term, number: Term, *, everywhere: bool) -> Iterator[tuple[str, str]]:
        """Return the words that a text change exchanged on an object; without `everywhere`, only those it had."""
        atoms = self.prover.atoms
        changed = {str(row[2]): str(row[3]) for row in atoms.matching("rewrites", 4, {0: thing, 1: number})}
        before: dict[str, list[str]] = {}
        if not everywhere:
            for row in atoms.matching("reworded", 4, {0: thing, 1: int(str(number)) - 1}):
                before.setdefault(str(row[3]), []).append(str(row[2]))
        for old, new in sorted(changed.items()):
            if everywhere or (old != new and self._has_word(thing, before.get(old, ()))):
                yield old, new

    def _has_word(self, thing: Term, words: Iterable[str]) -> bool:
        """Tell whether an object has one of some words in its type line, or in an ability, as printed."""
        layer_1 = self.prover.atoms.matching("layer_1", 3, {0: thing})
        values = [row[2] for row in layer_1 if row[1] in (("subtype",), ("ability",))]
        texts = [self._text_of(one) for one in values if isinstance(one, tuple)]
        return any(word in values or any(has_word(text, word) for text in texts) for word in words)

    def _text_of(self, ability: Term) -> str:
        """Return the text of an ability that a card of the board has; empty for any other."""
        match ability:
            case ("ability", ("face", key, (side,)), place) if str(key) in self.timeline.cards:
                face = self.timeline.cards[str(key)].face(str(side))
                return face.abilities[int(str(place)) - 1].text if face is not None else ""
        return ""


def _merged(thing: Thing) -> str:
    """Return the order of the cards in a merged permanent, from the top."""
    pile = [thing.card.faces[0].name]
    for event in thing.events:
        if event.what == "merge" and event.card is not None:
            pile.insert(0 if event.kind == "over" else len(pile), event.card.faces[0].name)
    return " / ".join(pile)
