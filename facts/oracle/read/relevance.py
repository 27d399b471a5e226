"""A cheap test of the words of a sentence: could it affect an object's characteristics?

The test may accept too many sentences but never too few: the reader skips every sentence that the test rejects.
"""

from __future__ import annotations

import re
from functools import lru_cache

from facts.oracle.read.work_limit import count
from facts.words import keyword_names

_KINDS = (
    r"creatures?|lands?|artifacts?|enchantments?|planeswalkers?|permanents?|color(?:s|less)?|types?|white|blue|black|"
    r"red|"
    r"green|legendary|snow|basic|nonbasic|battles?|tokens?"
)
_STATES = (
    r"tapped|untapped|blocked|blocking|attacking|the target|targets?|monstrous|attached|unattached|renowned|day|night|"
    r"the monarch|saddled|crewed|suspected|plotted|prepared|paired|enchanted|equipped|goaded|solved|unspent|able|dealt|"
    r"unprepared|foretold|unblocked|"
    r"milled|removed|taken|put|exiled|sacrificed|destroyed|countered|turned|returned|cast|in|on|at|under|from|equal|less|greater|more"
)

_NEW_KEYWORD = (
    r" (?<!\byou )(?<!player )(?<!players )(?<!opponent )(?<!opponents )(?<!\bwho )(?<!\bthat )(?<!may )(?<!would )"
    r"(?<!n't )(?<!ability )(?<!\bcan )(?<!\bcould )(?<!\bto )(?<!controller )(?<!owner )(?:has|have|gets?) "
    r"(?!(?:an?|the|no|not|any|one|two|three|four|five|six|seven|eight|nine|ten|more|fewer|less|been|to|it|its|"
    r"their|your|you|different|at|mana|total|power|toughness|that|another|target|all|exactly|counters?|greater|lesser|"
    r"become|dealt|died|cast|begun|another|additional|twice|half|x)\b)[a-z](?!\w*ed\b)[\w-]+(?: [a-z][\w-]+){0,3}"
    r"(?: \d+| X)?(?=[,.]|$| ?[{—]| (?:and|until|as long|for|from|where|if|unless)\b)"
)
"""A noun after "has" that is no number, measure or deed: a keyword ability, even if no list knows it yet."""


