"""Making the answer of a board from the atoms of the rules."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from clingo import Symbol

from facts.board import BoardFacts, Thing
from facts.cards import DEFAULT_EDITION, Card, Face, edition_of
from facts.effects.form import Operations, form_parts
from facts.words import BASIC_LAND_TYPES, TYPE_ORDER, sets_by_word
from solver.answer.ability_answers import AbilityAnswers, lost_parts, parts
from solver.answer.answer_values import Answer, ObjectAnswer, Refusal
from solver.answer.board_warnings import BoardWarnings
from solver.answer.counter_answers import counters_on, refuse_impossible
from solver.answer.exchanged_words import exchanged
from solver.answer.in_edition import in_edition
from solver.answer.modal_answers import with_modes
from solver.answer.printed_face import Printed, as_printed, counting_faces, up_or_under
from solver.answer.symbols import Kinds, Value, Values, term, value_of
from solver.answer.type_line_order import (
    COLOR_ORDER,
    SUPERTYPE_ORDER,
    SubtypeOrder,
    all_subtypes,
    in_order,
    type_line_text,
)
from solver.answer.values_by_kind import NOTHING, controller_in, first_in, number_in, text_in, words_in
from solver.program import read_abilities


class AnswerMaker:
    """Makes the answer of one board from the atoms of the rules."""

    def __init__(self, facts: BoardFacts, values: Values) -> None:
        """Take the facts and the derived values.

        Args:
            facts: The facts that the board was written as.
            values: The values that the rules derive for each object.

        Raises:
            InputError: The board removes counters that are not there.
        """
        self._timeline = facts.timeline
        self._year, self._edition = facts.edition, edition_of(facts.edition)
        refuse_impossible(facts.timeline, values)
        self._values = values
        self._faces: dict[str, Face] | None = None
        self._found: dict[_Same, tuple[ObjectAnswer, Kinds]] = {}
        self._ability_answers = AbilityAnswers(facts, values)
        self._warnings = BoardWarnings(facts.timeline, values)

    def answer(self, of: Container[str] | None = None) -> Answer:
        """Return the answer.

        Args:
            of: Labels. If given, the answer has only the objects with these labels, and neither warnings nor refusals.
        """
        objects = {
            label: self._object(thing, self._values.get(label, NOTHING))
            for label, thing in self._timeline.things.items()
            if (of is None or label in of)
            and ((thing.left is None and not thing.put_transformed) or self._is_there(thing))
        }
        if self._edition.numbers or self._edition.year != DEFAULT_EDITION:
            objects = {label: in_edition(self._edition, one) for label, one in objects.items()}
        if of is not None:
            return Answer(objects, (), (), self._year)
        cards = (thing.card for thing in self._timeline.things.values())
        warnings = dict.fromkeys((*self._edition.anachronisms(cards), *self._warnings.all(objects)))
        return Answer(objects, tuple(warnings), tuple(self._refusals()), self._year)

    def _is_there(self, thing: Thing) -> bool:
        """Tell whether an object is there; the rules decide whether one that a text exiles and returns left."""
        values = self._values.get(thing.label, NOTHING)
        if thing.left is not None:
            return thing.told_to_return and "name" in values
        return not thing.put_transformed or "zone" in values

    def seen(self, label: str, values: Kinds) -> ObjectAnswer:
        """Return the answer of an object by other values than the final ones, such as those of an earlier step.

        Args:
            label: The object's label.
            values: The values that the rules derive for it.

        Returns:
            The answer by these values.
        """
        return in_edition(self._edition, self._derived(self._timeline.things[label], values))

    def effect_source(self, effect: Symbol) -> str:
        """Return the name of the source of a continuous effect.

        Args:
            effect: The effect, as the rules write it.

        Returns:
            The label of an object, or the name of the spell or ability that resolved.
        """
        return self._ability_answers.source(effect)

    def effect_text(self, effect: Symbol) -> str:
        """Return the text of the ability that makes a continuous effect.

        Args:
            effect: The effect, as the rules write it.

        Returns:
            The text; empty for an effect of the rules themselves.
        """
        return self._ability_answers.text(effect)

    def _object(self, thing: Thing, values: Kinds) -> ObjectAnswer:
        """Return the answer of an object; equal objects of one card share it."""
        same = thing.card, thing.side, id(values)
        found, _ = _found_before.get(same) or self._found.get(same) or self._find(same, thing, values)
        return found.of_object(
            label=thing.label,
            # Boards may have thousands of objects, and the rules say little of these things: each call tells.
            zone=(first_in(values, "zone") if "zone" in values else "") or thing.zone,
            controller=controller_in(values, thing.controller) if "controller" in values else thing.controller,
            owner=thing.owner,
            token="token" in values if thing.merged else thing.token,
            counters=counters_on(thing, values) if "counter" in values else {},
            damage=thing.damage,
            attached_to=self._host(thing) if thing.attachments else None,
        )

    def _find(self, same: _Same, thing: Thing, values: Kinds) -> tuple[ObjectAnswer, Kinds]:
        found = self._derived(thing, values), values
        if _is_of_its_own(thing, values):
            _keep(same, found)
        else:
            self._found[same] = found
        return found

    def _derived(self, thing: Thing, values: Kinds) -> ObjectAnswer:
        face = up_or_under(thing, values)
        like = self._face_named(first_in(values, "name")) or face
        words = set(words_in(values, "subtype"))
        as_printed = len(words) < 2 or words <= {*like.type_line.subtypes, *BASIC_LAND_TYPES}
        abilities = read_abilities(
            values.get("ability", ()), lambda: with_modes(self._ability_answers.answers(values, face))
        )
        return _without_abilities(
            thing.card,
            face,
            like,
            tuple((kind, tuple(told)) for kind, told in values.items() if kind not in _OF_ITS_BOARD),
            None if as_printed else self._said_subtypes,
            tuple((word, self._sets(word)) for word in words if word not in sets_by_word()),
        )._replace(
            label=thing.label,
            zone=first_in(values, "zone") or thing.zone,
            controller=controller_in(values, thing.controller),
            owner=thing.owner,
            abilities=abilities,
            lost=tuple(with_modes(self._ability_answers.lost(values, face))) if "lost" in values else (),
        )

    @cached_property
    def _said_subtypes(self) -> tuple[str, ...]:
        """The subtypes that are chosen, or named by objects and by resolved spells and abilities, in that order."""
        said: list[tuple[int, tuple[str, ...]]] = []
        for thing in self._timeline.things.values():
            words = _named_by(thing.card)
            if thing.chosen:
                words = (*words, *_chosen_words(thing.chosen))
            if words:
                said.append((thing.step, words))
        for one in self._timeline.resolutions:
            said += [(one.step, tuple(_said(one.ability.effects))), (one.step, _chosen_words(one.chosen))]
        return tuple(dict.fromkeys(word for _, words in sorted(said, key=lambda one: one[0]) for word in words))

    def _host(self, thing: Thing) -> str | None:
        """Return the host of an object; a host that has left counts no more."""
        host = thing.attached[0] if thing.attached else None
        other = None if host is None else self._timeline.things.get(host)
        return host if other is None or self._is_there(other) else None

    def _face_named(self, name: str) -> Face | None:
        """Return the face on this board that has a name: of a copy, the copied one."""
        if self._faces is None:
            self._faces = {face.name: face for card in self._timeline.cards.values() for face in card.faces}
        return self._faces.get(name)

    def _sets(self, word: str) -> tuple[str, ...]:
        """Return the sets that a subtype on this board is in."""
        known = sets_by_word().get(word)
        if known is not None:
            return known
        for card in self._timeline.cards.values():
            for face in card.faces:
                for printed, names in face.type_line.sets:
                    if printed == word:
                        return names
        return ()

    def _refusals(self) -> Iterable[Refusal]:
        found = [
            Refusal(label, value.arguments[0].number, value.arguments[1].string, len(value.arguments) > 2)
            for label, values in self._values.items()
            if "refused" in values
            for value in map(term, values["refused"])
        ]
        return sorted(found, key=lambda one: (one.step, one.object, one.rule))


_OF_ITS_BOARD = frozenset((
    "ability", "astray", "chosen", "controller", "counter", "lost", "number_open", "putter_open", "refused", "zone",
))  # fmt: skip
"""The kinds of values that `_without_abilities` does not use."""


@lru_cache(maxsize=1 << 12)
def _without_abilities(
    card: Card,
    face: Face,
    like: Face,
    kinds: tuple[tuple[str, tuple[Value, ...]], ...],
    said: tuple[str, ...] | None,
    own_words: tuple[tuple[str, tuple[str, ...]], ...],
) -> ObjectAnswer:
    """Return the answer of an object without its abilities and the statements of its board.

    Args:
        card: Its card.
        face: The face that is up.
        like: The face whose name it has; for a copy, the copied one.
        kinds: The values that the rules derive for it.
        said: The subtypes that its board names, if it has others than printed ones.
        own_words: The sets of those of its subtypes that only its board knows.
    """
    values = dict(kinds)
    known = {**sets_by_word(), **dict(own_words)} if own_words else sets_by_word()
    types = in_order(words_in(values, "type"), TYPE_ORDER, like.type_line.types)
    supertypes = in_order(words_in(values, "supertype"), SUPERTYPE_ORDER, like.type_line.supertypes)
    every = tuple(sorted(words_in(values, "every")))
    excepted = set(words_in(values, "except"))
    single = set(words_in(values, "subtype"))
    swaps = exchanged(values)  # a word that a text change put into the type line stands where the old one was
    words = tuple(dict.fromkeys(swaps.get(word, word) for word in like.type_line.subtypes))
    order = SubtypeOrder(types, words, (*BASIC_LAND_TYPES, *(said or ())), known)
    colors = in_order(words_in(values, "color"), tuple(COLOR_ORDER))
    power, toughness = number_in(values, "power"), number_in(values, "toughness")
    printed = Printed(counting_faces(card, face, words_in(values, "name")), _defined(values))
    return ObjectAnswer(
        label="",
        name=_names(values, card),
        zone="",
        controller="",
        owner="",
        face=text_in(values, "face") or "front",
        supertypes=supertypes,
        types=types,
        subtypes=all_subtypes(single, every, excepted, order),
        type_line=type_line_text(supertypes, types, single, every, excepted, order),
        every=every,
        colors=colors,
        mana_value=number_in(values, "mana_value") or 0,
        power=power,
        toughness=toughness,
        abilities=(),
        properties=tuple(sorted(words_in(values, "property"))),
        printed=printed.type_line,
        phased_out="phased_out" in values,
        copied="copied" in values,
        printed_power=as_printed(face.power),
        printed_toughness=as_printed(face.toughness),
        printed_colors=printed.colors,
        changed=printed.unlike((supertypes, types, single, every, excepted), colors, (power, toughness)),
    )


def _defined(values: Kinds) -> dict[str, tuple[Value, ...]]:
    """Return the values that an object's own characteristic-defining abilities define, by kind (604.3)."""
    found: dict[str, tuple[Value, ...]] = {}
    for kind, value in (term(one).arguments for one in values.get("defined", ())):
        found[kind.name] = (*found.get(kind.name, ()), value_of(value))
    return found


