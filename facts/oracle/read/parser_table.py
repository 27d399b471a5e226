"""The parser's table, worked out in advance: a grammar is analysed when it is changed, not at every start.

``python -m facts.oracle`` writes ``oracle.table``; a test says that it is current. Where it is not - the grammar was
changed, or another version of lark is installed - the parser is made from the grammar itself.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.grammar import Rule
from lark.lexer import TerminalDef

from facts.oracle.read.lexer import OracleLexer

STARTS = ("sentence", "condition", "exceptions", "nouns", "counters")
"""The kinds of texts."""
FILE = Path(__file__).parent / "oracle.table"
_GRAMMAR = Path(__file__).parent / "oracle.lark"


def made_parser(transformer: Transformer[Token, Any]) -> Lark:
    """Return the parser, from the table if that is current.

    Args:
        transformer: The transformer for the trees.
    """
    grammar = _GRAMMAR.read_text(encoding="utf-8")
    return _loaded(grammar, transformer) or _analysed(grammar, transformer)


def written_table() -> bytes:
    """Return the table of the grammar as it is now, as the file holds it."""
    grammar = _GRAMMAR.read_text(encoding="utf-8")
    parser = _analysed(grammar, None)
    data, memo = parser.memo_serialize([TerminalDef, Rule])
    data["options"].update(lexer=None)
    data["parser"]["lexer_conf"]["lexer_type"] = None
    text = json.dumps({"made_of": _made_of(grammar), "data": data, "memo": memo}, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def write_table() -> None:
    """Write the file, unless it holds the table of the current grammar: lark numbers the states anew each time."""
    if not (FILE.exists() and _in_file()["made_of"] == _made_of(_GRAMMAR.read_text(encoding="utf-8"))):
        FILE.write_bytes(written_table())


def is_current() -> bool:
    """Tell whether the file holds the table of the current grammar, made by any version of lark."""
    of_now: str = _made_of(_GRAMMAR.read_text(encoding="utf-8"))
    return bool(_in_file()["made_of"].split()[1] == of_now.split()[1])


def _in_file() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(zlib.decompress(FILE.read_bytes()))
    return found


def _made_of(grammar: str) -> str:
    """Return the versions that a table depends on."""
    return f"{version('lark')} {hashlib.sha256(grammar.encode()).hexdigest()}"


def _loaded(grammar: str, transformer: Transformer[Token, Any]) -> Lark | None:
    """Read the parser from the table."""
    try:
        found = _in_file()
    except (OSError, ValueError, zlib.error):
        return None
    if found["made_of"] != _made_of(grammar):
        return None
    found["data"]["options"]["lexer"] = OracleLexer
    found["data"]["parser"]["lexer_conf"]["lexer_type"] = OracleLexer
    table = found["data"]["parser"]["parser"]
    table["tokens"] = _numbered(table["tokens"])
    table["states"] = {int(state): _numbered(row) for state, row in table["states"].items()}
    memo = _numbered(found["memo"])
    parser: Lark = Lark.__new__(Lark)._load({"data": found["data"], "memo": memo}, transformer=transformer)
    return parser


def _numbered(table: dict[str, Any]) -> dict[int, Any]:
    """Return a mapping with the numbers as keys that JSON made texts of."""
    return {int(key): value for key, value in table.items()}


def _analysed(grammar: str, transformer: Transformer[Token, Any] | None) -> Lark:
    """Make the parser from the grammar."""
    return Lark(
        grammar,
        parser="lalr",
        lexer=OracleLexer,
        transformer=transformer,
        start=list(STARTS),
        maybe_placeholders=False,
    )
