"""Finding the words of the game in Python code: types, keywords, keyword actions and paragraph numbers.

The rules of the game stand in `rules/law/`. Python must know some of it all the same. docs/architecture/python.md lists
each word that code compares with or looks for, with its file and the reason. `tests/decided.json` lists the paragraphs
that comments and messages cite, file by file, and `tests/decided_lists.json` the lists of words that it uses;
``python -m tests.decided`` writes both, and prints what differs from the page.
"""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from facts.words.keywords import keyword_names
from facts.words.lexicon import plural
from facts.words.subtypes import CARD_TYPES, SUPERTYPES, words_of

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("decided.json")
USES = Path(__file__).with_name("decided_lists.json")
PAGE = ROOT / "docs" / "architecture" / "python.md"
_PARAGRAPH = re.compile(r"(?<![\w.])[1-9]\d\d\.\d{1,3}[a-z]?(?![\w.]*\d)")
_NAMES = r"(?:`[^`]+`(?:, )?)+"
_WORDS_ROW = re.compile(rf"^\| ({_NAMES}) \| ({_NAMES}) \| (.+) \|$", re.MULTILINE)
_FILES_ROW = re.compile(rf"^\| ({_NAMES}) \| ([^`|][^|]*) \|$", re.MULTILINE)
_NAMED = re.compile(r"`([^`]+)`")
_PROSE = frozenset(("fail", "error", "warn", "InputError", "ValueError", "TypeError", "NotRead"))
"""Functions that take messages for people."""
_DESCRIBING = frozenset(("key", "flag", "text", "one_of", "list_of", "mapping", "ref", "whole_number", "one_or_more"))
"""Functions that take the descriptions of the effect form: in its own modules, and in no others."""
_FORMS = ROOT / "facts" / "effects" / "form"
_MESSAGES = frozenset(("problem", "hint", "warning", "otherwise"))
"""Names of messages that are put together before they are shown."""

_SETS = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker", "spell")
_ACTIONS = (
    "abandon", "adapt", "amass", "behold", "bolster", "clash", "cloak", "collect evidence", "connive", "destroy",
    "detain", "discard", "discover", "endure", "exert", "explore", "fateseal", "fight", "forage", "goad", "incubate",
    "investigate", "learn", "manifest", "manifest dread", "mill", "monstrosity", "planeswalk", "populate",
    "proliferate", "regenerate", "sacrifice", "scry", "shuffle", "surveil", "suspect", "tempt", "time travel",
    "venture", "vote",
)  # fmt: skip
"""Keyword actions (701). The others are words of the board format and of the facts, too: activate, attach, cast,
convert, counter, create, exchange, exile, meld, play, reveal, search, tap, transform."""


@cache
def _nouns() -> dict[str, str]:
    """Return the types, as a file may write them, each with its singular: ``Elves`` is ``Elf``, ``ELF`` is ``Elf``."""
    types = {*CARD_TYPES, *SUPERTYPES, *(word for name in _SETS for word in words_of(name))}
    nouns = {*types, *map(str.lower, types)} | {f"non{one.lower()}" for one in (*CARD_TYPES, *SUPERTYPES)}
    written = {one.upper(): one for one in types}
    written |= {form: one for one in nouns for form in (f"{one}s", plural(one))}
    return written | {one: one for one in nouns}


@cache
def _keywords() -> dict[str, str]:
    """Return the keywords, as a file may write them, each with its name."""
    forms = (str, str.capitalize, str.title, str.upper)
    return {form(one): one for form in forms[::-1] for one in keyword_names()} | {
        one.capitalize(): one.capitalize() for one in keyword_names()
    }


@cache
def _word() -> re.Pattern[str]:
    """Return the pattern of a word of the game: a type in singular or plural, a keyword, or a form of an action."""
    noun, keyword, action = (
        "|".join(map(re.escape, sorted(one, key=len, reverse=True))) for one in (_nouns(), _keywords(), _ACTIONS)
    )
    return re.compile(
        rf"(?<![\w\\])(?:(?P<noun>{noun})(?:s\??|\[s\])?|(?P<keyword>{keyword})|(?P<action>{action})(?:e?[ds]\??)?)(?!\w)"
    )


