"""A sentence as its clauses: its condition, its effects, and other actions, which change no characteristic."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.oracle.read.actions import ACTION
from facts.oracle.read.clause_conditions import PAST, PRESENT, both_in_graveyard, condition_in, happened, one_of_two
from facts.oracle.read.durations import lasting_of
from facts.oracle.read.parts import Clause, Form, Said, Who
from facts.oracle.read.relevance import relevant, says_anew, suspicious
from facts.oracle.read.sentences import parsed
from facts.oracle.read.told_conditions import told, told_as
from facts.oracle.read.where_x import HAS_X, WHERE_X, X_TARGETS, with_what_x_is
from facts.oracle.read.work_limit import count, meter, remembered

_ENTERS_WITH = re.compile(
    r"^(~|it) enters with [^.⟦]*? counters? on it and with (.+?)(?:, where X is [^.⟦]+)?$", re.IGNORECASE
)
_ENTERS = re.compile(r"^as ([^,]+?) enters, (?!choose)", re.IGNORECASE)
_DURATION = re.compile(
    r"^(?:until (?:end of turn|the end of turn|your next turn|end of combat|the end of combat|your next upkeep|"
    r"the end of your next turn|your next end step|~ leaves the battlefield|~ is turned face down|"
    r"end of your next turn)|this turn|"
    r"for the rest of the game|for as long as [^,]*), ",
    re.IGNORECASE,
)
_TARGETED = re.compile(r"\btarget\b")
_OPENING = re.compile(
    r"^(?:then,? |at the beginning of (?:the|your) next [^,]*, |if you do, |when you do, |if (?:they|"
    r"that player|the player) (?:do|does|don't|doesn't), |you may |in addition, |"
    r"when that happens, |"
    r"if you don't, |also, |they may |the first time you would create one or more tokens (?:each turn|"
    r"during each of your turns), you may instead (?:choose an? [^,.]* and )?|"
    r"for each (?:opponent|player|other player), (?=up to one|gain control)|"
    r"if you can't, |unless [^,]* pays? [^,]*, |"
    r"for each [^,.]*, (?=(?:you |its controller )?creates? (?:an?|X|that many|two|three) "
    r"(?:tapped (?:and attacking )?)?tokens? that(?:'s| is| are) (?:a )?cop))(?!have\b)",
    re.IGNORECASE,
)
_MANY_AND_IT = re.compile(
    r"(?<!\byou )(?<!\bthey )(?<!\bmay )(?<!\bto )(?<=\w )(?:get|have|gain(?! control)|lose) "
    r"(?:(?!\b(?:it|they|them)\b)[^.⟦])*"
    r"(?: and (?:it|he|she) (?:has|gains|gets|is|becomes|loses)\b|, where X is its (?:power|toughness|mana value)\b)"
)
"""A plural, and then "it", which is another object: "creatures you control get +1/+1 and it gains flying"."""
_OF_EACH_OPPONENT = re.compile(r"^([^,.]*?\btarget [^,.]*?) (?:that (?:player|opponent) controls|they control)\b")
_HINGE = re.compile(
    r"^(?:if|when) (?:you (?:do|don't|can't)|they (?:do|don't)|(?:that|the) player (?:does|doesn't)|that happens)(?=,)",
    re.IGNORECASE,
)
_THIS_WAY = re.compile(
    r"^if (?:[^.⟦]*? (?:is|are|was|were) \w+ this way|that mana is spent (?:on|to cast) [^,.]*), ", re.IGNORECASE
)
_CARD = re.compile(
    r"^if (?:it's|it isn't|that card is|the card is|the exiled card is|the copy is) an? "
    r"[^,.]*\b(?:card|permanent spell), |^if the (?:exiled|revealed|discarded|milled) card (?:is|isn't) [^,.]*, ",
    re.IGNORECASE,
)
_TURNS = (
    (re.compile(r"^during your turn, ", re.IGNORECASE), {"turn": "yours"}),
    (re.compile(r"^during turns other than yours, ", re.IGNORECASE), {"not": {"turn": "yours"}}),
    (
        re.compile(
            r"^during (?:each (?:opponent's turn|of your opponents' turns)|(?:your )?opponents' turns), ", re.IGNORECASE
        ),
        {"turn": "opponents"},
    ),
    (re.compile(r"^as long as it's your turn, ", re.IGNORECASE), {"turn": "yours"}),
    (re.compile(r"^(?:during|as long as it's) your end step, ", re.IGNORECASE), {"told": "it's your end step"}),
    (re.compile(r"^during your upkeep, ", re.IGNORECASE), {"told": "it's your upkeep"}),
)
_SPLIT = re.compile(r", then |; |, and | and |, ")


@remembered(maxsize=50_000)
def clauses(sentence: str) -> tuple[Clause, ...] | None:
    """Read a sentence.

    Args:
        sentence: A normalised sentence.

    Returns:
        Its clauses; None where it is not read, also if reading it takes too many steps.
    """
    if _CONDITION_OF_A_PART.search(sentence) or _MANY_AND_IT.search(sentence):
        return None
    return _read(sentence, 0)


_CONDITION_OF_A_PART = re.compile(
    r", where X is [^.⟦]{1,200}?, and (?:it )?(?:gains?|gets?|has|have|becomes?|loses?)\b[^.⟦]{1,200}? "
    r"(?:if|as long as) "
)
"""The condition at the end is about the second part alone: the first one has an end of its own."""


def _read(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read a part of a sentence, if it was not tried at the same depth before."""
    if not text or depth > 6:
        return None
    now = meter()
    if now is None:
        return _tried(text, depth)
    if (text, depth) not in now.tried:
        now.tried[text, depth] = _tried(text, depth)
    found: tuple[Clause, ...] | None = now.tried[text, depth]
    return found


