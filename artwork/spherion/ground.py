"""The background that all cards share: sky, globe, and the pale surface with its horizon.

The horizon's shape indicates the card's class. A monster's world is round
(convex), a trap's horizon sags, a spell's forms a roof ridge, and a power-up's is level.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from artwork.card import BOX, SHEET
from artwork.outlines import chance
from artwork.pen import Pen
from artwork.shapes import arc, disc, star
from artwork.spherion.globe import Plate, seen
from artwork.spherion.marks import owner_mark
from artwork.spherion.palette import (
    BONE,
    ELEMENTS,
    INK,
    NIGHT,
    PAPER_WARM,
    SEATS,
    WHITE,
    Owner,
    Tones,
    press,
)
from printkit.pdf.drawing import (
    BLACK,
    Axial,
    Cmyk,
    Form,
    Path,
    Point,
    Radial,
    Stop,
    polygon,
    rectangle,
)

STAND: Final[Point] = (27.0, 52.2)
ORB: Final = (27.0, 37.0, 19.3)
"""Centre and radius of the globe behind a monster."""
HEM: Final = 87.4
"""The y of the upper edge of the owner's border, below all text."""
MARK: Final = (48.1, 84.3)
"""Middle of the owner's mark, away from all text."""

_VIEWS: Final = {"Fire": 40, "Wind": 112, "Earth": 200, "Water": 265, "Void": 330, "": 15}
_DUSK: Final = {"Fire": 0.3, "Wind": 0.4, "Earth": 0.55, "Water": 0.3, "": 0.0}
"""Darkness of the globe by element, so that the figure in front of it stands out."""
_CALM: Final = ((15.0, 3.0, 53.0, 16.4), (2.0, 2.0, 17.6, 19.0))
"""Areas without stars (left, top, right, bottom): index, name and kind."""


def white(pen: Pen) -> None:
    """Fill the sheet, including the bleed, with white."""
    pen.fill(SHEET, WHITE)


def _dusk(tones: Tones, top: Cmyk = NIGHT) -> Axial:
    return Axial(
        (0, -3),
        (0, 58),
        (
            Stop(0, top),
            Stop(0.45, top.mixed(tones.sky, 0.55)),
            Stop(1, tones.sky),
        ),
    )


@cache
def sky(element: str, second: str = "") -> Form:
    """Return a starry night sky with dusk in the colours of one element, or two for a fusion."""
    pen = Pen()
    pen.fill(SHEET, _dusk(ELEMENTS[element]))
    if second:
        half = polygon([(57, -3), (57, 60), (12, 60), (42, -3)])
        pen.fill(half, _dusk(ELEMENTS[second]))
    _stars(pen, ELEMENTS[element], f"sky/{element}{second}")
    return pen.form("-".join(filter(None, ("sky", element or "brass", second))), BOX)


def _stars(pen: Pen, tones: Tones, seed: str) -> None:
    random = chance(seed)
    for share in (0.0, 0.3, 0.6):
        path = Path(())
        for _ in range(20):
            x, y = random.uniform(-2, 56), random.uniform(-2, 50)
            r = random.random() ** 3 * 0.3 + 0.1
            if any(x0 < x < x1 and y0 < y < y1 for x0, y0, x1, y1 in _CALM):
                continue
            path += (
                disc(x, y, r)
                if r > 0.2
                else polygon([(x - r, y), (x, y - r), (x + r, y), (x, y + r)])
            )
        pen.fill(path, BONE.mixed(tones.light, share))
    path = Path(())
    for _ in range(5):
        x, y = random.uniform(2, 52), random.uniform(19, 46)
        r = random.uniform(0.7, 1.2)
        path += star(x, y, r, r * 0.16, 4)
    pen.fill(path, BONE)


def _view(element: str) -> tuple[Plate, ...]:
    return seen(_VIEWS[element], -24.0, 12.0)


@cache
def orb(element: str, *, saved: bool = False) -> Form:
    """Return the game's globe, cell by cell; for Void it is an eclipse.

    In the ink-saving style the globe has no rings of light, and its lines are pale.
    """
    t = ELEMENTS[element]
    x, y, r = ORB
    pen = Pen()
    for more, share in () if saved else ((2.0, 0.14), (1.3, 0.28), (0.7, 0.45)):
        pen.fill(disc(x, y, r + more), t.sky.mixed(t.mid, share))
    if element == "Void":
        dark, dim = press(85, 92, 45, 55), press(85, 95, 30, 40)
        eclipse = (Stop(0, dark), Stop(0.8, dim), Stop(0.95, t.mid), Stop(1, t.light))
        paint = Radial((x, y), r, eclipse)
        line, inner = t.mid.mixed(t.deep, 0.35), t.deep.mixed(t.mid, 0.35)
    else:
        lit, dusky = t.light.mixed(t.mid, 0.75), t.mid.mixed(t.deep, 0.45)
        sunk = [colour.mixed(t.deep, _DUSK[element]) for colour in (lit, dusky)]
        stops = (Stop(0, sunk[0]), Stop(0.45, sunk[1]), Stop(1, t.deep))
        paint = Radial((x - r * 0.45, y - r * 0.5), r * 1.75, stops)
        line, inner = t.deep.mixed(t.mid, 0.15), t.mid.mixed(t.deep, 0.1)
    pen.fill(disc(x, y, r), paint)
    with pen.clipped(disc(x, y, r)):
        small, whole = Path(()), Path(())
        for plate in _view(element):
            small += plate.path(x, y, r, 0.7)
            whole += plate.path(x, y, r, 0.95)
        pen.stroke(small, inner, 0.25)
        pen.stroke(whole, t.glow if saved else line, 0.45)
    if saved:
        pen.stroke(disc(x, y, r), INK, 0.35)
    pen.stroke(arc(x, y, r + 0.05, 158, 232) + arc(x, y, r + 0.05, 238, 243), t.glow, 0.55)
    return pen.form(f"orb-{element}", BOX)


