"""The four machines, each the silhouette of its suit: balloon, kite, dart and rotor.

All are drawn about the origin, 1 from the middle to the top, and scaled by the caller; lines
grow by a floor, so that a small machine is not drawn in hairs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

import numpy as np

from printkit.art.geometry import Knot, mirrored, outline, ribbon, sampled, through
from printkit.art.pen import Pen
from printkit.art.stratosphere.palette import Palette, Suit
from printkit.art.stratosphere.signs import pole, sign
from printkit.drawing import (
    Form,
    Matrix,
    Path,
    Point,
    ellipse,
    placed,
    polygon,
    rectangle,
    transformed,
)

NEAR: Final = 4.0
FAR: Final = 2.1
_GRAND: Final = 8.0
"""From this size on a machine shows its fittings."""


@cache
def machine_form(palette: Palette, *, near: bool) -> Form:
    """A machine at the size NEAR or FAR, to be placed at about that size."""
    pen, size = Pen(), NEAR if near else FAR
    draw_machine(pen, palette, size)
    reach = 2 * size
    kind = "near" if near else "far"
    return pen.form(f"machine-{palette.suit}-{kind}", (-reach, -reach, reach, reach))


def draw_machine(pen: Pen, palette: Palette, size: float) -> None:
    """The suit's machine about the origin, `size` mm from its middle to its top."""
    _MACHINES[palette.suit](_Bench(pen, palette, size))


class _Bench:
    """A pen with a machine's size: points are in its units, widths in mm."""

    def __init__(self, pen: Pen, palette: Palette, size: float) -> None:
        self.pen, self.palette, self.size = pen, palette, size
        self.grand = size >= _GRAND

    def shape(self, knots: Sequence[Knot]) -> Path:
        return self.scaled(outline(knots))

    def straight(self, points: Sequence[Point], *, closed: bool = True) -> Path:
        return self.scaled(polygon(points, closed=closed))

    def scaled(self, path: Path) -> Path:
        return transformed(path, placed(0, 0, scale=self.size))

    def disc(self, x: float, y: float, radius: float) -> Path:
        return ellipse(x * self.size, y * self.size, radius * self.size)

    def strap(self, points: Sequence[Point], widths: Sequence[float]) -> Path:
        """A ribbon; widths in the machine's units."""
        line = sampled([(x * self.size, y * self.size) for x, y in points], 0.04 * self.size)
        at = np.linspace(0, 1, len(widths))
        half = np.interp(np.linspace(0, 1, len(line)), at, widths) * self.size / 2
        return ribbon(line, half)

    @property
    def contour(self) -> float:
        return 0.03 * self.size + 0.14 if not self.grand else 0.55

    @property
    def hair(self) -> float:
        return 0.035 * self.size + 0.06 if not self.grand else 0.3

    def halo(self, path: Path) -> None:
        self.pen.shape(path, self.palette.edge, self.palette.edge, 0.08 * self.size + 0.55)

    def line(self, path: Path, width: float | None = None) -> None:
        self.pen.stroke(path, self.palette.dark, self.hair if width is None else width)


def _balloon(bench: _Bench) -> None:
    """A heart of silk with gores and a band, a basket below."""
    pen, palette = bench.pen, bench.palette
    silk = transformed(
        sign("hearts", 0, 0, 1), Matrix(bench.size, 0, 0, 0.86 * bench.size, 0, -0.26 * bench.size)
    )
    basket = bench.shape(
        [(-0.17, 0.82, 1), (0.17, 0.82, 1), (0.13, 1.08), (0, 1.11), (-0.13, 1.08)]
    )
    bench.halo(silk + basket)
    ropes = Path(())
    for x in (-0.16, -0.05, 0.05, 0.16):
        ropes += bench.straight([(x * 1.3, 0.42), (x * 0.95, 0.84)], closed=False)
    bench.line(ropes)
    pen.fill(silk, palette.body)
    with pen.clipped(silk):
        shade = palette.body.mixed(palette.dark, 0.35)
        pen.fill(bench.shape([(0.30, -1.3, 1), (1.2, -1.3, 1), (1.2, 0.9, 1), (0, 0.62, 1),
                              (0.44, 0.05), (0.52, -0.5)]), shade)  # fmt: skip
        for x, tone, width in (
            (-0.68, palette.light, 0.10), (-0.25, palette.light, 0.10),
            (0.25, palette.dark.mixed(palette.body, 0.4), 0.07),
            (0.68, palette.dark.mixed(palette.body, 0.4), 0.07),
        ):  # fmt: skip
            gore = [(x * 0.5, -1.05), (x * 1.08, -0.5), (x * 0.62, 0.1), (0, 0.62)]
            pen.fill(bench.strap(gore, (0.05, width, 0.07, 0.02)), tone)
        band = palette.edge.mixed(palette.light, 0.25)
        pen.fill(bench.shape([(-1.2, -0.42, 1), (0, -0.30), (1.2, -0.42, 1), (1.2, -0.24, 1),
                              (0, -0.12), (-1.2, -0.24, 1)]), band)  # fmt: skip
        if bench.grand:
            _balloon_fittings(bench)
    pen.stroke(silk, palette.dark, bench.contour)
    pen.shape(basket, palette.dark, palette.dark, bench.hair)
    if bench.grand:
        _basket(bench)


