"""Which module needs which: in one direction, also where a function imports what it needs."""

from __future__ import annotations

import ast
import re
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


def _imported(node: ast.AST, *, for_types: bool = False) -> Iterator[str]:
    """Yield what a module imports when it is read or later; what only the type checker reads, if asked for."""
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not for_types:
        return
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        yield node.module
        yield from (f"{node.module}.{one.name}" for one in node.names)
    if isinstance(node, ast.Import):
        yield from (one.name for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child, for_types=for_types)


def _needs(modules: Mapping[str, Path], *, for_types: bool = False) -> dict[str, set[str]]:
    return {
        name: {one for one in _imported(_tree(path), for_types=for_types) if one in modules and one != name}
        for name, path in modules.items()
    }


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _order() -> list[str]:
    """Return the packages in the order in which the docs list them."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = text.split("## The order of the packages", 1)[1].split("A package here includes", 1)[0]
    return [found.replace("/", ".") for found in re.findall(r"`((?:facts|solver)/\w+)/`", listed)]


def _order_within() -> dict[str, list[str]]:
    """Return, for each package with several packages in it, these in the order in which the docs list them."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/]+)/` \| (`\w+/`(?:, `\w+/`)+) \|$", text, flags=re.MULTILINE)
    return {package.replace("/", "."): re.findall(r"`(\w+)/`", listed) for package, listed in rows}


def _unit(module: str, package: str) -> str:
    """Return the part of a package that a module is in: a whole package in it, or a module of its own."""
    return ".".join(module.split(".")[: package.count(".") + 2])


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


def _offered() -> dict[str, frozenset[str]]:
    """Return the names that each package offers, but for the two whose names are for users."""
    found: dict[str, frozenset[str]] = {}
    for name, path in _modules().items():
        if path.name == "__init__.py" and "." in name:
            for one in _tree(path).body:
                if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__":
                    found[name] = frozenset(ast.literal_eval(one.value))
    return found


def test_no_module_needs_itself_through_others() -> None:
    needs = _needs(_modules())
    assert len(needs) > 300
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as circle:
        raise AssertionError(f"in a circle: {' <- '.join(circle.args[1])}") from None


def test_the_docs_list_each_package() -> None:
    folders = {".".join(path.parent.relative_to(ROOT).parts) for path in _modules().values()}
    assert sorted(_order()) == sorted(one for one in folders if one.count(".") == 1)


def test_a_package_needs_only_packages_before_it() -> None:
    order = {package: place for place, package in enumerate(_order())}
    assert [
        f"{name} -> {other}"
        for name, needed in _needs(_modules(), for_types=True).items()
        for other in needed
        if order.get(_package(other), -1) > order.get(_package(name), len(order))
    ] == []


def test_the_packages_below_need_nothing_of_those_above() -> None:
    """A module right in `solver` (its build) may need all of it, but none of the packages may need that module."""
    order = _order()
    assert [
        f"{name} -> {other}"
        for name, needed in _needs(_modules(), for_types=True).items()
        for other in needed
        if _package(name) in order and _package(other) not in (*order, "facts", "facts.version", "solver")
    ] == []


def test_the_docs_list_the_packages_within_each_package() -> None:
    found: dict[str, list[str]] = {}
    for name, path in _modules().items():
        if path.name == "__init__.py" and name.count(".") >= 2:
            found.setdefault(name.rpartition(".")[0], []).append(name.rpartition(".")[2])
    several = {package: sorted(names) for package, names in found.items() if len(names) > 1}
    assert {package: sorted(names) for package, names in _order_within().items()} == several


def test_the_parts_of_a_package_need_each_other_in_one_direction() -> None:
    """A package within counts as one part, and so does a module; what is imported for types counts, too."""
    modules = _modules()
    needs = _needs(modules, for_types=True)
    circles: list[str] = []
    for package in (name for name, path in modules.items() if path.name == "__init__.py"):
        parts: dict[str, set[str]] = {}
        for name, needed in needs.items():
            if name.startswith(f"{package}."):
                own = {_unit(one, package) for one in needed if one.startswith(f"{package}.")}
                parts.setdefault(_unit(name, package), set()).update(own - {_unit(name, package)})
        try:
            TopologicalSorter(parts).prepare()
        except CycleError as circle:
            circles.append(f"in {package}: {' <- '.join(circle.args[1])}")
    assert circles == []


def test_a_package_needs_only_packages_before_it_in_its_package() -> None:
    needs = _needs(_modules(), for_types=True)
    assert [
        f"{name} -> {other}"
        for package, listed in _order_within().items()
        for place, part in enumerate(listed)
        for name, needed in needs.items()
        if _unit(name, package) == f"{package}.{part}"
        for other in needed
        if _unit(other, package) in {f"{package}.{later}" for later in listed[place + 1 :]}
    ] == []


def test_what_a_package_offers_is_imported_from_it() -> None:
    offered = _offered()
    assert offered["facts.oracle"]
    wrong: list[str] = []
    for name, path in _modules().items():
        for node in ast.walk(_tree(path)):
            if not isinstance(node, ast.ImportFrom) or node.module is None or name.startswith("typeline"):
                continue
            for package, names in offered.items():
                inside = name == package or name.startswith(f"{package}.")
                if node.module.startswith(f"{package}.") and node.module not in offered and not inside:
                    wrong += [f"{name}: {node.module}.{one.name}" for one in node.names if one.name in names]
    assert wrong == []


def test_names_with_an_underscore_stay_in_their_module() -> None:
    assert [
        f"{name}: {one.name}"
        for name, path in _modules().items()
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("facts", "solver")
        for one in node.names
        if one.name.startswith("_")
    ] == []


def test_no_two_modules_share_a_name() -> None:
    places: dict[str, list[str]] = {}
    for package in ("facts", "solver", "typeline", "bench"):
        for path in (ROOT / package).rglob("*.py"):
            if not path.stem.startswith("__"):
                places.setdefault(path.stem, []).append(str(path.relative_to(ROOT)))
    assert len(places) > 300
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
