"""Names of a package that are imported when they are first used: a command imports only the modules that it needs."""

from __future__ import annotations

import re
import sys
from importlib import import_module
from types import ModuleType

__all__ = ["offer"]

_IMPORT = re.compile(r"^    from (\S+) import (?:\(([^)]*)\)|(.+))$", re.MULTILINE)
"""An import under ``if TYPE_CHECKING``, as formatted: the module, and its names with or without parentheses."""


class _Package(ModuleType):
    """A package that imports the module of a name when code first asks for that name (as in PEP 562).

    A module may have the name of a function in it (`solver.ask.derive`). The package keeps offering the function when
    Python imports the module.
    """

    __all__: list[str]

    def __getattr__(self, name: str) -> object:
        module = offered(self).get(name)
        if module is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(module), name)
        setattr(self, name, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in self.__all__ and name in offered(self)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self.__all__})


def offer(package: str) -> None:
    """Let a package import names on demand: those that it imports under ``if TYPE_CHECKING``.

    The package lists each of these names twice: in the import, and in ``__all__``. Its source file must be there: a
    package that is installed as compiled files alone offers nothing.

    Args:
        package: The package's ``__name__``.
    """
    sys.modules[package].__class__ = _Package


def offered(package: ModuleType) -> dict[str, str]:
    """Return the names that a package imports when they are asked for, each with its module.

    Args:
        package: The package. Its source is read once.
    """
    known: dict[str, str] | None = package.__dict__.get("_offered")
    if known is None:
        spec = package.__spec__
        assert spec is not None and spec.origin is not None
        source = spec.loader.get_data(spec.origin).decode("utf-8")  # type: ignore[union-attr]
        known = package.__dict__["_offered"] = {
            name: module
            for module, several, one in _IMPORT.findall(source)
            if module != package.__name__  # a module of the package, which Python finds
            for name in (several or one).replace(",", " ").split()
        }
    return known
