"""States that share what stays: an object that a step leaves alone is not written down again.

The rules write each state whole: ``outcome`` says of each object what it is after a step, ``advance`` makes it the
state after it. That is how whoever reads them thinks, but most of it says once more what the state before said. So,
where only the answer is asked for, a state comes to hold only what its step has changed (``touched``), and
``as_in(O,t,V)`` says in which state V the object O became what it is in the state t. Where rules ask what O is
in t, they then ask what it became in V.

A program in which a state follows from the one before in any other way is left as it is (house rules may do so).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from facts.runtime.patterns import pattern
from solver.program.rule_files import LITERAL

__all__ = ["CHANGES", "Versioned", "Written", "versioned"]

_FLUENTS = ("has", "kept", "kept_every", "has_every", "exempt")
"""What a state says of an object: the object is the first argument, the state the last."""
CHANGES = {"gained": "O,K,V,s", "lost": "O,K,V,s", "moved": "O,K,s", "switched": "O,s"}
"""What a step may do to an object, with its arguments."""
_FIRST, _OUTCOME, _ADVANCE = "base", "outcome", "advance"
_BEFORE, _AFTER, _STEP = "t", "u", "s"
"""What the parameters of parts are called: the state before a step and after it, and the step."""

_ARGUMENT = r"""(?:[^(),"]|"[^"]*"|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+"""
_FLUENT = pattern(
    rf'"(?:[^"\\]|\\.)*"|(?P<sign>not )?\b(?P<atom>(?:{"|".join(_FLUENTS)})\((?P<object>{_ARGUMENT})(?:,{_ARGUMENT})*),'
    rf"(?P<state>{_ARGUMENT})\)"
)
_ATOM = pattern(rf"\b(?P<name>[a-z]\w*)\((?P<object>{_ARGUMENT})[,)]")
_OWN = pattern(r"\b(?:as_in|touched|was)\(")
"""The predicates that are made here: a program that has one of them means something else by it."""
_VARIABLE = pattern(r"[A-Z]\w*")


class Written(NamedTuple):
    """A statement as it is written.

    Attributes:
        part: The name of the part it stands in.
        parameters: The parameters of the part.
        text: The statement.
    """

    part: str
    parameters: tuple[str, ...]
    text: str


class Versioned(NamedTuple):
    """A program whose states share what stays.

    Attributes:
        instead: What to load instead of statements, by their numbers.
        further: What to load besides: a ``#program`` line, and rules.
    """

    instead: Mapping[int, str]
    further: tuple[tuple[str, str], ...]


class _OtherFormError(Exception):
    """A state follows from the one before in a way that is not known here."""


def versioned(program: Mapping[int, Written]) -> Versioned | None:
    """Have states share what stays.

    Args:
        program: All statements that are loaded, by numbers.

    Returns:
        What to load instead; None if states come to be in another way than by ``outcome`` and ``advance``.
    """
    if any(_OWN.search(one.text) for one in program.values()):
        return None
    heads = {one.text.partition("(")[0] for one in program.values() if one.part == _OUTCOME}
    try:
        carriers = {name for one in program.values() for name in _carriers(one)}
        if not carriers <= heads:
            return None
        instead = {number: _rewritten(one, carriers) for number, one in program.items()}
    except _OtherFormError:
        return None
    touched = [f"touched(O,s) :- {name}({arguments})." for name, arguments in CHANGES.items() if name in heads]
    before = "\n".join([*touched, "was(O,V,s) :- touched(O,s), as_in(O,t,V)."])
    # This predicate may ask for itself (see docs/architecture/speed.md): it is small, and a copy of it would cost more.
    after = "as_in(O,u,u) :- touched(O,s).\nas_in(O,u,V) :- as_in(O,u-1,V), not touched(O,s)."
    further = (
        ("#program base.", "as_in(O,0,0) :- thing(O,Zone,Step,Owner,Controller)."),
        ("#program outcome(s,t,l).", before),
        ("#program advance(s,u,l).", after),
    )
    return Versioned({number: text for number, text in instead.items() if text != program[number].text}, further)


def _parted(text: str) -> tuple[str, list[str]]:
    """Return the head of a rule, and the literals of its body."""
    head, _, body = text.rstrip().removesuffix(".").partition(":-")
    return head.strip(), [one.strip() for one in LITERAL.findall(body)]


def _fluents(text: str) -> list[re.Match[str]]:
    """Return where a text says or asks what an object is in a state."""
    return [found for found in _FLUENT.finditer(text) if found["atom"]]


def _carriers(one: Written) -> set[str]:
    """Return through which predicates a statement of `advance` has a state hang on its step.

    Raises:
        _OtherFormError: It is no statement of `advance`, nor of the first state; or what it says of an object
            hangs on what others are, or on nothing that its step found of it.
    """
    head, body = _parted(one.text)
    said = next(iter(_fluents(head)), None)
    if said is None:
        return set()
    if one.part == _FIRST:
        if said["state"] != "0":
            raise _OtherFormError
        return set()
    if one.part != _ADVANCE or said["state"] != _AFTER:
        raise _OtherFormError
    asked = [found for literal in body for found in _fluents(literal)]
    if any(found["object"] != said["object"] for found in asked):
        raise _OtherFormError
    if any(found["state"] == _AFTER and not found["sign"] for found in asked):
        return set()
    found = {
        atom["name"]
        for literal in body
        if not literal.startswith("not ") and (atom := _ATOM.match(literal)) and atom["object"] == said["object"]
    }
    if not found:
        raise _OtherFormError
    return found


def _rewritten(one: Written, carriers: set[str]) -> str:
    """Return a statement that asks of each object what it became when it last changed.

    Raises:
        _OtherFormError: It asks for a state of which that is not known.
    """
    head, body = _parted(one.text)
    for literal in body:
        for asked in _fluents(literal):
            if not _is_known(asked, one):
                raise _OtherFormError
    found = list(dict.fromkeys(piece for literal in body for piece in _with_versions(literal)))
    if one.text.partition("(")[0] in carriers:
        changed = _changed(one, head, body)
        # Two literals are joined in this order whatever gringo thinks of their sizes.
        found = [f"was({changed},{changed}In,{_STEP})" if piece == _as_in(changed) else piece for piece in found]
    return f"{head} :- {', '.join(found)}." if found != body else one.text


def _is_known(asked: re.Match[str], one: Written) -> bool:
    """Tell whether it is known what a statement asks for: the first state, that before its step, or that after it."""
    if not _VARIABLE.fullmatch(asked["object"]):
        return False
    state = asked["state"]
    return (
        state == "0" or (state == _BEFORE and _BEFORE in one.parameters) or (state == _AFTER and one.part == _ADVANCE)
    )


def _with_versions(literal: str) -> list[str]:
    """Return a literal that asks for the state before a step as what asks for the one in which the object changed."""
    if "{" in literal:
        return [_FLUENT.sub(lambda asked: ", ".join(_version(asked)), literal)]
    asked = _FLUENT.fullmatch(literal)
    return [literal] if asked is None else _version(asked)


def _version(asked: re.Match[str]) -> list[str]:
    if not asked["atom"] or asked["state"] != _BEFORE:
        return [asked[0]]
    return [_as_in(asked["object"]), f"{asked['sign'] or ''}{asked['atom']},{asked['object']}In)"]


def _as_in(name: str) -> str:
    return f"as_in({name},{_BEFORE},{name}In)"


def _changed(one: Written, head: str, body: list[str]) -> str:
    """Return the object of which a statement of `outcome` says what it is after the step.

    Raises:
        _OtherFormError: It hangs neither on what the object was nor on what the step does to it.
    """
    said = _ATOM.match(head)
    if said is None or one.part != _OUTCOME:
        raise _OtherFormError
    for literal in body:
        asked = _FLUENT.fullmatch(literal) or _ATOM.match(literal)
        if asked is None or asked["object"] != said["object"] or literal.startswith("not "):
            continue
        if literal.partition("(")[0] in (*_FLUENTS, *CHANGES):
            return said["object"]
    raise _OtherFormError
