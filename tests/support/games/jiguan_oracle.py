"""An independent count of games of 機官算盡, written from the specification alone.

Slow and plain: elements are words, hands are sets, and the table of JGS-2.3 is typed out. A
position is a tuple of the facts that later counting needs, so that equal positions are counted
once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

CIRCLE = ("wood", "fire", "earth", "metal", "water")
WINS = {
    ("fire", "metal"), ("fire", "wood"), ("fire", "earth"),
    ("metal", "wood"), ("metal", "earth"), ("metal", "water"),
    ("wood", "earth"), ("wood", "water"),
    ("earth", "water"),
    ("water", "fire"),
}  # fmt: skip
STEP = {"mother": -1, "child": 1, "unmoved": 0}
ITEMS = frozenset(STEP)
BEASTS = frozenset(CIRCLE)
Hand = frozenset[str]


def compare(a: str, b: str) -> int:
    """Return 1 if A's element wins, -1 if B's does, 0 for a tie."""
    return ((a, b) in WINS) - ((b, a) in WINS)


def moved(element: str, steps: int) -> str:
    return CIRCLE[(CIRCLE.index(element) + steps) % 5]


# A placing phase: each seat's items and moves, until the phase closes.

Placing = tuple[Hand, Hand, int, int, int, int, bool, bool]
"""Items of A and of B, steps of A's and B's beast, turn, turns taken (2: more), who declined."""


def placing_moves(at: Placing, decided: bool, rule: str) -> Iterator[tuple[Placing, bool]]:  # noqa: FBT001
    """Yield each possible next position, and True with it if it closes the phase."""
    a, b, step_a, step_b, turn, turns, out_a, out_b = at
    hand = (a, b)[turn]
    out = [out_a, out_b]
    for item in sorted(hand):
        rest = hand - {item}
        hands = (rest, b) if turn == 0 else (a, rest)
        kept = out if rule == "final" else [False, False]
        following = turn if rule == "final" and out[1 - turn] else 1 - turn
        for side in (0, 1):
            steps = [step_a, step_b]
            steps[side] = (steps[side] + STEP[item]) % 5
            yield (*hands, *steps, following, min(2, turns + 1), *kept), False  # type: ignore[misc]
    out[turn] = True
    first = turns == 0
    closed = all(out)
    if rule == "single":
        closed = not first
    if first:
        closed = decided
    following = turn if rule == "final" and out[1 - turn] else 1 - turn
    yield (a, b, step_a, step_b, following, min(2, turns + 1), out[0], out[1]), closed


@cache
def placings(at: Placing, decided: bool, rule: str = "consecutive") -> Counter[Any]:  # noqa: FBT001
    """Count the ways in which the phase can end, by remaining items and steps."""
    ends: Counter[Any] = Counter()
    for after, closed in placing_moves(at, decided, rule):
        if closed:
            ends[after[:4]] += 1
        else:
            ends.update(placings(after, decided, rule))
    return ends


def longest(at: Placing, decided: bool) -> int:  # noqa: FBT001
    return max(
        1 + (0 if closed else longest(after, decided))
        for after, closed in placing_moves(at, decided, "consecutive")
    )


# Whole sequences, one decision per ply.


def moves(at: tuple[Any, ...], ties: str, rule: str) -> Iterator[tuple[Any, ...]]:
    """Yield positions after one decision: ("lay", beasts, items, marker, beast), ("items", …)."""
    if at[0] == "lay":
        _, beasts, items, marker, placed = at
        seat = 0 if placed is None else 1
        for beast in sorted(beasts[seat]):
            rest = list(beasts)
            rest[seat] = beasts[seat] - {beast}
            if seat == 0:
                yield ("lay", tuple(rest), items, marker, beast)
                continue
            ahead = compare(placed, beast)
            if ahead == 0 and ties == "draw":
                yield ("lay", tuple(rest), items, marker, None)
                continue
            first = marker if ahead == 0 else int(ahead > 0)
            placing = (*items, 0, 0, first, 0, False, False)
            yield ("items", tuple(rest), (placed, beast), marker, placing)
        return
    _, beasts, pair, marker, placing = at
    decided = compare(*pair) != 0
    for after, closed in placing_moves(placing, decided, rule):
        if not closed:
            yield ("items", beasts, pair, marker, after)
            continue
        won = compare(moved(pair[0], after[2]), moved(pair[1], after[3]))
        if ties == "alternate":
            holder = marker if decided else 1 - marker
        else:
            holder = marker if won == 0 else int(won > 0)
        yield ("lay", beasts, (after[0], after[1]), holder, None)


def start(items: Hand = ITEMS) -> tuple[Any, ...]:
    return ("lay", (BEASTS, BEASTS), (items, items), 0, None)


def counts(
    at: tuple[Any, ...], most: int, ties: str = "token", rule: str = "consecutive"
) -> list[int]:
    """Return the number of sequences of exactly 1, 2, … `most` decisions."""
    found, layer = [], Counter({at: 1})
    for _ in range(most):
        following: Counter[tuple[Any, ...]] = Counter()
        for position, ways in layer.items():
            for after in moves(position, ties, rule):
                following[after] += ways
        layer = following
        found.append(layer.total())
    return found


# The whole tree. Counts by difference of won rounds are packed into one number, 80 bits per
# difference: adding a round's result is then a shift.

_SHIFT = 80
_LEVEL = 5


def whole_tree(items: Hand = ITEMS) -> tuple[Counter[int], Counter[int]]:
    """Count complete games by difference of won rounds, and by winner (1 A, -1 B, 0 drawn)."""
    layer: dict[Any, Counter[Any]] = {
        (BEASTS, BEASTS): Counter({(items, items, 0): 1 << _SHIFT * _LEVEL})
    }
    for _ in range(5):
        following: dict[Any, Counter[Any]] = {}
        for (left_a, left_b), games in layer.items():
            for a in left_a:
                for b in left_b:
                    into = following.setdefault((left_a - {a}, left_b - {b}), Counter())
                    for (items_a, items_b, marker), packed in games.items():
                        for key, won, number in _round(items_a, items_b, marker, a, b):
                            shift = _SHIFT * won
                            more = packed << shift if won >= 0 else packed >> -shift
                            into[key] += more * number
        layer = following
    by_difference: Counter[int] = Counter()
    by_winner: Counter[int] = Counter()
    for (items_a, items_b, _), packed in layer[frozenset(), frozenset()].items():
        for level in range(2 * _LEVEL + 1):
            number = packed >> _SHIFT * level & (1 << _SHIFT) - 1
            ahead = level - _LEVEL or len(items_a) - len(items_b)
            by_difference[level - _LEVEL] += number
            by_winner[(ahead > 0) - (ahead < 0)] += number
    return +by_difference, by_winner


@cache
def _round(items_a: Hand, items_b: Hand, marker: int, a: str, b: str) -> list[Any]:
    ahead = compare(a, b)
    first = marker if ahead == 0 else int(ahead > 0)
    found: Counter[Any] = Counter()
    at: Placing = (items_a, items_b, 0, 0, first, 0, False, False)
    for (left_a, left_b, step_a, step_b), number in placings(at, ahead != 0).items():
        won = compare(moved(a, step_a), moved(b, step_b))
        holder = marker if won == 0 else int(won > 0)
        found[(left_a, left_b, holder), won] += number
    return [(key, won, number) for (key, won), number in found.items()]


# A single round with open items: the result that each player can force.


@cache
def forced(at: Placing, a: str, b: str) -> int:
    """Return A's best result if both see all items: 1 win, 0 draw, -1 loss."""
    ahead = compare(a, b)
    results = []
    for after, closed in placing_moves(at, ahead != 0, "consecutive"):
        if closed:
            results.append(compare(moved(a, after[2]), moved(b, after[3])))
        else:
            results.append(forced(after, a, b))
    return max(results) if at[4] == 0 else min(results)


def open_round(items_a: Hand, items_b: Hand, a: str, b: str) -> int:
    ahead = compare(a, b)
    first = 0 if ahead == 0 else int(ahead > 0)
    return forced((items_a, items_b, 0, 0, first, 0, False, False), a, b)
