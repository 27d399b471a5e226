"""The store of the user's own cards: bulk files in it, and boards with their cards."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from facts import Board, InputError
from facts.cards.card_data import card_as_data
from facts.cards.store import APPLICATION_ID, Store, default_path
from facts.cards.store.importing import Imported, import_cards
from facts.cards.store.text_reader import reader
from tests.facts.cards.store.stored import ATOMIC, LEAF, OX, QUARRY, as_json, imported, store_of

MIND = {
    "name": "Memnarch", "mana_cost": "{7}", "type_line": "Legendary Artifact Creature — Wizard", "power": "4",
    "toughness": "5", "oracle_text": "{1}: Target permanent is cast in metal.\n{2}: Take hold of target artifact.",
}  # fmt: skip


METAL = {"timeline": ["Memnarch", "Sol Ring", {"resolves": "Memnarch", "affects": "sol_ring", "ability": "in metal"}]}


class TestWording:
    """Built-in cards whose abilities a board names by words of the user's own cards."""

    def test_a_piece_of_that_text_means_the_ability_at_that_place(self, path: str) -> None:
        with store_of(path, MIND) as store:
            (resolution,) = Board.of(METAL, cards=store).timeline.resolutions
        assert [effect.add_types for effect in resolution.ability.effects] == [("Artifact",)]

    @pytest.mark.parametrize("text", ["{1}: Target permanent is cast in metal.", "Flying\nIn metal.\n{1}: Sing."])
    def test_not_where_that_card_has_other_abilities(self, text: str, path: str) -> None:
        with store_of(path, {**MIND, "oracle_text": text}) as store, pytest.raises(InputError, match="in metal"):
            Board.of(METAL, cards=store)


class TestFiles:
    """The shapes in which bulk files come."""

    @pytest.mark.parametrize(
        "content",
        [
            as_json([OX, LEAF]),
            as_json([OX, LEAF], indent=2),
            b"[\n" + as_json(OX) + b",\n" + as_json(LEAF) + b"\n]\n",
            as_json(OX) + b"\n" + as_json(LEAF),
            as_json({"object": "list", "has_more": False, "data": [OX, LEAF]}),
            b"\xef\xbb\xbf" + as_json([OX, LEAF]),
            json.dumps([OX, LEAF]).encode(),
        ],
        ids=["list", "indented", "line by line", "NDJSON", "under data", "byte order mark", "escaped"],
    )
    @pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
    def test_scryfall(self, content: bytes, packed: bool, path: str) -> None:
        done = imported(gzip.compress(content) if packed else content, path)
        assert (done.cards, done.duplicates) == (2, 0)
        with Store(path) as store:
            ox = store.find("gaels copper ox")
            assert ox is not None
            assert (ox.name, ox.faces[0].power, [one.text for one in ox.faces[0].abilities[:2]]) == (
                "Gæl's Copper Ox", "2", ["Trample", "haste"],
            )  # fmt: skip
            leaf = store.find("Timid Leaf // Roaring Tree")
            assert leaf is not None
            assert [(face.side, face.indicator) for face in leaf.faces] == [("front", ()), ("back", ("G",))]

    @pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
    def test_mtgjson(self, packed: bool, path: str) -> None:
        content = as_json(ATOMIC)
        done = imported(gzip.compress(content) if packed else content, path)
        assert (done.cards, done.duplicates) == (5, 0)
        with Store(path) as store:
            assert [card["name"] for card, _ in store.all()] == [
                "Gæl's Copper Ox", "Half // Rest", "Timid Leaf // Roaring Tree", "Left Wing", "Whole Bird",
            ]  # fmt: skip
            half, bird = store.find("Half"), store.find("Whole Bird")
            assert half is not None
            assert (half.layout, [face.side for face in half.faces]) == ("split", ["left", "right"])
            assert bird is not None
            assert bird.melds_from == ("Left Wing", "Right Wing")

    def test_both_give_the_same_cards(self, tmp_path: Path) -> None:
        one, other = str(tmp_path / "one.db"), str(tmp_path / "other.db")
        imported(as_json([OX, LEAF]), one)
        imported(as_json(ATOMIC), other)
        for name in ("Gæl's Copper Ox", "Roaring Tree"):
            cards = [Store(path).find(name) for path in (one, other)]
            data = [card_as_data(card) for card in cards if card is not None]
            assert data[0] == data[1]

    def test_only_what_is_read_is_kept(self, path: str) -> None:
        printed = store_of(path, OX).printed("Gæl's Copper Ox")
        assert printed is not None
        assert set(OX) - set(printed) == {"object", "id", "set_type", "prices"}

    def test_a_card_of_many_pieces(self, path: str) -> None:
        cards = [{**QUARRY, "name": f"Quarry {number}", "flavor": "x" * 5000} for number in range(300)]
        assert store_of(path, *cards).about()["cards"] == "300"

    def test_melds_as_the_cards_say_it(self, path: str) -> None:
        told = "If you own and control this and a creature named Left Wing, exile them, then meld them into Whole Bird."
        cards = [
            {"name": "Whole Bird", "layout": "normal", "type_line": "Creature", "power": "4", "toughness": "4"},
            {"name": "Left Wing", "layout": "meld", "type_line": "Land", "oracle_text": "Flying"},
            {"name": "Right Wing", "layout": "meld", "type_line": "Creature", "oracle_text": told},
            {"name": "Lone Wing", "layout": "meld", "type_line": "Land", "oracle_text": told.replace("Whole", "Lone")},
        ]
        store = store_of(path, *cards)
        bird = store.find("Whole Bird")
        assert bird is not None
        assert (bird.layout, bird.melds_from) == ("meld", ("Right Wing", "Left Wing"))

    def test_melds_as_scryfall_says_it(self, path: str) -> None:
        parts = [("meld_part", "Left Wing"), ("meld_part", "Right Wing"), ("meld_result", "Whole Bird")]
        listed = [{"component": component, "name": name} for component, name in parts]
        cards = [{"name": n, "layout": "meld", "type_line": "Creature", "all_parts": listed} for _, n in parts]
        store = store_of(path, *cards)
        assert [getattr(store.find(name), "melds_from", None) for _, name in parts] == [
            (), (), ("Left Wing", "Right Wing"),
        ]  # fmt: skip

    def test_art_cards_are_left_out(self, path: str) -> None:
        art = {"name": "Old Quarry // Old Quarry", "layout": "art_series", "type_line": "Card // Card"}
        assert [card["name"] for card, _ in store_of(path, art, QUARRY).all()] == ["Old Quarry"]


