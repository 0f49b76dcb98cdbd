"""The seats and options of each phase, each option once and in a fixed order.

`phases` names the functions of each phase; `orders.options` lists the orders.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, permutations, product

from rules.core.action import CHOOSE, DECLARE, DRAW, FLIP, PASS, PLACE, READY, ROLL, Action, Verb
from rules.core.values import CHANCE, UNKNOWN
from rules.core.verdict import Violation, breach
from rules.games.spherion.cards import Kind
from rules.games.spherion.config import BLUE, MAIN_KINDS, RED, SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.draft import candidates, draft, fusions, too_dear
from rules.games.spherion.orders.options import declared, orders
from rules.games.spherion.orders.order_rules import too_long
from rules.games.spherion.state import (
    BOTH,
    DICE,
    HIDDEN_ORDER,
    NEUTRAL,
    Ask,
    Phase,
    Player,
    State,
    cells_of,
    holds_set,
    master_of,
    pending,
)

SIGNS = ("rock", "paper", "scissors")
"""Signs of rock, paper, scissors; each loses to the next one, the last to the first."""
HAND = 5
FEW = 4
"""Maximum number of shuffled cards for which every order is listed."""
_OF_CHANCE = frozenset((CHANCE,))
_WAITING = {
    (False, False): frozenset(SEATS),
    (False, True): frozenset(SEATS[:1]),
    (True, False): frozenset(SEATS[1:]),
    (True, True): frozenset[str](),
}


# The seats that may act.


def of_chance(_state: State) -> frozenset[str]:
    """Return the seat of chance."""
    return _OF_CHANCE


def of_one(state: State) -> frozenset[str]:
    """Return the seat that owns the phase."""
    return frozenset((SEATS[state.seat],))


def of_both(state: State) -> frozenset[str]:
    """Return the seats that have not yet decided."""
    a, b = state.players
    return _WAITING[a.done, b.done]


def of_asked(state: State) -> frozenset[str]:
    """Return the seats that can answer the pending question."""
    ask = pending(state)
    if ask.seat == BOTH:
        return of_both(state)
    return frozenset((CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat],))


# The options of the phases, except conceding, which is always legal.

Options = Callable[[State, int], Iterable[Action]]


def each_seat(options: Options) -> Callable[[State], Iterator[Action]]:
    """Return the options of a phase in which each seat that has not yet decided has `options`."""

    def listed(state: State) -> Iterator[Action]:
        blue, red = state.players
        return chain(
            () if blue.done else options(state, BLUE), () if red.done else options(state, RED)
        )

    return listed


def unlisted(_state: State) -> Iterator[Action]:
    """Return no options: too many outcomes to list."""
    return iter(())


def signs(_state: State, seat: int) -> Sequence[Action]:
    """Return the three signs (SPH-4.10, SPH-17.6)."""
    return _declared(SEATS[seat], SIGNS)


def names(state: State) -> Iterator[Action]:
    """Yield the seats that may get the initiative in turn 1 (SPH-4.10)."""
    return iter(_choices(SEATS[state.seat], SEATS))


def cells(state: State) -> Iterator[Action]:
    """Yield the cells for the next power-up (SPH-12.2)."""
    globe = state.config.globe.names
    return iter(_choices(CHANCE, tuple(globe[cell] for cell in eligible(state))))


def rolls(state: State) -> Iterator[Action]:
    """Yield the results of a seat's dice (SPH-6.1)."""
    return iter(_rolls(state.config.dice, SEATS[state.seat]))


def mixes(state: State) -> Iterator[Action]:
    """Yield the orders of a deck that is shuffled again, if it is small (SPH-6.7)."""
    deck, to = state.players[state.seat].deck, f"{SEATS[state.seat]}.deck"
    orders = sorted(set(permutations(deck))) if 0 < len(deck) <= FEW else ()
    return (Action(CHANCE, DRAW, to=to, also=order) for order in orders)


def draws(state: State, seat: int) -> Sequence[Action]:
    """Return the draw at the start of a turn, if allowed, and the pass (SPH-5.2b)."""
    name = SEATS[seat]
    drawn = (plain_action(name, DRAW),) if may_draw(state.players[seat]) else ()
    return (*drawn, plain_action(name, PASS))


def claims(state: State, seat: int) -> Sequence[Action]:
    """Return the claim of a complete set, and the pass (SPH-14.3)."""
    shown = _declared(SEATS[seat], ("claim",)) if holds_set(state, seat) else ()
    return (*shown, plain_action(SEATS[seat], PASS))


def answers(state: State) -> Iterator[Action]:
    """Yield the answers to the pending question."""
    ask = pending(state)
    if ask.seat == BOTH:
        return each_seat(signs)(state)
    if ask.kind == "target":
        return iter(_choices(SEATS[ask.seat], ask.options))
    seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
    return iter(_flips(seat, ask.cell, faces(state, ask)))


def may_draw(player: Player) -> bool:
    """Return True if a player may draw at the start of a turn, up to five cards (SPH-5.2b)."""
    return len(player.hand) < HAND and bool(player.deck)


@lru_cache(maxsize=64)
def plain_action(seat: str, verb: Verb) -> Action:
    """Return an action with no fields except its verb."""
    return Action(seat, verb)


