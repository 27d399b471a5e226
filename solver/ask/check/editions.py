"""Find the smallest boards on which two editions of the rules disagree, by deriving all boards of a vocabulary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from facts.board import Board
from facts.cards import DEFAULT_EDITION, Edition, edition_of
from facts.text import InputError
from facts.version import stamp
from solver.answer import Answer
from solver.ask.explain import explain, walk_text
from solver.ask.together import derive_all

_AT_ONCE = 300
_BEAR = {"name": "Bear", "type_line": "Creature — Bear", "power": "2", "toughness": "2"}
_FACES = [{"name": "Front", **{**_BEAR, "name": "Front"}}, {"name": "Back", "type_line": "Land"}]
_OBJECTS: tuple[Mapping[str, Any], ...] = (
    _BEAR,
    {"name": "Walker", "type_line": "Planeswalker — Jace"},
    {"name": "Legend", "type_line": "Legendary Land"},
    {"name": "Spell", "type_line": "Sorcery"},
    {"name": "Great Spell", "type_line": "Legendary Sorcery"},
    {"name": "Front // Back", "layout": "modal_dfc", "card_faces": _FACES},
    {"name": "Front // Back", "layout": "transform", "card_faces": _FACES},
)
_EFFECTS: tuple[Mapping[str, Any], ...] = (
    {"affects": "targets", "set_types": ["Artifact", "Creature"], "set_subtypes": ["Golem"]},
    {"affects": "targets", "set_types": ["Land"]},
    {"affects": "targets", "add_types": ["Artifact"]},
    {"affects": "targets", "set_subtypes": ["Frog"]},
)
_TYPE_LINES = {"Kindred": "Kindred Sorcery — Elf"}
_TYPE_OF_SET = {
    "artifact": "Artifact", "creature": "Creature", "enchantment": "Enchantment", "land": "Land",
    "planeswalker": "Planeswalker", "spell": "Instant",
}  # fmt: skip


@dataclass(frozen=True)
class Disagreement:
    """A difference between two editions, with the smallest board on which it shows.

    Attributes:
        difference: The difference: a wording, or a part that one of them does not know.
        board: The board; None where none was found up to the bound.
        answers: The different answers of the editions, by year.
        walks: The walk of each edition, by year: layer by layer, as text; none if it refuses the board.
    """

    difference: str
    board: Mapping[str, Any] | None
    answers: Mapping[str, Any]
    walks: Mapping[str, str] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "difference": self.difference,
            "board": self.board,
            "answers": dict(self.answers),
            "walks": dict(self.walks),
        }


def differences(one: Edition, other: Edition) -> list[str]:
    """Return the differences between the files of two editions, without numbers.

    Args:
        one: An edition.
        other: Another.
    """
    found = [f"wording {name}" for name in sorted({*one.wordings} ^ {*other.wordings})]
    for noun, mine, theirs in (
        ("card type", one.card_types, other.card_types),
        ("supertype", one.supertypes, other.supertypes),
    ):
        if mine is not None or theirs is not None:
            found += [f"{noun} {word}" for word in sorted(_all(noun, mine) ^ _all(noun, theirs))]
    for name in sorted({*one.subtypes, *other.subtypes}):
        if _listed(one, name) != _listed(other, name):
            found.append(f"{name} types")
    found += [f"step {key}" for key in sorted({*one.without_steps} ^ {*other.without_steps})]
    return found


def compare(one: str, other: str, *, size: int = 3) -> list[Disagreement]:
    """Find the smallest board for each difference between two editions.

    Args:
        one: An edition.
        other: Another.
        size: The most steps of a board.

    Returns:
        The differences, each with its board if there is one within the bound.

    Raises:
        ValueError: There is no such edition.
    """
    first, second = edition_of(one), edition_of(other)
    found: dict[str, Disagreement | None] = dict.fromkeys(differences(first, second))
    for steps in range(1, size + 1):
        boards = _boards(_objects(first, second), steps)
        while chunk := list(islice(boards, _AT_ONCE)):
            if all(found.values()):
                break
            _look(chunk, one, other, found)
    return [said or Disagreement(name, None, {}) for name, said in found.items()]


def _look(chunk: Sequence[dict[str, Any]], one: str, other: str, found: dict[str, Disagreement | None]) -> None:
    """Derive boards by both editions, and note the first one that shows a difference."""
    read = [Board.of(data) for data in chunk]
    mine, theirs = _said(read, one), _said(read, other)
    for index, board in enumerate(read):
        if mine[index] == theirs[index]:
            continue
        for name in [name for name, said in found.items() if said is None]:
            kind, _, word = name.partition(" ")
            if kind == "wording":
                shows = any(
                    _said([board], f"{year}~{word}")[0] != said
                    for year, said in ((one, mine[index]), (other, theirs[index]))
                )
            else:
                shows = _names(name, mine[index]) != _names(name, theirs[index])
            if shows:
                told = [(one, mine[index]), (other, theirs[index])] if kind == "wording" else []
                found[name] = Disagreement(
                    name,
                    chunk[index],
                    _apart(one, mine[index], other, theirs[index]),
                    {year: walk_text(explain(board, edition=year)) for year, said in told if "objects" in said},
                )


def _said(boards: Sequence[Board], year: str) -> list[dict[str, Any]]:
    return [_comparable(answer) for answer in derive_all(boards, edition=year)]


def _comparable(answer: Answer | Exception) -> dict[str, Any]:
    """Return the answer of an edition, without its name and numbers: their difference is no disagreement."""
    if isinstance(answer, InputError):
        return {"refused": f"{answer.problem}. {answer.hint}"}
    if isinstance(answer, Exception):
        raise answer
    data = {key: value for key, value in answer.as_data().items() if key not in stamp(DEFAULT_EDITION)}
    for one in data["objects"].values():
        for ability in one["abilities"]:
            ability.pop("rule", None)
    data["refused"] = [{key: value for key, value in one.items() if key != "rule"} for one in data["refused"]]
    return data


def _names(difference: str, said: Mapping[str, Any]) -> bool:
    """Tell whether an edition does not know the subject of a difference."""
    kind, _, word = difference.rpartition(" ")
    if kind == "step":
        return isinstance(said["refused"], str) and f"do not know '{word}'" in said["refused"]
    warnings = said.get("warnings", ())
    if word == "types":
        return any(warning.startswith(f"A {kind} subtype") and "no subtype" in warning for warning in warnings)
    return any(f": {word} is no {kind} " in warning for warning in warnings)


def _apart(one: str, mine: Mapping[str, Any], other: str, theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the differences between two answers."""
    if "objects" not in mine or "objects" not in theirs:
        return {one: mine if "objects" not in mine else "an answer", other: _brief(theirs)}
    found: dict[str, dict[str, Any]] = {one: {}, other: {}}
    for label in mine["objects"]:
        for key, value in mine["objects"][label].items():
            another = theirs["objects"][label].get(key)
            if value != another:
                found[one][f"{label}.{key}"] = value
                found[other][f"{label}.{key}"] = another
    for key in ("warnings", "refused"):
        if mine[key] != theirs[key]:
            found[one][key], found[other][key] = mine[key], theirs[key]
    return found