def _balloon_fittings(bench: _Bench) -> None:
    """Net, seams and a row of small signs on the band."""
    pen, palette = bench.pen, bench.palette
    for x in (-0.46, 0, 0.46):
        pen.stroke(bench.scaled(_seam(x)), palette.dark.mixed(palette.body, 0.35), 0.25)
    for k in range(-3, 4):
        x = 0.27 * k
        y = (-0.24 - 0.035 * abs(k)) * bench.size
        small = sign(palette.suit, x * bench.size, y, 0.062 * bench.size)
        pen.shape(small, palette.body, palette.dark, 0.12)
    for y in (-0.46, -0.08):
        rope = bench.straight([(-1.1, y - 0.08), (-0.5, y), (0, y + 0.03), (0.5, y),
                               (1.1, y - 0.08)], closed=False)  # fmt: skip
        pen.stroke(rope, palette.dark, 0.35)


def _seam(x: float) -> Path:
    return through([(x * 0.6, -1.15), (x * 1.15, -0.5), (x * 0.7, 0.12), (0, 0.62)])


def _basket(bench: _Bench) -> None:
    """Wickerwork, sandbags and an aviator at the rail."""
    pen, palette = bench.pen, bench.palette
    head = bench.disc(0.03, 0.70, 0.058)
    body = bench.shape(
        [(-0.05, 0.84, 1), (-0.04, 0.76), (0.03, 0.74), (0.10, 0.76), (0.11, 0.84, 1)]
    )
    pen.shape(body, palette.scarf[0], palette.dark, 0.2)
    pen.shape(head, palette.edge, palette.dark, 0.25)
    pen.stroke(bench.straight([(0.07, 0.69), (0.20, 0.66)], closed=False), palette.dark, 0.5)
    weave = palette.light.mixed(palette.edge, 0.3)
    rail = bench.strap([(-0.185, 0.83), (0, 0.845), (0.185, 0.83)], (0.035, 0.035))
    pen.shape(rail, weave, palette.dark, 0.18)
    rows = Path(())
    for y in (0.90, 0.96, 1.02):
        rows += bench.straight([(-0.15, y), (0.15, y)], closed=False)
    pen.stroke(rows, weave, 0.25)
    for x in (-0.20, 0.20):
        bag = bench.shape([(x, 0.86, 1), (x + 0.045, 0.95), (x, 0.99), (x - 0.045, 0.95)])
        pen.shape(bag, palette.light, palette.dark, 0.18)


def _kite(bench: _Bench) -> None:
    """A cross of two spars, four fields of silk, a tail of bows."""
    pen, palette = bench.pen, bench.palette
    top, left, foot, right, cross = (0, -1), (-0.68, -0.2), (0, 0.78), (0.68, -0.2), (0, -0.2)
    sail = bench.straight([top, right, foot, left])
    tail: list[Point] = [(0, 0.78), (0.20, 1.02), (-0.08, 1.28), (0.15, 1.56)]
    bench.halo(sail + bench.strap(tail, (0.04, 0.04)))
    pen.fill(bench.strap(tail, (0.05, 0.04)), palette.dark)
    for x, y, turn in ((0.17, 0.96, 30), (0.02, 1.2, -35), (0.12, 1.46, 25)):
        bow = polygon([(-0.17, -0.1), (0.17, 0.1), (0.17, -0.1), (-0.17, 0.1)])
        at = placed(x, y, turn=turn)
        pen.shape(bench.scaled(transformed(bow, at)), palette.body, palette.dark, bench.hair)
    pen.fill(sail, palette.body)
    pen.fill(bench.straight([top, right, cross]), palette.light)
    pen.fill(bench.straight([cross, right, foot]), palette.body.mixed(palette.dark, 0.55))
    pen.fill(bench.straight([top, cross, left]), palette.body.mixed(palette.light, 0.45))
    if bench.grand:
        _kite_fittings(bench)
    bench.line(bench.straight([top, foot], closed=False), 1.4 * bench.hair)
    bench.line(bench.straight([left, right], closed=False), 1.4 * bench.hair)
    pen.stroke(sail, palette.dark, bench.contour)


