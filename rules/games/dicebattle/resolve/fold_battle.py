"""Fold of battle events (levels, queue, negation, comparison); `fold` describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.core.event import Event
from rules.games.dicebattle.cards import TOKEN
from rules.games.dicebattle.config import SEATS
from rules.games.dicebattle.resolve.effects import in_battle, in_reward
from rules.games.dicebattle.resolve.fold_tools import in_order, seat_of, with_player, without
from rules.games.dicebattle.state import Battle, Player, State


def _battle(state: State, event: Event) -> State:
    a, b = (int(word) for word in event.value.split())
    players = tuple([_with_room(state, player) for player in state.players])
    state = state._replace(players=(players[0], players[1]))
    return state._replace(battle=Battle("battle", (a, b), queue=in_battle(state)))


def _with_room(state: State, player: Player) -> Player:
    """Record the grant level that the roll allows for a face-down grant of unknown identity."""
    if all(placed.up or placed.room >= 0 for placed in player.stock):
        return player
    cards = state.config.cards
    room = player.roll - sum([cards[placed.card].cost for placed in player.main + player.circle])
    stock = tuple([c if c.up or c.room >= 0 else c._replace(room=room) for c in player.stock])
    return player._replace(stock=stock)


def _effect(state: State, event: Event) -> State:
    battle = state.battle
    queue = tuple([e for e in battle.queue if e.cell != event.cell])
    state = state._replace(battle=battle._replace(queue=queue))
    if event.value == "happens" and ".stock" in event.cell:
        return _to_grave(state, event)
    return state


def _to_grave(state: State, event: Event) -> State:
    """Move a grant to the graveyard; it counts as used (DBM-7.7, DBM-8.13)."""
    seat = seat_of(event)
    player = without(state.players[seat], event.cell)
    player = player._replace(grave=in_order(player.grave, event.card))
    a, b = state.battle.used
    used = ((*a, event.card), b) if seat == 0 else (a, (*b, event.card))
    return with_player(state, seat, player)._replace(battle=state.battle._replace(used=used))


def _purged(state: State, event: Event) -> State:
    queue = tuple([e for e in state.battle.queue if e.cell != event.cell])
    return _to_grave(state._replace(battle=state.battle._replace(queue=queue)), event)


def _level(state: State, event: Event) -> State:
    a, b = state.battle.levels
    levels = (event.number, b) if event.seat == "A" else (a, event.number)
    return state._replace(battle=state.battle._replace(levels=levels))


def _low_wins(state: State, event: Event) -> State:
    del event
    return state._replace(battle=state.battle._replace(low=not state.battle.low))


def _tie_won(state: State, event: Event) -> State:
    a, b = state.battle.ties
    ties = (True, b) if event.seat == "A" else (a, True)
    return state._replace(battle=state.battle._replace(ties=ties))


def _negated(state: State, event: Event) -> State:
    seat, battle, cards = seat_of(event), state.battle, state.config.cards
    unit = event.value == "unit"
    flags = list(battle.hushed)
    flags[2 * seat + unit] = True
    queue = tuple(
        e
        for e in battle.queue
        if e.seat != seat
        or ".stock" in e.cell
        or cards[e.card].unit != unit
        or cards[e.card].exception == "no_negate"
    )
    hushed = (flags[0], flags[1], flags[2], flags[3])
    return state._replace(battle=battle._replace(hushed=hushed, queue=queue))


def _compared(state: State, event: Event) -> State:
    winner = SEATS.index(event.seat) if event.seat else -1
    battle = state.battle._replace(stage="over", winner=winner, margin=event.number, queue=())
    return state._replace(battle=battle)


def _battle_over(state: State, event: Event) -> State:
    del event
    battle = state.battle._replace(queue=in_reward(state))
    players, used = [], []
    for player, grants in zip(state.players, battle.used, strict=True):
        cards = tuple([c.card for c in player.main + player.circle if c.card != TOKEN])
        stock = tuple([c._replace(new=False) for c in player.stock])
        grave = in_order(player.grave, *cards)
        players.append(player._replace(main=(), circle=(), stock=stock, grave=grave))
        used.append((*grants, *cards))
    battle = battle._replace(used=(used[0], used[1]))
    return state._replace(players=(players[0], players[1]), battle=battle)


BATTLE_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "battle": _battle,
    "effect": _effect,
    "level": _level,
    "low_wins": _low_wins,
    "tie_won": _tie_won,
    "negated": _negated,
    "purged": _purged,
    "compared": _compared,
    "battle_over": _battle_over,
}
"""Fold functions by kind of event."""
