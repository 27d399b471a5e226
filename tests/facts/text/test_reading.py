"""Reading YAML and JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from facts.text import plain_data
from facts.text.errors import InputError
from facts.text.plain_data import MAX_DEPTH
from facts.text.reading import MAX_ALIASED, plain_document, read_document


@pytest.fixture(params=["c", "pure"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Read with the parser in C, and with the one in Python that stands in for it."""
    if request.param == "pure":
        monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML without its parser in C")
    return str(request.param)


def refused(text: str | bytes, source: str = "b.yaml", **options: Any) -> InputError:
    """Return the error of a text that must be refused, in one printable line."""
    with pytest.raises(InputError) as caught:
        read_document(text, source, **options)
    assert str(caught.value).isprintable()
    assert str(caught.value).startswith(source)
    return caught.value


@pytest.mark.usefixtures("loader")
class TestYaml:
    """Through both parsers."""

    @pytest.mark.parametrize(
        ("text", "value"),
        [
            *((word, word) for word in ("on", "off", "yes", "no", "N", "Y", "tRue", "nUll", "nan", "inf")),
            ("true", True),
            ("FALSE", False),
            ("null", None),
            ("~", None),
            ("", None),
            ("12", 12),
            ("-3", -3),
            ("+1", 1),
            ("010", 10),
            ("0o10", 8),
            ("0x1F", 31),
            ("1.5", 1.5),
            ("2.0", 2),
            ("1e3", 1000),
            ("12:30", "12:30"),
            ("1:30:00", "1:30:00"),
            ("2024-03-01", "2024-03-01"),
            ("1_000", "1_000"),
            ("0b1", "0b1"),
            ("+1/+1", "+1/+1"),
            ("1+*", "1+*"),
            ("1996 World Champion", "1996 World Champion"),
            ("'12'", "12"),
            ('"true"', "true"),
            ("!!str 12", "12"),
            ("! 12", "12"),
            ("!!int 12", 12),
            ("!!float 12", 12),
        ],
    )
    def test_scalars_by_the_core_schema(self, text: str, value: object) -> None:
        found = read_document(f"a: {text}\n", "b.yaml").data["a"]
        assert found == value
        assert type(found) is type(value)

    def test_keys_are_texts(self) -> None:
        assert read_document("on: 1\n1: 2\ntrue: 3\n+1/+1: 4\n", "b").data == {
            "on": 1,
            "1": 2,
            "true": 3,
            "+1/+1": 4,
        }

    def test_lists_mappings_and_block_texts(self) -> None:
        text = "a:\n  - x\n  - {b: [1, 2], c: }\nd: |\n  one\n  two\ne: >\n  one\n  two\n"
        data = {"a": ["x", {"b": [1, 2], "c": None}], "d": "one\ntwo\n", "e": "one two\n"}
        assert read_document(text, "b").data == data

    def test_lines(self) -> None:
        document = read_document("a: 1\n\nb:\n  - x\n  - c: 1\n    d: |\n      q\n", "b.yaml")
        wanted = {(): 1, ("a",): 1, ("b",): 3, ("b", 0): 4, ("b", 1): 5, ("b", 1, "c"): 5, ("b", 1, "d"): 6}
        assert {path: document.line(path) for path in wanted} == wanted
        assert document.line(("b", 1, "missing")) == 5
        assert document.line(("b", 9, "x")) == 3
        assert document.line(("zz",)) == 1

    def test_a_repeated_key_names_both_lines(self) -> None:
        error = refused("x:\n  a: 1\n  b: 2\n  a: 3\n")
        assert str(error) == "b.yaml:4: x: the key 'a' stands twice in one mapping, in lines 2 and 4"

    def test_aliases(self) -> None:
        document = read_document("a: &x {k: [1]}\nb: [*x,\n  *x]\n", "b")
        assert document.data == {"a": {"k": [1]}, "b": [{"k": [1]}, {"k": [1]}]}
        assert document.line(("b", 1)) == 3
        assert document.line(("b", 1, "k")) == 1

    @pytest.mark.parametrize(
        ("text", "line", "problem"),
        [
            ("a: 1\nb: &x [1, *x]\n", 2, "the alias '*x' stands inside of what it repeats"),
            ("a: *x\n", 1, "the alias '*x' has no anchor before it"),
            (
                "a: 1\nb: !!python/object/apply:os.system [x]\n",
                2,
                "the tag '!!python/object/apply:os.system'",
            ),
            ("a: !thing b\n", 1, "the tag '!thing' is not accepted"),
            ("!thing {a: b}\n", 1, "the tag '!thing' is not accepted"),
            ("- !!set {a}\n", 1, "the tag '!!set' is not accepted"),
            ("- !!binary aGk=\n", 1, "the tag '!!binary' is not accepted"),
            ("- !!timestamp 2024-03-01\n", 1, "the tag '!!timestamp' is not accepted"),
            ("- !!int x\n", 1, "'x' does not fit its tag !!int"),
            ("--- a\n--- b\n", 2, "a second document begins"),
            ("? [a]\n: b\n", 1, "a list or mapping stands where a key should be"),
            ("a: 1\nb:\n\t- c\n", 3, "a tab at the beginning of the line"),
            ("a:\n  - b\n \t- c\n", 3, "a tab at the beginning of the line"),
            ("a: b: c\n", 1, "not readable as YAML"),
            ("a: 'b\n", None, "not readable as YAML"),
            ("x: 1\na: @b\n", 2, "not readable as YAML"),
            ("a: .inf\n", 1, ".inf is no number"),
            ("a: -.INF\n", 1, "-.INF is no number"),
            ("a: .nan\n", 1, ".nan is no number"),
            ("a: 1e999\n", 1, "the number 1e999 is too large"),
            ("a: 99999999999999999999\n", 1, "the number 99999999999999999999 is too large"),
            ("a: " + "9" * 10_000, 1, "is too large"),
            ('a: "\\0"\n', 1, "the character U+0000 has no place in a text"),
            ("", None, "there is nothing in it"),
            ("# nothing\n", None, "there is nothing in it"),
        ],
    )
    def test_refused(self, text: str, line: int | None, problem: str) -> None:
        error = refused(text)
        assert problem in error.problem
        assert line is None or error.line == line

    def test_an_alias_bomb(self) -> None:
        rows = ["a0: &a0 [x, x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 40))]
        assert f"aliases repeat more than {MAX_ALIASED:,} values" in refused("\n".join(rows)).problem

    def test_depth(self) -> None:
        deep = "- " * (MAX_DEPTH - 1) + "x"
        data = read_document(f"a:\n  {deep}", "b").data["a"]
        for _ in range(MAX_DEPTH - 1):
            (data,) = data
        assert data == "x"
        assert "levels deep" in refused(f"a:\n  - {deep}").problem
        assert "levels deep" in refused("- " * 5_000).problem
        assert "levels deep" in refused("a: " + "[" * 5_000).problem
        rows = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 100))]
        assert "levels deep" in refused("\n".join(rows)).problem


TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn")))


class TestJson:
    """Text that begins like JSON."""

    @given(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(-(2**62), 2**62)
            | st.floats(allow_nan=False, allow_infinity=False)
            | TEXTS,
            lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
        )
    )
    def test_it_says_what_json_says(self, value: object) -> None:
        text = json.dumps([value])
        assert read_document(text, "b").data == json.loads(text)

    def test_lines_on_demand(self) -> None:
        document = read_document('{"a": 1,\n "b": [\n  1,\n  {"c":\n 2}]}', "b.json")
        wanted = {(): 1, ("a",): 1, ("b",): 2, ("b", 0): 3, ("b", 1): 4, ("b", 1, "c"): 4}
        assert {path: document.line(path) for path in wanted} == wanted

    def test_no_lines_where_yaml_reads_something_else(self) -> None:
        document = read_document('{"a": "\\ud83d\\ude00"}', "b.json")
        assert document.data == {"a": "\U0001f600"}
        assert document.line(("a",)) in (1, None)

    def test_flow_yaml_is_no_json_and_accepted(self) -> None:
        assert read_document("{timeline: [Dryad Arbor, on]}", "b").data == {"timeline": ["Dryad Arbor", "on"]}
        assert read_document("[a, b,]", "b.yaml").data == ["a", "b"]
        assert "not readable as JSON" in refused("[a, b,]", "b.json").problem

    @pytest.mark.parametrize(
        ("text", "line", "problem"),
        [
            (
                '{"a": 1,\n "b": [{"c": 1,\n"c": 2}]}',
                3,
                "the key 'c' stands twice in one mapping, in lines 2 and 3",
            ),
            ('{"\\ud83d\\ude00": 1, "\\ud83d\\ude00": 1}', None, "stands twice in one mapping"),
            ('{"a": NaN}', None, "NaN is no number"),
            ('{"a": -Infinity}', None, "-Infinity is no number"),
            ('{"a": 1e999}', None, "the number 1e999 is too large"),
            ('{"a": ' + "9" * 5_000 + "}", None, "is too large"),
            ('{"a": 1', 1, "not readable as JSON: expecting ',' delimiter at column 8"),
            ('{"a": 1,\n "b" 2}', 2, "not readable as JSON"),
            ('{"a": 1}\n{"b": 2}', 2, "not readable as JSON: extra data"),
            ('{"a": "\\u0000"}', None, "the character U+0000 has no place in a text"),
            ('{"\\u001b": 1}', None, "the character U+001B has no place in a text"),
            ('["\\ud800"]', None, "the character U+D800 has no place in a text"),
            ("[" * 100_000, None, "levels deep"),
            ('{"a":' * 70 + "1" + "}" * 70, None, "levels deep"),
        ],
    )
    def test_refused(self, text: str, line: int | None, problem: str) -> None:
        error = refused(text)
        assert problem in error.problem
        assert line is None or error.line == line


