"""Conditions about the object of a trigger beside an effect on another: "if that land is a Forest, ~ gets +1/+1"."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.effects import listed
from facts.oracle.read.parts import IT, Clause, Form, NotRead, Said, Who
from facts.oracle.read.scene import RESOLVING, Scene
from facts.oracle.read.told_conditions import told_as

_TRIGGER = re.compile(r"(?:[^.,]* — )?(?:When|Whenever) (?P<event>[^.,]*),")
_ANOTHER = re.compile(
    r"\b(?:an?|another|one or more|your (?:first|second|third)) (?!player|opponent|card's|spell's)(?P<what>.*)",
    re.IGNORECASE,
)
_SUBTYPE = re.compile(r"\b[A-Z][a-z]")
_TYPES = ("artifact", "creature", "enchantment", "land", "planeswalker")
_ONE = ("it", "he", "she")


def about_the_event(clause: Clause, said: Said, who: Who, scene: Scene, sentence: str) -> tuple[Clause, Said]:
    """Let a board tell a condition about the object that a trigger speaks of, if the effect is on another object.

    No step names that object, so no rule could ask for it.

    Args:
        clause: A clause.
        said: What it says.
        who: The affected set.
        scene: The context of the ability, with the antecedent of the sentences before.
        sentence: The sentence of the clause.

    Returns:
        The clause and what it says, with the condition as one that a board tells; both unchanged where the condition
        is about the affected object, or about the source.

    Raises:
        NotRead: It could be about several objects.
    """
    if scene.kind not in RESOLVING:
        return clause, said
    first = _asked(clause.condition)
    last = next((word for done in said.done if (word := _asked(done.condition))), "")
    word = first or last
    if word.startswith("that "):
        moved = _that_is_the_event(word, said, who, scene)
    elif word in _ONE or (word == "they" and who.kind in ("this", "attached") and _names(said)):
        moved = _it_is_the_event(said, who, scene, before=bool(first))
    else:
        return clause, said
    return _told(clause, said, word, sentence) if moved else (clause, said)


def _told(clause: Clause, said: Said, word: str, sentence: str) -> tuple[Clause, Said]:
    """Let a board tell the condition about some words."""
    words = re.search(rf"\b(if|unless) ((?:{word}|its|his|her)\b[^,.⟦]*)", sentence, re.IGNORECASE)
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
                return str(getattr(key, "word", "") or IT).lower()
    return ""


def _that_is_the_event(word: str, said: Said, who: Who, scene: Scene) -> bool:
    """Tell whether "that creature" is the object of the trigger, and not the affected object."""
    pronoun = said.who is None or (said.who.kind == "it" and said.who.word in _ONE)
    if not _speaks_of(scene, word):
        if who.kind == "this" or (who.kind == "targets" and _is_another(who, word)):
            raise NotRead(f"a condition about {word}, which is not affected")
        return False
    if who.kind != "targets" and pronoun and word in ("that creature", "that permanent"):
        raise NotRead(f"it: {word}, or the affected object?")
    if who.kind != "targets":
        return True
    if not who.clauses or "target" not in scene.text:
        return False
    if not _is_another(who, word):
        raise NotRead(f"{word}: the target, or the object of the trigger?")
    return True


def _it_is_the_event(said: Said, who: Who, scene: Scene, *, before: bool) -> bool:
    """Tell whether "it" is the object of the trigger, and not the affected object.

    "If it's a Forest, ~ gets ..." and "if it's a Forest, target creature gets ...": the object that is named only after
    the condition is not the one that the condition is about.
    """
    names, antecedent = _names(said), scene.antecedent
    if who.kind in ("this", "attached"):
        if not _speaks_of(scene, IT):
            if before and names and who.kind == "this":
                raise NotRead("a condition about another object, which no sentence names")
            return False
        if before and names:
            return True
        if scene.trigger is not None and scene.trigger.kind == who.kind:
            return False
        raise NotRead("it: the affected object, or the object of the trigger?")
    if who.kind == "filter" and before and _speaks_of(scene, IT):
        return True
    if not before or not names or (antecedent is not None and antecedent.kind in ("this", "attached")):
        return False
    if _speaks_of(scene, IT) and antecedent is not None and not antecedent.clauses:
        return True
    if who.kind == "targets":
        raise NotRead("a condition about an object that is named before the target")
    return False


def _names(said: Said) -> bool:
    """Tell whether a clause names what it affects."""
    return said.who is not None and said.who.kind != "it"


def _speaks_of(scene: Scene, word: str) -> bool:
    """Tell whether a trigger speaks of an object, besides the source, that some words can stand for."""
    trigger = _TRIGGER.match(scene.text) if scene.kind == "triggered" else None
    found = _ANOTHER.search(trigger["event"]) if trigger is not None else None
    if found is None:
        return False
    kind = word.removeprefix("that ")
    subtype = kind in ("creature", "permanent") and bool(_SUBTYPE.search(found["what"]))
    return kind == IT or kind in found["what"].lower() or subtype


def _is_another(who: Who, word: str) -> bool:
    """Tell whether some words cannot stand for a target, since that is of another card type."""
    kind = word.removeprefix("that ").capitalize()
    known = bool(who.clauses) and kind.lower() in _TYPES
    return known and not any(kind in listed(one.get("type", kind)) for one in who.clauses)
