"""Random identities of hidden cards, for players that are programs."""

from collections.abc import Callable

from rules.core.hidden_cards import drawn_from, filled
from rules.core.values import UNKNOWN, Seat
from rules.games.dicebattle.hidden.views import candidates
from rules.games.dicebattle.resolve.fold import with_player
from rules.games.dicebattle.sets.rules import Set, Staged, added, allowed, summary
from rules.games.dicebattle.state import ZONES, Placed, Player, State

_ORDER = ("stock", "main", "circle")


def world(state: State, _seat: Seat, below: Callable[[int], int]) -> State:
    """Draw the identities of all hidden cards from what remains of each deck (DBM-3.6).

    A set that is still face down becomes a legal set, if the remaining cards allow one.
    """
    for seat, player in enumerate(state.players):
        stock = drawn_from(candidates(state, seat), below)
        zones = _drawn_set(state, player, stock)
        hand = tuple(sorted(filled(player.hand, stock)))
        deck = filled(player.deck, stock)
        main, circle, pile = zones
        known = player._replace(hand=hand, deck=deck, main=main, circle=circle, stock=pile)
        state = with_player(state, seat, known)
    return state


Zones = tuple[tuple[Placed, ...], tuple[Placed, ...], tuple[Placed, ...]]


def _drawn_set(state: State, player: Player, stock: list[str]) -> Zones:
    """Return the player's zones with each hidden card replaced by one of the stock."""
    zones = dict(zip(ZONES, player[3:6], strict=True))
    hidden = [(zone, placed) for zone in _ORDER for placed in zones[zone] if placed.card == UNKNOWN]
    if not hidden:
        return (player.main, player.circle, player.stock)
    cards, known = state.config.cards, Set()
    for zone, placed in zones.items():
        known += [(zone, cards[c.card]) for c in placed if c.new and c.card in cards]
    whole = summary(state.config.masks, player.roll, known)
    names = _completed(state, whole, [(zone, placed.new) for zone, placed in hidden], stock)
    identity = dict(zip((placed.cell for _, placed in hidden), names or stock[::-1], strict=False))
    for name in identity.values():
        stock.remove(name)

    def shown(zone: tuple[Placed, ...]) -> tuple[Placed, ...]:
        return tuple(c._replace(card=identity.get(c.cell, c.card)) for c in zone)

    return (shown(player.main), shown(player.circle), shown(player.stock))


def _completed(
    state: State, whole: Staged, hidden: list[tuple[str, bool]], stock: list[str]
) -> list[str]:
    """Return the first cards of the stock that make a set legal, one per hidden card, or none."""
    if not hidden:
        return []
    masks, cards = state.config.masks, state.config.cards
    (zone, new), rest = hidden[0], hidden[1:]
    for name in dict.fromkeys(stock):
        card = cards[name]
        # A grant of an earlier round is no part of this round's set.
        if not (allowed(whole, zone) if new else masks.grants) & masks.bits[card]:
            continue
        left = list(stock)
        left.remove(name)
        more = added(whole, zone, card) if new else whole
        found = _completed(state, more, rest, left)
        if found or not rest:
            return [name, *found]
    return []
