"""Machines of the warm front: balloons and kites."""

from __future__ import annotations

from artwork.outlines import through
from artwork.stratosphere.machine_pen import MachinePen
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import Matrix, Path, Point, placed, polygon, transformed


def balloon(machine: MachinePen) -> None:
    """Draw a heart-shaped balloon with gores, a band, and a basket."""
    pen, palette = machine.pen, machine.palette
    silk = transformed(
        sign("hearts", 0, 0, 1),
        Matrix(machine.size, 0, 0, 0.86 * machine.size, 0, -0.26 * machine.size),
    )
    basket = machine.shape(
        [(-0.17, 0.82, 1), (0.17, 0.82, 1), (0.13, 1.08), (0, 1.11), (-0.13, 1.08)]
    )
    machine.halo(silk + basket)
    ropes = Path(())
    for x in (-0.16, -0.05, 0.05, 0.16):
        ropes += machine.straight([(x * 1.3, 0.42), (x * 0.95, 0.84)], closed=False)
    machine.line(ropes)
    pen.fill(silk, palette.body)
    with pen.clipped(silk):
        shade = palette.body.mixed(palette.dark, 0.35)
        pen.fill(machine.shape([(0.30, -1.3, 1), (1.2, -1.3, 1), (1.2, 0.9, 1), (0, 0.62, 1),
                              (0.44, 0.05), (0.52, -0.5)]), shade)  # fmt: skip
        for x, tone, width in (
            (-0.68, palette.light, 0.10), (-0.25, palette.light, 0.10),
            (0.25, palette.dark.mixed(palette.body, 0.4), 0.07),
            (0.68, palette.dark.mixed(palette.body, 0.4), 0.07),
        ):  # fmt: skip
            gore = [(x * 0.5, -1.05), (x * 1.08, -0.5), (x * 0.62, 0.1), (0, 0.62)]
            pen.fill(machine.strap(gore, (0.05, width, 0.07, 0.02)), tone)
        band = palette.edge.mixed(palette.light, 0.25)
        pen.fill(machine.shape([(-1.2, -0.42, 1), (0, -0.30), (1.2, -0.42, 1), (1.2, -0.24, 1),
                              (0, -0.12), (-1.2, -0.24, 1)]), band)  # fmt: skip
        if machine.grand:
            _balloon_fittings(machine)
    pen.stroke(silk, palette.dark, machine.contour)
    pen.shape(basket, palette.dark, palette.dark, machine.hair)
    if machine.grand:
        _basket(machine)


def _balloon_fittings(machine: MachinePen) -> None:
    """Draw a balloon's net and seams, and a row of small suit signs on its band."""
    pen, palette = machine.pen, machine.palette
    for x in (-0.46, 0, 0.46):
        pen.stroke(machine.scaled(_seam(x)), palette.dark.mixed(palette.body, 0.35), 0.25)
    for k in range(-3, 4):
        x = 0.27 * k
        y = (-0.24 - 0.035 * abs(k)) * machine.size
        small = sign(palette.suit, x * machine.size, y, 0.062 * machine.size)
        pen.shape(small, palette.body, palette.dark, 0.12)
    for y in (-0.46, -0.08):
        rope = machine.straight([(-1.1, y - 0.08), (-0.5, y), (0, y + 0.03), (0.5, y),
                               (1.1, y - 0.08)], closed=False)  # fmt: skip
        pen.stroke(rope, palette.dark, 0.35)


def _seam(x: float) -> Path:
    return through([(x * 0.6, -1.15), (x * 1.15, -0.5), (x * 0.7, 0.12), (0, 0.62)])


