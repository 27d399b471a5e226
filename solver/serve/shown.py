"""An answer as the page shows it: each word with the fact that one may ask about, and how it came there."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from facts.text import normal, printable
from facts.words import EMBLEM
from solver.answer import AbilityAnswer, ObjectAnswer
from solver.ask.explain.fact import in_quotes
from solver.ask.explain.wording import article
from solver.ask.explain.wording import phrases as words
from solver.serve.texts import texts


class Part(NamedTuple):
    """A word, number or ability that a page shows.

    Attributes:
        text: Its text.
        fact: The fact that it states; empty where there is none to ask about.
        mark: ``gained`` or ``lost``, against the card; empty where it is as the card says.
        note: Its origin or its loss: ``from``, ``copied``, ``intrinsic``, ``lost`` or nothing.
        by: The name of the object or the spell that gave it or took it.
        rule: The paragraph, where one is known.
        modelled: Whether typeline has understood it.
    """

    text: str
    fact: str
    mark: str = ""
    note: str = ""
    by: str = ""
    rule: str = ""
    modelled: bool = True


class Shown(NamedTuple):
    """An object, as a page shows it.

    Attributes:
        label: Its label.
        name: Its name.
        types: The words of its type line before the dash, and those that are gone.
        subtypes: The words after the dash, and those that are gone.
        colors: Its colors, and those that are gone.
        size: Its power and toughness; None for a noncreature.
        printed_size: The printed value, or nothing.
        printed_line: The type line of its card, if its own type line differs; else nothing.
        abilities: The abilities that it has, and those that it has lost.
        about: Its further data: zone, controller, counters, host.
        is_changed: Whether it differs from its card.
    """

    label: str
    name: str
    types: tuple[Part, ...]
    subtypes: tuple[Part, ...]
    colors: tuple[Part, ...]
    size: Part | None
    printed_size: str
    printed_line: str
    abilities: tuple[Part, ...]
    about: tuple[tuple[str, str], ...]
    is_changed: bool


def shown(one: ObjectAnswer, names: Mapping[str, str], *, several: bool) -> Shown:
    """Return an object as a page shows it.

    Args:
        one: The object.
        names: The name of each object, by label.
        several: Whether more than one player controls something.
    """
    who = json.dumps(one.label, ensure_ascii=False)
    before, _, after = one.printed.partition(" — ")
    own = () if one.face == "down" or one.printed == EMBLEM else (tuple(before.split()), tuple(after.split()))
    types = _words(who, (*one.supertypes, *one.types), own[0] if own else None)
    size = None if one.power is None else f"{one.power}/{one.toughness}"
    printed_size = "" if one.printed_power is None else f"{one.printed_power}/{one.printed_toughness}"
    changed_size = "power_toughness" in one.changed
    return Shown(
        label=one.label,
        name=printable(one.name or names.get(one.label, one.label)),
        types=tuple(types),
        subtypes=tuple(_subtypes(who, one, own[1] if own else None)),
        colors=tuple(_colors(who, one)),
        size=None if size is None else Part(size, f"{who} is {size}", "gained" if changed_size else ""),
        printed_size=printed_size if changed_size and printed_size != size else "",
        printed_line=one.printed if "type_line" in one.changed else "",
        abilities=(*(_ability(who, ability, names) for ability in one.abilities), *_lost(who, one, names)),
        about=tuple(_about(one, names, several=several)),
        is_changed=bool(one.changed or one.lost or any(ability.changed for ability in one.abilities)),
    )


def _words(who: str, there: tuple[str, ...], printed: tuple[str, ...] | None) -> Iterator[Part]:
    for word in printed or ():
        if word not in there and _is_known(word):  # and no piece of a subtype of several words
            yield Part(word, f"{who} is {_noun(word)}", "lost")
    for word in there:
        mark = "" if printed is None or word in printed or " " in word else "gained"
        yield Part(word, f"{who} is {_noun(word)}", mark)


def _is_known(word: str) -> bool:
    from facts.words import CARD_TYPES, SUPERTYPES, sets_by_word

    return word in CARD_TYPES or word in SUPERTYPES or word in sets_by_word()


def _noun(word: str) -> str:
    from facts.words import CARD_TYPES, SUPERTYPES

    if word in SUPERTYPES:
        return word.lower()
    return f"{article(word)} {word.lower() if word in CARD_TYPES else word}"


def _subtypes(who: str, one: ObjectAnswer, printed: tuple[str, ...] | None) -> Iterator[Part]:
    if not one.every:
        yield from _words(who, one.subtypes, printed)
        return
    after = one.type_line.partition(" — ")[2]
    mark = "gained" if "type_line" in one.changed else ""
    yield Part(after, f"{who} is every {one.every[0].replace('_', ' ')} type", mark)


def _colors(who: str, one: ObjectAnswer) -> Iterator[Part]:
    changed = "colors" in one.changed
    for color in one.printed_colors if changed else ():
        if color not in one.colors:
            yield Part(color, f"{who} is {words.COLORS[color]}", "lost")
    for color in one.colors:
        mark = "gained" if changed and color not in one.printed_colors else ""
        yield Part(color, f"{who} is {words.COLORS[color]}", mark)
    if not one.colors:
        yield Part("", f"{who} is {words.COLORLESS}", "gained" if changed else "")


def _ability(who: str, ability: AbilityAnswer, names: Mapping[str, str]) -> Part:
    note, mark, by = "", "", ""
    if ability.origin == "granted":
        note, mark, by = "from", "gained", printable(names.get(ability.source or "", ability.source or ""))
    elif ability.origin == "copied":
        note = "copied"
    elif ability.changed:
        note, mark = ("intrinsic" if ability.origin == "intrinsic" else ""), "gained"
    fact = f"{who} has {ability.keyword or in_quotes(ability.text)}"
    return Part(printable(ability.text), fact, mark, note, by, ability.rule or "", ability.modelled)


def _lost(who: str, one: ObjectAnswer, names: Mapping[str, str]) -> Iterator[Part]:
    for lost in one.lost:
        by = "" if lost.by is None else printable(names.get(lost.by, lost.by))
        yield Part(printable(lost.text), f"{who} has {in_quotes(lost.text)}", "lost", "lost", by, lost.rule)


def _about(one: ObjectAnswer, names: Mapping[str, str], *, several: bool) -> Iterator[tuple[str, str]]:
    called = names.get(one.label, one.label)
    if one.name and normal(called) != normal(one.name):
        yield "called", printable(called)
    if several:
        yield "controller", printable(one.controller)
    if one.zone != "battlefield":
        yield "zone", one.zone
    if one.attached_to is not None:
        yield "attached", printable(names.get(one.attached_to, one.attached_to))
    for kind, count in one.counters.items():
        yield "counters", printable(f"{count} × {kind}")
    if one.damage:
        yield "damage", str(one.damage)


def line_of(one: ObjectAnswer) -> str:
    """Return an object in one line of plain text.

    Args:
        one: The object.
    """
    size = [] if one.power is None else [f"{one.power}/{one.toughness}"]
    colors = words.joined([words.COLORS[color] for color in one.colors]) if one.colors else words.COLORLESS
    abilities = [f"“{ability.text}”" for ability in one.abilities]
    lost = [f"({texts()['lost']}: “{ability.text}”)" for ability in one.lost]
    return printable(
        "; ".join(part for part in (one.type_line, *size, colors, *abilities, *lost) if part).replace("\n", " ")
    )