_Same = tuple[Card, str, int]
"""A card, its face that is up, and its values in the rules. Objects with the same three have the same answer."""
_found_before: dict[_Same, tuple[ObjectAnswer, Kinds]] = {}
"""Answers that depend only on the card of an object and on its values in the rules, kept for later boards.

The values are kept with the answers, so that no other values can get the same number.
"""
_KEPT = 1 << 13


def _keep(same: _Same, found: tuple[ObjectAnswer, Kinds]) -> None:
    if len(_found_before) >= _KEPT:
        _found_before.clear()
    _found_before[same] = found


def _is_of_its_own(thing: Thing, values: Kinds) -> bool:
    """Tell whether the answer of an object depends on no other object of its board: no copy, no granted ability."""
    named = next((face for face in thing.card.faces if face.name == first_in(values, "name")), None)
    if named is None or thing.merged or "copied" in values:
        return False
    own = {*named.type_line.subtypes, *BASIC_LAND_TYPES} & sets_by_word().keys()
    lost = list(map(lost_parts, values.get("lost", ())))
    abilities = [*values.get("ability", ()), *(ability for ability, _, _ in lost)]
    return (
        own.issuperset(words_in(values, "subtype"))
        and all(parts(value)[0] == "intrinsic" or _is_printed_on(thing.card, value) for value in abilities)
        and not any(isinstance(by, int) for _, by, _ in lost)  # a step of this board
    )


def _is_printed_on(card: Card, value: Value) -> bool:
    kind, inner = parts(value)
    if kind != "own":
        return False
    face = term(inner).arguments[0]
    return face.name == "face" and face.arguments[0].string == card.name


@lru_cache(maxsize=4096)
def _named_by(card: Card) -> tuple[str, ...]:
    return tuple(word for face in card.faces for ability in face.abilities for word in _said(ability.effects))


def _chosen_words(chosen: Mapping[str, Sequence[str | int]]) -> tuple[str, ...]:
    return tuple(str(word) for words in chosen.values() for word in words)


def _said(form: object) -> Iterator[str]:
    """Find the subtypes that an effect, or an ability within it, gives."""
    for _, part in form_parts(form):
        if isinstance(part, Operations):
            words = (*(part.set_subtypes or ()), *(part.add_subtypes or ()))
            yield from (word for word in words if isinstance(word, str))


def _names(values: Kinds, card: Card) -> str:
    """Return the name; of a split card off the stack, those of both halves (709.4a)."""
    found = [str(name) for name in values.get("name", ())]
    if len(found) < 2:
        return found[0] if found else ""
    order = [face.name for face in card.faces]
    return " // ".join(sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name)))
