"""How the page of `typeline serve` looks: at each width, light and dark, with and without scripts."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect

from tests.solver.serve.browser.page import PATIENCE, WIDTHS, Open, board, fits, shoot

expect.set_options(timeout=PATIENCE)


@pytest.mark.parametrize("example", ["/", "/examples/humility_and_opalescence", "/examples/a_copy_of_an_animated_land"])
@pytest.mark.parametrize("device", WIDTHS)
def test_it_fits_and_is_accessible(open_page: Open, device: str, example: str) -> None:
    """At each width and in both color schemes nothing is cut off, and axe finds nothing (WCAG 2.2 AA)."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
    page = open_page(example, WIDTHS[device], color_scheme="light", reduced_motion="reduce")
    page.wait_for_load_state("networkidle")
    if example != "/":
        page.locator("#object0 .types button").last.click()
        expect(page.locator("#reason")).to_be_visible()
        page.locator("#reason summary").first.click()
        page.locator("#open0").click()
        expect(page.locator(".options")).to_be_visible()
        page.locator("#object0 .whatif summary").click()
        page.locator("#object0 .whatif button").first.click()
        expect(page.locator("#compare")).to_be_visible()
    folded = page.locator("details.fold:not([open]) > summary")
    while folded.count():
        folded.first.click()
    wanted = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert fits(page)
        shoot(page, f"{example.rpartition('/')[2] or 'start'}_{WIDTHS[device]}_{scheme}")
        found = axe.Axe().run(page, options={"runOnly": {"type": "tag", "values": wanted}})
        problems = [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found.response["violations"]]
        assert not problems, scheme


@pytest.mark.parametrize("device", WIDTHS)
def test_the_walk_is_a_picture(open_page: Open, device: str) -> None:
    """At each width there is one picture that fits and can be read; the same is there in words."""
    page = open_page("/examples/blood_moon_and_urborg", WIDTHS[device])
    picture = page.get_by_role("img", name="A picture of the effects")
    expect(picture).to_have_count(1)
    expect(picture).to_contain_text("Waits for Blood Moon (613.8b)")
    box, drawn = picture.bounding_box(), picture.get_attribute("viewBox")
    assert box is not None
    assert drawn is not None
    smallest = min(int(one.get_attribute("font-size") or 0) for one in picture.locator("text:not(.number)").all())
    assert smallest * box["width"] / int(drawn.split()[2]) >= 9.5
    words = page.locator(".walk .layers")
    expect(words).to_be_hidden()
    page.get_by_text("In words").click()
    expect(words).to_contain_text("It waits for Blood Moon")
    assert fits(page)


def test_dark_is_dark(open_page: Open) -> None:
    def brightness(scheme: str) -> int:
        page = open_page(color_scheme=scheme)
        color = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", color)[:3]))

    assert brightness("dark") < 150
    assert brightness("light") > 600


def test_without_scripts(open_page: Open) -> None:
    """All of it can be read and asked."""
    page = open_page(java_script_enabled=False, width=WIDTHS["phone"])
    page.get_by_label("Card names").first.fill("Dryad Arbor, Blood Moon")
    page.keyboard.press("Enter")
    arbor = page.get_by_role("article", name="Dryad Arbor")
    expect(arbor).to_contain_text("Mountain")
    page.get_by_role("button", name="Move Blood Moon earlier").click()
    assert board(page) == ["Blood Moon", "Dryad Arbor"]
    arbor.get_by_role("button", name="Mountain").click()
    expect(page.locator("#reason")).to_contain_text("Blood Moon makes Dryad Arbor a Mountain")
    page.get_by_text("The proof, step by step").click()
    expect(page.locator("#reason .proof")).to_be_visible()
    page.get_by_role("link", name="API for programs").click()
    expect(page.get_by_role("heading", name="POST /api/derive")).to_be_visible()


def test_without_an_answer_it_says_so(open_page: Open) -> None:
    page = open_page()
    page.route("**/board", lambda route: route.abort())
    page.get_by_label("Card names").first.fill("Forest")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("does not answer")


@pytest.mark.parametrize("device", ["phone", "desk"])
def test_words_of_the_picture_can_be_tapped(open_page: Open, device: str) -> None:
    """A word leads to its reason; a name leads to its object."""
    page = open_page("/examples/blood_moon_and_urborg", WIDTHS[device])
    picture = page.get_by_role("img", name="A picture of the effects")

    def tap(line: str, word: str) -> None:
        text = picture.locator("text", has_text=line).first
        at = text.evaluate(
            """(text, word) => {
                const box = text.getExtentOfChar(text.textContent.lastIndexOf(word) + 1);
                const point = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
                const shown = point.matrixTransform(text.getScreenCTM());
                return [shown.x + scrollX, shown.y + scrollY];
            }""",
            word,
        )
        box = text.bounding_box()
        assert box is not None
        scrolled = page.evaluate("[scrollX, scrollY]")
        text.click(position={"x": at[0] - scrolled[0] - box["x"], "y": at[1] - scrolled[1] - box["y"]})

    tap("Dryad Arbor" if device == "phone" else "Land Creature — Mountain Dryad", "Creature")
    expect(page.locator("#reason")).to_contain_text("Dryad Arbor is a creature: yes.")
    tap("Nonbasic lands are Mountains.", "lands")
    expect(page.locator("#reason")).to_contain_text("Blood Moon has")
    tap("Urborg", "Urborg")
    expect(page.get_by_role("article", name="Urborg").get_by_role("heading").first).to_be_focused()
