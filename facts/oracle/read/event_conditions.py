"""Conditions about the object of a trigger beside an effect on another: "if that land is a Forest, ~ gets +1/+1"."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.effects.filter_facts import listed
from facts.oracle.read.clauses import Clause
from facts.oracle.read.parts import IT, Form, NotRead, Said, Who
from facts.oracle.read.scene import Scene
from facts.oracle.read.told_conditions import told_as

_TRIGGER = re.compile(r"(?:[^.,]* — )?(?:When|Whenever) (?P<event>[^.,]*),")
_ANOTHER = re.compile(
    r"\b(?:an?|another|one or more|your (?:first|second|third)) (?!player|opponent|card's|spell's)(?P<what>.*)",
    re.IGNORECASE,
)
_SUBTYPE = re.compile(r"\b[A-Z][a-z]")
_TYPES = ("artifact", "creature", "enchantment", "land", "planeswalker")


def about_the_event(clause: Clause, said: Said, who: Who, scene: Scene, sentence: str) -> tuple[Clause, Said]:
    """Let a board tell a condition about the object that a trigger speaks of, if the effect is on another object.

    No step names that object, so no rule could ask for it.

    Args:
        clause: A clause.
        said: What it says.
        who: The affected set.
        scene: The context of the ability.
        sentence: The sentence of the clause.

    Returns:
        The clause and what it says, with the condition as one that a board tells; both unchanged where the condition
        is about the affected object, or about the source.

    Raises:
        NotRead: It could be about a target, or about the object of the trigger.
    """
    conditions = [clause.condition, *(done.condition for done in said.done)]
    word = next((found for one in conditions if (found := _asked(one)).startswith("that ")), "")
    if not word:
        return clause, said
    if scene.kind != "triggered" or not _speaks_of(scene.text, word):
        if who.kind == "this" or (who.kind == "targets" and _is_another(who, word)):
            raise NotRead(f"a condition about {word}, which is not affected")
        return clause, said
    if _is_affected(who, word, scene):
        return clause, said
    words = re.search(rf"\b(if|unless) ({word}\b[^,.⟦]*)", sentence, re.IGNORECASE)
    if words is None:
        raise NotRead(f"a condition about {word}")
    condition: Form = told_as(words[2])
    if words[1].lower() == "unless":
        condition = {"not": condition}
    done = [replace(one, condition=None) if _asked(one.condition) == word else one for one in said.done]
    own = None if _asked(clause.condition) == word else clause.condition
    return replace(clause, condition=own, sometimes=True, told=condition), replace(said, done=done)


def _asked(condition: Form | None) -> str:
    """Return the pronoun of the object that a condition is about, in lower case."""
    for form in (condition or {}, (condition or {}).get("not", {})):
        for key in form:
            if key == IT:
                return str(getattr(key, "word", "")).lower()
    return ""


def _speaks_of(text: str, word: str) -> bool:
    """Tell whether a trigger speaks of an object, besides the source, that some words can stand for."""
    trigger = _TRIGGER.match(text)
    found = _ANOTHER.search(trigger["event"]) if trigger is not None else None
    if found is None:
        return False
    kind = word.removeprefix("that ")
    return kind in found["what"].lower() or (kind in ("creature", "permanent") and bool(_SUBTYPE.search(found["what"])))


def _is_affected(who: Who, word: str, scene: Scene) -> bool:
    """Tell whether some words stand for the affected object."""
    if who.kind != "targets":
        return False
    if not who.clauses or "target" not in scene.text:
        return True
    if not _is_another(who, word):
        raise NotRead(f"{word}: the target, or the object of the trigger?")
    return False


def _is_another(who: Who, word: str) -> bool:
    """Tell whether some words cannot stand for a target, since that is of another card type."""
    kind = word.removeprefix("that ").capitalize()
    known = bool(who.clauses) and kind.lower() in _TYPES
    return known and not any(kind in listed(one.get("type", kind)) for one in who.clauses)
