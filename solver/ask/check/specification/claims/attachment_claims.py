"""Claims about attachments: what may be attached to what, defined anew (303.4, 301.5, 301.6, 702.16c, 704.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.ask.check.specification.claims.claim import Data
from solver.ask.check.specification.claims.finding_claim import FindingClaim
from solver.ask.check.specification.findings_plainly import Found

ATTACHED = "attachments_are_legal_as_the_texts_say"
_KINDS = frozenset({
    "enchants_illegally", "creature_enchants", "host_has_left", "protected", "equips_no_creature", "fortifies_no_land",
    "creature_equips", "creature_fortifies", "not_attachable", "creature_attached",
})  # fmt: skip


@dataclass(frozen=True)
class _Host:
    """What something is attached to.

    Attributes:
        label: Its label.
        card: Its card.
        types: Its card types.
        mine: Whether its controller also controls what is attached.
        left: Whether it has left.
        wards: What it has protection from, if anything.
    """

    label: str
    card: Data
    types: frozenset[str]
    mine: bool
    left: bool = False
    wards: Callable[[_Attached], bool] | None = None


@dataclass(frozen=True)
class _Attached:
    """What is attached.

    Attributes:
        card: Its card.
        colors: Its colors.
        types: Its card types.
        subtype: Aura, Equipment, Fortification, or none.
        mana_value: Its mana value.
        enchants: Which hosts its enchant ability allows.
    """

    card: Data
    colors: str
    types: frozenset[str]
    subtype: str
    mana_value: int
    enchants: Callable[[_Host], bool] = lambda host: True


def _host(name: str, types: str, *, mine: bool = True) -> _Host:
    size = {"power": 2, "toughness": 2} if "Creature" in types else {}
    card = {"name": name, "type_line": types, **size}
    return _Host(name.lower(), card, frozenset(types.split()), mine)


_HOSTS = (
    _host("Bear", "Creature"),
    _host("Wolf", "Creature", mine=False),
    _host("Field", "Land"),
    _host("Golem", "Artifact Creature"),
    _host("Stone", "Artifact"),
    _host("Grove", "Land Creature", mine=False),
)


def _attached(name: str, subtype: str, cost: str, text: str, enchants: Callable[[_Host], bool]) -> _Attached:
    kind = "Enchantment" if subtype == "Aura" else "Artifact"
    card = {"name": name, "type_line": f"{kind} — {subtype}", "mana_cost": cost, "oracle_text": text}
    value = sum(int(symbol) if symbol.isdigit() else 1 for symbol in cost.strip("{}").split("}{"))
    return _Attached(
        card, "".join(color for color in "WUBRG" if color in cost), frozenset({kind}), subtype, value, enchants
    )


_ATTACHED = (
    _attached("Halo", "Aura", "{W}", "Enchant creature", lambda host: "Creature" in host.types),
    _attached("Ember", "Aura", "{1}{R}", "Enchant permanent", lambda host: True),
    _attached("Moss", "Aura", "{G}", "Enchant land", lambda host: "Land" in host.types),
    _attached(
        "Oath", "Aura", "{2}{W}", "Enchant creature you control", lambda host: "Creature" in host.types and host.mine
    ),
    _attached("Rust", "Aura", "{R}", "Enchant artifact or land", lambda host: bool({"Artifact", "Land"} & host.types)),
    _attached("Blade", "Equipment", "{2}", "Equip {1}", lambda host: True),
    _attached("Wall", "Fortification", "{3}", "Fortify {1}", lambda host: True),
)


def of_attachments() -> Iterator[FindingClaim]:
    """Return the claims: in each, something happens to all hosts, or to everything that is attached to them."""
    yield _claim("nothing happens", _HOSTS, _ATTACHED)
    for types in ("Land", "Artifact", "Creature"):
        hosts = [replace(one, types=frozenset({types})) for one in _HOSTS]
        yield _claim(f"the hosts are {types}s only", hosts, _ATTACHED, _on_hosts(set_types=[types]))
    mine = [replace(one, mine=False) for one in _HOSTS]
    yield _claim("an opponent gains control of the hosts", mine, _ATTACHED, _on_hosts("opponent", gain_control="you"))
    left = [replace(one, left=True) for one in _HOSTS]
    yield _claim("the hosts leave", left, _ATTACHED, *({"leaves": one.label} for one in _HOSTS))
    alive = [replace(one, types=one.types | {"Creature"}) for one in _ATTACHED]
    animated = _on_attached(add_types=["Creature"], set_power=1, set_toughness=1)
    yield _claim("what is attached is a creature, too", _HOSTS, alive, animated)
    for types in ("Enchantment", "Artifact", "Creature"):
        kept = {"Enchantment": ("Aura",), "Artifact": ("Equipment", "Fortification")}.get(types, ())
        others = [
            replace(one, types=frozenset({types}), subtype=one.subtype if one.subtype in kept else "")
            for one in _ATTACHED
        ]
        step = _on_attached(set_types=[types], set_power=1, set_toughness=1)
        yield _claim(f"what is attached is only an {types}", _HOSTS, others, step)
    for words, wards in _WARDS.items():
        warded = [replace(one, wards=wards) for one in _HOSTS]
        yield _claim(f"the hosts have {words}", warded, _ATTACHED, _on_hosts(add_abilities=[words]))
        own = [
            replace(
                one, wards=wards, card={**one.card, "oracle_text": words.capitalize().replace("dragons", "Dragons")}
            )
            for one in _HOSTS
        ]
        yield _claim(f"the hosts have {words} by themselves", own, _ATTACHED)
    yield _claim(
        "hexproof does not matter", _HOSTS, _ATTACHED, _on_hosts(add_abilities=["hexproof from red", "shroud"])
    )


_WARDS: dict[str, Callable[[_Attached], bool]] = {
    "protection from red": lambda one: "R" in one.colors,
    "protection from white": lambda one: "W" in one.colors,
    "protection from all colors": lambda one: bool(one.colors),
    "protection from artifacts": lambda one: "Artifact" in one.types,
    "protection from everything": lambda one: True,
    "protection from mana value 2 or greater": lambda one: one.mana_value >= 2,
    "protection from mana value 1 or less": lambda one: one.mana_value <= 1,
    "protection from green": lambda one: "G" in one.colors,
}


def _on_hosts(player: str = "you", /, **operations: Any) -> Data:
    return {**_spell(operations), "affects": [one.label for one in _HOSTS], "controller": player}


def _on_attached(**operations: Any) -> Data:
    labels = [_label(one, host) for host in _HOSTS for one in _ATTACHED]
    return {**_spell(operations), "affects": labels}


def _spell(operations: Data) -> Data:
    return {"resolves": {"effects": [{"affects": "targets", **operations}]}}


def _label(one: _Attached, host: _Host) -> str:
    return f"{one.card['name'].lower()}_{host.label}"


def _claim(about: str, hosts: Sequence[_Host], attached: Sequence[_Attached], *happens: Data) -> FindingClaim:
    """Return the claim about a board on which each thing is attached to each host."""
    entries: list[Data] = [
        {"enters": one.card["name"], "as": one.label, "controller": "you" if first.mine else "opponent"}
        for one, first in zip(hosts, _HOSTS, strict=True)
    ]
    findings: set[Found] = set()
    for host in hosts:
        for one in attached:
            entries.append({"enters": one.card["name"], "as": _label(one, host), "attached_to": host.label})
            findings.update(Found(rule, kind, _label(one, host), host.label) for rule, kind in _wrong(one, host))
    cards = [*(one.card for one in hosts), *(one.card for one in attached)]
    board = {"players": ["you", "opponent"], "cards": cards, "timeline": [*entries, *happens]}
    return FindingClaim(ATTACHED, about, board, _KINDS, frozenset(findings))


def _wrong(one: _Attached, host: _Host) -> Iterator[tuple[str, str]]:
    """Return the paragraphs by which something cannot stay attached, each with the finding."""
    alive = "Creature" in one.types
    if not one.subtype:  # 704.5p
        if not alive or not host.left:
            yield "704.5p", "creature_attached" if alive else "not_attachable"
        return
    goes = "704.5m" if one.subtype == "Aura" else "704.5n"
    if host.left:
        yield goes, "host_has_left"
    elif host.wards is not None and host.wards(one):
        yield goes, "protected"
    if alive:
        yield {
            "Aura": ("303.4d", "creature_enchants"),
            "Equipment": ("301.5c", "creature_equips"),
            "Fortification": ("301.6", "creature_fortifies"),
        }[one.subtype]
    elif not host.left and one.subtype == "Aura" and not one.enchants(host):
        yield goes, "enchants_illegally"
    elif not host.left and one.subtype == "Equipment" and "Creature" not in host.types:
        yield goes, "equips_no_creature"
    elif not host.left and one.subtype == "Fortification" and "Land" not in host.types:
        yield goes, "fortifies_no_land"
