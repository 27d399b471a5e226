"""The text of a card, paragraph by paragraph."""

from __future__ import annotations

import re
from dataclasses import replace

from facts.effects import speaks_of_counters
from facts.effects.form import Ability, Condition, Effect, Exceptions, Filter
from facts.oracle.read.ability_body import Body
from facts.oracle.read.bands import band_condition, band_size
from facts.oracle.read.entering_counters import read_entering
from facts.oracle.read.normal_wording import masked, name_in_text, normalised, sentences, typeset
from facts.oracle.read.one_ability import WORDED, ability_form, granter, keyword_text, levelled, under_word
from facts.oracle.read.page import CardContext, Page, ReadAbility, ReadSentence
from facts.oracle.read.parts import NotRead, Who
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.scene import RESOLVING, Scene
from facts.oracle.read.sentences import parse
from facts.oracle.read.work_limit import counted
from facts.words import keyword_of, new_keyword, paragraphs, with_long_dash

_CHOICES = re.compile(
    r"\b(?:choose|chooses|names?) (?:an? |two )?(creature type|basic land types?|nonbasic land type|land type|"
    r"card type|color|"
    r"(?:nonland |nonbasic land |creature |land |artifact )?card name|number|player|opponent)",
    re.IGNORECASE,
)
_ENCHANTS_PLAYER = re.compile(r"^Enchant (?:player|opponent)\b", re.MULTILINE)
_SIZE = re.compile(r"^(\d+)/(\d+)$")


def read_text(text: str, card: CardContext) -> list[ReadAbility]:
    """Read the rules text of a card or face.

    Args:
        text: The text as printed, with reminder text.
        card: The context of the card.

    Returns:
        One entry an ability, in printed order, as `facts.words.rules_text_paragraphs.paragraphs` splits them.
    """
    text = typeset(text)
    line = with_long_dash(card.type_line)
    card = replace(card, name=name_in_text(text, card.name, line), type_line=line)
    page = Page(card, _chosen(text))
    found: list[ReadAbility] = []
    page.alone = sum(map(_acts, paragraphs(text))) < 2
    for at, paragraph in enumerate(paragraphs(text)):
        page.at, page.spell_form = at, None
        one = _paragraph(paragraph, page)
        if one.modelled and new_keyword(paragraph) and not _explained(paragraph, text, card):
            one = replace(one, modelled=False, unread=(paragraph,))
        if page.spell_form is not None and page.spell_at is not None:
            found[page.spell_at] = replace(found[page.spell_at], form=page.spell_form)
            one = replace(one, goes_on_with=page.spell_at)
        found.append(one)
    return found


def _acts(paragraph: str) -> bool:
    """Tell whether a paragraph of a spell may do something as the spell resolves."""
    return keyword_of(paragraph) is None and _OF_CASTING.match(paragraph) is None


_OF_CASTING = re.compile(
    r"(?:As an additional cost to cast|(?:[A-Z][\w' -]* — )?This spell (?:costs?|can't)|Cast this spell|"
    r"You may (?:cast|pay|exile|sacrifice|reveal|discard)|(?:Strive|Kicker|Cycling|Flashback|Gift|Buyback) |"
    r"If this spell was|\()"
)
"""A paragraph about how a spell is cast."""


def _explained(keyword: str, text: str, card: CardContext) -> bool:
    """Tell whether reminder text shows that an unknown keyword changes no characteristic."""
    line = next((one for one in text.split("\n") if keyword in one), "")
    said = " ".join(_REMINDER.findall(line))
    return bool(said) and not any(map(suspicious, sentences(normalised(masked(said).text, card.name, card.type_line))))


_REMINDER = re.compile(r"\(([^()]*)\)")


def _chosen(text: str) -> frozenset[str]:
    found = {"player"} if _ENCHANTS_PLAYER.search(text) else set()
    for match in _CHOICES.finditer(text):
        kind = match[1].lower()
        if kind == "basic land types":
            found.add("land_type")
        if kind.endswith("card name"):
            kind = "card name"
        kind = {"basic land types": "basic land type", "nonbasic land type": "land type", "opponent": "player"}.get(
            kind, kind
        )
        found.add(kind.replace(" ", "_"))
    if _AND_A_PLAYER.search(text):
        found.add("player")
    for match in _NAME_AND_TYPE.finditer(text):
        found.add(match[1].replace(" ", "_"))
    return frozenset(found)


