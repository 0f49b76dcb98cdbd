"""Every legal action, each once and in a fixed order (the counterpart of `violations`).

`options` lists the orders.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product

from rules.core.action import Action, Verb
from rules.core.values import CHANCE, UNKNOWN
from rules.games.spherion.config import MAIN_KINDS, SEATS
from rules.games.spherion.globe import NOWHERE
from rules.games.spherion.orders.draft import candidates
from rules.games.spherion.orders.options import declared, orders
from rules.games.spherion.state import (
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
)

SIGNS = ("rock", "paper", "scissors")
"""Signs of rock, paper, scissors; each loses to the next one, the last to the first."""
HAND = 5
FEW = 4
"""Maximum number of shuffled cards for which every order is listed."""
_CHANCE = frozenset(
    (Phase.DEAL, Phase.MAZE, Phase.PILE, Phase.SPAWN, Phase.RESTOCK, Phase.ROLL, Phase.MIX)
)
_WAITING = {
    (False, False): frozenset(SEATS),
    (False, True): frozenset(SEATS[:1]),
    (True, False): frozenset(SEATS[1:]),
    (True, True): frozenset[str](),
}


def acting(state: State) -> frozenset[str]:
    """Return the seats that may act now."""
    phase = state.phase
    if phase is Phase.END:
        return frozenset()
    if phase in _CHANCE:
        return frozenset((CHANCE,))
    if phase is Phase.NAME:
        return frozenset((SEATS[state.seat],))
    if state.ask is not None and state.ask.kind != "jkp":
        return frozenset((CHANCE if state.ask.seat == NEUTRAL else SEATS[state.ask.seat],))
    a, b = state.players
    return _WAITING[a.done, b.done]


def legal(state: State) -> Iterator[Action]:
    """Yield every legal or undetermined action, except conceding, which is always legal."""
    return iter(_listed(state))


def _listed(state: State) -> Iterable[Action]:
    phase, ask = state.phase, state.ask
    if phase in _CHANCE:
        return _chance(state)
    if ask is not None and ask.kind != "jkp":
        return _answers(state, ask)
    if phase is Phase.NAME:
        return _choices(SEATS[state.seat], SEATS)
    actions: list[Action] = []
    if phase is not Phase.END:
        for seat, player in enumerate(state.players):
            if not player.done:
                actions += _seat(state, seat)
    return actions


def _seat(state: State, seat: int) -> Iterable[Action]:
    match state.phase:
        case Phase.JKP | Phase.STEP:
            return declared(SEATS[seat], SIGNS)
        case Phase.DRAW:
            draws = (plain_action(SEATS[seat], Verb.DRAW),) if may_draw(state.players[seat]) else ()
            return (*draws, plain_action(SEATS[seat], Verb.PASS))
        case Phase.USE:
            return _faces(state, seat)
        case Phase.CLAIM:
            shown = declared(SEATS[seat], ("claim",)) if holds_set(state, seat) else ()
            return (*shown, plain_action(SEATS[seat], Verb.PASS))
        case _:
            return _plan(state, seat)


def may_draw(player: Player) -> bool:
    """Return True if a player may draw at the start of a turn, up to five cards (SPH-5.2b)."""
    return len(player.hand) < HAND and bool(player.deck)


@lru_cache(maxsize=64)
def plain_action(seat: str, verb: Verb) -> Action:
    """Return an action with no fields except its verb."""
    return Action(seat, verb)


@lru_cache(maxsize=4096)
def _choices(seat: str, values: tuple[str, ...]) -> tuple[Action, ...]:
    return tuple(Action(seat, Verb.CHOOSE, value=value) for value in values)


# Chance.


def _chance(state: State) -> Iterable[Action]:
    seat = SEATS[state.seat]
    if state.phase is Phase.SPAWN:
        names = state.config.globe.names
        return _choices(CHANCE, tuple(names[cell] for cell in eligible(state)))
    if state.phase is Phase.ROLL:
        return _rolls(state.config.dice, seat)
    if state.phase is Phase.MIX:
        deck = state.players[state.seat].deck
        orders = sorted(set(permutations(deck))) if 0 < len(deck) <= FEW else ()
        return [Action(CHANCE, Verb.DRAW, to=f"{seat}.deck", also=order) for order in orders]
    return ()


@lru_cache(maxsize=8)
def _rolls(dice: int, seat: str) -> tuple[Action, ...]:
    return tuple(
        Action(CHANCE, Verb.ROLL, value="".join(faces), to=seat)
        for faces in product(DICE, repeat=dice)
    )


def eligible(state: State) -> tuple[int, ...]:
    """Return the cells for the next power-up, in canonical order (SPH-12.2)."""
    board = state.config.globe
    taken = cells_of(state, 0) | cells_of(state, 1) | {cell for cell, _ in state.powerups}
    near = [board.distance[master_of(state, seat).cell] for seat in (0, 1)]
    free = tuple(
        cell
        for cell in range(len(board.names))
        if cell not in taken and all(distance[cell] >= 2 for distance in near)
    )
    if state.first != NOWHERE and state.config.on("powerup_spawn", "mirrored"):
        image = board.image[state.first]
        if image in free:
            return (image,)
    return free


# Dice, hands, claims.


def _faces(state: State, seat: int) -> list[Action]:
    player, name = state.players[seat], SEATS[seat]
    actions = [plain_action(name, Verb.DRAW)] if player.faces[0] and player.deck else []
    if player.faces[1]:
        actions += [
            Action(name, Verb.PLACE, card=card, to=f"{name}.deck")
            for card in dict.fromkeys(player.hand)
        ]
    return [*actions, plain_action(name, Verb.PASS)]


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


def _plan(state: State, seat: int) -> list[Action]:
    name, player, config = SEATS[seat], state.players[seat], state.config
    if state.phase is not Phase.PLAN:
        return orders(state, seat)
    actions: list[Action] = []
    if len(player.queue) < config.queue_cap:
        if config.hidden_orders:
            actions += declared(name, (HIDDEN_ORDER,))
        else:
            actions = orders(state, seat)
    if player.queue:
        actions += declared(name, ("undo",))
    pieces = claim_cards(state, seat)
    if pieces:
        actions.append(Action(name, Verb.DECLARE, value="claim", also=pieces))
    actions.append(plain_action(name, Verb.READY))
    if config.timed and state.players[1 - seat].done and not config.alternating:
        actions.append(plain_action(name, Verb.PASS))
    return actions


# Questions in the middle of a step.


def _answers(state: State, ask: Ask) -> Iterable[Action]:
    if ask.kind == "target":
        return _choices(SEATS[ask.seat], ask.options)
    seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
    return [Action(seat, Verb.FLIP, at=ask.cell, card=card) for card in faces(state, ask)]


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
