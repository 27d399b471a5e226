"""Several conditions as one: all of them, one of them, or one about objects that meet several."""

from __future__ import annotations

from facts.oracle.read.filter_clauses import one_or_list
from facts.oracle.read.parts import IT, Form, NotRead

COUNTED = frozenset(
    (
        "count",
        "count_types",
        "count_kinds",
        "devotion",
        "turn",
        "all",
        "most_common_color",
        "at_least",
        "at_most",
        "exactly",
    )
)
"""Keys of conditions that stand beside others of their kind in a list of conditions."""


def counted(some: Form, more: Form) -> Form:
    """Count the objects of the noun phrases, with a further quality for each clause.

    Args:
        some: The noun phrases.
        more: The quality.

    Raises:
        NotRead: It counts what it is attached to, or the objects have the quality already.
    """
    if "each" in some:
        return {"all": [counted({"clauses": one, "bound": {}}, more) for one in some["each"]]}
    if not some["clauses"]:
        raise NotRead("counts what it is attached to")
    clauses = [{**clause, **more} for clause in some["clauses"]]
    for clause in some["clauses"]:
        if set(clause) & set(more):
            raise NotRead("a quality twice")
    found: Form = {"count": one_or_list(clauses)}
    return {**found, **some["bound"]}


def any_of(cases: list[Form]) -> Form:
    """Say in one filter that one of several conditions about objects, or about one object, holds.

    Args:
        cases: The conditions.

    Raises:
        NotRead: One of them consists of several.
    """
    (key, *others) = cases[0]
    if others or key not in ("count", "this", "attached", IT) or any(set(case) != {key} for case in cases):
        return either(cases)
    clauses: list[Form] = []
    for case in cases:
        clauses += case[key] if isinstance(case[key], list) else [case[key]]
    return {key: one_or_list(clauses)}


def either(cases: list[Form]) -> Form:
    """Say that one of several conditions holds.

    Args:
        cases: The conditions: each with one key besides its bound, or one that must not hold.

    Raises:
        NotRead: One of them consists of several.
    """
    for case in cases:
        keys = set(case.get("not", case)) - {"at_least", "at_most", "exactly"}
        if len(keys) != 1 or keys & {"not", "all", "any", "functions", "paired"} or ("not" in case and len(case) > 1):
            raise NotRead("one of several conditions, and one of them is several")
    return {"any": cases}
