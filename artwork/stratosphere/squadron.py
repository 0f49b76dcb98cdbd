"""The number cards: a large numeral, and as many machines as the rank along a curve.

The curve starts in the distance at the upper right, passes behind the numeral and turns at the
left edge. It then passes in front of the numeral's lower part and rises on the right. The machines
of each rank are spread over four stretches that the numeral does not cover, so that they can be
counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from artwork.card import WIDTH
from artwork.geometry import Array, directions, lengths, ribbon, sampled
from artwork.outlines import through
from artwork.pen import Pen
from artwork.stratosphere.letters import letters
from artwork.stratosphere.machines import FAR, NEAR, machine_form
from artwork.stratosphere.palette import Palette
from printkit.pdf.drawing import Matrix, Path, Point, placed, polygon, transformed

_SWEEP: Final[tuple[Point, ...]] = (
    (62, 21.5), (49, 20.0), (36, 22.0), (20, 27.6), (8.6, 31.8), (4.8, 38.6), (9, 45.0),
    (21, 48.6), (36, 48.2), (46.5, 44.6), (50.2, 36.6), (49.6, 30.0),
)  # fmt: skip
_STRETCHES: Final = ((8.0, 15.0), (49.0, 69.5), (73.0, 103.0), (106.0, 126.0))
"""Stretches of the curve for machines, as lengths along it: far, left, front and right."""
_SPREAD: Final = {
    5: (1, 1, 2, 1),
    6: (1, 2, 2, 1),
    7: (1, 2, 3, 1),
    8: (1, 2, 3, 2),
    9: (1, 3, 3, 2),
    10: (2, 3, 3, 2),
}
"""Number of machines on each stretch, by rank."""
_FEW: Final[dict[int, tuple[tuple[float, float, float, bool], ...]]] = {
    2: ((9.2, 37.0, 5.0, False), (46.4, 42.6, 6.6, True)),
    3: ((9.6, 33.2, 3.9, False), (9.0, 46.4, 5.2, True), (46.4, 42.4, 6.4, True)),
    4: (
        (49.0, 21.4, 2.7, False),
        (9.2, 34.0, 3.9, False),
        (9.6, 46.6, 5.0, True),
        (46.6, 42.6, 6.0, True),
    ),
}
"""Machines of ranks up to 4: x, y, size, and true if in front of the numeral."""
_GROWTH: Final = {5: 1.28, 6: 1.16, 7: 1.08, 8: 1.0, 9: 0.96, 10: 0.94}
_HALF_WAY: Final = 68.0
"""Length along the curve at which it comes out in front of the numeral."""
NUMERAL_HEIGHT: Final = 30.0
_BASE: Final = 46.2
_MIDDLE: Final = 30.6
_TEN: Final = (32.4, 28.6)
"""Centre x and width of the two-digit numeral, which must not touch the index."""
_ANCHOR: Final[Point] = (33.0, 55.5)
"""Point behind the weather front where all kite strings end."""


@dataclass(frozen=True, slots=True)
class Flight:
    """One machine of a squadron: place, size, direction, and depth relative to the numeral."""

    x: float
    y: float
    size: float
    turn: float
    before: bool


@cache
def _course() -> tuple[Array, Array, Array]:
    line = sampled(_SWEEP, 0.4)
    return line, lengths(line), directions(line)[0]


def _nearest(line: Array, x: float, y: float) -> int:
    return int(((line[:, 0] - x) ** 2 + (line[:, 1] - y) ** 2).argmin())


def flights(rank: int) -> tuple[Flight, ...]:
    """Return the machines of a rank's squadron, farthest first."""
    line, along, tangent = _course()

    def heading(n: int) -> float:
        return math.degrees(math.atan2(tangent[n, 1], tangent[n, 0]))

    found = []
    for x, y, size, before in _FEW.get(rank, ()):
        found.append(Flight(x, y, size, heading(_nearest(line, x, y)), before))
    for (start, end), count in zip(_STRETCHES, _SPREAD.get(rank, ()), strict=False):
        for k in range(count):
            at = start + (end - start) * (k + 0.5) / count
            n = int(np.searchsorted(along, at))
            x, y = map(float, line[n])
            size = float(1.75 + 2.4 * at / along[-1]) * _GROWTH[rank]
            near = at > _HALF_WAY
            if near:  # distant machines may be cut off by the edge, near ones never
                x = min(x, WIDTH - 0.8 - size)
            found.append(Flight(x, y, size, heading(n), near))
    return tuple(found)


