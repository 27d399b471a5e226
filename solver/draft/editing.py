"""Actions on the page: each changes the board as plain data, which is then written anew."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from facts.board import DEFAULT_PLAYERS
from facts.cards import Card, CardSource, described_card, find_card
from facts.schema import check
from facts.text import InputError, normal, plain_document, slug
from solver.draft.options import Option, affects_itself, is_needed, is_spell, options, resolving
from solver.draft.pasted import pasted_card
from solver.draft.typed_names import Meant, meant, spelled

Step = Any
"""A step as it stands in a board: the name of a card, a mapping, or something wrong."""
_SPELL = {"name": "A text", "type_line": "Instant"}
"""The name and type line of a card for a text that resolves and has no card."""
VERBS = (
    "enters", "resolves", "stacks", "transforms", "converts", "attaches", "turns", "phases", "leaves", "counters",
    "damage", "mutates", "ends",
)  # fmt: skip


@dataclass
class Draft:
    """A board that somebody works on; it need not be right.

    Attributes:
        data: The board as plain data.
        cards: The source of further cards.
        opened: The step whose options are shown, from 0; None for none.
        told: The messages about the last action: the card for each typed name.
        own: The cards defined on the board, by name.
    """

    data: dict[str, Any]
    cards: CardSource | None = None
    opened: int | None = None
    told: list[Meant] = field(default_factory=list)
    own: dict[str, Card] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the cards that the board defines, as far as they can be read."""
        self.own = own_cards(self.data.get("cards"))

    @property
    def steps(self) -> list[Step]:
        """The steps; none if the timeline of the board is no list."""
        steps = self.data.get("timeline")
        return steps if isinstance(steps, list) else []

    @property
    def players(self) -> list[str]:
        """The players, as far as they are texts."""
        given = self.data.get("players")
        return [one for one in given if isinstance(one, str)] if isinstance(given, list) else list(DEFAULT_PLAYERS)

    def card(self, step: Step) -> Card | None:
        """Return the card of a step, if there is one. For a token that is a copy, return the card of the copied object.

        Args:
            step: The step.
        """
        given = named(step)
        if isinstance(step, Mapping) and given == "token":
            return self._copied(step)
        if isinstance(given, Mapping):
            return next(iter(own_cards([given]).values()), None)
        if not isinstance(given, str):
            return None
        try:
            return find_card(given, self.own, self.cards, token=isinstance(step, Mapping) and bool(step.get("token")))
        except InputError:  # the store cannot be read: deriving the board will say so
            return None

    def _copied(self, token: Mapping[str, Any]) -> Card | None:
        """Return the card of the object that a token is a copy of, if a step before names it."""
        labels = self.labels()
        place = next((at for at, step in enumerate(self.steps) if step == token), 0)
        copied = token.get("copy_of")
        return self.card(self.steps[labels.index(copied)]) if copied in labels[:place] else None

    def options(self, at: int) -> list[Option]:
        """Return the options of a step.

        Args:
            at: The step, from 0.
        """
        step = as_mapping(self.steps[at])
        card = self.card(step) or said_card(step)
        if card is None or not {"enters", "resolves", "mutates"} & set(step):
            return []
        return options(step, card, self.players, self._others(at))

    def _others(self, at: int) -> list[tuple[str, str]]:
        """Return the labels of the objects before a step, each with its name for people."""
        labels = self.labels()
        names = self.names(labels)
        return [(label, names.get(label, label)) for label in labels[:at] if label]

    def names(self, labels: Sequence[str]) -> dict[str, str]:
        """Return the names of the objects: those of their cards, if these lead to their labels.

        Args:
            labels: The label of each step's object.
        """
        found: dict[str, str] = {}
        for step, label in zip(self.steps, labels, strict=True):
            name = named(step)
            if label and isinstance(name, str):
                base = slug(name.partition(" // ")[0])
                number = label.removeprefix(f"{base}_")
                found[label] = name if label == base else f"{name} {number}" if number.isdigit() else label
        return found

    def labels(self) -> list[str]:
        """Return the label of the object that each step makes; empty where it makes none."""
        found: list[str] = []
        taken: set[str] = set()
        numbers: dict[str, int] = {}
        for step in self.steps:
            given = named(step)
            said = step.get("as") if isinstance(step, Mapping) else None
            if isinstance(said, str):
                found.append(said if isinstance(step, Mapping) and "enters" in step else "")
                taken.add(said)
                continue
            is_object = isinstance(step, str) or (isinstance(step, Mapping) and "enters" in step)
            name = given.get("name") if isinstance(given, Mapping) else given
            if not is_object or not isinstance(name, str):
                found.append("")
                continue
            base = slug(name.partition(" // ")[0])
            label, numbers[base] = _free_label(base, taken, numbers.get(base, 1))
            taken.add(label)
            found.append(label)
        return found


