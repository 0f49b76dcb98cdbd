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

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.readings import Face, TableView
from companion.referee.geometry import TableGeometry

UNSEEN_S: Final = 1.5
"""Time after which a covered cell counts as occluded."""
REPORT_S: Final = 10.0
"""Time after which an occluded cell is reported."""


_CARDS = frozenset((Face.FRONT, Face.BACK))


@dataclass(frozen=True, slots=True)
class Occlusion:
    """The time since which each tracked cell has been covered.

    `readable`: cells seen empty, or with a card that was read. `reported`: occluded cells that were
    reported. `checked`: the number of plies and the cells for which the rules were queried last.
    """

    since: Mapping[str, float] = field(default_factory=dict)
    readable: frozenset[str] = frozenset()
    reported: frozenset[str] = frozenset()
    checked: tuple[int, frozenset[str]] = (0, frozenset())

    def observed(self, view: TableView, geometry: TableGeometry) -> "Occlusion":
        """Return the occlusion after a view; a hand or trouble changes nothing."""
        if view.hand or view.trouble is not None:
            return self
        cards = {reading.cell or "" for reading in view.readings if reading.face in _CARDS}
        since, reported = self.since, self.reported
        if view.mat:
            hidden = frozenset(filter(geometry.is_tracked, view.covered))
            since = {cell: self.since.get(cell, view.time_s) for cell in hidden}
            reported &= hidden
        return Occlusion(since, view.empty | cards, reported, self.checked)

    def lasting(self, now: float, seconds: float = UNSEEN_S) -> frozenset[str]:
        """Return the cells that have been covered for at least `seconds`."""
        return frozenset(cell for cell, since in self.since.items() if now - since >= seconds)
