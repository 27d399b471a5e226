"""Names of a package that are imported when they are first used: a command imports only the modules that it needs."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType

__all__ = ["offer"]


class _Package(ModuleType):
    """A package that imports the module of a name when it is asked for that name (as PEP 562 has it).

    A module may have the name of a function in it (`solver.ask.derive`). The package keeps offering the function when
    Python imports the module.
    """

    _offered: Mapping[str, str]

    def __getattr__(self, name: str) -> object:
        module = self._offered.get(name)
        if module is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        found = getattr(import_module(module), name)
        setattr(self, name, found)
        return found

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in self._offered and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*self.__dict__, *self._offered})


def offer(package: str, names: Mapping[str, tuple[str, ...]]) -> None:
    """Have a package import names when they are asked for.

    Args:
        package: The package's ``__name__``. It imports the same names for type checkers.
        names: For each module the names that stand in it.
    """
    module = sys.modules[package]
    module.__dict__["_offered"] = {name: where for where, found in names.items() for name in found}
    module.__class__ = _Package