_NAME_AND_TYPE = re.compile(r"\bchoose an? [\w ]*?card name and an? (color|creature type|card type)\b")
_AND_A_PLAYER = re.compile(r"\bchoose a color and an? (?:player|opponent)\b")


def _paragraph(paragraph: str, page: Page) -> ReadAbility:
    """Read one paragraph."""
    page.unread, page.told = [], []
    with counted(len(paragraph)):
        read = replace(_read_paragraph(paragraph, page), sentences=tuple(page.told))
    if not speaks_of_counters(paragraph):
        return read
    return replace(read, entering=read_entering(paragraph, page.card.name, page.card.type_line))


def _read_paragraph(paragraph: str, page: Page) -> ReadAbility:
    special = _structure(paragraph, page) or _choice_of_being(paragraph, page) or _full_text(paragraph, page)
    special = special or _others_enter(paragraph, page)
    if special is not None:
        return special
    if paragraph.startswith("To solve — "):
        return ReadAbility(paragraph, None, True)  # it says when a Case is solved, and changes no characteristic
    worded = WORDED.match(paragraph)
    if worded is not None:
        return under_word(worded[1], paragraph, page)
    if keyword_of(paragraph) and band_condition(paragraph) is None and not _goes_on(paragraph):
        if keyword_of(paragraph) in ("spree", "tiered"):
            page.modes, page.mode_antecedent = "spell", None
        if page.level is None:
            return ReadAbility(paragraph, None, True)
        return ReadAbility(paragraph, levelled(keyword_text(paragraph), page.level), True)
    if page.level is not None and new_keyword(paragraph):
        return ReadAbility(paragraph, levelled(keyword_text(paragraph), page.level), True)
    form = ability_form(paragraph, page)
    if page.level is not None and form is not None:
        form = levelled(form, page.level)
    return ReadAbility(paragraph, form, not page.unread, tuple(page.unread))


def _goes_on(paragraph: str) -> bool:
    """Tell whether sentences that could change characteristics stand behind a keyword in its paragraph."""
    return any(relevant(one) for one in sentences(masked(paragraph).text)[1:])


def _others_enter(paragraph: str, page: Page) -> ReadAbility | None:
    """Read the changes of other permanents as they enter (614.12)."""
    quotes = masked(paragraph)
    text = normalised(quotes.text, page.card.name, page.card.type_line)
    found = _OTHERS_ENTER.match(text) or _OTHERS_ENTER_AS.match(text)
    if found is None:
        return None
    body = Body(Scene("static", page.chosen, granter(quotes, page)))
    sentence = f"Each {found[1]} is {found[2].rstrip('.')}"
    if body.read(sentence) != "read" or len(body.draft.effects) != 1:
        return None
    (effect,) = body.draft.effects
    if effect.as_long_as is not None:
        return None
    page.told.append(ReadSentence(sentence, "read"))
    return ReadAbility(paragraph, Ability(kind="as_enters", text=paragraph).changed(**vars(effect)), True)


_OTHERS_ENTER_AS = re.compile(
    r"^Each (other [\w ]+) enters with [^.]* and as (an? [\w ]+ in addition to its other types)\.?$"
)
_OTHERS_ENTER = re.compile(
    r"^As an?(?: |(?=other ))(?!opponent|player)((?:[^,.~](?!enters))+?) enters, it becomes (an? .+)$"
)


def _full_text(paragraph: str, page: Page) -> ReadAbility | None:
    """Read which object has the full text of another card (612.6)."""
    quotes = masked(paragraph)
    found = _FULL_TEXT.match(normalised(quotes.text, page.card.name, page.card.type_line))
    if found is None:
        return None
    top = Filter(type=found[2].capitalize(), owner="you", zone=found[1])
    form = Ability(
        text=paragraph,
        affects="this",
        as_long_as=Condition(count=top.changed(is_="top")),
        full_text_of=top,
        add_abilities=(granter(quotes, page)(0),) if found[3] else None,
    )
    page.told.append(ReadSentence(paragraph, "read"))
    return ReadAbility(paragraph, form, True)


_FULL_TEXT = re.compile(
    r"^As long as the top card of your (graveyard|library) is an? (creature|artifact|land|enchantment) card, "
    r"~ has the full text of (?:that card|the top \2 card in your \1)(?: and has (?:the text )?(⟦0⟧))?\.?$"
)


