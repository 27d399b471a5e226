"""Effect forms: their contents, and slight changes of them."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from facts.effects import listed
from facts.oracle.read.filter_clauses import ITS_CONTROLLER, one_or_list, put
from facts.oracle.read.parts import IT, Clause, Done, Form, NotRead, Who
from facts.oracle.read.sentences import merge
from facts.words import sets_by_word, with_attacked_opponent

_ATTACHABLE = frozenset(("Aura", "Equipment", "Fortification", "Role"))
_WHAT_X_IS = re.compile(r", where X is [^.]*$")
_OF_X = re.compile(r"(?: X|\{X\})$")


def besides(amount: Form, key: str, who: Who, type_line: str) -> Form:
    """Count only objects other than the affected one: than the source or its host, or one less if all affected count.

    Args:
        amount: The amount.
        key: The key of the filter in it.
        who: The affected set.
        type_line: The type line of the card. "Other" excludes a source that the count could include.

    Raises:
        NotRead: It is not clear which object "other" leaves out.
    """
    if who.kind == "this":
        return amount
    counted = [{name: value for name, value in one.items() if name != "other"} for one in listed(amount[key])]
    if any("other" not in one for one in listed(amount[key])):
        raise NotRead("some of them other")
    if who.kind == "attached" and all("attached_to" in one or _could_be(one, type_line) for one in counted):
        return amount  # other Auras, or other enchantments, than the source
    if who.kind == "attached":
        for one in counted:
            put(one, "not", {"attached_to_this": True})
        return {**amount, key: one_or_list(counted)}
    among = len(counted) == 1 and bool(who.clauses) and all(_within(one, counted[0]) for one in who.clauses)
    if who.kind in ("filter", "targets") and key == "count" and among:
        return {**amount, key: counted[0], "plus": amount.get("plus", 0) - amount.get("times", 1)}
    raise NotRead("other than which?")


def _could_be(wanted: Form, type_line: str) -> bool:
    """Tell whether a card with a type line could be one of those that a clause counts, by its types as printed."""
    if _ATTACHABLE & set(listed(wanted.get("subtype"))):
        return True
    words = [word for word in listed(wanted.get("type", [])) if isinstance(word, str)]
    return "subtype" not in wanted and bool(words) and any(word in type_line for word in words)


def _within(one: Form, other: Form) -> bool:
    """Tell whether every object that matches one clause also matches another."""
    return all(one.get(key) == value for key, value in other.items())


def attached_to(form: Any, who: Who, it: str = "") -> Any:
    """Return the meaning of ``attached to it``.

    Args:
        form: A filter, a condition or an amount.
        who: The affected set.
        it: The antecedent of a pronoun, if it is another one.

    Returns:
        The same, with the pronoun settled.
    """
    if isinstance(form, list):
        return [attached_to(one, who, it) for one in form]
    if not isinstance(form, dict):
        return form
    found = {key: attached_to(value, who, it) for key, value in form.items()}
    if found.get("attached_to") == IT:
        holder = it or who.kind
        if holder not in ("this", "attached"):
            raise NotRead("attached to which?")
        found["attached_to"] = holder
    return found


def others_than_host(form: Any, type_line: str) -> Any:
    """Let "other creatures" on an Aura or Equipment be others than the creature it is attached to.

    Args:
        form: A filter, or a condition.
        type_line: The type line of the card. "Other" excludes an object that could have the types in its own filter.
    """
    if _IS_ATTACHABLE.search(type_line) is None:
        return form
    if isinstance(form, list):
        return [others_than_host(one, type_line) for one in form]
    if not isinstance(form, dict):
        return form
    found = {key: others_than_host(value, type_line) for key, value in form.items()}
    types = {word for word in listed(found.get("type", [])) if isinstance(word, str)}
    kinds = [word for word in listed(found.get("subtype", [])) if isinstance(word, str)]
    types |= {"Creature" for word in kinds if "creature" in sets_by_word().get(word, ())}
    if found.get("other") is True and types and not any(word in type_line for word in types):
        del found["other"]
        put(found, "not", {"attached_to_this": True})
    return found


_IS_ATTACHABLE = re.compile(r"— .*\b(?:Aura|Equipment|Fortification)\b")


def of_the_exiled(words: str) -> Form | None:
    """Return the number that a static ability takes from the card exiled with its source (607.2a).

    Args:
        words: The words for it, like "the exiled card 's power".

    Returns:
        An amount; None where the words are about something else.
    """
    found = _OF_THE_EXILED.fullmatch(words)
    if found is None:
        return None
    stat = (found[1] or found[2]).lower().replace(" ", "_")
    return {"greatest": stat, "among": {"zone": "exile", "exiled_with": "this"}}


_OF_THE_EXILED = re.compile(
    r"the exiled card ?'s (power|toughness|mana value)|the (power|toughness|mana value) of the exiled card",
    re.IGNORECASE,
)


def asks_the_exiled(condition: Form) -> Form:
    """Return a condition of a static ability; one about "the exiled card" asks for a card exiled with its source.

    Args:
        condition: The condition.

    Raises:
        NotRead: It is about another object that the text does not name there, like the chosen one.
    """
    if set(condition) == {"not"} and isinstance(condition["not"], dict):
        return {"not": asks_the_exiled(condition["not"])}
    word = next((getattr(key, "word", "") for key in condition if key == IT), "")
    if word.startswith("the chosen ") or word == "that card":
        raise NotRead(f"{word}, of a static ability")
    if word != "the exiled card":
        return condition
    if "count" in condition:
        raise NotRead("two conditions of the same kind")
    about = [{**one, "zone": "exile", "exiled_with": "this"} for one in listed(condition[IT])]
    return {**{key: value for key, value in condition.items() if key != IT}, "count": one_or_list(about)}


def of_its_controller(form: Any, who: Who) -> Any:
    """Return the player meant by "its controller's".

    Args:
        form: An effect, a filter, a condition or an amount.
        who: The affected object, whose controller is meant.

    Raises:
        NotRead: Several are affected, so that there is no one controller.
    """
    if isinstance(form, list):
        return [of_its_controller(one, who) for one in form]
    if isinstance(form, dict):
        return {key: of_its_controller(value, who) for key, value in form.items()}
    if form != ITS_CONTROLLER:
        return form
    if who.kind not in ("this", "attached"):
        raise NotRead("whose controller?")
    return "you" if who.kind == "this" else "controller_of_attached"


def on_each(amount: Form, who: Who) -> Form:
    """Count the attachments of each of several objects: "each creature gets +2/+0 for each Aura attached to it".

    Args:
        amount: The objects to count.
        who: The affected set.
    """
    counted = listed(amount.get("count", []))
    if who.kind not in ("filter", "targets") or not counted or any(one.get("attached_to") != IT for one in counted):
        return amount
    plain = [{key: value for key, value in one.items() if key not in ("attached_to", "other")} for one in counted]
    return {**amount, "count": one_or_list(plain), "attached_to": "affected"}


def without_that_player(clause: Form, text: str) -> Form:
    """Leave out "that player controls" of a target: no step says who that player is, so nothing could check it.

    If the defending player of an attack of yours, or a player who must be an opponent, has to control the target, the
    filter asks for an opponent instead. The defending player of another attack may be you.

    Args:
        clause: A clause of the filter of the target.
        text: The text of the ability.
    """
    about, text = clause.get("controller"), with_attacked_opponent(text)
    that, defending = isinstance(about, dict) and bool(about.get("that")), about == "defending_player"
    if (defending and _YOUR_ATTACK.search(text)) or (
        that and _OPPONENT.search(text) and not _ANOTHER_PLAYER.search(text)
    ):
        return {**clause, "controller": "opponent"}
    return {key: value for key, value in clause.items() if key != "controller"} if that or defending else clause


_YOUR_ATTACK = re.compile(
    r"(?<!\ba creature )(?<!another creature )(?<!creatures )(?<!player )\battacks?\b", re.IGNORECASE
)
"""Words for an attack against an opponent. A creature that attacks may attack you."""
_OPPONENT = re.compile(r"\b(?:an|each|target) opponent\b", re.IGNORECASE)
_ANOTHER_PLAYER = re.compile(
    r"\b(?:a|an|any|each|another|other|target|chosen|defending|which|whose) (?:other )?player|\b(?:controller|owner)\b",
    re.IGNORECASE,
)
"""Words for players who may be no opponents."""


def with_what_x_is(ops: Form, text: str) -> Form:
    """Add the definition of X to a keyword with X: ``bushido X, where X is the number of attacking creatures``."""
    said = _WHAT_X_IS.search(text)
    if said is None or "add_abilities" not in ops:
        return ops
    return {
        **ops,
        "add_abilities": [
            one + said[0] if _OF_X.search(one) and one[0] != "⟦" else one for one in ops["add_abilities"]
        ],
    }


def copied(done: Done) -> Done:
    """Return a predicate whose operations can be changed without changing those of the original.

    Args:
        done: The predicate.
    """
    return replace(done, ops=[dict(ops) for ops in done.ops])


def sole(condition: Form | None) -> Form | None:
    """Return the filter of a condition that exactly one object must match: "that creature" is this object."""
    if condition is None or set(condition) != {"count", "exactly"} or condition["exactly"] != 1:
        return None
    return condition["count"] if isinstance(condition["count"], dict) else None


def speaks_of_what_is_on(holder: str, condition: Form) -> bool:
    """Tell whether a condition names an object only for its attachments, or for cards exiled with it."""
    clauses_ = [clause for key in ("count", "count_types") for clause in listed(condition.get(key, []))]
    return any(holder in (clause.get("attached_to"), clause.get("exiled_with")) for clause in clauses_)


def by_condition(done: list[Done], clause: Clause) -> list[tuple[Form | None, bool, list[Form]]]:
    """Put together effects under the same condition; a condition at the end holds for all before it."""
    conditions: list[tuple[Form | None, bool]] = [(one.condition, one.asked) for one in done]
    if conditions and conditions[-1][0] is not None and all(one is None for one, _ in conditions[:-1]):
        conditions = [conditions[-1]] * len(conditions)
    if clause.condition is not None:
        if any(one is not None for one, _ in conditions):
            raise NotRead("two conditions")
        conditions = [(clause.condition, clause.asked)] * len(conditions)
    groups: list[tuple[Form | None, bool, list[Form]]] = []
    for (condition, asked), one in zip(conditions, done, strict=True):
        if not groups or groups[-1][0] != condition:
            groups.append((condition, asked, [{}]))
        ops = groups[-1][2]
        for number, more in enumerate(one.ops):
            if number == 0:
                merge(ops[0], more)
            else:
                ops.append(dict(more))
    return groups


def mentions_x(form: Any) -> bool:
    """Tell whether a form has an X whose value the board tells."""
    if isinstance(form, dict):
        return (form.get("x") is True and "event" not in form) or any(mentions_x(value) for value in form.values())
    return isinstance(form, list) and any(mentions_x(value) for value in form)
