"""Every action a seat may take, in a fixed order, each once (the twin of `violations`).

The orders that may be written are in `options`.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING

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
    Phase,
    cells_of,
    holds_set,
    master_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.games.spherion.state import Ask, Player, State

SIGNS = ("rock", "paper", "scissors")
"""Each loses to the next one."""
HAND = 5
FEW = 4
"""Cards whose every order is listed."""
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
    """The seats that may act now."""
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
    """Every action that is not illegal; conceding, which always is possible, is not listed."""
    return iter(_listed(state))


def _listed(state: State) -> Iterable[Action]:
    phase, ask = state.phase, state.ask
    if phase in _CHANCE:
        return _chance(state)
    if ask is not None and ask.kind != "jkp":
        return _answers(state, ask)
    if phase is Phase.NAME:
        return _choices(SEATS[state.seat], SEATS)
    found: list[Action] = []
    if phase is not Phase.END:
        for seat, player in enumerate(state.players):
            if not player.done:
                found += _seat(state, seat)
    return found


def _seat(state: State, seat: int) -> Iterable[Action]:
    match state.phase:
        case Phase.JKP | Phase.STEP:
            return declared(SEATS[seat], SIGNS)
        case Phase.DRAW:
            draws = (bare(SEATS[seat], Verb.DRAW),) if may_draw(state.players[seat]) else ()
            return (*draws, bare(SEATS[seat], Verb.PASS))
        case Phase.USE:
            return _faces(state, seat)
        case Phase.CLAIM:
            shown = declared(SEATS[seat], ("claim",)) if holds_set(state, seat) else ()
            return (*shown, bare(SEATS[seat], Verb.PASS))
        case _:
            return _plan(state, seat)


def may_draw(player: Player) -> bool:
    """Whether a player may draw up to five (SPH-5.2b)."""
    return len(player.hand) < HAND and bool(player.deck)


@lru_cache(maxsize=64)
def bare(seat: str, verb: Verb) -> Action:
    """An action that says no more than its verb."""
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
    """The cells the next power-up may appear in, in canonical order (SPH-12.2)."""
    board = state.config.globe
    taken = cells_of(state, 0) | cells_of(state, 1) | {cell for cell, _ in state.lying}
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
    found = [bare(name, Verb.DRAW)] if player.faces[0] and player.deck else []
    if player.faces[1]:
        found += [
            Action(name, Verb.PLACE, card=card, to=f"{name}.deck")
            for card in dict.fromkeys(player.hand)
        ]
    return [*found, bare(name, Verb.PASS)]


def claim_cards(state: State, seat: int) -> tuple[str, ...]:
    """The five pieces, if a hand that is partly hidden may hold them; else nothing (SPH-14.3)."""
    player, pieces = state.players[seat], state.config.pieces
    hidden = player.hand.count(UNKNOWN)
    if not state.config.alt_win or not hidden:
        return ()
    missing = pieces.difference(player.hand)
    left = candidates(state, seat)
    fits = len(missing) <= hidden and all(card in left for card in missing)
    return tuple(sorted(pieces)) if fits else ()


# Orders.


def _plan(state: State, seat: int) -> list[Action]:
    name, player, config = SEATS[seat], state.players[seat], state.config
    if state.phase is not Phase.PLAN:
        return orders(state, seat)
    found: list[Action] = []
    if len(player.queue) < config.queue_cap:
        if config.hidden_orders:
            found += declared(name, (HIDDEN_ORDER,))
        else:
            found = orders(state, seat)
    if player.queue:
        found += declared(name, ("undo",))
    pieces = claim_cards(state, seat)
    if pieces:
        found.append(Action(name, Verb.DECLARE, value="claim", also=pieces))
    found.append(bare(name, Verb.READY))
    if config.timed and state.players[1 - seat].done and not config.alternating:
        found.append(bare(name, Verb.PASS))
    return found


# Questions in mid-step.


def _answers(state: State, ask: Ask) -> Iterable[Action]:
    if ask.kind == "target":
        return _choices(SEATS[ask.seat], ask.options)
    seat = CHANCE if ask.seat == NEUTRAL else SEATS[ask.seat]
    return [Action(seat, Verb.FLIP, at=ask.cell, card=card) for card in faces(state, ask)]


def faces(state: State, ask: Ask) -> tuple[str, ...]:
    """What the card that a step asks for may be, sorted; any of its sort if the count is off."""
    if ask.seat == NEUTRAL:
        seen = [*state.used, *state.pile, *(card for _, card in state.lying)]
        pile = state.config.pile
        left = {card for card in pile if pile.count(card) > seen.count(card)}
        return tuple(sorted(left or set(pile)))
    cards = state.config.cards.values()
    left = set(candidates(state, ask.seat))
    return tuple(sorted(left or {c.id for c in cards if c.kind in MAIN_KINDS}))
