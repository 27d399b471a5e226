"""Making the answer of a board from what the rules say of it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from clingo import Symbol, SymbolType

from facts.board.asked import Chosen
from facts.board.board_facts import BoardFacts
from facts.board.timeline import Resolution, Thing
from facts.cards.card import TWO_FACED, Ability, Card, Face
from facts.cards.edition import edition_of
from facts.cards.keywords import keyword_of
from facts.cards.subtypes import BASIC_LAND_TYPES, COLORS, sets_by_word
from facts.effects.effect_facts import listed, speaks_of_defender, told_amounts, untold_conditions
from facts.runtime.patterns import pattern
from facts.text.errors import show
from facts.text.names import did_you_mean
from solver.answer.answer_values import AbilityAnswer, Answer, LostAbility, ObjectAnswer, Refusal
from solver.answer.chosen_words import with_chosen_words
from solver.answer.in_edition import in_edition
from solver.answer.modal import with_modes
from solver.answer.printed_face import Printed, as_printed, counting_faces
from solver.answer.symbols import Kinds, Value, Values, term, value_of
from solver.answer.type_line_order import (
    COLOR_ORDER,
    SUPERTYPE_ORDER,
    TYPE_ORDER,
    SubtypeOrder,
    all_subtypes,
    in_order,
    type_line_text,
)
from solver.program.house_answers import read_abilities
from solver.program.rule_texts import mana_text, rule_text

_Order = tuple[int, int, int, str]
"""The place of an ability among those of an object."""


class AnswerMaker:
    """Makes the answer of one board from what the rules say."""

    def __init__(self, facts: BoardFacts, values: Values) -> None:
        """Take what is known.

        Args:
            facts: The facts that the board was written as.
            values: What the rules say of each object.
        """
        self._timeline = facts.timeline
        self._year, self._edition = facts.edition, edition_of(facts.edition)
        self._abilities = facts.abilities
        self._counters = facts.counters
        self._values = values
        self._faces: dict[str, Face] | None = None
        self._found: dict[_Same, tuple[ObjectAnswer, Kinds]] = {}
        self._granted_before: dict[Value, tuple[_Order, AbilityAnswer]] = {}
        self._texts: dict[str, tuple[str, bool, str | None]] = {}

    def answer(self, of: Container[str] | None = None) -> Answer:
        """Return the answer.

        Args:
            of: Tell only of objects of these labels, and of nothing else.
        """
        objects = {
            label: self._object(thing, self._values.get(label, _NOTHING))
            for label, thing in self._timeline.things.items()
            if thing.left is None and (of is None or label in of)
        }
        if self._edition.numbers or self._edition.subtypes:
            objects = {label: in_edition(self._edition, one) for label, one in objects.items()}
        if of is not None:
            return Answer(objects, (), (), self._year)
        warnings = dict.fromkeys((*self._edition.anachronisms(self._timeline), *self._warnings(objects)))
        return Answer(objects, tuple(warnings), tuple(self._refusals()), self._year)

    def seen(self, label: str, values: Kinds) -> ObjectAnswer:
        """Return what an object is by other values than those of the answer: on the way there, for instance.

        Args:
            label: The object's label.
            values: What the rules say of it.

        Returns:
            What it is.
        """
        return in_edition(self._edition, self._derived(self._timeline.things[label], values))

    def effect_source(self, effect: Symbol) -> str:
        """Return what people call the source of a continuous effect.

        Args:
            effect: The effect, as the rules write it.

        Returns:
            The label of an object, or the name of what resolved.
        """
        return self._source(effect)

    def effect_text(self, effect: Symbol) -> str:
        """Return the text of the ability that makes a continuous effect.

        Args:
            effect: The effect, as the rules write it.

        Returns:
            The text; empty for an effect of the rules themselves.
        """
        if effect.name == "static":
            ability = effect.arguments[1]
            return self._text_of(str(ability.arguments[-1]))[0]
        resolution = self._resolution(effect) if effect.name == "resolved" else None
        return resolution.ability.text if resolution is not None else ""

    def _object(self, thing: Thing, values: Kinds) -> ObjectAnswer:
        """Return what an object is; of objects of one card of which the rules say the same, it is found out once."""
        same = thing.card, thing.side, id(values)
        found, _ = _found_before.get(same) or self._found.get(same) or self._find(same, thing, values)
        return found.of_object(
            label=thing.label,
            zone=thing.zone,
            controller=_player(values, thing.controller),
            owner=thing.owner,
            token="token" in values if thing.merged else thing.token,
            counters=dict(self._counters[thing.label])
            if thing.label in self._counters
            else {kind: count for kind, (count, _) in thing.counters.items() if count},
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
        face = self._printed_face(thing, values)
        like = self._face_named(_text(values, "name")) or face
        words = set(_words(values, "subtype"))
        as_printed = len(words) < 2 or words <= {*like.type_line.subtypes, *BASIC_LAND_TYPES}
        abilities = read_abilities(values.get("ability", ()), lambda: with_modes(self._ability_answers(values, face)))
        return _without_abilities(
            thing.card,
            face,
            like,
            tuple((kind, tuple(told)) for kind, told in values.items() if kind not in _OF_ITS_BOARD),
            None if as_printed else self._said_subtypes,
            tuple((word, self._sets(word)) for word in words if word not in sets_by_word()),
        )._replace(
            label=thing.label,
            zone=thing.zone,
            controller=_player(values, thing.controller),
            owner=thing.owner,
            abilities=abilities,
            lost=tuple(with_modes(self._lost(values, face))) if "lost" in values else (),
        )

    @cached_property
    def _said_subtypes(self) -> tuple[str, ...]:
        """The subtypes that are chosen, or named by what is on the board and what resolved there, in that order."""
        said: list[tuple[int, tuple[str, ...]]] = []
        for thing in self._timeline.things.values():
            said += [(thing.step, _named_by(thing.card)), (thing.step, _chosen_words(thing.chosen))]
        for one in self._timeline.resolutions:
            said += [(one.step, tuple(_said(one.ability.effects))), (one.step, _chosen_words(one.chosen))]
        return tuple(dict.fromkeys(word for _, words in sorted(said, key=lambda one: one[0]) for word in words))

    def _host(self, thing: Thing) -> str | None:
        """Return what an object is attached to; what has left holds nothing any more."""
        host = thing.attached[0] if thing.attached else None
        gone = host is not None and host in self._timeline.things and self._timeline.things[host].left is not None
        return None if gone else host

    def _printed_face(self, thing: Thing, values: Kinds) -> Face:
        """Return the face that is up, or would be if the object were face up."""
        side = _text(values, "face") or thing.side
        return thing.card.face(side) or thing.card.face(thing.side) or thing.card.faces[0]

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

    # ---- abilities

    def _ability_answers(self, values: Kinds, face: Face) -> Iterable[AbilityAnswer]:
        swaps = _swaps(values)
        for value in sorted(values.get("ability", ()), key=self._ability_order):
            yield self._ability_answer(value, values, face, swaps)

    def _ability_answer(self, value: Value, values: Kinds, face: Face, swaps: Mapping[str, str]) -> AbilityAnswer:
        kind, inner = _parts(value)
        if kind == "intrinsic":
            word = term(inner).string
            return AbilityAnswer(mana_text(word), "intrinsic", rule="305.6", printed=word in face.type_line.subtypes)
        if kind == "own":
            text, modelled, keyword = self._text_of(inner)
            said = _reworded(text, swaps, face.name)
            keyword = keyword if said == text else keyword_of(said)
            origin = "copied" if "copied" in values else "printed"
            printed = said == text and inner in self._abilities
            return AbilityAnswer(said, origin, modelled=modelled, keyword=keyword, printed=printed)
        return self._granted(value)[1]

    def _lost(self, values: Kinds, face: Face) -> Iterable[LostAbility]:
        """Say which abilities an object no longer has, and what took them: the rules name it."""
        swaps = _swaps(values)
        taken = {ability: (by, rule) for ability, by, rule in map(_lost_parts, values["lost"])}
        for value in sorted(taken, key=self._ability_order):
            one = self._ability_answer(value, values, face, swaps)
            by, rule = taken[value]
            if isinstance(by, int):
                by = next(_called(one) for one in self._timeline.resolutions if one.step == by)
            yield LostAbility(one.text, one.origin, one.source, by, rule)

    def _granted(self, value: Value) -> tuple[_Order, AbilityAnswer]:
        """Return an ability that an effect grants, and its place: the same for all on the board that have it."""
        found = self._granted_before.get(value)
        if found is None:
            effect, ability = term(value).arguments
            text, modelled, keyword = self._text_of(str(ability))
            chosen = self._chosen_by(effect) if "chosen" in text else {}
            said = _reworded(with_chosen_words(text, chosen), self._swaps_of(effect), "")
            keyword = keyword if said == text else keyword_of(said)
            place = ability.arguments[1].number if len(ability.arguments) > 1 else 0
            order = (2, self._time(effect), place, str(value))
            found = order, AbilityAnswer(said, "granted", self._source(effect), None, modelled, keyword)
            self._granted_before[value] = found
        return found

    def _swaps_of(self, effect: Symbol) -> Mapping[str, str]:
        """Return the exchanged words of the object whose static ability grants something."""
        if effect.name != "static":
            return {}
        return _swaps(self._values.get(effect.arguments[0].arguments[1].string, {}))

    def _text_of(self, ability_term: str) -> tuple[str, bool, str | None]:
        found = self._texts.get(ability_term)
        if found is None:
            ability = self._abilities.get(ability_term)
            if ability is None:
                text = rule_text(ability_term)
                found = text, True, keyword_of(text)
            else:
                found = ability.text, ability.modelled, ability.keyword
            self._texts[ability_term] = found
        return found

    def _chosen_by(self, effect: Symbol) -> Mapping[str, list[str | int]]:
        first = effect.arguments[0]
        if effect.name == "static":
            return self._timeline.things[first.arguments[1].string].chosen
        resolution = self._resolution(effect) if effect.name == "resolved" else None
        return resolution.chosen if resolution is not None else {}

    def _resolution(self, effect: Symbol) -> Resolution | None:
        step = effect.arguments[0].arguments[1].number
        return next((one for one in self._timeline.resolutions if one.step == step), None)

    def _ability_order(self, value: Value) -> _Order:
        """Order abilities: printed ones in printed order, then intrinsic ones, then granted ones by time."""
        kind, inner = _parts(value)
        if kind == "own":
            return (0, *_place(inner))
        if kind == "intrinsic":
            return (1, BASIC_LAND_TYPES.index(term(inner).string), 0, "")
        return self._granted(value)[0]

    def _time(self, effect: Symbol) -> int:
        """Return about when an effect began, for the order of what it grants."""
        if effect.name == "resolved":
            return int(effect.arguments[0].arguments[1].number)
        place = effect.arguments[0] if effect.name == "static" else effect.arguments[1]
        thing = self._timeline.things[place.arguments[1].string]
        return max(thing.step, thing.attached[1] if thing.attached else 0)

    def _source(self, effect: Symbol) -> str:
        """Return what people call the source of an effect: a label, or the name of what resolved."""
        first = effect.arguments[0]
        if effect.name == "static":
            return first.arguments[1].string
        resolution = self._resolution(effect) if effect.name == "resolved" else None
        if resolution is not None:
            return _called(resolution)
        return str(effect.arguments[1].arguments[1].string)

    # ---- the rest

    def _warnings(self, objects: Mapping[str, ObjectAnswer]) -> Iterable[str]:
        yield from self._timeline.warnings
        for label, one in objects.items():
            thing = self._timeline.things[label]
            says_all = _says_all(thing.card)
            if not says_all:
                for face in thing.card.faces:
                    yield from _unknown_words(thing.card.name, face)
                yield from self._not_modelled(thing, one.face)
            for event in thing.events:
                if event.card is not None:
                    yield from self._card_not_modelled(event.card, event.card.faces)
                if event.of:  # what it is a copy of may not be here any more
                    copied = self._timeline.things[event.of]
                    yield from self._not_modelled(copied, copied.side)
            if thing.zone == "battlefield":
                yield from (f"{label}: {text}" for text in _words(self._values.get(label, _NOTHING), "astray"))
                if not says_all:
                    yield from self._not_chosen(thing, one)

    def _not_modelled(self, thing: Thing, up: str) -> Iterable[str]:
        """Name the sentences of an object's text that could matter and are not modelled."""
        card = thing.card
        sides = (thing.side, up)
        faces = [face for face in card.faces if face.side in sides or card.layout not in TWO_FACED]
        yield from self._card_not_modelled(card, faces)
        yield from self._untold(thing, faces)

    def _card_not_modelled(self, card: Card, faces: Iterable[Face]) -> Iterable[str]:
        for face in faces:
            yield from (f"{card.name}: not modelled: {one}" for one in _left_to_boards(face).not_modelled)

    def _untold(self, thing: Thing, faces: Iterable[Face]) -> Iterable[str]:
        """Name the conditions that a board tells of an object, where it tells nothing, and the amounts not told."""
        if thing.zone != "battlefield":
            return
        left = [_left_to_boards(face) for face in faces]
        for text in dict.fromkeys(text for one in left for text in one.amounts):
            if text not in thing.amounts:
                yield f"{thing.label}: 'told' does not say how much is {show(text)}: taken as 0, a life total as 20"
        if len(self._timeline.players) > 2 and "player" not in thing.chosen and any(one.defender for one in left):
            yield f"{thing.label}: 'chosen' does not say which player is the defending player"
        if thing.told is not None:
            return
        for text in dict.fromkeys(text for one in left for text in one.conditions):
            yield f"{thing.label}: 'told' does not say whether {show(text)}: taken as not so"

    def _not_chosen(self, thing: Thing, one: ObjectAnswer) -> Iterable[str]:
        """Say what the board leaves open."""
        if one.copied or one.face == "down":
            return
        face = self._printed_face(thing, self._values.get(thing.label, _NOTHING))
        for key in _left_to_boards(face).choices:
            if key not in thing.chosen:
                yield f"{thing.label}: 'chosen' does not say which {key} was chosen"

    def _refusals(self) -> Iterable[Refusal]:
        found = [
            Refusal(label, value.arguments[0].number, value.arguments[1].string)
            for label, values in self._values.items()
            for value in map(term, values.get("refused", ()))
        ]
        return sorted(found, key=lambda one: (one.step, one.object, one.rule))