def _tried(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Try the ways to split a part of a sentence."""
    count(len(text))
    with_abilities = _ENTERS_WITH.match(text)
    where = WHERE_X.search(text)
    if where is not None and X_TARGETS.search(text) and not HAS_X.search(X_TARGETS.sub("", text[: where.start()])):
        return _read(text[: where.start()], depth + 1)  # X is the number of targets, which the board shows
    said = parsed(f"{with_abilities[1]} has {with_abilities[2]}" if with_abilities is not None else text)
    if said is not None:
        return (Clause(text, said),)
    if not relevant(text):
        return (Clause(text),)
    return (
        _opened(text, depth)
        or _conditional(text, depth)
        or _told_at_the_end(text, depth)
        or _each_with_what_x_is(text, depth)
        or _with_x_and_y(text, depth)
        or _split(text, depth)
        or _each_under_its_condition(text, depth)
        or _with_what_x_is(text)
    )


def _each_under_its_condition(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``has vigilance if it's white, hexproof if it's blue, and trample if it's green``."""
    several = _SEVERAL_CONDITIONS.match(text)
    if several is None:
        return None
    parts = _BETWEEN_CONDITIONS.split(several["parts"])
    if len(parts) < 2 or not all(_UNDER_CONDITION.match(part) for part in parts):
        return None
    shared = "protection " if parts[0].startswith("protection from ") else ""
    read = [_read(f"{several['head']} {shared if part.startswith('from ') else ''}{part}", depth + 1) for part in parts]
    found = _about_the_same(tuple(clause for one in read for clause in one or ()))
    return found if all(read) and all(one.said is not None for one in found) else None


def _about_the_same(found: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Let the clauses of one sentence be about the same target, which the sentence names once."""
    first, *others = found or (None,)
    if first is None or first.said is None or first.said.who is None or first.said.who.kind != "targets":
        return found
    return (
        first,
        *(
            replace(one, said=replace(one.said, who=Who("it", word="it"))) if one.said is not None else one
            for one in others
        ),
    )


_UNDER_CONDITION = re.compile(r"[^,]+? (?:if|as long as) [^,]+$")
_SEVERAL_CONDITIONS = re.compile(r"(?P<head>[^,]+? (?:has|have|gains?)) (?P<parts>[^,]+? (?:if|as long as) .+)$")
_BETWEEN_CONDITIONS = re.compile(r", and |, | and (?=(?:[a-z ]+?|⟦\d+⟧) (?:if|as long as) )")


def _each_with_what_x_is(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``... gets +X/+0 and ... gets -0/-X, where X is ...``: X is the same in both."""
    where = WHERE_X.search(text)
    if where is None:
        return None
    for match in re.finditer(" and ", text[: where.start()]):
        left, right = text[: match.start()], text[match.end() : where.start()]
        if not (HAS_X.search(left) and HAS_X.search(right)):
            continue
        both = [_read(one + where[0], depth + 1) for one in (left, right)]
        if all(both) and all(clause.said is not None for one in both for clause in one or ()):
            return tuple(clause for one in both for clause in one or ())
    return None


def _with_x_and_y(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``... gets +X/+Y, where X is ... and Y is ...``, both of which the rules find out."""
    both = _X_AND_Y.match(text)
    if both is None:
        return None
    of_the_same = _ITS_STAT.fullmatch(both["toughness"]) and _STAT_OF.fullmatch(both["power"])
    toughness = f"{of_the_same[1]} 's toughness" if of_the_same else both["toughness"]
    read = [
        _read(f"{both['head']}{size}{both['middle']}, where X is {amount}", depth + 1)
        for size, amount in (
            (f"{both['x']}X/{both['x']}0", both["power"]),
            (f"{both['y']}0/{both['y']}X", toughness),
        )
    ]
    found = tuple(clause for one in read for clause in one or ())
    amounts = [done.where for clause in found for done in (clause.said.done if clause.said is not None else ())]
    if len(amounts) != 2 or any(not isinstance(one, dict) for one in amounts):
        return None
    for one in amounts:
        if {"event", "x"} & set(one):
            one["apart"] = True  # a resolution tells one X, which could be either of two
    return _about_the_same(found) if all(read) else None


_STAT_OF = re.compile(r"([^,]+?) 's (?:power|mana value)")
_ITS_STAT = re.compile(r"its toughness")
_X_AND_Y = re.compile(
    r"(?P<head>[^,]*\bgets? )(?P<x>[+-])X/(?P<y>[+-])Y(?P<middle>[^,]*), where X is (?P<power>.+?),? and Y is "
    r"(?P<toughness>.+)$"
)


def _with_what_x_is(text: str) -> tuple[Clause, ...] | None:
    said = with_what_x_is(text)
    return None if said is None else (Clause(text, said),)


def _told_at_the_end(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``..., as long as ...`` and ``... if ...`` with a condition that a board tells."""
    end = _AT_THE_END.search(text)
    if end is not None and (says_anew(end[2]) or _EXCEPTION.search(text[: end.start()])):
        return None  # the end may be about the exception of a copy alone
    condition = told(end[2]) if end is not None else None
    if end is not None and condition is None:
        condition = one_of_two(end[2])
        condition = condition or (told_as(end[2]) if happened(end[2]) else both_in_graveyard(end[2]))
        if condition is None and _A_COPY.search(text[: end.start()]):
            condition = condition_in(end[2])
    if end is None or condition is None:
        return _unless_told(text, depth) or _unless_at_the_end(text, depth)
    found = _read(text[: end.start()], depth + 1)
    asked = end[1].lower() == "if"
    if found is not None and asked and set(condition) == {"told"}:
        return tuple(replace(clause, at_the_end=True) for clause in _sometimes(found, condition))
    return _all(found, condition=condition, asked=asked)


def _unless_told(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``... unless mana from a Treasure was spent ...``, a condition that a board tells."""
    end = _UNLESS_TOLD.search(text)
    if end is None or says_anew(end[1]):
        return None
    condition = told(end[1]) or (told_as(end[1]) if happened(end[1]) else None)
    if condition is None:
        return None
    return _all(_read(text[: end.start()], depth + 1), condition={"not": condition}, asked=True)


_UNLESS_TOLD = re.compile(r" unless ((?:(?! unless )[^,.⟦])+)$", re.IGNORECASE)


def _unless_at_the_end(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``... unless any player pays {2}``: the board tells the action of a player instead."""
    end = _UNLESS.search(text)
    if end is None or says_anew(text[end.start() :]):
        return None
    found = _read(text[: end.start()], depth + 1)
    if found is None:
        return None
    return _sometimes(found, {"not": told_as(text[end.start() :].removeprefix(" unless "))})


_UNLESS = re.compile(
    r" unless ((?:an?|any|that|defending|the active|target) (?:player|opponent)|its controller|they|you|it(?= was ))"
    r" (?=pays?|sacrifices?|discards?|has |have |was )",
    re.IGNORECASE,
)
_A_COPY = re.compile(r"\bcreates? [^.]*? tokens? that(?:'s| is| are) (?:a )?cop", re.IGNORECASE)
_AT_THE_END = re.compile(r" (?<!for )(as long as|if) ((?:(?! as long as | if )[^,.⟦])+)$", re.IGNORECASE)


def _opened(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read the words after "until end of turn," and the like."""
    opening = _OPENING.match(text)
    if opening is not None:
        rest = text[opening.end() :]
        if opening[0].lower().startswith("for each opponent"):
            rest = _OF_EACH_OPPONENT.sub(r"\1 an opponent controls", rest, count=1)
        found = _read(rest, depth + 1)
        if found is not None and opening[0].lower().startswith("unless "):
            return _sometimes(found, {"not": told_as(opening[0].removesuffix(", ").split(" ", 1)[1])})
        hinge = _HINGE.match(text)
        return (
            _sometimes(found, told_as(hinge[0].split(" ", 1)[1])) if found is not None and hinge is not None else found
        )
    duration = _DURATION.match(text)
    if duration is not None:
        found = _all(_read(text[duration.end() :], depth + 1), lasting=True)
        lasts = lasting_of(duration[0])
        if found is not None and _TARGETED.search(duration[0]):
            found = (Clause(duration[0].rstrip(", ")), *found)  # "for as long as target land is tapped, it's ..."
        return found if found is None else tuple(replace(one, lasts=one.lasts or lasts) for one in found)
    each = _FOR_EACH.match(text)
    if each is not None:
        also = f"it{each[3].removeprefix(' and')}{each[4]}" if each[3] else ""
        said, more = parsed(f"{each[2]} for each {each[1]}{each[4]}"), parsed(also) if also else None
        if said is None or (also and (more is None or not _event_of(said))):
            return None
        once = (Clause(also, more, condition={"x": True, "at_least": 1}, asked=True),) if also else ()
        return (Clause(text, said), *once)
    delayed = _opened_by_a_trigger(text, depth)
    if delayed is not None:
        return delayed
    entering = _ENTERS.match(text)
    if entering is not None:
        return _entering(entering[1], _read(text[entering.end() :], depth + 1))
    for pattern, condition in _TURNS:
        turn = pattern.match(text)
        if turn is not None:
            return _all(_read(text[turn.end() :], depth + 1), condition=condition)
    return None


def _opened_by_a_trigger(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``Whenever ..., ...`` within the body of an ability (603.7). Any of its commas may end the trigger."""
    if _WHENEVER.match(text) is None:
        return None
    commas = list(re.finditer(", ", text))
    for comma in commas:
        between = text[commas[0].end() : comma.start()]
        found = _read(text[comma.end() :], depth + 1)
        if found is not None and found[0].said is not None and not suspicious(between):
            once = _ONCE.match(text)
            return (Clause(text[: comma.start()]), *_sometimes(found, told_as(once[1]) if once is not None else None))
    return None


def _event_of(said: Said) -> bool:
    """Tell whether the size of a change depends on an event, so that the board tells it as X."""
    return any(
        "event" in one for done in said.done for ops in done.ops for one in ops.values() if isinstance(one, dict)
    )


_ONCE = re.compile(r"when (that (?:creature|permanent) [^,]* this turn), ", re.IGNORECASE)
_FOR_EACH = re.compile(
    r"for each ([^,.⟦]+), ([^,.⟦]* gets? (?:an additional )?[+-]\d+/[+-]\d+)"
    r"((?: and gains? [a-z, ]+?)?)((?: until end of turn)?)$",
    re.IGNORECASE,
)
_WHENEVER = re.compile(r"whenever |when (?=you next |that |you cast |you [^,]* this way, )", re.IGNORECASE)


def _sometimes(found: tuple[Clause, ...], told: Form | None = None) -> tuple[Clause, ...]:
    return tuple(replace(clause, sometimes=True, told=clause.told or told) for clause in found)


def _entering(who: str, found: tuple[Clause, ...] | None) -> tuple[Clause, ...] | None:
    """Read ``As an artifact you control enters, it becomes ...``."""
    if found is None or len(found) != 1 or found[0].said is None or found[0].said.kind != "does":
        return None
    nouns: Who | None = parsed(who, "nouns")
    if nouns is None or nouns.kind not in ("this", "filter") or nouns.loose:
        return None
    return (replace(found[0], enters=nouns),)


def _all(
    found: tuple[Clause, ...] | None, *, lasting: bool = False, condition: Form | None = None, asked: bool = False
) -> tuple[Clause, ...] | None:
    """Let a duration or a condition hold for all clauses."""
    if found is None:
        return None
    if condition is not None and any(
        clause.condition is not None and (clause.asked or asked or set(clause.condition) & set(condition))
        for clause in found
    ):
        return None
    return tuple(
        replace(
            clause,
            lasting=clause.lasting or lasting,
            condition={**(clause.condition or {}), **condition} if condition is not None else clause.condition,
            asked=asked if condition is not None else clause.asked,
        )
        for clause in found
    )


def _conditional(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``As long as ..., ...`` and ``If ..., ...``: the comma that ends the condition is found by trying."""
    low = text[:11].lower()
    if low.startswith("as long as "):
        start, asked = 11, False
    elif low.startswith("if "):
        start, asked = 3, True
    else:
        return None
    commas = sorted(re.finditer(", ", text), key=lambda one: _LISTED.match(text, one.end()) is not None)
    for comma in commas:
        condition = condition_in(text[start : comma.start()])
        if condition is None or (asked and _OF_A_CARD.match(text)):
            continue
        found = _all(_read(text[comma.end() :], depth + 1), condition=condition, asked=asked)
        if found is not None:
            return found
    past = (_THIS_WAY.match(text) or _CARD.match(text) or PAST.match(text)) if asked else None
    if past is None or (
        PRESENT.search(past[0]) and not _THIS_WAY.match(text) and "this way" not in past[0] and not _CARD.match(text)
    ):
        return _told_before(text, start, asked, depth)
    found = _read(text[past.end() :], depth + 1)
    return None if found is None else (Clause(past[0]), *_sometimes(found, told_as(past[0][3:])))


_LISTED = re.compile(r"(?:and )?(?:an?|another) [^,.]*, ", re.IGNORECASE)
"""A further object of a condition after a comma, which ends the condition only if no later comma does."""
_OF_A_CARD = re.compile(r"if the (?:exiled|revealed|discarded|milled) card is(?:n't)? ", re.IGNORECASE)
"""A condition about a card that no step shows, for any meaning of a pronoun."""


def _told_before(text: str, start: int, asked: bool, depth: int) -> tuple[Clause, ...] | None:
    """Read ``As long as ..., ...`` and ``If ..., ...`` with a condition that a board tells."""
    for comma in re.finditer(", ", text):
        condition = told(text[start : comma.start()])
        found = _read(text[comma.end() :], depth + 1) if condition is not None else None
        if found is not None and asked:
            return (Clause(text[: comma.start()]), *_sometimes(found, condition))
        if found is not None:
            return _all(found, condition=condition)
    return _token_under_a_condition(text, depth) if asked else None


def _token_under_a_condition(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read ``If ..., create a token that's a copy of ...``: a board with the token implies that the condition held."""
    for comma in re.finditer(r", (?=(?:you may )?create )", text):
        found = _read(text[comma.end() :], depth + 1)
        if found is not None and all(one.said is not None and one.said.kind == "makes_copy" for one in found):
            return (Clause(text[: comma.start()]), *_sometimes(found))
    return None


_EXCEPTION = re.compile(r"\bcop(?:y|ies) of\b.*\bexcept ")
_UNDER_CONDITION_TOO = re.compile(r" (?<!for )as long as (?!(?:it|they|that \w+|those \w+) remains?\b)", re.IGNORECASE)


def _is_one_exception_more(left: str, right: str) -> bool:
    """Tell whether what stands behind a separator goes on with the exceptions of a copy."""
    return _EXCEPTION.search(left) is not None and right.startswith("its ")


def _split(text: str, depth: int) -> tuple[Clause, ...] | None:
    """Read a sentence of several clauses, of which some change no characteristic."""
    for match in _SPLIT.finditer(text):
        left, right = text[: match.start()], text[match.end() :]
        if _is_one_exception_more(left, right):
            continue
        if ACTION.match(left) and not relevant(left):
            rest = _read(right, depth + 1)
            if rest is not None and (rest[0].said is not None or ACTION.match(right)):
                return (Clause(left), *rest)
        if ACTION.match(right) and not relevant(right):
            if match[0] == " and " and _UNDER_CONDITION_TOO.search(right):
                continue  # the sentence before may depend on it, too
            said: Said | None = parsed(left) or None
            if said is not None:
                return (Clause(left, said), Clause(right))
            first = _opened(left, depth + 1) or _conditional(left, depth + 1)
            if first is not None:
                return (*first, Clause(right))
    for match in re.finditer(r", and ", text):
        both = _told_at_the_end(text[: match.start()], depth + 1), _told_at_the_end(text[match.end() :], depth + 1)
        if both[0] is not None and both[1] is not None and both[0][0].said and both[1][0].said:
            return (*both[0], *both[1])
    for match in re.finditer(r", then |, and | and |, ", text):
        left, right = text[: match.start()], text[match.end() :]
        if _is_one_exception_more(left, right):
            continue
        if match[0] == " and " and _UNDER_CONDITION_TOO.search(right) and not _UNDER_CONDITION_TOO.search(left):
            continue
        said = parsed(left)
        if said is not None:
            rest = _read(right, depth + 1)
            further = next((one.said for one in rest or () if one.said is not None), None)
            if (
                rest
                and further is not None
                and (rest[0].said is not None or ACTION.match(rest[0].text))
                and further.kind in ("does", "makes_copy", "earthbends", "chooses_one")
            ):
                return (Clause(left, said), *rest)
    return None