def _free_label(base: str, taken: Container[str], number: int = 1) -> tuple[str, int]:
    """Return the first label that is free, and its number: ``forest``, ``forest_2`` ..."""
    while (label := base if number == 1 else f"{base}_{number}") in taken:
        number += 1
    return label, number


def own_cards(given: Any) -> dict[str, Card]:
    """Return the cards that a board defines, those that can be read, by name and by the names of their faces.

    Args:
        given: The value of ``cards``.
    """
    found: dict[str, Card] = {}
    for one in given if isinstance(given, list) else ():
        try:
            check(plain_document(one), "card")
            card = described_card(one)
        except (InputError, TypeError, ValueError):
            continue
        found |= {normal(name): card for name in (card.name, *(face.name for face in card.faces))}
    return found


def said_card(step: Mapping[str, Any]) -> Card | None:
    """Return a card with the text that a step lets resolve; None if the step is another one.

    Args:
        step: The step.
    """
    given = step.get("resolves")
    text = given.get("text") if isinstance(given, Mapping) else None
    if not isinstance(text, str):
        return None
    try:
        return described_card({**_SPELL, "oracle_text": text})
    except InputError:
        return None


def named(step: Step) -> Any:
    """Return the card or other value at the verb of a step.

    Args:
        step: The step.
    """
    if isinstance(step, Mapping):
        return next((step[verb] for verb in VERBS if verb in step), None)
    return step


def as_mapping(step: Step) -> dict[str, Any]:
    """Return a step as a mapping: a name alone is a card that enters.

    Args:
        step: The step.
    """
    return dict(step) if isinstance(step, Mapping) else {"enters": step}


def shortened(step: Mapping[str, Any]) -> Step:
    """Return a step as people write it: a card that enters, and nothing else, by its name.

    Args:
        step: The step, as a mapping.
    """
    return step["enters"] if set(step) == {"enters"} and isinstance(step["enters"], str) else dict(step)


# ---- the actions


def add(draft: Draft, typed: str) -> None:
    """Put cards on the board: instants and sorceries resolve, all others enter.

    Args:
        draft: The board.
        typed: Names, as `solver.draft.typed_names.meant` reads them.
    """
    for one in meant(typed, draft.own, draft.cards):
        if one.card is not None:
            _put(draft, one.card, one.name)
        if one.card is None or normal(one.typed) != normal(one.name):
            draft.told.append(one)


def paste(draft: Draft, text: str, wrong: str) -> None:
    """Put a made-up card on the board.

    Args:
        draft: The board.
        text: The card.
        wrong: The message for a text that is no card.

    Raises:
        InputError: It is no card.
    """
    data = pasted_card(text, wrong)
    check(plain_document(data, "<card>"), "card")
    card = described_card(data)
    others = [
        one for one in draft.data.get("cards") or [] if not (isinstance(one, dict) and one.get("name") == card.name)
    ]
    draft.data = {
        **{key: value for key, value in draft.data.items() if key != "timeline"},
        "cards": [*others, data],
        "timeline": draft.steps,
    }
    draft.own = own_cards(draft.data["cards"])
    _put(draft, card, spelled(card, card.name))


def _put(draft: Draft, card: Card, name: str) -> None:
    step: Step = name
    if is_spell(card):
        step = {"resolves": name}
    draft.data["timeline"] = [*draft.steps, step]
    at = len(draft.steps) - 1
    if any(is_needed(as_mapping(step), option) for option in draft.options(at)):
        draft.opened = at


def remove(draft: Draft, at: int) -> None:
    """Take a step away.

    Args:
        draft: The board.
        at: The step, from 0.
    """
    del draft.steps[at]
    draft.opened = None


def move(draft: Draft, at: int, to: int) -> None:
    """Move a step to another place.

    Args:
        draft: The board.
        at: Its place, from 0.
        to: Its new place.
    """
    keep_labels(draft)
    to = max(0, min(to, len(draft.steps) - 1))
    draft.steps.insert(to, draft.steps.pop(at))
    if draft.opened is not None:
        draft.opened = to if draft.opened == at else None


