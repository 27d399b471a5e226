"""The rules program: finding it, and reading it once per process."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple, Protocol

from clingo import Control

from solver.process import TURN, one_at_a_time

_INCLUDE = re.compile(r'^#include "([^"]+)"\.\s*$', re.MULTILINE)
_DOCSTRING = re.compile(r"%\*.*?\*%", re.DOTALL)
_KEYWORD_EFFECT = re.compile(r'\bkeyword_effect\("([^"]+)"')
LITERAL = re.compile(r"""(?:[^,(){}"]|"[^"]*"|\{[^}]*\}|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+""")
WALK = "engine/walk.lp"
"""The chapter of the walk, which applies effects one after the other that the answer applies at once."""


class Statement(NamedTuple):
    """A rule or directive of the program.

    Attributes:
        part: The ``#program`` line it stands under.
        text: The statement.
        place: The file it stands in, and the line on which it begins.
    """

    part: str
    text: str
    place: tuple[str, int]

    @property
    def on_demand(self) -> str | None:
        """The word in the facts that asks for this statement; None if every board needs it."""
        if self.place[0] == WALK or self.part_name == "walked":
            return "walking"
        return "checking" if self.part_name == "findings" else None

    @property
    def part_name(self) -> str:
        """The name of its part."""
        return self.part.removeprefix("#program ").rstrip(".").partition("(")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of its part."""
        return _parameters(self.part)


@cache
def _parameters(part: str) -> tuple[str, ...]:
    return tuple(filter(None, part.rstrip(".").partition("(")[2].rstrip(")").split(",")))


def checksum(statements: Iterable[Statement]) -> str:
    """Return a checksum of statements, and of the parts that they stand in.

    Args:
        statements: The statements.
    """
    return f"{zlib.crc32(chr(10).join([f'{one.part}{one.text}' for one in statements]).encode()):08x}"


@lru_cache(maxsize=1)
def root() -> Path:
    """Return the folder that has ``rules.lp``: beside this package in a checkout, inside of it in a wheel."""
    inside = Path(__file__).parents[1]
    return inside if (inside / "rules.lp").exists() else inside.parent


MEETING = "611_3_meeting.lp"
"""The chapter that says which objects meet a filter; the engine has its opposite."""
REPLACED = ("rules/law/613_8_dependency.lp", f"rules/law/{MEETING}")
"""The chapters that the engine replaces by a version of its own."""
_LAW = "rules/law/"
VOCABULARY = "engine/answer.lp"
"""The chapter whose docstrings are the vocabulary of queries."""
MADE = ("engine/supposed.lp", "engine/filters.lp")
"""The chapters that a program writes (`solver.speed.supposing`)."""


def chapters() -> list[Path]:
    """Return the files of the program for answers: the law and the engine, in the order of the contents.

    Returns:
        Paths of the files that ``rules.lp`` includes, without those that the engine replaces, and of the file of house
        rules, if one is read too.
    """
    return [*(root() / name for name in _contents() if name not in REPLACED), *_further]


def law() -> list[Path]:
    """Return the files of the law alone, in the order of the contents, and the vocabulary of answers.

    Returns:
        Paths of the files, and of the file of house rules, if one is read too.
    """
    return [
        *(root() / name for name in _contents() if name.startswith(_LAW) or name == f"rules/{VOCABULARY}"),
        *_further,
    ]


def every_chapter() -> list[Path]:
    """Return all files that ``rules.lp`` includes, in the order of the contents, replaced ones too."""
    return [root() / name for name in _contents()]


def _contents() -> list[str]:
    """Return the names of all files that ``rules.lp`` includes."""
    return _INCLUDE.findall((root() / "rules.lp").read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    """Return the name of a chapter: its path below ``rules``, or the name of a file of house rules.

    Args:
        path: The file.
    """
    rules = root() / "rules"
    return path.relative_to(rules).as_posix() if path.is_relative_to(rules) else path.name


def path_of(name: str) -> Path:
    """Return the file of a chapter that ``rules.lp`` includes.

    Args:
        name: Its path below ``rules``.
    """
    return root() / "rules" / name


_further: list[Path] = []
_further_text: list[str] = []
_making: list[Callable[[str], Mapping[str, str] | None]] = []


def chapter_text(path: Path) -> str:
    """Return the text of a chapter. For house rules it is the checked text, even if their file has changed.

    House rules about a state hold in supposed states, too. So the chapters that are made from the law are made anew
    with them.

    Args:
        path: One of `chapters`.
    """
    if _further == [path]:
        return _further_text[0]
    if _further and name_of(path) in MADE:
        return _made_beside(_further_text[0], *_making)[name_of(path)]
    return _altered.get(name_of(path)) or path.read_text(encoding="utf-8")


Made = Mapping[str, str]
"""The texts of the chapters `MADE`, by their names."""


@lru_cache(maxsize=4)
def _made_beside(text: str, make: Callable[[str], Made | None] | None = None) -> Made:
    """Return the chapters generated from the law and the house rules; those of the files if they stay the same."""
    made = None if make is None else make(text)
    return made or {name: (root() / "rules" / name).read_text(encoding="utf-8") for name in MADE}


def further_chapter() -> str | None:
    """Return the path of the house rules that are read too; None where there are none."""
    return str(_further[0]) if _further else None


@one_at_a_time
def read_too(path: Path | None, text: str = "", make: Callable[[str], Made | None] | None = None) -> None:
    """Read a file of house rules as a further chapter from now on, or none.

    Args:
        path: The file.
        text: Its text, which ``solver.ask.house_rules`` has checked.
        make: Makes the chapters `MADE` from the law and this text. It returns None if they stay the same.
    """
    _further[:], _further_text[:] = ([], []) if path is None else ([path], [text])
    _making[:] = [] if make is None else [make]
    forget()


@one_at_a_time
def forget() -> None:
    """Forget everything that was derived from the rules: they are read anew."""
    for remembered in (written, statements, keywords_with_effects):
        remembered.cache_clear()
    for clear in _forgotten_too:
        clear()


_forgotten_too: list[Callable[[], object]] = []


def forget_too(*clear: Callable[[], object]) -> None:
    """Have other modules forget what they derived from the rules whenever these are read anew.

    Args:
        clear: The function that forgets it.
    """
    _forgotten_too.extend(clear)


@lru_cache(maxsize=1)
def written() -> tuple[Statement, ...]:
    """Return the statements that stand in the chapters.

    Returns:
        The statements, chapter by chapter.
    """
    return tuple(statement for path in chapters() for statement in read(path))


@lru_cache(maxsize=1)
def statements() -> tuple[Statement, ...]:
    """Return all statements of the rules.

    Returns:
        The statements, chapter by chapter; then those that observers of the rules added.
    """
    read = written()
    return (*read, *(one for watcher in _watchers for one in watcher.further(read)))


FIRES = "fires"
"""The predicate that a watcher may add to rules, derived if their body holds (`solver.ask.check.coverage`)."""


class Watcher(Protocol):
    """An observer of the rules: see `watched`."""

    def further(self, read: Sequence[Statement]) -> Iterable[Statement]:
        """Return further statements to load beside those of the rules.

        Args:
            read: The statements of the rules.
        """

    def loads(self, control: Control) -> None:
        """Take note of a control into which rules are loaded.

        Args:
            control: The control; it is not grounded yet.
        """


_watchers: list[Watcher] = []


@contextmanager
def watched(watcher: Watcher) -> Iterator[None]:
    """Let an observer see every grounding of every caller until the ``with`` block ends.

    Args:
        watcher: The observer.
    """
    with TURN:
        _watchers.append(watcher)
        forget()
    try:
        yield
    finally:
        with TURN:
            _watchers.remove(watcher)
            forget()


def loads(control: Control) -> None:
    """Tell the observers that rules are loaded.

    Args:
        control: The control that they are loaded into.
    """
    for watcher in _watchers:
        watcher.loads(control)


def is_as_in_files() -> bool:
    """Tell whether the statements are those of the files: none altered, none added by observers."""
    return not (_watchers or _altered)


_altered: dict[str, str] = {}


@contextmanager
def altered(chapter: str, old: str, new: str) -> Iterator[None]:
    """Replace a piece of a chapter's text until the ``with`` block ends.

    Files that the build makes from the law (`MADE`) do not change: ask the law alone.

    Args:
        chapter: The file, below ``rules``.
        old: The text to replace, which it contains once.
        new: The replacement.

    Raises:
        ValueError: The chapter does not contain the old text exactly once.
    """
    text = (root() / "rules" / chapter).read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{chapter}: this stands there {text.count(old)} times, not once: {old!r}")
    with TURN:
        _altered[chapter] = text.replace(old, new)
        forget()
    try:
        yield
    finally:
        with TURN:
            del _altered[chapter]
            forget()


def read(path: Path) -> Iterable[Statement]:
    """Read a chapter.

    Args:
        path: Its file.

    Returns:
        The statements.
    """
    return _statements_in(name_of(path), chapter_text(path))


def as_in_file(path: Path) -> Iterable[Statement]:
    """Read a chapter as its file says, even while it is altered.

    Args:
        path: Its file.

    Returns:
        The statements.
    """
    if _altered.get(name_of(path)) is None:
        return read(path)
    return _statements_in(name_of(path), path.read_text(encoding="utf-8"))


@lru_cache(maxsize=128)
def _statements_in(chapter: str, text: str) -> tuple[Statement, ...]:
    """Return the statements of a chapter. They stay the same as long as its text does."""
    return tuple(statements_of(chapter, text))


def statements_of(chapter: str, text: str) -> Iterable[Statement]:
    """Read the text of a chapter: statements end with a full stop at the end of a line.

    Args:
        chapter: Its name.
        text: Its content.

    Returns:
        Its statements.
    """
    part = "#program base."
    lines: list[str] = []
    begins = 0
    for number, line in enumerate(_DOCSTRING.sub(lambda found: "\n" * found[0].count("\n"), text).splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("%") or not stripped:
            continue
        elif stripped.startswith("#program"):
            part = stripped
        else:
            begins = begins if lines else number
            lines.append(stripped)
            if stripped.endswith("."):
                yield Statement(part, " ".join(lines), (chapter, begins))
                lines = []


@lru_cache(maxsize=1)
def keywords_with_effects() -> frozenset[str]:
    """Return the keywords that stand for a continuous effect (702)."""
    return frozenset(word for statement in statements() for word in _KEYWORD_EFFECT.findall(statement.text))


def everything() -> tuple[int, ...]:
    """Return the places of all statements."""
    return tuple(range(len(statements())))


def for_answers() -> tuple[int, ...]:
    """Return the places of all statements for answers, without those that only the walk needs."""
    return tuple(number for number, one in enumerate(statements()) if one.place[0] != WALK)
