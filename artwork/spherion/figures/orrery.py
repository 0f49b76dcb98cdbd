"""The Broken Orrery in five nested pieces; each card shows its own ring and the others faintly."""

from __future__ import annotations

import math
from typing import Protocol

from artwork.shapes import at, disc, ngon
from artwork.spherion.brush import Brush
from artwork.spherion.curves import crescent, flame, tear
from artwork.spherion.figures.parts import prism
from artwork.spherion.figures.void import hole
from artwork.spherion.globe import seen
from artwork.spherion.palette import BRASS, BRASS_DEEP, BRASS_GLOW, INK, PITCH, WHITE
from printkit.pdf.drawing import Path, Point, Radial, Stop, polygon


# fmt: off
class Deck(Protocol):
    """A function that draws one part on a ring."""

    def __call__(self, b: Brush, at_point: Point, angle: float, *, near: bool) -> None:
        """Draw the part at a point and an angle of the ring, on its near or far half."""


_Y = -18.0
_TILTS = (-22.0, 13.0, -38.0, -2.0)
"""Tilts of the rings of fire, wind, earth and water, all different."""


def _on(rx: float, ry: float, angle: float, own: int) -> Point:
    a, tilt = math.radians(angle), math.radians(_TILTS[own])
    x, y = rx * math.cos(a), ry * math.sin(a)
    return x * math.cos(tilt) - y * math.sin(tilt), _Y + x * math.sin(tilt) + y * math.cos(tilt)


def _band(
    outer: tuple[float, float], inner: tuple[float, float], start: float, end: float, own: int
) -> Path:
    count = 24
    there = [_on(*outer, start + (end - start) * i / count, own) for i in range(count + 1)]
    back = [_on(*inner, end - (end - start) * i / count, own) for i in range(count + 1)]
    return polygon([*there, *back])


def _faint(b: Brush, own: int) -> None:
    """Draw the outlines of the other four rings."""
    t = b.tones
    for i in range(5):
        if i != own:
            r = 19.5 - 3.1 * i
            b.stroke(disc(0, _Y, r, r * (0.42 + 0.06 * i), -24 + 31 * i), t.sky.mixed(t.light,
                    0.34), 0.5)


def _heart(b: Brush, r: float = 7.0) -> None:
    t = b.tones
    b.lift(disc(0, _Y, r))
    b.fill(disc(0, _Y, r + 0.4), INK)
    stops = (Stop(0, t.glow), Stop(0.25, t.light), Stop(0.6, t.mid), Stop(1, t.deep))
    b.fill(disc(0, _Y, r), Radial((-r * 0.35, _Y - r * 0.4), r * 1.6, stops))
    path = Path(())
    for plate in seen(10.0, -20.0, 0.0):
        path += plate.path(0, _Y, r, 0.96)
    with b.clipped(disc(0, _Y, r)):
        b.stroke(path, t.deep, 0.25)


def _ring(b: Brush, own: int, deck: Deck) -> None:
    """Draw a ring around a small globe, back half first; ``deck`` draws the parts on it."""
    t = b.tones
    rx, ry = 20.5, 8.2
    _faint(b, own)
    for angle in range(192, 360, 24):
        deck(b, _on(rx, ry, angle, own), angle, near=False)
    back = _band((rx, ry), (rx - 3.6, ry - 1.0), 180, 360, own)
    b.lift(back)
    b.shape(back, t.deep, INK, 0.4)
    b.shape(_band((rx, ry), (rx - 1.2, ry - 0.35), 180, 360, own), BRASS_DEEP, INK, 0.2)
    _heart(b)
    front = _band((rx, ry), (rx - 3.6, ry - 2.2), 0, 180, own)
    b.lift(front)
    b.shape(front, t.mid, INK, 0.4)
    b.shape(_band((rx, ry), (rx - 1.2, ry - 0.75), 0, 180, own), BRASS, INK, 0.25)
    b.shape(_band((rx - 2.5, ry - 1.55), (rx - 3.6, ry - 2.2), 0, 180, own), BRASS, INK, 0.25)
    fine, bold = Path(()), Path(())
    for angle in range(6, 180, 6):
        tick = polygon([_on(rx - 1.3, ry - 0.8, angle, own), _on(rx - 2.4, ry - 1.5, angle, own)],
                closed=False)
        if angle % 30:
            fine += tick
        else:
            bold += tick
    b.stroke(fine, t.glow, 0.3)
    b.stroke(bold, t.glow, 0.6)
    for k in range(own + 1):  # one to five notches identify the piece
        b.flat(ngon(*_on(rx - 0.6, ry - 0.35, 78 + 6 * k, own), 0.8), BRASS_GLOW, 0.2)
    for angle in range(12, 180, 24):
        deck(b, _on(rx, ry, angle, own), angle, near=True)


