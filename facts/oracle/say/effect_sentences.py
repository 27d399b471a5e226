"""Effects and abilities as sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from facts.effects import TARGET_LIMITS, exchanges_sizes
from facts.effects.form import (
    Ability,
    AmountOf,
    Chosen,
    Condition,
    CopyTerms,
    Effect,
    Exceptions,
    Filter,
    Filters,
    Operations,
    TargetsOf,
    form_parts,
)
from facts.oracle.say.amount_phrases import short_amount
from facts.oracle.say.condition_phrases import condition_phrase
from facts.oracle.say.counters_instead import counters_instead
from facts.oracle.say.english import (
    Scene,
    article,
    as_list,
    capitalize,
    controls,
    join,
    plural,
    spoken,
    stopped,
)
from facts.oracle.say.entering_choice import entering_choice
from facts.oracle.say.filter_phrases import a_phrase, filter_phrase
from facts.oracle.say.instructions import beside_the_first, instruction, like_the_exiled_card
from facts.oracle.say.joined_effects import ONE_SHOT, Part, joined
from facts.oracle.say.last_words import condition_at_end, is_about_source, that_target, words_at_the_end
from facts.oracle.say.operation_phrases import OPERATIONS, PHRASES, abilities_of, changed_texts
from facts.oracle.say.size_phrases import bonus, defining_sentence, set_stats, slashed
from facts.oracle.say.subjects import here_and_elsewhere, limited, preamble, sharing_text, still_text, subject_text
from facts.oracle.say.type_line_phrases import (
    Voice,
    add_clause,
    empty_clauses,
    every_clause,
    has_nouns,
    lose_every_clause,
    removal_clause,
    set_clause,
    supertype_clause,
)
from facts.words import lead

ABILITY_KEYS = ("kind", "text", "works_in", "cda", "chooses", "effects")
EFFECT_KEYS = ("affects", "as_long_as", "if", "lasts", "shares", "besides", *TARGET_LIMITS, "mode", *OPERATIONS)
_KINDS = ("static", *ONE_SHOT)


def ability_sentence(
    ability: str | Ability, name: str = "this permanent", attached_phrase: str = "the attached object", noun: str = ""
) -> str:
    """Say an ability as a card would print it, but for its cost or trigger.

    Args:
        ability: A plain string, or an ability whose own ``text`` is returned as it is.
        name: The name of the object that has the ability.
        attached_phrase: The name of the object that it is attached to.
        noun: A card type that the object has as printed: "it's still a land".

    Raises:
        ValueError: A key stands where no words can say it.
    """
    if isinstance(ability, str):
        return ability
    if ability.text is not None:
        return ability.text
    kind = ability.kind or "static"
    if kind not in _KINDS:
        raise ValueError(f"no such kind of ability: {kind!r}")
    scene = Scene(name, attached_phrase, noun=noun)
    becoming = entering_choice(ability, _effects(ability), scene, _clauses) or _copy_face_up(ability, scene)
    if becoming:
        return capitalize(becoming)
    if exchanges_sizes(_effects(ability)):
        return lead(kind, False) + _exchange(_effects(ability), scene)
    parts, chooses = joined(_effects(ability), as_list(ability.chooses or ()), kind)
    said = [_choice(chooses, kind, scene)] if chooses else []
    before = Effect()
    cda, works_in = bool(ability.cda), ability.works_in or ()
    for part, after in zip(parts, [*parts[1:], None], strict=False):
        alone = part == Part(part.effect) and (after is None or not after.otherwise)
        sentence = _sentence(part, scene, kind, cda, works_in, before, alone=alone)
        said.append(sentence if part.effect.mode is None else f"Mode {part.effect.mode} — {capitalize(sentence)}")
        before = part.effect
    opening = lead(kind, _mentions_x(ability))
    first = 0 if not opening.endswith(", ") else 1
    return opening + " ".join([*said[:first], *map(capitalize, said[first:])])


def _exchange(effects: Sequence[Effect], scene: Scene) -> str:
    """Say that the source and a target exchange their power or toughness."""
    what = "power" if effects[0].set_power is not None else "toughness"
    whose = subject_text(effects[1].affected, scene)[0]
    return stopped(f"exchange {scene.name}'s {what} and the {what} of {whose}")


def _copy_face_up(ability: Ability, scene: Scene) -> str:
    """Say that an object is a copy until it is turned face down; empty for any other ability."""
    terms = ability.becomes_copy
    if ability.kind != "as_enters" or terms is None or not terms.until_face_down or terms.of is not None:
        return ""
    exceptions = _exceptions(terms, Voice(scene))
    return (
        f"as {scene.name} enters or is turned face up, you may choose another creature. If you do, until {scene.name} "
        f"is turned face down, it becomes a copy of that creature{exceptions}."
    )


def _mentions_x(form: Ability) -> bool:
    """Tell whether a form speaks of the X of a cost."""
    return any(
        part.x if isinstance(part, (AmountOf, Condition)) else isinstance(part, Filter) and part.mana_value_x
        for _, part in form_parts(form)
    )


def _effects(ability: Ability) -> Sequence[Effect]:
    """The effects of an ability, given in either of the two ways."""
    own = ability.changed(kind=None, text=None, works_in=None, cda=None, chooses=None, effects=None)
    if own and ability.effects is not None:
        raise ValueError(f"{next(iter(own.given()))!r} stands beside 'effects'; it belongs in one of them")
    return [own] if own else ability.effects or ()


def _choice(chooses: Sequence[str], kind: str, scene: Scene) -> str:
    """Say the choice and its moment: "as this permanent enters, choose a creature type"."""
    what = join(article(spoken(one)) for one in chooses)
    enters = f"as {scene.name} enters, " if kind in ("static", "as_enters") else ""
    return stopped(f"{enters}choose {what}")


def effect_sentence(
    effect: Effect,
    name: str = "this permanent",
    attached_phrase: str = "the attached object",
    kind: str = "static",
    cda: bool = False,
    works_in: Sequence[str] = (),
) -> str:
    """Say one effect as one sentence, or as two where it needs an "It's still a land".

    Args:
        effect: The effect.
        name: The name of the object that has the ability.
        attached_phrase: The name of the object that it is attached to.
        kind: The kind of the ability.
        cda: Whether the ability defines characteristics.
        works_in: The zones in which the ability functions, if it names any.
    """
    return capitalize(_sentence(Part(effect), Scene(name, attached_phrase), kind, cda, works_in, Effect()))


def _sentence(
    part: Part, scene: Scene, kind: str, cda: bool, works_in: Sequence[str], last: Effect, *, alone: bool = True
) -> str:
    """Say one effect, without a capital letter; the target of the effect before is "it"."""
    effect = part.effect
    if effect.face_down_values is not None and effect.turn is None:
        effect = effect.changed(turn="face_down")
    affects, further = here_and_elsewhere(effect.affected)
    aimed = effect.affects_targets
    if effect.creature_types_of is not None:
        model = like_the_exiled_card(effect, scene)
        if model:
            return model
    subject, many = subject_text(affects, scene)
    subject += limited(effect, scene)
    if aimed and last.affects == affects:
        subject = that_target(affects) if effect.if_ is not None and is_about_source(effect.if_) else "it"
    if affects == "targets" and isinstance(last.affects, TargetsOf) and last.affects.nth is not None:
        subject, many = "those creatures", True
    at_end, effect = condition_at_end(effect, subject)
    last_words, effect = words_at_the_end(effect, kind, scene, first=last == Effect(), alone=alone)
    if aimed:
        scene = scene._replace(target="it" if at_end else subject)
    if (
        kind == "as_enters"
        and isinstance(affects, (Filter, tuple))
        and not effect.given().keys() & {"becomes_copy", "turn"}
    ):
        subject, many = article(filter_phrase(affects, False, scene)), False
    voice = Voice(scene, many or part.sharing is not None, kind in ONE_SHOT, not cda, kind == "as_enters")
    before = "otherwise, " if part.otherwise else preamble(effect, kind, scene, works_in)
    if part.sharing is not None:
        host = "it" if effect.affects == "attached" else scene.attached
        itself = "it" if effect.affects == "this" else scene.name
        subject = f"{subject} and {_each_other(part.sharing, scene._replace(name=itself, attached=host))}"
    if effect.shares is not None:
        subject, voice = _each_other(effect, scene), voice._replace(many=False)
    if effect.besides is not None and isinstance(affects, Filter) and affects.other:
        these = subject_text(affects.changed(other=None), scene)[0].removeprefix("all ")
        subject = f"{these} other than {scene.name} and the chosen creature"
    elif effect.besides is not None:
        subject = f"{subject.removeprefix('all ')} other than the target"
    if before.startswith(f"as {subject} ") or (not many and f" {subject} " in before):
        subject = "they" if many else "it"
    more, beside = "", () if part.options else beside_the_first(effect, voice)
    if beside:
        rest = effect.changed(**{key: None for key in effect.given() if key in OPERATIONS and key not in beside})
        more = f" {capitalize(_done_besides(rest, voice))}"
        effect = effect.changed(**dict.fromkeys(beside))
    done = _options(effect, part.options, subject, voice) if part.options else _main(effect, subject, voice, cda)
    after = f" if {condition_phrase(at_end, scene)}" if at_end else ""
    same = f" The same is true for {filter_phrase(further, True, scene)}." if further else ""
    text = stopped(before + done + (" instead" if part.instead else "") + after + last_words)
    return text + more + face_down_text(effect, voice) + still_text(effect, affects, voice) + same


def _done_besides(rest: Effect, voice: Voice) -> str:
    """Say what else happens to the object of a sentence: "it gains haste"."""
    subject = "they" if voice.many else "it"
    asked = instruction(rest, subject, voice)
    clauses, where = _clauses(rest, voice)
    return stopped(asked or f"{subject} {join(clauses)}{where}")


def _each_other(effect: Effect, scene: Scene) -> str:
    """Say the affected objects that share something: "each other creature that shares a color with it"."""
    affects = effect.affected
    if isinstance(affects, (Filter, tuple)):
        one = filter_phrase(affects, False, scene)
    else:
        one = subject_text(affects, scene)[0]
    return f"each other {one}{sharing_text(effect, scene)}"


def _options(shared: Effect, options: tuple[Effect, ...], subject: str, voice: Voice) -> str:
    """Say the alternatives of a choice: "gains your choice of flying or haste", "gets +1/-1 or -1/+1"."""
    if options[0].add_abilities is not None:
        clauses, where = _clauses(shared, voice)
        either = join((_granted(ability) for one in options for ability in one.add_abilities or ()), "or")
        gains = f"{voice.verb('gains')} your choice of {either}"
        return f"{subject} {join([*clauses, gains])}{where}"
    if options[0].lose_abilities is not None:
        either = join((spoken(keyword) for one in options for keyword in one.lose_abilities or ()), "or")
        return f"{subject} {voice.verb('loses')} your choice of {either}"
    sizes = [bonus(one, voice)[0].removeprefix(f"{voice.verb('gets')} ") for one in options]
    return f"{subject} {voice.verb('gets')} {join(sizes, 'or')}"


_GETTING = {
    None: "you get",
    "player": "target player gets",
    "opponent": "target opponent gets",
    "each_opponent": "each opponent gets",
}
"""Who gets an emblem."""


def _main(effect: Effect, subject: str, voice: Voice, cda: bool) -> str:
    """The main clause: the subject and everything that is done to it."""
    if cda and effect.given().keys() <= {"affects", "set_power", "set_toughness", "as_long_as"}:
        return defining_sentence(effect, "its" if subject == "it" else f"{subject}'s", voice)
    if effect.change_words_to is not None:
        return changed_texts(effect, subject)
    if effect.counters_put is not None:
        return counters_instead(effect.counters_put, effect, subject, voice.scene)
    if effect.emblem is not None:
        return f"{_GETTING[effect.emblem_for]} an emblem with {join(map(_granted, effect.emblem))}"
    if isinstance(effect, Ability) and effect.makes_token:
        return _token(effect, subject, voice)
    if effect.creates_copy is not None:
        terms = effect.creates_copy
        return f"create a token that's a copy of {_copied(terms.of, voice)}{_exceptions(terms, voice)}"
    if voice.becomes and len(effect.given().keys() & set(OPERATIONS)) <= 2:
        asked = instruction(effect, subject, voice)
        if asked:
            return asked
    clauses, where = _clauses(effect, voice)
    done = join(clauses) + where
    if done.startswith("aren't"):
        subject = subject.removeprefix("all ")
    if cda:
        return f"in every zone, {subject} {done}"
    who = effect.gain_control
    if who is None:
        return f"{subject} {done}"
    if isinstance(who, str) and who in ("owner", "exchange", "exchange_with_this"):
        return _of_others(who, subject, clauses, voice)
    verb = "gain control of" if voice.becomes else "control"
    control = controls(who, verb="gain") + verb.removeprefix("gain") if voice.becomes else controls(who)
    if not clauses:
        return f"{control} {subject}"
    return f"{control} {subject}, and {'they' if voice.many else 'it'} {done}"


def _of_others(how: str, subject: str, clauses: list[str], voice: Voice) -> str:
    """Control that goes to others than the controller of the source."""
    subject = subject.replace(" or target ", " and target ") if how == "exchange" else subject
    control = {
        "owner": f"each player gains control of {subject} they own",
        "exchange": f"exchange control of {'those permanents' if subject == 'that permanent' else subject}",
        "exchange_with_this": f"exchange control of {voice.scene.name} and {subject}",
    }[how]
    return f"{control}, and {'they' if voice.many else 'it'} {join(clauses)}" if clauses else control


def _token(effect: Effect, subject: str, voice: Voice) -> str:
    """A token that is a copy: its exceptions are part of the copy, the rest is done to the token."""
    source = "another object" if subject == "target object" else subject
    text = f"create a token that's a copy of {source}{_exceptions(effect.becomes_copy or CopyTerms(), voice)}"
    clauses, where = _clauses(effect.changed(becomes_copy=None), Voice(voice.scene, False, True))
    return f"{text}. The token {join(clauses)}{where}" if clauses else text


def _clauses(effect: Operations, voice: Voice) -> tuple[list[str], str]:
    """The predicates of the sentence in the order in which cards give them, and its tail."""
    gets, where = bonus(effect, voice)
    stats = set_stats(effect, voice)
    taken, described = _type_clauses(effect, voice, stats)
    given = effect.given()
    named = isinstance(effect.set_name, str) and has_nouns(effect, "set")
    clauses = [
        *(
            _WORDED[key](given[key], voice)
            for key in _WORDED_FIRST
            if key in given and not (key == "set_name" and named)
        ),
        abilities_of(effect, voice),
        lose_every_clause(effect, voice),
        gets,
        *described,
        "" if taken or not stats else f"{voice.verb('has')} {stats}",
        *(_WORDED[key](given[key], voice) for key in _WORDED_LAST if key in given),
    ]
    return [clause for clause in clauses if clause], where


def _type_clauses(effect: Operations, voice: Voice, stats: str) -> tuple[bool, list[str]]:
    """The clauses about the type line, and whether power and toughness went into one of them."""
    hosts = [how for how in ("set", "add") if has_nouns(effect, how)]
    host = hosts[0] if hosts and "Creature" in effect.given().get(f"{hosts[0]}_types", ()) else "set"
    if hosts == ["add"] and not voice.base and slashed(effect):
        host = "add"
    taken = bool(stats) and host in hosts
    short = slashed(effect) if host == "add" or effect.still else ""
    tail = f" with {stats}" if taken and not short else ""
    set_text = set_clause(effect, voice, short if host == "set" else "")
    add_text = add_clause(effect, voice, short if host == "add" else "")
    return taken, [
        set_text + (tail if host == "set" and set_text else ""),
        f"{voice.verb('loses')} all other card types" if effect.loses_other_types else "",
        add_text + (tail if host == "add" and add_text else ""),
        supertype_clause(effect, voice),
        *empty_clauses(effect, voice),
        every_clause(effect, voice),
        removal_clause(effect, voice),
    ]


def _copy(value: CopyTerms, voice: Voice) -> str:
    verb = f"{voice.verb('enters')} as" if voice.enters and value.of is not None else voice.verb("becomes")
    what = f"{_copied(value.of, voice)}{_exceptions(value, voice)}"
    return f"{verb} {'copies' if voice.many else 'a copy'} of {what}"


def _copied(of: str | TargetsOf | Filters | None, voice: Voice) -> str:
    """Say the copied object."""
    if of is None:
        return "another object"
    if isinstance(of, (str, TargetsOf)):
        return subject_text(of, voice.scene)[0]
    return a_phrase(of, voice.scene)


def _exceptions(value: CopyTerms, voice: Voice) -> str:
    """``, except it is ...`` of a copy effect; empty without exceptions."""
    exceptions = value.except_ or Exceptions()
    if not exceptions:
        return ""
    terms = exceptions.changed(set_name=None, keeps=None, if_creature=None, set_loyalty=None)
    clauses, where = _clauses(terms, Voice(voice.scene, voice.many, False, False))
    still = still_text(terms, "this", voice).strip().rstrip(".").replace("It's", "is").replace("They're", "are")
    who = "they" if voice.many else "it"
    short = "they're" if voice.many else "it's"
    name = exceptions.set_name
    called = "the chosen name" if isinstance(name, Chosen) else name
    parts = [f"{voice.its} name is {called}"] if name is not None else []
    own = {"colors": "doesn't copy that creature's color", "abilities": f"has {voice.scene.name}'s other abilities"}
    parts += [f"{who} {own[one]}" for one in exceptions.keeps or ()]
    parts += [_of_exception(one, who, short) for one in [*clauses, still] if one]
    if parts and where:
        parts[-1] += where
    if exceptions.set_loyalty is not None:
        parts.append(f"{voice.its} starting loyalty is {short_amount(exceptions.set_loyalty)}")
    if further := exceptions.if_creature:
        more, tail = _clauses(further, Voice(voice.scene, False, False, False))
        added = join(_of_exception(one, "it", "it's") for one in more)
        parts.append(f"if it's a creature, {added}{tail}")
    *all_but_last, last = parts
    if not all_but_last and last.startswith("if "):
        return f", except, {last}"
    if all_but_last and last.startswith("if "):
        return f", except {join(all_but_last)}, and {last}"
    return f", except {join(parts)}"


def _of_exception(said: str, who: str, short: str) -> str:
    """``it's a 7/7``, ``it has flying``: one part of the exceptions of a copy."""
    one = _ONE_SIZE.fullmatch(said)
    if one is not None:
        return f"its {one[1]} is {one[2]}"
    if said.startswith(("is power and toughness ", "has power and toughness ")) and "each" not in said:
        return f"{short} {said.rpartition(' ')[2]}"
    return f"{short} {re.sub('^(?:is|are) ', '', said)}" if said.startswith(("is ", "are ")) else f"{who} {said}"


