"""Other wordings of a sentence, and the wording that the grammar reads in their place."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache


def _with_sizes_of_card(found: re.Match[str]) -> str:
    """Return the two amounts of a card that was revealed in the words for amounts that a board tells."""
    power, toughness = f"{found[2] or ''}the power of that card", f"{found[4] or ''}the toughness of that card"
    return f"{found[1]} equal to {power} and {found[3]} equal to {toughness}"


def _with_gets(found: re.Match[str]) -> str:
    """Put in the verb that stands before a change of power and toughness."""
    return "gets " if found[1].startswith("gain") else "controls gets "


def _detained(found: re.Match[str]) -> str:
    """Say what detaining some objects means for their abilities."""
    first = found[2][:1].upper() if found[1] == "D" else found[2][:1]
    return f"{first}{found[2][1:]} can't have its activated abilities used until your next turn"


def _who_cannot_use(found: re.Match[str]) -> str:
    """Say of some objects that their abilities can't be activated."""
    return f"{'permanents ' if 'sources' in found[0] else ''}{found[1]} can't have their activated abilities used"


def _who_cannot_use_theirs(found: re.Match[str]) -> str:
    """Say of permanents of players who can't activate some abilities that these can't be activated."""
    who, kinds, used = found["who"], found["kinds"] or "planeswalkers", "activated" if found["kinds"] else "loyalty"
    kinds = re.sub(r",? or ", " and ", kinds)
    whose = "" if who.lower() == "players" else f" {who.lower()} control"
    return f"{kinds.capitalize() if who[0].isupper() else kinds}{whose} can't have their {used} abilities used"


def _what_enchanted_player_cannot_use(found: re.Match[str]) -> str:
    """Say of the permanents of the enchanted player that their abilities can't be activated."""
    but = "mana and loyalty" if found["or"] else "mana"
    return f"Permanents enchanted player controls can't have their activated abilities used except {but} abilities"


def _cannot_use(found: re.Match[str]) -> str:
    """Say of an object, after another verb or alone, that its abilities can't be activated."""
    whose, tap = found["whose"], found["tap"] or ""
    it = {"its": "", "their": "", "Its": "It ", "Their": "They "}.get(whose, whose.removesuffix("'s").strip() + " ")
    possessive = "their" if whose.lower() == "their" else "its"
    return f"{it}can't have {possessive} activated abilities{tap} used"


