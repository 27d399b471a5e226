"""Mappings of the effect form as dataclasses: their keys, and values to and from plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, field, fields
from types import UnionType
from typing import Any, ClassVar, Self, Union, get_args, get_origin, get_type_hints

Schema = dict[str, Any]


class FormError(ValueError):
    """Data that is no value of the effect form."""


def key(schema: Schema, name: str = "") -> Any:
    """Declare a key of a mapping.

    Args:
        schema: The allowed values of the key, with its title and description.
        name: The key, where Python has another use for the word.

    Returns:
        A field of a dataclass. None stands for a key that is left out.
    """
    return field(default=None, metadata={"schema": schema, "key": name})


class FormMapping:
    """A mapping of the effect form: a base class of dataclasses whose fields are its keys."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @classmethod
    def properties(cls) -> dict[str, Schema]:
        """Return the keys with their allowed values."""
        return {_key(one): one.metadata["schema"] for one in _keys(cls)}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read plain data.

        Args:
            data: A mapping that the JSON Schema accepts.

        Raises:
            FormError: A key or a value has no place here.
        """
        names = {_key(one): one.name for one in _keys(cls)}
        unknown = set(data) - set(names)
        if unknown:
            raise FormError(f"{cls.__name__} has no key {sorted(unknown)[0]!r}")
        hints = get_type_hints(cls)
        return cls(**{names[name]: _read(hints[names[name]], value) for name, value in data.items()})

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data: keys that are left out stay out."""
        values = ((one, getattr(self, one.name)) for one in _keys(self))
        return {_key(one): _plain(value) for one, value in values if value is not None}


def _keys(form: FormMapping | type[FormMapping]) -> list[Field[Any]]:
    """Return the fields that are keys."""
    return [one for one in fields(form) if "schema" in one.metadata]


def _key(one: Field[Any]) -> str:
    return one.metadata["key"] or one.name


def _read(hint: Any, value: Any) -> Any:
    """Read a value of one of the types that a field may have."""
    arms = [
        arm for arm in (get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)) if arm is not type(None)
    ]
    for arm in arms:
        if _fits(arm, value):
            return _as(arm, value)
    raise FormError(f"{value!r} is none of {', '.join(str(getattr(arm, '__name__', arm)) for arm in arms)}")


def _fits(arm: Any, value: Any) -> bool:
    """Tell whether a value can be of a type, by its outside."""
    origin = get_origin(arm)
    if origin is tuple:
        return isinstance(value, (list, tuple))
    if origin is not None:
        return isinstance(value, Mapping)
    if isinstance(arm, type) and issubclass(arm, FormMapping):
        return isinstance(value, Mapping) and set(value) <= set(arm.properties())
    return isinstance(value, arm) and not (arm is int and isinstance(value, bool))


def _as(arm: Any, value: Any) -> Any:
    if get_origin(arm) is tuple:
        return tuple(_read(get_args(arm)[0], one) for one in value)
    if isinstance(arm, type) and issubclass(arm, FormMapping):
        return arm.from_data(value)
    return dict(value) if isinstance(value, Mapping) else value


def _plain(value: Any) -> Any:
    if isinstance(value, FormMapping):
        return value.to_data()
    return [_plain(one) for one in value] if isinstance(value, tuple) else value
