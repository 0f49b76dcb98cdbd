"""Every legal action in a position, in a fixed order, except conceding and showing a card.

The order is: draw, supplies by node and card, commands, reveals, attacks, end of turn. If a hand or
a face-down card is hidden, the list includes each of its possible identities.
"""

from collections.abc import Callable, Iterator

from rules.core.action import CHOOSE, DRAW, PASS, Action
from rules.core.chance import shuffled
from rules.core.values import CHANCE, UNKNOWN
from rules.games.stratosphere import actions
from rules.games.stratosphere.control import bits, free_forces, reach, revealable
from rules.games.stratosphere.hidden import candidates, names_of
from rules.games.stratosphere.moves import attacks, can_move, draw_faults, has_force
from rules.games.stratosphere.state import Phase, State
from rules.games.stratosphere.violations import can_prevent


def force_options(state: State) -> Iterator[Action]:
    """Yield the forces that can be chosen (STR-4.8)."""
    seat, forces = state.config.seats[state.seat], state.config.forces
    return (Action(seat, CHOOSE, value=forces[f]) for f in free_forces(state))


def move_options(state: State) -> Iterator[Action]:
    """Yield the moves of the seat whose turn it is (STR-3)."""
    seat, names = state.config.seats[state.seat], state.config.names
    if not draw_faults(state):
        yield actions.plain(seat, DRAW)
    cards, within = names_of(state, state.seat), reach(state)
    if UNKNOWN in state.hands[state.seat]:
        cards = (UNKNOWN, *cards)
    if cards:
        for p in bits(within):
            for card in cards:
                yield actions.supply(seat, card, names[p])
    yield from _turned_up(state, revealable(state, within), cards)
    for x, y in attacks(state):
        yield actions.attack(seat, names[x], names[y])
    if not (state.config.compulsory and can_move(state)):
        yield actions.plain(seat, PASS)


def _turned_up(state: State, covered: list[int], cards: tuple[str, ...]) -> Iterator[Action]:
    """Yield the commands and reveals at the nodes `covered`, whose top card is face down."""
    config, seat = state.config, state.config.seats[state.seat]
    if config.command:
        own = [card for card in cards if has_force(state, card)]
        for p in covered:
            for card in own:
                yield actions.command(seat, card, config.names[p])
    for p in covered:
        top = state.nodes[p].down[0].card
        for card in (top,) if top != UNKNOWN else candidates(state):
            yield actions.reveal(seat, config.names[p], card)


def answer_options(state: State) -> Iterator[Action]:
    """Yield the cards that prevent an attack, and the pass that allows it (STR-6)."""
    seat = state.config.seats[state.asked]
    for card in names_of(state, state.asked):
        if can_prevent(state, card):
            yield actions.prevent(seat, card)
    yield actions.plain(seat, PASS)


def sample(state: State, below: Callable[[int], int]) -> Action:
    """Return a random shuffle of the pack or the discard pile (STR-8.5)."""
    cards = state.config.pack if state.phase is Phase.DEAL else state.discard
    return Action(CHANCE, DRAW, to=actions.PILE, also=shuffled(cards, below))
