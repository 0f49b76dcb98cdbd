"""Writing down what an action brings about, event by event.

Each event is folded at once, so that the next question is put to the position as it then is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.core.event import Event

S = TypeVar("S")


class Resolution(Generic[S]):
    """The events of one action so far, and the state they lead to; games add their questions."""

    def __init__(self, state: S, fold: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._fold = fold

    def emit(self, event: Event) -> None:
        """Write an event down and fold it."""
        self.events.append(event)
        self.state = self._fold(self.state, event)
