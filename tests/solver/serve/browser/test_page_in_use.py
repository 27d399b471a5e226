"""The page of `typeline serve` in use: steps, questions, cards, addresses."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import expect

from tests.solver.serve.browser.page import PATIENCE, WIDTHS, Open, add, board, fits, remembered, shoot

expect.set_options(timeout=PATIENCE)

MOON = ["Urborg, Tomb of Yawgmoth", "Blood Moon", "Dryad Arbor"]


def test_blood_moon_and_urborg_within_ten_seconds(open_page: Open) -> None:
    """As a judge would ask: type the names, read the answer. Nobody types that fast; it is the page that must be."""
    page = open_page(width=WIDTHS["phone"])
    begun = time.monotonic()
    page.get_by_label("Card names").first.press_sequentially("blood moon and urborg", delay=40)
    page.keyboard.press("Enter")
    urborg = page.get_by_role("article", name="Urborg, Tomb of Yawgmoth")
    expect(urborg).to_contain_text("Legendary Land — Mountain")
    expect(urborg).to_contain_text("lost to Blood Moon (305.7)")
    assert time.monotonic() - begun < 10


def test_an_example_is_one_tap_away(open_page: Open) -> None:
    page = open_page(width=WIDTHS["phone"])
    page.get_by_role("link", name="Blood Moon and Urborg").click()
    expect(page.get_by_role("article", name="Urborg")).to_contain_text("Mountain")
    expect(page).to_have_url(re.compile(r"/#1\."))


def test_names_complete_themselves(open_page: Open) -> None:
    page = open_page()
    box = page.get_by_role("combobox", name="Card names")
    box.press_sequentially("dryad ar")
    expect(page.get_by_role("option", name="Dryad Arbor")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Dryad Arbor")).to_be_visible()
    assert board(page) == ["Dryad Arbor"]
    expect(box).to_be_focused()
    expect(box).to_have_value("")
    box.press_sequentially("blod moon")  # a slip
    page.get_by_role("option", name="Blood Moon").click()
    expect(page.get_by_role("article", name="Dryad Arbor")).to_contain_text("Mountain")
    assert board(page) == ["Dryad Arbor", "Blood Moon"]
    box.press_sequentially("forest, griz")  # the last of several
    page.get_by_role("option", name="Grizzly Bears").click()
    expect(page.get_by_role("article", name="Grizzly Bears")).to_be_visible()
    assert board(page) == ["Dryad Arbor", "Blood Moon", "Forest", "Grizzly Bears"]


def test_steps_are_dragged(open_page: Open) -> None:
    """A dragged card takes its new place, and the answer follows."""
    page = open_page("/examples/humility_and_opalescence")
    humility = page.get_by_role("article", name="Humility").locator(".size")
    expect(humility).to_contain_text("4/4")
    grips = page.locator(".grip")
    start, end = grips.nth(0).bounding_box(), grips.nth(1).bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 5, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 5, start["y"] + 30, steps=4)
    page.mouse.move(start["x"] + 5, end["y"] + 30, steps=4)
    page.mouse.up()
    expect(humility).to_contain_text("1/1")
    assert board(page)[:2] == ["Opalescence", "Humility"]
    remembered(page)
    page.go_back()  # undone
    expect(humility).to_contain_text("4/4")
    assert board(page)[:2] == ["Humility", "Opalescence"]


def test_a_finger_drags_too(open_page: Open) -> None:
    page = open_page("/examples/humility_and_opalescence", WIDTHS["phone"], has_touch=True, is_mobile=True)
    expect(page.locator(".step").first).to_contain_text("Humility")
    page.evaluate(
        """() => {
            const grip = document.querySelector(".grip"), box = grip.getBoundingClientRect();
            const next = document.querySelectorAll(".step")[1].getBoundingClientRect();
            grip.setPointerCapture = () => {};
            const at = (type, y) => grip.dispatchEvent(new PointerEvent(type, {
                bubbles: true, cancelable: true, pointerId: 7, pointerType: "touch", clientX: box.x + 5, clientY: y }));
            at("pointerdown", box.y + 5); at("pointermove", next.bottom + 2); at("pointerup", next.bottom + 2);
        }"""
    )
    expect(page.locator(".step").first).to_contain_text("Opalescence")


def test_tapping_gives_a_reason_and_a_proof_that_opens(open_page: Open) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon", WIDTHS["phone"])
    arbor = page.get_by_role("article", name="Dryad Arbor")
    arbor.get_by_role("button", name="Mountain").click()
    reason = page.locator("#reason")
    expect(reason).to_be_focused()
    expect(reason).to_contain_text("In layer 4, Blood Moon makes Dryad Arbor a Mountain (305.7).")
    proof = reason.locator(".proof")
    expect(proof).to_be_hidden()
    reason.get_by_text("The proof, step by step").click()
    expect(proof).to_be_visible()
    expect(proof).not_to_contain_text("which its text describes", use_inner_text=True)
    while proof.locator("details:not([open]) > summary:visible").count():
        proof.locator("details:not([open]) > summary:visible").first.click()
    expect(proof).to_contain_text("Blood Moon applies to Dryad Arbor, which its text describes", use_inner_text=True)
    assert fits(page)
    shoot(page, "reason_360")
    reason.get_by_role("button", name="Close").click()
    expect(reason).to_have_count(0)
    expect(arbor.get_by_role("button", name="Mountain")).to_be_focused()


@pytest.mark.parametrize(
    ("button", "said"),
    [
        ("1/1", "Dryad Arbor is 1/1: yes."),
        ("green", "Dryad Arbor is green: yes."),
        ("{T}: Add {R}. (gained)", "yes."),
        ("Forest (lost)", "It would be so without Blood Moon."),
        ("{T}: Add {G}. (lost)", "It would be so without Blood Moon."),
    ],
)
def test_everything_can_be_tapped(open_page: Open, button: str, said: str) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon")
    page.get_by_role("article", name="Dryad Arbor").get_by_role("button", name=button, exact=True).click()
    expect(page.locator("#reason")).to_contain_text(said)


def test_why_not(open_page: Open) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon")
    page.get_by_label("A fact").fill("dryad_arbor is a Forest")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_contain_text("It would be so without Blood Moon.")
    page.get_by_label("A fact").fill("dryad_arbor glows")
    page.get_by_role("button", name="Why not?").click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("article", name="Dryad Arbor")).to_be_visible()


def test_a_what_if_question_compares_the_two_boards(open_page: Open) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon")
    moon = page.get_by_role("article", name="Blood Moon")
    moon.get_by_text("What if …").click()
    moon.get_by_role("button", name="it were not there?").click()
    compared = page.locator("#compare")
    expect(compared).to_be_focused()
    expect(compared).to_contain_text("What if Blood Moon were not there")
    row = compared.get_by_role("row", name="Dryad Arbor")
    expect(row).to_contain_text("Land Creature — Mountain Dryad")
    expect(row).to_contain_text("Land Creature — Forest Dryad")
    shoot(page, "what_if_1400")
    page.get_by_role("button", name="2008").click()
    expect(compared).to_contain_text("the rules were those of 2008")
    add(page, "Urborg, Tomb of Yawgmoth")
    expect(page.get_by_role("article", name="Urborg")).to_be_visible()
    page.get_by_label("This step").select_option("Blood Moon")
    page.get_by_label("is changed like this").select_option("had come after Urborg, Tomb of Yawgmoth")
    page.get_by_role("button", name="Compare").click()
    expect(compared).to_contain_text("What if Blood Moon had come after Urborg, Tomb of Yawgmoth")
    other = open_page(remembered(page))
    expect(other.locator("#compare")).to_contain_text("had come after Urborg, Tomb of Yawgmoth")


def test_options_are_offered_where_the_card_needs_them(open_page: Open) -> None:
    page = open_page(width=WIDTHS["phone"])
    add(page, "Forest, Grizzly Bears, Convincing Mirage")
    expect(page.get_by_role("alert")).to_contain_text("Name what it is attached to")
    page.get_by_label("Attached to").select_option("forest")
    expect(page.get_by_role("article", name="Forest", exact=True)).to_be_visible()
    page.get_by_label("Chosen basic land type").select_option("Island")
    expect(page.get_by_role("article", name="Forest", exact=True)).to_contain_text("Basic Land — Forest (lost) Island")
    shoot(page, "options_360")
    page.get_by_role("button", name=re.compile("^Options: Grizzly Bears")).click()
    expect(page.get_by_label("+1/+1 counters")).to_be_visible()
    expect(page.get_by_label("Attached to")).to_have_count(0)
    page.get_by_label("+1/+1 counters").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Grizzly Bears")).to_contain_text("4/4")
    assert fits(page)


def test_the_text_of_the_board(open_page: Open) -> None:
    """It can be written by hand: errors at their line while one types, words that fit, the answer."""
    page = open_page()
    page.get_by_text("Edit as text (YAML)").click()
    box = page.get_by_label("The board in YAML")
    box.fill("timeline:\n  - Dryad Arbor\n  - {enters: Forest, zone: battlefeild}\n")
    error = page.locator("#text-error")
    expect(error).to_contain_text("<board>:3: timeline[1].zone: 'battlefeild' is no zone. Did you mean 'battlefield'?")
    assert "gradient" in box.evaluate("box => getComputedStyle(box).backgroundImage")
    box.fill("timeline:\n  - {enters: Forest, zo")
    box.press("End")
    box.press_sequentially("n")
    words = page.get_by_role("group", name="Words that fit here")
    words.get_by_role("button", name="zone").click()
    box.press_sequentially(": gra")
    expect(words.get_by_role("button", name="graveyard")).to_be_visible()
    box.press("Control+Space")
    box.press_sequentially("}\n  - blood m")
    words.get_by_role("button", name="Blood Moon").click()
    expect(error).to_be_hidden()
    box.press("Control+Enter")
    expect(page.get_by_role("article", name="Forest")).to_contain_text("graveyard")
    assert board(page) == [{"enters": "Forest", "zone": "graveyard"}, "Blood Moon"]


def test_words_that_fit_within_a_step(open_page: Open) -> None:
    """Labels of cards that were there before, keys and values of choices, players, counters."""
    page = open_page()
    page.get_by_text("Edit as text (YAML)").click()
    box = page.get_by_label("The board in YAML")
    words = page.get_by_role("group", name="Words that fit here")

    def write(begun: str, word: str, then: str = "") -> None:
        box.press_sequentially(begun)
        words.get_by_role("button", name=word, exact=True).click()
        box.press_sequentially(then)

    box.fill("players: [Ann, Ben]\ntimeline:\n  - Dryad Arbor\n")
    box.press("Control+End")
    write("  - {enters: Convincing Mirage, attached_to: dry", "dryad_arbor", ", ")
    write("chosen: {basic_l", "basic_land_type", ": ")
    write("isl", "Island", "}, ")
    write("controller: b", "Ben", "}\n")
    write("  - {enters: Arcane Adaptation, chosen: {creature_type: Time", "Time Lord", "}}\n")
    write("  - {enters: Forest, counters: {ch", "charge", ": 1}}\n")
    write('  - {enters: Grizzly Bears, counters: {"+', '"+1/+1"', ": 1}}\n")
    box.press("Control+Enter")
    expect(page.get_by_role("article", name="Dryad Arbor")).to_contain_text("Island")
    assert board(page)[1:] == [
        {
            "enters": "Convincing Mirage", "attached_to": "dryad_arbor", "chosen": {"basic_land_type": "Island"},
            "controller": "Ben",
        },
        {"enters": "Arcane Adaptation", "chosen": {"creature_type": "Time Lord"}},
        {"enters": "Forest", "counters": {"charge": 1}},
        {"enters": "Grizzly Bears", "counters": {"+1/+1": 1}},
    ]  # fmt: skip


def test_a_made_up_card(open_page: Open) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon")
    page.get_by_text("Make up a card").click()
    page.get_by_label("One line each").fill(
        "Swampkin {1}{B}\nCreature — Elemental\nLands you control are Swamps in addition to their other types.\n2/2"
    )
    page.get_by_role("button", name="Add this card").click()
    expect(page.get_by_role("article", name="Swampkin")).to_contain_text("2/2")
    expect(page.get_by_role("article", name="Dryad Arbor")).to_contain_text("Swamp (gained) Mountain (gained) Dryad")


def test_the_address_is_the_board(open_page: Open) -> None:
    page = open_page("/examples/delver_of_secrets_transforms")
    expect(page).to_have_url(re.compile(r"/#1\."))
    add(page, "Humility")
    delver = page.get_by_role("article", name="Insectile Aberration")
    expect(delver).to_contain_text("1/1")
    delver.get_by_role("button", name="1/1").click()
    expect(page.locator("#reason")).to_be_visible()
    other = open_page(remembered(page))
    expect(other.get_by_role("article", name="Insectile Aberration")).to_contain_text("1/1")
    expect(other.locator("#reason")).to_contain_text("Insectile Aberration is 1/1: yes.")
    assert board(other) == board(page)


def test_without_compression_the_address_is_longer(open_page: Open) -> None:
    page = open_page()
    page.evaluate("delete window.CompressionStream")
    add(page, "Forest")
    expect(page).to_have_url(re.compile(r"/#0\."))
    expect(open_page(remembered(page)).get_by_role("article", name="Forest")).to_be_visible()


def test_an_address_that_is_none(open_page: Open) -> None:
    page = open_page("/#1.xxxx")
    expect(page.get_by_role("status")).to_contain_text("holds no readable board")


def test_it_is_copied(open_page: Open) -> None:
    page = open_page("/examples/dryad_arbor_under_blood_moon", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    expect(page.get_by_role("status")).to_contain_text("copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "Dryad Arbor: Land Creature — Mountain Dryad; 1/1; green; “{T}: Add {R}.”" in copied
    assert copied.endswith(page.url)
    page.get_by_role("button", name="Copy as YAML").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.includes('- Blood Moon'))")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a picture").click()
    assert saved.value.suggested_filename == "typeline.png"
    assert Path(saved.value.path()).read_bytes().startswith(b"\x89PNG")


def test_keyboard_only(open_page: Open) -> None:
    """From opening the page to a proof, without a pointer; and what has the focus can be seen."""
    page = open_page()

    def tab_to(name: str, most: int = 60) -> None:
        for _ in range(most):
            page.keyboard.press("Tab")
            focused = page.evaluate(
                "document.activeElement.getAttribute('aria-label') || document.activeElement.innerText || ''"
            )
            if focused.startswith(name):
                outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
                assert outline != "none"
                return
        raise AssertionError(f"{name!r} is not reached")

    page.keyboard.press("Tab")
    assert "Skip to the answer" in page.evaluate("document.activeElement.innerText")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.type("humility, opalescence")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Humility")).to_contain_text("4/4")
    tab_to("Move Humility later")
    page.keyboard.press("Enter")
    expect(page.get_by_role("article", name="Humility").locator(".size")).to_contain_text("1/1")
    expect(page.locator("#open1")).to_be_focused()
    tab_to("1/1")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_be_focused()
    tab_to("The proof")
    page.keyboard.press("Enter")
    expect(page.locator("#reason .proof").first).to_be_visible()