@lru_cache(maxsize=1)
def _relevant() -> re.Pattern[str]:
    granted = "|".join(sorted((re.escape(name) for name in keyword_names()), key=len, reverse=True))
    return re.compile(
        rf"^[+-](?:\d+|\d*X)/|\bdevotion to [^.]* is increased|\bgets? (?:[a-z]+ ){{0,2}}[+-](?:\d+|\d*X)/|"
        rf"\bgains? (?!(?:\d+|X|that much|half|twice|(?:three|four|five) times|an amount|life|no life|priority|"
        rf"(?:one|two)(?! of\b| instances?\b| abilit)|at)\b)|"
        rf"\b(?:has|have) (?:(?:[\w{{}}/-]+,? ){{0,3}}(?:and )?)?(?:⟦|(?:{granted})\b|base |all |every |protection|"
        rf"each activated |power (?:and toughness )?(?:each )?equal|toughness (?:each )?equal|"
        rf"no (?:abilities|[\w ]*types?\b|colors?\b))|"
        rf"{_NEW_KEYWORD}|"
        rf"[+-](?<![\d/X][+-])(?<!\ba [+-])(?<!\bone [+-])(?<!\bor [+-])(?:\d+|\d*X)/[+-](?:\d+|\d*X)\b"
        rf"(?! (?:or|and|counters?)\b)|"
        rf"(?<!didn't )\b(?:has|have|gains?) "
        rf"(?:[^.,⟦]*\b(?:abilities of|each [\w ]*ability of|chosen abilit|keywords?\b)|"
        rf"(?:that|those) abilit(?:y|ies)\b)|"
        rf"\bloses? (?!(?:\d+|X|that much|half|twice|two times|a third|an amount|life|control of|the game|"
        rf"this mana|unspent|one(?! of\b| instance\b| abilit)|all (?:but|"
        rf"unspent|counters(?! and)|rad|poison)|the flip|a flip|all their)\b)|"
        rf"\bbecom(?:es?|ing) (?!(?:{_STATES}|that number|equal|\d+(?!/))\b)|"
        rf"(?:\b(?:is|are|isn't|aren't|it's|they're|s?he's)) (?!(?:{_STATES}|each equal)\b)"
        rf"(?:still |also |each |no longer |both )?(?:an? |the |every |all |\d+/\d+ )?"
        rf"(?:(?:non)?[\w/'~-]+,? ){{0,6}}?(?:{_KINDS})\b|"
        rf"(?:\b(?:is|are)|it's|they're) (?:also |each )?(?:\d+|X)/(?:\d+|X)\b|"
        rf"in addition to|(?:\ba |\bas |\b(?:that's|becomes?|enters? as) an? [\w-]+ )cop(?:y|ies) of|"
        rf"\benters?(?: tapped| untapped)? as (?!though|an? \w+, )|"
        rf"\b(?:keeps?|retains?) (?:all )?(?:its|their) (?:other )?(?:card )?types|"
        rf"\bowners? (?:'s )?controls? (?:it|them)\b|\b[Ee]ach player controls (?:each|all)\b|"
        rf"\benters? (?:the battlefield )?face down as\b|"
        rf"\bis paired with|copies of|\bstill an?\b|base power|"
        rf"base toughness|(?<!/OFF )\b[Ss]witch(?! the blocking(?! creature ?'s))|"
        rf"\bswaps? [^.]*power|\b(?:stops?|ceases?) (?:being|to be) |\bstill whatever |"
        rf"\benters? [^.]*\band with (?:⟦|(?:{granted})\b)|\b(?:becomes?|no longer) suspected\b|"
        rf"every (?:\w+ )?(?:creature|land) type|all creature types|\btext (?:box )?of\b|full text|"
        rf"[Ee]xchanges? (?:control|[^.]*(?:text|power|toughness|types|colors))|"
        rf"(?<!lose )(?<!under the )(?<!life for )\bcontrol of "
        rf"(?!target (?:opponent|player) during|their choice|each |that color|the chosen|the game)|"
        rf"can't have (?!more|[^.]*counters)|(?:doubles?|triples?) [^.]*(?:power|toughness)|\bearthbend(?!,)|"
        rf"\bsuspect\b|\bamass\b|ring tempts you|\btransforms? (?:all|each)\b|\bcan't (?:[\w, ]+ )?transform\b|"
        r"\bcan't be (?:turned face up|enchanted|equipped)\b|\bcan't phase (?:out|in)\b|"
        r"\bcan't (?:become suspected|have (?:[+-]1/[+-]1 )?counters put on)\b|^Counters can't be put on |"
        r"\bcan't be the targets? of spells(?: or abilities)?(?=\.?$| your opponents control)|"
        r"\bcan't be the targets? of (?:abilities\b|(?:\w+ or )?\w+ spells\b)|"
        rf"\b[Ii]ts (?:power|toughness) is equal\b|power and toughness (?:is|are)\b|'s (?:power|"
        rf"toughness) is\b|~(?<!to ~) 's [^.,]*\b(?:power|toughness)\b[^.,]* (?:is|are) (?:each |both )?equal|"
        rf"same is true|"
        rf"\bturn(?:s|ed)? [^.]*face down\b|\byou control (?:enchanted|equipped)\b|\bname is\b|"
        r"(?<!\bthis )emblem(?! you own)|\bis ⟪",
        re.IGNORECASE,
    )


_RARE = re.compile(
    rf"counts? as (?!though)|treat(?:s|ed)? [^.]* as (?!though)|"
    rf"g(?:rants?|ives?) (?:it|them|(?:target|each|enchanted|equipped) (?!player|opponent)\w+|creatures?)\b|"
    rf"(?:acquires?|obtains?|animates?|assumes?) (?!control)|takes? the form\b|com(?:es?|ing) (?:alive|to life)\b|"
    rf"awakens? as\b|strips?\b|is (?:flying|under (?:your|their) control)\b|"
    rf"t(?:urn|ransform)s? (?:it|them|~|target|each|all|that|enchanted|equipped)\b[^.]* into\b|turns? into\b|"
    rf"(?:reduce|increase|halve|invert|set|lower|raise)s? [^.]*(?:power|toughness)|"
    rf"(?:battlefield|enters?)\b[^.]*(?<!long) as an? (?!additional\b|copy\b)(?:[\w/-]+ ){{0,4}}"
    rf"(?:enchantment|creature|artifact|land)\b(?!,)|"
    rf"cop(?:y|ies) (?:target|that|enchanted|equipped) (?:creature|permanent|artifact|land)\b(?! spell)|"
    rf"removes? all [^.]*\babilities\b|can't (?:become (?!(?:{_STATES})\b)|be an? |change [^.]*(?:types?|colors?)\b)|"
    rf"enters? with (?:your choice of )?"
    rf"(?:flying|(?:first|double) strike|deathtouch|haste|hexproof|indestructible|lifelink|menace|reach|"
    rf"trample|vigilance|defender|shroud|protection|ward)\b(?! counter)|"
    rf"(?:power|toughness) becomes? (?!\d+ this way)|\b(?:is|are) (?:also )?named |replaces? all instances|"
    rf"changes? [^.,]*\b(?:types?|colors?) (?:to|into)\b|loses? (?:\d+|x|an?|one|two|three) (?:power|toughness)\b|"
    rf"^(?:the )?(?:power|toughness)[^.,]* of [^.,]* (?:is|are) (?:each )?(?:equal|\d)|"
    rf"[a-z]+s ?' ?(?:base )?(?:power|toughness)(?: and toughness)? (?:is|are|can't be)\b|"
    rf"receives? [+-]|\+\d/\+\d bonus|shares? (?:all|every) |except (?:it|they|he|she|its|their|his|her)\b|"
    rf"(?:ha(?:s|ve)|gains?) (?:the same (?:[\w-]+ )?abilit|(?:each|all|any|one|some) of [^.⟦]*\babilit)|"
    rf"ha(?:s|ve) (?:power|toughness) \d+(?! or)|ha(?:s|ve) (?:every|all|basic) [a-z ]*types?\b|"
    rf"ha(?:s|ve) (?:the|~|its) (?!same |name they)[^.⟦]{{0,60}}\b(?:names?|types?|colors?|abilities)\b"
)
"""Other words for such changes, in lower case. Cards seldom or never use them, but a text with them needs a warning."""


