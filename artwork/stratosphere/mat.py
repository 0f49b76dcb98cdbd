"""The mats of Strato-Sphere: a stationary front connects six or twelve nodes in a ring.

Half-discs of warm fronts and teeth of cold ones alternate, because no seat has a fixed force. The
seats are sun, moon, star and wave. Each seat's share is drawn in the seat's view and tone, paler
than any card.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from artwork.labels import MatContext, MatLabel
from artwork.shapes import polar
from artwork.stratosphere.cells import SHARES, turned
from artwork.stratosphere.emblems import emblem, star, wave
from artwork.stratosphere.places import INKS, MatInks, draw_cell
from artwork.stratosphere.signs import half_disc, isobars
from printkit.mats.plan import MatPlan
from printkit.pdf.canvas import Align
from printkit.pdf.drawing import (
    PAPER,
    Cmyk,
    Drawing,
    Group,
    Node,
    Path,
    Point,
    Shape,
    Stroke,
    boxed,
    ellipse,
    placed,
    polygon,
    rectangle,
    rounded,
    transformed,
)
from printkit.pdf.geometry import BLEED, Rect
from printkit.typeset.pictograms import moon, sun

_REMINDERS: Final[dict[str, tuple[Point, ...]]] = {
    "ring-2": ((-161, 132), (-127, 132), (-93, 132), (-59, 132)),
    "ring-4": ((-271, 318), (-237, 318), (-271, 348), (-237, 348)),
}
"""Positions of a seat's summary of the four moves, relative to the centre."""
_REMINDER: Final = (32.0, 26.0)
_MARKS: Final[dict[str, Point]] = {"ring-2": (-261, 140), "ring-4": (-254, 387)}
_RULERS: Final[dict[str, Point]] = {"ring-2": (-175, 201.5), "ring-4": (126, 441.5)}
_TITLES: Final = {"ring-2": 29.0, "ring-4": 104.0}
_ROSE: Final = {"ring-2": 22.0, "ring-4": 128.0}
_SMALL: Final = {"ring-2": 9.5, "ring-4": 12.0}
_BOX_TOP: Final = 23.65
"""Distance from a box's centre to the descenders of the label above it, in mm."""
_DESCENT: Final = 0.07
"""Depth of descenders, in mm per point of type size."""
"""Size of the labels next to places, pt."""
_MOVES: Final = ("draw", "supply", "reveal", "attack")


def picture(context: MatContext) -> Drawing:
    """Draw the mat without texts and tags, with 3 mm of bleed."""
    plan, inks = context.plan, INKS[context.style]
    width, height = plan.size.width, plan.size.height
    nodes = (
        *_ground(plan, inks),
        *_ring(plan, inks),
        *_rose(plan, inks),
        *(node for cell in plan.cells for node in draw_cell(cell, inks)),
        *_seats(plan, inks),
        *(node for panel in plan.marks for node in _mount(panel.outer, inks)),
    )
    return Drawing((-BLEED, -BLEED, width + BLEED, height + BLEED), nodes)


def ruler(context: MatContext) -> tuple[Point, Cmyk]:
    """Return the ruler's starting point and ink."""
    x, y = _RULERS[context.plan.name]
    middle = _middle(context.plan)
    return (middle[0] + x, middle[1] + y), INKS[context.style].ink


def _middle(plan: MatPlan) -> Point:
    return plan.size.width / 2, plan.size.height / 2


