"""Which module needs which: in one direction, also where a function imports what it needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import facts

ROOT = Path(facts.__file__).parent.parent


def _modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in ("facts", "solver", "typeline")
        for path in (ROOT / package).rglob("*.py")
    }


def _imported(node: ast.AST) -> Iterator[str]:
    """Yield what a module imports when it is read or later, but for what only the type checker reads."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child)


def _needs(modules: Mapping[str, Path]) -> dict[str, set[str]]:
    return {
        name: {one for one in _imported(ast.parse(path.read_text(encoding="utf-8"))) if one in modules and one != name}
        for name, path in modules.items()
    }


def test_no_module_needs_itself_through_others() -> None:
    needs = _needs(_modules())
    assert len(needs) > 300
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as circle:
        raise AssertionError(f"in a circle: {' <- '.join(circle.args[1])}") from None


def test_no_two_modules_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for package in ("facts", "solver", "typeline", "bench"):
        for path in (ROOT / package).rglob("*.py"):
            if not path.stem.startswith("__"):
                places.setdefault(path.stem, []).append(str(path.relative_to(ROOT)))
    assert len(places) > 300
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
