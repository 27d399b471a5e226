"""`typeline explain --format svg`: the walk as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facts import Board
from solver.ask.explain.walk.lettering import fitted, width_of
from solver.ask.explain.walk.tall_picture import NARROW, tall_picture
from solver.ask.explain.walk.walk_picture import WIDTH, picture
from solver.ask.explain.walk.walking import explain
from tests.profiles import examples
from tests.reference.boards import boards
from tests.solver.ask.explain.test_explained_boards import real_boards
from tests.solver.command import Typeline

_NAME = "{http://www.w3.org/2000/svg}"
_KORMUS = "timeline: [Kormus Bell, 'Urborg, Tomb of Yawgmoth', Blood Moon, Swamp]"
_TEN = """
timeline:
  - Opalescence
  - Humility
  - Blood Moon
  - Urborg, Tomb of Yawgmoth
  - Kormus Bell
  - Forest
  - Life and Limb
  - Dryad Arbor
  - {enters: Conspiracy, chosen: {creature_type: Elf}}
  - {enters: Serra Angel, as: angel}
  - {resolves: Turn to Frog, affects: angel}
"""
_LEAST_CONTRAST = 4.5


def drawn(board: Board) -> Element:
    """Draw the walk of a board, and read the picture."""
    return fromstring(picture(explain(board), "The walk"))


def tall(board: Board, width: int = NARROW) -> Element:
    """Draw the walk of a board for a page, from top to bottom."""
    return fromstring(tall_picture(explain(board), "The walk", width).replace("<svg ", f'<svg xmlns="{_NAME[1:-1]}" '))


def texts(root: Element) -> list[str]:
    """Return the lines of text of a picture."""
    return [one.text or "" for one in root.iter(f"{_NAME}text")]


def boxes(root: Element) -> Iterator[tuple[int, int, int, int, list[Element]]]:
    """Iterate over the boxes: where they begin and end, and what is written in them."""
    for group in root.iter(f"{_NAME}g"):
        rect = group.find(f"{_NAME}rect")
        assert rect is not None
        x, y, width, height = (int(rect.attrib[name]) for name in ("x", "y", "width", "height"))
        yield x, y, x + width, y + height, group.findall(f"{_NAME}text")


def check(root: Element, wide: int = WIDTH) -> None:
    """Check that nothing overlaps, sticks out of its box or lies outside of the picture."""
    *_, width, height = map(int, root.attrib["viewBox"].split())
    assert width == wide
    there = list(boxes(root))
    for one, other in combinations(there, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    for left, top, right, bottom, written in there:
        for text in written:
            if text.get("text-anchor") is None:
                assert left < int(text.attrib["x"])
                bold = "head" in text.attrib["class"]
                end = int(text.attrib["x"]) + width_of(text.text or "", int(text.attrib["font-size"]), bold=bold)
                assert end <= right and top < int(text.attrib["y"]) <= bottom
    for text in root.iter(f"{_NAME}text"):
        assert 0 <= int(text.attrib["x"]) < wide and 0 < int(text.attrib["y"]) <= height
    for path in root.iter(f"{_NAME}path"):
        assert all(0 <= int(number) <= max(wide, height) for number in re.findall(r"\d+", path.attrib["d"]))


@examples(8)
@given(st.one_of(real_boards(), boards(max_objects=6, max_effects=4)))
def test_nothing_overlaps(data: dict[str, Any]) -> None:
    check(drawn(Board.of(data)))


@examples(8)
@given(st.one_of(real_boards(), boards(max_objects=6, max_effects=4)), st.sampled_from([NARROW, 700]))
def test_nothing_overlaps_from_top_to_bottom(data: dict[str, Any], width: int) -> None:
    check(tall(Board.of(data), width), width)


def test_ten_objects() -> None:
    root = drawn(Board.read(_TEN))
    check(root)
    shown = texts(root)
    assert {"Layer 4", "Layer 5", "Layer 6", "Layer 7b", "To begin with", "In the end"} <= set(shown)
    assert {"Opalescence", "Humility", "Kormus Bell", "Dryad Arbor"} <= set(shown)


def test_the_order_of_application() -> None:
    """Each box has its number; from the top of a column and from left to right they count up."""
    board = Board.read(_TEN)
    walk = explain(board)
    numbers = [
        (box[0], box[1], int(box[4][-1].text or 0)) for box in boxes(drawn(board)) if box[4][-1].get("text-anchor")
    ]
    assert [number for *_, number in sorted(numbers)] == list(range(1, len(walk.applied) + 1))


def test_an_effect_that_waits_has_an_arrow_and_a_reason() -> None:
    """Kormus Bell waits for Urborg, which never applies, and Urborg for Blood Moon."""
    root = drawn(Board.read(_KORMUS))
    tips = [one for one in root.iter(f"{_NAME}path") if one.attrib["class"] == "tip"]
    assert len(tips) == 2
    written = " ".join(texts(root))
    assert "Waits for Blood Moon (613.8b): Blood Moon takes away the ability that makes it." in written
    assert (
        "Depends on Urborg (613.8a): it applies to Urborg only after the effect of Urborg. But Urborg never applies."
        in written
    )
    dashed = [one for one in root.iter(f"{_NAME}rect") if one.attrib["class"] == "idle"]
    assert len(dashed) == 1


@pytest.mark.parametrize("draw", [drawn, tall])
def test_an_effect_that_waits_and_never_applies_is_drawn(draw: Callable[[Board], Element]) -> None:
    """Urborg waits for Blood Moon, which takes its ability: a dashed box, and an arrow to Blood Moon's box."""
    root = draw(Board.read("timeline: ['Urborg, Tomb of Yawgmoth', Blood Moon]"))
    (dashed,) = [one for one in root.iter(f"{_NAME}rect") if one.attrib["class"] == "idle"]
    (box,) = [one for one in root.iter(f"{_NAME}rect") if one.attrib["class"] == "box"]
    (arrow,) = [one for one in root.iter(f"{_NAME}path") if one.attrib["class"] == "arrow"]
    begin, end = re.findall(r" (\d+)(?= C|$)", arrow.attrib["d"])
    for place, rect in ((begin, dashed), (end, box)):
        top = int(rect.attrib["y"])
        assert top < int(place) < top + int(rect.attrib["height"])
    assert "Waits for Blood Moon (613.8b)" in " ".join(texts(root))


