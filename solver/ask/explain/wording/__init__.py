"""The words of explanations: sentences, names of objects, terms of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from facts.runtime import offer

if TYPE_CHECKING:
    from solver.ask.explain.wording import phrases, walk_wording
    from solver.ask.explain.wording.fact_forms import A_FACT, FORMS, Form
    from solver.ask.explain.wording.finding_words import SENTENCES, BoardFinding, finding_of, in_order
    from solver.ask.explain.wording.phrases import COLORS, CUT
    from solver.ask.explain.wording.speech import Speaker, article, ruled_name, zone_phrase
    from solver.ask.explain.wording.spoken_names import names_of
    from solver.ask.explain.wording.unmet_conditions import Conditional, Conditions, Missing, as_of, number_needed

__all__ = [
    "A_FACT", "COLORS", "CUT", "FORMS", "SENTENCES", "BoardFinding", "Conditional", "Conditions", "Form", "Missing",
    "Speaker", "article", "as_of", "finding_of", "in_order", "names_of", "number_needed", "phrases", "ruled_name",
    "walk_wording", "zone_phrase",
]  # fmt: skip

offer(__name__)
