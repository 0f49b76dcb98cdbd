"""Inputs on players' own pages during a simulated match, with their times.

Robots record them while they act, possibly some frames ahead of the reader. They are delivered
once the frame of that moment has been judged.
"""

import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from companion.frames import Frame
from companion.readings import TableView
from companion.referee.inputs import Declare
from companion.referee.live import LiveReferee
from companion.referee.lots import Lots
from companion.referee.state import Transition
from rules import Action
from rules.core.match import MatchState

Look = Callable[["Frame | None", "TableView"], Iterable["Transition"]]
"""A match loop's callback for each view."""
_AT_ONCE_S: Final = 1e-6


@dataclass(slots=True)
class PrivateInputs:
    """All inputs on pages, in order, with their time on the table's clock.

    `heard`: the kinds of the referee's notices, for robots that react to them; None without a
    referee.
    """

    heard: list[str] | None = None
    _due: deque[tuple[float, Action]] = field(default_factory=deque)

    def write(self, at_s: float, action: Action) -> None:
        """Add a player's input."""
        self._due.append((at_s, action))

    def due(self, now_s: float) -> list[Action]:
        """Return the inputs up to a given time, each of them only once."""
        found = []
        while self._due and self._due[0][0] <= now_s + _AT_ONCE_S:
            found.append(self._due.popleft()[1])
        return found

    def observer(self, referee: LiveReferee, others: Look | None = None) -> Look:
        """Return a loop's callback, which delivers due inputs to a referee and calls `others`."""

        def look(frame: Frame | None, view: TableView) -> Iterable[Transition]:
            for action in self.due(view.time_s):
                yield from referee.receive(Declare(action))
            if others is not None:
                yield from others(frame, view)

        return look


def seeded_lots(seed: int) -> Lots:
    """Return lots that depend on a seed and on how many a match has used, not on the players."""

    def lots(match: MatchState[Any]) -> Callable[[int], int]:
        game, rng = match.game, random.Random(f"lots/{seed}")

        def draw(count: int) -> int:
            return int(rng.random() * count)

        for ply in match.plies:
            if game.table.referee_draws(ply.before):
                game.sample(ply.before, draw)
        return draw

    return lots
