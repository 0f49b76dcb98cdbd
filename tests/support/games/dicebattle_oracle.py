"""A second, slow implementation of the setting rules, written from the specification alone.

A set is a triple of sorted tuples: main zone, circle, grants. Card facts are repeated here by
hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Set = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

LEVELS = {
    "h": (1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 3),
    "m": (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 5),
    "g": (1, 1, 2, 2, 2, 3, 3, 2, 1, 2, 1, 2, 1),
}
GRANTS = {"m03": 1, "m05": 1, "m10": 2, "g02": 1, "g09": 1, "g10": 2}


def level(card: str) -> int:
    return LEVELS[card[0]][int(card[1:]) - 1]


def legal(
    roll: int,
    main: tuple[str, ...],
    circle: tuple[str, ...],
    grant: tuple[str, ...],
    *,
    whole: bool = True,
) -> bool:
    """Return True if a set is legal by DBM-6, 7.1 to 7.4 and 13.4, in the specification's words.

    Unless the set is `whole`, its unit may be missing.
    """
    humans = [c for c in main if c[0] == "h"]
    monsters = [c for c in main if c[0] == "m"]
    if not main and whole:
        return False
    if len(main) != len(humans) + len(monsters) or len(humans) > 1 or len(grant) > 1:
        return False
    if humans and monsters and not (humans == ["h13"] and len(monsters) == 1):
        return False
    if "m15" in monsters and len(main) > 1:
        return False
    if any(c[0] != "g" for c in circle) or any(c not in GRANTS for c in grant):
        return False
    if monsters and not humans and any(c != "g11" for c in circle):
        return False
    total = sum(4 if c == "m15" else level(c) for c in main)
    return total + sum(map(level, circle)) + sum(GRANTS[c] for c in grant) <= roll


def sets(hand: list[str], roll: int) -> set[Set]:
    """Return every legal set from a hand. Each card is in a zone or stays in the hand."""
    found = set()
    for where in _spreads(len(hand)):
        zones: tuple[list[str], list[str], list[str]] = ([], [], [])
        for card, place in zip(hand, where, strict=True):
            if place < 3:
                zones[place].append(card)
        main, circle, grant = (tuple(sorted(zone)) for zone in zones)
        if legal(roll, main, circle, grant):
            found.add((main, circle, grant))
    return found


def _spreads(size: int) -> Iterator[tuple[int, ...]]:
    for number in range(4**size):
        yield tuple(number // 4**i % 4 for i in range(size))


def monster_groups(roll: int) -> int:
    """Count the non-empty multisets of levels 1 to 6 whose sum is at most the roll."""

    def count(rest: int, least: int) -> int:
        return sum(1 + count(rest - n, n) for n in range(least, min(6, rest) + 1))

    return count(roll, 1)


def stagings(hand: list[str], roll: int, placed: Set = ((), (), ())) -> set[Set]:
    """Return every allowed staging: a legal set, or one that becomes legal when a unit is added.

    A set without a unit is allowed if it breaks only the clauses about the missing unit. A monster
    with magic waits for the Beast Tamer of the hand.
    """
    found = set()
    for size in range(len(hand) + 1):
        for chosen in set(combinations(sorted(hand), size)):
            for where in _spreads(size):
                zones: tuple[list[str], list[str], list[str]] = ([], [], [])
                if any(place == 3 for place in where):
                    continue
                for card, place in zip(chosen, where, strict=True):
                    zones[place].append(card)
                main, circle, grant = (tuple(sorted(zone)) for zone in zones)
                tamed = hand.count("h13") > chosen.count("h13")
                if legal(roll, main, circle, grant, whole=False) or (
                    tamed and legal(roll, (*main, "h13"), circle, grant)
                ):
                    found.add((main, circle, grant))
    return found
