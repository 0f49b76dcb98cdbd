"""Evaluation of a position for a seat, used by greedy players only.

A won round counts as 1. The current round counts as its expected result without further items. The
opponent's face-down items may be any of the remaining ones, with equal weights. An item in hand
counts as `_ITEM`, because it may decide a later round and breaks a tie (JGS-8.2). Therefore it is
spent where it turns a loss into a win, and kept where the round is already won. The choice of
beast has no value: against a uniformly random opponent, the five beasts are worth the same in
whatever order they are played.
"""

from itertools import permutations
from typing import Final

from rules.games.jiguan.cards import BEATS, ELEMENTS, ITEMS, SHIFTS, bits
from rules.games.jiguan.state import Phase, State

_ITEM: Final = 0.4
"""Value of an item in hand; less than half the effect of an item that reverses a round."""
_DECIDED: Final = frozenset((Phase.ITEMS, Phase.TURN_UP))


def evaluate(state: State, seat: int) -> float:
    """Estimate the seat's lead in rounds, including the current round, and in items."""
    wins = state.wins()
    value = float(wins[seat] - wins[1 - seat])
    value += _ITEM * (state.items_left(seat) - state.items_left(1 - seat))
    return value + _round_value(state, seat) if state.phase in _DECIDED else value


def _round_value(state: State, seat: int) -> float:
    """Return the expected result of the current round for `seat`, from −1 to 1."""
    mine, rivals = (state.beasts[s] for s in (seat, 1 - seat))
    assert mine is not None, "items follow the beasts"  # noqa: S101 - for the type checker
    assert rivals is not None, "items follow the beasts"  # noqa: S101 - as above
    elements = [0, 0]
    elements[seat], elements[1 - seat] = mine.slot, rivals.slot
    rows = []
    for placed in state.items:
        if placed.owner == seat or placed.up:
            elements[placed.row] += SHIFTS[placed.slot]
        else:
            rows.append(placed.row)
    remaining = tuple(bits(state.held[1 - seat] & ITEMS))
    ways = list(permutations(remaining, len(rows)))
    return sum(_won(elements, rows, slots, seat) for slots in ways) / max(1, len(ways))


def _won(elements: list[int], rows: list[int], slots: tuple[int, ...], seat: int) -> int:
    """Return the result if the opponent's hidden items in `rows` are `slots`, in this order."""
    a, b = elements
    for row, slot in zip(rows, slots, strict=True):
        if row == 0:
            a += SHIFTS[slot]
        else:
            b += SHIFTS[slot]
    result = BEATS[a % len(ELEMENTS)][b % len(ELEMENTS)]
    return result if seat == 0 else -result
