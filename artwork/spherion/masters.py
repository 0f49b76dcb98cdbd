"""Deck masters: any monster can be one, so each has a second picture for this role.

The picture has no globe and no level. It shows the owner's sky with meridian rays, and the
enlarged monster in a large armillary sphere with six stones. Five life stones on the horizon
represent the LP. The element is irrelevant, so its token is omitted (SPH-4.4, 4.6).
"""

from __future__ import annotations

from functools import cache
from typing import Final

from artwork.card import BOX, SHEET
from artwork.pen import Pen
from artwork.shapes import arc, corners, disc, ngon, polar
from artwork.spherion import furniture, ground
from artwork.spherion.compose import hero
from artwork.spherion.inking import saving
from artwork.spherion.palette import (
    BRASS,
    BRASS_DEEP,
    BRASS_GLOW,
    INK,
    NIGHT,
    PAPER_WARM,
    SEATS,
    WHITE,
    Owner,
    Style,
    darker,
)
from artwork.spherion.scenes import SCENES
from printkit.pdf.drawing import Drawing, Form, Path, Radial, Stop, placed, polygon

PREFIX: Final = "master-"
LIFE: Final = 5
"""Number of life stones, one per LP at the start (SPH-4.6)."""
_X, _Y, _R = 29.0, 36.0, 20.4


def names() -> tuple[str, ...]:
    """Return the picture names of all possible deck masters."""
    return tuple(f"{PREFIX}{card}" for card, scene in SCENES.items() if scene.kind == "monster")


def master(name: str, owner: Owner, style: Style) -> Drawing:
    """Draw one deck master with 3 mm of bleed; the trim's top left corner is (0, 0)."""
    card = name.removeprefix(PREFIX)
    scene = SCENES[card]
    saved = style == "ink"
    pen = Pen()
    if saved:
        ground.white(pen)
    else:
        pen.use(_sky(owner), placed(0, 0))
    pen.use(_armillary(owner), placed(0, 0))
    x, y = ground.STAND
    grown = scene.scale * 1.04
    pen.use(hero(card), placed(x + 2 + scene.dx, y + 0.6, scale=grown, mirrored=scene.flip))
    pen.use(_before(owner), placed(0, 0))
    pen.use(ground.foot("monster", ""), placed(0, 0))
    if saved:
        ground.horizon_line(pen, "monster")
    pen.use(_life(owner), placed(0, 0))
    pen.use(furniture.crown(owner), placed(*furniture.INDEX))
    pen.use(furniture.hatch(), placed(*furniture.TAG))
    if saved:
        drawing, pen = saving(pen.drawing(BOX)), Pen()
        pen.add(drawing.nodes)
    ground.owner_glow(pen, owner, saved=saved)
    return pen.drawing(BOX)


@cache
def _sky(owner: Owner) -> Form:
    """Return the owner's night sky with meridian rays, paler towards the armillary sphere."""
    t = SEATS[owner]
    deep = NIGHT.mixed(t.deep, 0.5) if owner == "blue" else darker(t.deep, 14)
    pen = Pen()
    whole = SHEET
    stops = (Stop(0, t.light), Stop(0.35, t.mid), Stop(0.8, t.deep), Stop(1, deep))
    pen.fill(whole, Radial((_X, _Y), 52, stops))
    rays = Path(())
    for i in range(36):
        turn = 10 * i
        wide = 2.1 if i % 2 else 1.2
        rays += polygon(
            [
                polar(_X, _Y, 21, turn),
                polar(_X, _Y, 72, turn - wide),
                polar(_X, _Y, 72, turn + wide),
            ]
        )
    with pen.clipped(whole):
        pen.fill(rays, t.deep.mixed(t.mid, 0.4))
    pen.fill(polygon([(-3, -3), (57, -3), (57, 15.6), (17, 15.6), (-3, 10)]), deep)
    return pen.form(f"throne-sky-{owner}", BOX)


@cache
def _armillary(owner: Owner) -> Form:
    """Return the back half of the armillary sphere: graduated meridian, two hoops, and stones."""
    t = SEATS[owner]
    pen = Pen()
    pen.stroke(disc(_X, _Y, _R), INK, 3.2)
    pen.stroke(disc(_X, _Y, _R), BRASS, 2.4)
    ticks, bold = Path(()), Path(())
    for i in range(72):
        tick = polygon([polar(_X, _Y, _R + d, 5 * i) for d in (-0.8, 0.8)], closed=False)
        if i % 6:
            ticks += tick
        else:
            bold += tick
    pen.stroke(ticks, BRASS_DEEP, 0.25)
    pen.stroke(bold, INK, 0.5)
    pen.stroke(disc(_X, _Y, _R - 1.4), BRASS_GLOW, 0.25)
    for ry, tilt in ((7.0, -24.0), (12.0, 38.0)):
        pen.stroke(disc(_X, _Y, _R - 1.0, ry, tilt), INK, 1.5)
        pen.stroke(disc(_X, _Y, _R - 1.0, ry, tilt), BRASS_DEEP, 0.9)
    for x, y in corners(_X, _Y, _R):
        if y > 14:
            pen.backed(ngon(x, y, 1.9), BRASS, INK, 0.25)
            pen.fill(ngon(x, y, 1.2), t.light)
    return pen.form(f"throne-{owner}", BOX)


@cache
def _before(owner: Owner) -> Form:
    """Return the front of the armillary's equator hoop, which covers the monster's feet."""
    t = SEATS[owner]
    pen = Pen()
    hoop = arc(_X, _Y + 6.4, _R + 1.6, 12, 168, 8.6)
    pen.stroke(hoop, INK, 2.6)
    pen.stroke(hoop, BRASS, 1.9)
    pen.stroke(arc(_X, _Y + 6.0, _R + 1.6, 14, 166, 8.6), BRASS_GLOW, 0.35)
    pen.backed(ngon(_X, _Y + 15.0, 2.2), BRASS, INK, 0.25)
    pen.fill(ngon(_X, _Y + 15.0, 1.4), t.mid)
    return pen.form(f"throne-front-{owner}", BOX)


@cache
def _life(owner: Owner) -> Form:
    """Return the five life stones on the horizon."""
    t = SEATS[owner]
    pen = Pen()
    for i in range(LIFE):
        x, y = polar(27, 121.5, 67.4, -90 + 5.4 * (i - (LIFE - 1) / 2))
        pen.fill(ngon(x, y, 2.5), INK)
        pen.fill(ngon(x, y, 2.2), BRASS)
        pen.fill(ngon(x, y, 1.65), t.mid)
        corner = [polar(x, y, 1.65, a) for a in (-90, -150, 150)]
        pen.fill(polygon([*corner, (x, y)]), t.light)
        pen.fill(disc(x - 0.5, y - 0.7, 0.25), WHITE if owner == "blue" else PAPER_WARM)
    return pen.form(f"life-{owner}", BOX)