def lit_plates(pen: Pen, element: str, level: int) -> None:
    """Light one plate of the globe per level of the monster."""
    t = ELEMENTS[element]
    x, y, r = ORB
    colour = t.mid if element == "Void" else t.mid.mixed(t.light, 0.6)

    def away(plate: Plate) -> float:
        px, py = plate.middle
        return (px + 0.4) ** 2 + (py + 0.42) ** 2

    for plate in sorted(_view(element), key=away)[:level]:
        pen.fill(plate.path(x, y, r, 0.7), colour)


Horizon = Callable[[float], float]
HORIZONS: Final[dict[str, Horizon]] = {
    "monster": lambda x: 51.5 + (x - 27) ** 2 / 140,
    "fusion": lambda x: 51.5 + (x - 27) ** 2 / 140,
    "spell": lambda x: 53.6 + abs(x - 27) * 0.12,
    "trap": lambda x: 55.3 - (x - 27) ** 2 / 155,
    "powerup": lambda _: 54.0,
}
_ROWS: Final = ((0.8, 0.62), (1.15, 0.36), (1.5, 0.17), (1.85, 0.07))
"""Half-height and share of colour for each of the rows of cells that fade into the foot."""


@cache
def foot(kind: str, element: str, second: str = "") -> Form:
    """Return the planet's surface: four fading rows of cells, then a blank area for the text."""
    height = HORIZONS[kind]
    t = ELEMENTS[element]
    halves = [(t, -3.0, 57.0)]
    if second:
        halves = [(t, -3.0, 27.0), (ELEMENTS[second], 27.0, 57.0)]
    pen = Pen()
    ground = _level(height, -3, 57, 0)
    whole = polygon([*ground, (57, 93), (-3, 93)])
    pen.fill(whole, PAPER_WARM)
    with pen.clipped(whole):
        down = 0.55
        for row, (half, share) in enumerate(_ROWS):
            for tones, left, right in halves:
                path = Path(())
                for i in range(-7, 8):
                    x = 27 + (i + row % 2 * 0.5) * 5.0
                    if left - 2.6 < x <= right + 2.6:
                        path += _cell(height, x, down, half)
                pen.fill(path, PAPER_WARM.mixed(tones.light, share))
            down += 0.75 * (half + _ROWS[min(3, row + 1)][0])
    for tones, left, right in halves:
        for up, thick, colour in ((-0.55, 0.8, tones.mid), (-0.55, 0.35, tones.glow)):
            over, under = _level(height, left, right, up), _level(height, left, right, up + thick)
            pen.fill(polygon([*over, *reversed(under)]), colour)
    return pen.form("-".join(filter(None, ("foot", kind, element or "brass", second))), BOX)


def horizon_line(pen: Pen, kind: str) -> None:
    """Draw the horizon as a line, for the ink-saving style."""
    pen.stroke(polygon(_level(HORIZONS[kind], -3, 57, -0.2), closed=False), INK, 0.5)


def _level(height: Horizon, left: float, right: float, down: float) -> list[Point]:
    count = 20 if right - left > 40 else 10
    xs = (left + (right - left) * i / count for i in range(count + 1))
    return [(x, height(x) + down) for x in xs]


def _cell(height: Horizon, x: float, down: float, half: float) -> Path:
    corners = ((0, -1), (1, -0.5), (1, 0.5), (0, 1), (-1, 0.5), (-1, -0.5))
    return polygon(
        (x + 2.25 * dx, height(x + 2.5 * dx) + down + half * dy * 0.9) for dx, dy in corners
    )


def owner_glow(pen: Pen, owner: Owner, *, saved: bool) -> None:
    """Draw a glow in the owner's colour at the lower edge, with the owner's border and mark.

    This distinguishes the owners when their monsters are next to each other on the globe. Moon's
    border is a dark band with a light mark; Sun's is a row of rays with a dark mark.
    """
    t = SEATS[owner]
    dark, pale = (BLACK, WHITE) if saved else (t.deep, BONE)
    if not saved:
        glow = PAPER_WARM.mixed(t.light, 0.5 if owner == "blue" else 0.42)
        pen.fill(
            rectangle(-3, 81.5, 60, 11.5),
            Axial((0, 81.5), (0, 92), (Stop(0, PAPER_WARM), Stop(1, glow))),
        )
    if owner == "blue":
        top = HEM + (1.7 if saved else 0)
        pen.fill(rectangle(-3, top, 60, 93 - top), dark)
        pen.stroke(polygon([(-3, HEM - 0.7), (57, HEM - 0.7)], closed=False), dark, 0.3)
    elif owner == "red":
        rays = [(x, HEM if n % 2 else HEM + 2.0) for n, x in enumerate(range(-3, 58, 2))]
        body = WHITE if saved else t.mid
        pen.shape(polygon([(-3, 93), *rays, (57, 93)]), body, dark, 0.35)
    moonlit = owner == "blue"
    pen.shape(disc(*MARK, 2.0), dark if moonlit else pale, dark, 0.35)
    pen.fill(owner_mark(owner, *MARK, 1.5), pale if moonlit else dark)
