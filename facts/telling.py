"""Telling the steps of a board in order: who is there, what happened to whom, what refers to what."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple, NoReturn

from facts.cards import TWO_FACED, Ability, Card, Face, read_ability, read_card
from facts.choices import Chosen, check_words, read_choices
from facts.effects import OPERATIONS, asks_for_x, asks_of_target, told_conditions
from facts.entering import counters_of_copy, entering_counters
from facts.errors import Path, show
from facts.keywords import COPYING, RESOLVING
from facts.names import did_you_mean, normal, slug
from facts.printed import ability_term
from facts.reading import Document
from facts.sources import CardSource, find_card, unknown_card_hint
from facts.timeline import Event, Resolution, Thing, Timeline
from facts.type_line import EMBLEM

BATTLEFIELD = "battlefield"
MOST = 1_000_000
"""So many counters of a kind, or so much damage, an object can have: the rules count within 32 bits."""
_DAY_NIGHT = ("daybound", "nightbound")
_LACKS_HOST = "Name what it is attached to, with 'attached_to'"


def tell(
    document: Document, players: tuple[str, ...], turn: str, own: Mapping[str, Card], cards: CardSource | None = None
) -> Timeline:
    """Tell the steps of a board that the schema accepts.

    Args:
        document: The board.
        players: In turn order.
        turn: Whose turn it is.
        own: The cards defined on the board, by name (see `facts.names.normal`).
        cards: Where to look for cards that are neither among them nor built in.

    Returns:
        The timeline.

    Raises:
        InputError: A step names something that is not there, or cannot be.
    """
    teller = _Teller(document, Timeline(players, turn), own, cards)
    for index, step in enumerate(document.data.get("timeline") or ()):
        teller.take(index, step)
    teller.finish()
    return teller.timeline


class _Teller:
    """Takes one step after the other."""

    def __init__(
        self, document: Document, timeline: Timeline, own: Mapping[str, Card], cards: CardSource | None
    ) -> None:
        self.timeline = timeline
        self._document = document
        self._own = own
        self._cards = cards
        self._effects: dict[str, Resolution] = {}
        self._copies: dict[str, list[tuple[Thing, Event]]] = {}
        self._host_copies: dict[str, tuple[Thing, tuple[Thing, Event] | None]] = {}
        self._described: dict[str, Card] = {}
        self._telling_others: list[Thing] = []
        self._numbers: dict[str, int] = {}
        self._path: Path = ()
        self._step = 0
        self._verbs = {
            "enters": self._enters,
            "resolves": self._resolves,
            "stacks": self._stacks,
            "transforms": self._turns_over,
            "converts": self._turns_over,
            "attaches": self._attaches,
            "turns": self._turns,
            "phases": self._phases,
            "leaves": self._leaves,
            "counters": self._counters,
            "damage": self._damage,
            "mutates": self._mutates,
            "ends": self._ends,
        }

    def take(self, index: int, step: str | dict[str, Any]) -> None:
        """Take the next step.

        Args:
            index: Its index in the timeline, from 0.
            step: The step.
        """
        self._path = ("timeline", index)
        self._step = index + 1
        self.timeline.length = self._step
        if isinstance(step, str):
            step = {"enters": step}
        verb = next(verb for verb in self._verbs if verb in step)
        self._verbs[verb](step)

    def finish(self) -> None:
        """Check what only the whole timeline can tell: that every Aura on the battlefield is on something."""
        for thing in self.timeline.things.values():
            if self._lacks_host(thing):
                self._path = ("timeline", thing.step - 1)
                self._fail((), f"the Aura {show(thing.label)} is attached to nothing", _LACKS_HOST)

    def _lacks_host(self, thing: Thing) -> bool:
        face = thing.card.face(thing.side) or thing.card.faces[0]
        return (
            "Aura" in face.type_line.subtypes
            and thing.zone == BATTLEFIELD
            and thing.attached is None
            and thing.left is None
            and not thing.face_down
            and not any(event.what in ("copy", "transform", "convert", "down") for event in thing.events)
        )

    # ---- steps

    def _enters(self, step: dict[str, Any]) -> None:
        given = step["enters"]
        owner = self._player(step, "owner") or self._player(step, "controller") or self.timeline.players[0]
        controller = self._player(step, "controller") or owner
        copied = self._thing(step["copy_of"], "copy_of", left=True) if "copy_of" in step else None
        as_token_copy = given == "token"
        if as_token_copy and copied is None:
            self._fail(("enters",), "a token that is a copy needs 'copy_of'", "Or describe the token itself")
        card = copied.card if as_token_copy and copied is not None else self._card(given, "enters")
        zone = step.get("zone", "command" if card.faces[0].type_line.text == EMBLEM else BATTLEFIELD)
        thing = Thing(
            label=self._label(step, copied.label if as_token_copy and copied is not None else _name_meant(given, card)),
            card=card,
            key=self._key(card),
            step=self._step,
            zone=zone,
            owner=owner,
            controller=controller,
            token=bool(step.get("token")) or as_token_copy or card.layout in ("token", "double_faced_token"),
        )
        thing.face_down = _kind_down(step.get("face_down"))
        thing.side = self._side(step, thing)
        if thing.face_down == "face_down" and any(one.keyword == "disguise" for one in card.faces[0].abilities):
            thing.face_down = "disguise"
        if thing.face_down:
            self._enter_listed(step, thing)
        thing.status = list(step.get("status") or ())
        thing.told = self._told(step, (card, copied.card) if copied is not None else (card,))
        thing.unlocked = self._unlocked(step, thing)
        thing.x = step.get("x")
        thing.chosen = self._choices(step)
        thing.events.append(Event(self._step, "enter"))
        if not as_token_copy:
            self._meld(step, thing)
        self.timeline.things[thing.label] = thing
        if "attached_to" in step:
            self._attach(thing, step["attached_to"], "attached_to")
        if "paired_with" in step:
            partner = self._thing(step["paired_with"], "paired_with")
            if partner is thing:
                self._fail(
                    ("paired_with",), f"{show(thing.label)} cannot be paired with itself", "Name another creature"
                )
            thing.paired, partner.paired = partner.label, thing.label
        copying_host = copied is not None and self._host_copy(thing)
        if copied is not None and copying_host and not as_token_copy:
            self._host_copies[thing.label] = (copied, None)
            self._copy_host(thing)
        elif copied is not None:
            self._enter_as_copy(step, thing, copied, token=as_token_copy)
        thing.mode = self._mode(thing)
        self._enter_with_counters(step, thing)
        self._level(step, thing)
        self._as_others_say(thing)
        self._as_it_enters(thing)

    def _enter_with_counters(self, step: dict[str, Any], thing: Thing) -> None:
        """Put the counters on an object that the step names, or else those that its text says it enters with."""
        counters = step.get("counters")
        if counters is None and thing.zone == BATTLEFIELD and not thing.face_down:
            copied = self._copied_face(thing)
            counters = entering_counters(copied, thing.status, thing.x)
            if any(event.what == "copy" for event in thing.events) and not thing.copied_token:
                own = thing.card.face(thing.side) or thing.card.faces[0]
                for kind, count in counters_of_copy(own, copied, thing.x).items():
                    counters[kind] = counters.get(kind, 0) + count
        for kind, count in (counters or {}).items():
            self._count(thing, kind, count)

    def _level(self, step: dict[str, Any], thing: Thing) -> None:
        """Give an object its level: what a Class has by itself (716.2b), a leveler by counters (711.2)."""
        if "level" not in step:
            return
        if any("Class" in face.type_line.subtypes for face in self._copied_card(thing).faces):
            thing.level = step["level"]
        else:
            self._count(thing, "level", step["level"])

    def _enter_listed(self, step: dict[str, Any], thing: Thing) -> None:
        """Give a card that enters face down what the ability lists that puts it there (708.2a)."""
        maker = self._card(step["made_by"], "made_by") if "made_by" in step else self._puts_face_down(thing)
        if maker is None:
            return
        for side, number, values in _listing(maker)[:1]:
            thing.face_down = f"listed({ability_term(self._key(maker), side, number)})"
            thing.face_down_values = values

    def _puts_face_down(self, thing: Thing) -> Card | None:
        """Return the only card on the battlefield that puts cards there face down and lists what they are then."""
        if thing.face_down != "face_down":
            return None
        there = (one.card for one in self.timeline.things.values() if one.zone == BATTLEFIELD and one.left is None)
        makers = [card for card in dict.fromkeys(there) if _listing(card)]
        return makers[0] if len(makers) == 1 else None

    def _host_copy(self, thing: Thing) -> str:
        """Return the term of the static ability that makes what an object is attached to a copy, if it has one."""
        face = thing.card.face(thing.side) or thing.card.faces[0]
        for number, ability in enumerate(face.abilities, start=1):
            if ability.kind == "static" and any(
                "becomes_copy" in effect and effect.get("affects") == "attached" for effect in ability.effects
            ):
                return ability_term(self._key(thing.card), face.side, number)
        return ""

    def _copy_host(self, thing: Thing) -> None:
        """Begin the copy effect of an attached object anew: its values are fixed as it starts to apply (707.2c)."""
        copied, begun = self._host_copies[thing.label]
        if begun is not None:
            begun[0].events.append(Event(self._step, "ends", ended=begun[1]))
            self._host_copies[thing.label] = (copied, None)
        host = self.timeline.things.get(thing.attached[0]) if thing.attached is not None else None
        if host is not None and thing.left is None:
            event = Event(self._step, "copy", of=copied.label, exception_term=f"exception({self._host_copy(thing)})")
            host.events.append(event)
            self._host_copies[thing.label] = (copied, (host, event))

    def _copying(self, step: dict[str, Any], thing: Thing, copied: Thing, *, token: bool) -> Event:
        """Return the event that an object becomes a copy by its own text, or that a token is one."""
        exception, term = self._exception(step, thing, token=token)
        return Event(
            self._step, "copy", of=copied.label, exception=exception, exception_term=term,
            until_face_down=not token and _until_face_down(thing.card),
        )  # fmt: skip

    def _enter_as_copy(self, step: dict[str, Any], thing: Thing, copied: Thing, *, token: bool) -> None:
        event = self._copying(step, thing, copied, token=token)
        if token:
            thing.copied_token = True
            thing.events[0] = event
            if thing.zone == "stack":
                self._copy_spell(step, thing, copied)
        else:
            thing.events.append(event)
        self._done_besides(step, thing)

    def _copy_spell(self, step: dict[str, Any], thing: Thing, copied: Thing) -> None:
        """Copy the decisions made for a spell with it; the copy was not cast and is no token yet (707.10)."""
        thing.token = "token" in step
        if "x" not in step:
            thing.x = copied.x
        if "chosen" not in step:
            thing.chosen = dict(copied.chosen)
        if "status" not in step:
            thing.status = [status for status in copied.status if status in ("bestowed", "prototyped", "impending")]

    def _done_besides(self, step: dict[str, Any], thing: Thing) -> None:
        """Do to a copy what its maker does beside making it: "it gains haste" is no part of the copy."""
        if "made_by" not in step and (thing.copied_token or "except" in step):
            return
        maker = self._card(step["made_by"], "made_by") if "made_by" in step else thing.card
        printed = [one for outer in self._printed(maker) for one in (outer, *_given(outer))]
        effects = [effect for one in printed for effect in one.ability.effects]
        copying = next((effect for effect in effects if "becomes_copy" in effect), {})
        done = {key: value for key, value in copying.items() if key in OPERATIONS - {"becomes_copy", "turn"}}
        if not done:
            return
        ability = read_ability({"kind": "spell", "effects": [{"affects": "targets", **done}]})
        source = self._only(maker)
        self.timeline.resolutions.append(
            Resolution(
                self._step, "", maker.name, ability, f"ability(step(board,{self._step}),1)", None, (thing.label,),
                source.label if source and source is not thing else "", thing.controller, thing.chosen, thing.x,
            )
        )  # fmt: skip

    def _as_it_enters(self, thing: Thing) -> None:
        """Let an object turn others face down as it enters: whom, the board before it decides."""
        card = self._copied_card(thing)
        if thing.face_down or thing.zone != BATTLEFIELD:
            return
        for face in card.faces[:1]:
            for number, ability in enumerate(face.abilities, start=1):
                if ability.kind == "as_enters" and any("turn" in effect for effect in ability.effects):
                    term = ability_term(self._key(card), face.side, number)
                    resolution = Resolution(
                        self._step, "", card.name, ability, term, (card, self._key(card)), None, "", thing.controller,
                        thing.chosen, thing.x,
                    )  # fmt: skip
                    resolution.candidates = [(term, ability)]
                    self._turn_by({}, resolution)
                    self.timeline.resolutions.append(resolution)

    def _as_others_say(self, thing: Thing) -> None:
        """Let an object be what others say that it is as it enters: if it is as they ask, says the board (614.12)."""
        if thing.zone != BATTLEFIELD or thing.face_down:
            return
        for other in self._telling_others:
            if other.left is not None:
                continue
            face = self._copied_face(other)
            for number, ability in enumerate(face.abilities, start=1):
                if _tells_others(ability):
                    card = self._copied_card(other)
                    term = ability_term(self._key(card), face.side, number)
                    resolution = Resolution(
                        self._step, "", card.name, ability, term, (card, self._key(card)), None, other.label,
                        other.controller, other.chosen, other.x, entering=thing.label,
                    )  # fmt: skip
                    resolution.candidates = [(term, ability)]
                    if not self._enters_as_copy(thing, other, resolution):
                        continue
                    self.timeline.resolutions.append(resolution)
        if any(map(_tells_others, self._copied_face(thing).abilities)):
            self._telling_others.append(thing)

    def _enters_as_copy(self, thing: Thing, other: Thing, resolution: Resolution) -> bool:
        """Let an object enter as a copy of what another says, unless the board says of what it is one (614.12, 616.1).

        Returns:
            Whether what the other says is of any moment.
        """
        terms = next((one["becomes_copy"] for one in resolution.ability.effects if "becomes_copy" in one), None)
        if terms is None:
            return True
        of = other.label if terms["of"] == "this" else (other.attached or ("", 0))[0]
        if of not in self.timeline.things or any(event.what == "copy" for event in thing.events):
            return False
        resolution.does = Event(
            self._step, "copy", of=of, exception=terms.get("except"), exception_term=f"exception({resolution.term})"
        )
        return True

    def _copied_face(self, thing: Thing) -> Face:
        """Return the face whose text an object has as it enters."""
        card = self._copied_card(thing)
        return card.face(thing.side) or card.faces[0]

    def _copied_card(self, thing: Thing) -> Card:
        """Return the card whose text an object has as it enters."""
        while of := next((event.of for event in thing.events if event.what == "copy"), ""):
            thing = self.timeline.things[of]
        return thing.card

    def _exception(self, step: dict[str, Any], thing: Thing, *, token: bool) -> tuple[Mapping[str, Any] | None, str]:
        """Return what a copy is except, and the term that its granted abilities go by."""
        if "except" in step:
            given = step["except"]
            if isinstance(given, str):
                given = self._read_exception(given)
            return given, f"exception(step(board,{self._step}))"
        maker = self._card(step["made_by"], "made_by") if "made_by" in step else None
        if maker is None and not token:
            maker = thing.card
        if maker is None:
            return None, ""
        for outer in self._printed(maker):
            for one in (outer, *_given(outer)):
                for effect in one.ability.effects:
                    if "becomes_copy" in effect:
                        return effect["becomes_copy"].get("except"), f"exception({one.term})"
        keywords = {ability.keyword for face in maker.faces for ability in face.abilities} & COPYING
        return (None, f"keyword({keywords.pop()})") if len(keywords) == 1 else (None, "")

    def _resolves(self, step: dict[str, Any]) -> None:
        given = step["resolves"]
        targets = None
        if "affects" in step:
            named = step["affects"]
            labels = named if isinstance(named, list) else [named]
            targets = tuple(self._thing(label, "affects").label for label in labels)
        source = self._thing(step["source"], "source") if "source" in step else None
        card: tuple[Card, str] | None = None
        if isinstance(given, Mapping):
            name, ability, term = self._inline(given)
            candidates = [(term, ability)]
        else:
            found = self._card(given, "resolves")
            name = found.name
            card = (found, self._key(found))
            targets = self._copying_what_is_named(step, found, targets, source)
            meant = self._abilities(step, found, targets)
            candidates = [(one.term, one.ability) for one in meant]
            term, ability = candidates[0]
            self._warn_of_unread(found, [one.side for one in meant], [one.ability for one in meant])
            if source is None:
                source = self._only(found)
        if any("emblem" in effect for effect in ability.effects):
            self._emblem(step, name, ability, source)
            return
        candidates = self._not_again(candidates, targets, source)
        if any("mode" in effect for _, ability in candidates for effect in ability.effects):
            candidates = [self._in_mode(step, number, ability) for number, (_, ability) in enumerate(candidates, 1)]
            card = None  # what is chosen of the ability is written, not all of the card
        term, ability = candidates[0]
        said = self._player(step, "controller")
        by = said or (source.controller if source else self.timeline.players[0])
        resolution = Resolution(
            self._step, str(step.get("as", "")), name, ability, term, card, targets,
            source.label if source else "", by, self._choices(step), step.get("x"),
        )  # fmt: skip
        resolution.candidates = candidates
        forms = [{"effects": list(one.effects)} for _, one in candidates]
        resolution.told = self._told(step, forms)
        whose = [effect["gain_control"] for effect in ability.effects if "gain_control" in effect]
        if "you" in whose:
            resolution.new_controller = by
            resolution.by_source = said is None and source is not None
        elif any(isinstance(one, Mapping) for one in whose):
            resolution.new_controller = self._gainer(resolution.chosen, said, by)
        if any(map(asks_of_target, ability.effects)) and targets in (None, (resolution.source,)):
            self._fail((), "it is not said whose power and toughness these are", "Name it with 'affects', and 'source'")
        if resolution.targets is None:
            resolution.targets = self._own_targets(resolution)
        self._ask_for_choices(resolution)
        self._remember(step, resolution)
        self._copy(step, resolution)
        self._turn_by(step, resolution)
        if "attached_to" in step:
            for label in resolution.targets or ():
                self._attach(self.timeline.things[label], step["attached_to"], "attached_to")

    def _emblem(self, step: dict[str, Any], name: str, ability: Ability, source: Thing | None) -> None:
        """Put an emblem into the command zone (114.1)."""
        given = [one for effect in ability.effects for one in effect.get("emblem") or ()]
        said = self._player(step, "controller")
        by = said or (source.controller if source else self.timeline.players[0])
        who = (
            by
            if not re.search(r"\b(?:player|opponent) gets\b", ability.text, re.IGNORECASE)
            else self._gainer(self._choices(step), said, by)
        )
        emblem = {"name": f"{name} emblem", "type_line": "Emblem", "abilities": given}
        label = {"as": step["as"]} if "as" in step else {}
        self._enters({"enters": emblem, "controller": who, **label})

    def _gainer(self, chosen: Chosen, said: str | None, by: str) -> str:
        """Return the player whom the board names as the one who gains control; if it names none, the next player."""
        if "player" in chosen:
            return str(chosen["player"][0])
        players = self.timeline.players
        return said or players[(players.index(by) + 1) % len(players)]

    def _warn_of_unread(self, card: Card, sides: list[str], meant: list[Ability]) -> None:
        """Say what was not understood of an ability that resolves; of an instant or sorcery, of all its text."""
        for face in card.faces:
            spell = face.side in sides and {"Instant", "Sorcery"} & set(face.type_line.types)
            for ability in face.abilities if spell else meant:
                self.timeline.warnings += [f"{card.name}: not modelled: {one}" for one in ability.not_modelled]

    def _inline(self, given: Mapping[str, Any]) -> tuple[str, Ability, str]:
        """Return the ability of a step that says what it does itself."""
        if "text" in given:
            return "an effect", self._read_resolution(str(given["text"])), f"ability(step(board,{self._step}),1)"
        form = {"kind": "spell", "effects": list(given["effects"])}
        return "an effect", read_ability(form), f"ability(step(board,{self._step}),1)"

    def _read_resolution(self, text: str) -> Ability:
        """Read what a step says in words."""
        from facts.oracle import read_resolution

        form = read_resolution(text)
        if form is None:
            hint = "Say it in Oracle's wording, or give its effects: {effects: [...]}"
            self._fail(("resolves", "text"), f"{show(text)} cannot be read", hint)
        return read_ability({"kind": "spell", **form, "text": text})

    def _read_exception(self, text: str) -> Mapping[str, Any]:
        """Read what a copy is except."""
        from facts.oracle import CardContext, read_exception

        form = read_exception(text, CardContext("", ""))
        if form is None:
            hint = "Say it in Oracle's wording, or in the effect form, as a mapping"
            self._fail(("except",), f"{show(text)} cannot be read", hint)
        return form

    def _own_targets(self, resolution: Resolution) -> tuple[str, ...] | None:
        """Return what an ability affects that names nothing: its own permanent, where it says so."""
        happening = [effect for effect in resolution.ability.effects if not _is_not_so(effect, resolution.told or ())]
        affects = [effect.get("affects", "this") for effect in happening or resolution.ability.effects]
        if resolution.ability.keyword in RESOLVING:
            affects = ["this"]
        if all(isinstance(one, str) and one == "this" for one in affects):
            if not resolution.source:
                self._fail((), "it is not said what this affects", "Name it with 'affects' or 'source'")
            return (resolution.source,)
        if any(one == "targets" or (isinstance(one, Mapping) and "targets" in one) for one in affects):
            self._fail((), "it is not said what this affects", "Name its targets with 'affects'")
        return None

    def _ask_for_choices(self, resolution: Resolution) -> None:
        """See to it that what is chosen as a spell or ability resolves has been."""
        for effect in resolution.ability.effects:
            if "change_words" in effect:
                check_words(self._document, (*self._path, "chosen"), resolution.chosen, effect["change_words"])
        if resolution.x is None and len(resolution.candidates) < 2 and any(map(asks_for_x, resolution.ability.effects)):
            warning = f"{resolution.name} (step {self._step}): 'x' does not say what X is"
            self.timeline.warnings.append(warning)
        if resolution.told is None:
            untold = dict.fromkeys(told_conditions({"effects": list(resolution.ability.effects)}))
            self.timeline.warnings += [
                f"{resolution.name} (step {self._step}): 'told' does not say whether {show(text)}: taken as not so"
                for text in untold
            ]
        for key in _asked(resolution.ability):
            if key not in resolution.chosen and len(resolution.candidates) < 2:
                warning = f"{resolution.name} (step {self._step}): 'chosen' does not say which {key} was chosen"
                self.timeline.warnings.append(warning)

    def _told(self, step: dict[str, Any], speaking: Sequence[Card | Mapping[str, Any]]) -> tuple[str, ...] | None:
        """Return the conditions that the board tells to hold, in the words of the texts that ask for them."""
        given = step.get("told")
        if given is None:
            return None
        asked = list(dict.fromkeys(text for one in speaking for text in _asked_to_be_told(one)))
        known = [text for card in self.timeline.cards.values() for text in _asked_to_be_told(card)]
        found: list[str] = []
        for piece in [given] if isinstance(given, str) else given:
            meant = [text for text in asked or known if piece.lower() in text.lower()]
            if not meant:
                hint = f"Asked for: {'; '.join(map(show, asked))}" if asked else "Leave 'told' out"
                self._fail(("told",), f"no text asks whether {show(piece)}", hint)
            found += [text for text in meant if text not in found]
        return tuple(found)

    def _remember(self, step: dict[str, Any], resolution: Resolution) -> None:
        self.timeline.resolutions.append(resolution)
        label = step.get("as")
        if label is not None:
            self._effects[self._free(str(label))] = resolution

    def _copy(self, step: dict[str, Any], resolution: Resolution) -> None:
        """Make what a resolving copy effect affects copies of another object (layer 1)."""
        effect = next((effect for effect in resolution.ability.effects if "becomes_copy" in effect), None)
        if "copy_of" not in step:
            if effect is not None and resolution.ability.kind != "as_enters":
                self._fail((), "it is not said what is copied", "Name it with 'copy_of'")
            return
        copied = self._thing(step["copy_of"], "copy_of", left=True)
        exception: Mapping[str, Any] | None = None
        term = f"exception({resolution.term})"
        if effect is not None:
            exception = effect["becomes_copy"].get("except")
        if isinstance(step.get("except"), Mapping):
            exception, term = step["except"], f"exception(step(board,{self._step}))"
        made = self._copies.setdefault(resolution.label, [])
        if resolution.targets is None:
            resolution.does = Event(self._step, "copy", of=copied.label, exception=exception, exception_term=term)
        for label in resolution.targets or ():
            thing = self.timeline.things[label]
            event = Event(self._step, "copy", of=copied.label, exception=exception, exception_term=term)
            thing.events.append(event)
            made.append((thing, event))

    def _turn_by(self, step: dict[str, Any], resolution: Resolution) -> None:
        """Turn what a resolving effect affects face down."""
        effect = next((effect for effect in resolution.ability.effects if effect.get("turn") == "face_down"), {})
        down = _kind_down(step.get("face_down") or bool(effect))
        if not down:
            return
        values = effect.get("face_down_values")
        if values is not None:
            down = f"listed({resolution.term})"
        if resolution.targets is None:
            resolution.does = Event(self._step, "down", down, values)
        for label in resolution.targets or ():
            self.timeline.things[label].events.append(Event(self._step, "down", down, values))

    def _stacks(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["stacks"], "stacks")
        label = str(step.get("as") or f"stacked_{self._step}")
        self.timeline.stacked[self._free(label)] = (thing.label, self._step)

    def _turns_over(self, step: dict[str, Any]) -> None:
        verb = "transforms" if "transforms" in step else "converts"
        thing = self._thing(step[verb], verb)
        because = str(step.get("because", ""))
        if because and because not in self.timeline.stacked:
            hint = did_you_mean(because, self.timeline.stacked) or "Put the ability onto the stack with 'stacks'"
            self._fail(("because",), f"{show(because)}: no such ability on the stack", hint)
        thing.events.append(
            Event(self._step, verb.removesuffix("s"), because=because, delayed=bool(step.get("delayed")))
        )
        if because and any(_follows_the_day(one.card) for one in self.timeline.things.values()):
            self.timeline.turnings.append((thing.label, self._step))

    def _attaches(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["attaches"], "attaches")
        self._attach(thing, step["to"], "to")
        if thing.label in self._host_copies:
            self._copy_host(thing)

    def _turns(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["turns"], "turns")
        if step.get("face") == "up":
            thing.events.append(Event(self._step, "up"))
            if "copy_of" in step:
                copied = self._thing(step["copy_of"], "copy_of", left=True)
                thing.events.append(self._copying(step, thing, copied, token=False))
        else:
            thing.events.append(Event(self._step, "down", _kind_down(step.get("face_down", True))))

    def _phases(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["object"], "object")
        thing.phased = step["phases"] == "out"
        thing.phased_at.append((self._step, thing.phased))

    def _leaves(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["leaves"], "leaves")
        thing.left = self._step
        if thing.label in self._host_copies:
            self._copy_host(thing)

    def _counters(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["on"], "on")
        for kind, count in step["counters"].items():
            self._count(thing, kind, count)

    def _count(self, thing: Thing, kind: str, count: int) -> None:
        """Put counters on an object, or take some off; putting renews the timestamp of all of their kind (613.7c)."""
        before, when = thing.counters.get(kind, (0, self._step))
        if before + count < 0:
            self._fail(("counters", kind), f"{show(thing.label)} has {before} counters of that kind, not {-count}")
        if before + count > MOST:
            self._fail(("counters", kind), f"more than {MOST:,} counters of a kind on {show(thing.label)}")
        now = (before + count, self._step if count > 0 else when)
        thing.counters[kind] = now
        thing.counted.append((kind, *now, self._step))

    def _damage(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["on"], "on")
        thing.damage += step["damage"]
        if thing.damage > MOST:
            self._fail(("damage",), f"more than {MOST:,} damage on {show(thing.label)}")

    def _mutates(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["onto"], "onto")
        if thing.zone != BATTLEFIELD:
            problem = f"{show(thing.label)} is not on the battlefield: nothing can merge with it (727.2)"
            self._fail(("onto",), problem, "Name a creature on the battlefield")
        card = self._card(step["mutates"], "mutates")
        place = str(step.get("position") or "over")
        # Each part has abilities of its own, even where another part is the same card.
        key = f"{self._key(card)} (merged in step {self._step})"
        token = bool(step.get("token")) or card.layout == "token"
        thing.events.append(Event(self._step, "merge", place, card=card, key=key, token=token))

    def _ends(self, step: dict[str, Any]) -> None:
        label = step["ends"]
        resolution = self._effects.get(label)
        if resolution is None:
            hint = did_you_mean(label, self._effects) or "Give the 'resolves' step a label with 'as'"
            self._fail(("ends",), f"{show(label)}: no such effect", hint)
        if resolution.ended is not None:
            self._fail(("ends",), f"the effect {show(label)} has ended already")
        resolution.ended = self._step
        for thing, event in self._copies.get(label, []):
            thing.events.append(Event(self._step, "ends", ended=event))

    # ---- what steps name

    def _card(self, given: str | Mapping[str, Any], key: str) -> Card:
        """Return the card that a step names or describes."""
        if isinstance(given, Mapping):
            described = json.dumps(given, sort_keys=True)
            if described not in self._described:
                self._described[described] = read_card(given)
            return self._described[described]
        card = find_card(given, self._own, self._cards)
        if card is None:
            self._fail((key,), f"{show(given)}: no such card", unknown_card_hint(given, self._own, self._cards))
        return card

    def _key(self, card: Card) -> str:
        """Return what tells a card from the others of the board: its name, with a number where two share it."""
        key, number = card.name, 1
        while self.timeline.cards.setdefault(key, card) != card:
            number += 1
            key = f"{card.name} ({number})"
        return key

    def _not_again(
        self, candidates: list[tuple[str, Ability]], targets: tuple[str, ...] | None, source: Thing | None
    ) -> list[tuple[str, Ability]]:
        """Leave out abilities that resolved before for the same objects: to resolve again would change nothing."""
        if len(candidates) < 2:
            return candidates
        label = source.label if source else ""
        before = {
            one.term for one in self.timeline.resolutions
            if one.source == label and (targets is None or one.targets == targets) and one.ended is None
        }  # fmt: skip
        return [one for one in candidates if one[0] not in before] or candidates

    def _abilities(self, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None) -> list[_Printed]:
        """Return the abilities of a card that a step could mean.

        Where several are left, which of them may affect what the step names is for the rules to say.
        """
        found = self._printed(card)
        wanted = step.get("ability")
        if wanted is None and "mode" in (step.get("chosen") or {}):
            mode = str(step["chosen"]["mode"]).lower()
            if not (mode.isdigit() and any("mode" in effect for one in found for effect in one.ability.effects)):
                found, wanted = self._of_mode(step["chosen"]["mode"], found)
        if isinstance(wanted, int):
            if not 1 <= wanted <= len(found):
                self._fail(("ability",), f"{card.name} has no ability {wanted}", f"It has {len(found)}")
            return [found[wanted - 1]]
        every = [one for outer in found for one in (outer, *_given(outer))]
        if isinstance(wanted, str):
            needle = wanted.lower()
            matching = [one for one in every if needle in one.ability.text.lower()]
            if not matching:
                self._fail(("ability",), f"no ability of {card.name} says {show(wanted)}", _listed(found))
            every = matching
        candidates = [one for one in every if _makes_effects(one.ability, step)]
        if wanted is None and len(candidates) > 1:  # an emblem is asked for by name
            emblems = [one for one in candidates if any("emblem" in effect for effect in one.ability.effects)]
            candidates = [one for one in candidates if one not in emblems] or candidates
        if targets is None and len(candidates) > 1:
            candidates = [one for one in candidates if not _names_targets(one.ability)] or candidates
        if not candidates:
            unread = [sentence for one in found for sentence in one.ability.not_modelled]
            hint = f"Not modelled: {'; '.join(map(show, unread[:3]))}" if unread else _listed(found)
            self._fail(("resolves",), f"no ability of {card.name} makes a continuous effect as it resolves", hint)
        if all(_same(one.ability, candidates[0].ability) for one in candidates[1:]):
            return candidates[:1]
        telling = [one for one in candidates if _tells_targets(one.ability)]
        if targets is None or not telling or "copy_of" in step:
            self._fail(("resolves",), f"several abilities of {card.name} could be meant", _listed(candidates))
        return candidates

    def _printed(self, card: Card) -> list[_Printed]:
        """Return the abilities of a card, each with its number and the term of the rules for it."""
        return [
            _Printed(face.side, number, ability, ability_term(self._key(card), face.side, number))
            for face in card.faces
            for number, ability in enumerate(face.abilities, start=1)
        ]

    def _of_mode(self, mode: object, found: list[_Printed]) -> tuple[list[_Printed], str | None]:
        """Return the abilities that a chosen mode leaves, and what is wanted of their text (700.2)."""
        modes = [one for one in found if one.ability.text.startswith("•")]
        if not modes:
            modes = [one for one in found if one.ability.kind == "spell"]
        if str(mode).isdigit() and 1 <= int(str(mode)) <= len(modes):
            return [modes[int(str(mode)) - 1]], None
        needle = str(mode).lower()
        return found, needle if any(needle in one.ability.text.lower() for one in found) else None

    def _copying_what_is_named(
        self, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None, source: Thing | None
    ) -> tuple[str, ...] | None:
        """Understand 'affects' as what is copied, where the copies are said by the text: "each other creature".

        Then the step is changed to say ``copy_of``.

        Returns:
            What the step affects.
        """
        if targets is None or len(targets) != 1 or "copy_of" in step:
            return targets
        if any(_makes_effects(one.ability, step) for one in self._printed(card)):
            return targets
        copying = {**step, "copy_of": targets[0]}
        meant = [one.ability for one in self._printed(card) if _makes_effects(one.ability, copying)]
        own = source or self._only(card)
        for ability in meant:
            affects = [effect.get("affects", "this") for effect in ability.effects if "becomes_copy" in effect]
            of_text = all(isinstance(one, (list, Mapping)) and "targets" not in one for one in affects)
            of_itself = affects == ["this"] and own is not None and own.label != targets[0]
            if of_text or of_itself:
                step["copy_of"] = targets[0]
                return None
        return targets

    def _only(self, card: Card) -> Thing | None:
        """Return the only permanent of a card's name, if there is just one."""
        found = [
            thing for thing in self.timeline.things.values()
            if thing.card == card and thing.left is None and thing.zone == BATTLEFIELD
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def _thing(self, label: str, key: str, *, left: bool = False) -> Thing:
        """Return the object that a step names, which must be there, or may have left (then its last values count)."""
        thing = self.timeline.things.get(label)
        if thing is None:
            thing = self.timeline.things.get(slug(label))
        if thing is None:
            there = [one for one, other in self.timeline.things.items() if other.left is None]
            hint = did_you_mean(label, self.timeline.things) or (f"There are: {', '.join(there[:8])}" if there else "")
            self._fail((key,), f"{show(label)}: no such object on this board yet", hint)
        if thing.left is not None and not left:
            self._fail((key,), f"{show(label)} has left, in step {thing.left}", "Name an object that is still there")
        return thing

    def _player(self, step: dict[str, Any], key: str) -> str | None:
        given = step.get(key)
        if given is None:
            return None
        if given not in self.timeline.players:
            hint = f"The players are {', '.join(self.timeline.players)}"
            self._fail((key,), f"{show(given)} is no player", hint)
        return str(given)

    def _label(self, step: dict[str, Any], name: str) -> str:
        given = step.get("as")
        if given is not None:
            return self._free(str(given))
        base = slug(name.split(" // ")[0]) or "object"
        number = self._numbers.get(base, 1)
        label = base if number == 1 else f"{base}_{number}"
        while self._taken(label):
            number += 1
            label = f"{base}_{number}"
        self._numbers[base] = number
        return label

    def _taken(self, label: str) -> bool:
        return label in self.timeline.things or label in self._effects or label in self.timeline.stacked

    def _free(self, label: str) -> str:
        """Return a label that the board gives, which must not be taken."""
        if self._taken(label):
            self._fail(("as",), f"the label {show(label)} is taken", "Labels are unique on a board")
        return label

    def _choices(self, step: dict[str, Any]) -> Chosen:
        given = step.get("chosen")
        return (
            {} if given is None else read_choices(self._document, (*self._path, "chosen"), given, self.timeline.players)
        )

    def _side(self, step: dict[str, Any], thing: Thing) -> str:
        sides = [face.side for face in thing.card.faces]
        side = step.get("face")
        if side is None:
            return self._side_named(step, thing)
        if side not in sides:
            self._fail(("face",), f"{thing.card.name} has no {side} face", f"It has: {', '.join(sides)}")
        if side == "adventure" and thing.zone != "stack":
            self._fail(("face",), "only a spell can be an Adventure (715.4)", "Leave 'face' out, or say zone: stack")
        if side == "back" and thing.zone not in (BATTLEFIELD, "stack"):
            self._fail(
                ("face",), f"in the {thing.zone}, only the front face of a card counts (712.8a)", "Leave 'face' out"
            )
        return str(side)

    def _side_named(self, step: dict[str, Any], thing: Thing) -> str:
        """Return the side that an object enters with: that of the face it is named by, where that one can be up."""
        first, *others = thing.card.faces
        name = _name_meant(step["enters"], thing.card)
        named = next((face.side for face in others if face.name == name), first.side)
        can_be_up = thing.zone == "stack" or (thing.zone == BATTLEFIELD and thing.card.layout in TWO_FACED)
        return named if can_be_up and not thing.face_down and "copy_of" not in step else first.side

    def _in_mode(self, step: dict[str, Any], number: int, ability: Ability) -> tuple[str, Ability]:
        """Return what an ability does in the mode that is chosen as it resolves (700.2), with a term for it."""
        chosen = str((step.get("chosen") or {}).get("mode", ""))
        modes = {effect["mode"]: effect for effect in ability.effects if "mode" in effect}
        fitting = [mode for mode, effect in modes.items() if chosen and _is_mode(chosen, mode, effect, ability.kind)]
        if modes and len(fitting) != 1:
            hint = f"Name it with chosen: {{mode: ...}}, by its position, 1 to {len(modes)}, or by a piece of its text"
            which = "one of its modes" if fitting or not chosen else show(chosen)
            problem = "it is not said which of its modes was chosen" if not chosen else f"{which} is none of its modes"
            self._fail(("chosen", "mode") if chosen else (), problem, hint)
        effects = tuple(effect for effect in ability.effects if effect.get("mode") in (None, *fitting))
        return f"ability(step(board,{self._step}),{number})", replace(ability, effects=effects)

    def _mode(self, thing: Thing) -> Mapping[str, Any] | None:
        """Return what was chosen of what an object may be as it enters or is turned face up (707.2)."""
        chosen = thing.chosen.get("mode")
        face = self._copied_face(thing)
        modes = [
            effect
            for ability in face.abilities
            if ability.kind == "as_enters" and "mode" in _asked(ability)
            for effect in ability.effects
        ]
        if not chosen or not modes:
            return None
        fitting = [mode for number, mode in enumerate(modes, 1) if _is_mode(str(chosen[0]), number, mode, "as_enters")]
        if len(fitting) != 1:
            which = "several of its modes" if fitting else "none of its modes"
            hint = f"Name one by its position, 1 to {len(modes)}, or by its power and toughness"
            self._fail(("chosen", "mode"), f"{show(str(chosen[0]))} is {which}", hint)
        return fitting[0]

    def _unlocked(self, step: dict[str, Any], thing: Thing) -> tuple[str, ...]:
        """Return which halves of a Room are unlocked; of one that is named by a half, that one (709.5)."""
        rooms = any("Room" in face.type_line.subtypes for face in thing.card.faces)
        if "unlocked" in step:
            if not rooms and "copy_of" not in step:
                self._fail(("unlocked",), f"{thing.card.name} is no Room", "Leave 'unlocked' out")
            return tuple(step["unlocked"])
        if not rooms or not isinstance(step["enters"], str):
            return ()
        return tuple(face.side for face in thing.card.faces if normal(face.name) == normal(step["enters"]))

    def _meld(self, step: dict[str, Any], thing: Thing) -> None:
        names = step.get("melded_from") or thing.card.melds_from
        cards: list[Card] = []
        for name in names:
            known = self.timeline.things.get(name)
            cards.append(known.card if known is not None else self._card(name, "melded_from"))
        thing.melds = tuple(cards)

    def _attach(self, thing: Thing, host: str, key: str) -> None:
        """Attach an object to another, or to a player."""
        if host in self.timeline.players and host not in self.timeline.things:
            thing.attached = (host, self._step)
            thing.attachments.append(thing.attached)
            return
        other = self._thing(host, key)
        if other.zone in ("hand", "library", "stack", "command"):
            where = "on the stack" if other.zone == "stack" else f"in the {other.zone}"
            self._fail((key,), f"{show(host)} is {where}: nothing can be attached to it", "Name a permanent")
        if other is thing:
            self._fail((key,), f"{show(host)} cannot be attached to itself (301.5c, 303.4d)", "Name another object")
        thing.attached = (other.label, self._step)
        thing.attachments.append(thing.attached)

    def _fail(self, path: Path, problem: str, hint: str = "") -> NoReturn:
        raise self._document.error((*self._path, *path), problem, hint)


class _Printed(NamedTuple):
    """An ability of a card, or one that such an ability gives.

    Attributes:
        side: The face it is printed on.
        number: Its position there.
        ability: The ability.
        term: Its term in the rules.
    """

    side: str
    number: int
    ability: Ability
    term: str


@lru_cache(maxsize=4096)
def _follows_the_day(card: Card) -> bool:
    """Tell whether daybound or nightbound stands on a card: then something may have it (702.145)."""
    abilities = [one for face in card.faces for one in face.abilities]
    return any(one.keyword in _DAY_NIGHT or any(word in str(one.effects) for word in _DAY_NIGHT) for one in abilities)


def _given(outer: _Printed) -> list[_Printed]:
    """Return the abilities that an ability gives ("has ..."), and what those give: they, too, may resolve."""
    found: list[_Printed] = []
    for number, effect in enumerate(outer.ability.effects, start=1):
        for place, form in enumerate(effect.get("add_abilities") or (), start=1):
            if isinstance(form, Mapping):
                term = f"ability(effect({outer.term},{number}),{place})"
                inner = _Printed(outer.side, outer.number, read_ability(form), term)
                found += [inner, *_given(inner)]
    return found


def _is_not_so(effect: Mapping[str, Any], told: tuple[str, ...]) -> bool:
    """Tell whether an effect happens only if something is told that was not."""
    condition = effect.get("if") or {}
    return set(condition) == {"told"} and condition["told"] not in told


def _asked_to_be_told(speaking: Card | Mapping[str, Any]) -> Iterator[str]:
    """Find the conditions of a card, or of an ability, that a board tells."""
    if isinstance(speaking, Mapping):
        yield from told_conditions(speaking)
        return
    for face in speaking.faces:
        for ability in face.abilities:
            yield from told_conditions(ability.form or {})


def _until_face_down(card: Card) -> bool:
    """Tell whether a card becomes a copy only until it is turned face down."""
    effects = (effect for face in card.faces for ability in face.abilities for effect in ability.effects)
    return any("until_face_down" in effect.get("becomes_copy", {}) for effect in effects)


def _asked(ability: Ability) -> list[str]:
    """Return which choices an ability asks for."""
    asked = (ability.form or {}).get("chooses") or []
    return [asked] if isinstance(asked, str) else list(asked)


def _listing(card: Card) -> list[tuple[str, int, Mapping[str, Any]]]:
    """Return the abilities of a card that put others face down and list what these are: side, number and values."""
    return [
        (face.side, number, effect["face_down_values"])
        for face in card.faces
        for number, ability in enumerate(face.abilities, start=1)
        for effect in ability.effects
        if "face_down_values" in effect
    ]


def _tells_others(ability: Ability) -> bool:
    """Tell whether an ability says what others are as they enter."""
    return ability.kind == "as_enters" and bool(ability.effects) and all(map(_is_of_others, ability.effects))


def _is_of_others(effect: Mapping[str, Any]) -> bool:
    """Tell whether an effect says what other objects are as they enter."""
    filters = isinstance(effect.get("affects"), (list, Mapping))
    return filters and "turn" not in effect and "of" in effect.get("becomes_copy", {"of": ""})


def _is_mode(chosen: str, number: int, mode: Mapping[str, Any], kind: str) -> bool:
    """Tell whether a mode is the chosen one: by its position, its power and toughness, or a piece of its text."""
    if chosen.isdigit():
        return int(chosen) == number
    size = re.search(r"(\d+)/(\d+)", chosen)
    if size is not None:
        return (mode.get("set_power"), mode.get("set_toughness")) == (int(size[1]), int(size[2]))
    from facts.sentence import ability_sentence

    said = {key: value for key, value in mode.items() if key not in ("mode", "text", "chooses")}
    if kind != "as_enters":
        said["kind"] = kind
    return chosen.lower() in ability_sentence({"affects": "this", **said}).lower()


def _name_meant(given: object, card: Card) -> str:
    """Return the name that a card is given by: that of one of its faces, or its own."""
    wanted = normal(given) if isinstance(given, str) else ""
    return next((face.name for face in card.faces[1:] if normal(face.name) == wanted), card.name)


def _kind_down(given: object) -> str:
    """Return how an object is face down."""
    if not given:
        return ""
    return "face_down" if given is True else str(given)


def _makes_effects(ability: Ability, step: Mapping[str, Any]) -> bool:
    """Tell whether an ability makes a continuous effect as it resolves, of the kind that the step is about."""
    if ability.keyword in RESOLVING:
        return "copy_of" not in step
    if ability.kind in ("static", "plain") or not ability.effects:
        return False
    if _tells_others(ability):
        return False
    named = step.get("affects", [])
    count = len(named) if isinstance(named, list) else 1
    wanted = {"exchange": 2, "exchange_with_this": 1}
    if count and any(count != wanted.get(str(effect.get("gain_control")), count) for effect in ability.effects):
        return False
    copies = any("becomes_copy" in effect for effect in ability.effects)
    return copies == ("copy_of" in step)


def _names_targets(ability: Ability) -> bool:
    """Tell whether an ability affects what it targets."""
    return any(
        effect.get("affects") == "targets"
        or (isinstance(effect.get("affects"), Mapping) and "targets" in effect["affects"])
        for effect in ability.effects
    )


def _tells_targets(ability: Ability) -> bool:
    """Tell whether an ability says what it may affect, or under which condition."""
    return any(
        "if" in effect or (isinstance(effect.get("affects"), Mapping) and "targets" in effect["affects"])
        for effect in ability.effects
    )


def _same(one: Ability, other: Ability) -> bool:
    """Tell whether two abilities do the same."""
    return one.effects == other.effects and one.keyword == other.keyword


def _listed(found: list[_Printed]) -> str:
    """Return the abilities to choose from."""
    texts = [f"{one.number}: {show(one.ability.text)}" for one in found[:6]]
    return f"Name one with 'ability': {'; '.join(texts)}" if texts else ""
