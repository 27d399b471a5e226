"""The text of house rules before clingo parses it: text that clingo would act upon, or fail at, is refused here.

Clingo's parser and Python's walk over a syntax tree both use the stack. So a rule may have only so many words and
signs, and only so many brackets within each other.
"""

from __future__ import annotations

import re
from pathlib import Path

from facts.runtime import pattern
from facts.text import InputError, show
from solver.program import rule_files as program
from solver.program.named_rules import as_named

MOST_BYTES = 256 * 1024
"""The most bytes of a file of rules."""
MOST_LINES = 5000
"""The most lines of the file."""
DEEPEST = 40
"""The deepest nesting of brackets."""
LONGEST = 2000
"""The most words, numbers and signs in a rule."""
MOST_OPERATORS = 200
"""The most signs of arithmetic, bars and "not" in a rule."""
LONGEST_WORD = 1000
"""The most characters of a word or a quoted text."""
GREATEST = 2**31 - 1
"""The greatest number that clingo reads as it is written."""

_DIRECTIVE = pattern(r"#\s*(?P<name>script|include)\b", re.IGNORECASE)
_ALLOWED_DIRECTIVES = ("#program", "#count", "#sum", "#min", "#max", "#true", "#false", "#inf", "#sup")
_PART_LINE = pattern(r"#program [a-z]\w*(?:\([a-z]\w*(?:,[a-z]\w*)*\))?\.")
_TOKEN = pattern(
    r"""(?P<space>[ \t]+)|(?P<end_of_line>\n)|(?P<comment>%[^\n]*)|(?P<text>"(?:[^"\\\n]|\\["\\n])*")"""
    r"""|(?P<number>\d\w*)|(?P<word>\#?[A-Za-z_']['\w]*)|(?P<interval>\.\.)|(?P<sign>[^\n])""",
    re.ASCII,
)
_OPERATORS = frozenset("-+*/\\^&?~|@")
_HINT = "Write shorter rules"


def read(path: Path) -> str:
    """Read a file of house rules.

    Args:
        path: The file, also for messages.

    Returns:
        Its text, with line feeds as line ends and without a byte order mark.

    Raises:
        InputError: It is no file, too large, or not text.
    """
    source = str(path)
    try:
        if not path.is_file():
            what = "this is a folder" if path.is_dir() else "there is no such file"
            if path.exists() and not path.is_dir():
                what = "this is a device or a pipe, and no file"
            raise InputError(what, "Name a file with rules, such as house.lp", source=source)
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except ValueError as error:  # an InputError, or a path that no system has
        if isinstance(error, InputError):
            raise
        raise InputError("this names no file", "Name a file with rules, such as house.lp", source=source) from error
    except OSError as error:
        raise InputError(f"it cannot be read: {error.strerror}", "Name a file with rules", source=source) from error
    if len(data) > MOST_BYTES:
        raise InputError(f"it has more than {MOST_BYTES // 1024} KiB", "Keep house rules short", source=source)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError("it is not UTF-8", "Save it as UTF-8", source=f"{source}:{line}") from error
    return text.replace("\r\n", "\n")


def check(text: str, source: str) -> None:
    """Refuse text that clingo or this program cannot take.

    Args:
        text: The text, as `read` returned it.
        source: The name of the file in messages.

    Raises:
        InputError: It contains such text; the message names the line.
    """
    # Only a line feed ends a line for clingo. Python's other line ends are no printable characters.
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise InputError(f"more than {MOST_LINES} lines", "Keep house rules short", source=f"{source}:{MOST_LINES + 1}")
    for number, line in enumerate(lines, start=1):
        where = f"{source}:{number}"
        odd = next((one for one in line if not one.isprintable() and one != "\t"), None)
        if odd is not None:
            raise InputError(f"the character U+{ord(odd):04X} stands here", "Take it out", source=where)
        found = _DIRECTIVE.search(line)  # even in a comment
        if found is not None:
            raise InputError(f"'#{found['name'].lower()}' is not allowed in house rules", "Take it out", source=where)
        if "%*" in line or "*%" in line:
            raise InputError(
                "comments of several lines are not allowed in house rules", "Begin each with %", source=where
            )
        if line.lstrip().startswith("#program") and not _PART_LINE.fullmatch(line.strip()):
            raise InputError(
                f"{show(line)} does not begin a part",
                "Write it alone on its line: #program final(state).",
                source=where,
            )
    _check_rules(text, source)


