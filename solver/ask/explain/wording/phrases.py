"""The words of explanations, gathered so that they could be said in another language.

Sentences of rules are in the rules' annotations; these are the ones around them. Places in braces are filled in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

LAYERS: Mapping[str, str] = {
    "1": "Layer 1, copies and face-down objects (613.1a)",
    "2": "Layer 2, control (613.1b)",
    "3": "Layer 3, text (613.1c)",
    "4": "Layer 4, types (613.1d)",
    "5": "Layer 5, colors (613.1e)",
    "6": "Layer 6, abilities (613.1f)",
    "7a": "Layer 7a, power and toughness by definition (613.4a)",
    "7b": "Layer 7b, power and toughness set (613.4b)",
    "7c": "Layer 7c, power and toughness changed (613.4c)",
    "7d": "Layer 7d, power and toughness switched (613.4d)",
}

COLORS: Mapping[str, str] = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
COLORLESS = "colorless"

# ---- names

THE = "the"
THE_NAME = "The "
"""The word at the beginning of a name that is left out after "the" or "your"."""
YOURS = "your"
OPPONENTS = "the opponent's"
OF_PLAYER = "{player}'s"
CREATED = "{name} token"
GONE = "gone"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ENDINGS: Mapping[int, str] = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return which one of several an object is: "first", "11th", "22nd".

    Args:
        number: Its number, from 1.
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    return f"{number}{'th' if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, 'th')}"


ORDINAL = rf"{'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th)"
"""The pattern of the words that `ordinal` returns."""


def joined(parts: Sequence[str], conjunction: str = "") -> str:
    """Join words: "a, b and c".

    Args:
        parts: The words, one at least.
        conjunction: The word before the last one; "and" by default.
    """
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {conjunction or AND} {parts[-1]}"


def lacked_as_it_entered(name: str, text: str, effects: Sequence[str], *, asked: str = "") -> str:
    """Say that an object did not have an ability as it entered or turned, and which effects took it.

    Args:
        name: The name of the object.
        text: The text of the ability.
        effects: The names of the effects, if any did.
        asked: The question whether it had the ability, as the predicate of its fact; by default as it entered.
    """
    pattern = TAKEN_THEN if effects else LACKED_THEN
    when = TURNED_THEN.get(asked, ENTERED_THEN)
    return capital(pattern.format(object=name, text=text, when=when, effects=joined(effects) if effects else ""))


def stripped_as_it_entered(name: str, kind: str, effects: Sequence[str]) -> str:
    """Say that an object had no abilities as it entered, so that none gave it counters of a kind.

    Args:
        name: The name of the object.
        kind: The kind of counter.
        effects: The names of the effects that took the abilities.
    """
    return capital(STRIPPED_THEN.format(object=name, kind=kind, effects=joined(effects)))


def capital(text: str) -> str:
    """Return a sentence with a capital letter.

    Args:
        text: The sentence.
    """
    return text[:1].upper() + text[1:]


_SMALL = ("The", "You", "It", "Its", "A", "An", "In", "Before", "After")
_OF_A_PLAYER = ("controls", "doesn't", "gains", "has", "is", "owns")
"""The verbs by which the word before them is a player's name, also where that is "A"."""


def small(text: str) -> str:
    """Return a sentence as it goes on after a comma: a name keeps its capital letter.

    Args:
        text: The sentence.
    """
    first, _, rest = text.partition(" ")
    player = first == "A" and rest.partition(" ")[0] in _OF_A_PLAYER
    return text[:1].lower() + text[1:] if first in _SMALL and rest[:1].islower() and not player else text


_ROOM = 48
"""The most letters quoted from the text of an ability."""


def quoted(text: str) -> str:
    """Put the text of an ability in quotes, cut short; a keyword stands for itself.

    Args:
        text: The text.
    """
    text = " ".join(text.split())
    if len(text) > _ROOM:
        text = text[: text.rfind(" ", 0, _ROOM)].rstrip(" ,;:") + CUT
    return f"“{text}”" if " " in text or ":" in text else text


