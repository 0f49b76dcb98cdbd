"""Parts that several heroes share: stone prisms, fans of feathers, eyes, claws, and waves."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from artwork.outlines import chance
from artwork.shapes import arc, at, disc
from artwork.spherion.brush import Brush, Tone
from artwork.spherion.curves import crescent, flame, strip
from artwork.spherion.palette import INK, WHITE, Tones
from printkit.pdf.drawing import Cmyk, Path, Point, polygon

_HEX = [(math.cos(math.radians(a)), math.sin(math.radians(a)) * 0.48) for a in range(0, 360, 60)]


def prism(
    b: Brush,
    x: float,
    y: float,
    r: float,
    h: float,
    *,
    top: Cmyk | None = None,
    tones: Tones | None = None,
    glowing: Cmyk | None = None,
) -> None:
    """Draw a hexagonal stone column; (x, y) is the middle of its foot and seeds its cracks.

    ``glowing`` is the colour of glowing cracks, which are broader.
    """
    t = tones or b.tones
    low = [(x + r * c, y + r * s) for c, s in _HEX]
    high = [(px, py - h) for px, py in low]
    b.lift(polygon([high[3], high[4], high[5], high[0], low[0], low[1], low[2], low[3]]))

    def face(i: int, j: int) -> Path:
        return polygon([high[i], high[j], low[j], low[i]])

    b.shape(face(2, 3), t.light.mixed(t.mid, 0.75), INK, 0.3)
    b.shape(face(1, 2), t.mid.mixed(t.deep, 0.25), INK, 0.3)
    b.shape(face(0, 1), t.deep, INK, 0.3)
    b.shape(polygon(high), top or t.light, INK, 0.3)
    inner = [(x + (px - x) * 0.72, y - h + (py - y + h) * 0.72) for px, py in high]
    b.stroke(polygon(inner), (top or t.light).mixed(t.mid, 0.55), 0.25)
    random = chance("prism", x, y, r, h)
    cracks = Path(())
    for k in range(int(h / 2.6)):
        down = -h + h * (k + random.uniform(0.3, 0.7)) / max(1, int(h / 2.6))
        i, j = random.choice(((2, 3), (1, 2), (0, 1)))
        u = random.uniform(0.1, 0.35)
        v = u + random.uniform(0.25, 0.5)
        points = [
            (low[i][0] + (low[j][0] - low[i][0]) * w, low[i][1] + (low[j][1] - low[i][1]) * w + d)
            for w, d in ((u, down), ((u + v) / 2, down + 0.7), (v, down - 0.2))
        ]
        cracks += polygon(points, closed=False)
    if cracks.contours:
        if glowing is not None:
            b.stroke(cracks, t.mid, 0.9)
            b.stroke(cracks, glowing, 0.45)
        else:
            b.stroke(cracks, INK.mixed(t.deep, 0.4), 0.22)
    b.stroke(polygon([high[2], low[2]], closed=False), t.light, 0.2)


Blade = Callable[[float, float, float], Path]


def fan(
    blade: Blade,
    shoulder: Point,
    first: float,
    step: float,
    lengths: Sequence[float],
    width: float,
    *,
    curl: float = 0.13,
    drop: float = 0.75,
) -> list[Path]:
    """Return a fan of feathers; each begins ``drop`` mm lower than the one before it."""
    x, y = shoulder
    return [
        at(blade(length, width, curl), x, y + i * drop, first + step * i)
        for i, length in enumerate(lengths)
    ]


def feather(length: float, width: float, curl: float) -> Path:
    """Return a flame-shaped feather."""
    return flame(length, width, curl)


def blade(length: float, width: float, curl: float) -> Path:
    """Return a crescent-shaped feather."""
    return crescent(length, width, curl)


def plumes(b: Brush, paths: Sequence[Path], tone: Tone, k: float = 0.5, line: float = 0.28) -> None:
    """Draw feathers, the first one on top."""
    for path in reversed(paths):
        b.cel(path, tone, k, line=line)


def scales(
    b: Brush, body: Path, rows: Sequence[float], pitch: float, r: float, upper: Cmyk, lower: Cmyk
) -> None:
    """Draw rows of scales inside a body's outline."""
    with b.clipped(body):
        half = len(rows) // 2
        for part, colour in ((rows[:half], upper), (rows[half:], lower)):
            path = Path(())
            for n, y in enumerate(part):
                for i in range(-4, 5):
                    path += arc((i + 0.5 * (n % 2)) * pitch, y, r, 20, 160)
            b.stroke(path, colour, 0.3)


def eye(b: Brush, x: float, y: float, r: float, iris: Cmyk, look: Point = (0.0, 0.0)) -> None:
    """Draw a round eye with a glint."""
    b.fill(disc(x, y, r + 0.3), INK)
    b.fill(disc(x, y, r), WHITE)
    b.fill(disc(x + look[0], y + look[1], r * 0.62), iris)
    b.fill(disc(x + look[0], y + look[1], r * 0.36), INK)
    b.fill(disc(x + look[0] - r * 0.25, y + look[1] - r * 0.28, r * 0.2), WHITE)


def claws(b: Brush, x: float, y: float, turns: Sequence[float], size: float, colour: Cmyk) -> None:
    """Draw talons that spread from one point."""
    for turn in turns:
        b.flat(
            at(
                strip([(0, 0), (size * 0.6, 0), (size, size * 0.15)], [size * 0.36, size * 0.3, 0]),
                x,
                y,
                turn,
            ),
            colour,
            0.2,
        )


def waves(b: Brush, y: float = 0, rows: int = 3) -> None:
    """Draw seigaiha waves along the horizon, up to the figure's foot."""
    t = b.tones
    r = 3.6
    for row in range(rows):
        rings = [
            (r, WHITE.mixed(t.light, 0.35)),
            (r * 0.84, t.deep.mixed(t.mid, 0.55)),
            (r * 0.62, WHITE.mixed(t.light, 0.35)),
            (r * 0.46, t.mid),
            (r * 0.22, t.glow),
        ]
        for i in range(-5, 6):
            x = (i + row % 2 * 0.5) * r * 1.86
            base = y - 1.6 + row * 1.9 + x * x / 140
            for radius, colour in rings:
                half = arc(x, base + r * 0.55, radius, 180, 360)
                b.fill(half, colour)
