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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

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


@dataclass(slots=True)
class _Open:
    """A watched cell: the time at which the watch began, and the action refused there."""

    since: float
    refused: Action | None = None


class PartialInput:
    """The cells to check again. All times are on the frames' clock."""

    def __init__(self) -> None:
        """Start with no watched cells."""
        self._open: dict[str, _Open] = {}
        self._busy_s = 0.0

    def watch(self, cell: str, now: float) -> None:
        """Check a cell again later."""
        self._open[cell] = _Open(now)

    def drop(self, cell: str) -> None:
        """Stop watching a cell whose input was resolved."""
        self._open.pop(cell, None)

    def incomplete_cells(self, judge: Callable[[str], Verdicts]) -> frozenset[str]:
        """Return the cells with incomplete inputs, which are not faults yet."""
        judged = ((cell, judge(cell)) for cell in self._open)
        return frozenset(cell for cell, verdicts in judged if verdicts and is_incomplete(verdicts))

    def due(
        self, now: float, judge: Callable[[str], Verdicts], *, calm: bool
    ) -> Iterator[tuple[str, Verdicts]]:
        """Yield the cells to resolve now, with their verdicts; `judge` judges one cell."""
        if not calm:
            self._busy_s = now
        if now - self._busy_s < SOON_S - _EPSILON_S:
            return
        for cell, place in list(self._open.items()):
            rested = now - max(self._busy_s, place.since)
            verdicts = judge(cell)
            legal = any(verdict.legal for verdict in verdicts.values())
            if legal or not verdicts:
                del self._open[cell]
            elif rested < HALF_S and is_incomplete(verdicts):
                continue
            if legal or (len(verdicts) == 1 and place.refused not in verdicts):
                place.refused = next(iter(verdicts))
                yield cell, verdicts
