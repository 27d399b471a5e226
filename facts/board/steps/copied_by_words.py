"""Which objects the words of a text let something copy, where its form does not say it (707.5, 608.2c).

The check of a board asks whether the copied object is one of them. A text that this module does not understand allows
any object.
"""

from __future__ import annotations

import re
from functools import lru_cache

from facts.board.events import BATTLEFIELD
from facts.board.target_words import quality
from facts.cards import Ability, Card
from facts.effects import ALL_ZONES, SOURCE_OR_HOST, listed
from facts.effects.form import Effect, Filter, Filters, TargetsOf
from facts.runtime import pattern
from facts.words import CARD_TYPES, CHANGING_TYPES

Copied = Filters | TargetsOf
"""Which objects may be copied."""

ELSEWHERE = tuple(zone for zone in ALL_ZONES if zone != BATTLEFIELD)
_OF_IT = (
    r"cop(?:y|ies) of (?:it|them|that (?P<noun>\w+)|those \w+|one of (?:those \w+|them)|the (?:last )?chosen \w+)\b"
)
"""Words for a copy of an object that the text named before."""

_ANY = pattern(
    r"\bcop(?:y|ies) of (?:(?P<target>(?:up to one |a second )?(?:other )?target) |an? |any )"
    r"(?P<what>.+?)(?=[.,;]| except\b| until\b| tapped\b| and that\b| that (?!player)|$)",
    re.IGNORECASE,
)
_CHOSEN = pattern(
    r"\bchoose (?:(?P<target>(?:up to (?:one|two|four) )?(?:(?:an)?other )?target)s?|an?|another|any number of) "
    r"(?P<what>[^.,;]+?)(?: with different names)?(?:[.,;]| that\b(?! doesn[’']t have the same name)| and create\b).*"
    r"\bcop(?:y|ies) of (?:that|it|them|the (?:last )?chosen)\b",
    re.IGNORECASE | re.DOTALL,
)
_WITH_ITSELF = pattern(r"\bexiled with [A-Z].*$")
"""Words for a card exiled with the ability's own permanent, which the text calls by its name."""
_FROM_AMONG = " from among them"
_INTO_EXILE = pattern(r"\b(?:put into exile|exiled?)\b", re.IGNORECASE)
"""A text about cards that go to exile, of which it then chooses one."""
_ENTERING = pattern(
    r"(?:[\w' ]+ ?— ?)?When(?:ever)? (?P<what>(?:an?|another|one or more) [\w ]+?(?: you control)?) enters?"
    r"(?: the battlefield)?(?: under (?P<whose>your|an opponent's|your opponents') control)?(?: this turn)?[,:]"
    r".*\bcop(?:y|ies) of (?:it|one of them|that (?P<noun>\w+))\b",
    re.IGNORECASE | re.DOTALL,
)
_NAMES_A_TYPE = pattern(rf"\b(?:{'|'.join(map(str.lower, CARD_TYPES))}|permanent|spell|card)s?\b", re.IGNORECASE)
"""Words for card types and the like. "That creature" may mean an object that was named without them: "a Zombie"."""
_OTHER_THAN_THIS = pattern(
    r"\bchoose an? (?P<what>[a-z ]+?) other than [A-Z][^.]*? and create\b[^.]*\bcop(?:y|ies) of that\b"
)
_TARGETED_ALONE = pattern(
    r"\btargets only a single (?P<what>[^.,]+), [^\"]*?\bcop(?:y|ies) of that\b|"
    r"\btargets one or more (?P<others>other [^.,]+), [^\"]*?\bcop(?:y|ies) of one of those\b",
    re.IGNORECASE,
)
_OF_HOST = pattern(
    r"\bcop(?:y|ies) of (?:enchanted|equipped) (?:creature|permanent)\b|"
    r"\bif [^.,]+ is attached to [^.,]+\. If you do, create a token that's a copy of that creature\b|"
    r"\benters (?:the battlefield )?attached to a creature, [^.\"]*\bcop(?:y|ies) of that creature\b",
    re.IGNORECASE,
)
_MOVED = pattern(r"\b(?:exile|return|destroy) (?:\w+ ){0,3}target\b", re.IGNORECASE)
"""A text that copies an object that it also moves: no step needs to say where that object is by then."""
_WHOSE = {
    "your": " you control",
    "an opponent's": " an opponent controls",
    "your opponents'": " your opponents control",
}


