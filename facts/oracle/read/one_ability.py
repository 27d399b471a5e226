"""One ability: its kind, its sentences and the abilities that it quotes, as an ability of the effect form."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from facts.effects.form import Ability, Condition, Effect
from facts.oracle.read.ability_body import Body
from facts.oracle.read.ability_kinds import LISTED, MODE, after_trigger, condition_passed_over, kind_of
from facts.oracle.read.counter_changes import counter_change
from facts.oracle.read.filter_clauses import EVERYWHERE_ELSE
from facts.oracle.read.normal_wording import Masked, masked, normalised, sentences
from facts.oracle.read.page import CardContext, Page, ReadAbility, ReadSentence
from facts.oracle.read.parts import NotRead, Who
from facts.oracle.read.relevance import relevant, suspicious
from facts.oracle.read.scene import RESOLVING, Scene
from facts.oracle.read.work_limit import used_up
from facts.words import keyword_of

_EMBLEM = re.compile(r"^[^.⟦]*\bgets? (?:an )?emblem with ⟦\d+⟧(?:,? and ⟦\d+⟧)*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"^(?:Until end of turn, )?(?:[Ii]t|They|The exiled card|[Tt]hat|[Tt]hose|Each of (?:them|those)|Put each|Then|"
    r"Put (?:an?|two|three|X) [^.]* on (?:it|that creature)|You gain control of (?:it|that|those)|"
    r"If (?:you do|it|the discarded)|For each [^,.]* this way|"
    r"(?:Untap|Exile|Sacrifice|Return) (?:it|them|that|those)|Create a token that's a copy of it)\b|"
    r"^Until end of turn, target .* becomes a copy of it\b"
)
"""A paragraph that goes on with the one before: files of cards break lines within an ability now and then."""
_FOR_A_TURN = re.compile(r"[^.⟦]*\b(?:get|gain|gets|gains|become|becomes|have|has)\b[^.⟦]* until end of turn\.?$")
"""What happens for a turn: no static ability says that, so it goes on with the ability before."""
_BEFORE_THE_GAME = re.compile(r"\bchoose a color before the game begins\b")
"""A choice that gives a card its values in every zone (604.3)."""
_IN_EVERY_ZONE = re.compile(r"In every zone, ")
_ROLLED = re.compile(r"^(?:\d+(?:[-–—]\d+| or \d+)?|\d+\+) (?:\||—) ")
WORDED = re.compile(r"^(Solved|Max speed|Exhaust|Boast|Forecast) — ")


def under_word(word: str, paragraph: str, page: Page) -> ReadAbility:
    """Read an ability after a keyword that says when it is there: ``Solved — ...``, ``Max speed — ...``."""
    form = ability_form(paragraph, page)
    if form is not None and form.kind == "triggered" and word == "Solved":
        form = _only_if(form, Condition(status="solved"))
        if form is None:
            return ReadAbility(paragraph, None, False, (*page.unread, paragraph))
    if form is not None and form.kind is None:
        if word == "Solved":
            form = _while(form, Condition(status="solved"))
            if form is None:
                return ReadAbility(paragraph, None, False, (*page.unread, paragraph))
        elif word == "Max speed":
            own = form.changed(text=paragraph[len("Max speed — ") :])
            form = levelled(own, Condition(told="you have max speed"))
    return ReadAbility(paragraph, form, not page.unread, tuple(page.unread))


def _while(form: Ability, condition: Condition) -> Ability | None:
    """Put a static ability under a condition (719.3c); None where it has one of that kind already."""
    own = [effect.as_long_as or Condition() for effect in form.effects or (form,)]
    if any(vars(condition).keys() & vars(one) for one in own) or form.cda:
        return None
    whole = [one.changed(**vars(condition)) for one in own]
    if form.effects is None:
        return form.changed(as_long_as=whole[0])
    done = zip(form.effects, whole, strict=True)
    return form.changed(effects=tuple(effect.changed(as_long_as=one) for effect, one in done))


def _only_if(form: Ability, condition: Condition) -> Ability | None:
    """Put a triggered ability under a condition (603.4, 719.3c); None where it has one of that kind already."""
    own = [effect.if_ or Condition() for effect in form.effects or (form,)]
    if any(vars(condition).keys() & vars(one) for one in own):
        return None
    whole = [one.changed(**vars(condition)) for one in own]
    if form.effects is None:
        return form.changed(if_=whole[0])
    return form.changed(effects=tuple(one.changed(if_=so) for one, so in zip(form.effects, whole, strict=True)))


def levelled(form: Ability | str, level: Condition) -> Ability:
    """Say that an object has an ability from a level on. Under a condition, it defines no characteristics (604.3a)."""
    given = form.changed(cda=None) if isinstance(form, Ability) else form
    return Ability(affects="this", as_long_as=level, add_abilities=(given,))


def keyword_text(text: str) -> str:
    """Return a keyword as an ability of its own: without a capital letter and a full stop."""
    return text[:1].lower() + text[1:].rstrip(".")


def ability_form(paragraph: str, page: Page) -> Ability | None:
    """Read one ability; unread sentences go to the page."""
    quotes = masked(paragraph)
    text = normalised(quotes.text, page.card.name, page.card.type_line).removeprefix("~: ")
    everywhere = _IN_EVERY_ZONE.match(text)
    if everywhere is not None:
        text = text[everywhere.end() :]
    instead = counter_change(text)
    if instead is not None:
        return instead.changed(text=paragraph)
    kind, body, antecedent, has_x = kind_of(text, page)
    if kind == "spell" and paragraph.startswith("This spell has "):
        kind, has_x = "static", False
    if kind == "static" and _CAST_SO.search(body):
        kind, antecedent = "triggered", Who("targets")
    if kind == "modes":
        return None
    if kind == "anchored":
        return _anchored(paragraph, body, quotes, page)
    printed, line = page.depth == 0, page.card.type_line
    scene = Scene(kind, page.chosen, granter(quotes, page), has_x, paragraph, printed, antecedent, type_line=line)
    goes_on, passed_over = False, ""
    if kind in ("static", "spell") and page.before is not None:
        rolled = _ROLLED.match(text)
        if rolled is not None or _GOES_ON.match(text) or (kind == "static" and _FOR_A_TURN.fullmatch(text)):
            before = page.before
            scene = replace(scene, kind=before.kind, has_x=before.has_x, antecedent=before.antecedent)
            kind, goes_on = scene.kind, True
            body = text[rolled.end() :] if rolled is not None else text
    if kind == "triggered" and antecedent is None and not goes_on and not MODE.match(text):
        whole, body = body, after_trigger(body, scene)
        passed_over = condition_passed_over(whole.removesuffix(body))
    if kind == "spell" and not goes_on and _further_of_spell(body, paragraph, quotes, page):
        form, page.spell_form = page.spell_form, None
        if page.spell_at != page.at:
            page.spell_form, form = form, None
        return form
    read = Body(scene)
    _sentences_of(read, body, quotes, page)
    if kind == "static" and read.draft.unread and not read.draft.effects and _RESOLVES.search(body):
        read, kind = _without_its_cost(read, body, quotes, page)
    if kind == "spell" and page.depth == 0 and not goes_on and not MODE.match(text):
        first = page.spell is None or not page.spell.draft.effects
        page.spell = deepcopy(read) if first and not read.draft.makes_token else None
        page.spell_at, page.spell_text = (page.at if read.draft.effects else None), paragraph
    read.joining.settle_groups()
    if passed_over and read.draft.effects and not read.draft.makes_token:
        read.draft.unread.append(passed_over)
    page.unread += [_plain(sentence, quotes, page.card.name) for sentence in read.draft.unread]
    if not LISTED.match(text) and not (goes_on and _ROLLED.match(text)):
        page.before = scene if kind in RESOLVING else None
    return _form(read, paragraph, kind, page)


_RESOLVES = re.compile(
    r"\b(?:[Tt]arget [\w-]+ (?:gets|gains|becomes)|[Tt]arget opponent whose turn it is|[Ii]f you do, )"
)
_CAST_SO = re.compile(
    r"\b[Yy]ou may [^.]*?\b(?:cast|play) [^.]*\. (?:If you do|(?:If|When) you cast an? [\w ]+? spell this way), "
    r"(?:it|that \w+) (?:gains|becomes|is|enters with [^.]* and is) "
)
"""What becomes of a spell that a static ability let a player cast: it lasts without that ability."""
_MAY_PLAY = re.compile(r"\bYou may (?:play|cast|have)\b|\byou may (?:play|cast)\b|\bwould\b")


def _without_its_cost(found: Body, body: str, quotes: Masked, page: Page) -> tuple[Body, str]:
    """Read effects that only resolving can make, in a text without cost, trigger or card: as of a triggered ability."""
    told = list(page.told)
    if _MAY_PLAY.search(body):
        return found, "static"
    trial = Body(replace(found.scene, kind="triggered"))
    _sentences_of(trial, body, quotes, page)
    if trial.draft.unread or not trial.draft.effects:
        page.told[:] = told
        return found, "static"
    page.told = [one for one in page.told if one not in told]
    return trial, "triggered"


def _anchored(paragraph: str, body: str, quotes: Masked, page: Page) -> Ability | None:
    """Read an ability after an anchor word: the object has it as long as that word was chosen (614.12b)."""
    word, dash, rest = LISTED.sub(r"\1", paragraph).partition(" — ")
    form = ability_form(rest, page) if dash and page.depth == 0 and any(map(relevant, sentences(body))) else None
    if form is None or form.kind is not None or page.unread:
        if form is not None:
            page.unread += [_plain(one, quotes, page.card.name) for one in sentences(body) if suspicious(one)]
        return None
    return levelled(form, Condition(told=f"{word} was chosen"))


def _further_of_spell(body: str, paragraph: str, quotes: Masked, page: Page) -> bool:
    """Read a further paragraph of an instant or sorcery as a continuation of those before.

    Returns:
        Whether it can be read so, and does something.
    """
    if page.spell is None or page.depth or MODE.match(paragraph) or not relevant(body):
        return False
    trial, told = deepcopy(page.spell), len(page.told)
    text = f"{page.spell_text}\n{paragraph}" if page.spell_at is not None else paragraph
    trial.scene.text, trial.scene.grant = text, granter(quotes, page)
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


def _sentences_of(read: Body, body: str, quotes: Masked, page: Page) -> None:
    """Read the sentences of an ability, one by one."""
    scene, parts = read.scene, sentences(body)
    alone = scene.kind != "spell" or page.alone or MODE.match(body) is not None
    read.joining.only_sentence = len(parts) == 1 and not read.draft.effects and alone
    for number, sentence in enumerate(parts):
        emblem = _GIVES_EMBLEM.search(sentence)
        if emblem is not None and any(map(_matters, quotes.quotes)):
            granted = tuple(scene.grant(int(one)) for one in re.findall(r"\d+", emblem["abilities"]))
            whose = _WHO_GETS_IT.get(emblem["who"].lower())
            read.draft.effects.append(Effect(affects="this", emblem=granted, emblem_for=whose))
            page.told.append(ReadSentence(sentence, "read"))
            continue
        outcome = read.read(sentence)
        if outcome == "unread" and _EMBLEM.match(sentence) and not any(map(_matters, quotes.quotes)):
            read.draft.unread.pop()
            outcome = "passed over"  # like a token, an emblem is an object of its own, which a board describes
        page.told.append(ReadSentence(sentence, outcome))
        read.joining.earlier += f"{sentence}. "
        if number == 0:
            read.joining.hang_on_first(sentence)


_GIVES_EMBLEM = re.compile(
    r"^(?P<who>you get|target (?:player|opponent) gets|each opponent gets) (?:an )?emblem with "
    r"(?P<abilities>⟦\d+⟧(?: and ⟦\d+⟧)*)\.*$",
    re.IGNORECASE,
)
_WHO_GETS_IT = {
    "target player gets": "player",
    "target opponent gets": "opponent",
    "each opponent gets": "each_opponent",
}
"""The word of the effect form for the player who gets an emblem; none for "you get"."""


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


def _form(read: Body, paragraph: str, kind: str, page: Page) -> Ability | None:
    """Return an ability that was read; None where it has no effect and makes no choice."""
    draft = read.draft
    if not draft.effects and (not draft.chooses or not draft.enters):
        return None
    kind = "as_enters" if draft.enters else kind
    works_in: tuple[str, ...] | None = None
    if draft.works_in:
        works_in = tuple(draft.works_in)
    elif kind == "static" and not draft.cda and (_THIS_SPELL.match(paragraph) or page.card.is_spell):
        works_in = tuple(EVERYWHERE_ELSE)
    elif kind == "static" and [_gives_itself(effect) for effect in draft.effects] == [("flash",)]:
        works_in = (*EVERYWHERE_ELSE, "battlefield")  # where it could be cast, too (113.6)
    everywhere = _BEFORE_THE_GAME.search(paragraph) or _IN_EVERY_ZONE.match(paragraph)
    form = Ability(
        kind=kind if kind != "static" else None,
        text=paragraph,
        works_in=works_in,
        cda=True if draft.cda or (kind == "static" and everywhere) else None,
        chooses=(draft.chooses[0] if len(draft.chooses) == 1 else tuple(draft.chooses)) if draft.chooses else None,
        makes_token=True if draft.makes_token else None,
    )
    if len(draft.effects) == 1:
        return form.changed(**vars(draft.effects[0]))
    return form.changed(effects=tuple(draft.effects)) if draft.effects else form


_THIS_SPELL = re.compile(r"^(?:[A-Z][\w' -]{2,30} — )?This spell ")


def _gives_itself(effect: Effect) -> tuple[str | Ability, ...] | None:
    """Return the abilities that an effect gives its own object, if it does nothing else."""
    alone = effect.affects == "this" and not effect.given().keys() - {"affects", "as_long_as", "add_abilities"}
    return effect.add_abilities if alone else None


def granter(quotes: Masked, page: Page) -> Callable[..., str | Ability]:
    """Return a function that reads quoted abilities."""

    def grant(number: int, own: bool = False) -> str | Ability:
        text = _requoted(quotes.quotes[number].strip())
        if text.endswith(","):
            text = text[:-1] + "."
        if keyword_of(text):
            return keyword_text(text)
        if text[-1:].isalnum() or text.endswith("}"):
            text += "."  # the sentence around it goes on
        if page.depth > 2:
            raise NotRead("quotes in quotes")
        if used_up():
            raise NotRead("too many steps")
        card = CardContext(page.card.name, page.card.type_line.replace("Instant", "").replace("Sorcery", ""))
        inner = Page(card if own else CardContext("", ""), page.chosen, depth=page.depth + 1)
        worded = WORDED.match(text)
        form = ability_form(text, inner) if worded is None else under_word(worded[1], text, inner).form
        page.unread += inner.unread
        page.told += inner.told
        return form if form is not None else text

    return grant
