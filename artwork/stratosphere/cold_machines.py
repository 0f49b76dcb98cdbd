"""Machines of the cold front: darts and rotors."""

from __future__ import annotations

from typing import Final

from artwork.outlines import Knot, mirrored
from artwork.shapes import polar
from artwork.stratosphere.machine_pen import MachinePen
from artwork.stratosphere.signs import sign
from printkit.pdf.drawing import Path, placed, polygon, rectangle, transformed

_DART: Final[list[Knot]] = [
    (0, -1.08, 1), (0.15, -0.55), (0.38, -0.12), (0.98, 0.42, 1), (0.92, 0.66, 1), (0.34, 0.56, 1),
    (0.15, 0.62, 1), (0.40, 0.94, 1), (0.36, 1.06, 1), (0, 0.96),
]  # fmt: skip


def dart(machine: MachinePen) -> None:
    """Draw a spade as a delta wing, with one half in the light."""
    pen, palette = machine.pen, machine.palette
    body = machine.shape(mirrored(_DART))
    machine.halo(body)
    if machine.grand:
        _flames(machine)
    pen.fill(body, palette.body)
    shade = palette.light.mixed(palette.dark, 0.35)
    with pen.clipped(body):
        pen.fill(machine.straight([(0, -1.2), (1.1, -1.2), (1.1, 1.2), (0, 1.2)]), palette.light)
        pen.fill(machine.straight([(0.12, -0.3), (1.1, 0.45), (1.1, 0.9), (0.12, 0.6)]), shade)
        if machine.grand:
            _panels(machine)
    canopy = machine.shape([(0, -0.82, 1), (0.09, -0.55), (0.07, -0.22), (0, -0.16), (-0.07, -0.22),
                          (-0.09, -0.55)])  # fmt: skip
    pen.fill(canopy, palette.dark)
    machine.line(machine.straight([(0, -0.14), (0, 0.92)], closed=False))
    for x in (-0.60, 0.60):
        pen.fill(sign(palette.suit, x * machine.size, 0.37 * machine.size, 0.15 * machine.size),
                 palette.dark)  # fmt: skip
    pen.stroke(body, palette.dark, machine.contour)
    if machine.grand:
        glint = machine.shape([(-0.05, -0.55, 1), (-0.02, -0.72), (0, -0.74, 1), (-0.01, -0.5)])
        pen.fill(glint, palette.light)


def _panels(machine: MachinePen) -> None:
    """Draw a dart's rivet lines, flaps and wing-tip stripes."""
    pen, palette = machine.pen, machine.palette
    tone = palette.light.mixed(palette.dark, 0.5)
    seams = Path(())
    for side in (-1, 1):
        for points in (
            [(0.12, -0.4), (0.24, 0.55)], [(0.2, 0.14), (0.78, 0.55)], [(0.3, 0.02), (0.3, 0.55)],
            [(0.5, 0.12), (0.5, 0.6)], [(0.2, 0.7), (0.34, 0.98)],
        ):  # fmt: skip
            seams += machine.straight([(side * x, y) for x, y in points], closed=False)
        stripe = [(0.80, 0.2), (0.86, 0.2), (0.86, 0.8), (0.80, 0.8)]
        pen.fill(machine.straight([(side * x, y) for x, y in stripe]), palette.lubber)
    pen.stroke(seams, tone, 0.25)
    nose = machine.straight([(-0.3, -0.86), (0.3, -0.86), (0.3, -1.2), (-0.3, -1.2)])
    pen.fill(nose, palette.lubber)


def _flames(machine: MachinePen) -> None:
    pen, palette = machine.pen, machine.palette
    for x in (-0.16, 0.16):
        for length, width, tone in ((0.42, 0.20, palette.lubber), (0.26, 0.11, palette.edge)):
            flame = machine.shape([(x - width / 2, 0.86, 1), (x + width / 2, 0.86, 1),
                                 (x + width / 3, 0.9 + length / 2), (x, 0.9 + length, 1),
                                 (x - width / 3, 0.9 + length / 2)])  # fmt: skip
            pen.fill(flame, tone)


_HUBS: Final = ((0.0, -0.56), (0.52, 0.16), (-0.52, 0.16))


def rotor(machine: MachinePen) -> None:
    """Draw a club as three rotors over a small cabin on skids."""
    pen, palette = machine.pen, machine.palette
    stem = machine.shape([(-0.08, 0.1, 1), (0.08, 0.1, 1), (0.13, 0.72), (0.36, 1.0, 1),
                        (-0.36, 1.0, 1), (-0.13, 0.72)])  # fmt: skip
    whole = stem
    for x, y in _HUBS:
        whole += machine.disc(x, y, 0.45)
    machine.halo(whole)
    pen.shape(stem, palette.light, palette.dark, machine.hair)
    for n, (x, y) in enumerate(_HUBS):
        pen.shape(machine.disc(x, y, 0.44), palette.body, palette.dark, machine.contour)
        pen.stroke(machine.disc(x, y, 0.36), palette.light, 1.2 * machine.hair)
        if machine.grand:
            _ring(machine, x, y)
        blades = Path(())
        for turn in (20 + 40 * n, 110 + 40 * n):
            blade = polygon([(-0.37, -0.05), (0, -0.02), (0.37, -0.09), (0.37, 0.03), (0, 0.04),
                             (-0.37, 0.09)])  # fmt: skip
            blades += machine.scaled(transformed(blade, placed(x, y, turn=turn)))
        pen.fill(blades, palette.dark.mixed(palette.light, 0.25))
        pen.fill(machine.disc(x, y, 0.09), palette.dark)
    cabin = machine.shape([(-0.24, -0.02), (0, -0.24), (0.24, -0.02), (0.18, 0.2), (0, 0.25),
                         (-0.18, 0.2)])  # fmt: skip
    pen.shape(cabin, palette.light, palette.dark, machine.contour)
    glass = machine.shape([(-0.15, -0.03), (0, -0.16), (0.15, -0.03), (0.1, 0.02), (0, 0.04),
                         (-0.1, 0.02)])  # fmt: skip
    pen.fill(glass, palette.dark)
    if machine.grand:
        _cabin(machine)


def _ring(machine: MachinePen, x: float, y: float) -> None:
    """Draw the struts and navigation lights of a shrouded rotor."""
    pen, palette = machine.pen, machine.palette
    struts, lamps = Path(()), Path(())
    for k in range(12):
        inner, outer = (polar(x, y, r, 30 * k + 15) for r in (0.365, 0.435))
        struts += machine.straight([inner, outer], closed=False)
    for k in range(3):
        lamps += machine.disc(*polar(x, y, 0.40, 120 * k - 90), 0.028)
    pen.stroke(struts, palette.dark.mixed(palette.light, 0.4), 0.25)
    pen.shape(lamps, palette.lubber, palette.dark, 0.15)


def _cabin(machine: MachinePen) -> None:
    pen, palette = machine.pen, machine.palette
    for x in (-0.045, 0.045):
        pen.fill(
            machine.disc(x, -0.055, 0.026), palette.edge if palette.line_only else palette.light
        )
    stripe = machine.scaled(rectangle(-0.11, 0.085, 0.22, 0.035))
    pen.fill(stripe, palette.lubber)
    rungs = Path(())
    for k in range(5):
        y = 0.38 + 0.1 * k
        half = 0.045 + 0.02 * k * k / 3
        rungs += machine.straight([(-half, y), (half, y)], closed=False)
    pen.stroke(rungs, palette.dark, 0.3)
    pen.stroke(machine.straight([(-0.42, 1.02), (0.42, 1.02)], closed=False), palette.dark, 0.7)