def may_be_copied(ability: Ability, effect: Effect, source: str, before: str = "") -> Copied | None:
    """Return which objects an effect lets something copy.

    Args:
        ability: The ability.
        effect: Its effect by which something is a copy.
        source: The label of the permanent that has the ability; empty where the board does not say which it is.
        before: The paragraph before the ability. The object that it copies may be named there.

    Returns:
        A filter, or a filter of targets; None for any object.
    """
    token = ability.makes_token or effect.creates_copy is not None
    terms = effect.creates_copy or effect.becomes_copy
    of = effect.affects if token and effect.creates_copy is None else None if terms is None else terms.of
    if of in SOURCE_OR_HOST:
        there = Filter(self=True) if of == "this" else Filter(attached_to_this=True)
        return there if source and (token or ability.kind != "static") else None
    if of is None or isinstance(of, str):
        if _OF_HOST.search(ability.text):
            return Filter(attached_to_this=True) if source else None
        said = _said_of_copied(ability.text)
        if said is None and before and _GOES_ON.search(ability.text):
            said = _said_of_copied(f"{before} {ability.text}")
        return said if source or said is None else _without_source(said)
    if token and isinstance(of, TargetsOf) and _MOVED.search(ability.text):
        return _moved_target(ability.text, of)
    return of


def lesser_size(text: str) -> str:
    """Return the size of which a copied target must have less than the source of a text: "with lesser power" (115.1).

    Args:
        text: The text of the ability.

    Returns:
        ``power``, ``toughness`` or ``mana_value``; empty where the text does not compare the two.
    """
    said = _LESSER.findall(text)
    return said[0].lower().replace(" ", "_") if len(said) == 1 else ""


_LESSER = pattern(r"\btarget (?:[\w-]+ )+?with lesser (power|toughness|mana value)\b", re.IGNORECASE)
_GOES_ON = pattern(
    r"^(?!When)(?:If you do, )?[^.:\"]*?\bcop(?:y|ies) of (?:it|that \w+|the (?:last )?chosen \w+)\b", re.IGNORECASE
)
"""A text that copies what another paragraph speaks of: its first sentence names no such object."""


def _without_source(of: Copied) -> Copied | None:
    """Return which objects may be copied where the board does not say whose ability it is; None for any."""
    clauses = listed(of.targets if isinstance(of, TargetsOf) else of)
    if any(one.self for one in clauses):
        return None
    known = tuple(one.changed(attached_to=None, exiled_with=None) for one in clauses)
    return TargetsOf(targets=known) if isinstance(of, TargetsOf) else known


