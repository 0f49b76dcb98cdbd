"""Labels of cells, sides and gates, placed where nothing covers them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from artwork.labels import MatLabel
from artwork.spherion.board import Board, Side, middle
from artwork.spherion.cells import CARD
from artwork.spherion.mat_globe import TOKEN, card_corners
from artwork.spherion.mat_inks import MatInks, gate_ink
from printkit.pdf.drawing import Point

_NAME_PT: Final = 14.0
_TIP: Final = 11.4
"""Width of the space for a name between a sideways card and a cell's tip, mm."""
_EDGE_IN: Final = 5.6
"""Distance from a side to the centre of its number, mm."""
EDGE_DISC: Final = 2.9
"""Radius of the disc behind a side's number, mm."""
_SHARES: Final = (0.42, 0.5, -0.42, 0.34, -0.34, -0.5, 0.58, -0.58, 0.66, -0.66, 0.74, -0.74)
"""Candidate positions on a pentagon's side: fractions from its middle to its outer end."""
_EDGE_PT: Final = 11.0
_GATE_PT: Final = 13.0


def labels(b: Board, inks: MatInks) -> Iterator[MatLabel]:
    """Yield cell names for both seats; edge and gate numbers face the owner of their disc."""
    for name in b.names:
        yield from _names(b, name, inks)
        turn = 0.0 if name[0] == "N" else 180.0
        for number, side in b.sides(name).items():
            x, y = edge_spot(b, name, side)
            ink = inks.lines[name[0]]
            yield MatLabel(str(number), x, y, "numeral", _EDGE_PT, ink, turn=turn, drop=0.5)
    for g in b.gates():
        for half, turn in (("N", 0.0), ("S", 180.0)):
            x, y = g.token(half)
            down = 0.9 if g.number % (2 * b.radius) == 1 else 0
            y += down if turn == 0 else -down
            size = _GATE_PT - (2.5 if g.number % (2 * b.radius) in (1, 7) else 0)
            drop = _GATE_PT / size / 2
            ink = gate_ink(inks, g.number, b.radius)
            yield MatLabel(str(g.number), x, y, "numeral", size, ink, turn=turn, drop=drop)


def edge_spot(b: Board, name: str, side: Side) -> Point:
    """Return the position of a side's number, clear of walls, tokens and cards.

    On a hexagon the position is fixed. On a pentagon it is the candidate with the most room; of
    equal candidates, the first is taken.
    """
    x, y = middle(side)
    cy = b.centre(name)[1]
    far = max(side, key=lambda p: abs(p[1] - cy))
    nx, ny = b.outward(name, side)

    def spot(share: float) -> Point:
        along = x + (far[0] - x) * share, y + (far[1] - y) * share
        return along[0] - nx * _EDGE_IN, along[1] - ny * _EDGE_IN

    level, strait = abs(side[0][1] - side[1][1]) < 5, b.in_strait(side)
    if b.missing(name) is None:
        return spot(0.0 if level else 0.62 if strait else 0.5)
    shares = (0.0, *_SHARES) if level else _SHARES
    return max(map(spot, shares), key=lambda p: round(_room(b, name, p), 3))


def _room(b: Board, name: str, spot: Point) -> float:
    """Rate a number's position by its distance from tokens and card corners, then from the card.

    A distance above one millimetre counts as one millimetre.
    """
    (x, y), (hx, hy) = spot, b.heart(name)
    own = b.sides(name).values()
    rims = [
        (g, half)
        for g in b.gates()
        for half in "NS"
        if (g.north if half == "N" else g.south) in own
    ]
    things = [math.dist(spot, g.token(half)) - 1.3 * TOKEN for g, half in rims]
    for (ax, ay), (bx, by) in card_corners(b, name):
        left, right, top, bottom = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        things.append(math.dist(spot, (min(max(x, left), right), min(max(y, top), bottom))) - 0.35)
    free = min(1.0, min(things) - EDGE_DISC)
    card = max(abs(x - hx) - CARD[0] / 2, abs(y - hy) - CARD[1] / 2) - EDGE_DISC
    return 10 * free + min(1.0, card)


def _names(b: Board, name: str, inks: MatInks) -> Iterator[MatLabel]:
    """Yield a cell's name at its two free tips, or next to the card if a tip is missing.

    For each seat, one of the two names is upright and on the right of the cell.
    """
    x, y = b.centre(name)
    ink = inks.lines[name[0]]
    tips = [px for px, py in b.outline(name) if abs(py - y) < 1]
    for side, up in ((-1, 180.0), (1, 0.0)):
        if any((px - x) * side > 50 for px in tips):
            away, down = 49.7 if b.missing(name) is None else 47.8, 0.0
        else:
            away, down = 21.6, 33.0
        at = x + side * away, y + side * down
        yield MatLabel(name, *at, "numeral", _NAME_PT, ink, turn=up, drop=0.5, fit=_TIP)