def behind(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw the trails, strings and machines behind the numeral."""
    _trail(pen, palette, 4.0, 71.5, (0.15, 1.4), edged=False)
    if palette.suit == "diamonds":
        _strings(pen, palette, rank)
    _fly(pen, palette, [flight for flight in flights(rank) if not flight.before])


def before(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw the trails and machines in front of the numeral."""
    line, along, _ = _course()
    leader = flights(rank)[-1]
    end = float(along[_nearest(line, leader.x, leader.y)])
    _trail(pen, palette, 70.5, end, (1.4, 1.9), edged=True)
    _fly(pen, palette, [flight for flight in flights(rank) if flight.before])


def _trail(
    pen: Pen,
    palette: Palette,
    start: float,
    end: float,
    widths: tuple[float, float],
    *,
    edged: bool,
) -> None:
    """Draw part of the trail: a contrail for darts, or a current of wind for balloons."""
    if palette.suit in ("diamonds", "clubs"):
        return
    line, along, _ = _course()
    part = line[(along >= start) & (along <= end)]
    half = np.linspace(*widths, len(part)) / 2
    if edged:
        half *= np.minimum(1, np.linspace(end - start, 0, len(part)) / 8)
    tone = palette.light.mixed(palette.sky[1], 0.35)
    if palette.warm:
        tone = palette.body.mixed(palette.edge, 0.55)
    if edged and not palette.line_only:
        pen.fill(ribbon(part, half + 0.35), palette.edge)
    if palette.line_only:
        pen.shape(ribbon(part, half), palette.edge, palette.isobar, 0.25)
    else:
        pen.fill(ribbon(part, half), tone)


def _strings(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw the strings of all kites, which meet below the clouds."""
    strings = Path(())
    for flight in flights(rank):
        x, y = flight.x, flight.y
        sag = ((x + _ANCHOR[0]) / 2, (y + _ANCHOR[1]) / 2 + 2.5)
        strings += through([(x, y), sag, _ANCHOR])
    pen.stroke(strings, palette.dark.mixed(palette.sky[1], 0.35), 0.22)


def _fly(pen: Pen, palette: Palette, squadron: list[Flight]) -> None:
    for flight in squadron:
        near = flight.size > 2.6
        scale = flight.size / (NEAR if near else FAR)
        lift = flight.size * 0.25 if palette.suit in ("hearts", "diamonds") else 0.0
        turn = _attitude(palette, flight)
        if palette.suit == "clubs":
            _downwash(pen, palette, flight)
        to = placed(flight.x, flight.y - lift, turn=turn, scale=scale)
        pen.use(machine_form(palette, near=near), to)


def _attitude(palette: Palette, flight: Flight) -> float:
    """Return a machine's rotation: darts point along the curve, and the others lean."""
    match palette.suit:
        case "hearts":
            return 4 if flight.before else -5
        case "diamonds":
            return 16 if flight.before else -14
        case "spades":
            return flight.turn + 90
        case _:
            return 7 if flight.before else -8


def _downwash(pen: Pen, palette: Palette, flight: Flight) -> None:
    """Draw rings of air below a rotor."""
    size, rings = flight.size, Path(())
    for k, wide in ((1.25, 0.75), (1.55, 0.5)):
        y = flight.y + k * size
        rings += through(
            [(flight.x - wide * size, y - 0.1 * size), (flight.x, y + 0.08 * size),
             (flight.x + wide * size, y - 0.1 * size)]
        )  # fmt: skip
    tone = palette.isobar if palette.line_only else palette.light.mixed(palette.sky[1], 0.25)
    pen.stroke(rings, tone, 0.1 * size)


def numeral(pen: Pen, palette: Palette, rank: int) -> None:
    """Draw the rank's numeral, with its lower right part in shade."""
    path, width = letters(str(rank))
    middle, widest = _TEN if rank == 10 else (_MIDDLE, 24.5)
    stretch = min(1.3, widest / (width * NUMERAL_HEIGHT))
    to = placed(middle, _BASE) @ Matrix(NUMERAL_HEIGHT * stretch, 0, 0, NUMERAL_HEIGHT)
    shape = transformed(path, to @ placed(-width / 2, 0))
    pen.shape(shape, palette.edge, palette.edge, 2.6)
    pen.fill(shape, palette.numeral)
    with pen.clipped(shape):
        if palette.line_only and palette.warm:
            pen.stroke(_hatch(), palette.isobar, 0.35)
        elif not palette.line_only:
            left, right = _MIDDLE - 18, _MIDDLE + 18
            facet = polygon([(left, 44), (right, 24), (right, 50), (left, 50)])
            deep = palette.dark if palette.warm else palette.light
            pen.fill(facet, palette.numeral.mixed(deep, 0.35 if palette.warm else 0.55))
    pen.stroke(shape, palette.numeral_line, 0.45 if not palette.line_only else 0.7)


def _hatch() -> Path:
    lines = Path(())
    for k in range(28):
        x = _MIDDLE - 34 + 2 * k
        lines += polygon([(x, 47), (x + 32, 15)], closed=False)
    return lines