_NOTHING: Kinds = {}
"""What the rules say of an object of which they say nothing."""
_OF_ITS_BOARD = frozenset(("ability", "astray", "controller", "lost", "refused"))
"""The kinds of values that have a part in nothing that `_without_abilities` tells."""


@lru_cache(maxsize=1 << 12)
def _without_abilities(
    card: Card,
    face: Face,
    like: Face,
    kinds: tuple[tuple[str, tuple[Value, ...]], ...],
    said: tuple[str, ...] | None,
    own_words: tuple[tuple[str, tuple[str, ...]], ...],
) -> ObjectAnswer:
    """Return what an object is but for its abilities and what its board says of it.

    Args:
        card: Its card.
        face: The face that is up.
        like: The face whose name it has: of a copy, the copied one.
        kinds: What the rules say of it.
        said: The subtypes that its board names, if it has others than printed ones.
        own_words: The sets of those of its subtypes that only its board knows.
    """
    values = dict(kinds)
    known = {**sets_by_word(), **dict(own_words)} if own_words else sets_by_word()
    types = in_order(_words(values, "type"), TYPE_ORDER, like.type_line.types)
    supertypes = in_order(_words(values, "supertype"), SUPERTYPE_ORDER, like.type_line.supertypes)
    every = tuple(sorted(_words(values, "every")))
    excepted = set(_words(values, "except"))
    single = set(_words(values, "subtype"))
    order = SubtypeOrder(types, like.type_line.subtypes, (*BASIC_LAND_TYPES, *(said or ())), known)
    colors = in_order(_words(values, "color"), tuple(COLOR_ORDER))
    power, toughness = _number(values, "power"), _number(values, "toughness")
    printed = Printed(counting_faces(card, face, _words(values, "name")), _defined(values))
    return ObjectAnswer(
        label="",
        name=_names(values, card),
        zone="",
        controller="",
        owner="",
        face=_text(values, "face") or "front",
        supertypes=supertypes,
        types=types,
        subtypes=all_subtypes(single, every, excepted, order),
        type_line=type_line_text(supertypes, types, single, every, excepted, order),
        every=every,
        colors=colors,
        mana_value=_number(values, "mana_value") or 0,
        power=power,
        toughness=toughness,
        abilities=(),
        properties=tuple(sorted(_words(values, "property"))),
        printed=printed.type_line,
        phased_out="phased_out" in values,
        copied="copied" in values,
        printed_power=as_printed(face.power),
        printed_toughness=as_printed(face.toughness),
        printed_colors=printed.colors,
        changed=printed.unlike((supertypes, types, single, every, excepted), colors, (power, toughness)),
    )


