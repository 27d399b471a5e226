"""Names of packages that are imported when they are asked for."""

from __future__ import annotations

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from facts.runtime.on_demand import offered

ROOT = Path(__file__).parents[3]
PACKAGES = sorted(
    ".".join(path.parent.relative_to(ROOT).parts)
    for top in ("facts", "solver", "typeline")
    for path in (ROOT / top).rglob("__init__.py")
    if "\noffer(__name__)\n" in path.read_text(encoding="utf-8")
)
BOTH = {"solver": ["derive"], "solver.ask.explain": ["askable", "why", "why_not"]}
"""Names that packages offer, and that modules in them have, too."""


def in_new_process(code: str) -> str:
    """Run code in a separate process; return its output."""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.parametrize("package", PACKAGES)
def test_every_name_is_there(package: str) -> None:
    module = importlib.import_module(package)
    names = offered(module)
    assert names and names.keys() <= set(module.__all__) <= set(dir(module))
    assert all(getattr(module, name) is getattr(module, name) for name in names)
    exec(f"from {package} import {', '.join(module.__all__)}")
    with pytest.raises(AttributeError, match=f"module '{package}' has no attribute 'nothing'"):
        module.nothing  # noqa: B018


@pytest.mark.parametrize("package", BOTH)
def test_a_name_is_what_stands_in_a_module_even_where_that_has_it_too(package: str) -> None:
    for name in BOTH[package]:
        for first in (f"import {package}.{name}", f"from {package} import {name}", f"import {package}"):
            code = (
                f"import importlib\ntry:\n    {first}\nexcept ImportError:\n    pass\n"
                f"from {package} import {name}\nimport {package}\n"
                f"print(callable({name}), {package}.{name} is {name}, type({name}).__name__)\n"
            )
            assert in_new_process(code) == "True True function\n", (first, name)


def test_a_module_stays_a_module() -> None:
    code = (
        "import importlib, sys\n"
        "import solver.ask.explain.whynot.why_not\n"
        "from solver.ask.explain import why_not\n"
        "module = importlib.import_module('solver.ask.explain.whynot.why_not')\n"
        "from solver.ask.derive import EDITIONS\n"
        "loaded = sys.modules['solver.ask.explain.whynot.why_not']\n"
        "print(type(module).__name__, module.why_not is why_not, loaded is module)\n"
    )
    assert in_new_process(code) == "module True True\n"


@pytest.mark.parametrize(
    ("arguments", "without"),
    [
        (["--version"], ["clingo", "facts.board.board", "yaml", "solver.ask.derive"]),
        (["derive", "Forest"], ["jsonschema_rs", "rich", "solver.ask.explain.reasons.why", "facts.oracle.read"]),
        (["diff", "Forest", "Blood Moon", "--without", "forest"], ["jsonschema_rs", "rich", "facts.oracle.read"]),
        (["why-not", "Forest", "forest is an Island"], ["jsonschema_rs", "rich", "solver.ask.explain.rules.compiling"]),
        (["why", "Forest", "forest is a Land"], ["jsonschema_rs", "rich", "solver.ask.explain.rules.compiling"]),
    ],
    ids=lambda value: value[0],
)
def test_a_command_imports_only_what_it_needs(arguments: list[str], without: list[str]) -> None:
    code = (
        "import sys\nfrom solver.cli import cli\n"
        f"try:\n    cli.main({arguments!r}, standalone_mode=False)\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {without!r} if name in sys.modules])\n"
    )
    assert in_new_process(code).splitlines()[-1] == "[]"
