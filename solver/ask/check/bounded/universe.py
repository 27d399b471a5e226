"""Every board up to a size, as one program: choices in the place of a board's facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, product

from facts.cards import DEFAULT_EDITION, edition_of
from facts.effects import write_subtype
from facts.text import Facts, quoted
from facts.words import read_type_line
from solver.ask.check.bounded.counting_boards import excluded, number_of_boards
from solver.ask.check.bounded.proof_vocabulary import (
    BACK,
    CONDITIONS,
    COUNTER,
    DOUBLE_FACED,
    FILTERS,
    KEYWORD,
    KINDS,
    LAYER_OF,
    MOST_OPERATIONS,
    OPERATIONS,
    SWAP,
    WORDS,
    Words,
)
from solver.ask.check.bounded.shapes import SPELL, Holders, Shape, number_of_copies, ways_to_hold, ways_to_lend
from solver.ask.check.bounded.vocabulary_facts import (
    effect_facts,
    only_if,
    operation_facts,
    printed_facts,
    say_condition,
    say_filter,
    say_operation,
)

PLAYER, OTHER = "you", "opponent"
_STEALING, _LENDING = "stealing", "lending"


@dataclass(frozen=True)
class Universe:
    """All boards up to a number of objects and effects.

    Attributes:
        objects: The maximum number of objects.
        effects: The maximum number of effects.
        words: Their vocabulary.
        shape: Only the boards of this shape.
        edition: The edition of the rules.
        layer: The layer whose rounds are checked from any state: several objects may have the same effect, as if they
            were copies, and facts say which parts a state has. 0 if boards are checked from the start.
        holders: Only the boards on which these have effects.
    """

    objects: int
    effects: int
    words: Words = WORDS["plain"]
    shape: Shape | None = None
    edition: str = DEFAULT_EDITION
    layer: int = 0
    holders: Holders | None = None

    def program(self) -> str:
        """Return the choices and their consequences, as rules for ``base``."""
        return "\n".join(
            line
            for part in (self._common(), *map(self._object, self._places()), *map(self._effect, self._numbers()))
            for line in part
        )

    def covered(self) -> int:
        """Return how many boards these are, counted exactly."""
        return number_of_boards(self.objects, self.effects, self.words)

    def rounds(self, layer: int) -> int:
        """Return how many rounds a layer has at most: one for each effect, also of granted abilities and of counters.

        Args:
            layer: The layer.
        """
        if layer not in self.words.layers:
            return 0
        given = self.words.grants and layer >= GRANTING
        counters = self.words.counters and layer == LAYER_OF["add_power"]
        return self.effects + self.objects * (given + counters)

    def shapes(self) -> Iterator[Universe]:
        """Return parts of this universe that together are all of it.

        A shape has an effect for each number and for each copy of its object: the most that there may be. Some of them
        do nothing.
        """
        copied = [range(place if "copy" in self.words.events else 1) for place in self._places()]
        for copies in product(*copied):
            # An object that became a copy has lost its printed abilities: they need not be there.
            owners = [place for place in self._places() if copies[place - 1] == 0]
            copiers = {place: number_of_copies(place, copies) for place in owners}
            for count in range(1, self.effects + 1):
                for chosen in combinations_with_replacement([*owners, self.objects + 1], count):
                    born = sum(1 + copiers.get(one, 0) for one in chosen)
                    if born == self.effects:
                        these = tuple(SPELL if one > self.objects else one for one in chosen)
                        yield replace(self, shape=Shape(these, copies))

    def by_holders(self) -> Iterator[Universe]:
        """Return parts of this universe that together are all of it, for a round that begins in any state.

        Each has as many effects as there may be, and any of them may do nothing. Only timestamps of effects are
        compared, so an object without effects may be numbered after those with some (its counters have timestamps of
        their own).
        """
        for count in range(self.effects + 1):
            for own in ways_to_hold(count, self.objects):
                first = max((place for those in own for place in those), default=0)
                for given in range(self.effects - count + 1 if self._lends() else 1):
                    for lent in ways_to_lend(given, first, self.objects):
                        yield replace(self, holders=Holders(own, lent, self.effects - count - given))

    def _places(self) -> range:
        return range(1, self.objects + 1)

    def _numbers(self) -> range:
        if self.holders is not None:
            return range(1, len(self.holders.own) + len(self.holders.lent) + self.holders.spells + 1)
        return range(1, (self.effects if self.shape is None else len(self.shape.owners)) + 1)

    def _boards(self) -> range:
        return range(2 if self.words.mirrored else 1)

    def _step(self, which: int, step: int) -> int:
        """Return the step at which something happens: on the second board, the other way round."""
        return step if which == 0 else self.objects + self.effects + 1 - step

    def _common(self) -> Iterator[str]:
        facts = Facts()
        if self.shape is None and self.holders is None:
            # Effects of copies count: a copy of an object with a static ability has an effect of its own.
            yield "an_effect(E) :- created(E,0), of_board(E,0), printed_as(E,x(N)), does_number(N,_)."
            yield f":- #count {{ E : an_effect(E) }} > {self.effects}."
        for wording in edition_of(self.edition).wordings:
            facts.say("wording", wording)
        for which in self._boards():
            facts.say("player", f"p({which},{quoted(PLAYER)})")
            facts.say("player", f"p({which},{quoted(OTHER)})")
            facts.say("active_player", f"p({which},{quoted(PLAYER)})")
        words = {word for kind in (*KINDS, BACK) for word in read_type_line(kind["type_line"]).subtypes}
        for word in sorted(words | {*SWAP}):
            write_subtype(facts, word)
        for number, affects in enumerate(FILTERS, start=1):
            if affects in self.words.filters:
                say_filter(facts, number, affects)
        for number, condition in enumerate(CONDITIONS, start=1):
            if condition in self.words.conditions:
                say_condition(facts, number, condition)
        for number, form in enumerate(OPERATIONS, start=1):
            if form in self.words.operations:
                say_operation(facts, number, form)
        facts.say("ability_kind", "keyword", "static")
        facts.say("ability_keyword", "keyword", quoted(KEYWORD))
        if "stolen" in self.words.events:
            facts.say("affects", _STEALING, "targets")
            facts.say("operation", _STEALING, "gain_control", "you")
        if self.layer:
            self._say_states(facts)
        yield from facts.lines()
        if self.words.mirrored:
            yield "twins(o(0,I),o(1,I)) :- present(o(0,I)), present(o(1,I))."
            yield "#program instances(round)."
            yield "twins(static(O,own(D),X),static(Q,own(D),X)) :- created(static(O,own(D),X),round), twins(O,Q)."
            yield "twins(E,F) :- spoken_by(X,0,E), spoken_by(X,1,F)."
            yield "spoken_by(X,B,resolved(step(B,N),X)) :- created(resolved(step(B,N),X),round)."
            yield "#program base."
        if self.words.grants and not self.layer:
            # Abilities that may be given count from the beginning: on each object that has one, it makes an effect.
            yield "granting(N) :- does_number(N,O), gives_effects(O). :- granting(N), granting(M), N < M."
            yield "#program instances(round)."
            yield (
                "created(static(O,given(E,D),X),round) :- created(E,round), does(E,add_ability,D), static(D), "
                "effect_of(D,X), present(O), zone(O,battlefield), round = 0."
            )
            yield "#program base."

    def _say_states(self, facts: Facts) -> None:
        """Write the choices of a state."""
        lines = [read_type_line(kind["type_line"]) for kind in (*KINDS, BACK)]
        colors = {word for kind in KINDS for word in kind.get("colors", ())}
        said = {
            "type": {word for line in lines for word in line.types} | _words_of("set_types", "add_types"),
            "supertype": {word for line in lines for word in line.supertypes} | _words_of("add_supertypes"),
            "subtype": {word for line in lines for word in line.subtypes} | _words_of("set_subtypes", "add_subtypes"),
            "color": colors | _words_of("set_colors", "add_colors"),
        }
        for key, words in said.items():
            for word in sorted(words):
                facts.say("may_be", key, quoted(word))
        for number in range(self._most() + 1):
            facts.say("number", number)
        for word in sorted(_words_of("add_every")):
            facts.say("every_of", word)
        for word in sorted(_words_of("cannot_have")):
            facts.say("may_be_banned", quoted(word))
        if self._lends():
            moment = f"step(0,{self.objects + self.effects + 1})"
            facts.say("resolves", moment, _LENDING)
            facts.say("resolver", moment, f"p(0,{quoted(PLAYER)})")
            facts.say("affects", _LENDING, "targets")
        facts.say("grant", GRANT)
        facts.say("ability_kind", GRANT, "static")
        facts.say("ability_keyword", GRANT, quoted("flying"))

    def _lends(self) -> bool:
        """Tell whether objects may have granted abilities: this matters in the layer in which these come and go."""
        return self.layer == GRANTING and not self.words.mirrored

    def _lending(self) -> str:
        return f"resolved(step(0,{self.objects + self.effects + 1}),{_LENDING})"

    def _most(self) -> int:
        """Return the highest power or toughness that is chosen, for stated and for counted numbers."""
        said = [form[key] for form in (*KINDS, *OPERATIONS) for key in _SIZES if isinstance(form.get(key), int)]
        return int(max(self.objects, *said))

    def _object(self, place: int) -> Iterator[str]:
        card, face = quoted(f"c{place}"), f'face("c{place}",front)'
        back = f'face("c{place}",back)'
        events_here = self.words.events
        yield f"{{ kind({place},1..{len(KINDS)}) }} 1. card_number({card},{place})."
        yield f":~ here({place}). [1@1,here,{place}] :~ keyword({place}). [1@1,keyword,{place}]"
        yield f"here({place}) :- kind({place},_)."
        if place > 1:
            yield f":- here({place}), not here({place - 1})."
        yield f"{{ keyword({place}) }} :- here({place})."
        hosts = ";".join(f"host({place},{other})" for other in self._hosts(place))
        if hosts:
            yield f"{{ {hosts} }} 1 :- here({place})."
            yield f":- host({place},O), not here(O)."
        copied = self._copied(place)
        if self.shape is not None and copied:
            yield f"event({place},copy({copied[0]})) :- here({place})."
        else:
            events = [f'event({place},"{event}")' for event in events_here if event != "copy"]
            events += [f"event({place},copy({other}))" for other in copied]
            yield f"1 {{ {';'.join(events)} }} 1 :- here({place})."
        yield f":- event({place},copy(O)), not here(O)."
        yield f':~ event({place},E), E != "none". [1@1,event,{place}] :~ host({place},_). [1@1,host,{place}]'
        if self.words.counters:
            bears = f"bears_counters({place})"
            yield f"{{ {bears} }} :- here({place}). :~ {bears}. [1@1,bears_counters,{place}]"
        double = f"kind({place},{DOUBLE_FACED + 1})"
        if "transform" in events_here:
            yield f':- event({place},("transform";"transform_twice")), not {double}.'
        yield f"layout({card},transform) :- {double}. layout({card},single) :- not {double}."
        yield f"side({card},front). side({card},back) :- {double}. printed({face},name,{card})."
        yield from printed_facts(back, BACK, double)
        yield f'printed({back},name,"b{place}") :- {double}.'
        for number, kind in enumerate(KINDS, start=1):
            yield from printed_facts(face, kind, f"kind({place},{number})")
        yield f"printed_ability({face},9,keyword) :- keyword({place})."
        for which in self._boards():
            yield from self._thing(which, place, card, copied)

    def _hosts(self, place: int) -> list[int]:
        """Return the possible hosts of an object: those that entered before it, or have a lower number."""
        return [other for other in self._places() if other < place or (self.layer and other > place)]

    def _copied(self, place: int) -> tuple[int, ...]:
        """Return the objects that an object may copy."""
        if "copy" not in self.words.events:
            return ()
        if self.shape is None:
            return tuple(range(1, place))
        return (self.shape.copies[place - 1],) if self.shape.copies[place - 1] else ()

    def _thing(self, which: int, place: int, card: str, copied: Iterable[int]) -> Iterator[str]:
        term, player = _object_term(which, place), f"p({which},{quoted(PLAYER)})"
        step, later = self._step(which, place), self.objects + self.effects + 10 * place
        events = self.words.events
        yield f"enters_zone({term},battlefield,{step},{player},{player}) :- here({place})."
        yield f"made_of({term},{card},front) :- here({place})."
        for other in self._hosts(place):
            when = step if self.layer else max(step, self._step(which, other))
            yield f"attached({term},{_object_term(which, other)},{when}) :- host({place},{other})."
        if self.words.counters and self.layer:
            times = ";".join(f"counter({term},{quoted(COUNTER)},2,{when})" for when in range(self.objects + 1))
            yield f"1 {{ {times} }} 1 :- bears_counters({place})."
        elif self.words.counters:
            yield f"counter({term},{quoted(COUNTER)},2,{step}) :- bears_counters({place})."
        if "face_down" in events:
            yield f'enters_down({term},face_down) :- event({place},"face_down").'
        if "transform" in events:
            for number, name in ((1, '("transform";"transform_twice")'), (2, '"transform_twice"')):
                yield f"version({term},{number},{later + number - 1}) :- event({place},{name})."
                yield f"happens({term},{number},transform) :- event({place},{name})."
        if "reworded" in events:
            yield f'swap({term},1,{quoted(SWAP[0])},{quoted(SWAP[1])}) :- event({place},"reworded").'
            yield f'swapped_at({term},1,{later}) :- event({place},"reworded").'
        if "stolen" in events:
            moment, thief = f"step({which},{later})", f"p({which},{quoted(OTHER)})"
            yield f'resolves({moment},{_STEALING}) :- event({place},"stolen").'
            yield f'target({moment},{_STEALING},{term}) :- event({place},"stolen").'
            yield f'resolver({moment},{thief}) :- event({place},"stolen").'
            yield f'resolved_control({moment},{thief}) :- event({place},"stolen").'
        if copied:
            yield f"version({term},1,{later}) :- event({place},copy(_))."
            yield f"copied_at(copy({term},1),{later}) :- event({place},copy(_))."
            for other in copied:
                source = _object_term(which, other)
                yield f"copy_effect(copy({term},1),{term},1,{source}) :- event({place},copy({other}))."

    def _owners(self, number: int) -> tuple[int, ...]:
        """Return the objects that an effect may be of, and `SPELL`."""
        if self.holders is not None:
            had = self.holders.own + self.holders.lent
            return had[number - 1] if number <= len(had) else (SPELL,)
        return (*self._places(), SPELL) if self.shape is None else (self.shape.owners[number - 1],)

    def _effect(self, number: int) -> Iterator[str]:
        effect, ability = f"x({number})", f"d({number})"
        owners = self._owners(number)
        if self.holders is not None:
            yield from self._by(number, owners)
        elif self.shape is None and self.layer:
            of = ";".join(f"of({number},{place})" if place else f"spell({number})" for place in owners)
            yield f"1 {{ {of} }}. :- of({number},_), spell({number})."
            yield f":- of({number},O), not here(O)."
            # Objects with an effect of one card have all that are printed on it: one is a copy of the other.
            yield f"first({number},O) :- O = #min {{ P : of({number},P) }}, of({number},O)."
            for other in range(1, number):
                both = f":- of({number},P), of({other},P), not lent({number}), not lent({other})"
                yield f"{both}, of({number},O), not of({other},O). {both}, of({other},O), not of({number},O)."
            if number > 1:
                yield f":- of({number},_), spell({number - 1})."
                yield f":- first({number},P), first({number - 1},O), P < O."
        elif self.shape is None:
            of = ";".join(f"of({number},{place})" if place else f"spell({number})" for place in owners)
            yield f"1 {{ {of} }} 1."
            yield f":- of({number},O), not here(O)."
            if number > 1:
                # The number of an effect only gives its order among the effects of its object, or of spells.
                yield f":- of({number},O), of({number - 1},P), O < P. :- of({number},_), spell({number - 1})."
        elif owners == (SPELL,):
            yield f"spell({number}) :- here(1)."
        else:
            yield f"of({number},{owners[0]}) :- here({owners[0]})."
        yield f"{{ does_number({number},({';'.join(map(str, self._operations()))})) }} {MOST_OPERATIONS}."
        for one in self._operations():
            yield from only_if(f"does_number({number},{one})", operation_facts(effect, one))
        for one, other in combinations(self._operations(), 2):
            if excluded(OPERATIONS[one - 1], OPERATIONS[other - 1]):
                yield f":- does_number({number},{one}), does_number({number},{other})."
        yield f":~ does_number({number},O). [1@1,does,{number},O]"
        if owners != (SPELL,):
            yield from self._static(number, effect, ability, owners)
        if SPELL in owners:
            yield from self._spell(number, effect)

    def _by(self, number: int, owners: tuple[int, ...]) -> Iterator[str]:
        """Write the object that an effect belongs to, if that is fixed."""
        assert self.holders is not None
        if owners == (SPELL,):
            yield f"spell({number}) :- here(1)."
        else:
            if number > len(self.holders.own):
                yield f"lent({number})."
            for place in owners:
                yield f"of({number},{place}). :- not here({place})."

    def _operations(self) -> list[int]:
        return [number for number, form in enumerate(OPERATIONS, start=1) if form in self.words.operations]

    def _static(self, number: int, effect: str, ability: str, owners: Iterable[int]) -> Iterator[str]:
        yield f"ability_kind({ability},static). effect({ability},{effect})."
        may_be_lent = self._lends() and (self.holders is None or number > len(self.holders.own))
        for place in owners:
            if place != SPELL:
                printed = f'printed_ability(face("c{place}",front),{number},{ability}) :- of({number},{place})'
                yield f"{printed}, not lent({number})." if may_be_lent else f"{printed}."
        if may_be_lent:
            # It may be given by something that resolved, instead of printed.
            if self.holders is None:
                yield f"{{ lent({number}) }} :- of({number},_)."
            yield "#program instances(round)."
            for place in self._places():
                given = f"static({_object_term(0, place)},given({self._lending()},{ability}),{effect})"
                yield f"created({given},round) :- round = 0, lent({number}), of({number},{place})."
            yield "#program base."
        filters = [which for which, affects in enumerate(FILTERS, start=1) if affects in self.words.filters]
        yield f"1 {{ filter_number({number},({';'.join(map(str, filters))})) }} 1 :- of({number},_)."
        for which in filters:
            forms = {"affects": FILTERS[which - 1]}
            yield from only_if(f"filter_number({number},{which})", effect_facts(effect, forms))
        asked = [which for which, one in enumerate(CONDITIONS, start=1) if one in self.words.conditions]
        if asked:
            yield f"{{ condition_number({number},({';'.join(map(str, asked))})) }} 1 :- of({number},_)."
            yield f":~ condition_number({number},_). [1@1,condition,{number}]"
        for which in asked:
            told = effect_facts(effect, {"affects": "this", "as_long_as": CONDITIONS[which - 1]})
            lines = tuple(line for line in told if not line.startswith("affects("))
            yield from only_if(f"condition_number({number},{which})", lines)
        if self.words.defining:
            # 604.3a: it defines its own object, and only sets power and toughness.
            yield f"{{ self_defining({number}) }} :- of({number},_), filter_number({number},1)."
            yield f"read_as_defining({ability}) :- self_defining({number})."
            yield f":- self_defining({number}), does_number({number},N), not sets_size(N)."
        if any("gain_control" in form for form in self.words.operations):
            yield f":- does_number({number},N), controlling(N), not filter_number({number},2)."

    def _spell(self, number: int, effect: str) -> Iterator[str]:
        yield f"affects({effect},targets) :- spell({number})."
        targets = ";".join(f"target_number({number},{place})" for place in self._places())
        yield f"1 {{ {targets} }} 1 :- spell({number})."
        yield f":- target_number({number},O), not here(O)."
        for one in self._operations():
            if any(isinstance(value, dict) for value in OPERATIONS[one - 1].values()):
                # Its counts would have to be taken as it resolves, on the board at that moment.
                yield f":- spell({number}), does_number({number},{one})."
        for which in self._boards():
            step = f"step({which},{self._step(which, self.objects + number)})"
            yield f"resolves({step},{effect}) :- spell({number})."
            yield f"resolver({step},p({which},{quoted(PLAYER)})) :- spell({number})."
            for place in self._places():
                yield f"target({step},{effect},{_object_term(which, place)}) :- target_number({number},{place})."


GRANT = "granted"
"""The keyword ability, flying, that an object may have been given in layers whose own effects give none."""
_SIZES = ("power", "toughness", "set_power", "set_toughness", "add_power", "add_toughness")
GRANTING = 6
"""The layer in which abilities are given."""


def _words_of(*keys: str) -> set[str]:
    """Return the words of operations."""
    return {word for form in OPERATIONS for key in keys for word in form.get(key, ())}


def _object_term(which: int, place: int) -> str:
    return f'o({which},"o{place}")'
