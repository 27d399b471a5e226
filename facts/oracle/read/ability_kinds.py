"""Kinds of abilities: the cost, the trigger or the mode before the body of an ability."""

from __future__ import annotations

import re

from facts.oracle.read.ability_body import Body
from facts.oracle.read.antecedents import EVENT, trigger_who
from facts.oracle.read.clause_conditions import happened
from facts.oracle.read.page import Page
from facts.oracle.read.parts import Who
from facts.oracle.read.references import INNER_TRIGGER
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.scene import Scene
from facts.oracle.read.told_conditions import told
from facts.oracle.read.work_limit import used_up
from facts.words import LOYALTY_COST

_CHAPTER = re.compile(
    r"^(?:I|II|III|IV|V|VI|VII)(?:, (?:I|II|III|IV|V|VI|VII))* ?[—-] (?:[A-Z][\w'’!,/ -]{1,40} — (?=[A-Z~]))?"
)
ABILITY_WORD = re.compile(
    r"^(?!Choose|Up to|•|\+)(?:[A-Z .!?]{4,40}?|(?:\d[\d,]* )?[A-Z~][\w'’~,!?:& -]{1,40}?)"
    r"(?: ?[—–] ?(?=[A-Z~{\"⟦•+-]|\d)| - (?=When|At|As|[{~]))"
)
_LOYALTY = re.compile(rf"^\[?[+-]?(?:\d+|X)\]?: |^{LOYALTY_COST}(?: by X)?: ")
_COST = re.compile(r"^([^.⟦]*?):(?: |$)")
_COST_BEFORE_COMMA = re.compile(
    r"^((?:\{[^}]+\})+(?:, (?:\{[^}]+\}|(?:Discard|Sacrifice) [^,;:.⟦]+))*)[,;] (?=(?:Target|Put) )"
)
"""A cost, where a text that was copied by hand lacks the colon after it."""
_COST_WORDS = re.compile(
    r"\{|^(?:[\dWUBRGCX]+$|Sacrifice|Discard|Pay|Tap|Untap|Exile|Remove|Return|Put|Reveal|Collect|Mill|Waterbend|"
    r"Forage|Behold|Exert|Unattach|Blight|An opponent)",
)
_ITS_COLORS = re.compile(
    r"^~ is (?:colorless|all colors|every creature type)\.?$|"
    r"^~ has \w+(?: \w+)? (?:as long as|if) |^As long as (?:~ is on the stack|[^.,]*~ is in your graveyard), "
)
"""A sentence of an instant or sorcery about itself, which is no effect of its resolution (604.3, 113.6)."""
_AS_IT_ATTACKS = re.compile(r"^You may exert ~ as (?:it|he|she) attacks\. When you do, ")
"""An optional cost to attack, with the ability that triggers when it is paid."""
_TRIGGER = re.compile(r"^(?:When|Whenever|At) ")
_MODES = re.compile(
    r"(?:^|, |: |— |\. |\bmay )choose (?:one|two|three|four|five|six|any number|up to \w+|X|both|all)\b"
    r"(?:[^.]*—|.*\bmodes?\b[^.]*\.?|(?: or (?:more|both))?\. If [^.]*\bchoose [^.]*\.)$",
    re.IGNORECASE,
)
MODE = re.compile(r"^(?:•|\+ ?\{[^—]*—|\+(?=\s)) ?")
_MODE_NAME = re.compile(r"^(?:[\w'’,!&. -]{1,40} ?— ?)?(?:(?:\{[^}]+\})+ — )?")
_MODES_OF_SHAPE = re.compile(
    r"(?:^|: |, )choose one\. (?P<sentence>[^.⟦]*\btarget [^.⟦]*?) has that base power and toughness, "
    r"becomes that creature type, and gains that ability\.?$",
    re.IGNORECASE,
)
"""A sentence about an object that its modes describe: "3/3 Elephant with trample"."""
_SHAPE = re.compile(r"(?P<size>\d+/\d+) (?P<subtype>[A-Z]\w+) with (?P<abilities>[^.⟦]+)\.?$")
LISTED = re.compile(r"^• +([A-Z][\w'’ -]{1,30} — )?")


def kind_of(text: str, page: Page) -> tuple[str, str, Who | None, bool]:
    """Tell the kind of an ability, and its body without cost and trigger.

    Returns:
        The kind, the body, the object of "it" in the body, and whether X is known.
    """
    mode = MODE.match(text)
    if mode is not None and page.modes is not None:
        body = text[mode.end() :]
        named = _MODE_NAME.match(body)
        body = body[named.end() :] if named else body
        shape = _SHAPE.match(body) if page.mode_sentence else None
        if shape is not None:
            body = (
                f"{page.mode_sentence} has base power and toughness {shape['size']}, becomes a {shape['subtype']}, "
                f"and gains {shape['abilities']}"
            )
        return page.modes, body, copy_of(page.mode_antecedent), page.mode_x or "{X}" in text
    listed = LISTED.match(text)
    if listed is not None:
        return _of_list(text[listed.end() :], page, bool(listed[1]))
    word = ABILITY_WORD.match(text)
    chapter = _CHAPTER.match(text)
    if chapter is not None:
        found: tuple[str, str, Who | None, bool] = (
            "triggered",
            text[chapter.end() :],
            Who("targets", word=EVENT),
            False,
        )
    else:
        if word is not None and not _COST.match(text[: word.end()]):
            text = text[word.end() :]
        found = _costed(text, page)
    kind, body, who, has_x = found
    of_shape = _MODES_OF_SHAPE.search(body)
    page.mode_sentence = of_shape["sentence"] if of_shape is not None else ""
    if of_shape is not None:
        page.modes, page.mode_antecedent, page.mode_x = kind, who, has_x
        return "modes", body, None, False
    modes = _MODES.search(body)
    if modes is not None:
        page.modes, page.mode_antecedent, page.mode_x = kind, who, has_x
        before = body[: modes.start()]
        if kind == "triggered" and not chapter:
            page.mode_antecedent = trigger_who(body)
            before = ""
        if not relevant(before):
            return "modes", body, None, False
    else:
        page.modes = None
    return kind, body, who, has_x