FROM_TO = "{first} to {last}"
ZONES: Mapping[str, str] = {
    "battlefield": "on the battlefield",
    "stack": "on the stack",
    "hand": "in hand",
    "graveyard": "in the graveyard",
    "library": "in the library",
    "exile": "in exile",
    "command": "in the command zone",
    GONE: "that has left",
}
SOMETHING = "something"
AN_EFFECT = "an effect"
"""The name of an effect without a card."""
EFFECT_OF_STEP = "the effect of step {step}"
SAME_NAME = "{source} (step {step})"
OBJECTIVE: Mapping[str, str] = {"opponent": "the opponent"}
"""The words for nameless players as recipients."""
RULED: Mapping[str, str] = {
    "bestow": "the bestow rule for {object}",
    "reconfigure": "the reconfigure rule for {object}",
    "impending": "the impending rule for {object}",
    "riot": "the riot rule for {object}",
    "suspected": "the rule for {object}, as suspected",
    "ring_bearer": "the rule for {object}, as the Ring-bearer",
    "counters": "the effect of the {kind} counters on {object}",
    "keyword_counter": "the effect of the {kind} counter on {object}",
}
"""The names of effects of the rules of the game."""
CUT = "…"
AND = "and"

# ---- proofs

EVENTS: Mapping[str, str] = {
    "transform": "was told to transform", "convert": "was told to convert", "up": "was told to turn face up",
    "down": "was told to turn face down", "merge": "merged with {0}", "phases": "phased {0}",
    "designated": "became {0}", "level": "gained level {0}",
    "attachment": "was there as what can make it a copy moved",
}  # fmt: skip
"""Events of the history of an object (400.7), by the words of the facts."""
FACTS: Mapping[str, str] = {
    "enters_zone": "{0} has been {1} since step {2}",
    "made_of": "{0} is represented by the card {1}",
    "put_transformed": "in step {1} {0} is told to return to the battlefield transformed",
    "told_to_return": "in step {1} {0} was exiled by a text that returns it",
    "gets_emblem": "{0} got {1} by {2}",
    "emblem_ability": "{0} makes an emblem with {1}",
    "printed": "{0} is printed with the {1} {2}",
    "printed_ability": "{0} is printed with {2}",
    "attached": "{0} was attached to {1} in step {2}",
    "target": "{0} affects {2}",
    "token": "{0} is a token",
    "status": "the board says of {0}: {1}",
    "put_on": "counters were put on {0} in step {3}: {2} of the kind {1}",
    "taken_off": "counters were removed from {0} in step {3}: {2} of the kind {1}",
    "alters": "by {2}, more or fewer counters are put on {0} in step {1}",
    "entered_with": "{0} entered with this many {2} counters by {1}: {3}",
    "chosen": "for {0}, {2} was chosen",
    "choice_told": "the board says that for {0}, {2} was chosen",
    "swap": "in the text of {0}, {2} was exchanged for {3}",
    "copy_effect": "{1} became a copy of {3}",
    "copy_told": "the board says that {1} is a copy of {3}",
    "copy_told_to_end": "the board says that {0} ended in step {1}",
    "told_to_end": "the board says that the effect of {0} ended",
    "copy_token_of": "{0} is a token copy of {1}",
    "merges": "{2} was put {3} {0}",
    "happens": "the board says that {0} {2}",
    "told_to_happen": "the board says that {0} {2}",
    "left": "{0} has left",
    "symbol_color": "{0} is a {1} mana symbol",
    "color_indicator": "{0} has the color indicator {1}",
    "operation": "{0} says so",
    "ability_keyword": "{0} is the keyword {1}",
    "effect": "{0} makes an effect",
}
"""Sentences for facts of a board. Facts that are not listed are not mentioned."""
RULE_OF = "a rule about {object}"
COPY_OF = "the copy effect on {object}"
STEP = "step {step}"
YOU: Mapping[str, str] = {"controls": "control", "doesn't": "don't", "gains": "gain", "has": "have", "is": "are"}
"""The verbs of sentences, as they are after "you"."""
ABILITY_OF = "the ability of {name}"
ZONE = "in the zone {zone}"
EVERY = "every {set} type"
HALF = "{which} half's {what}"
LOWER = "lower half's {what}"
ABOVE = "see above"
DEEPER = "more: --depth"
MORE_BELOW = "more below"
HOLDS = "{fact}: yes."
HOLDS_NOT = "{fact}: no."