_REWORDED: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\b(enters?|entered) the battlefield\b"), r"\1"),
    (re.compile(r"\b(?:converted mana|casting) costs?\b"), "mana value"),
    (re.compile(r"\bcomes into play\b"), "enters"),
    (re.compile(r"\bcome into play\b"), "enter"),
    (re.compile(r"\bcame into play\b"), "entered"),
    (re.compile(r"\binto play\b"), "onto the battlefield"),
    (re.compile(r"(?<!comes )(?<!come )(?<!came )\bin play\b"), "on the battlefield"),
    (re.compile(r"\bdoes not\b"), "doesn't"),
    (re.compile(r"\bdo not (?=control|own)"), "don't "),
    (re.compile(r"\b([Tt]hey) are (?=\d+/\d+ )"), r"\1're "),
    (re.compile(r"\bcannot\b"), "can't"),
    (re.compile(r"\b(choose a|the chosen) color word\b"), r"\1 color"),
    (re.compile(r"(?:'s|(\band) its) name (?:is|becomes) the chosen (?:card )?name\b"), r"\1 has the chosen name"),
    (re.compile(r"\b([Ii])ts name (?:is|becomes) the chosen (?:card )?name\b"), r"\1t has the chosen name"),
    (re.compile(r"^All instances of color words\b"), "All instances of colors"),
    (re.compile(r"^Counters can't be put on ([^.]+)"), r"\1 can't have counters put on them"),
    (
        re.compile(r"\b([Dd])etain (?=target|each|up to|another|that|those|it\b)([^.]*)"),
        _detained,
    ),
    (
        re.compile(r"\b[Aa]ctivated abilities of (?:sources (?=with the chosen name))?([^.\"]*?) can't be activated\b"),
        _who_cannot_use,
    ),
    (
        re.compile(
            r"(?:\b(?P<whose>[Ii]ts|[Tt]heir|[Tt]hat \w+(?: |)'s|[Ee]nchanted \w+(?: |)'s)) "
            r"activated abilities(?P<tap> with \{T\} in their costs)? can't be activated\b"
            r"(?!\.[^.]* to ignore this effect)"
        ),
        _cannot_use,
    ),
    (re.compile(r"\bcan't attack, block, or crew Vehicles(?=, and can't)"), "can't attack or block"),
    (re.compile(r"(?<=abilities used) unless they're mana abilities"), " except mana abilities"),
    (
        re.compile(
            r"\b(?P<who>[Yy]our opponents|[Pp]layers) can't (?:cast spells or )?activate "
            r"(?:planeswalkers' loyalty abilities|abilities of (?P<kinds>\w+(?:(?:,|,? or) \w+)*))"
            r"(?=[.\"]| this turn|$)"
        ),
        _who_cannot_use_theirs,
    ),
    (
        re.compile(
            r"\b[Ee]nchanted player can't activate abilities that aren't mana abilities(?P<or> or loyalty abilities)?"
        ),
        _what_enchanted_player_cannot_use,
    ),
    (re.compile(r"\b(is|are|it's|they're|isn't|aren't) face (down|up)\b"), r"\1 face-\2"),
    (re.compile(r"\bbase power and base toughness\b"), "base power and toughness"),
    (re.compile(r"\bother creature types and colors\b"), "other types and colors"),
    (re.compile(r"\bhis or her\b"), "their"),
    (re.compile(r"\b([Ii])t's not (?!your)"), r"\1t isn't "),
    (re.compile(r"\b([Tt])hey're not "), r"\1hey aren't "),
    (re.compile(r"\btypes and colors\b"), "colors and types"),
    (
        re.compile(r",? and its power and toughness are equal to (?=(?:~|its)'s power and toughness)"),
        " and has base power and toughness equal to ",
    ),
    (re.compile(r"\bthats\b"), "that's"),
    (re.compile(r"\bas long as it was (?=\w+ or (?:fewer|more) \w+ counters\b)"), "as long as it has "),
    (re.compile(r", Otherwise, "), ". Otherwise, "),
    (
        re.compile(
            r"^((?:Casualty|Conspire|Demonstrate|Gravestorm|Replicate|Storm)\b[^.⟦]*)\. The cop(?:y isn't|ies aren't) "
            r"legendary( and ha(?:s|ve) starting loyalty \w+)?(?=\.|$)"
        ),
        r"When you cast ~, create a token that's a copy of ~, except it isn't legendary\2",
    ),
    (
        re.compile(
            r"\b(?:Unt|T)ap target (\w+ and each other \w+ that shares [^.]*)\. (?:Those \w+|They) "
            r"(?:each )?(get|gain|lose|become)\b"
        ),
        r"Target \1 \2",  # tapping changes no characteristic, and both sentences are about the same objects
    ),
    (
        re.compile(r"( and target \w+)( with [\w ]+? that creature's \w+) (an opponent controls|you don't control)\b"),
        r"\1 \3\2",
    ),
    (re.compile(r"\b(target [\w ,-]+?) of an opponent's choice they control\b"), r"\1 an opponent controls"),
    (
        re.compile(r"\b(target [\w ,-]+?) of an opponent's choice (?=(?:an opponent controls|you don't control)\b)"),
        r"\1 ",
    ),
    (re.compile(r"\b([Ii])ts your turn\b"), r"\1t's your turn"),
    (
        re.compile(
            r"\b[Aa]s long as the top card of your library is an? ([\w ]+? card), "
            r"~ has all activated abilities of that card"
        ),
        r"~ has all activated abilities of the \1 on top of your library",
    ),
    (re.compile(r"([Ee]xchange control of [^.]*?) that shares? (?:an?|one of those) [\w ]*types?(?: with it)?"), r"\1"),
    (re.compile(r"\bthe exiled (cards?) used to craft (?:it|~)(?!\w)"), r"\1 exiled with ~"),
    (re.compile(r"\ban exiled card used to craft (?:it|~)(?!\w)"), "a card exiled with ~"),
    (
        re.compile(
            r"\b((?:[Ii]f|[Aa]s long as) )(an? [\w -]*?\bcard\b[\w -]*?) (?:is|was) exiled with "
            r"(?:(?:~'s|its) delve ability|~|it)(?=[,.]|$)"
        ),
        r"\1there is \2 exiled with ~",
    ),
    (re.compile(r"\{this\}"), "~"),
    (re.compile(r"\bWhen you spend this mana to cast "), "If that mana is spent to cast "),
    (
        re.compile(r"(?<=[:,] )[Ee]xchange (your|target (?:opponent|player)'s) life total with ~'s (power|toughness)"),
        r"~ has base \2 X, where X is \1 life total",
    ),
    (
        re.compile(r"\b(the number of [\w+/-]+ counters) on (?=[A-Z][a-z])(?!X\b|\w+ you control\b)"),
        r"\1 among permanents named ",
    ),
    (re.compile(r"(As long as enchanted \w+ is an? [^,]+, )(?=gets? )"), r"\1it "),
    (re.compile(r"\bat least (two|three|four|five|six|seven|eight) (?=other\b)"), r"\1 or more "),
    (
        re.compile(
            r"\b(tokens? that(?:'s a copy| are copies) of [^,.]*?)(?: and that(?:'s| are))? tapped and attacking"
            r"(?: that (?:player|opponent))?(?=[,.]|$)"
        ),
        r"\1",
    ),
    (
        re.compile(r"^(Tap enchanted creature: [^.]*?\bother than )the creature tapped this way\b"),
        r"\1enchanted creature",
    ),
    (
        re.compile(r"\b(\w+) or more ([A-Za-z]\w*) cards are in your graveyard\b"),
        r"there are \1 or more \2 cards in your graveyard",
    ),
    (re.compile(r", except if ~ was embalmed, the token has [^.]*"), ""),  # embalm itself says this (702.128a)
    (re.compile(r"\bexcept that "), "except "),
    (re.compile(r"\bgets (?=protection from )"), "gains "),
    (re.compile(r"~' (?=power\b|toughness\b)"), "~'s "),
    (re.compile(r"\bAs ~ transforms in(?:to)? ~, it (?=becomes a copy\b)"), "When ~ transforms, ~ "),
    (re.compile(r"\bblocking or being blocked by\b"), "blocking or blocked by"),
    (
        re.compile(r"(~'s (?:power|toughness)) becomes (?=the (?:power|toughness) of |\d+ plus the )"),
        r"\1 becomes equal to ",
    ),
    (re.compile(r"\bexcept its (?=an? )"), "except it's "),
    (re.compile(r"\bexcept it is "), "except it's "),
    (
        re.compile(r"\b([Cc])opy (?=(?:it|that spell|target [^,.\"]*\bspell\b[^,.\"]*), except )"),
        r"\1reate a token that's a copy of ",
    ),
    (re.compile(r"\bexcept the (?:copy|token) is "), "except it's "),
    (re.compile(r"\bexcept the (?:copy|token) has "), "except it has "),
    (re.compile(r"\bexcept the (?:copy|token) isn't "), "except it isn't "),
    (re.compile(r"( except [^.]*?) and (?:has|have) starting loyalty (?=\w)"), r"\1 and its starting loyalty is "),
    (re.compile(r"\bcreature token in addition to\b"), "creature in addition to"),
    (re.compile(r"\b(?:[Hh]is|[Hh]er|[Tt]he token's|[Tt]heir) names? (?:is|are) "), "its name is "),
    (re.compile(r"\b([Ii]t)'s no longer\b"), r"\1 is no longer"),
    (re.compile(r"\b([Tt]hey)'re no longer\b"), r"\1 are no longer"),
    (re.compile(r"\bIf it's suspected, it (?=is no longer suspected\b)"), "It "),
    (re.compile(r"\bIf any of them are suspected, they (?=are no longer suspected\b)"), "They "),
    (re.compile(r"\bbecome (?=no longer suspected\b)"), "is "),
    (re.compile(r"(?<!that )\bis indestructible\b"), "has indestructible"),
    (re.compile(r"(?<!that )\bare indestructible\b"), "have indestructible"),
    (
        re.compile(
            r"((?:When|Whenever) ~ [^,.\"]*, )(for as long as|[Uu]ntil) (?:it|he|she) "
            r"(?=(?:remains|leaves the battlefield))"
        ),
        r"\1\2 ~ ",
    ),
    (re.compile(r"\bthe last chosen\b"), "the chosen"),
    (
        re.compile(
            r"\b[Cc]hoose ((?:[a-z][a-z -]*?(?: \d+)?, )*[a-z][a-z -]*?(?: \d+)?,? or [a-z][a-z -]*?(?: \d+)?)\. "
            r"([^.]*?\bgains? )that ability\b"
        ),
        r"\2your choice of \1",
    ),
    (re.compile(r"\bprotection from (?=color of your choice\b)"), "protection from the "),
    (
        re.compile(r"\b(gains?) protection from ([\w ]+?) or from "),
        r"\1 your choice of protection from \2 or protection from ",
    ),
    (
        re.compile(r"\bloses ((?:[a-z]+ )?[a-z]+) or ((?:[a-z]+ )?[a-z]+)(?= until end of turn)"),
        r"loses your choice of \1 or \2",
    ),
    (
        re.compile(
            r"\b([Tt]arget (?:[\w-]+ ){0,4}?creature(?: you control| an opponent controls)?(?: gains [\w ,]+? and)? "
            r"gets [+-][X0]/[+-][X0](?: until end of turn)?, where X is )that creature's (?=power|toughness|mana value)"
        ),
        r"\1its ",
    ),
    (re.compile(r"\bthe color of its controller's choice\b"), "the color of your choice"),
    (re.compile(r"\bin addition to (?:his|her) other\b"), "in addition to its other"),
    (re.compile(r"\b([Tt]arget Aura) that's attached to (?:a|another) permanent\b"), r"\1"),
    (re.compile(r"\b([Tt]arget creature) with that spell's (?:mana value|converted mana cost)\b"), r"\1"),
    (
        re.compile(
            r"\bthe total power of the exiled cards and its toughness is equal to (?:their total toughness|"
            r"the total toughness of the exiled cards)"
        ),
        "the total power of cards exiled with ~ and its toughness is equal to "
        "the total toughness of cards exiled with ~",
    ),
    (
        re.compile(
            r"\bflip a coin\. If the coin comes up heads, ~ enters(?: the battlefield)? as (an? [^.]+)\. "
            r"If it comes up tails, ~ enters(?: the battlefield)? as (an? [^.]+)\."
        ),
        r"it becomes your choice of \1 or \2.",
    ),
    (re.compile(r"\b([Aa])n exiled (\w+ card) (with [^,.]*? on it)"), r"\1 \2 in exile \3"),
    (re.compile(r",? when X is (?=(?:that|the|its) )"), ", where X is "),
    (re.compile(r"\b(gains?|controls) (?=[+-]\d+/[+-]\d+ until end of turn)"), _with_gets),
    (re.compile(r"\bgets \+(\d+)\+(\d+)(?=[ ,.])"), r"gets +\1/+\2"),
    (re.compile(r"\bgets ([+-])x/([+-])x\b([^.]*), where x is "), r"gets \1X/\2X\3, where X is "),
    (re.compile(r"\buntil the end of that turn\b"), "until end of turn"),
    (re.compile(r"^(As long as ~ is [a-z]+) (?=it (?:has|gets) )"), r"\1, "),
    (re.compile(r"\bthere are (four|five|six) more (?=card types among)"), r"there are \1 or more "),
    (re.compile(r"^([+-]?\d+):(?=[A-Z])"), r"\1: "),
    (re.compile(r"\binstead only (?=[a-z])"), "instead "),
    (
        re.compile(
            r"\bYou and target player exchange control of the creature you each control with the highest mana value\. "
            r"Then exchange control of artifacts the same way(?=\.|$)"
        ),
        "Exchange control of those permanents",
    ),
    (
        re.compile(
            r"\bYou and (?:that|target) opponent each gain control of all creatures the other controls(?=[ .]|$)"
        ),
        "Exchange control of those creatures",
    ),
    (re.compile(r"\bthat don't have the same name as ~"), "not named ~"),
    (
        re.compile(r"\bup to (two|three) ((?:[A-Z][a-z]+ )?creatures you control) (?=gain |get )"),
        r"up to \1 target \2 ",
    ),
    (
        re.compile(
            r"\b[Ee]ach player gains control of (?:the creature they chose|each permanent for which they were chosen|"
            r"a nonland permanent of your choice controlled by [^.,]*|"
            r"all nonland permanents [^.]*? controlled by the next player in the chosen direction)(?=\.|$)"
        ),
        "That player gains control of those permanents",
    ),
    (
        re.compile(r"\bgains control of one of those lands of their choice and untaps it\b"),
        "gains control of that land",
    ),
    (
        re.compile(r"\b[Ff]or each player who chose [a-z]+, gain control of a creature that player controls\b"),
        "Gain control of that creature",
    ),
    (
        re.compile(r"\b[Ff]or each [a-z]+ vote, choose a permanent owned by the voter and gain control of it\b"),
        "Gain control of that permanent",
    ),
    (re.compile(r"\b([Ii])t's goaded\b"), r"\1t is goaded"),
    (re.compile(r"\bthe creature that attacked (?=gains|gets)"), "that creature "),
    (re.compile(r"\bthe exiled creature card(?='s| 's)"), "the exiled card"),
    (re.compile(r"\b[Tt]he top card of your library has (?=[a-z]+(?:\.|$))"), "Each card on top of your library has "),
    (re.compile(r"\b([Ee]ach creature) you cast (?=with )"), r"\1 spell you cast "),
    (re.compile(r"(\bgains? [^.]*?) as you cast (?:it|them)(?=\.|$)"), r"\1"),
    (
        re.compile(
            r"\bIf target creature has (power|toughness) (\d+ or (?:greater|less)), it (gets? [^.]*|gains? [^.]*)"
        ),
        r"Target creature \3 if its \1 is \2",
    ),
    (
        re.compile(r"\bIf target creature is (an? [^,.]+), it ((?:gets|gains) [^.]*)"),
        r"Target creature \2 if it's \1",
    ),
    (re.compile(r"(\buntil end of turn) before it fights\b"), r"\1"),
    (
        re.compile(r"\b[Cc]hange the base power and toughness of (all [^.]*?) to (\d+/\d+)(?=\.|$)"),
        r"\1 have base power and toughness \2",
    ),
    (
        re.compile(
            r"\bPut a \+1/\+1 counter on (~|target creature) or (?:~|that creature) gains "
            r"(?=[a-z ]+, [a-z ]+, or [a-z])"
        ),
        r"\1 gains your choice of ",
    ),
    (re.compile(r"(\byour choice of [a-z, ]+?) at random\b"), r"\1"),
    (
        re.compile(
            r"\b(?:[Ee]ach card|[Cc]ards|[Cc]reature cards) exiled this way(?: that do(?:es)?n't have suspend)? gains? "
        ),
        "The exiled card gains ",
    ),
    (re.compile(r"(\b[Tt]he high bidder) loses life equal to the high bid and (?=gains control of)"), r"\1 "),
    (re.compile(r"\bthat's one or more colors\b"), "that isn't colorless"),
    (
        re.compile(r"\b([Tt]hat player) ((?:draws|untaps|loses) [^.,]*?) and gains control of\b"),
        r"\1 \2 and \1 gains control of",
    ),
    (
        re.compile(r"(\bgains? control of [^.,]*?) at (?:the beginning of the next end step|end of combat)(?=\.|$)"),
        r"\1",
    ),
    (re.compile(r"\beach land they own that you control\b"), "each land you control they own"),
    (re.compile(r"\b([Ee]xchange control of ~ and) that (?=spell|permanent|creature)"), r"\1 target "),
    (
        re.compile(r"\bthat creature's controller may have (target creature of their choice) get (?=[+-])"),
        r"\1 gets ",
    ),
    (
        re.compile(r"\b([Ee]ach spell you cast) has ([a-z ]+) if (mana from an? \w+ was spent to cast) it\b"),
        r"\1 that \3 has \2",
    ),
    (re.compile(r"^If ~ was kicked, it has ([a-z ]+)(?=\.?$)"), r"~ has \1 if ~ was kicked"),
    (
        re.compile(
            r"\benters with ([a-z][a-z ]*?) and with ((?:an?|X|two|three) [^,.]*?counters? on it)\b"
            r"(, where X is [^.]*)?"
        ),
        r"enters with \2 and with \1\3",
    ),
    (
        re.compile(
            r"^As long as the top card of your library is an? ([\w ]+? card), ([\w ]+?) that shares? "
            r"(a color|a creature type) with that card (gets? [+-]\d+/[+-]\d+)(?=\.?$)"
        ),
        r"\2 \4 for each \1 on top of your library that shares \3 with it",
    ),
    (
        re.compile(
            r"\b(base power becomes) (twice )?that card's power and (its base toughness becomes) (twice )?"
            r"that card's toughness(?=\.|$)"
        ),
        _with_sizes_of_card,
    ),
    (re.compile(r"\b(gets [+-]X/[+-]X until end of turn) and you (?:lose|gain) X life(?=, where X is )"), r"\1"),
)


