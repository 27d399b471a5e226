"""The page of `typeline serve`: its answers to its form, as a browser without scripts sends it."""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

pytest.importorskip("starlette", reason="the extra 'serve' is not installed")
pytest.importorskip("uvicorn", reason="the extra 'serve' is not installed")
pytest.importorskip("jinja2", reason="the extra 'serve' is not installed")

import typeline
from facts.board.board_text import board_text
from facts.cards.built_in import all_cards
from facts.text.reading import read_document
from solver.ask.explain.walk.walking import explain
from solver.draft.editing import Draft, add, paste, then
from solver.draft.options import options, resolving
from solver.draft.typed_names import meant
from solver.serve.examples import Example, examples
from solver.serve.texts import texts
from solver.serve.walked import layers_of, pictures_of
from tests.case_files import all_cases
from tests.profiles import SLOW
from tests.solver.serving import FORM, Got, Server, serving

MUTATED = 10_000 if SLOW else 150


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with one process."""
    with serving("--jobs", "1", "--timeout", "10", "--memory", "500") as running:
        yield running


def send(server: Server, **fields: str) -> Got:
    got = server.ask("/board", urlencode({"edition": "2024", **fields}), FORM)
    assert got.headers["content-type"].startswith("text/html"), got
    return got


def board_in(got: Got) -> str:
    """Return the text of the board that a page has."""
    found = re.search(r'<textarea id="text"[^>]*>\n(.*?)</textarea>', got.text, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def words_of(got: Got) -> str:
    """Return the text of a page, without tags."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", got.text)))


def buttons(got: Got, begin: str) -> list[str]:
    """Return what the buttons ask for that begin so."""
    return [html.unescape(one) for one in re.findall(r'name="do" value="([^"]*)"', got.text) if one.startswith(begin)]