_ONE_SIZE = re.compile(r"has (power|toughness) (\d+)")


def face_down_text(effect: Effect, voice: Voice) -> str:
    """``It's a 2/2 Cyberman artifact creature.``: the characteristics of a face-down object, where they are listed."""
    value = effect.face_down_values
    if value is None:
        return ""
    size = f"{value.power}/{value.toughness}" if value.power is not None and value.toughness is not None else ""
    words = [size, *map(spoken, value.colors or ()), *(value.subtypes or ())]
    words += [word.lower() for word in (*(value.supertypes or ()), *(value.types or ()))]
    granted = join(map(_granted, value.abilities or ()))
    what = " ".join(word for word in words if word) or "nothing"
    is_a = f"They're {plural(what)}" if voice.many else f"It's {article(what)}"
    return f" {is_a}{f' with {granted}' if granted else ''}."


def _gain(value: Sequence[str | Ability], voice: Voice) -> str:
    verb = voice.verb("gains" if voice.becomes else "has")
    equips = any(isinstance(one, str) and one.startswith("equip") for one in value)
    host = "equipped creature" if equips else "enchanted creature"
    return f"{verb} {join(_granted(one, host) for one in value)}" if value else ""


def _granted(ability: str | Ability, host: str = "enchanted creature") -> str:
    """A granted ability: a keyword as it is, anything longer in quotes."""
    if isinstance(ability, str) and _ITSELF.search(ability):
        return "this ability"
    text = ability_sentence(ability, attached_phrase=host)
    if isinstance(ability, str) and ":" not in text and not text.endswith((".", "!", ")", '."', ".'")):
        if _AMONG_OTHERS.search(text) is None:
            return text
        text = stopped(capitalize(text))
    inner = text.replace('"', "'")
    return f'"{inner}"'


_ITSELF = re.compile(r"\b(?:has|with) this ability\.?$")
"""The end of an ability that is granted by itself: its text is a part of itself."""
_AMONG_OTHERS = re.compile(r"—|, where X is |^bands with |^enchant .* put onto ")
"""Words of a keyword ability that would be lost among the words of a sentence, without quotes."""


_WORDED: dict[str, Callable[[Any, Voice], str]] = {"becomes_copy": _copy, **PHRASES, "add_abilities": _gain}
_WORDED_LAST = ("add_abilities", "cannot", "cannot_be_target_of", "cannot_have", "switch")
_WORDED_FIRST = tuple(key for key in _WORDED if key not in _WORDED_LAST)
