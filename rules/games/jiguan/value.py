"""How good a position is for a seat; greedy playouts compare it, no rule does.

A won round counts 1.  So does the round that is being played, as it would end if nobody laid
another item: the rival's face-down items may be any the rival has left, and each way is weighed
alike.  An item in hand counts `_ITEM`: it may turn one more round and decides a tie (JGS-8.2), so
it is spent where it turns a loss into a win, and kept where the round is won already.

Which beast is laid counts nothing: against a rival who lays any beast alike, the five rounds
bring the same in every order.
"""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Final

from rules.games.jiguan.cards import BEATS, ELEMENTS, ITEMS, SHIFTS, bits
from rules.games.jiguan.state import Phase

if TYPE_CHECKING:
    from rules.games.jiguan.state import State

_ITEM: Final = 0.4
"""Less than half of what an item does that turns a round round."""
_DECIDED: Final = frozenset((Phase.ITEMS, Phase.TURN_UP))


def evaluate(state: State, seat: int) -> float:
    """The lead in rounds, the present one included, and in items."""
    wins = state.wins()
    found = float(wins[seat] - wins[1 - seat])
    found += _ITEM * (state.items_left(seat) - state.items_left(1 - seat))
    return found + _standing(state, seat) if state.phase in _DECIDED else found


def _standing(state: State, seat: int) -> float:
    """The result of the present round as `seat` expects it, from −1 to 1."""
    mine, rivals = (state.beasts[s] for s in (seat, 1 - seat))
    assert mine is not None, "items follow the beasts"  # noqa: S101 - for the type checker
    assert rivals is not None, "items follow the beasts"  # noqa: S101 - (same)
    elements = [0, 0]
    elements[seat], elements[1 - seat] = mine.slot, rivals.slot
    rows = []
    for laid in state.items:
        if laid.owner == seat or laid.up:
            elements[laid.row] += SHIFTS[laid.slot]
        else:
            rows.append(laid.row)
    left = tuple(bits(state.held[1 - seat] & ITEMS))
    ways = list(permutations(left, len(rows)))
    return sum(_won(elements, rows, slots, seat) for slots in ways) / max(1, len(ways))


def _won(elements: list[int], rows: list[int], slots: tuple[int, ...], seat: int) -> int:
    """Who wins if the rival's hidden items, in these rows, are these."""
    a, b = elements
    for row, slot in zip(rows, slots, strict=True):
        if row == 0:
            a += SHIFTS[slot]
        else:
            b += SHIFTS[slot]
    result = BEATS[a % len(ELEMENTS)][b % len(ELEMENTS)]
    return result if seat == 0 else -result
