"""Nobody gets an answer by an old law: the user is told that the law has changed since the build."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facts import Board
from facts.text import InputError
from solver import derive
from solver.ask.house_rules import leave, use
from solver.program import made_chapters
from solver.program import rule_files as program
from solver.speed import old_tables, prepared, supposing
from solver.speed.old_tables import OldTablesWarning
from tests.solver.command import Typeline

_FILTERS = "law/611_3_filters.lp"
_HISTORIC = 'has(Object, type, "{}", state).'
_BOARD = Board.of({
    "cards": [
        {
            "name": "Old Ages",
            "type_line": "Enchantment",
            "abilities": [{"affects": {"historic": True, "type": "Creature"}, "add_subtypes": ["Dinosaur"]}],
        },
        {
            "name": "Blessed World",
            "type_line": "Enchantment",
            "abilities": [{"affects": {"type": "Creature"}, "add_types": ["Enchantment"]}],
        },
    ],
    "timeline": [{"enters": "Grizzly Bears", "as": "bears"}, "Old Ages", "Blessed World"],
})  # fmt: skip
"""By the law, these effects are independent. If enchantments were historic, the first would depend on the second."""

Edit = Callable[[str, str, str], None]


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Edit]:
    """Return a function that edits a copy of the rules, which are read from then on."""
    folder = tmp_path / "checkout"
    shutil.copytree(program.root() / "rules", folder / "rules")
    shutil.copy(program.root() / "rules.lp", folder)
    monkeypatch.setattr(program, "root", lambda: folder)

    def change(name: str, old: str, new: str) -> None:
        file = folder / "rules" / name
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")
        program.forget()

    yield change
    monkeypatch.undo()
    program.forget()


def test_what_is_shipped_was_made_from_the_shipped_law() -> None:
    assert made_chapters.changed_since_made() == [], "run `python -m solver.build`"
    assert old_tables.changed_since_built() == [], "run `python -m solver.build`"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert derive(_BOARD).objects["bears"].type_line == "Enchantment Creature — Bear"


def test_each_chapter_names_the_files_that_it_is_made_from() -> None:
    for made in program.MADE:
        assert f"{program.MEETING}:" in program.chapter_text(program.path_of(made)).partition("#program")[0]
    assert set(made_chapters.PARTS) == {*supposing.PARTS, "instances"}


def test_chapters_made_from_another_law_are_refused(edit: Edit, typeline: Typeline, tmp_path: Path) -> None:
    """The law says that the first effect depends on the second one. The engine's chapters do not know it yet."""
    edit(_FILTERS, _HISTORIC.format("Artifact"), _HISTORIC.format("Enchantment"))
    problem = f"rules/{_FILTERS} has changed since rules/engine/supposed.lp was made from the law"
    with pytest.raises(InputError, match=problem):
        derive(_BOARD)
    for call in (("derive", "Forest"), ("why", "Forest", "forest is a land"), ("check", "Forest")):
        line = typeline(*call).refusal()
        assert line.startswith(problem)
        assert "Run `python -m solver.build`" in line
    boards = tmp_path / "boards.ndjson"
    boards.write_text('{"timeline": ["Forest"]}\n{"timeline": ["Island"]}\n', encoding="utf-8")
    assert typeline("batch", str(boards)).refusal().startswith(problem)
    with pytest.warns(OldTablesWarning):
        assert derive(_BOARD, plain=True).objects["bears"].type_line == "Enchantment Creature — Bear Dinosaur"


def test_once_they_are_made_anew_they_are_not_refused(edit: Edit) -> None:
    edit(_FILTERS, _HISTORIC.format("Artifact"), _HISTORIC.format("Enchantment"))
    for name, text in supposing.chapters().items():
        program.path_of(name).write_text(text, encoding="utf-8")
    program.forget()
    with pytest.warns(OldTablesWarning):
        assert derive(_BOARD).objects["bears"].type_line == "Enchantment Creature — Bear Dinosaur"


def test_several_files_may_have_changed(edit: Edit) -> None:
    edit(_FILTERS, _HISTORIC.format("Artifact"), _HISTORIC.format("Enchantment"))
    edit(
        f"law/{program.MEETING}",
        "must not:\n%@ -\n",
        "must not:\n%@ -\nlegible(Effect) :- created(Effect, round).\n%@ -\n",
    )
    with pytest.raises(InputError, match=f"rules/{_FILTERS} and 1 more file have changed"):
        derive(_BOARD)


def test_tables_of_other_rules_only_cost_time(edit: Edit, typeline: Typeline) -> None:
    edit(_FILTERS, 'outlaw_type("Assassin";', 'outlaw_type("Bandit";"Assassin";')
    told = typeline("derive", "Forest")
    assert told.code == 0
    said = f"rules/{_FILTERS} has changed since the build, so answers come slowly. Run `python -m solver.build`"
    assert told.err.splitlines() == [f"warning: {said}"]


def test_a_comment_may_change(edit: Edit) -> None:
    for name in (_FILTERS, f"law/{program.MEETING}"):
        edit(name, "#program look(step,state,layer).\n", "#program look(step,state,layer).\n% Another comment.\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        derive(_BOARD)


@pytest.mark.parametrize("content", [b"", b"no table"])
def test_damaged_tables_are_named(content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rules.gates"
    file.write_bytes(content)
    monkeypatch.setattr(prepared, "GATES", file)
    assert old_tables.changed_since_built() == ["solver/speed/rules.gates"]


def test_another_module_that_makes_tables_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    changed = tmp_path / "gates.py"
    changed.write_text("# another way to find gates\n", encoding="utf-8")
    monkeypatch.setattr(prepared, "MAKERS", (changed,))
    assert old_tables.changed_since_built() == ["a module of solver/speed/gates.py"]


_BASE = '%@ house.1 "{O} is snow"\ntext(O,supertype,"Snow") :- text(O,supertype,"Basic").\n'
_STATE = (
    '#program look(step,state,layer).\n%@ house.2 "{Object} is historic: it is an enchantment"\n'
    'described(Object,"historic",step) :- has(Object,type,"Enchantment",state).\n'
)


@pytest.mark.parametrize(
    ("rules", "bears"), [(_BASE, "Enchantment Creature — Bear"), (_STATE, "Enchantment Creature — Bear Dinosaur")]
)
def test_house_rules_change_no_file(rules: str, bears: str, tmp_path: Path) -> None:
    file = tmp_path / "house.lp"
    file.write_text(rules, encoding="utf-8")
    use(file)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert derive(_BOARD).objects["bears"].type_line == bears
    finally:
        leave()


def test_beside_house_rules_an_old_chapter_is_refused_unless_it_is_made_anew(edit: Edit, tmp_path: Path) -> None:
    edit(_FILTERS, _HISTORIC.format("Artifact"), _HISTORIC.format("Enchantment"))
    file = tmp_path / "house.lp"
    try:
        file.write_text(_BASE, encoding="utf-8")
        use(file)
        with pytest.raises(InputError, match="has changed since"):
            derive(_BOARD)
        file.write_text(_STATE.replace("Enchantment", "World"), encoding="utf-8")
        use(file)
        with pytest.warns(OldTablesWarning):
            assert derive(_BOARD).objects["bears"].type_line == "Enchantment Creature — Bear Dinosaur"
    finally:
        leave()
