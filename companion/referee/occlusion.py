"""Cells that nobody can see: something stands on them, or their card cannot be read.

Theory of operation
-------------------
A view says of each cell what lies there, that it is bare, or that it is *covered*.  A hand covers
and goes; what stays covered in views without a hand for `UNSEEN_S` is a *blind* cell.  Settling
keeps what was known of it, so that most of a match goes on as if nothing were there.  Two things
may not:

    an accusation   what is refused, or borne with a clause, may be right if something was done in
                    the blind cell; while the rules allow something there nobody is accused, but
                    told that it cannot be seen, and the table is judged when it can
    a wait          nobody knows why nothing counts; what stays blind for `TOLD_S` is told, once

Only cells that are compared with the match count: what lies on the other places says its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rules import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.readings import TableView
    from rules import Game

UNSEEN_S: Final = 1.5
TOLD_S: Final = 10.0


class Occlusion:
    """Since when each compared cell was not to be seen; fed with every view."""

    def __init__(self, tracked: Iterable[str]) -> None:
        """Nothing is hidden yet; `tracked` are the cells that are compared."""
        self._tracked = frozenset(tracked)
        self._since: dict[str, float] = {}
        self._reported: frozenset[str] = frozenset()

    def observe(self, view: TableView) -> None:
        """A view without a hand and without trouble tells which cells are hidden."""
        if view.hand or view.trouble is not None or not view.mat:
            return
        hidden = view.covered & self._tracked
        self._since = {cell: self._since.get(cell, view.time_s) for cell in hidden}
        self._reported &= hidden

    def lasting(self, now: float, seconds: float = UNSEEN_S) -> frozenset[str]:
        """The cells that have been hidden for so long."""
        return frozenset(cell for cell, since in self._since.items() if now - since >= seconds)

    def unreported(self, cells: frozenset[str]) -> frozenset[str]:
        """Those of some cells that nobody was told of yet."""
        return cells - self._reported

    def mark_reported(self, cells: frozenset[str]) -> None:
        """Of these cells people have been told now."""
        self._reported |= cells


def allowed(game: Game[Any], state: Any, cells: frozenset[str]) -> frozenset[str]:  # noqa: ANN401 - the game's own
    """The cells of some in which the rules allow a seat something now."""
    acts = (action for action in game.legal(state) if action.seat != CHANCE)
    return cells & {cell for action in acts for cell in (action.at, action.to)}
