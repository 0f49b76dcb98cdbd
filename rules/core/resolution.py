"""Resolution of an action into events.

Each event is folded at once, so the next question is asked of the updated position.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from rules.core.event import Event

S = TypeVar("S")


class Resolution(Generic[S]):
    """Events of one action so far, and the state they lead to; games subclass it with queries."""

    def __init__(self, state: S, fold: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._fold = fold

    def emit(self, event: Event) -> None:
        """Record an event and fold it."""
        self.events.append(event)
        self.state = self._fold(self.state, event)