def _defined(values: Kinds) -> dict[str, tuple[Value, ...]]:
    """Return what characteristic-defining abilities of its own say an object is, by kind: the rules tell (604.3)."""
    found: dict[str, tuple[Value, ...]] = {}
    for kind, value in (term(one).arguments for one in values.get("defined", ())):
        found[kind.name] = (*found.get(kind.name, ()), value_of(value))
    return found


_Same = tuple[Card, str, int]
"""A card, the face of it that is up, and which values the rules say: whatever is alike in these is the same."""
_found_before: dict[_Same, tuple[ObjectAnswer, Kinds]] = {}
"""What objects are that nothing but their own card and the rules' values of them decides, for the boards to come.

It comes with these values: while they are kept, none others go by their number.
"""
_KEPT = 1 << 13


def _keep(same: _Same, found: tuple[ObjectAnswer, Kinds]) -> None:
    if len(_found_before) >= _KEPT:
        _found_before.clear()
    _found_before[same] = found


def _is_of_its_own(thing: Thing, values: Kinds) -> bool:
    """Tell whether nothing else on its board has a part in how an object is told of: no copy, no granted ability."""
    named = next((face for face in thing.card.faces if face.name == _text(values, "name")), None)
    if named is None or thing.merged or "copied" in values:
        return False
    own = {*named.type_line.subtypes, *BASIC_LAND_TYPES} & sets_by_word().keys()
    lost = list(map(_lost_parts, values.get("lost", ())))
    abilities = [*values.get("ability", ()), *(ability for ability, _, _ in lost)]
    return (
        own.issuperset(_words(values, "subtype"))
        and all(_parts(value)[0] == "intrinsic" or _is_printed_on(thing.card, value) for value in abilities)
        and not any(isinstance(by, int) for _, by, _ in lost)  # a step of this board
    )