class TestNames:
    """Finding cards by name."""

    @pytest.mark.parametrize("name", ["Gæl's Copper Ox", "GAEL’S COPPER OX", "gaels  copper ox"])
    def test_case_and_signs_of_a_name_do_not_matter(self, name: str, path: str) -> None:
        assert store_of(path, OX).find(name) is not None

    def test_a_face_finds_its_card_and_always_the_same(self, path: str) -> None:
        store = store_of(path, OX, LEAF)
        assert store.find("roaring tree") is store.find("Timid Leaf // Roaring Tree") is store.find("Timid Leaf")

    def test_another_file_may_be_there_when_it_is_opened_again(self, path: str) -> None:
        store = store_of(path, QUARRY)
        before = store.find("Old Quarry")
        assert store.find("Gæl's Copper Ox") is None
        store.close()
        imported(as_json([OX, {**QUARRY, "type_line": "Artifact"}]), path)
        after = store.find("Old Quarry")
        assert before is not None
        assert after is not None
        assert (before.faces[0].type_line.text, after.faces[0].type_line.text) == ("Land", "Artifact")
        assert store.find("Gæl's Copper Ox") is not None

    @pytest.mark.parametrize("turned", [False, True])
    def test_a_whole_name_goes_before_a_face(self, turned: bool, path: str) -> None:
        tree = {"name": "Roaring Tree", "type_line": "Land"}
        card = store_of(path, *([tree, LEAF] if turned else [LEAF, tree])).find("Roaring Tree")
        assert card is not None
        assert card.name == "Roaring Tree"

    def test_the_first_of_a_name_wins_and_the_others_are_counted(self, path: str) -> None:
        cards = [{**QUARRY, "type_line": line, "oracle_id": line} for line in ("Land", "Artifact", "Instant")]
        assert (imported(as_json(cards), path).cards, imported(as_json(cards), path).duplicates) == (1, 2)
        assert [card["type_line"] for card, _ in Store(path).all()] == ["Land"]

    @pytest.mark.parametrize("turned", [False, True])
    @pytest.mark.parametrize("less", [{"layout": "token"}, {"set_type": "funny"}], ids=["token", "in jest"])
    def test_a_card_goes_before_a_token_of_its_name(self, less: dict[str, str], turned: bool, path: str) -> None:
        other = {**LEAF, "card_faces": [*LEAF["card_faces"][:1], {"name": "Odd", "type_line": "Dungeon"}], **less}
        cards = [LEAF, other] if turned else [other, LEAF]
        assert imported(as_json(cards), path) == Imported(os.path.realpath(path), 1, 1)
        store = Store(path)
        assert store.find("Roaring Tree") is not None
        assert store.find("Odd") is None

    @pytest.mark.parametrize(
        ("wrong", "right"),
        [("Gael Coper Ox", "Gæl's Copper Ox"), ("Roring Tree", "Roaring Tree"), ("old", "Old Quarry")],
    )
    def test_candidates(self, wrong: str, right: str, path: str) -> None:
        store = store_of(path, OX, LEAF, QUARRY)
        assert right in store.candidates(wrong)
        assert "Harmless Drudge" not in store.candidates("zzzzzz")

    @pytest.mark.parametrize("name", ["", " ", "_____", "\ud800", "\0", "x" * 100_000, "'", "%", "?"])
    def test_odd_names_find_nothing(self, name: str, path: str) -> None:
        store = store_of(path, OX)
        assert (store.find(name), store.printed(name)) == (None, None)
        store.candidates(name)
        store.search(name)

    def test_search(self, path: str) -> None:
        store = store_of(path, OX, LEAF, QUARRY)
        assert store.search("ROARING") == [("Timid Leaf // Roaring Tree", "Creature — Plant // Creature — Treefolk")]
        assert [name for name, _ in store.search("r")] == [card["name"] for card in (OX, QUARRY, LEAF)]
        assert store.search("%") == []


