"""Possible identities of hidden cards, their effect on the dice phase, and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from rules.core.hidden_cards import OwnCards, known_card, known_hand, possible_cards, without_card
from rules.core.values import UNKNOWN, Seat
from rules.games.dicebattle.config import MAX_REDRAWS, SEATS, Config
from rules.games.dicebattle.sets.rules import settable
from rules.games.dicebattle.state import Placed, Player, State


def limit_of(state: State, seat: int, card: str) -> int:
    """Return the maximum number of copies of a card in a seat's deck (DBM-2.2)."""
    return state.config.limits[seat].get(card, 0)


def candidates(state: State, seat: int) -> Mapping[str, int]:
    """Return the cards that a seat's hidden card can be, with their numbers of copies."""
    return _candidates(state.config, seat, state.players[seat])


@lru_cache(maxsize=256)
def _candidates(config: Config, seat: int, player: Player) -> Mapping[str, int]:
    placed = [c.card for c in player.main + player.circle + player.stock]
    seen = Counter([*player.hand, *player.deck, *player.grave, *placed])
    return possible_cards(config.limits[seat], seen)


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
    masks, roll = state.config.masks, state.players[seat].roll
    low = masks.units & ~masks.over("main", roll)
    return any(masks.bits[masks.cards[card]] & low for card in candidates(state, seat))


def joiner(state: State, seat: int, placing: str = "") -> int | None:
    """Return the level of the lightest human in hand that may join a monster, or None.

    `placing` is a card that leaves the hand.
    """
    hand, limits = state.players[seat].hand, state.config.limits[seat]
    for card in state.config.masks.joiners:
        unseen = UNKNOWN in hand and card.id in limits
        if not unseen and card.id not in hand:
            continue
        rest = without_card(hand, placing) if placing in hand or (placing and unseen) else hand
        if card.id in rest or (UNKNOWN in rest and card.id in candidates(state, seat)):
            return card.cost
    return None


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


def recognise(state: State, seat: Seat, own: OwnCards) -> State:
    """Return the state with a seat's own hand, and the cards that it has set."""
    number = SEATS.index(seat)
    player = state.players[number]

    def known(zone: tuple[Placed, ...]) -> tuple[Placed, ...]:
        return tuple(c._replace(card=known_card(c.card, c.cell, own)) for c in zone)

    seen = player._replace(
        hand=known_hand(player.hand, own),
        main=known(player.main),
        circle=known(player.circle),
        stock=known(player.stock),
    )
    players = (seen, state.players[1]) if number == 0 else (state.players[0], seen)
    return state._replace(players=players)
