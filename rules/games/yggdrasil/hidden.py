"""Possible identities of hidden cards, and views.

A hand may contain `?`. Placing a card gives one hidden card an identity. Judging the placement
needs no worlds: the identity must be available, nothing more. Exchange and pass depend on the
*other* hidden cards.
"""

from collections import Counter
from collections.abc import Callable

from rules.core.hidden_cards import OwnCards, drawn_from, filled, known_hand, possible_cards
from rules.core.values import UNKNOWN, Seat
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.effects import looked_at
from rules.games.yggdrasil.state import Phase, Player, State


def limit_of(state: State, seat: int, card: str) -> int:
    """Return the maximum number of copies of a card in a seat's deck (YGG-2.1, YGG-2.2)."""
    return state.config.limits[seat].get(card, 0)


def seen_of(state: State, seat: int) -> Counter[str]:
    """Count the known cards from a seat's deck in all places."""
    player = state.players[seat]
    on_cell = [
        placed.card.id for placed in state.field if placed is not None and placed.owner == seat
    ]
    return Counter((*player.hand, *player.deck, *player.discard, *on_cell))


def candidates(state: State, seat: int) -> dict[str, int]:
    """Return the possible identities of a seat's hidden card, with their remaining copies."""
    return possible_cards(state.config.limits[seat], seen_of(state, seat))


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the known and possible cards that a seat may play from its hand, sorted."""
    hand = state.players[seat].hand  # already sorted
    if UNKNOWN not in hand:
        return hand if len(set(hand)) == len(hand) else tuple(dict.fromkeys(hand))
    return tuple(sorted({*hand, *candidates(state, seat)} - {UNKNOWN}))


def view(state: State, seat: int | None) -> State:
    """Return the state as seen by a seat (YGG-10.1), with its hand and the cards it looks at."""
    a, b = (_hide(state, s, whole=s != seat) for s in (0, 1))
    return state._replace(players=(a, b))


def _hide(state: State, seat: int, *, whole: bool) -> Player:
    hand, deck, discard = state.players[seat]
    shown = 0
    if whole:
        hand = (UNKNOWN,) * len(hand)
    elif state.phase is Phase.SCRY and state.seat == seat:
        shown = looked_at(state)
    return state.players[seat]._replace(
        hand=hand, deck=deck[:shown] + (UNKNOWN,) * (len(deck) - shown), discard=discard
    )


def world(state: State, _seat: Seat, below: Callable[[int], int]) -> State:
    """Draw the identities of all hidden cards from what remains of each deck."""
    for seat, player in enumerate(state.players):
        stock = drawn_from(candidates(state, seat), below)
        hand = tuple(sorted(filled(player.hand, stock)))
        known = player._replace(hand=hand, deck=filled(player.deck, stock))
        state = state.with_player(seat, known)
    return state


def recognise(state: State, seat: Seat, own: OwnCards) -> State:
    """Return the state with a seat's own hand."""
    number = SEATS.index(seat)
    player = state.players[number]
    return state.with_player(number, player._replace(hand=known_hand(player.hand, own)))
