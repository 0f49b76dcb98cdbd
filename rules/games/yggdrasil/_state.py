"""The state of a game and the fold of its events.

Theory of operation.  A game passes through phases, each of which asks one seat (or chance) for
one decision:

    begin → [root root] → deal deal → [mulligan [redeal] mulligan [redeal]] → turn …
    turn:  place → [effect] → [invade] → [extra → [effect] → [invade]] → next turn
           place → exchange → [refill → …] → next turn

A phase in which there is nothing to decide is never entered: `_flow` says which comes next and
writes it down as an event, so folding needs no rules.  Events of the game's own:

    began         `seat` plays first
    root_laid     `seat`, `card`, `cell`
    dealt         `seat`; `items` = the order in which its cards are drawn, the hand first
    returned      `seat` gives its hand back for another one
    asked         `value` = the phase that begins, `seat` decides
    placed        `seat`, `card`, `cell`, `number` = quarter turns from upright
    discarded     `seat`, `card`, `value` = exchange | loot
    drawn         `seat`, `card`, `value` = turn | exchange | effect
    passed        `seat` did without `value` (a phase)
    shown         `seat` showed its hand, `items` = the cards nobody knew
    swapped       `seat`, `cell`, `to`
    reordered     `seat`, `items` = its top cards, the next to be drawn first
    recovered     `seat`, `card`
    invaded       `seat`, `cell`, `card` = the target, `number` attack, `value` defence
    destroyed     `seat` = the owner, `card`, `cell`, `clause`
    turn_started, game_ended   as for every game
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from rules._event import GAME_ENDED, TURN_STARTED
from rules._values import UNKNOWN
from rules.games.yggdrasil._config import SEATS, Config
from rules.games.yggdrasil._grid import EMPTY_SIDE, Side

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules._event import Event
    from rules.games.yggdrasil._cards import Laid

__all__ = ["Phase", "Player", "State", "first_state", "fold", "stone", "taken_off", "with_cards"]


class Phase(enum.StrEnum):
    """What is to be decided now."""

    BEGIN = "begin"
    ROOT = "root"
    DEAL = "deal"
    MULLIGAN = "mulligan"
    REDEAL = "redeal"
    PLACE = "place"
    REFILL = "refill"
    SWAP = "swap"
    DRAW = "draw"
    LOOT = "loot"
    DISCARD = "discard"
    SCRY = "scry"
    RECOVER = "recover"
    WITHER = "wither"
    INVADE = "invade"
    EXTRA = "extra"
    END = "end"


class Player(NamedTuple):
    """One seat's cards: the hand sorted, the deck from the top, the discard pile from below."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()


Field = tuple["Laid | None", ...]


@dataclass(frozen=True, slots=True)
class State:
    """One position.

    `seat` decides, or is dealt to; `turn` counts from 1 (0 before the first); `idle` complete
    turns in a row went by without a placement; `laid` cards were placed in this turn, the last
    one lies on cell `spot` (−1: none); `due` cards are still to be discarded for an effect;
    `ending` is the clause that ended the game.  Seats are numbers here: 0 is A, 1 is B.
    """

    config: Config
    field: Field
    sides: tuple[Side, Side]
    players: tuple[Player, Player]
    phase: Phase
    seat: int = 0
    turn: int = 0
    first: int = 0
    idle: int = 0
    laid: int = 0
    spot: int = -1
    due: int = 0
    ending: str = ""

    @property
    def taken(self) -> int:
        """The cells that are not empty."""
        return self.sides[0][0] | self.sides[1][0]


def first_state(config: Config) -> State:
    """The roots on the field unless their column is chosen, decks not yet in order."""
    players = [Player(deck=d or (UNKNOWN,) * config.deck_size) for d in config.decks]
    empty: Field = (None,) * len(config.grid.names)
    state = State(
        config, empty, (EMPTY_SIDE, EMPTY_SIDE), (players[0], players[1]), phase=Phase.BEGIN
    )
    for seat, root in enumerate(config.roots):
        cells = config.root_cells(seat)
        if len(cells) == 1:
            field, sides = with_cards(state, ((cells[0], config.lay(root, seat, 0)),))
            state = replace(state, field=field, sides=sides)
    return state


def with_cards(
    state: State, changes: tuple[tuple[int, Laid | None], ...]
) -> tuple[Field, tuple[Side, Side]]:
    """The field and its sets after cells have changed: first all are cleared, then laid on."""
    field = list(state.field)
    sides = [list(side) for side in state.sides]
    for i, _ in changes:
        field[i] = None
        for side in sides:
            for k in range(5):
                side[k] &= ~(1 << i)
    for i, card in changes:
        if card is not None:
            field[i] = card
            _add(sides[card.owner], i, card.arms)
    a, b = sides
    return tuple(field), ((a[0], a[1], a[2], a[3], a[4]), (b[0], b[1], b[2], b[3], b[4]))


def _add(side: list[int], i: int, arms: int) -> None:
    bit = 1 << i
    side[0] |= bit
    for direction in range(4):
        if arms >> direction & 1:
            side[direction + 1] |= bit


def stone(field: Field, i: int) -> Laid:
    """The card on a cell that is known to bear one; raises `LookupError` if it is empty."""
    laid = field[i] if i >= 0 else None
    if laid is None:
        msg = f"no card lies on cell number {i}"
        raise LookupError(msg)
    return laid


