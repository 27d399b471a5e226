"""The words of a walk, gathered so that they could be said in another language. Places in braces are filled in."""

from __future__ import annotations

from collections.abc import Mapping

FIRST = "To begin with"
STARTS: Mapping[str, str] = {
    "copy": "{object} is a copy of {detail} ({rule}): {after}",
    "copy by": "{object} is a copy of {detail} by {source} ({rule}): {after}",
    "copy of itself": "{object} is a copy ({rule}): {after}",
    "copy ended": "{object} was a copy of {detail}, and that has ended ({rule})",
    "copy ended 611.2a": "{object} was a copy of {detail} by {source}, and the duration has ended ({rule})",
    "copy ended 611.2b": "{object} was a copy of {detail} by {source}, which is no longer attached to it ({rule})",
    "copy ended 702.26b": "{object} was a copy of {detail} by {source}, which phased out ({rule})",
    "copy ended 702.26f": "{object} was a copy of {detail} by {source}, and one of the two phased out ({rule})",
    "merged": "{object} is a merged permanent of {detail}, from top to bottom ({rule}): {after}",
    "melded": "{object} is melded ({rule}): {after}",
    "flipped": "{object} is flipped, {name} ({rule}): {after}",
    "half": "{object} is one half of a split card, {name} ({rule}): {after}",
    "doors": "{object} has only its unlocked halves, {name} ({rule}): {after}",
    "doors closed": "{object} has no unlocked half ({rule}): {after}",
    "level": "{object} is at level {detail} ({rule})",
    "prototype": "{object} was cast prototyped ({rule}): {after}",
    "adventure": "{object} was cast as an Adventure, {name} ({rule}): {after}",
    "omen": "{object} was cast as an Omen, {name} ({rule}): {after}",
    "face down": "{object} is face down ({rule}): {after}",
    "back face": "{object} has its back face up, {name} ({rule}): {after}",
    "control": "{source} gives control of {object} to {detail} ({rule})",
    "control by nothing": "{detail} controls {object} ({rule})",
    "overridden control": "{source} would give control of {object} to {detail}, but is overridden ({rule})",
    "text": "{source} changes the text of {object}: {detail} ({rule})",
    "full text": "{object} has the full text of {detail} ({rule}): {after}",
    "name": "{object} is named {detail} ({rule})",
}
BEGAN: Mapping[str, tuple[str, str]] = {
    "prototype": ("1", "prototype"), "adventure": ("1", "adventure"), "omen": ("1", "omen"), "half": ("1", "half"),
    "doors": ("1", "doors"), "level": ("1", "level"), "flipped": ("1", "flipped"),
    "melded": ("1", "melded"), "back_face": ("1", "back face"),
    "ended": ("1", "copy ended"), "copy": ("1", "copy"), "merged": ("1", "merged"), "face_down": ("1", "face down"),
    "full_text": ("3", "full text"), "name": ("3", "name"),
}  # fmt: skip
"""Atoms about an object before layer 4, each with its layer and name."""
WITHOUT_DETAIL = ("face down", "prototype")
"""Changes before layer 4 that are told without a detail."""
REWORDED = "“{old}” reads “{new}”"
PRINTED = "its card says {before}"

EFFECT = "{source} (timestamp {timestamp})"
GOES_ON = "{source} continues, with the same affected set (613.6)"
DEFINING = "This is a characteristic-defining ability. They come before all other effects (613.3)."
NO_CHANGE = "No change for {objects}."
NO_CHANGE_BY = "{source} changes nothing about {objects}."
GAINS = ("gains {what}", "gain {what}")
LOSES = ("loses {what}", "lose {what}")
"""Singular and plural."""
WITHHELD: Mapping[str, str] = {
    "205.3d": "{objects} cannot gain {what} without a correlated card type ({rule})",
    "": "{objects} can't have {what} ({rule})",
}
RULES = "({rules})"
BY_RULES = "By {rules}."
MORE = "{count} more"

WAITED = "It waits for {other}, which is {age} ({rule}): {why}."
NEVER_CAME = "It depends on {other} ({rule}): {why}. But {other} never applies."
FOLLOWED = "It depends on {other}, which is {age} and comes first anyway ({rule}): {why}."
AGES: Mapping[str, str] = {"younger": "younger", "older": "older", "": "just as old"}
OTHERWISE: Mapping[str, str] = {
    "gains": "By timestamps alone it would have come first and missed {them}.",
    "loses": "By timestamps alone it would have come first and applied to {them}.",
    "ability": "By timestamps alone it would have come first, and applied.",
    "condition": "By timestamps alone it would have come first, with its condition as it was then.",
    "came true": "By timestamps alone its turn would have come first, and its condition would not have held.",
    "": "By timestamps alone it would have come first, with another result.",
}
LOOP = (
    "It depends on {other}, and {other} on it: {why}. That is a dependency loop, in which effects ignore each other"
    " ({rule}): {first}."
)
LONG_LOOP = (
    "It depends on {other}, {others}, and {last} on it: {why}. That is a dependency loop, in which effects ignore each"
    " other ({rule}): {first}."
)
LINK = "{other} on {next}"
BY_TIMESTAMP = "so the timestamps decide, and {first} comes first"
OTHERWISE_FIRST = "but {first} comes first, because the other effect of the loop also waits for one outside of it"
SAME_TIMESTAMP = "both have one timestamp, and {first} comes first"
THIS_ONE = "it"
WHY: Mapping[str, str] = {
    "ability": "{other} takes away the ability that makes {it}",
    "gains": "{it} applies to {objects} only after {other}",
    "gains by itself": "{it} applies to {objects} only after the effect of {other}",
    "loses": "after {other} it no longer applies to {objects}",
    "loses by name": "{it} no longer applies to {objects} after {other}",
    "reach": "{other} changes its affected set",
    "condition": "{other} changes whether its condition holds",
    "came true": "its condition holds only after {other}",
    "amount": "{other} changes how much it gives",
    "result": "{other} changes what it does",
    "": "{other} changes what it does",
}

