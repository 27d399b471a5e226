"""A checker of proofs that shares nothing with what finds them: clingo grounds one rule over a node's children.

A node is accepted only if the rule at the place that it names, grounded with the parameters it names over nothing but
the atoms of its children, derives its atom; if each atom that must be absent was not there in time; and if no node
rests on itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from clingo import Control, parse_term

ROOT = Path(__file__).parents[2]


@cache
def _rule(place: str) -> tuple[str, str]:
    """Return the program part that a rule stands in, and its text."""
    name, _, line = place.rpartition(":")
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    start = int(line) - 1
    part = next((text for text in reversed(lines[:start]) if text.startswith("#program")), "#program base.")
    taken: list[str] = []
    for text in lines[start:]:
        taken.append(text)
        if text.rstrip().endswith("."):
            break
    assert not taken[0].startswith(("%", "#")), place
    return part, "\n".join(taken)


@cache
def _derives(place: str, parameters: tuple[str, ...], facts: frozenset[str], atom: str) -> bool:
    part, text = _rule(place)
    control = Control(["--warn=none"])
    given = " ".join(f"{fact}." for fact in sorted(facts))
    control.add("base", [], given)
    head = part.removeprefix("#program").strip().rstrip(".")
    name, _, inside = head.partition("(")
    names = [one.strip() for one in inside.rstrip(")").split(",") if one.strip()]
    control.add(f"one_{name}", names, text)
    control.ground([("base", []), (f"one_{name}", [parse_term(value) for value in parameters])])
    found = control.symbolic_atoms[parse_term(atom)]
    return found is not None and (atom not in facts)


def problems(proof: Mapping[str, Any], told: Iterable[str], present: Iterable[str]) -> list[str]:
    """Check a proof.

    Args:
        proof: A proof as ``typeline why --json`` prints it: ``root`` and ``nodes``.
        told: The facts of the board.
        present: Every atom that is true in the end.

    Returns:
        What is wrong, a line each.
    """
    nodes: Mapping[str, Mapping[str, Any]] = proof["nodes"]
    facts, there = set(told), set(present)
    times = {node["atom"]: node["time"] for node in nodes.values()}
    wrong: list[str] = []
    for number, node in nodes.items():
        atom = node["atom"]
        if not node["place"]:
            if f"{atom}." not in facts or node["children"]:
                wrong.append(f"{number}: {atom} is no fact of the board")
            continue
        below = frozenset(nodes[str(child)]["atom"] for child in node["children"])
        if not _derives(node["place"], tuple(node["parameters"]), below, atom):
            wrong.append(f"{number}: {atom} does not follow by {node['place']} from {sorted(below)}")
        if any(nodes[str(child)]["time"] > node["time"] for child in node["children"]):
            wrong.append(f"{number}: {atom} rests on something later")
        for absent in node["absent"]:
            if absent in there and times.get(absent, node["time"] + 1) <= node["time"] and "_" not in absent:
                wrong.append(f"{number}: {absent} is there")
    return [*wrong, *_circles(nodes, str(proof["root"]))]


def _circles(nodes: Mapping[str, Mapping[str, Any]], root: str) -> list[str]:
    """Return the nodes that rest on themselves."""
    done: set[str] = set()
    path: list[tuple[str, int]] = [(root, 0)]
    on_path = {root}
    while path:
        number, at = path.pop()
        children = nodes[number]["children"]
        if at == len(children):
            on_path.discard(number)
            done.add(number)
            continue
        path.append((number, at + 1))
        child = str(children[at])
        if child in on_path:
            return [f"{child} rests on itself"]
        if child not in done:
            on_path.add(child)
            path.append((child, 0))
    return []
