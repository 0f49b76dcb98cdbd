"""Kinds of events, and their fold into the state."""

from collections.abc import Callable
from typing import Final

from rules.core.event import GAME_ENDED, TURN_STARTED, Event, unchanged
from rules.core.event_kinds import event_kinds
from rules.core.fast import setter
from rules.core.hidden_cards import without_card
from rules.core.values import UNKNOWN
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.state import Phase, Player, State, for_seat, with_cards

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLACE = Phase.PLACE
_PHASES = {phase.value: phase for phase in Phase}


EVENTS: Final = event_kinds(
    began="{seat} plays first.",
    root_laid="The root {card} of {seat} is placed on {cell}.",
    dealt="{seat} draws {items} in this order, the hand first.",
    returned="{seat} exchanges its hand for a new one.",
    asked="Phase {value:phase} begins: {seat} decides, or discards {number} cards.",
    placed="{seat} places {card} on {cell}, {number} quarter turns from upright.",
    discarded="{seat} discards {card} ({value:exchange|loot}).",
    drawn="{seat} draws {card} ({value:turn|exchange|effect}).",
    passed="{seat} declines in phase {value:phase}.",
    shown="{seat} shows its hand, whose unknown cards are {items}.",
    swapped="{seat} swaps the cards on {cell} and {to}.",
    reordered="{seat} puts {items} on its deck and draws the first of them next.",
    recovered="{seat} takes {card} from its discard pile.",
    invaded="{seat} attacks {card} on {cell}, {number} against a defence of {value}.",
    destroyed="{card} of {seat} on {cell} is destroyed under {clause}.",
)


def fold(state: State, event: Event) -> State:
    """Return the state after one event of a kind that this game folds."""
    return _FOLDS[event.kind](state, event)


_with_card = setter(State, "field", "sides", "players", "placed", "spot", "due")
_decided_by = setter(State, "phase", "seat", "due")


def _placed(state: State, event: Event) -> State:
    seat = 0 if event.seat == "A" else 1
    grid = state.config.grid
    i = grid.index[event.cell]
    card = state.config.field_card(event.card, seat, event.number)
    hand, deck, discard = state.players[seat]
    player = Player(without_card(hand, event.card), deck, discard)
    return _with_card(
        state,
        (*state.field[:i], card, *state.field[i + 1 :]),
        for_seat(state.sides, seat, grid.plus(state.sides[seat], i, card.arms)),
        for_seat(state.players, seat, player),
        state.placed + 1,
        i,
        0,
    )


def _drawn(state: State, event: Event) -> State:
    seat = 0 if event.seat == "A" else 1
    hand, deck, discard = state.players[seat]
    return state.with_player(seat, Player(tuple(sorted((*hand, event.card))), deck[1:], discard))


def _turn_started(state: State, event: Event) -> State:
    config, field, sides, players, *_ = state
    seat = 0 if event.seat == "A" else 1
    idle = 0 if state.placed or not state.turn else state.idle + 1
    return State(config, field, sides, players, _PLACE, seat, event.number, state.first, idle)


def _asked(state: State, event: Event) -> State:
    return _decided_by(state, _PHASES[event.value], SEATS.index(event.seat), event.number)


def _root_placed(state: State, event: Event) -> State:
    config, seat = state.config, SEATS.index(event.seat)
    change = (config.grid.index[event.cell], config.field_card(event.card, seat, 0))
    return with_cards(state, change)


def _dealt(state: State, event: Event) -> State:
    seat, size = SEATS.index(event.seat), state.config.hand_size
    player = Player(tuple(sorted(event.items[:size])), event.items[size:])
    return state.with_player(seat, player)


def _returned(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, _ = state.players[seat]
    return state.with_player(seat, Player((), tuple(sorted(hand + deck))))


def _discarded(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, discard = state.players[seat]
    player = Player(without_card(hand, event.card), deck, (*discard, event.card))
    state = state.with_player(seat, player)
    return state._replace(due=state.due - 1) if state.due else state


def _shown(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    player = state.players[seat]
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hand = tuple(sorted(known + event.items))
    return state.with_player(seat, player._replace(hand=hand))


def _swapped(state: State, event: Event) -> State:
    index = state.config.grid.index
    i, j = index[event.cell], index[event.to]
    swapped = with_cards(state, (i, state.field[j]), (j, state.field[i]))
    return swapped._replace(spot={i: j, j: i}.get(state.spot, state.spot))


def _reordered(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    player = state.players[seat]
    deck = event.items + player.deck[len(event.items) :]
    return state.with_player(seat, player._replace(deck=deck))


def _recovered(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, discard = state.players[seat]
    at = len(discard) - 1 - discard[::-1].index(event.card)
    player = Player(tuple(sorted((*hand, event.card))), deck, discard[:at] + discard[at + 1 :])
    return state.with_player(seat, player)


def _destroyed(state: State, event: Event) -> State:
    owner = SEATS.index(event.seat)
    state = with_cards(state, (state.config.grid.index[event.cell], None))
    player = state.players[owner]
    player = player._replace(discard=(*player.discard, event.card))
    return state.with_player(owner, player)


def _game_ended(state: State, event: Event) -> State:
    idle = 0 if state.placed else state.idle + 1
    return state._replace(phase=Phase.END, idle=idle, ending=event.clause, spot=-1, due=0)


_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "began": lambda state, event: state._replace(first=SEATS.index(event.seat)),
    "root_laid": _root_placed,
    "dealt": _dealt,
    "returned": _returned,
    "asked": _asked,
    "placed": _placed,
    "discarded": _discarded,
    "drawn": _drawn,
    "passed": unchanged,
    "shown": _shown,
    "swapped": _swapped,
    "reordered": _reordered,
    "recovered": _recovered,
    "invaded": unchanged,
    "destroyed": _destroyed,
    TURN_STARTED: _turn_started,
    GAME_ENDED: _game_ended,
}
