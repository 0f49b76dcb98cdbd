"""Possible identities of hidden cards, their effect on the dice phase, and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from rules.core.hidden_cards import possible_cards, without_card
from rules.core.values import UNKNOWN
from rules.games.dicebattle.cards import Card
from rules.games.dicebattle.config import MAX_REDRAWS
from rules.games.dicebattle.sets.rules import Spread, settable
from rules.games.dicebattle.state import Placed, Player, State


def limit_of(state: State, seat: int, card: str) -> int:
    """Return the maximum number of copies of a card in a seat's deck (DBM-2.2)."""
    return state.config.limits[seat].get(card, 0)


class Stock(NamedTuple):
    """Possible identities of a seat's hidden cards: the deck's limits minus the cards seen."""

    limits: Mapping[str, int]
    seen: dict[str, int]

    def remaining(self, card: str) -> int:
        """Return how many of the hidden cards can be copies of `card`."""
        return self.limits.get(card, 0) - self.seen.get(card, 0)

    def first(self, cards: Iterable[Card]) -> Card | None:
        """Return the first of `cards` that a hidden card can be."""
        for card in cards:
            if self.limits[card.id] > self.seen.get(card.id, 0):
                return card
        return None

    def less(self, card: Card) -> Stock:
        """Return the stock after one more copy of a card is seen."""
        return Stock(self.limits, {**self.seen, card.id: self.seen.get(card.id, 0) + 1})


def stock_of(state: State, seat: int) -> Stock:
    """Return the possible identities of a seat's hidden cards."""
    player = state.players[seat]
    cards = [*player.hand, *player.deck, *player.grave]
    cards += [placed.card for placed in player.main + player.circle + player.stock]
    return Stock(state.config.limits[seat], Counter(cards))


def candidates(state: State, seat: int) -> dict[str, int]:
    """Return the cards that a seat's hidden card can be, with their numbers of copies."""
    return possible_cards(*stock_of(state, seat))


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the known and possible cards of a seat's hand, sorted."""
    hand = state.players[seat].hand
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    known = {card for card in hand if card != UNKNOWN}
    return tuple(sorted(known | candidates(state, seat).keys()))


def able(state: State, seat: int) -> int:
    """Return 1 if a seat can set a unit, 0 if not, −1 if that depends on hidden cards (DBM-5.5)."""
    known = settable(state, seat)
    if known >= 0:
        return known
    low, idle = low_and_idle(state, seat)
    if not low:
        return 0
    return -1 if len(idle) >= state.players[seat].hand.count(UNKNOWN) else 1


def unable(state: State, seat: int, held: str) -> bool:
    """Return True if a seat certainly cannot set a unit, given that its hand contains `held`."""
    known = settable(state, seat)
    if known >= 0:
        return not known
    cards, player = state.config.cards, state.players[seat]
    roll = player.roll
    if held not in player.hand:
        if cards[held].unit and cards[held].cost <= roll:
            return False
        if player.hand.count(UNKNOWN) == 1:  # the one hidden card is `held`
            return True
    return not low_unit(state, seat)


def low_unit(state: State, seat: int) -> bool:
    """Return True if a seat's hidden card can be a unit that the roll allows."""
    card = stock_of(state, seat).first(state.config.guesses[seat].units)
    return card is not None and card.cost <= state.players[seat].roll


def joiner(state: State, seat: int, spread: Spread, placing: str = "") -> int | None:
    """Return the level of the lightest human in hand that may join the set's monster, or None.

    `placing` is the last card of the set, which is still counted in the hand.
    """
    player, tamers = state.players[seat], state.config.guesses[seat].tamers
    # An unseen card in the main zone may be this human itself.
    if not len(spread.main) == spread.mains == 1 or not spread.circles or not tamers:
        return None
    hand = player.hand
    if placing and (placing in hand or UNKNOWN in hand):
        hand = without_card(hand, placing)
    held = [card.cost for card in tamers if card.id in hand]
    if UNKNOWN in hand:
        stock = stock_of(state, seat)
        held += [card.cost for card in tamers if stock.remaining(card.id) > 0]
    return min(held, default=None)


def must_redraw(state: State) -> bool:
    """Return True if the seat to act must redraw if it has no settable unit (DBM-5.6)."""
    player = state.players[state.seat]
    return bool(player.hand) and player.redraws < MAX_REDRAWS and state.config.must_redraw


def low_and_idle(state: State, seat: int) -> tuple[list[str], list[str]]:
    """Return the possible units that the roll allows, and all possible copies of other cards."""
    cards, roll = state.config.cards, state.players[seat].roll
    possible = candidates(state, seat)
    low = [c for c in possible if cards[c].unit and cards[c].cost <= roll]
    return low, [c for c in sorted(possible) if c not in low for _ in range(possible[c])]


# Views (DBM-3.6).


def view(state: State, seat: int | None) -> State:
    """Return the state as seen by a seat, which knows its hand, its set and all face-up cards.

    The public (None) knows only the face-up cards.
    """
    a, b = (_seen(player, own=s == seat) for s, player in enumerate(state.players))
    down = {
        placed.cell
        for s, player in enumerate(state.players)
        if s != seat
        for placed in player.stock
        if not placed.up
    }
    battle = state.battle
    if down:
        battle = battle._replace(queue=tuple(e for e in battle.queue if e.cell not in down))
    return state._replace(players=(a, b), battle=battle)


def _seen(player: Player, *, own: bool) -> Player:
    deck = (UNKNOWN,) * len(player.deck)
    if own:
        return player._replace(deck=deck)

    def seen(zone: tuple[Placed, ...]) -> tuple[Placed, ...]:
        return tuple(c if c.up else c._replace(card=UNKNOWN) for c in zone)

    return player._replace(
        hand=(UNKNOWN,) * len(player.hand),
        deck=deck,
        main=seen(player.main),
        circle=seen(player.circle),
        stock=seen(player.stock),
    )
