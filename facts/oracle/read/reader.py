"""The text of a card, ability by ability."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from facts.cards.keywords import keyword_of, new_keyword
from facts.cards.rules_text_paragraphs import paragraphs
from facts.oracle.read.ability_body import Body, Outcome
from facts.oracle.read.antecedents import EVENT, trigger_who
from facts.oracle.read.bands import band_condition, band_size
from facts.oracle.read.normal_wording import Masked, masked, normalised, sentences, typeset
from facts.oracle.read.noun_phrases import EVERYWHERE_ELSE
from facts.oracle.read.parts import Form, NotRead, Who
from facts.oracle.read.references import INNER_TRIGGER
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.scene import RESOLVING, Scene
from facts.oracle.read.sentences import parse
from facts.oracle.read.work_limit import counted, used_up


@dataclass(frozen=True)
class CardContext:
    """The facts about a card that its text needs to be read.

    Attributes:
        name: The name of the card or face.
        type_line: Its type line.
    """

    name: str
    type_line: str = ""

    @property
    def is_spell(self) -> bool:
        """True if the card is an instant or a sorcery: its text takes effect as it resolves."""
        return "Instant" in self.type_line or "Sorcery" in self.type_line


@dataclass(frozen=True)
class ReadSentence:
    """One sentence of an ability, or of one that it grants.

    Attributes:
        text: The sentence in today's wording, with ``~`` for the card and ``⟦0⟧`` for a quoted ability.
        outcome: Its result.
    """

    text: str
    outcome: Outcome


@dataclass(frozen=True)
class ReadAbility:
    """One ability as read.

    Attributes:
        text: Its text without reminder text.
        form: The ability in the effect form; None where none of it is modelled.
        modelled: Whether all it says of characteristics is in the form, or it says nothing of them.
        unread: Sentences that were not read and could touch characteristics.
        sentences: Its sentences, with those of abilities that it grants.
        goes_on_with: The place of the ability that this paragraph is a part of, whose form says what both do: an
            instant or sorcery does what its paragraphs say in order (608.2c).
    """

    text: str
    form: Form | None
    modelled: bool
    unread: tuple[str, ...] = ()
    sentences: tuple[ReadSentence, ...] = ()
    goes_on_with: int | None = None


@dataclass
class _Page:
    """The state that carries over from one paragraph of a card to the next.

    Attributes:
        card: The card.
        chosen: The choices that the card makes.
        modes: The kind of the ability whose modes follow; None outside of modes.
        mode_antecedent: Whom "it" stands for in them.
        mode_x: X is known in them.
        before: The context of the sentences of the paragraph before.
        level: The condition of the level that follows.
        unread: The unread part of the paragraph.
        told: The results of its sentences.
        at: The place of the paragraph.
        spell: The effects of a spell's paragraphs so far.
        spell_at: The place of the first of them that does something.
        spell_text: Those of them that do something.
        spell_form: Their effects, if the paragraph added to them.
    """

    card: CardContext
    chosen: frozenset[str] = frozenset()
    modes: str | None = None
    mode_antecedent: Who | None = None
    mode_x: bool = False
    before: Scene | None = None
    level: Form | None = None
    depth: int = 0
    unread: list[str] = field(default_factory=list)
    told: list[ReadSentence] = field(default_factory=list)
    at: int = 0
    spell: Body | None = None
    spell_at: int | None = None
    spell_text: str = ""
    spell_form: Form | None = None


_CHOICES = re.compile(
    r"\b(?:choose|chooses|names?) (?:an? |two )?(creature type|basic land types?|nonbasic land type|land type|"
    r"card type|color|"
    r"(?:nonland |nonbasic land |creature |land |artifact )?card name|number|player|opponent)",
    re.IGNORECASE,
)
_ENCHANTS_PLAYER = re.compile(r"^Enchant (?:player|opponent)\b", re.MULTILINE)
_CHAPTER = re.compile(
    r"^(?:I|II|III|IV|V|VI|VII)(?:, (?:I|II|III|IV|V|VI|VII))* ?[—-] (?:[A-Z][\w'’!,/ -]{1,40} — (?=[A-Z~]))?"
)
_WORD = re.compile(
    r"^(?!Choose|Up to|•|\+)(?:[A-Z .!?]{4,40}?|(?:\d[\d,]* )?[A-Z~][\w'’~,!?:& -]{1,40}?)"
    r"(?: ?[—–] ?(?=[A-Z~{\"⟦•+-]|\d)| - (?=When|At|As|[{~]))"
)
_COSTED_WORD = re.compile(
    r"^(?:Boast|Channel|Forecast|Exhaust|Max speed|Waterbend|Power-up|Cohort|Metalcraft|Threshold) — "
)
_LOYALTY = re.compile(r"^\[?[+-]?(?:\d+|X)\]?: ")
_COST = re.compile(r"^([^.⟦]*?):(?: |$)")
_COST_BEFORE_COMMA = re.compile(
    r"^((?:\{[^}]+\})+(?:, (?:\{[^}]+\}|(?:Discard|Sacrifice) [^,;:.⟦]+))*)[,;] (?=(?:Target|Put) )"
)
"""A cost, where a text that was copied by hand lacks the colon after it."""
_COST_WORDS = re.compile(
    r"\{|^(?:[\dWUBRGCX]+$|Sacrifice|Discard|Pay|Tap|Untap|Exile|Remove|Return|Put|Reveal|Collect|Mill|Waterbend|"
    r"Forage|Behold|Exert|Unattach|Blight|An opponent)",
)
_ITS_COLORS = re.compile(r"^~ is (?:colorless|all colors|every creature type)\.?$|^~ has \w+ (?:as long as|if) ")
"""A sentence of an instant or sorcery about itself, which is no effect of its resolution (604.3, 113.6)."""
_AS_IT_ATTACKS = re.compile(r"^You may exert ~ as (?:it|he|she) attacks\. When you do, ")
"""An optional cost to attack, with the ability that triggers when it is paid."""
_TRIGGER = re.compile(r"^(?:When|Whenever|At) ")
_MODES = re.compile(
    r"(?:^|, |: |— |\. |\bmay )choose (?:one|two|three|four|five|six|any number|up to \w+|X|both|all)\b"
    r"(?:[^.]*—|.*\bmodes?\b[^.]*\.?|(?: or (?:more|both))?\. If [^.]*\bchoose [^.]*\.)$",
    re.IGNORECASE,
)
_MODE = re.compile(r"^(?:•|\+ ?\{[^—]*—|\+(?=\s)) ?")
_MODE_NAME = re.compile(r"^(?:[\w'’,!&. -]{1,40} — )?(?:(?:\{[^}]+\})+ — )?")
_EMBLEM = re.compile(r"^[^.⟦]*\bgets? (?:an )?emblem with ⟦\d+⟧(?:,? and ⟦\d+⟧)*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^(?:Until end of turn, )?(?:It|They|[Tt]hat|[Tt]hose|Each of (?:them|those)|Put each|Then|"
    r"If (?:you do|it|the discarded)|For each [^,.]* this way|"
    r"(?:Untap|Exile|Sacrifice|Return) (?:it|them|that|those)|Create a token that's a copy of it)\b|"
    r"^Until end of turn, target .* becomes a copy of it\b"
)
"""A paragraph that goes on with the one before: files of cards break lines within an ability now and then."""
_BEFORE_THE_GAME = re.compile(r"\bchoose a color before the game begins\b")
"""A choice by which a card is what it is wherever it is (604.3)."""
_ROLLED = re.compile(r"^(?:\d+(?:[-–—]\d+)?|\d+\+) (?:\||—) ")
_LISTED = re.compile(r"^• +([A-Z][\w'’ -]{1,30} — )?")
_SIZE = re.compile(r"^(\d+)/(\d+)$")
_WORDED = re.compile(r"^(Solved|Max speed|Exhaust|Boast|Forecast) — ")


def read_text(text: str, card: CardContext) -> list[ReadAbility]:
    """Read the rules text of a card or face.

    Args:
        text: The text as printed, with reminder text.
        card: The context of the card.

    Returns:
        One entry an ability, in printed order, as `facts.cards.rules_text_paragraphs.paragraphs` splits them.
    """
    text = typeset(text)
    page = _Page(card, _chosen(text))
    found: list[ReadAbility] = []
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


def _explained(keyword: str, text: str, card: CardContext) -> bool:
    """Tell whether reminder text shows that a keyword which no list has says nothing of what an object is."""
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
    return frozenset(found)


_AND_A_PLAYER = re.compile(r"\bchoose a color and an? (?:player|opponent)\b")


def _paragraph(paragraph: str, page: _Page) -> ReadAbility:
    """Read one paragraph."""
    page.unread, page.told = [], []
    with counted(len(paragraph)):
        return replace(_read_paragraph(paragraph, page), sentences=tuple(page.told))


def _read_paragraph(paragraph: str, page: _Page) -> ReadAbility:
    special = _structure(paragraph, page) or _choice_of_being(paragraph, page) or _full_text(paragraph, page)
    special = special or _others_enter(paragraph, page)
    if special is not None:
        return special
    if paragraph.startswith("To solve — "):
        return ReadAbility(paragraph, None, True)  # it says when a Case is solved, and nothing of what anything is
    worded = _WORDED.match(paragraph)
    if worded is not None:
        return _under(worded[1], paragraph, page)
    if keyword_of(paragraph) and band_condition(paragraph) is None and not _goes_on(paragraph):
        if keyword_of(paragraph) in ("spree", "tiered"):
            page.modes, page.mode_antecedent = "spell", None
        if page.level is None:
            return ReadAbility(paragraph, None, True)
        form: Form = {"affects": "this", "as_long_as": page.level, "add_abilities": [_keyword(paragraph)]}
        return ReadAbility(paragraph, form, True)
    if page.level is not None and new_keyword(paragraph):
        return ReadAbility(paragraph, _levelled(_keyword(paragraph), page.level), True)
    form_or_none = _ability(paragraph, page)
    if page.level is not None and form_or_none is not None:
        form_or_none = _levelled(form_or_none, page.level)
    return ReadAbility(paragraph, form_or_none, not page.unread, tuple(page.unread))


def _goes_on(paragraph: str) -> bool:
    """Tell whether sentences that could say what an object is stand behind a keyword in its paragraph."""
    return any(relevant(one) for one in sentences(masked(paragraph).text)[1:])


def _under(word: str, paragraph: str, page: _Page) -> ReadAbility:
    """Read an ability after a keyword that says when it is there: ``Solved — ...``, ``Max speed — ...``."""
    form = _ability(paragraph, page)
    if form is not None and form.get("kind") is None:
        if word == "Solved":
            form = _while(form, {"status": "solved"})
            if form is None:
                return ReadAbility(paragraph, None, False, (*page.unread, paragraph))
        elif word == "Max speed":
            form = _levelled({**form, "text": paragraph[len("Max speed — ") :]}, {"told": "you have max speed"})
    return ReadAbility(paragraph, form, not page.unread, tuple(page.unread))


def _while(form: Form, condition: Form) -> Form | None:
    """Put a static ability under a condition (719.3c); None where it has one of that kind already."""
    effects = form.get("effects") or [form]
    if any(set(condition) & set(effect.get("as_long_as") or {}) for effect in effects) or form.get("cda"):
        return None
    done = [{**effect, "as_long_as": {**(effect.get("as_long_as") or {}), **condition}} for effect in effects]
    return {**form, "effects": done} if "effects" in form else done[0]


def _levelled(form: Form | str, level: Form) -> Form:
    """Say that an ability is there from a level on; on a condition, it defines no characteristics (604.3a)."""
    given = {key: value for key, value in form.items() if key != "cda"} if isinstance(form, dict) else form
    return {"affects": "this", "as_long_as": level, "add_abilities": [given]}


def _keyword(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(".")


def _others_enter(paragraph: str, page: _Page) -> ReadAbility | None:
    """Read what becomes of other permanents as they enter (614.12)."""
    quotes = masked(paragraph)
    text = normalised(quotes.text, page.card.name, page.card.type_line)
    found = _OTHERS_ENTER.match(text) or _OTHERS_ENTER_AS.match(text)
    if found is None:
        return None
    body = Body(Scene("static", page.chosen, _granter(quotes, page)))
    sentence = f"Each {found[1]} is {found[2].rstrip('.')}"
    if body.read(sentence) != "read" or len(body.draft.effects) != 1 or "as_long_as" in body.draft.effects[0]:
        return None
    page.told.append(ReadSentence(sentence, "read"))
    return ReadAbility(paragraph, {"kind": "as_enters", "text": paragraph, **body.draft.effects[0]}, True)


_OTHERS_ENTER_AS = re.compile(
    r"^Each (other [\w ]+) enters with [^.]* and as (an? [\w ]+ in addition to its other types)\.?$"
)
_OTHERS_ENTER = re.compile(r"^As an? (?!opponent|player)((?:[^,.~](?!enters))+?) enters, it becomes (an? .+)$")


def _full_text(paragraph: str, page: _Page) -> ReadAbility | None:
    """Read what has the full text of another card (612.6)."""
    quotes = masked(paragraph)
    found = _FULL_TEXT.match(normalised(quotes.text, page.card.name, page.card.type_line))
    if found is None:
        return None
    top: Form = {"type": found[2].capitalize(), "owner": "you", "zone": found[1]}
    added = [_granter(quotes, page)(0)] if found[3] else []
    form: Form = {
        "text": paragraph,
        "affects": "this",
        "as_long_as": {"count": {**top, "is": "top"}},
        "full_text_of": top,
    }
    if added:
        form["add_abilities"] = added
    page.told.append(ReadSentence(paragraph, "read"))
    return ReadAbility(paragraph, form, True)


_FULL_TEXT = re.compile(
    r"^As long as the top card of your (graveyard|library) is an? (creature|artifact|land|enchantment) card, "
    r"~ has the full text of that card(?: and has the text (⟦0⟧))?\.?$"
)


def _choice_of_being(paragraph: str, page: _Page) -> ReadAbility | None:
    """Read what an object may become as it enters, one effect a choice: they are parts of its copiable values."""
    quotes = masked(paragraph)
    found = _ENTERS_AS.match(normalised(quotes.text, page.card.name, page.card.type_line))
    if found is None:
        return None
    effects: list[Form] = []
    options = _OPTION.split(found[1].rstrip("."))
    besides = _BESIDES.search(options[-1]) if not re.search(r"\d/\d", found[1]) else None
    for option in (one if besides is None or _BESIDES.search(one) else one + besides[0] for one in options):
        body = Body(Scene("triggered", page.chosen, _granter(quotes, page), antecedent=Who("this")))
        size = _SIZE.match(option)
        outcome = body.read(f"~ has base power and toughness {option}" if size else f"~ becomes {option}")
        page.told.append(ReadSentence(f"~ becomes {option}", outcome))
        if outcome != "read" or len(body.draft.effects) != 1:
            return ReadAbility(paragraph, None, False, (paragraph,))
        effects.append(body.draft.effects[0])
    form: Form = {"kind": "as_enters", "text": paragraph, "chooses": "mode", "effects": effects}
    return ReadAbility(paragraph, form, not page.unread, tuple(page.unread))


_ENTERS_AS = re.compile(r"^As ~ enters(?: or is turned face up)?, it becomes your choice of (.+)$")
_BESIDES = re.compile(r" in addition to its other (?:creature )?types$")
"""Words said once for all types that may be chosen; of several sizes, only the last."""
_OPTION = re.compile(r", or |, | or (?=an? |\d+/\d+)")


def _structure(paragraph: str, page: _Page) -> ReadAbility | None:
    """Read what only orders the text: levels, classes, station symbols."""
    condition = band_condition(paragraph)
    if condition is not None:
        page.level = condition
        return ReadAbility(paragraph, None, True)
    stats = band_size(paragraph, page.level) if page.level is not None else None
    if stats is not None:
        return ReadAbility(paragraph, {"affects": "this", "as_long_as": page.level, **stats}, True)
    return None


# ------------------------------------------------------------------------------------------- one ability


def _ability(paragraph: str, page: _Page) -> Form | None:
    """Read one ability; what is not read goes to the page."""
    quotes = masked(paragraph)
    text = normalised(quotes.text, page.card.name, page.card.type_line).removeprefix("~: ")
    kind, body, antecedent, has_x = _kind(text, page)
    if kind == "spell" and paragraph.startswith("This spell has "):
        kind, has_x = "static", False
    if kind == "modes":
        return None
    if kind == "anchored":
        page.unread += [_plain(one, quotes, page.card.name) for one in sentences(body) if suspicious(one)]
        return None
    line = page.card.type_line
    scene = Scene(kind, page.chosen, _granter(quotes, page), has_x, paragraph, page.depth == 0, antecedent, line)
    goes_on = False
    if kind in ("static", "spell") and page.before is not None:
        rolled = _ROLLED.match(text)
        if rolled is not None or _GOES_ON.match(text):
            before = page.before
            scene = replace(scene, kind=before.kind, has_x=before.has_x, antecedent=before.antecedent)
            kind, goes_on = scene.kind, True
            body = text[rolled.end() :] if rolled is not None else text
    if kind == "triggered" and antecedent is None and not goes_on:
        body = _after_trigger(body, scene)
    if kind == "spell" and not goes_on and _further_of_spell(body, paragraph, quotes, page):
        form, page.spell_form = page.spell_form, None
        if page.spell_at != page.at:
            page.spell_form, form = form, None
        return form
    read = Body(scene)
    _sentences_of(read, body, quotes, page)
    if kind == "spell" and page.depth == 0 and not goes_on and not _MODE.match(text):
        first = page.spell is None or not page.spell.draft.effects
        page.spell = deepcopy(read) if first and not read.draft.makes_token else None
        page.spell_at, page.spell_text = (page.at if read.draft.effects else None), paragraph
    read.joining.settle_groups()
    page.unread += [_plain(sentence, quotes, page.card.name) for sentence in read.draft.unread]
    if not _LISTED.match(text):
        page.before = scene if kind in RESOLVING else None
    return _form(read, paragraph, kind, page)


def _further_of_spell(body: str, paragraph: str, quotes: Masked, page: _Page) -> bool:
    """Read a further paragraph of an instant or sorcery as the ones before go on in it.

    Returns:
        Whether it could be read so, and does something.
    """
    if page.spell is None or page.depth or _MODE.match(paragraph) or not relevant(body):
        return False
    trial, told = deepcopy(page.spell), len(page.told)
    text = f"{page.spell_text}\n{paragraph}" if page.spell_at is not None else paragraph
    trial.scene.text, trial.scene.grant = text, _granter(quotes, page)
    unread = len(trial.draft.unread)
    _sentences_of(trial, body, quotes, page)
    if (
        len(trial.draft.unread) > unread
        or page.unread
        or trial.draft.effects == page.spell.draft.effects
        or trial.draft.makes_token
        or "mode" in trial.draft.chooses
    ):
        del page.told[told:]
        page.unread = []
        return False
    page.spell, page.spell_text = deepcopy(trial), text
    trial.joining.settle_groups()
    if page.spell_at is None:
        page.spell_at = page.at
    page.spell_form = _form(trial, text, "spell", page)
    return True


def _sentences_of(read: Body, body: str, quotes: Masked, page: _Page) -> None:
    """Read the sentences of an ability, one by one."""
    scene = read.scene
    for number, sentence in enumerate(sentences(body)):
        emblem = _GIVES_EMBLEM.search(sentence)
        if emblem is not None and any(map(_matters, quotes.quotes)):
            read.draft.effects.append(
                {"affects": "this", "emblem": [scene.grant(int(one)) for one in re.findall(r"\d+", emblem[1])]}
            )
            page.told.append(ReadSentence(sentence, "read"))
            continue
        outcome = read.read(sentence)
        if outcome == "unread" and _EMBLEM.match(sentence):
            read.draft.unread.pop()
            outcome = "passed over"  # like a token, an emblem is an object of its own, which a board describes
        page.told.append(ReadSentence(sentence, outcome))
        if number == 0:
            read.joining.hang_on_first(sentence)


_GIVES_EMBLEM = re.compile(
    r"^(?:you get|target (?:player|opponent) gets|each opponent gets) an emblem with (⟦\d+⟧(?: and ⟦\d+⟧)*)\.*$",
    re.IGNORECASE,
)


def _matters(quote: str) -> bool:
    return suspicious(normalised(masked(_requoted(quote)).text, "", ""))


def _requoted(quote: str) -> str:
    """Give an ability that is quoted within a quote the signs of one that is quoted."""
    return _INNER_QUOTE.sub(r'\1 "\2"', quote)


_INNER_QUOTE = re.compile(r"\b(have|has|gains?|with|and) ['‘]([^'’]+(?:['’]\w[^'’]*)*[.!}\w])['’](?=\W|$)")


def _plain(sentence: str, quotes: Masked, name: str) -> str:
    """Return a sentence in the words of the card: with its name and its quotes."""
    text = sentence.replace(" 's ", "'s ").replace("⟪", "").replace("⟫", "").replace("~", name or "this")
    text = re.sub(r"⟦(\d+)⟧", lambda match: f'"{quotes.quotes[int(match[1])]}"', text)
    return text if text.endswith('."') else text + "."


def _form(read: Body, paragraph: str, kind: str, page: _Page) -> Form | None:
    if not read.draft.effects and not read.draft.chooses:
        return None
    if read.draft.chooses and not read.draft.effects and not read.draft.enters:
        return None
    form: Form = {}
    kind = "as_enters" if read.draft.enters else kind
    if kind != "static":
        form["kind"] = kind
    form["text"] = paragraph
    if read.draft.works_in:
        form["works_in"] = read.draft.works_in
    elif kind == "static" and not read.draft.cda and (_THIS_SPELL.match(paragraph) or page.card.is_spell):
        form["works_in"] = list(EVERYWHERE_ELSE)
    elif kind == "static" and [_gives_itself(effect) for effect in read.draft.effects] == [["flash"]]:
        form["works_in"] = [*EVERYWHERE_ELSE, "battlefield"]  # where it could be cast, too (113.6)
    if read.draft.cda or (kind == "static" and _BEFORE_THE_GAME.search(paragraph)):
        form["cda"] = True
    if read.draft.chooses:
        form["chooses"] = read.draft.chooses[0] if len(read.draft.chooses) == 1 else read.draft.chooses
    if read.draft.makes_token:
        form["makes_token"] = True
    if len(read.draft.effects) == 1:
        form.update(read.draft.effects[0])
    elif read.draft.effects:
        form["effects"] = read.draft.effects
    return form


_THIS_SPELL = re.compile(r"^(?:[A-Z][\w' -]{2,30} — )?This spell ")


def _gives_itself(effect: Form) -> Any:
    """Return the abilities that an effect gives its own object, if it does nothing else."""
    alone = effect["affects"] == "this" and not set(effect) - {"affects", "as_long_as", "add_abilities"}
    return effect.get("add_abilities") if alone else None


def _granter(quotes: Masked, page: _Page) -> Any:
    """Return a function that reads quoted abilities."""

    def grant(number: int, own: bool = False) -> Any:
        text = _requoted(quotes.quotes[number].strip())
        if text.endswith(","):
            text = text[:-1] + "."
        if keyword_of(text):
            return _keyword(text)
        if text[-1:].isalnum() or text.endswith("}"):
            text += "."  # the sentence around it goes on
        if page.depth > 2:
            raise NotRead("quotes in quotes")
        if used_up():
            raise NotRead("too many steps")
        card = CardContext(page.card.name, page.card.type_line.replace("Instant", "").replace("Sorcery", ""))
        inner = _Page(card if own else CardContext("", ""), page.chosen, depth=page.depth + 1)
        worded = _WORDED.match(text)
        form = _ability(text, inner) if worded is None else _under(worded[1], text, inner).form
        page.unread += inner.unread
        page.told += inner.told
        return form if form is not None else text

    return grant


def _kind(text: str, page: _Page) -> tuple[str, str, Who | None, bool]:
    """Tell what kind an ability is of, and what it does apart from cost and trigger.

    Returns:
        The kind, the body, whom "it" stands for in it, and whether X is known.
    """
    mode = _MODE.match(text)
    if mode is not None and page.modes is not None:
        body = text[mode.end() :]
        named = _MODE_NAME.match(body)
        body = body[named.end() :] if named else body
        return page.modes, body, _copy(page.mode_antecedent), page.mode_x or "{X}" in text
    listed = _LISTED.match(text)
    if listed is not None:
        return _of_list(text[listed.end() :], page, bool(listed[1]))
    word = _WORD.match(text)
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


def _of_list(text: str, page: _Page, anchor: bool) -> tuple[str, str, Who | None, bool]:
    """Read an entry of a list: an effect of the ability before, or an ability that depends on a chosen word."""
    if page.before is not None and not anchor:
        return page.before.kind, text, _copy(page.before.antecedent), page.before.has_x
    kind, body, who, has_x = _costed(text, page)
    return ("anchored" if kind == "static" else kind), body, who, has_x


def _copy(who: Who | None) -> Who | None:
    return Who(who.kind, who.clauses, who.word) if who else None


def _costed(text: str, page: _Page) -> tuple[str, str, Who | None, bool]:
    loyalty = _LOYALTY.match(text)
    if loyalty is not None:
        kind = "loyalty" if loyalty[0][0] in "+-[0" or "Planeswalker" in page.card.type_line else "activated"
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


def _after_trigger(text: str, scene: Scene) -> str:
    """Return what a triggered ability does; the comma that ends the trigger is found by trying."""
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
                scene.kind, scene.chosen, lambda number, own=False: "", scene.has_x, "", False, _copy(scene.antecedent)
            )
        )
        trial.read(rest)
        if trial.draft.effects and not trial.draft.unread:
            inner = INNER_TRIGGER.search(first[commas[0].end() : comma.end()])
            if inner is not None:
                scene.antecedent = trigger_who(inner[1])
            return text[comma.end() :]
    return text[commas[0].end() :] if commas else text


# ------------------------------------------------------------------------------------- parts of boards


def read_exception(text: str, card: CardContext) -> Form | None:
    """Read what a copy has instead, like "it's a 1/1 Soldier creature in addition to its other types".

    Args:
        text: The words after "except"; the pronoun may be missing.
        card: The card that makes the copy.

    Returns:
        Operations of the effect form; None where the words are not read completely.
    """
    page = _Page(card, _chosen(text))
    quotes = masked(typeset(text.strip()))
    plain = normalised(quotes.text, card.name, card.type_line).strip().rstrip(".").rstrip(",")
    plain = re.sub(r"^not (?=[a-z]+\b)", "isn't ", re.sub(r"^,? ?except ", "", plain))
    with counted(len(text)):
        for start in ("except ", "except it's ", "except it's a ", "except it has "):
            try:
                terms = parse(start + plain, "exceptions")
                body = Body(Scene("static", page.chosen, _granter(quotes, page)))
                found: Form | None = body.lowering.exception(terms)
            except NotRead:
                continue
            return None if page.unread else found
    return None


def read_effects(text: str, card: CardContext | None = None) -> list[Form] | None:
    """Read the effects of a spell or an ability, like "Target permanent becomes a land".

    Args:
        text: One or more sentences; a cost or a trigger may stand before them.
        card: The card that it is of, if any.

    Returns:
        Effects in the effect form; None where a sentence that could matter is not read, or there is no effect.
    """
    found = read_resolution(text, card)
    if found is None:
        return None
    effects = found.get("effects")
    if effects is not None:
        return list(effects)
    return [{key: value for key, value in found.items() if key not in ("kind", "text", "chooses", "makes_token")}]


def read_resolution(text: str, card: CardContext | None = None) -> Form | None:
    """Read what resolves as an ability in the effect form: as `read_effects`, with what is chosen.

    Args:
        text: One or more sentences; a cost or a trigger may stand before them.
        card: The card that it is of, if any.

    Returns:
        The ability; None where a sentence that could matter is not read, or there is no effect.
    """
    given = card or CardContext("", "")
    page = _Page(
        CardContext(given.name, given.type_line if given.is_spell else given.type_line + " Instant"), _chosen(text)
    )
    with counted(len(text)):
        form = _ability(" ".join(paragraphs(typeset(text))), page)
    if (
        form is None
        or page.unread
        or str(form.get("kind")) not in RESOLVING
        or not set(form) - {"kind", "text", "chooses"}
    ):
        return None
    return form
