"""Parts that several figures share: half-shaded faces, eyes, hands, shoulders, and teeth."""

from __future__ import annotations

from collections.abc import Sequence

from artwork.dicebattle.figure import Figure, blob, stem
from artwork.dicebattle.palette import MOUTH, SHADE, Tones
from artwork.dicebattle.shapes import both, cut, flips
from artwork.outlines import Knot
from artwork.shapes import disc
from printkit.pdf.drawing import BLACK, PAPER, Cmyk, Path, Point, rectangle

# fmt: off


def face(width: float = 6.8, top: float = -26, chin: float = -10.8, jaw: float = 0.53) -> Path:
    """Return the outline of a face from the headgear's edge down to the chin."""
    low = chin + 1.8
    return blob((-width, top), (-width * 0.97, (2 * top + chin) / 3 + 2.4), (-width * jaw, low),
                (0, chin), (width * jaw, low), (width * 0.97, (2 * top + chin) / 3 + 2.4),
                (width, top))


def visage(f: Figure, path: Path, skin: Tones, shade: float, tilt: float = 0.5) -> None:
    """Draw a face lit from the left and shaded down to y = ``shade``; ``tilt`` bends that edge."""
    left, top, right, bottom = path.bounds()
    f.flat(path, skin.mid, 0.8, halo=True)
    with f.inside(path):
        f.mark(cut((left * 0.1 + right * 0.2 + 0.6, top), (right + 1, top), (right + 1, bottom + 1),
                   (right * 0.5, bottom + 1), (right * 0.42, (top + bottom) / 2)), skin.dark)
        f.mark(cut((left - 1, top - 1), (right + 1, top - 1), (right + 1, shade + tilt),
                   (0, shade - tilt * 0.6), (left - 1, shade + tilt)), SHADE)
    f.trace(path, 0.8)


def glints(f: Figure, y: float, x: float, light: Cmyk, size: float = 1.0) -> None:
    """Draw two narrow eyes that gleam under a brim."""
    s = size
    eye = cut((x - 1.6 * s, y + 0.3 * s), (x + 1.7 * s, y - 0.6 * s), (x + 1.1 * s, y + 0.7 * s),
              (x - 1.0 * s, y + 0.9 * s))
    f.mark(both(eye), light)


def eyes(f: Figure, y: float, x: float, size: float, iris: Cmyk, look: Point = (0.15, 0.05),
         brow: float = 0.0) -> None:
    """Draw two open round eyes; ``brow`` above 0 lowers the lids in anger."""
    for side in (-1, 1):
        white = disc(side * x, y, size, size * 1.05)
        f.flat(white, PAPER, 0.6)
        cx, cy = side * x + look[0] * size, y + look[1] * size
        f.mark(disc(cx, cy, size * 0.62), iris)
        f.mark(disc(cx, cy, size * 0.34), BLACK)
        f.mark(disc(cx - size * 0.22, cy - size * 0.28, size * 0.2), PAPER)
        if brow:
            f.mark(cut((side * (x - size * 1.25), y - size * (0.55 - brow)),
                       (side * (x + size * 1.3), y - size * (1.0 + brow * 0.4)),
                       (side * (x + size * 1.3), y - size * 1.45),
                       (side * (x - size * 1.25), y - size * (1.1 - brow * 0.5))))


def slits(f: Figure, points: Sequence[Knot], light: Cmyk, pupil: Path | None) -> None:
    """Draw a beast's eyes, given the right eye's outline and pupil."""
    for eye in flips(blob(*points)):
        f.flat(eye, light, 0.55)
    if pupil is not None:
        f.mark(both(pupil))


def grin(f: Figure, points: Sequence[Point], teeth: Sequence[Point], width: float = 0.7) -> None:
    """Draw an open mouth with pointed teeth (x, length); a lower tooth has a negative length."""
    mouth = blob(*points)
    _, top, _, bottom = mouth.bounds()
    f.flat(mouth, MOUTH, width)
    with f.inside(mouth):
        for x, length in teeth:
            half = min(1.15, abs(length) * 0.5)
            base = top - 0.5 if length > 0 else bottom + 0.5
            f.flat(cut((x - half, base), (x + half, base), (x, base + length)), PAPER, 0.25)
    f.trace(mouth, width)


def shoulders(f: Figure, tones: Tones, wide: float = 25, top: float = -9.5) -> Path:
    """Draw shoulders in a coat or cloak; return their outline."""
    path = blob((-8, top - 4), (-wide * 0.68, top), (-wide * 0.96, top + 8.5), (-wide * 1.05, 6, 1),
                (wide * 1.05, 6, 1), (wide * 0.96, top + 8.5), (wide * 0.68, top), (8, top - 4))
    f.cel(path, tones, 0.9, 1.3)
    return path


def glove(f: Figure, x: float, y: float, tones: Tones, size: float = 1.0,
          *, facing: int = 1) -> None:
    """Draw a gloved fist around (x, y); ``facing`` is the side of its knuckles, 1 or −1."""
    s = size
    k = facing
    palm = blob((x - 3.2 * k * s, y - 1.6 * s), (x - 0.6 * k * s, y - 3.0 * s),
                (x + 2.7 * k * s, y - 2.2 * s), (x + 3.3 * k * s, y + 0.4 * s),
                (x + 2.2 * k * s, y + 2.6 * s), (x - 1.4 * k * s, y + 2.8 * s),
                (x - 3.4 * k * s, y + 1.2 * s))
    f.cel(palm, tones, 0.7 * s, 0.5)
    for n in range(3):
        f.line([(x + (0.7 + 0.2 * n) * k * s, y + (-1.5 + 1.35 * n) * s),
                (x + (3.0 - 0.1 * n) * k * s, y + (-1.2 + 1.3 * n) * s)], 0.4)


def bar(x: float, y: float, width: float, height: float) -> Path:
    """Return a rectangle that is centred on x and has its upper edge at y."""
    return rectangle(x - width / 2, y, width, height)


def lock(points: Sequence[Point], width: float) -> Path:
    """Return a lock of hair or fur that ends in a point."""
    return stem(points, [width * 0.5, width, width * 0.7, 0])
