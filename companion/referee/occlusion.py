"""Occlusion: cells with unknown content because they are covered or their card is unreadable.

Theory of operation
-------------------
For each cell, a view reports its content, that it is empty, or that it is *covered*. A hand covers
cells only for a while. A cell that stays covered for `UNSEEN_S` in views without a hand is
*occluded*. Settling keeps the known content, so play can usually continue. There are two
exceptions:

    an accusation   a refused action, or a tolerated reveal, may be right if something happened in
                    the occluded cell. While the rules allow an action there, the verdict is
                    deferred until the cell is visible
    a wait          players cannot know why the referee is waiting, so a cell occluded for
                    `REPORT_S` is reported once

This module considers only tracked cells.
"""

from collections.abc import Iterable
from typing import Any, Final

from companion.readings import TableView
from rules import CHANCE, Game

UNSEEN_S: Final = 1.5
"""Time after which a covered cell counts as occluded."""
REPORT_S: Final = 10.0
"""Time after which an occluded cell is reported."""


class Occlusion:
    """The time since which each tracked cell has been covered; updated with every view."""

    def __init__(self, tracked: Iterable[str]) -> None:
        """Start with every cell visible."""
        self._tracked = frozenset(tracked)
        self._since: dict[str, float] = {}
        self._reported: frozenset[str] = frozenset()

    def observe(self, view: TableView) -> None:
        """Record the covered cells of a view; ignore views with a hand or trouble."""
        if view.hand or view.trouble is not None or not view.mat:
            return
        hidden = view.covered & self._tracked
        self._since = {cell: self._since.get(cell, view.time_s) for cell in hidden}
        self._reported &= hidden

    def lasting(self, now: float, seconds: float = UNSEEN_S) -> frozenset[str]:
        """Return the cells that have been covered for at least `seconds`."""
        return frozenset(cell for cell, since in self._since.items() if now - since >= seconds)

    def unreported(self, cells: frozenset[str]) -> frozenset[str]:
        """Return those of `cells` that have not been reported yet."""
        return cells - self._reported

    def mark_reported(self, cells: frozenset[str]) -> None:
        """Record that these cells have been reported."""
        self._reported |= cells


def playable_cells(game: Game[Any], state: Any, cells: frozenset[str]) -> frozenset[str]:  # noqa: ANN401 - the game's own type
    """Return those of `cells` in which a seat has a legal action now."""
    acts = (action for action in game.legal(state) if action.seat != CHANCE)
    return cells & {cell for action in acts for cell in (action.at, action.to)}
