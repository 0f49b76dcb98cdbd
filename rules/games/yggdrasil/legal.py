"""Every legal action in a position, in a fixed order.

The order is: placements by card id, with cells from A's bottom left corner, then exchanges, then a
pass. If a hand contains hidden cards, the list includes each of their possible identities. It also
includes actions that only hidden cards could forbid, except for orders of unknown cards (YGG-8.5).
A hand is listed as shown only if an exchange requires it, and not with every combination (YGG-7.4).
"""

from collections.abc import Callable, Iterator

from rules.core.action import CHOOSE, DECLARE, DRAW, PASS, PLACE, REMOVE, SWAP, Action
from rules.core.chance import dealt
from rules.core.values import CHANCE, UNKNOWN
from rules.games.yggdrasil.config import SEATS
from rules.games.yggdrasil.effects import asked, orders, swaps, tips, withers
from rules.games.yggdrasil.fits import fitting
from rules.games.yggdrasil.hidden import candidates, limit_of, names_of
from rules.games.yggdrasil.state import Phase, State
from rules.games.yggdrasil.tree import targets

# Enum members are looked up only once, because each look-up takes a tenth of a microsecond.
_PLACE, _EXTRA = Phase.PLACE, Phase.EXTRA

PASSES = tuple(Action(seat, PASS) for seat in SEATS)
"""Each seat's pass."""

Options = Callable[[State], Iterator[Action]]

PLACING = frozenset((Phase.PLACE, Phase.REFILL, Phase.EXTRA))
"""Phases in which a card may be placed."""
LOOK = frozenset((Phase.DRAW, Phase.LOOT, Phase.MULLIGAN))
"""Phases with a yes-or-no decision; "yes" is the verb `choose` with the phase's name."""


def first_options(_state: State) -> Iterator[Action]:
    """Yield the draws of the first player (YGG-3.5)."""
    return (Action(CHANCE, CHOOSE, value=first) for first in SEATS)


def root_options(state: State) -> Iterator[Action]:
    """Yield the placements of a seat's root (YGG-3.3)."""
    seat, names, root = SEATS[state.seat], state.config.grid.names, state.config.roots[state.seat]
    return (
        Action(seat, PLACE, card=root, to=names[i]) for i in state.config.root_cells(state.seat)
    )


def swap_options(state: State) -> Iterator[Action]:
    """Yield the swaps of two cards (YGG-8.4)."""
    seat, names = SEATS[state.seat], state.config.grid.names
    return (Action(seat, SWAP, at=names[i], to=names[j]) for i, j in swaps(state))


def look_options(state: State) -> Iterator[Action]:
    """Yield the "yes" to a yes-or-no decision."""
    yield Action(SEATS[state.seat], CHOOSE, value=state.phase.value)


def discard_options(state: State) -> Iterator[Action]:
    """Yield the cards that can be discarded after drawing (YGG-8.5)."""
    seat = SEATS[state.seat]
    for card in names_of(state, state.seat):
        yield Action(seat, PLACE, card=card, to=f"{seat}.discard")


def scry_options(state: State) -> Iterator[Action]:
    """Yield the orders of the cards that are looked at (YGG-8.5)."""
    return (Action(SEATS[state.seat], CHOOSE, also=order) for order in orders(state))


def recover_options(state: State) -> Iterator[Action]:
    """Yield the cards that can be recovered (YGG-8.5)."""
    return (Action(SEATS[state.seat], CHOOSE, value=card) for card in tips(state))


def wither_options(state: State) -> Iterator[Action]:
    """Yield the removals of a withered card (YGG-8.6)."""
    seat, names = SEATS[state.seat], state.config.grid.names
    return (Action(seat, REMOVE, at=names[i]) for i in withers(state))


def invasion_options(state: State) -> Iterator[Action]:
    """Yield the targets of an invasion (YGG-9.1)."""
    seat, names = SEATS[state.seat], state.config.grid.names
    return (Action(seat, CHOOSE, value=names[i]) for i in targets(state, state.spot))


