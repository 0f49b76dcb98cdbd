"""Partial input: cells whose tokens belong together but are not complete yet.

Theory of operation
-------------------
Tokens that have a meaning only together are placed one after another. The removal of the tokens
that they replace is noticed later than their arrival. A card that belongs to them may be turned up
last; it is not a token and has no meaning alone. A pile with an incomplete or illegal input is
therefore checked again whenever the table is calm:

    tokens on the cell            result
    ---------------------------   -------------------------------------------
    no candidate action           the cell is no longer watched
    a legal action                accepted after `SOON_S` of calm
    an illegal action             refused once, after `SOON_S` of calm
    an incomplete action          refused once as it is, after `HALF_S` of calm

A game marks an incomplete action as illegal with the value `UNKNOWN`: its final value is still
open. One that has `also` refers to cards, of which at least one has not been seen.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from rules import UNKNOWN, Action, Verdict

HALF_S: Final = 3.0
"""Time after which an incomplete input is refused."""
SOON_S: Final = 0.2
"""Time for which the table must be calm before its tokens are checked again."""
_EPSILON_S: Final = 1e-9

Verdicts = Mapping[Action, Verdict]
"""Candidate actions with their verdicts."""


def is_incomplete(verdicts: Verdicts) -> bool:
    """Return True if tokens have no meaning yet, or are only part of an action."""
    return all(a.value == UNKNOWN and not v.legal for a, v in verdicts.items())


def wants_cards(verdicts: Verdicts) -> bool:
    """Return True if the input refers to cards that must be seen first."""
    return bool(verdicts) and is_incomplete(verdicts) and all(a.also for a in verdicts)


class _Watch(NamedTuple):
    """A watched cell: the time at which the watch began, and the action refused there."""

    since: float
    refused: Action | None = None


@dataclass(frozen=True, slots=True)
class PartialInput:
    """The cells to check again, and the last time at which the table was not calm.

    All times are on the frames' clock.
    """

    cells: Mapping[str, _Watch] = field(default_factory=dict)
    busy_s: float = 0.0

    def watched(self, cell: str, now: float) -> "PartialInput":
        """Check a cell again later."""
        return replace(self, cells={**self.cells, cell: _Watch(now)})

    def dropped(self, cell: str) -> "PartialInput":
        """Stop watching a cell whose input was resolved."""
        cells = {name: each for name, each in self.cells.items() if name != cell}
        return replace(self, cells=cells) if cell in self.cells else self

    def rested(self, now: float) -> bool:
        """Return True if the table has been calm for long enough to check cells again."""
        return now - self.busy_s >= SOON_S - _EPSILON_S

    def checked(self, cell: str, now: float, verdicts: Verdicts) -> tuple["PartialInput", bool]:
        """Return the input after a check of one cell, and True if it is to be resolved now."""
        watch = self.cells[cell]
        after, legal = self, any(verdict.legal for verdict in verdicts.values())
        if legal or not verdicts:
            after = self.dropped(cell)
        elif now - max(self.busy_s, watch.since) < HALF_S and is_incomplete(verdicts):
            return self, False
        due = legal or (len(verdicts) == 1 and watch.refused not in verdicts)
        if due and not legal:
            refused = watch._replace(refused=next(iter(verdicts)))
            after = replace(self, cells={**self.cells, cell: refused})
        return after, due
