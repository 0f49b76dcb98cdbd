"""Fold of events about cards on the globe; the module `fold` declares the events."""

from collections.abc import Callable
from typing import Any

from rules.core.event import REVEALED, Event
from rules.core.fast import setter
from rules.core.hidden_cards import without_card
from rules.games.spherion.cards import Kind
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.state import MAX_LP, NEUTRAL, Player, State, Unit, facts

_with_players = setter(State, "players")
SEAT_NUMBER = {"blue": 0, "red": 1, "": 2, "chance": NEUTRAL}


def with_player(state: State, seat: int, player: Player, **changes: Any) -> State:  # noqa: ANN401 - any fields
    """Return the state with the player of `seat`, and other fields, replaced."""
    a, b = state.players
    players = (a, player) if seat else (player, b)
    if changes:
        return state._replace(players=players, **changes)
    return _with_players(state, players)


def coloured(colours: int, seat: int, cell: int) -> int:
    """Return the colours with a cell in a seat's colour (SPH-13.2)."""
    return colours | 1 << cell if seat else colours & ~(1 << cell)


def of_player(change: Callable[[Player, Event], Player]) -> Callable[[State, Event], State]:
    """Return the fold function for an event that changes only the player of its seat."""

    def changed(state: State, event: Event) -> State:
        seat = SEAT_NUMBER[event.seat]
        return with_player(state, seat, change(state.players[seat], event))

    return changed


def _put(state: State, event: Event, unit: Unit | None) -> State:
    seat = SEAT_NUMBER[event.seat]
    return with_player(state, seat, state.players[seat].with_unit(int(event.to), unit))


def _unit(state: State, event: Event) -> Unit:
    return _there(state, event, event.to)


def _there(state: State, event: Event, slot: str) -> Unit:
    unit = state.players[SEAT_NUMBER[event.seat]].units[int(slot)]
    if unit is None:
        raise LookupError(f"no card in slot {slot} of {event.seat}")
    return unit


def _turned(state: State, event: Event) -> State:
    unit = _unit(state, event)
    return _put(state, event, unit._replace(sideways=not unit.sideways, turned=True))


def _revealed(state: State, event: Event) -> State:
    return _put(state, event, _unit(state, event)._replace(card=event.card, up=True, crossed=0))


def _fused(state: State, event: Event) -> State:
    seat = SEAT_NUMBER[event.seat]
    player, a = state.players[seat], _unit(state, event)
    b = _there(state, event, event.value)
    stack = Unit(
        card=event.card,
        cell=b.cell,
        sideways=b.sideways,
        moved=max(a.moved, b.moved),
        attacked=a.attacked or b.attacked,
        stack=(*b.stack, b.card, *a.stack, a.card),
    )
    slots = list(player.units)
    slots[int(event.to)], slots[int(event.value)] = None, stack
    extra = player.extra  # empty if unknown to the referee
    player = player._replace(
        units=tuple(slots),
        extra=without_card(extra, event.card) if extra else extra,
        sp=player.sp - event.number,
    )
    return with_player(state, seat, player)


def _to_core(state: State, event: Event) -> State:
    seat, slot = SEAT_NUMBER[event.seat], int(event.to)
    player, unit = state.players[seat], _unit(state, event)
    core = (*player.core, *unit.stack, event.card)
    return with_player(state, seat, player.with_unit(slot, None, core=core))


def _to_hand(state: State, event: Event) -> State:
    """Return a stack's materials to the hand, and fusion cards to the extra deck (SPH-7.8a)."""
    seat, slot = SEAT_NUMBER[event.seat], int(event.to)
    player, unit = state.players[seat], _unit(state, event)
    hand, extra = list(player.hand), list(player.extra)
    for card in (*unit.stack, unit.card):
        (extra if facts(state, card).kind is Kind.FUSION else hand).append(card)
    player = player.with_unit(slot, None, hand=tuple(sorted(hand)), extra=tuple(sorted(extra)))
    return with_player(state, seat, player)


def _left(state: State, event: Event) -> State:
    seat, slot = SEAT_NUMBER[event.seat], int(event.to)
    player, unit = state.players[seat], _unit(state, event)
    crossed = unit.crossed + bool(event.value)
    gone = unit._replace(cell=NOWHERE, origin=unit.cell, moved=unit.moved + 1, crossed=crossed)
    return with_player(state, seat, player.with_unit(slot, gone, mp=player.mp - 1))


def _played(state: State, event: Event) -> State:
    """Turn a hand card into a unit that has not entered a cell yet.

    `items`: set or monster, up or down, attack or defence, number of tributes, SP paid.
    """
    seat, slot = SEAT_NUMBER[event.seat], int(event.to)
    player = state.players[seat]
    kind, facing, position, tributes, paid = event.items
    unit = Unit(
        card=event.card,
        cell=NOWHERE,
        up=facing == "up",
        sideways=position == "defence",
        spell=kind == "set",
        arrived=True,
        tributes=int(tributes),
        placed=event.number,
    )
    hand, sp = without_card(player.hand, event.card), player.sp - int(paid)
    return with_player(state, seat, player.with_unit(slot, unit, hand=hand, sp=sp))


def _entered(state: State, event: Event) -> State:
    cell, seat = state.config.globe.index[event.cell], SEAT_NUMBER[event.seat]
    unit = _unit(state, event)._replace(cell=cell, origin=NOWHERE)
    player = state.players[seat].with_unit(int(event.to), unit)
    return with_player(state, seat, player, colours=coloured(state.colours, seat, cell))


def _returned(state: State, event: Event) -> State:
    unit = _unit(state, event)
    return _put(state, event, unit._replace(cell=unit.origin, origin=NOWHERE))


def _stayed(state: State, event: Event) -> State:
    unit = _unit(state, event)
    crossed = unit.crossed - bool(event.value)
    back = unit._replace(cell=unit.origin, origin=NOWHERE, moved=unit.moved - 1, crossed=crossed)
    seat = SEAT_NUMBER[event.seat]
    player = state.players[seat]
    return with_player(state, seat, player.with_unit(int(event.to), back, mp=player.mp + 1))


def _points(player: Player, event: Event) -> Player:
    points = getattr(player, event.value) + event.number
    if event.value == "lp":
        points = min(MAX_LP, max(0, points))
    return player._replace(**{event.value: points})


def _countered(state: State, event: Event) -> State:
    unit = _unit(state, event)
    counter = {event.value: getattr(unit, event.value) + event.number}
    return _put(state, event, unit._replace(**counter))


def _marked(state: State, event: Event) -> State:
    mark: dict[str, Any] = {"attacked" if event.value == "fought" else event.value: True}
    return _put(state, event, _unit(state, event)._replace(**mark))


def _coloured(state: State, event: Event) -> State:
    cell = state.config.globe.index[event.cell]
    return state._replace(colours=coloured(state.colours, SEAT_NUMBER[event.seat], cell))


CARD_FOLDS: dict[str, Callable[[State, Event], State]] = {
    "turned": _turned,
    REVEALED: _revealed,
    "fused": _fused,
    "spent": _to_core,
    "tributed": _to_core,
    "destroyed": _to_core,
    "fell": _to_core,
    "recalled": _to_hand,
    "rebuffed": _to_hand,
    "left": _left,
    "played": _played,
    "entered": _entered,
    "returned": _returned,
    "stayed": _stayed,
    "points": of_player(_points),
    "countered": _countered,
    "marked": _marked,
    "unwalled": lambda state, event: state._replace(walls=state.walls & ~(1 << event.number)),
    "coloured": _coloured,
}
"""Fold function for each kind of event."""
