"""Choices of the on-place effects (YGG-8)."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, permutations
from typing import Final

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import Effect, Op, stone
from rules.games.yggdrasil.grid import bits
from rules.games.yggdrasil.state import State, with_cards
from rules.games.yggdrasil.tree import pointed, sound


def effect_of(state: State) -> Effect | None:
    """Return the effect of the card that was just placed, if it has one."""
    return stone(state.field, state.spot).card.effect if state.spot >= 0 else None


def asked(state: State) -> Effect:
    """Return the effect that the current phase asks about."""
    effect = effect_of(state)
    if effect is None:
        raise LookupError(f"the card just placed has no effect to ask about in phase {state.phase}")
    return effect


def possible(state: State, effect: Effect) -> bool:
    """Return True if the seat to move can use an on-place effect."""
    usable = _USABLE.get(effect.op)
    return usable is not None and usable(state)


def looked_at(state: State) -> int:
    """Return the number of cards that a scrying seat looks at in its deck (YGG-8.5)."""
    return min(asked(state).n, len(state.players[state.seat].deck))


def orders(state: State) -> tuple[tuple[str, ...], ...]:
    """Return every order of the cards looked at; none if a card is still unknown."""
    top = state.players[state.seat].deck[: looked_at(state)]
    return () if UNKNOWN in top else tuple(sorted(set(permutations(top))))


def tips(state: State) -> tuple[str, ...]:
    """Return the distinct tips in the discard pile of the seat to move (YGG-8.5)."""
    cards = state.config.cards
    pile = set(state.players[state.seat].discard)
    known = (cards[card] for card in pile if card != UNKNOWN)
    return tuple(sorted(card.id for card in known if card.tip and not card.root))


def withers(state: State) -> tuple[int, ...]:
    """Return the cells whose cards the effect may destroy (YGG-8.6)."""
    limit = asked(state).n
    found = ((i, stone(state.field, i).card) for i in bits(pointed(state, state.spot)))
    return tuple(i for i, card in found if not card.root and card.power <= limit)


def swaps(state: State) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells whose cards may be swapped, the lower number first (YGG-8.4)."""
    for owner in (0, 1):
        pairs = list(_matching_pairs(state, owner))
        whole = bool(pairs) and not state.config.colour_lock and sound(state, owner)
        for i, j in pairs:
            if (whole and _keeps_links(state, i, j)) or may_swap(state, i, j):
                yield i, j


def _matching_pairs(state: State, owner: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells that different cards of a tree may swap if all edges must match."""
    movable = [(i, stone(state.field, i)) for i in bits(state.sides[owner].own)]
    movable = [(i, placed) for i, placed in movable if not placed.card.root]
    cells = {i: _matching(state, i) for i, _ in movable}
    for (i, one), (j, two) in combinations(movable, 2):
        if cells[i] >> j & cells[j] >> i & 1 and one.card.id != two.card.id:
            yield i, j


def _matching(state: State, i: int) -> int:
    """Return the cells of which the card on cell i matches all neighbours but itself (YGG-6.4)."""
    placed, grid = stone(state.field, i), state.config.grid
    own, _, fits = state.sides[placed.owner]
    cells = fits >> grid.shifts[placed.arms]
    for direction, j in enumerate(grid.near[i]):
        if j >= 0 and own >> j & 1:  # any edge may face the card that comes in exchange
            cells |= fits >> grid.shifts[placed.arms ^ 1 << (direction ^ 2)] & 1 << j
    return cells


def _keeps_links(state: State, i: int, j: int) -> bool:
    """Return True if swapping two cards, whose other edges match, surely breaks no link.

    All other edges keep their links, because each of them matches the same neighbour as before.
    Only a link between the two cards may get lost.
    """
    near = state.config.grid.near[i]
    if j not in near:
        return True
    direction = near.index(j)
    one, two = stone(state.field, i), stone(state.field, j)
    return bool(two.arms >> direction & one.arms >> (direction ^ 2) & 1)


def may_swap(state: State, i: int, j: int) -> bool:
    """Return True if swapping two cells' different non-root cards of a tree leaves it sound."""
    one, two = state.field[i], state.field[j]
    if one is None or two is None or one.owner != two.owner:
        return False
    if one.card.root or two.card.root or one.card.id == two.card.id:
        return False
    return sound(with_cards(state, (i, two), (j, one)), one.owner)


def _has_deck(state: State) -> bool:
    return bool(state.players[state.seat].deck)


_USABLE: Final[Mapping[Op, Callable[[State], bool]]] = {
    Op.SWAP: lambda state: next(swaps(state), None) is not None,
    Op.DRAW: _has_deck,
    Op.SCRY: _has_deck,
    Op.LOOT: lambda state: _has_deck(state) or bool(state.players[state.seat].hand),
    Op.RECOVER: lambda state: bool(tips(state)),
    Op.WITHER: lambda state: bool(withers(state)),
}
"""Tests of the on-place effects that ask or draw."""
