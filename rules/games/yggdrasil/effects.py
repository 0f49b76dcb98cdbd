"""Choices of the on-place effects (YGG-8)."""

from collections.abc import Iterator
from itertools import combinations, permutations

from rules.core.values import UNKNOWN
from rules.games.yggdrasil.cards import Effect, Op
from rules.games.yggdrasil.state import State, stone, with_cards
from rules.games.yggdrasil.tree import around_cell, sound


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
    player = state.players[state.seat]
    match effect.op:
        case Op.SWAP:
            return next(swaps(state), None) is not None
        case Op.DRAW | Op.SCRY:
            return bool(player.deck)
        case Op.LOOT:
            return bool(player.deck or player.hand)
        case Op.RECOVER:
            return bool(tips(state))
        case Op.WITHER:
            return bool(withers(state))
        case _:
            return False


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
    placed, limit = stone(state.field, state.spot), asked(state).n
    near = around_cell(state.config, state.field, state.spot, 1 - placed.owner)
    found = [
        j
        for direction, j, other in near
        if placed.arms >> direction & 1 and not other.card.root and other.card.power <= limit
    ]
    return tuple(sorted(found))


# Swap (YGG-8.4). In an intact tree, two cards that are not neighbours may be swapped if and only
# if each has the same branches towards its new neighbours as the other card had. In that case, no
# link changes. Only neighbours, colours and damaged trees require a check of the whole tree.


def swaps(state: State) -> Iterator[tuple[int, int]]:
    """Yield the pairs of cells whose cards may be swapped, the lower number first."""
    for owner in (0, 1):
        whole: bool | None = None  # True if links alone decide; computed on demand
        cells = [
            i
            for i, placed in enumerate(state.field)
            if placed is not None and placed.owner == owner and not placed.card.root
        ]
        for i, j in combinations(cells, 2):
            if not _agree(state, i, j):
                continue
            if whole is None:
                whole = not state.config.colour_lock and sound(state.config, state.field, owner)
            if (whole and j not in state.config.grid.near[i]) or may_swap(state, i, j):
                yield i, j


def _agree(state: State, i: int, j: int) -> bool:
    """Return True if a swap passes a quick test: different cards, no half-connected branch."""
    one, two = stone(state.field, i), stone(state.field, j)
    if one.card.id == two.card.id:
        return False
    return _stands(state, two.arms, i, j, one.owner) and _stands(state, one.arms, j, i, one.owner)


def _stands(state: State, arms: int, i: int, without: int, owner: int) -> bool:
    return bool(state.config.grid.inside[arms] >> i & 1) and all(
        j == without or (arms >> direction & 1) == (other.arms >> (direction ^ 2) & 1)
        for direction, j, other in around_cell(state.config, state.field, i, owner)
    )


def may_swap(state: State, i: int, j: int) -> bool:
    """Return True if swapping two cells' different non-root cards of a tree leaves it sound."""
    one, two = state.field[i], state.field[j]
    if one is None or two is None or one.owner != two.owner:
        return False
    if one.card.root or two.card.root or one.card.id == two.card.id:
        return False
    field, _ = with_cards(state, ((i, two), (j, one)))
    return sound(state.config, field, one.owner)
