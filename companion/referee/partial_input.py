"""Places where several pieces say one thing together, and have not said it yet.

Theory of operation
-------------------
Pieces that mean something only together come one after the other, what they replace is seen to be
gone later than they are seen to have come, and a card among them may be turned up last, which is
no piece and is not heard by itself.  So a pile whose pieces say nothing whole, or something
illegal, is listened to again whenever the table is calm:

    what lies there now          what follows
    ---------------------------  ----------------------------------------------------
    nothing that is looked for   no longer listened to
    something legal              it is said, after `SOON_S` of calm
    something illegal            refused, after `SOON_S` of calm; once
    half of something            refused as it lies, after `HALF_S` of calm; once

A game names half of something by an illegal action with the value `UNKNOWN`: what it will be
nobody knows yet.  With `also` it is about cards, and one of them has not been seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rules import UNKNOWN, Action, Verdict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HALF_S: Final = 3.0
"""How long pieces may lie there and say half of something before it is told."""
SOON_S: Final = 0.2
"""How long the table has to be calm for its pieces to be heard again."""
_EPSILON_S: Final = 1e-9

Verdicts = Mapping[Action, Verdict]
"""What pieces may mean, and what the rules say of it."""


def is_incomplete(verdicts: Verdicts) -> bool:
    """Whether pieces say nothing, or half of something only."""
    return all(a.value == UNKNOWN and not v.legal for a, v in verdicts.items())


def wants_cards(verdicts: Verdicts) -> bool:
    """Whether it is half of something that is said of cards: they have to be seen first."""
    return bool(verdicts) and is_incomplete(verdicts) and all(a.also for a in verdicts)


@dataclass(slots=True)
class _Open:
    since: float
    told: Action | None = None


class PartialInput:
    """The places that are listened to again; times are the frames'."""

    def __init__(self) -> None:
        """None is."""
        self._open: dict[str, _Open] = {}
        self._busy_s = 0.0

    def watch(self, cell: str, now: float) -> None:
        """Listen to a place again."""
        self._open[cell] = _Open(now)

    def drop(self, cell: str) -> None:
        """What lies on a place has been answered."""
        self._open.pop(cell, None)

    def incomplete_cells(self, said: Callable[[str], Verdicts]) -> frozenset[str]:
        """The places where half of something lies: nothing there is wrong, it is not whole yet."""
        halves = ((cell, said(cell)) for cell in self._open)
        return frozenset(cell for cell, verdicts in halves if verdicts and is_incomplete(verdicts))

    def due(
        self, now: float, said: Callable[[str], Verdicts], *, calm: bool
    ) -> Iterator[tuple[str, Verdicts]]:
        """The places that have something to be answered now, and what it is; `said` looks."""
        if not calm:
            self._busy_s = now
        if now - self._busy_s < SOON_S - _EPSILON_S:
            return
        for cell, place in list(self._open.items()):
            rested = now - max(self._busy_s, place.since)
            verdicts = said(cell)
            legal = any(verdict.legal for verdict in verdicts.values())
            if legal or not verdicts:
                del self._open[cell]
            elif rested < HALF_S and is_incomplete(verdicts):
                continue
            if legal or (len(verdicts) == 1 and place.told not in verdicts):
                place.told = next(iter(verdicts))
                yield cell, verdicts
