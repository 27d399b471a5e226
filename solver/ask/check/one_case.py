"""Finding cases by name; and for one that fails: the expected answer, the actual answer, and the walk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from facts.board import Board
from facts.cards import CardSource
from facts.schema import check
from facts.text import Document, InputError, did_you_mean, read_document, show
from solver.ask.check.cases import edition_in
from solver.ask.check.expected import Difference, shown
from solver.ask.explain import explain, walk_text


def named_cases(names: Sequence[str], folder: Path) -> list[Path]:
    """Find cases by name.

    Args:
        names: Each is a file, a topic (``lands``), a case (``lands/dryad_arbor_blood_moon``, or its last part), or a
            pattern as shells have them (``lands/*moon*``).
        folder: ``FOLDER/TOPIC/NAME.yaml``.

    Returns:
        The files, in the order of the names, none twice.

    Raises:
        InputError: A name is that of no case.
    """
    known = {f"{path.parent.name}/{path.stem}": path for path in sorted(folder.glob("*/*.yaml"))}
    found: dict[Path, None] = {}
    for name in names:
        if name.endswith(".yaml"):
            found[Path(name)] = None
            continue
        fitting = [path for case, path in known.items() if _is_named(case, name)]
        if not fitting:
            parts = [*known, *(path.stem for path in known.values()), *{path.parent.name for path in known.values()}]
            hint = did_you_mean(name, parts) or "Name TOPIC/NAME, NAME, TOPIC, a pattern such as 'lands/*', or a file"
            raise InputError(f"{show(name)}: no such case", hint, source=str(folder))
        found.update(dict.fromkeys(fitting))
    return list(found)


def _is_named(case: str, name: str) -> bool:
    topic, _, last = case.partition("/")
    return name.rstrip("/") in (case, topic, last) or fnmatch(case, name) or fnmatch(last, name)


def read_case(path: Path) -> Document:
    """Read a case.

    Args:
        path: Its file.

    Raises:
        InputError: It cannot be read, or is no case.
    """
    try:
        document = read_document(path.read_bytes(), str(path))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from None
    check(document, "case")
    return document


def failure(case: Document, differences: Iterable[Difference], cards: CardSource | None = None) -> str:
    """Say where a case fails: the expected answer, the actual answer, and the walk.

    Args:
        case: The case.
        differences: The differences between the rules and it.
        cards: The source of further cards.

    Returns:
        Some lines of text. The walk is that of the objects that differ; there is none for a board that is refused.
    """
    lines: list[str] = []
    labels: dict[str, None] = {}
    for one in differences:
        lines += [
            f"{one.label}: {one.key}" if one.label else one.key,
            f"  expected  {_shown(one.expected)}",
            f"  actual    {_shown(one.actual)}",
        ]
        labels[one.label] = None
    try:
        walk = explain(Board(case.part("board"), cards=cards), edition=edition_in(case.data))
    except InputError:
        return "\n".join(lines)
    walks = [walk_text(walk.about(label)) for label in labels if label in walk.objects] or [walk_text(walk)]
    return "\n".join([*lines, "", "How it comes about:", *walks])


def _shown(value: object) -> str:
    return "nothing" if value is None else shown(value)