def _kite_fittings(bench: _Bench) -> None:
    """Appliqué round the cross, eyelets at the tips, and pennons at the sides."""
    pen, palette = bench.pen, bench.palette
    for scale, paint in ((0.62, palette.edge), (0.52, palette.body), (0.34, palette.dark)):
        ring = polygon([(0, -0.8), (0.68, 0), (0, 0.98), (-0.68, 0)])
        inner = transformed(ring, placed(0, -0.2, scale=scale))
        pen.fill(bench.scaled(inner), paint)
    for x, y in ((0, -0.93), (-0.61, -0.2), (0, 0.70), (0.61, -0.2)):
        pen.shape(bench.disc(x, y, 0.028), palette.edge, palette.dark, 0.18)
    for side in (-1, 1):
        for k in range(3):
            x0, y0 = side * 0.68, -0.2
            tip = (side * (0.86 + 0.03 * k), 0.02 + 0.11 * k)
            middle = (side * (0.84 - 0.05 * k), -0.14 + 0.06 * k)
            pennon = bench.strap([(x0, y0), middle, tip], (0.05, 0.07, 0))
            tone = (palette.body, palette.light, palette.edge)[k]
            pen.shape(pennon, tone, palette.dark, 0.2)


_DART: Final[list[Knot]] = [
    (0, -1.08, 1), (0.15, -0.55), (0.38, -0.12), (0.98, 0.42, 1), (0.92, 0.66, 1), (0.34, 0.56, 1),
    (0.15, 0.62, 1), (0.40, 0.94, 1), (0.36, 1.06, 1), (0, 0.96),
]  # fmt: skip


def _dart(bench: _Bench) -> None:
    """A spade as a delta wing, one half in the light."""
    pen, palette = bench.pen, bench.palette
    body = bench.shape(mirrored(_DART))
    bench.halo(body)
    if bench.grand:
        _flames(bench)
    pen.fill(body, palette.body)
    shade = palette.light.mixed(palette.dark, 0.35)
    with pen.clipped(body):
        pen.fill(bench.straight([(0, -1.2), (1.1, -1.2), (1.1, 1.2), (0, 1.2)]), palette.light)
        pen.fill(bench.straight([(0.12, -0.3), (1.1, 0.45), (1.1, 0.9), (0.12, 0.6)]), shade)
        if bench.grand:
            _panels(bench)
    canopy = bench.shape([(0, -0.82, 1), (0.09, -0.55), (0.07, -0.22), (0, -0.16), (-0.07, -0.22),
                          (-0.09, -0.55)])  # fmt: skip
    pen.fill(canopy, palette.dark)
    bench.line(bench.straight([(0, -0.14), (0, 0.92)], closed=False))
    for x in (-0.60, 0.60):
        pen.fill(sign(palette.suit, x * bench.size, 0.37 * bench.size, 0.15 * bench.size),
                 palette.dark)  # fmt: skip
    pen.stroke(body, palette.dark, bench.contour)
    if bench.grand:
        glint = bench.shape([(-0.05, -0.55, 1), (-0.02, -0.72), (0, -0.74, 1), (-0.01, -0.5)])
        pen.fill(glint, palette.light)


def _panels(bench: _Bench) -> None:
    """Rivet lines, flaps and stripes at the wing tips."""
    pen, palette = bench.pen, bench.palette
    tone = palette.light.mixed(palette.dark, 0.5)
    seams = Path(())
    for side in (-1, 1):
        for points in (
            [(0.12, -0.4), (0.24, 0.55)], [(0.2, 0.14), (0.78, 0.55)], [(0.3, 0.02), (0.3, 0.55)],
            [(0.5, 0.12), (0.5, 0.6)], [(0.2, 0.7), (0.34, 0.98)],
        ):  # fmt: skip
            seams += bench.straight([(side * x, y) for x, y in points], closed=False)
        stripe = [(0.80, 0.2), (0.86, 0.2), (0.86, 0.8), (0.80, 0.8)]
        pen.fill(bench.straight([(side * x, y) for x, y in stripe]), palette.lubber)
    pen.stroke(seams, tone, 0.25)
    nose = bench.straight([(-0.3, -0.86), (0.3, -0.86), (0.3, -1.2), (-0.3, -1.2)])
    pen.fill(nose, palette.lubber)


