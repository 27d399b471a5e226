"""Telling the steps of a board in order: who is there, what happened to whom, what refers to what."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from facts.cards import Ability, Card, read_ability, read_card
from facts.choices import Chosen, read_choices
from facts.errors import Path, show
from facts.keywords import RESOLVING
from facts.library import card_names, find_card
from facts.names import did_you_mean, normal, slug
from facts.printed import ability_term
from facts.reading import Document
from facts.timeline import Event, Resolution, Thing, Timeline

BATTLEFIELD = "battlefield"
_LACKS_HOST = "Name what it is attached to, with 'attached_to'"


def tell(document: Document, players: tuple[str, ...], turn: str, own: Mapping[str, Card]) -> Timeline:
    """Tell the steps of a board that the schema accepts.

    Args:
        document: The board.
        players: In turn order.
        turn: Whose turn it is.
        own: The cards defined on the board, by name (see `facts.names.normal`).

    Returns:
        The timeline.

    Raises:
        InputError: A step names something that is not there, or cannot be.
    """
    teller = _Teller(document, Timeline(players, turn), own)
    for index, step in enumerate(document.data.get("timeline") or ()):
        teller.take(index, step)
    teller.finish()
    return teller.timeline


class _Teller:
    """Takes one step after the other."""

    def __init__(self, document: Document, timeline: Timeline, own: Mapping[str, Card]) -> None:
        self.timeline = timeline
        self._document = document
        self._own = own
        self._effects: dict[str, Resolution] = {}
        self._copies: dict[str, list[tuple[Thing, Event]]] = {}
        self._described: dict[str, Card] = {}
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
        zone = step.get("zone", BATTLEFIELD)
        owner = self._player(step, "owner") or self._player(step, "controller") or self.timeline.players[0]
        controller = self._player(step, "controller") or owner
        copied = self._thing(step["copy_of"], "copy_of") if "copy_of" in step else None
        as_token_copy = given == "token"
        if as_token_copy and copied is None:
            self._fail(("enters",), "a token that is a copy needs 'copy_of'", "Or describe the token itself")
        card = copied.card if as_token_copy and copied is not None else self._card(given, "enters")
        thing = Thing(
            label=self._label(step, copied.label if as_token_copy and copied is not None else card.name),
            card=card,
            key=self._key(card),
            step=self._step,
            zone=zone,
            owner=owner,
            controller=controller,
            token=bool(step.get("token")) or as_token_copy,
        )
        thing.side = self._side(step, thing)
        thing.face_down = _kind_down(step.get("face_down"))
        thing.status = list(step.get("status") or ())
        thing.counters = {kind: (count, self._step) for kind, count in (step.get("counters") or {}).items()}
        thing.x = step.get("x")
        if "level" in step:
            thing.counters["level"] = (step["level"], self._step)
        thing.chosen = self._choices(step)
        thing.events.append(Event(self._step, "enter"))
        self._meld(step, thing)
        self.timeline.things[thing.label] = thing
        if "attached_to" in step:
            self._attach(thing, step["attached_to"], "attached_to")
        if "paired_with" in step:
            partner = self._thing(step["paired_with"], "paired_with")
            thing.paired, partner.paired = partner.label, thing.label
        if copied is not None:
            self._enter_as_copy(step, thing, copied, token=as_token_copy)

    def _enter_as_copy(self, step: dict[str, Any], thing: Thing, copied: Thing, *, token: bool) -> None:
        event = Event(self._step, "copy", of=copied.label)
        event.exception, event.exception_term = self._exception(step, thing, token=token)
        if token:
            thing.copied_token = True
            thing.events[0] = event
        else:
            thing.events.append(event)

    def _exception(self, step: dict[str, Any], thing: Thing, *, token: bool) -> tuple[Mapping[str, Any] | None, str]:
        """Return what a copy is except, and the term that its granted abilities go by."""
        if "except" in step:
            given = step["except"]
            if isinstance(given, str):
                self._fail(
                    ("except",), f"{show(given)} is not read yet", "Say it in the effect form, as a mapping"
                )
            return given, f"exception(step(board,{self._step}))"
        maker = self._card(step["made_by"], "made_by") if "made_by" in step else None
        if maker is None and not token:
            maker = thing.card
        if maker is None:
            return None, ""
        for face in maker.faces:
            for number, ability in enumerate(face.abilities, start=1):
                for effect in ability.effects:
                    if "becomes_copy" in effect:
                        term = ability_term(self._key(maker), face.side, number)
                        return effect["becomes_copy"].get("except"), f"exception({term})"
        return None, ""

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
            meant = self._abilities(step, found, targets)
            candidates = [(ability_term(card[1], side, number), ability) for side, number, ability in meant]
            term, ability = candidates[0]
            if source is None:
                source = self._only(found)
        candidates = self._not_again(candidates, targets, source)
        term, ability = candidates[0]
        said = self._player(step, "controller")
        by = said or (source.controller if source else self.timeline.players[0])
        resolution = Resolution(
            self._step, str(step.get("as", "")), name, ability, term, card, targets,
            source.label if source else "", by, self._choices(step), step.get("x"),
        )  # fmt: skip
        resolution.candidates = candidates
        gains_control = any("gain_control" in effect for effect in ability.effects)
        if gains_control or (said and isinstance(given, Mapping)):
            resolution.new_controller = by
        if resolution.targets is None:
            resolution.targets = self._own_targets(resolution)
        self._remember(step, resolution)
        self._copy(step, resolution)
        self._turn_by(step, resolution)
        if "attached_to" in step:
            for label in resolution.targets or ():
                self._attach(self.timeline.things[label], step["attached_to"], "attached_to")

    def _inline(self, given: Mapping[str, Any]) -> tuple[str, Ability, str]:
        """Return the ability of a step that says what it does itself."""
        if "text" in given:
            self._fail(("resolves", "text"), f"{show(given['text'])} is not read yet", "Give its effects: {effects: [...]}")
        form = {"kind": "spell", "effects": list(given["effects"])}
        return "an effect", read_ability(form), f"ability(step(board,{self._step}),1)"

    def _own_targets(self, resolution: Resolution) -> tuple[str, ...] | None:
        """Return what an ability affects that names nothing: its own permanent, where it says so."""
        affects = [effect.get("affects", "this") for effect in resolution.ability.effects]
        if resolution.ability.keyword in RESOLVING:
            affects = ["this"]
        if all(isinstance(one, str) and one == "this" for one in affects):
            if not resolution.source:
                self._fail((), "it is not said what this affects", "Name it with 'affects' or 'source'")
            return (resolution.source,)
        if any(one == "targets" or (isinstance(one, Mapping) and "targets" in one) for one in affects):
            self._fail((), "it is not said what this affects", "Name its targets with 'affects'")
        return None

    def _remember(self, step: dict[str, Any], resolution: Resolution) -> None:
        self.timeline.resolutions.append(resolution)
        label = step.get("as")
        if label is not None:
            if label in self.timeline.things or label in self._effects:
                self._fail(("as",), f"the label {show(label)} is taken", "Labels are unique on a board")
            self._effects[str(label)] = resolution

    def _copy(self, step: dict[str, Any], resolution: Resolution) -> None:
        """Make what a resolving copy effect affects copies of another object (layer 1)."""
        effect = next((effect for effect in resolution.ability.effects if "becomes_copy" in effect), None)
        if "copy_of" not in step:
            if effect is not None and resolution.ability.kind != "as_enters":
                self._fail((), "it is not said what is copied", "Name it with 'copy_of'")
            return
        copied = self._thing(step["copy_of"], "copy_of")
        exception: Mapping[str, Any] | None = None
        if effect is not None:
            exception = effect["becomes_copy"].get("except")
        if isinstance(step.get("except"), Mapping):
            exception = step["except"]
        made = self._copies.setdefault(resolution.label, [])
        for label in resolution.targets or ():
            thing = self.timeline.things[label]
            event = Event(self._step, "copy", of=copied.label, exception=exception)
            event.exception_term = f"exception({resolution.term})"
            thing.events.append(event)
            made.append((thing, event))

    def _turn_by(self, step: dict[str, Any], resolution: Resolution) -> None:
        """Turn what a resolving effect affects face down."""
        down = step.get("face_down") or next(
            ("face_down" for effect in resolution.ability.effects if effect.get("turn") == "face_down"), None
        )
        for label in (resolution.targets or ()) if down else ():
            self.timeline.things[label].events.append(Event(self._step, "down", _kind_down(down)))

    def _stacks(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["stacks"], "stacks")
        label = str(step.get("as") or f"stacked_{self._step}")
        if label in self.timeline.stacked:
            self._fail(("as",), f"the label {show(label)} is taken", "Labels are unique on a board")
        self.timeline.stacked[label] = (thing.label, self._step)

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

    def _attaches(self, step: dict[str, Any]) -> None:
        self._attach(self._thing(step["attaches"], "attaches"), step["to"], "to")

    def _turns(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["turns"], "turns")
        if step.get("face") == "up":
            thing.events.append(Event(self._step, "up"))
        else:
            thing.events.append(Event(self._step, "down", _kind_down(step.get("face_down", True))))

    def _phases(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["object"], "object")
        thing.phased = step["phases"] == "out"
        thing.phased_at.append((self._step, thing.phased))

    def _leaves(self, step: dict[str, Any]) -> None:
        self._thing(step["leaves"], "leaves").left = self._step

    def _counters(self, step: dict[str, Any]) -> None:
        thing = self._thing(step["on"], "on")
        for kind, count in step["counters"].items():
            before = thing.counters.get(kind, (0, 0))[0]
            thing.counters[kind] = (before + count, self._step)

    def _damage(self, step: dict[str, Any]) -> None:
        self._thing(step["on"], "on").damage += step["damage"]

    def _mutates(self, step: dict[str, Any]) -> None:
        self._fail(("mutates",), "merging with a permanent is not modelled yet")

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
            return self._described.setdefault(described, read_card(given))
        card = self._own.get(normal(given)) or find_card(given)
        if card is None:
            hint = did_you_mean(given, [*(own.name for own in self._own.values()), *card_names()])
            self._fail((key,), f"{show(given)}: no such card", hint or "Cards can be defined on the board, under 'cards'")
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

    def _abilities(
        self, step: dict[str, Any], card: Card, targets: tuple[str, ...] | None
    ) -> list[tuple[str, int, Ability]]:
        """Return the abilities of a card that a step could mean: the face, the number and the ability of each.

        Where several are left, which of them may affect what the step names is for the rules to say.
        """
        found = [
            (face.side, number, ability)
            for face in card.faces
            for number, ability in enumerate(face.abilities, start=1)
        ]
        wanted = step.get("ability")
        if isinstance(wanted, int):
            if not 1 <= wanted <= len(found):
                self._fail(("ability",), f"{card.name} has no ability {wanted}", f"It has {len(found)}")
            return [found[wanted - 1]]
        if isinstance(wanted, str):
            needle = wanted.lower()
            matching = [one for one in found if needle in one[2].text.lower()]
            if not matching:
                self._fail(("ability",), f"no ability of {card.name} says {show(wanted)}", _listed(found))
            found = matching
        candidates = [one for one in found if _makes_effects(one[2], step)]
        if targets is None and len(candidates) > 1:
            candidates = [one for one in candidates if not _names_targets(one[2])] or candidates
        if not candidates:
            self._fail(("resolves",), f"no ability of {card.name} makes a continuous effect as it resolves", _listed(found))
        if all(_same(one[2], candidates[0][2]) for one in candidates[1:]):
            return candidates[:1]
        telling = [one for one in candidates if _tells_targets(one[2])]
        if targets is None or not telling or "copy_of" in step:
            self._fail(("resolves",), f"several abilities of {card.name} could be meant", _listed(candidates))
        return candidates

    def _only(self, card: Card) -> Thing | None:
        """Return the only permanent of a card's name, if there is just one."""
        found = [
            thing for thing in self.timeline.things.values()
            if thing.card == card and thing.left is None and thing.zone == BATTLEFIELD
        ]  # fmt: skip
        return found[0] if len(found) == 1 else None

    def _thing(self, label: str, key: str) -> Thing:
        """Return the object that a step names, which must be there."""
        thing = self.timeline.things.get(label)
        if thing is None:
            thing = self.timeline.things.get(slug(label))
        if thing is None:
            self._fail((key,), f"{show(label)}: no such object on this board yet", did_you_mean(label, self.timeline.things))
        if thing.left is not None:
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
            if given in self.timeline.things or given in self._effects:
                self._fail(("as",), f"the label {show(given)} is taken", "Labels are unique on a board")
            return str(given)
        base = slug(name.split(" // ")[0]) or "object"
        label, number = base, 1
        while label in self.timeline.things or label in self._effects:
            number += 1
            label = f"{base}_{number}"
        return label

    def _choices(self, step: dict[str, Any]) -> Chosen:
        given = step.get("chosen")
        return {} if given is None else read_choices(self._document, (*self._path, "chosen"), given, self.timeline.players)

    def _side(self, step: dict[str, Any], thing: Thing) -> str:
        sides = [face.side for face in thing.card.faces]
        side = step.get("face")
        if side is None:
            return sides[0]
        if side not in sides:
            self._fail(("face",), f"{thing.card.name} has no {side} face", f"It has: {', '.join(sides)}")
        if side == "back" and thing.zone not in (BATTLEFIELD, "stack"):
            self._fail(("face",), f"in the {thing.zone}, only the front face of a card counts (712.8a)", "Leave 'face' out")
        return str(side)

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
            return
        other = self._thing(host, key)
        if other is thing:
            self._fail((key,), f"{show(host)} cannot be attached to itself (301.5c, 303.4d)", "Name another object")
        thing.attached = (other.label, self._step)

    def _fail(self, path: Path, problem: str, hint: str = "") -> NoReturn:
        raise self._document.error((*self._path, *path), problem, hint)


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
    copies = any("becomes_copy" in effect for effect in ability.effects)
    return copies == ("copy_of" in step)


def _names_targets(ability: Ability) -> bool:
    """Tell whether an ability affects what it targets."""
    return any(
        effect.get("affects") == "targets" or (isinstance(effect.get("affects"), Mapping) and "targets" in effect["affects"])
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


def _listed(found: list[tuple[str, int, Ability]]) -> str:
    """Return the abilities to choose from."""
    texts = [f"{number}: {show(ability.text)}" for _, number, ability in found[:6]]
    return f"Name one with 'ability': {'; '.join(texts)}" if texts else ""


