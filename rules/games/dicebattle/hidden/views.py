"""What a hidden card can still be, what follows for the dice phase, and views."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from rules.core.hidden_cards import possible_cards
from rules.core.values import UNKNOWN
from rules.games.dicebattle.config import MAX_REDRAWS
from rules.games.dicebattle.sets.rules import settable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rules.games.dicebattle.cards import Card
    from rules.games.dicebattle.state import Laid, Player, State


def limit_of(state: State, seat: int, card: str) -> int:
    """How many copies of a card a seat's deck can hold (DBM-2.2)."""
    return state.config.limits[seat].get(card, 0)


class Stock(NamedTuple):
    """What a seat's hidden cards can still be: what its deck can hold less what is seen of it."""

    limits: Mapping[str, int]
    seen: dict[str, int]

    def left(self, card: str) -> int:
        """How many hidden cards can be this one."""
        return self.limits.get(card, 0) - self.seen.get(card, 0)

    def first(self, cards: Iterable[Card]) -> Card | None:
        """The first of some cards that a hidden one can be."""
        for card in cards:
            if self.limits[card.id] > self.seen.get(card.id, 0):
                return card
        return None

    def less(self, card: Card) -> Stock:
        """The same when one card more is seen."""
        return Stock(self.limits, {**self.seen, card.id: self.seen.get(card.id, 0) + 1})


def stock_of(state: State, seat: int) -> Stock:
    """What the hidden cards of a seat can be."""
    player = state.players[seat]
    cards = [*player.hand, *player.deck, *player.grave]
    cards += [laid.card for laid in player.main + player.circle + player.stock]
    return Stock(state.config.limits[seat], Counter(cards))


def candidates(state: State, seat: int) -> dict[str, int]:
    """What a hidden card of a seat can still be, and how many copies of it."""
    return possible_cards(*stock_of(state, seat))


def left_of(state: State, seat: int, card: str) -> int:
    """How many hidden cards of a seat can still be this one."""
    player = state.players[seat]
    seen = player.hand.count(card) + player.deck.count(card) + player.grave.count(card)
    for laid in player.main + player.circle + player.stock:
        seen += laid.card == card
    return limit_of(state, seat, card) - seen


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """The identities a seat may play from its hand, known or possible, each once, sorted."""
    hand = state.players[seat].hand
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    known = {card for card in hand if card != UNKNOWN}
    return tuple(sorted(known | candidates(state, seat).keys()))


def able(state: State, seat: int) -> int:
    """Whether a seat can set a unit (DBM-5.5): 1 yes, 0 no, −1 it depends on hidden cards."""
    found = settable(state, seat)
    if found >= 0:
        return found
    low, idle = low_and_idle(state, seat)
    if not low:
        return 0
    return -1 if len(idle) >= state.players[seat].hand.count(UNKNOWN) else 1


def unable(state: State, seat: int, held: str) -> bool:
    """Whether a seat surely can set no unit, where a card it holds (maybe unseen) is told."""
    found = settable(state, seat)
    if found >= 0:
        return not found
    cards, player = state.config.cards, state.players[seat]
    roll = player.roll
    if held not in player.hand:
        if cards[held].unit and cards[held].cost <= roll:
            return False
        if player.hand.count(UNKNOWN) == 1:  # and that is the card told
            return True
    return not low_unit(state, seat)


def low_unit(state: State, seat: int) -> bool:
    """Whether a hidden card can be a unit that the roll allows."""
    card = stock_of(state, seat).first(state.config.guesses[seat].units)
    return card is not None and card.cost <= state.players[seat].roll


def must_redraw(state: State) -> bool:
    """Whether a seat that can set no unit has to redraw (DBM-5.6)."""
    player = state.players[state.seat]
    return bool(player.hand) and player.redraws < MAX_REDRAWS and state.config.must_redraw


def low_and_idle(state: State, seat: int) -> tuple[list[str], list[str]]:
    """What a hidden card can be: the units that could be set, and every copy of the rest."""
    cards, roll = state.config.cards, state.players[seat].roll
    left = candidates(state, seat)
    low = [c for c in left if cards[c].unit and cards[c].cost <= roll]
    return low, [c for c in sorted(left) if c not in low for _ in range(left[c])]


# Views (DBM-3.6).


def view(state: State, seat: int | None) -> State:
    """What a seat knows: its hand, what it has set, and all that lies face up; None: the public."""
    a, b = (_seen(player, own=s == seat) for s, player in enumerate(state.players))
    down = {
        laid.cell
        for s, player in enumerate(state.players)
        if s != seat
        for laid in player.stock
        if not laid.up
    }
    battle = state.battle
    if down:
        battle = battle._replace(queue=tuple(e for e in battle.queue if e.cell not in down))
    return state._replace(players=(a, b), battle=battle)


def _seen(player: Player, *, own: bool) -> Player:
    deck = (UNKNOWN,) * len(player.deck)
    if own:
        return player._replace(deck=deck)

    def seen(zone: tuple[Laid, ...]) -> tuple[Laid, ...]:
        return tuple(c if c.up else c._replace(card=UNKNOWN) for c in zone)

    return player._replace(
        hand=(UNKNOWN,) * len(player.hand),
        deck=deck,
        main=seen(player.main),
        circle=seen(player.circle),
        stock=seen(player.stock),
    )
