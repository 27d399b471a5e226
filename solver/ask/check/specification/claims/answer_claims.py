"""Claims about single answers: an object has what follows from its types, zone and face, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from facts.words import CARD_TYPES, SET_OF_TYPE, SUPERTYPES, sets_by_word
from solver.ask.check.specification.claims.claim import Claim, Data, Objects
from solver.ask.check.specification.claims.claim_scene import scene
from solver.ask.check.specification.claims.meaning import BASIC
from solver.ask.check.specification.claims.same_boards import of_same_boards

FOLLOWING = "what_follows_is_there"
_MANA = dict(zip(BASIC, "WUBRG", strict=True))
_CAST_FROM = ("hand", "stack", "graveyard", "exile", "command", "library")
One = Mapping[str, Any]


def of_answers() -> Iterator[Claim]:
    """Return the claims: one about each board of the pairs, as it is before anything happens to both, and four more."""
    yield Claim(FOLLOWING, "objects of most card types in all zones", scene(), scene(), _hangs_together(scene()))
    board = _everywhere()
    yield Claim(FOLLOWING, "supertypes in all zones", board, board, _hangs_together(board))
    board = _losing()
    yield Claim(FOLLOWING, "what it never had is not lost", board, board, _lost_by({"Bird": ["flying"], "Bear": []}))
    board = _merged_and_turned()
    yield Claim(
        FOLLOWING, "the face of the topmost part is up", board, board, _faces({"over": "back", "under": "front"})
    )
    for pair in of_same_boards():
        if pair.about.endswith("; then nothing"):
            for side, board in (("one", pair.board), ("other", pair.other)):
                yield Claim(FOLLOWING, f"{side}: {pair.about}", board, board, _hangs_together(board))


_CARDS: tuple[Data, ...] = (
    {"name": "Rite", "type_line": "Legendary Sorcery", "mana_cost": "{R}"},
    {"name": "Song", "type_line": "Legendary Snow Instant — Arcane", "mana_cost": "{R}"},
    {"name": "Rime", "type_line": "World Snow Enchantment", "mana_cost": "{1}"},
    {"name": "Chief", "type_line": "Legendary Kindred Artifact — Human", "mana_cost": "{1}"},
    {"name": "Arbor", "type_line": "Legendary Land Creature — Forest Dryad", "power": 1, "toughness": 1},
    {"name": "Isle", "type_line": "Basic Snow Land — Island"},
    {"name": "Plan", "type_line": "Ongoing Scheme"},
)
_ZONES = ("battlefield", "hand", "graveyard", "library", "exile", "stack", "command")


def _everywhere() -> Data:
    """Return the board with a card of each supertype in each zone."""
    steps = [
        {"enters": card["name"], "as": f"{card['name']}_{zone}", "zone": zone} for card in _CARDS for zone in _ZONES
    ]
    return {"cards": list(_CARDS), "timeline": steps}


def _losing() -> Data:
    """Return the board on which creatures lose an ability that one of them has."""
    size: Data = {"power": 1, "toughness": 1, "mana_cost": "{G}"}
    cards = [
        {"name": "Bird", "type_line": "Creature — Bird", "abilities": ["flying"], **size},
        {"name": "Bear", "type_line": "Creature — Bear", "abilities": ["trample"], **size},
        {"name": "Net", "type_line": "Enchantment", "abilities": [
            {"affects": {"type": "Creature"}, "lose_abilities": ["flying"]}
        ]},
    ]  # fmt: skip
    return {"cards": cards, "timeline": [{"enters": card["name"], "as": card["name"]} for card in cards]}


def _lost_by(expected: Mapping[str, list[str]]) -> Callable[[Objects, Objects], bool]:
    def holds(now: Objects, _: Objects) -> bool:
        return {label: [one["text"] for one in now[label]["lost"]] for label in expected} == expected

    return holds


def _merged_and_turned() -> Data:
    """Return the board with two merged permanents that transform: one has a double-faced part on top (727.2a)."""
    size: Data = {"power": 1, "toughness": 1}
    faces = [
        {"name": "Pup", "type_line": "Creature — Dog", "mana_cost": "{R}", **size},
        {"name": "Hound", "type_line": "Creature — Dog", "color_indicator": ["R"], **size},
    ]
    cards = [
        {"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{G}", **size},
        {"name": "Pup", "layout": "transform", "card_faces": faces},
    ]
    timeline = [
        {"enters": "Bear", "as": "over"},
        {"enters": "Bear", "as": "under"},
        {"mutates": "Pup", "onto": "over", "position": "over"},
        {"mutates": "Pup", "onto": "under", "position": "under"},
        {"transforms": "over"},
        {"transforms": "under"},
    ]
    return {"cards": cards, "timeline": timeline}


def _faces(expected: Mapping[str, str]) -> Callable[[Objects, Objects], bool]:
    def holds(now: Objects, _: Objects) -> bool:
        return {label: now[label]["face"] for label in expected} == expected

    return holds


def _hangs_together(board: Data) -> Callable[[Objects, Objects], bool]:
    def holds(now: Objects, _: Objects) -> bool:
        return not list(contradictions(board, now))

    return holds


def contradictions(board: Data, objects: Objects) -> Iterator[str]:
    """Return the statements of an answer about an object that cannot be true.

    Args:
        board: The board.
        objects: The objects of its answer.

    Returns:
        The label of the object, and the paragraph.
    """
    for label, one in objects.items():
        for paragraph, holds in (
            ("205.1", set(one["types"]) <= set(CARD_TYPES) and set(one["supertypes"]) <= set(SUPERTYPES)),
            ("105.1", set(one["colors"]) <= set("WUBRG")),
            ("205.4", set(one["properties"]) == set(_properties(board, label, one))),
            ("205.3d", all(_goes_with(word, one["types"]) for word in one["subtypes"])),
            ("208.3", (one["power"] is None) == (one["toughness"] is None) == ("Creature" not in one["types"])),
            ("304.4", _is_astray(one) == any("304.4" in warning for warning in one["warnings"])),
            ("305.6", _land_abilities(one)),
            ("613.1f", not _both(one)),
            ("727.2a", not _has_one_face_on_top(board, label) or one["face"] in ("front", "down")),
            ("701.28a", _turned(board, label, one)),
        ):
            if not holds:
                yield f"{label}: {paragraph}"


def _is_astray(one: One) -> bool:
    """Tell whether an object is an instant or sorcery on the battlefield."""
    return one["zone"] == "battlefield" and bool({"Instant", "Sorcery"} & set(one["types"]))


def _goes_with(subtype: str, types: Sequence[str]) -> bool:
    return any(SET_OF_TYPE[one] in sets_by_word()[subtype] for one in types if one in SET_OF_TYPE)


def _properties(board: Data, label: str, one: One) -> Iterator[str]:
    """Return what 205.4 makes of the supertypes, 300.2a of the card types, and 701.28g of the face that is up."""
    types, supertypes = one["types"], one["supertypes"]
    there = one["zone"] == "battlefield"
    if "Land" in types:
        yield "basic land" if "Basic" in supertypes else "nonbasic land"
        if len(types) > 1 and not there:
            yield "played only as a land"
    if "Legendary" in supertypes and there:
        yield "legend rule applies"
    if "Legendary" in supertypes and one["zone"] in _CAST_FROM and {"Instant", "Sorcery"} & set(types):
        yield "legendary spell restriction"
    if "World" in supertypes and there:
        yield "world rule applies"
    if there:
        yield "snow permanent" if "Snow" in supertypes else "nonsnow permanent"
    if "Ongoing" in supertypes and "Scheme" in types:
        yield "ongoing"
    if there and one["face"] == "back" and _transforms(board, label, one):
        yield "transformed permanent"


def _transforms(board: Data, label: str, one: One) -> bool:
    """Tell whether an object is a card that transforms; of tokens and merged permanents the answer tells."""
    if one["token"] or _is_merged(board, label):
        return "transformed permanent" in one["properties"]
    (entry,) = (step for step in board["timeline"] if step.get("as") == label and "enters" in step)
    return any(card.get("layout") == "transform" and _is_of(card, entry["enters"]) for card in board["cards"])


def _is_merged(board: Data, label: str) -> bool:
    return any(step.get("onto") == label for step in board["timeline"])


def _has_one_face_on_top(board: Data, label: str) -> bool:
    """Tell whether the part that lies on top of a merged permanent is a card with one face."""
    over = [
        step["mutates"] for step in board["timeline"] if step.get("onto") == label and step.get("position") != "under"
    ]
    return bool(over) and any(card["name"] == over[-1] and "card_faces" not in card for card in board["cards"])


def _is_of(card: Data, name: str) -> bool:
    return name in (card["name"], *(face["name"] for face in card.get("card_faces", ())))


def _land_abilities(one: One) -> bool:
    """Tell whether a land has the mana ability of each of its basic land types, unless an effect took it."""
    due = {f"{{T}}: Add {{{_MANA[word]}}}." for word in one["subtypes"] if word in BASIC and "Land" in one["types"]}
    has = {ability["text"] for ability in one["abilities"] if ability["origin"] == "intrinsic"}
    return has <= due <= has | {ability["text"] for ability in one["lost"]}


def _both(one: One) -> set[Any]:
    """Return the abilities that an object both has and has lost."""
    has, lost = (
        {(ability["text"], ability.get("source")) for ability in some if ability.get("source")}
        for some in (one["abilities"], one["lost"])
    )
    return has & lost


def _turned(board: Data, label: str, one: One) -> bool:
    """Tell whether each instruction to transform an object turned it over or is refused."""
    steps = [step for step in board["timeline"] if label in step.values()]
    told = [step for step in steps if step.get("transforms") == label]
    # It did not enter, or was not turned face up, as the step says:
    refused = [rule for rule in one["refused"] if rule not in ("614.12", "708.11")]
    if not told:  # nor did an ability turn it over whose condition was not met
        refused = [rule for rule in refused if rule != "608.2c"]
    if len(refused) > len(told):
        return False
    otherwise = any({"turns", "leaves", "copy_of", "phases", "flips"} & set(step) for step in steps)
    if not told or otherwise or _is_merged(board, label):
        return True
    began = next(step for step in steps if step.get("as") == label).get("face", "front")
    odd = (len(told) - len(refused)) % 2 == 1
    return bool((one["face"] == began) != odd)