def _said_otherwise(sentence: str) -> bool:
    """Tell whether a sentence changes characteristics in rare words."""
    lower = sentence.lower()
    found = _RARE.finditer(lower)  # it is faster to check afterwards that a word begins there
    return any(one.start() == 0 or not lower[one.start() - 1].isalnum() for one in found)


_BEING = re.compile(
    r"\b(?:is|are|isn't|aren't|[Ii]t's|[Tt]hey're|[Ss]?[Hh]e's) (?!taken from )(?:not |also )?(?:an? |the )?"
    r"(?:[\w'/-]+ ){0,4}?[A-Z][a-z]+"
)


_HARMLESS = re.compile(
    r"^(?:Activate (?:this ability )?only|This ability (?:triggers|costs)|Spend this mana|Any player may activate|"
    r"~ costs|"
    r"If you (?:do|don't|can't|don't or can't)[^.,]* exchange, sacrifice|This ability still resolves|"
    r"If you would lose unspent mana|When that mana is spent|"
    r"As ~ enters, an opponent of your choice gains control of it$|"
    r"The token has enchant creature and ⟦\d+⟧$|If you do, turn ~ face down(?:,? (?:and|then)) [^.]*\bdraft|"
    r"Create a copy of the card with the chosen name$|"
    r"(?:For each opponent who does, )?(?:Until [^,.]*, )?(?:[Yy]our life total can't change,? and )?"
    r"(?:[Yy]ou (?:have|gain)|[Pp]layers gain) "
    r"(?:hexproof|shroud|protection)"
    r"(?![^.]*(?:,| and) [^.]*\b(?:creature|permanent|planeswalker|artifact|land|spell)s?\b)|"
    r"If you (?:lose|win) the flip, (?:sacrifice|~ deals)|"
    r"(?:[Ii]t|~) deals \w+ damage to each \w+ that doesn't have (?:\w+,? )+\w+$|"
    r"This ability still resolves |During the draft|After you draft|If you somehow |"
    r"If you cast it any time a sorcery|The next [^.]* damage |Excess damage |"
    r"All (?:combat )?damage |all damage )",
)
"""Beginnings of sentences that never concern characteristics."""

_AND_BESIDES = re.compile(
    r"\b(?:and|then|but) (?:(?:it|they|~|that (?:creature|spell|permanent|artifact|card)|those \w+) )?"
    r"(?:is|are|has|have|gets?|gains? (?!life|\d|X)|becomes?|loses? (?!life|\d|X))\b"
)
"""Parts of such a sentence that may nevertheless concern an object."""
_ANEW = (
    r",? (?:and|then) (?:(?:it|they|he|she|~|(?:that|those|target|each|all|enchanted|equipped) \w+|"
    r"(?:[\w-]+ )?creatures you control) (?:is|are|has|have|gets?|gains?|becomes?|loses?)\b|"
    r"gains? (?!\d|X\b|life|that much)|gets? [+-]|becomes? an?\b|loses? all\b)"
)
"""A new statement after a part of a sentence that does not concern characteristics."""
_SAYS_ANEW = re.compile(_ANEW)
_WHAT_X = re.compile(
    rf",? where X is (?:[^.](?!, (?:is|are|gets?|has|have|gains?|becomes?|loses?)\b)(?!{_ANEW}))*[^.]?"
)