class TestWithoutScripts:
    """Everything can be asked with the buttons of the form alone."""

    @pytest.mark.parametrize("path", ["/", *(f"/examples/{one.name}" for one in examples())])
    def test_the_first_view_is_small(self, server: Server, path: str) -> None:
        """With all that it loads: the start, and each example with its pictures."""
        start = server.ask(path)
        assert start.status == 200
        size = len(start.body)
        for path in set(re.findall(r'(?:href|src)="(/static/[^"]+)"', start.text)):
            got = server.ask(path)
            assert got.status == 200
            assert "immutable" in got.headers["cache-control"]
            size += len(got.body)
        assert size < 150_000

    def test_symbols_keep_their_braces(self, server: Server) -> None:
        """Whoever copies an ability, or has it read aloud, gets the text that the card has."""
        got = server.ask("/examples/dryad_arbor_under_blood_moon")
        assert 'class="sym pip-R"' in got.text
        assert "{T}: Add {R}." in words_of(got)

    def test_nothing_comes_from_elsewhere(self, server: Server) -> None:
        for path in ("/", "/examples/blood_moon_and_urborg", "/api"):
            text = server.ask(path).text
            assert not re.findall(r'(?:href|src|action)="(?:https?:)?//', text)
            assert not re.search(r"<script(?! src=\"/static/)|\son\w+=|\sstyle=", text)

    def test_blood_moon_and_urborg(self, server: Server) -> None:
        got = send(server, card="Blood Moon and Urborg", do="add", board="")
        assert got.status == 200
        assert read_document(board_in(got), "x").data == {"timeline": ["Blood Moon", "Urborg, Tomb of Yawgmoth"]}
        said = words_of(got)
        assert "Legendary Land — Mountain" in said
        assert "lost to Blood Moon (305.7)" in said
        assert "“Urborg” was read as Urborg, Tomb of Yawgmoth." in said

    def test_a_word_has_its_reason_and_proof(self, server: Server) -> None:
        board = board_in(send(server, card="Dryad Arbor, Blood Moon", do="add", board=""))
        got = send(server, board=board)
        (mountain,) = [one for one in buttons(got, "why:0:") if one.endswith("is a Mountain")]
        said = words_of(send(server, board=board, do=mountain))
        assert "Dryad Arbor is a Mountain: yes. " in said
        assert "In layer 4, Blood Moon makes Dryad Arbor a Mountain (305.7)." in said
        assert "611.3a Blood Moon applies to Dryad Arbor, which its text describes" in said
        (forest,) = [one for one in buttons(got, "whynot:0:") if one.endswith("is a Forest")]
        said = words_of(send(server, board=board, do=forest))
        assert "It would be so without Blood Moon." in said
        assert "The obstacles" in said

    @pytest.mark.parametrize("example", examples(), ids=lambda one: str(one.name))
    def test_everything_on_an_example_may_be_asked_about(self, server: Server, example: Example) -> None:
        name = example.name
        got = server.ask(f"/examples/{name}")
        assert got.status == 200
        board = board_in(got)
        asked = [*buttons(got, "why:"), *buttons(got, "whynot:")]
        assert asked
        for one in asked if SLOW else random.Random(name).sample(asked, min(4, len(asked))):
            answer = send(server, board=board, do=one)
            assert answer.status == 200, one
            assert ('id="reason"') in answer.text

    def test_any_fact(self, server: Server) -> None:
        board = "timeline: [Dryad Arbor, Blood Moon]"
        assert "Dryad Arbor is a Forest: no." in words_of(
            send(server, board=board, fact="dryad_arbor is a Forest", do="ask")
        )
        assert "Dryad Arbor is a Mountain: yes." in words_of(
            send(server, board=board, fact="dryad_arbor is a Mountain", do="asknot")
        )
        # The key Enter presses the first button of a form.
        assert "Dryad Arbor is green: yes." in words_of(
            send(server, board=board, fact="dryad_arbor is green", card="", do="add")
        )
        wrong = send(server, board=board, fact="dryad_arbor glows", do="ask")
        assert wrong.status == 400
        assert "The answer" in words_of(wrong)

    def test_copies_are_told_apart(self, server: Server) -> None:
        said = words_of(server.ask("/examples/a_copy_of_an_animated_land"))
        assert re.search(r"Mutavault .* Vesuva .* Clone ", said)

    def test_no_piece_of_a_word_is_asked_about(self, server: Server) -> None:
        card = {"name": "Pool", "type_line": "Plane — Bolas's Meditation Realm"}
        got = send(server, board=board_text({"cards": [card], "timeline": [{"enters": "Pool", "zone": "command"}]}))
        assert not buttons(got, "whynot:")

    def test_facts_are_offered(self, server: Server) -> None:
        got = server.ask("/examples/dryad_arbor_under_blood_moon").text
        offered = html.unescape(got.partition('<datalist id="facts">')[2].partition("</datalist>")[0])
        assert offered.startswith('<option value=""dryad_arbor" is a Forest">')

    def test_a_what_if_question_compares_the_two_boards(self, server: Server) -> None:
        board = "timeline: [Humility, Opalescence]"
        assert "What if Humility were not there" in words_of(send(server, board=board, do="if:0:without"))
        said = words_of(send(server, board=board, do="if:0:last"))
        assert "What if Humility had come last" in said
        assert re.search("Enchantment Creature4/4white.*Enchantment Creature1/1white", said)
        assert "Nothing would be different." in words_of(send(server, board=board, do="ifedition:2026"))

    def test_the_order_is_changed(self, server: Server) -> None:
        board = "timeline: [Forest, {enters: Forest, as: second}, Island]"
        for do, steps in {
            "up:1": [{"enters": "Forest", "as": "second"}, "Forest", "Island"],
            "down:0": [{"enters": "Forest", "as": "second"}, "Forest", "Island"],
            "move:0:2": [{"enters": "Forest", "as": "second"}, "Island", "Forest"],
            "drop:1": ["Forest", "Island"],
            "clear": [],
        }.items():
            assert read_document(board_in(send(server, board=board, do=do)), "x").data["timeline"] == steps

    def test_an_order_keeps_who_is_meant(self) -> None:
        draft = Draft({"timeline": ["Forest", "Forest", {"enters": "Convincing Mirage", "attached_to": "forest_2"}]})
        from solver.draft.editing import move

        move(draft, 1, 0)
        assert draft.steps[0] == {"enters": "Forest", "as": "forest_2"}

    def test_options_where_the_card_needs_them(self, server: Server) -> None:
        got = send(server, card="Forest; Convincing Mirage", do="add", board="")
        assert got.status == 400
        assert "Name what it is attached to" in words_of(got)
        assert 'name="opened" value="1"' in got.text
        sent = {
            "o.attached_to": "forest",
            "o.chosen.basic_land_type": "Island",
            "o.controller": "opponent",
            "o.zone": "battlefield",
        }
        got = send(server, board=board_in(got), do="set:1", opened="1", **sent)
        assert got.status == 200
        mirage = {"enters": "Convincing Mirage", "controller": "opponent", "attached_to": "forest"}
        steps = read_document(board_in(got), "x").data["timeline"]
        assert steps == ["Forest", {**mirage, "chosen": {"basic_land_type": "Island"}}]
        got = send(
            server,
            board=board_in(got),
            do="set:1",
            opened="1",
            **{"o.controller": "you", "o.chosen.basic_land_type": ""},
        )
        assert read_document(board_in(got), "x").data["timeline"][1] == {
            "enters": "Convincing Mirage",
            "attached_to": "forest",
        }

    def test_an_ability_resolves(self) -> None:
        draft = Draft({"timeline": ["Mutavault"]})
        then(draft, 0, "2")
        assert draft.steps[1] == {"resolves": "Mutavault", "source": "mutavault", "affects": "mutavault"}
        assert typeline.derive(typeline.Board.of(draft.data)).objects["mutavault"].power == 2
        then(draft, 0, "leaves")
        assert draft.steps[2] == {"leaves": "mutavault"}

    def test_a_token_copies_an_object(self) -> None:
        draft = Draft({"timeline": ["Mutavault"]})
        then(draft, 0, "copied")
        assert draft.steps[1] == {"enters": "token", "as": "token", "copy_of": "mutavault"}
        assert "controller" in {option.key for option in draft.options(1)}
        then(draft, 1, "2")
        assert draft.steps[2] == {"resolves": "Mutavault", "source": "token", "affects": "token"}
        answer = typeline.derive(typeline.Board.of(draft.data))
        assert answer.objects["token"].power == 2 and answer.objects["mutavault"].power is None

    def test_a_token_cannot_copy_itself_or_what_comes_later(self) -> None:
        later = [{"enters": "token", "copy_of": "token"}, {"enters": "token", "copy_of": "forest"}, "Forest"]
        draft = Draft({"timeline": later})
        assert not draft.options(0) and not draft.options(1)

    def test_a_made_up_card(self, server: Server) -> None:
        text = (
            "Swampkin {1}{B}\nCreature - Elemental\nLands you control are Swamps in addition to their other types.\n2/2"
        )
        got = send(server, board="timeline: [Forest]", pasted=text, do="paste")
        assert got.status == 200
        assert "Basic Land — Forest Swamp" in words_of(got)
        wrong = send(server, board="timeline: [Forest]", pasted="Swampkin", do="paste")
        assert wrong.status == 400
        assert "Forest" in board_in(wrong)

    def test_a_name_that_may_be_several(self, server: Server) -> None:
        got = send(server, card="mo", do="add", board="")
        assert buttons(got, "add:")
        assert board_in(got).strip() == "timeline: []"

    def test_errors_stand_at_their_line(self, server: Server) -> None:
        got = send(server, board="timeline:\n  - Forest\n  - {enters: Forest, zone: battlefeild}\n")
        assert got.status == 400
        assert "<board>:3: timeline[1].zone: 'battlefeild' is no zone. Did you mean 'battlefield'?" in words_of(got)
        assert 'data-line="3"' in got.text
        assert 'class="step wrong"' in got.text

    def test_a_picture(self, server: Server) -> None:
        got = server.ask("/picture", urlencode({"board": "timeline: [Dryad Arbor, Blood Moon]"}), FORM)
        assert got.headers["content-type"].startswith("image/svg+xml")
        assert "Land Creature — Mountain Dryad" in got.text
        wrong = server.ask("/picture", urlencode({"board": "timeline: [Forest]", "edition": "1066"}), FORM)
        assert wrong.headers["content-type"].startswith("image/svg+xml")

    def test_an_error_is_shown_on_a_page(self, server: Server) -> None:
        for got, status in (
            (server.ask("/examples/nothing"), 404),
            (server.ask("/board", b"board=" + b"x" * (1 << 20), FORM), 413),
            (server.ask("/board", b"{}", {"Content-Type": "application/json"}), 415),
            (
                server.ask(
                    "/board", urlencode({"board": "timeline: [" + "Humility, Opalescence, " * 4000 + "]"}), FORM
                ),
                422,
            ),
        ):
            assert got.status == status
            assert got.headers["content-type"].startswith("text/html")
            assert 'role="alert"' in got.text


