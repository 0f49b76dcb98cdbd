"""Hints on the page of a drawn table: the seats that may ask, and the current hint."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from companion.referee.state import Transition
from rules import Action, Seat


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints that seats may still ask for now, and the hint of `seat`, if there is one.

    `position`: the position as the seat knows it. `action`: the suggestion, None while the computer
    thinks about it.
    """

    remaining: Mapping[Seat, int] = field(default_factory=dict)
    seat: Seat = ""
    position: Any = None
    action: Action | None = None


class Adviser(Protocol):
    """A program that gives hints."""

    @property
    def hints(self) -> Hints:
        """The hints now."""

    def ask(self, seat: Seat) -> None:
        """Begin to think about a seat's hint."""

    def look(self) -> tuple[Transition, ...]:
        """Return the notice about a hint that is ready."""