ASK_WHY_NOT = "'typeline why-not' says why."
ASK_WHY = "'typeline why' proves it."

# ---- why, in a sentence or two

IN_LAYER = "In layer {layer}, {what} ({rule})."
PLAINLY = "{what} ({rule})."
SAID_BY = ("{fact}: its card says {printed}.", "{fact}: the token was made as {printed}.")
NOT_SAID_BY = (
    "{fact}: its card says {printed}, and no effect makes it so.",
    "{fact}: the token was made as {printed}, and no effect makes it so.",
)
"""For a card, and for a token."""
NOT_BY_ITSELF = "{fact}: it is not so by itself, and no effect makes it so."
ITS_CARD = "{fact}: its card says so."
UNDEFINED = "{fact}: its card says {printed}, and no ability defines that: a star is 0 (107.2)."
NO_MORE_DEFINED = (
    "{fact}: its card says {printed}, and {taker} took the ability that defines that: a star is 0 (107.2)."
)
LEFT = "{source} changes its types in layer 4, and leaves that ({rules})."
ALSO = "{source} makes it so, too."
EARLIER = "{source} made it {values} before, by its earlier timestamp (613.7)."
SET_TO = "in layer 7b, {source} makes {object} {size} ({rules})"
DEFINED_AS = "in layer 7a, {source} defines {object} as {size} ({rules})"
OF_ITSELF = "its own effect"
ITS_OWN = "{object}'s own effect"
ITS = "its "
OF_OBJECT = "the {what} of {object}"
AFTER_OTHERS = ", after {others} by timestamp ({rule})"
AFTER_AWAITED = ", after {others}, for which it waited ({rule})"
SIZE_BY = "{source}'s {size}"
SIZE_BEFORE = "before layer 7, {object} is {size}"
THEN_SIZE = (
    "in layer {layer}, {source} makes that {size} ({rules})",
    "in layer {layer}, {source} make that {size} ({rules})",
)
EFFECTS = "{count} effects"
NO_SIZE = "{object} is not a creature, so it has no power and toughness (208.3)."
WENT_ON = "{source} lost this ability in layer {layer}, but its effect had started to apply, and continues (613.6)."
HAS_FROM = "{abilities} {origin}"
FROM_CARD = "from its card"
FROM_COPIED = "from the card that it copies"
FROM_RULE = "by rule {rule}"
FROM_SOURCE = "from {source}"
HAS_ABILITIES = "{object} has {abilities}."
NONE_ON_CARD = "{object} has no abilities by itself, and nothing gives it any."
NONE_TO_LOSE = "{object} has no abilities by itself: there were none to lose."
STILL_THERE = "{object} still has {abilities}."
NOT_LOST = "{object} has lost none of its abilities."
AND_ALSO = "{first}, and {second}"
WAY_BARRED = "{effect} does not apply to {object}: {reason}."
RATHER_THAN = "{fact} rather than {other}, because {reason}."
CONTRAST_ORDER: Mapping[str, str] = {
    "timestamp": "; {first} has the earlier timestamp and applies before {then} ({rule})",
    "dependency": "; {then} depends on {first} and waits for it ({rule})",
}
SO_WITHOUT = "It would be so {ways}."
SO_FOR_EXAMPLE = "It would be so, for example, {ways}."
WITHOUT = "without {what}"
LACKING = "{effect} does not apply: {lacks}"
NOT_WITHOUT = "Without {what} it would not be so"
OTHER_WAY = "in another way"
OTHER_WAYS = "in {count} other ways"
ASKABLE = "These facts hold on this board ('typeline why BOARD FACT' explains one):"
ASKABLE_NO_MORE = "These no longer hold ('typeline why-not BOARD FACT' explains one):"
ASKABLE_FOUND = "The rules do not allow this ('typeline why BOARD' and the beginning of a sentence explain it):"
ASKABLE_FORMS = "You can ask about any other fact, too. A fact has one of these forms: {forms}."
PROOF = "The proof"
WHOLE_PROOF = "The whole proof, with every step"
AGAINST = "Obstacles to the opposite"
STANDS_AGAINST = "Obstacles"
MORE_STEPS = "… {count} earlier: see 'typeline explain'"