def _is_printed_on(card: Card, value: Value) -> bool:
    kind, inner = _parts(value)
    if kind != "own":
        return False
    face = term(inner).arguments[0]
    return face.name == "face" and face.arguments[0].string == card.name


class _LeftToBoards(NamedTuple):
    """What the text of a face leaves to a board to say.

    Attributes:
        not_modelled: The sentences that could matter and are not modelled.
        amounts: The amounts that a board tells.
        conditions: The conditions that a board tells.
        defender: Whether it speaks of the defending player.
        choices: What is chosen as it enters, or as its static abilities speak of it.
    """

    not_modelled: tuple[str, ...]
    amounts: tuple[str, ...]
    conditions: tuple[str, ...]
    defender: bool
    choices: tuple[str, ...]


@lru_cache(maxsize=8192)
def _left_to_boards(face: Face) -> _LeftToBoards:
    forms = [ability.form or {} for ability in face.abilities if ability.kind == "static"]
    return _LeftToBoards(
        tuple(one for ability in face.abilities for one in ability.not_modelled),
        tuple(text for form in forms for text in told_amounts(form)),
        tuple(text for form in forms for text in untold_conditions(form)),
        any(map(speaks_of_defender, forms)),
        _choices(face.abilities),
    )


@lru_cache(maxsize=8192)
def _says_all(card: Card) -> bool:
    """Tell whether the text of a card leaves nothing to a board to say, and all words of its type lines are known."""
    return not any(face.type_line.unknown or any(_left_to_boards(face)) for face in card.faces)