_SLIPS = {
    "abilites": "abilities",
    "an opponent control ": "an opponent controls ",
    "abilties": "abilities",
    "antoher": "another",
    "battelfield": "battlefield",
    "creautre": "creature",
    "end od turn": "end of turn",
    "end of tun": "end of turn",
    "exatly": "exactly",
    "firststrike": "first strike",
    "opponent's control ": "opponents control ",
    "quiped": "quipped",
    "starship creature": "Starship creature",
    "viginlance": "vigilance",
    "your to devotion": "your devotion",
}
"""Words that files of cards misspell; none of them means anything else."""
_SLIP = re.compile("|".join(_SLIPS))
_NESTED = re.compile(r"\((?:[^()\\]|\\.)*\)[?*]?|\[[^\]]*\][?*]?")
"""An innermost group, or a set of characters."""
_PLAIN = re.compile(r"(?<!\\)(?:[a-z ',](?![?*]))+")


@lru_cache(maxsize=1)
def _reworded() -> tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...]:
    """Return the old wordings, each with letters that a text with it must have. To look for these first saves time."""
    return tuple((_needed(pattern.pattern), pattern, new) for pattern, new in _REWORDED)


def _needed(pattern: str) -> str:
    """Return the longest run of plain letters in every match of a pattern without alternatives outside of groups."""
    while _NESTED.search(pattern):
        pattern = _NESTED.sub("|", pattern)
    runs = [run[0] for run in _PLAIN.finditer(pattern)]
    return max(runs, key=len, default="")


def reworded(text: str) -> str:
    """Return a text in the wording that the grammar reads.

    Args:
        text: A paragraph, with ``~`` for the card itself.
    """
    text = _SLIP.sub(lambda match: _SLIPS[match[0]], text)
    for needle, pattern, new in _reworded():
        if needle in text:
            text = pattern.sub(new, text)
    return text
