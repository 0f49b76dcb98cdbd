"""Columns of `cards.csv` that belong to a game: their types, ranges and faults.

    COLUMNS = {"suit": OneOf(SUITS), "rank": Number(1, 13)}

The kernel reads every row with them, and reports each fault with its file, line and fix.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from rules.core.card_data import Card
from rules.errors import FactError, Fault
from rules.messages.message import Message, Text
from rules.messages.near_matches import did_you_mean

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

Report = Callable[[str, Text, Text], None]
"""Reports a fault: the column, what is wrong, and a fix."""


class Column(Protocol[T_co]):
    """One column."""

    def read(self, text: str) -> T_co:
        """Return the value of a cell; raise `FactError` if it is invalid."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from `least` to `most`; `empty` is the value of an empty cell, if allowed."""

    least: int = 0
    most: int = 9999
    empty: int | None = None

    def read(self, text: str) -> int:
        """Return the number."""
        if not text and self.empty is not None:
            return self.empty
        fix = Message("number", least=self.least, most=self.most)
        if not (text.isascii() and text.isdigit()):
            raise FactError(Message("fact_no_number", text=text), fix)
        if len(text) > len(str(self.most)) or not self.least <= int(text) <= self.most:
            raise FactError(Message("fact_unknown", text=text), fix)
        return int(text)


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few words; with `optional`, the cell may be empty."""

    words: tuple[str, ...]
    optional: bool = False

    def read(self, text: str) -> str:
        """Return the word."""
        if text not in self.words and not (self.optional and not text):
            raise FactError(Message("fact_unknown", text=text), did_you_mean(text, self.words))
        return text


@dataclass(frozen=True, slots=True)
class Parsed(Generic[T]):
    """A text in a notation of the game; `parse` raises `ValueError` if it cannot be read."""

    parse: Callable[[str], T]
    example: str

    def read(self, text: str) -> T:
        """Return the value that the text stands for."""
        try:
            return self.parse(text)
        except FactError as error:
            raise FactError(error.what, error.fix or self._fix) from error
        except (ValueError, IndexError) as error:
            raise FactError(Message("fact_unread", text=text), self._fix) from error

    @property
    def _fix(self) -> Message:
        return Message("fact_example", example=self.example)


def no_card(_row: Card, _values: Mapping[str, Any], _report: Report) -> None:
    """Return nothing: the game has no card type of its own."""


def read_row(
    row: Card,
    columns: Mapping[str, Column[Any]],
    make: Callable[[Card, Mapping[str, Any], Report], T],
    file: str,
    faults: list[Fault],
) -> T | None:
    """Return a game's card for a row, or None if a column is faulty.

    `make` reports what is wrong with several columns together. Faults are appended to `faults`.
    """

    def report(column: str, what: Text, fix: Text) -> None:
        faults.append(Fault(file, row.line, column, what, fix))

    values: dict[str, Any] = {}
    for name, column in columns.items():
        try:
            values[name] = column.read(row.facts.get(name, ""))
        except FactError as error:
            report(name, error.what, error.fix)
    return make(row, values, report) if len(values) == len(columns) else None
