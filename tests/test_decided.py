"""Python names no card type, keyword or paragraph that docs/architecture/python.md does not give a reason for."""

from __future__ import annotations

from pathlib import Path

from tests.decided import ROOT, everything_found, found_in, listed, reasons

_WRITE = "Move the rule to rules/law/, or give its reason in docs/architecture/python.md; python -m tests.decided"


def test_nothing_is_decided_beside_the_list() -> None:
    found, known = everything_found(), listed()
    new = {name: sorted({*words} - {*known.get(name, ())}) for name, words in found.items()}
    assert not {name: words for name, words in new.items() if words}, _WRITE


def test_the_list_names_nothing_that_is_gone() -> None:
    found = everything_found()
    gone = {name: sorted({*words} - {*found.get(name, ())}) for name, words in listed().items()}
    assert not {name: words for name, words in gone.items() if words}, "Run python -m tests.decided"


def test_each_file_of_the_list_has_a_reason() -> None:
    known = reasons()
    folders = tuple(path for path in known if path.endswith("/"))
    missing = [name for name in listed() if name not in known and not name.startswith(folders)]
    assert not missing, "Give their reasons in docs/architecture/python.md"
    assert all((ROOT / path).exists() for path in known)


def test_words_of_the_game_in_a_file_are_found(tmp_path: Path) -> None:
    path = tmp_path / "deciding.py"
    path.write_text('''"""Fading (702.32a)."""
COUNTERS = {"fading": "fade"}
def has_type(types):
    """Tell a Land."""
    fail("no Creature")
    return "Planeswalker" in types or re.search(r"\\\\bvanishing \\\\d+", types)
''')
    assert found_in(path) == {"702.32a", "fading", "Planeswalker", "vanishing"}
