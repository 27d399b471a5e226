"""Python names no card type, keyword or paragraph that docs/architecture/python.md does not give a reason for."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.decided import (
    PAGE,
    ROOT,
    found_lists,
    found_paragraphs,
    found_words,
    listed_lists,
    listed_paragraphs,
    listed_words,
    lists_in,
    of_language,
    paragraphs_in,
    rows,
    with_reasons,
    words_in,
)

_WRITE = "Move the rule to rules/law/, or give its reason in docs/architecture/python.md"
_AGAIN = "Run python -m tests.decided"
_FOLDERS = {"facts/oracle/", "facts/schema/", "facts/words/data/", "solver/ask/check/", "solver/ask/explain/wording/"}


def _more(found: dict[str, set[str]], known: dict[str, set[str]]) -> dict[str, list[str]]:
    """Return what was found and is not known, file by file."""
    differing = {name: sorted(words - known.get(name, set())) for name, words in found.items()}
    return {name: words for name, words in differing.items() if words}


def test_each_word_has_a_reason() -> None:
    assert not _more(found_words(), listed_words()), _WRITE
    assert all(row.reason for row in rows())


def test_the_page_names_no_word_that_is_gone() -> None:
    found = found_words()
    gone = [
        (row.files, word)
        for row in rows()
        for word in row.words
        if not any(word in found.get(file, ()) for file in row.files)
    ]
    assert not gone, "Take them from docs/architecture/python.md"
    assert not [file for file in listed_words() if file not in found], "Take them from docs/architecture/python.md"
    assert all((ROOT / file).exists() for row in rows() for file in row.files)


def test_the_paragraphs_that_python_cites_are_listed() -> None:
    found, known = found_paragraphs(), listed_paragraphs()
    assert not _more(found, known), _AGAIN
    assert not _more(known, found), _AGAIN


def test_the_lists_that_python_uses_are_listed() -> None:
    found, known = found_lists(), listed_lists()
    assert not _more(found, known), _AGAIN
    assert not _more(known, found), _AGAIN


def test_each_file_with_paragraphs_or_lists_has_a_reason() -> None:
    cited, using, named = found_paragraphs(), found_lists(), with_reasons()
    assert not [file for file in cited if not any(_is_in(file, one) for one in named)], _WRITE
    told = {*named, *listed_words()}
    assert not [file for file in using if not any(_is_in(file, one) for one in told)], _WRITE
    gone = [one for one in named if not any(_is_in(file, one) for file in (*cited, *using, *of_language()))]
    assert not gone, "Take them from docs/architecture/python.md"


def _is_in(file: str, place: str) -> bool:
    return file == place or (place.endswith("/") and file.startswith(place))


def test_the_page_says_what_each_list_of_keywords_decides() -> None:
    data = ROOT / "facts" / "words" / "data"
    told = PAGE.read_text(encoding="utf-8").partition("## The lists")[2].partition("\n## ")[0]
    lists = ", ".join(line.split("|")[1] for line in told.splitlines() if line.startswith("| "))
    named = {name.strip() for name in re.split(r"[,(]", lists)}
    kinds = json.loads((data / "keyword_kinds.json").read_text(encoding="utf-8"))
    types = json.loads((data / "card_types.json").read_text(encoding="utf-8"))
    assert {*kinds, *types} - named == set(), "Say in docs/architecture/python.md what follows from it"
    assert {path.name for path in data.iterdir()} == set(re.findall(r"`(\w+\.json)", lists))


def test_few_folders_are_left_out() -> None:
    assert {one for one in of_language() if one.endswith("/")} == _FOLDERS


_OF_DATA = {
    "facts/cards/data", "facts/cards/data/editions", "facts/cards/library", "facts/cards/tokens", "facts/oracle",
    "facts/schema", "facts/words/data", "solver/ask/check/specification/claims", "solver/serve", "solver/serve/static",
}  # fmt: skip
"""The folders with data: printed cards, words, schemas, and what is shown or checked. No other folder has data."""


def test_few_folders_have_data() -> None:
    files = [path for top in ("facts", "solver", "typeline") for path in (ROOT / top).rglob("*") if path.is_file()]
    data = [path for path in files if path.suffix in (".json", ".yaml", ".yml", ".toml", ".csv", ".txt")]
    assert {path.relative_to(ROOT).parent.as_posix() for path in data} <= _OF_DATA


def test_words_of_the_game_in_a_file_are_found(tmp_path: Path) -> None:
    path = tmp_path / "deciding.py"
    path.write_text('''"""Fading (702.32a)."""
COUNTERS = {"fading": "fade"}
QUERY = f"each of the Planeswalkers that {COUNTERS} has"
def has_type(types):
    """Tell a Land."""
    problem = "a Battle is none"
    fail("no Creature")
    if "saproling" in types or "investigates" in types or "populated" in types:
        return "Elf" or types.find(b"Graft") or "nonland"
    return "lose all artifacts now" in types or re.search(r"\\\\bvanishing \\\\d+", types)
''')
    assert words_in(path) == {
        "fading",
        "Planeswalker",
        "vanishing",
        "artifact",
        "saproling",
        "investigate",
        "populate",
        "Elf",
        "Graft",
        "nonland",
    }
    assert paragraphs_in(path) == {"702.32a"}


def test_words_in_disguise_are_found(tmp_path: Path) -> None:
    path = tmp_path / "deciding.py"
    path.write_text(r"""
from facts.words import CARD_TYPES, keyword_of
class Kind(StrEnum):
    PLANESWALKER = auto()
    DOUBLE_STRIKE = 2
TABLE = dict(vanishing=1, other=2)
def _702_32a(types, text):
    if "DWARF" in types or "Elves" in types or "sorceries" in types or "First Strike" in types:
        return "crea" + "ture" in types or "split_second" in types
    problem = "Battle" in types
    fail("it is one" if "artifact" in types else "it is none")
    return re.search(r"\s[Ll]ands?\b|\bbasic\s", text)
""")
    assert words_in(path) == {
        "planeswalker", "double strike", "vanishing", "Dwarf", "Elf", "sorcery", "first strike", "creature",
        "split second", "Battle", "artifact", "land", "basic",
    }  # fmt: skip
    assert paragraphs_in(path) == {"702.32a"}
    assert lists_in(path) == {"CARD_TYPES"}
