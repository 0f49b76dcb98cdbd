"""Named tuples and tables that are faster than those of the standard library."""

from collections.abc import Callable
from operator import itemgetter
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


def setter(cls: type[T], *names: str) -> Callable[..., T]:
    """Return a function that replaces these fields of a named tuple, given in this order.

    It takes two thirds of the time of `_replace`.

    >>> from typing import NamedTuple
    >>> class Point(NamedTuple):
    ...     x: int
    ...     y: int
    >>> setter(Point, "y")(Point(1, 2), 3)
    Point(x=1, y=3)
    """
    fields: tuple[str, ...] = vars(cls)["_fields"]
    given = {name: len(fields) + i for i, name in enumerate(names)}
    picked = itemgetter(*(given.get(name, i) for i, name in enumerate(fields)))
    new = tuple.__new__

    def replaced(self: T, *values: object) -> T:
        return new(cls, picked(self + values))

    return replaced


class Cached(dict[K, V]):
    """A dictionary that computes the value of a missing key."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value