def _brief(said: Mapping[str, Any]) -> Any:
    return "an answer" if "objects" in said else said


# ---- the vocabulary


def _all(noun: str, known: frozenset[str] | None) -> frozenset[str]:
    from facts.words import CARD_TYPES, SUPERTYPES

    return frozenset(CARD_TYPES if noun == "card type" else SUPERTYPES) if known is None else known


def _listed(one: Edition, name: str) -> frozenset[str]:
    from facts.words import sets_by_word

    newest = frozenset(word for word, sets in sets_by_word().items() if name in sets)
    return one.subtypes.get(name, newest)


def _objects(one: Edition, other: Edition) -> list[Mapping[str, Any]]:
    """Return the cards: those that every comparison has, and one for each word that only one of the two knows."""
    found = list(_OBJECTS)
    for name in differences(one, other):
        kind, _, word = name.rpartition(" ")
        if kind == "card type":
            found.append({"name": f"A {word}", "type_line": _TYPE_LINES.get(word, word)})
        elif kind == "supertype":
            found.append({"name": f"A {word}", "type_line": f"{word} Artifact"})
        elif word == "types":
            new = min(_listed(one, kind) ^ _listed(other, kind))
            found.append({"name": f"A {kind} subtype", "type_line": f"{_TYPE_OF_SET[kind]} — {new}"})
    return found


def _boards(objects: Sequence[Mapping[str, Any]], steps: int) -> Iterator[dict[str, Any]]:
    """Make every board with a number of steps: a card enters, and later effects, tokens and actions concern it."""
    for card in objects:
        for timeline in _timelines([_enters(card)], steps):
            yield {"cards": [card], "timeline": timeline}


def _enters(card: Mapping[str, Any]) -> dict[str, Any]:
    line = str(card.get("type_line", ""))
    spell = "Sorcery" in line or "Instant" in line
    permanent = not spell and not line.startswith(("A ", "Conspiracy", "Dungeon", "Phenomenon", "Plane", "Scheme"))
    zone = "stack" if spell else "battlefield" if permanent or "Planeswalker" in line else "command"
    return {"enters": card["name"], "as": "a", **({} if zone == "battlefield" else {"zone": zone})}


def _timelines(begun: list[dict[str, Any]], steps: int) -> Iterator[list[dict[str, Any]]]:
    if len(begun) == steps:
        yield begun
        return
    for step in _next(begun):
        yield from _timelines([*begun, step], steps)


def _next(begun: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    labels = [str(step["as"]) for step in begun if "enters" in step]
    for label in labels:
        for effect in _EFFECTS:
            yield {"resolves": {"effects": [dict(effect)]}, "affects": label}
        if not any("zone" in step for step in begun):
            for action in ("transforms", "converts"):
                yield {action: label}
            yield {"mutates": {**_BEAR, "name": "Beast"}, "onto": label}
    if len(labels) == 1 and not any("zone" in step for step in begun):
        yield {"enters": "token", "copy_of": "a", "as": "b"}