HOSTILE = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}{% raw %}", "</textarea><script>",
    "'\"`&lt;", "\u202eevil", "a\u2028b", "javascript:alert(1)", "#script(python)", "x" * 199,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_of_a_board_becomes_part_of_the_page(server: Server, text: str) -> None:
    card = {"name": text, "type_line": "Creature — Elf", "oracle_text": text, "power": "1", "toughness": "1"}
    board = {
        "players": [text, "B"],
        "cards": [card],
        "name": text,
        "timeline": [{"enters": text, "as": text}, {"enters": text}],
    }
    for do in ("show", "open:0", "up:1", "if:0:without", f"why:0:{text}", f"why:0:{typeline.__version__}", "ask"):
        got = send(server, board=board_text(board), do=do, fact=text, card=text, pasted=text)
        assert got.status in (200, 400)
        assert not re.search(
            r"<script(?! src=\"/static/)|<img|\bonerror=alert\(1\)>|49{%",
            got.text.replace("&lt;", "").replace("&#34;", ""),
        )
        assert got.text.count("<textarea") == got.text.count("</textarea>")
    got = server.ask("/picture", urlencode({"board": board_text(board)}), FORM)
    assert "<script" not in got.text
    assert "<img" not in got.text


def test_mutated_forms(server: Server) -> None:
    """Every request is answered, and never with 500."""
    chance = random.Random(25)
    boards = [
        "timeline: [Dryad Arbor, Blood Moon, {enters: Clone, copy_of: dryad_arbor}]",
        "timeline:\n- {resolves: Turn to Frog, affects: x}\n",
        "",
    ]
    does = [
        "add",
        "add:Forest",
        "up:1",
        "down:0",
        "move:0:9",
        "drop:0",
        "set:1",
        "open:1",
        "then:0:leaves",
        "then:0:copied",
        "then:0:2",
        "if:0:last",
        "ifedition:2008",
        "why:0:x",
        "asknot",
        "paste",
        "clear",
        "show",
        "if:9:x",
        "move:0:-1",
        "set:99",
        "then:1:99",
        "ifstep",
        "ifstep:1:0",
        "ifstep:2:without",
        "ifstep:0:99",
    ]
    cards = ["", "Forest, Urborg", "x" * 3000]
    opened = ["", "0", "1", "99", "-1", "x"]
    pasted = ["", "A\nLand", "name: x", "{", "A {1}\nCreature\n*/*"]
    for number in range(MUTATED):
        fields = {
            **{"board": chance.choice(boards), "do": chance.choice(does), "card": chance.choice(cards)},
            **{"fact": "dryad_arbor is a Forest", "opened": chance.choice(opened), "pasted": chance.choice(pasted)},
            **{"o.zone": "hand", "o.chosen.color": "x", "o.affects": "dryad_arbor", "o.onto": "dryad_arbor"},
            **{"if_step": chance.choice(opened), "if_when": chance.choice(["0", "2", "without"]), "edition": "2024"},
        }
        body = bytearray(urlencode(fields), "ascii")
        for _ in range(chance.randrange(0, 4)):
            place = chance.randrange(len(body))
            body[place : place + chance.randrange(3)] = chance.choice(
                [b"%00", b"%ff", b"&", b"=", b"%5b", b"%7b", b"%22", b"-", bytes([chance.randrange(256)])]
            )
        got = server.ask("/picture" if number % 10 == 0 else "/board", bytes(body), FORM)
        assert got.status in (200, 400, 422), (number, bytes(body), got)