def _basket(machine: MachinePen) -> None:
    """Draw a basket's wickerwork and sandbags, and an aviator in it."""
    pen, palette = machine.pen, machine.palette
    head = machine.disc(0.03, 0.70, 0.058)
    body = machine.shape(
        [(-0.05, 0.84, 1), (-0.04, 0.76), (0.03, 0.74), (0.10, 0.76), (0.11, 0.84, 1)]
    )
    pen.shape(body, palette.scarf[0], palette.dark, 0.2)
    pen.shape(head, palette.edge, palette.dark, 0.25)
    pen.stroke(machine.straight([(0.07, 0.69), (0.20, 0.66)], closed=False), palette.dark, 0.5)
    weave = palette.light.mixed(palette.edge, 0.3)
    rail = machine.strap([(-0.185, 0.83), (0, 0.845), (0.185, 0.83)], (0.035, 0.035))
    pen.shape(rail, weave, palette.dark, 0.18)
    rows = Path(())
    for y in (0.90, 0.96, 1.02):
        rows += machine.straight([(-0.15, y), (0.15, y)], closed=False)
    pen.stroke(rows, weave, 0.25)
    for x in (-0.20, 0.20):
        bag = machine.shape([(x, 0.86, 1), (x + 0.045, 0.95), (x, 0.99), (x - 0.045, 0.95)])
        pen.shape(bag, palette.light, palette.dark, 0.18)


def kite(machine: MachinePen) -> None:
    """Draw a kite of two crossed spars, four silk panels, and a tail of bows."""
    pen, palette = machine.pen, machine.palette
    top, left, foot, right, cross = (0, -1), (-0.68, -0.2), (0, 0.78), (0.68, -0.2), (0, -0.2)
    sail = machine.straight([top, right, foot, left])
    tail: list[Point] = [(0, 0.78), (0.20, 1.02), (-0.08, 1.28), (0.15, 1.56)]
    machine.halo(sail + machine.strap(tail, (0.04, 0.04)))
    pen.fill(machine.strap(tail, (0.05, 0.04)), palette.dark)
    for x, y, turn in ((0.17, 0.96, 30), (0.02, 1.2, -35), (0.12, 1.46, 25)):
        bow = polygon([(-0.17, -0.1), (0.17, 0.1), (0.17, -0.1), (-0.17, 0.1)])
        at = placed(x, y, turn=turn)
        pen.shape(machine.scaled(transformed(bow, at)), palette.body, palette.dark, machine.hair)
    pen.fill(sail, palette.body)
    pen.fill(machine.straight([top, right, cross]), palette.light)
    pen.fill(machine.straight([cross, right, foot]), palette.body.mixed(palette.dark, 0.55))
    pen.fill(machine.straight([top, cross, left]), palette.body.mixed(palette.light, 0.45))
    if machine.grand:
        _kite_fittings(machine)
    machine.line(machine.straight([top, foot], closed=False), 1.4 * machine.hair)
    machine.line(machine.straight([left, right], closed=False), 1.4 * machine.hair)
    pen.stroke(sail, palette.dark, machine.contour)


def _kite_fittings(machine: MachinePen) -> None:
    """Draw a kite's appliqué, the eyelets at its tips, and the pennants at its sides."""
    pen, palette = machine.pen, machine.palette
    for scale, paint in ((0.62, palette.edge), (0.52, palette.body), (0.34, palette.dark)):
        ring = polygon([(0, -0.8), (0.68, 0), (0, 0.98), (-0.68, 0)])
        inner = transformed(ring, placed(0, -0.2, scale=scale))
        pen.fill(machine.scaled(inner), paint)
    for x, y in ((0, -0.93), (-0.61, -0.2), (0, 0.70), (0.61, -0.2)):
        pen.shape(machine.disc(x, y, 0.028), palette.edge, palette.dark, 0.18)
    for side in (-1, 1):
        for k in range(3):
            x0, y0 = side * 0.68, -0.2
            tip = (side * (0.86 + 0.03 * k), 0.02 + 0.11 * k)
            middle = (side * (0.84 - 0.05 * k), -0.14 + 0.06 * k)
            pennon = machine.strap([(x0, y0), middle, tip], (0.05, 0.07, 0))
            tone = (palette.body, palette.light, palette.edge)[k]
            pen.shape(pennon, tone, palette.dark, 0.2)
