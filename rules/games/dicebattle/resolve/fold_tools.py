"""Small state changes shared by the folds of many events."""

from __future__ import annotations

from rules.core.event import Event
from rules.games.dicebattle.state import Player, State


def seat_of(event: Event) -> int:
    """Return the seat number of an event."""
    return 0 if event.seat == "A" else 1


def with_player(state: State, seat: int, player: Player) -> State:
    """Return the state with a player replaced."""
    players = (player, state.players[1]) if seat == 0 else (state.players[0], player)
    return state._replace(players=players)


def in_order(cards: tuple[str, ...], *more: str) -> tuple[str, ...]:
    """Return cards with some more, sorted."""
    return tuple(sorted((*cards, *more)))


def without(player: Player, cell: str) -> Player:
    """Return a player without the card on a cell."""
    zone = cell[2:6]
    if zone == "main":
        return player._replace(main=tuple([c for c in player.main if c.cell != cell]))
    if zone == "circ":
        return player._replace(circle=tuple([c for c in player.circle if c.cell != cell]))
    return player._replace(stock=tuple([c for c in player.stock if c.cell != cell]))
