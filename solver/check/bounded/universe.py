"""Every board up to a size, as one program: choices in the place of a board's facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import comb
from typing import Any

from facts.cards import read_ability
from facts.edition import DEFAULT_EDITION, edition_of
from facts.effects import write_effect, write_operations, write_subtype
from facts.printed import write_ability
from facts.term import Facts, quoted
from facts.type_line import read_type_line
from solver.check.bounded.vocabulary import (
    BACK,
    DOUBLE_FACED,
    EVENTS,
    FILTERS,
    KEYWORD,
    KINDS,
    LAYER_OF,
    MOST_OPERATIONS,
    OPERATIONS,
    Form,
)

PLAYER = "you"


@dataclass(frozen=True)
class Universe:
    """All boards of up to so many objects and effects.

    Attributes:
        objects: How many objects there are at most.
        effects: How many effects there are at most.
        operations: Which of the `OPERATIONS` effects may have.
        events: Which of the `EVENTS` objects may have seen.
        mirrored: Whether there is a second board with all timestamps in the opposite order.
        edition: The edition of the rules.
    """

    objects: int
    effects: int
    operations: tuple[int, ...] = tuple(range(len(OPERATIONS)))
    events: tuple[str, ...] = EVENTS
    mirrored: bool = False
    edition: str = DEFAULT_EDITION

    def program(self) -> str:
        """Return the choices and what follows from them, as rules for ``base``."""
        return "\n".join(
            line
            for part in (self._common(), *map(self._object, self._places()), *map(self._effect, self._numbers()))
            for line in part
        )

    def covered(self) -> int:
        """Return how many boards these are: how many ways there are to choose."""
        places = 1
        for place in self._places():
            hosts = place  # nothing, or one of the earlier ones
            places *= 1 + len(KINDS) * 2 * hosts * self._event_choices(place)
        pairs = sum(comb(len(self.operations), count) for count in range(MOST_OPERATIONS + 1))
        # Choices that speak of an object that is not there are not counted apart: this is an upper bound of a kind.
        effect = self.objects * len(FILTERS) + self.objects
        return int(places * (pairs * effect) ** self.effects)

    def _event_choices(self, place: int) -> int:
        return sum(place - 1 if event == "copy" else 1 for event in self.events)

    def _places(self) -> range:
        return range(1, self.objects + 1)

    def _numbers(self) -> range:
        return range(1, self.effects + 1)

    def _boards(self) -> range:
        return range(2 if self.mirrored else 1)

    def _step(self, board: int, step: int) -> int:
        """Return the step at which something happens: on the second board, the other way round."""
        return step if board == 0 else self.objects + self.effects + 1 - step

    def _common(self) -> Iterator[str]:
        facts = Facts()
        # Those of copies count: a copy of an object with a static ability has an effect of its own.
        yield "an_effect(E) :- born(E,0), of_board(E,0), def(E,x(N)), does_number(N,_)."
        yield f":- #count {{ E : an_effect(E) }} > {self.effects}."
        for wording in edition_of(self.edition).wordings:
            facts.say("wording", wording)
        for board in self._boards():
            facts.say("player", f"p({board},{quoted(PLAYER)})")
            facts.say("active_player", f"p({board},{quoted(PLAYER)})")
        for kind in (*KINDS, BACK):
            for word in read_type_line(kind["type_line"]).subtypes:
                write_subtype(facts, word)
        for number, affects in enumerate(FILTERS, start=1):
            _say_filter(facts, number, affects)
        for number, form in enumerate(OPERATIONS, start=1):
            for key in form:
                facts.say("in_layer", number, LAYER_OF[key])
        facts.say("ability_kind", "keyword", "static")
        facts.say("ability_keyword", "keyword", quoted(KEYWORD))
        yield from facts.lines()

    def _object(self, place: int) -> Iterator[str]:
        card, face = quoted(f"c{place}"), f'face("c{place}",front)'
        back = f'face("c{place}",back)'
        yield f"{{ kind({place},1..{len(KINDS)}) }} 1. card_number({card},{place})."
        yield f":~ here({place}). [1@1,here,{place}] :~ keyword({place}). [1@1,keyword,{place}]"
        yield f"here({place}) :- kind({place},_)."
        if place > 1:
            yield f":- here({place}), not here({place - 1})."
        yield f"{{ keyword({place}) }} :- here({place})."
        earlier = range(1, place)
        hosts = ";".join(f"host({place},{other})" for other in earlier)
        if hosts:
            yield f"{{ {hosts} }} 1 :- here({place})."
            yield f":- host({place},O), not here(O)."
        events = [f'event({place},"{event}")' for event in self.events if event != "copy"]
        events += [f"event({place},copy({other}))" for other in earlier if "copy" in self.events]
        yield f"1 {{ {';'.join(events)} }} 1 :- here({place})."
        yield f":- event({place},copy(O)), not here(O)."
        yield f':~ event({place},E), E != "none". [1@1,event,{place}] :~ host({place},_). [1@1,host,{place}]'
        yield f':- event({place},("transform";"transform_twice")), not kind({place},{DOUBLE_FACED + 1}).'
        double = f"kind({place},{DOUBLE_FACED + 1})"
        yield f"layout({card},transform) :- {double}. layout({card},single) :- not {double}."
        yield f"side({card},front). side({card},back) :- kind({place},{DOUBLE_FACED + 1}). printed({face},name,{card})."
        yield from _printed(back, BACK, f"kind({place},{DOUBLE_FACED + 1})")
        yield f'printed({back},name,"b{place}") :- kind({place},{DOUBLE_FACED + 1}).'
        for number, kind in enumerate(KINDS, start=1):
            yield from _printed(face, kind, f"kind({place},{number})")
        yield f"printed_ability({face},9,keyword) :- keyword({place})."
        for board in self._boards():
            yield from self._thing(board, place, card)

    def _thing(self, board: int, place: int, card: str) -> Iterator[str]:
        term, player = _object_term(board, place), f"p({board},{quoted(PLAYER)})"
        step, later = self._step(board, place), self.objects + self.effects + 10 * place
        yield f"thing({term},battlefield,{step},{player},{player}) :- here({place})."
        yield f"made_of({term},{card},front) :- here({place})."
        for other in range(1, place):
            when = max(step, self._step(board, other))
            yield f"attached({term},{_object_term(board, other)},{when}) :- host({place},{other})."
        if "face_down" in self.events:
            yield f'enters_down({term},face_down) :- event({place},"face_down").'
        if "transform" in self.events:
            for number, name in ((1, '("transform";"transform_twice")'), (2, '"transform_twice"')):
                yield f"version({term},{number},{later + number - 1}) :- event({place},{name})."
                yield f"happens({term},{number},transform) :- event({place},{name})."
        if "copy" in self.events:
            yield f"version({term},1,{later}) :- event({place},copy(_))."
            yield f"copied_at(copy({term},1),{later}) :- event({place},copy(_))."
            for other in range(1, place):
                copied = _object_term(board, other)
                yield f"copy_effect(copy({term},1),{term},1,{copied}) :- event({place},copy({other}))."

    def _effect(self, number: int) -> Iterator[str]:
        effect, ability = f"x({number})", f"d({number})"
        of = ";".join(f"of({number},{place})" for place in self._places())
        yield f"1 {{ {of}; spell({number}) }} 1."
        yield f":- of({number},O), not here(O)."
        if number > 1:
            # Which number an effect has says nothing of it but the order among those of its object, or of spells.
            yield f":- of({number},O), of({number - 1},P), O < P. :- of({number},_), spell({number - 1})."
        yield f"ability_kind({ability},static). effect({ability},{effect})."
        for place in self._places():
            yield f'printed_ability(face("c{place}",front),{number},{ability}) :- of({number},{place}).'
        yield f"1 {{ filter_number({number},1..{len(FILTERS)}) }} 1 :- not spell({number})."
        for which, affects in enumerate(FILTERS, start=1):
            yield from _when(f"filter_number({number},{which})", _effect_facts(effect, {"affects": affects}))
        yield f"{{ does_number({number},({';'.join(str(one + 1) for one in self.operations)})) }} {MOST_OPERATIONS}."
        for one in self.operations:
            yield from _when(f"does_number({number},{one + 1})", _operation_facts(effect, OPERATIONS[one]))
        yield f":~ does_number({number},O). [1@1,does,{number},O]"
        yield f"affects({effect},targets) :- spell({number})."
        targets = ";".join(f"target_number({number},{place})" for place in self._places())
        yield f"1 {{ {targets} }} 1 :- spell({number})."
        yield f":- target_number({number},O), not here(O)."
        for board in self._boards():
            step = f"step({board},{self._step(board, self.objects + number)})"
            yield f"resolves({step},{effect}) :- spell({number})."
            yield f"resolver({step},p({board},{quoted(PLAYER)})) :- spell({number})."
            for place in self._places():
                yield f"target({step},{effect},{_object_term(board, place)}) :- target_number({number},{place})."


def _say_filter(facts: Facts, number: int, affects: Any) -> None:
    """Say what a filter asks, for the invariants: in words of their own, apart from those of the rules."""
    if isinstance(affects, str):
        facts.say("itself" if affects == "this" else "its_host", number)
        return
    for key, value in affects.items():
        if key == "not":
            for barred, word in value.items():
                facts.say("refuses", number, barred, quoted(word))
        elif key == "other":
            facts.say("others", number)
        elif key == "keyword":
            facts.say("asks_keyword", number, quoted(value))
        else:
            facts.say("asks", number, key, quoted(value))


def _object_term(board: int, place: int) -> str:
    return f'o({board},"o{place}")'


def _when(condition: str, lines: tuple[str, ...]) -> Iterator[str]:
    """Let facts hold under a condition; which sets a subtype is in holds anyway."""
    for line in lines:
        yield line if line.startswith(("subtype_in(", "ability_k")) else f"{line[:-1]} :- {condition}."


def _printed(face: str, kind: Form, condition: str) -> Iterator[str]:
    facts = Facts()
    line = read_type_line(kind["type_line"])
    for key, words in (("supertype", line.supertypes), ("type", line.types), ("subtype", line.subtypes)):
        for word in words:
            facts.say("printed", face, key, quoted(word))
    for key in ("power", "toughness"):
        if key in kind:
            facts.say("printed", face, key, kind[key])
    for color in kind.get("colors", ()):
        facts.say("color_indicator", face, quoted(color))
    yield from _when(condition, facts.lines())


def _effect_facts(effect: str, form: Mapping[str, Any]) -> tuple[str, ...]:
    facts = Facts()
    write_effect(facts, effect, form, lambda _, __: None)
    return facts.lines()


def _operation_facts(effect: str, form: Form) -> tuple[str, ...]:
    facts = Facts()

    def granted(inner: str, ability: Any) -> None:
        write_ability(facts, {}, inner, read_ability(ability))

    write_operations(facts, "op", effect, form, granted)
    return facts.lines()
