"""Possible identities of hidden cards, and the knowledge of each seat (STR-8.1 to 8.4).

No verdict depends on a hidden card: any card may be supplied, and everything else that a move
requires is public. Only the pack limits the identity of a hidden card, so judging needs no worlds.
"""

from collections import Counter
from collections.abc import Callable
from itertools import chain

from rules.core.hidden_cards import OwnCards, drawn_from, filled, known_hand
from rules.core.values import UNKNOWN, Seat
from rules.games.stratosphere.config import SEATS
from rules.games.stratosphere.state import Down, Node, Phase, State


def _seen(state: State) -> list[str]:
    """Return the known cards in all piles, hands and nodes, and some unknown ones."""
    cards = [*state.pile, *state.discard, *chain.from_iterable(state.hands)]
    cards += [up for up, _ in state.nodes]
    cards += [card for _, down in state.nodes for card, _, _ in down]
    for seat in {seat for seat, _ in state.shown}:
        cards += _unnamed(state, seat)
    return cards


def _unnamed(state: State, seat: int) -> list[str]:
    """Return the cards that a seat has shown and that its hand does not name."""
    return [card for s, card in state.shown if s == seat and card not in state.hands[seat]]


def has(state: State, seat: int, card: str) -> bool:
    """Return True if a card is, or may be, in a seat's hand."""
    hand = state.hands[seat]
    if card in hand or (seat, card) in state.shown:
        return True
    return hand.count(UNKNOWN) > len(_unnamed(state, seat)) and left_of(state, card) > 0


def left_of(state: State, card: str) -> int:
    """Return how many copies of a card in the pack can still be hidden."""
    copies = state.config.copies if card in state.config.value else 0
    return copies - _seen(state).count(card)


def candidates(state: State) -> tuple[str, ...]:
    """Return the possible identities of a hidden card, in pack order (STR-8.4)."""
    seen, copies = Counter(_seen(state)), state.config.copies
    return tuple(card for card in state.config.value if seen[card] < copies)


def names_of(state: State, seat: int) -> tuple[str, ...]:
    """Return the known and possible cards in a seat's hand; possible ones are sorted."""
    hand = state.hands[seat]
    if UNKNOWN not in hand:
        return tuple(dict.fromkeys(hand))
    shown = _unnamed(state, seat)
    others = candidates(state) if hand.count(UNKNOWN) > len(shown) else ()
    return tuple(sorted({*hand, *shown, *others} - {UNKNOWN}))


def view(state: State, seat: int | None) -> State:
    """Return the state as seen by a seat, which knows its hand and the cards it supplied.

    None is the public view. Before the deal, nothing is hidden.
    """
    if state.phase is Phase.DEAL:
        return state
    hands = tuple(
        hand if s == seat else (UNKNOWN,) * len(hand) for s, hand in enumerate(state.hands)
    )
    nodes = tuple(
        Node(
            up,
            tuple(Down(card if by == seat else UNKNOWN, by, ply) for card, by, ply in down),
        )
        for up, down in state.nodes
    )
    return state._replace(hands=hands, nodes=nodes, pile=(UNKNOWN,) * len(state.pile))


def world(state: State, _seat: Seat, below: Callable[[int], int]) -> State:
    """Draw the identities of all hidden cards; a card that a seat has shown is in its hand."""
    seen, copies = Counter(_seen(state)), state.config.copies
    stock = drawn_from({card: copies - seen[card] for card in state.config.value}, below)
    hands = []
    for s, hand in enumerate(state.hands):
        shown, hidden = _unnamed(state, s), hand.count(UNKNOWN)
        if hidden:
            known = tuple(card for card in hand if card != UNKNOWN)
            new = filled((*shown, *(UNKNOWN,) * (hidden - len(shown))), stock)
            hands.append(tuple(sorted(known + new)))
        else:
            hands.append(hand)
    nodes = tuple(
        Node(up, tuple(d._replace(card=filled((d.card,), stock)[0]) for d in down))
        for up, down in state.nodes
    )
    return state._replace(hands=tuple(hands), nodes=nodes, pile=filled(state.pile, stock))


def recognise(state: State, seat: Seat, own: OwnCards) -> State:
    """Return the state with a seat's own hand, and the cards that it supplied."""
    number = SEATS.index(seat)
    hands = tuple(known_hand(h, own) if s == number else h for s, h in enumerate(state.hands))
    nodes = tuple(
        _recognised(node, number, own.down.get(name, ()))
        for name, node in zip(state.config.names, state.nodes, strict=True)
    )
    return state._replace(hands=hands, nodes=nodes)


def _recognised(node: Node, seat: int, cards: tuple[str, ...]) -> Node:
    """Return a node with the identities of the cards that a seat supplied, if it names them all."""
    mine = [n for n, down in enumerate(node.down) if down.by == seat]
    if len(mine) != len(cards):
        return node
    names = dict(zip(mine, cards, strict=True))
    down = tuple(d._replace(card=names.get(n, d.card)) for n, d in enumerate(node.down))
    return Node(node.up, down)
