"""Kinds of events, and their fold into the state.

The first event of every action counts its ply: drew, supplied, revealed, …
"""

from collections.abc import Callable
from typing import Final

from rules.core.event import GAME_ENDED, REVEALED, TURN_STARTED, Event, unchanged
from rules.core.event_kinds import event_kinds
from rules.core.hidden_cards import without_card
from rules.games.stratosphere.config import HAND, SEATS
from rules.games.stratosphere.control import control
from rules.games.stratosphere.state import Down, Node, Phase, State, changed, put

_NUMBER: Final = {seat: number for number, seat in enumerate(SEATS)}
_MOVE, _WINDOW, _END = Phase.MOVE, Phase.WINDOW, Phase.END

EVENTS: Final = event_kinds(
    dealt="The pack is {items}: first the nodes, then the hands and the pile.",
    asked="Phase {value:phase} begins; {seat} decides.",
    named="{seat} chooses a force.",
    drew='{seat} makes the move "draw".',
    drawn="{seat} draws {card}, the top card of the resource pile.",
    shuffled="The discard pile becomes the resource pile {items}.",
    supplied="{seat} supplies {card} to {cell}.",
    commanded="{seat} commands {cell} with {card}.",
    forced="{seat} has the force {value} from now on.",
    attacked="{seat} attacks {to} from {cell}.",
    allowed="{seat} does not prevent the attack.",
    prevented="{seat} prevents the attack with {card}.",
    shown="{seat} shows {card}, which cannot prevent the attack.",
    destroyed="{card}, which controls {cell}, goes to the discard pile.",
    passed="{seat} ends its turn.",
    conceded="{seat} concedes; all opponents agree that {items:seats} wins.",
    forfeited="{seat} cannot make its last {number} moves.",
)


def fold(state: State, event: Event) -> State:
    """Return the state after one event of a kind that this game folds."""
    return _FOLDS[event.kind](state, event)


def idle_after(state: State) -> int:
    """Return the number of consecutive turns without a move, after the current turn (STR-7.6)."""
    if not state.turn or state.out >> state.seat & 1:
        return state.idle
    return state.idle + 1 if state.left == state.config.moves(state.turn) else 0


def _dealt(state: State, event: Event) -> State:
    config, cards = state.config, event.items
    nodes, players = len(config.names), len(config.seats)
    ply = state.ply + 1
    piles = [
        # Each round is dealt on top of the previous round (STR-2.3).
        Node("", tuple(Down(c, -1, ply) for c in cards[p : nodes * config.depth : nodes][::-1]))
        for p in range(nodes)
    ]
    start = nodes * config.depth
    end = start + HAND * players
    hands = tuple(tuple(sorted(cards[start + s : end : players])) for s in range(players))
    return changed(state, nodes=tuple(piles), hands=hands, pile=cards[end:], ply=ply)


def _asked(state: State, event: Event) -> State:
    phase = Phase(event.value)
    if phase is _WINDOW:
        return changed(state, phase=phase, asked=_NUMBER[event.seat])
    return changed(state, phase=phase, asked=-1, source=-1, target=-1)


def _counted(state: State, _event: Event) -> State:
    return changed(state, ply=state.ply + 1)


def _drawn(state: State, event: Event) -> State:
    seat = _NUMBER[event.seat]
    hand = tuple(sorted((*state.hands[seat], event.card)))
    return changed(state, hands=put(state.hands, seat, hand), pile=state.pile[1:])


def _supplied(state: State, event: Event) -> State:
    seat, p = _NUMBER[event.seat], state.config.index[event.cell]
    up, down = state.nodes[p]
    return changed(
        state,
        nodes=put(state.nodes, p, Node(up, (Down(event.card, seat, state.ply + 1), *down))),
        hands=put(state.hands, seat, without_card(state.hands[seat], event.card)),
        left=state.left - 1,
        ply=state.ply + 1,
        # The card may be one of those that the seat has shown.
        shown=state.shown and tuple(pair for pair in state.shown if pair[0] != seat),
    )


def _shown(state: State, event: Event) -> State:
    pairs = (*state.shown, (_NUMBER[event.seat], event.card))
    return changed(state, shown=tuple(sorted(pairs)), ply=state.ply + 1)


def _played(state: State, event: Event) -> State:
    """Return the state after a card was played face up from a hand."""
    seat, card = _NUMBER[event.seat], event.card
    return changed(
        state,
        hands=put(state.hands, seat, without_card(state.hands[seat], card)),
        shown=state.shown and tuple(pair for pair in state.shown if pair != (seat, card)),
    )


def _turned(state: State, event: Event, up: str, skip: int = 0, **values: object) -> State:
    """Return the state with another controlling card at a node, without its top `skip` cards."""
    p = state.config.index[event.cell]
    nodes = put(state.nodes, p, Node(up, state.nodes[p].down[skip:]))
    return changed(state, nodes=nodes, held=control(nodes, state.forces), **values)


def _revealed(state: State, event: Event) -> State:
    return _turned(state, event, event.card, 1, left=state.left - 1, ply=state.ply + 1)


def _commanded(state: State, event: Event) -> State:
    after = _played(state, event)
    return _turned(after, event, event.card, left=state.left - 1, ply=state.ply + 1)


def _forced(state: State, event: Event) -> State:
    seat, force = _NUMBER[event.seat], state.config.forces.index(event.value)
    forces = put(state.forces, seat, force)
    return changed(state, forces=forces, held=control(state.nodes, forces))


def _attacked(state: State, event: Event) -> State:
    x, y = state.config.index[event.cell], state.config.index[event.to]
    fought, left = state.fought | 1 << x | 1 << y, state.left - 1
    return changed(state, source=x, target=y, fought=fought, left=left, ply=state.ply + 1)


def _prevented(state: State, event: Event) -> State:
    discard = (*state.discard, event.card)
    return changed(_played(state, event), discard=discard, ply=state.ply + 1)


def _destroyed(state: State, event: Event) -> State:
    return _turned(state, event, "", discard=(*state.discard, event.card))


def _turn_started(state: State, event: Event) -> State:
    seat = _NUMBER[event.seat]
    again = state.turn > 0 and seat <= state.seat
    return changed(
        state,
        phase=_MOVE,
        seat=seat,
        turn=event.number,
        round=state.round + again,
        left=state.config.moves(event.number),
        asked=-1,
        source=-1,
        target=-1,
        fought=0,
        idle=idle_after(state),
    )


def _game_ended(state: State, event: Event) -> State:
    won = _NUMBER[event.items[0]] if event.items else -1
    return changed(
        state, phase=_END, asked=-1, source=-1, target=-1, ending=event.clause, winner=won
    )


_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "dealt": _dealt,
    "asked": _asked,
    "named": _counted,
    "drew": lambda state, _event: changed(state, ply=state.ply + 1, left=state.left - 1),
    "drawn": _drawn,
    "shuffled": lambda state, e: changed(state, ply=state.ply + 1, pile=e.items, discard=()),
    "supplied": _supplied,
    REVEALED: _revealed,
    "commanded": _commanded,
    "forced": _forced,
    "attacked": _attacked,
    "allowed": _counted,
    "prevented": _prevented,
    "shown": _shown,
    "destroyed": _destroyed,
    "passed": _counted,
    "conceded": lambda state, event: changed(
        state, ply=state.ply + 1, out=state.out | 1 << _NUMBER[event.seat]
    ),
    "forfeited": unchanged,
    TURN_STARTED: _turn_started,
    GAME_ENDED: _game_ended,
}
