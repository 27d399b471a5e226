"""Sentences that say how many counters are put on something instead (614.16)."""

from __future__ import annotations

import re

from facts.effects.form import Ability, CounterChange
from facts.oracle.read.entering_counters import plain_lowering
from facts.oracle.read.parts import NotRead, Who
from facts.oracle.read.sentences import parsed

_KIND = r"(?:[^\s,]+(?: strike)?)"
_SAID = re.compile(
    rf"If (?:(?P<who>an effect|you|an opponent) would put )?one or more (?:(?P<kind>{_KIND}) )?counters "
    r"(?P<passive>would be put )?on (?P<on>[^,]+), (?:(?:it puts|they put|put) )?"
    r"(?P<many>twice that many|half that many|that many plus one|that many)"
    rf"(?: of (?:each of )?those (?:kinds of )?counters| (?P<again>{_KIND}) counters)(?P<fewer> minus one)?"
    r"(?: are put)? "
    r"on (?:it|them|~|that \w+(?: or \w+)?|yourself) instead(?P<rounded>, rounded down)?\.?"
)
_OR_A_PLAYER = re.compile(r" or (?:player|(?:on )?yourself)$")
_NUMBERS = {"twice that many": "twice", "half that many": "half", "that many plus one": "one_more"}
_PLAYERS = {"you": "you", "an opponent": "opponent"}


def counter_change(text: str) -> Ability | None:
    """Read an ability that says how many counters are put on something instead.

    Args:
        text: Its text, in normal wording.

    Returns:
        The ability without its text; None where the text says something else.
    """
    said = _SAID.fullmatch(text)
    if (
        said is None
        or (said["who"] is None) != bool(said["passive"])
        or said["kind"] != (said["again"] or said["kind"])
    ):
        return None
    plain, fewer = said["many"] == "that many", bool(said["fewer"])
    if plain != fewer or (said["many"] == "half that many") != bool(said["rounded"]):
        return None
    who: Who | None = parsed(_OR_A_PLAYER.sub("", said["on"]), "nouns")
    if who is None or who.loose or who.shares or who.kind not in ("filter", "this", "attached"):
        return None
    change = CounterChange(
        number=_NUMBERS.get(said["many"], "one_fewer"),
        kind=said["kind"],
        by=_PLAYERS.get(said["who"] or ""),
        by_effect=True if said["who"] == "an effect" else None,
    )
    try:
        effect = plain_lowering("static").effect(who, {"add_power": 1}, None, False, None, who)
    except NotRead:
        return None
    if effect.given().keys() != {"affects", "add_power"}:
        return None
    return Ability(affects=effect.affects, counters_put=change)