_OF_CHOICE = pattern(
    r"\bchosen\b|\bthat (?:color|type|creature type|land type|card type|name|number|player)\b", re.IGNORECASE
)


def _choices(abilities: Sequence[Ability]) -> tuple[str, ...]:
    """Return what is chosen as an object enters, and by what its static abilities tell others apart.

    Args:
        abilities: Those of the object.

    Returns:
        The keys of `chosen`, each once; not those that only the kind of mana depends on.
    """
    entering = [one.form or {} for one in abilities if one.kind == "as_enters"]
    asked = [key for form in entering for key in listed(form.get("chooses") or [])]
    asked = [key for key in asked if key == "mode" or any(map(_speaks_of_choice, abilities))]
    static = (str(list(map(_without_what_resolves, one.effects))) for one in abilities if one.kind == "static")
    spoken = [key for said in static for key in re.findall(r"'chosen': '(\w+)'", said)]
    # a player may be the enchanted one
    return tuple(dict.fromkeys([*asked, *(key for key in spoken if key != "player")]))


def _without_what_resolves(form: Any) -> Any:
    """Leave out the abilities that an effect gives and that resolve: what is chosen then, their own steps say."""
    if isinstance(form, Mapping):
        return {key: _without_what_resolves(value) for key, value in form.items()}
    if isinstance(form, list | tuple):
        return [_without_what_resolves(one) for one in form if not _resolves(one)]
    return form