_CARD_MOVED = pattern(
    r"\bexile (?:up to (?:one|X) |X |an? |two )?(?:other )?(?P<target>target )?(?P<what>(?:[\w-]+, )*[^.,:]+?)s? from "
    r"(?P<whose>an? |your )?(?P<where>graveyard|hand)s?\b"
    r"[^.;:]*[.;:,][^\"]*?\bcop(?:y|ies) of (?:it|that card|one of those cards|the exiled card)\b",
    re.IGNORECASE,
)
"""A text that copies a card that the same text moves from a graveyard, or from your hand."""
_EXILED = pattern(
    r"\bexile (?P<other>another |up to one other |up to one )?target (?P<what>[^.,]+?)(?<!card)\. "
    r"(?![^.]*\btarget\b)[^.\"]*?\bcop(?:y|ies) of (?:it|that (?!card)\w+)\b",
    re.IGNORECASE,
)
"""A text that copies a permanent that the same text exiles."""
_CARD_SHOWN = pattern(
    r"\b(?:if (?:you reveal )?an? (?P<if>[\w ]*card) (?:(?:is|was) )?(?:(?:reveal|exil|mill|discard)ed )?this way|"
    r"until (?:they|you) reveal an? (?P<until>[\w ]*card)|search your library for an? (?P<found>[\w ]*card)|"
    r"exile an? (?P<among>[\w ]*card) from among|if it's an? (?P<top>[\w ]*card)|"
    r"for each (?P<each>[\w ]*card) revealed|choose an? (?P<hand>[\w ]*card) from it|"
    r"whenever you discard an? (?P<lost>[\w ]*card)|"
    r"if the (?:discarded|exiled|milled|revealed) card (?:is|was) an? (?P<was>[\w ]*card)|"
    r"whenever an? (?P<dead>[\w ]*card) is put into(?P<theirs> an opponent's)?)\b"
    r"[^\"]*?\bcop(?:y|ies) of (?:it|that [\w ]*card)\b",
    re.IGNORECASE,
)
"""A text that copies a card that the same text reveals, finds, mills or discards: the last words about it say which."""
_OF_EACH = pattern(
    r"\bfor each (?P<target>of (?:X|up to \w+) target )?(?!of\b|opponent)(?P<what>[^.,]+?)"
    r"(?P<moved> destroyed this way)?, (?:its controller creates|(?:you )?create)\b[^.]*?\b" + _OF_IT,
    re.IGNORECASE,
)
"""A text that copies each of several objects: "for each artifact you control, create a token that's a copy of it"."""
_OF_EACH_ELSE = pattern(r" target (?:player|opponent) controls$| on the battlefield$|(?: that)? entered .*$")
_ATTACKING_YOU = pattern(r" attacking you\b.*$")
_ON_ITS_OWN = pattern(r" attached to (?=[A-Z]).*$")
"""Words for what is attached to the ability's own permanent, which the text calls by its name."""
_FOR_CRAFT = pattern(r"^exiled (?P<what>[\w ]*card) used to craft .*$")
_THIS_WAY = " exiled this way"
_SACRIFICED = pattern(
    r"\bsacrifices? (?:this \w+ or |[A-Z][^.:]*? or )?(?P<first>an?|another) (?P<what>[^.,:]+)[,:.][^\"]*?"
    r"(?:\bcop(?:y|ies) of the sacrificed\b|\b" + _OF_IT + ")",
    re.IGNORECASE,
)
_EXILED_AS_COST = pattern(
    r"\bexile (?P<other>another |an? )(?P<what>(?:(?!card\b|from\b)[^.,:])+): [^\"]*?\bcop(?:y|ies) of the exiled\b",
    re.IGNORECASE,
)
_OF_TRIGGER = pattern(
    r"\bWhenever (?P<first>an?|another|one or more(?: other)?) (?P<what>[^.,]+?) "
    r"(?:dies?|attacks?(?: or blocks?)?|deals? (?:combat )?damage\b[^.,]*),[^\"]*?\b" + _OF_IT,
    re.IGNORECASE,
)
"""A text that copies the permanent that its trigger is about."""
_OF_TARGET = pattern(
    r"^(?:(?!\btarget\b)[^\"])*?(?P<other>\banother |\bother )?\btarget (?!players?\b|opponents?\b)"
    r"(?P<what>[^.,;]+?)(?P<way> to its owner's hand)?(?=[.,;]| and\b| to the battlefield\b| gains?\b|$)"
    r"(?:(?!\btarget\b)[^\"])*?\b" + _OF_IT,
    re.IGNORECASE,
)
"""A text that copies the one target that it names before."""
_CAST = pattern(
    r"\bWhen(?:ever)? you (?:next )?cast (?:an?|your \w+) "
    r"(?P<what>[^,.\"]*?\bspell\b(?: with (?!mana value equal)[a-z ]+?)?)"
    r"(?: with mana value equal [^,.]*| (?:each|this) turn| using [^,.]*)?, [^\"]*?"
    r"\bcop(?:y|ies) (?:of )?(?:it|that (?:[a-z]+ )?spell)\b",
    re.IGNORECASE,
)
"""A text that copies the spell because of which it triggers."""
_ITSELF = pattern(
    r"^(?:[\w' -]+ — )?When(?:ever)? (?:this \w+|[A-Z][^,.]*?|[A-Z][^.]*?, [^,.]*?) "
    r"(?:dies|enters?|leaves the battlefield)\b"
    r"(?:(?!\b(?:an?|another|choose|each|exile|return|reveal|sacrifice|target) (?!(?:token|copy)\b))[^\".])*?"
    r"\bcop(?:y|ies) of (?:it|them)\b",
)
"""A text that copies its own permanent, and speaks of no other object before."""
_AMONG_THEM = pattern(
    r"\bWhenever one or more cards leave your graveyard, [^\"]*?"
    r"\bcop(?:y|ies) of an? (?P<what>[\w ]*card) from among those\b"
)
_BLIGHTED = pattern(r"\bblight \w+\b[^\"]*?\bcop(?:y|ies) of the blighted creature\b", re.IGNORECASE)
_IN_EXILE = pattern(
    r"^(?:(?!\bexiles?\b|\breturn\b)[^\"])*?\bcop(?:y|ies) of the (?:imprinted|exiled) (?P<noun>card|creature)\b",
    re.IGNORECASE,
)
"""A text that copies a card that another ability of its permanent exiled."""