def _choice_of_being(paragraph: str, page: Page) -> ReadAbility | None:
    """Read the choices of an object as it enters, one effect a choice: they are parts of its copiable values."""
    quotes = masked(paragraph)
    found = _ENTERS_AS.match(normalised(quotes.text, page.card.name, page.card.type_line))
    if found is None:
        return None
    effects: list[Effect] = []
    options = _OPTION.split(found[1].rstrip("."))
    besides = _BESIDES.search(options[-1]) if not re.search(r"\d/\d", found[1]) else None
    for option in (one if besides is None or _BESIDES.search(one) else one + besides[0] for one in options):
        body = Body(Scene("triggered", page.chosen, granter(quotes, page), antecedent=Who("this")))
        size = _SIZE.match(option)
        outcome = body.read(f"~ has base power and toughness {option}" if size else f"~ becomes {option}")
        page.told.append(ReadSentence(f"~ becomes {option}", outcome))
        if outcome != "read" or len(body.draft.effects) != 1:
            return ReadAbility(paragraph, None, False, (paragraph,))
        effects.append(body.draft.effects[0])
    form = Ability(kind="as_enters", text=paragraph, chooses="mode", effects=tuple(effects))
    return ReadAbility(paragraph, form, not page.unread, tuple(page.unread))


_ENTERS_AS = re.compile(r"^As ~ enters(?: or is turned face up)?, it becomes your choice of (.+)$")
_BESIDES = re.compile(r" in addition to its other (?:creature )?types$")
"""Words said once for all types that may be chosen; of several sizes, only the last."""
_OPTION = re.compile(r", or |, | or (?=an? |\d+/\d+)")


def _structure(paragraph: str, page: Page) -> ReadAbility | None:
    """Read lines that only order the text: levels, classes, station symbols."""
    condition = band_condition(paragraph)
    if condition is not None:
        page.level = condition
        return ReadAbility(paragraph, None, True)
    size = band_size(paragraph, page.level) if page.level is not None else None
    if size is not None:
        power, toughness = size
        form = Ability(affects="this", as_long_as=page.level, set_power=power, set_toughness=toughness)
        return ReadAbility(paragraph, form, True)
    return None


def read_exception(text: str, card: CardContext) -> Exceptions | None:
    """Read the exceptions of a copy, like "it's a 1/1 Soldier creature in addition to its other types".

    Args:
        text: The words after "except"; the pronoun may be missing.
        card: The card that makes the copy.

    Returns:
        The exceptions; None where the words are not read completely.
    """
    page = Page(card, _chosen(text))
    quotes = masked(typeset(text.strip()))
    plain = normalised(quotes.text, card.name, card.type_line).strip().rstrip(".").rstrip(",")
    plain = re.sub(r"^not (?=[a-z]+\b)", "isn't ", re.sub(r"^,? ?except ", "", plain))
    with counted(len(text)):
        for start in ("except ", "except it's ", "except it's a ", "except it has "):
            try:
                terms = parse(start + plain, "exceptions")
                body = Body(Scene("static", page.chosen, granter(quotes, page)))
                found = body.lowering.exception(terms)
            except NotRead:
                continue
            return None if page.unread else found
    return None


def read_effects(text: str, card: CardContext | None = None) -> list[Effect] | None:
    """Read the effects of a spell or an ability, like "Target permanent becomes a land".

    Args:
        text: One or more sentences; a cost or a trigger may stand before them.
        card: The card that it is of, if any.

    Returns:
        The effects; None where a sentence that could matter is not read, or there is no effect.
    """
    found = read_resolution(text, card)
    if found is None:
        return None
    if found.effects is not None:
        return list(found.effects)
    return [Effect(**{name: value for name, value in vars(found).items() if hasattr(Effect, name)})]


def read_resolution(text: str, card: CardContext | None = None) -> Ability | None:
    """Read a resolving text as an ability: as `read_effects`, with the choices.

    Args:
        text: One or more sentences; a cost or a trigger may stand before them.
        card: The card that it is of, if any.

    Returns:
        The ability; None where a sentence that could matter is not read, or there is no effect.
    """
    given = card or CardContext("", "")
    page = Page(
        CardContext(given.name, given.type_line if given.is_spell else given.type_line + " Instant"), _chosen(text)
    )
    with counted(len(text)):
        form = ability_form(" ".join(paragraphs(typeset(text))), page)
    if (
        form is None
        or page.unread
        or form.kind not in RESOLVING
        or not form.given().keys() - {"kind", "text", "chooses"}
    ):
        return None
    return form
