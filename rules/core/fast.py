"""Named tuples and tables that are faster than those of the standard library."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])
K = TypeVar("K")
V = TypeVar("V")


def fast_replace(cls: type[T]) -> type[T]:
    """Return a class of named tuples, with a `_replace` that takes half the usual time."""
    names: tuple[str, ...] = vars(cls)["_fields"]
    places, new = {name: i for i, name in enumerate(names)}, tuple.__new__

    def replace(self: T, /, **changes: object) -> T:
        fields = list(self)
        for name, value in changes.items():
            fields[places[name]] = value
        return new(cls, fields)

    type.__setattr__(cls, "_replace", replace)
    return cls


class Cached(dict[K, V]):
    """A dictionary that computes the value of a missing key."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value
