"""Rooms of spells and traps: a lit chamber of the Core, or its tiled floor."""

from __future__ import annotations

from artwork.outlines import chance
from artwork.shapes import ngon, polar
from artwork.spherion.brush import Brush
from artwork.spherion.palette import darker
from printkit.pdf.drawing import Cmyk, Path, Point, Radial, Stop, polygon, rectangle

# fmt: off
CENTRE: Point = (0.0, -18.5)
_ROOM = rectangle(-31, -56, 62, 64)


def chamber(b: Brush, heart: Cmyk, middle: Cmyk, rim: Cmyk, *, rays: int = 0,
        ray: Cmyk | None = None, at: Point = CENTRE) -> None:
    """Draw light that fades with the distance from a point, with ``rays`` rays of random width."""
    b.fill(_ROOM, Radial(at, 40, (Stop(0, heart), Stop(0.45, middle), Stop(1, rim))))
    if not rays:
        return
    random = chance("rays", rays, at)
    path = Path(())
    for i in range(rays):
        turn, wide = 360 * i / rays + random.uniform(-3, 3), random.uniform(1.2, 3.2)
        path += polygon([polar(*at, 9, turn), polar(*at, 46, turn - wide), polar(*at, 46,
                turn + wide)])
    with b.clipped(_ROOM):
        b.fill(path, ray or heart)


def tiles(b: Brush, light: Cmyk, dark: Cmyk, seed: str, *, r: float = 4.6, hole: float = 0.0,
        flat: float = 1.0) -> None:
    """Draw a wall (``flat`` 1) or a floor of hexagonal stones, lit from the middle.

    There are no stones within ``hole`` mm of the middle. Each stone has a lit upper edge, and some
    have a crack.
    """
    random = chance("tiles", seed)
    b.fill(_ROOM, darker(dark, 24))
    cx, cy = CENTRE
    tones = [dark.mixed(light, share) for share in (0.1, 0.3, 0.5, 0.7, 0.95)]
    stones: dict[int, Path] = {}
    edges, cracks = Path(()), Path(())
    for row in range(-8, 9):
        for i in range(-5, 6):
            x, y = cx + (i + 0.5 * (row % 2)) * r * 1.732, cy + row * r * 1.5 * flat
            away = ((x - cx) ** 2 + ((y - cy) / flat) ** 2) ** 0.5
            if not -25 < y - cy < 26 or away < hole:
                continue
            share = max(0.0, 1 - away / 36) * random.uniform(0.6, 1.15)
            corners = [(x + (px - x) * 0.92, y + (py - y) * 0.92 * flat) for px, py in
                       (polar(x, y, r, -90 + 60 * k) for k in range(6))]
            tone = min(4, int(share * 5))
            stones[tone] = stones.get(tone, Path(())) + polygon(corners)
            edges += polygon([corners[4], corners[5], corners[0], corners[1]], closed=False)
            if random.random() < 0.3:
                turn = random.uniform(0, 360)
                cracks += polygon([polar(x, y, r * 0.6, turn), polar(x, y, r * 0.15, turn + 60),
                        polar(x, y, r * 0.4, turn + 190)], closed=False)
    for tone, path in stones.items():
        b.fill(path, tones[tone])
    b.stroke(edges, dark.mixed(light, 0.9), 0.25)
    b.stroke(cracks, darker(dark, 20), 0.25)


def sparks(b: Brush, seed: str, colour: Cmyk, count: int, area: tuple[float, float, float, float],
        size: float = 0.5) -> None:
    """Draw small hexagonal sparks at random positions."""
    random = chance("sparks", seed)
    path = Path(())
    for _ in range(count):
        path += ngon(random.uniform(area[0], area[2]), random.uniform(area[1], area[3]),
                random.uniform(0.25, size))
    b.fill(path, colour)
