"""Decisions of a seat at a drawn table: what it knows, and whether it still has to decide."""

from companion.drawn_table.values import DrawnTable
from companion.opponent.thinking import Position
from companion.referee.state import Referee
from rules import Seat


def position_of(at: Referee, table: DrawnTable, seat: Seat, nodes: int, seed: str) -> Position:
    """Return a seat's decision: the match with only the hidden cards that the seat knows."""
    match, own = at.match, table.own_cards(seat)
    view = match.game.view(match.game.robots.recognise(match.state, seat, own), seat)
    return Position(match.setup, view, seat, nodes, f"{seed}/{len(match.plies)}/{seat}")


def undecided(at: Referee) -> tuple[Seat, ...]:
    """Return the seats that have to act; in a simultaneous turn, those that have not decided."""
    match, seats = at.match, tuple(sorted(at.match.to_act & at.players))
    if len(match.to_act) == 1:
        return seats
    takes_back = match.game.robots.takes_back
    new = {a.seat for a in match.game.legal(match.state) if not takes_back(match.state, a)}
    return tuple(seat for seat in seats if seat in new)