# ---- why not

MISSING = "but nothing says that {what}"
IN_THE_WAY = "but this stands in the way"
STANDS_IN_THE_WAY = "This stands in the way"
INSTEAD = "This is so instead"
BY_ITSELF = "{object} is not so by itself"
SAYS = (": its card says {printed}", ": the token was made as {printed}")
"""For a card, and for a token."""
BUT = "but {what}"
COMPARED = "but the numbers do not fit"
SO_IF = "It would be so if {what}."
IF_MET: Mapping[bool, tuple[str, str]] = {
    False: ("the condition of {source} were met: {now}", "the conditions of {source} were met: {now}"),
    True: ("the condition of {source} were not met: {now}", "the conditions of {source} were not met: {now}"),
}
"""For an unmet condition and for a met one, singular and plural."""
IF_COUNTED = "{source} counted another number: {now}"
AND_IF = ", and if"
BUT_NEEDS = "{now}, and it takes {needs}"
IS_NUMBER = "{what} is {number}"
NEEDED: Mapping[str, str] = {
    "at_least": "{number}", "at_most": "{number} or fewer", "exactly": "{number}", "not": "any other number",
}  # fmt: skip
NONE_NEEDED = "none"
NO = "no"
HAS_ON_IT = "{object} has {counters} on it"
THERE_ARE = ("there is", "there are")
ON_BATTLEFIELD = " on the battlefield"
ATTACHED_TO = "what {object} is attached to"
WAYS = "Effects that could have made it so"
WAY_TAKEN = "{effect}: it was applied to {object} in layer {layer}, and undone or overridden later."
OWN_TAKEN = "{effect}: it was applied in layer {layer}, and undone or overridden later."
WAY_WITHHELD = "{effect}: it was applied to {object} in layer {layer}, and could not make that so ({rule})."
NO_ROOM = "{effect} can't make {object} {value}: {object} is no {types} then ({rule})."
WAY_MISSED = "{effect}: it does not apply to {object}."
NOT_YET = "{fact} then, and {how}"
LATER: Mapping[str, str] = {
    "layer": "{effect} changes that only in layer {layer}",
    "awaiting": "{effect} changes that only later, because it waits for {other}",
    "timestamp": "{effect} changes that only later, by its timestamp",
    "loop": "{effect} changes that only later, by its timestamp",
}
"""Why an effect changes something only after another one has looked at it (the law: 613.1, 613.7, 613.8b)."""
WHOM: Mapping[str, str] = {
    "targets": "It affects only its targets: {objects}",
    "attached": "It applies only to its host: {objects}",
    "this": "It applies only to {objects}",
    "nobody": "It affects no object",
}
"""The affected set of an effect without a filter."""
CAME_LATER = "{object} entered after that had resolved"
NOT_ITSELF = "It affects only other objects"
YOU_OWN = "you own {object}"
OWNS = "{value} owns {object}"
STATUS = ("{object} is {value}", "{object} is not {value}")
STATUSES: Mapping[str, tuple[str, str]] = {
    "commander": ("{object} is a commander", "{object} is no commander"),
    "ring_bearer": ("{object} is a Ring-bearer", "{object} is no Ring-bearer"),
}
"""A status that an effect does not affect, and the lack of one that it asks for."""
LOST = "{object} was so until layer {layer}: then {effect} changed it."
EMBLEM = " emblem"
"""The end of the name of an emblem, which is not the object that made it."""
WAY_NOT_CHOSEN = "{effect}: it would be so, but that mode was not chosen (700.2)."
WAY_ENDED = "{effect}: it would be so, but that effect has ended ({rule})."
WAY_LASTED = "{effect}: it would be so, but {why}."
NEVER_FACE_DOWN = "{object} entered face up, and nothing has turned it face down."
NEVER_TURNED_OVER = "{object} has its front face up, and nothing has turned it over."
NO_SUCH_FACE = "The card of {object} has no {face} face."
NOT_WORKING = "It would be so, but {why}."
IS_PHASED_OUT = "{object} is phased out (702.26b)"
HAS_LEFT = "{object} left in step {step}, and the effects of its static abilities ended with that (611.3b)"
NOT_THERE = "{object} is {zone}, and its ability functions only on the battlefield (113.6)"
IS_ELSEWHERE = "since step {step}, {object} is attached to {now}, and no longer to {before} (701.3a)"
IS_UNATTACHED = "since step {step}, {object} is no longer attached to {before} (701.3a)"
IS_FACE_DOWN = "{object} is face down, and has none of its abilities (708.2)"
COUNTERS_GONE = (
    "in step {step}, the {kind} counter was removed from {object}",
    "in step {step}, {number} {kind} counters were removed from {object}",
)
LOCKED = "the door {object} is locked (709.5)"
BY_THIS_RULE = "{said} ({rule})"
CONTROL_LOST = "it was to last as long as a player controlled {source}, and that player lost control of it"
WAS_ANOTHER = (
    "{before} was so until it left in step {step}. Even if {object} is the same card, it is a new object, and nothing"
    " that was true of the old one counts for it (400.7)."
)
NO_WAY = "No effect on this board would make it so."
TAKEN: Mapping[str, str] = {
    "counters": "the {what} {counters} on {of}",
    "attachment": "{of} being attached to {what}",
    "choice": "the choice of {what} for {of}",
    "mode": "the mode chosen for {of}",
}
"""The removable parts, beside objects and effects."""
COUNTERS = ("counter", "counters")
THERE_IS: Mapping[str, str] = {"there are ": "there is ", "each of the ": "the "}
ONE_OF_SEVERAL: Mapping[str, str] = {" were": " was", " are": " is"}
"""Words about several, and about one."""
IS_ARE = ("is", "are")
COUNTERS_MISSING = "{object} has {there}: {number} {verb} missing (122.1)."
COUNTERS_TOO_MANY = "{object} has {there}: {number} too many (122.1)."
OFFER_NOT_TAKEN = "{object} did not take the counters that {ability} offers"
NO_COUNTER_PUT = "no {kind} counter was put on {object}"
LACKED_THEN = "{object} did not have “{text}” as it {when}"
TAKEN_THEN = "{object} did not have “{text}” as it {when}: {effects} took it"
STRIPPED_THEN = "{effects} took all abilities from {object} as it entered, and so the one that gives it {kind} counters"
NOT_OF_TYPE_THEN = "{object} was no {type} as it entered"
NOT_GIVEN = "{source} gives no such counters to {object} as it enters"
OWN_NOT_GIVEN = "{object} does not enter with the counters of its text: its condition was not met then"
CONTROLS_IT = ("{player} controls it", "you control it")
NOT_CAST_SO = "{object} was not cast for its {status} cost"
KEPT_OFF = "{source} says that no {kind} counters can be put on {object}"
ENTERED_BY = "{object} entered with {number} {kind} {counters} by {source}"
NUMBER_CHANGED = "instead of {would}, {number} {kind} {counters} came on {object} in step {step}, by {effects}"
ORDER_OPEN = "the controller of {object} chooses the order of these effects: in another one, {fewest} come on it"
NO_X_THEN = "X was 0 for {object} as it entered"
ENTERED_THEN = "entered"
TURNED_THEN = {"turns_up_by": "was turned face up", "turns_over_by": "transformed"}
BY_RULE = "{said} ({rule})."
KINDS_TAKEN: Mapping[str, tuple[str, str]] = {
    "object": ("other object", "other objects"),
    "effect": ("effect", "effects"),
    "counters": ("kind of counters", "kinds of counters"),
    "attachment": ("attachment", "attachments"),
    "choice": ("choice", "choices"),
}
"""The kinds of removable things, singular and plural."""
NOTHING_TO_TAKE = "There is nothing else on this board to take away."
NOTHING_HELPS = "Nothing taken away would make it so: of the {what} of this board, no set does."
NONE_HELPS = "Nothing taken away would make it so: of the {what} of this board, no single one does."
UP_TO_HELPS = "Nothing taken away would make it so: of the {what} of this board, no set of up to {most} does."
ONLY_ONE = "Taking away {what} does not make it so, and there is nothing else to take away."
ONE_TOO_LATE = "Taking away {what} now would not make it so: that was decided as {moment}."
TOO_LATE = "Nothing taken away now would make it so: that was decided as {moment}."
NOT_SO = "It would take this"
HIDDEN = "{object} keeps the subtype {value}, but it does not show without {types}"
OR = "or"