class TestStores:
    """Where the store is, and files that are none."""

    def test_the_variable_names_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TYPELINE_CARDS", "/tmp/mine.db")
        assert default_path() == "/tmp/mine.db"

    @pytest.mark.parametrize(
        ("platform", "variable", "value", "expected"),
        [
            ("linux", "XDG_DATA_HOME", "/data", "/data/typeline/cards.db"),
            ("linux", "XDG_DATA_HOME", "data", "/me/.local/share/typeline/cards.db"),
            ("linux", "XDG_DATA_HOME", "", "/me/.local/share/typeline/cards.db"),
            ("darwin", "XDG_DATA_HOME", "", "/me/Library/Application Support/typeline/cards.db"),
            ("win32", "LOCALAPPDATA", "/local", "/local/typeline/cards.db"),
            ("win32", "LOCALAPPDATA", "", "/me/AppData/Local/typeline/cards.db"),
        ],
    )
    @pytest.mark.skipif(os.name == "nt", reason="paths are written as on POSIX")
    def test_the_data_folder(
        self, platform: str, variable: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("TYPELINE_CARDS", raising=False)
        monkeypatch.setenv("HOME", "/me")
        monkeypatch.setenv(variable, value)
        monkeypatch.setattr(sys, "platform", platform)
        assert default_path() == expected

    def test_your_own_need_not_be_there(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("TYPELINE_CARDS", raising=False)
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
        monkeypatch.setenv("HOME", str(tmp_path))
        store = Store()
        assert store.find("Old Quarry") is None
        assert [*store.candidates("x"), *store.search("x"), *store.all()] == []
        assert "typeline cards import" in store.hint

    def test_one_that_is_named_must_be(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "none.db")
        with pytest.raises(InputError, match=r"none.db: no such file"):
            store.find("Old Quarry")

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "is no card store"),
            (b"name: x\n" * 1000, "is no card store"),
            (b"SQLite format 3\0" + b"\0" * 4096, "card store"),
        ],
    )
    def test_foreign_files(self, content: bytes, message: str, tmp_path: Path) -> None:
        path = tmp_path / "cards.db"
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            Store(path).find("Old Quarry")

    @pytest.mark.parametrize(("version", "age"), [(0, "an older"), (99, "a newer")])
    def test_another_version(self, version: int, age: str, path: str) -> None:
        store_of(path, OX)
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA user_version = {version}")
        connection.close()
        with pytest.raises(InputError, match=f"made by {age} version of typeline"):
            Store(path).find("Old Quarry")
        assert imported(as_json([OX]), path).cards == 1  # but it can be replaced

    def test_locked(self, path: str) -> None:
        store = store_of(path, OX)
        connection = sqlite3.connect(path, isolation_level=None)
        connection.execute("BEGIN EXCLUSIVE")
        with pytest.raises(InputError, match="locked by another program"):
            store.find("Old Quarry")
        connection.close()
        assert store.find("Gæl's Copper Ox") is not None

    def test_damaged(self, path: str) -> None:
        store_of(path, *({**OX, "name": f"Ox {number}"} for number in range(100)))
        content = bytearray(Path(path).read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        Path(path).write_bytes(content)
        with pytest.raises(InputError, match="card store is damaged"):
            Store(path).find("Ox 7")

    def test_the_file_says_what_it_is_and_holds_compiled_abilities(self, path: str) -> None:
        store_of(path, OX)
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        ((compiled,),) = connection.execute("SELECT compiled FROM cards").fetchall()
        assert [[ability["text"] for ability in face] for face in json.loads(compiled)] == [
            ["Trample", "haste", *str(OX["oracle_text"]).split("\n")[1:]]
        ]
        connection.close()


class TestBoards:
    """Boards that name cards of a store."""

    def test_found(self, path: str) -> None:
        board = Board.named(["gaels copper ox", "Roaring Tree"], cards=store_of(path, OX, LEAF))
        assert [thing.card.name for thing in board.timeline.things.values()] == ["Gæl's Copper Ox", LEAF["name"]]

    def test_the_board_goes_first_then_the_built_in_cards(self, path: str) -> None:
        store = store_of(path, {"name": "Blood Moon", "type_line": "Land"}, QUARRY)
        own = {"name": "Old Quarry", "type_line": "Artifact"}
        board = Board.of({"cards": [own], "timeline": ["Blood Moon", "Old Quarry"]}, cards=store)
        lines = [thing.card.faces[0].type_line.text for thing in board.timeline.things.values()]
        assert lines == ["Enchantment", "Artifact"]

    def test_suggestions_come_from_everywhere(self, path: str) -> None:
        with pytest.raises(InputError, match=r"'Blod Quarry': no such card. Did you mean Old Quarry\?"):
            Board.named(["Blod Quarry"], cards=store_of(path, QUARRY))
        with pytest.raises(InputError, match=r"Did you mean Blood Moon\?$"):
            Board.named(["Bloud Moon"], cards=store_of(path, QUARRY))

    def test_a_store_is_only_opened_when_it_is_needed(self, tmp_path: Path) -> None:
        store = Store(tmp_path / "none.db")
        assert Board.named(["Blood Moon"], cards=store).timeline.things
        with pytest.raises(InputError, match="no such file"):
            Board.named(["Old Quarry"], cards=store)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    path = str(tmp_path_factory.mktemp("store") / "cards.db")
    with open(os.environ["TYPELINE_SCRYFALL_FILE"], "rb") as file:
        import_cards(file, "bulk.json", path)
    with Store(path) as store:
        yield store


@pytest.mark.skipif(
    "TYPELINE_SCRYFALL_FILE" not in os.environ, reason="TYPELINE_SCRYFALL_FILE does not name a bulk file of Scryfall"
)
class TestRealFile:
    """A whole bulk file."""

    def test_every_card_is_found_and_said_by_paragraph(self, whole: Store) -> None:
        for printed, _ in whole.all():
            card = whole.find(printed["name"])
            assert card is not None
            assert whole.printed(card.name) == printed
            faces = printed.get("card_faces") or [printed]
            lines = [line for face in faces for line in face.get("oracle_text", "").split("\n")]
            said = [entry["text"] for entry in card_as_data(card, printed)["abilities"]]
            told = [line for line in lines if line and not (line[0] == "(" and line[-1] == ")")]
            # A line that ends within quotes goes on in the next, where they close.
            going_on = sum(one.count('"') % 2 and other.count('"') % 2 for one, other in pairwise(told))
            assert len(said) == len(told) - going_on

    def test_a_look_up_does_not_take_longer_for_all_the_others(self, whole: Store, tmp_path: Path) -> None:
        few, many = store_of(str(tmp_path / "few.db"), QUARRY), Store(whole.path)

        def taken(store: Store, name: str) -> float:
            times = []
            for _ in range(20):
                began = time.perf_counter()
                store.find(name)
                times.append(time.perf_counter() - began)
                store.close()
            return sorted(times)[10]

        assert taken(many, "Llanowar Elves") < 10 * taken(few, "Old Quarry")


def test_words_in_quotes_name_the_ability_that_is_given(path: str) -> None:
    """The built-in card says the ability that Lavaclaw Reaches gains in other words."""
    wording = (
        "Lava.\n{T}: Melt.\n{1}: Until end of turn, this land becomes a 2/2 creature with "
        '"{X}: This creature gets +X/+0 until end of turn." It\'s still a land.'
    )
    source = store_of(path, {"name": "Lavaclaw Reaches", "oracle_text": wording, "type_line": "Land"})
    with source:
        for piece, size in (("gets +X/+0", None), ("becomes a 2/2", 2)):
            resolves = {"resolves": "Lavaclaw Reaches", "source": "lavaclaw_reaches", "x": 3, "ability": piece}
            board = Board.of({"timeline": ["Lavaclaw Reaches", resolves]}, cards=source)
            assert [one.ability.effects[0].set_power for one in board.timeline.resolutions] == [size]


def test_an_ability_may_be_named_by_words_that_only_the_store_has(path: str) -> None:
    """The built-in library has its own words for abilities; users know the words of their file of cards."""
    wording = "Whirl\n{T}: Target creature gains all kinds until end of turn.\n{T}: Target creature loses all kinds."
    changeling = {
        "name": "Amoeboid Changeling", "type_line": "Creature — Shapeshifter", "power": "1", "toughness": "1",
        "oracle_text": wording,
    }  # fmt: skip
    source = store_of(path, changeling)
    steps = [
        {"enters": "Amoeboid Changeling"},
        {"enters": "Grizzly Bears", "as": "bears"},
        {"resolves": "Amoeboid Changeling", "affects": "bears", "ability": "loses all kinds"},
    ]
    with source:
        (resolved,) = Board.of({"timeline": steps}, cards=source).timeline.resolutions
        assert resolved.ability.effects[0].lose_every == ("creature",)
        steps[2]["ability"] = "loses every kind"
        with pytest.raises(InputError, match="says 'loses every kind'"):
            Board.of({"timeline": steps}, cards=source)


@pytest.mark.parametrize("piece", ["Gets -1/-1 And can't", "is -2/-2"])
def test_a_hyphen_stands_for_the_minus_sign_in_words_that_only_the_store_has(path: str, piece: str) -> None:
    wording = (
        "Whirl\n{T}: Target creature gets −1/−1 and can’t have it all until end of turn.\n"
        "{T}: Target creature is −2/−2 for good."
    )
    changeling = {
        "name": "Amoeboid Changeling", "type_line": "Creature — Shapeshifter", "power": "1", "toughness": "1",
        "oracle_text": wording,
    }  # fmt: skip
    resolves = {"resolves": "Amoeboid Changeling", "affects": "grizzly_bears", "ability": piece}
    with store_of(path, changeling) as source:
        steps = ["Amoeboid Changeling", "Grizzly Bears", resolves]
        assert len(Board.of({"timeline": steps}, cards=source).timeline.resolutions) == 1


class TestReader:
    """Texts that another reader compiled."""

    def test_they_are_compiled_anew(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """That reader did not understand Memnarch's text."""
        monkeypatch.setattr("facts.cards.store.importing.reader", lambda: "0.0.1 an older one")
        monkeypatch.setattr("facts.cards.store.importing.compile_card", lambda card: [[]])
        with store_of(path, MIND) as store:
            (card, (_, same)) = store.find("Memnarch"), next(iter(store.all()))
        assert card is not None
        assert [len(one.faces[0].abilities) for one in (card, same)] == [2, 2]

    def test_the_present_one_is_believed(self, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("facts.cards.store.importing.compile_card", lambda card: [[]])
        with store_of(path, MIND) as store:
            card = store.find("Memnarch")
        assert card is not None and card.faces[0].abilities == ()

    def test_it_has_another_name_with_another_file(self, monkeypatch: pytest.MonkeyPatch) -> None:
        name = reader()
        reader.cache_clear()
        monkeypatch.setattr("facts.cards.store.text_reader._FOLDERS", ("cards",))
        assert reader() != name
        reader.cache_clear()
