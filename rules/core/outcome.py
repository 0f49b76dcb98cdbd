"""Result of a finished game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.core.event import Event
from rules.core.reprs import short_repr
from rules.core.values import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a game: winners (empty: a draw), the clause that ended it, and the scores.

    `tie` is the event that names the tie-breaker's clause; `counts` holds each seat's figure for
    it.
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