def _ground(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw a pale sky with isobars, and bearing lines from the centre."""
    width, height = plan.size.width, plan.size.height
    sheet = rectangle(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED)
    if inks.tint:
        yield Shape(sheet, inks.ground)
    middle = _middle(plan)
    reach = math.hypot(*middle)
    fine, bold = isobars(f"mat {plan.name}", middle, int(reach / 13), 13.0, 0.09)
    share = 0.22 if inks.tint else 0.18
    tone = inks.ground.mixed(inks.line, share)
    bearings = Path(())
    for k in range(24):
        bearings += polygon(
            [polar(*middle, 64, 15 * k), polar(*middle, reach, 15 * k)], closed=False
        )
    lines = (
        Shape(bearings, stroke=Stroke(tone, 0.35)),
        Shape(fine, stroke=Stroke(tone, 0.35)),
        Shape(bold, stroke=Stroke(tone, 0.7)),
    )
    yield Group(lines, clip=sheet)


def _ring(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw the stationary front through all nodes, in their order."""
    share = SHARES[plan.name]
    order = [f"{seat}.{letter}" for seat in share.seats for letter in "RCL"]
    points = [plan.cell(name).centre for name in order]
    if inks.tint:
        yield Shape(polygon(points), inks.ground.mixed(inks.line, 0.10))
    warm, cold = Path(()), Path(())
    boss = half_disc(4.2)
    tooth = polygon([(-4.2, 0), (4.2, 0), (0, 6.4)])
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        length = math.dist(a, b)
        course = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
        count = max(1, int((length - 30) / 14))
        for k in range(count):
            along = (k + 0.5) / count
            to = placed(a[0] + (b[0] - a[0]) * along, a[1] + (b[1] - a[1]) * along, turn=course)
            if k % 2:
                cold += transformed(tooth, to)
            else:
                warm += transformed(boss, to)
    halo = inks.ground
    yield Shape(polygon(points), stroke=Stroke(halo, 6.0))
    yield Shape(warm, inks.warm, Stroke(halo, 0.8))
    yield Shape(cold, inks.cold, Stroke(halo, 0.8))
    yield Shape(polygon(points), stroke=Stroke(inks.cold, 1.8))
    dashes = Path(())
    for a, b in zip(points, [*points[1:], points[0]], strict=True):
        steps = max(2, round(math.dist(a, b) / 14) // 2 * 2)
        for k in range(0, steps, 2):
            at = [(a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s)
                  for s in (k / steps, (k + 1) / steps)]  # fmt: skip
            dashes += polygon(at, closed=False)
    yield Shape(dashes, stroke=Stroke(inks.warm, 1.8, cap=0))


def _rose(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw a compass rose in the centre.

    Its points are alike for all seats, so it favours none. On the large mat, the piles cover it
    except for the tips of its points.
    """
    (x, y), radius = _middle(plan), _ROSE[plan.name]
    wide = len(SHARES[plan.name].seats) > 2
    tone = inks.ground.mixed(inks.line, 0.30 if wide else 0.45)
    yield Shape(ellipse(x, y, radius), inks.ground, Stroke(tone, 0.9))
    yield Shape(ellipse(x, y, 0.86 * radius), stroke=Stroke(tone, 0.35))
    ticks, lit, dark = Path(()), Path(()), Path(())
    for k in range(72):
        far = 0.95 if k % 6 else 0.90
        ticks += polygon(
            [polar(x, y, 0.985 * radius, 5 * k), polar(x, y, far * radius, 5 * k)], closed=False
        )
    for k in range(8):
        if wide and k % 2 == 0:
            continue
        long = wide or k % 2 == 0
        tip = polar(x, y, (0.84 if long else 0.5) * radius, 45 * k - 90)
        for side in (-1, 1):
            wing = polar(x, y, (0.2 if wide else 0.17) * radius, 45 * k - 90 + 22.5 * side)
            if side < 0:
                dark += polygon([(x, y), tip, wing])
            else:
                lit += polygon([(x, y), tip, wing])
    yield Shape(ticks, stroke=Stroke(tone, 0.35 if not wide else 0.7, cap=0))
    yield Shape(lit, inks.ground, Stroke(tone, 0.35))
    yield Shape(dark, tone, Stroke(tone, 0.35))


def _seats(plan: MatPlan, inks: MatInks) -> Iterator[Node]:
    """Draw each seat's mark, and its summary of the four moves."""
    share = SHARES[plan.name]
    step, width, height = 360 / len(share.seats), *_REMINDER
    for n in range(len(share.seats)):
        tone = inks.tones[n]
        nodes: list[Node] = []
        mark = (sun, moon, star, wave)[n]
        nodes.append(Shape(mark(*_MARKS[plan.name], 9), tone))
        for move, (x, y) in zip(_MOVES, _REMINDERS[plan.name], strict=True):
            box = rounded(x - width / 2, y - height / 2, width, height, 2)
            nodes.append(Shape(box, None, Stroke(inks.ground.mixed(tone, 0.45), 0.35)))
            nodes.append(emblem(move, inks.ground.mixed(tone, 0.85), inks.ground,
                                placed(x, y - 3.4, scale=0.95)))  # fmt: skip
        yield Group(tuple(nodes), placed(*_middle(plan), turn=step * n))


def _mount(outer: Rect, inks: MatInks) -> Iterator[Node]:
    """Draw a fiducial's rim like the instrument on the cards, but with ticks on all sides."""
    case = rounded(outer.x - 3.4, outer.y - 3.4, outer.width + 6.8, outer.height + 6.8, 1.5)
    yield Shape(case, inks.ground, Stroke(inks.ink, 0.6))
    fine, bold = Path(()), Path(())
    for k in range(23):
        along = outer.width * k / 22
        reach = 1.3 + (1.8 if k % 11 == 0 else 1.0)
        ticks = Path(())
        for x0, y0, x1, y1 in (
            (along, -1.3, along, -reach), (along, outer.width + 1.3, along, outer.width + reach),
            (-1.3, along, -reach, along), (outer.width + 1.3, along, outer.width + reach, along),
        ):  # fmt: skip
            ticks += polygon(
                [(outer.x + x0, outer.y + y0), (outer.x + x1, outer.y + y1)], closed=False
            )
        if k % 11:
            fine += ticks
        else:
            bold += ticks
    yield Shape(fine, stroke=Stroke(inks.ink, 0.3, cap=0))
    yield Shape(bold, stroke=Stroke(inks.ink, 0.5, cap=0))
    key = outer.spread(1.0)
    yield Shape(boxed(key), PAPER)


def labels(context: MatContext) -> Iterator[MatLabel]:
    """Yield the names of nodes, places, moves and piles, and the game's name, for every seat."""
    plan, inks = context.plan, INKS[context.style]
    share = SHARES[plan.name]
    step = 360 / len(share.seats)
    for n in range(len(share.seats)):
        turn = step * n
        for text, at, role, size, align in _seat_texts(context, n):
            x, y = turned(at, turn)
            cx, cy = _middle(plan)
            yield MatLabel(text, cx + x, cy + y, role, size, inks.ink, align, turn)


def _seat_texts(context: MatContext, seat: int) -> Iterator[tuple[str, Point, str, float, Align]]:
    """Yield text, baseline point (relative to the centre, in seat view), role, size, alignment."""
    plan = context.plan
    share, small = SHARES[plan.name], _SMALL[context.plan.name]
    above = _BOX_TOP + _DESCENT * small
    for letter, (x, y) in share.nodes.items():
        right = letter == "R" and len(share.seats) > 2  # avoids the arrow boxes in the corner
        at = (x + (27 if right else -27), y - 47.4)
        align: Align = "right" if right else "left"
        yield f"{share.seats[seat]}.{letter}", at, "numeral", 19, align
    for x, y in share.supply.values():
        yield "{supply}", (x, y - above), "strong", small, "centre"
    for place, (x, y) in share.places.items():
        kind = place.partition(".")[0]
        if kind == "control":
            yield f"{{{kind}}}", (x, y - 47), "strong", small, "centre"
        elif place == "move.1":
            yield "{moves}", (x - 16, y - above), "strong", small, "left"
        elif kind != "move":
            yield f"{{{kind}}}", (x, y - above), "strong", small, "centre"
    for move, (x, y) in zip(_MOVES, _REMINDERS[plan.name], strict=True):
        yield f"{{{move}}}", (x, y + 10.8), "strong", 9, "centre"
    if len(share.seats) == 2 or seat % 2 == 0:
        for place, (x, y) in share.piles.items():
            side = -x if seat else x
            yield f"{{{place}}}", (side, y + 51.4), "strong", 14, "centre"
    size = 17.0 if len(share.seats) == 2 else 30.0
    yield "{title}", (0, _TITLES[plan.name]), "name", size, "centre"