def or_pass(options: Options, *, optional: bool = False) -> Options:
    """Return options and a pass, if the choice is `optional` or its effect is (YGG-8.1, 9.2)."""

    def with_pass(state: State) -> Iterator[Action]:
        yield from options(state)
        if optional or not asked(state).forced:
            yield PASSES[state.seat]

    return with_pass


def place_options(state: State) -> Iterator[Action]:
    """Yield placements, exchanges and a pass (YGG-5.4, YGG-7)."""
    config, seat, hand = state.config, state.seat, state.players[state.seat].hand
    cards = names_of(state, seat)
    fits = set()
    for card, way, found in fitting(state, seat, cards):
        fits.add(card)
        placements, cells = way.placements, found
        while cells:
            low = cells & -cells
            cells ^= low
            yield placements[low]
    compelled = not fits.isdisjoint(hand)
    if state.phase is _EXTRA:
        if not asked(state).forced or not compelled:
            yield PASSES[seat]
        return
    if compelled and not config.may_pass:
        return
    idle = [card for card in cards if card not in fits]
    if not compelled:
        yield from _exchanges(state, idle)
    if config.may_pass or _may_do_nothing(state, idle):
        yield PASSES[seat]


def _exchanges(state: State, idle: list[str]) -> Iterator[Action]:
    """Yield the exchanges for a hand whose cards may have no legal cell (YGG-7.1)."""
    hand, deck, _ = state.players[state.seat]
    if state.phase is not _PLACE or not hand or not deck:
        return
    hidden, ways = hand.count(UNKNOWN), state.config.ways[state.seat]
    proof = state.config.get("prove_exchange") == "always"
    if hidden:
        # Legal if all other hidden cards may lack a legal cell; otherwise, they are shown first.
        spare = _spare(state, idle)
        bounds = {card: 0 if card in hand else 1 for card in idle}
        idle = [card for card, n in bounds.items() if hidden - n <= (0 if proof else spare - n)]
    for card in idle:
        yield ways[card][0].placements[0]
    if hidden and proof:
        yield from _proofs(state, hidden)


def _proofs(state: State, hidden: int) -> Iterator[Action]:
    """Yield a proof that no card fits (YGG-7.4) for each card that the hand may hide.

    The other hidden cards are the first remaining ones, because all hands would be too many.
    """
    stock = [card for card, n in candidates(state, state.seat).items() for _ in range(n)]
    hands: dict[tuple[str, ...], None] = {}
    for card in dict.fromkeys(stock):
        rest = stock.copy()
        rest.remove(card)
        hands[tuple(sorted((card, *rest[: hidden - 1])))] = None
    for cards in hands:
        yield Action(SEATS[state.seat], DECLARE, value="hand", also=cards)


def _spare(state: State, idle: list[str]) -> int:
    """Return the number of hidden cards that can be cards without a legal cell."""
    left = candidates(state, state.seat)
    return sum(left.get(card, 0) for card in idle)


def _may_do_nothing(state: State, idle: list[str]) -> bool:
    """Return True if perhaps no card fits and no exchange is possible (YGG-7.2, YGG-7.3)."""
    hand, deck, _ = state.players[state.seat]
    if deck and hand and state.phase is Phase.PLACE:
        return False
    hidden = hand.count(UNKNOWN)
    return not hidden or _spare(state, idle) >= hidden


# The chance seat.


def sample(state: State, below: Callable[[int], int]) -> Action:
    """Draw a random first player or shuffle; an unknown deck is drawn from the whole pool."""
    if state.phase is Phase.BEGIN:
        return Action(CHANCE, CHOOSE, value=SEATS[below(2)])
    cards = dealt(_stock(state), state.config.deck_size, below)
    return Action(CHANCE, DRAW, to=f"{SEATS[state.seat]}.deck", also=cards)


def _stock(state: State) -> Iterator[str]:
    hand, deck, _ = state.players[state.seat]
    if UNKNOWN not in (cards := hand + deck):
        yield from cards
        return
    for card in sorted(state.config.cards):
        if not state.config.cards[card].root:
            for _ in range(limit_of(state, state.seat, card)):
                yield card
