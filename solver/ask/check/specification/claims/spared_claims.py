"""Claims about protection from what was chosen, and about what it does not remove (702.16c, k, n, p), defined anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from solver.ask.check.specification.claims.attachment_claims import ATTACHED
from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

_KINDS = frozenset({"protected"})
_GUARD = "guard"


@dataclass(frozen=True)
class _Attached:
    """What is attached to the creature.

    Attributes:
        label: Its label.
        card: Its card.
        colors: Its colors.
        mana_value: Its mana value.
        mine: Whether the player controls it who controls the creature.
        early: Whether it was attached before the protection began.
    """

    label: str
    card: str
    colors: str
    mana_value: int
    mine: bool = True
    early: bool = True

    @property
    def is_aura(self) -> bool:
        """Whether it is an Aura."""
        return self.card != "Blade"


_CARDS: tuple[Data, ...] = (
    {"name": "Bear", "type_line": "Creature — Bear", "mana_cost": "{1}{G}", "power": 2, "toughness": 2},
    {"name": "Halo", "type_line": "Enchantment — Aura", "mana_cost": "{W}", "oracle_text": "Enchant creature"},
    {"name": "Ember", "type_line": "Enchantment — Aura", "mana_cost": "{1}{R}", "oracle_text": "Enchant creature"},
    {"name": "Blade", "type_line": "Artifact — Equipment", "mana_cost": "{R}", "oracle_text": "Equip {1}"},
)
_ALL = (
    _Attached("halo", "Halo", "W", 1),
    _Attached("ember", "Ember", "R", 2),
    _Attached("blade", "Blade", "R", 1),
    _Attached("theirs", "Ember", "R", 2, mine=False),
    _Attached("their_blade", "Blade", "R", 1, mine=False),
    _Attached("late_ember", "Ember", "R", 2, early=False),
    _Attached("late_halo", "Halo", "W", 1, early=False),
)
_ITSELF = _Attached(_GUARD, "Guard", "R", 2)
Ward = Callable[[_Attached], bool]


def _no(_: _Attached) -> bool:
    return False


_SPARES: dict[str, Ward] = {
    "": _no,
    " This effect doesn't remove Guard.": lambda one: one.label == _GUARD,
    " This effect doesn't remove this Aura.": lambda one: one.label == _GUARD,
    " This effect doesn't remove Auras.": lambda one: one.is_aura,
    " This effect doesn't remove Auras and Equipment you control that are already attached to it.": lambda one: (
        one.mine and one.early
    ),
}
_WARDS: dict[str, Ward] = {
    "protection from red": lambda one: "R" in one.colors,
    "protection from white": lambda one: "W" in one.colors,
    "protection from all colors": lambda one: bool(one.colors),
    "protection from mana value 2 or greater": lambda one: one.mana_value >= 2,
    "protection from its colors": _no,
}
_CHOICES: tuple[tuple[str, str, str, str, Ward], ...] = (
    ("color", "R", "choose a color", "protection from the chosen color", lambda one: "R" in one.colors),
    ("color", "W", "choose a color", "protection from the chosen color", lambda one: "W" in one.colors),
    ("player", "you", "choose a player", "protection from the chosen player", lambda one: one.mine),
    ("player", "opponent", "choose a player", "protection from the chosen player", lambda one: not one.mine),
    ("card_type", "Artifact", "choose a card type", "protection from the chosen card type",
     lambda one: not one.is_aura),
    ("mode", "odd", "choose odd or even", "protection from each mana value of the chosen quality",
     lambda one: one.mana_value % 2 == 1),
    ("mode", "even", "choose odd or even", "protection from each mana value of the chosen quality",
     lambda one: one.mana_value % 2 == 0),
    ("number", "2", "choose 2, 3, or 4 at random", "protection from each mana value other than the chosen number",
     lambda one: one.mana_value != 2),
)  # fmt: skip


def of_spared() -> Iterator[FindingClaim]:
    """Return the claims: an Aura gives the creature protection, and its text says what that does not remove."""
    for words, spares in _SPARES.items():
        for ward, meant in _WARDS.items():
            yield _claim(f"{ward}.{words}", f"Enchanted creature has {ward}.{words}", {}, meant, spares)
        for key, value, chooses, ward, meant in _CHOICES:
            text = f"As Guard enters, {chooses}.\nEnchanted creature has {ward}.{words}"
            said = {"chosen": {key: int(value) if value.isdigit() else value}}
            yield _claim(f"{ward} ({value}).{words}", text, said, meant, spares)
    opponents: Ward = lambda one: not one.mine  # noqa: E731 - a meaning like the others
    yield _claim(
        "protection from each opponent", "Enchanted creature has protection from each opponent.", {}, opponents, _no
    )
    for key, value, chooses, ward, meant in _CHOICES:
        said = {"chosen": {key: int(value) if value.isdigit() else value}}
        own = {**_CARDS[0], "oracle_text": f"As Bear enters, {chooses}.\nBear has {ward}."}
        yield _claim(f"{ward} ({value}), its own", "", said, meant, _no, own=own)


def _claim(about: str, text: str, said: Data, meant: Ward, spares: Ward, *, own: Data | None = None) -> FindingClaim:
    """Return the claim that the protection removes exactly what it is from, and not what it spares."""
    cards = [*_CARDS]
    bear: Data = {"enters": "Bear", "as": "bear"}
    every: Sequence[_Attached] = (*_ALL, _ITSELF) if own is None else _ALL
    if own is not None:
        cards[0] = own
        bear |= said
    steps = [bear, *(_enters(one) for one in _ALL if one.early)]
    if own is None:
        guard = {
            "name": "Guard", "type_line": "Enchantment — Aura", "mana_cost": "{1}{R}",
            "oracle_text": f"Enchant creature\n{text}",
        }  # fmt: skip
        cards.append(guard)
        steps.append({"enters": "Guard", "as": _GUARD, "attached_to": "bear", **said})
    steps += [_enters(one) for one in _ALL if not one.early]
    findings = frozenset(
        Found("704.5m" if one.is_aura else "704.5n", "protected", one.label, "bear")
        for one in every
        if meant(one) and not spares(one)
    )
    board = {"players": ["you", "opponent"], "cards": cards, "timeline": steps}
    return FindingClaim(ATTACHED, about, board, _KINDS, findings)


def _enters(one: _Attached) -> Data:
    return {
        "enters": one.card, "as": one.label, "attached_to": "bear", "controller": "you" if one.mine else "opponent",
    }  # fmt: skip
