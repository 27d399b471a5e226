"""Mappings and lists that cannot be changed.

A `types.MappingProxyType` cannot be pickled, and a board goes to other processes. Libraries have such mappings, but
every process would import one more package; a subclass of ``dict`` is read as fast as a ``dict``. The data of a
document have lists, as YAML and JSON do: readers ask for lists, not for tuples.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class FrozenDict(dict[_Key, _Value]):
    """A ``dict`` that refuses every change."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this mapping cannot be changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        """Return a hash. Equal mappings have equal hashes."""
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[type[FrozenDict[_Key, _Value]], tuple[dict[_Key, _Value]]]:
        """Return it for pickling: as a new value, not as an empty one that is filled."""
        return FrozenDict, (dict(self),)


class FrozenList(list[_Value]):
    """A ``list`` that refuses every change."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise TypeError("this list cannot be changed")

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self) -> tuple[type[FrozenList[_Value]], tuple[list[_Value]]]:
        """Return it for pickling: as a new value, not as an empty one that is filled."""
        return FrozenList, (list(self),)


def frozen_data(data: Any) -> Any:
    """Return plain data of which no part can be changed.

    Args:
        data: The data. What is frozen already stays the same value; so do texts and numbers.
    """
    kind = type(data)
    if kind is dict:
        return FrozenDict({key: one if type(one) is str else frozen_data(one) for key, one in data.items()})
    if kind is list:
        return FrozenList([one if type(one) is str else frozen_data(one) for one in data])
    return data


NO_ENTRIES: FrozenDict[Any, Any] = FrozenDict()
"""The mapping without entries."""
