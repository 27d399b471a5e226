"""The package: the contents of a wheel, and the name that users import."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import facts
import solver
import typeline
from facts.cards.edition import EDITIONS
from facts.schema import schema_text
from facts.version import VERSION
from solver.mcp.resources import pages

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the contents of a wheel."""
    built, site = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(site)
    return site


def python(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the installed package, from a folder that has nothing to do with it."""
    given = {**os.environ, "PYTHONPATH": str(installed)}
    return subprocess.run(
        [sys.executable, *arguments], cwd=installed.parent, capture_output=True, text=True, env=given, check=False
    )


class TestWheel:
    """An installed wheel works without the checkout."""

    def test_it_installs_three_packages_with_types(self, installed: Path) -> None:
        there = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
        assert there == {"facts", "solver", "typeline"}
        assert all((installed / name / "py.typed").is_file() for name in there)
        (told,) = installed.glob("*.dist-info/METADATA")
        assert f"\nVersion: {VERSION}\n" in told.read_text(encoding="utf-8")

    def test_it_has_the_cases(self, installed: Path) -> None:
        cases = {path.relative_to(ROOT / "tests/cases") for path in (ROOT / "tests/cases").glob("*/*.yaml")}
        assert {path.relative_to(installed / "solver/cases") for path in installed.glob("solver/cases/*/*")} == cases

    def test_it_has_what_assistants_read(self, installed: Path) -> None:
        asked = (
            "import json; from solver.mcp.resources import pages\n"
            "print(json.dumps({uri: page.read() for uri, page in pages().items()}))"
        )
        assert json.loads(python(installed, "-c", asked).stdout) == {uri: page.read() for uri, page in pages().items()}

    def test_it_has_what_is_prepared(self, installed: Path) -> None:
        asked = (
            "from solver.speed import prepared; from solver.ask.explain.rules import prepared_forms\n"
            "print(len(prepared._read(prepared.SKETCHES)['statements']), len(prepared_forms._read()))"
        )
        run = python(installed, "-c", asked)
        assert run.stderr == ""
        assert all(int(number) > 1000 for number in run.stdout.split())

    def test_check_finds_them(self, installed: Path) -> None:
        """`.ci/run` has the installed command run some of them."""
        run = python(installed, "-m", "typeline", "check", "--matrix", "--json")
        assert (run.returncode, run.stderr) == (0, "")
        cited = {case for one in json.loads(run.stdout)["paragraphs"] for case in one["cases"]}
        assert len(cited) > 800
        asked = "import typeline, solver.ask.check.cases as c; print(typeline.__file__); print(c.case_folder())"
        assert python(installed, "-c", asked).stdout.splitlines() == [
            str(installed / "typeline/__init__.py"),
            str(installed / "solver/cases"),
        ]

    def test_nothing_in_it_needs_the_tests(self, installed: Path) -> None:
        imported = re.compile(r"^\s*(?:from|import) (?:tests|bench)\b", re.MULTILINE)
        modules = [path for path in installed.rglob("*.py") if imported.search(path.read_text(encoding="utf-8"))]
        assert modules == []


class TestName:
    """``typeline`` is the name to import."""

    def test_it_is_the_same_as_what_it_stands_for(self) -> None:
        assert typeline.Board is facts.Board and typeline.derive is solver.derive
        answer = typeline.derive(typeline.Board.named(["Dryad Arbor", "Blood Moon"]))
        assert answer.objects["dryad_arbor"].type_line == "Land Creature — Mountain Dryad"

    def test_each_name_is_there_and_told_to_type_checkers(self) -> None:
        assert all(getattr(typeline, name) is not None for name in typeline.__all__)
        assert set(typeline.__all__) <= set(dir(typeline))
        text = Path(str(typeline.__file__)).read_text(encoding="utf-8")
        told = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.If))
        imports = [node for node in told.body if isinstance(node, ast.ImportFrom)]
        assert {alias.name for node in imports for alias in node.names} | {"__version__"} == set(typeline.__all__)
        for node in imports:
            for alias in node.names:
                assert getattr(typeline, alias.name) is getattr(sys.modules[str(node.module)], alias.name)

    def test_there_is_no_other_name(self) -> None:
        with pytest.raises(AttributeError, match="module 'typeline' has no attribute 'derve'"):
            _ = typeline.derve  # type: ignore[attr-defined]

    def test_importing_it_imports_little(self) -> None:
        asked = "import sys, typeline; assert not {'clingo', 'click', 'solver'} & set(sys.modules)"
        run = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False)
        assert run.stderr == ""

    def test_the_version_stands_in_one_place(self) -> None:
        assert typeline.__version__ == VERSION
        told = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        assert "version" in told["project"]["dynamic"] and "version" not in told["project"]


def test_the_editions_of_a_case_are_those_that_there_are() -> None:
    assert tuple(json.loads(schema_text("case"))["properties"]["edition"]["enum"]) == EDITIONS