def _resolves(form: Any) -> bool:
    return isinstance(form, Mapping) and form.get("kind") in ("activated", "triggered", "loyalty", "spell")


def _speaks_of_choice(ability: Ability) -> bool:
    """Tell whether an ability is about what was chosen, and not only about which mana it adds."""
    if re.search(r": add\b", ability.text, re.IGNORECASE):
        return False
    return _OF_CHOICE.search(ability.text) is not None or "'chosen'" in str(ability.effects)


def _unknown_words(name: str, face: Face) -> Iterable[str]:
    """Say which words of a type line no list knows."""
    for word in face.type_line.unknown:
        if word not in face.type_line.subtypes:
            yield f"{name}: {show(word)} is no card type or supertype; it is left out"
        else:
            hint = did_you_mean(word, sets_by_word())
            yield f"{name}: {show(word)} is no known subtype; it is kept as printed" + (f". {hint}" if hint else "")


@lru_cache(maxsize=4096)
def _named_by(card: Card) -> tuple[str, ...]:
    return tuple(word for face in card.faces for ability in face.abilities for word in _said(ability.effects))


def _chosen_words(chosen: Chosen) -> tuple[str, ...]:
    return tuple(str(word) for words in chosen.values() for word in words)


def _said(form: Any) -> Iterator[str]:
    """Find the subtypes that an effect, or what is in it, says something is."""
    if isinstance(form, Mapping):
        for key, value in form.items():
            if key in ("set_subtypes", "add_subtypes"):
                yield from (word for word in value if isinstance(word, str))
            else:
                yield from _said(value)
    elif isinstance(form, (list, tuple)):
        for one in form:
            yield from _said(one)


