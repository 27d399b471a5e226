"""Which module needs which: in one direction, also where a function imports what it needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path

import facts
from facts.runtime.on_demand import offered

ROOT = Path(facts.__file__).parent.parent


@cache
def _modules() -> dict[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for package in ("facts", "solver", "typeline")
        for path in (ROOT / package).rglob("*.py")
    }


def _imported(node: ast.AST, *, for_types: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what a module imports when it is read or later; what only the type checker reads, if asked for.

    Each comes as the module and the name in it, which is empty where the module itself is imported.
    """
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and not for_types:
        return
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        yield from ((node.module, one.name) for one in node.names)
    if isinstance(node, ast.Import):
        yield from ((one.name, "") for one in node.names)
    for child in ast.iter_child_nodes(node):
        yield from _imported(child, for_types=for_types)


@cache
def _faces() -> dict[str, dict[str, str]]:
    """Return for each package the names that it offers (`__all__`), each with the module that it stands in."""
    modules, found = _modules(), {}
    for package, path in modules.items():
        if path.name == "__init__.py":
            body = _tree(path).body
            offered: list[str] = []
            where: dict[str, str] = {}
            for node in [part for one in body for part in (one.body if isinstance(one, ast.If) else [one])]:
                if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                    offered = ast.literal_eval(node.value)
                if isinstance(node, ast.ImportFrom) and node.module in modules:
                    where |= {one.asname or one.name: node.module for one in node.names}
            found[package] = {name: where.get(name, package) for name in offered}
    return found


def _stands_in(module: str, name: str) -> str:
    """Return the module that a name is imported from in the end: what a face offers, a module of the package has."""
    if f"{module}.{name}" in _modules() and _faces().get(module, {}).get(name, module) == module:
        return f"{module}.{name}"
    further = _faces().get(module, {}).get(name, module)
    return module if further == module else _stands_in(further, name)


def _needs(modules: Mapping[str, Path], *, for_types: bool = False) -> dict[str, set[str]]:
    """Return what each module needs: what it names, and behind the face of a package the module that has the name.

    A face itself needs nothing: it imports what it offers when it is asked for that.
    """
    found: dict[str, set[str]] = {}
    for name, path in modules.items():
        types = for_types and not _is_lazy(path)
        needed = {module for one in _imported(_tree(path), for_types=types) for module in (one[0], _stands_in(*one))}
        found[name] = {one for one in needed if one in modules and one != name}
    return found


def _is_lazy(path: Path) -> bool:
    return path.name == "__init__.py" and "\noffer(__name__)\n" in path.read_text(encoding="utf-8")


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _order() -> list[str]:
    """Return the packages in the order in which the docs list them."""
    text = (ROOT / "docs" / "architecture" / "packages.md").read_text(encoding="utf-8")
    listed = text.split("## The order of the packages", 1)[1].split("A package here includes", 1)[0]
    return [found.replace("/", ".") for found in re.findall(r"`((?:facts|solver)/\w+)/`", listed)]


def _order_within() -> dict[str, list[str]]:
    """Return, for each package with several packages in it, these in the order in which the docs list them."""
    text = (ROOT / "docs" / "architecture" / "packages.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([\w/]+)/` \| (`\w+/`(?:, `\w+/`)+) \|$", text, flags=re.MULTILINE)
    return {package.replace("/", "."): re.findall(r"`(\w+)/`", listed) for package, listed in rows}


def _unit(module: str, package: str) -> str:
    """Return the part of a package that a module is in: a whole package in it, or a module of its own."""
    return ".".join(module.split(".")[: package.count(".") + 2])


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])


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


def _outside(module: str, package: str) -> bool:
    return module != package and not module.startswith(f"{package}.")


def _from_elsewhere() -> Iterator[tuple[str, str, str]]:
    """Yield each name that a module imports from a package that it is not in: the module, from where, the name."""
    for name, path in _modules().items():
        for module, imported in _imported(_tree(path), for_types=True):
            package = module if module in _faces() else module.rpartition(".")[0]
            if package in _faces() and package.count(".") > 0 and _outside(name, package):
                yield name, module, imported


def test_each_package_has_a_face() -> None:
    assert len(_faces()) > 40
    assert [package for package, offered in _faces().items() if not offered] == []
    assert [package for package in _faces() if len(ast.get_docstring(_tree(_modules()[package])) or "") < 20] == []


def test_a_package_is_entered_by_its_face() -> None:
    """Whoever is not in a package imports what its `__all__` names, and none of its modules."""
    found = list(_from_elsewhere())
    assert len(found) > 2_000
    assert [
        f"{name}: {module} {imported}"
        for name, module, imported in found
        if imported not in _faces().get(module, {}) and f"{module}.{imported}" not in _faces()
    ] == []


def test_what_an_outer_package_offers_is_imported_from_it() -> None:
    assert [
        f"{name}: {module}.{imported} is in {package}"
        for name, module, imported in _from_elsewhere()
        for package, offered in _faces().items()
        if package.count(".") > 0 and module.startswith(f"{package}.") and _outside(name, package)
        if imported in offered and _stands_in(package, imported) == _stands_in(module, imported)
    ] == []


def test_a_package_offers_only_what_is_used_elsewhere() -> None:
    """Uses in tests and docs count. Exempt are classes, whose values functions return, and packages imported whole."""
    folders = ("bench", "facts", "solver", "tests", "typeline")
    trees = [_tree(path) for folder in folders for path in (ROOT / folder).rglob("*.py")]
    used = {(module, name) for _, module, name in _from_elsewhere()}
    used |= {one for tree in trees for one in _imported(tree) if one[0] in _faces()}
    for page in (ROOT / "docs").glob("*.md"):
        shown = re.findall(r"^from ([\w.]+) import (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
        used |= {(module, name) for module, names in shown for name in names.split(", ")}
    assert [
        f"{package}.{name}"
        for package, offered in _faces().items()
        if package.count(".") > 0 and package.rpartition(".")[::2] not in used
        for name in offered
        if (package, name) not in used and not name[0].isupper()
    ] == []


def test_a_face_offers_what_it_imports_for_the_type_checker() -> None:
    lazy = [package for package, path in _modules().items() if _is_lazy(path)]
    assert len(lazy) > 30
    for package in lazy:
        told = {name: module for name, module in _faces()[package].items() if module not in (package, "facts.version")}
        assert offered(import_module(package)) == told, package


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
