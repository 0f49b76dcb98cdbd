"""Events: facts about a match, whose state is a fold over them.

The kinds that every game shares are constants of this module; `rules.core.event_kinds` declares
their fields. A game adds its own kinds in snake_case.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from rules.core.reprs import short_repr
from rules.core.values import Seat

REVEALED = "revealed"
ROLLED = "rolled"
TURN_STARTED = "turn_started"
ROUND_STARTED = "round_started"
GAME_ENDED = "game_ended"
"""Kind of the event that ends a game; `Rules.outcome` returns the result."""
SETTLED = "settled"


class Event(NamedTuple):
    """One fact about a match. Fields that the kind does not use are empty."""

    kind: str
    seat: Seat = ""
    card: str = ""
    cell: str = ""
    to: str = ""
    number: int = 0
    value: str = ""
    clause: str = ""
    items: tuple[str, ...] = ()

    def __repr__(self) -> str:
        given = event_data(self)
        words = [repr(given.pop("kind", "")), *(f"{n}={getattr(self, n)!r}" for n in given)]
        return f"Event({', '.join(words)})"


_FIELDS = Event._fields
_DEFAULTS = {"number": 0, "items": ()}


def event_data(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object, without its empty fields."""
    data: dict[str, Any] = {}
    for name in _FIELDS:
        value = getattr(event, name)
        if value != _DEFAULTS.get(name, ""):
            data[name] = list(value) if isinstance(value, tuple) else value
    return data


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game: winners (empty: a draw), the clause that ended it, and the scores.

    `tie` is the event that names the tie-breaker's clause. `counts` holds the number by which the
    tie-breaker compares each seat.
    """

    winners: tuple[Seat, ...]
    clause: str
    scores: Mapping[Seat, int] = field(default_factory=dict)
    tie: Event | None = None
    counts: Mapping[Seat, int] = field(default_factory=dict)

    __repr__ = short_repr

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause that ended the game and the clause of the tie-breaker, without duplicates."""
        tie = self.tie.clause if self.tie is not None else ""
        return tuple(dict.fromkeys(filter(None, (self.clause, tie))))


# Resolution of an action into events, and their fold.
#
# Each event is folded immediately, so later queries see the updated position.


S = TypeVar("S")


def unchanged(state: S, _event: Event) -> S:
    """Fold an event that only informs the players."""
    return state


class Resolution(Generic[S]):
    """Events of one action so far, and the resulting state; games add queries in subclasses."""

    def __init__(self, state: S, fold: Callable[[S, Event], S]) -> None:
        self.state = state
        self.events: list[Event] = []
        self._fold = fold

    def emit(self, event: Event) -> None:
        """Record an event and fold it."""
        self.events.append(event)
        self.state = self._fold(self.state, event)