def _of_list(text: str, page: Page, anchor: bool) -> tuple[str, str, Who | None, bool]:
    """Read an entry of a list: an effect of the ability before, or an ability that depends on a chosen word."""
    if page.before is not None and not anchor:
        return page.before.kind, text, copy_of(page.before.antecedent), page.before.has_x
    kind, body, who, has_x = _costed(text, page)
    return ("anchored" if kind == "static" else kind), body, who, has_x


def copy_of(who: Who | None) -> Who | None:
    """Return an antecedent that can be changed without changing the original, for a trial."""
    return Who(who.kind, who.clauses, who.word) if who else None


def _costed(text: str, page: Page) -> tuple[str, str, Who | None, bool]:
    loyalty = _LOYALTY.match(text)
    if loyalty is not None:
        kind = "loyalty" if loyalty[0][0] in "+-[0C" or "Planeswalker" in page.card.type_line else "activated"
        return kind, text[loyalty.end() :], Who("this"), "X" in loyalty[0]
    if _TRIGGER.match(text):
        return "triggered", text, None, "{X}" in text
    as_attacks = _AS_IT_ATTACKS.match(text)
    if as_attacks is not None:
        return "triggered", text[as_attacks.end() :], Who("this"), False
    cost = _COST.match(text) or _COST_BEFORE_COMMA.match(text)
    if cost is not None and _COST_WORDS.search(cost[1]):
        return "activated", text[cost.end() :], Who("this"), "X" in cost[1]
    if page.card.is_spell and _ITS_COLORS.match(text):
        return "static", text, None, False
    if page.card.is_spell:
        return "spell", text, None, True
    return "static", text, None, False


_TIMES = re.compile(r"for each ", re.IGNORECASE)
"""Words before the instruction that say how often it happens. They are no part of the trigger."""
_OF_THE_TRIGGER = re.compile(r"(?:if|when|whenever|as long as|unless|while|or|and|except|other than)\b", re.IGNORECASE)
"""Words after a comma that continue a trigger or state its condition."""


def after_trigger(text: str, scene: Scene) -> str:
    """Return the body of a triggered ability; the comma that ends the trigger is found by trying."""
    end = text.find(". ")
    first = text if end < 0 else text[:end]
    scene.antecedent = trigger_who(text)
    commas = list(re.finditer(", ", first))
    for comma in commas:
        if used_up():
            break
        rest = first[comma.end() :].rstrip(".")
        between = first[commas[0].end() : comma.start()]
        if not relevant(rest) or (suspicious(between) and _OF_THE_TRIGGER.match(between) is None):
            continue
        if _TIMES.match(first[commas[0].end() :]) and not rest.lower().startswith("create"):
            continue
        trial = Body(
            Scene(
                scene.kind,
                scene.chosen,
                lambda number, own=False: "",
                scene.has_x,
                "",
                False,
                copy_of(scene.antecedent),
            )
        )
        trial.read(rest)
        if trial.draft.effects and not trial.draft.unread:
            inner = INNER_TRIGGER.search(first[commas[0].end() : comma.end()])
            if inner is not None:
                scene.antecedent = trigger_who(inner[1])
            return text[comma.end() :]
    return text[commas[0].end() :] if commas else text


def condition_passed_over(trigger: str) -> str:
    """Return the condition between a trigger and its effect (603.4) that the rules would check, and that no form has.

    A condition that only a board can tell is none of these: a step that lets the ability resolve implies it.

    Args:
        trigger: The words before the effect.

    Returns:
        The condition with its "if" or "unless"; empty if there is none.
    """
    found = _INTERVENING.search(trigger)
    if found is None or told(found["what"]) is not None or happened(found["what"]) or _IN_COMBAT.search(found["what"]):
        return ""
    return f"{found['word']} {found['what']}"


_IN_COMBAT = re.compile(r"\b(?:defending|attacking) player\b|\bblocking (?:that|the) creature\b", re.IGNORECASE)
"""Words about who attacks or blocks whom, which no step shows."""
_INTERVENING = re.compile(
    r", (?P<word>if|unless(?![^,]*\b(?:pays?|sacrifices?|discards?|reveals?)\b)) "
    r"(?P<what>(?!~ is (?:in|on) |(?:it|its|he|she|they|their|that|those)\b).+), $",
    re.IGNORECASE,
)
"""A condition that is neither about the object of the trigger, which no step names, nor about the source's zone."""
