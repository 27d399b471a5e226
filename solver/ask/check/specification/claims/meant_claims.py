"""Claims about the ability that a step means: its words and the history of its source decide (115.1, 608.2, 712.8d).

A step that does not name the ability that resolves has the same answer as one that names it. Which ability such a step
means is defined anew here, for the few kinds of abilities of these claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from solver.ask.check.specification.claims.claim import Claim, Data
from solver.ask.check.specification.claims.same_boards import same_objects

MEANT = "a_step_means_the_ability_that_its_words_say"

_CARDS: tuple[Data, ...] = (
    {"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": 2, "toughness": 2},
    {"name": "Golem", "type_line": "Artifact Creature — Golem", "mana_cost": "{3}", "power": 3, "toughness": 3},
    {"name": "Stone", "type_line": "Artifact", "mana_cost": "{1}"},
    {"name": "Field", "type_line": "Land"},
)
_ENTER: tuple[Data, ...] = (
    {"enters": "Bear", "as": "bear"},
    {"enters": "Bear", "as": "wolf", "controller": "opponent"},
    {"enters": "Golem", "as": "golem"},
    {"enters": "Stone", "as": "stone"},
    {"enters": "Field", "as": "field"},
)


# ---- 115.1, 109.5, 611.2c: what the step names


@dataclass(frozen=True)
class _Ability:
    """An ability of a permanent called Loom.

    Attributes:
        text: Its text.
        fits: The labels of the objects of which it can affect one.
        says_targets: Whether it says what its targets are.
    """

    text: str
    fits: frozenset[str]
    says_targets: bool = True


def _one(text: str, *fits: str, says_targets: bool = True) -> _Ability:
    return _Ability(text, frozenset(fits), says_targets)


_ABILITIES = (
    _one("{1}: Target creature gains flying until end of turn.", "bear", "wolf", "golem"),
    _one("{2}: Target artifact gains hexproof until end of turn.", "golem", "stone", "loom"),
    _one("{3}: Target land gains vigilance until end of turn.", "field"),
    _one("{4}: Target creature you control gains trample until end of turn.", "bear", "golem"),
    _one("{5}: Loom gains indestructible until end of turn.", "loom", says_targets=False),
    _one("{6}: Creatures you control gain haste until end of turn.", "bear", "golem", says_targets=False),
    _one(
        "Whenever you draw a card, if you control a land, target artifact creature gains menace until end of turn.",
        "golem",
    ),
    _one("Whenever you draw a card, if you control a Swamp, target permanent gains reach until end of turn."),
    _one(
        "Whenever you draw a card, if you control no Swamps, target noncreature permanent gains shroud until end of "
        "turn.",
        "stone", "field", "loom",
    ),
    _one("{7}: Target permanent an opponent controls gains wither until end of turn.", "wolf"),
)  # fmt: skip


def _meant(some: Sequence[_Ability], label: str) -> _Ability | None:
    """Return the ability that a step means which names one object; None if the step leaves that open.

    Of the abilities that can affect the object, the only one that says what its targets are comes before the others.
    """
    fitting = [one for one in some if label in one.fits]
    aiming = [one for one in fitting if one.says_targets]
    found = aiming if len(aiming) == 1 else fitting
    return found[0] if len(found) == 1 else None


def _by_what_it_names() -> Iterator[Claim]:
    pairs = [two if place % 2 else two[::-1] for place, two in enumerate(combinations(_ABILITIES, 2))]
    for some in (*pairs, *(_ABILITIES[at : at + 4] for at in range(len(_ABILITIES) - 3))):
        card = {"name": "Loom", "type_line": "Artifact", "oracle_text": "\n".join(one.text for one in some)}
        told = [
            (label, some.index(ability) + 1)
            for label in ("bear", "wolf", "golem", "stone", "field", "loom")
            if (ability := _meant(some, label)) is not None
        ]
        if told:
            about = " / ".join(one.text.partition(": ")[2] or one.text for one in some)
            steps = [({"resolves": "Loom", "affects": label}, number) for label, number in told]
            yield _claim(about, [card], [{"enters": "Loom", "as": "loom"}], steps)


# ---- 711.2a, 712.8d, 714.2b, 716.2a: what its source has become


_SAGA: Data = {
    "name": "Song",
    "type_line": "Enchantment — Saga",
    "oracle_text": "I — Creatures you control gain flying until end of turn.\n"
    "II — Creatures you control get +1/+2 until end of turn.\n"
    "III — Creatures you control get +4/+0 until end of turn.\n"
    "IV — Creatures you control get +8/+16 until end of turn.",
}
_PAIRED_SAGA: Data = {
    **_SAGA,
    "oracle_text": "I, II — Target creature gets +1/+2 until end of turn.\n"
    "III — Target creature gets +4/+0 until end of turn.",
}
_AIMED_SAGA: Data = {
    **_SAGA,
    "oracle_text": "I — Target creature gains flying until end of turn.\n"
    "II — Target creature gets +1/+2 until end of turn.\nIII — Target creature gets +4/+0 until end of turn.",
}
_LEVELER: Data = {
    "name": "Pupil",
    "layout": "leveler",
    "type_line": "Creature — Human Wizard",
    "mana_cost": "{R}",
    "power": "1",
    "toughness": "1",
    "oracle_text": "Level up {1}{R}\nLEVEL 1-2\n2/2\n{R}: This creature gets +1/+0 until end of turn.\nLEVEL 3-5\n3/3\n"
    "{R}: This creature gets +0/+8 until end of turn.\nLEVEL 6+\n4/4\n"
    "{R}: This creature gets +16/+0 until end of turn.",
}


def _lesson(text: str, size: int, **level: int) -> Data:
    lesson = {"kind": "activated", "text": text, "affects": {"targets": {"type": "Creature"}}, "add_power": size}
    return {"affects": "this", "as_long_as": {"class_level": "this", **level}, "add_abilities": [lesson]}


_CLASS: Data = {
    "name": "School",
    "type_line": "Enchantment — Class",
    "abilities": [
        _lesson("First lesson", 1, at_most=1),
        _lesson("Second lesson", 2, exactly=2),
        _lesson("Third lesson", 4, at_least=3),
    ],
}
_TURNING: Data = {
    "name": "Dusk // Night",
    "layout": "transform",
    "card_faces": [
        {
            "name": "Dusk", "type_line": "Creature — Human Werewolf", "mana_cost": "{1}{G}", "power": "2",
            "toughness": "2", "oracle_text": "{1}: Dusk gets +1/+0 until end of turn.",
        },
        {
            "name": "Night", "type_line": "Creature — Werewolf", "power": "4", "toughness": "4",
            "oracle_text": "{1}: Night gets +2/+0 until end of turn.",
        },
    ],
}  # fmt: skip
_FRONT, _BACK = "Dusk gets +1/+0", "Night gets +2/+0"
_SHIFTING: Data = {
    "name": "Figure",
    "type_line": "Creature — Kithkin",
    "mana_cost": "{W}",
    "power": 1,
    "toughness": 1,
    "oracle_text": "{1}: Figure becomes a Kithkin Spirit with base power and toughness 2/2.\n"
    "{2}: If Figure is a Spirit, it becomes a Kithkin Spirit Warrior with base power and toughness 4/4.\n"
    "{3}: If Figure is a Warrior, it becomes a Kithkin Spirit Warrior Avatar with base power and toughness 8/8.",
}
_OAR: Data = {
    "name": "Oar",
    "type_line": "Artifact — Vehicle",
    "mana_cost": "{3}",
    "power": 4,
    "toughness": 3,
    "oracle_text": "Whenever Oar attacks, it gets +2/+0 until end of turn.\nCrew 1",
}
_IDOL: Data = {
    "name": "Idol",
    "type_line": "Artifact",
    "mana_cost": "{3}",
    "oracle_text": "{2}: Idol becomes a 2/2 Golem artifact creature until end of turn.\n"
    "Whenever Idol attacks, it gets +4/+0 until end of turn.",
}
_TWICE: Data = {
    "name": "Monk",
    "type_line": "Creature — Monk",
    "mana_cost": "{W}",
    "power": 1,
    "toughness": 3,
    "oracle_text": "Prowess\nWhenever you cast a noncreature spell, Monk gets +1/+1 until end of turn.",
}


def _lore(number: int) -> Data:
    return {"counters": {"lore": number}, "on": "it"}


def _by_its_source() -> Iterator[Claim]:
    it: Data = {"resolves": "Song", "source": "it"}
    for first in (1, 2, 3, 4):
        steps = [(it, number) for number in (first, *range(1, first))][: 2 if first < 3 else 1]
        enters: list[Data] = [{"enters": "Song", "as": "it", "counters": {"lore": first}}]
        yield _claim(f"714.2b: {first} lore counters at once", [_SAGA], enters, steps)
        later = [{"enters": "Song", "as": "it"}, *(_lore(1) for _ in range(1, first))]
        yield _claim(f"714.2b: {first} lore counters one by one", [_SAGA], later, steps[:1])
    for place in (2, 3, 4):
        between: list[Data] = [{"enters": "Song", "as": "it"}]
        told: list[tuple[Data, Any]] = []
        for number in range(1, place + 1):
            told += [(it, number), *([(_lore(1), None)] if number < place else [])]
        yield _claim(f"714.2b: each of {place} chapters as it is reached", [_SAGA], between, told)
    gone: list[Data] = [{"enters": "Song", "as": "it", "counters": {"lore": 3}}, _lore(-1)]
    yield _claim("714.2b: a lore counter was removed", [_SAGA], gone, [(it, 2), (_lore(-1), None), (it, 1), (it, 3)])
    for number, chapter in ((1, 1), (2, 1), (3, 2)):
        enters = [{"enters": "Song", "as": "it", "counters": {"lore": number}}]
        aimed = {**it, "affects": "bear"}
        yield _claim(f"714.2c: {number} lore counters, a chapter of two", [_PAIRED_SAGA], enters, [(aimed, chapter)])
        said = {"resolves": "Song", "affects": "bear"}
        yield _claim(f"714.2c: {number} lore counters, no source is told", [_PAIRED_SAGA], enters, [(said, chapter)])
        yield _claim(f"714.2b: {number} lore counters, and targets", [_AIMED_SAGA], enters, [(said, number)])
    for level, size in ((1, "+1/+0"), (2, "+1/+0"), (3, "+0/+8"), (5, "+0/+8"), (6, "+16/+0"), (7, "+16/+0")):
        ways: dict[str, list[Data]] = {
            "enters so": [{"enters": "Pupil", "as": "it", "level": level}],
            "by counters": [{"enters": "Pupil", "as": "it"}, {"counters": {"level": level}, "on": "it"}],
        }
        for way, steps_before in ways.items():
            step = ({"resolves": "Pupil", "source": "it"}, f"This creature gets {size}")
            yield _claim(f"711.2a: level {level}, {way}", [_LEVELER], steps_before, [step])
    for level, text in ((1, "First lesson"), (2, "Second lesson"), (3, "Third lesson"), (4, "Third lesson")):
        step = ({"resolves": "School", "source": "it", "affects": "bear"}, text)
        enters = [{"enters": "School", "as": "it", "level": level}]
        yield _claim(f"716.2a: level {level}", [_CLASS], enters, [step])
    untold = [({"resolves": "School", "source": "it", "affects": "bear"}, "First lesson")]
    yield _claim("716.2d: no level is told", [_CLASS], [{"enters": "School", "as": "it"}], untold)
    for about, before, which in _FACES:
        step = ({"resolves": "Dusk // Night", "source": "it"}, which)
        yield _claim(f"712.8d: {about}", [_TURNING], before, [step])
    figure: Data = {"resolves": "Figure", "source": "it", "affects": "it"}
    for times in (1, 2):
        told = [(figure, number) for number in range(1, times + 1)]
        yield _claim(f"608.2c: it goes on from what it is, {times}", [_SHIFTING], [_as_it("Figure")], told)
    oar: Data = {"resolves": "Oar", "source": "it", "affects": "it"}
    yield _claim("508.1a: crewed, and attacks then", [_OAR], [_as_it("Oar")], [(oar, "crew"), (oar, 1)])
    crewed = {**_OAR, "oracle_text": "Crew 1\nPay 2 life: Oar becomes an artifact creature until end of turn."}
    yield _claim("702.122a: crewed, or by an ability that does the same", [crewed], [_as_it("Oar")], [(oar, "crew")])
    idol: Data = {"resolves": "Idol", "source": "it", "affects": "it"}
    yield _claim("508.1a: it is a creature, and attacks then", [_IDOL], [_as_it("Idol")], [(idol, 1), (idol, 2)])
    monk: Data = {"resolves": "Monk", "source": "it"}
    yield _claim("702: a keyword and its text do the same", [_TWICE], [_as_it("Monk")], [(monk, 2), (monk, 1)])


def _as_it(name: str) -> Data:
    return {"enters": name, "as": "it"}


_MODEL: Data = {"resolves": {"effects": [{"affects": "targets", "becomes_copy": {}}]}}
_FACES: tuple[tuple[str, Sequence[Data], str], ...] = (
    ("its front face is up", [_as_it("Dusk")], _FRONT),
    ("its back face is up", [{"enters": "Dusk", "as": "it", "face": "back"}], _BACK),
    ("it transformed", [_as_it("Dusk"), {"transforms": "it"}], _BACK),
    ("it transformed twice", [_as_it("Dusk"), {"transforms": "it"}, {"transforms": "it"}], _FRONT),
    (
        "it is a copy of a transformed one",
        [{"enters": "Dusk", "as": "model"}, {"transforms": "model"}, _as_it("Bear"),
         {**_MODEL, "affects": "it", "copy_of": "model"}],
        _BACK,
    ),
    (
        "it transformed, and is a copy of one that did not",
        [{"enters": "Dusk", "as": "model"}, _as_it("Dusk"), {"transforms": "it"},
         {**_MODEL, "affects": "it", "copy_of": "model"}],
        _FRONT,
    ),
    (
        "it is a token that copies a transformed one",
        [{"enters": "Dusk", "as": "model"}, {"transforms": "model"},
         {"enters": "token", "as": "it", "copy_of": "model"}],
        _BACK,
    ),
)  # fmt: skip


# ---- 109.5: whose ability it is, and the parts of a text


_PLAIN: Data = {
    "name": "Ring",
    "type_line": "Artifact",
    "oracle_text": "{1}: Creatures you control gain haste until end of turn.",
}


def _by_parts() -> Iterator[Claim]:
    """The targets of a text with two parts, in the order of the text; one of them may be left out (608.2b)."""
    both = {
        "name": "Twin Word", "type_line": "Sorcery", "mana_cost": "{R}",
        "oracle_text": "Target creature gets +1/+0 until end of turn. Target land gains flying until end of turn.",
    }  # fmt: skip
    first: Data = {"resolves": {"effects": [{"affects": "targets", "add_power": 1}]}}
    second: Data = {"resolves": {"effects": [{"affects": "targets", "add_abilities": ["flying"]}]}}
    for named in (["bear", "field"], ["wolf", "field"], ["golem", "field"], ["bear"], ["field"]):
        plain = [
            *({**first, "affects": label} for label in named if label != "field"),
            *({**second, "affects": label} for label in named if label == "field"),
        ]
        one = [{"resolves": "Twin Word", "affects": named}]
        yield _same(f"608.2b: {' and '.join(named)} of two parts", [both], _ENTER, one, plain)
    spar = {
        "name": "Spar", "type_line": "Instant", "mana_cost": "{R}",
        "oracle_text": "Target creature you control gets +1/+0 until end of turn. Then it fights up to one other "
        "target creature.",
    }  # fmt: skip
    for named in (["bear", "golem"], ["golem", "bear"], ["bear", "wolf"], ["bear"]):
        plain = [{**first, "affects": named[0]}]
        one = [{"resolves": "Spar", "affects": named}]
        yield _same(f"608.2b: the first of {' and '.join(named)}, which fight", [spar], _ENTER, one, plain)
    ring = [*_ENTER, {"enters": "Ring", "as": "ring", "controller": "opponent"}]
    step: Data = {"resolves": "Ring", "source": "ring"}
    yield _same("109.5: who controls its source", [_PLAIN], ring, [step], [{**step, "controller": "opponent"}])
    taken = {"resolves": {"effects": [{"affects": "targets", "gain_control": "you"}]}, "affects": "ring"}
    changed = [*ring, {**taken, "controller": "you"}]
    yield _same("109.5: who gained control of it", [_PLAIN], changed, [step], [{**step, "controller": "you"}])


def of_steps() -> Iterator[Claim]:
    """Return the claims."""
    yield from _by_what_it_names()
    yield from _by_its_source()
    yield from _by_parts()


def _claim(
    about: str, cards: Sequence[Data], before: Sequence[Data], steps: Sequence[tuple[Data, int | str | None]]
) -> Claim:
    """Return the claim that steps mean the abilities that are given beside them."""
    said = [step if which is None else {**step, "ability": which} for step, which in steps]
    return _same(about, cards, [*_ENTER, *before], [step for step, _ in steps], said)


def _same(
    about: str, cards: Sequence[Data], before: Sequence[Data], one: Sequence[Data], other: Sequence[Data]
) -> Claim:
    every = [*_CARDS, *cards]
    boards = [{"cards": every, "timeline": [*before, *steps]} for steps in (one, other)]
    labels = [step["as"] for step in before if "as" in step]
    return Claim(MEANT, about, boards[0], boards[1], partial(same_objects, labels, ()))