_IN_PATTERNS = ((re.compile(r"\\(?:[bBsSdDwWAZ]|N\{[^}]*\})"), " "), (re.compile(r"\[([A-Za-z])([A-Za-z])\]"), r"\2"))
"""Parts of regular expressions, and how they are read: ``\\s`` is a space, and ``[Cc]`` is one letter."""
_JOINED = re.compile(r"(?<=[a-z])_(?=[a-z])")


def _read(string: str) -> str:
    """Return a string of code as words: without the signs of regular expressions; keywords of several words apart."""
    for pattern, written in _IN_PATTERNS:
        string = pattern.sub(written, string)
    apart = _JOINED.sub(" ", string)
    several = [one for one in keyword_names() if " " in one and one in apart.split(";")] if apart != string else []
    return " ".join((string, *several))


def words_in(path: Path) -> set[str]:
    """Find the words of the game in the code of a file: in all its strings, also in those with values filled in.

    Args:
        path: The file.

    Returns:
        The words: nouns in the singular, actions without an ending. Docstrings, messages and descriptions do not count.
    """
    described = _PROSE | _DESCRIBING if _FORMS in path.parents else _PROSE
    strings = _strings(ast.parse(path.read_text(encoding="utf-8")), described)
    found = (one for string in strings for one in _word().finditer(_read(string)))
    return {_nouns().get(one["noun"] or "") or _keywords().get(one["keyword"] or "") or one["action"] for one in found}


def paragraphs_in(path: Path) -> set[str]:
    """Find the paragraphs that a file cites, in comments and strings.

    Args:
        path: The file.
    """
    return {number for part in _texts(path.read_text(encoding="utf-8")) for number in _PARAGRAPH.findall(part)}


def lists_in(path: Path) -> set[str]:
    """Find the lists of `facts.words` that a file uses: types, keywords of a kind, and the like.

    Args:
        path: The file.
    """
    imports = (one for one in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(one, ast.ImportFrom))
    of_words = (one for one in imports if (one.module or "").startswith("facts.words"))
    return {name.name for one in of_words for name in one.names if name.name.isupper()}


def _texts(text: str) -> Iterator[str]:
    """Yield the comments and strings of a program, and its names with the numbers that they hold: ``_702_32a``."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _WITH_TEXT:
            yield token.string
        elif token.type == tokenize.NAME:
            yield from (".".join(one) for one in _NUMBER_IN_NAME.findall(token.string))


_WITH_TEXT = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_NUMBER_IN_NAME = re.compile(r"(?<!\d)([1-9]\d\d)_(\d{1,3}[a-z]?)(?![A-Za-z0-9])")


def _strings(node: ast.AST, passed_over: frozenset[str]) -> Iterator[str]:
    """Yield the strings of a syntax tree, without docstrings, names of code, and what some functions take."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name in passed_over:
            yield from _compared(node, passed_over)
            return
        if name in _NAMING:
            yield from (one.arg for one in node.keywords if one.arg is not None)
    if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases):
        named = (one for part in node.body if isinstance(part, ast.Assign) for one in part.targets)
        yield from (ast.unparse(one).lower().replace("_", " ") for one in named)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and (joined := _joined(node)) is not None:
        yield joined
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
        return
    if isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) and one.id in _MESSAGES for one in node.targets):
        yield from _compared(node, passed_over)
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        yield node.value if isinstance(node.value, str) else node.value.decode("utf-8", "replace")
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, passed_over)


_NAMING = frozenset(("dict", "SimpleNamespace"))
"""Functions that make words of the names of what they take."""
_LOOKING = frozenset(("startswith", "endswith", "find", "index", "count", "search", "match", "fullmatch"))
"""Functions that look for a word."""


def _compared(message: ast.AST, passed_over: frozenset[str]) -> Iterator[str]:
    """Yield the strings of a message that code compares with, or looks for, to choose its words."""
    for part in ast.walk(message):
        looking = isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in _LOOKING
        if looking or isinstance(part, ast.Compare):
            yield from _strings(part, passed_over)