_OF_SIZE = re.compile(
    r"\b(?:as long as|if|unless) (?:~|it|(?:that|enchanted|equipped) \w+)?(?: ?'?s)? (?:power|toughness) is "
    r"(?:even|odd|\d+ or (?:less|greater|more)|(?:less|greater) than its (?:power|toughness))(?![^,.]* and\b)|"
    r"\bcan be the targets? of [^.,]*? as though (?:they|it) didn't have [a-z]+|"
    r"\bcreates? an? [^.,]*? creature token with base power and toughness each equal to [^.]*|"
    r"\bwhose turn it is\b",
    re.IGNORECASE,
)
"""A condition about a size, a permission to target, the size of a token, whose turn it is: each changes nothing."""
_TO_VERB = r"(?:(?!\b(?:if|is|are|gets?|has|have|gains?|becomes?|loses?)\b)[^,.])*"
_AS_PART = re.compile(
    r"\b(?:that's|that are|that is|that isn't|that aren't|who|which)\b(?: (?!(?:is|are|has|have|gets?|"
    r"gains?|becomes?|loses?)\b)[\w'/-]+){1,4}|\bthat ha(?:s|ve) [a-z]+$|"
    r"\b[Ii]f (?:it's|it isn't|they're|it is|~ is|~ isn't|[^,.]*? (?:is|are|isn't|aren't|was|were|has|have|"
    r"had)) [^,.]*|"
    r"\bin addition to (?:paying )?(?:its|their) other costs|"
    rf"\b(?:life totals? becomes?|unless|as though) (?:(?!{_ANEW})[^,.])*|"
    r"\bgain(?:s|ed)? life\b|"
    r"\bcontrol of (?:the )?(?:game|turn)|\bgain control of target (?:opponent|player) during|"
    rf"\b(?:whose|[Ww]hile|for each|the number of|there (?:is|are)|with|shares?(?! (?:all|every)\b)) {_TO_VERB}"
)


def says_anew(part: str) -> bool:
    """Tell whether an effect on characteristics follows a condition: "unless you pay {1}, and it gains flying".

    Args:
        part: The end of a normalised sentence, from its condition on.
    """
    return _SAYS_ANEW.search(part) is not None


def relevant(sentence: str) -> bool:
    """Tell whether a sentence could change characteristics.

    Args:
        sentence: A normalised sentence.

    Raises:
        TooManySteps: The sentence that it is a part of took too many.
    """
    count(len(sentence))
    return (_HARMLESS.match(sentence) is None or _AND_BESIDES.search(sentence) is not None) and _says(sentence)


def _says(sentence: str) -> bool:
    """Tell whether a sentence has words about characteristics."""
    plain = _OF_SIZE.sub(" ", _WHAT_X.sub("", sentence))
    return _relevant().search(plain) is not None or _BEING.search(plain) is not None or _said_otherwise(plain)


_ACTS = re.compile(
    r"\bamass\b|\bring tempts you|\btransforms? (?:all|each)\b|\bcan't (?:[\w, ]+ )?transform\b|"
    r"\bcan't be (?:turned face up|enchanted|equipped)\b|\bcan't phase (?:out|in)\b|"
    r"\bearthbend(?!,)|\b(?:doubles?|triples?) [^.]*(?:power|toughness)|"
    r"\bexchanges? [^.]*(?:power|toughness)|\benters? [^.]*\bcounters? on it and with |"
    r"\bturns? (?:(?!face up)[^.])*\bface down\b|"
    r"\benters? with (?:your choice of )?"
    r"(?:flying|(?:first|double) strike|deathtouch|haste|hexproof|indestructible|lifelink|menace|reach|"
    r"trample|vigilance|defender|shroud|protection|ward)\b(?! counter)",
    re.IGNORECASE,
)
"""Words with effects in the rules: an Army gains a type, a Ring-bearer is legendary, a face-down object is 2/2."""


def suspicious(sentence: str) -> bool:
    """Tell whether an unread sentence could change characteristics.

    Args:
        sentence: A normalised sentence.
    """
    if not relevant(sentence):
        return False
    if _ACTS.search(sentence):
        return True
    sentence = _SIZED.sub(" ", sentence)
    return _says(_AS_PART.sub(" ", sentence)) if not _CHANGES.search(sentence) else True


_SIZED = re.compile(
    r"\bwith base power and toughness \d+/\d+(?! until)|\bwith base power or toughness \d+ or (?:less|greater)|"
    r"\b(?:equal to|greater than) (?:its|that creature 's) base power\b|\bthe control of [^,.]*",
    re.IGNORECASE,
)
"""Words that say what an object must do."""

_CHANGES = re.compile(
    r"\bgets? [+-]|\bgains? (?!(?:\d+|X|that much|half|twice|an amount|life|control)\b)|\bloses? all|base power|"
    r"in addition to (?:its|their) (?!other costs)|"
    r"becomes? an?\b|cop(?:y|ies) of"
)
