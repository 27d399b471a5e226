"""Sentences that are read as a whole: they need several effects, which their clauses do not show."""

from __future__ import annotations

import re
from collections.abc import Callable

from facts.effects.form import AmountOf, Chosen, Condition, CopyTerms, Effect, Filter, TargetsOf
from facts.oracle.read.amount_forms import sized
from facts.oracle.read.parts import NotRead
from facts.oracle.read.scene import RESOLVING, Draft, Scene
from facts.words import CARD_TYPES, keyword_of


def read_whole(sentence: str, scene: Scene, draft: Draft) -> bool:
    """Read a sentence that is one of a few wordings.

    Args:
        sentence: A normalised sentence.
        scene: The context of its ability.
        draft: The effects of the ability so far; effects and choices are added.

    Returns:
        Whether it is one of them.

    Raises:
        NotRead: It is one of them, and stands beside effects that it would be mistaken for.
    """
    for pattern, read in _WORDINGS:
        found = pattern.fullmatch(sentence)
        if found is not None:
            read(found, scene, draft)
            return True
    return False


def _shares_with_host(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "creatures that share a color with equipped creature get +1/+1".

    The equipped creature shares its own colors and creature types, if it has any.
    """
    if scene.kind in RESOLVING or draft.effects:
        raise NotRead("what shares it with its host, besides other effects")
    power, toughness = sized(found["bonus"])
    if not isinstance(power, int) or not isinstance(toughness, int):
        raise NotRead("X for what it shares")
    bonus = {key: value for key, value in (("add_power", power), ("add_toughness", toughness)) if value}
    kind = "color" if found["quality"] == "color" else "creature_type"
    creatures = Filter(type="Creature", controller="you" if found["whose"] else None)
    counted = AmountOf(count=Filter(attached_to_this=True), sharing=kind)
    draft.effects.append(Effect(affects=creatures).changed(**_times_each(counted, bonus)))
    host = creatures.changed(attached_to_this=True)
    if kind == "color":
        draft.effects.append(Effect(affects=host.changed(not_=Filter(colors="colorless"))).changed(**bonus))
    else:
        one = AmountOf(creature_types="affected", at_most=1)
        draft.effects.append(Effect(affects=host).changed(**_times_each(one, bonus)))


def _times_each(amount: AmountOf, bonus: dict[str, int]) -> dict[str, AmountOf]:
    """Return an amount multiplied by each number of a bonus, for power and for toughness."""
    return {key: amount.changed(times=value) if value != 1 else amount for key, value in bonus.items()}


def _moves_an_ability(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "target creature with the chosen ability loses it and another target creature gains it".

    The player chooses one of the abilities that the cost lists: each is a mode.
    """
    listed = _CHOSEN_IN_COST.search(scene.text)
    names = re.split(r", or |, | or ", listed[1]) if listed is not None else []
    if scene.kind not in RESOLVING or draft.effects or len(names) < 2 or any(keyword_of(one) != one for one in names):
        raise NotRead("which ability is chosen?")
    draft.chooses.append("mode")
    for mode, name in enumerate(names, start=1):
        loser = TargetsOf(targets=Filter(type="Creature", keyword=name), nth=1)
        gainer = TargetsOf(targets=Filter(other=True, type="Creature"), nth=2)
        draft.effects += [
            Effect(affects=loser, lose_abilities=(name,), mode=mode),
            Effect(affects=gainer, add_abilities=(name,), mode=mode),
        ]


def _enter_as_copies(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "the next time one or more creatures enter this turn, they enter as copies of the chosen creature".

    The board names the objects that enter so, and the object that was chosen.
    """
    chosen = scene.antecedent
    types = [one.capitalize().removesuffix("s") for one in _OR.split(found["what"])]
    if not set(types) <= set(CARD_TYPES):
        raise NotRead("what enters so?")
    if scene.kind not in RESOLVING or draft.effects or chosen is None or chosen.kind != "targets":
        raise NotRead("copies of which?")
    models = tuple(Filter.from_data(one) for one in chosen.clauses)
    terms = CopyTerms(of=TargetsOf(targets=models[0] if len(models) == 1 else models)) if models else CopyTerms()
    entering = Filter(type=types[0] if len(types) == 1 else tuple(types))
    draft.effects.append(Effect(affects=TargetsOf(targets=entering), becomes_copy=terms))


def _landwalk_of_each(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "for each basic land type among lands you control, ~ has landwalk of that type": an effect for each."""
    if scene.kind in RESOLVING or draft.effects:
        raise NotRead("landwalk, once and for all")
    draft.effects += [
        Effect(
            affects="this",
            as_long_as=Condition(count=Filter(type="Land", subtype=name, controller="you")),
            add_abilities=(f"{name.lower()}walk",),
        )
        for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")
    ]


def _like_the_exiled_card(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "~ has the power, toughness, and creature types of the last creature card exiled with ~"."""
    if scene.kind in RESOLVING or draft.effects:
        raise NotRead("like which card, once and for all?")
    exiled = Filter(type=found["type"].capitalize(), zone="exile")
    model = exiled.changed(exiled_with="last")
    draft.effects.append(
        Effect(
            affects="this",
            as_long_as=Condition(count=exiled.changed(exiled_with="this")),
            creature_types_of=model,
            set_power=AmountOf(greatest="power", among=model),
            set_toughness=AmountOf(greatest="toughness", among=model),
        )
    )


def _lends_as_it_is_cast(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "when you cast that card this turn, ~ gains all activated abilities of that card".

    The board names the target in its graveyard.
    """
    card = _CAST_FROM_GRAVEYARD.search(scene.text)
    if scene.kind not in RESOLVING or draft.effects or card is None:
        raise NotRead("abilities of which card?")
    of = Filter(type=card["type"].capitalize(), zone="graveyard")
    draft.effects.append(Effect(affects="this", add_abilities_of=TargetsOf(targets=of)))


def _exchanges_with_target(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "exchange its power and the power of target creature": each has the value that the other had."""
    if scene.kind not in RESOLVING or draft.effects:
        raise NotRead("an exchange besides other effects")
    what, told = found["what"], found["told"] and "blocked by this"
    theirs = Filter(type="Creature", other=True if found["another"] else None, as_told=told)
    own = AmountOf(power="this") if what == "power" else AmountOf(toughness="this")
    other = AmountOf(power="target") if what == "power" else AmountOf(toughness="target")
    draft.effects += [
        Effect(affects="this").changed(**{f"set_{what}": other}),
        Effect(affects=TargetsOf(targets=theirs)).changed(**{f"set_{what}": own}),
    ]


def _rewords_all(found: re.Match[str], scene: Scene, draft: Draft) -> None:
    """Read "all instances of color words in the text of spells and permanents are changed to the chosen color word"."""
    if scene.kind in RESOLVING or draft.effects:
        raise NotRead("which words, once and for all?")
    kind = found["kind"].replace(" ", "_")
    if kind not in scene.chosen:
        raise NotRead("which word was chosen?")
    draft.effects.append(
        Effect(
            affects=Filter(zone=_TEXTS[found["whose"]]),
            change_words=(kind,),
            change_words_to=Chosen(chosen=kind),
        )
    )


_TEXTS: dict[str, str | tuple[str, ...]] = {
    "spells and permanents": ("battlefield", "stack"),
    "permanents and spells": ("battlefield", "stack"),
    "permanents": "battlefield",
    "spells": "stack",
}
_OR = re.compile(" or ")
_CAST_FROM_GRAVEYARD = re.compile(r"\bcast target (?P<type>creature|artifact) card in a graveyard this turn\. ")
_CHOSEN_IN_COST = re.compile(r"\bChoose ([a-z][a-z ,]*): ")
_WORDINGS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], Scene, Draft], None]], ...] = (
    (
        re.compile(
            r"Creatures (?P<whose>you control )?that share a (?P<quality>color|creature type) with "
            r"(?:enchanted|equipped) creature get (?P<bonus>[+-]\d+/[+-]\d+)"
        ),
        _shares_with_host,
    ),
    (
        re.compile(
            r"Until end of turn, target creature with the chosen ability loses it and another target creature gains it"
        ),
        _moves_an_ability,
    ),
    (
        re.compile(
            r"When you cast that card this turn, ~ gains all activated abilities of that card until end of turn"
        ),
        _lends_as_it_is_cast,
    ),
    (
        re.compile(
            r"[Ee]xchange (?:its|~ ?'s) (?P<what>power|toughness) (?:and|with) (?:the (?P=what) of )?"
            r"(?P<another>another )?target creature(?: (?P<told>it's blocking|blocked by this))?"
            r"(?: ?'s (?P=what))?(?: until end of (?:turn|combat))?"
        ),
        _exchanges_with_target,
    ),
    (
        re.compile(
            r"All instances of (?P<kind>color|(?:basic )?land type|creature type)s? in the text of "
            r"(?P<whose>spells and permanents|permanents and spells|permanents|spells) are changed to "
            r"the chosen (?P=kind)"
        ),
        _rewords_all,
    ),
    (
        re.compile(r"For each basic land type among lands you control, ~ has landwalk of that type"),
        _landwalk_of_each,
    ),
    (
        re.compile(
            r"The next time (?:one or more|an?) (?P<what>\w+(?: or \w+)*) enters? this turn, "
            r"(?:it|they) enters? as (?:a copy|copies) of the chosen \w+(?: instead)?"
        ),
        _enter_as_copies,
    ),
    (
        re.compile(
            r"As long as a card exiled with ~ is an? (?P<type>creature) card, ~ has the power, toughness, and "
            r"creature types of the last (?P=type) card exiled with ~"
        ),
        _like_the_exiled_card,
    ),
)