def embers(b: Brush) -> None:
    """Draw M26, a ring with flames as degree marks."""
    def deck(b: Brush, at_point: Point, angle: float, *, near: bool) -> None:
        x, y = at_point
        t = b.tones
        length = 5.5 + 2 * math.sin(math.radians(angle)) if near else 4.4
        tone = (t.mid, t.light, t.glow) if near else (t.deep, t.mid, t.light)
        b.cel(at(flame(length, length * 0.48, 0.16), x, y, -90 + x * 0.8), tone, 0.35)

    _ring(b, 0, deck)


def gales(b: Brush) -> None:
    """Draw M27, a ring driven by blades."""
    def deck(b: Brush, at_point: Point, angle: float, *, near: bool) -> None:
        x, y = at_point
        t = b.tones
        tone = (t.mid, t.light, WHITE) if near else (t.deep, t.mid, t.light)
        length = 8.4 if near else 6.6
        b.cel(at(crescent(length, 2.4, 0.22), x, y, -142 + angle * 0.12), tone, 0.35)

    _ring(b, 1, deck)


def stones(b: Brush) -> None:
    """Draw M28, a ring of standing stones."""
    def deck(b: Brush, at_point: Point, angle: float, *, near: bool) -> None:
        x, y = at_point
        prism(b, x, y, 2.2 if near else 1.7, 4.6 + (angle % 48) / 24 if near else 3.6)

    _ring(b, 2, deck)


def tides(b: Brush) -> None:
    """Draw M29, a ring of drops."""
    def deck(b: Brush, at_point: Point, angle: float, *, near: bool) -> None:
        x, y = at_point
        t = b.tones
        r = 1.9 + 0.5 * math.sin(math.radians(angle)) if near else 1.4
        tone = (t.mid, t.light, t.glow) if near else (t.deep, t.mid, t.light)
        b.cel(tear(0, 0, r) if r == 0 else at(tear(0, -r * 1.4, r), x, y, x * 0.5), tone, 0.4)

    _ring(b, 3, deck)


def heart(b: Brush) -> None:
    """Draw M30, the centre of the orrery: a hole inside the four rings."""
    t = b.tones
    rings = ((20.5, 7.4, -24.0, t.light), (18.6, 8.8, 22.0, BRASS), (16.4, 10.4, 66.0, t.mid),
            (14.4, 11.2, -62.0, BRASS_GLOW))
    for rx, ry, tilt, colour in rings:
        ring = disc(0, _Y, rx, ry, tilt)
        b.stroke(ring, INK, 2.3)
        b.stroke(ring, colour, 1.6)
        b.stroke(disc(0, _Y, rx + 0.4, ry + 0.4, tilt), WHITE.mixed(colour, 0.4), 0.25)
    b.lift(disc(0, _Y, 9.4))
    b.fill(disc(0, _Y, 9.6), INK)
    b.fill(disc(0, _Y, 9.1), Radial((-3, _Y - 3.6), 15, (Stop(0, t.glow), Stop(0.4, t.light),
            Stop(0.8, t.mid), Stop(1, t.deep))))
    for angle in range(0, 360, 30):
        b.fill(at(polygon([(7, -0.4), (8.8, 0), (7, 0.4)]), 0, _Y, angle), PITCH)
    hole(b, 0, _Y, 6.2, stars=12)
    for rx, ry, tilt, colour in rings[:2]:  # these two pass in front of the centre
        count = 16
        a0 = 20 if tilt < 0 else 25
        points = []
        for i in range(count + 1):
            a = math.radians(a0 + (140 - a0 + 20) * i / count)
            x, y = rx * math.cos(a), ry * math.sin(a)
            c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
            points.append((x * c - y * s, _Y + x * s + y * c))
        b.stroke(polygon(points, closed=False), INK, 2.3)
        b.stroke(polygon(points, closed=False), colour, 1.6)
    for k in range(5):
        angle = -90 + 72 * k
        x, y = 22.4 * math.cos(math.radians(angle)), _Y + 14.8 * math.sin(math.radians(angle))
        if x > -14 or y > _Y:
            b.flat(ngon(x, y, 1.3), BRASS_GLOW, 0.3)