def _check_rules(text: str, source: str) -> None:
    """Count the words and signs of each rule."""
    line = 1
    depth = length = operators = 0
    for found in _TOKEN.finditer(text):
        kind, one = found.lastgroup, found[0]
        where = f"{source}:{line}"
        if kind == "end_of_line":
            line += 1
        if kind in ("end_of_line", "space", "comment"):
            continue
        length += 1
        if len(one) > LONGEST_WORD:
            raise InputError(f"{show(one)} has more than {LONGEST_WORD} characters", "Shorten it", source=where)
        if kind == "number":
            _check_number(one, where)
        elif kind == "word" and one.startswith("#") and one not in _ALLOWED_DIRECTIVES:
            raise InputError(f"{one!r} is not allowed in house rules", "Write rules alone", source=where)
        elif one == '"':
            hint = 'End it with ", and write no \\ but in \\" and \\\\'
            raise InputError("a text does not end on its line", hint, source=where)
        elif not one.isascii() and kind != "text":  # clingo says which byte it is, and Python cannot read that
            raise InputError(f"{show(one)} has no place outside of quotes", "Write it in quotes", source=where)
        operators += one in _OPERATORS or one == "not"
        depth += (one in ("(", "[", "{")) - (one in (")", "]", "}"))
        if depth > DEEPEST:
            raise InputError(f"more than {DEEPEST} brackets within each other", "Write it flatter", source=where)
        if operators > MOST_OPERATORS:
            raise InputError(f"more than {MOST_OPERATORS} signs of arithmetic in a rule", _HINT, source=where)
        if length > LONGEST:
            raise InputError(f"a rule of more than {LONGEST} words and signs", _HINT, source=where)
        if one == ".":
            depth = length = operators = 0


def _check_number(one: str, where: str) -> None:
    """Refuse a number that clingo would read as another one."""
    digits = one.lower()
    base = {"0x": 16, "0o": 8, "0b": 2}.get(digits[:2], 10)
    try:
        number = int(digits if base == 10 else digits[2:], base) if len(digits) < 40 else GREATEST + 1
    except ValueError:
        raise InputError(f"{show(one)} is no number", "Write digits alone", source=where) from None
    if number > GREATEST:
        raise InputError(f"the number {show(one)} is too large", f"Write at most {GREATEST}", source=where)


_ANY = pattern(r"\bAny\d+\b|(?<![\w\"])_(?![\w\"])")
_TEXT = pattern(r'"(?:[^"\\]|\\.)*"')


def check_statements(text: str, parsed: list[tuple[int, str]], source: str) -> None:
    """Check that this program splits the text into the same rules as clingo does: only those were checked.

    Args:
        text: The text.
        parsed: The line on which each rule begins, and the rule as clingo writes it.
        source: The name of the file in messages.

    Raises:
        InputError: A rule is not the same for both.
    """
    from clingo.ast import parse_string

    hint = "Begin and end each rule on lines of its own, comments on others, and write it flatter"
    read_as = list(program.statements_of("house.lp", text))
    found: list[str] = []
    for (line, tree), statement in zip(parsed, read_as, strict=False):
        found.clear()
        try:
            parse_string(as_named(statement.text), lambda one: found.append(str(one)), logger=_unheard)
        except RuntimeError:
            found.clear()
        same = len(found) == 2 and _ANY.sub("_", found[1]) == _ANY.sub("_", tree)
        same = same and _TEXT.findall(found[1]) == _TEXT.findall(tree)
        if statement.place[1] != line or not same:
            raise InputError("this rule runs into the text around it", hint, source=f"{source}:{line}")
    if len(parsed) != len(read_as):
        line = (parsed or [(1, "")])[-1][0] if len(parsed) > len(read_as) else read_as[len(parsed)].place[1]
        raise InputError("a rule runs into the text around it", hint, source=f"{source}:{line}")


def _unheard(_: object, __: str) -> None:
    """Ignore a message of clingo."""