WALK = "How everything became what it is"
WALK_OF = "How {object} became what it is"
NOTHING_CHANGES = "No effect changes the printed values."
NOTHING_APPLIES = "No continuous effect changes anything in layers 4 to 7."
NOTHING_CHANGES_IT = "No continuous effect changes anything about {object} in layers 4 to 7."
DID_NOTHING = "Effects that did not apply, and why"
IDLE: Mapping[str, str] = {
    "taken": "{effect} does not apply: {others} took this ability away before ({rule}).",
    "ability": "{effect} does not apply: {object} does not have this ability any more ({rule}).",
    "condition": "{effect} does not apply: its condition does not hold ({rule}).",
    "lacks": "{effect} does not apply ({rule}): {lacks}.",
    "if": "{effect} does not apply: its condition did not hold as it resolved ({rule}).",
    "reach": "{effect} affects no object ({rule}).",
    "left": "{effect} affects no object: what it affected has left, and is a new object if it comes back ({rule}).",
}
MISSED = (
    "{effect} does not apply to {objects}{now}: {other} came first and took {them} out of its affected set ({rule})."
)
MISSED_LATER = "{effect} does not apply to {objects}{now}: {other} changed that in layer {layer} ({rule})."
NOW: Mapping[tuple[str, bool], tuple[str, str]] = {
    ("lost", False): (", no longer {article} {value}", ", no longer {values}"),
    ("gained", False): (", now {article} {value}", ", now {values}"),
    ("lost", True): (", no longer {value}", ", no longer {value}"),
    ("gained", True): (", now {value}", ", now {value}"),
}
"""Gained and lost properties, singular and plural, by whether the word takes an article."""
WITHOUT_ARTICLE = ("supertype", "color")
IT = "it"
THEM = "them"
REFUSED = "{object} does not transform in step {step}: {why} ({rule})."
REFUSED_ENTRY = (
    "{object} would enter in step {step} without the ability that makes it a copy or asks for a choice ({rule})."
)
REFUSED_TURNING = (
    "{object} is turned face up in step {step} without the ability that makes it a copy or asks for a choice ({rule})."
)
REFUSED_TURNING_OVER = "{object} transforms in step {step} without the ability that makes it a copy ({rule})."
REFUSED_UNMET = "{object} stays as it is in step {step}: a condition was not met ({rule})."
REFUSALS: Mapping[str, str] = {
    "a": "only a permanent on the battlefield can",
    "c": "it is no transforming double-faced card or token",
    "d": "its other face is an instant or sorcery",
    "f": "it has turned over already since this ability of its own went onto the stack",
    "101.2": "an effect says that it can't",
    "712.15a": "it is face down",
    "702.145b": "only day and night turn it over",
    "702.145e": "only day and night turn it over",
    "702.26b": "it is phased out",
    "": "the rules do not allow it",
}
"""The reasons why a permanent does not transform, by the letter of 701.28 or by the whole number."""
NOT_ALLOWED = "What the rules do not allow"
REFUSED_KINDS = ("not_transformed", "enters_without", "turns_up_without", "turns_over_without")
"""The findings that the sentences above tell already."""
RESULT = "So in the end"
NO_TYPES = "-"
COLUMN_START = "To begin with, after layers 1 to 3"
COLUMN_END = "In the end"
TIMESTAMP = "timestamp {timestamp}"
GOES_ON_HERE = "continues (613.6)"
LEGEND = (
    "Boxes are effects, numbered in the order of application.",
    "An arrow leads from an effect that waits to the one that it waits for.",
    "A dashed box never applies.",
)
DEPENDS: Mapping[str, str] = {
    "loop": "In a loop with {other} ({rule}): {why}.",
    "never": "Depends on {other} ({rule}): {why}. But {other} never applies.",
    "before": "Waits for {other} ({rule}): {why}.",
    "after": "Waits for {other} ({rule}): {why}.",
}
"""The label in a picture of an effect that depends on another one, by the time when that one applied."""
IS = "{object}: {what}"
PHASED_OUT = "phased out"
