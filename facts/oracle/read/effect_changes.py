"""Effects of the effect form: what they say, and the same effects with other parts."""

from __future__ import annotations

from typing import TypeVar

from facts.effects.form import Affected, Condition, Effect, Filter, FormMapping, TargetsOf
from facts.oracle.read.parts import NotRead
from facts.words import FILTER_WORDS

_Form = TypeVar("_Form")
_IS_NOT = frozenset(("type", "subtype", "supertype", "color", "is", *FILTER_WORDS))
"""Keys of a filter that "isn't" denies."""


def condition_on(effect: Effect, resolving: bool) -> Condition | None:
    """Return the condition of an effect.

    Args:
        effect: The effect.
        resolving: Whether a spell or ability makes it as that resolves, so that its condition is asked once.
    """
    return effect.if_ if resolving else effect.as_long_as


def under(effect: Effect, condition: Condition, resolving: bool) -> Effect:
    """Return an effect with another condition.

    Args:
        effect: The effect.
        condition: The condition.
        resolving: Whether a spell or ability makes it as that resolves, so that its condition is asked once.
    """
    return effect.changed(if_=condition) if resolving else effect.changed(as_long_as=condition)


def inverted(condition: Condition) -> Condition:
    """Return the condition that holds where another does not."""
    given = condition.given()
    if set(given) == {"not"} and condition.not_ is not None:
        return condition.not_
    if len(given) == 1 and isinstance(condition.this, Filter) and _can_be_denied(condition.this):
        return Condition(this=Filter(not_=condition.this))  # as "it isn't an Aura" says it
    if len(given) == 1 and isinstance(condition.affected, Filter) and _can_be_denied(condition.affected):
        return Condition(affected=Filter(not_=condition.affected))
    return Condition(not_=condition)


def _can_be_denied(asked: Filter) -> bool:
    """Tell whether a filter asks one thing that "isn't" denies."""
    given = asked.given()
    return len(given) == 1 and _IS_NOT.issuperset(given) and not isinstance(next(iter(given.values())), tuple)


def both(one: Condition, other: Condition) -> Condition:
    """Return the condition that two conditions hold."""
    return Condition(all=(one, other))


def conditional(*effects: Effect, apart: Condition | None = None) -> bool:
    """Tell whether one of some effects has a condition, apart from one that all of them are under."""
    return any(effect.if_ != apart or effect.as_long_as is not None for effect in effects)


def joined(before: Effect, more: Effect) -> Effect:
    """Return an effect that does all of two: lists are joined.

    Args:
        before: An effect.
        more: Further operations on the same objects.

    Raises:
        NotRead: They give one key two values.
    """
    values = dict(vars(before))
    for name, value in vars(more).items():
        old = values.get(name)
        if old is None:
            values[name] = value
        elif isinstance(value, tuple) and isinstance(old, tuple) and name != "set_colors":
            values[name] = (*old, *(one for one in value if one not in old))
        elif old != value:
            raise NotRead(f"{name} twice")
    return Effect(**values)


def unnumbered(affects: Affected) -> Affected:
    """Return affected objects without the number that says which of several targets they are."""
    if isinstance(affects, TargetsOf) and affects.nth is not None:
        return affects.changed(nth=None, optional=None)
    return affects


def not_numbered(effect: Effect) -> Effect:
    """Return an effect without the number that says which of several targets it affects."""
    return effect.changed(affects=unnumbered(effect.affected))


def names_keyword(form: object, keyword: str) -> bool:
    """Tell whether a filter or a condition asks for a keyword."""
    if isinstance(form, tuple):
        return any(names_keyword(one, keyword) for one in form)
    if not isinstance(form, FormMapping):
        return False
    told = f" with {keyword} " in str(getattr(form, "told", ""))
    return (
        told
        or getattr(form, "keyword", None) == keyword
        or any(names_keyword(value, keyword) for value in vars(form).values())
    )


def with_keyword(form: _Form, old: str, new: str) -> _Form:
    """Return a form with one keyword replaced by another."""
    found: object = form
    if isinstance(form, FormMapping) and isinstance(told := getattr(form, "told", None), str):
        found = form.changed(told=told.replace(f" with {old} ", f" with {new} "))
    elif isinstance(form, FormMapping):
        found = form.changed(**{name: with_keyword(value, old, new) for name, value in vars(form).items()})
    elif isinstance(form, tuple):
        found = tuple(with_keyword(value, old, new) for value in form)
    elif form == old:
        found = new
    return found  # type: ignore[return-value]  # of the same class


def defines(effect: Effect) -> bool:
    """Tell whether an effect on the object itself defines colors or subtypes (604.3)."""
    keys = effect.given().keys() - {"affects"}
    if not keys or not keys <= {"set_colors", "add_every"}:
        return False
    return all(isinstance(word, str) for word in (*(effect.set_colors or ()), *(effect.add_every or ())))


def does_only(effect: Effect, operations: Effect) -> bool:
    """Tell whether an effect has exactly some operations, whatever it affects, and under whatever condition."""
    return effect.changed(affects=None, if_=None) == operations
