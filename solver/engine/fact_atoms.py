"""The facts of boards as atoms of a control."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Control, Symbol, parse_term

from solver.speed import Switch, is_on


def add_facts(control: Control, facts: Sequence[str]) -> None:
    """Add facts to a control: read as one term, which takes half the time of reading them as a program.

    Args:
        control: The control.
        facts: Facts as text, each with its full stop.
    """
    unread = [fact for fact in facts if fact not in _symbols]
    if len(_symbols) + len(unread) > _MOST_SYMBOLS:
        _symbols.clear()
        unread = list(facts)
    if unread:
        read = parse_term(f"({','.join(fact[:-1] for fact in unread)},)").arguments
        _symbols.update(zip(unread, read, strict=True))
    add = _add_directly if is_on(Switch.DIRECT) else _add
    add(control, map(_symbols.__getitem__, facts))


_symbols: dict[str, Symbol] = {}
_MOST_SYMBOLS = 1 << 15
"""The number of parsed facts in the cache: facts of cards come again and again."""


def _add(control: Control, symbols: Iterable[Symbol]) -> None:
    with control.backend() as backend:
        for symbol in symbols:
            backend.add_rule([backend.add_atom(symbol)])


def _add_directly(control: Control, symbols: Iterable[Symbol]) -> None:
    """Do what `_add` does, and call clingo's library as its `Backend` does, without its two objects for each fact."""
    from clingo._clingo import ffi, lib

    add_atom, add_rule = lib.clingo_backend_add_atom, lib.clingo_backend_rule
    symbol_there, atom_there, no_body = ffi.new("clingo_symbol_t*"), ffi.new("clingo_atom_t*"), ffi.NULL
    with control.backend() as backend:
        here = backend._rep
        for symbol in symbols:
            symbol_there[0] = symbol._rep
            if not (add_atom(here, symbol_there, atom_there) and add_rule(here, False, atom_there, 1, no_body, 0)):
                raise RuntimeError(ffi.string(lib.clingo_error_message()).decode())
