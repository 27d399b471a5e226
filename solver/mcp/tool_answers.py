"""The answers of the tools as plain data: the same as those of the commands, shortened.

Each tool has a function. It takes the arguments, which have the right form (`solver.mcp.tool_schemas`), and the user's
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from facts.board import Board, given_board
from facts.cards import DEFAULT_EDITION
from facts.cards.store import Store
from facts.version import stamp
from solver.ask import object_named
from solver.mcp.trimming import first, object_in_short, outline, told

Arguments = Mapping[str, Any]
Data = dict[str, Any]

MAX_BYTES = 1024 * 1024
"""The most bytes of a question."""


def find_cards(given: Arguments, cards: Store | None) -> Data:
    """Find cards by a piece of their name, or by a mistyped one."""
    from facts.cards import card_names, find_card
    from facts.cards.store import found_cards
    from facts.text import nearest
    from solver.answer import card_text

    name, store = given["name"], cards or Store()
    known = found_cards(name, store)
    some, more = first(known, given.get("limit", 10))
    entries: list[Data] = []
    for called, line, built_in in some:
        entry: Data = {"name": called, "type_line": line, "built_in": built_in}
        if given.get("detail") == "full" and (card := find_card(called, {}, store)) is not None:
            entry["text"] = card_text(card)
        entries.append(entry)
    found: Data = {"cards": entries, "left_out": more}
    if not known:
        found["did_you_mean"] = nearest(name, [*card_names(), *store.candidates(name)], 5)
        found["hint"] = "Define the card on the board, under 'cards' (typeline://board/format shows how)"
        if store.hint:
            found["hint"] += f". {store.hint}"
    return found


def derive(given: Arguments, cards: Store | None) -> Data:
    """Derive the answer for a board."""
    from solver.ask import derive as derived

    board = _board(given, cards)
    answer = derived(board, edition=_edition(given))
    wanted = {object_named(one, board.timeline, answer.objects): None for one in given.get("objects") or answer.objects}
    some, more = first(list(wanted), given.get("limit", 20))
    full = given.get("detail") == "full"
    objects = {label: answer.objects[label] for label in some}
    return {
        **stamp(answer.edition),
        "objects": {label: one.as_data() if full else object_in_short(one) for label, one in objects.items()},
        "warnings": told(answer.warnings),
        "refused": [one.as_data() for one in answer.refused],
        "left_out": more,
    }


def explain(given: Arguments, cards: Store | None) -> Data:
    """Walk through the layers."""
    from solver.ask.explain import explain as explained
    from solver.ask.explain import walk_views

    board = _board(given, cards)
    walk = explained(board, edition=_edition(given))
    if "object" in given:
        walk = walk.about(object_named(given["object"], board.timeline, walk.objects))
    lines, more = first(outline(walk_views(walk, given.get("detail", "middle"))), given.get("limit", 60))
    rules = {rule for applied in walk.applied for rule in applied.rules} | {one.rule for one in walk.starts}
    rules |= {one.finding.rule for one in walk.findings}
    return {
        **stamp(_edition(given)),
        "walk": lines,
        "rules": sorted(rules - {""}),
        "warnings": told(walk.warnings),
        "left_out": more,
    }


def why(given: Arguments, cards: Store | None) -> Data:
    """Say why a fact holds; without a fact, list the facts that one can ask about."""
    from solver.ask.explain import why as asked_why
    from solver.ask.explain.show import why_views
    from solver.ask.explain.walk import walk_lines

    if "fact" not in given:
        return _facts(given, cards)
    board, edition, detail = _board(given, cards), _edition(given), given.get("detail", "short")
    found = asked_why(board, given["fact"], edition=edition)
    steps = walk_lines(found.walk)
    data: Data = {
        **stamp(edition),
        "fact": found.fact,
        "said": found.said,
        "holds": found.holds,
        "because": list(found.because),
    }
    before = len(found.because) + len(steps)
    proof = [] if detail == "short" else outline(why_views(found, detail)[before:])
    return data | _limited(given, steps=steps, proof=proof)


def why_not(given: Arguments, cards: Store | None) -> Data:
    """Say why a fact does not hold, and what would make it hold."""
    from solver.ask.explain import why_not as asked_why_not
    from solver.ask.explain.walk import walk_lines

    if "fact" not in given:
        return _facts(given, cards)
    board, edition, detail = _board(given, cards), _edition(given), given.get("detail", "short")
    found = asked_why_not(board, given["fact"], edition=edition, detail=detail)
    data: Data = {
        **stamp(edition),
        "fact": found.fact,
        "said": found.said,
        "holds": found.holds,
        "because": list(found.because),
        "without": found.without,
        "culprits": [list(one) for one in found.culprits],
    }
    steps = walk_lines(found.walk) if found.walk is not None else []
    proof = [] if detail == "short" or found.holds else outline(found.nearest)
    return data | _limited(given, ways=list(found.ways), steps=steps, proof=proof)


def check_board(given: Arguments, cards: Store | None) -> Data:
    """Find illegal and impossible states on a board."""
    from solver.ask.check import check_board as checked

    found = checked(_board(given, cards), edition=_edition(given))
    findings, more = first([one.as_data() for one in found.findings], given.get("limit", 20))
    labels, more_labels = first(list(found.answer.objects), 100)
    return {
        **stamp(_edition(given)),
        "fine": not found.findings,
        "findings": findings,
        "warnings": told(found.warnings),
        "objects": labels,
        "left_out": more + more_labels,
    }


ANSWERS: dict[str, Callable[[Arguments, Store | None], Data]] = {
    "find_cards": find_cards,
    "derive": derive,
    "explain": explain,
    "why": why,
    "why_not": why_not,
    "check_board": check_board,
}
"""The functions, by the names of the tools."""


def _board(given: Arguments, cards: Store | None) -> Board:
    return given_board(given["board"], cards=cards, limit=MAX_BYTES)


def _edition(given: Arguments) -> str:
    return str(given.get("edition", DEFAULT_EDITION))


def _facts(given: Arguments, cards: Store | None) -> Data:
    """Return the facts that one can ask about: facts that hold, and facts that no longer hold."""
    from solver.ask.explain import askable

    edition = _edition(given)
    found = askable(_board(given, cards), edition=edition)
    limit = given.get("limit", 40)
    so, more = first([fact for facts in found.so.values() for fact in facts], limit)
    no_more, yet_more = first([fact for facts in found.no_more.values() for fact in facts], limit)
    findings, further = first(list(found.findings), limit)
    facts = {"so": so, "no_more": no_more, "findings": findings, "forms": found.as_data()["forms"]}
    return {**stamp(edition), **facts, "left_out": more + yet_more + further}


def _limited(given: Arguments, **lists: list[str]) -> Data:
    """Return the first lines of each list that has some, and how many are left out."""
    data: Data = {}
    left_out = 0
    for name, lines in lists.items():
        some, more = first(lines, given.get("limit", 40))
        left_out += more
        if some:
            data[name] = some
    return {**data, "left_out": left_out}
