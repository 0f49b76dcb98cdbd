"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rules.core.reprs import short_repr

if TYPE_CHECKING:
    from rules.core.event import Event
    from rules.core.values import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winners (empty: a draw), the clause that ended it, the scores.

    `tie`: what was looked at where the scores are equal, an event with its clause, and `counts`
    what each seat had of it.
    """

    winners: tuple[Seat, ...]
    clause: str
    scores: Mapping[Seat, int] = field(default_factory=dict)
    tie: Event | None = None
    counts: Mapping[Seat, int] = field(default_factory=dict)

    __repr__ = short_repr

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clause that ended it, and the one that broke a tie, each once."""
        tie = self.tie.clause if self.tie is not None else ""
        return tuple(dict.fromkeys(filter(None, (self.clause, tie))))
