"""Every legal action in a position, in a fixed order, except conceding and showing a card.

The order is: draw, supplies by node and card, commands, reveals, attacks, end of turn. If a hand or
a face-down card is hidden, the list includes each of its possible identities.
"""

from collections.abc import Callable, Iterator
from functools import cache

from rules.core.action import Action, Verb
from rules.core.chance import shuffled
from rules.core.values import CHANCE, UNKNOWN, Facing
from rules.games.stratosphere.config import LIMIT
from rules.games.stratosphere.control import (
    attacks,
    bits,
    can_draw,
    can_move,
    free_forces,
    reach,
    revealable,
)
from rules.games.stratosphere.hidden import candidates, names_of
from rules.games.stratosphere.state import Phase, State

ATTACK = "attack"
"""Value of an action that declares an attack."""
DISCARD = "discard"
"""Cell of the discard pile, where prevention cards are played."""
NO_ATTACK = "no_attack"
"""Value of a pass that allows an attack although none is declared."""
PILE = "pile"
"""Cell of the resource pile."""


# Actions are immutable values, so the same object can be returned repeatedly.


@cache
def supply(seat: str, card: str, cell: str) -> Action:
    """Return the action that supplies a card to a node (STR-3.5)."""
    return Action(seat, Verb.PLACE, card, "", cell, Facing.DOWN)


@cache
def command(seat: str, card: str, cell: str) -> Action:
    """Return the action that commands a node with a card (STR-3.8)."""
    return Action(seat, Verb.PLACE, card, "", cell)


@cache
def reveal(seat: str, cell: str, card: str) -> Action:
    """Return the action that reveals a node's top card (STR-3.6)."""
    return Action(seat, Verb.FLIP, card, cell)


@cache
def attack(seat: str, cell: str, target: str) -> Action:
    """Return the action that declares an attack (STR-3.7)."""
    return Action(seat, Verb.DECLARE, "", cell, target, value=ATTACK)


@cache
def prevent(seat: str, card: str) -> Action:
    """Return the action that prevents an attack with a card (STR-6.1)."""
    return Action(seat, Verb.PLACE, card, "", DISCARD)


@cache
def show(seat: str, card: str) -> Action:
    """Return the action that shows a card which was to prevent an attack (STR-6.6)."""
    return Action(seat, Verb.DECLARE, value="hand", also=(card,))


@cache
def plain(seat: str, verb: Verb) -> Action:
    """Return an action that needs no fields except its verb."""
    return Action(seat, verb)


def turn_seat(state: State) -> str:
    """Return the seat whose turn it is."""
    return state.config.seats[state.seat]


def asked_seat(state: State) -> str:
    """Return the seat that answers an attack (STR-6.4)."""
    return state.config.seats[state.asked]


def is_concession(action: Action) -> bool:
    """Return True if an action concedes, which any seat may do at any time (STR-7.7)."""
    return action.verb is Verb.DECLARE and action.value == "concede"


def force_options(state: State) -> Iterator[Action]:
    """Yield the forces that can be chosen (STR-4.8)."""
    seat, forces = state.config.seats[state.seat], state.config.forces
    return (Action(seat, Verb.CHOOSE, value=forces[f]) for f in free_forces(state))


def move_options(state: State) -> Iterator[Action]:
    """Yield the moves of the seat whose turn it is (STR-3)."""
    config, names = state.config, state.config.names
    seat, hand = config.seats[state.seat], state.hands[state.seat]
    if len(hand) < LIMIT and can_draw(state):
        yield plain(seat, Verb.DRAW)
    within = reach(state)
    cards = names_of(state, state.seat)
    if UNKNOWN in hand:
        cards = (UNKNOWN, *cards)
    if cards:
        for p in bits(within):
            cell = names[p]
            for card in cards:
                yield supply(seat, card, cell)
    yield from _turned_up(state, revealable(state, within), cards)
    for x, y in attacks(state):
        yield attack(seat, names[x], names[y])
    if not config.compulsory or not can_move(state):
        yield plain(seat, Verb.PASS)


def _turned_up(state: State, down: int, cards: tuple[str, ...]) -> Iterator[Action]:
    """Yield the commands and reveals at nodes whose top card is face down."""
    config, names = state.config, state.config.names
    seat, force = config.seats[state.seat], state.forces[state.seat]
    if config.command and force >= 0:
        own = [card for card in cards if config.force.get(card) == force]
        for p in bits(down):
            for card in own:
                yield command(seat, card, names[p])
    for p in bits(down):
        top = state.nodes[p].down[0].card
        for card in (top,) if top != UNKNOWN else candidates(state):
            yield reveal(seat, names[p], card)


def answer_options(state: State) -> Iterator[Action]:
    """Yield the cards that prevent an attack, and the pass that allows it (STR-6)."""
    config = state.config
    seat, card = config.seats[state.asked], state.nodes[state.source].up
    force, value = config.force[card], config.value[card]
    for name in names_of(state, state.asked):
        if config.force[name] == force and config.value[name] >= value:
            yield prevent(seat, name)
    yield plain(seat, Verb.PASS)


def sample(state: State, below: Callable[[int], int]) -> Action:
    """Return a random shuffle of the pack or the discard pile (STR-8.5)."""
    cards = state.config.pack if state.phase is Phase.DEAL else state.discard
    return Action(CHANCE, Verb.DRAW, to=PILE, also=shuffled(cards, below))
