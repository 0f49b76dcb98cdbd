"""Joining the computer's seats to a match's loop."""

import secrets
from collections.abc import Iterable, Mapping

from companion.drawn_table.values import DrawnTable
from companion.frames import Frame
from companion.match_setup.app import MatchLoop
from companion.opponent.player import Buttons, Opponent
from companion.opponent.thinking import Thinker
from companion.readings import TableView
from companion.referee.state import Transition
from rules import Seat


def opposed(
    loop: MatchLoop,
    table: DrawnTable,
    buttons: Buttons,
    nodes: Mapping[Seat, int],
    thinker: Thinker,
) -> Opponent:
    """Let the computer play seats of a loop's match after each of its frames.

    `nodes`: the seats, with the number of positions that each looks at.
    """
    seed = secrets.token_hex(8)
    opponent = Opponent(loop.referee, table, buttons, nodes, thinker, seed)
    others = loop.observer

    def look(frame: Frame | None, view: TableView) -> Iterable[Transition]:
        if others is not None:
            yield from others(frame, view)
        yield from opponent.look(view.time_s)

    loop.observer = look
    return opponent