def keep_labels(draft: Draft) -> None:
    """Write down numbered labels that other steps name: in another order they would be different.

    Args:
        draft: The board.
    """
    labels = draft.labels()
    spoken = {label for step in draft.steps for label in _spoken(step)}
    for at, (step, label) in enumerate(zip(draft.steps, labels, strict=True)):
        if label not in spoken or "as" in as_mapping(step):
            continue
        if re.search(r"_\d+$", label) or any(other.startswith(f"{label}_") for other in labels):
            draft.steps[at] = {**as_mapping(step), "as": label}


def _spoken(step: Step) -> Iterable[str]:
    for key, value in step.items() if isinstance(step, Mapping) else ():
        if key not in ("enters", "as", "controller", "owner", "zone"):
            for one in value if isinstance(value, list) else [value]:
                if isinstance(one, str):
                    yield one


def set_options(draft: Draft, at: int, given: Mapping[str, list[str]]) -> None:
    """Write the filled fields into a step, and remove its empty ones.

    Args:
        draft: The board.
        at: The step, from 0.
        given: The values of the fields, by the key of the option.
    """
    keep_labels(draft)
    step = as_mapping(draft.steps[at])
    for option in draft.options(at):
        if option.key not in given:
            continue
        value = _value(option, [one for one in given[option.key] if one.strip()])
        outer, _, inner = option.key.partition(".")
        if inner:
            before = step.get(outer)
            within = {key: one for key, one in (before if isinstance(before, dict) else {}).items() if key != inner}
            step[outer] = within if value is None else {**within, inner: value}
            if not step[outer]:
                del step[outer]
        elif value is None:
            step.pop(outer, None)
        else:
            step[outer] = value
    if step.get("zone") == "battlefield":
        del step["zone"]
    if step.get("controller") == draft.players[0] and "owner" not in step:
        del step["controller"]
    draft.steps[at] = shortened(_merged(step))


def _merged(step: dict[str, Any]) -> dict[str, Any]:
    """Return a step as one that mutates if it names a creature to mutate onto, and else as one that enters."""
    if "onto" in step:
        card = step.get("enters", step.get("mutates"))
        return {"mutates": card, **{key: step[key] for key in ("token", "onto", "position", "owner") if key in step}}
    return {"enters": step["mutates"]} if "mutates" in step else step


def _value(option: Option, given: list[str]) -> Any:
    """Return the entered value as a board writes it; None for nothing."""
    if not given:
        return None
    if option.key == "chosen.mode":
        numbers = sorted(int(one) if one.isdecimal() else one for one in given) if _are_numbers(given) else given
        return numbers if len(numbers) > 1 else numbers[0]
    if option.kind == "several":
        return given if len(given) > 1 or option.key in ("unlocked", "status") else given[0]
    if option.kind == "number" or option.key == "ability":
        number = given[0].strip()
        return int(number) if re.fullmatch(r"-?\d{1,9}", number) else number
    return given[0].strip()


def _are_numbers(given: Sequence[str]) -> bool:
    return all(one.isdecimal() and one.isascii() for one in given)


def then(draft: Draft, at: int, what: str) -> None:
    """Let something happen to the object of a step: a further step.

    Args:
        draft: The board.
        at: The step, from 0.
        what: ``leaves``, ``transforms``, ``turns``, ``copied`` by a token, or the position of an ability that resolves.
    """
    label = draft.labels()[at]
    if not label:
        return
    step: dict[str, Any]
    if what in ("leaves", "transforms"):
        step = {what: label}
    elif what == "turns":
        step = {"turns": label, "face": "up"}
    elif what == "copied":
        own, _ = _free_label("token", set(draft.labels()))
        step = {"enters": "token", "as": own, "copy_of": label}
    else:
        step = _resolution(draft, at, label, what)
    if "as" not in as_mapping(draft.steps[at]) and label != slug(str(named(draft.steps[at]))):
        draft.steps[at] = {**as_mapping(draft.steps[at]), "as": label}
    draft.data["timeline"] = [*draft.steps, step]
    place = len(draft.steps) - 1
    draft.opened = place if any(is_needed(step, option) for option in draft.options(place)) else None


def _resolution(draft: Draft, at: int, label: str, place: str) -> dict[str, Any]:
    card = draft.card(draft.steps[at])
    found = [] if card is None else [(one, more) for number, one, more in resolving(card) if str(number) == place]
    if card is None or not found:
        raise InputError(f"{label} has no such ability", source="<board>")
    ability, several = found[0]
    name = named(draft.steps[at])
    step: dict[str, Any] = {
        "resolves": spelled(card, card.name if name == "token" else str(name)),
        "source": label,
    }
    if several:
        step["ability"] = int(place)
    if affects_itself(ability):
        step["affects"] = label
    return step
