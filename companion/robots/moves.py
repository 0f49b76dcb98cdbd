"""The card moves that lead from one layout of the table to another."""

from collections.abc import Collection
from dataclasses import dataclass

from rules import UNKNOWN, Layout, PlacedCard


@dataclass(frozen=True, slots=True)
class Move:
    """One card that goes from a cell or a hand ("") to a cell or off the table ("")."""

    placed: PlacedCard
    start: str
    end: str


def moves_between(before: Layout, after: Layout, cells: Collection[str]) -> list[Move]:
    """Return the moves on `cells`: cards from the hand first, removals last.

    Unknown face-down cards are omitted, because a deck from which cards are drawn does not move.
    """
    gone: list[tuple[str, PlacedCard]] = []
    came: list[tuple[str, PlacedCard]] = []
    for cell in sorted((before.keys() | after.keys()) & set(cells)):
        old, new = list(before.get(cell, ())), list(after.get(cell, ()))
        while old and new and old[0] == new[0]:
            del old[0], new[0]
        # The lower card was pulled out from under the upper one.
        while old and new and old[-1] == new[-1]:
            del old[-1], new[-1]
        gone += [(cell, placed) for placed in old if placed.card != UNKNOWN]
        came += [(cell, placed) for placed in new if placed.card != UNKNOWN]
    moves = []
    for end, placed in came:
        source = next((item for item in gone if _same_card(item[1], placed)), None)
        if source is not None:
            gone.remove(source)
        moves.append(Move(placed, source[0] if source else "", end))
    moves += [Move(placed, start, "") for start, placed in gone]
    return sorted(moves, key=lambda move: (bool(move.start), move.end.count("."), move.start))


def crossed(moves: list[Move]) -> list[Move]:
    """Return two moves that exchange two cards on the table, or none."""
    pairs = [
        move
        for move in moves
        if move.start and any((move.start, move.end) == (o.end, o.start) for o in moves)
    ]
    return pairs if len(pairs) == 2 else []


def _same_card(a: PlacedCard, b: PlacedCard) -> bool:
    return a.card == b.card and a.owner == b.owner
