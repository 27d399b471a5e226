"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import copy
import re

import pytest

from facts.runtime.patterns import pattern


def test_it_is_what_re_compiles() -> None:
    later, now = pattern(r"(?P<word>b+)c?", re.IGNORECASE), re.compile(r"(?P<word>b+)c?", re.IGNORECASE)
    text = "aBbc bx"
    for found, same in ((later.search(text), now.search(text)), (later.match("bb"), now.match("bb"))):
        assert found is not None and same is not None
        assert (found.span(), found["word"]) == (same.span(), same["word"])
    assert later.findall(text) == now.findall(text) == ["Bb", "b"]
    assert [one[0] for one in later.finditer(text)] == ["Bbc", "b"]
    assert later.sub("-", text) == now.sub("-", text)
    assert (later.pattern, later.flags, later.groupindex) == (now.pattern, now.flags, now.groupindex)
    assert later.search is later.search


def test_it_is_compiled_once_and_only_when_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[object] = []
    compile_now = re.compile
    monkeypatch.setattr(re, "compile", lambda *given: compiled.append(given) or compile_now(*given))  # type: ignore[func-returns-value]
    later = pattern("a")
    assert compiled == []
    assert later.search("ba") and later.search("ab")
    assert compiled == [("a", 0)]


def test_it_can_be_copied_and_asked_about() -> None:
    later = pattern("a+")
    assert copy.copy(later).search("caab")
    assert not hasattr(later, "__len__")
    with pytest.raises(AttributeError):
        later.nothing  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(re.error):
        pattern("(").search("")