def test_cards_of_ones_own(tmp_path: Path) -> None:
    """Cards of the user's store complete themselves, and enter; without its store the page says so in one line."""
    card = {
        **{
            "id": "1",
            "name": "Swampkin",
            "mana_cost": "{1}{B}",
            "layout": "normal",
            "type_line": "Creature — Elemental",
        },
        **{
            "oracle_text": "Lands you control are Swamps in addition to their other types.",
            "power": "2",
            "toughness": "2",
        },
    }
    (tmp_path / "cards.json").write_text(json.dumps([card]))
    call = [
        sys.executable,
        "-c",
        "from solver.cli import main; main()",
        "cards",
        "import",
        str(tmp_path / "cards.json"),
    ]
    path = str(tmp_path / "cards.db")
    subprocess.run([*call, "--cards", path], check=True, capture_output=True)
    with serving("--jobs", "1", "--cards", path) as server:
        assert server.ask("/api/cards?q=swampk").data == {"cards": ["Swampkin"], "near": False}
        assert server.ask("/api/cards?q=swmpkin").data["cards"][0] == "Swampkin"
        assert "Basic Land — Forest Swamp" in words_of(send(server, card="Forest, swampkin", do="add", board=""))
    gone = tmp_path / "gone.db"
    shutil.copyfile(path, gone)
    with serving("--jobs", "1", "--cards", str(gone)) as server:
        gone.unlink()
        assert send(server, card="Forest", do="add", board="").status == 200
        wrong = send(server, card="Swampkin", do="add", board="")
        assert wrong.status == 400
        assert "gone.db: no such file" in words_of(wrong)