@lru_cache(maxsize=32)
def _declared(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    return declared(seat, values)


@lru_cache(maxsize=4096)
def _choices(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Action(seat, CHOOSE, value=value) for value in values)


@lru_cache(maxsize=256)
def _flips(seat: str, cell: str, cards: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Action(seat, FLIP, card, cell) for card in cards)


@lru_cache(maxsize=8)
def _rolls(dice: int, seat: str) -> tuple[Action, ...]:
    return tuple(
        Action(CHANCE, ROLL, value="".join(faces), to=seat) for faces in product(DICE, repeat=dice)
    )


def eligible(state: State) -> tuple[int, ...]:
    """Return the cells for the next power-up, in canonical order (SPH-12.2)."""
    board = state.config.globe
    taken = cells_of(state, 0) | cells_of(state, 1) | {cell for cell, _ in state.powerups}
    for seat in (0, 1):
        taken.update(board.around[master_of(state, seat).cell])
    free = tuple(cell for cell in range(len(board.names)) if cell not in taken)
    if state.first != NOWHERE and state.config.on("powerup_spawn", "mirrored"):
        image = board.image[state.first]
        if image in free:
            return (image,)
    return free


# Dice, hands, claims.


def uses(state: State, seat: int) -> Sequence[Action]:
    """Return the uses of a seat's Card and Hammer faces, and the pass (SPH-6.6, SPH-6.7)."""
    player, name = state.players[seat], SEATS[seat]
    cards, hammers = player.faces
    drawn = (plain_action(name, DRAW),) if cards and player.deck else ()
    put_back = _put_back(name, player.hand) if hammers else ()
    return (*drawn, *put_back, plain_action(name, PASS))


@lru_cache(maxsize=256)
def _put_back(seat: str, hand: tuple[str, ...]) -> tuple[Action, ...]:
    cards = dict.fromkeys(hand)
    return tuple(Action(seat, PLACE, card=card, to=f"{seat}.deck") for card in cards)


def claim_cards(state: State, seat: int) -> tuple[str, ...]:
    """Return the five pieces if a partly hidden hand may contain them, otherwise () (SPH-14.3)."""
    player, pieces = state.players[seat], state.config.pieces
    hidden = player.hand.count(UNKNOWN)
    if not state.config.alt_win or not hidden:
        return ()
    missing = pieces.difference(player.hand)
    remaining = candidates(state, seat)
    fits = len(missing) <= hidden and all(card in remaining for card in missing)
    return tuple(sorted(pieces)) if fits else ()


# Orders.


def plans(state: State, seat: int) -> Iterable[Action]:
    """Return the orders that a seat may add, undo, a claim, READY, and the end by the clock."""
    config, besides = state.config, besides_orders(state, seat)
    if len(state.players[seat].queue) >= config.queue_cap:
        return besides
    hidden = config.hidden_orders
    written = _declared(SEATS[seat], (HIDDEN_ORDER,)) if hidden else orders(state, seat)
    return chain(written, besides)


def besides_orders(state: State, seat: int) -> tuple[Action, ...]:
    """Return undo, a claim, READY, and the end by the clock, where a seat may do so."""
    config, player = state.config, state.players[seat]
    late = config.timed and state.players[1 - seat].done and not config.alternating
    return _besides_orders(SEATS[seat], bool(player.queue), claim_cards(state, seat), late)


@lru_cache(maxsize=64)
def _besides_orders(
    name: str,
    written: bool,  # noqa: FBT001 - a cache key
    pieces: tuple[str, ...],
    late: bool,  # noqa: FBT001 - as above
) -> tuple[Action, ...]:
    undo = _declared(name, ("undo",)) if written else ()
    claim = (Action(name, DECLARE, value="claim", also=pieces),) if pieces else ()
    end = (plain_action(name, PASS),) if late else ()
    return (*undo, *claim, plain_action(name, READY), *end)


def unavailable_orders(state: State, seat: int) -> tuple[tuple[str, Violation], ...]:
    """Return the kinds of orders that a planning seat cannot afford or fit into its queue.

    With rails and slips, orders are not chosen on a page, so all kinds are available. The claim is
    unavailable if an unknown hand may contain the five pieces, because they must be shown at the
    table.
    """
    player, config = state.players[seat], state.config
    if state.phase is not Phase.PLAN or player.done or config.hidden_orders:
        return ()
    full = too_long(state, seat)
    if full:
        return (("", full[0]),)
    resources = draft(state, seat)
    hand = {*player.hand, *(candidates(state, seat) if UNKNOWN in player.hand else ())}
    kinds_held = {config.cards[card].kind for card in hand - {UNKNOWN}}
    wanted = {
        "move": True,
        "summon": Kind.MONSTER in kinds_held,
        "set": bool(kinds_held - {Kind.MONSTER}),
        "fuse": len(resources.units) > 1 and bool(fusions(config, seat, player.extra)),
    }
    dear = tuple(
        (kind, violation)
        for kind, able in wanted.items()
        if able
        for violation in too_dear(config, kind, resources.sp, resources.mp)
    )
    if not claim_cards(state, seat):
        return dear
    return (*dear, ("claim", breach("SPH-14.3", case="show", seat=SEATS[seat])))


# Questions in the middle of a step.


def faces(state: State, ask: Ask) -> tuple[str, ...]:
    """Return the possible identities of a card that a step asks for, sorted.

    If the card counts leave no identity, any main-deck card or power-up is possible.
    """
    if ask.seat == NEUTRAL:
        seen = [*state.used, *state.pile, *(card for _, card in state.powerups)]
        pile = state.config.pile
        remaining = {card for card in pile if pile.count(card) > seen.count(card)}
        return tuple(sorted(remaining or set(pile)))
    cards = state.config.cards.values()
    remaining = set(candidates(state, ask.seat))
    return tuple(sorted(remaining or {c.id for c in cards if c.kind in MAIN_KINDS}))
