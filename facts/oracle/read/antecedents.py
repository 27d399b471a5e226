"""Antecedents: the objects that a pronoun stands for after a trigger, a target or a condition."""

from __future__ import annotations

import re

from facts.effects.form import Condition
from facts.oracle.read.parts import Form, Who
from facts.oracle.read.sentences import parsed
from facts.oracle.read.work_limit import remembered

EVENT = "event"
"""The word of an antecedent that only the event names: no other word of the text does."""
TWO = "two"
"""The word of an antecedent in a trigger that also names another object: "that creature" is the other one."""
_WITH_ANOTHER = re.compile(
    r"\b(?:by|blocks|to|with|targets) (?:an?|another|one or more) (?!player|opponent)", re.IGNORECASE
)
_OF_A_COUNTER = re.compile(
    r"(?:(?:you|a player|an opponent) puts? )?(?:an?|another|one or more) (?:[\w+/-]+ )?counters? "
    r"(?:(?:is|are) put )?on ~(?! or\b| and\b)",
    re.IGNORECASE,
)
"""A trigger about a counter, which is no object that "it" could stand for."""
_HEEDED = frozenset(("this", "attached", "count", "turn", "at_least", "at_most", "exactly"))
"""Keys of conditions that "otherwise" may refer to, or under which something may have been chosen."""
_CONDITIONAL = re.compile(r"(?:If|As long as) ([^,]+), ")


def condition_of(text: str) -> Condition | None:
    """Read the condition of a sentence without an effect on characteristics: "otherwise" may follow."""
    found = _CONDITIONAL.match(text)
    condition: Form | None = parsed(found[1], "condition") if found else None
    return Condition.from_data(condition) if condition is not None and set(condition) <= _HEEDED else None


def trigger_who(trigger: str) -> Who | None:
    """Tell which object "it" stands for after a trigger.

    Args:
        trigger: The words from "when" on.

    Returns:
        The antecedent; None where there is none.
    """
    about = re.sub(r"^(?:When|Whenever|At|As) ", "", trigger, flags=re.IGNORECASE)
    if (
        about.startswith("~ or ")
        or about.startswith("~ and ")
        or (re.match(r"~[^,]* or [^,]*~?", about) and "another" in about)
    ):
        return Who("targets")
    if about.startswith("~"):
        return Who("this")
    if re.match(
        r"(?:enchanted|equipped|fortified) (?:creature|land|permanent|artifact|enchantment|planeswalker)\b", about
    ):
        return Who("attached", word=TWO if _WITH_ANOTHER.search(about.split(",")[0]) else "")
    if trigger.startswith("At "):
        return None
    if _OF_A_COUNTER.match(about):
        return Who("this")
    if about.startswith(("you ", "a player ", "an opponent ")):
        return Who("targets", word=EVENT)
    return Who("targets")


@remembered(maxsize=4096)
def target_who(text: str) -> Who | None:
    """Read the noun phrase that begins with "target": the longest that is one."""
    words = re.split(r"\s+", re.split(r"[.;]|, (?:then|where)", text)[0])[:18]
    for count in range(len(words), 1, -1):
        who: Who | None = parsed(" ".join(words[:count]).rstrip(","), "nouns")
        if who is None:
            continue
        if words[count : count + 1] and words[count] in (
            "or",
            "and/or",
            "card",
            "cards",
            "from",
            "in",
            "spell",
            "player",
            "'s",
        ):
            return None
        return who if who.kind == "targets" else None
    return None


_DONE_TO_ALL = re.compile(
    r"^(?:then,? |you may )?(?:(?:un)?tap|put (?:an?|"
    r"two|three|four|five|six|seven|eight|nine|ten|X|\d) [+-]\d/[+-]\d counters? on|goad) "
    r"((?:each|all) (?!of )[^.]*)$",
    re.IGNORECASE,
)
_FOR_EACH = re.compile(r"^(?:then,? )?(?:you )?(?:draw|gain|scry|mill|add) [^.,]*? for (each [^.,]+)$", re.IGNORECASE)
"""What a player gets for each of some objects: "those creatures" are these objects."""
_CHANGED_BY_IT = frozenset(("tapped", "untapped"))


@remembered(maxsize=4096)
def all_of(text: str) -> Who | None:
    """Read the filter of an action that changes no characteristic: "untap all creatures"."""
    counted = _FOR_EACH.match(text)
    found = counted or _DONE_TO_ALL.match(text)
    who: Who | None = parsed(found[1], "nouns") if found else None
    if who is None:
        return None
    changed = counted is None and any(
        {"counter", "counters"} & set(one) or one.get("is") in _CHANGED_BY_IT or "not" in one for one in who.clauses
    )
    return who if who.kind == "filter" and not changed and not who.loose else None