class TestBytes:
    """The checks of bytes and characters before YAML and JSON."""

    def test_utf8_with_and_without_its_mark(self) -> None:
        assert read_document("a: Æther".encode(), "b").data == {"a": "Æther"}
        assert read_document("a: Æther".encode("utf-8-sig"), "b").data == {"a": "Æther"}
        assert read_document("\ufeff{}", "b").data == {}

    def test_not_utf8(self) -> None:
        error = refused(b"a: 1\nb: \xe9\n")
        assert str(error) == "b.yaml:2: byte 0xe9 is not UTF-8. Save the file as UTF-8"
        assert "is not UTF-8" in refused("a: 1".encode("utf-16")).problem

    @pytest.mark.parametrize("text", ["a: 1\nb: \x00\n", "{\n\x00}", "\n\x1b", "\n\ud800"])
    def test_characters_that_no_text_has(self, text: str) -> None:
        error = refused(text)
        assert "has no place in a text" in error.problem
        assert error.line == 2

    def test_size(self) -> None:
        assert refused(b"x" * 11, limit=10).problem == "the text is longer than 10 bytes"
        assert refused("\u00e9" * 6, limit=10).problem == "the text is longer than 10 bytes"
        assert read_document("x" * 10, "b", limit=10).data == "x" * 10
        assert "8,388,608 bytes" in refused(b"- x\n" * 2_500_000).problem


class TestPlain:
    """Data that a program hands over."""

    def test_a_copy(self) -> None:
        given = {"a": (1, 2.0, [True, None])}
        document = plain_document(given)
        assert document.data == {"a": [1, 2, [True, None]]}
        assert document.line(("a",)) is None
        assert str(document.error(("a", 0), "wrong")) == "<board>: a[0]: wrong"

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            ({1: 2}, "<board>: the key 1 is no text"),
            ({"a": [float("nan")]}, "<board>: a[0]: nan is no number. Numbers are finite"),
            ({"a": {1}}, "<board>: a: a set is no plain data. Texts, numbers, lists and mappings"),
            ([b"x"], "<board>: [0]: a bytes is no plain data. Texts, numbers, lists and mappings"),
            ([2**70], "<board>: [0]: the number is too large"),
            (["a\x00"], "<board>: [0]: the character U+0000 has no place in a text"),
        ],
    )
    def test_refused(self, data: object, message: str) -> None:
        with pytest.raises(InputError) as caught:
            plain_document(data)
        assert str(caught.value) == message

    def test_nothing_printable_is_unfit(self) -> None:  # so what is printable need not be searched
        every = "".join(map(chr, range(sys.maxunicode + 1)))
        unfit = plain_data._UNFIT.findall(every)
        assert len(unfit) > 2000
        assert not any(map(str.isprintable, unfit))

    @pytest.mark.parametrize(
        ("data", "place"), [({"a": [{"b": "x", "c\x07": 1}]}, "a[0]"), ({"a": "x", "b": "\x07"}, "b")]
    )
    def test_where_it_is_refused(self, data: object, place: str) -> None:
        with pytest.raises(InputError) as caught:
            plain_document(data)
        assert str(caught.value) == f"<board>: {place}: the character U+0007 has no place in a text"

    def test_how_many_values_are_too_many(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(plain_data, "MAX_VALUES", 6)
        assert plain_document({"a": ["x", 1, "y"], "b": "z"}).data["b"] == "z"
        with pytest.raises(InputError) as caught:
            plain_document({"a": ["x", 1, "y"], "b": "z", "c": "z"})
        assert str(caught.value) == "<board>: c: there are more than 6 values"

    def test_a_list_that_contains_itself(self) -> None:
        data: list[object] = []
        data.append(data)
        with pytest.raises(InputError, match="levels deep"):
            plain_document(data)


@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        read_document(text, "b.yaml")
    except InputError as error:
        assert str(error).isprintable()


@given(
    st.lists(
        st.sampled_from(["- ", "a", ": ", "\n", "  ", "{", "}", "[", "]", "&x ", "*x", "!", "'", '"', ",", "|", "? "])
    )
)
def test_whatever_looks_like_yaml_is_read_or_refused(pieces: list[str]) -> None:
    try:
        read_document("".join(pieces), "b.yaml")
    except InputError as error:
        assert str(error).isprintable()


def test_yaml_is_imported_only_where_it_is_needed() -> None:
    code = (
        "import sys, facts.text.reading, facts.schema; "
        "facts.text.reading.read_document('{}', 'b'); "
        "sys.exit(bool({'yaml', 'jsonschema_rs', 'rapidfuzz'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