# ---- facts

GOALS: Mapping[str, tuple[str, str]] = {
    "type": ("{object} is {article} {value}", "{object} is not {article} {value}"),
    "subtype": ("{object} is {article} {value}", "{object} is not {article} {value}"),
    "supertype": ("{object} is {value}", "{object} is not {value}"),
    "color": ("{object} is {value}", "{object} is not {value}"),
    "every": ("{object} has every {value} type", "{object} does not have every {value} type"),
    "keyword": ("{object} has {value}", "{object} does not have {value}"),
    "ability": ("{object} has “{value}”", "{object} does not have “{value}”"),
    "abilities": ("{object} has {value} abilities", "{object} does not have {value} abilities"),
    "lost": ("{object} has lost “{value}”", "{object} has not lost “{value}”"),
    "lost_all": ("{object} has lost all abilities", "{object} has not lost all abilities"),
    "power": ("{object} has power {value}", "{object} does not have power {value}"),
    "toughness": ("{object} has toughness {value}", "{object} does not have toughness {value}"),
    "mana_value": ("{object} has mana value {value}", "{object} does not have mana value {value}"),
    "name": ("{object} has the name {value}", "{object} does not have the name {value}"),
    "property": ("{object} is {article} {value}", "{object} is not {article} {value}"),
    "controller": ("{value} controls {object}", "{value} does not control {object}"),
    "zone": ("{object} is {value}", "{object} is not {value}"),
    "face": ("{object} has its {value} face up", "{object} does not have its {value} face up"),
    "token": ("{object} is a token", "{object} is not a token"),
    "copied": ("{object} is a copy", "{object} is not a copy"),
    "counters": ("{object} has {value} counters", "{object} does not have {value} counters"),
}
"""Facts that may be asked about, and their opposites."""
NUMBERS_OF_ABILITIES: Mapping[int, tuple[str, str]] = {
    0: ("{object} has no abilities", "{object} has abilities"),
    1: ("{object} has one ability", "{object} does not have one ability"),
}
NUMBERS_OF_COUNTERS: Mapping[int, tuple[str, str]] = {
    0: ("{object} has no {value} counters", "{object} has {value} counters"),
    1: ("{object} has {value} counter", "{object} does not have {value} counter"),
}
IS_SO = ("{object} is {what}", "{object} is not {what}")
HAS_SO = "{object} has {what}"
NOT_BOTH = "it is not so that {what}"
"""Several facts about one object, in one phrase."""
FACE_DOWN = ("{object} is face down", "{object} is not face down")
YOU_CONTROL = ("you control {object}", "you don't control {object}")
PROPERTY = GOALS["property"]
PROPERTIES: Mapping[str, tuple[str, str]] = {
    "basic land": PROPERTY,
    "nonbasic land": PROPERTY,
    "snow permanent": PROPERTY,
    "nonsnow permanent": PROPERTY,
    "transformed permanent": PROPERTY,
    "legend rule applies": ("{object} is under the legend rule", "{object} is not under the legend rule"),
    "legend rule looks at all players": (
        "{object} is under a legend rule that looks at all players",
        "{object} is not under a legend rule that looks at all players",
    ),
    "world rule applies": ("{object} is under the world rule", "{object} is not under the world rule"),
    "legendary spell restriction": (
        "{object} is a legendary spell, restricted as such", "{object} is not a legendary spell, restricted as such"
    ),
    "planeswalker uniqueness rule applies": (
        "{object} is under the planeswalker uniqueness rule", "{object} is not under the planeswalker uniqueness rule"
    ),
    "played only as a land": (
        "{object} can be played only as a land", "{object} can be played not only as a land"
    ),
    "ongoing": ("{object} is an ongoing scheme", "{object} is not an ongoing scheme"),
}  # fmt: skip
"""Properties that supertypes and faces bring, with their opposites."""
