"""Finding the words of the game in Python code: card types, keywords and paragraph numbers.

The rules of the game stand in `rules/law/`. Python must know some of it all the same: `tests/decided.json` lists that,
file by file, and docs/architecture/python.md gives the reason for each file. ``python -m tests.decided`` writes it.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from facts.words.keywords import keyword_names
from facts.words.subtypes import CARD_TYPES, SUPERTYPES, words_of

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("decided.json")
_PARAGRAPH = re.compile(r"(?<![\w.])[1-9]\d\d\.\d{1,3}[a-z]?(?![\w.]*\d)")
_ROW = re.compile(r"^\| ((?:`[\w./]+`(?:, )?)+) \| (.+) \|$", re.MULTILINE)
_HEADING = "# What stays in Python"
_PROSE = frozenset(("fail", "error", "InputError", "warn"))
"""Functions that take messages for people."""
_REGEX = re.compile(r"\\[bwdsS]|\(\?|\[\^|\^|\.\*|\|")


@cache
def game_words() -> frozenset[str]:
    """Return card types, supertypes, the subtypes that rules speak of, and keywords, as code may spell them."""
    types = {*CARD_TYPES, *SUPERTYPES}
    sets = ("artifact", "enchantment", "land", "battle", "spell")
    subtypes = {word for name in sets for word in words_of(name)}
    return frozenset({*types, *map(str.lower, types), *subtypes, *keyword_names()})


@cache
def _within() -> re.Pattern[str]:
    """Return the pattern of a word of the game within a regular expression."""
    words = sorted(game_words(), key=len, reverse=True)
    return re.compile(rf"(?<![\w\\])(?:\\b)?({'|'.join(map(re.escape, words))})s?(?!\w)")


def found_in(path: Path) -> set[str]:
    """Find the words of the game in a file of Python.

    Args:
        path: The file.

    Returns:
        Words of the game that its code compares with or looks for, and the paragraphs that it names anywhere.
    """
    text = path.read_text(encoding="utf-8")
    found = {number for part in _texts(text) for number in _PARAGRAPH.findall(part)}
    tree = ast.parse(text)
    for string in _strings(tree):
        if string in game_words():
            found.add(string)
        elif _REGEX.search(string):
            found.update(_within().findall(string.replace("\\b", " ")))
    return found


def _texts(text: str) -> Iterator[str]:
    """Yield the comments and strings of a program."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            yield token.string


def _strings(node: ast.AST) -> Iterator[str]:
    """Yield the strings of a syntax tree, without docstrings, messages, and texts with values filled in."""
    if isinstance(node, ast.JoinedStr):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in _PROSE:
            return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _strings(child)


def reasons() -> dict[str, str]:
    """Return the files and folders that docs/architecture/python.md lists, each with its reason."""
    text = (ROOT / "docs" / "architecture" / "python.md").read_text(encoding="utf-8")
    section = text.partition(_HEADING)[2].partition("\n## ")[0]
    rows = _ROW.findall(section)
    return {path: reason for paths, reason in rows for path in re.findall(r"`([^`]+)`", paths)}


@cache
def everything_found() -> dict[str, list[str]]:
    """Find the words of the game in Python, file by file, without the folders that the documentation lists."""
    folders = tuple(path for path in reasons() if path.endswith("/"))
    found: dict[str, list[str]] = {}
    for top in ("facts", "solver"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(folders) and (words := found_in(path)):
                found[name] = sorted(words)
    return found


def listed() -> dict[str, list[str]]:
    """Return the list as it is kept."""
    data: dict[str, list[str]] = json.loads(LIST.read_text(encoding="utf-8"))
    return data


def main() -> None:
    """Write the list, and say how long it is."""
    found = everything_found()
    LIST.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"{sum(map(len, found.values()))} entries in {len(found)} files")


if __name__ == "__main__":
    main()