def _joined(node: ast.expr) -> str | None:
    """Return the string that constants make together: ``"Crea" + "ture"``; None if it is made of anything else."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return None
    first, second = _joined(node.left), _joined(node.right)
    return None if first is None or second is None else first + second


class Row(NamedTuple):
    """A row of the page.

    Attributes:
        files: The files, or folders with a slash at the end.
        words: The words that they name; none where all that a file says is language.
        reason: The reason.
    """

    files: tuple[str, ...]
    words: tuple[str, ...]
    reason: str


@cache
def rows() -> tuple[Row, ...]:
    """Return the rows about words of the game in docs/architecture/python.md."""
    text = PAGE.read_text(encoding="utf-8").partition("\n## Paragraphs")[0]
    found = [
        Row(tuple(_NAMED.findall(files)), tuple(_NAMED.findall(words)), reason)
        for files, words, reason in _WORDS_ROW.findall(text)
    ]
    found += [Row(tuple(_NAMED.findall(files)), (), reason) for files, reason in _FILES_ROW.findall(text)]
    return tuple(found)


def listed_words() -> dict[str, set[str]]:
    """Return the words that the page lists, file by file."""
    found: dict[str, set[str]] = {}
    for row in rows():
        for file in row.files if row.words else ():
            found.setdefault(file, set()).update(row.words)
    return found


def with_reasons() -> frozenset[str]:
    """Return the files and folders whose paragraphs the page gives a reason for."""
    table = PAGE.read_text(encoding="utf-8").partition("\n## Paragraphs")[2]
    first = (line.split("|")[1] for line in table.splitlines() if line.startswith("| `"))
    return frozenset(name for cell in first for name in re.findall(r"`([\w/.]+)`", cell))


def of_language() -> tuple[str, ...]:
    """Return the files and folders whose matter is language or data, and into which the test does not look."""
    return tuple(file for row in rows() if not row.words for file in row.files)


def found_words() -> dict[str, set[str]]:
    """Find the words of the game in Python, file by file, without files of language."""
    return _found(words_in, of_language())


def found_paragraphs() -> dict[str, set[str]]:
    """Find the paragraphs that Python cites, file by file; the checks of the rules name those that they check."""
    return _found(paragraphs_in, ("facts/oracle/", "solver/ask/check/"))


def found_lists() -> dict[str, set[str]]:
    """Find the lists that Python uses, file by file, without those that keep or describe them."""
    return _found(lists_in, ("facts/words/", *of_language()))


def _found(search: Callable[[Path], set[str]], without: tuple[str, ...]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for top in ("facts", "solver"):
        for path in sorted((ROOT / top).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith(without) and (words := search(path)):
                found[name] = words
    return found


def listed_paragraphs() -> dict[str, set[str]]:
    """Return the paragraphs of the list as it is kept."""
    data: dict[str, list[str]] = json.loads(LIST.read_text(encoding="utf-8"))
    return {name: set(numbers) for name, numbers in data.items()}


def listed_lists() -> dict[str, set[str]]:
    """Return the uses of lists as they are kept."""
    data: dict[str, list[str]] = json.loads(USES.read_text(encoding="utf-8"))
    return {name: set(names) for name, names in data.items()}


def main() -> None:
    """Write the lists of paragraphs and of used lists, and print the words that the page lacks."""
    data = {name: sorted(numbers) for name, numbers in found_paragraphs().items()}
    uses = {name: sorted(names) for name, names in found_lists().items()}
    for path, told in ((LIST, data), (USES, uses)):
        path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    found, known = found_words(), listed_words()
    for name in sorted({*found, *known}):
        for said, words in (("new", found.get(name, set()) - known.get(name, set())),):
            print(*(f"{name}: {said}: {word}" for word in sorted(words)), sep="\n", end="\n" if words else "")
    print(
        f"{sum(map(len, found.values()))} words in {len(found)} files; {sum(map(len, data.values()))} paragraphs cited"
    )


if __name__ == "__main__":
    main()