@lru_cache(maxsize=8192)
def _parts(value: Value) -> tuple[str, str]:
    """Return what kind of ability a term speaks of, and what is in it."""
    kind, _, inner = str(value).partition("(")
    return kind, inner[:-1]


@lru_cache(maxsize=8192)
def _lost_parts(value: Value) -> tuple[str, str | int | None, str]:
    """Return a lost ability, what took it (a label, the step at which it resolved, or None), and the paragraph."""
    ability, by, rule = term(value).arguments
    if by.type == SymbolType.Function:
        return str(ability), None, rule.string
    return str(ability), by.string if by.type == SymbolType.String else by.number, rule.string


@lru_cache(maxsize=8192)
def _place(ability: str) -> tuple[int, int, str]:
    """Return the place of an own ability: those of a face, the first one first, before those of a copy's exception."""
    symbol = term(ability)
    number = symbol.arguments[1].number if symbol.arguments[1].type == SymbolType.Number else 0
    face = symbol.arguments[0]
    if face.name != "face":
        return (2, number, ability)
    return (0 if face.arguments[1].name in ("front", "left") else 1, number, ability)


def _called(resolution: Resolution) -> str:
    """Return what people call what resolved: the label of its source, its own label, or its name."""
    return resolution.source or resolution.label or resolution.name


def _words(values: Kinds, kind: str) -> list[str]:
    return [str(value) for value in values.get(kind, ())]


def _text(values: Kinds, kind: str) -> str:
    found = values.get(kind)
    return str(found[0]) if found else ""


def _names(values: Kinds, card: Card) -> str:
    """Return the name; of a split card off the stack, those of both halves (709.4a)."""
    found = [str(name) for name in values.get("name", ())]
    if len(found) < 2:
        return found[0] if found else ""
    order = [face.name for face in card.faces]
    return " // ".join(sorted(found, key=lambda name: (order.index(name) if name in order else len(order), name)))


def _number(values: Kinds, kind: str) -> int | None:
    found = values.get(kind)
    return int(found[0]) if found else None


def _player(values: Kinds, default: str) -> str:
    found = values.get("controller")
    return str(term(found[0]).arguments[1].string) if found else default


def _swaps(values: Kinds) -> Mapping[str, str]:
    """Return the words that are exchanged in the text of an object, with what they have become (612.1)."""
    return {key.split(":", 1)[1]: str(found[0]) for key, found in values.items() if key.startswith("reworded:")}


def _reworded(text: str, swaps: Mapping[str, str], name: str) -> str:
    """Return the text of an ability with exchanged words (612).

    Args:
        text: The text.
        swaps: What each word has become: subtypes, and the letters of colors.
        name: The card's name, which does not change (612.2).
    """
    if not swaps:
        return text
    import re

    new = dict(_word_forms(swaps))
    words = "|".join(sorted(map(re.escape, new), key=len, reverse=True))
    kept = rf"{re.escape(name)}|" if name else ""

    def exchange(found: re.Match[str]) -> str:
        word = found[0]
        put = new.get(word.lower(), word)
        return put[:1].upper() + put[1:] if word[0].isupper() else put

    return re.sub(rf"{kept}\b(?:{words})\b", exchange, text, flags=re.IGNORECASE)


def _word_forms(swaps: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Return the forms of exchanged words that a text may have, and what they become: ``islandwalk``, ``nonblack``."""
    from facts.oracle.say.english import plural

    colors = {letter: word for word, letter in COLORS.items()}
    for old, new in swaps.items():
        if old in colors:
            old, new = colors[old], colors[new]
        yield old.lower(), new
        yield f"non{old}".lower(), f"non{new}"
        yield f"non-{old}".lower(), f"non-{new}"
        if old in COLORS:
            continue
        yield plural(old).lower(), plural(new)
        if old in BASIC_LAND_TYPES:
            yield f"{old}walk".lower(), f"{new}walk".lower()