class TestParts:
    """The parts of the page."""

    def test_boards_are_written_as_they_are_read(self) -> None:
        for case in all_cases():
            board = dict(case.data["board"])
            assert read_document(board_text(board), "x").data == board
        for text in (
            *HOSTILE,
            "on",
            "null",
            "1",
            "0o7",
            "1e3",
            "a: b",
            "a #b",
            "- a",
            "",
            " a",
            "a ",
            "~",
            "!x",
            "a\tb",
        ):
            if text.isprintable() or "\u2028" in text:
                assert (
                    read_document(board_text({"timeline": [{"enters": text, text or "x": [text]}]}), "x").data[
                        "timeline"
                    ][0]["enters"]
                    == text
                )

    def test_a_long_walk_is_told_in_words(self) -> None:
        few = explain(typeline.Board.named(["Glorious Anthem", "Grizzly Bears"]))
        assert [one.fits for one in pictures_of(few, "The walk")] == ["narrow", "tall", "wide"]
        many = explain(typeline.Board.named(["Glorious Anthem", *["Grizzly Bears"] * 60]))
        assert not pictures_of(many, "The walk")
        assert layers_of(many)

    def test_names(self) -> None:
        def names(typed: str) -> list[tuple[str, bool]]:
            return [(one.name, one.card is not None) for one in meant(typed, {}, None)]

        assert names("Urborg, Tomb of Yawgmoth") == [("Urborg, Tomb of Yawgmoth", True)]
        assert names("urborg, tomb of yawgmot") == [("Urborg, Tomb of Yawgmoth", True)]
        assert names("blod moon & urborg\nDryad Arbor") == [
            ("Blood Moon", True),
            ("Urborg, Tomb of Yawgmoth", True),
            ("Dryad Arbor", True),
        ]
        assert names("Forest, Forest") == [("Forest", True)] * 2
        assert names("insectile aberration") == [("Insectile Aberration", True)]
        assert names("xyzzy") == [("xyzzy", False)]

    def test_every_card_has_options(self) -> None:
        """Of the library no card is left without its options, and what is offered is read by the board."""
        for card in all_cards():
            found = options({"enters": card.faces[0].name}, card, ["you", "opponent"], [("forest", "Forest")])
            assert {option.key for option in found} >= {"controller", "zone"}
            assert all(option.kind in ("one", "several", "number", "word") for option in found)
            resolving(card)

    def test_cards_enter_as_they_are_typed(self) -> None:
        draft = Draft({"timeline": []})
        add(draft, "Grizzly Bears\nTurn to Frog")
        assert draft.steps == ["Grizzly Bears", {"resolves": "Turn to Frog"}]
        assert draft.opened == 1

    def test_a_made_up_card_takes_the_place_of_one_of_its_name(self) -> None:
        draft = Draft({"timeline": []})
        for size in ("1/1", "2/2"):
            paste(draft, f"Elf {{G}}\nCreature — Elf\n{size}", "wrong")
        assert [card["power"] for card in draft.data["cards"]] == ["2"]
        assert draft.steps == ["Elf", "Elf"]

    @pytest.mark.parametrize("example", examples(), ids=lambda one: str(one.name))
    def test_examples_have_no_warnings(self, example: Example) -> None:
        board = typeline.Board.read(example.text)
        assert not typeline.derive(board).warnings

    def test_every_text_is_used(self) -> None:
        import solver.serve

        folder = Path(solver.serve.__file__).parent
        files = [path for part in ("*.py", "templates/*", "static/*", "../draft/*.py") for path in folder.glob(part)]
        used = " ".join(path.read_text(encoding="utf-8") for path in files)
        told = [key for key in texts() if not re.search(rf"\b{key}\b", used) and not key.startswith("compared_")]
        assert not told
