"""A session and the hands at its table, for tests of notices."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.referee.geometry import TableGeometry
from companion.referee.inputs import Start
from companion.referee.live import LiveReferee
from companion.referee.notices import Notice
from companion.referee.state import opened
from rules import Match, Rules, Setup, load_game
from tests.support.referee.inputs import start
from tests.support.referee.oracle_view import Hands, kinds, run

YGG = load_game("yggdrasil")


@dataclass
class RefereedTable:
    """A session, the hands at its table, and its notices so far."""

    referee: LiveReferee
    hands: Hands

    def place(self, card: str, seat: str, cell: str, turn: float | None = None) -> list[Notice]:
        return run(self.referee, self.hands.place(self.hands.paper(card, seat), cell, turn))

    def clear(self, *cells: str) -> list[Notice]:
        return run(self.referee, self.hands.clear(*cells))

    def show(self, control: str, cell: str = "") -> list[Notice]:
        return run(self.referee, self.hands.show(control, cell))

    def wait(self, seconds: float = 1.5) -> list[Notice]:
        return run(self.referee, self.hands.wait(seconds))

    def actions(self) -> list[str]:
        plies = self.referee.at.match.plies
        return [str(p.action) for p in plies if p.action and p.action.seat != "chance"]


def sit_down(game: Rules[Any], setup: Setup, first: str = "") -> RefereedTable:
    match: Match[Any] = Match(game, setup)
    form = game.table.form(setup)
    at = opened(match.now, TableGeometry(form))
    table = RefereedTable(LiveReferee(at, opening=Start(first=first)), Hands(form))
    start(table.referee)
    return table


def place_all(table: RefereedTable, moves: str) -> None:
    """Place cards as in `A y03 b2,B y03 c4`, and require that each move is accepted."""
    for seat, card, cell in (move.split() for move in moves.split(",")):
        assert kinds(table.place(card, seat, cell)) == ["accepted"]
