"""Lint: annotations, names of variables, and predicates that are never defined or never used."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Control, MessageCode

from facts.runtime import pattern
from solver.ask.check.finding import Finding
from solver.ask.explain.rules import Compound, Literal, Rule, Rulebook, variables_of
from solver.program import MADE, VOCABULARY, chapter_text, chapters, every_chapter, everything, law, name_of, rules_text
from solver.speed.supposing import PREFIX

_NUMBER = pattern(r"^(?:\d{3}(?:\.\d+[a-z]{0,2})?|house[\w.-]*|-)$")
_WORD = pattern(r"^[A-Z][a-z]+(?:[A-Z][a-z]+)*$")
_LETTER = pattern(r"^[A-Z]$")
_LAW = "law/"
_SETTLED = "settled"
_PLACE = pattern(r"\{([A-Z]\w*)\}")
_ANNOTATION = pattern(r"^%@ ")
_BOOKKEEPING = "%@ -"
_COMMENT = pattern(r"^% (?!--)")
_MACHINERY = pattern(r"\b(?:gringo|clingo|clasp|ground(?:s|ed|ing)?|strat(?:a|um)|engine|gates?|recursi(?:on|ve))\b")
READ_OUTSIDE = frozenset(
    (
        "ability_text", "answer", "asking", "bestows", "came_after", "came_true",
        "contested", "differs_from_card", "does_nothing", "exists",
        "finding", "has_amounts", "left_as", "left_affected_set", "lets_out", "starts_on", "loop", "may_clash",
        "may_decide",
        "no_room", "not_given", "has_part", "older_than", "precedes",
        "reason", "seen", "settled", "part_applied", "taken_out", "taken_then", "timestamp", "took_ability",
        "transformed", "transforms_into", "version", "waits", "weighable", "would_not_reach", "would_reach",
    )
)  # fmt: skip
"""Predicates that are read outside of the rules: by the layer loop, by answers, queries and explanations."""
SAID_ONLY = frozenset(("illegal_choice", "without_subtypes"))
"""Predicates that encode a paragraph and that no other rule uses."""
TOLD_AT_TIMES = frozenset(
    (
        "ability_resolving", "about_abilities", "activated_if", "acts_besides", "affects_whole_set", "alike",
        "also_changes", "asks_targets",
        "asked_after", "asking", "asking_turn", "asks_bond", "asks_counters", "asks_counting", "asks_likeness",
        "asks_phasing", "asks_why", "asks_words",
        "attached_only_to", "attaches_by", "beside_modes", "brings_event", "cannot_resolve", "chapter_symbol",
        "choice_told", "choosing", "claimed", "claimed_as_turned", "claimed_as_turned_over", "controller_needs",
        "copy_told", "could_mean", "might_be_meant",
        "damage", "designates",
        "enchants", "enchants_beside_another", "exact_number", "enchants_player", "enters_by", "exiles", "exiles_only",
        "finds_by_several_sets",
        "has_less_than_source", "has_one_target", "hexproof_from", "host_needs",
        "ignores_hexproof", "is_triggered", "kind_is",
        "kind_is_not", "lets_target_despite", "loyalty_cost",
        "meant_for", "melds_into", "mode_limit", "mode_named", "mode_told", "modes_again", "modes_needed", "modes_told",
        "named", "named_at", "named_beside", "named_for", "named_for_a_player", "named_times", "names_object",
        "only_they_may_activate", "others_may_activate",
        "part_of_text", "pays_to_turn", "not_by_effect", "putter", "putter_untold",
        "says_the_same", "spares_all_legends", "spares_attached", "spares_legends",
        "spares_so_many", "says_copy", "speaks_of_no_zone", "spell_of", "target_limit", "targets_compared",
        "targets_needed", "taps_for_cost",
        "targets_of_different_players", "targets_of_one_player", "targets_of_others", "targets_of_two_kinds",
        "targets_with_in_all",
        "targets_share", "targets_told",
        "together", "told_targets", "total_size_limit",
        "told_to_happen", "told_to_return", "triggers_as_creature", "triggers_in_combat",
        "triggers_saddled",
        "turned_up_with",
        "turning_counters_told", "turns_others_by", "turns_over_by", "turns_up_by", "walking", "protects_from",
        "protects_from_everything", "protects_from_chosen",
        "protects_from_combination", "protects_from_quality", "watching", "without_counters",
        "would_return",
    )
)  # fmt: skip
"""Facts that only some questions and few boards come with."""


def annotated(book: Rulebook) -> Finding:
    """Check that each rule has a number and a sentence that names only its own variables.

    Args:
        book: The rules.
    """
    problems: list[str] = []
    for path in chapters():
        lines = chapter_text(path).splitlines()
        problems += [
            f"rules/{name_of(path)}:{number + 1}: an annotation stands above nothing"
            for number, line in enumerate(lines)
            if _ANNOTATION.match(line) and not _followed(lines, number)
        ]
    for rule in book.rules:
        if not _NUMBER.match(rule.number):
            problems.append(f"{rule.place}: {rule.number!r} is no number of a rule")
        elif not rule.bookkeeping and not rule.sentence:
            problems.append(f"{rule.place}: there is no sentence")
        known = {name for form in rule.forms for name in variables_of(form)}
        problems += [
            f"{rule.place}: the sentence names {name}, which is no variable of the rule"
            for name in _PLACE.findall(rule.sentence)
            if known and name not in known and name not in rule.parameters
        ]
    return Finding("annotations", f"{len(book.rules)} rules", tuple(problems))


def _followed(lines: list[str], number: int) -> bool:
    return any(line.strip() and not line.startswith("%") for line in lines[number + 1 : number + 4])


def commented() -> Finding:
    """Check that each rule of the law says what it is for, in the terms of the game.

    A rule with a number has a sentence. A bookkeeping rule has a comment directly above it. A comment that ends with a
    colon is about all bookkeeping rules down to the next comment, numbered rule or empty line.
    """
    problems: list[str] = []
    of_the_law = [path for path in law() if name_of(path).startswith(_LAW)]
    for path in of_the_law:
        lines = chapter_text(path).splitlines()
        place = f"rules/{name_of(path)}"
        problems += [f"{place}:{number + 1}: a rule without a comment" for number in _without_comment(lines)]
        problems += [
            f"{place}:{number + 1}: the law knows nothing of {found[0]!r}: say it in the terms of the game"
            for number, line in enumerate(lines)
            if (found := _MACHINERY.search(line)) and line.startswith("%")
        ]
    return Finding("comments", f"{len(of_the_law)} chapters", tuple(problems))


def _without_comment(lines: list[str]) -> Iterator[int]:
    """Return the numbers of the lines with bookkeeping rules that no comment explains."""
    covered = False
    above = ""
    for number, line in enumerate(lines):
        if line == _BOOKKEEPING:
            if _COMMENT.match(above):
                covered = above.endswith(":")
            elif not covered:
                yield number
        elif not line or line.startswith(("% --", "#program", "%@")):
            covered = False
        if not line.startswith("%~"):
            above = line


def names(book: Rulebook) -> Finding:
    """Check that variables of the law are words, and those of other rules words or single letters.

    Args:
        book: The rules.
    """
    problems = [
        f"{rule.place}: the variable {name} is no word" + ("" if rule.chapter.startswith(_LAW) else " and no letter")
        for rule in book.rules
        for name in sorted({name for form in rule.forms for name in variables_of(form)})
        if not (_WORD.match(name) or name in rule.parameters or name.startswith("_"))
        if rule.chapter.startswith(_LAW) or not _LETTER.match(name)
    ]
    return Finding("variables", "words; also letters outside the law", tuple(problems))


_DOCSTRING = pattern(r"%\*! *(\w+)")


def meanings(book: Rulebook) -> Finding:
    """Check that each predicate has one meaning, and a docstring where other chapters ask for it or derive it, too.

    The engine cites no paragraph: only the law has that authority.

    Args:
        book: The rules.
    """
    described = [
        (found[1], name_of(path))
        for path in every_chapter()
        if name_of(path) != VOCABULARY  # queries may ask for other things by the same names
        for found in _DOCSTRING.finditer(chapter_text(path))
    ]
    twice = [
        f"rules/{chapter}: {name} is described twice"
        for number, (name, chapter) in enumerate(described)
        if name in (other for other, _ in described[:number])
    ]
    known = {name for name, _ in described}
    heads: dict[str, dict[int, Rule]] = {}
    homes: dict[str, set[str]] = {}
    for rule in book.rules:
        for name, arity in rule.heads:
            heads.setdefault(name, {}).setdefault(arity, rule)
            homes.setdefault(name, set()).add(rule.chapter)
    several = [
        f"{rule.place}: {name} has {arity} arguments here, and another number of them elsewhere"
        for name, found in sorted(_arities(book).items())
        for arity, rule in list(found.items())[1:]
    ]
    asked = {
        (literal.name, rule)
        for rule, literal in _literals(book)
        if literal.name in homes
        and literal.name not in known
        and rule.chapter not in homes[literal.name]
        and rule.chapter not in MADE
        and not literal.name.startswith(PREFIX)
    }
    undescribed = sorted(
        {
            f"{next(iter(heads[name].values())).place}: {name} has no docstring, and other chapters ask for it"
            for name, _ in asked
        }
    )
    told: dict[str, set[str]] = {}
    for rule, literal in _literals(book):
        if literal.name not in homes and literal.name not in known and rule.chapter not in MADE:
            told.setdefault(literal.name, set()).add(rule.chapter)
    of_facts = [
        f"rules/{min(found)}: {name} has no docstring, and {max(found)} asks for it, too"
        for name, found in sorted(told.items())
        if len(found) > 1 and not name.startswith(PREFIX)
    ]
    shared = [
        f"rules/{min(found)}: {name} has no docstring, and {max(found)} derives it, too"
        for name, found in sorted((name, those.difference(MADE)) for name, those in homes.items())
        if len(found) > 1 and name not in known and not name.startswith(PREFIX)
    ]
    cited = [
        f"{rule.place}: a rule of the engine cites {rule.number}: only the law has the authority of a paragraph"
        for rule in book.rules
        if rule.chapter.startswith("engine/") and not rule.bookkeeping
    ]
    return Finding("meanings", f"{len(known)} docstrings", (*twice, *several, *undescribed, *of_facts, *shared, *cited))


def _arities(book: Rulebook) -> dict[str, dict[int, Rule]]:
    """Return the numbers of arguments of each predicate, with a rule each: derived, settled or asked for."""
    found: dict[str, dict[int, Rule]] = {}
    for rule in book.rules:
        for name, arity in rule.heads:
            found.setdefault(name, {}).setdefault(arity, rule)
        for form in rule.forms:
            if form.name == _SETTLED and isinstance(fact := form.parts[0], Compound):
                found.setdefault(fact.name, {}).setdefault(len(fact.parts), rule)
    for rule, literal in _literals(book):
        found.setdefault(literal.name, {}).setdefault(len(literal.parts), rule)
    return found


def safety() -> Finding:
    """Check that clingo accepts every rule, loaded together."""
    heard: list[str] = []

    def listen(code: MessageCode, message: str) -> None:
        if code == MessageCode.RuntimeError:
            heard.append(" ".join(message.split()))

    try:
        control = Control(["--warn=none"], logger=listen)
        control.add("base", [], rules_text(everything()))
        control.ground([("base", [])])
    except RuntimeError as error:
        heard = heard or [str(error)]
    return Finding("safety", "clingo takes all rules together", tuple(heard))


def predicates(book: Rulebook, told: frozenset[str]) -> Finding:
    """Check that each predicate in a body can hold, and that each derived predicate is used.

    Args:
        book: The rules.
        told: The predicates of facts that boards are written with.
    """
    heads = {name for rule in book.rules for name, _ in rule.heads}
    asked: dict[str, Rule] = {}
    for rule, literal in _literals(book):
        asked.setdefault(literal.name, rule)
    undefined = [
        f"{rule.place}: {name} is asked for, and neither derived nor told"
        for name, rule in sorted(asked.items())
        if name not in heads | told | TOLD_AT_TIMES
    ]
    defined = {name: rule for rule in reversed(book.rules) for name, _ in rule.heads}
    unused = [
        f"{rule.place}: {name} is derived, and nothing asks for it"
        for name, rule in sorted(defined.items())
        if name not in asked and name not in READ_OUTSIDE | SAID_ONLY
    ]
    return Finding("predicates", f"{len(heads)} derived, {len(told)} told", tuple(undefined + unused))


def _literals(book: Rulebook) -> Iterator[tuple[Rule, Literal]]:
    """Return each literal in the body of a rule, those in aggregates too."""
    for rule in book.rules:
        for form in rule.forms:
            for condition in form.body:
                if isinstance(condition, Literal):
                    yield rule, condition
                for element in getattr(condition, "elements", ()):
                    yield from ((rule, one) for one in element.condition if isinstance(one, Literal))
