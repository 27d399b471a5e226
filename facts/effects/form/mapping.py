"""Mappings of the effect form as typed values: their keys, and values to and from plain data.

A mapping has room for up to 60 keys and mostly holds three, so a value keeps only those that it was given. The classes
are frozen dataclasses for a type checker. They are not made by `dataclasses.dataclass`, which would write and compile
code for each of them at each start: that takes about as long as deriving a small board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, Union, dataclass_transform, get_args, get_origin
from typing import get_type_hints as type_hints

from facts.runtime import FrozenDict

Schema = dict[str, Any]
_Reader = Callable[[Any], Any]


class FormError(ValueError):
    """Data that is no value of the effect form."""


class Key(NamedTuple):
    """A key as it is declared.

    Attributes:
        schema: Its allowed values, with its title and description.
        name: The key, where Python has another use for the word.
    """

    schema: Schema
    name: str = ""


def key(schema: Schema, name: str = "") -> Any:
    """Declare a key of a mapping.

    Args:
        schema: The allowed values of the key, with its title and description.
        name: The key, where Python has another use for the word.

    Returns:
        The declaration. The attribute of a value is None where the key is left out.
    """
    return Key(schema, name)


@dataclass_transform(kw_only_default=True, frozen_default=True)
class FormMapping:
    """A mapping of the effect form: a base class whose subclasses declare keys."""

    _schemas: ClassVar[dict[str, Schema]] = {}
    _attributes: ClassVar[dict[str, str]] = {}
    _keys: ClassVar[dict[str, str]] = {}
    _readers: ClassVar[dict[str, _Reader] | None] = None

    def __init_subclass__(cls) -> None:
        """Take the declared keys together with those of the base class."""
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Key)}
        cls._schemas = {**cls._schemas, **{value.name or name: value.schema for name, value in own.items()}}
        cls._attributes = {**cls._attributes, **{value.name or name: name for name, value in own.items()}}
        cls._keys = {name: key_ for key_, name in cls._attributes.items()}
        cls._readers = None
        for name in own:
            setattr(cls, name, None)

    def __init__(self, /, **given: Any) -> None:
        """Hold the keys that are given; None stands for one that is left out."""
        for name, value in given.items():
            if not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} has no attribute {name!r}")
            if value is not None:
                self.__dict__[name] = value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse changes: a form is a value."""
        raise AttributeError(f"{type(self).__name__} cannot be changed; `changed` makes another value")

    def __eq__(self, other: object) -> bool:
        """Tell whether two mappings have the same keys and values."""
        return type(self) is type(other) and self.__dict__ == other.__dict__

    def __bool__(self) -> bool:
        """Tell whether it has any key."""
        return bool(self.__dict__)

    def __hash__(self) -> int:
        """Hash by the keys, whose values may be mappings."""
        return hash((type(self), frozenset(self.__dict__)))

    def __repr__(self) -> str:
        """Show the keys that are given."""
        said = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({said})"

    @classmethod
    def properties(cls) -> dict[str, Schema]:
        """Return the keys with their allowed values."""
        return dict(cls._schemas)

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Read plain data.

        Args:
            data: A mapping that the JSON Schema accepts. Its values may be typed values already.

        Raises:
            FormError: A key or a value has no place here.
        """
        readers = cls._readers
        if readers is None:
            hints = type_hints(cls)
            readers = cls._readers = {key_: _reader(hints[name]) for key_, name in cls._attributes.items()}
        made = cls.__new__(cls)
        for name, value in data.items():
            read = readers.get(name)
            if read is None:
                raise FormError(f"{cls.__name__} has no key {name!r}")
            made.__dict__[cls._attributes[name]] = read(value)
        return made

    @classmethod
    def takes(cls, data: Mapping[str, Any]) -> bool:
        """Tell whether a mapping has no keys but those of this class.

        Args:
            data: The mapping, as plain data.
        """
        return data.keys() <= cls._schemas.keys()

    def to_data(self) -> dict[str, Any]:
        """Return it as plain data: keys that are left out stay out."""
        return {name: plain_data(value) for name, value in self.given().items()}

    def given(self) -> dict[str, Any]:
        """Return the keys that are given, with their values."""
        return {self._keys[name]: value for name, value in self.__dict__.items()}

    def changed(self, /, **values: Any) -> Self:
        """Return a copy with other values.

        Args:
            **values: Values by attribute; None leaves a key out.
        """
        return type(self)(**{**self.__dict__, **values})

    def parts(self, under: str = "") -> Iterator[tuple[str, FormMapping]]:
        """Go through all mappings in this one, itself first.

        Args:
            under: The key that it stands under.

        Yields:
            The key that a mapping stands under, and the mapping.
        """
        yield under, self
        for name, value in self.__dict__.items():
            if not isinstance(value, (str, int)):
                yield from form_parts(value, self._keys.get(name, name))


def form_parts(value: object, under: str = "") -> Iterator[tuple[str, FormMapping]]:
    """Go through all mappings in a value of the effect form.

    Args:
        value: A mapping, several, or a word.
        under: The key that it stands under.

    Yields:
        The key that a mapping stands under, and the mapping.
    """
    if isinstance(value, FormMapping):
        yield from value.parts(under)
    elif isinstance(value, tuple):
        for one in value:
            yield from form_parts(one, under)


def _reader(hint: Any) -> _Reader:
    """Return the function that reads a value of one of the types that a key may have."""
    arms = [arm for arm in _arms(hint) if arm is not type(None)]
    plain = tuple(arm for arm in arms if isinstance(arm, type) and not issubclass(arm, FormMapping))
    forms = [arm for arm in arms if isinstance(arm, type) and issubclass(arm, FormMapping)]
    items = [_reader(get_args(arm)[0]) for arm in arms if get_origin(arm) is tuple]
    any_keys = any(get_origin(arm) not in (None, tuple) for arm in arms)

    def read(value: Any) -> Any:
        if isinstance(value, plain) and (not isinstance(value, bool) or bool in plain):
            return value
        if items and isinstance(value, (list, tuple)):
            return tuple(items[0](one) for one in value)
        if isinstance(value, FormMapping) and isinstance(value, tuple(forms)):
            return value
        if isinstance(value, Mapping):
            for form in forms:
                if form.takes(value):
                    return form.from_data(value)
            if any_keys:
                return FrozenDict(value)
        raise FormError(f"{value!r} is none of {', '.join(str(getattr(arm, '__name__', arm)) for arm in arms)}")

    return read


def _arms(hint: Any) -> tuple[Any, ...]:
    """Return the alternatives of a union, of unions within it too."""
    if get_origin(hint) in (Union, UnionType):
        return tuple(arm for one in get_args(hint) for arm in _arms(one))
    return (hint,)


def plain_data(value: Any) -> Any:
    """Return a value of the effect form as plain data.

    Args:
        value: A mapping of the form, several, or a word or number.
    """
    if isinstance(value, FormMapping):
        return value.to_data()
    if isinstance(value, FrozenDict):
        return dict(value)
    return [plain_data(one) for one in value] if isinstance(value, tuple) else value