def test_bands_from_top_to_bottom() -> None:
    """Each layer is a band; its boxes show the changes, and stand in the order of application."""
    root = tall(Board.read(_TEN))
    check(root, NARROW)
    heads = [text for text in texts(root) if text.startswith("Layer ")]
    assert [head.partition(",")[0] for head in heads] == ["Layer 4", "Layer 5", "Layer 6", "Layer 7b"]
    numbers = [int(box[4][-1].text or 0) for box in boxes(root) if box[4][-1].get("text-anchor")]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "Forest: Basic Land — Forest → Basic Land Creature — Forest Saproling" in " ".join(texts(root))


def test_layers_1_to_3_come_first() -> None:
    shown = texts(tall(Board.read("timeline: [Mutavault, {enters: Vesuva, copy_of: mutavault}]")))
    assert shown[0] == "To begin with, after layers 1 to 3"


def test_objects_from_left_to_right() -> None:
    root = drawn(Board.read(_KORMUS))
    row = [(int(one.attrib["x"]), one.text) for one in root.iter(f"{_NAME}text")]
    found = [next(x for x, text in row if text == said) for said in ("Basic Land — Swamp", "black", "1/1")]
    assert found == sorted(found)


def test_alike_objects_share_a_row() -> None:
    shown = texts(drawn(Board.read("timeline: [Forest, Forest, Forest, Blood Moon]")))
    assert "The first to third" in shown and shown.count("Basic Land — Forest") == 2


def test_no_effects() -> None:
    root = drawn(Board.read("timeline: [Forest]"))
    check(root)
    assert "Basic Land — Forest" in texts(root)


@pytest.mark.parametrize("dark", [False, True])
def test_contrast(dark: bool) -> None:
    """Text has a contrast of 4.5 to 1 at least, on each of the grounds that it stands on."""
    style = drawn(Board.read(_KORMUS)).findtext(f"{_NAME}style") or ""
    light, _, other = style.partition("@media")
    fills = dict(re.findall(r"\.(\w+) \{ fill: (#\w{6})", light))
    fills |= dict(re.findall(r"\.(\w+) \{ fill: (#\w{6})", other)) if dark else {}
    for ground in ("paper", "band", "box"):
        for ink in ("ink", "soft", "change", "wait"):
            assert _contrast(fills[ground], fills[ink]) >= _LEAST_CONTRAST, (ground, ink)
    assert _contrast(fills["badge"], fills["number"]) >= _LEAST_CONTRAST


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colors as WCAG 2 has it."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_board_text_is_text(typeline: Typeline) -> None:
    """Names and texts of a board are no markup."""
    name = "<script>alert(1)</script> & “x”\u202e"
    root = drawn(Board.of({"timeline": [{"enters": {"name": name, "type_line": "Land"}}, "Blood Moon"]}))
    assert not list(root.iter(f"{_NAME}script"))
    assert "alert(1)" in "".join(texts(root)) and "\u202e" not in "".join(texts(root))
    assert typeline("explain", "Forest", "--format", "svg").out.startswith("<svg ")


def test_lines_fit() -> None:
    for text in ("Legendary Land — Mountain", "W" * 40, "日本語" * 20, "a b c d e f g h i j k l m n o p", ""):
        for most in (1, 3, 50):
            lines = fitted(text, 60, 12, most)
            assert len(lines) <= most and all(width_of(line, 12) <= 60 for line in lines)
    assert "".join(fitted("W" * 40, 60, 12, 50)) == "W" * 40
    assert fitted("one two three", 40, 12, 1)[0].endswith("…")