def taken_off(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """A hand without one copy of a card, or without one that nobody knew."""
    out = list(cards)
    out.remove(card if card in out else UNKNOWN)
    return tuple(out)


def _of(state: State, seat: int, player: Player) -> tuple[Player, Player]:
    return (player, state.players[1]) if seat == 0 else (state.players[0], player)


# The fold.


def fold(state: State, event: Event) -> State:
    """The state after one event; `settled` and the like of the kernel never come here."""
    return _FOLDS[event.kind](state, event)


# Set out in full where it is hot: `replace` takes five times as long.


def _placed(state: State, event: Event) -> State:
    seat = 0 if event.seat == "A" else 1
    config = state.config
    i = config.grid.index[event.cell]
    card = config.lay(event.card, seat, event.number)
    own, up, right, down, left = state.sides[seat]
    bit, arms = 1 << i, card.arms
    new: Side = (
        own | bit,
        up | bit if arms & 1 else up,
        right | bit if arms & 2 else right,
        down | bit if arms & 4 else down,
        left | bit if arms & 8 else left,
    )
    hand, deck, discard = state.players[seat]
    player = Player(taken_off(hand, event.card), deck, discard)
    field = state.field
    return State(
        config,
        (*field[:i], card, *field[i + 1 :]),
        (new, state.sides[1]) if seat == 0 else (state.sides[0], new),
        (player, state.players[1]) if seat == 0 else (state.players[0], player),
        state.phase,
        state.seat,
        state.turn,
        state.first,
        state.idle,
        state.laid + 1,
        i,
        0,
    )


def _drawn(state: State, event: Event) -> State:
    seat = 0 if event.seat == "A" else 1
    hand, deck, discard = state.players[seat]
    player = Player(tuple(sorted((*hand, event.card))), deck[1:], discard)
    return State(
        state.config,
        state.field,
        state.sides,
        (player, state.players[1]) if seat == 0 else (state.players[0], player),
        state.phase,
        state.seat,
        state.turn,
        state.first,
        state.idle,
        state.laid,
        state.spot,
        state.due,
    )


def _turn_started(state: State, event: Event) -> State:
    idle = 0 if state.laid or not state.turn else state.idle + 1
    return State(
        state.config,
        state.field,
        state.sides,
        state.players,
        Phase.PLACE,
        0 if event.seat == "A" else 1,
        event.number,
        state.first,
        idle,
    )


def _began(state: State, event: Event) -> State:
    return replace(state, first=SEATS.index(event.seat))


def _asked(state: State, event: Event) -> State:
    return replace(state, phase=Phase(event.value), seat=SEATS.index(event.seat), due=event.number)


def _root_laid(state: State, event: Event) -> State:
    config, seat = state.config, SEATS.index(event.seat)
    change = (config.grid.index[event.cell], config.lay(event.card, seat, 0))
    field, sides = with_cards(state, (change,))
    return replace(state, field=field, sides=sides)


def _dealt(state: State, event: Event) -> State:
    seat, size = SEATS.index(event.seat), state.config.hand_size
    player = Player(tuple(sorted(event.items[:size])), event.items[size:])
    return replace(state, players=_of(state, seat, player))


def _returned(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, _ = state.players[seat]
    return replace(state, players=_of(state, seat, Player((), tuple(sorted(hand + deck)))))


def _discarded(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, discard = state.players[seat]
    player = Player(taken_off(hand, event.card), deck, (*discard, event.card))
    return State(
        state.config,
        state.field,
        state.sides,
        _of(state, seat, player),
        state.phase,
        state.seat,
        state.turn,
        state.first,
        state.idle,
        state.laid,
        state.spot,
        max(0, state.due - 1),
    )


def _same(state: State, event: Event) -> State:
    del event
    return state


def _shown(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    player = state.players[seat]
    known = tuple(card for card in player.hand if card != UNKNOWN)
    hand = tuple(sorted(known + event.items))
    return replace(state, players=_of(state, seat, player._replace(hand=hand)))


def _swapped(state: State, event: Event) -> State:
    index = state.config.grid.index
    i, j = index[event.cell], index[event.to]
    field, sides = with_cards(state, ((i, state.field[j]), (j, state.field[i])))
    spot = {i: j, j: i}.get(state.spot, state.spot)
    return replace(state, field=field, sides=sides, spot=spot)


def _reordered(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    player = state.players[seat]
    deck = event.items + player.deck[len(event.items) :]
    return replace(state, players=_of(state, seat, player._replace(deck=deck)))


def _recovered(state: State, event: Event) -> State:
    seat = SEATS.index(event.seat)
    hand, deck, discard = state.players[seat]
    at = len(discard) - 1 - discard[::-1].index(event.card)
    player = Player(tuple(sorted((*hand, event.card))), deck, discard[:at] + discard[at + 1 :])
    return replace(state, players=_of(state, seat, player))


def _destroyed(state: State, event: Event) -> State:
    owner = SEATS.index(event.seat)
    field, sides = with_cards(state, ((state.config.grid.index[event.cell], None),))
    player = state.players[owner]
    player = player._replace(discard=(*player.discard, event.card))
    return replace(state, field=field, sides=sides, players=_of(state, owner, player))


def _game_ended(state: State, event: Event) -> State:
    idle = 0 if state.laid else state.idle + 1
    return replace(state, phase=Phase.END, idle=idle, ending=event.clause, spot=-1, due=0)


_FOLDS: Final[dict[str, Callable[[State, Event], State]]] = {
    "began": _began,
    "root_laid": _root_laid,
    "dealt": _dealt,
    "returned": _returned,
    "asked": _asked,
    "placed": _placed,
    "discarded": _discarded,
    "drawn": _drawn,
    "passed": _same,
    "shown": _shown,
    "swapped": _swapped,
    "reordered": _reordered,
    "recovered": _recovered,
    "invaded": _same,
    "destroyed": _destroyed,
    TURN_STARTED: _turn_started,
    GAME_ENDED: _game_ended,
}
