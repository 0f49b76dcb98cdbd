"""What a hidden card can still be, and which hands decide a doubtful judgement.

A hand may hold `?`.  Placing a card binds one of them to an identity; that needs no worlds, only
that the identity is still to be had.  Exchange and pass depend on what the *other* hidden cards
are; there the worlds are: each identity that fits, and a hand of cards that do not.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rules._action import Verb
from rules._values import UNKNOWN
from rules.games.yggdrasil._config import SEATS
from rules.games.yggdrasil._effects import looked_at
from rules.games.yggdrasil._state import Phase, taken_off
from rules.games.yggdrasil._tree import Fits

if TYPE_CHECKING:
    from rules._action import Action
    from rules.games.yggdrasil._state import Player, State

__all__ = ["candidates", "limit_of", "names_of", "seen_of", "view", "worlds"]


def limit_of(state: State, seat: int, card: str) -> int:
    """How many copies of a card a seat's deck can hold (YGG-2.1, YGG-2.2)."""
    return state.config.limits[seat].get(card, 0)


def seen_of(state: State, seat: int) -> Counter[str]:
    """The known cards of a seat's deck, wherever they are."""
    player = state.players[seat]
    lying = [laid.card.id for laid in state.field if laid is not None and laid.owner == seat]
    return Counter((*player.hand, *player.deck, *player.discard, *lying))


def candidates(state: State, seat: int) -> dict[str, int]:
    """What a hidden card of a seat can still be, and how many copies of it."""
    seen = seen_of(state, seat)
    return {card: n - seen[card] for card, n in state.config.limits[seat].items() if n > seen[card]}


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """The identities a seat may play from its hand, known or possible, each once, sorted."""
    hand = state.players[seat].hand  # sorted
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    return tuple(sorted({*hand, *candidates(state, seat)} - {UNKNOWN}))


def worlds(state: State, action: Action) -> list[tuple[State, Action]] | None:
    """The hands that decide whether a seat could not place; None if nothing hidden matters."""
    seat = state.seat
    hand = state.players[seat].hand
    hidden = hand.count(UNKNOWN)
    if not hidden or state.phase not in (Phase.PLACE, Phase.REFILL) or action.seat != SEATS[seat]:
        return None
    exchange = action.verb is Verb.PLACE and action.to == f"{SEATS[seat]}.discard"
    if not exchange and (action.verb is not Verb.PASS or state.config.may_pass):
        return None
    left = candidates(state, seat)
    if exchange and action.card not in hand and left.get(action.card):
        hand = tuple(sorted((*taken_off(hand, action.card), action.card)))
        hidden -= 1
        left[action.card] -= 1
    if hidden <= 0 or (exchange and state.config.get("prove_exchange") == "always"):
        return None
    fitting, idle = _sorted_out(state, left, hidden)
    rest, known = taken_off(hand, UNKNOWN), tuple(card for card in hand if card != UNKNOWN)
    hands = [(*rest, card) for card in fitting]
    if len(idle) == hidden:
        hands.append((*known, *idle))
    return [(_with_hand(state, held), action) for held in hands] or None


def _sorted_out(
    state: State, left: dict[str, int], hidden: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Some cards that fit and some that do not, as far as they can be in a hand.

    Two that fit tell as much as all do: that there is one, and whether it is known which.  Of the
    others at most as many as are hidden.
    """
    fits = Fits(state, state.seat)
    fitting: list[str] = []
    idle: list[str] = []
    for card, count in left.items():
        if not count:
            continue
        if not fits.anywhere(card):
            idle += [card] * count
        elif len(fitting) < 2:
            fitting.append(card)
        if len(fitting) == 2 and len(idle) >= hidden:
            break
    return tuple(fitting), tuple(idle[:hidden])


def _with_hand(state: State, hand: tuple[str, ...]) -> State:
    player = state.players[state.seat]._replace(hand=tuple(sorted(hand)))
    players = (player, state.players[1]) if state.seat == 0 else (state.players[0], player)
    return state._replace(players=players)


def view(state: State, seat: int | None) -> State:
    """What a seat knows (YGG-10.1): its hand, and the cards it is looking at; None: the public."""
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