@lru_cache(maxsize=2048)
def _said_of_copied(text: str) -> Copied | None:
    """Return which objects a text lets something copy; None if it allows any object, or the text is not understood."""
    for reading in (
        _card_shown, _card_moved, _moved, _one_that_enters, _any_or_chosen, _of_each, _gone, _of_target, _in_exile,
        _cast, _of_its_own,
    ):  # fmt: skip
        said = reading(text)
        if said is not None:
            return said
    return None


def _card_shown(text: str) -> Copied | None:
    """Read a card that the text itself shows: it is anywhere but on the battlefield."""
    said = _CARD_SHOWN.search(text)
    if said is None:
        return None
    of = quality(f"{next(filter(None, said.groups()))} in a graveyard")
    whose = "opponent" if said["theirs"] else None
    return None if of is None else tuple(one.changed(zone=ELSEWHERE, owner=whose) for one in listed(of))


def _card_moved(text: str) -> Copied | None:
    """Read a card that the text exiles, wherever the board has it."""
    said = _CARD_MOVED.search(text)
    if said is None:
        return None
    zone = said["where"].lower()
    where = f"in {said['whose'] or 'a '}{zone}"
    kind = re.sub(r" card\b.*$| with .*$|^card$", "", said["what"])
    of = quality(f"{said['what']} {where}") or quality(f"{kind} card {where}".strip())
    if of is None:
        return None
    clauses = tuple(one.changed(zone=(zone, "exile")) for one in listed(of))
    return TargetsOf(targets=clauses) if said["target"] else clauses


def _moved(text: str) -> Copied | None:
    """Read a permanent that the text exiles."""
    said = _EXILED.search(text)
    if said is None:
        return None
    return _as_target(_as_it_was(quality(said["what"]), another="other" in (said["other"] or "").lower()))


def _one_that_enters(text: str) -> Copied | None:
    """Read the permanent whose entering is the trigger."""
    said = _ENTERING.match(text)
    if said is None or " or " in said["what"].replace("one or more ", "") or not _speaks_of(said, said["what"]):
        return None
    return quality(re.sub(r"^(?:an?|one or more) ", "", said["what"]) + _WHOSE.get((said["whose"] or "").lower(), ""))


def _any_or_chosen(text: str) -> Copied | None:
    """Read "a copy of any creature", and "choose a creature"."""
    if (said := _OTHER_THAN_THIS.search(text)) is not None:
        of = quality(said["what"])
        return None if of is None else _others(of)
    if (said := _TARGETED_ALONE.search(text)) is not None:
        return quality(said["what"] or re.sub(r"s\b(?= you| \w+ control|$)", "", said["others"]))
    said = _ANY.search(text) or _CHOSEN.search(text)
    if said is None:
        return None
    what = _OF_EACH_ELSE.sub("", _WITH_ITSELF.sub("exiled with this permanent", said["what"]))
    what = _FOR_CRAFT.sub(r"\g<what> exiled with this permanent", what).replace(_THIS_WAY, " in exile")
    if what.endswith(_FROM_AMONG) and _INTO_EXILE.search(text):
        what = what.replace(_FROM_AMONG, " in exile")
    of = quality(what) or _either(what)
    if of is None or not said["target"]:
        return of
    return _as_target(_others(of) if "other" in said["target"].lower() else of)


def _of_each(text: str) -> Copied | None:
    """Read "for each artifact you control, create a token that's a copy of it"."""
    said = _OF_EACH.search(text)
    if said is None or not _speaks_of(said, said["what"]):
        return None
    what = _ATTACKING_YOU.sub(
        " an opponent controls", re.sub(r"^that |\b(?:attached to it)$", "", said["what"]).strip()
    )
    of = quality(_OF_EACH_ELSE.sub("", _ON_ITS_OWN.sub(" attached to this permanent", what)))
    if said["moved"]:
        return _as_it_was(of)
    return _as_target(of) if said["target"] else of


def _gone(text: str) -> Copied | None:
    """Read a permanent that was sacrificed or exiled as a cost, that died, or that the trigger is about."""
    if (said := _SACRIFICED.search(text)) is not None and _speaks_of(said, said["what"]):
        return _as_it_was(quality(_ON_ITS_OWN.sub("", said["what"])), another=said["first"].lower() == "another")
    if _BLIGHTED.search(text) is not None:
        return _as_it_was(quality("creature you control"))
    if (said := _EXILED_AS_COST.search(text)) is not None:
        return _as_it_was(quality(said["what"]), another=said["other"].lower() == "another ")
    if (said := _OF_TRIGGER.search(text)) is not None and _speaks_of(said, said["what"]):
        what = re.sub(r" dealt damage this turn by .*$", "", said["what"])
        return _as_it_was(quality(what), another="other" in said["first"].lower())
    return None


