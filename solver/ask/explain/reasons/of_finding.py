"""Why the rules do not allow something: the proof of a finding of the check of a board."""

from __future__ import annotations

from facts.text import InputError, show
from solver.ask.explain.proof import Case, EarlierBoards, Node, prove
from solver.ask.explain.rules import written
from solver.ask.explain.walk import terms_of_findings, walk_through
from solver.ask.explain.walk_values import Found, Walk


def finding_meant(case: Case, text: str) -> tuple[str, Found, Node, Walk] | None:
    """Find the finding that a question names by its sentence or the beginning of that, and prove it.

    Args:
        case: The board, grounded for the check, too.
        text: The words.

    Returns:
        The finding in the vocabulary, itself with its reasons, its proof, and a walk without steps that has the objects
        that it is about; None where no finding begins so.

    Raises:
        InputError: Several findings begin so.
    """
    wanted = _plain(text)
    if " " not in wanted:
        return None
    terms = terms_of_findings(case.facts, case.layers, case.answer, case.edition)
    meant = [one for one in terms if _plain(one.said).startswith(wanted)]
    whole = [one for one in meant if _plain(one.said) == wanted]
    if not meant:
        return None
    if len(whole or meant) > 1:
        several = "; ".join(one.said for one in meant)
        raise InputError(
            f"several findings begin with {show(text)}", f"Write more of one of them: {several}", source="<fact>"
        )
    (one,) = whole or meant
    walk = walk_through(case)
    found = next(found for found in walk.findings if found.finding == one)
    objects = {label: walk.objects[label] for label in one.objects if label in walk.objects}
    about = walk._replace(objects=objects, starts=(), applied=(), idle=(), missed=(), refused=(), findings=())
    proof = prove(case, terms[one])
    proof.sentence = proof.sentence or one.said
    EarlierBoards(case.board.timeline, case.answer, case.edition).add_reasons(proof)
    return written(terms[one]), found, proof, about


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(" .").casefold()