def _flames(bench: _Bench) -> None:
    pen, palette = bench.pen, bench.palette
    for x in (-0.16, 0.16):
        for length, width, tone in ((0.42, 0.20, palette.lubber), (0.26, 0.11, palette.edge)):
            flame = bench.shape([(x - width / 2, 0.86, 1), (x + width / 2, 0.86, 1),
                                 (x + width / 3, 0.9 + length / 2), (x, 0.9 + length, 1),
                                 (x - width / 3, 0.9 + length / 2)])  # fmt: skip
            pen.fill(flame, tone)


_HUBS: Final = ((0.0, -0.56), (0.52, 0.16), (-0.52, 0.16))


def _rotor(bench: _Bench) -> None:
    """A club of three rotors over a small cabin on skids."""
    pen, palette = bench.pen, bench.palette
    stem = bench.shape([(-0.08, 0.1, 1), (0.08, 0.1, 1), (0.13, 0.72), (0.36, 1.0, 1),
                        (-0.36, 1.0, 1), (-0.13, 0.72)])  # fmt: skip
    whole = stem
    for x, y in _HUBS:
        whole += bench.disc(x, y, 0.45)
    bench.halo(whole)
    pen.shape(stem, palette.light, palette.dark, bench.hair)
    for n, (x, y) in enumerate(_HUBS):
        pen.shape(bench.disc(x, y, 0.44), palette.body, palette.dark, bench.contour)
        pen.stroke(bench.disc(x, y, 0.36), palette.light, 1.2 * bench.hair)
        if bench.grand:
            _ring(bench, x, y)
        blades = Path(())
        for turn in (20 + 40 * n, 110 + 40 * n):
            blade = polygon([(-0.37, -0.05), (0, -0.02), (0.37, -0.09), (0.37, 0.03), (0, 0.04),
                             (-0.37, 0.09)])  # fmt: skip
            blades += bench.scaled(transformed(blade, placed(x, y, turn=turn)))
        pen.fill(blades, palette.dark.mixed(palette.light, 0.25))
        pen.fill(bench.disc(x, y, 0.09), palette.dark)
    cabin = bench.shape([(-0.24, -0.02), (0, -0.24), (0.24, -0.02), (0.18, 0.2), (0, 0.25),
                         (-0.18, 0.2)])  # fmt: skip
    pen.shape(cabin, palette.light, palette.dark, bench.contour)
    glass = bench.shape([(-0.15, -0.03), (0, -0.16), (0.15, -0.03), (0.1, 0.02), (0, 0.04),
                         (-0.1, 0.02)])  # fmt: skip
    pen.fill(glass, palette.dark)
    if bench.grand:
        _cabin(bench)


def _ring(bench: _Bench, x: float, y: float) -> None:
    """Struts and navigation lamps of a shrouded rotor."""
    pen, palette = bench.pen, bench.palette
    struts, lamps = Path(()), Path(())
    for k in range(12):
        inner, outer = (pole(x, y, r, 30 * k + 15) for r in (0.365, 0.435))
        struts += bench.straight([inner, outer], closed=False)
    for k in range(3):
        lamps += bench.disc(*pole(x, y, 0.40, 120 * k - 90), 0.028)
    pen.stroke(struts, palette.dark.mixed(palette.light, 0.4), 0.25)
    pen.shape(lamps, palette.lubber, palette.dark, 0.15)


def _cabin(bench: _Bench) -> None:
    pen, palette = bench.pen, bench.palette
    for x in (-0.045, 0.045):
        pen.fill(bench.disc(x, -0.055, 0.026), palette.edge if palette.line_only else palette.light)
    stripe = bench.scaled(rectangle(-0.11, 0.085, 0.22, 0.035))
    pen.fill(stripe, palette.lubber)
    rungs = Path(())
    for k in range(5):
        y = 0.38 + 0.1 * k
        half = 0.045 + 0.02 * k * k / 3
        rungs += bench.straight([(-half, y), (half, y)], closed=False)
    pen.stroke(rungs, palette.dark, 0.3)
    pen.stroke(bench.straight([(-0.42, 1.02), (0.42, 1.02)], closed=False), palette.dark, 0.7)


_MACHINES: Final[dict[Suit, Callable[[_Bench], None]]] = {
    "hearts": _balloon,
    "diamonds": _kite,
    "spades": _dart,
    "clubs": _rotor,
}