def _cast(text: str) -> Copied | None:
    """Read the spell that was cast; where it has become a permanent, only its card types need be what the text asks."""
    said = _CAST.search(text)
    of = None if said is None else quality(said["what"])
    if of is None:
        return None
    return (*listed(of), *(_types_only(one).changed(zone=BATTLEFIELD) for one in listed(of)))


def _of_its_own(text: str) -> Copied | None:
    """Read a text that copies its own permanent, or one of the cards that left a graveyard."""
    if _ITSELF.match(text) is not None:
        return Filter(self=True, zone=ALL_ZONES)
    said = _AMONG_THEM.search(text)
    of = None if said is None else quality(f"{said['what']} in your graveyard")
    return None if of is None else tuple(one.changed(zone=ALL_ZONES, token=False) for one in listed(of))


def _either(what: str) -> Filters | None:
    """Read two noun phrases, each with its own zone: "artifact card in a graveyard or artifact on the battlefield"."""
    parts = [quality(one) for one in what.split(" or ")]
    return None if len(parts) != 2 or not all(parts) else tuple(one for part in parts for one in listed(part or ()))


def _of_target(text: str) -> Copied | None:
    """Read the one target that a text names before it says "a copy of that creature"."""
    said = _OF_TARGET.search(text)
    if said is None:
        return None
    of = quality(re.sub(r"\bcard from\b", "card in", said["what"]))
    if of is None:
        return None
    if said["way"] or _MOVED.search(text) is not None:
        return _moved_target(text, TargetsOf(targets=of))
    return _as_target(_others(of) if said["other"] else of)


def _in_exile(text: str) -> Copied | None:
    """Read a card that another ability has exiled: "a copy of the imprinted card" (607.2a)."""
    said = _IN_EXILE.match(text)
    of = None if said is None else quality(f"{said['noun'].lower().replace('card', '')} card in exile".strip())
    return None if of is None else tuple(one.changed(exiled_with="this") for one in listed(of))


def _moved_target(text: str, of: TargetsOf) -> Copied | None:
    """Return the filter for a target that the text moves: as it was before, or in the zone to which it went."""
    clauses = listed(of.targets)
    if all(one.zone is None or one.zone == BATTLEFIELD for one in clauses):
        return _as_target(_as_it_was(of.targets))
    there = (BATTLEFIELD,) if "to the battlefield" in text else ()
    return TargetsOf(targets=tuple(one.changed(zone=(*listed(one.zone), "exile", *there)) for one in clauses))


def _speaks_of(said: re.Match[str], what: str) -> bool:
    """Tell whether "a copy of that creature" speaks of the words before it, not of something else in the text."""
    noun = (said["noun"] or "").lower()
    return noun in ("permanent", "card") or noun in what.lower() or _NAMES_A_TYPE.search(what) is None


def _others(of: Filters) -> Filters:
    """Return a filter of other objects than the source."""
    return tuple(one.changed(other=True) for one in listed(of))


def _as_target(of: Filters | None) -> TargetsOf | None:
    return None if of is None else TargetsOf(targets=of)


def _as_it_was(of: Filters | None, *, another: bool = False) -> Filters | None:
    """Return the filter for a permanent that may have left: elsewhere only its card types need be what the text asks.

    Args:
        of: The filter for the permanent; None if the text is not understood.
        another: Whether the text says "another".

    Returns:
        The filter with zones; None where there is none.
    """
    if of is None:
        return None
    here = (one.changed(zone=BATTLEFIELD) for one in listed(_others(of) if another else of))
    return (*here, *(_types_only(one).changed(zone=ELSEWHERE) for one in listed(of)))


def _types_only(clause: Filter) -> Filter:
    """Return what a clause asks of card types alone: a card in another zone need not have the other qualities."""
    barred = clause.not_
    if barred is not None:
        kept = Filter(type=barred.type, supertype=barred.supertype)
        barred = kept if kept != Filter() else None
    return Filter(type=clause.type, supertype=clause.supertype, token=clause.token, not_=barred)


def could_change_its_types(card: Card) -> bool:
    """Tell whether a card can change its own card types: in another zone, it then no longer shows what it was.

    Args:
        card: The card.
    """
    return any(
        one.keyword in CHANGING_TYPES
        or any(
            effect.affected == "this" and (effect.set_types or effect.add_types or effect.remove_types)
            for effect in one.effects
        )
        for face in card.faces
        for one in face.abilities
    )
