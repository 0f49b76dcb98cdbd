"""Places of small pieces: next to each other on a cell, and off a card's tag.

Players place three dice results, or the cards of one order, next to each other on one cell. A token
that is carried on a card is placed on its picture, above the middle.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final

from companion.pieces import is_piece
from companion.readings import Point
from companion.simulator.scene import PaperPiece
from rules import Cell, PrintedCard

_SIDE_BY_SIDE: Final = ((-32.0, 0.0), (0.0, 0.0), (32.0, 0.0))
_QUARTERS: Final = ((-13.3, -34.5), (13.3, -34.5), (13.3, 34.5), (-13.3, 34.5))
"""Places on a card, upper edge first; the middle, where its back has a tag, stays free."""
_ABOVE: Final = (0.0, -26.0)
_APART_MM: Final = 12.0
_SMALL_MM: Final = 30.0
"""Width below which a piece shares its place with others, mm."""


def small_pieces(cards: Iterable[PrintedCard]) -> frozenset[str]:
    """Return the tags of the tokens and control cards that share their place with others."""
    pieces = [card for card in cards if is_piece(card.card)]
    return frozenset(c.tag for c in pieces if min(c.front.width_mm, c.front.height_mm) < _SMALL_MM)


def apart(one: PaperPiece, other: PaperPiece) -> bool:
    """Return True if two small pieces do not overlap."""
    return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm)) > _APART_MM


def aside(
    cell: Cell, upright: float, cards: Sequence[PaperPiece], tokens: Sequence[PaperPiece]
) -> Point:
    """Return a small piece's offset from the middle of a cell with these pieces, lowest first.

    `upright`: the turn of the cell's owner. On a control zone or a rail, it is the first free spot.
    """
    zone = cell.id.partition(".")[2]
    spots: tuple[Point, ...]
    if zone == "control":
        spots = _SIDE_BY_SIDE if _wide(cell) else _SIDE_BY_SIDE[1:2]
    elif zone.startswith("rail."):
        # The tag of a sideways card is at the upper left.
        sideways = any(round((card.rotation_deg - upright) / 90) % 2 == 1 for card in cards)
        spots = _QUARTERS[::-1] if sideways else _QUARTERS
    else:
        return rotated(_ABOVE, cards[-1].rotation_deg) if cards else (0.0, 0.0)
    turned = [rotated(spot, upright) for spot in spots]
    taken = [(token.x_mm - cell.x_mm, token.y_mm - cell.y_mm) for token in tokens]
    free = (spot for spot in turned if all(math.dist(spot, at) > _APART_MM for at in taken))
    return next(free, turned[len(taken) % len(turned)])


def _wide(cell: Cell) -> bool:
    """Return True if three small pieces fit side by side; most cells are one card wide."""
    xs = [x for x, _ in cell.outline_mm]
    return max(xs) - min(xs) > _SIDE_BY_SIDE[-1][0] - _SIDE_BY_SIDE[0][0] + _SMALL_MM


def rotated(offset: Point, degrees: float) -> Point:
    """Return an offset turned clockwise."""
    (dx, dy), angle = offset, math.radians(degrees)
    c, s = math.cos(angle), math.sin(angle)
    return c * dx - s * dy, s * dx + c * dy
