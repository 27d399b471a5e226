"""Actions that change no characteristic: the beginning of a clause about one."""

from __future__ import annotations

import re

_VERBS = (
    r"draws?|untaps?|taps?|destroys?|exiles?|puts?|returns?|creates?|sacrifices?|discards?|search(?:es)?|shuffles?|"
    r"reveals?|scry|mills?|adds?|deals?|gains? (?:\d+|X|that much|life)|loses? (?:\d+|X|that much|half|life)|"
    r"chooses?|pays?|"
    r"removes?|attach(?:es)?|prevents?|counters?|fights?|surveils?|investigates?|looks?|proliferates?|regenerates?|"
    r"doubles?(?! strike\b)|"
    r"moves?|transforms?(?! (?:all|each)\b)|"
    r"converts?|goads?|connives?|explores?|manifests?|amass|venture|populate|flip|roll|cast|play|"
    r"distributes?|unattach(?:es)?|gets? (?:an? |two |three |four |five |X |"
    r"\{)|takes? the initiative|becomes? the monarch|activate|"
    r"enters?|phases? out|can't be|can't block|can't attack|must|has no maximum|there is|the ring tempts|cycles?|"
    r"bolsters?|"
    r"support|detain|clash|fateseal|monstrosity|adapts?|learn|conjures?|seeks?|incubates?|collect|discover|"
    r"end the turn|"
    r"skips?|copy|vote|assembles?|time travel|forages?|suspects?|cloaks?|blights?|endures?|"
    r"planeswalks?|have (?:it|~|that creature|target creature) (?:fight|deal)"
)
ACTION = re.compile(
    rf"^(?:then |you may |also )?(?:you |that player |target player |target opponent |each player |each opponent |"
    rf"each other player |"
    rf"its controller |its owner |their controllers? |that creature's controller |defending player |~ |it |"
    rf"the Army you amassed |"
    rf"that creature |they |"
    rf"that permanent's controller |the player |an opponent |those creatures |target creature |each creature |"
    rf"all creatures )?"
    rf"(?:also |each )?(?:may )?(?:{_VERBS})\b|"
    r"^(?:your life total can't change|all permanents you control phase out|"
    r"[\w ]*(?:abilities|spells) you (?:activate|cast) cost)\b",
    re.IGNORECASE,
)
